/* course.c: the hoops of the race, and when one is passed. */
#include <fixstep/random.h>
#include <fixstep/trig.h>

#include "games/flightsim/flightsim.h"

enum { LOW = 25, SPREAD = 25 }; /* m: heights of hoops */

/* Evenly around the origin, along the circle, heights at random. */
void fs__flightsim_place_hoop(struct flightsim_view *v, uint32_t index, uint32_t count, int64_t radius, uint32_t seed)
{
    fs_rng rng = fs_rng_seed(seed, index);
    uint32_t turn = (uint32_t)((uint64_t)index * (UINT64_C(1) << 32) / count);
    fs_pos height = (fs_pos)(LOW + fs_rng_below(&rng, SPREAD)) * FS_POS_ONE;
    v->hoop.at[index] = fs_pos3_make(radius * fs_cos(turn) * (FS_POS_ONE / FS_UNIT_ONE), height,
                                     radius * fs_sin(turn) * (FS_POS_ONE / FS_UNIT_ONE));
    v->hoop.axis[index] = fs_unit3_make(-fs_sin(turn), 0, fs_cos(turn));
}

/* Of a point: the distance from the plane of the hoop, above 0 behind it. */
static fs_wide depth_of(const struct flightsim_view *v, uint32_t hoop, fs_pos3 at)
{
    fs_unit3 axis = v->hoop.axis[hoop];
    fs_pos3 d = fs_pos3_sub(at, v->hoop.at[hoop]);
    fs_wide x = fs_mul64(d.x, axis.x, FS_UNIT_FRAC), z = fs_mul64(d.z, axis.z, FS_UNIT_FRAC);
    return fs_wide_add(fs_wide_add(x, z), fs_mul64(d.y, axis.y, FS_UNIT_FRAC));
}

static fs_pos crossing_axis(fs_pos from, fs_pos to, fs_wide part, fs_wide whole)
{
    return fs_sat64_add(from, fs_muldiv64(fs_sat64_sub(to, from), part, whole));
}

bool fs__flightsim_passes(const struct flightsim_view *v, uint32_t hoop, fs_pos3 before, fs_pos3 now)
{
    fs_wide from = depth_of(v, hoop, before), to = depth_of(v, hoop, now);
    if (from > 0 || to <= 0)
        return false;
    fs_wide part = fs_sat64_neg(from), whole = fs_sat64_sub(to, from);
    const fs_pos3 at = fs_pos3_make(crossing_axis(before.x, now.x, part, whole),
                                    crossing_axis(before.y, now.y, part, whole),
                                    crossing_axis(before.z, now.z, part, whole));
    return fs_pos3_dist_sq_cmp(at, v->hoop.at[hoop], FLIGHTSIM_HOOP_RADIUS * FS_POS_ONE) < 0;
}
