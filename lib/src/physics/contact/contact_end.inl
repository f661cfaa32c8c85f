/* contact_end.inl: destroys contacts, emits their END events and wakes the bodies that they held.
 *
 * Template: included once by contact_end.c of physics2d and of physics3d, which defines
 *   clear_points(w, contact): clears what the contact has outside of its own row.
 */

static uint32_t body_a(const struct fs_worldN *w, uint32_t contact)
{
    return w->shape.body[w->contact.shape_a[contact]];
}

static uint32_t body_b(const struct fs_worldN *w, uint32_t contact)
{
    return w->shape.body[w->contact.shape_b[contact]];
}

/* Whether the contact may carry a body: between bodies that slept before it was looked at this is not known. */
static bool may_touch(const struct fs_worldN *w, uint32_t contact)
{
    const unsigned flags = w->contact.flags[contact];
    const bool asleep = !fs__bodyN_is_awake(w, body_a(w, contact)) && !fs__bodyN_is_awake(w, body_b(w, contact));
    return (flags & FS__CONTACTN_SENSOR) == 0 &&
           ((flags & FS__CONTACTN_TOUCHING) != 0 || ((flags & FS__CONTACTN_STALE) != 0 && asleep));
}

/* A body that rested on a destroyed contact must move again. */
static void wake_touching(struct fs_worldN *w, uint32_t contact)
{
    if (!may_touch(w, contact))
        return;
    fs__bodyN_wake_row(w, body_a(w, contact));
    fs__bodyN_wake_row(w, body_b(w, contact));
}

void fs__contactN_destroy(struct fs_worldN *w, uint32_t contact)
{
    uint8_t flags = w->contact.flags[contact];
    bool wanted = (flags & (FS__CONTACTN_EVENTS | FS__CONTACTN_SENSOR)) != 0;
    if ((flags & FS__CONTACTN_TOUCHING) && wanted)
        fs__eventN_record_contact(w, flags & FS__CONTACTN_SENSOR ? FS_EVENTN_SENSOR_END : FS_EVENTN_END, contact);
    wake_touching(w, contact);
    clear_points(w, contact);
    (void)fs_pool_destroy(w->state, w->first_table + FS__WORLDN_TABLE_CONTACT,
                          fs_pool_handle(w->state, w->first_table + FS__WORLDN_TABLE_CONTACT, contact));
}

static bool is_of_shape(const struct fs_worldN *w, uint32_t contact, uint32_t body, uint32_t shape)
{
    if (shape != FS__CONTACTN_ALL_SHAPES)
        return w->contact.shape_a[contact] == shape || w->contact.shape_b[contact] == shape;
    return body_a(w, contact) == body || body_b(w, contact) == body;
}

void fs__contactN_destroy_of_body(struct fs_worldN *w, uint32_t body, uint32_t shape)
{
    for (uint32_t c = 0; c < *w->contact.rows; c++)
        if (fs__worldN_row_live(w->contact.gen, c) && is_of_shape(w, c, body, shape))
            fs__contactN_destroy(w, c);
}

void fs__contactN_mark_stale(struct fs_worldN *w, uint32_t body)
{
    for (uint32_t c = 0; c < *w->contact.rows; c++) {
        if (!fs__worldN_row_live(w->contact.gen, c) || !is_of_shape(w, c, body, FS__CONTACTN_ALL_SHAPES))
            continue;
        wake_touching(w, c);
        w->contact.flags[c] |= FS__CONTACTN_STALE;
    }
}
