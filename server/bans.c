/* bans.c: prefixes of addresses, their file and their search. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "bans.h"

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/text.h"

/* --- one prefix -------------------------------------------------------------------- */

static bool parse_address(const char *text, ban_prefix *ban)
{
    if (inet_pton(AF_INET, text, ban->address) == 1)
        ban->bytes = 4;
    else if (inet_pton(AF_INET6, text, ban->address) == 1)
        ban->bytes = 16;
    else
        return false;
    ban->bits = (uint8_t)(ban->bytes * 8);
    return true;
}

/* Zeroes the bits behind the prefix, so that equal prefixes are equal bytes. */
static void clear_host_bits(ban_prefix *ban)
{
    for (unsigned bit = ban->bits; bit < ban->bytes * 8u; bit++)
        ban->address[bit / 8] &= (uint8_t) ~(0x80u >> bit % 8);
}

bool ban_parse(ban_prefix *ban, const char *text, char why[APP_ERROR_BYTES])
{
    char word[INET6_ADDRSTRLEN + 8];
    size_t size = strcspn(text, " \t");
    uint64_t bits = 0;
    *ban = (ban_prefix){ 0 };
    snprintf(word, sizeof word, "%.*s", (int)(size < sizeof word ? size : sizeof word - 1), text);
    char *slash = strchr(word, '/');
    if (slash != NULL)
        *slash = '\0';
    bool good = size < sizeof word && parse_address(word, ban);
    if (good && slash != NULL) {
        good = app_parse_number(slash + 1, 0, ban->bytes * 8u, &bits) && strchr(slash + 1, 'x') == NULL;
        ban->bits = (uint8_t)bits;
    }
    if (!good) {
        snprintf(why, APP_ERROR_BYTES, "'%.60s' is no address and no prefix such as 192.0.2.0/24", text);
        return false;
    }
    clear_host_bits(ban);
    text += size;
    snprintf(ban->reason, sizeof ban->reason, "%s", text + strspn(text, " \t"));
    app_text_clean(ban->reason);
    ban->reason[strcspn(ban->reason, "\n")] = '\0';
    return true;
}

void ban_format(const ban_prefix *ban, char *text, size_t size)
{
    char address[INET6_ADDRSTRLEN] = "?";
    inet_ntop(ban->bytes == 4 ? AF_INET : AF_INET6, ban->address, address, sizeof address);
    if (ban->bits == ban->bytes * 8)
        snprintf(text, size, "%s", address);
    else
        snprintf(text, size, "%s/%u", address, ban->bits);
}

static bool is_same_prefix(const ban_prefix *a, const ban_prefix *b)
{
    return a->bytes == b->bytes && a->bits == b->bits && memcmp(a->address, b->address, a->bytes) == 0;
}

static bool contains(const ban_prefix *prefix, const ban_prefix *address)
{
    if (prefix->bytes != address->bytes)
        return false;
    ban_prefix cut = *address;
    cut.bits = prefix->bits;
    clear_host_bits(&cut);
    return is_same_prefix(prefix, &cut);
}

const ban_prefix *bans_find(const ban_list *bans, const char *address)
{
    ban_prefix wanted = { 0 };
    if (!parse_address(address, &wanted))
        return NULL;
    for (size_t i = 0; i < bans->count; i++)
        if (contains(&bans->list[i], &wanted))
            return &bans->list[i];
    return NULL;
}

/* --- the list ----------------------------------------------------------------------- */

static bool append(ban_list *bans, const ban_prefix *added, char why[APP_ERROR_BYTES])
{
    ban_prefix *grown = bans->count < BANS_MAX ? realloc(bans->list, (bans->count + 1) * sizeof *grown) : NULL;
    if (grown == NULL) {
        snprintf(why, APP_ERROR_BYTES, "the list of bans is full (%d)", BANS_MAX);
        return false;
    }
    bans->list = grown;
    bans->list[bans->count++] = *added;
    return true;
}

static size_t index_of(const ban_list *bans, const ban_prefix *wanted)
{
    size_t i = 0;
    while (i < bans->count && !is_same_prefix(&bans->list[i], wanted))
        i++;
    return i;
}

/* Writes PATH.new and renames it; false with a sentence. */
static bool save(const ban_list *bans, char why[APP_ERROR_BYTES])
{
    char name[PATH_MAX], text[INET6_ADDRSTRLEN + 8];
    if (bans->path == NULL)
        return true;
    snprintf(name, sizeof name, "%s.new", bans->path);
    FILE *file = fopen(name, "we");
    bool good = file != NULL && fputs("# ADDRESS[/BITS] [REASON], written by fixstep-server\n", file) >= 0;
    for (size_t i = 0; good && i < bans->count; i++) {
        ban_format(&bans->list[i], text, sizeof text);
        good = fprintf(file, "%s %s\n", text, bans->list[i].reason) > 0;
    }
    good = file != NULL && fclose(file) == 0 && good && rename(name, bans->path) == 0;
    if (!good) {
        snprintf(why, APP_ERROR_BYTES, "cannot write %.150s: %s", bans->path, strerror(errno));
        if (file != NULL)
            unlink(name);
    }
    return good;
}

bool bans_add(ban_list *bans, const ban_prefix *added, char why[APP_ERROR_BYTES])
{
    size_t at = index_of(bans, added);
    if (at < bans->count)
        bans->list[at] = *added;
    else if (!append(bans, added, why))
        return false;
    return save(bans, why);
}

bool bans_remove(ban_list *bans, const ban_prefix *removed, char why[APP_ERROR_BYTES])
{
    size_t at = index_of(bans, removed);
    if (at == bans->count) {
        snprintf(why, APP_ERROR_BYTES, "there is no such ban");
        return false;
    }
    memmove(&bans->list[at], &bans->list[at + 1], (bans->count - at - 1) * sizeof *bans->list);
    bans->count--;
    return save(bans, why);
}

/* --- the file ------------------------------------------------------------------------- */

static bool take_line(ban_list *bans, char *line, char why[APP_ERROR_BYTES])
{
    ban_prefix added;
    line[strcspn(line, "\r\n")] = '\0';
    line += strspn(line, " \t");
    if (line[0] == '\0' || line[0] == '#')
        return true;
    return ban_parse(&added, line, why) && (index_of(bans, &added) < bans->count || append(bans, &added, why));
}

static bool read_lines(ban_list *bans, FILE *file, char why[APP_ERROR_BYTES])
{
    char line[512], reason[APP_ERROR_BYTES];
    for (unsigned number = 1; number <= 4 * BANS_MAX && fgets(line, sizeof line, file) != NULL; number++)
        if (!take_line(bans, line, reason)) {
            snprintf(why, APP_ERROR_BYTES, "%.120s: line %u: %.170s", bans->path, number, reason);
            return false;
        }
    if (ferror(file))
        snprintf(why, APP_ERROR_BYTES, "cannot read %.150s: %s", bans->path, strerror(errno));
    return !ferror(file);
}

bool bans_load(ban_list *bans, const char *path, char why[APP_ERROR_BYTES])
{
    ban_list fresh = { .path = path };
    FILE *file = path != NULL ? fopen(path, "re") : NULL;
    bool good = true;
    if (file != NULL) {
        good = read_lines(&fresh, file, why);
        fclose(file);
    } else if (path != NULL && errno != ENOENT) {
        snprintf(why, APP_ERROR_BYTES, "cannot read %.150s: %s", path, strerror(errno));
        good = false;
    }
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
