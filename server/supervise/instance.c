/* instance.c: see instance.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "instance.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PATH_BYTES = 4096 };

bool instance_path(char *out, size_t size, const char *path, unsigned number)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    size_t stem = dot != NULL && dot != name ? (size_t)(dot - path) : strlen(path);
    int n = snprintf(out, size, "%.*s-%u%s", (int)stem, path, number, path + stem);
    return n > 0 && (size_t)n < size;
}

/* The port of "[ADDRESS:]PORT", which was checked before, and where it begins. */
static uint64_t metrics_port(const char *text, size_t *begin)
{
    const char *colon = strrchr(text, ':');
    uint64_t port = 0;
    *begin = colon != NULL ? (size_t)(colon + 1 - text) : 0;
    app_parse_number(text + *begin, 0, UINT16_MAX, &port);
    return port;
}

static bool is_shared(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

bool instance_check(const settings *s, char why[APP_ERROR_BYTES])
{
    size_t begin;
    uint64_t last = s->port + s->supervise - 1;
    if (s->port != 0 && last > UINT16_MAX)
        snprintf(why, APP_ERROR_BYTES, "--supervise %" PRIu64 ": the ports from --port %" PRIu64 " on end at %" PRIu64,
                 s->supervise, s->port, last);
    else if (s->metrics != NULL && metrics_port(s->metrics, &begin) + s->supervise > UINT16_MAX)
        snprintf(why, APP_ERROR_BYTES, "--supervise %" PRIu64 ": the matches use the ports after --metrics %.40s",
                 s->supervise, s->metrics);
    else if (is_shared(s->record) || is_shared(s->report))
        snprintf(why, APP_ERROR_BYTES, "--supervise: several matches cannot share standard output (--%s -)",
                 is_shared(s->record) ? "record" : "report");
    else
        return true;
    return false;
}

static bool keep(settings *s, const char **member, const char *text, char why[APP_ERROR_BYTES])
{
    const char *kept = app_text_list_add(&s->texts, text);
    if (kept == NULL)
        snprintf(why, APP_ERROR_BYTES, "out of memory");
    else
        *member = kept;
    return kept != NULL;
}

static bool rename_path(settings *s, const char **member, char why[APP_ERROR_BYTES])
{
    char path[PATH_BYTES];
    if (*member == NULL)
        return true;
    if (!instance_path(path, sizeof path, *member, (unsigned)s->instance)) {
        snprintf(why, APP_ERROR_BYTES, "%.150s: the path is too long", *member);
        return false;
    }
    return keep(s, member, path, why);
}

static bool move_metrics(settings *s, char why[APP_ERROR_BYTES])
{
    char text[128];
    size_t begin;
    uint64_t port = s->metrics != NULL ? metrics_port(s->metrics, &begin) : 0;
    if (port == 0)
        return true;
    snprintf(text, sizeof text, "%.*s%" PRIu64, (int)begin, s->metrics, port + s->instance);
    return keep(s, &s->metrics, text, why);
}

bool instance_apply(settings *s, char why[APP_ERROR_BYTES])
{
    if (s->port != 0)
        s->port += s->instance - 1;
    return rename_path(s, &s->record, why) && rename_path(s, &s->report, why) && rename_path(s, &s->console, why) &&
           move_metrics(s, why);
}
