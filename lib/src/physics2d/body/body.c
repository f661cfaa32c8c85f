/* body.c: bodies in the plane: the range of their poses and the types that their shapes allow. */
#include "physics2d/dimension.h"

#include <fixstep/body2.h>
#include <fixstep/trig.h>

#include "physics2d/body/body.h"
#include "physics2d/joint/joint.h"
#include "physics2d/world/error.h"
#include "physics2d/world/world.h"

enum { LOCKS = 0 };

static fs_result check_pose(fs_world2 *w, fs_pos2 pos, fs_rot2 rot)
{
    const int64_t most = FS__WORLD2_MAX_COORDINATE;
    const struct fs__range ranges[] = { { "pos.x", pos.x, -most, most, FS_POS_FRAC },
                                        { "pos.y", pos.y, -most, most, FS_POS_FRAC } };
    fs_result result = fs__error2_check(w, ranges, 2);
    if (result == FS_OK && (rot.c | rot.s) == 0)
        result = fs__error2_set(w, FS_E_ARGUMENT, "rot is zero: it has no direction");
    return result;
}

static fs_result check_shapes_for_type(fs_world2 *w, uint32_t row, fs_body2_type type)
{
    if (type == FS_BODY2_DYNAMIC && fs__body2_has_segment_mass(w, row))
        return fs__error2_set(w, FS_E_ARGUMENT, "a segment with density cannot be on a dynamic body");
    return FS_OK;
}

#include "physics/body/body.inl"
