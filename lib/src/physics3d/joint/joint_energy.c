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
 * joints stay 0 by that. A tree whose limits act, whose cables have just become taut or which something pushes may take energy,
 * but not give it.
 */
#include <stdlib.h>
#include "physics3d/joint/joint_direct.h"
#include "physics3d/joint/joint_solver.h"

/* Velocities are Q40. Energies are twice those, in m^2/s^2, Q34, over the largest mass of the tree. */
enum {
    FINE = FS_WIDE_FRAC + FS__JOINT_FINE_BITS,
    RESIDUAL_BITS = FINE - FS_VEL_FRAC,
    ENERGY_FRAC = 2 * FINE - FS__DIRECT_FACTOR_FRAC,
    AXIS_BITS = FS__DIRECT_FACTOR_FRAC - FS_UNIT_FRAC
};
#define FINE_ONE ((int64_t)1 << FINE)

/* In a substep links lose at most 1/4 of the energy of their motion and get at most 1/64; what is left is for the next one. A tree
 * that lost more turns too far in a substep for its loss to be an error of the step alone. */
enum { TAKEN_BITS = 2, GIVEN_BITS = 6 };

/* Of a tree that nothing holds: motion below 1 mm/s, and below 2^-16 of the energy, is that of one rigid body. */
enum { RIGID_BITS = 16 };
#define LEAST_MOTION ((int64_t)1 << (ENERGY_FRAC - 19))

/* The product of two velocities, as an energy. */
static int64_t product_of(const int64_t a[3], const int64_t b[3])
{
    fs__direct_sum sum = fs__direct_no_sum();
    for (unsigned k = 0; k < 3; k++)
        fs__direct_add_product(&sum, a[k], b[k]);
    return fs__direct_round_sum(sum);
}

/* Of so little the sign is that of rounding; what is left waits for the next substep. */
enum { ROUNDING = 32 };

static int64_t weigh(struct fs__joint_factor share, int64_t v)
{
    return fs__joint_apply_factor(share, fs__direct_clamp(v));
}

static void add(int64_t *sum, int64_t v)
{
    *sum = fs_sat64_add(*sum, v);
}

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

/* In the format of v. */
static int64_t along(fs_unit x, fs_unit y, fs_unit z, const int64_t v[3])
{
    fs__direct_sum sum = fs__direct_no_sum();
    fs__direct_add_product(&sum, (int64_t)x * (1 << AXIS_BITS), v[0]);
    fs__direct_add_product(&sum, (int64_t)y * (1 << AXIS_BITS), v[1]);
    fs__direct_add_product(&sum, (int64_t)z * (1 << AXIS_BITS), v[2]);
    return fs__direct_round_sum(sum);
}

static void to_principal(const fs_mat3 *m, const int64_t v[3], int64_t out[3])
{
    out[0] = along(m->x.x, m->y.x, m->z.x, v);
    out[1] = along(m->x.y, m->y.y, m->z.y, v);
    out[2] = along(m->x.z, m->y.z, m->z.z, v);
}

static void load_now(struct fs__direct3_body *b)
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

static bool is_tied(const struct fs__direct3_solver *s, const struct fs__joint_tree *tree)
{
    bool tied = false;
    for (uint32_t k = tree->first; k < tree->end; k++)
        tied |= s->joint[k].node->body[0] == 0 || s->joint[k].node->body[1] == 0;
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        tied |= (s->body[i].locks & FS__BODY3_LOCKS) != 0;
    return tied;
}

