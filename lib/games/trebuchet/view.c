/* view.c: the picture of the trebuchets and the meaning of the keys. It reads the state and never writes it. */
#include <stdio.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>
#include <fixstep/trig.h>

#include "games/trebuchet/trebuchet.h"

enum {
    SKY = 0x9CC4E4,
    GRASS = 0x6C9050,
    STRIPE = 0x7CA05C,
    WOOD = 0xA87840,
    WOOD_DARK = 0x80582C,
    LEAD = 0x585C64,
    CORD = 0x483820,
    MARK = 0xD04030,
    PALE = 0xF0E8D8,
    TEXT = 0xFFFFFF,
    DIM = 0xD0E0D0,
    DISC_POINTS = 20,
    STRIPE_APART = 20, /* m */
    STRIPES = 20
};

#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

static fs_draw_material paint(uint32_t colour, uint8_t gloss)
{
    return (fs_draw_material){ .colour = colour, .gloss = gloss };
}

/* ---- camera ----------------------------------------------------------------------------------------------------------- */

/* Behind the own machine; in the air and after the landing behind the stone. */
static void set_camera(const struct trebuchet_view *v, const struct fs_world3 *w, uint32_t slot, fs_draw_list *draw)
{
    uint32_t heading = (uint32_t)v->player.heading[slot];
    bool follows = v->player.phase[slot] >= TREBUCHET_FLYING;
    fs_unit3 ahead = fs_kit_aim3_direction(heading, 0), right = fs_kit_aim3_direction(heading - FS_TURN_QUARTER, 0);
    fs_pos3 of = follows ? w->body.pos[fs__trebuchet_row(slot, TREBUCHET_STONE)]
                         : fs__trebuchet_pivot(slot, *v->player.rows);
    fs_pos3 eye = fs_kit_aim3_point(of, ahead, follows ? -16 * FS_POS_ONE : -15 * FS_POS_ONE);
    eye = fs_kit_aim3_point(eye, right, follows ? 0 : 11 * FS_POS_ONE);
    eye = fs_kit_pos3_above(eye, follows ? 5 * FS_POS_ONE : 2 * FS_POS_ONE);
    fs_pos3 target = fs_kit_aim3_point(of, ahead, follows ? 10 * FS_POS_ONE : 4 * FS_POS_ONE);
    fs_kit_camera3_look(draw, eye, target, 150, SKY);
}

/* ---- ground ----------------------------------------------------------------------------------------------------------- */

static void draw_disc(fs_pos3 centre, fs_pos radius, uint32_t colour, fs_draw_list *draw)
{
    fs_draw_point corner[DISC_POINTS];
    for (uint32_t i = 0; i < DISC_POINTS; i++) {
        uint32_t turn = (uint32_t)(((uint64_t)i << 32) / DISC_POINTS);
        fs_pos3 p = fs_pos3_make(centre.x + fs_mul64(radius, fs_sin(turn), FS_UNIT_FRAC), centre.y,
                                 centre.z + fs_mul64(radius, fs_cos(turn), FS_UNIT_FRAC));
        corner[i] = fs_kit_point_from_pos3(p);
    }
    fs_draw_polygon(draw, corner, DISC_POINTS, colour, FS_DRAW_FILLED);
}

/* A stripe every 20 m, with its distance. */
static void draw_stripes(fs_draw_list *draw)
{
    char text[16];
    for (int i = 1; i <= STRIPES; i++) {
        const fs_pos z = -i * STRIPE_APART * FS_POS_ONE;
        fs_kit_draw_floor(draw, fs_pos3_make(0, CM(1), z), 60 * FS_POS_ONE, CM(25), STRIPE);
        snprintf(text, sizeof text, "%d m", i * STRIPE_APART);
        fs_draw_text(draw, fs_kit_point_from_pos3(fs_pos3_make(0, CM(20), z)), FS_FIX16_ONE, DIM, text);
    }
}

static void draw_ground(const struct trebuchet_view *v, fs_draw_list *draw)
{
    const uint32_t colour[3] = { PALE, MARK, PALE };
    const int metres[3] = { 10, 5, 2 };
    fs_pos3 at = v->stage.target[0];
    fs_kit_draw_floor(draw, fs_pos3_make(0, 0, -150 * FS_POS_ONE), 400 * FS_POS_ONE, 400 * FS_POS_ONE, GRASS);
    draw_stripes(draw);
    for (int i = 0; i < 3; i++) {
        at.y = CM(2 + 2 * i);
        draw_disc(at, metres[i] * FS_POS_ONE, colour[i], draw);
    }
    at.y = 6 * FS_POS_ONE;
    fs_draw_cylinder(draw, fs_kit_point_from_pos3(v->stage.target[0]), fs_kit_point_from_pos3(at), FS_FIX16_ONE / 8,
                     paint(MARK, 20));
}

/* ---- machines --------------------------------------------------------------------------------------------------------- */

static void draw_beam(fs_pos3 from, fs_pos3 to, int cm, fs_draw_list *draw)
{
    fs_draw_cylinder(draw, fs_kit_point_from_pos3(from), fs_kit_point_from_pos3(to), fs_fix16_from_pos(CM(cm)),
                     paint(WOOD_DARK, 10));
}

