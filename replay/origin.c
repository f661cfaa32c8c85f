/* origin.c: see origin.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "origin.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "app/files/trusted_keys.h"
#include "commands.h"

enum { EXIT_SIGNATURE = 4 };

static bool find_trust(origin *o, const uint8_t id[FS_KEY_ID_BYTES], const char *trusted)
{
    char name[APP_KEY_NAME_BYTES];
    o->asked = true;
    switch (app_trusted_keys_find(trusted, id, name, o->why)) {
    case APP_KEY_BROKEN: return false;
    case APP_KEY_STRANGE:
        snprintf(o->why, sizeof o->why, "it is signed with the key %s, which is not %s%.150s", o->key,
                 strchr(trusted, '/') != NULL ? "in " : "", trusted);
        return true;
    case APP_KEY_TRUSTED: break;
    }
    o->proved = o->signed_ticks > 0;
    if (!o->proved)
        snprintf(o->why, sizeof o->why, "it names the key %s, but no signature covers a tick", o->key);
    return true;
}

bool origin_find(origin *o, const fs_replay *replay, const char *trusted)
{
    const fs_replay_info *info = fs_replay_get_info(replay);
    uint8_t id[FS_KEY_ID_BYTES];
    *o = (origin){ .asked = trusted != NULL };
    if (fs_replay_schema(replay) == NULL) {
        snprintf(o->why, sizeof o->why, "its header cannot be read, so nobody has signed it");
        return true;
    }
    fs_identity_id(info->public_key, id);
    fs_identity_format(id, o->key);
    o->signed_ticks = info->signed_end > info->first_tick ? info->signed_end - info->first_tick : 0;
    return trusted == NULL || find_trust(o, id, trusted);
}

int origin_exit_code(const origin *o, int code)
{
    return o->asked && !o->proved ? worse_exit_code(code, EXIT_SIGNATURE) : code;
}

void origin_print(const origin *o, const fs_replay_info *info)
{
    if (o->key[0] == '\0')
        return;
    bool whole = o->signed_ticks >= info->ticks && info->end == FS_REPLAY_COMPLETE;
    printf("signed      by %s, %s%" PRIu32 " of %" PRIu32 " ticks\n", o->key,
           whole ? "whole: " : "in part: ", o->signed_ticks < info->ticks ? o->signed_ticks : info->ticks, info->ticks);
}

void origin_json(const origin *o, json_t *value)
{
    json_object_set_new(value, "key", o->key[0] != '\0' ? json_string(o->key) : json_null());
    json_object_set_new(value, "signed_ticks", json_integer(o->signed_ticks));
    if (o->asked)
        json_object_set_new(value, "key_proved", json_boolean(o->proved));
}
