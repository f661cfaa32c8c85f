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
#include <fixstep/lockstep.h>
#include <fixstep/result.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fs_net fs_net;

/* Bytes and datagrams on the wire, IP and UDP headers (28 bytes) counted in. */
typedef struct fs_net_stats {
    uint64_t bytes_sent, bytes_received;
    uint64_t datagrams_sent, datagrams_received;
    uint64_t refused_connects; /* connection requests without a valid cookie */
    uint64_t dropped_messages; /* garbage, wrong channel, oversized, unknown peer */
} fs_net_stats;

/* Told from within fs_net_service(); all must be set. `bytes` are the host's, for
 * the call only, and never NULL. */
typedef struct fs_net_hooks {
    void *context;
    void (*connected)(void *context, uint32_t peer, uint64_t now_us);
    void (*received)(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size, uint64_t now_us);
    void (*disconnected)(void *context, uint32_t peer, uint64_t now_us);
} fs_net_hooks;

/* Microseconds of the monotonic clock: what now_us means everywhere. */
FS_API uint64_t fs_net_clock_us(void);

/* Sizes of messages: FS_MAX_PAYLOAD on INPUT and TICKS; on CONTROL and BULK
 * 64 KiB to a listening host and 16 MiB from one. Larger ones are dropped and
 * counted, at both ends. */

/* Listens on all IPv4 addresses. port 0 = any free one. max_peers is 1..
 * FS_MAX_PEERS; peers get numbers below it and one more is sent away with
 * E_FULL. One remote address may hold 8 connections. E_NETWORK with a sentence
 * in `why` ("port 27960 is already in use"), E_MEMORY. */
FS_API fs_result fs_net_listen(uint16_t port, uint32_t max_peers, const fs_net_hooks *hooks, fs_net **out, char *why,
                               size_t why_size);
/* Begins to connect to "host" or "host:port" (FS_DEFAULT_PORT); `connected` or
 * `disconnected` follows from fs_net_service(), within 10 s. Waits for the name
 * server, as long as the system does. E_NETWORK for an unknown host, E_ARGUMENT
 * for a malformed address or an IPv6 one, with a sentence; E_MEMORY. */
FS_API fs_result fs_net_connect(const char *address, const fs_net_hooks *hooks, fs_net **out, char *why,
                                size_t why_size);
/* Sends what is queued, closes what is open (waiting up to `linger_ms` for that
 * to arrive) and frees the host. Calls no hook. NULL is allowed. */
FS_API void fs_net_close(fs_net *net, uint32_t linger_ms);

/* An fs_send_fn: `context` is the fs_net. Copies the bytes; they leave with the
 * next fs_net_service() or fs_net_flush(). Allowed in a hook. A message that
 * cannot be sent (size, peer gone) is counted in dropped_messages. */
FS_API void fs_net_send(void *net, uint32_t peer, fs_channel channel, const void *bytes, size_t size);
/* Closes a connection once everything sent on it has arrived; `disconnected`
 * follows. What the peer still sends is not delivered. Allowed in a hook. */
FS_API void fs_net_drop(void *net, uint32_t peer);
/* Handles what arrived, waiting for it until `until_us` at most, and sends what
 * is due. Returns after the first batch that a hook was told of, or when the
 * process got a signal. Not allowed in a hook. */
FS_API void fs_net_service(fs_net *net, uint64_t until_us);
/* Sends queued messages now. */
FS_API void fs_net_flush(fs_net *net);
/* The local UDP port; 0 while a connecting host has sent nothing. */
FS_API uint16_t fs_net_port(const fs_net *net);
/* Connections that stand. */
FS_API uint32_t fs_net_peers(const fs_net *net);
/* Why a connecting host's connection ended: E_TIMEOUT (no answer), E_FULL,
 * E_NETWORK (it broke), OK when one side closed it in order or it stands. */
FS_API fs_result fs_net_reason(const fs_net *net);
FS_API void fs_net_get_stats(const fs_net *net, fs_net_stats *stats);
/* "192.0.2.7:4711" of a peer, also inside `disconnected`; "" when it is gone. */
FS_API const char *fs_net_address(const fs_net *net, uint32_t peer, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
