/* check_surface_random3.c: random shapes on random meshes and height fields.
 *
 * FIXSTEP_FIGURES=1 prints how many surfaces were made and refused.
 */
#include "physics3d/ground/ground3_fixture.h"
#include "physics3d/ground/mesh3_fixture.h"
#include "support/brief.h"
#include "support/figures.h"
#include "support/parallel_tasks.h"

/* ---- worlds ------------------------------------------------------------------------------------------------------ */

enum { VERTICES = 60, TRIANGLES = 90, SIDE = 9, BODIES = 24, WORLDS = 40, TICKS = 60 };

struct tally {
    unsigned made, refused, stepped, hostile;
};

static fs_pos random_height(fs_rng *rng)
{
    return pos_of(fixture3_uniform(rng, -1, fs_rng_below(rng, 9) == 0 ? 30 : 1));
}

/* Triangles between any vertices: they cross, fold over, share sides more than twice, or have hardly any area. */
static void add_random_mesh(fs_world3 *w, fs_rng *rng, struct tally *n)
{
    fs_pos3 vertex[VERTICES];
    uint32_t index[3 * TRIANGLES];
    for (unsigned i = 0; i < VERTICES; i++) {
        vertex[i] = fixture3_random_pos(rng, fs_rng_below(rng, 12) == 0 ? 500 : 6);
        vertex[i].y = random_height(rng);
    }
    for (unsigned i = 0; i < VERTICES / 10; i++) {
        vertex[i + 10] = vertex[i];
        vertex[i + 20] = fs_pos3_add(vertex[i], fs_pos3_make((fs_pos)fs_rng_below(rng, 64), 1, 0));
    }
    unsigned repeats = fs_rng_below(rng, 2); /* corners of a triangle may be equal: refused */
    for (unsigned i = 0; i < TRIANGLES; i++) {
        uint32_t a = fs_rng_below(rng, VERTICES), stride = 1 + fs_rng_below(rng, VERTICES - 2);
        index[3 * i] = a;
        index[3 * i + 1] = (a + stride) % VERTICES;
        index[3 * i + 2] = repeats == 1 ? fs_rng_below(rng, VERTICES) : (a + VERTICES - 1) % VERTICES;
    }
    fs_result result = fs_shape3_create_mesh(w, mesh3_body(w, FS_BODY3_STATIC, fs_pos3_zero()), NULL, vertex, VERTICES,
                                             index, TRIANGLES, NULL);
    ck_assert(result == FS_OK || result == FS_E_DEGENERATE);
    n->made += result == FS_OK;
    n->refused += result != FS_OK;
}

static void add_random_field(fs_world3 *w, fs_rng *rng, struct tally *n)
{
    fs_pos height[SIDE * SIDE];
    uint8_t hole[SIDE * SIDE];
    double spacing = fixture3_uniform(rng, 0.05, 3);
    fs_body3_def def = fs_default_body3_def();
    fs_body3 body;
    for (unsigned i = 0; i < SIDE * SIDE; i++) {
        height[i] = random_height(rng);
        hole[i] = fs_rng_below(rng, 8) == 0;
    }
    def.type = FS_BODY3_STATIC;
    def.pos = pos3_of(-spacing * SIDE / 2, 0, -spacing * SIDE / 2);
    def.rot = fixture3_random_rotation(rng);
    ck_assert_int_eq(fs_body3_create(w, &def, &body), FS_OK);
    ck_assert_int_eq(fs_shape3_create_height_field(w, body, NULL, height, hole, SIDE, SIDE, pos_of(spacing), NULL),
                     FS_OK);
    n->made++;
}

static void add_random_shape(fs_world3 *w, fs_rng *rng, fs_body3 body)
{
    fs_pos a = pos_of(fixture3_uniform(rng, 0.02, 0.9)), b = pos_of(fixture3_uniform(rng, 0.02, 0.9));
    fs_pos3 off = fixture3_random_pos(rng, 0.2);
    fs_pos3 point[8];
    for (unsigned i = 0; i < 8; i++)
        point[i] = fixture3_random_pos(rng, 0.6);
    switch (fs_rng_below(rng, 6)) {
    case 0: (void)fs_shape3_create_sphere(w, body, NULL, off, a, NULL); break;
    case 1: (void)fs_shape3_create_capsule(w, body, NULL, off, fs_pos3_make(a, b, 0), b, NULL); break;
    case 2: (void)fs_shape3_create_cylinder(w, body, NULL, a, b, off, fixture3_random_rotation(rng), NULL); break;
    case 3: (void)fs_shape3_create_cone(w, body, NULL, a, b, off, fixture3_random_rotation(rng), NULL); break;
    case 4: (void)fs_shape3_create_hull(w, body, NULL, point, 8, NULL); break;
    default: (void)fs_shape3_create_box(w, body, NULL, fs_pos3_make(a, b, pos_of(0.3)), NULL); break;
    }
}

