/* view.c: the picture of platform2d and the meaning of the keys.
 *
 * It reads the state and never writes it.
 */
#include "games/platform2d/platform2d.h"

#include <fixstep/debug2.h>
#include <stdio.h>
#include <string.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>
#include <fixstep/kit/scene2.h>

enum {
    SKY = 0xA8D0E8,
    HILL = 0x94C0B0,
    EARTH = 0x806048,
    GRASS = 0x60A048,
    STONE = 0x88909C,
    WOOD = 0xB88850,
    DARK_WOOD = 0x7C5830,
    STEEL = 0x5C6470,
    CAR = 0xC84840,
    TYRE = 0x303438,
    MOVER = 0x4878B8,
    COIN = 0xF0C030,
    RIM = 0xB08810,
    INK = 0x202830,
    PAPER = 0xFFFFFF,
    WATER = 0x3C78B0
};

static fs_draw_point point_in_dm(int32_t x, int32_t y)
{
    return (fs_draw_point){ fs_fix16_from_ratio(x, 10), fs_fix16_from_ratio(y, 10), 0 };
}

static fs_draw_point offset_point(fs_draw_point p, int32_t x_cm, int32_t y_cm)
{
    return (fs_draw_point){ p.x + fs_fix16_from_ratio(x_cm, 100), p.y + fs_fix16_from_ratio(y_cm, 100), 0 };
}

/* --- scenery --------------------------------------------------------------------------------------- */

static void draw_back(fs_draw_list *draw)
{
    fs_draw_circle(draw, point_in_dm(-190, -60), fix16_from_int(14), HILL, FS_DRAW_FILLED);
    fs_draw_circle(draw, point_in_dm(90, -80), fix16_from_int(17), HILL, FS_DRAW_FILLED);
    fs_draw_circle(draw, point_in_dm(-30, -90), fix16_from_int(13), HILL, FS_DRAW_FILLED);
    fs_draw_box(draw, point_in_dm(-300, -140), point_in_dm(300, -52), WATER, FS_DRAW_FILLED);
}

static void draw_ground(fs_draw_list *draw)
{
    static const int16_t edge[PLATFORM2D_GROUNDS][2] = { { -300, -90 }, { -10, 80 }, { 150, 300 } };
    for (int i = 0; i < PLATFORM2D_GROUNDS; i++) {
        fs_draw_point p[PLATFORM2D_GROUND_POINTS + 4];
        size_t n = 0;
        for (int k = 0; k < PLATFORM2D_GROUND_POINTS; k++)
            p[n++] = point_in_dm(fs__platform2d_ground_dm[i][k][0], fs__platform2d_ground_dm[i][k][1]);
        p[n++] = point_in_dm(edge[i][0], i == 0 ? 151 : -140);
        if (i == 0)
            p[n++] = point_in_dm(edge[i][0], -140);
        p[n++] = point_in_dm(edge[i][1], -140);
        if (i == 2)
            p[n++] = point_in_dm(edge[i][1], 151);
        fs_draw_polygon(draw, p, n, EARTH, FS_DRAW_FILLED);
        fs_draw_line(draw, p + (i == 2 ? 2 : 1), i == 1 ? 6 : 5, GRASS);
    }
}

static void draw_flag(fs_draw_list *draw)
{
    int32_t x = fs__platform2d_flag_dm[0], y = fs__platform2d_flag_dm[1];
    const fs_draw_point cloth[3] = { point_in_dm(x, y + 18), point_in_dm(x + 12, y + 12), point_in_dm(x, y + 6) };
    fs_draw_segment(draw, point_in_dm(x, y - 15), point_in_dm(x, y + 18), INK);
    fs_draw_polygon(draw, cloth, 3, CAR, FS_DRAW_FILLED);
}

/* What the see-saw rests on. */
static void draw_trestle(fs_draw_list *draw)
{
    const fs_draw_point p[3] = { point_in_dm(15, 0), point_in_dm(35, 0), point_in_dm(25, 8) };
    fs_draw_polygon(draw, p, 3, STONE, FS_DRAW_FILLED);
}

/* --- bodies ------------------------------------------------------------------------------------------- */

static uint32_t thing_colour(const struct platform2d_view *v, uint32_t body)
{
    static const uint32_t colour[PLATFORM2D_THINGS] = {
        [PLATFORM2D_FERRY] = MOVER,          [PLATFORM2D_LIFT] = MOVER,  [PLATFORM2D_SEESAW] = WOOD,
        [PLATFORM2D_WEIGHT] = STEEL,         [PLATFORM2D_CHASSIS] = CAR, [PLATFORM2D_FIRST_WHEEL] = TYRE,
        [PLATFORM2D_FIRST_WHEEL + 1] = TYRE,
    };
    for (uint32_t i = 0; i < PLATFORM2D_THINGS; i++)
        if (v->thing.body1[i] == body + 1u)
            return colour[i] != 0 ? colour[i] : WOOD;
    return v->body2.type[body] == FS_BODY2_STATIC ? STONE : DARK_WOOD;
}

