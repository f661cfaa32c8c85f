/* state.c: cost of a tick, of its state hash, and of taking and restoring a state. */
#include <stdlib.h>
#include <fixstep/random.h>
#include <fixstep/state.h>

#include "bench/bench.h"
#include "support/script.h"

enum { TICKS = 2000, LARGE_ROWS = 70000, LARGE_SEED = 7 };

/* What a world of rigid bodies keeps per body: 120 bytes a row. */
#define BODY_FIELDS(F, t)        \
    F(t, POS3, pos, "m")         \
    F(t, QUAT, rotation, "")     \
    F(t, VEL3, velocity, "m/s")  \
    F(t, VEL3, spin, "rad/s")    \
    F(t, WIDE3, impulse, "N s")  \
    F(t, WIDE3, torque, "N m s") \
    F(t, U32, shape, "")         \
    F(t, U32, sleep, "ticks")
#define BULK_TABLES(T, P, g) T(g, body, BODY_FIELDS)
FS_SCHEMA(bulk, BULK_TABLES)

/* --- ticks ---------------------------------------------------------------------- */

struct inputs {
    uint8_t bytes[TICKS][FS_MAX_PLAYERS * FS_MAX_INPUT];
    fs_inputs of[TICKS];
};

/* All inputs beforehand, so that making them is not timed. */
static struct inputs *make_inputs(const fs_sim *sim)
{
    struct inputs *all = malloc(sizeof *all);
    if (all == NULL)
        bench_die("out of memory");
    for (uint32_t t = 0; t < TICKS; t++)
        all->of[t] = script_inputs(fs_sim_game(sim), fs_sim_config(sim)->players, t, all->bytes[t]);
    return all;
}

/* One round: steps alone, then steps with a state hash each; returns the last state hash. */
static uint64_t round_of_ticks(const char *game, uint32_t players, const struct inputs *all, double *step, double *both)
{
    uint64_t state_hash = 0;
    for (int with_root = 0; with_root < 2; with_root++) {
        fs_sim *sim = bench_match(game, players);
        uint64_t began = bench_now();
        for (uint32_t t = 0; t < TICKS; t++) {
            fs_sim_step(sim, &all->of[t]);
            if (with_root)
                state_hash = fs_sim_state_hash(sim);
        }
        *(with_root ? both : step) = (double)(bench_now() - began) / TICKS;
        fs_sim_destroy(sim);
    }
    return state_hash;
}

json_t *bench_ticks(const char *game, uint32_t players)
{
    fs_sim *sim = bench_match(game, players);
    struct inputs *all = make_inputs(sim);
    double step[BENCH_ROUNDS], both[BENCH_ROUNDS], root_ns[BENCH_ROUNDS];
    uint64_t state_hash = 0;
    for (int i = 0; i < BENCH_ROUNDS; i++) {
        uint64_t again = round_of_ticks(game, players, all, &step[i], &both[i]);
        if (i > 0 && again != state_hash)
            bench_die("two rounds end with different roots");
        state_hash = again;
        root_ns[i] = both[i] - step[i];
    }
    free(all);
    fs_sim_destroy(sim);
    return json_pack("{s:s, s:i, s:i, s:f, s:f}", "game", game, "players", (int)players, "ticks", TICKS, "step_ns",
                     bench_median(step), "root_ns", bench_median(root_ns));
}

/* --- one state ------------------------------------------------------------------- */

struct work {
    fs_state *state;
    fs_state *other; /* of the same schema and capacities */
    void *block, *bytes;
    size_t encoded;
    uint64_t state_hash;
};

static void do_root(struct work *w)
{
    if (fs_state_hash(w->state) != w->state_hash)
        bench_die("the root changed");
}
static void do_store(struct work *w)
{
    fs_state_store(w->state, w->block);
}
static void do_fetch(struct work *w)
{
    fs_state_fetch(w->other, w->block);
}
static void do_encode(struct work *w)
{
    if (fs_state_encode(w->state, w->bytes, w->encoded) != w->encoded)
        bench_die("a state cannot be encoded");
}
static void do_decode(struct work *w)
{
    if (fs_state_decode(w->other, w->bytes, w->encoded) != FS_OK)
        bench_die("a state cannot be decoded");
}

