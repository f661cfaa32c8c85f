/* joint_read.c: measures joints, and checks their values. Changes nothing. */
#include <fixstep/trig.h>

#include "physics2d/joint/joint.h"
#include "physics2d/world/world.h"

/* 2 pi in Q2.61: radians per turn. */
#define TWO_PI_Q60 INT64_C(0x6487ED5110B4611A)

/* Turns (2^32 each) as radians Q32.32. */
static int64_t turns_to_radians(int64_t turned)
{
    return fs_mul64(turned, TWO_PI_Q60, 60);
}

int64_t fs__joint2_measure_angle(const struct fs_world2 *w, uint32_t row)
{
    FS_ASSERT(row < *w->joint.rows);
    fs_rot2 a = w->body.rot[w->joint.body_a[row]], b = w->body.rot[w->joint.body_b[row]];
    fs_rot2 between = fs_rot2_mul(fs_rot2_conj(w->joint.reference_rotation[row]), fs_rot2_mul(fs_rot2_conj(a), b));
    int64_t accumulated = w->joint.accumulated_angle[row];
    return fs_sat64_add(accumulated, fs_turn_signed(fs_turn_from_rot2(between) - (uint32_t)(uint64_t)accumulated));
}

static fs_pos2 anchor_position(const struct fs_world2 *w, uint32_t body, fs_rel2 local)
{
    fs_rel2 arm = fs_rot2_rel(w->body.rot[body], fs_rel2_sub(local, w->body.centre[body]));
    return fs_pos2_add_rel(w->body.pos[body], arm);
}

/* From anchor a to anchor b (mouse: from anchor b to the target). */
static fs_rel2 anchor_difference(const struct fs_world2 *w, uint32_t row)
{
    fs_pos2 b = anchor_position(w, w->joint.body_b[row], w->joint.anchor_b[row]);
    if (w->joint.kind[row] == FS_JOINT2_MOUSE)
        return fs_pos2_sub_rel(w->joint.target[row], b);
    return fs_pos2_sub_rel(b, anchor_position(w, w->joint.body_a[row], w->joint.anchor_a[row]));
}

static fs_unit2 world_axis(const struct fs_world2 *w, uint32_t row)
{
    return fs_rot2_unit(w->body.rot[w->joint.body_a[row]], w->joint.axis[row]);
}

/* A row that is not in use is answered with 0. */
static bool in_use(const struct fs_world2 *w, uint32_t row)
{
    return row < *w->joint.rows && fs__world2_row_live(w->joint.gen, row);
}

fs_rel fs_joint2_angle(const struct fs_world2 *w, uint32_t row)
{
    if (!in_use(w, row) || w->joint.kind[row] == FS_JOINT2_GEAR)
        return 0;
    return fs_sat32(
        fs_round_shift64_sym(turns_to_radians(fs__joint2_measure_angle(w, row)), FS_WIDE_FRAC - FS_REL_FRAC));
}

fs_rel fs_joint2_translation(const struct fs_world2 *w, uint32_t row)
{
    uint8_t kind = in_use(w, row) ? w->joint.kind[row] : FS_JOINT2_GEAR;
    if (kind == FS_JOINT2_GEAR)
        return 0;
    fs_rel2 d = anchor_difference(w, row);
    if (kind == FS_JOINT2_PRISMATIC || kind == FS_JOINT2_WHEEL)
        return fs_sat32(fs_round_shift64_sym(fs_unit2_dot_rel2(world_axis(w, row), d), FS_UNIT_FRAC));
    return fs_rel2_length(d);
}

int64_t fs__joint2_gear_coordinate(const struct fs_world2 *w, uint32_t row)
{
    if (w->joint.kind[row] == FS_JOINT2_REVOLUTE)
        return turns_to_radians(fs__joint2_measure_angle(w, row));
    return (int64_t)fs_joint2_translation(w, row) * ((int64_t)1 << (FS_WIDE_FRAC - FS_REL_FRAC));
}

/* ---- forces ------------------------------------------------------------------------------------------------- */

/* Stored impulses are those of one substep. */
static fs_wide impulse_to_force(const struct fs_world2 *w, fs_wide impulse)
{
    return fs_sat64_mul(impulse, (int64_t)w->world.hz[0] * w->rules.substeps[0]);
}

/* Impulse of spring, motor and limits in the free direction. */
static fs_wide free_impulse(const struct fs_world2 *w, uint32_t row)
{
    fs_wide motor = w->joint.kind[row] == FS_JOINT2_WHEEL ? 0 : w->joint.motor_impulse[row];
    fs_wide limits = fs_sat64_sub(w->joint.lower_impulse[row], w->joint.upper_impulse[row]);
    return fs_sat64_add(fs_sat64_add(limits, motor), w->joint.spring_impulse[row]);
}

/* World vector of the components along the axis and, to its left, across. */
static fs_wide2 impulse_on_axis(fs_unit2 n, fs_wide along, fs_wide across)
{
    fs_wide x = fs_sat64_sub(fs_mul64(along, n.x, FS_UNIT_FRAC), fs_mul64(across, n.y, FS_UNIT_FRAC));
    fs_wide y = fs_sat64_add(fs_mul64(along, n.y, FS_UNIT_FRAC), fs_mul64(across, n.x, FS_UNIT_FRAC));
    return fs_wide2_make(x, y);
}

