/* bans.c: prefixes of addresses and hashes of keys, their file and their search. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "bans.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/utf8.h>

#include "app/files/line_edit.h"
#include "app/files/line_file.h"

/* --- one rule ---------------------------------------------------------------------- */

static unsigned size_of(const ban_rule *ban)
{
    return ban->kind == BAN_IPV4 ? 4 : sizeof ban->bytes;
}

static bool parse_address(const char *text, ban_rule *ban)
{
    *ban = (ban_rule){ .kind = BAN_IPV4 };
    if (inet_pton(AF_INET, text, ban->bytes) != 1) {
        ban->kind = BAN_IPV6;
        if (inet_pton(AF_INET6, text, ban->bytes) != 1)
            return false;
    }
    ban->bits = (uint8_t)(size_of(ban) * 8);
    return true;
}

/* Zeroes the bits behind the prefix, so that equal prefixes are equal bytes. */
static void clear_host_bits(ban_rule *ban)
{
    for (unsigned bit = ban->bits; bit < size_of(ban) * 8; bit++)
        ban->bytes[bit / 8] &= (uint8_t) ~(0x80u >> bit % 8);
}

static bool parse_prefix(ban_rule *ban, char *word)
{
    uint64_t bits = 0;
    char *slash = strchr(word, '/');
    if (slash != NULL)
        *slash = '\0';
    if (!parse_address(word, ban))
        return false;
    if (slash != NULL) {
        if (!app_parse_number(slash + 1, 0, size_of(ban) * 8, &bits) || strchr(slash + 1, 'x') != NULL)
            return false;
        ban->bits = (uint8_t)bits;
        clear_host_bits(ban);
    }
    return true;
}

ban_rule ban_of_key(const uint8_t id[FS_KEY_ID_BYTES])
{
    ban_rule ban = { .kind = BAN_KEY, .bits = FS_KEY_ID_BYTES * 8 };
    memcpy(ban.bytes, id, FS_KEY_ID_BYTES);
    return ban;
}

static bool parse_key(ban_rule *ban, const char *word)
{
    uint8_t id[FS_KEY_ID_BYTES];
    if (!fs_identity_parse(word, id))
        return false;
    *ban = ban_of_key(id);
    return true;
}

/* Copies the text up to the first blank and moves behind that; a longer word is "". */
static void take_word(const char **text, char word[BAN_TEXT_BYTES])
{
    size_t size = strcspn(*text, " \t");
    snprintf(word, BAN_TEXT_BYTES, "%.*s", size < BAN_TEXT_BYTES ? (int)size : 0, *text);
    *text += size;
    *text += strspn(*text, " \t");
}

bool ban_parse(ban_rule *ban, const char *text, char why[APP_ERROR_BYTES])
{
    char word[BAN_TEXT_BYTES];
    const char *rest = text;
    take_word(&rest, word);
    bool is_key = strcmp(word, "key") == 0;
    if (is_key)
        take_word(&rest, word);
    if (is_key ? !parse_key(ban, word) : !parse_prefix(ban, word)) {
        snprintf(why, APP_ERROR_BYTES,
                 is_key ? "'%.60s' has no fingerprint, 8 groups of 4 hexadecimal digits joined by '-'"
                        : "'%.60s' is no address and no prefix such as 192.0.2.0/24",
                 text);
        return false;
    }
    snprintf(ban->reason, sizeof ban->reason, "%s", rest);
    fs_utf8_clean(ban->reason);
    ban->reason[strcspn(ban->reason, "\n")] = '\0';
    return true;
}

static void format_prefix(const ban_rule *ban, char *text, size_t size)
{
    char address[INET6_ADDRSTRLEN] = "?";
    inet_ntop(ban->kind == BAN_IPV4 ? AF_INET : AF_INET6, ban->bytes, address, sizeof address);
    if (ban->bits == size_of(ban) * 8)
        snprintf(text, size, "%s", address);
    else
        snprintf(text, size, "%s/%u", address, ban->bits);
}

void ban_format(const ban_rule *ban, char *text, size_t size)
{
    char fingerprint[FS_FINGERPRINT_BYTES];
    if (ban->kind == BAN_KEY)
        snprintf(text, size, "key %s", fs_identity_format(ban->bytes, fingerprint));
    else
        format_prefix(ban, text, size);
}

static bool is_same_rule(const ban_rule *a, const ban_rule *b)
{
    return a->kind == b->kind && a->bits == b->bits && memcmp(a->bytes, b->bytes, size_of(a)) == 0;
}

static bool contains(const ban_rule *prefix, const ban_rule *wanted)
{
    if (prefix->kind != wanted->kind)
        return false;
    ban_rule cut = *wanted;
    cut.bits = prefix->bits;
    clear_host_bits(&cut);
    return is_same_rule(prefix, &cut);
}

