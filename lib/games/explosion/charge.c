/* charge.c: what players do with charges, and the smoke of explosions. */
#include <fixstep/force.h>
#include <fixstep/kit/bodies.h>

#include "games/explosion/explosion.h"

#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

enum { CHARGE_HEIGHT_CM = 25, DUST_KG = 20, SMOKE_KG = 4, DUST_CM = 150, SMOKE_CM = 40 };

fs_particle_world_def fs__explosion_smoke_def(void)
{
    fs_particle_world_def def = fs_default_particle_world_def();
    def.gravity = fs_wide3_zero();
    return def;
}

/* ---- laying --------------------------------------------------------------------------------------------------------- */

void fs__explosion_lay(struct explosion_view *v, uint32_t slot)
{
    for (uint32_t i = 0; i < EXPLOSION_CHARGES; i++) {
        uint32_t charge = fs__explosion_charge(slot, i);
        if (v->charge.state[charge] != EXPLOSION_FREE)
            continue;
        v->charge.state[charge] = EXPLOSION_LAID;
        v->blast.at[charge] = v->player.at[slot];
        v->blast.at[charge].y = CM(CHARGE_HEIGHT_CM);
        return;
    }
}

/* ---- firing --------------------------------------------------------------------------------------------------------- */

/* A particle at rest, within `cloud` cm of the charge on each axis and above it. */
static void make_particle(struct explosion_view *v, uint32_t charge, uint32_t number, int32_t cloud, uint16_t kind)
{
    struct fs_particles p = FS_PARTICLES(*v, smoke, physics);
    fs_rng *rng = &v->world.rng[0];
    const int kg = kind == EXPLOSION_KIND_DUST ? DUST_KG : SMOKE_KG;
    fs_particle_def def = { .mass = fs_wide_from_int(kg), .damping = FS_UNIT_ONE / 10 * 3, .kind = kind };
    int64_t x = fs_rng_range(rng, -cloud, cloud);
    int64_t y = fs_rng_range(rng, 0, cloud);
    int64_t z = fs_rng_range(rng, -cloud, cloud);
    def.pos = fs_pos3_add(v->blast.at[charge], fs_pos3_make(CM(x), CM(y), CM(z)));
    (void)fs_particle_make(&p, charge * EXPLOSION_PARTICLES + number, &def);
}

/* Dust lies around the charge when it is fired. */
static void make_dust(struct explosion_view *v, uint32_t charge)
{
    for (uint32_t i = 0; i < EXPLOSION_DUST; i++)
        make_particle(v, charge, i, DUST_CM, EXPLOSION_KIND_DUST);
}

/* Smoke wells up after the implosion, for two seconds. */
static void emit_smoke(struct explosion_view *v, uint32_t charge, uint32_t age)
{
    for (uint32_t i = 0; i < EXPLOSION_SMOKE; i++)
        if (age == *v->world.hz / 4 + (i + 1) * *v->world.hz * 2 / EXPLOSION_SMOKE)
            make_particle(v, charge, EXPLOSION_DUST + i, SMOKE_CM, EXPLOSION_KIND_SMOKE);
}

/* Bars within the reach of the shock belong to the player when they fall. */
static void mark_bars(struct explosion_view *v, const struct explosion_rules *rules, const struct fs_world3 *w,
                      uint32_t charge, uint32_t slot)
{
    for (uint32_t bar = 0; bar < *v->bar.rows; bar++)
        if (fs_pos3_dist_sq_cmp(w->body.pos[EXPLOSION_FIRST_BAR + bar], v->blast.at[charge], rules->radius) < 0)
            v->bar.touched[bar] = (uint8_t)(slot + 1);
}

void fs__explosion_fire(struct explosion_view *v, const struct explosion_rules *rules, const struct fs_world3 *w,
                        uint32_t slot)
{
    struct fs_explosions blasts = FS_EXPLOSIONS(*v, blast);
    for (uint32_t i = 0; i < EXPLOSION_CHARGES; i++) {
        uint32_t charge = fs__explosion_charge(slot, i);
        if (v->charge.state[charge] != EXPLOSION_LAID)
            continue;
        fs_explosion e = fs_explosion_make(v->blast.at[charge], *v->world.tick, rules->force, rules->radius);
        e.seed = fs_rng_u32(&v->world.rng[0]);
        (void)fs_explosion_set(&blasts, charge, &e);
        v->charge.state[charge] = EXPLOSION_FIRED;
        v->player.fired[slot]++;
        mark_bars(v, rules, w, charge, slot);
        make_dust(v, charge);
    }
}

/* ---- ending --------------------------------------------------------------------------------------------------------- */

static void free_charge(struct explosion_view *v, uint32_t charge)
{
    const fs_explosion none = { .on = 0 };
    struct fs_explosions blasts = FS_EXPLOSIONS(*v, blast);
    struct fs_particles p = FS_PARTICLES(*v, smoke, physics);
    (void)fs_explosion_set(&blasts, charge, &none);
    v->charge.state[charge] = EXPLOSION_FREE;
    for (uint32_t i = 0; i < EXPLOSION_PARTICLES; i++)
        fs_kit_particle_clear(&p, charge * EXPLOSION_PARTICLES + i);
}

void fs__explosion_clear(struct explosion_view *v, uint32_t slot)
{
    for (uint32_t i = 0; i < EXPLOSION_CHARGES; i++)
        free_charge(v, fs__explosion_charge(slot, i));
}

void fs__explosion_update_charge(struct explosion_view *v, uint32_t charge)
{
    struct fs_explosions blasts = FS_EXPLOSIONS(*v, blast);
    fs_explosion e = fs_explosion_get(&blasts, charge);
    uint32_t age = *v->world.tick - e.start;
    if (v->charge.state[charge] != EXPLOSION_FIRED)
        return;
    emit_smoke(v, charge, age);
    if (age >= fs_explosion_ticks(&e, *v->world.hz))
        free_charge(v, charge);
}

/* ---- smoke ---------------------------------------------------------------------------------------------------------- */

/* Smoke does not sink into the stage. */
void fs__explosion_move_smoke(struct explosion_view *v, fs_arena arena)
{
    struct fs_explosions blasts = FS_EXPLOSIONS(*v, blast);
    struct fs_particles p = FS_PARTICLES(*v, smoke, physics);
    fs_force_sum *sums = fs_force_sums_alloc(&arena, p.count);
    if (sums == NULL)
        return;
    fs_explosions_apply(&blasts, &p, sums);
    fs_particles_integrate(&p, sums);
    for (uint32_t i = 0; i < p.count; i++)
        if (p.pos[i].y < 0) {
            p.pos[i].y = 0;
            p.vel[i].y = fs_max32(p.vel[i].y, 0);
        }
}
