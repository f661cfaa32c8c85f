/* aabb_tree.h: a dynamic tree of boxes: the types and functions that its files share.
 *
 * A node holds the boxes of its two children. Boxes are quantised: 32 bits per side, by a monotonic map (a shift, an
 * origin, saturation), so that boxes that overlap also overlap when quantised; broadphase.inl tests them exactly. With
 * n >= 2 boxes there are n - 1 nodes, numbers 0 .. n - 2, without holes. Links are numbers, never addresses.
 *
 * Template: included by the files of one dimension after its dimension.h.
 */
#ifndef FS_PHYSICS_BROADPHASE_AABB_TREE_H
#define FS_PHYSICS_BROADPHASE_AABB_TREE_H

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "physics/broadphase/broadphase_internal.h"

#define fs__aabb_treeN FS__NAME(fs__aabb_tree, )
#define fs__aabb_treeN_build FS__NAME(fs__aabb_tree, _build)
#define fs__aabb_treeN_clear FS__NAME(fs__aabb_tree, _clear)
#define fs__aabb_treeN_header FS__NAME(fs__aabb_tree, _header)
#define fs__aabb_treeN_insert FS__NAME(fs__aabb_tree, _insert)
#define fs__aabb_treeN_is_valid FS__NAME(fs__aabb_tree, _is_valid)
#define fs__aabb_treeN_merge FS__NAME(fs__aabb_tree, _merge)
#define fs__aabb_treeN_cluster FS__NAME(fs__aabb_tree, _cluster)
#define fs__aabb_treeN_move FS__NAME(fs__aabb_tree, _move)
#define fs__aabb_treeN_node FS__NAME(fs__aabb_tree, _node)
#define fs__aabb_treeN_quantise FS__NAME(fs__aabb_tree, _quantise)
#define fs__aabb_treeN_remove FS__NAME(fs__aabb_tree, _remove)
#define fs__aabb_treeN_walk FS__NAME(fs__aabb_tree, _walk)
#define fs__quantised_aabbN FS__NAME(fs__quantised_aabb, )
#define fs__quantised_aabbN_contains FS__NAME(fs__quantised_aabb, _contains)
#define fs__quantised_aabbN_equal FS__NAME(fs__quantised_aabb, _equal)
#define fs__quantised_aabbN_half_surface FS__NAME(fs__quantised_aabb, _half_surface)
#define fs__quantised_aabbN_matches FS__NAME(fs__quantised_aabb, _matches)
#define fs__quantised_aabbN_union FS__NAME(fs__quantised_aabb, _union)

#define FS__AABB_TREE_LEAF 0x80000000u  /* a child that is a row, not a node */
#define FS__AABB_TREE_NONE UINT32_MAX   /* as a slot: not in the tree; as a parent: none, the node is the root */
enum { FS__AABB_TREE_MAX_HEIGHT = 64 }; /* largest height of the root: bounds the stack of a query */

/* The low side of each axis, then the complement of each high side: the union is the minimum of each number, and a box is
 * inside another one when none of its numbers is below the other's. In space a node is one cache line. */
struct fs__quantised_aabbN {
    int32_t v[2 * FS__AXES];
};

/* `child`: a node or a row. `parent`: node * 2 + side of the link to it. */
struct fs__aabb_treeN_node {
    struct fs__quantised_aabbN box[2];
    uint32_t child[2];
    uint32_t parent;
    uint32_t height; /* greater than that of both children */
};

/* At the front of the memory; fs__broadphaseN_open() continues with a tree whose header is valid. */
struct fs__aabb_treeN_header {
    uint64_t magic;
    int64_t origin[FS__AXES]; /* in coarse steps */
    uint32_t shift;
    uint32_t capacity;
    uint32_t count;                  /* rows in the tree */
    uint32_t root;                   /* a child; FS__AABB_TREE_NONE: empty */
    uint32_t slot_count;             /* rows below this have an entry in `slot` */
    uint32_t outside;                /* boxes beyond the map when it was chosen */
    struct fs__quantised_aabbN lone; /* the box of a row that is the root: no node holds it */
};

