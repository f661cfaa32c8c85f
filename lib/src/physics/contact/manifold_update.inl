/* manifold_update.inl: the narrow phase of a tick: which contacts keep their manifold, and the new ones of the others.
 *
 * Template: included last by narrow_phase.c of physics2d and of physics3d, which defines
 *   struct found: a new manifold;
 *   keep_manifold(tick, contact, snapshot_a, snapshot_b): keeps the manifold if it may be kept; else nothing changes;
 *   prefetch_manifold(tick, contact): prefetches what find_manifold() reads that may be far away in memory;
 *   find_manifold(tick, contact, found): a new one; reads only;
 *   take_manifold(tick, found): stores it in the columns of its contact only; returns whether touching begins or ends;
 *   begin_renewal(tick), end_renewal(tick): before the first manifold of a renewal and after the last, of renewals
 *     that make at least one;
 *   renew_groups(tick, contact, count): of these contacts with old manifolds, in ascending order, renews those that are
 *     renewed together with others; returns how many are left at the start of the list.
 */
#include "base/parallel_for.h"

struct fs__contactN_pair fs__contactN_pair_of(const struct fs_worldN *w, uint32_t contact)
{
    struct fs__contactN_pair p = { .contact = contact,
                                   .shape_a = w->contact.shape_a[contact],
                                   .shape_b = w->contact.shape_b[contact] };
    p.body_a = w->shape.body[p.shape_a];
    p.body_b = w->shape.body[p.shape_b];
    return p;
}

/* In a tick of several parts a contact begins once at most, and not after it ended: the events of a tick are ordered
 * by kind. Touching that begins again is reported in the next tick. */
void fs__contactN_toggle_touching(struct fs_worldN *w, uint32_t c)
{
    uint8_t *flags = &w->contact.flags[c];
    bool touching = (*flags & FS__CONTACTN_TOUCHING) == 0, sensor = (*flags & FS__CONTACTN_SENSOR) != 0;
    if (touching && fs__worldN_is_divided(w) && (*flags & FS__CONTACTN_FRESH) != 0) {
        *flags |= FS__CONTACTN_STALE;
        return;
    }
    *flags ^= FS__CONTACTN_TOUCHING;
    if (touching || fs__worldN_is_divided(w))
        *flags |= FS__CONTACTN_FRESH;
    if (sensor)
        fs__eventN_record_contact(w, touching ? FS_EVENTN_SENSOR_BEGIN : FS_EVENTN_SENSOR_END, c);
    else if (*flags & FS__CONTACTN_EVENTS)
        fs__eventN_record_contact(w, touching ? FS_EVENTN_BEGIN : FS_EVENTN_END, c);
    if (!touching && !sensor) {
        fs__bodyN_wake_row(w, w->shape.body[w->contact.shape_a[c]]);
        fs__bodyN_wake_row(w, w->shape.body[w->contact.shape_b[c]]);
    }
}

/* ---- the tick ------------------------------------------------------------------------------------------------- */

/* So many manifolds ahead, bodies and shapes are prefetched: those of neighbouring contacts lie anywhere, because rows of
 * contacts are used again. */
enum { PREFETCH_FOUND = 4 };

/* Fewest contacts of a chunk of the passes over all contacts and over new manifolds. */
enum { CHUNK_ROWS = 256, CHUNK_FOUND = 16 };

struct touching {
    struct fs__worldN_tick *tick;
    uint32_t *stale; /* tick->stale_contact; then, chunk by chunk, those that begin or end to touch */
    struct tally {
        uint32_t near, stale, border, links, toggled;
    } tally[FS__PARALLEL_FOR_MAX_CHUNKS];
};

/* Of an active contact that may connect its bodies and whose manifold is kept or not: puts it at a place of the list of
 * links; returns how many were put there, 0 or 1. Links are needed where the islands of a large world are searched for,
 * before any of them moves. */
static inline uint32_t note_link(struct fs__worldN_tick *tick, uint32_t place, uint32_t c, uint32_t a, uint32_t b,
                                 bool kept)
{
    const struct fs_contactN_view *k = &tick->w->contact;
    if (tick->link == NULL || (kept && k->count[c] == 0) || (k->flags[c] & FS__CONTACTN_SENSOR) != 0)
        return 0;
    tick->link[place] = (struct fs__island_link){ c, a, b };
    return 1;
}

/* Those from place `from` on follow the first `to` ones and are the last so far. */
static void join_links(struct fs__worldN_tick *tick, uint32_t to, uint32_t from, uint32_t count)
{
    if (from != to && count > 0)
        memmove(tick->link + to, tick->link + from, count * sizeof *tick->link);
    tick->link_count = to + count;
}

