/* frame.c: angles and frames; see frame.h. No function divides by a length that may be 0. */
#include <fixstep/frame.h>
#include <fixstep/trig.h>

static fs_wide3 raw_as_wide(fs_raw3 v)
{
    return fs_wide3_make(v.x, v.y, v.z);
}

uint32_t fs_wide3_angle(fs_wide3 a, fs_wide3 b)
{
    fs_unit3 u, v;
    if (!fs_wide3_normalise(a, &u) || !fs_wide3_normalise(b, &v))
        return 0;
    fs_wide across = fs_wide3_length(raw_as_wide(fs_unit3_cross_unit3_raw(u, v)));
    return fs_atan2(across, fs_unit3_dot(u, v));
}

fs_wide3 fs_wide3_component_product(fs_wide3 a, fs_wide3 b)
{
    return fs_wide3_make(fs_wide_mul(a.x, b.x), fs_wide_mul(a.y, b.y), fs_wide_mul(a.z, b.z));
}

fs_wide3 fs_wide3_across(fs_wide3 v, fs_unit3 n)
{
    /* n in Q32.32, so that the sum of products is rounded once. */
    fs_wide3 wide = fs_wide3_make(fs_wide_from_unit(n.x), fs_wide_from_unit(n.y), fs_wide_from_unit(n.z));
    fs_wide along = fs_wide3_dot(v, wide);
    return fs_wide3_sub(v, fs_wide3_scale_wide(wide, along));
}

/* Squared sine of the least angle: (2^-16)^2 in the square of a raw product of Q1.30. */
static bool nearly_parallel(fs_raw3 across)
{
    fs_wide length = fs_wide3_length(raw_as_wide(across));
    return length < ((int64_t)1 << (2 * FS_UNIT_FRAC - 16));
}

bool fs_frame3_from_two(fs_wide3 a, fs_wide3 b, fs_frame3 *frame)
{
    fs_frame3 f = { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } };
    fs_unit3 v;
    *frame = f;
    if (!fs_wide3_normalise(a, &f.x) || !fs_wide3_normalise(b, &v))
        return false;
    fs_raw3 across = fs_unit3_cross_unit3_raw(f.x, v);
    if (nearly_parallel(across))
        return false;
    (void)fs_wide3_normalise(raw_as_wide(across), &f.z);
    (void)fs_wide3_normalise(raw_as_wide(fs_unit3_cross_unit3_raw(f.z, f.x)), &f.y);
    *frame = f;
    return true;
}

bool fs_frame3_from_one(fs_wide3 a, fs_frame3 *frame)
{
    uint64_t x = fs_uabs64(a.x), y = fs_uabs64(a.y), z = fs_uabs64(a.z);
    fs_wide3 axis = fs_wide3_make(0, 0, FS_WIDE_ONE);
    if (x <= y && x <= z)
        axis = fs_wide3_make(FS_WIDE_ONE, 0, 0);
    else if (y <= z)
        axis = fs_wide3_make(0, FS_WIDE_ONE, 0);
    return fs_frame3_from_two(a, axis, frame);
}
