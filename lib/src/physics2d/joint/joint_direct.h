/* joint_direct.h: trees of joints whose rigid rows are solved together, as one linear system; see
 * physics/joint_elimination.h.
 */
#ifndef FS_PHYSICS2D_JOINT_JOINT_DIRECT_H
#define FS_PHYSICS2D_JOINT_JOINT_DIRECT_H

#include "physics/joint_direct.h"
#include "physics2d/joint/joint_row.h"

/* Masses of more than 1:32 are not alike. */
enum { FS__DIRECT2_MAX_ROWS = 3, FS__DIRECT2_UNLIKE_MASSES = 32 };

/* Couplings of the rows of two joints, scaled so that every diagonal is at most 1: Q60. After elimination those of a
 * joint and of its neighbours hold the factors l, Q48. */
struct fs__direct2_block {
    int64_t a[FS__DIRECT2_MAX_ROWS][FS__DIRECT2_MAX_ROWS];
};

/* A row: the speed n (v_b - v_a) + arm_b w_b - arm_a w_a; of an angle n is 0 and the arms are 1 m. */
struct fs__direct2_row {
    fs_unit2 n;
    fs_rel arm[2];                         /* of a, of b */
    int64_t *impulse;                      /* the joint's, in its units */
    int32_t scale;                         /* the row is multiplied by 2^-scale */
    bool used;                             /* false: nothing can move along this row */
    bool angle;                            /* impulses are in units of J, else of m */
    bool limit;                            /* an impulse pushes only: it is 0 or more */
    struct fs__joint_factor to_impulse;    /* scaled solution to the joint's impulse */
    struct fs__joint_factor to_compliance; /* the joint's impulse to the scaled velocity by which the row yields */
    struct fs__joint_factor to_solution;   /* of a joint that closes a loop: the joint's impulse to a scaled solution */
};

/* A body of a tree. Impulses of all joints are added up before its velocity changes: those of a loaded chain are far
 * larger than their sum, and than a velocity may be. */
struct fs__direct2_body {
    struct fs__solver2_body *solver_body;
    uint32_t row;
    fs_pos2 pos;                              /* at the start of the tick */
    fs_scaled inv_mass, inertia, inv_inertia; /* of the body */
    fs_scaled stiffness;                      /* kg m^2: what tension adds to the inertia, see joint_direct_body.c */
    fs_scaled least_stiffness; /* that of the impulses with bias of the last substep, in a tree that is tied */
    fs_scaled effective_inv_inertia;
    fs_unit kept_spin;   /* inertia over effective inertia */
    fs_vel seen_spin;    /* its angular velocity when joints last changed it */
    int64_t sum[3];      /* changes of vx, vy, w: Q40 */
    int32_t residual[3]; /* of these velocities: Q40, below one step of Q21 */
    fs_vel push[3];      /* of its velocities what only moves it in this substep; see joint_direct_push.c */
    struct fs__solver2_change change; /* by impacts */
    /* Of joint_energy.c: mass and moment of inertia (m^2) over the largest mass of the tree, velocities now and at the start of the
     * substep and what joints of the tree changed them by since (Q40), what the last tick rounded off (Q40), and with which it moved. */
    struct fs__joint_factor share, moment;
    int64_t now[3], start[3], given[3];
    int32_t pending[3];
    fs_vel way[2];
};

struct fs__direct2_joint {
    const struct fs__tree_joint *node;
    struct fs__joint2_constraint *joint;
    struct fs__direct2_body *body[2]; /* of a and b; immovable: body 0 of the solver */
    int64_t extent;                   /* of its arms, m, Q26 */
    fs_unit biased;                   /* share of its errors that impulses remove; that of the tree */
    bool exact;                       /* that of the tree; false while it is solved along the tangents */
    bool light;                       /* its tree may be exact, and no body of it is far heavier than another */
    bool looped;                      /* its tree has loops */
    bool yields;                      /* a limit acts, or it is open: then it may take energy */
    uint8_t settling;                 /* substeps until a limit that came or went has taken its energy */
    int8_t limit;                     /* direct_limit of the last update */
    bool at_once;                     /* errors that impulses remove are gone after a substep: those of an exact tree */
    uint8_t yield_bits;               /* see joint_elimination.h */
    int64_t yield_from[2];    /* of linear and angular rows that close a loop: pivots from which they yield, Q60 */
    uint8_t rigid_rows, rows; /* rigid ones; with that of a limit that is reached, the last */
    struct fs__direct2_row row[FS__DIRECT2_MAX_ROWS];
    struct fs__direct_pivot pivot[FS__DIRECT2_MAX_ROWS];
    int64_t yield[FS__DIRECT2_MAX_ROWS]; /* what rows that close a loop yield more, Q60 */
    struct fs__direct2_block own;
    int64_t x[FS__DIRECT2_MAX_ROWS]; /* right-hand side, then solution; m/s, Q36, scaled */
};

