/* check_plane_world3.c: half-spaces and true planes as static ground of a 3D world. */
#define FS__WORLD3_INTERNAL /* the columns are written */
#include "physics3d/ground/mesh3_fixture.h"
#include "support/parallel_tasks.h"

#include <fixstep/query3.h>

static fs_unit3 unit_of(double x, double y, double z)
{
    const double length = sqrt(x * x + y * y + z * z) / FS_UNIT_ONE;
    return fs_unit3_make((fs_unit)lround(x / length), (fs_unit)lround(y / length), (fs_unit)lround(z / length));
}

static fs_result put(fs_world3 *w, fs_body3 body, bool is_plane, fs_unit3 normal, fs_pos offset, fs_shape3 *out)
{
    return is_plane ? fs_shape3_create_plane(w, body, NULL, normal, offset, out)
                    : fs_shape3_create_half_space(w, body, NULL, normal, offset, out);
}

/* A world that never sleeps. */
static fs_world3 *plane_world(void)
{
    fs_world3_def def = fs_default_world3_def(60);
    const fs_world3_limits limits = { .bodies = 64 };
    fs_world3 *w;
    def.flags &= ~(uint32_t)FS_WORLD3_SLEEP;
    ck_assert_int_eq(fs_world3_create(&limits, &def, &w), FS_OK);
    return w;
}

static fs_body3 put_ground(fs_world3 *w, bool is_plane, fs_unit3 normal, double offset)
{
    const fs_body3 ground = mesh3_body(w, FS_BODY3_STATIC, fs_pos3_zero());
    ck_assert_int_eq(put(w, ground, is_plane, normal, pos_of(offset), NULL), FS_OK);
    return ground;
}

static fs_body3 put_box(fs_world3 *w, fs_pos3 at, double half)
{
    const fs_body3 body = mesh3_body(w, FS_BODY3_DYNAMIC, at);
    ck_assert_int_eq(fs_shape3_create_box(w, body, NULL, pos3_of(half, half, half), NULL), FS_OK);
    return body;
}

static fs_body3 put_ball(fs_world3 *w, fs_pos3 at, double radius)
{
    const fs_body3 body = mesh3_body(w, FS_BODY3_DYNAMIC, at);
    ck_assert_int_eq(fs_shape3_create_sphere(w, body, NULL, fs_pos3_zero(), pos_of(radius), NULL), FS_OK);
    return body;
}

static fs_pos3 place_of(const fs_world3 *w, fs_body3 body)
{
    return fs_body3_position(w, body);
}

/* ---- creating --------------------------------------------------------------------------------------------------- */

/* Every bad input has a name, and changes no bit. */
START_TEST(bad_planes_have_names)
{
    fs_world3 *w = plane_world();
    const fs_body3 ground = mesh3_body(w, FS_BODY3_STATIC, fs_pos3_zero()), box = put_box(w, pos3_of(0, 1, 0), 0.5);
    const fs_unit3 up = unit_of(0, 1, 0);
    const struct {
        fs_body3 body;
        fs_unit3 normal;
        fs_pos offset;
        fs_result want;
    } bad[] = { { box, up, 0, FS_E_ARGUMENT },
                { { { 99, 1 } }, up, 0, FS_E_STALE },
                { ground, fs_unit3_zero(), 0, FS_E_ARGUMENT },
                { ground, up, FS_SHAPE3_MAX_EXTENT + 1, FS_E_ARGUMENT },
                { ground, up, -FS_SHAPE3_MAX_EXTENT - 1, FS_E_ARGUMENT },
                { ground, up, FS_POS_MIN, FS_E_ARGUMENT } };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const uint64_t before = fs_state_hash(fs_world3_state(w));
        fs_shape3 shape = { { 7, 7 } };
        ck_assert_int_eq(put(w, bad[i].body, _i != 0, bad[i].normal, bad[i].offset, &shape), bad[i].want);
        ck_assert(fs_state_hash(fs_world3_state(w)) == before && shape.handle.index1 == 0);
        ck_assert_int_gt((int)strlen(fs_world3_error(w)), 0);
    }
    for (int i = 0; i < 200; i++) { /* extreme ones are valid, and go without a trace */
        const fs_unit3 n = i < 100 ? unit_of(i - 50.5, 7 * i % 31, 1) : fs_unit3_make(INT32_MIN, i % 2, INT32_MAX);
        fs_shape3 shape;
        ck_assert_int_eq(put(w, ground, _i != 0, n, i % 3 * FS_SHAPE3_MAX_EXTENT / 2, &shape), FS_OK);
        ck_assert_msg(fs_world3_valid(w), "%d", i);
        mesh3_steps(w, 1);
        ck_assert_int_eq(fs_shape3_destroy(w, shape), FS_OK);
    }
    ck_assert_int_eq(put(w, ground, _i != 0, up, 0, NULL), FS_OK);
    ck_assert_int_eq(fs_body3_set_type(w, ground, FS_BODY3_DYNAMIC), FS_E_ARGUMENT);
    fs_world3_destroy(w);
}
END_TEST

