/* check_desync_matrix.c: every field of games of several kinds is damaged at a client, and the report must name it.
 *
 * One bit of a random row of each field is flipped at a random client right after a random tick, on lines with a round trip of
 * 60 to 80 ms and 1 % loss. Within 2 s of the tick the report must name tick, table, row, field, component, both values and the
 * client. The client gets a verified snapshot; before the fault and from then on its hash of every tick is the server's. The
 * recording of the match verifies, and its first and last desync are reproduced: the server's state, explained whole. With
 * FIXSTEP_LONG every component is damaged, in one run more for every 125 of FS_SEEDS (default 8 runs), also of a game with
 * more fields.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fixstep/games.h>

#include "network/netsim.h"
#include "support/check_main.h"

enum {
    MAX_TARGETS = 1024,
    FAULTS_PER_CLIENT = 3, /* a client with more is removed from the match */
    GAP_TICKS = 18,        /* between two faults: four snapshots in a second are allowed */
    IDLE_TICKS = 240,      /* for which a table may have no rows before the match is over */
    PATIENCE_TICKS = 240,  /* until a fault is reported */
    RECOVERY_US = 6000000,
    MAX_NAMING_US = 2000000, /* from the close of the faulty tick to the report */
    HEALED_TICKS = 60        /* that a client simulates after its last fault, at least */
};

static const netsim_link line = { 30000, 10000, 10, 5, 0 };

/* Games of bodies in the plane, of particles in space, and of vehicles; in the long run also of bodies with joints. */
static const char *const games[] = { "airhockey", "ballistic", "missile", "platform2d" };

enum { QUICK_GAMES = 3, ALL_GAMES = 4 };

/* A component of the schema that is to be damaged. */
typedef struct target {
    uint16_t table, field, component;
    bool done;
} target;

/* The fault that waits for its report. */
typedef struct fault {
    uint32_t client, tick, bit, voters;
    fs_value_ref ref;
    int64_t raw;        /* the server's */
    uint64_t closed_us; /* when the server closed the tick */
} fault;

/* What fs_recorder writes. */
typedef struct sink {
    uint8_t *bytes;
    size_t size, room;
} sink;

static struct {
    netsim *sim;
    const fs_game *game;
    fs_rng rng;
    target targets[MAX_TARGETS];
    uint32_t count, left;
    fault fault;
    bool waits;                         /* for the report of `fault` */
    uint32_t next_tick;                 /* of the next fault */
    uint32_t reports, given, idle;      /* of the present match; ticks without a target */
    uint32_t faults_of[NETSIM_CLIENTS]; /* of the present match */
    uint32_t healed[NETSIM_CLIENTS];    /* ticks with the server's hash since the last restart */
    uint64_t slowest_us, naming_us;     /* longest time to a report, and all together, of all matches */
    uint32_t named;
    sink sink;
} run;

static bool is_long(void)
{
    return getenv("FIXSTEP_LONG") != NULL;
}

static void list_targets(void)
{
    const fs_schema *schema = run.game->schema;
    run.count = 0;
    for (uint16_t t = 0; t < schema->table_count; t++)
        for (uint16_t f = 0; f < schema->tables[t].field_count; f++) {
            uint32_t components = fs_type_get(schema->tables[t].fields[f].type)->components;
            uint32_t first = is_long() ? 0 : fs_rng_below(&run.rng, components);
            for (uint32_t c = first; c < (is_long() ? components : first + 1); c++) {
                ck_assert_uint_lt(run.count, MAX_TARGETS);
                run.targets[run.count++] = (target){ t, f, (uint16_t)c, false };
            }
        }
    run.left = run.count;
}

/* A client that plays, has the right state, and may have one more fault; FS_MAX_PLAYERS if there is none. */
static uint32_t choose_client(void)
{
    uint32_t first = fs_rng_below(&run.rng, run.sim->count);
    for (uint32_t i = 0; i < run.sim->count; i++) {
        uint32_t c = (first + i) % run.sim->count;
        if (run.faults_of[c] < FAULTS_PER_CLIENT && run.sim->clients[c].restarts == run.faults_of[c])
            return c;
    }
    return FS_MAX_PLAYERS;
}

