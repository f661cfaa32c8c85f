/* plane.c: half-spaces and true planes. */
#include <string.h>

#include "physics3d/geometry/manifold_convex.h"
#include "physics3d/ground/ground.h"

enum { LABEL_BITS = 10, WIDE_TO_REL = FS_POS_FRAC - FS_REL_FRAC };

fs_pos fs__plane3_height(const struct fs__plane3 *plane, fs_pos3 p)
{
    fs_unit3 n = plane->normal;
    fs_i128 sum = fs_i128_add(fs_i128_add(fs_i128_mul(n.x, p.x), fs_i128_mul(n.y, p.y)), fs_i128_mul(n.z, p.z));
    return fs_sat64_sub(fs_i128_round_shift_sym(sum, FS_UNIT_FRAC), plane->offset);
}

fs_pos3 fs__plane3_foot(const struct fs__plane3 *plane)
{
    return fs_pos3_make(fs_mul64(plane->normal.x, plane->offset, FS_UNIT_FRAC),
                        fs_mul64(plane->normal.y, plane->offset, FS_UNIT_FRAC),
                        fs_mul64(plane->normal.z, plane->offset, FS_UNIT_FRAC));
}

/* The shape in the window and the plane near it: normal . x = -height. */
struct side {
    struct fs__core3 core;
    fs_unit3 normal;
    int64_t height; /* of the window's origin, Q26 */
};

/* False when nothing of the shape can be near the plane, so that all heights are below 2^33. */
static bool make_side(const struct fs__plane3 *plane, const struct fs__ground3_probe *probe, struct side *s)
{
    const fs_pos far = (fs_pos)64 * FS_POS_ONE;
    fs_pos height = fs__plane3_height(plane, probe->window.origin);
    fs__core3_place(&s->core, probe->geometry, &probe->window.b);
    s->core.load = probe->load;
    s->normal = plane->normal;
    bool flip = plane->two_sided &&
                fs_round_shift64_sym(fs__geometry3_dot(s->normal, s->core.p), FS_UNIT_FRAC - WIDE_TO_REL) + height < 0;
    if (height > far || (height < -far && plane->two_sided))
        return false;
    s->height = fs_round_shift64_sym(fs_max64(height, -far), WIDE_TO_REL) * (flip ? -1 : 1);
    s->normal = flip ? fs_unit3_neg(plane->normal) : plane->normal;
    return true;
}

static int64_t separation_of(const struct side *s, struct fs__vec3 p)
{
    return fs_round_shift64_sym(fs__geometry3_dot(s->normal, p), FS_UNIT_FRAC) + s->height - s->core.geometry->radius;
}

/* p, moved by `down` against the normal. */
static struct fs__vec3 moved_down(const struct side *s, struct fs__vec3 p, int64_t down)
{
    return fs__vec3_make(p.x - fs_mul64(s->normal.x, down, FS_UNIT_FRAC),
                         p.y - fs_mul64(s->normal.y, down, FS_UNIT_FRAC),
                         p.z - fs_mul64(s->normal.z, down, FS_UNIT_FRAC));
}

static void add_candidate(const struct side *s, const struct fs__feature3 *f, unsigned i, const fs_unit3 axes[2],
                          fs_rel margin, struct fs__candidates3 *out)
{
    struct fs__vec3 p = f->point[i];
    int64_t separation = separation_of(s, p), down = s->core.geometry->radius + fs_round_shift64_sym(separation, 1);
    if (separation > margin)
        return;
    struct fs__candidate3 *c = &out->v[out->count++];
    c->point = moved_down(s, p, down);
    c->x = fs_round_shift64_sym(fs__geometry3_dot(axes[0], p), FS_UNIT_FRAC);
    c->y = fs_round_shift64_sym(fs__geometry3_dot(axes[1], p), FS_UNIT_FRAC);
    c->separation = separation;
    c->id = (uint32_t)f->label[i];
}

/* Two directions across n. */
static void axes_across(fs_unit3 n, fs_unit3 axes[2])
{
    bool steep = fs_uabs32(n.x) > (uint32_t)FS_UNIT_ONE / 2;
    struct fs__vec3 d = fs__vec3_make(n.x, n.y, n.z);
    axes[0] = fs__vec3_unit(fs__vec3_cross(d, fs__vec3_make(!steep, steep, 0)));
    axes[1] = fs_unit3_cross(n, axes[0]);
}

void fs__plane3_collide(const struct fs__plane3 *plane, const struct fs__ground3_probe *probe, struct fs__manifold3 *m)
{
    struct side s;
    struct fs__feature3 f;
    struct fs__candidates3 points;
    fs_unit3 axes[2];
    memset(m, 0, sizeof *m);
    if (!make_side(plane, probe, &s))
        return;
    fs__feature3_toward(&s.core, fs_unit3_neg(s.normal), &f);
    axes_across(s.normal, axes);
    points.count = 0;
    fs__candidates3_set_load(&points, probe->load, axes[0], axes[1], fs__vec3_make(0, 0, 0));
    for (unsigned i = 0; i < f.count; i++)
        add_candidate(&s, &f, i, axes, probe->margin, &points);
    if (points.count == 0)
        return;
    fs__candidates3_reduce(&points, m);
    m->normal = s.normal;
    m->reference = FS__REFERENCE3_FACE_A;
}

/* ---- distances ------------------------------------------------------------------------------------------------ */

/* The point of the shape that is deepest below the plane. */
static struct fs__vec3 lowest_point(const struct side *s)
{
    return fs__core3_support(&s->core, fs__vec3_make(-s->normal.x, -s->normal.y, -s->normal.z));
}

