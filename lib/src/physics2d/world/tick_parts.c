/* tick_parts.c: into how many parts the tick of a body in the plane is divided. */
#include "physics2d/dimension.h"

#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

enum { WHOLE_FLAGS = FS_WORLD2_PAUSED | FS_WORLD2_POSITIONS_ONLY };

static fs_rel size_of(fs_rel extent)
{
    return extent;
}

static fs_unit2 up_of(fs_wide2 gravity, fs_wide length)
{
    return fs_unit2_make((fs_unit)-fs_muldiv64(gravity.x, FS_UNIT_ONE, length),
                         (fs_unit)-fs_muldiv64(gravity.y, FS_UNIT_ONE, length));
}

#include "physics/world/tick_parts.inl"
