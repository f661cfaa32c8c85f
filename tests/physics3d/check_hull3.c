/* check_hull3.c: convex hulls in space: making, faces and half-edges, hostile points and bytes. */
#include "physics3d/geometry3_fixture.h"

static void shuffle(test_rng *r, fs_rel3 *p, unsigned n)
{
    for (unsigned i = n - 1; i > 0; i--) {
        unsigned j = (unsigned)(test_bits(r) % (i + 1));
        fs_rel3 t = p[i];
        p[i] = p[j];
        p[j] = t;
    }
}

/* --- making --------------------------------------------------------------------------------- */

/* A grid of 125 points, twice, with all points on faces and edges: 8 corners, 6 faces of 4 corners. */
START_TEST(a_grid_of_points_is_a_box_in_any_order)
{
    fs_rel3 p[250];
    fs_hull3 first, h;
    for (int i = 0; i < 250; i++)
        p[i] = P3(0.25 * (i % 5), 0.5 * (i / 5 % 5), 0.125 * (i / 25 % 5));
    ck_assert_int_eq(fs_hull3_make(p, 250, &first), FS_OK);
    ck_assert_int_eq(first.corner_count, 8);
    ck_assert_int_eq(first.face_count, 6);
    ck_assert_int_eq(first.edge_count, 24);
    for (unsigned f = 0; f < 6; f++) {
        fs_unit3 n = first.normal[f];
        ck_assert_int_eq(fs_uabs32(n.x) + fs_uabs32(n.y) + fs_uabs32(n.z), FS_UNIT_ONE);
    }
    test_rng r = { 1 };
    for (int round = 0; round < 100; round++) {
        shuffle(&r, p, 250);
        ck_assert_int_eq(fs_hull3_make(p, 250, &h), FS_OK);
        ck_assert_mem_eq(&h, &first, sizeof h);
    }
}
END_TEST

/* Rounded corners of a turned box are not exactly coplanar; its faces are merged all the same. */
START_TEST(a_turned_box_keeps_six_faces)
{
    test_rng r = { 2 };
    for (int round = 0; round < 300; round++) {
        fs_rel3 p[8];
        fs_hull3 h;
        fs_quat q = random_rotation(&r);
        double a = uniform(&r, 0.01, 5), b = uniform(&r, 0.01, 5), c = uniform(&r, 0.01, 5);
        for (int i = 0; i < 8; i++)
            p[i] = fs_quat_rel(q, P3(i & 1 ? a : -a, i & 2 ? b : -b, i & 4 ? c : -c));
        ck_assert_int_eq(fs_hull3_make(p, 8, &h), FS_OK);
        ck_assert_int_eq(h.corner_count, 8);
        ck_assert_int_eq(h.face_count, 6);
        for (unsigned f = 0; f < 6; f++)
            ck_assert_int_eq(h.first_edge[f + 1] - h.first_edge[f], 4);
    }
}
END_TEST

START_TEST(a_prism_has_round_faces)
{
    fs_rel3 p[64];
    fs_hull3 h;
    for (int i = 0; i < 64; i++)
        p[i] = P3(cos(i % 32 * M_PI / 16), i < 32 ? 1 : -1, sin(i % 32 * M_PI / 16));
    ck_assert_int_eq(fs_hull3_make(p, 64, &h), FS_OK);
    ck_assert_int_eq(h.corner_count, 64);
    ck_assert_int_eq(h.face_count, 34);
    ck_assert(fs_hull3_valid(&h));
}
END_TEST

/* --- refusals -------------------------------------------------------------------------------- */

START_TEST(degenerate_points_are_named)
{
    fs_hull3 h;
    fs_rel3 same[20], line[20], flat[20], thin[20], sphere[257], corners[8];
    test_rng r = { 3 };
    for (int i = 0; i < 20; i++) {
        same[i] = P3(1, 2, 3);
        line[i] = P3(0.1 * i, 0.2 * i, -0.3 * i);
        flat[i] = P3(0.1 * i, 0.01 * i * i, 0.1 * i + 0.02 * i * i);
        thin[i] = P3(0.1 * i, 0.01 * i * i, i % 2 ? 0.0004 : 0);
    }
    for (int i = 0; i < 257; i++) {
        vec3d v = random_direction(&r);
        sphere[i] = P3(v.x, v.y, v.z);
    }
    for (int i = 0; i < 8; i++)
        corners[i] = fs_rel3_make(i & 1 ? FS_REL_MAX : FS_REL_MIN, i & 2 ? FS_REL_MAX : FS_REL_MIN,
                                  i & 4 ? FS_REL_MAX : FS_REL_MIN);
    ck_assert_int_eq(fs_hull3_make(same, 20, &h), FS_E_DEGENERATE);
    ck_assert_int_eq(fs_hull3_make(line, 20, &h), FS_E_DEGENERATE);
    ck_assert_int_eq(fs_hull3_make(flat, 20, &h), FS_E_DEGENERATE);
    ck_assert_int_eq(fs_hull3_make(thin, 20, &h), FS_E_DEGENERATE);
    ck_assert_int_eq(fs_hull3_make(flat, 3, &h), FS_E_DEGENERATE);
    ck_assert_int_eq(fs_hull3_make(NULL, 0, &h), FS_E_DEGENERATE);
    ck_assert_int_eq(fs_hull3_make(corners, 8, &h), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_hull3_make(sphere, 257, &h), FS_E_CAPACITY);
    ck_assert_int_eq(fs_hull3_make(sphere, 256, &h), FS_E_CAPACITY);
    ck_assert_int_eq(h.corner_count, 0);
    ck_assert(!fs_hull3_valid(&h));
    for (int i = 0; i < 8; i++)
        corners[i] = fs_rel3_make(i & 1 ? FS_GEOMETRY3_MAX_EXTENT : -FS_GEOMETRY3_MAX_EXTENT,
                                  i & 2 ? FS_GEOMETRY3_MAX_EXTENT : -FS_GEOMETRY3_MAX_EXTENT,
                                  i & 4 ? FS_GEOMETRY3_MAX_EXTENT : -FS_GEOMETRY3_MAX_EXTENT);
    ck_assert_int_eq(fs_hull3_make(corners, 8, &h), FS_OK);
    ck_assert_int_eq(h.face_count, 6);
}
END_TEST

