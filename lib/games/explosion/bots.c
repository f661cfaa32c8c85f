/* bots.c: computer players of the game of charges. They read the state and keep no data between two ticks. */
#include <fixstep/kit/buttons.h>

#include "games/explosion/explosion.h"

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct explosion_view v;
    explosion_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, 0, input);
}

/* ---- miner ---------------------------------------------------------------------------------------------------------- */

static uint32_t count_charges(const struct explosion_view *v, uint32_t slot, uint8_t state)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < EXPLOSION_CHARGES; i++)
        count += v->charge.state[fs__explosion_charge(slot, i)] == state;
    return count;
}

/* A bar on the stage; slots, and charges of a slot, prefer different ones. False: none is left. */
static bool choose_bar(const struct explosion_view *v, const struct fs_world3 *w, uint32_t slot, uint32_t laid,
                       fs_pos3 *at)
{
    uint32_t bars = *v->bar.rows, first = slot * 5 + v->player.fired[slot] * 7 + laid * 3;
    for (uint32_t i = 0; i < bars; i++) {
        uint32_t bar = (first + i) % bars;
        if (!fs__explosion_bar_stands(w, bar))
            continue;
        *at = w->body.pos[EXPLOSION_FIRST_BAR + bar];
        return true;
    }
    return false;
}

/* Lays all charges between bars and the middle of the stage, then fires them. Keys are released every other tick. */
static void think_miner(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct explosion_view v;
    struct fs_world3 w;
    uint8_t *bytes = input;
    fs_pos3 at;
    (void)rng;
    explosion_peek(state, &v);
    fs_world3_bind_readonly(state, explosion_T_physics3, &w);
    uint32_t laid = count_charges(&v, slot, EXPLOSION_LAID), left = count_charges(&v, slot, EXPLOSION_FREE);
    if (!v.player.active[slot] || (v.player.held[slot] & (FS_KEY_FIRE | FS_KEY_ALT)) != 0)
        return;
    if (left == 0 || !choose_bar(&v, &w, slot, laid, &at)) {
        bytes[0] = laid > 0 ? FS_KEY_ALT : 0;
        return;
    }
    fs_pos3 to = fs_pos3_make(at.x / 4 * 3, 0, at.z / 4 * 3);
    fs_pos ahead, right;
    fs_kit_crosshair3_offset(fs_pos3_sub(to, v.player.at[slot]), fs_kit_seat3_heading(slot), &ahead, &right);
    bytes[0] = fs_kit_crosshair3_keys(ahead, right, FS_POS_ONE / 4);
    if (bytes[0] == 0)
        bytes[0] = FS_KEY_FIRE;
}

const fs_bot fs__explosion_bots[EXPLOSION_BOTS] = {
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "miner", "lays charges behind bars and fires them together", think_miner },
    { "random", "presses random keys", think_random },
};
