/* check_hostile_mixed3.c: everything that a 3D world may hold at once, under random calls: bodies and joints (joint3_chaos.h), force
 * generators and fluids, meshes and height fields, fracture, explosions, pairs of materials, filters; values of any size, handles
 * of what is gone, full tables. Two worlds play alike: one on the scalar kernel; one on the fastest and on threads, with snapshots.
 *
 * Asserted in every tick: the worlds are valid and equal. FIXSTEP_LONG in the environment: 20,000 ticks. FS_HOSTILE_SEED sets
 * the seed.
 */
#define FS__WORLD3_INTERNAL /* the columns are read */

#include <stdlib.h>

#include <fixstep/force3.h>
#include <fixstep/fracture3.h>
#include <fixstep/ground3.h>
#include <fixstep/material_pair3.h>

enum {
    MESHES = 3,
    VERTICES = 60,
    TRIANGLES = 90,
    FIELDS = 3,
    HEIGHTS = 100,
    FORCES = 40,
    TENSORS = 3,
    FLUIDS = 3,
    BLASTS = 2
};

#define FIXTURE3_TABLES(T, P, g)                   \
    FS_WORLD3_TABLES(T, P, g)                      \
    T(g, material_pair3, FS_MATERIAL_PAIR3_FIELDS) \
    FS_MESH3_TABLES(T, P, g)                       \
    FS_HEIGHT_FIELD3_TABLES(T, P, g)               \
    FS_FORCE3_TABLES(T, P, g)                      \
    T(g, explosion, FS_EXPLOSION_FIELDS)
#define FIXTURE3_ROWS(rows)                                                        \
    rows[fixture3_T_material_pair3] = 4;                                           \
    rows[fixture3_T_explosion] = BLASTS;                                           \
    fs_mesh3_capacities(MESHES, VERTICES, TRIANGLES, rows + fixture3_T_mesh3);     \
    fs_height_field3_capacities(FIELDS, HEIGHTS, rows + fixture3_T_height_field3); \
    fs_force3_capacities(FORCES, TENSORS, FLUIDS, rows + fixture3_T_force3);
#define FIXTURE3_BIND(t)                                                    \
    fs_material_pair3_bind((t)->state, fixture3_T_material_pair3, &(t)->w); \
    fs_mesh3_bind((t)->state, fixture3_T_mesh3, &(t)->w);                   \
    fs_height_field3_bind((t)->state, fixture3_T_height_field3, &(t)->w);   \
    fs_force3_bind((t)->state, fixture3_T_force3, &(t)->w);

#include "fuzz/joint3_chaos.h"
#include "support/brief.h"
#include "support/parallel_tasks.h"

enum { TICKS = 400, LONG_TICKS = 20000, PHASE = 256, BUSY = 200, WORLDS = 2, LENT = 5 };
static const fs_world3_limits limits = {
    .bodies = 80, .shapes = 110, .contacts = 500, .joints = 40, .hulls = 12, .materials = 4
};

/* Plain data, as struct chaos3. `worked` counts the calls of each kind that returned FS_OK. */
enum { MESH, FIELD, FORCE, FORCE_CHANGED, FRACTURE, BLAST, PAIR, FILTER, FLUID, CALLS };
struct mixed {
    struct chaos3 c;
    fs_force3 force[CHAOS3_HANDLES];
    fs_shape3 shape[CHAOS3_HANDLES];
    uint32_t worked[CALLS];
    uint32_t pieces, pushed;
};

static uint64_t first_seed(void)
{
    const char *text = getenv("FS_HOSTILE_SEED");
    return text != NULL ? strtoull(text, NULL, 10) : 3;
}

static int tick_count(void)
{
    return getenv("FIXSTEP_LONG") != NULL ? LONG_TICKS : play_brief() ? PHASE : TICKS;
}

static void count_call(struct mixed *m, int call, fs_result result)
{
    m->worked[call] += chaos3_count(&m->c, result) == FS_OK;
}

/* ---- ground ------------------------------------------------------------------------------------------------------- */

