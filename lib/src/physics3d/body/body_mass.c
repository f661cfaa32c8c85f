/* body_mass.c: the mass of a body: from the densities of its shapes, or as it was set.
 *
 * Immovable bodies keep the numbers of their mass, but their inverses are zero. When the centre of mass moves in the
 * body's frame, the origin keeps its pose and the velocity field of the body is unchanged.
 */
#include "physics3d/body/body.h"
#include "physics3d/mass/mass.h"
#include "physics3d/world/error.h"
#include "physics3d/world/world.h"

/* Mass, centre and principal inertia. */
struct mass {
    fs_scaled mass;
    fs_rel3 centre;
    fs_principal3 inertia;
};

static fs_mass_data3 mass_of_shapes(const fs_world3 *w, uint32_t body)
{
    fs_mass_data3 sum = { .mass = { 0, 0 } };
    fs_geometry3 shape;
    fs_hull3 hull;
    for (uint32_t s1 = w->body.first_shape[body]; s1 != 0; s1 = fs__body3_next_shape(w, s1)) {
        if (w->shape.density[s1 - 1] <= 0 || fs__shape3_is_large(w, s1 - 1))
            continue;
        fs__shape3_load_geometry(w, s1 - 1, &shape, &hull);
        fs_mass_data3 part = fs_geometry3_mass(&shape, fs_scaled_from_wide(w->shape.density[s1 - 1]));
        sum = sum.mass.m == 0 ? part : fs_mass_data3_combine(sum, part);
    }
    return sum;
}

static struct mass principal_mass(const fs_mass_data3 *data)
{
    return (struct mass){ data->mass, data->centre, fs_inertia3_principal(data->inertia) };
}

/* A dynamic body without mass weighs 1 kg; static and kinematic bodies turn about their origin. */
static struct mass compute_mass(const fs_world3 *w, uint32_t body)
{
    fs_mass_data3 data = mass_of_shapes(w, body);
    if (fs__body3_is_dynamic(w, body) && data.mass.m <= 0)
        data = (fs_mass_data3){ .mass = fs_scaled_make(1, 0) };
    struct mass mass = principal_mass(&data);
    if (!fs__body3_is_dynamic(w, body))
        mass.centre = fs_rel3_zero();
    return mass;
}

static struct mass load_mass(const fs_world3 *w, uint32_t body)
{
    return (struct mass){ w->body.mass[body],
                          w->body.centre[body],
                          { { w->body.inertia_x[body], w->body.inertia_y[body], w->body.inertia_z[body] },
                            w->body.principal[body] } };
}

static void move_centre(fs_world3 *w, uint32_t body, fs_rel3 centre)
{
    fs_pose3 pose = fs__body3_origin_pose(w, body);
    fs_rel3 shift = fs_quat_rel(pose.rot, fs_rel3_sub(centre, w->body.centre[body]));
    fs_vel3 vel = fs_vel3_add(w->body.vel[body], fs_vel3_from_angular_velocity(w->body.angular_velocity[body], shift));
    w->body.centre[body] = centre;
    w->body.pos[body] = fs_pos3_add_rel(pose.pos, fs_quat_rel(pose.rot, centre));
    w->body.vel[body] = fs__vel3_clamp(vel, *w->rules.max_speed);
}

static void update_extent(fs_world3 *w, uint32_t body)
{
    fs_rel extent = fs__body3_has_large_shape(w, body) ? FS_REL_MAX : 0;
    fs_geometry3 shape;
    fs_hull3 hull;
    for (uint32_t s1 = w->body.first_shape[body]; s1 != 0; s1 = fs__body3_next_shape(w, s1)) {
        if (fs__shape3_is_large(w, s1 - 1))
            continue;
        fs__shape3_load_geometry(w, s1 - 1, &shape, &hull);
        extent = fs_max32(extent, fs_geometry3_extent(&shape, w->body.centre[body]));
    }
    w->body.extent[body] = extent;
}

static fs_scaled inverse_or_none(bool moves, fs_scaled s)
{
    static const fs_scaled none = { 0, 0 };
    return moves && s.m > 0 ? fs_scaled_inverse(s) : none;
}

static void apply_mass(fs_world3 *w, uint32_t body, const struct mass *mass)
{
    const fs_scaled *moment = mass->inertia.moment;
    FS_ASSERT(mass->mass.m >= 0 && moment[0].m >= 0 && moment[1].m >= 0 && moment[2].m >= 0);
    bool moves = fs__body3_is_dynamic(w, body);
    bool turns = moves && (w->body.flags[body] & FS_BODY3_FIXED_ROTATION) == 0;
    w->body.mass[body] = mass->mass;
    w->body.inertia_x[body] = moment[0];
    w->body.inertia_y[body] = moment[1];
    w->body.inertia_z[body] = moment[2];
    w->body.principal[body] = mass->inertia.axes;
    w->body.inv_mass[body] = inverse_or_none(moves, mass->mass);
    w->body.inv_inertia_x[body] = inverse_or_none(turns, moment[0]);
    w->body.inv_inertia_y[body] = inverse_or_none(turns, moment[1]);
    w->body.inv_inertia_z[body] = inverse_or_none(turns, moment[2]);
    if (!fs_rel3_eq(mass->centre, w->body.centre[body])) {
        move_centre(w, body, mass->centre);
        fs__contact3_mark_stale(w, body);
    }
    update_extent(w, body);
}

