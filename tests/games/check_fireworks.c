/* check_fireworks.c: the game of fireworks: its rules one by one, and what every game
 * keeps. The engine's own rules of fireworks and sparks are tested in check_emitter.c and
 * check_spark.c. */
#include "games/fireworks/fireworks.h"
#include "games/builtin.h"
#include "games/play_checks.h"

#define M(n) ((fs_pos)(n)*FS_POS_ONE)
#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

/* --- properties of every game -------------------------------------------------------------- */

static void check_sky(const struct match *m)
{
    struct fireworks_view v;
    fireworks_peek(m->state, &v);
    for (uint32_t i = 0; i < *v.firework.rows; i++) {
        bool alive = v.firework.kind[i] != 0;
        ck_assert(alive == (v.firework.fuse[i] > 0));
        ck_assert(alive || fs_pos3_is_zero(v.firework.pos[i]));
        /* What reached the ground in a tick lets its payload go there. */
        ck_assert(v.firework.pos[i].y > -M(4));
    }
    for (uint32_t slot = 0; slot < *v.player.rows; slot++) {
        ck_assert_uint_ge(v.player.score[slot], v.player.detonated[slot]);
        ck_assert_uint_le(v.player.score[slot], 10 * v.player.detonated[slot]);
        ck_assert(v.player.active[slot] || v.player.launched[slot] == 0);
    }
    ck_assert_uint_eq(v.glow.dropped[0], 0);
    ck_assert_uint_eq(*v.world.saturations, 0);
}

static const struct game_checks checks = {
    .game = &fs_game_fireworks,
    .players = "player",
    .fields = 4,
    .check = check_sky,
    .ticks = 3000,
    .bytes = 3000,
    .pictures = 400,
    .bots = 1200,
    .choices = FIREWORKS_CHOICE_WHEEL,
    .items = 10,
    .refused = { 20, 20 },
};

static const struct scene scenes[] = {
    { &checks, 8, "" },
    { &checks, 3, "hz=20 slots=16 ring=1 reload=1 reach=50 sparks=200 wind=-100 gravity=300" },
    { &checks, 5, "hz=120 slots=40 fuses=0 gravity=0 reload=100 sparks=0" },
};

START_TEST(keys_become_inputs)
{
    uint8_t input[2] = { 0, 0 };
    fs_game_fireworks.keys(&(fs_keys){ .held = FS_KEY_UP | FS_KEY_FIRE, .character = '9' }, input);
    ck_assert_mem_eq(input, "\x11\x09", 2);
    fs_game_fireworks.keys(&(fs_keys){ .held = FS_KEY_ALT, .character = '0' }, input);
    ck_assert_mem_eq(input, "\x20\x0a", 2);
    memset(input, 0, 2);
    fs_game_fireworks.keys(&(fs_keys){ .held = UINT32_MAX, .character = 'q' }, input);
    ck_assert_mem_eq(input, "\x3f\x00", 2);
}
END_TEST

/* --- a sky to test ------------------------------------------------------------------------- */

struct sky {
    struct match m;
    struct fireworks_view v;
};

static struct sky sky_start(uint32_t players, const char *settings)
{
    struct sky s = { .m = match_start(&fs_game_fireworks, players, settings) };
    fireworks_bind(s.m.state, &s.v);
    return s;
}

static void press_key(struct sky *s, uint32_t slot, unsigned held, unsigned choice)
{
    match_press(&s->m, slot, held, choice);
    match_step(&s->m);
    match_press(&s->m, slot, 0, 0);
}

static uint32_t count_of(const struct sky *s, uint32_t type)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < *s->v.firework.rows; i++)
        count += type == 0 ? s->v.firework.kind[i] != 0 : s->v.firework.kind[i] == type;
    return count;
}

static uint32_t sparks_of(const struct sky *s)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < *s->v.spark.rows; i++)
        count += s->v.spark.type[i] != FS_SPARK_NONE;
    return count;
}

