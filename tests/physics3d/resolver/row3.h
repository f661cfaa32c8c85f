/* row3.h: one row of the worst-first resolver between two bodies, made from numbers in double, for tests. */
#ifndef FS_TEST_ROW3_H
#define FS_TEST_ROW3_H

#ifndef FS__WORLD3_INTERNAL
#define FS__WORLD3_INTERNAL
#endif

#include <math.h>
#include <fixstep/random.h>

#include "physics3d/resolver/row.h"
#include "support/check_main.h"

typedef struct {
    double x, y, z;
} row3_vector;

/* One body: mass (kg; 0: immovable), principal moments (kg m^2) along the axes of the world, arm of the point (m), velocities
 * (m/s, rad/s). */
struct row3_body {
    double mass;
    row3_vector inertia, arm, v, w;
};

/* A row with both of its bodies. */
struct row3 {
    struct fs__resolver3_row row;
    struct fs__solver3_body body[2];
    int64_t rest[2][8];
    struct fs__resolver3_move move[2];
    struct fs__resolver3_rules rules;
    double pair_mass;
};

static inline fs_scaled row3_scaled(double v)
{
    int e;
    double m = frexp(v, &e);
    return fs_scaled_make((int64_t)llround(ldexp(m, 52)), e - 52);
}

static inline fs_vel3 row3_vel(row3_vector v)
{
    return fs_vel3_make((fs_vel)lround(v.x * 0x1p21), (fs_vel)lround(v.y * 0x1p21), (fs_vel)lround(v.z * 0x1p21));
}

static inline fs_rel3 row3_rel(row3_vector v)
{
    return fs_rel3_make((fs_rel)lround(v.x * 0x1p26), (fs_rel)lround(v.y * 0x1p26), (fs_rel)lround(v.z * 0x1p26));
}

/* A normal from any vector. */
static inline fs_unit3 row3_normal(row3_vector v)
{
    fs_unit3 n;
    ck_assert(fs_rel3_normalise(row3_rel(v), &n));
    return n;
}

static inline double row3_largest(row3_vector v)
{
    return fmax(v.x, fmax(v.y, v.z));
}

static inline struct fs__resolver3_mass row3_mass(const struct row3_body *b)
{
    if (b->mass == 0)
        return (struct fs__resolver3_mass){ .locks = 0 };
    row3_vector inverse = { 1 / b->inertia.x, 1 / b->inertia.y, 1 / b->inertia.z };
    struct fs__resolver3_mass m = { .inv_mass = row3_scaled(1 / b->mass) };
    int e;
    frexp(row3_largest(inverse), &e);
    m.inertia.e = e - 30;
    m.inertia.m[0] = (int32_t)lround(ldexp(inverse.x, 30 - e));
    m.inertia.m[1] = (int32_t)lround(ldexp(inverse.y, 30 - e));
    m.inertia.m[2] = (int32_t)lround(ldexp(inverse.z, 30 - e));
    return m;
}

static inline void row3_update(struct row3 *t)
{
    fs__resolver3_update_velocity(&t->rules, &t->row, &t->body[0], &t->body[1]);
    fs__resolver3_update_depth(&t->row, &t->move[0], &t->move[1]);
}

/* a and b, the normal from a to b, friction and restitution. */
static inline struct row3 row3_make(const struct row3_body *a, const struct row3_body *b, row3_vector normal,
                                    double friction, double restitution)
{
    struct row3 t = { .rules = { .angular_limit = FS_UNIT_ONE / 5, .relaxation = FS_UNIT_ONE } };
    const struct row3_body *body[2] = { a, b };
    const struct fs__resolver3_mass mass[2] = { row3_mass(a), row3_mass(b) };
    t.row.moves = (uint8_t)((a->mass != 0) | (b->mass != 0) << 1);
    t.row.cross_friction = FS_UNIT_ONE;
    t.row.static_friction = t.row.dynamic_friction = (int32_t)lround(friction * 0x1p26);
    t.row.restitution = (fs_unit)lround(restitution * 0x1p30);
    fs__resolver3_make_basis(row3_normal(normal), t.row.axis);
    for (unsigned i = 0; i < 2; i++) {
        t.row.arm[i] = row3_rel(body[i]->arm);
        t.body[i].v = row3_vel(body[i]->v);
        t.body[i].w = row3_vel(body[i]->w);
    }
    fs__resolver3_set_response(&t.row, mass);
    t.pair_mass = 1 / ((a->mass != 0 ? 1 / a->mass : 0) + (b->mass != 0 ? 1 / b->mass : 0));
    row3_update(&t);
    return t;
}

/* Resolves the velocity of the row once; the impulse in N s. */
static inline row3_vector row3_resolve(struct row3 *t)
{
    int32_t g[3];
    fs__resolver3_find_impulse(&t->row, g);
    fs__resolver3_push(&t->row, 0, g, &t->body[0], t->rest[0]);
    fs__resolver3_push(&t->row, 1, g, &t->body[1], t->rest[1]);
    row3_update(t);
    return (row3_vector){ g[0] * 0x1p-21 * t->pair_mass, g[1] * 0x1p-21 * t->pair_mass, g[2] * 0x1p-21 * t->pair_mass };
}

/* Element of K in 1/kg. */
static inline double row3_k(const struct row3 *t, unsigned element)
{
    return (double)t->row.k[element] * 0x1p-24 / t->pair_mass;
}

#define SPEED(v) ((double)(v)*0x1p-21)
#define LENGTH(v) ((double)(v)*0x1p-26)
#define RATIO(v) ((double)(v)*0x1p-30)

static const struct row3_body immovable = { .mass = 0 };

static inline double uniform(fs_rng *rng)
{
    return (double)(fs_rng_u64(rng) >> 11) * 0x1p-52 - 1;
}

static inline row3_vector random_vector(fs_rng *rng)
{
    double x = uniform(rng), y = uniform(rng);
    return (row3_vector){ x, y, uniform(rng) };
}

static inline row3_vector cross(row3_vector a, row3_vector b)
{
    return (row3_vector){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static inline double dot(row3_vector a, row3_vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline row3_vector unit_of(fs_unit3 v)
{
    return (row3_vector){ RATIO(v.x), RATIO(v.y), RATIO(v.z) };
}

static inline row3_vector speed_of(fs_vel3 v)
{
    return (row3_vector){ SPEED(v.x), SPEED(v.y), SPEED(v.z) };
}

/* A box of full sides (x, y, z). */
static inline struct row3_body box(double mass, double x, double y, double z)
{
    return (struct row3_body){ .mass = mass,
                               .inertia = { mass * (y * y + z * z) / 12, mass * (x * x + z * z) / 12,
                                            mass * (x * x + y * y) / 12 } };
}

static inline struct row3_body ball(double mass, double radius)
{
    double i = 0.4 * mass * radius * radius;
    return (struct row3_body){ .mass = mass, .inertia = { i, i, i } };
}

#define NEAR(got, want, bound)                                                                          \
    do {                                                                                                \
        double near_got = (got), near_want = (want);                                                    \
        if (!(fabs(near_got - near_want) <= (bound)))                                                   \
            ck_abort_msg("%s is %.9g, not %.9g within %g", #got, near_got, near_want, (double)(bound)); \
    } while (0)

#endif
