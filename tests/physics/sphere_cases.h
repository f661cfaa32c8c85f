/* sphere_cases.h: bounding spheres and their hierarchy, in the plane circles. Numbers such as 12.6 name the rows of the
 * inventory in lib/doc/COVERAGE.md.
 *
 * Template: included once by check_broadphase.c of physics2d and check_broadphase3.c of physics3d after broadphase_cases.h.
 */
#include "physics/broadphase/sphere_tree.h"

#include <math.h>

static const struct fs__sphere_map one_to_one = { { 0, 0, 0 }, 0 };

static struct fs__sphereN random_sphere(test_rng *r, int64_t reach)
{
    struct fs__sphereN s = { { 0 }, 0 };
    for (unsigned k = 0; k < FS__AXES; k++)
        s.centre[k] = (int64_t)(test_bits(r) % (2 * (uint64_t)reach)) - reach;
    s.radius = (int64_t)(test_bits(r) % (uint64_t)reach);
    return s;
}

static double distance_of(const struct fs__sphereN *a, const struct fs__sphereN *b)
{
    double sum = 0;
    for (unsigned k = 0; k < FS__AXES; k++)
        sum += pow((double)(a->centre[k] - b->centre[k]), 2);
    return sqrt(sum);
}

static bool contains(const struct fs__sphereN *outer, const struct fs__sphereN *inner)
{
    fs_i128 square = { 0, 0 };
    int64_t rest = outer->radius - inner->radius;
    for (unsigned k = 0; k < FS__AXES; k++) {
        int64_t d = outer->centre[k] - inner->centre[k];
        square = fs_i128_add(square, fs_i128_mul(d, d));
    }
    return rest >= 0 && fs_i128_sign(fs_i128_sub(fs_i128_mul(rest, rest), square)) >= 0;
}

/* 12.3: the sphere of a box holds all its corners. In half steps a corner is twice its coordinate. */
START_TEST(spheres_hold_the_corners_of_boxes)
{
    test_rng r = { 31 };
    for (int round = 0; round < 20000; round++) {
        int64_t low[FS__AXES], high[FS__AXES], reach = (int64_t)1 << (1 + test_bits(&r) % 23);
        for (unsigned k = 0; k < FS__AXES; k++) {
            low[k] = (int64_t)(test_bits(&r) % (2 * (uint64_t)reach)) - reach;
            high[k] = low[k] + (int64_t)(test_bits(&r) % (uint64_t)reach);
        }
        fs_aabbN box = { fs__posN_from_axes(low), fs__posN_from_axes(high) };
        struct fs__sphereN s = fs__sphereN_of_box(&one_to_one, box);
        for (unsigned corner = 0; corner < 1u << FS__AXES; corner++) {
            struct fs__sphereN point = { { 0 }, 0 };
            for (unsigned k = 0; k < FS__AXES; k++)
                point.centre[k] = 2 * ((corner >> k & 1u) != 0 ? high[k] : low[k]);
            HOLDS(contains(&s, &point));
        }
    }
}
END_TEST

/* 12.5: tangent spheres do not overlap, one step nearer they do; beyond the squares of narrow numbers too. */
START_TEST(tangent_spheres_do_not_overlap)
{
    static const int64_t radii[][2] = { { 1, 1 }, { 3, 5 }, { 500, 181 }, { 1 << 24, 1 << 23 }, { 0, 7 } };
    for (unsigned i = 0; i < sizeof radii / sizeof radii[0]; i++)
        for (unsigned axis = 0; axis < FS__AXES; axis++) {
            struct fs__sphereN a = { { 0 }, radii[i][0] }, b = { { 0 }, radii[i][1] };
            b.centre[axis] = a.radius + b.radius;
            HOLDS(!fs__sphereN_overlaps(&a, &b));
            b.centre[axis]--;
            HOLDS(fs__sphereN_overlaps(&a, &b) && fs__sphereN_overlaps(&b, &a));
        }
}
END_TEST

/* 12.6, 12.7: both are held, exactly; hardly more; a sphere that holds the other is returned, of equal ones the second; and
 * the growth is that of the square of the radius. */
