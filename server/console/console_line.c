/* console_line.c: see console_line.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "console_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/text.h"

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
    app_text_clean(clean);
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