struct fs__aabb_treeN {
    struct fs__aabb_treeN_header *header;
    struct fs__aabb_treeN_node *node;       /* capacity */
    uint32_t *slot;                         /* row -> node * 2 + side of the link to it; 0 for a row that is the root */
    uint32_t *todo;                         /* rows to update */
    struct fs__quantised_aabbN *coarse;     /* row -> its box, while the tree is built */
    struct fs__aabb_treeN_cluster *cluster; /* capacity, of a tree that is built from the leaves up; otherwise NULL */
};

/* A subtree that has no parent yet. */
struct fs__aabb_treeN_cluster {
    uint64_t key; /* its place on the curve */
    struct fs__quantised_aabbN box;
    uint32_t child;
    uint32_t nearest, mate; /* another cluster; the one to join in this round, or itself */
};

/* ---- coarse boxes ---- */

static inline int32_t fs__quantised_aabb_side(int64_t v, unsigned shift, int64_t origin)
{
    return fs_sat32(fs_asr64(v, shift) - origin);
}

static inline struct fs__quantised_aabbN fs__aabb_treeN_quantise(const struct fs__aabb_treeN_header *m, fs_aabbN box)
{
    int64_t low[FS__AXES], high[FS__AXES];
    struct fs__quantised_aabbN c;
    fs__posN_to_axes(box.low, low);
    fs__posN_to_axes(box.high, high);
    for (unsigned k = 0; k < FS__AXES; k++) {
        c.v[k] = fs__quantised_aabb_side(low[k], m->shift, m->origin[k]);
        c.v[k + FS__AXES] = ~fs__quantised_aabb_side(high[k], m->shift, m->origin[k]);
    }
    return c;
}

/* Whether `c` is exactly the coarse box, which then lies within the map. */
static inline bool fs__quantised_aabbN_matches(const struct fs__aabb_treeN_header *m,
                                               const struct fs__quantised_aabbN *c, fs_aabbN box)
{
    int64_t low[FS__AXES], high[FS__AXES], differences = 0;
    fs__posN_to_axes(box.low, low);
    fs__posN_to_axes(box.high, high);
    for (unsigned k = 0; k < FS__AXES; k++) {
        differences |= (fs_asr64(low[k], m->shift) - m->origin[k]) ^ c->v[k];
        differences |= (fs_asr64(high[k], m->shift) - m->origin[k]) ^ ~(int64_t)c->v[k + FS__AXES];
    }
    return differences == 0;
}

/* Four sides at once with SSE2, which every x86-64 processor has: the first four and the last four, which overlap in space
 * and are the same in the plane. The results are equal. */
#ifdef __SSE2__
enum { FS__QUANTISED_AABB_LAST = 2 * FS__AXES - 4 };

static inline __m128i fs__quantised_aabb_load(const int32_t *side)
{
    return _mm_loadu_si128((const __m128i *)(const void *)side);
}

static inline bool fs__quantised_aabbN_equal(struct fs__quantised_aabbN a, struct fs__quantised_aabbN b)
{
    const unsigned last = FS__QUANTISED_AABB_LAST;
    __m128i low = _mm_cmpeq_epi32(fs__quantised_aabb_load(a.v), fs__quantised_aabb_load(b.v));
    __m128i high = _mm_cmpeq_epi32(fs__quantised_aabb_load(&a.v[last]), fs__quantised_aabb_load(&b.v[last]));
    return _mm_movemask_epi8(_mm_and_si128(low, high)) == 0xFFFF;
}

static inline bool fs__quantised_aabbN_contains(const struct fs__quantised_aabbN *a,
                                                const struct fs__quantised_aabbN *b)
{
    const unsigned last = FS__QUANTISED_AABB_LAST;
    __m128i low = _mm_cmpgt_epi32(fs__quantised_aabb_load(a->v), fs__quantised_aabb_load(b->v));
    __m128i high = _mm_cmpgt_epi32(fs__quantised_aabb_load(&a->v[last]), fs__quantised_aabb_load(&b->v[last]));
    return _mm_movemask_epi8(_mm_or_si128(low, high)) == 0;
}

static inline __m128i fs__quantised_aabb_min(__m128i a, __m128i b)
{
    __m128i more = _mm_cmpgt_epi32(a, b);
    return _mm_or_si128(_mm_and_si128(more, b), _mm_andnot_si128(more, a));
}

