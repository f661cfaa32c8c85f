/* ray.c: intersections of a ray with a sphere or a plane; see fixstep/segment.h.
 *
 * This file must never divide by the slope of a ray parallel to its plane.
 */
#include <fixstep/segment.h>
#include <fixstep/trig.h>

static fs_i128 dot_direction(fs_pos3 d, fs_unit3 u)
{
    return fs_i128_add(fs_i128_add(fs_i128_mul(d.x, u.x), fs_i128_mul(d.y, u.y)), fs_i128_mul(d.z, u.z));
}

static fs_wide round_difference(fs_i128 plus, fs_i128 minus)
{
    return fs_i128_round_shift_sym(fs_i128_sub(plus, minus), FS_UNIT_FRAC);
}

/* d x u: its length is the distance of the ray from the end of d. */
static fs_wide3 cross_direction(fs_pos3 d, fs_unit3 u)
{
    return fs_wide3_make(round_difference(fs_i128_mul(d.y, u.z), fs_i128_mul(d.z, u.y)),
                         round_difference(fs_i128_mul(d.z, u.x), fs_i128_mul(d.x, u.z)),
                         round_difference(fs_i128_mul(d.x, u.y), fs_i128_mul(d.y, u.x)));
}

bool fs_ray_sphere3(fs_pos3 origin, fs_unit3 direction, fs_pos3 centre, fs_pos radius, fs_wide *distance)
{
    *distance = 0;
    if (radius < 0)
        return false;
    if (fs_pos3_dist_sq_cmp(origin, centre, radius) <= 0)
        return true;
    fs_pos3 d = fs_pos3_sub(centre, origin);
    fs_wide middle = fs_i128_round_shift_sym(dot_direction(d, direction), FS_UNIT_FRAC);
    fs_u128 beside_sq = fs_wide3_length_sq(cross_direction(d, direction));
    fs_u128 radius_sq = fs_u128_mul((uint64_t)radius, (uint64_t)radius);
    if (middle <= 0 || fs_u128_cmp(beside_sq, radius_sq) > 0)
        return false;
    fs_wide half = fs_sat64_from_mag(fs_isqrt128_round(fs_u128_sub(radius_sq, beside_sq)), false);
    *distance = fs_max64(fs_wide_sub(middle, half), 0);
    return true;
}

bool fs_ray_plane3(fs_pos3 origin, fs_unit3 direction, fs_pos3 point, fs_unit3 n, fs_wide *distance)
{
    *distance = 0;
    int64_t slope = fs_unit3_dot(direction, n);
    fs_wide height = fs_i128_round_shift_sym(dot_direction(fs_pos3_sub(point, origin), n), FS_UNIT_FRAC);
    bool meets = slope != 0 && (height == 0 || (height > 0) == (slope > 0));
    if (meets)
        *distance = fs_muldiv64(height, (int64_t)1 << (2 * FS_UNIT_FRAC), slope);
    return meets;
}
