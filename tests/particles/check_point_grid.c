/* check_point_grid.c: neighbours from the grid against testing every pair.
 *
 * The order is part of the contract: pairs must come as two nested loops give them.
 */
#include "particles/contact/point_grid.h"

#include <stdlib.h>
#include <string.h>

#include "support/check_main.h"
#include "num/num_util.h"
#include "num/random_vectors.h"

enum { MOST = 400, MOST_PAIRS = MOST * MOST / 2 };

struct room {
    fs_pos3 pos[MOST];
    uint32_t count;
    void *memory;
    struct fs__point_grid grid;
    fs__point_pair found[MOST_PAIRS], expected[MOST_PAIRS];
};

static struct room *open_room(void)
{
    struct room *room = calloc(1, sizeof *room);
    ck_assert(room != NULL);
    room->memory = malloc(fs__point_grid_size(MOST));
    return room;
}

static void close_room(struct room *room)
{
    free(room->memory);
    free(room);
}

static void build(struct room *room, fs_pos radius)
{
    fs_arena arena = fs_arena_make(room->memory, fs__point_grid_size(room->count));
    ck_assert(fs__point_grid_build(&room->grid, &arena, room->pos, room->count, radius));
}

/* Exactly, in 128 bits of differences that may need 65. */
static bool near(fs_pos3 a, fs_pos3 b, fs_pos radius)
{
    return fs_pos3_dist_sq_cmp(a, b, radius) <= 0;
}

static uint32_t brute(struct room *room, fs_pos radius)
{
    uint32_t n = 0;
    for (uint32_t a = 0; a < room->count; a++)
        for (uint32_t b = a + 1; b < room->count; b++)
            if (near(room->pos[a], room->pos[b], radius))
                room->expected[n++] = (fs__point_pair){ a, b };
    return n;
}

static void compare(struct room *room, fs_pos radius)
{
    build(room, radius);
    uint32_t expected = brute(room, room->grid.radius);
    uint64_t found = fs__point_grid_pairs(&room->grid, room->found, MOST_PAIRS);
    ck_assert_uint_eq(found, expected);
    ck_assert(memcmp(room->found, room->expected, expected * sizeof(fs__point_pair)) == 0);
}

/* Scales from all in one cell to all alone; clustered, on a lattice, in a plane. */
START_TEST(pairs_are_those_of_two_loops)
{
    struct room *room = open_room();
    test_rng r = { (uint64_t)_i + 1 };
    for (int round = 0; round < 60; round++) {
        unsigned shift = (unsigned)(test_bits(&r) % 40) + 12;
        unsigned cut = (unsigned)(test_bits(&r) % 44) + 20;
        fs_pos radius = (fs_pos)(test_bits(&r) >> cut);
        bool lattice = round % 3 == 0, plane = round % 4 == 0;
        room->count = (uint32_t)(test_bits(&r) % (MOST + 1));
        for (uint32_t i = 0; i < room->count; i++) {
            fs_pos3 p = test_pos3(&r, shift);
            if (lattice)
                p = fs_pos3_make(p.x % 5 * radius, p.y % 5 * (radius / 2), p.z % 5);
            if (plane)
                p.z = 0;
            room->pos[i] = p;
        }
        compare(room, radius);
    }
    close_room(room);
}
END_TEST

/* Cells at the ends of the format, the smallest and the largest radius. */
START_TEST(space_has_no_border)
{
    static const fs_pos edges[] = { FS_POS_MIN, FS_POS_MIN + 1, -FS_POS_ONE,    -1,        0,
                                    1,          FS_POS_ONE,     FS_POS_MAX - 1, FS_POS_MAX };
    static const fs_pos radii[] = { FS_POS_MIN, -1, 0, 1, 2, 3, FS_POS_ONE, INT64_C(1) << 62, FS_POS_MAX };
    struct room *room = open_room();
    test_rng r = { 5 };
    room->count = 300;
    for (uint32_t i = 0; i < room->count; i++) {
        uint64_t bits = test_bits(&r);
        room->pos[i] = fs_pos3_make(edges[bits % 9], edges[bits / 9 % 9], edges[bits / 81 % 9]);
    }
    for (int k = 0; k < 9; k++)
        compare(room, radii[k]);
    close_room(room);
}
END_TEST

