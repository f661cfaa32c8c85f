/* speculative.h: what a pair of which one is fast will do within the tick.
 */
#ifndef FS_PHYSICS2D_CONTACT_SPECULATIVE_H
#define FS_PHYSICS2D_CONTACT_SPECULATIVE_H

#include "physics2d/body/body.h"
#include "physics2d/geometry/manifold.h"
#include "physics2d/world/world.h"

/* Two bodies of a contact. */
struct fs__contact2_pair {
    uint32_t contact, shape_a, shape_b, body_a, body_b;
    fs_rel2 anchor_offset; /* b's centre of mass from a's, in the axes of the world */
    fs_rot2 rot_a, rot_b;
};

static inline void fs__contact2_pair_set_poses(struct fs__contact2_pair *p, fs_pose2 a, fs_pose2 b)
{
    p->anchor_offset = fs_pos2_sub_rel(b.pos, a.pos);
    p->rot_a = a.rot;
    p->rot_b = b.rot;
}

/* A point in the frame of a's origin as an arm from its centre of mass, in the axes of the world. */
static inline fs_rel2 fs__contact2_pair_arm(const struct fs_world2 *w, const struct fs__contact2_pair *p, fs_rel2 point)
{
    return fs_rot2_rel(p->rot_a, fs_rel2_sub(point, w->body.centre[p->body_a]));
}

/* Velocities of a body that moves by itself; else nothing. */
struct fs__speculative2_velocity {
    fs_vel2 vel;
    fs_vel angular_velocity;
};

struct fs__speculative2 {
    const struct fs__world2_tick *tick;
    struct fs__speculative2_velocity a, b;
    fs_rel margin;  /* no point farther than this can be met */
    bool soft;      /* keeps points that are met if the other body is stopped on its way */
    bool separated; /* after fs__speculative2_filter_points(): no point is met by itself */
};

struct fs__speculative2 fs__speculative2_init(const struct fs__world2_tick *tick, const struct fs__contact2_pair *p);
/* Takes the points away that cannot be met in this tick. Whether some will be met though none is near: then the normal
 * may be another where they meet, if they do. */
bool fs__speculative2_filter_points(struct fs__speculative2 *ahead, const struct fs__contact2_pair *p,
                                    struct fs__manifold2 *m);
/* Moves the pair to where its shapes will meet in this tick, or be at its end; false, and nothing moved, when that is
 * too far ahead. */
bool fs__speculative2_advance(const struct fs__speculative2 *ahead, struct fs__contact2_pair *p);
/* Of a manifold made there: takes the points away that are not met by then. */
void fs__speculative2_filter_advanced(struct fs__speculative2 *ahead, const struct fs__contact2_pair *p,
                                      struct fs__manifold2 *m);

#endif
