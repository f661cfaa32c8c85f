/* check_geometry2.c: 2D convex shapes: creation, mass, bounds, rays, distance, casts.
 *
 * References are computed in double precision by another method than the code under test.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/geometry2.h>
#include <fixstep/trig.h>

#include "support/check_main.h"
#include "num/num_util.h"

#define REL(v) ((fs_rel)lround((v) * (double)FS_REL_ONE))
#define P(x, y) fs_rel2_make(REL(x), REL(y))
#define D(v) ((double)(v) / (double)FS_REL_ONE)
#define U(v) ((double)(v) / (double)FS_UNIT_ONE)

static double value(fs_scaled s)
{
    return ldexp(s.m, s.e);
}

static double uniform(test_rng *r, double low, double high)
{
    return low + (high - low) * (double)(test_bits(r) >> 11) * 0x1p-53;
}

/* A random circle, capsule, box, sharp or rounded polygon within 2 m. */
static fs_geometry2 random_shape(test_rng *r)
{
    fs_geometry2 s;
    fs_rel2 p[12];
    fs_result result = FS_E_DEGENERATE;
    while (result != FS_OK) {
        unsigned kind = (unsigned)(test_bits(r) % 5);
        for (int i = 0; i < 12; i++) {
            double x = uniform(r, -1, 1), y = uniform(r, -1, 1);
            p[i] = P(x, y);
        }
        fs_rel radius = REL(uniform(r, 0.05, 0.6));
        if (kind == 0)
            result = fs_geometry2_circle(p[0], radius, &s);
        else if (kind == 1)
            result = fs_geometry2_capsule(p[0], p[1], radius, &s);
        else if (kind == 2)
            result = fs_geometry2_segment(p[0], p[1], &s);
        else
            result = fs_geometry2_hull(p, 3 + (size_t)(test_bits(r) % 6), kind == 3 ? 0 : radius, &s);
    }
    return s;
}

/* --- creation ----------------------------------------------------------------------------- */

START_TEST(hull_is_independent_of_point_order)
{
    fs_rel2 p[7] = { P(0, 0), P(1, 0), P(1, 1), P(0, 1), P(0.5, 0.5), P(0.5, 0), P(1, 1) };
    fs_geometry2 first, s;
    ck_assert_int_eq(fs_geometry2_hull(p, 7, 0, &first), FS_OK);
    ck_assert_int_eq(first.count, 4);
    test_rng r = { 1 };
    for (int round = 0; round < 200; round++) {
        for (unsigned i = 6; i > 0; i--) {
            unsigned j = (unsigned)(test_bits(&r) % (i + 1));
            fs_rel2 t = p[i];
            p[i] = p[j];
            p[j] = t;
        }
        ck_assert_int_eq(fs_geometry2_hull(p, 7, 0, &s), FS_OK);
        ck_assert_mem_eq(&s, &first, sizeof s);
    }
}
END_TEST

