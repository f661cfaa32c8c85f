/* check_phases.c: the part of a tick in which simulations part: the parts themselves, and reports of faults in each of them.
 *
 * A fault of the simulation is a bit that flips where a part of the tick ends, each time that the tick is simulated. The report
 * must name that part. A flip that later parts undo leaves no difference, so it is tried again elsewhere.
 */
#include <stdlib.h>
#include <string.h>
#include <fixstep/games.h>

#include "lockstep/trace/phases.h"
#include "network/netsim.h"
#include "support/brief.h"
#include "support/check_main.h"

enum {
    FAULTS_PER_CLIENT = 3, /* a client with more is removed from the match */
    GAP_TICKS = 18,        /* between two faults: four snapshots in a second are allowed */
    PATIENCE_TICKS = 60,   /* for a report */
    TRIES = 40             /* of a part and a field */
};

/* --- the parts of a tick ---------------------------------------------------------------------- */

typedef struct bench {
    const fs_game *game;
    fs_config config;
    fs_sim *sim;
    fs__state_history history;
    uint8_t bytes[FS_MAX_PLAYERS * FS_MAX_INPUT];
} bench;

static void open_bench(bench *b, const char *game, uint32_t ticks)
{
    memset(b, 0, sizeof *b);
    b->game = fs_game_list_find(fs_builtin_games(), game);
    ck_assert_ptr_nonnull(b->game);
    b->config = fs_default_config(b->game);
    ck_assert_int_eq(fs_sim_create(b->game, &b->config, &b->sim), FS_OK);
    ck_assert_int_eq(fs__state_history_init(&b->history, b->sim, fs_state_block_size(fs_sim_state(b->sim)), 8), FS_OK);
    for (uint32_t t = 0; t < ticks; t++) {
        memset(b->bytes, (int)(t * 37 + 1), sizeof b->bytes);
        for (uint32_t s = 0; s < b->config.players; s++)
            b->game->sanitise(b->bytes + (size_t)s * b->game->input_size);
        const fs_inputs inputs = { b->bytes, b->game->input_size, b->config.players, 1 };
        fs_sim_step(b->sim, &inputs);
        fs__state_history_store(&b->history, t, fs_sim_state(b->sim), &inputs);
    }
}

static void close_bench(bench *b)
{
    fs__state_history_free(&b->history);
    fs_sim_destroy(b->sim);
}

static bool repeat(bench *b, uint32_t tick, fs__phases *phases)
{
    return fs__phases_repeat(phases, b->game, &b->config, &b->history, tick, NULL, NULL);
}

START_TEST(a_tick_is_repeated_in_its_parts)
{
    static const char *const games[] = { "airhockey", "ragdoll" };
    bench b;
    fs__phases p;
    uint32_t seen = 0;
    open_bench(&b, games[_i], 40);
    ck_assert(repeat(&b, 39, &p));
    ck_assert_uint_ge(p.count, 8);
    ck_assert_int_eq(p.phase[0], FS_PHASE_BEFORE);
    ck_assert_int_eq(p.phase[1], FS_PHASE_GAME);
    ck_assert_int_eq(p.phase[p.count - 1], FS_PHASE_GAME);
    ck_assert_uint_eq(p.hash[0], fs_state_hash(fs__state_history_fetch(&b.history, 38)));
    ck_assert_uint_eq(p.hash[p.count - 1], fs_sim_state_hash(b.sim));
    for (uint32_t i = 0; i < p.count; i++)
        seen |= 1u << p.phase[i];
    const uint32_t both = 1u << FS_PHASE_PAIRS | 1u << FS_PHASE_CONTACTS | 1u << FS_PHASE_SOLVE |
                          1u << FS_PHASE_CONTINUOUS | 1u << FS_PHASE_SLEEP | 1u << FS_PHASE_EVENTS;
    ck_assert_uint_eq(seen & both, both);
    ck_assert_int_eq(seen >> FS_PHASE_FORCES & 1, _i == 1);
    close_bench(&b);
}
END_TEST

static bool names_part(const fs__phases *p, fs_phase phase)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (p->phase[i] == phase)
            return true;
    return false;
}

