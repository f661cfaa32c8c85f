/* commands.h: the commands of fixstep-replay and the functions that they share. */
#ifndef FS_REPLAY_COMMANDS_H
#define FS_REPLAY_COMMANDS_H

#include <fixstep/replay.h>
#include <jansson.h>

#include "settings.h"

int verify_run(const settings *s);
int info_run(const settings *s);
int dump_run(const settings *s);
int diff_run(const settings *s);
int render_run(const settings *s);
int repro_run(const settings *s);

/* The standings after the last tick; false when the game is not built in, has none, or the recording has too few
 * keyframes to reach that tick soon. */
bool find_standings(const fs_replay *replay, fs_standings *standings);
/* One line, with the reason when the recording has too few keyframes; nothing for a game without standings. */
void print_standings(const fs_replay *replay);
/* An object, or null. */
json_t *json_standings(const fs_replay *replay);

/* The exit codes that a command gives without a recording's verdict. */
enum { EXIT_UNREADABLE = 2, EXIT_MALFORMED = 3, EXIT_OTHER_BUILD = 5 };

/* --- shared ---------------------------------------------------------------------- */

/* One line on standard error, after the program's name, without control characters. */
void print_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The worse of two exit codes: 8 is worst, then 1, 7, 4, 3, 2, 5, 6, 0. */
int worse_exit_code(int a, int b);
/* What has become of one file: the worst exit code so far, with its sentence; "" while that is 0. */
typedef struct outcome {
    int code;
    char why[APP_ERROR_BYTES];
} outcome;
/* Prints the sentence as an error of the file (NULL: of none), and notes it when the code is worse than the noted one. */
void note_failure(outcome *o, const char *path, int code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Notes a verdict that the output itself tells; prints nothing. */
void note_verdict(outcome *o, int code, const char *sentence);
/* Opens a recording; NULL when it cannot be read. The outcome is that of its structure, chain and signatures. */
fs_replay *open_recording(const char *path, outcome *o);
/* The game of --game, NULL for the built-in one. False: the outcome says why. */
bool open_game(const settings *s, const fs_game **game, outcome *o);
/* The game to simulate a recording with: `game`, or when NULL the built-in one that it names; NULL when there is none. */
const fs_game *game_for(const fs_replay *replay, const fs_game *game);
/* What to add to a message that the recording's game is missing: how to load it; "" when that is not the reason. */
const char *missing_game_hint(const fs_replay *replay, const fs_game *game);
/* Whether this build can simulate the recording; `game` is then the game to use. Else the outcome says why. */
bool check_compatibility(const fs_replay *replay, const char *path, const fs_game **game, outcome *o);
/* Steps to the state after --tick ticks, or the last one; NULL when there is none. The outcome says why, or that the simulation
 * differs before that tick. */
fs_playback *seek_state(const fs_replay *replay, const char *path, const fs_game *game, uint64_t tick, outcome *o);

/* Seconds since some moment. */
double seconds_now(void);
/* A line on a terminal that the next one overwrites: progress_show() is an fs_verify_progress_fn. */
typedef struct progress_line {
    const char *path;
    double start, next; /* seconds; of the next line */
} progress_line;
void progress_begin(progress_line *line, const char *path);
void progress_show(void *line, uint32_t done, uint32_t total);
void progress_end(void);

/* "name: LEFT 1.25 m (0x...), RIGHT 1.5 m (0x...)" on standard output. */
void print_difference(const fs_schema *schema, const fs_difference *difference, const char *left, const char *right);
/* Texts in a recording are untrusted. clean_text() makes a copy in `buffer` that is safe for a terminal, cut to
 * CLEAN_TEXT_BYTES; json_text() gives the text as JSON, cleaned when it is no UTF-8. */
enum { CLEAN_TEXT_BYTES = 1024 };
const char *clean_text(const char *text, char buffer[CLEAN_TEXT_BYTES]);
json_t *json_text(const char *text);
/* A sentence of up to CLEAN_TEXT_BYTES. */
json_t *json_sentence(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* 16 hex digits. */
json_t *json_hash(uint64_t state_hash);
json_t *json_differences(const fs_schema *schema, const fs_difference *list, size_t count, const char *left,
                         const char *right);
/* Prints one line and releases the value; false when it cannot be written. Characters beyond ASCII are escaped: a name keeps
 * every character, and none acts on a terminal. */
bool print_json(json_t *value);
/* "file", "exit_code" and "why" of an object. */
void json_outcome(json_t *value, const char *path, const outcome *o);
/* With --json, prints an object of nothing but the outcome of a file, or of the whole command, whose "file" is its only one or null:
 * every way to end prints an object. Returns the exit code. */
int print_file_outcome(const settings *s, const char *path, const outcome *o);
int print_outcome(const settings *s, const outcome *o);

#endif
