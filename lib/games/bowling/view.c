/* view.c: the picture of the bowling lane and the meaning of its keys.
 *
 * It reads the state and never writes it.
 */
#include "games/bowling/bowling.h"

#include <stdio.h>
#include <string.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>
#include <fixstep/trig.h>

#include "games/builtin.h"

enum {
    ROOM = 0x15171D,
    BOARD = 0xC99A5B,
    BOARD_DARK = 0xB98A4C,
    OIL_MARK = 0x7A5426,
    GUTTER = 0x3A3E46,
    WALL = 0x59626E,
    BACK = 0x23262D,
    CARPET = 0x2A2438,
    PIN = 0xF2EFE6,
    STRIPE = 0xC8322C,
    AIM = 0xF8E86C,
    TEXT = 0xE0E4E0,
    DIM = 0x8C9890
};
enum { BOARDS = 13, HALL_MM = 3200 };

static fs_pos3 mm(int32_t x, int32_t y, int32_t z)
{
    return fs_pos3_make(BOWLING_MM_POS(x), BOWLING_MM_POS(y), BOWLING_MM_POS(z));
}

/* ---- camera ---------------------------------------------------------------------------------------------------- */

static bool is_ball_on_lane(const struct fs_world3 *w)
{
    return (w->body.flags[BOWLING_BODY_BALL] & FS_BODY3_DISABLED) == 0;
}

/* Behind the player while aiming; then the eye follows the ball and stops before the pins, looking down at them. */
static void set_camera(const struct bowling_view *v, const struct fs_world3 *w, fs_draw_list *draw)
{
    const fs_pos stop = -BOWLING_MM_POS(15900), lead = BOWLING_MM_POS(2600);
    fs_pos z = v->lane.phase[0] == BOWLING_AIM ? 0
               : is_ball_on_lane(w)            ? w->body.pos[BOWLING_BODY_BALL].z
                                               : stop - lead;
    fs_pos eye = fs_clamp64(fs_sat64_add(z, lead), stop, lead);
    fs_kit_camera3_look(draw, fs_pos3_make(BOWLING_MM_POS(330), BOWLING_MM_POS(1600), eye),
                        fs_pos3_make(0, FS_POS_ONE / 5, fs_max64(eye - 7 * FS_POS_ONE, -BOWLING_MM_POS(18700))), 140,
                        ROOM);
}

/* ---- lane ---------------------------------------------------------------------------------------------------------- */

static void draw_floor(int32_t x0, int32_t x1, int32_t y, int32_t z0, int32_t z1, uint32_t colour, fs_draw_list *draw)
{
    fs_kit_draw_floor(draw, mm((x0 + x1) / 2, y, (z0 + z1) / 2), BOWLING_MM_POS(x1 - x0) / 2,
                      BOWLING_MM_POS(z1 - z0) / 2, colour);
}

static void draw_boards(fs_draw_list *draw)
{
    for (int32_t i = 0; i < BOARDS; i++) {
        int32_t left = -BOWLING_HALF_LANE_MM + 2 * BOWLING_HALF_LANE_MM * i / BOARDS;
        int32_t right = -BOWLING_HALF_LANE_MM + 2 * BOWLING_HALF_LANE_MM * (i + 1) / BOARDS;
        draw_floor(left, right, 0, -BOWLING_DECK_END_MM, 0, i % 2 == 0 ? BOARD : BOARD_DARK, draw);
    }
    draw_floor(-HALL_MM, HALL_MM, 0, 20, BOWLING_APPROACH_MM, BOARD_DARK, draw);
    draw_floor(-HALL_MM, HALL_MM, 1, 0, 20, BACK, draw);
}

/* Seven darts 4 to 5 m down the lane, by which players aim. */
static void draw_darts(fs_draw_list *draw)
{
    for (int32_t i = -3; i <= 3; i++) {
        int32_t x = i * 133, z = -4900 + (i < 0 ? -i : i) * 160;
        const fs_draw_point dart[3] = { fs_kit_point_from_pos3(mm(x - 28, 2, z + 170)),
                                        fs_kit_point_from_pos3(mm(x + 28, 2, z + 170)),
                                        fs_kit_point_from_pos3(mm(x, 2, z)) };
        fs_draw_polygon(draw, dart, 3, OIL_MARK, FS_DRAW_FILLED);
    }
}

