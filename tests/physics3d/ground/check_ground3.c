/* check_ground3.c: triangle meshes and height fields: contacts, rays, casts, times of impact. */
#include <stdlib.h>

#include "physics3d/ground/height_field.h"
#include "physics3d/ground/mesh.h"
#include "physics3d/ground/ground3_fixture.h"

/* --- meshes ---------------------------------------------------------------------------------------------------- */

enum { SIDE = 17, CELLS = (SIDE - 1) * (SIDE - 1), MAX_TRIANGLES = 2 * CELLS, MAX_VERTICES = 6 * CELLS };

struct mesh_memory {
    struct fs__mesh3 m;
    fs_pos3 vertex[MAX_VERTICES], low[MAX_TRIANGLES], high[MAX_TRIANGLES];
    uint32_t column[11][MAX_TRIANGLES];
    fs_pos height[SIDE * SIDE];
    uint8_t hole[SIDE * SIDE];
    struct fs__height_field3 field;
};

static void lay_columns(struct mesh_memory *x)
{
    x->m = (struct fs__mesh3){ .vertex = x->vertex,
                               .a = x->column[0],
                               .b = x->column[1],
                               .c = x->column[2],
                               .across_a = x->column[3],
                               .across_b = x->column[4],
                               .across_c = x->column[5],
                               .source = x->column[6],
                               .low = x->low,
                               .high = x->high,
                               .skip = x->column[7],
                               .first = x->column[8],
                               .count = x->column[9] };
}

static void add_triangle(struct mesh_memory *x, fs_pos3 a, fs_pos3 b, fs_pos3 c)
{
    uint32_t t = x->m.triangle_count++, v = x->m.vertex_count;
    x->vertex[v] = a;
    x->vertex[v + 1] = b;
    x->vertex[v + 2] = c;
    x->m.a[t] = v;
    x->m.b[t] = v + 1;
    x->m.c[t] = v + 2;
    x->m.vertex_count += 3;
}

static struct mesh_memory *new_mesh(void)
{
    struct mesh_memory *x = calloc(1, sizeof *x);
    ck_assert_ptr_nonnull(x);
    lay_columns(x);
    return x;
}

/* A field of 16 x 16 cells of 1 m and the same triangles as a mesh; heights by a function of the point. */
static struct mesh_memory *new_terrain(double (*height)(int i, int k), fs_pos3 shift)
{
    struct mesh_memory *x = new_mesh();
    for (int k = 0; k < SIDE; k++)
        for (int i = 0; i < SIDE; i++)
            x->height[k * SIDE + i] = POS(height(i, k));
    x->field = (struct fs__height_field3){ x->height, x->hole, FS_POS_ONE, 0, 0, SIDE, SIDE };
    ck_assert_int_eq(fs__height_field3_measure(&x->field), FS_OK);
    for (int c = 0; c < CELLS; c++) {
        int i = c % (SIDE - 1), k = c / (SIDE - 1);
        fs_pos3 p[4];
        for (int j = 0; j < 4; j++)
            p[j] = fs_pos3_add(shift, PP(i + (j & 1), height(i + (j & 1), k + (j >> 1)), k + (j >> 1)));
        add_triangle(x, p[0], p[3], p[1]);
        add_triangle(x, p[0], p[2], p[3]);
    }
    ck_assert_int_eq(fs__mesh3_build(&x->m), FS_OK);
    ck_assert(fs__mesh3_valid(&x->m));
    return x;
}

static double flat(int i, int k)
{
    (void)i;
    (void)k;
    return 0;
}

static double hills(int i, int k)
{
    return 0.25 * ((i * 7 + k * 13) % 5) + 0.125 * ((i * k) % 3);
}

static double ridge(int i, int k)
{
    (void)k;
    return i < 8 ? 0.5 * i : 0.5 * (16 - i);
}

static double valley(int i, int k)
{
    (void)k;
    return 8 - ridge(i, k);
}

