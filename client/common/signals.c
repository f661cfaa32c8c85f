/* signals.c: one flag, set by the handler and read by the main loop. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "common/signals.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t stop_count;
static void (*volatile final_call)(void);

static void handle(int number)
{
    if (stop_count++ == 0)
        return;
    if (final_call != NULL)
        final_call();
    _exit(128 + number);
}

void app_signals_install(void (*last_words)(void))
{
    final_call = last_words;
    struct sigaction action = { .sa_handler = handle };
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}

bool app_signals_stop(void)
{
    return stop_count > 0;
}
