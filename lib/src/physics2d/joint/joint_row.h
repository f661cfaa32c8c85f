/* joint_row.h: a joint while it is solved, and the arithmetic of its rows.
 *
 * Linear impulses are P / m with m = 1/(1/m_a + 1/m_b), angular ones L / J with J = 1/(1/I_a + 1/I_b): both are
 * velocities (m/s, rad/s; Q32.32, limited to FS__JOINT_MAX_IMPULSE), so nothing depends on the scene's kilograms.
 * Velocities of solver bodies are Q10.21; the part of a joint's impulse below that step is kept at the joint's end
 * and added the next time, and at the end of the tick in the body's velocity residual, so that a small force arrives
 * in full. This file must never hold values that outlive a tick.
 */
#ifndef FS_PHYSICS2D_JOINT_JOINT_ROW_H
#define FS_PHYSICS2D_JOINT_JOINT_ROW_H

#include "physics/joint_math.h"
#include "physics/joint_softness.h"
#include "physics2d/joint/joint.h"
#include "physics2d/world/world.h"

struct fs__joint2_end {
    struct fs__solver2_body *solver_body;
    fs_rot2 rot;                  /* at the start of the tick */
    fs_rel2 local;                /* anchor from the centre of mass, in the body's frame, m */
    fs_rel2 arm;                  /* the same in the axes of the world, current */
    fs_unit c;                    /* m / m_body */
    fs_unit s;                    /* J / I_body */
    struct fs__joint_factor w;    /* m / I_body, 1/m^2 */
    int32_t velocity_residual[3]; /* of vx, vy, w: Q40, below one step of Q21 */
};

/* A direction in which impulses act, with its lever arms (m). */
struct fs__joint2_axis {
    fs_unit2 n;
    fs_rel arm_a, arm_b;
    fs_unit inverse; /* 1/K */
};

/* The part of a gear's coordinate that belongs to one body. */
struct fs__gear2_end {
    struct fs__solver2_body *solver_body;
    struct fs__joint_factor j[3];             /* derivative of the coordinate by vx, vy, w */
    struct fs__joint_factor velocity_gain[3]; /* change of vx, vy, w per change of the coordinate's speed */
    int32_t velocity_residual[3];
};

struct fs__gear2 {
    struct fs__gear2_end end[4];
    unsigned ends;
    int64_t error0; /* error at the start of the tick, Q32 */
    fs_scaled k;
};

struct fs__joint2_constraint {
    uint32_t row;
    uint8_t kind;
    uint8_t flags;
    bool soft_angle;     /* weld */
    bool soft_point;     /* weld, mouse */
    bool in_tree;        /* its rigid rows are solved with those of a tree */
    int8_t direct_limit; /* of the limits, the lower (1) or upper one (-1) is solved by the joint's tree; 0: none */
    struct fs__joint2_end a, b;
    fs_rel2 centre_offset0; /* from the centre of a to that of b at the start of the tick */
    int64_t angle0;         /* of b against a beyond the reference, rad Q26, at the start of the tick */
    fs_rel length, lower_limit, upper_limit;
    fs_vel speed;
    int64_t max_motor_impulse; /* per substep */
    fs_wide motor_gain;        /* the mass that the motor moves over that of its row */
    struct fs__joint_softness spring;
    fs_unit spring_mass; /* that hertz and damping_ratio are meant for, over m; 0: that of the row */
    struct fs__joint_point_spring point_spring;
    /* Current poses. */
    fs_rel2 error; /* from anchor a to anchor b (mouse: from the target) */
    int64_t angle;
    fs_rel along; /* translation or distance, m */
    struct fs__joint2_axis axis, across;
    fs_rel shift; /* of the row across, from the anchor along the axis; see joint_arms.c */
    fs_rel2 shift2;
    fs_rel2 pa, pb;        /* arms of the point rows */
    fs_unit k11, k12, k22; /* inverse of their K, of a soft point of 1 + damping K */
    /* Accumulated impulses of a substep. */
    int64_t p[2]; /* point; or axial (distance), across (prismatic, wheel) */
    int64_t angular_impulse;
    int64_t lower_p, upper_p, motor_p, spring_p;
    int64_t sum[2]; /* of p over the substeps, in world axes, for breaking */
    fs_scaled m, j; /* kg, kg m^2 */
    uint32_t gear;  /* index of its fs__gear2 */
};

#define FS__JOINT2_NO_TREE UINT32_MAX

