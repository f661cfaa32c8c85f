/* check_games_forces_rules.c: the rules of ballistic, blackhole and missile, one by one,
 * against closed forms and exact recurrences where there are some. */
#include <fixstep/trig.h>

#include "games/ballistic/ballistic.h"
#include "games/blackhole/blackhole.h"
#include "games/builtin.h"
#include "games/missile/missile.h"
#include "particles/kernel/kernel.h"
#include "games/play.h"

#define M(n) ((fs_pos)(n)*FS_POS_ONE)
#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

static void assert_near(int64_t value, int64_t expected, int64_t tolerance, const char *what)
{
    ck_assert_msg(fs_absdiff64(value, expected) <= (uint64_t)tolerance, "%s: %.9g, expected %.9g +- %.9g", what,
                  (double)value / 4294967296.0, (double)expected / 4294967296.0, (double)tolerance / 4294967296.0);
}

/* --- paths and headings --------------------------------------------------------------------- */

START_TEST(paths_meet_on_the_way)
{
    fs_unit when;
    fs_pos3 a = fs_pos3_make(M(-100), CM(99), 0), b = fs_pos3_make(M(300), CM(99), 0);
    ck_assert(fs_kit_path_hits_sphere(a, b, M(1), &when));
    assert_near((int64_t)when << 2, FS_POS_ONE / 4, 16, "share of the way");
    ck_assert(!fs_kit_path_hits_sphere(a, b, CM(98), &when));
    /* Beyond either end it is the end that counts. */
    ck_assert(!fs_kit_path_hits_sphere(fs_pos3_make(M(2), 0, 0), fs_pos3_make(M(9), 0, 0), M(1), &when));
    ck_assert_int_eq(when, 0);
    ck_assert(!fs_kit_path_hits_sphere(fs_pos3_make(M(9), 0, 0), fs_pos3_make(M(2), 0, 0), M(1), &when));
    ck_assert_int_eq(when, FS_UNIT_ONE);
    /* No way at all. */
    ck_assert(fs_kit_path_hits_sphere(fs_pos3_make(0, M(1), 0), fs_pos3_make(0, M(1), 0), M(1), &when));
    ck_assert(!fs_kit_path_hits_sphere(fs_pos3_make(0, M(1) + 1, 0), fs_pos3_make(0, M(1) + 1, 0), M(1), &when));
    /* Places that no match reaches saturate and do nothing worse. */
    fs_kit_path_hits_sphere(fs_pos3_make(INT64_MIN, INT64_MAX, 0), fs_pos3_make(INT64_MAX, INT64_MIN, INT64_MIN), M(1),
                            &when);
    ck_assert(when >= 0 && when <= FS_UNIT_ONE);
}
END_TEST

START_TEST(headings_turn_the_short_way)
{
    ck_assert_uint_eq(fs_kit_heading_rotate_toward(10, 4, 100), 4);
    ck_assert_uint_eq(fs_kit_heading_rotate_toward(10, 400, 100), 110);
    ck_assert_uint_eq(fs_kit_heading_rotate_toward(10, 0u - 400, 100), 0u - 90);
    ck_assert_uint_eq(fs_kit_heading_rotate_toward(0, FS_TURN_DEG(200), FS_TURN_DEG(10)), 0u - FS_TURN_DEG(10));
    ck_assert_uint_eq(fs_kit_heading_rotate_toward(5, 7, 0), 5);
    ck_assert_uint_eq(fs_kit_heading_rotate_toward(5, 5 + FS_TURN_HALF - 1, UINT32_MAX), 5 + FS_TURN_HALF - 1);
}
END_TEST

/* --- ballistic: the shots of the book ------------------------------------------------------------ */

struct range {
    struct match m;
    struct ballistic_view v;
    struct ballistic_rules rules;
};