/* A game that moves bodies or particles has parts beside its own. Pool steps its world only while balls roll. */
START_TEST(the_ticks_of_every_game_have_parts)
{
    const fs_game *game = fs_builtin_games()->games[_i];
    bool moves = strcmp(game->name, "chain") != 0 && strcmp(game->name, "gamma") != 0 &&
                 strcmp(game->name, "pool") != 0;
    bench b;
    fs__phases p;
    open_bench(&b, game->name, 4);
    ck_assert(repeat(&b, 3, &p));
    ck_assert_uint_eq(p.hash[p.count - 1], fs_sim_state_hash(b.sim));
    ck_assert_msg(names_part(&p, FS_PHASE_SOLVE) == moves, "%s", game->name);
    ck_assert_uint_ge(p.count, moves ? 4 : 2);
    close_bench(&b);
}
END_TEST

/* --- faults in places that the match does not have ------------------------------------------------ */

static const struct {
    const char *game, *table, *field;
    uint32_t row, bit;
    fs_phase phase;
    const char *told; /* NULL: there is such a place */
} places[] = {
    { "airhockey", "body2", "pos.x", 0, 63, FS_PHASE_UNKNOWN, NULL },
    { "airhockey", "body2", "pos.x", 0, 3, FS_PHASE_SLEEP, NULL },
    { "airhockey", "bodies", "pos.x", 0, 3, FS_PHASE_UNKNOWN, "no table 'bodies'; the game has world, " },
    { "airhockey", "body2", "speed", 0, 3, FS_PHASE_UNKNOWN, "no field 'speed'; it has pos, " },
    { "airhockey", "body2", "pos.z", 0, 3, FS_PHASE_UNKNOWN, "no field 'pos.z'; it has pos, " },
    { "airhockey", "body2", "pos.x", 0, 64, FS_PHASE_UNKNOWN, "has the bits 0 to 63" },
    { "airhockey", "world", "tick", 1, 0, FS_PHASE_UNKNOWN, "at most the rows 0 to 0" },
    { "airhockey", "body2", "pos.x", 65535, 3, FS_PHASE_UNKNOWN, "at most the rows 0 to " },
    { "airhockey", "body2", "pos.x", 0, 3, FS_PHASE_FORCES, "no phase 'forces'; they have game, pairs, " },
    { "ragdoll", "body3", "pos.x", 0, 3, FS_PHASE_FORCES, NULL },
    { "ragdoll", "body3", "pos.x", 0, 3, FS_PHASE_LINKS, "no phase 'links'" },
    { "pool", "world", "seed", 0, 3, FS_PHASE_SOLVE, NULL }, /* while balls roll */
    { "chain", "world", "seed", 0, 3, FS_PHASE_SOLVE, "no phase 'solve'; they have game" },
};

START_TEST(a_fault_without_a_place_is_wrong_usage)
{
    fs_match_def def = fs_default_match_def(fs_game_list_find(fs_builtin_games(), places[_i].game));
    def.config.players = 2;
    def.ticks = 60;
    netsim *sim = netsim_create(&def, 2, 9);
    fs_session *session = sim->clients[1].session;
    const char *failure = fs_session_failure(session);
    fs_session_inject_fault(session, 500, places[_i].table, places[_i].row, places[_i].field, places[_i].bit);
    fs_session_set_fault_phase(session, places[_i].phase);
    ck_assert(netsim_run(sim, 20000000));
    bool refused = strncmp(failure, fs_result_text(FS_E_ARGUMENT), strlen(fs_result_text(FS_E_ARGUMENT))) == 0;
    ck_assert_msg(refused == (places[_i].told != NULL), "%s", failure);
    ck_assert_msg(!refused || strstr(failure, places[_i].told) != NULL, "%s", failure);
    ck_assert_uint_eq(sim->clients[1].ticks, refused ? 0 : 60);
    ck_assert_uint_eq(sim->clients[0].ticks, 60);
    netsim_destroy(sim);
}
END_TEST

