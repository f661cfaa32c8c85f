/* check_tick_parts3.c: ticks in space that are divided into parts: into how many, and that a divided tick equals as many ticks of
 * a world of that tick rate.
 */
#include "physics3d/step/parts3_fixture.h"

enum { HZ = 60, MANY = 300 };

/* ---- number of parts ---------------------------------------------------------------------------------------------- */

/* Cubes of `side` in a row on the ground, the last with a density of its own. */
static uint32_t parts_of(uint32_t hz, int count, double side, double density)
{
    struct fixture3 t = parts3_open(hz, MANY + 2, 0);
    fixture3_floor(&t, fs_pos3_zero());
    for (int i = 0; i < count; i++) {
        fs_body3 body = parts3_cube(&t, 2 * side * (i - count / 2), side / 2, 0, side);
        if (i == count - 1)
            parts3_set_mass(&t, body, density);
    }
    uint32_t parts = fs__world3_count_parts(&t.w);
    fixture3_end(&t);
    return parts;
}

/* As squares of the same side in the plane: check_tick_parts2.c. */
START_TEST(small_and_loaded_bodies_divide_the_tick)
{
    static const struct {
        uint32_t hz;
        int count;
        double side, density;
        uint32_t parts;
    } row[] = {
        { 60, 1, 1, 1, 1 },      { 60, 1, 0.2, 1, 1 },   { 60, 1, 0.1, 1, 2 },    { 60, 1, 0.05, 1, 2 },
        { 60, 1, 0.01, 1, 4 },   { 120, 1, 0.05, 1, 1 }, { 120, 1, 0.01, 1, 2 },  { 240, 1, 0.01, 1, 1 },
        { 60, 10, 0.5, 1, 1 },   { 60, 10, 0.2, 1, 2 },  { 60, 60, 0.5, 1, 4 },   { 60, 5, 0.5, 50, 4 },
        { 60, 2, 1, 1e6, 4 },    { 60, 128, 0.1, 1, 4 }, { 60, 129, 0.1, 1, 2 },  { 60, 256, 0.01, 1, 2 },
        { 60, 257, 0.01, 1, 1 }, { 1000, 2, 1, 1e6, 4 }, { 60, MANY, 0.1, 1, 1 },
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        uint32_t parts = parts_of(row[i].hz, row[i].count, row[i].side, row[i].density);
        ck_assert_msg(parts == row[i].parts, "row %zu: %u parts", i, parts);
    }
}
END_TEST

/* The rules that switch it off; what is asleep counts. */
START_TEST(rules_decide_over_parts)
{
    struct fixture3 t = parts3_open(HZ, 4, 0);
    fixture3_floor(&t, fs_pos3_zero());
    parts3_cube(&t, 0, 0.005, 0, 0.01);
    ck_assert_uint_eq(fs__world3_count_parts(&t.w), 4);
    fixture3_step(&t, 2 * HZ);
    ck_assert((t.w.body.flags[1] & FS_BODY3_ASLEEP) != 0);
    ck_assert_uint_eq(fs__world3_count_parts(&t.w), 4);
    static const uint32_t off[] = { FS_WORLD3_PAUSED, FS_WORLD3_WORST_FIRST };
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        *t.w.rules.flags |= (uint16_t)off[i];
        ck_assert_uint_eq(fs__world3_count_parts(&t.w), 1);
        *t.w.rules.flags &= (uint16_t)~off[i];
    }
    *t.w.rules.flags &= (uint16_t)~FS_WORLD3_SUBDIVISION;
    ck_assert_uint_eq(fs__world3_count_parts(&t.w), 1);
    *t.w.rules.flags |= FS_WORLD3_SUBDIVISION;
    *t.w.rules.gravity = fs_wide3_zero();
    ck_assert_uint_eq(fs__world3_count_parts(&t.w), 1);
    fixture3_end(&t);
}
END_TEST

/* ---- a divided tick ------------------------------------------------------------------------------------------------- */

enum { HEAP = 8 };

static struct fixture3 open_with(uint32_t hz, double contact_hertz, uint32_t off)
{
    struct fixture3 t = parts3_open(hz, MANY, FS_WORLD3_SLEEP | off);
    *t.w.rules.contact_hertz = (fix16_t)lround(contact_hertz * FS_FIX16_ONE);
    return t;
}

/* Cubes of 4 to 6 cm that fall on each other, tumbling; two of them hang together. */
static void fill_heap(struct fixture3 *t)
{
    fs_rng rng = fs_rng_seed(7, 3);
    fs_body3 last = fixture3_floor(t, fs_pos3_zero());
    for (int i = 0; i < HEAP; i++) {
        double x = i % 2 * 0.06, z = i / 2 % 2 * 0.06, y = 0.1 + i / 4 * 0.08;
        fs_body3 body = parts3_cube(t, x + fixture3_uniform(&rng, 0, 0.004), y, z,
                                    0.04 + fixture3_uniform(&rng, 0, 0.02));
        ck_assert_int_eq(fs_body3_set_velocity(&t->w, body, fs_vel3_zero(), fixture3_random_vel(&rng, 3)), FS_OK);
        if (i == HEAP - 1)
            parts3_tie(t, FS_JOINT3_BALL, last, body, pos3_of(x - 0.03, y, z));
        last = body;
    }
}

