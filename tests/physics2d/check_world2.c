/* check_world2.c: the 2D world as a state: results depend on the state only, decoded states are validated, and random
 * sequences of calls leave a valid world. */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include "support/parallel_tasks.h"
#include "physics2d/world2_chaos.h"

enum { MOST = 24 };

static const fs_world2_limits small = { .bodies = MOST, .shapes = 40, .contacts = 60, .joints = 8, .materials = 4 };

static struct fixture2 start(void)
{
    fs_world2_def def = fs_default_world2_def(60);
    return fixture2_start_with(60, &small, &def);
}

/* ---- tests ------------------------------------------------------------------------------------------------------ */

/* Rules of many worlds. */
static fs_world2_def rules_of(int i)
{
    static const uint32_t hz[] = { 60, 20, 120, 60, 30, 60 };
    fs_world2_def def = fs_default_world2_def(60);
    static const uint32_t off[] = {
        0, FS_WORLD2_SLEEP, FS_WORLD2_CONTINUOUS, FS_WORLD2_WARM_START, FS_WORLD2_CORRECTION, FS_WORLD2_RECYCLING
    };
    def.hz = hz[i % 6];
    def.flags &= ~off[i % 6];
    def.friction_combine = def.restitution_combine = (fs_combine2)(i % FS_COMBINE2_COUNT);
    def.substeps = i == 1 ? 16 : i == 2 ? 1 : def.substeps;
    def.max_speed = i == 3 ? 512 * FS_VEL_ONE : def.max_speed;
    def.max_angular_speed = i == 3 ? 512 * FS_VEL_ONE : def.max_angular_speed;
    return def;
}

/* Every kind of joint was made, and every call gave every result it can give. */
static void assert_all_calls_covered(const struct chaos *c, int ticks)
{
    for (int kind = FS_JOINT2_DISTANCE; kind < FS_JOINT2_KINDS; kind++)
        ck_assert_msg(c->made_joint[kind] > 0, "no joint of kind %d in %d ticks", kind, ticks);
    ck_assert_uint_gt(c->refused, 100);
    ck_assert_uint_gt(c->stale, 10);
    ck_assert_uint_gt(c->full, 10);
    ck_assert_uint_gt(c->degenerate, 10);
}

/* All events have room: what happens by calls between two steps counts too. */
START_TEST(random_calls_leave_a_valid_world)
{
    fs_world2_def def = rules_of(_i);
    struct fixture2 t = fixture2_start_with(def.hz, &small, &def);
    struct chaos chaos = chaos_make(7 + (uint64_t)_i);
    int ticks = getenv("FIXSTEP_LONG") != NULL ? 100000 : 6000;
    fixture2_add_ground(&t);
    for (int i = 0; i < ticks; i++) {
        chaos_tick(&chaos, &t);
        fixture2_step(&t, 1);
        ck_assert_uint_eq(t.w.events_lost, 0);
        if (i % 16 == 0)
            ck_assert_msg(fs_world2_valid(&t.w), "tick %d", i);
    }
    assert_all_calls_covered(&chaos, ticks);
    fixture2_end(&t);
}
END_TEST

/* One world keeps its scratch and runs the scalar kernel; the other gets its scratch filled with random bytes before every
 * tick, every tick is run twice, with the fastest kernel, and it goes through its canonical bytes now and then. */
START_TEST(nothing_outside_the_state_counts)
{
    struct fixture2 a = start(), b = start();
    struct chaos chaos = chaos_make(8);
    size_t block = fs_state_block_size(b.state), most = 1 << 20;
    void *kept = malloc(block), *bytes = malloc(most);
    a.w.kernel = 1;
    fixture2_add_ground(&a);
    fixture2_add_ground(&b);
    for (int i = 0; i < 1500; i++) {
        struct chaos same = chaos;
        chaos_tick(&chaos, &a);
        chaos_tick(&same, &b);
        fs_state_store(b.state, kept);
        for (int twice = 0; twice < 2; twice++) {
            fs_state_fetch(b.state, kept);
            memset(b.scratch.bytes, 0x5A + i + twice, b.scratch.size);
            fs_world2_bind(b.state, fixture2_T_physics2, &b.scratch, &b.w);
            fixture2_step(&b, 1);
            if (twice == 0)
                fixture2_step(&a, 1);
            ck_assert_uint_eq(fs_state_hash(a.state), fs_state_hash(b.state));
        }
        if (i % 50 != 0)
            continue;
        size_t size = fs_state_encode(b.state, bytes, most);
        ck_assert_uint_gt(size, 0);
        ck_assert_int_eq(fs_state_decode(b.state, bytes, size), FS_OK);
        ck_assert(fs_world2_valid(&b.w));
    }
    free(kept);
    free(bytes);
    fixture2_end(&a);
    fixture2_end(&b);
}
END_TEST

