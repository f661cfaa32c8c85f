/* joint_direct.h: trees of joints in space whose rigid rows are solved together, as one linear system; see
 * physics/joint_elimination.h.
 *
 * A row is v = n.(v_b - v_a) + arm_b.w_b - arm_a.w_a as in joint_block.h, with a lever of 1 m and not made conjugate. Its
 * part of the matrix is a product of vectors: g = 2^-scale M^-1/2 (n, arm) per body, six numbers of at most 1 in Q30 (the
 * linear ones in the axes of the world, the angular ones in the principal axes of the body). A coupling is a sum of six
 * exact products in Q60, so the matrix is positive semidefinite whatever the roundings of g are, and no 128-bit product is
 * needed to assemble it. Rounding g is an error of 2^-30 of the diagonal; the velocities that remain wrong by it are
 * solved for again. An impulse is kept as the sum of the solutions: P = impulse 2^-(scale + scale of the tree) in kg m/s.
 */
#ifndef FS_PHYSICS3D_JOINT_JOINT_DIRECT_H
#define FS_PHYSICS3D_JOINT_JOINT_DIRECT_H

#include "physics/joint_direct.h"
#include "physics3d/joint/joint_rows.h"

enum { FS__DIRECT3_MAX_ROWS = 6 };

/* Couplings of the rows of two joints, scaled so that every diagonal is at most 1: Q60. After elimination those of a
 * joint and of its neighbours hold the factors l, Q46. */
struct fs__direct3_block {
    int64_t a[FS__DIRECT3_MAX_ROWS][FS__DIRECT3_MAX_ROWS];
};

/* What a row does to one body. turn: change of the angular velocity (Q40) per solution (Q36), as m * 2^-turn_shift. */
struct fs__direct3_end {
    int32_t g[6];
    int32_t arm[3]; /* Q5.26 */
    int32_t turn[3];
    int32_t turn_shift;
};

struct fs__direct3_row {
    int32_t n[3];     /* Q5.26; 0: an angle */
    fs_rel error;     /* now, m or rad */
    fs_rel curvature; /* see struct fs__joint3_new_row */
    uint8_t slot;     /* of the joint's impulses */
    bool angular, one_sided;
    bool used; /* false: nothing can move along this row */
    struct fs__direct3_end end[2];
};

/* A body of a tree. Impulses of all joints are added up before its velocity changes: those of a loaded chain are far
 * larger than their sum, and than a velocity may be. */
struct fs__direct3_body {
    struct fs__solver3_body *solver_body;
    uint32_t row; /* of body3 */
    uint16_t locks;
    bool straight;         /* the principal axes are its own */
    bool touched;          /* contacts act on its tree */
    bool precesses;        /* its free angular velocity changes: moments differ */
    uint32_t steps;        /* of a free rotation in the substep; 0: not known yet */
    fs_vel3 mean_spin;     /* in a substep, less the angular velocity at its start: of the last substep */
    int64_t precession[3]; /* change of the angular velocity in the substep, Q51 */
    fs_scaled inv_mass, root_inv_mass;
    fs_scaled inertia[3], inv_inertia[3]; /* principal moments */
    fs_scaled stiffness[3];               /* kg m^2: what tension adds to them, see joint_direct_body.c */
    fs_scaled least_stiffness[3];      /* that of the impulses with bias of the last substep, in a tree that is tied */
    fs_unit kept_spin[3];              /* about the principal axes */
    fs_unit resolved_spin;             /* the share of the spin whose paths a substep can follow */
    bool stiff;                        /* one of these is below 1 */
    int32_t root[3], root_exponent;    /* square roots of the effective inverse moments: root * 2^root_exponent */
    fs_mat3 axes;                      /* columns: principal axes in the world */
    fs_pose3 pose, next_pose;          /* of the centre of mass: now; at the end of the substep */
    fs_mat3 turn, next_turn;           /* of their rotations */
    fs_vel3 excess_spin;               /* what next_pose leaves out of the angular velocity */
    int64_t sum[6];                    /* changes of v and w: Q40 */
    int32_t residual[6];               /* of these velocities: Q40, below one step of Q21 */
    struct fs__joint_factor share;     /* of the mass in the largest of the tree */
    struct fs__joint_factor moment[3]; /* principal moments over that mass, m^2 */
    int32_t pending[6];                /* of velocities, which the end of the tick adds: Q40 */
    int64_t start[6];                  /* velocities at the end of the last substep: Q40 */
    int64_t start_spin[3];             /* the angular one in the principal axes of then: Q40 */
    int64_t now[6], now_spin[3];       /* likewise, at its end */
    fs_vel push[6];                    /* of its velocities what only moves it in a substep; see joint_direct_push.c */
    int64_t given[6];                  /* what joints of the tree changed them by since: Q40 */
    fs_vel way[3];                     /* with which it moved */
    struct fs__solver3_change change;  /* by impacts */
    fs_vel3 seen_spin;                 /* its angular velocity when joints last changed it */
};

