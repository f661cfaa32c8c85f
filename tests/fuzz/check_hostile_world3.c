/* check_hostile_world3.c: 3D worlds under random calls, with any number in every place, and states of them that were changed
 * at random and that fs_world3_valid() accepts: they are stepped, asked and drawn. Nothing may trap, hang or leave the world
 * invalid after calls of the interface alone.
 *
 * FIXSTEP_LONG in the environment plays LONG_FACTOR times as many worlds; FS_HOSTILE_SEED sets the first seed.
 */
#define FS__WORLD3_INTERNAL /* the columns are written */

#include <stdlib.h>
#include <fixstep/debug3.h>

#include "physics3d/world3_fixture.h"
#include "fuzz/hostile_values.h"

enum { WORLDS = 8, TICKS = 80, STATES = 24, CHANGES = 6, HOSTILE_TICKS = 8, LONG_FACTOR = 60, ROWS = 32 };

static uint32_t world_count(void)
{
    return getenv("FIXSTEP_LONG") != NULL ? WORLDS * LONG_FACTOR : WORLDS;
}

static uint64_t first_seed(void)
{
    const char *text = getenv("FS_HOSTILE_SEED");
    return text != NULL ? strtoull(text, NULL, 10) : 1;
}

/* ---- numbers -------------------------------------------------------------------------------------------------- */

/* Any size of number, any sign. */
static int64_t any64(fs_rng *rng)
{
    int64_t whole = (int64_t)fs_rng_u64(rng);
    return whole / ((int64_t)1 << fs_rng_below(rng, 63));
}

static int32_t any32(fs_rng *rng)
{
    int32_t whole = (int32_t)fs_rng_u32(rng);
    return whole / (int32_t)(1u << fs_rng_below(rng, 31));
}

/* Mostly some metres, else anything. */
static fs_pos length(fs_rng *rng)
{
    fs_pos any = any64(rng);
    uint64_t bits = fs_rng_u64(rng);
    return fs_rng_chance(rng, 1, 8) ? any : (fs_pos)(bits >> (29 + fs_rng_below(rng, 4)));
}

static fs_pos3 point(fs_rng *rng)
{
    int64_t sign = fs_rng_below(rng, 2) == 0 ? 1 : -1;
    fs_pos x = length(rng), y = length(rng), z = length(rng);
    return fs_pos3_make(sign * (x / 2), y, -sign * (z / 2));
}

static fs_wide3 force(fs_rng *rng)
{
    fs_wide x = any64(rng), y = any64(rng), z = any64(rng);
    return fs_wide3_make(x, y, z);
}

static fs_quat rotation(fs_rng *rng)
{
    int32_t x = any32(rng), y = any32(rng), z = any32(rng), w = any32(rng);
    return fs_quat_make(x, y, z, w);
}

static fs_vel3 velocity(fs_rng *rng)
{
    int32_t x = any32(rng), y = any32(rng), z = any32(rng);
    return fs_vel3_make(x, y, z);
}

/* ---- calls ---------------------------------------------------------------------------------------------------- */

static fs_body3 any_body(struct fixture3 *t, fs_rng *rng)
{
    return fs_body3_at(&t->w, fs_rng_below(rng, *t->w.body.rows + 1));
}

static void create_body(struct fixture3 *t, fs_rng *rng)
{
    fs_body3_def def = fs_default_body3_def();
    def.type = (fs_body3_type)fs_rng_below(rng, FS_BODY3_TYPES + (fs_rng_chance(rng, 1, 16) ? 1 : 0));
    def.pos = point(rng);
    def.rot = rotation(rng);
    def.vel = velocity(rng);
    def.angular_velocity = velocity(rng);
    def.flags = fs_rng_chance(rng, 1, 4) ? fs_rng_u32(rng) & 0xFDF : 0;
    def.linear_damping = fs_rng_chance(rng, 1, 4) ? any32(rng) : 0;
    (void)fs_body3_create(&t->w, &def, NULL);
}

static fs_scaled any_scaled(fs_rng *rng, int32_t exponents)
{
    int32_t m = any32(rng);
    return fs_scaled_make(m, any32(rng) % exponents);
}

