/* spectating.c: see spectating.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "online/spectating.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "app/log.h"

/* The fingerprint of the key that signs the ticks, "" when nobody does. Returns `text`. */
static const char *origin_text(const fs_session_stats *stats, char text[FS_FINGERPRINT_BYTES])
{
    text[0] = '\0';
    return stats->has_origin_key ? fs_identity_fingerprint(stats->origin_key, text) : text;
}

void spectating_log(const fs_session *session)
{
    fs_session_stats stats;
    char key[FS_FINGERPRINT_BYTES];
    fs_session_get_stats(session, &stats);
    origin_text(&stats, key);
    app_log(APP_INFO, "spectating",
            json_pack("{s:b, s:I, s:s*}", "relayed", (int)stats.relayed, "delay_s", (json_int_t)stats.spectate_delay_s,
                      "origin", key[0] != '\0' ? key : NULL),
            "watching%s; the ticks are %" PRIu32 " s late%s%s", stats.relayed ? " through a relay" : "",
            stats.spectate_delay_s, key[0] != '\0' ? " and signed with the key " : " and not signed", key);
}

bool spectating_is_trusted(const fs_session_stats *stats, const char *origin_key, char why[APP_ERROR_BYTES])
{
    uint8_t wanted[FS_KEY_ID_BYTES], id[FS_KEY_ID_BYTES];
    char key[FS_FINGERPRINT_BYTES];
    if (!stats->spectating || origin_key == NULL)
        return true;
    fs_identity_id(stats->origin_key, id);
    if (stats->has_origin_key && fs_identity_parse(origin_key, wanted) && memcmp(id, wanted, sizeof id) == 0)
        return true;
    origin_text(stats, key);
    snprintf(why, APP_ERROR_BYTES, "the ticks are %s%s, not with the key of --origin-key",
             key[0] != '\0' ? "signed with the key " : "not signed", key);
    return false;
}

void spectating_add(json_t *report, const fs_session_stats *stats)
{
    char key[FS_FINGERPRINT_BYTES];
    json_object_set_new(report, "spectating", json_boolean(stats->spectating));
    if (!stats->spectating)
        return;
    origin_text(stats, key);
    json_object_set_new(report, "origin", key[0] != '\0' ? json_string(key) : json_null());
    json_object_set_new(report, "relayed", json_boolean(stats->relayed));
    json_object_set_new(report, "verified_ticks", json_integer(stats->verified_tick));
    json_object_set_new(report, "spectate_delay_s", json_integer(stats->spectate_delay_s));
}
