/* reduce.c: four contact points out of many. */
#include "physics3d/geometry/clip.h"

enum {
    DEPTH_BAND = FS_REL_ONE / 16384, /* separations within 2^-14 m of the deepest count as equal */
    PLANE_SHIFT = 3                  /* of coordinates below 2^33: squares and cross products stay below 2^63 */
};

struct choice {
    unsigned index[FS__MANIFOLD3_MAX_POINTS];
    unsigned count;
};

static bool is_chosen(const struct choice *s, unsigned i)
{
    for (unsigned k = 0; k < s->count; k++)
        if (s->index[k] == i)
            return true;
    return false;
}

static int64_t offset_x(const struct fs__candidates3 *c, unsigned from, unsigned to)
{
    return fs_asr64(c->v[to].x - c->v[from].x, PLANE_SHIFT);
}

static int64_t offset_y(const struct fs__candidates3 *c, unsigned from, unsigned to)
{
    return fs_asr64(c->v[to].y - c->v[from].y, PLANE_SHIFT);
}

static int64_t distance_sq(const struct fs__candidates3 *c, unsigned i, unsigned j)
{
    int64_t x = offset_x(c, i, j), y = offset_y(c, i, j);
    return x * x + y * y;
}

/* Twice the signed area of the triangle i, j, k. */
static int64_t area(const struct fs__candidates3 *c, unsigned i, unsigned j, unsigned k)
{
    return offset_x(c, i, j) * offset_y(c, i, k) - offset_y(c, i, j) * offset_x(c, i, k);
}

/* What a candidate is worth as the next point: depth, distance, area, and the area outside of the first three. */
static int64_t worth_of(const struct fs__candidates3 *c, const struct choice *s, int64_t deepest, unsigned i)
{
    const unsigned *p = s->index;
    switch (s->count) {
    case 0: return -fs_max64(c->v[i].separation, deepest + DEPTH_BAND);
    case 1: return distance_sq(c, p[0], i);
    case 2: return fs_abs64(area(c, p[0], p[1], i));
    default: {
        int64_t turn = fs_sign64(area(c, p[0], p[1], p[2]));
        int64_t a = -turn * area(c, p[0], p[1], i), b = -turn * area(c, p[1], p[2], i);
        return fs_max64(fs_max64(a, b), -turn * area(c, p[2], p[0], i));
    }
    }
}

/* Points that add nothing are left out. */
static bool choose_next(const struct fs__candidates3 *c, int64_t deepest, struct choice *s)
{
    unsigned best = 0;
    int64_t most = s->count == 0 ? INT64_MIN : 0;
    bool found = false;
    for (unsigned i = 0; i < c->count; i++) {
        if (is_chosen(s, i))
            continue;
        int64_t worth = worth_of(c, s, deepest, i);
        if (worth > most || (found && worth == most && c->v[i].id < c->v[best].id)) {
            most = worth;
            best = i;
            found = true;
        }
    }
    if (found)
        s->index[s->count++] = best;
    return found;
}

void fs__candidates3_keep_four(struct fs__candidates3 *c)
{
    struct choice s = { { 0 }, 0 };
    struct fs__candidate3 kept[FS__MANIFOLD3_MAX_POINTS];
    int64_t deepest = INT64_MAX / 2;
    if (c->count <= FS__MANIFOLD3_MAX_POINTS)
        return;
    for (unsigned i = 0; i < c->count; i++)
        deepest = fs_min64(deepest, c->v[i].separation);
    while (s.count < FS__MANIFOLD3_MAX_POINTS && choose_next(c, deepest, &s))
        ;
    for (unsigned i = 0; i < s.count; i++)
        kept[i] = c->v[s.index[i]];
    for (unsigned i = 0; i < s.count; i++)
        c->v[i] = kept[i];
    c->count = s.count;
}

static void sort_by_id(struct fs__candidates3 *c)
{
    for (unsigned i = 1; i < c->count; i++) {
        struct fs__candidate3 v = c->v[i];
        unsigned j = i;
        for (; j > 0 && v.id < c->v[j - 1].id; j--)
            c->v[j] = c->v[j - 1];
        c->v[j] = v;
    }
}

void fs__candidates3_reduce(struct fs__candidates3 *c, struct fs__manifold3 *m)
{
    fs__candidates3_keep_four(c);
    sort_by_id(c);
    for (unsigned i = 0; i < c->count; i++) {
        m->point[i] = fs__vec3_to_rel(c->v[i].point);
        m->separation[i] = fs_sat32(c->v[i].separation);
        m->id[i] = c->v[i].id;
    }
    m->count = (uint8_t)c->count;
}