void fs__body3_update_mass(fs_world3 *w, uint32_t body)
{
    FS_ASSERT(body < *w->body.rows && fs__world3_row_live(w->body.gen, body));
    struct mass mass = w->body.flags[body] & FS_BODY3_MASS_SET ? load_mass(w, body) : compute_mass(w, body);
    apply_mass(w, body, &mass);
}

/* ---- calls ---------------------------------------------------------------------------------------------------- */

/* 2^-64..2^65 kg (kg m^2): any size that leaves ratios in the range of exponents. */
static bool in_range(fs_scaled s, bool zero_allowed)
{
    if (s.m == 0)
        return zero_allowed && s.e == 0;
    return s.m >= 1 << 30 && s.e >= -30 - 64 && s.e <= 64 - 30;
}

static fs_result check_centre(fs_world3 *w, fs_rel3 centre)
{
    const int64_t most = FS_GEOMETRY3_MAX_EXTENT;
    const struct fs__range ranges[] = { { "centre.x", centre.x, -most, most, FS_REL_FRAC },
                                        { "centre.y", centre.y, -most, most, FS_REL_FRAC },
                                        { "centre.z", centre.z, -most, most, FS_REL_FRAC } };
    return fs__error3_check_unit(w, ranges, FS__AXES, " m", "");
}

/* An element of a tensor, normalised, beyond the range of moments: it is refused before the elements are added up. */
static bool is_element(fs_scaled s)
{
    return s.m == 0 || (s.e >= -30 - 96 && s.e <= 64 - 30);
}

static fs_result check_elements(fs_world3 *w, const fs_inertia3 *i)
{
    const struct {
        const char *name;
        fs_scaled value;
        bool is_moment;
    } element[] = { { "inertia.xx", i->xx, true },  { "inertia.yy", i->yy, true },  { "inertia.zz", i->zz, true },
                    { "inertia.xy", i->xy, false }, { "inertia.xz", i->xz, false }, { "inertia.yz", i->yz, false } };
    for (unsigned k = 0; k < sizeof element / sizeof element[0]; k++) {
        if (element[k].is_moment && element[k].value.m < 0)
            return fs__error3_name(w, FS_E_ARGUMENT, element[k].name, " is negative");
        if (!is_element(element[k].value))
            return fs__error3_name(w, FS_E_ARGUMENT, element[k].name, " is not 0, and out of range 2^-96..2^65 kg m^2");
    }
    return FS_OK;
}

/* What no distribution of mass has. */
static fs_result check_body(fs_world3 *w, fs_inertia3 inertia)
{
    switch (fs__inertia3_check(inertia)) {
    case FS__INERTIA3_NOT_POSITIVE:
        return fs__error3_set(w, FS_E_ARGUMENT, "inertia is not positive definite: a principal moment is below 0");
    case FS__INERTIA3_NOT_A_BODY:
        return fs__error3_set(w, FS_E_ARGUMENT,
                              "inertia: one principal moment is larger than the sum of the other two");
    default: return FS_OK;
    }
}

static fs_result check_moments(fs_world3 *w, const fs_scaled moment[3])
{
    for (int i = 0; i < 3; i++)
        if (!in_range(moment[i], true))
            return fs__error3_set(w, FS_E_ARGUMENT,
                                  "inertia: a principal moment is not 0, and out of range 2^-64..2^65 kg m^2");
    return FS_OK;
}

static void normalise_inertia(fs_inertia3 *i)
{
    fs_scaled *const element[] = { &i->xx, &i->yy, &i->zz, &i->xy, &i->xz, &i->yz };
    for (unsigned k = 0; k < sizeof element / sizeof element[0]; k++)
        *element[k] = fs_scaled_make(element[k]->m, element[k]->e);
}

/* The mass data in its principal frame. E_ARGUMENT: out of range. */
static fs_result take_mass(fs_world3 *w, fs_mass_data3 data, struct mass *out)
{
    data.mass = fs_scaled_make(data.mass.m, data.mass.e);
    normalise_inertia(&data.inertia);
    if (!in_range(data.mass, false))
        return fs__error3_set(w, FS_E_ARGUMENT, "mass is out of range 2^-64..2^65 kg");
    fs_result result = check_centre(w, data.centre);
    if (result == FS_OK)
        result = check_elements(w, &data.inertia);
    if (result == FS_OK)
        result = check_body(w, data.inertia);
    if (result != FS_OK)
        return result;
    *out = principal_mass(&data);
    return check_moments(w, out->inertia.moment);
}

fs_result fs__body3_check_mass(fs_world3 *w, fs_mass_data3 data)
{
    struct mass unused;
    return take_mass(w, data, &unused);
}

fs_result fs_body3_set_mass(fs_world3 *w, fs_body3 body, fs_mass_data3 data)
{
    uint32_t row;
    struct mass mass;
    fs_result result = fs__body3_find(w, body, &row);
    if (result == FS_OK)
        result = take_mass(w, data, &mass);
    if (result != FS_OK)
        return result;
    fs__body3_wake_row(w, row);
    w->body.flags[row] |= FS_BODY3_MASS_SET;
    apply_mass(w, row, &mass);
    return FS_OK;
}

fs_result fs_body3_reset_mass(fs_world3 *w, fs_body3 body)
{
    uint32_t row;
    fs_result result = fs__body3_find(w, body, &row);
    if (result != FS_OK)
        return result;
    fs__body3_wake_row(w, row);
    w->body.flags[row] &= (uint16_t)~FS_BODY3_MASS_SET;
    fs__body3_update_mass(w, row);
    return FS_OK;
}
