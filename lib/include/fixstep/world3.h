/* world3.h: a world of rigid bodies in space: its tables, its rules and its step.
 *
 * A program that needs physics only creates a world that owns its state and its working memory:
 *
 *     fs_world3 *w;
 *     fs_body3 ground, box;
 *     fs_world3_create(NULL, NULL, &w);
 *     ... fs_body3_create(), fs_shape3_create() ...
 *     fs_world3_step(w);
 *     fs_world3_destroy(w);
 *
 * A game keeps the tables of the world in its own state, so that one block holds all of the game. `struct fs_world3` is then a
 * view of them that the game binds at the start of its init and of every step. The nine tables stand in one row in the game's
 * schema:
 *
 *     #define MY_TABLES(T, P, g)          \
 *         FS_WORLD3_TABLES(T, P, g)       \
 *         T(g, score, SCORE_FIELDS)
 *     FS_SCHEMA(my, MY_TABLES)
 *     fs_world3 w;
 *     fs_world3_bind(state, my_T_physics3, scratch, &w);
 *     fs_world3_step(&w);
 *
 * One tick: forces (also of the generators of force3.h) -> then, in each of its parts where it is divided
 * (FS_WORLD3_SUBDIVISION), pairs of fat AABBs -> manifolds (of fast pairs: speculative contacts) -> islands wake -> substeps of
 * (velocities, joints and contacts with soft bias, positions, relaxation) -> restitution -> impulses stored -> continuous
 * collision -> sleep -> events. The contents of scratch (search trees, solver rows, the list of events) never change a result.
 *
 * Formats: lib/doc/DETERMINISM.md. Shapes lie within 16 m of the body's origin; on static bodies boxes may be of any size
 * (shape3.h). Velocities are at most 512 m/s and 512 rad/s per axis. Solver: E. Catto, "Solver2D" (2024), in velocity units.
 *
 * Rules of every call of the 3D engine:
 * - A pointer to a def may be NULL: the default, if there is one; one to an out-value too: not reported; others give E_ARGUMENT.
 * - A handle may be stale or zero: E_STALE, nothing changed; functions that return a value say which one they give then.
 * - A value out of its range gives E_ARGUMENT, a full table E_CAPACITY; nothing changed. fs_world3_error() tells which.
 * - `w` itself must be a bound, initialised world; anything else is a programmer's error. */
#ifndef FIXSTEP_WORLD3_H
#define FIXSTEP_WORLD3_H

#include <fixstep/geometry3.h>
#include <fixstep/sim.h>
#include <fixstep/state.h>
#include <fixstep/tasks.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- tables --------------------------------------------------------------------------------------------- */

/* The rules: one row. */
#define FS_PHYSICS3_FIELDS(F, t)                                                                                      \
    F(t, WIDE3, gravity, "m/s^2")                                                                                     \
    F(t, VEL, max_speed, "m/s")                                                                                       \
    F(t, VEL, max_angular_speed, "rad/s")                                                                             \
    F(t, VEL, restitution_threshold, "m/s") /* slower impacts do not bounce */                                        \
    F(t, VEL, max_push_out_speed, "m/s")    /* overlap is removed at most this fast */                                \
    F(t, VEL, sleep_speed, "m/s")           /* of the fastest point of a body */                                      \
    F(t, U16, sleep_ticks, "ticks") /* ticks that every body of an island stays below sleep_speed before it sleeps */ \
    F(t, U16, flags, "")            /* FS_WORLD3_... */                                                               \
    F(t, U8, substeps, "")          /* 1..16 */                                                                       \
    F(t, U8, restitution_combine, "") /* fs_combine3 */                                                               \
    F(t, U8, friction_combine, "")                                                                                    \
    F(t, FIX16, contact_hertz, "1/s")                                                                                 \
    F(t, FIX16, contact_damping_ratio, "") /* damping ratio */                                                        \
    F(t, FIX16, joint_hertz, "1/s")                                                                                   \
    F(t, FIX16, joint_damping_ratio, "")                                                                              \
    F(t, U32, limited, "")       /* how often max_speed or max_angular_speed shortened a velocity */                  \
    F(t, U32, contacts_lost, "") /* how often a search of a tick found the table of contacts full: one for each pair */

/* The first four columns are the moving state: 64 bytes. Angular velocity and inverse inertia are about the centre of
 * mass. The principal frame is the one in which the inertia has no products: its axes in the body's frame are the columns
 * of `principal`, its moments are inertia_x, _y, _z. */
