/* session_hash.c: shows the server the state of a tick, hash by hash. */
#include "lockstep/session_internal.h"

static void show_tables(const fs_session *s, const fs_state *state, struct fs__tree *answer)
{
    answer->count = s->game->schema->table_count;
    for (uint32_t t = 0; t < answer->count; t++) {
        answer->hash[t] = fs_table_hash(state, t);
        answer->rows[t] = fs_state_rows(state, t);
    }
}

static void show_groups(const fs_state *state, struct fs__tree *answer)
{
    uint32_t rows = fs_state_rows(state, answer->ask.table);
    uint32_t groups = (rows + FS_HASH_ROWS - 1) / FS_HASH_ROWS;
    for (uint32_t g = answer->ask.first; g < groups && answer->count < FS__TREE_HASHES; g++)
        answer->hash[answer->count++] = fs_group_hash(state, answer->ask.table, g);
}

static void show_rows(const fs_state *state, struct fs__tree *answer)
{
    uint32_t rows = fs_state_rows(state, answer->ask.table);
    uint64_t first = (uint64_t)answer->ask.first * FS_HASH_ROWS;
    for (uint64_t row = first; row < rows && answer->count < FS_HASH_ROWS; row++)
        answer->hash[answer->count++] = fs_row_hash(state, answer->ask.table, (uint32_t)row);
}

static void show_values(const fs_session *s, const fs_state *state, struct fs__tree *answer)
{
    const fs_table *table = &s->game->schema->tables[answer->ask.table];
    for (uint32_t f = 0; f < table->field_count; f++) {
        uint32_t components = fs_type_get(table->fields[f].type)->components;
        for (uint32_t c = 0; c < components && answer->count < FS__TREE_HASHES; c++) {
            fs_place place = { answer->ask.table, (uint16_t)f, answer->ask.first, (uint16_t)c };
            int64_t raw = 0;
            if (fs_place_get(state, place, &raw) != FS_OK)
                return;
            answer->hash[answer->count++] = (uint64_t)raw;
        }
    }
}

static void show(const fs_session *s, const fs_state *state, struct fs__tree *answer)
{
    switch ((fs__tree_level)answer->ask.level) {
    case FS__TREE_TABLES:
        show_tables(s, state, answer);
        break;
    case FS__TREE_GROUPS:
        show_groups(state, answer);
        break;
    case FS__TREE_ROWS:
        show_rows(state, answer);
        break;
    case FS__TREE_VALUES:
        show_values(s, state, answer);
        break;
    case FS__TREE_GONE:
        break;
    }
}

void fs__session_answer(fs_session *s, const struct fs__tree_ask *ask)
{
    struct fs__tree answer = { .ask = *ask, .chain = s->chains[ask->tick % FS__OWN_ROOTS] };
    const fs_state *state = fs__kept_fetch(&s->kept, ask->tick);
    if (ask->table >= s->game->schema->table_count)
        return;
    if (state == NULL)
        answer.ask.level = FS__TREE_GONE;
    else
        show(s, state, &answer);
    fs__session_send(s, FS_CHANNEL_CONTROL, fs__put_tree(s->out, sizeof s->out, &answer));
}
