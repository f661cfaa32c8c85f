/* note.c: see note.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "launcher/note.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <fixstep/utf8.h>

static const char parting[] = "; ", dots[] = "...";

/* The bytes of a text that fit into `room`, of whole characters. */
static size_t fit(const char *text, size_t room)
{
    size_t length = strlen(text);
    if (length <= room)
        return length;
    while (room > 0 && fs_utf8_continues(text[room]))
        room--;
    return room;
}

static size_t append(char note[MENU_NOTE], size_t at, const char *text, size_t length)
{
    memcpy(note + at, text, length);
    note[at + length] = '\0';
    return at + length;
}

void note_add(char note[MENU_NOTE], const char *subject, const char *sentence)
{
    char added[MENU_NOTE];
    snprintf(added, sizeof added, "%s%s", subject, sentence);
    size_t new = fit(added, MENU_NOTE / 3 * 2), before = strlen(note), at = 0;
    if (before > 0) {
        size_t room = MENU_NOTE - 1 - new - strlen(parting);
        bool whole = before <= room;
        at = whole ? before : append(note, fit(note, room - strlen(dots)), dots, strlen(dots));
        at = append(note, at, parting, strlen(parting));
    }
    append(note, at, added, new);
}
