/* bots.c: computer pilots. They read the state and keep no data between two ticks. */
#include <fixstep/kit/buttons.h>

#include "games/thrust/thrust.h"

enum {
    CRUISE = 17,  /* m: a pod on the cable passes over all pads */
    NEAR = 3,     /* m: from here a craft descends */
    ABOVE_DM = 28 /* of a craft over a pod that it grips */
};

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct thrust_view v;
    thrust_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, THRUST_CHOICES, input);
}

/* ---- pilot ---------------------------------------------------------------------------------------------------------- */

static bool is_free(const struct thrust_view *v, uint32_t pod)
{
    bool is_free = v->pod.wait[pod] == 0;
    for (uint32_t slot = 0; slot < *v->player.rows; slot++)
        is_free = is_free && v->player.towed[slot] != pod + 1;
    return is_free;
}

/* The free pod that is nearest, with 8 m for every other slot's share, so that pilots part; false: there is none. */
static bool choose_pod(const struct thrust_view *v, const struct fs_world3 *w, uint32_t slot, fs_pos3 from, fs_pos3 *at)
{
    fs_pos least = 0;
    bool found = false;
    for (uint32_t pod = 0; pod < *v->pod.rows; pod++) {
        fs_pos3 p = w->body.pos[fs__thrust_pod_row(*v->pod.rows, pod)];
        fs_pos d = fs_sat64_add(fs_pos3_dist(fs_pos3_make(p.x, 0, p.z), fs_pos3_make(from.x, 0, from.z)),
                                pod % *v->player.rows == slot ? 0 : 8 * FS_POS_ONE);
        if (!is_free(v, pod) || (found && d >= least))
            continue;
        least = d;
        *at = p;
        found = true;
    }
    return found;
}

/* Where the craft is to go; over a point it cruises until it is near. Slots cruise at different heights. */
static fs_pos3 choose_point(const struct thrust_view *v, const struct fs_world3 *w, uint32_t slot, fs_pos3 at)
{
    const fs_pos cruise = (fs_pos)(CRUISE + 3 * slot) * FS_POS_ONE;
    fs_pos3 to = fs__thrust_start(slot);
    to.y -= FS_POS_ONE; /* it lands */
    bool is_short = v->player.fuel[slot] < v->rule.tank[0] / 4;
    if (v->player.towed[slot] > 0)
        to.y = (THRUST_BASE_HIGH + THRUST_ZONE_HIGH + THRUST_CABLE - 1) * FS_POS_ONE;
    else if (!is_short && choose_pod(v, w, slot, at, &to))
        to.y = fs_sat64_add(to.y, ABOVE_DM * FS_POS_ONE / 10);
    fs_pos3 flat = fs_pos3_make(to.x, at.y, to.z);
    if (fs_pos3_dist_sq_cmp(at, flat, NEAR * FS_POS_ONE) > 0)
        to.y = cruise;
    return to;
}

static unsigned choose_keys(fs_vel have, fs_vel want, fs_key minus, fs_key plus)
{
    const fs_vel slack = FS_VEL_ONE / 5;
    return want - have > slack ? (unsigned)plus : want - have < -slack ? (unsigned)minus : 0;
}

/* A speed of a fifth of the distance a second, at most `most` m/s. */
static fs_vel approach(fs_pos way, int32_t most)
{
    return (fs_vel)fs_clamp64(fs_asr64(way, FS_POS_FRAC - FS_VEL_FRAC) / 5, -most * FS_VEL_ONE, most * FS_VEL_ONE);
}

static unsigned choose_power(fs_vel climb, fs_pos missing)
{
    fs_vel want = (fs_vel)fs_clamp64(fs_asr64(missing, FS_POS_FRAC - FS_VEL_FRAC + 1), -2 * FS_VEL_ONE, 4 * FS_VEL_ONE);
    return climb < want - FS_VEL_ONE / 10  ? (unsigned)FS_KEY_FIRE
           : climb > want + FS_VEL_ONE / 3 ? 0
                                           : (unsigned)FS_KEY_ALT;
}

/* A craft that takes in fuel stays until the tank is nearly full. */
static bool refuels(const struct thrust_view *v, const struct fs_world3 *w, uint32_t slot)
{
    return fs__thrust_landed(v, w, slot) && v->player.fuel[slot] < v->rule.tank[0] / 8 * 7;
}

static void think_pilot(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct thrust_view v;
    struct fs_world3 w;
    uint8_t *bytes = input;
    (void)rng;
    thrust_peek(state, &v);
    fs_world3_bind_readonly(state, thrust_T_physics3, &w);
    if (v.player.state[slot] != THRUST_FLYING || refuels(&v, &w, slot))
        return;
    uint32_t row = fs__thrust_craft_row(*v.pod.rows, slot);
    fs_pos3 at = w.body.pos[row], to = choose_point(&v, &w, slot, at);
    fs_vel3 vel = w.body.vel[row];
    fs_pos3 way = fs_pos3_sub(to, at);
    bool low = at.y < (THRUST_BASE_HIGH + 2) * FS_POS_ONE && way.y > 2 * FS_POS_ONE; /* first up, then aside */
    unsigned keys = choose_keys(vel.x, low ? 0 : approach(way.x, 7), FS_KEY_LEFT, FS_KEY_RIGHT) |
                    choose_keys(-vel.z, low ? 0 : approach(-way.z, 7), FS_KEY_DOWN, FS_KEY_UP);
    bytes[0] = (uint8_t)(keys | choose_power(vel.y, way.y));
    bytes[1] = v.player.towed[slot] == 0 && !v.player.gripped[slot] &&
               fs_pos3_dist_sq_cmp(way, fs_pos3_zero(), FS_POS_ONE) < 0;
}

const fs_bot fs__thrust_bots[THRUST_BOTS] = {
    { "idle", "stays on the base", fs_kit_buttons_think_idle },
    { "pilot", "fetches pods one after the other", think_pilot },
    { "random", "presses random keys", think_random },
};
