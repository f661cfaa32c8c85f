/* force.c: rows of generators, and the dispatch of a tick.
 *
 * The formulas are in springs.c, fields.c, air.c and attraction.c; this file alone selects the particles that they act
 * on.
 */
#include <fixstep/force.h>

#include "particles/force/force_internal.h"

/* By id; NULL where there is no type. */
static const fs_force_type *const builtins[FS_FORCE_TYPES] = {
    [FS_FORCE_GRAVITY] = &fs__force_type_gravity,
    [FS_FORCE_DRAG] = &fs__force_type_drag,
    [FS_FORCE_SPRING] = &fs__force_type_spring,
    [FS_FORCE_ANCHORED_SPRING] = &fs__force_type_anchored_spring,
    [FS_FORCE_ONE_WAY_SPRING] = &fs__force_type_one_way_spring,
    [FS_FORCE_BUNGEE] = &fs__force_type_bungee,
    [FS_FORCE_ANCHORED_BUNGEE] = &fs__force_type_anchored_bungee,
    [FS_FORCE_ELASTIC_LIMIT] = &fs__force_type_elastic_limit,
    [FS_FORCE_BUOYANCY] = &fs__force_type_buoyancy,
    [FS_FORCE_STIFF_SPRING] = &fs__force_type_stiff_spring,
    [FS_FORCE_UPLIFT] = &fs__force_type_uplift,
    [FS_FORCE_AIRBRAKE] = &fs__force_type_airbrake,
    [FS_FORCE_ATTRACTOR] = &fs__force_type_attractor,
    [FS_FORCE_GRAVITY_WELL] = &fs__force_type_gravity_well,
    [FS_FORCE_BLACK_HOLE] = &fs__force_type_black_hole,
    [FS_FORCE_MUTUAL_GRAVITY] = &fs__force_type_mutual_gravity,
    [FS_FORCE_OVERCROWDING] = &fs__force_type_overcrowding,
    [FS_FORCE_LIFT] = &fs__force_type_lift,
    [FS_FORCE_HOMING] = &fs__force_type_homing,
    [FS_FORCE_WIND] = &fs__force_type_wind,
    [FS_FORCE_CONSTANT] = &fs__force_type_constant,
    [FS_FORCE_BLAST] = &fs__force_type_blast,
};

const fs_force_type *fs_force_type_get(const struct fs_forces *forces, uint32_t id)
{
    if (id < FS_FORCE_TYPES)
        return builtins[id];
    if (id < FS_FORCE_CUSTOM || id - FS_FORCE_CUSTOM >= forces->custom_count)
        return NULL;
    return &forces->custom[id - FS_FORCE_CUSTOM];
}

/* --- rows ------------------------------------------------------------------------------------ */

fs_force fs_force_get(const struct fs_forces *forces, uint32_t row)
{
    fs_force f = { 0 };
    if (row >= forces->count)
        return f;
#define LOAD(t, TYPE, field, unit) f.field = forces->field[row];
    FS_FORCE_FIELDS(LOAD, force)
#undef LOAD
    return f;
}

static void store_row(struct fs_forces *forces, uint32_t row, const fs_force *f)
{
#define STORE(t, TYPE, field, unit) forces->field[row] = f->field;
    FS_FORCE_FIELDS(STORE, force)
#undef STORE
}

/* A free row of a pool has an even generation. */
static bool particle_exists(const struct fs_particles *p, uint32_t i, uint32_t gen)
{
    if (i >= p->count)
        return false;
    return p->gen == NULL || ((p->gen[i] & 1u) != 0 && (gen == 0 || gen == p->gen[i]));
}

static bool reads_b(const fs_force_type *type)
{
    return type->arity == FS_FORCE_ARITY_PAIR || type->arity == FS_FORCE_ARITY_ONE_WAY;
}

static bool accepts_every(const fs_force_type *type)
{
    return type->arity != FS_FORCE_ARITY_PAIR;
}

static bool names_a(const fs_force_type *type, const fs_force *f)
{
    return type->arity != FS_FORCE_ARITY_GROUP && f->a != FS_FORCE_EVERY;
}

static bool row_in_range(const fs_force_type *type, const fs_force *f)
{
    bool every = f->a == FS_FORCE_EVERY;
    bool itself = reads_b(type) && f->a == f->b;
    return !itself && (!every || accepts_every(type)) && (type->valid == NULL || type->valid(f));
}

/* The row with the generations of its particles, for a pool. */
static fs_force with_generations(const fs_force_type *type, fs_force f, const struct fs_particles *p)
{
    if (p->gen != NULL && names_a(type, &f))
        f.a_gen = p->gen[f.a];
    if (p->gen != NULL && reads_b(type))
        f.b_gen = p->gen[f.b];
    return f;
}

fs_result fs_force_make(struct fs_forces *forces, uint32_t row, const fs_force *f, const struct fs_particles *p)
{
    const fs_force_type *type = fs_force_type_get(forces, f->type);
    if (row >= forces->count || type == NULL || !row_in_range(type, f))
        return FS_E_ARGUMENT;
    bool a = !names_a(type, f) || particle_exists(p, f->a, f->a_gen);
    bool b = !reads_b(type) || particle_exists(p, f->b, f->b_gen);
    if (!a || !b)
        return FS_E_STALE;
    fs_force stored = with_generations(type, *f, p);
    store_row(forces, row, &stored);
    return FS_OK;
}

