/* impact_timing.c: the motion of two bodies in space that hit each other; see physics/solver/impact_timing.inl.
 *
 * Contacts act on a body that turns at its reference pose (reference_pose.h), and free rotation before and after it keeps
 * its angular momentum. So its spin is that of the reference pose, whatever the time of the impact is.
 */
#include "physics3d/dimension.h"

#include <fixstep/trig.h>

#include "physics3d/body/body.h"
#include "physics3d/geometry/manifold_convex.h"
#include "physics3d/solver/contact_solver.h"
#include "physics3d/body/free_rotation.h"
#include "physics3d/solver/load_mass.h"

#define MAX_SPEED FS__SOLVER3_MAX_VELOCITY
enum { ANGULAR_LANE = 4, BODY_LANES = 8 };

/* A turn is lowered until it adds less than this share (2^-n) of the energy, and so often at most. */
enum { ENERGY_BITS = 20, MAX_LOWERING = 4 };

/* A component of a body's velocity (Q21): at the start of the tick, at its end without contacts and with them. */
struct component {
    int64_t first, free, last;
};

/* Angular velocities are in the unit of the body. */
struct motion {
    struct component v[3], w[3];
};

/* A body's inertia over the mass 1 / (1/m_a + 1/m_b) of the pair: principal axes at the reference pose, and moments about
 * them (m^2) for angular velocities of 2^unit rad/s. */
struct inertia {
    int32_t axis[3][3];
    fs_scaled moment[3];
    uint32_t unit;
};

/* Two bodies and their contact. */
struct pair {
    uint32_t contact;            /* row */
    uint32_t solver_a, solver_b; /* solver bodies */
    uint32_t a, b;               /* rows of bodies */
    struct inertia inertia_a, inertia_b;
};

static uint32_t substep_rate(const struct fs__solver3 *s)
{
    return s->rate.hz;
}

static struct motion motion_of(const struct fs__solver3 *s, uint32_t i)
{
    const struct fs__solver3_velocity_part *p = &s->velocity_part[i];
    const struct fs__solver3_body *m = &s->tick->solver_body[i];
    fs_vel3 v = s->w->body.vel[s->tick->body_row[i]], w = s->reference[i].w;
    int32_t f[8];
    for (unsigned k = 0; k < 8; k++)
        f[k] = (int32_t)(p->v[k] - p->sum[k]);
    return (struct motion){ { { v.x, f[0], m->v.x }, { v.y, f[1], m->v.y }, { v.z, f[2], m->v.z } },
                            { { w.x, f[4], m->w.x }, { w.y, f[5], m->w.y }, { w.z, f[6], m->w.z } } };
}

/* Continuous collision reads the poses. */
static void place_turn(struct fs__solver3 *s, uint32_t i, const int64_t turn[3])
{
    (void)s, (void)i, (void)turn;
}

static void set_velocity(struct fs__solver3 *s, uint32_t i, const fs_vel v[3], const fs_vel w[3])
{
    struct fs__solver3_body *m = &s->tick->solver_body[i];
    m->v = fs_vel3_make(v[0], v[1], v[2]);
    m->w = fs_vel3_make(w[0], w[1], w[2]);
}

static void copy_anchor_offset(const struct fs_world3 *w, uint32_t contact, int64_t offset[3])
{
    fs_rel3 at = w->contact.anchor_offset[contact];
    offset[0] = at.x;
    offset[1] = at.y;
    offset[2] = at.z;
}

/* ---- inertia ------------------------------------------------------------------------------------------------------- */

static struct inertia inertia_at(const struct fs__solver3 *s, const struct pair *p, uint32_t i, fs_quat rot)
{
    const struct fs_body3_view *b = &s->w->body;
    uint32_t row = s->tick->body_row[i];
    const fs_scaled sum = fs_scaled_add(fs__body3_loaded_inv_mass(s->w, p->a), fs__body3_loaded_inv_mass(s->w, p->b)),
                    inverse[3] = { b->inv_inertia_x[row], b->inv_inertia_y[row], b->inv_inertia_z[row] };
    const fs_mat3 m = fs_mat3_from_quat(fs_quat_mul(rot, b->principal[row]));
    struct inertia inertia = { .axis = { { m.x.x, m.y.x, m.z.x }, { m.x.y, m.y.y, m.z.y }, { m.x.z, m.y.z, m.z.z } },
                               .unit = s->inertia[i].unit };
    for (unsigned k = 0; k < 3; k++) {
        inertia.moment[k] = fs_scaled_div(sum, fs__load_mass3_divide(inverse[k], fs__body3_load_shift(s->w, row)));
        inertia.moment[k].e += (int32_t)inertia.unit;
    }
    return inertia;
}

static struct inertia inertia_of(const struct fs__solver3 *s, const struct pair *p, uint32_t i)
{
    return inertia_at(s, p, i, s->reference[i].rot);
}

