/* geometry3.h: convex shapes in space and what one can ask about them.
 *
 * A sphere or a capsule is the set of points within `radius` of a core (a point, a segment); a box, a cylinder, a
 * cone and a convex hull are sharp. Lengths are Q5.26 metres in the frame of the body. Every question is asked in the
 * frame of one shape, so no answer depends on where in the world the bodies are.
 *
 * Limits: every point of a shape is within FS_GEOMETRY3_MAX_EXTENT (16 m) of the body's origin on each axis; radii,
 * half extents, half heights and the thickness of a hull are at least FS_GEOMETRY3_MIN_SIZE (about 1 mm).
 * This file must never allocate and never know bodies.
 *
 * Source of the inertia formulas: I. Millington, "Game Physics Engine Development", appendix A; where the print is
 * wrong the comment says so.
 */
#ifndef FIXSTEP_GEOMETRY3_H
#define FIXSTEP_GEOMETRY3_H

#include <fixstep/convert.h>
#include <fixstep/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    FS_HULL3_MAX_CORNERS = 64,
    FS_HULL3_MAX_FACES = 2 * FS_HULL3_MAX_CORNERS - 4, /* Euler's formula with triangles only */
    FS_HULL3_MAX_EDGES = 3 * FS_HULL3_MAX_FACES,       /* half-edges: two for each edge */
    FS_HULL3_MAX_POINTS = 256                          /* points that a hull may be made of */
};

#define FS_GEOMETRY3_MAX_EXTENT ((fs_rel)(FS_REL_ONE * 16 - 1))
#define FS_GEOMETRY3_MIN_SIZE ((fs_rel)(FS_REL_ONE / 1024))
/* Shape casts and times of impact end with a gap of at most this (m, Q5.26). */
#define FS_GEOMETRY3_TOLERANCE ((fs_rel)(FS_REL_ONE / 8192))
/* A point that stands out from a face by at most this is dropped (2^-13 m, 0.12 mm). */
#define FS_HULL3_STAND_OUT ((fs_rel)(FS_REL_ONE / 8192))
/* Faces whose corners lie within this of one plane are merged (2^-16 m, 15 um). */
#define FS_HULL3_COPLANAR ((fs_rel)(FS_REL_ONE / 65536))

typedef enum fs_geometry3_kind {
    FS_GEOMETRY3_SPHERE = 1,
    FS_GEOMETRY3_CAPSULE,
    FS_GEOMETRY3_BOX,
    FS_GEOMETRY3_CYLINDER, /* axis y of its own frame */
    FS_GEOMETRY3_CONE,     /* axis y, apex at +half.y, base at -half.y */
    FS_GEOMETRY3_HULL,
    FS_GEOMETRY3_KINDS
} fs_geometry3_kind;

/* A convex polyhedron: 4 to 64 corners in lexicographic order, faces with their corners counter-clockwise seen from
 * outside, one half-edge for each side of each face. The half-edges of face f are first_edge[f] up to, not including,
 * first_edge[f + 1]; each starts at corner `origin` and ends where the next of its face starts; `twin` is the same
 * edge seen from the neighbouring face. Faces are in the order of their corners' lists. normal: outward, unit length;
 * every corner satisfies normal . corner <= offset (Q5.26, rounded up). Unused elements are zero, so equal hulls are
 * equal bytes. Make it with fs_hull3_make(), which establishes what the others rely on. 4.5 KB: share one hull among
 * the shapes that use it. */
typedef struct fs_hull3 {
    fs_rel3 corner[FS_HULL3_MAX_CORNERS];
    fs_unit3 normal[FS_HULL3_MAX_FACES];
    fs_rel offset[FS_HULL3_MAX_FACES];
    uint16_t first_edge[FS_HULL3_MAX_FACES + 1];
    uint16_t twin[FS_HULL3_MAX_EDGES];
    uint8_t origin[FS_HULL3_MAX_EDGES];
    uint8_t face[FS_HULL3_MAX_EDGES];
    uint16_t edge_count; /* half-edges */
    uint8_t corner_count, face_count;
} fs_hull3;

/* A value. Make it with the functions below: they establish what the others rely on. `hull` is borrowed: it must
 * outlive the value, and the value is not state (a state block keeps the hull's index instead). */
