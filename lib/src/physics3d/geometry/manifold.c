/* manifold.c: which narrow phase a pair of shapes takes. */
#include "physics3d/geometry/manifold_convex.h"

#include <string.h>

static bool is_round(const fs_geometry3 *g)
{
    return g->kind == FS_GEOMETRY3_SPHERE || g->kind == FS_GEOMETRY3_CAPSULE;
}

void fs__manifold3_collide(const fs_geometry3 *a, const fs_geometry3 *b, const fs_transform3 *b_in_a,
                           const struct fs__manifold3_query *query, struct fs__manifold3 *m)
{
    FS_ASSERT(query->margin >= 0);
    memset(m, 0, sizeof *m);
    if (is_round(a) && is_round(b))
        fs__manifold3_capsules(a, b, b_in_a, query->margin, query->reference, m);
    else if (a->kind == FS_GEOMETRY3_BOX && b->kind == FS_GEOMETRY3_BOX)
        fs__manifold3_boxes(a, b, b_in_a, query, m);
    else
        fs__manifold3_convex(a, b, b_in_a, query, m);
    if (m->count == 0)
        *m = (struct fs__manifold3){ .gap = m->gap };
}
