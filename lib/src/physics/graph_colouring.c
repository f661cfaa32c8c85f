/* graph_colouring.c: see graph_colouring.h. */
#include "physics/graph_colouring.h"

void fs__colouring_begin(struct fs__colouring *c, uint32_t *used, uint32_t kinds)
{
    FS_ASSERT(kinds >= 1 && kinds <= FS__COLOURING_MAX_KINDS);
    c->used = used;
    c->kinds = kinds;
    c->overflow = FS__COLOURING_COLOURS * kinds;
    for (uint32_t group = 0; group <= c->overflow; group++)
        c->size[group] = 0;
}

uint32_t fs__colouring_lay_out_blocks(struct fs__colouring *c, uint32_t lanes)
{
    uint32_t at = 0;
    FS_ASSERT(lanes >= 1);
    for (uint32_t group = 0; group <= c->overflow; group++) {
        c->first[group] = at;
        at += (c->size[group] + lanes - 1) / lanes;
    }
    c->first[c->overflow + 1] = at;
    return at;
}
