/* aero.c: forces of the air on bodies of a 2D world. See aero2.h. */
#include <fixstep/aero2.h>

#include "force/force_law.h"
#include "physics2d/body/body.h"

_Static_assert((int)FS_AERO2_FULL_DEFLECTION == (int)FS__FULL_DEFLECTION, "one range of controls");

fs_aero2 fs_aero2_deflect(const fs_aero2_control *s, int32_t control)
{
    return (fs_aero2){
        .at = s->neutral.at,
        .xx = fs__deflect(s->min.xx, s->neutral.xx, s->max.xx, control),
        .xy = fs__deflect(s->min.xy, s->neutral.xy, s->max.xy, control),
        .yx = fs__deflect(s->min.yx, s->neutral.yx, s->max.yx, control),
        .yy = fs__deflect(s->min.yy, s->neutral.yy, s->max.yy, control),
    };
}

fs_wide2 fs_aero2_force(const fs_aero2 *s, fs_rot2 rot, fs_vel2 vel)
{
    fs_vel2 v = fs_rot2_inv_vel(rot, vel);
    fs_wide x = fs_wide_add(fs_mul64(s->xx, v.x, FS_VEL_FRAC), fs_mul64(s->xy, v.y, FS_VEL_FRAC));
    fs_wide y = fs_wide_add(fs_mul64(s->yx, v.x, FS_VEL_FRAC), fs_mul64(s->yy, v.y, FS_VEL_FRAC));
    return fs_wide2_make(fs_wide_sub(fs_mul64(x, rot.c, FS_UNIT_FRAC), fs_mul64(y, rot.s, FS_UNIT_FRAC)),
                         fs_wide_add(fs_mul64(x, rot.s, FS_UNIT_FRAC), fs_mul64(y, rot.c, FS_UNIT_FRAC)));
}

fs_result fs_aero2_apply(fs_world2 *w, fs_body2 body, const fs_aero2 *s, fs_vel2 wind)
{
    uint32_t row;
    fs_result result = fs__body2_find(w, body, &row);
    if (result != FS_OK)
        return result;
    fs_pos2 at = fs_body2_to_world(w, row, s->at);
    fs_vel2 against = fs_vel2_sub(fs_body2_velocity_at(w, row, at), wind);
    return fs_body2_apply_force_at(w, body, fs_aero2_force(s, w->body.rot[row], against), at);
}
