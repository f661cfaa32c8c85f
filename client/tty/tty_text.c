/* tty_text.c: see tty_text.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "tty/tty_text.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char part_end[] = "  ";

int tty_next_character(const char **text, wchar_t *c)
{
    mbstate_t state = { 0 };
    size_t n = mbrtowc(c, *text, strlen(*text), &state);
    bool bad = n == (size_t)-1 || n == (size_t)-2;
    *text += bad ? 1 : n;
    if (bad || wcwidth(*c) < 1)
        *c = L'?';
    return wcwidth(*c) == 2 ? 2 : 1;
}

int tty_columns(const char *text, int bytes)
{
    const char *end = text + (bytes < 0 ? (int)strlen(text) : bytes);
    int columns = 0;
    wchar_t c;
    while (text < end)
        columns += tty_next_character(&text, &c);
    return columns;
}

/* The first line of a text on so many columns: it ends at the last blank where one fits, which *text is moved behind. */
static tty_piece take_line(const char **text, int columns)
{
    const char *begin = *text, *at = begin;
    tty_piece whole = { begin, 0, 0 }, words = { begin, 0, 0 };
    wchar_t c;
    while (*at != '\0') {
        const char *before = at;
        int width = tty_next_character(&at, &c);
        if (*before == ' ' && before > begin)
            words = whole;
        if (whole.columns + width > columns && whole.bytes > 0)
            break;
        whole.bytes = (int)(at - begin);
        whole.columns += width;
    }
    bool ended = whole.text[whole.bytes] == '\0';
    tty_piece line = ended || words.bytes == 0 ? whole : words;
    *text = begin + line.bytes;
    *text += !ended && **text == ' ';
    return line;
}

int tty_break(const char *text, int columns, tty_piece *lines, int room, const char **rest)
{
    int count = 0;
    while (count < room && (count == 0 || *text != '\0'))
        lines[count++] = take_line(&text, columns);
    if (rest != NULL)
        *rest = text;
    return count;
}

/* Bytes of the longest beginning of a text that ends with a part and has at most so many columns. */
static int fit_parts(const char *text, int columns)
{
    int fits = 0;
    for (const char *at = text; *at != '\0'; at += strspn(at, " ")) {
        const char *end = strstr(at, part_end);
        at = end != NULL ? end : at + strlen(at);
        if (tty_columns(text, (int)(at - text)) > columns)
            break;
        fits = (int)(at - text);
    }
    return fits;
}

void tty_fit_status(const char *status, const char *hint, int columns, char *line, size_t size)
{
    const char *end = strstr(status, part_end);
    int gap = (int)strlen(part_end), first = end != NULL ? (int)(end - status) : (int)strlen(status);
    int hinted = fit_parts(hint, columns - gap - tty_columns(status, first));
    int shown = fit_parts(status, hinted > 0 ? columns - gap - tty_columns(hint, hinted) : columns);
    snprintf(line, size, "%.*s%s%.*s", shown > first ? shown : first, status, hinted > 0 ? part_end : "", hinted, hint);
}
