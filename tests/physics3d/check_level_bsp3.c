/* check_level_bsp3.c: levels of solid and empty leaves against a test of every solid. */
#include "physics3d/broadphase/level_bsp.h"

#include <stdlib.h>

#include "support/check_main.h"
#include "num/num_util.h"

enum { NODES = 4096, WALLS = 9, SOLIDS = WALLS + 2, STEPS = 41 };

static struct fs__level_plane3 make_plane(fs_pos3 at, fs_unit x, fs_unit y, fs_unit z)
{
    return (struct fs__level_plane3){ at, fs_unit3_make(x, y, z) };
}

static struct fs__level_solid3 make_box(fs_pos3 low, fs_pos3 high)
{
    const fs_unit one = FS_UNIT_ONE;
    return (struct fs__level_solid3){ .box = { low, high },
                                      .planes = 6,
                                      .plane = { make_plane(low, -one, 0, 0), make_plane(low, 0, -one, 0),
                                                 make_plane(low, 0, 0, -one), make_plane(high, one, 0, 0),
                                                 make_plane(high, 0, one, 0), make_plane(high, 0, 0, one) } };
}

static fs_pos3 metres(int x, int y, int z)
{
    return fs_pos3_make(x * FS_POS_ONE, y * FS_POS_ONE, z * FS_POS_ONE);
}

/* Two rooms and a corridor between walls; a ramp and a pillar with slanted sides, whose normals are not of unit length. */
static void make_level(struct fs__level_solid3 *s)
{
    static const int wall[WALLS][6] = {
        { -10, -1, -10, 10, 0, 10 }, { -10, 0, -10, -9, 4, 10 }, { 9, 0, -10, 10, 4, 10 },
        { -9, 0, -10, 9, 4, -9 },    { -9, 0, 9, 9, 4, 10 },     { -2, 0, -9, 2, 4, -1 },
        { -2, 0, 1, 2, 4, 9 },       { -7, 0, -7, -5, 2, -5 },   { -10, 4, -10, 10, 5, 10 },
    };
    for (unsigned i = 0; i < WALLS; i++)
        s[i] = make_box(metres(wall[i][0], wall[i][1], wall[i][2]), metres(wall[i][3], wall[i][4], wall[i][5]));
    for (unsigned i = 0; i < 2; i++) {
        s[WALLS + i] = make_box(metres(4, 0, i == 0 ? 3 : -7), metres(8, 3, i == 0 ? 7 : -3));
        s[WALLS + i].plane[s[WALLS + i].planes++] = make_plane(metres(8, 3, 5), -FS_UNIT_ONE / 2, FS_UNIT_ONE / 4 * 3,
                                                               0);
    }
    s[WALLS].plane[s[WALLS].planes++] = make_plane(metres(6, 0, 3), 0, FS_UNIT_ONE / 4, -FS_UNIT_ONE / 3);
}

/* Whether a sphere, or a point, is behind every plane of a solid or spans it. */
static bool reaches_some(const struct fs__level_solid3 *s, fs_pos3 at, fs_pos radius)
{
    for (unsigned i = 0; i < SOLIDS; i++) {
        bool reaches = true;
        for (uint32_t k = 0; k < s[i].planes; k++)
            reaches = reaches && fs__level_side3(&s[i].plane[k], at, radius) <= 0;
        if (reaches)
            return true;
    }
    return false;
}

/* Whether the centre or one of 26 points just inside the surface of a sphere is in a solid. */
static bool overlaps_some(const struct fs__level_solid3 *s, fs_pos3 at, fs_pos radius)
{
    for (int k = 0; k < 27; k++) {
        fs_pos3 p = fs_pos3_make(at.x + (k % 3 - 1) * radius * 4 / 7, at.y + (k / 3 % 3 - 1) * radius * 4 / 7,
                                 at.z + (k / 9 - 1) * radius * 4 / 7);
        if (reaches_some(s, p, 0))
            return true;
    }
    return false;
}

