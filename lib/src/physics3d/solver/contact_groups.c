/* contact_groups.c: assigns contacts to colours, and colours to blocks; see physics/graph_colouring.h. */
#include "physics3d/solver/contact_solver.h"

/* Three points take a block of four. */
static uint32_t kind_of(uint32_t points)
{
    return points > 2 ? 0 : points == 2 ? 1 : 2;
}

static void init_colours(const struct fs__solver3 *s)
{
    for (uint32_t i = s->body_first; i < s->body_end; i++)
        s->body_mark[i] = fs__solver3_is_movable(s->w, s->tick->body_row[i]) ? 0 : FS__COLOURING_IMMOVABLE;
}

void fs__solver3_colour_contacts(struct fs__solver3 *s)
{
    init_colours(s);
    fs__colouring_begin(&s->colouring, s->body_mark, FS__SOLVER3_KINDS);
    for (uint32_t i = 0; i < s->contact_count; i++) {
        uint32_t at = s->batch_order[i], row = s->tick->contact[at];
        const struct fs__contact_bodies *ends = &s->tick->ends[at];
        uint32_t a = s->tick->solver_index[ends->a], b = s->tick->solver_index[ends->b];
        s->group[i] = (uint8_t)fs__colouring_add(&s->colouring, a, b, kind_of(s->w->contact.count[row]));
        s->contact_slot[i] = (struct fs__solver3_contact_slot){ a, b, 0 };
    }
    uint32_t blocks = fs__colouring_lay_out_blocks(&s->colouring, FS__SOLVER3_LANES);
    FS_ASSERT(blocks <= fs__colouring_max_blocks(s->contact_count, FS__SOLVER3_KINDS, FS__SOLVER3_LANES));
    (void)blocks;
}

enum { GROUPS = FS__COLOURING_COLOURS * FS__SOLVER3_KINDS + 1 };

size_t fs__solver3_blocks_arena_size(uint32_t contacts)
{
    size_t blocks = fs__colouring_max_blocks(contacts, FS__SOLVER3_KINDS, FS__SOLVER3_LANES);
    return FS_ARENA_BYTES(contacts * sizeof(struct fs__solver3_contact_slot)) + FS_ARENA_BYTES(contacts) +
           FS_ARENA_BYTES(GROUPS * sizeof(struct fs__solver3_stage)) +
           FS_ARENA_BYTES(blocks * sizeof(struct fs__solver3_block));
}

bool fs__solver3_alloc_blocks(struct fs__solver3 *s, fs_arena *arena, uint32_t contacts)
{
    size_t blocks = fs__colouring_max_blocks(contacts, FS__SOLVER3_KINDS, FS__SOLVER3_LANES);
    s->block = fs_arena_take(arena, blocks * sizeof *s->block);
    s->stage = fs_arena_take(arena, GROUPS * sizeof *s->stage);
    s->contact_slot = fs_arena_take(arena, contacts * sizeof *s->contact_slot);
    s->group = fs_arena_take(arena, contacts);
    return s->block != NULL && s->stage != NULL && s->contact_slot != NULL && s->group != NULL;
}
