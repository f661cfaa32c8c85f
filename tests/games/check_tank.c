/* check_tank.c: the game of tanks: its rules one by one, against closed forms, and what
 * every game keeps. */
#include <fixstep/segment.h>
#include <fixstep/trig.h>
#include <fixstep/kit/buttons.h>

#include "games/builtin.h"
#include "games/tank/tank.h"
#include "games/play_checks.h"

#define M(n) ((fs_pos)(n)*FS_POS_ONE)
#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

/* --- properties of every game -------------------------------------------------------------- */

static void check_field(const struct match *m)
{
    struct tank_view v;
    tank_peek(m->state, &v);
    for (uint32_t slot = 0; slot < *v.crew.rows; slot++) {
        bool stands = v.crew.state[slot] == TANK_STANDING;
        ck_assert(!stands || v.crew.health[slot] > 0);
        ck_assert(!stands || v.body.pos[slot].y >= fs__tank_ground_height(&v, v.body.pos[slot].x));
        ck_assert(v.crew.state[slot] != TANK_ABSENT || v.crew.shots[slot] == 0);
    }
    for (uint32_t row = *v.crew.rows; row < *v.body.rows; row++)
        ck_assert(v.body.pos[row].x >= 0 && v.body.pos[row].x <= M(TANK_WIDTH) && v.body.pos[row].y >= 0);
    ck_assert_uint_eq(*v.world.saturations, 0);
}

static const struct game_checks checks = {
    .game = &fs_game_tank,
    .players = "crew",
    .fields = 4,
    .check = check_field,
    .ticks = 3000,
    .bytes = 3000,
    .pictures = 300,
    .bots = 1200,
    .choices = TANK_CHOICES,
    .items = 10,
    .refused = { 15, 15 },
};

static const struct scene scenes[] = {
    { &checks, 8, "" },
    { &checks, 3, "hz=20 blast=200 damage=200 drift=50 reload=0 rounds=8 wait=1 wind=-100 hills=150 gravity=10" },
    { &checks, 1, "hz=120 blast=20 damage=1 drift=0 hills=0 gravity=200 wind=100" },
};

/* --- a field without hills and drift ------------------------------------------------------ */

struct field {
    struct match m;
    struct tank_view v;
    struct tank_rules rules;
};

static struct field field_start(uint32_t players, const char *settings)
{
    char text[160];
    snprintf(text, sizeof text, "hills=0 drift=0 %s", settings);
    struct field f = { .m = match_start(&fs_game_tank, players, text) };
    tank_bind(f.m.state, &f.v);
    f.rules = tank_rules_load(&f.v);
    match_step(&f.m);
    return f;
}

static void put_tank(struct field *f, uint32_t slot, fs_pos x)
{
    f->v.body.pos[slot] = fs_pos3_make(x, fs__tank_ground_height(&f->v, x), 0);
    f->v.crew.guard[slot] = 0;
}

static void fire_shell(struct field *f, uint32_t slot, uint32_t angle, int32_t speed)
{
    f->v.crew.angle[slot] = angle;
    f->v.crew.muzzle[slot] = speed * FS_VEL_ONE;
    match_press(&f->m, slot, FS_KEY_FIRE, 0);
    match_step(&f->m);
    match_press(&f->m, slot, 0, 0);
}

static uint32_t shell_of(const struct field *f, uint32_t slot)
{
    return *f->v.crew.rows + slot * f->rules.rounds;
}

static void assert_near(int64_t value, int64_t expected, int64_t tolerance, const char *what)
{
    ck_assert_msg(fs_absdiff64(value, expected) <= (uint64_t)tolerance, "%s: %.9g, expected %.9g +- %.9g", what,
                  (double)value / 4294967296.0, (double)expected / 4294967296.0, (double)tolerance / 4294967296.0);
}

/* In each tick x0 + v0 t + a t^2 / 2 on both axes: half steps follow the parabola itself.
 * What is left is a velocity's rounding, 2^-21 m/s, for the time of the flight. */
