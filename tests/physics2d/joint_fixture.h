/* joint_fixture.h: bodies by mass and inertia, joints by kind, and readings in SI numbers, for tests of joints. */
#ifndef FS_TEST_JOINT_FIXTURE_H
#define FS_TEST_JOINT_FIXTURE_H

#include <math.h>

#include <fixstep/event2.h>
#include <fixstep/trig.h>

#include "physics2d/world2_fixture.h"

#define REL(v) ((fs_rel)llround((v) * (double)FS_REL_ONE))
#define POS(v) ((fs_pos)llround((v) * (double)FS_POS_ONE))
#define VEL(v) ((fs_vel)llround((v) * (double)FS_VEL_ONE))
#define FIX(v) ((fix16_t)llround((v)*65536.0))
#define WIDE(v) ((fs_wide)llround((v)*4294967296.0))
#define AT(x, y) fs_pos2_make(POS(x), POS(y))

static inline double metres(fs_pos v)
{
    return (double)v / 4294967296.0;
}
static inline double wide(fs_wide v)
{
    return (double)v / 4294967296.0;
}
static inline double rel(fs_rel v)
{
    return (double)v / (double)FS_REL_ONE;
}
static inline double vel(fs_vel v)
{
    return (double)v / (double)FS_VEL_ONE;
}

static inline double pos_x(struct fixture2 *t, fs_body2 b)
{
    return metres(t->w.body.pos[fixture2_row(t, b)].x);
}
static inline double pos_y(struct fixture2 *t, fs_body2 b)
{
    return metres(t->w.body.pos[fixture2_row(t, b)].y);
}
static inline double vel_x(struct fixture2 *t, fs_body2 b)
{
    return vel(t->w.body.vel[fixture2_row(t, b)].x);
}
static inline double vel_y(struct fixture2 *t, fs_body2 b)
{
    return vel(t->w.body.vel[fixture2_row(t, b)].y);
}
static inline double spin(struct fixture2 *t, fs_body2 b)
{
    return vel(t->w.body.angular_velocity[fixture2_row(t, b)]);
}

static inline fs_scaled scaled(double v)
{
    int e;
    double m = frexp(v, &e);
    return fs_scaled_make(llround(ldexp(m, 60)), e - 60);
}

/* Gravity of the tests, in m/s^2. */
#define G 10.0

/* A world of 60 Hz without sleep: a slow swing of a joint must not count as rest. */
static inline struct fixture2 joint_world(double gravity)
{
    struct fixture2 t = fixture2_start(60);
    *t.w.rules.flags &= (uint16_t)~FS_WORLD2_SLEEP;
    *t.w.rules.gravity = fs_wide2_make(0, WIDE(-gravity));
    return t;
}

/* A dynamic body without shapes of this mass (kg) and inertia (kg m^2); mass 0: a static one. */
static inline fs_body2 mass_at(struct fixture2 *t, double x, double y, double mass, double inertia)
{
    fs_body2_def def = fs_default_body2_def();
    fs_mass_data2 data = { scaled(mass), scaled(inertia), fs_rel2_zero() };
    fs_body2 body;
    def.type = mass > 0 ? FS_BODY2_DYNAMIC : FS_BODY2_STATIC;
    def.pos = AT(x, y);
    ck_assert_int_eq(fs_body2_create(&t->w, &def, &body), FS_OK);
    if (mass > 0)
        ck_assert_int_eq(fs_body2_set_mass(&t->w, body, data), FS_OK);
    return body;
}

/* A joint at rest at (x, y); the second point lies at (x2, y2). */
static inline fs_joint2_def joint_def(struct fixture2 *t, fs_joint2_kind kind, fs_body2 a, fs_body2 b, double x,
                                      double y, double x2, double y2)
{
    fs_joint2_def def = fs_default_joint2_def(kind);
    def.body_a = a;
    def.body_b = b;
    fs_unit2 axis = fs_unit2_make(FS_UNIT_ONE, 0);
    ck_assert_int_eq(fs_joint2_def_set_anchors(&t->w, &def, AT(x, y), AT(x2, y2), axis), FS_OK);
    return def;
}

static inline fs_joint2 joint_make(struct fixture2 *t, const fs_joint2_def *def)
{
    fs_joint2 joint;
    ck_assert_int_eq(fs_joint2_create(&t->w, def, &joint), FS_OK);
    return joint;
}

static inline fs_joint2 joint_at(struct fixture2 *t, fs_joint2_kind kind, fs_body2 a, fs_body2 b, double x, double y)
{
    fs_joint2_def def = joint_def(t, kind, a, b, x, y, x, y);
    return joint_make(t, &def);
}

static inline uint32_t joint_row(struct fixture2 *t, fs_joint2 joint)
{
    uint32_t row = UINT32_MAX;
    ck_assert_int_eq(fs_joint2_row(&t->w, joint, &row), FS_OK);
    return row;
}

/* Fails unless `got` is within `error` of `want`. */
static inline void near(double got, double want, double error, const char *what)
{
    if (!(fabs(got - want) <= error))
        ck_abort_msg("%s: %.9g is not %.9g (+-%.3g)", what, got, want, error);
}

#endif