START_TEST(degenerate_points_give_errors)
{
    fs_geometry2 s;
    fs_rel2 line[5] = { P(0, 0), P(1, 1), P(2, 2), P(3, 3), P(1.5, 1.5) },
            same[4] = { P(1, 2), P(1, 2), P(1, 2), P(1, 2) };
    fs_rel2 thin[3] = { P(0, 0), P(1, 0), P(0.5, 0.00001) }, far[3] = { P(0, 0), P(17, 0), P(0, 1) };
    fs_rel2 circle[12];
    for (int i = 0; i < 12; i++)
        circle[i] = P(cos(i * M_PI / 6), sin(i * M_PI / 6));
    ck_assert_int_eq(fs_geometry2_hull(line, 5, 0, &s), FS_E_DEGENERATE);
    ck_assert_int_eq(fs_geometry2_hull(same, 4, 0, &s), FS_E_DEGENERATE);
    ck_assert_int_eq(fs_geometry2_hull(thin, 3, 0, &s), FS_E_DEGENERATE);
    ck_assert_int_eq(fs_geometry2_hull(line, 2, 0, &s), FS_E_DEGENERATE);
    ck_assert_int_eq(fs_geometry2_hull(line, 0, 0, &s), FS_E_DEGENERATE);
    ck_assert_int_eq(fs_geometry2_hull(far, 3, 0, &s), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_geometry2_hull(circle, 12, 0, &s), FS_E_CAPACITY);
    ck_assert_int_eq(fs_geometry2_hull(circle, 65, 0, &s), FS_E_CAPACITY);
    ck_assert_int_eq(fs_geometry2_hull(circle, 8, -1, &s), FS_E_ARGUMENT);
    ck_assert_int_eq(s.count, 0);
    ck_assert(!fs_geometry2_valid(&s));
    ck_assert_int_eq(fs_geometry2_circle(P(0, 0), 0, &s), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_geometry2_circle(P(0, 0), FS_REL_MAX, &s), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_geometry2_circle(P(20, 0), REL(1), &s), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_geometry2_capsule(P(1, 0), P(1, 0), REL(1), &s), FS_E_DEGENERATE);
    ck_assert_int_eq(fs_geometry2_segment(P(1, 0), P(1, 0), &s), FS_E_DEGENERATE);
    ck_assert_int_eq(fs_geometry2_box(0, REL(1), P(0, 0), fs_rot2_identity(), &s), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_geometry2_box(REL(1), REL(1), P(15.5, 0), fs_rot2_identity(), &s), FS_E_ARGUMENT);
}
END_TEST

/* The hull of any points is convex, valid, and contains all of them. */
START_TEST(random_hulls_contain_their_points)
{
    test_rng r = { 2 };
    unsigned made = 0;
    for (int round = 0; round < 3000; round++) {
        fs_rel2 p[20];
        unsigned n = 1 + (unsigned)(test_bits(&r) % 20), grid = 1u << test_bits(&r) % 29;
        for (unsigned i = 0; i < n; i++) {
            int32_t x = (int32_t)(test_bits(&r) % (2u * grid + 1u)) - (int32_t)grid;
            int32_t y = (int32_t)(test_bits(&r) % (2u * grid + 1u)) - (int32_t)grid;
            p[i] = fs_rel2_make(x, y);
        }
        fs_geometry2 s;
        if (fs_geometry2_hull(p, n, 0, &s) != FS_OK)
            continue;
        made++;
        HOLDS(fs_geometry2_valid(&s));
        for (unsigned i = 0; i < n; i++)
            for (unsigned j = 0; j < s.count; j++) {
                double out = U(s.normal[j].x) * D(p[i].x - s.corner[j].x) +
                             U(s.normal[j].y) * D(p[i].y - s.corner[j].y);
                HOLDS(out < 0.01);
            }
    }
    ck_assert_uint_gt(made, 100);
}
END_TEST

START_TEST(invalid_shapes_are_rejected)
{
    fs_geometry2 good, s;
    fs_geometry2_box(REL(1), REL(0.5), P(0.25, 0), fs_rot2_identity(), &good);
    ck_assert(fs_geometry2_valid(&good));
    test_rng r = { 3 };
    unsigned refused = 0;
    for (int round = 0; round < 3000; round++) {
        s = good;
        size_t at = (size_t)(test_bits(&r) % sizeof s);
        ((uint8_t *)&s)[at] ^= (uint8_t)(1u << test_bits(&r) % 8);
        refused += !fs_geometry2_valid(&s);
    }
    ck_assert_uint_gt(refused, 900);
    s = good;
    s.kind = 77;
    ck_assert(!fs_geometry2_valid(&s));
    s = good;
    s.count = 200;
    ck_assert(!fs_geometry2_valid(&s));
    s = good;
    s.normal[2].x += 1;
    ck_assert(!fs_geometry2_valid(&s));
}
END_TEST

/* --- mass ------------------------------------------------------------------------------------ */

