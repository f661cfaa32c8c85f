/* check_resolver_row3.c: rows of the worst-first resolver against the formulas of the reference, and against its misprints.
 *
 * Errata are those of the reference's ledger: a test computes the printed form too and shows that it is not what is done.
 */
#include "physics3d/resolver/row3.h"

#include "base/tournament_tree.h"

/* ---- 14.4, 14.5: basis ---------------------------------------------------------------------------------------------- */

START_TEST(bases_are_orthonormal)
{
    fs_rng rng = fs_rng_seed(1, 1);
    for (int i = 0; i < 100000; i++) {
        fs_unit3 axis[3], n = row3_normal(random_vector(&rng));
        fs__resolver3_make_basis(n, axis);
        for (unsigned a = 0; a < 3; a++)
            for (unsigned b = 0; b < 3; b++)
                NEAR(dot(unit_of(axis[a]), unit_of(axis[b])), a == b, (a == b ? 8 : 4) * 0x1p-30);
        NEAR(dot(cross(unit_of(axis[0]), unit_of(axis[1])), unit_of(axis[2])), 1, 8 * 0x1p-30);
    }
}
END_TEST

/* E14: t2.x = n.y t1.x as printed is no part of a basis: for n = (.8, .6, 0) its length is .8 and its part along n .48. */
START_TEST(second_tangent_is_not_the_printed_one)
{
    fs_unit3 axis[3];
    fs__resolver3_make_basis(row3_normal((row3_vector){ 0.8, 0.6, 0 }), axis);
    row3_vector n = unit_of(axis[0]), t1 = unit_of(axis[1]), t2 = unit_of(axis[2]), printed = t2;
    printed.x = n.y * t1.x;
    NEAR(t2.x, n.y * t1.z, 1e-8);
    NEAR(sqrt(dot(t2, t2)), 1, 1e-8);
    NEAR(dot(n, t2), 0, 1e-8);
    NEAR(fabs(dot(n, printed)), 0.48, 1e-6);
    NEAR(sqrt(dot(printed, printed)), 0.8, 1e-6);
}
END_TEST

/* E9: the normal leads away from the body that gives and a positive impulse parts the points; the printed sense pulls them
 * together. */
START_TEST(impulse_along_the_normal_parts_the_points)
{
    struct row3_body a = ball(1, 0.5), b = ball(1, 0.5);
    b.v = (row3_vector){ 0, -1, 0 };
    struct row3 t = row3_make(&a, &b, (row3_vector){ 0, 1, 0 }, 0, 0);
    row3_vector g = row3_resolve(&t);
    ck_assert(g.x > 0);
    NEAR(SPEED(t.body[1].v.y), -0.5, 1e-6);
    NEAR(SPEED(t.body[0].v.y), -0.5, 1e-6);
}
END_TEST

/* ---- 14.1, 14.2, 14.6: impulses --------------------------------------------------------------------------------------- */

/* A rod of mass m and length L whose end hits: d = 4/m; impulse m v (1+e)/4, angular velocity 1.5 v (1+e)/L, and the centre
 * falls on at v (1 - (1+e)/4). */
START_TEST(rod_hits_with_its_end)
{
    const double e[3] = { 0, 0.5, 1 }, m = 2, l = 3, v = 4;
    struct row3_body rod = { .mass = m, .inertia = { m * l * l / 12, m * l * l / 12, m * l * l / 12 } };
    rod.arm = (row3_vector){ l / 2, 0, 0 };
    rod.v = (row3_vector){ 0, -v, 0 };
    struct row3 t = row3_make(&immovable, &rod, (row3_vector){ 0, 1, 0 }, 0, e[_i]);
    NEAR(row3_k(&t, FS__K3_00), 4 / m, 1e-6);
    row3_vector g = row3_resolve(&t);
    NEAR(g.x, m * v * (1 + e[_i]) / 4, 1e-5);
    NEAR(SPEED(t.body[1].w.z), 1.5 * v * (1 + e[_i]) / l, 1e-5);
    NEAR(SPEED(t.body[1].v.y), -v * (1 - (1 + e[_i]) / 4), 1e-5);
    NEAR(SPEED(t.row.velocity[0]), e[_i] * v, 1e-5);
}
END_TEST

