/* values.c: constructors of generators, one per type. They check nothing; fs_force_make() does.
 */
#include <fixstep/force.h>

static fs_force make_force(fs_force_id type, uint32_t a)
{
    return (fs_force){ .type = (uint16_t)type, .on = 1, .a = a };
}

static fs_force make_spring(fs_force_id type, uint32_t a, uint32_t b, fs_wide k, fs_wide length)
{
    fs_force f = make_force(type, a);
    f.b = b;
    f.k = k;
    f.length = length;
    return f;
}

static fs_force make_at_point(fs_force_id type, uint32_t a, fs_pos3 point, fs_wide k, fs_wide limit)
{
    fs_force f = make_force(type, a);
    f.point = point;
    f.k = k;
    f.limit = limit;
    return f;
}

static fs_force make_with_vector(fs_force_id type, uint32_t a, fs_wide3 vec)
{
    fs_force f = make_force(type, a);
    f.vec = vec;
    return f;
}

fs_force fs_force_gravity(uint32_t a, fs_wide3 g)
{
    return make_with_vector(FS_FORCE_GRAVITY, a, g);
}

fs_force fs_force_constant(uint32_t a, fs_wide3 force)
{
    return make_with_vector(FS_FORCE_CONSTANT, a, force);
}

fs_force fs_force_drag(uint32_t a, fs_wide linear, fs_wide quadratic)
{
    fs_force f = make_force(FS_FORCE_DRAG, a);
    f.k = linear;
    f.k2 = quadratic;
    return f;
}

fs_force fs_force_airbrake(uint32_t a, fs_wide k)
{
    fs_force f = make_force(FS_FORCE_AIRBRAKE, a);
    f.k = k;
    return f;
}

fs_force fs_force_spring(uint32_t a, uint32_t b, fs_wide k, fs_wide length)
{
    return make_spring(FS_FORCE_SPRING, a, b, k, length);
}

fs_force fs_force_one_way_spring(uint32_t a, uint32_t b, fs_wide k, fs_wide length)
{
    return make_spring(FS_FORCE_ONE_WAY_SPRING, a, b, k, length);
}

fs_force fs_force_bungee(uint32_t a, uint32_t b, fs_wide k, fs_wide length)
{
    return make_spring(FS_FORCE_BUNGEE, a, b, k, length);
}

fs_force fs_force_homing(uint32_t a, uint32_t target, fs_wide k, fs_wide horizon_seconds)
{
    return make_spring(FS_FORCE_HOMING, a, target, k, horizon_seconds);
}

fs_force fs_force_elastic_limit(uint32_t a, uint32_t b, fs_wide k, fs_wide length, fs_wide limit, fs_wide k2)
{
    fs_force f = make_spring(FS_FORCE_ELASTIC_LIMIT, a, b, k, length);
    f.limit = limit;
    f.k2 = k2;
    return f;
}

static fs_force make_anchored(fs_force_id type, uint32_t a, fs_pos3 point, fs_wide k, fs_wide length)
{
    fs_force f = make_spring(type, a, 0, k, length);
    f.point = point;
    return f;
}

fs_force fs_force_anchored_spring(uint32_t a, fs_pos3 point, fs_wide k, fs_wide length)
{
    return make_anchored(FS_FORCE_ANCHORED_SPRING, a, point, k, length);
}

fs_force fs_force_anchored_bungee(uint32_t a, fs_pos3 point, fs_wide k, fs_wide length)
{
    return make_anchored(FS_FORCE_ANCHORED_BUNGEE, a, point, k, length);
}

fs_force fs_force_stiff_spring(uint32_t a, fs_pos3 point, fs_wide k, fs_wide damping)
{
    fs_force f = make_anchored(FS_FORCE_STIFF_SPRING, a, point, k, 0);
    f.k2 = damping;
    return f;
}

/* The density of water is about 1000, so volume times density fits for any volume up to
 * 2 million m^3; beyond it saturates. */
fs_force fs_force_buoyancy(uint32_t a, fs_wide volume, fs_wide density, fs_wide g, fs_wide level, fs_wide depth)
{
    fs_force f = make_force(FS_FORCE_BUOYANCY, a);
    f.k = fs_wide_mul(fs_wide_mul(volume, density), g);
    f.limit = level;
    f.length = depth;
    return f;
}

fs_force fs_force_lift(uint32_t a, fs_wide force, fs_wide ground, fs_wide height)
{
    fs_force f = make_at_point(FS_FORCE_LIFT, a, fs_pos3_make(0, ground, 0), force, 0);
    f.length = height;
    return f;
}

fs_force fs_force_uplift(uint32_t a, fs_pos3 point, fs_wide radius, fs_wide3 force)
{
    fs_force f = make_at_point(FS_FORCE_UPLIFT, a, point, 0, radius);
    f.vec = force;
    return f;
}

fs_force fs_force_attractor(uint32_t a, fs_pos3 point, fs_wide force)
{
    return make_at_point(FS_FORCE_ATTRACTOR, a, point, force, 0);
}

fs_force fs_force_gravity_well(uint32_t a, fs_pos3 point, fs_wide mu, fs_wide radius)
{
    return make_at_point(FS_FORCE_GRAVITY_WELL, a, point, mu, radius);
}

fs_force fs_force_black_hole(uint32_t a, fs_pos3 point, fs_wide mu, fs_wide capture_radius)
{
    return make_at_point(FS_FORCE_BLACK_HOLE, a, point, mu, capture_radius);
}

fs_force fs_force_mutual_gravity(uint32_t a, uint32_t b, fs_wide G, fs_wide radius)
{
    fs_force f = make_spring(FS_FORCE_MUTUAL_GRAVITY, a, b, G, 0);
    f.limit = radius;
    return f;
}

fs_force fs_force_overcrowding(fs_wide distance, fs_wide k)
{
    return make_spring(FS_FORCE_OVERCROWDING, FS_FORCE_EVERY, 0, k, distance);
}

fs_force fs_force_wind(uint32_t a, fs_wide3 mean, fs_wide k, fs_wide drift, fs_wide period_seconds, uint32_t seed)
{
    fs_force f = make_spring(FS_FORCE_WIND, a, seed, k, period_seconds);
    f.vec = mean;
    f.k2 = drift;
    return f;
}

fs_force fs_force_blast(uint32_t a, fs_pos3 point, fs_wide force, fs_wide radius, fs_wide seconds, uint32_t tick)
{
    fs_force f = make_at_point(FS_FORCE_BLAST, a, point, force, radius);
    f.length = seconds;
    f.b = tick;
    return f;
}
