/* broadphase_cases.h: every structure of the broad phase against brute force over every pair of boxes.
 *
 * A set of boxes is changed at random (boxes move, appear, disappear, jump to the limits of the range), and after each
 * change every structure must give the same lists, also when its memory held random bytes, another set, or one wrong
 * byte.
 *
 * Template: included once by check_broadphase.c of physics2d and check_broadphase3.c of physics3d after the dimension.h of
 * their dimension; they make the suite.
 */
#include "physics/broadphase/broadphase.h"

#include <stdlib.h>
#include <string.h>

#include "support/check_main.h"
#include "num/num_util.h"

enum { MAX_BOXES = 300, MAX_PAIRS = MAX_BOXES * MAX_BOXES / 2 };

struct box_set {
    fs_posN low[MAX_BOXES], high[MAX_BOXES];
    uint32_t gen[MAX_BOXES], owner[MAX_BOXES];
    struct fs__broadphaseN_aabb_columns boxes;
    void *memory[FS__BROADPHASE_KINDS];
    size_t size[FS__BROADPHASE_KINDS];
    fs__broadphase_pair found[MAX_PAIRS], expected[MAX_PAIRS];
    uint32_t moved[MAX_BOXES], moved_count;
};

static struct box_set *open_box_set(void)
{
    struct box_set *box_set = calloc(1, sizeof *box_set);
    ck_assert(box_set != NULL);
    box_set->boxes = (struct fs__broadphaseN_aabb_columns){ box_set->low, box_set->high, box_set->gen, MAX_BOXES,
                                                            NULL };
    for (unsigned k = 0; k < FS__BROADPHASE_KINDS; k++) {
        box_set->size[k] = fs__broadphaseN_size((fs__broadphase_kind)k, MAX_BOXES);
        box_set->memory[k] = aligned_alloc(64, (box_set->size[k] + 63) / 64 * 64);
        ck_assert(box_set->memory[k] != NULL);
        memset(box_set->memory[k], 0xA5, box_set->size[k]);
    }
    return box_set;
}

static void close_box_set(struct box_set *box_set)
{
    for (unsigned k = 0; k < FS__BROADPHASE_KINDS; k++)
        free(box_set->memory[k]);
    free(box_set);
}

/* --- random boxes --------------------------------------------------------------------------- */

/* A coordinate: within a few metres, anywhere, or on a lattice so that many boxes touch. */
static int64_t random_coordinate(test_rng *r, int sort)
{
    if (sort == 0) {
        int64_t any = test_i64(r);
        return any >> (test_bits(r) % 3 == 0 ? 0 : 24);
    }
    if (sort == 1)
        return (int64_t)(test_bits(r) % 16) * FS_POS_ONE - 8 * FS_POS_ONE;
    return (int64_t)(test_bits(r) % (100 * (uint64_t)FS_POS_ONE)) - 50 * FS_POS_ONE;
}

static int64_t random_side(test_rng *r, int sort)
{
    uint64_t choice = test_bits(r) % 20;
    if (sort == 1)
        return (int64_t)(choice % 3) * FS_POS_ONE;
    if (choice == 0)
        return INT64_MAX >> test_bits(r) % 40;
    return choice == 1 ? 0 : (int64_t)(test_bits(r) % (4 * (uint64_t)FS_POS_ONE));
}

static fs_posN random_pos(test_rng *r, int sort)
{
    int64_t at[FS__AXES];
    for (unsigned k = 0; k < FS__AXES; k++)
        at[k] = random_coordinate(r, sort);
    return fs__posN_from_axes(at);
}

static fs_aabbN random_box(test_rng *r, int sort)
{
    fs_posN low = random_pos(r, sort);
    int64_t at[FS__AXES];
    fs__posN_to_axes(low, at);
    for (unsigned k = 0; k < FS__AXES; k++)
        at[k] = fs_sat64_add(at[k], random_side(r, sort));
    return (fs_aabbN){ low, fs__posN_from_axes(at) };
}

static void set_box(struct box_set *box_set, uint32_t i, test_rng *r, int sort)
{
    fs_aabbN box = random_box(r, sort);
    box_set->low[i] = box.low;
    box_set->high[i] = box.high;
}

