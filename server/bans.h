/* bans.h: addresses that may not connect and keys of players that may not join, kept in a file.
 *
 * A line is ADDRESS[/BITS] [REASON] or key FINGERPRINT [REASON]; a line that begins with # is a comment. A change of one ban
 * changes its line of the file, in one step, and no other byte (line_edit.h): people write the file too.
 */
#ifndef FS_SERVER_BANS_H
#define FS_SERVER_BANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/identity.h>

#include "app/options.h"

enum { BANS_MAX = 4096, BAN_REASON_BYTES = 100, BAN_TEXT_BYTES = 64 /* of ban_format() */ };

typedef enum ban_kind { BAN_IPV4, BAN_IPV6, BAN_KEY } ban_kind;

/* A prefix of addresses, or the hash of a key. */
typedef struct ban_rule {
    ban_kind kind;
    uint8_t bytes[16]; /* 4 of an IPv4 address, else 16 */
    uint8_t bits;      /* of the prefix; of a key: all */
    char reason[BAN_REASON_BYTES];
} ban_rule;

typedef struct ban_list {
    const char *path; /* NULL: kept in memory only */
    ban_rule *list;   /* `count` of them, owned */
    size_t count;
} ban_list;

/* Parses "192.0.2.7", "192.0.2.0/24", "2001:db8::/32", "key FINGERPRINT", and a reason after a blank; false with a
 * sentence. */
bool ban_parse(ban_rule *ban, const char *text, char why[APP_ERROR_BYTES]);
/* The ban of a key, without a reason. */
ban_rule ban_of_key(const uint8_t id[FS_KEY_ID_BYTES]);
/* "192.0.2.0/24" or "key FINGERPRINT" of a ban. */
void ban_format(const ban_rule *ban, char *text, size_t size);
/* Reads the file; one that does not exist is an empty one. False with a sentence that names file and line; the list is
 * as before then. */
bool bans_load(ban_list *bans, const char *path, char why[APP_ERROR_BYTES]);
/* The ban of a numeric address without a port; NULL: none. */
const ban_rule *bans_find(const ban_list *bans, const char *address);
/* The ban of the key with that hash; NULL: none. */
const ban_rule *bans_find_key(const ban_list *bans, const uint8_t id[FS_KEY_ID_BYTES]);
/* Adds a ban, or replaces the reason of the same prefix or key, in the list and in the file. False with a sentence: the list
 * is full, or the file cannot be written and the ban holds in memory only. */
bool bans_add(ban_list *bans, const ban_rule *ban, char why[APP_ERROR_BYTES]);
/* Removes the ban of exactly this prefix or key from the list and from the file. False with a sentence, likewise. */
bool bans_remove(ban_list *bans, const ban_rule *ban, char why[APP_ERROR_BYTES]);
void bans_free(ban_list *bans);

#endif
