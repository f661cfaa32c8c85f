/* aircraft.c: an aircraft of 10 kg and its generators.
 *
 * At 20 m/s the wings carry its 100 N and drag is 18 N. Wings are bent up by 5 degrees, so that an aircraft that slips to a
 * side rolls back; tail and fin turn the nose into the flight.
 */
#include <fixstep/kit/aircraft3.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/trig.h>

#include "games/flightsim/flightsim.h"

enum { CRUISE = 50, FULL = 127, STICK_RATE = 960 }; /* throttle; steps per second: to its end in an eighth of one */
enum tensor { WING, TAIL, FIN };

static fs_wide tenths(int64_t n)
{
    return fs_wide_from_ratio(n, 10);
}

fs_result fs__flightsim_add_tensors(fs_world3 *w)
{
    fs_aero3_control wing = fs_kit_surface3_plain(tenths(3), tenths(25), tenths(100), tenths(3));
    fs_aero3_control tail = fs_kit_surface3_plain(tenths(1), 0, tenths(50), tenths(1));
    fs_aero3_control fin = fs_kit_surface3_plain(tenths(1), 0, tenths(1), tenths(50));
    wing.min.y.x = tenths(10);
    wing.max.y.x = tenths(40);
    tail.min.y.x = tenths(12);
    tail.max.y.x = -tenths(12);
    fin.min.z.x = tenths(8);
    fin.max.z.x = -tenths(8);
    fs_result result = fs_aero3_add(w, &wing, NULL);
    if (result == FS_OK)
        result = fs_aero3_add(w, &tail, NULL);
    return result == FS_OK ? fs_aero3_add(w, &fin, NULL) : result;
}

/* ---- launching ---------------------------------------------------------------------------------------------------- */

static bool add_surface(fs_world3 *w, fs_body3 body, enum tensor tensor, fs_rel3 at, int tilt_degrees, fs_handle *out)
{
    fs_force3_def def = fs_default_force3_def(FS_FORCE3_AERO);
    fs_force3 force;
    def.body_a = body;
    def.aero = (uint16_t)tensor;
    def.fluid = FLIGHTSIM_AIR;
    def.anchor_a = at;
    def.rot = fs_quat_from_axis_turn(fs_unit3_make(FS_UNIT_ONE, 0, 0), FS_TURN_DEG(tilt_degrees));
    bool made = fs_force3_create(w, &def, &force) == FS_OK;
    *out = force.handle;
    return made;
}

static bool add_engine(fs_world3 *w, fs_body3 body, fs_handle *out)
{
    fs_force3_def def = fs_default_force3_def(FS_FORCE3_THRUST);
    fs_force3 force;
    def.body_a = body;
    def.fluid = FLIGHTSIM_AIR;
    def.k = fs_wide_from_int(66);
    def.limit = fs_wide_from_int(60);
    def.control = CRUISE;
    bool made = fs_force3_create(w, &def, &force) == FS_OK;
    *out = force.handle;
    return made;
}

static bool add_generators(struct flightsim_view *v, fs_world3 *w, uint32_t slot)
{
    fs_body3 body = fs__flightsim_body(v, slot);
    const fs_rel2 stern = { -FS_REL_ONE * 7 / 2, FS_REL_ONE / 2 };
    return add_surface(w, body, WING, fs_rel3_make(0, 0, -2 * FS_REL_ONE), 5, &v->plane.left_wing[slot]) &&
           add_surface(w, body, WING, fs_rel3_make(0, 0, 2 * FS_REL_ONE), -5, &v->plane.right_wing[slot]) &&
           add_surface(w, body, TAIL, fs_rel3_make(stern.x, 0, 0), 0, &v->plane.tail[slot]) &&
           add_surface(w, body, FIN, fs_rel3_make(stern.x, stern.y, 0), 0, &v->plane.fin[slot]) &&
           add_engine(w, body, &v->plane.engine[slot]);
}

