/* validate.c: whether a decoded world can be stepped: every index, count and number that the step relies on. Generations and
 * free lists of pools are checked by the decoder of the state. Nothing is changed.
 */
#include "physics2d/dimension.h"

#include <fixstep/trig.h>

#include "physics2d/body/body.h"
#include "physics2d/geometry/time_of_impact.h"
#include "physics2d/joint/joint.h"
#include "physics2d/body/material_pair.h"
#include "physics2d/geometry/manifold.h"
#include "physics2d/solver/load_mass.h"
#include "physics2d/world/world.h"

enum {
    BODY_FLAGS = FS_BODY2_BULLET | FS_BODY2_FIXED_ROTATION | FS_BODY2_DISABLED | FS_BODY2_SLEEPLESS | FS_BODY2_ASLEEP |
                 FS_BODY2_MASS_SET | FS__BODY2_LOAD_MASK,
    SHAPE_FLAGS = FS_SHAPE2_SENSOR | FS_SHAPE2_CONTACT_EVENTS | FS_SHAPE2_HIT_EVENTS | FS_SHAPE2_ONE_SIDED |
                  FS_SHAPE2_MOVED | FS__SHAPE2_LARGE,
    CONTACT_FLAGS = FS__CONTACT2_TOUCHING | FS__CONTACT2_SENSOR | FS__CONTACT2_EVENTS | FS__CONTACT2_HITS |
                    FS__CONTACT2_FRESH | FS__CONTACT2_STALE | FS__CONTACT2_ONE_LOADED
};

#include "physics/world/validate.inl"

/* ---- materials ------------------------------------------------------------------------------------------------- */

static bool materials_valid(const struct fs_world2 *w)
{
    const struct fs_material2_view *m = &w->material;
    for (uint32_t i = 0; i < *m->rows; i++) {
        const fs_material2_def def = { m->restitution[i],        m->static_friction[i], m->dynamic_friction[i],
                                       m->rolling_resistance[i], m->tangent_speed[i],   m->density[i] };
        if (fs__material2_check_def(NULL, &def) != FS_OK)
            return false;
    }
    return *m->rows > 0;
}

/* ---- bodies --------------------------------------------------------------------------------------------------- */

/* Unit length within 2^-20. */
static bool is_unit(int32_t x, int32_t y)
{
    const int64_t one = (int64_t)FS_UNIT_ONE * FS_UNIT_ONE;
    if (x > FS_UNIT_ONE + 4 || x < -FS_UNIT_ONE - 4 || y > FS_UNIT_ONE + 4 || y < -FS_UNIT_ONE - 4)
        return false;
    return fs_absdiff64((int64_t)x * x + (int64_t)y * y, one) <= (uint64_t)one >> 20;
}

static bool is_within_extent(fs_rel2 p)
{
    return p.x >= -FS_GEOMETRY2_MAX_EXTENT && p.x <= FS_GEOMETRY2_MAX_EXTENT && p.y >= -FS_GEOMETRY2_MAX_EXTENT &&
           p.y <= FS_GEOMETRY2_MAX_EXTENT;
}

static bool is_residual(fs_unit r)
{
    return fs_uabs32(r) <= FS_UNIT_ONE / 2;
}

static bool is_speed(fs_vel v)
{
    return v >= -FS__WORLD2_MAX_SPEED && v <= FS__WORLD2_MAX_SPEED;
}

static bool masses_valid(const struct fs_world2 *w, uint32_t i)
{
    bool dynamic = fs__body2_is_dynamic(w, i);
    bool amounts = is_amount(w->body.mass[i]) && is_amount(w->body.inertia[i]) && is_amount(w->body.inv_mass[i]) &&
                   is_amount(w->body.inv_inertia[i]);
    return amounts && dynamic == (w->body.inv_mass[i].m > 0) && (dynamic || w->body.inv_inertia[i].m == 0) &&
           (!dynamic || w->body.mass[i].m > 0) && is_within_extent(w->body.centre[i]) && w->body.extent[i] >= 0;
}

