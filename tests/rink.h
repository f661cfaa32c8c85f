/* rink.h: a match of air hockey to set up by hand, for the tests of its rules.
 *
 * Tests write into the state here and nowhere else: a game changes it in init and
 * step alone.
 */
#ifndef FS_TEST_RINK_H
#define FS_TEST_RINK_H

#include <string.h>
#include <fixstep/sim.h>

#include "check_main.h"
#include "games/airhockey.h"
#include "games/games.h"

struct rink {
    fs_sim *sim;
    struct airhockey_view v;
    struct airhockey_rules rules;
    uint32_t players;
    uint64_t present;
    uint8_t bytes[AIRHOCKEY_MAX_PLAYERS * AIRHOCKEY_INPUT];
};

#define CM(n) AIRHOCKEY_CM_POS(n)

/* A match with the given "KEY=VALUE" options, separated by blanks; "hz=" works too. */
static inline struct rink rink_start(uint32_t players, const char *settings)
{
    struct rink rink = { .players = players };
    fs_config config = fs_default_config(&fs__game_airhockey);
    char text[200], why[200] = "";
    config.players = players;
    config.seed = 7;
    snprintf(text, sizeof text, "%s", settings);
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        if (strncmp(word, "hz=", 3) == 0)
            config.hz = (uint32_t)atoi(word + 3);
        else
            ck_assert_msg(fs_config_set(&fs__game_airhockey, &config, word, why, sizeof why) == FS_OK, "%s", why);
    }
    ck_assert_int_eq(fs_sim_create(&fs__game_airhockey, &config, &rink.sim), FS_OK);
    airhockey_bind(fs_sim_state(rink.sim), &rink.v);
    rink.rules = fs__airhockey_rules(&rink.v);
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

static inline void rink_put_mallet(struct rink *rink, uint32_t slot, fs_pos x, fs_pos y)
{
    rink->v.mallet.pos[slot] = fs_pos2_make(x, y);
    rink->v.mallet.vel[slot] = fs_vel2_zero();
}

/* A puck in play; speeds in cm/s. */
static inline void rink_put_puck(struct rink *rink, uint32_t row, fs_pos x, fs_pos y, int vx, int vy)
{
    rink->v.puck.serve[row] = 0;
    rink->v.puck.held[row] = 0;
    rink->v.puck.touch[row] = 0;
    rink->v.puck.pos[row] = fs_pos2_make(x, y);
    rink->v.puck.vel[row] = fs_vel2_make(fs_vel_from_ratio(vx, 100), fs_vel_from_ratio(vy, 100));
}

#endif
