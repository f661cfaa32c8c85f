/* assembly.h: what the builders of assemblies in space share. */
#ifndef FS_PHYSICS3D_ASSEMBLY_ASSEMBLY_H
#define FS_PHYSICS3D_ASSEMBLY_ASSEMBLY_H

#include "physics3d/dimension.h"

#include <fixstep/assembly3.h>

#include "physics3d/body/body.h"
#include "physics3d/world/error.h"
#include "physics3d/world/world.h"

#include "physics/assembly/assembly_calls.inl"

#endif
