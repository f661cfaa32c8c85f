/* events.c: the events of a 2D world. */
#include "physics2d/dimension.h"

#include <string.h>

#include "physics/event_order.h"
#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

#include "physics/world/events.inl"
