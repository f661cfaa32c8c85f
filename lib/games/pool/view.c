/* view.c: the picture of pool and the meaning of its keys.
 *
 * It reads the state and never writes it.
 */
#include "games/pool/pool.h"

#include <stdio.h>
#include <string.h>

#include <fixstep/trig.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>

enum {
    ROOM = 0x16120E,
    WOOD = 0x5A3A22,
    CLOTH = 0x1E6B4A,
    CUSHION = 0x175238,
    MARK = 0x2E8460,
    HOLE = 0x08090A,
    WHITE = 0xF4F2E8,
    STICK = 0xD8B070,
    LINE = 0xC8DCD0,
    DIM = 0x8C9890,
    TEXT = 0xE0E4E0,
    BAR = 0x404A44
};

/* The usual colours: 1 to 8 full, 9 to 15 the same with a stripe. */
static const uint32_t ball_colours[9] = { WHITE,    0xE8C020, 0x2050B8, 0xD83028, 0x6A3088,
                                          0xE87820, 0x187838, 0x802028, 0x181818 };

static fs_draw_point length_in_mm(int32_t x, int32_t y)
{
    return fs_kit_point_from_pos2(fs_pos2_make(POOL_MM_POS(x), POOL_MM_POS(y)));
}

static void draw_box_mm(int32_t x, int32_t y, uint32_t colour, fs_draw_list *draw)
{
    fs_draw_box(draw, length_in_mm(-x, -y), length_in_mm(x, y), colour, FS_DRAW_FILLED);
}

static void draw_table(const struct fs_world2 *w, fs_draw_list *draw)
{
    draw_box_mm(POOL_HALF_WIDTH_MM + 130, POOL_HALF_HEIGHT_MM + 130, WOOD, draw);
    draw_box_mm(POOL_HALF_WIDTH_MM + 65, POOL_HALF_HEIGHT_MM + 65, CLOTH, draw);
    fs_draw_segment(draw, length_in_mm(POOL_HEAD_SPOT_MM, -POOL_HALF_HEIGHT_MM),
                    length_in_mm(POOL_HEAD_SPOT_MM, POOL_HALF_HEIGHT_MM), MARK);
    fs_draw_circle(draw, length_in_mm(POOL_FOOT_SPOT_MM, 0), fix16_from_int(1) / 12, MARK, FS_DRAW_FILLED);
    fs_kit_body2_draw(w, POOL_BODY_CUSHIONS, CUSHION, FS_DRAW_FILLED, draw);
    for (uint32_t pocket = 0; pocket < POOL_POCKETS; pocket++)
        fs_draw_circle(draw, fs_kit_point_from_pos2(fs__pool_pocket_pos(pocket)),
                       fs_fix16_from_rel(fs__pool_pocket_mouth(pocket)), HOLE, FS_DRAW_FILLED);
}

static void draw_ball(fs_draw_point at, uint32_t ball, fs_draw_list *draw)
{
    fix16_t radius = fs_fix16_from_rel(POOL_RADIUS);
    bool striped = ball > 8;
    uint32_t colour = ball_colours[striped ? ball - 8 : ball];
    fs_draw_circle(draw, at, radius, striped ? WHITE : colour, FS_DRAW_FILLED);
    if (striped)
        fs_draw_circle(draw, at, radius * 3 / 4, colour, FS_DRAW_FILLED);
    if (ball == 0)
        return;
    char number[4];
    snprintf(number, sizeof number, "%u", ball % 100);
    at.x -= radius * (ball < 10 ? 5 : 9) / 16;
    at.y -= radius * 3 / 8;
    fs_draw_text(draw, at, radius * 7 / 8, ball == 1 || ball == 9 ? HOLE : WHITE, number);
}

