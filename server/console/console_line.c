/* console_line.c: see console_line.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "console_line.h"

#include <stdlib.h>
#include <string.h>
#include <fixstep/utf8.h>

#include "app/log.h"

void console_reply_free(console_reply *reply)
{
    free(reply->text);
    json_decref(reply->data);
    *reply = (console_reply){ 0 };
}

void console_clean_line(char clean[CONSOLE_LINE_BYTES], const char *line)
{
    line += strspn(line, " \t\r\n");
    snprintf(clean, CONSOLE_LINE_BYTES, "%s", line);
    for (char *c = clean; *c != '\0'; c++)
        if (*c == '\n' || *c == '\t' || *c == '\r')
            *c = ' ';
    fs_utf8_clean(clean);
    for (size_t size = strlen(clean); size > 0 && clean[size - 1] == ' '; size--)
        clean[size - 1] = '\0';
}

bool console_take_word(const char **rest, char *word, size_t size)
{
    size_t length = strcspn(*rest, " ");
    if (length == 0 || length >= size)
        return false;
    memcpy(word, *rest, length);
    word[length] = '\0';
    *rest += length;
    *rest += strspn(*rest, " ");
    return true;
}

/* Columns of the longest usage of the table. */
static int usage_columns(const console_table *table)
{
    size_t columns = 0;
    for (size_t i = 0; i < table->count; i++) {
        size_t length = strlen(table->commands[i].usage);
        columns = length > columns ? length : columns;
    }
    return (int)columns;
}

bool console_show_help(console_call *call)
{
    const console_table *table = call->table;
    int columns = usage_columns(table) + 3;
    bool found = false;
    for (size_t i = 0; i < table->count; i++) {
        const console_command *command = &table->commands[i];
        if (call->rest[0] != '\0' && strcmp(call->rest, command->name) != 0)
            continue;
        found = true;
        fprintf(call->out, "%-8s%-*s%s\n", command->name, columns, command->usage, command->help);
    }
    if (!found)
        fprintf(call->out, "there is no command %.250s\n", call->rest);
    return found;
}

/* A word too many is a slip of the hand: "next week" must not end a round. */
static bool run_known(console_call *call, const console_command *command)
{
    if (command->usage[0] != '\0' || call->rest[0] == '\0')
        return command->run(call);
    fprintf(call->out, "%s takes no argument: %.250s\n", command->name, call->rest);
    return false;
}

static bool run_command(console_call *call)
{
    char name[16];
    const char *line = call->rest;
    if (line[0] == '\0')
        return true;
    bool fits = console_take_word(&call->rest, name, sizeof name);
    for (size_t i = 0; fits && i < call->table->count; i++)
        if (strcmp(call->table->commands[i].name, name) == 0)
            return run_known(call, &call->table->commands[i]);
    call->table->refuse_unknown(call, line);
    return false;
}

void console_run_line(const console_table *table, void *context, const char *line, console_reply *reply)
{
    char clean[CONSOLE_LINE_BYTES];
    size_t size = 0;
    *reply = (console_reply){ 0 };
    console_clean_line(clean, line);
    console_call call = { .table = table,
                          .context = context,
                          .rest = clean,
                          .out = open_memstream(&reply->text, &size) };
    if (call.out == NULL)
        return;
    if (clean[0] != '\0')
        app_log(APP_DEBUG, "command", json_pack("{s:s}", "line", clean), "console: %s", clean);
    if (strlen(line) < sizeof clean)
        reply->good = run_command(&call);
    else
        fprintf(call.out, "a command has at most %d bytes\n", CONSOLE_LINE_BYTES - 1);
    fclose(call.out);
    reply->data = call.data;
}
