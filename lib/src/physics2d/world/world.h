/* world.h: what the files of the 2D engine share: the scratch of a world and the lists of one tick.
 *
 * A tick (world_step.c):
 *   1 pairs      world_pairs.c    contacts of pairs that parted go, new pairs come (sorted by rows)
 *   2 touch      world_touch.c    manifolds: kept, or made anew and matched by feature ids
 *                world_ahead.c    of fast bodies: also what they will meet within the tick
 *   3 islands    world_islands.c  wakes what is touched by the awake
 *                world_lists.c    lists of awake bodies, contacts, joints; packs of islands
 *   4 solve      solve*.c         fs__solver2_run(): substeps, restitution, impulses stored
 *   5 impact     world_impact.c   continuous collision of fast bodies and bullets
 *   6 boxes      world_boxes.c    bodies that moved: shapes whose tight box left the kept box get a new one
 *   7 sleep      world_islands.c
 *   8 events     world_events.c
 * Steps 2 and 4 use the threads that the caller lends (share.h).
 * Between two calls from outside every kept box holds its shape, so that questions (query.c) may rely on it.
 * Nothing here outlives a tick but the tree of boxes, which is checked against the state before it is used, and a guess at
 * how the work is best cut, which changes no result.
 */
#ifndef FS_PHYSICS2D_WORLD_WORLD_H
#define FS_PHYSICS2D_WORLD_WORLD_H

#include <fixstep/arena.h>
#include <fixstep/event2.h>
#include <fixstep/tasks.h>
#include <fixstep/world2.h>

#include "physics2d/broadphase/broadphase.h"
#include "physics2d/solver/solver.h"

/* Bits of contact2.flags. */
enum {
    FS__CONTACT2_TOUCHING = 1, /* the manifold has points that meet now or in this tick (of a sensor: they overlap) */
    FS__CONTACT2_SENSOR = 2,
    FS__CONTACT2_EVENTS = 4, /* wants BEGIN and END */
    FS__CONTACT2_HITS = 8,
    FS__CONTACT2_FRESH = 16,     /* began to touch in this tick */
    FS__CONTACT2_STALE = 32,     /* its manifold must be made anew */
    FS__CONTACT2_ONE_LOADED = 64 /* one point carried load in the last tick, the other, if any, did not */
};

/* Contacts that a pack of several islands may always have: fs_world2.pack does not go below. */
enum { FS__ISLAND2_MIN_BATCH_CONTACTS = 64 };

enum { FS__SOLVER2_STATIC_BODY = 0 }; /* the solver body that stands for everything immovable */

/* At the front of a world's scratch. */
struct fs__world2_scratch {
    struct fs__broadphase *broad;           /* for questions */
    bool broadphase_synced;                 /* `broad` knows the boxes of now: fs__world2_sync_broadphase() */
    struct fs__broadphase *pair_broadphase; /* for pairs; made anew for each search */
    fs_event2 *pending;                     /* what happened since the last step, as it came */
    fs_event2 *sorted;                      /* the same in order, when the step is over */
    uint32_t pending_count, pending_capacity, pending_lost;
    uint32_t woken_count;         /* bodies that woke since the step last looked */
    uint32_t single_island_ticks; /* world_lists.c: ticks until islands are looked for again; may be noise */
    fs_arena arena;               /* the rest, for one tick */
};

/* A body as the passes over contacts look at it: one line of memory instead of five. */
struct fs__body2_snapshot {
    fs_pos2 pos; /* of the centre of mass */
    fs_rot2 rot;
    fs_rel extent;
    uint8_t awake;    /* 1: neither static, asleep nor disabled; 2: asleep; 0: else */
    uint8_t fast;     /* 1: awake, and a point of it may come farther than FS__BODY2_FAST_DISTANCE in a tick */
    uint16_t dynamic; /* 1: awake and dynamic */
};

/* The bodies of a contact. */
struct fs__contact2_bodies {
    uint32_t a, b;
};

/* Islands that are solved together: where their solver bodies and their contacts (in tick->batch_order) begin; those of the next pack
 * are the end. */
struct fs__island2_batch {
    uint32_t solver_body, contact;
};