struct fs__direct3_joint {
    const struct fs__tree_joint *node;
    struct fs__direct3_body *body[2];     /* of a and b; immovable: body 0 of the solver */
    uint32_t joint_row;                   /* of joint3 */
    uint32_t body_row[2], solver_body[2]; /* of a and b, kinematic ones too */
    int64_t extent;                       /* of its arms, m, Q26 */
    fs_rel small_error;                   /* is removed within a substep, m */
    fs_unit biased;                       /* share of its errors that impulses remove; that of the tree */
    bool exact;                           /* that of the tree */
    bool split;                           /* impulses remove a share of its errors; see joint_direct_push.c */
    bool light;                           /* no body of its tree is far heavier than another */
    bool yields;                          /* limits act, or it is open: then it may take energy */
    uint8_t settling;                     /* substeps until limits that came or went have taken theirs */
    uint32_t slots;                       /* of its rows, one bit each */
    bool looped;                          /* its tree has loops */
    uint8_t yield_bits;                   /* see joint_elimination.h */
    int64_t yield_from[2];    /* of linear and angular rows that close a loop: pivots from which they yield, Q60 */
    uint8_t rigid_rows, rows; /* rigid ones; with those of limits that are reached, the last */
    int32_t scale[2];         /* of linear and angular rows: multiplied by 2^-scale */
    struct fs__joint_factor push[2];   /* by end: solution of a linear row (Q36) to speed along n (Q40) */
    fs_unit share[2];                  /* by end: 2^-scale / sqrt(m) */
    int64_t impulse[FS__JOINT3_SLOTS]; /* sums of solutions, Q36; 0 for a slot without a row */
    bool reversed[FS__JOINT3_SLOTS];   /* the side of the limit */
    fs_wide3 linear, angular[2];       /* impulses of all substeps on b, moments by kind of row: Q36 */
    struct fs__direct3_row row[FS__DIRECT3_MAX_ROWS];
    struct fs__direct_pivot pivot[FS__DIRECT3_MAX_ROWS];
    int64_t yield[FS__DIRECT3_MAX_ROWS]; /* what rows that close a loop yield more, Q60 */
    struct fs__direct3_block own;
    int64_t x[FS__DIRECT3_MAX_ROWS]; /* right-hand side, then solution; m/s, Q36, scaled */
};

struct fs__direct3_solver {
    struct fs__joint_trees trees;
    struct fs__direct3_joint *joint; /* as in trees.joint */
    struct fs__direct3_block *block;
    struct fs__direct3_body *body; /* as in trees.body; [0] is immovable */
    uint32_t *tree_of;             /* by solver body; FS__JOINT3_NONE: no tree moves it */
    uint32_t *rest;                /* joints in no tree, as indices in tick->joint */
    uint32_t rest_count;
    fs_wide bias_rate; /* large errors decay at this rate, 1/s */
    uint32_t round;    /* of approach */
};

