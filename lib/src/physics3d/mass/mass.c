/* mass.c: mass, centre and inertia of shapes, of bodies of a given mass, and of their sums.
 *
 * The formulas stand in geometry3.h. Sums of squares are exact; every result is rounded a few times to 31 bits.
 */
#include <string.h>

#include "physics3d/mass/mass.h"

/* pi, correct to 2^-30 relative. */
static fs_scaled pi(void)
{
    return fs_scaled_make(INT64_C(0x6487ED5110B4611A), -61);
}

static fs_scaled length(fs_rel v)
{
    return fs_scaled_make((int64_t)fs_uabs32(v), -FS_REL_FRAC);
}

static fs_scaled ratio(int32_t num, int32_t den)
{
    return fs_scaled_div(fs_scaled_make(num, 0), fs_scaled_make(den, 0));
}

static fs_scaled times(fs_scaled v, int32_t num, int32_t den)
{
    return fs_scaled_mul(v, ratio(num, den));
}

/* a b of two offsets of any size. */
static fs_scaled product(int64_t a, int64_t b)
{
    return fs__scaled_from_i128(fs_i128_mul(a, b), -2 * FS_REL_FRAC);
}

/* a a + b b */
static fs_scaled squares(int64_t a, int64_t b)
{
    return fs__scaled_from_i128(fs_i128_add(fs_i128_mul(a, a), fs_i128_mul(b, b)), -2 * FS_REL_FRAC);
}

static fs_mass_data3 no_mass(void)
{
    fs_mass_data3 none;
    memset(&none, 0, sizeof none);
    return none;
}

/* A body with principal moments along its own axes. */
static fs_mass_data3 diagonal(fs_scaled mass, fs_scaled x, fs_scaled y, fs_scaled z)
{
    fs_mass_data3 m = no_mass();
    if (mass.m <= 0)
        return m;
    m.mass = mass;
    m.inertia.xx = fs_scaled_mul(mass, x);
    m.inertia.yy = fs_scaled_mul(mass, y);
    m.inertia.zz = fs_scaled_mul(mass, z);
    return m;
}

/* --- bodies of a given mass --------------------------------------------------------------------- */

fs_mass_data3 fs_mass_data3_box(fs_scaled mass, fs_rel3 h)
{
    return diagonal(mass, times(squares(h.y, h.z), 1, 3), times(squares(h.x, h.z), 1, 3),
                    times(squares(h.x, h.y), 1, 3));
}

fs_mass_data3 fs_mass_data3_sphere(fs_scaled mass, fs_rel radius)
{
    return fs_mass_data3_ellipsoid(mass, fs_rel3_make(radius, radius, radius));
}

fs_mass_data3 fs_mass_data3_shell(fs_scaled mass, fs_rel radius)
{
    fs_scaled moment = times(product(radius, radius), 2, 3);
    return diagonal(mass, moment, moment, moment);
}

fs_mass_data3 fs_mass_data3_ellipsoid(fs_scaled mass, fs_rel3 r)
{
    return diagonal(mass, times(squares(r.y, r.z), 1, 5), times(squares(r.x, r.z), 1, 5),
                    times(squares(r.x, r.y), 1, 5));
}

fs_mass_data3 fs_mass_data3_cylinder(fs_scaled mass, fs_rel radius, fs_rel half_height)
{
    return fs_mass_data3_tube(mass, radius, 0, half_height);
}

fs_mass_data3 fs_mass_data3_tube(fs_scaled mass, fs_rel outer, fs_rel inner, fs_rel half_height)
{
    fs_scaled round = squares(outer, inner);
    fs_scaled across = fs_scaled_add(times(product(half_height, half_height), 1, 3), times(round, 1, 4));
    return diagonal(mass, across, times(round, 1, 2), across);
}

/* The cylinder has the share 3h / (3h + 2r) of the mass. A half sphere about its own centre of mass has 83/320 m r^2, which
 * lies h + 3/8 r from the middle: together 2/5 r^2 + h^2 + 3/4 h r. */
