/* dimension.h: turns the templates of physics/ into those of the plane; see physics/dimension.h. */
#ifndef FS_PHYSICS2D_DIMENSION_H
#define FS_PHYSICS2D_DIMENSION_H

#ifdef FS__DIMENSION
#error "one source file serves one dimension"
#endif
#define FS__DIMENSION 2

#include "physics/dimension.h"

#endif