static void draw_sides(fs_draw_list *draw, bool bumpers)
{
    const fs_draw_material wall = { .colour = WALL, .gloss = 20 }, rail = { .colour = STRIPE, .gloss = 80 };
    const int32_t outer = BOWLING_HALF_LANE_MM + BOWLING_GUTTER_MM;
    for (int32_t side = -1; side <= 1; side += 2) {
        int32_t in = side * BOWLING_HALF_LANE_MM, out = side * outer, beyond = side * (outer + 100);
        draw_floor(in < out ? in : out, in < out ? out : in, -BOWLING_GUTTER_DEPTH_MM, -BOWLING_DECK_END_MM, 0, GUTTER,
                   draw);
        draw_floor(side < 0 ? -HALL_MM : beyond, side < 0 ? beyond : HALL_MM, -300, -BOWLING_PIT_END_MM, 0, CARPET,
                   draw);
        int32_t low = out < beyond ? out : beyond, high = out < beyond ? beyond : out;
        fs_kit_draw_block(draw, mm(low, -400, -17600), mm(high, 20, 0), wall);
        fs_kit_draw_block(draw, mm(low, -600, -BOWLING_PIT_END_MM), mm(high, 900, -17600), wall);
        if (bumpers)
            fs_kit_draw_block(draw, mm(side < 0 ? -outer : outer - 60, 0, -17600),
                              mm(side < 0 ? -outer + 60 : outer, 120, 0), rail);
    }
}

/* The pit, and the mask above the pins. */
static void draw_end(fs_draw_list *draw)
{
    const fs_draw_material back = { .colour = BACK, .gloss = 0 }, mask = { .colour = 0x2E5A8C, .gloss = 40 };
    const int32_t outer = BOWLING_HALF_LANE_MM + BOWLING_GUTTER_MM;
    fs_kit_draw_block(draw, mm(-outer, -600, -BOWLING_PIT_END_MM - 200), mm(outer, 900, -BOWLING_PIT_END_MM), back);
    fs_kit_draw_block(draw, mm(-outer - 100, 900, -19500), mm(outer + 100, 1400, -19300), mask);
}

/* ---- ball and pins ---------------------------------------------------------------------------------------------------- */

static void draw_pin(const struct fs_world3 *w, uint32_t row, fs_draw_list *draw)
{
    fs_geometry3 band;
    fs_pose3 pose = fs_body3_pose(w, row);
    fs_kit_body3_draw(w, row, (fs_draw_material){ .colour = PIN, .gloss = 110 }, draw);
    for (int32_t height = 248; height <= 284; height += 36)
        if (fs_geometry3_cylinder(BOWLING_MM_REL(29), BOWLING_MM_REL(9), fs_rel3_make(0, BOWLING_MM_REL(height), 0),
                                  fs_quat_identity(), &band) == FS_OK)
            fs_geometry3_draw_solid(&band, pose, draw, (fs_draw_material){ .colour = STRIPE, .gloss = 60 });
}

static void draw_pins(const struct fs_world3 *w, fs_draw_list *draw)
{
    for (uint32_t row = BOWLING_BODY_PIN; row < BOWLING_BODIES; row++)
        if ((w->body.flags[row] & FS_BODY3_DISABLED) == 0)
            draw_pin(w, row, draw);
}

/* A ball with three holes on the side that `rot` turns. */
static void draw_ball(fs_pos3 at, fs_quat rot, uint32_t colour, fs_draw_list *draw)
{
    static const int8_t hole[3][3] = { { -26, 96, -40 }, { 26, 96, -40 }, { 0, 106, 8 } }; /* mm from the centre */
    fs_draw_sphere(draw, fs_kit_point_from_pos3(at), fs_fix16_from_ratio(BOWLING_BALL_RADIUS_MM, 1000),
                   (fs_draw_material){ .colour = colour, .gloss = 160 });
    for (unsigned i = 0; i < 3; i++) {
        fs_rel3 local = fs_rel3_make(BOWLING_MM_REL(hole[i][0]), BOWLING_MM_REL(hole[i][1]),
                                     BOWLING_MM_REL(hole[i][2]));
        fs_draw_sphere(draw, fs_kit_point_from_pos3(fs_pos3_add_rel(at, fs_quat_rel(rot, local))),
                       fs_fix16_from_ratio(14, 1000), (fs_draw_material){ .colour = 0x181818 });
    }
}

