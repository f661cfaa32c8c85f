/* check_height_field3.c: height fields as static ground of a 3D world. */
#include "physics3d/ground/mesh3_fixture.h"
#include "support/parallel_tasks.h"

/* ---- creating --------------------------------------------------------------------------------------------------- */

struct input {
    fs_pos height[8];
    uint32_t points_x, points_z;
    fs_pos spacing;
};

static fs_result put(fs_world3 *w, fs_body3 body, const struct input *in)
{
    uint64_t before = fs_state_hash(fs_world3_state(w));
    fs_shape3 shape = { { 7, 7 } };
    fs_result result = fs_shape3_create_height_field(w, body, NULL, in->height, NULL, in->points_x, in->points_z,
                                                     in->spacing, &shape);
    if (result != FS_OK) {
        ck_assert(fs_state_hash(fs_world3_state(w)) == before);
        ck_assert(shape.handle.index1 == 0 && shape.handle.generation == 0);
        ck_assert_int_gt((int)strlen(fs_world3_error(w)), 0);
    }
    return result;
}

/* Every bad input has a name, and changes no bit. */
START_TEST(bad_fields_have_names)
{
    fs_world3 *w = mesh3_world(16, 20);
    fs_body3 ground = mesh3_body(w, FS_BODY3_STATIC, fs_pos3_zero()),
             box = mesh3_body(w, FS_BODY3_DYNAMIC, pos3_of(0, 1, 0));
    const struct input good = { .points_x = 4, .points_z = 2, .spacing = FS_POS_ONE };
    ck_assert_int_eq(put(w, box, &good), FS_E_ARGUMENT);
    ck_assert_int_eq(put(w, (fs_body3){ { 9, 9 } }, &good), FS_E_STALE);
    const uint32_t sizes[] = { 0, 1, FS_HEIGHT_FIELD3_MAX_POINTS + 1, UINT32_MAX };
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct input wide = good, deep = good;
        wide.points_x = deep.points_z = sizes[i];
        ck_assert_int_eq(put(w, ground, &wide), FS_E_ARGUMENT);
        ck_assert_int_eq(put(w, ground, &deep), FS_E_ARGUMENT);
    }
    const fs_pos spacings[] = { 0, -FS_POS_ONE, FS_POS_ONE / 1024 - 1, 256 * FS_POS_ONE + 1, FS_POS_MAX, FS_POS_MIN };
    for (unsigned i = 0; i < sizeof spacings / sizeof spacings[0]; i++) {
        struct input in = good;
        in.spacing = spacings[i];
        ck_assert_int_eq(put(w, ground, &in), FS_E_ARGUMENT);
    }
    const fs_pos heights[] = { FS_SHAPE3_MAX_EXTENT + 1, -FS_SHAPE3_MAX_EXTENT - 1, FS_POS_MAX, FS_POS_MIN };
    for (unsigned i = 0; i < sizeof heights / sizeof heights[0]; i++) {
        struct input in = good;
        in.height[7] = heights[i];
        ck_assert_int_eq(put(w, ground, &in), FS_E_ARGUMENT);
    }
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(put(w, ground, &good), FS_OK);
    ck_assert_int_eq(put(w, ground, &good), FS_E_CAPACITY);
    ck_assert_str_eq(fs_world3_error(w), "table height_point3 is full (20 rows)");
    ck_assert_int_eq(fs_body3_set_type(w, ground, FS_BODY3_DYNAMIC), FS_E_ARGUMENT);
    ck_assert(fs_world3_valid(w));
    fs_world3_destroy(w);
}
END_TEST

/* A world without the tables has no height fields, and the handle may be NULL. */
START_TEST(without_tables_there_are_no_fields)
{
    const struct input good = { .points_x = 2, .points_z = 4, .spacing = FS_POS_ONE };
    struct fixture3 t = fixture3_start(60);
    fs_body3 ground = fixture3_body(&t, FS_BODY3_STATIC, fs_pos3_zero());
    ck_assert_int_eq(put(&t.w, ground, &good), FS_E_CAPACITY);
    fixture3_step(&t, 2);
    ck_assert(fs_world3_valid(&t.w));
    fixture3_end(&t);
    fs_world3 *w = mesh3_world(4, 8);
    ground = mesh3_body(w, FS_BODY3_STATIC, fs_pos3_zero());
    ck_assert_int_eq(fs_shape3_create_height_field(w, ground, NULL, good.height, NULL, 2, 4, FS_POS_ONE, NULL), FS_OK);
    fs_world3_destroy(w);
}
END_TEST