static fs_wide2 point_impulse(const struct fs_world2 *w, uint32_t row)
{
    fs_wide2 accumulated = w->joint.impulse[row];
    fs_unit2 n;
    switch (w->joint.kind[row]) {
    case FS_JOINT2_REVOLUTE:
    case FS_JOINT2_WELD:
    case FS_JOINT2_MOUSE: return accumulated;
    case FS_JOINT2_PRISMATIC:
    case FS_JOINT2_WHEEL: return impulse_on_axis(world_axis(w, row), free_impulse(w, row), accumulated.x);
    case FS_JOINT2_GEAR: return fs_wide2_zero();
    default:
        if (!fs_rel2_normalise(anchor_difference(w, row), &n))
            n = fs_unit2_make(FS_UNIT_ONE, 0);
        return impulse_on_axis(n, fs_sat64_add(free_impulse(w, row), accumulated.x), 0);
    }
}

fs_wide2 fs_joint2_force(const struct fs_world2 *w, uint32_t row)
{
    if (!in_use(w, row))
        return fs_wide2_zero();
    fs_wide2 impulse = point_impulse(w, row);
    return fs_wide2_make(impulse_to_force(w, impulse.x), impulse_to_force(w, impulse.y));
}

fs_wide fs_joint2_torque(const struct fs_world2 *w, uint32_t row)
{
    if (!in_use(w, row))
        return 0;
    fs_wide impulse = w->joint.angular_impulse[row];
    if (w->joint.kind[row] == FS_JOINT2_REVOLUTE)
        impulse = free_impulse(w, row);
    if (w->joint.kind[row] == FS_JOINT2_WHEEL)
        impulse = w->joint.motor_impulse[row];
    return impulse_to_force(w, impulse);
}

/* ---- validity ------------------------------------------------------------------------------------------------- */

static bool body_live(const struct fs_world2 *w, uint32_t body)
{
    return body < *w->body.rows && fs__world2_row_live(w->body.gen, body);
}

static bool gear_valid(const struct fs_world2 *w, uint32_t row)
{
    const uint32_t other[2] = { w->joint.other_a[row] - 1u, w->joint.other_b[row] - 1u };
    const uint32_t body[2] = { w->joint.body_a[row], w->joint.body_b[row] };
    for (int i = 0; i < 2; i++) {
        if (other[i] >= *w->joint.rows || !fs__world2_row_live(w->joint.gen, other[i]) ||
            w->joint.body_b[other[i]] != body[i])
            return false;
        if (w->joint.kind[other[i]] != FS_JOINT2_REVOLUTE && w->joint.kind[other[i]] != FS_JOINT2_PRISMATIC)
            return false;
    }
    return true;
}

static bool row_valid(const struct fs_world2 *w, uint32_t row)
{
    uint8_t kind = w->joint.kind[row];
    if (kind < FS_JOINT2_DISTANCE || kind >= FS_JOINT2_KINDS || (w->joint.flags[row] & ~15u) != 0)
        return false;
    if (!body_live(w, w->joint.body_a[row]) || !body_live(w, w->joint.body_b[row]) ||
        w->joint.body_a[row] == w->joint.body_b[row])
        return false;
    return fs__joint2_row_valid(w, row) && (kind != FS_JOINT2_GEAR || gear_valid(w, row));
}

/* Length of a body's list, which may have at most `left` links; SIZE_MAX when it is not intact. */
static size_t list_length(const struct fs_world2 *w, uint32_t body, size_t left)
{
    size_t count = 0;
    uint32_t link = w->body.first_joint[body];
    while (link != 0 && count <= left) {
        uint32_t row = (link - 1u) / 2u;
        bool second = (link - 1u) % 2u != 0;
        if (row >= *w->joint.rows || !fs__world2_row_live(w->joint.gen, row))
            return SIZE_MAX;
        if ((second ? w->joint.body_b[row] : w->joint.body_a[row]) != body)
            return SIZE_MAX;
        link = second ? w->joint.next_b[row] : w->joint.next_a[row];
        count++;
    }
    return count <= left ? count : SIZE_MAX;
}

/* Every link leads to a joint with this body at that end, and the number of links equals the number of ends. So each
 * end is in its body's list exactly once: two lists cannot share a link, and a cycle would never end. */
static bool lists_whole(const struct fs_world2 *w, size_t ends)
{
    for (uint32_t body = 0; body < *w->body.rows; body++) {
        if (!fs__world2_row_live(w->body.gen, body))
            continue;
        size_t length = list_length(w, body, ends);
        if (length == SIZE_MAX)
            return false;
        ends -= length;
    }
    return ends == 0;
}

bool fs__joint2_all_valid(const struct fs_world2 *w)
{
    size_t ends = 0;
    for (uint32_t row = 0; row < *w->joint.rows; row++) {
        if (!fs__world2_row_live(w->joint.gen, row))
            continue;
        if (!row_valid(w, row))
            return false;
        ends += 2;
    }
    return lists_whole(w, ends);
}
