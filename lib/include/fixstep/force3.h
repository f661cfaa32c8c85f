/* force3.h: force generators of bodies in space, as rows of a table: springs, surfaces in air and water, buoyancy, drives.
 *
 * A generator is a kind and parameters in the state: hashed, saved and reported like a body. A step evaluates every row in
 * ascending order before it moves the bodies, and adds the forces to those of fs_body3_apply_force(). Setters are how the
 * inputs of a tick reach them: fs_force3_set_control() is a throttle, a rudder or an aileron.
 *
 * Three tables belong together: force3, and the tensors and fluids that rows of it name. A world of fs_world3_create() has
 * them; a game adds them anywhere in its schema if it needs them, and binds them after every fs_world3_bind():
 *
 *     #define MY_TABLES(T, P, g)    \
 *         FS_WORLD3_TABLES(T, P, g) \
 *         FS_FORCE3_TABLES(T, P, g)
 *     ...
 *     fs_force3_capacities(forces, tensors, fluids, &capacities[my_T_force3]);
 *     ...
 *     fs_world3_bind(state, my_T_physics3, scratch, &w);
 *     fs_force3_bind(state, my_T_force3, &w);
 *
 * Rules of all kinds:
 * - Velocity. v is that of the generator's anchor, which moves with the body, less that of the fluid.
 * - Fluids. 0 is air at rest of 1.2 kg/m^3 without a surface. Of a fluid with a surface (a plane y = level) a generator
 *   gets the share s = clamp((level + length - y) / (2 length), 0, 1) of its force, with y of its anchor: it emerges over a
 *   height of 2 length. A length of 0 is a step. Elsewhere s = 1.
 * - Time. Positions and rotations are those fs_world3_force_lead() after the start of the tick, so that springs, floats and
 *   surfaces that turn with the body keep their energy.
 * - Stability. No force moves its anchor in one tick farther than the distance that it depends on (of a spring: its
 *   stretch), nor changes the anchor's velocity by more than the velocity that it depends on, divided by the number of
 *   generators on the body: forces beyond are shortened, so that stiff springs and large surfaces do not diverge.
 * - Sleep. A steady force does not keep a body awake. A sleeping body wakes when a force differs from that of the tick in
 *   which it fell asleep by so much that it would reach sleep_speed within sleep_ticks, and when a setter changes
 *   something.
 * - A generator ends with its bodies: the step after the end of one destroys it.
 * - Forces beyond Q32.32 (2.1e9 N) saturate.
 *
 * Source of the formulas: I. Millington, "Game Physics Engine Development", chapters 6, 10 and 11, with the printed signs
 * corrected. NULL pointers, stale handles, values out of range and fs_world3_error(): see the rules at the head of world3.h.
 */
#ifndef FIXSTEP_FORCE3_H
#define FIXSTEP_FORCE3_H

#include <fixstep/body3.h>
#include <fixstep/explosion.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Formulas in SI units; R is the rotation of the body times `rot`, x its x axis in the world, c = control / 127. Append
 * only. */
typedef enum fs_force3_kind {
    FS_FORCE3_GRAVITY = 1, /* F = m vec */
    FS_FORCE3_CONSTANT,    /* F = vec, in the axes of the world */
    /* On a, and opposite on b: F = -(k (L - length) + k2 L') u, with L the distance of the anchors and u the direction from
     * b to a. Without b the other end is `point`. With SLACK only where L > length, and never apart. Evaluated once a
     * tick; springs that are solved with other joints in each substep are those of joint3.h (FS_JOINT3_SPRING). */
    FS_FORCE3_SPRING,
    /* On a, and opposite on b: torque -k angle - k2 w, back to where a has the rotation `rot` in the frame of b (without b:
     * of the world), on the shortest way; w: the angular velocity of a against b. */
    FS_FORCE3_ORIENTATION_SPRING,
    FS_FORCE3_DRAG,     /* F = -s v (k + k2 |v|): at rest it is the push of the wind */
    FS_FORCE3_AERO,     /* F = s R A R^T v, A the tensor `aero` at the deflection c: wing, sail, rudder, hydrofoil */
    FS_FORCE3_BUOYANCY, /* F = -s (density k g + k2 v): k m^3 around the anchor displace the fluid; g of the world */
    FS_FORCE3_THRUST, /* F = s c k (1 - |v.x| / limit) x at the anchor, 0 from |v.x| = limit on; limit 0: F = s c k x */
    FS_FORCE3_TORQUE, /* torque c k (1 - |w.x| / limit) x: a drive; limit in rad/s as of THRUST */
    FS_FORCE3_GOVERNOR, /* torque k (c k2 - w.x) x, at most `limit` N m (0: any): keeps an angular speed of c k2 rad/s */
    FS_FORCE3_KINDS     /* number of kinds + 1 */
} fs_force3_kind;

