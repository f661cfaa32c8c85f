/* bots.c: computer players of pool.
 *
 * Bots read the whole state and keep no data between two ticks.
 */
#include "games/pool/pool.h"

#include <fixstep/trig.h>
#include <fixstep/kit/buttons.h>

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct pool_view v;
    pool_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, 0, input);
}

/* --- shark ----------------------------------------------------------------------------------- */

#define WORST INT64_MAX
/* Cuts of more than about 70 degrees are left alone: their cosine is below this. */
#define THINNEST (FS_UNIT_ONE / 3)

struct shot {
    int64_t cost; /* the distances of both balls, more for thin cuts; WORST: none */
    uint32_t turn;
    int32_t power; /* percent */
};

/* sqrt(2 c s): the speed that a ball needs to roll that far, dm/s; at least 1. */
static int64_t speed_for(const struct pool_rules *rules, int64_t distance)
{
    fs_wide energy = fs_sat64_mul(fs_wide_mul(rules->rolling_deceleration, distance << (FS_WIDE_FRAC - FS_REL_FRAC)),
                                  2);
    return fs_wide_sqrt(energy) / FS_WIDE_ONE + 1;
}

/* Aims at the ghost ball: the position of the cue ball when it touches the object ball on the line to the pocket. */
static struct shot plan_shot(const struct pool_view *v, const struct pool_rules *rules, const struct fs_world2 *w,
                             uint32_t ball, uint32_t pocket)
{
    struct shot none = { .cost = WORST };
    fs_pos2 cue = w->body.pos[0], at = w->body.pos[ball];
    fs_rel2 delta = fs_pos2_sub_rel(fs__pool_pocket_pos(pocket), at);
    fs_unit2 into, along;
    if (!fs_rel2_normalise(delta, &into))
        return none;
    fs_rel2 back = fs_rel2_make(fs_mul32_sym(into.x, 2 * POOL_RADIUS, FS_UNIT_FRAC),
                                fs_mul32_sym(into.y, 2 * POOL_RADIUS, FS_UNIT_FRAC));
    fs_rel2 aim = fs_rel2_sub(fs_pos2_sub_rel(at, cue), back);
    if (!fs_rel2_normalise(aim, &along))
        return none;
    fs_unit cut = fs_sat32(fs_round_shift64_sym(fs_unit2_dot(into, along), FS_UNIT_FRAC));
    struct pool_aim_hit first = fs__pool_cast_ball(v, w, cue, along, 0, FS_REL_MAX);
    struct pool_aim_hit then = fs__pool_cast_ball(v, w, at, into, ball, fs_rel2_length(delta));
    if (cut < THINNEST || first.ball != ball || (then.ball != POOL_BALLS && then.ball != 0))
        return none;
    int64_t near = fs_rel2_length(aim), far = fs_rel2_length(delta);
    int64_t needed = (far << FS_UNIT_FRAC) / cut;
    needed = near + 2 * ((needed << FS_UNIT_FRAC) / cut);
    return (struct shot){
        .cost = needed,
        .turn = fs_atan2(aim.y, aim.x),
        .power = (int32_t)fs_clamp64((8 + speed_for(rules, needed)) * 100 / (rules->max_stroke_speed >> FS_VEL_FRAC),
                                     10, 100),
    };
}

/* The shot at a pocket with the least cost; without one, a full hit on the nearest ball. */
static struct shot choose_shot(const struct pool_view *v, const struct pool_rules *rules, const struct fs_world2 *w)
{
    struct shot best = { .cost = WORST };
    fs_rel nearest = FS_REL_MAX;
    for (uint32_t ball = 1; ball < POOL_BALLS; ball++) {
        if (v->ball.pocketed[ball])
            continue;
        for (uint32_t pocket = 0; pocket < POOL_POCKETS; pocket++) {
            struct shot shot = plan_shot(v, rules, w, ball, pocket);
            if (shot.cost < best.cost)
                best = shot;
        }
        fs_rel2 d = fs_pos2_sub_rel(w->body.pos[ball], w->body.pos[0]);
        if (best.cost == WORST && fs_rel2_length(d) < nearest) {
            nearest = fs_rel2_length(d);
            best.turn = fs_atan2(d.y, d.x);
            best.power = 100;
        }
    }
    return best;
}

/* Aims as a player does: coarsely, then finely, sets the power, strikes. */
static void think_shark(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct pool_view v;
    struct fs_world2 w;
    uint8_t *bytes = input;
    (void)rng;
    pool_peek(state, &v);
    if (v.table.phase[0] != POOL_AIM || v.table.turn_slot[0] != slot)
        return;
    fs_world2_bind_readonly(state, pool_T_physics2, &w);
    struct pool_rules rules = pool_rules_load(&v);
    struct shot shot = choose_shot(&v, &rules, &w);
    int32_t offset = fs_turn_signed(shot.turn - v.table.aim[0]), power = v.table.power[0];
    uint32_t coarse = fs__pool_turn_step(*v.world.hz, false), fine = fs__pool_turn_step(*v.world.hz, true);
    if (fs_uabs32(offset) > coarse)
        bytes[0] = offset > 0 ? FS_KEY_LEFT : FS_KEY_RIGHT;
    else if (fs_uabs32(offset) > fine)
        bytes[0] = (uint8_t)(FS_KEY_ALT | (offset > 0 ? FS_KEY_LEFT : FS_KEY_RIGHT));
    if (power != shot.power)
        bytes[0] |= power < shot.power ? FS_KEY_UP : FS_KEY_DOWN;
    else if (fs_uabs32(offset) <= fine)
        bytes[0] |= FS_KEY_FIRE;
}

const fs_bot fs__pool_bots[POOL_BOTS] = {
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "random", "aims and strikes as it comes", think_random },
    { "shark", "plays the ball that falls most easily", think_shark },
};
