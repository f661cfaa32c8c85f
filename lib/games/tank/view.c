/* view.c: the picture of the tanks and the meaning of the keys.
 *
 * It reads the state and never writes it.
 */
#include "games/tank/tank.h"

#include <stdio.h>
#include <string.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>

enum {
    SKY = 0x22344A,
    SUN = 0xF0D890,
    SOIL = 0x5A4A34,
    LABEL = 0xA89878,
    TURF = 0x7CA050,
    SMOKE = 0xB0A898,
    FIRE = 0xF8B040,
    CORE = 0xFFF0B0,
    PAPER = 0xD8DCE0,
    DIM = 0x9098A0,
    WIND = 0xA8C8E0,
    METAL = 0xC8CCD0,
    BAR = 0x401C1C,
    SHELL = 0xF4F0E0,
    HEIGHT = 112,
    BOTTOM = -3,  /* m, of the picture */
    BEYOND = 300, /* m of soil below the field and beside it */
    NAME_ABOVE =
        7, /* m from the axis of the barrel to the base line: letters reach 0.7 m below that, the bar 5.5 m up */
    AHEAD_POINTS = 12 /* of the line that shows how a shell would start */
};

static fs_draw_point offset_point(fs_draw_point from, uint32_t heading, fix16_t distance)
{
    from.x += fs_mul32_sym(distance, fs_cos(heading), FS_UNIT_FRAC);
    from.y += fs_mul32_sym(distance, fs_sin(heading), FS_UNIT_FRAC);
    return from;
}

/* Windows that are higher or wider than the field show soil below it and beside it, as high as at its borders. */
static void draw_hills(const struct tank_view *v, fs_draw_list *draw)
{
    enum { POINTS = TANK_COLUMNS + 2 };
    const fix16_t left = -fix16_from_int(BEYOND), right = fix16_from_int(TANK_WIDTH + BEYOND),
                  low = fix16_from_int(BOTTOM - BEYOND);
    fs_draw_point soil[POINTS + 2];
    for (uint32_t x = 0; x < TANK_COLUMNS; x++)
        soil[x + 1] = (fs_draw_point){ fix16_from_int((int)x), fs_fix16_from_pos(v->ground.height[x]), 0 };
    soil[0] = (fs_draw_point){ left, soil[1].y, 0 };
    soil[POINTS - 1] = (fs_draw_point){ right, soil[POINTS - 2].y, 0 };
    soil[POINTS] = (fs_draw_point){ right, low, 0 };
    soil[POINTS + 1] = (fs_draw_point){ left, low, 0 };
    fs_draw_polygon(draw, soil, POINTS + 2, SOIL, FS_DRAW_FILLED);
    fs_draw_line(draw, soil, POINTS, TURF);
    for (int x = 20; x < TANK_WIDTH; x += 40) {
        char text[16];
        snprintf(text, sizeof text, "%d m", x);
        fs_draw_text(draw, (fs_draw_point){ fix16_from_int(x - 3), fix16_from_int(BOTTOM + 1), 0 },
                     5 * FS_FIX16_ONE / 2, LABEL, text);
    }
}

/* An arrow with the length of the wind's acceleration, and the figure beside it. */
static void draw_wind(const struct tank_view *v, fs_draw_list *draw)
{
    fs_wide wind = fs__tank_wind(v);
    fix16_t length = fs_clamp32(fs_fix16_from_wide(wind), -20 * FS_FIX16_ONE, 20 * FS_FIX16_ONE) * 5;
    fs_draw_point middle = { fix16_from_int(TANK_WIDTH / 2), fix16_from_int(84), 0 };
    fs_draw_point tail = { middle.x - length / 2, middle.y, 0 }, head = { middle.x + length / 2, middle.y, 0 };
    fix16_t barb = fs_clamp32(length, -3 * FS_FIX16_ONE, 3 * FS_FIX16_ONE);
    const fs_draw_point tip[3] = { head,
                                   { head.x - barb, head.y + fs_abs32(barb) / 2, 0 },
                                   { head.x - barb, head.y - fs_abs32(barb) / 2, 0 } };
    fs_draw_segment(draw, tail, head, WIND);
    fs_draw_polygon(draw, tip, 3, WIND, FS_DRAW_FILLED);
    char text[64];
    int cm = fs_fix16_from_wide(fs_sat64_mul(wind, 100)) / FS_FIX16_ONE, mm = cm < 0 ? -cm : cm;
    snprintf(text, sizeof text, "wind %s%d.%02d m/s^2", cm < 0 ? "-" : "", mm / 100, mm % 100);
    fs_draw_text(draw, (fs_draw_point){ middle.x - fix16_from_int(13), middle.y + fix16_from_int(3), 0 },
                 fix16_from_int(3), WIND, text);
}

