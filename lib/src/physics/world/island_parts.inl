/* island_parts.inl: into how many parts the tick of every island of a large world is divided.
 *
 * Here an island is a set of bodies that contacts and joints may connect within the tick: a contact connects unless its
 * manifold is kept and has no points, which is what an undivided tick leaves out as well. Kinematic bodies connect, because
 * they move in every substep. A sleeping body is in the island of the body that wakes it.
 * The number follows from the smallest body and the largest load of an island. An upper bound of the load is the mass of all
 * bodies over the smallest one; where that would divide the tick, loads are found from contact to contact (support_load.inl).
 *
 * Template: included once by island_parts.c of physics2d and of physics3d.
 */
#include <string.h>

#include "base/union_find.h"
#include "physics/world/support_load.h"

/* ---- connections -------------------------------------------------------------------------------------------------- */

/* Whether a body can be connected: awake, or dynamic and asleep. In one byte, which stays in the cache. */
static bool is_mobile(const struct fs__islandN_links *l, uint32_t body)
{
    return l->mobile[body] != 0;
}

static bool is_counted(const struct fs__islandN_links *l, uint32_t body)
{
    return (l->mobile[body] & FS__ISLAND_COUNTED) != 0;
}

static uint8_t find_mobile(const struct fs__islandN_links *l, uint32_t body)
{
    const struct fs_bodyN_view *b = &l->tick->w->body;
    unsigned state = l->tick->snapshot[body].awake;
    bool dynamic = b->type[body] == FS_BODYN_DYNAMIC;
    if (state != FS__SNAPSHOT_AWAKE && !(l->asleep && state == FS__SNAPSHOT_ASLEEP && dynamic))
        return 0;
    if (!dynamic || b->inv_mass[body].m == 0 || b->extent[body] <= 0)
        return FS__ISLAND_MOBILE;
    return FS__ISLAND_MOBILE | (fs__bodyN_is_tied(l->tick->w, body) ? FS__ISLAND_TIED : FS__ISLAND_COUNTED);
}

/* Returns whether two islands became one. */
static bool unite(struct fs__islandN_links *l, uint32_t a, uint32_t b)
{
    return is_mobile(l, a) && is_mobile(l, b) && fs__union_find_unite(l->root, a, b);
}

static void note_uniting(struct fs__islandN_links *l, uint32_t contact)
{
    struct fs__worldN_scratch *scratch = l->tick->w->scratch;
    scratch->uniting_contact[scratch->uniting_count++] = contact;
}

static bool unite_contact(struct fs__islandN_links *l, uint32_t c)
{
    const struct fs_worldN *w = l->tick->w;
    return unite(l, w->shape.body[w->contact.shape_a[c]], w->shape.body[w->contact.shape_b[c]]);
}

static void unite_links(struct fs__islandN_links *l)
{
    const struct fs__island_link *link = l->tick->link;
    const uint8_t *mobile = l->mobile;
    uint32_t *root = l->root;
    for (uint32_t i = 0; i < l->tick->link_count; i++)
        if (mobile[link[i].a] != 0 && mobile[link[i].b] != 0 && fs__union_find_unite(root, link[i].a, link[i].b))
            note_uniting(l, link[i].contact);
}

static void unite_joints(struct fs__islandN_links *l)
{
    const struct fs_worldN *w = l->tick->w;
    uint32_t a, b;
    for (uint32_t j = 0; j < *w->joint.rows; j++)
        if (fs__jointN_bodies(w, j, &a, &b))
            unite(l, a, b);
}

/* The contacts of sleeping bodies are not active. */
static void unite_sleeping(struct fs__islandN_links *l)
{
    const struct fs_worldN *w = l->tick->w;
    const uint8_t mask = FS__CONTACTN_TOUCHING | FS__CONTACTN_SENSOR;
    for (uint32_t c = 0; c < *w->contact.rows; c++)
        if (fs__worldN_row_live(w->contact.gen, c) && (w->contact.flags[c] & mask) == FS__CONTACTN_TOUCHING)
            unite_contact(l, c);
}

/* Whether a joint ties an awake body to a sleeping one. */
static bool joints_wake(const struct fs__islandN_links *l)
{
    const struct fs_worldN *w = l->tick->w;
    uint32_t a, b;
    for (uint32_t j = 0; j < *w->joint.rows; j++)
        if (fs__jointN_bodies(w, j, &a, &b) &&
            (l->tick->snapshot[a].awake | l->tick->snapshot[b].awake) == (FS__SNAPSHOT_AWAKE | FS__SNAPSHOT_ASLEEP))
            return true;
    return false;
}

