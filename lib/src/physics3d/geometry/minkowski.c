/* minkowski.c: support points of the difference of two cores. */
#include "physics3d/geometry/minkowski.h"

enum { DIRECTION_BITS = 30 /* of the direction in which support points are looked for */ };

/* No component of a core's point exceeds this. */
static uint64_t size_of(const struct fs__core3 *c)
{
    fs_rel3 h = c->geometry->half;
    uint64_t size = (uint64_t)fs_uabs32(h.x) + fs_uabs32(h.y) + fs_uabs32(h.z);
    for (unsigned i = 0; c->geometry->kind == FS_GEOMETRY3_HULL && i < c->geometry->hull->corner_count; i++) {
        fs_rel3 p = c->geometry->hull->corner[i];
        size = fs_max_u64(size, (uint64_t)fs_uabs32(p.x) + fs_uabs32(p.y) + fs_uabs32(p.z));
    }
    return size + fs_max_u64(fs_max_u64(fs_uabs64(c->p.x), fs_uabs64(c->p.y)), fs_uabs64(c->p.z));
}

struct fs__minkowski3 fs__minkowski3_of(const struct fs__core3 *a, const struct fs__core3 *b)
{
    int bits = fs_bit_width64(size_of(a) + size_of(b));
    return (struct fs__minkowski3){ a, b, bits > FS__SIMPLEX3_BITS ? (unsigned)(bits - FS__SIMPLEX3_BITS) : 0 };
}

static inline struct fs__vec3 shifted(struct fs__vec3 v, unsigned shift)
{
    if (shift == 0)
        return v;
    return fs__vec3_make(fs_round_shift64_sym(v.x, shift), fs_round_shift64_sym(v.y, shift),
                         fs_round_shift64_sym(v.z, shift));
}

/* d cut or lengthened to DIRECTION_BITS bits, so that its rotation into the frames of the shapes keeps all its bits. */
static inline struct fs__vec3 scaled_direction(struct fs__vec3 d)
{
    int bits = fs_bit_width64(fs_uabs64(d.x) | fs_uabs64(d.y) | fs_uabs64(d.z));
    if (bits == 0)
        return d;
    if (bits > DIRECTION_BITS)
        return shifted(d, (unsigned)(bits - DIRECTION_BITS));
    int64_t factor = (int64_t)1 << (DIRECTION_BITS - bits);
    return fs__vec3_make(d.x * factor, d.y * factor, d.z * factor);
}

void fs__minkowski3_support(const struct fs__minkowski3 *w, const struct fs__vec3 *d, struct fs__simplex3_vertex *v)
{
    const struct fs__vec3 n = scaled_direction(*d);
    const struct fs__vec3 a = fs__core3_support(w->a, fs__vec3_make(-n.x, -n.y, -n.z)), b = fs__core3_support(w->b, n);
    v->w = shifted(fs__vec3_sub(b, a), w->shift);
    v->a = a;
    v->b = b;
}

static int64_t mean(const int64_t *value, const int64_t *weight, unsigned count)
{
    fs_i128 total = fs_i128_from64(0);
    int64_t result = value[0];
    for (unsigned i = 0; i < count; i++)
        total = fs_i128_add(total, fs_i128_from64(weight[i]));
    for (unsigned i = 1; i < count; i++)
        result += fs_muldiv64(value[i] - value[0], weight[i], fs_i128_sat64(total));
    return result;
}

struct fs__vec3 fs__simplex3_closest_point(const struct fs__simplex3 *s, bool of_b)
{
    int64_t x[4], y[4], z[4];
    for (unsigned i = 0; i < s->count; i++) {
        struct fs__vec3 p = of_b ? s->v[i].b : s->v[i].a;
        x[i] = p.x;
        y[i] = p.y;
        z[i] = p.z;
    }
    return fs__vec3_make(mean(x, s->weight, s->count), mean(y, s->weight, s->count), mean(z, s->weight, s->count));
}
