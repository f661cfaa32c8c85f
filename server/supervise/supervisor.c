/* supervisor.c: processes of matches and the loop over them. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <fixstep/net.h>

#include "../console/console_socket.h"
#include "../console/console_terminal.h"
#include "../metrics/metrics_http.h"
#include "../notify.h"
#include "../reload.h"
#include "app/log.h"
#include "app/signals.h"

enum {
    POLL_MS = 100,
    EXCUSE_US = 1000000, /* a longer time between two rounds of the loop was spent elsewhere */
    END_MARGIN_S = 10,   /* of a match after its own --drain-timeout */
    EXEC_FAILED = 127
};

/* For the second signal, which ends everything at once. */
static volatile pid_t living[INSTANCE_MAX];

static void kill_living(void)
{
    for (unsigned i = 0; i < INSTANCE_MAX; i++)
        if (living[i] > 0)
            kill(living[i], SIGKILL);
}

static void set_rules(supervisor *s)
{
    s->rules = (watch_rules){ .hang_us = s->settings.hang_timeout * 1000000,
                              .end_us = (s->settings.drain_timeout + END_MARGIN_S) * 1000000 };
}

/* --- one process --------------------------------------------------------------------------- */

/* In the new process: the same command line as match `number`, in a session of its own, so that a terminal's signals reach
 * the supervisor alone. */
static void become_match(const supervisor *s, unsigned number, int pipe)
{
    char instance[32], file[16], interval[24];
    char **argv = calloc((size_t)s->argc + 2, sizeof *argv);
    if (argv == NULL)
        return;
    snprintf(instance, sizeof instance, "--instance=%u", number);
    snprintf(file, sizeof file, "%d", pipe);
    snprintf(interval, sizeof interval, "%" PRIu64, s->rules.hang_us / 2);
    argv[0] = s->argv[0];
    argv[1] = instance;
    memcpy(argv + 2, s->argv + 1, (size_t)(s->argc - 1) * sizeof *argv);
    unsetenv("NOTIFY_SOCKET");
    unsetenv("WATCHDOG_PID");
    setenv("WATCHDOG_USEC", interval, 1);
    setenv(NOTIFY_PIPE, file, 1);
    signal(SIGHUP, SIG_DFL); /* nohup is for the supervisor; its SIGHUP means a reload */
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    int nothing = open("/dev/null", O_RDONLY);
    if (setsid() < 0 || nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || fcntl(pipe, F_SETFD, 0) != 0)
        return;
    execvp(argv[0], argv);
}

static void close_pipe(supervised *m)
{
    if (m->pipe >= 0)
        close(m->pipe);
    m->pipe = -1;
    m->used = 0;
}

static void start_match(supervisor *s, uint32_t i, uint64_t now)
{
    supervised *m = &s->matches[i];
    int ends[2];
    watch_started(&m->watch, now);
    pid_t pid = pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0 ? fork() : -1;
    if (pid == 0) {
        become_match(s, i + 1, ends[1]);
        _exit(EXEC_FAILED);
    }
    if (pid < 0) {
        app_log(APP_ERROR, "match-failed", json_pack("{s:i}", "match", (int)i + 1), "match %u cannot be started: %s",
                (unsigned)i + 1, strerror(errno));
        watch_exited(&m->watch, false, now);
        return;
    }
    close(ends[1]);
    close_pipe(m);
    m->pipe = ends[0];
    m->pid = living[i] = pid;
    app_log(APP_INFO, "match-started", json_pack("{s:i, s:i}", "match", (int)i + 1, "pid", (int)pid),
            "match %u starts: process %d", (unsigned)i + 1, (int)pid);
}

/* "exit status 1" or "Segmentation fault". */
static void describe_end(int status, char *text, size_t size)
{
    if (WIFSIGNALED(status))
        snprintf(text, size, "%s", strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) == EXEC_FAILED)
        snprintf(text, size, "the program cannot be run");
    else
        snprintf(text, size, "exit status %d", WEXITSTATUS(status));
}

static void note_exit(supervisor *s, uint32_t i, int status, uint64_t now)
{
    supervised *m = &s->matches[i];
    bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    bool asked = m->watch.state == WATCH_ENDING;
    char end[80], next[80] = "";
    close_pipe(m);
    m->pid = living[i] = 0;
    s->failed |= s->draining && !good;
    watch_exited(&m->watch, good, now);
    describe_end(status, end, sizeof end);
    if (!m->watch.stopping)
        snprintf(next, sizeof next, "; the next one starts in %" PRIu64 " ms", (m->watch.due_us - now) / 1000);
    app_log(good || asked ? APP_INFO : APP_WARNING, good || asked ? "match-ended" : "match-crashed",
            json_pack("{s:i, s:s}", "match", (int)i + 1, "reason", end), "match %u is over: %s%s", (unsigned)i + 1, end,
            next);
}

static void send_signal(const supervised *m, int number)
{
    if (m->pid > 0)
        kill(m->pid, number);
}