/* Whichever field is destroyed, what is left works and is valid, beside a mesh. */
START_TEST(destroyed_fields_leave_no_gap)
{
    for (int gone = 0; gone < 4; gone++) {
        fs_world3 *w = mesh3_world(16, 4096);
        fs_shape3 shape[4];
        fs_body3 ball[4];
        for (int i = 0; i < 4; i++)
            shape[i] = i == 2 ? mesh3_terrain(w, pos3_of(40 * i, 0, 0), 7, 1, mesh3_flat, false)
                              : mesh3_put_field(w, pos3_of(40 * i, 0, 0), 5 + 2 * i, 1, mesh3_flat, NULL);
        for (int i = 0; i < 4; i++) {
            ball[i] = mesh3_body(w, FS_BODY3_DYNAMIC, pos3_of(40 * i + 0.3, 0.6, 0.2));
            ck_assert_int_eq(fs_shape3_create_sphere(w, ball[i], NULL, fs_pos3_zero(), pos_of(0.5), NULL), FS_OK);
        }
        mesh3_steps(w, 60);
        ck_assert_int_eq(fs_shape3_destroy(w, shape[gone]), FS_OK);
        ck_assert(fs_world3_valid(w));
        mesh3_steps(w, 60);
        for (int i = 0; i < 4; i++) {
            double y = metres(w->body.pos[mesh3_row(w, ball[i])].y);
            ck_assert_msg(i == gone ? y < -3 : fabs(y - 0.5) < 1e-3, "ground %d gone: ball %d at %g", gone, i, y);
        }
        uint32_t left = 0;
        for (int i = 0; i < 4; i++)
            left += i == gone || i == 2 ? 0 : (uint32_t)((5 + 2 * i) * (5 + 2 * i));
        ck_assert_uint_eq(*w->height_point.rows, left);
        fs_world3_destroy(w);
    }
}
END_TEST

/* ---- motion ----------------------------------------------------------------------------------------------------- */

static void add_bodies(fs_world3 *w, fs_pos3 origin, unsigned count, bool balls, unsigned seed)
{
    struct fixture3 t = { .w = *w };
    fs_rng rng = fs_rng_seed(seed, 3);
    for (unsigned i = 0; i < count; i++) {
        fs_pos3 at = pos3_of(i % 8 * 1.5 - 6, 2 + i / 64 * 1.5, i / 8 % 8 * 1.5 - 6);
        fixture3_any(&t, fs_pos3_add(origin, at), balls ? 0 : i, &rng);
    }
}

/* Bodies of every kind over a field with its middle at `origin`. */
static fs_world3 *rain(fs_pos3 origin, unsigned count)
{
    fs_world3 *w = mesh3_world(count + 8, 20000);
    mesh3_put_field(w, origin, 41, 0.5, mesh3_hills, NULL);
    add_bodies(w, origin, count, false, 5);
    return w;
}

enum ground { MESH, MESH_BACKWARDS, FIELD };

/* Drops 12 bodies on 41 x 41 points as a mesh, as one whose triangles are given from the last to the first, or as a field. */
static fs_world3 *drop(enum ground ground, mesh3_height *height, unsigned seed, bool balls)
{
    fs_world3 *w = mesh3_world(20, 20000);
    if (ground == FIELD)
        mesh3_put_field(w, fs_pos3_zero(), 41, 0.5, height, NULL);
    else
        mesh3_terrain(w, fs_pos3_zero(), 41, 0.5, height, ground == MESH_BACKWARDS);
    add_bodies(w, fs_pos3_zero(), 12, balls, seed);
    mesh3_steps(w, 90);
    return w;
}

