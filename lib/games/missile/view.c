/* view.c: the picture of the missiles and the meaning of the keys.
 *
 * It reads the state and never writes it.
 */
#include "games/missile/missile.h"

#include <stdio.h>
#include <string.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>

enum {
    NIGHT = 0x0A1016,
    FIELD = 0x1C2C3A,
    GRID = 0x2A3E4C,
    WALL = 0x90A0AC,
    FLAME = 0xF8D060,
    DRONE = 0x7C8890,
    PAPER = 0xD8DCE0,
    DIM = 0x9098A0,
    SIZE_DM = 25, /* of a craft, larger than life */
    HEADROOM = 18 /* m, above the arena, for the status lines */
};

static fs_draw_point offset_point(fs_draw_point from, uint32_t heading, fix16_t distance)
{
    from.x += fs_mul32_sym(distance, fs_cos(heading), FS_UNIT_FRAC);
    from.y += fs_mul32_sym(distance, fs_sin(heading), FS_UNIT_FRAC);
    return from;
}

static void draw_arena(fs_draw_list *draw)
{
    const fix16_t w = fix16_from_int(MISSILE_HALF_WIDTH), h = fix16_from_int(MISSILE_HALF_HEIGHT),
                  ten = fix16_from_int(10);
    fs_draw_box(draw, (fs_draw_point){ -w, -h, 0 }, (fs_draw_point){ w, h, 0 }, FIELD, FS_DRAW_FILLED);
    for (fix16_t x = ten - w; x < w; x += ten)
        fs_draw_segment(draw, (fs_draw_point){ x, -h, 0 }, (fs_draw_point){ x, h, 0 }, GRID);
    for (fix16_t y = 5 * FS_FIX16_ONE - h; y < h; y += ten)
        fs_draw_segment(draw, (fs_draw_point){ -w, y, 0 }, (fs_draw_point){ w, y, 0 }, GRID);
    fs_draw_box(draw, (fs_draw_point){ -w, -h, 0 }, (fs_draw_point){ w, h, 0 }, WALL, 0);
}

static uint32_t craft_colour(const struct missile_view *v, const struct missile_rules *rules, uint32_t i)
{
    return i + rules->drones < *v->craft.rows ? fs_kit_player_colour(i) : DRONE;
}

static void draw_craft(const struct missile_view *v, const struct missile_rules *rules, uint32_t i, uint32_t own,
                       fs_draw_list *draw)
{
    uint32_t heading = v->craft.heading[i], colour = craft_colour(v, rules, i);
    fs_draw_point p = fs_kit_point_from_pos3_flat(v->body.pos[i]);
    fix16_t size = FS_FIX16_ONE * SIZE_DM / 10;
    const fs_draw_point outline[4] = { offset_point(p, heading, size),
                                       offset_point(p, heading + FS_TURN_DEG(140), size),
                                       offset_point(p, heading + FS_TURN_HALF, size / 4),
                                       offset_point(p, heading - FS_TURN_DEG(140), size) };
    if (v->craft.thrusting[i])
        fs_draw_segment(draw, outline[2], offset_point(p, heading + FS_TURN_HALF, size * 3 / 2), FLAME);
    fs_draw_polygon(draw, outline, 4, colour, FS_DRAW_FILLED);
    if (i == own)
        fs_draw_polygon(draw, outline, 4, PAPER, 0);
    if (v->craft.guard[i] > 0)
        fs_draw_circle(draw, p, size * 3 / 2, colour, 0);
    if (colour == DRONE)
        return;
    char number[FS_DRAW_NAME_BYTES];
    fs_draw_get_name(draw, i, number, sizeof number);
    fs_draw_text(draw, (fs_draw_point){ p.x + size, p.y + size, 0 }, fix16_from_int(3), colour, number);
}

static void draw_missile(const struct missile_view *v, const struct missile_rules *rules, uint32_t row,
                         fs_draw_list *draw)
{
    uint32_t owner = fs__missile_owner_slot(v, rules, row), colour = fs_kit_player_colour(owner);
    fs_pos3 pos = v->body.pos[row];
    fs_vel3 vel = v->body.vel[row];
    uint32_t heading = fs_atan2(vel.y, vel.x);
    fs_draw_point p = fs_kit_point_from_pos3_flat(pos);
    if (!fs_wide3_is_zero(v->body.acc[row]))
        fs_draw_segment(draw, p, offset_point(p, heading + FS_TURN_HALF, fix16_from_int(4)), FLAME);
    fs_draw_segment(draw, p, offset_point(p, heading, FS_FIX16_ONE * 3 / 2), colour);
    fs_draw_circle(draw, p, FS_FIX16_ONE * 3 / 5, colour, FS_DRAW_FILLED);
}

static void draw_score(const struct missile_view *v, const struct missile_rules *rules, uint32_t own,
                       fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "hits ";
    uint32_t players = *v->craft.rows - rules->drones;
    for (uint32_t slot = 0; slot < players; slot++)
        if (v->craft.state[slot] != MISSILE_ABSENT)
            fs_kit_append_score(text, sizeof text, draw, slot, v->craft.score[slot]);
    fs_draw_hud(draw, PAPER, text);
    if (own >= players)
        return;
    snprintf(text, sizeof text, "you are %s: hits %u, losses %u%s", FS_KIT_NAME(draw, own), v->craft.score[own],
             v->craft.losses[own], v->craft.state[own] == MISSILE_WAITING ? ", wait for the next craft" : "");
    fs_draw_hud(draw, fs_kit_player_colour(own), text);
    if (v->craft.coasting[own])
        snprintf(text, sizeof text, "missiles coast");
    else
        snprintf(text, sizeof text, "missiles accelerate by %u m/s^2", v->craft.power[own]);
    fs_draw_hud(draw, DIM, text);
}

void fs__missile_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    struct missile_view v;
    missile_peek(state, &v);
    struct missile_rules rules = missile_rules_load(&v);
    fs_draw_set_camera_2d(draw, 0, fix16_from_int(HEADROOM / 2), fix16_from_int(2 * MISSILE_HALF_WIDTH + 4),
                          fix16_from_int(2 * MISSILE_HALF_HEIGHT + 4 + HEADROOM), NIGHT);
    draw_arena(draw);
    for (uint32_t row = *v.craft.rows; row < *v.body.rows; row++)
        if (v.body.kind[row] == MISSILE_KIND_MISSILE)
            draw_missile(&v, &rules, row, draw);
    for (uint32_t i = 0; i < *v.craft.rows; i++)
        if (v.craft.state[i] == MISSILE_FLYING)
            draw_craft(&v, &rules, i, slot, draw);
    draw_score(&v, &rules, slot, draw);
}

void fs__missile_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
    if (keys->character == '+' || keys->character == '=')
        bytes[1] = MISSILE_POWER_UP;
    if (keys->character == '-')
        bytes[1] = MISSILE_POWER_DOWN;
}

/* --- standings ------------------------------------------------------------------------- */

void fs__missile_standings(const fs_state *state, const fs_config *config, fs_standings *standings)
{
    struct missile_view v;
    missile_peek(state, &v);
    for (uint32_t slot = 0; slot < config->players; slot++)
        standings->scores[slot] = v.craft.score[slot];
    fs_standings_rank(standings, config->players);
}