/* ---- contacts --------------------------------------------------------------------------------------------------- */

/* A ball bounces and rolls as on a large box. */
START_TEST(a_half_space_is_like_a_large_box)
{
    fs_pos3 end[2];
    for (int k = 0; k < 2; k++) {
        fs_world3 *w = plane_world();
        if (k == 0) {
            const fs_body3 ground = mesh3_body(w, FS_BODY3_STATIC, pos3_of(0, -50, 0));
            ck_assert_int_eq(fs_shape3_create_box(w, ground, NULL, pos3_of(50, 50, 50), NULL), FS_OK);
        } else {
            put_ground(w, _i != 0, unit_of(0, 1, 0), 0);
        }
        const fs_body3 ball = put_ball(w, pos3_of(0.3, 2, -0.1), 0.25);
        ck_assert_int_eq(
            fs_body3_set_velocity(w, ball, fs_vel3_make(FS_VEL_ONE, 0, FS_VEL_ONE / 3), fs_vel3_make(0, FS_VEL_ONE, 0)),
            FS_OK);
        mesh3_steps(w, 300);
        end[k] = place_of(w, ball);
        fs_world3_destroy(w);
    }
    ck_assert(end[0].y == end[1].y);
    ck_assert_double_eq_tol(metres(end[0].x), metres(end[1].x), 1e-5);
    ck_assert_double_eq_tol(metres(end[0].z), metres(end[1].z), 1e-5);
}
END_TEST

/* What comes to a true plane from below stays there, the mirror image of what comes from above. */
START_TEST(a_plane_has_two_sides)
{
    static const double speeds[] = { 2, 30, 200, 490 };
    fs_world3 *w = plane_world();
    ck_assert_int_eq(fs_world3_set_gravity(w, fs_wide3_zero()), FS_OK);
    put_ground(w, true, unit_of(0, 1, 0), 0);
    const fs_body3 above = put_ball(w, pos3_of(0, 3, 0), 0.05), below = put_ball(w, pos3_of(5, -3, 0), 0.05);
    const fs_vel v = (fs_vel)lround(speeds[_i] * FS_VEL_ONE);
    ck_assert_int_eq(fs_body3_set_velocity(w, above, fs_vel3_make(0, -v, 0), fs_vel3_zero()), FS_OK);
    ck_assert_int_eq(fs_body3_set_velocity(w, below, fs_vel3_make(0, v, 0), fs_vel3_zero()), FS_OK);
    for (int tick = 0; tick < 240; tick++) {
        mesh3_steps(w, 1);
        const double y = metres(place_of(w, above).y), z = metres(place_of(w, below).y);
        ck_assert_msg(y > 0.02 && z < -0.02, "balls at %g and %g", y, z);
        ck_assert_double_eq_tol(y, -z, 1e-7);
    }
    fs_world3_destroy(w);
}
END_TEST

/* A half-space is solid however deep: a ball comes out at the rate at which overlaps do, 3 m/s. */
START_TEST(a_half_space_is_solid)
{
    fs_world3 *w = plane_world();
    put_ground(w, false, unit_of(1, 2, 3), -7);
    const fs_unit3 n = unit_of(1, 2, 3);
    const double x = (double)n.x / FS_UNIT_ONE, y = (double)n.y / FS_UNIT_ONE, z = (double)n.z / FS_UNIT_ONE;
    const fs_body3 ball = put_ball(w, pos3_of(-97 * x, -97 * y, -97 * z), 0.5);
    const fs_material3_def slick = { 0 };
    ck_assert_int_eq(fs_world3_set_gravity(w, fs_wide3_make(0, 0, 0)), FS_OK);
    ck_assert_int_eq(fs_material3_set(w, 0, &slick), FS_OK);
    for (int second = 0; second <= 35; second++) {
        const fs_pos3 at = place_of(w, ball);
        const double height = metres(at.x) * x + metres(at.y) * y + metres(at.z) * z + 7;
        ck_assert_double_eq_tol(height, fmin(-90 + 3.0 * second, 0.5), second < 30 ? 0.1 : 0.01);
        mesh3_steps(w, 60);
    }
    fs_world3_destroy(w);
}
END_TEST

