/* joints.c: joints as contacts that pull; see joints.h.
 *
 * A ball joint is one point. A hinge is a second point on its axis, a fixed joint a third one across it: points that coincide
 * leave no angle free. The further points lie half a metre from the anchor.
 */
#include "physics3d/joint/joint.h"
#include "physics3d/joint/joint_pose.h"
#include "physics3d/resolver/joints.h"

bool fs__resolver3_supports(unsigned kind, unsigned flags)
{
    const unsigned active = FS_JOINT3_LIMIT | FS_JOINT3_MOTOR | FS_JOINT3_SPRING;
    switch (kind) {
    case FS_JOINT3_BALL:
    case FS_JOINT3_HINGE:
    case FS_JOINT3_FIXED:
    case FS_JOINT3_DISTANCE: return (flags & active) == 0;
    case FS_JOINT3_CABLE: return true;
    default: return false;
    }
}

uint32_t fs__resolver3_joint_parts(const struct fs_world3 *w, uint32_t joint)
{
    unsigned kind = w->joint.kind[joint];
    if (!fs__resolver3_supports(kind, w->joint.flags[joint]))
        return 0;
    return kind == FS_JOINT3_FIXED ? 3 : kind == FS_JOINT3_HINGE ? 2 : 1;
}

/* The distance vector from a to b becomes the normal, turned so that pushing b along it removes `depth`. */
static void set_normal(struct fs__resolver3_row *row, fs_rel3 apart, bool shorten)
{
    fs_unit3 n;
    if (!fs_rel3_normalise(apart, &n))
        n = fs_unit3_make(0, FS_UNIT_ONE, 0);
    fs__resolver3_make_basis(shorten ? fs_unit3_neg(n) : n, row->axis);
}

/* Half of a unit vector, m. */
static fs_rel half_of(fs_unit v)
{
    return (fs_rel)fs_round_shift64_sym(v, FS_UNIT_FRAC - FS_REL_FRAC + 1);
}

/* The arm of a part: the anchor, or a point on the joint's x or y axis half a metre from it. */
static fs_rel3 part_arm(fs_rel3 arm, const fs_mat3 *axes, unsigned part)
{
    if (part == 0)
        return arm;
    fs_unit3 axis = part == 1 ? axes->x : axes->y;
    return fs_rel3_add(arm, fs_rel3_make(half_of(axis.x), half_of(axis.y), half_of(axis.z)));
}

static void set_distance(const struct fs__resolver3 *r, struct fs__resolver3_row *row, uint32_t joint, fs_rel3 apart)
{
    const struct fs_joint3_view *j = &r->s->w->joint;
    bool cable = j->kind[joint] == FS_JOINT3_CABLE;
    fs_rel length = cable ? j->upper_limit[joint] : j->length[joint],
           more = fs_sat32_sub(fs_rel3_length(apart), length);
    row->kind = cable ? FS__RESOLVER3_CABLE : FS__RESOLVER3_ROD;
    set_normal(row, apart, cable || more >= 0);
    row->first_depth = cable ? more : fs_abs32(more);
    if (cable && more < 0) {
        int64_t speed = fs_round_shift64_sym(-(int64_t)more * r->s->w->world.hz[0], FS_REL_FRAC - FS_VEL_FRAC);
        row->allowed = -(fs_vel)fs_min64(speed, FS__SOLVER3_MAX_VELOCITY);
    }
}

void fs__resolver3_make_joint(const struct fs__resolver3 *r, struct fs__resolver3_row *row)
{
    const struct fs_world3 *w = r->s->w;
    uint32_t joint = r->s->tick->joint[row->source];
    struct fs__joint3_pose p = fs__joint3_pose_of(w, joint);
    row->cross_friction = FS_UNIT_ONE;
    row->arm[0] = part_arm(p.arm_a, &p.axes_a, row->point);
    row->arm[1] = part_arm(p.arm_b, &p.axes_b, row->point);
    if (w->joint.kind[joint] == FS_JOINT3_DISTANCE || w->joint.kind[joint] == FS_JOINT3_CABLE) {
        set_distance(r, row, joint, p.apart);
        return;
    }
    fs_rel3 apart = fs_rel3_add(p.apart,
                                fs_rel3_sub(fs_rel3_sub(row->arm[1], p.arm_b), fs_rel3_sub(row->arm[0], p.arm_a)));
    row->kind = FS__RESOLVER3_POINT;
    set_normal(row, apart, true);
    row->first_depth = fs_rel3_length(apart);
}

