/* parts3_fixture.h: worlds in space for tests of ticks that are divided into parts. */
#ifndef FS_TEST_PARTS3_FIXTURE_H
#define FS_TEST_PARTS3_FIXTURE_H

#define FS__WORLD3_INTERNAL /* columns are written */

#include <fixstep/joint3.h>

#include "physics3d/world3_fixture.h"
#include "physics3d/body/body.h"
#include "physics3d/world/world.h"
#include "support/figures.h"

static inline struct fixture3 parts3_open(uint32_t hz, uint32_t bodies, uint32_t off)
{
    const fs_world3_limits limits = { .bodies = bodies, .shapes = bodies, .joints = 16, .materials = 4, .hulls = 1 };
    fs_world3_def def = fs_default_world3_def(hz);
    def.flags &= ~off;
    return fixture3_start_with(hz, &limits, &def);
}

/* A cube whose centre is at (x, y, z). */
static inline fs_body3 parts3_cube(struct fixture3 *t, double x, double y, double z, double side)
{
    return fixture3_box(t, FS_BODY3_DYNAMIC, pos3_of(x, y, z), side / 2, side / 2, side / 2);
}

/* Makes a body so many times as heavy. */
static inline void parts3_set_mass(struct fixture3 *t, fs_body3 body, double times)
{
    uint32_t row = fixture3_row(t, body);
    fs_scaled by = fs_scaled_from_wide(pos_of(times)), over = fs_scaled_inverse(by);
    struct fs_body3_view *b = &t->w.body;
    fs_scaled *const direct[] = { b->mass, b->inertia_x, b->inertia_y, b->inertia_z };
    fs_scaled *const inverse[] = { b->inv_mass, b->inv_inertia_x, b->inv_inertia_y, b->inv_inertia_z };
    for (unsigned i = 0; i < 4; i++) {
        direct[i][row] = fs_scaled_mul(direct[i][row], by);
        inverse[i][row] = fs_scaled_mul(inverse[i][row], over);
    }
}

static inline fs_joint3 parts3_tie(struct fixture3 *t, fs_joint3_kind kind, fs_body3 a, fs_body3 b, fs_pos3 at)
{
    fs_joint3_def def = fs_default_joint3_def(kind);
    fs_joint3 joint;
    def.body_a = a;
    def.body_b = b;
    ck_assert_int_eq(fs_joint3_def_set_anchors(&t->w, &def, at, at, fs_unit3_make(0, 0, FS_UNIT_ONE)), FS_OK);
    ck_assert_int_eq(fs_joint3_create(&t->w, &def, &joint), FS_OK);
    return joint;
}

#endif
