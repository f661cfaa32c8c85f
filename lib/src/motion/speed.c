/* speed.c: reduces a velocity along its own direction; see motion.h.
 */
#include <fixstep/motion.h>
#include <fixstep/trig.h>

/* v * to / from; `from` is the length of v, so the result stays in range. The product
 * fits: |v| <= 2^31 and to < 2^31.5. */
static fs_vel2 rescale(fs_vel2 v, int64_t to, uint64_t from)
{
    uint32_t length = (uint32_t)fs_min_u64(from, UINT32_MAX);
    return fs_vel2_make(fs_sat32(fs_div64_round(v.x * to, length)), fs_sat32(fs_div64_round(v.y * to, length)));
}

static uint64_t square(fs_vel v)
{
    return (uint64_t)((int64_t)v * v);
}

fs_vel2 fs_speed_reduce2(fs_vel2 v, fs_vel drop)
{
    uint64_t length_sq = fs_vel2_length_sq(v);
    if (drop <= 0)
        return v;
    if (length_sq <= square(drop))
        return fs_vel2_zero();
    uint64_t length = fs_isqrt64_round(length_sq);
    return rescale(v, (int64_t)length - drop, length);
}

fs_vel2 fs_speed_limit2(fs_vel2 v, fs_vel limit)
{
    uint64_t length_sq = fs_vel2_length_sq(v);
    fs_vel max_speed = fs_max32(limit, 0);
    if (length_sq <= square(max_speed))
        return v;
    return rescale(v, max_speed, fs_isqrt64_round(length_sq));
}

fs_vel3 fs_speed_reduce3(fs_vel3 v, fs_vel drop)
{
    uint64_t length_sq = fs_vel3_length_sq(v);
    if (drop <= 0)
        return v;
    if (length_sq <= square(drop))
        return fs_vel3_zero();
    /* |v| < 2^32 and to <= |v|, so the products stay inside 64 bits. */
    uint32_t length = (uint32_t)fs_min_u64(fs_isqrt64_round(length_sq), UINT32_MAX);
    int64_t to = (int64_t)length - drop;
    return fs_vel3_make(fs_sat32(fs_div64_round(v.x * to, length)), fs_sat32(fs_div64_round(v.y * to, length)),
                        fs_sat32(fs_div64_round(v.z * to, length)));
}
