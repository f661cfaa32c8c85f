/* assembly.h: what the builders of assemblies share. */
#ifndef FS_PHYSICS2D_ASSEMBLY_RAGDOLL_VEHICLE_H
#define FS_PHYSICS2D_ASSEMBLY_RAGDOLL_VEHICLE_H

#include <fixstep/assembly2.h>

#include "physics2d/body/body.h"
#include "physics2d/world/error.h"

/* A body with one shape, or nothing: *out is then null. */
fs_result fs__assembly2_create_body(fs_world2 *w, const fs_body2_def *at, const fs_geometry2 *shape,
                                    const fs_shape2_def *form, fs_body2 *out);

#endif
