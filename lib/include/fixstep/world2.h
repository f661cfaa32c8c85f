/* world2.h: a world of rigid bodies in the plane: its tables, its rules and its step.
 *
 * A program that needs physics only creates a world that owns its state and its working memory:
 *
 *     fs_world2 *w;
 *     fs_body2 ground, box;
 *     fs_world2_create(NULL, NULL, &w);
 *     ... fs_body2_create(), fs_shape2_create() ...
 *     fs_world2_step(w);
 *     fs_world2_destroy(w);
 *
 * A game keeps the tables of the world in its own state, so that one block holds all of the game. `struct fs_world2` is
 * then a view of them that the game binds at the start of its init and of every step. The seven tables stand in one row
 * in the game's schema:
 *
 *     #define MY_TABLES(T, P, g)          \
 *         FS_WORLD2_TABLES(T, P, g)       \
 *         T(g, score, SCORE_FIELDS)
 *     FS_SCHEMA(my, MY_TABLES)
 *     ...
 *     fs_world2 w;
 *     fs_world2_bind(state, my_T_physics2, scratch, &w);
 *     fs_world2_step(&w);
 *
 * One tick, or each of its parts where it is divided (FS_WORLD2_SUBDIVISION): forces -> pairs of fat AABBs -> manifolds
 * (of fast pairs: speculative contacts) -> islands wake -> substeps of (velocities, joints and contacts with soft bias,
 * positions, relaxation) -> restitution -> impulses stored -> continuous collision -> sleep -> events. Sleep and events
 * come once a tick. The contents of scratch (search trees, solver rows, the list of events) never change a result.
 *
 * Formats: lib/doc/DETERMINISM.md. Shapes lie within 16 m of the body's origin; on static bodies they may be of
 * any size (shape2.h). Velocities are at most 512 m/s per axis and 512 rad/s, 500 by default. Method of the solver:
 * E. Catto, "Solver2D" (2024), in velocity units.
 *
 * Rules of every call of the 2D engine:
 * - A pointer to a def may be NULL: the default. A pointer to an out-value may be NULL: the value is not reported.
 *   Any other pointer that is NULL gives E_ARGUMENT where something is created, unless its call says more.
 * - A handle may be stale or zero: E_STALE, nothing changed; functions that return a value say which one they give then.
 * - A value out of its range gives E_ARGUMENT, a full table E_CAPACITY; nothing changed. fs_world2_error() tells which.
 * - `w` itself must be a bound, initialised world; anything else is a programmer's error.
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
#define FS_PHYSICS2_FIELDS(F, t)                                                                                      \
    F(t, WIDE2, gravity, "m/s^2")                                                                                     \
    F(t, VEL, max_speed, "m/s")                                                                                       \
    F(t, VEL, max_angular_speed, "rad/s")                                                                             \
    F(t, VEL, restitution_threshold, "m/s") /* slower impacts do not bounce */                                        \
    F(t, VEL, max_push_out_speed, "m/s")    /* overlap is removed at most this fast */                                \
    F(t, VEL, sleep_speed, "m/s")           /* of the fastest point of a body */                                      \
    F(t, U16, sleep_ticks, "ticks") /* ticks that every body of an island stays below sleep_speed before it sleeps */ \
    F(t, U16, flags, "")            /* FS_WORLD2_... */                                                               \
    F(t, U8, substeps, "")          /* 1..16 */                                                                       \
    F(t, U8, restitution_combine, "") /* fs_combine2 */                                                               \
    F(t, U8, friction_combine, "")                                                                                    \
    F(t, FIX16, contact_hertz, "1/s")                                                                                 \
    F(t, FIX16, contact_damping_ratio, "") /* damping ratio */                                                        \
    F(t, FIX16, joint_hertz, "1/s")                                                                                   \
    F(t, FIX16, joint_damping_ratio, "")                                                                              \
    F(t, U32, limited, "")       /* how often max_speed or max_angular_speed shortened a velocity */                  \
    F(t, U32, contacts_lost, "") /* how often a search of a tick found the table of contacts full: one for each pair */

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
    F(t, UNIT, linear_retention, "") /* share of the velocity kept per second: exp(-damping) */        \
    F(t, UNIT, angular_retention, "")                                                                  \
    F(t, U64, damping_factor, "2^-60") /* share kept per substep */                                    \
    F(t, U64, angular_damping_factor, "2^-60")                                                         \
    F(t, UNIT2, velocity_residual, "2^-21 m/s") /* the part of the velocity below one step */          \
    F(t, UNIT, angular_velocity_residual, "2^-21 rad/s")                                               \
    F(t, FIX16, gravity_scale, "")                                                                     \
    F(t, U8, type, "")              /* fs_body2_type */                                                \
    F(t, U16, flags, "")            /* FS_BODY2_... */                                                 \
    F(t, U16, still_ticks, "ticks") /* ticks below sleep_speed */                                      \
    F(t, U32, first_shape, "")      /* row + 1 of a shape; 0: none */                                  \
    F(t, U32, first_joint, "")      /* (row * 2 + end) + 1 of joint2; 0: none */                       \
    F(t, U64, user, "")

