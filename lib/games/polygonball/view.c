/* view.c: the picture of the balls, the meaning of the keys, and computer players.
 *
 * It reads the state and never writes it.
 */
#include <stdio.h>
#include <string.h>
#include <fixstep/trig.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>

#include "games/polygonball/polygonball.h"

enum {
    NIGHT = 0x14181E,
    FLOOR = 0x202830,
    EDGE = 0xA0ACB8,
    SHINE = 0xF8D050,
    GREY = 0x788490,
    PAPER = 0xE4E8EC,
    INK = 0x10141A,
    HALF_WIDTH = 15,
    HALF_HEIGHT = 10
};

static fs_draw_point corner_of(const struct polygonball_outline *o, uint32_t i)
{
    const int16_t *c = o->corner[i % o->count];
    return (fs_draw_point){ fs_fix16_from_ratio(c[0], 10), fs_fix16_from_ratio(c[1], 10), 0 };
}

static void draw_outline(const struct polygonball_view *v, fs_draw_list *draw)
{
    const struct polygonball_outline *o = &fs__polygonball_outlines[*v->game.outline % POLYGONBALL_OUTLINES];
    fs_draw_point corner[POLYGONBALL_MAX_EDGES];
    for (uint32_t i = 0; i < o->count; i++)
        corner[i] = corner_of(o, i);
    fs_draw_polygon(draw, corner, o->count, FLOOR, FS_DRAW_FILLED);
    fs_draw_polygon(draw, corner, o->count, EDGE, 0);
    fs_draw_point from = corner_of(o, *v->game.target), to = corner_of(o, *v->game.target + 1u);
    fs_draw_segment(draw, from, to, SHINE);
    fs_draw_circle(draw, from, FS_FIX16_ONE / 5, SHINE, FS_DRAW_FILLED);
    fs_draw_circle(draw, to, FS_FIX16_ONE / 5, SHINE, FS_DRAW_FILLED);
}

/* A ball, and its predicted position in a quarter of a second. */
static void draw_ball(const struct polygonball_view *v, uint32_t i, uint32_t players, uint32_t own, fs_draw_list *draw)
{
    uint32_t row = v->ball.body1[i] - 1u, colour = i < players ? fs_kit_player_colour(i) : GREY;
    if (v->ball.body1[i] == 0 || row >= *v->body2.rows)
        return;
    fs_draw_point p = fs_kit_point_from_pos2(v->body2.pos[row]);
    fs_draw_point q = { p.x + fs_fix16_from_vel(v->body2.vel[row].x) / 4,
                        p.y + fs_fix16_from_vel(v->body2.vel[row].y) / 4, 0 };
    fs_draw_segment(draw, p, q, colour);
    fs_draw_circle(draw, p, fs_fix16_from_ratio(POLYGONBALL_RADIUS_CM, 100), colour, FS_DRAW_FILLED);
    if (i == own)
        fs_draw_circle(draw, p, fs_fix16_from_ratio(POLYGONBALL_RADIUS_CM + 12, 100), PAPER, 0);
    fix16_t above = fs_fix16_from_ratio(POLYGONBALL_RADIUS_CM + 20, 100),
            digits = fs_fix16_from_ratio(POLYGONBALL_RADIUS_CM, 100);
    char number[12];
    snprintf(number, sizeof number, "%u", i + 1);
    fs_kit_draw_label(draw, (fs_draw_point){ p.x, p.y - digits * 3 / 8, 0 }, digits, digits * 3 / 2, INK, number);
    if (i < players)
        fs_kit_draw_name(draw, i, (fs_draw_point){ p.x - above, p.y + above, 0 }, FS_FIX16_ONE * 7 / 10, PAPER);
}