static void begin(struct fs__islandN_links *l)
{
    uint32_t bodies = *l->tick->w->body.rows;
    l->asleep = l->tick->touches_sleeping || joints_wake(l);
    l->undemanding = (struct fs__partsN_undemanding){ .extent = INT32_MAX, .load = -1 };
    for (uint32_t i = 0; i < bodies; i++)
        if ((l->mobile[i] = find_mobile(l, i)) != 0)
            l->body[l->bodies++] = l->root[i] = i; /* a set of its own */
    unite_joints(l);
}

static void connect(struct fs__islandN_links *l)
{
    unite_links(l);
    if (l->asleep)
        unite_sleeping(l);
    for (uint32_t k = 0; k < l->bodies; k++)
        l->root[l->body[k]] = l->root[l->root[l->body[k]]]; /* a root has the lowest row of its set */
}

/* ---- islands ------------------------------------------------------------------------------------------------------ */

static bool is_lighter(fs_scaled a, fs_scaled b)
{
    return a.e != b.e ? a.e > b.e : a.m > b.m;
}

int64_t fs__islandN_mass(const struct fs__islandN_links *l, uint32_t body)
{
    return fs__partsN_mass_ratio(l->island[l->number[body]].lightest, l->tick->w->body.inv_mass[body]);
}

/* Most bodies need one part, which is known from another one: larger bodies and smaller loads never need more. */
uint32_t fs__islandN_parts_needed(struct fs__islandN_links *l, fs_rel extent, int64_t load)
{
    if (extent >= l->undemanding.extent && load <= l->undemanding.load)
        return 1;
    uint32_t parts = fs__partsN_needed(&l->rule, extent, load);
    if (parts == 1)
        l->undemanding = (struct fs__partsN_undemanding){ extent, load };
    return parts;
}

static void add_body(struct fs__partsN_island *island, fs_rel extent, fs_scaled inv_mass)
{
    island->extent = island->count == 0 ? extent : fs_min32(island->extent, extent);
    if (island->count++ == 0 || is_lighter(inv_mass, island->lightest))
        island->lightest = inv_mass;
}

/* Numbers the islands in the order of their roots. */
static void count_islands(struct fs__islandN_links *l)
{
    const struct fs_bodyN_view *b = &l->tick->w->body;
    l->islands = 0;
    for (uint32_t k = 0; k < l->bodies; k++) {
        uint32_t i = l->body[k], root = l->root[i];
        if (root == i) {
            l->island[l->islands] = (struct fs__partsN_island){ .parts = 1 };
            l->number[i] = l->islands++;
        }
        l->number[i] = l->number[root];
        if (is_counted(l, i))
            add_body(&l->island[l->number[i]], b->extent[i], b->inv_mass[i]);
        l->island[l->number[i]].tied += (l->mobile[i] & FS__ISLAND_TIED) != 0;
    }
}

/* The load of an island in which all bodies lie on the lightest one. */
static void bound_loads(struct fs__islandN_links *l)
{
    for (uint32_t k = 0; k < l->bodies; k++) {
        uint32_t i = l->body[k];
        if (!is_counted(l, i))
            continue;
        struct fs__partsN_island *island = &l->island[l->number[i]];
        if (island->count == 1)
            island->load = (int64_t)1 << 16;
        else if (2 * island->count <= FS__MAX_PARTS_WORK)
            island->load = fs_min64(island->load + fs__islandN_mass(l, i), FS__MAX_PARTS_LOAD << 16);
    }
}

/* Returns whether an island may be divided. Those whose largest load decides are marked. */
static bool choose_bounds(struct fs__islandN_links *l)
{
    bool any = false;
    for (uint32_t k = 0; k < l->islands; k++) {
        struct fs__partsN_island *island = &l->island[k];
        uint32_t size = fs__islandN_size(island);
        if (island->count == 0 || 2 * size > FS__MAX_PARTS_WORK)
            continue;
        l->in_small += island->count;
        uint32_t most = fs__islandN_parts_needed(l, island->extent, island->load);
        uint32_t least = most > 1 ? fs__islandN_parts_needed(l, island->extent, 0) : 1;
        island->is_loaded = most > least && least < fs__partsN_limit(most, size) && !l->asleep;
        island->parts = (uint8_t)fs__partsN_limit(island->is_loaded ? least : most, size);
        any = any || island->is_loaded || island->parts > 1;
        l->any_loaded = l->any_loaded || island->is_loaded;
    }
    return any;
}

/* ---- worlds of large islands -------------------------------------------------------------------------------------- */

/* Whether a contact is active and has points. Scratch may hold any row. */
static bool is_link(const struct fs__islandN_links *l, uint32_t c)
{
    const struct fs_worldN *w = l->tick->w;
    return c < *w->contact.rows && fs__worldN_row_live(w->contact.gen, c) && w->contact.count[c] > 0 &&
           (w->contact.flags[c] & FS__CONTACTN_SENSOR) == 0;
}

