/* manifold_store.c: the bodies and shapes of a contact for the narrow phase, and its manifold as columns. */
#include "physics3d/dimension.h"

#include "physics3d/contact/manifold_store.h"

#include "physics3d/body/surface.h"
#include "physics3d/contact/contact_points.h"

/* ---- pairs ---------------------------------------------------------------------------------------------------- */

/* The frame of b's origin in that of a. */
void fs__contact3_frame(const struct fs__world3_tick *tick, const struct fs__contact3_pair *p, fs_transform3 *f)
{
    f->p = fs_mat3_inv_rel(p->axes_a, p->anchor_offset);
    f->q = fs_quat_normalise(fs_quat_mul(fs_quat_conj(p->rot_a), p->rot_b));
    fs_rel3 a = tick->snapshot[p->body_a].centre, b = tick->snapshot[p->body_b].centre;
    if ((a.x | a.y | a.z | b.x | b.y | b.z) != 0)
        f->p = fs_rel3_add(f->p, fs_rel3_sub(a, fs_quat_rel(f->q, b)));
}

/* The shapes, and the poses of the bodies that they stand on. */
void fs__contact3_load_shapes(const struct fs__world3_tick *tick, struct fs__contact3_pair *p,
                              struct fs__contact3_shapes *s)
{
    const struct fs__body3_snapshot *a = &tick->snapshot[p->body_a], *b = &tick->snapshot[p->body_b];
    fs__shape3_load_part(tick->w, p->shape_a, a->pos, b->pos, NULL, &s->a);
    fs__shape3_load_part(tick->w, p->shape_b, b->pos, a->pos, NULL, &s->b);
    p->shift_a = s->a.shift;
    p->shift_b = s->b.shift;
    p->is_shifted = s->a.large || s->b.large;
    p->has_surface = fs__shape3_is_surface(tick->w, p->shape_a) || fs__shape3_is_surface(tick->w, p->shape_b);
    fs__contact3_pair_set_poses(p, (fs_pose3){ fs__shape3_shifted(a->pos, p->shift_a), a->rot },
                                (fs_pose3){ fs__shape3_shifted(b->pos, p->shift_b), b->rot });
}

/* ---- columns -------------------------------------------------------------------------------------------------- */

static fs_vel3 match_impulse(const struct fs__contact3_impulses *old, uint32_t id)
{
    for (unsigned i = 0; i < old->count; i++)
        if (old->id[i] == id)
            return old->value[i];
    return fs_vel3_zero();
}

void fs__contact3_add_impulses(const struct fs_world3 *w, uint32_t c, struct fs__contact3_impulses *old)
{
    size_t first = w->contact.first_point[c];
    FS_ASSERT(old->count + w->contact.count[c] <= FS__CONTACT3_MAX_IMPULSES);
    for (unsigned i = 0; i < w->contact.count[c]; i++) {
        old->id[old->count] = w->point.id[first + i];
        old->value[old->count++] = w->point.impulse[first + i];
    }
}

/* From a's own centre of mass, modulo 64 m. */
static fs_rel3 stored_arm(const struct fs__world3_tick *tick, const struct fs__contact3_pair *p, fs_mat3 axes_a,
                          fs_rel3 point, fs_rel3 shift_a)
{
    fs_rel3 arm = fs_mat3_rel(axes_a, fs_rel3_sub(point, tick->snapshot[p->body_a].centre));
    return fs__rel3_wrapped_add(arm, shift_a);
}

static void store_points(struct fs__world3_tick *tick, const struct fs__contact3_pair *p, fs_mat3 axes_a,
                         const struct fs__manifold3 *m, const struct fs__contact3_impulses *old)
{
    struct fs__contact3_new_points *to = fs__contact3_renew_points(tick, p->contact);
    fs_rel3 shift_a = fs__shape3_wrapped_shift(p->shift_a);
    for (unsigned i = 0; i < m->count; i++) {
        to->arm[i] = stored_arm(tick, p, axes_a, m->point[i], shift_a);
        to->separation[i] = m->separation[i];
        to->id[i] = m->id[i];
        to->impulse[i] = match_impulse(old, m->id[i]);
    }
}

static fs_unit limit_component(fs_unit v)
{
    return fs_clamp32(v, -FS__WORLD3_MAX_COMPONENT, FS__WORLD3_MAX_COMPONENT);
}

/* The axes of a body and a normal are units within some steps each; together they may leave the range of a valid state. */
static fs_unit3 world_normal(fs_mat3 axes, fs_unit3 normal)
{
    fs_unit3 n = fs_mat3_unit(axes, normal);
    return fs_unit3_make(limit_component(n.x), limit_component(n.y), limit_component(n.z));
}

void fs__contact3_store_manifold(struct fs__world3_tick *tick, const struct fs__contact3_pair *p,
                                 const struct fs__manifold3 *m, const struct fs__contact3_impulses *old)
{
    struct fs_world3 *w = tick->w;
    uint32_t c = p->contact;
    fs_mat3 axes_a = p->axes_a;
    fs_rel3 shift_a = fs__shape3_wrapped_shift(p->shift_a), shift_b = fs__shape3_wrapped_shift(p->shift_b);
    store_points(tick, p, axes_a, m, old);
    w->contact.count[c] = m->count;
    w->contact.reference[c] = m->reference;
    w->contact.normal[c] = m->count > 0 ? world_normal(axes_a, m->normal) : fs_unit3_zero();
    w->contact.anchor_offset[c] = fs__rel3_wrapped_sub(fs__rel3_wrapped_add(p->anchor_offset, shift_a), shift_b);
    w->contact.rotation_a[c] = p->rot_a;
    w->contact.rotation_b[c] = p->rot_b;
    w->contact.gap[c] = m->count > 0 || p->is_shifted ? 0 : m->gap;
    if (m->count > 0)
        return;
    w->contact.rolling_impulse[c] = fs_vel3_zero();
    w->contact.spinning_impulse[c] = 0;
    w->contact.rest_overlap[c] = 0;
    w->contact.parts[c] = 0;
    w->contact.loaded[c] = 0;
}