/* One gunner at x = 0 and one target far out of the way. */
static struct range range_start(const char *settings)
{
    char text[160];
    snprintf(text, sizeof text, "targets=1 moving=0 %s", settings);
    struct range r = { .m = match_start(&fs_game_ballistic, 1, text) };
    ballistic_bind(r.m.state, &r.v);
    r.rules = ballistic_rules_load(&r.v);
    r.v.target.rail_centre[0] = fs_pos3_make(M(900), M(5), 0);
    match_step(&r.m);
    return r;
}

static void range_fire(struct range *r, unsigned choice)
{
    match_press(&r->m, 0, FS_KEY_FIRE, choice);
    match_step(&r->m);
    match_press(&r->m, 0, 0, 0);
}

/* w D with the rounding of the tick: up or down in turn. */
static fs_vel damped(int64_t w, fs_unit keep, uint32_t tick)
{
    int64_t mag = (int64_t)((fs_uabs64(w) * (uint64_t)keep + (uint64_t)fs__damping_dither(tick)) >> FS_UNIT_FRAC);
    return (fs_vel)(w < 0 ? -mag : mag);
}

/* The recurrence v = (v + g(n)) D, p += v h, step by step beside the game's. */
START_TEST(shots_follow_the_exact_recurrence)
{
    struct range r = range_start("");
    const struct ballistic_shot *shot = &fs__ballistic_shots[_i];
    fs_unit keep = fs_pow_dt(fs_unit_from_ratio(shot->damping, 100), 60);
    fs_wide acc = fs_wide_from_ratio(shot->acc_cm, 100);
    fs_pos3 p = fs_pos3_make(0, CM(150), 0);
    fs_vel up = fs_vel_from_int(shot->up), ahead = fs_vel_from_int(shot->ahead);
    uint32_t tick = *r.v.world.tick;
    range_fire(&r, (unsigned)_i + 1);
    for (int n = 0; n < 60; n++, tick++) {
        up = damped((int64_t)up + fs_velocity_increment_sym(acc, 60, tick), keep, tick);
        ahead = damped(ahead, keep, tick);
        p.y = fs_pos_advance(p.y, up, 60);
        p.z = fs_pos_advance(p.z, ahead, 60);
        ck_assert_msg(fs_pos3_eq(p, r.v.body.pos[1]), "%s: step %d", shot->name, n);
        match_step(&r.m);
    }
    match_end(&r.m);
}
END_TEST

/* Where and when a shot ends: the numbers of the book's laws at 60 Hz, velocity first. */
START_TEST(shots_land_where_the_book_says)
{
    static const struct {
        int tick;
        double z, y;
    } ends[BALLISTIC_WEAPONS] = { { 104, 60.136, 0 }, { 182, 119.49, 0 }, { 300, 38.95, 7.9 }, { 122, 201.3, 1.5 } };
    struct range r = range_start("");
    fs_pos3 last = fs_pos3_zero();
    fs_vel3 vel = fs_vel3_zero();
    int ticks = 1;
    range_fire(&r, (unsigned)_i + 1);
    for (; r.v.body.kind[1] != 0 && ticks < 400; ticks++) {
        last = r.v.body.pos[1];
        vel = r.v.body.vel[1];
        match_step(&r.m);
    }
    /* The tick in which it is gone is not seen; one more step of the way is. */
    fs_pos z = fs_pos_advance(last.z, vel.z, 60);
    ck_assert_int_le(abs(ticks - ends[_i].tick), 1);
    assert_near(z, (fs_pos)(ends[_i].z * 4294967296.0), M(1) / 10 * (_i == BALLISTIC_FIREBALL ? 2 : 1),
                "end of the way");
    if (_i == BALLISTIC_FIREBALL)
        assert_near(last.y, (fs_pos)(ends[_i].y * 4294967296.0), M(1) / 10, "height");
    match_end(&r.m);
}
END_TEST

