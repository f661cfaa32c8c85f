/* check_pile2.c: heaps of many bodies: the benchmark's scenes equal their definitions, stand, lose energy, and give the
 * same bits on any number of threads.
 *
 * FIXSTEP_LONG in the environment adds the long runs.
 */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include <pthread.h>
#include <stdarg.h>
#include <fixstep/debug2.h>
#include <fixstep/games.h>
#include <fixstep/sim.h>

#include "support/md5.h"
#include "physics2d/world2_fixture.h"

enum { MAX_BODIES = 4096 };

static bool is_long(void)
{
    return getenv("FIXSTEP_LONG") != NULL;
}

static fs_sim *open_sim(const char *name, ...)
{
    const fs_game *game = NULL;
    fs_sim *sim = NULL;
    va_list options;
    ck_assert_int_eq(fs_game_find(fs_builtin_games(), name, &game, NULL, 0), FS_OK);
    fs_config config = fs_default_config(game);
    va_start(options, name);
    for (const char *option; (option = va_arg(options, const char *)) != NULL;)
        ck_assert_int_eq(fs_config_set(game, &config, option, NULL, 0), FS_OK);
    va_end(options);
    ck_assert_int_eq(fs_sim_create(game, &config, &sim), FS_OK);
    return sim;
}

static void run(fs_sim *sim, int ticks)
{
    static const uint8_t idle[FS_MAX_INPUT];
    fs_inputs inputs = { idle, 2, 1, 0 };
    for (int i = 0; i < ticks; i++)
        fs_sim_step(sim, &inputs);
}

static struct fs_world2 world_of(fs_sim *sim)
{
    struct fs_world2 w;
    fs_world2_bind_readonly(fs_sim_state(sim), 1, &w);
    return w;
}

/* ---- the scenes ------------------------------------------------------------------------------------------------ */

/* MD5 of every dynamic body in creation order: type, position, size. */
static void check_scene(const char *game, const char *sum)
{
    fs_sim *sim = open_sim(game, NULL);
    struct fs_world2 w = world_of(sim);
    char *text = malloc(MAX_BODIES * 80), md5[33];
    size_t size = 0;
    ck_assert(text != NULL && *w.body.rows <= MAX_BODIES);
    for (uint32_t row = 0; row < *w.body.rows; row++) {
        fs_geometry2 shape;
        if (w.body.type[row] != FS_BODY2_DYNAMIC)
            continue;
        fs_shape2_geometry(&w, w.body.first_shape[row] - 1, &shape);
        bool box = shape.kind == FS_GEOMETRY2_POLYGON;
        double half = (double)(box ? fs_abs32(shape.corner[0].x) : shape.radius) / FS_REL_ONE;
        size += (size_t)snprintf(text + size, 80, "%d %.7f %.7f %.7f %.7f\n", box,
                                 (double)w.body.pos[row].x / (double)FS_POS_ONE,
                                 (double)w.body.pos[row].y / (double)FS_POS_ONE, 0.0, half);
    }
    md5_text(text, size, md5);
    ck_assert_str_eq(md5, sum);
    free(text);
    fs_sim_destroy(sim);
}

START_TEST(scenes_are_as_defined)
{
    check_scene("pyramid", "c029a9edca5f86dae1dfec4ebf5813d1");
    check_scene("rain", "3f6a05fca5aedbf5aff6731fad6fbd97");
}
END_TEST

/* ---- the pyramid stands ------------------------------------------------------------------------------------------ */

static double fastest(const struct fs_world2 *w)
{
    double largest = 0;
    for (uint32_t row = 0; row < *w->body.rows; row++) {
        fs_vel2 v = w->body.vel[row];
        double speed = hypot((double)v.x, (double)v.y) / FS_VEL_ONE;
        largest = speed > largest ? speed : largest;
    }
    return largest;
}

/* The largest displacement of a box (m). Boxes start with gaps of 1/8 m beside each other and none below. */
static double largest_displacement(const struct fs_world2 *w, const struct fs_world2 *start)
{
    double largest = 0;
    for (uint32_t row = 0; row < *w->body.rows; row++) {
        double x = (double)(w->body.pos[row].x - start->body.pos[row].x) / (double)FS_POS_ONE;
        double y = (double)(w->body.pos[row].y - start->body.pos[row].y) / (double)FS_POS_ONE;
        largest = hypot(x, y) > largest ? hypot(x, y) : largest;
    }
    return largest;
}

static void check_stands(const char *base, int ticks, double speed, double distance)
{
    fs_sim *sim = open_sim("pyramid", base, NULL), *start = open_sim("pyramid", base, NULL);
    run(sim, ticks);
    struct fs_world2 w = world_of(sim), first = world_of(start);
    ck_assert_double_lt(fastest(&w), speed);
    ck_assert_double_lt(largest_displacement(&w, &first), distance);
    fs_sim_destroy(sim);
    fs_sim_destroy(start);
}

