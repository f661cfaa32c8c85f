/* joint.c: joints as objects: creation, changes, destruction, and the lists of joints that bodies keep.
 *
 * The rows of a joint are in joint_*.c. This file must never change a velocity.
 */
#include "physics2d/joint/joint.h"

#include <string.h>

#include "physics2d/body/body.h"
#include "physics2d/world/error.h"
#include "physics2d/world/world.h"

enum { BODY_TABLE = FS__WORLD2_TABLE_BODY, JOINT_TABLE = FS__WORLD2_TABLE_JOINT };

#define MAX_HERTZ (FS_FIX16_ONE * 1000)
#define MAX_DAMPING_RATIO (FS_FIX16_ONE * 100)
#define MAX_GEAR_RATIO (FS_FIX16_ONE * 1024)

/* ---- lists ------------------------------------------------------------------------------------------------ */

static uint32_t link_from_end(uint32_t row, unsigned end)
{
    return row * 2u + end + 1u;
}

bool fs__joint2_bodies(const struct fs_world2 *w, uint32_t joint, uint32_t *a, uint32_t *b)
{
    *a = w->joint.body_a[joint];
    *b = w->joint.body_b[joint];
    return fs__world2_row_live(w->joint.gen, joint);
}

static uint32_t *next_link(struct fs_world2 *w, uint32_t link)
{
    FS_ASSERT(link != 0);
    uint32_t row = (link - 1u) / 2u;
    return (link - 1u) % 2u ? &w->joint.next_b[row] : &w->joint.next_a[row];
}

static void link_end(struct fs_world2 *w, uint32_t row, unsigned end, uint32_t body)
{
    uint32_t link = link_from_end(row, end);
    *next_link(w, link) = w->body.first_joint[body];
    w->body.first_joint[body] = link;
}

static void unlink_end(struct fs_world2 *w, uint32_t row, unsigned end, uint32_t body)
{
    uint32_t link = link_from_end(row, end);
    uint32_t *at = &w->body.first_joint[body];
    while (*at != 0 && *at != link)
        at = next_link(w, *at);
    if (*at == link)
        *at = *next_link(w, link);
}

static void wake_bodies(struct fs_world2 *w, uint32_t row)
{
    fs__body2_wake_row(w, w->joint.body_a[row]);
    fs__body2_wake_row(w, w->joint.body_b[row]);
}

bool fs__joint2_blocks_collision(const struct fs_world2 *w, uint32_t body_a, uint32_t body_b)
{
    uint32_t link = w->body.first_joint[body_a];
    while (link != 0) {
        uint32_t row = (link - 1u) / 2u;
        bool second = (link - 1u) % 2u != 0;
        uint32_t other = second ? w->joint.body_a[row] : w->joint.body_b[row];
        if (other == body_b && (w->joint.flags[row] & FS_JOINT2_COLLIDE_CONNECTED) == 0)
            return true;
        link = second ? w->joint.next_b[row] : w->joint.next_a[row];
    }
    return false;
}

/* ---- contacts of joined bodies ------------------------------------------------------------------------------- */

static bool connects(const struct fs_world2 *w, uint32_t contact, uint32_t a, uint32_t b)
{
    uint32_t i = w->shape.body[w->contact.shape_a[contact]], k = w->shape.body[w->contact.shape_b[contact]];
    return (i == a && k == b) || (i == b && k == a);
}

/* Destroys the contacts of two bodies that a new joint connects; sensors keep theirs. */
static void destroy_contacts_between(struct fs_world2 *w, uint32_t a, uint32_t b)
{
    for (uint32_t c = 0; c < *w->contact.rows; c++)
        if (fs__world2_row_live(w->contact.gen, c) && (w->contact.flags[c] & FS__CONTACT2_SENSOR) == 0 &&
            connects(w, c, a, b))
            fs__contact2_destroy(w, c);
}

