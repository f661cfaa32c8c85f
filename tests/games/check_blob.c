/* check_blob.c: the game of blobs: its rules one by one, and what every game keeps. The
 * blob's own shape, tearing and joining are tested in check_aggregate.c. */
#include "games/blob/blob.h"
#include <fixstep/kit/buttons.h>

#include "games/builtin.h"
#include "games/play_checks.h"

#define M(n) ((fs_pos)(n)*FS_POS_ONE)
#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

/* --- properties of every game -------------------------------------------------------------- */

/* Between the walls, ground and ceiling, no deeper in them than half a skin; no contact is
 * without a place. */
static void check_blobs(const struct match *m)
{
    struct blob_view v;
    blob_peek(m->state, &v);
    struct blob_rules rules = blob_rules_load(&v);
    uint32_t parts = *v.player.rows * fs__blob_build_need(&rules).particles;
    fs_pos give = rules.particle_radius / 2;
    for (uint32_t i = 0; i < parts; i++) {
        fs_pos3 p = v.body.pos[i];
        bool free = v.body.kind[i] == 0;
        ck_assert(free ? p.y <= -M(100)
                       : fs_abs64(p.x) <= M(BLOB_HALF_WIDTH) - give && p.y >= give && p.y <= M(BLOB_HEIGHT) - give);
        ck_assert_int_eq(p.z, 0);
        ck_assert_int_eq(v.body.vel[i].z, 0);
    }
    for (uint32_t slot = 0; slot < *v.player.rows; slot++)
        ck_assert(v.player.active[slot] || v.player.score[slot] == 0);
    ck_assert_uint_eq(v.particle_system.dropped_contacts[0], 0);
    ck_assert_uint_eq(*v.world.saturations, 0);
}

static const struct game_checks checks = {
    .game = &fs_game_blob,
    .players = "player",
    .fields = 4,
    .check = check_blobs,
    .ticks = 300,
    .bytes = 1200,
    .pictures = 120,
    .bots = 300,
    .choices = BLOB_CHOICES,
    .items = 10,
    .refused = { 15, 15 },
};

static const struct scene scenes[] = {
    { &checks, 8, "" },
    { &checks, 3, "hz=20 rim=12 radius=9 limit=0 tear=150 jump=150 push=300 crumbs=16 life=1" },
    { &checks, 1, "hz=120 rim=6 radius=16 tear=0 limit=120 substeps=3 crumbs=1" },
};

/* --- one blob --------------------------------------------------------------------------------- */

struct room {
    struct match m;
    struct blob_view v;
    struct blob_rules rules;
};

static struct room room_start(uint32_t players, const char *settings)
{
    struct room r = { .m = match_start(&fs_game_blob, players, settings) };
    blob_bind(r.m.state, &r.v);
    r.rules = blob_rules_load(&r.v);
    match_step(&r.m);
    return r;
}

/* Brings the whole blob to another place, at rest. */
static void put_blob(struct room *r, uint32_t slot, fs_pos x, fs_pos y)
{
    uint32_t core = fs__blob_core_row(&r->rules, slot);
    fs_pos3 by = fs_pos3_sub(fs_pos3_make(x, y, 0), r->v.body.pos[core]);
    for (uint32_t i = 0; i <= r->rules.rim; i++) {
        r->v.body.pos[core + i] = fs_pos3_add(r->v.body.pos[core + i], by);
        r->v.body.vel[core + i] = fs_vel3_zero();
    }
}

static fs_pos3 core_of(const struct room *r, uint32_t slot)
{
    return r->v.body.pos[fs__blob_core_row(&r->rules, slot)];
}

/* A blob that lies on the ground between the hill and the wall, and has come to rest. */
static struct room room_at_rest(uint32_t players, const char *settings)
{
    struct room r = room_start(players, settings);
    for (uint32_t slot = 0; slot < players; slot++)
        put_blob(&r, slot, M(-21) + (fs_pos)slot * M(5), M(2));
    match_steps(&r.m, 300);
    return r;
}