/* Its corners and their normals are rows 8 i .. 8 i + 7 of corner2, in the body's frame. A one-sided segment (of a
 * chain) has the corner before it in place 2 and the one after it in place 3. */
#define FS_SHAPE2_FIELDS(F, t)                                                             \
    F(t, POS2, fat_low, "m")  /* fat AABB of the broad phase: contains the shape and */    \
    F(t, POS2, fat_high, "m") /* a margin to move in before it must change */              \
    F(t, REL, radius, "m")                                                                 \
    F(t, REL, thickness, "m") /* from an inner point to the nearest side */                \
    F(t, U8, kind, "")        /* fs_geometry2_kind */                                      \
    F(t, U8, count, "")       /* corners */                                                \
    F(t, U16, flags, "")      /* FS_SHAPE2_... */                                          \
    F(t, U16, material, "")   /* row of material2 */                                       \
    F(t, I16, group, "")      /* equal and not 0: above 0 always collide, below 0 never */ \
    F(t, U32, category, "")                                                                \
    F(t, U32, mask, "")                                                                    \
    F(t, U32, body, "")    /* row of body2 */                                              \
    F(t, U32, sibling, "") /* next shape of the body: row + 1; 0: last */                  \
    F(t, WIDE, density, "kg/m^2")                                                          \
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

/* Of a table beside the seven: see material_pair2.h. */
#define FS_MATERIAL_PAIR2_FIELDS(F, t)                                      \
    F(t, U16, a, "") /* rows of material2, a <= b; rows ascend by (a, b) */ \
    F(t, U16, b, "")                                                        \
    F(t, UNIT, restitution, "")                                             \
    F(t, FIX16, static_friction, "")                                        \
    F(t, FIX16, dynamic_friction, "")

/* A pair of shapes whose fat AABBs overlap. While the table is full no further pair is made; pairs without a row are
 * searched for again in every tick. shape_a < shape_b are rows. Impulses are in velocity units: divided by the
 * pair's mass 1/(1/m_a + 1/m_b), with the masses that bodies have in contacts (body2.h). The manifold is in the axes
 * of the world at the time it was made, and stays so while the bodies hardly move against each other: normal and
 * arms do not turn with them. */
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
    F(t, REL, separation0, "m") /* when made; without points: how far apart the surfaces are */     \
    F(t, REL, separation1, "m")                                                                     \
    F(t, REL2, anchor_offset, "m") /* b's centre of mass from a's when made */                      \
    F(t, ROT2, rotation_a, "")     /* rotations of the bodies when made */                          \
    F(t, ROT2, rotation_b, "")                                                                      \
    F(t, VEL2, impulse0, "m/s") /* normal, tangential: of a substep of an undivided tick */         \
    F(t, VEL2, impulse1, "m/s")                                                                     \
    F(t, VEL, rolling_impulse, "m/s") /* rolling resistance */                                      \
    F(t, REL, rest_overlap, "m")      /* overlap at which it gives no push */                       \
    F(t, U8, parts, "")               /* of the tick in which it was solved last; 0: never */

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

