/* contact_block.h: what the files of the 2D solver share: rows in blocks of eight contacts, kernels, and the lists
 * of one tick.
 *
 * A block holds eight contacts of one colour: no movable body is in two of them, so eight lanes, or eight threads,
 * give what one after the other gives. Lanes that stand for nothing are all zero: their bodies are the immovable
 * mover, which is never written.
 *
 * Bounds that keep every sum inside its integer: velocities within +-2^30, impulses within +-FS__TWO_LIMIT / alpha,
 * relative velocities and corrections clamped before they are added. Where a scene still leaves them (two bodies
 * at full speed against each other) additions wrap, in every kernel alike.
 */
#ifndef FS_PHYS_TWO_SOLVE_ROWS_H
#define FS_PHYS_TWO_SOLVE_ROWS_H

#include <stddef.h>

#include "physics2d/world/world.h"

enum {
    FS__TWO_LANES = 8,
    FS__TWO_COLOURS = 24,
    FS__TWO_KINDS = 2,                     /* contacts with two points, with one */
    FS__TWO_GROUPS = FS__TWO_COLOURS * FS__TWO_KINDS,
    FS__TWO_SERIAL = FS__TWO_GROUPS,       /* the group of what found no colour: lane after lane */
    FS__TWO_LISTS = FS__TWO_GROUPS + 1
};

/* Velocities, and impulses times their angular response, stay within these (Q10.21). */
#define FS__TWO_SPEED ((int32_t)((1 << 30) - 1))
#define FS__TWO_LIMIT ((int32_t)1 << 29)
/* alpha Q7.24 of an arm Q5.26: arm * mantissa >> 30, * power >> 18. */
enum { FS__TWO_W_BITS = 30, FS__TWO_POWER_BITS = 18 };

/* Bits of a block's `extra`: rows that few contacts have. */
enum { FS__TWO_ROLLING = 1, FS__TWO_SLIPPING = 2, FS__TWO_BOUNCING = 4 };

typedef int32_t fs__two_lane[FS__TWO_LANES];

/* One point: arms along the normal and the tangent (r x n, Q5.26), angular responses (w * arm, Q7.24), inverse
 * masses (1/K, Q1.30; `soft`: with the soft mass scale), separation at the start of the tick and now (Q5.26), impulses. */
struct fs__two_point {
    fs__two_lane arm_na, arm_nb, arm_ta, arm_tb;
    fs__two_lane alpha_na, alpha_nb, alpha_ta, alpha_tb;
    fs__two_lane inverse_n, soft_n, inverse_t;
    fs__two_lane gap, apart, normal, tangent;
};

/* What every pass needs comes first. */
struct fs__two_rows {
    uint8_t used, write_a, write_b;        /* bit per lane */
    uint8_t extra;
    uint8_t spare[28];
    fs__two_lane a, b;                     /* movers */
    fs__two_lane nx, ny;                   /* from a to b, Q5.26; the tangent is (ny, -nx) */
    fs__two_lane ax, ay, bx, by;           /* normal times m/m_a, m/m_b, Q1.30 */
    fs__two_lane rate, spring;             /* soft: 1/s Q15.16, Q1.30 */
    fs__two_lane stick;                    /* friction, Q5.26 */
    fs__two_lane limit, press;             /* largest impulse of a tangent or rolling row, of a normal row */
    fs__two_lane total;                    /* normal impulses of all substeps */
    struct fs__two_point point[2];
    fs__two_lane fast[2];                  /* normal velocity at the start */
    fs__two_lane index;                    /* in tick->contact */
    /* Only where `extra` says so: */
    fs__two_lane slip, belt;               /* friction once it slips, Q5.26; wanted relative velocity along the tangent */
    fs__two_lane bounce;                   /* restitution Q1.30 */
    fs__two_lane alpha_ra, alpha_rb;       /* rolling: response Q7.24, gain (m, Q10.21), largest spin it takes, */
    fs__two_lane gain, cap, roll;          /* impulse */
};
_Static_assert(sizeof(struct fs__two_rows) % sizeof(fs__two_lane) == 0, "blocks in a row keep lanes aligned");

/* More blocks than this do not stay in the cache of a processor's core from one pass to the next. Those to come are
 * then fetched before they are needed: processors do so by themselves, but not beyond a page. */
enum { FS__TWO_NEAR_BLOCKS = 640 };

static inline void fs__two_fetch(const struct fs__two_rows *r)
{
    for (size_t at = 0; at < offsetof(struct fs__two_rows, fast); at += 64)
        __builtin_prefetch((const char *)r + at);
}

/* Constants of a tick. */
struct fs__two_soft {
    int32_t per_substep;                   /* substeps per second, Q15.16 */
    int32_t reach;                         /* separations beyond count as this (Q5.26) */
    int32_t push;                          /* -push_speed */
    int32_t advance;                       /* velocity to way of a substep: Q21 to Q26, factor Q0.31 */
    bool far;                              /* more than FS__TWO_NEAR_BLOCKS */
};

/* One of the two parts of a mover's velocity: without what contacts gave in this substep, or what they gave.
 * Differences wrap. */
struct fs__two_part {
    uint32_t vx, vy, w, spare;
};

/* What a substep adds to velocities, at most 2^29 (so gravity allows from 4 substeps a second on), and how fast a mover may then be on its axes: vx, vy, spin. */
struct fs__two_kick {
    _Alignas(16) int32_t gain[4], bound[4];
};

/* What a block is made of, as contacts bring it: first what is the same there; then normal (Q1.30), arms from a's centre of
 * mass and the place of b's from there (Q5.26), shares of an impulse (Q1.30), w = m / I as mantissa * power * 2^-46, the
 * soft mass scale, the impulses of the last tick. */
