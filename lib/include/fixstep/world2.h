/* world2.h: a world of rigid bodies in the plane: its tables, its rules and its step.
 *
 * Everything a 2D world is lies in tables of the game's own state; `struct fs_world2` is a window on them that a
 * game fills at the start of its init and of every step. The seven tables stand in one row in the game's schema:
 *
 *     #define MY_TABLES(T, P, g)          \
 *         FS_WORLD2_TABLES(T, P, g)       \
 *         T(g, score, SCORE_FIELDS)
 *     FS_SCHEMA(my, MY_TABLES)
 *     ...
 *     struct fs_world2 w;
 *     fs_world2_bind(state, my_T_physics2, scratch, &w);
 *     fs_world2_step(&w);
 *
 * One tick: forces -> pairs of boxes -> manifolds, of fast pairs those of where they will meet -> islands wake ->
 * substeps of (velocities, joints and contacts with soft bias, positions, relaxation) -> restitution -> impulses
 * stored -> continuous collision -> sleep -> events. What lies in scratch (search trees, solver rows, the list of
 * events) never changes a result.
 *
 * Formats: lib/doc/DETERMINISM.md. Bodies wider than 32 m must be built from several shapes (each below 16 m from
 * the body's origin) or several bodies. Method of the solver: E. Catto, "Solver2D" (2024), in velocity units.
 */
#ifndef FIXSTEP_WORLD2_H
#define FIXSTEP_WORLD2_H

#include <fixstep/geometry2.h>
#include <fixstep/sim.h>
#include <fixstep/state.h>
#include <fixstep/tasks.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- tables --------------------------------------------------------------------------------------------- */

/* The rules: one row. */
#define FS_PHYSICS2_FIELDS(F, t)                                                          \
    F(t, WIDE2, gravity, "m/s^2")                                                         \
    F(t, VEL, max_speed, "m/s")                                                           \
    F(t, VEL, max_angular_speed, "rad/s")                                                 \
    F(t, VEL, restitution_threshold, "m/s") /* slower impacts do not bounce */            \
    F(t, VEL, max_push_out_speed, "m/s")    /* overlap is removed at most this fast */    \
    F(t, VEL, sleep_speed, "m/s")           /* of the fastest point of a body */          \
    F(t, U16, sleep_ticks, "ticks")         /* so long must all of an island be slower */ \
    F(t, U16, flags, "")                    /* FS_WORLD2_... */                           \
    F(t, U8, substeps, "")                  /* 1..16 */                                   \
    F(t, U8, restitution_combine, "")       /* fs_combine2 */                             \
    F(t, U8, friction_combine, "")                                                        \
    F(t, FIX16, contact_hertz, "1/s")                                                     \
    F(t, FIX16, contact_damping_ratio, "") /* damping ratio */                            \
    F(t, FIX16, joint_hertz, "1/s")                                                       \
    F(t, FIX16, joint_damping_ratio, "")                                                  \
    F(t, U32, limited, "") /* times that max_speed or max_angular_speed shortened a velocity */

