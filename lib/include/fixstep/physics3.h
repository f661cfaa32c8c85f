/* physics3.h: the 3D rigid-body engine in one include: so far shapes, hulls, masses, rays and distances.
 *
 * This file must never hold declarations of its own.
 */
#ifndef FIXSTEP_PHYSICS3_H
#define FIXSTEP_PHYSICS3_H

#include <fixstep/geometry3.h>

#endif
