/* joint_energy.c: the joints of a tree do no work.
 *
 * The solver's steps (RATTLE) keep a modified energy: the energy itself swings about it with the square of the way that links turn
 * in a substep, and where that is a tenth of a radian and more, in chains of light links that whirl, it drifts. So at the end
 * of every substep the work of the tree's joints is found and taken back. With the velocities u at the start and v at the end,
 * the masses and moments M, and the change k of the velocities that came from elsewhere, it is
 *
 *     v.M v/2 - u.M u/2 - k.M w,      w = the way of the substep / h + (u - v)/2,
 *
 * where k is that of gravity and forces, which act along the way (velocities stand half a substep before their positions); where
 * contacts, springs, motors and joints outside the tree push the tree, w = (u + v)/2: the work of an impulse.
 *
 * The motion of the links is then made faster or slower: all velocities of a tree that is tied to the ground, and of another those
 * relative to its motion as one rigid body, so that momentum and angular momentum are kept. Velocities along the rows of the
 * joints stay 0 by that. A tree that nothing acts on is also turned about its centre of mass: with the same angular momentum
 * another orientation has another energy. Both share the work so that the motion changes least. A tree whose limits act, whose
 * cables have just become taut or which something pushes may take energy, but not give it.
 */
#include <stdlib.h>
#include "physics3d/joint/joint_direct.h"
#include "physics3d/joint/joint_solver.h"
#include "physics3d/solver/load_mass.h"

enum { FINE = FS__DIRECT3_FINE, RESIDUAL_BITS = FINE - FS_VEL_FRAC, ENERGY_FRAC = FS__DIRECT3_ENERGY_FRAC };

/* In a substep links lose at most 1/4 of the energy of their motion and get at most 1/64; what is left is for the next one. A tree
 * that lost more turns too far in a substep for its loss to be an error of the step alone. */
enum { TAKEN_BITS = 2, GIVEN_BITS = 6 };

/* Of a tree that nothing holds: motion below 1 mm/s, and below 2^-16 of the energy, is that of one rigid body. */
enum { RIGID_BITS = 16 };
#define LEAST_MOTION ((int64_t)1 << (ENERGY_FRAC - 19))

/* Of so little the sign is that of rounding; what is left waits for the next substep. */
enum { ROUNDING = 32 };

/* ---- velocities ------------------------------------------------------------------------------------------------------ */

static void load_velocities(const struct fs__direct3_body *b, int64_t v[6])
{
    const struct fs__solver3_body *m = b->solver_body;
    const fs_vel now[6] = { m->v.x, m->v.y, m->v.z, m->w.x, m->w.y, m->w.z };
    for (unsigned i = 0; i < 6; i++)
        v[i] = (int64_t)now[i] * (1 << RESIDUAL_BITS) + b->residual[i] + b->pending[i];
}

/* What the last tick rounded off. */
static void load_pending(const struct fs__solver3 *s, struct fs__direct3_body *b)
{
    const fs_unit3 v = s->w->body.velocity_residual[b->row], w = s->w->body.angular_velocity_residual[b->row];
    const fs_unit rest[6] = { v.x, v.y, v.z, w.x, w.y, w.z };
    for (unsigned i = 0; i < 6; i++)
        b->pending[i] = (int32_t)fs_round_shift64_sym(rest[i], FS_UNIT_FRAC - RESIDUAL_BITS);
}

static void to_principal(const fs_mat3 *m, const int64_t v[3], int64_t out[3])
{
    out[0] = fs__direct3_along(m->x.x, m->y.x, m->z.x, v);
    out[1] = fs__direct3_along(m->x.y, m->y.y, m->z.y, v);
    out[2] = fs__direct3_along(m->x.z, m->y.z, m->z.z, v);
}

void fs__direct3_load_now(struct fs__direct3_body *b)
{
    load_velocities(b, b->now);
    to_principal(&b->axes, b->now + 3, b->now_spin);
}

/* ---- the start of a substep ------------------------------------------------------------------------------------------ */

static fs_scaled least_inverse_mass(const struct fs__direct3_solver *s, const struct fs__joint_tree *tree)
{
    fs_scaled least = { 0, 0 };
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        fs_scaled inverse = s->body[i].inv_mass;
        if (inverse.m != 0 && (least.m == 0 || fs_scaled_cmp(inverse, least) < 0))
            least = inverse;
    }
    return least.m != 0 ? least : fs_scaled_make(1, 0);
}

static bool has_locked_body(const struct fs__direct3_solver *s, const struct fs__joint_tree *tree)
{
    bool locked = false;
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        locked |= (s->body[i].locks & FS__BODY3_LOCKS) != 0;
    return locked;
}

