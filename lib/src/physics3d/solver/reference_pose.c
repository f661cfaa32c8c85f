/* reference_pose.c: free rotation before and after the contacts of a tick; see reference_pose.h. */
#include "physics3d/solver/reference_pose.h"

#include "physics3d/joint/joint_solver.h"
#include "physics3d/body/free_rotation.h"

/* Slower bodies (2^-12 rad/s) keep their angular velocity: it would change by less than 2^-30 rad/s in a tick. */
#define GYROSCOPIC_SPEED ((fs_vel)(FS_VEL_ONE >> 12))
/* A tick's turn (2^-n rad) from which contacts act at the middle of the tick. */
enum { TURN_SHIFT = 4 };

/* The inverse principal moments of a body. */
struct moments {
    fs_scaled inverse[3];
};

static struct moments moments_of(const struct fs_world3 *w, uint32_t row)
{
    const struct fs_body3_view *b = &w->body;
    return (struct moments){ { b->inv_inertia_x[row], b->inv_inertia_y[row], b->inv_inertia_z[row] } };
}

bool fs__solver3_turns_freely(const struct fs_world3 *w, uint32_t row)
{
    return w->body.type[row] == FS_BODY3_DYNAMIC && (w->body.flags[row] & FS__BODY3_ROTATION_LOCKS) == 0;
}

bool fs__solver3_precesses(const struct fs_world3 *w, uint32_t row, fs_vel3 v)
{
    bool fast = fs_abs32(v.x) >= GYROSCOPIC_SPEED || fs_abs32(v.y) >= GYROSCOPIC_SPEED ||
                fs_abs32(v.z) >= GYROSCOPIC_SPEED;
    return fast && fs__solver3_turns_freely(w, row) && fs__inertia3_is_anisotropic(moments_of(w, row).inverse);
}

/* ---- before contacts -------------------------------------------------------------------------------------------- */

/* Manifolds of a cone on its side have other points on a mesh than on a plane: turned arms would part their paths. */
static bool has_cone(const struct fs_world3 *w, uint32_t row)
{
    for (uint32_t s1 = w->body.first_shape[row]; s1 != 0; s1 = w->shape.sibling[s1 - 1])
        if (w->shape.kind[s1 - 1] == FS_GEOMETRY3_CONE)
            return true;
    return false;
}

static bool turns_far(const struct fs_world3 *w, uint32_t row)
{
    fs_vel3 v = w->body.angular_velocity[row];
    uint64_t sum = (uint64_t)fs_uabs32(v.x) + fs_uabs32(v.y) + fs_uabs32(v.z);
    return sum << TURN_SHIFT >= (uint64_t)FS_VEL_ONE * fs__world3_rate(w) && w->body.first_joint[row] == 0 &&
           (w->rules.flags[0] & FS_WORLD3_WORST_FIRST) == 0 && fs__solver3_turns_freely(w, row) && !has_cone(w, row);
}

static fs_vel whole_of(int64_t fine, int64_t *rest)
{
    int64_t whole = fs_round_shift64_sym(fine, FS_UNIT_FRAC);
    *rest = fine - whole * FS_UNIT_ONE;
    return fs__solver3_clamp_speed(fs_sat32(whole));
}

static fs_vel3 split(const int64_t fine[3], int64_t rest[3])
{
    return fs_vel3_make(whole_of(fine[0], &rest[0]), whole_of(fine[1], &rest[1]), whole_of(fine[2], &rest[2]));
}

/* At another pose the same energy may be a much faster turn about the axis of least inertia. Components that are limited each by
 * itself would turn it towards an axis of greater inertia, and add energy. */
static void limit_speed(int64_t fine[3])
{
    const uint64_t most = (uint64_t)FS__SOLVER3_MAX_VELOCITY << FS_UNIT_FRAC;
    uint64_t largest = fs_max_u64(fs_max_u64(fs_uabs64(fine[0]), fs_uabs64(fine[1])), fs_uabs64(fine[2]));
    for (unsigned i = 0; i < 3 && largest > most; i++)
        fine[i] = fs_muldiv64(fine[i], (int64_t)most, (int64_t)largest);
}

fs_vel3 fs__solver3_split_velocity(const int64_t fine[3], fs_unit3 *rest)
{
    int64_t limited[3] = { fine[0], fine[1], fine[2] }, r[3];
    limit_speed(limited);
    fs_vel3 v = split(limited, r);
    *rest = fs_unit3_make((fs_unit)r[0], (fs_unit)r[1], (fs_unit)r[2]);
    return v;
}

static int64_t fine_of(fs_vel v, int64_t rest)
{
    return (int64_t)v * FS_UNIT_ONE + rest;
}

void fs__solver3_fine_angular_velocity(const struct fs_world3 *w, uint32_t row, int64_t fine[3])
{
    fs_vel3 v = w->body.angular_velocity[row];
    fs_unit3 r = w->body.angular_velocity_residual[row];
    fine[0] = fine_of(v.x, r.x);
    fine[1] = fine_of(v.y, r.y);
    fine[2] = fine_of(v.z, r.z);
}