/* joint_tree.c */
bool fs__direct3_alloc(struct fs__direct3_solver *s, uint32_t joints, fs_arena *arena);
size_t fs__direct3_arena_size(uint32_t bodies, uint32_t joints);
/* Finds the trees of the tick's joints, those that are not tied to the ground from min_joints on; fills tree_of, which the caller has
 * allocated. `arena` is for work; false when it is full. */
bool fs__direct3_find_trees(struct fs__direct3_solver *s, const struct fs__world3_tick *tick, uint32_t min_joints,
                            fs_arena arena);

/* joint_direct.c: the work of a tick, in this order; NULL in s->direct: no joints. */
void fs__direct3_prepare(struct fs__solver3 *s);
/* At the start of a substep: applies the impulses of the last one. */
void fs__direct3_warm_start(struct fs__solver3 *s);
/* Before and after the bodies of the substep are moved. */
void fs__direct3_begin_motions(struct fs__solver3 *s);
void fs__direct3_end_motions(struct fs__solver3 *s);
/* Solves the rows of all trees, and applies the impulses. Before the bodies move: with the paths of the bodies; along their
 * tangents alone, where all are solved again; and after they moved, without bias. */
void fs__direct3_solve(struct fs__solver3 *s);
void fs__direct3_approach(struct fs__solver3 *s);
void fs__direct3_relax(struct fs__solver3 *s);
/* Impacts at the end of a tick, when `exact` of the solver holds what velocities have below one step. Prepares the system of a tree; its
 * joints answer what impacts gave its bodies. */
void fs__direct3_ready_tree(struct fs__solver3 *s, struct fs__joint_tree *tree);
void fs__direct3_answer_tree(struct fs__solver3 *s, struct fs__joint_tree *tree);
/* After the poses are stored: closes joints that whips opened. */
void fs__direct3_close_joints(struct fs__solver3 *s);
/* Adds residuals to the exact velocities of the bodies (Q51, eight each). */
void fs__direct3_add_residuals(const struct fs__direct3_solver *s, int64_t *exact);

/* joint_direct_body.c */
void fs__direct3_load_body(const struct fs__solver3 *s, struct fs__direct3_body *b, uint32_t solver_body);
/* The pose where the body is now; the square roots of its inverse mass matrix there. */
void fs__direct3_update_body(const struct fs__solver3 *s, struct fs__direct3_body *b);
/* Before and after the substep's motion: in between the angular velocity is the mean of a free rotation. */
void fs__direct3_begin_motion(const struct fs__solver3 *s, struct fs__direct3_body *b);
void fs__direct3_end_motion(struct fs__direct3_body *b);
/* The change of the angular velocity in the motion. */
void fs__direct3_add_precession(struct fs__direct3_body *b);
/* The pose at the end of the substep with the velocities as they are. */
void fs__direct3_predict_body(const struct fs__solver3 *s, struct fs__direct3_body *b);
/* At the start of a substep: bodies that are stiff or whip keep a part of their spin only. */
void fs__direct3_keep_spin(struct fs__direct3_body *b);
/* Before a solution: of the spin that contacts gave since joints changed it, stiff bodies keep a part only. */
void fs__direct3_keep_given_spin(struct fs__direct3_body *b);
/* Sets the effective inertia from the stiffness, or to the plain one; then the stiffness is the least of the next call. */
void fs__direct3_set_inertia(struct fs__direct3_body *b, bool plain);
/* The flag that locks a component of v and w. */
uint16_t fs__direct3_lock_of(unsigned component);
/* Adds the sums to the velocities. */
void fs__direct3_apply_sum(struct fs__direct3_body *b);

/* ---- sums over the bodies of a tree ---------------------------------------------------------------------------------- */

/* The component along an axis, in the format of v. */
static inline int64_t fs__direct3_along(fs_unit x, fs_unit y, fs_unit z, const int64_t v[3])
{
    enum { AXIS_BITS = FS__DIRECT_FACTOR_FRAC - FS_UNIT_FRAC };
    fs__direct_sum sum = fs__direct_no_sum();
    fs__direct_add_product(&sum, (int64_t)x * (1 << AXIS_BITS), v[0]);
    fs__direct_add_product(&sum, (int64_t)y * (1 << AXIS_BITS), v[1]);
    fs__direct_add_product(&sum, (int64_t)z * (1 << AXIS_BITS), v[2]);
    return fs__direct_round_sum(sum);
}

