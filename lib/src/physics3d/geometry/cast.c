/* cast.c: when a moving shape first touches another: casts and times of impact.
 *
 * Method: conservative advancement (Mirtich 1996): the gap divided by the fastest possible approach is a time in
 * which nothing can touch. The error of the gap is taken off first, so it never passes through; where it does not
 * converge it reports the time reached, which is before the impact.
 */
#include "physics3d/geometry/geometry_math.h"
#include "physics3d/geometry/sweep.h"

enum { MAX_STEPS = 128 };

static int32_t lerp(int32_t p, int32_t q, fs_unit t)
{
    return fs_sat32(p + fs_mul64((int64_t)q - p, t, FS_UNIT_FRAC));
}

fs_transform3 fs__sweep3_frame(const struct fs__sweep3 *s, fs_unit t)
{
    fs_rel3 p = s->from.p, to = s->to.p;
    fs_quat q = s->from.q, r = s->to.q;
    fs_transform3 f = { fs_rel3_make(lerp(p.x, to.x, t), lerp(p.y, to.y, t), lerp(p.z, to.z, t)), q };
    if (s->turn != 0)
        f.q = fs_quat_normalise(
            fs_quat_make(lerp(q.x, r.x, t), lerp(q.y, r.y, t), lerp(q.z, r.z, t), lerp(q.w, r.w, t)));
    return f;
}

int64_t fs__sweep3_closing(const struct fs__sweep3 *s, fs_unit3 n)
{
    struct fs__vec3 way = fs__vec3_sub(fs__vec3_from_rel(s->to.p), fs__vec3_from_rel(s->from.p));
    int64_t linear = -fs_round_shift64_sym(fs__geometry3_dot(n, way), FS_UNIT_FRAC);
    return linear + fs_mul64(s->turn, s->reach, FS_UNIT_FRAC) + (s->turn != 0);
}

static fs_cast_hit3 hit_at(int64_t t, const fs_distance3 *gap)
{
    fs_cast_hit3 hit = { .hit = true, .fraction = (fs_unit)t, .normal = gap->normal, .point = gap->on_a };
    return hit;
}

fs_cast_hit3 fs__sweep3_find_impact(const struct fs__sweep3 *s, const fs_geometry3 *a, const fs_geometry3 *b,
                                    fs_unit start, fs_unit limit)
{
    const fs_cast_hit3 miss = { .hit = false, .fraction = FS_UNIT_ONE };
    int64_t t = start, before = start;
    fs_distance3 gap = { 0 }, last = { 0 };
    for (int i = 0; i < MAX_STEPS; i++) {
        gap = fs_geometry3_distance(a, b, fs__sweep3_frame(s, (fs_unit)t));
        if (t == 0 && gap.distance == 0)
            return (fs_cast_hit3){ .hit = true, .fraction = 0, .point = s->from.p };
        if (gap.distance == 0)
            return hit_at(before, &last);
        int64_t speed = fs__sweep3_closing(s, gap.normal),
                room = (int64_t)gap.distance - gap.error - FS_GEOMETRY3_TOLERANCE / 2;
        if (speed <= 0) /* also where it starts within the tolerance */
            return miss;
        if (gap.distance < FS_GEOMETRY3_TOLERANCE)
            return hit_at(t, &gap);
        before = t;
        last = gap;
        t += fs_max64(fs_muldiv64(room, FS_UNIT_ONE, speed), 1);
        if (t > limit)
            return miss;
    }
    return hit_at(before, &last);
}

fs_cast_hit3 fs_geometry3_cast(const fs_geometry3 *a, const fs_geometry3 *b, fs_transform3 b_in_a, fs_rel3 translation)
{
    struct fs__sweep3 s = { .from = b_in_a, .to = b_in_a };
    s.to.p = fs_rel3_add(b_in_a.p, translation);
    return fs__sweep3_find_impact(&s, a, b, 0, FS_UNIT_ONE);
}

/* |p + sign q| in four dimensions, Q30. */
static int64_t quat_distance(fs_quat p, fs_quat q, int sign)
{
    int64_t x = (int64_t)p.x + sign * (int64_t)q.x, y = (int64_t)p.y + sign * (int64_t)q.y;
    int64_t z = (int64_t)p.z + sign * (int64_t)q.z, w = (int64_t)p.w + sign * (int64_t)q.w;
    return (int64_t)fs__length64(
        fs_u128_add(fs__vec3_length_sq(fs__vec3_make(x, y, z)), fs_u128_mul(fs_uabs64(w), fs_uabs64(w))));
}

static fs_quat quat_neg(fs_quat q)
{
    return fs_quat_make(fs_sat32_neg(q.x), fs_sat32_neg(q.y), fs_sat32_neg(q.z), fs_sat32_neg(q.w));
}

/* Quaternions at an angle u, mixed and normalised, turn fastest half way: by chord / cos(u/2) per unit of time. Bodies
 * turn twice as fast, and 2 cos(u/2) is |p + q|. */
struct fs__sweep3 fs__sweep3_make(fs_transform3 from, fs_transform3 to, fs_rel reach)
{
    int64_t chord = quat_distance(from.q, to.q, -1), sum = quat_distance(from.q, to.q, 1);
    if (chord > sum)
        to.q = quat_neg(to.q);
    struct fs__sweep3 s = { .from = from, .to = to, .reach = reach };
    int64_t less = fs_min64(chord, sum), more = fs_max64(chord, sum);
    s.turn = less == 0 ? 0 : fs_muldiv64(4 * less, FS_UNIT_ONE, more) + 4;
    return s;
}

fs_cast_hit3 fs_geometry3_time_of_impact(const fs_geometry3 *a, const fs_geometry3 *b, fs_transform3 from,
                                         fs_transform3 to)
{
    const struct fs__sweep3 s = fs__sweep3_make(from, to, fs_geometry3_extent(b, fs_rel3_zero()));
    return fs__sweep3_find_impact(&s, a, b, 0, FS_UNIT_ONE);
}