void fs__direct3_weigh_tree(struct fs__solver3 *s, struct fs__joint_tree *tree)
{
    tree->tied |= has_locked_body(s->direct, tree);
    fs_scaled least = least_inverse_mass(s->direct, tree);
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        struct fs__direct3_body *b = &s->direct->body[i];
        load_pending(s, b);
        b->share = fs__joint_factor_from_scaled(fs_scaled_div(least, b->inv_mass));
        for (unsigned k = 0; k < 3; k++)
            b->moment[k] = fs__joint_factor_from_scaled(fs_scaled_div(least, b->inv_inertia[k]));
    }
}

static void begin_substep(struct fs__direct3_body *b)
{
    for (unsigned k = 0; k < 6; k++) {
        b->start[k] = b->now[k];
        b->given[k] = 0;
    }
    for (unsigned k = 0; k < 3; k++)
        b->start_spin[k] = b->now_spin[k];
}

/* Below 1/64 rad in a substep the error of a step is below 1e-4 of the energy of the motion: far below what contacts take, and what
 * falls freely does not swing for long. That of loops of unlike masses is larger. */
static bool turns_little(const struct fs__solver3 *s, const struct fs__joint_tree *tree)
{
    const int64_t most = (int64_t)s->rate.hz * (FS_VEL_ONE / 64);
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        const fs_vel3 w = s->direct->body[i].solver_body->w;
        if (fs_abs64(w.x) > most || fs_abs64(w.y) > most || fs_abs64(w.z) > most)
            return false;
    }
    return true;
}

void fs__direct3_begin_energy(struct fs__solver3 *s, struct fs__joint_tree *tree)
{
    bool loaded = tree->watched;
    tree->watched = ((tree->tied || tree->loops > 0) && !tree->touched && !tree->pushed) || !turns_little(s, tree);
    for (uint32_t i = tree->body_first; i < tree->body_end && tree->watched; i++) {
        if (!loaded)
            fs__direct3_load_now(&s->direct->body[i]);
        begin_substep(&s->direct->body[i]);
    }
}

/* ---- the balance ------------------------------------------------------------------------------------------------------ */

/* What changed the velocity of a body beside the joints of its tree. */
static void other_change(const struct fs__direct3_body *b, unsigned first, int64_t other[3])
{
    for (unsigned k = 0; k < 3; k++)
        other[k] = fs_sat64_sub(b->now[first + k] - b->start[first + k], b->given[first + k]);
}

static int64_t linear_work(const struct fs__direct3_body *b, const int64_t other[3], bool pushed)
{
    const fs_vel way[3] = { b->way.x, b->way.y, b->way.z };
    int64_t sum[3], change[3], twice[3];
    for (unsigned k = 0; k < 3; k++) {
        sum[k] = b->now[k] + b->start[k];
        change[k] = b->now[k] - b->start[k];
        twice[k] = pushed ? sum[k] : (int64_t)way[k] * (2 << RESIDUAL_BITS) - change[k];
    }
    return fs_sat64_sub(fs__direct3_product(change, sum), fs__direct3_product(other, twice));
}

/* The sum over principal axes of their moments times a product of angular velocities. */
static int64_t weigh_spin(const struct fs__direct3_body *b, const int64_t v[3], const int64_t w[3])
{
    int64_t sum = 0;
    for (unsigned k = 0; k < 3; k++)
        fs__direct3_add(&sum, fs__direct3_weigh(b->moment[k], fs_mul64(v[k], w[k], FS__DIRECT_FACTOR_FRAC)));
    return sum;
}

static int64_t angular_work(const struct fs__direct3_body *b)
{
    int64_t other[3], part[3] = { 0, 0, 0 }, sum[3], change[3];
    other_change(b, 3, other);
    if ((other[0] | other[1] | other[2]) != 0)
        to_principal(&b->axes, other, part);
    for (unsigned k = 0; k < 3; k++) {
        sum[k] = b->now_spin[k] + b->start_spin[k];
        change[k] = fs_sat64_sub(b->now_spin[k] - b->start_spin[k], part[k]);
    }
    return weigh_spin(b, change, sum);
}

/* The work of the joints. */
static int64_t work_of(struct fs__direct3_solver *s, const struct fs__joint_tree *tree)
{
    int64_t work = 0, other[3];
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        struct fs__direct3_body *b = &s->body[i];
        fs__direct3_load_now(b);
        other_change(b, 0, other);
        fs__direct3_add(&work, fs__direct3_weigh(b->share, linear_work(b, other, tree->touched || tree->pushed)));
        fs__direct3_add(&work, angular_work(b));
    }
    return work;
}

