/* view.c: what a picture costs at 1,000 and 10,000 bodies: the list, the picture between two ticks, the instances, and a
 * frame of the window's renderer beside a step of the simulation. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/batch.h>
#include <fixstep/games.h>
#include <fixstep/view.h>

#include "bench/bench.h"
#ifdef HAVE_WINDOW
#include <epoxy/gl.h>

#include "window/offscreen.h"
#endif

enum { SETTLING = 120, WIDTH = 1280, HEIGHT = 720, FULL = 1, FAST = 2 /* solids_quality */ };

struct scene {
    fs_sim *sim;
    fs_draw_list *previous, *current, *between;
    fs_batch *batch;
};

static bool find_glyph(void *context, uint32_t character, fs_glyph *out)
{
    (void)context;
    (void)character;
    *out = (fs_glyph){ .advance = 0.6f, .right = 0.5f, .top = 0.7f, .u1 = 1, .v1 = 1 };
    return true;
}

static void step(struct scene *s)
{
    static const uint8_t nothing[FS_MAX_INPUT];
    fs_inputs inputs = { nothing, fs_sim_game(s->sim)->input_size, 1, 1 };
    fs_sim_step(s->sim, &inputs);
}

static void draw(struct scene *s, fs_draw_list *list)
{
    fs_draw_clear(list);
    fs_sim_game(s->sim)->draw(fs_sim_state(s->sim), fs_sim_config(s->sim), 0, list);
}

/* The game `rain` or `rain3d`, on its way down. */
static struct scene make_scene(const char *name, int64_t bodies)
{
    struct scene s;
    const fs_game *game = fs_game_list_find(fs_builtin_games(), name);
    fs_config config = fs_default_config(game);
    config.seed = 1;
    config.players = 1;
    for (uint32_t i = 0; i < game->option_count; i++)
        if (strcmp(game->options[i].key, "bodies") == 0)
            config.options[i] = bodies;
    if (fs_sim_create(game, &config, &s.sim) != FS_OK)
        bench_die("the match cannot be made");
    if (fs_draw_create(&s.previous) != FS_OK || fs_draw_create(&s.current) != FS_OK ||
        fs_draw_create(&s.between) != FS_OK || fs_batch_create(&s.batch) != FS_OK)
        bench_die("out of memory");
    for (int i = 0; i < SETTLING; i++)
        step(&s);
    draw(&s, s.previous);
    step(&s);
    draw(&s, s.current);
    return s;
}

static void free_scene(struct scene *s)
{
    fs_sim_destroy(s->sim);
    fs_draw_destroy(s->previous);
    fs_draw_destroy(s->current);
    fs_draw_destroy(s->between);
    fs_batch_destroy(s->batch);
}

/* --- what is measured ---------------------------------------------------------------------- */

static void run_step(struct scene *s)
{
    step(s);
}

static void run_draw(struct scene *s)
{
    draw(s, s->between);
}

static void run_interpolate(struct scene *s)
{
    if (fs_draw_interpolate(s->previous, s->current, 0.4, s->between) != FS_OK)
        bench_die("out of memory");
}

static void run_batch(struct scene *s)
{
    fs_batch_begin(s->batch, WIDTH, HEIGHT, (fs_batch_font){ .find = find_glyph });
    if (fs_batch_add_list(s->batch, s->current) != FS_OK)
        bench_die("out of memory");
}

static double median_ms(struct scene *s, void (*run)(struct scene *))
{
    double rounds[BENCH_ROUNDS];
    for (int i = 0; i < BENCH_ROUNDS; i++) {
        uint64_t began = bench_now();
        run(s);
        rounds[i] = (double)(bench_now() - began) / 1e6;
    }
    return bench_median(rounds);
}

#ifdef HAVE_WINDOW

static unsigned draw_calls; /* since the last frame began */
static PFNGLDRAWARRAYSPROC draw_arrays;
static PFNGLDRAWARRAYSINSTANCEDPROC draw_instances;

static void count_arrays(GLenum mode, GLint first, GLsizei count)
{
    draw_calls++;
    draw_arrays(mode, first, count);
}

