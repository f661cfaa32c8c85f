/* impact.c: impacts of two bodies along the line between them; see motion.h.
 *
 * Products are formed exactly in wide integers; every rounding is symmetric. This file
 * does not detect contacts: balls.c or the game does.
 */
#include <fixstep/motion.h>

/* Fraction bits of the closing speed (velocity times direction), of (1+e) times a
 * weight, and of the change of velocity before it is split into components. */
enum { CLOSING_FRAC = FS_VEL_FRAC + FS_UNIT_FRAC, GAIN_FRAC = 2 * FS_UNIT_FRAC, CHANGE_FRAC = 40 };

fs_mass_weights fs_mass_weights_make(fs_wide mass_a, fs_wide mass_b)
{
    if (mass_a <= 0 && mass_b <= 0)
        return (fs_mass_weights){ 0, 0 };
    if (mass_a <= 0)
        return (fs_mass_weights){ 0, FS_UNIT_ONE };
    if (mass_b <= 0)
        return (fs_mass_weights){ FS_UNIT_ONE, 0 };
    /* Halving keeps the sum inside 64 bits; only masses above 10^9 pay a bit for it. */
    bool huge = mass_a > INT64_MAX - mass_b;
    int64_t a = huge ? mass_a / 2 : mass_a;
    int64_t b = huge ? mass_b / 2 : mass_b;
    return (fs_mass_weights){ fs_unit_from_ratio(b, a + b), fs_unit_from_ratio(a, a + b) };
}

fs_unit2 fs_impact_axis(fs_rel2 d)
{
    fs_unit2 n;
    return fs_rel2_normalise(d, &n) ? n : fs_unit2_make(FS_UNIT_ONE, 0);
}

/* The change of speed (1+e) * weight * closing, in CHANGE_FRAC. */
static int64_t speed_change(int64_t closing, fs_unit weight, fs_unit e)
{
    int64_t gain = ((int64_t)FS_UNIT_ONE + e) * weight;
    return fs_mul64(closing, gain, CLOSING_FRAC + GAIN_FRAC - CHANGE_FRAC);
}

static fs_vel change_component(int64_t change, fs_unit component)
{
    return fs_sat32(fs_mul64(change, component, CHANGE_FRAC + FS_UNIT_FRAC - FS_VEL_FRAC));
}

bool fs_impact_resolve2(fs_vel2 *va, fs_vel2 *vb, fs_unit2 n, fs_mass_weights weights, fs_unit e)
{
    int64_t closing = fs_sat64_sub(fs_vel2_dot_unit2(*va, n), fs_vel2_dot_unit2(*vb, n));
    if (closing <= 0)
        return false;
    int64_t change_a = speed_change(closing, weights.a, e);
    int64_t change_b = speed_change(closing, weights.b, e);
    *va = fs_vel2_sub(*va, fs_vel2_make(change_component(change_a, n.x), change_component(change_a, n.y)));
    *vb = fs_vel2_add(*vb, fs_vel2_make(change_component(change_b, n.x), change_component(change_b, n.y)));
    return true;
}

bool fs_impact_resolve3(fs_vel3 *va, fs_vel3 *vb, fs_unit3 n, fs_mass_weights weights, fs_unit e)
{
    int64_t closing = fs_sat64_sub(fs_vel3_dot_unit3(*va, n), fs_vel3_dot_unit3(*vb, n));
    if (closing <= 0)
        return false;
    int64_t a = speed_change(closing, weights.a, e);
    int64_t b = speed_change(closing, weights.b, e);
    *va = fs_vel3_sub(*va, fs_vel3_make(change_component(a, n.x), change_component(a, n.y), change_component(a, n.z)));
    *vb = fs_vel3_add(*vb, fs_vel3_make(change_component(b, n.x), change_component(b, n.y), change_component(b, n.z)));
    return true;
}

void fs_impact_resolve1(fs_vel *va, fs_vel *vb, fs_mass_weights weights, fs_unit e)
{
    int64_t closing = ((int64_t)*va - *vb) * FS_UNIT_ONE;
    int64_t change_a = speed_change(closing, weights.a, e);
    int64_t change_b = speed_change(closing, weights.b, e);
    *va = fs_sat32_sub(*va, change_component(change_a, FS_UNIT_ONE));
    *vb = fs_sat32_add(*vb, change_component(change_b, FS_UNIT_ONE));
}
