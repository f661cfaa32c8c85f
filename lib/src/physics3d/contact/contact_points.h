/* contact_points.h: the points of contacts, which stand in contact_point3 one after another in the order of their contacts.
 *
 * Contacts without points have no rows, so the state of a world whose boxes overlap more often than its surfaces stays small.
 * The points of new manifolds wait beside the state until every contact has been renewed; then all rows are placed anew.
 * Contacts that end leave rows of zeros behind until then.
 *
 * In a renewal a contact with a new manifold has its new `count` and still its old first_point: its rows belong to nobody.
 * Only such contacts end in a renewal whose new count is 0.
 */
#ifndef FS_PHYSICS3D_CONTACT_CONTACT_POINTS_H
#define FS_PHYSICS3D_CONTACT_CONTACT_POINTS_H

#include "physics3d/world/world.h"

/* The points of a new manifold. */
struct fs__contact3_new_points {
    fs_rel3 arm[FS__MANIFOLD3_MAX_POINTS];
    fs_vel3 impulse[FS__MANIFOLD3_MAX_POINTS];
    fs_rel separation[FS__MANIFOLD3_MAX_POINTS];
    uint32_t id[FS__MANIFOLD3_MAX_POINTS];
};

/* Around a renewal: makes room for new points in the arena, and places the points of all contacts. */
void fs__contact3_begin_points(struct fs__world3_tick *tick);
void fs__contact3_place_points(struct fs__world3_tick *tick);

/* Where the points of a contact are to be written that gets a new manifold. */
static inline struct fs__contact3_new_points *fs__contact3_renew_points(struct fs__world3_tick *tick, uint32_t contact)
{
    tick->has_new_points[contact] = 1;
    return &tick->new_points[contact];
}

/* The arms and separations of a contact, also in a renewal. */
struct fs__contact3_geometry {
    const fs_rel3 *arm;
    const fs_rel *separation;
};
static inline struct fs__contact3_geometry fs__contact3_geometry(const struct fs__world3_tick *tick, uint32_t contact)
{
    const struct fs_contact_point3_view *p = &tick->w->point;
    uint32_t first = tick->w->contact.first_point[contact];
    if (tick->has_new_points == NULL || !tick->has_new_points[contact])
        return (struct fs__contact3_geometry){ p->arm + first, p->separation + first };
    return (struct fs__contact3_geometry){ tick->new_points[contact].arm, tick->new_points[contact].separation };
}

#endif
