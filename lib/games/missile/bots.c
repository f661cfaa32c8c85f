/* bots.c: computer players of the missiles.
 *
 * Bots read the whole state and keep no data between two ticks.
 */
#include "games/missile/missile.h"

#include <fixstep/kit/buttons.h>

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct missile_view v;
    missile_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, MISSILE_CHOICES, input);
}

/* --- hunter ---------------------------------------------------------------------------------- */

/* Keeps the engine on unless it faces away from the target, because a craft at rest is hit most easily. Fires when the
 * target is ahead. */
static void hunt_target(const struct missile_view *v, uint32_t slot, uint32_t target, uint8_t *bytes)
{
    fs_pos3 me = v->body.pos[slot], it = fs_pos3_advance(v->body.pos[target], v->body.vel[target], 2);
    fs_pos distance = fs_pos3_dist(me, it);
    int32_t offset = fs_turn_signed(fs_atan2(fs_sat64_sub(it.y, me.y), fs_sat64_sub(it.x, me.x)) -
                                    v->craft.heading[slot]);
    int32_t step = (int32_t)fs__missile_turn_step(*v->world.hz);
    if (offset > step / 2 || offset < -step / 2)
        bytes[0] = offset > 0 ? FS_KEY_LEFT : FS_KEY_RIGHT;
    if (fs_abs32(offset) < (int32_t)FS_TURN_DEG(90))
        bytes[0] |= FS_KEY_UP;
    if (distance < 70 * FS_POS_ONE && fs_abs32(offset) < (int32_t)FS_TURN_DEG(12))
        bytes[0] |= FS_KEY_FIRE;
}

static void think_hunter(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)rng;
    struct missile_view v;
    missile_peek(state, &v);
    if (v.craft.state[slot] != MISSILE_FLYING)
        return;
    uint32_t target = fs__missile_nearest_craft(&v, v.body.pos[slot], slot);
    if (target < *v.craft.rows)
        hunt_target(&v, slot, target, input);
}

const fs_bot fs__missile_bots[MISSILE_BOTS] = {
    { "hunter", "flies at the nearest opponent and fires", think_hunter },
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "random", "turns, burns and fires as it comes", think_random },
};