static void draw_text(const struct polygonball_view *v, uint32_t players, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "edges that shone ";
    for (uint32_t i = 0; i < players; i++)
        if (v->ball.body1[i] != 0)
            fs_kit_append_score(text, sizeof text, draw, i, v->ball.score[i]);
    fs_draw_hud(draw, PAPER, text);
    snprintf(text, sizeof text, "%s, elasticity %u %%, gravity %s",
             fs__polygonball_outlines[*v->game.outline % POLYGONBALL_OUTLINES].name, *v->game.restitution,
             *v->game.gravity_on ? "on" : "off");
    fs_draw_hud(draw, EDGE, text);
}

void fs__polygonball_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    struct polygonball_view v;
    polygonball_peek(state, &v);
    uint32_t others = polygonball_rules_load(&v).others, players = *v.ball.rows - fs_min_u32(others, *v.ball.rows);
    fs_draw_set_camera_2d(draw, 0, FS_FIX16_ONE, fix16_from_int(2 * HALF_WIDTH), fix16_from_int(2 * HALF_HEIGHT),
                          NIGHT);
    draw_outline(&v, draw);
    for (uint32_t i = *v.ball.rows; i-- > 0;)
        draw_ball(&v, i, players, slot, draw);
    draw_text(&v, players, draw);
}

void fs__polygonball_keys(const fs_keys *keys, void *input)
{
    static const char letters[POLYGONBALL_CHOICES + 1] = "ngr+-";
    uint8_t *bytes = input;
    uint32_t c = keys->character == '=' ? '+' : keys->character;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK & ~(unsigned)FS_KEY_ALT);
    const char *at = c > 0 && c < 128 ? strchr(letters, (int)c) : NULL;
    bytes[1] = at != NULL ? (uint8_t)(at - letters + 1) : 0;
}

/* --- bots -------------------------------------------------------------------------------------- */

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct polygonball_view v;
    polygonball_peek(state, &v);
    fs_kit_buttons_think_random(*v.world.tick, *v.world.hz, slot, rng, 0, input);
}

/* Towards the middle of the edge that shines, slower than a few metres a second across. */
static void think_seeker(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    struct polygonball_view v;
    uint8_t *bytes = input;
    (void)rng;
    polygonball_peek(state, &v);
    uint32_t row = v.ball.body1[slot] - 1u;
    if (v.ball.body1[slot] == 0 || row >= *v.body2.rows)
        return;
    const struct polygonball_outline *o = &fs__polygonball_outlines[*v.game.outline % POLYGONBALL_OUTLINES];
    fs_draw_point a = corner_of(o, *v.game.target), b = corner_of(o, *v.game.target + 1u);
    int32_t x = (a.x + b.x) / 2 - fs_kit_coordinate_from_pos(v.body2.pos[row].x),
            y = (a.y + b.y) / 2 - fs_kit_coordinate_from_pos(v.body2.pos[row].y);
    int32_t ax = x - fs_fix16_from_vel(v.body2.vel[row].x) * 3 / 4,
            ay = y - fs_fix16_from_vel(v.body2.vel[row].y) * 3 / 4;
    bytes[0] |= ax > FS_FIX16_ONE / 4 ? FS_KEY_RIGHT : ax < -FS_FIX16_ONE / 4 ? FS_KEY_LEFT : 0;
    bytes[0] |= ay > FS_FIX16_ONE / 4 ? FS_KEY_UP : ay < -FS_FIX16_ONE / 4 ? FS_KEY_DOWN : 0;
}

const fs_bot fs__polygonball_bots[POLYGONBALL_BOTS] = {
    { "idle", "lets its ball fly", fs_kit_buttons_think_idle },
    { "random", "pushes its ball here and there", think_random },
    { "seeker", "steers for the edge that shines", think_seeker },
};

/* --- standings ------------------------------------------------------------------------- */

void fs__polygonball_standings(const fs_state *state, const fs_config *config, fs_standings *standings)
{
    struct polygonball_view v;
    polygonball_peek(state, &v);
    for (uint32_t slot = 0; slot < config->players; slot++)
        standings->scores[slot] = v.ball.score[slot];
    fs_standings_rank(standings, config->players);
}
