/* notify.h: tells a service manager that the server is ready, alive or ending.
 *
 * The protocol of sd_notify(3): a datagram of KEY=VALUE lines to the Unix socket that NOTIFY_SOCKET names. Without that
 * variable, and below a supervisor, that socket is not used: a supervisor gives the number of a pipe in NOTIFY_PIPE, which gets
 * the same lines. Without both every call does nothing.
 */
#ifndef FS_SERVER_NOTIFY_H
#define FS_SERVER_NOTIFY_H

#include <stdbool.h>
#include <stdint.h>

#define NOTIFY_PIPE "FIXSTEP_SUPERVISOR_PIPE"

/* Sends lines such as "READY=1\nSTATUS=hosting"; errors are ignored, as nobody can act on them. */
void notify_send(const char *lines);
/* Sends WATCHDOG=1 at half the interval of WATCHDOG_USEC. Call it in every round of the main loop. */
void notify_alive(uint64_t now_us);
/* Whether the supervisor is gone: nobody has the other end of the pipe. */
bool notify_orphaned(void);

#endif