struct fs__direct2_solver {
    struct fs__joint_trees trees;
    struct fs__direct2_joint *joint; /* as in trees.joint */
    struct fs__direct2_block *block;
    struct fs__direct2_body *body; /* as in trees.body */
    uint32_t *rest;                /* joints in no tree, as indices in tick->joint, ascending */
    uint32_t rest_count;
};

/* joint_tree.c */
bool fs__direct2_alloc(struct fs__direct2_solver *s, uint32_t joints, fs_arena *arena);
size_t fs__direct2_arena_size(uint32_t bodies, uint32_t joints);
/* Finds the trees of the tick's joints; those that are not tied to the ground have min_joints at least, or a loop. `arena` is for
 * work; false when it is full. */
bool fs__direct2_find_trees(struct fs__direct2_solver *s, const struct fs__world2_tick *tick, uint32_t min_joints,
                            fs_arena arena);

/* Leaves the marked trees to others. */
void fs__direct2_leave_trees(struct fs__direct2_solver *s, const struct fs__world2_tick *tick, const bool *taken);

/* joint_direct_rows.c: masses and scales; once, after the arms were updated for the first time. */
void fs__direct2_prepare(struct fs__direct2_solver *s, const struct fs__world2_tick *tick, uint32_t rate);
bool fs__direct2_has_loops(const struct fs__direct2_solver *s);
/* After every update of the arms: directions and arms of the rows; limits that are reached become rows. substep_rate: 1/s,
 * Q32.32. */
void fs__direct2_update_rows(struct fs__direct2_joint *d, int64_t substep_rate);
/* Sets x to what the velocities must change by; returns the largest of them (m/s or rad/s, Q32.32). */
int64_t fs__direct2_set_right_side(struct fs__direct2_joint *d, const struct fs__joint_solver2 *js, int32_t tree_scale,
                                   bool use_bias);
/* If the joint's limit would have to pull to get its x: takes back its impulse and its row, and returns true. */
bool fs__direct2_release_limit(struct fs__direct2_joint *d);
/* Takes all impulses of the joint back. */
void fs__direct2_take_impulses(struct fs__direct2_joint *d);
/* Changes the impulses by x, and adds the velocities that this gives to the sums of the bodies. */
void fs__direct2_apply_solution(struct fs__direct2_joint *d);
/* The error of a row that is no limit, m or rad. */
fs_rel fs__direct2_rigid_error(const struct fs__direct2_joint *d, const struct fs__direct2_row *r);
/* Sets x of a row so that its velocity changes by -wanted (Q32). */
void fs__direct2_set_wanted(struct fs__direct2_joint *d, unsigned row, int64_t wanted, int32_t tree_scale);
/* The impulse that x is, in the row's units (Q32). */
int64_t fs__direct2_solution_impulse(const struct fs__direct2_joint *d, unsigned row);

/* joint_direct_push.c: once the arms are updated, how much of the errors of a tree impulses remove. */
void fs__direct2_set_biased(struct fs__direct2_solver *s, const struct fs__joint_tree *tree);
/* Sets x to the velocities that remove the rest; whether there is any. */
bool fs__direct2_set_push(const struct fs__joint_solver2 *js, const struct fs__joint_tree *tree);
/* Adds the velocities that the solution gives to the sums of the bodies. */
void fs__direct2_add_solution(struct fs__direct2_solver *s, const struct fs__joint_tree *tree);
/* Moves the bodies by the solution for the rest of the substep; takes that back. */
void fs__direct2_apply_push(const struct fs__joint_solver2 *js, const struct fs__joint_tree *tree);
void fs__direct2_end_push(struct fs__direct2_solver *s);
/* The least n for which the sums of the bodies times 2^-n turn none of them by more than 2^-bits rad in a substep, and a rod between
 * two not much farther. */
