/* tumbling3.h: bodies on joints that tumble: their energy, their angular momentum, and the gaps of their joints. */
#ifndef FS_TEST_TUMBLING3_H
#define FS_TEST_TUMBLING3_H

#include <math.h>

#include "physics3d/joint3_scene.h"

enum { ASSEMBLY3_MAX_BODIES = 32 };

struct assembly {
    fs_world3 *w;
    int bodies;
    fs_body3 body[ASSEMBLY3_MAX_BODIES];
};

/* A box of a mass (kg) that meets no other of the assembly. */
static inline fs_body3 add_link_box(struct assembly *a, scene3_vector at, scene3_vector half, double mass)
{
    fs_shape3_def shape = fs_default_shape3_def();
    shape.group = -1;
    shape.density = (fs_wide)llround(mass / (8 * half.x * half.y * half.z) * 0x1p32);
    return a->body[a->bodies++] = scene3_box(a->w, FS_BODY3_DYNAMIC, &shape, at, half);
}

/* Half-way between two bodies. */
static inline scene3_vector middle_of(const struct assembly *a, int i, int j)
{
    const scene3_vector p = scene3_position(a->w, a->body[i]), q = scene3_position(a->w, a->body[j]);
    return (scene3_vector){ (p.x + q.x) / 2, (p.y + q.y) / 2, (p.z + q.z) / 2 };
}

/* Turns all bodies as one about the origin. */
static inline void spin(const struct assembly *a, double rate)
{
    const double wx = 0.6 * rate, wy = 0.5 * rate, wz = 0.62 * rate;
    for (int i = 0; i < a->bodies; i++) {
        scene3_vector at = scene3_position(a->w, a->body[i]);
        fs_vel3 v = fs_vel3_make(VEL3D(wy * at.z - wz * at.y), VEL3D(wz * at.x - wx * at.z),
                                 VEL3D(wx * at.y - wy * at.x));
        ck_assert_int_eq(fs_body3_set_velocity(a->w, a->body[i], v, fs_vel3_make(VEL3D(wx), VEL3D(wy), VEL3D(wz))),
                         FS_OK);
    }
}

static inline double scaled_value(fs_scaled s)
{
    return ldexp(s.m, s.e);
}

static inline scene3_vector exact(fs_vel3 v, fs_unit3 rest)
{
    return (scene3_vector){ ldexp(v.x, -21) + ldexp(rest.x, -51), ldexp(v.y, -21) + ldexp(rest.y, -51),
                            ldexp(v.z, -21) + ldexp(rest.z, -51) };
}

static inline double dot(scene3_vector a, scene3_vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

struct motion {
    double energy;
    scene3_vector momentum; /* angular, about the origin */
};

static inline void add_spin(const fs_world3 *w, uint32_t row, struct motion *m)
{
    const fs_scaled inverse[3] = { w->body.inv_inertia_x[row], w->body.inv_inertia_y[row], w->body.inv_inertia_z[row] };
    const scene3_vector spin = exact(w->body.angular_velocity[row], w->body.angular_velocity_residual[row]);
    const fs_mat3 axes = fs_mat3_from_quat(fs_quat_mul(w->body.rot[row], w->body.principal[row]));
    const fs_unit part[3][3] = { { axes.x.x, axes.y.x, axes.z.x },
                                 { axes.x.y, axes.y.y, axes.z.y },
                                 { axes.x.z, axes.y.z, axes.z.z } };
    for (int i = 0; i < 3; i++) {
        const scene3_vector axis = { ldexp(part[i][0], -30), ldexp(part[i][1], -30), ldexp(part[i][2], -30) };
        double rate = dot(axis, spin), moment = 1 / scaled_value(inverse[i]);
        m->energy += moment * rate * rate / 2;
        m->momentum.x += moment * rate * axis.x;
        m->momentum.y += moment * rate * axis.y;
        m->momentum.z += moment * rate * axis.z;
    }
}

static inline struct motion motion_of(const struct assembly *a)
{
    struct motion m = { .energy = 0 };
    for (int i = 0; i < a->bodies; i++) {
        uint32_t row;
        ck_assert_int_eq(fs_body3_row(a->w, a->body[i], &row), FS_OK);
        double mass = 1 / scaled_value(a->w->body.inv_mass[row]);
        scene3_vector v = exact(a->w->body.vel[row], a->w->body.velocity_residual[row]);
        scene3_vector x = scene3_position(a->w, a->body[i]);
        m.energy += mass * dot(v, v) / 2;
        m.momentum.x += mass * (x.y * v.z - x.z * v.y);
        m.momentum.y += mass * (x.z * v.x - x.x * v.z);
        m.momentum.z += mass * (x.x * v.y - x.y * v.x);
        add_spin(a->w, row, &m);
    }
    return m;
}

/* The widest gap of a joint (m); of a rod the difference from its length. */
static inline double gap_of(const fs_world3 *w)
{
    double most = 0;
    for (uint32_t row = 0; row < *w->joint.rows; row++)
        most = fmax(most, fabs(METRES_OF_REL3D(fs_joint3_translation(w, row) -
                                               (w->joint.kind[row] == FS_JOINT3_DISTANCE ? w->joint.length[row] : 0))));
    return most;
}

/* The largest changes while it tumbles: rise and fall of the energy and change of the angular momentum as shares of those at the
 * start, and the widest gap (m). */
struct drift {
    double rise, fall, turn, gap;
};

static inline struct drift tumble(const struct assembly *a, int ticks)
{
    const struct motion start = motion_of(a);
    struct drift d = { 0, 0, 0, 0 };
    for (int tick = 0; tick < ticks; tick++) {
        fs_world3_step(a->w);
        struct motion m = motion_of(a);
        const scene3_vector change = { m.momentum.x - start.momentum.x, m.momentum.y - start.momentum.y,
                                       m.momentum.z - start.momentum.z };
        d.rise = fmax(d.rise, m.energy / start.energy - 1);
        d.fall = fmax(d.fall, 1 - m.energy / start.energy);
        d.turn = fmax(d.turn, scene3_length(change) / scene3_length(start.momentum));
        d.gap = fmax(d.gap, gap_of(a->w));
    }
    return d;
}

#endif
