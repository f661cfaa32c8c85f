/* check_broadphase.c: every structure of the broad phase against looking at every pair of boxes.
 *
 * A room of boxes is changed at random (they move, come, go, jump to the edges of the range), and after each change
 * every structure must give the same lists, also when its memory was noise, held another room, or was spoiled
 * in one place.
 */
#include "physics2d/broadphase/broadphase.h"

#include <stdlib.h>
#include <string.h>

#include "support/check_main.h"
#include "num/num_util.h"

enum { MOST = 300, MOST_PAIRS = MOST * MOST / 2 };

struct room {
    fs_pos2 low[MOST], high[MOST];
    uint32_t gen[MOST];
    struct fs__broadphase_aabb_columns boxes;
    void *memory[FS__BROADPHASE_KINDS];
    size_t size[FS__BROADPHASE_KINDS];
    fs__broadphase_pair found[MOST_PAIRS], expected[MOST_PAIRS];
    uint32_t moved[MOST], moved_count;
};

static struct room *open_room(void)
{
    struct room *room = calloc(1, sizeof *room);
    ck_assert(room != NULL);
    room->boxes = (struct fs__broadphase_aabb_columns){ room->low, room->high, room->gen, MOST };
    for (unsigned k = 0; k < FS__BROADPHASE_KINDS; k++) {
        room->size[k] = fs__broadphase_size((fs__broadphase_kind)k, MOST);
        room->memory[k] = aligned_alloc(64, (room->size[k] + 63) / 64 * 64);
        ck_assert(room->memory[k] != NULL);
        memset(room->memory[k], 0xA5, room->size[k]);
    }
    return room;
}

static void close_room(struct room *room)
{
    for (unsigned k = 0; k < FS__BROADPHASE_KINDS; k++)
        free(room->memory[k]);
    free(room);
}

/* --- boxes of every sort --------------------------------------------------------------------- */

/* A coordinate: within a few metres, anywhere, or on a lattice so that many boxes touch. */
static int64_t place(test_rng *r, int sort)
{
    if (sort == 0)
        return test_i64(r) >> (test_bits(r) % 3 == 0 ? 0 : 24);
    if (sort == 1)
        return (int64_t)(test_bits(r) % 16) * FS_POS_ONE - 8 * FS_POS_ONE;
    return (int64_t)(test_bits(r) % (100 * (uint64_t)FS_POS_ONE)) - 50 * FS_POS_ONE;
}

static int64_t side(test_rng *r, int sort)
{
    uint64_t how = test_bits(r) % 20;
    if (sort == 1)
        return (int64_t)(how % 3) * FS_POS_ONE;
    if (how == 0)
        return INT64_MAX >> test_bits(r) % 40;
    return how == 1 ? 0 : (int64_t)(test_bits(r) % (4 * (uint64_t)FS_POS_ONE));
}

static void set_box(struct room *room, uint32_t i, test_rng *r, int sort)
{
    fs_pos2 p = fs_pos2_make(place(r, sort), place(r, sort));
    room->low[i] = p;
    room->high[i] = fs_pos2_make(fs_sat64_add(p.x, side(r, sort)), fs_sat64_add(p.y, side(r, sort)));
}

static void nudge(struct room *room, uint32_t i, test_rng *r)
{
    int64_t dx = (int64_t)(test_bits(r) % (uint64_t)FS_POS_ONE) - FS_POS_ONE / 2;
    room->low[i].x = fs_sat64_add(room->low[i].x, dx);
    room->high[i].x = fs_sat64_add(room->high[i].x, dx);
}

static void change(struct room *room, test_rng *r, int sort, unsigned part)
{
    room->moved_count = 0;
    for (uint32_t i = 0; i < MOST; i++) {
        uint64_t how = test_bits(r) % part;
        if (how > 3)
            continue;
        if (how == 0)
            room->gen[i]++;
        else if (how == 1)
            set_box(room, i, r, sort);
        else
            nudge(room, i, r);
        if ((room->gen[i] & 1u) != 0)
            room->moved[room->moved_count++] = i;
    }
}

/* --- what is right ---------------------------------------------------------------------------- */

static bool overlap(const struct room *room, uint32_t a, fs_aabb2 box)
{
    return (room->gen[a] & 1u) != 0 && room->low[a].x <= box.high.x && box.low.x <= room->high[a].x &&
           room->low[a].y <= box.high.y && box.low.y <= room->high[a].y;
}

