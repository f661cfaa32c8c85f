/* aabb_tree.h: a dynamic tree of boxes: the types and functions that its files share.
 *
 * A node holds the boxes of its two children. Boxes are quantised: 32 bits per side, by a monotonic map (a shift,
 * an origin, saturation), so that boxes that overlap also overlap when quantised; broadphase.c tests them exactly. With n >= 2 boxes sibling_box
 * are n - 1 nodes, numbers 0 .. n - 2, without holes. Links are numbers, never addresses.
 */
#ifndef FS_PHYSICS2D_BROADPHASE_TREE_H
#define FS_PHYSICS2D_BROADPHASE_TREE_H

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "physics2d/broadphase/broadphase_internal.h"

#define FS__AABB_TREE_LEAF 0x80000000u  /* a child that is a row, not a node */
#define FS__AABB_TREE_NONE UINT32_MAX   /* as a slot: not in the tree; as a parent: none, the node is the root */
enum { FS__AABB_TREE_MAX_HEIGHT = 64 }; /* largest height of the root: bounds the stack of a query */

/* (low x, low y, ~high x, ~high y): the union is the minimum of each component, and a box is inside another one when
 * none of its four is below the other's. */
struct fs__quantised_aabb {
    int32_t v[4];
};

/* `child`: a node or a row. `parent`: node * 2 + side of the link to it. */
struct fs__aabb_tree_node {
    struct fs__quantised_aabb box[2];
    uint32_t child[2];
    uint32_t parent;
    uint32_t height; /* greater than that of both children */
};

/* At the front of the memory; fs__broadphase_open() continues with a tree whose header is valid. */
struct fs__aabb_tree_header {
    uint64_t magic;
    int64_t origin_x, origin_y; /* in coarse steps */
    uint32_t shift;
    uint32_t capacity;
    uint32_t count;      /* rows in the tree */
    uint32_t root;       /* a child; FS__AABB_TREE_NONE: empty */
    uint32_t slot_count; /* rows below this have an entry in `slot` */
    uint32_t outside;    /* boxes beyond the map when it was chosen */
};

struct fs__aabb_tree {
    struct fs__aabb_tree_header *header;
    struct fs__aabb_tree_node *node;   /* capacity */
    uint32_t *slot;                    /* row -> node * 2 + side of the link to it; 0 for a row that is the root */
    uint32_t *todo;                    /* rows to update */
    struct fs__quantised_aabb *coarse; /* row -> its box, while the tree is built */
};

/* ---- coarse boxes ---- */

static inline int32_t fs__quantised_aabb_side(int64_t v, unsigned shift, int64_t origin)
{
    return fs_sat32(fs_asr64(v, shift) - origin);
}

static inline struct fs__quantised_aabb fs__aabb_tree_quantise(const struct fs__aabb_tree_header *m, fs_aabb2 box)
{
    struct fs__quantised_aabb c = { { fs__quantised_aabb_side(box.low.x, m->shift, m->origin_x),
                                      fs__quantised_aabb_side(box.low.y, m->shift, m->origin_y),
                                      ~fs__quantised_aabb_side(box.high.x, m->shift, m->origin_x),
                                      ~fs__quantised_aabb_side(box.high.y, m->shift, m->origin_y) } };
    return c;
}

/* Whether `c` is exactly the coarse box, which then lies within the map. */
static inline bool fs__quantised_aabb_matches(const struct fs__aabb_tree_header *m, const struct fs__quantised_aabb *c,
                                              const fs_pos2 *low, const fs_pos2 *high)
{
    int64_t lx = fs_asr64(low->x, m->shift) - m->origin_x, ly = fs_asr64(low->y, m->shift) - m->origin_y;
    int64_t hx = fs_asr64(high->x, m->shift) - m->origin_x, hy = fs_asr64(high->y, m->shift) - m->origin_y;
    return ((lx ^ c->v[0]) | (ly ^ c->v[1]) | (hx ^ ~(int64_t)c->v[2]) | (hy ^ ~(int64_t)c->v[3])) == 0;
}