/* Corner of a cube on a plane: 4/m; sphere: 1/m; corner of a flat square that turns in its plane only: 2.5/m. */
START_TEST(velocity_per_unit_impulse)
{
    struct row3_body cube = box(5, 1, 1, 1), sphere = ball(7, 0.5), square = box(3, 1, 1, 1);
    cube.arm = (row3_vector){ 0.5, -0.5, 0.5 };
    sphere.arm = (row3_vector){ 0, -0.5, 0 };
    square.inertia = (row3_vector){ 1e9, 1e9, 3 / 6.0 };
    square.arm = (row3_vector){ 0.5, -0.5, 0 };
    struct row3 t = row3_make(&immovable, &cube, (row3_vector){ 0, 1, 0 }, 0, 0);
    NEAR(row3_k(&t, FS__K3_00) * 5, 4, 1e-6);
    t = row3_make(&immovable, &sphere, (row3_vector){ 0, 1, 0 }, 0, 0);
    NEAR(row3_k(&t, FS__K3_00) * 7, 1, 1e-7);
    t = row3_make(&immovable, &square, (row3_vector){ 0, 1, 0 }, 0, 0);
    NEAR(row3_k(&t, FS__K3_00) * 3, 2.5, 1e-6);
}
END_TEST

/* Sum over both bodies of m v and of x cross m v + I w about the common point. */
static void momenta(const struct row3_body *a, const struct row3_body *b, const struct row3 *t, double sum[6])
{
    const struct row3_body *body[2] = { a, b };
    for (unsigned i = 0; i < 6; i++)
        sum[i] = 0;
    for (unsigned i = 0; i < 2; i++) {
        row3_vector v = speed_of(t->body[i].v), w = speed_of(t->body[i].w), arm = body[i]->arm, in = body[i]->inertia;
        row3_vector p = { v.x * body[i]->mass, v.y * body[i]->mass, v.z * body[i]->mass };
        row3_vector l = cross((row3_vector){ -arm.x, -arm.y, -arm.z }, p);
        const double add[6] = { p.x, p.y, p.z, l.x + in.x * w.x, l.y + in.y * w.y, l.z + in.z * w.z };
        for (unsigned k = 0; k < 6; k++)
            sum[k] += add[k];
    }
}

/* E13: torque is r x g. With g x r, as printed for body 0, the angular momentum about the point changes. Chapter 14.1: it
 * stays. */
START_TEST(momentum_and_angular_momentum_stay)
{
    fs_rng rng = fs_rng_seed(2, 1);
    for (int i = 0; i < 2000; i++) {
        struct row3_body a = box(1 + uniform(&rng) / 2, 1, 0.8, 1.3), b = box(1.5 + uniform(&rng), 0.9, 1.1, 0.7);
        double before[6], after[6];
        a.arm = random_vector(&rng);
        b.arm = random_vector(&rng);
        a.v = random_vector(&rng);
        b.w = random_vector(&rng);
        struct row3 t = row3_make(&a, &b, random_vector(&rng), 0.5, 0.5);
        momenta(&a, &b, &t, before);
        (void)row3_resolve(&t);
        momenta(&a, &b, &t, after);
        for (unsigned k = 0; k < 6; k++)
            NEAR(after[k], before[k], 2e-5);
    }
    struct row3_body a = box(1, 1, 1, 1), b = ball(1, 0.5);
    a.arm = (row3_vector){ 0.5, 0.5, 0 };
    b.v = (row3_vector){ 0, -1, 0 };
    struct row3 t = row3_make(&a, &b, (row3_vector){ 0, 1, 0 }, 0, 0);
    (void)row3_resolve(&t);
    ck_assert_double_lt(SPEED(t.body[0].w.z),
                        -0.1); /* pushed down at its right side: turns right; g x r turns it left */
}
END_TEST

