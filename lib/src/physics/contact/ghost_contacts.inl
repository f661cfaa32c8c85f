/* ghost_contacts.inl: contacts with what a body slides past on level ground are left out of the tick.
 *
 * A body that rests has sunk into the ground by its load. Where it slides from one piece of ground over to the next, the face or edge of
 * the next piece that is nearest to it is the one in front of it: rows of that contact would stop it, though nothing of the piece stands
 * above the ground that the body lies on (a ghost collision). Such a contact is found by the other one of the same shape: this one keeps
 * the shape on its side of a plane, and no part of the other piece reaches beyond that plane. Points and events of a contact that is left
 * out stay as they are.
 *
 * Of bodies that move one may give way, so that the plane is none: only ground counts.
 *
 * Template: included by ghost_contacts.c of physics2d and of physics3d, which defines
 *   least_separation(tick, contact): of its points, now;
 *   gap_along(tick, contact, direction): the gap of its shapes along a direction from a to b, negative where they overlap in it;
 *   tilt_speed(tick, shape, body, ground, direction): how fast the body, by its turn against the ground, raises or lowers points of
 *     the shape along the direction (m/s, an upper bound);
 *   is_round(w, shape): whether it may lie on edges with different normals;
 *   forget_load(w, contact): clears what is kept of a contact that was solved.
 */
#include <string.h>

#include "physics/island_batches.h"

/* Pieces of level ground differ by no more than this (m): 0.24 mm; 4 um where a normal leans a little that may be of an edge on which a round
 * shape lies. */
#define LEVEL_SIDE (FS_REL_ONE / 4096)
#define LEVEL_EDGE (FS_REL_ONE / 262144)
/* A turn that moves a point by more than this in a tick (m) may lower it beyond the plane. */
#define MAX_TILT (FS_REL_ONE / 512)
/* The cosine of normals of which one is that of a side. */
#define STEEP (FS_UNIT_ONE / 4 * 3)
/* The cosine of normals that are about equal. */
#define SAME_NORMAL (FS_UNIT_ONE - FS_UNIT_ONE / 1048576)

/* In place of a contact. */
#define LEFT_OUT UINT32_MAX

/* Contacts with the ground of one body are linked from the last to the first: places in tick->contact, plus 1; 0: none. */
struct ground_links {
    uint32_t *last;   /* by body row */
    uint32_t *before; /* by place, of contacts with ground */
};

/* A contact as seen from the body that moves. */
struct ground_contact {
    uint32_t contact, shape, body, ground;
    fs_unitN up; /* the normal, towards the body */
    bool moves_a;
};

/* So many earlier contacts of a body are compared with one of its contacts. */
enum { MAX_COMPARED = 64 };

static bool is_ground(const struct fs_worldN *w, uint32_t body)
{
    return w->body.type[body] != FS_BODYN_DYNAMIC;
}

static struct ground_contact ground_contact_of(const struct fs__worldN_tick *tick, uint32_t place)
{
    const struct fs_worldN *w = tick->w;
    const struct fs__contact_bodies *ends = &tick->ends[place];
    struct ground_contact g = { .contact = tick->contact[place], .moves_a = is_ground(w, ends->b) };
    g.shape = g.moves_a ? w->contact.shape_a[g.contact] : w->contact.shape_b[g.contact];
    g.body = g.moves_a ? ends->a : ends->b;
    g.ground = g.moves_a ? ends->b : ends->a;
    g.up = g.moves_a ? fs_unitN_neg(w->contact.normal[g.contact]) : w->contact.normal[g.contact];
    return g;
}

static int64_t cosine(const struct ground_contact *g, const struct ground_contact *other)
{
    return fs_round_shift64(fs_unitN_dot(g->up, other->up), FS_UNIT_FRAC);
}

/* Whether pieces of ground keep their places to each other. */
static bool is_rigid(const struct fs_worldN *w, uint32_t ground, uint32_t other)
{
    return ground == other || (w->body.type[ground] == FS_BODYN_STATIC && w->body.type[other] == FS_BODYN_STATIC);
}

