/* create_rules.h: what worlds of both dimensions refuse to create, and what they do where the table of contacts is full and where
 * their state is overwritten.
 *
 * Template: included by check_create2.c and check_create3.c after dimension.h, which first define
 *   create_ball(w, body, radius), create_floor(w, body): shapes on a body; the floor is 1 m high and 100 m to each side.
 */
#ifndef FS_TEST_CREATE_RULES_H
#define FS_TEST_CREATE_RULES_H

#include <stdlib.h>

#include "support/check_main.h"

#define METRES(n) ((n)*FS_POS_ONE)

static inline fs_posN at_metres(int64_t x, int64_t y)
{
    const int64_t axis[3] = { METRES(x), METRES(y), 0 };
    return fs__posN_from_axes(axis);
}

/* The call is refused with this sentence, and no bit of the state changes. */
#define REFUSES(w, call, sentence)                              \
    do {                                                        \
        uint64_t before = fs_state_hash(fs_worldN_state(w));    \
        ck_assert_int_eq(call, FS_E_ARGUMENT);                  \
        ck_assert_str_eq(fs_worldN_error(w), sentence);         \
        ck_assert(fs_state_hash(fs_worldN_state(w)) == before); \
    } while (0)

/* ---- definitions ----------------------------------------------------------------------------------------------------- */

static const char *why(const fs_worldN_limits *limits, const fs_worldN_def *def)
{
    static char text[128];
    fs_worldN *w = (fs_worldN *)(uintptr_t)8;
    ck_assert_int_eq(fs_worldN_check(limits, def, text, sizeof text), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_worldN_check(limits, def, NULL, 0), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_worldN_create(limits, def, &w), FS_E_ARGUMENT);
    ck_assert_ptr_null(w);
    return text;
}

/* A member of the default definition set to a value that is refused. */
#define BAD_DEF(member, bad, sentence)                 \
    do {                                               \
        fs_worldN_def def = fs_default_worldN_def(60); \
        def.member = bad;                              \
        ck_assert_str_eq(why(NULL, &def), sentence);   \
    } while (0)

START_TEST(every_member_of_a_definition_is_named)
{
    BAD_DEF(gravity.x, 1025 * FS_WIDE_ONE, "gravity.x 1025 is out of range -1024..1024");
    BAD_DEF(gravity.y, -1025 * FS_WIDE_ONE, "gravity.y -1025 is out of range -1024..1024");
#if FS__DIMENSION == 3
    BAD_DEF(gravity.z, FS_WIDE_MAX, "gravity.z 2147483648 is out of range -1024..1024");
#endif
    BAD_DEF(max_speed, 513 * FS_VEL_ONE, "max_speed 513 is out of range 0.000000477..512");
    BAD_DEF(max_angular_speed, 0, "max_angular_speed 0 is out of range 0.000000477..512");
    BAD_DEF(restitution_threshold, -FS_VEL_ONE, "restitution_threshold -1 is out of range 0..1023.999999523");
    BAD_DEF(max_push_out_speed, -FS_VEL_ONE, "max_push_out_speed -1 is out of range 0..512");
    BAD_DEF(sleep_speed, -FS_VEL_ONE, "sleep_speed -1 is out of range 0..1023.999999523");
    BAD_DEF(sleep_ticks, 0, "sleep_ticks 0 is out of range 1..65534");
    BAD_DEF(substeps, 17, "substeps 17 is out of range 1..16");
    BAD_DEF(flags, 256, "flags 256 is out of range 0..255");
    BAD_DEF(restitution_combine, FS_COMBINEN_COUNT, "restitution_combine 6 is out of range 0..5");
    BAD_DEF(friction_combine, FS_COMBINEN_COUNT, "friction_combine 6 is out of range 0..5");
    BAD_DEF(contact_hertz, 0, "contact_hertz 0 is out of range 0.000015259..1000");
    BAD_DEF(contact_damping_ratio, 101 * FS_FIX16_ONE, "contact_damping_ratio 101 is out of range 0..100");
    BAD_DEF(joint_hertz, 1001 * FS_FIX16_ONE, "joint_hertz 1001 is out of range 0.000015259..1000");
    BAD_DEF(joint_damping_ratio, -FS_FIX16_ONE, "joint_damping_ratio -1 is out of range 0..100");
    BAD_DEF(hz, 0, "hz 0 is out of range 1..1000");
}
END_TEST

/* ---- a full table of contacts ------------------------------------------------------------------------------------------ */

