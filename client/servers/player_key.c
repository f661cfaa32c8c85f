/* player_key.c: see player_key.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "servers/player_key.h"

#include <stdio.h>

#include "app/files/identity_file.h"
#include "app/log.h"

bool player_key_load(player_key *key, const settings *s, char why[APP_ERROR_BYTES])
{
    char path[APP_PATH_BYTES], text[FS_FINGERPRINT_BYTES];
    uint8_t public_key[FS_KEY_BYTES];
    bool given = s->key != NULL, named = given || app_player_key_path(path);
    *key = (player_key){ .has = false };
    if (s->anonymous || s->insecure)
        return true;
    if (!named)
        snprintf(why, APP_ERROR_BYTES, "neither XDG_CONFIG_HOME nor HOME names a folder");
    key->has = named && app_identity_read(key->seed, given ? s->key : path, why);
    if (!key->has) {
        if (!given)
            app_log(APP_WARNING, "key-unkept", NULL, "this player has no key: %s", why);
        return !given;
    }
    fs_identity_key(key->seed, public_key);
    fs_identity_fingerprint(public_key, text);
    app_log(APP_DEBUG, "key", json_pack("{s:s}", "fingerprint", text), "the key of this player is %s", text);
    return true;
}

const uint8_t *player_key_seed(const player_key *key)
{
    return key->has ? key->seed : NULL;
}

void player_key_begin(fs_session *session, const fs_net *net, uint64_t now_us)
{
    uint8_t binding[FS_KEY_BYTES];
    if (fs_net_binding(net, 0, binding))
        fs_session_bind(session, binding);
    fs_session_connected(session, now_us);
}
