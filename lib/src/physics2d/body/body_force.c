/* body_force.c: impulses on bodies in the plane. */
#include "physics2d/dimension.h"

#include "physics/body/add_impulse.h"
#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

static void push_linear(fs_world2 *w, uint32_t row, fs_wide2 impulse)
{
    fs_vel2 *v = &w->body.vel[row];
    v->x = fs__add_impulse(v->x, impulse.x, w->body.inv_mass[row], *w->rules.max_speed);
    v->y = fs__add_impulse(v->y, impulse.y, w->body.inv_mass[row], *w->rules.max_speed);
}

static void push_angular(fs_world2 *w, uint32_t row, fs_wide angular_impulse)
{
    w->body.angular_velocity[row] = fs__add_impulse(w->body.angular_velocity[row], angular_impulse,
                                                    w->body.inv_inertia[row], *w->rules.max_angular_speed);
}

#include "physics/body/body_force.inl"
