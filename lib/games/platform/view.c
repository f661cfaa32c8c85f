/* view.c: the picture of the platforms and the meaning of the keys.
 *
 * It reads the state and never writes it.
 */
#include "games/platform/platform.h"

#include <stdio.h>
#include <string.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>

enum {
    WALL = 0x182028,
    FRAME = 0x2A3742,
    FLOOR = 0x3C4A3C,
    STEEL = 0x6C7A86,
    CABLE = 0x8C8068,
    TAUT = 0xF06040,
    STAND = 0x7A6A54,
    TABLE = 0x4A4438,
    LEAD = 0x9098A4,
    COIN = 0xF0C840,
    BALL = 0xE4E8EC,
    PAPER = 0xD8DCE0,
    DIM = 0x9098A0,
    HEADROOM_DM = 16, /* above the cells, for the status lines: at least, and for each row of cells */
    HEADROOM_ROW_DM = 11
};

static fix16_t length_in_dm(int n)
{
    return FS_FIX16_ONE * n / 10;
}

static void draw_cell(const struct platform_view *v, uint32_t slot, fs_draw_list *draw)
{
    fs_draw_point o = fs_kit_point_from_pos3_flat(fs__platform_pivot_pos(slot, *v->player.rows));
    fix16_t w = length_in_dm(PLATFORM_CELL_WIDTH * 5 - 2), low = o.y - length_in_dm(PLATFORM_LOST_DEPTH_DM);
    fs_draw_box(draw, (fs_draw_point){ o.x - w, low - length_in_dm(4), 0 },
                (fs_draw_point){ o.x + w, low + length_in_dm(PLATFORM_CELL_HEIGHT * 10 - 8), 0 }, FRAME, 0);
    fs_draw_box(draw, (fs_draw_point){ o.x - w, low - length_in_dm(4), 0 }, (fs_draw_point){ o.x + w, low, 0 }, FLOOR,
                FS_DRAW_FILLED);
    if (v->rule.pivot_slides[0])
        fs_draw_box(draw, (fs_draw_point){ o.x - w / 2, o.y - length_in_dm(2), 0 },
                    (fs_draw_point){ o.x + w / 2, o.y, 0 }, TABLE, FS_DRAW_FILLED);
}

/* The two cables at the ends, drawn bright when one of them holds. */
static void draw_stops(const struct platform_view *v, uint32_t slot, fs_draw_list *draw)
{
    for (uint32_t k = PLATFORM_RODS; k < PLATFORM_LINKS; k++) {
        uint32_t row = slot * PLATFORM_LINKS + k, a = v->link.a[row];
        if (a < *v->body.rows)
            fs_draw_segment(draw, fs_kit_point_from_pos3_flat(v->body.pos[a]),
                            fs_kit_point_from_pos3_flat(v->link.anchor[row]), v->link.tension[row] > 0 ? TAUT : CABLE);
    }
}

static void draw_truss(const struct platform_view *v, uint32_t slot, fs_draw_list *draw)
{
    for (uint32_t k = 0; k < PLATFORM_RODS; k++) {
        uint32_t row = slot * PLATFORM_LINKS + k, a = v->link.a[row], b = v->link.b[row];
        if (a < *v->body.rows && b < *v->body.rows)
            fs_draw_segment(draw, fs_kit_point_from_pos3_flat(v->body.pos[a]),
                            fs_kit_point_from_pos3_flat(v->body.pos[b]), STEEL);
    }
    fs_draw_circle(draw, fs_kit_point_from_pos3_flat(v->body.pos[fs__platform_body_row(slot, PLATFORM_KEEL)]),
                   length_in_dm(3), LEAD, FS_DRAW_FILLED);
    fs_draw_point pivot = fs_kit_point_from_pos3_flat(v->body.pos[fs__platform_body_row(slot, PLATFORM_PIVOT)]);
    const fs_draw_point foot[3] = { pivot,
                                    { pivot.x - length_in_dm(4), pivot.y - length_in_dm(7), 0 },
                                    { pivot.x + length_in_dm(4), pivot.y - length_in_dm(7), 0 } };
    if (v->rule.pivot_slides[0])
        fs_draw_circle(draw, pivot, length_in_dm(2), STAND, FS_DRAW_FILLED);
    else
        fs_draw_polygon(draw, foot, 3, STAND, FS_DRAW_FILLED);
}

/* The deck hangs over the upper side of its rods. */
static void draw_deck(const struct platform_view *v, uint32_t slot, uint32_t colour, fs_draw_list *draw)
{
    for (uint32_t part = 0; part + 1 < PLATFORM_DECK_NODES; part++) {
        fs_draw_point a = fs_kit_point_from_pos3_flat(v->body.pos[fs__platform_body_row(slot, part)]),
                      b = fs_kit_point_from_pos3_flat(v->body.pos[fs__platform_body_row(slot, part + 1)]);
        const fs_draw_point plank[4] = { a, b, { b.x, b.y - length_in_dm(2), 0 }, { a.x, a.y - length_in_dm(2), 0 } };
        fs_draw_polygon(draw, plank, 4, colour, FS_DRAW_FILLED);
    }
}