struct fs__two_stage {
    fs__two_lane a, b, rate, spring, stick, slip, belt, bounce, gap[2], apart[2], index;
    fs__two_lane alpha_ra, alpha_rb, gain, cap, roll;
    fs__two_lane nx, ny, place_x, place_y, arm_x[2], arm_y[2];
    fs__two_lane share_a, share_b, w_a, power_a, w_b, power_b;
    fs__two_lane soft, normal[2], tangent[2];
    uint8_t used, write_a, write_b, extra;
    uint8_t spare[28];
};
_Static_assert(sizeof(struct fs__two_stage) % sizeof(fs__two_lane) == 0, "stages in a row keep lanes aligned");

typedef void fs__two_pass_fn(struct fs__two_rows *rows, uint32_t count, struct fs__two_mover *movers,
                             const struct fs__two_soft *soft);

struct fs__two_kernel {
    const char *name;
    /* The numbers of a block. */
    void (*prepare)(struct fs__two_rows *r, const struct fs__two_stage *stage, const struct fs__two_mover *movers);
    fs__two_pass_fn *warm[FS__TWO_KINDS];    /* for blocks with two points, with one */
    fs__two_pass_fn *solve[FS__TWO_KINDS];   /* with soft bias */
    fs__two_pass_fn *relax[FS__TWO_KINDS];   /* without */
    /* Adds the gain to bare velocities and gives again what contacts gave; see fs__two_kick(). Stops before the first
     * mover that would be faster than the bound on an axis, and returns how many it did. */
    uint32_t (*kick)(struct fs__two_mover *movers, struct fs__two_part *parts, uint32_t count,
                     const struct fs__two_kick *kick);
    /* Adds velocities to travel (4 a mover: x, y, turn, unused) and moves. */
    void (*drift)(struct fs__two_mover *movers, int64_t *travel, uint32_t count, const struct fs__two_soft *soft);
};

/* Kernels this processor can run: 0 is the scalar one, the last the widest; NULL past the end. */
const struct fs__two_kernel *fs__two_kernel(unsigned index);
extern const struct fs__two_kernel fs__two_kernel_scalar;
extern const struct fs__two_kernel fs__two_kernel_sse41;
extern const struct fs__two_kernel fs__two_kernel_avx2;
/* A mover is four lanes: AVX2 has nothing to add. */
uint32_t fs__two_kick_sse41(struct fs__two_mover *movers, struct fs__two_part *parts, uint32_t count,
                            const struct fs__two_kick *kick);

/* Where a contact is solved: its movers, with FS__TWO_IMMOVABLE where contacts do not move them; its
 * block * FS__TWO_LANES + lane. */
struct fs__two_place {
    uint32_t a, b;
    uint32_t slot;
};
#define FS__TWO_IMMOVABLE ((uint32_t)1 << 31)

/* What is solved at a time: a pack. */
struct fs__two_solver {
    struct fs__two_tick *tick;
    struct fs_world2 *w;
    const fs_tasks *tasks;                 /* NULL: one thread */
    const struct fs__two_kernel *kernel;
    uint32_t mover_first, mover_end;
    uint32_t contact_count;
    const uint32_t *order;                 /* their places in tick->contact, ascending */
    uint32_t substeps, rate;               /* a tick, a second */
    uint64_t reciprocal;                   /* 2^64 / rate, rounded up */
    uint32_t first;                        /* substeps since the world began */
    struct fs__two_soft soft;
    int64_t *travel;
    struct fs__two_part *part;             /* by mover: what does not come from contacts */
    bool biased;                           /* overlap is pushed apart */
    bool special;                          /* some mover needs a gain or a damping of its own, or all gain much */
    struct fs__two_rows *rows;
    uint32_t row_count;
    uint32_t list_first[FS__TWO_LISTS + 1];  /* blocks */
    uint32_t list_size[FS__TWO_LISTS];       /* contacts */
    struct fs__two_place *place;             /* by place in `order` */
    uint8_t *list;                           /* likewise */
    uint32_t *taken;                         /* by mover: its colours */
    uint64_t limited;                        /* times that a speed was */
    struct fs__two_joints *joints;
    struct fs__two_stage *stage;             /* by list: of the block being filled */
};

static inline fs_vel fs__two_within_speed(fs_vel v)
{
    return fs_clamp32(v, -FS__TWO_SPEED, FS__TWO_SPEED);
}

/* solve_bodies.c */
void fs__two_fill(struct fs__two_solver *s);
/* Called before and after something that is no contact changes velocities: what contacts gave stays what it was. */
void fs__two_other_part(struct fs__two_solver *s);
/* Forces act, and what the contacts gave in the last substep of this tick is given again. */
void fs__two_kick(struct fs__two_solver *s, uint32_t substep);
void fs__two_place_bodies(struct fs__two_solver *s);

/* solve_colour.c: memory for packs of at most so many contacts; false when there is too little. */
bool fs__two_take_rows(struct fs__two_solver *s, fs_arena *arena, uint32_t contacts);
size_t fs__two_rows_size(uint32_t contacts);
/* Every contact gets its list, every list its blocks. */
void fs__two_colour(struct fs__two_solver *s);
/* solve_prepare.c: fills the blocks, and turns lists into slots. */
void fs__two_prepare(struct fs__two_solver *s);
/* solve_store.c: restitution, and impulses back into the contacts. */
void fs__two_bounce(struct fs__two_solver *s);
void fs__two_store(struct fs__two_solver *s);

#endif
