/* view.c: the picture of the blocks and the meaning of the keys. It reads the state and never writes it. */
#include <stdio.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>

#include "games/fracture/fracture.h"

enum {
    SKY = 0x243040,
    DEEP = 0x18202C,
    TILE = 0x7C8890,
    TILE_DARK = 0x6C7880,
    SIDE = 0x4C565C,
    STONE = 0xD8D0C0,
    RUBBLE = 0xA8A090,
    IRON = 0x404448,
    TEXT = 0xE8E4DC,
    DIM = 0xA8A49C
};

#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

static fs_draw_material paint(uint32_t colour, uint8_t gloss)
{
    return (fs_draw_material){ .colour = colour, .gloss = gloss };
}

/* ---- stage ------------------------------------------------------------------------------------------------------------ */

static void draw_stage(fs_draw_list *draw)
{
    const fs_kit_stage3 stage = { .half = FRACTURE_HALF_STAGE * FS_POS_ONE,
                                  .depth = 2 * FRACTURE_FALLEN * FS_POS_ONE,
                                  .far = 4 * FRACTURE_HALF_STAGE * FS_POS_ONE,
                                  .tiles = 8,
                                  .even = TILE,
                                  .odd = TILE_DARK,
                                  .side = SIDE,
                                  .plain = DEEP };
    fs_kit_draw_stage(draw, &stage);
}

/* ---- bodies ----------------------------------------------------------------------------------------------------------- */

/* A piece bears the colour of the player who broke it off, every second one darker, so that neighbours differ. */
static uint32_t part_colour(const struct fracture_view *v, uint32_t row)
{
    uint32_t by = v->part.by[row];
    if (v->part.age[row] == FRACTURE_WHOLE)
        return STONE;
    uint32_t colour = by > 0 ? fs_kit_player_colour(by - 1) : RUBBLE;
    return row % 2 == 0 ? colour : (colour >> 1 & 0x7F7F7F) + (colour >> 2 & 0x3F3F3F);
}

static void draw_bodies(const struct fracture_view *v, const struct fs_world3 *w, fs_draw_list *draw)
{
    uint32_t first = fs__fracture_first_part(*v->player.rows);
    for (uint32_t row = 1; row < *w->body.rows; row++) {
        if (row >= first)
            fs_kit_body3_draw(w, row, paint(part_colour(v, row), 20), draw);
        else if ((w->body.flags[row] & FS_BODY3_DISABLED) == 0)
            fs_kit_body3_draw(w, row, paint(fs_kit_player_colour((row - 1) / FRACTURE_BALLS), 160), draw);
    }
}

static void draw_gun(const struct fracture_view *v, uint32_t slot, fs_draw_list *draw)
{
    fs_pos3 muzzle = fs__fracture_muzzle(slot), to = v->player.at[slot];
    fs_unit3 along;
    if (!fs_pos3_normalise(fs_pos3_sub(to, muzzle), &along))
        return;
    fs_pos3 foot = fs_pos3_make(muzzle.x, -2 * FRACTURE_FALLEN * FS_POS_ONE, muzzle.z);
    fs_draw_cylinder(draw, fs_kit_point_from_pos3(foot),
                     fs_kit_point_from_pos3(fs_kit_aim3_point(muzzle, along, -CM(120))), FS_FIX16_ONE / 2,
                     paint(IRON, 40));
    fs_draw_cylinder(draw, fs_kit_point_from_pos3(fs_kit_aim3_point(muzzle, along, -CM(180))),
                     fs_kit_point_from_pos3(muzzle), FS_FIX16_ONE / 3, paint(fs_kit_player_colour(slot), 100));
}

static void draw_crosshair(const struct fracture_view *v, uint32_t slot, fs_draw_list *draw)
{
    uint32_t colour = fs_kit_player_colour(slot);
    fs_pos3 at = v->player.at[slot];
    at.y = CM(3);
    fs_kit_draw_floor(draw, at, CM(50), CM(6), colour);
    fs_kit_draw_floor(draw, at, CM(6), CM(50), colour);
    at.y = CM(60);
    fs_kit_draw_name(draw, slot, fs_kit_point_from_pos3(at), FS_FIX16_ONE / 2, colour);
}

/* ---- text ------------------------------------------------------------------------------------------------------------- */

static void write_own(const struct fracture_view *v, uint32_t slot, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT];
    snprintf(text, sizeof text, "you are %s: %u shot%s, %s", FS_KIT_NAME(draw, slot), v->player.shots[slot],
             FS_KIT_S(v->player.shots[slot]), v->player.reload[slot] > 0 ? "reloading" : "ready");
    fs_draw_hud(draw, fs_kit_player_colour(slot), text);
}

static void write_scores(const struct fracture_view *v, uint32_t own, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "broken ", value[48];
    uint32_t parts = 0, whole = fs__fracture_count_whole(v);
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        snprintf(value, sizeof value, "%u (%u won)", v->player.score[slot], v->player.wins[slot]);
        if (v->player.active[slot])
            fs_kit_append_value(text, sizeof text, draw, slot, value);
    }
    fs_draw_hud(draw, TEXT, text);
    for (uint32_t row = 0; row < *v->part.rows; row++)
        parts += v->part.age[row] > FRACTURE_WHOLE;
    snprintf(text, sizeof text, "round %u: %u of %u block%s whole, %u piece%s", v->stage.rounds[0] + 1, whole,
             v->rule.blocks[0], FS_KIT_S(v->rule.blocks[0]), parts, FS_KIT_S(parts));
    fs_draw_hud(draw, DIM, text);
    if (own < *v->player.rows && v->player.active[own])
        write_own(v, own, draw);
}

void fs__fracture_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    struct fracture_view v;
    struct fs_world3 w;
    (void)config;
    fracture_peek(state, &v);
    fs_world3_bind_readonly(state, fracture_T_physics3, &w);
    /* Behind the own gun; a spectator sees what slot 0 sees. */
    fs_kit_camera3_seat(draw, slot < *v.player.rows ? slot : 0, 17 * FS_POS_ONE, 7 * FS_POS_ONE, FS_POS_ONE, 115, SKY);
    draw_stage(draw);
    draw_bodies(&v, &w, draw);
    for (uint32_t i = 0; i < *v.player.rows; i++) {
        if (!v.player.active[i])
            continue;
        draw_crosshair(&v, i, draw);
        if (i != slot)
            draw_gun(&v, i, draw);
    }
    write_scores(&v, slot, draw);
}

void fs__fracture_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
}
