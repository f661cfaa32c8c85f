/* error_text.c: sentences on failed calls; see error_text.h. Cut, never overrun, where the text does not fit. */
#include "physics/error_text.h"

#include <string.h>

#include <fixstep/text.h>

enum { MAX_DECIMALS = 9 };

/* ---- text --------------------------------------------------------------------------------------------------- */

static void append(char *text, const char *more)
{
    size_t used = strlen(text), length = strlen(more);
    if (length > FS__ERROR_TEXT_SIZE - 1 - used)
        length = FS__ERROR_TEXT_SIZE - 1 - used;
    memcpy(text + used, more, length);
    text[used + length] = 0;
}

/* With as many decimals as needed, at most MAX_DECIMALS. */
static void append_number(char *text, int64_t value, unsigned frac)
{
    char number[FS_NUMBER_TEXT_MAX];
    size_t length = fs_format_q(number, sizeof number, value, frac, frac == 0 ? 0 : MAX_DECIMALS);
    if (frac != 0) {
        while (number[length - 1] == '0')
            length--;
        if (number[length - 1] == '.')
            length--;
        number[length] = 0;
    }
    append(text, number);
}

static void begin(char *text, const char *first)
{
    text[0] = 0;
    append(text, first);
}

/* ---- sentences ---------------------------------------------------------------------------------------------- */

fs_result fs__error_text_set(char *text, fs_result result, const char *sentence)
{
    if (text != NULL)
        begin(text, sentence);
    return result;
}

fs_result fs__error_text_name(char *text, fs_result result, const char *name, const char *rest)
{
    if (text == NULL)
        return result;
    begin(text, name);
    append(text, rest);
    return result;
}

/* Whether the value is so near to its range that both print alike. */
static bool prints_inside(const struct fs__range *r)
{
    const uint64_t beyond = fs_absdiff64(r->value, r->value < r->low ? r->low : r->high);
    return beyond <= ((uint64_t)1 << r->frac) / 1000000000;
}

static void write_range(char *text, const struct fs__range *r, const char *unit, const char *note)
{
    begin(text, r->name);
    append(text, " ");
    append_number(text, r->value, r->frac);
    append(text, unit);
    append(text, " is out of range ");
    append_number(text, r->low, r->frac);
    append(text, "..");
    append_number(text, r->high, r->frac);
    append(text, unit);
    append(text, prints_inside(r) ? " by less than 1e-9" : "");
    append(text, note);
}

fs_result fs__error_text_check(char *text, const struct fs__range *ranges, size_t count, const char *unit,
                               const char *note)
{
    for (size_t i = 0; i < count; i++) {
        FS_ASSERT(ranges[i].low <= ranges[i].high);
        if (ranges[i].value >= ranges[i].low && ranges[i].value <= ranges[i].high)
            continue;
        if (text != NULL)
            write_range(text, &ranges[i], unit, note);
        return FS_E_ARGUMENT;
    }
    return FS_OK;
}

fs_result fs__error_text_full(char *text, const fs_state *state, unsigned table)
{
    begin(text, "table ");
    append(text, fs_state_schema(state)->tables[table].name);
    append(text, " is full (");
    append_number(text, fs_state_capacity(state, table), 0);
    append(text, " rows)");
    return FS_E_CAPACITY;
}

fs_result fs__error_text_stale(char *text, const char *table)
{
    begin(text, "the handle of ");
    append(text, table);
    append(text, " is stale or null");
    return FS_E_STALE;
}
