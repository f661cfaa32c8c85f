/* events.inl: events are recorded as they occur and published in order (physics/event_order.h) after the step.
 *
 * Template: included once by events.c of physics2d and of physics3d.
 */

void fs__eventN_record(struct fs_worldN *w, const fs_eventN *event)
{
    struct fs__worldN_scratch *s = w->scratch;
    if (s == NULL)
        return;
    if (s->pending_count < s->pending_capacity)
        s->pending[s->pending_count++] = *event;
    else
        s->pending_lost++;
}

/* The sensor of a contact comes first. */
void fs__eventN_record_contact(struct fs_worldN *w, fs_eventN_kind kind, uint32_t contact)
{
    fs_eventN e;
    uint32_t a = w->contact.shape_a[contact], b = w->contact.shape_b[contact];
    bool sensor = (w->contact.flags[contact] & FS__CONTACTN_SENSOR) != 0;
    if (w->scratch == NULL)
        return;
    if (sensor && (w->shape.flags[a] & FS_SHAPEN_SENSOR) == 0) {
        uint32_t t = a;
        a = b;
        b = t;
    }
    memset(&e, 0, sizeof e);
    e.kind = (uint8_t)kind;
    e.shape_a = fs_shapeN_at(w, a);
    e.shape_b = fs_shapeN_at(w, b);
    e.body_a = fs_bodyN_at(w, w->shape.body[a]);
    e.body_b = fs_bodyN_at(w, w->shape.body[b]);
    e.user_a = w->shape.user[a];
    e.user_b = w->shape.user[b];
    fs__eventN_record(w, &e);
}

void fs__eventN_record_body(struct fs_worldN *w, fs_eventN_kind kind, uint32_t body)
{
    fs_eventN e;
    if (w->scratch == NULL)
        return;
    memset(&e, 0, sizeof e);
    e.kind = (uint8_t)kind;
    e.body_a = fs_bodyN_at(w, body);
    e.user_a = w->body.user[body];
    fs__eventN_record(w, &e);
}

/* ---- order ---------------------------------------------------------------------------------------------------- */

static struct fs__event_key key_of(const void *events, uint32_t i)
{
    const fs_eventN *e = (const fs_eventN *)events + i;
    return (struct fs__event_key){ e->kind, e->shape_a.handle, e->shape_b.handle, e->joint.handle, e->body_a.handle };
}

void fs__eventN_publish(struct fs_worldN *w)
{
    struct fs__worldN_scratch *s = w->scratch;
    fs_arena arena = s->arena;
    uint32_t n = s->pending_count;
    const uint32_t *order = fs__event_order(s->pending, n, key_of, &arena);
    for (uint32_t i = 0; i < n; i++)
        s->sorted[i] = s->pending[order[i]];
    w->events = s->sorted;
    w->event_count = n;
    w->events_lost = s->pending_lost;
    s->pending_count = 0;
    s->pending_lost = 0;
}
