/* view.c: the picture of the pads from behind the own craft, and the meaning of the keys. It reads the state and never writes
 * it. */
#include <stdio.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>
#include <fixstep/trig.h>

#include "games/thrust/thrust.h"

enum {
    SKY = 0x141828,
    GROUND = 0x5C5048,
    GROUND_DARK = 0x504640,
    PLAIN = 0x443C38,
    BASE = 0x506878,
    BASE_MARK = 0x80D0F0,
    PILLAR = 0x6C6460,
    PAD_MARK = 0xE0B040,
    POD = 0xE8C850,
    HULL = 0xC8CCD0,
    GLASS = 0x203048,
    LEG = 0x888C90,
    FLAME = 0xFFB048,
    CABLE = 0xB0B0B0,
    TEXT = 0xE8ECF0,
    DIM = 0xA8B0B8
};

#define DM(n) ((fs_pos)(n)*FS_POS_ONE / 10)

static fs_draw_material paint(uint32_t colour, uint8_t gloss)
{
    return (fs_draw_material){ .colour = colour, .gloss = gloss };
}

static fs_pos3 craft_at(const struct thrust_view *v, const struct fs_world3 *w, uint32_t slot)
{
    return w->body.pos[fs__thrust_craft_row(*v->pod.rows, slot)];
}

/* ---- the land --------------------------------------------------------------------------------------------------------- */

/* Behind and above the own craft, or over the base while there is none. */
static void set_camera(const struct thrust_view *v, const struct fs_world3 *w, uint32_t slot, fs_draw_list *draw)
{
    bool flies = slot < *v->player.rows && v->player.state[slot] == THRUST_FLYING;
    fs_pos3 at = flies ? craft_at(v, w, slot) : fs_pos3_make(0, 12 * FS_POS_ONE, 30 * FS_POS_ONE), eye = at;
    eye = fs_pos3_add(eye, fs_pos3_make(0, 6 * FS_POS_ONE, 14 * FS_POS_ONE));
    at = fs_pos3_add(at, fs_pos3_make(0, -2 * FS_POS_ONE, -8 * FS_POS_ONE));
    fs_kit_camera3_look(draw, eye, at, 160, SKY);
}

static void draw_mark(fs_pos3 at, fs_pos half, uint32_t colour, fs_draw_list *draw)
{
    at = fs_kit_pos3_above(at, DM(1) / 2);
    for (int side = -1; side <= 1; side += 2) {
        fs_kit_draw_floor(draw, fs_pos3_add(at, fs_pos3_make(side * (half - DM(3)), 0, 0)), DM(2), half - DM(1),
                          colour);
        fs_kit_draw_floor(draw, fs_pos3_add(at, fs_pos3_make(0, 0, side * (half - DM(3)))), half - DM(1), DM(2),
                          colour);
    }
}

static void draw_land(const struct thrust_view *v, const struct fs_world3 *w, fs_draw_list *draw)
{
    const fs_pos far = 2 * THRUST_EDGE * FS_POS_ONE;
    fs_kit_draw_floor(draw, fs_pos3_make(0, -DM(2), 0), far, far, PLAIN);
    fs_kit_draw_tiles(draw, fs_pos3_zero(), 60 * FS_POS_ONE, 15, GROUND, GROUND_DARK);
    fs_kit_body3_draw(w, 1, paint(BASE, 20), draw);
    draw_mark(fs_pos3_make(0, THRUST_BASE_HIGH * FS_POS_ONE, 0), THRUST_BASE * FS_POS_ONE, BASE_MARK, draw);
    for (uint32_t pad = 0; pad < *v->pod.rows; pad++) {
        fs_kit_body3_draw(w, fs__thrust_pad_row(pad), paint(PILLAR, 10), draw);
        draw_mark(fs__thrust_pad(pad, *v->pod.rows), THRUST_PAD * FS_POS_ONE, PAD_MARK, draw);
    }
}