/* energy: of the motion, v.M v. lead: k.M v of what acts along the way, by which the energy at the time of the positions changes
 * too; kick: k.M k of it. */
struct balance {
    int64_t energy, lead, kick;
};

/* That of the velocities `now`. */
static void add_energy(const struct fs__direct3_body *b, int64_t *energy)
{
    fs__direct3_add(energy, fs__direct3_weigh(b->share, fs__direct3_product(b->now, b->now)));
    fs__direct3_add(energy, weigh_spin(b, b->now_spin, b->now_spin));
}

static struct balance balance_of(const struct fs__direct3_solver *s, const struct fs__joint_tree *tree)
{
    struct balance e = { .energy = 0 };
    int64_t other[3];
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        const struct fs__direct3_body *b = &s->body[i];
        add_energy(b, &e.energy);
        other_change(b, 0, other);
        if (tree->touched || tree->pushed)
            continue;
        fs__direct3_add(&e.lead, fs__direct3_weigh(b->share, fs__direct3_product(other, b->now)));
        fs__direct3_add(&e.kick, fs__direct3_weigh(b->share, fs__direct3_product(other, other)));
    }
    return e;
}

/* What is left of `energy` without the motion as one body; 0 where that cannot be told apart. */
static int64_t energy_within(int64_t energy, const struct fs__direct3_rigid *m)
{
    int64_t left = fs_sat64_sub(energy, fs__direct3_product(m->momentum, m->w));
    left = fs_sat64_sub(left, fs_mul64(fs__direct3_product(m->v, m->v), m->mass, FINE));
    return left < LEAST_MOTION || left < energy >> RIGID_BITS ? 0 : left;
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
    int64_t energy = fs__direct3_product(m->momentum, m->w), c[3];
    fs__direct3_cross(m->w, m->momentum, FS__DIRECT_FACTOR_FRAC, c);
    const fs_wide3 slope = fs_wide3_make(c[0], c[1], c[2]);
    if (energy <= 0 || !fs_wide3_normalise(slope, &t.axis))
        return t;
    t.slope = fs_wide3_length(slope);
    t.energy = fs_muldiv64(t.slope, t.slope, energy);
    return t;
}

/* ---- the correction ----------------------------------------------------------------------------------------------------- */

/* Whether a body that joints cannot move carries the tree along. */
static bool is_carried(const struct fs__solver3 *s, const struct fs__joint_tree *tree)
{
    for (uint32_t k = tree->first; k < tree->end; k++)
        for (unsigned i = 0; i < 2; i++) {
            const struct fs__direct3_joint *d = &s->direct->joint[k];
            const struct fs__solver3_body *m = &s->tick->solver_body[d->solver_body[i]];
            if (d->node->body[i] == 0 && (m->v.x | m->v.y | m->v.z | m->w.x | m->w.y | m->w.z) != 0)
                return true;
        }
    return false;
}

/* Whether the joints may take energy in this substep. */
static bool may_lose(struct fs__direct3_solver *s, const struct fs__joint_tree *tree)
{
    bool may = tree->touched || tree->pushed;
    for (uint32_t k = tree->first; k < tree->end; k++) {
        struct fs__direct3_joint *d = &s->joint[k];
        may |= d->yields || d->settling > 0;
        d->settling = (uint8_t)(d->settling - (d->settling > 0));
    }
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        may |= s->body[i].stiff;
    return may;
}

/* The share s of the motion with energy (2 s + s^2) + lead s = -work; 0 where that is not near. */
static int64_t share_for(const struct balance *e, int64_t work)
{
    int64_t slope = fs_sat64_add(fs_sat64_add(e->energy, e->energy), e->lead), share = 0;
    if (e->energy == 0 || slope < e->energy)
        return 0;
    for (int i = 0; i < 3; i++) {
        int64_t square = fs_mul64(fs_mul64(share, share, FINE), e->energy, FINE);
        share = fs_muldiv64(fs_sat64_sub(0, fs_sat64_add(work, square)), FS__DIRECT3_FINE_ONE, slope);
    }
    return share;
}

