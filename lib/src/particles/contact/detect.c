/* detect.c: detectors: particles against planes, planks and each other.
 *
 * This file must never change a particle.
 */
#include "particles/contact/point_grid.h"
#include "particles/contact/contact_internal.h"
#include "particles/link/distance.h"

fs_detector_def fs_default_detector_def(void)
{
    return (fs_detector_def){ 0 };
}

static bool matches_kind(const struct fs_particles *p, const fs_detector_def *def, uint32_t i)
{
    return def->kind == 0 || (p->kind != NULL && p->kind[i] == def->kind);
}

static fs_contact make_contact(const fs_detector_def *def, uint32_t a, uint32_t b, fs_unit3 normal, fs_pos depth)
{
    return (fs_contact){ .a = a,
                         .b = b,
                         .feature = def->feature,
                         .normal = normal,
                         .depth = depth,
                         .restitution = def->restitution,
                         .surface = def->surface };
}

static void add_if_near(struct fs_contacts *out, const fs_detector_def *def, fs_contact c)
{
    if (c.depth >= -fs_max64(def->margin, 0))
        fs_contact_add(out, c);
}

/* --- planes -------------------------------------------------------------------------- */

void fs_detect_plane(struct fs_contacts *out, const struct fs_particles *p, const fs_detector_def *def, fs_pos3 point,
                     fs_unit3 normal)
{
    for (uint32_t i = 0; i < p->count; i++) {
        if (!fs__is_movable(p, i) || !matches_kind(p, def, i))
            continue;
        fs_pos height = fs__displacement_along(fs_pos3_sub(p->pos[i], point), normal);
        add_if_near(out, def, make_contact(def, i, FS_CONTACT_STATIC, normal, fs_sat64_sub(def->radius, height)));
    }
}

void fs_detect_ground(struct fs_contacts *out, const struct fs_particles *p, const fs_detector_def *def, fs_pos height)
{
    fs_detect_plane(out, p, def, fs_pos3_make(0, height, 0), fs_unit3_make(0, FS_UNIT_ONE, 0));
}

/* --- plank ------------------------------------------------------------------------------ */

static fs_i128 half_dot(fs_pos3 a, fs_pos3 b)
{
    /* Half of each product keeps the sum of three within 128 bits whatever comes in. */
    fs_i128 sum = fs_i128_add(fs_i128_mul(a.x, b.x / 2), fs_i128_mul(a.y, b.y / 2));
    return fs_i128_add(sum, fs_i128_mul(a.z, b.z / 2));
}

/* num / den in [0, ONE], where both are first shortened to 62 bits. */
static fs_unit unit_ratio(fs_u128 num, fs_u128 den)
{
    int excess = fs_max32(fs_u128_bit_width(den) - 62, 0);
    uint64_t n = fs_u128_round_shift(num, (unsigned)excess), d = fs_u128_round_shift(den, (unsigned)excess);
    return d == 0 ? 0 : fs_unit_from_ratio((int64_t)fs_min_u64(n, d), (int64_t)d);
}

/* The fraction 0..ONE of the point of the segment from the origin to `along` that is nearest to `point`. */
static fs_unit nearest_fraction(fs_pos3 point, fs_pos3 along)
{
    fs_i128 num = half_dot(point, along), den = half_dot(along, along);
    if (num.hi < 0)
        return 0;
    return unit_ratio(fs_i128_uabs(num), fs_i128_uabs(den));
}

void fs_detect_plank(struct fs_contacts *out, const struct fs_particles *p, const fs_detector_def *def, uint32_t ball,
                     uint32_t end_a, uint32_t end_b)
{
    bool exist = fs__particle_exists(p, ball, 0) && fs__particle_exists(p, end_a, 0) &&
                 fs__particle_exists(p, end_b, 0);
    if (!exist || ball == end_a || ball == end_b || end_a == end_b)
        return;
    fs_pos3 to_ball = fs_pos3_sub(p->pos[ball], p->pos[end_a]);
    fs_pos3 along = fs_pos3_sub(p->pos[end_b], p->pos[end_a]);
    fs_unit fraction = nearest_fraction(to_ball, along);
    struct fs__distance span = fs__distance_of(fs_pos3_sub(to_ball, fs_pos3_scale(along, fraction)));
    uint32_t end = fraction > FS_UNIT_ONE / 2 ? end_b : end_a;
    add_if_near(out, def, make_contact(def, ball, end, span.direction, fs_sat64_sub(def->radius, span.length)));
}

/* --- pairs -------------------------------------------------------------------------------- */

static fs_pos pair_distance_max(const fs_detector_def *def)
{
    return fs_sat64_add(fs_sat64_mul(def->radius, 2), def->margin);
}

static bool takes_part(const struct fs_particles *p, const fs_detector_def *def, uint32_t i)
{
    return fs__particle_exists(p, i, 0) && matches_kind(p, def, i);
}

static void add_pair(struct fs_contacts *out, const struct fs_particles *p, const fs_detector_def *def, uint32_t a,
                     uint32_t b)
{
    bool movable = fs__is_movable(p, a) || fs__is_movable(p, b);
    if (!movable || !takes_part(p, def, b))
        return;
    struct fs__distance span = fs__distance_of(fs_pos3_sub(p->pos[a], p->pos[b]));
    fs_pos depth = fs_sat64_sub(fs_sat64_mul(def->radius, 2), span.length);
    add_if_near(out, def, make_contact(def, a, b, span.direction, depth));
}

fs_result fs_detect_pairs(struct fs_contacts *out, const struct fs_particles *p, const fs_detector_def *def,
                          fs_arena arena)
{
    struct fs__point_grid grid;
    if (!fs__point_grid_build(&grid, &arena, p->pos, p->count, pair_distance_max(def)))
        return FS_E_MEMORY;
    for (uint32_t a = 0; a < p->count; a++) {
        if (!takes_part(p, def, a))
            continue;
        uint32_t near = fs__point_grid_neighbours(&grid, a);
        for (uint32_t k = 0; k < near; k++)
            add_pair(out, p, def, a, grid.near[k]);
    }
    return FS_OK;
}

size_t fs_detect_pairs_size(uint32_t particles)
{
    return fs__point_grid_size(particles);
}
