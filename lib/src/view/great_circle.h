/* great_circle.h: a circle too large for the numbers of a renderer, as an arc near the picture. */
#ifndef FS_VIEW_GREAT_CIRCLE_H
#define FS_VIEW_GREAT_CIRCLE_H

#include "view/projection.h"

enum { FS__ARC_STEPS = 256 };

typedef enum fs__arc {
    FS__ARC_OUTSIDE, /* the circle does not reach the picture */
    FS__ARC_NEAR,    /* the points are an arc of FS__ARC_STEPS points and two corners that close its inside */
    FS__ARC_AROUND   /* the circle is around the whole picture */
} fs__arc;

/* The picture lies within `reach` of `middle`; the radius is above 8 * reach. */
fs__arc fs__great_circle(fs__screen_point at, double radius, fs__screen_point middle, double reach,
                         fs__screen_point points[FS__ARC_STEPS + 2]);

#endif
