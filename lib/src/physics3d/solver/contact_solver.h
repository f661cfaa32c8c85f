/* contact_solver.h: the solver of one island batch: what its files share. */
#ifndef FS_PHYSICS3D_SOLVER_CONTACT_SOLVER_H
#define FS_PHYSICS3D_SOLVER_CONTACT_SOLVER_H

#include "physics/graph_colouring.h"
#include "physics/rate.h"
#include "physics3d/solver/contact_block.h"
#include "physics3d/solver/reference_pose.h"
#include "physics3d/world/world.h"
#include "physics/world/tick_parts.h"

/* The inverse inertia of a solver body in the axes of the world: I^-1 = m * 2^e, with |m| <= 1 in Q1.30 (xx, yy, zz, xy,
 * xz, yz). All zero for a body that contacts do not turn. */
struct fs__solver3_inertia {
    int32_t m[6];
    int32_t e;
    uint32_t unit; /* contacts count angular velocities of the body in 2^unit rad/s, see fs__pair3_unit() */
};

/* Place of a contact in the solver: its solver bodies, and block * FS__SOLVER3_LANES + lane. */
struct fs__solver3_contact_slot {
    uint32_t a, b, slot;
};

/* What fs__solver3_store_impulses() leaves in `group`, of contacts between two movable bodies: without load, with load in
 * the last tick too, newly loaded, newly loaded with restitution. */
enum { FS__SOLVER3_UNLOADED, FS__SOLVER3_LOADED, FS__SOLVER3_IMPACT, FS__SOLVER3_REBOUND };

/* Place of a joint in the solver: its solver bodies; its place in the trees of joints; its group and block *
 * FS__SOLVER3_LANES + lane; the slot in which each of its rows in the block is stored; impulses of the rows in the tree by
 * slot. FS__JOINT3_NONE: no tree, no block. */
#define FS__JOINT3_NONE UINT32_MAX
struct fs__joint3_slot {
    uint32_t a, b, tree_joint, group, slot;
    uint8_t rows, slot_of_row[9];
    bool reversed[9]; /* by row: an upper limit */
    fs_wide tree_impulse[9];
    int64_t linear[3], angular[3]; /* sums over the substeps before this one, see joint_store.c */
    int64_t spring_k[2];           /* see joint_rows.h */
};

/* Sums of what passes over the rows of joints changed a body's velocities by in the tick; they wrap. */
struct fs__joint3_given {
    uint32_t v[6]; /* v, then w */
};

/* A change of velocities: from where, with what is below one step, and by how much (Q51). Angular ones are last. */
struct fs__solver3_change {
    fs_vel from[6];
    int64_t rest[6], by[6];
};

/* Where `exact` of the solver has component k of a solver body, angular ones last. */
static inline size_t fs__solver3_exact_at(uint32_t solver_body, unsigned k)
{
    return (size_t)solver_body * 8 + k + (k >= 3);
}

struct fs__solver3_velocities {
    fs_vel3 v, w;
};

struct fs__joint3_block;
struct fs__joint3_body;
struct fs__joint3_point_stage;
struct fs__direct3_solver;

struct fs__solver3 {
    struct fs__world3_tick *tick;
    struct fs_world3 *w;
    const fs_tasks *tasks; /* NULL: one thread */
    const struct fs__solver3_kernel *kernel;
    uint32_t body_first, body_end;
    uint32_t contact_count;
    const uint32_t *batch_order; /* places in tick->contact, ascending */
    uint32_t parts;              /* of the tick */
    uint32_t substeps;           /* per part of a tick */
    struct fs__rate rate;        /* substeps per second */
    uint32_t first_substep;      /* substeps since the world began */
    struct fs__solver3_constants constants;
    struct fs__solver3_inertia *inertia;     /* by solver body, at its reference pose */
    struct fs__solver3_reference *reference; /* by solver body */
    int64_t *travel;                         /* eight per solver body: sums of the substeps' velocities */
    /* Eight per solver body (lanes as in struct fs__solver3_body), Q51: first what contacts gave in the tick without any
     * rounding (wrapping); from fs__solver3_correct_velocities() on the part of the velocity below one step. */
    int64_t *exact;
    struct fs__solver3_velocity_part *velocity_part; /* by solver body: the part without contacts */
    bool biased;                                     /* overlap is pushed apart */
    bool special; /* a body needs its own gain or damping, or the gain exceeds the kernels' bound */
    struct fs__solver3_block *block;
    struct fs__solver3_stage *stage; /* by group: the block being filled */
    struct fs__colouring colouring;
    struct fs__solver3_contact_slot *contact_slot; /* by place in `batch_order` */
    uint8_t *group;      /* by place in `batch_order`: group of blocks; at the end FS__SOLVER3_... */
    uint32_t *body_mark; /* by solver body: bit set of its colours; at the end the number of its loaded contacts */
    fs_scaled lost;      /* what the tick took from the bodies of the batch and impacts of trees may give, J */
    bool deep;           /* a contact has deep overlap: push_out.h */
    struct fs__solver3_velocities *kept_velocity; /* by solver body: without what pushes out deep overlap */
    bool stops;                                   /* a contact stops its bodies: contact_stop.h */
    struct fs__joint3_block *joint_block;
    struct fs__colouring joint_colouring;
    struct fs__joint3_slot *joint_slot;         /* by place in tick->joint */
    uint32_t *joint_colours;                    /* by solver body */
    struct fs__joint3_given *joint_given;       /* by solver body */
    struct fs__joint3_body *joint_body;         /* by solver body: where joints find it in this substep */
    struct fs__joint3_point_stage *joint_stage; /* by block */
    struct fs__solver3_body *joint_turn;        /* by solver body, see joint_block.h */
    uint32_t *joint_turned;                     /* the solver bodies of which joint_turn is used */
    uint32_t joint_turned_count;
    struct fs__direct3_solver *direct; /* trees of joints; NULL without joints */
    uint32_t rounds;                   /* of contacts and trees before the last one: solve_rows.inl */
    uint32_t round;                    /* of s->rounds; passes leave out blocks that do not have it */
    uint64_t limited;                  /* velocities that were limited */
};