static void assert_near(double got, double want, double relative)
{
    if (!(fabs(got - want) <= relative * fabs(want) + 1e-12))
        ck_abort_msg("%.12g is not %.12g", got, want);
}

START_TEST(mass_by_closed_forms)
{
    fs_geometry2 s;
    fs_scaled two = fs_scaled_make(2, 0);
    fs_geometry2_box(REL(1.5), REL(0.5), P(3, -2), fs_rot2_from_turn(FS_TURN_QUARTER / 3), &s);
    fs_mass_data2 m = fs_geometry2_mass(&s, two);
    assert_near(value(m.mass), 6, 1e-7);
    assert_near(value(m.inertia), 6 * (9 + 1) / 12.0, 1e-7);
    assert_near(D(m.centre.x), 3, 1e-7);
    assert_near(D(m.centre.y), -2, 1e-7);
    fs_geometry2_circle(P(1, 1), REL(0.5), &s);
    m = fs_geometry2_mass(&s, two);
    assert_near(value(m.mass), 2 * M_PI * 0.25, 1e-9);
    assert_near(value(m.inertia), M_PI * 0.5 * 0.125, 1e-9);
    fs_geometry2_capsule(P(-1, 0), P(1, 0), REL(0.25), &s);
    m = fs_geometry2_mass(&s, fs_scaled_make(1, 0));
    assert_near(value(m.mass), 1 + M_PI / 16, 1e-9);
    /* Reference: numerical integration over strips. */
    double inertia = 0;
    for (int i = 0; i < 200000; i++) {
        double x = -1.25 + 2.5 * (i + 0.5) / 200000, over = fabs(x) > 1 ? fabs(x) - 1 : 0,
               h = sqrt(0.0625 - over * over);
        inertia += (2 * h * x * x + 2 * h * h * h / 3) * 2.5 / 200000;
    }
    assert_near(value(m.inertia), inertia, 1e-6);
    fs_geometry2_segment(P(0, 0), P(1, 0), &s);
    ck_assert_int_eq(fs_geometry2_mass(&s, two).mass.m, 0);
    ck_assert_int_eq(fs_geometry2_mass(&s, fs_scaled_make(-1, 0)).mass.m, 0);
}
END_TEST

/* Tiny and large polygons: Green's sums in double about the first corner. */
START_TEST(mass_of_random_polygons)
{
    test_rng r = { 4 };
    for (int round = 0; round < 2000; round++) {
        double size = exp2(uniform(&r, -6.5, 3.5));
        fs_rel2 p[6];
        for (int i = 0; i < 6; i++) {
            double x = uniform(&r, -size, size), y = uniform(&r, -size, size);
            p[i] = P(x, y);
        }
        fs_geometry2 s;
        if (fs_geometry2_hull(p, 6, 0, &s) != FS_OK)
            continue;
        double area = 0, mx = 0, my = 0, jj = 0;
        for (unsigned i = 0; i < s.count; i++) {
            fs_rel2 a = s.corner[i], b = s.corner[(i + 1u) % s.count], o = s.corner[0];
            double ax = D(a.x) - D(o.x), ay = D(a.y) - D(o.y), bx = D(b.x) - D(o.x), by = D(b.y) - D(o.y),
                   c = ax * by - ay * bx;
            area += c / 2;
            mx += c * (ax + bx) / 6;
            my += c * (ay + by) / 6;
            jj += c * (ax * ax + ay * ay + ax * bx + ay * by + bx * bx + by * by) / 12;
        }
        if (area < 0.05 * size * size)
            continue;
        fs_mass_data2 m = fs_geometry2_mass(&s, fs_scaled_make(1, 0));
        assert_near(value(m.mass), area, 1e-6);
        assert_near(value(m.inertia), jj - (mx * mx + my * my) / area, 1e-5);
        HOLDS(fabs(D(m.centre.x) - D(s.corner[0].x) - mx / area) < 1e-7 &&
              fabs(D(m.centre.y) - D(s.corner[0].y) - my / area) < 1e-7);
    }
}
END_TEST