/* Every triangle once; joined sides point back; a walk with a box finds what a loop finds, in ascending order. */
START_TEST(tree_and_neighbours)
{
    struct mesh_memory *x = new_terrain(hills, fs_pos3_zero());
    const struct fs__mesh3 *m = &x->m;
    uint32_t seen[MAX_TRIANGLES] = { 0 }, free_sides = 0;
    for (uint32_t i = 0; i < m->triangle_count; i++) {
        const uint32_t across[3] = { m->across_a[i], m->across_b[i], m->across_c[i] };
        seen[m->source[i]]++;
        for (int k = 0; k < 3; k++) {
            free_sides += across[k] == FS__MESH3_NO_TRIANGLE;
            if (across[k] == FS__MESH3_NO_TRIANGLE)
                continue;
            uint32_t o = across[k];
            ck_assert(m->across_a[o] == i || m->across_b[o] == i || m->across_c[o] == i);
        }
    }
    for (uint32_t i = 0; i < m->triangle_count; i++)
        ck_assert_uint_eq(seen[i], 1);
    ck_assert_uint_eq(free_sides, 4 * (SIDE - 1));
    test_rng r = { 3 };
    struct fs__ground3_source s = fs__mesh3_source(m);
    for (int round = 0; round < 500; round++) {
        double a = uniform(&r, -1, 17), b = uniform(&r, -1, 2), c = uniform(&r, -1, 17), d = uniform(&r, 0, 3);
        fs_aabb3 q = { PP(a, b, c), PP(a + d, b + d, c + d) };
        struct fs__triangle3 t;
        struct fs__ground3_cursor cursor = fs__ground3_begin();
        for (uint32_t i = 0; i < m->triangle_count; i++) {
            const fs_pos3 p[3] = { m->vertex[m->a[i]], m->vertex[m->b[i]], m->vertex[m->c[i]] };
            fs_aabb3 own = { fs_pos3_min(fs_pos3_min(p[0], p[1]), p[2]), fs_pos3_max(fs_pos3_max(p[0], p[1]), p[2]) };
            if (!fs_aabb3_overlaps(own, q))
                continue;
            ck_assert(s.next(s.ground, q, &cursor, &t));
            ck_assert_uint_eq(t.row, i);
        }
        ck_assert(!s.next(s.ground, q, &cursor, &t));
    }
    free(x);
}
END_TEST

/* Internal edges do not catch: whatever slides or tumbles over flat triangles meets straight normals only, and the depth
 * is that of a plane. */
START_TEST(flat_meshes_are_planes)
{
    struct mesh_memory *x = new_terrain(flat, fs_pos3_zero());
    struct fs__ground3_source s = fs__mesh3_source(&x->m);
    test_rng r = { 5 };
    for (int round = 0; round < 3000; round++) {
        fs_hull3 hull;
        fs_geometry3 g = random_shape(&r, 1 + round % 6, &hull);
        fs_quat q = round % 4 == 0 ? fs_quat_identity() : random_rotation(&r);
        fs_transform3 f = { { 0, 0, 0 }, q };
        double low = support_placed(&g, f, (vec3d){ 0, -1, 0 }), depth = uniform(&r, -0.01, 0.05);
        struct fs__ground3_probe p = probe_at(&g, random_place(&r, 3, 13, low - depth, low - depth), q);
        struct fs__ground3_contacts c;
        struct fs__manifold3 plane;
        fs__ground3_collide(&s, &p, &c);
        fs__plane3_collide(&floor_plane, &p, &plane);
        ck_assert_msg(c.count == 1, "kind %d: %u normals", g.kind, c.count);
        ck_assert_msg(is_up(c.manifold[0].normal), "kind %d: normal %g %g %g", g.kind, U(c.manifold[0].normal.x),
                      U(c.manifold[0].normal.y), U(c.manifold[0].normal.z));
        ck_assert_msg(fabs(deepest(&c.manifold[0]) + depth) < 3e-4, "kind %d: depth %g, not %g", g.kind,
                      -deepest(&c.manifold[0]), depth);
        /* A segment that lies across a side has points there too. */
        ck_assert_msg(c.manifold[0].count >= plane.count || plane.count > 2, "kind %d: %u points, on a plane %u",
                      g.kind, c.manifold[0].count, plane.count);
        for (unsigned i = 1; i < c.manifold[0].count; i++)
            ck_assert_uint_lt(c.manifold[0].id[i - 1], c.manifold[0].id[i]);
    }
    free(x);
}
END_TEST

