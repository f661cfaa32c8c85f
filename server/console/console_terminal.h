/* console_terminal.h: the console on standard input, where that is a terminal. */
#ifndef FS_SERVER_CONSOLE_TERMINAL_H
#define FS_SERVER_CONSOLE_TERMINAL_H

#include "console_line.h"

/* Runs the lines that were typed; never waits. A server in the background of its terminal reads nothing. */
void console_terminal_poll(const console_handler *handler);

#endif
