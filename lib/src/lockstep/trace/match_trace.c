/* match_trace.c: from unequal state hashes to the fields that differ.
 *
 * The server descends the Merkle tree of the client's state of the first unequal tick: tables, groups of 64 rows, rows,
 * values. It compares each reply with its own stored state of that tick and queries the next unequal node. At last both sides
 * repeat the tick, to find the part of it in which they part (phases.h). A trace ends when all differences are named,
 * FS_MAX_DIFFERENCES are, or FS__MAX_TRACE_BYTES, FS__TRACE_TIMEOUT_US or FS__TRACE_LIMIT_US is used up.
 *
 * There is a trace for every slot, so that nobody's trace waits for a client that answers slowly or not at all. What the replies
 * of all traces cost has a budget; above it, and while the referee has the state history, a reply waits, and the one that came first is
 * compared first. A trace awaits one reply at a time, so that is all that waits of it.
 */
#include "base/leaky_bucket.h"
#include "lockstep/match_internal.h"
#include "lockstep/trace/phases.h"

#include <stdlib.h>

fs_result fs__match_create_traces(fs_match *m)
{
    m->trace_count = m->def.config.players;
    m->traces = calloc(m->trace_count, sizeof *m->traces);
    return m->traces != NULL ? FS_OK : FS_E_MEMORY;
}

bool fs__match_traces(const fs_match *m)
{
    bool active = false;
    for (uint32_t i = 0; i < m->trace_count; i++)
        active = active || m->traces[i].active;
    return active;
}

/* The peer's trace; NULL when there is none. */
static fs__trace *find_trace(const fs_match *m, uint32_t p)
{
    for (uint32_t i = 0; i < m->trace_count; i++)
        if (m->traces[i].active && m->traces[i].peer == p)
            return &m->traces[i];
    return NULL;
}

static const fs_state *stored_state(fs_match *m, const fs__trace *t)
{
    return fs__state_history_fetch(&m->state_history, t->report.tick);
}

static uint32_t lowest_bit(uint64_t bits)
{
    FS_ASSERT(bits != 0);
    uint32_t n = 0;
    while (!(bits >> n & 1))
        n++;
    return n;
}

/* --- the end of a trace -------------------------------------------------------------- */

/* Counts the other players whose state hash of the tick has arrived, and those of them that agree with the server. */
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

static void send_desync_notice(fs_match *m, uint32_t p, const fs_desync *report)
{
    struct fs__desync_notice notice = { .tick = report->tick };
    if (report->count > 0)
        fs_value_path(m->game->schema, report->differences[0].ref, notice.text, sizeof notice.text);
    fs__match_send(m, p, FS_CHANNEL_CONTROL, fs__put_desync_notice(m->out, sizeof m->out, &notice));
}

/* Sends the peer the server's state, or refuses it after FS__RESYNC_LIMIT of them in FS__RESYNC_PERIOD_US. */
static void resync_peer(fs_match *m, uint32_t p)
{
    fs__peer *peer = &m->peers[p];
    if (peer->resyncs == 0 || m->now_us - peer->resync_since_us > FS__RESYNC_PERIOD_US) {
        peer->resyncs = 0;
        peer->resync_since_us = m->now_us;
    }
    if (peer->resyncs++ >= FS__RESYNC_LIMIT)
        fs__match_refuse(m, p, FS_E_MISMATCH, "your simulation differed %u times in 10 minutes",
                         (unsigned)FS__RESYNC_LIMIT + 1);
    else
        fs__match_request_snapshot(m, p);
}

/* Ends the trace and reports it; `reason` is why it is incomplete, NULL when it is complete. */
static void finish_trace(fs_match *m, fs__trace *t, const char *reason)
{
    FS_ASSERT(t->active);
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
        send_desync_notice(m, p, &t->report);
        if (m->def.resync && !m->ended)
            resync_peer(m, p);
    }
    fs__match_trace_next(m);
}

void fs__match_trace_abandon(fs_match *m, uint32_t p, const char *reason)
{
    fs__trace *t = find_trace(m, p);
    if (t != NULL)
        finish_trace(m, t, reason);
}

