/* view.c: the picture of the black hole and the meaning of its keys.
 *
 * It reads the state and never writes it.
 */
#include "games/blackhole/blackhole.h"

#include <stdio.h>
#include <string.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>

enum {
    SPACE = 0x0A0C14,
    STAR = 0x5A6480,
    RING = 0x283048,
    EDGE = 0x503038,
    GLOW = 0xE89040,
    DISC = 0x704020,
    HOLE = 0x000000,
    FLAME = 0xF8D060,
    PAPER = 0xD8DCE0,
    DIM = 0x9098A0,
    STARS = 70,
    PATH_HZ = 20,
    PATH_POINTS = 160,
    SHIP = 5 /* m */
};

/* The stars are the same in every tick of a match. */
static void draw_stars(uint64_t seed, fs_draw_list *draw)
{
    fs_rng rng = fs_rng_seed(seed, 1);
    for (int i = 0; i < STARS; i++) {
        fix16_t x = fs_rng_range(&rng, fix16_from_int(-310), fix16_from_int(310));
        fix16_t y = fs_rng_range(&rng, fix16_from_int(-175), fix16_from_int(175));
        fs_draw_circle(draw, (fs_draw_point){ x, y, 0 }, FS_FIX16_ONE / 2, STAR, FS_DRAW_FILLED);
    }
}

static void draw_holes(const struct blackhole_rules *rules, fs_draw_list *draw)
{
    const fs_draw_point middle = { 0, 0, 0 };
    fix16_t radius = fs_fix16_from_pos(rules->capture);
    fs_draw_circle(draw, middle, fix16_from_int(BLACKHOLE_LOST_DISTANCE), EDGE, 0);
    fs_draw_circle(draw, middle, fix16_from_int(BLACKHOLE_START_RADIUS), RING, 0);
    for (uint32_t i = 0; i < rules->holes; i++) {
        fs_draw_point place = fs_kit_point_from_pos3_flat(fs__blackhole_hole_pos(i, rules->holes));
        fs_draw_circle(draw, place, radius * 3 / 2, DISC, FS_DRAW_FILLED);
        fs_draw_circle(draw, place, radius * 9 / 8, GLOW, FS_DRAW_FILLED);
        fs_draw_circle(draw, place, radius, HOLE, FS_DRAW_FILLED);
    }
}

/* --- predicted orbits -------------------------------------------------------------------------- */

/* Copies of the columns that a step changes, so that the engine can simulate ahead without changing the state. */
struct ahead {
    fs_pos3 pos[BLACKHOLE_MAX_PLAYERS];
    fs_vel3 vel[BLACKHOLE_MAX_PLAYERS];
    fs_unit3 velocity_residual[BLACKHOLE_MAX_PLAYERS];
    uint32_t saturations, limited;
    uint8_t on[BLACKHOLE_MAX_HOLES + 1 + BLACKHOLE_MAX_PLAYERS];
    uint8_t scratch[4096];
    fs_draw_point path[BLACKHOLE_MAX_PLAYERS][PATH_POINTS];
    uint32_t points[BLACKHOLE_MAX_PLAYERS];
};

static void record_positions(struct ahead *a, const struct fs_particles *p, const struct fs_forces *forces)
{
    uint32_t fallen[BLACKHOLE_MAX_PLAYERS];
    uint32_t count = fs_force_captures(forces, p, fallen, BLACKHOLE_MAX_PLAYERS);
    bool in[BLACKHOLE_MAX_PLAYERS] = { false };
    for (uint32_t i = 0; i < count && i < BLACKHOLE_MAX_PLAYERS; i++)
        in[fallen[i]] = true;
    for (uint32_t slot = 0; slot < p->count; slot++) {
        bool ended = a->points[slot] != p->tick;
        if (!in[slot] && !ended)
            a->path[slot][a->points[slot]++] = fs_kit_point_from_pos3_flat(p->pos[slot]);
    }
}

/* Predicts the orbits of the ships with engines off, until a hole swallows them. */
static void predict_orbits(const struct blackhole_view *v, const struct blackhole_rules *rules, struct ahead *a)
{
    struct fs_particles p = FS_PARTICLES(*v, body, physics);
    struct fs_forces forces = FS_FORCES(*v, force, NULL, 0);
    memset(a, 0, sizeof *a);
    p.count = fs_min_u32(p.count, BLACKHOLE_MAX_PLAYERS);
    memcpy(a->pos, p.pos, p.count * sizeof *a->pos);
    memcpy(a->vel, p.vel, p.count * sizeof *a->vel);
    memcpy(a->velocity_residual, p.velocity_residual, p.count * sizeof *a->velocity_residual);
    for (uint32_t row = 0; row < forces.count && row < fs_min_u32(rules->holes, BLACKHOLE_MAX_HOLES); row++)
        a->on[row] = forces.on[row];
    p.pos = a->pos;
    p.vel = a->vel;
    p.velocity_residual = a->velocity_residual;
    p.saturations = &a->saturations;
    p.limited = &a->limited;
    p.hz = PATH_HZ;
    forces.on = a->on;
    forces.count = fs_min_u32(forces.count, sizeof a->on);
    for (p.tick = 0; p.tick < PATH_POINTS; p.tick++) {
        record_positions(a, &p, &forces);
        fs_arena arena = fs_arena_make(a->scratch, sizeof a->scratch);
        fs_particles_step(&p, &forces, &arena);
    }
}

