/* world.h: what the files of the 2D engine share: the scratch of a world and the lists of one tick.
 *
 * A tick (world_step.c):
 *   1 boxes      world_boxes.c    bodies that moved: shapes whose tight box left the kept box get a new one
 *   2 pairs      world_pairs.c    contacts of pairs that parted go, new pairs come (sorted by rows)
 *   3 touch      world_touch.c    manifolds: kept, or made anew and matched by feature ids
 *   4 islands    world_islands.c  wakes what is touched by the awake; lists of awake bodies, contacts, joints
 *   5 solve      solve*.c         fs__two_solve(): substeps, restitution, impulses stored
 *   6 impact     world_impact.c   continuous collision of fast bodies and bullets
 *   7 sleep      world_islands.c
 *   8 events     world_events.c
 * Nothing here outlives a tick but the search structure, which is checked against the state before it is used.
 */
#ifndef FS_PHYS_TWO_WORLD_H
#define FS_PHYS_TWO_WORLD_H

#include <fixstep/arena.h>
#include <fixstep/event2.h>
#include <fixstep/tasks.h>
#include <fixstep/world2.h>

#include "phys/broad/broad.h"
#include "phys/two/solve.h"

/* Bits of contact2.flags. */
enum {
    FS__CONTACT2_TOUCHING = 1,     /* the manifold has points (of a sensor: they overlap) */
    FS__CONTACT2_SENSOR = 2,
    FS__CONTACT2_EVENTS = 4,       /* wants BEGIN and END */
    FS__CONTACT2_HITS = 8,
    FS__CONTACT2_FRESH = 16        /* began to touch in this tick */
};

enum { FS__TWO_STATIC = 0 };       /* the mover that stands for everything immovable */

/* At the front of a world's scratch. */
struct fs__two_scratch {
    struct fs__broad *broad;       /* brought in line with the state at the first need of a tick */
    fs_arena arena;                /* the rest, for one tick */
};

/* What one tick knows; lives in the arena. */
struct fs__two_tick {
    struct fs_world2 *w;
    fs_arena arena;
    uint32_t mover_count;          /* movers[0] is FS__TWO_STATIC; then awake kinematic and dynamic bodies by row */
    struct fs__two_mover *mover;
    uint32_t *body_of;             /* mover -> body row */
    fs_pose2 *start;               /* mover -> its body's pos and rot (of the centre of mass) before the solve */
    uint32_t *mover_of;            /* body row -> mover, FS__TWO_STATIC for static, sleeping and disabled ones */
    uint32_t contact_count;        /* touching, solid, with at least one awake dynamic body; ascending rows */
    uint32_t *contact;
    fs_rel2 *gap;                  /* by contact row: separation of both points now; NULL: the solver finds them */
    uint32_t joint_count;          /* with at least one awake dynamic body; ascending rows */
    uint32_t *joint;
    /* Filled by the solver, by place in `contact`, in velocity units of the pair (m/s): how fast the points met
     * (positive: approaching), and the normal impulse of the whole tick. NULL when memory was short. */
    fs_vel *approach;
    fs_vel *pushed;
};

/* world_impact.c: after the solve, with the poses before it in `start`: what would have passed through something is
 * put back to where it met it. */
void fs__two_impacts(struct fs__two_tick *tick);

/* The pose of a body's origin. */
static inline fs_pose2 fs__two_pose(const struct fs_world2 *w, uint32_t body)
{
    fs_pose2 pose = { w->body.pos[body], w->body.rot[body] };
    fs_rel2 c = w->body.centre[body];
    if ((c.x | c.y) == 0)
        return pose;
    fs_rel2 turned = fs_rot2_rel(pose.rot, c);
    pose.pos.x = fs_sat64_sub(pose.pos.x, fs_pos_from_rel(turned.x));
    pose.pos.y = fs_sat64_sub(pose.pos.y, fs_pos_from_rel(turned.y));
    return pose;
}

static inline bool fs__two_live(const uint32_t *gen, uint32_t row)
{
    return (gen[row] & 1u) != 0;
}

#endif
