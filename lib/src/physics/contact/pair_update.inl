/* pair_update.inl: creates contacts of shapes whose fat AABBs overlap and destroys those of shapes that parted.
 *
 * Only shapes with a new fat AABB are tested. When the table of contacts is full the pair is not created, and its shapes are
 * tested again in the next tick; contacts_lost counts it in each of them.
 *
 * Template: included once by pair_update.c of physics2d and of physics3d.
 */
#include <string.h>

#include "base/parallel_for.h"
#include "physics/contact/pair_set.h"
#include "physics/row_scan.h"

static bool is_moved(const struct fs_worldN *w, uint32_t shape)
{
    return (w->shape.flags[shape] & FS_SHAPEN_MOVED) != 0;
}

static fs_aabbN fat_aabb_of(const struct fs_worldN *w, uint32_t shape)
{
    return (fs_aabbN){ w->shape.fat_low[shape], w->shape.fat_high[shape] };
}

/* ---- known pairs ---------------------------------------------------------------------------------------------- */

/* Contacts of shapes with new boxes, in chunks of rows: pairs whose boxes still overlap, and contacts whose boxes parted. */
struct sift {
    struct fs__worldN_tick *tick;
    fs__broadphase_pair *kept; /* both lists: from the first row of the chunk on */
    uint32_t *parted;
    struct {
        uint32_t kept, parted;
    } count[FS__PARALLEL_FOR_MAX_CHUNKS];
};

enum { SIFT_ROWS = 1024 }; /* fewer contacts are not worth another thread */

/* In a divided tick a contact that touches, or began or ended to, first ends in the narrow phase: a new contact of the pair would
 * begin once more in the same tick. */
static bool may_end(const struct fs_worldN *w, uint32_t contact)
{
    return !fs__worldN_is_divided(w) || (w->contact.flags[contact] & (FS__CONTACTN_TOUCHING | FS__CONTACTN_FRESH)) == 0;
}

static void sift_some(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    struct sift *s = work;
    const struct fs_worldN *w = s->tick->w;
    uint32_t kept = from, parted = from;
    for (uint32_t c = from; c < to; c++) {
        if (!fs__worldN_row_live(w->contact.gen, c))
            continue;
        uint32_t a = w->contact.shape_a[c], b = w->contact.shape_b[c];
        if (!is_moved(w, a) && !is_moved(w, b))
            continue;
        if (!may_end(w, c) || fs_aabbN_overlaps(fat_aabb_of(w, a), fat_aabb_of(w, b)))
            s->kept[kept++] = (fs__broadphase_pair){ a, b };
        else
            s->parted[parted++] = c;
    }
    s->count[chunk].kept = kept - from;
    s->count[chunk].parted = parted - from;
}

/* Joins the pairs of the chunks, and destroys the contacts whose boxes parted in the order of their rows; returns the
 * number of pairs. */
static uint32_t join_sifted(struct sift *s, uint32_t rows, uint32_t chunks)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < chunks; i++) {
        uint32_t from = fs__parallel_for_chunk_start(rows, chunks, i);
        memmove(s->kept + n, s->kept + from, s->count[i].kept * sizeof *s->kept);
        n += s->count[i].kept;
        for (uint32_t k = 0; k < s->count[i].parted; k++)
            fs__contactN_destroy(s->tick->w, s->parted[from + k]);
    }
    return n;
}

/* Pairs that have a contact and could be found again. */
static struct fs__pair_set build_known(struct fs__worldN_tick *tick)
{
    const struct fs_worldN *w = tick->w;
    uint32_t rows = *w->contact.rows, chunks = fs__parallel_for_chunks(w->tasks, rows, SIFT_ROWS);
    struct sift sift = { .tick = tick,
                         .kept = fs_arena_take(&tick->arena, rows * sizeof(fs__broadphase_pair)),
                         .parted = fs_arena_take(&tick->arena, rows * sizeof(uint32_t)) };
    fs__parallel_for(w->tasks, rows, chunks, sift_some, &sift);
    uint32_t n = join_sifted(&sift, rows, chunks), slots = fs__pair_set_slots(n);
    struct fs__pair_set known = { fs_arena_take(&tick->arena, slots * sizeof(fs__broadphase_pair)), slots - 1 };
    FS_ASSERT(sift.kept != NULL && sift.parted != NULL && known.slot != NULL);
    memset(known.slot, 0, slots * sizeof *known.slot);
    for (uint32_t i = 0; i < n; i++)
        *fs__pair_set_find(&known, sift.kept[i]) = sift.kept[i];
    return known;
}

