/* world.h: the data that the files of the 3D engine share: the scratch of a world and the lists of one tick.
 *
 * A tick, or each part of a tick that is divided (physics/world/step.inl, physics/world/tick_parts.inl):
 *   1 pair update    contact/pair_update.c      contacts of separated pairs are destroyed, new pairs created (by rows)
 *   2 narrow phase   contact/narrow_phase.c     manifolds: kept, or made anew and matched by feature ids
 *                    contact/speculative.c      of fast bodies: also contacts that begin within the tick
 *   3 islands        world/islands.c            wakes islands that an awake body touches
 *                    world/island_batches.c     lists of awake bodies, contacts, joints; batches of islands
 *                    contact/ghost_contacts.c   contacts with what a body only slides past leave the list
 *   4 solver         solver/                    substeps, restitution, impulses stored; or resolver/, see fs_world3_set_solver()
 *   5 continuous     contact/continuous.c       continuous collision of fast bodies and bullets
 *   6 fat AABBs      contact/fat_aabb.c         a shape whose tight AABB left its fat AABB gets a new one
 *   7 sleep          world/islands.c           once a tick
 *   8 events         world/events.c            once a tick
 * Steps 1, 2, 4 and 6 use the threads that the caller lends (base/parallel_for.h).
 * Between two public calls every fat AABB contains its shape: queries rely on it.
 * Two things here outlive a tick: the AABB tree, which is compared with the state before it is used, and a guess at how the
 * work is best divided, which changes no result.
 */
#ifndef FS_PHYSICS3D_WORLD_WORLD_H
#define FS_PHYSICS3D_WORLD_WORLD_H

#include <fixstep/arena.h>
#include <fixstep/event3.h>
#include <fixstep/tasks.h>
#include <fixstep/world3.h>

#include "physics3d/dimension.h"

#include "physics/broadphase/broadphase.h"
#include "physics/island_batches.h"
#include "physics3d/geometry/manifold.h"
#include "physics3d/solver/solver.h"

/* Bits of contact3.flags. */
enum {
    FS__CONTACT3_TOUCHING =
        1, /* the manifold has points that touch now or in this tick (of a sensor: the shapes overlap) */
    FS__CONTACT3_SENSOR = 2,
    FS__CONTACT3_EVENTS = 4, /* BEGIN and END are reported */
    FS__CONTACT3_HITS = 8,
    FS__CONTACT3_FRESH = 16, /* began to touch in this tick, or ended to in a part of it */
    FS__CONTACT3_STALE = 32, /* its manifold must be computed anew */
    FS__CONTACT3_PARTLY_LOADED =
        64,                    /* some points carried load in the last tick, others did not, or there is only one */
    FS__CONTACT3_FURTHER = 128 /* another manifold of a shape and a surface: the first one's row reports their events */
};

/* The solver body that stands for everything immovable. */
enum { FS__SOLVER3_STATIC_BODY = FS__STATIC_SOLVER_BODY };

/* Flags of a body that take a direction from its motion. */
enum {
    FS__BODY3_LINEAR_LOCKS = FS_BODY3_LOCK_X | FS_BODY3_LOCK_Y | FS_BODY3_LOCK_Z,
    FS__BODY3_ROTATION_LOCKS = FS_BODY3_LOCK_ROTATION_X | FS_BODY3_LOCK_ROTATION_Y | FS_BODY3_LOCK_ROTATION_Z,
    FS__BODY3_LOCKS = FS__BODY3_LINEAR_LOCKS | FS__BODY3_ROTATION_LOCKS
};

