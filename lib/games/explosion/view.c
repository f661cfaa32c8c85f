/* view.c: the picture of the charges and the meaning of the keys. It reads the state and never writes it. */
#include <stdio.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>
#include <fixstep/trig.h>

#include "games/explosion/explosion.h"

enum {
    SKY = 0x2C2A34,
    DEEP = 0x1E1C24,
    TILE = 0x8C8478,
    TILE_DARK = 0x7C7468,
    SIDE = 0x5C564C,
    WOOD = 0xC89858,
    WOOD_DARK = 0xA87840,
    FLAME = 0xFFB040,
    FRONT = 0xFFE0A0,
    INWARD = 0x70A0E0,
    SMOKE = 0x908C88,
    DUST = 0xB8A078,
    TEXT = 0xE8E4DC,
    DIM = 0xA8A49C,
    RING_PARTS = 32
};

#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

static fs_draw_material paint(uint32_t colour, uint8_t gloss)
{
    return (fs_draw_material){ .colour = colour, .gloss = gloss };
}

/* ---- stage and bars -------------------------------------------------------------------------------------------------- */

static void draw_stage(fs_draw_list *draw)
{
    const fs_kit_stage3 stage = { .half = EXPLOSION_HALF_STAGE * FS_POS_ONE,
                                  .depth = 2 * EXPLOSION_FALLEN * FS_POS_ONE,
                                  .far = 4 * EXPLOSION_HALF_STAGE * FS_POS_ONE,
                                  .tiles = 9,
                                  .even = TILE,
                                  .odd = TILE_DARK,
                                  .side = SIDE,
                                  .plain = DEEP };
    fs_kit_draw_stage(draw, &stage);
}

/* A bar bears the colour of the player that gets its point. */
static void draw_bars(const struct explosion_view *v, const struct fs_world3 *w, fs_draw_list *draw)
{
    for (uint32_t bar = 0; bar < *v->bar.rows; bar++) {
        uint32_t touched = v->bar.touched[bar];
        uint32_t colour = touched > 0 ? fs_kit_player_colour(touched - 1) : bar % 2 == 0 ? WOOD : WOOD_DARK;
        if (fs__explosion_bar_stands(w, bar))
            fs_kit_body3_draw(w, EXPLOSION_FIRST_BAR + bar, paint(colour, 30), draw);
    }
}

/* ---- charges ---------------------------------------------------------------------------------------------------------- */

static void draw_ring(fs_pos3 at, fs_wide radius, uint32_t colour, fs_draw_list *draw)
{
    fs_draw_point before = { 0, 0, 0 };
    for (uint32_t i = 0; i <= RING_PARTS; i++) {
        uint32_t turn = (uint32_t)((uint64_t)i * (UINT64_C(1) << 32) / RING_PARTS);
        fs_pos3 p = at;
        p.x = fs_sat64_add(p.x, fs_mul64(radius, fs_cos(turn), FS_UNIT_FRAC));
        p.z = fs_sat64_add(p.z, fs_mul64(radius, fs_sin(turn), FS_UNIT_FRAC));
        fs_draw_point point = fs_kit_point_from_pos3(p);
        if (i > 0)
            fs_draw_segment(draw, before, point, colour);
        before = point;
    }
}

/* The ring of the implosion shrinks, that of the shock grows with the front; a flame burns in its middle. */
static void draw_blast(const fs_explosion *e, uint32_t tick, uint32_t hz, fs_draw_list *draw)
{
    fs_wide age = fs_wide_from_ratio((int32_t)fs_min_u32(tick - e->start, INT32_MAX), hz);
    fs_wide after = fs_sat64_sub(age, e->implosion_seconds);
    if (after < 0) {
        fs_wide left = fs_wide_from_ratio(fs_sat64_neg(after), fs_max64(e->implosion_seconds, 1));
        draw_ring(e->at, fs_wide_mul(e->implosion_max, left), INWARD, draw);
    } else if (after < e->shock_seconds) {
        fs_wide front = fs_wide_mul(e->shock_speed, after);
        for (int i = 0; i < 3; i++)
            draw_ring(fs_pos3_add(e->at, fs_pos3_make(0, i * CM(8), 0)), front, FRONT, draw);
        fs_draw_sphere(draw, fs_kit_point_from_pos3(e->at), fs_fix16_from_pos(fs_min64(front / 4, FS_POS_ONE)),
                       (fs_draw_material){ .colour = FLAME, .gloss = 200 });
    }
}

