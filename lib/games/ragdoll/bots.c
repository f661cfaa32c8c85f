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

/* How far the target is from the crosshair along a direction, in Q32.32 m. */
static fs_pos distance_along(fs_pos3 d, fs_unit3 along)
{
    return fs_mul64(d.x, along.x, FS_UNIT_FRAC) + fs_mul64(d.z, along.z, FS_UNIT_FRAC);
}

/* Follows a ragdoll with the crosshair; shoots when it is near, and blasts when it is at the crosshair. */
static void think_hunter(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    const fs_pos near = FS_POS_ONE / 3;
    struct ragdoll_view v;
    struct fs_world3 w;
    uint8_t *bytes = input;
    fs_pos3 at;
    (void)rng;
    ragdoll_peek(state, &v);
    fs_world3_bind_readonly(state, ragdoll_T_physics3, &w);
    if (!v.player.active[slot] || !choose_target(&v, &w, slot, &at))
        return;
    uint32_t heading = fs__ragdoll_heading(slot);
    fs_pos3 d = fs_pos3_sub(at, v.player.at[slot]);
    fs_pos ahead = distance_along(d, fs_kit_aim3_direction(heading, 0));
    fs_pos right = distance_along(d, fs_kit_aim3_direction(heading - (UINT32_C(1) << 30), 0));
    bytes[0] = (uint8_t)((ahead > near    ? FS_KEY_UP
                          : ahead < -near ? FS_KEY_DOWN
                                          : 0) |
                         (right > near    ? FS_KEY_RIGHT
                          : right < -near ? FS_KEY_LEFT
                                          : 0));
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
