/* aircraft.c: a glider of 10 kg and its generators.
 *
 * Wings have their lift and drag at the centre of mass and only the tail is behind it, so without a hand on the stick the
 * air meets the tail along its axis: the path is the axis of the glider, its slope drag / lift, its speed m g cos / lift.
 */
#include <fixstep/kit/aircraft3.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/trig.h>

#include "games/glider/glider.h"

enum { FULL = FS_FORCE3_FULL_CONTROL, STICK_RATE = 960 /* steps per second: an eighth of a second to its end */ };
enum tensor { WING, TAIL, FIN, BRAKE };

/* ---- tensors -------------------------------------------------------------------------------------------------------- */

static fs_wide tenths(int64_t n)
{
    return fs_wide_from_ratio(n, 10);
}

/* Each wing and the pair of tail and fin have a third and a sixth of the drag. */
fs_result fs__glider_add_tensors(fs_world3 *w)
{
    const fs_wide drag = tenths(GLIDER_DRAG);
    fs_aero3_control wing = fs_kit_surface3_plain(drag / 3, tenths(GLIDER_LIFT) / 2, tenths(100), tenths(3));
    fs_aero3_control tail = fs_kit_surface3_plain(drag / 6, 0, tenths(50), tenths(1));
    fs_aero3_control fin = fs_kit_surface3_plain(drag / 6, 0, tenths(1), tenths(50));
    fs_aero3_control brake = fs_kit_surface3_plain(0, 0, 0, 0);
    wing.min.y.x = tenths(GLIDER_LIFT) / 2 - tenths(15);
    wing.max.y.x = tenths(GLIDER_LIFT) / 2 + tenths(15);
    tail.min.y.x = tenths(12);
    tail.max.y.x = -tenths(12);
    fin.min.z.x = tenths(8);
    fin.max.z.x = -tenths(8);
    brake.max.x.x = -tenths(GLIDER_BRAKE_DRAG);
    fs_result result = fs_aero3_add(w, &wing, NULL);
    if (result == FS_OK)
        result = fs_aero3_add(w, &tail, NULL);
    if (result == FS_OK)
        result = fs_aero3_add(w, &fin, NULL);
    return result == FS_OK ? fs_aero3_add(w, &brake, NULL) : result;
}

/* ---- building ------------------------------------------------------------------------------------------------------- */

/* The wings are bent up by 4 degrees, so that a glider that slips to a side rolls back. */
static const struct surface {
    enum tensor tensor;
    int8_t x_dm, y_dm, z_dm, tilt_degrees;
} surfaces[GLIDER_GENERATORS] = {
    [GLIDER_LEFT_WING] = { WING, 0, 0, -20, 4 }, [GLIDER_RIGHT_WING] = { WING, 0, 0, 20, -4 },
    [GLIDER_TAIL] = { TAIL, -35, 0, 0, 0 },      [GLIDER_FIN] = { FIN, -35, 0, 0, 0 },
    [GLIDER_BRAKE] = { BRAKE, 0, 0, 0, 0 },
};

static fs_result add_surface(fs_world3 *w, fs_body3 body, uint32_t slot, const struct surface *s)
{
    fs_force3_def def = fs_default_force3_def(FS_FORCE3_AERO);
    def.body_a = body;
    def.aero = (uint16_t)s->tensor;
    def.fluid = (uint16_t)(slot + 1);
    def.anchor_a = fs_rel3_make(fs_rel_from_ratio(s->x_dm, 10), fs_rel_from_ratio(s->y_dm, 10),
                                fs_rel_from_ratio(s->z_dm, 10));
    def.rot = fs_quat_from_axis_turn(fs_unit3_make(FS_UNIT_ONE, 0, 0), FS_TURN_DEG(s->tilt_degrees));
    return fs_force3_create(w, &def, NULL);
}

fs_result fs__glider_build(fs_world3 *w, uint32_t slot)
{
    const fs_mass_data3 mass = { .mass = fs_scaled_from_wide(fs_wide_from_int(GLIDER_KG)),
                                 .inertia = { .xx = fs_scaled_from_wide(fs_wide_from_int(10)),
                                              .yy = fs_scaled_from_wide(fs_wide_from_int(22)),
                                              .zz = fs_scaled_from_wide(fs_wide_from_int(15)) } };
    fs_body3 body;
    fs_body3_def def = fs_default_body3_def();
    def.flags = FS_BODY3_SLEEPLESS | FS_BODY3_DISABLED;
    fs_result result = fs_body3_create(w, &def, &body);
    if (result == FS_OK)
        result = fs_body3_set_mass(w, body, mass);
    for (int i = 0; result == FS_OK && i < GLIDER_GENERATORS; i++)
        result = add_surface(w, body, slot, &surfaces[i]);
    return result;
}

