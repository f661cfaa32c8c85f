/* check_airhockey.c: the rules of air hockey. */
#include <stdio.h>
#include <stdlib.h>
#include <fixstep/draw.h>

#include "check_main.h"
#include "rink.h"

/* --- what always holds ---------------------------------------------------------------- */

static void check_mallet(const struct rink *rink, uint32_t slot, const char *when)
{
    fs_pos2 pos = rink->v.mallet.pos[slot];
    fs_pos r = CM(AIRHOCKEY_MALLET_CM);
    fs_pos inward = slot % 2 == 0 ? -pos.x : pos.x;
    if (!rink->v.mallet.active[slot]) {
        ck_assert(pos.x == 0 && pos.y == 0 && rink->v.mallet.goals[slot] == 0);
        return;
    }
    ck_assert_msg(inward >= r && inward <= rink->rules.half_width - r, "mallet %u left its half: %s", slot, when);
    ck_assert_msg(fs_abs64(pos.y) <= rink->rules.half_height - r, "mallet %u left the rink: %s", slot, when);
    ck_assert(fs_vel2_length(rink->v.mallet.vel[slot]) <= rink->rules.mallet_speed / 2 * 3 + 2);
}

static void check_puck(const struct rink *rink, uint32_t row, const char *when)
{
    fs_pos2 pos = rink->v.puck.pos[row];
    fs_pos r = CM(AIRHOCKEY_PUCK_CM);
    ck_assert_msg(fs_abs64(pos.y) <= rink->rules.half_height - r, "puck %u left the rink: %s", row, when);
    ck_assert_msg(fs_abs64(pos.x) <= rink->rules.half_width, "puck %u is behind the goal: %s", row, when);
    if (fs_abs64(pos.x) > rink->rules.half_width - r)
        ck_assert_msg(fs_abs64(pos.y) < rink->rules.half_goal, "puck %u is in the wall: %s", row, when);
    ck_assert(fs_vel2_length(rink->v.puck.vel[row]) <= rink->rules.puck_speed + 2);
    ck_assert_uint_le(rink->v.puck.held[row], rink->rules.hold_ticks + 1);
}

static void check_rink(const struct rink *rink, const char *when)
{
    for (uint32_t slot = 0; slot < rink->players; slot++)
        check_mallet(rink, slot, when);
    for (uint32_t row = 0; row < *rink->v.puck.rows; row++)
        check_puck(rink, row, when);
}

static const struct { uint32_t players; const char *settings; } wild[] = {
    { 4, "" },
    { 2, "hz=20 speed=120 mallet=60 restitution=150 friction=0 goals=0" },
    { 16, "hz=20 pucks=8 width=16 height=8 goal=60 serve=0 restitution=150 goals=0" },
    { 16, "hz=120 pucks=8 width=16 height=8 goal=0 serve=0 speed=120 mallet=60 goals=0" },
    { 8, "pucks=4 width=240 height=120 goal=60 friction=1000 goals=0" },
    { 5, "pucks=3 restitution=0 goal=2 goals=0" },
};

/* Any input bytes, players coming and going: discs stay where they belong and goals
 * only ever grow. */
START_TEST(any_input_keeps_the_rules)
{
    struct rink rink = rink_start(wild[_i].players, wild[_i].settings);
    fs_rng rng = fs_rng_seed(21, (uint64_t)_i);
    uint32_t goals[2] = { 0, 0 }, wins = 0;
    for (int t = 0; t < 10000; t++) {
        for (size_t i = 0; i < sizeof rink.bytes; i++)
            if (fs_rng_chance(&rng, 1, 4))
                rink.bytes[i] = (uint8_t)fs_rng_u32(&rng);
        if (fs_rng_chance(&rng, 1, 100))
            rink.present ^= (uint64_t)1 << fs_rng_below(&rng, rink.players);
        rink_step(&rink);
        check_rink(&rink, wild[_i].settings);
        bool new_round = rink.v.team.wins[0] + rink.v.team.wins[1] != wins;
        for (int team = 0; team < 2; team++) {
            ck_assert(rink.v.team.goals[team] >= goals[team] || new_round);
            goals[team] = rink.v.team.goals[team];
        }
        wins = rink.v.team.wins[0] + rink.v.team.wins[1];
        ck_assert(new_round == false || goals[0] + goals[1] == 0);
    }
    if (rink.rules.half_goal == 0)
        ck_assert_uint_eq(goals[0] + goals[1], 0);
    rink_end(&rink);
}
END_TEST

/* --- goals, serves, rounds --------------------------------------------------------------- */