static int64_t along_axis(const struct inertia *inertia, unsigned k, const int64_t v[3])
{
    int64_t sum = 0;
    for (unsigned i = 0; i < 3; i++)
        sum = fs_sat64_add(sum, fs_mul64(v[i], inertia->axis[k][i], FS_UNIT_FRAC));
    return sum;
}

/* Adds `along` times axis k. */
static void add_along(const struct inertia *inertia, unsigned k, int64_t along, int64_t v[3])
{
    for (unsigned i = 0; i < 3; i++)
        v[i] = fs_sat64_add(v[i], fs_mul64(along, inertia->axis[k][i], FS_UNIT_FRAC));
}

static void spin_moment(const struct inertia *inertia, const int64_t w[3], int64_t moment[3])
{
    moment[0] = moment[1] = moment[2] = 0;
    for (unsigned k = 0; k < 3; k++)
        add_along(inertia, k, fs_scaled_apply(inertia->moment[k], along_axis(inertia, k, w)), moment);
}

static void spin_change(const struct inertia *inertia, const int64_t moment[3], int64_t w[3])
{
    w[0] = w[1] = w[2] = 0;
    for (unsigned k = 0; k < 3; k++)
        add_along(inertia, k, fs_scaled_apply(fs_scaled_inverse(inertia->moment[k]), along_axis(inertia, k, moment)),
                  w);
}

static int64_t spin_energy(const struct inertia *inertia, const int64_t a[3], const int64_t b[3])
{
    int64_t sum = 0;
    for (unsigned k = 0; k < 3; k++) {
        fs_scaled moment = inertia->moment[k];
        moment.e += (int32_t)inertia->unit;
        int64_t product = fs_mul64(along_axis(inertia, k, a), along_axis(inertia, k, b),
                                   2 * FS_VEL_FRAC + 1 - FS_WIDE_FRAC);
        sum = fs_sat64_add(sum, fs_scaled_apply(moment, product));
    }
    return sum;
}

/* ---- turns --------------------------------------------------------------------------------------------------------- */

/* A vector of three components. */
struct vector {
    int64_t c[3];
};

static int64_t dot(const struct vector *a, const struct vector *b)
{
    int64_t sum = 0;
    for (unsigned k = 0; k < 3; k++)
        sum = fs_sat64_add(sum, fs_mul64(a->c[k], b->c[k], FS_WIDE_FRAC));
    return sum;
}

static struct vector cross(const struct vector *a, const struct vector *b)
{
    struct vector v;
    for (unsigned k = 0; k < 3; k++) {
        unsigned i = (k + 1) % 3, j = (k + 2) % 3;
        v.c[k] = fs_sat64_sub(fs_mul64(a->c[i], b->c[j], FS_WIDE_FRAC), fs_mul64(a->c[j], b->c[i], FS_WIDE_FRAC));
    }
    return v;
}

/* A body whose spin after the contacts is put to another pose than that of the contacts: its angular velocity and momentum
 * (Q32, over the mass of the pair) in the axes of the world, and the turn (rad, Q32). Angular velocities are in rad/s. */
struct turn {
    struct vector angle, w, moment;
};

/* The turn that reference_pose.c finds from the sum of the substeps, see turn_by_difference(). */
static int64_t turn_of(const struct fs__solver3 *s, uint32_t i, struct component w, int64_t travel)
{
    int64_t mean = s->reference[i].turned != 0 ? w.first + w.last : 2 * w.last;
    return fs__rate_divide(s->rate, (2 * travel - mean * s->substeps) * (1 << (FS_WIDE_FRAC - FS_VEL_FRAC - 1)));
}

static int64_t travel_for(const struct fs__solver3 *s, uint32_t i, struct component w, int64_t turn)
{
    int64_t mean = s->reference[i].turned != 0 ? w.first + w.last : 2 * w.last;
    return fs_round_shift64_sym(mean * s->substeps, 1) + fs_mul64(turn, s->rate.hz, FS_WIDE_FRAC - FS_VEL_FRAC);
}

/* The energy (Q32) that the turn gives to a body that keeps its angular momentum, to first order: turn . (w x L). Takes that
 * part out of the turn at the pose it leads to; true when there was one. most: bound of the turn's components. */
