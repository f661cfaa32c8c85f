/* geometry_math.h: small operations on shapes that the files of this folder share.
 *
 * Widths: coordinates of a shape are below 2^30 (16 m in Q5.26), so a difference of two is below 2^31, a component of
 * a cross product of two differences below 2^63, and a triple product below 2^96: 128 bits.
 */
#ifndef FS_PHYSICS3D_GEOMETRY_GEOMETRY_MATH_H
#define FS_PHYSICS3D_GEOMETRY_GEOMETRY_MATH_H

#include <fixstep/geometry3.h>

struct fs__vec3 {
    int64_t x, y, z;
};

static inline struct fs__vec3 fs__vec3_make(int64_t x, int64_t y, int64_t z)
{
    return (struct fs__vec3){ x, y, z };
}

static inline struct fs__vec3 fs__vec3_from_rel(fs_rel3 p)
{
    return fs__vec3_make(p.x, p.y, p.z);
}

static inline fs_rel3 fs__vec3_to_rel(struct fs__vec3 p)
{
    return fs_rel3_make(fs_sat32(p.x), fs_sat32(p.y), fs_sat32(p.z));
}

static inline struct fs__vec3 fs__vec3_add(struct fs__vec3 a, struct fs__vec3 b)
{
    return fs__vec3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline struct fs__vec3 fs__vec3_sub(struct fs__vec3 a, struct fs__vec3 b)
{
    return fs__vec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

/* Lexicographic order: a total order of points. */
static inline bool fs__vec3_precedes(struct fs__vec3 a, struct fs__vec3 b)
{
    if (a.x != b.x)
        return a.x < b.x;
    return a.y != b.y ? a.y < b.y : a.z < b.z;
}

/* In 64 bits: the caller knows that every partial sum fits. */
static inline int64_t fs__vec3_dot(struct fs__vec3 a, struct fs__vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct fs__vec3 fs__vec3_cross(struct fs__vec3 a, struct fs__vec3 b)
{
    return fs__vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline fs_i128 fs__vec3_dot128(struct fs__vec3 a, struct fs__vec3 b)
{
    return fs_i128_add(fs_i128_add(fs_i128_mul(a.x, b.x), fs_i128_mul(a.y, b.y)), fs_i128_mul(a.z, b.z));
}

static inline fs_u128 fs__vec3_length_sq(struct fs__vec3 a)
{
    return fs_u128_add(
        fs_u128_add(fs_u128_mul(fs_uabs64(a.x), fs_uabs64(a.x)), fs_u128_mul(fs_uabs64(a.y), fs_uabs64(a.y))),
        fs_u128_mul(fs_uabs64(a.z), fs_uabs64(a.z)));
}

/* |a|, nearest. */
static inline int64_t fs__vec3_length(struct fs__vec3 a)
{
    return fs_sat64_from_mag(fs__length64(fs__vec3_length_sq(a)), false);
}

/* Unit vector of a; zero for zero. */
static inline fs_unit3 fs__vec3_unit(struct fs__vec3 a)
{
    fs_unit u[3];
    fs__normalise3(a.x, a.y, a.z, u);
    return fs_unit3_make(u[0], u[1], u[2]);
}

/* n.p of a unit direction and a point whose distance from the origin is below 2^32.8: below 2^62.8, exact. */
static inline int64_t fs__geometry3_dot(fs_unit3 n, struct fs__vec3 p)
{
    return n.x * p.x + n.y * p.y + n.z * p.z;
}

/* The components shifted right together until the largest has at most `bits` (1 to 62) bits: only the direction is
 * kept. */
struct fs__vec3 fs__vec3_reduce(const fs_i128 v[3], int bits);

/* Where the load of a contact acts, in the frame of a question: its centre of pressure (Q26) or, before it bears one, the direction of
 * gravity (Q30). */
enum fs__load3_kind { FS__LOAD3_UNKNOWN, FS__LOAD3_AT, FS__LOAD3_TOWARD };
struct fs__load3 {
    struct fs__vec3 at;
    enum fs__load3_kind kind;
};
/* A load acts in the middle of a face when it is nearer to it than this share (1/8) of its half size; gravity, when its part along the
 * face is less than this (Q30). */
enum { FS__LOAD3_MIDDLE_SHIFT = 3, FS__LOAD3_LEVEL = FS_UNIT_ONE / 64 };

/* A shape in the frame of a question: x = m * own + p. */
struct fs__core3 {
    const fs_geometry3 *geometry;
    fs_mat3 m;
    struct fs__vec3 p;
    bool straight;                /* m is the identity: its products are left out, which changes no bit */
    const struct fs__load3 *load; /* of the contact for which points are looked for; NULL: unknown */
    const struct fs__vec3
        *corner; /* of a box: its 8 corners in this frame, bit i: coordinate i is positive; NULL: not placed */
};

/* The shape in the frame of its body, and in the frame in which its body is at `f`. These and the support points are written to where
 * they stay: processors wait for narrow stores before a wide load, so copies of what was just computed cost more than it. */
void fs__core3_init(struct fs__core3 *core, const fs_geometry3 *geometry);
void fs__core3_place(struct fs__core3 *core, const fs_geometry3 *geometry, const fs_transform3 *f);

/* Places the corners of a box in corner[8], which must outlive the core; other shapes have none. For a core that is asked
 * about many directions. */
void fs__core3_place_corners(struct fs__core3 *core, struct fs__vec3 *corner);

/* m * x with |x| below 2^32.4: sums stay below 2^62.8. */
static inline struct fs__vec3 fs__mat3_vec3(const fs_mat3 *m, struct fs__vec3 x)
{
    return fs__vec3_make(fs__round_shift64_inside(fs__geometry3_dot(m->x, x), FS_UNIT_FRAC),
                         fs__round_shift64_inside(fs__geometry3_dot(m->y, x), FS_UNIT_FRAC),
                         fs__round_shift64_inside(fs__geometry3_dot(m->z, x), FS_UNIT_FRAC));
}

/* m * x + p of an own point. */
static inline struct fs__vec3 fs__core3_point(const struct fs__core3 *core, struct fs__vec3 own)
{
    return fs__vec3_add(core->straight ? own : fs__mat3_vec3(&core->m, own), core->p);
}

/* The transpose of m applied to a direction with components below 2^31. */
static inline struct fs__vec3 fs__core3_own_direction(const struct fs__core3 *core, struct fs__vec3 d)
{
    const fs_mat3 back = fs_mat3_transpose(core->m);
    return core->straight ? d : fs__mat3_vec3(&back, d);
}

/* The furthest point of the core (radius not counted) along d, in the shape's own frame; components of d below
 * 2^31. */
struct fs__vec3 fs__core3_support_own(const fs_geometry3 *geometry, const struct fs__vec3 *d);

/* The same in the frame of the question. */
static inline struct fs__vec3 fs__core3_support(const struct fs__core3 *core, struct fs__vec3 d)
{
    const struct fs__vec3 own = fs__core3_own_direction(core, d);
    if (core->corner != NULL)
        return core->corner[(own.x > 0 ? 1u : 0u) | (own.y > 0 ? 2u : 0u) | (own.z > 0 ? 4u : 0u)];
    return fs__core3_point(core, fs__core3_support_own(core->geometry, &own));
}

/* The distance of two cores in one frame, their radii not counted, and its points. */
void fs__core3_distance(const struct fs__core3 *a, const struct fs__core3 *b, fs_distance3 *out);

#endif