START_TEST(a_shell_is_on_the_parabola_in_every_tick)
{
    static const struct {
        int degrees, speed;
        const char *settings;
    } shots[] = { { 45, 20, "" },
                  { 80, 60, "wind=30" },
                  { 120, 40, "wind=-15 hz=20" },
                  { 60, 50, "gravity=37 wind=5 hz=120" } };
    struct field f = field_start(1, shots[_i].settings);
    uint32_t row = shell_of(&f, 0), n = 1;
    fs_wide wind = f.v.sky.wind_mean[0], gravity = f.v.sky.gravity[0];
    put_tank(&f, 0, M(100));
    fire_shell(&f, 0, FS_TURN_DEG(shots[_i].degrees), shots[_i].speed);
    fs_pos3 from = fs__tank_muzzle_pos(&f.v, 0);
    fs_vel2 vel = fs_projectile_velocity(shots[_i].speed * FS_VEL_ONE, FS_TURN_DEG(shots[_i].degrees));
    fs_trajectory1 x = { from.x, vel.x, wind, f.m.config.hz }, y = { from.y, vel.y, -gravity, f.m.config.hz };
    for (; f.v.body.kind[row] != 0; n++) {
        assert_near(f.v.body.pos[row].x, fs_trajectory1_position(&x, n, FS_INTEGRATOR_VELOCITY_VERLET), M(1) / 100000,
                    "x");
        assert_near(f.v.body.pos[row].y, fs_trajectory1_position(&y, n, FS_INTEGRATOR_VELOCITY_VERLET), M(1) / 100000,
                    "y");
        match_step(&f.m);
    }
    ck_assert_uint_ge(n, f.m.config.hz);
    match_end(&f.m);
}
END_TEST

/* Where it goes off is where the law of flight says. The chord of a tick leaves the
 * parabola by up to g h^2 / 8, 1.3 mm at 30 Hz. */
START_TEST(a_shell_lands_where_the_flight_does)
{
    static const int winds[] = { 0, 20, -20, -40 };
    char settings[40];
    snprintf(settings, sizeof settings, "wind=%d hz=30", winds[_i]);
    for (int degrees = 20; degrees <= 160; degrees += 20) {
        struct field f = field_start(1, settings);
        put_tank(&f, 0, M(winds[_i] < -30 ? 140 : 100));
        fire_shell(&f, 0, FS_TURN_DEG(degrees), 28);
        fs_pos3 from = fs__tank_muzzle_pos(&f.v, 0);
        fs_vel2 vel = fs_projectile_velocity(28 * FS_VEL_ONE, FS_TURN_DEG(degrees));
        fs_flight flight;
        fs_pos height = from.y - fs__tank_ground_height(&f.v, from.x);
        ck_assert_int_eq(fs_flight_make(vel, height, f.v.sky.gravity[0], f.v.sky.wind_mean[0], &flight), FS_OK);
        match_steps(&f.m, 300);
        assert_near(f.v.crew.last_impact[0].x - from.x, flight.range, CM(1), "range");
        assert_near(f.v.crew.last_impact[0].y, M(18), 16, "height of the ground");
        match_end(&f.m);
    }
}
END_TEST

/* Two tanks that mirror each other fire mirrored shells, bit for bit, in either order of slots. */
START_TEST(a_mirrored_shot_is_the_mirrored_one)
{
    for (int degrees = 0; degrees < 90; degrees += 7) {
        struct field f = field_start(2, "");
        put_tank(&f, 0, M(60));
        put_tank(&f, 1, M(140));
        f.v.crew.angle[1] = FS_TURN_HALF - FS_TURN_DEG(degrees);
        f.v.crew.muzzle[1] = 25 * FS_VEL_ONE;
        match_press(&f.m, 1, FS_KEY_FIRE, 0);
        fire_shell(&f, 0, FS_TURN_DEG(degrees), 25);
        for (int t = 0; t < 40; t++) {
            fs_pos3 a = f.v.body.pos[shell_of(&f, 0)], b = f.v.body.pos[shell_of(&f, 1)];
            ck_assert(f.v.body.kind[shell_of(&f, 0)] == f.v.body.kind[shell_of(&f, 1)]);
            ck_assert(f.v.body.kind[shell_of(&f, 0)] == 0 || (a.x + b.x == M(200) && a.y == b.y));
            match_press(&f.m, 1, 0, 0);
            match_step(&f.m);
        }
        match_end(&f.m);
    }
}
END_TEST

