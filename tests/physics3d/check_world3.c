/* check_world3.c: worlds of bodies in space: free fall, any distance from the origin, equal bits with dropped scratch, from a
 * copy, by every kernel and on several threads; sleep, events, hulls, continuous collision, errors, checks of states.
 */
#include "physics3d/world3_fixture.h"

#include <fixstep/material_pair3.h>

#include "support/parallel_tasks.h"

/* ---- accuracy ------------------------------------------------------------------------------------------------- */

/* v_n = n g h, y_n = -g h^2 n (n + 1) / 2 with h = 1/240 s; 5 m/s^2, because 10 m/s^2 reach the speed limit in 50 s. */
START_TEST(free_fall_follows_the_recurrence)
{
    struct fixture3 t = fixture3_start(60);
    fs_body3 ball = fixture3_ball(&t, pos3_of(0, 0, 0), 0.5);
    ck_assert_int_eq(fs_world3_set_gravity(&t.w, fs_wide3_make(0, -5 * FS_WIDE_ONE, 0)), FS_OK);
    const int ticks = 60 * 60;
    fixture3_step(&t, ticks);
    double n = ticks * 4, h = 1.0 / 240;
    ck_assert(fabs(metres(fs_body3_position(&t.w, ball).y) + 5 * h * h * n * (n + 1) / 2) < 1e-4);
    ck_assert(fabs((double)fs_body3_velocity(&t.w, ball).y / FS_VEL_ONE + 5 * n * h) < 1e-5);
    fixture3_end(&t);
}
END_TEST

/* A pile on a floor of 100 m moves alike to the bit wherever it is. */
START_TEST(distance_from_the_origin_changes_nothing)
{
    struct fixture3 near = fixture3_start(60), far = fixture3_start(60);
    const fs_pos3 offset = fs_pos3_make(1000000 * FS_POS_ONE, -70000 * FS_POS_ONE, -999983 * FS_POS_ONE);
    uint32_t contacts = 0;
    fixture3_heap(&near, fs_pos3_zero(), 40);
    fixture3_heap(&far, offset, 40);
    for (int i = 0; i < 150; i++) {
        fixture3_step(&near, 1);
        fixture3_step(&far, 1);
        for (uint32_t row = 0; row < *near.w.body.rows; row++) {
            ck_assert(fs_pos3_eq(fs_pos3_add(near.w.body.pos[row], offset), far.w.body.pos[row]));
            ck_assert_mem_eq(&near.w.body.rot[row], &far.w.body.rot[row], sizeof(fs_quat));
        }
        for (uint32_t c = 0; c < *near.w.contact.rows; c++)
            contacts += near.w.contact.count[c];
    }
    ck_assert_uint_gt(contacts, 5000);
    fixture3_end(&near);
    fixture3_end(&far);
}
END_TEST

/* ---- the same bits -------------------------------------------------------------------------------------------- */

enum { SAME_TICKS = 120, SAME_BODIES = 70 };

enum way { PLAIN, DROPPED, COPIED, BATCHED, KERNELS, THREADS = KERNELS + 3, WAYS = THREADS + 2 };

/* Hashes of all ticks, in order; false when this machine lacks the kernel. */
static bool play(int way, uint64_t hash[SAME_TICKS])
{
    struct fixture3 t = fixture3_start(60), spare = fixture3_start(60);
    struct parallel_tasks threads;
    uint32_t points = 0;
    bool able = true;
    fixture3_heap(&t, fs_pos3_zero(), SAME_BODIES);
    if (way >= KERNELS && way < THREADS)
        able = fs_world3_set_kernel(&t.w, (uint32_t)(way - KERNELS + 1)) == FS_OK;
    if (way >= THREADS) {
        parallel_start(&threads, way == THREADS ? 2 : 4);
        fs_world3_set_tasks(&t.w, &threads.tasks);
    }
    if (way == BATCHED)
        ck_assert_int_eq(fs_world3_set_batch_contacts(&t.w, 64), FS_OK);
    for (uint32_t i = 0; i < SAME_TICKS && able; i++) {
        if (way == DROPPED)
            fixture3_drop_scratch(&t, i + 1);
        if (way == COPIED && i == SAME_TICKS / 2) {
            ck_assert_int_eq(fs_state_copy(spare.state, t.state), FS_OK);
            fs_world3_bind(spare.state, fixture3_T_physics3, &spare.scratch, &spare.w);
            struct fixture3 old = t;
            t = spare;
            spare = old;
        }
        fixture3_step(&t, 1);
        ck_assert(fs_world3_valid(&t.w));
        hash[i] = fs_state_hash(t.state);
        for (uint32_t c = 0; c < *t.w.contact.rows; c++)
            points += t.w.contact.count[c];
    }
    if (able)
        ck_assert_uint_gt(points, 4000);
    if (way >= THREADS)
        parallel_stop(&threads);
    fixture3_end(&t);
    fixture3_end(&spare);
    return able;
}

