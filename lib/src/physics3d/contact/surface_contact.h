/* surface_contact.h: contacts of shapes with surfaces, which may have several manifolds. */
#ifndef FS_PHYSICS3D_CONTACT_SURFACE_CONTACT_H
#define FS_PHYSICS3D_CONTACT_SURFACE_CONTACT_H

#include "physics3d/world/world.h"

/* Of contacts with old manifolds, in ascending order, renews those with surfaces, and all other contacts of the same pairs.
 * Makes and destroys contacts, so that a pair has one for each of its manifolds, and at least one. Returns how many
 * contacts are left at the start of the list: those without a surface. */
uint32_t fs__surface_contact3_renew(struct fs__world3_tick *tick, uint32_t *contact, uint32_t count);

#endif