/* Views of the tables, column by column: w->body.vel[row]. A program reads them and changes the world by calls, because a
 * written column skips the checks of its range and does not wake the body. The engine's own files and its tests define
 * FS__WORLD2_INTERNAL; the layout is the same. */
#if defined(FS__WORLD2_INTERNAL)
#define FS__WORLD2_COLUMN(t, TYPE, field, unit) fs_c_##TYPE *field;
#define FS__WORLD2_ROWS uint32_t *rows;
#else
#define FS__WORLD2_COLUMN(t, TYPE, field, unit) const fs_c_##TYPE *field;
#define FS__WORLD2_ROWS const uint32_t *rows;
#endif
#define FS__WORLD2_VIEW(t, FIELDS)   \
    struct t {                       \
        FS__WORLD2_ROWS              \
        uint32_t capacity;           \
        FIELDS(FS__WORLD2_COLUMN, t) \
    };
#define FS__WORLD2_POOL_VIEW(t, FIELDS)                                   \
    struct t {                                                            \
        FS__WORLD2_ROWS                                                   \
        uint32_t capacity;                                                \
        FIELDS(FS__WORLD2_COLUMN, t) FS_POOL_FIELDS(FS__WORLD2_COLUMN, t) \
    };
FS__WORLD2_VIEW(fs_clock2_view, FS_WORLD_FIELDS)
FS__WORLD2_VIEW(fs_physics2_view, FS_PHYSICS2_FIELDS)
FS__WORLD2_POOL_VIEW(fs_body2_view, FS_BODY2_FIELDS)
FS__WORLD2_POOL_VIEW(fs_shape2_view, FS_SHAPE2_FIELDS)
FS__WORLD2_VIEW(fs_corner2_view, FS_CORNER2_FIELDS)
FS__WORLD2_VIEW(fs_material2_view, FS_MATERIAL2_FIELDS)
FS__WORLD2_POOL_VIEW(fs_contact2_view, FS_CONTACT2_FIELDS)
FS__WORLD2_POOL_VIEW(fs_joint2_view, FS_JOINT2_FIELDS)
FS__WORLD2_VIEW(fs_material_pair2_view, FS_MATERIAL_PAIR2_FIELDS)

/* Bits of physics2.flags. */
enum {
    FS_WORLD2_SLEEP = 1,      /* islands at rest sleep: they are not solved until something wakes them */
    FS_WORLD2_CONTINUOUS = 2, /* fast bodies do not pass through static ones, bullets through none */
    FS_WORLD2_WARM_START = 4, /* a tick's solution starts from the impulses of the tick before */
    FS_WORLD2_CORRECTION = 8, /* overlap is removed, at most at max_push_out_speed */
    FS_WORLD2_PAUSED = 16,    /* a step moves nothing and counts no sleep; forces of the tick are dropped */
    FS_WORLD2_RECYCLING = 32, /* manifolds are kept while bodies hardly move against each other */
    /* Contacts give no impulse: overlap is removed by positions alone, velocities stay those of free bodies (a body on a
     * floor gains g/hz per tick and sinks once it is faster than max_push_out_speed). For demonstrations, editors and
     * placing bodies without overlap. No HIT events. */
    FS_WORLD2_POSITIONS_ONLY = 64,
    /* A tick is divided into two or four parts where bodies are small or heavily loaded: they are stepped as in a world
     * with that many times the tick rate and contact_hertz. Divided until the smallest body at rest falls by less than
     * 1/64 of its extent in a part, and contacts under their load yield by less than 1/50 of it.
     * A world of at most 256 dynamic bodies (four parts: 128) is divided as a whole, and all of its bodies count as the
     * load; sleeping ones too, so only creating, destroying, disabling and changed masses or rules change the number.
     * In a larger world each island of at most 256 bodies has its own number, by the weight on each contact. */
    FS_WORLD2_SUBDIVISION = 128
};

