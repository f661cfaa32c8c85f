/* check_load_mass2.c: bodies that are pressed between others by much more than their own weight. */
#define FS__WORLD2_INTERNAL /* masses are written */

#include "physics2d/joint_fixture.h"
#include "physics2d/solver/load_mass.h"
#include "support/figures.h"
#include "physics2d/dimension.h"
#include "physics/blows.h"

enum { HZ = 60, MANY = 300 };

static struct fixture2 open_world(void)
{
    const fs_world2_limits limits = { .bodies = MANY + 16, .shapes = MANY + 16, .joints = 8, .materials = 4 };
    fs_world2_def def = fs_default_world2_def(HZ);
    def.flags &= ~(uint32_t)FS_WORLD2_SLEEP;
    def.gravity = fs_wide2_make(0, WIDE(-G));
    struct fixture2 t = fixture2_start_with(HZ, &limits, &def);
    fixture2_add_ground(&t);
    return t;
}

/* A box, `heavier` times as heavy as one of density 1. */
static fs_body2 add_box(struct fixture2 *t, double x, double y, double half_x, double half_y, double heavier)
{
    fs_body2 body = fixture2_add_box(t, POS(x), POS(y), REL(half_x), REL(half_y));
    uint32_t row = fixture2_row(t, body);
    t->w.body.inv_mass[row] = fs_scaled_div(t->w.body.inv_mass[row], scaled(heavier));
    t->w.body.inv_inertia[row] = fs_scaled_div(t->w.body.inv_inertia[row], scaled(heavier));
    return body;
}

static int32_t shift_of(struct fixture2 *t, fs_body2 body)
{
    return fs__body2_load_shift(&t->w, fixture2_row(t, body));
}

static double speed_of(struct fixture2 *t, fs_body2 body)
{
    return hypot(vel_x(t, body), vel_y(t, body));
}

/* ---- towers ------------------------------------------------------------------------------------------------------- */

struct tower {
    int light;    /* boxes of 1 kg and 1 m under the heavy one */
    double ratio; /* kg */
    int beside;   /* boxes that stand alone, so that the tick is not divided */
};

static fs_body2 add_tower(struct fixture2 *t, const struct tower *tower)
{
    for (int i = 0; i < tower->light; i++)
        add_box(t, 0, i + 0.5, 0.5, 0.5, 1);
    fs_body2 top = add_box(t, 0, tower->light + 0.5, 0.5, 0.5, tower->ratio);
    for (int i = 0; i < tower->beside; i++)
        add_box(t, -14 + (i < tower->beside / 2 ? 0 : 16) + i % (tower->beside / 2) * 0.08, 0.03, 0.03, 0.03, 1);
    return top;
}

static const struct tower towers[] = { { 1, 50, 0 },  { 1, 1e3, 0 },    { 1, 1e4, 0 },    { 1, 1e5, 0 },
                                       { 1, 1e6, 0 }, { 3, 100, 0 },    { 3, 1e3, 0 },    { 3, 1e6, 0 },
                                       { 8, 1e6, 0 }, { 1, 100, MANY }, { 1, 1e3, MANY }, { 1, 1e6, MANY } };
enum { TOWERS = sizeof towers / sizeof towers[0] };

/* Measured: 0.06 to 0.28 % of a box for each light one, 1.1 to 1.4 % where ticks are not divided. With the bodies'
 * own masses 0.6 and 2.8 % under 50 and 1,000 kg; heavier ones pass through the light ones. */
START_TEST(heavy_bodies_stand_on_light_ones)
{
    const struct tower *tower = &towers[_i];
    struct fixture2 t = open_world();
    fs_body2 top = add_tower(&t, tower);
    fixture2_step(&t, 10 * HZ);
    double sag = (tower->light + 0.5 - pos_y(&t, top)) / tower->light, speed = speed_of(&t, top);
    print_figure("%g kg on %d of 1 kg, %d beside: sag %.2f %% of a box, %.6f m/s", tower->ratio, tower->light,
                 tower->beside, 100 * sag, speed);
    ck_assert_msg(sag >= 0 && sag <= (tower->beside > 0 ? 0.02 : 0.005), "sag %.4f", sag);
    ck_assert_msg(speed <= 2e-3 && fabs(pos_x(&t, top)) <= 0.01, "%g m/s at %g", speed, pos_x(&t, top));
    fixture2_end(&t);
}
END_TEST

