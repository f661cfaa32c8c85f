/* boat.c: a catamaran of 300 kg and its generators: how it floats, what drives and what steers it.
 *
 * Source of the forces: I. Millington, "Game Physics Engine Development", chapter 11; the foils are those that the chapter
 * leaves to the reader. A sail is a plate that resists across itself: it drives best where it stands halfway between the
 * axis of the boat and the wind.
 */
#include <fixstep/kit/buttons.h>
#include <fixstep/trig.h>

#include "games/sailboat/sailboat.h"

#define CM(n) ((fs_rel)((n) * (FS_REL_ONE / 100)))

enum tensor { BOARD, RUDDER, SAIL, FOIL };
enum {
    FULL = FS_FORCE3_FULL_CONTROL,
    SHEET_RATE = 64,   /* steps per second: from one end to the other in 2 s */
    BOOM_DEGREES = 150 /* per second, at most */
};

/* ---- tensors -------------------------------------------------------------------------------------------------------- */

static fs_wide3 newtons(int64_t x, int64_t y, int64_t z)
{
    return fs_wide3_make(x * FS_WIDE_ONE, y * FS_WIDE_ONE, z * FS_WIDE_ONE);
}

static fs_result add_plain(fs_world3 *w, fs_aero3 tensor)
{
    const fs_aero3_control surface = { tensor, tensor, tensor };
    return fs_aero3_add(w, &surface, NULL);
}

static fs_result add_rudder(fs_world3 *w)
{
    fs_aero3 blade = { newtons(-2, 0, 0), newtons(0, -80, 0), newtons(0, 0, -100) };
    fs_aero3_control surface = { blade, blade, blade };
    surface.min.z.x = -100 * FS_WIDE_ONE;
    surface.max.z.x = 100 * FS_WIDE_ONE;
    return fs_aero3_add(w, &surface, NULL);
}

fs_result fs__sailboat_add_tensors(fs_world3 *w)
{
    const fs_aero3 board = { newtons(-6, 0, 0), newtons(0, -200, 0), newtons(0, 0, -600) };
    const fs_aero3 sail = { newtons(-1, 0, 0), newtons(0, -1, 0), newtons(0, 0, -80) };
    const fs_aero3 foil = { newtons(-1, 0, 0), newtons(110, -60, 0), newtons(0, 0, 0) };
    fs_result result = add_plain(w, board);
    if (result == FS_OK)
        result = add_rudder(w);
    if (result == FS_OK)
        result = add_plain(w, sail);
    return result == FS_OK ? add_plain(w, foil) : result;
}

/* ---- building ------------------------------------------------------------------------------------------------------- */

static fs_result add_hull(fs_world3 *w, fs_body3 boat, int side)
{
    fs_geometry3 hull;
    fs_shape3_def form = fs_default_shape3_def();
    fs_rel z = side * CM(150);
    form.material = SAILBOAT_SMOOTH;
    form.density = fs_wide_from_int(120); /* 149 kg */
    form.flags = FS_SHAPE3_CONTACT_EVENTS;
    fs_result result = fs_geometry3_capsule(fs_rel3_make(-CM(200), 0, z), fs_rel3_make(CM(200), 0, z), CM(30), &hull);
    return result == FS_OK ? fs_shape3_create(w, boat, &form, &hull, NULL) : result;
}

/* Without mass: between two bows no other boat is caught. */
static fs_result add_deck(fs_world3 *w, fs_body3 boat)
{
    fs_geometry3 deck;
    fs_shape3_def form = fs_default_shape3_def();
    form.material = SAILBOAT_SMOOTH;
    form.density = 0;
    fs_result result = fs_geometry3_box(fs_rel3_make(CM(220), CM(20), CM(150)), fs_rel3_zero(), fs_quat_identity(),
                                        &deck);
    return result == FS_OK ? fs_shape3_create(w, boat, &form, &deck, NULL) : result;
}

static fs_result add_float(fs_world3 *w, fs_body3 boat, fs_rel3 at)
{
    fs_force3_def def = fs_default_force3_def(FS_FORCE3_BUOYANCY);
    def.body_a = boat;
    def.fluid = SAILBOAT_WATER;
    def.anchor_a = at;
    def.k = FS_WIDE_ONE / 4;
    def.k2 = fs_wide_from_int(10);
    def.length = fs_wide_from_ratio(4, 10);
    return fs_force3_create(w, &def, NULL);
}