START_TEST(aiming_turns_the_shot_and_keeps_its_speed)
{
    for (uint32_t weapon = 0; weapon < BALLISTIC_WEAPONS; weapon++) {
        const struct ballistic_shot *shot = &fs__ballistic_shots[weapon];
        fs_vel3 straight = fs__ballistic_shot_velocity(weapon, 0, 0);
        ck_assert(fs_vel3_eq(straight, fs_vel3_make(0, fs_vel_from_int(shot->up), fs_vel_from_int(shot->ahead))));
        for (int yaw = -45; yaw <= 45; yaw += 9)
            for (int pitch = -40; pitch <= 60; pitch += 10) {
                fs_vel3 v = fs__ballistic_shot_velocity(weapon, (int32_t)FS_TURN_DEG(yaw), (int32_t)FS_TURN_DEG(pitch));
                ck_assert_int_le(fs_abs32(fs_vel3_length(v) - fs_vel3_length(straight)), 3);
                ck_assert_int_eq(fs_sign32(v.x), v.z > 0 ? fs_sign32(yaw) : -fs_sign32(yaw));
            }
    }
    /* 45 degrees up: as high as far; mirrored to the left and to the right. */
    fs_vel3 up = fs__ballistic_shot_velocity(BALLISTIC_LASER, 0, (int32_t)FS_TURN_DEG(45));
    ck_assert_int_le(fs_abs32(up.y - up.z), 1);
    fs_vel3 right = fs__ballistic_shot_velocity(BALLISTIC_PISTOL, 12345678, 999),
            left = fs__ballistic_shot_velocity(BALLISTIC_PISTOL, -12345678, 999);
    ck_assert(right.x == -left.x && right.y == left.y && right.z == left.z);
}
END_TEST

static void put_target(struct range *r, fs_pos x, fs_pos y, fs_pos z)
{
    r->v.target.rail_centre[0] = fs_pos3_make(x, y, z);
    match_step(&r->m);
}

/* At 20 Hz the laser flies 5 m a tick; the target is 60 cm thick. */
START_TEST(nothing_tunnels_through_a_target)
{
    for (int z = 1500; z < 2100; z += 17) {
        struct range r = range_start("hz=20 radius=3");
        put_target(&r, 0, CM(150), CM(z));
        range_fire(&r, BALLISTIC_LASER + 1);
        match_steps(&r.m, 10);
        ck_assert_uint_eq(r.v.gunner.hits[0], 1);
        ck_assert_uint_eq(r.v.gunner.score[0], r.v.target.points[0]);
        ck_assert_uint_eq(r.v.body.kind[1], 0);
        match_end(&r.m);
    }
}
END_TEST

/* Target 1 weighs 5 kg. The shot of 200 kg sticks in it: m v = (m + M) V. */
START_TEST(a_hit_gives_its_momentum)
{
    struct range r = { .m = match_start(&fs_game_ballistic, 1, "targets=2 moving=0 radius=10 down=100") };
    ballistic_bind(r.m.state, &r.v);
    r.v.target.rail_centre[0] = fs_pos3_make(M(900), M(5), 0);
    r.v.target.rail_centre[1] = fs_pos3_make(0, M(18), M(30));
    match_step(&r.m);
    range_fire(&r, BALLISTIC_ARTILLERY + 1);
    fs_vel3 before = fs_vel3_zero();
    while (r.v.gunner.hits[0] == 0) {
        before = r.v.body.vel[2];
        ck_assert_uint_lt(*r.v.world.tick, 200);
        match_step(&r.m);
    }
    fs_unit keep = fs_pow_dt(fs_unit_from_ratio(99, 100), 60);
    fs_vel at_hit = fs_mul32_sym(before.z, keep, FS_UNIT_FRAC);
    ck_assert_int_eq(r.v.body.mass[1], fs_wide_from_int(205));
    ck_assert_int_le(fs_abs32(r.v.body.vel[1].z - fs_sat32(fs_div64_round((int64_t)at_hit * 200, 205))), 2);
    match_steps(&r.m, 500);
    ck_assert_int_eq(r.v.body.pos[1].y, 0);
    ck_assert(fs_vel3_is_zero(r.v.body.vel[1]));
    match_steps(&r.m, 110);
    ck_assert_uint_eq(r.v.target.down_wait[1], 0);
    ck_assert_int_gt(r.v.body.pos[1].y, 0);
    match_end(&r.m);
}
END_TEST