static void draw_pods(const struct thrust_view *v, const struct fs_world3 *w, fs_draw_list *draw)
{
    for (uint32_t pod = 0; pod < *v->pod.rows; pod++) {
        uint32_t by = v->pod.by[pod];
        if (v->pod.wait[pod] == 0)
            fs_kit_body3_draw(w, fs__thrust_pod_row(*v->pod.rows, pod),
                              paint(by > 0 ? fs_kit_player_colour(by - 1) : POD, 120), draw);
    }
}

/* ---- craft -------------------------------------------------------------------------------------------------------------- */

/* A point of a craft, dm in its frame. */
static fs_draw_point part_at(const struct fs_world3 *w, uint32_t row, int x, int y, int z)
{
    fs_rel3 local = fs_rel3_make(fs_rel_from_ratio(x, 10), fs_rel_from_ratio(y, 10), fs_rel_from_ratio(z, 10));
    return fs_kit_point_from_pos3(fs_pos3_add_rel(w->body.pos[row], fs_quat_rel(w->body.rot[row], local)));
}

/* Nozzle and flame point against the force. */
static void draw_engine(const struct thrust_view *v, const struct fs_world3 *w, uint32_t row, uint32_t slot,
                        fs_draw_list *draw)
{
    fs_unit3 force = fs__thrust_direction(v->player.right[slot], v->player.ahead[slot]);
    fs_pos3 top = fs_pos3_add(w->body.pos[row], fs_pos3_make(0, -DM(1), 0));
    fs_pos3 mouth = fs_kit_aim3_point(top, force, -DM(6));
    fs_draw_cone(draw, fs_kit_point_from_pos3(mouth), fs_kit_point_from_pos3(top), FS_FIX16_ONE * 4 / 10,
                 paint(LEG, 80));
    if (v->player.burn[slot] > 0)
        fs_draw_cone(draw, fs_kit_point_from_pos3(mouth),
                     fs_kit_point_from_pos3(fs_kit_aim3_point(mouth, force, -DM(4 + v->player.burn[slot] / 6))),
                     FS_FIX16_ONE * 3 / 10, paint(FLAME, 255));
}

static void draw_craft(const struct thrust_view *v, const struct fs_world3 *w, uint32_t slot, bool own,
                       fs_draw_list *draw)
{
    uint32_t row = fs__thrust_craft_row(*v->pod.rows, slot), colour = fs_kit_player_colour(slot);
    fs_draw_cylinder(draw, part_at(w, row, 0, -1, 0), part_at(w, row, 0, 3, 0), FS_FIX16_ONE * 9 / 10,
                     paint(colour, 80));
    fs_draw_sphere(draw, part_at(w, row, 0, 3, 0), FS_FIX16_ONE * 6 / 10, paint(HULL, 120));
    fs_draw_sphere(draw, part_at(w, row, 0, 4, -3), FS_FIX16_ONE * 4 / 10, paint(GLASS, 255));
    for (int leg = 0; leg < 4; leg++) {
        int x = leg & 1 ? 1 : -1, z = leg & 2 ? 1 : -1;
        fs_draw_capsule(draw, part_at(w, row, 5 * x, 0, 5 * z), part_at(w, row, 8 * x, -6, 8 * z), FS_FIX16_ONE / 14,
                        paint(LEG, 60));
    }
    draw_engine(v, w, row, slot, draw);
    if (v->player.towed[slot] > 0 && v->player.towed[slot] <= *v->pod.rows)
        fs_draw_segment(
            draw, part_at(w, row, 0, -3, 0),
            fs_kit_point_from_pos3(w->body.pos[fs__thrust_pod_row(*v->pod.rows, v->player.towed[slot] - 1u)]), CABLE);
    fs_draw_point name = part_at(w, row, 0, 0, 0);
    name.y += FS_FIX16_ONE * 3 / 2;
    if (!own)
        fs_kit_draw_label(draw, name, FS_FIX16_ONE * 3 / 4, 5 * FS_FIX16_ONE, colour, FS_KIT_NAME(draw, slot));
}