uint32_t fs_forces_detach_particle(struct fs_forces *forces, uint32_t particle)
{
    uint32_t detached = 0;
    for (uint32_t row = 0; row < forces->count; row++) {
        const fs_force_type *type = fs_force_type_get(forces, forces->type[row]);
        if (type == NULL || forces->on[row] == 0)
            continue;
        bool a = type->arity != FS_FORCE_ARITY_GROUP && forces->a[row] == particle;
        if (a || (reads_b(type) && forces->b[row] == particle)) {
            forces->on[row] = 0;
            detached++;
        }
    }
    return detached;
}

/* --- sums -------------------------------------------------------------------------------------- */

void fs_force_count_saturation(fs_force_context *c)
{
    fs__counter_add(&c->saturated, 1);
}

static void add_force(fs_force_context *c, uint32_t i, fs_wide3 force)
{
    force = fs_wide3_make(fs__force_saturate_counted(c, force.x), fs__force_saturate_counted(c, force.y),
                          fs__force_saturate_counted(c, force.z));
    fs_force_sum_add(&c->sums[i], force);
}

/* Adds the opposite force, exact also for the most negative number. */
static void subtract_force(fs_force_sum *sum, fs_wide3 force)
{
    sum->x = fs_i128_sub(sum->x, fs_i128_from64(force.x));
    sum->y = fs_i128_sub(sum->y, fs_i128_from64(force.y));
    sum->z = fs_i128_sub(sum->z, fs_i128_from64(force.z));
}

void fs_force_add(fs_force_context *c, uint32_t i, fs_wide3 force)
{
    if (i < c->particles->count && fs__is_movable(c->particles, i))
        add_force(c, i, force);
}

void fs_force_add_pair(fs_force_context *c, uint32_t a, uint32_t b, fs_wide3 force)
{
    fs_force_add(c, a, force);
    if (b < c->particles->count && fs__is_movable(c->particles, b))
        subtract_force(&c->sums[b], force);
}

/* --- dispatch ------------------------------------------------------------------------------------ */

static void apply_to_one(fs_force_context *c, const fs_force_type *type, const fs_force *f, uint32_t i)
{
    if (!fs__is_movable(c->particles, i))
        return;
    if (type->arity == FS_FORCE_ARITY_ONE)
        add_force(c, i, type->one(c, f, i));
    else if (i != f->b)
        add_force(c, i, type->pair(c, f, i, f->b));
}

static void apply_to_each(fs_force_context *c, const fs_force_type *type, const fs_force *f)
{
    if (f->a != FS_FORCE_EVERY) {
        if (particle_exists(c->particles, f->a, f->a_gen))
            apply_to_one(c, type, f, f->a);
        return;
    }
    for (uint32_t i = 0; i < c->particles->count; i++)
        if (fs__force_matches_kind(c->particles, f, i))
            apply_to_one(c, type, f, i);
}

static void apply_to_pair(fs_force_context *c, const fs_force_type *type, const fs_force *f)
{
    const struct fs_particles *p = c->particles;
    if (!particle_exists(p, f->a, f->a_gen) || f->a == f->b)
        return;
    if (fs__is_movable(p, f->a) || fs__is_movable(p, f->b))
        fs_force_add_pair(c, f->a, f->b, type->pair(c, f, f->a, f->b));
}

static void apply_to_group(fs_force_context *c, const fs_force_type *type, const fs_force *f)
{
    fs_arena before = c->arena;
    type->group(c, f);
    c->arena = before;
}

static void apply_row(fs_force_context *c, const fs_force_type *type, fs_force *f)
{
    if (reads_b(type) && !particle_exists(c->particles, f->b, f->b_gen))
        return;
    if (type->prepare != NULL)
        type->prepare(c, f);
    switch (type->arity) {
    case FS_FORCE_ARITY_ONE:
    case FS_FORCE_ARITY_ONE_WAY: apply_to_each(c, type, f); break;
    case FS_FORCE_ARITY_PAIR: apply_to_pair(c, type, f); break;
    case FS_FORCE_ARITY_GROUP: apply_to_group(c, type, f); break;
    default: break;
    }
}

fs_result fs_forces_apply(const struct fs_forces *forces, const struct fs_particles *p, fs_force_sum *sums,
                          fs_arena arena)
{
    fs_force_context c = { .particles = p, .sums = sums, .arena = arena, .result = FS_OK };
    for (uint32_t row = 0; row < forces->count; row++) {
        const fs_force_type *type = forces->on[row] ? fs_force_type_get(forces, forces->type[row]) : NULL;
        if (type == NULL)
            continue;
        fs_force f = fs_force_get(forces, row);
        apply_row(&c, type, &f);
    }
    fs__counter_add(p->saturations, c.saturated);
    return c.result;
}
