/* marks.c: see marks.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "viewer/marks.h"

#include <inttypes.h>
#include <jansson.h>

typedef struct mark_list {
    match_mark *marks;
    uint32_t count, first, last;
} mark_list;

static void add_mark(mark_list *l, json_int_t tick, match_mark_kind kind)
{
    if (l->count < MATCH_MARKS && tick >= l->first && tick <= l->last)
        l->marks[l->count++] = (match_mark){ (uint32_t)tick, kind };
}

/* A desync is a line of JSON; one without a tick has no mark. */
static void add_desyncs(mark_list *l, const fs_replay *replay)
{
    const char *line;
    for (uint32_t i = 0; (line = fs_replay_desync(replay, i)) != NULL; i++) {
        json_t *desync = json_loads(line, 0, NULL), *tick = json_object_get(desync, "tick");
        if (json_is_integer(tick))
            add_mark(l, json_integer_value(tick), MARK_DESYNC);
        json_decref(desync);
    }
}

static void add_players(mark_list *l, const fs_replay *replay)
{
    const fs_presence *p;
    for (uint32_t i = 0; l->count < MATCH_MARKS && (p = fs_replay_presence(replay, i)) != NULL; i++) {
        if (!p->joined_earlier)
            add_mark(l, p->join_tick, MARK_JOIN);
        if (p->leave_tick != UINT32_MAX)
            add_mark(l, p->leave_tick, MARK_LEAVE);
    }
}

uint32_t marks_read(const fs_replay *replay, match_mark marks[MATCH_MARKS])
{
    const fs_replay_info *info = fs_replay_get_info(replay);
    mark_list l = { .marks = marks, .first = info->first_tick, .last = info->first_tick + info->ticks };
    uint32_t tick;
    add_desyncs(&l, replay);
    add_players(&l, replay);
    for (uint32_t i = 0; l.count < MATCH_MARKS && fs_replay_keyframe(replay, i, &tick); i++)
        add_mark(&l, tick, MARK_KEYFRAME);
    return l.count;
}