static fs_result add_surface(fs_world3 *w, fs_body3 boat, enum tensor tensor, fs_rel3 at, bool enabled)
{
    fs_force3_def def = fs_default_force3_def(FS_FORCE3_AERO);
    def.body_a = boat;
    def.fluid = tensor == SAIL ? SAILBOAT_AIR : SAILBOAT_WATER;
    def.aero = (uint16_t)tensor;
    def.anchor_a = at;
    def.length = tensor == FOIL ? fs_wide_from_ratio(3, 10) : FS_WIDE_ONE / 2;
    def.flags = enabled ? 0 : FS_FORCE3_OFF;
    return fs_force3_create(w, &def, NULL);
}

/* A corner of the rectangle of floats and foils. */
static fs_rel3 corner_at(unsigned corner, fs_rel depth)
{
    return fs_rel3_make(corner & 1 ? CM(200) : -CM(200), -depth, corner & 2 ? CM(150) : -CM(150));
}

/* In the order of sailboat_generator. */
static fs_result add_generators(fs_world3 *w, fs_body3 boat, bool foils)
{
    fs_result result = FS_OK;
    for (unsigned i = 0; result == FS_OK && i < 4; i++)
        result = add_float(w, boat, corner_at(i, 0));
    for (int side = -1; result == FS_OK && side <= 1; side += 2)
        result = add_surface(w, boat, BOARD, fs_rel3_make(0, -CM(40), side * CM(150)), true);
    if (result == FS_OK)
        result = add_surface(w, boat, RUDDER, fs_rel3_make(-CM(300), -CM(40), 0), true);
    if (result == FS_OK)
        result = add_surface(w, boat, SAIL, fs_rel3_make(CM(30), CM(200), 0), true);
    for (unsigned i = 0; result == FS_OK && i < 4; i++)
        result = add_surface(w, boat, FOIL, corner_at(i, CM(60)), foils);
    return result;
}

fs_result fs__sailboat_build_boat(fs_world3 *w, bool foils)
{
    fs_body3 boat;
    fs_body3_def def = fs_default_body3_def();
    def.flags = FS_BODY3_SLEEPLESS | FS_BODY3_DISABLED;
    fs_result result = fs_body3_create(w, &def, &boat);
    for (int side = -1; result == FS_OK && side <= 1; side += 2)
        result = add_hull(w, boat, side);
    if (result == FS_OK)
        result = add_deck(w, boat);
    return result == FS_OK ? add_generators(w, boat, foils) : result;
}

/* ---- launching ------------------------------------------------------------------------------------------------------ */

void fs__sailboat_launch(struct sailboat_view *v, fs_world3 *w, uint32_t slot)
{
    const int64_t lane = 6 + 6 * (int64_t)slot;
    fs_body3 boat = fs_body3_at(w, fs__sailboat_row(v, slot));
    fs_unit3 course = fs__sailboat_course(v, v->boat.next[slot]);
    fs_pos3 at = fs__sailboat_point(v, v->boat.next[slot], lane, -20);
    at.y = FS_POS_ONE / 10;
    (void)fs_body3_set_enabled(w, boat, true);
    (void)fs_body3_set_pose(
        w, boat, at,
        fs_quat_from_axis_turn(fs_unit3_make(0, FS_UNIT_ONE, 0), fs_atan2(fs_sat32_neg(course.z), course.x)));
    (void)fs_body3_set_velocity(w, boat, fs_vel3_zero(), fs_vel3_zero());
    v->boat.before[slot] = at;
    v->boat.sheet[slot] = SAILBOAT_FULL_SHEET / 2;
    v->boat.boom[slot] = 0;
    v->boat.state[slot] = SAILBOAT_SAILING;
}

void fs__sailboat_remove(const struct sailboat_view *v, fs_world3 *w, uint32_t slot)
{
    (void)fs_body3_set_enabled(w, fs_body3_at(w, fs__sailboat_row(v, slot)), false);
}