/* --- ships --------------------------------------------------------------------------------------- */

static fs_draw_point offset_point(fs_draw_point from, uint32_t heading, fix16_t distance)
{
    from.x += fs_mul32_sym(distance, fs_cos(heading), FS_UNIT_FRAC);
    from.y += fs_mul32_sym(distance, fs_sin(heading), FS_UNIT_FRAC);
    return from;
}

static void draw_ship(const struct blackhole_view *v, uint32_t slot, uint32_t own, fs_draw_list *draw)
{
    uint32_t heading = v->ship.heading[slot], colour = fs_kit_player_colour(slot);
    fs_draw_point p = fs_kit_point_from_pos3_flat(v->body.pos[slot]);
    fix16_t size = fix16_from_int(SHIP);
    const fs_draw_point outline[4] = { offset_point(p, heading, size * 5 / 4),
                                       offset_point(p, heading + FS_TURN_DEG(140), size),
                                       offset_point(p, heading + FS_TURN_HALF, size / 3),
                                       offset_point(p, heading - FS_TURN_DEG(140), size) };
    if (v->ship.throttle[slot] > 0)
        fs_draw_segment(draw, outline[2], offset_point(p, heading + FS_TURN_HALF, size * (1 + v->ship.throttle[slot])),
                        FLAME);
    fs_draw_polygon(draw, outline, 4, colour, FS_DRAW_FILLED);
    if (slot == own)
        fs_draw_polygon(draw, outline, 4, PAPER, 0);
    char number[FS_DRAW_NAME_BYTES];
    fs_draw_get_name(draw, slot, number, sizeof number);
    fs_draw_text(draw, (fs_draw_point){ p.x + size, p.y + size, 0 }, fix16_from_int(9), colour, number);
}

static void draw_ships(const struct blackhole_view *v, const struct blackhole_rules *rules, uint32_t own,
                       fs_draw_list *draw)
{
    struct ahead ahead;
    predict_orbits(v, rules, &ahead);
    for (uint32_t slot = 0; slot < *v->ship.rows; slot++) {
        if (v->ship.state[slot] != BLACKHOLE_FLYING)
            continue;
        uint32_t shown = slot == own ? ahead.points[slot] : fs_min_u32(ahead.points[slot], PATH_POINTS / 3);
        if (shown > 1)
            fs_draw_line(draw, ahead.path[slot], shown, fs_kit_player_colour(slot));
        draw_ship(v, slot, own, draw);
    }
}

static void draw_score(const struct blackhole_view *v, uint32_t own, fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "seconds in orbit ";
    uint32_t hz = *v->world.hz;
    for (uint32_t slot = 0; slot < *v->ship.rows; slot++)
        if (v->ship.state[slot] != BLACKHOLE_ABSENT)
            fs_kit_append_score(text, sizeof text, draw, slot, v->ship.score[slot] / hz);
    fs_draw_hud(draw, PAPER, text);
    if (own >= *v->ship.rows)
        return;
    snprintf(text, sizeof text, "you are %s: %s, now %u s, best %u s", FS_KIT_NAME(draw, own),
             v->ship.state[own] == BLACKHOLE_WAITING ? "swallowed" : "in flight", v->ship.orbit_ticks[own] / hz,
             v->ship.best_orbit_ticks[own] / hz);
    fs_draw_hud(draw, fs_kit_player_colour(own), text);
    snprintf(text, sizeof text, "swallowed %u time%s, lost %u time%s", v->ship.swallowed[own],
             FS_KIT_S(v->ship.swallowed[own]), v->ship.lost[own], FS_KIT_S(v->ship.lost[own]));
    fs_draw_hud(draw, DIM, text);
}

void fs__blackhole_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    struct blackhole_view v;
    blackhole_peek(state, &v);
    struct blackhole_rules rules = blackhole_rules_load(&v);
    fs_draw_set_camera_2d(draw, 0, 0, fix16_from_int(620), fix16_from_int(2 * BLACKHOLE_LOST_DISTANCE + 10), SPACE);
    draw_stars(*v.world.seed, draw);
    draw_holes(&rules, draw);
    draw_ships(&v, &rules, slot, draw);
    draw_score(&v, slot, draw);
}

void fs__blackhole_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
}

/* --- standings ------------------------------------------------------------------------- */

/* Whole seconds in orbit, as they are shown. */
void fs__blackhole_standings(const fs_state *state, const fs_config *config, fs_standings *standings)
{
    struct blackhole_view v;
    blackhole_peek(state, &v);
    for (uint32_t slot = 0; slot < config->players; slot++)
        standings->scores[slot] = v.ship.score[slot] / *v.world.hz;
    fs_standings_rank(standings, config->players);
}
