/* solver.h: from touching contacts and joints to new velocities and positions.
 *
 * Rows are solved in velocity units of their pair: an impulse is divided by the pair's mass m = 1/(1/m_a + 1/m_b), so
 * that masses enter as ratios c_a = m/m_a, c_b = m/m_b (c_a + c_b = 1) and w_a = m/I_a, w_b = m/I_b [1/m^2], and a
 * row's K = 1 + w_a arm_a^2 + w_b arm_b^2 has no unit. Masses are those of load_mass.c. Stored impulses stay right
 * while shapes slide and turn.
 */
#ifndef FS_PHYSICS2D_SOLVER_SOLVER_H
#define FS_PHYSICS2D_SOLVER_SOLVER_H

#include <fixstep/body2.h>
#include <fixstep/tasks.h>
#include <fixstep/vec.h>

/* A body while it is solved: eight lanes of 32 bits, so that eight bodies make an 8 x 8 transpose. dx, dy, turned: its
 * displacement since the start of the tick (m, rad; Q5.26). stop: unused by the solver; continuous collision stores the
 * fraction of the tick that the body moved. */
struct fs__solver2_body {
    fs_vel vx, vy, w;
    int32_t flags;
    fs_rel dx, dy, turned;
    int32_t stop;
};
_Static_assert(sizeof(struct fs__solver2_body) == 32, "eight lanes");

/* A change of velocities: from where, with what is below one step, and by how much (Q51): vx, vy, w. */
struct fs__solver2_change {
    fs_vel from[3];
    int64_t rest[3], by[3];
};

/* Whether contacts and joints move a body at all. */
static inline bool fs__solver2_is_movable(const struct fs_world2 *w, uint32_t row)
{
    const struct fs_body2_view *b = &w->body;
    return b->type[row] == FS_BODY2_DYNAMIC && (b->inv_mass[row].m | b->inv_inertia[row].m) != 0;
}

struct fs__world2_tick;

/* Fills tick->solver_body (allocated from the arena when NULL) from the bodies, runs all substeps, and writes back
 * velocities, positions, rotations and impulses (contact2, joint2); forces and torques become zero. When the arena
 * is too small, tick->approach_speed becomes NULL and nothing moves. */
void fs__solver2_run(struct fs__world2_tick *tick);
/* Largest number of arena bytes that fs__solver2_run() takes. */
size_t fs__solver2_arena_size(uint32_t bodies, uint32_t contacts, uint32_t joints);

/* joint*.c: called by the solver in this order, with the kernel's passes and the threads that the caller lends (or
 * NULL): prepare once; in each substep warm start, solve with bias, and, after the positions moved, solve without
 * bias; store once (store marks broken joints, the world destroys them). prepare returns NULL when the arena is
 * full; the other calls then do nothing. */
struct fs__joint_solver2;
struct fs__joint2_passes; /* joint_block.h */
struct fs__tree2_passes;  /* tree_block.h */
size_t fs__joint_solver2_arena_size(uint32_t bodies, uint32_t joints);
struct fs__joint_solver2 *fs__joint_solver2_prepare(struct fs__world2_tick *tick,
                                                    const struct fs__joint2_passes *passes,
                                                    const struct fs__tree2_passes *tree_passes, uint8_t *rounds,
                                                    const fs_tasks *tasks);
void fs__joint_solver2_warm_start(struct fs__joint_solver2 *j);
void fs__joint_solver2_solve(struct fs__joint_solver2 *j, bool use_bias);
/* After the solution without bias, where another substep follows: the systems of that one. */
void fs__joint_solver2_prepare_substep(struct fs__joint_solver2 *j);
/* With bias, before another solution with bias: trees of joints that have this round, counted from 0, are solved along the tangents
 * of the paths (physics/solver/solve_rows.inl). */
void fs__joint_solver2_approach(struct fs__joint_solver2 *j, uint32_t round);
/* Each tree has the most rounds that its bodies ask for; with this each block of trees has the most of its trees, and they get those. */
void fs__joint_solver2_share_rounds(struct fs__joint_solver2 *js);
/* Contacts act on a solver body; once that is known of all of them, trees of joints that nothing pushes keep their energy. */
void fs__joint_solver2_mark_pushed(struct fs__joint_solver2 *js, uint32_t solver_body);
void fs__joint_solver2_begin_balance(struct fs__joint_solver2 *js);
/* Before the last two, where contacts changed velocities. */
void fs__joint_solver2_keep_given_spins(struct fs__joint_solver2 *j);
/* Whether trees of joints are solved together; false for NULL. */
bool fs__joint_solver2_has_trees(const struct fs__joint_solver2 *j);
/* exact: four sums per solver body (vx, vy, w, unused; Q51), to which the residuals of the joints' ends are added. */
void fs__joint_solver2_store(struct fs__joint_solver2 *j, const struct fs__solver2_body *bodies, int64_t *exact);
/* After that, for impacts: the trees of all rigid joints, small ones too, where the bodies are now. false: there are none. */
bool fs__joint_solver2_find_struck_trees(struct fs__joint_solver2 *j);

#endif
