/* window.c: frames near a moving body with the axes of a static one. */
#include "physics3d/ground/ground.h"

/* A row of a rotation matrix (Q1.30) times a Q32.32 vector: nearest, saturated. */
static fs_pos row_times(fs_unit3 row, fs_pos3 v)
{
    fs_i128 sum = fs_i128_add(fs_i128_add(fs_i128_mul(row.x, v.x), fs_i128_mul(row.y, v.y)), fs_i128_mul(row.z, v.z));
    return fs_i128_round_shift_sym(sum, FS_UNIT_FRAC);
}

static fs_pos3 turned(fs_mat3 m, fs_pos3 v)
{
    return fs_pos3_make(row_times(m.x, v), row_times(m.y, v), row_times(m.z, v));
}

fs_pos3 fs__window3_to_ground(fs_pose3 ground, fs_pos3 v)
{
    return turned(fs_mat3_transpose(fs_mat3_from_quat(ground.rot)), v);
}

fs_pos3 fs__window3_from_ground(fs_pose3 ground, fs_pos3 v)
{
    return turned(fs_mat3_from_quat(ground.rot), v);
}

struct fs__window3 fs__window3_make(fs_pose3 ground, fs_pose3 body)
{
    struct fs__window3 w;
    w.origin = fs__window3_to_ground(ground, fs_pos3_sub(body.pos, ground.pos));
    w.b.p = fs_rel3_zero();
    w.b.q = fs_quat_normalise(fs_quat_mul(fs_quat_conj(ground.rot), body.rot));
    return w;
}