static void draw_charge(const struct explosion_view *v, uint32_t charge, fs_draw_list *draw)
{
    const struct fs_explosions blasts = FS_EXPLOSIONS(*v, blast);
    uint32_t colour = fs_kit_player_colour(charge / EXPLOSION_CHARGES);
    fs_explosion e = fs_explosion_get(&blasts, charge);
    fs_draw_point at = fs_kit_point_from_pos3(e.at), foot = at;
    foot.y = 0;
    if (v->charge.state[charge] == EXPLOSION_FIRED) {
        draw_blast(&e, *v->world.tick, *v->world.hz, draw);
    } else if (v->charge.state[charge] == EXPLOSION_LAID) {
        fs_draw_cylinder(draw, foot, at, FS_FIX16_ONE / 5, paint(colour, 60));
        fs_draw_sphere(draw, at, FS_FIX16_ONE / 5, paint(0xD02020, 120));
    }
}

/* Clouds of smoke grow with their age. */
static void draw_smoke(const struct explosion_view *v, fs_draw_list *draw)
{
    for (uint32_t i = 0; i < *v->smoke.rows; i++) {
        bool dust = v->smoke.kind[i] == EXPLOSION_KIND_DUST;
        int age = (int)fs_min_u32((*v->world.tick - v->smoke.born[i]) * 4 / *v->world.hz, 10);
        if (v->smoke.kind[i] != 0)
            fs_draw_sphere(draw, fs_kit_point_from_pos3(v->smoke.pos[i]), FS_FIX16_ONE * (dust ? 4 : 8 + age) / 32,
                           paint(dust ? DUST : SMOKE, 0));
    }
}

/* ---- players ---------------------------------------------------------------------------------------------------------- */

static void draw_crosshair(const struct explosion_view *v, uint32_t slot, fs_draw_list *draw)
{
    uint32_t colour = fs_kit_player_colour(slot);
    fs_pos3 at = v->player.at[slot];
    at.y = CM(3);
    fs_kit_draw_floor(draw, at, CM(50), CM(6), colour);
    fs_kit_draw_floor(draw, at, CM(6), CM(50), colour);
    at.y = CM(60);
    fs_kit_draw_name(draw, slot, fs_kit_point_from_pos3(at), FS_FIX16_ONE / 2, colour);
}

static void draw_players(const struct explosion_view *v, fs_draw_list *draw)
{
    for (uint32_t charge = 0; charge < *v->charge.rows; charge++)
        draw_charge(v, charge, draw);
    for (uint32_t slot = 0; slot < *v->player.rows; slot++)
        if (v->player.active[slot])
            draw_crosshair(v, slot, draw);
}

/* ---- text ------------------------------------------------------------------------------------------------------------- */

static uint32_t count_left(const struct explosion_view *v, const struct fs_world3 *w)
{
    uint32_t left = 0;
    for (uint32_t bar = 0; bar < *v->bar.rows; bar++)
        left += fs__explosion_bar_stands(w, bar);
    return left;
}

static void write_own(const struct explosion_view *v, uint32_t slot, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT];
    unsigned count[EXPLOSION_CHARGE_STATES] = { 0 };
    for (uint32_t i = 0; i < EXPLOSION_CHARGES; i++)
        count[v->charge.state[fs__explosion_charge(slot, i)] % EXPLOSION_CHARGE_STATES]++;
    snprintf(text, sizeof text, "you are %s: charges %u left, %u laid, %u fired", FS_KIT_NAME(draw, slot),
             count[EXPLOSION_FREE], count[EXPLOSION_LAID], count[EXPLOSION_FIRED]);
    fs_draw_hud(draw, fs_kit_player_colour(slot), text);
}

static void write_scores(const struct explosion_view *v, const struct fs_world3 *w, uint32_t own, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "bars ", value[48];
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        snprintf(value, sizeof value, "%u (%u won)", v->player.score[slot], v->player.wins[slot]);
        if (v->player.active[slot])
            fs_kit_append_value(text, sizeof text, draw, slot, value);
    }
    fs_draw_hud(draw, TEXT, text);
    snprintf(text, sizeof text, "round %u: %u of %u bars on the stage", v->stage.rounds[0] + 1, count_left(v, w),
             *v->bar.rows);
    fs_draw_hud(draw, DIM, text);
    if (own < *v->player.rows && v->player.active[own])
        write_own(v, own, draw);
}

void fs__explosion_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    struct explosion_view v;
    struct fs_world3 w;
    (void)config;
    explosion_peek(state, &v);
    fs_world3_bind_readonly(state, explosion_T_physics3, &w);
    /* A spectator sees what slot 0 sees. */
    fs_kit_camera3_seat(draw, slot < *v.player.rows ? slot : 0, 18 * FS_POS_ONE, 9 * FS_POS_ONE, FS_POS_ONE, 120, SKY);
    draw_stage(draw);
    draw_bars(&v, &w, draw);
    draw_smoke(&v, draw);
    draw_players(&v, draw);
    write_scores(&v, &w, slot, draw);
}

void fs__explosion_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
}