START_TEST(every_way_gives_the_same_bits)
{
    static uint64_t plain[SAME_TICKS], other[SAME_TICKS];
    ck_assert(play(PLAIN, plain));
    for (int way = DROPPED; way < WAYS; way++)
        if (play(way, other))
            ck_assert_msg(memcmp(plain, other, sizeof plain) == 0, "way %d differs", way);
}
END_TEST

/* ---- sleep, events -------------------------------------------------------------------------------------------- */

START_TEST(a_heap_falls_asleep_and_stays_so)
{
    struct fixture3 t = fixture3_start(60);
    for (int i = 0; i < 4; i++)
        fixture3_box(&t, FS_BODY3_DYNAMIC, pos3_of(0, 0.5 + i, 0), 0.5, 0.5, 0.5);
    fixture3_floor(&t, fs_pos3_zero());
    fixture3_step(&t, 120);
    for (uint32_t row = 0; row < 4; row++)
        ck_assert((t.w.body.flags[row] & FS_BODY3_ASLEEP) != 0);
    *t.w.world.tick = 0;
    uint64_t before = fs_state_hash(t.state);
    fixture3_step(&t, 50);
    *t.w.world.tick = 0;
    ck_assert(fs_state_hash(t.state) == before);
    fs_body3 ball = fixture3_ball(&t, pos3_of(0, 6, 0), 0.5);
    ck_assert_int_eq(fs_body3_set_velocity(&t.w, ball, fs_vel3_make(0, -10 * FS_VEL_ONE, 0), fs_vel3_zero()), FS_OK);
    uint32_t woken = 0;
    for (int i = 0; i < 30; i++) {
        fixture3_step(&t, 1);
        woken += fixture3_count_events(&t, FS_EVENT3_WAKE);
    }
    ck_assert_uint_eq(woken, 4);
    fixture3_end(&t);
}
END_TEST

/* A ball under a constant force flies between two sleeping balls, which it strikes in one tick: from many distances, because
 * a pair that would nearly touch at the end of a tick has rows of the solver before it touches, and the force makes it
 * touch. A sleeping ball that such a row took for immovable would take momentum away. */
START_TEST(sleeping_bodies_take_their_share_of_an_impact)
{
    for (int k = 0; k < 40; k++) {
        struct fixture3 t = fixture3_start(60);
        ck_assert_int_eq(fs_world3_set_gravity(&t.w, fs_wide3_zero()), FS_OK);
        ck_assert_int_eq(fs_material3_set(&t.w, 0, &(fs_material3_def){ .restitution = FS_UNIT_ONE / 2 }), FS_OK);
        fs_body3 ball = fixture3_ball(&t, pos3_of(0, 0, 1 + k * 0.0025), 0.1);
        for (int side = -1; side <= 1; side += 2)
            ck_assert_int_eq(fs_body3_sleep(&t.w, fixture3_ball(&t, pos3_of(side * 0.12, 0, 0), 0.06)), FS_OK);
        ck_assert_int_eq(fs_body3_set_velocity(&t.w, ball, fs_vel3_make(0, 0, -6 * FS_VEL_ONE), fs_vel3_zero()), FS_OK);
        const fs_wide force = -FS_WIDE_ONE / 16;
        fs_wide before = fs_world3_momentum(&t.w).z + force * 20 / 60, after;
        for (int tick = 0; tick < 20; tick++) {
            ck_assert_int_eq(fs_body3_apply_force(&t.w, ball, fs_wide3_make(0, 0, force)), FS_OK);
            fixture3_step(&t, 1);
        }
        after = fs_world3_momentum(&t.w).z;
        ck_assert(t.w.body.vel[fixture3_row(&t, ball) + 1].z < 0);
        ck_assert_msg(fs_absdiff64(after, before) < fs_uabs64(before) / 100000, "%d: %.6f N s became %.6f", k,
                      metres(before), metres(after));
        fixture3_end(&t);
    }
}
END_TEST