START_TEST(joined_masses_obey_the_parallel_axis_rule)
{
    fs_geometry2 left, right, whole;
    fs_scaled one = fs_scaled_make(1, 0);
    fs_geometry2_box(REL(0.5), REL(0.5), P(-0.5, 0), fs_rot2_identity(), &left);
    fs_geometry2_box(REL(1), REL(0.5), P(1, 0), fs_rot2_identity(), &right);
    fs_geometry2_box(REL(1.5), REL(0.5), P(0.5, 0), fs_rot2_identity(), &whole);
    fs_mass_data2 m = fs_mass_data2_combine(fs_geometry2_mass(&left, one), fs_geometry2_mass(&right, one)),
                  w = fs_geometry2_mass(&whole, one);
    assert_near(value(m.mass), value(w.mass), 1e-8);
    assert_near(value(m.inertia), value(w.inertia), 1e-7);
    ck_assert_int_le(abs(m.centre.x - w.centre.x), 2);
    ck_assert_int_le(abs(m.centre.y - w.centre.y), 2);
    fs_mass_data2 none = fs_geometry2_mass(&left, fs_scaled_make(0, 0));
    ck_assert_int_eq(fs_mass_data2_combine(none, w).inertia.m, w.inertia.m);
    ck_assert_int_eq(fs_mass_data2_combine(w, none).inertia.m, w.inertia.m);
}
END_TEST

/* --- frames -------------------------------------------------------------------------------------- */

START_TEST(bounds_and_extent_hold_every_corner)
{
    test_rng r = { 5 };
    for (int round = 0; round < 5000; round++) {
        fs_geometry2 s = random_shape(&r);
        int64_t x = test_i64(&r) >> 8, y = test_i64(&r) >> 8;
        fs_pose2 at = { fs_pos2_make(x, y), fs_rot2_from_turn((uint32_t)test_bits(&r)) };
        fs_aabb2 box = fs_geometry2_aabb(&s, at);
        for (unsigned i = 0; i < s.count; i++) {
            fs_rel2 turned = fs_rot2_rel(at.rot, s.corner[i]);
            fs_pos2 p = fs_pos2_add_rel(at.pos, turned),
                    reach = fs_pos2_make((int64_t)s.radius << 6, (int64_t)s.radius << 6);
            fs_pos2 slack = fs_pos2_make(32, 32);
            fs_aabb2 around = { fs_pos2_add(fs_pos2_sub(p, reach), slack), fs_pos2_sub(fs_pos2_add(p, reach), slack) };
            HOLDS(fs_aabb2_contains(box, around));
            HOLDS(fs_geometry2_extent(&s, fs_rel2_zero()) >= fs_rel2_length(s.corner[i]) + s.radius);
        }
    }
}
END_TEST

START_TEST(points_and_rays_by_hand)
{
    fs_geometry2 box, circle, pill;
    fs_geometry2_box(REL(1), REL(1), P(0, 0), fs_rot2_identity(), &box);
    fs_geometry2_circle(P(2, 0), REL(0.5), &circle);
    fs_geometry2_capsule(P(-1, 0), P(1, 0), REL(0.5), &pill);
    ck_assert(fs_geometry2_contains(&box, P(1, 1)));
    ck_assert(!fs_geometry2_contains(&box, P(1.0001, 0)));
    ck_assert(fs_geometry2_contains(&circle, P(2.5, 0)));
    ck_assert(!fs_geometry2_contains(&circle, P(2.4, 0.4)));
    ck_assert(fs_geometry2_contains(&pill, P(0, 0.5)));
    ck_assert(!fs_geometry2_contains(&pill, P(1.4, 0.4)));
    fs_cast_hit2 h = fs_geometry2_raycast(&box, P(-3, 0.25), P(4, 0));
    ck_assert(h.hit);
    ck_assert_int_eq(h.fraction, FS_UNIT_ONE / 2);
    ck_assert_int_eq(h.normal.x, -FS_UNIT_ONE);
    h = fs_geometry2_raycast(&circle, P(2, 3), P(0, -5));
    ck_assert(h.hit);
    ck_assert_int_eq(h.fraction, FS_UNIT_ONE / 2);
    ck_assert_int_eq(h.normal.y, FS_UNIT_ONE);
    ck_assert(!fs_geometry2_raycast(&circle, P(2, 3), P(0, -2)).hit);
    ck_assert(!fs_geometry2_raycast(&box, P(-3, 1.25), P(4, 0)).hit);
    ck_assert(!fs_geometry2_raycast(&box, P(-3, 0), P(-4, 0)).hit);
    ck_assert(!fs_geometry2_raycast(&box, P(-3, 0), P(0, 0)).hit);
    h = fs_geometry2_raycast(&box, P(0, 0), P(4, 0));
    ck_assert(h.hit && h.fraction == 0 && fs_unit2_is_zero(h.normal));
    h = fs_geometry2_raycast(&pill, P(3, 0), P(-4, 0));
    ck_assert(h.hit);
    ck_assert_int_eq(h.fraction, FS_UNIT_ONE / 4 * 3 / 2);
}
END_TEST

