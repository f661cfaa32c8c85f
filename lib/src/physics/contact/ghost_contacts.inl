/* ghost_contacts.inl: contacts with what a body slides past on level ground are left out of the tick.
 *
 * A body that rests has sunk into the ground by its load. Where it slides from one piece of ground over to the next, the face or edge of
 * the next piece that is nearest to it is the one in front of it: rows of that contact would stop it, though nothing of the piece stands
 * above the ground that the body lies on (a ghost collision). Such a contact is found by the other one of the same shape: this one keeps
 * the shape on its side of a plane, and no part of the other piece reaches beyond that plane. Points and events of a contact that is left
 * out stay as they are.
 *
 * Ground holds all that touches it. A body that moves holds what lies on it by gravity and presses it; what is beside it may give way, so
 * only a contact that bears nothing, with a body that the other one slides towards, is left out then.
 *
 * Template: included by ghost_contacts.c of physics2d and of physics3d, which defines
 *   least_separation(tick, contact): of its points, now;
 *   gap_along(tick, contact, direction): the gap of its shapes along a direction from a to b, negative where they overlap in it;
 *   tilt_speed(tick, shape, body, ground, direction): how fast the body, by its turn against the ground, raises or lowers points of
 *     the shape along the direction (m/s, an upper bound);
 *   is_round(w, shape): whether it may lie on edges with different normals;
 *   bears_load(w, contact): whether it did in the last tick;
 *   along(direction, velocity): the part of a velocity;
 *   rise_of(gravity): the direction against it; zero without;
 *   forget_load(w, contact): clears what is kept of a contact that was solved.
 */
#include <string.h>

#include "base/parallel_for.h"
#include "physics/island_batches.h"

/* Pieces of level ground differ by no more than this (m): 0.24 mm; 4 um where a normal leans a little that may be of an edge on which a round
 * shape lies. */
#define LEVEL_SIDE (FS_REL_ONE / 4096)
#define LEVEL_EDGE (FS_REL_ONE / 262144)
/* A turn that moves a point by more than this in a tick (m) may lower it beyond the plane. */
#define MAX_TILT (FS_REL_ONE / 512)
/* The cosine of normals of which one is that of a side. */
#define STEEP (FS_UNIT_ONE / 4 * 3)
/* What pushes along a normal within 60 degrees of the direction against gravity carries a body: their product. */
#define CARRIES ((int64_t)FS_UNIT_ONE * (FS_UNIT_ONE / 2))
/* The cosine of normals that are about equal. */
#define SAME_NORMAL (FS_UNIT_ONE - FS_UNIT_ONE / 1048576)

/* The speed (m/s) of a body towards what it slides past. */
#define SLIDING (FS_VEL_ONE / 128)

/* In place of a contact. */
#define LEFT_OUT UINT32_MAX

/* Contacts that hold a body are linked from the last to the first: 2 * place in tick->contact + the end that the body is, plus 1;
 * 0: none. */
struct holding_links {
    uint32_t *last;   /* by body row */
    uint32_t *before; /* by 2 * place + end */
};

/* Marks of a contact before it is known whether it is a ghost: bits of its ends. */
enum { HELD = 1, MAY_BE_GHOST = 4 };

/* What the passes over all contacts share; `mark` is by place: HELD and MAY_BE_GHOST of both ends, then whether it is a ghost. */
struct marking {
    const struct fs__worldN_tick *tick;
    struct holding_links *links;
    uint8_t *mark;
    fs_unitN rise; /* the direction against gravity; zero without */
};

/* A contact as seen from one of its bodies. */
struct view {
    uint32_t contact, shape, body, ground;
    fs_unitN up; /* the normal, towards the body */
    bool is_a;
};

/* So many contacts of a body are compared with one of its contacts. */
enum { MAX_COMPARED = 64 };

/* Fewest contacts of a chunk. */
enum { CHUNK_CONTACTS = 256 };

static bool is_dynamic(const struct fs__worldN_tick *tick, uint32_t body)
{
    return (tick->solver_index[body] & FS__SOLVER_INDEX_DYNAMIC) != 0;
}

static bool is_ground(const struct fs_worldN *w, uint32_t body)
{
    return w->body.type[body] != FS_BODYN_DYNAMIC;
}

