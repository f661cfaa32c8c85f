/* bench.h: declarations shared by the parts of the benchmark. Figures go into one JSON object;
 * every figure is the median of several rounds, with the unit last in its name. */
#ifndef FS_BENCH_H
#define FS_BENCH_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <fixstep/sim.h>

enum { BENCH_ROUNDS = 11 };

/* Nanoseconds of processor time of this process: other programs on the machine
 * disturb it less than they do real time. */
uint64_t bench_now(void);
/* Median of BENCH_ROUNDS values; sorts them. */
double bench_median(double values[BENCH_ROUNDS]);
/* Ends the benchmark with a sentence: a figure must never stand for work not done. */
_Noreturn void bench_die(const char *what);
/* Whether the command line asks for this figure of a part: by "PART/FIGURE", or by the part as a whole. */
bool bench_is_wanted(const char *part, const char *figure);
/* A built-in game's scripted match (script.h), or the end of the benchmark. */
fs_sim *bench_match(const char *game, uint32_t players);

/* The parts; each returns a new object. */
json_t *bench_ticks(const char *game, uint32_t players);
/* Hash, snapshot and codec of the game's state after 2000 ticks. */
json_t *bench_small_state(const char *game, uint32_t players);
/* The same for a synthetic state of 8 MiB. */
json_t *bench_large_state(void);
/* 100,000 particles of the game of that name, beside a float loop. */
json_t *bench_particles(void);
/* A bridge of 1,000 links and a cloth of 100 x 100 particles, held in every way there is. */
json_t *bench_links(void);
/* The structures of the broad phase, 1,000 to 10,000 boxes. */
json_t *bench_broad(void);
/* 2D scenes beside Chipmunk, Box2D 2.4 and Box2D 3.2, where configure found those. */
json_t *bench_physics2d(void);
/* Name of its figure `i`; NULL beyond the last. */
const char *bench_physics2d_figure(unsigned i);
/* Contact manifolds of 3D shapes, by their kinds. */
json_t *bench_manifold3(void);
/* Heaps of 3D bodies beside Bullet and ODE, where those are installed. */
json_t *bench_physics3d(void);
const char *bench_physics3d_figure(unsigned i);
/* Other kinds of 3D scenes, such as a turning drum and a net of ball joints, beside the same engines. */
json_t *bench_scenes3d(void);
const char *bench_scenes3d_figure(unsigned i);
/* rain3d with every structure of the broad phase. */
json_t *bench_broad_phase3d(void);
/* Pictures of 1,000 and 10,000 bodies. */
json_t *bench_view(void);
/* A minute of a recorded match, verified. */
json_t *bench_verify(const char *game, uint32_t players);
/* A match over loopback: game and an option of it, the clients' computer player, their number, its length. */
struct server_case {
    const char *game, *setting, *bot;
    uint32_t bots, seconds;
};

/* Server and clients as processes of their own, from `folder`, and what their reports say. */
json_t *bench_server(const char *folder, const struct server_case *c);

#endif
