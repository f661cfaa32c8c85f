/* console_line.h: a line of an operator, the table of commands that it is looked up in, and the reply. */
#ifndef FS_SERVER_CONSOLE_LINE_H
#define FS_SERVER_CONSOLE_LINE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

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

typedef struct console_table console_table;

/* One command while it runs. */
typedef struct console_call {
    const console_table *table;
    void *context;    /* what the commands of the table act on */
    const char *rest; /* of the line, without leading blanks */
    FILE *out;        /* the text of the reply */
    json_t *data;     /* of the reply; NULL until a command sets it */
} console_call;

/* `run` returns whether the command did what it says; else it has written a sentence. */
typedef struct console_command {
    const char *name, *usage, *help;
    bool (*run)(console_call *call);
} console_command;

/* The commands of one kind of console. */
struct console_table {
    const console_command *commands;
    size_t count;
    void (*refuse_unknown)(console_call *call, const char *line); /* writes the sentence for a line of no command */
};

/* Runs the command of one line, of any bytes, and logs it. The caller frees the reply; without memory it has no text. */
void console_run_line(const console_table *table, void *context, const char *line, console_reply *reply);
/* The command that lists the table, or the one that the rest of the line names. */
bool console_show_help(console_call *call);

void console_reply_free(console_reply *reply);
/* A copy of the line without control characters and outer blanks, cut to the size. */
void console_clean_line(char clean[CONSOLE_LINE_BYTES], const char *line);
/* Moves the next word of `*rest` into `word` and `*rest` to the word after it; false when there is none or it does not
 * fit. */
bool console_take_word(const char **rest, char *word, size_t size);

#endif
