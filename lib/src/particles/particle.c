/* particle.c: creates, changes and reads rows of particles. The integration is in step.c.
 *
 * This file must never change a position or velocity except when it creates a row.
 */
#include <fixstep/particle.h>

#include <fixstep/trig.h>

#include "particles/particle_internal.h"

/* --- the world's row --------------------------------------------------------------------- */

fs_particle_world_def fs_default_particle_world_def(void)
{
    return (fs_particle_world_def){
        .gravity = fs_wide3_make(0, -10 * FS_WIDE_ONE, 0),
        .damping = FS_UNIT_ONE,
        .max_speed = 500 * FS_VEL_ONE,
        .integrator = FS_INTEGRATOR_SYMPLECTIC_EULER,
    };
}

static bool is_damping(fs_unit d)
{
    return d >= 0 && d <= FS_UNIT_ONE;
}

fs_result fs_particle_world_make(struct fs_particles *p, const fs_particle_world_def *def)
{
    bool speed = def->max_speed > 0 && def->max_speed <= FS_PARTICLE_SPEED_MAX;
    bool integrator = (unsigned)def->integrator < FS_INTEGRATOR_COUNT;
    if (!is_damping(def->damping) || !speed || !integrator)
        return FS_E_ARGUMENT;
    *p->gravity = def->gravity;
    *p->world_damping = def->damping;
    *p->world_damping_factor = fs_pow_dt(def->damping, p->hz);
    *p->max_speed = def->max_speed;
    *p->integrator = (uint8_t)def->integrator;
    *p->limited = 0;
    return FS_OK;
}

/* --- mass and damping ---------------------------------------------------------------------- */

static bool has_mass_column(const struct fs_particles *p, uint32_t i)
{
    return i < p->count && p->inv_mass != NULL && p->mass != NULL;
}

fs_result fs_particle_set_mass(struct fs_particles *p, uint32_t i, fs_wide mass)
{
    if (!has_mass_column(p, i) || mass <= 0)
        return FS_E_ARGUMENT;
    p->mass[i] = mass;
    p->inv_mass[i] = fs_scaled_inverse_wide(mass);
    return FS_OK;
}

fs_result fs_particle_set_inv_mass(struct fs_particles *p, uint32_t i, fs_scaled inv_mass)
{
    if (!has_mass_column(p, i) || inv_mass.m < 0)
        return FS_E_ARGUMENT;
    if (inv_mass.m == 0)
        return fs_particle_set_immovable(p, i);
    p->inv_mass[i] = fs_scaled_make(inv_mass.m, inv_mass.e);
    p->mass[i] = fs_max64(fs_wide_from_scaled(fs_scaled_inverse(p->inv_mass[i])), 1);
    return FS_OK;
}

fs_result fs_particle_set_immovable(struct fs_particles *p, uint32_t i)
{
    if (!has_mass_column(p, i))
        return FS_E_ARGUMENT;
    p->mass[i] = 0;
    p->inv_mass[i] = (fs_scaled){ 0, 0 };
    return FS_OK;
}

fs_result fs_particle_set_damping(struct fs_particles *p, uint32_t i, fs_unit damping)
{
    if (i >= p->count || p->damping == NULL || p->damping_factor == NULL || !is_damping(damping))
        return FS_E_ARGUMENT;
    p->damping[i] = damping;
    p->damping_factor[i] = fs_pow_dt(damping, p->hz);
    return FS_OK;
}

/* --- a row ------------------------------------------------------------------------------------ */

fs_particle_def fs_default_particle_def(void)
{
    return (fs_particle_def){ .mass = FS_WIDE_ONE, .damping = fs_unit_from_ratio(999, 1000) };
}

static bool fits_columns(const struct fs_particles *p, const fs_particle_def *def)
{
    bool own_mass = def->immovable || def->mass != FS_WIDE_ONE;
    bool has_mass = p->inv_mass != NULL && p->mass != NULL;
    return (has_mass || !own_mass) && (p->acc != NULL || fs_wide3_is_zero(def->acc));
}

static fs_result make_mass(struct fs_particles *p, uint32_t i, const fs_particle_def *def)
{
    if (p->inv_mass == NULL)
        return FS_OK;
    return def->immovable ? fs_particle_set_immovable(p, i) : fs_particle_set_mass(p, i, def->mass);
}

fs_result fs_particle_make(struct fs_particles *p, uint32_t i, const fs_particle_def *def)
{
    bool mass = def->immovable || def->mass > 0;
    if (i >= p->count || !mass || !is_damping(def->damping) || !fits_columns(p, def))
        return FS_E_ARGUMENT;
    p->pos[i] = def->pos;
    p->vel[i] = def->vel;
    if (p->velocity_residual != NULL)
        p->velocity_residual[i] = (fs_unit3){ 0, 0, 0 };
    if (p->acc != NULL)
        p->acc[i] = def->acc;
    if (p->born != NULL)
        p->born[i] = p->tick;
    if (p->kind != NULL)
        p->kind[i] = def->kind;
    if (p->damping != NULL)
        fs_particle_set_damping(p, i, def->damping);
    return make_mass(p, i, def);
}

/* --- reading ----------------------------------------------------------------------------------- */

bool fs_particle_movable(const struct fs_particles *p, uint32_t i)
{
    FS_ASSERT(i < p->count);
    return fs__is_movable(p, i);
}