static void shoot(struct rink *rink, int side)
{
    fs_pos x = rink->rules.half_width - CM(10);
    rink_put_puck(rink, 0, x * side, 0, 300 * side, 0);
    rink->v.puck.touch[0] = side > 0 ? 1 : 2;
    for (int t = 0; t < 10; t++)
        rink_step(rink);
}

START_TEST(a_goal_counts_for_the_other_team_and_its_scorer)
{
    struct rink rink = rink_start(2, "");
    rink_step(&rink);
    rink_put_mallet(&rink, 0, CM(-60), CM(60));
    rink_put_mallet(&rink, 1, CM(60), CM(60));
    shoot(&rink, 1);
    ck_assert_uint_eq(rink.v.team.goals[0], 1);
    ck_assert_uint_eq(rink.v.team.goals[1], 0);
    ck_assert_uint_eq(rink.v.mallet.goals[0], 1);
    /* It is served to the side that got the goal, from the middle. */
    ck_assert_uint_gt(rink.v.puck.serve[0], 0);
    ck_assert_int_eq(rink.v.puck.toward[0], 1);
    ck_assert(rink.v.puck.pos[0].x == 0 && rink.v.puck.pos[0].y == 0);
    while (rink.v.puck.serve[0] > 0)
        rink_step(&rink);
    ck_assert_int_gt(rink.v.puck.vel[0].x, 0);
    shoot(&rink, -1);
    ck_assert_uint_eq(rink.v.team.goals[1], 1);
    ck_assert_uint_eq(rink.v.mallet.goals[1], 1);
    rink_end(&rink);
}
END_TEST

START_TEST(a_serve_waits_as_long_as_set)
{
    static const struct { const char *settings; int ticks; } waits[] = { { "serve=10", 60 }, { "serve=0", 0 }, { "hz=120 serve=25", 300 } };
    for (size_t i = 0; i < sizeof waits / sizeof waits[0]; i++) {
        struct rink rink = rink_start(2, waits[i].settings);
        rink.present = 0;
        for (int t = 0; t < waits[i].ticks; t++) {
            rink_step(&rink);
            ck_assert(fs_vel2_is_zero(rink.v.puck.vel[0]));
        }
        rink_step(&rink);
        fs_vel speed = fs_vel2_length(rink.v.puck.vel[0]);
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
        rink.v.puck.serve[0] = 1;
        rink.v.puck.toward[0] = 0;
        rink_step(&rink);
        right += rink.v.puck.vel[0].x > 0;
        up += rink.v.puck.vel[0].y > 0;
        ck_assert(fs_abs32(rink.v.puck.vel[0].x) > 0);
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
    shoot(&rink, 1);
    ck_assert_uint_eq(rink.v.team.goals[0], 1);
    shoot(&rink, 1);
    ck_assert_uint_eq(rink.v.team.goals[0], 0);
    ck_assert_uint_eq(rink.v.team.wins[0], 1);
    ck_assert_uint_eq(rink.v.team.wins[1], 0);
    ck_assert_uint_gt(rink.v.puck.serve[1], 0);
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
    ck_assert_uint_eq(rink.v.puck.serve[0], 0);
    rink_step(&rink);
    ck_assert_uint_gt(rink.v.puck.serve[0], 0);
    ck_assert_int_eq(rink.v.puck.toward[0], 1);
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
        fs_vel before = rink.v.puck.vel[0].x;
        rink_step(&rink);
        bounces += before != rink.v.puck.vel[0].x;
        ck_assert_int_eq(fs_abs32(rink.v.puck.vel[0].x), 5 * FS_VEL_ONE);
    }
    ck_assert_int_ge(bounces, 9);
    rink_end(&rink);
}
END_TEST

/* --- motion on the rink --------------------------------------------------------------------- */

/* A sliding puck stops after v^2 / 2a: 1 m/s and 50 cm/s^2 give 1 m in 2 s. */
START_TEST(friction_stops_a_puck)
{
    struct rink rink = rink_start(2, "friction=50 width=60 goals=0");
    rink.present = 0;
    rink_put_puck(&rink, 0, 0, 0, 100, 0);
    int ticks = 0;
    while (!fs_vel2_is_zero(rink.v.puck.vel[0]) && ticks < 1000) {
        rink_step(&rink);
        ticks++;
    }
    ck_assert_int_eq(ticks, 120);
    /* The deceleration comes first in a tick: half a tick's way less. */
    fs_pos expected = FS_POS_ONE - FS_POS_ONE / 120;
    ck_assert(llabs(rink.v.puck.pos[0].x - expected) < FS_POS_ONE / 100000);
    ck_assert(rink.v.puck.pos[0].y == 0);
    rink_end(&rink);
}
END_TEST