#define FS_BODY3_FIELDS(F, t)                                                                               \
    F(t, POS3, pos, "m")                      /* centre of mass */                                          \
    F(t, QUAT, rot, "")                       /* of the body's frame */                                     \
    F(t, VEL3, vel, "m/s")                    /* of the centre of mass */                                   \
    F(t, VEL3, angular_velocity, "rad/s")     /* in the axes of the world */                                \
    F(t, SCALED, inv_mass, "1/kg")            /* 0: immovable by contacts */                                \
    F(t, SCALED, inv_inertia_x, "1/(kg m^2)") /* principal; 0: does not turn about that axis by contacts */ \
    F(t, SCALED, inv_inertia_y, "1/(kg m^2)")                                                               \
    F(t, SCALED, inv_inertia_z, "1/(kg m^2)")                                                               \
    F(t, SCALED, mass, "kg")          /* also kept where inv_mass is 0 */                                   \
    F(t, SCALED, inertia_x, "kg m^2") /* principal moments about the centre of mass */                      \
    F(t, SCALED, inertia_y, "kg m^2")                                                                       \
    F(t, SCALED, inertia_z, "kg m^2")                                                                       \
    F(t, QUAT, principal, "") /* principal frame in the body's frame */                                     \
    F(t, REL3, centre, "m")   /* of mass, in the body's frame */                                            \
    F(t, REL, extent, "m")    /* farthest point of its shapes from the centre of mass */                    \
    F(t, WIDE3, force, "N")   /* of this tick; zero after the step */                                       \
    F(t, WIDE3, torque, "N m")                                                                              \
    F(t, UNIT, linear_retention, "") /* share of the velocity kept per second: exp(-damping) */             \
    F(t, UNIT, angular_retention, "")                                                                       \
    F(t, U64, damping_factor, "2^-60") /* share kept per substep */                                         \
    F(t, U64, angular_damping_factor, "2^-60")                                                              \
    F(t, UNIT3, velocity_residual, "2^-21 m/s") /* the part of the velocity below one step */               \
    F(t, UNIT3, angular_velocity_residual, "2^-21 rad/s")                                                   \
    F(t, FIX16, gravity_scale, "")                                                                          \
    F(t, U8, type, "")              /* fs_body3_type */                                                     \
    F(t, U16, flags, "")            /* FS_BODY3_... */                                                      \
    F(t, U16, still_ticks, "ticks") /* ticks below sleep_speed */                                           \
    F(t, U32, first_shape, "")      /* row + 1 of a shape; 0: none */                                       \
    F(t, U32, first_joint, "")      /* (row * 2 + end) + 1 of joint3; 0: none */                            \
    F(t, U64, user, "")

#define FS_SHAPE3_FIELDS(F, t)                                                                                         \
    F(t, POS3, fat_low, "m")  /* fat AABB of the broad phase: contains the shape and */                                \
    F(t, POS3, fat_high, "m") /* a margin to move in before it must change */                                          \
    F(t, POS3, centre, "m")   /* of the shape's own frame, in the body's frame */                                      \
    F(t, QUAT, rot, "")       /* of the own frame; half-space, plane: (normal, 0) */                                   \
    F(t, WIDE3, half, "m") /* capsule: half of its segment, a vector; box, cylinder, cone: half of the bounding box */ \
    F(t, REL, radius, "m") /* sphere, capsule */                                                                       \
    F(t, REL, thickness, "m") /* from an inner point to the nearest side */                                            \
    F(t, U8, kind, "")        /* fs_geometry3_kind, or one of ground3.h */                                             \
    F(t, U16, flags, "")      /* FS_SHAPE3_... */                                                                      \
    F(t, U16, material, "")   /* row of material3 */                                                                   \
    F(t, I16, group, "")      /* equal and not 0: above 0 always collide, below 0 never */                             \
    F(t, U32, category, "")                                                                                            \
    F(t, U32, mask, "")                                                                                                \
    F(t, U32, hull, "")    /* row + 1 of hull3, of a surface that of mesh3 or height_field3; 0: none */                \
    F(t, U32, body, "")    /* row of body3 */                                                                          \
    F(t, U32, sibling, "") /* next shape of the body: row + 1; 0: last */                                              \
    F(t, WIDE, density, "kg/m^3")                                                                                      \
    F(t, U64, user, "")

/* A convex hull that one shape or more use. Its corners are rows 64 i .. 64 i + 63 of hull_corner3 in lexicographic order,
 * unused ones are zero; faces and edges follow from the corners (fs_hull3_make()). */
#define FS_HULL3_FIELDS(F, t)         \
    F(t, U32, users, "") /* shapes */ \
    F(t, U8, count, "")  /* corners, 4..64 */

#define FS_HULL_CORNER3_FIELDS(F, t) F(t, REL3, at, "m")

#define FS_MATERIAL3_FIELDS(F, t)                                                                                  \
    F(t, UNIT, restitution, "") /* 0..1 */                                                                         \
    F(t, FIX16, static_friction, "")                                                                               \
    F(t, FIX16, dynamic_friction, "")   /* while sliding; at most the static one */                                \
    F(t, UNIT, cross_friction, "")      /* share of the friction across friction_axis, 0..1 */                     \
    F(t, UNIT3, friction_axis, "")      /* in the frame of the shape; 0: friction is the same in all directions */ \
    F(t, REL, rolling_resistance, "m")  /* lever arm of the rolling resistance */                                  \
    F(t, REL, spinning_resistance, "m") /* lever arm of the resistance to turning about the normal */              \
    F(t, VEL3, tangent_velocity, "m/s") /* of a conveyor belt, in the frame of the shape */                        \
    F(t, WIDE, density, "kg/m^3")       /* what fs_default_shape3_def() of this material takes */

/* Of a table beside the nine: see material_pair3.h. */
#define FS_MATERIAL_PAIR3_FIELDS(F, t)                                      \
    F(t, U16, a, "") /* rows of material3, a <= b; rows ascend by (a, b) */ \
    F(t, U16, b, "")                                                        \
    F(t, UNIT, restitution, "")                                             \
    F(t, FIX16, static_friction, "")                                        \
    F(t, FIX16, dynamic_friction, "")

