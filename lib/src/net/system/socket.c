/* socket.c: see socket.h. */
#include "config.h" /* first: it opens in6_pktinfo */

#include "net/system/socket.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <fixstep/result.h>

enum { BUFFER_BYTES = 256 << 10 };

/* --- opening -------------------------------------------------------------------------- */

static bool set_option(int file, int level, int option, int value)
{
    return setsockopt(file, level, option, &value, sizeof value) == 0;
}

/* The kernel may give smaller buffers, and a system without IPV6_RECVPKTINFO chooses local addresses itself. */
static bool configure(const fs__net_socket *s, bool both)
{
    set_option(s->file, SOL_SOCKET, SO_RCVBUF, BUFFER_BYTES);
    set_option(s->file, SOL_SOCKET, SO_SNDBUF, BUFFER_BYTES);
    set_option(s->file, SOL_SOCKET, SO_BROADCAST, 1);
    if (s->six)
        set_option(s->file, IPPROTO_IPV6, IPV6_RECVPKTINFO, 1);
    return fcntl(s->file, F_SETFD, FD_CLOEXEC) == 0 && fcntl(s->file, F_SETFL, O_NONBLOCK) == 0 &&
           (!s->six || set_option(s->file, IPPROTO_IPV6, IPV6_V6ONLY, both ? 0 : 1));
}

static bool open_family(fs__net_socket *s, bool six, bool both)
{
    s->six = six;
    s->file = socket(six ? AF_INET6 : AF_INET, SOCK_DGRAM, 0);
    if (s->file >= 0 && configure(s, both))
        return true;
    int number = errno;
    fs__net_socket_close(s);
    errno = number;
    return false;
}

bool fs__net_socket_open_unbound(fs__net_socket *s)
{
    return open_family(s, true, true) || open_family(s, false, false);
}

static bool bind_socket(const fs__net_socket *s, const fs__endpoint *here)
{
    struct sockaddr_storage address;
    size_t size = fs__endpoint_put(&address, here, s->six);
    return bind(s->file, (const struct sockaddr *)&address, (socklen_t)size) == 0;
}

bool fs__net_socket_open(fs__net_socket *s, const fs__endpoint *here)
{
    bool both = !fs__endpoint_is_ipv4(here) && fs__endpoint_is_any(here);
    const fs__endpoint all_ipv4 = fs__endpoint_of_ipv4(INADDR_ANY, here->port);
    if (!open_family(s, !fs__endpoint_is_ipv4(here), both)) {
        if (!both || !open_family(s, false, false))
            return false;
    }
    if (bind_socket(s, both && !s->six ? &all_ipv4 : here))
        return true;
    int number = errno;
    fs__net_socket_close(s);
    errno = number;
    return false;
}

void fs__net_socket_close(fs__net_socket *s)
{
    if (s->file >= 0)
        close(s->file);
    s->file = -1;
}

/* --- datagrams ------------------------------------------------------------------------ */

/* Room for the control data of one datagram, aligned as a header. */
typedef struct control {
    _Alignas(struct cmsghdr) uint8_t bytes[CMSG_SPACE(sizeof(struct in6_pktinfo))];
} control;

static void take_local_address(fs__net_path *from, struct msghdr *message)
{
    struct in6_pktinfo info;
    for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c != NULL; c = CMSG_NXTHDR(message, c)) {
        if (c->cmsg_level != IPPROTO_IPV6 || c->cmsg_type != IPV6_PKTINFO)
            continue;
        memcpy(&info, CMSG_DATA(c), sizeof info);
        if (!IN6_IS_ADDR_MULTICAST(&info.ipi6_addr))
            memcpy(from->local, &info.ipi6_addr, sizeof from->local);
        from->interface = from->remote.scope;
    }
}

/* What the system needs beside the bytes of a datagram. */
typedef struct envelope {
    struct sockaddr_storage address;
    control data;
    struct iovec part;
} envelope;

static struct msghdr message_to_receive(envelope *e, void *bytes, size_t room)
{
    e->part = (struct iovec){ .iov_base = bytes, .iov_len = room };
    return (struct msghdr){ .msg_name = &e->address,
                            .msg_namelen = sizeof e->address,
                            .msg_iov = &e->part,
                            .msg_iovlen = 1,
                            .msg_control = &e->data,
                            .msg_controllen = sizeof e->data };
}

/* Where a received datagram is from; false for an address of neither family. */
static bool take_path(fs__net_path *from, const envelope *e, struct msghdr *message)
{
    *from = (fs__net_path){ 0 };
    if (!fs__endpoint_get(&from->remote, &e->address))
        return false;
    take_local_address(from, message);
    return true;
}

