/* session_hash.c: shows the server the state of a tick, hash by hash. */
#include "lockstep/session_internal.h"

static void show_tables(const fs_session *s, const fs_state *state, struct fs__hash_reply *answer)
{
    answer->count = s->game->schema->table_count;
    for (uint32_t t = 0; t < answer->count; t++) {
        answer->hash[t] = fs_table_hash(state, t);
        answer->rows[t] = fs_state_rows(state, t);
    }
}

static void show_groups(const fs_state *state, struct fs__hash_reply *answer)
{
    uint32_t rows = fs_state_rows(state, answer->query.table);
    uint32_t groups = (rows + FS_HASH_ROWS - 1) / FS_HASH_ROWS;
    for (uint32_t g = answer->query.first; g < groups && answer->count < FS__MAX_REPLY_HASHES; g++)
        answer->hash[answer->count++] = fs_group_hash(state, answer->query.table, g);
}

static void show_rows(const fs_state *state, struct fs__hash_reply *answer)
{
    uint32_t rows = fs_state_rows(state, answer->query.table);
    uint64_t first = (uint64_t)answer->query.first * FS_HASH_ROWS;
    for (uint64_t row = first; row < rows && answer->count < FS_HASH_ROWS; row++)
        answer->hash[answer->count++] = fs_row_hash(state, answer->query.table, (uint32_t)row);
}

static void show_values(const fs_session *s, const fs_state *state, struct fs__hash_reply *answer)
{
    const fs_table *table = &s->game->schema->tables[answer->query.table];
    for (uint32_t f = 0; f < table->field_count; f++) {
        uint32_t components = fs_type_get(table->fields[f].type)->components;
        for (uint32_t c = 0; c < components && answer->count < FS__MAX_REPLY_HASHES; c++) {
            fs_value_ref place = { answer->query.table, (uint16_t)f, answer->query.first, (uint16_t)c };
            int64_t raw = 0;
            if (fs_value_get(state, place, &raw) != FS_OK)
                return;
            answer->hash[answer->count++] = (uint64_t)raw;
        }
    }
}

static void show(const fs_session *s, const fs_state *state, struct fs__hash_reply *answer)
{
    switch ((fs__hash_level)answer->query.level) {
    case FS__HASH_LEVEL_TABLES: show_tables(s, state, answer); break;
    case FS__HASH_LEVEL_GROUPS: show_groups(state, answer); break;
    case FS__HASH_LEVEL_ROWS: show_rows(state, answer); break;
    case FS__HASH_LEVEL_VALUES: show_values(s, state, answer); break;
    case FS__HASH_LEVEL_GONE: break;
    }
}

void fs__session_send_hash_reply(fs_session *s, const struct fs__hash_query *ask)
{
    struct fs__hash_reply answer = { .query = *ask, .chain = s->chains[ask->tick % FS__OWN_STATE_HASHES] };
    const fs_state *state = fs__state_history_fetch(&s->state_history, ask->tick);
    if (ask->table >= s->game->schema->table_count)
        return;
    if (state == NULL)
        answer.query.level = FS__HASH_LEVEL_GONE;
    else
        show(s, state, &answer);
    fs__session_send(s, FS_CHANNEL_CONTROL, fs__put_hash_reply(s->out, sizeof s->out, &answer));
}
