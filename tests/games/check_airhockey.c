/* check_airhockey.c: the rules of air hockey. */
#include <stdio.h>
#include <stdlib.h>
#include <fixstep/draw.h>

#include "support/check_main.h"
#include "games/rink.h"

/* --- goals, serves, rounds --------------------------------------------------------------- */

static void shoot_puck(struct rink *rink, int side)
{
    fs_pos x = rink->rules.half_width - CM(10);
    rink_put_puck(rink, 0, x * side, 0, 300 * side, 0);
    rink->v.puck.last_touch[0] = side > 0 ? 1 : 2;
    for (int t = 0; t < 10; t++)
        rink_step(rink);
}

START_TEST(a_goal_counts_for_the_other_team_and_its_scorer)
{
    struct rink rink = rink_start(2, "");
    rink_step(&rink);
    rink_put_mallet(&rink, 0, CM(-60), CM(60));
    rink_put_mallet(&rink, 1, CM(60), CM(60));
    shoot_puck(&rink, 1);
    ck_assert_uint_eq(rink.v.team.goals[0], 1);
    ck_assert_uint_eq(rink.v.team.goals[1], 0);
    ck_assert_uint_eq(rink.v.mallet.goals[0], 1);
    /* It is served to the side that got the goal, from the middle. */
    ck_assert_uint_gt(rink.v.puck.serve_wait[0], 0);
    ck_assert_int_eq(rink.v.puck.serve_side[0], 1);
    ck_assert(rink_puck_pos(&rink, 0).x == 0 && rink_puck_pos(&rink, 0).y == 0);
    while (rink.v.puck.serve_wait[0] > 0)
        rink_step(&rink);
    ck_assert_int_gt(rink_puck_vel(&rink, 0).x, 0);
    shoot_puck(&rink, -1);
    ck_assert_uint_eq(rink.v.team.goals[1], 1);
    ck_assert_uint_eq(rink.v.mallet.goals[1], 1);
    rink_end(&rink);
}
END_TEST

START_TEST(a_serve_waits_as_long_as_set)
{
    static const struct {
        const char *settings;
        int ticks;
    } waits[] = { { "serve=10", 60 }, { "serve=0", 0 }, { "hz=120 serve=25", 300 } };
    for (size_t i = 0; i < sizeof waits / sizeof waits[0]; i++) {
        struct rink rink = rink_start(2, waits[i].settings);
        rink.present = 0;
        for (int t = 0; t < waits[i].ticks; t++) {
            rink_step(&rink);
            ck_assert(fs_vel2_is_zero(rink_puck_vel(&rink, 0)));
        }
        rink_step(&rink);
        fs_vel speed = fs_vel2_length(rink_puck_vel(&rink, 0));
        ck_assert_int_ge(speed, rink.rules.puck_speed / 8 - 2);
        ck_assert_int_le(speed, rink.rules.puck_speed / 2 + 2);
        rink_end(&rink);
    }
}
END_TEST

/* Serves come from the match's seed: both sides, many directions. */
START_TEST(serves_vary)
{
    struct rink rink = rink_start(2, "serve=0 goals=0");
    int right = 0, up = 0;
    rink.present = 0;
    for (int i = 0; i < 200; i++) {
        rink.v.puck.serve_wait[0] = 1;
        rink.v.puck.serve_side[0] = 0;
        rink_step(&rink);
        right += rink_puck_vel(&rink, 0).x > 0;
        up += rink_puck_vel(&rink, 0).y > 0;
        ck_assert(fs_abs32(rink_puck_vel(&rink, 0).x) > 0);
    }
    ck_assert_int_gt(right, 60);
    ck_assert_int_lt(right, 140);
    ck_assert_int_gt(up, 60);
    ck_assert_int_lt(up, 140);
    rink_end(&rink);
}
END_TEST

START_TEST(a_round_ends_at_the_limit)
{
    struct rink rink = rink_start(2, "goals=2 pucks=2");
    rink_step(&rink);
    rink_put_mallet(&rink, 1, CM(60), CM(60));
    shoot_puck(&rink, 1);
    ck_assert_uint_eq(rink.v.team.goals[0], 1);
    shoot_puck(&rink, 1);
    ck_assert_uint_eq(rink.v.team.goals[0], 0);
    ck_assert_uint_eq(rink.v.team.wins[0], 1);
    ck_assert_uint_eq(rink.v.team.wins[1], 0);
    ck_assert_uint_gt(rink.v.puck.serve_wait[1], 0);
    rink_end(&rink);
}
END_TEST

