/* joint_row.c: makes one row of a joint: arms, responses, effective mass; see joint_rows.h. */
#include "physics3d/joint/joint_rows.h"

enum { K_FRAC = FS_REL_FRAC + FS_ALPHA_FRAC, RATIO_FRAC = 46, MAX_LEVER_SHIFT = 12 };
#define ONE_K ((int64_t)1 << K_FRAC)

static int64_t dot(const int32_t a[3], const int32_t b[3])
{
    return fs_dot3_raw(a[0], a[1], a[2], b[0], b[1], b[2]);
}

/* ---- angular responses ------------------------------------------------------------------------------------------ */

/* M arm, Q5.26. */
static void apply_inertia(const struct fs__solver3_inertia *inertia, const int32_t arm[3], int32_t u[3])
{
    const int32_t *m = inertia->m;
    const int32_t rows[3][3] = { { m[0], m[3], m[4] }, { m[3], m[1], m[5] }, { m[4], m[5], m[2] } };
    for (unsigned i = 0; i < 3; i++)
        u[i] = fs_sat32(fs_round_shift64_sym(dot(rows[i], arm), FS_UNIT_FRAC));
}

static void find_response(int64_t alpha[3], const struct fs__solver3_inertia *inertia, struct fs__ratio3 w, bool moves,
                          const int32_t arm[3])
{
    int32_t u[3];
    apply_inertia(inertia, arm, u);
    for (unsigned i = 0; i < 3; i++) {
        int64_t part = fs_round_shift64_sym((int64_t)u[i] * w.mantissa, FS__SOLVER3_W_BITS);
        alpha[i] = moves ? fs_round_shift64_sym(part * w.power, FS__SOLVER3_POWER_BITS) : 0;
    }
}

static void set_response(int32_t alpha[3], const struct fs__solver3_inertia *inertia, struct fs__ratio3 w, bool moves,
                         const int32_t arm[3])
{
    int64_t wide[3];
    find_response(wide, inertia, w, moves, arm);
    for (unsigned i = 0; i < 3; i++)
        alpha[i] = fs_sat32(wide[i]);
}

static void set_responses(const struct fs__joint3_builder *b, struct fs__joint3_new_row *r)
{
    set_response(r->alpha_a, b->inertia_a, b->pair->ratio_a, b->move_a, r->arm_a);
    set_response(r->alpha_b, b->inertia_b, b->pair->ratio_b, b->move_b, r->arm_b);
}

/* ---- conjugate rows ----------------------------------------------------------------------------------------------- */

enum { LINEAR_LOCKS = FS_BODY3_LOCK_X | FS_BODY3_LOCK_Y | FS_BODY3_LOCK_Z };

bool fs__joint3_is_locked(uint16_t locks, unsigned axis)
{
    static const uint16_t lock[3] = { FS_BODY3_LOCK_X, FS_BODY3_LOCK_Y, FS_BODY3_LOCK_Z };
    return (locks & lock[axis]) != 0;
}

/* n_i.n_j times the shares of both bodies, which add up to 1 along axes that no body locks; Q52. */
static int64_t linear_coupling(const struct fs__joint3_builder *b, const int32_t i[3], const int32_t j[3])
{
    int64_t sum = 0;
    if (((b->locks_a | b->locks_b) & LINEAR_LOCKS) == 0)
        return dot(i, j);
    for (unsigned k = 0; k < 3; k++) {
        int64_t share = (fs__joint3_is_locked(b->locks_a, k) ? 0 : b->pair->share_a) +
                        (int64_t)(fs__joint3_is_locked(b->locks_b, k) ? 0 : b->pair->share_b);
        sum = fs_sat64_add(sum, fs_mul64((int64_t)i[k] * j[k], share, FS_UNIT_FRAC));
    }
    return sum;
}

/* n_i K n_j, Q50. */
static int64_t coupling(const struct fs__joint3_builder *b, const struct fs__joint3_new_row *i,
                        const struct fs__joint3_new_row *j)
{
    return fs_sat64_add(fs_round_shift64_sym(linear_coupling(b, i->n, j->n), 2),
                        fs_sat64_add(dot(i->arm_a, j->alpha_a), dot(i->arm_b, j->alpha_b)));
}