/* To the first matches. */
static void send_signals(const supervisor *s, uint32_t count, int number)
{
    for (uint32_t i = 0; i < count; i++)
        send_signal(&s->matches[i], number);
}

/* --- signs of life ---------------------------------------------------------------------------- */

static void take_line(supervisor *s, uint32_t i, uint64_t now)
{
    supervised *m = &s->matches[i];
    bool ready = strcmp(m->line, "READY=1") == 0;
    if (!ready && strcmp(m->line, "WATCHDOG=1") != 0)
        return;
    if (ready && m->watch.state == WATCH_STARTING)
        app_log(APP_INFO, "match-ready", json_pack("{s:i}", "match", (int)i + 1), "match %u is ready", (unsigned)i + 1);
    watch_heard(&m->watch, ready, now);
}

static void take_bytes(supervisor *s, uint32_t i, const char *bytes, size_t size, uint64_t now)
{
    supervised *m = &s->matches[i];
    for (size_t n = 0; n < size; n++) {
        if (bytes[n] == '\n') {
            m->line[m->used] = '\0';
            take_line(s, i, now);
            m->used = 0;
        } else if (m->used + 1 < sizeof m->line) {
            m->line[m->used++] = bytes[n];
        }
    }
}

static void read_pipe(supervisor *s, uint32_t i, uint64_t now)
{
    char bytes[256];
    ssize_t n = 1;
    while (s->matches[i].pipe >= 0 && (n = read(s->matches[i].pipe, bytes, sizeof bytes)) > 0)
        take_bytes(s, i, bytes, (size_t)n, now);
    if (n == 0)
        close_pipe(&s->matches[i]);
}

/* Waits for a line of any match, or for the time of a round. */
static void wait_for_lines(const supervisor *s)
{
    struct pollfd files[INSTANCE_MAX];
    nfds_t count = 0;
    for (uint32_t i = 0; i < INSTANCE_MAX; i++)
        if (s->matches[i].pipe >= 0)
            files[count++] = (struct pollfd){ .fd = s->matches[i].pipe, .events = POLLIN };
    poll(files, count, POLL_MS);
}

static void reap(supervisor *s, uint64_t now)
{
    int status;
    for (uint32_t i = 0; i < INSTANCE_MAX; i++)
        if (s->matches[i].pid > 0 && waitpid(s->matches[i].pid, &status, WNOHANG) == s->matches[i].pid)
            note_exit(s, i, status, now);
}

static void act(supervisor *s, uint32_t i, uint64_t now)
{
    supervised *m = &s->matches[i];
    json_t *fields = json_pack("{s:i}", "match", (int)i + 1);
    switch (watch_poll(&m->watch, &s->rules, now)) {
    case WATCH_NOTHING: break;
    case WATCH_START: start_match(s, i, now); break;
    case WATCH_END: send_signal(m, SIGTERM); break;
    case WATCH_ABORT:
        app_log(APP_WARNING, "match-hung", json_incref(fields), "match %u gave no sign of life for %" PRIu64 " s",
                (unsigned)i + 1, (now - m->watch.heard_us) / 1000000);
        send_signal(m, SIGABRT);
        break;
    case WATCH_KILL:
        app_log(APP_WARNING, "match-killed", json_incref(fields), "match %u does not end: it is killed",
                (unsigned)i + 1);
        send_signal(m, SIGKILL);
        break;
    }
    json_decref(fields);
}

static void poll_matches(supervisor *s)
{
    wait_for_lines(s);
    uint64_t now = fs_net_clock_us();
    bool away = s->polled_us != 0 && now - s->polled_us > EXCUSE_US;
    s->polled_us = now;
    for (uint32_t i = 0; i < INSTANCE_MAX; i++) {
        read_pipe(s, i, now);
        if (away)
            watch_excuse(&s->matches[i].watch, now);
    }
    reap(s, now);
    for (uint32_t i = 0; i < INSTANCE_MAX; i++)
        act(s, i, now);
}

/* --- what operators ask for -------------------------------------------------------------------- */

void supervisor_drain(supervisor *s)
{
    if (s->draining)
        return;
    s->draining = true;
    for (uint32_t i = 0; i < INSTANCE_MAX; i++)
        watch_stop(&s->matches[i].watch);
    notify_send("STOPPING=1\nSTATUS=draining");
    app_log(APP_INFO, "draining", NULL, "no new matches; those that run end, within %" PRIu64 " s",
            s->settings.drain_timeout);
}

void supervisor_restart(supervisor *s, uint32_t match)
{
    watch_renew(&s->matches[match].watch);
}

bool supervisor_ready(const supervisor *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->matches[i].watch.state != WATCH_RUNNING)
            return false;
    return !s->draining;
}

uint64_t supervisor_silence_us(const supervised *m, uint64_t now_us)
{
    return m->pid > 0 && now_us > m->watch.heard_us ? now_us - m->watch.heard_us : 0;
}

