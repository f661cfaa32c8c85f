/* check_contact_rows3.c: rows of chapters 13 and 15 in whole worlds: assemblies of primitives, offsets of primitives, a full table
 * of contacts, forces between two blocks.
 */
#include "physics3d/world3_fixture.h"

#include "physics3d/world/world.h"
#include "support/parallel_tasks.h"

enum { HZ = 60 };

static fs_result add_sphere(struct fixture3 *t, fs_body3 body, double x, double radius)
{
    return fs_shape3_create_sphere(&t->w, body, NULL, pos3_of(x, 0, 0), pos_of(radius), NULL);
}

/* 13.2: a dumb-bell of two spheres on the ground has two contacts, one of each sphere; spheres of one body that overlap have
 * none with each other. */
START_TEST(a_dumb_bell_has_two_contacts)
{
    for (int overlapping = 0; overlapping < 2; overlapping++) {
        struct fixture3 t = fixture3_start(HZ);
        fixture3_floor(&t, fs_pos3_zero());
        fs_body3 bell = fixture3_body(&t, FS_BODY3_DYNAMIC, pos3_of(0, 0.25, 0));
        double apart = overlapping != 0 ? 0.1 : 0.75;
        ck_assert_int_eq(add_sphere(&t, bell, -apart, 0.25), FS_OK);
        ck_assert_int_eq(add_sphere(&t, bell, apart, 0.25), FS_OK);
        fixture3_step(&t, 30);
        uint32_t row = fixture3_row(&t, bell), contacts = 0;
        for (uint32_t c = 0; c < *t.w.contact.rows; c++) {
            if ((t.w.contact.gen[c] & 1u) == 0)
                continue;
            ck_assert_uint_eq(t.w.shape.body[t.w.contact.shape_a[c]], 0);
            ck_assert_uint_eq(t.w.shape.body[t.w.contact.shape_b[c]], row);
            ck_assert_uint_eq(t.w.contact.count[c], 1);
            contacts++;
        }
        ck_assert_uint_eq(contacts, 2);
        fixture3_end(&t);
    }
}
END_TEST

/* The dumb-bell's mass is at its spheres: its centre is that of a small and a large one, not the body's origin. */
START_TEST(an_assembly_has_its_own_centre)
{
    struct fixture3 t = fixture3_start(HZ);
    fs_body3 bell = fixture3_body(&t, FS_BODY3_DYNAMIC, pos3_of(0, 1, 0));
    ck_assert_int_eq(add_sphere(&t, bell, 0, 0.5), FS_OK);
    ck_assert_int_eq(add_sphere(&t, bell, 0.9, 0.25), FS_OK);
    ck_assert_double_eq_tol(metres(t.w.body.pos[fixture3_row(&t, bell)].x), 0.9 / 9, 1e-7);
    fixture3_end(&t);
}
END_TEST

/* 13.3: a box at an offset in its body moves as a body that is shifted by the offset, to the bit, through falls and hits. */
START_TEST(an_offset_box_equals_a_shifted_body)
{
    struct fixture3 t = fixture3_start(HZ), u = fixture3_start(HZ);
    fs_rng rng = fs_rng_seed(5, 1);
    uint32_t points = 0;
    fixture3_floor(&t, fs_pos3_zero());
    fixture3_floor(&u, fs_pos3_zero());
    for (int i = 0; i < 8; i++) {
        fs_pos3 at = pos3_of(0.25 * i, 1 + 1.25 * i, 0.125 * i), offset = pos3_of(1.5, -0.75, 0.5 * i);
        fs_quat rot = fixture3_random_rotation(&rng);
        fs_body3 shifted = fixture3_body(&t, FS_BODY3_DYNAMIC, at);
        fs_body3 held = fixture3_body(&u, FS_BODY3_DYNAMIC, fs_pos3_sub(at, offset));
        const fs_pos3 half = pos3_of(0.5, 0.375, 0.25);
        ck_assert_int_eq(fs_shape3_create_box_at(&t.w, shifted, NULL, half, fs_pos3_zero(), rot, NULL), FS_OK);
        ck_assert_int_eq(fs_shape3_create_box_at(&u.w, held, NULL, half, offset, rot, NULL), FS_OK);
    }
    for (int tick = 0; tick < 3 * HZ; tick++) {
        fixture3_step(&t, 1);
        fixture3_step(&u, 1);
        for (uint32_t row = 1; row < *t.w.body.rows; row++) {
            ck_assert_msg(fs_pos3_eq(t.w.body.pos[row], u.w.body.pos[row]), "tick %d, body %u", tick, row);
            ck_assert_mem_eq(&t.w.body.rot[row], &u.w.body.rot[row], sizeof(fs_quat));
        }
        for (uint32_t c = 0; c < *t.w.contact.rows; c++)
            points += t.w.contact.count[c];
    }
    ck_assert_uint_gt(points, 1000);
    fixture3_end(&t);
    fixture3_end(&u);
}
END_TEST