/* Lists contacts with an awake body, and of these the ones that need a new manifold: both from place `from` on. */
static void sort_contacts(void *work, uint32_t piece, uint32_t from, uint32_t to)
{
    struct touching *t = work;
    struct fs__worldN_tick *tick = t->tick;
    struct fs_worldN *w = tick->w;
    const struct fs__bodyN_snapshot *seen = tick->snapshot;
    const uint32_t *gen = w->contact.gen, *shape_a = w->contact.shape_a, *shape_b = w->contact.shape_b,
                   *body = w->shape.body;
    bool recycling = (*w->rules.flags & FS_WORLDN_RECYCLING) != 0;
    uint32_t *stale = t->stale + from, *near = tick->active_contact + from;
    struct tally n = { 0, 0, 0, 0, 0 };
    for (uint32_t c = from; c < to; c++) {
        if (!fs__worldN_row_live(gen, c))
            continue;
        uint32_t a = body[shape_a[c]], b = body[shape_b[c]];
        uint32_t awake = seen[a].awake | seen[b].awake;
        if ((awake & (FS__SNAPSHOT_AWAKE | FS__SNAPSHOT_FOREIGN)) != FS__SNAPSHOT_AWAKE)
            continue;
        near[n.near++] = c;
        n.border |= awake & FS__SNAPSHOT_ASLEEP;
        if ((w->contact.flags[c] & FS__CONTACTN_FRESH) != 0 && fs__worldN_is_first_part(w))
            w->contact.flags[c] &= (uint8_t)~FS__CONTACTN_FRESH;
        bool kept = recycling && keep_manifold(tick, c, &seen[a], &seen[b]);
        if (!kept)
            stale[n.stale++] = c;
        n.links += note_link(tick, from + n.links, c, a, b, kept);
    }
    t->tally[piece] = n;
}

/* Joins the lists of the chunks. */
static void join_lists(struct touching *t, uint32_t rows, uint32_t pieces)
{
    struct tally all = t->tally[0];
    join_links(t->tick, 0, 0, all.links);
    for (uint32_t p = 1; p < pieces; p++) {
        const struct tally *n = &t->tally[p];
        uint32_t from = fs__parallel_for_chunk_start(rows, pieces, p);
        memmove(t->tick->active_contact + all.near, t->tick->active_contact + from,
                n->near * sizeof *t->tick->active_contact);
        memmove(t->stale + all.stale, t->stale + from, n->stale * sizeof *t->stale);
        join_links(t->tick, all.links, from, n->links);
        all.links += n->links;
        all.near += n->near;
        all.stale += n->stale;
        all.border |= n->border;
    }
    t->tick->active_contact_count = all.near;
    t->tick->touches_sleeping = all.border != 0;
    t->tick->stale_contact_count = all.stale;
}

static void find_manifolds(void *work, uint32_t piece, uint32_t from, uint32_t to)
{
    struct touching *t = work;
    uint32_t *toggled = t->stale + from, n = 0;
    for (uint32_t i = from; i < to; i++) {
        struct found f;
        uint32_t c = t->stale[i];
        if (i + PREFETCH_FOUND < to)
            prefetch_manifold(t->tick, t->stale[i + PREFETCH_FOUND]);
        find_manifold(t->tick, c, &f);
        toggled[n] = c;
        n += take_manifold(t->tick, &f);
    }
    t->tally[piece].toggled = n;
}

/* Manifolds are renewed in any order; events and waking follow in that of the list. */
static void renew_manifolds(struct touching *t, uint32_t count)
{
    const fs_tasks *tasks = t->tick->w->tasks;
    uint32_t pieces = fs__parallel_for_fine_chunks(tasks, count, CHUNK_FOUND);
    fs__parallel_for(tasks, count, pieces, find_manifolds, t);
    for (uint32_t p = 0; p < pieces; p++) {
        const uint32_t *toggled = t->stale + fs__parallel_for_chunk_start(count, pieces, p);
        for (uint32_t i = 0; i < t->tally[p].toggled; i++)
            fs__contactN_toggle_touching(t->tick->w, toggled[i]);
    }
}

static void alloc_lists(struct fs__worldN_tick *tick)
{
    uint32_t capacity = tick->w->contact.capacity;
    tick->active_contact = fs_arena_take(&tick->arena, capacity * sizeof *tick->active_contact);
    tick->stale_contact = fs_arena_take(&tick->arena, capacity * sizeof *tick->stale_contact);
    tick->separation = fs_arena_take(&tick->arena, capacity * sizeof *tick->separation);
    FS_ASSERT(tick->active_contact != NULL && tick->stale_contact != NULL && tick->separation != NULL);
}

void fs__contactN_list_active(struct fs__worldN_tick *tick)
{
    const struct fs_worldN *w = tick->w;
    uint32_t rows = *w->contact.rows, pieces = fs__parallel_for_chunks(w->tasks, rows, CHUNK_ROWS);
    if (tick->active_contact == NULL)
        alloc_lists(tick);
    struct touching t = { .tick = tick, .stale = tick->stale_contact };
    fs__parallel_for(w->tasks, rows, pieces, sort_contacts, &t);
    join_lists(&t, rows, pieces);
}

void fs__contactN_renew_stale(struct fs__worldN_tick *tick)
{
    struct touching t = { .tick = tick, .stale = tick->stale_contact };
    if (tick->stale_contact_count == 0)
        return;
    begin_renewal(tick);
    renew_manifolds(&t, renew_groups(tick, t.stale, tick->stale_contact_count));
    end_renewal(tick);
}
