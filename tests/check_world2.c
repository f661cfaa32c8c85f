/* check_world2.c: the world of the plane as a state: nothing outside it counts, what came from elsewhere is checked,
 * and no sequence of calls breaks it. */
#include <stdlib.h>

#include "two_fixture.h"

enum { MOST = 24 };

static const fs_world2_limits small = { .bodies = MOST, .shapes = 40, .contacts = 60, .joints = 8, .materials = 4 };

static struct two start(void)
{
    fs_world2_def def = fs_default_world2_def(60);
    return two_start_with(60, &small, &def);
}

static uint32_t draw(fs_rng *rng, uint32_t below)
{
    return fs_rng_u32(rng) % below;
}

/* ---- one random thing ------------------------------------------------------------------------------------------- */

static fs_shape2 any_shape(fs_rng *rng)
{
    fs_rel x = FS_REL_ONE / 8 + (fs_rel)draw(rng, FS_REL_ONE), y = FS_REL_ONE / 8 + (fs_rel)draw(rng, FS_REL_ONE);
    fs_shape2 s;
    switch (draw(rng, 4)) {
    case 0: s = two_disc_shape(x); break;
    case 1: ck_assert_int_eq(fs_shape2_capsule(fs_rel2_make(-x, 0), fs_rel2_make(x, 0), y, &s), FS_OK); break;
    default: s = two_box_shape(x, y); break;
    }
    return s;
}

static void make(struct two *t, fs_rng *rng)
{
    fs_body2_def def = fs_default_body2_def();
    fs_form2_def form = fs_default_form2_def();
    fs_shape2 shape = any_shape(rng);
    fs_body2 body;
    fs_form2 on;
    def.type = draw(rng, 5) == 0 ? FS_BODY2_KINEMATIC : FS_BODY2_DYNAMIC;
    def.flags = draw(rng, 8) == 0 ? FS_BODY2_BULLET : 0;
    def.pos = fs_pos2_make(((int64_t)draw(rng, 400) - 200) * (FS_POS_ONE / 16), (int64_t)draw(rng, 200) * (FS_POS_ONE / 16));
    def.rot = fs_rot2_from_turn(fs_rng_u32(rng));
    form.flags = draw(rng, 4) == 0 ? FS_SHAPE2_SENSOR : FS_SHAPE2_CONTACT_EVENTS | FS_SHAPE2_HIT_EVENTS;
    if (fs_body2_create(&t->w, &def, &body) != FS_OK)
        return;
    for (uint32_t i = 0; i <= draw(rng, 2); i++)
        (void)fs_form2_create(&t->w, body, &shape, &form, &on);
}

static void change(struct two *t, fs_rng *rng)
{
    if (*t->w.body.rows <= 1)
        return;
    fs_body2 body = fs_body2_at(&t->w, 1 + draw(rng, *t->w.body.rows - 1));
    fs_wide2 push = fs_wide2_make((int64_t)fs_rng_u64(rng) >> draw(rng, 32), (int64_t)fs_rng_u64(rng) >> draw(rng, 32));
    fs_pos2 to = fs_pos2_make((int64_t)fs_rng_u64(rng) >> (24 + draw(rng, 8)), (int64_t)fs_rng_u64(rng) >> (24 + draw(rng, 8)));
    fs_mass2 mass = { fs_scaled_make(1 + draw(rng, 1000), 0), fs_scaled_make(draw(rng, 1000), -4), { 0, 0 } };
    fs_joint2_def joint = fs_default_joint2_def(FS_JOINT2_REVOLUTE);
    fs_joint2 out;
    switch (draw(rng, 12)) {
    case 0: (void)fs_body2_destroy(&t->w, body); break;
    case 1: (void)fs_body2_set_pose(&t->w, body, to, fs_rot2_from_turn(fs_rng_u32(rng))); break;
    case 2: (void)fs_body2_set_type(&t->w, body, (fs_body2_type)draw(rng, 4)); break;
    case 3: (void)fs_body2_set_mass(&t->w, body, mass); break;
    case 4: (void)fs_body2_kick_at(&t->w, body, push, to); break;
    case 5: (void)fs_body2_push_at(&t->w, body, push, to); break;
    case 6: (void)fs_body2_set_enabled(&t->w, body, draw(rng, 3) != 0); break;
    case 7: (void)fs_form2_destroy(&t->w, fs_form2_at(&t->w, 1 + draw(rng, *t->w.shape.rows))); break;
    case 8: (void)fs_body2_reset_mass(&t->w, body); break;
    case 9: (void)fs_form2_set_filter(&t->w, fs_form2_at(&t->w, draw(rng, *t->w.shape.rows)), 1, fs_rng_u32(rng), 0); break;
    case 10: (void)fs_body2_set_flags(&t->w, body, draw(rng, 8), draw(rng, 8)); break;
    default:
        joint.body_a = body;
        joint.body_b = fs_body2_at(&t->w, draw(rng, *t->w.body.rows));
        (void)fs_joint2_create(&t->w, &joint, &out);
        break;
    }
}

