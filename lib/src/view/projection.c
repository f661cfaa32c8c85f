/* projection.c: cameras, perspective and light. See projection.h. */
#include "view/projection.h"

#include <math.h>
#include <string.h>
#include <fixstep/view.h>

static const double METRES = 1.0 / 65536; /* of one step of fix16_t */
static const double TURN = 6.283185307179586;

fs__view_vec3 fs__view_vec3_from_point(fs_draw_point p)
{
    return (fs__view_vec3){ p.x * METRES, p.y * METRES, p.z * METRES };
}

double fs__view_vec3_dot(fs__view_vec3 a, fs__view_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

fs__view_vec3 fs__view_vec3_sub(fs__view_vec3 a, fs__view_vec3 b)
{
    return (fs__view_vec3){ a.x - b.x, a.y - b.y, a.z - b.z };
}

fs__view_vec3 fs__view_vec3_cross(fs__view_vec3 a, fs__view_vec3 b)
{
    return (fs__view_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

fs__view_vec3 fs__view_vec3_unit(fs__view_vec3 a, fs__view_vec3 fallback)
{
    double length = sqrt(fs__view_vec3_dot(a, a));
    if (length < 1e-9)
        return fallback;
    return (fs__view_vec3){ a.x / length, a.y / length, a.z / length };
}

fs__view_vec3 fs__view_vec3_at_z(fs__view_vec3 a, fs__view_vec3 b, double z)
{
    double t = (z - a.z) / (b.z - a.z);
    return (fs__view_vec3){ a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), z };
}

static void aim_2d(fs__projection *projection, const fs_camera *camera, double width, double height)
{
    double across = width / (camera->width * METRES);
    double upward = height / (camera->height * METRES);
    projection->scale = across < upward ? across : upward;
    projection->origin = fs__view_vec3_from_point(camera->centre);
    projection->right = (fs__view_vec3){ 1, 0, 0 };
    projection->up = (fs__view_vec3){ 0, 1, 0 };
}

static void aim_3d(fs__projection *projection, const fs_camera *camera, double height)
{
    /* A camera that looks straight up or down has no up direction: any is right. */
    const fs__view_vec3 away = { 0, 0, -1 }, sky = { 0, 1, 0 }, right = { 1, 0, 0 };
    projection->is_3d = true;
    projection->origin = fs__view_vec3_from_point(camera->eye);
    projection->forward = fs__view_vec3_unit(
        fs__view_vec3_sub(fs__view_vec3_from_point(camera->centre), projection->origin), away);
    projection->right = fs__view_vec3_unit(fs__view_vec3_cross(projection->forward, sky), right);
    projection->up = fs__view_vec3_cross(projection->right, projection->forward);
    projection->scale = height / 2 / tan(camera->fov_milliturns * (TURN / 2000));
}

fs__projection fs__projection_make(const fs_camera *camera, double width, double height)
{
    fs__projection projection = { .middle_x = width / 2, .middle_y = height / 2 };
    if (camera->dimensions == 3)
        aim_3d(&projection, camera, height);
    else
        aim_2d(&projection, camera, width, height);
    return projection;
}

fs__view_vec3 fs__projection_to_view(const fs__projection *projection, fs_draw_point point)
{
    fs__view_vec3 from = fs__view_vec3_sub(fs__view_vec3_from_point(point), projection->origin);
    double ahead = projection->is_3d ? fs__view_vec3_dot(from, projection->forward) : 1;
    return (fs__view_vec3){ fs__view_vec3_dot(from, projection->right), fs__view_vec3_dot(from, projection->up),
                            ahead };
}

fs__screen_point fs__projection_to_screen(const fs__projection *projection, fs__view_vec3 view)
{
    FS_ASSERT(view.z > 0);
    double k = projection->scale / view.z;
    return (fs__screen_point){ projection->middle_x + view.x * k, projection->middle_y - view.y * k };
}

double fs__projection_radius(const fs__projection *projection, fs__view_vec3 view, double radius)
{
    if (!projection->is_3d)
        return radius * projection->scale;
    double tangent_sq = fs__view_vec3_dot(view, view) - radius * radius;
    if (view.z < FS__NEAR_PLANE_M || tangent_sq < FS__NEAR_PLANE_M * FS__NEAR_PLANE_M)
        return 0;
    /* The tangents from the eye give a ball at distance d the radius r / sqrt(d^2 - r^2).
     * Off the middle the exact outline is an ellipse; the distance along the view
     * direction gives the circle the scale of the faces around it. */
    double across_sq = fs__view_vec3_dot(view, view) - view.z * view.z;
    double ahead_sq = tangent_sq - across_sq;
    return projection->scale * radius /
           sqrt(ahead_sq > FS__NEAR_PLANE_M * FS__NEAR_PLANE_M ? ahead_sq : FS__NEAR_PLANE_M * FS__NEAR_PLANE_M);
}

fs_draw_ray fs_draw_sight(const fs_camera *camera, double width, double height, double x, double y)
{
    FS_ASSERT(camera != NULL && width > 0 && height > 0);
    const fs__view_vec3 inwards = { 0, 0, -1 };
    fs__projection p = fs__projection_make(camera, width, height);
    double across = (x - p.middle_x) / p.scale, up = (p.middle_y - y) / p.scale;
    fs__view_vec3 way = { across * p.right.x + up * p.up.x, across * p.right.y + up * p.up.y,
                          across * p.right.z + up * p.up.z };
    fs_draw_ray ray = { .reach = width / 100 / p.scale };
    fs__view_vec3 from = p.origin, ahead = inwards;
    if (p.is_3d)
        ahead = fs__view_vec3_unit((fs__view_vec3){ way.x + p.forward.x, way.y + p.forward.y, way.z + p.forward.z },
                                   p.forward);
    else
        from = (fs__view_vec3){ from.x + way.x, from.y + way.y, 0 };
    memcpy(ray.origin, (double[]){ from.x, from.y, from.z }, sizeof ray.origin);
    memcpy(ray.direction, (double[]){ ahead.x, ahead.y, ahead.z }, sizeof ray.direction);
    return ray;
}

uint32_t fs__colour_scale(uint32_t colour, double factor)
{
    uint32_t out = 0;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        double channel = (colour >> shift & 255) * factor + 0.5;
        out |= (uint32_t)(channel < 255 ? channel : 255) << shift;
    }
    return out;
}

uint32_t fs__projection_shade(const fs__projection *projection, const fs__view_vec3 *corners, size_t count,
                              uint32_t colour)
{
    /* The light stands in the world, above and to the right of +z. */
    static const fs__view_vec3 light = { 0.52, 0.81, 0.27 };
    const fs__view_vec3 none = { 0, 0, 0 };
    fs__view_vec3 normal = none;
    for (size_t i = 1; i + 1 < count; i++) {
        fs__view_vec3 n = fs__view_vec3_cross(fs__view_vec3_sub(corners[i], corners[0]),
                                              fs__view_vec3_sub(corners[i + 1], corners[0]));
        normal = (fs__view_vec3){ normal.x + n.x, normal.y + n.y, normal.z + n.z };
    }
    normal = fs__view_vec3_unit(normal, none);
    /* View points are measured from the eye, so a corner is also the direction
     * of view; the normal must point against it. */
    if (count > 0 && fs__view_vec3_dot(normal, corners[0]) > 0)
        normal = (fs__view_vec3){ -normal.x, -normal.y, -normal.z };
    fs__view_vec3 light_in_view = { fs__view_vec3_dot(light, projection->right),
                                    fs__view_vec3_dot(light, projection->up),
                                    fs__view_vec3_dot(light, projection->forward) };
    double bright = fs__view_vec3_dot(normal, light_in_view);
    bool flat = fs__view_vec3_dot(normal, normal) < 0.5;
    return flat ? colour : fs__colour_scale(colour, 0.62 + 0.38 * (bright > -0.5 ? bright : -0.5));
}