static void draw_health(fs_draw_point axis, uint32_t health, uint32_t colour, fs_draw_list *draw)
{
    fix16_t half = 3 * FS_FIX16_ONE, y = axis.y + 9 * FS_FIX16_ONE / 2;
    fs_draw_box(draw, (fs_draw_point){ axis.x - half, y, 0 }, (fs_draw_point){ axis.x + half, y + FS_FIX16_ONE, 0 },
                BAR, FS_DRAW_FILLED);
    fix16_t end = axis.x - half + 2 * half / TANK_FULL_HEALTH * (fix16_t)health;
    fs_draw_box(draw, (fs_draw_point){ axis.x - half, y, 0 }, (fs_draw_point){ end, y + FS_FIX16_ONE, 0 }, colour,
                FS_DRAW_FILLED);
}

/* The first second of the flight of a shell fired now. */
static void draw_flight(const struct tank_view *v, uint32_t slot, fs_draw_list *draw)
{
    fs_particle_def shell = fs__tank_shell_def(v, slot);
    fs_trajectory1 x = { shell.pos.x, shell.vel.x, fs__tank_wind(v), AHEAD_POINTS };
    fs_trajectory1 y = { shell.pos.y, shell.vel.y, -v->sky.gravity[0], AHEAD_POINTS };
    for (uint32_t n = 1; n <= AHEAD_POINTS; n++) {
        fs_pos3 place = fs_pos3_make(fs_trajectory1_position(&x, n, FS_INTEGRATOR_VELOCITY_VERLET),
                                     fs_trajectory1_position(&y, n, FS_INTEGRATOR_VELOCITY_VERLET), 0);
        fs_draw_circle(draw, fs_kit_point_from_pos3_flat(place), FS_FIX16_ONE / 4, fs_kit_player_colour(slot),
                       FS_DRAW_FILLED);
    }
}

static void draw_tank(const struct tank_view *v, uint32_t slot, uint32_t own, fs_draw_list *draw)
{
    uint32_t colour = fs_kit_player_colour(slot);
    fs_draw_point axis = fs_kit_point_from_pos3_flat(fs__tank_barrel_axis(v, slot)),
                  foot = fs_kit_point_from_pos3_flat(v->body.pos[slot]),
                  muzzle = fs_kit_point_from_pos3_flat(fs__tank_muzzle_pos(v, slot));
    fix16_t one = FS_FIX16_ONE;
    const fs_draw_point barrel[4] = { offset_point(axis, v->crew.angle[slot] + FS_TURN_QUARTER, one / 3),
                                      offset_point(muzzle, v->crew.angle[slot] + FS_TURN_QUARTER, one / 3),
                                      offset_point(muzzle, v->crew.angle[slot] - FS_TURN_QUARTER, one / 3),
                                      offset_point(axis, v->crew.angle[slot] - FS_TURN_QUARTER, one / 3) };
    fs_draw_polygon(draw, barrel, 4, METAL, FS_DRAW_FILLED);
    fs_draw_circle(draw, axis, one * 6 / 5, colour, FS_DRAW_FILLED);
    const fs_draw_point hull[4] = { { foot.x - 3 * one, foot.y, 0 },
                                    { foot.x + 3 * one, foot.y, 0 },
                                    { foot.x + 2 * one, foot.y + 3 * one / 2, 0 },
                                    { foot.x - 2 * one, foot.y + 3 * one / 2, 0 } };
    fs_draw_polygon(draw, hull, 4, colour, FS_DRAW_FILLED);
    if (slot == own)
        fs_draw_polygon(draw, hull, 4, PAPER, 0);
    if (v->crew.guard[slot] > 0)
        fs_draw_circle(draw, axis, 4 * one, colour, 0);
    draw_health(axis, v->crew.health[slot], colour, draw);
    char number[FS_DRAW_NAME_BYTES];
    fs_draw_get_name(draw, slot, number, sizeof number);
    fs_draw_text(draw, (fs_draw_point){ axis.x - 3 * one, axis.y + NAME_ABOVE * one, 0 }, 3 * one,
                 slot == own ? PAPER : colour, number);
    if (slot == own || own >= *v->crew.rows)
        draw_flight(v, slot, draw);
}

static void draw_shells(const struct tank_view *v, const struct tank_rules *rules, fs_draw_list *draw)
{
    for (uint32_t row = *v->crew.rows; row < *v->body.rows; row++) {
        if (v->body.kind[row] == 0)
            continue;
        uint32_t colour = fs_kit_player_colour((row - *v->crew.rows) / rules->rounds);
        fs_pos3 pos = v->body.pos[row];
        fs_draw_segment(draw, fs_kit_point_from_pos3_flat(fs_pos3_advance(pos, fs_vel3_neg(v->body.vel[row]), 6)),
                        fs_kit_point_from_pos3_flat(pos), colour);
        fs_draw_circle(draw, fs_kit_point_from_pos3_flat(pos), FS_FIX16_ONE * 3 / 5, SHELL, FS_DRAW_FILLED);
    }
}