/* A box at rest across many triangles has the four corners that it has on a plane, with ids that stay while it slides. */
START_TEST(a_box_slides_with_its_ids)
{
    struct mesh_memory *x = new_terrain(flat, fs_pos3_zero());
    struct fs__ground3_source s = fs__mesh3_source(&x->m);
    fs_geometry3 b = box(0.7, 0.5, 0.6);
    struct fs__ground3_contacts first;
    for (int i = 0; i < 200; i++) {
        struct fs__ground3_probe p = probe_at(&b, PP(4 + 0.031 * i, 0.5 - 0x1p-8, 5 + 0.017 * i), fs_quat_identity());
        struct fs__ground3_contacts c;
        fs__ground3_collide(&s, &p, &c);
        ck_assert_uint_eq(c.count, 1);
        ck_assert_uint_eq(c.manifold[0].count, 4);
        if (i == 0)
            first = c;
        for (int k = 0; k < 4; k++) {
            ck_assert_uint_eq(c.manifold[0].id[k], first.manifold[0].id[k]);
            ck_assert(fs_rel3_eq(c.manifold[0].point[k], first.manifold[0].point[k]));
            ck_assert_int_eq(c.manifold[0].separation[k], REL(-0x1p-8));
        }
    }
    free(x);
}
END_TEST

/* On a ridge a ball rests on the edge, with a normal between those of both sides; in a valley it has two contacts. */
START_TEST(ridges_and_valleys)
{
    struct mesh_memory *x = new_terrain(ridge, fs_pos3_zero()), *y = new_terrain(valley, fs_pos3_zero());
    struct fs__ground3_source over = fs__mesh3_source(&x->m), into = fs__mesh3_source(&y->m);
    fs_geometry3 b = sphere(0.5);
    double slope = sqrt(1.25);
    for (int i = 0; i < 20; i++) {
        struct fs__ground3_contacts c;
        struct fs__ground3_probe p = probe_at(&b, PP(8, 4.5 - 0.001, 3.1 + 0.37 * i), fs_quat_identity());
        fs__ground3_collide(&over, &p, &c);
        ck_assert_uint_eq(c.count, 1);
        ck_assert_msg(U(c.manifold[0].normal.y) > 1 - 1e-7, "ridge");
        ck_assert_uint_eq(c.manifold[0].count, 1);
        ck_assert(fabs(deepest(&c.manifold[0]) + 0.001) < 1e-6);
        p = probe_at(&b, PP(8, 4 + 0.5 * slope - 0.001, 3.1 + 0.37 * i), fs_quat_identity());
        fs__ground3_collide(&into, &p, &c);
        ck_assert_uint_eq(c.count, 2);
        for (int k = 0; k < 2; k++) {
            ck_assert_msg(fabs(U(c.manifold[k].normal.y) - 1 / slope * 1) < 1e-7, "valley");
            ck_assert(c.manifold[k].count == 1 && fabs(deepest(&c.manifold[k]) + 0.001 / slope) < 1e-6);
        }
    }
    free(x);
    free(y);
}
END_TEST

/* From behind nothing collides, and rays pass. */
START_TEST(triangles_are_one_sided)
{
    struct mesh_memory *x = new_terrain(flat, fs_pos3_zero());
    struct fs__ground3_source s = fs__mesh3_source(&x->m);
    fs_geometry3 b = sphere(0.5);
    struct fs__ground3_probe p = probe_at(&b, PP(5, -0.25, 5), fs_quat_identity());
    struct fs__ground3_contacts c;
    fs__ground3_collide(&s, &p, &c);
    ck_assert_uint_eq(c.count, 0);
    ck_assert(!fs__ground3_raycast(&s, PP(5, -1, 5), PP(0, 2, 0)).hit);
    ck_assert(fs__ground3_raycast(&s, PP(5, 1, 5), PP(0, -2, 0)).hit);
    free(x);
}
END_TEST

/* A field and a mesh of the same triangles give the same contacts to the bit (rows are numbered differently, so the same
 * normals and depths). Holes have no triangles. */
