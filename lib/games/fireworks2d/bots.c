/* bots.c: computer players of the fireworks in the plane.
 *
 * Bots read the whole state and keep no data between two ticks.
 */
#include "games/fireworks2d/fireworks2d.h"

#include <fixstep/trig.h>
#include <fixstep/kit/buttons.h>

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct fireworks2d_view v;
    fireworks2d_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, FIREWORKS2D_CHOICES, input);
}

/* Every second another shell, drawn from the bot's key, the slot and the second. */
static void think_showman(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    static const uint8_t programme[6] = { 1, 2, 1, 3, 5, 3 };
    struct fireworks2d_view v;
    uint8_t *bytes = input;
    fireworks2d_peek(state, &v);
    uint32_t second = *v.world.tick / *v.world.hz, in_second = *v.world.tick % *v.world.hz;
    fs_rng draw = fs_rng_seed(rng->key ^ slot, second);
    uint32_t at = fs_rng_below(&draw, *v.world.hz / 2u + 1u);
    uint32_t shell = programme[fs_rng_below(&draw, sizeof programme)];
    uint32_t move = fs_rng_below(&draw, 4);
    if (!v.player.active[slot])
        return;
    bytes[1] = (uint8_t)(in_second == 0 ? shell : 0);
    bytes[0] = (uint8_t)(in_second == at ? FS_KEY_FIRE : 0);
    bytes[0] |= move == 0 && in_second < 10 ? FS_KEY_LEFT : move == 1 && in_second < 10 ? FS_KEY_RIGHT : 0;
    bytes[0] |= v.player.power[slot] < 15 * FS_VEL_ONE ? FS_KEY_UP : 0;
}

/* --- gunner ------------------------------------------------------------------------------------ */

/* The lowest crate that still stands, from a place in the row that differs by slot; the number of crates: none. */
static uint32_t target_of(const struct fireworks2d_view *v, uint32_t slot)
{
    for (uint32_t k = 0; k < FIREWORKS2D_CRATES; k++) {
        uint32_t i = (k + slot * 7u) % FIREWORKS2D_CRATES;
        if (!v->crate.fallen[i] && v->crate.body1[i] != 0 && v->crate.body1[i] <= *v->body2.rows)
            return i;
    }
    return FIREWORKS2D_CRATES;
}

/* The height above the target at which an iron ball launched now passes, by the parabola. */
static fs_wide passes_above(const struct fireworks2d_view *v, uint32_t slot, fs_pos2 target)
{
    fs_pos2 from = fs__fireworks2d_mortar_pos(slot);
    fs_wide speed = fs_wide_from_vel(v->player.power[slot]);
    fs_wide vx = fs_wide_mul(speed, fs_wide_from_unit(fs_cos(v->player.aim[slot])));
    fs_wide vy = fs_wide_mul(speed, fs_wide_from_unit(fs_sin(v->player.aim[slot])));
    fs_wide time = fs_wide_div(fs_sat64_sub(target.x, from.x), vx);
    fs_wide fall = fs_wide_mul(fs_wide_mul(time, time), v->physics2.gravity->y / 2);
    fs_wide height = fs_sat64_add(fs_sat64_add(from.y, fs_wide_mul(vy, time)), fall);
    return fs_sat64_sub(height, target.y);
}

/* Aims iron balls at a standing crate by the launch power alone; asks for a new town when none stands. */
static void think_gunner(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct fireworks2d_view v;
    uint8_t *bytes = input;
    (void)rng;
    fireworks2d_peek(state, &v);
    if (!v.player.active[slot])
        return;
    uint32_t target = target_of(&v, slot);
    bytes[1] = 4;
    if (target == FIREWORKS2D_CRATES) {
        bytes[1] = FIREWORKS2D_CHOICE_RESET;
        return;
    }
    fs_wide over = passes_above(&v, slot, v.body2.pos[v.crate.body1[target] - 1u]);
    bytes[0] = fs_abs64(over) < FS_WIDE_ONE ? FS_KEY_ALT : 0;
    if (fs_abs64(over) < FS_WIDE_ONE / 5)
        bytes[0] |= FS_KEY_FIRE;
    else
        bytes[0] |= over > 0 ? FS_KEY_DOWN : FS_KEY_UP;
}

const fs_bot fs__fireworks2d_bots[FIREWORKS2D_BOTS] = {
    { "gunner", "shoots iron balls at what still stands", think_gunner },
    { "idle", "watches", fs_kit_buttons_think_idle },
    { "random", "aims and launches here and there", think_random },
    { "showman", "launches by a programme", think_showman },
};
