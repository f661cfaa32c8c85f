/* tick_parts.inl: into how many parts the tick of a body is divided.
 *
 * Where a body is small, or loaded by much more than its own weight, a tick is a long time: gravity moves the body by a good
 * part of its size, and the contacts, whose stiffness the substep limits, yield by a good part of it. Such a body is
 * stepped with twice or four times the tick rate and the contact stiffness that belongs to it: with all of a small world,
 * where the number follows from the bodies alone and blows are more exact as well, or with its island in a large one
 * (island_parts.inl).
 *
 * Template: included once by tick_parts.c of physics2d and of physics3d, which defines
 *   WHOLE_FLAGS: rules with which no tick is divided;
 *   size_of(extent): the extent of a square whose sides are those of a cube or square of this extent;
 *   up_of(gravity, length): the direction against gravity, of that length, which is not 0.
 */
#include "physics/rate.h"

/* In a part gravity moves a body at rest by 1/64 of its size at most. */
enum { MAX_FALL_SHIFT = 6 };
bool fs__partsN_rule_of(const struct fs_worldN *w, struct fs__partsN_rule *rule)
{
    const uint32_t flags = *w->rules.flags, substeps = fs_max_u32(*w->rules.substeps, 1);
    const fs_wideN gravity = *w->rules.gravity;
    if ((flags & FS_WORLDN_SUBDIVISION) == 0 || (flags & WHOLE_FLAGS) != 0)
        return false;
    int64_t length = fs_wideN_length(gravity);
    *rule = (struct fs__partsN_rule){ .gravity = length >> (FS_WIDE_FRAC - FS_REL_FRAC),
                                      .hz = *w->world.hz,
                                      .hertz = *w->rules.contact_hertz >> FS_FIX16_FRAC,
                                      .stiffest = (int64_t)*w->world.hz * substeps / 4,
                                      .max_parts = 1 };
    while (rule->max_parts < FS__MAX_PARTS && 2 * rule->max_parts * *w->world.hz * substeps < FS__MAX_RATE)
        rule->max_parts *= 2;
    if (rule->gravity == 0)
        return false;
    rule->up = up_of(gravity, length);
    return rule->max_parts > 1;
}

/* Whether a body at rest falls by less than its size >> MAX_FALL_SHIFT in 1/rate seconds. */
static bool falls_little(const struct fs__partsN_rule *r, fs_rel size, int64_t rate)
{
    return size * rate * rate >= r->gravity << (MAX_FALL_SHIFT - 1);
}

/* Whether a contact yields by less than 1/50 of the size: 2 load g / (2 pi hertz)^2. The frequency of small bodies is
 * higher (contact_prepare.c). */
static bool yields_little(const struct fs__partsN_rule *r, fs_rel size, int64_t load, int64_t parts)
{
    int64_t grown = r->hertz * r->hertz * fs_max32(size, FS_REL_ONE / 8);
    int64_t limit = r->stiffest * r->stiffest * size;
    load = fs_round_shift64(load, 8); /* Q8 */
    if (r->hertz >= r->stiffest)
        grown = limit;
    return fs_sat64_mul(load, 5 * r->gravity) >> 8 <= 2 * parts * parts * fs_min64(grown, limit);
}

uint32_t fs__partsN_needed(const struct fs__partsN_rule *r, fs_rel extent, int64_t load)
{
    uint32_t parts = 1;
    fs_rel size = size_of(extent);
    while (parts < r->max_parts &&
           !(falls_little(r, size, (int64_t)r->hz * parts) && yields_little(r, size, load, parts)))
        parts *= 2;
    return parts;
}

uint32_t fs__partsN_limit(uint32_t parts, uint32_t count)
{
    while (parts > 1 && (uint64_t)parts * count > FS__MAX_PARTS_WORK)
        parts /= 2;
    return parts;
}

/* ---- small worlds ------------------------------------------------------------------------------------------------- */