/* By the contacts that made the islands of an earlier tick out of its bodies. Those that unite nothing now are dropped. */
static void unite_again(struct fs__islandN_links *l)
{
    const struct fs_worldN *w = l->tick->w;
    struct fs__worldN_scratch *scratch = w->scratch;
    uint32_t before = fs_min_u32(scratch->uniting_count, w->body.capacity);
    scratch->uniting_count = 0;
    for (uint32_t i = 0; i < before; i++) {
        uint32_t c = scratch->uniting_contact[i];
        if (is_link(l, c) && unite_contact(l, c))
            note_uniting(l, c);
    }
}

/* The bodies of all islands that are not too large, as one island. */
static struct fs__partsN_island join_small(struct fs__islandN_links *l)
{
    const struct fs_bodyN_view *b = &l->tick->w->body;
    struct fs__partsN_island small = { .count = 0 };
    uint32_t *count = l->number, *root = l->root;
    memset(count, 0, *b->rows * sizeof *count);
    for (uint32_t k = 0; k < l->bodies; k++) {
        uint32_t i = l->body[k];
        root[i] = root[root[i]];
        count[root[i]] += is_counted(l, i);
    }
    for (uint32_t k = 0; k < l->bodies; k++) {
        uint32_t i = l->body[k];
        if (is_counted(l, i) && 2 * count[root[i]] <= FS__MAX_PARTS_WORK)
            add_body(&small, b->extent[i], b->inv_mass[i]);
    }
    for (uint32_t k = 0; k < l->bodies; k++) {
        uint32_t i = l->body[k];
        if (is_counted(l, i) && 2 * count[root[i]] <= FS__MAX_PARTS_WORK)
            small.load = fs_min64(small.load + fs__partsN_mass_ratio(small.lightest, b->inv_mass[i]),
                                  FS__MAX_PARTS_LOAD << 16);
    }
    return small;
}

/* With more bodies in small islands they are hardly ever all whole when taken together. */
enum { MAX_IN_SMALL = 8 };

/* Whether no island has more parts, however the bodies are connected further: a connection with a large island makes
 * another large one, and one of small islands at most all of them together. */
static bool are_all_whole(struct fs__islandN_links *l)
{
    struct fs__partsN_island small = join_small(l);
    return small.count == 0 || fs__islandN_parts_needed(l, small.extent, small.load) == 1;
}

/* ---- the tick ----------------------------------------------------------------------------------------------------- */

static bool alloc_links(struct fs__islandN_links *l, fs_arena *arena)
{
    uint32_t bodies = *l->tick->w->body.rows;
    l->root = fs_arena_take(arena, bodies * sizeof *l->root);
    l->number = fs_arena_take(arena, bodies * sizeof *l->number);
    l->island = fs_arena_take(arena, bodies * sizeof *l->island);
    l->body = fs_arena_take(arena, bodies * sizeof *l->body);
    l->mobile = fs_arena_take(arena, bodies);
    return l->mobile != NULL && l->body != NULL && l->root != NULL && l->number != NULL && l->island != NULL;
}

static bool is_any_divided(const struct fs__islandN_links *l)
{
    for (uint32_t k = 0; k < l->islands; k++)
        if (l->island[k].parts > 1)
            return true;
    return false;
}

void fs__islandN_begin_links(struct fs__worldN_tick *tick)
{
    tick->link = fs_arena_take(&tick->arena, *tick->w->contact.rows * sizeof *tick->link);
    FS_ASSERT(tick->link != NULL);
}

void fs__islandN_find_parts(struct fs__worldN_tick *tick)
{
    struct fs__islandN_links l = { .tick = tick };
    uint32_t bodies = *tick->w->body.rows;
    fs_arena arena = tick->arena;
    tick->body_parts = NULL;
    if (!fs__partsN_rule_of(tick->w, &l.rule))
        return;
    uint8_t *parts = fs_arena_take(&arena, bodies);
    fs_arena with_parts = arena;
    bool ready = alloc_links(&l, &arena) && parts != NULL;
    FS_ASSERT(ready); /* the arrays of the solver, which come later, are larger */
    begin(&l);
    unite_again(&l);
    if (tick->w->scratch->uniting_count > 0 && are_all_whole(&l))
        return;
    connect(&l);
    count_islands(&l);
    bound_loads(&l);
    bool any = choose_bounds(&l);
    if (l.in_small > MAX_IN_SMALL)
        tick->w->scratch->uniting_count = 0; /* the next tick will have to look at all contacts as well */
    if (!any)
        return;
    if (l.any_loaded)
        fs__support_loadsN_find(&l, &arena);
    if (!is_any_divided(&l))
        return;
    memset(parts, 0, bodies);
    for (uint32_t k = 0; k < l.bodies; k++)
        parts[l.body[k]] = l.island[l.number[l.body[k]]].parts;
    tick->arena = with_parts;
    tick->body_parts = parts;
}