static fs_body3 static_body(struct mixed *m, struct fixture3 *t)
{
    fs_body3 body = chaos3_body(&m->c, t);
    if (chaos3_rarely(&m->c))
        return body;
    fs_body3_def def = fs_default_body3_def();
    def.type = FS_BODY3_STATIC;
    def.pos = chaos3_pos(&m->c);
    def.rot = chaos3_rotation(&m->c);
    (void)fs_body3_create(&t->w, &def, &body);
    return body;
}

/* A sheet of 4 by 4 points, of which some are anywhere. */
static void add_mesh(struct mixed *m, struct fixture3 *t)
{
    fs_pos3 vertex[16];
    uint32_t index[54], at = 0;
    for (int i = 0; i < 16; i++) {
        vertex[i] = chaos3_rarely(&m->c)
                        ? chaos3_pos(&m->c)
                        : fs_pos3_make(i % 4 * 2 * FS_POS_ONE, chaos3_coordinate(&m->c, 1), i / 4 * 2 * FS_POS_ONE);
        vertex[i].y = chaos3_rarely(&m->c) ? chaos3_any64(&m->c) : vertex[i].y;
    }
    for (uint32_t k = 0; k < 9; k++) {
        const uint32_t corner = k / 3 * 4 + k % 3, square[6] = { 0, 4, 1, 1, 4, 5 };
        for (int i = 0; i < 6; i++)
            index[at++] = chaos3_below(&m->c, 64) == 0 ? chaos3_below(&m->c, 18) : corner + square[i];
    }
    fs_shape3 shape;
    fs_result result = fs_shape3_create_mesh(&t->w, static_body(m, t), NULL, vertex, 16, index,
                                             1 + chaos3_below(&m->c, 18), &shape);
    count_call(m, MESH, result);
    if (result == FS_OK)
        m->shape[chaos3_below(&m->c, CHAOS3_HANDLES)] = shape;
}

static void add_field(struct mixed *m, struct fixture3 *t)
{
    fs_pos heights[25], spacing = chaos3_rarely(&m->c) ? chaos3_any64(&m->c) : 2 * FS_POS_ONE;
    uint8_t holes[25];
    fs_shape3 shape;
    for (int i = 0; i < 25; i++) {
        heights[i] = chaos3_below(&m->c, 256) == 0 ? chaos3_any64(&m->c) : chaos3_coordinate(&m->c, 2);
        holes[i] = chaos3_rarely(&m->c);
    }
    uint32_t x = chaos3_rarely(&m->c) ? chaos3_below(&m->c, 3) : 5, z = 2 + chaos3_below(&m->c, 4);
    fs_result result = fs_shape3_create_height_field(&t->w, static_body(m, t), NULL, heights,
                                                     chaos3_below(&m->c, 2) == 0 ? holes : NULL, x, z, spacing, &shape);
    count_call(m, FIELD, result);
    if (result == FS_OK)
        m->shape[chaos3_below(&m->c, CHAOS3_HANDLES)] = shape;
}

static void change_shape(struct mixed *m, struct fixture3 *t)
{
    fs_shape3 shape = chaos3_rarely(&m->c) ? m->shape[chaos3_below(&m->c, CHAOS3_HANDLES)]
                                           : fs_shape3_at(&t->w, chaos3_below(&m->c, *t->w.shape.rows + 1));
    uint32_t category = fs_rng_u32(&m->c.rng) | 1, mask = fs_rng_u32(&m->c.rng) | fs_rng_u32(&m->c.rng) | 1;
    switch (chaos3_below(&m->c, 4)) {
    case 0:
        count_call(m, FILTER, fs_shape3_set_filter(&t->w, shape, category, mask, (int16_t)chaos3_below(&m->c, 3)));
        break;
    case 1: count_call(m, FILTER, fs_shape3_set_material(&t->w, shape, (uint16_t)chaos3_below(&m->c, 5))); break;
    case 2: (void)chaos3_count(&m->c, fs_shape3_destroy(&t->w, shape)); break;
    default: break;
    }
}

/* ---- forces --------------------------------------------------------------------------------------------------------- */

/* Small or of any size; mostly not negative. */
static fs_wide strength(struct mixed *m)
{
    fs_wide any = chaos3_any64(&m->c);
    return chaos3_rarely(&m->c) ? any : fs_abs64(any / 2) >> (chaos3_below(&m->c, 2) * 20);
}

