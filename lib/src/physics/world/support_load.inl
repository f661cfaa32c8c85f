/* support_load.inl: what lies on each contact of an island.
 *
 * A contact whose normal points up supports the body above; a joint supports both of its bodies. Bodies that stand on
 * something immovable are at level 0, those that they support at level 1, and so on. From the highest level down each body
 * shares its weight and what lies on it equally among its supports of lower levels. The result does not depend on the order
 * of rows. It is an estimate: wedges and arches press harder. Bodies that nothing supports, such as a column held by
 * friction between walls, count as if all that hang together lay on the lightest one. Where they touch nothing else, and soon
 * will not, they fall, and nothing lies on anything.
 *
 * Template: included once by support_load.c of physics2d and of physics3d, which defines
 *   upward(up, n), upward_way(up, d): the share of a direction, and of a way (m), that points up.
 */
#include <string.h>

#include "physics/world/support_load.h"

/* The least share of a normal along gravity that supports a body. */
#define MIN_UPWARD (FS_UNIT_ONE / 4)

#define NO_LINK UINT32_MAX
/* Of bodies that nothing supports, and of those of them that something holds. */
#define NO_LEVEL UINT32_MAX
#define HELD (UINT32_MAX - 1)

/* One end of a connection, in the list of its body. */
struct end {
    uint32_t next, other;     /* the next end of the body; the other body */
    bool supports, is_ground; /* the other body supports this one; it is immovable */
    bool carries;             /* this body supports the other one */
};

struct body {
    int64_t carried; /* its mass and that of what lies on it, over the lightest mass (Q16) */
    uint32_t first, level;
};

struct loads {
    struct fs__islandN_links *l;
    struct body *body; /* by body row, of mobile bodies */
    struct end *end;
    uint32_t ends;
    uint32_t *queue, queued; /* bodies in the order of their levels */
};

/* ---- connections -------------------------------------------------------------------------------------------------- */

static struct fs__partsN_island *island_of(const struct loads *s, uint32_t body)
{
    FS_ASSERT(s->l->mobile[body] != 0);
    return &s->l->island[s->l->number[body]];
}

/* Whether contacts move the body, in an island whose loads are needed. */
static bool is_loaded(const struct loads *s, uint32_t body)
{
    return (s->l->mobile[body] & FS__ISLAND_COUNTED) != 0 && island_of(s, body)->is_loaded;
}

static void add_end(struct loads *s, uint32_t body, uint32_t other, bool supports, bool carries)
{
    if (!is_loaded(s, body))
        return;
    s->end[s->ends] = (struct end){ s->body[body].first, other, supports, !is_loaded(s, other), carries };
    s->body[body].first = s->ends++;
}

/* Above 0: b stands on a; below 0: a on b. A contact without a manifold goes by the centres of the bodies, and what is
 * immovable supports. */
static int direction_of(const struct loads *s, uint32_t c, uint32_t a, uint32_t b)
{
    const struct fs_worldN *w = s->l->tick->w;
    int64_t up = upward(s->l->rule.up, w->contact.normal[c]);
    if (w->contact.count[c] > 0)
        return up > MIN_UPWARD ? 1 : up < -MIN_UPWARD ? -1 : 0;
    if (!is_loaded(s, a) || !is_loaded(s, b))
        return is_loaded(s, a) ? -1 : 1;
    up = upward_way(s->l->rule.up, fs_posN_sub_rel(w->body.pos[b], w->body.pos[a]));
    return (up > 0) - (up < 0);
}

static void add_contacts(struct loads *s)
{
    const struct fs__island_link *link = s->l->tick->link;
    for (uint32_t i = 0; i < s->l->tick->link_count; i++) {
        uint32_t a = link[i].a, b = link[i].b;
        if (!is_loaded(s, a) && !is_loaded(s, b))
            continue;
        int direction = direction_of(s, link[i].contact, a, b);
        add_end(s, a, b, direction<0, direction> 0);
        add_end(s, b, a, direction > 0, direction < 0);
    }
}

static void add_joints(struct loads *s)
{
    uint32_t a, b;
    for (uint32_t j = 0; j < *s->l->tick->w->joint.rows; j++) {
        if (!fs__jointN_bodies(s->l->tick->w, j, &a, &b))
            continue;
        add_end(s, a, b, true, true);
        add_end(s, b, a, true, true);
    }
}

/* ---- levels ------------------------------------------------------------------------------------------------------- */

static void set_level(struct loads *s, uint32_t body, uint32_t level)
{
    s->body[body].level = level;
    s->queue[s->queued++] = body;
}

static bool stands_on_ground(const struct loads *s, uint32_t body)
{
    for (uint32_t e = s->body[body].first; e != NO_LINK; e = s->end[e].next)
        if (s->end[e].is_ground && s->end[e].supports)
            return true;
    return false;
}

