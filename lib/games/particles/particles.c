/* particles.c: a large cloud of particles under gravity and damping: the benchmark's scene as a game.
 *
 * Particle i starts at (i mod 100, (i div 100) mod 100, i div 10000) with a velocity drawn from a fixed sequence;
 * without players it falls as the benchmark defines. Players pull: each direction held adds 5 m/s^2 to the gravity.
 * Everything is in the state.
 */
#include <stdio.h>
#include <string.h>
#include <fixstep/particle.h>
#include <fixstep/sim.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/random.h>

#include "games/builtin.h"

#define PARTICLES_TABLES(T, P, g)           \
    T(g, physics, FS_PARTICLE_WORLD_FIELDS) \
    T(g, dust, FS_PARTICLE_MOTION_FIELDS)
FS_SCHEMA(particles, PARTICLES_TABLES)

enum { INPUT = 2, MAX_COUNT = 1000000, PULL = 5, SHOWN = 6000 };
enum option_index { OPT_COUNT, OPT_ORDER, OPTIONS };

static const fs_option options[OPTIONS] = {
    [OPT_COUNT] = { "count", 100000, 1, MAX_COUNT, "number of particles" },
    [OPT_ORDER] = { "order", FS_INTEGRATOR_EXPLICIT_EULER, 0, FS_INTEGRATOR_COUNT - 1,
                    "0: velocities move first, 1: positions first, 2: half steps" },
};

static void capacities(const fs_config *config, uint32_t *rows)
{
    rows[particles_T_physics] = 1;
    rows[particles_T_dust] = (uint32_t)config->options[OPT_COUNT];
}

/* --- start ------------------------------------------------------------------------------- */

static fs_vel draw_velocity(uint32_t *s)
{
    return (fs_kit_scene_random(s) % 2001 - 1000) * (FS_VEL_ONE / 1024);
}

static void place_particles(struct particles_view *v)
{
    uint32_t s = 12345;
    for (uint32_t i = 0; i < *v->dust.rows; i++) {
        v->dust.pos[i] = fs_pos3_make((fs_pos)(i % 100) * FS_POS_ONE, (fs_pos)(i / 100 % 100) * FS_POS_ONE,
                                      (fs_pos)(i / 10000) * FS_POS_ONE);
        v->dust.vel[i].x = draw_velocity(&s);
        v->dust.vel[i].y = draw_velocity(&s);
        v->dust.vel[i].z = draw_velocity(&s);
    }
}

static fs_result init(fs_state *state, const fs_config *config)
{
    struct particles_view v;
    fs_result result = fs_rows_resize(state, particles_T_physics, 1);
    if (result == FS_OK)
        result = fs_rows_resize(state, particles_T_dust, (uint32_t)config->options[OPT_COUNT]);
    if (result != FS_OK)
        return result;
    particles_bind(state, &v);
    place_particles(&v);
    struct fs_particles dust = FS_PARTICLES_LIGHT(v, dust, physics);
    fs_particle_world_def def = fs_default_particle_world_def();
    def.damping = fs_unit_from_ratio(99, 100);
    def.integrator = (fs_integrator)config->options[OPT_ORDER];
    return fs_particle_world_make(&dust, &def);
}

static bool valid(const fs_state *state, const fs_config *config)
{
    return fs_state_rows(state, particles_T_physics) == 1 &&
           fs_state_rows(state, particles_T_dust) == (uint32_t)config->options[OPT_COUNT];
}

/* --- players -------------------------------------------------------------------------------- */

/* Two bytes, x and y: -1, 0 or 1; anything else counts as 0. */
static void sanitise(void *input)
{
    uint8_t *bytes = input;
    for (int i = 0; i < INPUT; i++)
        if (bytes[i] != 1 && bytes[i] != 0xff)
            bytes[i] = 0;
}

static int read_direction(uint8_t byte)
{
    return byte == 1 ? 1 : byte == 0xff ? -1 : 0;
}

static fs_wide3 gravity(const fs_inputs *inputs)
{
    int x = 0, y = 0;
    for (uint32_t slot = 0; slot < inputs->slots; slot++) {
        const uint8_t *input = fs_input(inputs, slot);
        x += fs_input_present(inputs, slot) ? read_direction(input[0]) : 0;
        y += fs_input_present(inputs, slot) ? read_direction(input[1]) : 0;
    }
    return fs_wide3_make(x * PULL * FS_WIDE_ONE, (y * PULL - 10) * FS_WIDE_ONE, 0);
}