static fs_world3 *random_world(uint64_t seed, struct tally *n)
{
    fs_rng rng = fs_rng_seed(seed, 5);
    fs_world3 *w = mesh3_world(BODIES + 3, 256);
    add_random_mesh(w, &rng, n);
    add_random_field(w, &rng, n);
    for (unsigned i = 0; i < BODIES; i++) {
        fs_body3 body = mesh3_body(w, FS_BODY3_DYNAMIC, fs_pos3_add(fixture3_random_pos(&rng, 4), pos3_of(0, 4, 0)));
        bool fast = fs_rng_below(&rng, 4) == 0;
        add_random_shape(w, &rng, body);
        (void)fs_body3_set_velocity(w, body, fixture3_random_vel(&rng, fast ? 400 : 5),
                                    fixture3_random_vel(&rng, fast ? 200 : 8));
    }
    return w;
}

/* The same bits on one thread and on four, and a state that stays valid. */
START_TEST(random_surfaces_are_stepped)
{
    struct tally n = { 0, 0, 0, 0 }, again = n;
    struct parallel_tasks threads;
    parallel_start(&threads, 4);
    const uint32_t worlds = play_brief() ? WORLDS / 4 : WORLDS;
    for (uint64_t seed = 0; seed < worlds; seed++) {
        fs_world3 *w = random_world(seed, &n), *other = random_world(seed, &again);
        fs_world3_set_tasks(other, &threads.tasks);
        mesh3_steps(w, TICKS);
        mesh3_steps(other, TICKS);
        ck_assert_msg(fs_state_hash(fs_world3_state(w)) == fs_state_hash(fs_world3_state(other)), "world %u",
                      (unsigned)seed);
        ck_assert(fs_world3_valid(w));
        fs_world3_destroy(w);
        fs_world3_destroy(other);
    }
    parallel_stop(&threads);
    ck_assert_uint_gt(n.made, worlds);
    ck_assert_uint_gt(n.refused, 0);
    ck_assert_uint_eq(n.made, again.made);
    print_figure("surfaces: %u made, %u refused", n.made, n.refused);
}
END_TEST

/* A value of any table and row is overwritten; a state that is still valid is stepped. */
static void step_hostile(fs_world3 *w, fs_rng *rng, struct tally *n)
{
    static const int64_t odd[] = { 0, 1, -1, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 3, 1 << 20, (int64_t)1 << 52 };
    fs_state *state = fs_world3_state(w);
    const fs_schema *schema = fs_state_schema(state);
    fs_value_ref ref = { .table = (uint16_t)fs_rng_below(rng, schema->table_count) };
    if (fs_state_rows(state, ref.table) == 0)
        return;
    ref.row = fs_rng_below(rng, fs_state_rows(state, ref.table));
    ref.field = (uint16_t)fs_rng_below(rng, schema->tables[ref.table].field_count);
    (void)fs_value_set(state, ref, odd[fs_rng_below(rng, sizeof odd / sizeof odd[0])]);
    n->hostile++;
    if (!fs_world3_valid(w))
        return;
    n->stepped++;
    mesh3_steps(w, 3);
}

START_TEST(hostile_surfaces_are_no_trap)
{
    struct tally n = { 0, 0, 0, 0 };
    fs_rng rng = fs_rng_seed(3, 9);
    for (uint64_t seed = 100; seed < 100 + WORLDS / 8; seed++) {
        fs_world3 *w = random_world(seed, &n);
        mesh3_steps(w, 20);
        size_t size = fs_state_encoded_size(fs_world3_state(w));
        void *bytes = malloc(size);
        ck_assert_uint_eq(fs_state_encode(fs_world3_state(w), bytes, size), size);
        for (int round = 0; round < 100; round++) {
            step_hostile(w, &rng, &n);
            ck_assert_int_eq(fs_state_decode(fs_world3_state(w), bytes, size), FS_OK);
        }
        free(bytes);
        fs_world3_destroy(w);
    }
    ck_assert_uint_gt(n.stepped, 50);
    ck_assert_uint_gt(n.hostile - n.stepped, 20);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("surface_random3");
    TCase *t = tcase_create("surface_random3");
    tcase_set_timeout(t, 240);
    tcase_add_test(t, random_surfaces_are_stepped);
    tcase_add_test(t, hostile_surfaces_are_no_trap);
    suite_add_tcase(suite, t);
    return suite;
}