fs_mass_data3 fs_mass_data3_capsule(fs_scaled mass, fs_rel radius, fs_rel half_height)
{
    fs_scaled r = length(radius), h = length(half_height);
    fs_scaled middle = times(h, 3, 1), ends = times(r, 2, 1), all = fs_scaled_add(middle, ends);
    fs_scaled rr = fs_scaled_mul(r, r), hh = fs_scaled_mul(h, h), hr = fs_scaled_mul(h, r);
    fs_scaled round = times(rr, 2, 5);
    fs_mass_data3 body = fs_mass_data3_cylinder(fs_scaled_mul(mass, fs_scaled_div(middle, all)), radius, half_height);
    fs_mass_data3 caps = diagonal(fs_scaled_mul(mass, fs_scaled_div(ends, all)),
                                  fs_scaled_add(round, fs_scaled_add(hh, times(hr, 3, 4))), round, round);
    caps.inertia.zz = caps.inertia.xx;
    fs_mass_data3 m = fs_mass_data3_combine(body, caps);
    m.mass = mass.m > 0 ? mass : m.mass;
    return m;
}

fs_mass_data3 fs_mass_data3_cone(fs_scaled mass, fs_rel radius, fs_rel half_height)
{
    fs_scaled rr = product(radius, radius), hh = product(half_height, half_height);
    fs_scaled across = fs_scaled_add(times(hh, 3, 20), times(rr, 3, 20));
    fs_mass_data3 m = diagonal(mass, across, times(rr, 3, 10), across);
    m.centre.y = m.mass.m > 0 ? (fs_rel)-fs_round_shift64_sym(fs_abs32(half_height), 1) : 0;
    return m;
}

fs_mass_data3 fs_mass_data3_hemisphere(fs_scaled mass, fs_rel radius)
{
    fs_scaled rr = product(radius, radius), across = times(rr, 83, 320);
    fs_mass_data3 m = diagonal(mass, across, times(rr, 2, 5), across);
    m.centre.y = m.mass.m > 0 ? (fs_rel)fs_round_shift64_sym(3 * (int64_t)fs_abs32(radius), 3) : 0;
    return m;
}

/* --- tensors ----------------------------------------------------------------------------------------- */

/* i + m (d.d E - d d^T) */
static fs_inertia3 add_offset(fs_inertia3 i, fs_scaled m, struct fs__vec3 d)
{
    i.xx = fs_scaled_add(i.xx, fs_scaled_mul(m, squares(d.y, d.z)));
    i.yy = fs_scaled_add(i.yy, fs_scaled_mul(m, squares(d.x, d.z)));
    i.zz = fs_scaled_add(i.zz, fs_scaled_mul(m, squares(d.x, d.y)));
    i.xy = fs_scaled_add(i.xy, fs__scaled_neg(fs_scaled_mul(m, product(d.x, d.y))));
    i.xz = fs_scaled_add(i.xz, fs__scaled_neg(fs_scaled_mul(m, product(d.x, d.z))));
    i.yz = fs_scaled_add(i.yz, fs__scaled_neg(fs_scaled_mul(m, product(d.y, d.z))));
    return i;
}

static fs_inertia3 add_inertia(fs_inertia3 a, fs_inertia3 b)
{
    a.xx = fs_scaled_add(a.xx, b.xx);
    a.yy = fs_scaled_add(a.yy, b.yy);
    a.zz = fs_scaled_add(a.zz, b.zz);
    a.xy = fs_scaled_add(a.xy, b.xy);
    a.xz = fs_scaled_add(a.xz, b.xz);
    a.yz = fs_scaled_add(a.yz, b.yz);
    return a;
}

static struct fs__vec3 offset_between(fs_rel3 from, fs_rel3 to)
{
    return fs__vec3_sub(fs__vec3_from_rel(to), fs__vec3_from_rel(from));
}

fs_inertia3 fs_mass_data3_inertia_about(fs_mass_data3 body, fs_rel3 point)
{
    return add_offset(body.inertia, body.mass, offset_between(body.centre, point));
}

