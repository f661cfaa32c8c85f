/* segment.c: the intersection of two segments, normals and nearest points; see fixstep/segment.h.
 *
 * This file must never make a decision by a rounded number.
 */
#include "motion/segment.h"

#include "motion/exact2.h"

static const fs_intersection2 no_intersection = { FS_INTERSECTION_NONE, 0, 0, { 0, 0 } };

int64_t fs__fraction62(fs_u128 n, fs_u128 d)
{
    FS_ASSERT(d.hi != 0 || d.lo != 0);
    if (fs_u128_cmp(n, d) >= 0)
        return FS_INTERSECTION_ONE;
    uint64_t q = 0;
    for (int bit = 0; bit < 62; bit++) {
        n = fs_u128_shl(n, 1);
        bool fits = fs_u128_cmp(n, d) >= 0;
        if (fits)
            n = fs_u128_sub(n, d);
        q = q << 1 | fits;
    }
    return (int64_t)q;
}

/* --- in general position --------------------------------------------------------------- */

/* Whether 0 <= n / d <= 1, d not 0. */
static bool in_unit_interval(fs_i128 n, fs_i128 d)
{
    if (d.hi < 0) {
        n = fs_i128_neg(n);
        d = fs_i128_neg(d);
    }
    return n.hi >= 0 && fs_i128_cmp(n, d) <= 0;
}

static int64_t positive_fraction(fs_i128 n, fs_i128 d)
{
    return fs__fraction62(fs_i128_uabs(n), fs_i128_uabs(d));
}

/* --- on one line --------------------------------------------------------------------------- */

/* A segment's ends along the longer axis of the line. */
struct span {
    int64_t from, to;
};

static struct span span_of(fs_pos2 from, fs_pos2 to, bool along_y)
{
    return along_y ? (struct span){ from.y, to.y } : (struct span){ from.x, to.x };
}

static int64_t span_min(struct span s)
{
    return fs_min64(s.from, s.to);
}
static int64_t span_max(struct span s)
{
    return fs_max64(s.from, s.to);
}

static int64_t fraction_in_span(struct span s, int64_t at)
{
    fs_u128 length = { 0, fs_absdiff64(s.to, s.from) };
    fs_u128 distance = { 0, fs_absdiff64(at, s.from) };
    return length.lo == 0 ? 0 : fs__fraction62(distance, length);
}

/* The line is that of the segment that has a length. */
static bool is_collinear(fs_pos2 da, fs_pos2 db, fs_pos2 offset)
{
    if (fs_pos2_is_zero(da) && fs_pos2_is_zero(db))
        return fs_pos2_is_zero(offset);
    fs_pos2 line = fs_pos2_is_zero(da) ? db : da;
    return fs_i128_sign(fs__exact_cross2(offset, line)) == 0;
}

static fs_intersection2 intersect_on_line(const fs_pos2 a[2], const fs_pos2 b[2], bool along_y)
{
    struct span on_a = span_of(a[0], a[1], along_y), on_b = span_of(b[0], b[1], along_y);
    int64_t from = fs_max64(span_min(on_a), span_min(on_b)), to = fs_min64(span_max(on_a), span_max(on_b));
    if (from > to)
        return no_intersection;
    int64_t first = on_a.to >= on_a.from ? from : to;
    fs_pos2 point = first == on_a.from ? a[0] : first == on_b.from ? b[0] : b[1];
    fs_intersection_kind kind = from == to ? FS_INTERSECTION_POINT : FS_INTERSECTION_OVERLAP;
    return (fs_intersection2){ kind, fraction_in_span(on_a, first), fraction_in_span(on_b, first), point };
}

/* --- the two cases ------------------------------------------------------------------------------ */

fs_intersection2 fs__segment_intersect2_unboxed(fs_pos2 a0, fs_pos2 a1, fs_pos2 b0, fs_pos2 b1)
{
    fs_pos2 da = fs_pos2_sub(a1, a0), db = fs_pos2_sub(b1, b0), offset = fs_pos2_sub(b0, a0);
    fs_i128 d = fs__exact_cross2(da, db);
    if (fs_i128_sign(d) == 0) {
        if (!is_collinear(da, db, offset))
            return no_intersection;
        fs_pos2 line = fs_pos2_is_zero(da) ? db : da;
        bool along_y = fs_uabs64(line.y) > fs_uabs64(line.x);
        return intersect_on_line((fs_pos2[]){ a0, a1 }, (fs_pos2[]){ b0, b1 }, along_y);
    }
    fs_i128 t = fs__exact_cross2(offset, db), s = fs__exact_cross2(offset, da);
    if (!in_unit_interval(t, d) || !in_unit_interval(s, d))
        return no_intersection;
    int64_t along = positive_fraction(t, d);
    return (fs_intersection2){ FS_INTERSECTION_POINT, along, positive_fraction(s, d),
                               fs__point_at_fraction62(a0, da, along) };
}

static bool offset(fs_pos a0, fs_pos a1, fs_pos b0, fs_pos b1)
{
    return fs_max64(a0, a1) < fs_min64(b0, b1) || fs_max64(b0, b1) < fs_min64(a0, a1);
}

bool fs_segment_aabbs_overlap2(fs_pos2 a0, fs_pos2 a1, fs_pos2 b0, fs_pos2 b1)
{
    return !offset(a0.x, a1.x, b0.x, b1.x) && !offset(a0.y, a1.y, b0.y, b1.y);
}

fs_intersection2 fs_segment_intersect2(fs_pos2 a0, fs_pos2 a1, fs_pos2 b0, fs_pos2 b1)
{
    return fs_segment_aabbs_overlap2(a0, a1, b0, b1) ? fs__segment_intersect2_unboxed(a0, a1, b0, b1) : no_intersection;
}

/* --- normal and nearest point ------------------------------------------------------------------------------ */

bool fs_segment_normal2(fs_pos2 a, fs_pos2 b, fs_unit2 *n)
{
    return fs_pos2_normalise(fs_pos2_perp(fs_pos2_sub(b, a)), n);
}

fs_pos2 fs_segment_closest_point2(fs_pos2 a, fs_pos2 b, fs_pos2 p)
{
    fs_pos2 d = fs_pos2_sub(b, a);
    fs_i128 along = fs__exact_dot2(fs_pos2_sub(p, a), d), length_sq = fs__exact_dot2(d, d);
    if (fs_i128_sign(along) <= 0)
        return a;
    if (fs_i128_cmp(along, length_sq) >= 0)
        return b;
    return fs__point_at_fraction62(a, d, positive_fraction(along, length_sq));
}