/* A ray's end is on the surface, nothing before it is inside, and a miss crosses nothing. */
START_TEST(rays_stop_at_the_surface)
{
    test_rng r = { 6 };
    unsigned hits = 0;
    for (int round = 0; round < 4000; round++) {
        fs_geometry2 s = random_shape(&r);
        double x = uniform(&r, -4, 4), y = uniform(&r, -4, 4), tx = uniform(&r, -6, 6), ty = uniform(&r, -6, 6);
        fs_rel2 from = P(x, y), by = P(tx, ty);
        fs_cast_hit2 h = fs_geometry2_raycast(&s, from, by);
        for (int i = 0; i < 200; i++) {
            fs_unit t = (fs_unit)((int64_t)(h.fraction - 256) * i / 200);
            fs_rel2 at = fs_rel2_add(from, fs_rel2_scale(by, t));
            HOLDS(h.fraction <= 256 || s.kind == FS_GEOMETRY2_SEGMENT || !fs_geometry2_contains(&s, at));
        }
        hits += h.hit;
        if (!h.hit || h.fraction == 0)
            continue;
        fs_geometry2 dot;
        fs_geometry2_circle(h.point, FS_GEOMETRY2_MIN_SIZE, &dot);
        fs_frame2 same = { fs_rel2_zero(), fs_rot2_identity() };
        HOLDS(fs_geometry2_distance(&s, &dot, same).distance == 0);
        HOLDS(fs_unit2_dot_rel2(h.normal, by) < 0);
    }
    ck_assert_uint_gt(hits, 250);
}
END_TEST

/* --- distance ---------------------------------------------------------------------------------------- */

struct core {
    double x[8], y[8];
    unsigned n;
};

static struct core core_of(const fs_geometry2 *s, fs_frame2 f)
{
    struct core c = { .n = s->count };
    for (unsigned i = 0; i < s->count; i++) {
        c.x[i] = U(f.q.c) * D(s->corner[i].x) - U(f.q.s) * D(s->corner[i].y) + D(f.p.x);
        c.y[i] = U(f.q.s) * D(s->corner[i].x) + U(f.q.c) * D(s->corner[i].y) + D(f.p.y);
    }
    return c;
}

static double point_segment(double px, double py, double ax, double ay, double bx, double by)
{
    double ex = bx - ax, ey = by - ay, ll = ex * ex + ey * ey, t = ll > 0 ? ((px - ax) * ex + (py - ay) * ey) / ll : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(px - ax - t * ex, py - ay - t * ey);
}

static double side(const struct core *c, unsigned i, double x, double y)
{
    unsigned j = (i + 1) % c->n;
    return (c->x[j] - c->x[i]) * (y - c->y[i]) - (c->y[j] - c->y[i]) * (x - c->x[i]);
}