static fs_inertia3 inertia_from_tensor(const struct fs__tensor3 *t)
{
    fs_inertia3 i = { fs_scaled_make(t->m[0][0], t->e), fs_scaled_make(t->m[1][1], t->e),
                      fs_scaled_make(t->m[2][2], t->e), fs_scaled_make(t->m[0][1], t->e),
                      fs_scaled_make(t->m[0][2], t->e), fs_scaled_make(t->m[1][2], t->e) };
    return i;
}

/* R I R^T, each product rounded to one step of 2^-61 of the largest element; R has 30 bits. */
static fs_inertia3 rotate_inertia(fs_inertia3 inertia, fs_mat3 r)
{
    struct fs__tensor3 t = fs__tensor3_from_inertia(inertia), out = { .e = t.e + 1 };
    const fs_unit row[3][3] = { { r.x.x, r.x.y, r.x.z }, { r.y.x, r.y.y, r.y.z }, { r.z.x, r.z.y, r.z.z } };
    int64_t half[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            half[i][j] = fs_mul64(row[i][0], t.m[0][j], FS_UNIT_FRAC) + fs_mul64(row[i][1], t.m[1][j], FS_UNIT_FRAC) +
                         fs_mul64(row[i][2], t.m[2][j], FS_UNIT_FRAC);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                out.m[i][j] += fs_mul64(half[i][k], row[j][k], FS_UNIT_FRAC + 1);
    return inertia_from_tensor(&out);
}

fs_mass_data3 fs_mass_data3_place(fs_mass_data3 body, fs_transform3 placement)
{
    fs_mat3 r = fs_mat3_from_quat(placement.q);
    body.centre = fs_rel3_add(fs_mat3_rel(r, body.centre), placement.p);
    body.inertia = rotate_inertia(body.inertia, r);
    return body;
}

/* --- sums of bodies ---------------------------------------------------------------------------- */

/* a + (b - a) * share. */
static fs_rel between(fs_rel a, fs_rel b, fs_scaled share)
{
    return fs_sat32(a + fs_scaled_apply(share, (int64_t)b - a));
}

fs_mass_data3 fs_mass_data3_combine(fs_mass_data3 a, fs_mass_data3 b)
{
    fs_mass_data3 m;
    if (a.mass.m == 0)
        return b;
    if (b.mass.m == 0)
        return a;
    m.mass = fs_scaled_add(a.mass, b.mass);
    fs_scaled share = fs_scaled_div(b.mass, m.mass);
    m.centre = fs_rel3_make(between(a.centre.x, b.centre.x, share), between(a.centre.y, b.centre.y, share),
                            between(a.centre.z, b.centre.z, share));
    m.inertia = add_offset(add_inertia(a.inertia, b.inertia), fs_scaled_mul(a.mass, share),
                           offset_between(a.centre, b.centre));
    return m;
}

/* The mean of the places, each share with 30 more bits until the end. */
static fs_rel mean_place(const fs_scaled *mass, const fs_rel3 *place, size_t count, fs_scaled total, int axis)
{
    int64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t v = axis == 0 ? place[i].x : axis == 1 ? place[i].y : place[i].z;
        if (mass[i].m > 0)
            sum += fs_scaled_apply(fs_scaled_div(mass[i], total), v * FS_UNIT_ONE);
    }
    return fs_sat32(fs_round_shift64_sym(sum, FS_UNIT_FRAC));
}

fs_mass_data3 fs_mass_data3_points(const fs_scaled *mass, const fs_rel3 *place, size_t count)
{
    fs_mass_data3 m = no_mass();
    for (size_t i = 0; i < count; i++)
        if (mass[i].m > 0)
            m.mass = fs_scaled_add(m.mass, mass[i]);
    if (m.mass.m == 0)
        return m;
    m.centre = fs_rel3_make(mean_place(mass, place, count, m.mass, 0), mean_place(mass, place, count, m.mass, 1),
                            mean_place(mass, place, count, m.mass, 2));
    for (size_t i = 0; i < count; i++)
        if (mass[i].m > 0)
            m.inertia = add_offset(m.inertia, mass[i], offset_between(m.centre, place[i]));
    return m;
}

/* --- shapes ------------------------------------------------------------------------------------------ */