/* The list of names that ends a refusal has "..." behind the last one for which there is room, and nothing behind it. */
START_TEST(a_long_list_of_names_ends)
{
    static const struct {
        const char *game, *table;
    } lists[] = { { "airhockey", "body2" }, { "ragdoll", "body3" }, { "ragdoll", "no such table" } };
    fs_match_def def = fs_default_match_def(fs_game_list_find(fs_builtin_games(), lists[_i].game));
    def.config.players = 2;
    def.ticks = 60;
    netsim *sim = netsim_create(&def, 2, 9);
    fs_session *session = sim->clients[1].session;
    fs_session_inject_fault(session, 50, lists[_i].table, 0, "none", 0);
    ck_assert(netsim_run(sim, 20000000));
    const char *failure = fs_session_failure(session), *more = strstr(failure, ", ...");
    ck_assert_msg(more != NULL && strcmp(more, ", ...") == 0, "%s", failure);
    netsim_destroy(sim);
}
END_TEST

/* --- the trial of the ticks before a client joins ----------------------------------------------------- */

static struct {
    fs_game game;
    void (*step)(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch);
    uint32_t steps, answers;
} trial;

static void count_step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch)
{
    trial.steps++;
    trial.step(state, config, inputs, scratch);
}

static void count_answer(void *context, uint32_t peer, fs_channel channel, const void *bytes, size_t size)
{
    (void)context, (void)peer, (void)channel, (void)size;
    trial.answers += *(const uint8_t *)bytes == FS__MESSAGE_READY;
}

static const fs_game *find_trial_game(void *context, const char *name, char *why, size_t size)
{
    (void)context, (void)name, (void)why, (void)size;
    return &trial.game;
}

static void give_nothing(void *context, uint32_t tick, const fs_state *state, uint32_t slot, void *input)
{
    (void)context, (void)tick, (void)state, (void)slot, (void)input;
}

/* A session that has got an offer of the game, with a fault in a phase that its ticks do not have. */
static fs_session *offer_trial(uint64_t now_us)
{
    uint8_t bytes[1024];
    fs_session *session;
    trial.game = *fs_game_list_find(fs_builtin_games(), "airhockey");
    trial.step = trial.game.step;
    trial.game.step = count_step;
    trial.steps = trial.answers = 0;
    fs_config config = fs_default_config(&trial.game);
    struct fs__offer_message offer = { .schema_hash = fs_schema_hash(trial.game.schema),
                                       .config_hash = fs_config_hash(&trial.game, &config),
                                       .mode = FS__OFFER_WAITING };
    fs_session_hooks hooks = { .send = count_answer, .game = find_trial_game, .input = give_nothing };
    fs_session_def def = { .name = "ann", .state_history_ticks = 2 };
    fs_config_encode(&config, offer.config);
    ck_assert_int_eq(fs_session_create(&def, &hooks, &session), FS_OK);
    fs_session_inject_fault(session, 500, "body2", 0, "pos.x", 3);
    fs_session_set_fault_phase(session, FS_PHASE_LINKS);
    fs_session_connected(session, now_us);
    size_t size = fs__put_offer(bytes, sizeof bytes, &offer);
    fs_session_receive(session, FS_CHANNEL_CONTROL, bytes, size, now_us);
    return session;
}

/* Nothing is simulated while the offer is taken, and a few ticks in each call after it: the server waits 10 s. A trial that
 * takes long decides nothing, and the client joins. */
START_TEST(a_trial_takes_little_of_the_time_to_join)
{
    enum { POLLS = 30, MOST_STEPS = 8 };
    bool slow = _i == 1;
    uint64_t now_us = 1000000;
    fs_session *session = offer_trial(now_us);
    ck_assert_uint_eq(trial.steps, 0);
    for (uint32_t i = 0; i < POLLS; i++) {
        uint32_t before = trial.steps;
        now_us += slow ? 600000 : 10000;
        fs_session_poll(session, now_us);
        ck_assert_uint_le(trial.steps - before, MOST_STEPS);
    }
    ck_assert_uint_eq(trial.answers, slow);
    if (slow)
        ck_assert_uint_le(trial.steps, 2 * MOST_STEPS);
    else
        ck_assert_ptr_nonnull(strstr(fs_session_failure(session), "no phase 'links'; they have game, pairs, "));
    fs_session_destroy(session);
}
END_TEST