/* Sunk balls lie in a row below the table, in the order of their numbers. */
static void draw_balls(const struct pool_view *v, const struct fs_world2 *w, fs_draw_list *draw)
{
    for (uint32_t ball = POOL_BALLS; ball-- > 0;) {
        if (!v->ball.pocketed[ball])
            draw_ball(fs_kit_point_from_pos2(w->body.pos[ball]), ball, draw);
        else if (ball > 0)
            draw_ball(length_in_mm(-1120 + (int32_t)ball * 140, -POOL_HALF_HEIGHT_MM - 185), ball, draw);
    }
}

/* How far the cue ball rolls until it touches a cushion. */
static fs_rel distance_to_cushion(fs_pos2 from, fs_unit2 along)
{
    fs_pos x = POOL_MM_POS(POOL_HALF_WIDTH_MM) - fs_pos_from_rel(POOL_RADIUS);
    fs_pos y = POOL_MM_POS(POOL_HALF_HEIGHT_MM) - fs_pos_from_rel(POOL_RADIUS);
    fs_pos to_x = (along.x < 0 ? -x : x) - from.x, to_y = (along.y < 0 ? -y : y) - from.y;
    fs_pos way_x = along.x != 0 ? fs_muldiv64(to_x, FS_UNIT_ONE, along.x) : FS_POS_MAX;
    fs_pos way_y = along.y != 0 ? fs_muldiv64(to_y, FS_UNIT_ONE, along.y) : FS_POS_MAX;
    return fs_rel_from_pos(fs_clamp64(fs_min64(way_x, way_y), 0, 31 * FS_POS_ONE));
}

static fs_pos2 point_along(fs_pos2 from, fs_unit2 along, fs_rel by)
{
    return fs_pos2_add(from, fs_pos2_make(fs_pos_from_rel(fs_mul32_sym(along.x, by, FS_UNIT_FRAC)),
                                          fs_pos_from_rel(fs_mul32_sym(along.y, by, FS_UNIT_FRAC))));
}

/* Draws the cue, the path of the cue ball, its position at the first contact, and the direction in which the other
 * ball will roll. */
static void draw_aim(const struct pool_view *v, const struct fs_world2 *w, fs_draw_list *draw)
{
    fs_unit2 along = fs__pool_direction(v->table.aim[0]), into, back = fs_unit2_neg(along);
    fs_pos2 cue = w->body.pos[0];
    struct pool_aim_hit hit = fs__pool_cast_ball(v, w, cue, along, 0, distance_to_cushion(cue, along));
    fs_pos2 ghost = point_along(cue, along, hit.distance);
    fs_draw_segment(draw, fs_kit_point_from_pos2(cue), fs_kit_point_from_pos2(ghost), LINE);
    fs_draw_circle(draw, fs_kit_point_from_pos2(ghost), fs_fix16_from_rel(POOL_RADIUS), LINE, 0);
    if (hit.ball < POOL_BALLS && fs_rel2_normalise(fs_pos2_sub_rel(w->body.pos[hit.ball], ghost), &into)) {
        fs_pos2 ball = w->body.pos[hit.ball];
        fs_draw_segment(draw, fs_kit_point_from_pos2(ball),
                        fs_kit_point_from_pos2(point_along(ball, into, POOL_MM_REL(250))), LINE);
    }
    fs_rel gap = POOL_MM_REL(45 + 2 * v->table.power[0]);
    for (int32_t side = -1; side <= 1; side++) {
        fs_unit2 aside = fs_unit2_perp(along);
        fs_pos2 tip = point_along(point_along(cue, back, gap), aside, POOL_MM_REL(3 * side));
        fs_pos2 end = point_along(point_along(cue, back, gap + POOL_MM_REL(700)), aside, POOL_MM_REL(8 * side));
        fs_draw_segment(draw, fs_kit_point_from_pos2(tip), fs_kit_point_from_pos2(end), STICK);
    }
}