/* Triangle meshes of static bodies: tables beside the nine, see ground3.h. The rows of a mesh in the other three tables
 * stand together, and its numbers of vertices, triangles and nodes count from its own first row. */
#define FS_MESH3_FIELDS(F, t)                             \
    F(t, U32, first_vertex, "") /* row of mesh_vertex3 */ \
    F(t, U32, vertices, "")                               \
    F(t, U32, first_triangle, "")                         \
    F(t, U32, triangles, "")                              \
    F(t, U32, first_node, "")                             \
    F(t, U32, nodes, "")

#define FS_MESH_VERTEX3_FIELDS(F, t) F(t, POS3, at, "m") /* in the frame of the body */

/* In the order of the tree. */
#define FS_MESH_TRIANGLE3_FIELDS(F, t)                                              \
    F(t, U32, a, "") /* vertices, counter-clockwise from the free side */           \
    F(t, U32, b, "")                                                                \
    F(t, U32, c, "")                                                                \
    F(t, U32, across_ab, "") /* triangles that share the sides; UINT32_MAX: none */ \
    F(t, U32, across_bc, "")                                                        \
    F(t, U32, across_ca, "")                                                        \
    F(t, U32, source, "") /* number of the triangle in the order in which it was given */

/* A tree of boxes over the triangles, in depth-first order: node i + 1 is the first child of node i. */
#define FS_MESH_NODE3_FIELDS(F, t)                        \
    F(t, POS3, low, "m")                                  \
    F(t, POS3, high, "m")                                 \
    F(t, U32, skip, "")  /* the node after its subtree */ \
    F(t, U32, first, "") /* triangle */                   \
    F(t, U32, count, "") /* triangles of a leaf; 0: not a leaf */

#define FS_MESH3_TABLES(T, P, g)                   \
    P(g, mesh3, FS_MESH3_FIELDS)                   \
    T(g, mesh_vertex3, FS_MESH_VERTEX3_FIELDS)     \
    T(g, mesh_triangle3, FS_MESH_TRIANGLE3_FIELDS) \
    T(g, mesh_node3, FS_MESH_NODE3_FIELDS)
enum { FS_MESH3_TABLE_COUNT = 4 };

/* Height fields of static bodies: tables beside the nine, see ground3.h. The rows of a field in height_point3 stand
 * together: point (i, k) is row first_point + k * points_x + i. */
#define FS_HEIGHT_FIELD3_FIELDS(F, t)                           \
    F(t, U32, first_point, "") /* row of height_point3 */       \
    F(t, U32, points, "")      /* points_x * points_z */        \
    F(t, U32, points_x, "")                                     \
    F(t, U32, points_z, "")                                     \
    F(t, POS, spacing, "m")                                     \
    F(t, POS, low, "m") /* the least and the greatest height */ \
    F(t, POS, high, "m")

#define FS_HEIGHT_POINT3_FIELDS(F, t)                     \
    F(t, POS, height, "m") /* in the frame of the body */ \
    F(t, U8, hole, "")     /* 1: the cell that begins here has no triangles */

#define FS_HEIGHT_FIELD3_TABLES(T, P, g)         \
    P(g, height_field3, FS_HEIGHT_FIELD3_FIELDS) \
    T(g, height_point3, FS_HEIGHT_POINT3_FIELDS)
enum { FS_HEIGHT_FIELD3_TABLE_COUNT = 2 };

/* A pair of shapes whose fat AABBs overlap; a shape and a surface have a row for each of up to four manifolds. While the table
 * is full, pairs without a row are searched for again in every tick. shape_a < shape_b are rows. Impulses are in velocity units:
 * divided by the pair's mass 1/(1/m_a + 1/m_b), for which a body counts with more than its mass while it bears a much heavier
 * one. Normal and arms are in the axes of the world at the time the manifold was made, and do not turn while it is kept. */
#define FS_CONTACT3_FIELDS(F, t)                                                                                      \
    F(t, U32, shape_a, "")                                                                                            \
    F(t, U32, shape_b, "")                                                                                            \
    F(t, U8, flags, "")            /* FS__CONTACT3_... */                                                             \
    F(t, U8, count, "")            /* points, 0..4 */                                                                 \
    F(t, U32, first_point, "")     /* the first of `count` rows of contact_point3; 0 without points */                \
    F(t, U32, reference, "")       /* the narrow phase's choice of features, carried from one manifold to the next */ \
    F(t, UNIT3, normal, "")        /* from a to b */                                                                  \
    F(t, REL3, anchor_offset, "m") /* b's centre of mass from a's when made */                                        \
    F(t, QUAT, rotation_a, "")     /* rotations of the bodies when made */                                            \
    F(t, QUAT, rotation_b, "")                                                                                        \
    F(t, VEL3, rolling_impulse, "m/s") /* in the axes of the world */                                                 \
    F(t, VEL, spinning_impulse, "m/s") /* about the normal */                                                         \
    F(t, REL, rest_overlap, "m")       /* overlap at which it gives no push */                                        \
    F(t, REL, gap, "m")                /* without points: how far apart when made; 0: unknown */                      \
    F(t, U8, loaded, "")               /* passes in a row in which it gave an impulse, at most 2 */                   \
    F(t, U8, parts, "")                /* of the tick in which it was solved last; 0: not since it has points */

