/* rink.h: a match of air hockey to set up by hand, for the tests of its rules.
 *
 * Tests write into the state here and nowhere else: a game changes it in init and
 * step alone.
 */
#ifndef FS_TEST_RINK_H
#define FS_TEST_RINK_H

#include <string.h>
#include <fixstep/sim.h>

#include "support/check_main.h"
#include "games/airhockey/airhockey.h"
#include "games/builtin.h"

struct rink {
    fs_sim *sim;
    struct airhockey_view v;
    struct airhockey_rules rules;
    uint32_t players;
    uint64_t present;
    uint8_t bytes[AIRHOCKEY_MAX_PLAYERS * AIRHOCKEY_INPUT];
};

#define CM(n) AIRHOCKEY_CM_POS(n)

/* A match with the given "KEY=VALUE" options, separated by blanks; "hz=" and "seed=" work too. */
static inline struct rink rink_start(uint32_t players, const char *settings)
{
    struct rink rink = { .players = players };
    fs_config config = fs_default_config(&fs_game_airhockey);
    char text[200], why[200] = "";
    config.players = players;
    config.seed = 7;
    snprintf(text, sizeof text, "%s", settings);
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        if (strncmp(word, "hz=", 3) == 0)
            config.hz = (uint32_t)atoi(word + 3);
        else if (strncmp(word, "seed=", 5) == 0)
            config.seed = (uint64_t)atoi(word + 5);
        else
            ck_assert_msg(fs_config_set(&fs_game_airhockey, &config, word, why, sizeof why) == FS_OK, "%s", why);
    }
    ck_assert_int_eq(fs_sim_create(&fs_game_airhockey, &config, &rink.sim), FS_OK);
    airhockey_bind(fs_sim_state(rink.sim), &rink.v);
    rink.rules = airhockey_rules_load(&rink.v);
    rink.present = ((uint64_t)1 << players) - 1;
    return rink;
}

static inline void rink_end(struct rink *rink)
{
    fs_sim_destroy(rink->sim);
}

static inline void rink_press(struct rink *rink, uint32_t slot, int x, int y, int fire)
{
    uint8_t *input = rink->bytes + slot * AIRHOCKEY_INPUT;
    input[0] = (uint8_t)x;
    input[1] = (uint8_t)y;
    input[2] = (uint8_t)fire;
}

/* One tick with the inputs pressed; absent players' are zero, as in a match. */
static inline void rink_step(struct rink *rink)
{
    for (uint32_t slot = 0; slot < rink->players; slot++)
        if (!(rink->present >> slot & 1))
            memset(rink->bytes + slot * AIRHOCKEY_INPUT, 0, AIRHOCKEY_INPUT);
    fs_inputs inputs = { rink->bytes, AIRHOCKEY_INPUT, rink->players, rink->present };
    fs_sim_step(rink->sim, &inputs);
}

/* --- discs ------------------------------------------------------------------- */

static inline uint32_t rink_mallet_body(const struct rink *rink, uint32_t slot)
{
    return fs__airhockey_mallet_body(&rink->v, slot);
}

static inline fs_pos2 rink_mallet_pos(const struct rink *rink, uint32_t slot)
{
    return rink->v.body2.pos[rink_mallet_body(rink, slot)];
}
static inline fs_vel2 rink_mallet_vel(const struct rink *rink, uint32_t slot)
{
    return rink->v.body2.vel[rink_mallet_body(rink, slot)];
}
static inline fs_pos2 rink_puck_pos(const struct rink *rink, uint32_t row)
{
    return rink->v.body2.pos[row];
}
static inline fs_vel2 rink_puck_vel(const struct rink *rink, uint32_t row)
{
    return rink->v.body2.vel[row];
}

static inline void rink_put(struct rink *rink, uint32_t body, fs_pos2 at, fs_vel2 vel)
{
    struct fs_world2 w;
    fs_world2_bind(fs_sim_state(rink->sim), airhockey_T_physics2, NULL, &w);
    fs__airhockey_place_disc(&w, body, true, at, vel);
}

