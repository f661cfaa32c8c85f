/* shade.c: colours of sRGB and the two lights. See shade.h. */
#include "view/shade.h"

#include <math.h>

static float decode_channel(uint32_t byte)
{
    float c = (float)(byte & 255) / 255;
    return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
}

fs__linear_colour fs__colour_decode(uint32_t rgb)
{
    return (fs__linear_colour){ decode_channel(rgb >> 16), decode_channel(rgb >> 8), decode_channel(rgb) };
}

static uint32_t encode_channel(float linear)
{
    float c = linear <= 0.0031308f ? linear * 12.92f : 1.055f * powf(fminf(linear, 1), 1 / 2.4f) - 0.055f;
    return (uint32_t)(fmaxf(0, c) * 255 + 0.5f);
}

uint32_t fs__colour_encode(fs__linear_colour c)
{
    return encode_channel(c.r) << 16 | encode_channel(c.g) << 8 | encode_channel(c.b);
}

static double along(const float direction[3], fs__view_vec3 v)
{
    return direction[0] * v.x + direction[1] * v.y + direction[2] * v.z;
}

static double find_shine(const fs_mesh_light *light, fs__view_vec3 at, fs__view_vec3 normal)
{
    fs__view_vec3 eye = fs__view_vec3_unit(at, (fs__view_vec3){ 0, 0, 1 });
    fs__view_vec3 h = { light->key[0] - eye.x, light->key[1] - eye.y, light->key[2] - eye.z };
    double angle = fs__view_vec3_dot(fs__view_vec3_unit(h, normal), normal);
    return angle > 0 ? light->shine * pow(angle, light->shininess) : 0;
}

fs__linear_colour fs__shade_point(const fs_mesh_light *light, fs__linear_colour albedo, float gloss, fs__view_vec3 at,
                                  fs__view_vec3 normal, double lit)
{
    double high = (along(light->up, normal) + 1) / 2;
    double power = light->ground + high * (light->sky - light->ground) +
                   light->key_power * lit * fmax(0, along(light->key, normal)) +
                   light->fill_power * fmax(0, along(light->fill, normal));
    double shine = gloss > 0 && lit > 0 ? gloss * lit * find_shine(light, at, normal) : 0;
    return (fs__linear_colour){ (float)(albedo.r * power + shine), (float)(albedo.g * power + shine),
                                (float)(albedo.b * power + shine) };
}
