/* resolve.c: resolves contacts, the worst one first.
 *
 * A resolved contact changes two particles, and only the keys of their contacts have to be updated: with a list of
 * contacts per particle and a tournament tree over all contacts, an iteration costs the logarithm of their number. This
 * file selects the next contact; the response itself is in respond.c.
 */
#include <string.h>

#include "particles/contact/contact_internal.h"
#include "base/tournament_tree.h"

struct resolver {
    struct fs_particles *p;
    const fs_pos3 *before;
    fs_contact *at;
    uint32_t count;
    struct fs__mass_split *splits;
    uint32_t *starts;      /* per particle: first place in `of`; one more than particles */
    uint32_t *contacts_of; /* contacts by particle, ascending */
    struct fs__tournament tournament;
    bool position_phase; /* keys are depths; otherwise closing speeds */
};

/* --- memory ------------------------------------------------------------------------- */

size_t fs_contacts_scratch_size(uint32_t particles, uint32_t contacts)
{
    size_t leaf_count = fs__tournament_leaf_count(contacts), n = contacts;
    return FS_ARENA_BYTES(n * sizeof(fs_contact)) + FS_ARENA_BYTES(n * sizeof(struct fs__mass_split)) +
           FS_ARENA_BYTES(((size_t)particles + 2) * sizeof(uint32_t)) + FS_ARENA_BYTES(2 * n * sizeof(uint32_t)) +
           FS_ARENA_BYTES(leaf_count * sizeof(int64_t)) + FS_ARENA_BYTES(leaf_count * sizeof(uint32_t));
}

static bool take_memory(struct resolver *r, fs_arena *arena)
{
    uint32_t n = r->count;
    r->tournament.leaf_count = fs__tournament_leaf_count(n);
    r->splits = fs_arena_take(arena, (size_t)n * sizeof *r->splits);
    r->starts = fs_arena_take(arena, ((size_t)r->p->count + 2) * sizeof *r->starts);
    r->contacts_of = fs_arena_take(arena, 2 * (size_t)n * sizeof *r->contacts_of);
    r->tournament.key = fs_arena_take(arena, r->tournament.leaf_count * sizeof *r->tournament.key);
    r->tournament.winner = fs_arena_take(arena, r->tournament.leaf_count * sizeof *r->tournament.winner);
    return r->splits != NULL && r->starts != NULL && r->contacts_of != NULL && r->tournament.key != NULL &&
           r->tournament.winner != NULL;
}

/* --- contacts by particle ------------------------------------------------------------------ */

static bool is_particle(const struct resolver *r, uint32_t i)
{
    return fs__particle_exists(r->p, i, 0);
}

static fs_scaled inv_mass(const struct resolver *r, uint32_t i)
{
    static const fs_scaled none = { 0, 0 };
    return i == FS_CONTACT_STATIC ? none : fs_particle_inv_mass(r->p, i);
}

/* A contact of particles that do not exist stays in the list but is never resolved. */
static void compute_mass_splits(struct resolver *r)
{
    for (uint32_t k = 0; k < r->count; k++) {
        const fs_contact *c = &r->at[k];
        bool exist = is_particle(r, c->a) && (c->b == FS_CONTACT_STATIC || is_particle(r, c->b));
        r->splits[k].none = true;
        if (exist)
            r->splits[k] = fs__mass_split_make(inv_mass(r, c->a), inv_mass(r, c->b));
    }
}

/* Counting sort of the ends: starts[i + 1] first counts, then is where i is written next. */
static void list_contacts_by_particle(struct resolver *r)
{
    memset(r->starts, 0, ((size_t)r->p->count + 2) * sizeof *r->starts);
    for (uint32_t k = 0; k < r->count; k++) {
        if (r->splits[k].none)
            continue;
        r->starts[r->at[k].a + 2]++;
        if (r->at[k].b != FS_CONTACT_STATIC)
            r->starts[r->at[k].b + 2]++;
    }
    for (uint32_t i = 0; i < r->p->count; i++)
        r->starts[i + 2] += r->starts[i + 1];
    for (uint32_t k = 0; k < r->count; k++) {
        if (r->splits[k].none)
            continue;
        r->contacts_of[r->starts[r->at[k].a + 1]++] = k;
        if (r->at[k].b != FS_CONTACT_STATIC)
            r->contacts_of[r->starts[r->at[k].b + 1]++] = k;
    }
}

/* --- keys ---------------------------------------------------------------------------------- */