static void create_hull(struct fixture3 *t, fs_rng *rng, fs_body3 body, const fs_shape3_def *def)
{
    fs_pos3 at[20];
    uint32_t count = fs_rng_below(rng, 21);
    for (uint32_t i = 0; i < count; i++)
        at[i] = i > 0 && fs_rng_chance(rng, 1, 5) ? at[fs_rng_below(rng, i)] : point(rng);
    (void)fs_shape3_create_hull(&t->w, body, def, at, count, NULL);
}

static void create_shape(struct fixture3 *t, fs_rng *rng)
{
    fs_shape3_def def = fs_default_shape3_def();
    fs_body3 body = any_body(t, rng);
    def.flags = fs_rng_below(rng, 9);
    def.density = fs_rng_chance(rng, 1, 4) ? any64(rng) : FS_WIDE_ONE;
    def.restitution = fs_rng_chance(rng, 1, 4) ? any32(rng) : FS_SHAPE3_OF_MATERIAL;
    fs_pos x = length(rng), y = length(rng), z = length(rng);
    fs_pos3 at = point(rng), other = point(rng);
    fs_quat rot = rotation(rng);
    switch (fs_rng_below(rng, 6)) {
    case 0: (void)fs_shape3_create_sphere(&t->w, body, &def, at, x, NULL); break;
    case 1: (void)fs_shape3_create_capsule(&t->w, body, &def, at, other, x, NULL); break;
    case 2: (void)fs_shape3_create_box_at(&t->w, body, &def, fs_pos3_make(x, y, z), at, rot, NULL); break;
    case 3: (void)fs_shape3_create_cylinder(&t->w, body, &def, x, y, at, rot, NULL); break;
    case 4: (void)fs_shape3_create_cone(&t->w, body, &def, x, y, at, rot, NULL); break;
    default: create_hull(t, rng, body, &def); break;
    }
}

static void change_body(struct fixture3 *t, fs_rng *rng)
{
    fs_body3 body = any_body(t, rng);
    fs_mass_data3 mass = { .mass = any_scaled(rng, 64) };
    mass.inertia.xx = mass.inertia.yy = mass.inertia.zz = any_scaled(rng, 40);
    mass.inertia.xy = any_scaled(rng, 40);
    fs_pos3 at = point(rng);
    fs_pos size = length(rng);
    fs_quat rot = rotation(rng);
    fs_vel3 vel = velocity(rng), spin = velocity(rng);
    fs_wide3 push = force(rng);
    uint32_t flags = fs_rng_u32(rng);
    switch (fs_rng_below(rng, 12)) {
    case 0: (void)fs_body3_set_pose(&t->w, body, at, rot); break;
    case 1: (void)fs_body3_set_velocity(&t->w, body, vel, spin); break;
    case 2: (void)fs_body3_apply_force_at(&t->w, body, push, at); break;
    case 3: (void)fs_body3_apply_impulse_at(&t->w, body, push, at); break;
    case 4: (void)fs_body3_apply_torque(&t->w, body, force(rng)); break;
    case 5: (void)fs_body3_set_mass(&t->w, body, mass); break;
    case 6: (void)fs_body3_set_type(&t->w, body, (fs_body3_type)fs_rng_below(rng, 4)); break;
    case 7: (void)fs_body3_set_enabled(&t->w, body, fs_rng_below(rng, 2) == 0); break;
    case 8: (void)fs_body3_set_flags(&t->w, body, flags & 0xFCB, flags >> 16 & 0xFCB); break;
    case 9: (void)fs_body3_destroy(&t->w, body); break;
    case 10: (void)fs_shape3_destroy(&t->w, fs_shape3_at(&t->w, fs_rng_below(rng, *t->w.shape.rows + 1))); break;
    default: (void)fs_world3_apply_attraction(&t->w, at, size, push.x); break;
    }
}

