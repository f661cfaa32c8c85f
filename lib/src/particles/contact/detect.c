/* detect.c: detectors: particles against planes, planks and each other.
 *
 * This file must never change a particle.
 */
#include "particles/contact/point_grid.h"
#include "particles/contact/contact_internal.h"
#include "particles/link/span.h"

fs_detector_def fs_default_detector_def(void)
{
    return (fs_detector_def){ 0 };
}

static bool wanted(const struct fs_particles *p, const fs_detector_def *how, uint32_t i)
{
    return how->kind == 0 || (p->kind != NULL && p->kind[i] == how->kind);
}

static fs_contact contact(const fs_detector_def *how, uint32_t a, uint32_t b, fs_unit3 normal, fs_pos depth)
{
    return (fs_contact){ .a = a,
                         .b = b,
                         .feature = how->feature,
                         .normal = normal,
                         .depth = depth,
                         .restitution = how->restitution,
                         .surface = how->surface };
}

static void found(struct fs_contacts *out, const fs_detector_def *how, fs_contact c)
{
    if (c.depth >= -fs_max64(how->margin, 0))
        fs_contact_add(out, c);
}

/* --- scenery -------------------------------------------------------------------------- */

void fs_detect_plane(struct fs_contacts *out, const struct fs_particles *p, const fs_detector_def *how, fs_pos3 point,
                     fs_unit3 normal)
{
    for (uint32_t i = 0; i < p->count; i++) {
        if (!fs__is_movable(p, i) || !wanted(p, how, i))
            continue;
        fs_pos height = fs__displacement_along(fs_pos3_sub(p->pos[i], point), normal);
        found(out, how, contact(how, i, FS_CONTACT_SCENERY, normal, fs_sat64_sub(how->radius, height)));
    }
}

void fs_detect_ground(struct fs_contacts *out, const struct fs_particles *p, const fs_detector_def *how, fs_pos height)
{
    fs_detect_plane(out, p, how, fs_pos3_make(0, height, 0), fs_unit3_make(0, FS_UNIT_ONE, 0));
}

/* --- plank ------------------------------------------------------------------------------ */

static fs_i128 dot(fs_pos3 a, fs_pos3 b)
{
    /* Half of each product keeps the sum of three within 128 bits whatever comes in. */
    fs_i128 sum = fs_i128_add(fs_i128_mul(a.x, b.x / 2), fs_i128_mul(a.y, b.y / 2));
    return fs_i128_add(sum, fs_i128_mul(a.z, b.z / 2));
}

/* num / den in [0, ONE], where both are first shortened to 62 bits. */
static fs_unit ratio(fs_u128 num, fs_u128 den)
{
    int excess = fs_max32(fs_u128_bit_width(den) - 62, 0);
    uint64_t n = fs_u128_round_shift(num, (unsigned)excess), d = fs_u128_round_shift(den, (unsigned)excess);
    return d == 0 ? 0 : fs_unit_from_ratio((int64_t)fs_min_u64(n, d), (int64_t)d);
}

/* Where on the segment from the origin to `along` the point is nearest: 0..ONE. */
static fs_unit nearest_share(fs_pos3 point, fs_pos3 along)
{
    fs_i128 num = dot(point, along), den = dot(along, along);
    if (num.hi < 0)
        return 0;
    return ratio(fs_i128_uabs(num), fs_i128_uabs(den));
}

void fs_detect_plank(struct fs_contacts *out, const struct fs_particles *p, const fs_detector_def *how, uint32_t ball,
                     uint32_t end_a, uint32_t end_b)
{
    bool exist = fs__particle_exists(p, ball, 0) && fs__particle_exists(p, end_a, 0) &&
                 fs__particle_exists(p, end_b, 0);
    if (!exist || ball == end_a || ball == end_b || end_a == end_b)
        return;
    fs_pos3 to_ball = fs_pos3_sub(p->pos[ball], p->pos[end_a]);
    fs_pos3 along = fs_pos3_sub(p->pos[end_b], p->pos[end_a]);
    fs_unit share = nearest_share(to_ball, along);
    struct fs__span span = fs__span_of(fs_pos3_sub(to_ball, fs_pos3_scale(along, share)));
    uint32_t end = share > FS_UNIT_ONE / 2 ? end_b : end_a;
    found(out, how, contact(how, ball, end, span.direction, fs_sat64_sub(how->radius, span.length)));
}

/* --- pairs -------------------------------------------------------------------------------- */

static fs_pos reach(const fs_detector_def *how)
{
    return fs_sat64_add(fs_sat64_mul(how->radius, 2), how->margin);
}

static bool in_pair(const struct fs_particles *p, const fs_detector_def *how, uint32_t i)
{
    return fs__particle_exists(p, i, 0) && wanted(p, how, i);
}

static void found_pair(struct fs_contacts *out, const struct fs_particles *p, const fs_detector_def *how, uint32_t a,
                       uint32_t b)
{
    bool movable = fs__is_movable(p, a) || fs__is_movable(p, b);
    if (!movable || !in_pair(p, how, b))
        return;
    struct fs__span span = fs__span_of(fs_pos3_sub(p->pos[a], p->pos[b]));
    fs_pos depth = fs_sat64_sub(fs_sat64_mul(how->radius, 2), span.length);
    found(out, how, contact(how, a, b, span.direction, depth));
}

fs_result fs_detect_pairs(struct fs_contacts *out, const struct fs_particles *p, const fs_detector_def *how,
                          fs_arena arena)
{
    struct fs__point_grid grid;
    if (!fs__point_grid_build(&grid, &arena, p->pos, p->count, reach(how)))
        return FS_E_MEMORY;
    for (uint32_t a = 0; a < p->count; a++) {
        if (!in_pair(p, how, a))
            continue;
        uint32_t near = fs__point_grid_neighbours(&grid, a);
        for (uint32_t k = 0; k < near; k++)
            found_pair(out, p, how, a, grid.near[k]);
    }
    return FS_OK;
}

size_t fs_detect_pairs_size(uint32_t particles)
{
    return fs__point_grid_size(particles);
}
