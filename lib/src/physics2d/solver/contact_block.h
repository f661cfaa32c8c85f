/* contact_block.h: what the files of the 2D solver share: rows in blocks of eight contacts, kernels, and the lists
 * of one tick.
 *
 * A block holds eight contacts of one colour: no movable body is in two of them, so eight lanes, or eight threads,
 * give what one after the other gives. Lanes that stand for nothing are all zero: their bodies are the immovable
 * solver body, which is never written.
 *
 * Bounds that keep every sum inside its integer: velocities within +-2^30, impulses within +-FS__SOLVER2_MAX_IMPULSE / alpha,
 * relative velocities and corrections clamped before they are added. Where a scene still leaves them (two bodies
 * at full speed against each other) additions wrap, in every kernel alike.
 */
#ifndef FS_PHYSICS2D_SOLVER_CONTACT_BLOCK_H
#define FS_PHYSICS2D_SOLVER_CONTACT_BLOCK_H

#include <stddef.h>

#include "physics2d/world/world.h"

enum {
    FS__SOLVER2_LANES = 8,
    FS__SOLVER2_COLOURS = 24,
    FS__SOLVER2_POINT_COUNTS = 2, /* contacts with two points, with one */
    FS__SOLVER2_COLOUR_GROUPS = FS__SOLVER2_COLOURS * FS__SOLVER2_POINT_COUNTS,
    FS__SOLVER2_OVERFLOW_GROUP = FS__SOLVER2_COLOUR_GROUPS, /* the group of what found no colour: lane after lane */
    FS__SOLVER2_GROUP_COUNT = FS__SOLVER2_COLOUR_GROUPS + 1
};

/* Velocities, and impulses times their angular response, stay within these (Q10.21). */
#define FS__SOLVER2_MAX_VELOCITY ((int32_t)((1 << 30) - 1))
#define FS__SOLVER2_MAX_IMPULSE ((int32_t)1 << 29)
/* alpha Q7.24 of an arm Q5.26: arm * mantissa >> 30, * power >> 18. */
enum { FS__SOLVER2_W_BITS = 30, FS__SOLVER2_POWER_BITS = 18 };

/* Bits of a block's `extra`: rows that few contacts have. */
enum { FS__SOLVER2_ROLLING_RESISTANCE = 1, FS__SOLVER2_DYNAMIC_FRICTION = 2, FS__SOLVER2_RESTITUTION = 4 };

typedef int32_t fs__solver2_lanes[FS__SOLVER2_LANES];

/* One point: arms along the normal and the tangent (r x n, Q5.26), angular responses (w * arm, Q7.24), inverse
 * masses (1/K, Q1.30; `soft`: with the soft mass scale), separation at the start of the tick and now (Q5.26), impulses. */
struct fs__solver2_point {
    fs__solver2_lanes arm_na, arm_nb, arm_ta, arm_tb;
    fs__solver2_lanes alpha_na, alpha_nb, alpha_ta, alpha_tb;
    fs__solver2_lanes inverse_n, soft_n, inverse_t;
    fs__solver2_lanes separation, separation_now, normal_impulse, tangent_impulse;
};

/* What every pass needs comes first. */
struct fs__solver2_block {
    uint8_t used, write_a, write_b; /* bit per lane */
    uint8_t extra;
    uint8_t spare[28];
    fs__solver2_lanes a, b;                     /* solver bodies */
    fs__solver2_lanes nx, ny;                   /* from a to b, Q5.26; the tangent is (ny, -nx) */
    fs__solver2_lanes ax, ay, bx, by;           /* normal times m/m_a, m/m_b, Q1.30 */
    fs__solver2_lanes bias_rate, impulse_scale; /* soft: 1/s Q15.16, Q1.30 */
    fs__solver2_lanes static_friction;          /* friction, Q5.26 */
    fs__solver2_lanes max_tangent_impulse,
        max_normal_impulse;                 /* largest impulse of a tangent or rolling row, of a normal row */
    fs__solver2_lanes total_normal_impulse; /* normal impulses of all substeps */
    struct fs__solver2_point point[2];
    fs__solver2_lanes initial_normal_velocity[2]; /* normal velocity at the start */
    fs__solver2_lanes index;                      /* in tick->contact */
    /* Only where `extra` says so: */
    fs__solver2_lanes dynamic_friction,
        tangent_speed;             /* friction once it slips, Q5.26; wanted relative velocity along the tangent */
    fs__solver2_lanes restitution; /* restitution Q1.30 */
    fs__solver2_lanes alpha_ra, alpha_rb; /* rolling: response Q7.24, gain (m, Q10.21), largest spin it takes, */
    fs__solver2_lanes rolling_mass, max_rolling_speed, rolling_impulse; /* impulse */
};
_Static_assert(sizeof(struct fs__solver2_block) % sizeof(fs__solver2_lanes) == 0, "blocks in a row keep lanes aligned");

