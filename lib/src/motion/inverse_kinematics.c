/* inverse_kinematics.c: inverse kinematics of many links; see fixstep/kinematic_chain.h.
 *
 * The iteration moves joints; its result is turns, so that rounding cannot change a length. The caller's turns are
 * written once, at the end.
 */
#include <fixstep/kinematic_chain.h>
#include <fixstep/trig.h>

enum { FIRST_ITERATIONS = 32 };

struct arm {
    fs_pos2 origin, target;
    uint32_t links, longest; /* longest: index of the longest link, the first of equal ones */
    fs_pos total;
    fs_pos length[FS_IK_MAX_LINKS];
    fs_pos2 joint[FS_IK_MAX_LINKS + 1];
    uint32_t turn[FS_IK_MAX_LINKS];
};

static void load_arm(struct arm *arm, fs_pos2 origin, const fs_pos *length, const uint32_t *turn, uint32_t links)
{
    *arm = (struct arm){ .origin = origin, .links = links };
    for (uint32_t i = 0; i < links; i++) {
        arm->length[i] = fs_max64(length[i], 0);
        arm->turn[i] = turn[i];
        arm->total = fs_sat64_add(arm->total, arm->length[i]);
        if (arm->length[i] > arm->length[arm->longest])
            arm->longest = i;
    }
}

/* --- out of reach ---------------------------------------------------------------------------- */

/* The longest link points to the target and the others as `others` says. */
static void lay_straight(struct arm *arm, uint32_t direction, uint32_t others)
{
    uint32_t before = 0;
    for (uint32_t i = 0; i < arm->links; i++) {
        uint32_t now = i == arm->longest ? direction : direction + others;
        arm->turn[i] = now - before;
        before = now;
    }
}

/* --- iteration ------------------------------------------------------------------------------------ */

/* Bends a chain whose links lie within 1/1024 turn of a line, by 1/64 turn a joint. */
static void bend_straight_chain(struct arm *arm)
{
    for (uint32_t i = 1; i < arm->links; i++) {
        uint32_t off = arm->turn[i] & (FS_TURN_HALF - 1);
        if (fs_min_u32(off, FS_TURN_HALF - off) > UINT32_C(1) << 22)
            return;
    }
    for (uint32_t i = 1; i < arm->links; i++)
        arm->turn[i] += UINT32_C(1) << 26;
}

/* The point at `length` from `fixed` in the direction of `loose`; coincident: along +x. */
static fs_pos2 drag_joint(fs_pos2 fixed, fs_pos2 loose, fs_pos length)
{
    fs_unit2 u;
    if (!fs_pos2_normalise(fs_pos2_sub(loose, fixed), &u))
        u = fs_unit2_make(FS_UNIT_ONE, 0);
    return fs_pos2_add(fixed, fs_pos2_make(fs_mul64(length, u.x, FS_UNIT_FRAC), fs_mul64(length, u.y, FS_UNIT_FRAC)));
}

static void drag_to_target(struct arm *arm)
{
    fs_pos2 *joint = arm->joint;
    joint[arm->links] = arm->target;
    for (uint32_t i = arm->links; i-- > 0;)
        joint[i] = drag_joint(joint[i + 1], joint[i], arm->length[i]);
}

static void drag_to_origin(struct arm *arm)
{
    fs_pos2 *joint = arm->joint;
    joint[0] = arm->origin;
    for (uint32_t i = 0; i < arm->links; i++)
        joint[i + 1] = drag_joint(joint[i], joint[i + 1], arm->length[i]);
}

static void read_turns(struct arm *arm)
{
    uint32_t before = 0;
    for (uint32_t i = 0; i < arm->links; i++) {
        fs_pos2 d = fs_pos2_sub(arm->joint[i + 1], arm->joint[i]);
        uint32_t now = fs_pos2_is_zero(d) ? before : fs_atan2(d.y, d.x);
        arm->turn[i] = now - before;
        before = now;
    }
}

static bool tip_reached(const struct arm *arm, fs_pos tolerance)
{
    return fs_pos2_dist(arm->joint[arm->links], arm->target) <= tolerance;
}

/* Iterates until the tip is within the tolerance or `limit` iterations are done. */
static uint32_t iterate_until(struct arm *arm, fs_pos tolerance, uint32_t iterations, uint32_t limit)
{
    fs_kinematic_chain_joints2(arm->origin, arm->length, arm->turn, arm->links, arm->joint);
    while (iterations < limit && !tip_reached(arm, tolerance)) {
        drag_to_target(arm);
        drag_to_origin(arm);
        iterations++;
    }
    return iterations;
}

/* Sets the pose to half a circle that starts in the direction of the target: no joint is folded. */
static void curl_arm(struct arm *arm)
{
    fs_pos2 d = fs_pos2_sub(arm->target, arm->origin);
    arm->turn[0] = fs_atan2(d.y, d.x);
    for (uint32_t i = 1; i < arm->links; i++)
        arm->turn[i] = FS_TURN_HALF / arm->links;
}

/* Poses with a folded link may converge very slowly; the iteration then restarts from half a circle. */
static uint32_t iterate(struct arm *arm, fs_pos tolerance)
{
    bend_straight_chain(arm);
    uint32_t iterations = iterate_until(arm, tolerance, 0, FIRST_ITERATIONS);
    if (!tip_reached(arm, tolerance)) {
        curl_arm(arm);
        iterations = iterate_until(arm, tolerance, iterations, FS_IK_MAX_ITERATIONS);
    }
    read_turns(arm);
    return iterations;
}

/* --- the solution ------------------------------------------------------------------------------- */

static fs_ik_status solve_arm(struct arm *arm, fs_pos tolerance, uint32_t *iterations)
{
    fs_pos2 d = fs_pos2_sub(arm->target, arm->origin);
    fs_pos distance = fs_pos2_length(d), longest = arm->length[arm->longest];
    fs_pos others = arm->total - longest;
    if (distance >= arm->total) {
        lay_straight(arm, fs_atan2(d.y, d.x), 0);
        return FS_IK_TOO_FAR;
    }
    if (distance <= longest - others) {
        lay_straight(arm, fs_atan2(d.y, d.x), FS_TURN_HALF);
        return FS_IK_TOO_NEAR;
    }
    *iterations = iterate(arm, tolerance / 2);
    return FS_IK_NOT_CONVERGED;
}

fs_ik_report fs_ik_chain2(fs_pos2 origin, const fs_pos *length, uint32_t *turn, uint32_t links, fs_pos2 target,
                          fs_pos tolerance, const fs_pos *floor)
{
    fs_ik_report report = { FS_IK_REFUSED, 0, 0 };
    if (links == 0 || links > FS_IK_MAX_LINKS)
        return report;
    struct arm arm;
    load_arm(&arm, origin, length, turn, links);
    fs_pos slack = fs_max64(tolerance, 0);
    arm.target = target;
    if (floor != NULL)
        arm.target.y = fs_max64(target.y, fs_sat64_add(*floor, slack));
    fs_ik_status reach = solve_arm(&arm, slack, &report.iterations);
    fs_pos2 tip = fs_kinematic_chain_tip2(origin, arm.length, arm.turn, links);
    report.error = fs_pos2_dist(tip, arm.target);
    if (floor != NULL && tip.y < *floor)
        return report;
    for (uint32_t i = 0; i < links; i++)
        turn[i] = arm.turn[i];
    report.status = report.error <= slack ? FS_IK_REACHED : reach;
    return report;
}