typedef struct fs_geometry3 {
    fs_rel3 centre; /* origin of the shape's own frame, in the frame of the body */
    fs_quat rot;    /* orientation of the own frame; identity for spheres and capsules */
    fs_rel3 half;   /* capsule: half of the segment, a vector; box, cylinder, cone: half of the bounding box */
    fs_rel radius;  /* sphere and capsule, else 0 */
    uint8_t kind;
    const fs_hull3 *hull; /* NULL unless a hull */
} fs_geometry3;

/* Where a body is: world position of a point of it, and its orientation. */
typedef struct fs_pose3 {
    fs_pos3 pos;
    fs_quat rot;
} fs_pose3;

/* Frame b seen from frame a: x_a = q x_b + p. (fs_frame3 is a right-angled frame, see frame.h.) */
typedef struct fs_transform3 {
    fs_rel3 p;
    fs_quat q;
} fs_transform3;

typedef struct fs_aabb3 {
    fs_pos3 low, high;
} fs_aabb3;

/* ---- making shapes ------------------------------------------------------------------------------------- */

/* Orientations are normalised. E_ARGUMENT: a size or place outside the limits above. E_DEGENERATE: a capsule without
 * length. On an error *out is zeroed. The ends of a capsule are kept to 1 step. */
FS_API fs_result fs_geometry3_sphere(fs_rel3 centre, fs_rel radius, fs_geometry3 *out);
FS_API fs_result fs_geometry3_capsule(fs_rel3 a, fs_rel3 b, fs_rel radius, fs_geometry3 *out);
FS_API fs_result fs_geometry3_box(fs_rel3 half, fs_rel3 centre, fs_quat rot, fs_geometry3 *out);
FS_API fs_result fs_geometry3_cylinder(fs_rel radius, fs_rel half_height, fs_rel3 centre, fs_quat rot,
                                       fs_geometry3 *out);
FS_API fs_result fs_geometry3_cone(fs_rel radius, fs_rel half_height, fs_rel3 centre, fs_quat rot, fs_geometry3 *out);
/* `hull` placed in the frame of the body; E_ARGUMENT also for a hull that is not valid. */
FS_API fs_result fs_geometry3_hull(const fs_hull3 *hull, fs_rel3 centre, fs_quat rot, fs_geometry3 *out);

/* The convex hull of points in any order. A point within FS_GEOMETRY3_MIN_SIZE of an earlier one (in lexicographic
 * order), and one that stands out by at most FS_HULL3_STAND_OUT, is dropped; the result is the same for every order of
 * the points.
 * E_ARGUMENT: a coordinate beyond FS_GEOMETRY3_MAX_EXTENT. E_DEGENERATE: fewer than 4 points, all in a line, or flat
 * (none is FS_GEOMETRY3_MIN_SIZE away from the plane of three that are far apart). E_CAPACITY: the hull needs more than
 * 64 corners, or there are more than 256 points. On an error *out is zeroed.
 * Method: Barber, Dobkin, Huhdanpaa, "The quickhull algorithm for convex hulls", 1996, with exact predicates in
 * 128-bit integers. */
FS_API fs_result fs_hull3_make(const fs_rel3 *points, size_t count, fs_hull3 *out);

/* True when a value that came from elsewhere keeps every rule that the functions rely on. Any bytes may be given;
 * geometry->hull must be NULL or point to a readable hull. */
FS_API bool fs_hull3_valid(const fs_hull3 *hull);
FS_API bool fs_geometry3_valid(const fs_geometry3 *geometry);

/* ---- mass ---------------------------------------------------------------------------------------------------- */

/* A symmetric inertia tensor, kg m^2. Off the diagonal stand the negated products of inertia: xy = -sum m x y. */
typedef struct fs_inertia3 {
    fs_scaled xx, yy, zz, xy, xz, yz;
} fs_inertia3;

/* kg, centre of mass, tensor about that centre along the axes of the body. */
typedef struct fs_mass_data3 {
    fs_scaled mass;
    fs_rel3 centre;
    fs_inertia3 inertia;
} fs_mass_data3;

/* Mass data for a density in kg/m^3 (0 or less: all zero). Relative error of the mass and of each moment below 1e-8
 * for round shapes and boxes in their own frame and for hulls from 1 cm up; elements off the diagonal to the same share of
 * the largest moment. */
