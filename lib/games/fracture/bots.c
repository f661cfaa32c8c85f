/* bots.c: computer players of the game of blocks. They read the state and keep no data between two ticks. */
#include <fixstep/kit/buttons.h>

#include "games/fracture/fracture.h"

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct fracture_view v;
    fracture_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, 0, input);
}

/* ---- gunner --------------------------------------------------------------------------------------------------------- */

/* The nearest whole block to the crosshair, or the nearest part that can break where no block is left. */
static bool choose_target(const struct fracture_view *v, const struct fs_world3 *w, fs_pos3 from, fs_pos3 *at)
{
    uint8_t youngest = (uint8_t)v->rule.depth[0];
    fs_pos nearest = 0;
    bool found = false;
    for (uint32_t row = 0; row < *v->part.rows; row++) {
        uint8_t age = v->part.age[row];
        if (age == 0 || age > youngest)
            continue;
        fs_pos3 p = w->body.pos[row];
        fs_pos d = fs_pos3_dist(fs_pos3_make(p.x, 0, p.z), from);
        if (found && age == youngest && d >= nearest)
            continue;
        youngest = age;
        nearest = d;
        *at = p;
        found = true;
    }
    return found;
}

static void think_gunner(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct fracture_view v;
    struct fs_world3 w;
    uint8_t *bytes = input;
    fs_pos3 at;
    fs_pos ahead, right;
    (void)rng;
    fracture_peek(state, &v);
    fs_world3_bind_readonly(state, fracture_T_physics3, &w);
    if (!v.player.active[slot] || !choose_target(&v, &w, v.player.at[slot], &at))
        return;
    fs_kit_crosshair3_offset(fs_pos3_sub(at, v.player.at[slot]), fs_kit_seat3_heading(slot), &ahead, &right);
    bytes[0] = fs_kit_crosshair3_keys(ahead, right, FS_POS_ONE / 5);
    if (bytes[0] == 0)
        bytes[0] = FS_KEY_FIRE;
}

const fs_bot fs__fracture_bots[FRACTURE_BOTS] = {
    { "gunner", "shoots at the nearest whole block, then at large pieces", think_gunner },
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "random", "presses random keys", think_random },
};