/* The impulses of the ground in a tick of a tower at rest, N s. */
static double ground_impulse(struct fixture2 *t)
{
    double sum = 0;
    for (uint32_t c = 0; c < *t->w.contact.rows; c++) {
        uint32_t a = t->w.shape.body[t->w.contact.shape_a[c]], b = t->w.shape.body[t->w.contact.shape_b[c]];
        fs_scaled inverse = fs_scaled_add(fs__body2_loaded_inv_mass(&t->w, a), fs__body2_loaded_inv_mass(&t->w, b));
        if (t->w.body.type[a] == FS_BODY2_STATIC || t->w.body.type[b] == FS_BODY2_STATIC)
            sum += (vel(t->w.contact.impulse0[c].x) + vel(t->w.contact.impulse1[c].x)) /
                   ((double)inverse.m * exp2(inverse.e));
    }
    return sum;
}

/* A larger mass in contacts adds nothing to the weight. Impulses are those of a substep, a quarter of a tick. */
START_TEST(the_ground_carries_the_true_weight)
{
    struct fixture2 t = open_world();
    const struct tower tower = { 3, 1e5, 0 };
    fs_body2 top = add_tower(&t, &tower);
    fixture2_step(&t, 10 * HZ);
    ck_assert_int_gt(shift_of(&t, (fs_body2){ { top.handle.index1 - 1, top.handle.generation } }), 8);
    near(ground_impulse(&t) / ((1e5 + 3) * G / (4 * HZ)), 1, 1e-4, "impulse over weight");
    fixture2_end(&t);
}
END_TEST

/* ---- other loads --------------------------------------------------------------------------------------------------- */

/* A beam of 1e6 times the density on two boxes, and heavy and light boxes in turn. */
START_TEST(beams_and_mixed_towers_stand)
{
    struct fixture2 t = open_world();
    fs_body2 body[9];
    body[0] = add_box(&t, -4, 0.5, 0.5, 0.5, 1);
    body[1] = add_box(&t, 0, 0.5, 0.5, 0.5, 1);
    body[2] = add_box(&t, -1.8, 1.25, 3, 0.25, 1e6);
    for (int i = 0; i < 6; i++)
        body[3 + i] = add_box(&t, 5 + 0.05 * i, 0.5 + i, 0.5, 0.5, i % 2 == 0 ? 1 : 1e6);
    double start[9];
    for (int i = 0; i < 9; i++)
        start[i] = pos_y(&t, body[i]);
    fixture2_step(&t, 10 * HZ);
    for (int i = 0; i < 9; i++) {
        near(pos_y(&t, body[i]), start[i], 0.012, "height");
        ck_assert_msg(speed_of(&t, body[i]) < 0.01, "body %d: %g m/s", i, speed_of(&t, body[i]));
    }
    fixture2_end(&t);
}
END_TEST

/* A ton falls on a box of a kilogram from 3.5 m, and comes to rest on it. */
START_TEST(a_heavy_body_may_fall_on_a_light_one)
{
    struct fixture2 t = open_world();
    fs_body2 light = add_box(&t, 0, 0.5, 0.5, 0.5, 1), heavy = add_box(&t, 0, 5, 0.5, 0.5, _i == 0 ? 1e3 : 1e6);
    double fastest = 0;
    for (int tick = 0; tick < 8 * HZ; tick++) {
        fixture2_step(&t, 1);
        fastest = fmax(fastest, fmax(speed_of(&t, heavy), speed_of(&t, light)));
    }
    near(pos_y(&t, heavy), 1.5, 0.005, "height");
    ck_assert_msg(fastest <= sqrt(2 * G * 3.5) + 0.2, "%g m/s", fastest);
    fixture2_end(&t);
}
END_TEST

