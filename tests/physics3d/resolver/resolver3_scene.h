/* resolver3_scene.h: worlds with the default solver or the worst-first resolver, for tests. */
#ifndef FS_TEST_RESOLVER3_SCENE_H
#define FS_TEST_RESOLVER3_SCENE_H

#include "physics3d/joint3_scene.h"
#include "support/figures.h"

enum { HZ = 60 };
static const scene3_vector half_metre = { 0.5, 0.5, 0.5 };
static inline const char *solver_name(int solver)
{
    return solver == 0 ? "substeps" : "worst-first";
}

static inline fs_world3 *make_world(int solver, double gravity)
{
    fs_world3 *w = scene3_world(gravity);
    ck_assert_int_eq(fs_world3_set_solver(w, (fs_solver3)solver), FS_OK);
    ck_assert_int_eq(fs_world3_solver(w), solver);
    return w;
}

#endif
