/* names.c: the names of players in the texts of a game. See <fixstep/kit/names.h>. */
#include <fixstep/kit/names.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <fixstep/fixed.h>

const char *fs_kit_copy_name(const fs_draw_list *draw, uint32_t slot, char name[FS_DRAW_NAME_BYTES])
{
    fs_draw_get_name(draw, slot, name, FS_DRAW_NAME_BYTES);
    return name;
}

void fs_kit_append_value(char *text, size_t size, const fs_draw_list *draw, uint32_t slot, const char *value)
{
    char entry[FS_DRAW_MAX_TEXT];
    size_t used = strlen(text);
    int length = snprintf(entry, sizeof entry, " %s: %s ", FS_KIT_NAME(draw, slot), value);
    if (length >= 0 && (size_t)length < sizeof entry && used + (size_t)length < size)
        memcpy(text + used, entry, (size_t)length + 1);
}

void fs_kit_append_score(char *text, size_t size, const fs_draw_list *draw, uint32_t slot, int64_t score)
{
    char value[24];
    snprintf(value, sizeof value, "%" PRId64, score);
    fs_kit_append_value(text, size, draw, slot, value);
}

/* Mean advance of a character in eighths of its height. */
enum { ADVANCE = 5 };

static int64_t count_characters(const char *text)
{
    int64_t count = 0;
    for (; *text != 0; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

void fs_kit_draw_label(fs_draw_list *draw, fs_draw_point middle, fix16_t height, fix16_t width, uint32_t colour,
                       const char *text)
{
    int64_t eighths = count_characters(text) * ADVANCE, shown = height;
    if (eighths > 0 && shown * eighths > (int64_t)width * 8)
        shown = (int64_t)width * 8 / eighths;
    middle.x = (fix16_t)fs_clamp64(middle.x - shown * eighths / 16, INT32_MIN, INT32_MAX);
    fs_draw_text(draw, middle, (fix16_t)shown, colour, text);
}

void fs_kit_draw_name(fs_draw_list *draw, uint32_t slot, fs_draw_point at, fix16_t height, uint32_t colour)
{
    fs_draw_text(draw, at, height, colour, FS_KIT_NAME(draw, slot));
}