/* What one tick knows; lives in the arena. */
struct fs__world2_tick {
    struct fs_world2 *w;
    fs_arena arena;
    struct fs__body2_snapshot *snapshot; /* by body row, before the solve; awake as of fs__island2_wake() */
    uint32_t *active_contact;            /* contacts with an awake body, ascending */
    uint32_t active_contact_count;
    bool touches_sleeping; /* one of them has a sleeping body */
    uint32_t
        solver_body_count; /* solver_body[0] is FS__SOLVER2_STATIC_BODY; then awake kinematic and dynamic bodies, pack after pack */
    struct fs__solver2_body *solver_body;
    uint32_t *body_row;   /* solver body -> body row */
    fs_pose2 *start_pose; /* solver body -> its body's pos and rot (of the centre of mass) before the solve */
    uint32_t
        *solver_index; /* body row -> solver body, FS__SOLVER2_STATIC_BODY for static, sleeping and disabled ones */
    uint32_t contact_count; /* touching, solid, with at least one awake dynamic body; ascending rows */
    uint32_t *contact;
    struct fs__contact2_bodies *ends; /* by place in `contact` */
    uint32_t *batch_order;            /* places in `contact`, pack after pack, ascending within one */
    uint32_t batch_count;             /* 1 or more */
    struct fs__island2_batch *batch;  /* batch_count + 1 */
    fs_rel2 *separation;              /* by contact row, of those in `active_contact`: separation of both points now */
    uint32_t joint_count;             /* with at least one awake dynamic body; ascending rows */
    uint32_t *joint;
    /* Filled by the solver, by place in `contact`, in velocity units of the pair (m/s): how fast the points met
     * (positive: approaching), and the normal impulse of the whole tick. NULL when memory was short. */
    fs_vel *approach_speed;
    fs_vel *total_normal_impulse;
};

/* world_contacts.c: an END event when it touched and wanted events; what leaned on it wakes. */
void fs__contact2_destroy(struct fs_world2 *w, uint32_t contact);

/* Bytes of arena that the lists take at most. */
size_t fs__island2_arena_size(uint32_t bodies, uint32_t shapes, uint32_t contacts, uint32_t joints);

/* world_islands.c: the bodies of a joint's row; false when it is not in use. */
bool fs__joint2_bodies(const struct fs_world2 *w, uint32_t j, uint32_t *a, uint32_t *b);

/* The steps of a tick; see above. fs__contact2_update_pairs() needs nothing but `w` and `arena`. */
void fs__body2_take_snapshots(struct fs__world2_tick *tick); /* fills `snapshot`, also again */
void fs__world2_update_fat_aabbs(struct fs__world2_tick *tick);
void fs__contact2_update_pairs(struct fs__world2_tick *tick);
size_t fs__contact2_pairs_arena_size(void); /* bytes of arena for what it finds */
void fs__contact2_narrow_phase(struct fs__world2_tick *tick);
void fs__contact2_update_separations(struct fs__world2_tick *tick,
                                     uint32_t contact); /* of one that nobody looked at this tick */
void fs__island2_wake(struct fs__world2_tick *tick);
void fs__island2_build_batches(struct fs__world2_tick *tick);
void fs__island2_update_sleep(struct fs__world2_tick *tick);

/* world_events.c: takes down what happened; without scratch it is forgotten. */
void fs__event2_record(struct fs_world2 *w, const fs_event2 *event);
void fs__event2_record_contact(struct fs_world2 *w, fs_event2_kind kind, uint32_t contact);
void fs__event2_record_body(struct fs_world2 *w, fs_event2_kind kind, uint32_t body);
/* w->events from the notes, which are then forgotten. */
void fs__event2_publish(struct fs_world2 *w);

/* world_boxes.c: brings the search structure in line with the kept boxes where they changed since the last time. */
void fs__world2_sync_broadphase(const struct fs_world2 *w);

/* world_pairs.c: whether two shapes make a contact where their boxes meet: filters, sensors, joints, what can move. */
bool fs__contact2_should_collide(const struct fs_world2 *w, uint32_t a, uint32_t b);

/* world_impact.c: after the solve, with the poses before it in `start_pose`: what would have passed through something is
 * put back to where it met it. */
void fs__continuous2_run(struct fs__world2_tick *tick);

/* world_impact.c: the shape seen from its body's centre of mass. */
void fs__shape2_geometry_about_centre(const struct fs_world2 *w, uint32_t row, fs_geometry2 *geometry);

/* The pose of a body's origin. */
static inline fs_pose2 fs__body2_origin_pose(const struct fs_world2 *w, uint32_t body)
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

static inline bool fs__world2_row_live(const uint32_t *gen, uint32_t row)
{
    return (gen[row] & 1u) != 0;
}

#endif