/* --- ground -------------------------------------------------------------------------------- */

START_TEST(a_crater_is_what_the_disc_held)
{
    struct field f = field_start(1, "");
    /* Centre on the surface: half a disc is removed. */
    fs__tank_dig_crater(&f.v, fs_pos3_make(M(50), M(18), 0), M(5));
    for (int x = 40; x <= 60; x++) {
        int dx = abs(x - 50);
        fs_pos half = dx < 5 ? fs_wide_sqrt(M(25 - dx * dx)) : 0;
        assert_near(f.v.ground.height[x], M(18) - half, 4, "column");
    }
    /* Under the surface: the whole height of the disc falls in from above. */
    fs__tank_dig_crater(&f.v, fs_pos3_make(M(100), M(8), 0), M(3));
    assert_near(f.v.ground.height[100], M(12), 4, "above the middle");
    assert_near(f.v.ground.height[102], M(18) - 2 * fs_wide_sqrt(M(5)), 4, "aside");
    ck_assert_int_eq(f.v.ground.height[103], M(18));
    /* In the air: nothing. At the bottom a metre stays. */
    fs__tank_dig_crater(&f.v, fs_pos3_make(M(150), M(24), 0), M(5));
    ck_assert_int_eq(f.v.ground.height[150], M(18));
    fs__tank_dig_crater(&f.v, fs_pos3_make(M(150), M(9), 0), M(20));
    ck_assert_int_eq(f.v.ground.height[150], M(1));
    /* 15 cm a second grow back, never beyond the original height. */
    match_steps(&f.m, 600);
    assert_near(f.v.ground.height[150], M(1) + CM(150), 600, "grown");
    match_steps(&f.m, 6500);
    ck_assert_int_eq(f.v.ground.height[150], M(18));
    match_end(&f.m);
}
END_TEST

/* A wall of 1 m: at 20 Hz a shell flies 3 m a tick, and goes off in front of it. */
START_TEST(nothing_tunnels_through_the_ground)
{
    struct field f = field_start(1, "hz=20");
    for (int x = 0; x < TANK_COLUMNS; x++)
        f.v.ground.height[x] = x >= 120 && x <= 121 ? M(50) : M(10);
    for (int start = 0; start < 300; start += 7) {
        fs_unit when = 0;
        fs_pos3 point, from = fs_pos3_make(M(118) + CM(start - 250), M(30), 0),
                       to = fs_pos3_make(from.x + M(6), M(30), 0);
        bool met = fs__tank_ground_hit(&f.v, from, to, &when, &point);
        ck_assert(met);
        assert_near(point.x, M(119) + M(1) / 2, 16, "half way up the slope of the wall");
        fs_unit share = fs_unit_from_ratio(point.x - from.x, M(6));
        ck_assert_int_le(fs_abs32(when - share), 4);
        ck_assert(!fs__tank_ground_hit(&f.v, from, fs_pos3_make(M(119), M(30), 0), &when, &point));
    }
    match_end(&f.m);
}
END_TEST

START_TEST(a_tank_falls_into_the_crater_under_it)
{
    struct field f = field_start(1, "");
    put_tank(&f, 0, M(50));
    fs__tank_dig_crater(&f.v, f.v.body.pos[0], M(5));
    fs_pos start = f.v.body.pos[0].y;
    match_steps(&f.m, 30);
    /* y = g t^2 / 2 */
    assert_near(start - f.v.body.pos[0].y, fs_wide_from_ratio(98 * 25, 2000), CM(1), "fallen in half a second");
    match_steps(&f.m, 60);
    ck_assert_int_eq(f.v.body.pos[0].y, fs__tank_ground_height(&f.v, M(50)));
    ck_assert(fs_vel3_is_zero(f.v.body.vel[0]));
    match_end(&f.m);
}
END_TEST

