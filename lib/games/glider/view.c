/* view.c: the picture of the race from behind the own glider, and the meaning of the keys. It writes no state. */
#include <stdio.h>
#include <stdlib.h>

#include <fixstep/kit/aircraft3.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>
#include <fixstep/random.h>
#include <fixstep/trig.h>

#include "games/glider/glider.h"

enum {
    SKY = 0xA8D0F0,
    MEADOW = 0x78A058,
    FIELD = 0x90B060,
    CROP = 0xC0B868,
    TREE = 0x386C38,
    GATE = 0xE0E4E8,
    NEXT_GATE = 0xF89030,
    CLOUD = 0xF4F6F8,
    RISING = 0xE8F0F8,
    WHITE = 0xF0F0F0,
    GLASS = 0x304050,
    PAPER = 0x102030,
    TILES = 9, /* to each side of the origin */
    TILE = 80, /* m */
    PUFFS = 8, /* of rising air in a thermal */
    TREES = 60
};

static fs_draw_point in_metres(int x, int y, int z)
{
    return (fs_draw_point){ fix16_from_int(x), fix16_from_int(y), fix16_from_int(z) };
}

static fs_draw_material paint(uint32_t colour)
{
    return (fs_draw_material){ .colour = colour, .gloss = 60 };
}

/* A point `away` m from an axis through `foot`, at a height. */
static fs_draw_point around(fs_pos3 foot, fs_pos away, uint32_t turn, fs_pos height)
{
    fs_pos3 p = foot;
    p.x = fs_sat64_add(p.x, fs_mul64(away, fs_cos(turn), FS_UNIT_FRAC));
    p.z = fs_sat64_add(p.z, fs_mul64(away, fs_sin(turn), FS_UNIT_FRAC));
    p.y = fs_sat64_add(p.y, height);
    return fs_kit_point_from_pos3(p);
}

/* ---- the land ------------------------------------------------------------------------------------------------------- */

static void draw_tile(int x, int z, fs_draw_list *draw)
{
    const fs_draw_point corner[4] = { in_metres(x, 0, z), in_metres(x, 0, z + TILE), in_metres(x + TILE, 0, z + TILE),
                                      in_metres(x + TILE, 0, z) };
    static const uint32_t colour[4] = { MEADOW, FIELD, MEADOW, CROP };
    unsigned kind = (unsigned)(x / TILE * 5 + z / TILE * 3) % 7u;
    fs_draw_polygon(draw, corner, 4, colour[kind < 4 ? kind : 0], FS_DRAW_FILLED);
}

static void draw_land(fs_draw_list *draw)
{
    fs_rng rng = fs_rng_seed(9, 9);
    for (int x = -TILES; x < TILES; x++)
        for (int z = -TILES; z < TILES; z++)
            draw_tile(x * TILE, z * TILE, draw);
    for (int i = 0; i < TREES; i++) {
        int x = fs_rng_range(&rng, -TILES * TILE / 2, TILES * TILE / 2);
        int z = fs_rng_range(&rng, -TILES * TILE / 2, TILES * TILE / 2);
        int height = fs_rng_range(&rng, 8, 18);
        fs_draw_cone(draw, in_metres(x, 0, z), in_metres(x, height, z), fix16_from_int(4), paint(TREE));
    }
}

/* ---- gates and thermals ---------------------------------------------------------------------------------------------- */

static void draw_gate(const struct glider_view *v, uint32_t gate, bool next, fs_draw_list *draw)
{
    fs_kit_draw_hoop(draw, v->gate.at[gate], v->gate.axis[gate], GLIDER_GATE_RADIUS, FS_FIX16_ONE / (next ? 1 : 2),
                     paint(next ? NEXT_GATE : GATE), paint(GATE));
}