START_TEST(contacts_begin_hit_and_end)
{
    struct fixture3 t = fixture3_start(60);
    fs_shape3_def def = fs_default_shape3_def(), sensor = def;
    fs_body3 ball = fixture3_body(&t, FS_BODY3_DYNAMIC, pos3_of(0, 3, 0));
    fs_body3 zone = fixture3_body(&t, FS_BODY3_STATIC, pos3_of(0, 1.5, 0));
    uint32_t begin = 0, hit = 0, end = 0, in = 0, out = 0;
    fixture3_floor(&t, fs_pos3_zero());
    def.flags = FS_SHAPE3_CONTACT_EVENTS | FS_SHAPE3_HIT_EVENTS;
    def.restitution = FS_UNIT_ONE / 4 * 3;
    sensor.flags = FS_SHAPE3_SENSOR;
    ck_assert_int_eq(fs_shape3_create_sphere(&t.w, ball, &def, fs_pos3_zero(), pos_of(0.25), NULL), FS_OK);
    ck_assert_int_eq(fs_shape3_create_box(&t.w, zone, &sensor, pos3_of(1, 0.25, 1), NULL), FS_OK);
    for (int i = 0; i < 90; i++) {
        fixture3_step(&t, 1);
        begin += fixture3_count_events(&t, FS_EVENT3_BEGIN);
        hit += fixture3_count_events(&t, FS_EVENT3_HIT);
        end += fixture3_count_events(&t, FS_EVENT3_END);
        in += fixture3_count_events(&t, FS_EVENT3_SENSOR_BEGIN);
        out += fixture3_count_events(&t, FS_EVENT3_SENSOR_END);
    }
    ck_assert(begin == 1 && hit == 1 && end == 1 && in == 2 && out >= 1);
    fixture3_end(&t);
}
END_TEST

/* ---- continuous collision -------------------------------------------------------------------------------------- */

/* Many shapes of every kind at 300 m/s (5 m a tick), spinning, against a wall of 2 cm: still, moving, turned. */
enum { STILL_WALL, MOVING_WALL, TURNED_WALL, WALLS, WALL_SEEDS = 200 };

struct wall {
    fs_body3 body;
    double size; /* half of its sides, m */
};

static struct wall make_wall(struct fixture3 *t, int way, fs_rng *rng)
{
    fs_body3_def def = fs_default_body3_def();
    struct wall wall = { .size = way == MOVING_WALL ? 12 : 60 };
    double speed = way == MOVING_WALL ? fixture3_uniform(rng, -100, 20) : 0;
    double turn = way == TURNED_WALL ? fixture3_uniform(rng, -0.25, 0.25) : 0;
    def.type = way == MOVING_WALL ? FS_BODY3_KINEMATIC : FS_BODY3_STATIC;
    def.pos = pos3_of(20.3 - speed / 20, 0, 0);
    def.vel = fs_vel3_make((fs_vel)(speed * FS_VEL_ONE), 0, 0);
    def.rot = fs_quat_normalise(
        fs_quat_make(0, (fs_unit)(turn * FS_UNIT_ONE), (fs_unit)(turn / 2 * FS_UNIT_ONE), FS_UNIT_ONE / 2));
    ck_assert_int_eq(fs_body3_create(&t->w, &def, &wall.body), FS_OK);
    ck_assert_int_eq(fs_shape3_create_box(&t->w, wall.body, NULL, pos3_of(0.01, wall.size, wall.size), NULL), FS_OK);
    return wall;
}