void fs__direct3_weigh_tree(struct fs__solver3 *s, struct fs__joint_tree *tree)
{
    tree->tied = is_tied(s->direct, tree);
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
 * falls freely does not swing for long. */
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
    tree->watched = (tree->tied && !tree->touched && !tree->pushed) || !turns_little(s, tree);
    for (uint32_t i = tree->body_first; i < tree->body_end && tree->watched; i++) {
        if (!loaded)
            load_now(&s->direct->body[i]);
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
    return fs_sat64_sub(product_of(change, sum), product_of(other, twice));
}

/* The sum over principal axes of their moments times a product of angular velocities. */
static int64_t weigh_spin(const struct fs__direct3_body *b, const int64_t v[3], const int64_t w[3])
{
    int64_t sum = 0;
    for (unsigned k = 0; k < 3; k++)
        add(&sum, weigh(b->moment[k], fs_mul64(v[k], w[k], FS__DIRECT_FACTOR_FRAC)));
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
        load_now(b);
        other_change(b, 0, other);
        add(&work, weigh(b->share, linear_work(b, other, tree->touched || tree->pushed)));
        add(&work, angular_work(b));
    }
    return work;
}

/* energy: of the motion, v.M v. lead: k.M v of what acts along the way, by which the energy at the time of the positions changes
 * too; kick: k.M k of it. */
struct balance {
    int64_t energy, lead, kick;
};

static struct balance balance_of(const struct fs__direct3_solver *s, const struct fs__joint_tree *tree)
{
    struct balance e = { .energy = 0 };
    int64_t other[3];
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        const struct fs__direct3_body *b = &s->body[i];
        add(&e.energy, weigh(b->share, product_of(b->now, b->now)));
        add(&e.energy, weigh_spin(b, b->now_spin, b->now_spin));
        other_change(b, 0, other);
        if (tree->touched || tree->pushed)
            continue;
        add(&e.lead, weigh(b->share, product_of(other, b->now)));
        add(&e.kick, weigh(b->share, product_of(other, other)));
    }
    return e;
}

/* ---- the motion as one rigid body -------------------------------------------------------------------------------------- */

/* Velocities are Q40; places (m, Q32) are relative to the first body, `centre` to the centre of mass. */
struct rigid {
    bool tied; /* to the ground: there is none */
    int64_t centre[3], v[3], w[3];
};

static void place_of(const struct fs__direct3_solver *s, const struct fs__joint_tree *tree, uint32_t i,
                     const int64_t centre[3], int64_t r[3])
{
    fs_pos3 d = fs_pos3_sub(s->body[i].pose.pos, s->body[tree->body_first].pose.pos);
    r[0] = fs_sat64_sub(d.x, centre[0]);
    r[1] = fs_sat64_sub(d.y, centre[1]);
    r[2] = fs_sat64_sub(d.z, centre[2]);
}

/* The centre of mass and its velocity; returns the mass (Q40). */
static int64_t find_centre(const struct fs__direct3_solver *s, const struct fs__joint_tree *tree, struct rigid *m)
{
    int64_t mass = 0, r[3], sum[6] = { 0 };
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        place_of(s, tree, i, m->centre, r);
        add(&mass, weigh(s->body[i].share, FINE_ONE));
        for (unsigned k = 0; k < 3; k++) {
            add(&sum[k], weigh(s->body[i].share, r[k]));
            add(&sum[3 + k], weigh(s->body[i].share, s->body[i].now[k]));
        }
    }
    for (unsigned k = 0; k < 3; k++) {
        m->centre[k] = fs_muldiv64(sum[k], FINE_ONE, fs_max64(mass, 1));
        m->v[k] = fs_muldiv64(sum[3 + k], FINE_ONE, fs_max64(mass, 1));
    }
    return mass;
}

/* a cross b in the format of b; a is Q32. */
static void cross(const int64_t a[3], const int64_t b[3], int64_t out[3])
{
    for (unsigned k = 0; k < 3; k++) {
        unsigned i = (k + 1) % 3, j = (k + 2) % 3;
        out[k] = fs_sat64_sub(fs_mul64(a[i], b[j], FS_WIDE_FRAC), fs_mul64(a[j], b[i], FS_WIDE_FRAC));
    }
}

/* Angular momentum (Q40) and moments (Q32: xx, yy, zz, xy, xz, yz) about the centre of mass. */
struct momentum {
    int64_t of[3], moment[6];
};