static int separated(const struct core *a, const struct core *b)
{
    for (unsigned i = 0; i < a->n && a->n > 1; i++) {
        unsigned outside = 0;
        for (unsigned j = 0; j < b->n; j++)
            outside += side(a, i, b->x[j], b->y[j]) < 0;
        if (outside == b->n)
            return 1;
    }
    return 0;
}

/* By brute force over corners and edges; 0 when the cores overlap. */
static double core_distance(const struct core *a, const struct core *b)
{
    double best = HUGE_VAL;
    for (unsigned i = 0; i < a->n; i++)
        for (unsigned j = 0; j < b->n; j++) {
            unsigned k = (j + 1) % b->n, l = (i + 1) % a->n;
            best = fmin(best, point_segment(a->x[i], a->y[i], b->x[j], b->y[j], b->x[k], b->y[k]));
            best = fmin(best, point_segment(b->x[j], b->y[j], a->x[i], a->y[i], a->x[l], a->y[l]));
        }
    return (a->n > 2 || b->n > 2 || (a->n == 2 && b->n == 2)) && !separated(a, b) && !separated(b, a) ? 0 : best;
}

static fs_frame2 random_frame(test_rng *r, double reach)
{
    double x = uniform(r, -reach, reach), y = uniform(r, -reach, reach);
    return (fs_frame2){ P(x, y), fs_rot2_from_turn((uint32_t)test_bits(r)) };
}

static const fs_frame2 identity_frame = { { 0, 0 }, { FS_UNIT_ONE, 0 } };

START_TEST(distance_equals_brute_force)
{
    test_rng r = { 7 };
    unsigned apart = 0;
    for (int round = 0; round < 20000; round++) {
        fs_geometry2 a = random_shape(&r), b = random_shape(&r);
        fs_frame2 f = random_frame(&r, 3);
        struct core ca = core_of(&a, identity_frame), cb = core_of(&b, f);
        double want = fmax(core_distance(&ca, &cb) - D(a.radius) - D(b.radius), 0);
        fs_distance2 gap = fs_geometry2_distance(&a, &b, f);
        if (fabs(D(gap.distance) - want) > 1e-7)
            ck_abort_msg("round %d: %.9f is not %.9f", round, D(gap.distance), want);
        if (gap.distance < REL(1e-4))
            continue;
        apart++;
        double x = D(gap.on_b.x) - D(gap.on_a.x), y = D(gap.on_b.y) - D(gap.on_a.y);
        HOLDS(fabs(hypot(x, y) - want) < 2e-7);
        HOLDS(fabs(x - U(gap.normal.x) * want) < 2e-7 && fabs(y - U(gap.normal.y) * want) < 2e-7);
    }
    ck_assert_uint_gt(apart, 5000);
}
END_TEST

START_TEST(casts_end_at_the_surface)
{
    test_rng r = { 8 };
    unsigned hits = 0, misses = 0;
    for (int round = 0; round < 3000; round++) {
        fs_geometry2 a = random_shape(&r), b = random_shape(&r);
        fs_frame2 from = random_frame(&r, 6), to = from;
        double x = uniform(&r, -8, 8), y = uniform(&r, -8, 8);
        to.p = fs_rel2_add(from.p, P(x, y));
        bool turns = test_bits(&r) % 2 != 0;
        if (turns)
            to.q = fs_rot2_mul(from.q, fs_rot2_from_turn((uint32_t)((int32_t)test_bits(&r) / 5)));
        fs_cast_hit2 h = turns ? fs_geometry2_time_of_impact(&a, &b, from, to)
                               : fs_geometry2_cast(&a, &b, from, P(x, y));
        double first = -1;
        for (int i = 0; i <= 400 && first < 0; i++) {
            fs_unit t = (fs_unit)((int64_t)FS_UNIT_ONE * i / 400);
            fs_frame2 f = { fs_rel2_add(from.p, fs_rel2_scale(fs_rel2_sub(to.p, from.p), t)), from.q };
            if (turns)
                f.q = fs_rot2_normalise(fs_rot2_make(from.q.c + fs_mul32_sym(to.q.c - from.q.c, t, 30),
                                                     from.q.s + fs_mul32_sym(to.q.s - from.q.s, t, 30)));
            if (fs_geometry2_distance(&a, &b, f).distance == 0)
                first = U(t);
        }
        hits += h.hit;
        misses += !h.hit;
        HOLDS(first < 0 || h.hit);
        HOLDS(first < 0 || U(h.fraction) <= first + 1e-6);
        HOLDS(!h.hit || first < 0 || turns || h.fraction == 0 || U(h.fraction) >= first - 0.0026 - 1.0 / 400 ||
              fabs(U(h.normal.x) * x + U(h.normal.y) * y) < 0.5);
    }
    ck_assert_uint_gt(hits, 300);
    ck_assert_uint_gt(misses, 300);
}
END_TEST