#define FS_BODY2_FIELDS(F, t)                                                                          \
    F(t, POS2, pos, "m") /* centre of mass */                                                          \
    F(t, ROT2, rot, "")                                                                                \
    F(t, VEL2, vel, "m/s")                  /* of the centre of mass */                                \
    F(t, VEL, angular_velocity, "rad/s")    /* counter-clockwise */                                    \
    F(t, SCALED, inv_mass, "1/kg")          /* 0: immovable by contacts */                             \
    F(t, SCALED, inv_inertia, "1/(kg m^2)") /* 0: does not turn by contacts */                         \
    F(t, SCALED, mass, "kg")                /* also kept where inv_mass is 0 */                        \
    F(t, SCALED, inertia, "kg m^2")         /* about the centre of mass */                             \
    F(t, REL2, centre, "m")                 /* of mass, in the body's frame */                         \
    F(t, REL, extent, "m")                  /* farthest point of its shapes from the centre of mass */ \
    F(t, WIDE2, force, "N")                 /* of this tick; zero after the step */                    \
    F(t, WIDE, torque, "N m")                                                                          \
    F(t, UNIT, linear_retention, "") /* share of the velocity kept per second */                       \
    F(t, UNIT, angular_retention, "")                                                                  \
    F(t, U64, damping_factor, "2^-60") /* the same per substep */                                      \
    F(t, U64, angular_damping_factor, "2^-60")                                                         \
    F(t, UNIT2, velocity_residual, "2^-21 m/s") /* the part of the velocity below one step */          \
    F(t, UNIT, angular_velocity_residual, "2^-21 rad/s")                                               \
    F(t, FIX16, gravity_scale, "")                                                                     \
    F(t, U8, type, "")              /* fs_body2_type */                                                \
    F(t, U16, flags, "")            /* FS_BODY2_... */                                                 \
    F(t, U16, still_ticks, "ticks") /* how long it has been slower than sleep_speed */                 \
    F(t, U32, first_shape, "")      /* row + 1 of a shape; 0: none */                                  \
    F(t, U32, first_joint, "")      /* (row * 2 + end) + 1 of joint2; 0: none */                       \
    F(t, U64, user, "")

/* Its corners and their normals are rows 8 i .. 8 i + 7 of corner2, in the body's frame. A one-sided segment (of a
 * chain) has the corner before it in place 2 and the one after it in place 3. */
#define FS_SHAPE2_FIELDS(F, t)                                                                \
    F(t, POS2, fat_low, "m")  /* the box kept in the broad phase: contains the shape, with */ \
    F(t, POS2, fat_high, "m") /* room to move before it must change */                        \
    F(t, REL, radius, "m")                                                                    \
    F(t, REL, thickness, "m") /* from an inner point to the nearest side */                   \
    F(t, U8, kind, "")        /* fs_geometry2_kind */                                         \
    F(t, U8, count, "")       /* corners */                                                   \
    F(t, U16, flags, "")      /* FS_SHAPE2_... */                                             \
    F(t, U16, material, "")   /* row of material2 */                                          \
    F(t, I16, group, "")      /* equal and not 0: above 0 always collide, below 0 never */    \
    F(t, U32, category, "")                                                                   \
    F(t, U32, mask, "")                                                                       \
    F(t, U32, body, "")    /* row of body2 */                                                 \
    F(t, U32, sibling, "") /* next shape of the body: row + 1; 0: last */                     \
    F(t, WIDE, density, "kg/m^2")                                                             \
    F(t, U64, user, "")

#define FS_CORNER2_FIELDS(F, t) \
    F(t, REL2, at, "m")         \
    F(t, UNIT2, normal, "")

#define FS_MATERIAL2_FIELDS(F, t)                                                         \
    F(t, UNIT, restitution, "") /* 0..1 */                                                \
    F(t, FIX16, static_friction, "")                                                      \
    F(t, FIX16, dynamic_friction, "")  /* while sliding; at most the static one */        \
    F(t, REL, rolling_resistance, "m") /* rolling resistance: lever arm */                \
    F(t, VEL, tangent_speed, "m/s")    /* surface velocity along the clockwise tangent */ \
    F(t, WIDE, density, "kg/m^2")      /* what fs_default_shape2_def() of this material takes */

/* Of a table that is not among the seven: see mix2.h. */
#define FS_MATERIAL_PAIR2_FIELDS(F, t)                                      \
    F(t, U16, a, "") /* rows of material2, a <= b; rows ascend by (a, b) */ \
    F(t, U16, b, "")                                                        \
    F(t, UNIT, restitution, "")                                             \
    F(t, FIX16, static_friction, "")                                        \
    F(t, FIX16, dynamic_friction, "")

