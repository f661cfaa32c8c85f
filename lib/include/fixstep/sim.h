/* sim.h: the interface between games and everything else.
 *
 * A game is a table of functions and a schema. The lockstep session, the replay
 * and the programs use a game only through this table; the physics knows
 * nothing above it. Games reach a program by a list that the program gives, or
 * from a shared object (--game ./mygame.so, symbol `fixstep_game`); both are
 * called in the same way.
 */
#ifndef FIXSTEP_SIM_H
#define FIXSTEP_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/draw.h>
#include <fixstep/result.h>
#include <fixstep/state.h>
#include <fixstep/tasks.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    FS_GAME_ABI = 7, /* since 7 views know their state */
    FS_MAX_PLAYERS = 64,
    FS_MAX_INPUT = 64,   /* bytes of one player's input */
    FS_MAX_OPTIONS = 32, /* --set options of one game */
    FS_MAX_NAME = 24,    /* bytes of a game, option or player name with its 0 */
    FS_MIN_HZ = 20,
    FS_MAX_HZ = 120
};

/* An option of a game, settable with --set KEY=VALUE. Integers only. */
typedef struct fs_option {
    const char *key;
    int64_t initial, low, high; /* inclusive bounds */
    const char *help;           /* one line with the unit */
} fs_option;

/* The constants of a match: all that a simulation reads beside its state and the
 * inputs. Their hash is part of the handshake, the hash chain and the replay. */
typedef struct fs_config {
    char game[FS_MAX_NAME];
    uint64_t seed;
    uint32_t hz;                     /* ticks per second, FS_MIN_HZ..FS_MAX_HZ */
    uint32_t players;                /* slots, 1..FS_MAX_PLAYERS */
    int64_t options[FS_MAX_OPTIONS]; /* by index in the game's list; unused = 0 */
} fs_config;

/* The inputs of one tick. `slots` records of `size` bytes, one after another;
 * an absent player's record is zero. `present` has bit i set while slot i is a
 * player of the match. */
typedef struct fs_inputs {
    const uint8_t *bytes;
    uint32_t size;
    uint32_t slots;
    uint64_t present;
} fs_inputs;

static inline const void *fs_input(const fs_inputs *inputs, uint32_t slot)
{
    return inputs->bytes + (size_t)slot * inputs->size;
}
static inline bool fs_input_present(const fs_inputs *inputs, uint32_t slot)
{
    return (inputs->present >> slot & 1u) != 0;
}

/* Memory outside the state, owned by the simulation. Its contents at the start of
 * a step are unspecified, and no result may depend on them. */
typedef struct fs_scratch {
    void *bytes;
    size_t size;
    const fs_tasks *tasks; /* threads lent by the caller; NULL: none */
} fs_scratch;

/* Keys that a game receives; views map the keys of a keyboard onto these. */
typedef enum fs_key {
    FS_KEY_UP = 1,
    FS_KEY_DOWN = 2,
    FS_KEY_LEFT = 4,
    FS_KEY_RIGHT = 8,
    FS_KEY_FIRE = 16,
    FS_KEY_ALT = 32
} fs_key;
typedef struct fs_keys {
    uint32_t held;         /* bits of fs_key */
    uint32_t character;    /* a printable key pressed since the last tick, else 0 */
    bool drags;            /* the player drags with the mouse; a game in 2D alone may use it */
    fs_draw_point pointer; /* where, in metres of the game's picture; while `drags` */
} fs_keys;

/* A computer player: fills `input` (input_size zero bytes) for `slot`. It may
 * read the whole state and draw from its own generator. It runs outside the
 * simulation, so others need not reproduce its results. */
typedef struct fs_bot {
    const char *name;
    const char *help;
    void (*think)(const fs_state *state, uint32_t slot, fs_rng *rng, void *input);
} fs_bot;

/* Scores of a round, and who won it. */
typedef struct fs_standings {
    bool finished;                  /* the round is over by the game's own rules; its host may begin the next one */
    uint64_t winners;               /* bit i: slot i has won, or leads while the round goes on; 0: nobody does */
    int64_t scores[FS_MAX_PLAYERS]; /* by slot; the higher, the better */
} fs_standings;