void fs__solver3_turn_spin(struct fs_world3 *w, uint32_t row, fs_quat to)
{
    struct fs_body3_view *b = &w->body;
    const fs_scaled inverse[3] = { b->inv_inertia_x[row], b->inv_inertia_y[row], b->inv_inertia_z[row] };
    int64_t fine[3];
    if (!fs__solver3_turns_freely(w, row))
        return;
    fs__solver3_fine_angular_velocity(w, row, fine);
    fs__free_rotation3_move(inverse, b->principal[row], b->rot[row], to, fine);
    b->angular_velocity[row] = fs__solver3_split_velocity(fine, &b->angular_velocity_residual[row]);
}

struct fs__solver3_reference fs__solver3_find_reference(const struct fs__solver3 *s, uint32_t row)
{
    const struct fs_body3_view *b = &s->w->body;
    fs_vel3 v = b->angular_velocity[row];
    fs_unit3 r = b->angular_velocity_residual[row];
    struct fs__solver3_reference f = { .rot = b->rot[row], .w = v, .rest = r };
    if (!turns_far(s->w, row))
        return f;
    const struct moments m = moments_of(s->w, row);
    int64_t fine[3];
    fs__solver3_fine_angular_velocity(s->w, row, fine);
    fs__free_rotation3_advance(m.inverse, b->principal[row], 2 * fs__world3_rate(s->w), &f.rot, fine);
    f.w = fs__solver3_split_velocity(fine, &f.rest);
    f.turned = 1;
    return f;
}

/* Of the sums of FS__WORLD3_MAX_SUBSTEPS angular velocities. */
#define MAX_TRAVEL ((int64_t)1 << 34)

void fs__solver3_scale_down(struct fs__solver3_reference *r, uint32_t unit)
{
    if (unit == 0)
        return;
    const int64_t fine[3] = { fs_round_shift64_sym(fine_of(r->w.x, r->rest.x), unit),
                              fs_round_shift64_sym(fine_of(r->w.y, r->rest.y), unit),
                              fs_round_shift64_sym(fine_of(r->w.z, r->rest.z), unit) };
    r->w = fs__solver3_split_velocity(fine, &r->rest);
}

void fs__solver3_scale_up(uint32_t unit, fs_vel3 *w, int64_t rest[3], int64_t travel[3])
{
    if (unit == 0)
        return;
    const int64_t most = ((int64_t)FS__SOLVER3_MAX_VELOCITY << FS_UNIT_FRAC) >> unit;
    int64_t fine[3] = { fine_of(w->x, rest[0]), fine_of(w->y, rest[1]), fine_of(w->z, rest[2]) };
    for (unsigned i = 0; i < 3; i++) {
        fine[i] = fs_clamp64(fine[i], -most, most) * ((int64_t)1 << unit);
        travel[i] = fs_clamp64(travel[i], -(MAX_TRAVEL >> unit), MAX_TRAVEL >> unit) * ((int64_t)1 << unit);
    }
    *w = split(fine, rest);
}

/* ---- after contacts --------------------------------------------------------------------------------------------- */

/* sum of angular velocities (Q21) over twice the substeps' rate, Q32. */
static fs_wide angle_of(const struct fs__solver3 *s, int64_t twice)
{
    return fs__rate_divide(s->rate, twice * (1 << (FS_WIDE_FRAC - FS_VEL_FRAC - 1)));
}

/* The substeps turned the body by another angle than the angular velocities before and after contacts do: it was pushed out
 * of an overlap, or stopped early or late in the tick. */
static fs_quat turn_by_difference(const struct fs__solver3 *s, const struct fs__solver3_reference *from,
                                  const int64_t travel[3], fs_vel3 last)
{
    const int64_t first[3] = { from->w.x, from->w.y, from->w.z }, end[3] = { last.x, last.y, last.z };
    fs_wide angle[3];
    for (unsigned i = 0; i < 3; i++) {
        int64_t mean = from->turned ? first[i] + end[i] : 2 * end[i];
        angle[i] = angle_of(s, 2 * travel[i] - mean * s->substeps);
    }
    return fs__rotate_by_vector3(from->rot, fs_wide3_make(angle[0], angle[1], angle[2]));
}

void fs__solver3_finish_rotation(const struct fs__solver3 *s, uint32_t row, const struct fs__solver3_reference *from,
                                 const int64_t travel[3], fs_vel3 *w, int64_t rest[3])
{
    const struct fs_body3_view *b = &s->w->body;
    const struct moments m = moments_of(s->w, row);
    fs_vel3 last = fs_vel3_make(fs__solver3_clamp_speed(w->x), fs__solver3_clamp_speed(w->y),
                                fs__solver3_clamp_speed(w->z));
    int64_t fine[3] = { (int64_t)last.x * FS_UNIT_ONE + rest[0], (int64_t)last.y * FS_UNIT_ONE + rest[1],
                        (int64_t)last.z * FS_UNIT_ONE + rest[2] };
    fs_quat rot = turn_by_difference(s, from, travel, last);
    fs__free_rotation3_move(m.inverse, b->principal[row], from->rot, rot, fine);
    limit_speed(fine);
    fs__free_rotation3_advance(m.inverse, b->principal[row], (from->turned ? 2 : 1) * fs__world3_rate(s->w), &rot,
                               fine);
    limit_speed(fine);
    b->rot[row] = rot;
    *w = split(fine, rest);
}