START_TEST(an_immovable_target_stays_and_is_out_of_play)
{
    struct range r = range_start("down=30");
    put_target(&r, 0, CM(150), M(10));
    range_fire(&r, BALLISTIC_LASER + 1);
    match_steps(&r.m, 12);
    ck_assert_uint_eq(r.v.gunner.hits[0], 1);
    ck_assert(fs_pos3_eq(r.v.body.pos[0], fs_pos3_make(0, CM(150), M(10))));
    range_fire(&r, 0);
    match_steps(&r.m, 120);
    range_fire(&r, 0);
    ck_assert_uint_eq(r.v.gunner.shots[0], 2);
    match_steps(&r.m, 20);
    ck_assert_uint_eq(r.v.gunner.hits[0], 1);
    match_end(&r.m);
}
END_TEST

/* With all rounds in the air the trigger does nothing; the reload is waited for. */
START_TEST(rounds_and_reload_are_limits)
{
    struct range r = range_start("rounds=3");
    match_press(&r.m, 0, FS_KEY_FIRE | FS_KEY_UP, BALLISTIC_FIREBALL + 1);
    match_steps(&r.m, 60);
    ck_assert_uint_eq(r.v.gunner.shots[0], 1);
    match_steps(&r.m, 180);
    ck_assert_uint_eq(r.v.gunner.shots[0], 3);
    match_steps(&r.m, 61);
    /* The first fireball has ended after five seconds. */
    ck_assert_uint_eq(r.v.gunner.shots[0], 3);
    match_steps(&r.m, 2);
    ck_assert_uint_eq(r.v.gunner.shots[0], 4);
    match_end(&r.m);
}
END_TEST

START_TEST(aim_has_bounds)
{
    struct range r = range_start("");
    match_press(&r.m, 0, FS_KEY_UP | FS_KEY_RIGHT, 0);
    match_step(&r.m);
    int32_t coarse = r.v.gunner.yaw[0];
    ck_assert_int_eq(coarse, fs__ballistic_turn_step(60, false));
    match_press(&r.m, 0, FS_KEY_RIGHT | FS_KEY_ALT, 0);
    match_step(&r.m);
    ck_assert_int_eq(r.v.gunner.yaw[0] - coarse, fs__ballistic_turn_step(60, true));
    match_press(&r.m, 0, FS_KEY_UP | FS_KEY_RIGHT, 0);
    match_steps(&r.m, 200);
    ck_assert_uint_eq((uint32_t)r.v.gunner.yaw[0], FS_TURN_DEG(45));
    ck_assert_uint_eq((uint32_t)r.v.gunner.pitch[0], FS_TURN_DEG(60));
    match_press(&r.m, 0, FS_KEY_DOWN | FS_KEY_LEFT, 0);
    match_steps(&r.m, 400);
    ck_assert_int_eq(r.v.gunner.yaw[0], -(int32_t)FS_TURN_DEG(45));
    ck_assert_int_eq(r.v.gunner.pitch[0], -(int32_t)FS_TURN_DEG(40));
    match_end(&r.m);
}
END_TEST

/* --- blackhole --------------------------------------------------------------------------------------- */

struct hole {
    struct match m;
    struct blackhole_view v;
    struct blackhole_rules rules;
};

static struct hole hole_start(uint32_t players, const char *settings)
{
    struct hole h = { .m = match_start(&fs_game_blackhole, players, settings) };
    blackhole_bind(h.m.state, &h.v);
    h.rules = blackhole_rules_load(&h.v);
    return h;
}

static fs_pos radius_of(const struct hole *h, uint32_t slot)
{
    return fs_pos3_length(h->v.body.pos[slot]);
}

