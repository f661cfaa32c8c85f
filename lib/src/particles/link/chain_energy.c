/* chain_energy.c: keeps the energy of chains that swing.
 *
 * A link does no work: over a substep its impulse P along its direction m at the start gives the ends the energy
 * P m.(v + v')/2, where v and v' are their relative velocities before and after the substep, and this is 0 but for the
 * length of the step: a link that turns has m.v = u^2 h / 2L and m.v' = -u'^2 h / 2L. What is left is given back to the
 * chain: every end gets a share of its velocity relative to the other end of its link, so momentum is kept.
 *
 * The energy is that of velocities in the middle of a substep, which is where those of symplectic Euler stand: E is the sum
 * of m v^2 / 2 and of the potential at the middle of the way. Other integrators are left alone.
 *
 * Only chains whose particles are in no other link are looked at. No work is counted of impacts, of anchors that a game moves, and of links whose vibration the substeps do not resolve
 * (the blend of direct.c): there the loss of energy is real, or what brings a taut chain to rest.
 */
#include "particles/link/link_internal.h"
#include "particles/residual.h"

/* Relative velocities along a link that are beyond so many times u^2 h / 2L come from an impact; of a link to an anchor or an
 * immovable particle, which a game may move and so do work, fewer are allowed. */
enum { SMOOTH_FACTOR = 16, ANCHORED_SMOOTH_FACTOR = 4 };

/* Products of two velocities have 40 fraction bits, so that 2,048 m/s fit; so has a share of a velocity. */
enum { PRODUCT_FRAC = 40, PRODUCT_SHIFT = 2 * FS_WIDE_FRAC - PRODUCT_FRAC };
#define SHARE_MAX ((int64_t)1 << (PRODUCT_FRAC - 7))

/* --- the tick ----------------------------------------------------------------------------------------- */

static fs_scaled inv_mass_sum(const struct fs__link_constraint *t, const struct fs_particles *p)
{
    fs_scaled a = fs_particle_inv_mass(p, t->a);
    return t->b == FS_CONTACT_STATIC ? a : fs_scaled_add(a, fs_particle_inv_mass(p, t->b));
}

static bool is_rigid(const struct fs__link_constraint *t)
{
    return t->max > 0 && t->weight_a + (int64_t)t->weight_b >= FS_UNIT_ONE - 2;
}

static void count_ends(const struct fs__link_constraint *t, uint32_t *marks)
{
    marks[t->a] += t->weight_a != 0;
    if (t->b != FS_CONTACT_STATIC)
        marks[t->b] += t->weight_b != 0;
}

/* Whether the movable particles of a chain are in no other link; `marks`: in how many each is. */
static bool is_isolated(const struct fs__link_constraint *chain, uint32_t count, const uint32_t *marks)
{
    const struct fs__link_constraint *last = &chain[count - 1];
    for (uint32_t k = 0; k < count; k++)
        if (marks[chain[k].a] > (k == 0 ? 1 : 2))
            return false;
    return last->b == FS_CONTACT_STATIC || marks[last->b] <= 1;
}

/* The effective mass of each link as a share of the largest one of its chain. */
static void set_mass_shares(const struct fs__link_constraint *chain, uint32_t count, const struct fs_particles *p,
                            struct fs__chain_motion *motions)
{
    fs_scaled least = { 0, 0 };
    for (uint32_t k = 0; k < count; k++) {
        fs_scaled sum = inv_mass_sum(&chain[k], p);
        if (sum.m > 0 && (least.m == 0 || fs_scaled_cmp(sum, least) < 0))
            least = sum;
    }
    for (uint32_t k = 0; k < count; k++) {
        fs_scaled sum = inv_mass_sum(&chain[k], p);
        motions[k].rigid = sum.m > 0 && is_rigid(&chain[k]);
        motions[k].mass_share = sum.m > 0 ? fs_unit_from_scaled(fs_scaled_div(least, sum)) : 0;
    }
}

static void make_motions(const struct fs__link_constraint *chain, uint32_t count, const struct fs_particles *p,
                         const uint32_t *marks, struct fs__chain_motion *motions)
{
    bool isolated = is_isolated(chain, count, marks);
    for (uint32_t k = 0; k < count; k++)
        motions[k] = (struct fs__chain_motion){ .blend = FS_UNIT_ONE, .isolated = isolated };
    if (isolated)
        set_mass_shares(chain, count, p, motions);
}

