/* solver_poses.c: writes velocities and poses back into the bodies.
 *
 * Positions are rounded once per tick, from the exact sum of the substeps' velocities. The free rotation of the tick
 * follows the impulses (a splitting into impulses at the pose of the start and free motion), so that angular momentum
 * and energy of rotation stay whatever the substeps are; what the substeps' angular velocities differ from that of the
 * end is added as a rotation of its own.
 */
#include "base/parallel_for.h"
#include "physics3d/joint/joint_solver.h"
#include "physics3d/solver/free_rotation.h"

enum { CHUNK_BODIES = 64 }; /* fewer bodies are not worth another thread */

/* Slower bodies (2^-12 rad/s) keep their angular velocity: it would change by less than 2^-30 rad/s in a tick. */
#define GYROSCOPIC_SPEED ((fs_vel)(FS_VEL_ONE >> 12))

/* sum of velocities (Q21) over the substeps' rate, Q32. */
static fs_wide distance_of(const struct fs__solver3 *s, int64_t sum)
{
    return fs__rate_divide(s->rate, sum * (1 << (FS_WIDE_FRAC - FS_VEL_FRAC)));
}

static fs_wide3 distances_of(const struct fs__solver3 *s, const int64_t sum[3])
{
    return fs_wide3_make(distance_of(s, sum[0]), distance_of(s, sum[1]), distance_of(s, sum[2]));
}

static bool has_gyroscopic_torque(const struct fs__solver3 *s, uint32_t row, fs_vel3 w, const fs_scaled inverse[3])
{
    const uint16_t locks = FS_BODY3_LOCK_ROTATION_X | FS_BODY3_LOCK_ROTATION_Y | FS_BODY3_LOCK_ROTATION_Z;
    bool fast = fs_abs32(w.x) >= GYROSCOPIC_SPEED || fs_abs32(w.y) >= GYROSCOPIC_SPEED ||
                fs_abs32(w.z) >= GYROSCOPIC_SPEED;
    return fast && s->w->body.type[row] == FS_BODY3_DYNAMIC && (s->w->body.flags[row] & locks) == 0 &&
           fs__inertia3_is_anisotropic(inverse);
}

static fs_vel whole_of(int64_t fine, int64_t *rest)
{
    int64_t whole = fs_round_shift64_sym(fine, FS_UNIT_FRAC);
    *rest = fine - whole * FS_UNIT_ONE;
    return fs__solver3_clamp_speed(fs_sat32(whole));
}

/* `sum` of the angular velocities; rest: the part of the angular velocity below one step (Q51), which is updated. */
static void rotate_freely(struct fs__solver3 *s, struct fs__solver3_body *m, uint32_t row, const int64_t sum[3],
                          int64_t rest[3], const fs_scaled inverse[3])
{
    const fs_vel last[3] = { fs__solver3_clamp_speed(m->w.x), fs__solver3_clamp_speed(m->w.y),
                             fs__solver3_clamp_speed(m->w.z) };
    int64_t other[3], fine[3];
    for (unsigned i = 0; i < 3; i++) {
        other[i] = sum[i] - (int64_t)last[i] * s->substeps;
        fine[i] = (int64_t)last[i] * FS_UNIT_ONE + rest[i];
    }
    fs_quat rot = fs__rotate_by_vector3(s->w->body.rot[row], distances_of(s, other));
    fs__free_rotation3_advance(inverse, s->w->body.principal[row], s->w->world.hz[0], &rot, fine);
    s->w->body.rot[row] = rot;
    m->w = fs_vel3_make(whole_of(fine[0], &rest[0]), whole_of(fine[1], &rest[1]), whole_of(fine[2], &rest[2]));
}

static void place_rotation(struct fs__solver3 *s, uint32_t i, uint32_t row)
{
    const struct fs_body3_view *body = &s->w->body;
    const fs_scaled inverse[3] = { body->inv_inertia_x[row], body->inv_inertia_y[row], body->inv_inertia_z[row] };
    struct fs__solver3_body *m = &s->tick->solver_body[i];
    const int64_t *sum = s->travel + (size_t)i * 8 + 4;
    if (!fs__joint3_turns(s, i) && has_gyroscopic_torque(s, row, m->w, inverse))
        rotate_freely(s, m, row, sum, s->exact + (size_t)i * 8 + 4, inverse);
    else if ((sum[0] | sum[1] | sum[2]) != 0)
        body->rot[row] = fs__rotate_by_vector3(body->rot[row], distances_of(s, sum));
}

static fs_vel3 clamp_velocity(fs_vel3 v)
{
    return fs_vel3_make(fs__solver3_clamp_speed(v.x), fs__solver3_clamp_speed(v.y), fs__solver3_clamp_speed(v.z));
}

static void store_velocities(const struct fs__solver3 *s, uint32_t i, uint32_t row)
{
    const struct fs_body3_view *body = &s->w->body;
    const int64_t *exact = s->exact + (size_t)i * 8;
    body->vel[row] = clamp_velocity(s->tick->solver_body[i].v);
    body->angular_velocity[row] = clamp_velocity(s->tick->solver_body[i].w);
    body->velocity_residual[row] = fs_unit3_make((fs_unit)exact[0], (fs_unit)exact[1], (fs_unit)exact[2]);
    body->angular_velocity_residual[row] = fs_unit3_make((fs_unit)exact[4], (fs_unit)exact[5], (fs_unit)exact[6]);
}

static void place_bodies(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    struct fs__solver3 *s = work;
    struct fs_body3_view *body = &s->w->body;
    (void)chunk;
    for (uint32_t i = s->body_first + from; i < s->body_first + to; i++) {
        uint32_t row = s->tick->body_row[i];
        fs_wide3 moved = distances_of(s, s->travel + (size_t)i * 8);
        body->pos[row] = fs_pos3_add(body->pos[row], fs_pos3_make(moved.x, moved.y, moved.z));
        place_rotation(s, i, row);
        store_velocities(s, i, row);
        if (s->special) {
            body->force[row] = fs_wide3_zero();
            body->torque[row] = fs_wide3_zero();
        }
    }
}

void fs__solver3_store_bodies(struct fs__solver3 *s)
{
    uint32_t count = s->body_end - s->body_first;
    fs__parallel_for(s->tasks, count, fs__parallel_for_chunks(s->tasks, count, CHUNK_BODIES), place_bodies, s);
}
