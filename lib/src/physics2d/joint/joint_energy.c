/* joint_energy.c: the joints of a tree in the plane do no work; see physics/joint_energy.inl. */
#include "physics2d/joint/joint_direct.h"

#define DIRECT(name) fs__direct2_##name
#define DIRECT_CONTEXT const struct fs__joint_solver2
#define DIRECT_SOLVER struct fs__direct2_solver
#define DIRECT_BODY struct fs__direct2_body
#define DIRECT_JOINT struct fs__direct2_joint
#define DIRECT_RIGID struct rigid

enum { LINEAR = 2, COMPONENTS = 3, FINE = FS__DIRECT_FINE };

/* The motion of a tree as one rigid body. Velocities are Q40; the centre of mass (m, Q32) is relative to the first body. Over the
 * largest mass: mass (Q40), angular momentum about the centre (Q40) and moment (Q32). */
struct rigid {
    bool tied; /* to the ground: there is none */
    int64_t mass, centre[2], v[2], w, momentum, moment;
};

/* ---- velocities ------------------------------------------------------------------------------------------------------ */

static uint32_t substep_rate(const struct fs__joint_solver2 *s)
{
    return s->rate;
}

static fs_vel component(const struct fs__direct2_body *b, unsigned k)
{
    const fs_vel now[COMPONENTS] = { b->solver_body->vx, b->solver_body->vy, b->solver_body->w };
    return now[k];
}

/* What the last tick rounded off. */
static void load_pending(const struct fs__joint_solver2 *s, struct fs__direct2_body *b)
{
    const fs_unit2 v = s->w->body.velocity_residual[b->row];
    const fs_unit rest[COMPONENTS] = { v.x, v.y, s->w->body.angular_velocity_residual[b->row] };
    for (unsigned k = 0; k < COMPONENTS; k++)
        b->pending[k] = (int32_t)fs_round_shift64_sym(rest[k], FS_UNIT_FRAC - (FINE - FS_VEL_FRAC));
}

static void begin_spin(struct fs__direct2_body *b)
{
    (void)b; /* `start` holds all of it */
}

static bool is_stiff(const struct fs__direct2_body *b)
{
    return b->kept_spin != FS_UNIT_ONE;
}

static bool has_locked_body(const struct fs__direct2_solver *s, const struct fs__joint_tree *tree)
{
    (void)s, (void)tree; /* find_rigid() asks */
    return false;
}

static bool is_carried_end(const struct fs__joint_solver2 *s, const struct fs__direct2_joint *d, unsigned i)
{
    const struct fs__solver2_body *m = i == 0 ? d->joint->a.solver_body : d->joint->b.solver_body;
    (void)s;
    return (m->vx | m->vy | m->w) != 0;
}

/* ---- energies ---------------------------------------------------------------------------------------------------------- */

static fs_scaled share_of(fs_scaled least, fs_scaled inverse)
{
    return inverse.m == 0 ? (fs_scaled){ 0, 0 } : fs_scaled_div(least, inverse);
}

static void weigh_body(struct fs__direct2_body *b, fs_scaled least)
{
    b->share = fs__joint_factor_from_scaled(share_of(least, b->inv_mass));
    b->moment = fs__joint_factor_from_scaled(share_of(least, b->inv_inertia));
}

static int64_t weigh_spin(const struct fs__direct2_body *b, int64_t v, int64_t w)
{
    return fs__direct_weigh(b->moment, fs_mul64(v, w, FS__DIRECT_FACTOR_FRAC));
}

static void add_spin_energy(const struct fs__direct2_body *b, int64_t *energy)
{
    fs__direct_add(energy, weigh_spin(b, b->now[2], b->now[2]));
}

/* Moments do the work of an impulse. */
static int64_t angular_work(const struct fs__direct2_body *b)
{
    return weigh_spin(b, b->given[2], b->now[2] + b->start[2]);
}

/* ---- the motion as one body -------------------------------------------------------------------------------------------- */

/* From the centre of mass to body i. */
static void place_of(const struct fs__direct2_solver *s, const struct fs__joint_tree *tree, uint32_t i,
                     const int64_t centre[2], int64_t r[2])
{
    const struct fs__direct2_body *b = &s->body[i], *first = &s->body[tree->body_first];
    const unsigned more = FS_POS_FRAC - FS_REL_FRAC;
    const fs_pos2 d = fs_pos2_sub(b->pos, first->pos);
    const int64_t x = ((int64_t)b->solver_body->dx - first->solver_body->dx) * (1 << more),
                  y = ((int64_t)b->solver_body->dy - first->solver_body->dy) * (1 << more);
    r[0] = fs_sat64_sub(fs_sat64_add(d.x, x), centre[0]);
    r[1] = fs_sat64_sub(fs_sat64_add(d.y, y), centre[1]);
}

