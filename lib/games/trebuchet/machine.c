/* machine.c: a trebuchet is cocked, let go and opened; where its stone flies. */
#include <fixstep/trig.h>

#include "games/trebuchet/trebuchet.h"

#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

static fs_body3 body_of(const struct fs_world3 *w, uint32_t slot, trebuchet_body body)
{
    return fs_body3_at(w, fs__trebuchet_row(slot, body));
}

fs_pos3 fs__trebuchet_tip(const struct fs_world3 *w, uint32_t slot)
{
    return fs_body3_to_world(w, fs__trebuchet_row(slot, TREBUCHET_ARM),
                             fs_rel3_make(0, 0, TREBUCHET_LONG * FS_REL_ONE));
}

static fs_pos3 short_end(const struct fs_world3 *w, uint32_t slot)
{
    return fs_body3_to_world(w, fs__trebuchet_row(slot, TREBUCHET_ARM),
                             fs_rel3_make(0, 0, -TREBUCHET_SHORT * FS_REL_ONE));
}

/* ---- cocked ----------------------------------------------------------------------------------------------------------- */

static fs_quat turn_about(fs_unit3 axis, uint32_t turn)
{
    return fs_quat_from_axis_turn(axis, turn);
}

/* The rotation of a cocked arm: its long end behind the pivot, TREBUCHET_TIP above the ground. */
static fs_quat cocked_rotation(int32_t heading)
{
    const fs_unit3 right = { FS_UNIT_ONE, 0, 0 }, up = { 0, FS_UNIT_ONE, 0 };
    uint32_t down = fs_asin(fs_unit_from_ratio(TREBUCHET_PIVOT - TREBUCHET_TIP, TREBUCHET_LONG));
    return fs_quat_normalise(fs_quat_mul(turn_about(up, (uint32_t)heading), turn_about(right, down)));
}

/* The stone lies under the machine at the end of the stretched sling, or hangs in a short one. */
static fs_pos3 place_stone(fs_pos3 tip, int32_t heading, fs_pos sling)
{
    const fs_pos fall = tip.y - CM(TREBUCHET_STONE_CM);
    if (sling <= fall)
        return fs_pos3_make(tip.x, tip.y - sling, tip.z);
    fs_wide square = fs_wide_sub(fs_wide_mul(sling, sling), fs_wide_mul(fall, fall));
    fs_pos3 at = fs_kit_aim3_point(tip, fs_kit_aim3_direction((uint32_t)heading, 0), fs_wide_sqrt(square));
    at.y = CM(TREBUCHET_STONE_CM);
    return at;
}

static void put(struct fs_world3 *w, uint32_t slot, trebuchet_body body, fs_pos3 at, fs_quat rot)
{
    fs_body3 b = body_of(w, slot, body);
    (void)fs_body3_set_enabled(w, b, false);
    (void)fs_body3_set_pose(w, b, at, rot);
    (void)fs_body3_set_velocity(w, b, fs_vel3_zero(), fs_vel3_zero());
}

static void end_joint(struct fs_world3 *w, fs_handle *joint)
{
    (void)fs_joint3_destroy(w, (fs_joint3){ *joint });
    *joint = (fs_handle){ 0, 0 };
}

void fs__trebuchet_cock(struct trebuchet_view *v, struct fs_world3 *w, const struct trebuchet_rules *rules,
                        uint32_t slot)
{
    const fs_unit3 up = { 0, FS_UNIT_ONE, 0 };
    int32_t heading = v->player.heading[slot];
    fs_quat level = turn_about(up, (uint32_t)heading);
    end_joint(w, &v->player.pivot[slot]);
    end_joint(w, &v->player.hanger[slot]);
    end_joint(w, &v->player.cord[slot]);
    put(w, slot, TREBUCHET_ARM, fs__trebuchet_pivot(slot, *v->player.rows), cocked_rotation(heading));
    fs_pos3 below = fs_pos3_make(0, -rules->hang, 0);
    put(w, slot, TREBUCHET_WEIGHT, fs_pos3_add(short_end(w, slot), below), level);
    put(w, slot, TREBUCHET_STONE, place_stone(fs__trebuchet_tip(w, slot), heading, v->player.sling[slot]), level);
    v->player.phase[slot] = TREBUCHET_COCKED;
    v->player.age[slot] = 0;
}