static void disturb(struct two *t, fs_rng *rng)
{
    if (draw(rng, 12) == 0)
        make(t, rng);
    if (draw(rng, 8) == 0)
        change(t, rng);
}

/* ---- tests ------------------------------------------------------------------------------------------------------ */

START_TEST(random_calls_leave_a_valid_world)
{
    struct two t = start();
    fs_rng rng = fs_rng_seed(7, 1);
    int ticks = getenv("FIXSTEP_LONG") != NULL ? 100000 : 20000;
    two_ground(&t);
    for (int i = 0; i < ticks; i++) {
        disturb(&t, &rng);
        two_step(&t, 1);
        ck_assert_uint_eq(t.w.events_lost, 0);
        if (i % 16 == 0)
            ck_assert_msg(fs_world2_valid(&t.w), "tick %d", i);
    }
    two_end(&t);
}
END_TEST

/* One world keeps its scratch; the other gets it filled with rubbish before every tick, every tick is run twice, and it
 * goes through its canonical bytes now and then. */
START_TEST(nothing_outside_the_state_counts)
{
    struct two a = start(), b = start();
    fs_rng rng = fs_rng_seed(8, 1);
    size_t block = fs_state_block_size(b.state), most = 1 << 20;
    void *kept = malloc(block), *bytes = malloc(most);
    two_ground(&a);
    two_ground(&b);
    for (int i = 0; i < 1500; i++) {
        fs_rng same = rng;
        disturb(&a, &rng);
        disturb(&b, &same);
        fs_state_store(b.state, kept);
        for (int twice = 0; twice < 2; twice++) {
            fs_state_fetch(b.state, kept);
            memset(b.scratch.bytes, 0x5A + i + twice, b.scratch.size);
            fs_world2_bind(b.state, two_T_physics2, &b.scratch, &b.w);
            two_step(&b, 1);
            if (twice == 0)
                two_step(&a, 1);
            ck_assert_uint_eq(fs_state_root(a.state), fs_state_root(b.state));
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
    two_end(&a);
    two_end(&b);
}
END_TEST

/* Bytes of a running world with a few changed: what is taken for valid can be stepped. */
START_TEST(broken_states_are_refused_or_harmless)
{
    struct two t = start(), u = start();
    fs_rng rng = fs_rng_seed(9, 1);
    size_t most = 1 << 20;
    uint8_t *bytes = malloc(most);
    unsigned taken = 0, refused = 0;
    two_ground(&t);
    for (int i = 0; i < 4000; i++) {
        disturb(&t, &rng);
        two_step(&t, 1);
        size_t size = fs_state_encode(t.state, bytes, most);
        for (uint32_t k = 0; k <= draw(&rng, 4); k++)
            bytes[8 + draw(&rng, (uint32_t)size - 8)] ^= (uint8_t)(1u << draw(&rng, 8));
        if (fs_state_decode(u.state, bytes, size) != FS_OK || !fs_world2_valid(&u.w)) {
            refused++;
            continue;
        }
        two_step(&u, 3);
        taken++;
    }
    ck_assert_uint_gt(taken, 500);
    ck_assert_uint_gt(refused, 500);
    free(bytes);
    two_end(&t);
    two_end(&u);
}
END_TEST

START_TEST(rules_out_of_range_are_refused)
{
    struct two t = start();
    fs_state_destroy(t.state);
    uint32_t rows[two_T_COUNT] = { 1 };
    fs_world2_capacities(&small, rows + two_T_physics2);
    ck_assert_int_eq(fs_state_create(&two_schema, rows, &t.state), FS_OK);
    fs_world2_bind(t.state, two_T_physics2, NULL, &t.w);
    *t.w.world.hz = 60;
    const fs_world2_def good = fs_default_world2_def(60);
    fs_world2_def bad[7] = { good, good, good, good, good, good, good };
    bad[0].substeps = 0;
    bad[1].substeps = 17;
    bad[2].max_speed = 0;
    bad[3].max_spin = 513 * FS_VEL_ONE;
    bad[4].friction_mixing = FS_MIXING2_COUNT;
    bad[5].contact_hertz = 0;
    bad[6].flags = 1u << 12;
    for (int i = 0; i < 7; i++) {
        ck_assert_int_eq(fs_world2_make(&t.w, &bad[i]), FS_E_ARGUMENT);
        ck_assert_uint_eq(*t.w.rules.rows, 0);
        ck_assert(!fs_world2_valid(&t.w));
    }
    ck_assert_int_eq(fs_world2_make(&t.w, &good), FS_OK);
    ck_assert(fs_world2_valid(&t.w));
    two_end(&t);
}
END_TEST

/* 2 kg at 3 m up, 4 m/s: 60 J + 16 J; momentum 8 kg m/s. */
START_TEST(sums_over_bodies)
{
    struct two t = start();
    fs_body2 box = two_box(&t, 0, 3 * FS_POS_ONE, FS_REL_ONE, FS_REL_ONE / 2);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, box, fs_vel2_make(4 * FS_VEL_ONE, 0), 0), FS_OK);
    ck_assert_int_eq(fs_world2_kinetic_energy(&t.w), 16 * FS_WIDE_ONE);
    ck_assert_int_eq(fs_world2_energy(&t.w), 76 * FS_WIDE_ONE);
    ck_assert_int_eq(fs_world2_momentum(&t.w).x, 8 * FS_WIDE_ONE);
    /* 2 kg (4 + 1)/12 m^2 turning at 12 rad/s: 60 J. */
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, box, fs_vel2_zero(), 12 * FS_VEL_ONE), FS_OK);
    ck_assert_int_le(fs_abs64(fs_world2_kinetic_energy(&t.w) - 60 * FS_WIDE_ONE), 1000);
    two_end(&t);
}
END_TEST