/* The next target whose table has rows; NULL if there is none. */
static target *choose_target(const fs_state *state)
{
    uint32_t first = fs_rng_below(&run.rng, run.count);
    for (uint32_t i = 0; i < run.count; i++) {
        target *t = &run.targets[(first + i) % run.count];
        if (!t->done && fs_state_rows(state, t->table) > 0)
            return t;
    }
    return NULL;
}

static const fs_field *field_of(fs_value_ref ref)
{
    return &run.game->schema->tables[ref.table].fields[ref.field];
}

static unsigned width_of(fs_value_ref ref)
{
    return fs_type_get(field_of(ref)->type)->width;
}

/* Damages a client in the tick that the server has just closed; the message with it is still under way. */
static void inject(uint32_t tick)
{
    const fs_state *state = fs_sim_state(fs_match_sim(run.sim->match));
    uint32_t client = choose_client();
    target *t = choose_target(state);
    run.idle++;
    if (client == FS_MAX_PLAYERS || t == NULL)
        return;
    run.idle = 0;
    fs_value_ref ref = { t->table, t->field, fs_rng_below(&run.rng, fs_state_rows(state, t->table)), t->component };
    unsigned bit = fs_rng_below(&run.rng, width_of(ref) * 8);
    char name[2 * FS_MAX_IDENT];
    const char *component = fs_type_component(field_of(ref)->type, ref.component);
    snprintf(name, sizeof name, "%s%s%s", field_of(ref)->name, component[0] != 0 ? "." : "", component);
    run.fault = (fault){ .client = client, .tick = tick, .bit = bit, .voters = run.sim->count - 1, .ref = ref };
    run.fault.closed_us = run.sim->now_us;
    ck_assert_int_eq(fs_value_get(state, ref, &run.fault.raw), FS_OK);
    fs_session_inject_fault(run.sim->clients[client].session, tick, run.game->schema->tables[ref.table].name, ref.row,
                            name, bit);
    t->done = true;
    run.left--;
    run.given++;
    run.faults_of[client]++;
    run.waits = true;
}

static void on_server_tick(netsim *sim, uint32_t tick)
{
    (void)sim;
    if (run.waits || tick < run.next_tick)
        return;
    inject(tick);
    if (run.waits)
        run.next_tick = tick + GAP_TICKS + fs_rng_below(&run.rng, 8);
}

/* But for the ticks from a fault to the snapshot, every hash of every client is the server's. */
static void on_client_tick(netsim *sim, uint32_t client, uint32_t tick, bool substituted)
{
    const netsim_client *c = &sim->clients[client];
    bool equal = c->last_state_hash == sim->state_hashes[tick & 0xffff];
    bool damaged = run.faults_of[client] > c->restarts;
    (void)substituted;
    ck_assert_msg(equal || damaged, "%s: client %u differs in tick %u without a fault", run.game->name, client, tick);
    run.healed[client] = equal && !damaged ? run.healed[client] + 1 : 0;
}

static void check_report(const fs_desync *d)
{
    const fault *f = &run.fault;
    char place[96], found[96];
    fs_value_path(run.game->schema, f->ref, place, sizeof place);
    fs_value_path(run.game->schema, d->differences[0].ref, found, sizeof found);
    ck_assert_msg(d->traced && d->count == 1, "%s %s: %u differences, %s", run.game->name, place, d->count,
                  d->reason != NULL ? d->reason : "traced");
    ck_assert_str_eq(found, place);
    ck_assert_uint_eq(d->tick, f->tick);
    ck_assert(d->inputs_equal);
    ck_assert_int_eq(d->phase, FS_PHASE_OUTSIDE); /* a flip after the step; check_phases.c has those in it */
    uint64_t flipped = (uint64_t)d->differences[0].left ^ (uint64_t)d->differences[0].right;
    uint64_t mask = width_of(f->ref) == 8 ? UINT64_MAX : ((uint64_t)1 << width_of(f->ref) * 8) - 1;
    ck_assert(d->differences[0].left == f->raw);
    ck_assert_msg((flipped & mask) == (uint64_t)1 << f->bit, "%s: another bit", place);
    ck_assert_uint_lt(d->traced_us, 2000000);
    ck_assert_uint_le(d->trace_bytes, 16384);
    /* All who voted agree with the server; hashes of those with a slow line may come later. */
    ck_assert_uint_eq(d->agreeing, d->voters);
    ck_assert_uint_le(d->voters, f->voters);
    fs_session_stats stats;
    fs_session_get_stats(run.sim->clients[f->client].session, &stats);
    ck_assert_uint_eq(d->slot, stats.slot);
}

