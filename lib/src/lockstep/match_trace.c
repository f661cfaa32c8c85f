/* match_trace.c: from unequal state hashes to the fields that differ.
 *
 * The server descends into the client's state of the first unequal tick: tables,
 * groups of 64 rows, rows, values; each answer shows where to ask next. It
 * compares with its own kept state of that tick. A trace ends when all
 * differences are named, FS_MAX_DIFFERENCES are, or the budget of bytes or time
 * is used up; the report then says what was found.
 */
#include "lockstep/match_internal.h"

static const fs_state *own_state(fs_match *m)
{
    return fs__state_history_fetch(&m->state_history, m->trace.report.tick);
}

static uint32_t lowest_bit(uint64_t bits)
{
    uint32_t n = 0;
    while (!(bits >> n & 1))
        n++;
    return n;
}

/* --- the end of a trace -------------------------------------------------------------- */

/* How many other players' state hashes of the tick are known, and agree with ours. */
static void count_votes(const fs_match *m, fs_desync *report, uint32_t p)
{
    for (uint32_t q = 0; q < FS_MAX_PEERS; q++) {
        const fs__peer *other = &m->peers[q];
        if (q == p || other->phase != FS__PEER_PLAYING || other->next_hash_tick <= report->tick)
            continue;
        bool wrong = report->tick >= other->desync_from && report->tick < other->desync_to;
        report->voters++;
        report->agreeing += !wrong;
    }
}

static void tell_client(fs_match *m, uint32_t p)
{
    const fs_desync *report = &m->trace.report;
    struct fs__desync_notice told = { .tick = report->tick };
    if (report->count > 0)
        fs_value_path(m->game->schema, report->differences[0].ref, told.text, sizeof told.text);
    fs__match_send(m, p, FS_CHANNEL_CONTROL, fs__put_desync_notice(m->out, sizeof m->out, &told));
}

/* Gives the peer the right state, unless it needed that too often. */
static void resync(fs_match *m, uint32_t p)
{
    fs__peer *peer = &m->peers[p];
    if (peer->resyncs == 0 || m->now_us - peer->resync_since_us > FS__RESYNC_PERIOD_US) {
        peer->resyncs = 0;
        peer->resync_since_us = m->now_us;
    }
    if (peer->resyncs++ >= FS__RESYNC_LIMIT)
        fs__match_refuse(m, p, FS_E_MISMATCH, "your simulation differed %u times in 10 minutes",
                         (unsigned)FS__RESYNC_LIMIT + 1);
    else if (!fs__match_send_snapshot(m, p))
        fs__match_refuse(m, p, FS_E_MEMORY, "the server has no memory for a snapshot");
}

static void finish(fs_match *m, const char *reason)
{
    fs__trace *t = &m->trace;
    uint32_t p = t->peer;
    t->active = false;
    t->report.reason = reason;
    t->report.traced = reason == NULL;
    count_votes(m, &t->report, p);
    t->report.traced_us = (uint32_t)(m->now_us - t->began_us);
    fs__match_event(m, (fs_event){ .kind = FS_EVENT_DESYNC,
                                   .peer = p,
                                   .slot = t->report.slot,
                                   .tick = t->report.tick,
                                   .name = t->report.name,
                                   .desync = &t->report });
    if (m->peers[p].phase == FS__PEER_PLAYING) {
        tell_client(m, p);
        if (m->def.resync && !m->ended)
            resync(m, p);
    }
    fs__match_trace_next(m);
}

void fs__match_trace_abandon(fs_match *m, uint32_t p, const char *why)
{
    if (m->trace.active && m->trace.peer == p)
        finish(m, why);
}

/* --- asking --------------------------------------------------------------------------------- */

static void ask(fs_match *m, fs__hash_level level, uint32_t table, uint32_t first)
{
    fs__trace *t = &m->trace;
    t->query = (struct fs__hash_query){ t->report.tick, (uint8_t)level, (uint16_t)table, first };
    t->request_us = m->now_us;
    size_t size = fs__put_hash_query(m->out, sizeof m->out, &t->query);
    t->report.trace_bytes += (uint32_t)size;
    fs__match_send(m, t->peer, FS_CHANNEL_CONTROL, size);
}

