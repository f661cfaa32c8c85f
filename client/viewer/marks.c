/* marks.c: see marks.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "viewer/marks.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <fixstep/utf8.h>

#include "app/desync.h"

typedef struct mark_list {
    match_mark *marks;
    uint32_t count, first, last;
} mark_list;

/* NULL where there is no room or no such tick. The caller writes the text. */
static match_mark *add_mark(mark_list *l, json_int_t tick, match_mark_kind kind)
{
    if (l->count == MATCH_MARKS || tick < l->first || tick > l->last)
        return NULL;
    match_mark *mark = &l->marks[l->count++];
    *mark = (match_mark){ .tick = (uint32_t)tick, .kind = kind };
    return mark;
}

/* The tick of a report that cannot be read as a whole, a line of JSON; -1 where it has none. */
static json_int_t tick_of_report(const char *line)
{
    json_t *report = json_loads(line, 0, NULL), *value = json_object_get(report, "tick");
    json_int_t tick = json_is_integer(value) ? json_integer_value(value) : -1;
    json_decref(report);
    return tick;
}

/* A report without a tick has no mark, one whose fields cannot be read has its tick alone. */
static void add_desync(mark_list *l, const fs_replay *replay, const fs_schema *schema, uint32_t i)
{
    fs_recorded_desync recorded;
    bool whole = fs_replay_read_desync(replay, i, &recorded) == FS_OK;
    json_int_t tick = whole ? (json_int_t)recorded.desync.tick : tick_of_report(fs_replay_desync(replay, i));
    match_mark *mark = add_mark(l, tick, MARK_DESYNC);
    if (mark == NULL)
        return;
    if (whole)
        app_desync_line(&recorded.desync, schema, mark->text, sizeof mark->text);
    else
        snprintf(mark->text, sizeof mark->text, "desync at tick %" PRIu32 ": its report is malformed", mark->tick);
    fs_utf8_clean(mark->text);
}

static void add_player(mark_list *l, uint32_t tick, match_mark_kind kind, const fs_presence *p)
{
    match_mark *mark = add_mark(l, tick, kind);
    if (mark == NULL)
        return;
    snprintf(mark->text, sizeof mark->text, "tick %" PRIu32 ": %s %s, slot %" PRIu32, tick, p->name,
             kind == MARK_JOIN ? "joins" : "leaves", p->slot);
    fs_utf8_clean(mark->text);
}

static void add_players(mark_list *l, const fs_replay *replay)
{
    const fs_presence *p;
    for (uint32_t i = 0; l->count < MATCH_MARKS && (p = fs_replay_presence(replay, i)) != NULL; i++) {
        if (!p->joined_earlier)
            add_player(l, p->join_tick, MARK_JOIN, p);
        if (p->leave_tick != UINT32_MAX)
            add_player(l, p->leave_tick, MARK_LEAVE, p);
    }
}

uint32_t marks_read(const fs_replay *replay, const fs_schema *schema, match_mark marks[MATCH_MARKS])
{
    const fs_replay_info *info = fs_replay_get_info(replay);
    mark_list l = { .marks = marks, .first = info->first_tick, .last = info->first_tick + info->ticks };
    uint32_t tick;
    for (uint32_t i = 0; fs_replay_desync(replay, i) != NULL; i++)
        add_desync(&l, replay, schema, i);
    add_players(&l, replay);
    for (uint32_t i = 0; l.count < MATCH_MARKS && fs_replay_keyframe(replay, i, &tick); i++)
        add_mark(&l, tick, MARK_KEYFRAME);
    return l.count;
}

const match_mark *marks_find_desync(const match_mark *marks, uint32_t count, uint32_t tick, uint32_t before,
                                    uint32_t after)
{
    const match_mark *found = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const match_mark *m = &marks[i];
        bool near = m->tick > tick ? m->tick - tick <= before : tick - m->tick <= after;
        if (m->kind == MARK_DESYNC && near && (found == NULL || m->tick > found->tick))
            found = m;
    }
    return found;
}
