/* view.c: the picture of air hockey and the meaning of its keys.
 *
 * It reads the state and never writes it.
 */
#include "games/airhockey/airhockey.h"

#include <stdio.h>
#include <string.h>
#include <fixstep/kit/names.h>

enum {
    FLOOR = 0x0A1218,
    ICE = 0x14283A,
    LINE = 0x3C5A6E,
    WALL = 0xB8C4CC,
    PUCK = 0xF4F4F4,
    WAITING = 0x808890,
    LEFT_NET = 0x1E4468,
    RIGHT_NET = 0x6A2C22,
    LEFT = 0x4C9BE8,
    RIGHT = 0xE8664C,
    OWN = 0xF8E86C
};

static fs_draw_point draw_point(fs_pos x, fs_pos y)
{
    return fs_kit_point_from_pos2(fs_pos2_make(x, y));
}

static uint32_t team_colour(unsigned team)
{
    return team == 0 ? LEFT : RIGHT;
}

/* A half circle before a goal, open to the border at `x`; `side` is 1 where it bulges to the right. */
static void draw_crease(fs_pos x, fs_pos radius, int side, fs_draw_list *draw)
{
    /* Sines of multiples of an eighth of a right angle, in 256ths. */
    static const int16_t sine[9] = { 0, 50, 98, 142, 181, 213, 237, 251, 256 };
    fs_draw_point arc[17];
    for (int i = 0; i <= 16; i++) {
        int up = i <= 8 ? sine[8 - i] : -sine[i - 8], out = i <= 8 ? sine[i] : sine[16 - i];
        arc[i] = draw_point(x + side * (radius / 256 * out), radius / 256 * up);
    }
    fs_draw_line(draw, arc, 17, LINE);
}

/* The net behind the border, the crease before it and the mouth itself. */
static void draw_goal(fs_pos x, fs_pos half, int side, uint32_t colour, uint32_t net, fs_draw_list *draw)
{
    fs_pos depth = AIRHOCKEY_CM_POS(8);
    fs_draw_box(draw, draw_point(side > 0 ? x - depth : x, -half), draw_point(side > 0 ? x : x + depth, half), net,
                FS_DRAW_FILLED);
    draw_crease(x, half + half / 4, side, draw);
    fs_draw_segment(draw, draw_point(x, -half), draw_point(x, half), colour);
}

static void draw_spots(fs_pos w, fs_pos h, fs_draw_list *draw)
{
    fix16_t ring = fs_fix16_from_pos(h / 5), dot = fs_fix16_from_pos(AIRHOCKEY_CM_POS(2));
    fs_draw_circle(draw, draw_point(0, 0), fs_fix16_from_pos(h / 4), LINE, 0);
    fs_draw_circle(draw, draw_point(0, 0), dot, LINE, FS_DRAW_FILLED);
    for (int i = 0; i < 4; i++) {
        fs_draw_point at = draw_point(i % 2 == 0 ? -w / 2 : w / 2, i < 2 ? -h / 2 : h / 2);
        fs_draw_circle(draw, at, ring, LINE, 0);
        fs_draw_circle(draw, at, dot, LINE, FS_DRAW_FILLED);
    }
}

static void draw_rink(const struct airhockey_rules *rules, fs_draw_list *draw)
{
    fs_pos w = rules->half_width, h = rules->half_height, g = rules->half_goal, edge = AIRHOCKEY_CM_POS(3);
    fs_draw_box(draw, draw_point(-w - edge, -h - edge), draw_point(w + edge, h + edge), LINE, FS_DRAW_FILLED);
    fs_draw_box(draw, draw_point(-w, -h), draw_point(w, h), ICE, FS_DRAW_FILLED);
    fs_draw_segment(draw, draw_point(0, -h), draw_point(0, h), LINE);
    draw_spots(w, h, draw);
    fs_draw_box(draw, draw_point(-w, -h), draw_point(w, h), WALL, 0);
    if (g > 0) {
        draw_goal(-w, g, 1, LEFT, LEFT_NET, draw);
        draw_goal(w, g, -1, RIGHT, RIGHT_NET, draw);
    }
}

