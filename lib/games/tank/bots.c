/* bots.c: computer players of the tanks.
 *
 * Bots read the whole state and keep no data between two ticks.
 */
#include "games/tank/tank.h"

#include <fixstep/kit/buttons.h>

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct tank_view v;
    tank_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, TANK_CHOICES, input);
}

/* --- gunner ------------------------------------------------------------------------------ */

/* The speed with which a shot in direction `angle` goes through a point (x, y) from its
 * start under wind w and gravity g:
 *
 *     x = u cos + w q   y = u sin - g q   with u = v T, q = T^2 / 2
 *     q = (x sin - y cos) / (w sin + g cos)   v = u / sqrt(2 q)
 *
 * 0 when no speed does. */
static fs_wide speed_for(uint32_t angle, fs_wide x, fs_wide y, fs_wide w, fs_wide g)
{
    fs_unit s = fs_sin(angle), c = fs_cos(angle);
    fs_wide above = fs_mul64(x, s, FS_UNIT_FRAC) - fs_mul64(y, c, FS_UNIT_FRAC);
    fs_wide below = fs_mul64(w, s, FS_UNIT_FRAC) + fs_mul64(g, c, FS_UNIT_FRAC);
    if (below == 0 || (above > 0) != (below > 0))
        return 0;
    fs_wide q = fs_muldiv64(above, FS_WIDE_ONE, below);
    fs_wide t = fs_wide_sqrt(fs_sat64_mul(q, 2)), u = fs_muldiv64(fs_sat64_add(y, fs_wide_mul(g, q)), FS_UNIT_ONE, s);
    return t > 0 && s > 0 ? fs_max64(fs_muldiv64(u, FS_WIDE_ONE, t), 0) : 0;
}

/* The nearest tank that can be damaged; the number of tanks when there is none. */
static uint32_t nearest_target(const struct tank_view *v, uint32_t slot)
{
    uint32_t best = *v->crew.rows;
    fs_pos minimum = FS_POS_MAX;
    for (uint32_t i = 0; i < *v->crew.rows; i++) {
        fs_pos distance = fs_abs64(fs_sat64_sub(v->body.pos[i].x, v->body.pos[slot].x));
        if (i == slot || v->crew.state[i] != TANK_STANDING || distance >= minimum)
            continue;
        best = i;
        minimum = distance;
    }
    return best;
}

struct lay {
    uint32_t angle;
    fs_vel muzzle;
};

/* Each shot has its own arc and a small error, so that gunners differ and miss at times. */
static struct lay plan_shot(const struct tank_view *v, uint32_t slot, uint32_t target, const fs_rng *rng)
{
    fs_rng draw = fs_rng_seed(rng->key ^ slot, v->crew.shots[slot]);
    int32_t raise = fs_rng_range(&draw, 48, 68), error = fs_rng_range(&draw, -40, 40);
    fs_pos3 from = fs__tank_muzzle_pos(v, slot), to = fs__tank_barrel_axis(v, target);
    fs_wide x = fs_sat64_sub(to.x, from.x), y = fs_sat64_sub(to.y, from.y), speed = 0;
    for (int steeper = 0; steeper < 4; steeper++) {
        int32_t degrees = fs_min32(raise + steeper * 8, 85);
        uint32_t angle = FS_TURN_DEG(x >= 0 ? degrees : 180 - degrees);
        speed = speed_for(angle, x, y, fs__tank_wind(v), v->sky.gravity[0]);
        raise = degrees;
        if (speed > 0)
            break;
    }
    speed += speed / 1000 * error;
    fs_vel muzzle = fs_clamp32(fs_vel_from_wide(speed), TANK_MUZZLE_SPEED_MIN * FS_VEL_ONE,
                               TANK_MUZZLE_SPEED_MAX * FS_VEL_ONE);
    return (struct lay){ FS_TURN_DEG(x >= 0 ? raise : 180 - raise), muzzle };
}

/* The key that brings a difference nearer to zero, when it is larger than half a step. */
static uint8_t key_toward(int64_t offset, int64_t minimum, fs_key minus, fs_key plus)
{
    if (offset >= -minimum / 2 && offset <= minimum / 2)
        return 0;
    return (uint8_t)(offset < 0 ? minus : plus);
}

static void turn_gun(const struct tank_view *v, uint32_t slot, struct lay lay, uint8_t *bytes)
{
    uint32_t hz = *v->world.hz;
    int64_t angle = (int64_t)lay.angle - v->crew.angle[slot], muzzle = (int64_t)lay.muzzle - v->crew.muzzle[slot];
    bool fine = fs_abs64(angle) < 2 * (int64_t)fs__tank_turn_step(hz, false) &&
                fs_abs64(muzzle) < 2 * (int64_t)fs__tank_speed_step(hz, false);
    int64_t turn = fs__tank_turn_step(hz, fine), faster = fs__tank_speed_step(hz, fine);
    bytes[0] = (uint8_t)(key_toward(angle, turn, FS_KEY_DOWN, FS_KEY_UP) |
                         key_toward(muzzle, faster, FS_KEY_LEFT, FS_KEY_RIGHT));
    bool ready = fine && bytes[0] == 0;
    if (fine)
        bytes[0] |= FS_KEY_ALT;
    if (ready)
        bytes[0] |= FS_KEY_FIRE;
}

static void think_gunner(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct tank_view v;
    tank_peek(state, &v);
    if (v.crew.state[slot] != TANK_STANDING)
        return;
    uint32_t target = nearest_target(&v, slot);
    if (target < *v.crew.rows)
        turn_gun(&v, slot, plan_shot(&v, slot, target, rng), input);
}

const fs_bot fs__tank_bots[TANK_BOTS] = {
    { "gunner", "lays its gun on the nearest tank, with the wind of the moment", think_gunner },
    { "idle", "does nothing", fs_kit_buttons_think_idle },
    { "random", "aims and fires as it comes", think_random },
};
