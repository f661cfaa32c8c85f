/* projection.h: from metres in the world to points of a picture.
 *
 * A picture has square units (pixels, or the dots of a terminal cell) with x to
 * the right and y down from its upper left corner. This module computes in
 * double: nothing of it may reach a state.
 */
#ifndef FS_VIEW_PROJECTION_H
#define FS_VIEW_PROJECTION_H

#include <stdbool.h>
#include <fixstep/draw.h>

/* Distance of the near plane from the eye in metres; nothing nearer is shown. */
#define FS__NEAR_PLANE_M (1.0 / 16)

typedef struct fs__view_vec3 {
    double x, y, z;
} fs__view_vec3;
typedef struct fs__screen_point {
    double x, y;
} fs__screen_point;

/* The projection of one camera into one picture. In 2D every point has the
 * distance 1, so that 2D and 3D share one formula. */
typedef struct fs__projection {
    bool is_3d;
    double middle_x, middle_y;        /* of the picture, in its units */
    double scale;                     /* units per metre at distance 1 */
    fs__view_vec3 origin;             /* 2D: the middle of the picture; 3D: the eye */
    fs__view_vec3 right, up, forward; /* orthogonal, length 1 */
} fs__projection;

/* The projection that shows the camera's extent whole and undistorted in `width`
 * by `height` units; where the aspect ratios differ, more of the world is shown. */
fs__projection fs__projection_make(const fs_camera *camera, double width, double height);

/* A view point: metres to the right, up and ahead of the eye. */
fs__view_vec3 fs__projection_to_view(const fs__projection *projection, fs_draw_point point);

/* The screen point of a view point; view.z must be at least FS__NEAR_PLANE_M. */
fs__screen_point fs__projection_to_screen(const fs__projection *projection, fs__view_vec3 view);

/* Radius of a ball on the screen in units, 0 when it is not visible: behind the
 * near plane, or around the eye. The outline is drawn as a circle. */
double fs__projection_radius(const fs__projection *projection, fs__view_vec3 view, double radius);

/* `colour` shaded for a flat face with these corners (view points). Both sides
 * are shaded alike; faces without area keep their colour. */
uint32_t fs__projection_shade(const fs__projection *projection, const fs__view_vec3 *corners, size_t count,
                              uint32_t colour);

fs__view_vec3 fs__view_vec3_from_point(fs_draw_point point);
double fs__view_vec3_dot(fs__view_vec3 a, fs__view_vec3 b);
fs__view_vec3 fs__view_vec3_sub(fs__view_vec3 a, fs__view_vec3 b);
fs__view_vec3 fs__view_vec3_cross(fs__view_vec3 a, fs__view_vec3 b);
/* `a` with length 1, or `fallback` where it has none. */
fs__view_vec3 fs__view_vec3_unit(fs__view_vec3 a, fs__view_vec3 fallback);
/* The point between a and b at depth `z`, which lies between their depths. */
fs__view_vec3 fs__view_vec3_at_z(fs__view_vec3 a, fs__view_vec3 b, double z);

/* `colour` with every channel times `factor` (0 or more), saturated at 255. */
uint32_t fs__colour_scale(uint32_t colour, double factor);

#endif
