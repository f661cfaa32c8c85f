/* contact_block.h: declarations shared by the files of the 2D contact solver: contact blocks, kernels, and the lists
 * of one tick.
 *
 * A block holds eight contacts of one colour. No movable body is in two contacts of a colour, so eight lanes, or eight
 * threads, give the result of a serial loop. Unused lanes are all zero: their bodies are the immovable solver body,
 * which is never written.
 *
 * Bounds that keep every sum inside its integer: velocities within +-2^30, impulses within +-FS__SOLVER2_MAX_IMPULSE /
 * alpha, relative velocities and corrections clamped before they are added. Where a scene exceeds them all the same
 * (two bodies at full speed against each other) additions wrap, in every kernel alike.
 */
#ifndef FS_PHYSICS2D_SOLVER_CONTACT_BLOCK_H
#define FS_PHYSICS2D_SOLVER_CONTACT_BLOCK_H

#include <stddef.h>

#include "physics/graph_colouring.h"
#include "physics/rate.h"
#include "physics2d/geometry/polygon_passes.h"
#include "physics2d/joint/joint_block.h"
#include "physics2d/joint/tree_block.h"
#include "physics2d/world/world.h"

enum {
    FS__SOLVER2_LANES = 8,
    FS__SOLVER2_POINT_COUNTS = 2, /* blocks of two-point contacts, of one-point contacts */
    FS__SOLVER2_OVERFLOW_GROUP = FS__COLOURING_COLOURS * FS__SOLVER2_POINT_COUNTS, /* solved lane by lane */
    FS__SOLVER2_GROUP_COUNT = FS__SOLVER2_OVERFLOW_GROUP + 1
};

/* Bound of velocities, and of impulses times their angular response (Q10.21). */
#define FS__SOLVER2_MAX_VELOCITY ((int32_t)((1 << 30) - 1))
#define FS__SOLVER2_MAX_IMPULSE ((int32_t)1 << 29)
/* alpha (Q7.24) of an arm (Q5.26) is (arm * mantissa >> 30) * power >> 18. Responses beyond that format, of bodies of some
 * centimetres, are stored divided by a power of two, the scale, and multiplied by it when they change a velocity. */
enum {
    FS__SOLVER2_W_BITS = 30,
    FS__SOLVER2_POWER_BITS = 18,
    FS__SOLVER2_COUPLING_BITS = 24,
    FS__SOLVER2_MAX_SCALE = 16
};

/* Bits of a block's `extra`: rows that few contacts have. */
enum {
    FS__SOLVER2_ROLLING_RESISTANCE = 1,
    FS__SOLVER2_DYNAMIC_FRICTION = 2,
    FS__SOLVER2_RESTITUTION = 4,
    FS__SOLVER2_SCALED = 8,
    FS__SOLVER2_UNEVEN = 16 /* a share is below FS__SOLVER2_SHORT_SHARE */
};
/* Shares (Q1.30) below this have too few digits: contact_share.c. */
#define FS__SOLVER2_SHORT_SHARE ((int32_t)1 << 18)

typedef int32_t fs__solver2_lanes[FS__SOLVER2_LANES];

/* One contact point: arms along the normal (r x n, Q5.26), angular responses (w * arm, Q7.24), effective masses (1/K,
 * Q1.30; `soft_n` includes the soft mass scale), coupling (change of the point's impulse per impulse of the other point
 * that keeps the point's velocity, negated, Q7.24), separation at the start of the tick and at the current substep
 * (Q5.26), accumulated impulses (Q10.21). */
struct fs__solver2_point {
    fs__solver2_lanes arm_na, arm_nb, alpha_na, alpha_nb;
    fs__solver2_lanes inverse_n, soft_n, coupling, soft_coupling;
    fs__solver2_lanes separation, separation_now, normal_impulse;
    fs__solver2_lanes total_normal_impulse; /* sum over the substeps, Q10.21 */
};

