/* query_ray.c: rays and shape casts in space: rays at large boxes. */
#include "physics3d/dimension.h"

#include "physics3d/query/query.h"

#include "physics3d/body/body.h"

#include "physics/query/query_meet.inl"

/* A ray in the frame of a large box: where it starts, and how far it goes. */
struct box_ray {
    int64_t from[3], way[3], half[3];
};

/* Both in the axes of a rotation; exact products, rounded once. */
static void into_axes(fs_mat3 m, fs_pos3 v, int64_t out[3])
{
    const fs_unit3 columns[3] = { { m.x.x, m.y.x, m.z.x }, { m.x.y, m.y.y, m.z.y }, { m.x.z, m.y.z, m.z.z } };
    const fs_wide3 wide = fs_wide3_make(v.x, v.y, v.z);
    const int64_t up = (int64_t)1 << (FS_WIDE_FRAC - FS_UNIT_FRAC);
    for (unsigned k = 0; k < 3; k++)
        out[k] = fs_wide3_dot(wide, fs_wide3_make(columns[k].x * up, columns[k].y * up, columns[k].z * up));
}

/* The depth, of `length` in all, at which the ray enters the box, and through which side: axis * 2 + (1: the high side); 6:
 * it starts in the box. False when it passes by. */
static bool enter_box(const struct box_ray *r, int64_t length, int64_t *depth, unsigned *side)
{
    int64_t enter = 0, leave = length;
    *side = 6;
    for (unsigned k = 0; k < 3; k++) {
        if (r->way[k] == 0) {
            if (r->from[k] < -r->half[k] || r->from[k] > r->half[k])
                return false;
            continue;
        }
        bool back = r->way[k] < 0;
        int64_t near = back ? r->half[k] : -r->half[k];
        int64_t in = fs_muldiv64(near - r->from[k], length, r->way[k]);
        int64_t out = fs_muldiv64(-near - r->from[k], length, r->way[k]);
        if (in > enter) {
            enter = in;
            *side = 2 * k + back;
        }
        leave = fs_min64(leave, out);
    }
    *depth = enter;
    return enter <= leave;
}

/* In the frame of the body. The part of the ray near the surface's box is at most as long as the box reaches. */
static bool ray_at_surface(const struct along *a, const struct fs_world3 *w, fs_query_hit3 *hit, int64_t *depth)
{
    uint32_t row = hit->shape;
    fs_pose3 body = fs__body3_origin_pose(w, w->shape.body[row]);
    struct fs__query3_path_interval part;
    struct fs__surface3 surface;
    if (!fs__query3_path_interval_near(&a->path, fs__shape3_large_centre(w, row), fs_wide3_length(w->shape.half[row]),
                                       &part))
        return false;
    fs_pos3 from = fs__query3_path_point(&a->path, part.enter), to = fs__query3_path_point(&a->path, part.leave);
    fs__surface3_of(w, row, &surface);
    struct fs__ground3_hit found = fs__ground3_raycast(&surface.source,
                                                       fs__window3_to_ground(body, fs_pos3_sub(from, body.pos)),
                                                       fs__window3_to_ground(body, fs_pos3_sub(to, from)));
    if (!found.hit)
        return false;
    *depth = part.enter + fs_mul64(part.leave - part.enter, found.fraction, FS_UNIT_FRAC);
    hit->hit = true;
    hit->normal = fs_quat_unit(body.rot, found.normal);
    hit->at = fs__query3_path_point(&a->path, *depth);
    hit->fraction = fs__query3_path_fraction(&a->path, *depth);
    return true;
}

/* In the frame of the box, where its sides are exact. */
static bool ray_at_large(const struct along *a, const struct fs_world3 *w, fs_query_hit3 *hit, int64_t *depth)
{
    uint32_t row = hit->shape;
    fs_pose3 pose = fs__body3_origin_pose(w, w->shape.body[row]);
    fs_mat3 body = fs_mat3_from_quat(pose.rot), axes = fs_mat3_mul(body, fs_mat3_from_quat(w->shape.rot[row]));
    struct fs__query3_path_interval part;
    struct box_ray r = { .half = { w->shape.half[row].x, w->shape.half[row].y, w->shape.half[row].z } };
    if (fs__shape3_is_surface(w, row))
        return ray_at_surface(a, w, hit, depth);
    fs_wide3 half = w->shape.half[row];
    fs_pos3 middle = fs__shape3_large_centre(w, row);
    unsigned side;
    if (!fs__query3_path_interval_near(&a->path, middle, fs_wide3_length(half), &part))
        return false;
    fs_pos3 from = fs__query3_path_point(&a->path, part.enter), to = fs__query3_path_point(&a->path, part.leave);
    into_axes(axes, fs_pos3_sub(from, middle), r.from);
    into_axes(axes, fs_pos3_sub(to, from), r.way);
    if (!enter_box(&r, part.leave - part.enter, depth, &side))
        return false;
    *depth += part.enter;
    const fs_unit sign = side % 2 != 0 ? FS_UNIT_ONE : -FS_UNIT_ONE;
    fs_unit3 own = fs_unit3_make(side / 2 == 0 ? sign : 0, side / 2 == 1 ? sign : 0, side / 2 == 2 ? sign : 0);
    hit->hit = true;
    hit->normal = fs_mat3_unit(axes, own);
    hit->at = fs__query3_path_point(&a->path, *depth);
    hit->fraction = fs__query3_path_fraction(&a->path, *depth);
    return true;
}

/* Every shape of space is met from any side. */
static bool comes_from_behind(const struct along *a, const struct fs_world3 *w, uint32_t row)
{
    (void)a, (void)w, (void)row;
    return false;
}

#include "physics/query/query_ray.inl"