FS_API fs_mass_data3 fs_geometry3_mass(const fs_geometry3 *geometry, fs_scaled density);

/* Mass data of bodies of a given mass (kg) centred in their own frames, the axis of round bodies along y. Lengths are
 * taken as they are (a negative one as its magnitude). Relative error at most 2^-28. Full sizes are twice `half`.
 *   box         m/3 (hy^2 + hz^2), ...
 *   sphere      2/5 m r^2                      shell       2/3 m r^2
 *   ellipsoid   m/5 (ry^2 + rz^2), ...
 *   cylinder    Iy = m r^2/2,  Ix = Iz = m h^2/12 + m r^2/4 with h = 2 half_height
 *   tube        Iy = m (ro^2 + ri^2)/2, Ix = Iz = m h^2/12 + m (ro^2 + ri^2)/4
 *   capsule     a cylinder and two half spheres, whose centres lie 3/8 r beyond its ends
 *   cone        Iy = 3/10 m r^2, Ix = Iz = 3/80 m h^2 + 3/20 m r^2 (the source prints Iz with 3/5 m h^2); apex at
 *               +half_height; the centre of mass lies h/4 above the base, at -half_height/2
 *   hemisphere  Iy = 2/5 m r^2, Ix = Iz = 83/320 m r^2; flat side at y = 0, centre of mass at 3/8 r */
FS_API fs_mass_data3 fs_mass_data3_box(fs_scaled mass, fs_rel3 half);
FS_API fs_mass_data3 fs_mass_data3_sphere(fs_scaled mass, fs_rel radius);
FS_API fs_mass_data3 fs_mass_data3_shell(fs_scaled mass, fs_rel radius);
FS_API fs_mass_data3 fs_mass_data3_ellipsoid(fs_scaled mass, fs_rel3 radii);
FS_API fs_mass_data3 fs_mass_data3_cylinder(fs_scaled mass, fs_rel radius, fs_rel half_height);
FS_API fs_mass_data3 fs_mass_data3_tube(fs_scaled mass, fs_rel outer, fs_rel inner, fs_rel half_height);
FS_API fs_mass_data3 fs_mass_data3_capsule(fs_scaled mass, fs_rel radius, fs_rel half_height);
FS_API fs_mass_data3 fs_mass_data3_cone(fs_scaled mass, fs_rel radius, fs_rel half_height);
FS_API fs_mass_data3 fs_mass_data3_hemisphere(fs_scaled mass, fs_rel radius);
/* Point masses: I_a = sum m (b^2 + c^2) (the source prints sum m a^2), off the diagonal -sum m a b. Masses of 0 or
 * less count as 0; all of them 0: all zero. */
FS_API fs_mass_data3 fs_mass_data3_points(const fs_scaled *mass, const fs_rel3 *place, size_t count);

/* The same body placed at `placement`: the tensor is rotated (R I R^T), the centre moves. */
FS_API fs_mass_data3 fs_mass_data3_place(fs_mass_data3 body, fs_transform3 placement);

/* The mass data of two parts together (parallel axis rule); of many by repeated calls. */
FS_API fs_mass_data3 fs_mass_data3_combine(fs_mass_data3 a, fs_mass_data3 b);

/* A tensor about another point: m (d.d E - d d^T) added for the offset d from the centre of mass. */
FS_API fs_inertia3 fs_mass_data3_inertia_about(fs_mass_data3 body, fs_rel3 point);

/* Principal moments x, y, z (kg m^2, never negative) and the orientation of the principal frame in the frame of the
 * tensor: I = R diag(moment) R^T. Each moment is within 2^-29 of the largest, R diag R^T within 2^-27 of the largest
 * moment in each element. A diagonal tensor gives its own elements in their order and the identity. Method: Jacobi,
 * 64-bit elements, largest element first (ties: xy, xz, yz), at most 30 rotations. */
typedef struct fs_principal3 {
    fs_scaled moment[3];
    fs_quat axes;
} fs_principal3;

/* The principal moments and axes of a tensor, as described above. Any tensor may be given; what is not positive
 * semidefinite has its negative moments set to 0. */
FS_API fs_principal3 fs_inertia3_principal(fs_inertia3 inertia);