/* Kinetic and potential energy of a body, J. */
static double energy_of(struct fixture2 *t, fs_body2 body)
{
    uint32_t row = fixture2_row(t, body);
    fs_scaled mass = fs_scaled_inverse(t->w.body.inv_mass[row]),
              inertia = fs_scaled_inverse(t->w.body.inv_inertia[row]);
    double m = ldexp(mass.m, mass.e), v = speed_of(t, body), w = spin(t, body);
    return m * v * v / 2 + ldexp(inertia.m, inertia.e) * w * w / 2 + m * G * pos_y(t, body);
}

enum { PILE = 40 };

/* 40 discs and boxes of 0.4 kg between walls 5 m apart, and a box of 2 m above them. */
static fs_body2 fill_trough(struct fixture2 *t, fs_body2 *small, double ratio)
{
    fs_geometry2 wall = fixture2_box_geometry(REL(0.5), REL(10)), disc = fixture2_disc_geometry(REL(0.3)),
                 box = fixture2_box_geometry(REL(0.3), REL(0.3));
    uint32_t seed = 77777;
    for (int side = -3; side <= 3; side += 6)
        fixture2_add_body(t, FS_BODY2_STATIC, side * FS_POS_ONE, 10 * FS_POS_ONE, &wall);
    for (int i = 0; i < PILE; i++) {
        seed = seed * 1664525 + 1013904223;
        small[i] = fixture2_add_body(t, FS_BODY2_DYNAMIC, POS(-1.8 + i % 6 * 0.7 + (seed >> 20) * 1e-5),
                                     POS(0.5 + i / 6 * 0.7), seed >> 31 != 0 ? &box : &disc);
    }
    return add_box(t, 0.3, 8, 1, 1, ratio);
}

/* A boulder falls on a pile, and lies on it: what is under it stays between ground and walls, and energy is never above
 * that of the start. Measured: it ends at 3.1 to 3.6 m and never overlaps the walls by more than 0.02 m. With the bodies'
 * own masses one of 1e3 times the density ends at 1.7 m and heavier ones on the ground. */
START_TEST(boulders_lie_on_piles)
{
    static const double ratios[] = { 100, 1e3, 1e4, 1e6 };
    struct fixture2 t = open_world();
    fs_body2 small[PILE], boulder = fill_trough(&t, small, ratios[_i]);
    double start = 0, deepest = 0, lowest = 9;
    for (int tick = 0; tick < 15 * HZ; tick++) {
        double energy = energy_of(&t, boulder);
        for (int i = 0; i < PILE; i++) {
            energy += energy_of(&t, small[i]);
            deepest = fmax(deepest, fmax(fabs(pos_x(&t, small[i])) - 2.2, 0.3 - pos_y(&t, small[i])));
        }
        start = tick == 0 ? energy : start;
        lowest = fmin(lowest, pos_y(&t, boulder));
        ck_assert_msg(energy <= start * (1 + 1e-6), "tick %d: %.9g of %.9g J", tick, energy, start);
        fixture2_step(&t, 1);
    }
    print_figure("boulder x%g: at %.3f m, lowest %.3f m, overlap %.3f m", ratios[_i], pos_y(&t, boulder), lowest,
                 deepest);
    ck_assert_msg(lowest > 2.5 && deepest < 0.05 && speed_of(&t, boulder) < 0.2, "%g m, %g m", lowest, deepest);
    fixture2_end(&t);
}
END_TEST

/* ---- whose mass ---------------------------------------------------------------------------------------------------- */

/* Without the load a force accelerates the light body by its own mass in the next tick. */
START_TEST(a_body_has_its_own_mass_without_the_load)
{
    struct fixture2 t = open_world();
    fs_body2 light = add_box(&t, 0, 0.5, 0.5, 0.5, 1), heavy = add_box(&t, 0, 1.5, 0.5, 0.5, 1e5);
    fs_material2_def m = fs_default_material2_def();
    m.static_friction = m.dynamic_friction = 0;
    ck_assert_int_eq(fs_material2_set(&t.w, 0, &m), FS_OK);
    fixture2_step(&t, 2 * HZ);
    ck_assert_int_gt(shift_of(&t, light), 8);
    ck_assert_int_eq(shift_of(&t, heavy), 0);
    ck_assert_int_eq(fs_body2_destroy(&t.w, heavy), FS_OK);
    ck_assert_int_eq(fs_body2_apply_force(&t.w, light, fs_wide2_make(WIDE(6), 0)), FS_OK);
    fixture2_step(&t, 1);
    ck_assert_int_eq(shift_of(&t, light), 0);
    near(vel_x(&t, light), 0.1, 1e-4, "m/s");
    fixture2_step(&t, HZ);
    near(pos_y(&t, light), 0.5, 0.01, "height");
    fixture2_end(&t);
}
END_TEST