/* In the order of their contacts; one that ends leaves zeros until the next manifold is made. Arms of large shapes are modulo
 * 64 m: of the points that they may mean the nearest to b. Impulse: along the normal and along the two tangents that belong to
 * the normal, in which all points have equal parts: of a substep of an undivided tick. */
#define FS_CONTACT_POINT3_FIELDS(F, t)                                                   \
    F(t, REL3, arm, "m")       /* from a's centre of mass; b's is arm - anchor_offset */ \
    F(t, REL, separation, "m") /* when made */                                           \
    F(t, U32, id, "")          /* features of a and b */                                 \
    F(t, VEL3, impulse, "m/s")

/* See joint3.h. The joint's frame stands in both bodies: its x axis is that of hinge, slider, wheel and twist. */
#define FS_JOINT3_FIELDS(F, t)                                                                             \
    F(t, U8, kind, "") /* fs_joint3_kind */                                                                \
    F(t, U16, flags, "")                                                                                   \
    F(t, U32, body_a, "") /* rows of body3 */                                                              \
    F(t, U32, body_b, "")                                                                                  \
    F(t, U32, next_a, "") /* the next joint of that body, as body3.first_joint */                          \
    F(t, U32, next_b, "")                                                                                  \
    F(t, REL3, anchor_a, "m") /* in the frames of the bodies (not from the centre of mass) */              \
    F(t, REL3, anchor_b, "m")                                                                              \
    F(t, QUAT, frame_a, "") /* orientation of the joint's frame in those of the bodies */                  \
    F(t, QUAT, frame_b, "")                                                                                \
    F(t, REL, length, "")      /* at rest: m, or rad of an angular spring */                               \
    F(t, REL, lower_limit, "") /* limit: m or rad (Q5.26); ball: of the twist */                           \
    F(t, REL, upper_limit, "")                                                                             \
    F(t, REL, swing_limit, "rad") /* half angle of the cone of a ball joint */                             \
    F(t, VEL, motor_speed, "")    /* m/s or rad/s */                                                       \
    F(t, WIDE, motor_limit, "")   /* N or N m */                                                           \
    F(t, WIDE, break_force, "N")  /* 0: never breaks */                                                    \
    F(t, WIDE, break_torque, "N m")                                                                        \
    F(t, FIX16, hertz, "1/s") /* of its spring */                                                          \
    F(t, FIX16, damping_ratio, "")                                                                         \
    F(t, WIDE3, angular_rows, "m/s") /* impulses of the last tick's substep by row, for the warm start: */ \
    F(t, WIDE3, linear_rows, "m/s")  /* divided by the pair's mass (and the row's lever) */                \
    F(t, WIDE3, extra_rows, "m/s")   /* upper limits: negative */                                          \
    F(t, WIDE3, force, "N")          /* on b in the last tick, in the axes of the world */                 \
    F(t, WIDE3, torque, "N m")       /* on b about its anchor */                                           \
    F(t, U64, user, "")

#define FS_WORLD3_TABLES(T, P, g)                  \
    T(g, physics3, FS_PHYSICS3_FIELDS)             \
    P(g, body3, FS_BODY3_FIELDS)                   \
    P(g, shape3, FS_SHAPE3_FIELDS)                 \
    P(g, hull3, FS_HULL3_FIELDS)                   \
    T(g, hull_corner3, FS_HULL_CORNER3_FIELDS)     \
    T(g, material3, FS_MATERIAL3_FIELDS)           \
    P(g, contact3, FS_CONTACT3_FIELDS)             \
    T(g, contact_point3, FS_CONTACT_POINT3_FIELDS) \
    P(g, joint3, FS_JOINT3_FIELDS)
enum { FS_WORLD3_TABLE_COUNT = 9 };

/* Optional: force generators, their tensors and fluids; see force3.h. */
#define FS_FORCE3_FIELDS(F, t)                                                       \
    F(t, U8, kind, "")    /* fs_force3_kind */                                       \
    F(t, U8, flags, "")   /* FS_FORCE3_... */                                        \
    F(t, I8, control, "") /* -127..127 */                                            \
    F(t, U16, fluid, "")  /* row of fluid3 + 1; 0: air at rest */                    \
    F(t, U16, aero, "")   /* row of aero3 */                                         \
    F(t, HANDLE, body_a, "")                                                         \
    F(t, HANDLE, body_b, "")  /* null: the world */                                  \
    F(t, REL3, anchor_a, "m") /* in the frame of the body, from its origin */        \
    F(t, REL3, anchor_b, "m")                                                        \
    F(t, POS3, point, "m") /* of the world, where there is no b */                   \
    F(t, QUAT, rot, "")                                                              \
    F(t, WIDE3, vec, "") /* m/s^2 or N */                                            \
    F(t, WIDE, k, "")    /* see the formula: N/m, N m/rad, N s/m, m^3, N, N m ... */ \
    F(t, WIDE, k2, "")                                                               \
    F(t, WIDE, length, "m")                                                          \
    F(t, WIDE, limit, "")      /* m/s, rad/s or N m */                               \
    F(t, WIDE3, force, "N")    /* on a in the last tick, in the axes of the world */ \
    F(t, WIDE3, torque, "N m") /* on a about its centre of mass */                   \
    F(t, U64, user, "")

