/* server_trust.c: see server_trust.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "servers/server_trust.h"

#include <stdio.h>
#include <string.h>

#include "app/files/known_hosts.h"
#include "app/log.h"

static bool find_path(const server_trust *t, char path[APP_PATH_BYTES], char why[APP_ERROR_BYTES])
{
    bool good = app_known_hosts_path(path);
    if (t->s->known_hosts != NULL)
        good = snprintf(path, APP_PATH_BYTES, "%s", t->s->known_hosts) < APP_PATH_BYTES;
    if (!good)
        snprintf(why, APP_ERROR_BYTES, "neither XDG_DATA_HOME nor HOME names a folder");
    return good;
}

/* What a server tells in the list can be forged; a server that proves another key than it has told is not the one that was
 * chosen there. */
static bool is_as_listed(server_trust *t, const uint8_t key[FS_KEY_BYTES])
{
    const listed_server *listed = &t->s->listed;
    char told[FS_FINGERPRINT_BYTES], proved[FS_FINGERPRINT_BYTES];
    if (!listed->has_key || memcmp(listed->key, key, sizeof listed->key) == 0)
        return true;
    snprintf(
        t->why, sizeof t->why,
        "THE SERVER AT %.50s IS NOT THE ONE OF THE LIST: it has the key %s, the list has %s. Somebody may answer in "
        "its place",
        t->s->host, fs_identity_fingerprint(key, proved), fs_identity_fingerprint(listed->key, told));
    return false;
}

static bool is_trusted(void *context, const uint8_t key[FS_KEY_BYTES])
{
    server_trust *t = context;
    char path[APP_PATH_BYTES], text[FS_FINGERPRINT_BYTES];
    app_known_host found = APP_HOST_UNKEPT;
    if (!is_as_listed(t, key))
        return false;
    if (find_path(t, path, t->why))
        found = app_known_hosts_check(path, t->s->host, key, t->why);
    fs_identity_fingerprint(key, text);
    switch (found) {
    case APP_HOST_KNOWN: break;
    case APP_HOST_NEW:
        app_log(APP_INFO, "new-server", json_pack("{s:s}", "fingerprint", text),
                "%.150s is new; its key is %s, noted in %.150s", t->s->host, text, path);
        break;
    case APP_HOST_UNKEPT:
        app_log(APP_WARNING, "new-server", json_pack("{s:s}", "fingerprint", text),
                "%.150s is new; its key %s is not noted: %s", t->s->host, text, t->why);
        break;
    case APP_HOST_CHANGED:
    case APP_HOST_BROKEN: return false;
    }
    return true;
}

void server_trust_attach(server_trust *t, fs_net *net, const settings *s)
{
    t->s = s;
    if (net == NULL)
        return;
    fs_net_set_plain(net, s->insecure);
    if (!s->insecure)
        fs_net_set_trust(net, is_trusted, t);
}

bool server_trust_failure(const server_trust *t, fs_result reason, char why[APP_ERROR_BYTES])
{
    if (reason == FS_E_IDENTITY)
        snprintf(why, APP_ERROR_BYTES, "%s", t->why);
    else if (reason == FS_E_VERSION || reason == FS_E_PLAIN)
        snprintf(why, APP_ERROR_BYTES, "%.150s cannot be joined: %s%s", t->s->host, fs_result_text(reason),
                 reason == FS_E_PLAIN ? " (--insecure)" : "");
    else
        return false;
    return true;
}
