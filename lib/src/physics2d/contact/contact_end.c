/* contact_end.c: destroys contacts, emits their END events and wakes the bodies that they held. */
#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

static uint32_t body_a(const struct fs_world2 *w, uint32_t contact)
{
    return w->shape.body[w->contact.shape_a[contact]];
}

static uint32_t body_b(const struct fs_world2 *w, uint32_t contact)
{
    return w->shape.body[w->contact.shape_b[contact]];
}

/* A body that rested on a destroyed contact must move again. */
static void wake_touching(struct fs_world2 *w, uint32_t contact)
{
    const uint8_t mask = FS__CONTACT2_TOUCHING | FS__CONTACT2_SENSOR;
    if ((w->contact.flags[contact] & mask) != FS__CONTACT2_TOUCHING)
        return;
    fs__body2_wake_row(w, body_a(w, contact));
    fs__body2_wake_row(w, body_b(w, contact));
}

void fs__contact2_destroy(struct fs_world2 *w, uint32_t contact)
{
    uint8_t flags = w->contact.flags[contact];
    bool wanted = (flags & (FS__CONTACT2_EVENTS | FS__CONTACT2_SENSOR)) != 0;
    if ((flags & FS__CONTACT2_TOUCHING) && wanted)
        fs__event2_record_contact(w, flags & FS__CONTACT2_SENSOR ? FS_EVENT2_SENSOR_END : FS_EVENT2_END, contact);
    wake_touching(w, contact);
    (void)fs_pool_destroy(w->state, w->first_table + FS__WORLD2_TABLE_CONTACT,
                          fs_pool_handle(w->state, w->first_table + FS__WORLD2_TABLE_CONTACT, contact));
}

static bool is_of_shape(const struct fs_world2 *w, uint32_t contact, uint32_t body, uint32_t shape)
{
    if (shape != FS__CONTACT2_ALL_SHAPES)
        return w->contact.shape_a[contact] == shape || w->contact.shape_b[contact] == shape;
    return body_a(w, contact) == body || body_b(w, contact) == body;
}

void fs__contact2_destroy_of_body(struct fs_world2 *w, uint32_t body, uint32_t shape)
{
    for (uint32_t c = 0; c < *w->contact.rows; c++)
        if (fs__world2_row_live(w->contact.gen, c) && is_of_shape(w, c, body, shape))
            fs__contact2_destroy(w, c);
}

void fs__contact2_mark_stale(struct fs_world2 *w, uint32_t body)
{
    for (uint32_t c = 0; c < *w->contact.rows; c++) {
        if (!fs__world2_row_live(w->contact.gen, c) || !is_of_shape(w, c, body, FS__CONTACT2_ALL_SHAPES))
            continue;
        wake_touching(w, c);
        w->contact.flags[c] |= FS__CONTACT2_STALE;
    }
}
