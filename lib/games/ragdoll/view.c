/* view.c: the picture of the ragdolls and the meaning of its keys.
 *
 * It reads the state and never writes it. Players see the stage from behind their guns.
 */
#include "games/ragdoll/ragdoll.h"

#include <stdio.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>
#include <fixstep/kit/rounds.h>

enum {
    SKY = 0x27303C,
    DEEP = 0x1C232C,
    TILE = 0xB9B29E,
    TILE_DARK = 0xA39B86,
    SIDE = 0x7C745F,
    STONE = 0x8D94A0,
    SKIN = 0xE0B090,
    GUN = 0x4A5058,
    TEXT = 0xE0E4E0,
    DIM = 0xA0A8A8
};

#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

static void draw_stage(const struct fs_world3 *w, fs_draw_list *draw)
{
    const fs_kit_stage3 stage = { .half = RAGDOLL_HALF_STAGE * FS_POS_ONE,
                                  .depth = 2 * RAGDOLL_FALLEN * FS_POS_ONE,
                                  .far = 5 * RAGDOLL_HALF_STAGE * FS_POS_ONE,
                                  .tiles = 8,
                                  .even = TILE,
                                  .odd = TILE_DARK,
                                  .side = SIDE,
                                  .plain = DEEP };
    fs_kit_draw_stage(draw, &stage);
    uint32_t last = w->body.first_shape[RAGDOLL_BODY_STAGE];
    for (uint32_t next = last; next != 0; next = w->shape.sibling[next - 1])
        if (w->shape.half[next - 1].x < stage.half)
            fs_world3_draw_solid(w, draw, next - 1, (fs_draw_material){ .colour = STONE, .gloss = 30 });
}

/* ---- ragdolls ------------------------------------------------------------------------------------------------------ */

/* Clothes of ragdolls; who touched one last gives the colour of its chest. */
static uint32_t colour_of(const struct ragdoll_view *v, uint32_t doll, uint32_t bone)
{
    static const uint32_t trousers[4] = { 0x3C4858, 0x5A4636, 0x37523C, 0x5C3A4A };
    switch (bone) {
    case FS_BONE3_HEAD:
    case FS_BONE3_HAND_L:
    case FS_BONE3_HAND_R:
    case FS_BONE3_LOWER_ARM_L:
    case FS_BONE3_LOWER_ARM_R: return SKIN;
    case FS_BONE3_CHEST:
    case FS_BONE3_UPPER_ARM_L:
    case FS_BONE3_UPPER_ARM_R:
        return v->doll.touched[doll] > 0 ? fs_kit_player_colour(v->doll.touched[doll] - 1u) : 0xD8D4C8;
    case FS_BONE3_FOOT_L:
    case FS_BONE3_FOOT_R: return 0x2A2A2E;
    default: return trousers[doll % 4];
    }
}

static void draw_dolls(const struct ragdoll_view *v, const struct fs_world3 *w, fs_draw_list *draw)
{
    for (uint32_t doll = 0; doll < *v->doll.rows; doll++)
        for (uint32_t bone = 0; bone < RAGDOLL_BONES; bone++)
            fs_kit_body3_draw(w, fs__ragdoll_bone_row(doll, bone),
                              (fs_draw_material){ .colour = colour_of(v, doll, bone), .gloss = 40 }, draw);
}

/* ---- players -------------------------------------------------------------------------------------------------------- */

/* The gun of a player points at the crosshair; those of others bear their names. */
static void draw_gun(const struct ragdoll_view *v, uint32_t slot, bool own, fs_draw_list *draw)
{
    uint32_t colour = fs_kit_player_colour(slot);
    fs_pos3 muzzle = fs__ragdoll_muzzle(slot), at = v->player.at[slot], foot = muzzle, top = muzzle;
    fs_unit3 along;
    if (!fs_rel3_normalise(fs_pos3_sub_rel(at, muzzle), &along))
        return;
    foot.y = -RAGDOLL_FALLEN * FS_POS_ONE;
    fs_draw_cylinder(draw, fs_kit_point_from_pos3(foot), fs_kit_point_from_pos3(muzzle), FS_FIX16_ONE / 3,
                     (fs_draw_material){ .colour = GUN, .gloss = 60 });
    fs_draw_cylinder(draw, fs_kit_point_from_pos3(fs_kit_aim3_point(muzzle, along, -FS_POS_ONE / 2)),
                     fs_kit_point_from_pos3(fs_kit_aim3_point(muzzle, along, FS_POS_ONE)), FS_FIX16_ONE / 4,
                     (fs_draw_material){ .colour = colour, .gloss = 120 });
    top = fs_kit_pos3_above(top, FS_POS_ONE / 2);
    if (!own) /* it would stand across the lower border */
        fs_kit_draw_name(draw, slot, fs_kit_point_from_pos3(top), FS_FIX16_ONE * 2 / 3, colour);
}