/* Puffs wind upward in the middle, a cloud hangs over them. */
static void draw_thermal(const struct glider_view *v, uint32_t thermal, fs_draw_list *draw)
{
    fs_pos3 foot = v->thermal.at[thermal];
    uint32_t hz = fs_max_u32(*v->world.hz, 1);
    for (uint32_t i = 0; i < PUFFS; i++) {
        uint32_t phase = (uint32_t)(((uint64_t)*v->world.tick * (UINT32_MAX / 40) / hz) + i * (UINT32_MAX / PUFFS));
        fs_pos height = (fs_pos)((uint64_t)phase * (GLIDER_CLOUDS - 10) >> 32) * FS_POS_ONE;
        fs_draw_sphere(draw, around(foot, GLIDER_THERMAL_RADIUS * FS_POS_ONE / 4, phase * 4 + i * 7, height),
                       FS_FIX16_ONE * 3 / 2, paint(RISING));
    }
    for (uint32_t i = 0; i < 5; i++)
        fs_draw_sphere(draw, around(foot, (i == 0 ? 0 : 20) * FS_POS_ONE, i << 30, (GLIDER_CLOUDS + 8) * FS_POS_ONE),
                       fix16_from_int(i == 0 ? 20 : 15), paint(CLOUD));
}

/* ---- gliders ---------------------------------------------------------------------------------------------------------- */

/* A point of a glider, dm in its frame. */
static fs_draw_point part_at(const struct glider_view *v, uint32_t slot, int x, int y, int z)
{
    fs_rel3 local = fs_rel3_make(fs_rel_from_ratio(x, 10), fs_rel_from_ratio(y, 10), fs_rel_from_ratio(z, 10));
    return fs_kit_point_from_pos3(fs_pos3_add_rel(v->body3.pos[slot], fs_quat_rel(v->body3.rot[slot], local)));
}

/* A board with its middle at (x, y, z) and half sizes, dm. */
static void draw_board(const struct glider_view *v, uint32_t slot, const int at[3], const int half[3], uint32_t colour,
                       fs_draw_list *draw)
{
    fs_draw_block(draw, part_at(v, slot, at[0], at[1], at[2]), part_at(v, slot, at[0] + half[0], at[1], at[2]),
                  part_at(v, slot, at[0], at[1] + half[1], at[2]), part_at(v, slot, at[0], at[1], at[2] + half[2]),
                  paint(colour));
}

static void draw_glider(const struct glider_view *v, uint32_t slot, bool own, fs_draw_list *draw)
{
    static const int board[5][2][3] = { { { 0, 4, 0 }, { 4, 1, 60 } },
                                        { { 0, 4, 56 }, { 5, 2, 5 } },
                                        { { 0, 4, -56 }, { 5, 2, 5 } },
                                        { { -36, 12, 0 }, { 3, 1, 13 } },
                                        { { -36, 6, 0 }, { 4, 7, 1 } } };
    uint32_t colour = fs_kit_player_colour(slot);
    fs_draw_cone(draw, part_at(v, slot, 0, 0, 0), part_at(v, slot, -42, 2, 0), FS_FIX16_ONE * 4 / 10, paint(WHITE));
    fs_draw_capsule(draw, part_at(v, slot, 18, 0, 0), part_at(v, slot, 0, 0, 0), FS_FIX16_ONE * 4 / 10, paint(WHITE));
    fs_draw_sphere(draw, part_at(v, slot, 9, 3, 0), FS_FIX16_ONE * 35 / 100, paint(GLASS));
    for (int i = 0; i < 5; i++)
        draw_board(v, slot, board[i][0], board[i][1], i == 0 ? WHITE : colour, draw);
    fs_draw_point name = part_at(v, slot, 0, 0, 0);
    name.y += 3 * FS_FIX16_ONE;
    if (!own)
        fs_kit_draw_label(draw, name, FS_FIX16_ONE, 6 * FS_FIX16_ONE, PAPER, FS_KIT_NAME(draw, slot));
}

/* ---- the camera ------------------------------------------------------------------------------------------------------- */

