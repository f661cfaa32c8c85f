/* probe.c: points and balls that move inside an outline and bounce from its edges; see
 * fixstep/segment.h.
 *
 * Why no probe escapes: a path approaches an edge when it leads to the right of the edge. A path that leaves an outline
 * crosses an approached edge (at a corner at least one of the two). A move is made only when its path meets no approached
 * edge, which is decided exactly for its rounded end points. This file must never set a position without that test.
 */
#include <fixstep/motion.h>
#include <fixstep/segment.h>

#include "motion/exact2.h"

struct walls {
    const fs_pos2 *corner;
    uint32_t count;
};

/* --- first edge on a path ---------------------------------------------------------------------- */

static bool approaches_edge(fs_pos2 a, fs_pos2 b, fs_pos2 path)
{
    return fs_i128_sign(fs__exact_cross2(fs_pos2_sub(b, a), path)) < 0;
}

/* The first approached edge on the path from p to q, and the fraction *t of the path there; w.count: none. */
static uint32_t first_edge_hit(struct walls w, fs_pos2 p, fs_pos2 q, int64_t *t)
{
    uint32_t first = w.count;
    for (uint32_t i = 0; i < w.count; i++) {
        fs_pos2 next = fs__next_corner(w.corner, w.count, i);
        if (!approaches_edge(w.corner[i], next, fs_pos2_sub(q, p)))
            continue;
        fs_intersection2 c = fs_segment_intersect2(p, q, w.corner[i], next);
        if (c.kind == FS_INTERSECTION_NONE || (first < w.count && c.t >= *t))
            continue;
        first = i;
        *t = c.t;
    }
    return first;
}

static bool path_is_clear(struct walls w, fs_pos2 p, fs_pos2 q)
{
    int64_t t;
    return first_edge_hit(w, p, q, &t) == w.count;
}

/* The last point before fraction t of the path that is in front of the edge: two steps of a position before it, then
 * twice as many, finally p. */
static fs_pos2 stop_before_edge(struct walls w, fs_pos2 p, fs_pos2 path, int64_t t)
{
    uint64_t longest = fs_max_u64(fs_uabs64(path.x), fs_uabs64(path.y));
    int64_t back = FS_INTERSECTION_ONE / (int64_t)fs_max_u64(longest / 2, 1);
    for (; back < t; back = fs_sat64_add(back, fs_max64(back, 1))) {
        fs_pos2 q = fs__point_at_fraction62(p, path, t - back);
        if (path_is_clear(w, p, q))
            return q;
    }
    return p;
}

/* --- moving --------------------------------------------------------------------------------- */

static fs_pos displacement_axis(fs_vel v, uint32_t hz, int64_t left)
{
    fs_pos whole = fs_div64_round((int64_t)v * ((int64_t)1 << (FS_POS_FRAC - FS_VEL_FRAC)), hz);
    return fs_mul64(whole, left, 62);
}

static void reflect_probe(struct walls w, uint32_t edge, fs_probe2 *probe, fs_unit e)
{
    fs_unit2 n;
    if (fs_segment_normal2(w.corner[edge], fs__next_corner(w.corner, w.count, edge), &n))
        probe->vel = fs_plane_reflect2(probe->vel, n, e);
}

uint32_t fs_probe_move2(const fs_pos2 *corner, uint32_t count, fs_probe2 *probe, fs_unit e, uint32_t hz,
                        uint32_t bounces)
{
    struct walls w = { corner, count };
    int64_t left = FS_INTERSECTION_ONE;
    for (uint32_t done = 0; left > 0; done++) {
        fs_pos2 path = fs_pos2_make(displacement_axis(probe->vel.x, hz, left),
                                    displacement_axis(probe->vel.y, hz, left));
        fs_pos2 end = fs_pos2_add(probe->pos, path);
        int64_t t = 0;
        uint32_t edge = first_edge_hit(w, probe->pos, end, &t);
        if (edge == count) {
            probe->pos = end;
            return done;
        }
        if (done == bounces)
            return done;
        probe->pos = stop_before_edge(w, probe->pos, path, t);
        reflect_probe(w, edge, probe, e);
        left = fs_mul64(left, FS_INTERSECTION_ONE - t, 62);
    }
    return bounces;
}

/* --- balls ------------------------------------------------------------------------------------- */

/* The direction from the nearest point to the centre; for a centre on the edge the inward normal. */
static bool push_direction(fs_pos2 nearest, fs_pos2 centre, fs_pos2 a, fs_pos2 b, fs_unit2 *n)
{
    return fs_pos2_normalise(fs_pos2_sub(centre, nearest), n) || fs_segment_normal2(a, b, n);
}

static void push_probe_out(struct walls w, fs_probe2 *probe, fs_pos2 nearest, fs_unit2 n, fs_pos radius)
{
    fs_pos2 out = fs_pos2_make(fs_mul64(radius, n.x, FS_UNIT_FRAC), fs_mul64(radius, n.y, FS_UNIT_FRAC));
    fs_pos2 target = fs_pos2_add(nearest, out);
    if (path_is_clear(w, probe->pos, target))
        probe->pos = target;
}

static bool resolve_edge_contact(struct walls w, uint32_t i, fs_probe2 *probe, fs_pos radius, fs_unit e)
{
    fs_pos2 a = w.corner[i], b = fs__next_corner(w.corner, w.count, i);
    fs_pos2 nearest = fs_segment_closest_point2(a, b, probe->pos);
    fs_unit2 n;
    if (fs_pos2_dist_sq_cmp(probe->pos, nearest, radius) > 0 || !push_direction(nearest, probe->pos, a, b, &n))
        return false;
    bool approaching = fs_vel2_dot_unit2(probe->vel, n) < 0;
    if (approaching)
        probe->vel = fs_plane_reflect2(probe->vel, n, e);
    push_probe_out(w, probe, nearest, n, radius);
    return approaching;
}

uint32_t fs_probe_touch2(const fs_pos2 *corner, uint32_t count, fs_probe2 *probe, fs_pos radius, fs_unit e)
{
    struct walls w = { corner, count };
    uint32_t reflected = 0;
    for (uint32_t i = 0; i < count && radius > 0; i++)
        reflected += resolve_edge_contact(w, i, probe, radius, e);
    return reflected;
}