/* A force on the first cube, in every tick. */
static void step_pushed(struct fixture3 *t, int ticks)
{
    for (int i = 0; i < ticks; i++) {
        t->w.body.force[1] = fs_wide3_make(pos_of(0.0005), 0, 0);
        fixture3_step(t, 1);
    }
}

/* At 60 Hz in two parts as at 120 Hz in one, with contacts twice as stiff: to the bit. */
START_TEST(a_divided_tick_equals_two_ticks)
{
    struct fixture3 divided = open_with(HZ, 30, 0), whole = open_with(2 * HZ, 60, FS_WORLD3_SUBDIVISION);
    fill_heap(&divided);
    fill_heap(&whole);
    ck_assert_uint_eq(fs__world3_count_parts(&divided.w), 2);
    ck_assert_uint_eq(fs__world3_count_parts(&whole.w), 1);
    for (int tick = 0; tick < 2 * HZ; tick++) {
        step_pushed(&divided, 1);
        step_pushed(&whole, 2);
        for (uint32_t row = 0; row <= HEAP; row++) {
            ck_assert_msg(fs_pos3_eq(divided.w.body.pos[row], whole.w.body.pos[row]), "tick %d row %u", tick, row);
            ck_assert_msg(memcmp(&divided.w.body.angular_velocity[row], &whole.w.body.angular_velocity[row],
                                 sizeof(fs_vel3)) == 0,
                          "tick %d row %u", tick, row);
        }
    }
    ck_assert_uint_ge(*divided.w.contact.rows, HEAP);
    fixture3_end(&divided);
    fixture3_end(&whole);
}
END_TEST

/* Damping of 0.5 a second takes the same share in divided ticks and in whole ones. */
START_TEST(damping_does_not_depend_on_parts)
{
    fs_vel left[2], turn[2];
    for (int k = 0; k < 2; k++) {
        struct fixture3 t = open_with(HZ, 30, k == 0 ? FS_WORLD3_SUBDIVISION : 0);
        fs_body3 body = parts3_cube(&t, 0, 0, 0, 0.01);
        ck_assert_int_eq(fs_body3_set_damping(&t.w, body, FS_FIX16_ONE / 2, FS_FIX16_ONE / 2), FS_OK);
        ck_assert_int_eq(
            fs_body3_set_velocity(&t.w, body, fs_vel3_make(3 * FS_VEL_ONE, 0, 0), fs_vel3_make(0, 2 * FS_VEL_ONE, 0)),
            FS_OK);
        ck_assert_uint_eq(fs__world3_count_parts(&t.w), k == 0 ? 1 : 4);
        fixture3_step(&t, 5 * HZ);
        left[k] = t.w.body.vel[0].x;
        turn[k] = t.w.body.angular_velocity[0].y;
        fixture3_end(&t);
    }
    ck_assert_int_le(abs(left[0] - left[1]), 2);
    ck_assert_int_le(abs(turn[0] - turn[1]), 2);
    ck_assert_int_lt(left[0], FS_VEL_ONE / 2);
}
END_TEST

/* A tower of small cubes stands while bodies far away come and go, with which the number of parts changes from 4 to 2 and
 * back: it is not thrown up, and leans little. Measured: 0.012 m/s up, the top sways by 0.27 of a side. */
START_TEST(towers_stand_while_parts_change)
{
    enum { TOWER = 6, FAR = 140 };
    const double side = 0.01;
    struct fixture3 t = open_with(HZ, 30, 0);
    fs_body3 tower[TOWER], far[FAR];
    double most_up = 0, most_lean = 0;
    fixture3_floor(&t, fs_pos3_zero());
    for (int i = 0; i < TOWER; i++)
        tower[i] = parts3_cube(&t, 0, side * (i + 0.5), 0, side);
    fixture3_step(&t, 40 * HZ); /* until it sways no more */
    for (int round = 0; round < 4; round++) {
        ck_assert_uint_eq(fs__world3_count_parts(&t.w), round % 2 == 0 ? 4 : 2);
        for (int i = 0; i < FAR; i++)
            if (round % 2 == 0)
                far[i] = parts3_cube(&t, 1 + 2 * side * i, side / 2, 0, side);
            else
                ck_assert_int_eq(fs_body3_destroy(&t.w, far[i]), FS_OK);
        for (int tick = 0; tick < HZ / 2; tick++) {
            fixture3_step(&t, 1);
            for (int i = 0; i < TOWER; i++) {
                fs_vel3 v = t.w.body.vel[fixture3_row(&t, tower[i])];
                fs_pos3 p = t.w.body.pos[fixture3_row(&t, tower[i])];
                most_lean = fmax(most_lean, hypot(metres(p.x), metres(p.z)) / side);
                most_up = fmax(most_up, fabs(v.y / (double)FS_VEL_ONE));
            }
        }
    }
    print_figure("a tower while parts change: %.2g m/s up, leans by %.2g sides", most_up, most_lean);
    ck_assert_msg(most_lean < 0.4 && most_up < 0.02, "leans by %g sides, %g m/s up", most_lean, most_up);
    fixture3_end(&t);
}
END_TEST

