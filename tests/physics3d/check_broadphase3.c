/* check_broadphase3.c: every structure of the broad phase in space against brute force; see broadphase_cases.h. */
#include "physics3d/dimension.h"

#include "physics/broadphase_cases.h"
#include "physics/sphere_cases.h"

#include "physics/broadphase/aabb_tree.h"
#include "physics/broadphase/bsp.h"

/* A structure alone, in memory of the test. */
static void *open_alone(const struct fs__broadphase3_ops *ops, void **memory)
{
    size_t size = (ops->size(MAX_BOXES) + 63) / 64 * 64;
    *memory = aligned_alloc(64, size);
    ck_assert(*memory != NULL);
    memset(*memory, 0x5A, size);
    fs_arena arena = fs_arena_make(*memory, size);
    return ops->open(&arena, MAX_BOXES);
}

/* Boxes that walk: most stay near, so that few planes are crossed. */
static void walk_boxes(struct box_set *box_set, test_rng *r)
{
    for (uint32_t i = 0; i < MAX_BOXES; i++) {
        if (test_bits(r) % 4 == 0)
            move_box(box_set, i, r);
        if (test_bits(r) % 64 == 0)
            box_set->gen[i]++;
    }
}

/* B 12.17, 12.20, 12.21: after every move the rows are on the nodes on which a placement of all of them puts them. */
START_TEST(moved_rows_are_where_a_rebuild_puts_them)
{
    static const struct fs__broadphase3_ops *const kinds[] = { &fs__broadphase3_bsp, &fs__broadphase3_bsp_ternary,
                                                               &fs__broadphase3_bsp_of_trees };
    const struct fs__broadphase3_ops *ops = kinds[_i];
    struct box_set *box_set = open_box_set();
    test_rng r = { 21 };
    void *memory;
    struct fs__bsp3 *b = open_alone(ops, &memory);
    uint32_t several = 0, kept = 0, rebuilds = 0;
    for (uint32_t i = 0; i < MAX_BOXES; i++) {
        set_box(box_set, i, &r, 2);
        box_set->gen[i] = 1;
    }
    for (int tick = 0; tick < 200; tick++) {
        uint32_t nodes[MAX_BOXES][FS__BSP_MAX_LEAVES], count[MAX_BOXES], again[FS__BSP_MAX_LEAVES];
        uint32_t planes = b->built_count;
        ops->update(b, &box_set->boxes);
        rebuilds += tick > 0 && planes != b->built_count;
        for (uint32_t i = 0; i < MAX_BOXES; i++)
            count[i] = fs__bsp3_nodes_of(b, i, nodes[i]);
        fs__bsp3_place_all(b, &box_set->boxes);
        for (uint32_t i = 0; i < MAX_BOXES; i++) {
            SAME(fs__bsp3_nodes_of(b, i, again), count[i]);
            HOLDS(memcmp(again, nodes[i], count[i] * sizeof *again) == 0);
            SAME(count[i] > 0, box_set->gen[i] & 1u);
            several += count[i] > 1;
            kept += count[i] == 1 && b->node[nodes[i][0]].axis != FS__AXES;
        }
        walk_boxes(box_set, &r);
    }
    HOLDS(rebuilds < 20 && kept > 0 && (several > 0) == (_i != 1));
    free(memory);
    close_box_set(box_set);
}
END_TEST

/* Whether the box of every node is the union of the boxes below it, no larger. */
static bool are_boxes_tight(const struct fs__aabb_tree3 *t)
{
    bool tight = true;
    for (uint32_t n = 0; n + 1 < t->header->count; n++)
        for (unsigned side = 0; side < 2; side++) {
            uint32_t child = t->node[n].child[side];
            if ((child & FS__AABB_TREE_LEAF) == 0)
                tight = tight && fs__quantised_aabb3_equal(
                                     t->node[n].box[side],
                                     fs__quantised_aabb3_union(t->node[child].box[0], t->node[child].box[1]));
        }
    return tight;
}

/* B 12.13 (erratum E6): rows come and go, and links, boxes and heights stay those of a tree of exactly the rows in use. */
START_TEST(insertions_and_removals_keep_the_tree)
{
    struct box_set *box_set = open_box_set();
    test_rng r = { 22 };
    void *memory;
    struct fs__aabb_tree3 *t = open_alone(&fs__broadphase3_tree, &memory);
    for (uint32_t i = 0; i < MAX_BOXES; i++)
        set_box(box_set, i, &r, 2);
    fs__broadphase3_tree.update(t, &box_set->boxes);
    for (int round = 0; round < 4000; round++) {
        uint32_t i = (uint32_t)(test_bits(&r) % MAX_BOXES);
        fs_aabb3 box = { box_set->low[i], box_set->high[i] };
        if ((box_set->gen[i]++ & 1u) != 0)
            fs__aabb_tree3_remove(t, i);
        else
            fs__aabb_tree3_insert(t, i, fs__aabb_tree3_quantise(t->header, box));
        HOLDS(fs__aabb_tree3_is_valid(t, &box_set->boxes));
        HOLDS(are_boxes_tight(t));
    }
    free(memory);
    close_box_set(box_set);
}
END_TEST