/* --- launching ----------------------------------------------------------------------------- */

/* A share of FS_UNIT_ONE in the ranges of a type, drawn as the engine says: place, fuse, x,
 * y, z; then one tick with v = (v + g h) D and p += v h. */
static void check_launch(struct sky *s, uint32_t slot, uint32_t type)
{
    const struct fireworks_type *t = &fs__fireworks_types[type - 1];
    fs_rng rng = *s->v.crackle.rng;
    fs_pos3 from = fs__fireworks_launch_pos(slot, s->m.config.players);
    from.x += fs_rng_range(&rng, -1, 1) * M(5);
    int64_t fuse = fs_rng_range64(&rng, t->fuse_min * 60 / 100, t->fuse_max * 60 / 100);
    fs_unit keep = fs_pow_dt(fs_unit_from_ratio(t->damping_percent, 100), 60);
    fs_vel gain[3] = { fs_vel_from_int(3) / 60, -fs_vel_from_int(10) / 60, 0 }, expected[3];
    for (int k = 0; k < 3; k++) {
        fs_vel drawn = fs_rng_range(&rng, fs_vel_from_int(t->velocity_min[k]), fs_vel_from_int(t->velocity_max[k]));
        expected[k] = fs_mul32_sym(drawn + gain[k], keep, FS_UNIT_FRAC);
    }
    press_key(s, slot, 0, type);
    fs_vel3 v = s->v.firework.vel[0];
    ck_assert_uint_eq(count_of(s, 0), 1);
    ck_assert_uint_eq(s->v.firework.kind[0], type);
    ck_assert_uint_eq(s->v.firework.fuse[0], (uint64_t)fuse - 1);
    ck_assert(fs_abs32(v.x - expected[0]) <= 2 && fs_abs32(v.y - expected[1]) <= 2 && fs_abs32(v.z - expected[2]) <= 2);
    ck_assert(fs_pos3_eq(s->v.firework.pos[0], fs_pos3_advance(from, v, 60)));
}

START_TEST(a_launch_draws_from_the_ranges_of_the_book)
{
    /* Types 3 and 8 may start downward and end at once: only those that rise are looked at. */
    int looked = 0;
    for (int seed = 0; seed < 24 && looked < 8; seed++) {
        char settings[40];
        snprintf(settings, sizeof settings, "seed=%d wind=30", seed);
        struct sky probe = sky_start(3, settings), s = sky_start(3, settings);
        press_key(&probe, 1, 0, (unsigned)_i);
        if (count_of(&probe, 0) == 1) {
            looked++;
            check_launch(&s, 1, (uint32_t)_i);
        }
        match_end(&probe.m);
        match_end(&s.m);
    }
    ck_assert_int_eq(looked, 8);
}
END_TEST

/* What one firework turns into, and that its fuse is in the range of its type. */
START_TEST(payloads_are_those_of_the_book)
{
    static const struct {
        uint32_t type, fuse_min, fuse_max, let_go, of[2], count[2];
    } book[] = { { 1, 30, 84, 10, { 3, 5 }, { 5, 5 } },  { 2, 30, 60, 2, { 4, 4 }, { 2, 2 } },
                 { 5, 30, 60, 5, { 3, 3 }, { 5, 5 } },   { 7, 240, 300, 10, { 8, 8 }, { 10, 10 } },
                 { 6, 180, 300, 0, { 0, 0 }, { 0, 0 } }, { 9, 180, 300, 0, { 0, 0 }, { 0, 0 } } };
    struct sky s = sky_start(1, "gravity=0");
    press_key(&s, 0, 0, book[_i].type);
    uint32_t ticks = 1;
    while (count_of(&s, book[_i].type) == 1 && ticks < 400) {
        match_step(&s.m);
        ticks++;
    }
    ck_assert(ticks >= book[_i].fuse_min && ticks <= book[_i].fuse_max);
    ck_assert_uint_eq(count_of(&s, 0), book[_i].let_go);
    ck_assert_uint_eq(fs__fireworks_points(book[_i].type), book[_i].let_go > 0 ? book[_i].let_go : 1);
    for (int k = 0; k < 2 && book[_i].let_go > 0; k++)
        ck_assert_uint_eq(count_of(&s, book[_i].of[k]), book[_i].count[k]);
    match_end(&s.m);
}
END_TEST