/* Towers of similar masses, and bodies that no contact presses keep their mass; a body that a joint holds under a heavier one does
 * not, and is still 2^4 times lighter. */
START_TEST(other_bodies_keep_their_mass)
{
    struct fixture2 t = open_world();
    fs_body2 body[20];
    for (int i = 0; i < 16; i++)
        body[i] = add_box(&t, 0, 0.5 + i, 0.5, 0.5, i == 15 ? 30 : 1);
    body[16] = add_box(&t, 5, 0.5, 0.5, 0.5, 1);
    body[17] = add_box(&t, 5, 1.5, 0.5, 0.5, 1e3);
    fs_body2 ground = { { 1, body[0].handle.generation } };
    joint_at(&t, FS_JOINT2_REVOLUTE, ground, body[16], 5, 0.5);
    body[18] = add_box(&t, 8, 0.5, 0.5, 0.5, 1);
    body[19] = add_box(&t, 6.8, 0.5, 0.5, 0.5, 1e6);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, body[19], fs_vel2_make(VEL(6), 0), 0), FS_OK);
    for (int tick = 0; tick < 2 * HZ; tick++) {
        fixture2_step(&t, 1);
        for (int i = 0; i < 20; i++)
            ck_assert_msg(i == 16 || shift_of(&t, body[i]) == 0, "tick %d body %d", tick, i);
    }
    ck_assert_int_ge(shift_of(&t, body[16]), 4);
    ck_assert_int_le(shift_of(&t, body[16]), 6);
    fixture2_end(&t);
}
END_TEST

/* Without gravity momentum is kept: a light body between two heavy ones that meet keeps its mass. */
START_TEST(masses_do_not_grow_without_gravity)
{
    struct fixture2 t = open_world();
    *t.w.rules.gravity = fs_wide2_make(0, 0);
    fs_body2 light = add_box(&t, 0, 9, 0.5, 0.5, 1), left = add_box(&t, -3, 9, 0.5, 0.5, 1e4),
             right = add_box(&t, 3, 9, 0.5, 0.5, 1e4);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, left, fs_vel2_make(VEL(4), 0), 0), FS_OK);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, right, fs_vel2_make(VEL(-4), 0), 0), FS_OK);
    for (int tick = 0; tick < HZ; tick++) {
        fixture2_step(&t, 1);
        ck_assert_int_eq(shift_of(&t, light), 0);
    }
    ck_assert_uint_ge(*t.w.contact.rows, 2);
    near(vel_x(&t, light) * 1e-4 + vel_x(&t, left) + vel_x(&t, right), 0, 1e-5, "momentum");
    fixture2_end(&t);
}
END_TEST

/* ---- state --------------------------------------------------------------------------------------------------------- */

/* A tower that settles continues to the bit from a copy of its state, with scratch memory of its own. */
START_TEST(a_copy_goes_on_alike)
{
    struct fixture2 t = open_world(), copy = open_world();
    const struct tower tower = { 3, 1e6, 0 };
    add_tower(&t, &tower);
    add_tower(&copy, &tower);
    for (int round = 0; round < 20; round++) {
        fixture2_step(&t, 3);
        ck_assert_int_eq(fs_state_copy(copy.state, t.state), FS_OK);
        memset(copy.scratch.bytes, round, copy.scratch.size);
        fs_world2_bind(copy.state, fixture2_T_physics2, &copy.scratch, &copy.w);
        fixture2_step(&t, 2);
        fixture2_step(&copy, 2);
        ck_assert_uint_eq(fs_state_hash(t.state), fs_state_hash(copy.state));
    }
    fixture2_end(&t);
    fixture2_end(&copy);
}
END_TEST