/* ---- launching ------------------------------------------------------------------------------------------------------ */

/* Behind its next gate by the radius of the course, and to the side by its slot. The glider points along its path, down by
 * drag / lift. */
void fs__glider_launch(struct glider_view *v, fs_world3 *w, uint32_t slot)
{
    fs_body3 body = fs_body3_at(w, slot);
    fs_pos3 at = v->gate.at[v->glider.next[slot]];
    fs_unit3 axis = v->gate.axis[v->glider.next[slot]];
    const int64_t side = 6 * (int64_t)slot - 3 * (GLIDER_MAX_PLAYERS - 1);
    fs_pos back = v->rule.radius[0];
    at.x += -fs_mul64(back, axis.x, FS_UNIT_FRAC) - side * fs_pos_from_unit(axis.z);
    at.z += -fs_mul64(back, axis.z, FS_UNIT_FRAC) + side * fs_pos_from_unit(axis.x);
    at.y = v->rule.launch[0];
    uint32_t heading = fs_atan2(fs_sat32_neg(axis.z), axis.x), down = 0u - fs_atan2(GLIDER_DRAG, GLIDER_LIFT);
    fs_quat rot = fs_quat_mul(fs_quat_from_axis_turn(fs_unit3_make(0, FS_UNIT_ONE, 0), heading),
                              fs_quat_from_axis_turn(fs_unit3_make(0, 0, FS_UNIT_ONE), down));
    fs_vel speed = fs_mul32_sym(fs_vel_from_ratio(10 * GLIDER_KG * GLIDER_GRAVITY, GLIDER_LIFT), fs_cos(down),
                                FS_UNIT_FRAC);
    fs_vel3 vel = fs_quat_vel(rot, fs_vel3_make(speed, 0, 0));
    vel.x = fs_sat32_add(vel.x, fs_vel_from_wide(v->rule.wind[0]));
    (void)fs_body3_set_enabled(w, body, true);
    (void)fs_body3_set_pose(w, body, at, rot);
    (void)fs_body3_set_velocity(w, body, vel, fs_vel3_zero());
    v->glider.before[slot] = at;
    v->glider.pitch[slot] = v->glider.roll[slot] = v->glider.yaw[slot] = 0;
    v->glider.state[slot] = GLIDER_FLYING;
}

void fs__glider_remove(fs_world3 *w, uint32_t slot)
{
    (void)fs_body3_set_enabled(w, fs_body3_at(w, slot), false);
}

/* ---- steering ----------------------------------------------------------------------------------------------------- */

static void set_control(fs_world3 *w, uint32_t slot, glider_generator generator, int32_t control)
{
    (void)fs_force3_set_control(w, fs_force3_at(w, fs__glider_force_row(slot, generator)), control);
}

void fs__glider_steer(struct glider_view *v, fs_world3 *w, uint32_t slot, const uint8_t *input)
{
    uint32_t hz = *v->world.hz;
    int sideways = fs_kit_button_axis(input, FS_KEY_LEFT, FS_KEY_RIGHT);
    bool pedals = fs_kit_button_held(input, FS_KEY_ALT);
    v->glider.pitch[slot] = fs_kit_stick_follow(v->glider.pitch[slot],
                                                fs_kit_button_axis(input, FS_KEY_DOWN, FS_KEY_UP), STICK_RATE, hz);
    v->glider.roll[slot] = fs_kit_stick_follow(v->glider.roll[slot], pedals ? 0 : sideways, STICK_RATE, hz);
    v->glider.yaw[slot] = fs_kit_stick_follow(v->glider.yaw[slot], pedals ? sideways : 0, STICK_RATE, hz);
    set_control(w, slot, GLIDER_LEFT_WING, v->glider.roll[slot]);
    set_control(w, slot, GLIDER_RIGHT_WING, -v->glider.roll[slot]);
    set_control(w, slot, GLIDER_TAIL, v->glider.pitch[slot]);
    set_control(w, slot, GLIDER_FIN, v->glider.yaw[slot]);
    set_control(w, slot, GLIDER_BRAKE, fs_kit_button_held(input, FS_KEY_FIRE) ? FULL : 0);
}
