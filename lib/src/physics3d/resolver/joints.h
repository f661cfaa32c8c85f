/* joints.h: joints as contacts that pull: the parts of a joint that the worst-first resolver resolves. */
#ifndef FS_PHYSICS3D_RESOLVER_JOINTS_H
#define FS_PHYSICS3D_RESOLVER_JOINTS_H

#include "physics3d/resolver/resolver.h"

/* A fixed joint is three points, a hinge two. */
enum { FS__RESOLVER3_MAX_PARTS = 3 };

/* Whether the resolver can resolve a joint of this kind with these flags (FS_JOINT3_...). */
bool fs__resolver3_supports(unsigned kind, unsigned flags);
/* Rows of a joint; 0 for one that is not resolved. */
uint32_t fs__resolver3_joint_parts(const struct fs_world3 *w, uint32_t joint);
/* Fills kind, axis, arm, depth of a row from its joint. */
void fs__resolver3_make_joint(const struct fs__resolver3 *r, struct fs__resolver3_row *row);
/* Force and torque of joints over the tick, from the rows; marks those that break. */
void fs__resolver3_store_joints(struct fs__resolver3 *r);

#endif
