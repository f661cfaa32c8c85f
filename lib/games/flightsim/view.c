/* view.c: the picture of the race from behind the own aircraft, and the meaning of the keys. It writes no state. */
#include <stdio.h>

#include <fixstep/kit/aircraft3.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>
#include <fixstep/kit/point.h>
#include <fixstep/random.h>
#include <fixstep/trig.h>

#include "games/flightsim/flightsim.h"

enum {
    SKY = 0x9CC8EC,
    MEADOW = 0x6C9C50,
    FIELD = 0x84AC58,
    CROP = 0xB0B060,
    TREE = 0x386C38,
    TRUNK = 0x6C5038,
    HOOP = 0xD8DCE0,
    NEXT_HOOP = 0xF8A030,
    GLASS = 0x304050,
    PAPER = 0x102030,
    TILES = 12, /* to each side of the origin */
    TILE = 50,  /* m */
    TREES = 90
};

static fs_draw_point in_metres(int x, int y, int z)
{
    return (fs_draw_point){ fix16_from_int(x), fix16_from_int(y), fix16_from_int(z) };
}

static fs_draw_material paint(uint32_t colour)
{
    return (fs_draw_material){ .colour = colour, .gloss = 80 };
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

static void draw_tree(fs_rng *rng, fs_draw_list *draw)
{
    int x = fs_rng_range(rng, -TILES * TILE, TILES * TILE - 1);
    int z = fs_rng_range(rng, -TILES * TILE, TILES * TILE - 1);
    int height = fs_rng_range(rng, 8, 16);
    fs_draw_cylinder(draw, in_metres(x, 0, z), in_metres(x, 3, z), FS_FIX16_ONE / 2, paint(TRUNK));
    fs_draw_cone(draw, in_metres(x, 2, z), in_metres(x, height, z), fix16_from_int(3), paint(TREE));
}

static void draw_land(fs_draw_list *draw)
{
    fs_rng rng = fs_rng_seed(7, 7);
    for (int x = -TILES; x < TILES; x++)
        for (int z = -TILES; z < TILES; z++)
            draw_tile(x * TILE, z * TILE, draw);
    for (int i = 0; i < TREES; i++)
        draw_tree(&rng, draw);
}

/* ---- hoops ---------------------------------------------------------------------------------------------------------- */

static void draw_hoop(const struct flightsim_view *v, uint32_t hoop, bool next, fs_draw_list *draw)
{
    fs_kit_draw_hoop(draw, v->hoop.at[hoop], v->hoop.axis[hoop], FLIGHTSIM_HOOP_RADIUS, FS_FIX16_ONE / (next ? 2 : 3),
                     paint(next ? NEXT_HOOP : HOOP), paint(HOOP));
}

/* ---- aircraft --------------------------------------------------------------------------------------------------------- */

/* A point of an aircraft, dm in its frame. */
static fs_draw_point part_at(const struct flightsim_view *v, uint32_t row, int x, int y, int z)
{
    fs_rel3 local = fs_rel3_make(fs_rel_from_ratio(x, 10), fs_rel_from_ratio(y, 10), fs_rel_from_ratio(z, 10));
    return fs_kit_point_from_pos3(fs_pos3_add_rel(v->body3.pos[row], fs_quat_rel(v->body3.rot[row], local)));
}

/* A board with its middle at (x, y, z) and half sizes, dm. */
static void draw_board(const struct flightsim_view *v, uint32_t row, const int at[3], const int half[3],
                       uint32_t colour, fs_draw_list *draw)
{
    fs_draw_block(draw, part_at(v, row, at[0], at[1], at[2]), part_at(v, row, at[0] + half[0], at[1], at[2]),
                  part_at(v, row, at[0], at[1] + half[1], at[2]), part_at(v, row, at[0], at[1], at[2] + half[2]),
                  paint(colour));
}

static void draw_aircraft(const struct flightsim_view *v, uint32_t slot, fs_draw_list *draw)
{
    static const int board[4][2][3] = { { { 2, 3, 0 }, { 7, 1, 42 } },
                                        { { -35, 3, 0 }, { 5, 1, 15 } },
                                        { { -36, 10, 0 }, { 4, 8, 1 } },
                                        { { 20, 0, 0 }, { 1, 7, 1 } } };
    uint32_t row = v->plane.body[slot].index1 - 1u, colour = fs_kit_player_colour(slot);
    if (v->plane.state[slot] != FLIGHTSIM_FLYING || row >= *v->body3.rows)
        return;
    fs_draw_cone(draw, part_at(v, row, 0, 0, 0), part_at(v, row, -42, 2, 0), FS_FIX16_ONE * 5 / 10, paint(colour));
    fs_draw_capsule(draw, part_at(v, row, 14, 0, 0), part_at(v, row, 0, 0, 0), FS_FIX16_ONE * 5 / 10, paint(colour));
    fs_draw_sphere(draw, part_at(v, row, 1, 5, 0), FS_FIX16_ONE * 4 / 10, paint(GLASS));
    for (int i = 0; i < 4; i++)
        draw_board(v, row, board[i][0], board[i][1], i == 3 ? GLASS : colour, draw);
    fs_draw_point name = part_at(v, row, 0, 0, 0);
    name.y += 3 * FS_FIX16_ONE;
    fs_kit_draw_label(draw, name, FS_FIX16_ONE, 6 * FS_FIX16_ONE, PAPER, FS_KIT_NAME(draw, slot));
}

/* ---- the camera ------------------------------------------------------------------------------------------------------- */

/* From behind and above, level, along the flight. */
static void follow_aircraft(const struct flightsim_view *v, uint32_t row, fs_draw_list *draw)
{
    fs_vel3 vel = v->body3.vel[row];
    fs_unit3 ahead;
    vel.y = 0;
    if (!fs_vel3_normalise(vel, &ahead))
        ahead = fs_unit3_make(FS_UNIT_ONE, 0, 0);
    fs_pos3 eye = v->body3.pos[row], target = eye;
    eye.x = fs_sat64_sub(eye.x, 15 * fs_pos_from_unit(ahead.x));
    eye.z = fs_sat64_sub(eye.z, 15 * fs_pos_from_unit(ahead.z));
    eye.y = fs_max64(fs_sat64_add(eye.y, 5 * FS_POS_ONE), 2 * FS_POS_ONE);
    target.x = fs_sat64_add(target.x, 15 * fs_pos_from_unit(ahead.x));
    target.z = fs_sat64_add(target.z, 15 * fs_pos_from_unit(ahead.z));
    fs_draw_set_camera_3d(draw, fs_kit_point_from_pos3(eye), fs_kit_point_from_pos3(target), 170, SKY);
}

static void set_camera(const struct flightsim_view *v, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    const fs_draw_point middle = in_metres(0, 20, 0);
    int far = *v->hoop.rows > 0 ? (int)(v->hoop.at[0].x / FS_POS_ONE) : 100;
    (void)config;
    if (slot < *v->plane.rows && v->plane.state[slot] == FLIGHTSIM_FLYING &&
        v->plane.body[slot].index1 - 1u < *v->body3.rows)
        follow_aircraft(v, v->plane.body[slot].index1 - 1u, draw);
    else
        fs_draw_set_camera_3d(draw, in_metres(-far * 5 / 4, far * 3 / 5, far / 2), middle, 150, SKY);
}

/* ---- status ----------------------------------------------------------------------------------------------------------- */

static void write_own(const struct flightsim_view *v, uint32_t slot, fs_draw_list *draw)
{
    char text[160];
    uint32_t row = v->plane.body[slot].index1 - 1u, hz = *v->world.hz;
    uint32_t best = v->plane.best_ticks[slot] * 10 / hz, lap = v->plane.lap_ticks[slot] / hz;
    int speed = 0, height = 0;
    if (row < *v->body3.rows) {
        speed = (int)(fs_vel3_length(v->body3.vel[row]) / FS_VEL_ONE);
        height = (int)(v->body3.pos[row].y / FS_POS_ONE);
    }
    snprintf(text, sizeof text, "%d m/s  %d m  hoop %u of %u  lap %u: %u s  best %u.%u s", speed, height,
             v->plane.next[slot] + 1u, *v->hoop.rows, v->plane.laps[slot] + 1u, lap, best / 10, best % 10);
    fs_draw_hud(draw, PAPER, text);
}

static void write_scores(const struct flightsim_view *v, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "hoops:";
    for (uint32_t slot = 0; slot < *v->plane.rows; slot++)
        if (v->plane.state[slot] != FLIGHTSIM_ABSENT)
            fs_kit_append_score(text, sizeof text, draw, slot, v->plane.passed[slot]);
    fs_draw_hud(draw, PAPER, text);
}

void fs__flightsim_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    struct flightsim_view v;
    flightsim_peek(state, &v);
    set_camera(&v, config, slot, draw);
    draw_land(draw);
    for (uint32_t hoop = 0; hoop < *v.hoop.rows; hoop++)
        draw_hoop(&v, hoop, slot < *v.plane.rows && hoop == v.plane.next[slot], draw);
    for (uint32_t i = 0; i < *v.plane.rows; i++)
        draw_aircraft(&v, i, draw);
    write_scores(&v, draw);
    if (slot < *v.plane.rows)
        write_own(&v, slot, draw);
}

void fs__flightsim_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
}
