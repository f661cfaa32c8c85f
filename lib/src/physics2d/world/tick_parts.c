/* tick_parts.c: into how many parts a tick is divided.
 *
 * Where a body is small, or loaded by much more than its own weight, a tick is a long time: gravity moves the body by a good
 * part of its size, and the contacts, whose stiffness the substep limits, yield by a good part of it. Such a world is
 * stepped as one with twice or four times the tick rate and the contact stiffness that belongs to it. The number follows
 * from the bodies of the world alone, so that it does not change while they move, touch, sleep or wake.
 */
#include "physics2d/dimension.h"

#include "physics/rate.h"

#include "physics2d/body/body.h"
#include "physics2d/world/tick_parts.h"
#include "physics2d/world/world.h"

/* Bodies times parts is at most MAX_WORK. */
enum { MAX_PARTS = 4, MAX_WORK = 512 };
/* In a part gravity moves a body at rest by 1/32 of its extent at most. */
enum { MAX_FALL_SHIFT = 5 };
/* Upper limit of the load of a body, over its own weight. */
#define MAX_LOAD ((int64_t)1 << 20)

/* The dynamic bodies of a world: how many have a shape, the smallest extent, and the mass of all over the smallest mass. */
struct census {
    uint32_t count;
    fs_rel extent;
    int64_t load;
};

static bool is_counted(const struct fs_world2 *w, uint32_t row)
{
    return fs__world2_row_live(w->body.gen, row) && fs__body2_is_dynamic(w, row) &&
           (w->body.flags[row] & FS_BODY2_DISABLED) == 0 && w->body.extent[row] > 0 && w->body.inv_mass[row].m != 0;
}

/* inverse / of, Q16, at most MAX_LOAD: the mass of `of` over that of `inverse`. */
static int64_t mass_ratio(fs_scaled inverse, fs_scaled of)
{
    int64_t shift = (int64_t)inverse.e - of.e + 16;
    uint64_t q = ((uint64_t)inverse.m << 32) / (uint32_t)of.m; /* Q32, 2^31 to 2^33 */
    shift -= 32;
    if (shift > 0)
        return MAX_LOAD << 16;
    return fs_min64(shift < -40 ? 0 : (int64_t)(q >> -shift), MAX_LOAD << 16);
}

static bool is_lighter(fs_scaled a, fs_scaled b)
{
    return a.e != b.e ? a.e > b.e : a.m > b.m;
}

/* Stops counting where the bodies are too many for two parts. */
static struct census count_bodies(const struct fs_world2 *w)
{
    struct census c = { .extent = INT32_MAX };
    fs_scaled lightest = { 0 };
    for (uint32_t i = 0; i < *w->body.rows && c.count <= MAX_WORK / 2; i++) {
        if (!is_counted(w, i))
            continue;
        c.extent = fs_min32(c.extent, w->body.extent[i]);
        if (c.count++ == 0 || is_lighter(w->body.inv_mass[i], lightest))
            lightest = w->body.inv_mass[i];
    }
    for (uint32_t i = 0; i < *w->body.rows && c.count <= MAX_WORK / 2; i++)
        if (is_counted(w, i))
            c.load = fs_min64(c.load + mass_ratio(lightest, w->body.inv_mass[i]), MAX_LOAD << 16);
    return c;
}

/* Whether a body at rest falls by less than its extent >> MAX_FALL_SHIFT in 1/rate seconds. gravity: m/s^2, Q26. */
static bool falls_little(const struct census *c, int64_t gravity, int64_t rate)
{
    return c->extent * rate * rate >= gravity << (MAX_FALL_SHIFT - 1);
}

/* Whether contacts that carry all bodies yield by less than 1/50 of the smallest extent: 2 load g / (2 pi hertz)^2. The
 * frequency of small bodies is higher (contact_prepare.c). */
static bool yields_little(const struct fs_world2 *w, const struct census *c, int64_t gravity, int64_t parts)
{
    int64_t hertz = *w->rules.contact_hertz >> FS_FIX16_FRAC;
    int64_t stiffest = (int64_t)*w->world.hz * fs_max_u32(*w->rules.substeps, 1) / 4;
    int64_t grown = hertz * hertz * fs_max32(c->extent, FS_REL_ONE / 8), limit = stiffest * stiffest * c->extent;
    int64_t load = fs_round_shift64(c->load, 8); /* Q8 */
    if (hertz >= stiffest)
        grown = limit;
    return fs_sat64_mul(load, 5 * gravity) >> 8 <= 2 * parts * parts * fs_min64(grown, limit);
}

uint32_t fs__world2_count_parts(const struct fs_world2 *w)
{
    const uint32_t flags = *w->rules.flags;
    if ((flags & FS_WORLD2_SUBDIVISION) == 0 || (flags & (FS_WORLD2_PAUSED | FS_WORLD2_POSITIONS_ONLY)) != 0)
        return 1;
    int64_t gravity = fs_wide2_length(*w->rules.gravity) >> (FS_WIDE_FRAC - FS_REL_FRAC);
    struct census c = gravity == 0 ? (struct census){ .count = 0 } : count_bodies(w);
    uint32_t parts = 1, rate = *w->world.hz * fs_max_u32(*w->rules.substeps, 1);
    while (c.count > 0 && parts < MAX_PARTS && 2 * parts * c.count <= MAX_WORK && 2 * parts * rate < FS__MAX_RATE &&
           !(falls_little(&c, gravity, (int64_t)*w->world.hz * parts) && yields_little(w, &c, gravity, parts)))
        parts *= 2;
    return parts;
}
