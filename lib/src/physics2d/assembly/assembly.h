/* assembly.h: what the builders of assemblies in the plane share. */
#ifndef FS_PHYSICS2D_ASSEMBLY_ASSEMBLY_H
#define FS_PHYSICS2D_ASSEMBLY_ASSEMBLY_H

#include "physics2d/dimension.h"

#include <fixstep/assembly2.h>

#include "physics2d/body/body.h"
#include "physics2d/world/error.h"

#include "physics/assembly/assembly_calls.inl"

#endif
