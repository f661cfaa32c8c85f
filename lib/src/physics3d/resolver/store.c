/* store.c: what a tick of the worst-first resolver leaves in the tables of contacts and joints.
 *
 * Impulses are stored as the default solver stores them, so that displays read them alike, events report them, and a world that
 * changes its solver starts from them.
 */
#include "physics3d/resolver/joints.h"
#include "physics3d/resolver/resolver.h"
#include "physics3d/solver/contact_surface.h"

static int32_t mean_of(int64_t sum, uint32_t substeps)
{
    return (int32_t)fs_div64_round(sum, substeps);
}

/* The components along the tangents of the default solver, which belong to the normal. */
static void store_point(struct fs__resolver3 *r, const struct fs__resolver3_row *row, uint32_t c, fs_unit3 t)
{
    fs_unit3 other = fs_unit3_cross(row->axis[0], t);
    int64_t y = 0, z = 0;
    for (unsigned i = 1; i < 3; i++) {
        y += fs_round_shift64_sym(fs_unit3_dot(row->axis[i], t), FS_UNIT_FRAC) * row->impulse[i];
        z += fs_round_shift64_sym(fs_unit3_dot(row->axis[i], other), FS_UNIT_FRAC) * row->impulse[i];
    }
    r->s->w->point.impulse[r->s->w->contact.first_point[c] + row->point] = fs_vel3_make(
        mean_of(row->impulse[0], r->s->substeps), mean_of(fs_round_shift64_sym(y, FS_UNIT_FRAC), r->s->substeps),
        mean_of(fs_round_shift64_sym(z, FS_UNIT_FRAC), r->s->substeps));
}

static void store_contact_row(struct fs__resolver3 *r, const struct fs__resolver3_row *row)
{
    const struct fs_world3 *w = r->s->w;
    uint32_t c = r->s->tick->contact[row->source], a = w->contact.shape_a[c], b = w->contact.shape_b[c];
    struct fs__surface3 f;
    fs_unit3 tangent;
    fs__surface3_combine(w, w->shape.material[a], w->shape.material[b], &f);
    fs__surface3_tangent(w, &f, a, b, row->axis[0], &tangent);
    store_point(r, row, c, tangent);
    fs_vel *total = &r->s->tick->total_normal_impulse[row->source];
    *total = (fs_vel)fs_clamp64((int64_t)*total + row->impulse[0], 0, FS__SOLVER3_MAX_VELOCITY);
}

/* Whether some points carried load and others did not, or there is one only: the manifold may be tipping. */
static void store_flags(struct fs__resolver3 *r, uint32_t c)
{
    struct fs_contact3_view *k = &r->s->w->contact;
    unsigned loaded = 0;
    for (unsigned i = 0; i < k->count[c]; i++)
        loaded += r->s->w->point.impulse[r->s->w->contact.first_point[c] + i].x > 0;
    fs__contact3_note_load(k, c, loaded > 0);
    bool partly = loaded > 0 && (loaded < k->count[c] || k->count[c] == 1);
    k->flags[c] = (uint8_t)((k->flags[c] & ~FS__CONTACT3_PARTLY_LOADED) | (partly ? FS__CONTACT3_PARTLY_LOADED : 0));
    k->rolling_impulse[c] = fs_vel3_zero();
    k->spinning_impulse[c] = 0;
}

static void store_contacts(struct fs__resolver3 *r)
{
    const struct fs__world3_tick *tick = r->s->tick;
    for (uint32_t i = 0; i < tick->contact_count; i++) {
        tick->total_normal_impulse[i] = 0;
        uint32_t c = tick->contact[i];
        for (unsigned k = 0; k < r->s->w->contact.count[c]; k++)
            r->s->w->point.impulse[r->s->w->contact.first_point[c] + k] = fs_vel3_zero();
    }
    for (uint32_t i = 0; i < r->row_count; i++)
        if (r->row[i].kind == FS__RESOLVER3_CONTACT)
            store_contact_row(r, &r->row[i]);
    for (uint32_t i = 0; i < tick->contact_count; i++)
        store_flags(r, tick->contact[i]);
}

void fs__resolver3_store(struct fs__resolver3 *r)
{
    store_contacts(r);
    fs__resolver3_store_joints(r);
}