/* At the start of a world's scratch. */
struct fs__world3_scratch {
    struct fs__broadphase3 *broad;           /* for queries */
    bool broadphase_synced;                  /* `broad` agrees with the fat AABBs: fs__world3_sync_broadphase() */
    uint32_t synced_overwrites;              /* the state was overwritten so often then: fs__state_overwrites() */
    void *pair_memory;                       /* of the structure for pairs, when it is not the tree */
    struct fs__broadphase3 *pair_broadphase; /* for pairs; by default the same tree */
    fs_event3 *pending;                      /* events since the last step, as recorded */
    fs_event3 *sorted;                       /* the same in order, after the step */
    uint32_t pending_count, pending_capacity, pending_lost;
    struct fs__hull3_cache *hull; /* by row of hull3 */
    uint32_t woken_count;         /* bodies that woke since the narrow phase */
    uint32_t single_island_ticks; /* ticks until islands are searched for again; any value */
    uint32_t *uniting_contact;    /* contacts that made the islands of island_parts.inl out of bodies; any value */
    uint32_t uniting_count;
    fs_arena arena; /* the rest, for one tick */
};

/* The columns of a body that passes over contacts read, in one cache line. */
struct fs__body3_snapshot {
    fs_pos3 pos; /* of the centre of mass */
    fs_quat rot;
    fs_rel extent;
    uint8_t awake;    /* FS__SNAPSHOT_... */
    uint8_t fast;     /* 1: awake, and a point of it may move farther than FS__BODY3_FAST_DISTANCE in a pass */
    uint16_t dynamic; /* 1: awake and dynamic */
    fs_rel3 centre;   /* of mass, in the body's frame */
    uint32_t unused;
};
_Static_assert(sizeof(struct fs__body3_snapshot) == 64, "one cache line");

/* The separations now (m) of the points of a contact, negative where they overlap; of unused points 0. */
struct fs__contact3_separation {
    fs_rel point[FS__MANIFOLD3_MAX_POINTS];
};

/* The data of one tick; lists are in the arena. */
struct fs__world3_tick {
    struct fs_world3 *w;
    fs_arena arena;
    struct fs__body3_snapshot *snapshot; /* by body row, before the solve; awake as of fs__island3_wake() */
    uint32_t *active_contact;            /* contacts with an awake body, ascending */
    uint32_t active_contact_count;
    uint32_t *stale_contact; /* those of them that need a new manifold */
    uint32_t stale_contact_count;
    bool touches_sleeping;        /* one of them has a sleeping body */
    struct fs__island_link *link; /* by ascending contacts; NULL: not needed in this pass */
    uint32_t link_count;
    uint8_t *body_parts;  /* by body row: the parts of its tick (physics/world/island_parts.inl); NULL: 1 for all */
    bool has_load_masses; /* a body may enter contacts with a larger mass: solver/load_mass.h */
    bool pairs_searched;  /* in this tick: the structure for pairs holds the boxes of all shapes */
    uint32_t
        solver_body_count; /* solver_body[0] is FS__SOLVER3_STATIC_BODY; then awake kinematic and dynamic bodies, by batch */
    struct fs__solver3_body *solver_body;
    uint32_t *body_row;   /* solver body -> body row */
    fs_pose3 *start_pose; /* solver body -> its body's pos and rot (of the centre of mass) before the solve */
    uint32_t
        *solver_index; /* body row -> solver body, FS__SOLVER3_STATIC_BODY for static, sleeping and disabled ones */
    uint32_t contact_count; /* touching, solid, with at least one awake dynamic body; ascending rows */
    uint32_t *contact;
    struct fs__contact_bodies *ends;            /* by index in `contact` */
    uint32_t *batch_order;                      /* indices in `contact`, by batch, ascending in each */
    uint32_t batch_count;                       /* 1 or more */
    struct fs__island_batch *batch;             /* batch_count + 1 */
    struct fs__contact3_separation *separation; /* by contact row, of those in `active_contact` */
    struct fs__contact3_new_points *new_points; /* by contact row, in a renewal: see contact_points.h; else NULL */
    uint8_t *has_new_points;
    fs_arena before_renewal;
    uint32_t joint_count; /* with at least one awake dynamic body; ascending rows */
    uint32_t *joint;
    struct fs__direct3_solver *trees; /* of joints, see joint_direct.h; NULL without joints */
    /* Filled by the solver, by index in `contact`, in velocity units of the pair (m/s): speed of approach of the points
     * (positive: approaching), and the normal impulse of the whole tick. NULL when the arena was too small. */
    fs_vel *approach_speed;
    fs_vel *total_normal_impulse;
};