/* E15: the second body's rows change by its own velocities; with those of the first, as printed, the second's rows stay. */
START_TEST(both_bodies_change_their_own_rows)
{
    struct row3_body a = ball(1, 0.5), b = ball(3, 0.5);
    b.v = (row3_vector){ 0, -4, 0 };
    struct row3 t = row3_make(&a, &b, (row3_vector){ 0, 1, 0 }, 0, 1);
    struct row3 other = row3_make(&immovable, &b, (row3_vector){ 0, 1, 0 }, 0, 1); /* a second row of b */
    (void)row3_resolve(&t);
    other.body[1] = t.body[1];
    row3_update(&other);
    NEAR(SPEED(other.row.velocity[0]), -2, 1e-5); /* 4 m/s less 2 m/s; with the change of a, which is -6: -10 m/s */
    NEAR(SPEED(t.body[0].v.y), -6, 1e-5);
}
END_TEST

/* Elastic equal balls exchange their velocities to the bit. */
START_TEST(equal_balls_exchange_velocities)
{
    struct row3_body a = ball(2, 0.5), b = ball(2, 0.5);
    a.v = (row3_vector){ 3, 0, 0 };
    b.v = (row3_vector){ -1, 0, 0 };
    struct row3 t = row3_make(&a, &b, (row3_vector){ 1, 0, 0 }, 0, 1);
    (void)row3_resolve(&t);
    ck_assert_int_eq(t.body[0].v.x, -FS_VEL_ONE);
    ck_assert_int_eq(t.body[1].v.x, 3 * FS_VEL_ONE);
}
END_TEST

/* 15.1: what parts stays as it is, to the bit. Both immovable: nothing is resolved. */
START_TEST(separating_rows_stay)
{
    struct row3_body b = box(1, 1, 1, 1);
    b.v = (row3_vector){ 0.3, 0.2, 0.1 };
    struct row3 t = row3_make(&immovable, &b, (row3_vector){ 0, 1, 0 }, 0, 0.5);
    fs_vel3 before = t.body[1].v;
    ck_assert_int_eq(t.row.desired, 0);
    (void)row3_resolve(&t);
    ck_assert(fs_vel3_eq(t.body[1].v, before));
    t = row3_make(&immovable, &immovable, (row3_vector){ 0, 1, 0 }, 0.7, 0.5);
    ck_assert_int_eq(t.row.k[FS__K3_00], 0);
    (void)row3_resolve(&t);
}
END_TEST

/* ---- exercises of chapter 14 ------------------------------------------------------------------------------------------ */

/* 14.1: the inverse of diag(a, b, c) is diag(1/a, 1/b, 1/c). At a point on the normal through the centre K is diagonal: each
 * velocity has an impulse of its own. */
START_TEST(exercise_14_1_diagonal_matrix)
{
    struct row3_body b = box(2, 1, 1, 1);
    b.arm = (row3_vector){ 0, -0.5, 0 };
    b.v = (row3_vector){ 0.25, -1, 0.5 };
    struct row3 t = row3_make(&immovable, &b, (row3_vector){ 0, 1, 0 }, 8, 0);
    double k[3] = { row3_k(&t, FS__K3_00), row3_k(&t, FS__K3_11), row3_k(&t, FS__K3_22) };
    NEAR(row3_k(&t, FS__K3_01), 0, 1e-7);
    NEAR(row3_k(&t, FS__K3_12), 0, 1e-7);
    row3_vector g = row3_resolve(&t);
    NEAR(g.x, 1 / k[0], 1e-5);
    NEAR(g.y, -0.5 / k[1], 1e-5); /* the first tangent is z */
    NEAR(g.z, -0.25 / k[2], 1e-5);
}
END_TEST

/* 14.2 and 14.3: vectors and tensors in the coordinates of a contact: K from C^T and M equals n . ((I^-1 (r x n)) x r) in the
 * axes of the world, for bodies of 0.01 kg to 100 t. */