/* A heap with room for 24 contacts alone. `way`: 0 plain, 1 dropped scratch, 2 and 3 on 2 and 4 threads, 4 scalar. */
static uint64_t play_full(int way)
{
    const fs_world3_limits limits = { .bodies = 64, .shapes = 64, .contacts = 24, .materials = 2, .hulls = 4 };
    fs_world3_def def = fs_default_world3_def(HZ);
    struct fixture3 t = fixture3_start_with(HZ, &limits, &def);
    struct parallel_tasks threads;
    uint64_t hash = 0;
    uint32_t full = 0;
    fixture3_heap(&t, fs_pos3_zero(), 40);
    if (way == 2 || way == 3)
        parallel_start(&threads, way == 2 ? 2 : 4);
    if (way == 4)
        ck_assert_int_eq(fs_world3_set_kernel(&t.w, 1), FS_OK);
    for (uint32_t tick = 0; tick < 2 * HZ; tick++) {
        uint32_t live = 0;
        if (way == 1)
            fixture3_drop_scratch(&t, tick + 1);
        if (way == 2 || way == 3)
            fs_world3_set_tasks(&t.w, &threads.tasks);
        fixture3_step(&t, 1);
        ck_assert(fs_world3_valid(&t.w));
        for (uint32_t c = 0; c < *t.w.contact.rows; c++)
            live += t.w.contact.gen[c] & 1u;
        full += live == 24;
        hash = hash * 31 + fs_state_hash(t.state);
    }
    ck_assert_uint_gt(full, HZ);
    if (way == 2 || way == 3)
        parallel_stop(&threads);
    fixture3_end(&t);
    return hash;
}

/* 13.11: what finds no room in the table of contacts is the same on every machine. */
START_TEST(a_full_table_drops_the_same_contacts_everywhere)
{
    uint64_t plain = play_full(0);
    for (int way = 1; way <= 4; way++)
        ck_assert_msg(play_full(way) == plain, "way %d differs", way);
}
END_TEST

/* N s that the contact of two shapes gave in the last tick, with the mass (kg) of the pair. */
static double impulse_of(const struct fs_world3 *w, uint32_t c, double pair_mass)
{
    double sum = 0;
    for (unsigned i = 0; i < w->contact.count[c]; i++)
        sum += (double)w->point.impulse[w->contact.first_point[c] + i].x / FS_VEL_ONE;
    return sum * *w->rules.substeps * pair_mass;
}

/* 15.17: two blocks of 1 kg at 10 m/s^2, at rest after a second: in the next one the ground gives 20 N s and the lower block
 * 10 N s within 1 %, whatever the length of a tick. */
START_TEST(two_blocks_press_with_their_weights)
{
    static const uint32_t rates[] = { 30, 60, 120 };
    struct fixture3 t = fixture3_start(rates[_i]);
    double ground = 0, lower = 0;
    (void)fs_world3_set_flags(&t.w, 0, FS_WORLD3_SLEEP);
    fixture3_floor(&t, fs_pos3_zero());
    for (int i = 0; i < 2; i++)
        fixture3_box(&t, FS_BODY3_DYNAMIC, pos3_of(0, 0.5 + i + 0.05 * (i + 1), 0), 0.5, 0.5, 0.5);
    fixture3_step(&t, (int)rates[_i]);
    for (uint32_t tick = 0; tick < rates[_i]; tick++) {
        fixture3_step(&t, 1);
        for (uint32_t c = 0; c < *t.w.contact.rows; c++) {
            bool floor = t.w.shape.body[t.w.contact.shape_a[c]] == 0;
            if ((t.w.contact.gen[c] & 1u) != 0)
                *(floor ? &ground : &lower) += impulse_of(&t.w, c, floor ? 1 : 0.5);
        }
    }
    ck_assert_msg(fabs(ground - 20) <= 0.2, "the ground gives %g N s", ground);
    ck_assert_msg(fabs(lower - 10) <= 0.1, "the lower block gives %g N s", lower);
    fixture3_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("contact_rows3");
    TCase *tc = tcase_create("contact_rows3");
    suite_add_tcase(suite, tc);
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, a_dumb_bell_has_two_contacts);
    tcase_add_test(tc, an_assembly_has_its_own_centre);
    tcase_add_test(tc, an_offset_box_equals_a_shifted_body);
    tcase_add_test(tc, a_full_table_drops_the_same_contacts_everywhere);
    tcase_add_loop_test(tc, two_blocks_press_with_their_weights, 0, 3);
    return suite;
}