START_TEST(height_field_equals_mesh)
{
    struct mesh_memory *x = new_terrain(hills, fs_pos3_zero());
    struct fs__ground3_source mesh = fs__mesh3_source(&x->m), field = fs__height_field3_source(&x->field);
    test_rng r = { 7 };
    for (int round = 0; round < 1000; round++) {
        fs_hull3 hull;
        fs_geometry3 g = random_shape(&r, 1 + round % 6, &hull);
        fs_pos3 at = random_place(&r, 0, 16, 0, 2);
        struct fs__ground3_probe p = probe_at(&g, at, random_rotation(&r));
        uint32_t n = 0, k = 0;
        struct fs__triangle3 t;
        struct fs__manifold3 m;
        struct fs__core3 b;
        fs__core3_place(&b, p.geometry, &p.window.b);
        double deep_mesh = 0, deep_field = 0;
        fs_aabb3 all = { PP(-100, -100, -100), PP(100, 100, 100) };
        for (struct fs__ground3_cursor cursor = fs__ground3_begin(); mesh.next(mesh.ground, all, &cursor, &t);) {
            fs__triangle3_collide(&t, &p, &b, &m);
            n += m.count;
            deep_mesh += m.count > 0 ? deepest(&m) : 0;
        }
        for (struct fs__ground3_cursor cursor = fs__ground3_begin(); field.next(field.ground, all, &cursor, &t);) {
            fs__triangle3_collide(&t, &p, &b, &m);
            k += m.count;
            deep_field += m.count > 0 ? deepest(&m) : 0;
        }
        ck_assert_uint_eq(n, k);
        ck_assert_msg(fabs(deep_mesh - deep_field) < 1e-9, "depths %g %g", deep_mesh, deep_field);
    }
    uint32_t with = 0, without = 0;
    struct fs__ground3_cursor cursor = fs__ground3_begin();
    struct fs__triangle3 t;
    fs_aabb3 q = { PP(4.5, -9, 4.5), PP(6.5, 9, 6.5) };
    while (field.next(field.ground, q, &cursor, &t))
        with++;
    x->hole[5 * SIDE + 5] = 1;
    for (cursor = fs__ground3_begin(); field.next(field.ground, q, &cursor, &t);)
        without++;
    ck_assert_uint_eq(with, without + 2);
    ck_assert(!fs__ground3_raycast(&field, PP(5.25, 9, 5.5), PP(0, -18, 0)).hit);
    ck_assert(fs__ground3_raycast(&field, PP(6.25, 9, 5.5), PP(0, -18, 0)).hit);
    free(x);
}
END_TEST

/* Far from the origin of the mesh everything is as near it. */
START_TEST(distance_does_not_matter)
{
    fs_pos3 shift = PP(900000.25, -30000, 700000.5);
    struct mesh_memory *x = new_terrain(hills, fs_pos3_zero()), *y = new_terrain(hills, shift);
    struct fs__ground3_source near = fs__mesh3_source(&x->m), far = fs__mesh3_source(&y->m);
    test_rng r = { 9 };
    unsigned touching = 0;
    for (int round = 0; round < 1000; round++) {
        fs_hull3 hull;
        fs_geometry3 g = random_shape(&r, 1 + round % 6, &hull);
        fs_pos3 at = random_place(&r, 2, 14, 0.5, 2);
        fs_quat q = random_rotation(&r);
        struct fs__ground3_probe p = probe_at(&g, at, q), o = probe_at(&g, fs_pos3_add(at, shift), q);
        struct fs__ground3_contacts c, d;
        fs__ground3_collide(&near, &p, &c);
        fs__ground3_collide(&far, &o, &d);
        touching += c.count > 0;
        ck_assert_int_eq(memcmp(&c, &d, sizeof c), 0);
    }
    ck_assert_uint_gt(touching, 500);
    free(x);
    free(y);
}
END_TEST

/* A triangle of a kilometre is a plane under a body on it. */
START_TEST(huge_triangles)
{
    struct mesh_memory *x = new_mesh();
    add_triangle(x, PP(-400000, 0, -400000), PP(-400000, 0, 800000), PP(800000, 0, -400000));
    ck_assert_int_eq(fs__mesh3_build(&x->m), FS_OK);
    struct fs__ground3_source s = fs__mesh3_source(&x->m);
    fs_geometry3 b = box(0.5, 0.5, 0.5);
    struct fs__ground3_contacts c;
    struct fs__ground3_probe p = probe_at(&b, PP(123456.5, 0.5 - 0x1p-8, 54321.25), fs_quat_identity());
    fs__ground3_collide(&s, &p, &c);
    ck_assert(c.count == 1 && c.manifold[0].count == 4 && is_up(c.manifold[0].normal));
    ck_assert_int_eq(c.manifold[0].separation[0], REL(-0x1p-8));
    struct fs__ground3_hit h = fs__ground3_raycast(&s, PP(1000, 5000, 1000), PP(1000, -10000, 0));
    ck_assert(h.hit && h.fraction == FS_UNIT_ONE / 2 && is_up(h.normal));
    free(x);
}
END_TEST