static void subtract(int32_t to[3], const int32_t from[3], int64_t factor)
{
    for (unsigned i = 0; i < 3; i++)
        to[i] = fs_sat32(to[i] - fs_mul64(from[i], factor, FS_UNIT_FRAC));
}

static void subtract_row(struct fs__joint3_new_row *to, const struct fs__joint3_new_row *from, int64_t factor)
{
    subtract(to->n, from->n, factor);
    subtract(to->arm_a, from->arm_a, factor);
    subtract(to->arm_b, from->arm_b, factor);
    subtract(to->alpha_a, from->alpha_a, factor);
    subtract(to->alpha_b, from->alpha_b, factor);
    to->error = fs_sat32(to->error - fs_mul64(from->error, factor, FS_UNIT_FRAC));
}

/* Factors beyond 32 come from rows that act on nothing. */
static void make_conjugate(const struct fs__joint3_builder *b, struct fs__joint3_new_row *r)
{
    for (unsigned i = 0; i < b->held; i++) {
        const struct fs__joint3_new_row *q = &b->rows[i];
        int64_t factor = q->k <= 0 ? 0 : fs_muldiv64(coupling(b, r, q), FS_UNIT_ONE, q->k);
        subtract_row(r, q, fs_clamp64(factor, -(int64_t)32 * FS_UNIT_ONE, (int64_t)32 * FS_UNIT_ONE));
    }
    r->k = coupling(b, r, r);
}

static void scale(int32_t v[3], unsigned bits)
{
    for (unsigned i = 0; i < 3; i++)
        v[i] = fs_sat32((int64_t)v[i] * (1 << bits));
}

/* Doubles lever and row until K is 1 or more, so that 1/K is in its format. Elimination may have left less. */
static void raise_lever(const struct fs__joint3_builder *b, struct fs__joint3_new_row *r)
{
    unsigned bits = 0;
    int32_t largest = fs_max32(fs_max32(fs_abs32(r->n[0]), fs_abs32(r->n[1])), fs_abs32(r->n[2]));
    while (r->k > 0 && r->k << (2 * bits) < ONE_K && bits < MAX_LEVER_SHIFT && largest >> (FS_REL_FRAC - bits) == 0)
        bits++;
    if (bits == 0)
        return;
    scale(r->arm_a, bits);
    scale(r->arm_b, bits);
    scale(r->alpha_a, bits);
    scale(r->alpha_b, bits);
    scale(r->n, bits);
    r->error = fs_sat32((int64_t)r->error * (1 << bits));
    r->lever = fs_sat32((int64_t)r->lever * (1 << bits));
    r->k = coupling(b, r, r);
}

/* The largest response of a row to which it can be added to others without saturation, 1/m. */
#define MOST_ALPHA ((int64_t)96 << FS_ALPHA_FRAC)

static int64_t largest_response(const struct fs__solver3_inertia *inertia, struct fs__ratio3 w, bool moves,
                                const int32_t arm[3])
{
    int64_t alpha[3];
    find_response(alpha, inertia, w, moves, arm);
    return fs_max64(fs_abs64(alpha[0]), fs_max64(fs_abs64(alpha[1]), fs_abs64(alpha[2])));
}

static void halve(int32_t v[3], unsigned bits)
{
    for (unsigned i = 0; i < 3; i++)
        v[i] = (int32_t)fs_round_shift64_sym(v[i], bits);
}

/* Halves lever and row until its responses are in their format: those of a small body on a long arm. Other rows would be made
 * conjugate to a row that is not this one. */
static void lower_lever(const struct fs__joint3_builder *b, struct fs__joint3_new_row *r)
{
    const int64_t most = fs_max64(largest_response(b->inertia_a, b->pair->ratio_a, b->move_a, r->arm_a),
                                  largest_response(b->inertia_b, b->pair->ratio_b, b->move_b, r->arm_b));
    unsigned bits = 0;
    while (most >> bits > MOST_ALPHA && bits < MAX_LEVER_SHIFT)
        bits++;
    if (bits == 0)
        return;
    halve(r->n, bits);
    halve(r->arm_a, bits);
    halve(r->arm_b, bits);
    r->error = (fs_rel)fs_round_shift64_sym(r->error, bits);
    r->lever >>= bits;
}

