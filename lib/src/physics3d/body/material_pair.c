/* material_pair.c: the table of pairs of materials of a 3D world. */
#include "physics3d/dimension.h"

#include <fixstep/material_pair3.h>
#include <stddef.h>

#include "physics3d/body/body.h"
#include "physics3d/body/material_pair.h"
#include "physics3d/world/error.h"

#include "physics/body/material_pair.inl"
