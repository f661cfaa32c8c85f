/* world3_scene.h: 3D worlds of a few bodies for tests of the solver. Lengths m, speeds m/s, as double. */
#ifndef FS_TEST_WORLD3_SCENE_H
#define FS_TEST_WORLD3_SCENE_H

#include <math.h>
#include <string.h>
#include <fixstep/body3.h>
#include <fixstep/shape3.h>
#include <fixstep/world3.h>

#include "support/check_main.h"

#define POS3D(v) ((fs_pos)llround((v)*0x1p32))
#define METRES3D(v) ((double)(v)*0x1p-32)
#define VEL3D(v) ((fs_vel)lround((v)*0x1p21))
#define SPEED3D(v) ((double)(v)*0x1p-21)

typedef struct {
    double x, y, z;
} scene3_vector;

static inline fs_pos3 scene3_pos(double x, double y, double z)
{
    return fs_pos3_make(POS3D(x), POS3D(y), POS3D(z));
}

/* A world that never sleeps, with `gravity` along y. */
static inline fs_world3 *scene3_world(double gravity)
{
    fs_world3 *w = NULL;
    fs_world3_def def = fs_default_world3_def(60);
    def.flags &= ~(uint32_t)FS_WORLD3_SLEEP;
    def.gravity = fs_wide3_make(0, (fs_wide)llround(gravity * 0x1p32), 0);
    ck_assert_int_eq(fs_world3_create(NULL, &def, &w), FS_OK);
    return w;
}

static inline fs_body3 scene3_body(fs_world3 *w, fs_body3_type type, double x, double y, double z)
{
    fs_body3 body;
    fs_body3_def def = fs_default_body3_def();
    def.type = type;
    def.pos = scene3_pos(x, y, z);
    ck_assert_int_eq(fs_body3_create(w, &def, &body), FS_OK);
    return body;
}

/* A material of friction and restitution, as a shape's def. */
static inline fs_shape3_def scene3_surface(fs_world3 *w, double friction, double restitution)
{
    fs_material3_def m = fs_default_material3_def();
    fs_shape3_def s = fs_default_shape3_def();
    m.static_friction = m.dynamic_friction = (fix16_t)lround(friction * 65536);
    m.restitution = (fs_unit)lround(restitution * 0x1p30);
    ck_assert_int_eq(fs_material3_add(w, &m, &s.material), FS_OK);
    return s;
}

static inline fs_body3 scene3_box(fs_world3 *w, fs_body3_type type, const fs_shape3_def *def, scene3_vector at,
                                  scene3_vector half)
{
    fs_body3 body = scene3_body(w, type, at.x, at.y, at.z);
    ck_assert_int_eq(fs_shape3_create_box(w, body, def, scene3_pos(half.x, half.y, half.z), NULL), FS_OK);
    return body;
}

static inline fs_body3 scene3_ball(fs_world3 *w, const fs_shape3_def *def, double x, double y, double z, double radius)
{
    fs_body3 body = scene3_body(w, FS_BODY3_DYNAMIC, x, y, z);
    ck_assert_int_eq(fs_shape3_create_sphere(w, body, def, fs_pos3_zero(), POS3D(radius), NULL), FS_OK);
    return body;
}

/* Ground with its surface at y = 0. */
static inline fs_body3 scene3_ground(fs_world3 *w, const fs_shape3_def *def)
{
    return scene3_box(w, FS_BODY3_STATIC, def, (scene3_vector){ 0, -1, 0 }, (scene3_vector){ 100, 1, 100 });
}

static inline void scene3_run(fs_world3 *w, int ticks)
{
    for (int i = 0; i < ticks; i++)
        fs_world3_step(w);
}

static inline scene3_vector scene3_position(const fs_world3 *w, fs_body3 body)
{
    fs_pos3 p = fs_body3_position(w, body);
    return (scene3_vector){ METRES3D(p.x), METRES3D(p.y), METRES3D(p.z) };
}

static inline scene3_vector scene3_velocity(const fs_world3 *w, fs_body3 body)
{
    fs_vel3 v = fs_body3_velocity(w, body);
    return (scene3_vector){ SPEED3D(v.x), SPEED3D(v.y), SPEED3D(v.z) };
}

static inline scene3_vector scene3_angular_velocity(const fs_world3 *w, fs_body3 body)
{
    fs_vel3 v = fs_body3_angular_velocity(w, body);
    return (scene3_vector){ SPEED3D(v.x), SPEED3D(v.y), SPEED3D(v.z) };
}

static inline void scene3_throw(fs_world3 *w, fs_body3 body, double x, double y, double z)
{
    fs_vel3 v = fs_vel3_make(VEL3D(x), VEL3D(y), VEL3D(z));
    ck_assert_int_eq(fs_body3_set_velocity(w, body, v, fs_vel3_zero()), FS_OK);
}

/* J. */
static inline double scene3_energy(const fs_world3 *w)
{
    return (double)fs_world3_energy(w) * 0x1p-32;
}

static inline double scene3_length(scene3_vector v)
{
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

/* Whether this machine has the kernel (fs_world3_set_kernel). */
static inline bool scene3_kernel_works(uint32_t kernel)
{
    fs_world3 *w = scene3_world(0);
    bool works = fs_world3_set_kernel(w, kernel) == FS_OK;
    fs_world3_destroy(w);
    return works;
}

/* `hash_of` plays one scene with a kernel and a number of workers: every kernel of this machine, and 2 and 4 workers, give
 * the hash of the scalar kernel with one worker. */
static inline void scene3_assert_same_everywhere(uint64_t (*hash_of)(uint32_t kernel, uint32_t workers))
{
    uint64_t want = hash_of(1, 1);
    for (uint32_t kernel = 2; kernel <= 3; kernel++)
        if (scene3_kernel_works(kernel))
            ck_assert_uint_eq(hash_of(kernel, 1), want);
    ck_assert_uint_eq(hash_of(0, 2), want);
    ck_assert_uint_eq(hash_of(0, 4), want);
}

#define NEAR3(got, want, bound)                                                                         \
    do {                                                                                                \
        double near_got = (got), near_want = (want);                                                    \
        if (!(fabs(near_got - near_want) <= (bound)))                                                   \
            ck_abort_msg("%s is %.9g, not %.9g within %g", #got, near_got, near_want, (double)(bound)); \
    } while (0)

#endif
