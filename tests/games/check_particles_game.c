/* check_particles_game.c: the scene `particles` is what its definition says.
 *
 * A double computes the definition beside it: p += v h; v = (v + g h) D, D = 0.99^(1/60).
 */
#include <math.h>
#include <stdlib.h>
#include <fixstep/games.h>
#include <fixstep/sim.h>

#include "support/check_main.h"

enum { COUNT = 12345 };

static fs_sim *open_sim(const char *option)
{
    const fs_game *game = NULL;
    fs_sim *sim = NULL;
    ck_assert_int_eq(fs_game_find(fs_builtin_games(), "particles", &game, NULL, 0), FS_OK);
    fs_config config = fs_default_config(game);
    ck_assert_int_eq(fs_config_option(game, &config, "count"), 100000);
    ck_assert_int_eq(fs_config_set(game, &config, "count=12345", NULL, 0), FS_OK);
    if (option != NULL)
        ck_assert_int_eq(fs_config_set(game, &config, option, NULL, 0), FS_OK);
    ck_assert_int_eq(fs_sim_create(game, &config, &sim), FS_OK);
    return sim;
}

static void step(fs_sim *sim, uint8_t x, uint8_t y)
{
    const uint8_t bytes[2] = { x, y };
    fs_inputs inputs = { bytes, 2, 1, 1 };
    fs_sim_step(sim, &inputs);
}

static double read(fs_sim *sim, const char *name, uint32_t row, double scale)
{
    fs_value_ref place;
    int64_t raw;
    ck_assert_int_eq(fs_value_find(fs_state_schema(fs_sim_state(sim)), "dust", name, &place), FS_OK);
    place.row = row;
    ck_assert_int_eq(fs_value_get(fs_sim_state(sim), place, &raw), FS_OK);
    return (double)raw / scale;
}

static int draw(uint32_t *s)
{
    *s = *s * 1664525u + 1013904223u;
    return (int)(*s >> 16);
}

/* Bound: half a step of velocity a tick, times the ticks it moves for. */
START_TEST(the_scene_is_as_defined)
{
    static const char *const pos[3] = { "pos.x", "pos.y", "pos.z" };
    static const char *const vel[3] = { "vel.x", "vel.y", "vel.z" };
    const double keep = pow(0.99, 1 / 60.0);
    fs_sim *sim = open_sim(NULL);
    double(*p)[3] = calloc(COUNT, sizeof *p), (*v)[3] = calloc(COUNT, sizeof *v);
    ck_assert(p != NULL && v != NULL);
    uint32_t s = 12345;
    for (uint32_t i = 0; i < COUNT; i++) {
        const uint32_t at[3] = { i % 100, i / 100 % 100, i / 10000 };
        for (int k = 0; k < 3; k++) {
            p[i][k] = at[k];
            v[i][k] = (draw(&s) % 2001 - 1000) / 1024.0;
            ck_assert(read(sim, pos[k], i, 4294967296.0) == p[i][k] && read(sim, vel[k], i, 2097152.0) == v[i][k]);
        }
    }
    for (int tick = 0; tick < 600; tick++) {
        step(sim, 0, 0);
        for (uint32_t i = 0; i < COUNT; i++)
            for (int k = 0; k < 3; k++) {
                p[i][k] += v[i][k] / 60;
                v[i][k] = (v[i][k] + (k == 1 ? -10 / 60.0 : 0)) * keep;
            }
    }
    for (uint32_t i = 0; i < COUNT; i += 7)
        for (int k = 0; k < 3; k++) {
            ck_assert(fabs(read(sim, pos[k], i, 4294967296.0) - p[i][k]) < 1e-4);
            ck_assert(fabs(read(sim, vel[k], i, 2097152.0) - v[i][k]) < 2e-5);
        }
    free(p);
    free(v);
    fs_sim_destroy(sim);
}
END_TEST

/* Players pull, and any byte is taken. */
START_TEST(players_pull)
{
    fs_sim *idle = open_sim(NULL), *pulled = open_sim(NULL), *odd = open_sim(NULL);
    for (int tick = 0; tick < 60; tick++) {
        step(idle, 0, 0);
        step(pulled, 1, 0xff);
        step(odd, 0x80, 7);
    }
    ck_assert(fs_sim_state_hash(idle) == fs_sim_state_hash(odd));
    double right = read(pulled, "vel.x", 5, 2097152.0) - read(idle, "vel.x", 5, 2097152.0);
    double down = read(pulled, "vel.y", 5, 2097152.0) - read(idle, "vel.y", 5, 2097152.0);
    ck_assert(fabs(right - 5) < 0.05 && fabs(down + 5) < 0.05);
    fs_sim_destroy(idle);
    fs_sim_destroy(pulled);
    fs_sim_destroy(odd);
}
END_TEST

/* The order of the step is an option, and part of the hashed state. */
START_TEST(orders_differ)
{
    static const char *const orders[] = { "order=0", "order=1", "order=2" };
    uint64_t state_hashes[3];
    for (int i = 0; i < 3; i++) {
        fs_sim *sim = open_sim(orders[i]);
        for (int tick = 0; tick < 3; tick++)
            step(sim, 0, 0);
        state_hashes[i] = fs_sim_state_hash(sim);
        fs_sim_destroy(sim);
    }
    ck_assert(state_hashes[0] != state_hashes[1] && state_hashes[1] != state_hashes[2] &&
              state_hashes[0] != state_hashes[2]);
}
END_TEST

/* A state of another size is not one of this match. */
START_TEST(a_foreign_state_is_refused)
{
    fs_sim *sim = open_sim(NULL), *other = open_sim(NULL);
    ck_assert_int_eq(fs_rows_resize(fs_sim_state(other), 2, COUNT - 1), FS_OK);
    size_t size = fs_state_encoded_size(fs_sim_state(other));
    void *bytes = malloc(size);
    ck_assert_uint_eq(fs_state_encode(fs_sim_state(other), bytes, size), size);
    ck_assert_int_eq(fs_sim_load(sim, bytes, size), FS_E_MALFORMED);
    free(bytes);
    fs_sim_destroy(sim);
    fs_sim_destroy(other);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("particles game");
    TCase *tc = tcase_create("scene");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, the_scene_is_as_defined);
    tcase_add_test(tc, players_pull);
    tcase_add_test(tc, orders_differ);
    tcase_add_test(tc, a_foreign_state_is_refused);
    suite_add_tcase(suite, tc);
    return suite;
}
