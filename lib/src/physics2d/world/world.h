/* world.h: the data that the files of the 2D engine share: the scratch of a world and the lists of one tick.
 *
 * A tick, or each part of a tick that is divided (physics/world/step.inl, physics/world/tick_parts.inl):
 *   1 pair update    contact/pair_update.c      contacts of separated pairs are destroyed, new pairs created (by rows)
 *   2 narrow phase   contact/narrow_phase.c     manifolds: kept, or made anew and matched by feature ids
 *                    contact/speculative.c      of fast bodies: also contacts that begin within the tick
 *   3 islands        world/islands.c            wakes islands that an awake body touches
 *                    world/island_batches.c     lists of awake bodies, contacts, joints; batches of islands
 *                    contact/ghost_contacts.c   contacts with what a body only slides past leave the list
 *   4 solver         solver/ (or world/positions_only.c)   substeps, restitution, impulses stored
 *   5 continuous     contact/continuous.c       continuous collision of fast bodies and bullets
 *   6 fat AABBs      contact/fat_aabb.c         a shape whose tight AABB left its fat AABB gets a new one
 *   7 sleep          world/islands.c           once a tick
 *   8 events         world/events.c            once a tick
 * Steps 1, 2, 4 and 6 use the threads that the caller lends (base/parallel_for.h).
 * Between two public calls every fat AABB contains its shape: queries rely on it.
 * Two things here outlive a tick: the AABB tree, which is compared with the state before it is used, and a guess at how the
 * work is best divided, which changes no result.
 */
#ifndef FS_PHYSICS2D_WORLD_WORLD_H
#define FS_PHYSICS2D_WORLD_WORLD_H

#include <fixstep/arena.h>
#include <fixstep/event2.h>
#include <fixstep/tasks.h>
#include <fixstep/world2.h>

#include "physics2d/dimension.h"

#include "physics/broadphase/broadphase.h"
#include "physics/island_batches.h"
#include "physics2d/solver/solver.h"

/* Bits of contact2.flags. */
enum {
    FS__CONTACT2_TOUCHING =
        1, /* the manifold has points that touch now or in this tick (of a sensor: the shapes overlap) */
    FS__CONTACT2_SENSOR = 2,
    FS__CONTACT2_EVENTS = 4, /* BEGIN and END are reported */
    FS__CONTACT2_HITS = 8,
    FS__CONTACT2_FRESH = 16,     /* began to touch in this tick, or ended to in a part of it */
    FS__CONTACT2_STALE = 32,     /* its manifold must be computed anew */
    FS__CONTACT2_ONE_LOADED = 64 /* one point carried load in the last tick, the other, if any, did not */
};

/* The solver body that stands for everything immovable. */
enum { FS__SOLVER2_STATIC_BODY = FS__STATIC_SOLVER_BODY };

/* At the start of a world's scratch. */
struct fs__world2_scratch {
    struct fs__broadphase2 *broad;           /* for queries */
    bool broadphase_synced;                  /* `broad` agrees with the fat AABBs: fs__world2_sync_broadphase() */
    uint32_t synced_overwrites;              /* the state was overwritten so often then: fs__state_overwrites() */
    void *pair_memory;                       /* of the structure for pairs, when it is not the tree */
    struct fs__broadphase2 *pair_broadphase; /* for pairs */
    fs_event2 *pending;                      /* events since the last step, as recorded */
    fs_event2 *sorted;                       /* the same in order, after the step */
    uint32_t pending_count, pending_capacity, pending_lost;
    uint32_t woken_count;         /* bodies that woke since the narrow phase */
    uint32_t single_island_ticks; /* ticks until islands are searched for again; any value */
    uint32_t *uniting_contact;    /* contacts that made the islands of island_parts.inl out of bodies; any value */
    uint32_t uniting_count;
    fs_arena arena; /* the rest, for one tick */
};

/* The columns of a body that passes over contacts read, in one cache line instead of five. */
struct fs__body2_snapshot {
    fs_pos2 pos; /* of the centre of mass */
    fs_rot2 rot;
    fs_rel extent;
    uint8_t awake;       /* FS__SNAPSHOT_... */
    uint8_t dynamic;     /* 1: awake and dynamic */
    uint8_t level;       /* fs__body2_level() */
    uint8_t slow_levels; /* fs__body2_slow_levels(); FS__BODY2_LEVELS for a body that is not awake */
};

/* The level of the lengths of a pair. */
static inline unsigned fs__body2_pair_level(const struct fs__body2_snapshot *a, const struct fs__body2_snapshot *b)
{
    return a->level > b->level ? a->level : b->level;
}

/* Whether one of a pair moves too far in a tick for the margin of the pair. */
static inline bool fs__body2_pair_is_fast(const struct fs__body2_snapshot *a, const struct fs__body2_snapshot *b)
{
    unsigned slow_levels = a->slow_levels < b->slow_levels ? a->slow_levels : b->slow_levels;
    return slow_levels <= fs__body2_pair_level(a, b);
}