static bool lower_turn(const struct fs__solver3 *s, const struct pair *p, uint32_t i, int64_t most, struct turn *t)
{
    const uint32_t unit = s->inertia[i].unit;
    const fs_wide3 angle = { t->angle.c[0], t->angle.c[1], t->angle.c[2] };
    const struct inertia there = inertia_at(s, p, i, fs__rotate_by_vector3(s->reference[i].rot, angle));
    struct vector w;
    spin_change(&there, t->moment.c, w.c);
    for (unsigned k = 0; k < 3; k++)
        w.c[k] = fs_clamp64(w.c[k], -(INT64_MAX >> unit), INT64_MAX >> unit) * ((int64_t)1 << unit);
    int64_t gain = fs_sat64_sub(dot(&w, &t->moment), dot(&t->w, &t->moment)) / 2;
    const struct vector up = cross(&w, &t->moment);
    int64_t square = dot(&up, &up);
    if (gain <= dot(&t->w, &t->moment) >> ENERGY_BITS || square <= 0)
        return false;
    for (unsigned k = 0; k < 3; k++)
        t->angle.c[k] = fs_clamp64(fs_sat64_sub(t->angle.c[k], fs_muldiv64(up.c[k], gain, square)), -most, most);
    return true;
}

/* A pose at which the same angular momentum has more energy is not kept: the body would lose angular momentum there. */
static void fit_turn(struct fs__solver3 *s, const struct pair *p, uint32_t i)
{
    const struct inertia *inertia = i == p->solver_a ? &p->inertia_a : &p->inertia_b;
    const struct motion m = motion_of(s, i);
    int64_t *travel = s->travel + (size_t)i * BODY_LANES + ANGULAR_LANE;
    struct turn t;
    int64_t most = 0;
    for (unsigned k = 0; k < 3; k++) {
        t.angle.c[k] = turn_of(s, i, m.w[k], travel[k]) * ((int64_t)1 << inertia->unit);
        t.w.c[k] = m.w[k].last * ((int64_t)1 << (FS_WIDE_FRAC - FS_VEL_FRAC));
        most = fs_max64(most, 2 * fs_abs64(t.angle.c[k]));
    }
    spin_moment(inertia, t.w.c, t.moment.c);
    for (unsigned k = 0; k < 3; k++)
        t.w.c[k] *= (int64_t)1 << inertia->unit;
    bool lowered = false;
    for (int n = 0; n < MAX_LOWERING && lower_turn(s, p, i, most, &t); n++)
        lowered = true;
    for (unsigned k = 0; k < 3 && lowered; k++)
        travel[k] = travel_for(s, i, m.w[k], fs_round_shift64_sym(t.angle.c[k], inertia->unit));
}

/* ---- contacts ------------------------------------------------------------------------------------------------------ */

static int64_t halves_of_face(const struct fs_world3 *w, uint32_t contact)
{
    uint32_t kind = w->contact.reference[contact] & FS__REFERENCE3_KIND;
    return kind == FS__REFERENCE3_FACE_A ? 2 : kind == FS__REFERENCE3_FACE_B ? 0 : 1;
}

static bool is_round(const struct fs_world3 *w, uint32_t shape)
{
    return w->shape.kind[shape] == FS_GEOMETRY3_SPHERE;
}

static bool may_turn(const struct fs__solver3 *s, uint32_t i)
{
    const struct fs_body3_view *body = &s->w->body;
    uint32_t row = s->tick->body_row[i];
    return body->inv_mass[row].m != 0 && body->inv_inertia_x[row].m != 0 && body->inv_inertia_y[row].m != 0 &&
           body->inv_inertia_z[row].m != 0 && (body->flags[row] & FS__BODY3_LOCKS) == 0 &&
           !fs__solver3_was_limited(s, i) && !fs__solver3_spin_was_limited(s, i);
}

#include "physics/solver/impact_timing.inl"

/* ---- stops --------------------------------------------------------------------------------------------------------- */

/* Bodies that move freely until the contact of a lane closes, and with their final velocities then. The substeps, which stop one
 * point after the other, would turn them. */
static void place_stopped(struct fs__solver3 *s, const struct fs__solver3_block *r, unsigned k)
{
    const struct fs_world3 *w = s->w;
    const uint32_t contact = s->tick->contact[r->index[k]], body[2] = { (uint32_t)r->a[k], (uint32_t)r->b[k] };
    const bool moves[2] = { (r->write_a >> k & 1) != 0, (r->write_b >> k & 1) != 0 };
    const struct pair p = { .a = w->shape.body[w->contact.shape_a[contact]],
                            .b = w->shape.body[w->contact.shape_b[contact]] };
    struct travel travel[2];
    for (unsigned i = 0; i < 2; i++) {
        if (!moves[i])
            continue;
        travel[i] = find_travel(s, body[i], r->closing[k]);
        if (!is_free(s, body[i]) || !may_move(s, &p, body[i], &travel[i]))
            return;
    }
    for (unsigned i = 0; i < 2; i++)
        if (moves[i])
            place_body(s, body[i], &travel[i]);
}

void fs__solver3_place_stops(struct fs__solver3 *s)
{
    for (uint32_t i = 0; s->stops && i < s->colouring.first[s->colouring.overflow + 1]; i++)
        for (unsigned k = 0; s->block[i].stopping >> k != 0; k++)
            if ((s->block[i].stopping >> k & 1) != 0)
                place_stopped(s, &s->block[i], k);
}
