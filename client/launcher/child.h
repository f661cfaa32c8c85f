/* child.h: programs that the launcher starts: this client for a match, a server beside it. */
#ifndef FS_CLIENT_CHILD_H
#define FS_CLIENT_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "app/options.h"

enum { CHILD_ARGUMENTS = 16 };

/* Starts `program`, a file beside this one, with arguments up to a NULL. Its standard error goes to `log`, a file
 * descriptor, or stays (-1). False with a sentence. */
bool child_start(const char *program, const char *const arguments[], int log, pid_t *process,
                 char why[APP_ERROR_BYTES]);
/* Waits until the process ends; whether it ended with status 0. */
bool child_wait(pid_t process);
/* Asks the process to end, and waits. */
void child_stop(pid_t process);
/* Starts this client and waits; `joined` (may be NULL) becomes whether it has joined a match on a server. False with the last
 * line that it wrote on standard error. */
bool child_play(const char *const arguments[], bool *joined, char why[APP_ERROR_BYTES]);

#endif
