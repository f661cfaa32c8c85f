/* scenes3.c: see scenes3.h. */
#include "bench/scenes3.h"

#include <math.h>
#include <fixstep/assembly3.h>
#include <fixstep/ground3.h>
#include <fixstep/joint3.h>
#include <fixstep/shape3.h>

#include "bench/bench.h"

static fs_pos pos(double m)
{
    return (fs_pos)llround(m * (double)FS_POS_ONE);
}

static fs_pos3 pos3(double x, double y, double z)
{
    return fs_pos3_make(pos(x), pos(y), pos(z));
}

static void must(fs_result result)
{
    if (result != FS_OK)
        bench_die("the scene cannot be made");
}

static fs_world3 *make_world_of(const fs_world3_limits *limits)
{
    fs_world3_def def = fs_default_world3_def(60);
    fs_world3 *w = NULL;
    def.flags &= ~(uint32_t)FS_WORLD3_SLEEP;
    must(fs_world3_create(limits, &def, &w));
    return w;
}

static fs_world3 *make_world(uint32_t bodies, uint32_t height_points)
{
    const fs_world3_limits limits = { .bodies = bodies, .shapes = bodies + 32, .height_points = height_points };
    return make_world_of(&limits);
}

static fs_body3 add_body(fs_world3 *w, fs_body3_type type, fs_pos3 at)
{
    fs_body3_def def = fs_default_body3_def();
    fs_body3 body;
    def.type = type;
    def.pos = at;
    must(fs_body3_create(w, &def, &body));
    return body;
}

static void add_box(fs_world3 *w, fs_body3_type type, fs_pos3 at, fs_pos3 half)
{
    must(fs_shape3_create_box(w, add_body(w, type, at), NULL, half, NULL));
}

/* ---- drum ---- */

static void add_drum(fs_world3 *w)
{
    enum { PLANKS = 16 };
    const double radius = 8, pi = 3.14159265358979323846, side = (radius + 1) * tan(pi / PLANKS);
    fs_body3 drum = add_body(w, FS_BODY3_KINEMATIC, fs_pos3_zero());
    for (int i = 0; i < PLANKS; i++) {
        double turn = 2 * pi * i / PLANKS, middle = radius + 0.5;
        fs_quat rot = fs_quat_make(0, 0, (fs_unit)lround(sin(turn / 2) * 0x1p29),
                                   (fs_unit)lround(cos(turn / 2) * 0x1p29));
        must(fs_shape3_create_box_at(w, drum, NULL, pos3(0.5, side, 5), pos3(middle * cos(turn), middle * sin(turn), 0),
                                     rot, NULL));
    }
    must(fs_body3_set_velocity(w, drum, fs_vel3_zero(), fs_vel3_make(0, 0, FS_VEL_ONE / 2)));
    add_box(w, FS_BODY3_STATIC, pos3(0, 0, -4.5), pos3(10, 10, 0.5));
    add_box(w, FS_BODY3_STATIC, pos3(0, 0, 4.5), pos3(10, 10, 0.5));
}

fs_world3 *scene3_make_drum(void)
{
    enum { BOXES = 2000, WIDE = 14, LONG = 12 };
    const double step = 0.62;
    fs_world3 *w = make_world(BOXES + 3, 0);
    add_drum(w);
    for (int i = 0; i < BOXES; i++) {
        int x = i % WIDE, z = i / WIDE % LONG, y = i / (WIDE * LONG);
        fs_pos3 at = pos3((x - (WIDE - 1) / 2.0) * step, (y - 5.5) * step, (z - (LONG - 1) / 2.0) * step);
        add_box(w, FS_BODY3_DYNAMIC, at, pos3(0.25, 0.25, 0.25));
    }
    return w;
}

/* ---- wall ---- */