START_TEST(too_large_a_mass_is_refused)
{
    struct fixture2 t = open_world();
    fs_body2 light = add_box(&t, 0, 0.5, 0.5, 0.5, 1);
    uint16_t *flags = &t.w.body.flags[fixture2_row(&t, light)];
    *flags |= FS__BODY2_MAX_LOAD_SHIFT << FS__BODY2_LOAD_BIT;
    ck_assert(fs_world2_valid(&t.w));
    *flags |= FS__BODY2_LOAD_MASK;
    ck_assert(!fs_world2_valid(&t.w));
    fixture2_end(&t);
}
END_TEST

/* ---- momentum ------------------------------------------------------------------------------------------------------- */

static fs_body2 add_blow(struct fixture2 *t, const struct blow *b)
{
    fs_shape2_def slippery = fs_default_shape2_def();
    fs_body2_def def = fs_default_body2_def();
    fs_body2 floor;
    def.type = FS_BODY2_STATIC;
    slippery.static_friction = slippery.dynamic_friction = 0;
    ck_assert_int_eq(fs_body2_create(&t->w, &def, &floor), FS_OK);
    ck_assert_int_eq(fs_shape2_create_box_at(&t->w, floor, &slippery, POS(100), POS(1), fs_pos2_make(0, POS(-1)),
                                             fs_rot2_identity(), NULL),
                     FS_OK);
    for (int i = 0; i < b->wide * b->high; i++)
        add_box(t, 0.5 + i % b->wide, 0.5 + i / b->wide, 0.5, 0.5, 1);
    fs_body2 heavy = add_box(t, b->speed > 0 ? -2.5 : -0.5, b->height, 0.5, 0.5, b->ratio);
    t->w.body.vel[fixture2_row(t, heavy)].x = (fs_vel)(b->speed * FS_VEL_ONE);
    return heavy;
}

struct push {
    struct fixture2 t;
    fs_body2 heavy;
    const struct blow *blow;
};

static void push_once(void *test)
{
    struct push *p = test;
    if (p->blow->force > 0)
        ck_assert_int_eq(fs_body2_apply_force(&p->t.w, p->heavy, fs_wide2_make(WIDE(p->blow->force), 0)), FS_OK);
    fixture2_step(&p->t, 1);
}

START_TEST(blows_and_pushes_from_the_side_keep_momentum)
{
    const fs_world2_limits limits = { .bodies = 80, .shapes = 80, .joints = 1, .materials = 4 };
    fs_world2_def def = fs_default_world2_def(HZ);
    def.gravity = fs_wide2_make(0, WIDE(-G));
    struct push p = { .t = fixture2_start_with(HZ, &limits, &def), .blow = &blows[_i] };
    p.heavy = add_blow(&p.t, p.blow);
    momentum_is_kept(&p.t.w, p.blow, fixture2_row(&p.t, p.heavy), HZ, push_once, &p);
    fixture2_end(&p.t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("load_mass2");
    TCase *tc = tcase_create("load_mass2");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, heavy_bodies_stand_on_light_ones, 0, TOWERS);
    tcase_add_test(tc, the_ground_carries_the_true_weight);
    tcase_add_test(tc, beams_and_mixed_towers_stand);
    tcase_add_loop_test(tc, a_heavy_body_may_fall_on_a_light_one, 0, 2);
    tcase_add_loop_test(tc, boulders_lie_on_piles, 0, 4);
    tcase_add_test(tc, a_body_has_its_own_mass_without_the_load);
    tcase_add_test(tc, other_bodies_keep_their_mass);
    tcase_add_test(tc, masses_do_not_grow_without_gravity);
    tcase_add_test(tc, a_copy_goes_on_alike);
    tcase_add_test(tc, too_large_a_mass_is_refused);
    tcase_add_loop_test(tc, blows_and_pushes_from_the_side_keep_momentum, 0, BLOWS);
    suite_add_tcase(suite, tc);
    return suite;
}
