/* console_terminal.c: typed lines; the terminal itself edits them. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "console_terminal.h"

#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "app/log.h"

enum { TERMINAL_LINE_BYTES = 4096 }; /* most that a terminal gives in one line */

/* Whether a whole line waits. Reading in the background would stop the process. */
static bool has_line(void)
{
    struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
    return isatty(STDIN_FILENO) && tcgetpgrp(STDIN_FILENO) == getpgrp() && poll(&input, 1, 0) > 0 &&
           (input.revents & POLLIN) != 0;
}

void console_terminal_poll(const console_handler *handler)
{
    char line[TERMINAL_LINE_BYTES + 1];
    console_reply reply;
    if (!has_line())
        return;
    ssize_t n = read(STDIN_FILENO, line, sizeof line - 1);
    if (n <= 0)
        return; /* Ctrl-D: the server goes on */
    line[n] = '\0';
    handler->run(handler->context, line, &reply);
    app_log_clear_status();
    if (reply.text != NULL)
        fputs(reply.text, stderr);
    console_reply_free(&reply);
}