fs_world3 *scene3_make_wall(void)
{
    enum { WIDE = 50, HIGH = 20 };
    fs_world3 *w = make_world(WIDE * HIGH + 2, 0);
    fs_shape3_def def = fs_default_shape3_def();
    add_box(w, FS_BODY3_STATIC, pos3(0, -1, 0), pos3(100, 1, 100));
    for (int y = 0; y < HIGH; y++)
        for (int x = 0; x < WIDE; x++)
            add_box(w, FS_BODY3_DYNAMIC, pos3(x - (WIDE - 1) / 2.0, y + 0.5, 0), pos3(0.5, 0.5, 0.5));
    fs_body3 ball = add_body(w, FS_BODY3_DYNAMIC, pos3(0, 6, 10));
    def.density = 20 * FS_WIDE_ONE;
    must(fs_shape3_create_sphere(w, ball, &def, fs_pos3_zero(), pos(1.5), NULL));
    must(fs_body3_set_velocity(w, ball, fs_vel3_make(0, 0, -30 * FS_VEL_ONE), fs_vel3_zero()));
    return w;
}

/* ---- ground ---- */

enum {
    GROUND_SIDE = 129,
    GROUND_POINTS = GROUND_SIDE * GROUND_SIDE,
    GROUND_CELLS = (GROUND_SIDE - 1) * (GROUND_SIDE - 1)
};

/* The origin of the ground is the middle of its square. */
static const double ground_half = (GROUND_SIDE - 1) / 4.0;

static fs_body3 add_ground(fs_world3 *w)
{
    return add_body(w, FS_BODY3_STATIC, pos3(-ground_half, 0, -ground_half));
}

static fs_pos height_at(int i, double hill)
{
    double x = i % GROUND_SIDE * 0.5 - ground_half, z = i / GROUND_SIDE * 0.5 - ground_half;
    return pos(hill * (sin(0.9 * x) + sin(0.7 * z + 1)));
}

static void add_field(fs_world3 *w, double hill)
{
    static fs_pos height[GROUND_POINTS];
    for (int i = 0; i < GROUND_POINTS; i++)
        height[i] = height_at(i, hill);
    must(fs_shape3_create_height_field(w, add_ground(w), NULL, height, NULL, GROUND_SIDE, GROUND_SIDE, pos(0.5), NULL));
}

/* The triangles of the field. */
static void add_mesh(fs_world3 *w, double hill)
{
    static fs_pos3 vertex[GROUND_POINTS];
    static uint32_t index[6 * GROUND_CELLS];
    for (int i = 0; i < GROUND_POINTS; i++)
        vertex[i] = fs_pos3_make(pos(i % GROUND_SIDE * 0.5), height_at(i, hill), pos(i / GROUND_SIDE * 0.5));
    for (uint32_t i = 0; i < GROUND_CELLS; i++) {
        uint32_t at = i / (GROUND_SIDE - 1) * GROUND_SIDE + i % (GROUND_SIDE - 1);
        const uint32_t corner[6] = { at, at + GROUND_SIDE + 1, at + 1, at, at + GROUND_SIDE, at + GROUND_SIDE + 1 };
        for (unsigned k = 0; k < 6; k++)
            index[6 * i + k] = corner[k];
    }
    must(fs_shape3_create_mesh(w, add_ground(w), NULL, vertex, GROUND_POINTS, index, 2 * GROUND_CELLS, NULL));
}

static fs_world3 *make_meshed_world(uint32_t bodies, uint32_t joints)
{
    const fs_world3_limits limits = { .bodies = bodies,
                                      .shapes = bodies,
                                      .joints = joints,
                                      .meshes = 1,
                                      .mesh_vertices = GROUND_POINTS,
                                      .mesh_triangles = 2 * GROUND_CELLS };
    return make_world_of(&limits);
}

static void add_falling_boxes(fs_world3 *w)
{
    for (int i = 0; i < 1000; i++)
        add_box(w, FS_BODY3_DYNAMIC, pos3(1.2 * (i % 32) - 18.6, 2.5 + 0.1 * (i % 7), 1.2 * (i / 32) - 18.6),
                pos3(0.25, 0.25, 0.25));
}

fs_world3 *scene3_make_plane(void)
{
    fs_world3 *w = make_world(1001, 0);
    add_box(w, FS_BODY3_STATIC, pos3(0, -1, 0), pos3(32, 1, 32));
    add_falling_boxes(w);
    return w;
}

fs_world3 *scene3_make_field(void)
{
    fs_world3 *w = make_world(1001, GROUND_SIDE * GROUND_SIDE);
    add_field(w, 0);
    add_falling_boxes(w);
    return w;
}

