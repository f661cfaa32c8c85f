/* slowresolver.c: preloaded, a resolver that answers the first look-up of a program at once and each further one after the
 * seconds in SLOW_RESOLVER_S, as a system does whose name servers cannot be reached. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int look_up_fn(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found);

static atomic_uint calls;

__attribute__((visibility("default"))) int getaddrinfo(const char *name, const char *service,
                                                       const struct addrinfo *hints, struct addrinfo **found)
{
    look_up_fn *next;
    void *symbol = dlsym(RTLD_NEXT, "getaddrinfo");
    const char *seconds = getenv("SLOW_RESOLVER_S");
    if (symbol == NULL)
        return EAI_FAIL;
    memcpy(&next, &symbol, sizeof next);
    if (atomic_fetch_add(&calls, 1) > 0 && seconds != NULL)
        sleep((unsigned)strtoul(seconds, NULL, 10));
    return next(name, service, hints, found);
}
