/* sync_test.c: the library's sync test with bots as players, its report as text and JSON. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "sync_test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/fixstep.h>

#include "app/difference.h"
#include "app/log.h"
#include "app/report.h"
#include "app/setup.h"
#include "app/signals.h"
#include "app/workers.h"
#include "player.h"

enum { DEFAULT_TICKS = 600 };

/* First random stream of bots; simulations use streams below it. */
#define BOT_STREAM (1ull << 32)

typedef struct sync_match {
    const settings *s;
    const fs_game *game;
    fs_config config;
    app_workers *workers; /* NULL: --workers was not given */
    fs_sync_test *test;
    player players[FS_MAX_PLAYERS];
    uint8_t inputs[FS_MAX_PLAYERS * FS_MAX_INPUT];
    uint32_t ticks; /* to step */
    uint32_t tick;  /* stepped and equal */
    fs_result result;
    uint64_t start_us;
} sync_match;

/* --- setting up ---------------------------------------------------------------------- */

/* The bot of --bot, of --bots, or the one that sends random inputs. */
static const fs_bot *choose_bot(const sync_match *m, char why[APP_ERROR_BYTES])
{
    if (m->s->bot != NULL)
        return app_bot_find(m->game, m->s->bot, why);
    return m->s->bots ? app_bot_default(m->game) : fs_game_bot(m->game, "random");
}

/* Checks the command line against the game; an error is wrong usage. */
static bool prepare_match(sync_match *m, char why[APP_ERROR_BYTES])
{
    m->game = app_game_find(m->s->sync_test, why);
    if (m->game == NULL)
        return false;
    app_match_options options = { .players = m->s->players,
                                  .hz = m->s->tick_rate,
                                  .seed = m->s->seed,
                                  .has_seed = m->s->has_seed,
                                  .sets = &m->s->sets };
    const fs_bot *bot = choose_bot(m, why);
    if (bot == NULL || !app_config_make(m->game, &options, &m->config, why))
        return false;
    for (uint32_t slot = 0; slot < m->config.players; slot++)
        m->players[slot] =
            (player){ .game = m->game, .bot = bot, .rng = fs_rng_seed(m->config.seed, BOT_STREAM + slot) };
    m->ticks = m->s->ticks != 0 ? (uint32_t)m->s->ticks : DEFAULT_TICKS;
    return true;
}

static bool create_test(sync_match *m, char why[APP_ERROR_BYTES])
{
    if (m->s->workers > 1 && (m->workers = app_workers_start((uint32_t)m->s->workers)) == NULL) {
        snprintf(why, APP_ERROR_BYTES, "--workers: the system gives no %u threads", (unsigned)m->s->workers);
        return false;
    }
    const fs_tasks *tasks = m->workers != NULL ? app_workers_tasks(m->workers) : NULL;
    fs_result result = fs_sync_test_create(m->game, &m->config, tasks, &m->test);
    if (result != FS_OK)
        snprintf(why, APP_ERROR_BYTES, "the match cannot be made: %s", fs_result_text(result));
    return result == FS_OK;
}

/* --- running ----------------------------------------------------------------------------- */

static void fill_inputs(sync_match *m)
{
    const fs_state *state = fs_sync_test_state(m->test);
    uint32_t size = m->game->input_size;
    memset(m->inputs, 0, sizeof m->inputs);
    for (uint32_t slot = 0; slot < m->config.players; slot++) {
        uint8_t *input = m->inputs + (size_t)slot * size;
        player_input(&m->players[slot], m->tick, state, slot, slot, input);
        m->game->sanitise(input);
    }
}

static void run_ticks(sync_match *m)
{
    uint32_t players = m->config.players;
    fs_inputs inputs = { m->inputs, m->game->input_size, players, UINT64_MAX >> (FS_MAX_PLAYERS - players) };
    m->result = fs_sync_test_report(m->test)->in_init ? FS_E_MISMATCH : FS_OK;
    while (m->result == FS_OK && m->tick < m->ticks && !app_signals_stop_requested()) {
        fill_inputs(m);
        m->result = fs_sync_test_step(m->test, &inputs);
        m->tick += m->result == FS_OK;
    }
}

/* --- telling ------------------------------------------------------------------------------- */

static void print_difference(FILE *out, const fs_schema *schema, const fs_difference *d)
{
    char path[APP_PATH_BYTES], first[APP_VALUE_BYTES], second[APP_VALUE_BYTES];
    fs_value_path(schema, d->ref, path, sizeof path);
    app_value_text(schema, d->ref, d->left, d->left_exists, first, sizeof first);
    app_value_text(schema, d->ref, d->right, d->right_exists, second, sizeof second);
    fprintf(out, "\n    %s: first step %s, second step %s", path, first, second);
}