/* ---- places -------------------------------------------------------------------------------------------------- */

/* b seen from a; the distance of the origins saturates at 32 m per axis. */
FS_API fs_transform3 fs_transform3_between(fs_pose3 a, fs_pose3 b);

/* The bounding box at a pose, rounded outward: at most 16 steps of Q5.26 larger on each side than the shape. */
FS_API fs_aabb3 fs_geometry3_aabb(const fs_geometry3 *geometry, fs_pose3 pose);

static inline bool fs_aabb3_overlaps(fs_aabb3 a, fs_aabb3 b)
{
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
           a.low.z <= b.high.z && b.low.z <= a.high.z;
}

static inline bool fs_aabb3_contains(fs_aabb3 outer, fs_aabb3 inner)
{
    return outer.low.x <= inner.low.x && outer.low.y <= inner.low.y && outer.low.z <= inner.low.z &&
           inner.high.x <= outer.high.x && inner.high.y <= outer.high.y && inner.high.z <= outer.high.z;
}

/* The greatest distance of a point of the shape from `point`, rounded up by at most 16 steps; of a box, a cylinder or
 * a cone that of its bounding box's corners. */
FS_API fs_rel fs_geometry3_extent(const fs_geometry3 *geometry, fs_rel3 point);

/* ---- questions ----------------------------------------------------------------------------------------------- */

/* The point of the shape that lies furthest along a direction of any length above 0 (body frame); ties go to the
 * corner with the lowest index, a zero direction gives any point. Within 4 steps of Q5.26. */
FS_API fs_rel3 fs_geometry3_support(const fs_geometry3 *geometry, fs_unit3 direction);

/* Whether a point in the body's frame lies in the shape; its surface counts as inside (to 4 steps of Q5.26; a hull
 * with merged faces to FS_HULL3_COPLANAR). */
FS_API bool fs_geometry3_contains(const fs_geometry3 *geometry, fs_rel3 point);

/* Where a moving thing first meets a shape. fraction: of the movement, Q1.30 in [0, ONE]. normal: of the shape,
 * against the movement; zero where both overlap from the start (then the fraction is 0). */
typedef struct fs_cast_hit3 {
    bool hit;
    fs_unit fraction;
    fs_unit3 normal;
    fs_rel3 point;
} fs_cast_hit3;

/* The ray from origin to origin + translation in the body's frame; both ends must be within 32 m on each axis, where
 * the format ends. Error of the point where the ray is not grazing: at most 8 steps of Q5.26. */
FS_API fs_cast_hit3 fs_geometry3_raycast(const fs_geometry3 *geometry, fs_rel3 origin, fs_rel3 translation);

/* The closest points of two shapes, in the frame of a. normal points from a to b, zero when the shapes overlap;
 * distance is then 0 and the points tell nothing. `error`: the distance differs from the exact one by at most this
 * (m, Q5.26): about 20 steps for polyhedra below 8 m apart; found by duality for round shapes. Points beyond 32 m
 * saturate. Method: Gilbert, Johnson, Keerthi 1988, with exact integer tests of the simplex. */
typedef struct fs_distance3 {
    fs_rel distance;
    fs_rel error;
    fs_unit3 normal;
    fs_rel3 on_a, on_b;
} fs_distance3;

/* The distance of two shapes; shapes that overlap have the distance 0. */
FS_API fs_distance3 fs_geometry3_distance(const fs_geometry3 *a, const fs_geometry3 *b, fs_transform3 b_in_a);

/* b moves by `translation` (frame of a) without turning: conservative advancement. The point is on a, the normal points
 * from a to b. Shapes that move apart, or along each other with a gap above FS_GEOMETRY3_TOLERANCE, do not hit. */
FS_API fs_cast_hit3 fs_geometry3_cast(const fs_geometry3 *a, const fs_geometry3 *b, fs_transform3 b_in_a,
                                      fs_rel3 translation);

/* b moves from one frame to another, both seen from a; the rotation goes the shorter way, at most a half turn. */
FS_API fs_cast_hit3 fs_geometry3_time_of_impact(const fs_geometry3 *a, const fs_geometry3 *b, fs_transform3 from,
                                                fs_transform3 to);

#ifdef __cplusplus
}
#endif

#endif
