/* kinematic_chain.c: forward kinematics, and the inverse of one and two links; see fixstep/kinematic_chain.h.
 *
 * Angles are summed instead of products of matrices. This file must never compute an angle from a cosine alone, which
 * loses the quadrant and, near 0 and a half turn, the precision.
 */
#include <fixstep/kinematic_chain.h>
#include <fixstep/trig.h>

/* --- forward ------------------------------------------------------------------------------ */

/* v rotated, each component rounded once. */
static fs_pos2 rotate(fs_pos2 v, uint32_t turn)
{
    fs_unit c = fs_cos(turn), s = fs_sin(turn);
    fs_i128 x = fs_i128_sub(fs_i128_mul(v.x, c), fs_i128_mul(v.y, s));
    fs_i128 y = fs_i128_add(fs_i128_mul(v.x, s), fs_i128_mul(v.y, c));
    return fs_pos2_make(fs_i128_round_shift_sym(x, FS_UNIT_FRAC), fs_i128_round_shift_sym(y, FS_UNIT_FRAC));
}

static fs_pos2 link_end(fs_pos2 from, fs_pos length, uint32_t turn)
{
    return fs_pos2_add(from, rotate(fs_pos2_make(fs_max64(length, 0), 0), turn));
}

void fs_kinematic_chain_joints2(fs_pos2 origin, const fs_pos *length, const uint32_t *turn, uint32_t links,
                                fs_pos2 *joint)
{
    FS_ASSERT(joint != NULL);
    uint32_t direction = 0;
    joint[0] = origin;
    for (uint32_t i = 0; i < links; i++) {
        direction += turn[i];
        joint[i + 1] = link_end(joint[i], length[i], direction);
    }
}

fs_pos2 fs_kinematic_chain_tip2(fs_pos2 origin, const fs_pos *length, const uint32_t *turn, uint32_t links)
{
    uint32_t direction = 0;
    for (uint32_t i = 0; i < links; i++) {
        direction += turn[i];
        origin = link_end(origin, length[i], direction);
    }
    return origin;
}

static fs_pos3 scale_direction(fs_pos length, fs_unit3 u)
{
    fs_pos l = fs_max64(length, 0);
    return fs_pos3_make(fs_mul64(l, u.x, FS_UNIT_FRAC), fs_mul64(l, u.y, FS_UNIT_FRAC), fs_mul64(l, u.z, FS_UNIT_FRAC));
}

void fs_kinematic_chain_joints3(fs_pos3 origin, const fs_pos *length, const fs_quat *turn, uint32_t links,
                                fs_pos3 *joint)
{
    FS_ASSERT(joint != NULL);
    fs_quat frame = fs_quat_identity();
    joint[0] = origin;
    for (uint32_t i = 0; i < links; i++) {
        frame = fs_quat_normalise(fs_quat_mul(frame, turn[i]));
        fs_unit3 x = fs_quat_unit(frame, fs_unit3_make(FS_UNIT_ONE, 0, 0));
        joint[i + 1] = fs_pos3_add(joint[i], scale_direction(length[i], x));
    }
}

bool fs_kinematic_chain_rotate2(fs_pos2 origin, const fs_pos *length, uint32_t *turn, uint32_t links, uint32_t link,
                                uint32_t by, fs_pos floor)
{
    if (link >= links)
        return false;
    fs_pos before = fs_kinematic_chain_tip2(origin, length, turn, links).y;
    turn[link] += by;
    fs_pos after = fs_kinematic_chain_tip2(origin, length, turn, links).y;
    bool allowed = after >= floor || after >= before;
    if (!allowed)
        turn[link] -= by;
    return allowed;
}

/* --- transforms ----------------------------------------------------------------------------------- */

fs_kinematic_transform2 fs_kinematic_transform2_link(fs_pos length, uint32_t turn)
{
    return (fs_kinematic_transform2){ link_end(fs_pos2_zero(), length, turn), turn };
}

fs_pos2 fs_kinematic_transform2_apply(fs_kinematic_transform2 transform, fs_pos2 p)
{
    return fs_pos2_add(transform.translation, rotate(p, transform.rotation));
}

fs_kinematic_transform2 fs_kinematic_transform2_compose(fs_kinematic_transform2 outer, fs_kinematic_transform2 inner)
{
    return (fs_kinematic_transform2){ fs_kinematic_transform2_apply(outer, inner.translation),
                                      outer.rotation + inner.rotation };
}

/* --- inverse of one link ----------------------------------------------------------------------- */

fs_ik_status fs_ik_one_link2(fs_pos2 origin, fs_pos length, fs_pos2 target, fs_pos slack, uint32_t *turn)
{
    fs_pos2 d = fs_pos2_sub(target, origin);
    fs_pos distance = fs_pos2_length(d), reach = fs_max64(length, 0);
    if (!fs_pos2_is_zero(d))
        *turn = fs_atan2(d.y, d.x);
    if (fs_absdiff64(distance, reach) <= (uint64_t)fs_max64(slack, 0))
        return FS_IK_REACHED;
    return distance > reach ? FS_IK_TOO_FAR : FS_IK_TOO_NEAR;
}

/* --- inverse of two links ------------------------------------------------------------------------ */

static fs_u128 square(uint64_t v)
{
    return fs_u128_mul(v, v);
}

/* a - b where a > b, else 0; *above tells which. */
static fs_u128 positive_difference(fs_u128 a, fs_u128 b, bool *above)
{
    *above = fs_u128_cmp(a, b) > 0;
    return *above ? fs_u128_sub(a, b) : fs_u128_make(0, 0);
}

static int64_t square_root(fs_u128 v)
{
    return fs_sat64_from_mag(fs_isqrt128_round(v), false);
}

/* The angle of the elbow, 0..half, from the differences of squares to both ends of the reach. */
static uint32_t elbow_angle(fs_pos l1, fs_pos l2, fs_u128 distance_sq, fs_ik_status *reach)
{
    bool short_of_far, beyond_near;
    fs_u128 far_sq = square((uint64_t)fs_sat64_add(l1, l2)), near_sq = square(fs_absdiff64(l1, l2));
    fs_u128 to_far = positive_difference(far_sq, distance_sq, &short_of_far);
    fs_u128 to_near = positive_difference(distance_sq, near_sq, &beyond_near);
    if (!short_of_far) {
        *reach = fs_u128_cmp(distance_sq, far_sq) == 0 ? FS_IK_REACHED : FS_IK_TOO_FAR;
        return 0;
    }
    *reach = beyond_near || fs_u128_cmp(distance_sq, near_sq) == 0 ? FS_IK_REACHED : FS_IK_TOO_NEAR;
    return 2 * fs_atan2(square_root(to_far), square_root(to_near));
}

fs_ik_status fs_ik_two_links2(fs_pos2 origin, fs_pos l1, fs_pos l2, fs_pos2 target, int elbow, uint32_t turn[2])
{
    fs_pos first = fs_max64(l1, 0), second = fs_max64(l2, 0);
    fs_pos2 d = fs_pos2_sub(target, origin);
    fs_ik_status reach;
    uint32_t bend = elbow_angle(first, second, fs_pos2_length_sq(d), &reach);
    fs_pos2 bent = link_end(fs_pos2_make(first, 0), second, bend);
    uint32_t lead = fs_atan2(bent.y, bent.x), direction = fs_atan2(d.y, d.x);
    turn[0] = elbow >= 0 ? direction - lead : direction + lead;
    turn[1] = elbow >= 0 ? bend : 0u - bend;
    return reach;
}
