/* projection.c: cameras, perspective and light. See project.h. */
#include "view/projection.h"

#include <math.h>

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

static fs__view_vec3 vec_sub(fs__view_vec3 a, fs__view_vec3 b)
{
    return (fs__view_vec3){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static fs__view_vec3 vec_cross(fs__view_vec3 a, fs__view_vec3 b)
{
    return (fs__view_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

/* `a` with length 1, or `fallback` where it has none. */
static fs__view_vec3 vec_unit(fs__view_vec3 a, fs__view_vec3 fallback)
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

static void aim_flat(fs__projection *lens, const fs_camera *camera, double width, double height)
{
    double across = width / (camera->width * METRES);
    double upward = height / (camera->height * METRES);
    lens->scale = across < upward ? across : upward;
    lens->origin = fs__view_vec3_from_point(camera->centre);
    lens->right = (fs__view_vec3){ 1, 0, 0 };
    lens->up = (fs__view_vec3){ 0, 1, 0 };
}

static void aim_solid(fs__projection *lens, const fs_camera *camera, double height)
{
    /* A camera that looks straight up or down has no upright; any will do. */
    const fs__view_vec3 away = { 0, 0, -1 }, sky = { 0, 1, 0 }, right = { 1, 0, 0 };
    lens->is_3d = true;
    lens->origin = fs__view_vec3_from_point(camera->eye);
    lens->forward = vec_unit(vec_sub(fs__view_vec3_from_point(camera->centre), lens->origin), away);
    lens->right = vec_unit(vec_cross(lens->forward, sky), right);
    lens->up = vec_cross(lens->right, lens->forward);
    lens->scale = height / 2 / tan(camera->fov_milliturns * (TURN / 2000));
}

fs__projection fs__projection_make(const fs_camera *camera, double width, double height)
{
    fs__projection lens = { .middle_x = width / 2, .middle_y = height / 2 };
    if (camera->dimensions == 3)
        aim_solid(&lens, camera, height);
    else
        aim_flat(&lens, camera, width, height);
    return lens;
}

fs__view_vec3 fs__projection_to_view(const fs__projection *lens, fs_draw_point point)
{
    fs__view_vec3 from = vec_sub(fs__view_vec3_from_point(point), lens->origin);
    double ahead = lens->is_3d ? fs__view_vec3_dot(from, lens->forward) : 1;
    return (fs__view_vec3){ fs__view_vec3_dot(from, lens->right), fs__view_vec3_dot(from, lens->up), ahead };
}

fs__screen_point fs__projection_to_screen(const fs__projection *lens, fs__view_vec3 seen)
{
    double k = lens->scale / seen.z;
    return (fs__screen_point){ lens->middle_x + seen.x * k, lens->middle_y - seen.y * k };
}

double fs__projection_radius(const fs__projection *lens, fs__view_vec3 seen, double radius)
{
    if (!lens->is_3d)
        return radius * lens->scale;
    double clear = fs__view_vec3_dot(seen, seen) - radius * radius;
    if (seen.z < FS__NEAR_PLANE_M || clear < FS__NEAR_PLANE_M * FS__NEAR_PLANE_M)
        return 0;
    /* A ball is seen as wide as the cone of its tangents: r / sqrt(d^2 - r^2).
     * Off the middle the true outline is an ellipse; the distance ahead keeps
     * the circle's size in step with the faces around it. */
    double beside = fs__view_vec3_dot(seen, seen) - seen.z * seen.z;
    double ahead = clear - beside;
    return lens->scale * radius /
           sqrt(ahead > FS__NEAR_PLANE_M * FS__NEAR_PLANE_M ? ahead : FS__NEAR_PLANE_M * FS__NEAR_PLANE_M);
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

uint32_t fs__projection_shade(const fs__projection *lens, const fs__view_vec3 *corners, size_t count, uint32_t colour)
{
    /* The light stands in the world, above and to the right of +z. */
    static const fs__view_vec3 light = { 0.52, 0.81, 0.27 };
    const fs__view_vec3 none = { 0, 0, 0 };
    fs__view_vec3 normal = none;
    for (size_t i = 1; i + 1 < count; i++) {
        fs__view_vec3 n = vec_cross(vec_sub(corners[i], corners[0]), vec_sub(corners[i + 1], corners[0]));
        normal = (fs__view_vec3){ normal.x + n.x, normal.y + n.y, normal.z + n.z };
    }
    normal = vec_unit(normal, none);
    /* Seen points are measured from the eye, so a corner is also the direction
     * of sight; the normal must face against it. */
    if (count > 0 && fs__view_vec3_dot(normal, corners[0]) > 0)
        normal = (fs__view_vec3){ -normal.x, -normal.y, -normal.z };
    fs__view_vec3 here = { fs__view_vec3_dot(light, lens->right), fs__view_vec3_dot(light, lens->up),
                           fs__view_vec3_dot(light, lens->forward) };
    double bright = fs__view_vec3_dot(normal, here);
    bool flat = fs__view_vec3_dot(normal, normal) < 0.5;
    return flat ? colour : fs__colour_scale(colour, 0.62 + 0.38 * (bright > -0.5 ? bright : -0.5));
}
