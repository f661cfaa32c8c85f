/* scene_time.c: see scene_time.h. A peer's scene is copied from a game's first state, so all start alike; walls are the
 * same tiles for all.
 */
#include "bench/scene_time.h"

#include <stdlib.h>
#include <time.h>
#include <fixstep/debug2.h>
#include <fixstep/games.h>
#include <fixstep/shape2.h>
#include <fixstep/world2.h>

#include "bench/bench.h"
#include "bench/own2d.h"

uint64_t bench_wall_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int scene_rounds(const struct scene *s)
{
    return s->rounds > 0 ? s->rounds : SCENE_ROUNDS;
}

int scene_engines(const struct scene *s)
{
    int count = 1;
    while (s->peers && bench_peers[count - 1] != NULL)
        count++;
    return count;
}

const char *scene_engine_name(int engine)
{
    return engine > 0 ? bench_peers[engine - 1]->name : "fixstep";
}

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double scene_median(double *values, int rounds)
{
    qsort(values, (size_t)rounds, sizeof values[0], ascending);
    return values[rounds / 2];
}

/* ---- a game as a scene -------------------------------------------------------------------------------------------- */

static fs_sim *open_game(const struct scene *s)
{
    const fs_game *game = NULL;
    fs_sim *sim = NULL;
    char why[200];
    if (fs_game_find(fs_builtin_games(), s->game, &game, why, sizeof why) != FS_OK)
        bench_die(why);
    fs_config config = fs_default_config(game);
    for (int i = 0; i < 2; i++)
        if (s->set[i] != NULL && fs_config_set(game, &config, s->set[i], why, sizeof why) != FS_OK)
            bench_die(why);
    if (fs_sim_create(game, &config, &sim) != FS_OK)
        bench_die("the scene cannot be made");
    return sim;
}

static void copy_body(const struct fs_world2 *w, uint32_t row, struct peer_scene *out)
{
    static const enum peer_body_type types[] = { PEER_STATIC, PEER_KINEMATIC, PEER_DYNAMIC };
    fs_geometry2 shape;
    fs_shape2_geometry(w, w->body.first_shape[row] - 1, &shape);
    bool disc = shape.kind == FS_GEOMETRY2_CIRCLE;
    uint32_t body = bench_scene_add_body(out, &(struct peer_body){
                                                  .type = types[w->body.type[row]],
                                                  .x = (double)w->body.pos[row].x / (double)FS_POS_ONE,
                                                  .y = (double)w->body.pos[row].y / (double)FS_POS_ONE,
                                                  .density = 1,
                                              });
    bench_scene_add_shape(out, &(struct peer_shape){
                                   .body = body,
                                   .kind = disc ? PEER_DISC : PEER_BOX,
                                   .half_x = (double)(disc ? shape.radius : fs_abs32(shape.corner[0].x)) / FS_REL_ONE,
                                   .half_y = (double)(disc ? shape.radius : fs_abs32(shape.corner[0].y)) / FS_REL_ONE,
                               });
}

static void copy_game(const struct scene *s, struct peer_scene *out)
{
    fs_sim *sim = open_game(s);
    struct fs_world2 w;
    fs_world2_bind_readonly(fs_sim_state(sim), 1, &w);
    out->gravity = -10;
    out->sleep = *w.rules.flags & FS_WORLD2_SLEEP;
    for (uint32_t row = 0; row < *w.body.rows; row++)
        copy_body(&w, row, out);
    fs_sim_destroy(sim);
}

static void make_scene(const struct scene *s, struct peer_scene *out)
{
    *out = (struct peer_scene){ 0 };
    if (s->make != NULL)
        s->make(out);
    else
        copy_game(s, out);
}

uint32_t scene_count_movable(const struct scene *s)
{
    struct peer_scene scene;
    uint32_t count = 0;
    make_scene(s, &scene);
    for (uint32_t i = 0; i < scene.bodies; i++)
        count += scene.body[i].type == PEER_DYNAMIC;
    bench_scene_free(&scene);
    return count;
}

uint32_t scene_count_hinges(const struct scene *s)
{
    struct peer_scene scene;
    make_scene(s, &scene);
    uint32_t count = scene.hinges;
    bench_scene_free(&scene);
    return count;
}

/* ---- times ------------------------------------------------------------------------------------------------------- */

static void game_tick(void *world)
{
    static const uint8_t idle[FS_MAX_INPUT];
    fs_inputs inputs = { idle, 2, 1, 0 };
    fs_sim_step(world, &inputs);
}

static double time_of(void (*tick)(void *world), void *world, const struct scene *s, bench_clock *now)
{
    for (int i = 0; i < s->from; i++)
        tick(world);
    uint64_t start = now();
    for (int i = s->from; i < s->to; i++)
        tick(world);
    return (double)(now() - start) / 1e6 / (s->to - s->from);
}

static double time_game(const struct scene *s, bench_clock *now, const fs_tasks *tasks)
{
    fs_sim *sim = open_game(s);
    fs_sim_set_tasks(sim, tasks);
    double ms = time_of(game_tick, sim, s, now);
    fs_sim_destroy(sim);
    return ms;
}

double scene_time_own(const struct scene *s, bench_clock *now, const fs_tasks *tasks)
{
    if (s->make == NULL)
        return time_game(s, now, tasks);
    struct peer_scene scene;
    make_scene(s, &scene);
    struct own_world *world = bench_own_open(&scene, tasks);
    double ms = time_of(bench_own_tick, world, s, now);
    bench_own_close(world);
    bench_scene_free(&scene);
    return ms;
}

/* ---- contacts ---------------------------------------------------------------------------------------------------- */

static uint32_t count_contacts(const struct fs_world2 *w)
{
    uint32_t count = 0;
    for (uint32_t row = 0; row < *w->contact.rows; row++)
        count += (w->contact.gen[row] & 1u) != 0 && w->contact.count[row] > 0;
    return count;
}

static double mean_contacts(void (*tick)(void *world), void *world, const struct fs_world2 *w, const struct scene *s)
{
    double sum = 0;
    for (int i = 0; i < s->to; i++) {
        tick(world);
        sum += i < s->from ? 0 : count_contacts(w);
    }
    return sum / (s->to - s->from);
}

double scene_count_contacts(const struct scene *s)
{
    double mean;
    if (s->make == NULL) {
        fs_sim *sim = open_game(s);
        struct fs_world2 w;
        fs_world2_bind_readonly(fs_sim_state(sim), 1, &w);
        mean = mean_contacts(game_tick, sim, &w, s);
        fs_sim_destroy(sim);
        return mean;
    }
    struct peer_scene scene;
    make_scene(s, &scene);
    struct own_world *world = bench_own_open(&scene, NULL);
    mean = mean_contacts(bench_own_tick, world, bench_own_columns(world), s);
    bench_own_close(world);
    bench_scene_free(&scene);
    return mean;
}

double scene_time_engine(int engine, const struct scene *s)
{
    if (engine == 0)
        return scene_time_own(s, bench_now, NULL);
    const struct peer *peer = bench_peers[engine - 1];
    struct peer_scene scene;
    make_scene(s, &scene);
    void *world = peer->open(&scene);
    double ms = time_of(peer->tick, world, s, bench_now);
    peer->close(world);
    bench_scene_free(&scene);
    return ms;
}