/* How the numbers a and b of two surfaces combine. */
typedef enum fs_combine2 {
    FS_COMBINE2_GEOMETRIC = 0, /* sqrt(a b) */
    FS_COMBINE2_MIN,
    FS_COMBINE2_MAX,
    FS_COMBINE2_AVERAGE,
    FS_COMBINE2_PRODUCT,
    FS_COMBINE2_ROOT_SUM, /* sqrt(a^2 + b^2) */
    FS_COMBINE2_COUNT
} fs_combine2;

/* An event of a step: see event2.h. */
struct fs_event2;
/* Handles: value types; all zero is "none". */
typedef struct fs_body2 {
    fs_handle handle;
} fs_body2;
typedef struct fs_joint2 {
    fs_handle handle;
} fs_joint2;
typedef struct fs_shape2 {
    fs_handle handle;
} fs_shape2; /* a shape on a body */

/* Sizes of the internals. */
enum { FS__WORLD2_ERROR_SIZE = 120, FS__WORLD2_INTERNAL_WORDS = 24 };
struct fs__world2_scratch;

/* The columns of a world, the events of its last step, and internals. Made by fs_world2_create() or filled by
 * fs_world2_bind(). A copy is a second view of the same world. */
typedef struct fs_world2 {
    struct fs_clock2_view world; /* one row: tick, hz, players, seed, random stream of the simulation */
    struct fs_physics2_view rules;
    struct fs_body2_view body;
    struct fs_shape2_view shape;
    struct fs_corner2_view corner;
    struct fs_material2_view material;
    struct fs_contact2_view contact;
    struct fs_joint2_view joint;
    struct fs_material_pair2_view material_pair; /* rows NULL: not bound, see material_pair2.h */
    const struct fs_event2 *events;              /* of the last fs_world2_step() of this view, until the next */
    uint32_t event_count;
    uint32_t events_lost; /* events of that step beyond the capacity of the list */
#if defined(FS__WORLD2_INTERNAL)
    union {
        uint64_t internal[FS__WORLD2_INTERNAL_WORDS];
        struct {
            fs_state *state;
            struct fs__world2_scratch *scratch; /* NULL: queries look at every shape */
            const fs_tasks *tasks;              /* NULL: one thread */
            uint32_t first_table, material_pair_table;
            uint32_t kernel;         /* 0: the fastest; otherwise 1 + the number of one */
            uint32_t batch_contacts; /* contacts of islands solved together; 0: as fits caches */
            uint16_t part, parts;    /* of the tick that is stepped; 0 between ticks */
            bool by_island;          /* islands of this tick have parts of their own */
            bool owned;              /* made by fs_world2_create() */
            char error[FS__WORLD2_ERROR_SIZE];
        };
    };
#else
    uint64_t internal[FS__WORLD2_INTERNAL_WORDS];
#endif
} fs_world2;

/* ---- sizes ---------------------------------------------------------------------------------------------- */

/* Rows of the tables. 0 contacts: 8 per shape. While the table of contacts is full, further pairs pass through each other:
 * every step adds to physics2.contacts_lost (*w->rules.contacts_lost) how many found no row. 0 there says that the table was
 * always large enough. */
typedef struct fs_world2_limits {
    uint32_t bodies, shapes, contacts, joints, materials;
    uint32_t material_pairs; /* fs_world2_create() only: a game adds the table by itself, see material_pair2.h */
} fs_world2_limits;

/* Rows of the seven tables, to `rows[0..6]`: &capacities[my_T_physics2]. */
FS_API void fs_world2_capacities(const fs_world2_limits *limits, uint32_t *rows);
/* Bytes of scratch that a step needs. */
FS_API size_t fs_world2_scratch_size(const fs_world2_limits *limits);

/* ---- rules ---------------------------------------------------------------------------------------------- */