/* The four sides at once with SSE2, which every x86-64 processor has; the results are equal. */
#ifdef __SSE2__
static inline __m128i fs__quantised_aabb_load(const struct fs__quantised_aabb *c)
{
    return _mm_loadu_si128((const __m128i *)(const void *)c->v);
}

static inline bool fs__quantised_aabb_equal(struct fs__quantised_aabb a, struct fs__quantised_aabb b)
{
    return _mm_movemask_epi8(_mm_cmpeq_epi32(fs__quantised_aabb_load(&a), fs__quantised_aabb_load(&b))) == 0xFFFF;
}

static inline bool fs__quantised_aabb_contains(const struct fs__quantised_aabb *a, const struct fs__quantised_aabb *b)
{
    return _mm_movemask_epi8(_mm_cmpgt_epi32(fs__quantised_aabb_load(a), fs__quantised_aabb_load(b))) == 0;
}

static inline struct fs__quantised_aabb fs__quantised_aabb_union(struct fs__quantised_aabb a,
                                                                 struct fs__quantised_aabb b)
{
    struct fs__quantised_aabb c;
    __m128i va = fs__quantised_aabb_load(&a), vb = fs__quantised_aabb_load(&b), more = _mm_cmpgt_epi32(va, vb);
    va = _mm_or_si128(_mm_and_si128(more, vb), _mm_andnot_si128(more, va));
    _mm_storeu_si128((__m128i *)(void *)c.v, va);
    return c;
}
#else
static inline bool fs__quantised_aabb_equal(struct fs__quantised_aabb a, struct fs__quantised_aabb b)
{
    return ((a.v[0] ^ b.v[0]) | (a.v[1] ^ b.v[1]) | (a.v[2] ^ b.v[2]) | (a.v[3] ^ b.v[3])) == 0;
}

/* Whether b lies in a: all four of a are at most those of b. */
static inline bool fs__quantised_aabb_contains(const struct fs__quantised_aabb *a, const struct fs__quantised_aabb *b)
{
    return ((a->v[0] > b->v[0]) | (a->v[1] > b->v[1]) | (a->v[2] > b->v[2]) | (a->v[3] > b->v[3])) == 0;
}

static inline struct fs__quantised_aabb fs__quantised_aabb_union(struct fs__quantised_aabb a,
                                                                 struct fs__quantised_aabb b)
{
    struct fs__quantised_aabb c = { { fs_min32(a.v[0], b.v[0]), fs_min32(a.v[1], b.v[1]), fs_min32(a.v[2], b.v[2]),
                                      fs_min32(a.v[3], b.v[3]) } };
    return c;
}
#endif

/* Half the length of the outline, -2 for an empty box of a point: only compared. */
static inline int64_t fs__quantised_aabb_half_perimeter(struct fs__quantised_aabb a)
{
    return -((int64_t)a.v[0] + a.v[1] + a.v[2] + a.v[3]);
}

/* ---- tree_edit.c: keeps every rule above ---- */

void fs__aabb_tree_clear(struct fs__aabb_tree *t);
void fs__aabb_tree_insert(struct fs__aabb_tree *t, uint32_t row, struct fs__quantised_aabb box);
void fs__aabb_tree_remove(struct fs__aabb_tree *t, uint32_t row);
/* Another box for a row of the tree. */
void fs__aabb_tree_move(struct fs__aabb_tree *t, uint32_t row, struct fs__quantised_aabb box);
/* ---- tree_build.c: anew from `count` rows in todo, with their boxes in `coarse` ---- */
void fs__aabb_tree_build(struct fs__aabb_tree *t, uint32_t count);
/* ---- tree_walk.c ---- */
void fs__aabb_tree_walk(const void *self, const struct fs__broadphase_aabb_columns *boxes,
                        const struct fs__broadphase_target *aim, struct fs__broadphase_result *found);

#endif
