/* particles.c: 100,000 particles under gravity and damping, beside a float loop.
 *
 * Times are milliseconds a tick on one core: the median over rounds in which all candidates
 * take turns, so that a disturbance of the machine slows all of them. The float loop does the same job on
 * flat arrays and is compiled with the same flags; "ratio" is a whole tick of the game over
 * it.
 */
#include "bench/bench.h"

#include <stdlib.h>
#include <string.h>
#include <fixstep/particle.h>

#include "particles/kernel/kernel.h"

enum { TICKS = 600, HZ = 60, MOST = 8, BLOCK = 2048 };

/* --- the scene --------------------------------------------------------------------- */

#define BENCH_TABLES(T, P, g)               \
    T(g, physics, FS_PARTICLE_WORLD_FIELDS) \
    T(g, dust, FS_PARTICLE_MOTION_FIELDS)   \
    T(g, particle, FS_PARTICLE_FIELDS)
FS_SCHEMA(bench, BENCH_TABLES)

struct scene {
    uint32_t count;
    fs_sim *sim;     /* the game */
    fs_state *state; /* the same particles, as light and as full rows */
    struct fs_particles dust, particles;
    float *pos, *vel; /* x of all, then y, then z */
};

static int draw(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (int)(*seed >> 16);
}

/* Particle i starts at (i mod 100, (i div 100) mod 100, i div 10000). */
static void place(struct scene *s, uint32_t i, uint32_t *seed)
{
    const uint32_t at[3] = { i % 100, i / 100 % 100, i / 10000 };
    int v[3];
    for (int k = 0; k < 3; k++) {
        v[k] = draw(seed) % 2001 - 1000;
        s->pos[(size_t)k * s->count + i] = (float)at[k];
        s->vel[(size_t)k * s->count + i] = (float)v[k] / 1024.0f;
    }
    fs_particle_def def = fs_default_particle_def();
    def.pos = fs_pos3_make(at[0] * FS_POS_ONE, at[1] * FS_POS_ONE, at[2] * FS_POS_ONE);
    def.vel = fs_vel3_make(v[0] * (FS_VEL_ONE / 1024), v[1] * (FS_VEL_ONE / 1024), v[2] * (FS_VEL_ONE / 1024));
    def.damping = fs_unit_from_ratio(99, 100);
    if (fs_particle_make(&s->dust, i, &def) != FS_OK || fs_particle_make(&s->particles, i, &def) != FS_OK)
        bench_die("the particles cannot be made");
}

static void open_scene(struct scene *s, uint32_t count)
{
    const uint32_t capacities[bench_T_COUNT] = { 1, 1, count, count };
    struct bench_view v;
    s->count = count;
    if (fs_state_create(&bench_schema, capacities, &s->state) != FS_OK ||
        fs_rows_resize(s->state, bench_T_physics, 1) != FS_OK ||
        fs_rows_resize(s->state, bench_T_dust, count) != FS_OK ||
        fs_rows_resize(s->state, bench_T_particle, count) != FS_OK)
        bench_die("the particles cannot be made");
    bench_bind(s->state, &v);
    *v.world.hz = HZ;
    s->dust = FS_PARTICLES_LIGHT(v, dust, physics);
    s->particles = FS_PARTICLES(v, particle, physics);
    fs_particle_world_def def = fs_default_particle_world_def();
    def.damping = fs_unit_from_ratio(99, 100);
    def.integrator = FS_INTEGRATOR_EXPLICIT_EULER;
    s->pos = malloc((size_t)count * 3 * sizeof(float) + 1);
    s->vel = malloc((size_t)count * 3 * sizeof(float) + 1);
    if (s->pos == NULL || s->vel == NULL || fs_particle_world_make(&s->dust, &def) != FS_OK)
        bench_die("the particles cannot be made");
}

/* Everything back to tick 0. */
static void start_scene(struct scene *s)
{
    uint32_t seed = 12345;
    fs_sim_destroy(s->sim);
    s->sim = bench_match("particles", 1);
    for (uint32_t i = 0; i < s->count; i++)
        place(s, i, &seed);
}

/* --- candidates ----------------------------------------------------------------------- */