/* --- queries --------------------------------------------------------------------------------- */

/* Sends a HASH_QUERY and remembers it. */
static void send_query(fs_match *m, fs__trace *t, fs__hash_level level, uint32_t table, uint32_t first)
{
    t->query = (struct fs__hash_query){ t->report.tick, (uint8_t)level, (uint16_t)table, first };
    t->request_us = m->now_us;
    size_t size = fs__put_hash_query(m->out, sizeof m->out, &t->query);
    t->report.trace_bytes += (uint32_t)size;
    fs__match_send(m, t->peer, FS_CHANNEL_CONTROL, size);
}

/* The peer without a trace whose trace was requested first; FS_MAX_PEERS if none. */
static uint32_t next_waiting_peer(const fs_match *m)
{
    uint32_t next = FS_MAX_PEERS;
    for (uint32_t p = 0; p < FS_MAX_PEERS; p++) {
        const fs__peer *peer = &m->peers[p];
        if (peer->phase != FS__PEER_PLAYING || peer->trace_tick == FS__NO_TICK || find_trace(m, p) != NULL)
            continue;
        if (next == FS_MAX_PEERS || peer->trace_number < m->peers[next].trace_number)
            next = p;
    }
    return next;
}

static void begin_trace(fs_match *m, fs__trace *t, uint32_t p)
{
    fs__peer *peer = &m->peers[p];
    memset(t, 0, sizeof *t);
    t->active = true;
    t->peer = p;
    t->began_us = m->now_us;
    t->report = (fs_desync){ .tick = peer->trace_tick,
                             .slot = peer->slot,
                             .client_state_hash = peer->trace_state_hash,
                             .client_build = peer->build,
                             .server_state_hash = peer->trace_own_hash };
    memcpy(t->report.name, peer->stats->name, FS_MAX_NAME);
    peer->trace_tick = FS__NO_TICK;
    t->asked = !peer->mute;
    if (t->asked)
        send_query(m, t, FS__HASH_LEVEL_TABLES, 0, 0);
}

/* Begins the requested traces. There is one for each slot, so none is missing. */
void fs__match_trace_next(fs_match *m)
{
    /* While the referee simulates, the state history is the job's. */
    for (uint32_t i = 0; i < m->trace_count && !fs__match_referee_busy(m); i++) {
        uint32_t p = m->traces[i].active ? FS_MAX_PEERS : next_waiting_peer(m);
        if (p < FS_MAX_PEERS)
            begin_trace(m, &m->traces[i], p);
    }
}

/* Ends a trace that has had its time. A client of a build that does not know the level HASH_LEVEL_PHASES never answers it: its
 * fields are named without a phase. A client that does not answer otherwise is asked no more until it answers anything. */
static void end_slow_trace(fs_match *m, fs__trace *t)
{
    bool silent = t->answered == 0 && m->now_us - t->request_us > FS__TRACE_TIMEOUT_US;
    bool phases = t->query.level == FS__HASH_LEVEL_PHASES;
    if (!t->asked)
        finish_trace(m, t, "the client has not answered before");
    else if (silent) {
        m->peers[t->peer].mute = !phases;
        finish_trace(m, t, phases ? NULL : "the client did not answer in time");
    } else if (m->now_us - t->began_us > FS__TRACE_LIMIT_US)
        finish_trace(m, t, t->report.count > 0 ? NULL : "the client's answers took too long");
}

/* `end`, or what the states of the traces allow of it. */
static uint32_t kept_end(const fs_match *m, uint32_t end)
{
    for (uint32_t i = 0; i < m->trace_count; i++) {
        const fs__trace *t = &m->traces[i];
        /* The state of the tick, and the one before it for the parts of the tick. */
        uint32_t most = t->report.tick + m->state_history.count - 1;
        if (t->active && most < end && fs__state_history_has(&m->state_history, t->report.tick))
            end = most;
    }
    return end;
}

uint32_t fs__match_trace_keeps(fs_match *m, uint32_t end)
{
    uint32_t kept = kept_end(m, end);
    if (kept == end) {
        m->traces_waited_us = 0;
        return end;
    }
    if (m->traces_waited_us == 0)
        m->traces_waited_us = m->now_us;
    return m->now_us - m->traces_waited_us > FS__TRACE_WAITED_US ? end : kept;
}