/* --- damage ------------------------------------------------------------------------------------ */

/* All of it up to 1.5 m, half of it half way to the blast's end, nothing from there on. */
START_TEST(damage_falls_with_the_distance)
{
    struct field f = field_start(1, "blast=55 damage=60");
    static const struct {
        int cm;
        uint32_t damage;
    } at[] = { { 0, 60 }, { 150, 60 }, { 250, 45 }, { 350, 30 }, { 450, 15 }, { 550, 0 }, { 900, 0 } };
    for (unsigned i = 0; i < sizeof at / sizeof at[0]; i++)
        ck_assert_uint_eq(fs__tank_damage_at(&f.rules, CM(at[i].cm)), at[i].damage);
    match_end(&f.m);
}
END_TEST

/* Slot 1 stands so that slot 0 hits it flat; the second hit is a loss. */
START_TEST(hits_score_and_a_loss_brings_a_new_tank)
{
    struct field f = field_start(2, "damage=60 wait=20 reload=0");
    put_tank(&f, 0, M(60));
    put_tank(&f, 1, M(75));
    fire_shell(&f, 0, 0, 60);
    match_steps(&f.m, 60);
    ck_assert_uint_eq(f.v.crew.health[1], 40);
    ck_assert_uint_eq(f.v.crew.score[0], 60);
    ck_assert_uint_eq(f.v.crew.kills[0], 0);
    put_tank(&f, 1, M(75));
    f.v.ground.height[74] = f.v.ground.height[75] = f.v.ground.height[76] = M(18);
    put_tank(&f, 1, M(75));
    fire_shell(&f, 0, 0, 60);
    uint32_t ticks = 0;
    while (f.v.crew.state[1] == TANK_STANDING && ticks++ < 60)
        match_step(&f.m);
    ck_assert_uint_eq(f.v.crew.state[1], TANK_WAITING);
    ck_assert_uint_eq(f.v.crew.health[1], 0);
    ck_assert_uint_eq(f.v.crew.score[0], 100 + TANK_KILL_BONUS);
    ck_assert_uint_eq(f.v.crew.kills[0], 1);
    ck_assert_uint_eq(f.v.crew.losses[1], 1);
    match_steps(&f.m, 120);
    ck_assert_uint_eq(f.v.crew.state[1], TANK_WAITING);
    match_step(&f.m);
    ck_assert_uint_eq(f.v.crew.state[1], TANK_STANDING);
    ck_assert_uint_eq(f.v.crew.health[1], TANK_FULL_HEALTH);
    match_end(&f.m);
}
END_TEST

START_TEST(the_own_shell_hurts_and_scores_nothing)
{
    struct field f = field_start(1, "damage=60 blast=60");
    put_tank(&f, 0, M(60));
    fire_shell(&f, 0, FS_TURN_QUARTER, 10);
    match_steps(&f.m, 200);
    ck_assert_uint_eq(f.v.crew.health[0], 40);
    ck_assert_uint_eq(f.v.crew.score[0], 0);
    /* The tank itself was hit, from above. */
    assert_near(f.v.crew.last_impact[0].x, M(60), 64, "straight down");
    match_end(&f.m);
}
END_TEST

START_TEST(a_new_tank_is_protected)
{
    struct field f = field_start(1, "damage=60");
    put_tank(&f, 0, M(60));
    f.v.crew.guard[0] = 120;
    fire_shell(&f, 0, FS_TURN_QUARTER, 5);
    match_steps(&f.m, 100);
    ck_assert_uint_eq(f.v.crew.health[0], TANK_FULL_HEALTH);
    ck_assert_int_gt(f.v.crew.last_impact[0].y, 0);
    match_end(&f.m);
}
END_TEST

