/* jsonpath.c: "jsonpath PATH < text": the value at a path of a JSON text, for shell tests.
 *
 * The path is member names and array indices separated by dots; the empty path
 * is the whole text. Strings are printed bare, arrays and objects as their size.
 * Every line of the text must be JSON; the first one is used. Exit status 1:
 * not JSON, 2: no such value.
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *walk(json_t *value, char *path)
{
    for (char *part = strtok(path, "."); part != NULL && value != NULL; part = strtok(NULL, "."))
        value = json_is_array(value) ? json_array_get(value, (size_t)atoi(part)) : json_object_get(value, part);
    return value;
}

static int print(const json_t *value)
{
    if (value == NULL)
        return 2;
    if (json_is_string(value))
        puts(json_string_value(value));
    else if (json_is_integer(value))
        printf("%" JSON_INTEGER_FORMAT "\n", json_integer_value(value));
    else if (json_is_real(value))
        printf("%g\n", json_real_value(value));
    else if (json_is_array(value))
        printf("%zu\n", json_array_size(value));
    else if (json_is_object(value))
        printf("%zu\n", json_object_size(value));
    else
        puts(json_is_null(value) ? "null" : json_is_true(value) ? "true" : "false");
    return 0;
}

int main(int argc, char **argv)
{
    char *line = NULL;
    size_t room = 0;
    json_t *first = NULL;
    if (argc != 2)
        return 2;
    while (getline(&line, &room, stdin) > 0) {
        json_t *value = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
        if (value == NULL)
            return 1;
        if (first == NULL)
            first = value;
        else
            json_decref(value);
    }
    free(line);
    int status = first == NULL ? 1 : print(walk(first, argv[1]));
    json_decref(first);
    return status;
}