/* Tensors: the rows of three matrices. */
#define FS_AERO3_FIELDS(F, t)       \
    F(t, WIDE3, min_x, "N s/m")     \
    F(t, WIDE3, min_y, "N s/m")     \
    F(t, WIDE3, min_z, "N s/m")     \
    F(t, WIDE3, neutral_x, "N s/m") \
    F(t, WIDE3, neutral_y, "N s/m") \
    F(t, WIDE3, neutral_z, "N s/m") \
    F(t, WIDE3, max_x, "N s/m")     \
    F(t, WIDE3, max_y, "N s/m")     \
    F(t, WIDE3, max_z, "N s/m")

#define FS_FLUID3_FIELDS(F, t)                                     \
    F(t, U8, surface, "") /* 1: ends at the height `level` */      \
    F(t, POS, level, "m")                                          \
    F(t, WIDE, density, "kg/m^3")                                  \
    F(t, WIDE3, velocity, "m/s")  /* mean: wind or current */      \
    F(t, WIDE3, variation, "m/s") /* at most so much either way */ \
    F(t, WIDE, period, "s")       /* of the variation */           \
    F(t, U32, seed, "")

#define FS_FORCE3_TABLES(T, P, g)  \
    P(g, force3, FS_FORCE3_FIELDS) \
    T(g, aero3, FS_AERO3_FIELDS)   \
    T(g, fluid3, FS_FLUID3_FIELDS)
enum { FS_FORCE3_TABLE_COUNT = 3 };

/* Views of the tables, column by column: w->body.vel[row]. A program reads them and changes the world by calls, because a
 * written column skips the checks of its range and does not wake the body. The engine's own files and its tests define
 * FS__WORLD3_INTERNAL; the layout is the same. */
#if defined(FS__WORLD3_INTERNAL)
#define FS__WORLD3_COLUMN(t, TYPE, field, unit) fs_c_##TYPE *field;
#define FS__WORLD3_ROWS uint32_t *rows;
#else
#define FS__WORLD3_COLUMN(t, TYPE, field, unit) const fs_c_##TYPE *field;
#define FS__WORLD3_ROWS const uint32_t *rows;
#endif
#define FS__WORLD3_VIEW(t, FIELDS)   \
    struct t {                       \
        FS__WORLD3_ROWS              \
        uint32_t capacity;           \
        FIELDS(FS__WORLD3_COLUMN, t) \
    };
#define FS__WORLD3_POOL_VIEW(t, FIELDS)                                   \
    struct t {                                                            \
        FS__WORLD3_ROWS                                                   \
        uint32_t capacity;                                                \
        FIELDS(FS__WORLD3_COLUMN, t) FS_POOL_FIELDS(FS__WORLD3_COLUMN, t) \
    };
FS__WORLD3_VIEW(fs_clock3_view, FS_WORLD_FIELDS)
FS__WORLD3_VIEW(fs_physics3_view, FS_PHYSICS3_FIELDS)
FS__WORLD3_POOL_VIEW(fs_body3_view, FS_BODY3_FIELDS)
FS__WORLD3_POOL_VIEW(fs_shape3_view, FS_SHAPE3_FIELDS)
FS__WORLD3_POOL_VIEW(fs_hull3_view, FS_HULL3_FIELDS)
FS__WORLD3_VIEW(fs_hull_corner3_view, FS_HULL_CORNER3_FIELDS)
FS__WORLD3_VIEW(fs_material3_view, FS_MATERIAL3_FIELDS)
FS__WORLD3_POOL_VIEW(fs_contact3_view, FS_CONTACT3_FIELDS)
FS__WORLD3_VIEW(fs_contact_point3_view, FS_CONTACT_POINT3_FIELDS)
FS__WORLD3_POOL_VIEW(fs_joint3_view, FS_JOINT3_FIELDS)
FS__WORLD3_VIEW(fs_material_pair3_view, FS_MATERIAL_PAIR3_FIELDS)
FS__WORLD3_POOL_VIEW(fs_mesh3_view, FS_MESH3_FIELDS)
FS__WORLD3_VIEW(fs_mesh_vertex3_view, FS_MESH_VERTEX3_FIELDS)
FS__WORLD3_VIEW(fs_mesh_triangle3_view, FS_MESH_TRIANGLE3_FIELDS)
FS__WORLD3_VIEW(fs_mesh_node3_view, FS_MESH_NODE3_FIELDS)
FS__WORLD3_POOL_VIEW(fs_height_field3_view, FS_HEIGHT_FIELD3_FIELDS)
FS__WORLD3_VIEW(fs_height_point3_view, FS_HEIGHT_POINT3_FIELDS)
FS__WORLD3_POOL_VIEW(fs_force3_view, FS_FORCE3_FIELDS)
FS__WORLD3_VIEW(fs_aero3_view, FS_AERO3_FIELDS)
FS__WORLD3_VIEW(fs_fluid3_view, FS_FLUID3_FIELDS)

