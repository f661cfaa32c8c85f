/* contact_end.c: the end of contacts, whoever wants it. */
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

/* What leaned on something that is gone must move. */
static void wake_touching(struct fs_world2 *w, uint32_t contact)
{
    const uint8_t mask = FS__CONTACT2_TOUCHING | FS__CONTACT2_SENSOR;
    if ((w->contact.flags[contact] & mask) != FS__CONTACT2_TOUCHING)
        return;
    fs__two_wake(w, body_a(w, contact));
    fs__two_wake(w, body_b(w, contact));
}

void fs__two_end_contact(struct fs_world2 *w, uint32_t contact)
{
    uint8_t flags = w->contact.flags[contact];
    bool wanted = (flags & (FS__CONTACT2_EVENTS | FS__CONTACT2_SENSOR)) != 0;
    if ((flags & FS__CONTACT2_TOUCHING) && wanted)
        fs__two_note_contact(w, flags & FS__CONTACT2_SENSOR ? FS_EVENT2_SENSOR_END : FS_EVENT2_END, contact);
    wake_touching(w, contact);
    (void)fs_pool_destroy(w->state, w->first_table + FS__TWO_CONTACT,
                          fs_pool_handle(w->state, w->first_table + FS__TWO_CONTACT, contact));
}

static bool concerns(const struct fs_world2 *w, uint32_t contact, uint32_t body, uint32_t shape)
{
    if (shape != FS__TWO_ALL_SHAPES)
        return w->contact.shape_a[contact] == shape || w->contact.shape_b[contact] == shape;
    return body_a(w, contact) == body || body_b(w, contact) == body;
}

void fs__two_drop_contacts(struct fs_world2 *w, uint32_t body, uint32_t shape)
{
    for (uint32_t c = 0; c < *w->contact.rows; c++)
        if (fs__two_live(w->contact.gen, c) && concerns(w, c, body, shape))
            fs__two_end_contact(w, c);
}

void fs__two_stale_contacts(struct fs_world2 *w, uint32_t body)
{
    for (uint32_t c = 0; c < *w->contact.rows; c++) {
        if (!fs__two_live(w->contact.gen, c) || !concerns(w, c, body, FS__TWO_ALL_SHAPES))
            continue;
        wake_touching(w, c);
        w->contact.flags[c] |= FS__CONTACT2_STALE;
    }
}