/* G M = 1e5 m^3/s^2 at 100 m: 31.6228 m/s, once around in 19.8692 s. */
START_TEST(a_circular_orbit_stays_one)
{
    struct hole h = hole_start(1, "start=100 drag=0");
    assert_near((int64_t)fs__blackhole_circular_speed(&h.rules, M(100)) << 11, (int64_t)(31.6227766 * 4294967296.0),
                4096, "speed");
    uint32_t crossings = 0, first = 0, last = 0;
    for (uint32_t t = 0; t < 60 * 200; t++) {
        fs_pos y = h.v.body.pos[0].y;
        match_step(&h.m);
        assert_near(radius_of(&h, 0), M(100), CM(60), "radius");
        if (t > 60 && y < 0 && h.v.body.pos[0].y >= 0) {
            last = *h.v.world.tick;
            first = crossings++ == 0 ? last : first;
        }
    }
    ck_assert_uint_eq(crossings, 10);
    assert_near((int64_t)(last - first) * FS_POS_ONE / (9 * 60), (int64_t)(19.8692 * 4294967296.0), CM(5),
                "seconds around");
    ck_assert_uint_eq(h.v.ship.best_orbit_ticks[0], 12000);
    match_end(&h.m);
}
END_TEST

/* Without gas the energy of an ellipse comes back each time around, whatever the eccentricity. */
START_TEST(an_ellipse_does_not_spiral_outward)
{
    struct hole h = hole_start(1, "start=70 drag=0 capture=3");
    fs_pos farthest = 0;
    for (uint32_t t = 0; t < 60 * 120; t++) {
        match_step(&h.m);
        farthest = fs_max64(farthest, radius_of(&h, 0));
    }
    assert_near(farthest, M(100), M(1), "farthest point");
    match_end(&h.m);
}
END_TEST

START_TEST(a_swallowed_ship_starts_again_after_the_wait)
{
    struct hole h = hole_start(2, "start=0 wait=20 drag=0");
    uint32_t t = 0;
    while (h.v.ship.swallowed[0] == 0 && t++ < 2000)
        match_step(&h.m);
    ck_assert_uint_eq(h.v.ship.swallowed[0], 1);
    ck_assert_uint_eq(h.v.ship.state[0], BLACKHOLE_WAITING);
    ck_assert_uint_eq(h.v.body.kind[0], 0);
    ck_assert_uint_eq(h.v.ship.orbit_ticks[0], h.v.ship.best_orbit_ticks[0]);
    uint32_t score = h.v.ship.score[0];
    match_steps(&h.m, 120);
    ck_assert_uint_eq(h.v.ship.state[0], BLACKHOLE_WAITING);
    ck_assert_uint_eq(h.v.ship.score[0], score);
    match_step(&h.m);
    ck_assert_uint_eq(h.v.ship.state[0], BLACKHOLE_FLYING);
    ck_assert_uint_eq(h.v.ship.orbit_ticks[0], 1);
    assert_near(radius_of(&h, 0), M(100), CM(10), "on the ring");
    match_end(&h.m);
}
END_TEST

/* Escape velocity is sqrt(2) times that of a circle. Above it no tick counts, and in the
 * depth of space the ship is lost. */
START_TEST(an_unbound_ship_scores_nothing_and_is_lost)
{
    struct hole h = hole_start(1, "drag=0");
    match_step(&h.m);
    fs_vel circular = fs__blackhole_circular_speed(&h.rules, radius_of(&h, 0));
    h.v.ship.score[0] = 0;
    h.v.body.vel[0] = fs_vel3_make(circular / 100 * 145, 0, 0);
    match_steps(&h.m, 60);
    ck_assert_uint_eq(h.v.ship.score[0], 0);
    ck_assert_uint_eq(h.v.ship.orbit_ticks[0], 0);
    match_steps(&h.m, 300);
    ck_assert_uint_eq(h.v.ship.lost[0], 1);
    ck_assert_uint_eq(h.v.ship.swallowed[0], 0);
    match_end(&h.m);
}
END_TEST

