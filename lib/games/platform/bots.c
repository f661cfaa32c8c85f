/* bots.c: computer players of the platform.
 *
 * Bots read the whole state and keep no data between two ticks.
 */
#include "games/platform/platform.h"

#include <fixstep/kit/buttons.h>

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct platform_view v;
    platform_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, 0, input);
}

/* --- balancer -------------------------------------------------------------------------------- */

/* A velocity as metres in a second. */
static fs_pos per_second(fs_vel v)
{
    return (fs_pos)v * (1 << (FS_POS_FRAC - FS_VEL_FRAC));
}

/* The slope that leads the ball to `to`: it accelerates by -10 times the slope. A larger
 * `bold` (0..7) brakes later. */
static fs_pos wanted_slope(const struct platform_view *v, uint32_t slot, fs_pos to, uint32_t bold)
{
    uint32_t ball = fs__platform_body_row(slot, PLATFORM_BALL);
    fs_pos x = fs_sat64_sub(v->body.pos[ball].x, fs__platform_pivot_pos(slot, *v->player.rows).x);
    fs_pos offset = fs_clamp64(fs_sat64_sub(x, to), -2 * FS_POS_ONE, 2 * FS_POS_ONE);
    fs_pos brake = fs_sat64_mul(per_second(v->body.vel[ball].x), 24 - 2 * (int64_t)bold) / 8;
    fs_pos pull = fs_sat64_add(fs_sat64_mul(offset, 2), brake);
    return fs_clamp64(pull / 10, -FS_POS_ONE / 6, FS_POS_ONE / 6);
}

/* The position of the weight that turns the deck to that slope: it balances the load of the ball, plus a part that
 * grows with the missing slope and falls with the angular velocity. */
static fs_pos wanted_place(const struct platform_view *v, const struct platform_rules *rules, uint32_t slot,
                           fs_pos slope)
{
    fs_vel left = v->body.vel[fs__platform_body_row(slot, 0)].y,
           right = v->body.vel[fs__platform_body_row(slot, PLATFORM_DECK_NODES - 1)].y;
    fs_pos turning = fs_sat64_sub(per_second(right), per_second(left)) / (PLATFORM_DECK_NODES - 1);
    fs_pos missing = fs_sat64_sub(fs__platform_slope(v, slot), slope);
    fs_pos x = fs_sat64_sub(v->body.pos[fs__platform_body_row(slot, PLATFORM_BALL)].x,
                            fs__platform_pivot_pos(slot, *v->player.rows).x);
    fs_pos against = -fs_muldiv64(x, rules->ball_mass, rules->weight_mass);
    return fs_sat64_add(against, fs_sat64_add(fs_sat64_mul(missing, 20), fs_sat64_mul(turning, 8)));
}

static void think_balancer(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct platform_view v;
    platform_peek(state, &v);
    struct platform_rules rules = platform_rules_load(&v);
    uint8_t *bytes = input;
    if (v.player.state[slot] != PLATFORM_ROLLING) {
        bytes[0] = FS_KEY_FIRE;
        return;
    }
    fs_pos slope = wanted_slope(&v, slot, fs__platform_coin_pos(*v.world.seed, v.player.coins[slot]),
                                (uint32_t)(rng->key >> 8) % 8);
    fs_pos offset = fs_sat64_sub(wanted_place(&v, &rules, slot, slope), v.player.weight_pos[slot]);
    if (fs_abs64(offset) > FS_POS_ONE / 8)
        bytes[0] = offset < 0 ? FS_KEY_LEFT : FS_KEY_RIGHT;
}

const fs_bot fs__platform_bots[PLATFORM_BOTS] = {
    { "balancer", "tips the platform so that the ball rolls to the coin and not off", think_balancer },
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "random", "moves the weight as it comes", think_random },
};