static fs_scaled volume_of(const fs_geometry3 *s)
{
    fs_scaled r = length(s->kind == FS_GEOMETRY3_SPHERE ? s->radius : s->half.x), h = length(s->half.y);
    fs_scaled rr = fs_scaled_mul(r, r);
    switch (s->kind) {
    case FS_GEOMETRY3_SPHERE: return fs_scaled_mul(times(pi(), 4, 3), fs_scaled_mul(rr, r));
    case FS_GEOMETRY3_BOX: return times(fs_scaled_mul(fs_scaled_mul(r, h), length(s->half.z)), 8, 1);
    case FS_GEOMETRY3_CYLINDER: return fs_scaled_mul(times(pi(), 2, 1), fs_scaled_mul(rr, h));
    default: return fs_scaled_mul(times(pi(), 2, 3), fs_scaled_mul(rr, h)); /* cone */
    }
}

/* Volume pi r^2 (2 h + 4/3 r). The tensor is It E + (Ia - It) u u^T with the moments along and across the axis u. */
static fs_mass_data3 capsule_mass(const fs_geometry3 *s, fs_scaled density)
{
    fs_rel half = (fs_rel)fs_min64(fs__vec3_length(fs__vec3_from_rel(s->half)), FS_REL_MAX);
    fs_scaled r = length(s->radius), area = fs_scaled_mul(pi(), fs_scaled_mul(r, r));
    fs_scaled tall = fs_scaled_add(times(length(half), 2, 1), times(r, 4, 3));
    fs_mass_data3 m = fs_mass_data3_capsule(fs_scaled_mul(density, fs_scaled_mul(area, tall)), s->radius, half);
    fs_unit3 u = fs__vec3_unit(fs__vec3_from_rel(s->half));
    fs_scaled across = m.inertia.xx, more = fs_scaled_add(m.inertia.yy, fs__scaled_neg(across));
    const fs_scaled n[3] = { fs_scaled_make(u.x, -FS_UNIT_FRAC), fs_scaled_make(u.y, -FS_UNIT_FRAC),
                             fs_scaled_make(u.z, -FS_UNIT_FRAC) };
    m.inertia.xx = fs_scaled_add(across, fs_scaled_mul(more, fs_scaled_mul(n[0], n[0])));
    m.inertia.yy = fs_scaled_add(across, fs_scaled_mul(more, fs_scaled_mul(n[1], n[1])));
    m.inertia.zz = fs_scaled_add(across, fs_scaled_mul(more, fs_scaled_mul(n[2], n[2])));
    m.inertia.xy = fs_scaled_mul(more, fs_scaled_mul(n[0], n[1]));
    m.inertia.xz = fs_scaled_mul(more, fs_scaled_mul(n[0], n[2]));
    m.inertia.yz = fs_scaled_mul(more, fs_scaled_mul(n[1], n[2]));
    m.centre = s->centre;
    return m;
}

fs_mass_data3 fs_geometry3_mass(const fs_geometry3 *s, fs_scaled density)
{
    fs_mass_data3 own;
    FS_ASSERT(s->kind >= FS_GEOMETRY3_SPHERE && s->kind < FS_GEOMETRY3_KINDS);
    if (density.m <= 0)
        return no_mass();
    if (s->kind == FS_GEOMETRY3_CAPSULE)
        return capsule_mass(s, density);
    fs_scaled mass = s->kind == FS_GEOMETRY3_HULL ? density : fs_scaled_mul(density, volume_of(s));
    switch (s->kind) {
    case FS_GEOMETRY3_SPHERE: own = fs_mass_data3_sphere(mass, s->radius); break;
    case FS_GEOMETRY3_BOX: own = fs_mass_data3_box(mass, s->half); break;
    case FS_GEOMETRY3_CYLINDER: own = fs_mass_data3_cylinder(mass, s->half.x, s->half.y); break;
    case FS_GEOMETRY3_CONE: own = fs_mass_data3_cone(mass, s->half.x, s->half.y); break;
    default: own = fs__hull3_mass(s->hull, density); break;
    }
    fs_transform3 placement = { s->centre, s->rot };
    return fs_mass_data3_place(own, placement);
}