/* ---- a throw ---------------------------------------------------------------------------------------------------------- */

static fs_handle tie(struct fs_world3 *w, fs_joint3_kind kind, fs_body3 a, fs_body3 b, fs_pos3 at_a, fs_pos3 at_b,
                     fs_unit3 axis)
{
    fs_joint3 joint = { { 0, 0 } };
    fs_joint3_def def = fs_default_joint3_def(kind);
    def.body_a = a;
    def.body_b = b;
    if (fs_joint3_def_set_anchors(w, &def, at_a, at_b, axis) == FS_OK)
        (void)fs_joint3_create(w, &def, &joint);
    return joint.handle;
}

void fs__trebuchet_let_go(struct trebuchet_view *v, struct fs_world3 *w, const struct trebuchet_rules *rules,
                          uint32_t slot)
{
    fs_body3 arm = body_of(w, slot, TREBUCHET_ARM), weight = body_of(w, slot, TREBUCHET_WEIGHT);
    fs_body3 stone = body_of(w, slot, TREBUCHET_STONE);
    uint32_t heading = (uint32_t)v->player.heading[slot];
    fs_unit3 axis = fs_kit_aim3_direction(heading - FS_TURN_QUARTER, 0);
    fs_pos3 pivot = fs__trebuchet_pivot(slot, *v->player.rows), end = short_end(w, slot);
    fs_pos3 tip = fs__trebuchet_tip(w, slot), at = fs_body3_position(w, stone);
    for (uint32_t body = TREBUCHET_ARM; body < TREBUCHET_BODIES; body++)
        (void)fs_body3_set_enabled(w, body_of(w, slot, (trebuchet_body)body), true);
    v->player.pivot[slot] = tie(w, FS_JOINT3_HINGE, body_of(w, slot, TREBUCHET_FRAME), arm, pivot, pivot, axis);
    v->player.hanger[slot] = tie(w, rules->hang > 0 ? FS_JOINT3_HINGE : FS_JOINT3_FIXED, arm, weight, end, end, axis);
    v->player.cord[slot] = tie(w, v->player.sling[slot] > 0 ? FS_JOINT3_CABLE : FS_JOINT3_BALL, arm, stone, tip, at,
                               axis);
    v->player.phase[slot] = TREBUCHET_SWINGING;
    v->player.age[slot] = 0;
    v->player.throws[slot]++;
}

void fs__trebuchet_open_sling(struct trebuchet_view *v, struct fs_world3 *w, uint32_t slot)
{
    end_joint(w, &v->player.cord[slot]);
    v->player.phase[slot] = TREBUCHET_FLYING;
    v->player.age[slot] = 0;
}

fs_pos fs__trebuchet_flight(const struct fs_world3 *w, fs_pos3 at, fs_vel3 vel)
{
    const fs_wide g = fs_max64(fs_sat64_neg(w->rules.gravity->y), 1);
    fs_wide height = at.y - CM(TREBUCHET_STONE_CM), rise = fs_wide_from_vel(vel.y);
    fs_wide x = fs_wide_from_vel(vel.x), z = fs_wide_from_vel(vel.z);
    if (height < 0)
        return 0;
    fs_wide level = fs_wide_sqrt(fs_wide_add(fs_wide_mul(x, x), fs_wide_mul(z, z)));
    fs_wide end = fs_wide_sqrt(fs_wide_add(fs_wide_mul(rise, rise), fs_wide_mul(2 * g, height)));
    return fs_wide_mul(level, fs_wide_div(fs_wide_add(rise, end), g));
}