START_TEST(exercise_14_3_matrix_in_contact_coordinates)
{
    static const unsigned first[6] = { 0, 0, 0, 1, 1, 2 }, second[6] = { 0, 1, 2, 1, 2, 2 };
    fs_rng rng = fs_rng_seed(3, 1);
    for (int i = 0; i < 5000; i++) {
        struct row3_body b = box(pow(10, 3.5 * uniform(&rng) + 1.5), 1.2, 0.7, 1);
        b.arm = random_vector(&rng);
        struct row3 t = row3_make(&immovable, &b, random_vector(&rng), 1, 0);
        for (unsigned k = 0; k < 6; k++) {
            row3_vector j = unit_of(t.row.axis[first[k]]), n = unit_of(t.row.axis[second[k]]), u = cross(b.arm, j);
            row3_vector turn = { u.x / b.inertia.x, u.y / b.inertia.y, u.z / b.inertia.z };
            double want = dot(cross(turn, b.arm), n) + (first[k] == second[k] ? 1 / b.mass : 0);
            NEAR(row3_k(&t, k) * b.mass, want * b.mass, 3e-6);
        }
    }
}
END_TEST

/* 14.4: bars of one mass, the mass at their ends or at the middle, hit alike with one end: both ends part at the same speed, and
 * the centre of the bar of small inertia keeps falling faster. */
START_TEST(exercise_14_4_bars)
{
    struct row3_body ends = { .mass = 1, .inertia = { 1, 1, 1 } }, middle = { .mass = 1, .inertia = { 0.1, 0.1, 0.1 } };
    ends.arm = middle.arm = (row3_vector){ 1, 0, 0 };
    ends.v = middle.v = (row3_vector){ 0, -2, 0 };
    struct row3 a = row3_make(&immovable, &ends, (row3_vector){ 0, 1, 0 }, 0, 0.5);
    struct row3 b = row3_make(&immovable, &middle, (row3_vector){ 0, 1, 0 }, 0, 0.5);
    (void)row3_resolve(&a);
    (void)row3_resolve(&b);
    NEAR(SPEED(a.row.velocity[0]), 1, 1e-5);
    NEAR(SPEED(b.row.velocity[0]), 1, 1e-5);
    NEAR(SPEED(a.body[1].v.y), -2 + 3 / 2.0, 1e-5);
    NEAR(SPEED(b.body[1].v.y), -2 + 3 / 11.0, 1e-5);
    ck_assert(b.body[1].v.y < a.body[1].v.y && b.body[1].w.z > a.body[1].w.z);
}
END_TEST

static void move_once(struct row3 *t, fs_rel depth)
{
    struct fs__resolver3_split s = fs__resolver3_split_depth(&t->rules, &t->row, depth);
    t->row.first_depth = depth;
    fs__resolver3_displace(&t->row, 0, &s, &t->move[0]);
    fs__resolver3_displace(&t->row, 1, &s, &t->move[1]);
    row3_update(t);
}

/* 14.5: a flat box that lies on its face would turn by its share of the depth alone; however deep it is, it turns by at most
 * the limit, and is free afterwards all the same. */
START_TEST(exercise_14_5_limit_of_the_angle)
{
    struct row3_body flat = box(1, 2, 0.1, 2);
    flat.arm = (row3_vector){ 1, -0.05, 1 };
    struct row3 t = row3_make(&immovable, &flat, (row3_vector){ 0, 1, 0 }, 0, 0);
    double arm = sqrt(2.0025);
    move_once(&t, 2 * FS_REL_ONE);
    struct fs__resolver3_split s = fs__resolver3_split_depth(&t.rules, &t.row, 2 * FS_REL_ONE);
    NEAR(LENGTH(s.angular[1]), 0.2 * arm, 1e-6);
    NEAR(LENGTH(s.linear[1]), 2 - 0.2 * arm, 1e-6);
    NEAR(LENGTH(t.row.depth), 0, 1e-6);
    t.rules.angular_limit = 100 * (FS_UNIT_ONE / 100);
    s = fs__resolver3_split_depth(&t.rules, &t.row, FS_REL_ONE);
    double share = 1 - 1 / (row3_k(&t, FS__K3_00) * flat.mass);
    NEAR(LENGTH(s.angular[1]), share, 1e-6);
    ck_assert_double_gt(share, 0.8);
}
END_TEST

