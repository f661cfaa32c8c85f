/* tree_impact.h: impacts of bodies in trees of joints; included by contact_restitution.c, see physics/solver/tree_impact.inl. */

#define NO_TREE FS__JOINT3_NONE
enum { COMPONENTS = 6, TANGENTS = 2 };

/* ---- trees ---------------------------------------------------------------------------------------------------------- */

static bool find_trees(struct fs__solver3 *s, fs_vel threshold)
{
    (void)threshold; /* those of the substeps */
    return s->tick->joint_count > 0;
}

static struct fs__joint_trees *trees_of(struct fs__solver3 *s)
{
    return &s->direct->trees;
}

static uint32_t tree_of(const struct fs__solver3 *s, uint32_t solver_body)
{
    return s->tick->joint_count > 0 ? s->direct->tree_of[solver_body] : FS__JOINT3_NONE;
}

static struct fs__solver3_change *change_of(struct fs__solver3 *s, uint32_t i)
{
    return &s->direct->body[i].change;
}

static void ready_tree(struct fs__solver3 *s, struct fs__joint_tree *tree)
{
    fs__direct3_ready_tree(s, tree);
}

static void answer_tree(struct fs__solver3 *s, struct fs__joint_tree *tree)
{
    fs__direct3_answer_tree(s, tree);
}

/* ---- velocities and energy ------------------------------------------------------------------------------------------- */

static struct component component_of(struct fs__solver3 *s, uint32_t i, unsigned k)
{
    struct fs__solver3_body *m = &s->tick->solver_body[i];
    fs_vel *const v[6] = { &m->v.x, &m->v.y, &m->v.z, &m->w.x, &m->w.y, &m->w.z };
    return (struct component){ v[k], &s->exact[fs__solver3_exact_at(i, k)] };
}

static int64_t square_of(fs_vel3 v)
{
    return fs_sat64_add(fs_sat64_add((int64_t)v.x * v.x, (int64_t)v.y * v.y), (int64_t)v.z * v.z);
}

/* J. w: in 2^unit rad/s. */
static fs_scaled spin_energy(const struct fs__solver3 *s, uint32_t row, uint32_t unit, fs_quat rot, fs_vel3 w)
{
    const struct fs_body3_view *b = &s->w->body;
    const fs_vel3 local = fs_mat3_inv_vel(fs_mat3_from_quat(fs_quat_mul(rot, b->principal[row])), w);
    const fs_vel part[3] = { local.x, local.y, local.z };
    const fs_scaled inverse[3] = { b->inv_inertia_x[row], b->inv_inertia_y[row], b->inv_inertia_z[row] };
    fs_scaled sum = { 0, 0 };
    for (unsigned k = 0; k < 3; k++) {
        const fs_scaled square = fs_scaled_make((int64_t)part[k] * part[k], 2 * (int32_t)unit - 2 * FS_VEL_FRAC - 1);
        sum = fs_scaled_add(sum, fs_scaled_div(square, inverse[k]));
    }
    return sum;
}

/* Of gravity in the tick, m^2/s^2, Q42. */
static int64_t gravity_work(const struct fs__solver3 *s, uint32_t i, uint32_t row, fs_vel3 frame)
{
    const int64_t *travel = s->travel + (size_t)i * 8;
    const fs_wide3 g = s->w->rules.gravity[0];
    const fs_wide component[3] = { g.x, g.y, g.z };
    const fs_vel away[3] = { frame.x, frame.y, frame.z };
    int64_t sum = 0;
    for (unsigned k = 0; k < 3; k++)
        sum = fs_sat64_add(
            sum, fs_mul64(component[k], travel[k] - (int64_t)away[k] * s->substeps, FS_WIDE_FRAC - FS_VEL_FRAC));
    sum = fs_mul64(fs_div64_round(sum, s->rate.hz), s->w->body.gravity_scale[row], FS_FIX16_FRAC);
    return fs_asr64(sum, (unsigned)fs__body3_load_shift(s->w, row));
}

