/* tree_block.h: small trees of hinges, solved directly, eight trees of one structure side by side; see tree_passes.h.
 *
 * A tree is small when a direct solution in 32 bits is exact enough for it (tree_fit.c): hinges without springs and break
 * forces, no path of more than 8 of them, masses within 1:60, and no pull that stiffens its bodies. A ragdoll is one. All
 * others are solved in wide numbers (joint_direct.c).
 *
 * The points of all hinges of a tree are one linear system. With d = (J M^-1 J^T)^-1/2 of a joint alone, its rows are
 * multiplied by d, and the velocities of a body by the root of its mass, so that an entry of the matrix is a sum of products of
 * numbers of at most 1, and every diagonal is at most 1. A solution y is an impulse of d sqrt(m) y with m the largest mass.
 */
#ifndef FS_PHYSICS2D_JOINT_TREE_BLOCK_H
#define FS_PHYSICS2D_JOINT_TREE_BLOCK_H

#include "physics2d/joint/joint_direct.h"
#include "physics2d/joint/joint_block.h"

enum {
    FS__TREE2_MAX_JOINTS = 16,
    FS__TREE2_NO_PARENT = 255,
    FS__TREE2_IMPULSE_FRAC = 20, /* of y */
    FS__TREE2_ANGULAR_FRAC = 19  /* of impulses of limits and motors */
};

typedef fs__joint2_lanes fs__tree2_lanes;

/* Where a joint is in the trees of a block. Bodies and joints are numbered within the tree; body 0 is its anchor. */
struct fs__tree2_node {
    uint8_t body[2];
    uint8_t near_end; /* as in struct fs__tree_joint */
    uint8_t parent;   /* FS__TREE2_NO_PARENT at the root */
    uint8_t first_sibling;
    uint8_t first_coupling; /* with the parent, then with the siblings before */
};

struct fs__tree2_body {
    fs__tree2_lanes index; /* of solver bodies */
    fs__tree2_lanes
        residual[4]; /* below one step of Q21: of vx and vy, Q48; of w by points, Q42; of w by angles, Q49 */
    uint8_t write;   /* one bit per lane */
    uint8_t spare[31];
};

/* What a joint does to one body. Lengths are Q26. */
struct fs__tree2_end {
    /* Of the tick: */
    fs__tree2_lanes mass;        /* d / sqrt(m), Q30 */
    fs__tree2_lanes lever;       /* d / sqrt(I), 1/m, Q24 */
    fs__tree2_lanes share;       /* change of the linear velocity per y, Q28 */
    fs__tree2_lanes turn;        /* change of the angular velocity per moment, 1/m, Q18 */
    fs__tree2_lanes angle_lever; /* sqrt(J / I), Q30 */
    fs__tree2_lanes angle_share; /* J / I, Q30 */
    fs__tree2_lanes arm0_x, arm0_y;
    /* At the current poses: */
    fs__tree2_lanes arm_x, arm_y;
    fs__tree2_lanes lever_x, lever_y; /* lever times arm, Q30 */
    fs__tree2_lanes turn_x, turn_y;   /* turn times arm, Q22 */
};

struct fs__tree2_joint {
    struct fs__tree2_end end[2];
    /* Of the tick: */
    fs__tree2_lanes scale; /* d / sqrt(m), m the largest mass, Q30 */
    fs__tree2_lanes error0_x, error0_y, small_error;
    fs__tree2_lanes angle0, lower_limit, upper_limit; /* rad, Q26 */
    fs__tree2_lanes angle_scale;                      /* sqrt(J / m), m, Q26 */
    fs__tree2_lanes motor_speed, max_motor;           /* Q21, Q19 */
    /* What rounding takes from the largest impulse of a motor is given back: in some substeps it is one step larger. Q31. */
    fs__tree2_lanes motor_fraction, motor_phase, motor_more;
    fs__tree2_lanes row; /* of the joint */
    /* At the current poses: */
    fs__tree2_lanes error_x, error_y, angle;
    fs__tree2_lanes free_angle, angle_mass; /* K of the angle, its point held, Q30; 1/K or 3/2 of it, Q20 */
    fs__tree2_lanes hold_x, hold_y;         /* y of the point that holds it, less, per impulse of the angle, Q24 */
    fs__tree2_lanes xx, xy, yy;             /* of the matrix: Q30 */
    fs__tree2_lanes inverse_x, inverse_y, factor; /* pivots, Q20; of the second row over the first, Q24 */
    fs__tree2_lanes y[2];                         /* right side, then solution */
    fs__tree2_lanes impulse[2];                   /* sum of the solutions of a substep */
    fs__tree2_lanes lower_impulse, upper_impulse, motor_impulse; /* of the angle, J = 1 */
    /* To store impulses: d sqrt(m), and J. */
    fs_scaled unit[FS__JOINT2_LANES], inertia[FS__JOINT2_LANES];
    uint8_t used;
    uint8_t spare[31];
};

/* a[r][t]: row r of the joint with row t of the neighbour; Q30, after elimination factors, Q24. */
struct fs__tree2_coupling {
    fs__tree2_lanes a[2][2];
};

