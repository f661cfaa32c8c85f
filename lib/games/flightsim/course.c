/* course.c: the hoops of the race, and when one is passed. */
#include <fixstep/kit/aircraft3.h>
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

bool fs__flightsim_passes(const struct flightsim_view *v, uint32_t hoop, fs_pos3 before, fs_pos3 now)
{
    return fs_kit_hoop3_passed(before, now, v->hoop.at[hoop], v->hoop.axis[hoop], FLIGHTSIM_HOOP_RADIUS * FS_POS_ONE);
}