/* Closing speeds below one step of a velocity are rounding. */
#define FINE_STILL ((int64_t)2 << (FS__FINE_FRAC - FS_VEL_FRAC))

/* Minus the depth or closing speed of a contact, 0 when it needs no resolution: the smallest key is the worst contact. */
static int64_t contact_key(const struct resolver *r, uint32_t k)
{
    if (r->splits[k].none)
        return 0;
    if (r->position_phase)
        return r->at[k].depth > FS_CONTACT_SLOP ? -r->at[k].depth : 0;
    int64_t closing = fs__contact_closing_speed(r->p, &r->at[k]);
    return closing < -FINE_STILL ? closing : 0;
}

static void build_tournament(struct resolver *r)
{
    memset(r->tournament.key, 0, r->tournament.leaf_count * sizeof *r->tournament.key);
    for (uint32_t k = 0; k < r->count; k++)
        r->tournament.key[k] = contact_key(r, k);
    fs__tournament_build(&r->tournament);
}

static void refresh_keys(struct resolver *r, uint32_t i)
{
    for (uint32_t e = r->starts[i]; e < r->starts[i + 1]; e++)
        fs__tournament_set(&r->tournament, r->contacts_of[e], contact_key(r, r->contacts_of[e]));
}

/* --- changes --------------------------------------------------------------------------------- */

static bool can_move(const struct resolver *r, uint32_t i)
{
    return i != FS_CONTACT_STATIC && fs__is_movable(r->p, i);
}

/* Moves a particle and updates the depths of all its contacts. */
static void move_particle(struct resolver *r, uint32_t i, fs_pos3 by)
{
    if (fs_pos3_is_zero(by) || !can_move(r, i))
        return;
    r->p->pos[i] = fs_pos3_add(r->p->pos[i], by);
    for (uint32_t e = r->starts[i]; e < r->starts[i + 1]; e++) {
        fs_contact *c = &r->at[r->contacts_of[e]];
        fs_pos along_normal = fs__displacement_along(by, c->normal);
        c->depth = c->a == i ? fs_sat64_sub(c->depth, along_normal) : fs_sat64_add(c->depth, along_normal);
    }
}

static fs_vel add_fine_velocity(fs_vel v, int64_t fine, uint32_t *saturations)
{
    return fs_sat32_count(v + fs_round_shift64_sym(fine, FS__FINE_FRAC - FS_VEL_FRAC), saturations);
}

static void change_velocity(struct resolver *r, uint32_t i, fs_wide3 change)
{
    if (!can_move(r, i))
        return;
    fs_vel3 *v = &r->p->vel[i];
    v->x = add_fine_velocity(v->x, change.x, r->p->saturations);
    v->y = add_fine_velocity(v->y, change.y, r->p->saturations);
    v->z = add_fine_velocity(v->z, change.z, r->p->saturations);
    refresh_keys(r, i);
}

/* --- velocities ---------------------------------------------------------------------------------- */

/* The displacement in this step that a change of velocity corresponds to: a whole step for symplectic Euler, half a step
 * for velocity Verlet. Explicit Euler moves with the old velocity and is excluded by the caller. */
static fs_pos tangential_displacement_axis(const struct resolver *r, int64_t fine)
{
    bool half = *r->p->integrator == FS_INTEGRATOR_VELOCITY_VERLET;
    return fs_div64_round(fs_round_shift64_sym(fine, (unsigned)(FS__FINE_FRAC - FS_POS_FRAC + half)), r->p->hz);
}

static fs_pos3 tangential_displacement(const struct resolver *r, fs_wide3 fine)
{
    return fs_pos3_make(tangential_displacement_axis(r, fine.x), tangential_displacement_axis(r, fine.y),
                        tangential_displacement_axis(r, fine.z));
}

/* Whether a particle that rests on a static surface touched it already at the start of the step. An immovable particle
 * with a velocity carries its load along and does not count as static. */
static bool touched_at_start(const struct resolver *r, const fs_contact *c)
{
    if (c->b != FS_CONTACT_STATIC && !fs_vel3_eq(r->p->vel[c->b], fs_vel3_zero()))
        return false;
    fs_pos displacement = fs__displacement_along(fs_pos3_sub(r->p->pos[c->a], r->before[c->a]), c->normal);
    return fs_abs64(fs_sat64_add(c->depth, displacement)) <= FS_CONTACT_SLOP;
}

