/* check_hostile_world2.c: 2D worlds full of static shapes of any size, degenerate polygons, crossing chains, joints and
 * stale handles are stepped, asked and drawn; so are states of them that were changed at random and that
 * fs_world2_valid() accepts. Nothing may trap, hang or leave the world invalid after calls of the interface alone.
 *
 * FIXSTEP_LONG in the environment plays LONG_FACTOR times as many worlds; FS_HOSTILE_SEED sets the first seed.
 */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include <stdio.h>
#include <stdlib.h>
#include <fixstep/debug2.h>
#include <fixstep/trig.h>

#include "physics2d/world2_chaos.h"
#include "fuzz/hostile_values.h"

enum { WORLDS = 12, TICKS = 160, HOSTILE_STATES = 12, HOSTILE_TICKS = 20, LONG_FACTOR = 60, ROWS = 32 };

static uint32_t world_count(void)
{
    return getenv("FIXSTEP_LONG") != NULL ? WORLDS * LONG_FACTOR : WORLDS;
}

static uint64_t first_seed(void)
{
    const char *text = getenv("FS_HOSTILE_SEED");
    return text != NULL ? strtoull(text, NULL, 10) : 1;
}

/* ---- shapes of any size --------------------------------------------------------------------------------------------- */

/* A length in metres from the smallest step to beyond the range of the world. */
static fs_pos any_length(struct chaos *c)
{
    static const fs_pos ends[] = {
        0, 1, -1, FS_POS_MAX, FS_POS_MIN, FS_POS_ONE << 30, -(FS_POS_ONE << 30), FS_POS_ONE * 16
    };
    if (chaos_rarely(c))
        return ends[chaos_below(c, sizeof ends / sizeof ends[0])];
    return chaos_any64(c);
}

static fs_pos near_length(struct chaos *c)
{
    uint32_t shift = 20 + chaos_below(c, 8);
    return chaos_below(c, 3) == 0 ? any_length(c) : (int64_t)fs_rng_u64(&c->rng) >> shift;
}

static fs_pos2 any_point(struct chaos *c)
{
    fs_pos x = near_length(c);
    return fs_pos2_make(x, near_length(c));
}

/* Points at random, some of them equal, some on a line. */
static uint32_t any_points(struct chaos *c, fs_pos2 *points, uint32_t most)
{
    uint32_t count = chaos_below(c, most + 1);
    for (uint32_t i = 0; i < count; i++) {
        points[i] = any_point(c);
        if (i > 0 && chaos_below(c, 4) == 0)
            points[i] = points[chaos_below(c, i)];
        if (i > 0 && chaos_below(c, 4) == 0)
            points[i].y = points[i - 1].y;
    }
    return count;
}

static fs_body2 ground_body(struct chaos *c, struct fixture2 *t)
{
    fs_body2_def def = fs_default_body2_def();
    fs_body2 body = { { 0 } };
    def.type = chaos_rarely(c) ? (fs_body2_type)chaos_below(c, FS_BODY2_TYPES) : FS_BODY2_STATIC;
    def.pos = chaos_below(c, 3) == 0 ? any_point(c) : fs_pos2_zero();
    def.rot = chaos_below(c, 2) == 0 ? def.rot : fs_rot2_from_turn(fs_rng_u32(&c->rng));
    (void)fs_body2_create(&t->w, &def, &body);
    return body;
}

static void add_ground(struct chaos *c, struct fixture2 *t)
{
    fs_shape2_def def = fs_default_shape2_def();
    fs_body2 body = chaos_below(c, 4) == 0 ? chaos_body(c, t) : ground_body(c, t);
    fs_pos2 points[ROWS];
    fs_rot2 rot = fs_rot2_from_turn(fs_rng_u32(&c->rng));
    fs_shape2 made;
    fs_pos x = near_length(c), y = near_length(c);
    fs_pos2 a = any_point(c), b = any_point(c);
    switch (chaos_below(c, 7)) {
    case 0: (void)fs_shape2_create_box(&t->w, body, &def, x, y, &made); break;
    case 1: (void)fs_shape2_create_box_at(&t->w, body, &def, x, y, a, rot, &made); break;
    case 2: (void)fs_shape2_create_circle(&t->w, body, &def, a, x, &made); break;
    case 3: (void)fs_shape2_create_capsule(&t->w, body, &def, a, b, x, &made); break;
    case 4: (void)fs_shape2_create_segment(&t->w, body, &def, a, b, &made); break;
    case 5: {
        uint32_t count = any_points(c, points, FS_GEOMETRY2_MAX_CORNERS + 1);
        (void)fs_shape2_create_polygon(&t->w, body, &def, points, count, chaos_rarely(c) ? x : 0, &made);
        break;
    }
    default: {
        uint32_t count = any_points(c, points, 12);
        (void)fs_shape2_create_chain(&t->w, body, &def, points, count, chaos_below(c, 2) == 0);
        break;
    }
    }
}

/* ---- questions and pictures ----------------------------------------------------------------------------------------- */