static inline void rink_put_mallet(struct rink *rink, uint32_t slot, fs_pos x, fs_pos y)
{
    rink->v.mallet.active[slot] = 1;
    rink_put(rink, rink_mallet_body(rink, slot), fs_pos2_make(x, y), fs_vel2_zero());
}

/* A mallet on the long axis that drives to the right. */
static inline void rink_drive_mallet(struct rink *rink, uint32_t slot, fs_pos x, fs_vel speed)
{
    rink->v.mallet.active[slot] = 1;
    rink_put(rink, rink_mallet_body(rink, slot), fs_pos2_make(x, 0), fs_vel2_make(speed, 0));
}

/* A puck in play; speeds in cm/s. */
static inline void rink_put_puck(struct rink *rink, uint32_t row, fs_pos x, fs_pos y, int vx, int vy)
{
    rink->v.puck.serve_wait[row] = 0;
    rink->v.puck.half_ticks[row] = 0;
    rink->v.puck.last_touch[row] = 0;
    rink_put(rink, row, fs_pos2_make(x, y), fs_vel2_make(fs_vel_from_ratio(vx, 100), fs_vel_from_ratio(vy, 100)));
}

/* --- invariants ---------------------------------------------------------------- */

static inline void rink_check_mallet(const struct rink *rink, uint32_t slot, const char *when)
{
    fs_pos2 pos = rink_mallet_pos(rink, slot);
    fs_pos r = CM(AIRHOCKEY_MALLET_RADIUS_CM);
    fs_pos inward = slot % 2 == 0 ? -pos.x : pos.x;
    bool on = (rink->v.body2.flags[rink_mallet_body(rink, slot)] & FS_BODY2_DISABLED) == 0;
    ck_assert_int_eq(rink->v.mallet.active[slot], on);
    if (!rink->v.mallet.active[slot]) {
        ck_assert(pos.x == 0 && pos.y == 0 && rink->v.mallet.goals[slot] == 0);
        return;
    }
    ck_assert_msg(inward >= r - AIRHOCKEY_TOLERANCE && inward <= rink->rules.half_width - r + AIRHOCKEY_TOLERANCE,
                  "mallet %u left its half: %s", slot, when);
    ck_assert_msg(fs_abs64(pos.y) <= rink->rules.half_height - r + AIRHOCKEY_TOLERANCE, "mallet %u left the rink: %s",
                  slot, when);
    ck_assert(fs_vel2_length(rink_mallet_vel(rink, slot)) <= rink->rules.mallet_speed / 2 * 3 + 2);
}

static inline void rink_check_puck(const struct rink *rink, uint32_t row, const char *when)
{
    fs_pos2 pos = rink_puck_pos(rink, row);
    fs_pos r = CM(AIRHOCKEY_PUCK_RADIUS_CM) - AIRHOCKEY_TOLERANCE;
    ck_assert_msg(fs_abs64(pos.y) <= rink->rules.half_height - r, "puck %u left the rink: %s", row, when);
    ck_assert_msg(fs_abs64(pos.x) <= rink->rules.half_width, "puck %u is behind the goal: %s", row, when);
    if (fs_abs64(pos.x) > rink->rules.half_width - r)
        ck_assert_msg(fs_abs64(pos.y) < rink->rules.half_goal, "puck %u is in the wall: %s", row, when);
    ck_assert(fs_vel2_length(rink_puck_vel(rink, row)) <= rink->rules.puck_speed + 2);
    ck_assert_uint_le(rink->v.puck.half_ticks[row], rink->rules.hold_ticks + 1);
}

static inline void rink_check(const struct rink *rink, const char *when)
{
    for (uint32_t slot = 0; slot < rink->players; slot++)
        rink_check_mallet(rink, slot, when);
    for (uint32_t row = 0; row < *rink->v.puck.rows; row++)
        rink_check_puck(rink, row, when);
}

#endif
