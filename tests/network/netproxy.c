/* netproxy.c: a bad line between real programs, for measurements where the kernel has no netem.
 *
 * usage: netproxy PORT DELAY_US JITTER_US LOSS_PERMILLE [SEED]. Prints "listening on port N" and passes the datagrams of up to
 * CLIENTS addresses on to 127.0.0.1:PORT and back until a signal ends it. Each datagram of each direction is lost with the
 * given probability, else it is delayed by DELAY_US and a uniform part of JITTER_US, so that later ones overtake it.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* ppoll() */
#endif
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <fixstep/random.h>

enum { CLIENTS = 64, DATAGRAM = 2048, WAITING = 16384, SOCKET_BYTES = 4 << 20 };

typedef struct datagram {
    uint64_t due_us, serial; /* the serial parts equal times */
    int client;
    bool up;
    uint16_t size;
    uint8_t bytes[DATAGRAM];
} datagram;

typedef struct proxy {
    struct pollfd files[1 + CLIENTS]; /* of the clients, and one to the server for each of them */
    struct sockaddr_in clients[CLIENTS], server;
    int count;
    uint64_t delay_us, jitter_us, serial;
    uint32_t loss_permille;
    fs_rng rng;
    datagram *heap[WAITING]; /* the earliest first */
    int waiting;
} proxy;

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static uint64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static int open_socket(void)
{
    struct sockaddr_in any = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int file = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0), bytes = SOCKET_BYTES;
    if (file < 0 || bind(file, (const struct sockaddr *)&any, sizeof any) != 0)
        die("socket");
    setsockopt(file, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
    return file;
}

/* --- what waits ------------------------------------------------------------------------ */

static bool is_earlier(const datagram *a, const datagram *b)
{
    return a->due_us != b->due_us ? a->due_us < b->due_us : a->serial < b->serial;
}

static void swap(proxy *p, int a, int b)
{
    datagram *kept = p->heap[a];
    p->heap[a] = p->heap[b];
    p->heap[b] = kept;
}

static void push(proxy *p, datagram *d)
{
    int at = p->waiting++;
    p->heap[at] = d;
    for (; at > 0 && is_earlier(p->heap[at], p->heap[(at - 1) / 2]); at = (at - 1) / 2)
        swap(p, at, (at - 1) / 2);
}

static datagram *pop(proxy *p)
{
    datagram *first = p->heap[0];
    p->heap[0] = p->heap[--p->waiting];
    for (int at = 0, child; (child = 2 * at + 1) < p->waiting; at = child) {
        child += child + 1 < p->waiting && is_earlier(p->heap[child + 1], p->heap[child]);
        if (!is_earlier(p->heap[child], p->heap[at]))
            break;
        swap(p, at, child);
    }
    return first;
}

/* --- passing on -------------------------------------------------------------------------- */

/* The number of the client at an address; a new one gets a socket to the server. -1: there are too many. */
static int find_client(proxy *p, const struct sockaddr_in *from)
{
    for (int i = 0; i < p->count; i++)
        if (p->clients[i].sin_port == from->sin_port && p->clients[i].sin_addr.s_addr == from->sin_addr.s_addr)
            return i;
    if (p->count == CLIENTS)
        return -1;
    p->files[1 + p->count] = (struct pollfd){ .fd = open_socket(), .events = POLLIN };
    p->clients[p->count] = *from;
    return p->count++;
}

static void delay_datagram(proxy *p, datagram *d)
{
    uint64_t jitter = p->jitter_us > 0 ? fs_rng_below64(&p->rng, p->jitter_us) : 0;
    if (p->waiting == WAITING || d->client < 0 || fs_rng_below(&p->rng, 1000) < p->loss_permille) {
        free(d);
        return;
    }
    d->due_us = now_us() + p->delay_us + jitter;
    d->serial = p->serial++;
    push(p, d);
}

/* Reads all that has arrived at a socket: 0 is that of the clients. */
static void receive_all(proxy *p, int number)
{
    for (;;) {
        struct sockaddr_in from;
        socklen_t length = sizeof from;
        datagram *d = malloc(sizeof *d);
        if (d == NULL)
            die("malloc");
        ssize_t size = recvfrom(p->files[number].fd, d->bytes, DATAGRAM, 0, (struct sockaddr *)&from, &length);
        if (size < 0) {
            free(d);
            return;
        }
        d->size = (uint16_t)size;
        d->up = number == 0;
        d->client = number == 0 ? find_client(p, &from) : number - 1;
        delay_datagram(p, d);
    }
}

static void send_due(proxy *p)
{
    while (p->waiting > 0 && p->heap[0]->due_us <= now_us()) {
        datagram *d = pop(p);
        const struct sockaddr_in *to = d->up ? &p->server : &p->clients[d->client];
        int file = p->files[d->up ? 1 + d->client : 0].fd;
        /* A datagram that cannot be sent is lost, as on any line. */
        (void)!sendto(file, d->bytes, d->size, 0, (const struct sockaddr *)to, sizeof *to);
        free(d);
    }
}

static void run(proxy *p)
{
    for (;;) {
        uint64_t now = now_us(), wait = UINT64_MAX;
        if (p->waiting > 0)
            wait = p->heap[0]->due_us > now ? p->heap[0]->due_us - now : 0;
        struct timespec span = { (time_t)(wait / 1000000), (long)(wait % 1000000) * 1000 };
        if (ppoll(p->files, (nfds_t)p->count + 1, p->waiting > 0 ? &span : NULL, NULL) < 0)
            die("ppoll");
        for (int i = 0, count = p->count; i <= count; i++)
            if (p->files[i].revents != 0)
                receive_all(p, i);
        send_due(p);
    }
}

int main(int argc, char **argv)
{
    static proxy p;
    struct sockaddr_in own;
    socklen_t length = sizeof own;
    if (argc < 5) {
        fprintf(stderr, "usage: netproxy PORT DELAY_US JITTER_US LOSS_PERMILLE [SEED]\n");
        return 2;
    }
    p.server = (struct sockaddr_in){ .sin_family = AF_INET,
                                     .sin_port = htons((uint16_t)atoi(argv[1])),
                                     .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    p.delay_us = strtoull(argv[2], NULL, 10);
    p.jitter_us = strtoull(argv[3], NULL, 10);
    p.loss_permille = (uint32_t)strtoul(argv[4], NULL, 10);
    p.rng = fs_rng_seed(argc > 5 ? strtoull(argv[5], NULL, 10) : 1, 0);
    p.files[0] = (struct pollfd){ .fd = open_socket(), .events = POLLIN };
    if (getsockname(p.files[0].fd, (struct sockaddr *)&own, &length) != 0)
        die("getsockname");
    printf("listening on port %d\n", ntohs(own.sin_port));
    fflush(stdout);
    run(&p);
}
