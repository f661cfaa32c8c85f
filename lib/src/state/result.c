/* result.c: names and sentences of results, and the default assert handler. */
#include <fixstep/result.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const names[] = {
#define NAME(name, number, sentence) [number] = #name,
    FS_RESULTS(NAME)
#undef NAME
};

static const char *const texts[] = {
#define TEXT(name, number, sentence) [number] = sentence,
    FS_RESULTS(TEXT)
#undef TEXT
};

_Static_assert(sizeof names / sizeof names[0] == FS_RESULT_COUNT, "result numbers are dense");

static bool is_known(fs_result result)
{
    return (unsigned)result < FS_RESULT_COUNT;
}

const char *fs_result_name(fs_result result)
{
    return is_known(result) ? names[result] : "E_UNKNOWN";
}

const char *fs_result_text(fs_result result)
{
    return is_known(result) ? texts[result] : "unknown result";
}

void fs_assert_fail(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: a rule of the fixstep API was broken: %s\n", file, line, condition);
    abort();
}
