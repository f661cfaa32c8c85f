/* netline.c: see netline.h. */
#include "network/netline.h"

#include <stdlib.h>
#include <string.h>

const netline_condition netline_conditions[] = {
    { "lan", "LAN 0.5 ms", { 500, 300, 0, 0, 0 } },
    { "wifi", "Wi-Fi 8-20 ms, 1 %", { 8000, 12000, 10, 5, 0 } },
    { "mobile", "mobile 60-90 ms, 2 %", { 60000, 30000, 20, 5, 0 } },
    { "rtt80", "RTT 80+-20 ms, 2 %", { 30000, 20000, 20, 0, 0 } },
    { "loss5", "50+-20 ms, 5 %", { 30000, 40000, 50, 0, 0 } },
    { "loss15", "100+-20 ms, 15 %", { 80000, 40000, 150, 0, 0 } },
    { "bursts", "bursts of loss", { 30000, 10000, 10, 5, 4 } },
    { "reorder", "reorder, 20 % twice", { 20000, 60000, 0, 200, 0 } },
};
const uint32_t netline_condition_count = sizeof netline_conditions / sizeof netline_conditions[0];

uint32_t netline_find(const char *word)
{
    uint32_t i = 0;
    while (i < netline_condition_count && strcmp(netline_conditions[i].word, word) != 0)
        i++;
    return i;
}

bool netline_chance(fs_rng *rng, uint32_t permille)
{
    return fs_rng_below(rng, 1000) < permille;
}

uint64_t netline_travel_us(fs_rng *rng, const netsim_link *link)
{
    return link->delay_us + (link->jitter_us ? fs_rng_below(rng, link->jitter_us) : 0);
}

bool netline_loses(fs_rng *rng, const netsim_link *link, bool *burst)
{
    if (link->burst_permille > 0)
        *burst = *burst ? !netline_chance(rng, 125) : netline_chance(rng, link->burst_permille);
    return netline_chance(rng, *burst ? 500 : link->loss_permille);
}

uint64_t netline_queue_us(uint64_t *free_us, uint32_t rate_bytes_per_s, uint64_t limit_us, size_t size, uint64_t now_us)
{
    if (rate_bytes_per_s == 0)
        return 0;
    uint64_t begin_us = *free_us > now_us ? *free_us : now_us;
    if (begin_us - now_us > limit_us)
        return UINT64_MAX;
    *free_us = begin_us + size * (uint64_t)1000000 / rate_bytes_per_s;
    return *free_us - now_us;
}

/* --- what is on its way -------------------------------------------------------------- */

static bool is_before(const netline_parcel *a, const netline_parcel *b)
{
    return a->at_us < b->at_us || (a->at_us == b->at_us && a->order < b->order);
}

static void swap_parcels(netline_parcel *a, netline_parcel *b)
{
    netline_parcel t = *a;
    *a = *b;
    *b = t;
}

void netline_repost(netline_queue *q, netline_parcel p)
{
    if (q->count == q->capacity) {
        q->capacity = q->capacity == 0 ? 256 : 2 * q->capacity;
        q->heap = realloc(q->heap, q->capacity * sizeof *q->heap);
        if (q->heap == NULL)
            abort();
    }
    uint32_t i = q->count++;
    q->heap[i] = p;
    for (; i > 0 && is_before(&q->heap[i], &q->heap[(i - 1) / 2]); i = (i - 1) / 2)
        swap_parcels(&q->heap[i], &q->heap[(i - 1) / 2]);
}

void netline_post(netline_queue *q, netline_parcel p, const void *bytes)
{
    p.order = q->order++;
    p.bytes = malloc(p.size > 0 ? p.size : 1);
    if (p.bytes == NULL)
        abort();
    memcpy(p.bytes, bytes, p.size);
    netline_repost(q, p);
}

netline_parcel netline_pop(netline_queue *q)
{
    netline_parcel top = q->heap[0];
    q->heap[0] = q->heap[--q->count];
    for (uint32_t i = 0;;) {
        uint32_t least = i;
        for (uint32_t c = 2 * i + 1; c <= 2 * i + 2 && c < q->count; c++)
            if (is_before(&q->heap[c], &q->heap[least]))
                least = c;
        if (least == i)
            return top;
        swap_parcels(&q->heap[i], &q->heap[least]);
        i = least;
    }
}

uint64_t netline_next_us(const netline_queue *q)
{
    return q->count > 0 ? q->heap[0].at_us : UINT64_MAX;
}

void netline_clear(netline_queue *q)
{
    while (q->count > 0)
        free(netline_pop(q).bytes);
    free(q->heap);
    *q = (netline_queue){ 0 };
}
