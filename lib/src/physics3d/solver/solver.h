/* solver.h: from touching contacts and joints to new velocities and positions.
 *
 * Rows are solved in velocity units of their pair: an impulse is divided by the pair's mass m = 1/(1/m_a + 1/m_b),
 * so that masses enter as ratios c_a = m/m_a, c_b = m/m_b (c_a + c_b = 1). Stored impulses stay right while shapes slide
 * and turn.
 */
#ifndef FS_PHYSICS3D_SOLVER_SOLVER_H
#define FS_PHYSICS3D_SOLVER_SOLVER_H

#include <fixstep/vec.h>

/* A body while it is solved: sixteen lanes of 32 bits, so that the velocities, and the displacements, of eight bodies make
 * an 8 x 8 transpose. d, turned: its displacement and its rotation vector since the start of the tick (m, rad; Q5.26).
 * flags and stop are 0 for the solver; continuous collision stores in stop the fraction of the tick that the body moved. */
struct fs__solver3_body {
    fs_vel3 v;
    int32_t flags;
    fs_vel3 w;
    int32_t stop;
    fs_rel3 d;
    int32_t unused;
    fs_rel3 turned;
    int32_t unused2;
};
_Static_assert(sizeof(struct fs__solver3_body) == 64, "one cache line");

struct fs__world3_tick;

/* Fills tick->solver_body (allocated from the arena when NULL) from the bodies, runs all substeps, and writes back
 * velocities, positions, rotations and impulses (contact3, contact_point3, joint3); forces and torques become zero. When
 * the arena is too small, tick->approach_speed becomes NULL and nothing moves. */
void fs__solver3_run(struct fs__world3_tick *tick);
/* Largest number of arena bytes that fs__solver3_run() takes, joints included. */
size_t fs__solver3_arena_size(uint32_t bodies, uint32_t contacts, uint32_t joints);

/* Kernels that this processor supports: 0 is the scalar kernel, the last one the widest; NULL past the end. */
struct fs__solver3_kernel;
const struct fs__solver3_kernel *fs__solver3_kernel(unsigned index);

#endif