/* ---- 14.10 to 14.12: positions ------------------------------------------------------------------------------------------ */

/* The end of a rod: a quarter of the depth linear, three quarters angular; the corner of a square in the plane .4 and .6. */
START_TEST(depth_is_divided_by_inertia)
{
    struct row3_body rod = { .mass = 1, .inertia = { 1 / 3.0, 1 / 3.0, 1 / 3.0 } }, square = box(3, 1, 1, 1);
    rod.arm = (row3_vector){ 1, 0, 0 };
    struct row3 t = row3_make(&immovable, &rod, (row3_vector){ 0, 1, 0 }, 0, 0);
    struct fs__resolver3_split s = fs__resolver3_split_depth(&t.rules, &t.row, FS_REL_ONE / 10);
    NEAR(LENGTH(s.linear[1]), 0.025, 1e-7);
    NEAR(LENGTH(s.angular[1]), 0.075, 1e-7);
    move_once(&t, FS_REL_ONE / 10);
    NEAR(LENGTH(t.row.depth), 0, 1e-7);
    square.inertia = (row3_vector){ 1e9, 1e9, 3 / 6.0 };
    square.arm = (row3_vector){ 0.5, -0.5, 0 };
    t = row3_make(&immovable, &square, (row3_vector){ 0, 1, 0 }, 0, 0);
    s = fs__resolver3_split_depth(&t.rules, &t.row, FS_REL_ONE / 10);
    NEAR(LENGTH(s.linear[1]), 0.04, 1e-7);
    NEAR(LENGTH(s.angular[1]), 0.06, 1e-7);
}
END_TEST

/* A ball, and linear projection, only move. Relaxation removes its share. Masses share a correction by their inverses. */
START_TEST(linear_projection_and_relaxation)
{
    struct row3_body a = ball(1, 0.5), b = ball(3, 0.5), corner = box(1, 1, 1, 1);
    a.arm = (row3_vector){ 0, 0.5, 0 };
    b.arm = (row3_vector){ 0, -0.5, 0 };
    corner.arm = (row3_vector){ 0.5, -0.5, 0.5 };
    struct row3 t = row3_make(&a, &b, (row3_vector){ 0, 1, 0 }, 0, 0);
    move_once(&t, FS_REL_ONE / 10);
    NEAR(LENGTH(t.move[0].d.y), -0.075, 1e-7);
    NEAR(LENGTH(t.move[1].d.y), 0.025, 1e-7);
    ck_assert(t.move[0].turned.x == 0 && t.move[1].turned.z == 0);
    t = row3_make(&immovable, &corner, (row3_vector){ 0, 1, 0 }, 0, 0);
    t.rules.linear_projection = true;
    t.rules.relaxation = FS_UNIT_ONE / 2;
    move_once(&t, FS_REL_ONE / 10);
    NEAR(LENGTH(t.move[1].d.y), 0.05, 1e-7);
    NEAR(LENGTH(t.row.depth), 0.05, 1e-7);
    ck_assert(t.move[1].turned.x == 0 && t.move[1].turned.z == 0);
}
END_TEST

/* ---- 15.4, 15.5: resting contacts ---------------------------------------------------------------------------------------- */

static double desired(double v, double acceleration, double e, double limit, bool scaled)
{
    struct fs__resolver3_rules rules = { .restitution_threshold = (fs_vel)lround(limit * 0x1p21),
                                         .scaled_restitution = scaled };
    return SPEED(fs__resolver3_desired_change(&rules, (fs_vel)lround(v * 0x1p21), (fs_vel)lround(acceleration * 0x1p21),
                                              (fs_unit)lround(e * 0x1p30), 0));
}