typedef struct fs_game {
    uint32_t abi;         /* FS_GAME_ABI */
    const char *name;     /* lower case, shorter than FS_MAX_NAME */
    const char *title;    /* one line for --list-games */
    const char *controls; /* one line: the meaning of the keys */
    const fs_schema *schema;
    const fs_option *options; /* option_count of them */
    uint32_t option_count;
    uint32_t input_size; /* 1..FS_MAX_INPUT */
    uint32_t min_players, max_players, default_players;
    const fs_bot *bots; /* must contain "random" and "idle" */
    uint32_t bot_count;

    /* Rows per table for this configuration, capacities[table_count];
     * capacities[0] arrives as 1. */
    void (*capacities)(const fs_config *config, uint32_t *capacities);
    /* Bytes of scratch that step needs; may be NULL for none. */
    size_t (*scratch_size)(const fs_config *config);
    /* Fills a zeroed state whose world table is already set. */
    fs_result (*init)(fs_state *state, const fs_config *config);
    /* Advances the state by one tick. `config` is the one that init got, so that
     * options need no copy in the state. Must accept any input bytes. The engine
     * sets world.tick to the number of finished ticks after the call. */
    void (*step)(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch);
    /* Brings any bytes of an input into the legal range; a second call must change
     * nothing. The server applies it before an input enters a bundle. */
    void (*sanitise)(void *input);
    /* Draws the state as seen by `slot` (UINT32_MAX = a spectator). `config` is
     * the one that init got. */
    void (*draw)(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw);
    /* Turns keys into an input (zeroed before the call). */
    void (*keys)(const fs_keys *keys, void *input);
    /* Whether a state from outside (a snapshot, a keyframe) satisfies all that
     * step relies on: row counts, indices, ranges. May be NULL when step accepts
     * any decoded state. */
    bool (*valid)(const fs_state *state, const fs_config *config);
    /* Fills zeroed standings from a state; a slot without a player keeps 0. May be
     * NULL: the game has no scores, and a round ends by time alone. */
    void (*standings)(const fs_state *state, const fs_config *config, fs_standings *standings);
} fs_game;

/* Sets the winners to the slots below `players` (1..FS_MAX_PLAYERS) with the highest score, when it is above 0. */
FS_API void fs_standings_rank(fs_standings *standings, uint32_t players);

/* --- lists of games ---------------------------------------------------------- */

/* The games that a program offers by name, for example fs_builtin_games() of
 * <fixstep/games.h>. The engine itself carries no game. */
typedef struct fs_game_list {
    const fs_game *const *games; /* `count` of them, none NULL; owned by the code that made the list */
    uint32_t count;
} fs_game_list;

/* The game of exactly this name, NULL when the list has none. Never loads a
 * file: safe for names that come from a peer or a recording. A `list` of NULL
 * is an empty one. */
FS_API const fs_game *fs_game_list_find(const fs_game_list *list, const char *name);
/* Finds a game of `list` (NULL: an empty one), or loads a shared object when
 * `name` contains '/' or ends in ".so" (it stays loaded for the life of the
 * process). E_GAME, with `*out` NULL and a sentence in `why` (any size, may be
 * NULL with 0) that says what is wrong. */
FS_API fs_result fs_game_find(const fs_game_list *list, const char *name, const fs_game **out, char *why,
                              size_t why_size);
/* Checks every requirement of this header on a game: E_GAME with the first
 * broken rule in `why` (any size, may be NULL with 0). Makes the state of tick 0
 * with the default options, which `init` must make and `valid` must accept. */
FS_API fs_result fs_game_check(const fs_game *game, char *why, size_t why_size);
/* The game's bot of that name, NULL if it has none. */
FS_API const fs_bot *fs_game_bot(const fs_game *game, const char *name);

/* --- configuration ----------------------------------------------------------- */

/* The game's defaults: 60 Hz, its default players, every option's initial. */
FS_API fs_config fs_default_config(const fs_game *game);
/* Applies "KEY=VALUE". E_OPTION with a sentence in `why`. */
FS_API fs_result fs_config_set(const fs_game *game, fs_config *config, const char *assignment, char *why,
                               size_t why_size);
