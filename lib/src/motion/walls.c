/* walls.c: reflection from axes, boxes and planes; see motion.h.
 *
 * This file must never move a body beyond the wall.
 */
#include <fixstep/motion.h>

/* Fraction bits of a velocity times a direction. */
enum { CLOSING_FRAC = FS_VEL_FRAC + FS_UNIT_FRAC };

bool fs_axis_bounce(fs_pos *p, fs_vel *v, fs_pos low, fs_pos high, fs_unit e)
{
    bool below = *p < low, above = !below && *p > high;
    bool outward = (below && *v < 0) || (above && *v > 0);
    if (outward)
        *v = fs_sat32_neg(fs_mul32_sym(*v, e, FS_UNIT_FRAC));
    if (below)
        *p = low;
    if (above)
        *p = fs_max64(low, high);
    return outward;
}

/* (1+e) (v.n) n / (n.n) for one component of n; v.n in CLOSING_FRAC. */
static fs_vel normal_part(int64_t v_dot_n, fs_unit component, int64_t n_dot_n, fs_unit e)
{
    int64_t scaled = fs_round_shift64_sym(((int64_t)FS_UNIT_ONE + e) * component, FS_UNIT_FRAC);
    return fs_sat32(fs_muldiv64(v_dot_n, scaled, n_dot_n));
}

fs_vel2 fs_plane_reflect2(fs_vel2 v, fs_unit2 n, fs_unit e)
{
    int64_t vn = fs_vel2_dot_unit2(v, n), nn = fs_unit2_dot(n, n);
    fs_vel2 change = fs_vel2_make(normal_part(vn, n.x, nn, e), normal_part(vn, n.y, nn, e));
    return fs_vel2_sub(v, change);
}

fs_vel3 fs_plane_reflect3(fs_vel3 v, fs_unit3 n, fs_unit e)
{
    int64_t vn = fs_vel3_dot_unit3(v, n), nn = fs_unit3_dot(n, n);
    fs_vel3 change = fs_vel3_make(normal_part(vn, n.x, nn, e), normal_part(vn, n.y, nn, e),
                                  normal_part(vn, n.z, nn, e));
    return fs_vel3_sub(v, change);
}

/* --- boxes -------------------------------------------------------------------------- */

/* Depth below the nearest of two faces, and which one: ties go to the low one. */
struct exit_face {
    uint64_t depth;
    bool high;
};

static struct exit_face nearest_face(fs_pos p, fs_pos low, fs_pos high)
{
    uint64_t to_low = fs_absdiff64(p, low), to_high = fs_absdiff64(high, p);
    return (struct exit_face){ fs_min_u64(to_low, to_high), to_high < to_low };
}

static bool move_to_face(fs_pos *p, fs_vel *v, fs_pos face, bool high, fs_unit e)
{
    bool inward = high ? *v < 0 : *v > 0;
    *p = face;
    if (inward)
        *v = fs_sat32_neg(fs_mul32_sym(*v, e, FS_UNIT_FRAC));
    return inward;
}

bool fs_box_bounce2(fs_pos2 *p, fs_vel2 *v, fs_pos2 low, fs_pos2 high, fs_unit e)
{
    if (p->x < low.x || p->x > high.x || p->y < low.y || p->y > high.y)
        return false;
    struct exit_face x = nearest_face(p->x, low.x, high.x), y = nearest_face(p->y, low.y, high.y);
    if (x.depth <= y.depth)
        return move_to_face(&p->x, &v->x, x.high ? high.x : low.x, x.high, e);
    return move_to_face(&p->y, &v->y, y.high ? high.y : low.y, y.high, e);
}

/* --- planes ------------------------------------------------------------------------- */

bool fs_plane_normal3(fs_wide3 equation, fs_unit3 *n)
{
    return fs_wide3_normalise(equation, n);
}

fs_wide fs_plane_distance3(fs_pos3 p, fs_pos3 point, fs_unit3 n)
{
    fs_pos3 d = fs_pos3_sub(p, point);
    fs_i128 sum = fs_i128_add(fs_i128_mul(d.x, n.x), fs_i128_mul(d.y, n.y));
    return fs_i128_round_shift_sym(fs_i128_add(sum, fs_i128_mul(d.z, n.z)), FS_UNIT_FRAC);
}
