/* springs2.h: the energy in the contacts of a world of the plane.
 *
 * A contact of the solver is soft: a spring where bodies overlap, k d^2 / 2 with k of the solver's own frequency.
 */
#ifndef FS_TEST_SPRINGS2_H
#define FS_TEST_SPRINGS2_H

#include "support/contact_spring.h"
#include "physics2d/world/world.h"

struct vec {
    double x, y;
};

static inline struct vec arm(fs_rel2 v)
{
    return (struct vec){ rel_metres(v.x), rel_metres(v.y) };
}
static inline double cross(struct vec a, struct vec b)
{
    return a.x * b.y - a.y * b.x;
}

/* How far the end of an arm moved since its body's rotation was `from`. */
static inline struct vec arm_displacement(fs_rot2 from, fs_rot2 to, struct vec r)
{
    double c = unit(from.c) * unit(to.c) + unit(from.s) * unit(to.s),
           s = unit(from.c) * unit(to.s) - unit(from.s) * unit(to.c);
    return (struct vec){ (c - 1) * r.x - s * r.y, s * r.x + (c - 1) * r.y };
}

/* How easily a push along n at the end of an arm moves a body, 1/kg. */
static inline double inverse_effective_mass(const struct fs_world2 *w, uint32_t body, struct vec r, struct vec n)
{
    double lever = cross(r, n);
    if (w->body.type[body] != FS_BODY2_DYNAMIC)
        return 0;
    return number(w->body.inv_mass[body]) + lever * lever * number(w->body.inv_inertia[body]);
}

/* A point of a contact: how far its surfaces are apart (m; negative: overlap) and N/m; 0 where neither body moves. */
struct spring {
    double gap, stiffness;
};

static inline struct spring contact_spring(const struct fs_world2 *w, uint32_t c, fs_rel2 at, fs_rel made)
{
    uint32_t a = w->shape.body[w->contact.shape_a[c]], b = w->shape.body[w->contact.shape_b[c]];
    struct vec n = { unit(w->contact.normal[c].x), unit(w->contact.normal[c].y) },
               place = arm(w->contact.anchor_offset[c]);
    struct vec ra = arm(at), rb = { ra.x - place.x, ra.y - place.y };
    struct vec da = arm_displacement(w->contact.rotation_a[c], w->body.rot[a], ra),
               db = arm_displacement(w->contact.rotation_b[c], w->body.rot[b], rb);
    double x = (double)(w->body.pos[b].x - w->body.pos[a].x) / (double)FS_POS_ONE - place.x + db.x - da.x;
    double y = (double)(w->body.pos[b].y - w->body.pos[a].y) / (double)FS_POS_ONE - place.y + db.y - da.y;
    double k = inverse_effective_mass(w, a, ra, n) + inverse_effective_mass(w, b, rb, n);
    bool move_a = w->body.type[a] == FS_BODY2_DYNAMIC, move_b = w->body.type[b] == FS_BODY2_DYNAMIC;
    double extent = smaller_movable_extent(move_a, w->body.extent[a], move_b, w->body.extent[b]);
    double frequency = contact_frequency((double)*w->rules.contact_hertz / FS_FIX16_ONE,
                                         *w->world.hz * *w->rules.substeps, 4, move_a && move_b, extent);
    double gap = rel_metres(made) + x * n.x + y * n.y;
    return (struct spring){ gap, spring_stiffness(frequency, k) };
}

static inline bool is_spring(const struct fs_world2 *w, uint32_t c, unsigned point)
{
    return fs__world2_row_live(w->contact.gen, c) && (w->contact.flags[c] & FS__CONTACT2_SENSOR) == 0 &&
           w->contact.count[c] > point;
}

static inline struct spring spring_of_point(const struct fs_world2 *w, uint32_t c, unsigned point)
{
    return contact_spring(w, c, point == 0 ? w->contact.arm0[c] : w->contact.arm1[c],
                          point == 0 ? w->contact.separation0[c] : w->contact.separation1[c]);
}

/* In J, of all contacts. */
static inline double contact_spring_energy(const struct fs_world2 *w)
{
    double sum = 0;
    for (uint32_t c = 0; c < *w->contact.rows; c++)
        for (unsigned point = 0; point < 2; point++)
            if (is_spring(w, c, point)) {
                struct spring s = spring_of_point(w, c, point);
                sum += spring_energy(s.stiffness, s.gap);
            }
    return sum;
}

#endif
