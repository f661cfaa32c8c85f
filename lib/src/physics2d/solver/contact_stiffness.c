/* contact_stiffness.c: contacts whose stiffness changes while they overlap.
 *
 * Contacts of an island with twice the parts are four times as stiff (contact_prepare.c), and islands grow and part. A
 * spring that became stiffer while it is compressed would give back more energy than it took. So a contact has a rest
 * overlap, at which it gives no push, and a change of the stiffness moves it so that the push stays what it was. A contact
 * that opens loses it. The rest overlap is kept per contact, for the deeper of its points: the other one is not pushed
 * apart by it.
 */
#include "physics2d/solver/contact_stiffness.h"

#include "physics2d/world/tick_parts.h"

/* The overlap of the deeper point (m), at least 0. */
static fs_rel overlap_of(const struct fs__world2_tick *tick, uint32_t row)
{
    fs_rel2 separation = tick->separation[row];
    fs_rel least = tick->w->contact.count[row] > 1 ? fs_min32(separation.x, separation.y) : separation.x;
    return -fs_clamp32(least, -INT32_MAX, 0);
}

/* The rest overlap with which a contact of `after` parts pushes as with one of `before` parts. */
static fs_rel keep_push(fs_rel overlap, fs_rel rest, unsigned before, unsigned after)
{
    int64_t yielded = overlap - rest;
    if (after > before)
        return (fs_rel)(overlap - yielded / ((int64_t)(after / before) * (after / before)));
    return (fs_rel)fs_max64(overlap - yielded * (before / after) * (before / after), 0);
}

static void update_contact(struct fs__world2_tick *tick, uint32_t row, unsigned parts)
{
    struct fs_contact2_view *c = &tick->w->contact;
    fs_rel overlap = overlap_of(tick, row), rest = fs_min32(c->rest_overlap[row], overlap);
    if (c->parts[row] != 0 && c->parts[row] != parts)
        rest = keep_push(overlap, rest, c->parts[row], parts);
    c->parts[row] = (uint8_t)parts;
    c->rest_overlap[row] = rest;
    tick->separation[row].x = fs_sat32_add(tick->separation[row].x, rest);
    if (c->count[row] > 1)
        tick->separation[row].y = fs_sat32_add(tick->separation[row].y, rest);
}

void fs__contact_stiffness2_update(struct fs__world2_tick *tick)
{
    const struct fs_contact2_view *c = &tick->w->contact;
    unsigned parts = fs__world2_parts(tick->w);
    for (uint32_t i = 0; i < tick->contact_count; i++) {
        uint32_t row = tick->contact[i];
        if (c->parts[row] != parts || c->rest_overlap[row] != 0)
            update_contact(tick, row, parts);
    }
}
