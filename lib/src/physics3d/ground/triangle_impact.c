/* triangle_impact.c: when a moving shape first touches a triangle of the ground.
 *
 * A shape that does not reach the plane of the triangle does not touch the triangle, and one whose lowest point reaches it over
 * the triangle touches it there and then. The time of that takes no closest points: the height of the lowest point over the
 * speed with which the plane may be approached is a time without contact. Closest points decide where a shape comes down
 * beside the triangle, and they are not looked for before the plane is reached.
 */
#include "physics3d/ground/triangle.h"

enum { ROUNDING = FS__TRIANGLE3_ROUNDING, MAX_STEPS = 32 };

/* ---- passing by ---------------------------------------------------------------------------------------------------- */

/* A lower bound for d . x of the core at all times: of its origin, which moves straight, and of the support point about it,
 * which strays from the line between its ends by no more than path->stray. */
static int64_t least_along(const struct fs__ground3_path *path, struct fs__vec3 d)
{
    struct fs__vec3 back = fs__vec3_make(-d.x, -d.y, -d.z), p = fs__vec3_from_rel(path->from_place),
                    q = fs__vec3_from_rel(path->to_place);
    int64_t along_p = fs__vec3_dot(d, p), along_q = fs__vec3_dot(d, q);
    int64_t from = fs__vec3_dot(d, fs__vec3_sub(fs__core3_support(&path->from, back), p)),
            to = fs__vec3_dot(d, fs__vec3_sub(fs__core3_support(&path->to, back), q));
    return fs_min64(along_p, along_q) + fs_min64(from, to);
}

static int64_t around_of(const struct fs__ground3_path *path)
{
    return path->from.geometry->radius + path->stray + ROUNDING;
}

static bool stays_above(fs_unit3 n, int64_t origin_height, const struct fs__ground3_path *path)
{
    int64_t height = fs_round_shift64_sym(least_along(path, fs__vec3_make(n.x, n.y, n.z)), FS_UNIT_FRAC);
    return height + origin_height > around_of(path);
}

static bool stays_beside(const struct fs__triangle3_part *part, const struct fs__ground3_path *path)
{
    for (unsigned k = 0; k < 3 && part->whole; k++) {
        const struct fs__triangle3_side *s = &part->side[k];
        if (least_along(path, s->outward) - fs__vec3_dot(s->outward, s->corner) > around_of(path) * s->length)
            return true;
    }
    return false;
}

/* ---- the plane ----------------------------------------------------------------------------------------------------- */

/* When the shape is closer than FS_GEOMETRY3_TOLERANCE to the plane of the triangle, or a time before that. */
static struct fs__ground3_approach approach_plane(const struct fs__triangle3 *t, fs_unit3 n, fs_pos3 origin,
                                                  const struct fs__ground3_path *path, fs_unit limit)
{
    const struct fs__ground3_approach passed = { .passed = true };
    int64_t speed = fs__sweep3_closing(&path->sweep, n), time = 0, before = 0;
    for (int i = 0; i < MAX_STEPS; i++) {
        const fs_transform3 frame = fs__sweep3_frame(&path->sweep, (fs_unit)time);
        struct fs__core3 b;
        fs__core3_place(&b, path->from.geometry, &frame);
        struct fs__triangle3_lowest low = fs__triangle3_find_lowest(t, n, origin, &b);
        int64_t gap = low.height - b.geometry->radius;
        if (gap < FS_GEOMETRY3_TOLERANCE) {
            bool over = fs__triangle3_covers(t, n, fs_pos3_add_rel(origin, fs__triangle3_foot_of(&low, n)));
            return (struct fs__ground3_approach){ .certain = gap > ROUNDING && over,
                                                  .time = (fs_unit)(gap > ROUNDING ? time : before),
                                                  .normal = n };
        }
        if (speed <= 0)
            return passed;
        before = time;
        time += fs_max64(fs_muldiv64(gap - ROUNDING - FS_GEOMETRY3_TOLERANCE / 2, FS_UNIT_ONE, speed), 1);
        if (time > limit)
            return passed;
    }
    return (struct fs__ground3_approach){ .time = (fs_unit)before, .normal = n };
}

/* False when the centre of the shape is behind the triangle, or nothing of it lies in the window. */
static bool make_near(const struct fs__triangle3 *t, fs_unit3 n, const struct fs__ground3_probe *probe,
                      const struct fs__ground3_path *path, struct fs__triangle3_part *part)
{
    return fs__triangle3_make_part(t, n, probe->window.origin, part) && fs__triangle3_is_in_front(part, &path->from);
}

struct fs__ground3_approach fs__triangle3_approach(const struct fs__triangle3 *t, const struct fs__ground3_probe *probe,
                                                   const struct fs__ground3_path *path, fs_unit limit)
{
    struct fs__triangle3_part part;
    fs_unit3 n = fs__triangle3_normal(t->corner);
    fs_pos3 origin = probe->window.origin;
    if (stays_above(n, fs__triangle3_origin_height(t, n, origin), path) || !make_near(t, n, probe, path, &part) ||
        stays_beside(&part, path))
        return (struct fs__ground3_approach){ .passed = true };
    return approach_plane(t, n, origin, path, limit);
}

struct fs__ground3_hit fs__triangle3_time_of_impact(const struct fs__triangle3 *t,
                                                    const struct fs__ground3_probe *probe,
                                                    const struct fs__ground3_path *path,
                                                    const struct fs__ground3_approach *approach, fs_unit limit)
{
    struct fs__triangle3_part part;
    if (!fs__triangle3_make_part(t, approach->normal, probe->window.origin, &part))
        return (struct fs__ground3_hit){ .hit = false, .fraction = FS_UNIT_ONE };
    fs_cast_hit3 hit = fs__sweep3_find_impact(&path->sweep, &part.geometry, probe->geometry, approach->time, limit);
    return (
        struct fs__ground3_hit){ .hit = hit.hit, .fraction = hit.fraction, .normal = hit.normal, .triangle = t->row };
}
