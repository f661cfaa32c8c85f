/* aabb_tree.h: a dynamic tree of boxes: the types and functions that its files share.
 *
 * A node holds the boxes of its two children. Boxes are quantised: 32 bits per side, by a monotonic map (a shift,
 * an origin, saturation), so that boxes that overlap also overlap when quantised; broadphase.c tests them exactly. With n >= 2 boxes there
 * are n - 1 nodes, numbers 0 .. n - 2, without holes. Links are numbers, never addresses.
 */
#ifndef FS_PHYSICS3D_BROADPHASE_TREE_H
#define FS_PHYSICS3D_BROADPHASE_TREE_H

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "physics3d/broadphase/broadphase_internal.h"

#define FS__AABB_TREE3_LEAF 0x80000000u  /* a child that is a row, not a node */
#define FS__AABB_TREE3_NONE UINT32_MAX   /* as a slot: not in the tree; as a parent: none, the node is the root */
enum { FS__AABB_TREE3_MAX_HEIGHT = 64 }; /* largest height of the root: bounds the stack of a query */

/* (low x, y, z, ~high x, y, z): the union is the minimum of each component, and a box is inside another one when none of
 * its six is below the other's. A node is one cache line. */
struct fs__quantised_aabb3 {
    int32_t v[6];
};

/* `child`: a node or a row. `parent`: node * 2 + side of the link to it. */
struct fs__aabb_tree3_node {
    struct fs__quantised_aabb3 box[2];
    uint32_t child[2];
    uint32_t parent;
    uint32_t height; /* greater than that of both children */
};

/* At the front of the memory; fs__broadphase3_open() continues with a tree whose header is valid. */
struct fs__aabb_tree3_header {
    uint64_t magic;
    int64_t origin[3]; /* in coarse steps */
    uint32_t shift;
    uint32_t capacity;
    uint32_t count;      /* rows in the tree */
    uint32_t root;       /* a child; FS__AABB_TREE3_NONE: empty */
    uint32_t slot_count; /* rows below this have an entry in `slot` */
    uint32_t outside;    /* boxes beyond the map when it was chosen */
};

struct fs__aabb_tree3 {
    struct fs__aabb_tree3_header *header;
    struct fs__aabb_tree3_node *node;   /* capacity */
    uint32_t *slot;                     /* row -> node * 2 + side of the link to it; 0 for a row that is the root */
    uint32_t *todo;                     /* rows to update */
    struct fs__quantised_aabb3 *coarse; /* row -> its box, while the tree is built */
};

/* ---- coarse boxes ---- */

static inline int32_t fs__quantised_aabb3_side(int64_t v, unsigned shift, int64_t origin)
{
    return fs_sat32(fs_asr64(v, shift) - origin);
}

static inline struct fs__quantised_aabb3 fs__aabb_tree3_quantise(const struct fs__aabb_tree3_header *m, fs_aabb3 box)
{
    struct fs__quantised_aabb3 c = { { fs__quantised_aabb3_side(box.low.x, m->shift, m->origin[0]),
                                       fs__quantised_aabb3_side(box.low.y, m->shift, m->origin[1]),
                                       fs__quantised_aabb3_side(box.low.z, m->shift, m->origin[2]),
                                       ~fs__quantised_aabb3_side(box.high.x, m->shift, m->origin[0]),
                                       ~fs__quantised_aabb3_side(box.high.y, m->shift, m->origin[1]),
                                       ~fs__quantised_aabb3_side(box.high.z, m->shift, m->origin[2]) } };
    return c;
}

/* Whether `c` is exactly the coarse box, which then lies within the map. */
static inline bool fs__quantised_aabb3_matches(const struct fs__aabb_tree3_header *m,
                                               const struct fs__quantised_aabb3 *c, const fs_pos3 *low,
                                               const fs_pos3 *high)
{
    const int64_t lows[3] = { low->x, low->y, low->z }, highs[3] = { high->x, high->y, high->z };
    int64_t differences = 0;
    for (unsigned k = 0; k < 3; k++) {
        differences |= (fs_asr64(lows[k], m->shift) - m->origin[k]) ^ c->v[k];
        differences |= (fs_asr64(highs[k], m->shift) - m->origin[k]) ^ ~(int64_t)c->v[k + 3];
    }
    return differences == 0;
}

/* Four sides at once with SSE2, which every x86-64 processor has, in two steps that share two sides; the results are
 * equal. */
#ifdef __SSE2__
static inline __m128i fs__quantised_aabb3_load(const struct fs__quantised_aabb3 *c, unsigned from)
{
    return _mm_loadu_si128((const __m128i *)(const void *)&c->v[from]);
}