/* The data of one tick; lists are in the arena. */
struct fs__world2_tick {
    struct fs_world2 *w;
    fs_arena arena;
    struct fs__body2_snapshot *snapshot; /* by body row, before the solve; awake as of fs__island2_wake() */
    uint32_t *active_contact;            /* contacts with an awake body, ascending */
    uint32_t active_contact_count;
    uint32_t *stale_contact; /* those of them that need a new manifold */
    uint32_t stale_contact_count;
    bool touches_sleeping;        /* one of them has a sleeping body */
    struct fs__island_link *link; /* by ascending contacts; NULL: not needed in this pass */
    uint32_t link_count;
    uint8_t *body_parts; /* by body row: the parts of its tick (world/island_parts.inl); NULL: 1 for all */
    bool pairs_searched; /* in this tick: the structure for pairs holds the boxes of all shapes */
    uint32_t
        solver_body_count; /* solver_body[0] is FS__SOLVER2_STATIC_BODY; then awake kinematic and dynamic bodies, by batch */
    struct fs__solver2_body *solver_body;
    uint32_t *body_row;   /* solver body -> body row */
    fs_pose2 *start_pose; /* solver body -> its body's pos and rot (of the centre of mass) before the solve */
    uint32_t
        *solver_index; /* body row -> solver body, FS__SOLVER2_STATIC_BODY for static, sleeping and disabled ones */
    uint32_t contact_count; /* touching, solid, with at least one awake dynamic body; ascending rows */
    uint32_t *contact;
    struct fs__contact_bodies *ends; /* by index in `contact` */
    uint32_t *batch_order;           /* indices in `contact`, by batch, ascending in each */
    uint32_t batch_count;            /* 1 or more */
    struct fs__island_batch *batch;  /* batch_count + 1 */
    fs_rel2 *separation;             /* by contact row, of those in `active_contact`: separation of its points now */
    const struct fs__polygon2_passes *polygon_passes; /* geometry/polygon_passes.h */
    bool has_load_masses; /* a body may have a larger mass in contacts: solver/load_mass.c */
    uint32_t joint_count; /* with at least one awake dynamic body; ascending rows */
    uint32_t *joint;
    /* Filled by the solver, by index in `contact`, in velocity units of the pair (m/s): speed of approach of the points
     * (positive: approaching), and the normal impulse of the whole tick. NULL when the arena was too small. */
    fs_vel *approach_speed;
    fs_vel *total_normal_impulse;
};

/* contact_end.c: destroys a contact, with an END event when it touched and events are on; both bodies wake. */
void fs__contact2_destroy(struct fs_world2 *w, uint32_t contact);

/* Largest number of arena bytes that the lists take. */
size_t fs__island2_arena_size(uint32_t bodies, uint32_t shapes, uint32_t contacts, uint32_t joints);

/* The steps of a tick; see above. fs__contact2_update_pairs() needs nothing but `w` and `arena`. */
void fs__body2_take_snapshots(struct fs__world2_tick *tick); /* fills `snapshot`; may be repeated */
void fs__world2_update_fat_aabbs(struct fs__world2_tick *tick);
void fs__contact2_update_pairs(struct fs__world2_tick *tick);
/* The narrow phase: lists the active contacts and keeps manifolds; then makes those of the stale ones anew. */
void fs__contact2_list_active(struct fs__world2_tick *tick);
void fs__contact2_renew_stale(struct fs__world2_tick *tick);
/* ghost_contacts.c: takes contacts with what a body only slides past from the list of the solver, whose bodies have marks and no
 * numbers yet. */
void fs__contact2_leave_ghosts_out(struct fs__world2_tick *tick);
/* Touching begins or ends, of a contact whose flags still say the contrary: emits events and wakes bodies. */
void fs__contact2_toggle_touching(struct fs_world2 *w, uint32_t contact);
void fs__contact2_update_separations(struct fs__world2_tick *tick,
                                     uint32_t contact); /* of one that the narrow phase of this tick skipped */
void fs__island2_wake(struct fs__world2_tick *tick);
void fs__island2_build_batches(struct fs__world2_tick *tick);
void fs__island2_update_sleep(struct fs__world2_tick *tick);

/* positions_only.c: instead of fs__solver2_run(): overlap is removed by moving bodies, and bodies move as if free. No
 * contact gives an impulse: tick->approach_speed is NULL. */
void fs__positions2_solve(struct fs__world2_tick *tick);
size_t fs__positions2_arena_size(uint32_t bodies);

/* events.c: records an event of the time since the last step; without scratch it is dropped. */
void fs__event2_record(struct fs_world2 *w, const fs_event2 *event);
void fs__event2_record_contact(struct fs_world2 *w, fs_event2_kind kind, uint32_t contact);
void fs__event2_record_body(struct fs_world2 *w, fs_event2_kind kind, uint32_t body);
/* Sorts the recorded events into w->events. */
void fs__event2_publish(struct fs_world2 *w);

/* fat_aabb.c: updates the AABB tree where fat AABBs changed since the last call. */
void fs__world2_sync_broadphase(const struct fs_world2 *w);

/* pair_update.c: whether two shapes may have a contact: filters, sensors, joints, types of the bodies. */
bool fs__contact2_should_collide(const struct fs_world2 *w, uint32_t a, uint32_t b);
/* Counts pairs (manifolds of a surface) that found the table of contacts full. */
void fs__contact2_count_lost(struct fs_world2 *w, uint32_t count);

/* continuous.c: after the solver, with the poses before it in `start_pose`: a body that would have passed through another
 * is moved back to the time of impact. */
void fs__continuous2_run(struct fs__world2_tick *tick);

/* continuous.c: the shape relative to its body's centre of mass. */
void fs__shape2_geometry_about_centre(const struct fs_world2 *w, uint32_t row, fs_geometry2 *geometry);

/* Where what moves with a velocity is `s` seconds later, Q32.32. */
static inline fs_pos2 fs__pos2_ahead(fs_pos2 pos, fs_vel2 vel, fs_wide s)
{
    return fs_pos2_make(fs_sat64_add(pos.x, fs_mul64(s, vel.x, FS_VEL_FRAC)),
                        fs_sat64_add(pos.y, fs_mul64(s, vel.y, FS_VEL_FRAC)));
}

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