static const ban_rule *find(const ban_list *bans, const ban_rule *wanted)
{
    for (size_t i = 0; i < bans->count; i++)
        if (contains(&bans->list[i], wanted))
            return &bans->list[i];
    return NULL;
}

const ban_rule *bans_find(const ban_list *bans, const char *address)
{
    ban_rule wanted;
    return parse_address(address, &wanted) ? find(bans, &wanted) : NULL;
}

const ban_rule *bans_find_key(const ban_list *bans, const uint8_t id[FS_KEY_ID_BYTES])
{
    const ban_rule wanted = ban_of_key(id);
    return find(bans, &wanted);
}

/* --- the list ----------------------------------------------------------------------- */

static bool append(ban_list *bans, const ban_rule *added, char why[APP_ERROR_BYTES])
{
    ban_rule *grown = bans->count < BANS_MAX ? realloc(bans->list, (bans->count + 1) * sizeof *grown) : NULL;
    if (grown == NULL) {
        snprintf(why, APP_ERROR_BYTES, "the list of bans is full (%d)", BANS_MAX);
        return false;
    }
    bans->list = grown;
    bans->list[bans->count++] = *added;
    return true;
}

static size_t index_of(const ban_list *bans, const ban_rule *wanted)
{
    size_t i = 0;
    while (i < bans->count && !is_same_rule(&bans->list[i], wanted))
        i++;
    return i;
}

/* Whether an entry of the file is the ban of the same prefix or key. */
static bool is_same_entry(void *wanted, const char *entry)
{
    ban_rule ban;
    char why[APP_ERROR_BYTES];
    return ban_parse(&ban, entry, why) && is_same_rule(&ban, wanted);
}

/* Writes a ban into the file, or takes it out of it; false with a sentence. */
static bool save(const ban_list *bans, ban_rule ban, bool banned, char why[APP_ERROR_BYTES])
{
    char prefix[BAN_TEXT_BYTES], line[BAN_TEXT_BYTES + BAN_REASON_BYTES], sentence[APP_ERROR_BYTES];
    ban_format(&ban, prefix, sizeof prefix);
    snprintf(line, sizeof line, "%s%s%s", prefix, ban.reason[0] != '\0' ? " " : "", ban.reason);
    app_line_edit edit = { .is_same = is_same_entry,
                           .context = &ban,
                           .line = banned ? line : NULL,
                           .header = "# ADDRESS[/BITS] [REASON] or key FINGERPRINT [REASON]" };
    if (bans->path == NULL || app_lines_edit(bans->path, &edit, sentence))
        return true;
    snprintf(why, APP_ERROR_BYTES,
             "%s is %s in memory only, until the server ends or reads the file again, because it %.150s", prefix,
             banned ? "banned" : "no longer banned", sentence);
    return false;
}

bool bans_add(ban_list *bans, const ban_rule *added, char why[APP_ERROR_BYTES])
{
    size_t at = index_of(bans, added);
    if (at < bans->count)
        bans->list[at] = *added;
    else if (!append(bans, added, why))
        return false;
    return save(bans, *added, true, why);
}

bool bans_remove(ban_list *bans, const ban_rule *removed, char why[APP_ERROR_BYTES])
{
    size_t at = index_of(bans, removed);
    if (at == bans->count) {
        snprintf(why, APP_ERROR_BYTES, "there is no such ban");
        return false;
    }
    memmove(&bans->list[at], &bans->list[at + 1], (bans->count - at - 1) * sizeof *bans->list);
    bans->count--;
    return save(bans, *removed, false, why);
}

/* --- the file ------------------------------------------------------------------------- */

static bool take_entry(ban_list *bans, const char *entry, char why[APP_ERROR_BYTES])
{
    ban_rule added;
    return ban_parse(&added, entry, why) && (index_of(bans, &added) < bans->count || append(bans, &added, why));
}

static bool read_entries(ban_list *bans, app_line_file *lines, char why[APP_ERROR_BYTES])
{
    char reason[APP_ERROR_BYTES];
    const char *entry;
    while ((entry = app_lines_next(lines, why)) != NULL)
        if (!take_entry(bans, entry, reason))
            app_lines_refuse(lines, reason, why);
    return app_lines_close(lines);
}

bool bans_load(ban_list *bans, const char *path, char why[APP_ERROR_BYTES])
{
    ban_list fresh = { .path = path };
    app_line_file lines;
    bool good = true;
    if (path != NULL)
        good = app_lines_open(&lines, path, why) ? read_entries(&fresh, &lines, why) : errno == ENOENT;
    if (!good) {
        bans_free(&fresh);
        return false;
    }
    bans_free(bans);
    *bans = fresh;
    return true;
}

void bans_free(ban_list *bans)
{
    free(bans->list);
    *bans = (ban_list){ .path = bans->path };
}