static inline struct view view_of(const struct fs__worldN_tick *tick, uint32_t place, uint32_t end)
{
    const struct fs_worldN *w = tick->w;
    const struct fs__contact_bodies *ends = &tick->ends[place];
    struct view v = { .contact = tick->contact[place], .is_a = end == 0 };
    v.shape = v.is_a ? w->contact.shape_a[v.contact] : w->contact.shape_b[v.contact];
    v.body = v.is_a ? ends->a : ends->b;
    v.ground = v.is_a ? ends->b : ends->a;
    v.up = v.is_a ? fs_unitN_neg(w->contact.normal[v.contact]) : w->contact.normal[v.contact];
    return v;
}

static int64_t cosine(const struct view *v, const struct view *other)
{
    return fs_round_shift64(fs_unitN_dot(v->up, other->up), FS_UNIT_FRAC);
}

/* Whether what is so fast moves by more than MAX_TILT in a tick, without a division. */
static bool tilts_at(const struct fs__worldN_tick *tick, int64_t speed)
{
    return speed * (1 << (FS_REL_FRAC - FS_VEL_FRAC)) >= (int64_t)(MAX_TILT + 1) * fs__worldN_rate(tick->w);
}

/* Whether what is beside a body comes up to it, against what holds it. */
static bool rises(const struct fs__worldN_tick *tick, const struct view *v, const struct view *holding)
{
    const struct fs_bodyN_view *b = &tick->w->body;
    const uint32_t piece = v->ground, base = holding->ground;
    if (piece == base)
        return false;
    const int64_t speed = along(holding->up, fs_velN_sub(b->vel[piece], b->vel[base])) +
                          (int64_t)fs__bodyN_rim_speed(b->angular_velocity[piece], tick->snapshot[piece].extent) +
                          (int64_t)fs__bodyN_rim_speed(b->angular_velocity[base], tick->snapshot[base].extent);
    return tilts_at(tick, speed);
}

static bool tilts(const struct fs__worldN_tick *tick, const struct view *v)
{
    return tilts_at(tick, tilt_speed(tick, v->shape, v->body, v->ground, v->up));
}

/* Whether a body comes towards a piece by its motion along the plane of what holds it. */
static bool slides_towards(const struct fs__worldN_tick *tick, const struct view *v, const struct view *holding)
{
    const struct fs_bodyN_view *b = &tick->w->body;
    const fs_velN moving = fs_velN_sub(b->vel[v->body], b->vel[v->ground]);
    const int64_t off = fs_round_shift64(along(holding->up, moving) * cosine(v, holding), FS_UNIT_FRAC);
    return off - along(v->up, moving) > SLIDING;
}

/* Whether the contact is with what its shape slides past while another one holds it. Several edges may carry a round shape together: the
 * deepest stays. */
static bool is_ghost(const struct fs__worldN_tick *tick, const struct view *v, const struct view *holding)
{
    const int64_t between = cosine(v, holding);
    if (v->shape != holding->shape || between > SAME_NORMAL)
        return false;
    if ((!is_ground(tick->w, v->ground) && !slides_towards(tick, v, holding)) || rises(tick, v, holding))
        return false;
    const fs_unitN from_a_to_b = v->is_a ? fs_unitN_neg(holding->up) : holding->up;
    const int64_t deep = least_separation(tick, holding->contact);
    const bool round = is_round(tick->w, v->shape), leans = between >= STEEP;
    if (leans && ((round && deep > least_separation(tick, v->contact)) || tilts(tick, holding)))
        return false;
    return gap_along(tick, v->contact, from_a_to_b) >= deep - (leans && round ? LEVEL_EDGE : LEVEL_SIDE);
}

/* Whether a contact that may be one is a ghost for the body at this end, beside those that are not left out yet. */
static bool is_ghost_at(const struct fs__worldN_tick *tick, const struct holding_links *links, uint32_t place,
                        uint32_t end)
{
    uint32_t next = links->last[end == 0 ? tick->ends[place].a : tick->ends[place].b];
    if (next == 0 || (next - 1 == 2 * place + end && links->before[next - 1] == 0))
        return false; /* nothing else holds the body */
    const struct view v = view_of(tick, place, end);
    for (unsigned n = 0; next != 0 && n < MAX_COMPARED; n++, next = links->before[next - 1]) {
        const uint32_t other = (next - 1) / 2;
        if (other == place || tick->contact[other] == LEFT_OUT)
            continue;
        const struct view holding = view_of(tick, other, (next - 1) % 2);
        if (is_ghost(tick, &v, &holding))
            return true;
    }
    return false;
}