static void ask(struct chaos *c, struct fixture2 *t)
{
    uint32_t rows[ROWS], row = chaos_below(c, ROWS);
    fs_query_hit2 hits[ROWS];
    fs_filter2 filter = fs_default_filter2();
    fs_geometry2 form;
    fs_pos2 at = any_point(c), a = any_point(c), b = any_point(c), near = any_point(c);
    fs_pos2 corners[FS_GEOMETRY2_MAX_CORNERS];
    fs_pose2 pose = { at, fs_rot2_from_turn(fs_rng_u32(&c->rng)) };
    fs_aabb2 box = { a, b };
    fs_wide2 way = chaos_wide(c);
    fs_rel2 half = chaos_offset(c);
    fs_vel2 move = chaos_vel(c);
    (void)fs_query2_aabb(&t->w, box, filter, rows, ROWS);
    (void)fs_query2_point(&t->w, a, filter, rows, ROWS);
    (void)fs_query2_ray(&t->w, a, way, filter);
    (void)fs_query2_ray_all(&t->w, b, fs_wide2_make(near.x, near.y), filter, hits, ROWS);
    (void)fs_query2_closest(&t->w, a, chaos_any32(c), filter);
    if (fs_geometry2_box(fs_abs32(half.x), fs_abs32(half.y), chaos_offset(c), pose.rot, &form) == FS_OK) {
        (void)fs_query2_geometry(&t->w, &form, pose, filter, rows, ROWS);
        (void)fs_query2_cast(&t->w, &form, pose, fs_rel2_make(move.x, move.y), filter);
    }
    if (row < *t->w.shape.rows && (t->w.shape.gen[row] & 1u) != 0) {
        (void)fs_shape2_corners(&t->w, row, corners);
        fs_shape2_geometry(&t->w, row, &form);
        fs_shape2_geometry_near(&t->w, row, a, &form, &pose);
    }
    (void)fs_world2_apply_attraction(&t->w, a, near.x, way.x);
}

static void look(const struct fixture2 *t, fs_draw_list *draw)
{
    fs_draw_clear(draw);
    fs_world2_draw(&t->w, draw, UINT32_MAX);
    (void)fs_state_hash(t->state);
}

/* ---- worlds ---------------------------------------------------------------------------------------------------------- */

static void check_valid(const struct fixture2 *t, uint64_t seed, int tick)
{
    ck_assert_msg(fs_world2_valid(&t->w), "seed %llu: invalid at tick %d", (unsigned long long)seed, tick);
}

static void live(struct fixture2 *t, struct chaos *c, fs_draw_list *draw, uint64_t seed)
{
    for (int tick = 0; tick < TICKS; tick++) {
        chaos_tick(c, t);
        if (chaos_below(c, 6) == 0)
            add_ground(c, t);
        if (chaos_below(c, 8) == 0)
            ask(c, t);
        check_valid(t, seed, tick);
        fixture2_step(t, 1);
        check_valid(t, seed, tick);
        if (tick % 16 == 0)
            look(t, draw);
    }
}

/* Changes the world, keeps what is accepted, and lets it run. */
static void turn_hostile(struct fixture2 *t, struct chaos *c, fs_draw_list *draw)
{
    size_t size = fs_state_block_size(t->state);
    uint8_t *block = malloc(size), *start = malloc(size);
    ck_assert(block != NULL && start != NULL);
    fs_state_store(t->state, start);
    for (int k = 0; k < HOSTILE_STATES; k++) {
        fs_state_fetch(t->state, start);
        for (uint32_t i = 0; i < 8 + chaos_below(c, 60); i++) {
            fs_state_store(t->state, block);
            change_value(t->state, &c->rng);
            /* The decoder of a state refuses what the pools and the clock exclude. */
            size_t bytes = fs_state_encoded_size(t->state);
            uint8_t *coded = malloc(bytes);
            ck_assert(coded != NULL);
            (void)fs_state_encode(t->state, coded, bytes);
            if (fs_state_decode(t->state, coded, bytes) != FS_OK || !fs_world2_valid(&t->w))
                fs_state_fetch(t->state, block);
            free(coded);
        }
        for (int tick = 0; tick < HOSTILE_TICKS; tick++) {
            if (tick % 8 == 0)
                look(t, draw);
            ask(c, t);
            fixture2_step(t, 1);
        }
    }
    free(start);
    free(block);
}

static void destroy_all(struct fixture2 *t, struct chaos *c)
{
    for (uint32_t row = 0; row < *t->w.body.rows; row++) {
        fs_body2 body = fs_body2_at(&t->w, chaos_below(c, 2) == 0 ? row : *t->w.body.rows - 1 - row);
        (void)fs_body2_destroy(&t->w, body);
        if (chaos_rarely(c))
            fixture2_step(t, 1);
    }
    fixture2_step(t, 2);
}

START_TEST(any_world_runs)
{
    fs_draw_list *draw;
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    for (uint32_t i = 0; i < world_count(); i++) {
        uint64_t seed = first_seed() + i;
        if (getenv("FS_HOSTILE_SEED") != NULL)
            fprintf(stderr, "world2, seed %llu\n", (unsigned long long)seed);
        struct fixture2 t = fixture2_start(seed % 3 == 0 ? 120 : seed % 3 == 1 ? 60 : 20);
        struct chaos chaos = chaos_make(seed);
        live(&t, &chaos, draw, seed);
        turn_hostile(&t, &chaos, draw);
        destroy_all(&t, &chaos);
        fixture2_end(&t);
    }
    fs_draw_destroy(draw);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("hostile_world2");
    TCase *tc = tcase_create("worlds");
    tcase_set_timeout(tc, 1200);
    tcase_add_test(tc, any_world_runs);
    suite_add_tcase(suite, tc);
    return suite;
}