/* Two trestles, 1 m to each side of the pivot, and the axle. */
static void draw_trestles(const struct trebuchet_view *v, uint32_t slot, fs_draw_list *draw)
{
    uint32_t heading = (uint32_t)v->player.heading[slot];
    fs_unit3 ahead = fs_kit_aim3_direction(heading, 0), right = fs_kit_aim3_direction(heading - FS_TURN_QUARTER, 0);
    fs_pos3 pivot = fs__trebuchet_pivot(slot, *v->player.rows), axle[2];
    for (int side = 0; side < 2; side++) {
        axle[side] = fs_kit_aim3_point(pivot, right, side == 0 ? -FS_POS_ONE : FS_POS_ONE);
        for (int leg = -1; leg <= 1; leg += 2) {
            fs_pos3 foot = fs_kit_aim3_point(axle[side], ahead, leg * 2 * FS_POS_ONE);
            foot.y = 0;
            draw_beam(foot, axle[side], 14, draw);
        }
    }
    draw_beam(axle[0], axle[1], 12, draw);
}

static void draw_machine(const struct trebuchet_view *v, const struct fs_world3 *w, uint32_t slot, fs_draw_list *draw)
{
    uint32_t phase = v->player.phase[slot], colour = fs_kit_player_colour(slot);
    fs_pos3 tip = fs__trebuchet_tip(w, slot), stone = w->body.pos[fs__trebuchet_row(slot, TREBUCHET_STONE)];
    draw_trestles(v, slot, draw);
    fs_kit_body3_draw(w, fs__trebuchet_row(slot, TREBUCHET_ARM), paint(WOOD, 20), draw);
    fs_kit_body3_draw(w, fs__trebuchet_row(slot, TREBUCHET_WEIGHT), paint(LEAD, 40), draw);
    fs_kit_body3_draw(w, fs__trebuchet_row(slot, TREBUCHET_STONE), paint(colour, 60), draw);
    if (phase == TREBUCHET_COCKED || phase == TREBUCHET_SWINGING)
        fs_draw_segment(draw, fs_kit_point_from_pos3(tip), fs_kit_point_from_pos3(stone), CORD);
    fs_pos3 above = fs__trebuchet_pivot(slot, *v->player.rows);
    above = fs_kit_pos3_above(above, 3 * FS_POS_ONE);
    fs_kit_draw_name(draw, slot, fs_kit_point_from_pos3(above), FS_FIX16_ONE / 2, colour);
    if (v->player.range[slot] > 0)
        draw_disc(fs_pos3_add(v->player.landed[slot], fs_pos3_make(0, CM(8), 0)), CM(60), colour, draw);
}

/* ---- text ------------------------------------------------------------------------------------------------------------- */

static int decimetres(fs_pos length)
{
    return (int)fs_round_shift64_sym(length * 10, FS_POS_FRAC);
}

static void write_own(const struct trebuchet_view *v, uint32_t slot, fs_draw_list *draw)
{
    static const char *const phase[TREBUCHET_PHASES] = { "ready", "swinging: space opens the sling", "flying",
                                                         "landed" };
    char text[FS_DRAW_MAX_TEXT];
    int sling = decimetres(v->player.sling[slot]), range = decimetres(v->player.range[slot]);
    snprintf(text, sizeof text, "you are %s: %s, sling %d.%d m, last throw %d.%d m", FS_KIT_NAME(draw, slot),
             phase[v->player.phase[slot] % TREBUCHET_PHASES], sling / 10, sling % 10, range / 10, range % 10);
    fs_draw_hud(draw, fs_kit_player_colour(slot), text);
}

static void write_scores(const struct trebuchet_view *v, uint32_t own, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "points ", value[48];
    uint32_t seen = own < *v->player.rows ? own : 0;
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        snprintf(value, sizeof value, "%u (%u won)", v->player.score[slot], v->player.wins[slot]);
        if (v->player.active[slot])
            fs_kit_append_value(text, sizeof text, draw, slot, value);
    }
    fs_draw_hud(draw, TEXT, text);
    fs_pos3 from = fs__trebuchet_pivot(seen, *v->player.rows);
    from.y = 0;
    int away = decimetres(fs_pos3_dist(v->stage.target[0], from));
    snprintf(text, sizeof text, "round %u to %u point%s: target at %d.%d m", v->stage.rounds[0] + 1, v->rule.goal[0],
             FS_KIT_S(v->rule.goal[0]), away / 10, away % 10);
    fs_draw_hud(draw, DIM, text);
    if (own < *v->player.rows && v->player.active[own])
        write_own(v, own, draw);
}

void fs__trebuchet_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    struct trebuchet_view v;
    struct fs_world3 w;
    (void)config;
    trebuchet_peek(state, &v);
    fs_world3_bind_readonly(state, trebuchet_T_physics3, &w);
    set_camera(&v, &w, slot < *v.player.rows ? slot : 0, draw); /* a spectator sees what slot 0 sees */
    draw_ground(&v, draw);
    for (uint32_t i = 0; i < *v.player.rows; i++)
        if (v.player.active[i])
            draw_machine(&v, &w, i, draw);
    write_scores(&v, slot, draw);
}

void fs__trebuchet_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
}
