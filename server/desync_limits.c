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

/* The entry of an address. The one whose period began first makes room for a new address: when all periods run, the
 * limit in all is used up already. */
static desync_count *find_address(desync_limits *limits, const char *origin, uint64_t now_us)
{
    desync_count *oldest = &limits->addresses[0];
    for (unsigned i = 0; i < DESYNC_LIMIT_ADDRESSES; i++) {
        desync_count *count = &limits->addresses[i];
        if (count->reports > 0 && strcmp(count->origin, origin) == 0)
            return count;
        if (count->since_us < oldest->since_us)
            oldest = count;
    }
    *oldest = (desync_count){ .since_us = now_us };
    snprintf(oldest->origin, sizeof oldest->origin, "%s", origin);
    return oldest;
}

bool desync_limits_take(desync_limits *limits, const char *origin, uint64_t now_us)
{
    renew_period(&limits->total, now_us);
    desync_count *count = NULL;
    if (limits->total.reports < DESYNC_LIMIT_TOTAL) {
        count = find_address(limits, origin, now_us);
        renew_period(count, now_us);
    }
    if (count == NULL || count->reports >= DESYNC_LIMIT_ADDRESS) {
        limits->suppressed++;
        return false;
    }
    count->reports++;
    limits->total.reports++;
    return true;
}
