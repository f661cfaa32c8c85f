/* bots.c: computer players of the trebuchets. They read the state and keep no data between two ticks. */
#include <fixstep/kit/buttons.h>
#include <fixstep/trig.h>

#include "games/trebuchet/trebuchet.h"

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct trebuchet_view v;
    trebuchet_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, 0, input);
}

/* ---- engineer ------------------------------------------------------------------------------------------------------- */

/* The key that turns the machine to the target, within half of what it turns in a tick; 0: it points there, or can turn no
 * further. */
static uint8_t turn_key(const struct trebuchet_view *v, uint32_t slot)
{
    const int64_t slack = TREBUCHET_TURN_PER_SECOND / (2 * *v->world.hz) + 1;
    fs_pos3 d = fs_pos3_sub(v->stage.target[0], fs__trebuchet_pivot(slot, *v->player.rows));
    uint32_t turn = fs_atan2(fs_sat64_neg(d.x), fs_sat64_neg(d.z));
    int64_t left = turn < UINT32_C(1) << 31 ? turn : (int64_t)turn - (INT64_C(1) << 32);
    left = fs_clamp64(left, -TREBUCHET_MAX_HEADING, TREBUCHET_MAX_HEADING) - v->player.heading[slot];
    return left > slack ? FS_KEY_LEFT : left < -slack ? FS_KEY_RIGHT : 0;
}

/* Whether a stone let go now lands at the target or beyond it, but for half of what a throw gains in a tick (1/32), and
 * rises: until then a throw gets longer. */
static bool reaches(const struct trebuchet_view *v, const struct fs_world3 *w, uint32_t slot)
{
    uint32_t row = fs__trebuchet_row(slot, TREBUCHET_STONE);
    fs_pos3 at = w->body.pos[row];
    fs_vel3 vel = w->body.vel[row];
    fs_pos away = fs_pos3_dist(fs_pos3_make(at.x, 0, at.z), v->stage.target[0]);
    return vel.z < 0 && vel.y > 0 && fs__trebuchet_flight(w, at, vel) >= away - away / 32;
}

static void think_engineer(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct trebuchet_view v;
    struct fs_world3 w;
    uint8_t *bytes = input;
    (void)rng;
    trebuchet_peek(state, &v);
    fs_world3_bind_readonly(state, trebuchet_T_physics3, &w);
    if (!v.player.active[slot] || (v.player.held[slot] & FS_KEY_FIRE) != 0)
        return;
    uint8_t turn = turn_key(&v, slot);
    if (v.player.phase[slot] == TREBUCHET_COCKED)
        bytes[0] = turn != 0 ? turn : FS_KEY_FIRE;
    else if (v.player.phase[slot] == TREBUCHET_SWINGING && reaches(&v, &w, slot))
        bytes[0] = FS_KEY_FIRE;
}

const fs_bot fs__trebuchet_bots[TREBUCHET_BOTS] = {
    { "engineer", "opens the sling when the stone will reach the target", think_engineer },
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "random", "presses random keys", think_random },
};
