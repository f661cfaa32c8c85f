/* check_contact_points3.c: the rows of contact_point3: one after another in the order of their contacts, none of them unused, and
 * what a state from elsewhere may say of them. */
#define FS__WORLD3_INTERNAL /* columns of contacts are written */

#include "physics3d/world3_fixture.h"

#include "physics3d/world/world.h"

enum { HZ = 60, BODIES = 120, KINDS = 7 };

/* Bodies of all kinds above a floor. */
static struct fixture3 open_heap(uint64_t seed, fs_body3 *body)
{
    struct fixture3 t = fixture3_start(HZ);
    fs_rng rng = fs_rng_seed(seed, 3);
    fixture3_floor(&t, fs_pos3_zero());
    for (unsigned i = 0; i < BODIES; i++)
        body[i] = fixture3_any(&t, pos3_of(i % 5 * 1.5, 1.0 + i / 25 * 1.5, i / 5 % 5 * 1.5), i % KINDS, &rng);
    return t;
}

/* The number of points. Each contact's follow those of the one before, with rows of zeros between them at most, which fill
 * *zeros rows. */
static uint32_t walk_points(const struct fs_world3 *w, uint32_t *zeros)
{
    uint32_t end = 0, points = 0;
    for (uint32_t c = 0; c < *w->contact.rows; c++) {
        if (w->contact.count[c] == 0) {
            ck_assert_uint_eq(w->contact.first_point[c], 0);
            continue;
        }
        for (uint32_t i = end; i < w->contact.first_point[c]; i++)
            ck_assert(w->point.id[i] == 0 && w->point.separation[i] == 0 && fs_rel3_is_zero(w->point.arm[i]) &&
                      fs_vel3_is_zero(w->point.impulse[i]));
        ck_assert_uint_ge(w->contact.first_point[c], end);
        end = w->contact.first_point[c] + w->contact.count[c];
        points += w->contact.count[c];
    }
    ck_assert_uint_le(end, *w->point.rows);
    *zeros = *w->point.rows - points;
    return points;
}

START_TEST(points_stand_in_the_order_of_contacts)
{
    fs_body3 body[BODIES];
    struct fixture3 t = open_heap((uint64_t)_i, body);
    uint32_t zeros, most = 0, without = 0;
    for (int tick = 0; tick < 200; tick++) {
        fixture3_step(&t, 1);
        most = fs_max_u32(most, walk_points(&t.w, &zeros));
        ck_assert_uint_eq(zeros, 0);
        for (uint32_t c = 0; c < *t.w.contact.rows; c++)
            without += t.w.contact.count[c] == 0;
        ck_assert(fs_world3_valid(&t.w));
    }
    ck_assert_uint_gt(most, 150);
    ck_assert_uint_gt(without, 300);
    fixture3_end(&t);
}
END_TEST

/* Until a manifold is made anew, here in the next tick. */
START_TEST(contacts_that_end_leave_zeros)
{
    fs_body3 body[BODIES];
    struct fixture3 t = open_heap(5, body);
    uint32_t zeros, left = 0;
    fixture3_step(&t, 200);
    for (unsigned i = 0; i < BODIES; i += 3) {
        ck_assert_int_eq(fs_body3_destroy(&t.w, body[i]), FS_OK);
        (void)walk_points(&t.w, &zeros);
        ck_assert(fs_world3_valid(&t.w));
        left = fs_max_u32(left, zeros);
    }
    ck_assert_uint_gt(left, 20);
    fixture3_step(&t, 1);
    (void)walk_points(&t.w, &zeros);
    ck_assert_uint_eq(zeros, 0);
    fixture3_end(&t);
}
END_TEST

/* A contact with points and its next one in order. */
static void find_two(const struct fs_world3 *w, uint32_t two[2])
{
    unsigned n = 0;
    for (uint32_t c = 0; c < *w->contact.rows && n < 2; c++)
        if (w->contact.count[c] > 0)
            two[n++] = c;
    ck_assert_uint_eq(n, 2);
}

static void refuse(struct fs_world3 *w, uint32_t *first, uint32_t value)
{
    uint32_t before = *first;
    *first = value;
    ck_assert(!fs_world3_valid(w));
    *first = before;
    ck_assert(fs_world3_valid(w));
}

START_TEST(forged_places_are_refused)
{
    fs_body3 body[BODIES];
    struct fixture3 t = open_heap(9, body);
    uint32_t two[2], last = 0, empty = UINT32_MAX;
    fixture3_step(&t, 200);
    find_two(&t.w, two);
    for (uint32_t c = 0; c < *t.w.contact.rows; c++) {
        last = t.w.contact.count[c] > 0 ? c : last;
        empty = t.w.contact.count[c] == 0 ? c : empty;
    }
    uint32_t *first = t.w.contact.first_point;
    refuse(&t.w, &first[two[1]], first[two[0]]);                             /* shared */
    refuse(&t.w, &first[two[0]], first[two[1]] + t.w.contact.count[two[1]]); /* out of order */
    refuse(&t.w, &first[last], *t.w.point.rows);                             /* behind the last row */
    refuse(&t.w, &first[last], UINT32_MAX - 1);                              /* wraps */
    ck_assert_uint_ne(empty, UINT32_MAX);
    refuse(&t.w, &first[empty], 1); /* of no points */
    fixture3_end(&t);
}
END_TEST

/* A free row that says it has points. */
START_TEST(free_rows_have_no_points)
{
    fs_body3 body[BODIES];
    struct fixture3 t = open_heap(11, body);
    uint32_t c = 0;
    fixture3_step(&t, 200);
    for (unsigned i = 0; i < BODIES; i += 2)
        ck_assert_int_eq(fs_body3_destroy(&t.w, body[i]), FS_OK);
    while (fs__world3_row_live(t.w.contact.gen, c))
        c++;
    ck_assert_uint_lt(c, *t.w.contact.rows);
    ck_assert(fs_world3_valid(&t.w));
    t.w.contact.count[c] = 1;
    ck_assert(!fs_world3_valid(&t.w));
    fixture3_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("contact_points3");
    TCase *tc = tcase_create("contact_points3");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, points_stand_in_the_order_of_contacts, 1, 4);
    tcase_add_test(tc, contacts_that_end_leave_zeros);
    tcase_add_test(tc, forged_places_are_refused);
    tcase_add_test(tc, free_rows_have_no_points);
    suite_add_tcase(suite, tc);
    return suite;
}
