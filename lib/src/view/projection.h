/* projection.h: from metres of the world to places in a picture.
 *
 * A picture has square units (pixels, or the dots of a terminal cell) with x to
 * the right and y down from its upper left corner. What is here computes in
 * double: it must never be used for anything that reaches a state.
 */
#ifndef FS_VIEW_PROJECT_H
#define FS_VIEW_PROJECT_H

#include <stdbool.h>
#include <fixstep/draw.h>

/* Nothing nearer to the eye than this is shown, in metres. */
#define FS__NEAR_PLANE_M (1.0 / 16)

typedef struct fs__view_vec3 {
    double x, y, z;
} fs__view_vec3;
typedef struct fs__screen_point {
    double x, y;
} fs__screen_point;

/* How one camera looks at the world through one picture. In 2D every point has
 * the distance 1, so that both kinds share one formula. */
typedef struct fs__projection {
    bool is_3d;                       /* 3D */
    double middle_x, middle_y;        /* of the picture, in its units */
    double scale;                     /* units per metre at distance 1 */
    fs__view_vec3 origin;             /* 2D: the middle of the picture; 3D: the eye */
    fs__view_vec3 right, up, forward; /* orthogonal, length 1 */
} fs__projection;

/* A lens that shows the camera's extent whole and undistorted in `width` by
 * `height` units; where the shapes differ, more of the world is seen. */
fs__projection fs__projection_make(const fs_camera *camera, double width, double height);

/* The point as the eye has it: metres to the right, up and ahead. */
fs__view_vec3 fs__projection_to_view(const fs__projection *lens, fs_draw_point point);

/* The place of a seen point; seen.z must be at least FS__NEAR_PLANE_M. */
fs__screen_point fs__projection_to_screen(const fs__projection *lens, fs__view_vec3 seen);

/* Radius in units of a ball, 0 where it is not seen: behind the near plane, or
 * around the eye. The outline is taken as a circle. */
double fs__projection_radius(const fs__projection *lens, fs__view_vec3 seen, double radius);

/* `colour` in the light that falls on a flat face with these corners (seen
 * points). Both sides are lit alike; faces without area keep their colour. */
uint32_t fs__projection_shade(const fs__projection *lens, const fs__view_vec3 *corners, size_t count, uint32_t colour);

fs__view_vec3 fs__view_vec3_from_point(fs_draw_point point);
double fs__view_vec3_dot(fs__view_vec3 a, fs__view_vec3 b);
/* The place between a and b where z is `z`; the two must be on both sides. */
fs__view_vec3 fs__view_vec3_at_z(fs__view_vec3 a, fs__view_vec3 b, double z);

/* `colour` with every channel times `factor` (0 or more), at most white. */
uint32_t fs__colour_scale(uint32_t colour, double factor);

#endif
