/* row.c: the arithmetic of one row of the worst-first resolver; see row.h. */
#include <fixstep/trig.h>

#include "physics3d/resolver/row.h"

#define K_ONE ((int64_t)1 << FS__K3_FRAC)
/* Smaller pivots have no direction of their own: axes are locked. */
#define MIN_PIVOT (K_ONE >> 10)
/* Largest angular response (1/m): beyond it a body turns as if it had more inertia. */
#define MAX_ALPHA ((int64_t)96 << FS_ALPHA_FRAC)
/* Bound of angular * impulse (Q45), so that it fits in Q51. */
#define MAX_CHANGE ((int64_t)1 << 56)

/* ---- basis ------------------------------------------------------------------------------------------------------ */

void fs__resolver3_make_basis(fs_unit3 n, fs_unit3 axis[3])
{
    bool along_x = fs_abs32(n.x) > fs_abs32(n.y);
    fs_unit3 across = along_x ? fs_unit3_make(n.z, 0, fs_sat32_neg(n.x)) : fs_unit3_make(0, fs_sat32_neg(n.z), n.y);
    axis[0] = n;
    if (!fs_unit3_normalise(across, &axis[1])) /* a normal of a hostile state */
        axis[1] = fs_unit3_make(FS_UNIT_ONE, 0, 0);
    axis[2] = fs_unit3_cross(n, axis[1]);
}

/* ---- responses --------------------------------------------------------------------------------------------------- */

