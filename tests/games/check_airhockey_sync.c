/* check_airhockey_sync.c: air hockey depends on its state and inputs alone, and does
 * not prefer a side. */
#include <stdio.h>
#include <stdlib.h>

#include "support/check_main.h"
#include "games/play_checks.h"
#include "games/rink.h"
#include "support/script.h"

enum { MATCHES = 4 };

/* What has no bound of its own in the rules; check_airhockey looks at places. */
static void check_counts(const struct match *m)
{
    struct airhockey_view v;
    airhockey_peek(m->state, &v);
    ck_assert_uint_eq(*v.body2.rows, *v.mallet.rows + *v.puck.rows + 1);
    ck_assert_uint_le(v.team.goals[0], 1000000);
}

static const struct game_checks checks = { .game = &fs_game_airhockey,
                                           .players = "mallet",
                                           .fields = 4,
                                           .check = check_counts,
                                           .ticks = 3000,
                                           .bytes = 3000,
                                           .pictures = 200,
                                           .bots = 1200,
                                           .items = 7,
                                           .refused = { 57, 32 } };
static const struct scene scenes[MATCHES] = { { &checks, 8, "" },
                                              { &checks, 8, "pucks=8 serve=0 width=20 height=10" },
                                              { &checks, 8, "hz=20 pucks=3 speed=120 restitution=150" },
                                              { &checks, 8, "hz=120 friction=0 goals=1" } };

/* --- from the state alone ----------------------------------------------------------------- */

START_TEST(scratch_is_no_state)
{
    struct rink kept = rink_start(8, scenes[_i].settings), dropped = rink_start(8, scenes[_i].settings);
    for (int t = 0; t < 3000; t++) {
        script_step(kept.sim);
        fs_sim_poison_scratch(dropped.sim);
        script_step(dropped.sim);
        ck_assert_msg(fs_sim_state_hash(kept.sim) == fs_sim_state_hash(dropped.sim), "tick %d depends on scratch", t);
    }
    rink_end(&kept);
    rink_end(&dropped);
}
END_TEST

/* --- mirrored ------------------------------------------------------------------------------- */

/* The same match seen in a mirror. Serves are drawn, so the goals are closed and the
 * pucks start in play; a puck that a team holds for seven seconds would be served
 * too, so the mirrored matches are shorter than that. */
enum { MIRROR_TICKS = 400, MIRROR_MATCHES = 60 };

static void put_mirrored_puck(struct rink *a, struct rink *b, uint32_t row, int sx, int sy, fs_rng *rng)
{
    fs_pos x = fs_rng_range64(rng, CM(-100), CM(100));
    fs_pos y = fs_rng_range64(rng, CM(-60), CM(60));
    int vx = fs_rng_range(rng, -500, 500);
    int vy = fs_rng_range(rng, -500, 500);
    rink_put_puck(a, row, x, y, vx, vy);
    rink_put_puck(b, row, x * sx, y * sy, vx * sx, vy * sy);
}

static void press_mirrored(struct rink *a, struct rink *b, int sx, int sy, fs_rng *rng)
{
    for (uint32_t slot = 0; slot < a->players; slot++) {
        if (!fs_rng_chance(rng, 1, 10))
            continue;
        int x = fs_rng_range(rng, -127, 127);
        int y = fs_rng_range(rng, -127, 127);
        int fire = fs_rng_chance(rng, 1, 3);
        rink_press(a, slot, x, y, fire);
        rink_press(b, sx < 0 ? slot ^ 1u : slot, x * sx, y * sy, fire);
    }
}

/* How far two numbers are from each other's mirror image, or the largest such distance so far. */
static int64_t max_difference(int64_t maximum, int64_t a, int64_t b, int sign)
{
    return fs_max64(maximum, fs_abs64(a - sign * b));
}

struct mirror_error {
    int64_t pos, vel;
};

static struct mirror_error mirror_error(const struct rink *a, const struct rink *b, int sx, int sy)
{
    struct mirror_error worst = { 0, 0 };
    uint32_t pucks = *a->v.puck.rows;
    for (uint32_t body = 0; body < pucks + a->players; body++) {
        uint32_t twin = body >= pucks && sx < 0 ? pucks + ((body - pucks) ^ 1u) : body;
        fs_pos2 p = a->v.body2.pos[body], q = b->v.body2.pos[twin];
        fs_vel2 v = a->v.body2.vel[body], w = b->v.body2.vel[twin];
        worst.pos = max_difference(max_difference(worst.pos, p.x, q.x, sx), p.y, q.y, sy);
        worst.vel = max_difference(max_difference(worst.vel, v.x, w.x, sx), v.y, w.y, sy);
    }
    return worst;
}