START_TEST(diagonals_are_no_faster)
{
    struct rink rink = rink_start(2, "width=240 height=120");
    rink_press(&rink, 0, 127, 127, 0);
    rink_press(&rink, 1, -128, 0, 0);
    for (int t = 0; t < 30; t++)
        rink_step(&rink);
    ck_assert_int_le(abs(fs_vel2_length(rink.v.mallet.vel[0]) - rink.rules.mallet_speed), 100);
    ck_assert_int_eq(rink.v.mallet.vel[0].x, rink.v.mallet.vel[0].y);
    ck_assert_int_eq(rink.v.mallet.vel[1].x, -rink.rules.mallet_speed);
    rink_end(&rink);
}
END_TEST

START_TEST(a_mallet_takes_time_to_speed_up_and_a_dash_is_faster)
{
    struct rink rink = rink_start(2, "width=240 height=120");
    rink_press(&rink, 0, 0, 127, 0);
    rink_step(&rink);
    ck_assert_int_gt(rink.v.mallet.vel[0].y, 0);
    ck_assert_int_lt(rink.v.mallet.vel[0].y, rink.rules.mallet_speed / 4);
    for (int t = 0; t < 20; t++)
        rink_step(&rink);
    ck_assert_int_eq(rink.v.mallet.vel[0].y, rink.rules.mallet_speed);
    rink_press(&rink, 0, 0, 127, 1);
    fs_vel fastest = 0;
    int dashing = 0;
    for (int t = 0; t < 60; t++) {
        rink_step(&rink);
        fastest = fs_max32(fastest, rink.v.mallet.vel[0].y);
        dashing += rink.v.mallet.dash[0] > 0;
    }
    ck_assert_int_eq(fastest, rink.rules.mallet_speed / 2 * 3);
    ck_assert_int_eq(dashing, 10);
    ck_assert_int_eq(rink.v.mallet.vel[0].y, rink.rules.mallet_speed);
    rink_end(&rink);
}
END_TEST

static fs_pos gap(const struct rink *rink, uint32_t slot)
{
    fs_pos reach = CM(AIRHOCKEY_MALLET_CM + AIRHOCKEY_PUCK_CM);
    return fs_pos2_dist(rink->v.mallet.pos[slot], rink->v.puck.pos[0]) - reach;
}

/* A hit mallet and puck do not overlap afterwards, also where a wall is in the way. */
START_TEST(nothing_overlaps_after_a_tick)
{
    static const struct { int x, y, vx, vy, push_x, push_y; } hits[] = {
        { -80, 0, -800, 0, 127, 0 }, { -130, 75, -100, 100, -127, 127 }, { -144, 74, 0, 0, -127, 127 }, { -60, 20, -500, -500, 90, 90 },
        { -145, 0, 0, 0, -127, 0 }   /* against the wall, where only the mallet can give way */
    };
    for (size_t i = 0; i < sizeof hits / sizeof hits[0]; i++) {
        struct rink rink = rink_start(2, "goal=0 restitution=0");
        rink_step(&rink);
        rink_put_puck(&rink, 0, CM(hits[i].x), CM(hits[i].y), hits[i].vx, hits[i].vy);
        rink_press(&rink, 0, hits[i].push_x, hits[i].push_y, 1);
        fs_pos least = FS_POS_ONE;
        for (int t = 0; t < 120; t++) {
            rink_step(&rink);
            least = fs_min64(least, gap(&rink, 0));
        }
        ck_assert_msg(least > -FS_POS_ONE / 1000000, "hit %zu leaves an overlap", i);
        rink_end(&rink);
    }
}
END_TEST

/* The fastest puck at the slowest tick rate meets the fastest mallet: never through it. */
START_TEST(nothing_tunnels)
{
    for (int y = -11; y <= 11; y++) {
        struct rink rink = rink_start(2, "hz=20 speed=120 mallet=60 friction=0 goal=0 restitution=100");
        rink_step(&rink);
        rink_put_mallet(&rink, 0, CM(-50), 0);
        rink.v.mallet.vel[0] = fs_vel2_make(rink.rules.mallet_speed, 0);
        rink_put_mallet(&rink, 1, CM(140), CM(70));
        rink_put_puck(&rink, 0, CM(60), CM(y), -1200, 0);
        rink_press(&rink, 0, 127, 0, 1);
        bool touched = false;
        for (int t = 0; t < 4 && !touched; t++) {
            rink_step(&rink);
            touched = rink.v.puck.touch[0] == 1;
        }
        ck_assert_msg(touched, "a puck %d cm off the middle passed the mallet", y);
        rink_end(&rink);
    }
}
END_TEST

