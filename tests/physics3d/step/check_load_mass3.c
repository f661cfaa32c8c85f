/* check_load_mass3.c: bodies in space that are pressed between others by much more than their own weight.
 *
 * FIXSTEP_FIGURES in the environment prints what is measured.
 */
#define FS__WORLD3_INTERNAL /* the columns are read */

#include "physics3d/world3_fixture.h"
#include "physics3d/solver/load_mass.h"
#include "support/figures.h"
#include "physics3d/dimension.h"
#include "physics/blows.h"

enum { HZ = 60, SECONDS = 10 };
#define GRAVITY 9.80665

static struct fixture3 open_world(void)
{
    const fs_world3_limits limits = { .bodies = 16, .shapes = 16, .joints = 1, .materials = 1, .hulls = 1 };
    fs_world3_def def = fs_default_world3_def(HZ);
    def.flags &= ~(uint32_t)FS_WORLD3_SLEEP;
    def.gravity = fs_wide3_make(0, -pos_of(GRAVITY), 0);
    struct fixture3 t = fixture3_start_with(HZ, &limits, &def);
    fixture3_floor(&t, fs_pos3_zero());
    return t;
}

/* A cube, `heavier` times as dense as water. */
static fs_body3 add_cube(struct fixture3 *t, double y, double half, double heavier)
{
    fs_shape3_def def = fs_default_shape3_def();
    fs_body3 body = fixture3_body(t, FS_BODY3_DYNAMIC, pos3_of(0, y, 0));
    def.density = (fs_wide)llround(heavier * 1000 * (double)FS_WIDE_ONE);
    ck_assert_int_eq(fs_shape3_create_box(&t->w, body, &def, pos3_of(half, half, half), NULL), FS_OK);
    return body;
}

static double speed_of(const struct fixture3 *t, uint32_t row)
{
    fs_vel3 v = t->w.body.vel[row];
    return sqrt(pow(v.x, 2) + pow(v.y, 2) + pow(v.z, 2)) / FS_VEL_ONE;
}

struct tower {
    int light; /* cubes under the heavy one */
    double ratio, side;
};

static const struct tower towers[] = { { 1, 200, 0.5 }, { 2, 200, 0.5 }, { 3, 200, 0.5 }, { 5, 200, 0.5 },
                                       { 1, 1e3, 0.5 }, { 2, 1e3, 0.5 }, { 3, 1e3, 0.5 }, { 4, 1e3, 0.5 },
                                       { 5, 1e3, 0.5 }, { 1, 1e3, 1 },   { 3, 1e3, 1 },   { 2, 1e3, 0.25 },
                                       { 1, 1e4, 0.5 }, { 3, 1e4, 0.5 }, { 1, 1e5, 1 },   { 3, 1e5, 0.5 } };
enum { TOWERS = sizeof towers / sizeof towers[0] };

static fs_body3 add_tower(struct fixture3 *t, const struct tower *tower)
{
    for (int i = 0; i < tower->light; i++)
        add_cube(t, (i + 0.5) * tower->side, tower->side / 2, 1);
    return add_cube(t, (tower->light + 0.5) * tower->side, tower->side / 2, tower->ratio);
}

START_TEST(heavy_bodies_stand_on_light_ones)
{
    const struct tower *tower = &towers[_i];
    struct fixture3 t = open_world();
    uint32_t top = fixture3_row(&t, add_tower(&t, tower));
    fixture3_step(&t, SECONDS * HZ);
    fs_pos3 at = t.w.body.pos[top];
    double sag = (tower->light + 0.5 - metres(at.y) / tower->side) / tower->light, speed = speed_of(&t, top),
           aside = hypot(metres(at.x), metres(at.z)) / tower->side;
    print_figure("x%g on %d of %g m: sag %.2f %% of a cube each, %.6f m/s, %.4f sides aside", tower->ratio,
                 tower->light, tower->side, 100 * sag, speed, aside);
    ck_assert_msg(sag >= -1e-3 && sag <= 0.01, "sag %.4f", sag);
    ck_assert_msg(speed <= 2e-3 && aside <= 0.02, "%g m/s, %g sides aside", speed, aside);
    fixture3_end(&t);
}
END_TEST

/* The impulses of the ground in a substep of a tower at rest, N s. */
static double ground_impulse(const struct fixture3 *t)
{
    double sum = 0;
    for (uint32_t c = 0; c < *t->w.contact.rows; c++) {
        uint32_t a = t->w.shape.body[t->w.contact.shape_a[c]], b = t->w.shape.body[t->w.contact.shape_b[c]];
        fs_scaled inverse = fs_scaled_add(fs__body3_loaded_inv_mass(&t->w, a), fs__body3_loaded_inv_mass(&t->w, b));
        for (unsigned i = 0; i < t->w.contact.count[c]; i++)
            if (t->w.body.type[a] == FS_BODY3_STATIC || t->w.body.type[b] == FS_BODY3_STATIC)
                sum += t->w.point.impulse[t->w.contact.first_point[c] + i].x * 0x1p-21 /
                       ldexp((double)inverse.m, inverse.e);
    }
    return sum;
}

/* A larger mass in contacts adds nothing to the weight. */
START_TEST(the_ground_carries_the_true_weight)
{
    struct fixture3 t = open_world();
    const struct tower tower = { 3, 1e4, 0.5 };
    uint32_t top = fixture3_row(&t, add_tower(&t, &tower));
    fixture3_step(&t, SECONDS * HZ);
    double share = ground_impulse(&t) / ((1e4 + 3) * 125 * GRAVITY / (4 * HZ));
    print_figure("the ground carries %.6f of the weight", share);
    ck_assert_int_gt(fs__body3_load_shift(&t.w, top - 1), 4);
    ck_assert_msg(fabs(share - 1) <= 2e-4, "%g", share);
    fixture3_end(&t);
}
END_TEST