START_TEST(a_puck_held_too_long_goes_to_the_other_side)
{
    struct rink rink = rink_start(2, "");
    rink_step(&rink);
    rink_put_puck(&rink, 0, CM(-100), CM(70), 0, 0);
    for (int t = 0; t < 7 * 60; t++)
        rink_step(&rink);
    ck_assert_uint_eq(rink.v.puck.serve_wait[0], 0);
    rink_step(&rink);
    ck_assert_uint_gt(rink.v.puck.serve_wait[0], 0);
    ck_assert_int_eq(rink.v.puck.serve_side[0], 1);
    rink_end(&rink);
}
END_TEST

START_TEST(closed_goals_are_walls)
{
    struct rink rink = rink_start(2, "goal=1 friction=0 restitution=100 goals=0");
    ck_assert(rink.rules.half_goal == 0);
    rink.present = 0;
    rink_put_puck(&rink, 0, 0, 0, 500, 0);
    int bounces = 0;
    for (int t = 0; t < 380; t++) {
        fs_vel before = rink_puck_vel(&rink, 0).x;
        rink_step(&rink);
        bounces += before != rink_puck_vel(&rink, 0).x;
        ck_assert_int_eq(fs_abs32(rink_puck_vel(&rink, 0).x), 5 * FS_VEL_ONE);
    }
    ck_assert_int_ge(bounces, 9);
    rink_end(&rink);
}
END_TEST

/* --- states from outside ------------------------------------------------------------------------- */

/* Writes one thing into the state that no match reaches; false past the last one. */
static bool corrupt_state(struct rink *rink, int which)
{
    struct airhockey_view *v = &rink->v;
    fs_state *state = fs_sim_state(rink->sim);
    const uint32_t puck = 0, body = rink_mallet_body(rink, 1);
    switch (which) {
    case 0: v->body2.pos[puck].x = rink->rules.half_width + 1; return true;
    case 1: v->body2.pos[puck].y = FS_POS_MIN; return true;
    case 2: v->body2.vel[puck].x = rink->rules.puck_speed + 100; return true;
    case 3: v->puck.serve_wait[0] = UINT16_MAX; return true;
    case 4: v->puck.serve_side[0] = 2; return true;
    case 5: v->puck.serve_side[0] = -2; return true;
    case 6: v->puck.last_touch[0] = 3; return true;
    case 7: v->mallet.active[1] = 2; return true;
    case 8: v->body2.pos[body].y = -rink->rules.half_height - 1; return true;
    case 9: v->body2.vel[body].y = FS_VEL_MIN; return true;
    case 10: v->rule.restitution[0]++; return true;
    case 11: v->rule.half_goal[0] = 0; return true;
    case 12: v->rule.hold_ticks[0] = 0; return true;
    case 13: return fs_rows_resize(state, airhockey_T_mallet, 1) == FS_OK;
    case 14: return fs_rows_resize(state, airhockey_T_puck, 0) == FS_OK;
    case 15: return fs_rows_resize(state, airhockey_T_rule, 0) == FS_OK;
    case 16: return fs_rows_resize(state, airhockey_T_team, 1) == FS_OK;
    case 17: v->mallet.active[1] = 0; return true;
    case 18: v->body2.flags[body] |= FS_BODY2_DISABLED; return true;
    case 19: v->body2.flags[puck] &= (uint16_t)~FS_BODY2_DISABLED; return true;
    case 20: v->puck.serve_wait[0] = 0; return true;
    case 21: v->body2.pos[body].x = CM(AIRHOCKEY_MALLET_RADIUS_CM) - AIRHOCKEY_TOLERANCE - 1; return true;
    case 22: v->body2.type[body] = FS_BODY2_KINEMATIC; return true;
    case 23: v->body2.inv_mass[puck].m = 0; return true;
    case 24: v->shape2.material[0] = 3; return true;
    case 25: v->physics2.substeps[0] = 0; return true;
    case 26: return fs_pool_destroy(state, airhockey_T_body2, fs_pool_handle(state, airhockey_T_body2, 1)) == FS_OK;
    default: return false;
    }
}

START_TEST(impossible_states_are_not_loaded)
{
    struct rink target = rink_start(2, "");
    int which = -1;
    for (bool more = true; more; which++) {
        struct rink rink = rink_start(2, "");
        rink_step(&rink);
        more = which < 0 || corrupt_state(&rink, which);
        size_t size = fs_state_encoded_size(fs_sim_state(rink.sim));
        uint8_t *bytes = malloc(size);
        fs_state_encode(fs_sim_state(rink.sim), bytes, size);
        fs_result expected = which >= 0 && more ? FS_E_MALFORMED : FS_OK;
        ck_assert_msg(fs_sim_load(target.sim, bytes, size) == expected, "impossible state %d", which);
        free(bytes);
        rink_end(&rink);
    }
    ck_assert_int_eq(which, 28);
    rink_end(&target);
}
END_TEST