/* With 18 ticks from one launch to the next, 60 held ones make four. */
START_TEST(launches_wait_for_the_reload)
{
    struct sky s = sky_start(2, "reload=3 gravity=0");
    match_press(&s.m, 0, 0, 6);
    match_steps(&s.m, 54);
    ck_assert_uint_eq(s.v.player.launched[0], 3);
    match_step(&s.m);
    ck_assert_uint_eq(s.v.player.launched[0], 4);
    ck_assert_uint_eq(s.v.player.launched[1], 0);
    ck_assert_uint_eq(s.v.player.shell[0], 6);
    match_end(&s.m);
}
END_TEST

START_TEST(full_slots_drop_the_new_or_replace_the_old)
{
    for (int ring = 0; ring < 2; ring++) {
        char settings[60];
        snprintf(settings, sizeof settings, "slots=16 reload=1 gravity=0 ring=%d", ring);
        struct sky s = sky_start(1, settings);
        match_press(&s.m, 0, 0, 6);
        match_steps(&s.m, 18 * 6);
        ck_assert_uint_eq(count_of(&s, 0), 16);
        ck_assert_uint_eq(s.v.player.launched[0], ring ? 18 : 16);
        ck_assert_uint_eq(*s.v.crackle.dropped, ring ? 0 : 2);
        match_end(&s.m);
    }
}
END_TEST

/* --- crosshairs --------------------------------------------------------------------------------- */

/* Puts the first firework this far to the right of the crosshair of slot 0. */
static void put_at_sight(struct sky *s, fs_pos aside)
{
    s->v.firework.pos[0] = s->v.player.crosshair[0];
    s->v.firework.pos[0].x += aside;
    s->v.firework.pos[0].z = M(3);
}

START_TEST(a_sight_sets_off_what_is_in_reach)
{
    for (int far = 0; far < 2; far++) {
        struct sky s = sky_start(1, "reach=12 gravity=0");
        press_key(&s, 0, 0, 7);
        put_at_sight(&s, far ? CM(120) + 1 : CM(120));
        press_key(&s, 0, FS_KEY_FIRE, 0);
        ck_assert_uint_eq(count_of(&s, 7), far ? 1 : 0);
        ck_assert_uint_eq(count_of(&s, 8), far ? 0 : 10);
        ck_assert_uint_eq(s.v.player.detonated[0], far ? 0 : 1);
        ck_assert_uint_eq(s.v.player.score[0], far ? 0 : 10);
        match_end(&s.m);
    }
}
END_TEST

/* The nearest one; then the trigger rests for a fifth of a second. */
START_TEST(the_nearest_goes_off_and_the_trigger_rests)
{
    struct sky s = sky_start(1, "reach=50 gravity=0 reload=1");
    match_press(&s.m, 0, 0, 6);
    match_steps(&s.m, 18);
    match_press(&s.m, 0, 0, 0);
    ck_assert_uint_eq(count_of(&s, 6), 3);
    for (int i = 0; i < 3; i++) {
        s.v.firework.pos[i] = s.v.player.crosshair[0];
        s.v.firework.pos[i].y += M(3 - i);
        s.v.firework.vel[i] = fs_vel3_zero();
    }
    match_press(&s.m, 0, FS_KEY_FIRE, 0);
    match_step(&s.m);
    ck_assert(s.v.firework.kind[0] == 6 && s.v.firework.kind[1] == 6 && s.v.firework.kind[2] == 0);
    match_steps(&s.m, 11);
    ck_assert_uint_eq(s.v.player.detonated[0], 1);
    match_step(&s.m);
    ck_assert_uint_eq(s.v.player.detonated[0], 2);
    ck_assert(s.v.firework.kind[0] == 6 && s.v.firework.kind[1] == 0);
    match_end(&s.m);
}
END_TEST

