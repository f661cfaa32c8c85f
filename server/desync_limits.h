/* desync_limits.h: how many desyncs are reported in full and recorded, by address and by key.
 *
 * A client that lies about its state can connect again after each desync, so a limit per connection is none. Each
 * address, and each key of a player wherever it connects from, has DESYNC_LIMIT_SOURCE reports in DESYNC_LIMIT_PERIOD_US,
 * all together DESYNC_LIMIT_TOTAL; further desyncs are only counted. No clock is read here.
 */
#ifndef FS_SERVER_DESYNC_LIMITS_H
#define FS_SERVER_DESYNC_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    DESYNC_LIMIT_SOURCE = 16,
    DESYNC_LIMIT_TOTAL = 128,
    DESYNC_LIMIT_PERIOD_US = 600 * 1000000, /* 10 minutes */
    DESYNC_LIMIT_SOURCES = 128              /* remembered; each has at least one of the reports in all */
};

/* Reports in the period that began at `since_us`. */
typedef struct desync_count {
    char source[48]; /* numeric address without a port, or fingerprint of a key; "" = none */
    uint64_t since_us;
    uint32_t reports;
} desync_count;

/* Starts as zeros. */
typedef struct desync_limits {
    desync_count total;
    desync_count addresses[DESYNC_LIMIT_SOURCES], keys[DESYNC_LIMIT_SOURCES];
    uint32_t suppressed; /* desyncs above a limit */
} desync_limits;

/* Counts a desync of a client at "192.0.2.7:4711" or "[2001:db8::7]:4711" ("" = unknown, an address of its own) with the
 * key of that fingerprint ("" = none); true when it is to be reported. Times are microseconds of a clock that does not run backwards. */
bool desync_limits_take(desync_limits *limits, const char *address, const char *key, uint64_t now_us);

#endif