static void move_box(struct box_set *box_set, uint32_t i, test_rng *r)
{
    int64_t dx = (int64_t)(test_bits(r) % (uint64_t)FS_POS_ONE) - FS_POS_ONE / 2;
    box_set->low[i].x = fs_sat64_add(box_set->low[i].x, dx);
    box_set->high[i].x = fs_sat64_add(box_set->high[i].x, dx);
}

static void change_boxes(struct box_set *box_set, test_rng *r, int sort, unsigned one_in)
{
    box_set->moved_count = 0;
    for (uint32_t i = 0; i < MAX_BOXES; i++) {
        uint64_t choice = test_bits(r) % one_in;
        if (choice > 3)
            continue;
        if (choice == 0)
            box_set->gen[i]++;
        else if (choice == 1)
            set_box(box_set, i, r, sort);
        else
            move_box(box_set, i, r);
        if ((box_set->gen[i] & 1u) != 0)
            box_set->moved[box_set->moved_count++] = i;
    }
}

/* --- brute force ------------------------------------------------------------------------------ */

static bool overlap(const struct box_set *box_set, uint32_t a, fs_aabbN box)
{
    int64_t low[FS__AXES], high[FS__AXES], other_low[FS__AXES], other_high[FS__AXES];
    bool overlaps = (box_set->gen[a] & 1u) != 0;
    fs__posN_to_axes(box.low, low);
    fs__posN_to_axes(box.high, high);
    fs__posN_to_axes(box_set->low[a], other_low);
    fs__posN_to_axes(box_set->high[a], other_high);
    for (unsigned k = 0; k < FS__AXES; k++)
        overlaps = overlaps && low[k] <= other_high[k] && other_low[k] <= high[k];
    return overlaps;
}

static bool contains_row(const uint32_t *rows, uint32_t count, uint32_t row)
{
    for (uint32_t i = 0; i < count; i++)
        if (rows[i] == row)
            return true;
    return false;
}

static bool are_of_one_object(const struct box_set *box_set, uint32_t a, uint32_t b)
{
    return box_set->boxes.owner != NULL && box_set->owner[a] == box_set->owner[b];
}

static uint32_t expected_pairs(struct box_set *box_set)
{
    uint32_t n = 0;
    for (uint32_t a = 0; a < MAX_BOXES; a++)
        for (uint32_t b = a + 1; b < MAX_BOXES; b++)
            if ((box_set->gen[a] & 1u) != 0 && !are_of_one_object(box_set, a, b) &&
                overlap(box_set, b, (fs_aabbN){ box_set->low[a], box_set->high[a] }) &&
                (contains_row(box_set->moved, box_set->moved_count, a) ||
                 contains_row(box_set->moved, box_set->moved_count, b)))
                box_set->expected[n++] = (fs__broadphase_pair){ a, b };
    return n;
}

static void compare_pairs(struct box_set *box_set, struct fs__broadphaseN *b)
{
    uint32_t n = expected_pairs(box_set);
    const struct fs__broadphase_search search = { .moved = box_set->moved, .moved_count = box_set->moved_count };
    uint32_t found = fs__broadphaseN_find_pairs(b, &box_set->boxes, &search, box_set->found, MAX_PAIRS);
    SAME(found, n);
    HOLDS(memcmp(box_set->found, box_set->expected, n * sizeof *box_set->found) == 0);
    memset(box_set->found, 0, sizeof *box_set->found * (n + 1));
    found = fs__broadphaseN_find_pairs(b, &box_set->boxes, &search, box_set->found, n / 2);
    SAME(found, n);
    HOLDS(memcmp(box_set->found, box_set->expected, n / 2 * sizeof *box_set->found) == 0);
    HOLDS(box_set->found[n / 2].a == 0 && box_set->found[n / 2].b == 0);
}

/* Last chunk first, so that a result that depends on their order shows. */
static void run_backwards(void *context, fs_task_fn *fn, void *work, uint32_t count)
{
    ++*(uint32_t *)context;
    while (count-- > 0)
        fn(work, count);
}