static void check_time(uint64_t us)
{
    ck_assert_msg(us < MAX_NAMING_US, "%s, tick %u: named after %llu us", run.game->name, run.fault.tick,
                  (unsigned long long)us);
    run.slowest_us = us > run.slowest_us ? us : run.slowest_us;
    run.naming_us += us;
    run.named++;
}

static void take_reports(void)
{
    for (; run.reports < run.sim->desyncs; run.reports++) {
        ck_assert(run.waits);
        check_report(&run.sim->desync[run.reports]);
        check_time(run.sim->desync_us[run.reports] - run.fault.closed_us);
        fs_recorder_desync(run.sim->recorder, &run.sim->desync[run.reports]);
        run.waits = false;
    }
}

/* A fault is reported soon. */
static void check_patience(void)
{
    char place[96];
    fs_session_stats stats;
    fs_session_get_stats(run.sim->clients[run.fault.client].session, &stats);
    fs_value_path(run.game->schema, run.fault.ref, place, sizeof place);
    ck_assert_msg(!run.waits || fs_match_tick(run.sim->match) < run.fault.tick + PATIENCE_TICKS,
                  "%s %s, tick %u, bit %u: no report; client %u is at tick %u, in phase %d: %s", run.game->name, place,
                  run.fault.tick, run.fault.bit, run.fault.client, stats.tick, (int)stats.phase,
                  fs_session_failure(run.sim->clients[run.fault.client].session));
}

static void check_end(void)
{
    uint64_t state_hash;
    ck_assert(!run.waits);
    ck_assert_uint_eq(fs_match_desyncs(run.sim->match), run.given);
    fs_match_stop(run.sim->match, run.sim->now_us);
    ck_assert(netsim_run(run.sim, RECOVERY_US));
    state_hash = fs_sim_state_hash(fs_match_sim(run.sim->match));
    for (uint32_t i = 0; i < run.sim->count; i++) {
        ck_assert_msg(run.sim->clients[i].last_state_hash == state_hash, "client %u: %s", i,
                      run.sim->clients[i].refused);
        ck_assert_uint_eq(run.sim->clients[i].restarts, run.faults_of[i]);
        ck_assert_uint_ge(run.healed[i], HEALED_TICKS);
    }
}

/* --- the recording ------------------------------------------------------------------------ */

static bool write_sink(void *context, const void *bytes, size_t size)
{
    sink *s = context;
    if (s->size + size > s->room) {
        s->room = 2 * (s->size + size);
        s->bytes = realloc(s->bytes, s->room);
    }
    memcpy(s->bytes + s->size, bytes, size);
    s->size += size;
    return true;
}

static void begin_recording(const fs_match_def *def)
{
    fs_sim *sim;
    fs_recorder_def recorder = { .game = run.game, .config = &def->config, .write = write_sink, .context = &run.sink };
    run.sink.size = 0;
    ck_assert_int_eq(fs_sim_create(run.game, &def->config, &sim), FS_OK);
    ck_assert_int_eq(fs_recorder_create(&recorder, sim, fs_match_stream(run.sim->match), &run.sim->recorder), FS_OK);
    fs_sim_destroy(sim);
}

/* The report tells the whole difference: the state that is simulated again is the server's, and with the report's values the
 * client's. */
static void check_reproduction(const fs_replay *replay, uint32_t i)
{
    static fs_reproduction found;
    fs_recorded_desync recorded;
    ck_assert_int_eq(fs_replay_read_desync(replay, i, &recorded), FS_OK);
    ck_assert_msg(fs_replay_reproduce(replay, &recorded, run.game, NULL, 0, NULL, NULL, &found) == FS_OK, "%s",
                  found.why);
    ck_assert_uint_eq(found.odd_run, UINT32_MAX);
    ck_assert_int_eq(found.sync.cause, FS_SYNC_EQUAL);
    ck_assert_int_eq(found.runs[0].side, FS_REPRO_SERVER);
    ck_assert_msg(found.explained == FS_REPRO_EXPLAINED, "%s, tick %u", run.game->name, recorded.desync.tick);
}

