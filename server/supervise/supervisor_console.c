/* supervisor_console.c: the commands of a supervisor's operator, and those that it passes on to matches. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/net.h>

#include "../console/console_client.h"
#include "supervisor.h"

enum {
    ANSWER_MS = 2000,     /* that the matches have for the answers to a command, all together */
    LEAST_ANSWER_MS = 50, /* of them for each */
    PATH_BYTES = 128      /* the path of a socket is shorter */
};

static supervisor *supervisor_of(const console_call *c)
{
    return c->context;
}

static bool refuse(console_call *c, const char *sentence)
{
    fprintf(c->out, "%s\n", sentence);
    return false;
}

/* Index of the match of the next word; false, with an answer, when it is none. */
static bool take_match(console_call *c, uint32_t *match)
{
    char word[16];
    uint64_t number = 0;
    if (!console_take_word(&c->rest, word, sizeof word) ||
        !app_parse_number(word, 1, supervisor_of(c)->count, &number)) {
        fprintf(c->out, "which match? a number from 1 to %" PRIu32 "\n", supervisor_of(c)->count);
        return false;
    }
    *match = (uint32_t)number - 1;
    return true;
}

static void show_match(console_call *c, uint32_t i, uint64_t now)
{
    const supervised *m = &supervisor_of(c)->matches[i];
    const watch *w = &m->watch;
    uint64_t up_s = m->pid > 0 ? (now - w->started_us) / 1000000 : 0;
    fprintf(c->out, "%-6" PRIu32 "%-10s%8d%8" PRIu64 " s%8" PRIu64 "%10" PRIu64 "%7" PRIu64 "\n", i + 1,
            watch_state_name(w), (int)m->pid, up_s, w->starts, w->failures, w->hangs);
    json_array_append_new(c->data,
                          json_pack("{s:I, s:s, s:i, s:I, s:I, s:I, s:I, s:I}", "match", (json_int_t)i + 1, "state",
                                    watch_state_name(w), "pid", (int)m->pid, "up_seconds", (json_int_t)up_s, "starts",
                                    (json_int_t)w->starts, "failures", (json_int_t)w->failures, "hangs",
                                    (json_int_t)w->hangs, "silence_us", (json_int_t)supervisor_silence_us(m, now)));
}

static bool run_status(console_call *c)
{
    uint64_t now = fs_net_clock_us();
    c->data = json_array();
    fprintf(c->out, "%" PRIu32 " match%s%s, up %" PRIu64 " s\n", supervisor_of(c)->count,
            supervisor_of(c)->count == 1 ? "" : "es", supervisor_of(c)->draining ? ", draining" : "",
            (now - supervisor_of(c)->start_us) / 1000000);
    fprintf(c->out, "%-6s%-10s%8s%10s%8s%10s%7s\n", "match", "state", "process", "up", "starts", "failures", "hangs");
    for (uint32_t i = 0; i < INSTANCE_MAX; i++)
        if (i < supervisor_of(c)->count || supervisor_of(c)->matches[i].pid > 0)
            show_match(c, i, now);
    return true;
}

/* The answer of a match to the rest of the line, which the caller frees; NULL with a sentence. A match that gives no sign of
 * life is not asked: the others would have to wait for it. */
static char *ask_match(const console_call *c, uint32_t match, uint64_t until_us, char why[APP_ERROR_BYTES])
{
    char path[PATH_BYTES];
    const supervisor *s = supervisor_of(c);
    uint64_t now = fs_net_clock_us(), silence_us = supervisor_silence_us(&s->matches[match], now);
    uint64_t left_ms = now < until_us ? (until_us - now) / 1000 : 0;
    if (silence_us > s->rules.hang_us / 2) {
        snprintf(why, APP_ERROR_BYTES, "the match gives no sign of life for %" PRIu64 " s", silence_us / 1000000);
        return NULL;
    }
    if (!instance_path(path, sizeof path, s->settings.console, match + 1)) {
        snprintf(why, APP_ERROR_BYTES, "the path of the match's console is too long");
        return NULL;
    }
    return console_client_ask(path, c->rest, left_ms > LEAST_ANSWER_MS ? (unsigned)left_ms : LEAST_ANSWER_MS, why);
}