ptrdiff_t fs__net_socket_receive(const fs__net_socket *s, void *bytes, size_t room, fs__net_path *from)
{
    envelope e;
    struct msghdr message = message_to_receive(&e, bytes, room);
    ssize_t size = recvmsg(s->file, &message, 0);
    if (size < 0)
        return -1;
    return take_path(from, &e, &message) ? size : 0;
}

uint32_t fs__net_socket_receive_batch(const fs__net_socket *s, fs__net_parcel parcels[FS__NET_BATCH], size_t room)
{
    envelope envelopes[FS__NET_BATCH];
    struct mmsghdr messages[FS__NET_BATCH];
    for (uint32_t i = 0; i < FS__NET_BATCH; i++)
        messages[i].msg_hdr = message_to_receive(&envelopes[i], parcels[i].bytes, room);
    int count = recvmmsg(s->file, messages, FS__NET_BATCH, 0, NULL);
    for (int i = 0; i < count; i++) {
        bool known = take_path(&parcels[i].path, &envelopes[i], &messages[i].msg_hdr);
        parcels[i].size = known ? messages[i].msg_len : 0;
    }
    return count > 0 ? (uint32_t)count : 0;
}

static void put_local_address(struct msghdr *message, control *data, const fs__net_path *to)
{
    struct in6_pktinfo info = { .ipi6_ifindex = to->interface };
    memcpy(&info.ipi6_addr, to->local, sizeof to->local);
    memset(data, 0, sizeof *data);
    message->msg_control = data;
    message->msg_controllen = sizeof data->bytes;
    struct cmsghdr *c = CMSG_FIRSTHDR(message);
    c->cmsg_level = IPPROTO_IPV6;
    c->cmsg_type = IPV6_PKTINFO;
    c->cmsg_len = CMSG_LEN(sizeof info);
    memcpy(CMSG_DATA(c), &info, sizeof info);
}

static bool has_local_address(const fs__net_path *path)
{
    return memcmp(path->local, &in6addr_any, sizeof path->local) != 0;
}

/* Its length of the address is 0 when the socket cannot send there. */
static struct msghdr message_to_send(const fs__net_socket *s, envelope *e, const fs__net_path *to, const void *bytes,
                                     size_t size)
{
    e->part = (struct iovec){ .iov_base = (void *)(uintptr_t)bytes, .iov_len = size };
    struct msghdr message = { .msg_name = &e->address, .msg_iov = &e->part, .msg_iovlen = 1 };
    message.msg_namelen = (socklen_t)fs__endpoint_put(&e->address, &to->remote, s->six);
    if (s->six && has_local_address(to))
        put_local_address(&message, &e->data, to);
    return message;
}

/* A datagram to a broadcast address of IPv4 names that address as the local one, which the system refuses to send from. */
bool fs__net_socket_send(const fs__net_socket *s, const fs__net_path *to, const void *bytes, size_t size)
{
    envelope e;
    struct msghdr message = message_to_send(s, &e, to, bytes, size);
    if (message.msg_namelen == 0)
        return false;
    if (message.msg_controllen > 0) {
        if (sendmsg(s->file, &message, MSG_NOSIGNAL) >= 0)
            return true;
        message.msg_control = NULL;
        message.msg_controllen = 0;
    }
    return sendmsg(s->file, &message, MSG_NOSIGNAL) >= 0;
}

/* The system stops at the first datagram that it does not take: that one is tried alone, and the rest once more. */
void fs__net_socket_send_batch(const fs__net_socket *s, fs__net_parcel *parcels, uint32_t count)
{
    envelope envelopes[FS__NET_BATCH];
    struct mmsghdr messages[FS__NET_BATCH];
    FS_ASSERT(count <= FS__NET_BATCH);
    for (uint32_t i = 0; i < count; i++) {
        const fs__net_parcel *p = &parcels[i];
        messages[i].msg_hdr = message_to_send(s, &envelopes[i], &p->path, p->bytes, p->size);
    }
    for (uint32_t at = 0; at < count;) {
        int sent = sendmmsg(s->file, messages + at, count - at, MSG_NOSIGNAL);
        for (int i = 0; i < sent; i++)
            parcels[at++].sent = true;
        if (sent > 0)
            continue;
        fs__net_parcel *p = &parcels[at++];
        p->sent = fs__net_socket_send(s, &p->path, p->bytes, p->size);
    }
}

uint16_t fs__net_socket_port(const fs__net_socket *s)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    fs__endpoint here;
    bool known = getsockname(s->file, (struct sockaddr *)&address, &size) == 0 && fs__endpoint_get(&here, &address);
    return known ? here.port : 0;
}
