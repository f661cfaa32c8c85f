/* script.c: the script parser and its lookup. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/script.h"
#include "app/files/open_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_FILE = 64 << 20, /* bytes of a script */
    MAX_WORD = 2 * FS_MAX_INPUT + 1
};

typedef struct entry {
    uint32_t tick, line;
    uint8_t slot;
    uint8_t bytes[FS_MAX_INPUT];
} entry;

struct app_script {
    char origin[96];
    entry *entries; /* by slot, then tick, once parsed */
    size_t count, capacity;
    size_t input_size;   /* bytes of every line */
    uint32_t input_line; /* the line that set it */
    bool names_slots;
    uint32_t first[FS_MAX_PLAYERS + 1]; /* entries of slot s: first[s]..first[s+1] */
};

/* The words of one line. Of a word that is too long MAX_WORD + 1 characters are
 * kept, so that it stays too long. */
typedef struct words {
    char text[3][MAX_WORD + 2];
    unsigned count; /* may be 4: too many */
} words;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void split_line(const char *line, size_t size, words *out)
{
    out->count = 0;
    size_t at = 0;
    while (at < size && out->count < 4) {
        while (at < size && is_blank(line[at]))
            at++;
        if (at == size || line[at] == '#')
            return;
        size_t length = 0;
        for (; at < size && !is_blank(line[at]) && line[at] != '#'; at++)
            if (out->count < 3 && length <= MAX_WORD)
                out->text[out->count][length++] = line[at] != '\0' ? line[at] : '?';
        if (out->count < 3)
            out->text[out->count][length] = '\0';
        out->count++;
    }
}

static bool report_line(const app_script *script, uint32_t line, char why[APP_ERROR_BYTES], const char *sentence,
                        const char *what)
{
    snprintf(why, APP_ERROR_BYTES, "%s: line %" PRIu32 ": %s '%.40s'", script->origin, line, sentence, what);
    return false;
}

/* Bytes in the word, 0 if it is not an even number of hex digits. */
static size_t parse_hex(const char *word, uint8_t bytes[FS_MAX_INPUT])
{
    size_t digits = strlen(word);
    if (digits % 2 != 0 || digits > 2 * FS_MAX_INPUT)
        return 0;
    for (size_t i = 0; i < digits; i += 2) {
        unsigned high = app_hex_digit(word[i]);
        unsigned low = app_hex_digit(word[i + 1]);
        if (high > 15 || low > 15)
            return 0;
        bytes[i / 2] = (uint8_t)(high << 4 | low);
    }
    return digits / 2;
}

/* Decimal digits only: next to hex bytes a 0x prefix would be ambiguous. */
static bool parse_decimal(const char *word, uint64_t high, uint64_t *out)
{
    return word[strspn(word, "0123456789")] == '\0' && app_parse_number(word, 0, high, out);
}

static bool check_size(app_script *script, size_t size, uint32_t line, const char *word, char why[APP_ERROR_BYTES])
{
    if (script->input_size == 0) {
        script->input_size = size;
        script->input_line = line;
    }
    if (size == script->input_size)
        return true;
    return report_line(script, line, why, "another number of bytes than the lines before:", word);
}

static bool append_entry(app_script *script, const entry *e)
{
    if (script->count == script->capacity) {
        size_t capacity = script->capacity == 0 ? 64 : 2 * script->capacity;
        entry *grown = realloc(script->entries, capacity * sizeof *grown);
        if (grown == NULL)
            return false;
        script->entries = grown;
        script->capacity = capacity;
    }
    script->entries[script->count++] = *e;
    return true;
}

static bool parse_line(app_script *script, uint32_t number, const words *w, char why[APP_ERROR_BYTES])
{
    if (w->count < 2 || w->count > 3)
        return report_line(script, number, why, "expected TICK [SLOT] HEXBYTES at", w->text[0]);
    uint64_t tick, slot = 0;
    const char *hex = w->text[w->count - 1];
    entry e = { .line = number };
    if (!parse_decimal(w->text[0], UINT32_MAX - 1, &tick))
        return report_line(script, number, why, "not a tick:", w->text[0]);
    if (w->count == 3 && !parse_decimal(w->text[1], FS_MAX_PLAYERS - 1, &slot))
        return report_line(script, number, why, "not a slot:", w->text[1]);
    size_t size = parse_hex(hex, e.bytes);
    if (size == 0)
        return report_line(script, number, why, "not an even number of hex digits (or more than 64 bytes):", hex);
    if (!check_size(script, size, number, hex, why))
        return false;
    e.tick = (uint32_t)tick;
    e.slot = (uint8_t)slot;
    script->names_slots = script->names_slots || w->count == 3;
    if (!append_entry(script, &e)) {
        snprintf(why, APP_ERROR_BYTES, "%s: out of memory", script->origin);
        return false;
    }
    return true;
}