fs_rel fs__plane3_distance(const struct fs__plane3 *plane, const struct fs__ground3_probe *probe, fs_rel3 *point,
                           fs_unit3 *normal)
{
    struct side s;
    if (!make_side(plane, probe, &s))
        return FS_REL_MAX;
    struct fs__vec3 p = lowest_point(&s);
    int64_t separation = separation_of(&s, p), down = s.core.geometry->radius + separation;
    if (separation > probe->margin)
        return FS_REL_MAX;
    *point = fs__vec3_to_rel(moved_down(&s, p, down));
    *normal = s.normal;
    return fs_sat32(fs_max64(separation, 0));
}

/* ---- triangles ------------------------------------------------------------------------------------------------ */

static fs_pos3 moved_along(fs_pos3 p, fs_unit3 d, int64_t metres)
{
    const int64_t up = metres * (1 << (FS_POS_FRAC - FS_UNIT_FRAC));
    return fs_pos3_add(p, fs_pos3_make(d.x * up, d.y * up, d.z * up));
}

static bool next_triangle(const void *ground, fs_aabb3 box, struct fs__ground3_cursor *c, struct fs__triangle3 *t)
{
    enum { HALF = 32, TRIANGLES = 2 }; /* m */
    const struct fs__plane3 *plane = ground;
    fs_unit3 axes[2];
    (void)box;
    if (c->row >= TRIANGLES)
        return false;
    axes_across(plane->normal, axes);
    fs_pos3 foot = fs__plane3_foot(plane);
    int side = c->row == 0 ? HALF : -HALF;
    memset(t, 0, sizeof *t);
    t->corner[0] = moved_along(moved_along(foot, axes[0], -side), axes[1], -side);
    t->corner[1] = moved_along(moved_along(foot, axes[0], side), axes[1], -side);
    t->corner[2] = moved_along(moved_along(foot, axes[0], side), axes[1], side);
    t->row = c->row++;
    return true;
}

struct fs__ground3_source fs__plane3_source(const struct fs__plane3 *plane)
{
    return (struct fs__ground3_source){ plane, plane, next_triangle };
}

/* ---- paths ----------------------------------------------------------------------------------------------------- */

static struct fs__ground3_hit no_hit(void)
{
    return (struct fs__ground3_hit){ .hit = false, .fraction = FS_UNIT_ONE };
}

/* From height h0 to h1, both over the plane's surface along `normal`. */
static struct fs__ground3_hit crossing(int64_t h0, int64_t h1, fs_unit3 normal)
{
    if (h0 <= 0)
        return (struct fs__ground3_hit){ .hit = true };
    if (h1 > 0)
        return no_hit();
    return (struct fs__ground3_hit){ .hit = true,
                                     .fraction = (fs_unit)fs_muldiv64(fs_asr64(h0, 1), FS_UNIT_ONE,
                                                                      fs_asr64(h0, 1) - fs_asr64(h1, 1)),
                                     .normal = normal };
}

struct fs__ground3_hit fs__plane3_raycast(const struct fs__plane3 *plane, fs_pos3 origin, fs_pos3 translation)
{
    fs_pos h0 = fs__plane3_height(plane, origin), h1 = fs__plane3_height(plane, fs_pos3_add(origin, translation));
    if (plane->two_sided && h0 < 0)
        return crossing(fs_sat64_neg(h0), fs_sat64_neg(h1), fs_unit3_neg(plane->normal));
    return crossing(h0, h1, plane->normal);
}

struct fs__ground3_hit fs__plane3_cast(const struct fs__plane3 *plane, const struct fs__ground3_probe *probe,
                                       fs_rel3 translation)
{
    struct side s;
    if (!make_side(plane, probe, &s))
        return no_hit();
    int64_t h0 = separation_of(&s, lowest_point(&s));
    int64_t way = fs_round_shift64_sym(fs__geometry3_dot(s.normal, fs__vec3_from_rel(translation)), FS_UNIT_FRAC);
    return crossing(h0, h0 + way, s.normal);
}

/* Conservative advancement: no point of the shape comes nearer than the whole motion can close (fs__sweep3_closing()). */
struct fs__ground3_hit fs__plane3_time_of_impact(const struct fs__plane3 *plane, const struct fs__ground3_probe *probe,
                                                 fs_transform3 to)
{
    enum { MAX_STEPS = 64 };
    struct side s;
    if (!make_side(plane, probe, &s))
        return no_hit();
    const fs_rel extent = fs_geometry3_extent(probe->geometry, fs_rel3_zero());
    const struct fs__sweep3 sweep = fs__sweep3_make(probe->window.b, to, extent);
    const int64_t closing = fs__sweep3_closing(&sweep, s.normal);
    int64_t time = 0;
    for (int i = 0; i < MAX_STEPS; i++) {
        const fs_transform3 frame = fs__sweep3_frame(&sweep, (fs_unit)time);
        fs__core3_place(&s.core, probe->geometry, &frame);
        const int64_t gap = separation_of(&s, lowest_point(&s));
        if (time == 0 && gap <= 0)
            return (struct fs__ground3_hit){ .hit = true };
        if (gap <= FS_GEOMETRY3_TOLERANCE)
            break;
        if (closing <= 0)
            return no_hit();
        time += fs_muldiv64(gap - FS_GEOMETRY3_TOLERANCE / 2, FS_UNIT_ONE, closing);
        if (time > FS_UNIT_ONE)
            return no_hit();
    }
    return (struct fs__ground3_hit){ .hit = true, .fraction = (fs_unit)time, .normal = s.normal };
}
