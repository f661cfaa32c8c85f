/* check_tipping3.c: bodies on a round or many-sided end tip when the line of their load leaves its edge, in every direction: on slopes
 * (by the direction of gravity) and pushed at their middle.
 */
#include "physics3d/world3_scene.h"

#include <fixstep/ground3.h>

#include "support/figures.h"

enum { DIRECTIONS = 12, CORNERS = 12 };
enum ground { HALF_SPACE, BOX, MESH, GROUNDS };
enum shape { CYLINDER, CONE, PRISM, SHAPES };
static const char *const ground_name[] = { "half-space", "box", "mesh" }, *const shape_name[] = { "cylinder", "cone",
                                                                                                  "prism" };
static const double radius = 0.4, half = 1;

static fs_world3 *make_world(void)
{
    fs_world3 *w = NULL;
    const fs_world3_limits limits = { .bodies = 2, .mesh_vertices = 4, .mesh_triangles = 2 };
    fs_world3_def def = fs_default_world3_def(60);
    def.gravity = fs_wide3_make(0, -10 * FS_WIDE_ONE, 0);
    ck_assert_int_eq(fs_world3_create(&limits, &def, &w), FS_OK);
    return w;
}

static void add_ground(fs_world3 *w, const fs_shape3_def *s, enum ground kind)
{
    static const uint32_t index[6] = { 0, 1, 2, 0, 2, 3 };
    const fs_body3 body = scene3_body(w, FS_BODY3_STATIC, 0, 0, 0);
    const fs_pos3 corner[4] = { scene3_pos(-9, 0, -9), scene3_pos(-9, 0, 9), scene3_pos(9, 0, 9),
                                scene3_pos(9, 0, -9) };
    fs_result r = FS_OK;
    switch (kind) {
    case HALF_SPACE: r = fs_shape3_create_half_space(w, body, s, fs_unit3_make(0, FS_UNIT_ONE, 0), 0, NULL); break;
    case BOX:
        r = fs_shape3_create_box_at(w, body, s, scene3_pos(9, 1, 9), scene3_pos(0, -1, 0), fs_quat_identity(), NULL);
        break;
    default: r = fs_shape3_create_mesh(w, body, s, corner, 4, index, 2, NULL);
    }
    ck_assert_int_eq(r, FS_OK);
}

static fs_result add_prism(fs_world3 *w, fs_body3 body, const fs_shape3_def *s)
{
    fs_pos3 corner[2 * CORNERS];
    for (int i = 0; i < 2 * CORNERS; i++) {
        double a = 2 * M_PI * (i / 2) / CORNERS;
        corner[i] = scene3_pos(radius * cos(a), i % 2 == 0 ? -half : half, radius * sin(a));
    }
    return fs_shape3_create_hull(w, body, s, corner, 2 * CORNERS, NULL);
}

static fs_body3 add_body(fs_world3 *w, const fs_shape3_def *s, enum shape kind)
{
    const fs_body3 body = scene3_body(w, FS_BODY3_DYNAMIC, 0, half, 0);
    const fs_pos3 zero = fs_pos3_zero();
    fs_result r = FS_OK;
    switch (kind) {
    case CYLINDER:
        r = fs_shape3_create_cylinder(w, body, s, POS3D(radius), POS3D(half), zero, fs_quat_identity(), NULL);
        break;
    case CONE: r = fs_shape3_create_cone(w, body, s, POS3D(radius), POS3D(half), zero, fs_quat_identity(), NULL); break;
    default: r = add_prism(w, body, s);
    }
    ck_assert_int_eq(r, FS_OK);
    return body;
}

/* Of the load at which a body tips: how far its edge is from the middle in a direction, over the height of its centre of mass. */
static double lever_of(enum shape kind, double direction)
{
    const double side = 2 * M_PI / CORNERS;
    if (kind != PRISM)
        return radius / (kind == CONE ? half / 2 : half);
    return radius * cos(side / 2) / cos(fmod(direction, side) - side / 2) / half;
}

static double mass_of(enum shape kind, double density)
{
    const double round = M_PI * radius * radius * 2 * half * density;
    return kind == CYLINDER ? round : kind == CONE ? round / 3 : round * CORNERS * sin(2 * M_PI / CORNERS) / (2 * M_PI);
}

/* 1 - the cosine of the angle by which the axis of the body leans. */
static double lean_of(const fs_world3 *w, fs_body3 body)
{
    const fs_quat q = fs_body3_rotation(w, body);
    return 2 * ((double)q.x * q.x + (double)q.z * q.z) * 0x1p-60;
}

struct tip {
    enum ground ground;
    enum shape shape;
    double share; /* of the load at which it tips */
    bool pushed;  /* with a force that grows for 5 s; else by gravity */
};

static bool tips(const struct tip *t, double direction)
{
    fs_world3 *w = make_world();
    fs_shape3_def s = scene3_surface(w, 5, 0);
    s.density = (fs_wide)100 << 32;
    add_ground(w, &s, t->ground);
    const fs_body3 body = add_body(w, &s, t->shape);
    const double slope = t->share * lever_of(t->shape, direction), mass = mass_of(t->shape, 100);
    const double along = t->pushed ? mass * 10 * slope : 10 * slope / sqrt(1 + slope * slope);
    const fs_wide x = (fs_wide)llround(along * cos(direction) * 0x1p32),
                  z = (fs_wide)llround(along * sin(direction) * 0x1p32);
    if (!t->pushed)
        fs_world3_set_gravity(w, fs_wide3_make(x, (fs_wide)llround(-10 / sqrt(1 + slope * slope) * 0x1p32), z));
    for (int i = 0; i < 600; i++) {
        const int grown = i < 300 ? i : 300;
        if (t->pushed)
            (void)fs_body3_apply_force(w, body, fs_wide3_make(x / 300 * grown, 0, z / 300 * grown));
        fs_world3_step(w);
    }
    const bool fell = lean_of(w, body) > 1 - cos(0.2);
    fs_world3_destroy(w);
    return fell;
}

static int count_tips(const struct tip *t)
{
    int fell = 0;
    for (int i = 0; i < DIRECTIONS; i++)
        fell += tips(t, 0.1 + i * 2 * M_PI / DIRECTIONS);
    return fell;
}

/* On a mesh four points of each triangle are left before four of all are chosen. */
static void check_tipping(struct tip t)
{
    const double falls = 1.02;
    for (int ground = 0; ground < GROUNDS; ground++)
        for (int shape = 0; shape < SHAPES; shape++) {
            const double stands = ground == MESH ? 0.9 : 0.95;
            t.ground = (enum ground)ground;
            t.shape = (enum shape)shape;
            t.share = stands;
            const int early = count_tips(&t);
            t.share = falls;
            const int late = DIRECTIONS - count_tips(&t);
            print_figure("%s on a %s, %s: %d of %d tip at %.2f of the load, %d stand at %.2f", shape_name[shape],
                         ground_name[ground], t.pushed ? "pushed" : "on a slope", early, DIRECTIONS, stands, late,
                         falls);
            ck_assert_int_eq(early, 0);
            ck_assert_int_eq(late, 0);
        }
}

START_TEST(bodies_tip_on_slopes)
{
    check_tipping((struct tip){ .pushed = false });
}
END_TEST

START_TEST(pushed_bodies_tip)
{
    check_tipping((struct tip){ .pushed = true });
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("tipping3");
    TCase *tc = tcase_create("tipping3");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, bodies_tip_on_slopes);
    tcase_add_test(tc, pushed_bodies_tip);
    suite_add_tcase(suite, tc);
    return suite;
}