/* Whether the centre of mass of a body is behind the wall, and not beside it. */
static bool is_behind(const struct fixture3 *t, const struct wall *wall, fs_body3 body)
{
    uint32_t row = fixture3_row(t, body), there = fixture3_row(t, wall->body);
    fs_rel3 p = fs_quat_inv_rel(t->w.body.rot[there], fs_pos3_sub_rel(t->w.body.pos[row], t->w.body.pos[there]));
    double reach = wall->size - 1.5;
    return p.x > 0 && fabs((double)p.y / FS_REL_ONE) < reach && fabs((double)p.z / FS_REL_ONE) < reach;
}

START_TEST(fast_bodies_do_not_pass_a_thin_wall)
{
    unsigned kind = (unsigned)_i / WALLS;
    for (unsigned seed = 0; seed < WALL_SEEDS; seed++) {
        fs_rng rng = fs_rng_seed(seed * 7 + kind, 5);
        struct fixture3 t = fixture3_start(60);
        struct wall wall = make_wall(&t, _i % WALLS, &rng);
        ck_assert_int_eq(fs_world3_set_gravity(&t.w, fs_wide3_zero()), FS_OK);
        fs_body3 body = fixture3_random(&t, kind, &rng);
        fs_vel3 spin = fixture3_random_vel(&rng, seed % 2 * 30);
        ck_assert_int_eq(fs_body3_set_velocity(&t.w, body, fs_vel3_make(300 * FS_VEL_ONE, 0, 0), spin), FS_OK);
        fixture3_step(&t, 12);
        ck_assert_msg(!is_behind(&t, &wall, body), "kind %u, wall %d, seed %u passed", kind, _i % WALLS, seed);
        fixture3_end(&t);
    }
}
END_TEST

START_TEST(a_bullet_does_not_pass_a_moving_box)
{
    struct fixture3 t = fixture3_start(60);
    fs_body3 plate = fixture3_box(&t, FS_BODY3_DYNAMIC, pos3_of(12.2, 0, 0), 0.02, 2, 2);
    fs_body3 ball = fixture3_ball(&t, fs_pos3_zero(), 0.1);
    ck_assert_int_eq(fs_world3_set_gravity(&t.w, fs_wide3_zero()), FS_OK);
    ck_assert_int_eq(fs_body3_set_flags(&t.w, ball, FS_BODY3_BULLET, 0), FS_OK);
    ck_assert_int_eq(fs_body3_set_velocity(&t.w, ball, fs_vel3_make(200 * FS_VEL_ONE, 0, 0), fs_vel3_zero()), FS_OK);
    fixture3_step(&t, 30);
    ck_assert(metres(fs_body3_position(&t.w, ball).x) < metres(fs_body3_position(&t.w, plate).x));
    ck_assert_int_gt(fs_body3_velocity(&t.w, plate).x, FS_VEL_ONE / 10);
    fixture3_end(&t);
}
END_TEST

/* ---- bodies and shapes ------------------------------------------------------------------------------------------- */

START_TEST(equal_hulls_share_a_row)
{
    struct fixture3 t = fixture3_start(60);
    const fs_pos3 tetra[5] = { pos3_of(0, 0, 0), pos3_of(1, 0, 0), pos3_of(0, 1, 0), pos3_of(0, 0, 1),
                               pos3_of(0.1, 0.1, 0.1) };
    fs_shape3 a, b;
    fs_body3 body = fixture3_body(&t, FS_BODY3_DYNAMIC, fs_pos3_zero());
    ck_assert_int_eq(fs_shape3_create_hull(&t.w, body, NULL, tetra, 5, &a), FS_OK);
    ck_assert_int_eq(fs_shape3_create_hull(&t.w, body, NULL, tetra, 4, &b), FS_OK);
    ck_assert(*t.w.hull.rows == 1 && t.w.hull.users[0] == 2 && t.w.hull.count[0] == 4);
    ck_assert(fs_world3_valid(&t.w));
    t.w.hull.users[0] = 3;
    ck_assert(!fs_world3_valid(&t.w));
    t.w.hull.users[0] = 2;
    t.w.hull_corner.at[0].x -= 1000;
    ck_assert(!fs_world3_valid(&t.w) || t.w.hull.count[0] == 4);
    t.w.hull_corner.at[0].x += 1000;
    ck_assert_int_eq(fs_shape3_destroy(&t.w, a), FS_OK);
    ck_assert_int_eq(fs_shape3_destroy(&t.w, b), FS_OK);
    ck_assert((t.w.hull.gen[0] & 1u) == 0 && fs_world3_valid(&t.w));
    fixture3_end(&t);
}
END_TEST

