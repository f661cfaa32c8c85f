/* net.h: ENet under a match or a session.
 *
 * The only part of the library that uses sockets. A host carries the four channels of lockstep.h to numbered peers,
 * gates handshakes with a stateless cookie, encrypts and authenticates every datagram after the handshake, and counts the
 * datagrams and messages that it drops. Calls never
 * block longer than the time they are given, the name lookups of fs_net_connect(), fs_net_look_up() and fs_finder_ask()
 * excepted. A host must be used by one thread
 * at a time; hosts share nothing.
 */
#ifndef FIXSTEP_NET_H
#define FIXSTEP_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/identity.h>
#include <fixstep/lockstep.h>
#include <fixstep/result.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fs_net fs_net;

/* Bytes of a numeric address as text, with its port and the zero at its end. */
enum { FS_ADDRESS_BYTES = 72 };

/* Counts since the host was made. Bytes include the IP and UDP headers (28 bytes a datagram of IPv4, 48 of IPv6). */
typedef struct fs_net_stats {
    uint64_t bytes_sent, bytes_received;
    uint64_t datagrams_sent, datagrams_received;
    uint64_t refused_connects; /* handshakes without a valid cookie, connections above the limit of an address */
    uint64_t dropped_messages; /* garbage, wrong channel, oversized, unknown peer */
    /* Above a limit: datagrams of peers (rate, or reliable messages out of order), handshakes and questions of strangers. */
    uint64_t limited_datagrams;
    uint64_t forged_datagrams; /* not authentic, received before, or too old */
} fs_net_stats;

/* Called from within fs_net_service(); all three functions are required. `bytes` belong to the host, are valid for the
 * call only and never NULL. */
typedef struct fs_net_hooks {
    void *context;
    void (*connected)(void *context, uint32_t peer, uint64_t now_us);
    void (*received)(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size, uint64_t now_us);
    void (*disconnected)(void *context, uint32_t peer, uint64_t now_us);
} fs_net_hooks;

/* Microseconds of the monotonic clock: the `now_us` and `until_us` of this header. */
FS_API uint64_t fs_net_clock_us(void);

/* Sizes of messages: FS_MAX_PAYLOAD (1199 bytes) on INPUT and TICKS; on CONTROL and BULK 64 KiB to a listening host and
 * 16 MiB from one. Larger messages are dropped and counted, at both ends. A listening host closes the connection of a
 * peer for which more than 20 MiB wait. */

/* Makes a host that listens on all IPv4 and IPv6 addresses; the caller closes *out. `port` 0 is any free port. `max_peers` is
 * 1..FS_MAX_PEERS: peers get numbers below it, and a further one is refused with E_FULL. One remote origin
 * (fs_net_origin_text()) may hold 8 connections (fs_net_set_origin_limit()), this machine any number. `hooks` are copied. E_NETWORK with a sentence in `error` ("port 27960 is
 * already in use"), E_MEMORY; *out is NULL then. */
FS_API fs_result fs_net_listen(uint16_t port, uint32_t max_peers, const fs_net_hooks *hooks, fs_net **out, char *error,
                               size_t error_size);
/* The same on one address of this machine, such as "192.0.2.7", "2001:db8::7" (brackets are allowed) or "fe80::7%eth0".
 * "0.0.0.0": all IPv4 addresses; "::" and NULL: all of both families. E_ARGUMENT with a sentence for what is no numeric
 * address. E_NETWORK also for an address that this machine does not have. */
FS_API fs_result fs_net_listen_on(const char *address, uint16_t port, uint32_t max_peers, const fs_net_hooks *hooks,
                                  fs_net **out, char *error, size_t error_size);
/* Whether fs_net_listen_on() takes the address: OK, or E_ARGUMENT with a sentence. Opens nothing. */
FS_API fs_result fs_net_check_address(const char *address, char *error, size_t error_size);
/* Makes a host that connects to "host", "host:port" or "[IPv6]:port" (default FS_DEFAULT_PORT); the caller closes *out. Of a
 * name with many addresses, up to 8 are tried, a further one every 250 ms, and the first that answers is taken. `connected` or
 * `disconnected` of peer 0 follows from fs_net_service(), within 10 s. Blocks for the system's name lookup. E_NETWORK
 * for an unknown host or no socket, E_ARGUMENT for a malformed address, each with a sentence in `error`;
 * E_MEMORY; *out is NULL then. */
FS_API fs_result fs_net_connect(const char *address, const fs_net_hooks *hooks, fs_net **out, char *error,
                                size_t error_size);
