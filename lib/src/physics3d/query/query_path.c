/* query_path.c: straight paths in space, axis by axis. */
#include "physics3d/dimension.h"

#include <fixstep/trig.h>

#include "physics3d/query/query.h"

static bool is_beyond(fs_wide3 v, int64_t most)
{
    return v.x > most || v.x < -most || v.y > most || v.y < -most || v.z > most || v.z < -most;
}

static fs_wide3 halve(fs_wide3 v)
{
    return fs_wide3_make(fs_round_shift64_sym(v.x, 1), fs_round_shift64_sym(v.y, 1), fs_round_shift64_sym(v.z, 1));
}

static fs_pos3 point_along(const struct fs__query3_path *p, int64_t depth)
{
    return fs_pos3_make(fs_sat64_add(p->from.x, fs_muldiv64(p->step.x, depth, p->length)),
                        fs_sat64_add(p->from.y, fs_muldiv64(p->step.y, depth, p->length)),
                        fs_sat64_add(p->from.z, fs_muldiv64(p->step.z, depth, p->length)));
}

static fs_i128 dot_along(const struct fs__query3_path *p, fs_pos3 place)
{
    return fs_i128_add(fs_i128_add(fs_i128_mul(fs_sat64_sub(place.x, p->from.x), p->step.x),
                                   fs_i128_mul(fs_sat64_sub(place.y, p->from.y), p->step.y)),
                       fs_i128_mul(fs_sat64_sub(place.z, p->from.z), p->step.z));
}

#include "physics/query/query_path.inl"
