/* craft.c: a craft and its generators: an engine with a nozzle that swivels, a spring that keeps it upright, drag. */
#include <fixstep/kit/aircraft3.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/trig.h>

#include "games/thrust/thrust.h"

#define DM(n) ((fs_pos)(n)*FS_POS_ONE / 10)

enum {
    FULL = FS_FORCE3_FULL_CONTROL,
    SWIVEL_RATE = 508,     /* steps per second: from the middle to an end in a quarter of a second */
    UPRIGHT_SPRING = 1440, /* N m/rad: with 40 kg m^2 one radian a sixth of a second, critically damped */
    UPRIGHT_DAMPING = 480, /* N m s/rad */
    REFUEL = 5,            /* times as fast as it burns at full control */
    LANDED_CM = 10         /* above the base */
};

/* ---- generators ------------------------------------------------------------------------------------------------------ */

/* A generator pushes along its x axis: that is up, then swivelled about z to the right and about x ahead. */
static fs_quat nozzle_rotation(int32_t right, int32_t ahead)
{
    const int64_t most = FS_TURN_DEG(THRUST_SWIVEL);
    uint32_t about_z = FS_TURN_QUARTER - (uint32_t)(int32_t)(most * right / FULL);
    uint32_t about_x = 0u - (uint32_t)(int32_t)(most * ahead / FULL);
    return fs_quat_mul(fs_quat_from_axis_turn(fs_unit3_make(FS_UNIT_ONE, 0, 0), about_x),
                       fs_quat_from_axis_turn(fs_unit3_make(0, 0, FS_UNIT_ONE), about_z));
}

fs_unit3 fs__thrust_direction(int32_t right, int32_t ahead)
{
    return fs_quat_unit(nozzle_rotation(right, ahead), fs_unit3_make(FS_UNIT_ONE, 0, 0));
}

fs_result fs__thrust_add_generators(struct fs_world3 *w, fs_body3 craft, const struct thrust_rules *rules)
{
    fs_force3_def engine = fs_default_force3_def(FS_FORCE3_THRUST);
    fs_force3_def upright = fs_default_force3_def(FS_FORCE3_ORIENTATION_SPRING);
    fs_force3_def air = fs_default_force3_def(FS_FORCE3_DRAG);
    engine.body_a = upright.body_a = air.body_a = craft;
    engine.k = rules->power;
    engine.rot = nozzle_rotation(0, 0);
    upright.k = fs_wide_from_int(UPRIGHT_SPRING);
    upright.k2 = fs_wide_from_int(UPRIGHT_DAMPING);
    air.k = fs_wide_from_int(THRUST_DRAG);
    fs_result result = fs_force3_create(w, &engine, NULL);
    if (result == FS_OK)
        result = fs_force3_create(w, &upright, NULL);
    return result == FS_OK ? fs_force3_create(w, &air, NULL) : result;
}

static fs_force3 engine_of(const struct fs_world3 *w, uint32_t slot)
{
    return fs_force3_at(w, fs__thrust_force_row(slot, THRUST_ENGINE));
}

static fs_body3 craft_of(const struct thrust_view *v, const struct fs_world3 *w, uint32_t slot)
{
    return fs_body3_at(w, fs__thrust_craft_row(*v->pod.rows, slot));
}

/* ---- start and end --------------------------------------------------------------------------------------------------- */

void fs__thrust_launch(struct thrust_view *v, struct fs_world3 *w, const struct thrust_rules *rules, uint32_t slot)
{
    fs_body3 craft = craft_of(v, w, slot);
    (void)fs_body3_set_enabled(w, craft, true);
    (void)fs_body3_set_pose(w, craft, fs__thrust_start(slot), fs_quat_identity());
    (void)fs_body3_set_velocity(w, craft, fs_vel3_zero(), fs_vel3_zero());
    v->player.state[slot] = THRUST_FLYING;
    v->player.fuel[slot] = rules->tank;
    v->player.right[slot] = v->player.ahead[slot] = 0;
    v->player.burn[slot] = 0;
}

void fs__thrust_remove(struct thrust_view *v, struct fs_world3 *w, uint32_t slot)
{
    fs__thrust_let_go(v, w, slot);
    (void)fs_force3_set_control(w, engine_of(w, slot), 0);
    (void)fs_body3_set_enabled(w, craft_of(v, w, slot), false);
}

/* ---- flight ---------------------------------------------------------------------------------------------------------- */

int32_t fs__thrust_hover(const struct thrust_view *v, uint32_t slot)
{
    int64_t kg = THRUST_CRAFT_KG + (v->player.towed[slot] > 0 ? THRUST_POD_KG : 0);
    return (int32_t)fs_clamp64(fs_muldiv64(kg * FULL, v->rule.gravity[0], v->rule.power[0]), 0, FULL);
}

/* What the keys ask of the engine, as far as there is fuel. */
static uint32_t choose_burn(const struct thrust_view *v, uint32_t slot, const uint8_t *input)
{
    uint32_t burn = fs_kit_button_held(input, FS_KEY_FIRE)  ? FULL
                    : fs_kit_button_held(input, FS_KEY_ALT) ? (uint32_t)fs__thrust_hover(v, slot)
                                                            : 0;
    return fs_min_u32(burn, v->player.fuel[slot]);
}

void fs__thrust_steer(struct thrust_view *v, struct fs_world3 *w, const struct thrust_rules *rules, uint32_t slot,
                      const uint8_t *input)
{
    uint32_t hz = *v->world.hz;
    v->player.right[slot] = fs_kit_stick_follow(v->player.right[slot],
                                                fs_kit_button_axis(input, FS_KEY_LEFT, FS_KEY_RIGHT), SWIVEL_RATE, hz);
    v->player.ahead[slot] = fs_kit_stick_follow(v->player.ahead[slot],
                                                fs_kit_button_axis(input, FS_KEY_DOWN, FS_KEY_UP), SWIVEL_RATE, hz);
    uint32_t burn = choose_burn(v, slot, input);
    v->player.burn[slot] = (uint8_t)burn;
    v->player.fuel[slot] -= burn;
    if (burn == 0 && fs__thrust_landed(v, w, slot))
        v->player.fuel[slot] = fs_min_u32(v->player.fuel[slot] + REFUEL * FULL, rules->tank);
    (void)fs_force3_set_rotation(w, engine_of(w, slot), nozzle_rotation(v->player.right[slot], v->player.ahead[slot]));
    (void)fs_force3_set_control(w, engine_of(w, slot), (int32_t)burn);
}

bool fs__thrust_landed(const struct thrust_view *v, const struct fs_world3 *w, uint32_t slot)
{
    const uint64_t edge = (uint64_t)THRUST_BASE * FS_POS_ONE;
    uint32_t row = fs__thrust_craft_row(*v->pod.rows, slot);
    fs_pos3 at = w->body.pos[row];
    const fs_pos standing = THRUST_BASE_HIGH * FS_POS_ONE + DM(THRUST_CRAFT_HIGH_DM);
    return fs_uabs64(at.x) <= edge && fs_uabs64(at.z) <= edge && at.y <= standing + LANDED_CM * FS_POS_ONE / 100 &&
           fs_vel3_length(w->body.vel[row]) < FS_VEL_ONE / 2;
}