START_TEST(the_first_tick_is_repeated_too)
{
    bench b;
    fs__phases p;
    open_bench(&b, "airhockey", 1);
    ck_assert(repeat(&b, 0, &p));
    ck_assert_uint_eq(p.hash[p.count - 1], fs_sim_state_hash(b.sim));
    close_bench(&b);
}
END_TEST

START_TEST(what_is_not_kept_is_not_repeated)
{
    bench b;
    fs__phases p;
    open_bench(&b, "airhockey", 20);
    ck_assert(!repeat(&b, 20, &p)); /* not simulated */
    ck_assert(repeat(&b, 13, &p));
    ck_assert(!repeat(&b, 12, &p)); /* the state of tick 11 is gone, of 8 */
    fs__state_history_store_loaded(&b.history, 13, fs_sim_state(b.sim));
    ck_assert(!repeat(&b, 13, &p)); /* without inputs */
    ck_assert(repeat(&b, 14, &p));
    ck_assert(p.hash[p.count - 1] != 0);
    close_bench(&b);
}
END_TEST

START_TEST(the_first_difference_counts)
{
    const fs__phases own = { .count = 6,
                             .phase = { FS_PHASE_BEFORE, FS_PHASE_GAME, FS_PHASE_SOLVE, FS_PHASE_GAME, FS_PHASE_SOLVE,
                                        FS_PHASE_GAME },
                             .hash = { 1, 2, 3, 4, 5, 6 } };
    static const struct {
        uint64_t hashes[6];
        uint32_t count;
        fs_phase phase;
        uint32_t round;
    } rows[] = { { { 1, 2, 3, 4, 5, 6 }, 6, FS_PHASE_OUTSIDE, 0 }, { { 9, 2, 3, 4, 5, 6 }, 6, FS_PHASE_BEFORE, 0 },
                 { { 1, 2, 9, 4, 9, 6 }, 6, FS_PHASE_SOLVE, 0 },   { { 1, 2, 3, 4, 9, 9 }, 6, FS_PHASE_SOLVE, 1 },
                 { { 1, 2, 3, 4, 5, 9 }, 6, FS_PHASE_GAME, 2 },    { { 1, 2, 3 }, 3, FS_PHASE_GAME, 1 } };
    uint32_t round;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ck_assert_int_eq(fs__phases_compare(&own, rows[i].hashes, rows[i].count, &round), rows[i].phase);
        ck_assert_uint_eq(round, rows[i].round);
    }
    ck_assert_str_eq(fs_phase_text(FS_PHASE_CONTINUOUS), "continuous");
    ck_assert_str_eq(fs_phase_text(FS_PHASE_COUNT), "unknown");
}
END_TEST

/* --- faults in each part --------------------------------------------------------------------------- */

static const fs_phase parts[] = { FS_PHASE_GAME,  FS_PHASE_FORCES,     FS_PHASE_PAIRS, FS_PHASE_CONTACTS,
                                  FS_PHASE_SOLVE, FS_PHASE_CONTINUOUS, FS_PHASE_SLEEP, FS_PHASE_EVENTS,
                                  FS_PHASE_LINKS, FS_PHASE_EMITTERS };
enum { PARTS = sizeof parts / sizeof parts[0], FIELDS = 3, FAULTY_GAMES = 6 };

/* The parts of ticks of bodies in the plane and in space, and of particles. */
enum {
    WORLD2_PARTS = 1 << FS_PHASE_GAME | 1 << FS_PHASE_PAIRS | 1 << FS_PHASE_CONTACTS | 1 << FS_PHASE_SOLVE |
                   1 << FS_PHASE_CONTINUOUS | 1 << FS_PHASE_SLEEP | 1 << FS_PHASE_EVENTS,
    WORLD3_PARTS = WORLD2_PARTS | 1 << FS_PHASE_FORCES,
    PARTICLE_PARTS = 1 << FS_PHASE_GAME | 1 << FS_PHASE_SOLVE,
    SYSTEM_PARTS = PARTICLE_PARTS | 1 << FS_PHASE_LINKS | 1 << FS_PHASE_CONTACTS,
    FIREWORK_PARTS = PARTICLE_PARTS | 1 << FS_PHASE_EMITTERS
};