/* The shadow under the own craft shows where it is. */
static void draw_shadow(const struct thrust_view *v, const struct fs_world3 *w, uint32_t slot, fs_draw_list *draw)
{
    fs_pos3 at = craft_at(v, w, slot), foot = at;
    foot.y = fs_uabs64(at.x) <= (uint64_t)THRUST_BASE * FS_POS_ONE &&
                     fs_uabs64(at.z) <= (uint64_t)THRUST_BASE * FS_POS_ONE
                 ? THRUST_BASE_HIGH * FS_POS_ONE
                 : 0;
    for (uint32_t pad = 0; pad < *v->pod.rows; pad++) {
        fs_pos3 p = fs__thrust_pad(pad, *v->pod.rows);
        fs_pos3 d = fs_pos3_sub(p, at);
        if (fs_uabs64(d.x) <= (uint64_t)THRUST_PAD * FS_POS_ONE && fs_uabs64(d.z) <= (uint64_t)THRUST_PAD * FS_POS_ONE)
            foot.y = p.y;
    }
    fs_draw_segment(draw, fs_kit_point_from_pos3(at), fs_kit_point_from_pos3(foot), fs_kit_player_colour(slot));
}

/* ---- text ------------------------------------------------------------------------------------------------------------- */

static void write_own(const struct thrust_view *v, const struct fs_world3 *w, uint32_t slot, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT];
    uint32_t row = fs__thrust_craft_row(*v->pod.rows, slot);
    unsigned fuel = (unsigned)((uint64_t)v->player.fuel[slot] * 100 / fs_max_u32(v->rule.tank[0], 1));
    int dm_s = (int)(fs_vel3_length(w->body.vel[row]) * INT64_C(10) / FS_VEL_ONE);
    const char *what = v->player.state[slot] != THRUST_FLYING ? "lost, a new craft comes"
                       : v->player.towed[slot] > 0            ? "towing"
                       : fs__thrust_landed(v, w, slot)        ? "on the base"
                                                              : "flying";
    snprintf(text, sizeof text, "you are %s: %s, fuel %u %%, %d.%d m/s, %d m high", FS_KIT_NAME(draw, slot), what, fuel,
             dm_s / 10, dm_s % 10, (int)(w->body.pos[row].y / FS_POS_ONE));
    fs_draw_hud(draw, fs_kit_player_colour(slot), text);
}

static void write_scores(const struct thrust_view *v, const struct fs_world3 *w, uint32_t own, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "pods ", value[48];
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        snprintf(value, sizeof value, "%u (%u won)", v->player.score[slot], v->player.wins[slot]);
        if (v->player.state[slot] != THRUST_ABSENT)
            fs_kit_append_value(text, sizeof text, draw, slot, value);
    }
    fs_draw_hud(draw, TEXT, text);
    snprintf(text, sizeof text, "round %u: first to %u pods, impacts above %d.%d m/s destroy", v->stage.rounds[0] + 1,
             v->rule.goal[0], (int)(v->rule.crash_speed[0] / FS_VEL_ONE),
             (int)(v->rule.crash_speed[0] * INT64_C(10) / FS_VEL_ONE % 10));
    fs_draw_hud(draw, DIM, text);
    if (own < *v->player.rows && v->player.state[own] != THRUST_ABSENT)
        write_own(v, w, own, draw);
}

void fs__thrust_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    struct thrust_view v;
    struct fs_world3 w;
    (void)config;
    thrust_peek(state, &v);
    fs_world3_bind_readonly(state, thrust_T_physics3, &w);
    set_camera(&v, &w, slot, draw);
    draw_land(&v, &w, draw);
    draw_pods(&v, &w, draw);
    for (uint32_t i = 0; i < *v.player.rows; i++)
        if (v.player.state[i] == THRUST_FLYING)
            draw_craft(&v, &w, i, i == slot, draw);
    if (slot < *v.player.rows && v.player.state[slot] == THRUST_FLYING)
        draw_shadow(&v, &w, slot, draw);
    write_scores(&v, &w, slot, draw);
}

void fs__thrust_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
    bytes[1] = keys->character == 'g' || keys->character == 'G';
}
