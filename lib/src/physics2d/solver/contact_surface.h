/* contact_surface.h: the combined surface of two materials. */
#ifndef FS_PHYSICS2D_SOLVER_CONTACT_SURFACE_H
#define FS_PHYSICS2D_SOLVER_CONTACT_SURFACE_H

#include <fixstep/body2.h>
#include <fixstep/world2.h>

/* Coefficients Q5.26, below 16; restitution Q1.30; lever arm Q5.26 m. */
struct fs__surface2 {
    uint16_t a, b;
    int32_t static_friction, dynamic_friction;
    fs_unit restitution;
    fs_rel rolling;
    fs_vel tangent_speed;
    bool valid;
};

void fs__surface2_combine(const struct fs_world2 *w, uint16_t a, uint16_t b, struct fs__surface2 *f);

#endif