/* B 12.10-12.12, 12.14: every way to build gives a tree; from the top it is low. */
START_TEST(every_builder_gives_a_tree)
{
    static const struct fs__broadphase3_ops *const ops[] = { &fs__broadphase3_tree_built, &fs__broadphase3_tree_merged,
                                                             &fs__broadphase3_tree_inserted };
    struct box_set *box_set = open_box_set();
    test_rng r = { 23 };
    void *memory;
    struct fs__aabb_tree3 *t = open_alone(ops[_i], &memory);
    for (uint32_t n = 0; n < MAX_BOXES; n++) {
        set_box(box_set, n, &r, 2);
        box_set->gen[n] = 1;
        ops[_i]->update(t, &box_set->boxes);
        HOLDS(fs__aabb_tree3_is_valid(t, &box_set->boxes));
        SAME(t->header->count, n + 1);
        if (n > 0)
            HOLDS(t->node[t->header->root].height <= 3 * (uint32_t)fs_bit_width64(n) + 1);
    }
    free(memory);
    close_box_set(box_set);
}
END_TEST

static void set_cube(struct box_set *box_set, uint32_t row, fs_pos3 low, fs_pos side)
{
    box_set->low[row] = low;
    box_set->high[row] = fs_pos3_make(low.x + side, low.y + side, low.z + side);
    box_set->gen[row] = 1;
    box_set->moved[box_set->moved_count++] = row;
}

/* B 12.8 (erratum E5: the printed query compares the children of the root alone, and misses the pairs within each), 12.23
 * (erratum E8: the printed number of an octant begins with an undefined value): two boxes in each octant. */
START_TEST(pairs_within_every_octant)
{
    struct box_set *box_set = open_box_set();
    test_rng r = { 24 };
    for (uint32_t i = 0; i < 64; i++) {
        fs_pos far = (fs_pos)(i / 16 + 1) * 40 * FS_POS_ONE, shift = (i / 8 & 1u) != 0 ? FS_POS_ONE / 2 : 0;
        fs_pos3 low = fs_pos3_make((i & 1u) != 0 ? far : -far, (i & 2u) != 0 ? far : -far, (i & 4u) != 0 ? far : -far);
        low.x += shift;
        set_cube(box_set, i, low, FS_POS_ONE);
    }
    SAME(expected_pairs(box_set), 32);
    compare_all(box_set, &r, 2);
    close_box_set(box_set);
}
END_TEST

/* B 12.24, 12.25 (errata E7, E31): a grid that forgets its origin, truncates instead of rounding down, or searches three
 * neighbours only loses some of these pairs: cubes just wider than half a cell, on and beside borders of cells, around 0. */
START_TEST(touching_boxes_around_the_borders_of_cells)
{
    struct box_set *box_set = open_box_set();
    test_rng r = { 25 };
    for (int round = 0; round < 20; round++) {
        box_set->moved_count = 0;
        for (uint32_t i = 0; i < MAX_BOXES; i++) {
            fs_pos cell = FS_POS_ONE / 16, at[3];
            for (unsigned k = 0; k < 3; k++)
                at[k] = ((fs_pos)(test_bits(&r) % 24) - 12) * (cell / 4) + (fs_pos)(test_bits(&r) % 3) - 1;
            set_cube(box_set, i, fs_pos3_make(at[0], at[1], at[2]), cell / 2 + 1);
        }
        compare_all(box_set, &r, 2);
    }
    close_box_set(box_set);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("broad");
    TCase *tc = tcase_create("broad");
    add_broadphase_cases(tc);
    add_sphere_cases(tc);
    tcase_add_loop_test(tc, moved_rows_are_where_a_rebuild_puts_them, 0, 3);
    tcase_add_test(tc, insertions_and_removals_keep_the_tree);
    tcase_add_loop_test(tc, every_builder_gives_a_tree, 0, 3);
    tcase_add_test(tc, pairs_within_every_octant);
    tcase_add_test(tc, touching_boxes_around_the_borders_of_cells);
    suite_add_tcase(suite, tc);
    return suite;
}