static void draw_flashes(const struct tank_view *v, const struct tank_rules *rules, fs_draw_list *draw)
{
    fix16_t radius = fs_fix16_from_pos(rules->blast_radius);
    for (uint32_t i = 0; i < *v->flash.rows; i++) {
        if (v->flash.end_tick[i] <= *v->world.tick)
            continue;
        fs_draw_point p = fs_kit_point_from_pos3_flat(v->flash.pos[i]);
        fs_draw_circle(draw, p, radius, SMOKE, 0);
        fs_draw_circle(draw, p, radius * 2 / 3, FIRE, FS_DRAW_FILLED);
        fs_draw_circle(draw, p, radius / 3, CORE, FS_DRAW_FILLED);
    }
}

/* A cross where the own last shell went off. */
static void draw_last_hit(const struct tank_view *v, uint32_t own, fs_draw_list *draw)
{
    if (own >= *v->crew.rows || v->crew.shots[own] == 0 || fs_pos3_is_zero(v->crew.last_impact[own]))
        return;
    fs_draw_point p = fs_kit_point_from_pos3_flat(v->crew.last_impact[own]);
    fix16_t arm = FS_FIX16_ONE;
    fs_draw_segment(draw, (fs_draw_point){ p.x - arm, p.y - arm, 0 }, (fs_draw_point){ p.x + arm, p.y + arm, 0 },
                    fs_kit_player_colour(own));
    fs_draw_segment(draw, (fs_draw_point){ p.x - arm, p.y + arm, 0 }, (fs_draw_point){ p.x + arm, p.y - arm, 0 },
                    fs_kit_player_colour(own));
}

static int to_tenths(int64_t raw, unsigned frac)
{
    return (int)fs_round_shift64_sym(fs_sat64_mul(raw, 10), frac);
}

static void draw_status(const struct tank_view *v, uint32_t own, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "score ";
    for (uint32_t slot = 0; slot < *v->crew.rows; slot++)
        if (v->crew.state[slot] != TANK_ABSENT)
            fs_kit_append_score(text, sizeof text, draw, slot, v->crew.score[slot]);
    fs_draw_hud(draw, PAPER, text);
    int gravity = to_tenths(v->sky.gravity[0], FS_WIDE_FRAC);
    if (own >= *v->crew.rows) {
        snprintf(text, sizeof text, "gravity %d.%d m/s^2", gravity / 10, gravity % 10);
        fs_draw_hud(draw, DIM, text);
        return;
    }
    int muzzle = to_tenths(v->crew.muzzle[own], FS_VEL_FRAC),
        degrees = fs_degrees_from_turn(v->crew.angle[own]) / FS_FIX16_ONE;
    snprintf(text, sizeof text, "you are %s: barrel %d degrees, %d.%d m/s%s", FS_KIT_NAME(draw, own),
             degrees < 0 ? degrees + 360 : degrees, muzzle / 10, muzzle % 10,
             v->crew.state[own] == TANK_WAITING ? ", wait for the next tank"
             : v->crew.reload[own] > 0          ? ", loading"
                                                : "");
    fs_draw_hud(draw, fs_kit_player_colour(own), text);
    snprintf(text, sizeof text, "gravity %d.%d m/s^2, health %u, kills %u, losses %u", gravity / 10, gravity % 10,
             v->crew.health[own], v->crew.kills[own], v->crew.losses[own]);
    fs_draw_hud(draw, DIM, text);
}

void fs__tank_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    struct tank_view v;
    tank_peek(state, &v);
    struct tank_rules rules = tank_rules_load(&v);
    fs_draw_set_camera_2d(draw, fix16_from_int(TANK_WIDTH / 2), fix16_from_int(BOTTOM + HEIGHT / 2),
                          fix16_from_int(TANK_WIDTH), fix16_from_int(HEIGHT), SKY);
    fs_draw_circle(draw, (fs_draw_point){ fix16_from_int(176), fix16_from_int(78), 0 }, fix16_from_int(6), SUN,
                   FS_DRAW_FILLED);
    draw_wind(&v, draw);
    draw_hills(&v, draw);
    for (uint32_t i = 0; i < *v.crew.rows; i++)
        if (v.crew.state[i] == TANK_STANDING)
            draw_tank(&v, i, slot, draw);
    draw_last_hit(&v, slot, draw);
    draw_shells(&v, &rules, draw);
    draw_flashes(&v, &rules, draw);
    draw_status(&v, slot, draw);
}

void fs__tank_keys(const fs_keys *keys, void *input)
{
    static const struct {
        char key;
        uint8_t choice;
    } choices[] = { { 'g', TANK_GRAVITY_UP },
                    { 'b', TANK_GRAVITY_DOWN },
                    { 'e', TANK_WIND_LEFT },
                    { 'r', TANK_WIND_RIGHT } };
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++)
        if (keys->character == (uint32_t)choices[i].key)
            bytes[1] = choices[i].choice;
}

/* --- standings ------------------------------------------------------------------------- */

void fs__tank_standings(const fs_state *state, const fs_config *config, fs_standings *standings)
{
    struct tank_view v;
    tank_peek(state, &v);
    for (uint32_t slot = 0; slot < config->players; slot++)
        standings->scores[slot] = v.crew.score[slot];
    fs_standings_rank(standings, config->players);
}
