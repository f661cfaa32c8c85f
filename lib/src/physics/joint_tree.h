/* joint_tree.h: finds the trees of rigid joints that are solved together, and numbers them for elimination.
 *
 * A tree consists of rigid joints between movable bodies; immovable bodies connect nothing, so a chain may be tied to the
 * ground at both ends. The joints of a tree are numbered from its root outward, so that the joints on one body away from
 * the root (`first_sibling` on) follow each other. A joint shares a body, the one towards the root, with the joint `parent`
 * of that body and with the siblings before it: these are its neighbours. It is eliminated before them, and elimination
 * couples no others.
 *
 * Joints that close loops, few of them, have the first numbers of their tree: they are eliminated last. Each is a neighbour of
 * the closing joints after it and of all joints of the tree. With most of these it shares no body; elimination couples it with
 * the joints between its bodies and the root, and with those beside them, which `coupled` tells.
 */
#ifndef FS_PHYSICS_JOINT_TREE_H
#define FS_PHYSICS_JOINT_TREE_H

#include <fixstep/arena.h>
#include <fixstep/num.h>

#include "physics/island_batches.h"

enum {
    FS__JOINT_TREE_PAIRS_PER_JOINT = 2, /* most pairs of neighbours per joint of a tree: bounds memory and time */
    FS__JOINT_TREE_MAX_LOOPS = 8,       /* of a tree; likewise */
    FS__JOINT_TREE_NO_PARENT = -1
};

/* The solver bodies of a joint, FS__STATIC_SOLVER_BODY for one that joints cannot move. Both immovable: no part of a
 * tree. */
struct fs__joint_ends {
    uint32_t a, b;
    bool needs_tree; /* rows that are solved one by one do not do for it */
};

struct fs__joint_graph {
    uint32_t bodies, joints; /* solver bodies; joints of the tick */
    const struct fs__joint_ends *ends;
    const bool *weak;    /* by joint: may be left out of a tree; NULL: none */
    uint32_t min_joints; /* of a tree that is not tied to the ground and has no joint that needs it */
    uint32_t max_loops;  /* of a tree, at most FS__JOINT_TREE_MAX_LOOPS */
};

struct fs__tree_joint {
    uint32_t index; /* in `ends` */
    int32_t parent; /* FS__JOINT_TREE_NO_PARENT at the root */
    uint32_t first_sibling;
    uint32_t first_block; /* of the couplings: with closing joints, the parent, the siblings before this one */
    uint32_t body[2];     /* of a and b: places in `body` of the trees; 0: immovable */
    uint32_t first_closing;
    uint8_t closing_count; /* of the neighbours: from first_closing on */
    uint8_t coupled;       /* which of these, one bit each */
    uint8_t near_end;      /* 0: body a is the one towards the root; 1: b */
    bool closes;           /* a loop: no body is the one towards the root */
};

/* Joints [first, end) and bodies [body_first, body_end). */
struct fs__joint_tree {
    uint32_t first, end;
    uint32_t loops; /* joints that close one: from `first` on */
    uint32_t body_first, body_end;
    int32_t scale;    /* the largest of its rows; the solver's */
    bool exact;       /* at most one joint with an immovable body: positions are solved for to the third order */
    bool touched;     /* contacts act on its bodies; the solver's, in space */
    bool pushed;      /* springs, motors or joints outside the tree do, in the plane contacts too; the solver's */
    bool tied;        /* to an immovable body; in space also by a locked axis */
    uint32_t rounds;  /* with contacts before the last one, where contacts act on it; the solver's */
    bool ready;       /* for impacts at the end of the tick; the solver's */
    uint32_t bounces; /* contacts that rebound from it; likewise */
    uint32_t hits;    /* impacts of these; likewise */
    bool balanced;    /* its joints do no work; the solver's */
    bool watched;     /* its energy is, in this substep; likewise */
    int64_t excess;   /* energy that its joints gave and have not taken back; likewise */
};

struct fs__joint_trees {
    struct fs__tree_joint *joint;
    struct fs__joint_tree *tree;
    uint32_t *body; /* solver bodies; [0] is immovable */
    uint32_t joint_count, block_count, tree_count, body_count;
};

/* Takes room for `joints` joints; false when the arena is full. */
bool fs__joint_trees_alloc(struct fs__joint_trees *t, uint32_t joints, fs_arena *arena);
/* Most places in `body`, and couplings, of `joints` joints. */
size_t fs__joint_trees_max_bodies(uint32_t joints);
static inline size_t fs__joint_trees_max_blocks(uint32_t joints, uint32_t max_loops)
{
    return (size_t)joints * (FS__JOINT_TREE_PAIRS_PER_JOINT + max_loops);
}
/* Finds all trees. Joints in no tree are stored in `rest` (indices in `ends`, ascending). `work` is for work; false when it
 * is full. The result depends on the order of bodies and joints alone. */
bool fs__joint_trees_find(struct fs__joint_trees *t, const struct fs__joint_graph *graph, uint32_t *rest,
                          uint32_t *rest_count, fs_arena work);
/* Removes the trees that are marked; the others keep their order. */
void fs__joint_trees_remove(struct fs__joint_trees *t, const bool *marked);
/* Bytes of arena of both. */
size_t fs__joint_trees_arena_size(uint32_t bodies, uint32_t joints);

static inline uint32_t fs__tree_joint_neighbours(const struct fs__tree_joint *node, uint32_t k)
{
    return node->closing_count + (node->parent != FS__JOINT_TREE_NO_PARENT) + k - node->first_sibling;
}

/* The n-th neighbour of a joint. */
static inline uint32_t fs__tree_joint_neighbour(const struct fs__tree_joint *node, uint32_t n)
{
    if (n < node->closing_count)
        return node->first_closing + n;
    n -= node->closing_count;
    if (node->parent == FS__JOINT_TREE_NO_PARENT)
        return node->first_sibling + n;
    return n == 0 ? (uint32_t)node->parent : node->first_sibling + n - 1;
}

/* Whether it is coupled with its n-th neighbour. */
static inline bool fs__tree_joint_couples(const struct fs__tree_joint *node, uint32_t n)
{
    return n >= node->closing_count || (node->coupled >> n & 1u) != 0;
}

#endif
