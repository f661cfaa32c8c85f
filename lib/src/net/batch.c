/* batch.c: see batch.h. */
#include "net/batch.h"

#include "net/host.h"

/* --- receiving ----------------------------------------------------------------------- */

static void receive_batch(fs_net *net)
{
    fs__net_inbox *in = &net->inbox;
    for (uint32_t i = 0; i < FS__NET_BATCH; i++)
        in->parcels[i].bytes = in->bytes[i];
    in->next = 0;
    in->count = net->platform->receive(net->platform->context, &net->socket, in->parcels, sizeof in->bytes[0]);
    in->drained = in->count < FS__NET_BATCH;
    net->stats.datagrams_received += in->count;
    for (uint32_t i = 0; i < in->count; i++)
        net->stats.bytes_received += in->parcels[i].size + fs__net_overhead(&in->parcels[i].path);
}

bool fs__net_has_datagram(const fs_net *net)
{
    return net->inbox.next < net->inbox.count;
}

/* A batch that was not full was the last one of this round: the wait that follows tells of later ones. */
const fs__net_parcel *fs__net_next_datagram(fs_net *net)
{
    fs__net_inbox *in = &net->inbox;
    if (in->next == in->count && !in->drained)
        receive_batch(net);
    if (in->next < in->count)
        return &in->parcels[in->next++];
    in->drained = false;
    return NULL;
}

/* --- sending ------------------------------------------------------------------------- */

uint8_t *fs__net_outbox_room(fs_net *net, const fs__net_path *to)
{
    fs__net_outbox *out = &net->outbox;
    if (out->count == FS__NET_BATCH)
        fs__net_flush_outbox(net);
    fs__net_parcel *p = &out->parcels[out->count];
    *p = (fs__net_parcel){ .path = *to, .bytes = out->bytes[out->count] };
    return p->bytes;
}

void fs__net_post(fs_net *net, size_t size)
{
    FS_ASSERT(size > 0 && size <= FS__NET_SENT_BYTES && net->outbox.count < FS__NET_BATCH);
    net->outbox.parcels[net->outbox.count++].size = size;
}

void fs__net_flush_outbox(fs_net *net)
{
    fs__net_outbox *out = &net->outbox;
    if (out->count > 0)
        net->platform->send(net->platform->context, &net->socket, out->parcels, out->count);
    for (uint32_t i = 0; i < out->count; i++)
        if (out->parcels[i].sent)
            fs__net_count_sent(net, &out->parcels[i].path, out->parcels[i].size);
    out->count = 0;
}
