/* bots.c: computer players of the game of ragdolls.
 *
 * Bots read the whole state and keep no data between two ticks.
 */
#include "games/ragdoll/ragdoll.h"

#include <fixstep/kit/buttons.h>

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct ragdoll_view v;
    ragdoll_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, RAGDOLL_CHOICES, input);
}

/* --- hunter ---------------------------------------------------------------------------------- */

/* The chest of the ragdoll on the stage that is nearest to the edge in front of the player, as seen from there; false when
 * all have fallen. Slots prefer different ragdolls. */
static bool choose_target(const struct ragdoll_view *v, const struct fs_world3 *w, uint32_t slot, fs_pos3 *at)
{
    uint32_t dolls = *v->doll.rows;
    for (uint32_t i = 0; i < dolls; i++) {
        uint32_t doll = (slot + i) % dolls;
        fs_pos3 p = w->body.pos[fs__ragdoll_bone_row(doll, FS_BONE3_CHEST)];
        if (v->doll.wait[doll] == 0 && p.y > -FS_POS_ONE / 2) {
            *at = p;
            return true;
        }
    }
    return false;
}

/* Follows a ragdoll with the crosshair; shoots when it is near, and blasts when it is at the crosshair. */
static void think_hunter(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct ragdoll_view v;
    struct fs_world3 w;
    uint8_t *bytes = input;
    fs_pos3 at;
    (void)rng;
    ragdoll_peek(state, &v);
    fs_world3_bind_readonly(state, ragdoll_T_physics3, &w);
    if (!v.player.active[slot] || !choose_target(&v, &w, slot, &at))
        return;
    fs_pos ahead, right;
    fs_kit_crosshair3_offset(fs_pos3_sub(at, v.player.at[slot]), fs_kit_seat3_heading(slot), &ahead, &right);
    bytes[0] = fs_kit_crosshair3_keys(ahead, right, FS_POS_ONE / 3);
    bool close = fs_abs64(ahead) < FS_POS_ONE && fs_abs64(right) < FS_POS_ONE;
    if (close)
        bytes[0] |= FS_KEY_FIRE;
    bytes[1] = close && v.player.blast_wait[slot] == 0 && v.player.shots[slot] % 4 == 3 ? 1 : 0;
}

const fs_bot fs__ragdoll_bots[RAGDOLL_BOTS] = {
    { "hunter", "follows a ragdoll, shoots and blasts it", think_hunter },
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "random", "presses random keys", think_random },
};