static void step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    (void)config;
    struct particles_view v;
    (void)scratch;
    particles_bind(state, &v);
    struct fs_particles dust = FS_PARTICLES_LIGHT(v, dust, physics);
    *dust.gravity = gravity(inputs);
    fs_particles_integrate(&dust, NULL);
}

static void keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(((keys->held & FS_KEY_RIGHT) != 0) - ((keys->held & FS_KEY_LEFT) != 0));
    bytes[1] = (uint8_t)(((keys->held & FS_KEY_UP) != 0) - ((keys->held & FS_KEY_DOWN) != 0));
}

/* --- bots ---------------------------------------------------------------------------------------- */

static void think_random(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    uint8_t *bytes = input;
    (void)state;
    (void)slot;
    bytes[0] = (uint8_t)fs_rng_range(rng, -1, 1);
    bytes[1] = (uint8_t)fs_rng_range(rng, -1, 1);
}

static void think_idle(const fs_state *state, uint32_t slot, fs_rng *rng, void *input)
{
    (void)state;
    (void)slot;
    (void)rng;
    memset(input, 0, INPUT);
}

static const fs_bot bots[] = {
    { "idle", "pulls nowhere", think_idle },
    { "random", "pulls here and there", think_random },
};

/* --- view ------------------------------------------------------------------------------------------ */

enum { SKY = 0x080C18, SLOW = 0x7C9CE0, FAST = 0xF0C060, TEXT = 0xB8C4CC };

/* From one particle shown to the next. It shares no factor with the sides of the grid of 100, so that all its columns are shown. */
static uint32_t find_stride(uint32_t count)
{
    uint32_t stride = (count + SHOWN - 1) / SHOWN;
    while (stride > 1 && (stride % 2 == 0 || stride % 5 == 0))
        stride++;
    return stride > 0 ? stride : 1;
}

static fs_pos3 cloud_centre(const struct particles_view *v, uint32_t stride)
{
    int64_t sum[3] = { 0, 0, 0 }, n = 0;
    for (uint32_t i = 0; i < *v->dust.rows; i += stride, n++) {
        sum[0] += v->dust.pos[i].x / SHOWN;
        sum[1] += v->dust.pos[i].y / SHOWN;
        sum[2] += v->dust.pos[i].z / SHOWN;
    }
    return n == 0 ? fs_pos3_zero() : fs_pos3_make(sum[0] / n * SHOWN, sum[1] / n * SHOWN, sum[2] / n * SHOWN);
}

static void draw_status(const struct particles_view *v, fs_draw_list *draw)
{
    char text[96];
    fs_wide3 g = v->physics.gravity[0];
    snprintf(text, sizeof text, "%u particles, gravity %d %d m/s^2", *v->dust.rows, (int)(g.x / FS_WIDE_ONE),
             (int)(g.y / FS_WIDE_ONE));
    fs_draw_hud(draw, TEXT, text);
}

static void draw_cloud(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    struct particles_view v;
    (void)slot;
    particles_peek(state, &v);
    uint32_t stride = find_stride(*v.dust.rows);
    fs_pos3 centre = cloud_centre(&v, stride);
    fs_pos3 eye = fs_pos3_add(centre, fs_pos3_make(60 * FS_POS_ONE, 30 * FS_POS_ONE, 120 * FS_POS_ONE));
    fs_draw_set_camera_3d(draw, fs_kit_point_from_pos3(eye), fs_kit_point_from_pos3(centre), 140, SKY);
    for (uint32_t i = 0; i < *v.dust.rows; i += stride) {
        bool fast = fs_vel3_length_sq(v.dust.vel[i]) > (uint64_t)(20 * FS_VEL_ONE) * (20 * FS_VEL_ONE);
        fs_draw_circle(draw, fs_kit_point_from_pos3(v.dust.pos[i]), FS_FIX16_ONE * 2 / 5, fast ? FAST : SLOW,
                       FS_DRAW_FILLED);
    }
    draw_status(&v, draw);
}

const fs_game fs_game_particles = {
    .abi = FS_GAME_ABI,
    .name = "particles",
    .title = "A cloud of 100,000 particles under gravity and damping",
    .controls = "arrows or WASD pull the cloud",
    .schema = &particles_schema,
    .options = options,
    .option_count = OPTIONS,
    .input_size = INPUT,
    .min_players = 1,
    .max_players = FS_MAX_PLAYERS,
    .default_players = 1,
    .bots = bots,
    .bot_count = sizeof bots / sizeof bots[0],
    .capacities = capacities,
    .init = init,
    .step = step,
    .sanitise = sanitise,
    .draw = draw_cloud,
    .keys = keys,
    .valid = valid,
};
