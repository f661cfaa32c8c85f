/* error.c: sentences on failed calls; see error.h. Cut, never overrun, where the text does not fit. */
#include "physics3d/world/error.h"

#include <string.h>

#include <fixstep/text.h>

enum { MAX_DECIMALS = 9 };

/* ---- text --------------------------------------------------------------------------------------------------- */

static void append(fs_world3 *w, const char *text)
{
    size_t used = strlen(w->error), length = strlen(text);
    if (length > sizeof w->error - 1 - used)
        length = sizeof w->error - 1 - used;
    memcpy(w->error + used, text, length);
    w->error[used + length] = 0;
}

/* With as many decimals as needed, at most MAX_DECIMALS. */
static void append_number(fs_world3 *w, int64_t value, unsigned frac)
{
    char text[FS_NUMBER_TEXT_MAX];
    size_t length = fs_format_q(text, sizeof text, value, frac, frac == 0 ? 0 : MAX_DECIMALS);
    if (frac != 0) {
        while (text[length - 1] == '0')
            length--;
        if (text[length - 1] == '.')
            length--;
        text[length] = 0;
    }
    append(w, text);
}

static fs_result begin(fs_world3 *w, fs_result result, const char *text)
{
    w->error[0] = 0;
    append(w, text);
    return result;
}

/* ---- sentences ---------------------------------------------------------------------------------------------- */

fs_result fs__error3_set(fs_world3 *w, fs_result result, const char *sentence)
{
    return w == NULL ? result : begin(w, result, sentence);
}

static void write_range(fs_world3 *w, const struct fs__range3 *r, const char *unit, const char *note)
{
    begin(w, FS_E_ARGUMENT, r->name);
    append(w, " ");
    append_number(w, r->value, r->frac);
    append(w, unit);
    append(w, " is out of range ");
    append_number(w, r->low, r->frac);
    append(w, "..");
    append_number(w, r->high, r->frac);
    append(w, unit);
    append(w, note);
}

fs_result fs__error3_check_unit(fs_world3 *w, const struct fs__range3 *ranges, size_t count, const char *unit,
                                const char *note)
{
    for (size_t i = 0; i < count; i++) {
        FS_ASSERT(ranges[i].low <= ranges[i].high);
        if (ranges[i].value >= ranges[i].low && ranges[i].value <= ranges[i].high)
            continue;
        if (w != NULL)
            write_range(w, &ranges[i], unit, note);
        return FS_E_ARGUMENT;
    }
    return FS_OK;
}

fs_result fs__error3_check(fs_world3 *w, const struct fs__range3 *ranges, size_t count)
{
    return fs__error3_check_unit(w, ranges, count, "", "");
}

fs_result fs__error3_full(fs_world3 *w, unsigned table)
{
    begin(w, FS_E_CAPACITY, "table ");
    append(w, fs_state_schema(w->state)->tables[table].name);
    append(w, " is full (");
    append_number(w, fs_state_capacity(w->state, table), 0);
    append(w, " rows)");
    return FS_E_CAPACITY;
}

fs_result fs__error3_stale(fs_world3 *w, const char *table)
{
    begin(w, FS_E_STALE, "the handle of ");
    append(w, table);
    append(w, " is stale or null");
    return FS_E_STALE;
}

const char *fs_world3_error(const fs_world3 *w)
{
    return w->error;
}

/* ---- rows --------------------------------------------------------------------------------------------------- */

static fs_result note_full_table(fs_world3 *w, unsigned table, fs_result result)
{
    return result == FS_E_CAPACITY ? fs__error3_full(w, w->first_table + table) : result;
}

fs_result fs__world3_create_row(fs_world3 *w, unsigned table, fs_handle *out)
{
    return note_full_table(w, table, fs_pool_create(w->state, w->first_table + table, out));
}

fs_result fs__world3_resize_rows(fs_world3 *w, unsigned table, uint32_t rows)
{
    return note_full_table(w, table, fs_rows_resize(w->state, w->first_table + table, rows));
}

fs_result fs__world3_check_capacity(fs_world3 *w, unsigned table, const uint32_t *gen, uint32_t rows, uint32_t count)
{
    uint32_t capacity = fs_state_capacity(w->state, w->first_table + table);
    FS_ASSERT(rows <= capacity);
    uint32_t free_rows = capacity - rows;
    for (uint32_t row = 0; row < rows && free_rows < count; row++)
        free_rows += (gen[row] & 1u) == 0;
    return free_rows >= count ? FS_OK : fs__error3_full(w, w->first_table + table);
}
