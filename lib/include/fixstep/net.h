/* net.h: ENet under a match or a session.
 *
 * The only part of the library that knows sockets. A host carries the four
 * channels of lock.h to numbered peers, gates connection requests with a
 * stateless cookie, and counts what it drops. Calls never block longer than
 * the time they are given.
 */
#ifndef FIXSTEP_NET_H
#define FIXSTEP_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/lock.h>
#include <fixstep/result.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fs_net fs_net;

/* Bytes and datagrams on the wire, IP and UDP headers (28 bytes) counted in. */
typedef struct fs_net_stats {
    uint64_t bytes_sent, bytes_received;
    uint64_t datagrams_sent, datagrams_received;
    uint64_t refused_connects;    /* connection requests without a valid cookie */
    uint64_t dropped_messages;    /* wrong channel, oversized, unknown peer */
} fs_net_stats;

typedef struct fs_net_hooks {
    void *context;
    void (*connected)(void *context, uint32_t peer, uint64_t now_us);
    void (*received)(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size, uint64_t now_us);
    void (*disconnected)(void *context, uint32_t peer, uint64_t now_us);
} fs_net_hooks;

/* Microseconds of the monotonic clock: what now_us means everywhere. */
FS_API uint64_t fs_net_clock_us(void);

/* Listens on all addresses. port 0 = any free one. E_NETWORK with a sentence in
 * `why` ("port 27960 is in use"), E_MEMORY. */
FS_API fs_result fs_net_listen(uint16_t port, uint32_t max_peers, const fs_net_hooks *hooks, fs_net **out, char *why, size_t why_size);
/* Begins to connect to "host" or "host:port"; `connected` or `disconnected`
 * follows from fs_net_service(). E_NETWORK, E_ARGUMENT with a sentence. */
FS_API fs_result fs_net_connect(const char *address, const fs_net_hooks *hooks, fs_net **out, char *why, size_t why_size);
/* Sends what is queued, closes what is open (waiting up to `linger_ms`). */
FS_API void fs_net_close(fs_net *net, uint32_t linger_ms);

/* An fs_send_fn: `context` is the fs_net. */
FS_API void fs_net_send(void *net, uint32_t peer, fs_channel channel, const void *bytes, size_t size);
/* Closes a connection once everything sent on it has arrived. */
FS_API void fs_net_drop(void *net, uint32_t peer);
/* Handles what arrived, waiting for it until `until_us` at most, and sends what
 * is due. Returns after the first batch. */
FS_API void fs_net_service(fs_net *net, uint64_t until_us);
/* Sends queued messages now. */
FS_API void fs_net_flush(fs_net *net);
FS_API uint16_t fs_net_port(const fs_net *net);
FS_API uint32_t fs_net_peers(const fs_net *net);
FS_API void fs_net_get_stats(const fs_net *net, fs_net_stats *stats);
/* "192.0.2.7:4711" of a peer; "" when it is gone. */
FS_API const char *fs_net_address(const fs_net *net, uint32_t peer, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
