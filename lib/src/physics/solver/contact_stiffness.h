/* contact_stiffness.h: contacts whose stiffness changes while they overlap; see contact_stiffness.inl.
 *
 * Template: included after the dimension.h and the world.h of physics2d or of physics3d.
 */
#ifndef FS_PHYSICS_SOLVER_CONTACT_STIFFNESS_H
#define FS_PHYSICS_SOLVER_CONTACT_STIFFNESS_H

/* Before the solver reads separations: moves the rest overlaps of the listed contacts where their number of parts changed,
 * and measures their separations from there. */
void fs__contact_stiffnessN_update(struct fs__worldN_tick *tick);

#endif
