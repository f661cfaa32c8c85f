/* world_impact.c: continuous collision: what moves fast stops where it first meets something.
 */
#include "phys/two/world.h"

void fs__two_impacts(struct fs__two_tick *tick)
{
    (void)tick;
}
