/* joint_energy.c: the joints of a tree in space do no work; see physics/joint_energy.inl. */
#include <stdlib.h>
#include "physics3d/joint/joint_direct.h"
#include "physics3d/joint/joint_solver.h"
#include "physics3d/solver/load_mass.h"

#define DIRECT(name) fs__direct3_##name
#define DIRECT_CONTEXT struct fs__solver3
#define DIRECT_SOLVER struct fs__direct3_solver
#define DIRECT_BODY struct fs__direct3_body
#define DIRECT_JOINT struct fs__direct3_joint
#define DIRECT_RIGID struct fs__direct3_rigid

enum { LINEAR = 3, COMPONENTS = 6, FINE = FS__DIRECT_FINE };

/* ---- velocities ------------------------------------------------------------------------------------------------------ */

static uint32_t substep_rate(const struct fs__solver3 *s)
{
    return s->rate.hz;
}

static fs_vel component(const struct fs__direct3_body *b, unsigned k)
{
    const struct fs__solver3_body *m = b->solver_body;
    const fs_vel now[COMPONENTS] = { m->v.x, m->v.y, m->v.z, m->w.x, m->w.y, m->w.z };
    return now[k];
}

/* What the last tick rounded off. */
static void load_pending(const struct fs__solver3 *s, struct fs__direct3_body *b)
{
    const fs_unit3 v = s->w->body.velocity_residual[b->row], w = s->w->body.angular_velocity_residual[b->row];
    const fs_unit rest[COMPONENTS] = { v.x, v.y, v.z, w.x, w.y, w.z };
    for (unsigned i = 0; i < COMPONENTS; i++)
        b->pending[i] = (int32_t)fs_round_shift64_sym(rest[i], FS_UNIT_FRAC - (FINE - FS_VEL_FRAC));
}

static void to_principal(const fs_mat3 *m, const int64_t v[3], int64_t out[3])
{
    out[0] = fs__direct3_along(m->x.x, m->y.x, m->z.x, v);
    out[1] = fs__direct3_along(m->x.y, m->y.y, m->z.y, v);
    out[2] = fs__direct3_along(m->x.z, m->y.z, m->z.z, v);
}

static void begin_spin(struct fs__direct3_body *b)
{
    for (unsigned k = 0; k < 3; k++)
        b->start_spin[k] = b->now_spin[k];
}

static bool is_stiff(const struct fs__direct3_body *b)
{
    return b->stiff;
}

static bool has_locked_body(const struct fs__direct3_solver *s, const struct fs__joint_tree *tree)
{
    bool locked = false;
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        locked |= (s->body[i].locks & FS__BODY3_LOCKS) != 0;
    return locked;
}

static bool is_carried_end(const struct fs__solver3 *s, const struct fs__direct3_joint *d, unsigned i)
{
    const struct fs__solver3_body *m = &s->tick->solver_body[d->solver_body[i]];
    return (m->v.x | m->v.y | m->v.z | m->w.x | m->w.y | m->w.z) != 0;
}

/* ---- energies ---------------------------------------------------------------------------------------------------------- */

static void weigh_body(struct fs__direct3_body *b, fs_scaled least)
{
    b->share = fs__joint_factor_from_scaled(fs_scaled_div(least, b->inv_mass));
    for (unsigned k = 0; k < 3; k++)
        b->moment[k] = fs__joint_factor_from_scaled(fs_scaled_div(least, b->inv_inertia[k]));
}

/* The sum over principal axes of their moments times a product of angular velocities. */
static int64_t weigh_spin(const struct fs__direct3_body *b, const int64_t v[3], const int64_t w[3])
{
    int64_t sum = 0;
    for (unsigned k = 0; k < 3; k++)
        fs__direct_add(&sum, fs__direct_weigh(b->moment[k], fs_mul64(v[k], w[k], FS__DIRECT_FACTOR_FRAC)));
    return sum;
}

static void add_spin_energy(const struct fs__direct3_body *b, int64_t *energy)
{
    fs__direct_add(energy, weigh_spin(b, b->now_spin, b->now_spin));
}

static int64_t angular_work(const struct fs__direct3_body *b)
{
    int64_t other[3], part[3] = { 0, 0, 0 }, sum[3], change[3];
    for (unsigned k = 0; k < 3; k++)
        other[k] = fs_sat64_sub(b->now[3 + k] - b->start[3 + k], b->given[3 + k]);
    if ((other[0] | other[1] | other[2]) != 0)
        to_principal(&b->axes, other, part);
    for (unsigned k = 0; k < 3; k++) {
        sum[k] = b->now_spin[k] + b->start_spin[k];
        change[k] = fs_sat64_sub(b->now_spin[k] - b->start_spin[k], part[k]);
    }
    return weigh_spin(b, change, sum);
}

/* ---- the motion as one body -------------------------------------------------------------------------------------------- */

static int64_t turning_energy(const struct fs__direct3_rigid *m)
{
    return fs__direct_product(m->momentum, m->w, 3);
}

/* Places are relative to the centre of mass. */
static void subtract_rigid(const struct fs__direct3_solver *s, const struct fs__joint_tree *tree, uint32_t i,
                           const struct fs__direct3_rigid *m, int64_t v[COMPONENTS])
{
    int64_t r[3], turned[3];
    fs__direct3_place_of(s, tree, i, m->centre, r);
    fs__direct3_cross(r, m->w, FS_WIDE_FRAC, turned); /* w cross r is -r cross w */
    for (unsigned k = 0; k < 3; k++) {
        v[k] = fs_sat64_add(fs_sat64_sub(v[k], m->v[k]), turned[k]);
        v[3 + k] = fs_sat64_sub(v[3 + k], m->w[k]);
    }
}

