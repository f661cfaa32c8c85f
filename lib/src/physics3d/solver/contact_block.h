/* contact_block.h: declarations shared by the files of the 3D contact solver: contact blocks and kernels.
 *
 * A block holds eight contacts of one colour. No movable body is in two contacts of a colour, so eight lanes, or eight
 * threads, give the result of a serial loop. Unused lanes are all zero: their bodies are the immovable solver body,
 * which is never written.
 *
 * A contact has up to four points with one normal row each, and as a whole: two tangent rows at the middle of its
 * points, whose impulse stays within the friction cone (Coulomb: a disc of radius friction * load; with anisotropic
 * friction an ellipse), and one row about the normal, whose bound is the friction of the points times their distance
 * from the middle. Rolling resistance is a pair of angular rows across the normal with a disc of its own.
 *
 * Bounds that keep every sum inside its integer: velocities within +-2^30, impulses within +-FS__SOLVER3_MAX_IMPULSE /
 * alpha, relative velocities and corrections clamped before they are added. A projected velocity is a sum of nine
 * products, each below 2^31 * 2^31 only where a lever arm of 16 m meets 512 rad/s: rim speeds beyond the format. Where a
 * scene exceeds the bounds all the same additions wrap, in every kernel alike.
 */
#ifndef FS_PHYSICS3D_SOLVER_CONTACT_BLOCK_H
#define FS_PHYSICS3D_SOLVER_CONTACT_BLOCK_H

#include <stdbool.h>
#include <stddef.h>

#include "physics3d/solver/solver.h"

enum {
    FS__SOLVER3_LANES = 8,
    FS__SOLVER3_POINTS = 4,
    FS__SOLVER3_KINDS = 3 /* blocks of contacts of three or four points, of two, of one */
};

/* Bound of velocities, and of impulses times their angular response (Q10.21). */
#define FS__SOLVER3_MAX_VELOCITY ((int32_t)((1 << 30) - 1))
#define FS__SOLVER3_MAX_IMPULSE ((int32_t)1 << 29)
/* alpha (Q7.24) is (u * mantissa >> 30) * power >> 18, with u = M arm (Q5.26) and I^-1 = M * 2^(e+30), |M| <= 1 (Q30). */
enum { FS__SOLVER3_W_BITS = 30, FS__SOLVER3_POWER_BITS = 18 };

/* Bits of a block's `extra`: rows that few contacts have. */
enum {
    FS__SOLVER3_ROLLING_RESISTANCE = 1,
    FS__SOLVER3_SLIDING = 2, /* dynamic friction differs from the static one, or the surface moves */
    FS__SOLVER3_RESTITUTION = 4,
    FS__SOLVER3_TWIST = 8, /* the row about the normal */
    FS__SOLVER3_ANISOTROPIC = 16,
    FS__SOLVER3_UNITS = 32,   /* angular velocities of some bodies are not in rad/s */
    FS__SOLVER3_PUSH_OUT = 64 /* deep overlap: push_out.h */
};

typedef int32_t fs__solver3_lanes[FS__SOLVER3_LANES];
typedef fs__solver3_lanes fs__solver3_lanes3[3]; /* x, y, z */

/* A direction in which impulses act (Q5.26), and times the shares of both bodies (m/m_a, m/m_b; Q1.30). */
struct fs__solver3_direction {
    fs__solver3_lanes3 n, a, b;
};

/* Angular part of a row: arms r x n (Q5.26), angular responses m I^-1 (r x n) (Q7.24). */
struct fs__solver3_arms {
    fs__solver3_lanes3 arm_a, arm_b, alpha_a, alpha_b;
};

/* One contact point: effective masses (1/K, Q1.30; `soft` includes the soft mass scale), separation at the start of the
 * tick and at the current substep (Q5.26), accumulated impulse and its sum over the substeps (Q10.21), distance from the
 * middle of the points as a share of the block's lever (Q1.30). */
struct fs__solver3_point {
    struct fs__solver3_arms arms;
    fs__solver3_lanes inverse, soft, separation, separation_now, impulse, total, reach;
};

