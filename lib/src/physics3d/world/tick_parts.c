/* tick_parts.c: into how many parts the tick of a body in space is divided. */
#include "physics3d/dimension.h"

#include "physics3d/body/body.h"
#include "physics3d/world/world.h"

/* The worst-first resolver has no substeps. */
enum { WHOLE_FLAGS = FS_WORLD3_PAUSED | FS_WORLD3_WORST_FIRST };

/* sqrt(2/3), Q30. */
#define SQUARE_OF_CUBE INT64_C(876706528)

/* A cube is as stiff under its load as a square with the same sides. */
static fs_rel size_of(fs_rel extent)
{
    return (fs_rel)fs_mul64(extent, SQUARE_OF_CUBE, FS_UNIT_FRAC);
}

static fs_unit3 up_of(fs_wide3 gravity, fs_wide length)
{
    return fs_unit3_make((fs_unit)-fs_muldiv64(gravity.x, FS_UNIT_ONE, length),
                         (fs_unit)-fs_muldiv64(gravity.y, FS_UNIT_ONE, length),
                         (fs_unit)-fs_muldiv64(gravity.z, FS_UNIT_ONE, length));
}

#include "physics/world/tick_parts.inl"