/* A heap that is large enough for threads, and calls into it. */
static struct fixture2 make_heap(void)
{
    const fs_world2_limits limits = { .bodies = 500, .shapes = 600, .contacts = 4000, .joints = 60, .materials = 4 };
    fs_world2_def def = fs_default_world2_def(60);
    struct fixture2 t = fixture2_start_with(60, &limits, &def);
    fixture2_add_ground(&t);
    for (int i = 0; i < 400; i++)
        fixture2_add_box(&t, (i % 20 - 10) * FS_POS_ONE * 9 / 8 + i / 20 % 2 * FS_POS_ONE / 2,
                         (2 * (i / 20) + 1) * FS_POS_ONE / 2, FS_REL_ONE / 2, FS_REL_ONE / 2);
    return t;
}

START_TEST(calls_on_threads_give_the_same_bits)
{
    struct parallel_tasks share;
    struct fixture2 a = make_heap(), b = make_heap();
    struct chaos chaos = chaos_make(10);
    int ticks = getenv("FIXSTEP_LONG") != NULL ? 4000 : 120;
    parallel_start(&share, 4);
    a.w.kernel = 1;
    b.w.tasks = &share.tasks;
    for (int i = 0; i < ticks; i++) {
        struct chaos same = chaos;
        chaos_tick(&chaos, &a);
        chaos_tick(&same, &b);
        fixture2_step(&a, 1);
        fixture2_step(&b, 1);
        ck_assert_uint_eq(fs_state_hash(a.state), fs_state_hash(b.state));
    }
    ck_assert_uint_ge(share.jobs, 100);
    parallel_stop(&share);
    fixture2_end(&a);
    fixture2_end(&b);
}
END_TEST

/* Bytes of a running world with a few bits flipped: every state that is accepted as valid can be stepped. */
START_TEST(corrupt_states_are_refused_or_steppable)
{
    struct fixture2 t = start(), u = start();
    struct chaos chaos = chaos_make(9);
    size_t most = 1 << 20;
    uint8_t *bytes = malloc(most);
    unsigned accepted = 0, refused = 0;
    fixture2_add_ground(&t);
    for (int i = 0; i < 4000; i++) {
        chaos_tick(&chaos, &t);
        fixture2_step(&t, 1);
        size_t size = fs_state_encode(t.state, bytes, most);
        for (uint32_t k = 0; k <= chaos_below(&chaos, 4); k++) {
            uint32_t bit = chaos_below(&chaos, 8);
            bytes[8 + chaos_below(&chaos, (uint32_t)size - 8)] ^= (uint8_t)(1u << bit);
        }
        if (fs_state_decode(u.state, bytes, size) != FS_OK || !fs_world2_valid(&u.w)) {
            refused++;
            continue;
        }
        fixture2_step(&u, 3);
        accepted++;
    }
    ck_assert_uint_gt(accepted, 500);
    ck_assert_uint_gt(refused, 500);
    free(bytes);
    fixture2_end(&t);
    fixture2_end(&u);
}
END_TEST