static bool is_even(const void *context, fs__broadphase_pair pair)
{
    (void)context;
    return (pair.a + pair.b) % 2 == 0;
}

/* A search in parts, of the pairs that a filter wants. Returns the number of searches that were divided. */
static uint32_t compare_filtered_pairs(struct box_set *box_set, struct fs__broadphaseN *b)
{
    uint32_t jobs = 0, wanted = 0, n = expected_pairs(box_set);
    const fs_tasks tasks = { run_backwards, &jobs, 4 };
    const struct fs__broadphase_search search = { box_set->moved,
                                                  box_set->moved_count,
                                                  { is_even, NULL, NULL },
                                                  &tasks };
    for (uint32_t i = 0; i < n; i++)
        if (is_even(NULL, box_set->expected[i]))
            box_set->expected[wanted++] = box_set->expected[i];
    uint32_t found = fs__broadphaseN_find_pairs(b, &box_set->boxes, &search, box_set->found, MAX_PAIRS);
    SAME(found, wanted);
    HOLDS(memcmp(box_set->found, box_set->expected, wanted * sizeof *box_set->found) == 0);
    return jobs;
}

static void compare_query(struct box_set *box_set, const struct fs__broadphaseN *b, test_rng *r, int sort)
{
    uint32_t rows[MAX_BOXES], some[MAX_BOXES], n = 0;
    fs_aabbN box = random_box(r, sort);
    uint32_t found = fs__broadphaseN_query(b, &box_set->boxes, box, rows, MAX_BOXES);
    for (uint32_t i = 0; i < MAX_BOXES; i++)
        if (overlap(box_set, i, box)) {
            HOLDS(n < found && rows[n] == i);
            n++;
        }
    SAME(found, n);
    uint32_t capacity = (uint32_t)(test_bits(r) % (n + 1));
    SAME(fs__broadphaseN_query(b, &box_set->boxes, box, some, capacity), n);
    HOLDS(memcmp(some, rows, capacity * sizeof *rows) == 0);
}

/* At least 16 raw steps inside: more than a point computed on a segment may be off. */
static bool is_well_inside(const struct box_set *box_set, uint32_t i, fs_posN at)
{
    int64_t point[FS__AXES], low[FS__AXES], high[FS__AXES];
    bool inside = (box_set->gen[i] & 1u) != 0;
    fs__posN_to_axes(at, point);
    fs__posN_to_axes(box_set->low[i], low);
    fs__posN_to_axes(box_set->high[i], high);
    for (unsigned k = 0; k < FS__AXES; k++)
        inside = inside && fs_sat64_sub(point[k], 16) >= low[k] && fs_sat64_add(point[k], 16) <= high[k];
    return inside;
}

static fs_posN point_between(fs_posN from, fs_posN to, int eighth)
{
    int64_t a[FS__AXES], b[FS__AXES];
    fs__posN_to_axes(from, a);
    fs__posN_to_axes(to, b);
    for (unsigned k = 0; k < FS__AXES; k++)
        a[k] = a[k] / 8 * (8 - eighth) + b[k] / 8 * eighth;
    return fs__posN_from_axes(a);
}

/* The rows on a segment: those of the oracle, and all that the segment's own points lie in. */
static void compare_ray(struct box_set *box_set, const struct fs__broadphaseN *b, const struct fs__broadphaseN *oracle,
                        test_rng *r, int sort)
{
    uint32_t rows[MAX_BOXES], right[MAX_BOXES];
    fs_posN from = random_pos(r, sort), to = random_pos(r, sort);
    uint32_t n = fs__broadphaseN_ray(oracle, &box_set->boxes, from, to, right, MAX_BOXES);
    SAME(fs__broadphaseN_ray(b, &box_set->boxes, from, to, rows, MAX_BOXES), n);
    HOLDS(memcmp(rows, right, n * sizeof *rows) == 0);
    for (int k = 0; k <= 8; k++) {
        fs_posN at = point_between(from, to, k);
        for (uint32_t i = 0; i < MAX_BOXES; i++)
            if (is_well_inside(box_set, i, at))
                HOLDS(contains_row(rows, n, i));
    }
}

