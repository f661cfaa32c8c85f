/* peers.c: the other 2D engines of this build, and the corners of their shapes. See peers.h. */
#include "bench/peers.h"

#include <math.h>
#include <stddef.h>

const struct peer *const bench_peers[MAX_PEERS + 1] = {
#ifdef HAVE_CHIPMUNK
    &peer_chipmunk,
#endif
#ifdef HAVE_BOX2D
    &peer_box2d,
#endif
#ifdef HAVE_BOX2D3
    &peer_box2d3,
#endif
    NULL
};

static const double TURN = 6.283185307179586;

/* Corner i in the axes of the shape. */
static void corner_of(const struct peer_shape *s, int i, double at[2])
{
    static const int sign[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
    if (s->kind == PEER_BOX) {
        at[0] = sign[i][0] * s->half_x;
        at[1] = sign[i][1] * s->half_y;
    } else {
        at[0] = s->half_x * cos(TURN * i / s->corners);
        at[1] = s->half_x * sin(TURN * i / s->corners);
    }
}

int peer_shape_corners(const struct peer_shape *s, double corner[PEER_MAX_CORNERS][2])
{
    int count = s->kind == PEER_BOX ? 4 : s->corners;
    double c = cos(s->angle), d = sin(s->angle), at[2];
    for (int i = 0; i < count; i++) {
        corner_of(s, i, at);
        corner[i][0] = s->x + c * at[0] - d * at[1];
        corner[i][1] = s->y + d * at[0] + c * at[1];
    }
    return count;
}
