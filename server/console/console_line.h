/* console_line.h: a line of an operator and the reply to it, whoever answers. */
#ifndef FS_SERVER_CONSOLE_LINE_H
#define FS_SERVER_CONSOLE_LINE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { CONSOLE_LINE_BYTES = 1024 };

/* The answer to one line. */
typedef struct console_reply {
    bool good;
    char *text;   /* lines for people, with their ends; owned */
    json_t *data; /* what the command shows, for programs; NULL: nothing; owned */
} console_reply;

/* What runs the lines of a terminal or a socket: the console of a match or of a supervisor. Any bytes are safe. The caller
 * of `run` frees the reply. */
typedef struct console_handler {
    void (*run)(void *context, const char *line, console_reply *reply);
    void *context;
} console_handler;

void console_reply_free(console_reply *reply);
/* A copy of the line without control characters and outer blanks, cut to the size. */
void console_clean_line(char clean[CONSOLE_LINE_BYTES], const char *line);
/* Moves the next word of `*rest` into `word` and `*rest` to the word after it; false when there is none or it does not
 * fit. */
bool console_take_word(const char **rest, char *word, size_t size);

#endif
