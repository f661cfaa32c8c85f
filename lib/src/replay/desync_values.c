/* desync_values.c: the values of a desync report beside a state of one of its sides.
 *
 * Rows in use are the first ones of a table, so rows that one side lacks are its last ones. A state whose rows were changed here
 * is only hashed: the free lists of its pools are wrong.
 */
#include "replay/recording.h"

#include "state/state_internal.h"

static bool is_of(const fs_difference *d, fs_repro_side side, int64_t *raw)
{
    FS_ASSERT(side != FS_REPRO_NEITHER);
    *raw = side == FS_REPRO_SERVER ? d->left : d->right;
    return side == FS_REPRO_SERVER ? d->left_exists : d->right_exists;
}

uint32_t fs__desync_find_wrong(const fs_desync *desync, fs_repro_side side, const fs_state *state)
{
    for (uint32_t i = 0; i < desync->count; i++) {
        int64_t told = 0, raw = 0;
        bool exists = fs_value_get(state, desync->differences[i].ref, &raw) == FS_OK;
        if (is_of(&desync->differences[i], side, &told) != exists || (exists && told != raw))
            return i;
    }
    return desync->count;
}

/* Gives the table the row or takes it away; false when there is no room for it. */
static bool change_row(fs_state *state, fs_value_ref ref, bool exists)
{
    uint32_t *rows = fs__row_count(state, ref.table);
    if (ref.row >= fs_state_capacity(state, ref.table))
        return !exists;
    if (exists && *rows <= ref.row) {
        fs__table_clear_rows(state, ref.table, *rows, ref.row + 1);
        *rows = ref.row + 1;
    } else if (!exists && *rows > ref.row) {
        *rows = ref.row;
    }
    return true;
}

bool fs__desync_explains(const fs_desync *desync, fs_repro_side side, fs_state *state)
{
    int64_t raw;
    for (uint32_t i = 0; i < desync->count; i++)
        if (!change_row(state, desync->differences[i].ref, is_of(&desync->differences[i], side, &raw)))
            return false;
    for (uint32_t i = 0; i < desync->count; i++)
        if (is_of(&desync->differences[i], side, &raw) && fs_value_set(state, desync->differences[i].ref, raw) != FS_OK)
            return false;
    return fs_state_hash(state) == (side == FS_REPRO_SERVER ? desync->server_state_hash : desync->client_state_hash);
}