/* Fields that every pass reads come first. */
struct fs__solver2_block {
    uint8_t used, write_a, write_b; /* one bit per lane */
    uint8_t extra;
    uint8_t bouncing; /* lanes that take part in impacts, one bit each: contact_restitution.c */
    uint8_t meets[2]; /* by point: lanes whose point meets the other surface in the tick */
    uint8_t rounds;   /* jointed_blocks.inl; set where s->rounds > 1 */
    uint8_t spare[20];
    uint32_t next_bouncing;                                    /* the next block with such lanes */
    fs__solver2_lanes a, b;                                    /* indices of solver bodies */
    fs__solver2_lanes nx, ny;                                  /* from a to b, Q5.26; the tangent is (ny, -nx) */
    fs__solver2_lanes ax, ay, bx, by;                          /* normal times m/m_a and m/m_b, Q1.30 */
    fs__solver2_lanes bias_rate, impulse_scale;                /* softness: 1/s Q15.16; Q1.30 */
    fs__solver2_lanes static_friction;                         /* coefficient, Q5.26 */
    fs__solver2_lanes max_tangent_impulse, max_normal_impulse; /* bounds of the rows, Q10.21 */
    fs__solver2_lanes total_normal_impulse;                    /* sum over points and substeps, Q10.21 */
    struct fs__solver2_point point[2];
    /* The friction row, in the formats of a point. */
    fs__solver2_lanes arm_ta, arm_tb, alpha_ta, alpha_tb, inverse_t;
    fs__solver2_lanes tangent_impulse, total_tangent_impulse;
    fs__solver2_lanes initial_normal_velocity[2]; /* at the start of the tick, Q10.21 */
    fs__solver2_lanes index;                      /* place in tick->contact */
    /* Valid only where `extra` says so: */
    fs__solver2_lanes dynamic_friction;      /* coefficient while sliding, Q5.26 */
    fs__solver2_lanes tangent_speed;         /* wanted relative velocity along the tangent, Q10.21 */
    fs__solver2_lanes restitution;           /* Q1.30 */
    fs__solver2_lanes excess[2];             /* of the approach of a point over that of its impact, Q10.21 */
    fs__solver2_lanes alpha_ra, alpha_rb;    /* rolling: angular responses, Q7.24 */
    fs__solver2_lanes rolling_mass;          /* effective mass of the rolling row (m, Q10.21) */
    fs__solver2_lanes max_rolling_speed;     /* bound of the relative angular velocity that the row uses, Q10.21 */
    fs__solver2_lanes rolling_impulse;       /* accumulated, Q10.21 */
    fs__solver2_lanes total_rolling_impulse; /* sum over the substeps, Q10.21 */
    fs__solver2_lanes scale_a, scale_b;      /* of the angular responses of both bodies; else 1 */
};
_Static_assert(sizeof(struct fs__solver2_block) % sizeof(fs__solver2_lanes) == 0, "blocks in a row keep lanes aligned");

/* A list of more blocks exceeds a core's second-level cache between two passes. Blocks are then prefetched in software,
 * because hardware prefetchers stop at page boundaries. */
enum { FS__SOLVER2_CACHED_BLOCKS = 640 };

static inline void fs__solver2_prefetch_block(const struct fs__solver2_block *r)
{
    for (size_t at = 0; at < offsetof(struct fs__solver2_block, initial_normal_velocity); at += 64)
        __builtin_prefetch((const char *)r + at);
}

/* Constants of a tick. */
struct fs__solver2_constants {
    int32_t per_substep;       /* substeps per second, Q15.16 */
    int32_t max_separation;    /* bound of separations, Q5.26 */
    int32_t min_bias_velocity; /* -max_push_out_speed, Q10.21 */
    int32_t position_step;     /* velocity (Q21) to displacement of a substep (Q26), Q0.31 */
    int64_t *exact;            /* see struct fs__solver2 */
    bool prefetch;             /* more than FS__SOLVER2_CACHED_BLOCKS blocks */
};

/* One part of a solver body's velocity: either the part without this substep's contact impulses, or the contact part.
 * Differences wrap. sum: contact parts of all earlier substeps of the tick. */
struct fs__solver2_velocity_part {
    uint32_t vx, vy, w, spare;
    uint32_t sum_vx, sum_vy, sum_w, sum_spare;
};

/* The velocity that a substep adds, at most 2^29 (gravity stays below it from 4 substeps per second on), and the
 * bound of velocities per component afterwards: vx, vy, w. */
struct fs__solver2_velocity_gain {
    _Alignas(16) int32_t gain[4], bound[4];
};

/* Input of a block as contacts provide it. First the fields that are copied; then the normal (Q1.30), the arms from a's
 * centre of mass and the offset of b's centre from a's (Q5.26), the shares of an impulse (Q1.30), w = m / I as
 * mantissa * power * 2^-46, the soft mass scale, the impulses of the last tick, and the scales of the responses (valid
 * where `extra` says so), which w is divided by. */
struct fs__solver2_stage {
    fs__solver2_lanes a, b, bias_rate, impulse_scale, static_friction, dynamic_friction, tangent_speed, restitution,
        separation[2], separation_now[2], index;
    fs__solver2_lanes alpha_ra, alpha_rb, rolling_mass, max_rolling_speed, rolling_impulse;
    fs__solver2_lanes nx, ny, anchor_offset_x, anchor_offset_y, arm_x[2], arm_y[2];
    fs__solver2_lanes share_a, share_b, w_a, power_a, w_b, power_b;
    fs__solver2_lanes mass_scale, normal_impulse[2], tangent_impulse;
    fs__solver2_lanes scale_a, scale_b;
    uint8_t used, write_a, write_b, extra;
    uint8_t spare[28];
};
_Static_assert(sizeof(struct fs__solver2_stage) % sizeof(fs__solver2_lanes) == 0, "stages in a row keep lanes aligned");