/* A row that nothing can move has no impulse. */
static struct fs__joint3_new_row *finish_row(struct fs__joint3_builder *b, struct fs__joint3_new_row *r)
{
    make_conjugate(b, r);
    raise_lever(b, r);
    if (r->k < ONE_K / 4)
        r->low = r->high = 0;
    b->count++;
    return r;
}

static struct fs__joint3_new_row *finish_bare_row(struct fs__joint3_builder *b, struct fs__joint3_new_row *r)
{
    b->count++;
    return r;
}

static struct fs__joint3_new_row *begin_row(struct fs__joint3_builder *b, fs_rel error)
{
    struct fs__joint3_new_row *r = &b->rows[b->count];
    FS_ASSERT(b->count < FS__JOINT3_SLOTS);
    *r = (struct fs__joint3_new_row){ .error = error,
                                      .soft = b->rigid,
                                      .low = -FS__SOLVER3_MAX_IMPULSE,
                                      .high = FS__SOLVER3_MAX_IMPULSE };
    return r;
}

static void copy_vector(int32_t to[3], fs_rel3 v)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

struct fs__joint3_new_row *fs__joint3_add_linear(struct fs__joint3_builder *b, fs_unit3 n, fs_rel error)
{
    struct fs__joint3_new_row *r = begin_row(b, error);
    if (b->held_only)
        return finish_bare_row(b, r);
    fs_rel3 at_a = fs_rel3_add(b->pose.arm_a, b->pose.apart);
    copy_vector(r->n, fs_rel3_make(fs_rel_from_unit(n.x), fs_rel_from_unit(n.y), fs_rel_from_unit(n.z)));
    copy_vector(r->arm_a, fs_rel3_cross_unit3(at_a, n));
    copy_vector(r->arm_b, fs_rel3_cross_unit3(b->pose.arm_b, n));
    r->lever = FS_REL_ONE;
    if (b->bare)
        return finish_bare_row(b, r);
    lower_lever(b, r);
    set_responses(b, r);
    return finish_row(b, r);
}

/* The trace of r x M r x for the anchor r of a body, times the ratio; Q50. */
static int64_t trace_at(fs_rel3 r, const struct fs__solver3_inertia *inertia, struct fs__ratio3 w, bool moves)
{
    const fs_unit3 axis[3] = { fs_unit3_make(FS_UNIT_ONE, 0, 0), fs_unit3_make(0, FS_UNIT_ONE, 0),
                               fs_unit3_make(0, 0, FS_UNIT_ONE) };
    int64_t sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        int32_t arm[3], alpha[3];
        copy_vector(arm, fs_rel3_cross_unit3(r, axis[i]));
        set_response(alpha, inertia, w, moves, arm);
        sum = fs_sat64_add(sum, dot(arm, alpha));
    }
    return fs_max64(sum, 0);
}

int64_t fs__joint3_mean_k(const struct fs__joint3_builder *b)
{
    int64_t sum = fs_sat64_add(trace_at(b->pose.arm_a, b->inertia_a, b->pair->ratio_a, b->move_a),
                               trace_at(b->pose.arm_b, b->inertia_b, b->pair->ratio_b, b->move_b));
    return fs_sat64_add(ONE_K, sum / 3) >> (K_FRAC - RATIO_FRAC);
}

int64_t fs__joint3_k_of_metre(const struct fs__joint3_new_row *r)
{
    int down = K_FRAC - RATIO_FRAC + 2 * (fs_bit_width64((uint64_t)r->lever) - 1 - FS_REL_FRAC);
    return down >= 0 ? r->k >> down : fs_sat64_mul(r->k, (int64_t)1 << -down);
}