/* --- the part of the tick ---------------------------------------------------------------------- */

/* The fields are named: the part of the tick is what is left to find. */
static void query_phases(fs_match *m, fs__trace *t)
{
    fs_desync *report = &t->report;
    if (report->inputs_equal) {
        send_query(m, t, FS__HASH_LEVEL_PHASES, 0, 0);
        return;
    }
    report->phase = FS_PHASE_INPUTS;
    finish_trace(m, t, NULL);
}

/* Without an own repetition that gives the own state nothing can be said. */
static void compare_phases(fs_match *m, fs__trace *t, const struct fs__hash_reply *reply)
{
    fs__phases own;
    fs_desync *report = &t->report;
    if (fs__phases_repeat(&own, m->game, &m->def.config, &m->state_history, report->tick, NULL, NULL) &&
        own.hash[own.count - 1] == fs_state_hash(stored_state(m, t)))
        report->phase = fs__phases_compare(&own, reply->hash, reply->count, &report->round);
    finish_trace(m, t, NULL);
}

/* --- descending -------------------------------------------------------------------------------- */

/* Queries the groups of the next table that differs; ends the trace after the last one. */
static void query_next_table(fs_match *m, fs__trace *t)
{
    if (t->tables_left == 0 || t->report.count >= FS_MAX_DIFFERENCES) {
        if (t->report.count > 0)
            query_phases(m, t);
        else
            finish_trace(m, t, "the states are equal: the client's state hash or chain is wrong");
        return;
    }
    uint32_t table = lowest_bit(t->tables_left);
    t->tables_left &= t->tables_left - 1;
    send_query(m, t, FS__HASH_LEVEL_GROUPS, table, 0);
}

/* Number of groups of the table on the side that has more rows. */
static uint32_t group_count(const fs__trace *t, const fs_state *own)
{
    uint32_t table = t->query.table;
    return fs__hash_group_count(fs_max_u32(fs_state_rows(own, table), t->peer_rows[table]));
}

/* Queries the rows of the next group that differs, or the next part of the list of groups, or the next table. */
static void query_next_group(fs_match *m, fs__trace *t, const fs_state *own)
{
    uint32_t groups = group_count(t, own);
    uint32_t own_groups = fs__hash_group_count(fs_state_rows(own, t->query.table));
    for (; t->group < groups && t->group < t->groups_first + FS__MAX_REPLY_HASHES; t->group++) {
        uint32_t i = t->group - t->groups_first;
        bool both = i < t->groups.count && t->group < own_groups;
        if (both && t->groups.hash[i] == fs_group_hash(own, t->query.table, t->group))
            continue;
        send_query(m, t, FS__HASH_LEVEL_ROWS, t->query.table, t->group++);
        return;
    }
    if (t->group < groups)
        send_query(m, t, FS__HASH_LEVEL_GROUPS, t->query.table, t->group);
    else
        query_next_table(m, t);
}

/* Adds a component to the report if it differs; `peer_value` is NULL when the peer has no such row. */
static void add_difference(fs_desync *report, const fs_state *own, fs_value_ref ref, const int64_t *peer_value)
{
    fs_difference d = { .ref = ref, .right_exists = peer_value != NULL, .right = peer_value ? *peer_value : 0 };
    d.left_exists = ref.row < fs_state_rows(own, ref.table) && fs_value_get(own, ref, &d.left) == FS_OK;
    bool equal = d.left_exists == d.right_exists && d.left == d.right; /* both 0 when neither has it */
    if (!equal && report->count < FS_MAX_DIFFERENCES)
        report->differences[report->count++] = d;
}