static void find_centre(const struct fs__direct2_solver *s, const struct fs__joint_tree *tree, struct rigid *m)
{
    int64_t r[2], sum[4] = { 0 };
    *m = (struct rigid){ .mass = 0 };
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        place_of(s, tree, i, m->centre, r);
        fs__direct_add(&m->mass, fs__direct_weigh(s->body[i].share, FS__DIRECT_FINE_ONE));
        for (unsigned k = 0; k < 2; k++) {
            fs__direct_add(&sum[k], fs__direct_weigh(s->body[i].share, r[k]));
            fs__direct_add(&sum[2 + k], fs__direct_weigh(s->body[i].share, s->body[i].now[k]));
        }
    }
    for (unsigned k = 0; k < 2; k++) {
        m->centre[k] = fs_muldiv64(sum[k], FS__DIRECT_FINE_ONE, fs_max64(m->mass, 1));
        m->v[k] = fs_muldiv64(sum[2 + k], FS__DIRECT_FINE_ONE, fs_max64(m->mass, 1));
    }
}

static int64_t cross(const int64_t a[2], const int64_t b[2])
{
    return fs_sat64_sub(fs_mul64(a[0], b[1], FS_WIDE_FRAC), fs_mul64(a[1], b[0], FS_WIDE_FRAC));
}

static void add_body(const struct fs__direct2_body *b, const int64_t r[2], struct rigid *m)
{
    const int64_t v[2] = { fs_sat64_sub(b->now[0], m->v[0]), fs_sat64_sub(b->now[1], m->v[1]) };
    const int64_t square = fs_sat64_add(fs_mul64(r[0], r[0], FS_WIDE_FRAC), fs_mul64(r[1], r[1], FS_WIDE_FRAC));
    fs__direct_add(&m->momentum, fs__direct_weigh(b->share, cross(r, v)));
    fs__direct_add(&m->moment, fs__direct_weigh(b->share, square));
    fs__direct_add(&m->momentum, fs__direct_weigh(b->moment, b->now[2]));
    fs__direct_add(&m->moment, fs__direct_weigh(b->moment, FS_WIDE_ONE));
}

/* From the velocities `now` of the bodies; false where there is none: bodies that cannot turn hold the tree. */
static bool fs__direct2_find_rigid(const struct fs__direct2_solver *s, const struct fs__joint_tree *tree,
                                   struct rigid *m)
{
    int64_t r[2];
    bool turns = true;
    find_centre(s, tree, m);
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        place_of(s, tree, i, m->centre, r);
        add_body(&s->body[i], r, m);
        turns &= s->body[i].inv_mass.m != 0 && s->body[i].inv_inertia.m != 0;
    }
    m->w = fs_muldiv64(m->momentum, FS_WIDE_ONE, fs_max64(m->moment, 1));
    return turns && m->moment > 0;
}

static int64_t turning_energy(const struct rigid *m)
{
    return fs_mul64(m->momentum, m->w, FS__DIRECT_FACTOR_FRAC);
}

static void subtract_rigid(const struct fs__direct2_solver *s, const struct fs__joint_tree *tree, uint32_t i,
                           const struct rigid *m, int64_t v[COMPONENTS])
{
    int64_t r[2];
    place_of(s, tree, i, m->centre, r);
    v[0] = fs_sat64_add(fs_sat64_sub(v[0], m->v[0]), fs_mul64(m->w, r[1], FS_WIDE_FRAC));
    v[1] = fs_sat64_sub(fs_sat64_sub(v[1], m->v[1]), fs_mul64(m->w, r[0], FS_WIDE_FRAC));
    v[2] = fs_sat64_sub(v[2], m->w);
}

/* In the plane the energy of a motion as one body does not depend on its orientation. */
struct turning {
    int64_t energy;
};

static struct turning turning_of(const struct rigid *m)
{
    (void)m;
    return (struct turning){ .energy = 0 };
}

#include "physics/joint_energy.inl"

void fs__direct2_load_now(struct fs__direct2_body *b)
{
    load_velocities(b);
}

static int64_t turn_back(const struct fs__joint_solver2 *s, const struct fs__joint_tree *tree, struct rigid *m,
                         struct turning t, int64_t work)
{
    (void)s, (void)tree, (void)m, (void)t, (void)work;
    return 0;
}