static void draw_crosshair(const struct ragdoll_view *v, const struct fs_world3 *w, uint32_t slot, fs_draw_list *draw)
{
    uint32_t colour = fs_kit_player_colour(slot);
    fs_pos3 at = v->player.at[slot];
    at.y = CM(3);
    for (int arm = 0; arm < 2; arm++)
        fs_kit_draw_floor(draw, at, arm == 0 ? CM(45) : CM(6), arm == 0 ? CM(6) : CM(45), colour);
    fs_draw_point low = fs_kit_point_from_pos3(at), high = low;
    high.y += FS_FIX16_ONE * 22 / 10;
    fs_draw_segment(draw, low, high, colour);
    if (v->player.grip[slot] == 0 || v->player.grip[slot] > *w->joint.rows)
        return;
    uint32_t held = w->joint.body_b[v->player.grip[slot] - 1];
    fs_draw_sphere(draw, high, FS_FIX16_ONE / 8, (fs_draw_material){ .colour = colour, .gloss = 100 });
    if (held < *w->body.rows)
        fs_draw_segment(draw, high, fs_kit_point_from_pos3(w->body.pos[held]), colour);
}

static void draw_players(const struct ragdoll_view *v, const struct fs_world3 *w, uint32_t own, fs_draw_list *draw)
{
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        if (!v->player.active[slot])
            continue;
        draw_gun(v, slot, slot == own, draw);
        draw_crosshair(v, w, slot, draw);
        for (uint32_t ball = 0; ball < RAGDOLL_BALLS; ball++) {
            uint32_t row = fs__ragdoll_ball_row(*v->doll.rows, *v->player.rows, slot, ball);
            if (fs_kit_body3_live(w, row) && (w->body.flags[row] & FS_BODY3_DISABLED) == 0)
                fs_kit_body3_draw(w, row, (fs_draw_material){ .colour = fs_kit_player_colour(slot), .gloss = 150 },
                                  draw);
        }
    }
}

/* ---- text ------------------------------------------------------------------------------------------------------------ */

static void draw_scores(const struct ragdoll_view *v, uint32_t own, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "score ", value[48];
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        snprintf(value, sizeof value, "%u (%u won)", v->player.score[slot], v->player.wins[slot]);
        if (v->player.active[slot])
            fs_kit_append_value(text, sizeof text, draw, slot, value);
    }
    fs_draw_hud(draw, TEXT, text);
    snprintf(text, sizeof text, "round %u: first to %u", v->stage.rounds[0] + 1, v->rule.goal[0]);
    fs_draw_hud(draw, DIM, text);
    if (own >= *v->player.rows || !v->player.active[own])
        return;
    snprintf(text, sizeof text, "you are %s: blast %s", FS_KIT_NAME(draw, own),
             v->player.blast_wait[own] == 0 ? "ready" : "not ready");
    fs_draw_hud(draw, fs_kit_player_colour(own), text);
}

void fs__ragdoll_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    struct ragdoll_view v;
    struct fs_world3 w;
    (void)config;
    ragdoll_peek(state, &v);
    fs_world3_bind_readonly(state, ragdoll_T_physics3, &w);
    uint32_t seat = slot < *v.player.rows ? slot : 0; /* a spectator sees what slot 0 sees */
    fs_kit_camera3_seat(draw, seat, 17 * FS_POS_ONE, 8 * FS_POS_ONE, FS_POS_ONE / 2, 120, SKY);
    draw_stage(&w, draw);
    draw_dolls(&v, &w, draw);
    draw_players(&v, &w, seat, draw);
    draw_scores(&v, slot, draw);
}

/* --- keys and standings ------------------------------------------------------------------------ */

void fs__ragdoll_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
    bytes[1] = keys->character == 'b' || keys->character == 'B';
}

void fs__ragdoll_standings(const fs_state *state, const fs_config *config, fs_standings *standings)
{
    struct ragdoll_view v;
    ragdoll_peek(state, &v);
    fs_kit_round_standings(v.player.score, v.player.wins, config->players, v.stage.rounds[0], standings);
}