/* How far apart the same bodies end on a mesh and on other ground of the same triangles, at most (m). */
static double largest_distance(enum ground ground, mesh3_height *height, unsigned seed, bool balls)
{
    fs_world3 *mesh = drop(MESH, height, seed, balls), *other = drop(ground, height, seed, balls);
    double most = 0;
    for (uint32_t row = 1; row < *mesh->body.rows; row++)
        most = fmax(most, metres(fs_pos3_dist(mesh->body.pos[row], other->body.pos[row])));
    fs_world3_destroy(mesh);
    fs_world3_destroy(other);
    return most;
}

enum { SEEDS = 15 };

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Balls end where they end on a mesh of the same triangles, on flat ground to the bit. Of other shapes, and on hills, the number
 * of a triangle decides which of two equal points comes first. What that changes a bounce enlarges: balls on hills end nearer
 * than on a mesh whose triangles are given in another order, and of the other shapes half the falls within 1 cm. */
START_TEST(a_field_is_a_mesh_of_its_triangles)
{
    double others[SEEDS], hills = 0, order = 0;
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        ck_assert(largest_distance(FIELD, mesh3_flat, seed, true) == 0);
        others[seed] = largest_distance(FIELD, mesh3_flat, seed, false);
        hills = fmax(hills, largest_distance(FIELD, mesh3_hills, seed, true));
        order = fmax(order, largest_distance(MESH_BACKWARDS, mesh3_hills, seed, true));
    }
    qsort(others, SEEDS, sizeof *others, by_size);
    ck_assert_msg(others[SEEDS / 2] < 0.01, "flat: others %g m apart", others[SEEDS / 2]);
    ck_assert_msg(hills < order && order < 0.05, "hills: balls %g m apart, by order %g m", hills, order);
}
END_TEST

static double over_hills(const fs_world3 *w, uint32_t row)
{
    fs_pos3 at = w->body.pos[row];
    if (fs_uabs64(at.x) > (uint64_t)10 * FS_POS_ONE || fs_uabs64(at.z) > (uint64_t)10 * FS_POS_ONE)
        return 1;
    return metres(at.y) - mesh3_hills(metres(at.x), metres(at.z));
}

/* Bodies of every kind stay above hills, also when they are thrown at them at up to 300 m/s. */
START_TEST(bodies_stay_above_the_hills)
{
    for (int fast = 0; fast < 2; fast++) {
        fs_world3 *w = rain(fs_pos3_zero(), 40);
        fs_rng rng = fs_rng_seed(9, 3);
        for (uint32_t row = 1; fast && row < *w->body.rows; row++) {
            double x = fixture3_uniform(&rng, -20, 20), y = fixture3_uniform(&rng, -300, -100);
            w->body.vel[row] = fs_vel3_make((fs_vel)(x * FS_VEL_ONE), (fs_vel)(y * FS_VEL_ONE), 0);
        }
        for (int i = 0; i < 90; i++) {
            fs_world3_step(w);
            for (uint32_t row = 1; row < *w->body.rows; row++) {
                double over = over_hills(w, row);
                ck_assert_msg(over > (fast ? -0.05 : 0), "tick %d: body %u is %g m below", i, row, -over);
            }
        }
        ck_assert(fs_world3_valid(w));
        fs_world3_destroy(w);
    }
}
END_TEST

static double slope_of_a_quarter(double x, double z)
{
    (void)z;
    return -0.25 * x;
}

/* A ball rolls down a slope of many triangles with 5/7 g sin. */
START_TEST(a_ball_rolls_with_five_sevenths)
{
    fs_world3 *w = mesh3_world(16, 20000);
    mesh3_put_field(w, fs_pos3_zero(), 65, 0.5, slope_of_a_quarter, NULL);
    fs_body3 ball = mesh3_body(w, FS_BODY3_DYNAMIC, pos3_of(-12, 3 + 0.3 * sqrt(1 + 0.0625), 0.1));
    ck_assert_int_eq(fs_shape3_create_sphere(w, ball, NULL, fs_pos3_zero(), pos_of(0.3), NULL), FS_OK);
    mesh3_steps(w, 120);
    double sine = 0.25 / sqrt(1.0625), cosine = 1 / sqrt(1.0625), way = 5.0 / 7 * 10 * sine * 2 * 2 / 2;
    double x = metres(w->body.pos[mesh3_row(w, ball)].x) + 12;
    ck_assert_msg(fabs(x - way * cosine) < 0.01 * way, "rolled %g m, not %g", x, way * cosine);
    ck_assert(fs_abs64(w->body.pos[mesh3_row(w, ball)].z - pos_of(0.1)) < pos_of(1e-4));
    fs_world3_destroy(w);
}
END_TEST