static const unsigned first_axis[6] = { 0, 1, 2, 0, 0, 1 }, second_axis[6] = { 0, 1, 2, 1, 2, 2 };

static void add_place(const struct fs__direct3_body *b, const int64_t r[3], const int64_t v[3], struct momentum *p)
{
    int64_t l[3], square = 0;
    cross(r, v, l);
    for (unsigned k = 0; k < 3; k++) {
        add(&p->of[k], weigh(b->share, l[k]));
        add(&square, fs_mul64(r[k], r[k], FS_WIDE_FRAC));
    }
    for (unsigned k = 0; k < 6; k++) {
        int64_t product = fs_mul64(r[first_axis[k]], r[second_axis[k]], FS_WIDE_FRAC);
        add(&p->moment[k], weigh(b->share, fs_sat64_sub(k < 3 ? square : 0, product)));
    }
}

static void add_spin(const struct fs__direct3_body *b, const int64_t w[3], struct momentum *p)
{
    const fs_mat3 *m = &b->axes;
    const fs_unit axis[3][3] = { { m->x.x, m->y.x, m->z.x }, { m->x.y, m->y.y, m->z.y }, { m->x.z, m->y.z, m->z.z } };
    for (unsigned i = 0; i < 3; i++) {
        int64_t part = weigh(b->moment[i], along(axis[i][0], axis[i][1], axis[i][2], w));
        for (unsigned k = 0; k < 3; k++)
            add(&p->of[k], fs_mul64(part, axis[i][k], FS_UNIT_FRAC));
        for (unsigned k = 0; k < 6; k++) {
            int64_t product = (int64_t)axis[i][first_axis[k]] * axis[i][second_axis[k]];
            add(&p->moment[k], weigh(b->moment[i], fs_round_shift64_sym(product, 2 * FS_UNIT_FRAC - FS_WIDE_FRAC)));
        }
    }
}

/* The angular velocity with that momentum; false when it has none. */
static bool find_spin(const struct momentum *p, int64_t w[3])
{
    fs_sym3 inverse;
    const int64_t *m = p->moment;
    if (!fs_sym3_inverse(fs_sym3_from_wide(m[0], m[1], m[2], m[3], m[4], m[5]), &inverse))
        return false;
    int less = fs_bit_width64(fs_uabs64(p->of[0]) | fs_uabs64(p->of[1]) | fs_uabs64(p->of[2])) - 30;
    less = fs_max32(less, 0);
    int32_t l[3];
    for (unsigned k = 0; k < 3; k++)
        l[k] = (int32_t)fs_round_shift64_sym(p->of[k], (unsigned)less);
    const fs_raw3 spin = fs_sym3_apply(inverse, l[0], l[1], l[2], less);
    w[0] = spin.x;
    w[1] = spin.y;
    w[2] = spin.z;
    return true;
}

/* What is left of `energy` without the motion as one body; 0 where that cannot be told apart. */
static int64_t energy_within(int64_t energy, int64_t mass, const struct rigid *m, const struct momentum *p)
{
    int64_t left = fs_sat64_sub(energy, product_of(p->of, m->w));
    left = fs_sat64_sub(left, fs_mul64(product_of(m->v, m->v), mass, FINE));
    return left < LEAST_MOTION || left < energy >> RIGID_BITS ? 0 : left;
}

/* Finds the motion as one body, and leaves in *energy that of the links relative to it. */
static void find_rigid(const struct fs__direct3_solver *s, const struct fs__joint_tree *tree, struct rigid *m,
                       int64_t *energy)
{
    struct momentum p = { .of = { 0 } };
    int64_t mass = find_centre(s, tree, m), v[3], r[3];
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        const struct fs__direct3_body *b = &s->body[i];
        place_of(s, tree, i, m->centre, r);
        for (unsigned k = 0; k < 3; k++)
            v[k] = fs_sat64_sub(b->now[k], m->v[k]);
        add_place(b, r, v, &p);
        add_spin(b, b->now + 3, &p);
    }
    *energy = find_spin(&p, m->w) ? energy_within(*energy, mass, m, &p) : 0;
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
        share = fs_muldiv64(fs_sat64_sub(0, fs_sat64_add(work, square)), FINE_ONE, slope);
    }
    return share;
}