/* --- properties --------------------------------------------------------------------------------- */

/* Every face faces outward, all points are inside, Euler's formula holds, corners are points that were given. */
static void check_hull(const fs_hull3 *h, const fs_rel3 *p, unsigned n)
{
    HOLDS(fs_hull3_valid(h));
    HOLDS(h->corner_count - h->edge_count / 2 + h->face_count == 2);
    vec3d middle = { 0, 0, 0 };
    for (unsigned i = 0; i < h->corner_count; i++) {
        bool given = false;
        for (unsigned k = 0; k < n && !given; k++)
            given = fs_rel3_eq(p[k], h->corner[i]);
        HOLDS(given);
        middle = add3d(middle, scale3d(vec3d_of(h->corner[i]), 1.0 / h->corner_count));
    }
    for (unsigned f = 0; f < h->face_count; f++) {
        vec3d normal = vec3d_of_unit(h->normal[f]);
        HOLDS(fabs(length3d(normal) - 1) < 4e-9);
        HOLDS(dot3d(normal, middle) < D(h->offset[f]));
        for (unsigned i = 0; i < n; i++)
            HOLDS(dot3d(normal, vec3d_of(p[i])) <= D(h->offset[f]) + D(FS_GEOMETRY3_MIN_SIZE + FS_HULL3_STAND_OUT));
    }
}

START_TEST(random_hulls_hold_their_points)
{
    test_rng r = { 4 };
    unsigned made = 0;
    for (int round = 0; round < 2000; round++) {
        fs_rel3 p[60];
        unsigned n = 4 + (unsigned)(test_bits(&r) % 57), grid = 1u << test_bits(&r) % 30;
        int32_t v[3];
        for (unsigned i = 0; i < n; i++) {
            for (int k = 0; k < 3; k++)
                v[k] = (int32_t)(test_bits(&r) % (2u * grid + 1u)) - (int32_t)grid;
            p[i] = fs_rel3_make(v[0], v[1], v[2]);
        }
        fs_hull3 h;
        if (fs_hull3_make(p, n, &h) != FS_OK)
            continue;
        made++;
        check_hull(&h, p, n);
    }
    ck_assert_uint_gt(made, 800);
}
END_TEST

/* Coarse lattices put many points into one plane: the faces are exactly the planes that support the points. */
START_TEST(lattice_hulls_equal_brute_force)
{
    test_rng r = { 5 };
    for (int round = 0; round < 300; round++) {
        fs_rel3 p[14];
        unsigned n = 5 + (unsigned)(test_bits(&r) % 10), planes = 0;
        for (unsigned i = 0; i < n; i++) {
            int x = (int)(test_bits(&r) % 4), y = (int)(test_bits(&r) % 4), z = (int)(test_bits(&r) % 4);
            p[i] = fs_rel3_make(x * FS_REL_ONE, y * FS_REL_ONE, z * FS_REL_ONE);
        }
        fs_hull3 h;
        if (fs_hull3_make(p, n, &h) != FS_OK)
            continue;
        vec3d seen[400];
        for (unsigned i = 0; i < n; i++)
            for (unsigned j = 0; j < n; j++)
                for (unsigned k = 0; k < n; k++) {
                    vec3d a = vec3d_of(p[i]);
                    vec3d normal = cross3d(sub3d(vec3d_of(p[j]), a), sub3d(vec3d_of(p[k]), a));
                    bool supports = length3d(normal) > 0, known = false;
                    for (unsigned m = 0; m < n && supports; m++)
                        supports = dot3d(normal, sub3d(vec3d_of(p[m]), a)) <= 0;
                    normal = scale3d(normal, 1 / fmax(length3d(normal), 1e-9));
                    for (unsigned s = 0; s < planes && !known; s++)
                        known = dot3d(seen[s], normal) > 1 - 1e-9;
                    if (supports && !known)
                        seen[planes++] = normal;
                }
        ck_assert_uint_eq(planes, h.face_count);
        check_hull(&h, p, n);
    }
}
END_TEST