/* ---- what joints leave --------------------------------------------------------------------------------------------- */

/* Sums over the parts of a joint: impulse on b and its moment about b's anchor, in velocity units, Q21. */
struct sums {
    int64_t linear[3], angular[3];
};

static int64_t impulse_along(const struct fs__resolver3_row *row, int32_t x, int32_t y, int32_t z)
{
    return fs_round_shift64_sym(
        (int64_t)row->impulse[0] * x + (int64_t)row->impulse[1] * y + (int64_t)row->impulse[2] * z, FS_UNIT_FRAC);
}

static void add_row(struct sums *s, const struct fs__resolver3_row *row, fs_rel3 anchor)
{
    const fs_unit3 *n = row->axis;
    fs_rel3 arm = fs_rel3_sub(row->arm[1], anchor);
    int64_t x = impulse_along(row, n[0].x, n[1].x, n[2].x), y = impulse_along(row, n[0].y, n[1].y, n[2].y),
            z = impulse_along(row, n[0].z, n[1].z, n[2].z);
    s->linear[0] += x;
    s->linear[1] += y;
    s->linear[2] += z;
    s->angular[0] += fs_sat64_sub(fs_mul64(arm.y, z, FS_REL_FRAC), fs_mul64(arm.z, y, FS_REL_FRAC));
    s->angular[1] += fs_sat64_sub(fs_mul64(arm.z, x, FS_REL_FRAC), fs_mul64(arm.x, z, FS_REL_FRAC));
    s->angular[2] += fs_sat64_sub(fs_mul64(arm.x, y, FS_REL_FRAC), fs_mul64(arm.y, x, FS_REL_FRAC));
}

/* Mean over the tick of an impulse in velocity units times the pair's mass, N. */
static fs_wide3 force_of(const struct fs_world3 *w, fs_scaled mass, const int64_t v[3])
{
    fs_wide f[3];
    for (unsigned i = 0; i < 3; i++)
        f[i] = fs_sat64_mul(fs_scaled_apply(mass, fs_sat64_mul(v[i], 1 << (FS_WIDE_FRAC - FS_VEL_FRAC))),
                            w->world.hz[0]);
    return fs_wide3_make(f[0], f[1], f[2]);
}

static bool exceeds(fs_wide3 v, fs_wide limit)
{
    return limit > 0 && fs_wide3_length(v) > limit;
}

/* Rows of a joint stand together. */
static void store_joint(struct fs__resolver3 *r, uint32_t first, uint32_t parts)
{
    struct fs_world3 *w = r->s->w;
    struct fs_joint3_view *j = &w->joint;
    uint32_t joint = r->s->tick->joint[r->row[first].source];
    struct sums sums = { .linear = { 0, 0, 0 } };
    for (uint32_t i = first; i < first + parts; i++)
        add_row(&sums, &r->row[i], r->row[first].arm[1]);
    fs_scaled inverse = fs_scaled_add(w->body.inv_mass[j->body_a[joint]], w->body.inv_mass[j->body_b[joint]]);
    j->force[joint] = force_of(w, fs_scaled_inverse(inverse), sums.linear);
    j->torque[joint] = force_of(w, fs_scaled_inverse(inverse), sums.angular);
    if (exceeds(j->force[joint], j->break_force[joint]) || exceeds(j->torque[joint], j->break_torque[joint]))
        j->flags[joint] |= FS__JOINT3_BROKEN;
}

/* The default solver starts from these; they are not known here. */
static void forget_rows(struct fs__resolver3 *r)
{
    struct fs_joint3_view *j = &r->s->w->joint;
    for (uint32_t i = 0; i < r->s->tick->joint_count; i++) {
        uint32_t joint = r->s->tick->joint[i];
        j->angular_rows[joint] = j->linear_rows[joint] = j->extra_rows[joint] = fs_wide3_zero();
        j->force[joint] = j->torque[joint] = fs_wide3_zero();
    }
}

void fs__resolver3_store_joints(struct fs__resolver3 *r)
{
    forget_rows(r);
    for (uint32_t i = 0; i < r->row_count;) {
        bool joint = r->row[i].kind != FS__RESOLVER3_CONTACT;
        uint32_t parts = joint ? fs__resolver3_joint_parts(r->s->w, r->s->tick->joint[r->row[i].source]) : 1;
        if (joint)
            store_joint(r, i, parts);
        i += parts;
    }
}