START_TEST(a_fast_disc_hits_a_thin_wall)
{
    fs_geometry2 wall, disc;
    fs_geometry2_segment(P(0, -2), P(0, 2), &wall);
    fs_geometry2_circle(P(0, 0), REL(0.25), &disc);
    fs_frame2 from = { P(-10, 0.5), fs_rot2_identity() };
    fs_cast_hit2 h = fs_geometry2_cast(&wall, &disc, from, P(20, 0));
    ck_assert(h.hit);
    assert_near(U(h.fraction), 9.75 / 20, 2e-5);
    ck_assert_int_eq(h.normal.x, -FS_UNIT_ONE);
    ck_assert(!fs_geometry2_cast(&wall, &disc, from, P(9.7, 0)).hit);
    from.p.y = REL(2.3);
    ck_assert(!fs_geometry2_cast(&wall, &disc, from, P(20, 0)).hit);
}
END_TEST

/* A box that starts within the tolerance in front of a wall leaves it and slides along it, and does not go into it. */
START_TEST(a_cast_leaves_what_it_nearly_touches)
{
    static const double gaps[] = { 1e-6, 5e-5, 1e-4, 1.2e-4 };
    fs_geometry2 wall, box;
    fs_geometry2_box(REL(2), REL(8), fs_rel2_zero(), fs_rot2_identity(), &wall);
    fs_geometry2_box(REL(0.5), REL(0.5), fs_rel2_zero(), fs_rot2_identity(), &box);
    const fs_frame2 from = { P(2.5 + gaps[_i], 0), fs_rot2_identity() };
    ck_assert(!fs_geometry2_cast(&wall, &box, from, P(3, 0)).hit);
    ck_assert(!fs_geometry2_cast(&wall, &box, from, P(0, 3)).hit);
    const fs_cast_hit2 h = fs_geometry2_cast(&wall, &box, from, P(-3, 0));
    ck_assert(h.hit && h.fraction < FS_UNIT_ONE / 16 && h.normal.x == FS_UNIT_ONE);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("shape2");
    TCase *tc = tcase_create("shape2");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, hull_is_independent_of_point_order);
    tcase_add_test(tc, degenerate_points_give_errors);
    tcase_add_test(tc, random_hulls_contain_their_points);
    tcase_add_test(tc, invalid_shapes_are_rejected);
    tcase_add_test(tc, mass_by_closed_forms);
    tcase_add_test(tc, mass_of_random_polygons);
    tcase_add_test(tc, joined_masses_obey_the_parallel_axis_rule);
    tcase_add_test(tc, bounds_and_extent_hold_every_corner);
    tcase_add_test(tc, points_and_rays_by_hand);
    tcase_add_test(tc, rays_stop_at_the_surface);
    tcase_add_test(tc, distance_equals_brute_force);
    tcase_add_test(tc, casts_end_at_the_surface);
    tcase_add_test(tc, a_fast_disc_hits_a_thin_wall);
    tcase_add_loop_test(tc, a_cast_leaves_what_it_nearly_touches, 0, 4);
    suite_add_tcase(suite, tc);
    return suite;
}
