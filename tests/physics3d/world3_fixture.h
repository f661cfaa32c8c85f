/* world3_fixture.h: a small 3D world for tests: made, filled, stepped, read. Lengths are metres as double.
 *
 * Tests fail at once when something cannot be made.
 */
#ifndef FS_TEST_WORLD3_FIXTURE_H
#define FS_TEST_WORLD3_FIXTURE_H

/* Tests write columns. */
#if !defined(FIXSTEP_WORLD3_H) && !defined(FS__WORLD3_INTERNAL)
#define FS__WORLD3_INTERNAL
#endif

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/event3.h>
#include <fixstep/query3.h>

#include "support/check_main.h"

/* A test that needs further tables defines these three before: the tables, their capacities, and what binds them. */
#ifndef FIXTURE3_TABLES
#define FIXTURE3_TABLES(T, P, g) FS_WORLD3_TABLES(T, P, g)
#define FIXTURE3_ROWS(rows)
#define FIXTURE3_BIND(t)
#endif
FS_SCHEMA(fixture3, FIXTURE3_TABLES)

struct fixture3 {
    fs_state *state;
    fs_scratch scratch;
    struct fs_world3 w;
};

/* Scratch as a game may find it: full of one byte, or its own with a thousand bytes changed. */
static inline void fixture3_drop_scratch(struct fixture3 *t, uint64_t seed)
{
    fs_rng rng = fs_rng_seed(seed, 7);
    uint8_t *bytes = t->scratch.bytes;
    if (seed % 2 == 0)
        memset(bytes, (int)(0xA5 ^ seed), t->scratch.size);
    for (uint32_t i = 0; i < 1000 && seed % 2 != 0; i++)
        bytes[fs_rng_below(&rng, (uint32_t)t->scratch.size)] = (uint8_t)fs_rng_u32(&rng);
    fs_world3_bind(t->state, fixture3_T_physics3, &t->scratch, &t->w);
    FIXTURE3_BIND(t)
}

static inline struct fixture3 fixture3_start_with(uint32_t hz, const fs_world3_limits *limits, const fs_world3_def *def)
{
    struct fixture3 t = { .state = NULL };
    struct fixture3_view v;
    uint32_t rows[fixture3_T_COUNT] = { 1 };
    fs_world3_capacities(limits, rows + fixture3_T_physics3);
    FIXTURE3_ROWS(rows)
    ck_assert_int_eq(fs_state_create(&fixture3_schema, rows, &t.state), FS_OK);
    fixture3_bind(t.state, &v);
    *v.world.hz = hz;
    t.scratch.size = fs_world3_scratch_size(limits);
    t.scratch.bytes = malloc(t.scratch.size);
    ck_assert(t.scratch.bytes != NULL);
    fixture3_drop_scratch(&t, 0);
    ck_assert_int_eq(fs_world3_init(&t.w, def), FS_OK);
    return t;
}

/* Room for 256 bodies; the default world. */
static inline struct fixture3 fixture3_start(uint32_t hz)
{
    const fs_world3_limits limits = { .bodies = 256, .shapes = 512, .joints = 64, .materials = 16, .hulls = 16 };
    fs_world3_def def = fs_default_world3_def(hz);
    return fixture3_start_with(hz, &limits, &def);
}

static inline void fixture3_end(struct fixture3 *t)
{
    free(t->scratch.bytes);
    fs_state_destroy(t->state);
}

static inline void fixture3_step(struct fixture3 *t, int ticks)
{
    for (int i = 0; i < ticks; i++) {
        fs_world3_step(&t->w);
        *t->w.world.tick += 1;
    }
}

static inline uint32_t fixture3_count_events(const struct fixture3 *t, int kind)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->w.event_count; i++)
        n += t->w.events[i].kind == kind;
    return n;
}

/* ---- numbers ---- */

static inline fs_pos pos_of(double metres)
{
    return (fs_pos)llround(metres * (double)FS_POS_ONE);
}

static inline fs_pos3 pos3_of(double x, double y, double z)
{
    return fs_pos3_make(pos_of(x), pos_of(y), pos_of(z));
}

static inline double metres(fs_pos p)
{
    return (double)p / (double)FS_POS_ONE;
}