static struct {
    netsim *sim;
    const fs_game *game;
    const char *table, *fields[FIELDS];
    uint32_t parts; /* bits: those that a tick of the game has */
    fs_rng rng;
    uint32_t field_count;
    uint32_t part, field, tries; /* of the present fault */
    uint32_t tick, client;       /* likewise; tick 0: none */
    uint32_t next_tick;          /* of the next fault */
    uint32_t reports, found;
    uint32_t faults_of[NETSIM_CLIENTS];
} run;

static bool is_part_of_game(void)
{
    return (run.parts >> parts[run.part] & 1) != 0;
}

static void take_next_case(void)
{
    run.tries = 0;
    do {
        if (++run.field == run.field_count) {
            run.field = 0;
            run.part++;
        }
    } while (run.part < PARTS && !is_part_of_game());
}

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

/* Damages a client in the tick that the server has just closed; the message with it is still under way. */
static void inject(netsim *sim, uint32_t tick)
{
    const fs_state *state = fs_sim_state(fs_match_sim(sim->match));
    fs_value_ref ref;
    if (run.tick != 0 || run.part == PARTS || tick < run.next_tick || (run.client = choose_client()) == FS_MAX_PLAYERS)
        return;
    ck_assert_int_eq(fs_value_find(run.game->schema, run.table, run.fields[run.field], &ref), FS_OK);
    uint32_t row = fs_rng_below(&run.rng, fs_state_rows(state, ref.table)), bit = fs_rng_below(&run.rng, 16);
    fs_session_inject_fault(sim->clients[run.client].session, tick, run.table, row, run.fields[run.field], bit);
    fs_session_set_fault_phase(sim->clients[run.client].session, parts[run.part]);
    run.tick = tick;
    ck_assert_msg(run.tries++ < TRIES, "%s: no difference by %s in part %s", run.game->name, run.fields[run.field],
                  fs_phase_text(parts[run.part]));
}

static void check_report(const fs_desync *d)
{
    ck_assert_msg(run.tick != 0 && d->tick == run.tick, "tick %u in place of %u", d->tick, run.tick);
    ck_assert(d->traced && d->inputs_equal);
    ck_assert_msg(d->phase == parts[run.part] && d->round == 0, "%s, %s: part %s, %u in place of %s", run.game->name,
                  run.fields[run.field], fs_phase_text(d->phase), d->round, fs_phase_text(parts[run.part]));
    ck_assert_uint_lt(d->traced_us, 2000000);
    ck_assert_uint_le(d->trace_bytes, 16384);
    run.faults_of[run.client]++;
    run.found++;
    take_next_case();
}

static void take_reports(void)
{
    for (; run.reports < run.sim->desyncs; run.reports++) {
        check_report(&run.sim->desync[run.reports]);
        run.tick = 0;
    }
    if (run.tick != 0 && fs_match_tick(run.sim->match) > run.tick + PATIENCE_TICKS)
        run.tick = 0; /* undone by a later part */
    if (run.tick == 0 && run.next_tick <= fs_match_tick(run.sim->match))
        run.next_tick = fs_match_tick(run.sim->match) + GAP_TICKS;
}

/* One match, as long as its clients may have faults. */
static void run_match(uint64_t seed)
{
    fs_match_def def = fs_default_match_def(run.game);
    uint32_t players = run.game->max_players < 8 ? run.game->max_players : 8;
    def.config.players = def.wait_players = players;
    def.config.seed = seed;
    def.state_history_ticks = 64;
    memset(run.faults_of, 0, sizeof run.faults_of);
    run.tick = run.reports = 0;
    run.next_tick = 60;
    uint32_t before = run.found;
    run.sim = netsim_create(&def, players, seed);
    run.sim->server_ticked = inject;
    netsim_set_links(run.sim, (netsim_link){ 8000, 4000, 5, 5, 0 });
    while (run.part < PARTS && run.found - before < players * FAULTS_PER_CLIENT) {
        netsim_run(run.sim, 20000);
        take_reports();
    }
    netsim_destroy(run.sim);
}

