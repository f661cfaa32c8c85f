/* solver_poses.c: writes velocities and poses back into the bodies.
 *
 * Positions are rounded once per tick, from the exact sum of the substeps' velocities. Free rotation follows the impulses (a
 * splitting into impulses at one pose and free motion, see reference_pose.h), so that angular momentum and energy of rotation
 * stay whatever the substeps are.
 */
#include "base/parallel_for.h"
#include "physics3d/joint/joint_solver.h"
#include "physics3d/body/free_rotation.h"
#include "physics3d/solver/reference_pose.h"

enum { CHUNK_BODIES = 64 }; /* fewer bodies are not worth another thread */

/* sum of velocities (Q21) over the substeps' rate, Q32. */
static fs_wide distance_of(const struct fs__solver3 *s, int64_t sum)
{
    return fs__rate_divide(s->rate, sum * (1 << (FS_WIDE_FRAC - FS_VEL_FRAC)));
}

static fs_wide3 distances_of(const struct fs__solver3 *s, const int64_t sum[3])
{
    return fs_wide3_make(distance_of(s, sum[0]), distance_of(s, sum[1]), distance_of(s, sum[2]));
}

static void place_rotation(struct fs__solver3 *s, uint32_t i, uint32_t row)
{
    const struct fs_body3_view *body = &s->w->body;
    struct fs__solver3_body *m = &s->tick->solver_body[i];
    struct fs__solver3_reference *from = &s->reference[i];
    int64_t *sum = s->travel + (size_t)i * 8 + 4, none[3] = { 0, 0, 0 },
            rest[3] = { from->rest.x, from->rest.y, from->rest.z };
    fs__solver3_scale_up(s->inertia[i].unit, &m->w, s->exact + (size_t)i * 8 + 4, sum);
    fs__solver3_scale_up(s->inertia[i].unit, &from->w, rest, none);
    if (from->turned != 0 || (!fs__joint3_turns(s, i) && fs__solver3_precesses(s->w, row, m->w)))
        fs__solver3_finish_rotation(s, row, from, sum, &m->w, s->exact + (size_t)i * 8 + 4);
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
        if (s->special && fs__world3_is_last_part(s->w)) {
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