static void compare_all(struct box_set *box_set, test_rng *r, int sort)
{
    struct fs__broadphaseN *oracle = fs__broadphaseN_open(FS__BROADPHASE_BRUTE_FORCE,
                                                          box_set->memory[FS__BROADPHASE_BRUTE_FORCE], MAX_BOXES);
    for (unsigned k = 0; k < FS__BROADPHASE_KINDS; k++) {
        struct fs__broadphaseN *b = fs__broadphaseN_open((fs__broadphase_kind)k, box_set->memory[k], MAX_BOXES);
        fs__broadphaseN_update(b, &box_set->boxes);
        compare_pairs(box_set, b);
        HOLDS(compare_filtered_pairs(box_set, b) == (box_set->moved_count >= 128));
        for (int i = 0; i < 4; i++) {
            compare_query(box_set, b, r, sort);
            compare_ray(box_set, b, oracle, r, sort);
        }
    }
}

/* --- tests ------------------------------------------------------------------------------------- */

START_TEST(every_structure_gives_the_pairs_of_two_loops)
{
    struct box_set *box_set = open_box_set();
    test_rng r = { (uint64_t)_i + 1 };
    for (int round = 0; round < 40; round++) {
        change_boxes(box_set, &r, _i, round % 8 == 0 ? 4 : 40);
        compare_all(box_set, &r, _i);
    }
    close_box_set(box_set);
}
END_TEST

/* B 12.15: bodies of several boxes, such as an L of three; every structure gives the same pairs, none within a body. */
START_TEST(no_structure_pairs_the_parts_of_an_object)
{
    struct box_set *box_set = open_box_set();
    test_rng r = { (uint64_t)_i + 41 };
    for (uint32_t i = 0; i < MAX_BOXES; i++)
        box_set->owner[i] = _i == 2 ? (uint32_t)(test_bits(&r) % 20) * 0x10000001u : i / 3;
    box_set->boxes.owner = box_set->owner;
    for (int round = 0; round < 15; round++) {
        change_boxes(box_set, &r, _i, round % 8 == 0 ? 4 : 40);
        for (uint32_t i = 0; i + 2 < MAX_BOXES && _i == 1; i += 3) { /* an L: its parts touch */
            box_set->low[i + 1] = box_set->high[i];
            box_set->high[i + 1] = box_set->high[i];
            box_set->low[i + 2] = box_set->low[i];
            box_set->high[i + 2] = box_set->high[i];
        }
        compare_all(box_set, &r, _i);
    }
    close_box_set(box_set);
}
END_TEST

/* The memory holds random bytes, the structure of another set, or the right one with one byte changed. */
START_TEST(whatever_the_memory_holds)
{
    struct box_set *box_set = open_box_set(), *other = open_box_set();
    test_rng r = { 77 };
    change_boxes(box_set, &r, 2, 4);
    change_boxes(other, &r, 2, 4);
    for (int round = 0; round < 300; round++) {
        change_boxes(box_set, &r, 2, 60);
        change_boxes(other, &r, 2, 60);
        struct box_set *turn = round % 3 == 0 ? other : box_set;
        uint8_t *bytes = box_set->memory[FS__BROADPHASE_TREE];
        for (uint64_t k = test_bits(&r) % 4; k-- > 0;)
            bytes[test_bits(&r) % (box_set->size[FS__BROADPHASE_TREE] / 3)] = (uint8_t)test_bits(&r);
        if (round % 50 == 49)
            for (size_t i = 0; i < box_set->size[FS__BROADPHASE_TREE]; i++)
                bytes[i] = (uint8_t)test_bits(&r);
        struct fs__broadphaseN *b = fs__broadphaseN_open(FS__BROADPHASE_TREE, bytes, MAX_BOXES);
        fs__broadphaseN_update(b, &turn->boxes);
        compare_pairs(turn, b);
        compare_query(turn, b, &r, 2);
    }
    close_box_set(box_set);
    close_box_set(other);
}
END_TEST