/* The rest of the line to one match; its answer. */
static bool pass_on(console_call *c, uint32_t match, uint64_t until_us)
{
    char why[APP_ERROR_BYTES];
    char *line = ask_match(c, match, until_us, why);
    json_t *reply = line != NULL ? json_loads(line, 0, NULL) : NULL;
    const char *text = json_string_value(json_object_get(reply, "text"));
    bool good = json_is_true(json_object_get(reply, "ok"));
    json_t *data = json_object_get(reply, "data");
    fputs(text != NULL ? text : "", c->out);
    if (line == NULL)
        fprintf(c->out, "%s\n", why);
    if (c->data == NULL)
        c->data = json_array();
    json_array_append_new(c->data,
                          json_pack("{s:I, s:b, s:O?}", "match", (json_int_t)match + 1, "ok", good, "data", data));
    json_decref(reply);
    free(line);
    return good;
}

static bool can_pass_on(console_call *c)
{
    if (supervisor_of(c)->settings.console == NULL)
        return refuse(c, "the matches have no consoles: start the supervisor with --console PATH");
    return c->rest[0] != '\0' || refuse(c, "which command of the match? match 1 help lists them");
}

static uint64_t answers_until(void)
{
    return fs_net_clock_us() + ANSWER_MS * 1000ull;
}

static bool run_match(console_call *c)
{
    uint32_t match;
    return take_match(c, &match) && can_pass_on(c) && pass_on(c, match, answers_until());
}

static bool run_all(console_call *c)
{
    bool good = true;
    uint64_t until_us = answers_until();
    if (!can_pass_on(c))
        return false;
    for (uint32_t i = 0; i < supervisor_of(c)->count; i++) {
        fprintf(c->out, "match %" PRIu32 ": ", i + 1);
        good = pass_on(c, i, until_us) && good;
    }
    return good;
}

static bool run_restart(console_call *c)
{
    uint32_t match;
    if (!take_match(c, &match))
        return false;
    supervisor_restart(supervisor_of(c), match);
    fprintf(c->out, "match %" PRIu32 " drains, and a new one follows\n", match + 1);
    return true;
}

static bool run_reload(console_call *c)
{
    char why[APP_ERROR_BYTES];
    if (!supervisor_reload(supervisor_of(c), why)) {
        fprintf(c->out, "the configuration stays as it was: %s\n", why);
        return false;
    }
    uint32_t count = supervisor_of(c)->count;
    fprintf(c->out, "the configuration is read again by %" PRIu32 " match%s\n", count, count == 1 ? "" : "es");
    return true;
}

static bool run_drain(console_call *c)
{
    supervisor_drain(supervisor_of(c));
    fputs("no new matches; the server ends with those that run\n", c->out);
    return true;
}

static const console_command commands[] = {
    { "status", "", "the matches: state, process, time since the start, starts, failures, hangs", run_status },
    { "match", "N COMMAND", "pass a command on to match N; match N help lists them", run_match },
    { "all", "COMMAND", "pass a command on to all matches", run_all },
    { "restart", "N", "end match N cleanly and start it again", run_restart },
    { "reload", "", "read the configuration again, in the matches too", run_reload },
    { "drain", "", "end with the matches that run, without new ones", run_drain },
    { "quit", "", "the same", run_drain },
    { "help", "[COMMAND]", "this list", console_show_help },
};

static void refuse_unknown(console_call *c, const char *line)
{
    fprintf(c->out, "a supervisor has no command '%.40s'; help lists them, match N %.40s asks a match\n", line, line);
}

void supervisor_console_run(void *context, const char *line, console_reply *reply)
{
    static const console_table table = { commands, sizeof commands / sizeof commands[0], refuse_unknown };
    console_run_line(&table, context, line, reply);
}
