/* bots.c: computer players of the chains.
 *
 * Bots read the whole state and keep no data between two ticks.
 */
#include "games/chain/chain.h"

#include <fixstep/kit/buttons.h>

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct chain_view v;
    chain_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, CHAIN_CHOICES, input);
}

/* The star within reach that is nearest to the tip; the number of stars when there is none. */
static uint32_t nearest_star(const struct chain_view *v, const struct chain_rules *rules, uint32_t slot)
{
    struct chain_arm_links links = fs__chain_arm_links(v, rules, slot);
    fs_pos2 tip = fs__chain_tip_pos(v, rules, slot);
    uint32_t best = *v->star.rows;
    fs_pos minimum = FS_POS_MAX;
    for (uint32_t i = 0; i < *v->star.rows; i++) {
        fs_pos distance = fs_pos2_dist(tip, v->star.pos[i]);
        if (distance >= minimum || fs_pos2_dist_sq_cmp(links.base, v->star.pos[i], rules->reach) > 0)
            continue;
        best = i;
        minimum = distance;
    }
    return best;
}

/* Presses the key that changes the mode; true when the mode is right already. */
static bool choose_mode(const struct chain_view *v, uint32_t slot, bool follows, uint8_t *bytes)
{
    if ((v->arm.follows_target[slot] != 0) == follows)
        return true;
    if (!(v->arm.held_keys[slot] & FS_KEY_ALT))
        bytes[0] = FS_KEY_ALT;
    return false;
}

/* --- reacher ------------------------------------------------------------------------------- */

static uint8_t key_toward(fs_pos offset, fs_key minus, fs_key plus)
{
    const fs_pos near = FS_POS_ONE / 8;
    return (uint8_t)(offset < -near ? minus : offset > near ? plus : 0);
}

static void think_reacher(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)rng;
    struct chain_view v;
    chain_peek(state, &v);
    struct chain_rules rules = chain_rules_load(&v);
    uint8_t *bytes = input;
    uint32_t links = 2 + slot % (CHAIN_MAX_LINKS - 1);
    if (!v.arm.active[slot] || !choose_mode(&v, slot, true, bytes))
        return;
    if (v.arm.links[slot] != links) {
        bytes[1] = (uint8_t)links;
        return;
    }
    uint32_t star = nearest_star(&v, &rules, slot);
    if (star == *v.star.rows)
        return;
    fs_pos2 delta = fs_pos2_sub(v.star.pos[star], v.arm.target[slot]);
    bytes[0] = (uint8_t)(key_toward(delta.x, FS_KEY_LEFT, FS_KEY_RIGHT) | key_toward(delta.y, FS_KEY_DOWN, FS_KEY_UP));
}

/* --- winder -------------------------------------------------------------------------------- */

/* Cyclic coordinate descent by the keys: turns the present joint until the tip, seen from it, is
 * in the direction of the star; then the next one. */
static void wind_arm(const struct chain_view *v, const struct chain_rules *rules, uint32_t slot, fs_pos2 star,
                     uint8_t *bytes)
{
    fs_pos2 joint[CHAIN_MAX_LINKS + 1];
    uint32_t links = fs__chain_arm_links(v, rules, slot).count;
    fs__chain_joint_positions(v, rules, slot, joint);
    fs_pos2 from = joint[v->arm.selected_joint[slot] % links];
    fs_pos2 tip = fs_pos2_sub(joint[links], from), to = fs_pos2_sub(star, from);
    int32_t offset = fs_turn_signed(fs_atan2(to.y, to.x) - fs_atan2(tip.y, tip.x));
    bool there = fs_uabs32(offset) <= rules->max_turn, refused = v->arm.ik_result[slot] == FS_IK_REFUSED;
    if ((there || refused || *v->world.tick % (2 * *v->world.hz) == 0) && !(v->arm.held_keys[slot] & FS_KEY_UP))
        bytes[0] = FS_KEY_UP;
    else if (!there)
        bytes[0] = offset > 0 ? FS_KEY_LEFT : FS_KEY_RIGHT;
}

static void think_winder(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)rng;
    struct chain_view v;
    chain_peek(state, &v);
    struct chain_rules rules = chain_rules_load(&v);
    if (!v.arm.active[slot] || !choose_mode(&v, slot, false, input))
        return;
    uint32_t star = nearest_star(&v, &rules, slot);
    if (star < *v.star.rows)
        wind_arm(&v, &rules, slot, v.star.pos[star], input);
}

const fs_bot fs__chain_bots[CHAIN_BOTS] = {
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "random", "turns and reaches as it comes", think_random },
    { "reacher", "leads its target to the nearest star; its slot decides the links", think_reacher },
    { "winder", "turns one joint after the other", think_winder },
};
