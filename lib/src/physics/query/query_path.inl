/* query_path.inl: straight paths of any length, and the part of one that is near a point.
 *
 * Template: included once by query_path.c of physics2d and of physics3d, which define, axis by axis,
 *   is_beyond(v, most): whether a component is outside of -most..most;
 *   halve(v): half of the vector, rounded to nearest;
 *   point_along(p, depth): from + step * depth / length, saturated;
 *   dot_along(p, place): (place - from) step, exact.
 * A point of a path is `from + step * depth / length`, rounded once: within a step of Q32.32 of the exact line at any
 * length. Only the short part near a shape is tested in the frame of the shape.
 */

struct fs__queryN_path fs__queryN_path_init(fs_posN from, fs_wideN translation)
{
    const int64_t most = (int64_t)1 << 61;
    struct fs__queryN_path p = { .from = from, .step = translation };
    while (is_beyond(p.step, most)) {
        p.step = halve(p.step);
        p.halved++;
    }
    p.length = fs_wideN_length(p.step);
    p.end = p.halved > 0 ? FS_POS_MAX : p.length;
    return p;
}

fs_posN fs__queryN_path_point(const struct fs__queryN_path *p, int64_t depth)
{
    if (p->length == 0)
        return p->from;
    return point_along(p, depth);
}

fs_unit fs__queryN_path_fraction(const struct fs__queryN_path *p, int64_t depth)
{
    if (p->length == 0)
        return 0;
    return fs_clamp32(fs_sat32(fs_muldiv64(depth, FS_UNIT_ONE >> p->halved, p->length)), 0, FS_UNIT_ONE);
}

int64_t fs__queryN_path_depth(const struct fs__queryN_path *p, fs_posN place)
{
    if (p->length == 0)
        return 0;
    fs_i128 dot = dot_along(p, place);
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

bool fs__queryN_path_interval_near(const struct fs__queryN_path *p, fs_posN place, fs_pos reach,
                                   struct fs__queryN_path_interval *part)
{
    const int64_t room = FS_POS_ONE >> 16; /* more than rounding anywhere can be */
    int64_t r = fs_sat64_add(reach, room);
    part->middle = fs__queryN_path_depth(p, place);
    fs_pos h = fs_posN_dist(fs__queryN_path_point(p, part->middle), place);
    if (h > r)
        return false;
    int64_t half = half_chord(r, h) + room;
    part->enter = fs_max64(fs_sat64_sub(part->middle, half), 0);
    part->leave = fs_min64(fs_sat64_add(part->middle, half), p->end);
    part->middle = fs_clamp64(part->middle, part->enter, fs_max64(part->enter, part->leave));
    return part->enter <= part->leave;
}
