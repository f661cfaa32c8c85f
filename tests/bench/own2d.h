/* own2d.h: a scene of scenes2d.h in this engine. */
#ifndef FS_BENCH_OWN2D_H
#define FS_BENCH_OWN2D_H

#include <fixstep/tasks.h>

#include "bench/peers.h"

struct own_world;

/* With `tasks` (NULL: none) for the step. */
struct own_world *bench_own_open(const struct peer_scene *scene, const fs_tasks *tasks);
void bench_own_tick(void *world);
const struct fs_world2 *bench_own_columns(const struct own_world *world);
void bench_own_close(struct own_world *world);

#endif