/* From behind and above, level, along the flight. */
static void follow_glider(const struct glider_view *v, uint32_t slot, fs_draw_list *draw)
{
    fs_vel3 vel = v->body3.vel[slot];
    fs_unit3 ahead;
    vel.y = 0;
    if (!fs_vel3_normalise(vel, &ahead))
        ahead = fs_unit3_make(FS_UNIT_ONE, 0, 0);
    fs_pos3 eye = v->body3.pos[slot], target = eye;
    eye.x = fs_sat64_sub(eye.x, 16 * fs_pos_from_unit(ahead.x));
    eye.z = fs_sat64_sub(eye.z, 16 * fs_pos_from_unit(ahead.z));
    eye.y = fs_max64(fs_sat64_add(eye.y, 4 * FS_POS_ONE), 2 * FS_POS_ONE);
    target.x = fs_sat64_add(target.x, 20 * fs_pos_from_unit(ahead.x));
    target.z = fs_sat64_add(target.z, 20 * fs_pos_from_unit(ahead.z));
    fs_draw_set_camera_3d(draw, fs_kit_point_from_pos3(eye), fs_kit_point_from_pos3(target), 170, SKY);
}

static void set_camera(const struct glider_view *v, uint32_t slot, fs_draw_list *draw)
{
    const fs_draw_point middle = in_metres(0, 40, 0);
    int far = (int)(v->rule.radius[0] / FS_POS_ONE);
    if (slot < *v->glider.rows && v->glider.state[slot] == GLIDER_FLYING)
        follow_glider(v, slot, draw);
    else
        fs_draw_set_camera_3d(draw, in_metres(-far * 5 / 4, far * 3 / 5, far / 2), middle, 150, SKY);
}

/* ---- status ----------------------------------------------------------------------------------------------------------- */

static int tenths(int64_t value, int64_t one)
{
    return (int)(value * 10 / one);
}

static void write_own(const struct glider_view *v, uint32_t slot, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT];
    fs_vel3 vel = v->body3.vel[slot];
    int speed = tenths(fs_vel3_length(vel), FS_VEL_ONE), climb = tenths(vel.y, FS_VEL_ONE);
    int air = tenths(fs__glider_updraft(v, v->body3.pos[slot]), FS_WIDE_ONE);
    if (v->glider.state[slot] == GLIDER_FLYING)
        snprintf(text, sizeof text, "%d.%d m/s  %d m  climb %c%d.%d m/s in air of +%d.%d m/s  gate %u of %u",
                 speed / 10, speed % 10, (int)(v->body3.pos[slot].y / FS_POS_ONE), climb < 0 ? '-' : '+',
                 abs(climb) / 10, abs(climb) % 10, air / 10, air % 10, v->glider.next[slot] + 1u, *v->gate.rows);
    else
        snprintf(text, sizeof text, "landed: the winch is ready in %u s", v->glider.wait[slot] / *v->world.hz + 1);
    fs_draw_hud(draw, PAPER, text);
}

static void write_scores(const struct glider_view *v, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "gates ", value[48];
    for (uint32_t slot = 0; slot < *v->glider.rows; slot++) {
        snprintf(value, sizeof value, "%u (%u won)", v->glider.score[slot], v->glider.wins[slot]);
        if (v->glider.state[slot] != GLIDER_ABSENT)
            fs_kit_append_value(text, sizeof text, draw, slot, value);
    }
    fs_draw_hud(draw, PAPER, text);
    snprintf(text, sizeof text, "round %u: first to %u gate%s", v->stage.rounds[0] + 1, v->rule.goal[0],
             FS_KIT_S(v->rule.goal[0]));
    fs_draw_hud(draw, PAPER, text);
}

void fs__glider_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    struct glider_view v;
    (void)config;
    glider_peek(state, &v);
    set_camera(&v, slot, draw);
    draw_land(draw);
    for (uint32_t thermal = 0; thermal < *v.thermal.rows; thermal++)
        draw_thermal(&v, thermal, draw);
    for (uint32_t gate = 0; gate < *v.gate.rows; gate++)
        draw_gate(&v, gate, slot < *v.glider.rows && gate == v.glider.next[slot], draw);
    for (uint32_t i = 0; i < *v.glider.rows; i++)
        if (v.glider.state[i] == GLIDER_FLYING)
            draw_glider(&v, i, i == slot, draw);
    write_scores(&v, draw);
    if (slot < *v.glider.rows && v.glider.state[slot] != GLIDER_ABSENT)
        write_own(&v, slot, draw);
}

void fs__glider_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
}