/* Makes the next tick search contacts of the body again. */
static void mark_shapes_moved(struct fs_world2 *w, uint32_t body)
{
    for (uint32_t s1 = w->body.first_shape[body]; s1 != 0; s1 = fs__body2_next_shape(w, s1))
        w->shape.flags[s1 - 1u] |= FS_SHAPE2_MOVED;
}

/* ---- making ------------------------------------------------------------------------------------------------ */

fs_joint2_def fs_default_joint2_def(fs_joint2_kind kind)
{
    fs_joint2_def def;
    memset(&def, 0, sizeof def);
    def.kind = kind;
    def.axis = fs_unit2_make(FS_UNIT_ONE, 0);
    def.reference_rotation = fs_rot2_identity();
    def.length = FS_REL_ONE;
    def.gear_ratio = FS_FIX16_ONE;
    if (kind == FS_JOINT2_REVOLUTE || kind == FS_JOINT2_PRISMATIC)
        def.length = 0;
    if (kind == FS_JOINT2_ROPE)
        def.upper_limit = FS_REL_ONE;
    if (kind == FS_JOINT2_WHEEL || kind == FS_JOINT2_MOUSE) {
        def.flags = FS_JOINT2_SPRING;
        def.length = 0;
        def.hertz = FS_FIX16_ONE * 4;
        def.damping_ratio = (FS_FIX16_ONE * 7 + 5) / 10;
    }
    if (kind == FS_JOINT2_MOUSE)
        def.motor_limit = fs_wide_from_int(1000);
    return def;
}

static fs_result check_anchors(struct fs_world2 *w, fs_rel2 a, fs_rel2 b)
{
    const fs_rel most = FS_GEOMETRY2_MAX_EXTENT - 1;
    const struct fs__range ranges[] = { { "anchor_a.x", a.x, -most, most, FS_REL_FRAC },
                                        { "anchor_a.y", a.y, -most, most, FS_REL_FRAC },
                                        { "anchor_b.x", b.x, -most, most, FS_REL_FRAC },
                                        { "anchor_b.y", b.y, -most, most, FS_REL_FRAC } };
    return fs__error2_check(w, ranges, 4);
}

static fs_result check_limits(struct fs_world2 *w, fs_joint2_kind kind, fs_rel length, fs_rel lower_limit,
                              fs_rel upper_limit)
{
    bool distance = kind == FS_JOINT2_DISTANCE || kind == FS_JOINT2_ROPE;
    fs_rel least = distance ? 0 : FS_REL_MIN;
    const struct fs__range ranges[] = {
        { "length", length, least, FS_REL_MAX, FS_REL_FRAC },
        { "upper_limit", upper_limit, kind == FS_JOINT2_ROPE ? 1 : least, FS_REL_MAX, FS_REL_FRAC },
        { "lower_limit", lower_limit, least, fs_max32(upper_limit, least), FS_REL_FRAC },
    };
    return fs__error2_check(w, ranges, 3);
}

static fs_result check_spring(struct fs_world2 *w, fix16_t hertz, fix16_t damping_ratio)
{
    const struct fs__range ranges[] = { { "hertz", hertz, 0, MAX_HERTZ, FS_FIX16_FRAC },
                                        { "damping_ratio", damping_ratio, 0, MAX_DAMPING_RATIO, FS_FIX16_FRAC } };
    return fs__error2_check(w, ranges, 2);
}

static fs_result check_forces(struct fs_world2 *w, fs_wide motor_limit, fs_wide break_force, fix16_t ratio)
{
    const struct fs__range ranges[] = { { "motor_limit", motor_limit, 0, FS_WIDE_MAX, FS_WIDE_FRAC },
                                        { "break_force", break_force, 0, FS_WIDE_MAX, FS_WIDE_FRAC },
                                        { "gear_ratio", ratio, -MAX_GEAR_RATIO, MAX_GEAR_RATIO, FS_FIX16_FRAC } };
    if (ratio == 0)
        return fs__error2_set(w, FS_E_ARGUMENT, "gear_ratio is 0");
    return fs__error2_check(w, ranges, 3);
}

