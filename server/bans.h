/* bans.h: addresses that may not connect, kept in a file.
 *
 * A line is ADDRESS[/BITS] [REASON]; a line that begins with # is a comment. The file is written anew, under another name
 * first, after each change.
 */
#ifndef FS_SERVER_BANS_H
#define FS_SERVER_BANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "app/options.h"

enum { BANS_MAX = 4096, BAN_REASON_BYTES = 100 };

/* An IPv4 or IPv6 prefix. */
typedef struct ban_prefix {
    uint8_t address[16];
    uint8_t bytes; /* of the address: 4 or 16 */
    uint8_t bits;  /* of the prefix */
    char reason[BAN_REASON_BYTES];
} ban_prefix;

typedef struct ban_list {
    const char *path; /* NULL: kept in memory only */
    ban_prefix *list; /* `count` of them, owned */
    size_t count;
} ban_list;

/* Parses "192.0.2.7", "192.0.2.0/24", "2001:db8::/32" and a reason after a blank; false with a sentence. */
bool ban_parse(ban_prefix *ban, const char *text, char why[APP_ERROR_BYTES]);
/* "192.0.2.0/24" of a ban. */
void ban_format(const ban_prefix *ban, char *text, size_t size);
/* Reads the file; one that does not exist is an empty one. False with a sentence that names file and line; the list is
 * as before then. */
bool bans_load(ban_list *bans, const char *path, char why[APP_ERROR_BYTES]);
/* The ban of a numeric address without a port; NULL: none. */
const ban_prefix *bans_find(const ban_list *bans, const char *address);
/* Adds a ban, or replaces the reason of the same prefix, and writes the file. False with a sentence; the ban holds all
 * the same unless the list is full. */
bool bans_add(ban_list *bans, const ban_prefix *ban, char why[APP_ERROR_BYTES]);
/* Removes the ban of exactly this prefix and writes the file. False with a sentence. */
bool bans_remove(ban_list *bans, const ban_prefix *ban, char why[APP_ERROR_BYTES]);
void bans_free(ban_list *bans);

#endif