static void draw_name(fs_pos3 at, uint32_t slot, fs_draw_list *draw)
{
    at = fs_kit_pos3_above(at, BOWLING_MM_POS(170));
    fs_kit_draw_label(draw, fs_kit_point_from_pos3(at), fs_fix16_from_ratio(12, 100), FS_FIX16_ONE, TEXT,
                      FS_KIT_NAME(draw, slot));
}

/* The balls of those who wait lie in a rack on the right. */
static void draw_rack(const struct bowling_view *v, fs_draw_list *draw)
{
    fs_kit_draw_block(draw, mm(1350, 0, -3600), mm(1650, 300, 400), (fs_draw_material){ .colour = WALL, .gloss = 30 });
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        fs_pos3 at = mm(1500, 300 + BOWLING_BALL_RADIUS_MM, 150 - (int32_t)slot * 480);
        if (!v->player.active[slot] || slot == v->lane.turn_slot[0])
            continue;
        draw_ball(at, fs_quat_identity(), fs_kit_player_colour(slot), draw);
        draw_name(at, slot, draw);
    }
}

/* A row of quads on the boards along the aim; the last ones bend to the side of the hook. */
static void draw_aim(const struct bowling_view *v, uint32_t slot, fs_draw_list *draw)
{
    fs_unit3 along = fs_kit_aim3_direction((uint32_t)v->player.aim[slot], 0);
    fs_pos3 from = fs_pos3_make(v->player.x[slot], BOWLING_MM_POS(4), 0);
    for (int32_t i = 1; i <= 14; i++) {
        fs_pos3 at = fs_kit_aim3_point(from, along, BOWLING_MM_POS(600 * i));
        int32_t late = i > 7 ? i - 7 : 0;
        at.x += BOWLING_MM_POS(v->player.hook[slot] * late * late) / 20;
        fs_kit_draw_floor(draw, at, BOWLING_MM_POS(14), BOWLING_MM_POS(140), AIM);
    }
}

static void draw_thrown(const struct bowling_view *v, const struct fs_world3 *w, fs_draw_list *draw)
{
    uint32_t slot = v->lane.turn_slot[0];
    bool aims = v->lane.phase[0] == BOWLING_AIM;
    if (slot >= *v->player.rows || !v->player.active[slot] || (!aims && !is_ball_on_lane(w)))
        return;
    fs_pos3 at = aims ? fs_pos3_make(v->player.x[slot], BOWLING_MM_POS(BOWLING_BALL_RADIUS_MM), 0)
                      : w->body.pos[BOWLING_BODY_BALL];
    draw_ball(at, aims ? fs_quat_identity() : w->body.rot[BOWLING_BODY_BALL], fs_kit_player_colour(slot), draw);
    draw_name(at, slot, draw);
    if (aims)
        draw_aim(v, slot, draw);
}

/* ---- text --------------------------------------------------------------------------------------------------------------- */

/* A throw as it stands on a card: X, /, - or the number of pins. */
static char symbol_of(const uint8_t *pins, const struct bowling_card *card, uint32_t frame, uint32_t i)
{
    uint32_t first = card->first[frame], felled = pins[i] - 1u;
    if (felled == BOWLING_PINS)
        return i > first && pins[i - 1] == 1 ? '/' : 'X';
    if (i > first && pins[i - 1] - 1u != BOWLING_PINS && felled > 0 && pins[i - 1] - 1u + felled == BOWLING_PINS)
        return '/';
    return felled == 0 ? '-' : (char)('0' + felled);
}

/* The frames, a blank before each; returns the points. */
static uint32_t format_card(const uint8_t *pins, uint32_t frames, char *text, size_t size)
{
    struct bowling_card card;
    size_t used = 0;
    (void)fs__bowling_read_card(pins, frames, &card);
    for (uint32_t frame = 0; frame <= card.frame && frame < frames && used + 5 < size; frame++) {
        uint32_t end = frame < card.frame ? card.first[frame + 1] : card.count;
        if (card.first[frame] < end)
            text[used++] = ' ';
        for (uint32_t i = card.first[frame]; i < end && used + 3 < size; i++)
            text[used++] = symbol_of(pins, &card, frame, i);
    }
    text[used] = '\0';
    return card.total;
}

