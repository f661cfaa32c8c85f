/* events.c: events are recorded as they occur and published in order after the step.
 *
 * Two events that compare equal (kind, rows, generations) are equal, so the order of the list depends on the events alone
 * and not on the order in which they were recorded.
 */
#include <string.h>

#include "physics3d/body/body.h"
#include "physics3d/world/world.h"

void fs__event3_record(struct fs_world3 *w, const fs_event3 *event)
{
    struct fs__world3_scratch *s = w->scratch;
    if (s == NULL)
        return;
    if (s->pending_count < s->pending_capacity)
        s->pending[s->pending_count++] = *event;
    else
        s->pending_lost++;
}

/* The sensor of a contact comes first. */
void fs__event3_record_contact(struct fs_world3 *w, fs_event3_kind kind, uint32_t contact)
{
    fs_event3 e;
    uint32_t a = w->contact.shape_a[contact], b = w->contact.shape_b[contact];
    bool sensor = (w->contact.flags[contact] & FS__CONTACT3_SENSOR) != 0;
    if (w->scratch == NULL)
        return;
    if (sensor && (w->shape.flags[a] & FS_SHAPE3_SENSOR) == 0) {
        uint32_t t = a;
        a = b;
        b = t;
    }
    memset(&e, 0, sizeof e);
    e.kind = (uint8_t)kind;
    e.shape_a = fs_shape3_at(w, a);
    e.shape_b = fs_shape3_at(w, b);
    e.body_a = fs_body3_at(w, w->shape.body[a]);
    e.body_b = fs_body3_at(w, w->shape.body[b]);
    e.user_a = w->shape.user[a];
    e.user_b = w->shape.user[b];
    fs__event3_record(w, &e);
}

void fs__event3_record_body(struct fs_world3 *w, fs_event3_kind kind, uint32_t body)
{
    fs_event3 e;
    if (w->scratch == NULL)
        return;
    memset(&e, 0, sizeof e);
    e.kind = (uint8_t)kind;
    e.body_a = fs_body3_at(w, body);
    e.user_a = w->body.user[body];
    fs__event3_record(w, &e);
}

/* ---- order ---------------------------------------------------------------------------------------------------- */

static int compare_u32(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int compare_handles(fs_handle a, fs_handle b)
{
    int by_row = compare_u32(a.index1, b.index1);
    return by_row != 0 ? by_row : compare_u32(a.generation, b.generation);
}

static bool is_before(const fs_event3 *a, const fs_event3 *b)
{
    int order = compare_u32(a->kind, b->kind);
    if (order == 0)
        order = compare_handles(a->shape_a.handle, b->shape_a.handle);
    if (order == 0)
        order = compare_handles(a->shape_b.handle, b->shape_b.handle);
    if (order == 0)
        order = compare_handles(a->joint.handle, b->joint.handle);
    if (order == 0)
        order = compare_handles(a->body_a.handle, b->body_a.handle);
    return order < 0;
}

/* Merges two sorted runs of row numbers; the left one wins ties. */
static void merge_runs(const fs_event3 *event, const uint32_t *from, uint32_t low, uint32_t middle, uint32_t high,
                       uint32_t *to)
{
    uint32_t i = low, j = middle;
    for (uint32_t k = low; k < high; k++) {
        bool right = i >= middle || (j < high && is_before(&event[from[j]], &event[from[i]]));
        to[k] = right ? from[j] : from[i];
        j += right;
        i += !right;
    }
}

/* Merge sort, bottom up; returns which of the two buffers holds the result. */
static const uint32_t *sort_events(const fs_event3 *event, uint32_t n, uint32_t *one, uint32_t *two)
{
    for (uint32_t i = 0; i < n; i++)
        one[i] = i;
    for (uint32_t width = 1; width < n; width *= 2) {
        for (uint32_t low = 0; low < n; low += 2 * width)
            merge_runs(event, one, low, fs_min_u32(low + width, n), fs_min_u32(low + 2 * width, n), two);
        uint32_t *t = one;
        one = two;
        two = t;
    }
    return one;
}

void fs__event3_publish(struct fs_world3 *w)
{
    struct fs__world3_scratch *s = w->scratch;
    fs_arena arena = s->arena;
    uint32_t n = s->pending_count;
    uint32_t *one = fs_arena_take(&arena, n * sizeof *one), *two = fs_arena_take(&arena, n * sizeof *two);
    FS_ASSERT(one != NULL && two != NULL);
    const uint32_t *order = sort_events(s->pending, n, one, two);
    for (uint32_t i = 0; i < n; i++)
        s->sorted[i] = s->pending[order[i]];
    w->events = s->sorted;
    w->event_count = n;
    w->events_lost = s->pending_lost;
    s->pending_count = 0;
    s->pending_lost = 0;
}
