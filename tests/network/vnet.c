/* vnet.c: see vnet.h. */
#include "network/vnet.h"

#include <enet/enet.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check_main.h"

enum { SOCKETS = 128, FIRST_END = 1 << 20, ENDS = 512, UDP_HEADERS = 28, FIRST_PORT = 40000 };

/* A function that ENet is to call in place of its own of that name: the dynamic linker takes the program's first. */
#define FOR_ENET __attribute__((visibility("default")))

typedef struct vnet_socket {
    vnet_machine *machine; /* NULL: not open */
    bool listens;
    uint16_t port;
    netline_queue inbox;
    size_t waiting_bytes;
} vnet_socket;

struct vnet {
    uint64_t now_us, digest;
    fs_rng rng, entropy; /* of the lines; of libsodium */
    netline_queue line;
    uint32_t machine_count;
    vnet_machine machines[VNET_MACHINES];
    vnet_socket sockets[SOCKETS];
    uint16_t next_port;
    /* Ends of ENet's pairs and its own sockets: the wakeups that wait in each. */
    bool end_used[ENDS];
    uint32_t wakeups[ENDS];
};

static vnet *network;
static vnet_machine *current;
static size_t enet_bytes;

/* --- digest ------------------------------------------------------------------------ */

static void mix(vnet *net, uint64_t value)
{
    net->digest = (net->digest ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    net->digest ^= net->digest >> 29;
}

void vnet_note(vnet *net, const void *bytes, size_t size)
{
    const uint8_t *b = bytes;
    mix(net, net->now_us);
    mix(net, size);
    for (; size >= 8; size -= 8, b += 8) {
        uint64_t word;
        memcpy(&word, b, sizeof word);
        mix(net, word);
    }
    for (; size > 0; size--, b++)
        mix(net, *b);
}

uint64_t vnet_digest(const vnet *net)
{
    return net->digest;
}

/* --- clocks ------------------------------------------------------------------------ */

uint64_t vnet_now_us(const vnet *net)
{
    return net->now_us;
}

uint64_t vnet_clock_us(const vnet_machine *m)
{
    int64_t drift = (int64_t)m->net->now_us / 1000 * m->drift_ppm / 1000;
    return (uint64_t)((int64_t)(m->net->now_us + m->offset_us) + drift);
}

uint64_t vnet_when_us(const vnet_machine *m, uint64_t clock_us)
{
    uint64_t clock = vnet_clock_us(m);
    return m->net->now_us + (clock_us > clock ? clock_us - clock : 0);
}

void vnet_enter(vnet_machine *machine)
{
    current = machine;
}

static uint32_t day_ms(const vnet_machine *m)
{
    return (uint32_t)(((int64_t)vnet_clock_us(m) + m->day_us) / 1000);
}

/* In place of ENet's own. */
FOR_ENET enet_uint32 enet_time_get(void)
{
    return day_ms(current) - current->enet_base_ms;
}

FOR_ENET void enet_time_set(enet_uint32 ms)
{
    if (!current->unaligned)
        current->enet_base_ms = day_ms(current) - ms;
}

/* --- ENet's sockets ---------------------------------------------------------------- */

static int open_end(void)
{
    uint32_t i = 0;
    while (i < ENDS && network->end_used[i])
        i++;
    ck_assert_uint_lt(i, ENDS);
    network->end_used[i] = true;
    network->wakeups[i] = 0;
    return FIRST_END + (int)i;
}

FOR_ENET ENetSocket enet_socket_create(ENetSocketType type)
{
    (void)type;
    return open_end();
}

FOR_ENET void enet_socket_destroy(ENetSocket end)
{
    ck_assert(network->end_used[end - FIRST_END]);
    network->end_used[end - FIRST_END] = false;
}

FOR_ENET int enet_socket_set_option(ENetSocket end, ENetSocketOption option, int value)
{
    (void)end, (void)option, (void)value;
    return 0;
}

/* The ends of a pair are neighbours, the first one even. */
FOR_ENET int enet_socket_send(ENetSocket end, const ENetAddress *to, const ENetBuffer *buffers, size_t count)
{
    size_t size = 0;
    (void)to;
    for (size_t i = 0; i < count; i++)
        size += buffers[i].dataLength;
    if ((end - FIRST_END) % 2 == 1) /* of the host: the other end is ENet's, whose own messages nobody reads */
        network->wakeups[end - FIRST_END - 1]++;
    return (int)size;
}

FOR_ENET int enet_socket_receive(ENetSocket end, ENetAddress *from, ENetBuffer *buffers, size_t count)
{
    uint32_t *wakeups = &network->wakeups[end - FIRST_END];
    (void)from;
    if (*wakeups == 0)
        return 0;
    ck_assert(count == 1 && buffers[0].dataLength >= 1);
    (*wakeups)--;
    return 1;
}

static bool open_pair(void *context, int ends[2])
{
    (void)context;
    for (uint32_t i = 0; i + 1 < ENDS; i += 2) {
        if (network->end_used[i] || network->end_used[i + 1])
            continue;
        network->end_used[i] = network->end_used[i + 1] = true;
        network->wakeups[i] = network->wakeups[i + 1] = 0;
        ends[0] = FIRST_END + (int)i;
        ends[1] = ends[0] + 1;
        return true;
    }
    return false;
}

/* --- ENet's memory, libsodium's random numbers --------------------------------------- */

static void *ENET_CALLBACK count_malloc(size_t size)
{
    size_t *block = malloc(size + 16);
    ck_assert(block != NULL);
    block[0] = size;
    enet_bytes += size;
    return (uint8_t *)block + 16;
}

static void ENET_CALLBACK count_free(void *memory)
{
    if (memory == NULL)
        return;
    size_t *block = (size_t *)(void *)((uint8_t *)memory - 16);
    enet_bytes -= block[0];
    free(block);
}

size_t vnet_enet_bytes(void)
{
    return enet_bytes;
}

static const char *entropy_name(void)
{
    return "vnet";
}

static uint32_t draw_entropy(void)
{
    return fs_rng_u32(&network->entropy);
}

static void fill_entropy(void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)draw_entropy();
}

