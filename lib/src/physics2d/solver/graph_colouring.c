/* graph_colouring.c: contacts into colours, colours into blocks.
 *
 * Greedy, in the order of the tick's list: the lowest colour that neither movable body has yet; with something
 * immovable the highest, so that the ground has the last word in a pass. The result depends on the list alone.
 */
#include "physics2d/solver/contact_block.h"

#define ALL_COLOURS (((uint32_t)1 << FS__TWO_COLOURS) - 1)

static int lowest_bit(uint32_t v) { return fs_bits64(v & (0u - v)) - 1; }

static bool movable(const struct fs_world2 *w, uint32_t row)
{
    return w->body.type[row] == FS_BODY2_DYNAMIC && (w->body.inv_mass[row].m | w->body.inv_inertia[row].m) != 0;
}

/* By mover: the colours it has; FS__TWO_IMMOVABLE for those that contacts do not move. */
static void start(const struct fs__two_solver *s)
{
    for (uint32_t i = s->mover_first; i < s->mover_end; i++)
        s->taken[i] = movable(s->w, s->tick->body_of[i]) ? 0 : FS__TWO_IMMOVABLE;
}

static uint32_t colour(uint32_t *a, uint32_t *b)
{
    uint32_t both = *a | *b, open = ~both & ALL_COLOURS;
    if (open == 0)
        return FS__TWO_COLOURS;
    uint32_t c = (uint32_t)((both & FS__TWO_IMMOVABLE) != 0 ? fs_bits64(open) - 1 : lowest_bit(open));
    if ((*a & FS__TWO_IMMOVABLE) == 0)
        *a |= 1u << c;
    if ((*b & FS__TWO_IMMOVABLE) == 0)
        *b |= 1u << c;
    return c;
}

static void choose(struct fs__two_solver *s)
{
    const struct fs_world2 *w = s->w;
    uint32_t *taken = s->taken;
    for (uint32_t list = 0; list < FS__TWO_LISTS; list++)
        s->list_size[list] = 0;
    for (uint32_t i = 0; i < s->contact_count; i++) {
        uint32_t at = s->order[i], row = s->tick->contact[at];
        const struct fs__two_ends *ends = &s->tick->ends[at];
        uint32_t a = s->tick->mover_of[ends->a], b = s->tick->mover_of[ends->b];
        uint32_t c = colour(&taken[a], &taken[b]);
        uint32_t kind = w->contact.count[row] == 2 ? 0 : 1;
        uint32_t list = c == FS__TWO_COLOURS ? FS__TWO_SERIAL : c * FS__TWO_KINDS + kind;
        uint32_t fixed_a = taken[a] & FS__TWO_IMMOVABLE, fixed_b = taken[b] & FS__TWO_IMMOVABLE;
        s->place[i] = (struct fs__two_place){ a | fixed_a, b | fixed_b, 0 };
        s->list[i] = (uint8_t)list;
        s->list_size[list]++;
    }
}

static void lay_out(struct fs__two_solver *s)
{
    uint32_t at = 0;
    for (int list = 0; list < FS__TWO_LISTS; list++) {
        s->list_first[list] = at;
        at += (s->list_size[list] + FS__TWO_LANES - 1) / FS__TWO_LANES;
    }
    s->list_first[FS__TWO_LISTS] = at;
    s->row_count = at;
}

size_t fs__two_rows_size(uint32_t contacts)
{
    size_t blocks = (size_t)contacts / FS__TWO_LANES + FS__TWO_LISTS;
    return FS_ARENA_BYTES(contacts * sizeof(struct fs__two_place)) + FS_ARENA_BYTES(contacts) +
           FS_ARENA_BYTES(FS__TWO_LISTS * sizeof(struct fs__two_stage)) +
           FS_ARENA_BYTES(blocks * sizeof(struct fs__two_rows));
}

bool fs__two_take_rows(struct fs__two_solver *s, fs_arena *arena, uint32_t contacts)
{
    size_t blocks = (size_t)contacts / FS__TWO_LANES + FS__TWO_LISTS;
    s->rows = fs_arena_take(arena, blocks * sizeof *s->rows);
    s->stage = fs_arena_take(arena, FS__TWO_LISTS * sizeof *s->stage);
    s->place = fs_arena_take(arena, contacts * sizeof *s->place);
    s->list = fs_arena_take(arena, contacts);
    return s->rows != NULL && s->stage != NULL && s->place != NULL && s->list != NULL;
}

void fs__two_colour(struct fs__two_solver *s)
{
    start(s);
    choose(s);
    lay_out(s);
}