static void print_mismatch(FILE *out, const sync_match *m, const fs_sync_report *r)
{
    if (r->in_init)
        fprintf(out, "two calls of the game's init give different states");
    else
        fprintf(out, "tick %" PRIu32 ": two steps from the same state and inputs give different states", r->tick);
    fprintf(out, "\n    state hash: first step %016" PRIx64 ", second step %016" PRIx64 "; %zu value%s", r->first_hash,
            r->second_hash, r->total, r->total == 1 ? " differs" : "s differ");
    for (uint32_t i = 0; i < r->count; i++)
        print_difference(out, m->game->schema, &r->differences[i]);
    if (r->total > r->count)
        fprintf(out, "\n    and %zu more", r->total - r->count);
    fprintf(out, "\n    cause: %s",
            r->in_init ? "init depends on memory outside the state" : fs_sync_cause_text(r->cause));
}

static void log_mismatch(const sync_match *m)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out != NULL) {
        print_mismatch(out, m, fs_sync_test_report(m->test));
        fclose(out);
    }
    app_log(APP_ERROR, "sync-test", NULL, "%s", text != NULL ? text : fs_result_text(FS_E_MEMORY));
    free(text);
}

static void log_result(const sync_match *m)
{
    if (m->result == FS_E_MISMATCH)
        log_mismatch(m);
    else if (m->result == FS_E_MALFORMED)
        app_log(APP_ERROR, "sync-test", NULL, "tick %" PRIu32 ": the game's `valid` refuses the state of its own match",
                m->tick);
    else if (m->result != FS_OK)
        app_log(APP_ERROR, "sync-test", NULL, "tick %" PRIu32 ": %s", m->tick, fs_result_text(m->result));
    else
        app_log(APP_INFO, "sync-test", NULL,
                "%s: %" PRIu32 " ticks stepped twice, all states equal, state hash %016" PRIx64, m->config.game,
                m->tick, fs_state_hash(fs_sync_test_state(m->test)));
}

static const char *cause_word(fs_sync_cause cause)
{
    static const char *const words[] = { "equal", "memory", "scratch", "codec", "threads", "unknown" };
    return words[cause];
}

static json_t *mismatch_json(const sync_match *m, const fs_sync_report *r)
{
    char *text = fs_differences_json(m->game->schema, r->differences, r->count, "first", "second");
    json_t *differences = text != NULL ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return json_pack("{s:b, s:I, s:s, s:o, s:o, s:I, s:o*}", "in_init", r->in_init, "tick", (json_int_t)r->tick,
                     "cause", cause_word(r->cause), "first_state_hash", app_json_hex(r->first_hash),
                     "second_state_hash", app_json_hex(r->second_hash), "values", (json_int_t)r->total, "differences",
                     differences);
}

static json_t *make_report(const sync_match *m)
{
    json_t *report = json_object();
    app_json_config(report, m->game, &m->config);
    json_object_set_new(report, "ticks", json_integer(m->tick));
    json_object_set_new(report, "result", json_string(fs_result_name(m->result)));
    app_json_state_hash(report, fs_state_hash(fs_sync_test_state(m->test)));
    json_object_set_new(report, "mismatch",
                        m->result == FS_E_MISMATCH ? mismatch_json(m, fs_sync_test_report(m->test)) : json_null());
    app_json_time(report, m->start_us, fs_net_clock_us());
    return report;
}

static bool run_test(sync_match *m, char why[APP_ERROR_BYTES])
{
    app_report file;
    m->start_us = fs_net_clock_us();
    if (!app_report_open(&file, m->s->report, why) || !create_test(m, why))
        return false;
    app_log(APP_INFO, "match", NULL, "%s, %" PRIu32 " player%s, %" PRIu32 " Hz, seed %" PRIu64, m->config.game,
            m->config.players, m->config.players == 1 ? "" : "s", m->config.hz, m->config.seed);
    run_ticks(m);
    log_result(m);
    return app_report_write(&file, make_report(m), why);
}

int sync_test_run(const settings *s)
{
    /* Too large for the stack; there is one per process. */
    static sync_match match;
    sync_match *m = &match;
    char why[APP_ERROR_BYTES] = "";
    m->s = s;
    if (!prepare_match(m, why)) {
        app_log_refusal("fixstep-client", why, " (see --help)");
        return 2;
    }
    bool good = run_test(m, why);
    if (!good)
        app_log(APP_ERROR, "failed", NULL, "%s", why);
    fs_sync_test_destroy(m->test);
    app_workers_stop(m->workers);
    return good && m->result == FS_OK ? 0 : 1;
}