/* The engine alone, far too weak a hole: v = a t along the heading. */
START_TEST(the_engine_pushes_along_the_heading)
{
    struct hole h = hole_start(1, "drag=0 gm=1 start=0 thrust=80");
    match_step(&h.m);
    h.v.body.vel[0] = fs_vel3_zero();
    match_press(&h.m, 0, FS_KEY_UP, 0);
    match_steps(&h.m, 30);
    fs_vel once = h.v.body.vel[0].y;
    assert_near((int64_t)once << 11, M(4), CM(5), "half a second at 8 m/s^2");
    h.v.body.vel[0] = fs_vel3_zero();
    match_press(&h.m, 0, FS_KEY_FIRE, 0);
    match_steps(&h.m, 30);
    assert_near((int64_t)h.v.body.vel[0].y << 11, M(8), CM(5), "twice as hard");
    uint32_t heading = h.v.ship.heading[0];
    match_press(&h.m, 0, FS_KEY_LEFT, 0);
    match_steps(&h.m, 3);
    ck_assert_uint_eq(h.v.ship.heading[0] - heading, 3 * fs__blackhole_turn_step(60));
    match_press(&h.m, 0, FS_KEY_ALT, 0);
    match_steps(&h.m, 60);
    fs_vel3 vel = h.v.body.vel[0];
    ck_assert_int_le(fs_abs32(fs_turn_signed(h.v.ship.heading[0] - fs_atan2(vel.y, vel.x))), (int32_t)FS_TURN_DEG(1));
    match_end(&h.m);
}
END_TEST

/* --- missile -------------------------------------------------------------------------------------------- */

struct arena {
    struct match m;
    struct missile_view v;
};

static struct arena arena_start(uint32_t players, const char *settings)
{
    struct arena a = { .m = match_start(&fs_game_missile, players, settings) };
    missile_bind(a.m.state, &a.v);
    match_step(&a.m);
    return a;
}

static void put_craft(struct arena *a, uint32_t i, fs_pos x, fs_pos y, int degrees)
{
    a->v.body.pos[i] = fs_pos3_make(x, y, 0);
    a->v.body.vel[i] = fs_vel3_zero();
    a->v.craft.heading[i] = FS_TURN_DEG(degrees);
    a->v.craft.guard[i] = 0;
}

/* Nobody to home on: v = 12 + a t along the heading; coasting keeps every bit. */
START_TEST(a_missile_accelerates_or_coasts)
{
    struct arena a = arena_start(1, "drones=0 rounds=1 life=100");
    put_craft(&a, 0, M(-76), 0, 0);
    match_press(&a.m, 0, FS_KEY_FIRE, 0);
    match_steps(&a.m, 30);
    assert_near((int64_t)a.v.body.vel[1].x << 11, M(12 + 15), 1 << 14, "12 m/s and half a second of 30 m/s^2");
    /* p = sum of v h with v first: n (n + 1) / 2 ticks of gain. */
    assert_near(a.v.body.pos[1].x, M(-76 + 4 + 6) + M(30) * (30 * 31 / 2) / 3600, 1 << 20, "way");
    match_press(&a.m, 0, 0, 0);
    match_steps(&a.m, 200);
    match_press(&a.m, 0, FS_KEY_ALT, 0);
    match_step(&a.m);
    ck_assert_uint_eq(a.v.body.kind[1], 0);
    match_press(&a.m, 0, FS_KEY_ALT | FS_KEY_FIRE, 0);
    for (int t = 0; t < 100; t++) {
        match_step(&a.m);
        if (a.v.body.kind[1] != 0)
            ck_assert(fs_vel3_eq(a.v.body.vel[1], fs_vel3_make(40 * FS_VEL_ONE, 0, 0)));
    }
    ck_assert_uint_eq(a.v.craft.fired[0], 2);
    match_end(&a.m);
}
END_TEST

