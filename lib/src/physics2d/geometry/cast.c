/* cast.c: shape casts and times of impact: the first contact of a moving shape with another.
 *
 * Method: conservative advancement (Mirtich 1996): the shapes cannot touch within the distance divided by the fastest
 * possible approach. It never passes through an obstacle; where it does not converge it reports the time reached, which
 * is before the impact.
 */
#include <fixstep/geometry2.h>

#include <string.h>

#include "physics2d/geometry/geometry_math.h"

enum { MAX_STEPS = 64 };

/* The movement of b, seen from a. */
struct sweep {
    const fs_geometry2 *a, *b;
    fs_frame2 from, to;
    fs_rel reach;  /* of b about its origin */
    int64_t chord; /* |q1 - q0|, Q30 */
};

static fs_unit lerp_unit(fs_unit p, fs_unit q, fs_unit t)
{
    return fs_sat32(p + fs_round_shift64_sym(((int64_t)q - p) * t, FS_UNIT_FRAC));
}

static fs_rel lerp_rel(fs_rel p, fs_rel q, fs_unit t)
{
    return fs_sat32(p + fs_round_shift64_sym(((int64_t)q - p) * t, FS_UNIT_FRAC));
}

static fs_frame2 frame_at(const struct sweep *s, fs_unit t)
{
    fs_frame2 f;
    f.p = fs_rel2_make(lerp_rel(s->from.p.x, s->to.p.x, t), lerp_rel(s->from.p.y, s->to.p.y, t));
    f.q = s->from.q;
    if (s->chord != 0)
        f.q = fs_rot2_normalise(
            fs_rot2_make(lerp_unit(s->from.q.c, s->to.q.c, t), lerp_unit(s->from.q.s, s->to.q.s, t)));
    return f;
}

/* How much of the distance along n the whole movement can close, Q26: the translation against n, plus the share of
 * turning. Below a quarter turn the interpolated rotation is at no time faster than 1.42 times its chord. */
static int64_t closing_distance(const struct sweep *s, fs_unit2 n)
{
    int64_t linear = -fs_round_shift64_sym(fs__geometry2_dot_difference(n, s->to.p, s->from.p), FS_UNIT_FRAC);
    int64_t turning = fs_asr64(s->chord * s->reach, FS_UNIT_FRAC);
    return linear + turning + turning / 2 + (s->chord != 0);
}

/* Whether b stays in front of one face of a for the whole movement: most bodies that pass an obstacle do, and the
 * distance of the shapes need not be known. */
static bool stays_in_front(const struct sweep *s)
{
    const fs_geometry2 *a = s->a, *b = s->b;
    fs_rel2 at[FS_GEOMETRY2_MAX_CORNERS];
    for (unsigned i = 0; i < b->count; i++)
        at[i] = fs__geometry2_transform_point(s->from, b->corner[i]);
    for (unsigned edge = 0; a->count >= 3 && edge < a->count; edge++) {
        int64_t least = INT64_MAX;
        for (unsigned i = 0; i < b->count; i++)
            least = fs_min64(least, fs__geometry2_dot_difference(a->normal[edge], at[i], a->corner[edge]));
        int64_t left = fs_asr64(least, FS_UNIT_FRAC) - a->radius - b->radius - FS_GEOMETRY2_TOLERANCE;
        if (left >= 0 && left >= closing_distance(s, a->normal[edge]))
            return true;
    }
    return false;
}

static fs_cast_hit2 hit_at(fs_unit t, fs_distance2 closest, fs_rel radius_a)
{
    fs_cast_hit2 hit = { .hit = true, .fraction = t, .normal = closest.normal };
    hit.point = fs__geometry2_offset_point(closest.on_a, closest.normal, radius_a);
    return hit;
}

static fs_cast_hit2 run_sweep(const struct sweep *s)
{
    FS_ASSERT(s->a->count >= 1 && s->b->count >= 1 && s->reach >= 0 && s->chord >= 0);
    const fs_cast_hit2 miss = { .hit = false, .fraction = FS_UNIT_ONE };
    int64_t target = (int64_t)s->a->radius + s->b->radius;
    int64_t t = 0;
    fs_distance2 closest;
    if (stays_in_front(s))
        return miss;
    for (int i = 0; i < MAX_STEPS; i++) {
        fs_geometry2 moved = fs__geometry2_transform(s->b, frame_at(s, (fs_unit)t));
        closest = fs__geometry2_core_distance(s->a, &moved);
        int64_t left = closest.distance - target;
        if (t == 0 && left <= 0)
            return (fs_cast_hit2){ .hit = true, .fraction = 0, .point = s->from.p };
        int64_t speed = closing_distance(s, closest.normal);
        if (speed <= 0) /* also where it starts within the tolerance */
            return miss;
        if (left < FS_GEOMETRY2_TOLERANCE)
            return hit_at((fs_unit)t, closest, s->a->radius);
        t += fs_max64(fs_muldiv64(left - FS_GEOMETRY2_TOLERANCE / 2, FS_UNIT_ONE, speed), 1);
        if (t > FS_UNIT_ONE)
            return miss;
    }
    return hit_at((fs_unit)t, closest, s->a->radius);
}

fs_cast_hit2 fs_geometry2_cast(const fs_geometry2 *a, const fs_geometry2 *b, fs_frame2 b_in_a, fs_rel2 translation)
{
    struct sweep s = { .a = a, .b = b, .from = b_in_a, .to = b_in_a };
    s.to.p = fs_rel2_add(b_in_a.p, translation);
    return run_sweep(&s);
}

fs_cast_hit2 fs_geometry2_time_of_impact(const fs_geometry2 *a, const fs_geometry2 *b, fs_frame2 from, fs_frame2 to)
{
    struct sweep s = { .a = a, .b = b, .from = from, .to = to };
    fs_unit2 turn = fs_unit2_make(fs_sat32_sub(to.q.c, from.q.c), fs_sat32_sub(to.q.s, from.q.s));
    s.reach = fs_geometry2_extent(b, fs_rel2_zero());
    s.chord = (int64_t)fs__length32(fs_unit2_length_sq(turn));
    return run_sweep(&s);
}
