/* ground3_fixture.h: shapes and probes for the tests of static ground. */
#ifndef FS_TEST_GROUND3_FIXTURE_H
#define FS_TEST_GROUND3_FIXTURE_H

#include "physics3d/ground/ground.h"
#include "physics3d/manifold3_fixture.h"

#define POS(v) ((fs_pos)llround((v) * (double)FS_POS_ONE))
#define PP(x, y, z) fs_pos3_make(POS(x), POS(y), POS(z))

/* x and z in one range, y in another. */
static inline vec3d random_vec3d(test_rng *r, double low, double high, double low_y, double high_y)
{
    double x = uniform(r, low, high), y = uniform(r, low_y, high_y);
    return (vec3d){ x, y, uniform(r, low, high) };
}

static inline fs_pos3 random_place(test_rng *r, double low, double high, double low_y, double high_y)
{
    vec3d v = random_vec3d(r, low, high, low_y, high_y);
    return PP(v.x, v.y, v.z);
}

static const double step = 0x1p-26;

static inline fs_geometry3 box(double x, double y, double z)
{
    fs_geometry3 s;
    ck_assert_int_eq(fs_geometry3_box(P3(x, y, z), P3(0, 0, 0), fs_quat_identity(), &s), FS_OK);
    return s;
}

static inline fs_geometry3 sphere(double radius)
{
    fs_geometry3 s;
    ck_assert_int_eq(fs_geometry3_sphere(P3(0, 0, 0), REL(radius), &s), FS_OK);
    return s;
}

static inline fs_quat turn_about(int axis, double degrees)
{
    fs_unit3 e = fs_unit3_make(axis == 0 ? FS_UNIT_ONE : 0, axis == 1 ? FS_UNIT_ONE : 0, axis == 2 ? FS_UNIT_ONE : 0);
    return fs_quat_from_axis_turn(e, (uint32_t)(int64_t)llround(degrees / 360 * 0x1p32));
}

static const struct fs__plane3 floor_plane = { { 0, FS_UNIT_ONE, 0 }, 0, false };
static const struct fs__plane3 thin_plane = { { 0, FS_UNIT_ONE, 0 }, 0, true };
static const fs_pose3 ground_pose = { { 0, 0, 0 }, { 0, 0, 0, FS_UNIT_ONE } };

static inline struct fs__ground3_probe probe_at(const fs_geometry3 *g, fs_pos3 at, fs_quat q)
{
    fs_pose3 body = { at, q };
    return (struct fs__ground3_probe){ g, fs__window3_make(ground_pose, body), REL(0.02), NULL, NULL };
}

static inline bool is_up(fs_unit3 n)
{
    return n.x == 0 && n.y == FS_UNIT_ONE && n.z == 0;
}

#endif