static bool has(const uint32_t *rows, uint32_t count, uint32_t row)
{
    for (uint32_t i = 0; i < count; i++)
        if (rows[i] == row)
            return true;
    return false;
}

static uint32_t expected_pairs(struct room *room)
{
    uint32_t n = 0;
    for (uint32_t a = 0; a < MOST; a++)
        for (uint32_t b = a + 1; b < MOST; b++)
            if ((room->gen[a] & 1u) != 0 && overlap(room, b, (fs_aabb2){ room->low[a], room->high[a] }) &&
                (has(room->moved, room->moved_count, a) || has(room->moved, room->moved_count, b)))
                room->expected[n++] = (fs__broadphase_pair){ a, b };
    return n;
}

static void compare_pairs(struct room *room, struct fs__broadphase *b)
{
    uint32_t n = expected_pairs(room);
    uint32_t found = fs__broadphase_find_pairs(b, &room->boxes, room->moved, room->moved_count, room->found,
                                               MOST_PAIRS);
    SAME(found, n);
    HOLDS(memcmp(room->found, room->expected, n * sizeof *room->found) == 0);
    memset(room->found, 0, sizeof *room->found * (n + 1));
    found = fs__broadphase_find_pairs(b, &room->boxes, room->moved, room->moved_count, room->found, n / 2);
    SAME(found, n);
    HOLDS(memcmp(room->found, room->expected, n / 2 * sizeof *room->found) == 0);
    HOLDS(room->found[n / 2].a == 0 && room->found[n / 2].b == 0);
}

static void compare_query(struct room *room, const struct fs__broadphase *b, test_rng *r, int sort)
{
    uint32_t rows[MOST], some[MOST], n = 0;
    fs_pos2 p = fs_pos2_make(place(r, sort), place(r, sort));
    fs_aabb2 box = { p, fs_pos2_make(fs_sat64_add(p.x, side(r, sort)), fs_sat64_add(p.y, side(r, sort))) };
    uint32_t found = fs__broadphase_query(b, &room->boxes, box, rows, MOST);
    for (uint32_t i = 0; i < MOST; i++)
        if (overlap(room, i, box)) {
            HOLDS(n < found && rows[n] == i);
            n++;
        }
    SAME(found, n);
    uint32_t capacity = (uint32_t)(test_bits(r) % (n + 1));
    SAME(fs__broadphase_query(b, &room->boxes, box, some, capacity), n);
    HOLDS(memcmp(some, rows, capacity * sizeof *rows) == 0);
}

/* At least 16 raw steps inside: more than a point computed on a segment may be off. */
static bool well_inside(const struct room *room, uint32_t i, fs_pos2 at)
{
    fs_aabb2 near = { fs_pos2_make(fs_sat64_sub(at.x, 16), fs_sat64_sub(at.y, 16)),
                      fs_pos2_make(fs_sat64_add(at.x, 16), fs_sat64_add(at.y, 16)) };
    return (room->gen[i] & 1u) != 0 && fs_aabb2_contains((fs_aabb2){ room->low[i], room->high[i] }, near);
}

/* The rows on a segment: those of the oracle, and all that the segment's own points lie in. */
static void compare_ray(struct room *room, const struct fs__broadphase *b, const struct fs__broadphase *oracle,
                        test_rng *r, int sort)
{
    uint32_t rows[MOST], right[MOST];
    fs_pos2 from = fs_pos2_make(place(r, sort), place(r, sort)), to = fs_pos2_make(place(r, sort), place(r, sort));
    uint32_t n = fs__broadphase_ray(oracle, &room->boxes, from, to, right, MOST);
    SAME(fs__broadphase_ray(b, &room->boxes, from, to, rows, MOST), n);
    HOLDS(memcmp(rows, right, n * sizeof *rows) == 0);
    for (int k = 0; k <= 8; k++) {
        fs_pos2 at = fs_pos2_make(from.x / 8 * (8 - k) + to.x / 8 * k, from.y / 8 * (8 - k) + to.y / 8 * k);
        for (uint32_t i = 0; i < MOST; i++)
            if (well_inside(room, i, at))
                HOLDS(has(rows, n, i));
    }
}

