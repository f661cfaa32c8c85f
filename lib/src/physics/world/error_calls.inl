/* error_calls.inl: the calls that leave a sentence in the view of a world (fs_worldN), and rows of its tables.
 *
 * Template: included by world/error.h of physics2d and of physics3d. Where `w` is NULL nothing is written.
 */
static inline char *fs__errorN_text(fs_worldN *w)
{
    _Static_assert((int)FS__WORLDN_ERROR_SIZE == (int)FS__ERROR_TEXT_SIZE, "one size of the text");
    return w != NULL ? w->error : NULL;
}

/* FS_OK, or E_ARGUMENT for the first number out of its range: "linear_damping -1 is out of range 0..1000". */
static inline fs_result fs__errorN_check(fs_worldN *w, const struct fs__range *ranges, size_t count)
{
    return fs__error_text_check(fs__errorN_text(w), ranges, count, "", "");
}

/* The same with a unit after the numbers and a note at the end. */
static inline fs_result fs__errorN_check_unit(fs_worldN *w, const struct fs__range *ranges, size_t count,
                                              const char *unit, const char *note)
{
    return fs__error_text_check(fs__errorN_text(w), ranges, count, unit, note);
}

/* `result`, with the sentence. */
static inline fs_result fs__errorN_set(fs_worldN *w, fs_result result, const char *sentence)
{
    return fs__error_text_set(fs__errorN_text(w), result, sentence);
}

/* The same for "inertia.xx" and " is negative". */
static inline fs_result fs__errorN_name(fs_worldN *w, fs_result result, const char *name, const char *rest)
{
    return fs__error_text_name(fs__errorN_text(w), result, name, rest);
}

/* E_CAPACITY: "table shape3 is full (64 rows)". `table` is an index of the state's schema. */
static inline fs_result fs__errorN_full(fs_worldN *w, unsigned table)
{
    return fs__error_text_full(w->error, w->state, table);
}

/* E_STALE: "the handle of body3 is stale or null". */
static inline fs_result fs__errorN_stale(fs_worldN *w, const char *table)
{
    return fs__error_text_stale(w->error, table);
}

/* fs_pool_create() in one of the world's tables (FS__WORLDN_TABLE_...), with the sentence when it is full. */
static inline fs_result fs__worldN_create_row(fs_worldN *w, unsigned table, fs_handle *out)
{
    fs_result result = fs_pool_create(w->state, w->first_table + table, out);
    return result == FS_E_CAPACITY ? fs__errorN_full(w, w->first_table + table) : result;
}

/* fs_rows_resize() alike. */
static inline fs_result fs__worldN_resize_rows(fs_worldN *w, unsigned table, uint32_t rows)
{
    fs_result result = fs_rows_resize(w->state, w->first_table + table, rows);
    return result == FS_E_CAPACITY ? fs__errorN_full(w, w->first_table + table) : result;
}

/* E_CAPACITY, with the sentence, unless `count` more rows can be created in one of the world's pools, whose column of
 * generations is `gen` and which has `rows` rows, live or not. For calls that create several rows or none. */
static inline fs_result fs__worldN_check_capacity(fs_worldN *w, unsigned table, const uint32_t *gen, uint32_t rows,
                                                  uint32_t count)
{
    uint32_t capacity = fs_state_capacity(w->state, w->first_table + table);
    FS_ASSERT(rows <= capacity);
    uint32_t free_rows = capacity - rows;
    for (uint32_t row = 0; row < rows && free_rows < count; row++)
        free_rows += (gen[row] & 1u) == 0;
    return free_rows >= count ? FS_OK : fs__errorN_full(w, w->first_table + table);
}
