/* contact_colouring.c: assigns the contacts of a batch to colours, and the colours to blocks; see graph_colouring.h. */
#include "physics2d/solver/contact_block.h"

/* Clears the colours of every solver body of the batch. */
static void init_colours(const struct fs__solver2 *s)
{
    for (uint32_t i = s->body_first; i < s->body_end; i++)
        s->body_mark[i] = fs__solver2_is_movable(s->w, s->tick->body_row[i]) ? 0 : FS__COLOURING_IMMOVABLE;
}

static void assign_colours(struct fs__solver2 *s)
{
    struct fs__colouring *c = &s->colouring;
    for (uint32_t i = 0; i < s->contact_count; i++) {
        uint32_t at = s->batch_order[i], row = s->tick->contact[at];
        const struct fs__contact_bodies *ends = &s->tick->ends[at];
        uint32_t a = s->tick->solver_index[ends->a], b = s->tick->solver_index[ends->b];
        s->group[i] = (uint8_t)fs__colouring_add(c, a, b, s->w->contact.count[row] == 2 ? 0 : 1);
        uint32_t immovable_a = c->used[a] & FS__COLOURING_IMMOVABLE, immovable_b = c->used[b] & FS__COLOURING_IMMOVABLE;
        s->contact_slot[i] = (struct fs__solver2_contact_slot){ a | immovable_a, b | immovable_b, 0 };
    }
}

static size_t max_blocks(uint32_t contacts)
{
    return fs__colouring_max_blocks(contacts, FS__SOLVER2_POINT_COUNTS, FS__SOLVER2_LANES);
}

size_t fs__solver2_blocks_arena_size(uint32_t contacts)
{
    return FS_ARENA_BYTES(contacts * sizeof(struct fs__solver2_contact_slot)) + FS_ARENA_BYTES(contacts) +
           FS_ARENA_BYTES(FS__SOLVER2_GROUP_COUNT * sizeof(struct fs__solver2_stage)) +
           FS_ARENA_BYTES(max_blocks(contacts) * sizeof(struct fs__solver2_block));
}

bool fs__solver2_alloc_blocks(struct fs__solver2 *s, fs_arena *arena, uint32_t contacts)
{
    s->block = fs_arena_take(arena, max_blocks(contacts) * sizeof *s->block);
    s->stage = fs_arena_take(arena, FS__SOLVER2_GROUP_COUNT * sizeof *s->stage);
    s->contact_slot = fs_arena_take(arena, contacts * sizeof *s->contact_slot);
    s->group = fs_arena_take(arena, contacts);
    return s->block != NULL && s->stage != NULL && s->contact_slot != NULL && s->group != NULL;
}

void fs__solver2_colour_contacts(struct fs__solver2 *s)
{
    init_colours(s);
    fs__colouring_begin(&s->colouring, s->body_mark, FS__SOLVER2_POINT_COUNTS);
    assign_colours(s);
    s->block_count = fs__colouring_lay_out_blocks(&s->colouring, FS__SOLVER2_LANES);
    FS_ASSERT(s->block_count <= max_blocks(s->contact_count));
}
