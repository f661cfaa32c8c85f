/* body_mass.c: the mass of a body: from the densities of its shapes, or as it was set.
 *
 * Immovable bodies keep the numbers of their mass, but their inverses are zero. When the centre of mass moves in the
 * body's frame, the origin keeps its pose and the velocity field of the body is unchanged.
 */
#include "physics2d/body/body.h"
#include "physics2d/world/error.h"
#include "physics2d/world/world.h"

bool fs__body2_has_segment_mass(const fs_world2 *w, uint32_t body)
{
    for (uint32_t s1 = w->body.first_shape[body]; s1 != 0; s1 = fs__body2_next_shape(w, s1))
        if (w->shape.kind[s1 - 1] == FS_GEOMETRY2_SEGMENT && w->shape.density[s1 - 1] > 0)
            return true;
    return false;
}

static fs_mass_data2 mass_of_shapes(const fs_world2 *w, uint32_t body)
{
    fs_mass_data2 sum = { { 0, 0 }, { 0, 0 }, { 0, 0 } };
    fs_geometry2 shape;
    for (uint32_t s1 = w->body.first_shape[body]; s1 != 0; s1 = fs__body2_next_shape(w, s1)) {
        if (w->shape.density[s1 - 1] <= 0)
            continue;
        fs_shape2_geometry(w, s1 - 1, &shape);
        fs_mass_data2 part = fs_geometry2_mass(&shape, fs_scaled_from_wide(w->shape.density[s1 - 1]));
        sum = sum.mass.m == 0 ? part : fs_mass_data2_combine(sum, part);
    }
    return sum;
}

/* A dynamic body without mass weighs 1 kg; static and kinematic bodies turn about their origin. */
static fs_mass_data2 compute_mass(const fs_world2 *w, uint32_t body)
{
    fs_mass_data2 mass = mass_of_shapes(w, body);
    if (!fs__body2_is_dynamic(w, body))
        mass.centre = fs_rel2_zero();
    else if (mass.mass.m <= 0)
        mass = (fs_mass_data2){ fs_scaled_make(1, 0), { 0, 0 }, { 0, 0 } };
    return mass;
}

static void move_centre(fs_world2 *w, uint32_t body, fs_rel2 centre)
{
    fs_pose2 pose = fs__body2_origin_pose(w, body);
    fs_rel2 shift = fs_rot2_rel(pose.rot, fs_rel2_sub(centre, w->body.centre[body]));
    fs_vel2 vel = fs_vel2_add(w->body.vel[body], fs_vel2_from_angular_velocity(w->body.angular_velocity[body], shift));
    fs_vel max = *w->rules.max_speed;
    w->body.centre[body] = centre;
    w->body.pos[body] = fs_pos2_add_rel(pose.pos, fs_rot2_rel(pose.rot, centre));
    w->body.vel[body] = fs_vel2_make(fs_clamp32(vel.x, -max, max), fs_clamp32(vel.y, -max, max));
}

static void update_extent(fs_world2 *w, uint32_t body)
{
    fs_rel extent = fs__body2_has_large_shape(w, body) ? FS_REL_MAX : 0;
    fs_geometry2 shape;
    for (uint32_t s1 = w->body.first_shape[body]; s1 != 0; s1 = fs__body2_next_shape(w, s1)) {
        if (fs__shape2_is_large(w, s1 - 1))
            continue;
        fs__shape2_load_geometry(w, s1 - 1, &shape);
        extent = fs_max32(extent, fs_geometry2_extent(&shape, w->body.centre[body]));
    }
    w->body.extent[body] = extent;
}

static void apply_mass(fs_world2 *w, uint32_t body, fs_mass_data2 mass)
{
    FS_ASSERT(mass.mass.m >= 0 && mass.inertia.m >= 0);
    bool moves = fs__body2_is_dynamic(w, body);
    bool turns = moves && mass.inertia.m > 0 && (w->body.flags[body] & FS_BODY2_FIXED_ROTATION) == 0;
    static const fs_scaled none = { 0, 0 };
    w->body.mass[body] = mass.mass;
    w->body.inertia[body] = mass.inertia;
    w->body.inv_mass[body] = moves ? fs_scaled_inverse(mass.mass) : none;
    w->body.inv_inertia[body] = turns ? fs_scaled_inverse(mass.inertia) : none;
    if (!fs_rel2_eq(mass.centre, w->body.centre[body])) {
        move_centre(w, body, mass.centre);
        fs__contact2_mark_stale(w, body);
    }
    update_extent(w, body);
}

void fs__body2_update_mass(fs_world2 *w, uint32_t body)
{
    FS_ASSERT(body < *w->body.rows && fs__world2_row_live(w->body.gen, body));
    fs_mass_data2 set = { w->body.mass[body], w->body.inertia[body], w->body.centre[body] };
    apply_mass(w, body, w->body.flags[body] & FS_BODY2_MASS_SET ? set : compute_mass(w, body));
}

/* ---- calls ---------------------------------------------------------------------------------------------------- */

/* 2^-64..2^65 kg (kg m^2): any size that leaves ratios in the range of exponents. */
static bool in_range(fs_scaled s, bool zero_allowed)
{
    if (s.m == 0)
        return zero_allowed && s.e == 0;
    return s.m >= 1 << 30 && s.e >= -30 - 64 && s.e <= 64 - 30;
}

static fs_result check_mass(fs_world2 *w, fs_mass_data2 mass)
{
    const int64_t most = FS_GEOMETRY2_MAX_EXTENT;
    const struct fs__range ranges[] = { { "centre.x", mass.centre.x, -most, most, FS_REL_FRAC },
                                        { "centre.y", mass.centre.y, -most, most, FS_REL_FRAC } };
    if (!in_range(mass.mass, false))
        return fs__error2_set(w, FS_E_ARGUMENT, "mass is out of range 2^-64..2^65 kg");
    if (mass.inertia.m < 0)
        return fs__error2_set(w, FS_E_ARGUMENT, "inertia is negative");
    if (!in_range(mass.inertia, true))
        return fs__error2_set(w, FS_E_ARGUMENT, "inertia is not 0, and out of range 2^-64..2^65 kg m^2");
    return fs__error2_check_unit(w, ranges, FS__AXES, " m", "");
}

fs_result fs_body2_set_mass(fs_world2 *w, fs_body2 body, fs_mass_data2 mass)
{
    uint32_t row;
    fs_result result = fs__body2_find(w, body, &row);
    if (result != FS_OK)
        return result;
    mass.mass = fs_scaled_make(mass.mass.m, mass.mass.e);
    mass.inertia = fs_scaled_make(mass.inertia.m, mass.inertia.e);
    result = check_mass(w, mass);
    if (result != FS_OK)
        return result;
    fs__body2_wake_row(w, row);
    w->body.flags[row] |= FS_BODY2_MASS_SET;
    apply_mass(w, row, mass);
    return FS_OK;
}

fs_result fs_body2_reset_mass(fs_world2 *w, fs_body2 body)
{
    uint32_t row;
    fs_result result = fs__body2_find(w, body, &row);
    if (result != FS_OK)
        return result;
    fs__body2_wake_row(w, row);
    w->body.flags[row] &= (uint16_t)~FS_BODY2_MASS_SET;
    fs__body2_update_mass(w, row);
    return FS_OK;
}
