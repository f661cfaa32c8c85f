/* platform.c: the system's own clock, sockets and waiting. */
#include "config.h" /* first: it opens ppoll() */

#include "net/system/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <fixstep/net.h>

uint64_t fs_net_clock_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static uint64_t read_clock(void *context)
{
    (void)context;
    return fs_net_clock_us();
}

static bool open_socket(void *context, fs__net_socket *s, const fs__endpoint *here)
{
    (void)context;
    return here != NULL ? fs__net_socket_open(s, here) : fs__net_socket_open_unbound(s);
}

static void close_socket(void *context, fs__net_socket *s)
{
    (void)context;
    fs__net_socket_close(s);
}

static uint16_t get_port(void *context, const fs__net_socket *s)
{
    (void)context;
    return fs__net_socket_port(s);
}

static uint32_t receive_batch(void *context, const fs__net_socket *s, fs__net_parcel parcels[FS__NET_BATCH],
                              size_t room)
{
    (void)context;
    return fs__net_socket_receive_batch(s, parcels, room);
}

static void send_batch(void *context, const fs__net_socket *s, fs__net_parcel *parcels, uint32_t count)
{
    (void)context;
    fs__net_socket_send_batch(s, parcels, count);
}

static struct timespec time_until(uint64_t then_us)
{
    uint64_t now_us = fs_net_clock_us(), left_us = then_us > now_us ? then_us - now_us : 0;
    return (struct timespec){ .tv_sec = (time_t)(left_us / 1000000), .tv_nsec = (long)(left_us % 1000000 * 1000) };
}

static bool wait_for_datagram(void *context, const fs__net_socket *s, uint64_t until_us)
{
    struct timespec left = time_until(until_us);
    struct pollfd p = { .fd = s != NULL ? s->file : -1, .events = POLLIN };
    (void)context;
    return ppoll(&p, 1, &left, NULL) > 0;
}

static bool configure_end(int end)
{
    return fcntl(end, F_SETFD, FD_CLOEXEC) == 0 && fcntl(end, F_SETFL, O_NONBLOCK) == 0;
}

static bool open_pair(void *context, int ends[2])
{
    (void)context;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0)
        return false;
    if (configure_end(ends[0]) && configure_end(ends[1]))
        return true;
    int number = errno;
    close(ends[0]);
    close(ends[1]);
    errno = number;
    return false;
}

const fs__net_platform fs__net_system = { .clock_us = read_clock,
                                          .open = open_socket,
                                          .close = close_socket,
                                          .port = get_port,
                                          .receive = receive_batch,
                                          .send = send_batch,
                                          .wait = wait_for_datagram,
                                          .open_pair = open_pair };
