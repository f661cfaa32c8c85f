/* datagram.c: see datagram.h. */
#include "net/datagram.h"

#include <enet/enet.h>
#include <string.h>

#include "net/host.h"

_Static_assert((int)FS__NET_CHECKSUM_BYTES == (int)sizeof(enet_uint32), "what ENet appends to a header");
_Static_assert((int)FS__NET_RECEIVED_BYTES == (int)ENET_PROTOCOL_MAXIMUM_MTU, "what ENet receives at most");

/* Joins the buffers without the checksum behind the header. Returns the size; 0 when it is above the limit. */
static size_t join_buffers(uint8_t content[FS__NET_MTU], const ENetBuffer *buffers, size_t count)
{
    size_t size = 0;
    for (size_t i = 0; i < count; i++) {
        size_t n = buffers[i].dataLength - (i == 0 ? FS__NET_CHECKSUM_BYTES : 0);
        if (n > FS__NET_MTU - size)
            return 0;
        if (n > 0) /* a packet without bytes may have no memory */
            memcpy(content + size, buffers[i].data, n);
        size += n;
    }
    return size;
}

/* ENet's number of the connection, which it puts where the checksum will be. */
static uint32_t connection_of(const ENetBuffer *header)
{
    uint32_t connection;
    memcpy(&connection, (const uint8_t *)header->data + header->dataLength - sizeof connection, sizeof connection);
    return connection;
}

/* What has no link is not sent. ENet itself sends an empty datagram to the wakeup socket (wakeup.h). */
static void encrypt_output(ENetHost *host)
{
    fs_net *net = host->peers[0].data;
    uint8_t content[FS__NET_MTU];
    fs__net_link *link = fs__net_link_of(net, connection_of(&host->buffers[0]));
    size_t size = join_buffers(content, host->buffers, host->bufferCount);
    FS_ASSERT(size > 0);
    if (link != NULL)
        fs__net_post(net, fs__cipher_seal(&link->cipher, fs__net_outbox_room(net, &link->path), content, size));
    host->buffers[0].data = net->received;
    host->buffers[0].dataLength = 0;
    host->bufferCount = 1;
}

/* ENet's checksum function. A received datagram comes as one buffer, a datagram to be sent as the buffers of its host, at
 * least a header and a command. */
static enet_uint32 ENET_CALLBACK encrypt_or_accept(const ENetBuffer *buffers, size_t count)
{
    if (count > 1)
        encrypt_output((ENetHost *)((uintptr_t)buffers - offsetof(ENetHost, buffers)));
    return 0;
}

void fs__net_encrypt(ENetHost *host)
{
    host->checksum = encrypt_or_accept;
}

fs__net_link *fs__net_decrypt(fs_net *net, uint32_t number)
{
    ENetHost *host = net->host;
    fs__net_link *link = fs__net_find_link(net, number, &net->from.remote);
    uint8_t *content = net->received + FS__NET_CHECKSUM_BYTES;
    size_t size = 0;
    if (link != NULL)
        size = fs__cipher_open(&link->cipher, content, host->receivedData, host->receivedDataLength);
    host->receivedData = content;
    host->receivedDataLength = size;
    return size > 0 ? link : NULL;
}

void fs__net_insert_checksum(fs_net *net)
{
    ENetHost *host = net->host;
    size_t header = fs__gate_first_command(host->receivedData);
    memmove(net->received, host->receivedData, header);
    memset(net->received + header, 0, FS__NET_CHECKSUM_BYTES);
    host->receivedData = net->received;
    host->receivedDataLength += FS__NET_CHECKSUM_BYTES;
}
