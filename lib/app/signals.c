/* signals.c: flags for an end, a reload and a reopened log, set by the handlers and read by the main loop. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/signals.h"

#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

/* One request often arrives as two signals, because a terminal and a wrapper both
 * pass it on; a second request comes later than this. */
enum { SAME_REQUEST_MS = 300 };

static volatile sig_atomic_t stop_asked, reload_asked, reopen_asked;
static struct timespec asked_at; /* written and read by the handler alone */
static void (*volatile final_call)(void);

static long milliseconds_since(const struct timespec *then)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long)(now.tv_sec - then->tv_sec) * 1000 + (now.tv_nsec - then->tv_nsec) / 1000000;
}

static void handle_signal(int number)
{
    if (!stop_asked) {
        clock_gettime(CLOCK_MONOTONIC, &asked_at);
        stop_asked = 1;
        return;
    }
    if (milliseconds_since(&asked_at) < SAME_REQUEST_MS)
        return;
    if (final_call != NULL)
        final_call();
    _exit(128 + number);
}

static void handle_hangup(int number)
{
    (void)number;
    reload_asked = 1;
}

static void handle_reopen(int number)
{
    (void)number;
    reopen_asked = 1;
}

/* nohup and daemons start a program with SIGHUP ignored, for it to outlive their terminal. */
static bool is_ignored(int number)
{
    struct sigaction present;
    return sigaction(number, NULL, &present) == 0 && present.sa_handler == SIG_IGN;
}

void app_signals_install(void (*last_words)(void))
{
    final_call = last_words;
    struct sigaction action = { .sa_handler = handle_signal };
    /* The handlers share asked_at, so none may interrupt another. */
    sigfillset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (!is_ignored(SIGHUP))
        sigaction(SIGHUP, &action, NULL);
    action.sa_handler = handle_reopen;
    sigaction(SIGUSR1, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
    /* A file-size limit then fails the write, as a full disk does. */
    sigaction(SIGXFSZ, &action, NULL);
}

bool app_signals_stop_requested(void)
{
    return stop_asked != 0;
}

void app_signals_reload_on_hangup(void)
{
    struct sigaction action = { .sa_handler = handle_hangup };
    sigfillset(&action.sa_mask);
    if (!is_ignored(SIGHUP))
        sigaction(SIGHUP, &action, NULL);
}

bool app_signals_take_reload(void)
{
    bool asked = reload_asked != 0;
    reload_asked = 0;
    return asked;
}

bool app_signals_take_reopen(void)
{
    bool asked = reopen_asked != 0;
    reopen_asked = 0;
    return asked;
}
