/* view.c: the picture of the blobs and the meaning of the keys.
 *
 * It reads the state and never writes it.
 */
#include "games/blob/blob.h"

#include <stdio.h>
#include <string.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>

enum {
    AIR = 0x1E2430,
    SOIL = 0x3A4048,
    EDGE = 0x687480,
    PLANK = 0x8A7458,
    CRUMB = 0xF4D868,
    GLOSS = 0xFFF4C0,
    EYE = 0xF8F8F8,
    PUPIL = 0x101418,
    PAPER = 0xD8DCE0,
    DIM = 0x9098A0,
    BOTTOM_DM = -25,
    HEIGHT_DM = 290
};

static fs_draw_point point_in_dm(int x, int y)
{
    return (fs_draw_point){ fix16_from_int(x) / 10, fix16_from_int(y) / 10, 0 };
}

static void draw_scene(fs_draw_list *draw)
{
    const int half = BLOB_HALF_WIDTH * 10;
    fs_draw_box(draw, point_in_dm(-half - 40, BOTTOM_DM - 10), point_in_dm(half + 40, 0), SOIL, FS_DRAW_FILLED);
    fs_draw_box(draw, point_in_dm(-half - 40, 0), point_in_dm(-half, HEIGHT_DM), SOIL, FS_DRAW_FILLED);
    fs_draw_box(draw, point_in_dm(half, 0), point_in_dm(half + 40, HEIGHT_DM), SOIL, FS_DRAW_FILLED);
    fs_draw_box(draw, point_in_dm(-half - 40, BLOB_HEIGHT * 10), point_in_dm(half + 40, HEIGHT_DM), SOIL,
                FS_DRAW_FILLED);
    fs_draw_box(draw, point_in_dm(-half, 0), point_in_dm(half, BLOB_HEIGHT * 10), EDGE, 0);
    for (uint32_t plank = 0; plank < BLOB_PLANKS; plank++) {
        fs_pos3 from, to;
        fs__blob_plank_ends(plank, &from, &to);
        fs_draw_point a = fs_kit_point_from_pos3_flat(from), b = fs_kit_point_from_pos3_flat(to);
        fix16_t thick = FS_FIX16_ONE / 4;
        const fs_draw_point board[4] = { a, b, { b.x, b.y - thick, 0 }, { a.x, a.y - thick, 0 } };
        fs_draw_polygon(draw, board, 4, PLANK, FS_DRAW_FILLED);
    }
}

static void draw_crumbs(const struct blob_view *v, fs_draw_list *draw)
{
    for (uint32_t i = 0; i < *v->crumb.rows; i++) {
        fs_draw_point p = fs_kit_point_from_pos3_flat(v->crumb.pos[i]);
        fs_draw_circle(draw, p, FS_FIX16_ONE * 3 / 10, CRUMB, FS_DRAW_FILLED);
        p.x -= FS_FIX16_ONE / 12;
        p.y += FS_FIX16_ONE / 12;
        fs_draw_circle(draw, p, FS_FIX16_ONE / 10, GLOSS, FS_DRAW_FILLED);
    }
}

static fs_draw_point offset_point(fs_draw_point from, uint32_t heading, fix16_t distance)
{
    from.x += fs_mul32_sym(distance, fs_cos(heading), FS_UNIT_FRAC);
    from.y += fs_mul32_sym(distance, fs_sin(heading), FS_UNIT_FRAC);
    return from;
}

/* Cuts the corners of an outline off, at a quarter of each edge: twice the points, and
 * rounder. `to` has room for them. */
static uint32_t round_point(const fs_draw_point *from, uint32_t count, fs_draw_point *to)
{
    for (uint32_t i = 0; i < count; i++) {
        fs_draw_point a = from[i], b = from[(i + 1) % count];
        to[2 * i] = (fs_draw_point){ a.x + (b.x - a.x) / 4, a.y + (b.y - a.y) / 4, 0 };
        to[2 * i + 1] = (fs_draw_point){ b.x - (b.x - a.x) / 4, b.y - (b.y - a.y) / 4, 0 };
    }
    return 2 * count;
}

/* Parts that hold together are drawn as one body with a round skin, loose parts as drops. */
static void draw_body(const struct blob_view *v, const struct blob_rules *rules, uint32_t slot, uint32_t own,
                      fs_draw_list *draw)
{
    uint32_t core = fs__blob_core_row(rules, slot), colour = fs_kit_player_colour(slot), points = 0;
    fs_draw_point outline[4 * BLOB_MAX_RIM], rounder[4 * BLOB_MAX_RIM];
    fix16_t skin = fs_fix16_from_pos(rules->particle_radius);
    fs_draw_circle(draw, fs_kit_point_from_pos3_flat(v->body.pos[core]), skin, colour, FS_DRAW_FILLED);
    for (uint32_t part = 1; part <= rules->rim; part++) {
        fs_pos3 delta = fs_pos3_sub(v->body.pos[core + part], v->body.pos[core]);
        fs_draw_point place = fs_kit_point_from_pos3_flat(v->body.pos[core + part]);
        fs_draw_circle(draw, place, skin, colour, FS_DRAW_FILLED);
        if (fs__blob_part_attached(v, rules, slot, part))
            outline[points++] = offset_point(place, fs_atan2(delta.y, delta.x), skin * 11 / 8);
    }
    if (points < 3)
        return;
    points = round_point(rounder, round_point(outline, points, rounder), outline);
    fs_draw_polygon(draw, outline, points, colour, FS_DRAW_FILLED);
    if (slot == own)
        fs_draw_polygon(draw, outline, points, PAPER, 0);
}