static void ask(struct fixture3 *t, fs_rng *rng)
{
    uint32_t rows[ROWS];
    fs_query_hit3 hits[ROWS];
    fs_filter3 filter = fs_default_filter3();
    fs_geometry3 form;
    fs_pose3 pose = { point(rng), fs_quat_identity() };
    fs_pos3 a = point(rng), b = point(rng);
    fs_vel3 way = velocity(rng);
    pose.rot = fs_quat_normalise(rotation(rng));
    (void)fs_query3_aabb(&t->w, (fs_aabb3){ a, b }, filter, rows, ROWS);
    (void)fs_query3_point(&t->w, a, filter, rows, ROWS);
    (void)fs_query3_ray(&t->w, a, force(rng), filter);
    (void)fs_query3_ray_all(&t->w, b, force(rng), filter, hits, ROWS);
    (void)fs_query3_closest(&t->w, a, any32(rng), filter);
    if (fs_geometry3_box(fs_rel3_make(any32(rng), FS_REL_ONE, FS_REL_ONE / 2), fs_rel3_zero(), pose.rot, &form) !=
        FS_OK)
        return;
    (void)fs_query3_geometry(&t->w, &form, pose, filter, rows, ROWS);
    (void)fs_query3_cast(&t->w, &form, pose, fs_rel3_make(way.x, way.y, way.z), filter);
}

static void look(const struct fixture3 *t)
{
    fs_draw_list *draw;
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    fs_world3_draw(&t->w, draw, UINT32_MAX);
    fs_draw_destroy(draw);
}

static struct fixture3 start_small(void)
{
    const fs_world3_limits limits = { .bodies = 24,
                                      .shapes = 40,
                                      .contacts = 160,
                                      .joints = 4,
                                      .materials = 6,
                                      .hulls = 5 };
    fs_world3_def def = fs_default_world3_def(60);
    return fixture3_start_with(60, &limits, &def);
}

START_TEST(any_calls_leave_a_valid_world)
{
    for (uint32_t world = 0; world < world_count(); world++) {
        fs_rng rng = fs_rng_seed(first_seed() + world, 11);
        struct fixture3 t = start_small();
        fixture3_heap(&t, fs_pos3_zero(), 6);
        for (int tick = 0; tick < TICKS; tick++) {
            create_body(&t, &rng);
            create_shape(&t, &rng);
            change_body(&t, &rng);
            ask(&t, &rng);
            ck_assert_msg(fs_world3_valid(&t.w), "world %u tick %d: calls", world, tick);
            fixture3_step(&t, 1);
            ck_assert_msg(fs_world3_valid(&t.w), "world %u tick %d: step", world, tick);
        }
        look(&t);
        fixture3_end(&t);
    }
}
END_TEST

/* ---- states --------------------------------------------------------------------------------------------------- */

START_TEST(valid_states_are_steppable)
{
    uint32_t accepted = 0;
    for (uint32_t i = 0; i < STATES * world_count() / WORLDS; i++) {
        fs_rng rng = fs_rng_seed(first_seed() + i, 12);
        struct fixture3 t = start_small(), u = start_small();
        fixture3_heap(&t, fs_pos3_zero(), 12);
        fixture3_step(&t, 40 + (int)fs_rng_below(&rng, 20));
        for (int change = 0; change < CHANGES; change++) {
            ck_assert_int_eq(fs_state_copy(u.state, t.state), FS_OK);
            change_value(u.state, &rng);
            fs_world3_bind(u.state, fixture3_T_physics3, &u.scratch, &u.w);
            if (!fs_world3_valid(&u.w))
                continue;
            ck_assert_int_eq(fs_state_copy(t.state, u.state), FS_OK);
            accepted++;
        }
        fixture3_drop_scratch(&t, i);
        for (int tick = 0; tick < HOSTILE_TICKS && fs_world3_valid(&t.w); tick++) {
            fixture3_step(&t, 1);
            ask(&t, &rng);
        }
        look(&t);
        fixture3_end(&t);
        fixture3_end(&u);
    }
    ck_assert_uint_gt(accepted, STATES);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("hostile_world3");
    TCase *tc = tcase_create("hostile_world3");
    suite_add_tcase(suite, tc);
    tcase_set_timeout(tc, 600);
    tcase_add_test(tc, any_calls_leave_a_valid_world);
    tcase_add_test(tc, valid_states_are_steppable);
    return suite;
}