START_TEST(a_paused_world_moves_nothing)
{
    struct two t = start();
    fs_body2 box = two_box(&t, 0, 3 * FS_POS_ONE, FS_REL_ONE, FS_REL_ONE);
    *t.w.rules.flags |= FS_WORLD2_PAUSED;
    ck_assert_int_eq(fs_body2_push(&t.w, box, fs_wide2_make(FS_WIDE_ONE, 0)), FS_OK);
    two_step(&t, 100);
    uint32_t row = two_row(&t, box);
    ck_assert_int_eq(t.w.body.pos[row].y, 3 * FS_POS_ONE);
    ck_assert_int_eq(t.w.body.vel[row].y, 0);
    ck_assert_int_eq(t.w.body.force[row].x, 0);
    *t.w.rules.flags &= (uint16_t)~FS_WORLD2_PAUSED;
    two_step(&t, 1);
    ck_assert_int_lt(t.w.body.pos[row].y, 3 * FS_POS_ONE);
    two_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("world2");
    TCase *tc = tcase_create("world2");
    tcase_set_timeout(tc, 600);
    tcase_add_test(tc, random_calls_leave_a_valid_world);
    tcase_add_test(tc, nothing_outside_the_state_counts);
    tcase_add_test(tc, broken_states_are_refused_or_harmless);
    tcase_add_test(tc, rules_out_of_range_are_refused);
    tcase_add_test(tc, sums_over_bodies);
    tcase_add_test(tc, a_paused_world_moves_nothing);
    suite_add_tcase(suite, tc);
    return suite;
}
