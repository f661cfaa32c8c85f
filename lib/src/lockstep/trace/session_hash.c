/* session_hash.c: answers the HASH_QUERY messages of a trace from the state history. */
#include "lockstep/session_internal.h"
#include "lockstep/trace/phases.h"

static void put_table_hashes(const fs_session *s, const fs_state *state, struct fs__hash_reply *reply)
{
    reply->count = s->game->schema->table_count;
    for (uint32_t t = 0; t < reply->count; t++) {
        reply->hash[t] = fs_table_hash(state, t);
        reply->rows[t] = fs_state_rows(state, t);
    }
}

static void put_group_hashes(const fs_state *state, struct fs__hash_reply *reply)
{
    uint32_t rows = fs_state_rows(state, reply->query.table);
    uint32_t groups = fs__hash_group_count(rows);
    for (uint32_t g = reply->query.first; g < groups && reply->count < FS__MAX_REPLY_HASHES; g++)
        reply->hash[reply->count++] = fs_group_hash(state, reply->query.table, g);
}

static void put_row_hashes(const fs_state *state, struct fs__hash_reply *reply)
{
    uint32_t rows = fs_state_rows(state, reply->query.table);
    uint64_t first = (uint64_t)reply->query.first * FS_HASH_ROWS;
    for (uint64_t row = first; row < rows && reply->count < FS_HASH_ROWS; row++)
        reply->hash[reply->count++] = fs_row_hash(state, reply->query.table, (uint32_t)row);
}

static void put_values(const fs_session *s, const fs_state *state, struct fs__hash_reply *reply)
{
    const fs_table *table = &s->game->schema->tables[reply->query.table];
    for (uint32_t f = 0; f < table->field_count; f++) {
        uint32_t components = fs_type_get(table->fields[f].type)->components;
        for (uint32_t c = 0; c < components && reply->count < FS__MAX_REPLY_HASHES; c++) {
            fs_value_ref ref = { reply->query.table, (uint16_t)f, reply->query.first, (uint16_t)c };
            int64_t raw = 0;
            if (fs_value_get(state, ref, &raw) != FS_OK)
                return;
            reply->hash[reply->count++] = (uint64_t)raw;
        }
    }
}

/* Repeats the tick, which costs more than a step: once in FS__PHASES_INTERVAL_US. False when it cannot be repeated. */
static bool put_phases(fs_session *s, struct fs__hash_reply *reply)
{
    fs__phases phases;
    uint32_t tick = reply->query.tick;
    if (s->phases_us != 0 && s->now_us - s->phases_us < FS__PHASES_INTERVAL_US)
        return false;
    s->phases_us = s->now_us;
    if (!fs__phases_repeat(&phases, s->game, &s->config, &s->state_history, tick, fs__session_repeated_fault(s, tick),
                           s))
        return false;
    reply->count = phases.count;
    memcpy(reply->hash, phases.hash, phases.count * sizeof phases.hash[0]);
    return true;
}

static void put_level(const fs_session *s, const fs_state *state, struct fs__hash_reply *reply)
{
    switch ((fs__hash_level)reply->query.level) {
    case FS__HASH_LEVEL_TABLES: put_table_hashes(s, state, reply); break;
    case FS__HASH_LEVEL_GROUPS: put_group_hashes(state, reply); break;
    case FS__HASH_LEVEL_ROWS: put_row_hashes(state, reply); break;
    case FS__HASH_LEVEL_VALUES: put_values(s, state, reply); break;
    case FS__HASH_LEVEL_GONE:
    case FS__HASH_LEVEL_PHASES: break;
    }
}

void fs__session_send_hash_reply(fs_session *s, const struct fs__hash_query *query)
{
    struct fs__hash_reply reply = { .query = *query, .chain = s->chains[query->tick % FS__OWN_STATE_HASHES] };
    const fs_state *state = fs__state_history_fetch(&s->state_history, query->tick);
    if (query->table >= s->game->schema->table_count)
        return;
    bool phases = query->level == FS__HASH_LEVEL_PHASES;
    if (state == NULL || (phases && !put_phases(s, &reply)))
        reply.query.level = FS__HASH_LEVEL_GONE;
    else
        put_level(s, state, &reply);
    fs__session_send(s, FS_CHANNEL_CONTROL, fs__put_hash_reply(s->out, sizeof s->out, &reply));
}