START_TEST(no_firework_counts_twice)
{
    struct sky s = sky_start(3, "gravity=0");
    press_key(&s, 0, 0, 1);
    put_at_sight(&s, 0);
    s.v.player.crosshair[1] = s.v.player.crosshair[2] = s.v.player.crosshair[0];
    match_press(&s.m, 2, FS_KEY_FIRE, 0);
    press_key(&s, 1, FS_KEY_FIRE, 0);
    ck_assert(s.v.player.score[0] == 0 && s.v.player.score[1] == 10 && s.v.player.score[2] == 0);
    ck_assert_uint_eq(count_of(&s, 3) + count_of(&s, 5), 10);
    match_end(&s.m);
}
END_TEST

START_TEST(without_fuses_only_crosshairs_set_off)
{
    struct sky s = sky_start(1, "fuses=0");
    press_key(&s, 0, 0, 7);
    match_steps(&s.m, 301);
    ck_assert_uint_eq(count_of(&s, 0), 0);
    press_key(&s, 0, 0, 1);
    put_at_sight(&s, 0);
    press_key(&s, 0, FS_KEY_FIRE, 0);
    ck_assert_uint_eq(count_of(&s, 0), 10);
    ck_assert_uint_eq(s.v.player.score[0], 10);
    /* The ground ends them without a payload too. */
    for (uint32_t i = 0; i < *s.v.firework.rows; i++)
        s.v.firework.pos[i].y = -1;
    match_step(&s.m);
    ck_assert_uint_eq(count_of(&s, 0), 0);
    match_end(&s.m);
}
END_TEST

/* 18 m/s, a quarter of it held slow, and never out of the picture. */
START_TEST(sights_move_within_bounds)
{
    struct sky s = sky_start(1, "");
    press_key(&s, 0, 0, 0);
    ck_assert(fs_pos3_eq(s.v.player.crosshair[0], fs_pos3_make(0, M(FIREWORKS_START_HEIGHT), 0)));
    match_press(&s.m, 0, FS_KEY_RIGHT | FS_KEY_DOWN, 0);
    match_steps(&s.m, 10);
    ck_assert(fs_pos3_eq(s.v.player.crosshair[0],
                         fs_pos3_make(10 * (M(18) / 60), M(FIREWORKS_START_HEIGHT) - 10 * (M(18) / 60), 0)));
    match_steps(&s.m, 200);
    ck_assert(fs_pos3_eq(s.v.player.crosshair[0], fs_pos3_make(fs__fireworks_half_width(1), 0, 0)));
    match_press(&s.m, 0, FS_KEY_LEFT | FS_KEY_UP | FS_KEY_ALT, 0);
    match_step(&s.m);
    ck_assert_int_eq(s.v.player.crosshair[0].y, M(18) / 240);
    match_steps(&s.m, 600);
    ck_assert(fs_pos3_eq(s.v.player.crosshair[0], fs_pos3_make(-fs__fireworks_half_width(1), M(FIREWORKS_CEILING), 0)));
    match_end(&s.m);
}
END_TEST

/* --- wheels ----------------------------------------------------------------------------------- */

