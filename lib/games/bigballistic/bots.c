/* bots.c: computer gunners. They read the state and keep no data between two ticks. */
#include <fixstep/kit/buttons.h>
#include <fixstep/trig.h>

#include "games/bigballistic/bigballistic.h"

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct bigballistic_view v;
    bigballistic_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, BIGBALLISTIC_WEAPONS, input);
}

/* ---- gunner --------------------------------------------------------------------------------------------------------- */

/* Where to turn for a box. */
struct aim {
    uint32_t weapon;
    int32_t left, up; /* turn/2^32, from the present aim */
};

/* Pistol against crates, fireballs against barrels, artillery against stones, and against all in every second eight shots:
 * what lies low on a plinth stays there else. */
static uint32_t weapon_for(uint32_t box, uint32_t shots)
{
    static const uint8_t weapon[BIGBALLISTIC_KINDS] = { BIGBALLISTIC_PISTOL, BIGBALLISTIC_FIREBALL,
                                                        BIGBALLISTIC_ARTILLERY };
    return shots / 8 % 2 == 1 ? BIGBALLISTIC_ARTILLERY : weapon[box / BIGBALLISTIC_BOXES % BIGBALLISTIC_KINDS];
}

static struct aim aim_at(const struct bigballistic_view *v, const struct bigballistic_rules *rules, uint32_t slot,
                         uint32_t box, fs_pos3 at)
{
    struct aim aim = { .weapon = weapon_for(box, v->player.shots[slot]) };
    const fs_vel speed = fs_vel_from_int(fs__bigballistic_shots[aim.weapon].speed);
    fs_vel3 vel = fs_kit_aim3_shot(fs__bigballistic_muzzle(slot, *v->player.rows), at, speed,
                                   -fs__bigballistic_acceleration(aim.weapon, rules));
    uint32_t heading = fs_atan2(fs_sat32_neg(vel.x), fs_sat32_neg(vel.z));
    uint32_t elevation = fs_atan2(vel.y, fs_vel3_length(fs_vel3_make(vel.x, 0, vel.z)));
    aim.left = fs_turn_signed(heading - (uint32_t)v->player.yaw[slot]);
    aim.up = fs_turn_signed(elevation - (uint32_t)v->player.pitch[slot]);
    return aim;
}

/* The box on a plinth that needs the least turning; false when there is none. */
static bool choose_box(const struct bigballistic_view *v, const struct fs_world3 *w, uint32_t slot, struct aim *best)
{
    struct bigballistic_rules rules = bigballistic_rules_load(v);
    bool found = false;
    for (uint32_t box = 0; box < *v->box.rows; box++) {
        uint32_t row = fs__bigballistic_box_row(*v->stack.rows, *v->player.rows, box);
        if (v->box.down[box])
            continue;
        struct aim aim = aim_at(v, &rules, slot, box, w->body.pos[row]);
        if (!found || fs_uabs32(aim.left) < fs_uabs32(best->left))
            *best = aim;
        found = true;
    }
    return found;
}

static unsigned key_toward(int32_t way, int32_t slack, fs_key minus, fs_key plus)
{
    return way > slack ? (unsigned)plus : way < -slack ? (unsigned)minus : 0;
}

static void think_gunner(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    const int32_t near = (int32_t)FS_TURN_DEG(2), slack = (int32_t)(FS_TURN_DEG(1) / 3);
    struct bigballistic_view v;
    struct fs_world3 w;
    uint8_t *bytes = input;
    struct aim aim = { 0 };
    (void)rng;
    bigballistic_peek(state, &v);
    fs_world3_bind_readonly(state, bigballistic_T_physics3, &w);
    if (!v.player.active[slot] || !choose_box(&v, &w, slot, &aim))
        return;
    unsigned keys = key_toward(aim.left, slack, FS_KEY_RIGHT, FS_KEY_LEFT) |
                    key_toward(aim.up, slack, FS_KEY_DOWN, FS_KEY_UP);
    bool is_near = fs_uabs32(aim.left) < (uint32_t)near && fs_uabs32(aim.up) < (uint32_t)near;
    bytes[0] = (uint8_t)(keys == 0 ? (unsigned)FS_KEY_FIRE : keys | (is_near ? (unsigned)FS_KEY_ALT : 0));
    bytes[1] = (uint8_t)(aim.weapon + 1);
}

const fs_bot fs__bigballistic_bots[BIGBALLISTIC_BOTS] = {
    { "gunner", "aims at the boxes with the weapon that moves them", think_gunner },
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "random", "presses random keys", think_random },
};
