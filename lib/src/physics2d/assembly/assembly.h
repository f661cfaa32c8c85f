/* assembly.h: what the builders of assemblies share. */
#ifndef FS_PHYSICS2D_ASSEMBLY_RAGDOLL_VEHICLE_H
#define FS_PHYSICS2D_ASSEMBLY_RAGDOLL_VEHICLE_H

#include <fixstep/assembly2.h>

#include "physics2d/body/body.h"
#include "physics2d/world/error.h"

/* Each builder checks all its parts before it creates the first one, so that a refused call changes no bit of the state. */

/* Whether the tables have free rows for bodies with one shape each, and joints; E_CAPACITY with the sentence. */
fs_result fs__assembly2_check_capacity(fs_world2 *w, uint32_t bodies, uint32_t joints);
/* Whether the shapes' definitions are valid and the rows of material2 that they need are there or can be created. */
fs_result fs__assembly2_check_shapes(fs_world2 *w, const fs_shape2_def *const *defs, unsigned count);

/* A body with one shape, or nothing: *out is then null. */
fs_result fs__assembly2_create_body(fs_world2 *w, const fs_body2_def *at, const fs_geometry2 *geometry,
                                    const fs_shape2_def *shape, fs_body2 *out);

#endif
