/* scenes2d.h: the 2D scenes of the benchmark that no game has, for every engine alike. */
#ifndef FS_BENCH_SCENES2D_H
#define FS_BENCH_SCENES2D_H

#include "bench/peers.h"

/* Each fills *s, which must be zeroed; bench_scene_free() frees what it holds. */
typedef void bench_scene_maker(struct peer_scene *s);

/* A net of 100 x 100 discs of 0.4 m on 19,794 hinges, hung up at seven discs of its upper side. */
bench_scene_maker bench_scene_net;
/* A square drum of 20 m that turns at 25 degrees a second, with 2,025 boxes of 0.25 m. */
bench_scene_maker bench_scene_drum;
/* A block of 8 m and 512 kg at 40 m/s into a wall of 9,600 boxes of 0.4 m, without gravity. */
bench_scene_maker bench_scene_impact;
/* 150 ragdolls of 11 bodies and 10 limited hinges fall into a trough. */
bench_scene_maker bench_scene_ragdolls;
/* A bar of 16 m turns in a basin of 6,000 discs, boxes and polygons. */
bench_scene_maker bench_scene_basin;
/* 800 crosses, angles and tees of two or three boxes fall into a trough. */
bench_scene_maker bench_scene_compounds;
/* 200 cogs of 13 shapes whose teeth mesh, the left column driven by motors, loaded with 400 discs. */
bench_scene_maker bench_scene_gears;
/* 100 heaps of 20 boxes that sleep, one of them stirred by a bar. */
bench_scene_maker bench_scene_mostly_asleep;

void bench_scene_free(struct peer_scene *s);
/* Each adds a copy to the end of its list; a body's number is returned. */
uint32_t bench_scene_add_body(struct peer_scene *s, const struct peer_body *body);
void bench_scene_add_shape(struct peer_scene *s, const struct peer_shape *shape);
void bench_scene_add_hinge(struct peer_scene *s, const struct peer_hinge *hinge);

#endif
