/* validate.c: whether a decoded world can be stepped: every index, count and number that the step relies on. Generations and
 * free lists of pools are checked by the decoder of the state. Nothing is changed.
 */
#include "physics3d/dimension.h"

#include <fixstep/trig.h>

#include "physics3d/body/body.h"
#include "physics3d/body/hull_row.h"
#include "physics3d/body/surface.h"
#include "physics3d/force/force.h"
#include "physics3d/joint/joint.h"
#include "physics3d/body/material_pair.h"
#include "physics3d/geometry/manifold.h"
#include "physics3d/solver/load_mass.h"
#include "physics3d/world/world.h"

enum {
    BODY_FLAGS = FS_BODY3_BULLET | FS_BODY3_FIXED_ROTATION | FS_BODY3_DISABLED | FS_BODY3_SLEEPLESS | FS_BODY3_ASLEEP |
                 FS__BODY3_LOAD_MASK | FS_BODY3_MASS_SET | FS__BODY3_LOCKS,
    SHAPE_FLAGS = FS_SHAPE3_SENSOR | FS_SHAPE3_CONTACT_EVENTS | FS_SHAPE3_HIT_EVENTS | FS_SHAPE3_MOVED |
                  FS__SHAPE3_LARGE,
    CONTACT_FLAGS = FS__CONTACT3_TOUCHING | FS__CONTACT3_SENSOR | FS__CONTACT3_EVENTS | FS__CONTACT3_HITS |
                    FS__CONTACT3_FRESH | FS__CONTACT3_STALE | FS__CONTACT3_PARTLY_LOADED | FS__CONTACT3_FURTHER
};

#include "physics/world/validate.inl"

/* ---- materials ------------------------------------------------------------------------------------------------- */

static bool is_component(fs_unit v)
{
    return v <= FS__WORLD3_MAX_COMPONENT && v >= -FS__WORLD3_MAX_COMPONENT;
}

/* Unit length within 2^-20. */
static bool is_unit(fs_unit3 u)
{
    const int64_t one = (int64_t)FS_UNIT_ONE * FS_UNIT_ONE;
    return is_component(u.x) && is_component(u.y) && is_component(u.z) &&
           fs_absdiff64(fs_unit3_dot(u, u), one) <= (uint64_t)one >> 20;
}

static bool is_rotation(fs_quat q)
{
    const int64_t one = (int64_t)FS_UNIT_ONE * FS_UNIT_ONE;
    return is_component(q.x) && is_component(q.y) && is_component(q.z) && is_component(q.w) &&
           fs_absdiff64(fs_sat64_add(fs_dot2_raw(q.x, q.y, q.x, q.y), fs_dot2_raw(q.z, q.w, q.z, q.w)), one) <=
               (uint64_t)one >> 20;
}

static bool materials_valid(const struct fs_world3 *w)
{
    const struct fs_material3_view *m = &w->material;
    for (uint32_t i = 0; i < *m->rows; i++) {
        const fs_material3_def def = { m->restitution[i],         m->static_friction[i],  m->dynamic_friction[i],
                                       m->cross_friction[i],      m->friction_axis[i],    m->rolling_resistance[i],
                                       m->spinning_resistance[i], m->tangent_velocity[i], m->density[i] };
        fs_unit3 axis = m->friction_axis[i];
        if (fs__material3_check_def(NULL, &def) != FS_OK || !(fs_unit3_is_zero(axis) || is_unit(axis)))
            return false;
    }
    return *m->rows > 0;
}

/* ---- bodies --------------------------------------------------------------------------------------------------- */

static bool is_within_extent(fs_rel3 p)
{
    const uint32_t most = (uint32_t)FS_GEOMETRY3_MAX_EXTENT;
    return fs_uabs32(p.x) <= most && fs_uabs32(p.y) <= most && fs_uabs32(p.z) <= most;
}

static bool is_residual(fs_unit3 r)
{
    const uint32_t half = FS_UNIT_ONE / 2;
    return fs_uabs32(r.x) <= half && fs_uabs32(r.y) <= half && fs_uabs32(r.z) <= half;
}

static bool is_speed(fs_vel3 v)
{
    const uint32_t most = (uint32_t)FS__WORLD3_MAX_SPEED;
    return fs_uabs32(v.x) <= most && fs_uabs32(v.y) <= most && fs_uabs32(v.z) <= most;
}

/* A principal moment and its inverse. */
static bool moment_valid(bool dynamic, fs_scaled moment, fs_scaled inverse)
{
    return is_amount(moment) && is_amount(inverse) && (dynamic || inverse.m == 0);
}

static bool masses_valid(const struct fs_world3 *w, uint32_t i)
{
    bool dynamic = fs__body3_is_dynamic(w, i);
    return is_amount(w->body.mass[i]) && is_amount(w->body.inv_mass[i]) &&
           moment_valid(dynamic, w->body.inertia_x[i], w->body.inv_inertia_x[i]) &&
           moment_valid(dynamic, w->body.inertia_y[i], w->body.inv_inertia_y[i]) &&
           moment_valid(dynamic, w->body.inertia_z[i], w->body.inv_inertia_z[i]) &&
           dynamic == (w->body.inv_mass[i].m > 0) && (!dynamic || w->body.mass[i].m > 0) &&
           is_rotation(w->body.principal[i]) && is_within_extent(w->body.centre[i]) && w->body.extent[i] >= 0;
}

