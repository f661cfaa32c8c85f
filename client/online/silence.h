/* silence.h: tells on the log that the server gives no answer, for those who see no status line. */
#ifndef FS_CLIENT_ONLINE_SILENCE_H
#define FS_CLIENT_ONLINE_SILENCE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct silence {
    bool told;
    uint64_t longest_us; /* of the present silence */
} silence;

/* `silence_us` is the time since the newest datagram of the server, 0 without a connection. */
void silence_poll(silence *silence, const char *host, uint64_t silence_us);

#endif
