/* wakeup.h: hands the datagrams of a host's socket to ENet.
 *
 * ENet 1.3 reads and writes a socket of its own and knows IPv4 addresses alone. Here this socket is one end of a local
 * pair and carries no traffic: all datagrams go through the socket of socket.h, in both families. A datagram for ENet
 * is filtered and decrypted first. Then a *wakeup*, one byte from the other end, makes ENet call its intercept function,
 * which puts the content in the place of the wakeup. What ENet sends was sent already when it calls
 * its socket (datagram.h); an empty message goes to the other end, which nobody reads. A sequenced pair ignores the address that ENet
 * sends to. All peers of ENet have the same address; who they are is the link's to know (links.h). A wakeup that was lost
 * costs one datagram. Nobody else can send one.
 */
#ifndef FS_NET_WAKEUP_H
#define FS_NET_WAKEUP_H

#include <enet/enet.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/net.h>

/* That of all peers of ENet: none to which anything is sent. */
extern const ENetAddress fs__net_peer_address;
/* Opens ENet's host with its peers, and the other end of its socket. False with errno. */
bool fs__net_open_engine(fs_net *net, size_t peers);
/* Closes both. */
void fs__net_close_engine(fs_net *net);
/* Gives ENet the content in host->receivedData, which it takes with its next service. */
void fs__net_wake(fs_net *net);
/* Waits for a datagram until `wake_us`. A host with FS__NET_GATHER_PEERS lets FS__NET_GATHER_US pass after its last round, in which
 * more may arrive. */
void fs__net_wait(const fs_net *net, uint64_t wake_us);

#endif
