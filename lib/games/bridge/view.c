/* view.c: the picture of the bridge and the meaning of its keys.
 *
 * Seen from the side and a little from above. It reads the state and never writes it.
 */
#include "games/bridge/bridge.h"

#include <stdio.h>
#include <string.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>

enum {
    SKY = 0x2A3A50,
    GRASS = 0x4C7A48,
    ROCK = 0x5A5248,
    WATER = 0x24506C,
    WOOD = 0xA87C4C,
    LOAD = 0xE09050,
    ROPE = 0xC8C0A8,
    HANGER = 0x98A0A8,
    POLE = 0x6A5A48,
    PAPER = 0xE8ECF0,
    DIM = 0xA8B0B8,
    RED_AT = 500 /* N: a cable up is red when it pulls so hard */
};

static void draw_bank(const struct bridge_rules *rules, int side, fs_draw_list *draw)
{
    const fix16_t edge = side * fs_fix16_from_pos(rules->half_span),
                  end = edge + side * fix16_from_int(BRIDGE_BANK_LENGTH + 2);
    const fix16_t z = fix16_from_int(BRIDGE_BANK_HALF_WIDTH), deep = -fix16_from_int(BRIDGE_FALL_DEPTH);
    const fs_draw_point top[4] = { { edge, 0, z }, { end, 0, z }, { end, 0, -z }, { edge, 0, -z } };
    const fs_draw_point front[4] = { { edge, 0, z }, { end, 0, z }, { end, deep, z }, { edge, deep, z } };
    const fs_draw_point wall[4] = { { edge, 0, z }, { edge, 0, -z }, { edge, deep, -z }, { edge, deep, z } };
    fs_draw_polygon(draw, wall, 4, ROCK, FS_DRAW_FILLED);
    fs_draw_polygon(draw, front, 4, ROCK, FS_DRAW_FILLED);
    fs_draw_polygon(draw, top, 4, GRASS, FS_DRAW_FILLED);
}

static void draw_gorge(const struct bridge_rules *rules, fs_draw_list *draw)
{
    const fix16_t half = fs_fix16_from_pos(rules->half_span), z = fix16_from_int(BRIDGE_BANK_HALF_WIDTH),
                  deep = -fix16_from_int(BRIDGE_FALL_DEPTH);
    const fs_draw_point water[4] = { { -half, deep, z }, { half, deep, z }, { half, deep, -z }, { -half, deep, -z } };
    fs_draw_polygon(draw, water, 4, WATER, FS_DRAW_FILLED);
    draw_bank(rules, -1, draw);
    draw_bank(rules, 1, draw);
}

/* A plank is as long as its two ends are apart, and half the gap wide. */
static void draw_planks(const struct bridge_view *v, const struct bridge_rules *rules, fs_draw_list *draw)
{
    const fix16_t half = FS_FIX16_ONE * BRIDGE_GAP_CM / 100 * 3 / 8;
    for (uint32_t k = 0; k < rules->planks; k++) {
        fs_draw_point a = fs_kit_point_from_pos3(v->body.pos[2 * k]),
                      b = fs_kit_point_from_pos3(v->body.pos[2 * k + 1]);
        const fs_draw_point plank[4] = { { a.x - half, a.y, a.z },
                                         { a.x + half, a.y, a.z },
                                         { b.x + half, b.y, b.z },
                                         { b.x - half, b.y, b.z } };
        fs_draw_polygon(draw, plank, 4, WOOD, FS_DRAW_FILLED);
    }
}

/* From the colour of an idle cable to red. */
static uint32_t strain_colour(fs_wide tension)
{
    int64_t share = fs_clamp64(tension / RED_AT, 0, FS_WIDE_ONE) >> (FS_WIDE_FRAC - 8);
    uint32_t red = (uint32_t)(0x98 + (0xF0 - 0x98) * share / 256), rest = (uint32_t)(0xA0 - 0x70 * share / 256);
    return red << 16 | rest << 8 | rest;
}

static void draw_links(const struct bridge_view *v, const struct bridge_rules *rules, fs_draw_list *draw)
{
    for (uint32_t row = rules->planks; row < *v->link.rows; row++) {
        uint32_t a = v->link.a[row], b = v->link.b[row];
        bool anchored = v->link.type[row] == FS_LINK_ANCHORED_CABLE;
        if (v->link.status[row] != FS_LINK_ON || a >= *v->body.rows || (!anchored && b >= *v->body.rows))
            continue;
        fs_draw_point to = fs_kit_point_from_pos3(anchored ? v->link.anchor[row] : v->body.pos[b]);
        fs_draw_segment(draw, fs_kit_point_from_pos3(v->body.pos[a]), to,
                        anchored ? strain_colour(v->link.tension[row]) : ROPE);
    }
}

