/* joint_math.c: see joint_math.h. */
#include "physics/joint_math.h"

#include <fixstep/trig.h>

fs_scaled fs__joint_root_of_scaled(fs_scaled s)
{
    int32_t odd = s.e & 1;
    return fs_scaled_make((int64_t)fs_isqrt64_round((uint64_t)s.m << (30 + odd)), (s.e - odd - 30) / 2);
}

struct fs__joint_factor fs__joint_factor_from_scaled(fs_scaled s)
{
    struct fs__joint_factor f;
    f.m = s.m;
    f.shift = fs_clamp32(-s.e, 2, 94);
    if (-s.e < 2 && s.m != 0)
        f.m = s.m < 0 ? -INT32_MAX : INT32_MAX;
    if (-s.e > 94)
        f.m = 0;
    return f;
}
