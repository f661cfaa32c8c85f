/* body.c: bodies in space: the range of their poses and their locked axes. */
#include "physics3d/dimension.h"

#include <fixstep/body3.h>
#include <fixstep/trig.h>

#include "physics3d/body/body.h"
#include "physics3d/joint/joint.h"
#include "physics3d/world/error.h"
#include "physics3d/world/world.h"

enum { LOCKS = FS__BODY3_LOCKS };

static fs_result check_pose(fs_world3 *w, fs_pos3 pos, fs_quat rot)
{
    const int64_t most = FS__WORLD3_MAX_COORDINATE;
    const struct fs__range ranges[] = { { "pos.x", pos.x, -most, most, FS_POS_FRAC },
                                        { "pos.y", pos.y, -most, most, FS_POS_FRAC },
                                        { "pos.z", pos.z, -most, most, FS_POS_FRAC } };
    fs_result result = fs__error3_check(w, ranges, 3);
    if (result == FS_OK && (rot.x | rot.y | rot.z | rot.w) == 0)
        result = fs__error3_set(w, FS_E_ARGUMENT, "rot is zero: it has no direction");
    return result;
}

/* Every shape of space may be on a body of every type. */
static fs_result check_shapes_for_type(fs_world3 *w, uint32_t row, fs_body3_type type)
{
    (void)w, (void)row, (void)type;
    return FS_OK;
}

#include "physics/body/body.inl"