typedef struct fs_world2_def {
    fs_wide2 gravity;             /* m/s^2, -1024..1024 per axis */
    fs_vel max_speed;             /* m/s, above 0, at most 512 */
    fs_vel max_angular_speed;     /* rad/s, above 0, at most 512 */
    fs_vel restitution_threshold; /* m/s, 0 or more: slower impacts do not bounce */
    fs_vel max_push_out_speed;    /* m/s, 0..512: overlap is removed at most this fast */
    fs_vel sleep_speed;           /* m/s, 0 or more: of the fastest point of a body */
    uint32_t sleep_ticks;         /* 1..65534: ticks below sleep_speed before an island sleeps */
    uint32_t substeps;            /* per tick, 1..16 */
    uint32_t flags;               /* FS_WORLD2_... */
    fs_combine2 restitution_combine, friction_combine;
    fix16_t contact_hertz;         /* stiffness of contacts, 1/s, above 0, at most 1000 */
    fix16_t contact_damping_ratio; /* 0..100 */
    fix16_t joint_hertz;           /* stiffness of joints, 1/s, above 0, at most 1000 */
    fix16_t joint_damping_ratio;   /* 0..100 */
    uint32_t hz;                   /* ticks per second, 1..1000 */
} fs_world2_def;

/* Gravity (0, -10), 500 m/s, 500 rad/s, bounce above 1 m/s, push-out at 3 m/s, sleep below 0.05 m/s for half a second,
 * 4 substeps, flags SLEEP + CONTINUOUS + WARM_START + CORRECTION + RECYCLING + SUBDIVISION, restitution MAX, friction
 * GEOMETRIC, contacts 30 Hz with ratio 10, joints 60 Hz with ratio 2, `hz` ticks per second (checked where the def is used).
 * contact_hertz holds between bodies of 1/8 m extent or more, and twice of it against immovable ones; both grow by sqrt(2)
 * for each halving of the extent, up to a quarter of the substep rate. */
FS_API fs_world2_def fs_default_world2_def(uint32_t hz);

/* ---- a world of its own ---------------------------------------------------------------------------------- */

/* Makes a world that owns its state, its scratch and its clock, in *out; release it with fs_world2_destroy(). `limits`
 * NULL, or members of 0, mean: 1024 bodies, 2 shapes per body, 8 contacts per shape, 1 joint per body, 64 materials,
 * 64 material pairs. `def` NULL: the default at 60 Hz. E_ARGUMENT (a limit above FS_MAX_ROWS, a value of the def out of
 * range, a state above FS_MAX_BLOCK), E_MEMORY; *out is then NULL. `out` NULL: E_ARGUMENT. fs_world2_check() says what
 * is wrong. */
FS_API fs_result fs_world2_create(const fs_world2_limits *limits, const fs_world2_def *def, fs_world2 **out);
/* Whether fs_world2_create() takes these limits and this def (NULL as there), and why not: FS_OK, or its E_ARGUMENT or E_MEMORY
 * with a sentence in `error` that names the number, such as "hz 0 is out of range 1..1000". The sentence is cut to error_size
 * bytes with its end, and "" for FS_OK; `error` may be NULL. */
FS_API fs_result fs_world2_check(const fs_world2_limits *limits, const fs_world2_def *def, char *error,
                                 size_t error_size);
/* Releases a world of fs_world2_create(); NULL is allowed. Of a bound view it releases nothing. */
FS_API void fs_world2_destroy(fs_world2 *w);
/* The state behind the world, for hashes, snapshots, JSON. It belongs to the world (or to the game that bound it). */
FS_API fs_state *fs_world2_state(const fs_world2 *w);
/* Lends threads to the following steps; NULL: none. `tasks` must live as long as they are lent. Results do not change.
 * A bound view has those of its scratch. */
FS_API void fs_world2_set_tasks(fs_world2 *w, const fs_tasks *tasks);

/* ---- a world in a game's state ---------------------------------------------------------------------------- */