static void assert_near(int64_t value, int64_t expected, int64_t tolerance, const char *what)
{
    ck_assert_msg(fs_absdiff64(value, expected) <= (uint64_t)tolerance, "%s: %.9g, expected %.9g +- %.9g", what,
                  (double)value / 4294967296.0, (double)expected / 4294967296.0, (double)tolerance / 4294967296.0);
}

static void extent(const struct room *r, uint32_t slot, fs_pos *width, fs_pos *height)
{
    fs_pos3 low = core_of(r, slot), high = low;
    for (uint32_t i = 1; i <= r->rules.rim; i++) {
        low = fs_pos3_min(low, r->v.body.pos[fs__blob_core_row(&r->rules, slot) + i]);
        high = fs_pos3_max(high, r->v.body.pos[fs__blob_core_row(&r->rules, slot) + i]);
    }
    *width = high.x - low.x;
    *height = high.y - low.y;
}

START_TEST(a_blob_falls_as_a_whole)
{
    struct room r = room_start(1, "");
    put_blob(&r, 0, M(-18), M(20));
    fs_pos start = core_of(&r, 0).y;
    fs_vel3 first = r.v.body.vel[0];
    match_steps(&r.m, 30);
    /* g t^2 / 2 = 1.25 m, less what the damping of 0.6 a second takes: v' = g - k v. */
    assert_near(start - core_of(&r, 0).y, CM(117), CM(3), "fallen in half a second");
    for (uint32_t i = 1; i <= r.rules.rim; i++)
        ck_assert_int_le(fs_abs32(r.v.body.vel[i].y - r.v.body.vel[0].y), FS_VEL_ONE / 100);
    ck_assert(fs_vel3_is_zero(first));
    match_end(&r.m);
}
END_TEST

START_TEST(a_blob_comes_to_rest_and_sags_when_soft)
{
    fs_pos width[BLOB_SOFTEST + 1], height[BLOB_SOFTEST + 1];
    for (int softness = 0; softness <= BLOB_SOFTEST; softness++) {
        struct room r = room_start(1, "");
        match_press(&r.m, 0, 0, BLOB_STIFFER);
        match_steps(&r.m, BLOB_SOFTEST);
        match_press(&r.m, 0, 0, BLOB_SOFTER);
        match_steps(&r.m, softness);
        match_press(&r.m, 0, 0, 0);
        ck_assert_int_eq(r.v.player.softness[0], softness);
        put_blob(&r, 0, M(-16), M(2));
        match_steps(&r.m, 600);
        for (uint32_t i = 0; i <= r.rules.rim; i++)
            ck_assert_int_le(fs_vel3_length(r.v.body.vel[i]), FS_VEL_ONE / 5);
        extent(&r, 0, &width[softness], &height[softness]);
        ck_assert(r.v.player.grounded[0] == 1);
        match_end(&r.m);
    }
    /* The stiffest keeps its shape, the softest is flat. */
    ck_assert(height[0] > CM(200));
    ck_assert(height[BLOB_SOFTEST] < height[0] - CM(20));
    ck_assert(width[BLOB_SOFTEST] > width[0]);
}
END_TEST

START_TEST(pushing_moves_it_both_ways)
{
    struct room r = room_at_rest(1, "");
    fs_pos start = core_of(&r, 0).x;
    match_press(&r.m, 0, FS_KEY_RIGHT, 0);
    match_steps(&r.m, 60);
    ck_assert(core_of(&r, 0).x > start + M(1));
    ck_assert(r.v.body.vel[0].x > FS_VEL_ONE);
    match_steps(&r.m, 60);
    ck_assert_int_le(r.v.body.vel[0].x, 9 * FS_VEL_ONE);
    fs_pos far = core_of(&r, 0).x;
    match_press(&r.m, 0, FS_KEY_LEFT, 0);
    match_steps(&r.m, 120);
    ck_assert(core_of(&r, 0).x < far);
    match_press(&r.m, 0, FS_KEY_LEFT | FS_KEY_RIGHT, 0);
    match_step(&r.m);
    ck_assert_int_eq(r.v.player.direction[0], 0);
    match_end(&r.m);
}
END_TEST