static void draw_weight(const struct platform_view *v, uint32_t slot, uint32_t own, fs_draw_list *draw)
{
    fs_draw_point p = fs_kit_point_from_pos3_flat(fs__platform_deck_point(v, slot, v->player.weight_pos[slot]));
    fs_draw_point low = { p.x - length_in_dm(4), p.y - length_in_dm(9), 0 },
                  high = { p.x + length_in_dm(4), p.y - length_in_dm(2), 0 };
    fs_draw_box(draw, low, high, fs_kit_player_colour(slot), FS_DRAW_FILLED);
    fs_draw_box(draw, low, high, slot == own ? PAPER : WALL, 0);
}

static void draw_coin(const struct platform_view *v, uint32_t slot, fs_draw_list *draw)
{
    fs_draw_point p = fs_kit_point_from_pos3_flat(
        fs__platform_deck_point(v, slot, fs__platform_coin_pos(*v->world.seed, v->player.coins[slot])));
    p.y += FS_FIX16_ONE * PLATFORM_RADIUS_CM / 100;
    fs_draw_circle(draw, p, length_in_dm(3), COIN, FS_DRAW_FILLED);
    fs_draw_circle(draw, p, length_in_dm(2), 0xB08820, 0);
}

static void draw_platform(const struct platform_view *v, uint32_t slot, uint32_t own, fs_draw_list *draw)
{
    bool active = v->player.state[slot] != PLATFORM_ABSENT;
    draw_cell(v, slot, draw);
    draw_stops(v, slot, draw);
    draw_truss(v, slot, draw);
    draw_deck(v, slot, active ? fs_kit_player_colour(slot) : STEEL, draw);
    if (!active)
        return;
    draw_weight(v, slot, own, draw);
    draw_coin(v, slot, draw);
    if (v->player.state[slot] == PLATFORM_ROLLING)
        fs_draw_circle(draw, fs_kit_point_from_pos3_flat(v->body.pos[fs__platform_body_row(slot, PLATFORM_BALL)]),
                       FS_FIX16_ONE * PLATFORM_RADIUS_CM / 100, BALL, FS_DRAW_FILLED);
    fs_draw_point o = fs_kit_point_from_pos3_flat(fs__platform_pivot_pos(slot, *v->player.rows));
    char name[FS_DRAW_NAME_BYTES], text[48];
    fs_draw_get_name(draw, slot, name, sizeof name);
    snprintf(text, sizeof text, "%s: coins %u", name, v->player.coins[slot]);
    fs_draw_text(draw, (fs_draw_point){ o.x - length_in_dm(PLATFORM_CELL_WIDTH * 5 - 6), o.y + length_in_dm(31), 0 },
                 length_in_dm(8), slot == own ? PAPER : fs_kit_player_colour(slot), text);
}

static void draw_status(const struct platform_view *v, uint32_t own, fs_draw_list *draw)
{
    char text[160];
    uint32_t tenths = (uint32_t)fs_clamp64(
        fs_round_shift64_sym(fs_sat64_mul(fs__platform_max_stretch(v), 10000), FS_POS_FRAC), 0, 1000000);
    if (own < *v->player.rows) {
        snprintf(text, sizeof text, "you are %s: coins %u, since the last fall %u, at best %u, falls %u",
                 FS_KIT_NAME(draw, own), v->player.coins[own], v->player.streak[own], v->player.best[own],
                 v->player.falls[own]);
        fs_draw_hud(draw, fs_kit_player_colour(own), text);
    }
    snprintf(text, sizeof text, "stretch of the rods %u.%u mm", tenths / 10, tenths % 10);
    fs_draw_hud(draw, DIM, text);
}

void fs__platform_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    struct platform_view v;
    platform_peek(state, &v);
    uint32_t players = *v.player.rows, columns = fs__platform_columns(players),
             rows = (players + columns - 1) / columns;
    int headroom = fs_max32(HEADROOM_DM, HEADROOM_ROW_DM * (int)rows);
    fix16_t height = length_in_dm((int)rows * PLATFORM_CELL_HEIGHT * 10 + headroom + 4);
    fs_draw_set_camera_2d(draw, 0, length_in_dm(PLATFORM_CELL_HEIGHT * 5 - PLATFORM_LOST_DEPTH_DM - 6 + headroom / 2),
                          length_in_dm((int)columns * PLATFORM_CELL_WIDTH * 10), height, WALL);
    for (uint32_t i = 0; i < players; i++)
        draw_platform(&v, i, slot, draw);
    draw_status(&v, slot, draw);
}

void fs__platform_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
}

/* --- standings ------------------------------------------------------------------------- */

/* Coins. */
void fs__platform_standings(const fs_state *state, const fs_config *config, fs_standings *standings)
{
    struct platform_view v;
    platform_peek(state, &v);
    for (uint32_t slot = 0; slot < config->players; slot++)
        standings->scores[slot] = v.player.coins[slot];
    fs_standings_rank(standings, config->players);
}