/* Matches above the new number drain; new ones start. */
static void set_count(supervisor *s, uint32_t count)
{
    uint64_t now = fs_net_clock_us();
    s->count = count;
    for (uint32_t i = 0; i < INSTANCE_MAX; i++) {
        if (i < count)
            watch_resume(&s->matches[i].watch, now);
        else
            watch_stop(&s->matches[i].watch);
    }
}

/* The configuration without its matches, which read it themselves. */
static bool read_settings(const supervisor *s, settings *fresh, char why[APP_ERROR_BYTES])
{
    host_def def;
    ban_list bans = { 0 };
    const reload_source source = { .argc = s->argc, .argv = s->argv, .running = &s->settings };
    if (!reload_read(&source, fresh, &def, &bans, why))
        return false;
    bans_free(&bans);
    if (fresh->supervise > 0)
        return true;
    settings_free(fresh);
    snprintf(why, APP_ERROR_BYTES, "it has no --supervise");
    return false;
}

bool supervisor_reload(supervisor *s, char why[APP_ERROR_BYTES])
{
    settings fresh;
    app_log_reopen();
    if (s->settings.config == NULL || s->draining) {
        snprintf(why, APP_ERROR_BYTES,
                 s->draining ? "the server ends" : "there is none: the server was started without --config");
        return false;
    }
    if (!read_settings(s, &fresh, why)) {
        app_log(APP_ERROR, "reload-failed", NULL, "the configuration stays as it was: %s", why);
        return false;
    }
    s->settings.hang_timeout = fresh.hang_timeout;
    s->settings.drain_timeout = fresh.drain_timeout;
    set_rules(s);
    set_count(s, (uint32_t)fresh.supervise);
    settings_free(&fresh);
    send_signals(s, s->count, SIGHUP); /* those that end read nothing more */
    app_log(APP_INFO, "reloaded", NULL, "the configuration is read again by %" PRIu32 " match%s", s->count,
            s->count == 1 ? "" : "es");
    return true;
}

static void take_signals(supervisor *s)
{
    char why[APP_ERROR_BYTES];
    if (app_signals_take_reopen()) {
        app_log_reopen();
        send_signals(s, INSTANCE_MAX, SIGUSR1);
    }
    if (app_signals_take_reload())
        supervisor_reload(s, why);
    if (app_signals_stop_requested())
        supervisor_drain(s);
}

/* --- life ---------------------------------------------------------------------------------------- */

static bool is_over(const supervisor *s)
{
    for (uint32_t i = 0; i < INSTANCE_MAX; i++)
        if (s->matches[i].pid > 0)
            return false;
    return s->draining;
}

/* A service manager waits until every match was tried once. */
static void tell_ready(const supervisor *s, bool *told)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (!s->matches[i].watch.tried)
            return;
    if (!*told)
        notify_send("READY=1\nSTATUS=supervising");
    *told = true;
}

static void run_loop(supervisor *s, console_socket *socket, metrics_http *http)
{
    bool told_ready = false;
    console_handler handler = { supervisor_console_run, s };
    while (!is_over(s)) {
        notify_alive(fs_net_clock_us());
        poll_matches(s);
        console_socket_poll(socket, &handler);
        console_terminal_poll(&handler);
        metrics_http_poll(http);
        s->polled_us = fs_net_clock_us(); /* the matches lived on meanwhile */
        take_signals(s);
        tell_ready(s, &told_ready);
    }
}

static bool open_all(supervisor *s, console_socket **socket, metrics_http **http, char why[APP_ERROR_BYTES])
{
    metrics_source source = { supervisor_metrics_text, supervisor_metrics_ready, s };
    ban_list bans = { 0 };
    bool good = app_log_open(s->settings.log_file, why) && bans_load(&bans, s->settings.ban_file, why);
    bans_free(&bans);
    return good && console_socket_open(socket, s->settings.console, why) &&
           metrics_http_open(http, s->settings.metrics, &source, why);
}

int supervisor_run(const settings *given, int argc, char **argv)
{
    char why[APP_ERROR_BYTES] = "out of memory";
    console_socket *socket = NULL;
    metrics_http *http = NULL;
    supervisor *s = calloc(1, sizeof *s);
    if (s != NULL) {
        *s = (supervisor){ .argc = argc, .argv = argv, .settings = *given, .start_us = fs_net_clock_us() };
        for (uint32_t i = 0; i < INSTANCE_MAX; i++)
            s->matches[i].pipe = -1;
    }
    bool good = s != NULL && open_all(s, &socket, &http, why);
    if (good) {
        app_signals_install(kill_living);
        if (given->config != NULL)
            app_signals_reload_on_hangup();
        set_rules(s);
        set_count(s, (uint32_t)given->supervise);
        app_log(APP_INFO, "supervising", json_pack("{s:i}", "matches", (int)s->count), "%" PRIu32 " match%s supervised",
                s->count, s->count == 1 ? " is" : "es are");
        run_loop(s, socket, http);
        app_log(APP_INFO, "finished", NULL, "all matches are over");
        good = !s->failed;
    } else {
        app_log_failure(why);
    }
    metrics_http_close(http);
    console_socket_close(socket);
    free(s);
    return good ? 0 : 1;
}
