/* view.c: the picture of the fireworks over the town and the meaning of the keys.
 *
 * It reads the state and never writes it.
 */
#include "games/fireworks2d/fireworks2d.h"

#include <stdio.h>
#include <string.h>
#include <fixstep/debug2.h>
#include <fixstep/trig.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>
#include <fixstep/kit/scene2.h>

enum {
    NIGHT = 0x101626,
    EARTH = 0x26402E,
    GRASS = 0x5C8C58,
    WATER = 0x2C5C90,
    WALL = 0x6C6270,
    ROOF = 0x9C5048,
    EDGE = 0x20242C,
    WINDOW = 0xF0D070,
    WOOD = 0xB08850,
    DARK_WOOD = 0x6C5838,
    PAPER = 0xE4E8EC,
    DIM = 0x90A0B0,
    STONE = 0x808890
};

static fs_draw_point point_in_cm(int32_t x, int32_t y)
{
    return (fs_draw_point){ fs_fix16_from_ratio(x, 100), fs_fix16_from_ratio(y, 100), 0 };
}

static void draw_ground(fs_draw_list *draw)
{
    fs_draw_point outline[FIREWORKS2D_GROUND_POINTS + 4];
    const int32_t pond = FIREWORKS2D_POND_CM, water = FIREWORKS2D_WATER_CM;
    fs_draw_box(draw, point_in_cm(-pond, -145), point_in_cm(pond, water), WATER, FS_DRAW_FILLED);
    for (uint32_t i = 0; i < FIREWORKS2D_GROUND_POINTS; i++)
        outline[i + 1] = point_in_cm(fs__fireworks2d_ground[i][0], fs__fireworks2d_ground[i][1]);
    outline[0] = point_in_cm(20000, 330);
    outline[FIREWORKS2D_GROUND_POINTS + 1] = point_in_cm(-20000, 330);
    outline[FIREWORKS2D_GROUND_POINTS + 2] = point_in_cm(-20000, -20000);
    outline[FIREWORKS2D_GROUND_POINTS + 3] = point_in_cm(20000, -20000);
    fs_draw_polygon(draw, outline, FIREWORKS2D_GROUND_POINTS + 4, EARTH, FS_DRAW_FILLED);
    fs_draw_line(draw, outline, FIREWORKS2D_GROUND_POINTS + 2, GRASS);
}

static void draw_town(fs_draw_list *draw)
{
    for (uint32_t i = 0; i < FIREWORKS2D_HOUSES; i++) {
        const int16_t *h = fs__fireworks2d_houses[i];
        fs_draw_box(draw, point_in_cm(h[0] - h[2], h[1] - h[3]), point_in_cm(h[0] + h[2], h[1] + h[3]),
                    i == 2 || i == 3 ? STONE : WALL, FS_DRAW_FILLED);
        for (int32_t x = h[0] - h[2] + 35; h[2] >= 80 && i != 3 && x + 40 <= h[0] + h[2]; x += 85)
            fs_draw_box(draw, point_in_cm(x, h[1] + 10), point_in_cm(x + 40, h[1] + 60), WINDOW, FS_DRAW_FILLED);
    }
    for (uint32_t i = 0; i < FIREWORKS2D_GABLES; i++) {
        fs_draw_point corner[3];
        for (uint32_t k = 0; k < 3; k++)
            corner[k] = point_in_cm(fs__fireworks2d_gables[i][k][0], fs__fireworks2d_gables[i][k][1]);
        fs_draw_polygon(draw, corner, 3, ROOF, FS_DRAW_FILLED);
    }
}

static void draw_crates(const struct fireworks2d_view *v, const struct fs_world2 *w, fs_draw_list *draw)
{
    for (uint32_t i = 0; i < FIREWORKS2D_CRATES; i++) {
        uint32_t row = v->crate.body1[i] - 1u, shape;
        if (v->crate.body1[i] == 0 || row >= *v->body2.rows || v->body2.gen[row] != v->crate.body_gen[i])
            continue;
        shape = v->body2.first_shape[row];
        if (shape != 0)
            fs_world2_draw_shape(w, draw, shape - 1, v->crate.fallen[i] ? DARK_WOOD : WOOD, EDGE);
    }
}

/* A shell is ringed in its player's colour; all draw a tail of a tenth of a second. */
static void draw_firework(const struct fireworks2d_view *v, uint32_t i, fs_draw_list *draw)
{
    const struct fireworks2d_type *t = &fs__fireworks2d_types[(v->firework.type[i] - 1u) % FIREWORKS2D_TYPES];
    uint32_t row = v->firework.body1[i] - 1u;
    if (v->firework.type[i] == 0 || v->firework.body1[i] == 0 || row >= *v->body2.rows)
        return;
    fs_draw_point p = fs_kit_point_from_pos2(v->body2.pos[row]);
    fs_draw_point tail = { p.x - fs_fix16_from_vel(v->body2.vel[row].x) / 10,
                           p.y - fs_fix16_from_vel(v->body2.vel[row].y) / 10, 0 };
    fix16_t radius = fs_fix16_from_ratio(t->radius, 100);
    fs_draw_segment(draw, tail, p, t->colour);
    fs_draw_circle(draw, p, radius, t->colour, FS_DRAW_FILLED);
    if (v->firework.type[i] <= FIREWORKS2D_SHELLS && v->firework.owner[i] != 0)
        fs_draw_circle(draw, p, radius + radius / 2, fs_kit_player_colour(v->firework.owner[i] - 1u), 0);
}

