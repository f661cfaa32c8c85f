/* metrics_none.c: a build without libmicrohttpd serves no metrics. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "metrics_http.h"

#include <stdio.h>

bool metrics_http_open(metrics_http **out, const char *text, const metrics_source *source, char why[APP_ERROR_BYTES])
{
    (void)source;
    *out = NULL;
    if (text != NULL)
        snprintf(why, APP_ERROR_BYTES, "--metrics: this build has no HTTP server: configure it with libmicrohttpd");
    return text == NULL;
}

void metrics_http_poll(metrics_http *http)
{
    (void)http;
}

void metrics_http_close(metrics_http *http)
{
    (void)http;
}
