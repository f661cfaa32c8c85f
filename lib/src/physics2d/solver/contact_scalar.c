/* contact_scalar.c: the contact rows, one lane at a time: the definition of the result of every kernel, and the only
 * kernel that may run contacts of one block that share a body.
 */
#include <fixstep/trig.h>

#include "physics/lanes_scalar.h"
#include "physics/lane_math.h"
#include "physics2d/solver/contact_block.h"

struct lane_bodies {
    V vx, vy, w, dx, dy, turned;
};

INLINE struct lane_bodies load_bodies(const int32_t *index, const struct fs__solver2_body *bodies)
{
    const struct fs__solver2_body *m = bodies + (uint32_t)*index;
    return (struct lane_bodies){ m->vx, m->vy, m->w, m->dx, m->dy, m->turned };
}

INLINE struct lane_bodies load_velocities(const int32_t *index, const struct fs__solver2_body *bodies)
{
    return load_bodies(index, bodies);
}

INLINE V clamp_velocity(V v)
{
    return v_clamp_abs(v, FS__SOLVER2_MAX_VELOCITY);
}

INLINE void store_velocities(const int32_t *index, uint8_t mask, unsigned k, struct fs__solver2_body *bodies,
                             const struct lane_bodies *s)
{
    struct fs__solver2_body *m = bodies + (uint32_t)*index;
    if ((mask >> k & 1u) == 0)
        return;
    m->vx = clamp_velocity(s->vx);
    m->vy = clamp_velocity(s->vy);
    m->w = clamp_velocity(s->w);
}

#include "physics2d/solver/contact_passes.h"
#include "physics2d/joint/joint_passes.h"
#include "physics2d/joint/tree_passes.h"

static bool exceeds(fs_vel v, int32_t bound)
{
    return fs_uabs32(v) > (uint32_t)bound;
}

static fs_vel add_contact_part(fs_vel v, V contact_part)
{
    return clamp_velocity(v_add(v, clamp_velocity(contact_part)));
}

static uint32_t integrate_velocities(struct fs__solver2_body *bodies, struct fs__solver2_velocity_part *parts,
                                     uint32_t count, const struct fs__solver2_velocity_gain *gain)
{
    for (uint32_t i = 0; i < count; i++) {
        struct fs__solver2_body *m = bodies + i;
        struct fs__solver2_velocity_part *p = parts + i;
        fs_vel vx = v_add(m->vx, gain->gain[0]), vy = v_add(m->vy, gain->gain[1]), w = m->w;
        if (exceeds(vx, gain->bound[0]) || exceeds(vy, gain->bound[1]) || exceeds(w, gain->bound[2]))
            return i;
        V given_x = v_sub(m->vx, (int32_t)p->vx), given_y = v_sub(m->vy, (int32_t)p->vy),
          given_w = v_sub(w, (int32_t)p->w);
        m->vx = add_contact_part(vx, given_x);
        m->vy = add_contact_part(vy, given_y);
        m->w = add_contact_part(w, given_w);
        *p = (struct fs__solver2_velocity_part){ (uint32_t)vx,
                                                 (uint32_t)vy,
                                                 (uint32_t)w,
                                                 0,
                                                 p->sum_vx + (uint32_t)given_x,
                                                 p->sum_vy + (uint32_t)given_y,
                                                 p->sum_w + (uint32_t)given_w,
                                                 0 };
    }
    return count;
}

static void integrate_positions(struct fs__solver2_body *bodies, int64_t *travel, uint32_t count,
                                const struct fs__solver2_constants *constants)
{
    for (uint32_t i = 0; i < count; i++) {
        struct fs__solver2_body *m = bodies + i;
        int64_t *sum = travel + (size_t)i * 4;
        sum[0] += m->vx;
        sum[1] += m->vy;
        sum[2] += m->w;
        m->dx = v_add(m->dx, w_round(w_mul(m->vx, constants->position_step), FS_UNIT_FRAC));
        m->dy = v_add(m->dy, w_round(w_mul(m->vy, constants->position_step), FS_UNIT_FRAC));
        m->turned = v_add(m->turned, w_round(w_mul(m->w, constants->position_step), FS_UNIT_FRAC));
    }
}

const struct fs__solver2_kernel fs__solver2_kernel_scalar = { .name = "scalar",
                                                              .polygon_passes = &fs__polygon2_scalar,
                                                              CONTACT_PASSES,
                                                              JOINT_PASSES,
                                                              TREE_PASSES,
                                                              .integrate_velocities = integrate_velocities,
                                                              .integrate_positions = integrate_positions };
