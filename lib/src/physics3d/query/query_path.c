/* query_path.c: straight paths of any length, and the part of one that is near a point.
 *
 * A point of a path is `from + step * depth / length`, rounded once: within a step of Q32.32 of the exact line at any
 * length. Only the short part near a shape is tested in the frame of the shape.
 */
#include <fixstep/trig.h>

#include "physics3d/query/query.h"

struct fs__query3_path fs__query3_path_init(fs_pos3 from, fs_wide3 translation)
{
    const int64_t most = (int64_t)1 << 61;
    struct fs__query3_path p = { .from = from, .step = translation };
    while (p.step.x > most || p.step.x < -most || p.step.y > most || p.step.y < -most || p.step.z > most ||
           p.step.z < -most) {
        p.step = fs_wide3_make(fs_round_shift64_sym(p.step.x, 1), fs_round_shift64_sym(p.step.y, 1),
                               fs_round_shift64_sym(p.step.z, 1));
        p.halved++;
    }
    p.length = fs_wide3_length(p.step);
    p.end = p.halved > 0 ? FS_POS_MAX : p.length;
    return p;
}

fs_pos3 fs__query3_path_point(const struct fs__query3_path *p, int64_t depth)
{
    if (p->length == 0)
        return p->from;
    return fs_pos3_make(fs_sat64_add(p->from.x, fs_muldiv64(p->step.x, depth, p->length)),
                        fs_sat64_add(p->from.y, fs_muldiv64(p->step.y, depth, p->length)),
                        fs_sat64_add(p->from.z, fs_muldiv64(p->step.z, depth, p->length)));
}

fs_unit fs__query3_path_fraction(const struct fs__query3_path *p, int64_t depth)
{
    if (p->length == 0)
        return 0;
    return fs_clamp32(fs_sat32(fs_muldiv64(depth, FS_UNIT_ONE >> p->halved, p->length)), 0, FS_UNIT_ONE);
}

int64_t fs__query3_path_depth(const struct fs__query3_path *p, fs_pos3 place)
{
    if (p->length == 0)
        return 0;
    fs_pos3 way = fs_pos3_sub(place, p->from);
    fs_i128 dot = fs_i128_add(fs_i128_add(fs_i128_mul(way.x, p->step.x), fs_i128_mul(way.y, p->step.y)),
                              fs_i128_mul(way.z, p->step.z));
    uint64_t rest, depth = fs_u128_div(fs_i128_uabs(dot), (uint64_t)p->length, &rest);
    return fs_sat64_from_mag(depth, fs_i128_sign(dot) < 0);
}

static fs_u128 square(int64_t v)
{
    return fs_u128_mul(fs_uabs64(v), fs_uabs64(v));
}

/* sqrt(r^2 - h^2), h <= r. */
static int64_t half_chord(int64_t r, int64_t h)
{
    return (int64_t)fs_isqrt128(fs_u128_sub(square(r), square(h)));
}

bool fs__query3_path_interval_near(const struct fs__query3_path *p, fs_pos3 place, fs_pos reach,
                                   struct fs__query3_path_interval *part)
{
    const int64_t room = FS_POS_ONE >> 16; /* more than rounding anywhere can be */
    int64_t r = fs_sat64_add(reach, room);
    part->middle = fs__query3_path_depth(p, place);
    fs_pos h = fs_pos3_dist(fs__query3_path_point(p, part->middle), place);
    if (h > r)
        return false;
    int64_t half = half_chord(r, h) + room;
    part->enter = fs_max64(fs_sat64_sub(part->middle, half), 0);
    part->leave = fs_min64(fs_sat64_add(part->middle, half), p->end);
    part->middle = fs_clamp64(part->middle, part->enter, fs_max64(part->enter, part->leave));
    return part->enter <= part->leave;
}