/* --- players -------------------------------------------------------------------------------------- */

START_TEST(players_come_and_go)
{
    struct rink rink = rink_start(4, "");
    rink.present = 0x5;
    rink_step(&rink);
    for (uint32_t slot = 0; slot < 4; slot++)
        ck_assert_uint_eq(rink.v.mallet.active[slot], slot % 2 == 0);
    ck_assert(!fs_pos2_eq(rink_mallet_pos(&rink, 0), rink_mallet_pos(&rink, 2)));
    rink.v.mallet.goals[2] = 3;
    rink_press(&rink, 2, 127, 127, 1);
    rink_step(&rink);
    rink.present = 0xb;
    rink_step(&rink);
    ck_assert_uint_eq(rink.v.mallet.active[2], 0);
    rink_check(&rink, "after leaving");
    /* Where nobody is, nothing is hit. */
    rink_put_puck(&rink, 0, CM(-20), CM(40), -100, 0);
    for (int t = 0; t < 30; t++)
        rink_step(&rink);
    ck_assert_int_lt(rink_puck_vel(&rink, 0).x, 0);
    rink_end(&rink);
}
END_TEST

START_TEST(inputs_are_sanitised)
{
    uint8_t input[4] = { 0x80, 0x80, 0xff, 0xff };
    fs_game_airhockey.sanitise(input);
    ck_assert_mem_eq(input, "\x81\x81\x01\x00", 4);
    uint8_t fine[4] = { 0x81, 0x7f, 1, 0 };
    fs_game_airhockey.sanitise(fine);
    ck_assert_mem_eq(fine, "\x81\x7f\x01\x00", 4);
}
END_TEST

START_TEST(keys_become_inputs)
{
    uint8_t input[4] = { 0 };
    fs_game_airhockey.keys(&(fs_keys){ .held = FS_KEY_UP | FS_KEY_LEFT | FS_KEY_FIRE }, input);
    ck_assert_mem_eq(input, "\x81\x7f\x01\x00", 4);
    memset(input, 0, sizeof input);
    fs_game_airhockey.keys(&(fs_keys){ .held = FS_KEY_UP | FS_KEY_DOWN | FS_KEY_RIGHT }, input);
    ck_assert_mem_eq(input, "\x7f\x00\x00\x00", 4);
}
END_TEST

START_TEST(the_picture_shows_everything)
{
    struct rink rink = rink_start(4, "pucks=3");
    fs_draw_list *draw;
    size_t count, circles = 0, huds = 0;
    rink_step(&rink);
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    uint64_t state_hash = fs_sim_state_hash(rink.sim);
    fs_game_airhockey.draw(fs_sim_state(rink.sim), fs_sim_config(rink.sim), 1, draw);
    ck_assert(fs_sim_state_hash(rink.sim) == state_hash);
    const fs_draw_item *items = fs_draw_items(draw, &count);
    for (size_t i = 0; i < count; i++) {
        circles += items[i].kind == FS_DRAW_CIRCLE;
        huds += items[i].kind == FS_DRAW_HUD;
    }
    /* Two in the middle and at each of four spots, four mallets, the own one marked, three pucks. */
    ck_assert_uint_eq(circles, 18);
    ck_assert_uint_eq(huds, 3);
    fs_draw_clear(draw);
    fs_game_airhockey.draw(fs_sim_state(rink.sim), fs_sim_config(rink.sim), UINT32_MAX, draw);
    ck_assert_uint_gt(fs_draw_camera(draw)->width, 0);
    fs_draw_destroy(draw);
    rink_end(&rink);
}
END_TEST

/* --- bots ------------------------------------------------------------------------------------------ */

/* One tick with a bot on every mallet. */
static void bots_step(struct rink *rink, const char *left, const char *right, fs_rng *rng)
{
    memset(rink->bytes, 0, sizeof rink->bytes);
    for (uint32_t slot = 0; slot < rink->players; slot++)
        fs_game_bot(&fs_game_airhockey, slot % 2 == 0 ? left : right)
            ->think(fs_sim_state(rink->sim), slot, rng, rink->bytes + slot * AIRHOCKEY_INPUT);
    rink_step(rink);
}

/* Goals won by the left team minus those of the right one in so many minutes, each a match of its own. */
static int bot_matches(const char *left, const char *right, uint32_t players, int matches)
{
    int difference = 0;
    for (int match = 1; match <= matches; match++) {
        char settings[40];
        snprintf(settings, sizeof settings, "goals=0 seed=%d", match);
        struct rink rink = rink_start(players, settings);
        fs_rng rng = fs_rng_seed(3, (uint64_t)match);
        for (int t = 0; t < 3600; t++)
            bots_step(&rink, left, right, &rng);
        difference += (int)rink.v.team.goals[0] - (int)rink.v.team.goals[1];
        rink_end(&rink);
    }
    return difference;
}