static void add_force(struct mixed *m, struct fixture3 *t)
{
    fs_force3_def def = fs_default_force3_def(
        (fs_force3_kind)(1 + chaos3_below(&m->c, FS_FORCE3_KINDS - 1 + chaos3_rarely(&m->c))));
    fs_force3 force;
    def.body_a = chaos3_body(&m->c, t);
    def.body_b = chaos3_below(&m->c, 2) == 0 ? chaos3_body(&m->c, t) : (fs_body3){ { 0 } };
    def.anchor_a = chaos3_anchor(&m->c);
    def.anchor_b = chaos3_anchor(&m->c);
    def.point = chaos3_pos(&m->c);
    def.rot = chaos3_rotation(&m->c);
    def.fluid = (uint16_t)chaos3_below(&m->c, FLUIDS + 1);
    def.aero = (uint16_t)chaos3_below(&m->c, TENSORS);
    def.control = (int32_t)chaos3_below(&m->c, 256) - 127;
    def.vec = chaos3_force(&m->c);
    def.k = strength(m);
    def.k2 = strength(m);
    def.length = strength(m);
    def.limit = strength(m);
    def.flags = chaos3_below(&m->c, 4) & (chaos3_rarely(&m->c) ? UINT32_MAX : 2u);
    fs_result result = fs_force3_create(&t->w, &def, &force);
    count_call(m, FORCE, result);
    if (result == FS_OK)
        m->force[chaos3_below(&m->c, CHAOS3_HANDLES)] = force;
}

static fs_result change_force(struct mixed *m, struct fixture3 *t)
{
    fs_force3 force = chaos3_below(&m->c, 3) == 0 ? m->force[chaos3_below(&m->c, CHAOS3_HANDLES)]
                                                  : fs_force3_at(&t->w, chaos3_below(&m->c, FORCES + 1));
    int32_t control = chaos3_any32(&m->c) / 16777216;
    fs_pos3 point = chaos3_pos(&m->c);
    fs_quat rot = chaos3_rotation(&m->c);
    fs_wide k = strength(m);
    switch (chaos3_below(&m->c, 6)) {
    case 0: return fs_force3_set_control(&t->w, force, control);
    case 1: return fs_force3_set_rotation(&t->w, force, rot);
    case 2: return fs_force3_set_strength(&t->w, force, k);
    case 3: return fs_force3_set_point(&t->w, force, point);
    case 4: return fs_force3_set_enabled(&t->w, force, control > 0);
    default: return fs_force3_destroy(&t->w, force);
    }
}

/* Fluids and tensors are never removed: those that there are change. */
static void change_fluid(struct mixed *m, struct fixture3 *t)
{
    fs_fluid3_def def = fs_default_fluid3_def();
    fs_aero3_control surface;
    uint16_t number;
    memset(&surface, 0, sizeof surface);
    def.surface = chaos3_below(&m->c, 2) == 0;
    def.level = chaos3_coordinate(&m->c, 4);
    def.density = strength(m) >> 20;
    def.velocity = fs_wide3_make(chaos3_any32(&m->c), chaos3_any64(&m->c) >> 24, 0);
    def.variation = fs_wide3_make(strength(m) >> 24, 0, FS_WIDE_ONE);
    def.period = FS_WIDE_ONE;
    surface.min.x = surface.neutral.y = surface.max.z = chaos3_force(&m->c);
    (void)chaos3_count(&m->c, fs_aero3_add(&t->w, &surface, &number));
    if (chaos3_count(&m->c, fs_fluid3_add(&t->w, &def, &number)) != FS_OK)
        count_call(m, FLUID, fs_fluid3_set(&t->w, (uint16_t)chaos3_below(&m->c, FLUIDS + 2), &def));
}

static struct fs_explosions blasts_of(struct fixture3 *t)
{
    struct fixture3_view v;
    fixture3_bind(t->state, &v);
    *v.explosion.rows = BLASTS;
    return FS_EXPLOSIONS(v, explosion);
}