static fs_result check_kind(struct fs_world2 *w, const fs_joint2_def *d)
{
    const uint32_t known = FS_JOINT2_LIMIT | FS_JOINT2_MOTOR | FS_JOINT2_SPRING | FS_JOINT2_COLLIDE_CONNECTED;
    const struct fs__range kind = { "kind", (int64_t)d->kind, FS_JOINT2_DISTANCE, FS_JOINT2_KINDS - 1, 0 };
    if ((d->flags & ~known) != 0)
        return fs__error2_set(w, FS_E_ARGUMENT, "flags has a bit that a joint cannot be created with");
    if ((d->axis.x | d->axis.y) == 0)
        return fs__error2_set(w, FS_E_ARGUMENT, "axis is zero: it has no direction");
    if ((d->reference_rotation.c | d->reference_rotation.s) == 0)
        return fs__error2_set(w, FS_E_ARGUMENT, "reference_rotation is zero: it has no direction");
    return fs__error2_check(w, &kind, 1);
}

fs_result fs__joint2_check_def(struct fs_world2 *w, const fs_joint2_def *d)
{
    fs_result r = check_kind(w, d);
    if (r == FS_OK)
        r = check_anchors(w, d->anchor_a, d->anchor_b);
    if (r == FS_OK)
        r = check_limits(w, d->kind, d->length, d->lower_limit, d->upper_limit);
    if (r == FS_OK)
        r = check_spring(w, d->hertz, d->damping_ratio);
    return r == FS_OK ? check_forces(w, d->motor_limit, d->break_force, d->gear_ratio) : r;
}

/* The squared length may differ from 1 by the rounding of its components to Q1.30. */
static bool is_unit(int32_t x, int32_t y)
{
    int64_t length_sq = (int64_t)x * x + (int64_t)y * y;
    return fs_abs64(length_sq - ((int64_t)1 << 60)) <= (int64_t)1 << 33;
}

bool fs__joint2_row_valid(const struct fs_world2 *w, uint32_t row)
{
    const struct fs_joint2_view *j = &w->joint;
    fs_joint2_kind kind = (fs_joint2_kind)j->kind[row];
    return check_anchors(NULL, j->anchor_a[row], j->anchor_b[row]) == FS_OK &&
           check_limits(NULL, kind, j->length[row], j->lower_limit[row], j->upper_limit[row]) == FS_OK &&
           is_unit(j->axis[row].x, j->axis[row].y) &&
           is_unit(j->reference_rotation[row].c, j->reference_rotation[row].s) &&
           check_spring(NULL, j->hertz[row], j->damping_ratio[row]) == FS_OK &&
           check_forces(NULL, j->motor_limit[row], j->break_force[row], j->gear_ratio[row]) == FS_OK;
}

/* fs_joint2_row() for calls that change the joint: a stale handle is told in the world's error. */
static fs_result find_joint(struct fs_world2 *w, fs_joint2 joint, uint32_t *row)
{
    return fs_joint2_row(w, joint, row) == FS_OK ? FS_OK : fs__error2_stale(w, "joint2");
}

/* A gear's bodies are the second bodies of the two joints it couples. */
static fs_result find_gear(struct fs_world2 *w, const fs_joint2_def *def, uint32_t other[2], uint32_t body[2])
{
    const fs_joint2 joint[2] = { def->other_a, def->other_b };
    for (int i = 0; i < 2; i++) {
        fs_result r = find_joint(w, joint[i], &other[i]);
        if (r != FS_OK)
            return r;
        uint8_t kind = w->joint.kind[other[i]];
        if (kind != FS_JOINT2_REVOLUTE && kind != FS_JOINT2_PRISMATIC)
            return fs__error2_set(w, FS_E_ARGUMENT, "a gear couples revolute and prismatic joints only");
        body[i] = w->joint.body_b[other[i]];
    }
    return FS_OK;
}

