/* bots.c: computer players of bowling.
 *
 * Bots read the whole state and keep no data between two ticks.
 */
#include "games/bowling/bowling.h"

#include <fixstep/kit/buttons.h>
#include <fixstep/trig.h>

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct bowling_view v;
    bowling_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, BOWLING_CHOICES, input);
}

/* --- roller ---------------------------------------------------------------------------------- */

/* What a throw needs. */
struct plan {
    fs_pos x;
    int32_t aim;
    int32_t speed, hook; /* percent */
};

/* The x at which the ball should meet the pins: beside the head pin of a full set, else the nearest pin that stands. */
static fs_pos choose_target(const struct fs_world3 *w, const struct bowling_rules *rules)
{
    if (fs__bowling_count_pins(w, rules) == BOWLING_PINS)
        return BOWLING_MM_POS(45);
    for (uint32_t pin = 0; pin < BOWLING_PINS; pin++)
        if (fs__bowling_pin_stands(w, rules, pin))
            return w->body.pos[BOWLING_BODY_PIN + pin].x;
    return 0;
}

/* A straight throw at the target from a place of the bot's own, off by up to 3 cm: the error of a throw is a function of
 * slot and throw, because a bot has no memory. */
static struct plan plan_throw(const struct bowling_view *v, const struct fs_world3 *w, uint32_t slot, const fs_rng *rng)
{
    struct bowling_rules rules = bowling_rules_load(v);
    struct bowling_card card;
    (void)fs__bowling_read_card(fs__bowling_rolls(v, slot), rules.frames, &card);
    fs_rng draw = fs_rng_seed(rng->key ^ slot, v->lane.games[0] * 64u + card.count);
    fs_pos error = BOWLING_MM_POS(fs_rng_range(&draw, -30, 30));
    fs_pos x = BOWLING_MM_POS(fs_rng_range(&draw, -20, 20) * 10);
    fs_pos across = x - choose_target(w, &rules) + error;
    return (struct plan){
        .x = x,
        .aim = fs_turn_signed(fs_atan2(across, BOWLING_MM_POS(BOWLING_HEAD_PIN_MM))),
        .speed = fs_rng_range(&draw, 80, 100),
        .hook = 0,
    };
}

/* The key that brings `value` nearer to `wanted`; 0 within `slack`. */
static uint8_t steer(int64_t value, int64_t wanted, int64_t slack, fs_key less, fs_key more)
{
    return fs_absdiff64(value, wanted) <= (uint64_t)slack ? 0 : (uint8_t)(value < wanted ? more : less);
}

/* Moves, then aims, sets the speed and throws, as a player does. */
static void think_roller(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct bowling_view v;
    struct fs_world3 w;
    uint8_t *bytes = input;
    bowling_peek(state, &v);
    if (v.lane.phase[0] != BOWLING_AIM || v.lane.turn_slot[0] != slot || !v.player.active[slot])
        return;
    fs_world3_bind_readonly(state, bowling_T_physics3, &w);
    struct plan plan = plan_throw(&v, &w, slot, rng);
    uint8_t move = steer(v.player.x[slot], plan.x, BOWLING_MM_POS(13), FS_KEY_LEFT, FS_KEY_RIGHT);
    uint8_t turn = steer(v.player.aim[slot], plan.aim, FS_TURN_DEG(1) / 10, FS_KEY_RIGHT, FS_KEY_LEFT);
    uint8_t pace = steer(v.player.speed[slot], plan.speed, 0, FS_KEY_DOWN, FS_KEY_UP);
    bytes[0] = move != 0 ? move : turn != 0 ? (uint8_t)(turn | FS_KEY_ALT) : 0;
    bytes[0] |= pace;
    bytes[1] = v.player.hook[slot] > plan.hook ? 1 : v.player.hook[slot] < plan.hook ? 2 : 0;
    if (bytes[0] == 0)
        bytes[0] = FS_KEY_FIRE;
}

const fs_bot fs__bowling_bots[BOWLING_BOTS] = {
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "random", "aims and throws as it comes", think_random },
    { "roller", "aims beside the head pin, then at what stands", think_roller },
};
