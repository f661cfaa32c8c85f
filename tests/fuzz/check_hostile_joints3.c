/* check_hostile_joints3.c: 3D worlds of joints of every kind under random calls: anchors, limits, motors, springs and breaking
 * strains at the ends of their ranges, rods and plates, 0.01 kg beside 100 t, bodies that change their type, mass and locks,
 * stale handles, full tables. Three worlds play alike, on one thread, on two, and on four with a snapshot in between.
 *
 * Asserted in every tick: the worlds are valid and equal, bodies go no farther than their speed limit allows. In the last
 * quarter of every phase nothing is called, so that bodies may fall asleep.
 * FIXSTEP_LONG in the environment: 100,000 ticks. FS_HOSTILE_SEED sets the seed.
 */
#define FS__WORLD3_INTERNAL /* the columns are read */

#include <stdlib.h>

#include "fuzz/joint3_chaos.h"
#include "support/brief.h"
#include "support/parallel_tasks.h"

enum { TICKS = 512, LONG_TICKS = 100000, PHASE = 256, BUSY = 192, WORLDS = 3, FAR = 300, LENT = 5 };
static const fs_world3_limits limits = { .bodies = 96, .shapes = 120, .contacts = 600, .joints = 90, .hulls = 1 };

static uint64_t first_seed(void)
{
    const char *text = getenv("FS_HOSTILE_SEED");
    return text != NULL ? strtoull(text, NULL, 10) : 21;
}

static int tick_count(void)
{
    return getenv("FIXSTEP_LONG") != NULL ? LONG_TICKS : play_brief() ? PHASE : TICKS;
}

/* No body goes farther in a tick than 512 m/s per axis, or than a point of another body that turns, within 28 m of its axis, and
 * carries it along; those of a tree of joints may also be moved to their anchors (the farthest here: 41 m in a tick). */
static void step_within_limits(struct fixture3 *t, int tick)
{
    static fs_pos3 before[96];
    static bool joined[96];
    uint32_t rows = *t->w.body.rows;
    for (uint32_t row = 0; row < rows; row++) {
        before[row] = t->w.body.pos[row];
        joined[row] = t->w.body.first_joint[row] != 0;
    }
    fixture3_step(t, 1);
    for (uint32_t row = 0; row < rows; row++) {
        fs_pos3 d = fs_pos3_sub(t->w.body.pos[row], before[row]);
        double most = fmax(fmax(fabs(metres(d.x)), fabs(metres(d.y))), fabs(metres(d.z)));
        ck_assert_msg(most <= 512.0 / 60 + 1e-6 + (joined[row] ? 1000 : 2 * 28), "body %u went %g m in tick %d", row,
                      most, tick);
    }
    for (uint32_t e = 0; e < t->w.event_count; e++)
        ck_assert_int_le(t->w.events[e].kind, FS_EVENT3_WAKE);
}

/* The state leaves as bytes and comes back; what is in scratch is lost. */
static void take_snapshot(struct fixture3 *t, uint64_t tick)
{
    size_t most = 4u << 20, size;
    void *bytes = malloc(most);
    ck_assert_ptr_nonnull(bytes);
    size = fs_state_encode(t->state, bytes, most);
    ck_assert_uint_gt(size, 0);
    ck_assert_int_eq(fs_state_decode(t->state, bytes, size), FS_OK);
    fixture3_drop_scratch(t, tick);
    free(bytes);
}

static void start_worlds(struct fixture3 t[WORLDS], struct parallel_tasks threads[WORLDS])
{
    fs_world3_def def = fs_default_world3_def(60);
    for (int i = 0; i < WORLDS; i++) {
        t[i] = fixture3_start_with(60, &limits, &def);
        fixture3_floor(&t[i], pos3_of(0, -6, 0));
        if (i > 0)
            parallel_start(&threads[i], i == 1 ? 2 : 4);
    }
    ck_assert_int_eq(fs_world3_set_kernel(&t[0].w, 1), FS_OK);
}

static void step_worlds(struct fixture3 t[WORLDS], const struct chaos3 *before, struct chaos3 *chaos, int tick)
{
    const fs_wide3 down = fs_wide3_make(0, -10 * FS_WIDE_ONE, 0);
    for (int i = 0; i < WORLDS; i++) {
        *chaos = *before;
        if (tick % PHASE == 0)
            (void)fs_world3_set_gravity(&t[i].w, down);
        if (tick % PHASE == BUSY)
            chaos3_stop(&t[i]);
        while (tick % PHASE < BUSY && chaos3_below(chaos, 8) < 7)
            chaos3_random_call(chaos, &t[i]);
        ck_assert_msg(fs_world3_valid(&t[i].w), "tick %d: calls", tick);
        step_within_limits(&t[i], tick);
        chaos->broken += fixture3_count_events(&t[i], FS_EVENT3_JOINT_BREAK);
        ck_assert_msg(fs_world3_valid(&t[i].w), "tick %d: step", tick);
    }
    for (int i = 1; i < WORLDS; i++)
        ck_assert_msg(fs_state_hash(t[0].state) == fs_state_hash(t[i].state), "tick %d: world %d differs", tick, i);
}

START_TEST(joints_of_every_kind_bear_anything)
{
    struct fixture3 t[WORLDS];
    struct parallel_tasks threads[WORLDS];
    struct chaos3 chaos = { .rng = fs_rng_seed(first_seed(), 31) };
    int ticks = tick_count();
    start_worlds(t, threads);
    for (int tick = 0; tick < ticks; tick++) {
        const struct chaos3 before = chaos;
        for (int i = 1; i < WORLDS; i++)
            fs_world3_set_tasks(&t[i].w, tick % LENT == 0 ? &threads[i].tasks : NULL);
        step_worlds(t, &before, &chaos, tick);
        if (tick % 61 == 60)
            take_snapshot(&t[2], (uint64_t)tick);
    }
    for (int kind = FS_JOINT3_BALL; kind < FS_JOINT3_KINDS; kind++)
        ck_assert_msg(chaos.made[kind] > 0, "no joint of kind %d", kind);
    ck_assert(chaos.refused > 100 && chaos.stale > 10 && chaos.full > 10 && chaos.degenerate > 10 && chaos.broken > 0);
    for (int i = 0; i < WORLDS; i++) {
        fixture3_end(&t[i]);
        if (i > 0)
            parallel_stop(&threads[i]);
    }
    ck_assert_uint_gt(threads[1].jobs, 0);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("hostile_joints3");
    TCase *tc = tcase_create("hostile_joints3");
    suite_add_tcase(suite, tc);
    tcase_set_timeout(tc, 600);
    tcase_add_test(tc, joints_of_every_kind_bear_anything);
    return suite;
}
