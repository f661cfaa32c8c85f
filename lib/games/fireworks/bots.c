/* bots.c: computer players of the fireworks.
 *
 * Bots read the whole state and keep no data between two ticks.
 */
#include "games/fireworks/fireworks.h"

#include <fixstep/kit/buttons.h>

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct fireworks_view v;
    fireworks_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, FIREWORKS_CHOICE_WHEEL, input);
}

/* --- showman --------------------------------------------------------------------------------- */

/* The show has a beat of 4/5 s, in which the players take turns. The type launched is a function of the bot's key, the
 * slot and the number of the beat. */
static uint8_t choose_type(const struct fireworks_view *v, uint32_t slot, const fs_rng *rng)
{
    static const uint8_t rockets[10] = { 1, 7, 1, 5, 2, 7, 1, 9, 6, FIREWORKS_CHOICE_WHEEL };
    uint32_t beat = fs_max_u32(*v->world.hz * 4u / 5u, 1), now = *v->world.tick + slot * beat / 3u;
    if (now % beat != 0)
        return 0;
    fs_rng draw = fs_rng_seed(rng->key ^ slot, now / beat);
    return rockets[fs_rng_below(&draw, sizeof rockets)];
}

/* The predicted position of a firework. */
static fs_pos3 predict_position(const struct fireworks_view *v, uint32_t row)
{
    return fs_pos3_advance(v->firework.pos[row], v->firework.vel[row], 4);
}

/* Fireworks near the ground are not set off, so that the show is visible. */
#define SHOW_HEIGHT (6 * FS_POS_ONE)

static fs_pos3 return_home(const struct fireworks_view *v, uint32_t slot)
{
    fs_pos3 place = fs__fireworks_launch_pos(slot, *v->player.rows);
    place.y = FIREWORKS_START_HEIGHT * FS_POS_ONE;
    return place;
}

/* As seen: from the front. */
static fs_pos distance_between(fs_pos3 a, fs_pos3 b)
{
    return fs_pos2_length(fs_pos2_make(fs_sat64_sub(a.x, b.x), fs_sat64_sub(a.y, b.y)));
}

/* The firework nearest to the crosshair and to its home position; those with larger payloads count as nearer. The
 * number of slots when there is none in range. */
static uint32_t choose_target(const struct fireworks_view *v, uint32_t slot)
{
    fs_pos3 crosshair = v->player.crosshair[slot], at_home = return_home(v, slot);
    uint32_t best = *v->firework.rows;
    fs_pos minimum = FS_POS_MAX;
    for (uint32_t i = 0; i < *v->firework.rows; i++) {
        uint32_t points = fs__fireworks_points(v->firework.kind[i]);
        fs_pos3 place = predict_position(v, i);
        if (points == 0 || v->firework.fuse[i] < *v->world.hz / 5u || place.y < SHOW_HEIGHT)
            continue;
        fs_pos cost = fs_sat64_add(distance_between(place, crosshair), distance_between(place, at_home)) / points;
        if (cost < minimum) {
            minimum = cost;
            best = i;
        }
    }
    return best;
}

static uint8_t key_toward(fs_pos offset, fs_pos step, fs_key minus, fs_key plus)
{
    if (fs_abs64(offset) < step)
        return 0;
    return (uint8_t)(offset < 0 ? minus : plus);
}

static void think_showman(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct fireworks_view v;
    fireworks_peek(state, &v);
    struct fireworks_rules rules = fireworks_rules_load(&v);
    uint8_t *bytes = input;
    bytes[1] = choose_type(&v, slot, rng);
    if (!v.player.active[slot])
        return;
    fs_pos3 crosshair = v.player.crosshair[slot];
    uint32_t row = choose_target(&v, slot);
    fs_pos3 place = row < *v.firework.rows ? predict_position(&v, row) : return_home(&v, slot);
    fs_pos step = fs__fireworks_crosshair_step(*v.world.hz, false);
    bytes[0] = (uint8_t)(key_toward(fs_sat64_sub(place.x, crosshair.x), step, FS_KEY_LEFT, FS_KEY_RIGHT) |
                         key_toward(fs_sat64_sub(place.y, crosshair.y), step, FS_KEY_DOWN, FS_KEY_UP));
    uint32_t aimed = fs__fireworks_aimed_row(&v, crosshair, rules.crosshair_reach);
    if (aimed < *v.firework.rows && v.firework.pos[aimed].y > SHOW_HEIGHT)
        bytes[0] |= FS_KEY_FIRE;
}

const fs_bot fs__fireworks_bots[FIREWORKS_BOTS] = {
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "random", "launches and shoots as it comes", think_random },
    { "showman", "launches by a programme and sets off what comes near", think_showman },
};