static void scale_motion(struct fs__direct3_solver *s, const struct fs__joint_tree *tree, const struct rigid *m,
                         int64_t share)
{
    int64_t v[6], r[3], turned[3];
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        struct fs__direct3_body *b = &s->body[i];
        for (unsigned k = 0; k < 6; k++)
            v[k] = b->now[k];
        if (!m->tied) {
            place_of(s, tree, i, m->centre, r);
            cross(r, m->w, turned); /* w cross r is -r cross w */
            for (unsigned k = 0; k < 3; k++) {
                v[k] = fs_sat64_add(fs_sat64_sub(v[k], m->v[k]), turned[k]);
                v[3 + k] = fs_sat64_sub(v[3 + k], m->w[k]);
            }
        }
        for (unsigned k = 0; k < 6; k++)
            b->sum[k] = fs_mul64(v[k], share, FINE);
        fs__direct3_apply_sum(b);
        load_now(b);
    }
}

/* Takes back what the joints gave, as far as the motion allows: `work` with what is left of the substeps before. */
static void take_back(struct fs__solver3 *s, struct fs__joint_tree *tree, int64_t work)
{
    struct fs__direct3_solver *t = s->direct;
    struct balance e = balance_of(t, tree);
    struct rigid m = { .tied = tree->tied };
    if (!m.tied) {
        find_rigid(t, tree, &m, &e.energy);
        e.lead = 0;
    }
    if (work < -(fs_sat64_add(e.energy, e.kick) >> GIVEN_BITS)) {
        tree->excess = 0;
        return;
    }
    int64_t taken = fs_clamp64(work, -(e.energy >> GIVEN_BITS), e.energy >> TAKEN_BITS), share = share_for(&e, taken);
    if (share == 0)
        return;
    tree->excess = fs_sat64_sub(work, taken);
    scale_motion(t, tree, &m, share);
}

void fs__direct3_restore_energy(struct fs__solver3 *s, struct fs__joint_tree *tree)
{
    if (!tree->watched)
        return;
    bool may = may_lose(s->direct, tree);
    int64_t work = fs_sat64_add(work_of(s->direct, tree), tree->excess);
    tree->excess = may ? fs_max64(work, 0) : work;
    if (fs_abs64(work) > ROUNDING && (work > 0 || !may) && !is_carried(s, tree))
        take_back(s, tree, work);
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

void fs__direct3_pay_for_lift(struct fs__solver3 *s, const struct fs__joint_tree *tree, fs_pos3 shift)
{
    const struct fs_body3_view *body = &s->w->body;
    struct balance e = { .energy = 0 };
    int64_t lift = 0;
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        struct fs__direct3_body *b = &s->direct->body[i];
        fs_pos3 way = fs_pos3_add(fs_pos3_sub(b->pose.pos, body->pos[b->row]), shift);
        add(&lift, weigh(b->share, lift_of(s->w->rules.gravity[0], way)));
        load_now(b);
        add(&e.energy, weigh(b->share, product_of(b->now, b->now)));
        add(&e.energy, weigh_spin(b, b->now_spin, b->now_spin));
    }
    int64_t left = FINE_ONE + share_for(&e, fs_clamp64(lift, 0, e.energy >> TAKEN_BITS));
    for (uint32_t i = tree->body_first; i < tree->body_end && lift > 0; i++) {
        uint32_t row = s->direct->body[i].row;
        body->vel[row] = scaled(body->vel[row], left);
        body->angular_velocity[row] = scaled(body->angular_velocity[row], left);
    }
}
