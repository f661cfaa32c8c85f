/* view.c: the picture of ballistic and the meaning of its keys.
 *
 * The camera stands behind the gunners; the range leads away from it, so the picture's z is the range's -z. It reads
 * the state and never writes it.
 */
#include "games/ballistic/ballistic.h"

#include <stdio.h>
#include <string.h>

#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>

enum {
    SKY = 0x1C2836,
    GRASS = 0x2E4630,
    LINE = 0x4E6A50,
    LABEL = 0x9CB49C,
    STAND = 0x6A6258,
    RAIL = 0x5C6470,
    PAPER = 0xD8DCE0,
    DIM = 0x9098A0,
    DOWN = 0x585C60,
    PATH_HZ = 10,
    PATH_POINTS = 32,
    NAME_WIDTH = BALLISTIC_GUNNER_SPACING_DM * (FS_FIX16_ONE / 10) * 7 / 8
};

static const uint32_t target_colours[4] = { 0xC8D0D8, 0xE0C060, 0xC08048, 0x8090B8 };

static fs_draw_point at(fs_pos3 p)
{
    return (fs_draw_point){ fs_kit_coordinate_from_pos(p.x), fs_kit_coordinate_from_pos(p.y),
                            -fs_kit_coordinate_from_pos(p.z) };
}

static fs_draw_point point_in_metres(int x, int y, int z)
{
    return (fs_draw_point){ fix16_from_int(x), fix16_from_int(y), -fix16_from_int(z) };
}

static void draw_range(fs_draw_list *draw)
{
    for (int z = 0; z < 120; z += 20) {
        const fs_draw_point field[4] = { point_in_metres(-60, 0, z), point_in_metres(60, 0, z),
                                         point_in_metres(60, 0, z + 20), point_in_metres(-60, 0, z + 20) };
        fs_draw_polygon(draw, field, 4, GRASS, FS_DRAW_FILLED);
        fs_draw_segment(draw, field[3], field[2], LINE);
        if (z == 80)
            continue;
        char text[16];
        snprintf(text, sizeof text, "%d m", z + 20);
        fs_draw_point place = point_in_metres(20 + z / 4, 0, z + 20);
        place.y = (z + 10) * (FS_FIX16_ONE / 40);
        fs_draw_text(draw, place, fix16_from_int(2) + z * 2000, LABEL, text);
    }
}

static void draw_targets(const struct ballistic_view *v, const struct ballistic_rules *rules, fs_draw_list *draw)
{
    fix16_t radius = fs_fix16_from_pos(rules->radius);
    for (uint32_t i = 0; i < rules->targets; i++) {
        bool down = v->target.down_wait[i] > 0;
        fs_pos3 place = v->body.pos[i], foot = fs_pos3_make(place.x, 0, place.z);
        if (!down) {
            fs_pos3 left = v->target.rail_centre[i], right = left;
            left.x = fs_sat64_sub(left.x, v->target.rail_amplitude[i]);
            right.x = fs_sat64_add(right.x, v->target.rail_amplitude[i]);
            fs_draw_segment(draw, at(left), at(right), RAIL);
            fs_draw_segment(draw, at(foot), at(place), RAIL);
        }
        fs_draw_circle(draw, at(place), radius, down ? DOWN : target_colours[i % 4], FS_DRAW_FILLED);
    }
}

/* The trajectory of a shot fired now: the engine's step applied to a copy of the particle. */
static void draw_path(const struct ballistic_view *v, const struct ballistic_rules *rules, uint32_t slot,
                      fs_draw_list *draw)
{
    fs_particle_def def = fs__ballistic_shot_def(v, rules, slot);
    fs_wide mass;
    fs_scaled inv_mass;
    fs_unit damping, keep;
    uint32_t saturations = 0, limited = 0, points = 0;
    fs_pos3 pos;
    fs_vel3 vel;
    fs_wide3 acc, none = fs_wide3_zero();
    fs_draw_point path[PATH_POINTS];
    struct fs_particles p = {
        .count = 1,
        .hz = PATH_HZ,
        .saturations = &saturations,
        .limited = &limited,
        .pos = &pos,
        .vel = &vel,
        .inv_mass = &inv_mass,
        .mass = &mass,
        .damping = &damping,
        .damping_factor = &keep,
        .acc = &acc,
        .gravity = &none,
        .world_damping = &damping,
        .world_damping_factor = &keep,
        .max_speed = v->physics.max_speed,
        .integrator = v->physics.integrator,
    };
    fs_particle_make(&p, 0, &def);
    while (points < PATH_POINTS && pos.y >= 0 && pos.z < 140 * FS_POS_ONE) {
        path[points++] = at(pos);
        fs_particles_integrate(&p, NULL);
        p.tick++;
    }
    fs_draw_line(draw, path, points, fs_kit_player_colour(slot));
}