/* ---- bodies ---- */

static inline fs_body3 fixture3_body(struct fixture3 *t, fs_body3_type type, fs_pos3 at)
{
    fs_body3_def def = fs_default_body3_def();
    fs_body3 body;
    def.type = type;
    def.pos = at;
    ck_assert_int_eq(fs_body3_create(&t->w, &def, &body), FS_OK);
    return body;
}

static inline fs_body3 fixture3_box(struct fixture3 *t, fs_body3_type type, fs_pos3 at, double x, double y, double z)
{
    fs_body3 body = fixture3_body(t, type, at);
    ck_assert_int_eq(fs_shape3_create_box(&t->w, body, NULL, pos3_of(x, y, z), NULL), FS_OK);
    return body;
}

static inline fs_body3 fixture3_ball(struct fixture3 *t, fs_pos3 at, double radius)
{
    fs_body3 body = fixture3_body(t, FS_BODY3_DYNAMIC, at);
    ck_assert_int_eq(fs_shape3_create_sphere(&t->w, body, NULL, fs_pos3_zero(), pos_of(radius), NULL), FS_OK);
    return body;
}

static inline uint32_t fixture3_row(const struct fixture3 *t, fs_body3 body)
{
    uint32_t row = 0;
    ck_assert_int_eq(fs_body3_row(&t->w, body, &row), FS_OK);
    return row;
}

/* The floor: 100 m by 100 m, its surface at y = 0. */
static inline fs_body3 fixture3_floor(struct fixture3 *t, fs_pos3 at)
{
    return fixture3_box(t, FS_BODY3_STATIC, fs_pos3_add(at, pos3_of(0, -1, 0)), 50, 1, 50);
}

/* ---- random bodies ---- */

static inline double fixture3_uniform(fs_rng *rng, double low, double high)
{
    return low + (high - low) * (double)(fs_rng_u64(rng) >> 11) * 0x1p-53;
}

static inline fs_pos3 fixture3_random_pos(fs_rng *rng, double size)
{
    double x = fixture3_uniform(rng, -size, size), y = fixture3_uniform(rng, -size, size);
    return pos3_of(x, y, fixture3_uniform(rng, -size, size));
}

static inline fs_vel3 fixture3_random_vel(fs_rng *rng, double size)
{
    double x = fixture3_uniform(rng, -size, size), y = fixture3_uniform(rng, -size, size);
    double z = fixture3_uniform(rng, -size, size);
    return fs_vel3_make((fs_vel)(x * FS_VEL_ONE), (fs_vel)(y * FS_VEL_ONE), (fs_vel)(z * FS_VEL_ONE));
}

/* Not evenly distributed. */
static inline fs_quat fixture3_random_rotation(fs_rng *rng)
{
    int32_t x = (int32_t)fs_rng_u32(rng) / 2, y = (int32_t)fs_rng_u32(rng) / 2, z = (int32_t)fs_rng_u32(rng) / 2;
    return fs_quat_normalise(fs_quat_make(x, y, z, FS_UNIT_ONE));
}

static inline fs_result fixture3_random_hull(struct fixture3 *t, fs_body3 body, fs_rng *rng)
{
    enum { POINTS = 12 };
    fs_pos3 p[POINTS];
    for (int i = 0; i < POINTS; i++)
        p[i] = fixture3_random_pos(rng, 0.6);
    return fs_shape3_create_hull(&t->w, body, NULL, p, POINTS, NULL);
}

/* A body at the origin with a random shape of one of seven kinds, 0.16 m to 1.8 m large and off the body's origin; the
 * last kind is a compound of two. */