START_TEST(mode_and_power_are_set_by_strokes)
{
    struct arena a = arena_start(1, "");
    match_press(&a.m, 0, FS_KEY_ALT, 0);
    match_steps(&a.m, 50);
    ck_assert_uint_eq(a.v.craft.coasting[0], 1);
    match_press(&a.m, 0, 0, 0);
    match_step(&a.m);
    match_press(&a.m, 0, FS_KEY_ALT, MISSILE_POWER_UP);
    match_step(&a.m);
    ck_assert_uint_eq(a.v.craft.coasting[0], 0);
    ck_assert_uint_eq(a.v.craft.power[0], 35);
    match_steps(&a.m, 20);
    ck_assert_uint_eq(a.v.craft.power[0], MISSILE_MAX_POWER);
    match_press(&a.m, 0, 0, MISSILE_POWER_DOWN);
    match_steps(&a.m, 20);
    ck_assert_uint_eq(a.v.craft.power[0], 0);
    match_end(&a.m);
}
END_TEST

/* Fired past the target by 15 degrees it turns and hits; with the homing off it misses. */
START_TEST(a_missile_homes_on_its_target)
{
    for (int homing = 0; homing < 2; homing++) {
        struct arena a = arena_start(2, homing ? "drones=0 rounds=1 life=60" : "drones=0 rounds=1 life=60 homing=0");
        put_craft(&a, 0, M(-30), 0, 15);
        put_craft(&a, 1, M(30), 0, 0);
        match_press(&a.m, 0, FS_KEY_FIRE, 0);
        match_step(&a.m);
        match_press(&a.m, 0, 0, 0);
        match_steps(&a.m, 360);
        ck_assert_uint_eq(a.v.craft.score[0], (unsigned)homing);
        ck_assert_uint_eq(a.v.craft.losses[1], (unsigned)homing);
        ck_assert_uint_eq(a.v.craft.losses[0], 0);
        match_end(&a.m);
    }
}
END_TEST

/* At 20 Hz a coasting missile flies 2 m a tick, 60 m/s at most 3 m; it goes off within 1 m. */
START_TEST(nothing_tunnels_through_a_craft)
{
    for (int x = 0; x < 400; x += 23) {
        struct arena a = arena_start(2, "hz=20 drones=0 rounds=1 hit=10 homing=0");
        put_craft(&a, 0, M(-60), 0, 0);
        put_craft(&a, 1, CM(x), CM(90), 0);
        a.v.craft.power[0] = MISSILE_MAX_POWER;
        match_press(&a.m, 0, FS_KEY_FIRE, 0);
        match_steps(&a.m, 60);
        ck_assert_uint_eq(a.v.craft.score[0], 1);
        match_end(&a.m);
    }
}
END_TEST

START_TEST(a_hit_craft_starts_again_protected)
{
    struct arena a = arena_start(2, "drones=0 wait=10 reload=0 hit=50");
    put_craft(&a, 0, M(-10), 0, 0);
    put_craft(&a, 1, M(5), 0, 0);
    match_press(&a.m, 0, FS_KEY_FIRE, 0);
    match_steps(&a.m, 60);
    ck_assert_uint_eq(a.v.craft.score[0], 1);
    ck_assert_uint_eq(a.v.craft.state[1], MISSILE_WAITING);
    match_steps(&a.m, 60);
    ck_assert_uint_eq(a.v.craft.state[1], MISSILE_FLYING);
    ck_assert_uint_gt(a.v.craft.guard[1], 0);
    /* Full in the line of fire nothing happens to it until the guard ends. */
    for (int t = 0; t < 60 && a.v.craft.guard[1] > 1; t++) {
        a.v.body.pos[1] = fs_pos3_make(0, 0, 0);
        match_step(&a.m);
        ck_assert_uint_eq(a.v.craft.losses[1], 1);
    }
    match_end(&a.m);
}
END_TEST

