/* graph_colouring.c: assigns contacts to colours, and colours to blocks.
 *
 * Greedy, in the order of the batch: the lowest colour that neither movable body uses yet; for a contact with an
 * immovable body the highest, so that the ground is solved last in a pass. The result depends on the order alone.
 */
#include "physics2d/solver/contact_block.h"

#define ALL_COLOURS (((uint32_t)1 << FS__SOLVER2_COLOURS) - 1)

static int lowest_bit(uint32_t v)
{
    return fs_bit_width64(v & (0u - v)) - 1;
}

static bool is_movable(const struct fs_world2 *w, uint32_t row)
{
    return w->body.type[row] == FS_BODY2_DYNAMIC && (w->body.inv_mass[row].m | w->body.inv_inertia[row].m) != 0;
}

/* Clears the colours of every solver body of the batch; FS__SOLVER2_IMMOVABLE for bodies that contacts do not move. */
static void init_colours(const struct fs__solver2 *s)
{
    for (uint32_t i = s->body_first; i < s->body_end; i++)
        s->used_colours[i] = is_movable(s->w, s->tick->body_row[i]) ? 0 : FS__SOLVER2_IMMOVABLE;
}

static uint32_t pick_colour(uint32_t *a, uint32_t *b)
{
    uint32_t both = *a | *b, free_colours = ~both & ALL_COLOURS;
    if (free_colours == 0)
        return FS__SOLVER2_COLOURS;
    uint32_t c = (uint32_t)((both & FS__SOLVER2_IMMOVABLE) != 0 ? fs_bit_width64(free_colours) - 1
                                                                : lowest_bit(free_colours));
    if ((*a & FS__SOLVER2_IMMOVABLE) == 0)
        *a |= 1u << c;
    if ((*b & FS__SOLVER2_IMMOVABLE) == 0)
        *b |= 1u << c;
    return c;
}

static void assign_colours(struct fs__solver2 *s)
{
    const struct fs_world2 *w = s->w;
    uint32_t *used = s->used_colours;
    for (uint32_t group = 0; group < FS__SOLVER2_GROUP_COUNT; group++)
        s->group_size[group] = 0;
    for (uint32_t i = 0; i < s->contact_count; i++) {
        uint32_t at = s->batch_order[i], row = s->tick->contact[at];
        const struct fs__contact2_bodies *ends = &s->tick->ends[at];
        uint32_t a = s->tick->solver_index[ends->a], b = s->tick->solver_index[ends->b];
        uint32_t c = pick_colour(&used[a], &used[b]);
        uint32_t kind = w->contact.count[row] == 2 ? 0 : 1;
        uint32_t group = c == FS__SOLVER2_COLOURS ? FS__SOLVER2_OVERFLOW_GROUP : c * FS__SOLVER2_POINT_COUNTS + kind;
        uint32_t immovable_a = used[a] & FS__SOLVER2_IMMOVABLE, immovable_b = used[b] & FS__SOLVER2_IMMOVABLE;
        s->contact_slot[i] = (struct fs__solver2_contact_slot){ a | immovable_a, b | immovable_b, 0 };
        s->group[i] = (uint8_t)group;
        s->group_size[group]++;
    }
}

static void lay_out_blocks(struct fs__solver2 *s)
{
    uint32_t at = 0;
    for (int group = 0; group < FS__SOLVER2_GROUP_COUNT; group++) {
        s->group_first[group] = at;
        at += (s->group_size[group] + FS__SOLVER2_LANES - 1) / FS__SOLVER2_LANES;
    }
    s->group_first[FS__SOLVER2_GROUP_COUNT] = at;
    s->block_count = at;
    FS_ASSERT(at <= s->contact_count / FS__SOLVER2_LANES + FS__SOLVER2_GROUP_COUNT);
}

size_t fs__solver2_blocks_arena_size(uint32_t contacts)
{
    size_t blocks = (size_t)contacts / FS__SOLVER2_LANES + FS__SOLVER2_GROUP_COUNT;
    return FS_ARENA_BYTES(contacts * sizeof(struct fs__solver2_contact_slot)) + FS_ARENA_BYTES(contacts) +
           FS_ARENA_BYTES(FS__SOLVER2_GROUP_COUNT * sizeof(struct fs__solver2_stage)) +
           FS_ARENA_BYTES(blocks * sizeof(struct fs__solver2_block));
}

bool fs__solver2_alloc_blocks(struct fs__solver2 *s, fs_arena *arena, uint32_t contacts)
{
    size_t blocks = (size_t)contacts / FS__SOLVER2_LANES + FS__SOLVER2_GROUP_COUNT;
    s->block = fs_arena_take(arena, blocks * sizeof *s->block);
    s->stage = fs_arena_take(arena, FS__SOLVER2_GROUP_COUNT * sizeof *s->stage);
    s->contact_slot = fs_arena_take(arena, contacts * sizeof *s->contact_slot);
    s->group = fs_arena_take(arena, contacts);
    return s->block != NULL && s->stage != NULL && s->contact_slot != NULL && s->group != NULL;
}

void fs__solver2_colour_contacts(struct fs__solver2 *s)
{
    init_colours(s);
    assign_colours(s);
    lay_out_blocks(s);
}
