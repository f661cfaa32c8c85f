/* listen.c: velocities and scores of two ticks. See listen.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "sound/listen.h"

#include <math.h>
#include <string.h>

static const double SPEED = 1.0 / (1 << 21); /* m/s of one step of a velocity */
/* Changes of velocity in one tick, m/s: silent up to the first, loudest from the second. */
static const double SOFTEST = 0.7, LOUDEST = 8;

typedef struct search {
    sound_listener *listener;
    const fs_state *state;
    bool compares;
    sound_event *out;
    unsigned count;
} search;

/* Keeps the loudest. */
static void add_event(search *s, sound_event event)
{
    unsigned at = s->count;
    if (at == SOUND_EVENTS) {
        at = 0;
        for (unsigned i = 1; i < SOUND_EVENTS; i++)
            at = s->out[i].strength < s->out[at].strength ? i : at;
        if (s->out[at].strength >= event.strength)
            return;
    } else {
        s->count++;
    }
    s->out[at] = event;
}

/* Every body has a pitch of its own: a step of a scale of five tones. */
static float choose_pitch(uint32_t row)
{
    static const float scale[] = { 1, 1.125f, 1.25f, 1.5f, 1.6875f };
    return 196 * scale[row % 5] * (float)(1 + row / 5 % 2);
}

static void hear_row(search *s, fs_value_ref ref, uint32_t heard)
{
    int64_t *last = s->listener->velocity[heard], now[3] = { 0 };
    double square = 0;
    for (ref.component = 0; ref.component < 3 && fs_value_get(s->state, ref, &now[ref.component]) == FS_OK;
         ref.component++)
        square += ((double)now[ref.component] - (double)last[ref.component]) *
                  ((double)now[ref.component] - (double)last[ref.component]);
    double change = sqrt(square) * SPEED;
    if (s->compares && heard < s->listener->rows && change > SOFTEST)
        add_event(s, (sound_event){ SOUND_HIT, (float)fmin(1, change / LOUDEST), choose_pitch(ref.row) });
    memcpy(last, now, sizeof now);
}

static uint32_t hear_velocities(search *s)
{
    const fs_schema *schema = fs_state_schema(s->state);
    uint32_t heard = 0;
    for (unsigned table = 0; table < schema->table_count; table++) {
        fs_value_ref ref;
        if (fs_value_find(schema, schema->tables[table].name, "vel", &ref) != FS_OK)
            continue;
        fs_type type = schema->tables[table].fields[ref.field].type;
        if (type != FS_TYPE_VEL2 && type != FS_TYPE_VEL3)
            continue;
        for (ref.row = 0; ref.row < fs_state_rows(s->state, table) && heard < LISTENER_ROWS; ref.row++)
            hear_row(s, ref, heard++);
    }
    return heard;
}

static void hear_score(search *s, fs_value_ref ref, uint32_t heard)
{
    int64_t now = 0;
    if (fs_value_get(s->state, ref, &now) != FS_OK)
        return;
    if (s->compares && heard < s->listener->scores && now > s->listener->score[heard])
        add_event(s, (sound_event){ SOUND_SCORE, 1, 523.25f });
    s->listener->score[heard] = now;
}

static uint32_t hear_scores(search *s)
{
    static const char *const names[] = { "score", "goals", "points", "won" };
    const fs_schema *schema = fs_state_schema(s->state);
    uint32_t heard = 0;
    for (unsigned table = 0; table < schema->table_count; table++)
        for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
            fs_value_ref ref;
            if (fs_value_find(schema, schema->tables[table].name, names[i], &ref) != FS_OK)
                continue;
            for (ref.row = 0; ref.row < fs_state_rows(s->state, table) && heard < LISTENER_SCORES; ref.row++)
                hear_score(s, ref, heard++);
        }
    return heard;
}

unsigned sound_listen(sound_listener *l, const fs_state *state, uint32_t tick, sound_event out[SOUND_EVENTS])
{
    search s = { .listener = l, .state = state, .out = out };
    s.compares = l->listening && l->schema == fs_state_schema(state) && tick == l->tick + 1;
    uint32_t rows = hear_velocities(&s), scores = hear_scores(&s);
    l->rows = rows;
    l->scores = scores;
    l->schema = fs_state_schema(state);
    l->tick = tick;
    l->listening = true;
    return s.count;
}