/* Begins the next trace that waits, if none is under way. */
void fs__match_trace_next(fs_match *m)
{
    fs__trace *t = &m->trace;
    for (uint32_t p = 0; p < FS_MAX_PEERS && !t->active; p++) {
        fs__peer *peer = &m->peers[p];
        if (peer->phase != FS__PEER_PLAYING || peer->trace_tick == FS__NO_TICK)
            continue;
        memset(t, 0, sizeof *t);
        t->active = true;
        t->peer = p;
        t->began_us = m->now_us;
        t->report = (fs_desync){ .tick = peer->trace_tick,
                                 .slot = peer->slot,
                                 .client_state_hash = peer->trace_state_hash,
                                 .client_build = peer->build,
                                 .server_state_hash = m->state_hashes[peer->trace_tick % FS__STATE_HASH_TICKS] };
        memcpy(t->report.name, peer->stats->name, FS_MAX_NAME);
        peer->trace_tick = FS__NO_TICK;
        ask(m, FS__HASH_LEVEL_TABLES, 0, 0);
    }
}

void fs__match_trace_poll(fs_match *m)
{
    if (m->trace.active && m->now_us - m->trace.request_us > FS__TRACE_TIMEOUT_US)
        finish(m, "the client did not answer in time");
}

/* --- descending -------------------------------------------------------------------------------- */

static void next_table(fs_match *m)
{
    fs__trace *t = &m->trace;
    if (t->tables_left == 0 || t->report.count >= FS_MAX_DIFFERENCES) {
        finish(m, t->report.count > 0 ? NULL : "the states are equal: the client's root or chain is wrong");
        return;
    }
    uint32_t table = lowest_bit(t->tables_left);
    t->tables_left &= t->tables_left - 1;
    ask(m, FS__HASH_LEVEL_GROUPS, table, 0);
}

/* Groups of the table on the side that has more rows. */
static uint32_t group_count(fs_match *m, const fs_state *own)
{
    uint32_t table = m->trace.query.table;
    uint32_t rows = fs_state_rows(own, table), theirs = m->trace.peer_rows[table];
    if (theirs > rows)
        rows = theirs;
    return (rows + FS_HASH_ROWS - 1) / FS_HASH_ROWS;
}

/* Looks on in the last answer for a group that differs. */
static void next_group(fs_match *m, const fs_state *own)
{
    fs__trace *t = &m->trace;
    uint32_t groups = group_count(m, own);
    uint32_t own_groups = (fs_state_rows(own, t->query.table) + FS_HASH_ROWS - 1) / FS_HASH_ROWS;
    for (; t->group < groups && t->group < t->groups_first + FS__MAX_REPLY_HASHES; t->group++) {
        uint32_t i = t->group - t->groups_first;
        bool both = i < t->groups.count && t->group < own_groups;
        if (both && t->groups.hash[i] == fs_group_hash(own, t->query.table, t->group))
            continue;
        ask(m, FS__HASH_LEVEL_ROWS, t->query.table, t->group++);
        return;
    }
    if (t->group < groups)
        ask(m, FS__HASH_LEVEL_GROUPS, t->query.table, t->group);
    else
        next_table(m);
}

static void name_value(fs_match *m, const fs_state *own, fs_value_ref place, const int64_t *theirs)
{
    fs_desync *report = &m->trace.report;
    fs_difference d = { .ref = place, .right_exists = theirs != NULL, .right = theirs ? *theirs : 0 };
    d.left_exists = place.row < fs_state_rows(own, place.table) && fs_value_get(own, place, &d.left) == FS_OK;
    bool equal = d.left_exists && d.right_exists && d.left == d.right;
    if (!equal && report->count < FS_MAX_DIFFERENCES)
        report->differences[report->count++] = d;
}