/* By slot; lines of one slot stay in the order of the file. */
static int compare_entries(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    if (a->slot != b->slot)
        return a->slot < b->slot ? -1 : 1;
    return a->line < b->line ? -1 : a->line > b->line;
}

static bool order_entries(app_script *script, char why[APP_ERROR_BYTES])
{
    if (script->count > 0)
        qsort(script->entries, script->count, sizeof *script->entries, compare_entries);
    for (size_t i = 0; i < script->count; i++) {
        const entry *e = &script->entries[i];
        for (unsigned s = e->slot + 1u; s <= FS_MAX_PLAYERS; s++)
            script->first[s] = (uint32_t)i + 1;
        if (i > 0 && e[-1].slot == e->slot && e->tick <= e[-1].tick) {
            snprintf(why, APP_ERROR_BYTES,
                     "%s: line %" PRIu32 ": tick %" PRIu32 " does not come after tick %" PRIu32 " of line %" PRIu32,
                     script->origin, e->line, e->tick, e[-1].tick, e[-1].line);
            return false;
        }
    }
    return true;
}

static bool parse_text(app_script *script, const char *text, size_t size, char why[APP_ERROR_BYTES])
{
    uint32_t number = 0;
    for (size_t at = 0; at < size;) {
        const char *line = text + at;
        const char *end = memchr(line, '\n', size - at);
        size_t length = end != NULL ? (size_t)(end - line) : size - at;
        at += length + 1;
        number++;
        words w;
        split_line(line, length, &w);
        if (w.count > 0 && !parse_line(script, number, &w, why))
            return false;
    }
    return order_entries(script, why);
}

app_script *app_script_parse(const char *origin, const char *text, size_t size, char why[APP_ERROR_BYTES])
{
    app_script *script = calloc(1, sizeof *script);
    if (script == NULL) {
        snprintf(why, APP_ERROR_BYTES, "%.90s: out of memory", origin);
        return NULL;
    }
    snprintf(script->origin, sizeof script->origin, "%s", origin);
    if (parse_text(script, text, size, why))
        return script;
    app_script_free(script);
    return NULL;
}

/* Reads the whole file, of which the size is not known before: it may be a pipe. */
static char *read_all(FILE *file, size_t *size)
{
    size_t capacity = 1 << 16, used = 0;
    char *bytes = malloc(capacity);
    while (bytes != NULL) {
        used += fread(bytes + used, 1, capacity - used, file);
        if (used < capacity)
            break;
        char *grown = capacity < MAX_FILE ? realloc(bytes, 2 * capacity) : NULL;
        if (grown == NULL) {
            free(bytes);
            errno = EFBIG;
            return NULL;
        }
        bytes = grown;
        capacity *= 2;
    }
    *size = used;
    return bytes;
}

app_script *app_script_load(const char *path, char why[APP_ERROR_BYTES])
{
    FILE *file = app_open_to_read(path);
    size_t size = 0;
    char *text = file != NULL ? read_all(file, &size) : NULL;
    app_script *script = NULL;
    if (text == NULL || ferror(file))
        snprintf(why, APP_ERROR_BYTES, "cannot read the script %.150s: %s", path, strerror(errno));
    else
        script = app_script_parse(path, text, size, why);
    free(text);
    if (file != NULL)
        fclose(file);
    return script;
}

void app_script_free(app_script *script)
{
    if (script != NULL)
        free(script->entries);
    free(script);
}

bool app_script_check(const app_script *script, const fs_game *game, uint32_t slots, char why[APP_ERROR_BYTES])
{
    if (script->count > 0 && script->input_size != game->input_size) {
        snprintf(why, APP_ERROR_BYTES, "%s: line %" PRIu32 ": an input of %s has %" PRIu32 " bytes, not %zu",
                 script->origin, script->input_line, game->name, game->input_size, script->input_size);
        return false;
    }
    for (size_t i = 0; i < script->count; i++)
        if (script->entries[i].slot >= slots) {
            snprintf(why, APP_ERROR_BYTES, "%s: line %" PRIu32 ": slot %d, but the match has slots 0 to %" PRIu32,
                     script->origin, script->entries[i].line, script->entries[i].slot, slots - 1);
            return false;
        }
    return true;
}

bool app_script_has(const app_script *script, uint32_t slot)
{
    return slot < FS_MAX_PLAYERS && script->first[slot + 1] > script->first[slot];
}

bool app_script_names_slots(const app_script *script)
{
    return script->names_slots;
}

void app_script_input(const app_script *script, uint32_t slot, uint32_t tick, void *input)
{
    FS_ASSERT(script != NULL && input != NULL);
    if (slot >= FS_MAX_PLAYERS)
        return;
    /* Binary search for the number of entries at or before the tick. */
    size_t low = script->first[slot], high = script->first[slot + 1];
    size_t start = low;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (script->entries[middle].tick <= tick)
            low = middle + 1;
        else
            high = middle;
    }
    if (low > start)
        memcpy(input, script->entries[low - 1].bytes, script->input_size);
}