static inline struct fs__quantised_aabbN fs__quantised_aabbN_union(struct fs__quantised_aabbN a,
                                                                   struct fs__quantised_aabbN b)
{
    const unsigned last = FS__QUANTISED_AABB_LAST;
    struct fs__quantised_aabbN c;
    __m128i low = fs__quantised_aabb_min(fs__quantised_aabb_load(a.v), fs__quantised_aabb_load(b.v));
    __m128i high = fs__quantised_aabb_min(fs__quantised_aabb_load(&a.v[last]), fs__quantised_aabb_load(&b.v[last]));
    _mm_storeu_si128((__m128i *)(void *)c.v, low);
    _mm_storeu_si128((__m128i *)(void *)&c.v[last], high);
    return c;
}
#else
static inline bool fs__quantised_aabbN_equal(struct fs__quantised_aabbN a, struct fs__quantised_aabbN b)
{
    int32_t differences = 0;
    for (unsigned k = 0; k < 2 * FS__AXES; k++)
        differences |= a.v[k] ^ b.v[k];
    return differences == 0;
}

/* Whether b lies in a: no number of a is above that of b. */
static inline bool fs__quantised_aabbN_contains(const struct fs__quantised_aabbN *a,
                                                const struct fs__quantised_aabbN *b)
{
    unsigned outside = 0;
    for (unsigned k = 0; k < 2 * FS__AXES; k++)
        outside |= a->v[k] > b->v[k];
    return outside == 0;
}

static inline struct fs__quantised_aabbN fs__quantised_aabbN_union(struct fs__quantised_aabbN a,
                                                                   struct fs__quantised_aabbN b)
{
    struct fs__quantised_aabbN c;
    for (unsigned k = 0; k < 2 * FS__AXES; k++)
        c.v[k] = fs_min32(a.v[k], b.v[k]);
    return c;
}
#endif

/* Half the surface of a box, with sides in quarters of steps so that products fit: sides are below 2^32 steps. In the plane
 * half its outline, -2 for an empty box of a point. Only compared. */
static inline int64_t fs__quantised_aabbN_half_surface(struct fs__quantised_aabbN a)
{
#if FS__DIMENSION == 2
    return -((int64_t)a.v[0] + a.v[1] + a.v[2] + a.v[3]);
#else
    int64_t x = fs_asr64(-((int64_t)a.v[0] + a.v[3]), 2), y = fs_asr64(-((int64_t)a.v[1] + a.v[4]), 2),
            z = fs_asr64(-((int64_t)a.v[2] + a.v[5]), 2);
    return x * y + y * z + z * x;
#endif
}

/* ---- aabb_tree.inl: whether the links, boxes and heights are those of a tree of exactly the rows in use ---- */
bool fs__aabb_treeN_is_valid(struct fs__aabb_treeN *t, const struct fs__broadphaseN_aabb_columns *boxes);

/* ---- aabb_tree_edit.inl: keeps every rule above ---- */

void fs__aabb_treeN_clear(struct fs__aabb_treeN *t);
void fs__aabb_treeN_insert(struct fs__aabb_treeN *t, uint32_t row, struct fs__quantised_aabbN box);
void fs__aabb_treeN_remove(struct fs__aabb_treeN *t, uint32_t row);
/* Another box for a row of the tree. */
void fs__aabb_treeN_move(struct fs__aabb_treeN *t, uint32_t row, struct fs__quantised_aabbN box);
/* ---- aabb_tree_build.inl: anew from `count` rows in todo, with their boxes in `coarse` ---- */
void fs__aabb_treeN_build(struct fs__aabb_treeN *t, uint32_t count);
/* ---- aabb_tree_merge.inl: the same from the leaves up; the height may be beyond FS__AABB_TREE_MAX_HEIGHT ---- */
void fs__aabb_treeN_merge(struct fs__aabb_treeN *t, uint32_t count);
/* ---- aabb_tree_walk.inl ---- */
void fs__aabb_treeN_walk(const void *self, const struct fs__broadphaseN_aabb_columns *boxes,
                         const struct fs__broadphaseN_target *aim, struct fs__row_list *found);

#endif