/* ---- marks ----------------------------------------------------------------------------------------------------------- */

/* Ground holds what touches it, and a body holds what lies on it. Of two bodies that move, a contact that bears nothing may be a ghost. */
static unsigned mark_of_end(bool dynamic, bool on_ground, bool bears, int64_t lift)
{
    if (!dynamic)
        return 0;
    if (on_ground)
        return HELD | MAY_BE_GHOST;
    if (!bears)
        return MAY_BE_GHOST;
    return lift > CARRIES ? HELD : 0;
}

static inline unsigned mark_of(const struct marking *m, uint32_t place)
{
    const struct fs__worldN_tick *tick = m->tick;
    const struct fs__contact_bodies *ends = &tick->ends[place];
    const bool bears = bears_load(tick->w, tick->contact[place]);
    const int64_t lift = fs_unitN_dot(m->rise, tick->w->contact.normal[tick->contact[place]]);
    const bool a = is_dynamic(tick, ends->a), b = is_dynamic(tick, ends->b);
    return mark_of_end(a, !b && is_ground(tick->w, ends->b), bears, -lift) |
           mark_of_end(b, !a && is_ground(tick->w, ends->a), bears, lift) << 1;
}

static bool is_ghost_of_either(const struct marking *m, uint32_t place, unsigned mark)
{
    return ((mark & MAY_BE_GHOST) != 0 && is_ghost_at(m->tick, m->links, place, 0)) ||
           ((mark & MAY_BE_GHOST << 1) != 0 && is_ghost_at(m->tick, m->links, place, 1));
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

static void mark_ends(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    const struct marking *m = work;
    (void)chunk;
    for (uint32_t i = from; i < to; i++)
        m->mark[i] = (uint8_t)mark_of(m, i);
}

static void link_held(const struct marking *m, uint32_t count)
{
    struct holding_links *links = m->links;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t body[2] = { m->tick->ends[i].a, m->tick->ends[i].b };
        for (uint32_t end = 0; end < 2; end++) {
            if ((m->mark[i] & HELD << end) == 0)
                continue;
            links->before[2 * i + end] = links->last[body[end]];
            links->last[body[end]] = 2 * i + end + 1;
        }
    }
}

/* Only those that are ghosts while none is left out can be. */
static void mark_ghosts(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    const struct marking *m = work;
    (void)chunk;
    for (uint32_t i = from; i < to; i++)
        m->mark[i] = is_ghost_of_either(m, i, m->mark[i]);
}

/* One after the other: what is left out holds no body any more. */
static bool leave_out(struct fs__worldN_tick *tick, const struct marking *m)
{
    const uint32_t count = tick->contact_count;
    const uint8_t *next = memchr(m->mark, 1, count);
    for (const uint8_t *at = next; at != NULL; at = memchr(at + 1, 1, count - (size_t)(at + 1 - m->mark))) {
        const uint32_t place = (uint32_t)(at - m->mark);
        if (!is_ghost_of_either(m, place, mark_of(m, place)))
            continue;
        forget_load(tick->w, tick->contact[place]);
        tick->contact[place] = LEFT_OUT;
    }
    return next != NULL;
}

static void for_all_contacts(const struct fs__worldN_tick *tick, fs__parallel_for_fn *fn, struct marking *m)
{
    const fs_tasks *tasks = tick->w->tasks;
    const uint32_t count = tick->contact_count;
    fs__parallel_for(tasks, count, fs__parallel_for_chunks(tasks, count, CHUNK_CONTACTS), fn, m);
}

/* The links and marks are of this function alone. */
void fs__contactN_leave_ghosts_out(struct fs__worldN_tick *tick)
{
    fs_arena arena = tick->arena;
    const uint32_t bodies = *tick->w->body.rows, count = tick->contact_count;
    struct holding_links links = { fs_arena_take(&arena, bodies * sizeof *links.last),
                                   fs_arena_take(&arena, 2 * count * sizeof *links.before) };
    struct marking m = { tick, &links, fs_arena_take(&arena, count), rise_of(*tick->w->rules.gravity) };
    FS_ASSERT(links.last != NULL && links.before != NULL && m.mark != NULL);
    memset(links.last, 0, bodies * sizeof *links.last);
    for_all_contacts(tick, mark_ends, &m);
    link_held(&m, count);
    for_all_contacts(tick, mark_ghosts, &m);
    if (leave_out(tick, &m))
        remove_left_out(tick);
}