/* The shell of 60 m/s flies 3 m a tick at 20 Hz, as wide as the tank is. */
START_TEST(nothing_tunnels_through_a_tank)
{
    for (int cm = 6600; cm < 7200; cm += 37) {
        struct field f = field_start(2, "hz=20 damage=1 blast=20");
        put_tank(&f, 0, M(60));
        put_tank(&f, 1, CM(cm));
        fire_shell(&f, 0, 0, 60);
        match_steps(&f.m, 5);
        ck_assert_uint_eq(f.v.crew.health[1], 99);
        match_end(&f.m);
    }
}
END_TEST

START_TEST(rounds_and_reload_are_limits)
{
    struct field f = field_start(1, "rounds=2 reload=10 gravity=10");
    f.v.crew.angle[0] = FS_TURN_DEG(80);
    match_press(&f.m, 0, FS_KEY_FIRE, 0);
    match_steps(&f.m, 61);
    ck_assert_uint_eq(f.v.crew.shots[0], 1);
    match_step(&f.m);
    ck_assert_uint_eq(f.v.crew.shots[0], 2);
    match_steps(&f.m, 300);
    ck_assert_uint_eq(f.v.crew.shots[0], 2);
    match_end(&f.m);
}
END_TEST

/* --- keys and sky ---------------------------------------------------------------------------------- */

START_TEST(the_barrel_and_the_speed_have_bounds)
{
    struct field f = field_start(1, "");
    uint32_t angle = f.v.crew.angle[0];
    fs_vel muzzle = f.v.crew.muzzle[0];
    match_press(&f.m, 0, FS_KEY_UP | FS_KEY_RIGHT, 0);
    match_step(&f.m);
    ck_assert_uint_eq(f.v.crew.angle[0] - angle, fs__tank_turn_step(60, false));
    ck_assert_int_eq(f.v.crew.muzzle[0] - muzzle, fs__tank_speed_step(60, false));
    match_press(&f.m, 0, FS_KEY_DOWN | FS_KEY_LEFT | FS_KEY_ALT, 0);
    match_steps(&f.m, 8);
    ck_assert_int_le(fs_absdiff64(f.v.crew.angle[0], angle), 8);
    ck_assert_int_le(fs_absdiff64(f.v.crew.muzzle[0], muzzle), 8);
    match_press(&f.m, 0, FS_KEY_UP | FS_KEY_RIGHT, 0);
    match_steps(&f.m, 300);
    ck_assert_uint_eq(f.v.crew.angle[0], FS_TURN_HALF);
    ck_assert_int_eq(f.v.crew.muzzle[0], TANK_MUZZLE_SPEED_MAX * FS_VEL_ONE);
    match_press(&f.m, 0, FS_KEY_DOWN | FS_KEY_LEFT, 0);
    match_steps(&f.m, 300);
    ck_assert_uint_eq(f.v.crew.angle[0], 0);
    ck_assert_int_eq(f.v.crew.muzzle[0], TANK_MUZZLE_SPEED_MIN * FS_VEL_ONE);
    match_end(&f.m);
}
END_TEST

START_TEST(gravity_and_wind_are_everybodys)
{
    struct field f = field_start(2, "");
    match_press(&f.m, 0, 0, TANK_GRAVITY_UP);
    match_press(&f.m, 1, 0, TANK_WIND_LEFT);
    match_steps(&f.m, 2);
    ck_assert_int_eq(f.v.sky.gravity[0], fs_wide_from_ratio(98, 10) + FS_WIDE_ONE);
    ck_assert_int_eq(fs__tank_wind(&f.v), -FS_WIDE_ONE / 2);
    match_steps(&f.m, 100);
    ck_assert_int_eq(f.v.sky.gravity[0], TANK_GRAVITY_MAX * FS_WIDE_ONE);
    ck_assert_int_eq(f.v.sky.wind_mean[0], -TANK_WIND_MAX * FS_WIDE_ONE);
    match_press(&f.m, 0, 0, TANK_GRAVITY_DOWN);
    match_press(&f.m, 1, 0, TANK_WIND_RIGHT);
    match_steps(&f.m, 100);
    ck_assert_int_eq(f.v.sky.gravity[0], FS_WIDE_ONE / 2);
    ck_assert_int_eq(f.v.sky.wind_mean[0], TANK_WIND_MAX * FS_WIDE_ONE);
    match_end(&f.m);
}
END_TEST