typedef void fs__solver2_pass_fn(struct fs__solver2_block *rows, uint32_t count, struct fs__solver2_body *bodies,
                                 const struct fs__solver2_constants *soft);

struct fs__solver2_kernel {
    const char *name;
    const struct fs__polygon2_passes *polygon_passes; /* of the narrow phase */
    /* Computes the rows of a block from its stage. */
    void (*prepare)(struct fs__solver2_block *r, const struct fs__solver2_stage *stage,
                    const struct fs__solver2_body *bodies);
    fs__solver2_pass_fn *warm_start[FS__SOLVER2_POINT_COUNTS]; /* by point count: two, one */
    fs__solver2_pass_fn *solve[FS__SOLVER2_POINT_COUNTS];      /* with soft bias */
    fs__solver2_pass_fn *relax[FS__SOLVER2_POINT_COUNTS];      /* without bias */
    fs__solver2_pass_fn
        *sum_exact[FS__SOLVER2_POINT_COUNTS]; /* adds the exact contact velocities to constants->exact */
    struct fs__joint2_passes joint;
    struct fs__tree2_passes tree;
    /* Adds the gain to the velocities without contacts, and adds the contact part again; see
 * fs__solver2_integrate_velocities(). Stops before the first body that exceeds a bound; returns the number of bodies
 * done. */
    uint32_t (*integrate_velocities)(struct fs__solver2_body *bodies, struct fs__solver2_velocity_part *parts,
                                     uint32_t count, const struct fs__solver2_velocity_gain *gain);
    /* Adds velocities to the travel (four sums per solver body: x, y, angle, unused) and to dx, dy, turned. */
    void (*integrate_positions)(struct fs__solver2_body *bodies, int64_t *travel, uint32_t count,
                                const struct fs__solver2_constants *soft);
};

/* Kernels that this processor supports: 0 is the scalar kernel, the last one the widest; NULL past the end. */
const struct fs__solver2_kernel *fs__solver2_kernel(unsigned index);
/* The one that the world or its state chose, or the widest. */
const struct fs__solver2_kernel *fs__solver2_choose_kernel(const struct fs_world2 *w);
extern const struct fs__solver2_kernel fs__solver2_kernel_scalar;
extern const struct fs__solver2_kernel fs__solver2_kernel_sse41;
extern const struct fs__solver2_kernel fs__solver2_kernel_avx2;
/* A solver body's velocity is four lanes, so AVX2 uses the SSE4.1 function. */
uint32_t fs__solver2_integrate_velocities_sse41(struct fs__solver2_body *bodies,
                                                struct fs__solver2_velocity_part *parts, uint32_t count,
                                                const struct fs__solver2_velocity_gain *gain);

/* Place of a contact in the solver: its solver bodies, with FS__COLOURING_IMMOVABLE set where contacts do not move them;
 * block * FS__SOLVER2_LANES + lane. */
struct fs__solver2_contact_slot {
    uint32_t a, b;
    uint32_t slot;
};

/* Whether a contact gave an impulse in the last tick in which it was solved. */
static inline bool fs__contact2_has_impulse(const struct fs_world2 *w, uint32_t contact)
{
    return (w->contact.impulse0[contact].x | w->contact.impulse1[contact].x) != 0;
}

/* What fs__solver2_store_impulses() leaves in `group`, of contacts between two movable bodies: without load, with load in
 * the last tick too, newly loaded, newly loaded with restitution. */
enum { FS__SOLVER2_UNLOADED, FS__SOLVER2_LOADED, FS__SOLVER2_IMPACT, FS__SOLVER2_REBOUND };