struct fs__tree2_block {
    struct fs__tree2_body *body;
    struct fs__tree2_joint *joint;
    struct fs__tree2_coupling *coupling;
    uint8_t joints, bodies, couplings, lanes; /* bodies with the anchor; lanes: trees */
    bool angles;                              /* a joint has a limit or a motor */
    uint8_t rounds; /* at least 1: the largest of its trees, see physics/solver/solve_rows.inl */
    struct fs__tree2_node node[FS__TREE2_MAX_JOINTS];
};

_Static_assert(sizeof(struct fs__tree2_body) % sizeof(fs__tree2_lanes) == 0 &&
                   sizeof(struct fs__tree2_joint) % sizeof(fs__tree2_lanes) == 0,
               "blocks in a row keep lanes aligned");

/* Numbers of the tick. */
struct fs__tree2_rates {
    int32_t rate, soft_rate;            /* small errors and large ones decay at these rates: 1/s, Q15.16 */
    int32_t substep;                    /* 1 / rate, Q35 */
    int32_t max_spin;                   /* the curvature of paths counts up to this, Q21 */
    int32_t max_error, max_limit_error; /* errors count up to these, Q26 */
};

typedef void fs__tree2_pass_fn(struct fs__tree2_block *block, uint32_t count, struct fs__solver2_body *bodies,
                               const struct fs__tree2_rates *rates);

/* The passes of a kernel. */
struct fs__tree2_passes {
    fs__tree2_pass_fn *update; /* arms, errors and factors at the current poses */
    fs__tree2_pass_fn *warm_start;
    fs__tree2_pass_fn *approach;       /* with bias, along the tangents of the paths: the first round */
    fs__tree2_pass_fn *approach_again; /* another round */
    fs__tree2_pass_fn *solve;          /* with bias, along the paths */
    fs__tree2_pass_fn *relax;          /* update, then solve without bias */
};

struct fs__tree2_blocks {
    const struct fs__tree2_passes *passes;
    const fs_tasks *tasks; /* NULL: one thread */
    const struct fs__world2_tick *tick;
    struct fs__tree2_block *block;
    struct fs__tree2_body *body;
    struct fs__tree2_joint *joint;
    struct fs__tree2_coupling *coupling;
    uint32_t blocks, bodies, joints, couplings; /* in use */
    uint32_t max_joints;
    struct fs__tree2_rates rates;
};

/* What the numbers of a joint that no pose changes follow from; consecutive trees often have the same. */
struct fs__tree2_masses {
    fs_scaled inv_mass[2], inv_inertia[2];
    fs_scaled largest; /* mass in the tree */
    fs_rel2 local[2];  /* arms in the frames of the bodies */
};

struct fs__tree2_constants {
    struct fs__tree2_masses of;
    bool valid, fits;
    fs_scaled unit, inertia, to_unit, to_inertia; /* as in struct fs__tree2_joint, and inverse */
    int32_t mass[2], lever[2], share[2], turn[2], angle_lever[2], angle_share[2];
    int32_t response[2]; /* turn times the length of the arm, Q22 */
    int32_t scale, angle_scale, small_error;
};

/* A tree as a lane takes it: numbers of its joints, by their places in the tree. */
struct fs__tree2_fit {
    uint32_t joints, bodies, couplings;
    bool angles;
    struct fs__tree2_node node[FS__TREE2_MAX_JOINTS];
    uint32_t solver_body[FS__TREE2_MAX_JOINTS + 2];
    bool movable[FS__TREE2_MAX_JOINTS + 2];
    struct fs__tree2_constants constants[FS__TREE2_MAX_JOINTS]; /* kept from tree to tree */
    struct fs__tree2_fit_joint {
        uint32_t row;
        fs_rel2 arm[2], error;
        int32_t angle, lower_limit, upper_limit, motor_speed;
        int32_t max_motor, motor_fraction, motor_phase;
        int32_t impulse[2], lower_impulse, upper_impulse, motor_impulse;
    } joint[FS__TREE2_MAX_JOINTS];
};

/* tree_fit.c: whether a tree is small; then its numbers are set. `f` is zeroed before the first. */
bool fs__tree2_fit(struct fs__tree2_fit *f, const struct fs__joint_solver2 *js, const struct fs__joint_trees *trees,
                   const struct fs__joint_tree *tree);

/* tree_blocks.c. Takes the trees that are small from those of the direct solver. `arena` is for work. */
bool fs__tree2_alloc_blocks(struct fs__tree2_blocks *s, uint32_t joints, fs_arena *arena);
bool fs__tree2_fill_blocks(struct fs__tree2_blocks *s, const struct fs__joint_solver2 *js, fs_arena arena);
size_t fs__tree2_blocks_arena_size(uint32_t joints);
void fs__tree2_run_blocks(const struct fs__tree2_blocks *s, fs__tree2_pass_fn *pass);
/* Of the blocks that have this round, counted from 0. */
void fs__tree2_run_round(const struct fs__tree2_blocks *s, fs__tree2_pass_fn *pass, uint32_t round);
/* `rounds`: by solver body; all bodies of a block get the most of them. */
void fs__tree2_share_rounds(const struct fs__tree2_blocks *s, uint8_t *rounds);
/* Without warm starting: forgets the impulses of the last substep. */
void fs__tree2_clear_block_impulses(const struct fs__tree2_blocks *s);
/* Impulses, angles and residuals back into the tables and `exact`. */
void fs__tree2_store_blocks(const struct fs__tree2_blocks *s, int64_t *exact);

#endif
