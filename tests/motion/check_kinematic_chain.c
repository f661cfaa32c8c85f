/* check_kinematic_chain.c: forward kinematics against the points of the source, inverse kinematics against
 * forward kinematics. Doubles only measure here.
 */
#include <fixstep/kinematic_chain.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/random.h>
#include <fixstep/trig.h>

#include "support/check_main.h"
#include "num/num_util.h"

static fs_pos2 at(double x, double y)
{
    return fs_pos2_make((fs_pos)llround(x * 4294967296.0), (fs_pos)llround(y * 4294967296.0));
}

static double metres(fs_pos p)
{
    return (double)p / 4294967296.0;
}
static double degrees(uint32_t turn)
{
    return fs_turn_signed(turn) * (360.0 / 4294967296.0);
}

#define NEARLY(a, b, bound)                                             \
    do {                                                                \
        double near_a = (a), near_b = (b);                              \
        if (!(fabs(near_a - near_b) <= (bound)))                        \
            ck_abort_msg("%s is %.12g, not %.12g", #a, near_a, near_b); \
    } while (0)

static const fs_pos arm[2] = { 3 * FS_POS_ONE, 5 * FS_POS_ONE };
static const fs_pos2 chain_base = { 0, 0 };

/* --- forward -------------------------------------------------------------------------------- */

/* Links 3 and 5 at 45 and 90 degrees: p1 (2.1213, 2.1213), p2 (-1.4142, 5.6569). */
START_TEST(pose_of_the_source)
{
    uint32_t turn[2] = { FS_TURN_DEG(45), FS_TURN_DEG(90) };
    fs_pos2 joint[3];
    fs_kinematic_chain_joints2(chain_base, arm, turn, 2, joint);
    ck_assert(fs_pos2_eq(joint[0], chain_base));
    NEARLY(metres(joint[1].x), 3 / sqrt(2), 5e-11);
    NEARLY(metres(joint[1].y), 3 / sqrt(2), 5e-11);
    NEARLY(metres(joint[2].x), -1.41421356, 6e-9);
    NEARLY(metres(joint[2].y), 5.65685425, 2e-9);
    ck_assert(fs_pos2_eq(fs_kinematic_chain_tip2(chain_base, arm, turn, 2), joint[2]));
    /* The order matters: the product of the matrices in the other order is another point. */
    fs_kinematic_transform2 first = fs_kinematic_transform2_link(arm[0], turn[0]),
                            second = fs_kinematic_transform2_link(arm[1], turn[1]);
    fs_pos2 tip = fs_kinematic_transform2_apply(fs_kinematic_transform2_compose(first, second), chain_base);
    NEARLY(metres(fs_pos2_dist(tip, joint[2])), 0, 1e-12);
    fs_pos2 other = fs_kinematic_transform2_apply(fs_kinematic_transform2_compose(second, first), chain_base);
    ck_assert(metres(fs_pos2_dist(other, joint[2])) > 1);
}
END_TEST

START_TEST(straight_chain_is_its_length)
{
    fs_pos length[8];
    uint32_t turn[8] = { 0 };
    fs_pos sum = 0;
    for (int i = 0; i < 8; i++) {
        length[i] = (i + 1) * FS_POS_ONE + i;
        sum += length[i];
    }
    ck_assert(
        fs_pos2_eq(fs_kinematic_chain_tip2(at(1, 2), length, turn, 8), fs_pos2_make(FS_POS_ONE + sum, 2 * FS_POS_ONE)));
    turn[0] = FS_TURN_DEG(90);
    ck_assert(
        fs_pos2_eq(fs_kinematic_chain_tip2(at(1, 2), length, turn, 8), fs_pos2_make(FS_POS_ONE, 2 * FS_POS_ONE + sum)));
    /* No links; a negative length is none. */
    ck_assert(fs_pos2_eq(fs_kinematic_chain_tip2(at(1, 2), length, turn, 0), at(1, 2)));
    length[0] = -7;
    ck_assert(fs_pos2_eq(fs_kinematic_chain_tip2(at(1, 2), length, turn, 1), at(1, 2)));
}
END_TEST

/* After any number of rotations the links of a chain have their lengths. */
START_TEST(lengths_never_drift)
{
    fs_rng rng = fs_rng_seed(1, 0);
    fs_pos length[16];
    uint32_t turn[16] = { 0 };
    fs_pos2 joint[17];
    for (int i = 0; i < 16; i++)
        length[i] = fs_rng_range64(&rng, FS_POS_ONE / 10, 9 * FS_POS_ONE);
    for (int step = 0; step < 100000; step++)
        turn[step % 16] += fs_rng_u32(&rng);
    fs_kinematic_chain_joints2(at(-3, 1000), length, turn, 16, joint);
    for (int i = 0; i < 16; i++)
        NEARLY(metres(fs_pos2_dist(joint[i], joint[i + 1])), metres(length[i]), 9e-9);
}
END_TEST

START_TEST(maps_compose_like_steps)
{
    fs_rng rng = fs_rng_seed(2, 0);
    for (int i = 0; i < 1000; i++) {
        fs_kinematic_transform2 map[3], all = { { 0, 0 }, 0 };
        fs_pos2 p, q;
        p.x = fs_rng_range64(&rng, -50 * FS_POS_ONE, 50 * FS_POS_ONE);
        p.y = fs_rng_range64(&rng, -50 * FS_POS_ONE, 50 * FS_POS_ONE);
        q = p;
        for (int k = 0; k < 3; k++) {
            map[k].translation.x = fs_rng_range64(&rng, -50 * FS_POS_ONE, 50 * FS_POS_ONE);
            map[k].translation.y = fs_rng_range64(&rng, -50 * FS_POS_ONE, 50 * FS_POS_ONE);
            map[k].rotation = fs_rng_u32(&rng);
            all = fs_kinematic_transform2_compose(map[k], all);
            q = fs_kinematic_transform2_apply(map[k], q);
        }
        NEARLY(metres(fs_pos2_dist(fs_kinematic_transform2_apply(all, p), q)), 0, 3e-7);
        HOLDS(all.rotation == map[0].rotation + map[1].rotation + map[2].rotation);
    }
}
END_TEST

/* In 3D, quaternions and matrices give the same joints; in the plane these are the joints of the 2D functions. */
START_TEST(chains_in_space)
{
    fs_rng rng = fs_rng_seed(3, 0);
    fs_pos length[6];
    fs_quat turn[6];
    fs_pos3 joint[7];
    for (int round = 0; round < 50; round++) {
        fs_mat3 frame = fs_mat3_identity();
        fs_pos3 tip = fs_pos3_make(FS_POS_ONE, 0, 0);
        for (int i = 0; i < 6; i++) {
            length[i] = fs_rng_range64(&rng, 1, 5 * FS_POS_ONE);
            fs_unit3 axis;
            int32_t x = fs_rng_range(&rng, -1000, 1000), y = fs_rng_range(&rng, -1000, 1000);
            HOLDS(fs_unit3_normalise(fs_unit3_make(x, y, 500), &axis));
            turn[i] = fs_quat_from_axis_turn(axis, fs_rng_u32(&rng));
            frame = fs_mat3_mul(frame, fs_mat3_from_quat(turn[i]));
            tip.x += fs_mul64(length[i], frame.x.x, FS_UNIT_FRAC);
            tip.y += fs_mul64(length[i], frame.y.x, FS_UNIT_FRAC);
            tip.z += fs_mul64(length[i], frame.z.x, FS_UNIT_FRAC);
        }
        fs_kinematic_chain_joints3(fs_pos3_make(FS_POS_ONE, 0, 0), length, turn, 6, joint);
        NEARLY(metres(fs_pos3_dist(joint[6], tip)), 0, 2e-7);
    }
    fs_unit3 z = fs_unit3_make(0, 0, FS_UNIT_ONE);
    turn[0] = fs_quat_from_axis_turn(z, FS_TURN_DEG(45));
    turn[1] = fs_quat_from_axis_turn(z, FS_TURN_DEG(90));
    fs_kinematic_chain_joints3(fs_pos3_zero(), arm, turn, 2, joint);
    NEARLY(metres(joint[2].x), -1.41421356, 6e-9);
    NEARLY(metres(joint[2].y), 5.65685425, 4e-8);
    ck_assert_int_eq(joint[2].z, 0);
}
END_TEST

/* Rotations that would put the tip below the floor are refused and change nothing. */
START_TEST(floor_refuses_keys)
{
    uint32_t turn[2] = { FS_TURN_DEG(45), FS_TURN_DEG(90) }, was[2];
    fs_rng rng = fs_rng_seed(4, 0);
    int refused = 0;
    for (int i = 0; i < 20000; i++) {
        memcpy(was, turn, sizeof was);
        uint32_t link = fs_rng_below(&rng, 2);
        bool right = fs_rng_chance(&rng, 1, 2);
        bool done = fs_kinematic_chain_rotate2(chain_base, arm, turn, 2, link, right ? FS_TURN_DEG(-5) : FS_TURN_DEG(5),
                                               0);
        if (!done)
            HOLDS(turn[0] == was[0] && turn[1] == was[1]);
        refused += !done;
        HOLDS(fs_kinematic_chain_tip2(chain_base, arm, turn, 2).y >= 0);
    }
    ck_assert_int_gt(refused, 100);
    ck_assert(!fs_kinematic_chain_rotate2(chain_base, arm, turn, 2, 2, 1, 0));
    /* A tip below the floor may rise, not sink. */
    turn[0] = FS_TURN_DEG(-30);
    turn[1] = 0;
    ck_assert(!fs_kinematic_chain_rotate2(chain_base, arm, turn, 2, 0, FS_TURN_DEG(-5), 0));
    ck_assert(fs_kinematic_chain_rotate2(chain_base, arm, turn, 2, 0, FS_TURN_DEG(5), 0));
}
END_TEST

/* --- one link --------------------------------------------------------------------------------- */

/* All quadrants: an arc cosine or arc sine alone could not distinguish them. */
START_TEST(one_link_round_trip)
{
    fs_pos length = 7 * FS_POS_ONE;
    for (int d = 0; d < 360; d++) {
        uint32_t turn = FS_TURN_DEG(d), found = 12345;
        fs_pos2 target = fs_kinematic_chain_tip2(at(2, -3), &length, &turn, 1);
        ck_assert_int_eq(fs_ik_one_link2(at(2, -3), length, target, 64, &found), FS_IK_REACHED);
        ck_assert_uint_le(fs_uabs32((int32_t)(found - turn)), 8);
    }
    uint32_t turn = 77;
    ck_assert_int_eq(fs_ik_one_link2(chain_base, length, at(0, 8), 64, &turn), FS_IK_TOO_FAR);
    ck_assert_uint_eq(turn, FS_TURN_DEG(90));
    ck_assert_int_eq(fs_ik_one_link2(chain_base, length, at(-1, 0), 64, &turn), FS_IK_TOO_NEAR);
    ck_assert_uint_eq(turn, FS_TURN_DEG(180));
    ck_assert_int_eq(fs_ik_one_link2(chain_base, length, chain_base, 64, &turn), FS_IK_TOO_NEAR);
    ck_assert_uint_eq(turn, FS_TURN_DEG(180));
    ck_assert_int_eq(fs_ik_one_link2(chain_base, 0, chain_base, 0, &turn), FS_IK_REACHED);
}
END_TEST

/* --- two links ---------------------------------------------------------------------------------- */

START_TEST(elbows_of_the_source)
{
    fs_pos2 target = at(-1.41421356, 5.65685425);
    uint32_t turn[2];
    ck_assert_int_eq(fs_ik_two_links2(chain_base, arm[0], arm[1], target, 1, turn), FS_IK_REACHED);
    NEARLY(degrees(turn[0]), 45, 1e-12);
    NEARLY(degrees(turn[1]), 90, 1e-12);
    ck_assert_int_eq(fs_ik_two_links2(chain_base, arm[0], arm[1], target, -1, turn), FS_IK_REACHED);
    NEARLY(degrees(turn[0]), 163.0725, 5e-5);
    NEARLY(degrees(turn[1]), -90, 1e-12);
}
END_TEST

/* FK(IK(p)) = p for both elbows, up to both limits of the reach. */
START_TEST(two_links_round_trip)
{
    fs_rng rng = fs_rng_seed(5, 0);
    for (int i = 0; i < 4000; i++) {
        fs_pos length[2];
        length[0] = fs_rng_range64(&rng, FS_POS_ONE / 4, 20 * FS_POS_ONE);
        length[1] = fs_rng_range64(&rng, FS_POS_ONE / 4, 20 * FS_POS_ONE);
        fs_pos far = length[0] + length[1], near = fs_abs64(length[0] - length[1]);
        fs_pos d = fs_rng_range64(&rng, near + 8, far - 8);
        if (i % 5 == 0)
            d = i % 2 ? far - 8 : near + 8;
        uint32_t direction = fs_rng_u32(&rng), turn[2];
        fs_pos2 origin = at(-4, 9), target = fs_kinematic_chain_tip2(origin, &d, &direction, 1);
        for (int elbow = -1; elbow <= 1; elbow += 2) {
            fs_ik_status reach = fs_ik_two_links2(origin, length[0], length[1], target, elbow, turn);
            fs_pos2 tip = fs_kinematic_chain_tip2(origin, length, turn, 2);
            HOLDS(reach == FS_IK_REACHED || i % 5 == 0);
            NEARLY(metres(fs_pos2_dist(tip, target)), 0, 1e-8 * metres(far));
            HOLDS(elbow > 0 ? turn[1] <= FS_TURN_HALF : 0u - turn[1] <= FS_TURN_HALF);
        }
    }
}
END_TEST

START_TEST(two_links_out_of_reach)
{
    uint32_t turn[2];
    ck_assert_int_eq(fs_ik_two_links2(chain_base, arm[0], arm[1], at(0, 9), 1, turn), FS_IK_TOO_FAR);
    ck_assert(turn[0] == FS_TURN_DEG(90) && turn[1] == 0);
    ck_assert_int_eq(fs_ik_two_links2(chain_base, arm[0], arm[1], at(8, 0), 1, turn), FS_IK_REACHED);
    ck_assert(turn[0] == 0 && turn[1] == 0);
    ck_assert_int_eq(fs_ik_two_links2(chain_base, arm[0], arm[1], at(2, 0), -1, turn), FS_IK_REACHED);
    /* Too near: the longer link points back across the base. */
    ck_assert_int_eq(fs_ik_two_links2(chain_base, arm[0], arm[1], at(1, 0), 1, turn), FS_IK_TOO_NEAR);
    ck_assert(fs_pos2_eq(fs_kinematic_chain_tip2(chain_base, arm, turn, 2), at(2, 0)));
    ck_assert_int_eq(fs_ik_two_links2(chain_base, arm[1], arm[0], at(0, 1), 1, turn), FS_IK_TOO_NEAR);
    ck_assert(turn[0] == FS_TURN_DEG(90) && turn[1] == FS_TURN_HALF);
    /* Target at the base: equal links fold onto it, others point along x. */
    ck_assert_int_eq(fs_ik_two_links2(at(4, 4), arm[0], arm[0], at(4, 4), 1, turn), FS_IK_REACHED);
    ck_assert_uint_eq(turn[1], FS_TURN_HALF);
    ck_assert_int_eq(fs_ik_two_links2(at(4, 4), arm[0], arm[1], at(4, 4), 1, turn), FS_IK_TOO_NEAR);
    ck_assert_int_eq(fs_ik_two_links2(chain_base, -5, 0, at(4, 4), 1, turn), FS_IK_TOO_FAR);
    ck_assert_int_eq(fs_ik_two_links2(chain_base, 0, 0, chain_base, 1, turn), FS_IK_REACHED);
    fs_pos2 corner = { FS_POS_MIN, FS_POS_MAX };
    ck_assert_int_eq(fs_ik_two_links2(chain_base, FS_POS_MAX, FS_POS_MAX, corner, 1, turn), FS_IK_TOO_FAR);
}
END_TEST

/* --- many links ----------------------------------------------------------------------------------- */

struct test_chain {
    uint32_t links;
    fs_pos length[FS_IK_MAX_LINKS], total;
    uint32_t turn[FS_IK_MAX_LINKS];
};

static void random_chain(struct test_chain *c, fs_rng *rng)
{
    c->links = 3 + fs_rng_below(rng, 14);
    c->total = 0;
    for (uint32_t i = 0; i < c->links; i++) {
        c->length[i] = fs_rng_range64(rng, FS_POS_ONE, 3 * FS_POS_ONE);
        c->turn[i] = fs_rng_u32(rng);
        c->total += c->length[i];
    }
}

static fs_pos2 random_target(const struct test_chain *c, fs_rng *rng, int from_percent, int to_percent)
{
    fs_pos d = fs_muldiv64(c->total, fs_rng_range(rng, from_percent, to_percent), 100);
    uint32_t direction = fs_rng_u32(rng);
    return fs_kinematic_chain_tip2(at(5, 5), &d, &direction, 1);
}

/* Chains of 3 to 16 links from any pose, targets up to 95 % of the reach. */
START_TEST(many_links_reach)
{
    fs_rng rng = fs_rng_seed(6, 0);
    fs_pos tolerance = FS_POS_ONE / 10000;
    uint32_t worst = 0, sum = 0;
    for (int i = 0; i < 500; i++) {
        struct test_chain c;
        random_chain(&c, &rng);
        fs_pos2 target = random_target(&c, &rng, 35, 95);
        fs_ik_report r = fs_ik_chain2(at(5, 5), c.length, c.turn, c.links, target, tolerance, NULL);
        fs_pos2 tip = fs_kinematic_chain_tip2(at(5, 5), c.length, c.turn, c.links);
        HOLDS(r.status == FS_IK_REACHED);
        HOLDS(fs_pos2_dist(tip, target) == r.error && r.error <= tolerance);
        worst = fs_max_u32(worst, r.iterations);
        sum += r.iterations;
    }
    ck_assert_uint_lt(worst, FS_IK_MAX_ITERATIONS);
    ck_assert_uint_le(sum / 500, 15);
}
END_TEST

/* Equal links at whole distances, where folded poses exist in which plain dragging makes no progress. */
START_TEST(folded_poses_unfold)
{
    fs_rng rng = fs_rng_seed(9, 0);
    for (int i = 0; i < 4000; i++) {
        struct test_chain c;
        random_chain(&c, &rng);
        for (uint32_t k = 0; k < c.links; k++)
            c.length[k] = FS_POS_ONE;
        fs_pos d = (c.links - 2) * FS_POS_ONE + fs_rng_range64(&rng, -FS_POS_ONE / 100, FS_POS_ONE / 100);
        uint32_t direction = fs_rng_u32(&rng);
        fs_pos2 target = fs_kinematic_chain_tip2(chain_base, &d, &direction, 1);
        fs_ik_report r = fs_ik_chain2(chain_base, c.length, c.turn, c.links, target, FS_POS_ONE / 10000, NULL);
        HOLDS(r.status == FS_IK_REACHED);
    }
}
END_TEST

START_TEST(many_links_out_of_reach)
{
    fs_pos length[3] = { FS_POS_ONE, 9 * FS_POS_ONE, FS_POS_ONE };
    uint32_t turn[3] = { 1, 2, 3 };
    fs_ik_report r = fs_ik_chain2(chain_base, length, turn, 3, at(0, 20), 1, NULL);
    ck_assert(r.status == FS_IK_TOO_FAR && r.iterations == 0 && r.error == 9 * FS_POS_ONE);
    ck_assert(turn[0] == FS_TURN_DEG(90) && turn[1] == 0 && turn[2] == 0);
    r = fs_ik_chain2(chain_base, length, turn, 3, at(3, 0), 1, NULL);
    ck_assert(r.status == FS_IK_TOO_NEAR && r.error == 4 * FS_POS_ONE);
    ck_assert(fs_pos2_eq(fs_kinematic_chain_tip2(chain_base, length, turn, 3), at(7, 0)));
    /* At the limits of the reach the tip is on the target; for a target at the base the direction is +x. */
    r = fs_ik_chain2(chain_base, length, turn, 3, at(-11, 0), 1, NULL);
    ck_assert(r.status == FS_IK_REACHED);
    r = fs_ik_chain2(chain_base, length, turn, 3, chain_base, 1, NULL);
    ck_assert(r.status == FS_IK_TOO_NEAR && fs_pos2_eq(fs_kinematic_chain_tip2(chain_base, length, turn, 3), at(7, 0)));
    uint32_t many[FS_IK_MAX_LINKS + 1] = { 9 };
    fs_pos lengths[FS_IK_MAX_LINKS + 1] = { 5 };
    ck_assert_int_eq(fs_ik_chain2(chain_base, lengths, many, FS_IK_MAX_LINKS + 1, at(1, 0), 1, NULL).status,
                     FS_IK_REFUSED);
    ck_assert_int_eq(fs_ik_chain2(chain_base, lengths, many, 0, at(1, 0), 1, NULL).status, FS_IK_REFUSED);
    ck_assert_uint_eq(many[0], 9);
}
END_TEST

/* Stretched or folded on the line to the target: without a first bend dragging would not leave that line. */
START_TEST(chain_on_the_line_of_its_target)
{
    static const uint32_t poses[][4] = { { 0, 0, 0, 0 },
                                         { 0, FS_TURN_HALF, 0, FS_TURN_HALF },
                                         { FS_TURN_HALF, 0, 0, 0 } };
    fs_pos length[4] = { FS_POS_ONE, FS_POS_ONE, FS_POS_ONE, FS_POS_ONE };
    for (int k = 0; k < 3; k++) {
        uint32_t turn[4];
        memcpy(turn, poses[k], sizeof turn);
        fs_ik_report r = fs_ik_chain2(chain_base, length, turn, 4, at(1.5, 0), FS_POS_ONE / 10000, NULL);
        ck_assert_int_eq(r.status, FS_IK_REACHED);
    }
    /* Coincident joints, from links of length zero, and targets on the base. */
    fs_pos odd[4] = { 0, FS_POS_ONE, 0, FS_POS_ONE };
    uint32_t turn[4] = { 0, 0, 0, 0 };
    ck_assert_int_eq(fs_ik_chain2(chain_base, odd, turn, 4, at(0.5, 0.5), FS_POS_ONE / 1000, NULL).status,
                     FS_IK_REACHED);
    ck_assert_int_eq(fs_ik_chain2(chain_base, odd, turn, 4, chain_base, FS_POS_ONE / 1000, NULL).status, FS_IK_REACHED);
    fs_pos none[2] = { 0, 0 };
    ck_assert_int_eq(fs_ik_chain2(chain_base, none, turn, 2, chain_base, 0, NULL).status, FS_IK_REACHED);
    ck_assert_int_eq(fs_ik_chain2(chain_base, none, turn, 2, at(1, 1), 0, NULL).status, FS_IK_TOO_FAR);
}
END_TEST

/* The tip never goes below the floor, whatever the target is. */
START_TEST(floor_lifts_targets)
{
    fs_rng rng = fs_rng_seed(8, 0);
    fs_pos tolerance = FS_POS_ONE / 1000, floor = 5 * FS_POS_ONE;
    int below = 0;
    for (int i = 0; i < 300; i++) {
        struct test_chain c;
        random_chain(&c, &rng);
        uint32_t before[FS_IK_MAX_LINKS];
        memcpy(before, c.turn, sizeof before);
        fs_pos2 target = random_target(&c, &rng, 40, 130);
        fs_ik_report r = fs_ik_chain2(at(5, 5), c.length, c.turn, c.links, target, tolerance, &floor);
        fs_pos2 tip = fs_kinematic_chain_tip2(at(5, 5), c.length, c.turn, c.links);
        below += target.y < floor;
        if (r.status == FS_IK_REFUSED)
            HOLDS(memcmp(before, c.turn, c.links * sizeof *before) == 0);
        else
            HOLDS(tip.y >= floor);
        /* Almost stretched, dragging converges slowly: the tip ends near the target, not on it. */
        HOLDS(r.status != FS_IK_NOT_CONVERGED || r.error < c.total / 1000);
    }
    ck_assert_int_gt(below, 100);
}
END_TEST

/* The same pose and target give the same angles, and every input gives a result. */
START_TEST(any_input_is_safe)
{
    test_rng r = { 5 };
    for (int i = 0; i < 300; i++) {
        fs_pos length[5];
        uint32_t turn[5], again[5];
        for (int k = 0; k < 5; k++) {
            length[k] = test_i64(&r);
            again[k] = turn[k] = (uint32_t)test_bits(&r);
        }
        fs_pos2 origin = { test_i64(&r), 0 }, target = { 0, test_i64(&r) };
        fs_pos floor = test_i64(&r), tolerance = test_i64(&r);
        fs_ik_chain2(origin, length, turn, 5, target, tolerance, &floor);
        fs_ik_chain2(origin, length, again, 5, target, tolerance, &floor);
        HOLDS(memcmp(turn, again, sizeof turn) == 0);
        fs_ik_two_links2(origin, length[0], length[1], target, i % 2, turn);
        fs_ik_one_link2(origin, length[0], target, tolerance, turn);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("chain");
    TCase *tc = tcase_create("chain");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, pose_of_the_source);
    tcase_add_test(tc, straight_chain_is_its_length);
    tcase_add_test(tc, lengths_never_drift);
    tcase_add_test(tc, maps_compose_like_steps);
    tcase_add_test(tc, chains_in_space);
    tcase_add_test(tc, floor_refuses_keys);
    tcase_add_test(tc, one_link_round_trip);
    tcase_add_test(tc, elbows_of_the_source);
    tcase_add_test(tc, two_links_round_trip);
    tcase_add_test(tc, two_links_out_of_reach);
    tcase_add_test(tc, many_links_reach);
    tcase_add_test(tc, folded_poses_unfold);
    tcase_add_test(tc, many_links_out_of_reach);
    tcase_add_test(tc, chain_on_the_line_of_its_target);
    tcase_add_test(tc, floor_lifts_targets);
    tcase_add_test(tc, any_input_is_safe);
    suite_add_tcase(suite, tc);
    return suite;
}
