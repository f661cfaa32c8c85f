/* contact_arms.h: the arms of a contact at the reference poses of its bodies; see reference_pose.h. */
#ifndef FS_PHYSICS3D_SOLVER_CONTACT_ARMS_H
#define FS_PHYSICS3D_SOLVER_CONTACT_ARMS_H

#include "physics3d/solver/contact_solver.h"

/* From the pose of the manifold to the reference pose of one body. */
struct fs__contact3_turn {
    fs_mat3 body, shape;
    fs_rel3 centre; /* of the shape at the pose of the manifold, from the centre of mass; it turns with the body */
    /* The part of an arm along the normal that keeps its direction in the world: the radius of a sphere or capsule, and half of
     * the gap between the surfaces, in the middle of which the point lies. */
    fs_unit3 outward; /* the normal out of the body */
    fs_rel radius;
    bool turned; /* false: arms stay, and nothing else is set */
    bool swings; /* a shape of revolution: what rolls about its axis touches with another point of it */
};
struct fs__contact3_turns {
    struct fs__contact3_turn a, b;
    fs_rel3 offset; /* of b's centre of mass from a's, modulo 64 m */
};

void fs__contact3_find_turns(const struct fs__solver3 *s, uint32_t row, uint32_t solver_a, uint32_t solver_b,
                             struct fs__contact3_turns *out);
/* The arm of a point with this separation of the manifold. */
fs_rel3 fs__contact3_turn_arm(const struct fs__contact3_turn *turn, fs_rel3 arm, fs_rel separation);

#endif