/* The numeric addresses of a name, with their ports, in the order in which they are tried: "192.0.2.7:27960". */
enum { FS_NET_MAX_ADDRESSES = 8 };
typedef struct fs_net_addresses {
    uint32_t count;
    char text[FS_NET_MAX_ADDRESSES][FS_ADDRESS_BYTES];
} fs_net_addresses;
/* The name lookup of fs_net_connect() alone, with its errors; further addresses of a name are left out. Uses no host and may
 * run in a thread of its own, so that a resolver that does not answer delays nothing else. */
FS_API fs_result fs_net_look_up(const char *address, fs_net_addresses *found, char *error, size_t error_size);
/* fs_net_connect() to addresses that were looked up before, 1 or more: it does not block. */
FS_API fs_result fs_net_connect_to(const fs_net_addresses *servers, const fs_net_hooks *hooks, fs_net **out,
                                   char *error, size_t error_size);
/* Whether the text is a host with or without a port, as fs_net_connect() takes it: OK, or E_ARGUMENT with a sentence. Looks up
 * no name. */
FS_API fs_result fs_net_check_host(const char *host, char *error, size_t error_size);
/* Sends the queued messages, closes all connections (waiting up to `linger_ms` milliseconds for their arrival) and
 * frees the host. Calls no hook. Not allowed in a hook. NULL is allowed. */
FS_API void fs_net_close(fs_net *net, uint32_t linger_ms);

/* An fs_send_fn: `context` is the fs_net. Copies the bytes; they leave with the next fs_net_service() or
 * fs_net_flush(). Allowed in a hook. A message that cannot be sent (too large, no such peer) is counted in
 * dropped_messages. */
FS_API void fs_net_send(void *net, uint32_t peer, fs_channel channel, const void *bytes, size_t size);
/* Closes a connection after everything sent on it has arrived; `disconnected` follows. Later messages of the peer are
 * not delivered. Ends the attempt of a connecting host; else no effect for a number that is not connected. Allowed in a
 * hook. */
FS_API void fs_net_drop(void *net, uint32_t peer);
/* The number of a peer's origin for fs_match_connect_from(), equal for all its ports; 0 when the number is not connected
 * and for 127.0.0.0/8 and ::1, which are not limited by address. An origin is an IPv4 address, the /64 around an IPv6
 * address, or a link-local or unique-local IPv6 address. */
FS_API uint64_t fs_net_origin(const fs_net *net, uint32_t peer);
/* Writes the origin of a peer, also inside `disconnected`: "192.0.2.7", "2001:db8::/64", "fe80::7%eth0", "127.0.0.1"; ""
 * when the number is not connected. FS_ADDRESS_BYTES hold each. Returns `text`. */
FS_API const char *fs_net_origin_text(const fs_net *net, uint32_t peer, char *text, size_t size);

/* --- identity and secrecy ----------------------------------------------------------- */

/* The lasting key of a listening host, made from a seed (identity.h). At first it has a key of its own, which ends with
 * it. For a listening host, before its first fs_net_service(). */
FS_API void fs_net_set_identity(fs_net *net, const uint8_t seed[FS_KEY_BYTES]);
/* The public key of a listening host, or of the server that a connecting host has shaken hands with; zeros before. */
FS_API void fs_net_get_identity(const fs_net *net, uint8_t key[FS_KEY_BYTES]);
/* Writes the binding of an open connection, 32 bytes that its two ends share and no other connection has, for
 * fs_match_bind() and fs_session_bind(). False, with zeros, for a number that is not connected and for a host that does not
 * encrypt: there somebody else could use what was signed. */
FS_API bool fs_net_binding(const fs_net *net, uint32_t peer, uint8_t binding[FS_KEY_BYTES]);
/* Decides whether the server with that public key, which it has proved, is the right one. Called from within
 * fs_net_service(), once in a connection; must not use the host. */
typedef bool fs_net_trust_fn(void *context, const uint8_t key[FS_KEY_BYTES]);
/* For a connecting host, before its first fs_net_service(). NULL, as at the start: it trusts every server, so the
 * connection is safe from who listens, but not from who answers in the server's place. */
FS_API void fs_net_set_trust(fs_net *net, fs_net_trust_fn *trust, void *context);
/* True: datagrams are neither encrypted nor authenticated, for debugging and measurements. A host connects only to one that
 * is set alike. False at the start. Before the first fs_net_service(). */
FS_API void fs_net_set_plain(fs_net *net, bool plain);

/* --- finding servers -------------------------------------------------------------- */

enum { FS_SERVER_NAME_BYTES = 64 };

