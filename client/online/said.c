/* said.c: see said.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "online/said.h"

#include <stdio.h>
#include <string.h>

static void remove_line(said *s, unsigned at)
{
    s->count--;
    memmove(&s->lines[at], &s->lines[at + 1], (s->count - at) * sizeof s->lines[0]);
}

static void give_up_oldest(said *s, feed *f, uint64_t now_us)
{
    feed_add(f, now_us, "lost: %s", s->lines[0].text);
    remove_line(s, 0);
}

void said_add(said *s, feed *f, const char *typed, uint64_t now_us)
{
    said_line line = { .since_us = now_us };
    fs_chat_clean(line.text, typed);
    if (line.text[0] == '\0')
        return;
    if (s->count == SAID_LINES)
        give_up_oldest(s, f, now_us);
    s->lines[s->count++] = line;
}

void said_heard(said *s, const char *text)
{
    for (unsigned i = 0; i < s->count; i++)
        if (strcmp(s->lines[i].text, text) == 0) {
            remove_line(s, i);
            return;
        }
}

void said_unsend(said *s)
{
    for (unsigned i = 0; i < s->count; i++) {
        s->lines[i].repeated |= s->lines[i].sent;
        s->lines[i].sent = false;
    }
}

void said_return(said *s, uint32_t tick)
{
    s->return_tick = tick + SAID_QUEUE_TICKS;
}

/* How long the match has run since the call before. */
static uint64_t measure_run(said *s, said_state state, uint64_t now_us)
{
    uint64_t passed = s->polled_us != 0 && now_us > s->polled_us ? now_us - s->polled_us : 0;
    s->polled_us = now_us;
    return state == SAID_RUNS ? passed : 0;
}

void said_poll(said *s, feed *f, said_way way, said_state state, uint32_t tick, uint64_t now_us)
{
    uint64_t run_us = measure_run(s, state, now_us);
    for (unsigned i = 0; i < s->count; i++) {
        said_line *line = &s->lines[i];
        bool may_come = line->repeated && tick < s->return_tick;
        if (!line->sent && !may_come && state != SAID_SILENT)
            line->sent = way.say(way.context, line->text);
        line->awaited_us += line->sent ? run_us : 0;
    }
    while (s->count > 0 && s->lines[0].awaited_us > SAID_LOST_US)
        give_up_oldest(s, f, now_us);
}

unsigned said_give_up(said *s, feed *f, uint64_t now_us)
{
    unsigned count = s->count;
    while (s->count > 0)
        give_up_oldest(s, f, now_us);
    return count;
}

/* The lines that the view has move up for a new one. */
static char *add_row(match_info *info)
{
    if (info->news_count == MATCH_INFO_LINES) {
        info->news_count--;
        memmove(info->news[0], info->news[1], info->news_count * sizeof info->news[0]);
    }
    uint32_t fresh = info->news_fresh + 1;
    info->news_fresh = fresh < MATCH_INFO_LINES ? fresh : MATCH_INFO_LINES;
    return info->news[info->news_count++];
}

void said_show(const said *s, said_state state, uint64_t now_us, match_info *info)
{
    for (unsigned i = 0; i < s->count; i++) {
        const said_line *line = &s->lines[i];
        const char *what = state == SAID_STANDS && line->sent ? "waits until the match goes on" : "not sent yet";
        if (state == SAID_SILENT || now_us - line->since_us >= SAID_USUAL_US)
            snprintf(add_row(info), MATCH_INFO_LINE_BYTES, "%s: %s", what, line->text);
    }
}