/* Bits of force3.flags. */
enum {
    FS_FORCE3_OFF = 1,  /* no force */
    FS_FORCE3_SLACK = 2 /* SPRING: a bungee, which only pulls */
};

/* Controls are -127..127, as a byte of an input. */
enum { FS_FORCE3_FULL_CONTROL = 127 };

/* ---- tables: FS_FORCE3_TABLES of world3.h ---------------------------------------------------------------------- */

/* Rows of the three tables, to `rows[0..2]`. */
FS_API void fs_force3_capacities(uint32_t forces, uint32_t tensors, uint32_t fluids, uint32_t *rows);
/* `first_table` is that of FS_FORCE3_TABLES in the state's schema. A view without that call steps as if there were no
 * generators. */
FS_API void fs_force3_bind(fs_state *state, unsigned first_table, fs_world3 *w);
/* The same after fs_world3_bind_readonly(): for a game's `valid` and `draw`. Nothing may be changed through the view. */
FS_API void fs_force3_bind_readonly(const fs_state *state, unsigned first_table, fs_world3 *w);

/* ---- tensors ---------------------------------------------------------------------------------------------- */

/* A tensor A in the axes of a surface: the force along x is the dot product of `x` and the velocity, and so on. Drag is on
 * the diagonal, below 0; y.x above 0 is lift for a velocity along +x; z.x is a side force, as of a rudder. N s/m. */
typedef struct fs_aero3 {
    fs_wide3 x, y, z;
} fs_aero3;
/* A control surface: its tensors at full deflection to either side and in the middle. At c below 0 the tensor is linear
 * between `min` and `neutral`, above 0 between `neutral` and `max`, and exactly these at -127, 0 and 127. */
typedef struct fs_aero3_control {
    fs_aero3 min, neutral, max;
} fs_aero3_control;

/* The tensor of a control, which is limited to -127..127. */
FS_API fs_aero3 fs_aero3_deflect(const fs_aero3_control *surface, int32_t control);
/* f = R A R^T v in N for v in m/s; sums of products are rounded once, and saturate. */
FS_API fs_wide3 fs_aero3_force(const fs_aero3 *tensor, fs_quat rot, fs_vel3 vel);
/* Adds a row and reports its number, for fs_force3_def.aero; NULL: no force. Rows are never removed. E_CAPACITY; *aero is
 * then 0. */
FS_API fs_result fs_aero3_add(fs_world3 *w, const fs_aero3_control *surface, uint16_t *aero);

/* ---- fluids ----------------------------------------------------------------------------------------------- */

typedef struct fs_fluid3_def {
    bool surface;       /* the fluid is below `level` only; false: everywhere */
    fs_pos level;       /* m */
    fs_wide density;    /* kg/m^3, 0 or more: air 1.2, water 1000, sea 1025, Dead Sea 1250 */
    fs_wide3 velocity;  /* m/s, mean: within +-512 per axis */
    fs_wide3 variation; /* m/s, 0..512 per axis: the velocity moves smoothly and at random within so much of the mean */
    fs_wide period;     /* s, 0 or more: time from one random target to the next */
    uint32_t seed;      /* equal seeds vary alike */
} fs_fluid3_def;
/* Air at rest without a surface. */
FS_API fs_fluid3_def fs_default_fluid3_def(void);
/* Adds a fluid and reports its number, 1 or more, for fs_force3_def.fluid. Rows are never removed. E_CAPACITY, E_ARGUMENT;
 * *fluid is then 0. */
