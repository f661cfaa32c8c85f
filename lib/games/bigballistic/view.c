/* view.c: the picture of the stacks from behind the own gun, and the meaning of the keys. It reads the state and never
 * writes it. */
#include <stdio.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>
#include <fixstep/trig.h>

#include "games/bigballistic/bigballistic.h"

enum {
    SKY = 0x8CA8C4,
    SAND = 0xB8A880,
    SAND_DARK = 0xA89870,
    PLAIN = 0x98906C,
    CONCRETE = 0x84888C,
    IRON = 0x3C4048,
    TEXT = 0x101820,
    DIM = 0x303840,
    DOTS = 16, /* of the path of the next shot */
    DOT_METRES = 20
};

#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

static fs_draw_material paint(uint32_t colour, uint8_t gloss)
{
    return (fs_draw_material){ .colour = colour, .gloss = gloss };
}

static fs_unit3 aim_of(const struct bigballistic_view *v, uint32_t slot)
{
    return fs_kit_aim3_direction((uint32_t)v->player.yaw[slot], (uint32_t)v->player.pitch[slot]);
}

/* ---- the range ---------------------------------------------------------------------------------------------------------- */

/* Behind the muzzle and above it, along the aim. */
static void set_camera(const struct bigballistic_view *v, uint32_t slot, fs_draw_list *draw)
{
    fs_unit3 level = fs_kit_aim3_direction((uint32_t)v->player.yaw[slot], 0);
    fs_pos3 muzzle = fs__bigballistic_muzzle(slot, *v->player.rows);
    fs_pos3 eye = fs_kit_aim3_point(muzzle, level, -5 * FS_POS_ONE);
    eye = fs_kit_pos3_above(eye, CM(160));
    fs_pos3 target = fs_kit_aim3_point(muzzle, aim_of(v, slot), 14 * FS_POS_ONE);
    target.y = (target.y + CM(150)) / 2;
    fs_kit_camera3_look(draw, eye, target, 125, SKY);
}

static void draw_range(const struct bigballistic_view *v, const struct fs_world3 *w, fs_draw_list *draw)
{
    fs_kit_draw_floor(draw, fs_pos3_make(0, -CM(10), 0), 300 * FS_POS_ONE, 300 * FS_POS_ONE, PLAIN);
    fs_kit_draw_tiles(draw, fs_pos3_make(0, 0, -20 * FS_POS_ONE), 32 * FS_POS_ONE, 16, SAND, SAND_DARK);
    for (uint32_t stack = 0; stack < *v->stack.rows; stack++)
        fs_kit_body3_draw(w, 1 + stack, paint(CONCRETE, 10), draw);
}

/* A box of a stack that somebody has hit bears a lid in the colour of that player. */
static void draw_boxes(const struct bigballistic_view *v, const struct fs_world3 *w, fs_draw_list *draw)
{
    for (uint32_t box = 0; box < *v->box.rows; box++) {
        uint32_t stack = box / BIGBALLISTIC_BOXES, by = v->stack.by[stack];
        uint32_t row = fs__bigballistic_box_row(*v->stack.rows, *v->player.rows, box);
        uint32_t colour = fs__bigballistic_stacks[stack % BIGBALLISTIC_KINDS].colour;
        if (v->box.down[box])
            colour = (colour >> 1 & 0x7F7F7F) + (colour >> 2 & 0x3F3F3F);
        fs_kit_body3_draw(w, row, paint(colour, 20), draw);
        if (by == 0 || v->box.down[box])
            continue;
        fs_pos3 lid = fs_pos3_add_rel(w->body.pos[row],
                                      fs_quat_rel(w->body.rot[row], fs_rel3_make(0, FS_REL_ONE / 2, 0)));
        fs_draw_sphere(draw, fs_kit_point_from_pos3(lid), FS_FIX16_ONE / 8, paint(fs_kit_player_colour(by - 1), 60));
    }
}

/* ---- shots and guns ------------------------------------------------------------------------------------------------------ */

static void draw_shots(const struct bigballistic_view *v, const struct fs_world3 *w, fs_draw_list *draw)
{
    for (uint32_t shot = 0; shot < *v->shot.rows; shot++) {
        uint32_t weapon = shot / BIGBALLISTIC_ROUNDS % BIGBALLISTIC_WEAPONS;
        if (v->shot.left[shot] > 0)
            fs_kit_body3_draw(w, fs__bigballistic_shot_row(*v->stack.rows, shot),
                              paint(fs__bigballistic_shots[weapon].colour, 180), draw);
    }
}

