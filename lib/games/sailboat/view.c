/* view.c: the picture of the race from behind the own boat, and the meaning of the keys. It writes no state. */
#include <stdio.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>
#include <fixstep/trig.h>

#include "games/sailboat/sailboat.h"

enum {
    SKY = 0xA8D0EC,
    SEA = 0x2C6C98,
    SEA_DARK = 0x28648E,
    BUOY = 0xE8E4D8,
    NEXT_BUOY = 0xF07020,
    HULL = 0xF0F0EC,
    TRAMPOLINE = 0x40505C,
    SPAR = 0xB8B0A0,
    PENNANT = 0xE02040,
    PAPER = 0x102030,
    TILES = 24,
    TILE = 50 /* m */
};

static fs_draw_material paint(uint32_t colour)
{
    return (fs_draw_material){ .colour = colour, .gloss = 60 };
}

/* ---- the sea -------------------------------------------------------------------------------------------------------- */

/* The line of the next buoy lies on the water. */
static void draw_mark(const struct sailboat_view *v, uint32_t mark, bool next, fs_draw_list *draw)
{
    fs_draw_material material = paint(next ? NEXT_BUOY : BUOY);
    fs_draw_point foot = fs_kit_point_from_pos3(v->mark.at[mark]), top = foot;
    top.y += 3 * FS_FIX16_ONE;
    fs_draw_cylinder(draw, foot, top, FS_FIX16_ONE * 6 / 10, material);
    fs_draw_sphere(draw, top, FS_FIX16_ONE * 8 / 10, material);
    if (!next)
        return;
    for (int64_t out = 4; out < 40; out += 4) {
        fs_pos3 from = fs__sailboat_point(v, mark, out, 0), to = fs__sailboat_point(v, mark, out + 2, 0);
        from.y = to.y = FS_POS_ONE / 5;
        fs_draw_segment(draw, fs_kit_point_from_pos3(from), fs_kit_point_from_pos3(to), NEXT_BUOY);
    }
}

static void draw_sea(const struct sailboat_view *v, uint32_t own, fs_draw_list *draw)
{
    fs_kit_draw_tiles(draw, fs_pos3_zero(), (fs_pos)TILES * TILE / 2 * FS_POS_ONE, TILES, SEA, SEA_DARK);
    for (uint32_t mark = 0; mark < *v->mark.rows; mark++)
        draw_mark(v, mark, own < *v->boat.rows && mark == v->boat.next[own], draw);
}

/* ---- boats ---------------------------------------------------------------------------------------------------------- */

/* A point of a boat, cm in its frame. */
static fs_draw_point part_at(const fs_world3 *w, uint32_t row, int x, int y, int z)
{
    fs_rel3 local = fs_rel3_make(fs_rel_from_ratio(x, 100), fs_rel_from_ratio(y, 100), fs_rel_from_ratio(z, 100));
    return fs_kit_point_from_pos3(fs_pos3_add_rel(w->body.pos[row], fs_quat_rel(w->body.rot[row], local)));
}

/* A point on the boom, cm from the mast. */
static fs_draw_point boom_at(const fs_world3 *w, uint32_t row, int32_t boom, int aft, int height)
{
    int x = -(int)fs_div64_round((int64_t)aft * fs_cos((uint32_t)boom), FS_UNIT_ONE);
    int z = (int)fs_div64_round((int64_t)aft * fs_sin((uint32_t)boom), FS_UNIT_ONE);
    return part_at(w, row, 40 + x, height, z);
}

/* Both sides of the sail. */
static void draw_sail(const fs_world3 *w, uint32_t row, int32_t boom, uint32_t colour, fs_draw_list *draw)
{
    const fs_draw_point tack = part_at(w, row, 40, 110, 0), head = part_at(w, row, 40, 640, 0),
                        clew = boom_at(w, row, boom, 270, 110), leech = boom_at(w, row, boom, 150, 430);
    const fs_draw_point front[4] = { tack, clew, leech, head }, back[4] = { tack, head, leech, clew };
    fs_draw_polygon(draw, front, 4, colour, FS_DRAW_FILLED);
    fs_draw_polygon(draw, back, 4, colour, FS_DRAW_FILLED);
    fs_draw_capsule(draw, tack, clew, FS_FIX16_ONE / 16, paint(SPAR));
}

/* The pennant at the mast's top shows the wind. */
static void draw_pennant(const fs_world3 *w, uint32_t row, fs_draw_list *draw)
{
    fs_unit3 wind;
    if (!fs_vel3_normalise(fs_fluid3_velocity(w, SAILBOAT_AIR), &wind))
        return;
    fs_rel3 top = fs_quat_rel(w->body.rot[row], fs_rel3_make(FS_REL_ONE * 4 / 10, fs_rel_from_ratio(66, 10), 0));
    fs_pos3 from = fs_pos3_add_rel(w->body.pos[row], top);
    fs_draw_cone(draw, fs_kit_point_from_pos3(from), fs_kit_point_from_pos3(fs_kit_aim3_point(from, wind, FS_POS_ONE)),
                 FS_FIX16_ONE / 8, paint(PENNANT));
}

/* The deck of the body is higher in the picture: a trampoline. */
static void draw_hulls(const fs_world3 *w, uint32_t row, fs_draw_list *draw)
{
    for (uint32_t next = w->body.first_shape[row]; next != 0; next = w->shape.sibling[next - 1])
        if (w->shape.kind[next - 1] == FS_GEOMETRY3_CAPSULE)
            fs_world3_draw_solid(w, draw, next - 1, paint(HULL));
}