/* Fills the view. `scratch` may be NULL where nothing is stepped; its size must be at least fs_world2_scratch_size() of
 * the tables' capacities. The view stays valid until the state or the scratch is gone; bind again for another state. The
 * contents of the scratch are verified or rebuilt before use. */
FS_API void fs_world2_bind(fs_state *state, unsigned first_table, const fs_scratch *scratch, fs_world2 *w);
/* Fills the rules and material 0 (friction 0.6, restitution 0, density 1) of empty tables. `def` NULL: the default at the
 * tick rate of the state. E_ARGUMENT, nothing changed: a value out of its range, a def.hz of 0 or another than the rate
 * of the state's world table, or tables that are not empty. */
FS_API fs_result fs_world2_init(fs_world2 *w, const fs_world2_def *def);
/* Whether every index, count and number that the step relies on is in its range: for a game's `valid`. */
FS_API bool fs_world2_valid(const fs_world2 *w);

/* ---- stepping and rules ------------------------------------------------------------------------------------ */

/* One tick of 1/hz s. w->events then lists the events of this step. A view without scratch must not be stepped. */
FS_API void fs_world2_step(fs_world2 *w);
/* A sentence on the last failed call that was to change this world through this view, such as "table shape2 is full
 * (64 rows)" or "linear_damping -1 is out of range 0..1000"; "" when there was none. The text is replaced by the next
 * failure and lives as long as the view; it is no part of the state. Failed reads such as fs_body2_row() do not change
 * it. */
FS_API const char *fs_world2_error(const fs_world2 *w);
/* Ticks per second of the world's clock. */
FS_API uint32_t fs_world2_hz(const fs_world2 *w);
/* m/s^2, -1024..1024 per axis. Sleeping bodies stay asleep. E_ARGUMENT. */
FS_API fs_result fs_world2_set_gravity(fs_world2 *w, fs_wide2 gravity);
/* Sets and clears bits of physics2.flags; a bit in both is set. E_ARGUMENT for an unknown bit. */
FS_API fs_result fs_world2_set_flags(fs_world2 *w, uint32_t set, uint32_t clear);

/* ---- knobs of tests and benchmarks: every value gives the same bits ------------------------------------------ */

/* Instruction set of the contact solver: 0 the fastest of this processor, otherwise 1 + its number (1: scalar, 2: SSE4.1,
 * 3: AVX2). E_UNSUPPORTED, nothing changed, where the processor or the build lacks it. */
FS_API fs_result fs_world2_set_kernel(fs_world2 *w, uint32_t kernel);
/* Contacts of islands that are solved together; 0: as many as fit the caches, at least 64 otherwise (E_ARGUMENT). */
FS_API fs_result fs_world2_set_batch_contacts(fs_world2 *w, uint32_t contacts);
/* The structure that finds pairs of shapes, of this view and until the next fs_world2_bind(): no part of the state. 0: the
 * default, 2. 1: dynamic tree of boxes; 2: grids by size; 3: grid, boxes in every cell they overlap; 4: grid, boxes in the
 * cell of their centre; 5: quad-tree; 6: binary space partition, boxes on both sides of a plane in both; 7: the same, boxes on
 * both sides of a plane kept on it; 8: tree of boxes built from the top down in every search; 9: from the leaves up; 10: by
 * insertion; 11: sweep and prune; 12: every pair is tested; 13: hierarchy of bounding circles; 14: as 6, with a tree of boxes in
 * every leaf; 15: tree of bodies, and below each a tree of its shapes. E_ARGUMENT: above 15, or a view without scratch. */
FS_API fs_result fs_world2_set_broad_phase(fs_world2 *w, uint32_t structure);

/* Sums over the movable bodies, for tests and displays: J (kinetic + potential in the world's gravity from y = 0),
 * kg m/s; saturated. */
FS_API fs_wide fs_world2_kinetic_energy(const fs_world2 *w);
FS_API fs_wide fs_world2_energy(const fs_world2 *w);
FS_API fs_wide2 fs_world2_momentum(const fs_world2 *w);

#ifdef __cplusplus
}
#endif
#endif