/* dv = -v - e (v - v_acc). E36: v_acc is acceleration times the tick; without the tick's length, as printed first, a body at rest
 * under 10 m/s^2 is thrown at 0.6 * 9.83 m/s. Where v_acc is the larger one, the change ends at rest, not below it. */
START_TEST(velocity_of_forces_does_not_bounce)
{
    double g = 10, tick = 1 / 60.0;
    NEAR(desired(-g * tick, -g * tick, 0.6, 0, false), g * tick, 1e-6);
    NEAR(desired(-g * tick, -g, 0.6, 0, false), g * tick, 1e-6); /* E36 with the clamp; without it -5.73 m/s */
    NEAR(g * tick - 0.6 * (-g * tick + g), -5.733, 1e-3);
    NEAR(desired(-3, -1 / 6.0, 0.6, 0, false), 3 + 0.6 * (3 - 1 / 6.0), 1e-6);
    NEAR(desired(-0.3, -0.667, 0.6, 0, false), 0.3,
         1e-6); /* as printed 0.08: the point goes on approaching at 0.22 m/s */
    NEAR(desired(0.1, -0.2, 0.6, 0, false), 0, 0);
}
END_TEST

/* Below the limit restitution is 0, or shrinks with the speed. E30: the limit is that of the normal velocity, as the listing has
 * it; by the length of the velocity, as the prose has it, a body that slides at 10 m/s would bounce from microscopic hits. */
START_TEST(slow_hits_do_not_bounce)
{
    NEAR(desired(-0.24, 0, 0.5, 0.25, false), 0.24, 1e-6);
    NEAR(desired(-0.26, 0, 0.5, 0.25, false), 0.39, 1e-6);
    NEAR(desired(-0.125, 0, 0.5, 0.25, true), 0.125 * 1.25, 1e-6);
    struct row3_body b = ball(1, 0.5);
    b.v = (row3_vector){ 10, -0.2, 0 };
    b.arm = (row3_vector){ 0, -0.5, 0 };
    struct row3 t = row3_make(&immovable, &b, (row3_vector){ 0, 1, 0 }, 0, 0.5);
    t.rules.restitution_threshold = FS_VEL_ONE / 4;
    row3_update(&t);
    (void)row3_resolve(&t);
    NEAR(SPEED(t.body[1].v.y), 0, 1e-6); /* by the length of the velocity: 0.1 */
}
END_TEST

/* ---- 14.15 to 14.17: order ---------------------------------------------------------------------------------------------- */

/* E16: the tournament gives the row that a search from first to last finds, ties included, while keys change; the printed sorted
 * list never advances. */
START_TEST(worst_row_is_that_of_a_search)
{
    enum { COUNT = 100 };
    fs_rng rng = fs_rng_seed(6, 1);
    int64_t key[128];
    uint32_t winner[128];
    struct fs__tournament t = { key, winner, fs__tournament_leaf_count(COUNT) };
    for (uint32_t i = 0; i < t.leaf_count; i++)
        key[i] = i < COUNT ? -(int64_t)fs_rng_below(&rng, 20) : INT64_MAX;
    fs__tournament_build(&t);
    for (int i = 0; i < 5000; i++) {
        uint32_t worst = 0;
        for (uint32_t k = 1; k < COUNT; k++)
            worst = key[k] < key[worst] ? k : worst;
        ck_assert_uint_eq(fs__tournament_min_index(&t), worst);
        fs__tournament_set(&t, fs_rng_below(&rng, COUNT), -(int64_t)fs_rng_below(&rng, 20));
    }
}
END_TEST

/* ---- hostile numbers ------------------------------------------------------------------------------------------------------ */

