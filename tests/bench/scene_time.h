/* scene_time.h: milliseconds per tick of a 2D scene, in this engine and in the others. */
#ifndef FS_BENCH_SCENE_TIME_H
#define FS_BENCH_SCENE_TIME_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/sim.h>

#include "bench/scenes2d.h"

enum { SCENE_ROUNDS = 5 };

/* Either a built-in game with its settings, or a scene of its own. */
struct scene {
    const char *game, *set[2];
    bench_scene_maker *make;
    int from, to; /* the ticks that are timed */
    bool peers;
    int rounds; /* at most SCENE_ROUNDS; 0: all */
};

typedef uint64_t bench_clock(void);
/* Nanoseconds of the wall clock. */
bench_clock bench_wall_now;

int scene_rounds(const struct scene *s);
/* Engine 0 is this one, then the peers. */
int scene_engines(const struct scene *s);
const char *scene_engine_name(int engine);
/* One round. This engine steps with `tasks` (NULL: one thread), by the clock `now`. */
double scene_time_engine(int engine, const struct scene *s);
double scene_time_own(const struct scene *s, bench_clock *now, const fs_tasks *tasks);
/* Dynamic bodies and hinges of the scene. */
uint32_t scene_count_movable(const struct scene *s);
uint32_t scene_count_hinges(const struct scene *s);
/* Contacts with points in this engine, the mean of the ticks that are timed. */
double scene_count_contacts(const struct scene *s);
/* The middle value of `rounds`; sorts them. */
double scene_median(double *values, int rounds);

#endif
