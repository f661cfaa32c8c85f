/* scenes3.c: see scenes3.h. */
#include "bench/scenes3.h"

#include <math.h>
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

static fs_world3 *make_world(uint32_t bodies)
{
    const fs_world3_limits limits = { .bodies = bodies, .shapes = bodies + 32 };
    fs_world3_def def = fs_default_world3_def(60);
    fs_world3 *w = NULL;
    def.flags &= ~(uint32_t)FS_WORLD3_SLEEP;
    must(fs_world3_create(&limits, &def, &w));
    return w;
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
    fs_world3 *w = make_world(BOXES + 3);
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
    fs_world3 *w = make_world(WIDE * HIGH + 2);
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