static fs_result find_bodies(struct fs_world2 *w, const fs_joint2_def *def, uint32_t other[2], uint32_t body[2])
{
    fs_result r;
    if (def->kind == FS_JOINT2_GEAR) {
        r = find_gear(w, def, other, body);
    } else {
        r = fs__body2_find(w, def->body_a, &body[0]);
        if (r == FS_OK)
            r = fs__body2_find(w, def->body_b, &body[1]);
    }
    if (r != FS_OK)
        return r;
    if (body[0] == body[1])
        return fs__error2_set(w, FS_E_DEGENERATE, "body_a and body_b are the same body");
    if (w->body.type[body[0]] != FS_BODY2_DYNAMIC && w->body.type[body[1]] != FS_BODY2_DYNAMIC)
        return fs__error2_set(w, FS_E_DEGENERATE, "none of the two bodies is dynamic");
    return FS_OK;
}

static void copy_def(struct fs_world2 *w, uint32_t i, const fs_joint2_def *def)
{
    struct fs_joint2_view *j = &w->joint;
    j->kind[i] = (uint8_t)def->kind;
    j->flags[i] = (uint16_t)def->flags;
    j->anchor_a[i] = def->anchor_a;
    j->anchor_b[i] = def->anchor_b;
    (void)fs_unit2_normalise(def->axis, &j->axis[i]);
    j->reference_rotation[i] = fs_rot2_normalise(def->reference_rotation);
    j->length[i] = def->length;
    j->lower_limit[i] = def->lower_limit;
    j->upper_limit[i] = def->upper_limit;
    j->motor_speed[i] = def->motor_speed;
    j->motor_limit[i] = def->motor_limit;
    j->break_force[i] = def->break_force;
    j->hertz[i] = def->hertz;
    j->damping_ratio[i] = def->damping_ratio;
    j->gear_ratio[i] = def->gear_ratio;
    j->target[i] = def->target;
    j->user[i] = def->user;
}

static void init_gear(struct fs_world2 *w, uint32_t row, const uint32_t other[2])
{
    w->joint.other_a[row] = other[0] + 1u;
    w->joint.other_b[row] = other[1] + 1u;
    int64_t b = fs_mul64(fs__joint2_gear_coordinate(w, other[1]), w->joint.gear_ratio[row], FS_FIX16_FRAC);
    w->joint.accumulated_angle[row] = fs_sat64_add(fs__joint2_gear_coordinate(w, other[0]), b);
}

fs_result fs_joint2_create(struct fs_world2 *w, const fs_joint2_def *def, fs_joint2 *out)
{
    uint32_t body[2], other[2] = { 0, 0 }, row = 0;
    fs_joint2 unused;
    out = out != NULL ? out : &unused;
    memset(out, 0, sizeof *out);
    if (def == NULL)
        return fs__error2_set(w, FS_E_ARGUMENT, "a joint has no default definition");
    fs_result r = fs__joint2_check_def(w, def);
    if (r == FS_OK)
        r = find_bodies(w, def, other, body);
    if (r == FS_OK)
        r = fs__world2_create_row(w, JOINT_TABLE, &out->handle);
    if (r != FS_OK)
        return r;
    row = out->handle.index1 - 1u;
    copy_def(w, row, def);
    w->joint.body_a[row] = body[0];
    w->joint.body_b[row] = body[1];
    link_end(w, row, 0, body[0]);
    link_end(w, row, 1, body[1]);
    wake_bodies(w, row);
    if ((def->flags & FS_JOINT2_COLLIDE_CONNECTED) == 0)
        destroy_contacts_between(w, body[0], body[1]);
    if (def->kind == FS_JOINT2_GEAR)
        init_gear(w, row, other);
    else
        w->joint.accumulated_angle[row] = fs__joint2_measure_angle(w, row);
    return FS_OK;
}

