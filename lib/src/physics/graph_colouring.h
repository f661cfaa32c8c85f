/* graph_colouring.h: divides the constraint rows of a solver into colours, and lays the colours out in blocks of lanes.
 *
 * A row acts on two bodies. No movable body is in two rows of one colour, so the rows of a colour may be solved in any
 * order, in the lanes of a vector or on several threads, with the result of a serial loop. A colour is divided by the
 * kind of its rows (such as contacts of two points and of one), so that a block holds one kind. A group is one kind of
 * one colour; the last group holds the rows for which no colour was left: they must be solved one after the other.
 *
 * Greedy, in the order of the calls: the lowest colour that neither movable body uses yet; for a row with an immovable
 * body the highest, so that the ground is solved last in a pass. The result depends on that order alone.
 */
#ifndef FS_PHYSICS_GRAPH_COLOURING_H
#define FS_PHYSICS_GRAPH_COLOURING_H

#include <stddef.h>

#include <fixstep/num.h>

enum {
    FS__COLOURING_COLOURS = 24,
    FS__COLOURING_MAX_KINDS = 4,
    FS__COLOURING_MAX_GROUPS = FS__COLOURING_COLOURS * FS__COLOURING_MAX_KINDS + 1
};

/* Bit of a body's `used`: no row moves the body. */
#define FS__COLOURING_IMMOVABLE ((uint32_t)1 << 31)

struct fs__colouring {
    uint32_t *used; /* by body: bit set of its colours, or FS__COLOURING_IMMOVABLE; the caller's */
    uint32_t kinds;
    uint32_t overflow;                            /* the last group */
    uint32_t size[FS__COLOURING_MAX_GROUPS];      /* rows of each group: colour * kinds + kind */
    uint32_t first[FS__COLOURING_MAX_GROUPS + 1]; /* first block of each group; [overflow + 1]: all blocks */
};

/* Begins without rows. `used` holds 0 or FS__COLOURING_IMMOVABLE for every body of the rows to come; 1 to
 * FS__COLOURING_MAX_KINDS kinds. */
void fs__colouring_begin(struct fs__colouring *c, uint32_t *used, uint32_t kinds);

/* Sets `first` for blocks of `lanes` rows, and returns the number of blocks. */
uint32_t fs__colouring_lay_out_blocks(struct fs__colouring *c, uint32_t lanes);

/* Upper bound of that number for `rows` rows. */
static inline size_t fs__colouring_max_blocks(uint32_t rows, uint32_t kinds, uint32_t lanes)
{
    return (size_t)rows / lanes + FS__COLOURING_COLOURS * kinds + 1;
}

static inline bool fs__colouring_is_movable(const struct fs__colouring *c, uint32_t body)
{
    return (c->used[body] & FS__COLOURING_IMMOVABLE) == 0;
}

/* The colour of a row between bodies `a` and `b`, or FS__COLOURING_COLOURS where none is left. */
static inline uint32_t fs__colouring_pick(const struct fs__colouring *c, uint32_t a, uint32_t b)
{
    const uint32_t all = ((uint32_t)1 << FS__COLOURING_COLOURS) - 1;
    uint32_t both = c->used[a] | c->used[b], free_colours = ~both & all;
    if (free_colours == 0)
        return FS__COLOURING_COLOURS;
    uint32_t candidates = (both & FS__COLOURING_IMMOVABLE) != 0 ? free_colours : free_colours & (0u - free_colours);
    return (uint32_t)fs_bit_width64(candidates) - 1;
}

/* Assigns a group to a row of `kind` (below `kinds`) between bodies `a` and `b`, and returns the group. */
static inline uint32_t fs__colouring_add(struct fs__colouring *c, uint32_t a, uint32_t b, uint32_t kind)
{
    uint32_t colour = fs__colouring_pick(c, a, b), group = c->overflow;
    if (colour < FS__COLOURING_COLOURS) {
        if (fs__colouring_is_movable(c, a))
            c->used[a] |= (uint32_t)1 << colour;
        if (fs__colouring_is_movable(c, b))
            c->used[b] |= (uint32_t)1 << colour;
        group = colour * c->kinds + kind;
    }
    c->size[group]++;
    return group;
}

#endif