/* It never leaves its bounds nor jumps, and visits both sides. */
START_TEST(the_wind_drifts)
{
    struct match m = match_start(&fs_game_tank, 1, "drift=20 wind=10");
    struct tank_view v;
    tank_bind(m.state, &v);
    fs_wide low = FS_WIDE_ONE, high = FS_WIDE_ONE, last = FS_WIDE_ONE;
    for (int t = 0; t < 6000; t++) {
        match_step(&m);
        fs_wide wind = fs__tank_wind(&v);
        ck_assert(fs_absdiff64(wind, last) <= (uint64_t)(2 * 2 * FS_WIDE_ONE / 240));
        low = fs_min64(low, wind);
        high = fs_max64(high, wind);
        last = wind;
    }
    ck_assert(low >= -FS_WIDE_ONE && low < 0);
    ck_assert(high <= 3 * FS_WIDE_ONE && high > 2 * FS_WIDE_ONE);
    match_end(&m);
}
END_TEST

/* With gusts=1 it changes in the ticks of shots alone, within the same bounds. */
START_TEST(the_wind_changes_with_each_shot)
{
    struct match m = match_start(&fs_game_tank, 2, "gusts=1 drift=20 wind=10 reload=1 rounds=8 damage=1");
    struct tank_view v;
    tank_bind(m.state, &v);
    uint32_t changes = 0, shots = 0;
    fs_wide last = fs__tank_wind(&v);
    for (int t = 0; t < 3000; t++) {
        uint32_t before = v.crew.shots[0] + v.crew.shots[1];
        match_press(&m, 0, t % 60 == 30 ? FS_KEY_FIRE : 0, 0);
        match_press(&m, 1, t % 90 == 30 ? FS_KEY_FIRE : 0, 0);
        match_step(&m);
        fs_wide wind = fs__tank_wind(&v);
        bool fired = v.crew.shots[0] + v.crew.shots[1] > before;
        ck_assert(fired || wind == last);
        ck_assert(wind >= -FS_WIDE_ONE && wind <= 3 * FS_WIDE_ONE);
        shots += fired;
        changes += wind != last;
        last = wind;
    }
    ck_assert_uint_ge(shots, 20);
    ck_assert_uint_ge(changes + 1, shots);
    match_end(&m);
}
END_TEST

START_TEST(keys_become_inputs)
{
    static const char keys[] = "gbre";
    uint8_t input[2] = { 0, 0 };
    fs_game_tank.keys(&(fs_keys){ .held = FS_KEY_UP | FS_KEY_FIRE }, input);
    ck_assert_mem_eq(input, "\x11\x00", 2);
    for (int i = 0; i < TANK_CHOICES; i++) {
        memset(input, 0, 2);
        fs_game_tank.keys(&(fs_keys){ .held = UINT32_MAX, .character = (uint32_t)keys[i] }, input);
        ck_assert_uint_eq(input[0], FS_KIT_BUTTONS_MASK);
        ck_assert_uint_eq(input[1], (unsigned)i + 1);
    }
}
END_TEST

/* --- bots and scripts ----------------------------------------------------------------------------- */

START_TEST(the_gunner_beats_idle_and_random)
{
    char settings[20];
    snprintf(settings, sizeof settings, "seed=%d", _i);
    struct match m = match_start(&fs_game_tank, 3, settings);
    struct tank_view v;
    tank_bind(m.state, &v);
    match_bots(&m, "gunner idle random", 3600);
    ck_assert_uint_ge(v.crew.kills[0], 3);
    ck_assert_uint_eq(v.crew.score[1], 0);
    ck_assert_uint_lt(2 * v.crew.score[2], v.crew.score[0]);
    match_end(&m);
}
END_TEST

