/* metrics_address.c: see metrics_address.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "metrics_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

static bool set_address(struct sockaddr_storage *address, const char *name, uint16_t port)
{
    struct sockaddr_in *four = (struct sockaddr_in *)address;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)address;
    memset(address, 0, sizeof *address);
    if (inet_pton(AF_INET, name, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons(port);
        return true;
    }
    memset(address, 0, sizeof *address);
    six->sin6_family = AF_INET6;
    six->sin6_port = htons(port);
    return inet_pton(AF_INET6, name, &six->sin6_addr) == 1;
}

bool metrics_parse_address(const char *text, struct sockaddr_storage *address, char why[APP_ERROR_BYTES])
{
    char name[64] = "127.0.0.1";
    const char *colon = strrchr(text, ':'), *begin = text, *port = text;
    uint64_t number = 0;
    size_t size = 0;
    if (colon != NULL) {
        bool brackets = text[0] == '[' && colon > text + 1 && colon[-1] == ']';
        begin += brackets ? 1 : 0;
        size = (size_t)(colon - begin) - (brackets ? 1 : 0);
        port = colon + 1;
        if (size < sizeof name)
            snprintf(name, sizeof name, "%.*s", (int)size, begin);
    }
    if (size < sizeof name && strchr(port, 'x') == NULL && app_parse_number(port, 0, UINT16_MAX, &number) &&
        set_address(address, name, (uint16_t)number))
        return true;
    snprintf(why, APP_ERROR_BYTES, "--metrics: '%.60s' is not [ADDRESS:]PORT, such as 9100 or [::1]:9100", text);
    return false;
}
