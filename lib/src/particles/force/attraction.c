/* attraction.c: attractors, gravity, black holes, overcrowding.
 *
 * An inverse-square force is unbounded at its centre, so inside the radius it is that at the radius.
 */
#include "particles/contact/point_grid.h"
#include "particles/force/force_internal.h"

static fs_wide3 attractor(fs_force_context *c, const fs_force *f, uint32_t a)
{
    struct fs__line_of_action line = fs__line_of_action_make(c->particles->pos[a], f->point);
    return fs__force_along(f->k, &line);
}

/* k m M / r^2: two divisions by r, because r^2 could saturate. */
static fs_wide inverse_square_force(fs_force_context *c, fs_wide k, fs_wide m, fs_wide M, fs_pos r)
{
    fs_wide over_r = fs__force_saturate_counted(c, fs_muldiv64(k, m, r));
    return fs__force_saturate_counted(c, fs_muldiv64(over_r, M, r));
}

static fs_wide3 gravity_well(fs_force_context *c, const fs_force *f, uint32_t a)
{
    struct fs__line_of_action line = fs__line_of_action_make(c->particles->pos[a], f->point);
    if (line.scale == 0)
        return fs_wide3_zero();
    fs_pos r = fs_max64(fs_max64(line.length, f->limit), 1);
    return fs__force_along(inverse_square_force(c, f->k, fs__movable_mass(c->particles, a), FS_WIDE_ONE, r), &line);
}

static bool is_within_capture(const struct fs_particles *p, const fs_force *f, uint32_t i)
{
    return f->limit > 0 && fs_pos3_dist_sq_cmp(p->pos[i], f->point, f->limit) <= 0;
}

static fs_wide3 black_hole(fs_force_context *c, const fs_force *f, uint32_t a)
{
    return is_within_capture(c->particles, f, a) ? fs_wide3_zero() : gravity_well(c, f, a);
}

/* The mass of a particle, also of an immovable one: its mass column, at least 0. */
static fs_wide mass_of(const struct fs_particles *p, uint32_t i)
{
    return p->mass == NULL ? FS_WIDE_ONE : fs_max64(p->mass[i], 0);
}

/* The larger mass first, so that the result is symmetric in both. */
static fs_wide3 mutual_gravity(fs_force_context *c, const fs_force *f, uint32_t a, uint32_t b)
{
    const struct fs_particles *p = c->particles;
    struct fs__line_of_action line = fs__line_of_action_make(p->pos[a], p->pos[b]);
    if (line.scale == 0)
        return fs_wide3_zero();
    fs_wide ma = mass_of(p, a), mb = mass_of(p, b);
    fs_pos r = fs_max64(fs_max64(line.length, f->limit), 1);
    return fs__force_along(inverse_square_force(c, f->k, fs_max64(ma, mb), fs_min64(ma, mb), r), &line);
}

static bool radius_valid(const fs_force *f)
{
    return f->limit >= 0;
}

static bool capture_radius_valid(const fs_force *f)
{
    return f->limit > 0;
}

const fs_force_type fs__force_type_attractor = { .name = "attractor", .arity = FS_FORCE_ARITY_ONE, .one = attractor };
const fs_force_type fs__force_type_gravity_well = {
    .name = "gravity well", .arity = FS_FORCE_ARITY_ONE, .one = gravity_well, .valid = radius_valid
};
const fs_force_type fs__force_type_black_hole = {
    .name = "black hole", .arity = FS_FORCE_ARITY_ONE, .one = black_hole, .valid = capture_radius_valid
};
const fs_force_type fs__force_type_mutual_gravity = {
    .name = "mutual gravity", .arity = FS_FORCE_ARITY_PAIR, .pair = mutual_gravity, .valid = radius_valid
};

/* --- capture ----------------------------------------------------------------------------------- */

static bool acts_on(const struct fs_particles *p, const fs_force *f, uint32_t i)
{
    if (f->a == FS_FORCE_EVERY)
        return fs__force_matches_kind(p, f, i);
    return f->a == i && (p->gen == NULL || f->a_gen == 0 || p->gen[i] == f->a_gen);
}

static bool is_black_hole(const struct fs_forces *forces, uint32_t row)
{
    return forces->on[row] != 0 && forces->type[row] == FS_FORCE_BLACK_HOLE;
}

static bool is_captured(const struct fs_forces *forces, const struct fs_particles *p, uint32_t i, uint32_t from,
                        uint32_t to)
{
    for (uint32_t row = from; row < to; row++) {
        if (!is_black_hole(forces, row))
            continue;
        fs_force f = fs_force_get(forces, row);
        if (acts_on(p, &f, i) && is_within_capture(p, &f, i))
            return true;
    }
    return false;
}

uint32_t fs_force_captures(const struct fs_forces *forces, const struct fs_particles *p, uint32_t *out,
                           uint32_t capacity)
{
    uint32_t from = 0, to = forces->count, found = 0;
    while (from < to && !is_black_hole(forces, from))
        from++;
    while (to > from && !is_black_hole(forces, to - 1))
        to--;
    for (uint32_t i = 0; from < to && i < p->count; i++) {
        if (!fs__is_movable(p, i) || !is_captured(forces, p, i, from, to))
            continue;
        if (found < capacity)
            out[found] = i;
        found++;
    }
    return found;
}

/* --- overcrowding -------------------------------------------------------------------------------------- */

/* Coincident particles are separated along x, the lower row to the left: a fixed choice, equal on every machine. */
static fs_wide3 repulsion(fs_force_context *c, const fs_force *f, uint32_t a, uint32_t b)
{
    struct fs__line_of_action line = fs__line_of_action_make(c->particles->pos[b], c->particles->pos[a]);
    fs_wide size = fs__force_saturate_counted(c, fs_wide_mul(f->k, fs_max64(fs_sat64_sub(f->length, line.length), 0)));
    if (line.scale == 0)
        return fs_wide3_make(-size, 0, 0);
    return fs__force_along(size, &line);
}

static void overcrowding(fs_force_context *c, const fs_force *f)
{
    const struct fs_particles *p = c->particles;
    struct fs__point_grid grid;
    if (!fs__point_grid_build(&grid, &c->arena, p->pos, p->count, f->length)) {
        c->result = FS_E_MEMORY;
        return;
    }
    for (uint32_t a = 0; a < p->count; a++) {
        uint32_t found = fs__force_matches_kind(p, f, a) ? fs__point_grid_neighbours(&grid, a) : 0;
        for (uint32_t k = 0; k < found; k++)
            if (fs__force_matches_kind(p, f, grid.near[k]))
                fs_force_add_pair(c, a, grid.near[k], repulsion(c, f, a, grid.near[k]));
    }
}

static bool overcrowding_valid(const fs_force *f)
{
    return f->k >= 0 && f->length > 0;
}

const fs_force_type fs__force_type_overcrowding = {
    .name = "overcrowding", .arity = FS_FORCE_ARITY_GROUP, .group = overcrowding, .valid = overcrowding_valid
};

size_t fs_particles_scratch_size(uint32_t capacity)
{
    return FS_ARENA_BYTES((size_t)capacity * sizeof(fs_force_sum)) + fs__point_grid_size(capacity);
}