/* A ball falls through a hole of 2 m and rests beside it; a ray passes through it. */
START_TEST(holes_are_open)
{
    static uint8_t holes[33 * 33];
    fs_world3 *w = mesh3_world(16, 20000);
    memset(holes, 0, sizeof holes);
    for (int k = 14; k < 18; k++)
        for (int i = 14; i < 18; i++)
            holes[k * 33 + i] = 1;
    mesh3_put_field(w, fs_pos3_zero(), 33, 0.5, mesh3_flat, holes);
    fs_body3 ball[2];
    for (int i = 0; i < 2; i++) {
        ball[i] = mesh3_body(w, FS_BODY3_DYNAMIC, pos3_of(3 * i, 2, 0.1));
        ck_assert_int_eq(fs_shape3_create_sphere(w, ball[i], NULL, fs_pos3_zero(), pos_of(0.4), NULL), FS_OK);
    }
    mesh3_steps(w, 120);
    ck_assert_double_lt(metres(w->body.pos[mesh3_row(w, ball[0])].y), -5);
    ck_assert_double_lt(fabs(metres(w->body.pos[mesh3_row(w, ball[1])].y) - 0.4), 1e-3);
    fs_filter3 all = fs_default_filter3();
    ck_assert(!fs_query3_ray(w, pos3_of(0.3, 1, 0.1), fs_wide3_make(0, pos_of(-2), 0), all).hit);
    ck_assert(fs_query3_ray(w, pos3_of(1.3, 1, 0.1), fs_wide3_make(0, pos_of(-2), 0), all).hit);
    fs_world3_destroy(w);
}
END_TEST

/* A box that slides over the rim of a field falls off it. */
START_TEST(the_ground_ends_at_the_rim)
{
    fs_world3 *w = mesh3_world(16, 20000);
    mesh3_put_field(w, fs_pos3_zero(), 9, 0.5, mesh3_flat, NULL);
    fs_body3 box = mesh3_body(w, FS_BODY3_DYNAMIC, pos3_of(1, 0.25, 0));
    ck_assert_int_eq(fs_shape3_create_box(w, box, NULL, pos3_of(0.25, 0.25, 0.25), NULL), FS_OK);
    mesh3_steps(w, 30);
    ck_assert_int_eq(fs_body3_set_velocity(w, box, fs_vel3_make(6 * FS_VEL_ONE, 0, 0), fs_vel3_zero()), FS_OK);
    mesh3_steps(w, 90);
    ck_assert_double_lt(metres(w->body.pos[mesh3_row(w, box)].y), -2);
    fs_world3_destroy(w);
}
END_TEST

/* At 1,000 km from the origin every position is the same to the bit, moved. */
START_TEST(distance_from_the_origin_changes_nothing)
{
    fs_pos3 origin = pos3_of(1000000, -2000, 999000);
    fs_world3 *a = rain(fs_pos3_zero(), 16), *b = rain(origin, 16);
    mesh3_steps(a, 120);
    mesh3_steps(b, 120);
    for (uint32_t row = 0; row < *a->body.rows; row++) {
        ck_assert(fs_pos3_eq(fs_pos3_add(a->body.pos[row], origin), b->body.pos[row]));
        ck_assert(fs_vel3_eq(a->body.vel[row], b->body.vel[row]));
    }
    fs_world3_destroy(a);
    fs_world3_destroy(b);
}
END_TEST

/* ---- queries ---------------------------------------------------------------------------------------------------- */

