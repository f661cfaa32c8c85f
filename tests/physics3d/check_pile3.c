/* check_pile3.c: the benchmark's heaps in space equal their definitions; the pyramid stands, the rain comes to rest, and
 * neither gains energy.
 */
#include <fixstep/games.h>
#include <fixstep/sim.h>

#include "support/md5.h"
#include "physics3d/world3_fixture.h"

enum { MAX_BODIES = 2048 };

static fs_sim *open_sim(const char *name, const char *option)
{
    const fs_game *game = NULL;
    fs_sim *sim = NULL;
    ck_assert_int_eq(fs_game_find(fs_builtin_games(), name, &game, NULL, 0), FS_OK);
    fs_config config = fs_default_config(game);
    if (option != NULL)
        ck_assert_int_eq(fs_config_set(game, &config, option, NULL, 0), FS_OK);
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

static struct fs_world3 world_of(fs_sim *sim)
{
    struct fs_world3 w;
    fs_world3_bind(fs_sim_state(sim), 1, NULL, &w);
    return w;
}

/* MD5 of every dynamic body in creation order: type, position, size. */
static void check_scene(const char *game, const char *sum)
{
    fs_sim *sim = open_sim(game, NULL);
    struct fs_world3 w = world_of(sim);
    char *text = malloc(MAX_BODIES * 80), md5[33];
    size_t size = 0;
    ck_assert(text != NULL && *w.body.rows <= MAX_BODIES);
    for (uint32_t row = 0; row < *w.body.rows; row++) {
        uint32_t shape = w.body.first_shape[row] - 1;
        if (w.body.type[row] != FS_BODY3_DYNAMIC)
            continue;
        bool box = w.shape.kind[shape] == FS_GEOMETRY3_BOX;
        double half = box ? metres(w.shape.half[shape].x) : (double)w.shape.radius[shape] / FS_REL_ONE;
        fs_pos3 p = w.body.pos[row];
        size += (size_t)snprintf(text + size, 80, "%d %.7f %.7f %.7f %.7f\n", box, metres(p.x), metres(p.y),
                                 metres(p.z), half);
    }
    md5_text(text, size, md5);
    ck_assert_str_eq(md5, sum);
    free(text);
    fs_sim_destroy(sim);
}

START_TEST(scenes_are_as_defined)
{
    check_scene("pyramid3d", "ba8980311b27126288d99e250dfc8ad8");
    check_scene("rain3d", "30d4a70dd8c4ba670bfd19f793c00ee0");
}
END_TEST

static double distance(fs_pos3 a, fs_pos3 b)
{
    double x = metres(a.x - b.x), y = metres(a.y - b.y), z = metres(a.z - b.z);
    return sqrt(x * x + y * y + z * z);
}

static double fastest(const struct fs_world3 *w)
{
    double most = 0;
    for (uint32_t row = 0; row < *w->body.rows; row++)
        most = fmax(most, (double)fs_vel3_length(w->body.vel[row]) / FS_VEL_ONE);
    return most;
}

/* Largest displacement below 1 cm, as fast as 1 mm/s at most after 5 s. */
START_TEST(the_pyramid_stands)
{
    fs_sim *sim = open_sim("pyramid3d", NULL), *start = open_sim("pyramid3d", NULL);
    run(sim, 300);
    struct fs_world3 w = world_of(sim), before = world_of(start);
    double farthest = 0;
    for (uint32_t row = 0; row < *w.body.rows; row++)
        farthest = fmax(farthest, distance(w.body.pos[row], before.body.pos[row]));
    ck_assert_msg(farthest < 0.01, "a box moved %g m", farthest);
    ck_assert_msg(fastest(&w) < 1e-3, "a box moves at %g m/s", fastest(&w));
    fs_sim_destroy(sim);
    fs_sim_destroy(start);
}
END_TEST

/* Bodies stay in the shaft, come to rest, and the energy never rises by more than the work of pushing overlap out. */
START_TEST(the_rain_comes_to_rest)
{
    fs_sim *sim = open_sim("rain3d", "bodies=300");
    struct fs_world3 w = world_of(sim);
    double last = (double)fs_world3_energy(&w) / FS_WIDE_ONE, first = last;
    for (int i = 0; i < 300; i++) {
        run(sim, 1);
        double now = (double)fs_world3_energy(&w) / FS_WIDE_ONE;
        ck_assert_msg(now < last + 0.005 * first, "%g J after %g J", now, last);
        last = now;
    }
    ck_assert((double)fs_world3_kinetic_energy(&w) / FS_WIDE_ONE < 2e-3 * first);
    for (uint32_t row = 0; row < *w.body.rows; row++)
        if (w.body.type[row] == FS_BODY3_DYNAMIC)
            ck_assert(metres(w.body.pos[row].y) > 0 && fabs(metres(w.body.pos[row].x)) < 5 &&
                      fabs(metres(w.body.pos[row].z)) < 5);
    fs_sim_destroy(sim);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("pile3");
    TCase *tc = tcase_create("pile3");
    suite_add_tcase(suite, tc);
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, scenes_are_as_defined);
    tcase_add_test(tc, the_pyramid_stands);
    tcase_add_test(tc, the_rain_comes_to_rest);
    return suite;
}