/* Before the hoop by 100 m and to the side by its slot, flying through it. */
static fs_body3_def start_of(const struct flightsim_view *v, uint32_t slot)
{
    fs_body3_def def = fs_default_body3_def();
    uint32_t hoop = v->plane.next[slot];
    fs_unit3 axis = v->hoop.axis[hoop];
    const int64_t side = 4 * (int64_t)slot - 2 * (FLIGHTSIM_MAX_PLAYERS - 1);
    def.pos = v->hoop.at[hoop];
    def.pos.x = fs_sat64_add(def.pos.x, -100 * fs_pos_from_unit(axis.x) - side * fs_pos_from_unit(axis.z));
    def.pos.z = fs_sat64_add(def.pos.z, -100 * fs_pos_from_unit(axis.z) + side * fs_pos_from_unit(axis.x));
    def.rot = fs_quat_from_axis_turn(fs_unit3_make(0, FS_UNIT_ONE, 0), fs_atan2(fs_sat32_neg(axis.z), axis.x));
    def.vel = fs_quat_vel(def.rot, fs_vel3_make(FLIGHTSIM_SPEED * FS_VEL_ONE, 0, 0));
    def.flags = FS_BODY3_SLEEPLESS;
    return def;
}

bool fs__flightsim_launch(struct flightsim_view *v, fs_world3 *w, uint32_t slot)
{
    const fs_mass_data3 mass = { .mass = fs_scaled_from_wide(fs_wide_from_int(10)),
                                 .inertia = { .xx = fs_scaled_from_wide(fs_wide_from_int(8)),
                                              .yy = fs_scaled_from_wide(fs_wide_from_int(20)),
                                              .zz = fs_scaled_from_wide(fs_wide_from_int(15)) } };
    const fs_body3_def def = start_of(v, slot);
    fs_body3 body;
    if (fs_body3_create(w, &def, &body) != FS_OK)
        return false;
    v->plane.body[slot] = body.handle;
    if (fs_body3_set_mass(w, body, mass) != FS_OK || !add_generators(v, w, slot)) {
        fs__flightsim_remove_body(v, w, slot);
        return false;
    }
    v->plane.before[slot] = def.pos;
    v->plane.pitch[slot] = v->plane.roll[slot] = v->plane.yaw[slot] = 0;
    v->plane.state[slot] = FLIGHTSIM_FLYING;
    return true;
}

void fs__flightsim_remove_body(struct flightsim_view *v, fs_world3 *w, uint32_t slot)
{
    const fs_handle none = { 0, 0 };
    (void)fs_body3_destroy(w, fs__flightsim_body(v, slot));
    v->plane.body[slot] = none;
    v->plane.left_wing[slot] = v->plane.right_wing[slot] = v->plane.tail[slot] = v->plane.fin[slot] = none;
    v->plane.engine[slot] = none;
}

/* ---- steering ----------------------------------------------------------------------------------------------------- */

static void set_control(fs_world3 *w, fs_handle force, int32_t control)
{
    (void)fs_force3_set_control(w, (fs_force3){ force }, fs_clamp32(control, -FULL, FULL));
}

void fs__flightsim_steer(struct flightsim_view *v, fs_world3 *w, uint32_t slot, const uint8_t *input)
{
    uint32_t hz = *v->world.hz;
    int sideways = fs_kit_button_axis(input, FS_KEY_LEFT, FS_KEY_RIGHT);
    bool pedals = fs_kit_button_held(input, FS_KEY_ALT);
    v->plane.pitch[slot] = fs_kit_stick_follow(v->plane.pitch[slot], fs_kit_button_axis(input, FS_KEY_DOWN, FS_KEY_UP),
                                               STICK_RATE, hz);
    v->plane.roll[slot] = fs_kit_stick_follow(v->plane.roll[slot], pedals ? 0 : sideways, STICK_RATE, hz);
    v->plane.yaw[slot] = fs_kit_stick_follow(v->plane.yaw[slot], pedals ? sideways : 0, STICK_RATE, hz);
    set_control(w, v->plane.left_wing[slot], v->plane.roll[slot]);
    set_control(w, v->plane.right_wing[slot], -v->plane.roll[slot]);
    set_control(w, v->plane.tail[slot], v->plane.pitch[slot]);
    set_control(w, v->plane.fin[slot], v->plane.yaw[slot]);
    set_control(w, v->plane.engine[slot], fs_kit_button_held(input, FS_KEY_FIRE) ? FULL : CRUISE);
}