/* By three goals a minute. */
START_TEST(chase_beats_idle)
{
    enum { MATCHES = 10, LEAST = 3 * MATCHES };
    ck_assert_int_ge(bot_matches("chase", "idle", 2, MATCHES), LEAST);
    ck_assert_int_le(bot_matches("idle", "chase", 2, MATCHES), -LEAST);
    ck_assert_int_ge(bot_matches("chase", "idle", 8, MATCHES), LEAST);
    ck_assert_int_ge(bot_matches("chase", "random", 2, MATCHES), LEAST);
}
END_TEST

/* Whether a mallet is near enough to a puck to have touched it. */
static bool somebody_is_at(const struct rink *rink, uint32_t row)
{
    bool found = false;
    for (uint32_t slot = 0; slot < rink->players; slot++)
        found |= fs_pos2_dist(rink_mallet_pos(rink, slot), rink_puck_pos(rink, row)) <
                 CM(AIRHOCKEY_MALLET_RADIUS_CM + AIRHOCKEY_PUCK_RADIUS_CM + 1);
    return found;
}

/* No match of bots stands still: no puck in play is left alone longer than the rule of seven seconds allows in each
 * half, and goals fall. */
START_TEST(matches_do_not_stall)
{
    static const struct {
        uint32_t players;
        const char *settings;
    } kinds[] = { { 2, "goals=0" },
                  { 4, "goals=0" },
                  { 8, "goals=0 pucks=2" },
                  { 4, "goals=0 hz=20" },
                  { 4, "goals=0 restitution=60" } };
    struct rink rink = rink_start(kinds[_i].players, kinds[_i].settings);
    fs_rng rng = fs_rng_seed(8, (uint64_t)_i);
    uint32_t alone = 0, longest = 0;
    for (int t = 0; t < 20000; t++) {
        bots_step(&rink, "chase", "chase", &rng);
        bool waits = rink.v.puck.serve_wait[0] > 0;
        alone = waits || somebody_is_at(&rink, 0) ? 0 : alone + 1;
        longest = fs_max_u32(longest, alone);
    }
    ck_assert_uint_le(longest, 2 * rink.rules.hold_ticks);
    ck_assert_uint_ge(rink.v.team.goals[0] + rink.v.team.goals[1], 10);
    rink_end(&rink);
}
END_TEST

START_TEST(bots_write_legal_inputs)
{
    struct rink rink = rink_start(6, "pucks=3");
    fs_rng rng = fs_rng_seed(4, 4);
    int moved = 0;
    for (int t = 0; t < 1200; t++) {
        rink.present = t < 20 ? 0 : 0x3f;
        memset(rink.bytes, 0, sizeof rink.bytes);
        for (uint32_t slot = 0; slot < 6; slot++) {
            uint8_t *input = rink.bytes + slot * AIRHOCKEY_INPUT, legal[AIRHOCKEY_INPUT];
            fs_game_airhockey.bots[slot % AIRHOCKEY_BOTS].think(fs_sim_state(rink.sim), slot, &rng, input);
            memcpy(legal, input, sizeof legal);
            fs_game_airhockey.sanitise(legal);
            ck_assert_mem_eq(input, legal, sizeof legal);
            moved += (input[0] | input[1]) != 0;
        }
        rink_step(&rink);
    }
    ck_assert_int_gt(moved, 2000);
    rink_end(&rink);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("airhockey");
    TCase *tc = tcase_create("airhockey");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_goal_counts_for_the_other_team_and_its_scorer);
    tcase_add_test(tc, a_serve_waits_as_long_as_set);
    tcase_add_test(tc, serves_vary);
    tcase_add_test(tc, a_round_ends_at_the_limit);
    tcase_add_test(tc, a_puck_held_too_long_goes_to_the_other_side);
    tcase_add_test(tc, closed_goals_are_walls);
    tcase_add_test(tc, impossible_states_are_not_loaded);
    tcase_add_test(tc, players_come_and_go);
    tcase_add_test(tc, inputs_are_sanitised);
    tcase_add_test(tc, keys_become_inputs);
    tcase_add_test(tc, the_picture_shows_everything);
    tcase_add_test(tc, chase_beats_idle);
    tcase_add_loop_test(tc, matches_do_not_stall, 0, 5);
    tcase_add_test(tc, bots_write_legal_inputs);
    suite_add_tcase(suite, tc);
    return suite;
}