/* ---- new pairs ------------------------------------------------------------------------------------------------ */

static bool filters_agree(const struct fs_worldN *w, uint32_t a, uint32_t b)
{
    int16_t group = w->shape.group[a];
    if (group != 0 && group == w->shape.group[b])
        return group > 0;
    return (w->shape.category[a] & w->shape.mask[b]) != 0 && (w->shape.category[b] & w->shape.mask[a]) != 0;
}

bool fs__contactN_should_collide(const struct fs_worldN *w, uint32_t a, uint32_t b)
{
    uint32_t body_a = w->shape.body[a], body_b = w->shape.body[b];
    unsigned sensors = (w->shape.flags[a] & FS_SHAPEN_SENSOR) + (w->shape.flags[b] & FS_SHAPEN_SENSOR);
    if (body_a == body_b || sensors > 1 || ((w->body.flags[body_a] | w->body.flags[body_b]) & FS_BODYN_DISABLED))
        return false;
    bool dynamic = fs__bodyN_is_dynamic(w, body_a) || fs__bodyN_is_dynamic(w, body_b);
    bool mobile = w->body.type[body_a] != FS_BODYN_STATIC || w->body.type[body_b] != FS_BODYN_STATIC;
    if (sensors ? !mobile : !dynamic)
        return false;
    return filters_agree(w, a, b) && (sensors || !fs__jointN_blocks_collision(w, body_a, body_b));
}

static bool create_contact(struct fs_worldN *w, uint32_t a, uint32_t b)
{
    fs_handle handle;
    if (fs_pool_create(w->state, w->first_table + FS__WORLDN_TABLE_CONTACT, &handle) != FS_OK)
        return false;
    uint32_t c = handle.index1 - 1;
    unsigned shapes = w->shape.flags[a] | w->shape.flags[b];
    unsigned flags = FS__CONTACTN_STALE;
    flags |= shapes & FS_SHAPEN_SENSOR ? FS__CONTACTN_SENSOR : 0;
    flags |= shapes & FS_SHAPEN_CONTACT_EVENTS ? FS__CONTACTN_EVENTS : 0;
    flags |= shapes & FS_SHAPEN_HIT_EVENTS ? FS__CONTACTN_HITS : 0;
    w->contact.shape_a[c] = a;
    w->contact.shape_b[c] = b;
    w->contact.flags[c] = (uint8_t)flags;
    w->contact.rotation_a[c] = w->contact.rotation_b[c] = fs_rotN_identity();
    return true;
}

void fs__contactN_count_lost(struct fs_worldN *w, uint32_t count)
{
    *w->rules.contacts_lost = (uint32_t)fs_min_u64((uint64_t)*w->rules.contacts_lost + count, UINT32_MAX);
}

/* The search for new pairs of one tick. */
struct search {
    struct fs__worldN_tick *tick;
    struct fs__broadphaseN_aabb_columns boxes;
    struct fs__pair_set known;
    fs__broadphase_pair *pair;
    uint32_t capacity;
};

/* In the flags of shapes during the search: a pair of this shape did not fit into the table of contacts. */
enum { AGAIN = 1 << 15 };

/* Wakes the body of shape a, which sleeps, when that of b does not move: it was put there. A shape that is new itself was put
 * to sleep where it is, as in a level that starts at rest. */