fs_result fs_joint2_def_set_anchors(const struct fs_world2 *w, fs_joint2_def *def, fs_pos2 at_a, fs_pos2 at_b,
                                    fs_unit2 axis)
{
    uint32_t a, b;
    fs_unit2 unit;
    if (def == NULL)
        return FS_E_ARGUMENT;
    fs_result r = fs_pool_row(w->state, w->first_table + BODY_TABLE, def->body_a.handle, &a);
    if (r == FS_OK)
        r = fs_pool_row(w->state, w->first_table + BODY_TABLE, def->body_b.handle, &b);
    if (r != FS_OK)
        return r;
    fs_pose2 pa = fs__body2_origin_pose(w, a), pb = fs__body2_origin_pose(w, b);
    if (!fs_unit2_normalise(axis, &unit))
        unit = fs_unit2_make(FS_UNIT_ONE, 0);
    bool two_points = def->kind == FS_JOINT2_DISTANCE || def->kind == FS_JOINT2_ROPE;
    def->anchor_a = fs_rot2_inv_rel(pa.rot, fs_pos2_sub_rel(at_a, pa.pos));
    def->anchor_b = fs_rot2_inv_rel(pb.rot, fs_pos2_sub_rel(two_points ? at_b : at_a, pb.pos));
    def->reference_rotation = fs_rot2_normalise(fs_rot2_mul(fs_rot2_conj(pa.rot), pb.rot));
    def->axis = fs_rot2_inv_unit(pa.rot, unit);
    def->target = at_a;
    fs_rel length = fs_rel2_length(fs_pos2_sub_rel(at_b, at_a));
    if (def->kind == FS_JOINT2_DISTANCE)
        def->length = length;
    if (def->kind == FS_JOINT2_ROPE)
        def->upper_limit = length;
    return check_anchors(NULL, def->anchor_a, def->anchor_b);
}

/* ---- destroying --------------------------------------------------------------------------------------------- */

static void destroy_row(struct fs_world2 *w, uint32_t row)
{
    unlink_end(w, row, 0, w->joint.body_a[row]);
    unlink_end(w, row, 1, w->joint.body_b[row]);
    mark_shapes_moved(w, w->joint.body_b[row]);
    wake_bodies(w, row);
    (void)fs_pool_destroy(w->state, w->first_table + JOINT_TABLE, fs_joint2_at(w, row).handle);
}

/* A gear's bodies are the second bodies of its two joints, so gears of a joint are in the list of the joint's body
 * b. */
static void destroy_gears(struct fs_world2 *w, uint32_t row)
{
    uint32_t link = w->body.first_joint[w->joint.body_b[row]];
    while (link != 0) {
        uint32_t i = (link - 1u) / 2u;
        bool coupled = w->joint.other_a[i] == row + 1u || w->joint.other_b[i] == row + 1u;
        link = *next_link(w, link);
        if (w->joint.kind[i] != FS_JOINT2_GEAR || !coupled)
            continue;
        destroy_row(w, i);
        link = w->body.first_joint[w->joint.body_b[row]];
    }
}

static void destroy_with_gears(struct fs_world2 *w, uint32_t row)
{
    destroy_gears(w, row);
    destroy_row(w, row);
}

fs_result fs_joint2_destroy(struct fs_world2 *w, fs_joint2 joint)
{
    uint32_t row;
    fs_result r = find_joint(w, joint, &row);
    if (r == FS_OK)
        destroy_with_gears(w, row);
    return r;
}

void fs__joint2_wake_of_body(struct fs_world2 *w, uint32_t body)
{
    for (uint32_t link = w->body.first_joint[body]; link != 0; link = *next_link(w, link))
        wake_bodies(w, (link - 1) / 2);
}

void fs__joint2_destroy_of_body(struct fs_world2 *w, uint32_t body)
{
    while (w->body.first_joint[body] != 0)
        destroy_with_gears(w, (w->body.first_joint[body] - 1u) / 2u);
}

bool fs__joint2_next_broken(const struct fs_world2 *w, uint32_t *row)
{
    uint32_t i = *row;
    while (i < *w->joint.rows &&
           (!fs__world2_row_live(w->joint.gen, i) || (w->joint.flags[i] & FS__JOINT2_BROKEN) == 0))
        i++;
    *row = i;
    return i < *w->joint.rows;
}