/* The solver of one island batch. */
struct fs__solver2 {
    struct fs__world2_tick *tick;
    struct fs_world2 *w;
    const fs_tasks *tasks; /* NULL: one thread */
    const struct fs__solver2_kernel *kernel;
    uint32_t body_first, body_end;
    uint32_t contact_count;
    const uint32_t *batch_order; /* places in tick->contact, ascending */
    uint32_t parts;              /* of the tick */
    uint32_t substeps, rate;     /* substeps per part, per second */
    struct fs__rate per_second;  /* divides by the rate */
    uint32_t first_substep;      /* substeps since the world began */
    struct fs__solver2_constants constants;
    int64_t *travel;
    /* Four per solver body (vx, vy, w, unused), Q51: first what contacts gave in the tick without any rounding
     * (wrapping); from fs__solver2_correct_velocities() on the part of the velocity below one step. */
    int64_t *exact;
    struct fs__solver2_velocity_part *velocity_part; /* by solver body: the part without contacts */
    bool biased;                                     /* overlap is pushed apart */
    uint32_t *mass_class;                            /* by solver body: equal ones have equal masses and extents */
    uint32_t *special_rows;                          /* by solver body: room for the lists of all batches */
    uint32_t *special;                               /* solver bodies that need their own gain or damping, ascending */
    uint32_t special_count;
    struct fs__solver2_block *block;
    uint32_t block_count;
    struct fs__colouring colouring;                /* of the contacts: kind 0 has two points, kind 1 one */
    struct fs__solver2_contact_slot *contact_slot; /* by place in `batch_order` */
    uint8_t *group;      /* by place in `batch_order`: group of blocks; at the end FS__SOLVER2_... */
    uint32_t *body_mark; /* by solver body: bit set of its colours; at the end the number of its loaded contacts */
    uint64_t limited;    /* velocities that were limited */
    struct fs__joint_solver2 *joints;
    bool trees_are_struck; /* `joints` holds the trees of joints for impacts */
    fs_scaled lost;        /* energy of all bodies in the tick, which impacts of these trees may give back, J */
    uint32_t rounds;       /* of contacts and trees before the last one: solve_rows.inl */
    uint32_t round;        /* of s->rounds; passes leave out blocks that do not have it */
    uint8_t *body_rounds;  /* by solver body: what its contacts ask for, then the rounds of its tree */
    struct fs__solver2_stage *stage; /* by group: the block being filled */
};

/* The normal impulses of both points over the substeps. */
static inline int32_t fs__solver2_total_impulse(const struct fs__solver2_block *r, unsigned lane)
{
    int64_t sum = (int64_t)r->point[0].total_normal_impulse[lane] + r->point[1].total_normal_impulse[lane];
    return (int32_t)fs_min64(sum, FS__SOLVER2_MAX_VELOCITY);
}

/* Impulses are stored as those of a substep of an undivided tick. */
static inline fs_vel fs__solver2_load_impulse(const struct fs__solver2 *s, fs_vel stored)
{
    return s->parts == 1 ? stored : (fs_vel)fs_div64_round(stored, s->parts);
}

static inline fs_vel fs__solver2_stored_impulse(const struct fs__solver2 *s, fs_vel impulse)
{
    return s->parts == 1 ? impulse : fs_sat32((int64_t)impulse * s->parts);
}

static inline fs_vel fs__solver2_clamp_speed(fs_vel v)
{
    return fs_clamp32(v, -FS__SOLVER2_MAX_VELOCITY, FS__SOLVER2_MAX_VELOCITY);
}

/* solver_bodies.c: copies the bodies of the batch into solver bodies. */
void fs__solver2_load_bodies(struct fs__solver2 *s);
/* Exchanges the part without contacts and the contact part. Called before and after joints change velocities, so that
 * the contact part stays unchanged. */
void fs__solver2_swap_velocity_part(struct fs__solver2 *s);
/* The same after joints changed velocities in a batch without contacts, where the contact part is 0. */
void fs__solver2_clear_contact_part(struct fs__solver2 *s);
/* Applies gravity, forces and damping for a substep, and adds the contact part of the last substep of this tick
 * again. */
void fs__solver2_integrate_velocities(struct fs__solver2 *s, uint32_t substep);
/* Adds the velocities to the travel of the tick. */
void fs__solver2_integrate_positions(struct fs__solver2 *s);
/* Corrects the velocities after the last substep by the rounding errors of contacts; `exact` then holds the rest
 * below one step. */
void fs__solver2_correct_velocities(struct fs__solver2 *s);
/* contact_share.c: adds to the exact velocities of heavy bodies what the shares of light contacts left out. */
void fs__solver2_refine_shares(struct fs__solver2 *s);
void fs__solver2_store_bodies(struct fs__solver2 *s);

/* contact_colouring.c: allocates blocks for batches of at most `contacts` contacts; false when the arena is full. */
bool fs__solver2_alloc_blocks(struct fs__solver2 *s, fs_arena *arena, uint32_t contacts);
size_t fs__solver2_blocks_arena_size(uint32_t contacts);
/* Assigns a group to every contact of the batch, and blocks to every group. */
void fs__solver2_colour_contacts(struct fs__solver2 *s);
/* contact_prepare.c: fills the blocks; sets the slot of every contact. */
void fs__solver2_prepare_contacts(struct fs__solver2 *s);
/* contact_restitution.c: solves the impacts of the tick. */
void fs__solver2_apply_restitution(struct fs__solver2 *s);
/* contact_store.c: copies impulses back into the contact table. */
void fs__solver2_store_impulses(struct fs__solver2 *s);
/* impact_timing.c: places two bodies that hit each other as if the impulses had acted at the time of impact; after the
 * impulses are stored. */
void fs__solver2_prepare_impacts(struct fs__world2_tick *tick); /* once, before all batches */
void fs__solver2_time_impacts(struct fs__solver2 *s);

#endif