/* Rays against a loop over all triangles in double. */
START_TEST(rays_hit_the_first_triangle)
{
    struct mesh_memory *x = new_terrain(hills, fs_pos3_zero());
    const struct fs__mesh3 *m = &x->m;
    struct fs__ground3_source s = fs__mesh3_source(m);
    test_rng r = { 11 };
    unsigned hits = 0;
    for (int round = 0; round < 3000; round++) {
        double size = round % 3 == 0 ? 300 : 20;
        vec3d o = random_vec3d(&r, 0, 16, 2, 4), d = random_vec3d(&r, -size, size, -size, 0);
        double best = 2;
        for (uint32_t i = 0; i < m->triangle_count; i++) {
            vec3d p[3];
            const uint32_t v[3] = { m->a[i], m->b[i], m->c[i] };
            for (int k = 0; k < 3; k++)
                p[k] = (vec3d){ ldexp((double)m->vertex[v[k]].x, -32), ldexp((double)m->vertex[v[k]].y, -32),
                                ldexp((double)m->vertex[v[k]].z, -32) };
            vec3d n = cross3d(sub3d(p[1], p[0]), sub3d(p[2], p[0]));
            double rate = dot3d(n, d), t = dot3d(n, sub3d(p[0], o)) / rate;
            if (rate >= 0 || t < 0 || t > 1)
                continue;
            vec3d q = add3d(o, scale3d(d, t));
            bool in = true;
            for (int k = 0; k < 3; k++)
                in = in && dot3d(n, cross3d(sub3d(p[(k + 1) % 3], p[k]), sub3d(q, p[k]))) >= -1e-9;
            if (in)
                best = fmin(best, t);
        }
        struct fs__ground3_hit h = fs__ground3_raycast(&s, PP(o.x, o.y, o.z), PP(d.x, d.y, d.z));
        ck_assert_msg(h.hit == (best <= 1), "ray %d: hit %d, by double %g", round, h.hit, best);
        if (h.hit)
            ck_assert_msg(fabs(U(h.fraction) - best) < 1e-8 * (1 + 20 / size) + 1e-8, "ray %d: %.10g, not %.10g", round,
                          U(h.fraction), best);
        hits += h.hit;
    }
    ck_assert_uint_gt(hits, 1000);
    free(x);
}
END_TEST

/* Where a cast or a time of impact ends the shape does not overlap the ground, and touches it nearly. */
START_TEST(casts_end_at_the_ground)
{
    struct mesh_memory *x = new_terrain(hills, fs_pos3_zero());
    struct fs__ground3_source s = fs__mesh3_source(&x->m);
    test_rng r = { 13 };
    for (int round = 0; round < 600; round++) {
        fs_hull3 hull;
        fs_geometry3 g = random_shape(&r, 1 + round % 6, &hull);
        fs_pos3 at = random_place(&r, 4, 12, 6, 6);
        fs_quat q = random_rotation(&r), to_q = round % 2 ? random_rotation(&r) : q;
        vec3d to_way = random_vec3d(&r, -1, 1, -9, -9);
        fs_rel3 way = P3(to_way.x, to_way.y, to_way.z);
        struct fs__ground3_probe p = probe_at(&g, at, q);
        fs_transform3 to = { way, to_q };
        struct fs__ground3_hit h = round % 2 ? fs__ground3_time_of_impact(&s, &p, to) : fs__ground3_cast(&s, &p, way);
        ck_assert_msg(h.hit && h.fraction > 0 && !fs_unit3_is_zero(h.normal), "round %d", round);
        if (round % 2)
            continue;
        fs_rel3 part = fs_rel3_scale(way, h.fraction);
        struct fs__ground3_probe end = probe_at(&g, fs_pos3_add_rel(at, part), q);
        struct fs__ground3_hit on = fs__ground3_cast(&s, &end, P3(0, -0.05, 0));
        ck_assert_msg(on.hit && !fs_unit3_is_zero(on.normal), "round %d: ends in the ground or above it", round);
    }
    free(x);
}
END_TEST

/* --- bad input -------------------------------------------------------------------------------------------------- */