static fs_pos3 grid_point(unsigned i)
{
    const fs_pos step = FS_POS_ONE * 11 / 20, start = -11 * FS_POS_ONE;
    return fs_pos3_make(start + (fs_pos)(i % STEPS) * step, -2 * FS_POS_ONE + (fs_pos)(i / STEPS % 15) * step,
                        start + (fs_pos)(i / STEPS / 15) * step);
}

/* B 12.19 */
START_TEST(points_and_spheres_of_a_level)
{
    struct fs__level_solid3 solids[SOLIDS];
    struct fs__level_bsp3 b = { .node = calloc(NODES, sizeof *b.node), .capacity = NODES };
    uint32_t solid = 0, only_reached = 0;
    ck_assert(b.node != NULL);
    make_level(solids);
    HOLDS(fs__level_bsp3_build(&b, solids, SOLIDS));
    for (unsigned i = 0; i < STEPS * 15 * STEPS; i++) {
        fs_pos3 at = grid_point(i);
        HOLDS(fs__level_bsp3_hits(&b, at, 0) == reaches_some(solids, at, 0));
        solid += reaches_some(solids, at, 0);
        for (fs_pos radius = FS_POS_ONE / 8; radius <= 2 * FS_POS_ONE; radius *= 2) {
            bool hits = fs__level_bsp3_hits(&b, at, radius);
            HOLDS(hits || !overlaps_some(solids, at, radius));
            HOLDS(!hits || reaches_some(solids, at, radius));
            only_reached += hits && !overlaps_some(solids, at, radius);
        }
    }
    HOLDS(solid > 1000 && solid < STEPS * 15 * STEPS / 2);
    HOLDS(only_reached < 5 * STEPS * 15 * STEPS / 6); /* of five radii at every point */
    free(b.node);
}
END_TEST

/* B 12.16: spheres across a plane, one raw step nearer than their radius, as far, and farther; normals of any length. */
START_TEST(ladder_of_spheres_across_a_plane)
{
    static const fs_unit length[] = { FS_UNIT_ONE, FS_UNIT_ONE / 2, FS_UNIT_ONE / 3, 3, 1 };
    const fs_pos radius = 5 * FS_POS_ONE / 7;
    for (unsigned i = 0; i < sizeof length / sizeof length[0]; i++)
        for (int side = -1; side <= 1; side += 2) {
            struct fs__level_plane3 plane = make_plane(metres(3, 4, 5), 0, length[i], 0);
            for (int ulp = -1; ulp <= 1; ulp++) {
                fs_pos3 at = metres(-7, 4, 9);
                at.y += side * (radius + ulp);
                SAME(fs__level_side3(&plane, at, radius), ulp < 0 ? 0 : side);
            }
            fs_pos3 on = metres(1, 4, 1);
            SAME(fs__level_side3(&plane, on, 0), 0);
            on.y += side;
            SAME(fs__level_side3(&plane, on, 0), side);
        }
}
END_TEST

START_TEST(too_few_nodes_are_told)
{
    struct fs__level_solid3 solids[SOLIDS];
    struct fs__level_node3 node[8];
    struct fs__level_bsp3 b = { .node = node, .capacity = 8 };
    make_level(solids);
    HOLDS(!fs__level_bsp3_build(&b, solids, SOLIDS));
    HOLDS(fs__level_bsp3_build(&b, solids, 1));
    HOLDS(fs__level_bsp3_build(&b, solids, 0));
    HOLDS(!fs__level_bsp3_hits(&b, metres(0, 0, 0), FS_POS_ONE));
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("level_bsp3");
    TCase *tc = tcase_create("level_bsp3");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, points_and_spheres_of_a_level);
    tcase_add_test(tc, ladder_of_spheres_across_a_plane);
    tcase_add_test(tc, too_few_nodes_are_told);
    suite_add_tcase(suite, tc);
    return suite;
}