/* v^2 / 2 g, less the damping; only from something to stand on, and not at once again. */
START_TEST(it_jumps_from_the_ground_only)
{
    struct room r = room_at_rest(1, "jump=60");
    fs_pos start = core_of(&r, 0).y, top = start;
    match_press(&r.m, 0, FS_KEY_UP, 0);
    match_step(&r.m);
    ck_assert_uint_eq(r.v.player.jumps[0], 1);
    for (int t = 0; t < 40; t++) {
        match_step(&r.m);
        top = fs_max64(top, core_of(&r, 0).y);
        ck_assert_uint_eq(r.v.player.jumps[0], 1);
    }
    assert_near(top - start, CM(160), CM(25), "height of the jump");
    match_steps(&r.m, 160);
    ck_assert_uint_ge(r.v.player.jumps[0], 2);
    ck_assert_uint_le(r.v.player.jumps[0], 6);
    match_end(&r.m);
}
END_TEST

START_TEST(heavy_blobs_flatten)
{
    struct room r = room_at_rest(1, "");
    fs_pos width, height, flat_width, flat_height;
    extent(&r, 0, &width, &height);
    match_press(&r.m, 0, FS_KEY_DOWN, 0);
    match_steps(&r.m, 120);
    extent(&r, 0, &flat_width, &flat_height);
    ck_assert(flat_height < height - CM(10));
    match_press(&r.m, 0, 0, 0);
    match_steps(&r.m, 300);
    extent(&r, 0, &flat_width, &flat_height);
    assert_near(flat_height, height, CM(12), "height again");
    match_end(&r.m);
}
END_TEST

static uint32_t count_attached(const struct room *r, uint32_t slot)
{
    uint32_t count = 0;
    for (uint32_t part = 1; part <= r->rules.rim; part++)
        count += fs__blob_part_attached(&r->v, &r->rules, slot, part);
    return count;
}

/* Let go and flung apart on the ground, they hold again, all of them, once gathered. */
START_TEST(what_is_let_go_can_be_gathered)
{
    struct room r = room_start(1, "");
    put_blob(&r, 0, M(-16), M(2));
    match_press(&r.m, 0, FS_KEY_ALT, 0);
    match_step(&r.m);
    for (uint32_t i = 1; i <= r.rules.rim; i++)
        r.v.body.vel[i].x = (i % 2 ? 5 : -5) * FS_VEL_ONE;
    match_steps(&r.m, 60);
    uint32_t core = fs__blob_core_row(&r.rules, 0);
    fs_pos farthest = 0;
    for (uint32_t i = 1; i <= r.rules.rim; i++)
        farthest = fs_max64(farthest, fs_pos3_dist(r.v.body.pos[core], r.v.body.pos[core + i]));
    ck_assert(farthest > 2 * r.rules.radius);
    match_press(&r.m, 0, 0, 0);
    match_steps(&r.m, 5);
    ck_assert_uint_lt(count_attached(&r, 0), r.rules.rim);
    match_press(&r.m, 0, FS_KEY_FIRE, 0);
    match_steps(&r.m, 600);
    ck_assert_uint_eq(count_attached(&r, 0), r.rules.rim);
    match_press(&r.m, 0, 0, 0);
    match_steps(&r.m, 200);
    ck_assert_uint_eq(count_attached(&r, 0), r.rules.rim);
    match_end(&r.m);
}
END_TEST