/* Compares one row with the peer's raw components in `peer_row`, NULL when the peer has no such row. */
static void compare_row(const fs_match *m, fs__trace *t, const fs_state *own, uint32_t row,
                        const struct fs__hash_reply *peer_row)
{
    uint32_t table = t->query.table, at = 0;
    const fs_table *def = &m->game->schema->tables[table];
    for (uint32_t f = 0; f < def->field_count; f++) {
        uint32_t components = fs_type_get(def->fields[f].type)->components;
        for (uint32_t c = 0; c < components; c++, at++) {
            fs_value_ref ref = { (uint16_t)table, (uint16_t)f, row, (uint16_t)c };
            int64_t value = peer_row != NULL && at < peer_row->count ? (int64_t)peer_row->hash[at] : 0;
            add_difference(&t->report, own, ref, peer_row != NULL && at < peer_row->count ? &value : NULL);
        }
    }
}

/* Queries the next row of the group that differs. A row that only the server has needs no query. */
static void query_next_row(fs_match *m, fs__trace *t, const fs_state *own)
{
    while (t->rows_left != 0 && t->report.count < FS_MAX_DIFFERENCES) {
        uint32_t row = (t->group - 1) * FS_HASH_ROWS + lowest_bit(t->rows_left);
        t->rows_left &= t->rows_left - 1;
        if (row < t->peer_rows[t->query.table]) {
            send_query(m, t, FS__HASH_LEVEL_VALUES, t->query.table, row);
            return;
        }
        compare_row(m, t, own, row, NULL);
    }
    query_next_group(m, t, own);
}

/* --- replies ---------------------------------------------------------------------------------------- */

/* Level TABLES: notes the tables that differ. */
static void handle_tables(fs_match *m, fs__trace *t, const fs_state *own, const struct fs__hash_reply *reply)
{
    t->report.inputs_equal = reply->chain == m->chains[t->report.tick % FS__STATE_HASH_TICKS];
    for (uint32_t i = 0; i < reply->count && i < m->game->schema->table_count; i++) {
        t->peer_rows[i] = reply->rows[i];
        if (reply->hash[i] != fs_table_hash(own, i) || reply->rows[i] != fs_state_rows(own, i))
            t->tables_left |= (uint64_t)1 << i;
    }
    query_next_table(m, t);
}

/* Level ROWS: notes the rows of the group that differ. */
static void handle_rows(fs_match *m, fs__trace *t, const fs_state *own, const struct fs__hash_reply *reply)
{
    uint32_t base = t->query.first * FS_HASH_ROWS, rows = fs_state_rows(own, t->query.table);
    t->rows_left = 0;
    for (uint32_t i = 0; i < FS_HASH_ROWS; i++) {
        bool in_own = base + i < rows, in_reply = i < reply->count;
        bool equal = in_own && in_reply && reply->hash[i] == fs_row_hash(own, t->query.table, base + i);
        if ((in_own || in_reply) && !equal)
            t->rows_left |= (uint64_t)1 << i;
    }
    query_next_row(m, t, own);
}

