/* course.c: the gates, the thermals between them, and the air. */
#include <fixstep/kit/aircraft3.h>
#include <fixstep/random.h>
#include <fixstep/trig.h>

#include "games/glider/glider.h"

enum { LOW = 40, SPREAD = 20 }; /* m: heights of gates */

static fs_pos3 point_on_circle(fs_pos radius, uint32_t turn, fs_pos height)
{
    return fs_pos3_make(fs_mul64(radius, fs_cos(turn), FS_UNIT_FRAC), height,
                        fs_mul64(radius, fs_sin(turn), FS_UNIT_FRAC));
}

static uint32_t share_of_turn(uint64_t part, uint32_t count)
{
    return (uint32_t)((part << 32) / count);
}

/* Gates stand evenly around the origin, along the circle, at heights at random; thermals from two thirds of the radius to the
 * whole one, with 3/4 to 5/4 of the mean lift. */
void fs__glider_place(struct glider_view *v, const struct glider_rules *rules, uint32_t seed)
{
    for (uint32_t i = 0; i < rules->gates; i++) {
        fs_rng rng = fs_rng_seed(seed, i);
        uint32_t turn = share_of_turn(i, rules->gates);
        fs_pos height = (fs_pos)(LOW + fs_rng_below(&rng, SPREAD)) * FS_POS_ONE;
        v->gate.at[i] = point_on_circle(rules->radius, turn, height);
        v->gate.axis[i] = fs_unit3_make(-fs_sin(turn), 0, fs_cos(turn));
    }
    for (uint32_t i = 0; i < rules->thermals; i++) {
        fs_rng rng = fs_rng_seed(seed, 100 + i);
        uint32_t turn = share_of_turn(2 * i + 1, 2 * rules->thermals);
        fs_pos away = fs_muldiv64(rules->radius, 200 + fs_rng_below(&rng, 100), 300);
        v->thermal.at[i] = point_on_circle(away, turn, 0);
        v->thermal.lift[i] = fs_muldiv64(rules->lift, 75 + fs_rng_below(&rng, 51), 100);
    }
}

static fs_wide lift_of(const struct glider_view *v, uint32_t thermal, fs_pos3 at)
{
    const fs_pos reach = GLIDER_THERMAL_RADIUS * FS_POS_ONE;
    fs_pos3 foot = v->thermal.at[thermal];
    if (fs_pos3_dist_sq_cmp(fs_pos3_make(at.x, foot.y, at.z), foot, reach) >= 0)
        return 0;
    fs_wide share = fs_wide_from_ratio(fs_pos3_dist(fs_pos3_make(at.x, foot.y, at.z), foot), reach);
    return fs_wide_mul(v->thermal.lift[thermal], FS_WIDE_ONE - fs_wide_mul(share, share));
}

fs_wide fs__glider_updraft(const struct glider_view *v, fs_pos3 at)
{
    const fs_pos fade = (GLIDER_CLOUDS_END - GLIDER_CLOUDS) * FS_POS_ONE;
    fs_pos left = fs_clamp64(fs_sat64_sub(GLIDER_CLOUDS_END * FS_POS_ONE, at.y), 0, fade);
    fs_wide sum = 0;
    for (uint32_t i = 0; i < *v->thermal.rows; i++)
        sum = fs_wide_add(sum, lift_of(v, i, at));
    return fs_muldiv64(sum, left, fade);
}

fs_fluid3_def fs__glider_air(const struct glider_view *v, const struct glider_rules *rules, uint32_t slot,
                             uint32_t seed, fs_pos3 at)
{
    fs_fluid3_def air = fs_default_fluid3_def();
    air.velocity = fs_wide3_make(rules->wind, fs__glider_updraft(v, at), 0);
    air.variation = fs_wide3_make(rules->gust, rules->gust / 2, rules->gust);
    air.period = 2 * FS_WIDE_ONE;
    air.seed = seed + slot;
    return air;
}

bool fs__glider_passes(const struct glider_view *v, uint32_t gate, fs_pos3 before, fs_pos3 now)
{
    return fs_kit_hoop3_passed(before, now, v->gate.at[gate], v->gate.axis[gate], GLIDER_GATE_RADIUS * FS_POS_ONE);
}