START_TEST(a_pyramid_stands)
{
    check_stands("base=40", 300, 2e-3, 0.15);
    if (is_long())
        check_stands("base=40", 3600, 2e-3, 0.16);
}
END_TEST

START_TEST(a_pyramid_falls_asleep)
{
    fs_sim *sim = open_sim("pyramid", "base=10", "sleep=1", NULL);
    run(sim, 600);
    struct fs_world2 w = world_of(sim);
    uint64_t hash = 0;
    for (uint32_t row = 0; row < *w.body.rows; row++)
        ck_assert(w.body.type[row] != FS_BODY2_DYNAMIC || (w.body.flags[row] & FS_BODY2_ASLEEP) != 0);
    for (int i = 0; i < 3; i++) {
        uint64_t now = fs_table_hash(fs_sim_state(sim), 2); /* body2 */
        ck_assert(i == 0 || now == hash);
        hash = now;
        run(sim, 1);
    }
    fs_sim_destroy(sim);
}
END_TEST

/* ---- energy -----------------------------------------------------------------------------------*/

/* The energy is never above the start, and from tick `landed` on rises by at most 1/2000 of the start (soft contacts
 * store energy). The large rain compresses its contacts, which then lift the heap: check_energy2.c includes their
 * energy. */
static void check_energy(const char *game, const char *size, int ticks, int landed)
{
    fs_sim *sim = open_sim(game, size, NULL);
    struct fs_world2 w = world_of(sim);
    fs_wide start = fs_world2_energy(&w), least = start;
    for (int tick = 0; tick < ticks; tick += 50) {
        run(sim, 50);
        fs_wide now = fs_world2_energy(&w);
        ck_assert_msg(now <= start, "%s: energy above the start after %d ticks", game, tick + 50);
        ck_assert_msg(tick < landed || now - least <= start / 2000,
                      "%s: energy grew by %.3g J of %.3g J after %d ticks", game, (double)(now - least) / 4294967296.0,
                      (double)start / 4294967296.0, tick + 50);
        least = tick < landed || now < least ? now : least;
    }
    fs_sim_destroy(sim);
}

START_TEST(energy_never_grows)
{
    check_energy("pyramid", "base=6", 10000, 0);
    check_energy("rain", "bodies=40", 10000, 0);
    if (is_long()) {
        check_energy("pyramid", "base=40", 10000, 0);
        check_energy("rain", "bodies=2000", 10000, 600);
    }
}
END_TEST

/* ---- threads -----------------------------------------------------------------------------------*/

struct thread_share {
    fs_task_fn *fn;
    void *work;
    uint32_t first, step, count;
};

static void *run_share(void *argument)
{
    struct thread_share *s = argument;
    for (uint32_t i = s->first; i < s->count; i += s->step)
        s->fn(s->work, i);
    return NULL;
}

/* Starts threads for one call, in reverse order, so that the order of work differs from that of one thread. */
static void run_tasks(void *context, fs_task_fn *fn, void *work, uint32_t count)
{
    uint32_t workers = *(uint32_t *)context;
    pthread_t thread[8];
    struct thread_share share[8];
    for (uint32_t i = 0; i < workers; i++) {
        share[i] = (struct thread_share){ fn, work, workers - 1 - i, workers, count };
        ck_assert_int_eq(pthread_create(&thread[i], NULL, run_share, &share[i]), 0);
    }
    for (uint32_t i = 0; i < workers; i++)
        pthread_join(thread[i], NULL);
}

START_TEST(threads_change_nothing)
{
    static const char *const games[][2] = { { "pyramid", "base=30" }, { "rain", "bodies=600" } };
    static const int ticks[] = { 30, 150 };
    for (size_t g = 0; g < 2; g++) {
        uint64_t hash[3];
        for (uint32_t i = 0; i < 3; i++) {
            uint32_t workers = 1u << i;
            fs_tasks tasks = { run_tasks, &workers, workers };
            fs_sim *sim = open_sim(games[g][0], games[g][1], NULL);
            run(sim, ticks[g]);
            fs_sim_set_tasks(sim, &tasks);
            run(sim, 20);
            fs_sim_set_tasks(sim, NULL);
            fs_sim_poison_scratch(sim);
            run(sim, 5);
            hash[i] = fs_sim_state_hash(sim);
            fs_sim_destroy(sim);
        }
        ck_assert_uint_eq(hash[0], hash[1]);
        ck_assert_uint_eq(hash[0], hash[2]);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("pile2");
    TCase *scenes = tcase_create("scenes"), *stand = tcase_create("stand"), *threads = tcase_create("threads");
    tcase_set_timeout(stand, 600);
    tcase_set_timeout(threads, 120);
    tcase_add_test(scenes, scenes_are_as_defined);
    tcase_add_test(stand, a_pyramid_stands);
    tcase_add_test(stand, a_pyramid_falls_asleep);
    tcase_add_test(stand, energy_never_grows);
    tcase_add_test(threads, threads_change_nothing);
    suite_add_tcase(suite, scenes);
    suite_add_tcase(suite, stand);
    suite_add_tcase(suite, threads);
    return suite;
}
