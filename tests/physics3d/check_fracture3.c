/* check_fracture3.c: bodies break into pieces that keep volume, mass, momentum and angular momentum. Doubles only measure. */
/* Tests write columns. */
#define FS__WORLD3_INTERNAL

#include <fixstep/fracture3.h>
#include <fixstep/geometry3.h>
#include <fixstep/joint3.h>
#include <fixstep/random.h>
#include <fixstep/trig.h>

#include "physics3d/world3_fixture.h"

#define REL(v) ((double)(v)*0x1p-26)
#define VEL(v) ((double)(v)*0x1p-21)
#define NEAR(got, want, bound)                                                                            \
    do {                                                                                                  \
        double near_got = (got), near_want = (want);                                                      \
        if (!(fabs(near_got - near_want) <= (bound)))                                                     \
            ck_abort_msg("%s is %.12g, not %.12g within %g", #got, near_got, near_want, (double)(bound)); \
    } while (0)

typedef struct {
    double x, y, z;
} vec;

static vec cross(vec a, vec b)
{
    return (vec){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static double scaled(fs_scaled s)
{
    return ldexp(s.m, s.e);
}

/* Sums over the given bodies. Positions are relative to `about`. */
struct sums {
    int64_t mantissa; /* of the mass, in steps of 2^exponent */
    double mass, volume;
    vec momentum, angular;
};

/* R diag(moments) R^T w, from the columns. */
static vec spin_of(const fs_world3 *w, uint32_t row)
{
    fs_quat q = fs_quat_mul(w->body.rot[row], w->body.principal[row]);
    fs_mat3 m = fs_mat3_from_quat(fs_quat_normalise(q));
    const double r[3][3] = { { m.x.x, m.x.y, m.x.z }, { m.y.x, m.y.y, m.y.z }, { m.z.x, m.z.y, m.z.z } };
    const double i[3] = { scaled(w->body.inertia_x[row]), scaled(w->body.inertia_y[row]),
                          scaled(w->body.inertia_z[row]) };
    fs_vel3 v = w->body.angular_velocity[row];
    const double omega[3] = { VEL(v.x), VEL(v.y), VEL(v.z) };
    double out[3] = { 0, 0, 0 };
    for (int k = 0; k < 3; k++) {
        double along = 0;
        for (int j = 0; j < 3; j++)
            along += r[j][k] * 0x1p-30 * omega[j];
        for (int j = 0; j < 3; j++)
            out[j] += r[j][k] * 0x1p-30 * i[k] * along;
    }
    return (vec){ out[0], out[1], out[2] };
}

static double volume_of(const fs_world3 *w, uint32_t row)
{
    fs_geometry3 g;
    fs_hull3 hull;
    fs_pose3 pose;
    fs_shape3_geometry_near(w, w->body.first_shape[row] - 1, w->body.pos[row], &g, &hull, &pose);
    return scaled(fs_geometry3_mass(&g, fs_scaled_make(1, 0)).mass);
}

static void add_body(const fs_world3 *w, fs_body3 body, fs_pos3 about, int32_t exponent, struct sums *s)
{
    uint32_t row;
    ck_assert_int_eq(fs_body3_row(w, body, &row), FS_OK);
    double mass = scaled(w->body.mass[row]);
    fs_pos3 p = fs_pos3_sub(w->body.pos[row], about);
    fs_vel3 v = w->body.vel[row];
    vec at = { metres(p.x), metres(p.y), metres(p.z) };
    vec momentum = { mass * VEL(v.x), mass * VEL(v.y), mass * VEL(v.z) };
    vec orbit = cross(at, momentum), spin = spin_of(w, row);
    double steps = ldexp(mass, -exponent);
    ck_assert(steps == floor(steps));
    s->mantissa += (int64_t)steps;
    s->mass += mass;
    s->volume += volume_of(w, row);
    s->momentum = (vec){ s->momentum.x + momentum.x, s->momentum.y + momentum.y, s->momentum.z + momentum.z };
    s->angular = (vec){ s->angular.x + orbit.x + spin.x, s->angular.y + orbit.y + spin.y,
                        s->angular.z + orbit.z + spin.z };
}

static struct sums sum_pieces(const fs_world3 *w, const fs_pieces3 *pieces, fs_pos3 about, int32_t exponent)
{
    struct sums s = { .mass = 0 };
    for (uint32_t i = 0; i < pieces->count; i++)
        add_body(w, pieces->body[i], about, exponent, &s);
    return s;
}

/* Breaks the body and compares the sums. `r`: no point is further away; `k`: radius of gyration, m. */
static fs_pieces3 break_and_compare(struct fixture3 *t, fs_body3 body, const fs_fracture3_def *def, double r, double k,
                                    double volume_bound)
{
    uint32_t row = fixture3_row(t, body);
    fs_pos3 about = t->w.body.pos[row];
    fs_scaled mass = t->w.body.mass[row];
    fs_vel3 spin = t->w.body.angular_velocity[row];
    double m = scaled(mass), w = VEL(sqrt((double)spin.x * spin.x + (double)spin.y * spin.y + (double)spin.z * spin.z));
    struct sums before = { .mass = 0 }, after;
    fs_pieces3 pieces;
    add_body(&t->w, body, about, mass.e, &before);
    ck_assert_int_eq(fs_body3_fracture(&t->w, body, def, &pieces), FS_OK);
    ck_assert_uint_ge(pieces.count, 2);
    after = sum_pieces(&t->w, &pieces, about, mass.e);
    ck_assert_int_eq(after.mantissa, before.mantissa);
    NEAR(after.volume, before.volume, volume_bound * before.volume);
    double p = m * 0x1p-22 * 1.001, l = m * (r * 0x1p-21 + k * k * (0x1p-22 + w * 0x1p-26));
    NEAR(after.momentum.x, before.momentum.x, p);
    NEAR(after.momentum.y, before.momentum.y, p);
    NEAR(after.momentum.z, before.momentum.z, p);
    NEAR(after.angular.x, before.angular.x, l);
    NEAR(after.angular.y, before.angular.y, l);
    NEAR(after.angular.z, before.angular.z, l);
    ck_assert(fs_world3_valid(&t->w));
    return pieces;
}

static struct fixture3 start(void)
{
    const fs_world3_limits limits = { .bodies = 128, .shapes = 128, .joints = 8, .materials = 4, .hulls = 64 };
    fs_world3_def def = fs_default_world3_def(60);
    def.gravity = fs_wide3_zero();
    return fixture3_start_with(60, &limits, &def);
}

static fs_body3 add_block(struct fixture3 *t, double x, double y, double z, double density)
{
    fs_body3 body = fixture3_body(t, FS_BODY3_DYNAMIC, pos3_of(3, -2, 5));
    fs_shape3_def form = fs_default_shape3_def();
    form.density = pos_of(density);
    form.flags = FS_SHAPE3_HIT_EVENTS;
    ck_assert_int_eq(fs_shape3_create_box(&t->w, body, &form, pos3_of(x, y, z), NULL), FS_OK);
    return body;
}

static void move(struct fixture3 *t, fs_body3 body, vec v, vec w)
{
    fs_vel3 vel = fs_vel3_make((fs_vel)lround(v.x * 0x1p21), (fs_vel)lround(v.y * 0x1p21),
                               (fs_vel)lround(v.z * 0x1p21));
    fs_vel3 spin = fs_vel3_make((fs_vel)lround(w.x * 0x1p21), (fs_vel)lround(w.y * 0x1p21),
                                (fs_vel)lround(w.z * 0x1p21));
    ck_assert_int_eq(fs_body3_set_velocity(&t->w, body, vel, spin), FS_OK);
}

/* ---- blocks --------------------------------------------------------------------------------------------------- */

/* A hit on a face: eight boxes of the four different octants, whose half sides tile the block to the bit. */
START_TEST(a_block_splits_into_eight_boxes_that_tile_it)
{
    struct fixture3 t = start();
    fs_body3 body = add_block(&t, 1, 0.75, 0.5, 700);
    fs_fracture3_def def = fs_default_fracture3_def();
    def.at = pos3_of(3 + 0.3, -2 + 0.75, 5 - 0.1);
    def.normal = fs_unit3_make(0, -FS_UNIT_ONE, 0);
    fs_pieces3 pieces = break_and_compare(&t, body, &def, 1.4, 0.8, 1e-9);
    ck_assert_uint_eq(pieces.count, 8);
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t row = fixture3_row(&t, pieces.body[i]), shape = t.w.body.first_shape[row] - 1;
        fs_wide3 h = t.w.shape.half[shape];
        fs_pos3 p = fs_body3_position(&t.w, pieces.body[i]);
        ck_assert_uint_eq(t.w.shape.kind[shape], FS_GEOMETRY3_BOX);
        /* Every piece has one corner at a corner of the block and one where the planes meet. */
        double outer_x = fabs(metres(p.x) - 3) + metres(h.x), outer_y = fabs(metres(p.y) + 2) + metres(h.y);
        NEAR(outer_x, 1, 1e-9);
        NEAR(outer_y, 0.75, 1e-9);
        NEAR(fabs(metres(p.z) - 5) + metres(h.z), 0.5, 1e-9);
        NEAR(metres(h.x), metres(p.x) > 3.3 ? 0.35 : 0.65, 1e-7);
        NEAR(metres(h.y), 0.375, 1e-7);
        NEAR(metres(h.z), metres(p.z) > 4.9 ? 0.3 : 0.2, 1e-7);
    }
    fixture3_end(&t);
}
END_TEST

/* A box of half sides x, y, z has m/3 (y^2 + z^2); the misprinted volumes and moments of the source would differ by factors. */
START_TEST(pieces_have_the_mass_and_inertia_of_their_boxes)
{
    struct fixture3 t = start();
    fs_body3 body = add_block(&t, 1, 0.75, 0.5, 700);
    fs_fracture3_def def = fs_default_fracture3_def();
    def.at = pos3_of(3.25, -2, 5);
    fs_pieces3 pieces = break_and_compare(&t, body, &def, 1.4, 0.8, 1e-9);
    ck_assert_uint_eq(pieces.count, 8);
    for (uint32_t i = 0; i < pieces.count; i++) {
        uint32_t row = fixture3_row(&t, pieces.body[i]), shape = t.w.body.first_shape[row] - 1;
        double x = metres(t.w.shape.half[shape].x), y = metres(t.w.shape.half[shape].y),
               z = metres(t.w.shape.half[shape].z), m = 700 * 8 * x * y * z;
        NEAR(scaled(t.w.body.mass[row]), m, m * 1e-7);
        NEAR(scaled(t.w.body.inertia_x[row]), m / 3 * (y * y + z * z), m * 1e-7);
        NEAR(scaled(t.w.body.inertia_y[row]), m / 3 * (x * x + z * z), m * 1e-7);
        NEAR(scaled(t.w.body.inertia_z[row]), m / 3 * (x * x + y * y), m * 1e-7);
    }
    fixture3_end(&t);
}
END_TEST

/* Without a burst the pieces of a spinning block have its angular velocity to the bit, and the velocities of its points. */
START_TEST(pieces_move_on_as_parts_of_the_block)
{
    struct fixture3 t = start();
    fs_body3 body = add_block(&t, 1, 0.75, 0.5, 700);
    fs_fracture3_def def = fs_default_fracture3_def();
    def.at = pos3_of(3.25, -2.125, 5);
    move(&t, body, (vec){ 7, -3, 2 }, (vec){ 1.5, -4, 2.5 });
    fs_vel3 spin = fs_body3_angular_velocity(&t.w, body);
    fs_pieces3 pieces = break_and_compare(&t, body, &def, 1.4, 0.8, 1e-9);
    for (uint32_t i = 0; i < pieces.count; i++) {
        fs_pos3 p = fs_body3_position(&t.w, pieces.body[i]);
        vec d = { metres(p.x) - 3, metres(p.y) + 2, metres(p.z) - 5 }, c = cross((vec){ 1.5, -4, 2.5 }, d);
        fs_vel3 v = fs_body3_velocity(&t.w, pieces.body[i]), w = fs_body3_angular_velocity(&t.w, pieces.body[i]);
        ck_assert(fs_vel3_eq(w, spin));
        NEAR(VEL(v.x), 7 + c.x, 1e-6);
        NEAR(VEL(v.y), -3 + c.y, 1e-6);
        NEAR(VEL(v.z), 2 + c.z, 1e-6);
    }
    fixture3_end(&t);
}
END_TEST

/* A hit on each of the six faces: the pieces are equally deep behind the face. */
START_TEST(every_face_splits_alike)
{
    for (int face = 0; face < 6; face++) {
        struct fixture3 t = start();
        fs_body3 body = add_block(&t, 0.5, 0.5, 0.5, 1000);
        fs_fracture3_def def = fs_default_fracture3_def();
        double at[3] = { 0.1, 0.1, 0.1 };
        int32_t n[3] = { 0, 0, 0 };
        at[face / 2] = face % 2 != 0 ? 0.5 : -0.5;
        n[face / 2] = face % 2 != 0 ? -FS_UNIT_ONE : FS_UNIT_ONE;
        def.at = pos3_of(3 + at[0], -2 + at[1], 5 + at[2]);
        def.normal = fs_unit3_make(n[0], n[1], n[2]);
        fs_pieces3 pieces = break_and_compare(&t, body, &def, 0.87, 0.41, 1e-9);
        ck_assert_uint_eq(pieces.count, 8);
        for (uint32_t i = 0; i < 8; i++) {
            fs_wide3 h = t.w.shape.half[t.w.body.first_shape[fixture3_row(&t, pieces.body[i])] - 1];
            const fs_pos half[3] = { h.x, h.y, h.z };
            NEAR(metres(half[face / 2]), 0.25, 1e-7);
        }
        fixture3_end(&t);
    }
}
END_TEST

/* Near an edge a plane would leave slabs of less than the least thickness: it does not cut. */
START_TEST(thin_slabs_stay_whole)
{
    struct fixture3 t = start();
    fs_fracture3_def def = fs_default_fracture3_def();
    def.min_thickness = pos_of(0.1);
    def.at = pos3_of(3 + 0.95, -2, 5);
    fs_pieces3 pieces = break_and_compare(&t, add_block(&t, 1, 0.5, 0.5, 10), &def, 1.3, 0.7, 1e-9);
    ck_assert_uint_eq(pieces.count, 4);
    def.at = pos3_of(3 + 5, -2, 5 + 9);
    pieces = break_and_compare(&t, add_block(&t, 1, 0.5, 0.5, 10), &def, 1.3, 0.7, 1e-9);
    ck_assert_uint_eq(pieces.count, 2);
    fixture3_end(&t);
}
END_TEST

/* ---- angled splits and other shapes ----------------------------------------------------------------------------- */

/* Random planes through blocks that spin: hulls that fill the block but for what fs_hull3_make() drops. */
START_TEST(angled_splits_keep_mass_and_momentum)
{
    fs_rng rng = fs_rng_seed(17, 1);
    for (int i = 0; i < 40; i++) {
        struct fixture3 t = start();
        double x = fixture3_uniform(&rng, 0.3, 2), y = fixture3_uniform(&rng, 0.3, 2);
        fs_body3 body = add_block(&t, x, y, fixture3_uniform(&rng, 0.3, 2), fixture3_uniform(&rng, 1, 3000));
        fs_fracture3_def def = fs_default_fracture3_def();
        fs_unit3 axis;
        ck_assert(fs_rel3_normalise(fs_rel3_make(3 + i, 20 - i, 7), &axis));
        def.rot = fs_quat_from_axis_turn(axis, fs_rng_u32(&rng));
        x = fixture3_uniform(&rng, 2.9, 3.1);
        def.at = pos3_of(x, fixture3_uniform(&rng, -2.1, -1.9), 5);
        def.burst_speed = (fs_vel)fs_rng_range(&rng, 0, 20) * FS_VEL_ONE;
        ck_assert_int_eq(fs_body3_set_pose(&t.w, body, pos3_of(3, -2, 5), fs_quat_conj(def.rot)), FS_OK);
        move(&t, body, (vec){ 30, -20, 4 }, (vec){ 3, -8, 5 });
        fs_pieces3 pieces = break_and_compare(&t, body, &def, 3.5, 2, 1e-3);
        ck_assert_uint_ge(pieces.count, 3);
        fixture3_end(&t);
    }
}
END_TEST

/* Pieces of hulls break again; a compound breaks into its parts, each of them cut. */
START_TEST(pieces_and_compounds_break_again)
{
    struct fixture3 t = start();
    fs_body3 body = add_block(&t, 1, 1, 1, 500);
    fs_fracture3_def def = fs_default_fracture3_def();
    def.rot = fs_quat_from_axis_turn(fs_unit3_make(0, FS_UNIT_ONE, 0), FS_TURN_QUARTER / 2);
    def.at = pos3_of(3, -2, 5);
    def.burst_speed = 2 * FS_VEL_ONE;
    fs_pieces3 pieces = break_and_compare(&t, body, &def, 1.8, 0.9, 1e-3);
    ck_assert_uint_eq(pieces.count, 8);
    def.at = fs_body3_position(&t.w, pieces.body[3]);
    pieces = break_and_compare(&t, pieces.body[3], &def, 1.8, 0.9, 1e-3);
    ck_assert_uint_ge(pieces.count, 4);
    body = add_block(&t, 1, 0.25, 0.25, 500);
    ck_assert_int_eq(
        fs_shape3_create_box_at(&t.w, body, NULL, pos3_of(0.25, 1, 0.25), pos3_of(0, 1.5, 0), fs_quat_identity(), NULL),
        FS_OK);
    def.rot = fs_quat_identity();
    def.at = pos3_of(3, -2, 5);
    uint32_t shapes = 0;
    ck_assert_int_eq(fs_body3_fracture(&t.w, body, &def, &pieces), FS_OK);
    for (uint32_t i = 0; i < pieces.count; i++)
        shapes += t.w.body.first_shape[fixture3_row(&t, pieces.body[i])] != 0;
    ck_assert_uint_eq(pieces.count, 8 + 4); /* the upper part lies wholly above the level plane */
    ck_assert_uint_eq(shapes, pieces.count);
    fixture3_end(&t);
}
END_TEST

/* A hollow body, whose inertia was set, does not spin up or down: its pieces get the angular velocity that keeps I w. */
START_TEST(a_set_mass_is_kept_with_its_angular_momentum)
{
    struct fixture3 t = start();
    fs_body3 body = add_block(&t, 1, 1, 1, 10);
    fs_fracture3_def def = fs_default_fracture3_def();
    fs_scaled moment = fs_scaled_make(40, 0);
    ck_assert_int_eq(fs_body3_set_mass(&t.w, body,
                                       (fs_mass_data3){ .mass = fs_scaled_make(12, 0),
                                                        .centre = fs_rel3_make(FS_REL_ONE / 8, 0, 0),
                                                        .inertia = { .xx = moment, .yy = moment, .zz = moment } }),
                     FS_OK);
    def.at = pos3_of(3.1, -2, 5);
    def.burst_speed = 3 * FS_VEL_ONE;
    move(&t, body, (vec){ 5, 1, 0 }, (vec){ 0, 6, 0 });
    fs_pieces3 pieces = break_and_compare(&t, body, &def, 2, 2, 10);
    fs_vel3 w = fs_body3_angular_velocity(&t.w, pieces.body[0]);
    ck_assert_double_gt(VEL(w.y), 20); /* 12 kg of blocks have less inertia than the shell */
    fixture3_end(&t);
}
END_TEST

/* ---- breaking strain -------------------------------------------------------------------------------------------- */

/* A ball of 2 kg at 20 m/s from `gap` m meets a free block of 8 kg at rest: the impulse is m M / (m + M) v. */
static fs_pieces3 shoot(double gap, double strain)
{
    struct fixture3 t = start();
    fs_body3 block = add_block(&t, 0.5, 0.5, 0.5, 8);
    fs_body3 ball = fixture3_body(&t, FS_BODY3_DYNAMIC, pos3_of(3 - 0.6 - gap, -2, 5));
    fs_shape3_def form = fs_default_shape3_def();
    fs_pieces3 pieces = { .count = 0 };
    form.density = pos_of(2 / (4 * M_PI / 3 * 0.001));
    ck_assert_int_eq(fs_shape3_create_sphere(&t.w, ball, &form, fs_pos3_zero(), pos_of(0.1), NULL), FS_OK);
    move(&t, ball, (vec){ 20, 0, 0 }, (vec){ 0, 0, 0 });
    for (int tick = 0; tick < 20 && pieces.count == 0; tick++) {
        fixture3_step(&t, 1);
        ck_assert_int_eq(fs_body3_fracture_by_hit(&t.w, block, pos_of(strain), NULL, &pieces), FS_OK);
    }
    fixture3_end(&t);
    return pieces;
}

/* Wherever in a tick the ball arrives. */
START_TEST(bodies_break_above_their_strain_only)
{
    const double impulse = 2.0 * 8 / (2 + 8) * 20;
    for (int i = 0; i < 8; i++) {
        double gap = 0.9 + 20.0 / 60 * i / 8;
        ck_assert_uint_eq(shoot(gap, impulse * 0.999).count, 8);
        ck_assert_uint_eq(shoot(gap, impulse * 1.001).count, 0);
    }
}
END_TEST

/* A cube that lands flat on its side stops with m v, at its middle and not at one of its corners. */
START_TEST(a_flat_landing_has_the_impulse_of_the_whole_body)
{
    struct fixture3 t = start();
    fs_body3 cube = add_block(&t, 0.5, 0.5, 0.5, 8);
    fs_hit3 hit;
    double hardest = 0;
    (void)fixture3_floor(&t, pos3_of(0, -4, 0));
    ck_assert(!fs_body3_hardest_hit(&t.w, cube, &hit));
    move(&t, cube, (vec){ 0, -10, 0 }, (vec){ 0, 0, 0 });
    for (int tick = 0; tick < 20; tick++) {
        fixture3_step(&t, 1);
        if (fs_body3_hardest_hit(&t.w, cube, &hit)) {
            hardest = fmax(hardest, (double)hit.impulse * 0x1p-32);
            ck_assert_int_gt(hit.normal.y, FS_UNIT_ONE - 100);
        }
    }
    NEAR(hardest, 80, 0.05);
    fixture3_end(&t);
}
END_TEST

/* A beam of 30 m falls flat from a height of 2.2 m onto a large floor, and its foot, turned by 45 degrees and at `x`, lands. N s. */
static double land_foot(double x)
{
    struct fixture3 t = start();
    fs_body3 floor = fixture3_body(&t, FS_BODY3_STATIC, pos3_of(0, -1, 0));
    fs_body3 beam = fixture3_body(&t, FS_BODY3_DYNAMIC, pos3_of(x - 14.5, 2.2, 0));
    fs_shape3_def def = fs_default_shape3_def();
    fs_hit3 hit;
    double hardest = 0;
    ck_assert_int_eq(fs_shape3_create_box(&t.w, floor, &def, pos3_of(200, 1, 200), NULL), FS_OK);
    def.flags = FS_SHAPE3_HIT_EVENTS;
    ck_assert_int_eq(fs_shape3_create_box(&t.w, beam, &def, pos3_of(15, 0.2, 0.2), NULL), FS_OK);
    def.density = 0;
    fs_quat turned = fs_quat_normalise(fs_quat_make(0, 410903207, 0, 992008094)); /* 45 degrees */
    ck_assert_int_eq(
        fs_shape3_create_box_at(&t.w, beam, &def, pos3_of(0.5, 0.5, 0.5), pos3_of(14.5, -1, 0), turned, NULL), FS_OK);
    move(&t, beam, (vec){ 0, -5, 0 }, (vec){ 0, 0, 0 });
    for (int tick = 0; tick < 160 && hardest == 0; tick++) {
        fixture3_step(&t, 1);
        if (fs_body3_hardest_hit(&t.w, beam, &hit))
            hardest = (double)hit.impulse * 0x1p-32;
    }
    fixture3_end(&t);
    return hardest;
}

/* Points of large shapes are stored modulo 64 m: their mean is that of the same points everywhere (3.3 times the impulse before, where
 * the foot stood across 32 m). */
START_TEST(a_hit_is_the_same_everywhere_on_a_large_floor)
{
    static const double places[] = { 10, 20, 31.5, 31.9, 32.1, 33, 64, 95.9, 96.1, -31.9, -32.1 };
    double expected = land_foot(0);
    ck_assert_double_gt(expected, 1);
    for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++)
        NEAR(land_foot(places[i]), expected, 1e-5 * expected);
}
END_TEST

/* ---- rules ------------------------------------------------------------------------------------------------------ */

static void refuse(struct fixture3 *t, fs_body3 body, const fs_fracture3_def *def, fs_result want)
{
    uint64_t before = fs_state_hash(t->state);
    fs_pieces3 pieces = { .count = 9 };
    ck_assert_int_eq(fs_body3_fracture(&t->w, body, def, &pieces), want);
    ck_assert_uint_eq(pieces.count, 0);
    ck_assert_uint_eq(fs_state_hash(t->state), before);
}

START_TEST(errors_change_nothing)
{
    struct fixture3 t = start();
    const fs_fracture3_def usual = fs_default_fracture3_def();
    fs_fracture3_def def = usual;
    fs_body3 block = add_block(&t, 1, 1, 1, 10), ball = fixture3_ball(&t, pos3_of(0, 0, 0), 1);
    fs_body3 wall = fixture3_box(&t, FS_BODY3_STATIC, pos3_of(20, 0, 0), 1, 1, 1);
    refuse(&t, (fs_body3){ { 0, 0 } }, &usual, FS_E_STALE);
    refuse(&t, wall, &usual, FS_E_ARGUMENT);
    refuse(&t, ball, &usual, FS_E_UNSUPPORTED);
    refuse(&t, block, &usual, FS_E_DEGENERATE); /* the origin of the world is outside */
    def.at = pos3_of(3, -2, 5);
    def.min_thickness = 0;
    refuse(&t, block, &def, FS_E_ARGUMENT);
    def.min_thickness = FS_POS_ONE;
    def.burst_speed = -1;
    refuse(&t, block, &def, FS_E_ARGUMENT);
    def.burst_speed = 0;
    def.rot = (fs_quat){ 0, 0, 0, 0 };
    refuse(&t, block, &def, FS_E_ARGUMENT);
    def = usual;
    def.at = pos3_of(3, -2, 5);
    while (fs_body3_create(&t.w, NULL, NULL) == FS_OK) {
    }
    refuse(&t, block, &def, FS_E_CAPACITY);
    fixture3_end(&t);
}
END_TEST

/* Surface, filter, damping, flags and numbers of the caller's go to the pieces. */
START_TEST(pieces_inherit)
{
    struct fixture3 t = start();
    fs_body3_def def = fs_default_body3_def();
    fs_shape3_def form = fs_default_shape3_def();
    fs_pieces3 pieces;
    fs_body3 body;
    def.linear_damping = FS_FIX16_ONE / 2;
    def.gravity_scale = 3 * FS_FIX16_ONE;
    def.flags = FS_BODY3_BULLET | FS_BODY3_SLEEPLESS;
    def.user = 77;
    form.group = -4;
    form.user = 99;
    form.flags = FS_SHAPE3_HIT_EVENTS;
    ck_assert_int_eq(fs_body3_create(&t.w, &def, &body), FS_OK);
    ck_assert_int_eq(fs_shape3_create_box(&t.w, body, &form, pos3_of(1, 1, 1), NULL), FS_OK);
    uint64_t factor = t.w.body.damping_factor[fixture3_row(&t, body)];
    ck_assert_int_eq(fs_body3_fracture(&t.w, body, NULL, &pieces), FS_OK);
    ck_assert_uint_eq(pieces.count, 8);
    ck_assert_int_eq(fs_body3_row(&t.w, body, NULL), FS_E_STALE);
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t row = fixture3_row(&t, pieces.body[i]), shape = t.w.body.first_shape[row] - 1;
        ck_assert_uint_eq(t.w.body.damping_factor[row], factor);
        ck_assert_int_eq(t.w.body.gravity_scale[row], 3 * FS_FIX16_ONE);
        ck_assert_uint_eq(t.w.body.flags[row], FS_BODY3_BULLET | FS_BODY3_SLEEPLESS | FS_BODY3_MASS_SET);
        ck_assert_uint_eq(t.w.body.user[row], 77);
        ck_assert_int_eq(t.w.shape.group[shape], -4);
        ck_assert_uint_eq(t.w.shape.user[shape], 99);
    }
    fixture3_end(&t);
}
END_TEST