static void draw_boat(const struct sailboat_view *v, const fs_world3 *w, uint32_t slot, fs_draw_list *draw)
{
    uint32_t row = fs__sailboat_row(v, slot), colour = fs_kit_player_colour(slot);
    if (v->boat.state[slot] != SAILBOAT_SAILING)
        return;
    draw_hulls(w, row, draw);
    fs_draw_block(draw, part_at(w, row, 10, 20, 0), part_at(w, row, 110, 20, 0), part_at(w, row, 10, 26, 0),
                  part_at(w, row, 10, 20, 150), paint(TRAMPOLINE));
    fs_draw_cylinder(draw, part_at(w, row, 40, 20, 0), part_at(w, row, 40, 660, 0), FS_FIX16_ONE / 12, paint(SPAR));
    fs_draw_capsule(draw, part_at(w, row, -60, 35, 60), part_at(w, row, -60, 110, 60), FS_FIX16_ONE / 5, paint(colour));
    fs_draw_block(draw, part_at(w, row, -260, -20, 0), part_at(w, row, -235, -20, 0), part_at(w, row, -260, 40, 0),
                  part_at(w, row, -260, -20, 4), paint(SPAR));
    draw_sail(w, row, v->boat.boom[slot], colour, draw);
    draw_pennant(w, row, draw);
    fs_draw_point name = part_at(w, row, 40, 700, 0);
    fs_kit_draw_name(draw, slot, name, FS_FIX16_ONE, colour);
}

/* ---- the camera ------------------------------------------------------------------------------------------------------- */

/* From behind and above, along the level heading. */
static void follow_boat(const fs_world3 *w, uint32_t row, fs_draw_list *draw)
{
    uint32_t heading = fs__sailboat_heading(w, row);
    fs_unit3 ahead = fs_unit3_make(fs_cos(heading), 0, fs_sin(heading));
    fs_pos3 eye = fs_kit_aim3_point(w->body.pos[row], ahead, -14 * FS_POS_ONE);
    eye.y = fs_sat64_add(eye.y, 7 * FS_POS_ONE);
    fs_pos3 target = fs_kit_aim3_point(w->body.pos[row], ahead, 10 * FS_POS_ONE);
    fs_kit_camera3_look(draw, eye, target, 170, SKY);
}

static void set_camera(const struct sailboat_view *v, const fs_world3 *w, uint32_t slot, fs_draw_list *draw)
{
    if (slot < *v->boat.rows && v->boat.state[slot] == SAILBOAT_SAILING) {
        follow_boat(w, fs__sailboat_row(v, slot), draw);
        return;
    }
    fs_pos far = fs_pos3_dist(v->mark.at[0], fs_pos3_zero());
    fs_kit_camera3_look(draw, fs_pos3_make(far / 4, far * 9 / 10, far * 7 / 4), fs_pos3_zero(), 150, SKY);
}

/* ---- status ----------------------------------------------------------------------------------------------------------- */

/* By the angle between the bow and the wind. */
static const char *name_point_of_sail(const fs_world3 *w, uint32_t row)
{
    uint32_t off = fs_uabs32(fs_turn_signed(fs__sailboat_heading(w, row) - fs__sailboat_upwind(w)));
    return off < FS_TURN_DEG(35)    ? "in irons"
           : off < FS_TURN_DEG(65)  ? "close-hauled"
           : off < FS_TURN_DEG(105) ? "beam reach"
           : off < FS_TURN_DEG(155) ? "broad reach"
                                    : "running";
}

static void write_own(const struct sailboat_view *v, const fs_world3 *w, uint32_t slot, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT];
    uint32_t row = fs__sailboat_row(v, slot), hz = *v->world.hz;
    uint32_t best = (uint32_t)((uint64_t)v->boat.best_ticks[slot] * 10 / hz), lap = v->boat.lap_ticks[slot] / hz;
    int speed = (int)(fs_vel3_length(w->body.vel[row]) * INT64_C(10) / FS_VEL_ONE);
    int wind = (int)(fs_vel3_length(fs_fluid3_velocity(w, SAILBOAT_AIR)) / FS_VEL_ONE);
    if (v->boat.state[slot] != SAILBOAT_SAILING)
        snprintf(text, sizeof text, "the boat is towed to the last buoy");
    else
        snprintf(text, sizeof text, "%d.%d m/s  wind %d m/s  %s  sheet %d%%  buoy %u of %u  lap %u: %u s  best %u.%u s",
                 speed / 10, speed % 10, wind, name_point_of_sail(w, row),
                 v->boat.sheet[slot] * 100 / SAILBOAT_FULL_SHEET, v->boat.next[slot] + 1u, *v->mark.rows,
                 v->boat.laps[slot] + 1u, lap, best / 10, best % 10);
    fs_draw_hud(draw, PAPER, text);
}

static void write_scores(const struct sailboat_view *v, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "buoys:";
    for (uint32_t slot = 0; slot < *v->boat.rows; slot++)
        if (v->boat.state[slot] != SAILBOAT_ABSENT)
            fs_kit_append_score(text, sizeof text, draw, slot, v->boat.passed[slot]);
    fs_draw_hud(draw, PAPER, text);
}

void fs__sailboat_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    struct sailboat_view v;
    fs_world3 w;
    (void)config;
    sailboat_peek(state, &v);
    fs_world3_bind_readonly(state, sailboat_T_physics3, &w);
    fs_force3_bind_readonly(state, sailboat_T_force3, &w);
    set_camera(&v, &w, slot, draw);
    draw_sea(&v, slot, draw);
    for (uint32_t i = 0; i < *v.boat.rows; i++)
        draw_boat(&v, &w, i, draw);
    write_scores(&v, draw);
    if (slot < *v.boat.rows)
        write_own(&v, &w, slot, draw);
}

void fs__sailboat_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
}