/* Fields that every pass reads come first. */
struct fs__solver3_block {
    uint8_t used, write_a, write_b; /* one bit per lane */
    uint8_t extra;
    uint8_t points;                    /* of the block's kind: 4, 2 or 1; the others have no values */
    uint8_t bouncing;                  /* lanes that take part in impacts, one bit each: contact_restitution.c */
    uint8_t meets[FS__SOLVER3_POINTS]; /* by point: lanes whose point meets the other surface in the tick */
    uint8_t stopping;                  /* of these, lanes that stop their bodies: contact_stop.h */
    uint8_t rounds;                    /* jointed_blocks.inl; set where s->rounds > 1 */
    uint8_t spare[16];
    uint32_t next_bouncing;                                    /* the next block with such lanes */
    fs__solver3_lanes a, b;                                    /* indices of solver bodies */
    struct fs__solver3_direction direction[3];                 /* normal from a to b; tangents */
    fs__solver3_lanes bias_rate, impulse_scale;                /* softness: 1/s Q15.16; Q1.30 */
    fs__solver3_lanes max_normal_impulse, max_tangent_impulse; /* bounds of the rows, Q10.21 */
    fs__solver3_lanes static_friction;                         /* coefficient, Q5.26 */
    struct fs__solver3_arms tangent[2];                        /* at the middle of the points */
    fs__solver3_lanes inverse_11, inverse_12, inverse_22;      /* inverse of the tangents' K, Q1.30 */
    fs__solver3_lanes slide_mass;                              /* 1 / the larger diagonal element of that K, Q1.30 */
    fs__solver3_lanes tangent_impulse[2], total_tangent_impulse[2];
    /* Valid where FS__SOLVER3_TWIST: angular responses for an impulse at the lever, Q7.24; effective mass (m, Q10.21);
     * bound of the relative angular velocity that the row uses; impulse (Q10.21); spinning resistance as a share of the
     * lever (Q1.30). */
    fs__solver3_lanes3 twist_alpha_a, twist_alpha_b;
    fs__solver3_lanes twist_mass, max_twist_speed, twist_impulse, total_twist_impulse, spinning;
    struct fs__solver3_point point[FS__SOLVER3_POINTS];
    fs__solver3_lanes initial_normal_velocity[FS__SOLVER3_POINTS]; /* at the start of the tick, Q10.21 */
    fs__solver3_lanes index;                                       /* place in tick->contact */
    /* Valid only where `extra` says so: */
    fs__solver3_lanes dynamic_friction;           /* coefficient while sliding, Q5.26 */
    fs__solver3_lanes tangent_speed[2];           /* wanted relative velocity along the tangents, Q10.21 */
    fs__solver3_lanes cross_friction;             /* friction along the second tangent as a share of the first, Q1.30 */
    fs__solver3_lanes restitution;                /* Q1.30 */
    fs__solver3_lanes excess[FS__SOLVER3_POINTS]; /* of the approach of a point over that of its impact, Q10.21 */
    fs__solver3_lanes closing;        /* share of the tick after which a contact closes that stops its bodies, Q1.30 */
    fs__solver3_lanes push_rate;      /* bias rate of deep overlap, 1/s Q15.16; else 0 */
    fs__solver3_lanes unit_a, unit_b; /* of angular velocities, over the larger one; Q1.30 */
    fs__solver3_lanes3 rolling_alpha_a[2], rolling_alpha_b[2]; /* about both tangents */
    fs__solver3_lanes rolling_mass, max_rolling_speed, rolling_impulse[2], total_rolling_impulse[2];
};
_Static_assert(sizeof(struct fs__solver3_block) % sizeof(fs__solver3_lanes) == 0, "blocks in a row keep lanes aligned");

/* Constants of a tick. */
struct fs__solver3_constants {
    int32_t per_substep;       /* substeps per second, Q15.16 */
    int32_t max_separation;    /* bound of separations, Q5.26 */
    int32_t min_bias_velocity; /* -max_push_out_speed, Q10.21 */
    int32_t position_step;     /* velocity (Q21) to displacement of a substep (Q26), Q0.31 */
    int64_t *exact;            /* by solver body, eight each: see struct fs__solver3 */
};

/* One part of a solver body's velocity: either the part without this substep's contact impulses, or the contact part.
 * Differences wrap. sum: contact parts of all earlier substeps of the tick. Lanes as in struct fs__solver3_body. */
struct fs__solver3_velocity_part {
    uint32_t v[8], sum[8];
};

/* The velocity that a substep adds, at most 2^29, and the bound of velocities per component afterwards; lanes as in
 * struct fs__solver3_body. */
struct fs__solver3_velocity_gain {
    _Alignas(32) int32_t gain[8], bound[8];
};

