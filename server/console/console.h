/* console.h: the operator's commands, as lines of text.
 *
 * The lines come from a terminal (console_terminal.h) or a socket (console_socket.h); any bytes are safe. A command is a
 * word and its arguments, separated by blanks; the last argument of most is the rest of the line.
 */
#ifndef FS_SERVER_CONSOLE_H
#define FS_SERVER_CONSOLE_H

#include <stdbool.h>
#include <stdio.h>

#include "../host.h"
#include "console_line.h"

enum { CONSOLE_TEXT_BYTES = 200 };

/* Texts of the policy that `set` gave. */
typedef struct console_texts {
    char name[CONSOLE_TEXT_BYTES], motd[CONSOLE_TEXT_BYTES];
} console_texts;

typedef struct console {
    host *host;
    console_texts texts;
    /* Reads the configuration again; false with a sentence, and nothing changed. NULL: there is none. */
    bool (*reload)(void *context, char why[APP_ERROR_BYTES]);
    void *reload_context;
    bool bans_alone; /* what a reload reads is the ban file: there is no configuration file */
} console;

/* Runs one command. The caller frees the reply. */
void console_run(console *console, const char *line, console_reply *reply);
/* The commands of a match, for lists of them. */
extern const console_table console_commands;

#endif