/* Compares one row; `theirs` are its raw components, NULL when it has no such row. */
static void compare_row(fs_match *m, const fs_state *own, uint32_t row, const struct fs__hash_reply *theirs)
{
    uint32_t table = m->trace.query.table, at = 0;
    const fs_table *def = &m->game->schema->tables[table];
    for (uint32_t f = 0; f < def->field_count; f++) {
        uint32_t components = fs_type_get(def->fields[f].type)->components;
        for (uint32_t c = 0; c < components; c++, at++) {
            fs_value_ref place = { (uint16_t)table, (uint16_t)f, row, (uint16_t)c };
            int64_t value = theirs != NULL && at < theirs->count ? (int64_t)theirs->hash[at] : 0;
            name_value(m, own, place, theirs != NULL && at < theirs->count ? &value : NULL);
        }
    }
}

/* Names the next row of the group that differs; rows only we have need no
 * question. */
static void next_row(fs_match *m, const fs_state *own)
{
    fs__trace *t = &m->trace;
    while (t->rows_left != 0 && t->report.count < FS_MAX_DIFFERENCES) {
        uint32_t row = (t->group - 1) * FS_HASH_ROWS + lowest_bit(t->rows_left);
        t->rows_left &= t->rows_left - 1;
        if (row < t->peer_rows[t->query.table]) {
            ask(m, FS__HASH_LEVEL_VALUES, t->query.table, row);
            return;
        }
        compare_row(m, own, row, NULL);
    }
    next_group(m, own);
}

/* --- answers ---------------------------------------------------------------------------------------- */

static void take_tables(fs_match *m, const fs_state *own, const struct fs__hash_reply *answer)
{
    fs__trace *t = &m->trace;
    t->report.inputs_equal = answer->chain == m->chains[t->report.tick % FS__STATE_HASH_TICKS];
    for (uint32_t i = 0; i < answer->count && i < m->game->schema->table_count; i++) {
        t->peer_rows[i] = answer->rows[i];
        if (answer->hash[i] != fs_table_hash(own, i) || answer->rows[i] != fs_state_rows(own, i))
            t->tables_left |= (uint64_t)1 << i;
    }
    next_table(m);
}

static void take_rows(fs_match *m, const fs_state *own, const struct fs__hash_reply *answer)
{
    fs__trace *t = &m->trace;
    uint32_t base = t->query.first * FS_HASH_ROWS, rows = fs_state_rows(own, t->query.table);
    t->rows_left = 0;
    for (uint32_t i = 0; i < FS_HASH_ROWS; i++) {
        bool mine = base + i < rows, yours = i < answer->count;
        bool equal = mine && yours && answer->hash[i] == fs_row_hash(own, t->query.table, base + i);
        if ((mine || yours) && !equal)
            t->rows_left |= (uint64_t)1 << i;
    }
    next_row(m, own);
}

static void take_answer(fs_match *m, const fs_state *own, const struct fs__hash_reply *answer)
{
    fs__trace *t = &m->trace;
    switch ((fs__hash_level)answer->query.level) {
    case FS__HASH_LEVEL_TABLES: take_tables(m, own, answer); break;
    case FS__HASH_LEVEL_GROUPS:
        t->groups = *answer;
        t->groups_first = t->group = answer->query.first;
        next_group(m, own);
        break;
    case FS__HASH_LEVEL_ROWS: take_rows(m, own, answer); break;
    case FS__HASH_LEVEL_VALUES:
        compare_row(m, own, answer->query.first, answer);
        next_row(m, own);
        break;
    case FS__HASH_LEVEL_GONE: break;
    }
}

void fs__match_trace_reply(fs_match *m, uint32_t p, const struct fs__hash_reply *answer)
{
    fs__trace *t = &m->trace;
    if (!t->active || t->peer != p || answer->query.tick != t->report.tick)
        return;
    t->report.trace_bytes += 19 + answer->count * 8;
    const fs_state *own = own_state(m);
    if (answer->query.level == FS__HASH_LEVEL_GONE)
        finish(m, "the client no longer keeps that tick");
    else if (own == NULL)
        finish(m, "the server no longer keeps that tick");
    else if (t->report.trace_bytes > FS__MAX_TRACE_BYTES)
        finish(m, t->report.count > 0 ? NULL : "the differences are too many to name");
    else if (answer->query.level == t->query.level && answer->query.table == t->query.table &&
             answer->query.first == t->query.first)
        take_answer(m, own, answer);
}