/* A heavy cube falls on a light one from 3.5 m: nothing gets faster than the fall. One of x10,000 comes to rest on it; one of x1,000
 * is thrown up at half its speed, and pushes the light one aside when it comes down. */
START_TEST(a_heavy_body_may_fall_on_a_light_one)
{
    struct fixture3 t = open_world();
    uint32_t light = fixture3_row(&t, add_cube(&t, 0.5, 0.5, 1)),
             heavy = fixture3_row(&t, add_cube(&t, 5, 0.5, _i == 0 ? 1e3 : 1e4));
    double fastest = 0;
    for (int tick = 0; tick < 8 * HZ; tick++) {
        fixture3_step(&t, 1);
        fastest = fmax(fastest, fmax(speed_of(&t, heavy), speed_of(&t, light)));
    }
    double height = metres(t.w.body.pos[heavy].y);
    print_figure("a fall: fastest %.3f m/s, height %.4f m", fastest, height);
    ck_assert_msg(_i == 0 || fabs(height - 1.5) <= 0.01, "height %g", height);
    ck_assert_msg(fastest <= sqrt(2 * GRAVITY * 3.5) + 0.2, "%g m/s", fastest);
    fixture3_end(&t);
}
END_TEST

/* The load goes: the masses become the bodies' own again, and the light ones keep their places. */
START_TEST(masses_fall_when_the_load_goes)
{
    struct fixture3 t = open_world();
    const struct tower tower = { 2, 1e3, 0.5 };
    fs_body3 top = add_tower(&t, &tower);
    uint32_t row = fixture3_row(&t, top);
    fixture3_step(&t, 2 * HZ);
    ck_assert_int_gt(fs__body3_load_shift(&t.w, row - 1), 2);
    ck_assert_int_eq(fs_body3_destroy(&t.w, top), FS_OK);
    double fastest = 0;
    for (int tick = 0; tick < 2 * HZ; tick++) {
        fixture3_step(&t, 1);
        fastest = fmax(fastest, speed_of(&t, row - 1));
    }
    print_figure("without the load: fastest %.4f m/s", fastest);
    ck_assert_int_eq(fs__body3_load_shift(&t.w, row - 1), 0);
    ck_assert_msg(fastest <= 0.35, "%g m/s", fastest);
    fixture3_end(&t);
}
END_TEST

/* ---- momentum ------------------------------------------------------------------------------------------------------- */

static void add_slippery_ground(struct fixture3 *t)
{
    fs_shape3_def def = fs_default_shape3_def();
    fs_body3 floor = fixture3_body(t, FS_BODY3_STATIC, pos3_of(0, -1, 0));
    def.static_friction = def.dynamic_friction = 0;
    ck_assert_int_eq(fs_shape3_create_box(&t->w, floor, &def, pos3_of(100, 1, 50), NULL), FS_OK);
}

static fs_body3 add_blow(struct fixture3 *t, const struct blow *b)
{
    for (int i = 0; i < b->wide * b->high; i++) {
        fs_body3 cube = add_cube(t, 0.5 + i / b->wide, 0.5, 1);
        t->w.body.pos[fixture3_row(t, cube)].x = pos_of(0.5 + i % b->wide);
    }
    fs_body3 heavy = add_cube(t, b->height, 0.5, b->ratio);
    uint32_t row = fixture3_row(t, heavy);
    t->w.body.pos[row].x = pos_of(b->speed > 0 ? -2.5 : -0.5);
    t->w.body.vel[row].x = (fs_vel)(b->speed * FS_VEL_ONE);
    return heavy;
}

struct push {
    struct fixture3 t;
    fs_body3 heavy;
    const struct blow *blow;
};

static void push_once(void *test)
{
    struct push *p = test;
    fs_wide3 force = fs_wide3_make(pos_of(1000 * p->blow->force), 0, 0);
    if (p->blow->force > 0)
        ck_assert_int_eq(fs_body3_apply_force(&p->t.w, p->heavy, force), FS_OK);
    fixture3_step(&p->t, 1);
}

START_TEST(blows_and_pushes_from_the_side_keep_momentum)
{
    const fs_world3_limits limits = { .bodies = 80, .shapes = 80, .joints = 1, .materials = 2, .hulls = 1 };
    fs_world3_def def = fs_default_world3_def(HZ);
    def.gravity = fs_wide3_make(0, -pos_of(GRAVITY), 0);
    struct push p = { .t = fixture3_start_with(HZ, &limits, &def), .blow = &blows[_i] };
    add_slippery_ground(&p.t);
    p.heavy = add_blow(&p.t, p.blow);
    momentum_is_kept(&p.t.w, p.blow, fixture3_row(&p.t, p.heavy), HZ, push_once, &p);
    fixture3_end(&p.t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("load_mass3");
    TCase *tc = tcase_create("load_mass3");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, heavy_bodies_stand_on_light_ones, 0, TOWERS);
    tcase_add_test(tc, the_ground_carries_the_true_weight);
    tcase_add_loop_test(tc, a_heavy_body_may_fall_on_a_light_one, 0, 2);
    tcase_add_test(tc, masses_fall_when_the_load_goes);
    tcase_add_loop_test(tc, blows_and_pushes_from_the_side_keep_momentum, 0, BLOWS);
    suite_add_tcase(suite, tc);
    return suite;
}