/* Rows of any bits: nothing overflows (with the sanitizer), and impulses keep their bound. */
START_TEST(any_bits_are_no_trap)
{
    fs_rng rng = fs_rng_seed(7, 1);
    for (int i = 0; i < 20000; i++) {
        struct row3 t = { .rules = { .angular_limit = FS_UNIT_ONE / 5, .relaxation = FS_UNIT_ONE } };
        struct fs__resolver3_mass mass[2];
        for (unsigned k = 0; k < 2; k++) {
            mass[k] = (struct fs__resolver3_mass){ .inv_mass = fs_scaled_make((int64_t)(fs_rng_u64(&rng) >> 1),
                                                                              (int32_t)fs_rng_below(&rng, 300) - 150) };
            for (unsigned m = 0; m < 6; m++)
                mass[k].inertia.m[m] = (int32_t)fs_rng_u32(&rng) / 2;
            mass[k].inertia.e = (int32_t)fs_rng_below(&rng, 300) - 150;
            mass[k].locks = (uint8_t)fs_rng_below(&rng, 8);
            t.row.arm[k] = fs_rel3_make((int32_t)fs_rng_u32(&rng), (int32_t)fs_rng_u32(&rng),
                                        (int32_t)fs_rng_u32(&rng));
            t.body[k].v = fs_vel3_make((int32_t)fs_rng_u32(&rng) / 2, (int32_t)fs_rng_u32(&rng) / 2, 0);
            t.body[k].w = fs_vel3_make((int32_t)fs_rng_u32(&rng) / 2, 0, (int32_t)fs_rng_u32(&rng) / 2);
        }
        t.row.moves = (uint8_t)fs_rng_below(&rng, 4);
        t.row.kind = (uint8_t)fs_rng_below(&rng, 4);
        t.row.cross_friction = FS_UNIT_ONE >> fs_rng_below(&rng, 11);
        t.row.static_friction = (int32_t)fs_rng_below(&rng, 1u << 30);
        t.row.dynamic_friction = t.row.static_friction / 2;
        t.row.restitution = (fs_unit)fs_rng_below(&rng, FS_UNIT_ONE);
        row3_vector n = random_vector(&rng);
        fs__resolver3_make_basis(row3_normal(n), t.row.axis);
        fs__resolver3_set_response(&t.row, mass);
        t.pair_mass = 1;
        row3_update(&t);
        row3_vector g = row3_resolve(&t);
        ck_assert(fabs(g.x) <= 256 && fabs(g.y) <= 256 && fabs(g.z) <= 256);
        move_once(&t, (fs_rel)fs_rng_u32(&rng));
    }
}
END_TEST

static TCase *impulse_tests(void)
{
    TCase *tc = tcase_create("impulses");
    tcase_add_test(tc, bases_are_orthonormal);
    tcase_add_test(tc, second_tangent_is_not_the_printed_one);
    tcase_add_test(tc, impulse_along_the_normal_parts_the_points);
    tcase_add_loop_test(tc, rod_hits_with_its_end, 0, 3);
    tcase_add_test(tc, velocity_per_unit_impulse);
    tcase_add_test(tc, momentum_and_angular_momentum_stay);
    tcase_add_test(tc, both_bodies_change_their_own_rows);
    tcase_add_test(tc, equal_balls_exchange_velocities);
    tcase_add_test(tc, separating_rows_stay);
    tcase_add_test(tc, exercise_14_1_diagonal_matrix);
    tcase_add_test(tc, exercise_14_3_matrix_in_contact_coordinates);
    tcase_add_test(tc, exercise_14_4_bars);
    tcase_add_test(tc, velocity_of_forces_does_not_bounce);
    tcase_add_test(tc, slow_hits_do_not_bounce);
    return tc;
}

static TCase *position_tests(void)
{
    TCase *tc = tcase_create("positions");
    tcase_add_test(tc, exercise_14_5_limit_of_the_angle);
    tcase_add_test(tc, depth_is_divided_by_inertia);
    tcase_add_test(tc, linear_projection_and_relaxation);
    tcase_add_test(tc, worst_row_is_that_of_a_search);
    tcase_add_test(tc, any_bits_are_no_trap);
    return tc;
}

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("resolver_row3");
    suite_add_tcase(suite, impulse_tests());
    suite_add_tcase(suite, position_tests());
    return suite;
}