/* Bits of physics3.flags. */
enum {
    FS_WORLD3_SLEEP = 1,        /* islands at rest sleep: they are not solved until something wakes them */
    FS_WORLD3_CONTINUOUS = 2,   /* fast bodies do not pass through static ones, bullets through none */
    FS_WORLD3_WARM_START = 4,   /* a tick's solution starts from the impulses of the tick before */
    FS_WORLD3_CORRECTION = 8,   /* overlap is removed, at most at max_push_out_speed */
    FS_WORLD3_PAUSED = 16,      /* a step moves nothing and counts no sleep; forces of the tick are dropped */
    FS_WORLD3_RECYCLING = 32,   /* manifolds are kept while bodies hardly move against each other */
    FS_WORLD3_WORST_FIRST = 64, /* contacts and joints are solved by FS_SOLVER3_WORST_FIRST */
    /* As FS_WORLD2_SUBDIVISION (world2.h): a tick has two or four parts where bodies are small or heavily loaded. Not with
     * FS_WORLD3_WORST_FIRST; bodies with joints do not count; the forces of a tick act alike in all of its parts. */
    FS_WORLD3_SUBDIVISION = 128
};

/* How the numbers a and b of two surfaces combine. */
typedef enum fs_combine3 {
    FS_COMBINE3_GEOMETRIC = 0, /* sqrt(a b) */
    FS_COMBINE3_MIN,
    FS_COMBINE3_MAX,
    FS_COMBINE3_AVERAGE,
    FS_COMBINE3_PRODUCT,
    FS_COMBINE3_ROOT_SUM, /* sqrt(a^2 + b^2) */
    FS_COMBINE3_COUNT
} fs_combine3;

/* An event of a step: see event3.h. */
struct fs_event3;
/* Handles: value types; all zero is "none". */
typedef struct fs_body3 {
    fs_handle handle;
} fs_body3;
typedef struct fs_joint3 {
    fs_handle handle;
} fs_joint3;
typedef struct fs_shape3 {
    fs_handle handle;
} fs_shape3; /* a shape on a body */

/* Sizes of the internals. */
enum { FS__WORLD3_ERROR_SIZE = 120, FS__WORLD3_INTERNAL_WORDS = 24 };
struct fs__world3_scratch;

/* The columns of a world, the events of its last step, and internals. Made by fs_world3_create() or filled by
 * fs_world3_bind(). A copy is a second view of the same world. */
typedef struct fs_world3 {
    struct fs_clock3_view world; /* one row: tick, hz, players, seed, random stream of the simulation */
    struct fs_physics3_view rules;
    struct fs_body3_view body;
    struct fs_shape3_view shape;
    struct fs_hull3_view hull;
    struct fs_hull_corner3_view hull_corner; /* 64 rows for each row of hull */
    struct fs_material3_view material;
    struct fs_contact3_view contact;
    struct fs_contact_point3_view point; /* those of contact; capacity 4 for each */
    struct fs_joint3_view joint;
    struct fs_material_pair3_view material_pair; /* rows NULL: not bound, see material_pair3.h */
    struct fs_mesh3_view mesh;                   /* these four: rows NULL: not bound, see ground3.h */
    struct fs_mesh_vertex3_view mesh_vertex;
    struct fs_mesh_triangle3_view mesh_triangle;
    struct fs_mesh_node3_view mesh_node;
    struct fs_height_field3_view height_field; /* these two: rows NULL: not bound, see ground3.h */
    struct fs_height_point3_view height_point;
    struct fs_force3_view force; /* these three: rows NULL: not bound, see force3.h */
    struct fs_aero3_view aero;
    struct fs_fluid3_view fluid;
    const struct fs_event3 *events; /* of the last fs_world3_step() of this view, until the next */
    uint32_t event_count;
    uint32_t events_lost; /* events of that step beyond the capacity of the list */
#if defined(FS__WORLD3_INTERNAL)
    union {
        uint64_t internal[FS__WORLD3_INTERNAL_WORDS];
        struct {
            fs_state *state;
            struct fs__world3_scratch *scratch; /* NULL: queries look at every shape */
            const fs_tasks *tasks;              /* NULL: one thread */
            uint32_t first_table, material_pair_table, first_mesh_table, first_height_table, first_force_table;
            uint32_t kernel;         /* 0: the fastest; otherwise 1 + the number of one */
            uint32_t batch_contacts; /* contacts of islands solved together; 0: as fits caches */
            uint16_t part, parts;    /* of the tick that is stepped; 0 between ticks */
            bool by_island;          /* islands of this tick have parts of their own */
            bool owned;              /* made by fs_world3_create() */
            char error[FS__WORLD3_ERROR_SIZE];
        };
    };
#else
    uint64_t internal[FS__WORLD3_INTERNAL_WORDS];
#endif
} fs_world3;

/* ---- sizes ---------------------------------------------------------------------------------------------- */

/* Rows of the tables. 0 contacts: 8 per shape. While the table of contacts is full, further pairs pass through each other:
 * every step adds to physics3.contacts_lost (*w->rules.contacts_lost) how many found no row; 0: it was always large enough. */