/* joint_rigid.c: the motion of a tree as one rigid body. Velocities are Q40; places (m, Q32) are relative to the first body,
 * `centre` to the centre of mass. About that, and over the largest mass: angular momentum (Q40) and moments (Q32: xx, yy, zz, xy,
 * xz, yz). */
struct fs__direct3_rigid {
    bool tied; /* to the ground: there is none */
    int64_t mass, centre[3], v[3], w[3], momentum[3], moment[6];
};

/* From the velocities `now` of the bodies; false where it cannot be told. */
bool fs__direct3_find_rigid(const struct fs__direct3_solver *s, const struct fs__joint_tree *tree,
                            struct fs__direct3_rigid *m);
/* From the centre of mass to body i. */
void fs__direct3_place_of(const struct fs__direct3_solver *s, const struct fs__joint_tree *tree, uint32_t i,
                          const int64_t centre[3], int64_t r[3]);
/* a cross b in the format of b; a has `frac` bits below 1. */
void fs__direct3_cross(const int64_t a[3], const int64_t b[3], unsigned frac, int64_t out[3]);
/* Turns a tree about its centre of mass by a rotation vector (rad, Q40, below 1/64), with all velocities but its angular momentum:
 * its motion as one body becomes the one with the angular momentum that it had. */
void fs__direct3_turn_tree(struct fs__solver3 *s, const struct fs__joint_tree *tree, const struct fs__direct3_rigid *m,
                           const int64_t angle[3]);

/* ---- one body --------------------------------------------------------------------------------------------------------- */

/* joint_direct_turn.c: whether a body turns so fast that the path of its rotation counts. */
bool fs__direct3_turns_curved(const struct fs__solver3 *s, const struct fs__direct3_body *b);
/* Where the body is after a substep of free rotation with w (Q51), which becomes that of its end. */
fs_quat fs__direct3_turn_freely(const struct fs__solver3 *s, struct fs__direct3_body *b, int64_t w[3]);
/* The angular velocity of a substep at whose end the body has the orientation. */
fs_vel3 fs__direct3_spin_to(const struct fs__solver3 *s, const struct fs__direct3_body *b, fs_quat rot);

/* Turns a body that has moved to an orientation near its own. */
void fs__direct3_put_rotation(const struct fs__solver3 *s, struct fs__direct3_body *b, fs_quat rot);

/* joint_energy.c: shares of the masses, once; marks the velocities from which a substep starts; and at its end gives back what
 * the joints took or gave. */
void fs__direct3_weigh_tree(struct fs__solver3 *s, struct fs__joint_tree *tree);
void fs__direct3_begin_energy(struct fs__solver3 *s, struct fs__joint_tree *tree);
/* True: it has turned the tree. */
bool fs__direct3_restore_energy(struct fs__solver3 *s, struct fs__joint_tree *tree);
/* Loads the velocities `now` and `now_spin`. */
void fs__direct3_load_now(struct fs__direct3_body *b);

/* Where a tree is moved against gravity, to its poses and by a shift, its motion pays for that. After bodies are stored. */
void fs__direct3_pay_for_lift(const struct fs_world3 *w, struct fs__direct3_solver *t,
                              const struct fs__joint_tree *tree, fs_pos3 shift);

/* joint_place.c */
void fs__direct3_close_tree(struct fs__solver3 *s, struct fs__joint_tree *tree);

/* joint_direct_impulses.c: impulses of the last tick. */
void fs__direct3_load_impulses(const struct fs__solver3 *s, struct fs__direct3_joint *d, int32_t tree_scale);
/* To the joint's slot: those of this tick, and their sums. */
void fs__direct3_store(const struct fs__solver3 *s, const struct fs__direct3_joint *d, int32_t tree_scale,
                       struct fs__joint3_slot *slot);

