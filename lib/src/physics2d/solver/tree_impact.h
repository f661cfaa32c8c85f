/* tree_impact.h: impacts of bodies in trees of joints; included by contact_restitution.c, see physics/solver/tree_impact.inl. */

#define NO_TREE FS__JOINT2_NO_TREE
enum { COMPONENTS = 3, TANGENTS = 1 };

/* ---- trees ---------------------------------------------------------------------------------------------------------- */

static bool is_jointed(const struct hit *h, unsigned end)
{
    return is_movable(h, end) && h->s->w->body.first_joint[h->s->tick->body_row[body_of(h, end)]] != 0;
}

static bool strikes_joints(const struct hit *h, fs_vel threshold)
{
    return bounces(h, threshold) && (is_jointed(h, 0) || is_jointed(h, 1));
}

/* Those of the substeps leave small ones out, and solve others in lanes. */
static bool find_trees(struct fs__solver2 *s, fs_vel threshold)
{
    s->trees_are_struck = s->tick->joint_count > 0 && visit_elastic(s, strikes_joints, threshold) &&
                          fs__joint_solver2_find_struck_trees(s->joints);
    return s->trees_are_struck;
}

static struct fs__joint_trees *trees_of(const struct fs__solver2 *s)
{
    return &s->joints->direct->trees;
}

static uint32_t tree_of(const struct fs__solver2 *s, uint32_t solver_body)
{
    return s->trees_are_struck ? s->joints->tree_of[solver_body] : NO_TREE;
}

static struct fs__solver2_change *change_of(const struct fs__solver2 *s, uint32_t i)
{
    return &s->joints->direct->body[i].change;
}

static void answer_tree(struct fs__solver2 *s, struct fs__joint_tree *tree)
{
    fs__direct2_answer_tree(s->joints, tree, s->exact);
}

static void ready_tree(struct fs__solver2 *s, struct fs__joint_tree *tree)
{
    if (tree->ready)
        return;
    answer_tree(s, tree);
    tree->ready = true;
}

/* ---- velocities and energy ------------------------------------------------------------------------------------------- */

static struct component component_of(struct fs__solver2 *s, uint32_t i, unsigned k)
{
    struct fs__solver2_body *m = &s->tick->solver_body[i];
    fs_vel *const v[3] = { &m->vx, &m->vy, &m->w };
    return (struct component){ v[k], &s->exact[(size_t)i * 4 + k] };
}

static int64_t square_of(fs_vel2 v)
{
    return fs_sat64_add((int64_t)v.x * v.x, (int64_t)v.y * v.y);
}

/* Of gravity in the tick, m^2/s^2, Q42. */
static int64_t gravity_work(const struct fs__solver2 *s, uint32_t i, uint32_t row, fs_vel2 frame)
{
    const int64_t *travel = s->travel + (size_t)i * 4;
    const fs_wide2 g = s->w->rules.gravity[0];
    const unsigned bits = FS_WIDE_FRAC - FS_VEL_FRAC;
    int64_t sum = fs_sat64_add(fs_mul64(g.x, travel[0] - (int64_t)frame.x * s->substeps, bits),
                               fs_mul64(g.y, travel[1] - (int64_t)frame.y * s->substeps, bits));
    sum = fs_mul64(fs_div64_round(sum, s->rate), s->w->body.gravity_scale[row], FS_FIX16_FRAC);
    return fs_asr64(sum, (unsigned)fs__body2_load_shift(s->w, row));
}

static fs_scaled lost_by(const struct fs__solver2 *s, uint32_t i, fs_vel2 frame)
{
    const struct fs__solver2_body *m = &s->tick->solver_body[i];
    const uint32_t row = s->tick->body_row[i];
    const struct fs_body2_view *b = &s->w->body;
    const int64_t before = b->angular_velocity[row],
                  lost = (square_of(fs_vel2_sub(b->vel[row], frame)) -
                          square_of(fs_vel2_sub(fs_vel2_make(m->vx, m->vy), frame))) /
                         2;
    const fs_scaled linear = fs_scaled_div(
        fs_scaled_make(fs_sat64_add(lost, gravity_work(s, i, row, frame)), -2 * FS_VEL_FRAC), b->inv_mass[row]);
    const fs_scaled spin = fs_scaled_make((before - m->w) * (before + m->w), -2 * FS_VEL_FRAC - 1);
    return fs_scaled_add(linear, fs_scaled_div(spin, b->inv_inertia[row]));
}

static fs_vel2 frame_of(const struct hit *h)
{
    const int64_t nx = h->r->nx[h->lane], ny = h->r->ny[h->lane];
    int64_t x[2], y[2], w[2];
    for (unsigned end = 0; end < 2; end++) {
        const struct fs__solver2_body *m = body_at(h, end == 0 ? h->r->a : h->r->b);
        x[end] = is_movable(h, end) ? 0 : m->vx;
        y[end] = is_movable(h, end) ? 0 : m->vy;
        w[end] = is_movable(h, end) ? 0 : m->w;
    }
    int64_t speed = along_normal(h, x[1] - x[0], y[1] - y[0], w[0], w[1]);
    speed = fs_clamp64(is_movable(h, 0) ? speed : -speed, -MAX_SPEED, MAX_SPEED);
    return fs_vel2_make((fs_vel)fs_mul64(nx, speed, FS_REL_FRAC), (fs_vel)fs_mul64(ny, speed, FS_REL_FRAC));
}

/* ---- friction --------------------------------------------------------------------------------------------------------- */

static int32_t *total_along(const struct hit *h, unsigned t)
{
    (void)t;
    return &h->r->total_tangent_impulse[h->lane];
}

static int64_t speed_along(const struct hit *h, unsigned t)
{
    (void)t;
    return tangent_velocity(h);
}

static void push_along(const struct hit *h, unsigned t, int64_t impulse)
{
    (void)t;
    apply_friction(h, impulse);
}

static void stop_speeds(int64_t k[][1], const int64_t v[], int64_t stop[])
{
    stop[0] = k[0][0] > 0 ? fs_muldiv64(-v[0], FS_UNIT_ONE, k[0][0]) : 0;
}

static void limit_friction(const struct hit *h, const int64_t old[], const int64_t stop[], int64_t now[])
{
    const int64_t next = fs_sat64_add(old[0], stop[0]), before = fs_abs64(old[0]);
    int64_t limit = fs_max64(friction_limit(h, h->r->static_friction), before);
    if ((h->r->extra & FS__SOLVER2_DYNAMIC_FRICTION) != 0 && fs_abs64(next) > limit)
        limit = fs_max64(friction_limit(h, h->r->dynamic_friction), before);
    now[0] = fs_clamp64(next, -limit, limit);
}

#include "physics/solver/tree_impact.inl"