START_TEST(bad_meshes_have_names)
{
    struct mesh_memory *x = new_mesh();
    ck_assert_int_eq(fs__mesh3_build(&x->m), FS_E_DEGENERATE);
    add_triangle(x, PP(0, 0, 0), PP(1, 1, 1), PP(2, 2, 2));
    ck_assert_int_eq(fs__mesh3_build(&x->m), FS_E_DEGENERATE);
    x->vertex[2] = PP(0, 1, 0);
    ck_assert_int_eq(fs__mesh3_build(&x->m), FS_OK);
    x->m.a[0] = 3;
    ck_assert_int_eq(fs__mesh3_build(&x->m), FS_E_ARGUMENT);
    ck_assert(!fs__mesh3_valid(&x->m));
    x->m.a[0] = 0;
    x->vertex[0].x = FS_POS_MIN;
    ck_assert_int_eq(fs__mesh3_build(&x->m), FS_E_ARGUMENT);
    x->vertex[0].x = 0;
    x->m.triangle_count = FS__MESH3_MAX_TRIANGLES + 1;
    ck_assert_int_eq(fs__mesh3_build(&x->m), FS_E_CAPACITY);
    x->m.triangle_count = 1;
    ck_assert_int_eq(fs__mesh3_build(&x->m), FS_OK);
    ck_assert(fs__mesh3_valid(&x->m));
    x->m.skip[0] = 0;
    ck_assert(!fs__mesh3_valid(&x->m));
    struct fs__height_field3 f = { x->height, x->hole, FS_POS_ONE, 0, 0, 1, 2 };
    ck_assert_int_eq(fs__height_field3_measure(&f), FS_E_ARGUMENT);
    f.points_x = 2;
    ck_assert_int_eq(fs__height_field3_measure(&f), FS_OK);
    f.spacing = 0;
    ck_assert_int_eq(fs__height_field3_measure(&f), FS_E_ARGUMENT);
    free(x);
}
END_TEST

/* Bodies at the border of the world and a mesh around the origin: no overflow, no contact. */
START_TEST(far_bodies)
{
    struct mesh_memory *x = new_terrain(hills, fs_pos3_zero());
    struct fs__ground3_source s = fs__mesh3_source(&x->m);
    const fs_pos far[4] = { FS_POS_MAX, FS_POS_MIN, FS_POS_MAX / 2, FS_POS_MIN / 2 };
    fs_geometry3 b = box(15, 0.5, 15);
    for (int i = 0; i < 64; i++) {
        fs_pos3 at = fs_pos3_make(far[i % 4], far[i / 4 % 4], far[i / 16]);
        struct fs__ground3_probe p = probe_at(&b, at, fs_quat_identity());
        struct fs__ground3_contacts c;
        struct fs__manifold3 m;
        struct fs__triangle3 t;
        struct fs__core3 placed;
        fs__core3_place(&placed, p.geometry, &p.window.b);
        struct fs__ground3_cursor cursor = fs__ground3_begin();
        fs_aabb3 all = { PP(-100, -100, -100), PP(100, 100, 100) };
        fs__ground3_collide(&s, &p, &c);
        ck_assert_uint_eq(c.count, 0);
        ck_assert(s.next(s.ground, all, &cursor, &t));
        fs__triangle3_collide(&t, &p, &placed, &m);
        ck_assert_uint_eq(m.count, 0);
        fs__plane3_collide(&floor_plane, &p, &m);
        ck_assert((m.count > 0) == (at.y < 0));
        (void)fs__ground3_raycast(&s, at, fs_pos3_make(at.y, at.z, at.x));
        (void)fs__triangle3_raycast(&t, at, fs_pos3_make(at.y, at.z, at.x));
        (void)fs__plane3_raycast(&floor_plane, at, fs_pos3_make(at.y, at.z, at.x));
        (void)fs__ground3_cast(&s, &p, P3(5, 5, 5));
    }
    free(x);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("ground3");
    TCase *t = tcase_create("ground3");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, tree_and_neighbours);
    tcase_add_test(t, flat_meshes_are_planes);
    tcase_add_test(t, a_box_slides_with_its_ids);
    tcase_add_test(t, ridges_and_valleys);
    tcase_add_test(t, triangles_are_one_sided);
    tcase_add_test(t, height_field_equals_mesh);
    tcase_add_test(t, distance_does_not_matter);
    tcase_add_test(t, huge_triangles);
    tcase_add_test(t, rays_hit_the_first_triangle);
    tcase_add_test(t, casts_end_at_the_ground);
    tcase_add_test(t, bad_meshes_have_names);
    tcase_add_test(t, far_bodies);
    suite_add_tcase(suite, t);
    return suite;
}