static inline bool fs__quantised_aabb3_equal(struct fs__quantised_aabb3 a, struct fs__quantised_aabb3 b)
{
    __m128i low = _mm_cmpeq_epi32(fs__quantised_aabb3_load(&a, 0), fs__quantised_aabb3_load(&b, 0));
    __m128i high = _mm_cmpeq_epi32(fs__quantised_aabb3_load(&a, 2), fs__quantised_aabb3_load(&b, 2));
    return _mm_movemask_epi8(_mm_and_si128(low, high)) == 0xFFFF;
}

static inline bool fs__quantised_aabb3_contains(const struct fs__quantised_aabb3 *a,
                                                const struct fs__quantised_aabb3 *b)
{
    __m128i low = _mm_cmpgt_epi32(fs__quantised_aabb3_load(a, 0), fs__quantised_aabb3_load(b, 0));
    __m128i high = _mm_cmpgt_epi32(fs__quantised_aabb3_load(a, 2), fs__quantised_aabb3_load(b, 2));
    return _mm_movemask_epi8(_mm_or_si128(low, high)) == 0;
}

static inline __m128i fs__quantised_aabb3_min(__m128i a, __m128i b)
{
    __m128i more = _mm_cmpgt_epi32(a, b);
    return _mm_or_si128(_mm_and_si128(more, b), _mm_andnot_si128(more, a));
}

static inline struct fs__quantised_aabb3 fs__quantised_aabb3_union(struct fs__quantised_aabb3 a,
                                                                   struct fs__quantised_aabb3 b)
{
    struct fs__quantised_aabb3 c;
    __m128i low = fs__quantised_aabb3_min(fs__quantised_aabb3_load(&a, 0), fs__quantised_aabb3_load(&b, 0));
    __m128i high = fs__quantised_aabb3_min(fs__quantised_aabb3_load(&a, 2), fs__quantised_aabb3_load(&b, 2));
    _mm_storeu_si128((__m128i *)(void *)&c.v[0], low);
    _mm_storeu_si128((__m128i *)(void *)&c.v[2], high);
    return c;
}
#else
static inline bool fs__quantised_aabb3_equal(struct fs__quantised_aabb3 a, struct fs__quantised_aabb3 b)
{
    int32_t differences = 0;
    for (unsigned k = 0; k < 6; k++)
        differences |= a.v[k] ^ b.v[k];
    return differences == 0;
}

/* Whether b lies in a: all six of a are at most those of b. */
static inline bool fs__quantised_aabb3_contains(const struct fs__quantised_aabb3 *a,
                                                const struct fs__quantised_aabb3 *b)
{
    unsigned outside = 0;
    for (unsigned k = 0; k < 6; k++)
        outside |= a->v[k] > b->v[k];
    return outside == 0;
}

static inline struct fs__quantised_aabb3 fs__quantised_aabb3_union(struct fs__quantised_aabb3 a,
                                                                   struct fs__quantised_aabb3 b)
{
    struct fs__quantised_aabb3 c;
    for (unsigned k = 0; k < 6; k++)
        c.v[k] = fs_min32(a.v[k], b.v[k]);
    return c;
}
#endif

/* Half the surface, with sides in quarters of steps so that products fit: only compared. Sides are below 2^32 steps. */
static inline int64_t fs__quantised_aabb3_half_area(struct fs__quantised_aabb3 a)
{
    int64_t x = fs_asr64(-((int64_t)a.v[0] + a.v[3]), 2), y = fs_asr64(-((int64_t)a.v[1] + a.v[4]), 2),
            z = fs_asr64(-((int64_t)a.v[2] + a.v[5]), 2);
    return x * y + y * z + z * x;
}

/* ---- aabb_tree_edit.c: keeps every rule above ---- */

void fs__aabb_tree3_clear(struct fs__aabb_tree3 *t);
void fs__aabb_tree3_insert(struct fs__aabb_tree3 *t, uint32_t row, struct fs__quantised_aabb3 box);
void fs__aabb_tree3_remove(struct fs__aabb_tree3 *t, uint32_t row);
/* Another box for a row of the tree. */
void fs__aabb_tree3_move(struct fs__aabb_tree3 *t, uint32_t row, struct fs__quantised_aabb3 box);
/* ---- aabb_tree_build.c: anew from `count` rows in todo, with their boxes in `coarse` ---- */
void fs__aabb_tree3_build(struct fs__aabb_tree3 *t, uint32_t count);
/* ---- aabb_tree_walk.c ---- */
void fs__aabb_tree3_walk(const void *self, const struct fs__broadphase3_aabb_columns *boxes,
                         const struct fs__broadphase3_target *aim, struct fs__broadphase3_result *found);

#endif