/* A box of 2 x 4 x 6 m of density 1: m = 48 kg, I = m/3 (h^2 + h^2), and an impulse at a corner turns it so. */
START_TEST(impulses_follow_the_inertia)
{
    struct fixture3 t = fixture3_start(60);
    fs_body3 box = fixture3_box(&t, FS_BODY3_DYNAMIC, fs_pos3_zero(), 1, 2, 3);
    uint32_t row = fixture3_row(&t, box);
    ck_assert_int_eq(fs_body3_apply_impulse_at(&t.w, box, fs_wide3_make(0, 48 * FS_WIDE_ONE, 0), pos3_of(1, 0, 0)),
                     FS_OK);
    ck_assert(fabs((double)t.w.body.vel[row].y / FS_VEL_ONE - 1) < 1e-6);
    ck_assert(fabs((double)t.w.body.angular_velocity[row].z / FS_VEL_ONE - 48.0 / (16.0 * (1 + 4))) < 1e-6);
    ck_assert_int_eq(t.w.body.angular_velocity[row].x, 0);
    ck_assert_int_eq(fs_body3_set_flags(&t.w, box, FS_BODY3_LOCK_Y | FS_BODY3_LOCK_ROTATION_Z, 0), FS_OK);
    ck_assert_int_eq(fs_body3_set_velocity(&t.w, box, fs_vel3_zero(), fs_vel3_zero()), FS_OK);
    ck_assert_int_eq(fs_body3_apply_impulse_at(&t.w, box, fs_wide3_make(0, 48 * FS_WIDE_ONE, 0), pos3_of(1, 0, 1)),
                     FS_OK);
    ck_assert(t.w.body.vel[row].y == 0 && t.w.body.angular_velocity[row].z == 0);
    ck_assert_int_ne(t.w.body.angular_velocity[row].x, 0);
    fixture3_step(&t, 30);
    ck_assert(fs_body3_position(&t.w, box).y == 0 && t.w.body.angular_velocity[row].z == 0);
    fixture3_end(&t);
}
END_TEST

START_TEST(refused_calls_say_why)
{
    struct fixture3 t = fixture3_start(60);
    fs_body3 body = fixture3_body(&t, FS_BODY3_DYNAMIC, fs_pos3_zero());
    const fs_body3 none = { { 0, 0 } };
    uint64_t before = fs_state_hash(t.state);
    ck_assert_int_eq(fs_shape3_create_box(&t.w, body, NULL, pos3_of(20, 1, 1), NULL), FS_E_ARGUMENT);
    ck_assert_str_eq(fs_world3_error(&t.w),
                     "half.x 20 m is out of range 0.000976563..15.999999985 m on a body that is not static");
    ck_assert_int_eq(fs_shape3_create_sphere(&t.w, none, NULL, fs_pos3_zero(), FS_POS_ONE, NULL), FS_E_STALE);
    ck_assert_str_eq(fs_world3_error(&t.w), "the handle of body3 is stale or null");
    const fs_pos3 flat[4] = { pos3_of(0, 0, 0), pos3_of(1, 0, 0), pos3_of(0, 1, 0), pos3_of(1, 1, 0) };
    ck_assert_int_eq(fs_shape3_create_hull(&t.w, body, NULL, flat, 4, NULL), FS_E_DEGENERATE);
    ck_assert_int_eq(fs_body3_set_damping(&t.w, body, -FS_FIX16_ONE, 0), FS_E_ARGUMENT);
    ck_assert_str_eq(fs_world3_error(&t.w), "linear_damping -1 is out of range 0..1000");
    ck_assert(fs_state_hash(t.state) == before);
    fixture3_end(&t);
}
END_TEST

