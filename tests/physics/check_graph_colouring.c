/* check_graph_colouring.c: no movable body is twice in a colour, and blocks hold every row. */
#include "support/check_main.h"
#include "physics/graph_colouring.h"

enum { BODIES = 200, ROWS = 900, KINDS = 3, LANES = 8 };

struct row {
    uint32_t a, b, kind, group;
};

static uint32_t draw(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 16) % below;
}

/* Rows between random bodies, of which every seventh is immovable; body 1 has more rows than there are colours. */
static void colour_rows(struct fs__colouring *c, uint32_t *used, struct row *rows, uint32_t seed)
{
    for (uint32_t i = 0; i < BODIES; i++)
        used[i] = i % 7 == 0 ? FS__COLOURING_IMMOVABLE : 0;
    fs__colouring_begin(c, used, KINDS);
    for (uint32_t i = 0; i < ROWS; i++) {
        rows[i].a = i % 20 == 0 ? 1 : draw(&seed, BODIES);
        rows[i].b = (rows[i].a + 1 + draw(&seed, BODIES - 1)) % BODIES;
        rows[i].kind = draw(&seed, KINDS);
        rows[i].group = fs__colouring_add(c, rows[i].a, rows[i].b, rows[i].kind);
    }
}

START_TEST(a_movable_body_is_once_in_a_colour)
{
    static struct row rows[ROWS];
    struct fs__colouring c;
    uint32_t used[BODIES], size[FS__COLOURING_MAX_GROUPS] = { 0 }, seen[BODIES] = { 0 };
    colour_rows(&c, used, rows, 5);
    for (uint32_t i = 0; i < ROWS; i++) {
        size[rows[i].group]++;
        if (rows[i].group == c.overflow)
            continue;
        ck_assert_uint_eq(rows[i].group % KINDS, rows[i].kind);
        for (int end = 0; end < 2; end++) {
            uint32_t body = end == 0 ? rows[i].a : rows[i].b, bit = 1u << rows[i].group / KINDS;
            ck_assert(body % 7 == 0 || (seen[body] & bit) == 0);
            seen[body] |= bit;
        }
    }
    ck_assert_uint_gt(size[c.overflow], 0);
    for (uint32_t group = 0; group <= c.overflow; group++)
        ck_assert_uint_eq(size[group], c.size[group]);
}
END_TEST

START_TEST(blocks_hold_every_row)
{
    static struct row rows[ROWS];
    struct fs__colouring c;
    uint32_t used[BODIES];
    colour_rows(&c, used, rows, 9);
    uint32_t blocks = fs__colouring_lay_out_blocks(&c, LANES);
    ck_assert_uint_eq(c.first[c.overflow + 1], blocks);
    ck_assert_uint_le(blocks, fs__colouring_max_blocks(ROWS, KINDS, LANES));
    for (uint32_t group = 0; group <= c.overflow; group++) {
        uint32_t lanes = (c.first[group + 1] - c.first[group]) * LANES;
        ck_assert(lanes >= c.size[group] && lanes < c.size[group] + LANES);
    }
}
END_TEST

/* Movable pairs take the lowest free colour, pairs with the ground the highest. */
START_TEST(the_ground_is_last)
{
    struct fs__colouring c;
    uint32_t used[3] = { FS__COLOURING_IMMOVABLE, 0, 0 };
    fs__colouring_begin(&c, used, 1);
    ck_assert_uint_eq(fs__colouring_add(&c, 1, 2, 0), 0);
    ck_assert_uint_eq(fs__colouring_add(&c, 2, 1, 0), 1);
    ck_assert_uint_eq(fs__colouring_add(&c, 0, 1, 0), FS__COLOURING_COLOURS - 1);
    ck_assert_uint_eq(fs__colouring_add(&c, 2, 0, 0), FS__COLOURING_COLOURS - 1);
    ck_assert_uint_eq(used[0], FS__COLOURING_IMMOVABLE);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("graph_colouring");
    TCase *tc = tcase_create("graph_colouring");
    tcase_add_test(tc, a_movable_body_is_once_in_a_colour);
    tcase_add_test(tc, blocks_hold_every_row);
    tcase_add_test(tc, the_ground_is_last);
    suite_add_tcase(suite, tc);
    return suite;
}