static void float_axis(float *restrict pos, float *restrict vel, uint32_t count, float h, float gain, float keep)
{
    for (uint32_t i = 0; i < count; i++) {
        pos[i] += vel[i] * h;
        vel[i] = (vel[i] + gain) * keep;
    }
}

static void float_tick(struct scene *s, unsigned unused)
{
    const float h = 1.0f / HZ, keep = 0.99983251f;
    (void)unused;
    for (size_t k = 0; k < 3; k++)
        float_axis(s->pos + k * s->count, s->vel + k * s->count, s->count, h, k == 1 ? -10.0f * h : 0.0f, keep);
}

static void game_tick(struct scene *s, unsigned unused)
{
    static const uint8_t idle[FS_MAX_INPUT];
    fs_inputs inputs = { idle, fs_sim_game(s->sim)->input_size, 1, 0 };
    (void)unused;
    fs_sim_step(s->sim, &inputs);
}

static void full_tick(struct scene *s, unsigned unused)
{
    (void)unused;
    fs_particles_integrate(&s->particles, NULL);
    s->particles.tick++;
}

/* One kernel by its number, in the blocks of a tick. */
static void kernel_tick(struct scene *s, unsigned index)
{
    const struct fs__particle_kernel *kernel = fs__particle_kernel(index);
    struct fs__position_kernel_params drift = fs__position_kernel_params_make(HZ);
    struct fs__velocity_kernel_params kick = { fs_particle_delta_velocity(&s->dust, 0), *s->dust.world_damping_factor,
                                               fs__damping_dither(s->dust.tick), *s->dust.max_speed };
    for (uint32_t i = 0; i < s->count; i += BLOCK) {
        uint32_t n = s->count - i < BLOCK ? s->count - i : BLOCK;
        kernel->integrate_positions(s->dust.pos + i, s->dust.vel + i, n, &drift, s->dust.saturations);
        kernel->integrate_velocities(s->dust.vel + i, n, &kick, s->dust.limited);
    }
    s->dust.tick++;
}

struct candidate {
    const char *name;
    void (*tick)(struct scene *s, unsigned index);
    unsigned index;
    double ms[BENCH_ROUNDS];
};

/* --- measuring ------------------------------------------------------------------------- */

static void measure(struct scene *s, struct candidate *c, unsigned n)
{
    for (int round = 0; round < BENCH_ROUNDS; round++) {
        for (unsigned k = 0; k < n; k++) {
            start_scene(s);
            uint64_t start = bench_now();
            for (int tick = 0; tick < TICKS; tick++)
                c[k].tick(s, c[k].index);
            c[k].ms[round] = (double)(bench_now() - start) / 1e6 / TICKS;
        }
    }
}

static json_t *report(struct scene *s, struct candidate *c, unsigned n)
{
    json_t *ms = json_object();
    for (unsigned k = 0; k < n; k++)
        json_object_set_new(ms, c[k].name, json_real(bench_median(c[k].ms)));
    double ratio = c[1].ms[BENCH_ROUNDS / 2] / c[0].ms[BENCH_ROUNDS / 2];
    return json_pack("{s:I, s:i, s:o, s:f}", "particles", (json_int_t)s->count, "ticks", TICKS, "tick_ms", ms, "ratio",
                     ratio);
}

json_t *bench_particles(void)
{
    struct candidate c[MOST] = { { .name = "float_loop", .tick = float_tick },
                                 { .name = "game", .tick = game_tick },
                                 { .name = "full_rows", .tick = full_tick } };
    unsigned n = 3;
    struct scene s = { .sim = bench_match("particles", 1) };
    for (unsigned k = 0; n < MOST && fs__particle_kernel(k) != NULL; k++, n++)
        c[n] = (struct candidate){ .name = fs__particle_kernel(k)->name, .tick = kernel_tick, .index = k };
    open_scene(&s, (uint32_t)fs_config_option(fs_sim_game(s.sim), fs_sim_config(s.sim), "count"));
    measure(&s, c, n);
    json_t *json = report(&s, c, n);
    fs_sim_destroy(s.sim);
    fs_state_destroy(s.state);
    free(s.pos);
    free(s.vel);
    return json;
}