/* Beside the cue ball: it is the body of the player whose turn it is. */
static void draw_player(const struct pool_view *v, const struct fs_world2 *w, fs_draw_list *draw)
{
    uint32_t slot = v->table.turn_slot[0];
    fs_draw_point at = fs_kit_point_from_pos2(w->body.pos[0]);
    fix16_t radius = fs_fix16_from_rel(POOL_RADIUS);
    if (!v->ball.pocketed[0] && slot < *v->player.rows && v->player.active[slot])
        fs_kit_draw_name(draw, slot, (fs_draw_point){ at.x + radius, at.y + radius, 0 }, radius * 3 / 2,
                         fs_kit_player_colour(slot));
}

static void draw_power(const struct pool_view *v, fs_draw_list *draw)
{
    int32_t left = -1500, right = -1450, low = -600, power = v->table.power[0];
    fs_draw_box(draw, length_in_mm(left, low), length_in_mm(right, low + 1200), BAR, FS_DRAW_FILLED);
    fs_draw_box(draw, length_in_mm(left, low), length_in_mm(right, low + 12 * power), STICK, FS_DRAW_FILLED);
}

/* --- text -------------------------------------------------------------------------------------- */

static void draw_scores(const struct pool_view *v, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "score ", value[48];
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        snprintf(value, sizeof value, "%d (%u won)", v->player.score[slot], v->player.wins[slot]);
        if (v->player.active[slot])
            fs_kit_append_value(text, sizeof text, draw, slot, value);
    }
    fs_draw_hud(draw, TEXT, text);
}

static void draw_turn(const struct pool_view *v, const struct pool_rules *rules, uint32_t own, fs_draw_list *draw)
{
    char text[160], left[32] = "", who[48];
    uint32_t slot = v->table.turn_slot[0], hz = *v->world.hz;
    bool rolls = v->table.phase[0] == POOL_ROLL;
    snprintf(who, sizeof who, slot == own ? "you, %s," : "%s", FS_KIT_NAME(draw, slot));
    if (!rolls && rules->clock_ticks > v->table.phase_ticks[0])
        snprintf(left, sizeof left, ", %u s left", (rules->clock_ticks - v->table.phase_ticks[0]) / hz);
    snprintf(text, sizeof text, "rack %u: %s %s at %u percent%s", v->table.racks[0] + 1, who,
             rolls         ? "struck"
             : slot == own ? "aim"
                           : "aims",
             v->table.power[0], left);
    fs_draw_hud(draw, fs_kit_player_colour(slot), text);
    if (rolls && v->table.scratched[0])
        fs_draw_hud(draw, DIM, "foul: the cue ball fell");
}

void fs__pool_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    struct pool_view v;
    struct fs_world2 w;
    pool_peek(state, &v);
    fs_world2_bind_readonly(state, pool_T_physics2, &w);
    struct pool_rules rules = pool_rules_load(&v);
    fs_draw_set_camera_2d(draw, 0, fix16_from_int(2) / 5, fix16_from_int(33), fix16_from_int(19), ROOM);
    draw_table(&w, draw);
    draw_balls(&v, &w, draw);
    draw_power(&v, draw);
    if (v.table.phase[0] == POOL_AIM)
        draw_aim(&v, &w, draw);
    draw_player(&v, &w, draw);
    draw_scores(&v, draw);
    draw_turn(&v, &rules, slot, draw);
}

void fs__pool_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
}

/* --- standings ------------------------------------------------------------------------- */

/* A rack is a round. The scores of its end are those of the next rack, so racks won decide. */
void fs__pool_standings(const fs_state *state, const fs_config *config, fs_standings *standings)
{
    struct pool_view v;
    pool_peek(state, &v);
    standings->finished = v.table.racks[0] > 0;
    for (uint32_t slot = 0; slot < config->players; slot++)
        standings->scores[slot] = standings->finished ? (int64_t)v.player.wins[slot] : v.player.score[slot];
    fs_standings_rank(standings, config->players);
}