START_TEST(a_fault_is_found_in_its_part)
{
    static const struct {
        const char *game, *table, *fields[FIELDS];
        uint32_t parts;
    } rows[FAULTY_GAMES] = { { "airhockey", "body2", { "vel.x", "pos.y", "velocity_residual.x" }, WORLD2_PARTS },
                             { "platform2d", "body2", { "vel.x", "pos.y", "angular_velocity" }, WORLD2_PARTS },
                             { "glider", "body3", { "vel.x", "pos.y", "angular_velocity.z" }, WORLD3_PARTS },
                             { "ballistic", "body", { "vel.x", "pos.y", "pos.z" }, PARTICLE_PARTS },
                             { "blob", "body", { "vel.x", "pos.y", "velocity_residual.y" }, SYSTEM_PARTS },
                             { "fireworks", "spark", { "vel.x", "pos.y", "pos.x" }, FIREWORK_PARTS } };
    memset(&run, 0, sizeof run);
    run.game = fs_game_list_find(fs_builtin_games(), rows[_i].game);
    run.table = rows[_i].table;
    run.parts = rows[_i].parts;
    memcpy(run.fields, rows[_i].fields, sizeof run.fields);
    run.field_count = play_brief() ? 1 : FIELDS;
    run.rng = fs_rng_seed(7, (uint64_t)_i);
    for (uint64_t seed = 1; run.part < PARTS; seed++)
        run_match(seed);
    ck_assert_uint_eq(run.found, run.field_count * (uint32_t)__builtin_popcount(run.parts));
}
END_TEST

/* --- replies that do not come, and other inputs -------------------------------------------------------- */

enum { LEVEL_AT = 5, CHAIN_AT = 12 };

static bool is_reply(bool up, const uint8_t *bytes, size_t size, fs__hash_level level)
{
    return up && size > CHAIN_AT && bytes[0] == FS__MESSAGE_HASH_REPLY && bytes[LEVEL_AT] == level;
}

/* A client that does not know the level. */
static size_t swallow_phases(netsim *sim, bool up, uint32_t client, fs_channel channel, uint8_t *bytes, size_t size)
{
    (void)sim, (void)client, (void)channel;
    return is_reply(up, bytes, size, FS__HASH_LEVEL_PHASES) ? 0 : size;
}

static size_t change_chain(netsim *sim, bool up, uint32_t client, fs_channel channel, uint8_t *bytes, size_t size)
{
    (void)sim, (void)client, (void)channel;
    if (is_reply(up, bytes, size, FS__HASH_LEVEL_TABLES))
        bytes[CHAIN_AT] ^= 1;
    return size;
}

/* A report of one fault after the tick 200, with all replies on their way through `tamper`. */
static fs_desync report_of(size_t (*tamper)(netsim *, bool, uint32_t, fs_channel, uint8_t *, size_t),
                           uint32_t history_ticks)
{
    const fs_game *game = fs_game_list_find(fs_builtin_games(), "airhockey");
    fs_match_def def = fs_default_match_def(game);
    def.config.players = def.wait_players = 3;
    def.ticks = 500;
    def.state_history_ticks = history_ticks;
    netsim *sim = netsim_create(&def, 3, 5);
    sim->tamper = tamper;
    fs_session_inject_fault(sim->clients[1].session, 200, "body2", 0, "vel.x", 5);
    ck_assert(netsim_run(sim, 60000000));
    ck_assert_uint_eq(sim->desyncs, 1);
    fs_desync report = sim->desync[0];
    ck_assert_uint_eq(sim->clients[1].restarts, 1); /* resync */
    netsim_destroy(sim);
    return report;
}

START_TEST(a_client_without_phases_is_traced)
{
    fs_desync d = report_of(swallow_phases, 0);
    ck_assert(d.traced && d.reason == NULL);
    ck_assert_uint_eq(d.count, 1);
    ck_assert_int_eq(d.phase, FS_PHASE_UNKNOWN);
}
END_TEST

/* --- replies that do not fit each other ------------------------------------------------ */

static fs__hash_level lied_level;
static int32_t lied_count; /* hashes more than there are */
static uint32_t lied_rows; /* more in every table */