/* Responses of 1 m about an axis: axis M axis times the ratio, 1/m^2, Q46; at most 2^16. The axis of a gear is up to 32 long. */
static uint64_t inverse_inertia(const struct fs__solver3_inertia *inertia, struct fs__ratio3 w, bool moves,
                                const int32_t axis[3])
{
    int32_t u[3];
    if (!moves)
        return 0;
    apply_inertia(inertia, axis, u);
    int64_t along = fs_max64(fs_round_shift64_sym(dot(u, axis), 2 * FS_REL_FRAC - FS_UNIT_FRAC), 0); /* Q30 */
    const uint64_t most = (uint64_t)1 << 62, mantissa = (uint64_t)fs_mul64(along, w.mantissa, FS_UNIT_FRAC),
                   power = (uint32_t)w.power;
    return power != 0 && mantissa > most / power ? most : mantissa * power;
}

/* The power of two (m, Q26) with K = lever^2 * inverse in [1, 4), of at most 16 m. */
static fs_rel lever_of(uint64_t inverse)
{
    int bits = fs_bit_width64(inverse) - 1 - RATIO_FRAC; /* inverse is in [2^bits, 2^(bits+1)) */
    int shift = bits >= 0 ? bits / 2 : -((1 - bits) / 2);
    shift = fs_clamp32(shift, -4, MAX_LEVER_SHIFT);
    return shift >= 0 ? FS_REL_ONE >> shift : FS_REL_ONE << -shift;
}

static struct fs__joint3_new_row *add_bare_angular(struct fs__joint3_builder *b, const int32_t unit[3], fs_rel error)
{
    struct fs__joint3_new_row *r = begin_row(b, error);
    for (unsigned i = 0; i < 3; i++)
        r->arm_a[i] = r->arm_b[i] = unit[i];
    r->lever = FS_REL_ONE;
    r->angular = true;
    return finish_bare_row(b, r);
}

static void set_arm(int32_t arm[3], fs_unit3 axis, int64_t lever)
{
    const fs_unit v[3] = { axis.x, axis.y, axis.z };
    for (unsigned i = 0; i < 3; i++)
        arm[i] = fs_sat32(fs_mul64(v[i], lever, FS_UNIT_FRAC));
}

/* Levers are the axis for a and ratio times the axis for b, both halved until K is in its format. */
struct fs__joint3_new_row *fs__joint3_add_gear(struct fs__joint3_builder *b, fs_unit3 axis_a, fs_unit3 axis_b,
                                               fs_rel ratio)
{
    struct fs__joint3_new_row *r = begin_row(b, 0);
    int32_t unit_a[3], unit_b[3];
    set_arm(unit_a, axis_a, FS_REL_ONE);
    set_arm(unit_b, axis_b, ratio);
    uint64_t inverse = inverse_inertia(b->inertia_a, b->pair->ratio_a, b->move_a, unit_a) +
                       inverse_inertia(b->inertia_b, b->pair->ratio_b, b->move_b, unit_b);
    r->lever = lever_of(inverse);
    set_arm(r->arm_a, axis_a, -(int64_t)r->lever);
    set_arm(r->arm_b, axis_b, fs_mul64(ratio, r->lever, FS_REL_FRAC));
    set_responses(b, r);
    return finish_row(b, r);
}

struct fs__joint3_new_row *fs__joint3_add_angular(struct fs__joint3_builder *b, fs_unit3 axis, fs_rel error)
{
    const int32_t unit[3] = { fs_rel_from_unit(axis.x), fs_rel_from_unit(axis.y), fs_rel_from_unit(axis.z) };
    if (b->bare)
        return add_bare_angular(b, unit, error);
    struct fs__joint3_new_row *r = begin_row(b, 0);
    uint64_t inverse = inverse_inertia(b->inertia_a, b->pair->ratio_a, b->move_a, unit) +
                       inverse_inertia(b->inertia_b, b->pair->ratio_b, b->move_b, unit);
    r->lever = lever_of(inverse);
    r->angular = true;
    for (unsigned i = 0; i < 3; i++)
        r->arm_a[i] = r->arm_b[i] = fs_mul32_sym(unit[i], r->lever, FS_REL_FRAC);
    r->error = fs_mul32_sym(error, r->lever, FS_REL_FRAC);
    set_responses(b, r);
    return finish_row(b, r);
}
