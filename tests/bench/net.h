/* net.h: the parts of the table of make bench-net. */
#ifndef FS_BENCH_NET_H
#define FS_BENCH_NET_H

#include "network/netmeter.h"

enum { BENCH_PREDICT_TICKS = 12, BENCH_SETTLE_US = 5000000 };

/* The same line as netsim.h simulates it with the messages of match and session, here with ENet, encryption and reconnects over
 * datagrams: the figures of 8 clients at 60 Hz. Ends the program when an invariant is broken. */
netmeter_figures bench_enet(const char *line, uint32_t seconds, uint64_t seed);

#endif