typedef struct fs_world3_limits {
    uint32_t bodies, shapes, contacts, joints, materials;
    uint32_t hulls;          /* different convex hulls; equal ones share a row */
    uint32_t material_pairs; /* fs_world3_create() only: a game adds the table by itself, see material_pair3.h */
    /* fs_world3_create() only, see ground3.h. All meshes together; without triangles there is no room for meshes. */
    uint32_t meshes, mesh_vertices, mesh_triangles;
    /* The same for height fields; points of all of them together. */
    uint32_t height_fields, height_points;
    uint32_t forces, aero_tensors, fluids; /* fs_world3_create() only, see force3.h */
} fs_world3_limits;

/* Rows of the nine tables, to `rows[0..8]`: &capacities[my_T_physics3]. */
FS_API void fs_world3_capacities(const fs_world3_limits *limits, uint32_t *rows);
/* Bytes of scratch that a step needs. */
FS_API size_t fs_world3_scratch_size(const fs_world3_limits *limits);

/* ---- rules ---------------------------------------------------------------------------------------------- */

typedef struct fs_world3_def {
    fs_wide3 gravity;             /* m/s^2, -1024..1024 per axis */
    fs_vel max_speed;             /* m/s, above 0, at most 512 */
    fs_vel max_angular_speed;     /* rad/s, above 0, at most 512 */
    fs_vel restitution_threshold; /* m/s, 0 or more: slower impacts do not bounce */
    fs_vel max_push_out_speed;    /* m/s, 0..512: overlap is removed at most this fast */
    fs_vel sleep_speed;           /* m/s, 0 or more: of the fastest point of a body */
    uint32_t sleep_ticks;         /* 1..65534: ticks below sleep_speed before an island sleeps */
    uint32_t substeps;            /* per tick, 1..16 */
    uint32_t flags;               /* FS_WORLD3_... */
    fs_combine3 restitution_combine, friction_combine;
    fix16_t contact_hertz;         /* stiffness of contacts, 1/s, above 0, at most 1000 */
    fix16_t contact_damping_ratio; /* 0..100 */
    fix16_t joint_hertz;           /* stiffness of joints, 1/s, above 0, at most 1000 */
    fix16_t joint_damping_ratio;   /* 0..100 */
    uint32_t hz;                   /* ticks per second, 1..1000 */
} fs_world3_def;

/* Gravity (0, -10, 0), 500 m/s, 500 rad/s, bounce above 1 m/s, push-out at 3 m/s, sleep below 0.05 m/s for half a second,
 * 4 substeps, flags SLEEP + CONTINUOUS + WARM_START + CORRECTION + RECYCLING + SUBDIVISION, restitution MAX, friction GEOMETRIC,
 * contacts 30 Hz with ratio 10, joints 60 Hz with ratio 2, `hz` ticks per second (checked where the def is used).
 * contact_hertz holds between bodies of 1/8 m extent or more, and twice of it against immovable ones; both grow by sqrt(2)
 * for each halving of the extent, up to a quarter of the substep rate; contact_hertz itself counts up to a fifth of it. */
FS_API fs_world3_def fs_default_world3_def(uint32_t hz);

/* ---- a world of its own ---------------------------------------------------------------------------------- */

/* Makes a world that owns its state, its scratch and its clock, in *out; release it with fs_world3_destroy(). `limits` NULL, or
 * members of 0, mean: 1024 bodies, 2 shapes per body, 8 contacts per shape, 1 joint per body, 64 materials, 64 material pairs, 64
 * hulls, no triangles of meshes and as many vertices as triangles, 16 meshes, no points of height fields, 16 height fields, 64
 * force generators, 16 tensors, 16 fluids. `def` NULL: the default at 60 Hz. E_ARGUMENT (a limit above FS_MAX_ROWS, a value of
 * the def out of range, a state above FS_MAX_BLOCK, `out` NULL: fs_world3_check() says which), E_MEMORY; *out is then NULL. */
FS_API fs_result fs_world3_create(const fs_world3_limits *limits, const fs_world3_def *def, fs_world3 **out);
/* Whether fs_world3_create() takes these limits and this def, and why not: FS_OK, or its E_ARGUMENT or E_MEMORY with a sentence in
 * `error` (may be NULL) such as "hz 0 is out of range 1..1000", cut to error_size bytes with its end; "" for FS_OK. */
FS_API fs_result fs_world3_check(const fs_world3_limits *limits, const fs_world3_def *def, char *error,
                                 size_t error_size);
/* Releases a world of fs_world3_create(); NULL is allowed. Of a bound view it releases nothing. */
FS_API void fs_world3_destroy(fs_world3 *w);
/* The state behind the world, for hashes, snapshots, JSON. It belongs to the world (or to the game that bound it). */
FS_API fs_state *fs_world3_state(const fs_world3 *w);
/* Lends threads to the following steps; NULL: none. `tasks` must live as long as they are lent. Results do not change.
 * A bound view has those of its scratch. */
FS_API void fs_world3_set_tasks(fs_world3 *w, const fs_tasks *tasks);

/* ---- a world in a game's state ---------------------------------------------------------------------------- */

/* Fills the view. `scratch` may be NULL where nothing is stepped; its size must be at least fs_world3_scratch_size() of
 * the tables' capacities. The view stays valid until the state or the scratch is gone; bind again for another state. The
 * contents of the scratch are verified or rebuilt before use. */
