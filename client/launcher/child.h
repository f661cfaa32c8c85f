/* child.h: programs that the launcher starts: this client for a match, a server beside it.
 *
 * A child ends with the launcher, whatever ends that: a request to end is passed on, and the kernel asks the child when the
 * launcher was killed.
 */
#ifndef FS_CLIENT_CHILD_H
#define FS_CLIENT_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "app/options.h"

enum { CHILD_ARGUMENTS = 16, CHILD_INPUT_BYTES = 512 /* a pipe holds them before anybody reads */ };

/* Zeroed: none. */
typedef struct child {
    pid_t process;
    FILE *log;       /* its standard error; NULL: there is no room for it */
    bool runs, good; /* good: ended with status 0 */
    int status;      /* of waitpid(), once it has ended */
} child;

/* Starts `program`, a file beside this one, with arguments up to a NULL. `input` is what it reads from its standard input, of less
 * than CHILD_INPUT_BYTES; NULL: nothing. False with a sentence. */
bool child_start(child *c, const char *program, const char *const arguments[], const char *input,
                 char why[APP_ERROR_BYTES]);
/* Waits until the process has logged a line whose sentence begins with `sentence`. False when it ends before, when this process
 * is asked to end, and after `limit_us`. */
bool child_await(child *c, const char *sentence, uint64_t limit_us);
/* Whether the process has ended by itself with another status than 0; then a sentence that begins with `who` tells how. */
bool child_failed(child *c, const char *who, char why[APP_ERROR_BYTES]);
/* Waits until the process ends, and passes on a request to end; whether it ended with status 0. */
bool child_wait(child *c);
/* Asks the process to end, waits, and forgets it. */
void child_stop(child *c);
/* Whether a line of the log is one of that sentence: time and level stand before it, so that no words of a stranger are taken for
 * one. */
bool child_has_logged(const child *c, const char *sentence);
/* The last line of the log; "" without one. */
void child_last_line(const child *c, char line[APP_ERROR_BYTES]);
/* Starts this client with `input` and waits; `joined` becomes whether it has joined a match on a server. False with the last line
 * that it wrote on standard error. */
bool child_play(const char *const arguments[], const char *input, bool *joined, char why[APP_ERROR_BYTES]);

#endif