static bool body_valid(const struct fs_world3 *w, uint32_t i)
{
    fs_vel3 v = w->body.vel[i], spin = w->body.angular_velocity[i];
    bool kind = w->body.type[i] < FS_BODY3_TYPES && (w->body.flags[i] & ~(unsigned)BODY_FLAGS) == 0;
    bool still = w->body.type[i] != FS_BODY3_STATIC || (fs_vel3_is_zero(v) && fs_vel3_is_zero(spin));
    bool shares = is_share(w->body.linear_retention[i]) && is_share(w->body.angular_retention[i]) &&
                  w->body.damping_factor[i] <= FS_Q60_ONE && w->body.angular_damping_factor[i] <= FS_Q60_ONE;
    bool residuals = is_residual(w->body.velocity_residual[i]) && is_residual(w->body.angular_velocity_residual[i]);
    return kind && is_speed(v) && is_speed(spin) && still && shares && residuals && is_rotation(w->body.rot[i]) &&
           masses_valid(w, i);
}

/* ---- shapes, contacts ----------------------------------------------------------------------------------------- */

static bool shape_valid(const struct fs_world3 *w, uint32_t i)
{
    fs_pos3 low = w->shape.fat_low[i], high = w->shape.fat_high[i];
    unsigned flags = w->shape.flags[i];
    if (w->shape.body[i] >= *w->body.rows || !fs__world3_row_live(w->body.gen, w->shape.body[i]))
        return false;
    return (flags & ~(unsigned)SHAPE_FLAGS) == 0 && low.x <= high.x && low.y <= high.y && low.z <= high.z &&
           w->shape.material[i] < *w->material.rows && w->shape.density[i] >= 0 && fs__shape3_geometry_valid(w, i);
}

/* Hulls come before the shapes that use them. */
static bool hulls_valid(const struct fs_world3 *w)
{
    for (uint32_t i = 0; i < *w->hull.rows; i++)
        if (fs__world3_row_live(w->hull.gen, i) && !fs__hull3_row_valid(w, i))
            return false;
    for (uint32_t i = 0; i < *w->hull.rows; i++) {
        uint32_t users = 0;
        for (uint32_t s = 0; s < *w->shape.rows; s++)
            users += fs__world3_row_live(w->shape.gen, s) && !fs__shape3_is_surface(w, s) && w->shape.hull[s] == i + 1;
        if (users != (fs__world3_row_live(w->hull.gen, i) ? w->hull.users[i] : 0))
            return false;
    }
    return true;
}

static bool contact_valid(const struct fs_world3 *w, uint32_t c)
{
    uint32_t a = w->contact.shape_a[c], b = w->contact.shape_b[c];
    if (a >= b || b >= *w->shape.rows || !fs__world3_row_live(w->shape.gen, a) || !fs__world3_row_live(w->shape.gen, b))
        return false;
    unsigned flags = w->contact.flags[c], count = w->contact.count[c];
    bool touching = (flags & FS__CONTACT3_TOUCHING) != 0, further = (flags & FS__CONTACT3_FURTHER) != 0;
    if (further && !fs__shape3_is_surface(w, a) && !fs__shape3_is_surface(w, b))
        return false;
    return (flags & ~(unsigned)CONTACT_FLAGS) == 0 && count <= FS__MANIFOLD3_MAX_POINTS && (!touching || count > 0) &&
           w->contact.parts[c] <= FS__MAX_PARTS && w->contact.parts[c] != 3 && w->contact.rest_overlap[c] >= 0 &&
           w->contact.loaded[c] <= 2 && (count == 0 || is_unit(w->contact.normal[c])) &&
           is_rotation(w->contact.rotation_a[c]) && is_rotation(w->contact.rotation_b[c]) &&
           w->shape.body[a] != w->shape.body[b];
}

static bool are_zero(const struct fs_contact_point3_view *p, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        if (!fs_rel3_is_zero(p->arm[i]) || p->separation[i] != 0 || p->id[i] != 0 || !fs_vel3_is_zero(p->impulse[i]))
            return false;
    return true;
}

/* Points stand in the order of their contacts, and no two contacts share one; the others are zero. A free row has none. */
static bool points_valid(const struct fs_world3 *w)
{
    const struct fs_contact3_view *k = &w->contact;
    uint32_t end = 0;
    for (uint32_t c = 0; c < *k->rows; c++) {
        uint32_t first = k->first_point[c], count = k->count[c];
        if (count == 0 ? first != 0
                       : !fs__world3_row_live(k->gen, c) || first < end || first > *w->point.rows ||
                             count > *w->point.rows - first || !are_zero(&w->point, end, first))
            return false;
        end = count > 0 ? first + count : end;
    }
    return are_zero(&w->point, end, *w->point.rows);
}

static bool contacts_valid(const struct fs_world3 *w)
{
    return points_valid(w) && live_contacts_valid(w);
}

bool fs_world3_valid(const struct fs_world3 *w)
{
    return rules_valid(w) && materials_valid(w) && bodies_valid(w) && hulls_valid(w) && fs__surface3_all_valid(w) &&
           live_shapes_valid(w) && contacts_valid(w) && fs__joint3_all_valid(w) && fs__force3_all_valid(w) &&
           fs__material_pair3_all_valid(w);
}