FS_API fs_result fs_fluid3_add(fs_world3 *w, const fs_fluid3_def *def, uint16_t *fluid);
/* Changes a fluid and wakes the bodies of the generators that name it. E_ARGUMENT. */
FS_API fs_result fs_fluid3_set(fs_world3 *w, uint16_t fluid, const fs_fluid3_def *def);
/* The velocity of the fluid (m/s) in the tick of the world's clock; 0 for a fluid that does not exist. */
FS_API fs_vel3 fs_fluid3_velocity(const fs_world3 *w, uint16_t fluid);

/* ---- generators ------------------------------------------------------------------------------------------- */

typedef struct fs_force3 {
    fs_handle handle;
} fs_force3;

typedef struct fs_force3_def {
    fs_force3_kind kind;
    fs_body3 body_a;            /* the body that the force acts on */
    fs_body3 body_b;            /* SPRING, ORIENTATION_SPRING: the other body, or null */
    fs_rel3 anchor_a, anchor_b; /* m, in the frames of the bodies, each component within +-16 m */
    fs_pos3 point;              /* m, SPRING without b */
    fs_quat rot;                /* not 0, is normalised: the surface or axis in the frame of the body */
    uint16_t fluid, aero;
    int32_t control; /* -127..127 */
    fs_wide3 vec;
    fs_wide k, k2, length, limit; /* 0 or more; k2 of a GOVERNOR any */
    uint32_t flags;               /* FS_FORCE3_... */
    uint64_t user;
} fs_force3_def;

/* A definition of a kind: at the body's origin, along its axes, in air at rest, all numbers 0; control 0 of AERO and
 * THRUST, 127 of the others. */
FS_API fs_force3_def fs_default_force3_def(fs_force3_kind kind);
/* Makes a generator and wakes its bodies. *def is copied. E_ARGUMENT for a value out of its range, a fluid or tensor that
 * does not exist, or one body twice; E_STALE for a body that is gone; E_CAPACITY when the table is full or not bound; *out is
 * then null and nothing changed. */
FS_API fs_result fs_force3_create(fs_world3 *w, const fs_force3_def *def, fs_force3 *out);
/* Destroys a generator; wakes its bodies. E_STALE. */
FS_API fs_result fs_force3_destroy(fs_world3 *w, fs_force3 force);
/* Row in force3, for reading columns. E_STALE, *row unchanged. */
FS_API fs_result fs_force3_row(const fs_world3 *w, fs_force3 force, uint32_t *row);
/* Handle of a row; null for a row that is not in use. */
FS_API fs_force3 fs_force3_at(const fs_world3 *w, uint32_t row);

/* Setters wake the bodies when they change something. E_STALE; E_ARGUMENT for a value out of the range of fs_force3_def;
 * nothing changed then. */
FS_API fs_result fs_force3_set_control(fs_world3 *w, fs_force3 force, int32_t control);
/* Swivels a sail, a rudder or a nozzle; not 0, is normalised. */
FS_API fs_result fs_force3_set_rotation(fs_world3 *w, fs_force3 force, fs_quat rot);
/* k of the formula. */
FS_API fs_result fs_force3_set_strength(fs_world3 *w, fs_force3 force, fs_wide k);
/* The free end of a spring without b. */
FS_API fs_result fs_force3_set_point(fs_world3 *w, fs_force3 force, fs_pos3 point);
FS_API fs_result fs_force3_set_enabled(fs_world3 *w, fs_force3 force, bool enabled);

/* ---- explosions ------------------------------------------------------------------------------------------- */

/* Adds the forces of the explosions (explosion.h) at the tick of the world's clock to the enabled dynamic bodies; those
 * that get one wake. Implosion and chimney act on the centre of mass. The shock acts on a point of the body that is chosen
 * at random once, within a quarter of the body's extent on each axis, so that the body turns until the point is behind it.
 * Call it before each step. Returns how many bodies got a force, summed over the explosions. */
FS_API uint32_t fs_world3_apply_explosions(fs_world3 *w, const struct fs_explosions *explosions);

#ifdef __cplusplus
}
#endif
#endif