START_TEST(the_nearest_opponent_and_ties)
{
    struct arena a = arena_start(3, "drones=1");
    put_craft(&a, 0, 0, 0, 0);
    put_craft(&a, 1, M(20), 0, 0);
    put_craft(&a, 2, M(-20), 0, 0);
    put_craft(&a, 3, M(20) + 1, 0, 0);
    ck_assert_uint_eq(fs__missile_nearest_craft(&a.v, fs_pos3_zero(), 0), 1);
    ck_assert_uint_eq(fs__missile_nearest_craft(&a.v, fs_pos3_zero(), 1), 0);
    a.v.craft.guard[1] = 5;
    ck_assert_uint_eq(fs__missile_nearest_craft(&a.v, fs_pos3_zero(), 0), 2);
    a.v.craft.state[2] = MISSILE_WAITING;
    ck_assert_uint_eq(fs__missile_nearest_craft(&a.v, fs_pos3_zero(), 0), 3);
    a.v.craft.state[3] = MISSILE_ABSENT;
    ck_assert_uint_eq(fs__missile_nearest_craft(&a.v, fs_pos3_zero(), 0), 4);
    match_end(&a.m);
}
END_TEST

/* Terminal speed thrust / drag = 25 m/s; the brake stops without turning back. */
START_TEST(engine_drag_and_brake_of_a_craft)
{
    struct arena a = arena_start(1, "drones=0");
    put_craft(&a, 0, M(-78), 0, 0);
    match_press(&a.m, 0, FS_KEY_UP, 0);
    match_steps(&a.m, 300);
    assert_near((int64_t)a.v.body.vel[0].x << 11, M(25), CM(60), "terminal speed");
    put_craft(&a, 0, 0, 0, 0);
    a.v.body.vel[0] = fs_vel3_make(20 * FS_VEL_ONE, 0, 0);
    match_press(&a.m, 0, FS_KEY_DOWN, 0);
    fs_vel before = a.v.body.vel[0].x;
    for (int t = 0; t < 200; t++, before = a.v.body.vel[0].x) {
        match_step(&a.m);
        ck_assert(a.v.body.vel[0].x >= 0 && a.v.body.vel[0].x <= before);
    }
    ck_assert_int_lt(before, FS_VEL_ONE / 10);
    match_end(&a.m);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("games_forces_rules");
    TCase *tc = tcase_create("rules");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, paths_meet_on_the_way);
    tcase_add_test(tc, headings_turn_the_short_way);
    tcase_add_loop_test(tc, shots_follow_the_exact_recurrence, 0, BALLISTIC_WEAPONS);
    tcase_add_loop_test(tc, shots_land_where_the_book_says, 0, BALLISTIC_WEAPONS);
    tcase_add_test(tc, aiming_turns_the_shot_and_keeps_its_speed);
    tcase_add_test(tc, nothing_tunnels_through_a_target);
    tcase_add_test(tc, a_hit_gives_its_momentum);
    tcase_add_test(tc, an_immovable_target_stays_and_is_out_of_play);
    tcase_add_test(tc, rounds_and_reload_are_limits);
    tcase_add_test(tc, aim_has_bounds);
    tcase_add_test(tc, a_circular_orbit_stays_one);
    tcase_add_test(tc, an_ellipse_does_not_spiral_outward);
    tcase_add_test(tc, a_swallowed_ship_starts_again_after_the_wait);
    tcase_add_test(tc, an_unbound_ship_scores_nothing_and_is_lost);
    tcase_add_test(tc, the_engine_pushes_along_the_heading);
    tcase_add_test(tc, a_missile_accelerates_or_coasts);
    tcase_add_test(tc, mode_and_power_are_set_by_strokes);
    tcase_add_test(tc, a_missile_homes_on_its_target);
    tcase_add_test(tc, nothing_tunnels_through_a_craft);
    tcase_add_test(tc, a_hit_craft_starts_again_protected);
    tcase_add_test(tc, the_nearest_opponent_and_ties);
    tcase_add_test(tc, engine_drag_and_brake_of_a_craft);
    suite_add_tcase(suite, tc);
    return suite;
}