static uint32_t lower(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Hashes or values from `first` on of a list of `count`, as many as fit into a reply. */
static uint32_t part_of(uint32_t count, uint64_t first, uint32_t most)
{
    return first < count ? lower(count - (uint32_t)first, most) : 0;
}

/* Whether the reply has as many hashes as the rows that the client has told let it have. Otherwise rows or fields would be reported that
 * neither side has. */
static bool fits_rows(const fs_match *m, const fs__trace *t, const struct fs__hash_reply *reply)
{
    const fs_table *def = &m->game->schema->tables[reply->query.table];
    uint32_t rows = t->peer_rows[reply->query.table], values = 0;
    for (uint32_t f = 0; f < def->field_count; f++)
        values += fs_type_get(def->fields[f].type)->components;
    switch ((fs__hash_level)reply->query.level) {
    case FS__HASH_LEVEL_TABLES: return reply->count == m->game->schema->table_count;
    case FS__HASH_LEVEL_GROUPS:
        return reply->count == part_of(fs__hash_group_count(rows), reply->query.first, FS__MAX_REPLY_HASHES);
    case FS__HASH_LEVEL_ROWS:
        return reply->count == part_of(rows, (uint64_t)reply->query.first * FS_HASH_ROWS, FS_HASH_ROWS);
    case FS__HASH_LEVEL_VALUES: return reply->count == lower(values, FS__MAX_REPLY_HASHES);
    case FS__HASH_LEVEL_PHASES:
    case FS__HASH_LEVEL_GONE: break;
    }
    return true;
}

/* Compares a reply to the newest query. */
static void compare_reply(fs_match *m, fs__trace *t, const fs_state *own, const struct fs__hash_reply *reply)
{
    if (!fits_rows(m, t, reply)) {
        finish_trace(m, t, "the client's answers contradict each other");
        return;
    }
    switch ((fs__hash_level)reply->query.level) {
    case FS__HASH_LEVEL_TABLES: handle_tables(m, t, own, reply); break;
    case FS__HASH_LEVEL_GROUPS:
        t->groups = *reply;
        t->groups_first = t->group = reply->query.first;
        query_next_group(m, t, own);
        break;
    case FS__HASH_LEVEL_ROWS: handle_rows(m, t, own, reply); break;
    case FS__HASH_LEVEL_VALUES:
        compare_row(m, t, own, reply->query.first, reply);
        query_next_row(m, t, own);
        break;
    case FS__HASH_LEVEL_PHASES: compare_phases(m, t, reply); break;
    case FS__HASH_LEVEL_GONE: break;
    }
}

static void handle_reply(fs_match *m, fs__trace *t)
{
    const struct fs__hash_reply reply = t->reply;
    const fs_state *own = stored_state(m, t);
    t->answered = 0;
    if (reply.query.level == FS__HASH_LEVEL_GONE)
        finish_trace(m, t, t->query.level == FS__HASH_LEVEL_PHASES ? NULL : "the client no longer keeps that tick");
    else if (own == NULL)
        finish_trace(m, t, "the server no longer keeps that tick");
    else if (t->report.trace_bytes > FS__MAX_TRACE_BYTES)
        finish_trace(m, t, t->report.count > 0 ? NULL : "the differences are too many to name");
    else
        compare_reply(m, t, own, &reply);
}

/* What a reply costs: a state is fetched and hashed, and for the parts of a tick made, copied, and simulated, too. */
static uint64_t reply_cost_us(const fs_match *m, const fs__trace *t)
{
    uint64_t states = t->query.level == FS__HASH_LEVEL_PHASES ? 4 : 1;
    uint64_t cost_us = states * m->state_history.block_size * 1000000 / FS__TRACE_STATE_BYTES_PER_S;
    return cost_us < FS__TRACE_REPLY_US ? FS__TRACE_REPLY_US : cost_us;
}

/* The trace whose reply waits longest; NULL if none does. */
static fs__trace *next_answered(fs_match *m)
{
    fs__trace *next = NULL;
    for (uint32_t i = 0; i < m->trace_count; i++) {
        fs__trace *t = &m->traces[i];
        if (t->active && t->answered != 0 && (next == NULL || t->answered < next->answered))
            next = t;
    }
    return next;
}

static void handle_replies(fs_match *m)
{
    for (fs__trace *t = next_answered(m); t != NULL && !fs__match_referee_busy(m); t = next_answered(m)) {
        if (!fs__bucket_take(&m->traces_us, m->now_us, reply_cost_us(m, t), FS__TRACE_BURST_US))
            return;
        handle_reply(m, t);
    }
}

void fs__match_trace_poll(fs_match *m)
{
    handle_replies(m);
    for (uint32_t i = 0; i < m->trace_count; i++)
        if (m->traces[i].active)
            end_slow_trace(m, &m->traces[i]);
}

void fs__match_trace_reply(fs_match *m, uint32_t p, const struct fs__hash_reply *reply, size_t size)
{
    fs__trace *t = find_trace(m, p);
    m->peers[p].mute = false;
    if (t == NULL || t->answered != 0 || reply->query.tick != t->report.tick)
        return;
    t->report.trace_bytes += (uint32_t)size;
    bool same = reply->query.level == t->query.level && reply->query.table == t->query.table &&
                reply->query.first == t->query.first;
    if (!same && reply->query.level != FS__HASH_LEVEL_GONE && t->report.trace_bytes <= FS__MAX_TRACE_BYTES)
        return;
    t->reply = *reply;
    t->answered = ++m->trace_replies;
    handle_replies(m);
}
