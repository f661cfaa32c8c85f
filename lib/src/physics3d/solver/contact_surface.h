/* contact_surface.h: the combined surface of two materials. */
#ifndef FS_PHYSICS3D_SOLVER_CONTACT_SURFACE_H
#define FS_PHYSICS3D_SOLVER_CONTACT_SURFACE_H

#include <fixstep/body3.h>
#include <fixstep/world3.h>

/* Coefficients Q5.26, below 16; shares Q1.30; lever arms Q5.26 m. */
struct fs__surface3 {
    uint16_t a, b;
    int32_t static_friction, dynamic_friction;
    fs_unit restitution;
    fs_rel rolling, spinning;
    fs_unit cross_friction; /* FS_UNIT_ONE: the same in all directions */
    bool axis_of_b;         /* whose friction axis it is */
    bool moves;             /* one of the materials has a tangent velocity */
    bool valid;
};

void fs__surface3_combine(const struct fs_world3 *w, uint16_t a, uint16_t b, struct fs__surface3 *f);

/* The first tangent of a contact: the friction axis across the normal, or one that the normal alone decides. */
void fs__surface3_tangent(const struct fs_world3 *w, const struct fs__surface3 *f, uint32_t shape_a, uint32_t shape_b,
                          fs_unit3 normal, fs_unit3 *tangent);

/* Velocity that the surface of b has against that of a when both bodies rest against each other, negated: what friction
 * drives the relative velocity of the bodies to. World, m/s. */
fs_vel3 fs__surface3_velocity(const struct fs_world3 *w, uint32_t shape_a, uint32_t shape_b);

#endif