/* Checks every bound. E_CONFIG or E_OPTION with a sentence in `why`. */
FS_API fs_result fs_config_check(const fs_game *game, const fs_config *config, char *why, size_t why_size);
/* Value of an option by its key, which must be one of the game's. */
FS_API int64_t fs_config_option(const fs_game *game, const fs_config *config, const char *key);
/* Canonical bytes of a configuration (fixed size) and back. Any bytes are safe:
 * E_MALFORMED (with the configuration zeroed) for a name that is not one, a
 * tick rate or number of players outside all games' bounds; fs_config_check()
 * then checks against the game's own. */
enum { FS_CONFIG_BYTES = FS_MAX_NAME + 8 + 4 + 4 + 8 * FS_MAX_OPTIONS };
FS_API void fs_config_encode(const fs_config *config, uint8_t bytes[FS_CONFIG_BYTES]);
FS_API fs_result fs_config_decode(fs_config *config, const uint8_t bytes[FS_CONFIG_BYTES]);
/* Digest of canonical bytes and the game's schema: equal on peers that will
 * simulate the same match. */
FS_API uint64_t fs_config_hash(const fs_game *game, const fs_config *config);

/* --- simulation ---------------------------------------------------------------- */

/* A running simulation: a state plus scratch. Opaque; owns both. */
typedef struct fs_sim fs_sim;

/* Creates a simulation in the state of tick 0; fs_sim_destroy() frees it. The game
 * must outlive it, the configuration is copied. On an error `*out` is NULL:
 * E_CONFIG, E_OPTION, E_NUMBERS (this build's arithmetic is wrong), E_MEMORY, or
 * the error of the game's init. */
FS_API fs_result fs_sim_create(const fs_game *game, const fs_config *config, fs_sim **out);
/* NULL is allowed. */
FS_API void fs_sim_destroy(fs_sim *sim);
/* Game, configuration and state of the simulation, which owns the latter two. */
FS_API const fs_game *fs_sim_game(const fs_sim *sim);
FS_API const fs_config *fs_sim_config(const fs_sim *sim);
FS_API fs_state *fs_sim_state(fs_sim *sim);
/* Number of finished ticks. */
FS_API uint32_t fs_sim_tick(const fs_sim *sim);
/* Simulates one tick. `inputs->size` must be the game's, `slots` the
 * configuration's players. */
FS_API void fs_sim_step(fs_sim *sim, const fs_inputs *inputs);
/* The standings of the state; false, with zeroed ones, when the game has none. */
FS_API bool fs_sim_standings(const fs_sim *sim, fs_standings *standings);
/* Hash of the complete state: see fs_state_hash(). */
FS_API uint64_t fs_sim_state_hash(const fs_sim *sim);
/* Lends threads to every later step (NULL: no more). `tasks` must outlive its use; state hashes never depend on it. */
FS_API void fs_sim_set_tasks(fs_sim *sim, const fs_tasks *tasks);
/* Name of an instruction set in which this processor can run the loops of worlds and particles: 0 is "scalar", the last one the
 * widest; NULL past it. Static string. */
FS_API const char *fs_kernel_name(uint32_t number);
/* Instruction set of every later step: 0 the widest, otherwise 1 + its number; loops that do not exist in it take the widest. State
 * hashes never depend on it: a tool compares them. E_UNSUPPORTED, nothing changed, where the processor lacks it. */
FS_API fs_result fs_sim_set_kernel(fs_sim *sim, uint32_t kernel);
/* Overwrites all scratch, for tests: no later state hash may change. */
FS_API void fs_sim_poison_scratch(fs_sim *sim);
/* Creates an empty state with this simulation's schema and capacities; the caller
 * frees it with fs_state_destroy(). E_MEMORY. */
FS_API fs_result fs_sim_new_state(const fs_sim *sim, fs_state **out);
/* Replaces the state by a decoded one (canonical bytes of a keyframe or snapshot).
 * On an error nothing has changed: the error of fs_state_decode(); E_CONFIG when
 * the world's hz, players or seed differ from the configuration's; E_MALFORMED
 * when the game's `valid` refuses the state; E_MEMORY. */
FS_API fs_result fs_sim_load(fs_sim *sim, const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif
#endif
