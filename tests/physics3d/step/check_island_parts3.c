/* check_island_parts3.c: islands of one world in space whose ticks have different numbers of parts: towers beside a crowd, loads
 * from contact to contact, what falls, islands that grow and part, the same bits on every machine.
 */
#include "physics3d/step/parts3_fixture.h"
#include "support/parallel_tasks.h"

enum { HZ = 60, MANY = 260, CROWD = 500 };

/* So many cubes that lie apart that the world is not divided as a whole. */
static void add_many(struct fixture3 *t)
{
    fixture3_floor(t, pos3_of(1000, 0, 0));
    for (int i = 0; i < MANY; i++)
        parts3_cube(t, 980 + 2 * (i % 20), 0.25, 2 * (i / 20), 0.5);
}

/* Elastic balls and cubes that fall into a box of 20 m, 200 m away, and do not come to rest. */
static void add_crowd(struct fixture3 *t, int count)
{
    fs_rng rng = fs_rng_seed(3, 3);
    fs_shape3_def def = fs_default_shape3_def();
    fs_material3_def m = fs_default_material3_def();
    m.restitution = FS_UNIT_ONE / 10 * 9;
    ck_assert_int_eq(fs_material3_add(&t->w, &m, &def.material), FS_OK);
    fixture3_floor(t, pos3_of(200, 0, 0));
    for (int i = 0; i < 4; i++)
        fixture3_box(t, FS_BODY3_STATIC,
                     pos3_of(200 + (i == 0   ? -11
                                    : i == 1 ? 11
                                             : 0),
                             20,
                             i == 2   ? -11
                             : i == 3 ? 11
                                      : 0),
                     i < 2 ? 1 : 12, 20, i < 2 ? 12 : 1);
    for (int i = 0; i < count; i++) {
        fs_body3 body = fixture3_body(t, FS_BODY3_DYNAMIC,
                                      pos3_of(192 + 0.9 * (i % 18), 1 + 0.9 * (i / 324), -8 + 0.9 * (i / 18 % 18)));
        fs_result made = i % 2 == 0 ? fs_shape3_create_sphere(&t->w, body, &def, fs_pos3_zero(), pos_of(0.3), NULL)
                                    : fs_shape3_create_box(&t->w, body, &def, pos3_of(0.25, 0.3, 0.2), NULL);
        ck_assert_int_eq(made, FS_OK);
        ck_assert_int_eq(fs_body3_set_velocity(&t->w, body, fixture3_random_vel(&rng, 4), fixture3_random_vel(&rng, 4)),
                         FS_OK);
    }
}

/* ---- numbers of parts ----------------------------------------------------------------------------------------------- */

/* The parts of the next tick, by body row; 0: 1 part for all. */
static const uint8_t *find_parts(struct fixture3 *t)
{
    struct fs__world3_tick tick = { .w = &t->w, .arena = t->w.scratch->arena };
    fs__contact3_update_pairs(&tick);
    fs__island3_begin_links(&tick);
    fs__body3_take_snapshots(&tick);
    fs__contact3_list_active(&tick);
    fs__island3_find_parts(&tick);
    return tick.body_parts;
}

static uint32_t parts_of(struct fixture3 *t, fs_body3 body)
{
    const uint8_t *parts = find_parts(t);
    return parts == NULL ? 1 : parts[fixture3_row(t, body)];
}

/* What a wide pyramid carries is shared by many: its tick is whole, and that of a tower of as many cubes is divided. */
START_TEST(loads_are_those_of_contacts)
{
    enum { BASE = 5, BOXES = BASE * (BASE + 1) * (2 * BASE + 1) / 6 };
    struct fixture3 t = parts3_open(HZ, 2 * BOXES + 30 + MANY, FS_WORLD3_SLEEP);
    fs_body3 pyramid = { { 0, 0 } }, tower = pyramid, crate = pyramid;
    fixture3_floor(&t, fs_pos3_zero());
    add_many(&t);
    for (int row = 0; row < BASE; row++)
        for (int i = 0; i < (BASE - row) * (BASE - row); i++)
            pyramid = parts3_cube(&t, 1.02 * (i % (BASE - row)) + 0.5 * row, 0.5 + row,
                                  1.02 * (i / (BASE - row)) + 0.5 * row, 1);
    for (int i = 0; i < BOXES; i++)
        tower = parts3_cube(&t, 20, 0.5 + i, 0, 1);
    crate = parts3_cube(&t, 30, 0.5, 0, 1);
    for (int tick = 0; tick < HZ / 2; tick++) {
        ck_assert_uint_eq(parts_of(&t, pyramid), 1);
        ck_assert_uint_eq(parts_of(&t, tower), 2);
        ck_assert_uint_eq(parts_of(&t, crate), 1);
        fixture3_step(&t, 1);
    }
    parts3_set_mass(&t, pyramid, 4000);
    ck_assert_uint_eq(parts_of(&t, pyramid), 4);
    fixture3_end(&t);
}
END_TEST

