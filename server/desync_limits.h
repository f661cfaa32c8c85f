/* desync_limits.h: how many desyncs are reported in full and recorded, by origin and by key.
 *
 * A client that lies about its state can connect again after each desync, so a limit per connection is none. Each
 * origin, and each key of a player wherever it connects from, has DESYNC_LIMIT_SOURCE reports in DESYNC_LIMIT_PERIOD_US,
 * all together DESYNC_LIMIT_TOTAL; further desyncs are only counted. No clock is read here.
 */
#ifndef FS_SERVER_DESYNC_LIMITS_H
#define FS_SERVER_DESYNC_LIMITS_H

#include <stdbool.h>
#include <stdint.h>
#include <fixstep/net.h>

enum {
    DESYNC_LIMIT_SOURCE = 16,
    DESYNC_LIMIT_TOTAL = 128,
    DESYNC_LIMIT_PERIOD_US = 600 * 1000000, /* 10 minutes */
    DESYNC_LIMIT_SOURCES = 128              /* remembered; each has at least one of the reports in all */
};

/* Reports in the period that began at `since_us`. */
typedef struct desync_count {
    char source[FS_ADDRESS_BYTES]; /* an origin, or the fingerprint of a key; "" = free */
    uint64_t since_us;
    uint32_t reports;
} desync_count;

/* Starts as zeros. */
typedef struct desync_limits {
    desync_count total;
    desync_count origins[DESYNC_LIMIT_SOURCES], keys[DESYNC_LIMIT_SOURCES];
    uint32_t suppressed; /* desyncs above a limit */
} desync_limits;

/* Counts a desync of a client from an origin (fs_net_origin_text(); "" = unknown, an origin of its own) with the key of
 * that fingerprint ("" = none); true when it is to be reported. Times are microseconds of a clock that does not run
 * backwards. */
bool desync_limits_take(desync_limits *limits, const char *origin, const char *key, uint64_t now_us);

#endif
