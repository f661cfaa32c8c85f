/* world.c: the gravity of a 3D world, and energy and momentum of its bodies. */
#include "physics3d/dimension.h"

#include <fixstep/trig.h>
#include <fixstep/world3.h>

#include "physics/world/energy.h"
#include "physics3d/body/body.h"
#include "physics3d/resolver/joints.h"
#include "physics3d/world/error.h"
#include "physics3d/world/world.h"

static fs_result check_gravity(char *text, fs_wide3 gravity)
{
    const int64_t most = FS__WORLD3_MAX_GRAVITY;
    const struct fs__range ranges[] = { { "gravity.x", gravity.x, -most, most, FS_WIDE_FRAC },
                                        { "gravity.y", gravity.y, -most, most, FS_WIDE_FRAC },
                                        { "gravity.z", gravity.z, -most, most, FS_WIDE_FRAC } };
    return fs__error_text_check(text, ranges, FS__AXES, "", "");
}

/* The worst-first resolver does not know every joint. */
static fs_result check_flags(fs_world3 *w, uint32_t set)
{
    for (uint32_t i = 0; i < *w->joint.rows && (set & FS_WORLD3_WORST_FIRST) != 0; i++)
        if (fs__world3_row_live(w->joint.gen, i) && !fs__resolver3_supports(w->joint.kind[i], w->joint.flags[i]))
            return fs__error3_set(w, FS_E_UNSUPPORTED, "FS_SOLVER3_WORST_FIRST does not know a joint of the world");
    return FS_OK;
}

fs_result fs_world3_set_solver(fs_world3 *w, fs_solver3 solver)
{
    if ((unsigned)solver >= FS_SOLVER3_COUNT)
        return fs__error3_set(w, FS_E_ARGUMENT, "solver is no fs_solver3");
    return fs_world3_set_flags(w, solver == FS_SOLVER3_WORST_FIRST ? FS_WORLD3_WORST_FIRST : 0, FS_WORLD3_WORST_FIRST);
}

fs_solver3 fs_world3_solver(const fs_world3 *w)
{
    return (*w->rules.flags & FS_WORLD3_WORST_FIRST) != 0 ? FS_SOLVER3_WORST_FIRST : FS_SOLVER3_SUBSTEPS;
}

static uint64_t square(fs_vel v)
{
    return (uint64_t)((int64_t)v * v);
}

/* The angular velocity along the principal axes. */
static fs_vel3 principal_velocity(const fs_world3 *w, uint32_t i)
{
    fs_quat axes = fs_quat_normalise(fs_quat_mul(w->body.rot[i], w->body.principal[i]));
    return fs_quat_inv_vel(axes, w->body.angular_velocity[i]);
}

static fs_wide rotation_energy(const fs_world3 *w, uint32_t i)
{
    fs_vel3 own = principal_velocity(w, i);
    fs_wide x = fs__half_square(w->body.inertia_x[i], square(own.x)),
            y = fs__half_square(w->body.inertia_y[i], square(own.y)),
            z = fs__half_square(w->body.inertia_z[i], square(own.z));
    return fs_sat64_add(x, fs_sat64_add(y, z));
}

static fs_wide3 momentum_of(const fs_world3 *w, uint32_t i)
{
    const int64_t up = (int64_t)1 << (FS_WIDE_FRAC - FS_VEL_FRAC);
    return fs_wide3_make(fs_scaled_apply(w->body.mass[i], w->body.vel[i].x * up),
                         fs_scaled_apply(w->body.mass[i], w->body.vel[i].y * up),
                         fs_scaled_apply(w->body.mass[i], w->body.vel[i].z * up));
}

#include "physics/world/world.inl"
