/* events.c: the events of a 3D world. */
#include "physics3d/dimension.h"

#include <string.h>

#include "physics/event_order.h"
#include "physics3d/body/body.h"
#include "physics3d/world/world.h"

#include "physics/world/events.inl"
