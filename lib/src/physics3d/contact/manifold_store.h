/* manifold_store.h: the bodies and shapes of a contact for the narrow phase, and its manifold as columns. */
#ifndef FS_PHYSICS3D_CONTACT_MANIFOLD_STORE_H
#define FS_PHYSICS3D_CONTACT_MANIFOLD_STORE_H

#include "physics3d/contact/speculative.h"
#include "physics3d/ground/ground.h"

/* The shapes, and the poses of the bodies that they stand on. */
void fs__contact3_load_shapes(const struct fs__world3_tick *tick, struct fs__contact3_pair *p,
                              struct fs__contact3_shapes *s);
/* The frame of b's origin in that of a. */
void fs__contact3_frame(const struct fs__world3_tick *tick, const struct fs__contact3_pair *p, fs_transform3 *f);

/* Impulses of the last tick by feature id. Of equal ids the first counts. */
enum { FS__CONTACT3_MAX_IMPULSES = FS__GROUND3_MAX_CLUSTERS * FS__MANIFOLD3_MAX_POINTS };
struct fs__contact3_impulses {
    uint32_t id[FS__CONTACT3_MAX_IMPULSES];
    fs_vel3 value[FS__CONTACT3_MAX_IMPULSES];
    unsigned count;
};
/* Adds those of a contact. */
void fs__contact3_add_impulses(const struct fs_world3 *w, uint32_t contact, struct fs__contact3_impulses *old);

/* Writes the columns of p->contact, but for first_point, and its new points, impulses by their ids: those of the pair are taken
 * before, because `count` is that of the new points from here on. */
void fs__contact3_store_manifold(struct fs__world3_tick *tick, const struct fs__contact3_pair *p,
                                 const struct fs__manifold3 *m, const struct fs__contact3_impulses *old);

#endif
