/* bots.c: computer players of platform2d.
 *
 * Bots read the whole state and keep no data between two ticks.
 */
#include "games/platform2d/platform2d.h"

#include <fixstep/debug2.h>
#include <fixstep/query2.h>
#include <fixstep/kit/buttons.h>

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct platform2d_view v;
    platform2d_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, 0, input);
}

/* --- runner ------------------------------------------------------------------------------------ */

static bool is_solid(const struct fs_world2 *w, fs_pos2 from, int32_t dx_dm, int32_t dy_dm)
{
    fs_filter2 filter = fs_default_filter2();
    filter.mask = PLATFORM2D_CATEGORY_SOLID;
    return fs_query2_ray(w, from, fs_wide2_make(fs__platform2d_pos_from_dm(dx_dm), fs__platform2d_pos_from_dm(dy_dm)),
                         filter)
        .hit;
}

/* Waits at the second gap until the ferry is near, and on the ferry until the far side is near. */
static bool must_wait(const struct platform2d_view *v, fs_pos2 me)
{
    uint32_t ferry = v->thing.body1[PLATFORM2D_FERRY] - 1u;
    if (ferry >= *v->body2.rows || me.x < fs__platform2d_pos_from_dm(66) || me.x > fs__platform2d_pos_from_dm(150))
        return false;
    fs_pos at = v->body2.pos[ferry].x;
    if (me.x > fs__platform2d_pos_from_dm(84))
        return me.y > 0 && fs_absdiff64(at, me.x) < (uint64_t)fs__platform2d_pos_from_dm(14) &&
               at < fs__platform2d_pos_from_dm(122);
    return me.x > fs__platform2d_pos_from_dm(74) && at > fs__platform2d_pos_from_dm(106);
}

/* Jumps before an obstacle or a gap, and sometimes at random. */
static bool must_jump(const struct platform2d_view *v, const struct fs_world2 *w, uint32_t slot, fs_pos2 me)
{
    fs_pos2 feet = fs_pos2_make(me.x, fs_sat64_sub(me.y, fs__platform2d_pos_from_dm(5)));
    bool wall = is_solid(w, feet, 11, 0),
         gap = !is_solid(w, fs_pos2_make(fs_sat64_add(me.x, fs__platform2d_pos_from_dm(8)), me.y), 0, -30);
    return wall || gap || (*v->world.tick + 37 * slot) % 97 < 3;
}

static void think_runner(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)rng;
    struct platform2d_view v;
    struct fs_world2 w;
    uint8_t *bytes = input;
    platform2d_peek(state, &v);
    fs_world2_bind_readonly(state, platform2d_T_physics2, &w);
    uint32_t row = v.hero.body1[slot] - 1u;
    if (!v.hero.playing[slot] || row >= *v.body2.rows)
        return;
    fs_pos2 me = v.body2.pos[row];
    if (must_wait(&v, me))
        return;
    bytes[0] = FS_KEY_RIGHT;
    if (v.hero.grounded[slot] ? must_jump(&v, &w, slot, me) && !v.hero.jump_key_held[slot]
                              : v.hero.jump_key_held[slot] != 0)
        bytes[0] |= FS_KEY_UP;
}

const fs_bot fs__platform2d_bots[PLATFORM2D_BOTS] = {
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "random", "runs and jumps as it comes", think_random },
    { "runner", "runs for the flag", think_runner },
};
