/* contact_stiffness.inl: contacts whose stiffness changes while they overlap.
 *
 * Contacts of an island with twice the parts are four times as stiff (contact_prepare.c), and islands grow and part. A
 * spring that became stiffer while it is compressed would give back more energy than it took. So a contact has a rest
 * overlap, at which it gives no push, and a change of the stiffness moves it so that the push stays what it was. A contact
 * that opens loses it. The rest overlap is kept per contact, for the deeper of its points: the other one is not pushed
 * apart by it.
 *
 * Template: included once by contact_stiffness.c of physics2d and of physics3d, which defines
 *   least_separation(tick, row): that of the points of a contact (m);
 *   add_separation(tick, row, rest): to that of all points of a contact.
 */
#include "physics/world/tick_parts.h"

/* The overlap of the deeper point (m), at least 0. */
static fs_rel overlap_of(const struct fs__worldN_tick *tick, uint32_t row)
{
    return -fs_clamp32(least_separation(tick, row), -INT32_MAX, 0);
}

/* The rest overlap with which a contact of `after` parts pushes as with one of `before` parts. */
static fs_rel keep_push(fs_rel overlap, fs_rel rest, unsigned before, unsigned after)
{
    int64_t yielded = overlap - rest;
    if (after > before)
        return (fs_rel)(overlap - yielded / ((int64_t)(after / before) * (after / before)));
    return (fs_rel)fs_max64(overlap - yielded * (before / after) * (before / after), 0);
}

static void update_contact(struct fs__worldN_tick *tick, uint32_t row, unsigned parts)
{
    struct fs_contactN_view *c = &tick->w->contact;
    fs_rel overlap = overlap_of(tick, row), rest = fs_min32(c->rest_overlap[row], overlap);
    if (c->parts[row] != 0 && c->parts[row] != parts)
        rest = keep_push(overlap, rest, c->parts[row], parts);
    c->parts[row] = (uint8_t)parts;
    c->rest_overlap[row] = rest;
    add_separation(tick, row, rest);
}

void fs__contact_stiffnessN_update(struct fs__worldN_tick *tick)
{
    const struct fs_contactN_view *c = &tick->w->contact;
    unsigned parts = fs__worldN_parts(tick->w);
    for (uint32_t i = 0; i < tick->contact_count; i++) {
        uint32_t row = tick->contact[i];
        if (c->parts[row] != parts || c->rest_overlap[row] != 0)
            update_contact(tick, row, parts);
    }
}
