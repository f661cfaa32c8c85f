/* contact_points.c: see contact_points.h. */
#include "physics3d/dimension.h"

#include "physics3d/contact/contact_points.h"

#include <string.h>

#include "physics3d/body/body.h"

void fs__contact3_begin_points(struct fs__world3_tick *tick)
{
    const uint32_t capacity = tick->w->contact.capacity;
    tick->before_renewal = tick->arena;
    tick->new_points = fs_arena_take(&tick->arena, capacity * sizeof *tick->new_points);
    tick->has_new_points = fs_arena_take(&tick->arena, capacity);
    /* The arena has room for the solver's blocks, which are larger. */
    FS_ASSERT(tick->new_points != NULL && tick->has_new_points != NULL);
    memset(tick->has_new_points, 0, capacity);
}

/* ---- places ---------------------------------------------------------------------------------------------------- */

struct point_columns {
    fs_rel3 *arm;
    fs_vel3 *impulse;
    fs_rel *separation;
    uint32_t *id;
};

/* The points as they stood before the renewal. */
static struct point_columns save_points(struct fs__world3_tick *tick)
{
    const struct fs_contact_point3_view *p = &tick->w->point;
    const size_t rows = *p->rows;
    struct point_columns old = { .arm = fs_arena_take(&tick->arena, rows * sizeof *old.arm),
                                 .impulse = fs_arena_take(&tick->arena, rows * sizeof *old.impulse),
                                 .separation = fs_arena_take(&tick->arena, rows * sizeof *old.separation),
                                 .id = fs_arena_take(&tick->arena, rows * sizeof *old.id) };
    FS_ASSERT(old.arm != NULL && old.impulse != NULL && old.separation != NULL && old.id != NULL);
    memcpy(old.arm, p->arm, rows * sizeof *old.arm);
    memcpy(old.impulse, p->impulse, rows * sizeof *old.impulse);
    memcpy(old.separation, p->separation, rows * sizeof *old.separation);
    memcpy(old.id, p->id, rows * sizeof *old.id);
    return old;
}

/* The points of a contact from row `at` of `from` on, to rows from `row` on. */
static inline void put_points(const struct fs__world3_tick *tick, uint32_t contact, const struct point_columns *from,
                              uint32_t at, uint32_t row)
{
    const struct fs_contact_point3_view *p = &tick->w->point;
    for (unsigned i = 0; i < tick->w->contact.count[contact]; i++, at++, row++) {
        p->arm[row] = from->arm[at];
        p->impulse[row] = from->impulse[at];
        p->separation[row] = from->separation[at];
        p->id[row] = from->id[at];
    }
}

static void put_new(const struct fs__world3_tick *tick, uint32_t contact, uint32_t row)
{
    struct fs__contact3_new_points *n = &tick->new_points[contact];
    put_points(tick, contact, &(struct point_columns){ n->arm, n->impulse, n->separation, n->id }, 0, row);
}

/* Contacts with points, in the order of their rows. The others are told that they have none. */
struct holders {
    uint32_t *contact;
    uint32_t count;
    uint32_t points; /* of all of them */
    bool in_place;   /* each may keep the rows it had, and no row is left */
};

/* Most contacts have none, in no order that a processor could guess: the loop over all has no branch. */
static struct holders list_holders(struct fs__world3_tick *tick)
{
    const struct fs_world3 *w = tick->w;
    const uint8_t *count = w->contact.count;
    const uint32_t rows = *w->contact.rows;
    struct holders h = { .contact = fs_arena_take(&tick->arena, (rows + 1) * sizeof *h.contact) };
    FS_ASSERT(h.contact != NULL);
    for (uint32_t c = 0; c < rows; c++) {
        uint32_t holds = count[c] > 0;
        w->contact.first_point[c] &= 0u - holds;
        h.contact[h.count] = c;
        h.count += holds;
    }
    uint32_t moved = 0;
    for (uint32_t i = 0; i < h.count; i++) {
        moved |= w->contact.first_point[h.contact[i]] ^ h.points;
        h.points += count[h.contact[i]];
    }
    h.in_place = moved == 0 && h.points == *w->point.rows;
    return h;
}

static void resize_points(const struct fs_world3 *w, uint32_t rows)
{
    /* Capacity is four rows for each contact. */
    fs_result result = fs_rows_resize(w->state, w->first_table + FS__WORLD3_TABLE_CONTACT_POINT, rows);
    FS_ASSERT(result == FS_OK);
    (void)result;
}

static void place_all(struct fs__world3_tick *tick, const struct holders *h)
{
    const struct fs_world3 *w = tick->w;
    struct point_columns old = save_points(tick);
    uint32_t at = 0;
    resize_points(w, h->points);
    for (uint32_t i = 0; i < h->count; i++) {
        uint32_t c = h->contact[i];
        if (tick->has_new_points[c])
            put_new(tick, c, at);
        else
            put_points(tick, c, &old, w->contact.first_point[c], at);
        w->contact.first_point[c] = at;
        at += w->contact.count[c];
    }
}

static void place_new(const struct fs__world3_tick *tick, const struct holders *h)
{
    for (uint32_t i = 0; i < h->count; i++)
        if (tick->has_new_points[h->contact[i]])
            put_new(tick, h->contact[i], tick->w->contact.first_point[h->contact[i]]);
}

void fs__contact3_place_points(struct fs__world3_tick *tick)
{
    struct holders h = list_holders(tick);
    if (h.in_place)
        place_new(tick, &h);
    else
        place_all(tick, &h);
    tick->has_new_points = NULL;
    tick->new_points = NULL;
    tick->arena = tick->before_renewal;
}