static inline fs_body3 fixture3_random(struct fixture3 *t, unsigned kind, fs_rng *rng)
{
    fs_body3_def def = fs_default_body3_def();
    fs_body3 b;
    fs_result made;
    def.rot = fixture3_random_rotation(rng);
    ck_assert_int_eq(fs_body3_create(&t->w, &def, &b), FS_OK);
    double x = fixture3_uniform(rng, 0.08, 0.6), y = fixture3_uniform(rng, 0.08, 0.6);
    double z = fixture3_uniform(rng, 0.08, 0.6);
    fs_pos3 at = fixture3_random_pos(rng, 0.3), other = fixture3_random_pos(rng, 0.6);
    fs_quat rot = fixture3_random_rotation(rng);
    switch (kind % 7) {
    case 0: made = fs_shape3_create_sphere(&t->w, b, NULL, at, pos_of(x), NULL); break;
    case 1: made = fs_shape3_create_box_at(&t->w, b, NULL, pos3_of(x, y, z), at, rot, NULL); break;
    case 2: made = fs_shape3_create_capsule(&t->w, b, NULL, other, pos3_of(x, y, z), pos_of(x), NULL); break;
    case 3: made = fs_shape3_create_cylinder(&t->w, b, NULL, pos_of(x), pos_of(y), at, rot, NULL); break;
    case 4: made = fs_shape3_create_cone(&t->w, b, NULL, pos_of(x), pos_of(y), at, rot, NULL); break;
    case 5: made = fixture3_random_hull(t, b, rng); break;
    default:
        made = fs_shape3_create_box_at(&t->w, b, NULL, pos3_of(0.6, y / 4, z / 4), at, rot, NULL);
        if (made == FS_OK)
            made = fs_shape3_create_sphere(&t->w, b, NULL, other, pos_of(x / 2), NULL);
        break;
    }
    ck_assert_int_eq(made, FS_OK);
    return b;
}

/* One body of every kind of shape over `at`, rotated anyhow. */
static inline fs_body3 fixture3_any(struct fixture3 *t, fs_pos3 at, unsigned kind, fs_rng *rng)
{
    fs_body3_def def = fs_default_body3_def();
    fs_body3 b;
    fs_result made;
    def.pos = at;
    def.rot = fixture3_random_rotation(rng);
    ck_assert_int_eq(fs_body3_create(&t->w, &def, &b), FS_OK);
    const fs_pos3 gem[6] = { pos3_of(0.4, 0, 0),  pos3_of(-0.3, 0, 0), pos3_of(0, 0.5, 0),
                             pos3_of(0, -0.4, 0), pos3_of(0, 0, 0.3),  pos3_of(0, 0, -0.4) };
    switch (kind % 7) {
    case 0: made = fs_shape3_create_sphere(&t->w, b, NULL, fs_pos3_zero(), pos_of(0.35), NULL); break;
    case 1: made = fs_shape3_create_box(&t->w, b, NULL, pos3_of(0.4, 0.3, 0.25), NULL); break;
    case 2:
        made = fs_shape3_create_capsule(&t->w, b, NULL, pos3_of(-0.3, 0, 0), pos3_of(0.3, 0, 0), pos_of(0.2), NULL);
        break;
    case 3:
        made = fs_shape3_create_cylinder(&t->w, b, NULL, pos_of(0.3), pos_of(0.3), fs_pos3_zero(), fs_quat_identity(),
                                         NULL);
        break;
    case 4:
        made = fs_shape3_create_cone(&t->w, b, NULL, pos_of(0.35), pos_of(0.4), fs_pos3_zero(), fs_quat_identity(),
                                     NULL);
        break;
    case 5: made = fs_shape3_create_hull(&t->w, b, NULL, gem, 6, NULL); break;
    default: /* a hammer: a compound with offsets */
        made = fs_shape3_create_box_at(&t->w, b, NULL, pos3_of(0.5, 0.1, 0.1), pos3_of(0.2, 0, 0), fs_quat_identity(),
                                       NULL);
        if (made == FS_OK)
            made = fs_shape3_create_sphere(&t->w, b, NULL, pos3_of(0.7, 0, 0), pos_of(0.25), NULL);
        break;
    }
    ck_assert_int_eq(made, FS_OK);
    return b;
}

/* A heap of `count` bodies of all kinds that fall on the floor at `at`. */
static inline void fixture3_heap(struct fixture3 *t, fs_pos3 at, unsigned count)
{
    fs_rng rng = fs_rng_seed(count, 3);
    fixture3_floor(t, at);
    for (unsigned i = 0; i < count; i++)
        fixture3_any(t, fs_pos3_add(at, pos3_of(i % 4 * 0.9 - 1.5, 1 + i / 16 * 1.1, i / 4 % 4 * 0.9 - 1.5)), i, &rng);
}

#endif