FS_API void fs_world3_bind(fs_state *state, unsigned first_table, const fs_scratch *scratch, fs_world3 *w);
/* Fills the rules and material 0 (friction 0.6, restitution 0, density 1) of empty tables. `def` NULL: the default at the
 * tick rate of the state. E_ARGUMENT, nothing changed: a value out of its range, a def.hz of 0 or another than the rate
 * of the state's world table, or tables that are not empty. */
FS_API fs_result fs_world3_init(fs_world3 *w, const fs_world3_def *def);
/* Whether every index, count and number that the step relies on is in its range: for a game's `valid`. */
FS_API bool fs_world3_valid(const fs_world3 *w);

/* ---- stepping and rules ------------------------------------------------------------------------------------ */

/* One tick of 1/hz s. w->events then lists the events of this step. A view without scratch must not be stepped. */
FS_API void fs_world3_step(fs_world3 *w);
/* A sentence on the last failed call that was to change this world through this view, such as "table shape3 is full (64 rows)" or
 * "linear_damping -1 is out of range 0..1000"; "" when there was none. The text is replaced by the next failure and lives as long
 * as the view; it is no part of the state. Failed reads such as fs_body3_row() do not change it. */
FS_API const char *fs_world3_error(const fs_world3 *w);
/* Ticks per second of the world's clock. */
FS_API uint32_t fs_world3_hz(const fs_world3 *w);
/* m/s^2, -1024..1024 per axis. Sleeping bodies stay asleep. E_ARGUMENT. */
FS_API fs_result fs_world3_set_gravity(fs_world3 *w, fs_wide3 gravity);
/* Sets and clears bits of physics3.flags; a bit in both is set. E_ARGUMENT for an unknown bit. */
FS_API fs_result fs_world3_set_flags(fs_world3 *w, uint32_t set, uint32_t clear);

/* The solver of contacts and joints; part of the state, like the flag FS_WORLD3_WORST_FIRST, which is the same choice. Results
 * differ from solver to solver, never from machine to machine. */
typedef enum fs_solver3 {
    FS_SOLVER3_SUBSTEPS = 0, /* the default: soft constraints, warm start, substeps; for everything */
    FS_SOLVER3_WORST_FIRST,  /* for comparison: the one of a textbook, see below */
    FS_SOLVER3_COUNT
} fs_solver3;

/* Chooses the solver.
 * FS_SOLVER3_WORST_FIRST is the sequential resolver of I. Millington, "Game Physics Engine Development" (2010): in every island the
 * row that overlaps most is moved apart, then the row that approaches fastest gets its impulse, until none is worse than 1 cm (of
 * small bodies 1/64 of the extent) and 1 cm/s, or until `substeps` impulses for each row are used up. One step a tick, no warm
 * start: heaps of more than a few bodies creep, long chains of joints stretch (lib/doc/RESULTS.md has the figures). Of the rules
 * it does not read max_push_out_speed, hertz and damping ratios. It knows ball, hinge, fixed and distance joints without limits, motors and springs,
 * and cables; no rolling or spinning resistance. E_UNSUPPORTED, nothing changed, while the world has a joint that it does not
 * know; such a joint cannot be made while it is chosen. E_ARGUMENT for another value. */
FS_API fs_result fs_world3_set_solver(fs_world3 *w, fs_solver3 solver);
FS_API fs_solver3 fs_world3_solver(const fs_world3 *w);

/* ---- knobs of tests and benchmarks: every value gives the same bits ------------------------------------------ */

/* Instruction set of the contact solver: 0 the fastest of this processor, otherwise 1 + its number (1: scalar, 2: SSE4.1,
 * 3: AVX2). E_UNSUPPORTED, nothing changed, where the processor or the build lacks it. */
FS_API fs_result fs_world3_set_kernel(fs_world3 *w, uint32_t kernel);
/* Contacts of islands that are solved together; 0: as many as fit the caches, at least 64 otherwise (E_ARGUMENT). */
FS_API fs_result fs_world3_set_batch_contacts(fs_world3 *w, uint32_t contacts);
/* The structure that finds pairs of shapes, of this view and until the next fs_world3_bind(): no part of the state. 0: the
 * default, 1. 1: dynamic tree of boxes; 2: grids by size; 3: grid, boxes in every cell they overlap; 4: grid, boxes in the
 * cell of their centre; 5: oct-tree; 6: binary space partition, boxes on both sides of a plane in both; 7: the same, boxes on
 * both sides of a plane kept on it; 8: tree of boxes built from the top down in every search; 9: from the leaves up; 10: by
 * insertion; 11: sweep and prune; 12: every pair is tested; 13: hierarchy of bounding spheres; 14: as 6, with a tree of boxes in
 * every leaf; 15: tree of bodies, and below each a tree of its shapes. E_ARGUMENT: above 15, or a view without scratch. */
FS_API fs_result fs_world3_set_broad_phase(fs_world3 *w, uint32_t structure);

/* Sums over the movable bodies, saturated: J (kinetic + potential in the world's gravity from y = 0), kg m/s. */
FS_API fs_wide fs_world3_kinetic_energy(const fs_world3 *w);
FS_API fs_wide fs_world3_energy(const fs_world3 *w);
FS_API fs_wide3 fs_world3_momentum(const fs_world3 *w);

#ifdef __cplusplus
}
#endif
#endif
