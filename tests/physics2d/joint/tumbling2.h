/* tumbling2.h: bodies on joints that move alone in the plane: their energy, their momenta, and the gaps of their joints. */
#ifndef FS_TEST_TUMBLING2_H
#define FS_TEST_TUMBLING2_H

#include "physics2d/joint_fixture.h"

enum { ASSEMBLY2_MAX_BODIES = 64, ASSEMBLY2_HZ = 60 };

struct assembly2 {
    struct fixture2 t;
    double gravity; /* m/s^2, down */
    int bodies;
    fs_body2 body[ASSEMBLY2_MAX_BODIES]; /* that move */
};

static inline struct assembly2 start_assembly(double gravity)
{
    const fs_world2_limits limits = { .bodies = 512, .shapes = 512, .joints = 512, .materials = 4 };
    fs_world2_def def = fs_default_world2_def(ASSEMBLY2_HZ);
    def.flags &= ~(uint32_t)FS_WORLD2_SLEEP;
    def.gravity = fs_wide2_make(0, WIDE(-gravity));
    return (struct assembly2){ .t = fixture2_start_with(ASSEMBLY2_HZ, &limits, &def), .gravity = gravity };
}

/* A slender body of this mass (kg) and length (m), without shapes. */
static inline fs_body2 add_rod(struct assembly2 *a, double x, double y, double mass, double length)
{
    ck_assert_int_lt(a->bodies, ASSEMBLY2_MAX_BODIES);
    return a->body[a->bodies++] = mass_at(&a->t, x, y, mass, mass * length * length / 12);
}

/* Turns all bodies as one about the origin. */
static inline void turn_all(struct assembly2 *a, double rate)
{
    for (int i = 0; i < a->bodies; i++) {
        const fs_vel2 v = fs_vel2_make(VEL(-rate * pos_y(&a->t, a->body[i])), VEL(rate * pos_x(&a->t, a->body[i])));
        ck_assert_int_eq(fs_body2_set_velocity(&a->t.w, a->body[i], v, VEL(rate)), FS_OK);
    }
}

struct motion2 {
    double energy, x, y, turning; /* momenta; the angular one about the origin */
    double size;                  /* of the momenta: the sum of m abs(v) */
    double reach;                 /* that of m abs(v) abs(r) */
};

static inline double scaled_value(fs_scaled s)
{
    return ldexp(s.m, s.e);
}

/* Velocities stand half a substep before positions: m v.g h / 2 is the kinetic energy that is missing. */
static inline struct motion2 motion_of(struct assembly2 *a)
{
    const double lead = a->gravity / (2 * ASSEMBLY2_HZ * *a->t.w.rules.substeps);
    struct motion2 m = { .energy = 0 };
    for (int i = 0; i < a->bodies; i++) {
        const uint32_t row = fixture2_row(&a->t, a->body[i]);
        const struct fs_body2_view *b = &a->t.w.body;
        const double mass = 1 / scaled_value(b->inv_mass[row]), moment = 1 / scaled_value(b->inv_inertia[row]);
        const double vx = vel(b->vel[row].x) + ldexp(b->velocity_residual[row].x, -51),
                     vy = vel(b->vel[row].y) + ldexp(b->velocity_residual[row].y, -51),
                     w = vel(b->angular_velocity[row]) + ldexp(b->angular_velocity_residual[row], -51),
                     x = metres(b->pos[row].x), y = metres(b->pos[row].y);
        m.energy += (mass * (vx * vx + vy * vy) + moment * w * w) / 2 + mass * a->gravity * y - mass * vy * lead;
        m.x += mass * vx;
        m.y += mass * vy;
        m.turning += moment * w + mass * (x * vy - y * vx);
        m.size += mass * hypot(vx, vy);
        m.reach += mass * hypot(vx, vy) * hypot(x, y) + moment * fabs(w);
    }
    return m;
}

/* The widest gap of a joint (m); of a rod the difference from its length. */
static inline double gap_of(const struct assembly2 *a)
{
    const struct fs_world2 *w = &a->t.w;
    double most = 0;
    for (uint32_t row = 0; row < *w->joint.rows; row++)
        most = fmax(most, fabs(rel(fs_joint2_translation(w, row) -
                                   (w->joint.kind[row] == FS_JOINT2_DISTANCE ? w->joint.length[row] : 0))));
    return most;
}

/* The largest changes while it moves: rise and fall of the energy (J), of the linear momentum over the sum of m abs(v), of the
 * angular one over its parts, and the widest gap (m). */
struct drift2 {
    double rise, fall, slip, turn, gap;
};

static inline struct drift2 watch(struct assembly2 *a, int ticks)
{
    const struct motion2 start = motion_of(a);
    struct drift2 d = { 0, 0, 0, 0, 0 };
    for (int tick = 0; tick < ticks; tick++) {
        fixture2_step(&a->t, 1);
        const struct motion2 m = motion_of(a);
        d.rise = fmax(d.rise, m.energy - start.energy);
        d.fall = fmax(d.fall, start.energy - m.energy);
        d.slip = fmax(d.slip, hypot(m.x - start.x, m.y - start.y) / start.size);
        d.turn = fmax(d.turn, fabs(m.turning - start.turning) / start.reach);
        d.gap = fmax(d.gap, gap_of(a));
    }
    return d;
}

#endif