static void find_levels(struct loads *s)
{
    for (uint32_t k = 0; k < s->l->bodies; k++)
        if (stands_on_ground(s, s->l->body[k]))
            set_level(s, s->l->body[k], 0);
    for (uint32_t k = 0; k < s->queued; k++) {
        uint32_t from = s->queue[k];
        for (uint32_t e = s->body[from].first; e != NO_LINK; e = s->end[e].next)
            if (s->end[e].carries && !s->end[e].is_ground && s->body[s->end[e].other].level == NO_LEVEL)
                set_level(s, s->end[e].other, s->body[from].level + 1);
    }
}

/* ---- loads -------------------------------------------------------------------------------------------------------- */

static bool is_lower_support(const struct loads *s, uint32_t body, const struct end *e)
{
    return e->supports && (e->is_ground || s->body[e->other].level < s->body[body].level);
}

static void raise_parts(struct loads *s, uint32_t body, fs_rel extent, int64_t load)
{
    struct fs__partsN_island *island = island_of(s, body);
    uint32_t parts = fs__partsN_limit(fs__islandN_parts_needed(s->l, extent, load), fs__islandN_size(island));
    island->parts = (uint8_t)fs_max_u32(island->parts, parts);
}

/* A share of what a body carries lies on a contact or joint. */
static void load_support(struct loads *s, uint32_t body, const struct end *e, int64_t share)
{
    const struct fs_bodyN_view *b = &s->l->tick->w->body;
    int64_t lighter = fs__islandN_mass(s->l, body);
    fs_rel extent = b->extent[body];
    if (!e->is_ground) {
        s->body[e->other].carried += share;
        lighter = fs_min64(lighter, fs__islandN_mass(s->l, e->other));
        extent = fs_min32(extent, b->extent[e->other]);
    }
    int64_t load = share <= lighter ? (int64_t)1 << 16 : fs_muldiv64(share, (int64_t)1 << 16, lighter);
    raise_parts(s, body, extent, fs_min64(load, FS__MAX_PARTS_LOAD << 16));
}

static void share_load(struct loads *s, uint32_t body)
{
    int64_t supports = 0;
    for (uint32_t e = s->body[body].first; e != NO_LINK; e = s->end[e].next)
        supports += is_lower_support(s, body, &s->end[e]);
    for (uint32_t e = s->body[body].first; e != NO_LINK; e = s->end[e].next)
        if (is_lower_support(s, body, &s->end[e]))
            load_support(s, body, &s->end[e], s->body[body].carried / supports);
}

/* Whether a body without a level touches one with a level, or something immovable. */
static bool is_held(const struct loads *s, uint32_t body)
{
    for (uint32_t e = s->body[body].first; e != NO_LINK; e = s->end[e].next)
        if (s->end[e].is_ground || s->body[s->end[e].other].level != NO_LEVEL)
            return true;
    return false;
}

/* A held body and those without a support that hang together with it, as if they all lay on the lightest one. */
static void load_held(struct loads *s, uint32_t body)
{
    uint32_t first = s->queued;
    int64_t load = 0;
    set_level(s, body, HELD);
    for (uint32_t k = first; k < s->queued; k++) {
        load += fs__islandN_mass(s->l, s->queue[k]);
        for (uint32_t e = s->body[s->queue[k]].first; e != NO_LINK; e = s->end[e].next)
            if (!s->end[e].is_ground && s->body[s->end[e].other].level == NO_LEVEL)
                set_level(s, s->end[e].other, HELD);
    }
    raise_parts(s, body, island_of(s, body)->extent, fs_min64(load, FS__MAX_PARTS_LOAD << 16));
}

void fs__support_loadsN_find(struct fs__islandN_links *l, fs_arena *arena)
{
    const struct fs_worldN *w = l->tick->w;
    size_t ends = 2 * ((size_t)l->tick->link_count + *w->joint.rows);
    struct loads s = { .l = l };
    s.body = fs_arena_take(arena, *w->body.rows * sizeof *s.body);
    s.queue = fs_arena_take(arena, *w->body.rows * sizeof *s.queue);
    s.end = fs_arena_take(arena, ends * sizeof *s.end);
    FS_ASSERT(s.body != NULL && s.queue != NULL && s.end != NULL); /* the arrays of the solver are larger */
    for (uint32_t k = 0; k < l->bodies; k++) {
        uint32_t i = l->body[k];
        s.body[i] = (struct body){ .first = NO_LINK, .level = NO_LEVEL };
        if (is_loaded(&s, i))
            s.body[i].carried = fs__islandN_mass(l, i);
    }
    add_contacts(&s);
    add_joints(&s);
    find_levels(&s);
    for (uint32_t k = s.queued; k > 0; k--)
        share_load(&s, s.queue[k - 1]);
    for (uint32_t k = 0; k < l->bodies; k++)
        if (s.body[l->body[k]].level == NO_LEVEL && is_held(&s, l->body[k]))
            load_held(&s, l->body[k]);
}
