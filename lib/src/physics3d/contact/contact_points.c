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

/* Points as they stood before the renewal. */
struct old_points {
    fs_rel3 *arm;
    fs_vel3 *impulse;
    fs_rel *separation;
    uint32_t *id;
};

static void copy_columns(struct old_points *to, const struct fs_contact_point3_view *from, size_t rows)
{
    memcpy(to->arm, from->arm, rows * sizeof *to->arm);
    memcpy(to->impulse, from->impulse, rows * sizeof *to->impulse);
    memcpy(to->separation, from->separation, rows * sizeof *to->separation);
    memcpy(to->id, from->id, rows * sizeof *to->id);
}

static struct old_points save_points(struct fs__world3_tick *tick)
{
    const struct fs_contact_point3_view *p = &tick->w->point;
    const size_t rows = *p->rows;
    struct old_points old = { .arm = fs_arena_take(&tick->arena, rows * sizeof *old.arm),
                              .impulse = fs_arena_take(&tick->arena, rows * sizeof *old.impulse),
                              .separation = fs_arena_take(&tick->arena, rows * sizeof *old.separation),
                              .id = fs_arena_take(&tick->arena, rows * sizeof *old.id) };
    FS_ASSERT(old.arm != NULL && old.impulse != NULL && old.separation != NULL && old.id != NULL);
    copy_columns(&old, p, rows);
    return old;
}

static void put_new(const struct fs__world3_tick *tick, uint32_t contact, uint32_t row)
{
    const struct fs_contact_point3_view *p = &tick->w->point;
    const struct fs__contact3_new_points *from = &tick->new_points[contact];
    for (unsigned i = 0; i < tick->w->contact.count[contact]; i++) {
        p->arm[row + i] = from->arm[i];
        p->impulse[row + i] = from->impulse[i];
        p->separation[row + i] = from->separation[i];
        p->id[row + i] = from->id[i];
    }
}

static void put_old(const struct fs__world3_tick *tick, uint32_t contact, const struct old_points *old, uint32_t row)
{
    const struct fs_contact_point3_view *p = &tick->w->point;
    uint32_t from = tick->w->contact.first_point[contact];
    for (unsigned i = 0; i < tick->w->contact.count[contact]; i++, from++) {
        p->arm[row + i] = old->arm[from];
        p->impulse[row + i] = old->impulse[from];
        p->separation[row + i] = old->separation[from];
        p->id[row + i] = old->id[from];
    }
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
    struct old_points old = save_points(tick);
    uint32_t at = 0;
    resize_points(w, h->points);
    for (uint32_t i = 0; i < h->count; i++) {
        uint32_t c = h->contact[i];
        if (tick->has_new_points[c])
            put_new(tick, c, at);
        else
            put_old(tick, c, &old, at);
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
