/* silence.c: see silence.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "online/silence.h"

#include <inttypes.h>

#include "app/log.h"

/* A living server answers every 0.5 s. */
enum { TOLD_US = 1200000 };

static void log_silence(const char *event, const char *host, uint64_t us, const char *words, app_level level)
{
    app_log(level, event, json_pack("{s:s, s:I}", "server", host, "silence_ms", (json_int_t)(us / 1000)),
            "%.150s %s %" PRIu64 ".%" PRIu64 " s", host, words, us / 1000000, us / 100000 % 10);
}

void silence_poll(silence *s, const char *host, uint64_t silence_us)
{
    if (silence_us >= TOLD_US) {
        if (!s->told)
            log_silence("silent", host, silence_us, "gives no answer for", APP_WARNING);
        s->told = true;
        s->longest_us = silence_us;
    } else if (s->told && silence_us > 0) { /* 0: the connection is gone, which is told by others */
        log_silence("heard", host, s->longest_us, "answers again, after", APP_INFO);
        *s = (silence){ 0 };
    } else if (silence_us == 0)
        *s = (silence){ 0 };
}