static void scale_motion(struct fs__direct3_solver *s, const struct fs__joint_tree *tree,
                         const struct fs__direct3_rigid *m, int64_t share)
{
    int64_t v[6], r[3], turned[3];
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        struct fs__direct3_body *b = &s->body[i];
        for (unsigned k = 0; k < 6; k++)
            v[k] = b->now[k];
        if (!m->tied) {
            fs__direct3_place_of(s, tree, i, m->centre, r);
            fs__direct3_cross(r, m->w, FS_WIDE_FRAC, turned); /* w cross r is -r cross w */
            for (unsigned k = 0; k < 3; k++) {
                v[k] = fs_sat64_add(fs_sat64_sub(v[k], m->v[k]), turned[k]);
                v[3 + k] = fs_sat64_sub(v[3 + k], m->w[k]);
            }
        }
        for (unsigned k = 0; k < 6; k++)
            b->sum[k] = fs_mul64(v[k], share, FINE);
        fs__direct3_apply_sum(b);
        fs__direct3_load_now(b);
    }
}

#define LARGEST_TURN ((int64_t)1 << (FINE - 8)) /* rad, Q40 */
#define SMALLEST_TURN ((int64_t)1 << (FINE - 24))
enum { TURNS = 2 }; /* a turn is right to first order */

/* Turns a tree so that its rotation loses `work`, to first order. */
static void turn_once(struct fs__solver3 *s, const struct fs__joint_tree *tree, const struct fs__direct3_rigid *m,
                      const struct turning *t, int64_t work)
{
    int64_t turn = fs_clamp64(fs_muldiv64(-work, FS__DIRECT3_FINE_ONE / 2, t->slope), -LARGEST_TURN, LARGEST_TURN);
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

/* Takes back what the joints gave, as far as the motion allows: `work` with what is left of the substeps before. Of a tree that
 * nothing acts on a part is that of its rotation as one body; returns whether the tree was turned by that. */
static bool take_back(struct fs__solver3 *s, struct fs__joint_tree *tree, int64_t work)
{
    struct fs__direct3_solver *t = s->direct;
    struct balance e = balance_of(t, tree);
    struct fs__direct3_rigid m = { .tied = tree->tied };
    struct turning turning = { .slope = 0 };
    if (!m.tied) {
        bool turns = fs__direct3_find_rigid(t, tree, &m);
        e.energy = turns ? energy_within(e.energy, &m) : 0;
        e.lead = 0;
        if (turns && !tree->touched && !tree->pushed)
            turning = turning_of(&m);
    }
    int64_t most = fs_sat64_add(e.energy, turning.energy);
    if (work < -(fs_sat64_add(most, e.kick) >> GIVEN_BITS)) {
        tree->excess = 0;
        return false;
    }
    int64_t taken = fs_clamp64(work, -(most >> GIVEN_BITS), most >> TAKEN_BITS);
    int64_t of_motion = most > 0 ? fs_muldiv64(taken, e.energy, most) : 0, share = share_for(&e, of_motion);
    if (share != 0) {
        tree->excess = fs_sat64_sub(work, of_motion);
        scale_motion(t, tree, &m, share);
    }
    int64_t turned = turn_back(s, tree, &m, turning, fs_sat64_sub(taken, of_motion));
    tree->excess = fs_sat64_sub(tree->excess, turned);
    return turned != 0;
}

bool fs__direct3_restore_energy(struct fs__solver3 *s, struct fs__joint_tree *tree)
{
    if (!tree->watched)
        return false;
    bool may = may_lose(s->direct, tree);
    int64_t work = fs_sat64_add(work_of(s->direct, tree), tree->excess);
    tree->excess = may ? fs_max64(work, 0) : work;
    if (fs_abs64(work) > ROUNDING && (work > 0 || !may) && !is_carried(s, tree))
        return take_back(s, tree, work);
    return false;
}

/* ---- joints that are closed ---------------------------------------------------------------------------------------------- */

/* What a way in gravity takes, as an energy per mass. */
static int64_t lift_of(fs_wide3 gravity, fs_pos3 way)
{
    const unsigned less = FS_WIDE_FRAC + FS_POS_FRAC - ENERGY_FRAC - 1;
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
        int64_t of_body = fs__direct3_weigh(b->share, lift_of(w->rules.gravity[0], way));
        fs__direct3_add(&lift, of_body / (1 << fs__body3_load_shift(w, b->row)));
        fs__direct3_load_now(b);
        add_energy(b, &e.energy);
    }
    int64_t left = FS__DIRECT3_FINE_ONE + share_for(&e, fs_clamp64(lift, 0, e.energy >> TAKEN_BITS));
    for (uint32_t i = tree->body_first; i < tree->body_end && lift > 0; i++) {
        uint32_t row = t->body[i].row;
        body->vel[row] = scaled(body->vel[row], left);
        body->angular_velocity[row] = scaled(body->angular_velocity[row], left);
    }
}
