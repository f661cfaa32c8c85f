/* pair_update.c: creates contacts of shapes whose fat AABBs overlap and destroys those of shapes that parted.
 *
 * Only shapes with a new fat AABB are tested. When contact3 is full the pair is not created, and its shapes are tested again
 * in the next tick.
 */
#include <string.h>

#include "physics3d/body/body.h"
#include "physics3d/joint/joint.h"
#include "physics3d/world/world.h"

static bool is_moved(const struct fs_world3 *w, uint32_t shape)
{
    return (w->shape.flags[shape] & FS_SHAPE3_MOVED) != 0;
}

static fs_aabb3 fat_aabb_of(const struct fs_world3 *w, uint32_t shape)
{
    return (fs_aabb3){ w->shape.fat_low[shape], w->shape.fat_high[shape] };
}

/* ---- known pairs ---------------------------------------------------------------------------------------------- */

/* Pairs that have a contact and could be found again, by open addressing. A free slot is all zero: the second row of a pair
 * never is. */
struct known {
    fs__broadphase3_pair *slot;
    uint32_t mask;
};

static uint32_t first_slot(const struct known *k, uint32_t a, uint32_t b)
{
    uint32_t h = (a * 0x9E3779B1u) ^ (b * 0x85EBCA77u);
    return (h ^ h >> 15) & k->mask;
}

/* The slot of the pair, or the free slot where it belongs. */
static fs__broadphase3_pair *find_slot(const struct known *k, fs__broadphase3_pair p)
{
    uint32_t i = first_slot(k, p.a, p.b);
    while (k->slot[i].b != 0 && (k->slot[i].a != p.a || k->slot[i].b != p.b))
        i = (i + 1) & k->mask;
    return &k->slot[i];
}

/* Destroys contacts whose boxes parted; lists the other contacts of shapes with new boxes. */
static uint32_t sift_contacts(struct fs__world3_tick *tick, fs__broadphase3_pair *kept)
{
    struct fs_world3 *w = tick->w;
    uint32_t n = 0;
    for (uint32_t c = 0; c < *w->contact.rows; c++) {
        if (!fs__world3_row_live(w->contact.gen, c))
            continue;
        uint32_t a = w->contact.shape_a[c], b = w->contact.shape_b[c];
        if (!is_moved(w, a) && !is_moved(w, b))
            continue;
        if (fs_aabb3_overlaps(fat_aabb_of(w, a), fat_aabb_of(w, b)))
            kept[n++] = (fs__broadphase3_pair){ a, b };
        else
            fs__contact3_destroy(w, c);
    }
    return n;
}

static struct known build_known(struct fs__world3_tick *tick, const fs__broadphase3_pair *kept, uint32_t n)
{
    uint32_t size = 64;
    while (size < 2 * n)
        size *= 2;
    struct known k = { fs_arena_take(&tick->arena, size * sizeof(fs__broadphase3_pair)), size - 1 };
    FS_ASSERT(k.slot != NULL);
    memset(k.slot, 0, size * sizeof *k.slot);
    for (uint32_t i = 0; i < n; i++)
        *find_slot(&k, kept[i]) = kept[i];
    return k;
}

/* ---- new pairs ------------------------------------------------------------------------------------------------ */

static bool filters_agree(const struct fs_world3 *w, uint32_t a, uint32_t b)
{
    int16_t group = w->shape.group[a];
    if (group != 0 && group == w->shape.group[b])
        return group > 0;
    return (w->shape.category[a] & w->shape.mask[b]) != 0 && (w->shape.category[b] & w->shape.mask[a]) != 0;
}

bool fs__contact3_should_collide(const struct fs_world3 *w, uint32_t a, uint32_t b)
{
    uint32_t body_a = w->shape.body[a], body_b = w->shape.body[b];
    unsigned sensors = (w->shape.flags[a] & FS_SHAPE3_SENSOR) + (w->shape.flags[b] & FS_SHAPE3_SENSOR);
    if (body_a == body_b || sensors > 1 || ((w->body.flags[body_a] | w->body.flags[body_b]) & FS_BODY3_DISABLED))
        return false;
    bool dynamic = fs__body3_is_dynamic(w, body_a) || fs__body3_is_dynamic(w, body_b);
    bool mobile = w->body.type[body_a] != FS_BODY3_STATIC || w->body.type[body_b] != FS_BODY3_STATIC;
    if (sensors ? !mobile : !dynamic)
        return false;
    return filters_agree(w, a, b) && (sensors || !fs__joint3_blocks_collision(w, body_a, body_b));
}