START_TEST(queries_find_the_field)
{
    fs_world3 *w = mesh3_world(16, 20000);
    fs_pos3 at = pos3_of(500, 20, -300);
    fs_shape3 field = mesh3_put_field(w, at, 33, 0.5, mesh3_flat, NULL);
    uint32_t row, found[4];
    fs_filter3 all = fs_default_filter3();
    ck_assert_int_eq(fs_shape3_row(w, field, &row), FS_OK);
    fs_query_hit3 h = fs_query3_ray(w, fs_pos3_add(at, pos3_of(1.3, 4, 2.1)), fs_wide3_make(0, pos_of(-8), 0), all);
    ck_assert(h.hit && h.shape == row && fs_abs32(h.fraction - FS_UNIT_ONE / 2) < 16 && h.normal.y == FS_UNIT_ONE);
    ck_assert(fs_pos3_dist(h.at, fs_pos3_add(at, pos3_of(1.3, 0, 2.1))) < pos_of(1e-6));
    h = fs_query3_ray(w, fs_pos3_add(at, pos3_of(0.3, -4, 0.1)), fs_wide3_make(0, pos_of(8), 0), all);
    ck_assert_msg(!h.hit, "from behind");
    fs_geometry3 ball;
    ck_assert_int_eq(fs_geometry3_sphere(fs_rel3_zero(), FS_REL_ONE / 2, &ball), FS_OK);
    fs_pose3 pose = { fs_pos3_add(at, pos3_of(1.3, 10, 2.1)), fs_quat_identity() };
    h = fs_query3_cast(w, &ball, pose, fs_rel3_make(0, -20 * FS_REL_ONE, 0), all);
    ck_assert(h.hit && fabs((double)h.fraction / FS_UNIT_ONE - 0.475) < 1e-4 && h.normal.y > FS_UNIT_ONE - 64);
    ck_assert_uint_eq(fs_query3_geometry(w, &ball, pose, all, found, 4), 0);
    pose.pos = fs_pos3_add(at, pos3_of(1.3, 0.45, 2.1));
    ck_assert_uint_eq(fs_query3_geometry(w, &ball, pose, all, found, 4), 1);
    h = fs_query3_closest(w, fs_pos3_add(at, pos3_of(-2, 3, 1)), 5 * FS_REL_ONE, all);
    ck_assert(h.hit && h.shape == row && fabs((double)h.fraction / FS_UNIT_ONE - 0.6) < 1e-6);
    ck_assert_uint_eq(fs_query3_aabb(w, (fs_aabb3){ at, at }, all, found, 4), 1);
    ck_assert_uint_eq(fs_query3_point(w, at, all, found, 4), 0);
    fs_world3_destroy(w);
}
END_TEST

/* ---- determinism, states from elsewhere ------------------------------------------------------------------------- */

/* On threads, from a snapshot and by every kernel: the same bits. */
START_TEST(threads_snapshots_and_kernels_change_nothing)
{
    fs_world3 *w = rain(fs_pos3_zero(), 16), *other = rain(fs_pos3_zero(), 16);
    struct parallel_tasks threads;
    mesh3_steps(w, 50);
    size_t size = fs_state_encoded_size(fs_world3_state(w));
    void *bytes = malloc(size);
    ck_assert_uint_eq(fs_state_encode(fs_world3_state(w), bytes, size), size);
    mesh3_steps(w, 50);
    parallel_start(&threads, 4);
    uint64_t hash = fs_state_hash(fs_world3_state(w));
    for (uint32_t kernel = 1; kernel <= 3; kernel++) {
        if (fs_world3_set_kernel(other, kernel) != FS_OK)
            continue;
        fs_world3_set_tasks(other, kernel == 2 ? &threads.tasks : NULL);
        ck_assert_int_eq(fs_state_decode(fs_world3_state(other), bytes, size), FS_OK);
        ck_assert(fs_world3_valid(other));
        mesh3_steps(other, 50);
        ck_assert_msg(fs_state_hash(fs_world3_state(other)) == hash, "kernel %u", kernel);
    }
    fs_world3_set_tasks(other, NULL);
    parallel_stop(&threads);
    free(bytes);
    fs_world3_destroy(w);
    fs_world3_destroy(other);
}
END_TEST

