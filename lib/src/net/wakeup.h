/* wakeup.h: hands the datagrams of a host's socket to ENet.
 *
 * ENet 1.3 reads and writes a socket of its own and knows IPv4 addresses alone. Here this socket is bound to the loopback
 * interface and carries no traffic: all datagrams go through the socket of socket.h, in both families. A *wakeup*, one
 * byte to ENet's socket, makes ENet call its intercept function, which reads a datagram from the host's socket, passes
 * it through the filter and puts it in the place of the wakeup. What ENet sends was sent already when it calls
 * its socket (datagram.h), so an empty datagram goes to the wakeup socket, which nobody reads. All peers of ENet have
 * that socket's address; who they are is the link's to know (links.h). A wakeup that was lost or forged changes nothing:
 * each round sends one when there is input.
 */
#ifndef FS_NET_WAKEUP_H
#define FS_NET_WAKEUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/net.h>

/* Opens ENet's host with its peers, and the wakeup socket. False with errno. */
bool fs__net_open_engine(fs_net *net, size_t peers);
/* Closes both. */
void fs__net_close_engine(fs_net *net);
/* True when there is input; ENet is woken up then. Does not wait. */
bool fs__net_wake(fs_net *net);
/* Waits for a datagram until `wake_us`. */
void fs__net_wait(const fs_net *net, uint64_t wake_us);

#endif