/* ---- sailing -------------------------------------------------------------------------------------------------------- */

uint32_t fs__sailboat_heading(const fs_world3 *w, uint32_t row)
{
    fs_unit3 bow = fs_quat_unit(w->body.rot[row], fs_unit3_make(FS_UNIT_ONE, 0, 0));
    return fs_atan2(bow.z, bow.x);
}

uint32_t fs__sailboat_upwind(const fs_world3 *w)
{
    fs_wide3 wind = w->fluid.velocity[SAILBOAT_AIR - 1];
    return fs_atan2(fs_sat64_neg(wind.z), fs_sat64_neg(wind.x));
}

int32_t fs__sailboat_luff(fs_vel3 apparent)
{
    return fs_turn_signed(fs_atan2(apparent.z, fs_sat32_neg(apparent.x)));
}

static int32_t luff_of(const fs_world3 *w, uint32_t row)
{
    fs_vel3 air = fs_vel3_sub(fs_fluid3_velocity(w, SAILBOAT_AIR), w->body.vel[row]);
    return fs__sailboat_luff(fs_quat_inv_vel(w->body.rot[row], air));
}

static int32_t boom_limit(uint8_t sheet)
{
    return (int32_t)((int64_t)FS_TURN_QUARTER * sheet / SAILBOAT_FULL_SHEET);
}

/* The sheet that lets the boom out to half of the luff. */
static uint8_t best_sheet(int32_t luff)
{
    return (uint8_t)(fs_uabs32(luff) / 2u * (uint64_t)SAILBOAT_FULL_SHEET / FS_TURN_QUARTER);
}

static uint8_t follow_sheet(uint8_t sheet, int32_t change)
{
    return (uint8_t)fs_clamp32((int32_t)sheet + change, 0, SAILBOAT_FULL_SHEET);
}

static void trim_sheet(struct sailboat_view *v, uint32_t slot, const uint8_t *input, int32_t luff)
{
    int32_t step = fs_kit_count_step(*v->world.tick, *v->world.hz, SHEET_RATE);
    int32_t pull = fs_kit_button_axis(input, FS_KEY_UP, FS_KEY_DOWN);
    uint8_t sheet = v->boat.sheet[slot];
    if (pull != 0)
        v->boat.sheet[slot] = follow_sheet(sheet, pull * step);
    else if (fs_kit_button_held(input, FS_KEY_FIRE))
        v->boat.sheet[slot] = follow_sheet(sheet, fs_clamp32((int32_t)best_sheet(luff) - sheet, -2 * step, 2 * step));
}

/* The wind pushes the boom the shorter way to where the sail luffs, as far as the sheet lets it: with the wind from astern
 * the boom stays on its side. */
static void swing_boom(struct sailboat_view *v, fs_world3 *w, uint32_t slot, int32_t luff)
{
    int64_t boom = v->boat.boom[slot], limit = boom_limit(v->boat.sheet[slot]);
    int64_t most = FS_TURN_DEG(BOOM_DEGREES) / *v->world.hz;
    int64_t to = boom + fs_turn_signed((uint32_t)luff - (uint32_t)v->boat.boom[slot]);
    int64_t way = fs_clamp64(to, -limit, limit) - boom;
    v->boat.boom[slot] = (int32_t)(boom + fs_clamp64(way, -most, most));
    (void)fs_force3_set_rotation(
        w, fs_force3_at(w, fs__sailboat_force_row(slot, SAILBOAT_SAIL)),
        fs_quat_from_axis_turn(fs_unit3_make(0, FS_UNIT_ONE, 0), (uint32_t)v->boat.boom[slot]));
}

void fs__sailboat_steer(struct sailboat_view *v, fs_world3 *w, uint32_t slot, const uint8_t *input)
{
    int32_t luff = luff_of(w, fs__sailboat_row(v, slot));
    trim_sheet(v, slot, input, luff);
    swing_boom(v, w, slot, luff);
    (void)fs_force3_set_control(w, fs_force3_at(w, fs__sailboat_force_row(slot, SAILBOAT_RUDDER)),
                                FULL * fs_kit_button_axis(input, FS_KEY_RIGHT, FS_KEY_LEFT));
}