void fs__chain_motions_make(const struct fs__link_constraint *constraints, uint32_t count, const struct fs_particles *p,
                            uint32_t *marks, struct fs__chain_motion *motions)
{
    for (uint32_t k = 0; k < count; k++)
        count_ends(&constraints[k], marks);
    for (uint32_t first = 0; first < count; first += constraints[first].chain_length)
        if (constraints[first].chain_length > 1)
            make_motions(&constraints[first], constraints[first].chain_length, p, marks, &motions[first]);
}

/* --- velocities ----------------------------------------------------------------------------------------- */

/* The velocity of a relative to b, in steps of 2^-51 m/s. */
static struct fs__fine3 relative_velocity(const struct fs__link_constraint *t, const struct fs_particles *p)
{
    struct fs__fine3 v = fs__residual_velocity(p, t->a), other = { 0, 0, 0 };
    if (t->b != FS_CONTACT_STATIC)
        other = fs__residual_velocity(p, t->b);
    return (struct fs__fine3){ fs_sat64_sub(v.x, other.x), fs_sat64_sub(v.y, other.y), fs_sat64_sub(v.z, other.z) };
}

static fs_wide3 to_wide(struct fs__fine3 v)
{
    const unsigned shift = FS__FINE_VELOCITY_FRAC - FS_WIDE_FRAC;
    return fs_wide3_make(fs_round_shift64_sym(v.x, shift), fs_round_shift64_sym(v.y, shift),
                         fs_round_shift64_sym(v.z, shift));
}

static int64_t speed_squared(fs_wide3 v)
{
    return fs_sat64_add(fs_sat64_add(fs_mul64(v.x, v.x, PRODUCT_SHIFT), fs_mul64(v.y, v.y, PRODUCT_SHIFT)),
                        fs_mul64(v.z, v.z, PRODUCT_SHIFT));
}

static fs_wide along(fs_wide3 v, fs_unit3 n)
{
    return fs_mul64(v.x, n.x, FS_UNIT_FRAC) + fs_mul64(v.y, n.y, FS_UNIT_FRAC) + fs_mul64(v.z, n.z, FS_UNIT_FRAC);
}

/* Whether a rate along the link is that of its turning: |rate| <= factor u^2 h / 2L. */
static bool is_smooth(const struct fs__link_constraint *t, fs_wide rate, int64_t square, uint32_t hz)
{
    int64_t across = fs_sat64_sub(square, fs_mul64(rate, rate, PRODUCT_SHIFT));
    bool anchored = t->weight_a == 0 || t->weight_b == 0;
    int64_t factor = anchored ? ANCHORED_SMOOTH_FACTOR : SMOOTH_FACTOR;
    int64_t limit = fs_sat64_mul(fs_max64(across, 0), factor / 2);
    return fs_mul64(fs_sat64_mul(fs_abs64(rate), hz), t->max, FS_WIDE_FRAC + FS_POS_FRAC - PRODUCT_FRAC) <= limit;
}

/* --- the substep ------------------------------------------------------------------------------------------ */

void fs__chain_motions_begin(const struct fs__link_constraint *constraints, uint32_t count, const fs_pos3 *anchors,
                             const struct fs_particles *p, struct fs__chain_motion *motions)
{
    for (uint32_t k = 0; k < count; k++) {
        const struct fs__link_constraint *t = &constraints[k];
        struct fs__chain_motion *m = &motions[k];
        const fs_pos3 *b = t->b == FS_CONTACT_STATIC ? &anchors[t->row] : &p->pos[t->b];
        fs_wide3 v = to_wide(relative_velocity(t, p));
        m->direction = fs__distance_of(fs_pos3_sub(p->pos[t->a], *b)).direction;
        m->blend = m->rigid ? 0 : FS_UNIT_ONE;
        m->corrected_before = t->correction_sum;
        m->rate = along(v, m->direction);
        m->smooth = m->rigid && is_smooth(t, m->rate, speed_squared(v), p->hz);
    }
}