START_TEST(a_full_table_changes_nothing)
{
    const fs_world3_limits limits = { .bodies = 2,
                                      .shapes = 1,
                                      .contacts = 1,
                                      .joints = 1,
                                      .materials = 1,
                                      .hulls = 1 };
    fs_world3_def def = fs_default_world3_def(60);
    struct fixture3 t = fixture3_start_with(60, &limits, &def);
    fs_body3 a = fixture3_box(&t, FS_BODY3_DYNAMIC, fs_pos3_zero(), 1, 1, 1),
             b = fixture3_body(&t, FS_BODY3_DYNAMIC, fs_pos3_zero());
    const fs_pos3 tetra[4] = { pos3_of(0, 0, 0), pos3_of(1, 0, 0), pos3_of(0, 1, 0), pos3_of(0, 0, 1) };
    uint64_t before = fs_state_hash(t.state);
    fs_body3 none;
    (void)a;
    ck_assert_int_eq(fs_shape3_create_hull(&t.w, b, NULL, tetra, 4, NULL), FS_E_CAPACITY);
    ck_assert_str_eq(fs_world3_error(&t.w), "table shape3 is full (1 rows)");
    ck_assert_int_eq(fs_body3_create(&t.w, NULL, &none), FS_E_CAPACITY);
    ck_assert(fs_state_hash(t.state) == before);
    fixture3_end(&t);
}
END_TEST

/* Of every body, rotation and place: the world point is that of the origin and the rotated local point. */
START_TEST(a_world_of_its_own_steps)
{
    fs_world3 *w = NULL;
    fs_body3 floor, box;
    fs_body3_def def = fs_default_body3_def();
    ck_assert_int_eq(fs_world3_create(NULL, NULL, &w), FS_OK);
    ck_assert_int_eq(fs_body3_create(w, &def, &box), FS_OK);
    def.type = FS_BODY3_STATIC;
    def.pos.y = -2 * FS_POS_ONE;
    ck_assert_int_eq(fs_body3_create(w, &def, &floor), FS_OK);
    ck_assert_int_eq(fs_shape3_create_box(w, floor, NULL, pos3_of(1000000, 1, 1000000), NULL), FS_OK);
    ck_assert_int_eq(fs_shape3_create_box(w, box, NULL, pos3_of(0.5, 0.5, 0.5), NULL), FS_OK);
    ck_assert(fs_shape3_is_large(w, 0) && !fs_shape3_is_large(w, 1));
    for (int i = 0; i < 120; i++)
        fs_world3_step(w);
    ck_assert(fabs(metres(fs_body3_position(w, box).y) + 0.5) < 1e-3);
    ck_assert_uint_eq(*w->world.tick, 120);
    fs_world3_destroy(w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("world3");
    TCase *tc = tcase_create("world3");
    suite_add_tcase(suite, tc);
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, free_fall_follows_the_recurrence);
    tcase_add_test(tc, distance_from_the_origin_changes_nothing);
    tcase_add_test(tc, every_way_gives_the_same_bits);
    tcase_add_test(tc, a_heap_falls_asleep_and_stays_so);
    tcase_add_test(tc, sleeping_bodies_take_their_share_of_an_impact);
    tcase_add_test(tc, contacts_begin_hit_and_end);
    tcase_add_loop_test(tc, fast_bodies_do_not_pass_a_thin_wall, 0, 7 * WALLS);
    tcase_add_test(tc, a_bullet_does_not_pass_a_moving_box);
    tcase_add_test(tc, equal_hulls_share_a_row);
    tcase_add_test(tc, impulses_follow_the_inertia);
    tcase_add_test(tc, refused_calls_say_why);
    tcase_add_test(tc, a_full_table_changes_nothing);
    tcase_add_test(tc, a_world_of_its_own_steps);
    return suite;
}