/* Of the rotation of a tree as one body: by how much its energy grows where the tree is turned about `axis` without its angular
 * momentum, half of it per rad, and the square of that over its energy: what a correction as large as the motion changes. */
struct turning {
    fs_unit3 axis;
    int64_t slope, energy;
};

static struct turning turning_of(const struct fs__direct3_rigid *m)
{
    struct turning t = { .slope = 0 };
    int64_t energy = turning_energy(m), c[3];
    fs__direct3_cross(m->w, m->momentum, FS__DIRECT_FACTOR_FRAC, c);
    const fs_wide3 slope = fs_wide3_make(c[0], c[1], c[2]);
    if (energy <= 0 || !fs_wide3_normalise(slope, &t.axis))
        return t;
    t.slope = fs_wide3_length(slope);
    t.energy = fs_muldiv64(t.slope, t.slope, energy);
    return t;
}

#include "physics/joint_energy.inl"

void fs__direct3_load_now(struct fs__direct3_body *b)
{
    load_velocities(b);
    to_principal(&b->axes, b->now + 3, b->now_spin);
}

/* ---- turning ------------------------------------------------------------------------------------------------------------ */

#define LARGEST_TURN ((int64_t)1 << (FINE - 8)) /* rad, Q40 */
#define SMALLEST_TURN ((int64_t)1 << (FINE - 24))
enum { TURNS = 2 }; /* a turn is right to first order */

/* Turns a tree so that its rotation loses `work`, to first order. */
static void turn_once(struct fs__solver3 *s, const struct fs__joint_tree *tree, const struct fs__direct3_rigid *m,
                      const struct turning *t, int64_t work)
{
    int64_t turn = fs_clamp64(fs_muldiv64(-work, FS__DIRECT_FINE_ONE / 2, t->slope), -LARGEST_TURN, LARGEST_TURN);
    const int64_t angle[3] = { fs_mul64(turn, t->axis.x, FS_UNIT_FRAC), fs_mul64(turn, t->axis.y, FS_UNIT_FRAC),
                               fs_mul64(turn, t->axis.z, FS_UNIT_FRAC) };
    fs__direct3_turn_tree(s, tree, m, angle);
}

/* Returns what the rotation lost; 0: the tree was not turned. */
static int64_t turn_back(struct fs__solver3 *s, const struct fs__joint_tree *tree, struct fs__direct3_rigid *m,
                         struct turning t, int64_t work)
{
    const int64_t before = balance_of(s->direct, tree).energy;
    int64_t lost = 0;
    if (fs_abs64(work) >> 1 < fs_mul64(SMALLEST_TURN, t.slope, FINE))
        return 0;
    for (int i = 0; i < TURNS && t.slope != 0 && fs_abs64(work - lost) > ROUNDING; i++) {
        turn_once(s, tree, m, &t, work - lost);
        lost = fs_sat64_sub(before, balance_of(s->direct, tree).energy);
        t = fs__direct3_find_rigid(s->direct, tree, m) ? turning_of(m) : (struct turning){ .slope = 0 };
    }
    return lost;
}

/* ---- joints that are closed ---------------------------------------------------------------------------------------------- */

/* What a way in gravity takes, as an energy per mass. */
static int64_t lift_of(fs_wide3 gravity, fs_pos3 way)
{
    const unsigned less = FS_WIDE_FRAC + FS_POS_FRAC - FS__DIRECT_ENERGY_FRAC - 1;
    int64_t sum = fs_sat64_add(fs_mul64(gravity.x, way.x, less), fs_mul64(gravity.y, way.y, less));
    return fs_sat64_sub(0, fs_sat64_add(sum, fs_mul64(gravity.z, way.z, less)));
}

static fs_vel3 scaled(fs_vel3 v, int64_t share)
{
    return fs_vel3_make((fs_vel)fs_mul64(v.x, share, FINE), (fs_vel)fs_mul64(v.y, share, FINE),
                        (fs_vel)fs_mul64(v.z, share, FINE));
}

void fs__direct3_pay_for_lift(const struct fs_world3 *w, struct fs__direct3_solver *t,
                              const struct fs__joint_tree *tree, fs_pos3 shift)
{
    const struct fs_body3_view *body = &w->body;
    struct balance e = { .energy = 0 };
    int64_t lift = 0;
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        struct fs__direct3_body *b = &t->body[i];
        fs_pos3 way = fs_pos3_add(fs_pos3_sub(b->pose.pos, body->pos[b->row]), shift);
        int64_t of_body = fs__direct_weigh(b->share, lift_of(w->rules.gravity[0], way));
        fs__direct_add(&lift, of_body / (1 << fs__body3_load_shift(w, b->row)));
        fs__direct3_load_now(b);
        add_energy(b, &e.energy);
    }
    int64_t left = FS__DIRECT_FINE_ONE + share_for(&e, fs_clamp64(lift, 0, e.energy >> TAKEN_BITS));
    for (uint32_t i = tree->body_first; i < tree->body_end && lift > 0; i++) {
        uint32_t row = t->body[i].row;
        body->vel[row] = scaled(body->vel[row], left);
        body->angular_velocity[row] = scaled(body->angular_velocity[row], left);
    }
}