/* Cables that hold stop the softest blob from being drawn out. */
START_TEST(cables_limit_the_stretch)
{
    struct room r = room_start(1, "limit=130 tear=0 substeps=10");
    put_blob(&r, 0, M(-16), M(4));
    match_press(&r.m, 0, 0, BLOB_SOFTER);
    match_steps(&r.m, 5);
    match_press(&r.m, 0, 0, 0);
    fs_pos3 held_at = r.v.body.pos[1];
    for (int t = 0; t < 200; t++) {
        /* One part is held, another pulled with a jerk in every tick. */
        r.v.body.pos[1] = held_at;
        r.v.body.vel[1] = fs_vel3_zero();
        r.v.body.vel[4].x = fs_sat32_add(r.v.body.vel[4].x, FS_VEL_ONE / 2);
        match_step(&r.m);
        for (uint32_t row = 0; row < *r.v.link.rows; row++) {
            fs_pos delta = fs_pos3_dist(r.v.body.pos[r.v.link.a[row]], r.v.body.pos[r.v.link.b[row]]);
            if (t > 20 && r.v.link.type[row] == FS_LINK_CABLE)
                ck_assert(delta <= r.v.link.max_length[row] / 10 * 12);
        }
    }
    ck_assert_uint_eq(r.v.particle_system.torn[0], 0);
    match_end(&r.m);
}
END_TEST

/* --- several blobs, crumbs -------------------------------------------------------------------- */

/* The pushed one moves, and neither is inside the other. */
START_TEST(blobs_push_each_other)
{
    struct room r = room_at_rest(2, "");
    fs_pos other = core_of(&r, 1).x;
    match_press(&r.m, 0, FS_KEY_RIGHT, 0);
    for (int t = 0; t < 200; t++) {
        match_step(&r.m);
        ck_assert(core_of(&r, 1).x - core_of(&r, 0).x > r.rules.radius);
    }
    ck_assert(core_of(&r, 1).x > other + M(1));
    match_end(&r.m);
}
END_TEST

/* Exchanged slots play the exchanged match, until they touch something together. */
START_TEST(slots_are_alike)
{
    struct room r = room_start(2, ""), s = room_start(2, "");
    put_blob(&r, 0, M(-18), M(2));
    put_blob(&r, 1, M(14), M(3));
    put_blob(&s, 1, M(-18), M(2));
    put_blob(&s, 0, M(14), M(3));
    for (int t = 0; t < 300; t++) {
        unsigned a = t / 40 % 2 ? FS_KEY_LEFT : FS_KEY_UP | FS_KEY_RIGHT,
                 b = t / 30 % 3 ? FS_KEY_RIGHT : FS_KEY_DOWN | FS_KEY_ALT;
        match_press(&r.m, 0, a, 0);
        match_press(&r.m, 1, b, 0);
        match_press(&s.m, 1, a, 0);
        match_press(&s.m, 0, b, 0);
        match_step(&r.m);
        match_step(&s.m);
        for (uint32_t slot = 0; slot < 2; slot++)
            ck_assert_msg(fs_pos3_eq(core_of(&r, slot), core_of(&s, 1 - slot)), "tick %d", t);
    }
    match_end(&r.m);
    match_end(&s.m);
}
END_TEST

START_TEST(a_crumb_is_eaten_and_another_laid)
{
    struct room r = room_at_rest(1, "crumbs=1 life=100");
    ck_assert_uint_eq(r.v.player.score[0], 0);
    fs_pos3 near = core_of(&r, 0);
    near.x += r.rules.radius + r.rules.particle_radius;
    r.v.crumb.pos[0] = near;
    r.v.crumb.ticks_left[0] = 1000;
    match_step(&r.m);
    ck_assert_uint_eq(r.v.player.score[0], 1);
    ck_assert(!fs_pos3_eq(r.v.crumb.pos[0], near));
    ck_assert_uint_eq(r.v.crumb.ticks_left[0], 6000);
    /* One that nobody eats is laid elsewhere in the end. */
    r.v.crumb.pos[0] = fs_pos3_make(0, M(30), 0);
    r.v.crumb.ticks_left[0] = 3;
    match_steps(&r.m, 2);
    ck_assert_int_eq(r.v.crumb.pos[0].y, M(30));
    match_step(&r.m);
    ck_assert(r.v.crumb.pos[0].y < M(15));
    ck_assert_uint_eq(r.v.player.score[0], 1);
    match_end(&r.m);
}
END_TEST

