/* bots.c: computer players of the blobs.
 *
 * Bots read the whole state and keep no data between two ticks.
 */
#include "games/blob/blob.h"

#include <fixstep/kit/buttons.h>

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct blob_view v;
    blob_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, BLOB_CHOICES, input);
}

/* --- eater ------------------------------------------------------------------------------- */

/* The crumb that is easiest to get: a metre up is as hard as six aside. */
static uint32_t choose_crumb(const struct blob_view *v, fs_pos3 me)
{
    uint32_t best = 0;
    fs_pos minimum = FS_POS_MAX;
    for (uint32_t i = 0; i < *v->crumb.rows; i++) {
        fs_pos3 delta = fs_pos3_sub(v->crumb.pos[i], me);
        fs_pos effort = fs_sat64_add(fs_abs64(delta.x), fs_sat64_mul(fs_abs64(delta.y), delta.y > 0 ? 6 : 1));
        if (effort >= minimum)
            continue;
        best = i;
        minimum = effort;
    }
    return best;
}

/* Whether a part of the blob has been left behind. */
static bool is_scattered(const struct blob_view *v, const struct blob_rules *rules, uint32_t slot)
{
    uint32_t core = fs__blob_core_row(rules, slot);
    for (uint32_t part = 1; part <= rules->rim; part++)
        if (!fs__blob_part_attached(v, rules, slot, part))
            return true;
    return fs_pos3_dist_sq_cmp(v->body.pos[core], v->body.pos[core + 1], 2 * rules->radius) > 0;
}

/* Towards the crumb; where a platform may be in between, some way to one side, then to the
 * other, until there is an end of it. */
static int side_toward(const struct blob_view *v, uint32_t slot, fs_pos3 delta)
{
    bool between = fs_abs64(delta.y) > 2 * FS_POS_ONE && fs_abs64(delta.x) < 3 * FS_POS_ONE;
    if (between)
        return (*v->world.tick / (4 * *v->world.hz) + slot) % 2 == 0 ? -1 : 1;
    return fs_abs64(delta.x) > FS_POS_ONE / 2 ? fs_sign64(delta.x) : 0;
}

static void think_eater(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)rng;
    struct blob_view v;
    blob_peek(state, &v);
    if (!v.player.active[slot])
        return;
    struct blob_rules rules = blob_rules_load(&v);
    uint8_t *bytes = input;
    uint32_t core = fs__blob_core_row(&rules, slot);
    fs_pos3 me = v.body.pos[core], delta = fs_pos3_sub(v.crumb.pos[choose_crumb(&v, me)], me);
    int side = side_toward(&v, slot, delta);
    bool stuck = side != 0 && fs_abs32(v.body.vel[core].x) < FS_VEL_ONE / 2 && *v.world.tick / 32 % 2 == 0;
    if (side != 0)
        bytes[0] = side < 0 ? FS_KEY_LEFT : FS_KEY_RIGHT;
    if (stuck || (delta.y > FS_POS_ONE && fs_abs64(delta.x) < 5 * FS_POS_ONE))
        bytes[0] |= FS_KEY_UP;
    if (is_scattered(&v, &rules, slot))
        bytes[0] |= FS_KEY_FIRE;
}

const fs_bot fs__blob_bots[BLOB_BOTS] = {
    { "eater", "goes for the crumb that is easiest to get", think_eater },
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "random", "pushes, jumps and lets go as it comes", think_random },
};
