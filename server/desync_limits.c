/* desync_limits.c: counts reports of desyncs in periods of ten minutes. */
#include "desync_limits.h"

#include <string.h>

/* The address without its port. */
static void copy_host(char host[48], const char *address)
{
    const char *colon = strrchr(address, ':');
    size_t size = colon != NULL ? (size_t)(colon - address) : strlen(address);
    if (size > 47)
        size = 47;
    memcpy(host, address, size);
    host[size] = '\0';
}

static void renew_period(desync_count *count, uint64_t now_us)
{
    if (now_us - count->since_us < DESYNC_LIMIT_PERIOD_US)
        return;
    count->since_us = now_us;
    count->reports = 0;
}

/* The entry of an address. The one whose period began first makes room for a new address: when all periods run, the
 * limit in all is used up already. */
static desync_count *find_address(desync_limits *limits, const char *host, uint64_t now_us)
{
    desync_count *oldest = &limits->addresses[0];
    for (unsigned i = 0; i < DESYNC_LIMIT_ADDRESSES; i++) {
        desync_count *count = &limits->addresses[i];
        if (count->reports > 0 && strcmp(count->address, host) == 0)
            return count;
        if (count->since_us < oldest->since_us)
            oldest = count;
    }
    *oldest = (desync_count){ .since_us = now_us };
    memcpy(oldest->address, host, strlen(host) + 1);
    return oldest;
}

bool desync_limits_take(desync_limits *limits, const char *address, uint64_t now_us)
{
    char host[48];
    copy_host(host, address);
    renew_period(&limits->total, now_us);
    desync_count *count = NULL;
    if (limits->total.reports < DESYNC_LIMIT_TOTAL) {
        count = find_address(limits, host, now_us);
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
