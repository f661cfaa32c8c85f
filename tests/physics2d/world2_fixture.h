/* world2_fixture.h: a small 2D world for tests: made, filled, stepped, read.
 *
 * Lengths are whole metres where they are `int`, else Q5.26. Tests fail at once when something cannot be made.
 */
#ifndef FS_TEST_WORLD2_FIXTURE_H
#define FS_TEST_WORLD2_FIXTURE_H

/* Tests write columns. */
#if !defined(FIXSTEP_WORLD2_H) && !defined(FS__WORLD2_INTERNAL)
#define FS__WORLD2_INTERNAL
#endif

#include <stdlib.h>
#include <string.h>
#include <fixstep/event2.h>
#include <fixstep/joint2.h>
#include <fixstep/query2.h>

#include "support/check_main.h"

/* A test may have defined more tables behind those of the world. */
#ifndef FIXTURE2_TABLES
#define FIXTURE2_TABLES(T, P, g) FS_WORLD2_TABLES(T, P, g)
#endif
FS_SCHEMA(fixture2, FIXTURE2_TABLES)
enum { FIXTURE2_EXTRA_ROWS = 3 }; /* capacity of each of those */

struct fixture2 {
    fs_state *state;
    fs_scratch scratch;
    struct fs_world2 w;
    struct fixture2_view v;
};

static inline struct fixture2 fixture2_start_with(uint32_t hz, const fs_world2_limits *limits, const fs_world2_def *def)
{
    struct fixture2 t = { .state = NULL };
    uint32_t rows[fixture2_T_COUNT] = { 1 };
    fs_world2_capacities(limits, rows + fixture2_T_physics2);
    for (int table = fixture2_T_physics2 + FS_WORLD2_TABLE_COUNT; table < fixture2_T_COUNT; table++)
        rows[table] = FIXTURE2_EXTRA_ROWS;
    ck_assert_int_eq(fs_state_create(&fixture2_schema, rows, &t.state), FS_OK);
    fixture2_bind(t.state, &t.v);
    *t.v.world.hz = hz;
    t.scratch.size = fs_world2_scratch_size(limits);
    t.scratch.bytes = malloc(t.scratch.size);
    ck_assert(t.scratch.bytes != NULL);
    memset(t.scratch.bytes, 0xA5, t.scratch.size);
    fs_world2_bind(t.state, fixture2_T_physics2, &t.scratch, &t.w);
    ck_assert_int_eq(fs_world2_init(&t.w, def), FS_OK);
    fixture2_bind(t.state, &t.v);
    return t;
}

/* Room for 64 bodies; the default world. */
static inline struct fixture2 fixture2_start(uint32_t hz)
{
    const fs_world2_limits limits = { .bodies = 64, .shapes = 128, .joints = 64, .materials = 16 };
    fs_world2_def def = fs_default_world2_def(hz);
    return fixture2_start_with(hz, &limits, &def);
}

static inline void fixture2_end(struct fixture2 *t)
{
    free(t->scratch.bytes);
    fs_state_destroy(t->state);
}

static inline void fixture2_step(struct fixture2 *t, int ticks)
{
    for (int i = 0; i < ticks; i++) {
        fs_world2_step(&t->w);
        *t->w.world.tick += 1;
    }
}

/* How many events of a kind the last step told. */
static inline uint32_t fixture2_count_events(const struct fixture2 *t, int kind)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->w.event_count; i++)
        n += t->w.events[i].kind == kind;
    return n;
}

/* m/s^2 along y. */
static inline void fixture2_set_gravity(struct fixture2 *t, int y)
{
    *t->w.rules.gravity = fs_wide2_make(0, y * FS_WIDE_ONE);
}

static inline fs_body2 fixture2_add_body(struct fixture2 *t, fs_body2_type type, fs_pos x, fs_pos y,
                                         const fs_geometry2 *shape)
{
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def form = fs_default_shape2_def();
    fs_body2 body;
    fs_shape2 on;
    def.type = type;
    def.pos = fs_pos2_make(x, y);
    ck_assert_int_eq(fs_body2_create(&t->w, &def, &body), FS_OK);
    ck_assert_int_eq(fs_shape2_create(&t->w, body, &form, shape, &on), FS_OK);
    return body;
}

static inline fs_geometry2 fixture2_disc_geometry(fs_rel radius)
{
    fs_geometry2 shape;
    ck_assert_int_eq(fs_geometry2_circle(fs_rel2_zero(), radius, &shape), FS_OK);
    return shape;
}

static inline fs_geometry2 fixture2_box_geometry(fs_rel half_x, fs_rel half_y)
{
    fs_geometry2 shape;
    ck_assert_int_eq(fs_geometry2_box(half_x, half_y, fs_rel2_zero(), fs_rot2_identity(), &shape), FS_OK);
    return shape;
}

/* A dynamic disc, a dynamic box, and ground: a static box of 30 m whose top is y = 0. */
static inline fs_body2 fixture2_add_disc(struct fixture2 *t, int x, int y, fs_rel radius)
{
    fs_geometry2 shape = fixture2_disc_geometry(radius);
    return fixture2_add_body(t, FS_BODY2_DYNAMIC, x * FS_POS_ONE, y * FS_POS_ONE, &shape);
}

static inline fs_body2 fixture2_add_box(struct fixture2 *t, fs_pos x, fs_pos y, fs_rel half_x, fs_rel half_y)
{
    fs_geometry2 shape = fixture2_box_geometry(half_x, half_y);
    return fixture2_add_body(t, FS_BODY2_DYNAMIC, x, y, &shape);
}

static inline fs_body2 fixture2_add_ground(struct fixture2 *t)
{
    fs_geometry2 shape = fixture2_box_geometry(15 * FS_REL_ONE, FS_REL_ONE);
    return fixture2_add_body(t, FS_BODY2_STATIC, 0, -FS_POS_ONE, &shape);
}

static inline uint32_t fixture2_row(struct fixture2 *t, fs_body2 body)
{
    uint32_t row = UINT32_MAX;
    ck_assert_int_eq(fs_body2_row(&t->w, body, &row), FS_OK);
    return row;
}

#endif
