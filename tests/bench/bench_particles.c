/* bench_particles.c: 100,000 particles under gravity and damping, beside a float loop.
 *
 * Prints one JSON member. Times are milliseconds a tick on one core: the median over
 * rounds in which all candidates take turns, so that what slows the machine slows all.
 * The float loop does the same job on flat arrays and is compiled with the same flags;
 * "ratio" is the whole tick of the library over it. Argument: number of particles.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <fixstep/particle.h>

#include "phys/particle/kernel.h"

enum { ROUNDS = 9, TICKS = 600, HZ = 60, CANDIDATES = 8 };

/* --- the scene --------------------------------------------------------------------- */

#define BENCH_TABLES(T, P, g)                                                        \
    T(g, physics, FS_PARTICLE_WORLD_FIELDS)                                          \
    T(g, dust, FS_PARTICLE_MOTION_FIELDS)                                            \
    T(g, particle, FS_PARTICLE_FIELDS)
FS_SCHEMA(bench, BENCH_TABLES)

struct scene {
    uint32_t count;
    fs_state *state;
    struct fs_particles dust, particles;
    float *pos, *vel;    /* x of all, then y, then z */
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
        abort();
}

static void open_scene(struct scene *s, uint32_t count)
{
    const uint32_t capacities[bench_T_COUNT] = { 1, 1, count, count };
    struct bench_view v;
    s->count = count;
    if (fs_state_create(&bench_schema, capacities, &s->state) != FS_OK ||
        fs_rows_resize(s->state, bench_T_physics, 1) != FS_OK || fs_rows_resize(s->state, bench_T_dust, count) != FS_OK ||
        fs_rows_resize(s->state, bench_T_particle, count) != FS_OK)
        abort();
    bench_bind(s->state, &v);
    *v.world.hz = HZ;
    s->dust = FS_PARTICLES_LIGHT(v, dust, physics);
    s->particles = FS_PARTICLES(v, particle, physics);
    fs_particle_world_def def = fs_default_particle_world_def();
    def.damping = fs_unit_from_ratio(99, 100);
    def.integrator = FS_INTEGRATOR_POSITION_FIRST;
    s->pos = malloc((size_t)count * 3 * sizeof(float) + 1);
    s->vel = malloc((size_t)count * 3 * sizeof(float) + 1);
    if (s->pos == NULL || s->vel == NULL || fs_particle_world_make(&s->dust, &def) != FS_OK)
        abort();
}

static void start_scene(struct scene *s)
{
    uint32_t seed = 12345;
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

static void light_tick(struct scene *s, unsigned unused)
{
    (void)unused;
    fs_particles_integrate(&s->dust, NULL);
    s->dust.tick++;
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
    struct fs__drift drift = fs__drift_make(HZ);
    struct fs__kick kick = { fs_particle_gain(&s->dust, 0), *s->dust.world_keep, fs__kick_round(s->dust.tick),
                             *s->dust.max_speed };
    for (uint32_t i = 0; i < s->count; i += 512) {
        uint32_t n = s->count - i < 512 ? s->count - i : 512;
        kernel->drift(s->dust.pos + i, s->dust.vel + i, n, &drift, s->dust.saturations);
        kernel->kick(s->dust.vel + i, n, &kick, s->dust.limited);
    }
    s->dust.tick++;
}

struct candidate {
    const char *name;
    void (*tick)(struct scene *s, unsigned index);
    unsigned index;
    double ms[ROUNDS];
};

/* --- measuring ------------------------------------------------------------------------- */

/* The time of this process, not of the wall: other programs on the machine do not count. */
static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(struct candidate *c)
{
    qsort(c->ms, ROUNDS, sizeof c->ms[0], ascending);
    return c->ms[ROUNDS / 2];
}

static void measure(struct scene *s, struct candidate *c, unsigned n)
{
    for (int round = 0; round < ROUNDS; round++) {
        for (unsigned k = 0; k < n; k++) {
            start_scene(s);
            double start = now_ms();
            for (int tick = 0; tick < TICKS; tick++)
                c[k].tick(s, c[k].index);
            c[k].ms[round] = (now_ms() - start) / TICKS;
        }
    }
}

int main(int argc, char **argv)
{
    struct candidate c[CANDIDATES] = { { .name = "float", .tick = float_tick }, { .name = "tick", .tick = light_tick },
                                       { .name = "tick_full_rows", .tick = full_tick } };
    unsigned n = 3;
    long count = argc > 1 ? strtol(argv[1], NULL, 10) : 100000;
    struct scene s;
    for (unsigned k = 0; n < CANDIDATES && fs__particle_kernel(k) != NULL; k++, n++)
        c[n] = (struct candidate){ .name = fs__particle_kernel(k)->name, .tick = kernel_tick, .index = k };
    if (count < 1 || count > FS_MAX_ROWS)
        return 2;
    open_scene(&s, (uint32_t)count);
    measure(&s, c, n);
    printf("\"particles\": {\"count\": %ld, \"ticks\": %d, \"ms\": {", count, TICKS);
    for (unsigned k = 0; k < n; k++)
        printf("%s\"%s\": %.4f", k ? ", " : "", c[k].name, median(&c[k]));
    printf("}, \"ratio\": %.3f}\n", c[1].ms[ROUNDS / 2] / c[0].ms[ROUNDS / 2]);
    fs_state_destroy(s.state);
    free(s.pos);
    free(s.vel);
    return 0;
}