/* Whether a disc that differs touches two others or walls at once. */
static bool is_in_a_crowd(const struct rink *a, const struct rink *b, int sx, int sy)
{
    for (uint32_t body = 0; body < *a->v.puck.rows + a->players; body++) {
        uint32_t twin = body >= *a->v.puck.rows && sx < 0 ? *a->v.puck.rows + ((body - *a->v.puck.rows) ^ 1u) : body;
        fs_vel2 v = a->v.body2.vel[body], w = b->v.body2.vel[twin];
        fs_pos2 p = a->v.body2.pos[body], q = b->v.body2.pos[twin];
        bool differs = v.x != sx * w.x || v.y != sy * w.y || p.x != sx * q.x || p.y != sy * q.y;
        int touches = 0;
        for (uint32_t c = 0; c < *a->v.contact2.rows; c++)
            touches += (a->v.contact2.gen[c] & 1u) != 0 && a->v.contact2.count[c] > 0 &&
                       (a->v.shape2.body[a->v.contact2.shape_a[c]] == body ||
                        a->v.shape2.body[a->v.contact2.shape_b[c]] == body);
        if (differs && touches > 1)
            return true;
    }
    return false;
}

/* Puts mallets and pucks of both rinks in random places that mirror each other. */
static void set_up_mirrored(struct rink *a, struct rink *b, int sx, int sy, fs_rng *rng)
{
    for (uint32_t slot = 0; slot < a->players; slot++) {
        /* Homes are in order of slots: the mirror in y turns that order. */
        fs_pos x = fs_rng_range64(rng, CM(10), CM(140));
        fs_pos2 home = { x, fs_rng_range64(rng, CM(-70), CM(70)) };
        int side = slot % 2 == 0 ? -1 : 1;
        rink_put_mallet(a, slot, home.x * side, home.y);
        rink_put_mallet(b, sx < 0 ? slot ^ 1u : slot, home.x * side * sx, home.y * sy);
    }
    for (uint32_t row = 0; row < *a->v.puck.rows; row++)
        put_mirrored_puck(a, b, row, sx, sy, rng);
}

struct mirrored {
    int ticks, touches;
};

/* Bit for bit, until a disc touches two others or walls at once: impacts are solved in the order of their contacts, and
 * the walls that mirror each other are two shapes. From there on the matches go different ways. */
static struct mirrored play_mirrored(uint32_t players, const char *settings, int sx, int sy, uint64_t seed)
{
    struct rink a = rink_start(players, settings), b = rink_start(players, settings);
    fs_rng rng = fs_rng_seed(seed, 0);
    struct mirrored result = { 0, 0 };
    struct mirror_error error = { 0, 0 };
    set_up_mirrored(&a, &b, sx, sy, &rng);
    while (result.ticks < MIRROR_TICKS && error.pos + error.vel == 0) {
        press_mirrored(&a, &b, sx, sy, &rng);
        rink_step(&a);
        rink_step(&b);
        error = mirror_error(&a, &b, sx, sy);
        ck_assert_msg(error.pos + error.vel == 0 || is_in_a_crowd(&a, &b, sx, sy) || is_in_a_crowd(&b, &a, sx, sy),
                      "tick %d of match %u is off by %ld and %ld", result.ticks, (unsigned)seed, (long)error.pos,
                      (long)error.vel);
        result.ticks += error.pos + error.vel == 0;
        result.touches += a.v.puck.last_touch[0] != 0;
    }
    rink_end(&a);
    rink_end(&b);
    return result;
}

/* Many matches: most of their ticks are mirrored exactly, with touches among them. */
static void check_mirror(uint32_t players, const char *settings, int sx, int sy, int least_percent)
{
    struct mirrored all = { 0, 0 };
    for (uint64_t seed = 0; seed < MIRROR_MATCHES; seed++) {
        struct mirrored one = play_mirrored(players, settings, sx, sy, seed);
        all.ticks += one.ticks;
        all.touches += one.touches;
    }
    ck_assert_int_gt(all.ticks, MIRROR_MATCHES * MIRROR_TICKS / 100 * least_percent);
    ck_assert_int_gt(all.touches, MIRROR_MATCHES);
}

/* The order of the discs stays, so any number of them mirrors. */
START_TEST(up_and_down_are_alike)
{
    check_mirror(8, "goal=0 pucks=4", 1, -1, 35);
}
END_TEST

/* With the teams exchanged discs change places in the order in which impacts are resolved, so this holds while no puck
 * is between two mallets of both teams, as with one mallet a side. */
START_TEST(left_and_right_are_alike)
{
    check_mirror(2, "goal=0 width=40", -1, 1, 95);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("airhockey_sync");
    TCase *tc = tcase_create("sync");
    tcase_set_timeout(tc, 120);
    play_scenes = scenes;
    tcase_add_loop_test(tc, every_tick_twice, 0, MATCHES);
    tcase_add_loop_test(tc, scratch_is_no_state, 0, MATCHES);
    tcase_add_loop_test(tc, any_bytes_are_an_input, 0, MATCHES);
    tcase_add_loop_test(tc, damaged_states_are_refused_or_played, 0, MATCHES);
    tcase_add_loop_test(tc, pictures_change_nothing, 0, MATCHES);
    tcase_add_loop_test(tc, bots_write_legal_inputs, 0, MATCHES);
    tcase_add_test(tc, up_and_down_are_alike);
    tcase_add_test(tc, left_and_right_are_alike);
    suite_add_tcase(suite, tc);
    return suite;
}