START_TEST(merged_spheres_hold_both)
{
    test_rng r = { 32 };
    for (int round = 0; round < 300000; round++) {
        int64_t reach = (int64_t)1 << (1 + test_bits(&r) % 24);
        struct fs__sphereN a = random_sphere(&r, reach), b = random_sphere(&r, reach);
        struct fs__sphereN both = fs__sphereN_merge(&a, &b);
        HOLDS(contains(&both, &a) && contains(&both, &b));
        double least = fmax(fmax((double)a.radius, (double)b.radius),
                            (distance_of(&a, &b) + (double)(a.radius + b.radius)) / 2);
        HOLDS((double)both.radius <= least + 4);
        SAME(fs__sphereN_growth(&a, &b), both.radius * both.radius - a.radius * a.radius);
    }
    struct fs__sphereN large = { { 5 }, 9 }, small = { { 6 }, 3 }, equal = large;
    HOLDS(fs__sphereN_merge(&large, &small).radius == 9 && fs__sphereN_merge(&small, &large).radius == 9);
    SAME(fs__sphereN_growth(&large, &small), 0);
    equal.centre[0] = 5;
    SAME(fs__sphereN_merge(&large, &equal).centre[0], 5);
}
END_TEST

/* 12.12, 12.13 (erratum E6): rows come and go; every node holds its children and the links are those of a tree. */
START_TEST(insertions_and_removals_keep_the_spheres)
{
    struct box_set *box_set = open_box_set();
    size_t size = (fs__broadphaseN_sphere_tree.size(MAX_BOXES) + 63) / 64 * 64;
    void *memory = aligned_alloc(64, size);
    test_rng r = { 33 };
    ck_assert(memory != NULL);
    memset(memory, 0x5A, size);
    fs_arena arena = fs_arena_make(memory, size);
    struct fs__sphere_treeN *t = fs__broadphaseN_sphere_tree.open(&arena, MAX_BOXES);
    for (int round = 0; round < 4000; round++) {
        uint32_t row = (uint32_t)(test_bits(&r) % MAX_BOXES);
        if (t->in_tree[row])
            fs__sphere_treeN_remove(t, row);
        else
            fs__sphere_treeN_insert(t, row, random_sphere(&r, 1 << 20));
        HOLDS(fs__sphere_treeN_is_valid(t));
    }
    uint32_t root = t->root;
    t->sphere[root].radius /= 2;
    HOLDS(!fs__sphere_treeN_is_valid(t));
    free(memory);
    close_box_set(box_set);
}
END_TEST

/* The volume of the sphere around random points over that of their box, mean of many sets of 50: the centre is that of the
 * box, the radius the distance of the farthest point. */
static double volume_ratio(test_rng *r, bool gaussian)
{
    enum { SETS = 400, POINTS = 50 };
    double sum = 0;
    for (int set = 0; set < SETS; set++) {
        double at[POINTS][3], low[3], high[3], volume = 1, radius = 0;
        for (unsigned k = 0; k < FS__AXES; k++) {
            low[k] = HUGE_VAL;
            high[k] = -HUGE_VAL;
            for (int i = 0; i < POINTS; i++) {
                double u = (double)(test_bits(r) % 1000001) / 1000000,
                       v = (double)(test_bits(r) % 1000000 + 1) / 1000000;
                at[i][k] = gaussian ? sqrt(-2 * log(v)) * cos(2 * acos(-1) * u) : u;
                low[k] = fmin(low[k], at[i][k]);
                high[k] = fmax(high[k], at[i][k]);
            }
            volume *= high[k] - low[k];
        }
        for (int i = 0; i < POINTS; i++) {
            double square = 0;
            for (unsigned k = 0; k < FS__AXES; k++)
                square += pow(at[i][k] - (low[k] + high[k]) / 2, 2);
            radius = fmax(radius, sqrt(square));
        }
        sum += (FS__AXES == 2 ? acos(-1) * pow(radius, 2) : 4 * acos(-1) / 3 * pow(radius, 3)) / volume;
    }
    return sum / SETS;
}

/* 12.28 (exercise 12.6): for points that fill a cube the box is the smaller volume by far; for points that crowd in the middle
 * the sphere comes nearer. */
START_TEST(boxes_are_smaller_than_spheres_around_clouds)
{
    test_rng r = { 34 };
    double cube = volume_ratio(&r, false), cloud = volume_ratio(&r, true);
    HOLDS(cube > (FS__AXES == 2 ? 1.3 : 1.8) && cloud < cube * 0.9 && cloud > 0.7);
}
END_TEST

static void add_sphere_cases(TCase *tc)
{
    tcase_add_test(tc, spheres_hold_the_corners_of_boxes);
    tcase_add_test(tc, tangent_spheres_do_not_overlap);
    tcase_add_test(tc, merged_spheres_hold_both);
    tcase_add_test(tc, insertions_and_removals_keep_the_spheres);
    tcase_add_test(tc, boxes_are_smaller_than_spheres_around_clouds);
}