static void compare_all(struct room *room, test_rng *r, int sort)
{
    struct fs__broadphase *oracle = fs__broadphase_open(FS__BROADPHASE_BRUTE_FORCE,
                                                        room->memory[FS__BROADPHASE_BRUTE_FORCE], MOST);
    for (unsigned k = 0; k < FS__BROADPHASE_KINDS; k++) {
        struct fs__broadphase *b = fs__broadphase_open((fs__broadphase_kind)k, room->memory[k], MOST);
        fs__broadphase_update(b, &room->boxes);
        compare_pairs(room, b);
        for (int i = 0; i < 4; i++) {
            compare_query(room, b, r, sort);
            compare_ray(room, b, oracle, r, sort);
        }
    }
}

/* --- tests ------------------------------------------------------------------------------------- */

START_TEST(every_structure_gives_the_pairs_of_two_loops)
{
    struct room *room = open_room();
    test_rng r = { (uint64_t)_i + 1 };
    for (int round = 0; round < 40; round++) {
        change(room, &r, _i, round % 8 == 0 ? 4 : 40);
        compare_all(room, &r, _i);
    }
    close_room(room);
}
END_TEST

/* What the memory holds: noise, another room's structure, or the right one with one byte changed. */
START_TEST(whatever_the_memory_holds)
{
    struct room *room = open_room(), *other = open_room();
    test_rng r = { 77 };
    change(room, &r, 2, 4);
    change(other, &r, 2, 4);
    for (int round = 0; round < 300; round++) {
        change(room, &r, 2, 60);
        change(other, &r, 2, 60);
        struct room *turn = round % 3 == 0 ? other : room;
        uint8_t *bytes = room->memory[FS__BROADPHASE_TREE];
        for (uint64_t k = test_bits(&r) % 4; k-- > 0;)
            bytes[test_bits(&r) % (room->size[FS__BROADPHASE_TREE] / 3)] = (uint8_t)test_bits(&r);
        if (round % 50 == 49)
            for (size_t i = 0; i < room->size[FS__BROADPHASE_TREE]; i++)
                bytes[i] = (uint8_t)test_bits(&r);
        struct fs__broadphase *b = fs__broadphase_open(FS__BROADPHASE_TREE, bytes, MOST);
        fs__broadphase_update(b, &turn->boxes);
        compare_pairs(turn, b);
        compare_query(turn, b, &r, 2);
    }
    close_room(room);
    close_room(other);
}
END_TEST

/* Boxes in a row, each containing the ones before: insertion order and shape that make trees high. */
START_TEST(nested_and_sorted_boxes)
{
    struct room *room = open_room();
    test_rng r = { 5 };
    for (uint32_t i = 0; i < MOST; i++) {
        int64_t reach = _i == 0 ? (int64_t)1 << (i % 62) : (int64_t)i * FS_POS_ONE;
        room->low[i] = _i == 0 ? fs_pos2_make(-reach, -reach) : fs_pos2_make(reach, 0);
        room->high[i] = _i == 0 ? fs_pos2_make(reach, reach) : fs_pos2_make(reach + FS_POS_ONE, FS_POS_ONE);
        room->gen[i] = 1;
        room->moved[0] = i;
        room->moved_count = 1;
        if (i % 8 == 0)
            compare_all(room, &r, 2);
        struct fs__broadphase *b = fs__broadphase_open(FS__BROADPHASE_TREE, room->memory[FS__BROADPHASE_TREE], MOST);
        fs__broadphase_update(b, &room->boxes);
    }
    for (uint32_t i = 0; i < MOST; i++) /* nested: more pairs than find room at once */
        room->moved[i] = i;
    room->moved_count = MOST;
    compare_all(room, &r, 2);
    close_room(room);
}
END_TEST

START_TEST(nothing_and_one)
{
    struct room *room = open_room();
    test_rng r = { 9 };
    compare_all(room, &r, 1);
    for (int round = 0; round < 4; round++) {
        room->gen[7]++;
        set_box(room, 7, &r, 1);
        room->moved[0] = 7;
        room->moved_count = room->gen[7] & 1u;
        compare_all(room, &r, 1);
    }
    close_room(room);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("broad");
    TCase *tc = tcase_create("broad");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, every_structure_gives_the_pairs_of_two_loops, 0, 3);
    tcase_add_test(tc, whatever_the_memory_holds);
    tcase_add_loop_test(tc, nested_and_sorted_boxes, 0, 2);
    tcase_add_test(tc, nothing_and_one);
    suite_add_tcase(suite, tc);
    return suite;
}
