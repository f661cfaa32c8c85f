/* course.c: the buoys of the race, and when one is rounded. */
#include <fixstep/trig.h>

#include "games/sailboat/sailboat.h"

void fs__sailboat_place_mark(struct sailboat_view *v, uint32_t index, uint32_t count, int64_t radius)
{
    uint32_t turn = (uint32_t)((uint64_t)index * (UINT64_C(1) << 32) / count);
    v->mark.out[index] = fs_unit3_make(fs_cos(turn), 0, fs_sin(turn));
    v->mark.at[index] = fs_kit_aim3_point(fs_pos3_zero(), v->mark.out[index], radius * FS_POS_ONE);
}

fs_unit3 fs__sailboat_course(const struct sailboat_view *v, uint32_t mark)
{
    fs_unit3 out = v->mark.out[mark];
    return fs_unit3_make(-out.z, 0, out.x);
}

fs_pos3 fs__sailboat_point(const struct sailboat_view *v, uint32_t mark, int64_t out, int64_t along)
{
    fs_pos3 beside = fs_kit_aim3_point(v->mark.at[mark], v->mark.out[mark], out * FS_POS_ONE);
    return fs_kit_aim3_point(beside, fs__sailboat_course(v, mark), along * FS_POS_ONE);
}

bool fs__sailboat_passes(const struct sailboat_view *v, uint32_t mark, fs_pos3 before, fs_pos3 now)
{
    fs_pos3 where;
    fs_unit3 out = v->mark.out[mark];
    if (!fs_kit_path_crosses_plane(before, now, v->mark.at[mark], fs__sailboat_course(v, mark), &where))
        return false;
    fs_pos3 d = fs_pos3_sub(where, v->mark.at[mark]);
    return fs_sat64_add(fs_mul64(d.x, out.x, FS_UNIT_FRAC), fs_mul64(d.z, out.z, FS_UNIT_FRAC)) > 0;
}