/* A pair of shapes whose kept boxes overlap. While the table is full no further pair is made; what found no room is
 * looked for again in every tick. shape_a < shape_b are rows. Impulses are in velocity units: divided by the pair's
 * mass 1/(1/m_a + 1/m_b). Everything of the manifold is in the axes of the world at the time it was made, and stays
 * so while the bodies hardly move against each other: normal and arms do not turn with them. */
#define FS_CONTACT2_FIELDS(F, t)                                                                    \
    F(t, U32, shape_a, "")                                                                          \
    F(t, U32, shape_b, "")                                                                          \
    F(t, U8, flags, "")     /* FS__CONTACT2_... */                                                  \
    F(t, U8, count, "")     /* points, 0..2 */                                                      \
    F(t, U8, reference, "") /* whose face gave the normal */                                        \
    F(t, U16, id0, "")                                                                              \
    F(t, U16, id1, "")                                                                              \
    F(t, UNIT2, normal, "") /* from a to b */                                                       \
    F(t, REL2, arm0, "m")   /* of the points from a's centre of mass; b's is arm - anchor_offset */ \
    F(t, REL2, arm1, "m")                                                                           \
    F(t, REL, separation0, "m") /* separation when made */                                          \
    F(t, REL, separation1, "m")                                                                     \
    F(t, REL2, anchor_offset, "m") /* b's centre of mass from a's when made */                      \
    F(t, ROT2, rotation_a, "")     /* rotations of the bodies when made */                          \
    F(t, ROT2, rotation_b, "")                                                                      \
    F(t, VEL2, impulse0, "m/s") /* normal, tangential: the sum of the last tick's substep */        \
    F(t, VEL2, impulse1, "m/s")                                                                     \
    F(t, VEL, rolling_impulse, "m/s") /* rolling resistance */

/* See joint2.h. */
#define FS_JOINT2_FIELDS(F, t)                                                                       \
    F(t, U8, kind, "") /* fs_joint2_kind */                                                          \
    F(t, U16, flags, "")                                                                             \
    F(t, U32, body_a, "") /* rows of body2 */                                                        \
    F(t, U32, body_b, "")                                                                            \
    F(t, U32, next_a, "") /* the next joint of that body, as body2.first_joint */                    \
    F(t, U32, next_b, "")                                                                            \
    F(t, REL2, anchor_a, "m") /* in the frames of the bodies (not from the centre of mass) */        \
    F(t, REL2, anchor_b, "m")                                                                        \
    F(t, ROT2, reference_rotation, "") /* reference rotation of b against a */                       \
    F(t, UNIT2, axis, "")              /* prismatic, wheel: in a's frame */                          \
    F(t, REL, length, "")              /* at rest: m, or rad of a revolute joint's spring */         \
    F(t, REL, lower_limit, "")         /* limit: m or rad (Q5.26) */                                 \
    F(t, REL, upper_limit, "")                                                                       \
    F(t, VEL, motor_speed, "")     /* m/s or rad/s */                                                \
    F(t, WIDE, motor_limit, "")    /* N or N m */                                                    \
    F(t, WIDE, break_force, "N")   /* 0: never breaks */                                             \
    F(t, FIX16, hertz, "1/s")      /* of its spring; 0: rigid, or no spring */                       \
    F(t, FIX16, damping_ratio, "") /* ratio */                                                       \
    F(t, FIX16, gear_ratio, "")    /* gear */                                                        \
    F(t, POS2, target, "m")        /* mouse joint */                                                 \
    F(t, U32, other_a, "")         /* gear: the joints coupled, row + 1 */                           \
    F(t, U32, other_b, "")                                                                           \
    F(t, I64, accumulated_angle, "") /* angle of b against a with whole turns: 2^32 a turn; gear: */ \
                                     /* the sum to keep (rad, m: Q32.32) */                          \
    F(t, WIDE2, impulse, "N s")      /* of the point or axis rows, for the warm start */             \
    F(t, WIDE, angular_impulse, "N m s")                                                             \
    F(t, WIDE, lower_impulse, "") /* limits, motor, spring: N s or N m s */                          \
    F(t, WIDE, upper_impulse, "")                                                                    \
    F(t, WIDE, motor_impulse, "")                                                                    \
    F(t, WIDE, spring_impulse, "")                                                                   \
    F(t, U64, user, "")