struct fs__joint_solver2 {
    struct fs_world2 *w;
    const struct fs__world2_tick *tick;
    struct fs__joint2_constraint *joint;
    struct fs__gear2 *gears;
    uint32_t count, gear_count;
    uint32_t direct_first; /* from here on `joint` holds the joints of `direct`, in its order */
    struct fs__direct2_solver *direct;
    uint32_t *tree_of; /* by solver body: the tree of `direct`; FS__JOINT2_NO_TREE: none */
    uint8_t *rounds;   /* by solver body: see `body_rounds` of struct fs__solver2 */
    struct fs__joint2_blocks *blocks;
    struct fs__tree2_blocks *trees;
    int64_t direct_bias_rate; /* errors of direct joints decay at this rate (1/s, Q32.32) */
    uint32_t rate;            /* substeps per second */
    bool warm;
    struct fs__joint_softness rigid, hard; /* with bias; without */
    struct fs__joint_softness speculative; /* a limit that is not reached yet */
};

/* joint_motor.c: for the arms and factors of the joint as they are. */
fs_wide fs__joint2_motor_gain(const struct fs__joint2_constraint *j);

/* ---- arithmetic --------------------------------------------------------------------------------------------- */

/* Change of the impulse of a row with speed `cdot` (Q32), error c (Q26) and impulse p. */
static inline int64_t fs__joint2_impulse_change(const struct fs__joint_softness *s, int64_t cdot, fs_rel c, int64_t p,
                                                fs_unit inverse)
{
    int64_t wanted = fs__joint_mul(cdot, s->mass_scale, FS_UNIT_FRAC) + fs__joint_mul(s->bias_rate, c, FS_REL_FRAC);
    return -fs__joint_mul(fs__joint_clamp_impulse(wanted), inverse, FS_UNIT_FRAC) -
           fs__joint_mul(p, s->impulse_scale, FS_UNIT_FRAC);
}

/* Impulse of spring, motor and limits along the free direction. */
static inline int64_t fs__joint2_free_impulse(const struct fs__joint2_constraint *j)
{
    int64_t motor = j->kind == FS_JOINT2_WHEEL ? 0 : j->motor_p;
    return j->spring_p + motor + j->lower_p - j->upper_p;
}

/* ---- files of this part ----------------------------------------------------------------------------------------- */

/* joint_soft.c */
struct fs__joint_softness fs__joint2_rigid_softness(fix16_t hertz, fix16_t damping, uint32_t rate);
/* Of the joint's spring, in a row whose mass is that for which it is meant over `ratio` (Q32.32). */
struct fs__joint_softness fs__joint2_spring_softness(const struct fs__joint_solver2 *js,
                                                     const struct fs__joint2_constraint *j, fs_wide ratio);
struct fs__joint_point_spring fs__joint2_point_spring(fix16_t hertz, fix16_t damping, fs_wide k, uint32_t rate);
/* Once the arms are updated: of a spring along the axis of a joint with a spring_mass. */
void fs__joint2_update_spring(const struct fs__joint_solver2 *js, struct fs__joint2_constraint *j);

/* joint_prepare.c: of a body in joints; 0 where they cannot move it. */
fs_scaled fs__joint2_inverse_mass(const struct fs__world2_tick *t, uint32_t body);
fs_scaled fs__joint2_inverse_inertia(const struct fs__world2_tick *t, uint32_t body);

/* joint_arms.c: updates arms, axes and errors to the current poses of the solver bodies. */
void fs__joint2_update_arms(const struct fs__joint_solver2 *js, struct fs__joint2_constraint *j);
/* Once a tick, before the arms; of a soft point. */
void fs__joint2_set_point_spring(const struct fs__joint_solver2 *js, struct fs__joint2_constraint *j);
/* Once a tick, after the arms; of a spring between points that turn about each other. */
void fs__joint2_set_spring_mass(struct fs__joint2_constraint *j);

/* An angle (rad, Q26) in 2^32 a turn: 2^32 / (2 pi) / 2^26 is 1367130551 / 2^27. */
static inline int64_t fs__joint2_to_turns(int64_t angle)
{
    return fs_round_shift64_sym(angle * 1367130551, 27);
}

/* Adds by how much the bodies of a joint have turned against each other in a tick. */
static inline void fs__joint2_add_angle(const struct fs_joint2_view *v, uint32_t row, int64_t angle)
{
    v->accumulated_angle[row] = fs_sat64_add(v->accumulated_angle[row], fs__joint2_to_turns(angle));
}

/* joint_prepare.c: an angle (2^32 a turn) in rad, Q26. */
int64_t fs__joint2_to_radians(int64_t angle);

/* joint_prepare.c: adds residuals (Q40) to the exact velocities (Q51) of a body. */
void fs__joint2_add_residual(const struct fs__solver2_body *bodies, const struct fs__solver2_body *body,
                             const int32_t residual[3], int64_t *exact);

/* joint_gear.c */
void fs__gear2_prepare(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j,
                       const struct fs__world2_tick *tick);
void fs__gear2_warm_start(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j);
void fs__gear2_solve(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j, bool use_bias);

#endif
