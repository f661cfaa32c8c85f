/* query_path.c: straight paths in the plane, axis by axis. */
#include "physics2d/dimension.h"

#include <fixstep/trig.h>

#include "physics2d/query/query.h"

static bool is_beyond(fs_wide2 v, int64_t most)
{
    return v.x > most || v.x < -most || v.y > most || v.y < -most;
}

static fs_wide2 halve(fs_wide2 v)
{
    return fs_wide2_make(fs_round_shift64_sym(v.x, 1), fs_round_shift64_sym(v.y, 1));
}

static fs_pos2 point_along(const struct fs__query2_path *p, int64_t depth)
{
    return fs_pos2_make(fs_sat64_add(p->from.x, fs_muldiv64(p->step.x, depth, p->length)),
                        fs_sat64_add(p->from.y, fs_muldiv64(p->step.y, depth, p->length)));
}

static fs_i128 dot_along(const struct fs__query2_path *p, fs_pos2 place)
{
    return fs_i128_add(fs_i128_mul(fs_sat64_sub(place.x, p->from.x), p->step.x),
                       fs_i128_mul(fs_sat64_sub(place.y, p->from.y), p->step.y));
}

#include "physics/query/query_path.inl"
