/* shade.h: the light on a point of a mesh, in linear colours; the formula is that of fs_mesh_light. */
#ifndef FS_VIEW_SHADE_H
#define FS_VIEW_SHADE_H

#include <fixstep/mesh.h>

#include "view/projection.h"

typedef struct fs__linear_colour {
    float r, g, b;
} fs__linear_colour;

/* sRGB (IEC 61966-2-1), a byte per channel. */
fs__linear_colour fs__colour_decode(uint32_t rgb);
uint32_t fs__colour_encode(fs__linear_colour colour);

/* `at` in the axes of the eye, `normal` of length 1, `lit` the part of the key light that arrives. */
fs__linear_colour fs__shade_point(const fs_mesh_light *light, fs__linear_colour albedo, float gloss, fs__view_vec3 at,
                                  fs__view_vec3 normal, double lit);

#endif