/* Structures that stay open, as those of a world do, while one box in a hundred changes at a time. */
START_TEST(open_structures_follow_few_changes)
{
    struct box_set *box_set = open_box_set();
    struct fs__broadphaseN *open[FS__BROADPHASE_KINDS];
    test_rng r = { (uint64_t)_i + 91 };
    for (unsigned k = 0; k < FS__BROADPHASE_KINDS; k++)
        open[k] = fs__broadphaseN_open((fs__broadphase_kind)k, box_set->memory[k], MAX_BOXES);
    for (int round = 0; round < 120; round++) {
        change_boxes(box_set, &r, _i, round % 40 == 0 ? 4 : 400);
        for (unsigned k = 0; k < FS__BROADPHASE_KINDS; k++) {
            fs__broadphaseN_update(open[k], &box_set->boxes);
            compare_pairs(box_set, open[k]);
            compare_query(box_set, open[k], &r, _i);
        }
    }
    close_box_set(box_set);
}
END_TEST

/* Boxes in a row, each containing the ones before: insertion order and shape that make trees high. */
START_TEST(nested_and_sorted_boxes)
{
    struct box_set *box_set = open_box_set();
    test_rng r = { 5 };
    for (uint32_t i = 0; i < MAX_BOXES; i++) {
        int64_t reach = _i == 0 ? (int64_t)1 << (i % 62) : (int64_t)i * FS_POS_ONE;
        box_set->low[i] = fs__posN_uniform(_i == 0 ? -reach : 0);
        box_set->high[i] = fs__posN_uniform(_i == 0 ? reach : FS_POS_ONE);
        if (_i != 0) {
            box_set->low[i].x = reach;
            box_set->high[i].x = reach + FS_POS_ONE;
        }
        box_set->gen[i] = 1;
        box_set->moved[0] = i;
        box_set->moved_count = 1;
        if (i % 8 == 0)
            compare_all(box_set, &r, 2);
        struct fs__broadphaseN *b = fs__broadphaseN_open(FS__BROADPHASE_TREE, box_set->memory[FS__BROADPHASE_TREE],
                                                         MAX_BOXES);
        fs__broadphaseN_update(b, &box_set->boxes);
    }
    for (uint32_t i = 0; i < MAX_BOXES; i++) /* nested: more pairs than find room at once */
        box_set->moved[i] = i;
    box_set->moved_count = MAX_BOXES;
    compare_all(box_set, &r, 2);
    close_box_set(box_set);
}
END_TEST

START_TEST(empty_and_single_box)
{
    struct box_set *box_set = open_box_set();
    test_rng r = { 9 };
    compare_all(box_set, &r, 1);
    for (int round = 0; round < 4; round++) {
        box_set->gen[7]++;
        set_box(box_set, 7, &r, 1);
        box_set->moved[0] = 7;
        box_set->moved_count = box_set->gen[7] & 1u;
        compare_all(box_set, &r, 1);
    }
    close_box_set(box_set);
}
END_TEST

/* One update for every box: the second one becomes the sibling of a box that no node holds. */
START_TEST(boxes_come_one_by_one)
{
    struct box_set *box_set = open_box_set();
    test_rng r = { 13 };
    for (uint32_t i = 0; i < 12; i++) {
        box_set->low[i] = fs__posN_uniform((int64_t)i * 8 * FS_POS_ONE);
        box_set->high[i] = fs__posN_uniform((int64_t)i * 8 * FS_POS_ONE + 9 * FS_POS_ONE);
        box_set->gen[i] = 1;
        box_set->moved[0] = i;
        box_set->moved_count = 1;
        compare_all(box_set, &r, 2);
    }
    close_box_set(box_set);
}
END_TEST

static void add_broadphase_cases(TCase *tc)
{
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, every_structure_gives_the_pairs_of_two_loops, 0, 3);
    tcase_add_loop_test(tc, no_structure_pairs_the_parts_of_an_object, 0, 3);
    tcase_add_test(tc, whatever_the_memory_holds);
    tcase_add_loop_test(tc, open_structures_follow_few_changes, 0, 3);
    tcase_add_loop_test(tc, nested_and_sorted_boxes, 0, 2);
    tcase_add_test(tc, empty_and_single_box);
    tcase_add_test(tc, boxes_come_one_by_one);
}