static void set_blast(struct mixed *m, struct fixture3 *t)
{
    struct fs_explosions blasts = blasts_of(t);
    fs_wide radius = chaos3_rarely(&m->c) ? strength(m) : (fs_wide)(1 + chaos3_below(&m->c, 16)) * FS_WIDE_ONE;
    fs_explosion e = fs_explosion_make(chaos3_pos(&m->c), (uint32_t)*t->w.world.tick, strength(m) >> 16, radius);
    e.shock_speed = chaos3_rarely(&m->c) ? chaos3_any64(&m->c) : e.shock_speed;
    e.chimney_radius = chaos3_rarely(&m->c) ? chaos3_any64(&m->c) : e.chimney_radius;
    e.seed = fs_rng_u32(&m->c.rng);
    count_call(m, BLAST, fs_explosion_set(&blasts, chaos3_below(&m->c, BLASTS + 1), &e));
}

/* ---- the rest ------------------------------------------------------------------------------------------------------- */

/* A block of 1 m to 2 m that can be split. */
static void add_block(struct mixed *m, struct fixture3 *t)
{
    fs_body3_def def = fs_default_body3_def();
    fs_body3 body;
    def.pos = chaos3_pos(&m->c);
    def.rot = chaos3_rotation(&m->c);
    def.vel = chaos3_vel(&m->c);
    const fs_pos half = FS_POS_ONE / 2, more = (fs_pos)chaos3_below(&m->c, 512) * (FS_POS_ONE / 1024);
    if (chaos3_count(&m->c, fs_body3_create(&t->w, &def, &body)) != FS_OK)
        return;
    (void)chaos3_count(&m->c, fs_shape3_create_box(&t->w, body, NULL, fs_pos3_make(half + more, half, half), NULL));
    m->c.body[chaos3_below(&m->c, CHAOS3_HANDLES)] = body;
}

static void break_body(struct mixed *m, struct fixture3 *t)
{
    fs_fracture3_def def = fs_default_fracture3_def();
    fs_pieces3 pieces = { .count = 0 };
    fs_body3 body = chaos3_below(&m->c, 2) == 0 ? chaos3_body(&m->c, t)
                                                : m->c.body[chaos3_below(&m->c, CHAOS3_HANDLES)];
    fs_pos3 at = fs_body3_position(&t->w, body);
    fs_vel3 n = chaos3_vel(&m->c);
    def.at = chaos3_rarely(&m->c) ? chaos3_pos(&m->c) : at;
    def.normal = chaos3_below(&m->c, 2) == 0 ? fs_unit3_zero() : fs_unit3_make(n.x / 2, n.y / 2, n.z / 2);
    def.rot = chaos3_rotation(&m->c);
    def.min_thickness = chaos3_rarely(&m->c) ? chaos3_any64(&m->c) : FS_POS_ONE / 64;
    def.burst_speed = chaos3_rarely(&m->c) ? chaos3_any32(&m->c) : FS_VEL_ONE * (fs_vel)chaos3_below(&m->c, 20);
    bool by_hit = chaos3_below(&m->c, 4) == 0;
    fs_wide strain = chaos3_any64(&m->c) >> 20;
    count_call(m, FRACTURE,
               by_hit ? fs_body3_fracture_by_hit(&t->w, body, strain, &def, &pieces)
                      : fs_body3_fracture(&t->w, body, &def, &pieces));
    m->pieces += pieces.count;
    for (uint32_t i = 0; i < pieces.count; i++)
        m->c.body[chaos3_below(&m->c, CHAOS3_HANDLES)] = pieces.body[i];
}

static void change_pair(struct mixed *m, struct fixture3 *t)
{
    uint16_t a = (uint16_t)chaos3_below(&m->c, 5), b = (uint16_t)chaos3_below(&m->c, 5), number;
    fs_material_pair3_def def = fs_default_material_pair3_def();
    fs_material3_def material = fs_default_material3_def();
    def.restitution = chaos3_any32(&m->c);
    def.static_friction = chaos3_any32(&m->c) / 32;
    def.dynamic_friction = def.static_friction / 2;
    (void)chaos3_count(&m->c, fs_material3_add(&t->w, &material, &number));
    if (chaos3_below(&m->c, 3) == 0)
        (void)chaos3_count(&m->c, fs_material_pair3_remove(&t->w, a, b));
    else
        count_call(m, PAIR, fs_material_pair3_set(&t->w, a, b, &def));
}

