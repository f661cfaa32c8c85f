/* joint_pose.c: where the two ends of a joint are. */
#include <fixstep/trig.h>

#include "physics3d/joint/joint_pose.h"

#define TWO_PI_Q28 ((int64_t)1686629713)

static fs_rel3 arm_of(const struct fs_world3 *w, uint32_t body, const struct fs__joint3_place *at, fs_rel3 anchor)
{
    return fs_mat3_rel(at->turn, fs_rel3_sub(anchor, w->body.centre[body]));
}

static fs_quat frame_of(const struct fs__joint3_place *at, fs_quat frame)
{
    return fs_quat_normalise(fs_quat_mul(at->pose.rot, frame));
}

static fs_rel3 apart_of(fs_pos3 a, fs_pos3 b, fs_rel3 arm_a, fs_rel3 arm_b)
{
    return fs_pos3_sub_rel(fs_pos3_add_rel(b, arm_b), fs_pos3_add_rel(a, arm_a));
}

/* All but the parts that need the frame of b. */
static struct fs__joint3_pose point_of(const struct fs_world3 *w, uint32_t row, const struct fs__joint3_place *a,
                                       const struct fs__joint3_place *b, fs_quat qa)
{
    struct fs__joint3_pose p = { .arm_a = arm_of(w, w->joint.body_a[row], a, w->joint.anchor_a[row]),
                                 .arm_b = arm_of(w, w->joint.body_b[row], b, w->joint.anchor_b[row]),
                                 .axes_a = fs_mat3_transpose(fs_mat3_from_quat(qa)) };
    p.apart = apart_of(a->pose.pos, b->pose.pos, p.arm_a, p.arm_b);
    return p;
}

fs_rel3 fs__joint3_apart_at(const struct fs_world3 *w, uint32_t row, const struct fs__joint3_place *a,
                            const struct fs__joint3_place *b)
{
    return apart_of(a->pose.pos, b->pose.pos, arm_of(w, w->joint.body_a[row], a, w->joint.anchor_a[row]),
                    arm_of(w, w->joint.body_b[row], b, w->joint.anchor_b[row]));
}

struct fs__joint3_pose fs__joint3_point_at(const struct fs_world3 *w, uint32_t row, const struct fs__joint3_place *a,
                                           const struct fs__joint3_place *b)
{
    return point_of(w, row, a, b, frame_of(a, w->joint.frame_a[row]));
}

struct fs__joint3_pose fs__joint3_pose_at(const struct fs_world3 *w, uint32_t row, const struct fs__joint3_place *a,
                                          const struct fs__joint3_place *b)
{
    fs_quat qa = frame_of(a, w->joint.frame_a[row]), qb = frame_of(b, w->joint.frame_b[row]);
    struct fs__joint3_pose p = point_of(w, row, a, b, qa);
    p.axes_b = fs_mat3_transpose(fs_mat3_from_quat(qb));
    p.relative = fs_quat_mul(fs_quat_conj(qa), qb);
    if (p.relative.w < 0)
        p.relative = fs_quat_make(-p.relative.x, -p.relative.y, -p.relative.z, -p.relative.w);
    return p;
}

static struct fs__joint3_place place_of_body(const struct fs_world3 *w, uint32_t body)
{
    return fs__joint3_place_of((fs_pose3){ w->body.pos[body], w->body.rot[body] });
}

struct fs__joint3_pose fs__joint3_pose_of(const struct fs_world3 *w, uint32_t row)
{
    const struct fs__joint3_place a = place_of_body(w, w->joint.body_a[row]),
                                  b = place_of_body(w, w->joint.body_b[row]);
    return fs__joint3_pose_at(w, row, &a, &b);
}

fs_rel fs__joint3_twist(const struct fs__joint3_pose *p)
{
    int32_t turn = (int32_t)fs_atan2(p->relative.x, p->relative.w); /* half of the angle, in 2^-32 turns */
    return (fs_rel)fs_round_shift64_sym((int64_t)turn * TWO_PI_Q28, 33);
}
