/* view.c: the picture of the planes and the meaning of the keys.
 *
 * It reads the state and never writes it.
 */
#include "games/dogfight/dogfight.h"

#include <stdio.h>
#include <string.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>
#include <fixstep/kit/scene2.h>

enum {
    SKY = 0x9CC4E4,
    CLOUD = 0xC4DCEE,
    EARTH = 0x5C7844,
    GRASS = 0x7C9C58,
    INK = 0x182028,
    PAPER = 0xFFFFFF,
    SMOKE = 0x606870,
    FLAME = 0xF89030,
    LARGER = 26,  /* planes are drawn 2.6 times their size */
    HEADROOM = 12 /* m, for the status lines */
};

static fs_draw_point point_in_metres(int32_t x, int32_t y)
{
    return (fs_draw_point){ fix16_from_int(x), fix16_from_int(y), 0 };
}

/* Five round bumps on a flat base, about `half` metres to either side; below 0 mirrored. */
static void draw_cloud(int32_t x, int32_t y, int32_t half, fs_draw_list *draw)
{
    /* The border of five overlapping circles, in 128ths of `half`. */
    static const int8_t border[][2] = { { -99, -12 }, { -101, -6 }, { -102, 1 }, { -102, 7 }, { -100, 13 }, { -97, 19 },
                                        { -92, 24 },  { -87, 28 },  { -82, 30 }, { -75, 32 }, { -69, 32 },  { -64, 40 },
                                        { -59, 46 },  { -52, 51 },  { -45, 54 }, { -38, 56 }, { -30, 56 },  { -23, 54 },
                                        { -15, 63 },  { -7, 68 },   { 1, 72 },   { 9, 74 },   { 19, 74 },   { 27, 72 },
                                        { 35, 68 },   { 43, 63 },   { 49, 56 },  { 53, 48 },  { 60, 48 },   { 67, 46 },
                                        { 73, 43 },   { 79, 39 },   { 84, 33 },  { 87, 27 },  { 92, 25 },   { 97, 22 },
                                        { 102, 19 },  { 105, 15 },  { 108, 10 }, { 110, 5 },  { 110, -1 },  { 109, -7 },
                                        { 107, -12 }, { 101, -14 }, { -93, -14 } };
    enum { POINTS = sizeof border / sizeof border[0], PARTS = 128 };
    fs_draw_point outline[POINTS];
    for (int i = 0; i < POINTS; i++)
        outline[i] = (fs_draw_point){ fix16_from_int(x) + half * border[i][0] * (FS_FIX16_ONE / PARTS),
                                      fix16_from_int(y) + fs_abs32(half) * border[i][1] * (FS_FIX16_ONE / PARTS), 0 };
    fs_draw_polygon(draw, outline, POINTS, CLOUD, FS_DRAW_FILLED);
}

static void draw_sky(fs_draw_list *draw)
{
    /* Middle of the base and half the width, m. */
    static const int8_t cloud[][3] = { { -90, 58, 18 }, { -14, 70, -23 }, { 56, 52, -19 }, { 104, 76, 11 } };
    for (size_t i = 0; i < sizeof cloud / sizeof cloud[0]; i++)
        draw_cloud(cloud[i][0], cloud[i][1], cloud[i][2], draw);
}

static void draw_ground(fs_draw_list *draw)
{
    const int32_t w = DOGFIGHT_HALF_WIDTH + DOGFIGHT_TILE;
    for (int32_t tile = -DOGFIGHT_EXTRA_TILES; tile < DOGFIGHT_TILES + DOGFIGHT_EXTRA_TILES; tile++) {
        int32_t x = (2 * tile + 1) * (DOGFIGHT_TILE / 2) - DOGFIGHT_HALF_WIDTH, h = fs__dogfight_hill_height(tile);
        const fs_draw_point hill[3] = { point_in_metres(x - 10, 0), point_in_metres(x + 10, 0), point_in_metres(x, h) };
        if (h > 0)
            fs_draw_polygon(draw, hill, 3, GRASS, FS_DRAW_FILLED);
    }
    fs_draw_box(draw, point_in_metres(-w, -30), point_in_metres(w, 0), EARTH, FS_DRAW_FILLED);
    fs_draw_segment(draw, point_in_metres(-w, 0), point_in_metres(w, 0), GRASS);
}

