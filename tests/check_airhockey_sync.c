/* check_airhockey_sync.c: air hockey depends on its state and inputs alone, and does
 * not prefer a side. */
#include <stdio.h>
#include <stdlib.h>

#include "check_main.h"
#include "rink.h"
#include "script.h"

static const char *const matches[] = {
    "", "pucks=8 serve=0 width=20 height=10", "hz=20 pucks=3 speed=120 restitution=150", "hz=120 friction=0 goals=1"
};
enum { MATCHES = sizeof matches / sizeof matches[0] };

/* --- from the state alone ----------------------------------------------------------------- */

/* Each tick twice from a snapshot, the second time with other scratch. */
START_TEST(every_tick_twice)
{
    struct rink rink = rink_start(8, matches[_i]);
    void *before = malloc(fs_state_block_size(fs_sim_state(rink.sim)));
    for (int t = 0; t < 3000; t++) {
        fs_state_store(fs_sim_state(rink.sim), before);
        script_step(rink.sim);
        uint64_t root = fs_sim_root(rink.sim);
        fs_state_fetch(fs_sim_state(rink.sim), before);
        fs_sim_drop_scratch(rink.sim);
        script_step(rink.sim);
        ck_assert_msg(fs_sim_root(rink.sim) == root, "tick %d differs the second time", t);
    }
    free(before);
    rink_end(&rink);
}
END_TEST

START_TEST(scratch_is_no_state)
{
    struct rink kept = rink_start(8, matches[_i]), dropped = rink_start(8, matches[_i]);
    for (int t = 0; t < 3000; t++) {
        script_step(kept.sim);
        fs_sim_drop_scratch(dropped.sim);
        script_step(dropped.sim);
        ck_assert_msg(fs_sim_root(kept.sim) == fs_sim_root(dropped.sim), "tick %d depends on scratch", t);
    }
    rink_end(&kept);
    rink_end(&dropped);
}
END_TEST

/* Saved and loaded in the middle of a match, again and again. */
START_TEST(save_and_load_mid_match)
{
    struct rink straight = rink_start(8, matches[_i]), moved = rink_start(8, matches[_i]);
    size_t size = fs_state_encoded_size(fs_sim_state(straight.sim));
    uint8_t *bytes = malloc(size);
    for (int t = 0; t < 2000; t++) {
        script_step(straight.sim);
        script_step(moved.sim);
        if (t % 97 == 0) {
            ck_assert_uint_eq(fs_state_encode(fs_sim_state(moved.sim), bytes, size), size);
            rink_end(&moved);
            moved = rink_start(8, matches[_i]);
            ck_assert_int_eq(fs_sim_load(moved.sim, bytes, size), FS_OK);
        }
        ck_assert(fs_sim_root(straight.sim) == fs_sim_root(moved.sim));
    }
    free(bytes);
    rink_end(&straight);
    rink_end(&moved);
}
END_TEST

/* --- mirrored ------------------------------------------------------------------------------- */

/* The same match seen in a mirror. Serves are drawn, so the goals are closed and the
 * pucks start in play; a puck that a team holds for seven seconds would be served
 * too, so the mirrored matches are shorter than that. */
enum { MIRROR_TICKS = 400 };

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

static void check_mirrored(const struct rink *a, const struct rink *b, int sx, int sy, int tick)
{
    for (uint32_t slot = 0; slot < a->players; slot++) {
        uint32_t twin = sx < 0 ? slot ^ 1u : slot;
        fs_pos2 p = a->v.mallet.pos[slot], q = b->v.mallet.pos[twin];
        fs_vel2 v = a->v.mallet.vel[slot], w = b->v.mallet.vel[twin];
        ck_assert_msg(p.x == sx * q.x && p.y == sy * q.y && v.x == sx * w.x && v.y == sy * w.y,
                      "mallet %u is not mirrored in tick %d", slot, tick);
    }
    for (uint32_t row = 0; row < *a->v.puck.rows; row++) {
        fs_pos2 p = a->v.puck.pos[row], q = b->v.puck.pos[row];
        fs_vel2 v = a->v.puck.vel[row], w = b->v.puck.vel[row];
        ck_assert_msg(p.x == sx * q.x && p.y == sy * q.y && v.x == sx * w.x && v.y == sy * w.y,
                      "puck %u is not mirrored in tick %d", row, tick);
    }
}

static int play_mirrored(uint32_t players, const char *settings, int sx, int sy, uint64_t seed)
{
    struct rink a = rink_start(players, settings), b = rink_start(players, settings);
    fs_rng rng = fs_rng_seed(seed, 0);
    for (uint32_t slot = 0; slot < players; slot++) {
        /* Homes are in order of slots: the mirror in y turns that order. */
        fs_pos2 home = { fs_rng_range64(&rng, CM(10), CM(140)), fs_rng_range64(&rng, CM(-70), CM(70)) };
        uint32_t twin = sx < 0 ? slot ^ 1u : slot;
        int side = slot % 2 == 0 ? -1 : 1;
        a.v.mallet.active[slot] = 1;
        b.v.mallet.active[twin] = 1;
        rink_put_mallet(&a, slot, home.x * side, home.y);
        rink_put_mallet(&b, twin, home.x * side * sx, home.y * sy);
    }
    for (uint32_t row = 0; row < *a.v.puck.rows; row++)
        put_mirrored_puck(&a, &b, row, sx, sy, &rng);
    int touched = 0;
    for (int t = 0; t < MIRROR_TICKS; t++) {
        press_mirrored(&a, &b, sx, sy, &rng);
        rink_step(&a);
        rink_step(&b);
        check_mirrored(&a, &b, sx, sy, t);
        touched += a.v.puck.touch[0] != 0;
    }
    rink_end(&a);
    rink_end(&b);
    return touched;
}

/* Up for down: the order of the discs stays, so any number of them mirrors. */
START_TEST(up_and_down_are_alike)
{
    ck_assert_int_gt(play_mirrored(8, "goal=0 pucks=4", 1, -1, (uint64_t)_i), 0);
}
END_TEST

/* Left for right with the teams exchanged: discs change places in the order in which
 * impacts are resolved, so this holds while no puck is between two mallets of both
 * teams, as with one mallet a side. */
START_TEST(left_and_right_are_alike)
{
    play_mirrored(2, "goal=0 width=40", -1, 1, (uint64_t)_i);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("airhockey_sync");
    TCase *tc = tcase_create("sync");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, every_tick_twice, 0, MATCHES);
    tcase_add_loop_test(tc, scratch_is_no_state, 0, MATCHES);
    tcase_add_loop_test(tc, save_and_load_mid_match, 0, MATCHES);
    tcase_add_loop_test(tc, up_and_down_are_alike, 0, 20);
    tcase_add_loop_test(tc, left_and_right_are_alike, 0, 20);
    suite_add_tcase(suite, tc);
    return suite;
}