/* A small cube hangs on a ball joint, at rest, beside one that makes the tick have parts: the force of the joint is its weight.
 * Bodies with joints alone divide no tick. */
START_TEST(joints_report_the_weight_in_divided_ticks)
{
    struct fixture3 t = open_with(HZ, 30, 0);
    fs_body3 roof = fixture3_box(&t, FS_BODY3_STATIC, pos3_of(0, 1, 0), 0.1, 0.1, 0.1);
    fs_body3 body = parts3_cube(&t, 0, 0.8, 0, 0.05);
    parts3_tie(&t, FS_JOINT3_BALL, roof, body, pos3_of(0, 0.825, 0));
    ck_assert_uint_eq(fs__world3_count_parts(&t.w), 1);
    fixture3_floor(&t, fs_pos3_zero());
    parts3_cube(&t, 0, 0.005, 0, 0.01);
    ck_assert_uint_eq(fs__world3_count_parts(&t.w), 4);
    fixture3_step(&t, 5 * HZ);
    double weight = 10 * 0.05 * 0.05 * 0.05;
    ck_assert_msg(fabs(metres(t.w.joint.force[0].y) / weight - 1) < 1e-3, "%g N", metres(t.w.joint.force[0].y));
    ck_assert_double_le(fabs(metres(t.w.body.pos[1].y) - 0.8), 1e-4);
    fixture3_end(&t);
}
END_TEST

/* ---- events --------------------------------------------------------------------------------------------------------- */

/* The pair of an event as a number. */
static uint64_t pair_of(const fs_event3 *e)
{
    return (uint64_t)e->shape_a.handle.index1 << 32 | e->shape_b.handle.index1;
}

/* Small elastic cubes that hit each other several times a tick: who takes the events in their order never sees a pair begin
 * that touches, nor one end that does not. */
START_TEST(events_of_a_divided_tick_stay_in_order)
{
    enum { MAX_PAIRS = 512 };
    struct fixture3 t = open_with(HZ, 30, 0);
    uint64_t touching[MAX_PAIRS];
    uint32_t count = 0, ends = 0;
    t.w.material.restitution[0] = FS_UNIT_ONE / 10 * 9;
    *t.w.rules.restitution_threshold = FS_VEL_ONE / 100;
    fixture3_floor(&t, fs_pos3_zero());
    for (int i = 0; i < 24; i++)
        parts3_cube(&t, i % 3 * 0.012, 0.02 + i / 6 * 0.012, i / 3 % 2 * 0.012, 0.01);
    for (uint32_t row = 0; row < *t.w.shape.rows; row++)
        t.w.shape.flags[row] |= FS_SHAPE3_CONTACT_EVENTS;
    for (int tick = 0; tick < 5 * HZ; tick++) {
        fixture3_step(&t, 1);
        for (uint32_t i = 0; i < t.w.event_count; i++) {
            const fs_event3 *e = &t.w.events[i];
            uint32_t at = 0;
            while (at < count && touching[at] != pair_of(e))
                at++;
            if (e->kind == FS_EVENT3_BEGIN) {
                ck_assert_msg(at == count && count < MAX_PAIRS, "tick %d: a pair begins twice", tick);
                touching[count++] = pair_of(e);
            } else if (e->kind == FS_EVENT3_END) {
                ck_assert_msg(at < count, "tick %d: a pair ends that does not touch", tick);
                touching[at] = touching[--count];
                ends++;
            }
        }
    }
    ck_assert_uint_gt(ends, 50);
    fixture3_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("tick_parts3");
    TCase *tc = tcase_create("tick_parts3");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, small_and_loaded_bodies_divide_the_tick);
    tcase_add_test(tc, rules_decide_over_parts);
    tcase_add_test(tc, a_divided_tick_equals_two_ticks);
    tcase_add_test(tc, damping_does_not_depend_on_parts);
    tcase_add_test(tc, towers_stand_while_parts_change);
    tcase_add_test(tc, joints_report_the_weight_in_divided_ticks);
    tcase_add_test(tc, events_of_a_divided_tick_stay_in_order);
    suite_add_tcase(suite, tc);
    return suite;
}