void fs__joint2_destroy_broken(struct fs_world2 *w)
{
    for (uint32_t row = 0; fs__joint2_next_broken(w, &row); row++)
        destroy_with_gears(w, row);
}

/* ---- handles, changing ---------------------------------------------------------------------------------------- */

fs_result fs_joint2_row(const struct fs_world2 *w, fs_joint2 joint, uint32_t *row)
{
    uint32_t unused;
    return fs_pool_row(w->state, w->first_table + JOINT_TABLE, joint.handle, row != NULL ? row : &unused);
}

fs_joint2 fs_joint2_at(const struct fs_world2 *w, uint32_t row)
{
    fs_joint2 joint;
    joint.handle = fs_pool_handle(w->state, w->first_table + JOINT_TABLE, row);
    return joint;
}

/* Finds the row of a joint that is about to change and wakes its bodies. `check` is the result of checking the arguments; a
 * stale handle counts before it. */
static fs_result begin_change(struct fs_world2 *w, fs_joint2 joint, fs_result check, uint32_t *row)
{
    fs_result r = find_joint(w, joint, row);
    if (r != FS_OK || check != FS_OK)
        return r != FS_OK ? r : check;
    wake_bodies(w, *row);
    return FS_OK;
}

static void set_flag(struct fs_world2 *w, uint32_t row, unsigned flag, bool on)
{
    unsigned flags = w->joint.flags[row];
    w->joint.flags[row] = (uint16_t)(on ? flags | flag : flags & ~flag);
}

fs_result fs_joint2_set_motor(struct fs_world2 *w, fs_joint2 joint, bool on, fs_vel speed, fs_wide limit)
{
    uint32_t row;
    fs_result r = begin_change(w, joint, check_forces(w, limit, 0, FS_FIX16_ONE), &row);
    if (r != FS_OK)
        return r;
    set_flag(w, row, FS_JOINT2_MOTOR, on);
    w->joint.motor_speed[row] = speed;
    w->joint.motor_limit[row] = limit;
    return FS_OK;
}

fs_result fs_joint2_set_limits(struct fs_world2 *w, fs_joint2 joint, bool on, fs_rel lower_limit, fs_rel upper_limit)
{
    uint32_t row;
    fs_result r = find_joint(w, joint, &row);
    if (r == FS_OK)
        r = begin_change(w, joint, check_limits(w, (fs_joint2_kind)w->joint.kind[row], 0, lower_limit, upper_limit),
                         &row);
    if (r != FS_OK)
        return r;
    set_flag(w, row, FS_JOINT2_LIMIT, on);
    w->joint.lower_limit[row] = lower_limit;
    w->joint.upper_limit[row] = upper_limit;
    return FS_OK;
}

fs_result fs_joint2_set_spring(struct fs_world2 *w, fs_joint2 joint, bool on, fix16_t hertz, fix16_t damping_ratio)
{
    uint32_t row;
    fs_result r = begin_change(w, joint, check_spring(w, hertz, damping_ratio), &row);
    if (r != FS_OK)
        return r;
    set_flag(w, row, FS_JOINT2_SPRING, on);
    w->joint.hertz[row] = hertz;
    w->joint.damping_ratio[row] = damping_ratio;
    return FS_OK;
}

fs_result fs_joint2_set_target(struct fs_world2 *w, fs_joint2 joint, fs_pos2 target)
{
    uint32_t row;
    fs_result r = begin_change(w, joint, FS_OK, &row);
    if (r == FS_OK)
        w->joint.target[row] = target;
    return r;
}

fs_result fs_joint2_set_length(struct fs_world2 *w, fs_joint2 joint, fs_rel length)
{
    uint32_t row;
    fs_result r = find_joint(w, joint, &row);
    if (r == FS_OK)
        r = begin_change(w, joint,
                         check_limits(w, (fs_joint2_kind)w->joint.kind[row], length, w->joint.lower_limit[row],
                                      w->joint.upper_limit[row]),
                         &row);
    if (r == FS_OK)
        w->joint.length[row] = length;
    return r;
}