#define FS_WORLD2_TABLES(T, P, g)        \
    T(g, physics2, FS_PHYSICS2_FIELDS)   \
    P(g, body2, FS_BODY2_FIELDS)         \
    P(g, shape2, FS_SHAPE2_FIELDS)       \
    T(g, corner2, FS_CORNER2_FIELDS)     \
    T(g, material2, FS_MATERIAL2_FIELDS) \
    P(g, contact2, FS_CONTACT2_FIELDS)   \
    P(g, joint2, FS_JOINT2_FIELDS)
enum { FS_WORLD2_TABLE_COUNT = 7 };

/* Windows with the same layout as the game's own views of these tables. */
#define FS__POOL_VIEW_STRUCT(t, FIELDS)                             \
    struct t {                                                      \
        uint32_t *rows;                                             \
        uint32_t capacity;                                          \
        FIELDS(FS_VIEW_MEMBER, t) FS_POOL_FIELDS(FS_VIEW_MEMBER, t) \
    };
FS_VIEW_STRUCT(fs_physics2_view, FS_PHYSICS2_FIELDS)
FS__POOL_VIEW_STRUCT(fs_body2_view, FS_BODY2_FIELDS)
FS__POOL_VIEW_STRUCT(fs_shape2_view, FS_SHAPE2_FIELDS)
FS_VIEW_STRUCT(fs_corner2_view, FS_CORNER2_FIELDS)
FS_VIEW_STRUCT(fs_material2_view, FS_MATERIAL2_FIELDS)
FS__POOL_VIEW_STRUCT(fs_contact2_view, FS_CONTACT2_FIELDS)
FS__POOL_VIEW_STRUCT(fs_joint2_view, FS_JOINT2_FIELDS)
FS_VIEW_STRUCT(fs_material_pair2_view, FS_MATERIAL_PAIR2_FIELDS)

/* Bits of physics2.flags. */
enum {
    FS_WORLD2_SLEEP = 1,      /* islands at rest are left alone */
    FS_WORLD2_CONTINUOUS = 2, /* fast bodies do not pass through static ones, bullets through none */
    FS_WORLD2_WARM_START = 4,
    FS_WORLD2_CORRECTION = 8, /* overlap is pushed apart */
    FS_WORLD2_PAUSED = 16,    /* a step moves nothing (and counts no sleep) */
    FS_WORLD2_RECYCLING = 32  /* manifolds are kept while bodies hardly move against each other */
};

/* How two surfaces' numbers make one. */
typedef enum fs_combine2 {
    FS_COMBINE2_GEOMETRIC = 0, /* sqrt(a b) */
    FS_COMBINE2_MIN,
    FS_COMBINE2_MAX,
    FS_COMBINE2_AVERAGE,
    FS_COMBINE2_PRODUCT,
    FS_COMBINE2_ROOT_SUM, /* sqrt(a^2 + b^2) */
    FS_COMBINE2_COUNT
} fs_combine2;

/* One finished tick's happenings, in canonical order (see event2.h). */
struct fs_event2;
/* Handles: value types; all zero is "none". A stale handle is answered with E_STALE. */
typedef struct fs_body2 {
    fs_handle handle;
} fs_body2;
typedef struct fs_joint2 {
    fs_handle handle;
} fs_joint2;
typedef struct fs_shape2 {
    fs_handle handle;
} fs_shape2; /* a shape on a body */

/* Internal to the library: structures in scratch. */
struct fs__world2_scratch;