START_TEST(scripts_play)
{
    struct match m = play_script(&fs_game_tank, 2, "seed=1", 3000);
    struct tank_view v;
    tank_bind(m.state, &v);
    ck_assert_uint_ge(v.crew.shots[0], 20);
    ck_assert_uint_ge(v.crew.score[0], 50);
    ck_assert_uint_ge(v.crew.shots[1], 20);
    ck_assert_int_ne(v.sky.wind_mean[0], 0);
    match_end(&m);
}
END_TEST

/* Of the boxes above the barrel the upper border, m. */
static fix16_t find_bar_top(const fs_draw_list *draw, fix16_t axis_y)
{
    size_t count;
    const fs_draw_item *items = fs_draw_items(draw, &count);
    fix16_t top = INT32_MIN;
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; items[i].kind == FS_DRAW_POLYGON && items[i].count == 4 && k < 4; k++) {
            fix16_t y = fs_draw_points(draw)[items[i].first + k].y;
            top = y > top && y > axis_y + 3 * FS_FIX16_ONE && y < axis_y + 9 * FS_FIX16_ONE ? y : top;
        }
    return top;
}

/* Letters reach a quarter of their height below the base line. */
START_TEST(names_stand_clear_of_the_bars_below_them)
{
    struct field f = field_start(1, "");
    fs_draw_list *draw;
    size_t count, names = 0;
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    fs_draw_set_name(draw, 0, "gypsy");
    fs_game_tank.draw(f.m.state, &f.m.config, 0, draw);
    fix16_t axis_y = fs_fix16_from_pos(fs__tank_barrel_axis(&f.v, 0).y), top = find_bar_top(draw, axis_y);
    ck_assert_int_gt(top, axis_y);
    const fs_draw_item *items = fs_draw_items(draw, &count);
    for (size_t i = 0; i < count; i++) {
        if (items[i].kind != FS_DRAW_TEXT || items[i].length != 5 ||
            memcmp(fs_draw_chars(draw) + items[i].text, "gypsy", 5) != 0)
            continue;
        names++;
        ck_assert_int_gt(fs_draw_points(draw)[items[i].first].y - items[i].size / 4, top + FS_FIX16_ONE / 2);
    }
    ck_assert_uint_eq(names, 1);
    fs_draw_destroy(draw);
    match_end(&f.m);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("tank");
    TCase *tc = tcase_create("tank");
    tcase_set_timeout(tc, 120);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    tcase_add_loop_test(tc, a_shell_is_on_the_parabola_in_every_tick, 0, 4);
    tcase_add_loop_test(tc, a_shell_lands_where_the_flight_does, 0, 4);
    tcase_add_test(tc, a_mirrored_shot_is_the_mirrored_one);
    tcase_add_test(tc, a_crater_is_what_the_disc_held);
    tcase_add_test(tc, nothing_tunnels_through_the_ground);
    tcase_add_test(tc, a_tank_falls_into_the_crater_under_it);
    tcase_add_test(tc, damage_falls_with_the_distance);
    tcase_add_test(tc, hits_score_and_a_loss_brings_a_new_tank);
    tcase_add_test(tc, the_own_shell_hurts_and_scores_nothing);
    tcase_add_test(tc, a_new_tank_is_protected);
    tcase_add_test(tc, nothing_tunnels_through_a_tank);
    tcase_add_test(tc, rounds_and_reload_are_limits);
    tcase_add_test(tc, the_barrel_and_the_speed_have_bounds);
    tcase_add_test(tc, gravity_and_wind_are_everybodys);
    tcase_add_test(tc, the_wind_drifts);
    tcase_add_test(tc, the_wind_changes_with_each_shot);
    tcase_add_test(tc, keys_become_inputs);
    tcase_add_loop_test(tc, the_gunner_beats_idle_and_random, 1, 5);
    tcase_add_test(tc, scripts_play);
    tcase_add_test(tc, names_stand_clear_of_the_bars_below_them);
    suite_add_tcase(suite, tc);
    return suite;
}