START_TEST(crumbs_lie_on_platforms)
{
    struct room r = room_start(1, "crumbs=16 life=1");
    r.m.present = 0;
    for (int t = 0; t < 600; t++) {
        match_step(&r.m);
        for (uint32_t i = 0; i < *r.v.crumb.rows; i++) {
            fs_pos3 p = r.v.crumb.pos[i];
            bool lies = fs_absdiff64(p.y, CM(60)) < 64;
            for (uint32_t plank = 0; !lies && plank < BLOB_PLANKS; plank++) {
                fs_pos3 from, to;
                fs__blob_plank_ends(plank, &from, &to);
                fs_pos at = p.x > from.x && p.x < to.x
                                ? from.y + fs_muldiv64(to.y - from.y, p.x - from.x, to.x - from.x)
                                : -M(9);
                lies = fs_absdiff64(p.y - at, CM(60)) < 64;
            }
            ck_assert(lies);
        }
    }
    match_end(&r.m);
}
END_TEST

/* --- keys, bots and scripts ------------------------------------------------------------------------ */

START_TEST(keys_become_inputs)
{
    uint8_t input[2] = { 0, 0 };
    fs_game_blob.keys(&(fs_keys){ .held = FS_KEY_UP | FS_KEY_FIRE, .character = '+' }, input);
    ck_assert_mem_eq(input, "\x11\x01", 2);
    memset(input, 0, 2);
    fs_game_blob.keys(&(fs_keys){ .held = UINT32_MAX, .character = '-' }, input);
    ck_assert_mem_eq(input, "\x3f\x02", 2);
}
END_TEST

START_TEST(the_eater_beats_idle_and_random)
{
    uint32_t eater = 0, idle = 0, random = 0;
    for (int seed = 1; seed <= 12; seed++) {
        char settings[20];
        snprintf(settings, sizeof settings, "seed=%d", seed);
        struct match m = match_start(&fs_game_blob, 3, settings);
        struct blob_view v;
        blob_bind(m.state, &v);
        match_bots(&m, "eater idle random", 1800);
        eater += v.player.score[0];
        idle += v.player.score[1];
        random += v.player.score[2];
        match_end(&m);
    }
    ck_assert_uint_ge(eater, 90);
    ck_assert_uint_lt(2 * random, eater);
    ck_assert_uint_lt(4 * idle, eater);
}
END_TEST

START_TEST(scripts_play)
{
    struct match m = play_script(&fs_game_blob, 3, "seed=1", 3000);
    struct blob_view v;
    blob_bind(m.state, &v);
    ck_assert_uint_ge(v.player.score[0], 1);
    ck_assert_uint_ge(v.player.jumps[0], 5);
    ck_assert_uint_eq(v.player.softness[1], 0);
    match_end(&m);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("blob");
    TCase *tc = tcase_create("blob");
    tcase_set_timeout(tc, 120);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    tcase_add_test(tc, a_blob_falls_as_a_whole);
    tcase_add_test(tc, a_blob_comes_to_rest_and_sags_when_soft);
    tcase_add_test(tc, pushing_moves_it_both_ways);
    tcase_add_test(tc, it_jumps_from_the_ground_only);
    tcase_add_test(tc, heavy_blobs_flatten);
    tcase_add_test(tc, what_is_let_go_can_be_gathered);
    tcase_add_test(tc, cables_limit_the_stretch);
    tcase_add_test(tc, blobs_push_each_other);
    tcase_add_test(tc, slots_are_alike);
    tcase_add_test(tc, a_crumb_is_eaten_and_another_laid);
    tcase_add_test(tc, crumbs_lie_on_platforms);
    tcase_add_test(tc, keys_become_inputs);
    tcase_add_test(tc, the_eater_beats_idle_and_random);
    tcase_add_test(tc, scripts_play);
    suite_add_tcase(suite, tc);
    return suite;
}