static void check_recording(void)
{
    fs_replay *replay;
    fs_verdict verdict;
    fs_recorder_close(run.sim->recorder);
    run.sim->recorder = NULL;
    ck_assert_int_eq(fs_replay_open(run.sink.bytes, run.sink.size, &replay), FS_OK);
    fs_replay_verify(replay, run.game, NULL, &verdict);
    ck_assert_msg(verdict.result == FS_OK, "%s: %s", run.game->name, verdict.reason);
    ck_assert_uint_eq(fs_replay_get_info(replay)->desyncs, run.given);
    ck_assert_uint_eq(verdict.verified_ticks, fs_match_tick(run.sim->match));
    if (run.given > 0) {
        check_reproduction(replay, 0);
        check_reproduction(replay, run.given - 1);
    }
    fs_replay_close(replay);
}

/* --- matches --------------------------------------------------------------------------------- */

/* One match, as long as its clients may have faults. Returns the number of faults. */
static uint32_t run_match(uint64_t seed)
{
    fs_match_def def = fs_default_match_def(run.game);
    uint32_t players = run.game->max_players < 16 ? run.game->max_players : 16;
    uint32_t faults = players * FAULTS_PER_CLIENT;
    def.config.players = def.wait_players = players;
    def.config.seed = seed;
    def.state_history_ticks = 64;
    memset(run.faults_of, 0, sizeof run.faults_of);
    run.fault = (fault){ .client = 0 };
    memset(run.healed, 0, sizeof run.healed);
    run.waits = false;
    run.reports = run.given = run.idle = 0;
    run.next_tick = 60 + fs_rng_below(&run.rng, 60);
    run.sim = netsim_create(&def, players, seed);
    run.sim->server_ticked = on_server_tick;
    run.sim->client_ticked = on_client_tick;
    netsim_set_links(run.sim, line);
    begin_recording(&def);
    while (run.waits || (run.given < faults && run.left > 0 && run.idle < IDLE_TICKS)) {
        netsim_run(run.sim, 20000);
        take_reports();
        check_patience();
    }
    netsim_run(run.sim, RECOVERY_US);
    check_end();
    check_recording();
    netsim_destroy(run.sim);
    return run.given;
}

/* Goes on until every field is done, or the rest has no row to damage. */
static void check_game(const char *name, uint64_t seed)
{
    run.game = fs_game_list_find(fs_builtin_games(), name);
    ck_assert_ptr_nonnull(run.game);
    run.rng = fs_rng_seed(seed, 3);
    list_targets();
    uint32_t given = 0, now;
    do {
        now = run_match(seed++);
        given += now;
    } while (now > 0 && run.left > 0);
    ck_assert_uint_ge(given, 40);
    ck_assert_uint_eq(given, run.count - run.left);
    printf("%s: %u faults named, %llu ms after their tick on average, %llu ms at most\n", name, given,
           (unsigned long long)(run.naming_us / run.named / 1000), (unsigned long long)(run.slowest_us / 1000));
    free(run.sink.bytes);
    run.sink = (sink){ NULL, 0, 0 };
    run.naming_us = run.slowest_us = run.named = 0;
}

START_TEST(every_field_is_named)
{
    const char *many = getenv("FS_SEEDS");
    uint64_t runs = !is_long() ? 1 : many != NULL ? strtoull(many, NULL, 10) / 125 + 1 : 8;
    for (uint64_t seed = 1; seed <= runs; seed++)
        check_game(games[_i], 1000 * seed);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("desync_matrix");
    for (int i = 0; i < (is_long() ? ALL_GAMES : QUICK_GAMES); i++) {
        TCase *tc = tcase_create(games[i]);
        tcase_set_timeout(tc, 600);
        tcase_add_loop_test(tc, every_field_is_named, i, i + 1);
        suite_add_tcase(suite, tc);
    }
    return suite;
}
