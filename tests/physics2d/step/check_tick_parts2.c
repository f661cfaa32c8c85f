/* check_tick_parts2.c: ticks that are divided into parts: into how many, and that a divided tick equals as many ticks of a
 * world of that tick rate.
 */
#define FS__WORLD2_INTERNAL /* columns are written */

#include <math.h>

#include "physics2d/joint_fixture.h"
#include "physics2d/body/body.h"

enum { HZ = 60, MANY = 300 };

static struct fixture2 open_world(uint32_t hz, double contact_hertz, uint32_t flags)
{
    const fs_world2_limits limits = { .bodies = MANY + 2, .shapes = MANY + 2, .joints = 8, .materials = 4 };
    fs_world2_def def = fs_default_world2_def(hz);
    def.contact_hertz = FIX(contact_hertz);
    def.flags = flags;
    return fixture2_start_with(hz, &limits, &def);
}

static const uint32_t awake_flags = FS_WORLD2_CONTINUOUS | FS_WORLD2_WARM_START | FS_WORLD2_CORRECTION |
                                    FS_WORLD2_RECYCLING | FS_WORLD2_SUBDIVISION;

static fs_body2 add_box(struct fixture2 *t, double x, double y, double side)
{
    return fixture2_add_box(t, (fs_pos)llround(x * FS_POS_ONE), (fs_pos)llround(y * FS_POS_ONE), REL(side / 2),
                            REL(side / 2));
}

/* ---- number of parts ---------------------------------------------------------------------------------------------- */

/* Boxes of `side` in a row on the ground, the last with a density of its own. */
static uint32_t parts_of(uint32_t hz, int count, double side, double density)
{
    struct fixture2 t = open_world(hz, 30, fs_default_world2_def(hz).flags);
    fixture2_add_ground(&t);
    for (int i = 0; i < count; i++) {
        fs_body2 body = add_box(&t, 2 * side * (i - count / 2), side / 2, side);
        if (i == count - 1)
            t.w.body.inv_mass[fixture2_row(&t, body)] = fs_scaled_div(t.w.body.inv_mass[fixture2_row(&t, body)],
                                                                      scaled(density));
    }
    uint32_t parts = fs__world2_count_parts(&t.w);
    fixture2_end(&t);
    return parts;
}

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
    struct fixture2 t = open_world(HZ, 30, fs_default_world2_def(HZ).flags);
    fixture2_add_ground(&t);
    add_box(&t, 0, 0.005, 0.01);
    ck_assert_uint_eq(fs__world2_count_parts(&t.w), 4);
    fixture2_step(&t, 2 * HZ);
    ck_assert((t.w.body.flags[1] & FS_BODY2_ASLEEP) != 0);
    ck_assert_uint_eq(fs__world2_count_parts(&t.w), 4);
    static const uint32_t off[] = { FS_WORLD2_PAUSED, FS_WORLD2_POSITIONS_ONLY };
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        *t.w.rules.flags |= (uint16_t)off[i];
        ck_assert_uint_eq(fs__world2_count_parts(&t.w), 1);
        *t.w.rules.flags &= (uint16_t)~off[i];
    }
    *t.w.rules.flags &= (uint16_t)~FS_WORLD2_SUBDIVISION;
    ck_assert_uint_eq(fs__world2_count_parts(&t.w), 1);
    *t.w.rules.flags |= FS_WORLD2_SUBDIVISION;
    fixture2_set_gravity(&t, 0);
    ck_assert_uint_eq(fs__world2_count_parts(&t.w), 1);
    fixture2_end(&t);
}
END_TEST

/* ---- a divided tick ------------------------------------------------------------------------------------------------- */

enum { HEAP = 8 };

/* Boxes of 4 to 7 cm that fall on each other; two of them are hinged. */
static void fill_heap(struct fixture2 *t)
{
    uint32_t seed = 7;
    fs_body2 last = fixture2_add_ground(t);
    for (int i = 0; i < HEAP; i++) {
        seed = seed * 1664525u + 1013904223u;
        fs_body2 body = add_box(t, (i % 4) * 0.06 + (seed >> 20) * 1e-6, 0.1 + i / 4 * 0.08,
                                0.04 + (seed >> 24) * 1e-4);
        if (i % 8 == 7)
            joint_at(t, FS_JOINT2_REVOLUTE, last, body, (i % 4) * 0.06 - 0.03, 0.1 + i / 4 * 0.08);
        last = body;
    }
}

/* A force on the first box, in every tick. */
static void step_pushed(struct fixture2 *t, int ticks)
{
    for (int i = 0; i < ticks; i++) {
        t->w.body.force[1] = fs_wide2_make(WIDE(0.01), 0);
        fixture2_step(t, 1);
    }
}

/* At 60 Hz in two parts as at 120 Hz in one, with contacts twice as stiff: to the bit. */
START_TEST(a_divided_tick_equals_two_ticks)
{
    struct fixture2 divided = open_world(HZ, 30, awake_flags), whole = open_world(2 * HZ, 60, awake_flags);
    fill_heap(&divided);
    fill_heap(&whole);
    ck_assert_uint_eq(fs__world2_count_parts(&divided.w), 2);
    ck_assert_uint_eq(fs__world2_count_parts(&whole.w), 1);
    for (int tick = 0; tick < 2 * HZ; tick++) {
        step_pushed(&divided, 1);
        step_pushed(&whole, 2);
        for (uint32_t row = 0; row <= HEAP; row++) {
            ck_assert_msg(fs_pos2_eq(divided.w.body.pos[row], whole.w.body.pos[row]), "tick %d row %u", tick, row);
            ck_assert_int_eq(divided.w.body.angular_velocity[row], whole.w.body.angular_velocity[row]);
        }
    }
    fixture2_end(&divided);
    fixture2_end(&whole);
}
END_TEST

