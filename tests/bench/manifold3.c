/* manifold3.c: nanoseconds for the contact manifold of two 3D shapes, by their kinds.
 *
 * Shapes of 0.25 m to 1 m in random poses that overlap by about 5 mm, and a box of 1 m that rests on another one. */
#include "bench/bench.h"

#include <string.h>

#include "physics3d/geometry/manifold.h"

enum { POSES = 200, HULL_POINTS = 24 };

static const char *const kind_name[] = { "", "sphere", "capsule", "box", "cylinder", "cone", "hull" };

struct pose_list {
    fs_geometry3 a[POSES], b[POSES];
    fs_hull3 hull[2 * POSES];
    fs_transform3 b_in_a[POSES];
    uint32_t seed;
};

static int32_t draw(struct pose_list *l, int32_t low, int32_t high)
{
    l->seed = l->seed * 1664525u + 1013904223u;
    return low + (int32_t)((int64_t)(l->seed >> 8) * ((int64_t)high - low) >> 24);
}

static fs_rel draw_size(struct pose_list *l)
{
    return draw(l, FS_REL_ONE / 8, FS_REL_ONE / 2);
}

static fs_rel3 draw_point(struct pose_list *l, fs_rel reach)
{
    fs_rel x = draw(l, -reach, reach), y = draw(l, -reach, reach);
    return fs_rel3_make(x, y, draw(l, -reach, reach));
}

static fs_quat draw_rotation(struct pose_list *l)
{
    fs_rel3 v = draw_point(l, FS_UNIT_ONE / 2);
    return fs_quat_normalise(fs_quat_make(v.x, v.y, v.z, draw(l, -FS_UNIT_ONE / 2, FS_UNIT_ONE / 2)));
}

static fs_result make_hull(struct pose_list *l, fs_hull3 *hull, fs_geometry3 *g)
{
    fs_rel3 p[HULL_POINTS];
    for (int i = 0; i < HULL_POINTS; i++)
        p[i] = draw_point(l, FS_REL_ONE / 2);
    fs_result result = fs_hull3_make(p, HULL_POINTS, hull);
    return result != FS_OK ? result : fs_geometry3_hull(hull, fs_rel3_zero(), fs_quat_identity(), g);
}

static void make_shape(struct pose_list *l, int kind, fs_hull3 *hull, fs_geometry3 *g)
{
    fs_rel x = draw_size(l), y = draw_size(l), z = draw_size(l);
    const fs_rel3 o = fs_rel3_zero();
    const fs_quat q = fs_quat_identity();
    fs_result result = FS_OK;
    switch (kind) {
    case FS_GEOMETRY3_SPHERE: result = fs_geometry3_sphere(o, x, g); break;
    case FS_GEOMETRY3_CAPSULE:
        result = fs_geometry3_capsule(fs_rel3_make(0, -y, 0), fs_rel3_make(0, y, 0), x / 2, g);
        break;
    case FS_GEOMETRY3_BOX: result = fs_geometry3_box(fs_rel3_make(x, y, z), o, q, g); break;
    case FS_GEOMETRY3_CYLINDER: result = fs_geometry3_cylinder(x, y, o, q, g); break;
    case FS_GEOMETRY3_CONE: result = fs_geometry3_cone(x, y, o, q, g); break;
    default: result = make_hull(l, hull, g); break;
    }
    if (result != FS_OK)
        bench_die("a shape could not be made");
}

/* b comes from a random side until it touches, and goes on for 5 mm. */
static void place_shape(struct pose_list *l, int i)
{
    fs_unit3 from;
    do
        (void)fs_rel3_normalise(draw_point(l, FS_REL_ONE), &from);
    while (fs_unit3_is_zero(from));
    fs_rel3 start = fs_rel3_make(from.x / 4, from.y / 4, from.z / 4); /* 4 m away */
    l->b_in_a[i] = (fs_transform3){ start, draw_rotation(l) };
    fs_cast_hit3 hit = fs_geometry3_cast(&l->a[i], &l->b[i], l->b_in_a[i], fs_rel3_neg(start));
    if (!hit.hit)
        bench_die("two shapes did not meet");
    fs_rel3 deeper = fs_rel3_make(hit.normal.x / 3200, hit.normal.y / 3200, hit.normal.z / 3200);
    l->b_in_a[i].p = fs_rel3_sub(fs_rel3_sub(start, fs_rel3_scale(start, hit.fraction)), deeper);
}

/* Mean of all poses. */
static double time_poses(const struct pose_list *l, int count, uint32_t reference)
{
    double ns[BENCH_ROUNDS];
    for (int round = 0; round < BENCH_ROUNDS; round++) {
        unsigned points = 0;
        uint64_t start = bench_now();
        for (int i = 0; i < POSES; i++) {
            struct fs__manifold3 m;
            int k = i % count;
            fs__manifold3_collide(&l->a[k], &l->b[k], &l->b_in_a[k],
                                  &(struct fs__manifold3_query){ .margin = FS_REL_ONE / 64, .reference = reference },
                                  &m);
            points += m.count;
        }
        ns[round] = (double)(bench_now() - start) / POSES;
        if (points < POSES)
            bench_die("a pair has no contact");
    }
    return bench_median(ns);
}

static double time_kinds(struct pose_list *l, int a, int b)
{
    l->seed = (uint32_t)(a * 16 + b);
    for (int i = 0; i < POSES; i++) {
        make_shape(l, a, &l->hull[2 * i], &l->a[i]);
        make_shape(l, b, &l->hull[2 * i + 1], &l->b[i]);
        place_shape(l, i);
    }
    return time_poses(l, POSES, 0);
}

static double time_stack(struct pose_list *l)
{
    const fs_rel half = FS_REL_ONE / 2;
    if (fs_geometry3_box(fs_rel3_make(half, half, half), fs_rel3_zero(), fs_quat_identity(), &l->a[0]) != FS_OK)
        bench_die("a shape could not be made");
    l->b[0] = l->a[0];
    l->b_in_a[0].p = fs_rel3_make(FS_REL_ONE / 16, FS_REL_ONE - FS_REL_ONE / 512, FS_REL_ONE / 32);
    l->b_in_a[0].q = fs_quat_normalise(fs_quat_make(100, FS_UNIT_ONE / 64, -50, FS_UNIT_ONE));
    return time_poses(l, 1, 0);
}

json_t *bench_manifold3(void)
{
    static struct pose_list list;
    json_t *all = json_pack("{s:f}", "stacked_boxes_ns", time_stack(&list));
    for (int a = FS_GEOMETRY3_SPHERE; a < FS_GEOMETRY3_KINDS; a++)
        for (int b = a; b < FS_GEOMETRY3_KINDS; b++) {
            char key[40] = "";
            strcat(strcat(strcat(strcat(key, kind_name[a]), "_"), kind_name[b]), "_ns");
            if (all == NULL || json_object_set_new(all, key, json_real(time_kinds(&list, a, b))) != 0)
                bench_die("out of memory");
        }
    return all;
}
