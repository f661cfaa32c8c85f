/* check_island_batches2.c: islands of a large world are solved in packs, and nobody can tell.
 *
 * The scene: fourteen towers whose boxes were made level by level, so that rows of one island lie between those of others;
 * a wall, and two towers on one moving plank, islands larger than the smallest pack; discs in free flight, some
 * faster than the world allows, and bullets at the towers.
 */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include "physics2d/world/world.h"
#include "support/parallel_tasks.h"
#include "physics2d/world2_fixture.h"

enum { TOWERS = 14, LEVELS = 20, WALL = 6, FIRST_BOX = 2, TICKS = 100, SHARED = 50 };

static fs_pos at(int centimetres)
{
    return centimetres * FS_POS_ONE / 100;
}

static void add_towers(struct fixture2 *t)
{
    for (int level = 0; level < LEVELS; level++)
        for (int i = 0; i < TOWERS; i++)
            fixture2_add_box(t, at(200 * i - 1400), at(50 + 100 * level), FS_REL_ONE / 2, FS_REL_ONE / 2);
}

static void add_wall(struct fixture2 *t)
{
    for (int level = 0; level < WALL; level++)
        for (int i = 0; i < WALL; i++)
            fixture2_add_box(t, at(1200 + 51 * i), at(25 + 50 * level), FS_REL_ONE / 4, FS_REL_ONE / 4);
}

/* 5 m wide, 20 m up, at 1 m/s to the right; its row is far from those of what it carries. */
static void add_plank(struct fixture2 *t)
{
    fs_geometry2 plank = fixture2_box_geometry(5 * FS_REL_ONE / 2, FS_REL_ONE / 10);
    fs_body2 body = fixture2_add_body(t, FS_BODY2_KINEMATIC, 0, at(2000), &plank);
    ck_assert_int_eq(fs_body2_set_velocity(&t->w, body, fs_vel2_make(FS_VEL_ONE, 0), 0), FS_OK);
}

static void add_load(struct fixture2 *t)
{
    for (int level = 0; level < LEVELS; level++)
        for (int side = -1; side <= 1; side += 2)
            fixture2_add_box(t, at(150 * side), at(2035 + 50 * level), FS_REL_ONE / 4, FS_REL_ONE / 4);
}

static void add_discs(struct fixture2 *t)
{
    for (int i = 0; i < 10; i++) {
        fs_body2 disc = fixture2_add_disc(t, -14 + 3 * i, i < 5 ? 60 : 4, FS_REL_ONE / 5);
        int64_t speed = i < 5 ? *t->w.rules.max_speed : 60 * FS_VEL_ONE;
        ck_assert_int_eq(fs_body2_set_velocity(&t->w, disc, fs_vel2_make((fs_vel)(i % 2 == 0 ? speed : -speed), 0), 0),
                         FS_OK);
        ck_assert_int_eq(fs_body2_set_flags(&t->w, disc, i < 5 ? 0 : FS_BODY2_BULLET, 0), FS_OK);
    }
}

static struct fixture2 scene(uint32_t pack, const fs_tasks *tasks)
{
    const fs_world2_limits limits = { .bodies = 512, .shapes = 512, .contacts = 5000, .joints = 1, .materials = 2 };
    fs_world2_def def = fs_default_world2_def(60);
    struct fixture2 t = fixture2_start_with(60, &limits, &def);
    fixture2_add_ground(&t);
    add_plank(&t);
    add_towers(&t);
    add_wall(&t);
    add_discs(&t);
    add_load(&t);
    t.w.batch_contacts = pack;
    t.w.tasks = tasks;
    return t;
}

/* ---- what a tick makes of it ----------------------------------------------------------------------------------- */

static struct fs__world2_tick lists_of(struct fixture2 *t)
{
    struct fs__world2_tick tick = { .w = &t->w, .arena = t->w.scratch->arena };
    t->w.scratch->broadphase_synced = false;
    fs__contact2_update_pairs(&tick);
    fs__body2_take_snapshots(&tick);
    fs__contact2_list_active(&tick);
    fs__contact2_renew_stale(&tick);
    fs__island2_build_batches(&tick);
    return tick;
}

/* The first mover of the pack's contacts that is not one of the pack's; 0: none. */
static uint32_t stranger(const struct fs__world2_tick *t, uint32_t k)
{
    const struct fs__island_batch *p = &t->batch[k];
    for (uint32_t i = p[0].contact; i < p[1].contact; i++) {
        uint32_t c = t->contact[t->batch_order[i]];
        uint32_t ends[2] = { t->w->contact.shape_a[c], t->w->contact.shape_b[c] };
        for (int e = 0; e < 2; e++) {
            uint32_t m = t->solver_index[t->w->shape.body[ends[e]]];
            if (m != FS__SOLVER2_STATIC_BODY && (m < p[0].solver_body || m >= p[1].solver_body))
                return m;
        }
    }
    return 0;
}

static void check_order(const struct fs__world2_tick *t)
{
    uint8_t *met = calloc(t->contact_count + 1, 1);
    ck_assert(met != NULL);
    for (uint32_t k = 0; k < t->batch_count; k++)
        for (uint32_t i = t->batch[k].contact; i < t->batch[k + 1].contact; i++) {
            ck_assert_uint_lt(t->batch_order[i], t->contact_count);
            ck_assert_uint_eq(met[t->batch_order[i]]++, 0);
            ck_assert(i == t->batch[k].contact || t->batch_order[i] > t->batch_order[i - 1]);
        }
    free(met);
    ck_assert_uint_eq(t->batch[0].contact, 0);
    ck_assert_uint_eq(t->batch[t->batch_count].contact, t->contact_count);
}

