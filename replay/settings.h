/* settings.h: commands and options of fixstep-replay. */
#ifndef FS_REPLAY_SETTINGS_H
#define FS_REPLAY_SETTINGS_H

#include "app/options.h"

typedef enum command_mode {
    MODE_VERIFY = 1,
    MODE_INFO = 2,
    MODE_DUMP = 4,
    MODE_DIFF = 8,
    MODE_RENDER = 16,
    MODE_REPRO = 32,
    MODE_COMPLETION = 64 /* no command */
} command_mode;

#define NO_TICK UINT64_MAX /* --tick was not given: the end */
#define NO_SLOT UINT64_MAX /* --slot was not given: a spectator */

typedef struct settings {
    unsigned completion; /* app_shell */
    bool json, schema;
    const char *game; /* a shared object or a name; NULL: built in, by the recording */
    const char *key;  /* fingerprint or file of keys; NULL: any key will do */
    uint64_t tick, slot, workers;
    uint64_t desync; /* number of one desync, from 1; 0: all */
    const char *out;
    const char *size;
    uint32_t width, height; /* from `size` */
    const char *debug;
    uint32_t debug_layers; /* from `debug`, 0 when not given */
    char **files;
    int file_count;
} settings;

/* One command: its help, the number of its files, and its function, which returns the exit
 * code of the process. */
typedef struct command {
    const char *name;
    command_mode mode;
    const char *usage;
    const char *about;
    int min_files, max_files;
    int (*run)(const settings *s);
} command;

/* The command's options, copied from the option table into `table`, which holds APP_MAX_OPTIONS. */
app_program command_program(const command *cmd, app_option *table);
/* Fills `s` from the arguments after the command's name. */
app_parsed settings_parse(const command *cmd, int argc, char **argv, settings *s, char why[APP_ERROR_BYTES]);
/* The whole program's options, for --help without a command. */
extern const app_program replay_program;

#endif