static fs_unit component(fs_unit3 v, unsigned i)
{
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

/* The direction in which a side moves when it is pushed along an axis: without the locked parts. */
static fs_unit3 free_part(fs_unit3 axis, uint8_t locks)
{
    return fs_unit3_make((locks & 1) != 0 ? 0 : axis.x, (locks & 2) != 0 ? 0 : axis.y, (locks & 4) != 0 ? 0 : axis.z);
}

/* I^-1 2^-(e + 30) u; |m| <= 1. */
static int64_t turn_component(int32_t x, int32_t y, int32_t z, fs_rel3 u)
{
    return fs_round_shift64_sym((int64_t)x * u.x + (int64_t)y * u.y + (int64_t)z * u.z, FS_UNIT_FRAC);
}

/* v (Q5.26) times mass times 2^e, Q7.24, of any size. */
static int64_t to_alpha(int64_t v, fs_scaled mass, int32_t e)
{
    int64_t shift = FS_REL_FRAC - FS_ALPHA_FRAC - ((int64_t)mass.e + e);
    if (v == 0 || mass.m == 0 || shift > 127)
        return 0;
    if (shift < 0)
        return fs_sat64_mul(fs_mul64(v, mass.m, 0), (int64_t)1 << fs_min64(-shift, 62));
    return fs_mul64(v, mass.m, (unsigned)shift);
}

struct turns {
    int64_t v[3][3]; /* by axis of the row; x, y, z */
};

static int64_t largest_of(const struct turns *t)
{
    int64_t largest = 0;
    for (unsigned k = 0; k < 3; k++)
        for (unsigned i = 0; i < 3; i++)
            largest = fs_max64(largest, fs_abs64(t->v[k][i]));
    return largest;
}

/* arm x axis, m; saturated. */
static fs_rel3 lever(const struct fs__resolver3_row *r, unsigned side, unsigned k)
{
    return fs_rel3_cross_unit3(r->arm[side], r->axis[k]);
}

static void set_angular(struct fs__resolver3_row *r, unsigned side, const struct fs__solver3_inertia *inertia,
                        fs_scaled mass)
{
    const int32_t *m = inertia->m, e = inertia->e + FS_UNIT_FRAC;
    struct turns t;
    for (unsigned k = 0; k < 3; k++) {
        fs_rel3 u = lever(r, side, k);
        t.v[k][0] = to_alpha(turn_component(m[0], m[3], m[4], u), mass, e);
        t.v[k][1] = to_alpha(turn_component(m[3], m[1], m[5], u), mass, e);
        t.v[k][2] = to_alpha(turn_component(m[4], m[5], m[2], u), mass, e);
    }
    int more = fs_bit_width64((uint64_t)largest_of(&t)) - fs_bit_width64((uint64_t)MAX_ALPHA);
    unsigned shift = more > 0 ? (unsigned)more : 0;
    for (unsigned k = 0; k < 3; k++)
        r->angular[side][k] = (fs_alpha3){ fs_sat32(fs_round_shift64_sym(t.v[k][0], shift)),
                                           fs_sat32(fs_round_shift64_sym(t.v[k][1], shift)),
                                           fs_sat32(fs_round_shift64_sym(t.v[k][2], shift)) };
}

static int64_t to_k(int64_t product, unsigned frac)
{
    return fs_round_shift64_sym(product, frac - FS__K3_FRAC);
}

/* The angular part of K of one side: angular[j] . lever(k). */
static int64_t angular_k(const struct fs__resolver3_row *r, unsigned side, unsigned j, unsigned k)
{
    const unsigned frac = FS_ALPHA_FRAC + FS_REL_FRAC;
    fs_alpha3 t = r->angular[side][j];
    fs_rel3 u = lever(r, side, k);
    return to_k((int64_t)t.x * u.x, frac) + to_k((int64_t)t.y * u.y, frac) + to_k((int64_t)t.z * u.z, frac);
}

/* The linear part: share * axis j . axis k without what is locked. */
static int64_t linear_k(const struct fs__resolver3_row *r, unsigned side, unsigned j, unsigned k)
{
    int64_t along = j == k ? K_ONE : 0;
    if (r->locks[side] != 0)
        along = to_k(fs_unit3_dot(free_part(r->axis[j], r->locks[side]), r->axis[k]), 2 * FS_UNIT_FRAC);
    return fs_mul64(along, r->share[side], FS_UNIT_FRAC);
}

static void set_shares(struct fs__resolver3_row *r, fs_scaled inv_a, fs_scaled mass)
{
    bool a = (r->moves & 1) != 0, b = (r->moves & 2) != 0;
    r->share[0] = !a  ? 0
                  : b ? fs_clamp32(fs_unit_from_scaled(fs_scaled_mul(inv_a, mass)), 0, FS_UNIT_ONE)
                      : FS_UNIT_ONE;
    r->share[1] = b ? FS_UNIT_ONE - r->share[0] : 0;
}

void fs__resolver3_set_response(struct fs__resolver3_row *r, const struct fs__resolver3_mass mass[2])
{
    static const uint8_t first[FS__K3_COUNT] = { 0, 0, 0, 1, 1, 2 }, second[FS__K3_COUNT] = { 0, 1, 2, 1, 2, 2 };
    fs_scaled inverse[2] = { { 0, 0 }, { 0, 0 } };
    for (unsigned side = 0; side < 2; side++)
        if ((r->moves >> side & 1) != 0)
            inverse[side] = mass[side].inv_mass;
    fs_scaled pair = fs_scaled_inverse(fs_scaled_add(inverse[0], inverse[1]));
    set_shares(r, inverse[0], pair);
    for (unsigned i = 0; i < FS__K3_COUNT; i++)
        r->k[i] = 0;
    for (unsigned side = 0; side < 2; side++) {
        bool moves = (r->moves >> side & 1) != 0;
        const struct fs__solver3_inertia still = { .e = 0 };
        r->locks[side] = moves ? mass[side].locks : 0;
        set_angular(r, side, moves ? &mass[side].inertia : &still, pair);
        for (unsigned i = 0; i < FS__K3_COUNT && moves; i++)
            r->k[i] += linear_k(r, side, first[i], second[i]) + angular_k(r, side, first[i], second[i]);
    }
}

/* ---- impulses ------------------------------------------------------------------------------------------------------ */

fs_vel fs__resolver3_desired_change(const struct fs__resolver3_rules *rules, fs_vel normal, fs_vel acceleration,
                                    fs_unit restitution, fs_vel allowed)
{
    fs_vel limit = rules->restitution_threshold, bounce = fs_min32(fs_sat32_sub(normal, acceleration), 0);
    if (normal >= allowed)
        return 0;
    if (fs_abs32(normal) < limit)
        restitution = rules->scaled_restitution ? (fs_unit)fs_muldiv64(restitution, fs_abs32(normal), limit) : 0;
    fs_vel rebound = fs_mul32_sym(restitution, fs_sat32_neg(bounce), FS_UNIT_FRAC);
    return fs_sat32_sub(rebound > 0 ? rebound : allowed, normal);
}

static int32_t limit_impulse(int64_t v)
{
    return (int32_t)fs_clamp64(v, -FS__SOLVER3_MAX_IMPULSE, FS__SOLVER3_MAX_IMPULSE);
}

/* v / pivot, 0 where axes are locked. */
static int64_t over(int64_t v, int64_t pivot)
{
    return pivot < MIN_PIVOT ? 0 : fs_muldiv64(v, K_ONE, pivot);
}

/* a / pivot, Q30. */
static int64_t factor(int64_t a, int64_t pivot)
{
    return pivot < MIN_PIVOT ? 0 : fs_muldiv64(a, FS_UNIT_ONE, pivot);
}

static int64_t times(int64_t l, int64_t v)
{
    return fs_mul64(l, v, FS_UNIT_FRAC);
}

/* v - l * u; saturated, because locked axes and the moments of a hostile state leave pivots of any size. */
static int64_t less(int64_t v, int64_t l, int64_t u)
{
    return fs_sat64_sub(v, times(l, u));
}

/* K g = v by the factors K = L D L^T; without locks no pivot is below 1. */
static void solve_matrix(const int64_t k[FS__K3_COUNT], const int64_t v[3], int64_t g[3])
{
    int64_t l10 = factor(k[FS__K3_01], k[FS__K3_00]), l20 = factor(k[FS__K3_02], k[FS__K3_00]);
    int64_t d1 = less(k[FS__K3_11], l10, k[FS__K3_01]), t = less(k[FS__K3_12], l20, k[FS__K3_01]);
    int64_t l21 = factor(t, d1), d2 = less(less(k[FS__K3_22], l20, k[FS__K3_02]), l21, t);
    int64_t y1 = less(v[1], l10, v[0]), y2 = less(less(v[2], l20, v[0]), l21, y1);
    g[2] = over(y2, d2);
    g[1] = less(over(y1, d1), l21, g[2]);
    g[0] = less(less(over(v[0], k[FS__K3_00]), l10, g[1]), l20, g[2]);
}

/* The friction that a direction needs: the length of (y, z), where z counts more by 1 / cross_friction. */
static int64_t planar_length(const struct fs__resolver3_row *r, int64_t y, int64_t z)
{
    int32_t first = limit_impulse(y), second = limit_impulse(z);
    if (r->cross_friction != FS_UNIT_ONE)
        second = fs_sat32(fs_muldiv64(second, FS_UNIT_ONE, fs_max32(r->cross_friction, 1)));
    return (int64_t)fs_isqrt64_round((uint64_t)((int64_t)first * first) + (uint64_t)((int64_t)second * second));
}

/* Direction in which friction acts, and its share of each tangent's friction (Q30): against the sliding velocity v, or against
 * the impulse g that would hold where nothing slides yet. The book takes the latter always; at the corner of a box that is up
 * to 30 degrees beside the way, so that a box slides too far and leaves its line. */
static void find_direction(const struct fs__resolver3_row *r, const int64_t wanted[3], const int64_t g[3],
                           int64_t direction[2])
{
    int64_t v1 = limit_impulse(wanted[1]), v2 = times(limit_impulse(wanted[2]), r->cross_friction);
    int64_t length = (int64_t)fs_isqrt64_round((uint64_t)(v1 * v1) + (uint64_t)(v2 * v2));
    if (length > 0) {
        direction[0] = fs_muldiv64(v1, FS_UNIT_ONE, length);
        direction[1] = times(fs_muldiv64(v2, FS_UNIT_ONE, length), r->cross_friction);
        return;
    }
    length = planar_length(r, g[1], g[2]);
    direction[0] = fs_muldiv64(limit_impulse(g[1]), FS_UNIT_ONE, length);
    direction[1] = fs_muldiv64(limit_impulse(g[2]), FS_UNIT_ONE, length);
}

/* The row slides. On the cone g0 = desired / (K00 + mu (K01 y + K02 z)) with friction mu g0 along the direction (y, z); less where
 * that stops the sliding along it. Where friction lifts the normal velocity so much that the divisor nearly vanishes the row jams:
 * it is resolved without friction. */
static void slide(const struct fs__resolver3_row *r, const int64_t wanted[3], int64_t g[3])
{
    int64_t d[2], k00 = r->k[FS__K3_00];
    find_direction(r, wanted, g, d);
    int64_t k0d = times(d[0], r->k[FS__K3_01]) + times(d[1], r->k[FS__K3_02]);
    int64_t kd1 = times(d[0], r->k[FS__K3_11]) + times(d[1], r->k[FS__K3_12]);
    int64_t kd2 = times(d[0], r->k[FS__K3_12]) + times(d[1], r->k[FS__K3_22]);
    int64_t kdd = times(d[0], kd1) + times(d[1], kd2), speed = times(d[0], wanted[1]) + times(d[1], wanted[2]);
    int64_t l = factor(k0d, k00), stop = over(less(speed, l, wanted[0]), less(kdd, l, k0d));
    int64_t divisor = k00 + fs_mul64(k0d, r->dynamic_friction, FS_REL_FRAC);
    bool jams = divisor < fs_max64(k00 >> 4, MIN_PIVOT);
    g[0] = fs_max64(over(r->desired, jams ? k00 : divisor), 0);
    int64_t friction = jams ? 0 : fs_mul64(limit_impulse(g[0]), r->dynamic_friction, FS_REL_FRAC);
    int64_t held = less(over(wanted[0], k00), l, stop);
    if (!jams && stop >= 0 && held >= 0 && stop < fs_mul64(held, r->dynamic_friction, FS_REL_FRAC)) {
        friction = stop;
        g[0] = held;
    }
    g[1] = times(d[0], friction);
    g[2] = times(d[1], friction);
}

static void find_contact_impulse(const struct fs__resolver3_row *r, int64_t g[3])
{
    const int64_t wanted[3] = { r->desired, (int64_t)r->tangent_target[0] - r->velocity[1],
                                (int64_t)r->tangent_target[1] - r->velocity[2] };
    solve_matrix(r->k, wanted, g);
    int64_t planar = planar_length(r, g[1], g[2]);
    if (planar > 0 && (g[0] <= 0 || planar > fs_mul64(g[0], r->static_friction, FS_REL_FRAC)))
        slide(r, wanted, g);
}

void fs__resolver3_find_impulse(const struct fs__resolver3_row *r, int32_t impulse[3])
{
    int64_t g[3] = { 0, 0, 0 };
    if (r->kind == FS__RESOLVER3_POINT) {
        const int64_t wanted[3] = { -(int64_t)r->velocity[0], -(int64_t)r->velocity[1], -(int64_t)r->velocity[2] };
        solve_matrix(r->k, wanted, g);
    } else if (r->kind == FS__RESOLVER3_ROD) {
        g[0] = over(-(int64_t)r->velocity[0], r->k[FS__K3_00]);
    } else if (r->static_friction == 0) {
        g[0] = over(r->desired, r->k[FS__K3_00]);
    } else {
        find_contact_impulse(r, g);
    }
    for (unsigned i = 0; i < 3; i++)
        impulse[i] = limit_impulse(g[i]);
}

/* v + change (Q51), together with the part below one step that earlier changes left in *rest. */
static fs_vel add_change(fs_vel v, int64_t change, int64_t *rest)
{
    int64_t sum = change + *rest, whole = fs_round_shift64_sym(sum, FS_UNIT_FRAC);
    *rest = sum - whole * FS_UNIT_ONE;
    return (fs_vel)fs_clamp64(v + whole, -FS__SOLVER3_MAX_VELOCITY, FS__SOLVER3_MAX_VELOCITY);
}

/* Sums of impulse times component over the three axes: linear without the share, Q51; angular, Q51. */
static int64_t linear_change(const struct fs__resolver3_row *r, const int32_t g[3], unsigned i)
{
    return (int64_t)g[0] * component(r->axis[0], i) + (int64_t)g[1] * component(r->axis[1], i) +
           (int64_t)g[2] * component(r->axis[2], i);
}

static int64_t angular_change(const int32_t g[3], int32_t first, int32_t second, int32_t third)
{
    int64_t sum = (int64_t)g[0] * first + (int64_t)g[1] * second + (int64_t)g[2] * third;
    return fs_clamp64(sum, -MAX_CHANGE, MAX_CHANGE) * (1 << (FS_UNIT_FRAC - FS_ALPHA_FRAC));
}

void fs__resolver3_push(const struct fs__resolver3_row *r, unsigned side, const int32_t impulse[3],
                        struct fs__solver3_body *body, int64_t *rest)
{
    const fs_alpha3 *t = r->angular[side];
    int32_t g[3];
    int64_t linear[3];
    if ((r->moves >> side & 1) == 0)
        return;
    for (unsigned i = 0; i < 3; i++)
        g[i] = side == 0 ? -impulse[i] : impulse[i];
    for (unsigned i = 0; i < 3; i++)
        linear[i] = (r->locks[side] >> i & 1) != 0 ? 0 : times(linear_change(r, g, i), r->share[side]);
    body->v = fs_vel3_make(add_change(body->v.x, linear[0], &rest[0]), add_change(body->v.y, linear[1], &rest[1]),
                           add_change(body->v.z, linear[2], &rest[2]));
    body->w = fs_vel3_make(add_change(body->w.x, angular_change(g, t[0].x, t[1].x, t[2].x), &rest[4]),
                           add_change(body->w.y, angular_change(g, t[0].y, t[1].y, t[2].y), &rest[5]),
                           add_change(body->w.z, angular_change(g, t[0].z, t[1].z, t[2].z), &rest[6]));
}

/* ---- positions ----------------------------------------------------------------------------------------------------- */

static fs_rel part_of_depth(fs_rel depth, int64_t part, int64_t whole)
{
    return fs_sat32(fs_muldiv64(depth, part, whole));
}

/* The angle of a correction is at most angular_limit rad: as a way of the point, that share of its arm. What is more goes to
 * the linear part of a body that has one. */
static void limit_angle(const struct fs__resolver3_rules *rules, const struct fs__resolver3_row *r, unsigned side,
                        bool has_linear, struct fs__resolver3_split *split)
{
    fs_rel most = fs_mul32_sym(fs_rel3_length(r->arm[side]), rules->angular_limit, FS_UNIT_FRAC);
    if (rules->linear_projection && has_linear)
        most = 0;
    fs_rel more = fs_max32(split->angular[side] - most, 0);
    split->angular[side] -= more;
    split->linear[side] = fs_sat32_add(split->linear[side], has_linear ? more : 0);
}

struct fs__resolver3_split fs__resolver3_split_depth(const struct fs__resolver3_rules *rules,
                                                     const struct fs__resolver3_row *r, fs_rel depth)
{
    struct fs__resolver3_split split = { .linear = { 0, 0 } };
    depth = fs_clamp32(fs_mul32_sym(depth, rules->relaxation, FS_UNIT_FRAC), 0, 8 * FS_REL_ONE);
    if (r->k[FS__K3_00] < MIN_PIVOT)
        return split;
    for (unsigned side = 0; side < 2; side++) {
        int64_t linear = (r->moves >> side & 1) != 0 ? linear_k(r, side, 0, 0) : 0;
        int64_t angular = fs_max64((r->moves >> side & 1) != 0 ? angular_k(r, side, 0, 0) : 0, 0);
        split.linear[side] = part_of_depth(depth, linear, r->k[FS__K3_00]);
        split.angular[side] = part_of_depth(depth, angular, r->k[FS__K3_00]);
        limit_angle(rules, r, side, linear > 0, &split);
    }
    return split;
}

static fs_rel3 add_scaled(fs_rel3 to, fs_unit3 direction, int64_t way)
{
    return fs_rel3_add(to, fs_rel3_make(fs_sat32(fs_mul64(direction.x, way, FS_UNIT_FRAC)),
                                        fs_sat32(fs_mul64(direction.y, way, FS_UNIT_FRAC)),
                                        fs_sat32(fs_mul64(direction.z, way, FS_UNIT_FRAC))));
}

void fs__resolver3_displace(const struct fs__resolver3_row *r, unsigned side, const struct fs__resolver3_split *split,
                            struct fs__resolver3_move *move)
{
    int64_t sign = side == 0 ? -1 : 1, way = sign * split->linear[side];
    if ((r->moves >> side & 1) == 0)
        return;
    if (r->locks[side] != 0) /* the free part moves farther: its part along the normal is the way */
        way = over(fs_mul64(way, r->share[side], FS_UNIT_FRAC), linear_k(r, side, 0, 0));
    move->d = add_scaled(move->d, free_part(r->axis[0], r->locks[side]), way);
    int64_t angular = angular_k(r, side, 0, 0);
    if (angular <= 0)
        return;
    fs_alpha3 t = r->angular[side][0];
    int64_t turn = sign * split->angular[side]; /* angle = t * turn / angular */
    move->turned = fs_rel3_add(move->turned, fs_rel3_make(fs_sat32(fs_muldiv64(t.x, turn, angular)),
                                                          fs_sat32(fs_muldiv64(t.y, turn, angular)),
                                                          fs_sat32(fs_muldiv64(t.z, turn, angular))));
}

/* ---- now ------------------------------------------------------------------------------------------------------------ */

static fs_vel3 velocity_at(const struct fs__solver3_body *body, fs_rel3 arm)
{
    return fs_vel3_add(body->v, fs_vel3_from_angular_velocity(body->w, arm));
}

/* How urgent a row is: a joint wants all of its velocity removed. */
static fs_vel desired_of(const struct fs__resolver3_rules *rules, const struct fs__resolver3_row *r)
{
    if (r->kind == FS__RESOLVER3_POINT)
        return fs_vel3_length(fs_vel3_make(r->velocity[0], r->velocity[1], r->velocity[2]));
    if (r->kind == FS__RESOLVER3_ROD)
        return fs_abs32(r->velocity[0]);
    return fs__resolver3_desired_change(rules, r->velocity[0], r->acceleration, r->restitution, r->allowed);
}

void fs__resolver3_update_velocity(const struct fs__resolver3_rules *rules, struct fs__resolver3_row *r,
                                   const struct fs__solver3_body *a, const struct fs__solver3_body *b)
{
    fs_vel3 v = fs_vel3_sub(velocity_at(b, r->arm[1]), velocity_at(a, r->arm[0]));
    for (unsigned k = 0; k < 3; k++)
        r->velocity[k] = fs_sat32(fs_round_shift64_sym(fs_vel3_dot_unit3(v, r->axis[k]), FS_UNIT_FRAC));
    r->desired = desired_of(rules, r);
}

static fs_rel3 moved_at(const struct fs__resolver3_move *move, fs_rel3 arm)
{
    return fs_rel3_add(move->d, fs_rel3_cross(move->turned, arm));
}

void fs__resolver3_update_depth(struct fs__resolver3_row *r, const struct fs__resolver3_move *a,
                                const struct fs__resolver3_move *b)
{
    fs_rel3 moved = fs_rel3_sub(moved_at(b, r->arm[1]), moved_at(a, r->arm[0]));
    r->depth = fs_sat32_sub(r->first_depth,
                            fs_sat32(fs_round_shift64_sym(fs_rel3_dot_unit3(moved, r->axis[0]), FS_UNIT_FRAC)));
}
