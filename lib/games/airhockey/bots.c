/* bots.c: computer players of air hockey.
 *
 * Bots read the whole state and keep no data between two ticks. They run outside the simulation and act on it by their
 * input alone.
 */
#include "games/airhockey/airhockey.h"

#include <string.h>

#include <fixstep/motion.h>

/* A mallet, its half of the rink, and its team. */
struct mind {
    struct airhockey_view v;
    struct airhockey_rules rules;
    uint32_t slot;
    int side; /* sign of x in the own half */
    fs_pos2 me;
};

static fs_pos2 mallet_at(const struct mind *mind, uint32_t slot)
{
    return mind->v.body2.pos[fs__airhockey_mallet_body(&mind->v, slot)];
}

static struct mind make_mind(const fs_state *state, uint32_t slot)
{
    struct mind mind = { .slot = slot, .side = fs__airhockey_team_side(fs__airhockey_team(slot)) };
    airhockey_peek(state, &mind.v);
    mind.rules = airhockey_rules_load(&mind.v);
    mind.me = mallet_at(&mind, slot);
    return mind;
}

static void write_direction(uint8_t *input, int32_t x, int32_t y)
{
    input[0] = (uint8_t)fs_clamp32(x, -AIRHOCKEY_AXIS_MAX, AIRHOCKEY_AXIS_MAX);
    input[1] = (uint8_t)fs_clamp32(y, -AIRHOCKEY_AXIS_MAX, AIRHOCKEY_AXIS_MAX);
}

/* Steers towards a target: full speed from 20 cm on, slower near it. */
static void steer_to(const struct mind *mind, fs_pos2 target, uint8_t *input)
{
    fs_rel2 d = fs_pos2_sub_rel(target, mind->me);
    int32_t near = AIRHOCKEY_CM_REL(20) / AIRHOCKEY_AXIS_MAX;
    write_direction(input, d.x / near, d.y / near);
}

/* --- random and idle -------------------------------------------------------------- */

/* Keeps the direction of the mallet's motion, read from the state, and draws a new one in every twelfth tick on
 * average. */
static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct mind mind = make_mind(state, slot);
    uint8_t *bytes = input;
    fs_vel2 vel = mind.v.body2.vel[fs__airhockey_mallet_body(&mind.v, slot)];
    bool turn = fs_vel2_is_zero(vel) || fs_rng_chance(rng, 1, 12);
    int32_t x = fs_rng_range(rng, -AIRHOCKEY_AXIS_MAX, AIRHOCKEY_AXIS_MAX);
    int32_t y = fs_rng_range(rng, -AIRHOCKEY_AXIS_MAX, AIRHOCKEY_AXIS_MAX);
    int32_t unit = mind.rules.mallet_speed / AIRHOCKEY_AXIS_MAX;
    write_direction(bytes, turn ? x : vel.x / unit, turn ? y : vel.y / unit);
    bytes[2] = fs_rng_chance(rng, 1, 60) ? AIRHOCKEY_FIRE : 0;
}

static void think_idle(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)state;
    (void)slot;
    (void)rng;
    memset(input, 0, AIRHOCKEY_INPUT);
}

/* --- chase ---------------------------------------------------------------------------- */

/* The predicted position of a puck in 1/8 s, clamped to the rink. */
static fs_pos2 predict_puck(const struct mind *mind, uint32_t row)
{
    fs_pos2 pos = fs_pos2_advance(mind->v.body2.pos[row], mind->v.body2.vel[row], 8);
    fs_pos r = AIRHOCKEY_CM_POS(AIRHOCKEY_PUCK_RADIUS_CM);
    fs_pos w = mind->rules.half_width - r, h = mind->rules.half_height - r;
    return fs_pos2_make(fs_clamp64(pos.x, -w, w), fs_clamp64(pos.y, -h, h));
}

/* Priority of a puck, lower is more urgent: its distance, plus a large amount in the other half. */
static fs_pos puck_urgency(const struct mind *mind, fs_pos2 puck)
{
    fs_pos away = puck.x * mind->side < 0 ? 2 * mind->rules.half_width : 0;
    return fs_pos2_dist(puck, mind->me) + away;
}

/* The row of the most urgent puck in play, or the number of rows. */
static uint32_t choose_puck(const struct mind *mind)
{
    uint32_t best = *mind->v.puck.rows;
    for (uint32_t row = 0; row < *mind->v.puck.rows; row++) {
        if (mind->v.puck.serve_wait[row] > 0)
            continue;
        const fs_pos2 *at = mind->v.body2.pos;
        if (best == *mind->v.puck.rows || puck_urgency(mind, at[row]) < puck_urgency(mind, at[best]))
            best = row;
    }
    return best;
}

