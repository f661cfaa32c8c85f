/* pieces.h: the masses and the velocities of the pieces of a body; see pieces.c. */
#ifndef FS_PHYSICS3D_FRACTURE_PIECES_H
#define FS_PHYSICS3D_FRACTURE_PIECES_H

#include "physics3d/fracture/cut.h"

/* The motion of the body before it broke. */
struct fs__broken3 {
    fs_scaled mass;
    fs_pos3 centre; /* of mass, world */
    fs_vel3 vel;    /* of the centre of mass */
    fs_vel3 angular_velocity;
    fs_inertia3 inertia; /* about the centre of mass, in the axes of the world */
    bool turns;          /* false: its rotation is fixed */
};

/* The tensor of a body about its centre of mass, in the axes of the world. */
fs_inertia3 fs__body3_world_inertia(const fs_world3 *w, uint32_t row);
/* Changes the masses of mass data in proportion, so that they add up to `mass` to the bit; inertias follow. Each is at
 * least one step of the mantissa of `mass`. */
void fs__pieces3_share_mass(fs_scaled mass, fs_mass_data3 *data, uint32_t count);
/* Sets the velocities of the pieces, which lie where they are to be: they leave `from` at `burst_speed`, less the motion
 * of a rigid body that keeps momentum and angular momentum those of the broken body. */
void fs__pieces3_set_velocities(fs_world3 *w, const struct fs__broken3 *broken, const fs_pieces3 *pieces, fs_pos3 from,
                                fs_vel burst_speed);

#endif