static void draw_face(const struct blob_view *v, const struct blob_rules *rules, uint32_t slot, uint32_t own,
                      fs_draw_list *draw)
{
    uint32_t core = fs__blob_core_row(rules, slot);
    fs_draw_point p = fs_kit_point_from_pos3_flat(v->body.pos[core]);
    fix16_t one = FS_FIX16_ONE, look = one / 9 * v->player.direction[slot],
            lid = v->player.gathering[slot] ? one / 8 : one / 4;
    for (int side = -1; side <= 1; side += 2) {
        fs_draw_point eye = { p.x + side * one * 3 / 8, p.y + one / 5, 0 };
        fs_draw_circle(draw, eye, lid, EYE, FS_DRAW_FILLED);
        eye.x += look;
        eye.y -= v->player.heavy[slot] ? one / 9 : 0;
        fs_draw_circle(draw, eye, one / 10, PUPIL, FS_DRAW_FILLED);
    }
    char number[FS_DRAW_NAME_BYTES];
    fs_draw_get_name(draw, slot, number, sizeof number);
    fs_pos top = v->body.pos[core].y;
    for (uint32_t part = 1; part <= rules->rim; part++)
        if (fs__blob_part_attached(v, rules, slot, part))
            top = fs_max64(top, v->body.pos[core + part].y);
    fs_draw_point label = { p.x - one / 4,
                            fs_kit_coordinate_from_pos(fs_sat64_add(top, rules->particle_radius)) + one / 4, 0 };
    fs_draw_text(draw, label, one * 6 / 5, slot == own ? PAPER : fs_kit_player_colour(slot), number);
}

static void draw_score(const struct blob_view *v, uint32_t own, fs_draw_list *draw)
{
    static const char *const softness[BLOB_SOFTEST + 1] = {
        "hard", "firm", "soft", "softer", "very soft", "like water"
    };
    char text[FS_DRAW_MAX_TEXT] = "crumbs ";
    for (uint32_t slot = 0; slot < *v->player.rows; slot++)
        if (v->player.active[slot])
            fs_kit_append_score(text, sizeof text, draw, slot, v->player.score[slot]);
    fs_draw_hud(draw, PAPER, text);
    if (own >= *v->player.rows)
        return;
    uint32_t soft = fs_min_u32(v->player.softness[own], BLOB_SOFTEST);
    snprintf(text, sizeof text, "you are %s: %s%s%s%s", FS_KIT_NAME(draw, own), softness[soft],
             v->player.released[own] ? ", let go" : "", v->player.gathering[own] ? ", gathering" : "",
             v->player.heavy[own] ? ", heavy" : "");
    fs_draw_hud(draw, fs_kit_player_colour(own), text);
    snprintf(text, sizeof text, "%u jump%s", v->player.jumps[own], FS_KIT_S(v->player.jumps[own]));
    fs_draw_hud(draw, DIM, text);
}

void fs__blob_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    struct blob_view v;
    blob_peek(state, &v);
    struct blob_rules rules = blob_rules_load(&v);
    fs_draw_point middle = point_in_dm(0, BOTTOM_DM + HEIGHT_DM / 2);
    fs_draw_set_camera_2d(draw, middle.x, middle.y, fix16_from_int(2 * BLOB_HALF_WIDTH + 2),
                          fix16_from_int(HEIGHT_DM) / 10, AIR);
    draw_scene(draw);
    draw_crumbs(&v, draw);
    for (uint32_t i = 0; i < *v.player.rows; i++)
        if (v.player.active[i])
            draw_body(&v, &rules, i, slot, draw);
    for (uint32_t i = 0; i < *v.player.rows; i++)
        if (v.player.active[i])
            draw_face(&v, &rules, i, slot, draw);
    draw_score(&v, slot, draw);
}

void fs__blob_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
    if (keys->character == '+' || keys->character == '=')
        bytes[1] = BLOB_SOFTER;
    if (keys->character == '-')
        bytes[1] = BLOB_STIFFER;
}

/* --- standings ------------------------------------------------------------------------- */

void fs__blob_standings(const fs_state *state, const fs_config *config, fs_standings *standings)
{
    struct blob_view v;
    blob_peek(state, &v);
    for (uint32_t slot = 0; slot < config->players; slot++)
        standings->scores[slot] = v.player.score[slot];
    fs_standings_rank(standings, config->players);
}
