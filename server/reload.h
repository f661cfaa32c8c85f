/* reload.h: the configuration as a start and a reload read it: the command line, its file and the files that they name. */
#ifndef FS_SERVER_RELOAD_H
#define FS_SERVER_RELOAD_H

#include "settings.h"

/* What was read at the start, and what the newest reload gave. */
typedef struct reload_source {
    int argc;
    char **argv;
    bool has_config;         /* a file of --config */
    const settings *running; /* of the start; a supervisor has none */
    host *host;              /* that a reload changes; a supervisor has none */
    settings reloaded;       /* of the newest reload; its texts are in use until the next one */
} reload_source;

/* Reads everything again; `source->host` may be NULL. False with a sentence, and `bans` as before; else the caller frees `fresh` with settings_free(). */
bool reload_read(const reload_source *source, settings *fresh, host_def *def, ban_list *bans,
                 char why[APP_ERROR_BYTES]);
/* Opens the log file again, reads everything again and applies what may change while matches run; the log has the result.
 * False with a sentence: nothing has changed then, as with a file that is none any more or has lost all its keys. True with the
 * changed keys that wait for a new start in `why`, "" for none. `source` is a reload_source. */
bool reload_match(void *source, char why[APP_ERROR_BYTES]);
void reload_free(reload_source *source);

#endif
