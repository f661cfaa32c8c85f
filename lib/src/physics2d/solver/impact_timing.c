/* impact_timing.c: the motion of two bodies that hit each other; see physics/solver/impact_timing.inl. */
#include "physics2d/dimension.h"

#include "physics2d/body/body.h"
#include "physics2d/geometry/manifold.h"
#include "physics2d/solver/contact_block.h"
#include "physics2d/solver/load_mass.h"

#define MAX_SPEED FS__SOLVER2_MAX_VELOCITY
enum { ANGULAR_LANE = 2, BODY_LANES = 4 };

/* A component of a body's velocity (Q21): at the start of the tick, at its end without contacts and with them. */
struct component {
    int64_t first, free, last;
};

struct motion {
    struct component v[2], w[1];
};

/* The body's moment of inertia over the mass 1 / (1/m_a + 1/m_b) of the pair (m^2). */
struct inertia {
    fs_scaled ratio;
};

/* Two bodies and their contact. */
struct pair {
    uint32_t contact;            /* row */
    uint32_t solver_a, solver_b; /* solver bodies */
    uint32_t a, b;               /* rows of bodies */
    struct inertia inertia_a, inertia_b;
};

static uint32_t substep_rate(const struct fs__solver2 *s)
{
    return s->rate;
}

static struct motion motion_of(const struct fs__solver2 *s, uint32_t i)
{
    const struct fs__solver2_velocity_part *p = &s->velocity_part[i];
    const struct fs__solver2_body *m = &s->tick->solver_body[i];
    uint32_t row = s->tick->body_row[i];
    fs_vel2 first = s->w->body.vel[row];
    return (struct motion){ { { first.x, (int32_t)(p->vx - p->sum_vx), m->vx },
                              { first.y, (int32_t)(p->vy - p->sum_vy), m->vy } },
                            { { s->w->body.angular_velocity[row], (int32_t)(p->w - p->sum_w), m->w } } };
}

static void place_turn(struct fs__solver2 *s, uint32_t i, const int64_t turn[1])
{
    s->tick->solver_body[i].turned += (fs_rel)turn[0];
}

static void set_velocity(struct fs__solver2 *s, uint32_t i, const fs_vel v[2], const fs_vel w[1])
{
    struct fs__solver2_body *m = &s->tick->solver_body[i];
    m->vx = v[0];
    m->vy = v[1];
    m->w = w[0];
}

static void copy_anchor_offset(const struct fs_world2 *w, uint32_t contact, int64_t offset[2])
{
    offset[0] = w->contact.anchor_offset[contact].x;
    offset[1] = w->contact.anchor_offset[contact].y;
}

/* ---- inertia ------------------------------------------------------------------------------------------------------- */

static struct inertia inertia_of(const struct fs__solver2 *s, const struct pair *p, uint32_t i)
{
    fs_scaled sum = fs_scaled_add(fs__body2_loaded_inv_mass(s->w, p->a), fs__body2_loaded_inv_mass(s->w, p->b));
    return (struct inertia){ fs_scaled_div(sum, fs__body2_loaded_inv_inertia(s->w, s->tick->body_row[i])) };
}

static void spin_moment(const struct inertia *inertia, const int64_t w[1], int64_t moment[1])
{
    moment[0] = fs_scaled_apply(inertia->ratio, w[0]);
}

static void spin_change(const struct inertia *inertia, const int64_t moment[1], int64_t w[1])
{
    w[0] = fs_scaled_apply(fs_scaled_inverse(inertia->ratio), moment[0]);
}

static int64_t spin_energy(const struct inertia *inertia, const int64_t a[1], const int64_t b[1])
{
    return fs_scaled_apply(inertia->ratio, fs_mul64(a[0], b[0], 2 * FS_VEL_FRAC + 1 - FS_WIDE_FRAC));
}

/* Spins do not depend on the pose. */
static void fit_turn(struct fs__solver2 *s, const struct pair *p, uint32_t i)
{
    (void)s, (void)p, (void)i;
}

/* ---- contacts ------------------------------------------------------------------------------------------------------ */

static int64_t halves_of_face(const struct fs_world2 *w, uint32_t contact)
{
    unsigned face = w->contact.reference[contact];
    return face == FS__MANIFOLD2_REFERENCE_A ? 2 : face == FS__MANIFOLD2_REFERENCE_B ? 0 : 1;
}

static bool is_round(const struct fs_world2 *w, uint32_t shape)
{
    return w->shape.count[shape] == 1;
}

static bool may_turn(const struct fs__solver2 *s, uint32_t i)
{
    const struct fs_body2_view *body = &s->w->body;
    uint32_t row = s->tick->body_row[i];
    return body->inv_mass[row].m != 0 && body->inv_inertia[row].m != 0;
}

#include "physics/solver/impact_timing.inl"