/* The mortar, and its power as a line. */
static void draw_mortar(const struct fireworks2d_view *v, uint32_t slot, uint32_t own, fs_draw_list *draw)
{
    if (!v->player.active[slot])
        return;
    fs_rot2 direction = fs_rot2_from_turn(v->player.aim[slot]);
    fs_pos2 foot = fs__fireworks2d_mortar_pos(slot);
    fs_rel long_way = fs_rel_from_vel(v->player.power[slot]) / 8;
    fs_draw_point tip = fs_kit_point_from_pos2(
        fs_pos2_add_rel(foot, fs_rot2_rel(direction, fs_rel2_make(long_way, 0))));
    fs_rel2 along = fs_rot2_rel(direction, fs_rel2_make(fs_rel_from_ratio(FIREWORKS2D_MORTAR_CM, 100), 0));
    fs_rel2 across = fs_rot2_rel(direction, fs_rel2_make(0, fs_rel_from_ratio(18, 100)));
    fs_pos2 left = fs_pos2_add_rel(foot, across), right = fs_pos2_sub(foot, fs_pos2_sub(left, foot));
    const fs_draw_point tube[4] = { fs_kit_point_from_pos2(right),
                                    fs_kit_point_from_pos2(fs_pos2_add_rel(right, along)),
                                    fs_kit_point_from_pos2(fs_pos2_add_rel(left, along)),
                                    fs_kit_point_from_pos2(left) };
    char number[FS_DRAW_NAME_BYTES];
    fs_draw_segment(draw, fs_kit_point_from_pos2(foot), tip, PAPER);
    fs_draw_polygon(draw, tube, 4, fs_kit_player_colour(slot), FS_DRAW_FILLED);
    fs_draw_polygon(draw, tube, 4, slot == own ? PAPER : EDGE, 0);
    fs_draw_get_name(draw, slot, number, sizeof number);
    fs_draw_point label = fs_kit_point_from_pos2(foot);
    fs_draw_text(draw, (fs_draw_point){ label.x - FS_FIX16_ONE / 5, label.y - FS_FIX16_ONE, 0 }, FS_FIX16_ONE * 7 / 10,
                 fs_kit_player_colour(slot), number);
}

static void draw_text(const struct fireworks2d_view *v, uint32_t own, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "crates knocked off ";
    uint32_t burning = 0, standing = 0;
    for (uint32_t i = 0; i < *v->player.rows; i++)
        if (v->player.active[i])
            fs_kit_append_score(text, sizeof text, draw, i, v->player.score[i]);
    fs_draw_hud(draw, PAPER, text);
    for (uint32_t i = 0; i < *v->firework.rows; i++)
        burning += v->firework.type[i] != 0;
    for (uint32_t i = 0; i < FIREWORKS2D_CRATES; i++)
        standing += v->crate.fallen[i] == 0;
    snprintf(text, sizeof text, "%u firework%s, %u crate%s stand%s%s%s", burning, FS_KIT_S(burning), standing,
             FS_KIT_S(standing), standing == 1 ? "s" : "", own < *v->player.rows ? ", own shell: " : "",
             own < *v->player.rows
                 ? fs__fireworks2d_types[(v->player.shell[own] + FIREWORKS2D_TYPES - 1u) % FIREWORKS2D_TYPES].name
                 : "");
    fs_draw_hud(draw, DIM, text);
}

void fs__fireworks2d_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    struct fireworks2d_view v;
    struct fs_world2 w;
    fireworks2d_peek(state, &v);
    fs_world2_bind_readonly(state, fireworks2d_T_physics2, &w);
    fs_draw_set_camera_2d(draw, 0, fix16_from_int(6), fix16_from_int(33), fix16_from_int(17), NIGHT);
    draw_ground(draw);
    draw_town(draw);
    draw_crates(&v, &w, draw);
    for (uint32_t i = 0; i < *v.player.rows; i++)
        draw_mortar(&v, i, slot, draw);
    for (uint32_t i = 0; i < *v.firework.rows; i++)
        draw_firework(&v, i, draw);
    draw_text(&v, slot, draw);
}

void fs__fireworks2d_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
    bytes[1] = 0;
    if (keys->character >= '1' && keys->character < '1' + FIREWORKS2D_SHELLS)
        bytes[1] = (uint8_t)(keys->character - '0');
    if (keys->character == 'r')
        bytes[1] = FIREWORKS2D_CHOICE_RESET;
}

/* --- standings ------------------------------------------------------------------------- */

void fs__fireworks2d_standings(const fs_state *state, const fs_config *config, fs_standings *standings)
{
    struct fireworks2d_view v;
    fireworks2d_peek(state, &v);
    for (uint32_t slot = 0; slot < config->players; slot++)
        standings->scores[slot] = v.player.score[slot];
    fs_standings_rank(standings, config->players);
}