static randombytes_implementation entropy = { .implementation_name = entropy_name,
                                              .random = draw_entropy,
                                              .buf = fill_entropy };

/* --- sockets ----------------------------------------------------------------------- */

static uint32_t place_of(const vnet_machine *m, uint16_t port)
{
    return m->number << 16 | port;
}

static fs__endpoint endpoint_of(uint32_t place)
{
    return fs__endpoint_of_ipv4(0x0a000001u | (place >> 16) << 16, (uint16_t)place);
}

static uint32_t place_at(const fs__endpoint *e)
{
    return (uint32_t)e->address[13] << 16 | e->port;
}

static vnet_socket *find_socket(vnet *net, uint32_t place)
{
    for (uint32_t i = 0; i < SOCKETS; i++) {
        vnet_socket *s = &net->sockets[i];
        if (s->machine != NULL && place_of(s->machine, s->port) == place)
            return s;
    }
    return NULL;
}

static uint64_t clock_of_host(void *context)
{
    return vnet_clock_us(context);
}

static bool open_socket(void *context, fs__net_socket *s, const fs__endpoint *here)
{
    vnet_machine *m = context;
    vnet *net = m->net;
    uint32_t i = 0;
    while (i < SOCKETS && net->sockets[i].machine != NULL)
        i++;
    ck_assert_uint_lt(i, SOCKETS);
    net->sockets[i] = (vnet_socket){ .machine = m, .listens = here != NULL };
    net->sockets[i].port = here != NULL ? here->port : net->next_port++;
    *s = (fs__net_socket){ .file = (int)i };
    return true;
}

static void close_socket(void *context, fs__net_socket *s)
{
    vnet_machine *m = context;
    if (s->file < 0)
        return;
    m->waiting -= m->net->sockets[s->file].inbox.count;
    netline_clear(&m->net->sockets[s->file].inbox);
    m->net->sockets[s->file].machine = NULL;
    s->file = -1;
}

static uint16_t port_of(void *context, const fs__net_socket *s)
{
    const vnet_machine *m = context;
    return m->net->sockets[s->file].port;
}

static uint32_t receive_parcels(void *context, const fs__net_socket *s, fs__net_parcel parcels[FS__NET_BATCH],
                                size_t room)
{
    vnet_machine *m = context;
    vnet_socket *socket = &m->net->sockets[s->file];
    uint32_t count = 0;
    while (count < FS__NET_BATCH && socket->inbox.count > 0) {
        netline_parcel p = netline_pop(&socket->inbox);
        fs__net_parcel *to = &parcels[count++];
        to->path = (fs__net_path){ .remote = endpoint_of(p.client) };
        to->size = p.size < room ? p.size : room;
        memcpy(to->bytes, p.bytes, to->size);
        socket->waiting_bytes -= p.size + UDP_HEADERS;
        free(p.bytes);
    }
    m->waiting -= count;
    return count;
}

/* Every copy is lost or delayed by itself. */
static void send_over(vnet *net, vnet_machine *line, netline_parcel p, const uint8_t *bytes)
{
    bool blocked = net->now_us < line->blackout_to_us;
    line->bytes[p.up] += p.size + UDP_HEADERS;
    for (uint32_t copies = 1 + netline_chance(&net->rng, line->link.duplicate_permille); copies > 0; copies--) {
        p.at_us = net->now_us + netline_travel_us(&net->rng, &line->link);
        if (!netline_loses(&net->rng, &line->link, &line->burst[p.up]) && !blocked)
            netline_post(&net->line, p, bytes);
    }
}