START_TEST(posts_turn_a_puck_away)
{
    struct rink rink = rink_start(2, "goal=6 friction=0 restitution=100 goals=0");
    rink.present = 0;
    /* Its middle is a little inside the mouth: it hits the post, and comes back. */
    rink_put_puck(&rink, 0, CM(130), CM(29), 300, 0);
    for (int t = 0; t < 20; t++)
        rink_step(&rink);
    ck_assert_uint_eq(rink.v.team.goals[0], 0);
    ck_assert_int_lt(rink.v.puck.vel[0].x, 0);
    ck_assert_int_lt(rink.v.puck.vel[0].y, 0);
    rink_end(&rink);
}
END_TEST

/* --- states from outside ------------------------------------------------------------------------- */

/* Writes one thing into the state that no match reaches; false past the last one. */
static bool spoil(struct rink *rink, int which)
{
    struct airhockey_view *v = &rink->v;
    switch (which) {
    case 0: v->puck.pos[0].x = rink->rules.half_width + 1; return true;
    case 1: v->puck.pos[0].y = FS_POS_MIN; return true;
    case 2: v->puck.vel[0].x = rink->rules.puck_speed + 100; return true;
    case 3: v->puck.serve[0] = UINT16_MAX; return true;
    case 4: v->puck.toward[0] = 2; return true;
    case 5: v->puck.toward[0] = -2; return true;
    case 6: v->puck.touch[0] = 3; return true;
    case 7: v->mallet.active[1] = 2; return true;
    case 8: v->mallet.pos[1].y = -rink->rules.half_height - 1; return true;
    case 9: v->mallet.vel[1].y = FS_VEL_MIN; return true;
    case 10: v->rink.restitution[0]++; return true;
    case 11: v->rink.half_goal[0] = 0; return true;
    case 12: v->rink.hold_ticks[0] = 0; return true;
    case 13: return fs_rows_resize(fs_sim_state(rink->sim), airhockey_T_mallet, 1) == FS_OK;
    case 14: return fs_rows_resize(fs_sim_state(rink->sim), airhockey_T_puck, 0) == FS_OK;
    case 15: return fs_rows_resize(fs_sim_state(rink->sim), airhockey_T_rink, 0) == FS_OK;
    case 16: return fs_rows_resize(fs_sim_state(rink->sim), airhockey_T_team, 1) == FS_OK;
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
        more = which < 0 || spoil(&rink, which);
        size_t size = fs_state_encoded_size(fs_sim_state(rink.sim));
        uint8_t *bytes = malloc(size);
        fs_state_encode(fs_sim_state(rink.sim), bytes, size);
        fs_result expected = which >= 0 && more ? FS_E_MALFORMED : FS_OK;
        ck_assert_msg(fs_sim_load(target.sim, bytes, size) == expected, "impossible state %d", which);
        free(bytes);
        rink_end(&rink);
    }
    ck_assert_int_eq(which, 18);
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
    ck_assert(!fs_pos2_eq(rink.v.mallet.pos[0], rink.v.mallet.pos[2]));
    rink.v.mallet.goals[2] = 3;
    rink_press(&rink, 2, 127, 127, 1);
    rink_step(&rink);
    rink.present = 0xb;
    rink_step(&rink);
    ck_assert_uint_eq(rink.v.mallet.active[2], 0);
    check_rink(&rink, "after leaving");
    /* Where nobody is, nothing is hit. */
    rink_put_puck(&rink, 0, CM(-20), CM(40), -100, 0);
    for (int t = 0; t < 30; t++)
        rink_step(&rink);
    ck_assert_int_lt(rink.v.puck.vel[0].x, 0);
    rink_end(&rink);
}
END_TEST

START_TEST(inputs_are_sanitised)
{
    uint8_t input[4] = { 0x80, 0x80, 0xff, 0xff };
    fs__game_airhockey.sanitise(input);
    ck_assert_mem_eq(input, "\x81\x81\x01\x00", 4);
    uint8_t fine[4] = { 0x81, 0x7f, 1, 0 };
    fs__game_airhockey.sanitise(fine);
    ck_assert_mem_eq(fine, "\x81\x7f\x01\x00", 4);
}
END_TEST