/* Whether a team mate is nearer to the puck; then this mallet guards the goal. */
static bool is_mate_nearer(const struct mind *mind, fs_pos2 puck)
{
    fs_pos own = fs_pos2_dist(puck, mind->me);
    for (uint32_t slot = mind->slot & 1u; slot < *mind->v.mallet.rows; slot += 2)
        if (slot != mind->slot && mind->v.mallet.active[slot] && fs_pos2_dist(puck, mallet_at(mind, slot)) < own)
            return true;
    return false;
}

/* Moves between the puck and the own goal; team mates line up one behind another. */
static void guard_goal(const struct mind *mind, fs_pos2 puck, uint8_t *input)
{
    fs_pos apart = AIRHOCKEY_CM_POS(3 * AIRHOCKEY_MALLET_RADIUS_CM);
    fs_pos depth = fs_min64(apart * (int64_t)(mind->slot / 2 + 1), mind->rules.half_width);
    fs_pos x = mind->rules.half_width - depth;
    steer_to(mind, fs_pos2_make(x * mind->side, puck.y / 2), input);
}

/* Distance of the mallet behind the puck along the shot, and its distance beside it. */
static void locate_mallet(const struct mind *mind, fs_pos2 puck, fs_unit2 shot, fs_rel *behind, fs_rel *beside)
{
    fs_rel2 d = fs_pos2_sub_rel(puck, mind->me);
    *behind = fs_sat32(fs_round_shift64_sym(fs_rel2_dot_unit2(d, shot), FS_UNIT_FRAC));
    *beside = fs_sat32(fs_round_shift64_sym(fs_rel2_cross_unit2_raw(d, shot), FS_UNIT_FRAC));
}

static fs_pos2 offset_along(fs_pos2 pos, fs_unit2 direction, fs_rel distance)
{
    return fs_pos2_add_rel(pos, fs_rel2_make(fs_mul32_sym(direction.x, distance, FS_UNIT_FRAC),
                                             fs_mul32_sym(direction.y, distance, FS_UNIT_FRAC)));
}

/* Shoots from behind the puck, as seen from the other team's goal. From beside or before the puck it first moves round
 * to that position, at more than both radii from the puck, since a touch would send it towards the own goal. */
static void attack_puck(const struct mind *mind, fs_pos2 puck, uint8_t *input)
{
    fs_pos2 goal = fs_pos2_make(-mind->rules.half_width * mind->side, 0);
    fs_unit2 shot = fs_impact_axis(fs_pos2_sub_rel(goal, puck));
    fs_rel behind, beside;
    locate_mallet(mind, puck, shot, &behind, &beside);
    bool lined_up = behind > 0 && (int64_t)fs_abs32(beside) * 2 < behind;
    if (lined_up) {
        steer_to(mind, offset_along(puck, shot, AIRHOCKEY_CM_REL(20)), input);
        input[2] = behind < AIRHOCKEY_CM_REL(30) ? AIRHOCKEY_FIRE : 0;
        return;
    }
    fs_pos2 place = offset_along(puck, shot, -AIRHOCKEY_CM_REL(25));
    if (behind < AIRHOCKEY_CM_REL(4)) {
        fs_rel aside = beside < 0 ? -AIRHOCKEY_CM_REL(25) : AIRHOCKEY_CM_REL(25);
        place = offset_along(place, fs_unit2_perp(shot), aside);
    }
    steer_to(mind, place, input);
}

static void think_chase(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)rng;
    struct mind mind = make_mind(state, slot);
    uint32_t row = choose_puck(&mind);
    if (!mind.v.mallet.active[slot])
        return;
    if (row == *mind.v.puck.rows) {
        guard_goal(&mind, fs_pos2_zero(), input);
        return;
    }
    fs_pos2 puck = predict_puck(&mind, row);
    fs_pos reach = AIRHOCKEY_CM_POS(AIRHOCKEY_PUCK_RADIUS_CM);
    if (puck.x * mind.side > -reach && !is_mate_nearer(&mind, mind.v.body2.pos[row]))
        attack_puck(&mind, puck, input);
    else
        guard_goal(&mind, puck, input);
}

const fs_bot fs__airhockey_bots[AIRHOCKEY_BOTS] = {
    { "chase", "goes behind the nearest puck and shoots", think_chase },
    { "idle", "does nothing", think_idle },
    { "random", "wanders about", think_random },
};