/* The dynamic bodies of a world: how many have a shape, and of those that are not tied how many, the smallest extent, and the
 * mass of all over the smallest mass. */
struct census {
    uint32_t bodies, count;
    fs_rel extent;
    int64_t load;
};

static bool is_counted(const struct fs_worldN *w, uint32_t row)
{
    return fs__worldN_row_live(w->body.gen, row) && fs__bodyN_is_dynamic(w, row) &&
           (w->body.flags[row] & FS_BODYN_DISABLED) == 0 && w->body.extent[row] > 0 && w->body.inv_mass[row].m != 0;
}

static bool is_sized(const struct fs_worldN *w, uint32_t row)
{
    return is_counted(w, row) && !fs__bodyN_is_tied(w, row);
}

int64_t fs__partsN_mass_ratio(fs_scaled lighter, fs_scaled of)
{
    int64_t shift = (int64_t)lighter.e - of.e + 16;
    if (fs_scaled_equal(lighter, of))
        return (int64_t)1 << 16;
    uint64_t q = ((uint64_t)lighter.m << 32) / (uint32_t)of.m; /* Q32, 2^31 to 2^33 */
    shift -= 32;
    if (shift > 0)
        return FS__MAX_PARTS_LOAD << 16;
    return fs_min64(shift < -40 ? 0 : (int64_t)(q >> -shift), FS__MAX_PARTS_LOAD << 16);
}

static bool is_lighter(fs_scaled a, fs_scaled b)
{
    return a.e != b.e ? a.e > b.e : a.m > b.m;
}

bool fs__worldN_is_small(const struct fs_worldN *w)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < *w->body.rows && count <= FS__MAX_PARTS_WORK / 2; i++)
        count += is_counted(w, i);
    return count <= FS__MAX_PARTS_WORK / 2;
}

static struct census count_bodies(const struct fs_worldN *w)
{
    struct census c = { .extent = INT32_MAX };
    fs_scaled lightest = { 0 };
    for (uint32_t i = 0; i < *w->body.rows; i++) {
        c.bodies += is_counted(w, i);
        if (!is_sized(w, i))
            continue;
        c.extent = fs_min32(c.extent, w->body.extent[i]);
        if (c.count++ == 0 || is_lighter(w->body.inv_mass[i], lightest))
            lightest = w->body.inv_mass[i];
    }
    for (uint32_t i = 0; i < *w->body.rows; i++)
        if (is_sized(w, i))
            c.load = fs_min64(c.load + fs__partsN_mass_ratio(lightest, w->body.inv_mass[i]), FS__MAX_PARTS_LOAD << 16);
    return c;
}

uint32_t fs__worldN_count_parts(const struct fs_worldN *w)
{
    struct fs__partsN_rule rule;
    if (!fs__partsN_rule_of(w, &rule) || !fs__worldN_is_small(w))
        return 1;
    struct census c = count_bodies(w);
    return c.count == 0 ? 1 : fs__partsN_limit(fs__partsN_needed(&rule, c.extent, c.load), c.bodies);
}

/* ---- forces that depend on positions ------------------------------------------------------------------------------ */

/* Of N substeps each adds its share of a force's velocity before it moves the body, which moves it by (N + 1) / (2 N) of the
 * whole in the tick. Taken where the body is the other (N - 1) / (2 N) of a tick later, the force of a spring keeps areas in
 * phase space: x' = x + V - a w (x + l V), V' = V - w (x + l V) has the determinant 1 + w (1 - a - l), V in m a tick. The
 * islands of large worlds may have more parts, of which contacts decide later. */
fs_wide fs_worldN_force_lead(const fs_worldN *w)
{
    int64_t steps = fs_max_u32(*w->rules.substeps, 1), hz = fs_max_u32(*w->world.hz, 1);
    if ((*w->rules.flags & WHOLE_FLAGS) != 0)
        return 0;
    steps *= fs__worldN_count_parts(w);
    return fs_muldiv64(FS_WIDE_ONE, steps - 1, 2 * steps * hz);
}