struct fs_world2 {
    fs_state *state;
    unsigned first_table;
    struct fs_world_view world;
    struct fs_physics2_view rules;
    struct fs_body2_view body;
    struct fs_shape2_view shape;
    struct fs_corner2_view corner;
    struct fs_material2_view material;
    struct fs_contact2_view contact;
    struct fs_joint2_view joint;
    struct fs_material_pair2_view material_pair; /* rows NULL: not bound, see mix2.h */
    unsigned material_pair_table;
    struct fs__world2_scratch *scratch; /* NULL: queries look at every shape */
    const fs_tasks *tasks;              /* NULL: one thread */
    const struct fs_event2 *events;     /* of the last fs_world2_step() of this window */
    uint32_t event_count;
    uint32_t events_lost;    /* that found no room */
    uint32_t kernel;         /* 0: the fastest; else 1 + the number of one (for tests; same bits) */
    uint32_t batch_contacts; /* contacts of islands solved together, 0: as fits caches (for tests; same bits) */
};

/* ---- sizes ---------------------------------------------------------------------------------------------- */

typedef struct fs_world2_limits {
    uint32_t bodies, shapes, contacts, joints, materials; /* 0 contacts: 8 per shape */
} fs_world2_limits;

/* Rows of the seven tables, to `rows[0..6]`: &capacities[my_T_physics2]. */
FS_API void fs_world2_capacities(const fs_world2_limits *limits, uint32_t *rows);
/* Bytes of scratch that a step wants. */
FS_API size_t fs_world2_scratch_size(const fs_world2_limits *limits);

/* Fills the window. `scratch` may be NULL where nothing is stepped. The window stays valid until the state is
 * destroyed; bind again for another state. Whatever the scratch held before is either understood or thrown away. */
FS_API void fs_world2_bind(fs_state *state, unsigned first_table, const fs_scratch *scratch, struct fs_world2 *w);

/* Whether every index, count and number that the step relies on is in its range: for a game's `valid`. */
FS_API bool fs_world2_valid(const struct fs_world2 *w);

/* ---- making, stepping ----------------------------------------------------------------------------------- */

typedef struct fs_world2_def {
    fs_wide2 gravity;
    fs_vel max_speed, max_angular_speed, restitution_threshold, max_push_out_speed, sleep_speed;
    uint32_t sleep_ticks, substeps, flags;
    fs_combine2 restitution_combine, friction_combine;
    fix16_t contact_hertz, contact_damping_ratio, joint_hertz, joint_damping_ratio;
} fs_world2_def;

/* Gravity (0, -10), 500 m/s, 500 rad/s, bounce above 1 m/s, push 3 m/s, sleep below 0.05 m/s for half a second,
 * 4 substeps, sleep + continuous + warm start + correction + recycling, restitution MAX, friction GEOMETRIC,
 * contacts 30 Hz 10, joints 60 Hz 2. contact_hertz holds between bodies of 1/8 m extent or more, twice of it against
 * immovable ones; both grow by sqrt(2) for each halving of the extent, up to a quarter of the substep rate. */
FS_API fs_world2_def fs_default_world2_def(uint32_t hz);
/* Fills the empty tables' rules and material 0 (friction 0.6, restitution 0, density 1). E_ARGUMENT, nothing
 * changed, for a value out of its range. */
FS_API fs_result fs_world2_init(struct fs_world2 *w, const fs_world2_def *def);

/* One tick of 1/hz. w->events then tells what happened. */
FS_API void fs_world2_step(struct fs_world2 *w);

/* Sums over the movable bodies, for tests and displays: J (kinetic + potential in the world's gravity from y = 0),
 * kg m/s; saturated. */
FS_API fs_wide fs_world2_kinetic_energy(const struct fs_world2 *w);
FS_API fs_wide fs_world2_energy(const struct fs_world2 *w);
FS_API fs_wide2 fs_world2_momentum(const struct fs_world2 *w);

#ifdef __cplusplus
}
#endif
#endif