static fs_scaled lost_by(const struct fs__solver3 *s, uint32_t i, fs_vel3 frame)
{
    const struct fs__solver3_body *m = &s->tick->solver_body[i];
    const uint32_t row = s->tick->body_row[i];
    const struct fs_body3_view *b = &s->w->body;
    const fs_quat now = fs__joint3_pose_now(s, row, i).rot;
    const int64_t lost = (square_of(fs_vel3_sub(b->vel[row], frame)) - square_of(fs_vel3_sub(m->v, frame))) / 2;
    const fs_scaled linear = fs_scaled_div(
        fs_scaled_make(fs_sat64_add(lost, gravity_work(s, i, row, frame)), -2 * FS_VEL_FRAC), b->inv_mass[row]);
    const fs_scaled before = spin_energy(s, row, 0, b->rot[row], b->angular_velocity[row]),
                    after = spin_energy(s, row, s->inertia[i].unit, now, m->w);
    return fs_scaled_add(fs_scaled_add(linear, before), fs__scaled_negate(after));
}

static fs_vel3 frame_of(const struct hit *h)
{
    const fs_rel3 n = vector_of(h->r->direction[0].n, h->lane);
    fs_vel3 v[2], w[2];
    for (unsigned end = 0; end < 2; end++) {
        const struct fs__solver3_body *m = body_at(h, end == 0 ? h->r->a : h->r->b);
        v[end] = is_movable(h, end) ? fs_vel3_zero() : m->v;
        w[end] = is_movable(h, end) ? fs_vel3_zero() : m->w;
    }
    int64_t speed = along_normal(h, fs_vel3_sub(v[1], v[0]), w[0], w[1]);
    speed = fs_clamp64(is_movable(h, 0) ? speed : -speed, -MAX_SPEED, MAX_SPEED);
    return fs_vel3_make((fs_vel)fs_mul64(n.x, speed, FS_REL_FRAC), (fs_vel)fs_mul64(n.y, speed, FS_REL_FRAC),
                        (fs_vel)fs_mul64(n.z, speed, FS_REL_FRAC));
}

/* ---- friction --------------------------------------------------------------------------------------------------------- */

static int32_t *total_along(const struct hit *h, unsigned t)
{
    return &h->r->total_tangent_impulse[t][h->lane];
}

static int64_t speed_along(const struct hit *h, unsigned t)
{
    return tangent_velocity(h, t);
}

static void push_along(const struct hit *h, unsigned t, int64_t impulse)
{
    apply_friction(h, t, impulse);
}

static void stop_speeds(int64_t k[][2], const int64_t v[], int64_t stop[])
{
    const int64_t det = fs_mul64(k[0][0], k[1][1], FS_UNIT_FRAC) - fs_mul64(k[0][1], k[1][0], FS_UNIT_FRAC);
    const int64_t p = fs_mul64(v[1], k[1][0], FS_UNIT_FRAC) - fs_mul64(v[0], k[1][1], FS_UNIT_FRAC),
                  q = fs_mul64(v[0], k[0][1], FS_UNIT_FRAC) - fs_mul64(v[1], k[0][0], FS_UNIT_FRAC);
    stop[0] = det > 0 ? fs_muldiv64(p, FS_UNIT_ONE, det) : 0;
    stop[1] = det > 0 ? fs_muldiv64(q, FS_UNIT_ONE, det) : 0;
}

static void limit_friction(const struct hit *h, const int64_t old[], const int64_t stop[], int64_t now[])
{
    const struct tangent_impulse next = bounded_friction(
        (struct tangent_impulse){ fs_sat64_add(old[0], stop[0]), fs_sat64_add(old[1], stop[1]) });
    const int64_t before = length_of(h, bounded_friction((struct tangent_impulse){ old[0], old[1] })),
                  length = length_of(h, next);
    int64_t limit = friction_limit(h, h->r->static_friction);
    now[0] = next.p;
    now[1] = next.q;
    if (length <= fs_max64(limit, before))
        return;
    if ((h->r->extra & FS__SOLVER3_SLIDING) != 0)
        limit = friction_limit(h, h->r->dynamic_friction);
    limit = fs_max64(limit, before);
    now[0] = fs_muldiv64(next.p, limit, length);
    now[1] = fs_muldiv64(next.q, limit, length);
}

#include "physics/solver/tree_impact.inl"