static void call(struct mixed *m, struct fixture3 *t)
{
    switch (chaos3_below(&m->c, 20)) {
    case 0: add_mesh(m, t); break;
    case 1: add_field(m, t); break;
    case 2:
    case 3: add_force(m, t); break;
    case 4: count_call(m, FORCE_CHANGED, change_force(m, t)); break;
    case 5: change_shape(m, t); break;
    case 6: change_fluid(m, t); break;
    case 7: set_blast(m, t); break;
    case 8:
    case 9: break_body(m, t); break;
    case 10: change_pair(m, t); break;
    case 11: add_block(m, t); break;
    default: chaos3_random_call(&m->c, t); break;
    }
}

/* Every body but the floor ends now and then, so that the tables have room again. */
static void clear(struct fixture3 *t)
{
    for (uint32_t row = 1; row < *t->w.body.rows; row++)
        (void)fs_body3_destroy(&t->w, fs_body3_at(&t->w, row));
}

static void step_world(struct fixture3 *t, struct mixed *m, int tick)
{
    const fs_wide3 down = fs_wide3_make(0, -10 * FS_WIDE_ONE, 0);
    struct fs_explosions blasts = blasts_of(t);
    if (tick % PHASE == 0) {
        clear(t);
        (void)fs_world3_set_gravity(&t->w, down);
    }
    while (tick % PHASE < BUSY && chaos3_below(&m->c, 8) < 7)
        call(m, t);
    m->pushed += fs_world3_apply_explosions(&t->w, &blasts);
    ck_assert_msg(fs_world3_valid(&t->w), "tick %d: calls", tick);
    fixture3_step(t, 1);
    ck_assert_msg(fs_world3_valid(&t->w), "tick %d: step", tick);
}

static void take_snapshot(struct fixture3 *t, uint64_t tick)
{
    size_t size = fs_state_encoded_size(t->state);
    void *bytes = malloc(size);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_eq(fs_state_encode(t->state, bytes, size), size);
    ck_assert_int_eq(fs_state_decode(t->state, bytes, size), FS_OK);
    fixture3_drop_scratch(t, tick);
    free(bytes);
}

START_TEST(everything_at_once)
{
    fs_world3_def def = fs_default_world3_def(60);
    struct fixture3 t[WORLDS];
    struct parallel_tasks threads;
    struct mixed m = { .c.rng = fs_rng_seed(first_seed(), 41) };
    int ticks = tick_count();
    parallel_start(&threads, 2);
    for (int i = 0; i < WORLDS; i++) {
        t[i] = fixture3_start_with(60, &limits, &def);
        fixture3_floor(&t[i], pos3_of(0, -6, 0));
    }
    for (int tick = 0; tick < ticks; tick++) {
        struct mixed other = m;
        (void)fs_world3_set_kernel(&t[0].w, 1);
        fs_world3_set_tasks(&t[1].w, tick % LENT == 0 ? &threads.tasks : NULL);
        step_world(&t[0], &m, tick);
        step_world(&t[1], &other, tick);
        ck_assert_msg(fs_state_hash(t[0].state) == fs_state_hash(t[1].state), "tick %d: the worlds differ", tick);
        if (tick % 61 == 60)
            take_snapshot(&t[1], (uint64_t)tick);
    }
    for (int k = 0; k < CALLS; k++)
        ck_assert_msg(m.worked[k] > 0, "no call %d worked", k);
    ck_assert_msg(m.pieces > 0 && m.pushed > 0, "%u pieces, %u pushes", m.pieces, m.pushed);
    ck_assert(m.c.refused > 50 && m.c.stale > 10 && m.c.full > 10);
    fixture3_end(&t[0]);
    fixture3_end(&t[1]);
    parallel_stop(&threads);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("hostile_mixed3");
    TCase *tc = tcase_create("hostile_mixed3");
    suite_add_tcase(suite, tc);
    tcase_set_timeout(tc, 600);
    tcase_add_test(tc, everything_at_once);
    return suite;
}
