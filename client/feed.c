/* feed.c: see feed.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "feed.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <fixstep/utf8.h>

void feed_add(feed *f, uint64_t now_us, const char *format, ...)
{
    uint32_t at = f->count++ % MATCH_INFO_LINES;
    va_list values;
    va_start(values, format);
    vsnprintf(f->lines[at], sizeof f->lines[at], format, values);
    va_end(values);
    fs_utf8_clean(f->lines[at]);
    f->until_us[at] = now_us + FEED_SHOWN_US;
}

static void add_change(feed *f, const char *before, const char *after, uint64_t now_us)
{
    if (before[0] != '\0')
        feed_add(f, now_us, "%s left", before);
    if (after[0] != '\0')
        feed_add(f, now_us, "%s joined", after);
}

void feed_tick(feed *f, const fs_stream *stream, uint64_t now_us)
{
    uint32_t slot;
    for (uint32_t s = 0; s < FS_MAX_PLAYERS; s++) {
        const char *name = fs_stream_name(stream, s);
        if (strcmp(name, f->names[s]) == 0)
            continue;
        if (f->known)
            add_change(f, f->names[s], name, now_us);
        snprintf(f->names[s], sizeof f->names[s], "%s", name);
    }
    f->known = true;
    const char *text = fs_stream_chat(stream, &slot);
    if (text != NULL)
        feed_add(f, now_us, "%s: %s", fs_stream_name(stream, slot), text);
}

void feed_forget_names(feed *f)
{
    f->known = false;
}

void feed_show(const feed *f, uint64_t now_us, match_info *info)
{
    uint32_t first = f->count > MATCH_INFO_LINES ? f->count - MATCH_INFO_LINES : 0;
    info->news_count = f->count - first;
    info->news_fresh = 0;
    for (uint32_t n = first; n < f->count; n++) {
        uint32_t at = n % MATCH_INFO_LINES;
        memcpy(info->news[n - first], f->lines[at], MATCH_INFO_LINE_BYTES);
        info->news_fresh += now_us < f->until_us[at];
    }
}
