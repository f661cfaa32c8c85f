/* reduce.c: four contact points out of many. */
#include "physics3d/geometry/clip.h"

#include <fixstep/trig.h>

enum {
    DEPTH_BAND = FS_REL_ONE / 16384, /* separations within 2^-14 m of the deepest count as equal */
    FLAT_SPAN = FS_REL_ONE / 256,    /* a flat face: separations differ by no more (m), */
    FLAT_SHIFT = 6,                  /* and by no more than this share (1/64) of its reach */
    NEARLY = 8,                      /* an eighth less inside counts as equal */
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

/* --- by the load ---------------------------------------------------------------------------------------- */

/* A place in the plane of the candidates, or a way. */
struct place {
    int64_t x, y;
};

static struct place middle_of(const struct fs__candidates3 *c)
{
    struct place sum = { 0, 0 };
    for (unsigned i = 0; i < c->count; i++) {
        sum.x += c->v[i].x;
        sum.y += c->v[i].y;
    }
    return (struct place){ sum.x / c->count, sum.y / c->count };
}

static int64_t reach_of(const struct fs__candidates3 *c, struct place middle)
{
    int64_t reach = 0;
    for (unsigned i = 0; i < c->count; i++)
        reach = fs_max64(reach, fs_max64(fs_abs64(c->v[i].x - middle.x), fs_abs64(c->v[i].y - middle.y)));
    return reach;
}

/* Where the load acts, and in which direction from the middle; false for a load that acts in the middle. */
static bool find_load(const struct fs__candidates3 *c, struct place middle, int64_t reach, struct place *at,
                      struct place *toward)
{
    *at = middle;
    *toward = (struct place){ c->load_x, c->load_y };
    if (c->load_kind == FS__LOAD3_TOWARD)
        return fs_max64(fs_abs64(toward->x), fs_abs64(toward->y)) >= FS__LOAD3_LEVEL;
    *at = *toward;
    *toward = (struct place){ at->x - middle.x, at->y - middle.y };
    int64_t way = fs_max64(fs_abs64(toward->x), fs_abs64(toward->y));
    return way >= fs_asr64(reach, FS__LOAD3_MIDDLE_SHIFT);
}

/* Of the deepest candidates the one furthest in a direction. */
static unsigned furthest_toward(const struct fs__candidates3 *c, int64_t deepest, struct place toward)
{
    unsigned best = 0;
    int64_t least = INT64_MAX, most = 0;
    for (unsigned i = 0; i < c->count; i++) {
        int64_t separation = fs_max64(c->v[i].separation, deepest + DEPTH_BAND);
        int64_t along = offset_x(c, 0, i) * fs_asr64(toward.x, PLANE_SHIFT) +
                        offset_y(c, 0, i) * fs_asr64(toward.y, PLANE_SHIFT);
        bool tie = separation == least && along == most;
        if (separation < least || (separation == least && along > most) || (tie && c->v[i].id < c->v[best].id)) {
            least = separation;
            most = along;
            best = i;
        }
    }
    return best;
}

/* How far `at` is to the left of the line from i to j (2^PLANE_SHIFT steps). */
static int64_t left_of(const struct fs__candidates3 *c, struct place at, unsigned i, unsigned j)
{
    int64_t ex = offset_x(c, i, j), ey = offset_y(c, i, j), x = fs_asr64(at.x - c->v[i].x, PLANE_SHIFT),
            y = fs_asr64(at.y - c->v[i].y, PLANE_SHIFT), length = fs_isqrt64((uint64_t)(ex * ex + ey * ey));
    return length == 0 ? 0 : (ex * y - ey * x) / length;
}

/* How far inside the load is with candidate i on one side of the line of the first two (1: left, -1: right); negative on the other side. */
static int64_t inside_of(const struct fs__candidates3 *c, struct place at, int64_t side, const struct choice *s,
                         unsigned i)
{
    return fs_min64(side * left_of(c, at, s->index[1], i), side * left_of(c, at, i, s->index[0]));
}

/* On one side of the line of the first two the candidate that adds most area, of those with which the load is nearly as far inside as it
 * can be. */
static void choose_on_side(const struct fs__candidates3 *c, struct place at, int64_t side, struct choice *s)
{
    int64_t inside[FS__CLIP3_MAX_POINTS], adds[FS__CLIP3_MAX_POINTS], furthest = INT64_MIN, most = 0;
    unsigned best = 0;
    for (unsigned i = 0; i < c->count; i++) {
        adds[i] = is_chosen(s, i) ? 0 : side * area(c, s->index[0], s->index[1], i);
        inside[i] = adds[i] > 0 ? inside_of(c, at, side, s, i) : INT64_MIN;
        furthest = fs_max64(furthest, inside[i]);
    }
    const int64_t enough = furthest - fs_max64(furthest, 0) / NEARLY;
    for (unsigned i = 0; i < c->count; i++) {
        bool tie = adds[i] == most && c->v[i].id < c->v[best].id;
        if (adds[i] > 0 && inside[i] >= enough && (adds[i] > most || tie)) {
            most = adds[i];
            best = i;
        }
    }
    if (most > 0)
        s->index[s->count++] = best;
}

/* Whether all candidates are about as deep: the faces lie on each other. While a body falls flat area is all that counts. */
static bool is_flat(const struct fs__candidates3 *c, int64_t deepest, int64_t reach)
{
    const int64_t span = fs_min64(FLAT_SPAN, fs_asr64(reach, FLAT_SHIFT));
    int64_t highest = deepest;
    for (unsigned i = 0; i < c->count; i++)
        highest = fs_max64(highest, c->v[i].separation);
    return highest - deepest <= span;
}

static void choose_by_load(const struct fs__candidates3 *c, int64_t deepest, struct choice *s)
{
    if (c->load_kind == FS__LOAD3_UNKNOWN)
        return;
    const struct place middle = middle_of(c);
    const int64_t reach = reach_of(c, middle);
    struct place at, toward;
    if (!is_flat(c, deepest, reach) || !find_load(c, middle, reach, &at, &toward))
        return;
    s->index[s->count++] = furthest_toward(c, deepest, toward);
    if (!choose_next(c, deepest, s))
        return;
    choose_on_side(c, at, 1, s);
    choose_on_side(c, at, -1, s);
}

void fs__candidates3_set_load(struct fs__candidates3 *c, const struct fs__load3 *load, fs_unit3 u, fs_unit3 v,
                              struct fs__vec3 origin)
{
    c->load_kind = load == NULL ? FS__LOAD3_UNKNOWN : load->kind;
    if (c->load_kind == FS__LOAD3_UNKNOWN)
        return;
    struct fs__vec3 p = c->load_kind == FS__LOAD3_AT ? fs__vec3_sub(load->at, origin) : load->at;
    c->load_x = fs_round_shift64_sym(fs__geometry3_dot(u, p), FS_UNIT_FRAC);
    c->load_y = fs_round_shift64_sym(fs__geometry3_dot(v, p), FS_UNIT_FRAC);
}

/* --- the choice ----------------------------------------------------------------------------------------- */

void fs__candidates3_keep_four(struct fs__candidates3 *c)
{
    struct choice s = { { 0 }, 0 };
    struct fs__candidate3 kept[FS__MANIFOLD3_MAX_POINTS];
    int64_t deepest = INT64_MAX / 2;
    if (c->count <= FS__MANIFOLD3_MAX_POINTS)
        return;
    for (unsigned i = 0; i < c->count; i++)
        deepest = fs_min64(deepest, c->v[i].separation);
    choose_by_load(c, deepest, &s);
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
