/* bots.c: computer players of ballistic.
 *
 * Bots read the whole state and keep no data between two ticks.
 */
#include "games/ballistic/ballistic.h"

#include <fixstep/kit/buttons.h>

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct ballistic_view v;
    ballistic_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, BALLISTIC_WEAPONS, input);
}

/* --- marksman ----------------------------------------------------------------------------- */

/* The aim at one target. */
struct solution {
    uint32_t weapon;
    int32_t yaw, pitch; /* wanted */
    int32_t slack;      /* a shot within so much of it hits */
    uint32_t effort;    /* how far to turn */
};

/* Beyond this distance, in metres, it uses the laser, because the drop of the pistol's bullet is hard to aim for. */
#define PISTOL_RANGE (45 * FS_POS_ONE)

/* Height that a shot loses, or gains when negative, in a flight of t seconds: a t^2 / 2. */
static fs_pos height_loss(const struct ballistic_rules *rules, uint32_t weapon, fs_wide t)
{
    fs_wide acc = fs_wide_from_ratio((int64_t)fs__ballistic_shots[weapon].acc_cm * rules->gravity, 10000);
    return -fs_wide_mul(acc, fs_wide_mul(t, t)) / 2;
}

static struct solution solve_shot(const struct ballistic_view *v, const struct ballistic_rules *rules, uint32_t slot,
                                  uint32_t target)
{
    fs_pos3 from = fs__ballistic_muzzle_pos(slot, *v->gunner.rows), to = v->body.pos[target];
    fs_pos distance = fs_pos3_dist(from, to);
    struct solution s = { .weapon = distance < PISTOL_RANGE ? BALLISTIC_PISTOL : BALLISTIC_LASER };
    fs_wide t = distance / fs__ballistic_shots[s.weapon].ahead;
    uint32_t ticks = (uint32_t)fs_clamp64(fs_round_shift64_sym(fs_sat64_mul(t, *v->world.hz), FS_WIDE_FRAC), 0,
                                          60 * 120);
    to = fs__ballistic_target_pos(v, target, *v->world.tick + ticks);
    fs_pos x = fs_sat64_sub(to.x, from.x),
           y = fs_sat64_add(fs_sat64_sub(to.y, from.y), height_loss(rules, s.weapon, t));
    fs_pos ground = fs_pos2_length(fs_pos2_make(x, to.z));
    s.yaw = fs_turn_signed(fs_atan2(x, to.z));
    s.pitch = fs_turn_signed(fs_atan2(y, ground));
    s.slack = fs_turn_signed(fs_atan2(rules->radius / 2, fs_max64(distance, FS_POS_ONE)));
    s.effort = fs_uabs32(fs_sat32_sub(s.yaw, v->gunner.yaw[slot])) / 2 +
               fs_uabs32(fs_sat32_sub(s.pitch, v->gunner.pitch[slot])) / 2;
    return s;
}

/* The target that needs the smallest rotation of the aim; effort UINT32_MAX when none stands. */
static struct solution choose_target(const struct ballistic_view *v, const struct ballistic_rules *rules, uint32_t slot)
{
    struct solution best = { .effort = UINT32_MAX };
    for (uint32_t i = 0; i < rules->targets; i++) {
        if (v->target.down_wait[i] > 0)
            continue;
        struct solution s = solve_shot(v, rules, slot, i);
        if (s.effort < best.effort)
            best = s;
    }
    return best;
}

static uint8_t key_toward(int32_t offset, int32_t minimum, fs_key minus, fs_key plus)
{
    if (offset >= -minimum / 2 && offset <= minimum / 2)
        return 0;
    return (uint8_t)(offset < 0 ? minus : plus);
}

static void think_marksman(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)rng;
    struct ballistic_view v;
    ballistic_peek(state, &v);
    struct ballistic_rules rules = ballistic_rules_load(&v);
    uint8_t *bytes = input;
    struct solution s = choose_target(&v, &rules, slot);
    if (s.effort == UINT32_MAX)
        return;
    int32_t yaw = fs_sat32_sub(s.yaw, v.gunner.yaw[slot]), pitch = fs_sat32_sub(s.pitch, v.gunner.pitch[slot]);
    int32_t coarse = fs__ballistic_turn_step(*v.world.hz, false), fine = fs__ballistic_turn_step(*v.world.hz, true);
    bool near = fs_abs32(yaw) < 2 * coarse && fs_abs32(pitch) < 2 * coarse;
    int32_t minimum = near ? fine : coarse;
    bytes[0] = (uint8_t)(key_toward(yaw, minimum, FS_KEY_LEFT, FS_KEY_RIGHT) |
                         key_toward(pitch, minimum, FS_KEY_DOWN, FS_KEY_UP));
    if (near)
        bytes[0] |= FS_KEY_ALT;
    if (fs_abs32(yaw) < s.slack && fs_abs32(pitch) < s.slack && v.gunner.weapon[slot] == s.weapon)
        bytes[0] |= FS_KEY_FIRE;
    bytes[1] = (uint8_t)(s.weapon + 1u);
}

const fs_bot fs__ballistic_bots[BALLISTIC_BOTS] = {
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "marksman", "aims ahead of the nearest target and fires", think_marksman },
    { "random", "turns and fires as it comes", think_random },
};
