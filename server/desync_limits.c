/* desync_limits.c: counts reports of desyncs in periods of ten minutes. */
#include "desync_limits.h"

#include <stdio.h>
#include <string.h>

static void renew_period(desync_count *count, uint64_t now_us)
{
    if (now_us - count->since_us < DESYNC_LIMIT_PERIOD_US)
        return;
    count->since_us = now_us;
    count->reports = 0;
}

/* The entry of a source. The one whose period began first makes room for a new one: when all periods run, the limit in
 * all is used up already. */
static desync_count *find_source(desync_count list[DESYNC_LIMIT_SOURCES], const char *source, uint64_t now_us)
{
    desync_count *oldest = &list[0];
    for (unsigned i = 0; i < DESYNC_LIMIT_SOURCES; i++) {
        desync_count *count = &list[i];
        if (count->reports > 0 && strcmp(count->source, source) == 0) {
            renew_period(count, now_us);
            return count;
        }
        if (count->since_us < oldest->since_us)
            oldest = count;
    }
    *oldest = (desync_count){ .since_us = now_us };
    snprintf(oldest->source, sizeof oldest->source, "%s", source);
    return oldest;
}

bool desync_limits_take(desync_limits *limits, const char *origin, const char *key, uint64_t now_us)
{
    renew_period(&limits->total, now_us);
    bool allowed = limits->total.reports < DESYNC_LIMIT_TOTAL;
    desync_count *from = allowed ? find_source(limits->origins, origin, now_us) : NULL;
    desync_count *by = allowed && key[0] != '\0' ? find_source(limits->keys, key, now_us) : NULL;
    allowed = allowed && from->reports < DESYNC_LIMIT_SOURCE && (by == NULL || by->reports < DESYNC_LIMIT_SOURCE);
    if (!allowed) {
        limits->suppressed++;
        return false;
    }
    from->reports++;
    limits->total.reports++;
    if (by != NULL)
        by->reports++;
    return true;
}