/* The beams that the cables hang on. */
static void draw_beams(const struct bridge_rules *rules, fs_draw_list *draw)
{
    const fix16_t half = fs_fix16_from_pos(rules->half_span), z = FS_FIX16_ONE * BRIDGE_WIDTH_DM / 20;
    const fix16_t top = FS_FIX16_ONE * BRIDGE_CABLE_DM / 10;
    for (int side = -1; side <= 1; side += 2) {
        fs_draw_segment(draw, (fs_draw_point){ -half, top, side * z }, (fs_draw_point){ half, top, side * z }, POLE);
        fs_draw_segment(draw, (fs_draw_point){ -half, 0, side * z }, (fs_draw_point){ -half, top, side * z }, POLE);
        fs_draw_segment(draw, (fs_draw_point){ half, 0, side * z }, (fs_draw_point){ half, top, side * z }, POLE);
    }
}

static void draw_ball(const struct bridge_view *v, const struct bridge_rules *rules, uint32_t slot, uint32_t own,
                      fs_draw_list *draw)
{
    fs_draw_point p = fs_kit_point_from_pos3(v->body.pos[fs__bridge_ball_row(rules, slot)]);
    fix16_t radius = fs_fix16_from_pos(rules->radius);
    fs_draw_circle(draw, p, radius, fs_kit_player_colour(slot), FS_DRAW_FILLED);
    char name[FS_DRAW_NAME_BYTES], label[FS_DRAW_NAME_BYTES + 1];
    fs_draw_get_name(draw, slot, name, sizeof name);
    snprintf(label, sizeof label, v->player.returning[slot] ? "<%s" : "%s>", name);
    fs_kit_draw_label(draw, (fs_draw_point){ p.x, p.y + radius * 5 / 4, p.z }, FS_FIX16_ONE * 3 / 5, 2 * FS_FIX16_ONE,
                      slot == own ? PAPER : fs_kit_player_colour(slot), label);
}

static void draw_own_status(const struct bridge_view *v, uint32_t own, fs_draw_list *draw)
{
    char text[160];
    uint32_t best = v->player.best_crossing_ticks[own], hz = *v->world.hz;
    snprintf(text, sizeof text, "you are %s, on your way %s: %u way%s, %u fall%s", FS_KIT_NAME(draw, own),
             v->player.returning[own] ? "left" : "right", v->player.crossings[own], FS_KIT_S(v->player.crossings[own]),
             v->player.falls[own], FS_KIT_S(v->player.falls[own]));
    fs_draw_hud(draw, fs_kit_player_colour(own), text);
    snprintf(text, sizeof text, "this way %u.%u s, best %u.%u s", v->player.crossing_ticks[own] / hz,
             v->player.crossing_ticks[own] % hz * 10 / hz, best / hz, best % hz * 10 / hz);
    fs_draw_hud(draw, DIM, text);
}

static void draw_score(const struct bridge_view *v, uint32_t own, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "ways ";
    for (uint32_t slot = 0; slot < *v->player.rows; slot++)
        if (v->player.state[slot] != BRIDGE_ABSENT)
            fs_kit_append_score(text, sizeof text, draw, slot, v->player.crossings[slot]);
    fs_draw_hud(draw, PAPER, text);
    uint32_t tenths = (uint32_t)fs_clamp64(
        fs_round_shift64_sym(fs_sat64_mul(fs__bridge_max_stretch(v), 10000), FS_POS_FRAC), 0, 1000000);
    snprintf(text, sizeof text, "stretch of rods and ropes %u.%u mm, torn cables %u", tenths / 10, tenths % 10,
             *v->particle_system.torn);
    fs_draw_hud(draw, DIM, text);
    if (own < *v->player.rows)
        draw_own_status(v, own, draw);
}

void fs__bridge_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    struct bridge_view v;
    bridge_peek(state, &v);
    struct bridge_rules rules = bridge_rules_load(&v);
    fix16_t away = fs_fix16_from_pos(rules.half_span) * 2 + fix16_from_int(6);
    fs_draw_set_camera_3d(draw, (fs_draw_point){ 0, away / 3, away }, (fs_draw_point){ 0, away / 10, 0 }, 112, SKY);
    draw_gorge(&rules, draw);
    if (*v.link.rows > 3 * rules.planks - 2)
        draw_beams(&rules, draw);
    draw_planks(&v, &rules, draw);
    draw_links(&v, &rules, draw);
    for (uint32_t i = 0; i < *v.player.rows; i++)
        if (v.player.state[i] == BRIDGE_ROLLING)
            draw_ball(&v, &rules, i, slot, draw);
    draw_score(&v, slot, draw);
}

void fs__bridge_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
}

/* --- standings ------------------------------------------------------------------------- */

void fs__bridge_standings(const fs_state *state, const fs_config *config, fs_standings *standings)
{
    struct bridge_view v;
    bridge_peek(state, &v);
    for (uint32_t slot = 0; slot < config->players; slot++)
        standings->scores[slot] = v.player.crossings[slot];
    fs_standings_rank(standings, config->players);
}
