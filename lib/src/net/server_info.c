/* server_info.c: see server_info.h. */
#include "net/server_info.h"

#include <string.h>

#include "base/utf8.h"
#include "lockstep/player/player_text.h"
#include "state/wire.h"

enum { FLAG_PASSWORD = 1, FLAG_SPECTATORS = 2 };

size_t fs__info_put(uint8_t bytes[FS__INFO_BYTES], const fs_server_info *info)
{
    fs__writer w = fs__writer_make(bytes, FS__INFO_BYTES);
    fs__put_u64(&w, info->id);
    fs__put_u16(&w, info->version);
    fs__put_u8(&w, (uint8_t)((info->password ? FLAG_PASSWORD : 0) | (info->spectators ? FLAG_SPECTATORS : 0)));
    fs__put_u8(&w, info->players);
    fs__put_u8(&w, info->bots);
    fs__put_u8(&w, info->slots);
    fs__put_text(&w, info->game);
    fs__put_text(&w, info->name);
    if (info->has_key)
        fs__put_bytes(&w, info->key, sizeof info->key);
    FS_ASSERT(!w.full);
    return w.at;
}

/* Printable characters alone, cut to the size. */
static void clean_text(char *text, size_t size)
{
    char clean[FS_MAX_CHAT];
    fs_chat_clean(clean, text);
    size_t n = fs__utf8_cut(clean, size - 1);
    memset(text, 0, size);
    memcpy(text, clean, n);
}

bool fs__info_get(fs_server_info *info, const uint8_t *bytes, size_t size)
{
    fs__reader r = fs__reader_make(bytes, size);
    info->id = fs__get_u64(&r);
    info->version = fs__get_u16(&r);
    uint8_t flags = fs__get_u8(&r);
    info->password = (flags & FLAG_PASSWORD) != 0;
    info->spectators = (flags & FLAG_SPECTATORS) != 0;
    info->players = fs__get_u8(&r);
    info->bots = fs__get_u8(&r);
    info->slots = fs__get_u8(&r);
    fs__get_text(&r, info->game, sizeof info->game);
    fs__get_text(&r, info->name, sizeof info->name);
    info->has_key = fs__reader_remaining(&r) > 0;
    memset(info->key, 0, sizeof info->key);
    if (info->has_key)
        fs__get_bytes(&r, info->key, sizeof info->key);
    clean_text(info->game, sizeof info->game);
    clean_text(info->name, sizeof info->name);
    return fs__reader_done(&r);
}