static bool body_valid(const struct fs_world2 *w, uint32_t i)
{
    bool kind = w->body.type[i] < FS_BODY2_TYPES && (w->body.flags[i] & ~(unsigned)BODY_FLAGS) == 0 &&
                fs__body2_load_shift(w, i) <= FS__BODY2_MAX_LOAD_SHIFT;
    bool speeds = is_speed(w->body.vel[i].x) && is_speed(w->body.vel[i].y) && is_speed(w->body.angular_velocity[i]);
    bool still = w->body.type[i] != FS_BODY2_STATIC ||
                 (w->body.vel[i].x | w->body.vel[i].y | w->body.angular_velocity[i]) == 0;
    bool shares = is_share(w->body.linear_retention[i]) && is_share(w->body.angular_retention[i]) &&
                  w->body.damping_factor[i] <= FS_Q60_ONE && w->body.angular_damping_factor[i] <= FS_Q60_ONE;
    bool residuals = is_residual(w->body.velocity_residual[i].x) && is_residual(w->body.velocity_residual[i].y) &&
                     is_residual(w->body.angular_velocity_residual[i]);
    return kind && speeds && still && shares && residuals && is_unit(w->body.rot[i].c, w->body.rot[i].s) &&
           masses_valid(w, i);
}

/* ---- shapes, contacts ----------------------------------------------------------------------------------------- */

static bool shape_valid(const struct fs_world2 *w, uint32_t i)
{
    fs_geometry2 shape;
    fs_pos2 low = w->shape.fat_low[i], high = w->shape.fat_high[i];
    unsigned flags = w->shape.flags[i];
    if (w->shape.count[i] > FS_GEOMETRY2_MAX_CORNERS || w->shape.body[i] >= *w->body.rows ||
        !fs__world2_row_live(w->body.gen, w->shape.body[i]))
        return false;
    if ((flags & ~(unsigned)SHAPE_FLAGS) != 0 || low.x > high.x || low.y > high.y ||
        w->shape.material[i] >= *w->material.rows || w->shape.density[i] < 0)
        return false;
    if (fs__shape2_is_large(w, i))
        return fs__shape2_large_valid(w, i);
    fs__shape2_load_geometry(w, i, &shape);
    bool chain = (flags & FS_SHAPE2_ONE_SIDED) == 0 || shape.kind == FS_GEOMETRY2_SEGMENT;
    return fs_geometry2_valid(&shape) && chain && w->shape.thickness[i] == fs__geometry2_thickness(&shape);
}

static bool shapes_valid(const struct fs_world2 *w)
{
    if ((uint64_t)*w->corner.rows < (uint64_t)*w->shape.rows * FS_GEOMETRY2_MAX_CORNERS)
        return false;
    return live_shapes_valid(w);
}

static bool contact_valid(const struct fs_world2 *w, uint32_t c)
{
    uint32_t a = w->contact.shape_a[c], b = w->contact.shape_b[c];
    if (a >= b || b >= *w->shape.rows || !fs__world2_row_live(w->shape.gen, a) || !fs__world2_row_live(w->shape.gen, b))
        return false;
    unsigned flags = w->contact.flags[c], count = w->contact.count[c];
    bool touching = (flags & FS__CONTACT2_TOUCHING) != 0;
    fs_unit2 n = w->contact.normal[c];
    return (flags & ~(unsigned)CONTACT_FLAGS) == 0 && count <= 2 && (!touching || count > 0) &&
           w->contact.parts[c] <= FS__MAX_PARTS && w->contact.parts[c] != 3 && w->contact.rest_overlap[c] >= 0 &&
           w->contact.reference[c] <= FS__MANIFOLD2_REFERENCE_B && (count == 0 || is_unit(n.x, n.y)) &&
           is_unit(w->contact.rotation_a[c].c, w->contact.rotation_a[c].s) &&
           is_unit(w->contact.rotation_b[c].c, w->contact.rotation_b[c].s) && w->shape.body[a] != w->shape.body[b];
}

bool fs_world2_valid(const struct fs_world2 *w)
{
    return rules_valid(w) && materials_valid(w) && bodies_valid(w) && shapes_valid(w) && live_contacts_valid(w) &&
           fs__joint2_all_valid(w) && fs__material_pair2_all_valid(w);
}