static bool tilts(const struct fs__worldN_tick *tick, const struct ground_contact *g)
{
    const int64_t moved = tilt_speed(tick, g->shape, g->body, g->ground, g->up) * (1 << (FS_REL_FRAC - FS_VEL_FRAC));
    return moved > MAX_TILT * (int64_t)fs__worldN_rate(tick->w);
}

/* Whether contact g is with what its shape slides past while it lies on the other one. Several edges may carry a round shape together:
 * the deepest stays. */
static bool is_ghost(const struct fs__worldN_tick *tick, const struct ground_contact *g,
                     const struct ground_contact *other)
{
    const fs_unitN from_a_to_b = g->moves_a ? fs_unitN_neg(other->up) : other->up;
    const int64_t deep = least_separation(tick, other->contact);
    const bool leans = cosine(g, other) >= STEEP, on_edge = leans && is_round(tick->w, g->shape);
    if ((leans && tilts(tick, other)) || (on_edge && deep > least_separation(tick, g->contact)))
        return false;
    return gap_along(tick, g->contact, from_a_to_b) >= deep - (on_edge ? LEVEL_EDGE : LEVEL_SIDE);
}

static void leave_out(struct fs__worldN_tick *tick, uint32_t place)
{
    forget_load(tick->w, tick->contact[place]);
    tick->contact[place] = LEFT_OUT;
}

static void compare_contacts(struct fs__worldN_tick *tick, const uint32_t *before, uint32_t place)
{
    const struct ground_contact g = ground_contact_of(tick, place);
    uint32_t next = before[place];
    for (unsigned n = 0; next != 0 && n < MAX_COMPARED; n++, next = before[next - 1]) {
        if (tick->contact[next - 1] == LEFT_OUT)
            continue;
        const struct ground_contact other = ground_contact_of(tick, next - 1);
        if (g.shape != other.shape || cosine(&g, &other) > SAME_NORMAL || !is_rigid(tick->w, g.ground, other.ground))
            continue;
        if (is_ghost(tick, &g, &other)) {
            leave_out(tick, place);
            return;
        }
        if (is_ghost(tick, &other, &g))
            leave_out(tick, next - 1);
    }
}

static void remove_left_out(struct fs__worldN_tick *tick)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < tick->contact_count; i++) {
        if (tick->contact[i] == LEFT_OUT)
            continue;
        tick->contact[n] = tick->contact[i];
        tick->ends[n++] = tick->ends[i];
    }
    tick->contact_count = n;
}

/* Returns the first place of a contact with ground whose body has an earlier one; contact_count: none. */
static uint32_t link_contacts(const struct fs__worldN_tick *tick, struct ground_links *links)
{
    const uint32_t *mark = tick->solver_index;
    uint32_t first = tick->contact_count;
    for (uint32_t i = 0; i < tick->contact_count; i++) {
        const struct fs__contact_bodies ends = tick->ends[i];
        links->before[i] = 0;
        if ((mark[ends.a] & mark[ends.b] & FS__SOLVER_INDEX_DYNAMIC) != 0)
            continue;
        const uint32_t body = (mark[ends.a] & FS__SOLVER_INDEX_DYNAMIC) != 0 ? ends.a : ends.b;
        if (!is_ground(tick->w, body == ends.a ? ends.b : ends.a))
            continue;
        links->before[i] = links->last[body];
        links->last[body] = i + 1;
        if (links->before[i] != 0)
            first = fs_min_u32(first, i);
    }
    return first;
}

/* The lists are of this function alone. */
void fs__contactN_leave_ghosts_out(struct fs__worldN_tick *tick)
{
    fs_arena arena = tick->arena;
    const uint32_t bodies = *tick->w->body.rows;
    struct ground_links links = { fs_arena_take(&arena, bodies * sizeof *links.last),
                                  fs_arena_take(&arena, tick->contact_count * sizeof *links.before) };
    FS_ASSERT(links.last != NULL && links.before != NULL);
    memset(links.last, 0, bodies * sizeof *links.last);
    const uint32_t first = link_contacts(tick, &links);
    for (uint32_t i = first; i < tick->contact_count; i++)
        if (links.before[i] != 0)
            compare_contacts(tick, links.before, i);
    if (first < tick->contact_count)
        remove_left_out(tick);
}