/* At most the radius: the border belongs to it, one step more does not. */
START_TEST(the_radius_is_inside)
{
    struct room *room = open_room();
    room->count = 3;
    room->pos[1] = fs_pos3_make(3 * FS_POS_ONE, 4 * FS_POS_ONE, 0);
    room->pos[2] = fs_pos3_make(-3 * FS_POS_ONE, 0, 4 * FS_POS_ONE + 1);
    build(room, 5 * FS_POS_ONE);
    ck_assert_uint_eq(fs__point_grid_pairs(&room->grid, room->found, MOST_PAIRS), 1);
    ck_assert(room->found[0].first == 0 && room->found[0].second == 1);
    close_room(room);
}
END_TEST

/* Too small a list keeps the first pairs and tells how many there are. */
START_TEST(a_full_list_keeps_the_first)
{
    struct room *room = open_room();
    room->count = 100;
    build(room, 0);
    memset(room->found, 0xFF, sizeof room->found);
    ck_assert_uint_eq(fs__point_grid_pairs(&room->grid, room->found, 7), 4950);
    for (uint32_t i = 0; i < 7; i++)
        ck_assert(room->found[i].first == 0 && room->found[i].second == i + 1);
    ck_assert(room->found[7].first == UINT32_MAX);
    close_room(room);
}
END_TEST

START_TEST(a_place_finds_its_neighbours)
{
    struct room *room = open_room();
    test_rng r = { 8 };
    room->count = MOST;
    for (uint32_t i = 0; i < room->count; i++)
        room->pos[i] = test_pos3(&r, 29);
    build(room, 2 * FS_POS_ONE);
    for (int k = 0; k < 50; k++) {
        fs_pos3 place = test_pos3(&r, 30);
        uint32_t found = fs__point_grid_query(&room->grid, place), n = 0;
        for (uint32_t i = 0; i < room->count; i++)
            if (near(place, room->pos[i], 2 * FS_POS_ONE)) {
                ck_assert_uint_lt(n, found);
                ck_assert_uint_eq(room->grid.near[n++], i);
            }
        ck_assert_uint_eq(n, found);
    }
    close_room(room);
}
END_TEST

START_TEST(too_small_an_arena_is_told)
{
    struct room *room = open_room();
    room->count = MOST;
    size_t size = fs__point_grid_size(MOST);
    for (size_t less = 200; less <= size; less += 191) {
        fs_arena arena = fs_arena_make(room->memory, size - less), before = arena;
        ck_assert(!fs__point_grid_build(&room->grid, &arena, room->pos, room->count, 5));
        ck_assert(arena.next == before.next && arena.left == before.left);
    }
    room->count = 0;
    build(room, 5);
    ck_assert_uint_eq(fs__point_grid_pairs(&room->grid, room->found, 1), 0);
    close_room(room);
}
END_TEST

/* Arenas: aligned, nothing taken where it does not fit, any start. */
START_TEST(arenas)
{
    uint8_t bytes[1024];
    for (unsigned start = 0; start < 70; start++) {
        fs_arena arena = fs_arena_make(bytes + start, 3 * FS_ARENA_BYTES(100));
        for (int k = 0; k < 3; k++) {
            uint8_t *taken = fs_arena_take(&arena, 100);
            ck_assert(taken != NULL && (uintptr_t)taken % FS_ARENA_ALIGN == 0);
        }
        fs_arena before = arena;
        ck_assert(fs_arena_take(&arena, 1000) == NULL && fs_arena_take(&arena, SIZE_MAX) == NULL);
        ck_assert(arena.next == before.next && arena.left == before.left);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("grid");
    TCase *tc = tcase_create("grid");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, pairs_are_those_of_two_loops, 0, 4);
    tcase_add_test(tc, space_has_no_border);
    tcase_add_test(tc, the_radius_is_inside);
    tcase_add_test(tc, a_full_list_keeps_the_first);
    tcase_add_test(tc, a_place_finds_its_neighbours);
    tcase_add_test(tc, too_small_an_arena_is_told);
    tcase_add_test(tc, arenas);
    suite_add_tcase(suite, tc);
    return suite;
}
