/* contact_scalar.c: the contact rows, one lane at a time: the definition of the result of every kernel, and the only
 * kernel that may run contacts of one block that share a body.
 */
#include "physics/lanes_scalar.h"
#include "physics/lane_math.h"
#include "physics3d/joint/joint_block.h"

struct lane_bodies {
    struct vec3 v, w, d, turned;
};

INLINE struct lane_bodies load_bodies(const int32_t *index, const struct fs__solver3_body *bodies)
{
    const struct fs__solver3_body *m = bodies + (uint32_t)*index;
    return (struct lane_bodies){ { m->v.x, m->v.y, m->v.z },
                                 { m->w.x, m->w.y, m->w.z },
                                 { m->d.x, m->d.y, m->d.z },
                                 { m->turned.x, m->turned.y, m->turned.z } };
}

INLINE struct lane_bodies load_velocities(const int32_t *index, const struct fs__solver3_body *bodies)
{
    return load_bodies(index, bodies);
}

INLINE fs_vel3 clamp_velocity(struct vec3 v)
{
    return fs_vel3_make(fs__solver3_clamp_speed(v.x), fs__solver3_clamp_speed(v.y), fs__solver3_clamp_speed(v.z));
}

INLINE void store_velocities(const int32_t *index, uint8_t mask, unsigned k, struct fs__solver3_body *bodies,
                             const struct lane_bodies *s)
{
    struct fs__solver3_body *m = bodies + (uint32_t)*index;
    if ((mask >> k & 1u) == 0)
        return;
    m->v = clamp_velocity(s->v);
    m->w = clamp_velocity(s->w);
}

#include "physics3d/solver/contact_passes.h"
#include "physics3d/solver/contact_rows.h"

#include "physics3d/joint/joint_passes.h"

#include "physics3d/joint/joint_points.h"

/* The lanes of a body's velocities; the fourth and the eighth are not velocities, and 0. */
static int32_t *velocity_lanes(struct fs__solver3_body *m, unsigned i)
{
    int32_t *const lane[8] = { &m->v.x, &m->v.y, &m->v.z, &m->flags, &m->w.x, &m->w.y, &m->w.z, &m->stop };
    return lane[i];
}

static bool exceeds_bound(struct fs__solver3_body *m, const struct fs__solver3_velocity_gain *gain)
{
    for (unsigned i = 0; i < 8; i++)
        if (fs_uabs32(v_add(*velocity_lanes(m, i), gain->gain[i])) > (uint32_t)gain->bound[i])
            return true;
    return false;
}

static uint32_t integrate_velocities(struct fs__solver3_body *bodies, struct fs__solver3_velocity_part *parts,
                                     uint32_t count, const struct fs__solver3_velocity_gain *gain)
{
    for (uint32_t n = 0; n < count; n++) {
        if (exceeds_bound(bodies + n, gain))
            return n;
        for (unsigned i = 0; i < 8; i++) {
            int32_t *v = velocity_lanes(bodies + n, i);
            V contacts = v_sub(*v, (int32_t)parts[n].v[i]), free = v_add(*v, gain->gain[i]);
            parts[n].v[i] = (uint32_t)free;
            parts[n].sum[i] += (uint32_t)contacts;
            *v = fs__solver3_clamp_speed(v_add(free, fs__solver3_clamp_speed(contacts)));
        }
    }
    return count;
}

static fs_rel move(fs_rel d, fs_vel v, const struct fs__solver3_constants *constants)
{
    return v_add(d, v_times(v, constants->position_step, FS_UNIT_FRAC));
}

static fs_rel3 move3(fs_rel3 d, fs_vel3 v, const struct fs__solver3_constants *constants)
{
    return fs_rel3_make(move(d.x, v.x, constants), move(d.y, v.y, constants), move(d.z, v.z, constants));
}

static void integrate_positions(struct fs__solver3_body *bodies, int64_t *travel, uint32_t count,
                                const struct fs__solver3_constants *constants)
{
    for (uint32_t i = 0; i < count; i++) {
        struct fs__solver3_body *m = bodies + i;
        for (unsigned c = 0; c < 8; c++)
            travel[(size_t)i * 8 + c] += *velocity_lanes(m, c);
        m->d = move3(m->d, m->v, constants);
        m->turned = move3(m->turned, m->w, constants);
    }
}

const struct fs__joint3_passes fs__joint3_passes_scalar = JOINT_PASSES;

const struct fs__solver3_kernel fs__solver3_kernel_scalar = { .name = "scalar",
                                                              CONTACT_PASSES,
                                                              .joints = &fs__joint3_passes_scalar,
                                                              .integrate_velocities = integrate_velocities,
                                                              .integrate_positions = integrate_positions };