/* joint_direct_rows.c: masses and scales of a tree, once; loads the impulses. */
void fs__direct3_prepare_tree(struct fs__solver3 *s, struct fs__joint_tree *tree);
/* After every change of the poses: directions and arms of the rows; limits that are reached become rows. */
void fs__direct3_update_rows(const struct fs__solver3 *s, struct fs__direct3_joint *d);
/* After the bodies' inertia changed. */
void fs__direct3_update_responses(struct fs__direct3_joint *d, int32_t tree_scale);
/* Lowers the resolved share of bodies whose spin moves the joint by more than half of its arms in a substep; in a tree that is tied
 * to the ground more than once by more than an eighth. */
void fs__direct3_resolve_spin(const struct fs__solver3 *s, const struct fs__direct3_joint *d);
/* The speed of a row that is left to push (Q32), and x for 2^-less of all of them. */
int64_t fs__direct3_push_of(const struct fs__solver3 *s, const struct fs__direct3_joint *d,
                            const struct fs__direct3_row *r);
void fs__direct3_set_push_sides(struct fs__direct3_joint *d, const struct fs__solver3 *s, int32_t tree_scale,
                                unsigned less);
/* Adds the stiffness that the joint's tension gives to its bodies. */
void fs__direct3_add_stiffness(const struct fs__solver3 *s, const struct fs__direct3_joint *d, int32_t tree_scale);
/* Sets x to what the velocities must change by; returns the largest of them (m/s or rad/s, Q32.32). */
int64_t fs__direct3_set_right_side(struct fs__direct3_joint *d, const struct fs__solver3 *s, int32_t tree_scale,
                                   bool use_bias);
/* If limits of the joint would have to pull to get their x: takes back their impulses and rows, and returns true. */
bool fs__direct3_release_limit(struct fs__direct3_joint *d);
/* Takes all impulses of the joint back. */
void fs__direct3_take_impulses(struct fs__direct3_joint *d);
/* Changes the impulses by x, and adds the velocities that this gives to the sums of the bodies. */
void fs__direct3_apply_solution(struct fs__direct3_joint *d);
/* Adds the velocities of the impulses as they are. */
void fs__direct3_apply_impulses(struct fs__direct3_joint *d);
/* Adds the impulses of a substep to the sums of the tick. */
void fs__direct3_add_totals(struct fs__direct3_joint *d);

/* Adds the velocities that x gives to the sums of the bodies. */
void fs__direct3_add_push(struct fs__direct3_joint *d);
/* Adds an impulse along a direction. */
void fs__direct3_add_vector(fs_wide3 *to, int64_t impulse, const int32_t direction[3]);
static inline bool fs__direct3_responds(const struct fs__direct3_end *e)
{
    return (e->g[0] | e->g[1] | e->g[2] | e->g[3] | e->g[4] | e->g[5]) != 0;
}

/* joint_direct.c: whether no body of a tree is more than `ratio` times as heavy as another. */
bool fs__direct3_has_like_masses(const struct fs__direct3_solver *t, const struct fs__joint_tree *tree, int64_t ratio);
/* Solves the system of a tree for the right-hand sides x. */
void fs__direct3_solve_system(struct fs__direct3_solver *t, const struct fs__joint_tree *tree);

/* joint_direct_push.c: once the rows are updated, how much of the errors of a tree impulses remove. */
void fs__direct3_set_biased(struct fs__direct3_solver *t, const struct fs__joint_tree *tree);
/* Finds the velocities that remove the rest, which move the bodies between the other two. */
void fs__direct3_solve_push(const struct fs__solver3 *s, const struct fs__joint_tree *tree);
void fs__direct3_begin_push(struct fs__direct3_body *b);
void fs__direct3_end_push(struct fs__direct3_body *b);
/* The least n for which the sums of the bodies times 2^-n turn none of them by more than 2^-bits rad in a substep, and a rod between
 * two not much farther. */
unsigned fs__direct3_excess_bits(const struct fs__solver3 *s, const struct fs__joint_tree *tree, unsigned bits);

#endif