/* More blocks than this do not stay in the cache of a processor's core from one pass to the next. Those to come are
 * then fetched before they are needed: processors do so by themselves, but not beyond a page. */
enum { FS__SOLVER2_CACHED_BLOCKS = 640 };

static inline void fs__solver2_prefetch_block(const struct fs__solver2_block *r)
{
    for (size_t at = 0; at < offsetof(struct fs__solver2_block, initial_normal_velocity); at += 64)
        __builtin_prefetch((const char *)r + at);
}

/* Constants of a tick. */
struct fs__solver2_constants {
    int32_t per_substep;       /* substeps per second, Q15.16 */
    int32_t max_separation;    /* separations beyond count as this (Q5.26) */
    int32_t min_bias_velocity; /* -max_push_out_speed */
    int32_t position_step;     /* velocity to way of a substep: Q21 to Q26, factor Q0.31 */
    bool prefetch;             /* more than FS__SOLVER2_CACHED_BLOCKS */
};

/* One of the two parts of a solver body's velocity: without what contacts gave in this substep, or what they gave.
 * Differences wrap. */
struct fs__solver2_velocity_part {
    uint32_t vx, vy, w, spare;
};

/* What a substep adds to velocities, at most 2^29 (so gravity allows from 4 substeps a second on), and how fast a solver body may then be on its axes: vx, vy, spin. */
struct fs__solver2_velocity_gain {
    _Alignas(16) int32_t gain[4], bound[4];
};

/* What a block is made of, as contacts bring it: first what is the same there; then normal (Q1.30), arms from a's centre of
 * mass and the place of b's from there (Q5.26), shares of an impulse (Q1.30), w = m / I as mantissa * power * 2^-46, the
 * soft mass scale, the impulses of the last tick. */
struct fs__solver2_stage {
    fs__solver2_lanes a, b, bias_rate, impulse_scale, static_friction, dynamic_friction, tangent_speed, restitution,
        separation[2], separation_now[2], index;
    fs__solver2_lanes alpha_ra, alpha_rb, rolling_mass, max_rolling_speed, rolling_impulse;
    fs__solver2_lanes nx, ny, anchor_offset_x, anchor_offset_y, arm_x[2], arm_y[2];
    fs__solver2_lanes share_a, share_b, w_a, power_a, w_b, power_b;
    fs__solver2_lanes mass_scale, normal_impulse[2], tangent_impulse[2];
    uint8_t used, write_a, write_b, extra;
    uint8_t spare[28];
};
_Static_assert(sizeof(struct fs__solver2_stage) % sizeof(fs__solver2_lanes) == 0, "stages in a row keep lanes aligned");

typedef void fs__solver2_pass_fn(struct fs__solver2_block *rows, uint32_t count, struct fs__solver2_body *movers,
                                 const struct fs__solver2_constants *soft);

struct fs__solver2_kernel {
    const char *name;
    /* The numbers of a block. */
    void (*prepare)(struct fs__solver2_block *r, const struct fs__solver2_stage *stage,
                    const struct fs__solver2_body *movers);
    fs__solver2_pass_fn *warm_start[FS__SOLVER2_POINT_COUNTS]; /* for blocks with two points, with one */
    fs__solver2_pass_fn *solve[FS__SOLVER2_POINT_COUNTS];      /* with soft bias */
    fs__solver2_pass_fn *relax[FS__SOLVER2_POINT_COUNTS];      /* without */
    /* Adds the gain to bare velocities and gives again what contacts gave; see fs__solver2_integrate_velocities(). Stops before the first
     * mover that would be faster than the bound on an axis, and returns how many it did. */
    uint32_t (*integrate_velocities)(struct fs__solver2_body *movers, struct fs__solver2_velocity_part *parts,
                                     uint32_t count, const struct fs__solver2_velocity_gain *kick);
    /* Adds velocities to travel (4 a solver body: x, y, turn, unused) and moves. */
    void (*integrate_positions)(struct fs__solver2_body *movers, int64_t *travel, uint32_t count,
                                const struct fs__solver2_constants *soft);
};