/* A point of the plane, cm in its frame with the canopy up. */
static fs_draw_point aircraft_point(const struct dogfight_view *v, uint32_t slot, uint32_t row, int32_t x, int32_t y)
{
    fs_rot2 rot = v->body2.rot[row];
    fs_rel2 local = fs_rel2_make(fs_rel_from_ratio((int64_t)x * LARGER, 1000),
                                 fs_rel_from_ratio((int64_t)y * LARGER * fs__dogfight_canopy_side(v, slot), 1000));
    fs_rel2 turned = fs_rot2_rel(rot, local);
    fs_draw_point p = fs_kit_point_from_pos2(v->body2.pos[row]);
    p.x += fs_fix16_from_rel(turned.x);
    p.y += fs_fix16_from_rel(turned.y);
    return p;
}

static void draw_aircraft(const struct dogfight_view *v, uint32_t slot, uint32_t own, fs_draw_list *draw)
{
    uint32_t row = v->plane.body1[slot] - 1u, colour = fs_kit_player_colour(slot);
    fs_draw_point hull[DOGFIGHT_HULL];
    if (row >= *v->body2.rows)
        return;
    for (int i = 0; i < DOGFIGHT_HULL; i++)
        hull[i] = aircraft_point(v, slot, row, fs__dogfight_hull[i][0], fs__dogfight_hull[i][1]);
    const fs_draw_point fin[3] = { aircraft_point(v, slot, row, -165, 15), aircraft_point(v, slot, row, -115, 25),
                                   aircraft_point(v, slot, row, -175, 85) };
    const fs_draw_point wing[2] = { aircraft_point(v, slot, row, 45, -8), aircraft_point(v, slot, row, -45, -14) };
    if (v->plane.throttle[slot] > 0)
        fs_draw_segment(draw, aircraft_point(v, slot, row, -175, 10),
                        aircraft_point(v, slot, row, -175 - v->plane.throttle[slot] / 2, 10), FLAME);
    fs_draw_polygon(draw, fin, 3, colour, FS_DRAW_FILLED);
    fs_draw_polygon(draw, hull, DOGFIGHT_HULL, colour, FS_DRAW_FILLED);
    if (slot == own)
        fs_draw_polygon(draw, hull, DOGFIGHT_HULL, PAPER, 0);
    fs_draw_circle(draw, aircraft_point(v, slot, row, 40, 32), FS_FIX16_ONE * 3 / 4, CLOUD, FS_DRAW_FILLED);
    fs_draw_segment(draw, wing[0], wing[1], INK);
    if (v->plane.guard[slot] > 0)
        fs_draw_circle(draw, fs_kit_point_from_pos2(v->body2.pos[row]), fix16_from_int(4), colour, 0);
    char number[FS_DRAW_NAME_BYTES];
    fs_draw_get_name(draw, slot, number, sizeof number);
    fs_draw_point label = fs_kit_point_from_pos2(v->body2.pos[row]);
    label.y += fix16_from_int(4);
    fs_draw_text(draw, label, fix16_from_int(3), INK, number);
}

/* A growing cloud where an aircraft was lost. */
static void draw_crash(const struct dogfight_view *v, const struct dogfight_rules *rules, uint32_t slot,
                       fs_draw_list *draw)
{
    uint32_t gone = rules->wait_ticks - fs_min_u32(v->plane.wait[slot], rules->wait_ticks);
    fix16_t radius = fs_min32((int32_t)gone, 60) * (FS_FIX16_ONE / 20) + FS_FIX16_ONE;
    if (v->plane.losses[slot] == 0)
        return;
    fs_draw_circle(draw, fs_kit_point_from_pos2(v->plane.crash_pos[slot]), radius, SMOKE, 0);
    if (gone < 20)
        fs_draw_circle(draw, fs_kit_point_from_pos2(v->plane.crash_pos[slot]), radius, FLAME, FS_DRAW_FILLED);
}

