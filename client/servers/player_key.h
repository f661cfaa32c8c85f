/* player_key.h: the lasting key by which servers know a player again.
 *
 * Without --key it is fixstep/key below XDG_CONFIG_HOME, made at the first connection. A player has none with --anonymous, with
 * --insecure, and when that file cannot be used.
 */
#ifndef FS_CLIENT_PLAYER_KEY_H
#define FS_CLIENT_PLAYER_KEY_H

#include <fixstep/lockstep.h>
#include <fixstep/net.h>

#include "settings.h"

typedef struct player_key {
    bool has; /* `seed` is one */
    uint8_t seed[FS_KEY_BYTES];
} player_key;

/* Reads the key, or makes it. False with a sentence when the file of --key cannot be used. */
bool player_key_load(player_key *key, const settings *s, char why[APP_ERROR_BYTES]);
/* What a session proves a key with; NULL: it has none. */
const uint8_t *player_key_seed(const player_key *key);
/* Begins a session on an open connection, to which its proofs are bound. */
void player_key_begin(fs_session *session, const fs_net *net, uint64_t now_us);

#endif