START_TEST(rules_out_of_range_are_refused)
{
    struct fixture2 t = start();
    fs_state_destroy(t.state);
    uint32_t rows[fixture2_T_COUNT] = { 1 };
    fs_world2_capacities(&small, rows + fixture2_T_physics2);
    ck_assert_int_eq(fs_state_create(&fixture2_schema, rows, &t.state), FS_OK);
    fs_world2_bind(t.state, fixture2_T_physics2, NULL, &t.w);
    *t.w.world.hz = 60;
    const fs_world2_def good = fs_default_world2_def(60);
    fs_world2_def bad[7] = { good, good, good, good, good, good, good };
    bad[0].substeps = 0;
    bad[1].substeps = 17;
    bad[2].max_speed = 0;
    bad[3].max_angular_speed = 513 * FS_VEL_ONE;
    bad[4].friction_combine = FS_COMBINE2_COUNT;
    bad[5].contact_hertz = 0;
    bad[6].flags = 1u << 12;
    for (int i = 0; i < 7; i++) {
        ck_assert_int_eq(fs_world2_init(&t.w, &bad[i]), FS_E_ARGUMENT);
        ck_assert_str_ne(fs_world2_error(&t.w), "");
        ck_assert_uint_eq(*t.w.rules.rows, 0);
        ck_assert(!fs_world2_valid(&t.w));
    }
    ck_assert_int_eq(fs_world2_init(&t.w, &good), FS_OK);
    ck_assert(fs_world2_valid(&t.w));
    fixture2_end(&t);
}
END_TEST

/* 2 kg at 3 m up, 4 m/s: 60 J + 16 J; momentum 8 kg m/s. */
START_TEST(sums_over_bodies)
{
    struct fixture2 t = start();
    fs_body2 box = fixture2_add_box(&t, 0, 3 * FS_POS_ONE, FS_REL_ONE, FS_REL_ONE / 2);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, box, fs_vel2_make(4 * FS_VEL_ONE, 0), 0), FS_OK);
    ck_assert_int_eq(fs_world2_kinetic_energy(&t.w), 16 * FS_WIDE_ONE);
    ck_assert_int_eq(fs_world2_energy(&t.w), 76 * FS_WIDE_ONE);
    ck_assert_int_eq(fs_world2_momentum(&t.w).x, 8 * FS_WIDE_ONE);
    /* 2 kg (4 + 1)/12 m^2 turning at 12 rad/s: 60 J. */
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, box, fs_vel2_zero(), 12 * FS_VEL_ONE), FS_OK);
    ck_assert_int_le(fs_abs64(fs_world2_kinetic_energy(&t.w) - 60 * FS_WIDE_ONE), 1000);
    fixture2_end(&t);
}
END_TEST

START_TEST(a_paused_world_moves_nothing)
{
    struct fixture2 t = start();
    fs_body2 box = fixture2_add_box(&t, 0, 3 * FS_POS_ONE, FS_REL_ONE, FS_REL_ONE);
    *t.w.rules.flags |= FS_WORLD2_PAUSED;
    ck_assert_int_eq(fs_body2_apply_force(&t.w, box, fs_wide2_make(FS_WIDE_ONE, 0)), FS_OK);
    fixture2_step(&t, 100);
    uint32_t row = fixture2_row(&t, box);
    ck_assert_int_eq(t.w.body.pos[row].y, 3 * FS_POS_ONE);
    ck_assert_int_eq(t.w.body.vel[row].y, 0);
    ck_assert_int_eq(t.w.body.force[row].x, 0);
    *t.w.rules.flags &= (uint16_t)~FS_WORLD2_PAUSED;
    fixture2_step(&t, 1);
    ck_assert_int_lt(t.w.body.pos[row].y, 3 * FS_POS_ONE);
    fixture2_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("world2");
    TCase *tc = tcase_create("world2");
    tcase_set_timeout(tc, 600);
    tcase_add_loop_test(tc, random_calls_leave_a_valid_world, 0, 6);
    tcase_add_test(tc, nothing_outside_the_state_counts);
    tcase_add_test(tc, calls_on_threads_give_the_same_bits);
    tcase_add_test(tc, corrupt_states_are_refused_or_steppable);
    tcase_add_test(tc, rules_out_of_range_are_refused);
    tcase_add_test(tc, sums_over_bodies);
    tcase_add_test(tc, a_paused_world_moves_nothing);
    suite_add_tcase(suite, tc);
    return suite;
}
