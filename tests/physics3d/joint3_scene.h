/* joint3_scene.h: joints and chains of boxes for tests of the joints of the 3D world. */
#ifndef FS_TEST_JOINT3_SCENE_H
#define FS_TEST_JOINT3_SCENE_H

#include <fixstep/joint3.h>

#include "physics3d/world3_scene.h"

#define REL3D(v) ((fs_rel)lround((v)*0x1p26))
#define METRES_OF_REL3D(v) ((double)(v)*0x1p-26)

enum { CHAIN3_MAX_LINKS = 128 };

struct chain3 {
    fs_world3 *w;
    fs_body3 link[CHAIN3_MAX_LINKS + 1]; /* link[0] is the ground */
    int links;
    double length, angle; /* of a link, m; below the horizontal, rad */
};

static inline fs_unit3 joint3_axis(double x, double y, double z)
{
    return fs_unit3_make((fs_unit)lround(x * 0x1p30), (fs_unit)lround(y * 0x1p30), (fs_unit)lround(z * 0x1p30));
}

/* The def of a joint of two bodies at one point; x axis along `axis`. */
static inline fs_joint3_def joint3_between(const fs_world3 *w, fs_joint3_kind kind, fs_body3 a, fs_body3 b,
                                           scene3_vector at, fs_unit3 axis)
{
    fs_joint3_def d = fs_default_joint3_def(kind);
    fs_pos3 point = scene3_pos(at.x, at.y, at.z);
    d.body_a = a;
    d.body_b = b;
    ck_assert_int_eq(fs_joint3_def_set_anchors(w, &d, point, point, axis), FS_OK);
    return d;
}

/* Creates the joint; its row. */
static inline uint32_t joint3_add(fs_world3 *w, const fs_joint3_def *d)
{
    fs_joint3 joint;
    uint32_t row = 0;
    ck_assert_int_eq(fs_joint3_create(w, d, &joint), FS_OK);
    ck_assert_int_eq(fs_joint3_row(w, joint, &row), FS_OK);
    return row;
}

/* Adds a level chain of boxes of 0.4 m, tied to an immovable body at z: joint i is of kind `first` + i % `kinds`; where bit i
 * of `driven` is set, with a spring, a motor and limits. */
static inline void joint3_add_chain(fs_world3 *w, double z, int links, fs_joint3_kind first, int kinds, uint32_t driven)
{
    fs_body3 last = scene3_body(w, FS_BODY3_STATIC, 0, 0, z);
    for (int i = 0; i < links; i++) {
        scene3_vector anchor = { 0.4 * i, 0, z }, middle = { 0.2 + 0.4 * i, 0, z }, half = { 0.2, 0.1, 0.07 };
        fs_body3 link = scene3_box(w, FS_BODY3_DYNAMIC, NULL, middle, half);
        fs_joint3_kind kind = (fs_joint3_kind)((int)first + i % kinds);
        fs_joint3_def d = joint3_between(w, kind, last, link, anchor, joint3_axis(0, 0, 1));
        d.flags = driven >> i & 1 ? FS_JOINT3_LIMIT | FS_JOINT3_SPRING | FS_JOINT3_MOTOR : 0;
        d.hertz = 2 * FS_FIX16_ONE;
        d.damping_ratio = FS_FIX16_ONE / 2;
        d.motor_limit = FS_WIDE_ONE / 10;
        d.motor_speed = VEL3D(1);
        d.upper_limit = d.swing_limit = REL3D(0.5);
        joint3_add(w, &d);
        last = link;
    }
}

/* Links of 1 kg, a quarter as thick as long, with an end of `bob` kg, from the origin in the plane z = 0. */
static inline struct chain3 chain3_make(int links, double length, double bob, double angle, double gravity)
{
    struct chain3 c = { .w = scene3_world(-gravity), .links = links, .length = length, .angle = angle };
    const scene3_vector half = { length / 2, length / 8, length / 8 };
    fs_quat turned = fs_quat_from_axis_turn(joint3_axis(0, 0, -1), (uint32_t)llround(ldexp(angle / (2 * M_PI), 32)));
    c.link[0] = scene3_body(c.w, FS_BODY3_STATIC, 0, 0, 0);
    for (int i = 1; i <= links; i++) {
        fs_shape3_def shape = fs_default_shape3_def();
        double at = length * (i - 0.5), volume = 8 * half.x * half.y * half.z;
        scene3_vector middle = { at * cos(angle), -at * sin(angle), 0 };
        shape.density = (fs_wide)llround((i == links ? bob : 1) / volume * 0x1p32);
        c.link[i] = scene3_box(c.w, FS_BODY3_DYNAMIC, &shape, middle, half);
        ck_assert_int_eq(fs_body3_set_pose(c.w, c.link[i], scene3_pos(middle.x, middle.y, 0), turned), FS_OK);
    }
    return c;
}

/* Where link k + 1 begins. */
static inline scene3_vector chain3_anchor(const struct chain3 *c, int k)
{
    return (scene3_vector){ c->length * k * cos(c->angle), -c->length * k * sin(c->angle), 0 };
}

/* The def of the joint between links k and k + 1; x axis along `axis`. */
static inline fs_joint3_def chain3_def(const struct chain3 *c, fs_joint3_kind kind, int k, fs_unit3 axis)
{
    return joint3_between(c->w, kind, c->link[k], c->link[k + 1], chain3_anchor(c, k), axis);
}

static inline void chain3_tie(struct chain3 *c, const fs_joint3_def *d)
{
    ck_assert_int_eq(fs_joint3_create(c->w, d, NULL), FS_OK);
}

/* Ties all links, from the ground (`first` 0) or free (1). */
static inline void chain3_tie_all(struct chain3 *c, fs_joint3_kind kind, int first)
{
    for (int k = first; k < c->links; k++) {
        fs_joint3_def d = chain3_def(c, kind, k, joint3_axis(1, 0, 0));
        chain3_tie(c, &d);
    }
}

/* Distance of the end from the origin over that of the straight chain, less 1. */
static inline double chain3_stretch(const struct chain3 *c)
{
    return scene3_length(scene3_position(c->w, c->link[c->links])) / (c->length * (c->links - 0.5)) - 1;
}

/* The widest gap of a joint, m. */
static inline double chain3_gap(const struct chain3 *c)
{
    double worst = 0;
    for (uint32_t row = 0; row < *c->w->joint.rows; row++)
        worst = fmax(worst, fabs(METRES_OF_REL3D(fs_joint3_translation(c->w, row))));
    return worst;
}

#endif