/* Two sparks a tick, which live 31 after it, or until the ground, for four seconds. */
START_TEST(a_wheel_throws_sparks_for_four_seconds)
{
    struct sky s = sky_start(2, "sparks=120");
    press_key(&s, 1, 0, FIREWORKS_CHOICE_WHEEL);
    ck_assert_uint_eq(sparks_of(&s), 2);
    match_steps(&s.m, 99);
    ck_assert(sparks_of(&s) <= 62 && sparks_of(&s) >= 52);
    fs_pos3 hub = fs__fireworks_launch_pos(1, 2);
    hub.y = CM(400);
    for (uint32_t i = 0; i < *s.v.spark.rows; i++)
        if (s.v.spark.type[i] != FS_SPARK_NONE)
            ck_assert(fs_pos3_dist(s.v.spark.pos[i], hub) < M(6));
    match_steps(&s.m, 140);
    ck_assert_uint_eq(s.v.player.wheel_ticks[1], 0);
    ck_assert(sparks_of(&s) <= 62 && sparks_of(&s) >= 52);
    match_steps(&s.m, 32);
    ck_assert_uint_eq(sparks_of(&s), 0);
    match_end(&s.m);
}
END_TEST

START_TEST(every_spark_has_a_place)
{
    static const int rates[5] = { 20, 29, 30, 60, 120 };
    char settings[60];
    snprintf(settings, sizeof settings, "hz=%d sparks=200", rates[_i]);
    struct sky s = sky_start(8, settings);
    for (uint32_t slot = 0; slot < 8; slot++)
        match_press(&s.m, slot, 0, FIREWORKS_CHOICE_WHEEL);
    match_steps(&s.m, 8 * rates[_i]);
    ck_assert_uint_eq(*s.v.glow.dropped, 0);
    ck_assert_uint_gt(sparks_of(&s), 8 * 50);
    match_end(&s.m);
}
END_TEST

/* --- bots and scripts ---------------------------------------------------------------------------- */

START_TEST(showman_beats_idle_and_random)
{
    char settings[40];
    snprintf(settings, sizeof settings, "seed=%d fuses=%d", _i, _i % 2);
    struct match m = match_start(&fs_game_fireworks, 3, settings);
    struct fireworks_view v;
    fireworks_bind(m.state, &v);
    match_bots(&m, "showman idle random", 3600);
    ck_assert_uint_ge(v.player.score[0], 60);
    ck_assert_uint_eq(v.player.score[1], 0);
    ck_assert_uint_lt(v.player.score[2] * 2, v.player.score[0]);
    match_end(&m);
}
END_TEST

START_TEST(scripts_play)
{
    struct match m = play_script(&fs_game_fireworks, 2, "seed=1", 3000);
    struct fireworks_view v;
    fireworks_bind(m.state, &v);
    ck_assert_uint_ge(v.player.launched[0], 30);
    ck_assert_uint_ge(v.player.launched[1], 40);
    ck_assert_uint_ge(v.player.detonated[1], 5);
    ck_assert_uint_eq(v.player.detonated[0], 0);
    match_end(&m);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("fireworks");
    TCase *tc = tcase_create("fireworks");
    tcase_set_timeout(tc, 120);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    tcase_add_test(tc, keys_become_inputs);
    tcase_add_loop_test(tc, a_launch_draws_from_the_ranges_of_the_book, 1, FIREWORKS_TYPES + 1);
    tcase_add_loop_test(tc, payloads_are_those_of_the_book, 0, 6);
    tcase_add_test(tc, launches_wait_for_the_reload);
    tcase_add_test(tc, full_slots_drop_the_new_or_replace_the_old);
    tcase_add_test(tc, a_sight_sets_off_what_is_in_reach);
    tcase_add_test(tc, the_nearest_goes_off_and_the_trigger_rests);
    tcase_add_test(tc, no_firework_counts_twice);
    tcase_add_test(tc, without_fuses_only_crosshairs_set_off);
    tcase_add_test(tc, sights_move_within_bounds);
    tcase_add_test(tc, a_wheel_throws_sparks_for_four_seconds);
    tcase_add_loop_test(tc, every_spark_has_a_place, 0, 5);
    tcase_add_loop_test(tc, showman_beats_idle_and_random, 1, 5);
    tcase_add_test(tc, scripts_play);
    suite_add_tcase(suite, tc);
    return suite;
}