static size_t change_reply(netsim *sim, bool up, uint32_t client, fs_channel channel, uint8_t *bytes, size_t size)
{
    static struct fs__hash_reply reply;
    (void)sim, (void)client, (void)channel;
    fs__reader r = fs__reader_make(bytes + 1, size - 1);
    bool lies = is_reply(up, bytes, size, lied_level);
    if (!lies && !is_reply(up, bytes, size, FS__HASH_LEVEL_TABLES))
        return size;
    memset(&reply, 0, sizeof reply);
    ck_assert(fs__get_hash_reply(&r, &reply));
    reply.count += lies ? (uint32_t)lied_count : 0;
    for (uint32_t i = 0; reply.query.level == FS__HASH_LEVEL_TABLES && i < reply.count; i++)
        reply.rows[i] += lied_rows;
    return fs__put_hash_reply(bytes, FS__MAX_MESSAGE_BYTES, &reply);
}

static const struct {
    fs__hash_level level;
    int32_t count;
    uint32_t rows;
} contradictions[] = { { FS__HASH_LEVEL_TABLES, -1, 0 },        { FS__HASH_LEVEL_GROUPS, 1, 0 },
                       { FS__HASH_LEVEL_GROUPS, -1, 0 },        { FS__HASH_LEVEL_ROWS, 1, 0 },
                       { FS__HASH_LEVEL_ROWS, -1, 0 },          { FS__HASH_LEVEL_VALUES, -1, 0 },
                       { FS__HASH_LEVEL_VALUES, 1, 0 },         { FS__HASH_LEVEL_VALUES, 0, 70 },
                       { FS__HASH_LEVEL_VALUES, 0, UINT32_MAX } };

/* A report never has a value that neither side has, and says why it ends early. */
START_TEST(contradicting_replies_end_a_trace)
{
    lied_level = contradictions[_i].level;
    lied_count = contradictions[_i].count;
    lied_rows = contradictions[_i].rows;
    fs_desync d = report_of(change_reply, 0);
    ck_assert(!d.traced);
    ck_assert_str_eq(d.reason, "the client's answers contradict each other");
    for (uint32_t i = 0; i < d.count; i++)
        ck_assert(d.differences[i].left_exists || d.differences[i].right_exists);
}
END_TEST

START_TEST(other_inputs_are_the_part)
{
    fs_desync d = report_of(change_chain, 0);
    ck_assert(d.traced && !d.inputs_equal);
    ck_assert_int_eq(d.phase, FS_PHASE_INPUTS);
}
END_TEST

START_TEST(a_flip_after_the_tick_is_outside)
{
    fs_desync d = report_of(NULL, 0);
    ck_assert(d.traced && d.inputs_equal);
    ck_assert_int_eq(d.phase, FS_PHASE_OUTSIDE);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("phases");
    TCase *tick = tcase_create("tick"), *faults = tcase_create("faults"), *replies = tcase_create("replies");
    tcase_set_timeout(tick, 60);
    tcase_add_loop_test(tick, a_tick_is_repeated_in_its_parts, 0, 2);
    tcase_add_loop_test(tick, the_ticks_of_every_game_have_parts, 0, (int)fs_builtin_games()->count);
    tcase_add_test(tick, the_first_tick_is_repeated_too);
    tcase_add_test(tick, what_is_not_kept_is_not_repeated);
    tcase_add_test(tick, the_first_difference_counts);
    suite_add_tcase(suite, tick);
    tcase_set_timeout(faults, 300);
    tcase_add_loop_test(faults, a_fault_is_found_in_its_part, 0, FAULTY_GAMES);
    suite_add_tcase(suite, faults);
    tcase_set_timeout(replies, 60);
    tcase_add_loop_test(replies, a_fault_without_a_place_is_wrong_usage, 0, sizeof places / sizeof places[0]);
    tcase_add_loop_test(replies, a_long_list_of_names_ends, 0, 3);
    tcase_add_loop_test(replies, a_trial_takes_little_of_the_time_to_join, 0, 2);
    tcase_add_test(replies, a_client_without_phases_is_traced);
    tcase_add_loop_test(replies, contradicting_replies_end_a_trace, 0,
                        sizeof contradictions / sizeof contradictions[0]);
    tcase_add_test(replies, other_inputs_are_the_part);
    tcase_add_test(replies, a_flip_after_the_tick_is_outside);
    suite_add_tcase(suite, replies);
    return suite;
}
