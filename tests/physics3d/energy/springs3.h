/* springs3.h: the energy of a world in space, and that in its contacts; see contact_spring.h. */
#ifndef FS_TEST_SPRINGS3_H
#define FS_TEST_SPRINGS3_H

#include "physics3d/dimension.h"

#include "support/contact_spring.h"
#include "physics3d/world/world.h"
#include "physics/world/tick_parts.h"

struct vec3 {
    double x, y, z;
};

static inline struct vec3 cross3(struct vec3 a, struct vec3 b)
{
    return (struct vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static inline double dot3(struct vec3 a, struct vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct vec3 arm3(fs_rel3 v)
{
    return (struct vec3){ rel_metres(v.x), rel_metres(v.y), rel_metres(v.z) };
}

/* v turned by the quaternion, less v: 2 w (u x v) + 2 u x (u x v). */
static inline struct vec3 turn_displacement(fs_quat q, struct vec3 v)
{
    struct vec3 u = { unit(q.x), unit(q.y), unit(q.z) }, t = cross3(u, v), s = cross3(u, t);
    double w = unit(q.w);
    return (struct vec3){ 2 * (w * t.x + s.x), 2 * (w * t.y + s.y), 2 * (w * t.z + s.z) };
}

/* How easily a push along n at the end of an arm moves a body, 1/kg. */
static inline double inverse_effective_mass3(const struct fs_world3 *w, uint32_t body, struct vec3 r, struct vec3 n)
{
    const struct fs_body3_view *b = &w->body;
    if (b->type[body] != FS_BODY3_DYNAMIC)
        return 0;
    struct vec3 l = cross3(r, n), d = turn_displacement(fs_quat_conj(fs_quat_mul(b->rot[body], b->principal[body])), l);
    l = (struct vec3){ l.x + d.x, l.y + d.y, l.z + d.z };
    return number(b->inv_mass[body]) + l.x * l.x * number(b->inv_inertia_x[body]) +
           l.y * l.y * number(b->inv_inertia_y[body]) + l.z * l.z * number(b->inv_inertia_z[body]);
}

/* How far the end of an arm moved by the turn of its body since its rotation was `from`. */
static inline struct vec3 arm_displacement3(fs_quat from, fs_quat to, struct vec3 r)
{
    return turn_displacement(fs_quat_mul(to, fs_quat_conj(from)), r);
}

static inline double metres_between(fs_pos a, fs_pos b)
{
    return (double)(b - a) / (double)FS_POS_ONE;
}

static inline double contact_point_energy3(const struct fs_world3 *w, uint32_t c, size_t point)
{
    uint32_t a = w->shape.body[w->contact.shape_a[c]], b = w->shape.body[w->contact.shape_b[c]];
    struct vec3 n = { unit(w->contact.normal[c].x), unit(w->contact.normal[c].y), unit(w->contact.normal[c].z) };
    struct vec3 offset = arm3(w->contact.anchor_offset[c]), ra = arm3(w->point.arm[point]);
    struct vec3 rb = { ra.x - offset.x, ra.y - offset.y, ra.z - offset.z };
    struct vec3 da = arm_displacement3(w->contact.rotation_a[c], w->body.rot[a], ra),
                db = arm_displacement3(w->contact.rotation_b[c], w->body.rot[b], rb);
    struct vec3 moved = { metres_between(w->body.pos[a].x, w->body.pos[b].x) - offset.x + db.x - da.x,
                          metres_between(w->body.pos[a].y, w->body.pos[b].y) - offset.y + db.y - da.y,
                          metres_between(w->body.pos[a].z, w->body.pos[b].z) - offset.z + db.z - da.z };
    bool move_a = w->body.type[a] == FS_BODY3_DYNAMIC, move_b = w->body.type[b] == FS_BODY3_DYNAMIC;
    double extent = smaller_movable_extent(move_a, w->body.extent[a], move_b, w->body.extent[b]);
    /* Of the tick in which it was solved last, and from the overlap at which it gives no push. */
    double parts = w->contact.parts[c] > 0 ? w->contact.parts[c] : 1;
    double frequency = contact_frequency(parts * *w->rules.contact_hertz / FS_FIX16_ONE,
                                         parts * *w->world.hz * *w->rules.substeps, 5, move_a && move_b, extent);
    double k = inverse_effective_mass3(w, a, ra, n) + inverse_effective_mass3(w, b, rb, n);
    double gap = rel_metres(w->point.separation[point]) + dot3(moved, n) + rel_metres(w->contact.rest_overlap[c]);
    return spring_energy(spring_stiffness(frequency, k), gap);
}

/* In J, of all contacts. */
/* Of contacts that gave an impulse in the last tick. What else overlaps came there without work, such as the rim of a disc that
 * wobbles past a wall between the four points of its contact, and holds nothing. */
static inline double contact_spring_energy3(const struct fs_world3 *w)
{
    double sum = 0;
    for (uint32_t c = 0; c < *w->contact.rows; c++) {
        if (!fs__world3_row_live(w->contact.gen, c) || (w->contact.flags[c] & FS__CONTACT3_SENSOR) != 0 ||
            w->contact.loaded[c] == 0)
            continue;
        for (unsigned i = 0; i < w->contact.count[c]; i++)
            sum += contact_point_energy3(w, c, w->contact.first_point[c] + i);
    }
    return sum;
}

/* Kinetic and potential energy (J) with velocities of the same time as positions, in gravity of 10 m/s^2 downwards: those of the
 * world are half a substep earlier, with which a body that falls has less energy than one that rises as fast. The number of parts
 * of the tick is that of a small world. */
static inline double mechanical_energy3(const struct fs_world3 *w)
{
    double energy = (double)fs_world3_energy(w) / (double)FS_WIDE_ONE,
           lead = -10.0 / (2.0 * *w->world.hz * *w->rules.substeps * fs__world3_count_parts(w));
    for (uint32_t i = 0; i < *w->body.rows; i++)
        if (w->body.type[i] == FS_BODY3_DYNAMIC)
            energy += number(w->body.mass[i]) * lead * ((double)w->body.vel[i].y / FS_VEL_ONE + lead / 2);
    return energy;
}

#endif
