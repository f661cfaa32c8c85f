/* entry.c: see entry.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "launcher/entry.h"

#include <string.h>
#include <fixstep/lockstep.h>
#include <fixstep/utf8.h>

#include "app/files/password_file.h"
#include "keys/text_entry.h"
#include "launcher/preferences.h"

static const char hidden[] = "\xe2\x80\xa2"; /* U+2022, a point */
_Static_assert((int)ENTRY_BYTES >= (int)PREFERENCES_FOLDER_BYTES && (int)ENTRY_BYTES >= (int)APP_PASSWORD_BYTES,
               "every kind has room");

/* Bytes of a text of that kind with its final 0. */
static size_t entry_size(entry_kind kind)
{
    static const size_t sizes[] = { [ENTRY_NAME] = FS_MAX_NAME,
                                    [ENTRY_ADDRESS] = PREFERENCES_ADDRESS_BYTES,
                                    [ENTRY_FOLDER] = PREFERENCES_FOLDER_BYTES,
                                    [ENTRY_PASSWORD] = APP_PASSWORD_BYTES - 1 }; /* a file of it has a line end */
    return sizes[kind];
}

void entry_open(entry *e, entry_kind kind, const char *text)
{
    *e = (entry){ .kind = kind };
    text_entry_add(e->text, entry_size(kind), text);
    e->selected = e->text[0] != '\0';
}

void entry_type(entry *e, const char *utf8)
{
    char added[ENTRY_BYTES] = "";
    size_t kept = 0;
    bool blanks = e->kind == ENTRY_FOLDER || e->kind == ENTRY_PASSWORD;
    text_entry_add(added, sizeof added, utf8);
    size_t end = strlen(added);
    /* A line that is copied as a whole brings its end along, which is no part of a password. */
    while (end > 0 && strchr("\r\n", utf8[strlen(utf8) - 1]) != NULL && added[end - 1] == ' ')
        end--;
    for (size_t i = 0; i < end; i++)
        if (added[i] != ' ' || blanks)
            added[kept++] = added[i];
    added[kept] = '\0';
    if (kept > 0 && e->selected)
        entry_clear(e);
    text_entry_add(e->text, entry_size(e->kind), added);
}

void entry_erase(entry *e)
{
    if (e->selected)
        entry_clear(e);
    else
        text_entry_erase(e->text);
}

void entry_clear(entry *e)
{
    memset(e->text, 0, sizeof e->text);
    e->selected = false;
}

static void show_points(const char *text, char *shown, size_t size)
{
    size_t used = 0;
    for (; *text != '\0' && used + sizeof hidden <= size; text++)
        if (!fs_utf8_continues(*text)) {
            memcpy(shown + used, hidden, sizeof hidden - 1);
            used += sizeof hidden - 1;
        }
    shown[used] = '\0';
}

void entry_show(const entry *e, char *shown, size_t size)
{
    FS_ASSERT(size > 0);
    if (e->kind == ENTRY_PASSWORD) {
        show_points(e->text, shown, size);
        return;
    }
    size_t length = strlen(e->text), skipped = length < size ? 0 : length - size + 1;
    while (fs_utf8_continues(e->text[skipped]))
        skipped++;
    memcpy(shown, e->text + skipped, length - skipped + 1);
}

const char *entry_letters(unsigned layer)
{
    static const char *const layers[ENTRY_LAYERS] = { "abcdefghijklmnopqrstuvwxyz0123456789.:-_/~",
                                                      "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
                                                      " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~" };
    FS_ASSERT(layer < ENTRY_LAYERS);
    return layers[layer];
}

const char *entry_layer_name(unsigned layer)
{
    static const char *const names[ENTRY_LAYERS] = { "small letters ...", "capitals ...", "signs ..." };
    FS_ASSERT(layer < ENTRY_LAYERS);
    return names[layer];
}