/* Microseconds per call of so many calls that they take 5 ms at least: reading the
 * clock must not weigh. */
static double micros_once(struct work *w, void (*call)(struct work *))
{
    for (uint32_t calls = 1;; calls *= 2) {
        uint64_t began = bench_now();
        for (uint32_t i = 0; i < calls; i++)
            call(w);
        uint64_t spent = bench_now() - began;
        if (spent >= 5000000)
            return (double)spent / calls / 1000;
    }
}

static double micros(struct work *w, void (*call)(struct work *))
{
    double rounds[BENCH_ROUNDS];
    for (int i = 0; i < BENCH_ROUNDS; i++)
        rounds[i] = micros_once(w, call);
    return bench_median(rounds);
}

/* Everything about one state; `other` may hold anything. */
static json_t *measure(fs_state *state, fs_state *other)
{
    struct work w = {
        state, other, malloc(fs_state_block_size(state)), NULL, fs_state_encoded_size(state), fs_state_hash(state)
    };
    w.bytes = malloc(w.encoded);
    if (w.block == NULL || w.bytes == NULL)
        bench_die("out of memory");
    double state_hash = micros(&w, do_root), store = micros(&w, do_store), fetch = micros(&w, do_fetch);
    double encode = micros(&w, do_encode), decode = micros(&w, do_decode);
    if (fs_state_hash(other) != w.state_hash)
        bench_die("the restored state is another one");
    free(w.block);
    free(w.bytes);
    return json_pack("{s:I, s:I, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "block_bytes",
                     (json_int_t)fs_state_block_size(state), "encoded_bytes", (json_int_t)w.encoded, "root_us",
                     state_hash, "roots_per_second", 1e6 / state_hash, "hash_gb_s",
                     (double)w.encoded / state_hash / 1000, "store_us", store, "fetch_us", fetch, "encode_us", encode,
                     "decode_us", decode);
}

json_t *bench_small_state(const char *game, uint32_t players)
{
    fs_sim *sim = bench_match(game, players);
    struct inputs *all = make_inputs(sim);
    for (uint32_t t = 0; t < TICKS; t++)
        fs_sim_step(sim, &all->of[t]);
    fs_state *other = NULL;
    if (fs_sim_new_state(sim, &other) != FS_OK)
        bench_die("out of memory");
    json_t *result = measure(fs_sim_state(sim), other);
    fs_state_destroy(other);
    fs_sim_destroy(sim);
    free(all);
    return result;
}

/* Every component of every row is a random number. */
static void fill(fs_state *state)
{
    fs_rng rng = fs_rng_seed(LARGE_SEED, 0);
    if (fs_rows_resize(state, bulk_T_body, LARGE_ROWS) != FS_OK)
        bench_die("the large state is too small");
    for (uint16_t field = 0; field < bulk_tables[bulk_T_body].field_count; field++) {
        const fs_type_info *type = fs_type_get(bulk_tables[bulk_T_body].fields[field].type);
        for (uint32_t row = 0; row < LARGE_ROWS; row++)
            for (uint16_t c = 0; c < type->components; c++)
                fs_value_set(state, (fs_value_ref){ bulk_T_body, field, row, c }, (int64_t)fs_rng_u64(&rng));
    }
}

json_t *bench_large_state(void)
{
    const uint32_t capacities[] = { 1, LARGE_ROWS };
    fs_state *state = NULL, *other = NULL;
    if (fs_state_create(&bulk_schema, capacities, &state) != FS_OK ||
        fs_state_create(&bulk_schema, capacities, &other) != FS_OK)
        bench_die("out of memory");
    fill(state);
    json_t *result = measure(state, other);
    fs_state_destroy(state);
    fs_state_destroy(other);
    return result;
}