fs_world3 *scene3_make_hills(void)
{
    fs_world3 *w = make_world(1001, GROUND_SIDE * GROUND_SIDE);
    add_field(w, 1);
    add_falling_boxes(w);
    return w;
}

fs_world3 *scene3_make_mesh(void)
{
    fs_world3 *w = make_meshed_world(1001, 0);
    add_mesh(w, 1);
    add_falling_boxes(w);
    return w;
}

fs_world3 *scene3_make_ragdolls(void)
{
    enum { DOLLS = 100 };
    fs_world3 *w = make_meshed_world(DOLLS * FS_BONE3_COUNT + 1, DOLLS * FS_BONE3_COUNT);
    fs_ragdoll3_def def = fs_default_ragdoll3_def();
    add_mesh(w, 1);
    for (int i = 0; i < DOLLS; i++) {
        def.at = pos3(2.0 * (i % 10) - 9, 3 + 0.2 * (i % 7), 2.0 * (i / 10) - 9);
        def.shape.group = (int16_t)(-1 - i);
        must(fs_ragdoll3_create(w, &def, NULL));
    }
    return w;
}

/* ---- net ---- */

enum { NET_WIDE = 25, NET_LONG = 40 };

static void tie(fs_world3 *w, fs_body3 a, fs_body3 b, fs_pos3 at)
{
    fs_joint3_def def = fs_default_joint3_def(FS_JOINT3_BALL);
    def.body_a = a;
    def.body_b = b;
    must(fs_joint3_def_set_anchors(w, &def, at, at, fs_unit3_zero()));
    must(fs_joint3_create(w, &def, NULL));
}

fs_world3 *scene3_make_net(void)
{
    const fs_world3_limits limits = { .bodies = NET_WIDE * NET_LONG,
                                      .shapes = NET_WIDE * NET_LONG,
                                      .joints = 2 * NET_WIDE * NET_LONG };
    static fs_body3 ball[NET_WIDE * NET_LONG];
    fs_world3 *w = make_world_of(&limits);
    for (int i = 0; i < NET_WIDE * NET_LONG; i++) {
        int x = i % NET_WIDE, z = i / NET_WIDE;
        bool fixed = (x == 0 || x == NET_WIDE - 1) && (z == 0 || z == NET_LONG - 1);
        ball[i] = add_body(w, fixed ? FS_BODY3_STATIC : FS_BODY3_DYNAMIC, pos3(x, 0, z));
        must(fs_shape3_create_sphere(w, ball[i], NULL, fs_pos3_zero(), pos(0.4), NULL));
        if (x > 0)
            tie(w, ball[i - 1], ball[i], pos3(x - 0.5, 0, z));
        if (z > 0)
            tie(w, ball[i - NET_WIDE], ball[i], pos3(x, 0, z - 0.5));
    }
    return w;
}

/* ---- pyramids ---- */

static void add_pyramid(fs_world3 *w, double x, double z)
{
    enum { LAYERS = 14 };
    const double step = 1.125;
    for (int layer = 0; layer < LAYERS; layer++) {
        int n = LAYERS - layer;
        for (int i = 0; i < n * n; i++) {
            fs_pos3 at = pos3(x + (i / n - (n - 1) / 2.0) * step, 0.5 + layer, z + (i % n - (n - 1) / 2.0) * step);
            add_box(w, FS_BODY3_DYNAMIC, at, pos3(0.5, 0.5, 0.5));
        }
    }
}

static fs_world3 *make_pyramids(int count)
{
    enum { BOXES = 1015, IN_A_ROW = 5 };
    fs_world3 *w = make_world((uint32_t)count * BOXES + 1, 0);
    add_box(w, FS_BODY3_STATIC, pos3(80, -1, 20), pos3(100, 1, 40));
    for (int i = 0; i < count; i++)
        add_pyramid(w, i % IN_A_ROW * 40.0, i / IN_A_ROW * 40.0);
    return w;
}

fs_world3 *scene3_make_pyramid(void)
{
    return make_pyramids(1);
}

fs_world3 *scene3_make_ten_pyramids(void)
{
    return make_pyramids(10);
}