/* Damping of 0.5 a second takes the same share in divided ticks and in whole ones. */
START_TEST(damping_does_not_depend_on_parts)
{
    fs_vel left[2];
    for (int k = 0; k < 2; k++) {
        struct fixture2 t = open_world(HZ, 30, awake_flags & ~(k == 0 ? FS_WORLD2_SUBDIVISION : 0u));
        fs_body2 body = add_box(&t, 0, 0, 0.01);
        ck_assert_int_eq(fs_body2_set_damping(&t.w, body, FIX(0.5), 0), FS_OK);
        ck_assert_int_eq(fs_body2_set_velocity(&t.w, body, fs_vel2_make(VEL(3), 0), 0), FS_OK);
        ck_assert_uint_eq(fs__world2_count_parts(&t.w), k == 0 ? 1 : 4);
        fixture2_step(&t, 5 * HZ);
        left[k] = t.w.body.vel[fixture2_row(&t, body)].x;
        fixture2_end(&t);
    }
    ck_assert_int_le(abs(left[0] - left[1]), 2);
}
END_TEST

/* A tower of small boxes at rest stays at rest while bodies far away come and go, with which the number of parts
 * changes from 4 to 2 and back. */
START_TEST(towers_stand_while_parts_change)
{
    enum { TOWER = 6, FAR = 140 };
    struct fixture2 t = open_world(HZ, 30, awake_flags);
    fs_body2 tower[TOWER], far[FAR];
    const double side = 0.01;
    fixture2_add_ground(&t);
    for (int i = 0; i < TOWER; i++)
        tower[i] = add_box(&t, 0, side * (i + 0.5), side);
    fixture2_step(&t, 3 * HZ);
    for (int round = 0; round < 4; round++) {
        ck_assert_uint_eq(fs__world2_count_parts(&t.w), round % 2 == 0 ? 4 : 2);
        for (int i = 0; i < FAR; i++)
            if (round % 2 == 0)
                far[i] = add_box(&t, 1 + 2 * side * i, side / 2, side);
            else
                ck_assert_int_eq(fs_body2_destroy(&t.w, far[i]), FS_OK);
        for (int tick = 0; tick < HZ / 2; tick++) {
            fixture2_step(&t, 1);
            for (int i = 0; i < TOWER; i++) {
                fs_vel2 v = t.w.body.vel[fixture2_row(&t, tower[i])];
                ck_assert_msg(abs(v.x) < VEL(0.001) && abs(v.y) < VEL(0.02), "round %d tick %d: %g %g m/s", round, tick,
                              v.x / (double)FS_VEL_ONE, v.y / (double)FS_VEL_ONE);
            }
        }
    }
    fixture2_end(&t);
}
END_TEST

/* ---- events --------------------------------------------------------------------------------------------------------- */

/* The pair of an event as a number. */
static uint64_t pair_of(const fs_event2 *e)
{
    return (uint64_t)e->shape_a.handle.index1 << 32 | e->shape_b.handle.index1;
}

/* Small elastic boxes that hit each other several times a tick: who takes the events in their order never sees a pair begin
 * that touches, nor one end that does not. */
START_TEST(events_of_a_divided_tick_stay_in_order)
{
    enum { MAX_PAIRS = 256 };
    struct fixture2 t = open_world(HZ, 30, awake_flags);
    uint64_t touching[MAX_PAIRS];
    uint32_t count = 0, ends = 0;
    fs_material2_def m = fs_default_material2_def();
    m.restitution = FS_UNIT_ONE / 10 * 9;
    ck_assert_int_eq(fs_material2_set(&t.w, 0, &m), FS_OK);
    *t.w.rules.restitution_threshold = VEL(0.01);
    fixture2_add_ground(&t);
    for (int i = 0; i < 24; i++)
        add_box(&t, (i % 6) * 0.012, 0.02 + i / 6 * 0.012, 0.01);
    for (uint32_t row = 0; row < *t.w.shape.rows; row++)
        t.w.shape.flags[row] |= FS_SHAPE2_CONTACT_EVENTS;
    for (int tick = 0; tick < 5 * HZ; tick++) {
        fixture2_step(&t, 1);
        for (uint32_t i = 0; i < t.w.event_count; i++) {
            const fs_event2 *e = &t.w.events[i];
            uint32_t at = 0;
            while (at < count && touching[at] != pair_of(e))
                at++;
            if (e->kind == FS_EVENT2_BEGIN) {
                ck_assert_msg(at == count && count < MAX_PAIRS, "tick %d: a pair begins twice", tick);
                touching[count++] = pair_of(e);
            } else if (e->kind == FS_EVENT2_END) {
                ck_assert_msg(at < count, "tick %d: a pair ends that does not touch", tick);
                touching[at] = touching[--count];
                ends++;
            }
        }
    }
    ck_assert_uint_gt(ends, 50);
    fixture2_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("tick_parts2");
    TCase *tc = tcase_create("tick_parts2");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, small_and_loaded_bodies_divide_the_tick);
    tcase_add_test(tc, rules_decide_over_parts);
    tcase_add_test(tc, a_divided_tick_equals_two_ticks);
    tcase_add_test(tc, damping_does_not_depend_on_parts);
    tcase_add_test(tc, towers_stand_while_parts_change);
    tcase_add_test(tc, events_of_a_divided_tick_stay_in_order);
    suite_add_tcase(suite, tc);
    return suite;
}