/* What a server tells whoever asks, before a connection. */
typedef struct fs_server_info {
    uint64_t id; /* a random number of the listening host, which fs_net_set_info() sets: equal at all its addresses */
    uint16_t version; /* of its protocol */
    bool password;    /* it asks for one */
    bool spectators;  /* one more may watch */
    uint8_t players, bots, slots;
    char game[FS_MAX_NAME];
    char name[FS_SERVER_NAME_BYTES]; /* UTF-8 */
    bool has_key;                    /* `key` is known; fs_net_set_info() sets both */
    uint8_t key[FS_KEY_BYTES];       /* the public key that the server will prove when it is joined */
} fs_server_info;
/* From now on a listening host answers queries with this; NULL: with nothing, as at the start. A query must carry a cookie and
 * is not smaller than its answer, which leaves the key out when need be; 500 a second are answered, 100 at once. */
FS_API void fs_net_set_info(fs_net *net, const fs_server_info *info);

typedef struct fs_found_server {
    char address[FS_ADDRESS_BYTES]; /* "192.0.2.7:27960", "[2001:db8::7]:27960" */
    char asked[FS_ADDRESS_BYTES];   /* what fs_finder_ask() wrote for its name; else equal to `address` */
    uint32_t rtt_us;
    fs_server_info info; /* without control characters */
} fs_found_server;

/* Asks servers of the local networks, or those that are named. Opaque. */
typedef struct fs_finder fs_finder;
/* The caller destroys *out. E_NETWORK with a sentence, E_MEMORY; *out is NULL then. */
FS_API fs_result fs_finder_create(fs_finder **out, char *error, size_t error_size);
/* NULL is allowed. */
FS_API void fs_finder_destroy(fs_finder *finder);
/* Asks this machine and its networks, by broadcast of IPv4 and multicast of IPv6 (ff02::1), on the ports from `port` on. All targets together are 256 at most; further
 * ones are ignored. */
FS_API void fs_finder_ask_lan(fs_finder *finder, uint16_t port, uint16_t count);
/* Asks one server, "host", "host:port" or "[IPv6]:port"; blocks for the name lookup. Writes its first numeric address; of a
 * name with many, the first that answers is reported. The errors of fs_net_connect(). */
FS_API fs_result fs_finder_ask(fs_finder *finder, const char *address, char numeric[FS_ADDRESS_BYTES], char *error,
                               size_t error_size);
/* Waits until `until_us` for a server that was not reported before. Questions are sent 3 times, 0.25 s apart. */
FS_API bool fs_finder_next(fs_finder *finder, uint64_t until_us, fs_found_server *found);

/* --- peers ------------------------------------------------------------------------ */

/* Tells a listening host that the peer's program has admitted it (FS_EVENT_JOINED). Until then the peer is a stranger:
 * its messages are 4 KiB at most and 16 a second (64 at once), and at most 8 reliable ones are held out of order. Then it
 * may send 64 KiB, 2,048 a second and 256 out of order. No effect for a number that is not connected. Allowed in a
 * hook. */
FS_API void fs_net_admit(fs_net *net, uint32_t peer);
/* Lets one remote origin hold so many connections at a listening host; less than 8 counts as 8. Open ones stay. */
FS_API void fs_net_set_origin_limit(fs_net *net, uint32_t connections);
/* Handles arrived datagrams, waiting for them until `until_us` at most, and sends queued and repeated messages. Returns
 * after the first batch that called a hook, or when the process received a signal. Not allowed in a hook. */
FS_API void fs_net_service(fs_net *net, uint64_t until_us);
/* Microseconds since the newest datagram of a connected peer, acknowledgements included: without other traffic a living
 * peer answers every 0.5 s and a round trip. 0 for a number that is not connected. */
FS_API uint64_t fs_net_silence_us(const fs_net *net, uint32_t peer);
/* Sends queued messages now. */
FS_API void fs_net_flush(fs_net *net);
/* The local UDP port in host byte order; 0 while a connecting host has sent nothing. */
FS_API uint16_t fs_net_port(const fs_net *net);
/* Open connections. */
FS_API uint32_t fs_net_peers(const fs_net *net);
/* The reason why a connecting host's connection ended: E_TIMEOUT (no answer), E_FULL, E_NETWORK (it was lost), E_VERSION,
 * E_PLAIN (one side encrypts, the other does not), E_IDENTITY (the server's key is not trusted), OK when one side closed
 * it or it is still open. */
FS_API fs_result fs_net_reason(const fs_net *net);
FS_API void fs_net_get_stats(const fs_net *net, fs_net_stats *stats);
/* Writes "192.0.2.7:4711" or "[2001:db8::7]:4711" of a peer, also inside `disconnected`, and "" when the number is not
 * connected; `size` is 1 or more, FS_ADDRESS_BYTES hold every address. Returns `text`. */
FS_API const char *fs_net_address(const fs_net *net, uint32_t peer, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
