/* config_codec.c: the canonical bytes of a configuration, and their digest.
 *
 * These bytes are part of the handshake and of every replay: fixed size,
 * little-endian, one encoding for one configuration. Any input is safe to decode.
 *
 *     24 bytes  name of the game, the rest zero
 *      8 bytes  seed
 *      4 bytes  ticks per second
 *      4 bytes  players
 *     32 x 8    options, two's complement
 */
#include <fixstep/sim.h>

#include <string.h>
#include <xxhash.h>

#include "state/wire.h"
#include "sim/sim.h"

void fs_config_encode(const fs_config *config, uint8_t bytes[FS_CONFIG_BYTES])
{
    char name[FS_MAX_NAME] = "";
    memcpy(name, config->game, strnlen(config->game, FS_MAX_NAME - 1));
    fs__writer w = fs__writer_make(bytes, FS_CONFIG_BYTES);
    fs__put_bytes(&w, name, sizeof name);
    fs__put_u64(&w, config->seed);
    fs__put_u32(&w, config->hz);
    fs__put_u32(&w, config->players);
    for (unsigned i = 0; i < FS_MAX_OPTIONS; i++)
        fs__put_u64(&w, (uint64_t)config->options[i]);
    FS_ASSERT(!w.full && w.at == FS_CONFIG_BYTES);
}

/* Whether a name is terminated and valid, with zeros after the terminator. */
static bool name_is_canonical(const char name[FS_MAX_NAME])
{
    size_t length = strnlen(name, FS_MAX_NAME);
    if (length == FS_MAX_NAME || !fs__name_valid(name))
        return false;
    for (size_t i = length; i < FS_MAX_NAME; i++)
        if (name[i] != '\0')
            return false;
    return true;
}

static bool is_plausible(const fs_config *config)
{
    return name_is_canonical(config->game) && config->hz >= FS_MIN_HZ && config->hz <= FS_MAX_HZ &&
           config->players >= 1 && config->players <= FS_MAX_PLAYERS;
}

fs_result fs_config_decode(fs_config *config, const uint8_t bytes[FS_CONFIG_BYTES])
{
    fs__reader r = fs__reader_make(bytes, FS_CONFIG_BYTES);
    memset(config, 0, sizeof *config);
    fs__get_bytes(&r, config->game, sizeof config->game);
    config->seed = fs__get_u64(&r);
    config->hz = fs__get_u32(&r);
    config->players = fs__get_u32(&r);
    for (unsigned i = 0; i < FS_MAX_OPTIONS; i++)
        config->options[i] = (int64_t)fs__get_u64(&r);
    if (fs__reader_done(&r) && is_plausible(config))
        return FS_OK;
    memset(config, 0, sizeof *config);
    return FS_E_MALFORMED;
}

/* XXH3-64 over the canonical bytes followed by the schema's digest. */
uint64_t fs_config_hash(const fs_game *game, const fs_config *config)
{
    uint8_t bytes[FS_CONFIG_BYTES + 8];
    fs_config_encode(config, bytes);
    fs__writer w = fs__writer_make(bytes + FS_CONFIG_BYTES, 8);
    fs__put_u64(&w, fs_schema_hash(game->schema));
    return XXH3_64bits(bytes, sizeof bytes);
}