fs_scaled fs_particle_inv_mass(const struct fs_particles *p, uint32_t i)
{
    FS_ASSERT(i < p->count);
    static const fs_scaled one = { 1 << 30, -30 }, none = { 0, 0 };
    if (p->inv_mass == NULL)
        return one;
    return fs__is_movable(p, i) ? p->inv_mass[i] : none;
}

fs_result fs_particle_mass(const struct fs_particles *p, uint32_t i, fs_wide *mass)
{
    FS_ASSERT(i < p->count);
    bool movable = fs__is_movable(p, i);
    *mass = movable ? fs__movable_mass(p, i) : 0;
    return movable ? FS_OK : FS_E_ARGUMENT;
}

uint32_t fs_particle_age(const struct fs_particles *p, uint32_t i)
{
    FS_ASSERT(i < p->count);
    return p->born == NULL ? 0 : p->tick - p->born[i];
}

fs_wide3 fs_particle_momentum(const struct fs_particles *p, uint32_t i)
{
    fs_wide mass;
    fs_vel3 v = p->vel[i];
    if (fs_particle_mass(p, i, &mass) != FS_OK)
        return fs_wide3_zero();
    return fs_wide3_make(fs_mul64(mass, v.x, FS_VEL_FRAC), fs_mul64(mass, v.y, FS_VEL_FRAC),
                         fs_mul64(mass, v.z, FS_VEL_FRAC));
}

fs_wide fs_particle_kinetic_energy(const struct fs_particles *p, uint32_t i)
{
    FS_ASSERT(i < p->count);
    fs_wide mass;
    if (fs_particle_mass(p, i, &mass) != FS_OK)
        return 0;
    fs_u128 twice = fs_u128_mul(fs_uabs64(mass), fs_vel3_length_sq(p->vel[i]));
    return fs_sat64_from_mag(fs_u128_round_shift(twice, 2 * FS_VEL_FRAC + 1), false);
}

/* --- centre of mass -------------------------------------------------------------------------------- */

/* The scale that keeps the weighted sum inside 128 bits: positions are relative to the first movable particle, and
 * masses lose their `shift` low bits; shift is 0 unless the sum needs more than 126 bits or the masses more than 63. */
struct mass_scale {
    fs_pos3 origin;
    unsigned shift;
    uint32_t movable;
};

static int offset_bits(fs_pos3 a, fs_pos3 b)
{
    return fs_bit_width64(fs_absdiff64(a.x, b.x) | fs_absdiff64(a.y, b.y) | fs_absdiff64(a.z, b.z));
}

static struct mass_scale choose_mass_scale(const struct fs_particles *p)
{
    struct mass_scale w = { .origin = fs_pos3_zero() };
    int mass_bits = 0, pos_bits = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        if (!fs__is_movable(p, i))
            continue;
        if (w.movable++ == 0)
            w.origin = p->pos[i];
        mass_bits = fs_max32(mass_bits, fs_bit_width64((uint64_t)fs__movable_mass(p, i)));
        pos_bits = fs_max32(pos_bits, offset_bits(p->pos[i], w.origin));
    }
    int count_bits = fs_bit_width64(w.movable);
    int excess = fs_max32(mass_bits + count_bits - 63, mass_bits + pos_bits + count_bits - 126);
    w.shift = (unsigned)fs_clamp32(excess, 0, 62);
    return w;
}

/* The mass without its low bits, at least one unit, so that the sum is never zero. */
static fs_wide scaled_mass(const struct fs_particles *p, uint32_t i, unsigned shift)
{
    return fs_max64(fs_round_shift64_sym(fs__movable_mass(p, i), shift), 1);
}

static fs_i128 mass_moment(fs_pos p, fs_pos origin, fs_wide m)
{
    fs_u128 mag = fs_u128_mul(fs_absdiff64(p, origin), (uint64_t)m);
    fs_i128 value = fs_i128_make((int64_t)mag.hi, mag.lo);
    return p < origin ? fs_i128_neg(value) : value;
}

static fs_pos mean_axis(fs_pos origin, fs_i128 sum, uint64_t total)
{
    uint64_t mag = fs_u128_div_round(fs_i128_uabs(sum), total);
    uint64_t at = sum.hi < 0 ? (uint64_t)origin - mag : (uint64_t)origin + mag;
    return (fs_pos)at; /* between two positions of the set, so it fits */
}

fs_result fs_particles_centre_of_mass(const struct fs_particles *p, fs_pos3 *centre)
{
    struct mass_scale w = choose_mass_scale(p);
    fs_force_sum sum = { { 0, 0 }, { 0, 0 }, { 0, 0 } };
    uint64_t total = 0;
    *centre = fs_pos3_zero();
    if (w.movable == 0)
        return FS_E_ARGUMENT;
    for (uint32_t i = 0; i < p->count; i++) {
        if (!fs__is_movable(p, i))
            continue;
        fs_wide m = scaled_mass(p, i, w.shift);
        sum.x = fs_i128_add(sum.x, mass_moment(p->pos[i].x, w.origin.x, m));
        sum.y = fs_i128_add(sum.y, mass_moment(p->pos[i].y, w.origin.y, m));
        sum.z = fs_i128_add(sum.z, mass_moment(p->pos[i].z, w.origin.z, m));
        total += (uint64_t)m;
    }
    *centre = fs_pos3_make(mean_axis(w.origin.x, sum.x, total), mean_axis(w.origin.y, sum.y, total),
                           mean_axis(w.origin.z, sum.z, total));
    return FS_OK;
}