/* The faces of the mirrored hull are the mirrored faces: same corners, same number of edges. */
START_TEST(mirrored_points_give_the_mirrored_hull)
{
    test_rng r = { 6 };
    for (int round = 0; round < 200; round++) {
        fs_rel3 p[40], m[40];
        fs_hull3 h, g;
        unsigned n = 6 + (unsigned)(test_bits(&r) % 35);
        for (unsigned i = 0; i < n; i++) {
            p[i] = random_point(&r, 2);
            m[i] = fs_rel3_make(-p[i].x, p[i].y, p[i].z);
        }
        ck_assert_int_eq(fs_hull3_make(p, n, &h), FS_OK);
        ck_assert_int_eq(fs_hull3_make(m, n, &g), FS_OK);
        ck_assert_uint_eq(h.corner_count, g.corner_count);
        ck_assert_uint_eq(h.face_count, g.face_count);
        ck_assert_uint_eq(h.edge_count, g.edge_count);
        for (unsigned f = 0; f < h.face_count; f++) {
            bool found = false;
            for (unsigned k = 0; k < g.face_count && !found; k++)
                found = g.normal[k].x == -h.normal[f].x && g.normal[k].y == h.normal[f].y &&
                        g.normal[k].z == h.normal[f].z && g.offset[k] == h.offset[f];
            HOLDS(found);
        }
    }
}
END_TEST

/* Points near a plane, near a line, in clusters: whatever comes out is a valid hull. */
START_TEST(hostile_points_give_a_hull_or_a_name)
{
    test_rng r = { 7 };
    unsigned made = 0;
    for (int round = 0; round < 1500; round++) {
        fs_rel3 p[50];
        unsigned n = 4 + (unsigned)(test_bits(&r) % 47);
        double flat = ldexp(1, -(int)(test_bits(&r) % 20)), narrow = ldexp(1, -(int)(test_bits(&r) % 20));
        fs_quat q = random_rotation(&r);
        for (unsigned i = 0; i < n; i++) {
            double x = uniform(&r, -1, 1), y = uniform(&r, -1, 1) * narrow, z = uniform(&r, -1, 1) * flat;
            p[i] = fs_quat_rel(q, P3(x, y, z));
            if (test_bits(&r) % 4 == 0 && i > 0)
                p[i] = fs_rel3_add(p[i / 2], fs_rel3_make((fs_rel)(test_bits(&r) % 90000), 0, 1));
        }
        fs_hull3 h;
        if (fs_hull3_make(p, n, &h) != FS_OK)
            continue;
        made++;
        check_hull(&h, p, n);
    }
    ck_assert_uint_gt(made, 200);
}
END_TEST

/* One bit of one byte, both chosen by `bits`. */
static void flip_bit(unsigned char *bytes, size_t size, uint64_t bits)
{
    bytes[(bits >> 3) % size] ^= (unsigned char)(1u << (bits & 7));
}

START_TEST(foreign_hulls_are_checked)
{
    test_rng r = { 8 };
    fs_hull3 good, h;
    random_hull(&r, 1, &good);
    ck_assert(fs_hull3_valid(&good));
    for (int round = 0; round < 20000; round++) {
        h = good;
        unsigned char *bytes = (unsigned char *)&h;
        for (int k = 0; k < 1 + round % 3; k++)
            flip_bit(bytes, sizeof h, test_bits(&r));
        if (fs_hull3_valid(&h)) {
            /* Only what is beyond the counts may differ. */
            HOLDS(h.corner_count == good.corner_count && h.face_count == good.face_count);
            HOLDS(memcmp(h.corner, good.corner, h.corner_count * sizeof h.corner[0]) == 0);
            HOLDS(memcmp(h.normal, good.normal, h.face_count * sizeof h.normal[0]) == 0);
        }
        for (size_t k = 0; k < sizeof h; k++)
            bytes[k] = (unsigned char)test_bits(&r);
        h.corner_count = (uint8_t)(h.corner_count % 70);
        h.face_count = (uint8_t)(h.face_count % 130);
        if (round % 50 == 0)
            HOLDS(!fs_hull3_valid(&h));
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("hull3");
    TCase *t = tcase_create("hull3");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, a_grid_of_points_is_a_box_in_any_order);
    tcase_add_test(t, a_turned_box_keeps_six_faces);
    tcase_add_test(t, a_prism_has_round_faces);
    tcase_add_test(t, degenerate_points_are_named);
    tcase_add_test(t, random_hulls_hold_their_points);
    tcase_add_test(t, lattice_hulls_equal_brute_force);
    tcase_add_test(t, mirrored_points_give_the_mirrored_hull);
    tcase_add_test(t, hostile_points_give_a_hull_or_a_name);
    tcase_add_test(t, foreign_hulls_are_checked);
    suite_add_tcase(suite, t);
    return suite;
}