static void check_movers(const struct fs__world2_tick *t)
{
    uint32_t awake = 0;
    for (uint32_t i = 0; i < *t->w->body.rows; i++) {
        uint32_t m = t->solver_index[i];
        ck_assert_uint_eq(m != FS__SOLVER2_STATIC_BODY, t->snapshot[i].awake == 1);
        ck_assert(m == FS__SOLVER2_STATIC_BODY || t->body_row[m] == i);
        awake += m != FS__SOLVER2_STATIC_BODY;
    }
    ck_assert_uint_eq(t->solver_body_count, awake + 1);
    ck_assert_uint_eq(t->batch[0].solver_body, 1);
    ck_assert_uint_eq(t->batch[t->batch_count].solver_body, t->solver_body_count);
}

START_TEST(packs_keep_islands_whole)
{
    struct fixture2 t = scene(FS__ISLAND_MIN_BATCH_CONTACTS, NULL);
    fixture2_step(&t, 20);
    struct fs__world2_tick tick = lists_of(&t);
    check_order(&tick);
    check_movers(&tick);
    uint32_t large = 0;
    for (uint32_t k = 0; k < tick.batch_count; k++) {
        uint32_t size = tick.batch[k + 1].contact - tick.batch[k].contact;
        ck_assert_uint_eq(stranger(&tick, k), 0);
        large += size > FS__ISLAND_MIN_BATCH_CONTACTS;
        if (k > 0)
            ck_assert_uint_gt(size + tick.batch[k].contact - tick.batch[k - 1].contact, FS__ISLAND_MIN_BATCH_CONTACTS);
    }
    ck_assert_uint_eq(large, 2); /* the wall, the plank */
    ck_assert_uint_ge(tick.batch_count, 3);
    fixture2_end(&t);
}
END_TEST

START_TEST(small_worlds_and_joints_are_one_pack)
{
    struct fixture2 t = scene(0, NULL);
    fixture2_step(&t, 1);
    ck_assert_uint_eq(lists_of(&t).batch_count, 1);
    t.w.batch_contacts = FS__ISLAND_MIN_BATCH_CONTACTS;
    ck_assert_uint_gt(lists_of(&t).batch_count, 1);
    fs_joint2_def def = fs_default_joint2_def(FS_JOINT2_REVOLUTE);
    def.body_a = fs_body2_at(&t.w, FIRST_BOX);
    def.body_b = fs_body2_at(&t.w, FIRST_BOX + TOWERS);
    fs_joint2 joint;
    ck_assert_int_eq(fs_joint2_create(&t.w, &def, &joint), FS_OK);
    struct fs__world2_tick tick = lists_of(&t);
    ck_assert_uint_eq(tick.batch_count, 1);
    check_order(&tick);
    check_movers(&tick);
    fixture2_end(&t);
}
END_TEST

/* ---- what comes of it ------------------------------------------------------------------------------------------ */

struct outcome {
    uint64_t root;
    uint32_t events, limited;
};

static struct outcome play(uint32_t pack, struct parallel_tasks *share)
{
    struct fixture2 t = scene(pack, share != NULL ? &share->tasks : NULL);
    struct outcome o = { 0, 0, 0 };
    for (int i = 0; i < TICKS; i++) {
        fixture2_step(&t, 1);
        o.root = o.root * 31 + fs_state_hash(t.state);
        for (uint32_t e = 0; e < t.w.event_count; e++)
            o.events = o.events * 31 + (uint32_t)t.w.events[e].kind * 7 + t.w.events[e].shape_a.handle.index1;
    }
    o.limited = *t.w.rules.limited;
    fixture2_end(&t);
    return o;
}

START_TEST(packs_change_nothing)
{
    static const uint32_t packs[] = { 0, FS__ISLAND_MIN_BATCH_CONTACTS, 100, 300 }, workers[] = { 1, 2, 4 };
    struct outcome expected = play(UINT32_MAX, NULL);
    ck_assert_uint_gt(expected.limited, 0);
    for (int p = 0; p < 4; p++)
        for (int i = 0; i < 3; i++) {
            struct parallel_tasks share;
            parallel_start(&share, workers[i]);
            struct outcome o = play(packs[p], &share);
            ck_assert_msg(o.root == expected.root, "packs of %u on %u threads differ", packs[p], workers[i]);
            ck_assert_uint_eq(o.events, expected.events);
            ck_assert_uint_eq(o.limited, expected.limited);
            ck_assert_uint_ge(share.jobs, workers[i] > 1 ? SHARED : 0);
            parallel_stop(&share);
        }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("packs2");
    TCase *tc = tcase_create("packs");
    tcase_set_timeout(tc, 300);
    tcase_add_test(tc, packs_keep_islands_whole);
    tcase_add_test(tc, small_worlds_and_joints_are_one_pack);
    tcase_add_test(tc, packs_change_nothing);
    suite_add_tcase(suite, tc);
    return suite;
}