/* contact_end.c: destroys a contact, with an END event when it touched and events are on; both bodies wake. */
void fs__contact3_destroy(struct fs_world3 *w, uint32_t contact);

/* Largest number of arena bytes that the lists take. */
size_t fs__island3_arena_size(uint32_t bodies, uint32_t shapes, uint32_t contacts, uint32_t joints);

/* The steps of a tick; see above. fs__contact3_update_pairs() needs nothing but `w` and `arena`. */
void fs__body3_take_snapshots(struct fs__world3_tick *tick); /* fills `snapshot`; may be repeated */
void fs__world3_update_fat_aabbs(struct fs__world3_tick *tick);
void fs__contact3_update_pairs(struct fs__world3_tick *tick);
/* The narrow phase: lists the active contacts and keeps manifolds; then makes those of the stale ones anew. */
void fs__contact3_list_active(struct fs__world3_tick *tick);
void fs__contact3_renew_stale(struct fs__world3_tick *tick);
/* ghost_contacts.c: takes contacts with what a body only slides past from the list of the solver, whose bodies have marks and no
 * numbers yet. */
void fs__contact3_leave_ghosts_out(struct fs__world3_tick *tick);
/* Touching begins or ends, of a contact whose flags still say the contrary: emits events and wakes bodies. */
void fs__contact3_toggle_touching(struct fs_world3 *w, uint32_t contact);
void fs__contact3_update_separations(struct fs__world3_tick *tick,
                                     uint32_t contact); /* of one that the narrow phase of this tick skipped */
void fs__island3_wake(struct fs__world3_tick *tick);
void fs__island3_build_batches(struct fs__world3_tick *tick);
void fs__island3_update_sleep(struct fs__world3_tick *tick);

/* events.c: records an event of the time since the last step; without scratch it is dropped. */
void fs__event3_record(struct fs_world3 *w, const fs_event3 *event);
void fs__event3_record_contact(struct fs_world3 *w, fs_event3_kind kind, uint32_t contact);
void fs__event3_record_body(struct fs_world3 *w, fs_event3_kind kind, uint32_t body);
/* Sorts the recorded events into w->events. */
void fs__event3_publish(struct fs_world3 *w);

/* fat_aabb.c: updates the AABB tree where fat AABBs changed since the last call. */
void fs__world3_sync_broadphase(const struct fs_world3 *w);

/* pair_update.c: whether two shapes may have a contact: filters, sensors, joints, types of the bodies. */
bool fs__contact3_should_collide(const struct fs_world3 *w, uint32_t a, uint32_t b);
/* Counts pairs (manifolds of a surface) that found the table of contacts full. */
void fs__contact3_count_lost(struct fs_world3 *w, uint32_t count);

/* continuous.c: after the solver, with the poses before it in `start_pose`: a body that would have passed through another
 * is moved back to the time of impact. */
void fs__continuous3_run(struct fs__world3_tick *tick);

/* Where what moves with a velocity is `s` seconds later, Q32.32. */
static inline fs_pos3 fs__pos3_ahead(fs_pos3 pos, fs_vel3 vel, fs_wide s)
{
    return fs_pos3_make(fs_sat64_add(pos.x, fs_mul64(s, vel.x, FS_VEL_FRAC)),
                        fs_sat64_add(pos.y, fs_mul64(s, vel.y, FS_VEL_FRAC)),
                        fs_sat64_add(pos.z, fs_mul64(s, vel.z, FS_VEL_FRAC)));
}

/* The pose of a body's origin. */
static inline fs_pose3 fs__body3_origin_pose(const struct fs_world3 *w, uint32_t body)
{
    fs_pose3 pose = { w->body.pos[body], w->body.rot[body] };
    fs_rel3 c = w->body.centre[body];
    if ((c.x | c.y | c.z) != 0)
        pose.pos = fs_pos3_add_rel(pose.pos, fs_rel3_neg(fs_quat_rel(pose.rot, c)));
    return pose;
}

static inline bool fs__world3_row_live(const uint32_t *gen, uint32_t row)
{
    return (gen[row] & 1u) != 0;
}

#endif