/* Undoes the sliding of this step that friction would have prevented. */
static void undo_sliding(struct resolver *r, uint32_t k, const struct fs__contact_response *response)
{
    const fs_contact *c = &r->at[k];
    bool old_velocity_moved = *r->p->integrator == FS_INTEGRATOR_EXPLICIT_EULER;
    if (r->before == NULL || old_velocity_moved || c->surface.static_friction == 0)
        return;
    if (response->rests && r->splits[k].b_fixed && touched_at_start(r, c)) {
        move_particle(r, c->a, fs_pos3_sub(r->before[c->a], r->p->pos[c->a]));
        return;
    }
    move_particle(r, c->a, tangential_displacement(r, response->tangential_a));
    if (c->b != FS_CONTACT_STATIC)
        move_particle(r, c->b, tangential_displacement(r, fs_wide3_neg(response->tangential_b)));
}

static void resolve_velocity(struct resolver *r, uint32_t k)
{
    const fs_contact *c = &r->at[k];
    struct fs__contact_response response = fs__contact_respond(r->p, c, &r->splits[k], r->tournament.key[k]);
    change_velocity(r, c->a, response.a);
    if (c->b != FS_CONTACT_STATIC)
        change_velocity(r, c->b, fs_wide3_neg(response.b));
    undo_sliding(r, k, &response);
}

/* --- overlaps --------------------------------------------------------------------------------------- */

/* Computed one bit finer than positions, so that equal masses round symmetrically. */
static void split_move(const struct fs__mass_split *s, fs_pos depth, fs_unit n, fs_pos *a, fs_pos *b)
{
    int64_t part_a, part_b;
    fs__mass_split_apply(s, 2 * fs_mul64(depth, n, FS_UNIT_FRAC), &part_a, &part_b);
    *a = fs_round_shift64_sym(part_a, 1);
    *b = fs_sat64_neg(fs_round_shift64_sym(part_b, 1));
}

/* The limit of an overlap per iteration, which keeps all sums in range. */
#define DEPTH_MAX (FS_POS_MAX / 4)

static void resolve_position(struct resolver *r, uint32_t k)
{
    const fs_contact *c = &r->at[k];
    fs_pos depth = fs_min64(c->depth, DEPTH_MAX);
    fs_pos3 a, b;
    split_move(&r->splits[k], depth, c->normal.x, &a.x, &b.x);
    split_move(&r->splits[k], depth, c->normal.y, &a.y, &b.y);
    split_move(&r->splits[k], depth, c->normal.z, &a.z, &b.z);
    move_particle(r, c->a, a);
    move_particle(r, c->b, b);
    refresh_keys(r, c->a);
    if (c->b != FS_CONTACT_STATIC)
        refresh_keys(r, c->b);
}

/* --- phases -------------------------------------------------------------------------------------------- */

static uint32_t iteration_limit(uint32_t limit, uint32_t count)
{
    return limit != 0 ? limit : (uint32_t)fs_min_u64((uint64_t)count * 2, UINT32_MAX);
}

static uint32_t run_phase(struct resolver *r, bool position_phase, uint32_t limit)
{
    r->position_phase = position_phase;
    build_tournament(r);
    uint32_t used = 0;
    for (; used < limit; used++) {
        uint32_t worst = fs__tournament_min_index(&r->tournament);
        if (r->tournament.key[worst] >= 0)
            break;
        if (position_phase)
            resolve_position(r, worst);
        else
            resolve_velocity(r, worst);
    }
    return used;
}

fs_result fs_contacts_resolve(struct fs_contacts *contacts, struct fs_particles *p, const fs_pos3 *before,
                              fs_contact_limits limits, fs_arena arena, fs_contact_report *report)
{
    FS_ASSERT(contacts->count <= contacts->capacity);
    struct resolver r = { .p = p, .before = before, .at = contacts->at, .count = contacts->count };
    fs_contact_report used = { 0, 0 };
    fs_contact *spare = fs_arena_take(&arena, (size_t)r.count * sizeof *spare);
    if (spare == NULL || !take_memory(&r, &arena))
        return FS_E_MEMORY;
    fs__contacts_sort(r.at, r.count, spare);
    if (r.count > 0) {
        compute_mass_splits(&r);
        list_contacts_by_particle(&r);
        used.velocity_iterations = run_phase(&r, false, iteration_limit(limits.velocity_iterations, r.count));
        used.position_iterations = run_phase(&r, true, iteration_limit(limits.position_iterations, r.count));
    }
    if (report != NULL)
        *report = used;
    return FS_OK;
}