static void draw_cards(const struct bowling_view *v, const struct bowling_rules *rules, fs_draw_list *draw)
{
    char card[80], text[140];
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        if (!v->player.active[slot])
            continue;
        uint32_t points = format_card(fs__bowling_rolls(v, slot), rules->frames, card, sizeof card);
        snprintf(text, sizeof text, "%s %s: %u point%s, %u won %s", slot == v->lane.turn_slot[0] ? ">" : " ",
                 FS_KIT_NAME(draw, slot), points, FS_KIT_S(points), v->player.wins[slot], card);
        fs_draw_hud(draw, fs_kit_player_colour(slot), text);
    }
}

static const char *describe_throw(uint32_t felled, uint32_t standing)
{
    if (felled < standing || felled == 0)
        return "";
    return standing == BOWLING_PINS ? ": strike!" : ": spare!";
}

static void draw_turn(const struct bowling_view *v, const struct bowling_rules *rules, uint32_t own, fs_draw_list *draw)
{
    char text[160], left[32] = "";
    uint32_t slot = v->lane.turn_slot[0], hz = *v->world.hz, ticks = v->lane.phase_ticks[0];
    const struct bowling_player *p = &v->player;
    if (slot >= *p->rows || !p->active[slot])
        return;
    if (v->lane.phase[0] == BOWLING_SHOW) {
        snprintf(text, sizeof text, "%u of %u pins%s", v->lane.felled[0], v->lane.standing[0],
                 describe_throw(v->lane.felled[0], v->lane.standing[0]));
        fs_draw_hud(draw, AIM, text);
        return;
    }
    if (v->lane.phase[0] == BOWLING_AIM && rules->clock_ticks > ticks)
        snprintf(left, sizeof left, ", %u s left", (rules->clock_ticks - ticks) / hz);
    snprintf(text, sizeof text, "%s %s: speed %u percent, hook %d percent%s", FS_KIT_NAME(draw, slot),
             v->lane.phase[0] == BOWLING_ROLL ? "has thrown"
             : slot == own                    ? "(you), aim"
                                              : "aims",
             p->speed[slot], p->hook[slot], left);
    fs_draw_hud(draw, slot == own ? TEXT : DIM, text);
}

void fs__bowling_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    struct bowling_view v;
    struct fs_world3 w;
    bowling_peek(state, &v);
    fs_world3_bind_readonly(state, bowling_T_physics3, &w);
    struct bowling_rules rules = bowling_rules_load(&v);
    set_camera(&v, &w, draw);
    draw_boards(draw);
    draw_darts(draw);
    draw_sides(draw, fs_config_option(&fs_game_bowling, config, "bumpers") != 0);
    draw_end(draw);
    draw_pins(&w, draw);
    draw_rack(&v, draw);
    draw_thrown(&v, &w, draw);
    draw_cards(&v, &rules, draw);
    draw_turn(&v, &rules, slot, draw);
}

/* --- keys and standings ------------------------------------------------------------------------ */

void fs__bowling_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
    bytes[1] = keys->character == 'q' || keys->character == 'Q'   ? 1
               : keys->character == 'e' || keys->character == 'E' ? 2
                                                                  : 0;
}

/* A game is a round. The totals of its end are gone with the cards, so games won decide. */
void fs__bowling_standings(const fs_state *state, const fs_config *config, fs_standings *standings)
{
    struct bowling_view v;
    struct bowling_card card;
    bowling_peek(state, &v);
    standings->finished = v.lane.games[0] > 0;
    for (uint32_t slot = 0; slot < config->players; slot++) {
        (void)fs__bowling_read_card(fs__bowling_rolls(&v, slot), v.rule.frames[0], &card);
        standings->scores[slot] = standings->finished ? (int64_t)v.player.wins[slot] : (int64_t)card.total;
    }
    fs_standings_rank(standings, config->players);
}