/* Boxes that are held between walls by friction alone count as if they lay on one of them. */
START_TEST(unsupported_bodies_count_together)
{
    enum { BOXES = 60 };
    struct fixture3 t = parts3_open(HZ, BOXES + 30 + MANY, FS_WORLD3_SLEEP);
    fs_body3 box = { { 0, 0 } };
    add_many(&t);
    for (int i = 0; i < 2; i++)
        fixture3_box(&t, FS_BODY3_STATIC, pos3_of(i ? 0.7495 : -0.7495, 15, 0), 0.5, 15, 5);
    for (int i = 0; i < BOXES; i++)
        box = parts3_cube(&t, 0, 1 + 0.5 * i, 0, 0.5);
    fixture3_step(&t, 1);
    ck_assert_uint_eq(parts_of(&t, box), 4);
    fixture3_end(&t);
}
END_TEST

/* A tower with a heavy top that falls as a whole carries nothing; when it lands, it is divided. On a platform that rises at
 * 2 m/s it is divided too. */
START_TEST(what_falls_carries_nothing)
{
    enum { TOWER = 5, LANDS = 19 /* ticks for 0.5 m */ };
    struct fixture3 t = parts3_open(HZ, TOWER + 30 + MANY, FS_WORLD3_SLEEP);
    fs_body3 top = { { 0, 0 } };
    add_many(&t);
    fs_body3 platform = fixture3_box(&t, FS_BODY3_KINEMATIC, pos3_of(0, -1, 0), 10, 1, 10);
    for (int i = 0; i < TOWER; i++)
        top = parts3_cube(&t, 0, 0.75 + 0.5 * i, 0, 0.5);
    parts3_set_mass(&t, top, 50);
    fixture3_step(&t, LANDS / 3);
    for (int tick = LANDS / 3; tick < LANDS - 3; tick++) {
        ck_assert_msg(parts_of(&t, top) == 1, "tick %d: %u parts", tick, parts_of(&t, top));
        fixture3_step(&t, 1);
    }
    fixture3_step(&t, 3 * HZ);
    ck_assert_uint_eq(parts_of(&t, top), 4);
    ck_assert_int_eq(fs_body3_set_velocity(&t.w, platform, fs_vel3_make(0, 2 * FS_VEL_ONE, 0), fs_vel3_zero()), FS_OK);
    fixture3_step(&t, HZ);
    for (int tick = 0; tick < HZ; tick++) {
        ck_assert_uint_eq(parts_of(&t, top), 4);
        fixture3_step(&t, 1);
    }
    double height = metres(t.w.body.pos[fixture3_row(&t, top)].y - t.w.body.pos[fixture3_row(&t, platform)].y) - 1;
    print_figure("a tower with a top of x50 on a platform that rises: %.4f of its height",
                 height / (TOWER - 0.5) / 0.5);
    ck_assert_msg(fabs(height / (TOWER - 0.5) / 0.5 - 1) <= 0.01, "%g m", height);
    fixture3_end(&t);
}
END_TEST

/* ---- towers beside a crowd -------------------------------------------------------------------------------------------- */

static const struct tower {
    int count;
    double side, top;
} towers[] = { { 10, 0.01, 1 }, { 10, 0.02, 1 }, { 10, 0.037, 1 }, { 10, 0.05, 1 }, { 10, 0.1, 1 },
               { 10, 0.2, 1 },  { 10, 0.5, 1 },  { 10, 1, 1 },     { 10, 4, 1 },    { 10, 15, 1 },
               { 60, 0.5, 1 },  { 5, 0.5, 50 },  { 6, 0.5, 50 } };
enum { TOWERS = sizeof towers / sizeof *towers };

static double x_of_tower(int k)
{
    return k == 9 ? -38 : -24 + 5.5 * k;
}

