/* force3_fixture.h: balls, tensors, water and generators for tests of force3.h. */
#ifndef FS_TEST_FORCE3_FIXTURE_H
#define FS_TEST_FORCE3_FIXTURE_H

/* Tests write columns. */
#if !defined(FIXSTEP_WORLD3_H) && !defined(FS__WORLD3_INTERNAL)
#define FS__WORLD3_INTERNAL
#endif

#include <stdlib.h>
#include <fixstep/force3.h>
#include <fixstep/trig.h>

#include "physics3d/world3_scene.h"

#define WIDE3D(v) ((fs_wide)llround((v)*0x1p32))
#define NEWTONS3D(v) ((double)(v)*0x1p-32)
#define REL3D(v) ((fs_rel)lround((v)*0x1p26))

static inline fs_wide3 wide3(double x, double y, double z)
{
    return fs_wide3_make(WIDE3D(x), WIDE3D(y), WIDE3D(z));
}

/* A ball of `mass` kg with the radius 0.5 m, whose inertia is 0.1 mass. */
static inline fs_body3 add_ball(fs_world3 *w, double mass, double x, double y, double z)
{
    fs_shape3_def shape = fs_default_shape3_def();
    shape.density = WIDE3D(mass / (4.0 / 3 * M_PI * 0.125));
    return scene3_ball(w, &shape, x, y, z, 0.5);
}

static inline fs_force3 add(fs_world3 *w, const fs_force3_def *def)
{
    fs_force3 force;
    ck_assert_int_eq(fs_force3_create(w, def, &force), FS_OK);
    return force;
}

static inline fs_force3_def make(fs_force3_kind kind, fs_body3 body)
{
    fs_force3_def def = fs_default_force3_def(kind);
    def.body_a = body;
    return def;
}

static inline uint16_t add_tensor(fs_world3 *w, fs_aero3 neutral)
{
    const fs_aero3_control surface = { neutral, neutral, neutral };
    uint16_t aero;
    ck_assert_int_eq(fs_aero3_add(w, &surface, &aero), FS_OK);
    return aero;
}

static inline uint16_t add_water(fs_world3 *w)
{
    fs_fluid3_def def = fs_default_fluid3_def();
    uint16_t fluid;
    def.surface = true;
    def.density = WIDE3D(1000);
    ck_assert_int_eq(fs_fluid3_add(w, &def, &fluid), FS_OK);
    return fluid;
}

static inline fs_force3_def make_float(fs_world3 *w, fs_body3 body, double volume, double half_height, double damping)
{
    fs_force3_def def = make(FS_FORCE3_BUOYANCY, body);
    def.fluid = add_water(w);
    def.k = WIDE3D(volume);
    def.k2 = WIDE3D(damping);
    def.length = WIDE3D(half_height);
    return def;
}

#endif