static void wake_beside(struct fs_worldN *w, uint32_t a, uint32_t b)
{
    uint32_t body = w->shape.body[a], other = w->shape.body[b];
    bool put = !fs__bodyN_is_dynamic(w, other) && fs_velN_is_zero(w->body.vel[other]) &&
               fs__angular_vel_is_zero(w->body.angular_velocity[other]);
    if (put && (w->body.flags[body] & FS_BODYN_ASLEEP) != 0 && !is_moved(w, a) &&
        ((w->shape.flags[a] | w->shape.flags[b]) & FS_SHAPEN_SENSOR) == 0)
        fs__bodyN_wake_row(w, body);
}

/* A pair is skipped when one of its shapes has a new box and was in an earlier part: it was found there. */
static void create_contacts(struct search *s, uint32_t count, uint32_t first_row)
{
    struct fs_worldN *w = s->tick->w;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = s->pair[i].a, b = s->pair[i].b;
        if ((a < first_row && is_moved(w, a)) || (b < first_row && is_moved(w, b)))
            continue;
        if (create_contact(w, a, b)) {
            wake_beside(w, a, b);
            wake_beside(w, b, a);
            continue;
        }
        w->shape.flags[is_moved(w, a) ? a : b] |= AGAIN;
        fs__contactN_count_lost(w, 1);
    }
}

/* Whether a pair has no contact yet and may get one. */
static bool is_new_pair(const void *search, fs__broadphase_pair pair)
{
    const struct search *s = search;
    return !fs__pair_set_contains(&s->known, pair) && fs__contactN_should_collide(s->tick->w, pair.a, pair.b);
}

/* In parts when there are more pairs than fit: one shape alone never has more pairs than there are shapes. */
static void search_all(struct search *s, const uint32_t *row, uint32_t n)
{
    const struct fs_worldN *w = s->tick->w;
    uint32_t part = n;
    for (uint32_t at = 0; at < n;) {
        uint32_t take = fs_min_u32(part, n - at);
        struct fs__broadphase_search search = { row + at, take, { is_new_pair, s, NULL }, w->tasks };
        uint32_t count = fs__broadphaseN_find_pairs(w->scratch->pair_broadphase, &s->boxes, &search, s->pair,
                                                    s->capacity);
        if (count > s->capacity && take > 1) {
            part = take / 2;
            continue;
        }
        create_contacts(s, fs_min_u32(count, s->capacity), row[at]);
        at += take;
    }
}

static uint32_t list_moved(const struct fs_worldN *w, uint32_t *row)
{
    uint32_t n = 0;
    const uint16_t *flags = w->shape.flags;
    const uint32_t rows = *w->shape.rows;
    for (uint32_t i = 0; (i = fs__row_scan_next(flags, FS_SHAPEN_MOVED, i, rows)) < rows; i++)
        if (fs__worldN_row_live(w->shape.gen, i))
            row[n++] = i;
    return n;
}

static void clear_moved(struct fs_worldN *w, const uint32_t *row, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        unsigned flags = w->shape.flags[row[i]];
        w->shape.flags[row[i]] = (uint16_t)(flags & ~(flags & AGAIN ? (unsigned)AGAIN : (unsigned)FS_SHAPEN_MOVED));
    }
}

void fs__contactN_update_pairs(struct fs__worldN_tick *tick)
{
    struct fs_worldN *w = tick->w;
    fs_arena before = tick->arena;
    uint32_t shapes = *w->shape.rows;
    uint32_t *row = fs_arena_take(&tick->arena, shapes * sizeof *row);
    uint32_t n = list_moved(w, row);
    tick->pairs_searched = n > 0;
    if (n > 0) {
        struct search s = { .tick = tick,
                            .boxes = { w->shape.fat_low, w->shape.fat_high, w->shape.gen, shapes, w->shape.body } };
        s.known = build_known(tick);
        s.capacity = w->contact.capacity + w->shape.capacity;
        s.pair = fs_arena_take(&tick->arena, s.capacity * sizeof *s.pair);
        FS_ASSERT(s.pair != NULL);
        fs__broadphaseN_update(w->scratch->pair_broadphase, &s.boxes);
        search_all(&s, row, n);
        clear_moved(w, row, n);
    }
    tick->arena = before;
}