static void draw_mallets(const struct airhockey_view *v, uint32_t own, fs_draw_list *draw)
{
    fix16_t radius = fs_fix16_from_rel(AIRHOCKEY_CM_REL(AIRHOCKEY_MALLET_RADIUS_CM));
    for (uint32_t slot = 0; slot < *v->mallet.rows; slot++) {
        if (!v->mallet.active[slot])
            continue;
        fs_draw_point centre = fs_kit_point_from_pos2(v->body2.pos[fs__airhockey_mallet_body(v, slot)]);
        uint32_t colour = team_colour(fs__airhockey_team(slot));
        fs_draw_set_colour(draw, slot, colour);
        fs_draw_circle(draw, centre, radius, colour, FS_DRAW_FILLED);
        if (slot == own || v->mallet.dash_ticks[slot] > 0)
            fs_draw_circle(draw, centre, radius, slot == own ? OWN : PUCK, 0);
        fs_draw_point above = { centre.x, centre.y + radius * 5 / 4, 0 };
        fs_kit_draw_label(draw, above, radius, 4 * radius, slot == own ? OWN : PUCK, FS_KIT_NAME(draw, slot));
    }
}

static void draw_pucks(const struct airhockey_view *v, fs_draw_list *draw)
{
    fix16_t radius = fs_fix16_from_rel(AIRHOCKEY_CM_REL(AIRHOCKEY_PUCK_RADIUS_CM));
    for (uint32_t row = 0; row < *v->puck.rows; row++) {
        bool waits = v->puck.serve_wait[row] > 0;
        fs_draw_circle(draw, fs_kit_point_from_pos2(v->body2.pos[row]), radius, waits ? WAITING : PUCK,
                       waits ? 0 : FS_DRAW_FILLED);
    }
}

static void draw_score(const struct airhockey_view *v, const struct airhockey_rules *rules, uint32_t own,
                       fs_draw_list *draw)
{
    char text[96];
    const uint32_t *goals = v->team.goals, *wins = v->team.wins;
    snprintf(text, sizeof text, "left %u : %u right", goals[0], goals[1]);
    fs_draw_hud(draw, WALL, text);
    if (rules->goal_limit > 0) {
        snprintf(text, sizeof text, "rounds %u : %u, first to %u goal%s", wins[0], wins[1], rules->goal_limit,
                 FS_KIT_S(rules->goal_limit));
        fs_draw_hud(draw, WAITING, text);
    }
    if (own < *v->mallet.rows) {
        snprintf(text, sizeof text, "you are %s, %s: %u goal%s", FS_KIT_NAME(draw, own),
                 fs__airhockey_team(own) == 0 ? "left" : "right", v->mallet.goals[own], FS_KIT_S(v->mallet.goals[own]));
        fs_draw_hud(draw, OWN, text);
    }
}

void fs__airhockey_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    struct airhockey_view v;
    airhockey_peek(state, &v);
    struct airhockey_rules rules = airhockey_rules_load(&v);
    fs_pos margin = AIRHOCKEY_CM_POS(24), headroom = rules.half_height * 2 / 5; /* for the status lines */
    fs_draw_set_camera_2d(draw, 0, fs_fix16_from_pos(headroom / 2), fs_fix16_from_pos(2 * rules.half_width + margin),
                          fs_fix16_from_pos(2 * rules.half_height + margin / 2 + headroom), FLOOR);
    draw_rink(&rules, draw);
    draw_mallets(&v, slot, draw);
    draw_pucks(&v, draw);
    draw_score(&v, &rules, slot, draw);
}

/* Opposite keys held together cancel out. */
static uint8_t axis_of(uint32_t held, uint32_t minus, uint32_t plus)
{
    int direction = ((held & plus) != 0) - ((held & minus) != 0);
    return (uint8_t)(direction * AIRHOCKEY_AXIS_MAX);
}

void fs__airhockey_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    uint32_t held = keys->held;
    bytes[0] = axis_of(held, FS_KEY_LEFT, FS_KEY_RIGHT);
    bytes[1] = axis_of(held, FS_KEY_DOWN, FS_KEY_UP);
    bytes[2] = (held & FS_KEY_FIRE) != 0 ? AIRHOCKEY_FIRE : 0;
}

/* --- standings ------------------------------------------------------------------------- */

/* The team that has won a round has won; until then the team with more goals leads. */
void fs__airhockey_standings(const fs_state *state, const fs_config *config, fs_standings *standings)
{
    struct airhockey_view v;
    airhockey_peek(state, &v);
    standings->finished = v.team.wins[0] + v.team.wins[1] > 0;
    const uint32_t *points = standings->finished ? v.team.wins : v.team.goals;
    for (uint32_t slot = 0; slot < config->players; slot++) {
        unsigned team = fs__airhockey_team(slot);
        standings->scores[slot] = v.mallet.goals[slot];
        standings->winners |= (uint64_t)(points[team] > points[1 - team]) << slot;
    }
}