static void draw_gunner(const struct ballistic_view *v, const struct ballistic_rules *rules, uint32_t slot,
                        uint32_t own, fs_draw_list *draw)
{
    fs_pos3 muzzle = fs__ballistic_muzzle_pos(slot, *v->gunner.rows);
    fs_draw_point m = at(muzzle);
    fix16_t half = fix16_from_int(1) * 4 / 5;
    fs_draw_box(draw, (fs_draw_point){ m.x - half, 0, m.z - half },
                (fs_draw_point){ m.x + half, m.y - half / 2, m.z + half }, STAND, FS_DRAW_FILLED);
    if (!v->gunner.active[slot])
        return;
    fs_draw_circle(draw, m, half, fs_kit_player_colour(slot), FS_DRAW_FILLED);
    fs_kit_draw_label(draw, (fs_draw_point){ m.x, m.y + half * 3 / 2, m.z }, half, NAME_WIDTH,
                      slot == own ? PAPER : fs_kit_player_colour(slot), FS_KIT_NAME(draw, slot));
    if (slot == own || own >= *v->gunner.rows)
        draw_path(v, rules, slot, draw);
}

static void draw_shots(const struct ballistic_view *v, const struct ballistic_rules *rules, fs_draw_list *draw)
{
    static const fix16_t radius[BALLISTIC_WEAPONS] = { 26214, 58982, 52429, 26214 };
    for (uint32_t row = rules->targets; row < *v->body.rows; row++) {
        uint32_t kind = v->body.kind[row];
        if (kind == 0 || kind > BALLISTIC_WEAPONS)
            continue;
        fs_pos3 pos = v->body.pos[row];
        uint32_t colour = fs__ballistic_shots[kind - 1].colour;
        fs_draw_segment(draw, at(fs_pos3_advance(pos, fs_vel3_neg(v->body.vel[row]), 25)), at(pos), colour);
        fs_draw_circle(draw, at(pos), radius[kind - 1], colour, FS_DRAW_FILLED);
    }
}

static void draw_score(const struct ballistic_view *v, uint32_t own, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "score ";
    for (uint32_t slot = 0; slot < *v->gunner.rows; slot++)
        if (v->gunner.active[slot])
            fs_kit_append_score(text, sizeof text, draw, slot, v->gunner.score[slot]);
    fs_draw_hud(draw, PAPER, text);
    if (own >= *v->gunner.rows)
        return;
    int up = fs_degrees_from_turn((uint32_t)v->gunner.pitch[own]) / 65536;
    int right = fs_degrees_from_turn((uint32_t)v->gunner.yaw[own]) / 65536;
    const char *weapon = fs__ballistic_shots[v->gunner.weapon[own] % BALLISTIC_WEAPONS].name;
    snprintf(text, sizeof text, "you are %s: %s%s, up %d, right %d", FS_KIT_NAME(draw, own), weapon,
             v->gunner.reload[own] > 0 ? " (loading)" : "", up, right);
    fs_draw_hud(draw, fs_kit_player_colour(own), text);
    snprintf(text, sizeof text, "%u hit%s of %u shot%s", v->gunner.hits[own], FS_KIT_S(v->gunner.hits[own]),
             v->gunner.shots[own], FS_KIT_S(v->gunner.shots[own]));
    fs_draw_hud(draw, DIM, text);
}

void fs__ballistic_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    struct ballistic_view v;
    ballistic_peek(state, &v);
    struct ballistic_rules rules = ballistic_rules_load(&v);
    fs_draw_set_camera_3d(draw, point_in_metres(0, 16, -20), point_in_metres(0, 1, 32), 118, SKY);
    draw_range(draw);
    draw_targets(&v, &rules, draw);
    for (uint32_t i = 0; i < *v.gunner.rows; i++)
        draw_gunner(&v, &rules, i, slot, draw);
    draw_shots(&v, &rules, draw);
    draw_score(&v, slot, draw);
}

void fs__ballistic_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
    if (keys->character >= '1' && keys->character <= '0' + BALLISTIC_WEAPONS)
        bytes[1] = (uint8_t)(keys->character - '0');
}

/* --- standings ------------------------------------------------------------------------- */

void fs__ballistic_standings(const fs_state *state, const fs_config *config, fs_standings *standings)
{
    struct ballistic_view v;
    ballistic_peek(state, &v);
    for (uint32_t slot = 0; slot < config->players; slot++)
        standings->scores[slot] = v.gunner.score[slot];
    fs_standings_rank(standings, config->players);
}