START_TEST(towers_stand_beside_a_crowd)
{
    int seconds = getenv("FIXSTEP_LONG") != NULL ? 300 : 12;
    struct fixture3 t = parts3_open(HZ, CROWD + 300, FS_WORLD3_SLEEP);
    fs_body3 top[TOWERS];
    fixture3_floor(&t, fs_pos3_zero());
    for (int k = 0; k < TOWERS; k++) {
        for (int i = 0; i < towers[k].count; i++)
            top[k] = parts3_cube(&t, x_of_tower(k), towers[k].side * (i + 0.5), 0, towers[k].side);
        parts3_set_mass(&t, top[k], towers[k].top);
    }
    add_crowd(&t, CROWD);
    fixture3_step(&t, seconds * HZ);
    for (int k = 0; k < TOWERS; k++) {
        fs_pos3 p = t.w.body.pos[fixture3_row(&t, top[k])];
        double sag = 1 - metres(p.y) / ((towers[k].count - 0.5) * towers[k].side);
        double lean = hypot(metres(p.x) - x_of_tower(k), metres(p.z)) / towers[k].side;
        print_figure("%d cubes of %g m, top x%g, beside %d bodies, %d s: sag %.2f %%, lean %.4f sides", towers[k].count,
                     towers[k].side, towers[k].top, CROWD, seconds, 100 * sag, lean);
        ck_assert_msg(fabs(sag) <= 0.01 && lean <= 0.05, "tower %d: sag %.4f, lean %.3f", k, sag, lean);
    }
    fixture3_end(&t);
}
END_TEST

/* ---- islands that grow and part ---------------------------------------------------------------------------------------- */

static double energy_of(const struct fixture3 *t)
{
    return (double)fs_world3_energy(&t->w) / (double)FS_WIDE_ONE;
}

/* A ball in a shaft bounces on a tower whose number of parts it changes with every touch: 6 cubes of 0.25 m have 1 part, with
 * the ball on them 2. Motion and height gain no energy from it. */
START_TEST(growing_islands_gain_no_energy)
{
    enum { TOWER = 6, SETTLED = HZ / 2 };
    struct fixture3 t = parts3_open(HZ, 40 + MANY, FS_WORLD3_SLEEP);
    fs_body3 top = { { 0, 0 } };
    uint32_t changes = 0, before = 1;
    t.w.material.restitution[0] = FS_UNIT_ONE / 10 * 9;
    t.w.material.static_friction[0] = t.w.material.dynamic_friction[0] = 0;
    fixture3_floor(&t, fs_pos3_zero());
    add_many(&t);
    for (int i = 0; i < TOWER; i++)
        top = parts3_cube(&t, 5, 0.25 * (i + 0.5), 0, 0.25);
    for (int i = 0; i < 4; i++)
        fixture3_box(&t, FS_BODY3_STATIC,
                     pos3_of(5 + (i == 0   ? -0.64
                                  : i == 1 ? 0.64
                                           : 0),
                             15,
                             i == 2   ? -0.64
                             : i == 3 ? 0.64
                                      : 0),
                     0.5, 15, 0.5);
    parts3_set_mass(&t, fixture3_ball(&t, pos3_of(5, 0.25 * TOWER + 1.75, 0), 0.12), 2);
    fixture3_step(&t, SETTLED);
    double least = energy_of(&t), start = least, rise = 0;
    for (int tick = 0; tick < 20 * HZ; tick++) {
        uint32_t parts = parts_of(&t, top);
        changes += parts != before;
        before = parts;
        fixture3_step(&t, 1);
        double now = energy_of(&t);
        rise = fmax(rise, now - least);
        least = fmin(least, now);
    }
    print_figure("a ball on a tower, %u changes of parts: energy rises by %.2g J of %.3g J", changes, rise, start);
    ck_assert_uint_ge(changes, 5);
    ck_assert_double_le(rise, 1e-3 * start);
    fixture3_end(&t);
}
END_TEST

/* ---- the same bits ------------------------------------------------------------------------------------------------------ */

/* Towers of small cubes, a heap, hinged cubes, a sensor that a tower falls through, a moving platform with cubes on it, and fast
 * bodies of all kinds that fall on them: islands with 1, 2 and 4 parts that meet, wake and fall asleep. */