/* solver_bodies.c: copies the bodies of the batch into solver bodies, and computes their inertia. */
void fs__solver3_load_bodies(struct fs__solver3 *s);
/* The inverse inertia of a body (row of body3) with an orientation. */
struct fs__solver3_inertia fs__solver3_inertia_of(const struct fs_world3 *w, uint32_t row, fs_quat rot);
/* Exchanges the part without contacts and the contact part. Called before and after joints change velocities, so that
 * the contact part stays unchanged. */
void fs__solver3_swap_velocity_part(struct fs__solver3 *s);
/* Applies gravity, forces and damping for a substep, and adds the contact part of the last substep of this tick
 * again. */
void fs__solver3_integrate_velocities(struct fs__solver3 *s, uint32_t substep);
/* Corrects the velocities after the last substep by the rounding errors of contacts; `exact` then holds the rest
 * below one step. */
void fs__solver3_correct_velocities(struct fs__solver3 *s);
/* solver_poses.c: writes velocities and poses back; bodies rotate freely for the tick. */
void fs__solver3_store_bodies(struct fs__solver3 *s);

/* substeps.c: the kernel that the world or its state chose, or the widest. */
const struct fs__solver3_kernel *fs__solver3_choose_kernel(const struct fs_world3 *w);
/* contact_groups.c: allocates blocks for batches of at most `contacts` contacts; false when the arena is full. */
bool fs__solver3_alloc_blocks(struct fs__solver3 *s, fs_arena *arena, uint32_t contacts);
size_t fs__solver3_blocks_arena_size(uint32_t contacts);
/* Assigns a group to every contact of the batch, and blocks to every group. */
void fs__solver3_colour_contacts(struct fs__solver3 *s);
/* contact_prepare.c: fills the blocks; sets the slot of every contact. */
void fs__solver3_prepare_contacts(struct fs__solver3 *s);
/* contact_restitution.c */
void fs__solver3_apply_restitution(struct fs__solver3 *s);
/* impact_timing.c: places the bodies that contacts without restitution stop. */
void fs__solver3_place_stops(struct fs__solver3 *s);
/* contact_energy.c: takes back the energy that contacts with immovable bodies gave a body. */
void fs__solver3_limit_energy(struct fs__solver3 *s);
/* contact_store.c: copies impulses back into the contact tables. */
void fs__solver3_store_impulses(struct fs__solver3 *s);
/* impact_timing.c: places two bodies that hit each other as if the impulses had acted at the time of impact; after the
 * impulses are stored. */
void fs__solver3_prepare_impacts(struct fs__world3_tick *tick); /* once, before all batches */
void fs__solver3_time_impacts(struct fs__solver3 *s);

/* Whether a contact gave an impulse in the last tick in which it was solved. */
static inline bool fs__contact3_has_impulse(const struct fs_world3 *w, uint32_t contact)
{
    const fs_vel3 *impulse = &w->point.impulse[w->contact.first_point[contact]];
    for (unsigned i = 0; i < w->contact.count[contact]; i++)
        if (impulse[i].x != 0)
            return true;
    return false;
}

/* What the last pass gave. */
static inline void fs__contact3_note_load(struct fs_contact3_view *k, uint32_t contact, bool loaded)
{
    k->loaded[contact] = (uint8_t)(loaded ? fs_min32(k->loaded[contact] + 1, 2) : 0);
}

/* Impulses are stored as those of a substep of an undivided tick. */
static inline fs_vel fs__solver3_load_impulse(const struct fs__solver3 *s, fs_vel stored)
{
    return s->parts == 1 ? stored : (fs_vel)fs_div64_round(stored, s->parts);
}

static inline fs_vel fs__solver3_stored_impulse(const struct fs__solver3 *s, fs_vel impulse)
{
    return fs_sat32((int64_t)impulse * s->parts);
}

/* Whether a lane of the part of the velocity without contacts, from `first` on, is beyond `most`. */
static inline bool fs__solver3_exceeds(const struct fs__solver3 *s, uint32_t i, unsigned first, int64_t most)
{
    for (unsigned k = first; k < first + 3; k++)
        if (fs_abs64((int32_t)s->velocity_part[i].v[k]) > most)
            return true;
    return false;
}

/* Whether contacts may have made a solver body so fast that its speed was limited: then the parts do not add up. */
static inline bool fs__solver3_was_limited(const struct fs__solver3 *s, uint32_t i)
{
    return fs__solver3_exceeds(s, i, 0, s->w->rules.max_speed[0] / 2);
}

static inline bool fs__solver3_spin_was_limited(const struct fs__solver3 *s, uint32_t i)
{
    return fs__solver3_exceeds(s, i, 4, s->w->rules.max_angular_speed[0] / 2 >> s->inertia[i].unit);
}

/* Whether contacts and joints move a body at all. */
static inline bool fs__solver3_is_movable(const struct fs_world3 *w, uint32_t row)
{
    const struct fs_body3_view *b = &w->body;
    return b->type[row] == FS_BODY3_DYNAMIC &&
           (b->inv_mass[row].m | b->inv_inertia_x[row].m | b->inv_inertia_y[row].m | b->inv_inertia_z[row].m) != 0;
}

#endif
