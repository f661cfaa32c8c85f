/* triangle_part.c: the part of a triangle of the ground within a window, as a flat hull. */
#include <string.h>

#include <fixstep/trig.h>

#include "physics3d/ground/triangle.h"

struct patch {
    fs_pos3 at[FS__TRIANGLE3_MAX_CUT];
    uint8_t side[FS__TRIANGLE3_MAX_CUT];
    unsigned count;
};

static fs_pos coordinate(fs_pos3 p, unsigned axis)
{
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

static fs_pos part_of(fs_pos from, fs_pos to, fs_pos num, fs_pos den)
{
    return from + fs_muldiv64(to - from, num, den);
}

static void add_corner(struct patch *p, fs_pos3 at, unsigned side)
{
    FS_ASSERT(p->count < FS__TRIANGLE3_MAX_CUT);
    p->at[p->count] = at;
    p->side[p->count++] = (uint8_t)side;
}

/* Keeps what is on the inner side of sign * coordinate <= FS__GROUND3_WINDOW. Source: Sutherland, Hodgman, 1974. */
static void cut_side(struct patch *p, unsigned axis, int sign)
{
    struct patch r = { .count = 0 };
    for (unsigned i = 0; i < p->count; i++) {
        unsigned j = i + 1 < p->count ? i + 1 : 0;
        fs_pos a = FS__GROUND3_WINDOW - sign * coordinate(p->at[i], axis);
        fs_pos b = FS__GROUND3_WINDOW - sign * coordinate(p->at[j], axis);
        if (a >= 0)
            add_corner(&r, p->at[i], p->side[i]);
        if ((a > 0 && b < 0) || (a < 0 && b > 0)) {
            fs_pos3 from = p->at[i], to = p->at[j];
            fs_pos3 c = fs_pos3_make(part_of(from.x, to.x, a, a - b), part_of(from.y, to.y, a, a - b),
                                     part_of(from.z, to.z, a, a - b));
            add_corner(&r, c, a > 0 ? FS__TRIANGLE3_BORDER : p->side[i]);
        }
    }
    *p = r;
}

static bool is_far(fs_pos v)
{
    return fs_uabs64(v) > (uint64_t)4 * FS__GROUND3_MAX_EXTENT;
}

static bool is_inside(const struct patch *p)
{
    uint64_t most = 0;
    for (unsigned i = 0; i < p->count; i++)
        most = fs_max_u64(most,
                          fs_max_u64(fs_uabs64(p->at[i].x), fs_max_u64(fs_uabs64(p->at[i].y), fs_uabs64(p->at[i].z))));
    return most <= (uint64_t)FS__GROUND3_WINDOW;
}

static struct patch patch_of(const struct fs__triangle3 *t, fs_pos3 origin)
{
    struct patch p = { .count = 0 };
    if (is_far(origin.x) || is_far(origin.y) || is_far(origin.z))
        return p;
    for (unsigned k = 0; k < 3; k++)
        add_corner(&p, fs__triangle3_difference(t->corner[k], origin), k);
    for (unsigned axis = 0; axis < 3 && !is_inside(&p); axis++) {
        cut_side(&p, axis, 1);
        cut_side(&p, axis, -1);
    }
    return p;
}

static fs_rel to_rel(fs_pos v)
{
    return (fs_rel)fs_round_shift64_sym(v, FS_POS_FRAC - FS_REL_FRAC);
}

/* A hull of two faces: 0 the free side, 1 the back. Only the fields in use are written. Returns the height of its highest
 * corner along the normal (Q56). */
static int64_t make_hull(const struct patch *p, fs_unit3 n, fs_hull3 *h)
{
    unsigned count = p->count;
    int64_t high = INT64_MIN, low = INT64_MAX;
    h->corner_count = (uint8_t)count;
    h->face_count = 2;
    h->edge_count = (uint16_t)(2 * count);
    h->first_edge[0] = 0;
    h->first_edge[1] = (uint16_t)count;
    h->first_edge[2] = (uint16_t)(2 * count);
    for (unsigned i = 0; i < count; i++) {
        unsigned back = 2 * count - 1 - i; /* of the side from i to i + 1 */
        h->corner[i] = fs_rel3_make(to_rel(p->at[i].x), to_rel(p->at[i].y), to_rel(p->at[i].z));
        h->origin[i] = (uint8_t)i;
        h->origin[back] = (uint8_t)(i + 1 < count ? i + 1 : 0);
        h->face[i] = 0;
        h->face[back] = 1;
        h->twin[i] = (uint16_t)back;
        h->twin[back] = (uint16_t)i;
        int64_t height = fs__geometry3_dot(n, fs__vec3_from_rel(h->corner[i]));
        high = fs_max64(high, height);
        low = fs_min64(low, height);
    }
    h->normal[0] = n;
    h->normal[1] = fs_unit3_neg(n);
    h->offset[0] = fs_sat32(-fs_asr64(-high, FS_UNIT_FRAC));
    h->offset[1] = fs_sat32(-fs_asr64(low, FS_UNIT_FRAC));
    return high;
}

/* v shifted right until its components are below 2^bits: only the direction is kept. */
static struct fs__vec3 shortened(struct fs__vec3 v, int bits)
{
    int more = fs_bit_width64(fs_uabs64(v.x) | fs_uabs64(v.y) | fs_uabs64(v.z)) - bits;
    unsigned shift = more > 0 ? (unsigned)more : 0;
    return fs__vec3_make(fs_asr64(v.x, shift), fs_asr64(v.y, shift), fs_asr64(v.z, shift));
}

/* Corners are below 2^31, so components of the cross product are below 2^62. */
static struct fs__triangle3_side side_of(const fs_hull3 *h, unsigned k, struct fs__vec3 normal)
{
    struct fs__triangle3_side s = { .corner = fs__vec3_from_rel(h->corner[k]) };
    struct fs__vec3 next = fs__vec3_from_rel(h->corner[k + 1 < h->corner_count ? k + 1 : 0u]);
    s.outward = shortened(fs__vec3_cross(shortened(fs__vec3_sub(next, s.corner), 30), normal), 28);
    s.length = (int64_t)fs_isqrt64((uint64_t)fs__vec3_dot(s.outward, s.outward)) + 1;
    return s;
}

bool fs__triangle3_make_part(const struct fs__triangle3 *t, fs_unit3 normal, fs_pos3 origin,
                             struct fs__triangle3_part *part)
{
    struct patch p = patch_of(t, origin);
    if (p.count < 3 || fs_unit3_is_zero(normal))
        return false;
    part->normal = normal;
    part->height = make_hull(&p, normal, &part->hull);
    for (unsigned k = 0; k < p.count; k++)
        part->side[k] = side_of(&part->hull, k, fs__vec3_make(normal.x, normal.y, normal.z));
    part->whole = p.count == 3 && p.side[0] == 0 && p.side[1] == 1 && p.side[2] == 2;
    memset(&part->geometry, 0, sizeof part->geometry);
    part->geometry.kind = FS_GEOMETRY3_HULL;
    part->geometry.rot = fs_quat_identity();
    part->geometry.hull = &part->hull;
    return true;
}