START_TEST(keys_become_inputs)
{
    uint8_t input[4] = { 0 };
    fs__game_airhockey.keys(&(fs_keys){ FS_KEY_UP | FS_KEY_LEFT | FS_KEY_FIRE, 0 }, input);
    ck_assert_mem_eq(input, "\x81\x7f\x01\x00", 4);
    memset(input, 0, sizeof input);
    fs__game_airhockey.keys(&(fs_keys){ FS_KEY_UP | FS_KEY_DOWN | FS_KEY_RIGHT, 0 }, input);
    ck_assert_mem_eq(input, "\x7f\x00\x00\x00", 4);
}
END_TEST

START_TEST(the_picture_shows_everything)
{
    struct rink rink = rink_start(4, "pucks=3");
    fs_draw *draw;
    size_t count, circles = 0, huds = 0;
    rink_step(&rink);
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    uint64_t root = fs_sim_root(rink.sim);
    fs__game_airhockey.draw(fs_sim_state(rink.sim), 1, draw);
    ck_assert(fs_sim_root(rink.sim) == root);
    const fs_draw_item *items = fs_draw_items(draw, &count);
    for (size_t i = 0; i < count; i++) {
        circles += items[i].kind == FS_DRAW_CIRCLE;
        huds += items[i].kind == FS_DRAW_HUD;
    }
    /* Middle, four mallets, the own one marked, three pucks. */
    ck_assert_uint_eq(circles, 9);
    ck_assert_uint_eq(huds, 3);
    fs_draw_clear(draw);
    fs__game_airhockey.draw(fs_sim_state(rink.sim), UINT32_MAX, draw);
    ck_assert_uint_gt(fs_draw_camera(draw)->width, 0);
    fs_draw_destroy(draw);
    rink_end(&rink);
}
END_TEST

/* --- bots ------------------------------------------------------------------------------------------ */

/* Goals won by the left team minus those of the right one in a minute. */
static int bot_match(const char *left, const char *right, uint32_t players)
{
    struct rink rink = rink_start(players, "goals=0");
    fs_rng rng = fs_rng_seed(3, 3);
    for (int t = 0; t < 3600; t++) {
        memset(rink.bytes, 0, sizeof rink.bytes);
        for (uint32_t slot = 0; slot < players; slot++)
            fs_game_bot(&fs__game_airhockey, slot % 2 == 0 ? left : right)
                ->think(fs_sim_state(rink.sim), slot, &rng, rink.bytes + slot * AIRHOCKEY_INPUT);
        rink_step(&rink);
    }
    int difference = (int)rink.v.team.goals[0] - (int)rink.v.team.goals[1];
    rink_end(&rink);
    return difference;
}

START_TEST(chase_beats_idle)
{
    ck_assert_int_ge(bot_match("chase", "idle", 2), 3);
    ck_assert_int_le(bot_match("idle", "chase", 2), -3);
    ck_assert_int_ge(bot_match("chase", "idle", 8), 3);
    ck_assert_int_ge(bot_match("chase", "random", 2), 3);
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
            fs__game_airhockey.bots[slot % AIRHOCKEY_BOTS].think(fs_sim_state(rink.sim), slot, &rng, input);
            memcpy(legal, input, sizeof legal);
            fs__game_airhockey.sanitise(legal);
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
    tcase_add_loop_test(tc, any_input_keeps_the_rules, 0, sizeof wild / sizeof wild[0]);
    tcase_add_test(tc, a_goal_counts_for_the_other_team_and_its_scorer);
    tcase_add_test(tc, a_serve_waits_as_long_as_set);
    tcase_add_test(tc, serves_vary);
    tcase_add_test(tc, a_round_ends_at_the_limit);
    tcase_add_test(tc, a_puck_held_too_long_goes_to_the_other_side);
    tcase_add_test(tc, closed_goals_are_walls);
    tcase_add_test(tc, friction_stops_a_puck);
    tcase_add_test(tc, diagonals_are_no_faster);
    tcase_add_test(tc, a_mallet_takes_time_to_speed_up_and_a_dash_is_faster);
    tcase_add_test(tc, nothing_overlaps_after_a_tick);
    tcase_add_test(tc, nothing_tunnels);
    tcase_add_test(tc, posts_turn_a_puck_away);
    tcase_add_test(tc, impossible_states_are_not_loaded);
    tcase_add_test(tc, players_come_and_go);
    tcase_add_test(tc, inputs_are_sanitised);
    tcase_add_test(tc, keys_become_inputs);
    tcase_add_test(tc, the_picture_shows_everything);
    tcase_add_test(tc, chase_beats_idle);
    tcase_add_test(tc, bots_write_legal_inputs);
    suite_add_tcase(suite, tc);
    return suite;
}