static void count_instances(GLenum mode, GLint first, GLsizei count, GLsizei instances)
{
    draw_calls++;
    draw_instances(mode, first, count, instances);
}

/* libepoxy calls OpenGL through variables, which the first call of a function fills. */
static void count_draw_calls(bool counted)
{
    if (counted) {
        draw_arrays = epoxy_glDrawArrays;
        draw_instances = epoxy_glDrawArraysInstanced;
    }
    epoxy_glDrawArrays = counted ? count_arrays : draw_arrays;
    epoxy_glDrawArraysInstanced = counted ? count_instances : draw_instances;
}

static double draw_frame_ms(offscreen *o, const struct scene *s)
{
    uint64_t began = bench_now();
    uint8_t *pixels = offscreen_draw(o, s->current, WIDTH, HEIGHT);
    if (pixels == NULL)
        bench_die("the frame cannot be drawn");
    free(pixels);
    return (double)(bench_now() - began) / 1e6;
}

#endif

/* A frame with instances and pixels read back, on all threads of the driver, and its draw calls; null without EGL. Members
 * begin with `name`. */
static void measure_frame(struct scene *s, const char *name, int quality, json_t *part)
{
    char member[64];
    json_t *calls = json_null(), *frame = json_null();
#ifdef HAVE_WINDOW
    char why[320];
    double rounds[BENCH_ROUNDS];
    offscreen *o = offscreen_open((solids_quality)quality, NULL, why, sizeof why);
    if (o != NULL) {
        draw_frame_ms(o, s);
        for (int i = 0; i < BENCH_ROUNDS; i++)
            rounds[i] = draw_frame_ms(o, s);
        count_draw_calls(true);
        draw_calls = 0;
        draw_frame_ms(o, s);
        count_draw_calls(false);
        calls = json_integer(draw_calls);
        frame = json_real(bench_median(rounds));
    }
    offscreen_close(o);
#else
    (void)s, (void)quality;
#endif
    snprintf(member, sizeof member, "%s_calls", name);
    json_object_set_new(part, member, calls);
    snprintf(member, sizeof member, "%s_ms", name);
    json_object_set_new(part, member, frame);
}

/* `solids`: the qualities of solids are compared; discs have none. */
static json_t *measure(const char *game, int64_t bodies, bool solids)
{
    size_t instances;
    struct scene s = make_scene(game, bodies);
    json_t *part = json_object();
    json_object_set_new(part, "draw_ms", json_real(median_ms(&s, run_draw)));
    json_object_set_new(part, "interpolate_ms", json_real(median_ms(&s, run_interpolate)));
    json_object_set_new(part, "batch_ms", json_real(median_ms(&s, run_batch)));
    fs_batch_instances(s.batch, &instances);
    json_object_set_new(part, "instances", json_integer((json_int_t)instances));
    measure_frame(&s, "frame", FULL, part);
    if (solids)
        measure_frame(&s, "fast_frame", FAST, part);
    json_object_set_new(part, "step_ms", json_real(median_ms(&s, run_step)));
    free_scene(&s);
    return part;
}

/* Ticks of a client with a window and of one without in one match, by the command of FIXSTEP_PACE; null where it is
 * not set or there is no virtual display. */
static json_t *measure_pace(void)
{
    const char *command = getenv("FIXSTEP_PACE");
    FILE *output = command != NULL ? popen(command, "r") : NULL;
    json_t *pace = output != NULL ? json_loadf(output, 0, NULL) : NULL;
    if (output != NULL)
        pclose(output);
    return pace != NULL ? pace : json_null();
}

json_t *bench_view(void)
{
    json_t *all = json_object();
    json_object_set_new(all, "bodies_1000", measure("rain", 1000, false));
    json_object_set_new(all, "bodies_10000", measure("rain", 10000, false));
    json_object_set_new(all, "solids_1000", measure("rain3d", 1000, true));
    json_object_set_new(all, "solids_10000", measure("rain3d", 10000, true));
    json_object_set_new(all, "pace", measure_pace());
    return all;
}
