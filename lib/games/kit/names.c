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

/* Mean advance of a character in eighths of its height; a label is a LEASTth of its height at least. */
enum { ADVANCE = 5, LEAST = 2 };

static int64_t count_characters(const char *text)
{
    int64_t count = 0;
    for (; *text != 0; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

/* Copies `count` characters at most, the last one an ellipsis where there are more. */
static void copy_characters(char out[FS_DRAW_MAX_TEXT], const char *text, int64_t count)
{
    static const char ellipsis[] = "\xe2\x80\xa6";
    bool whole = count_characters(text) <= count;
    size_t size = 0, most = FS_DRAW_MAX_TEXT - sizeof ellipsis;
    for (int64_t left = whole ? count : count - 1; text[size] != 0 && size < most; size++) {
        left -= ((unsigned char)text[size] & 0xC0) != 0x80;
        if (left < 0)
            break;
    }
    memcpy(out, text, size);
    memcpy(out + size, whole ? "" : ellipsis, whole ? 1 : sizeof ellipsis);
}

void fs_kit_draw_label(fs_draw_list *draw, fs_draw_point middle, fix16_t height, fix16_t width, uint32_t colour,
                       const char *text)
{
    char fitting[FS_DRAW_MAX_TEXT];
    int64_t eighths = count_characters(text) * ADVANCE, room = (int64_t)(width > 0 ? width : 0) * 8, shown = height;
    if (eighths > 0 && shown * eighths > room)
        shown = room / eighths;
    if (height > 0 && shown < height / LEAST) {
        shown = height / LEAST > 0 ? height / LEAST : 1;
        int64_t most = room / (shown * ADVANCE);
        copy_characters(fitting, text, most > 1 ? most : 1);
        text = fitting;
        eighths = count_characters(text) * ADVANCE;
    }
    middle.x = (fix16_t)fs_clamp64(middle.x - shown * eighths / 16, INT32_MIN, INT32_MAX);
    fs_draw_text(draw, middle, (fix16_t)shown, colour, text);
}

void fs_kit_draw_name(fs_draw_list *draw, uint32_t slot, fs_draw_point at, fix16_t height, uint32_t colour)
{
    fs_draw_text(draw, at, height, colour, FS_KIT_NAME(draw, slot));
}
