/* player_text.c: see player_text.h. */
#include "lockstep/player/player_text.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

/* Letters beyond ASCII. Scripts from right to left, combining marks, and forms that look like ASCII are left out: a name
 * takes its place in a line and stands for one player. */
static const struct {
    uint32_t first, last;
} letters[] = {
    { 0xc0, 0xd6 },     { 0xd8, 0xf6 },     { 0xf8, 0x24f },    /* Latin */
    { 0x388, 0x3ff },                                           /* Greek */
    { 0x400, 0x481 },   { 0x48a, 0x52f },                       /* Cyrillic */
    { 0x531, 0x556 },   { 0x561, 0x587 },                       /* Armenian */
    { 0x10d0, 0x10fa },                                         /* Georgian */
    { 0x1e00, 0x1eff },                                         /* Latin with two marks */
    { 0x3041, 0x3096 }, { 0x30a1, 0x30fa }, { 0x30fc, 0x30fc }, /* Kana */
    { 0x3400, 0x4dbf }, { 0x4e00, 0x9fff },                     /* Han */
    { 0xac00, 0xd7a3 }                                          /* Hangul */
};

static bool is_name_character(uint32_t c)
{
    if (c < 0x80)
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               (c != 0 && strchr("-_.+", (int)c) != NULL);
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if (c >= letters[i].first && c <= letters[i].last)
            return true;
    return false;
}

bool fs__player_name_valid(const char *name)
{
    size_t size = strnlen(name, FS_MAX_NAME);
    for (size_t at = 0; at < size;)
        if (!is_name_character(fs__utf8_next(name, size, &at)))
            return false;
    return size < FS_MAX_NAME && name[0] != '.';
}

fs_result fs_name_check(const char *name, char *error, size_t error_size)
{
    if (strlen(name) >= FS_MAX_NAME)
        snprintf(error, error_size, "a name has at most %d bytes", FS_MAX_NAME - 1);
    else if (!fs__player_name_valid(name))
        snprintf(error, error_size, "a name has letters, digits and -_.+ only, and no dot first");
    else
        return FS_OK;
    return FS_E_NAME;
}

void fs_chat_clean(char out[FS_MAX_CHAT], const char *text)
{
    size_t used = 0;
    memset(out, 0, FS_MAX_CHAT);
    text += strspn(text, " \t\r\n");
    size_t size = strnlen(text, 4 * FS_MAX_CHAT);
    for (size_t at = 0; at < size;) {
        char bytes[FS_UTF8_MAX];
        bool blank = strchr("\t\r\n", text[at]) != NULL;
        uint32_t c = fs__utf8_next(text, size, &at);
        size_t n = fs__utf8_put(bytes, blank ? ' ' : c);
        if (used + n >= FS_MAX_CHAT)
            break;
        memcpy(out + used, bytes, n);
        used += n;
    }
    while (used > 0 && out[used - 1] == ' ')
        out[--used] = 0;
}

bool fs__chat_valid(const char *text)
{
    char clean[FS_MAX_CHAT];
    fs_chat_clean(clean, text);
    return clean[0] != 0 && strcmp(clean, text) == 0;
}