/* Input of a block as contacts provide it. First the fields that are copied; then normal and first tangent (Q1.30), the
 * points and their middle from both centres of mass at the reference poses (Q5.26), the shares of an impulse (Q1.30), M of both bodies (Q1.30; xx, yy, zz, xy, xz, yz) and their ratios: m 2^(e+30) as mantissa * power * 2^-46, and
 * the largest M arm (Q5.26) whose response is in the format. */
struct fs__solver3_stage {
    fs__solver3_lanes a, b, bias_rate, impulse_scale, static_friction, dynamic_friction, tangent_speed[2],
        cross_friction, restitution, index, push_rate;
    fs__solver3_lanes separation[FS__SOLVER3_POINTS], separation_now[FS__SOLVER3_POINTS];
    fs__solver3_lanes reach[FS__SOLVER3_POINTS]; /* 0: a point, -1: none */
    fs__solver3_lanes impulse[FS__SOLVER3_POINTS], tangent_impulse[2], twist_impulse, rolling_impulse[2];
    fs__solver3_lanes3 normal, tangent, middle_a, middle_b, arm_a[FS__SOLVER3_POINTS], arm_b[FS__SOLVER3_POINTS];
    fs__solver3_lanes spinning, rolling, max_lever; /* lever arms and their bound (m, Q5.26); 0: none */
    fs__solver3_lanes share_a, share_b, inertia_a[6], inertia_b[6];
    fs__solver3_lanes3 ratio_a, ratio_b;
    fs__solver3_lanes mass_scale;
    fs__solver3_lanes unit_a, unit_b;                   /* 2^unit of the angular velocities of both bodies */
    fs__solver3_lanes share_of_unit_a, share_of_unit_b; /* over that of the pair, the larger one; Q1.30 */
    uint8_t used, write_a, write_b, extra;
    uint8_t spare[28];
};
_Static_assert(sizeof(struct fs__solver3_stage) % sizeof(fs__solver3_lanes) == 0, "stages in a row keep lanes aligned");

typedef void fs__solver3_pass_fn(struct fs__solver3_block *rows, uint32_t count, struct fs__solver3_body *bodies,
                                 const struct fs__solver3_constants *constants);

typedef void fs__solver3_prepare_fn(struct fs__solver3_block *r, const struct fs__solver3_stage *stage,
                                    const struct fs__solver3_body *bodies);

/* Passes by kind of block. */
struct fs__joint3_passes;

struct fs__solver3_kernel {
    const char *name;
    const struct fs__joint3_passes *joints;             /* joint/joint_block.h */
    fs__solver3_prepare_fn *prepare[FS__SOLVER3_KINDS]; /* computes the rows of a block from its stage */
    fs__solver3_pass_fn *warm_start[FS__SOLVER3_KINDS];
    fs__solver3_pass_fn *solve[FS__SOLVER3_KINDS];     /* with soft bias */
    fs__solver3_pass_fn *push_out[FS__SOLVER3_KINDS];  /* see push_out.h */
    fs__solver3_pass_fn *relax[FS__SOLVER3_KINDS];     /* without bias */
    fs__solver3_pass_fn *sum_exact[FS__SOLVER3_KINDS]; /* adds the exact contact velocities to constants->exact */
    /* Adds the gain to the velocities without contacts, and adds the contact part again. Stops before the first body
     * that exceeds a bound; returns the number of bodies done. */
    uint32_t (*integrate_velocities)(struct fs__solver3_body *bodies, struct fs__solver3_velocity_part *parts,
                                     uint32_t count, const struct fs__solver3_velocity_gain *gain);
    /* Adds velocities to the travel (eight sums per solver body) and to d and turned. */
    void (*integrate_positions)(struct fs__solver3_body *bodies, int64_t *travel, uint32_t count,
                                const struct fs__solver3_constants *constants);
};

/* Kernels that this processor supports: 0 is the scalar kernel, the last one the widest; NULL past the end. */
const struct fs__solver3_kernel *fs__solver3_kernel(unsigned index);
extern const struct fs__solver3_kernel fs__solver3_kernel_scalar;
extern const struct fs__solver3_kernel fs__solver3_kernel_sse41;
extern const struct fs__solver3_kernel fs__solver3_kernel_avx2;

static inline fs_vel fs__solver3_clamp_speed(fs_vel v)
{
    return fs_clamp32(v, -FS__SOLVER3_MAX_VELOCITY, FS__SOLVER3_MAX_VELOCITY);
}

#endif
