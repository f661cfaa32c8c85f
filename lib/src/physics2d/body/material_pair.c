/* material_pair.c: the table of pairs of materials of a 2D world. */
#include "physics2d/dimension.h"

#include <fixstep/material_pair2.h>
#include <stddef.h>

#include "physics2d/body/body.h"
#include "physics2d/body/material_pair.h"
#include "physics2d/world/error.h"

#include "physics/body/material_pair.inl"