static void send_parcels(void *context, const fs__net_socket *s, fs__net_parcel *parcels, uint32_t count)
{
    vnet_machine *m = context;
    const vnet_socket *socket = &m->net->sockets[s->file];
    ck_assert(current == m);
    for (uint32_t i = 0; i < count; i++) {
        fs__net_parcel *from = &parcels[i];
        uint32_t to = place_at(&from->path.remote);
        netline_parcel p = { .up = !socket->listens,
                             .client = place_of(m, socket->port),
                             .connection = to,
                             .size = from->size };
        ck_assert(from->size > 0 && from->size <= FS__NET_SENT_BYTES && to >> 16 < m->net->machine_count);
        from->sent = true;
        if (m->off)
            continue;
        mix(m->net, (uint64_t)p.client << 32 | to);
        vnet_note(m->net, from->bytes, from->size);
        send_over(m->net, p.up ? m : &m->net->machines[to >> 16], p, from->bytes);
    }
}

static bool never_wait(void *context, const fs__net_socket *s, uint64_t until_us)
{
    (void)context, (void)s, (void)until_us;
    ck_abort_msg("a host waits in a simulation");
}

/* --- network ----------------------------------------------------------------------- */

vnet *vnet_create(uint64_t seed)
{
    static const ENetCallbacks callbacks = { .malloc = count_malloc, .free = count_free };
    vnet *net = calloc(1, sizeof *net);
    ck_assert(net != NULL && network == NULL);
    network = net;
    net->now_us = 1000000;
    net->rng = fs_rng_seed(seed, 1);
    net->next_port = FIRST_PORT;
    randombytes_set_implementation(&entropy);
    ck_assert_int_ge(sodium_init(), 0); /* which draws some bytes when it is called first */
    net->entropy = fs_rng_seed(seed, 2);
    ck_assert_int_eq(enet_initialize_with_callbacks(ENET_VERSION, &callbacks), 0);
    return net;
}

void vnet_destroy(vnet *net)
{
    for (uint32_t i = 0; i < SOCKETS; i++)
        ck_assert(net->sockets[i].machine == NULL);
    for (uint32_t i = 0; i < ENDS; i++)
        ck_assert(!net->end_used[i]);
    netline_clear(&net->line);
    network = NULL;
    current = NULL;
    free(net);
}

vnet_machine *vnet_add_machine(vnet *net)
{
    ck_assert_uint_lt(net->machine_count, VNET_MACHINES);
    vnet_machine *m = &net->machines[net->machine_count];
    *m = (vnet_machine){ .net = net, .number = net->machine_count++ };
    m->offset_us = 7777777 * (uint64_t)(m->number + 1);
    m->platform = (fs__net_platform){ .context = m,
                                      .clock_us = clock_of_host,
                                      .open = open_socket,
                                      .close = close_socket,
                                      .port = port_of,
                                      .receive = receive_parcels,
                                      .send = send_parcels,
                                      .wait = never_wait,
                                      .open_pair = open_pair };
    return m;
}

fs_net_addresses vnet_address(const vnet_machine *machine)
{
    fs_net_addresses to = { .count = 1 };
    snprintf(to.text[0], sizeof to.text[0], "10.%u.0.1:%d", (unsigned)machine->number, VNET_PORT);
    return to;
}

uint64_t vnet_next_us(const vnet *net)
{
    return netline_next_us(&net->line);
}

/* What arrives at a machine that is off, at a port that nobody has, or at a full socket is lost. */
static void deliver(vnet *net, netline_parcel p)
{
    vnet_socket *s = find_socket(net, p.connection);
    if (s == NULL || s->machine->off || s->waiting_bytes + p.size + UDP_HEADERS > NETSIM_SOCKET_BYTES) {
        free(p.bytes);
        return;
    }
    s->waiting_bytes += p.size + UDP_HEADERS;
    s->machine->waiting++;
    netline_repost(&s->inbox, p);
}

void vnet_advance(vnet *net, uint64_t to_us)
{
    while (netline_next_us(&net->line) <= to_us)
        deliver(net, netline_pop(&net->line));
    if (to_us > net->now_us)
        net->now_us = to_us;
}

void vnet_rebind(vnet_machine *m)
{
    for (uint32_t i = 0; i < SOCKETS; i++)
        if (m->net->sockets[i].machine == m && !m->net->sockets[i].listens)
            m->net->sockets[i].port = m->net->next_port++;
}
