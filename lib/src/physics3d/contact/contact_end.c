/* contact_end.c: destroys contacts, emits their END events and wakes the bodies that they held. */
#include <string.h>

#include "physics3d/body/body.h"
#include "physics3d/world/world.h"

static uint32_t body_a(const struct fs_world3 *w, uint32_t contact)
{
    return w->shape.body[w->contact.shape_a[contact]];
}

static uint32_t body_b(const struct fs_world3 *w, uint32_t contact)
{
    return w->shape.body[w->contact.shape_b[contact]];
}

/* A body that rested on a destroyed contact must move again. */
static void wake_touching(struct fs_world3 *w, uint32_t contact)
{
    const uint8_t mask = FS__CONTACT3_TOUCHING | FS__CONTACT3_SENSOR;
    if ((w->contact.flags[contact] & mask) != FS__CONTACT3_TOUCHING)
        return;
    fs__body3_wake_row(w, body_a(w, contact));
    fs__body3_wake_row(w, body_b(w, contact));
}

void fs__contact3_clear_points(struct fs_world3 *w, uint32_t contact, uint32_t from)
{
    size_t first = fs__contact3_first_point(contact) + from, count = FS__MANIFOLD3_MAX_POINTS - from;
    memset(&w->point.arm[first], 0, count * sizeof *w->point.arm);
    memset(&w->point.separation[first], 0, count * sizeof *w->point.separation);
    memset(&w->point.id[first], 0, count * sizeof *w->point.id);
    memset(&w->point.impulse[first], 0, count * sizeof *w->point.impulse);
}

void fs__contact3_destroy(struct fs_world3 *w, uint32_t contact)
{
    uint8_t flags = w->contact.flags[contact];
    bool wanted = (flags & (FS__CONTACT3_EVENTS | FS__CONTACT3_SENSOR)) != 0;
    if ((flags & FS__CONTACT3_TOUCHING) && wanted)
        fs__event3_record_contact(w, flags & FS__CONTACT3_SENSOR ? FS_EVENT3_SENSOR_END : FS_EVENT3_END, contact);
    wake_touching(w, contact);
    fs__contact3_clear_points(w, contact, 0);
    (void)fs_pool_destroy(w->state, w->first_table + FS__WORLD3_TABLE_CONTACT,
                          fs_pool_handle(w->state, w->first_table + FS__WORLD3_TABLE_CONTACT, contact));
}

static bool is_of_shape(const struct fs_world3 *w, uint32_t contact, uint32_t body, uint32_t shape)
{
    if (shape != FS__CONTACT3_ALL_SHAPES)
        return w->contact.shape_a[contact] == shape || w->contact.shape_b[contact] == shape;
    return body_a(w, contact) == body || body_b(w, contact) == body;
}

void fs__contact3_destroy_of_body(struct fs_world3 *w, uint32_t body, uint32_t shape)
{
    for (uint32_t c = 0; c < *w->contact.rows; c++)
        if (fs__world3_row_live(w->contact.gen, c) && is_of_shape(w, c, body, shape))
            fs__contact3_destroy(w, c);
}

void fs__contact3_mark_stale(struct fs_world3 *w, uint32_t body)
{
    for (uint32_t c = 0; c < *w->contact.rows; c++) {
        if (!fs__world3_row_live(w->contact.gen, c) || !is_of_shape(w, c, body, FS__CONTACT3_ALL_SHAPES))
            continue;
        wake_touching(w, c);
        w->contact.flags[c] |= FS__CONTACT3_STALE;
    }
}