/* At 1,000 km the pieces are those of the same block at the origin, moved. */
START_TEST(distance_does_not_matter)
{
    fs_pieces3 pieces[2];
    struct fixture3 t[2];
    for (int far = 0; far < 2; far++) {
        t[far] = start();
        fs_pos3 at = fs_pos3_make(far * (fs_pos)1000000 * FS_POS_ONE, 0, 0);
        fs_fracture3_def def = fs_default_fracture3_def();
        fs_body3 body = add_block(&t[far], 1, 0.5, 0.5, 50);
        ck_assert_int_eq(fs_body3_set_pose(&t[far].w, body, at, fs_quat_identity()), FS_OK);
        move(&t[far], body, (vec){ 1, 2, 3 }, (vec){ 3, 2, 1 });
        def.at = fs_pos3_add(at, pos3_of(0.1, 0.2, 0.05));
        def.rot = fs_quat_from_axis_turn(fs_unit3_make(FS_UNIT_ONE, 0, 0), FS_TURN_QUARTER / 3);
        def.burst_speed = FS_VEL_ONE;
        pieces[far] = break_and_compare(&t[far], body, &def, 1.3, 0.6, 1e-3);
    }
    ck_assert_uint_eq(pieces[0].count, pieces[1].count);
    for (uint32_t i = 0; i < pieces[0].count; i++) {
        uint32_t a = fixture3_row(&t[0], pieces[0].body[i]), b = fixture3_row(&t[1], pieces[1].body[i]);
        ck_assert(fs_vel3_eq(t[0].w.body.vel[a], t[1].w.body.vel[b]));
        ck_assert_int_eq(t[0].w.body.pos[a].x, t[1].w.body.pos[b].x - (fs_pos)1000000 * FS_POS_ONE);
    }
    fixture3_end(&t[0]);
    fixture3_end(&t[1]);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("fracture3");
    TCase *c = tcase_create("fracture3");
    tcase_add_test(c, a_block_splits_into_eight_boxes_that_tile_it);
    tcase_add_test(c, pieces_have_the_mass_and_inertia_of_their_boxes);
    tcase_add_test(c, pieces_move_on_as_parts_of_the_block);
    tcase_add_test(c, every_face_splits_alike);
    tcase_add_test(c, thin_slabs_stay_whole);
    tcase_add_test(c, angled_splits_keep_mass_and_momentum);
    tcase_add_test(c, pieces_and_compounds_break_again);
    tcase_add_test(c, a_set_mass_is_kept_with_its_angular_momentum);
    tcase_add_test(c, bodies_break_above_their_strain_only);
    tcase_add_test(c, a_flat_landing_has_the_impulse_of_the_whole_body);
    tcase_add_test(c, a_hit_is_the_same_everywhere_on_a_large_floor);
    tcase_add_test(c, errors_change_nothing);
    tcase_add_test(c, pieces_inherit);
    tcase_add_test(c, distance_does_not_matter);
    suite_add_tcase(s, c);
    return s;
}