static void step_many(fs_worldN *w, int ticks)
{
    for (int i = 0; i < ticks; i++)
        fs_worldN_step(w);
}

/* A row of balls, 3 m apart. */
static void add_balls(fs_worldN *w, int count, int64_t height, fs_pos radius)
{
    fs_bodyN_def def = fs_default_bodyN_def();
    fs_bodyN ball;
    for (int i = 0; i < count; i++) {
        def.pos = at_metres(3 * i, height);
        ck_assert_int_eq(fs_bodyN_create(w, &def, &ball), FS_OK);
        ck_assert_int_eq(create_ball(w, ball, radius), FS_OK);
    }
}

/* 20 balls fall on a floor that has room for `contacts` of them (0, the default: for all); returns how often a pair found no row. */
static uint32_t drop_balls(uint32_t contacts, uint32_t structure, uint64_t *hash)
{
    const fs_worldN_limits limits = { .bodies = 32, .shapes = 32, .contacts = contacts };
    fs_bodyN_def def = fs_default_bodyN_def();
    fs_bodyN floor;
    fs_worldN *w;
    ck_assert_int_eq(fs_worldN_create(&limits, NULL, &w), FS_OK);
    ck_assert_int_eq(fs_worldN_set_broad_phase(w, structure), FS_OK);
    def.type = FS_BODYN_STATIC;
    ck_assert_int_eq(fs_bodyN_create(w, &def, &floor), FS_OK);
    ck_assert_int_eq(create_floor(w, floor), FS_OK);
    add_balls(w, 20, 2, FS_POS_ONE / 2);
    step_many(w, 60);
    uint32_t lost = *w->rules.contacts_lost, fallen = 0;
    for (uint32_t i = 0; i < *w->body.rows; i++)
        fallen += w->body.type[i] == FS_BODYN_DYNAMIC && w->body.pos[i].y < -METRES(1);
    ck_assert_uint_eq(fallen, contacts > 0 && contacts < 20 ? 20 - contacts : 0);
    ck_assert(fs_worldN_valid(w));
    *hash = fs_state_hash(fs_worldN_state(w));
    fs_worldN_destroy(w);
    return lost;
}

/* 15 of 20 balls fall through; each of them is counted in every tick in which it is near the floor, whatever finds the pairs. */
START_TEST(a_full_table_of_contacts_is_counted)
{
    uint64_t hash[2];
    ck_assert_uint_eq(drop_balls(20, 0, &hash[0]), 0);
    ck_assert_uint_eq(drop_balls(0, 0, &hash[0]), 0);
    uint32_t lost = drop_balls(5, 0, &hash[0]);
    ck_assert_uint_ge(lost, 15);
    ck_assert_uint_eq(lost % 15, 0);
    for (uint32_t structure = 1; structure <= 15; structure++) {
        ck_assert_uint_eq(drop_balls(5, structure, &hash[1]), lost);
        ck_assert(hash[0] == hash[1]);
    }
}
END_TEST

/* ---- a state that was overwritten -------------------------------------------------------------------------------------- */

/* Shapes at a height of y m, of 40 balls in a row. */
static uint32_t balls_at(const fs_worldN *w, int y)
{
    uint32_t met = 0;
    for (int i = 0; i < 40; i++)
        met += fs_queryN_point(w, at_metres(3 * i, y), fs_default_filterN(), NULL, 0);
    return met;
}

/* Queries right after a snapshot came back answer from it, not from what was there before. */
START_TEST(queries_see_a_rollback)
{
    fs_worldN *w;
    ck_assert_int_eq(fs_worldN_create(NULL, NULL, &w), FS_OK);
    fs_state *state = fs_worldN_state(w);
    void *snapshot = malloc(fs_state_block_size(state));
    ck_assert_ptr_nonnull(snapshot);
    add_balls(w, 40, 0, FS_POS_ONE);
    step_many(w, 1);
    ck_assert_uint_eq(balls_at(w, 0), 40);
    fs_state_store(state, snapshot);
    step_many(w, 180);
    ck_assert_uint_eq(balls_at(w, -46), 40);
    fs_state_fetch(state, snapshot);
    ck_assert_uint_eq(balls_at(w, 0), 40);
    ck_assert_uint_eq(balls_at(w, -46), 0);
    step_many(w, 180);
    ck_assert_uint_eq(balls_at(w, -46), 40);
    free(snapshot);
    fs_worldN_destroy(w);
}
END_TEST

#endif
