/* aircraft3.c: functions shared by games of aircraft. See <fixstep/kit/aircraft3.h>. */
#include <fixstep/kit/aircraft3.h>

#include <fixstep/kit/scene3.h>
#include <fixstep/trig.h>

enum { HOOP_PARTS = 20 };

/* ---- controls --------------------------------------------------------------------------------------------------------- */

int8_t fs_kit_stick_follow(int8_t stick, int keys, uint32_t rate, uint32_t hz)
{
    int32_t step = (int32_t)fs_clamp64(rate / fs_max_u32(hz, 1), 1, FS_FORCE3_FULL_CONTROL);
    return (int8_t)(stick + fs_clamp32(keys * FS_FORCE3_FULL_CONTROL - stick, -step, step));
}

fs_aero3_control fs_kit_surface3_plain(fs_wide drag, fs_wide lift, fs_wide across, fs_wide side)
{
    const fs_aero3 a = { .x = fs_wide3_make(-drag, 0, 0),
                         .y = fs_wide3_make(lift, -across, 0),
                         .z = fs_wide3_make(0, 0, -side) };
    return (fs_aero3_control){ a, a, a };
}

/* ---- hoops ------------------------------------------------------------------------------------------------------------ */

bool fs_kit_unit3_level(fs_unit3 axis)
{
    const int64_t one = (int64_t)FS_UNIT_ONE * FS_UNIT_ONE;
    bool range = fs_uabs32(axis.x) <= FS_UNIT_ONE && fs_uabs32(axis.z) <= FS_UNIT_ONE && axis.y == 0;
    return range && fs_absdiff64(fs_unit3_dot(axis, axis), one) <= (uint64_t)one >> 20;
}

bool fs_kit_hoop3_passed(fs_pos3 before, fs_pos3 now, fs_pos3 at, fs_unit3 axis, fs_pos radius)
{
    fs_pos3 where;
    return fs_kit_path_crosses_plane(before, now, at, axis, &where) && fs_pos3_dist_sq_cmp(where, at, radius) < 0;
}

static fs_draw_point rim_at(fs_pos3 at, fs_unit3 axis, int64_t radius_metres, int part)
{
    uint32_t turn = (uint32_t)((uint64_t)part * (UINT64_C(1) << 32) / HOOP_PARTS);
    fs_pos side = radius_metres * fs_pos_from_unit(fs_cos(turn));
    at.x = fs_sat64_add(at.x, fs_mul64(side, axis.z, FS_UNIT_FRAC));
    at.z = fs_sat64_sub(at.z, fs_mul64(side, axis.x, FS_UNIT_FRAC));
    at.y = fs_sat64_add(at.y, radius_metres * fs_pos_from_unit(fs_sin(turn)));
    return fs_kit_point_from_pos3(at);
}

void fs_kit_draw_hoop(fs_draw_list *draw, fs_pos3 at, fs_unit3 axis, int64_t radius_metres, fix16_t thick,
                      fs_draw_material hoop, fs_draw_material pole)
{
    for (int part = 0; part < HOOP_PARTS; part++)
        fs_draw_capsule(draw, rim_at(at, axis, radius_metres, part), rim_at(at, axis, radius_metres, part + 1), thick,
                        hoop);
    fs_draw_point foot = rim_at(at, axis, radius_metres, HOOP_PARTS * 3 / 4), ground = foot;
    ground.y = 0;
    fs_draw_cylinder(draw, ground, foot, FS_FIX16_ONE / 4, pole);
}
