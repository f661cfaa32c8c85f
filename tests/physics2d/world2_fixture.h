/* world2_fixture.h: a small 2D world for tests: made, filled, stepped, read.
 *
 * Lengths are whole metres where they are `int`, else Q5.26. Tests fail at once when something cannot be made.
 */
#ifndef FS_TEST_TWO_FIXTURE_H
#define FS_TEST_TWO_FIXTURE_H

#include <stdlib.h>
#include <string.h>
#include <fixstep/event2.h>
#include <fixstep/joint2.h>
#include <fixstep/query2.h>

#include "support/check_main.h"

/* A test may have defined more tables behind those of the world. */
#ifndef TWO_TABLES
#define TWO_TABLES(T, P, g) FS_WORLD2_TABLES(T, P, g)
#endif
FS_SCHEMA(two, TWO_TABLES)
enum { TWO_MORE_ROWS = 3 };   /* capacity of each of those */

struct two {
    fs_state *state;
    fs_scratch scratch;
    struct fs_world2 w;
    struct two_view v;
};

static inline struct two two_start_with(uint32_t hz, const fs_world2_limits *limits, const fs_world2_def *def)
{
    struct two t = { .state = NULL };
    uint32_t rows[two_T_COUNT] = { 1 };
    fs_world2_capacities(limits, rows + two_T_physics2);
    for (int table = two_T_physics2 + FS_WORLD2_TABLE_COUNT; table < two_T_COUNT; table++)
        rows[table] = TWO_MORE_ROWS;
    ck_assert_int_eq(fs_state_create(&two_schema, rows, &t.state), FS_OK);
    two_bind(t.state, &t.v);
    *t.v.world.hz = hz;
    t.scratch.size = fs_world2_scratch_size(limits);
    t.scratch.bytes = malloc(t.scratch.size);
    ck_assert(t.scratch.bytes != NULL);
    memset(t.scratch.bytes, 0xA5, t.scratch.size);
    fs_world2_bind(t.state, two_T_physics2, &t.scratch, &t.w);
    ck_assert_int_eq(fs_world2_make(&t.w, def), FS_OK);
    two_bind(t.state, &t.v);
    return t;
}

/* Room for 64 bodies; the default world. */
static inline struct two two_start(uint32_t hz)
{
    const fs_world2_limits limits = { .bodies = 64, .shapes = 128, .joints = 64, .materials = 16 };
    fs_world2_def def = fs_default_world2_def(hz);
    return two_start_with(hz, &limits, &def);
}

static inline void two_end(struct two *t)
{
    free(t->scratch.bytes);
    fs_state_destroy(t->state);
}

static inline void two_step(struct two *t, int ticks)
{
    for (int i = 0; i < ticks; i++) {
        fs_world2_step(&t->w);
        *t->w.world.tick += 1;
    }
}

/* How many events of a kind the last step told. */
static inline uint32_t two_events(const struct two *t, int kind)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->w.event_count; i++)
        n += t->w.events[i].kind == kind;
    return n;
}

/* m/s^2 along y. */
static inline void two_gravity(struct two *t, int y)
{
    *t->w.rules.gravity = fs_wide2_make(0, y * FS_WIDE_ONE);
}

static inline fs_body2 two_body(struct two *t, fs_body2_type type, fs_pos x, fs_pos y, const fs_shape2 *shape)
{
    fs_body2_def def = fs_default_body2_def();
    fs_form2_def form = fs_default_form2_def();
    fs_body2 body;
    fs_form2 on;
    def.type = type;
    def.pos = fs_pos2_make(x, y);
    ck_assert_int_eq(fs_body2_create(&t->w, &def, &body), FS_OK);
    ck_assert_int_eq(fs_form2_create(&t->w, body, shape, &form, &on), FS_OK);
    return body;
}

static inline fs_shape2 two_disc_shape(fs_rel radius)
{
    fs_shape2 shape;
    ck_assert_int_eq(fs_shape2_circle(fs_rel2_zero(), radius, &shape), FS_OK);
    return shape;
}

static inline fs_shape2 two_box_shape(fs_rel half_x, fs_rel half_y)
{
    fs_shape2 shape;
    ck_assert_int_eq(fs_shape2_box(half_x, half_y, fs_rel2_zero(), fs_rot2_identity(), &shape), FS_OK);
    return shape;
}

/* A dynamic disc, a dynamic box, and ground: a static box of 30 m whose top is y = 0. */
static inline fs_body2 two_disc(struct two *t, int x, int y, fs_rel radius)
{
    fs_shape2 shape = two_disc_shape(radius);
    return two_body(t, FS_BODY2_DYNAMIC, x * FS_POS_ONE, y * FS_POS_ONE, &shape);
}

static inline fs_body2 two_box(struct two *t, fs_pos x, fs_pos y, fs_rel half_x, fs_rel half_y)
{
    fs_shape2 shape = two_box_shape(half_x, half_y);
    return two_body(t, FS_BODY2_DYNAMIC, x, y, &shape);
}

static inline fs_body2 two_ground(struct two *t)
{
    fs_shape2 shape = two_box_shape(15 * FS_REL_ONE, FS_REL_ONE);
    return two_body(t, FS_BODY2_STATIC, 0, -FS_POS_ONE, &shape);
}

static inline uint32_t two_row(struct two *t, fs_body2 body)
{
    uint32_t row = UINT32_MAX;
    ck_assert_int_eq(fs_body2_row(&t->w, body, &row), FS_OK);
    return row;
}

#endif
