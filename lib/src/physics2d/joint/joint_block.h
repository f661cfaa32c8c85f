/* joint_block.h: hinges in blocks of eight lanes, solved by the vector kernels; see joint_passes.h.
 *
 * A block holds eight hinges of one colour: no movable body is in two of them. Hinges with a spring, motor, limit or
 * break force, other kinds of joints, and hinges with numbers beyond the formats below (joint_blocks.c) are solved one by
 * one, in wider numbers (joint_solve.c).
 */
#ifndef FS_PHYSICS2D_JOINT_JOINT_BLOCK_H
#define FS_PHYSICS2D_JOINT_JOINT_BLOCK_H

#include <fixstep/tasks.h>

#include "physics/graph_colouring.h"
#include "physics2d/joint/joint_row.h"

enum { FS__JOINT2_LANES = 8, FS__JOINT2_IMPULSE_FRAC = FS_VEL_FRAC + 1 };

typedef int32_t fs__joint2_lanes[FS__JOINT2_LANES];

/* Impulses are velocities of the pair (m/s), Q9.22; residuals are the parts below one step of Q21 of vx, vy, w of a, then
 * of b: Q52, of w Q46. Lengths are Q26. */
struct fs__joint2_block {
    uint8_t used, write_a, write_b; /* one bit per lane */
    uint8_t spare[29];
    fs__joint2_lanes a, b;                                   /* indices of solver bodies */
    fs__joint2_lanes share_a, share_b;                       /* m / m_a, m / m_b: Q30 */
    fs__joint2_lanes arm_ax, arm_ay, arm_bx, arm_by;         /* to anchor b, at the current poses */
    fs__joint2_lanes alpha_ax, alpha_ay, alpha_bx, alpha_by; /* w times these arms, Q24 */
    fs__joint2_lanes inverse_xx, inverse_xy, inverse_yy;     /* 1/K, Q30 */
    fs__joint2_lanes error_x, error_y;                       /* from anchor a to anchor b */
    fs__joint2_lanes impulse_x, impulse_y, max_impulse;
    fs__joint2_lanes residual[6];
    /* At the start of the tick: */
    fs__joint2_lanes arm0_ax, arm0_ay, arm0_bx, arm0_by, error0_x, error0_y;
    fs__joint2_lanes w_a, power_a, w_b, power_b;
    fs__joint2_lanes reach; /* of the impulse beyond anchor a, at most */
    fs__joint2_lanes row;   /* of the joint */
};
_Static_assert(sizeof(struct fs__joint2_block) % sizeof(fs__joint2_lanes) == 0, "blocks in a row keep lanes aligned");

/* The softness of rigid joints in lanes. */
struct fs__joint2_block_softness {
    int32_t mass_scale, impulse_scale; /* Q30 */
    int32_t bias_rate;                 /* 1/s, Q15.16 */
    int32_t max_error;                 /* errors count up to this, Q26 */
};

typedef void fs__joint2_block_pass_fn(struct fs__joint2_block *blocks, uint32_t count, struct fs__solver2_body *bodies,
                                      const struct fs__joint2_block_softness *softness);

/* The passes of a kernel. */
struct fs__joint2_passes {
    fs__joint2_block_pass_fn *update; /* arms, errors and 1/K at the current poses */
    fs__joint2_block_pass_fn *warm_start;
    fs__joint2_block_pass_fn *solve; /* with bias */
    fs__joint2_block_pass_fn *relax; /* update, then solve without bias */
};

struct fs__joint2_blocks {
    const struct fs__joint2_passes *passes;
    const fs_tasks *tasks; /* NULL: one thread */
    const struct fs__world2_tick *tick;
    struct fs__joint2_block *block;
    struct fs__colouring colouring;
    struct fs__joint2_block_softness softness;
};

/* joint_blocks.c. Takes the hinges that fit into lanes from the list of `count` indices in tick->joint, which keeps the
 * others; false when `work` is full, which is needed during the call alone. */
bool fs__joint2_alloc_blocks(struct fs__joint2_blocks *s, uint32_t joints, fs_arena *arena);
bool fs__joint2_fill_blocks(struct fs__joint2_blocks *s, const struct fs__joint_solver2 *js,
                            const struct fs__world2_tick *tick, uint32_t *list, uint32_t *count, fs_arena work);
size_t fs__joint2_blocks_arena_size(uint32_t bodies, uint32_t joints);
void fs__joint2_run_blocks(const struct fs__joint2_blocks *s, fs__joint2_block_pass_fn *pass);
/* Without warm starting: forgets the impulses of the last substep. */
void fs__joint2_clear_block_impulses(const struct fs__joint2_blocks *s);
/* Impulses, angles and residuals back into the tables and `exact`. */
void fs__joint2_store_blocks(const struct fs__joint2_blocks *s, int64_t *exact);

#endif
