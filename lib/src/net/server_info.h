/* server_info.h: what a server tells of itself, as bytes. */
#ifndef FS_NET_SERVER_INFO_H
#define FS_NET_SERVER_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <fixstep/net.h>

enum { FS__INFO_BYTES = 14 + FS_MAX_NAME + FS_SERVER_NAME_BYTES + FS_KEY_BYTES };

/* Returns the length, at most FS__INFO_BYTES. A key is the end, which may be left out. */
size_t fs__info_put(uint8_t bytes[FS__INFO_BYTES], const fs_server_info *info);
/* Any bytes are safe: false unless they are exactly one information. The texts are clean then. */
bool fs__info_get(fs_server_info *info, const uint8_t *bytes, size_t size);

#endif
