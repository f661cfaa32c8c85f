/* contact_load.h: where the load of a contact acts, for the choice of its points. */
#ifndef FS_PHYSICS3D_CONTACT_CONTACT_LOAD_H
#define FS_PHYSICS3D_CONTACT_CONTACT_LOAD_H

#include "physics3d/contact/speculative.h"
#include "physics3d/geometry/geometry_math.h"

/* In the frame of shape a: the centre of pressure of the last tick, moved with the body that is not static (with b, if neither is), else
 * the direction of gravity. Unknown without gravity, and where faces have up to four corners: of balls, capsules and boxes. The points
 * of the contact are those of the last tick. */
struct fs__load3 fs__contact3_load(const struct fs__world3_tick *tick, const struct fs__contact3_pair *p);

#endif
