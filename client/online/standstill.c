/* standstill.c: see standstill.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "online/standstill.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "app/net/server_notices.h"

void standstill_notice(standstill *s, const char *text, uint64_t now_us)
{
    bool paused = strcmp(text, APP_NOTICE_PAUSED) == 0;
    if (paused)
        snprintf(s->reason, sizeof s->reason, "paused by the operator");
    else if (strncmp(text, APP_NOTICE_WAITING, strlen(APP_NOTICE_WAITING)) == 0)
        snprintf(s->reason, sizeof s->reason, "%.90s", text);
    else if (strcmp(text, APP_NOTICE_RESUMED) == 0)
        s->reason[0] = '\0';
    else
        return;
    s->told_us = now_us;
}

void standstill_tick(standstill *s, uint64_t now_us)
{
    if (now_us > s->told_us + STANDSTILL_SETTLED_US)
        s->reason[0] = '\0';
}
