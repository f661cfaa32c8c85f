/* debug_islands.c: which bodies hang together: through contacts that hold and joints, never through the immovable.
 *
 * Works out the groups by itself, so that they can be compared with what the step does.
 */
#include <stdlib.h>

#include "physics2d/debug/debug.h"

static uint32_t root_of(uint32_t *up, uint32_t i)
{
    while (up[i] != i) {
        up[i] = up[up[i]];
        i = up[i];
    }
    return i;
}

/* The lowest row names the group. */
static void join(const struct fs_world2 *w, uint32_t *up, uint32_t a, uint32_t b)
{
    if (w->body.type[a] != FS_BODY2_DYNAMIC || w->body.type[b] != FS_BODY2_DYNAMIC)
        return;
    uint32_t ra = root_of(up, a), rb = root_of(up, b);
    up[ra > rb ? ra : rb] = ra > rb ? rb : ra;
}

static void join_all(const struct fs_world2 *w, uint32_t *up)
{
    for (uint32_t c = 0; c < *w->contact.rows; c++) {
        uint8_t flags = w->contact.flags[c];
        if (fs__world2_row_live(w->contact.gen, c) && (flags & FS__CONTACT2_TOUCHING) != 0 &&
            (flags & FS__CONTACT2_SENSOR) == 0)
            join(w, up, w->shape.body[w->contact.shape_a[c]], w->shape.body[w->contact.shape_b[c]]);
    }
    for (uint32_t j = 0; j < *w->joint.rows; j++)
        if (fs__world2_row_live(w->joint.gen, j))
            join(w, up, w->joint.body_a[j], w->joint.body_b[j]);
}

/* Bright colours that differ: each channel at least half on. */
static uint32_t colour_of(uint32_t group)
{
    uint32_t h = group * 0x9E3779B1u;
    h ^= h >> 15;
    return 0x7F7F7F | (h & 0x808080) | (h >> 3 & 0x404040);
}

void fs__debug2_draw_islands(const struct fs_world2 *w, fs_draw_list *draw)
{
    uint32_t bodies = *w->body.rows, *up = malloc(((size_t)bodies + 1) * sizeof *up);
    if (up == NULL)
        return;
    for (uint32_t i = 0; i < bodies; i++)
        up[i] = i;
    join_all(w, up);
    for (uint32_t i = 0; i < *w->shape.rows; i++) {
        uint32_t body = w->shape.body[i];
        if (!fs__world2_row_live(w->shape.gen, i) || w->body.type[body] != FS_BODY2_DYNAMIC)
            continue;
        fs_geometry2 shape;
        fs_shape2_geometry(w, i, &shape);
        fs__debug2_draw_outline(&shape, fs__body2_origin_pose(w, body), draw, colour_of(root_of(up, body)));
    }
    free(up);
}