/* The share of a link in what the blend leaves to its direction at the start of the substep. */
static fs_unit counted_share(const struct fs__chain_motion *m)
{
    return fs_mul32_sym(FS_UNIT_ONE - m->blend, m->mass_share, FS_UNIT_FRAC);
}

/* Twice the kinetic energy of the ends relative to each other, over the largest effective mass of the chain. */
static int64_t twice_energy(const struct fs__chain_motion *m, int64_t square)
{
    return fs_mul64(square, counted_share(m), FS_UNIT_FRAC);
}

/* The work of a link in this substep, over the largest effective mass of the chain, m^2/s^2. */
static int64_t work_of(const struct fs__link_constraint *t, const struct fs__chain_motion *m,
                       const struct fs_particles *p)
{
    fs_wide3 v = to_wide(relative_velocity(t, p));
    fs_wide rate = along(v, m->direction);
    if (!m->smooth || !is_smooth(t, rate, speed_squared(v), p->hz))
        return 0;
    int64_t change = fs_sat64_mul(fs_sat64_sub(m->corrected_before, t->correction_sum), p->hz);
    return fs_mul64(fs_mul64(change, fs_sat64_add(m->rate, rate), PRODUCT_SHIFT + 1), counted_share(m), FS_UNIT_FRAC);
}

static void push_end(const struct fs_particles *p, uint32_t i, struct fs__fine3 v, int64_t share)
{
    struct fs__fine3 change = { fs_mul64(v.x, share, PRODUCT_FRAC), fs_mul64(v.y, share, PRODUCT_FRAC),
                                fs_mul64(v.z, share, PRODUCT_FRAC) };
    fs__residual_add_fine(p, i, change);
}

/* Multiplies the relative velocity of the ends by 1 + s, s = share (1 - blend). Returns the energy that they gain, which is
 * (s + s^2 / 2) of twice their energy. */
static int64_t scale_motion(const struct fs__link_constraint *t, const struct fs__chain_motion *m,
                            const struct fs_particles *p, int64_t share)
{
    struct fs__fine3 v = relative_velocity(t, p);
    int64_t s = fs_mul64(share, FS_UNIT_ONE - m->blend, FS_UNIT_FRAC);
    push_end(p, t->a, v, fs_mul64(s, t->weight_a, FS_UNIT_FRAC));
    if (t->weight_b != 0)
        push_end(p, t->b, v, -fs_mul64(s, t->weight_b, FS_UNIT_FRAC));
    int64_t square = fs_mul64(speed_squared(to_wide(v)), m->mass_share, FS_UNIT_FRAC);
    return fs_mul64(square, s + fs_mul64(s, s, PRODUCT_FRAC + 1), PRODUCT_FRAC);
}

/* The share of relative velocities that changes the energy of the chain by `energy`. */
static int64_t share_for(const struct fs__link_constraint *chain, uint32_t count, const struct fs_particles *p,
                         const struct fs__chain_motion *motions, int64_t energy)
{
    int64_t twice = 0;
    for (uint32_t k = 0; k < count && energy != 0; k++)
        twice = fs_sat64_add(twice, twice_energy(&motions[k], speed_squared(to_wide(relative_velocity(&chain[k], p)))));
    if (twice == 0)
        return 0;
    return fs_clamp64(fs_muldiv64(energy, (int64_t)1 << PRODUCT_FRAC, twice), -SHARE_MAX, SHARE_MAX);
}

/* The ends of two links share a particle, so a share changes the energy by a little more or less than it should: the rest
 * is put right in a second pass. */
void fs__chain_motions_restore(const struct fs__link_constraint *constraints, uint32_t count,
                               const struct fs_particles *p, const struct fs__chain_motion *motions)
{
    int64_t missing = 0;
    for (uint32_t k = 0; k < count; k++)
        missing = fs_sat64_sub(missing, work_of(&constraints[k], &motions[k], p));
    for (int pass = 0; pass < 2; pass++) {
        int64_t share = share_for(constraints, count, p, motions, missing);
        for (uint32_t k = 0; k < count && share != 0; k++)
            missing = fs_sat64_sub(missing, scale_motion(&constraints[k], &motions[k], p, share));
    }
}
