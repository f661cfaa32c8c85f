/* great_circle.c: the visible arc of a very large circle. See great_circle.h. */
#include "view/great_circle.h"

#include <math.h>

/* The arc near the picture, closed by two corners far inside the circle. It goes to
 * 4 reach, so that the closing edges pass outside. Its half angle, seen from the
 * circle's middle at distance d, is 2 asin(sqrt((R^2 - (d - r)^2) / (4 d r)))
 * with R = 4 reach, from the law of cosines. */
fs__arc fs__great_circle(fs__screen_point at, double r, fs__screen_point middle, double reach,
                         fs__screen_point points[FS__ARC_STEPS + 2])
{
    double dx = middle.x - at.x, dy = middle.y - at.y;
    double d = hypot(dx, dy);
    if (fabs(d - r) >= reach)
        return d < r ? FS__ARC_AROUND : FS__ARC_OUTSIDE;
    double towards = atan2(dy, dx);
    double half = 2 * asin(fmin(1, sqrt((16 * reach * reach - (d - r) * (d - r)) / (4 * d * r))));
    for (int i = 0; i < FS__ARC_STEPS; i++) {
        double angle = towards + half * (2.0 * i / (FS__ARC_STEPS - 1) - 1);
        points[i] = (fs__screen_point){ at.x + r * cos(angle), at.y + r * sin(angle) };
    }
    fs__screen_point deep = { 4 * reach * cos(towards), 4 * reach * sin(towards) };
    fs__screen_point last = points[FS__ARC_STEPS - 1], first = points[0];
    points[FS__ARC_STEPS] = (fs__screen_point){ last.x - deep.x, last.y - deep.y };
    points[FS__ARC_STEPS + 1] = (fs__screen_point){ first.x - deep.x, first.y - deep.y };
    return FS__ARC_NEAR;
}