/* Of friction 0.6 a box holds at tan = 0.598 and slides at 0.602, on a plane of any heading and far from the origin. */
START_TEST(boxes_hold_on_slopes)
{
    const double heading = _i % 12 * M_PI / 6, slope = _i < 12 ? atan(0.598) : atan(0.602);
    const double x = sin(slope) * cos(heading), y = cos(slope), z = sin(slope) * sin(heading);
    fs_world3 *w = plane_world();
    put_ground(w, _i % 2 != 0, unit_of(x, y, z), 0);
    fs_material3_def m = fs_default_material3_def();
    m.static_friction = m.dynamic_friction = FS_FIX16_ONE / 10 * 6 + 4;
    ck_assert_int_eq(fs_material3_set(w, 0, &m), FS_OK);
    fs_body3_def def = fs_default_body3_def();
    fs_body3 box;
    const double half_turn = slope / 2; /* about the horizontal across the slope */
    def.pos = pos3_of(0.25 * x, 0.25 * y, 0.25 * z);
    def.rot = fs_quat_normalise(fs_quat_make((fs_unit)(sin(half_turn) * sin(heading) * FS_UNIT_ONE), 0,
                                             (fs_unit)(-sin(half_turn) * cos(heading) * FS_UNIT_ONE),
                                             (fs_unit)(cos(half_turn) * FS_UNIT_ONE)));
    ck_assert_int_eq(fs_body3_create(w, &def, &box), FS_OK);
    ck_assert_int_eq(fs_shape3_create_box(w, box, NULL, pos3_of(0.5, 0.25, 0.5), NULL), FS_OK);
    mesh3_steps(w, 300);
    const fs_vel3 v = fs_body3_velocity(w, box);
    const double speed = sqrt((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z) / FS_VEL_ONE;
    const double want = _i < 12 ? 0 : 5 * 10 * (sin(slope) - 0.6 * cos(slope));
    ck_assert_msg(fabs(speed - want) <= 0.01 + 0.05 * want, "heading %g: %g of %g m/s", heading, speed, want);
    fs_world3_destroy(w);
}
END_TEST

/* Towers of the largest boxes stand on a half-space, and on a large box, of which they reach 16 m. */
START_TEST(large_bodies_lie_on_it)
{
    static const double half[] = { 10, 14, 15.9 };
    enum { BOXES = 3 };
    fs_world3 *w = plane_world();
    fs_body3 box[BOXES];
    const double h = half[_i % 3];
    if (_i < 3) {
        put_ground(w, false, unit_of(0, 1, 0), 0);
    } else {
        const fs_body3 ground = mesh3_body(w, FS_BODY3_STATIC, pos3_of(0, -1, 0));
        ck_assert_int_eq(fs_shape3_create_box(w, ground, NULL, pos3_of(100, 1, 100), NULL), FS_OK);
    }
    for (int i = 0; i < BOXES; i++)
        box[i] = put_box(w, pos3_of(0, h * (2 * i + 1), 0), h);
    mesh3_steps(w, 600);
    for (int i = 0; i < BOXES; i++) {
        const fs_pos3 at = place_of(w, box[i]);
        ck_assert_double_eq_tol(metres(at.y), h * (2 * i + 1), 0.01);
        ck_assert_double_le(hypot(metres(at.x), metres(at.z)), 0.01);
    }
    fs_world3_destroy(w);
}
END_TEST

static double lowest_corner(const fs_world3 *w, fs_body3 body, fs_rel3 half)
{
    const uint32_t row = mesh3_row(w, body);
    double least = 1e9;
    for (int k = 0; k < 8; k++) {
        const fs_rel3 corner = fs_rel3_make(k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y,
                                            k & 4 ? half.z : -half.z);
        least = fmin(least, metres(fs_pos3_add_rel(w->body.pos[row], fs_quat_rel(w->body.rot[row], corner)).y));
    }
    return least;
}

/* Slabs whose corners are more than 16 m from their centre land on any corner: the arms of their rows wrapped, and they fell
 * through in half of all orientations. */
START_TEST(large_bodies_land_on_corners)
{
    fs_rng rng = fs_rng_seed((uint64_t)_i, 5);
    fs_world3 *w = plane_world();
    put_ground(w, _i % 2 != 0, unit_of(0, 1, 0), 0);
    fs_body3_def def = fs_default_body3_def();
    fs_body3 slab;
    fs_unit q[4];
    for (int k = 0; k < 4; k++)
        q[k] = (fs_unit)((int64_t)fs_rng_below(&rng, 1 << 30) - (1 << 29));
    def.pos = pos3_of(0, 28, 0);
    def.rot = fs_quat_normalise(fs_quat_make(q[0], q[1], q[2], q[3]));
    ck_assert_int_eq(fs_body3_create(w, &def, &slab), FS_OK);
    ck_assert_int_eq(fs_shape3_create_box(w, slab, NULL, pos3_of(15.5, 2, 15.5), NULL), FS_OK);
    for (int tick = 0; tick < 900; tick++) {
        mesh3_steps(w, 1);
        const double low = lowest_corner(w, slab,
                                         fs_rel3_make(31 * FS_REL_ONE / 2, 2 * FS_REL_ONE, 31 * FS_REL_ONE / 2));
        ck_assert_msg(low > -0.05 && (tick < 600 || low < 0.01), "tick %d: %g m", tick, low);
    }
    fs_world3_destroy(w);
}
END_TEST

/* ---- questions -------------------------------------------------------------------------------------------------- */

/* The ground of _i 0 is solid below 2 m; that of 1 is a plane there. */
START_TEST(questions_know_planes)
{
    fs_world3 *w = plane_world();
    put_ground(w, _i != 0, unit_of(0, 1, 0), 2);
    const fs_filter3 all = fs_default_filter3();
    const fs_geometry3 ball = { .kind = FS_GEOMETRY3_SPHERE, .radius = FS_REL_ONE, .rot = fs_quat_identity() };
    const fs_query_hit3 down = fs_query3_ray(w, pos3_of(1, 6, 1), fs_wide3_make(0, pos_of(-8), 0), all);
    ck_assert(down.hit && down.normal.y == FS_UNIT_ONE && down.fraction == FS_UNIT_ONE / 2 && down.at.y == pos_of(2));
    const fs_query_hit3 up = fs_query3_ray(w, pos3_of(1, -6, 1), fs_wide3_make(0, pos_of(16), 0), all);
    ck_assert(up.hit && up.normal.y == (_i != 0 ? -FS_UNIT_ONE : 0) && up.at.y == pos_of(_i != 0 ? 2 : -6));
    ck_assert(!fs_query3_ray(w, pos3_of(1, 3, 1), fs_wide3_make(pos_of(900), 0, 0), all).hit);
    const fs_query_hit3 near = fs_query3_closest(w, pos3_of(5, 5, 5), 6 * FS_REL_ONE, all);
    ck_assert(near.hit && near.fraction == FS_UNIT_ONE / 2 && near.normal.y == FS_UNIT_ONE);
    ck_assert_uint_eq(fs_query3_closest(w, pos3_of(5, -5, 5), 6 * FS_REL_ONE, all).hit, _i == 0);
    ck_assert_uint_eq(fs_query3_point(w, pos3_of(0, -999, 0), all, NULL, 0), _i == 0);
    ck_assert_uint_eq(fs_query3_point(w, pos3_of(0, 2.001, 0), all, NULL, 0), 0);
    for (int k = 0; k < 5; k++) {
        static const double height[] = { -50, 0.9, 2.9, 3.1, 50 };
        const bool meets = k == 2 || (_i == 0 && k < 2);
        const fs_pose3 pose = { pos3_of(0, height[k], 0), fs_quat_identity() };
        ck_assert_uint_eq(fs_query3_geometry(w, &ball, pose, all, NULL, 0), meets);
    }
    const fs_pose3 above = { pos3_of(0, 8, 0), fs_quat_identity() };
    const fs_query_hit3 cast = fs_query3_cast(w, &ball, above, fs_rel3_make(0, -10 * FS_REL_ONE, 0), all);
    ck_assert(cast.hit && cast.normal.y == FS_UNIT_ONE);
    ck_assert_double_eq_tol((double)cast.fraction / FS_UNIT_ONE, 0.5, 1e-4);
    fs_world3_destroy(w);
}
END_TEST

/* ---- determinism ------------------------------------------------------------------------------------------------ */

static fs_world3 *heap(double away)
{
    fs_world3 *w = plane_world();
    const fs_pos3 far = pos3_of(away, 0, -away);
    const fs_body3 ground = mesh3_body(w, FS_BODY3_STATIC, far);
    ck_assert_int_eq(put(w, ground, false, unit_of(0, 1, 0), 0, NULL), FS_OK);
    ck_assert_int_eq(put(w, ground, false, unit_of(-1, 0.5, 0), pos_of(-3), NULL), FS_OK);
    ck_assert_int_eq(put(w, ground, true, unit_of(0, 0, 1), pos_of(-3), NULL), FS_OK);
    for (int i = 0; i < 48; i++)
        put_box(w, fs_pos3_add(far, pos3_of(i % 4 - 1.5, 1 + i / 16 * 0.7, i / 4 % 4 - 1.5)), 0.3);
    return w;
}

/* The same far away, on threads, from a snapshot and by every kernel. */
START_TEST(steps_are_equal_anywhere)
{
    fs_world3 *w = heap(0), *far = heap(1e6), *other = heap(0);
    const fs_pos3 away = pos3_of(1e6, 0, -1e6);
    struct parallel_tasks threads;
    mesh3_steps(w, 50);
    size_t size = fs_state_encoded_size(fs_world3_state(w));
    void *bytes = malloc(size);
    ck_assert_uint_eq(fs_state_encode(fs_world3_state(w), bytes, size), size);
    mesh3_steps(w, 100);
    mesh3_steps(far, 150);
    for (uint32_t i = 1; i < *w->body.rows; i++) {
        ck_assert(fs_pos3_eq(fs_pos3_add(w->body.pos[i], away), far->body.pos[i]));
        ck_assert_double_ge(metres(w->body.pos[i].y), 0.2);
    }
    parallel_start(&threads, 4);
    for (uint32_t kernel = 1; kernel <= 3; kernel++) {
        if (fs_world3_set_kernel(other, kernel) != FS_OK)
            continue;
        fs_world3_set_tasks(other, kernel == 2 ? &threads.tasks : NULL);
        ck_assert_int_eq(fs_state_decode(fs_world3_state(other), bytes, size), FS_OK);
        ck_assert(fs_world3_valid(other));
        mesh3_steps(other, 100);
        ck_assert_msg(fs_state_hash(fs_world3_state(other)) == fs_state_hash(fs_world3_state(w)), "kernel %u", kernel);
    }
    fs_world3_set_tasks(other, NULL);
    parallel_stop(&threads);
    free(bytes);
    fs_world3_destroy(w);
    fs_world3_destroy(far);
    fs_world3_destroy(other);
}
END_TEST

/* Numbers of shapes are overwritten: the state is refused, or it can be stepped and queried. */
START_TEST(hostile_planes_are_no_trap)
{
    static const int64_t odd[] = { 0, 1, -1, 18, 19, 20, 255, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 1 << 20 };
    fs_rng rng = fs_rng_seed(7, 1);
    int stepped = 0;
    for (int run = 0; run < 400; run++) {
        fs_world3 *w = heap(0);
        const uint32_t row = fs_rng_below(&rng, 3);
        const int64_t value = odd[fs_rng_below(&rng, 12)];
        fs_pos3 *centre = &w->shape.centre[row];
        switch (fs_rng_below(&rng, 6)) {
        case 0: w->shape.rot[row].y = (fs_unit)value; break;
        case 1: w->shape.rot[row].w = (fs_unit)value; break;
        case 2: centre->y = value; break;
        case 3: centre->x = fs_rng_below(&rng, 2) ? value : -FS_SHAPE3_MAX_EXTENT; break;
        case 4: w->shape.half[row].y = value; break;
        default: w->shape.kind[row] = (uint8_t)value; break;
        }
        if (fs_world3_valid(w)) {
            mesh3_steps(w, 3);
            (void)fs_query3_closest(w, pos3_of(0, 3, 0), FS_REL_MAX, fs_default_filter3());
            (void)fs_query3_ray(w, pos3_of(0, 3, 0), fs_wide3_make(INT64_MIN, INT64_MAX, 1), fs_default_filter3());
            stepped++;
        }
        fs_world3_destroy(w);
    }
    ck_assert_int_gt(stepped, 20);
    ck_assert_int_lt(stepped, 380);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("plane_world3");
    TCase *tc = tcase_create("plane_world3");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, bad_planes_have_names, 0, 2);
    tcase_add_loop_test(tc, a_half_space_is_like_a_large_box, 0, 2);
    tcase_add_loop_test(tc, a_plane_has_two_sides, 0, 4);
    tcase_add_test(tc, a_half_space_is_solid);
    tcase_add_loop_test(tc, boxes_hold_on_slopes, 0, 24);
    tcase_add_loop_test(tc, large_bodies_lie_on_it, 0, 6);
    tcase_add_loop_test(tc, large_bodies_land_on_corners, 0, 20);
    tcase_add_loop_test(tc, questions_know_planes, 0, 2);
    tcase_add_test(tc, steps_are_equal_anywhere);
    tcase_add_test(tc, hostile_planes_are_no_trap);
    suite_add_tcase(suite, tc);
    return suite;
}
