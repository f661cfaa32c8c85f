/* datagram.h: encrypts every datagram that the transport sends and decrypts what it receives.
 *
 * ENet hands the buffers of a datagram to its checksum function last before it sends them, and calls its intercept
 * function first after it has received one. Both are the only place between ENet and the host's socket: the checksum
 * function encrypts the datagram into the outbox (batch.h), and the intercept function (wakeup.h) gives ENet the content of
 * a datagram. The checksum of 4 bytes that ENet expects in a content is not sent; it is 0 on arrival. ENet itself and
 * all above it know nothing of encryption.
 */
#ifndef FS_NET_DATAGRAM_H
#define FS_NET_DATAGRAM_H

#include "net/links.h"

struct _ENetHost;

/* From now on a host with fs_net in its first peer sends encrypted datagrams alone. */
void fs__net_encrypt(struct _ENetHost *host);
/* Decrypts the datagram that the host has received and puts its content in its place. Returns its link, or NULL when it
 * is not authentic. */
fs__net_link *fs__net_decrypt(fs_net *net, uint32_t number);
/* Makes room for ENet's checksum in a received content. */
void fs__net_insert_checksum(fs_net *net);

#endif