/* Kernels this processor can run: 0 is the scalar one, the last the widest; NULL past the end. */
const struct fs__solver2_kernel *fs__solver2_kernel(unsigned index);
extern const struct fs__solver2_kernel fs__solver2_kernel_scalar;
extern const struct fs__solver2_kernel fs__solver2_kernel_sse41;
extern const struct fs__solver2_kernel fs__solver2_kernel_avx2;
/* A mover is four lanes: AVX2 has nothing to add. */
uint32_t fs__solver2_integrate_velocities_sse41(struct fs__solver2_body *movers,
                                                struct fs__solver2_velocity_part *parts, uint32_t count,
                                                const struct fs__solver2_velocity_gain *kick);

/* Where a contact is solved: its solver bodies, with FS__SOLVER2_IMMOVABLE where contacts do not move them; its
 * block * FS__SOLVER2_LANES + lane. */
struct fs__solver2_contact_slot {
    uint32_t a, b;
    uint32_t slot;
};
#define FS__SOLVER2_IMMOVABLE ((uint32_t)1 << 31)

/* What is solved at a time: a pack. */
struct fs__solver2 {
    struct fs__world2_tick *tick;
    struct fs_world2 *w;
    const fs_tasks *tasks; /* NULL: one thread */
    const struct fs__solver2_kernel *kernel;
    uint32_t body_first, body_end;
    uint32_t contact_count;
    const uint32_t *batch_order; /* their places in tick->contact, ascending */
    uint32_t substeps, rate;     /* a tick, a second */
    uint64_t reciprocal;         /* 2^64 / rate, rounded up */
    uint32_t first_substep;      /* substeps since the world began */
    struct fs__solver2_constants constants;
    int64_t *travel;
    struct fs__solver2_velocity_part *velocity_part; /* by solver body: what does not come from contacts */
    bool biased;                                     /* overlap is pushed apart */
    bool special; /* some solver body needs a gain or a damping of its own, or all gain much */
    struct fs__solver2_block *block;
    uint32_t block_count;
    uint32_t group_first[FS__SOLVER2_GROUP_COUNT + 1]; /* blocks */
    uint32_t group_size[FS__SOLVER2_GROUP_COUNT];      /* contacts */
    struct fs__solver2_contact_slot *contact_slot;     /* by place in `batch_order` */
    uint8_t *group;                                    /* likewise */
    uint32_t *used_colours;                            /* by solver body: its colours */
    uint64_t limited;                                  /* times that a speed was */
    struct fs__joint_solver2 *joints;
    struct fs__solver2_stage *stage; /* by list: of the block being filled */
};

static inline fs_vel fs__solver2_clamp_speed(fs_vel v)
{
    return fs_clamp32(v, -FS__SOLVER2_MAX_VELOCITY, FS__SOLVER2_MAX_VELOCITY);
}

/* solve_bodies.c */
void fs__solver2_load_bodies(struct fs__solver2 *s);
/* Called before and after something that is no contact changes velocities: what contacts gave stays what it was. */
void fs__solver2_swap_velocity_part(struct fs__solver2 *s);
/* Forces act, and what the contacts gave in the last substep of this tick is given again. */
void fs__solver2_integrate_velocities(struct fs__solver2 *s, uint32_t substep);
void fs__solver2_store_bodies(struct fs__solver2 *s);

/* solve_colour.c: memory for packs of at most so many contacts; false when there is too little. */
bool fs__solver2_alloc_blocks(struct fs__solver2 *s, fs_arena *arena, uint32_t contacts);
size_t fs__solver2_blocks_arena_size(uint32_t contacts);
/* Every contact gets its list, every list its blocks. */
void fs__solver2_colour_contacts(struct fs__solver2 *s);
/* solve_prepare.c: fills the blocks, and turns lists into slots. */
void fs__solver2_prepare_contacts(struct fs__solver2 *s);
/* solve_store.c: restitution, and impulses back into the contacts. */
void fs__solver2_apply_restitution(struct fs__solver2 *s);
void fs__solver2_store_impulses(struct fs__solver2 *s);

#endif
