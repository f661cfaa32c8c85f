/* contact_load.c: where the load of a contact acts. */
#include "physics3d/contact/contact_load.h"

#include "physics3d/body/body.h"

static bool has_many_corners(const struct fs_world3 *w, uint32_t shape)
{
    uint8_t kind = w->shape.kind[shape];
    return kind == FS_GEOMETRY3_CYLINDER || kind == FS_GEOMETRY3_CONE || kind == FS_GEOMETRY3_HULL;
}

/* The mean of the arms from a, weighted by the impulses; modulo 64 m. False without impulses. */
static bool find_pressure(const struct fs_world3 *w, uint32_t contact, fs_rel3 *arm)
{
    const uint32_t first = w->contact.first_point[contact], count = w->contact.count[contact];
    int64_t x = 0, y = 0, z = 0, sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        fs_rel3 way = fs__rel3_wrapped_sub(w->point.arm[first + i], w->point.arm[first]);
        int64_t impulse = fs_max32(w->point.impulse[first + i].x, 0);
        sum += impulse;
        x += impulse * (way.x / 4);
        y += impulse * (way.y / 4);
        z += impulse * (way.z / 4);
    }
    if (sum == 0)
        return false;
    fs_rel3 mean = fs_rel3_make((fs_rel)(x / sum * 4), (fs_rel)(y / sum * 4), (fs_rel)(z / sum * 4));
    *arm = fs__rel3_wrapped_add(w->point.arm[first], mean);
    return true;
}

/* How far b moved away from a since the manifold was made. */
static fs_rel3 way_of_b(const struct fs_world3 *w, const struct fs__contact3_pair *p)
{
    fs_rel3 now = fs__rel3_wrapped_sub(fs__rel3_wrapped_add(p->anchor_offset, fs__shape3_wrapped_shift(p->shift_a)),
                                       fs__shape3_wrapped_shift(p->shift_b));
    return fs__rel3_wrapped_sub(now, w->contact.anchor_offset[p->contact]);
}

static fs_rel3 own_place(const struct fs__world3_tick *tick, const struct fs__contact3_pair *p, fs_rel3 arm)
{
    if (tick->w->body.type[p->body_b] != FS_BODY3_STATIC)
        arm = fs__rel3_wrapped_add(arm, way_of_b(tick->w, p));
    arm = fs__rel3_wrapped_sub(arm, fs__shape3_wrapped_shift(p->shift_a));
    return fs_rel3_add(fs_mat3_inv_rel(p->axes_a, arm), tick->snapshot[p->body_a].centre);
}

struct fs__load3 fs__contact3_load(const struct fs__world3_tick *tick, const struct fs__contact3_pair *p)
{
    const struct fs_world3 *w = tick->w;
    fs_wide3 g = *w->rules.gravity;
    fs_rel3 arm;
    if (!has_many_corners(w, p->shape_a) && !has_many_corners(w, p->shape_b))
        return (struct fs__load3){ .kind = FS__LOAD3_UNKNOWN };
    if (find_pressure(w, p->contact, &arm))
        return (struct fs__load3){ fs__vec3_from_rel(own_place(tick, p, arm)), FS__LOAD3_AT };
    if ((g.x | g.y | g.z) == 0)
        return (struct fs__load3){ .kind = FS__LOAD3_UNKNOWN };
    fs_unit3 down = fs_quat_unit(fs_quat_conj(p->rot_a), fs__vec3_unit(fs__vec3_make(g.x, g.y, g.z)));
    return (struct fs__load3){ fs__vec3_make(down.x, down.y, down.z), FS__LOAD3_TOWARD };
}