static void overwrite(fs_state *state, fs_rng *rng)
{
    static const char *const table[] = { "height_field3", "height_point3", "height_field3", "shape3" };
    static const int64_t odd[] = { 0, 1, -1, 2, INT32_MAX, INT64_MAX, INT64_MIN, 5, 1 << 12, 1 << 16, 255, 17, 16 };
    const fs_schema *schema = fs_state_schema(state);
    const char *name = table[fs_rng_below(rng, 4)];
    for (unsigned t = 0; t < schema->table_count; t++) {
        if (strcmp(schema->tables[t].name, name) != 0)
            continue;
        fs_value_ref ref = { .table = (uint16_t)t };
        ref.row = fs_rng_below(rng, fs_state_rows(state, t));
        ref.field = (uint16_t)fs_rng_below(rng, schema->tables[t].field_count);
        (void)fs_value_set(state, ref, odd[fs_rng_below(rng, 13)]);
    }
}

/* Numbers of the tables are overwritten: the state is refused, or it can be stepped and queried. */
START_TEST(hostile_tables_are_no_trap)
{
    fs_world3 *w = rain(fs_pos3_zero(), 6);
    fs_rng rng = fs_rng_seed(77, 1);
    mesh3_put_field(w, pos3_of(30, 0, 0), 3, 1, mesh3_flat, NULL);
    mesh3_steps(w, 40);
    size_t size = fs_state_encoded_size(fs_world3_state(w));
    void *bytes = malloc(size);
    ck_assert_uint_eq(fs_state_encode(fs_world3_state(w), bytes, size), size);
    unsigned refused = 0, stepped = 0;
    for (int round = 0; round < 300; round++) {
        ck_assert_int_eq(fs_state_decode(fs_world3_state(w), bytes, size), FS_OK);
        overwrite(fs_world3_state(w), &rng);
        if (!fs_world3_valid(w)) {
            refused++;
            continue;
        }
        stepped++;
        mesh3_steps(w, 2);
        (void)fs_query3_ray(w, pos3_of(0, 9, 0), fs_wide3_make(pos_of(1), pos_of(-20), 0), fs_default_filter3());
        (void)fs_query3_closest(w, pos3_of(0, 1, 0), 5 * FS_REL_ONE, fs_default_filter3());
    }
    ck_assert_uint_gt(refused, 50);
    ck_assert_uint_gt(stepped, 50);
    free(bytes);
    fs_world3_destroy(w);
}
END_TEST

/* Twice the sizes, or two fields in one range: refused. */
START_TEST(ranges_that_overlap_are_refused)
{
    fs_world3 *w = mesh3_world(16, 100);
    mesh3_put_field(w, fs_pos3_zero(), 5, 1, mesh3_flat, NULL);
    mesh3_put_field(w, pos3_of(30, 0, 0), 5, 1, mesh3_flat, NULL);
    ck_assert(fs_world3_valid(w));
    w->height_field.first_point[1] = 0;
    ck_assert(!fs_world3_valid(w));
    w->height_field.first_point[1] = 25;
    w->height_field.points_x[1] = 10;
    ck_assert(!fs_world3_valid(w));
    w->height_field.points_x[1] = 5;
    w->height_field.high[1] += 1;
    ck_assert(!fs_world3_valid(w));
    w->height_field.high[1] -= 1;
    ck_assert(fs_world3_valid(w));
    fs_world3_destroy(w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("height_field3");
    TCase *t = tcase_create("height_field3");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, bad_fields_have_names);
    tcase_add_test(t, without_tables_there_are_no_fields);
    tcase_add_test(t, destroyed_fields_leave_no_gap);
    tcase_add_test(t, a_field_is_a_mesh_of_its_triangles);
    tcase_add_test(t, bodies_stay_above_the_hills);
    tcase_add_test(t, a_ball_rolls_with_five_sevenths);
    tcase_add_test(t, holes_are_open);
    tcase_add_test(t, the_ground_ends_at_the_rim);
    tcase_add_test(t, distance_from_the_origin_changes_nothing);
    tcase_add_test(t, queries_find_the_field);
    tcase_add_test(t, threads_snapshots_and_kernels_change_nothing);
    tcase_add_test(t, hostile_tables_are_no_trap);
    tcase_add_test(t, ranges_that_overlap_are_refused);
    suite_add_tcase(suite, t);
    return suite;
}