static struct fixture3 make_mixture(void)
{
    const fs_world3_limits limits = { .bodies = 500 + MANY,
                                      .shapes = 550 + MANY,
                                      .joints = 16,
                                      .materials = 4,
                                      .hulls = 4 };
    fs_world3_def def = fs_default_world3_def(HZ);
    struct fixture3 t = fixture3_start_with(HZ, &limits, &def);
    fs_rng rng = fs_rng_seed(5, 3);
    fs_shape3_def sensor = fs_default_shape3_def();
    fixture3_floor(&t, fs_pos3_zero());
    add_many(&t);
    fs_body3 platform = fixture3_box(&t, FS_BODY3_KINEMATIC, pos3_of(-20, 0.5, 0), 3, 0.1, 1);
    ck_assert_int_eq(fs_body3_set_velocity(&t.w, platform, fs_vel3_make(FS_VEL_ONE / 2, 0, 0), fs_vel3_zero()), FS_OK);
    fs_body3 watched = fixture3_body(&t, FS_BODY3_STATIC, pos3_of(0, 1, 0)), last = watched;
    sensor.flags |= FS_SHAPE3_SENSOR;
    ck_assert_int_eq(fs_shape3_create_box(&t.w, watched, &sensor, pos3_of(4, 0.3, 1), NULL), FS_OK);
    for (int k = 0; k < 12; k++)
        for (int i = 0; i < 6; i++)
            parts3_cube(&t, 0.08 * k - 3, (0.01 + 0.004 * k) * (i + 0.5), 0, 0.01 + 0.004 * k);
    for (int i = 0; i < 80; i++)
        parts3_cube(&t, 3 + 0.55 * (i % 4), 0.3 + 0.6 * (i / 16), 0.55 * (i / 4 % 4), 0.5);
    for (int i = 0; i < 6; i++) {
        fs_body3 body = parts3_cube(&t, -10 + 0.1 * i, 0.5, 0, 0.1);
        if (i > 0)
            parts3_tie(&t, i % 2 == 0 ? FS_JOINT3_BALL : FS_JOINT3_HINGE, last, body,
                       pos3_of(-10.05 + 0.1 * i, 0.5, 0));
        last = body;
    }
    for (int i = 0; i < 12; i++)
        parts3_cube(&t, -20, 0.65 + 0.1 * i, 0, 0.1);
    for (unsigned i = 0; i < 24; i++) {
        fs_body3 body = i % 2 == 0 ? parts3_cube(&t, -4 + 0.4 * i, 6 + 0.8 * i, 0.1, 0.2)
                                   : fixture3_any(&t, pos3_of(-4 + 0.4 * i, 6 + 0.8 * i, 0.2), i, &rng);
        ck_assert_int_eq(
            fs_body3_set_velocity(&t.w, body, fs_vel3_make(0, -8 * FS_VEL_ONE, 0), fixture3_random_vel(&rng, 4)),
            FS_OK);
    }
    for (uint32_t row = 0; row < *t.w.shape.rows; row++)
        t.w.shape.flags[row] |= FS_SHAPE3_CONTACT_EVENTS;
    return t;
}

/* One world runs the scalar kernel; of the others each tick starts from stored bytes with scratch full of noise, with every
 * kernel in turn, with 2 or 4 threads. */
START_TEST(mixed_parts_give_the_same_bits)
{
    enum { TICKS = 400 };
    struct fixture3 a = make_mixture(), b = make_mixture();
    struct parallel_tasks share;
    size_t most = 1 << 23;
    void *bytes = malloc(most);
    uint32_t seen = 0, kernels = 0;
    while (fs__solver3_kernel(kernels) != NULL)
        kernels++;
    a.w.kernel = 1;
    parallel_start(&share, _i == 0 ? 2 : 4);
    for (int tick = 0; tick < TICKS; tick++) {
        const uint8_t *parts = find_parts(&b);
        for (uint32_t row = 0; parts != NULL && row < *b.w.body.rows; row++)
            seen |= parts[row];
        size_t size = fs_state_encode(a.state, bytes, most);
        ck_assert_uint_gt(size, 0);
        ck_assert_int_eq(fs_state_decode(b.state, bytes, size), FS_OK);
        memset(b.scratch.bytes, 0x5A + tick, b.scratch.size);
        fs_world3_bind(b.state, fixture3_T_physics3, &b.scratch, &b.w);
        ck_assert(fs_world3_valid(&b.w));
        b.w.tasks = &share.tasks;
        b.w.kernel = 1 + (uint32_t)tick % kernels;
        fixture3_step(&a, 1);
        fixture3_step(&b, 1);
        ck_assert_msg(fs_state_hash(a.state) == fs_state_hash(b.state), "tick %d", tick);
    }
    ck_assert_uint_eq(seen & 7, 7);
    parallel_stop(&share);
    free(bytes);
    fixture3_end(&a);
    fixture3_end(&b);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("island_parts3");
    TCase *tc = tcase_create("island_parts3");
    tcase_set_timeout(tc, 900);
    tcase_add_test(tc, loads_are_those_of_contacts);
    tcase_add_test(tc, unsupported_bodies_count_together);
    tcase_add_test(tc, what_falls_carries_nothing);
    tcase_add_test(tc, towers_stand_beside_a_crowd);
    tcase_add_test(tc, growing_islands_gain_no_energy);
    tcase_add_loop_test(tc, mixed_parts_give_the_same_bits, 0, 2);
    suite_add_tcase(suite, tc);
    return suite;
}
