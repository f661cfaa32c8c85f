/* level_bsp.c: a level of convex solids as planes with solid and empty leaves; see level_bsp.h. */
#include "physics3d/broadphase/level_bsp.h"

#include <fixstep/int128.h>
#include <fixstep/trig.h>

/* ---- sides ---------------------------------------------------------------------------------------------------- */

/* The normal's length, rounded up. */
static int64_t length_above(fs_unit3 n)
{
    uint64_t square = (uint64_t)((int64_t)n.x * n.x) + (uint64_t)((int64_t)n.y * n.y) + (uint64_t)((int64_t)n.z * n.z);
    uint64_t root = fs_isqrt64(square);
    return (int64_t)(root + (root * root < square));
}

/* (p - point) . normal, exactly. */
static fs_i128 offset_of(const struct fs__level_plane3 *plane, fs_pos3 p)
{
    fs_i128 x = fs_i128_mul(fs_sat64_sub(p.x, plane->point.x), plane->normal.x),
            y = fs_i128_mul(fs_sat64_sub(p.y, plane->point.y), plane->normal.y),
            z = fs_i128_mul(fs_sat64_sub(p.z, plane->point.z), plane->normal.z);
    return fs_i128_add(fs_i128_add(x, y), z);
}

int fs__level_side3(const struct fs__level_plane3 *plane, fs_pos3 centre, fs_pos radius)
{
    fs_i128 offset = offset_of(plane, centre), reach = fs_i128_mul(radius, length_above(plane->normal));
    if (fs_i128_cmp(offset, reach) >= 0 && fs_i128_sign(offset) > 0)
        return 1;
    return fs_i128_cmp(fs_i128_neg(offset), reach) >= 0 && fs_i128_sign(offset) < 0 ? -1 : 0;
}

/* As of spheres, of a box: by its corners. */
static int side_of_box(const struct fs__level_plane3 *plane, fs_aabb3 box)
{
    unsigned front = 0, behind = 0;
    for (unsigned k = 0; k < 8; k++) {
        fs_pos3 corner = fs_pos3_make(k & 1u ? box.high.x : box.low.x, k & 2u ? box.high.y : box.low.y,
                                      k & 4u ? box.high.z : box.low.z);
        int side = fs__level_side3(plane, corner, 0);
        front += side > 0;
        behind += side < 0;
    }
    return front == 8 ? 1 : behind == 8 ? -1 : 0;
}

/* ---- building ------------------------------------------------------------------------------------------------- */

/* The solids that reach into a region, and which planes of each are still to be placed. */
struct region {
    uint32_t count;
    uint16_t solid[FS__LEVEL_MAX_SOLIDS];
    uint16_t left[FS__LEVEL_MAX_SOLIDS];
};

struct build {
    struct fs__level_bsp3 *b;
    const struct fs__level_solid3 *solids;
};

static bool is_filled(const struct region *r)
{
    bool filled = false;
    for (uint32_t i = 0; i < r->count; i++)
        filled |= r->left[i] == 0;
    return filled;
}

/* A plane of one of the solids: the one with which the larger side has fewest solids. */
static const struct fs__level_plane3 *choose_plane(const struct build *u, const struct region *r, uint32_t *owner,
                                                   uint32_t *number)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < r->count; i++)
        for (uint32_t k = 0; k < u->solids[r->solid[i]].planes; k++) {
            uint32_t front = 0, behind = 1;
            if ((r->left[i] >> k & 1u) == 0)
                continue;
            for (uint32_t j = 0; j < r->count; j++) {
                int side = j == i ? 0 : side_of_box(&u->solids[r->solid[i]].plane[k], u->solids[r->solid[j]].box);
                front += j != i && side >= 0;
                behind += j != i && side <= 0;
            }
            if (fs_max_u32(front, behind) >= least)
                continue;
            least = fs_max_u32(front, behind);
            *owner = i;
            *number = k;
        }
    return &u->solids[r->solid[*owner]].plane[*number];
}

/* The solids of a region on one side of a plane of number `number` of its solid `owner`, which lies behind it. */
static struct region cut(const struct build *u, const struct region *r, const struct fs__level_plane3 *plane,
                         uint32_t owner, uint32_t number, int side)
{
    struct region part = { .count = 0 };
    for (uint32_t i = 0; i < r->count; i++) {
        int where = i == owner ? -1 : side_of_box(plane, u->solids[r->solid[i]].box);
        if (where == -side)
            continue;
        part.solid[part.count] = r->solid[i];
        part.left[part.count++] = (uint16_t)(i == owner ? r->left[i] & ~(1u << number) : r->left[i]);
    }
    return part;
}

/* Returns the child that stands for a region. Each level of the recursion has placed one more plane of a solid. */
static int32_t build_region(const struct build *u, const struct region *r, bool *fits)
{
    uint32_t owner = 0, number = 0;
    if (r->count == 0)
        return FS__LEVEL_EMPTY;
    if (is_filled(r))
        return FS__LEVEL_SOLID;
    if (u->b->count == u->b->capacity) {
        *fits = false;
        return FS__LEVEL_EMPTY;
    }
    const struct fs__level_plane3 *plane = choose_plane(u, r, &owner, &number);
    uint32_t n = u->b->count++;
    struct region front = cut(u, r, plane, owner, number, 1), behind = cut(u, r, plane, owner, number, -1);
    u->b->node[n].plane = *plane;
    int32_t child = build_region(u, &front, fits);
    u->b->node[n].front = child;
    child = build_region(u, &behind, fits);
    u->b->node[n].behind = child;
    return (int32_t)n;
}

bool fs__level_bsp3_build(struct fs__level_bsp3 *b, const struct fs__level_solid3 *solids, uint32_t count)
{
    struct build u = { b, solids };
    struct region all = { .count = count };
    bool fits = true;
    FS_ASSERT(count <= FS__LEVEL_MAX_SOLIDS);
    for (uint32_t i = 0; i < count; i++) {
        FS_ASSERT(solids[i].planes > 0 && solids[i].planes <= FS__LEVEL_MAX_PLANES);
        all.solid[i] = (uint16_t)i;
        all.left[i] = (uint16_t)((1u << solids[i].planes) - 1);
    }
    b->count = 0;
    b->root = build_region(&u, &all, &fits);
    return fits;
}

/* ---- queries -------------------------------------------------------------------------------------------------- */

static bool hits_below(const struct fs__level_bsp3 *b, int32_t child, fs_pos3 centre, fs_pos radius)
{
    while (child >= 0) {
        const struct fs__level_node3 *n = &b->node[child];
        int side = fs__level_side3(&n->plane, centre, radius);
        if (side == 0 && hits_below(b, n->front, centre, radius))
            return true;
        child = side > 0 ? n->front : n->behind;
    }
    return child == FS__LEVEL_SOLID;
}

bool fs__level_bsp3_hits(const struct fs__level_bsp3 *b, fs_pos3 centre, fs_pos radius)
{
    return hits_below(b, b->root, centre, radius);
}