static bool create_contact(struct fs_world3 *w, uint32_t a, uint32_t b)
{
    fs_handle handle;
    if (fs_pool_create(w->state, w->first_table + FS__WORLD3_TABLE_CONTACT, &handle) != FS_OK)
        return false;
    uint32_t points = *w->contact.rows * FS__MANIFOLD3_MAX_POINTS;
    if (*w->point.rows < points && fs_rows_resize(w->state, w->first_table + FS__WORLD3_TABLE_CONTACT_POINT, points))
        return false;
    uint32_t c = handle.index1 - 1;
    unsigned shapes = w->shape.flags[a] | w->shape.flags[b];
    unsigned flags = FS__CONTACT3_STALE;
    flags |= shapes & FS_SHAPE3_SENSOR ? FS__CONTACT3_SENSOR : 0;
    flags |= shapes & FS_SHAPE3_CONTACT_EVENTS ? FS__CONTACT3_EVENTS : 0;
    flags |= shapes & FS_SHAPE3_HIT_EVENTS ? FS__CONTACT3_HITS : 0;
    w->contact.shape_a[c] = a;
    w->contact.shape_b[c] = b;
    w->contact.flags[c] = (uint8_t)flags;
    w->contact.rotation_a[c] = w->contact.rotation_b[c] = fs_quat_identity();
    return true;
}

/* The search for new pairs of one tick. */
struct search {
    struct fs__world3_tick *tick;
    struct fs__broadphase3_aabb_columns boxes;
    struct known known;
    fs__broadphase3_pair *pair;
    uint32_t capacity;
};

/* In shape3.flags during the search: a pair of this shape did not fit into contact3. */
enum { AGAIN = 1 << 15 };

/* A pair is skipped when one of its shapes has a new box and was in an earlier part: it was found there. */
static void create_contacts(struct search *s, uint32_t count, uint32_t first_row)
{
    struct fs_world3 *w = s->tick->w;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = s->pair[i].a, b = s->pair[i].b;
        if ((a < first_row && is_moved(w, a)) || (b < first_row && is_moved(w, b)))
            continue;
        if (!fs__contact3_should_collide(w, a, b) || find_slot(&s->known, s->pair[i])->b != 0)
            continue;
        if (!create_contact(w, a, b))
            w->shape.flags[is_moved(w, a) ? a : b] |= AGAIN;
    }
}

/* In parts when there are more pairs than fit: one shape alone never has more pairs than there are shapes. */
static void search_all(struct search *s, const uint32_t *row, uint32_t n)
{
    uint32_t part = n;
    for (uint32_t at = 0; at < n;) {
        uint32_t take = fs_min_u32(part, n - at);
        uint32_t count = fs__broadphase3_find_pairs(s->tick->w->scratch->broad, &s->boxes, row + at, take, s->pair,
                                                    s->capacity);
        if (count > s->capacity && take > 1) {
            part = take / 2;
            continue;
        }
        create_contacts(s, fs_min_u32(count, s->capacity), row[at]);
        at += take;
    }
}

static uint32_t list_moved(const struct fs_world3 *w, uint32_t *row)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < *w->shape.rows; i++)
        if (is_moved(w, i) && fs__world3_row_live(w->shape.gen, i))
            row[n++] = i;
    return n;
}

static void clear_moved(struct fs_world3 *w, const uint32_t *row, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        unsigned flags = w->shape.flags[row[i]];
        w->shape.flags[row[i]] = (uint16_t)(flags & ~(flags & AGAIN ? (unsigned)AGAIN : (unsigned)FS_SHAPE3_MOVED));
    }
}

void fs__contact3_update_pairs(struct fs__world3_tick *tick)
{
    struct fs_world3 *w = tick->w;
    fs_arena before = tick->arena;
    uint32_t shapes = *w->shape.rows;
    uint32_t *row = fs_arena_take(&tick->arena, shapes * sizeof *row);
    uint32_t n = list_moved(w, row);
    if (n > 0) {
        struct search s = { .tick = tick, .boxes = { w->shape.fat_low, w->shape.fat_high, w->shape.gen, shapes } };
        fs__broadphase3_pair *kept = fs_arena_take(&tick->arena, *w->contact.rows * sizeof *kept);
        uint32_t kept_count = sift_contacts(tick, kept);
        s.known = build_known(tick, kept, kept_count);
        s.capacity = w->contact.capacity + w->shape.capacity;
        s.pair = fs_arena_take(&tick->arena, s.capacity * sizeof *s.pair);
        FS_ASSERT(s.pair != NULL);
        fs__broadphase3_update(w->scratch->broad, &s.boxes);
        search_all(&s, row, n);
        clear_moved(w, row, n);
    }
    tick->arena = before;
}