static void draw_shots(const struct dogfight_view *v, const struct dogfight_rules *rules, fs_draw_list *draw)
{
    for (uint32_t i = 0; i < *v->shot.rows; i++) {
        uint32_t row = v->shot.body1[i] - 1u;
        if (v->shot.body1[i] == 0 || row >= *v->body2.rows)
            continue;
        fs_vel2 vel = v->body2.vel[row];
        fs_draw_point head = fs_kit_point_from_pos2(v->body2.pos[row]);
        fs_draw_point foot = { head.x - fs_fix16_from_vel(vel.x) / 60, head.y - fs_fix16_from_vel(vel.y) / 60, 0 };
        fs_draw_segment(draw, foot, head, INK);
        fs_draw_circle(draw, head, FS_FIX16_ONE / 2, fs_kit_player_colour(i / rules->rounds), FS_DRAW_FILLED);
    }
}

static void draw_own_status(const struct dogfight_view *v, uint32_t own, fs_draw_list *draw)
{
    char text[160];
    if (own >= *v->plane.rows || v->plane.state[own] == DOGFIGHT_ABSENT)
        return;
    if (v->plane.state[own] == DOGFIGHT_WAITING)
        snprintf(text, sizeof text, "you are %s: wait for the next plane", FS_KIT_NAME(draw, own));
    else
        snprintf(text, sizeof text, "you are %s: throttle %u %%, health %u, losses %u", FS_KIT_NAME(draw, own),
                 v->plane.throttle[own], v->plane.health[own], v->plane.losses[own]);
    fs_draw_hud(draw, INK, text);
}

static void draw_score(const struct dogfight_view *v, uint32_t own, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "shot down ";
    for (uint32_t slot = 0; slot < *v->plane.rows; slot++)
        if (v->plane.state[slot] != DOGFIGHT_ABSENT)
            fs_kit_append_score(text, sizeof text, draw, slot, v->plane.score[slot]);
    fs_draw_hud(draw, INK, text);
    draw_own_status(v, own, draw);
}

void fs__dogfight_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    struct dogfight_view v;
    dogfight_peek(state, &v);
    struct dogfight_rules rules = dogfight_rules_load(&v);
    fs_draw_set_camera_2d(draw, 0, fix16_from_int((DOGFIGHT_CEILING + HEADROOM) / 2 - 4),
                          fix16_from_int(2 * DOGFIGHT_HALF_WIDTH), fix16_from_int(DOGFIGHT_CEILING + HEADROOM + 20),
                          SKY);
    draw_sky(draw);
    draw_ground(draw);
    for (uint32_t i = 0; i < *v.plane.rows; i++)
        if (v.plane.state[i] == DOGFIGHT_WAITING)
            draw_crash(&v, &rules, i, draw);
    draw_shots(&v, &rules, draw);
    for (uint32_t i = 0; i < *v.plane.rows; i++)
        if (v.plane.state[i] == DOGFIGHT_FLYING)
            draw_aircraft(&v, i, slot, draw);
    draw_score(&v, slot, draw);
}

void fs__dogfight_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
}

/* --- standings ------------------------------------------------------------------------- */

void fs__dogfight_standings(const fs_state *state, const fs_config *config, fs_standings *standings)
{
    struct dogfight_view v;
    dogfight_peek(state, &v);
    for (uint32_t slot = 0; slot < config->players; slot++)
        standings->scores[slot] = v.plane.score[slot];
    fs_standings_rank(standings, config->players);
}