static void draw_shapes(const struct platform2d_view *v, const struct fs_world2 *w, fs_draw_list *draw)
{
    for (uint32_t row = 0; row < *v->shape2.rows; row++) {
        uint32_t body = v->shape2.body[row];
        bool plain = (v->shape2.gen[row] & 1u) != 0 && v->shape2.user[row] == 0 &&
                     v->shape2.kind[row] != FS_GEOMETRY2_SEGMENT;
        if (plain && body < *v->body2.rows)
            fs_world2_draw_shape(w, draw, row, thing_colour(v, body), INK);
    }
}

static void draw_coins(const struct platform2d_view *v, fs_draw_list *draw)
{
    for (uint32_t i = 0; i < PLATFORM2D_COINS; i++) {
        fs_draw_point p = point_in_dm(fs__platform2d_coin_dm[i][0], fs__platform2d_coin_dm[i][1]);
        if (v->coin.body1[i] == 0)
            continue;
        fs_draw_circle(draw, p, FS_FIX16_ONE * 2 / 5, COIN, FS_DRAW_FILLED);
        fs_draw_circle(draw, p, FS_FIX16_ONE * 2 / 5, RIM, 0);
        fs_draw_circle(draw, p, FS_FIX16_ONE / 5, RIM, 0);
    }
}

static void draw_hero(const struct platform2d_view *v, const struct fs_world2 *w, uint32_t slot, uint32_t own,
                      fs_draw_list *draw)
{
    uint32_t row = v->hero.body1[slot] - 1u, colour = fs_kit_player_colour(slot);
    if (!v->hero.playing[slot] || row >= *v->body2.rows || v->body2.first_shape[row] == 0)
        return;
    fs_draw_point p = fs_kit_point_from_pos2(v->body2.pos[row]);
    fs_world2_draw_shape(w, draw, v->body2.first_shape[row] - 1u, colour, slot == own ? PAPER : INK);
    fs_draw_circle(draw, offset_point(p, 14 * v->hero.facing[slot], 38), FS_FIX16_ONE / 8, PAPER, FS_DRAW_FILLED);
    fs_draw_circle(draw, offset_point(p, 18 * v->hero.facing[slot], 38), FS_FIX16_ONE / 16, INK, FS_DRAW_FILLED);
    fs_kit_draw_label(draw, offset_point(p, 0, 90), FS_FIX16_ONE * 9 / 10, 4 * FS_FIX16_ONE, INK,
                      FS_KIT_NAME(draw, slot));
}

/* --- words ------------------------------------------------------------------------------------------------ */

static void draw_score(const struct platform2d_view *v, uint32_t own, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "score ";
    for (uint32_t slot = 0; slot < *v->hero.rows; slot++)
        if (v->hero.playing[slot])
            fs_kit_append_score(text, sizeof text, draw, slot, v->hero.score[slot]);
    fs_draw_hud(draw, INK, text);
    if (own >= *v->hero.rows || !v->hero.playing[own])
        return;
    snprintf(text, sizeof text, "you are %s: flags %u, falls %u", FS_KIT_NAME(draw, own), v->hero.flags_reached[own],
             v->hero.falls[own]);
    fs_draw_hud(draw, INK, text);
}

void fs__platform2d_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    struct platform2d_view v;
    struct fs_world2 w;
    platform2d_peek(state, &v);
    fs_world2_bind_readonly(state, platform2d_T_physics2, &w);
    fs_draw_set_camera_2d(draw, 0, fs_fix16_from_ratio(55, 10), fix16_from_int(2 * PLATFORM2D_HALF_WIDTH + 2),
                          fix16_from_int(29), SKY);
    draw_back(draw);
    draw_ground(draw);
    draw_flag(draw);
    draw_trestle(draw);
    draw_shapes(&v, &w, draw);
    draw_coins(&v, draw);
    for (uint32_t i = 0; i < *v.hero.rows; i++)
        draw_hero(&v, &w, i, slot, draw);
    draw_score(&v, slot, draw);
}

void fs__platform2d_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
}

/* --- standings ------------------------------------------------------------------------- */

void fs__platform2d_standings(const fs_state *state, const fs_config *config, fs_standings *standings)
{
    struct platform2d_view v;
    platform2d_peek(state, &v);
    for (uint32_t slot = 0; slot < config->players; slot++)
        standings->scores[slot] = v.hero.score[slot];
    fs_standings_rank(standings, config->players);
}