unsigned fs__direct2_excess_bits(const struct fs__direct2_solver *s, const struct fs__joint_tree *tree, uint32_t rate,
                                 unsigned bits);

/* joint_direct.c: whether no body of a tree is more than `ratio` times as heavy as another. */
bool fs__direct2_has_like_masses(const struct fs__direct2_solver *s, const struct fs__joint_tree *tree, int64_t ratio);
/* What the rows of a tree yield, once their scales are known. */
void fs__direct2_set_yields(struct fs__direct2_solver *s, const struct fs__joint_tree *tree);
/* After every update of the arms: assembles and factors the systems. */
void fs__direct2_factor(const struct fs__joint_solver2 *js);
/* The same once velocities and impulses have changed, where a body is stiff or other limits are reached. */
void fs__direct2_factor_changed(const struct fs__joint_solver2 *js);
/* Once the substeps begin, and it is known what pushes the trees. */
void fs__direct2_begin_balance(const struct fs__joint_solver2 *js);
/* Solves the rows of all trees, and applies the impulses. With bias again while rows are wrong, because the curvature of the
 * paths follows from the angular velocities that a solution gives. */
void fs__direct2_solve(const struct fs__joint_solver2 *js);
/* The same without bias, once the bodies have moved; then joints have done no work in the substep. */
void fs__direct2_relax(const struct fs__joint_solver2 *js);
/* With bias, along the tangents of the paths, trees that have this round: where all rows are solved again. */
void fs__direct2_approach(const struct fs__joint_solver2 *js, uint32_t round);

/* The joints of a tree answer what impacts gave its bodies. exact: see fs__joint_solver2_store(). */
void fs__direct2_answer_tree(const struct fs__joint_solver2 *js, const struct fs__joint_tree *tree, int64_t *exact);

/* joint_energy.c: shares of the masses, once; marks the velocities from which a substep starts; and at its end gives back what the
 * joints took or gave. */
void fs__direct2_weigh_tree(const struct fs__joint_solver2 *js, struct fs__joint_tree *tree);
void fs__direct2_begin_energy(const struct fs__joint_solver2 *js, struct fs__joint_tree *tree);
bool fs__direct2_restore_energy(const struct fs__joint_solver2 *js, struct fs__joint_tree *tree);
/* Loads the velocities `now`. */
void fs__direct2_load_now(struct fs__direct2_body *b);

/* joint_direct_body.c */
/* Adds the sums to the velocities of a body. */
void fs__direct2_apply_sum(struct fs__direct2_body *b);
void fs__direct2_load_bodies(struct fs__direct2_solver *s, const struct fs__world2_tick *tick);
/* At the start of a substep: applies the impulses of the last one. */
void fs__direct2_warm_start(struct fs__direct2_solver *s, uint32_t rate);
/* Before a solution: of the spin that contacts gave since joints changed it, stiff bodies keep what their effective inertia allows.
 * With all of it, joints would get more momentum than there is. */
void fs__direct2_keep_given_spins(struct fs__direct2_solver *s);
/* Adds the velocities that an impulse along a row gives to the sums of the joint's bodies. */
void fs__direct2_add_impulse(const struct fs__direct2_joint *d, const struct fs__direct2_row *r, int64_t p);
/* Adds the sums of a tree's bodies to their velocities. */
void fs__direct2_apply_sums(struct fs__direct2_solver *s, const struct fs__joint_tree *tree);
/* For a substep with bias: stiffness and effective inertia of all bodies, from the impulses. */
void fs__direct2_update_stiffness(struct fs__direct2_solver *s, uint32_t rate);
/* Without bias, when the arms are updated: no body of a tree that is tied to the ground is stiff; and after that. */
void fs__direct2_relax_stiffness(struct fs__direct2_solver *s, uint32_t rate);
void fs__direct2_restore_stiffness(struct fs__direct2_solver *s, uint32_t rate);
/* exact: see fs__joint_solver2_store(). */
void fs__direct2_add_residuals(const struct fs__direct2_solver *s, const struct fs__solver2_body *bodies,
                               int64_t *exact);

#endif