static void draw_gun(const struct bigballistic_view *v, uint32_t slot, bool own, fs_draw_list *draw)
{
    fs_pos3 muzzle = fs__bigballistic_muzzle(slot, *v->player.rows), foot = muzzle, above = muzzle;
    uint32_t colour = fs_kit_player_colour(slot);
    fs_unit3 along = aim_of(v, slot);
    foot.y = 0;
    fs_pos3 breech = fs_kit_aim3_point(muzzle, along, -CM(140));
    fs_draw_cone(draw, fs_kit_point_from_pos3(foot), fs_kit_point_from_pos3(breech), FS_FIX16_ONE / 2, paint(IRON, 40));
    fs_draw_cylinder(draw, fs_kit_point_from_pos3(breech),
                     fs_kit_point_from_pos3(fs_kit_aim3_point(muzzle, along, -CM(30))), FS_FIX16_ONE / 6,
                     paint(colour, 100));
    above = fs_kit_pos3_above(above, CM(60));
    if (!own) /* it would stand across the middle */
        fs_kit_draw_name(draw, slot, fs_kit_point_from_pos3(above), FS_FIX16_ONE * 2 / 5, colour);
}

/* The path of the next shot without damping, down to the ground. */
static void draw_path(const struct bigballistic_view *v, uint32_t slot, fs_draw_list *draw)
{
    struct bigballistic_rules rules = bigballistic_rules_load(v);
    uint32_t weapon = v->player.weapon[slot];
    int32_t speed = fs__bigballistic_shots[weapon].speed;
    fs_pos3 muzzle = fs__bigballistic_muzzle(slot, *v->player.rows);
    fs_wide acc = fs__bigballistic_acceleration(weapon, &rules);
    for (int i = 1; i <= DOTS; i++) {
        fs_wide t = fs_wide_from_ratio((int64_t)i * DOT_METRES, (int64_t)DOTS * speed);
        fs_pos3 p = fs_kit_aim3_point(muzzle, aim_of(v, slot), speed * t);
        p.y = fs_sat64_add(p.y, fs_wide_mul(acc, fs_wide_mul(t, t)) / 2);
        if (p.y > 0)
            fs_draw_sphere(draw, fs_kit_point_from_pos3(p), FS_FIX16_ONE / 14, paint(fs_kit_player_colour(slot), 60));
    }
}

/* ---- text ------------------------------------------------------------------------------------------------------------- */

static void write_own(const struct bigballistic_view *v, uint32_t slot, fs_draw_list *draw)
{
    const struct bigballistic_shot_kind *kind = &fs__bigballistic_shots[v->player.weapon[slot]];
    char text[FS_DRAW_MAX_TEXT];
    snprintf(text, sizeof text, "you are %s: %s, %d.%d kg at %d m/s, %s, %u shot%s", FS_KIT_NAME(draw, slot),
             kind->name, kind->mass_g / 1000, kind->mass_g / 100 % 10, kind->speed,
             v->player.reload[slot] > 0 ? "reloading" : "ready", v->player.shots[slot],
             FS_KIT_S(v->player.shots[slot]));
    fs_draw_hud(draw, fs_kit_player_colour(slot), text);
}

static void write_scores(const struct bigballistic_view *v, uint32_t own, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "points ", value[48];
    uint32_t standing = 0;
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        snprintf(value, sizeof value, "%u (%u won)", v->player.score[slot], v->player.wins[slot]);
        if (v->player.active[slot])
            fs_kit_append_value(text, sizeof text, draw, slot, value);
    }
    fs_draw_hud(draw, TEXT, text);
    for (uint32_t box = 0; box < *v->box.rows; box++)
        standing += !v->box.down[box];
    snprintf(text, sizeof text, "round %u: %u of %u boxes on plinths", v->stage.rounds[0] + 1, standing, *v->box.rows);
    fs_draw_hud(draw, DIM, text);
    if (own < *v->player.rows && v->player.active[own])
        write_own(v, own, draw);
}

void fs__bigballistic_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    struct bigballistic_view v;
    struct fs_world3 w;
    (void)config;
    bigballistic_peek(state, &v);
    fs_world3_bind_readonly(state, bigballistic_T_physics3, &w);
    set_camera(&v, slot < *v.player.rows ? slot : 0, draw); /* a spectator sees what slot 0 sees */
    draw_range(&v, &w, draw);
    draw_boxes(&v, &w, draw);
    draw_shots(&v, &w, draw);
    for (uint32_t i = 0; i < *v.player.rows; i++)
        if (v.player.active[i])
            draw_gun(&v, i, i == slot, draw);
    if (slot < *v.player.rows && v.player.active[slot])
        draw_path(&v, slot, draw);
    write_scores(&v, slot, draw);
}

void fs__bigballistic_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
    if (keys->character >= '1' && keys->character < '1' + BIGBALLISTIC_WEAPONS)
        bytes[1] = (uint8_t)(keys->character - '0');
}
