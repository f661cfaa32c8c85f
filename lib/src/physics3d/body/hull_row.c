/* hull_row.c: rows of convex hulls, shared by the shapes with equal ones, and the hulls made of them.
 *
 * The state holds the corners of a hull alone. Faces and edges are made of them by fs_hull3_make(), which gives the same
 * hull for the same corners on every machine, and lie in scratch. What scratch holds is believed when the check over all of
 * it fits and its corners are those of the state; it is then as it was made. Corners are made of points until they stay the
 * same (`settle`), so that a hull made of its own corners is itself.
 */
#include "physics3d/body/hull_row.h"

#include <string.h>

#include "physics3d/body/body.h"
#include "physics3d/world/world.h"
#include "state/overwrite.h"

/* A hull as it was made, with a check over it. `synced`: 0, or the current_sync() at which it was compared with the state. */
struct fs__hull3_cache {
    fs_hull3 hull;
    uint64_t check;
    uint64_t synced;
};

/* Another number after every snapshot that came back; never 0. */
static uint64_t current_sync(const struct fs_world3 *w)
{
    return (uint64_t)fs__state_overwrites(w->state) + 1;
}

static const fs_rel3 *corners_of(const struct fs_world3 *w, uint32_t row)
{
    return &w->hull_corner.at[(size_t)row * FS_HULL3_MAX_CORNERS];
}

/* ---- made of corners ------------------------------------------------------------------------------------------ */

/* FNV-1a over words of 32 bits. Every member of fs_hull3 is initialised, its padding too. */
static uint64_t check_of(const fs_hull3 *hull)
{
    const uint8_t *bytes = (const uint8_t *)hull;
    uint64_t check = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i + sizeof(uint32_t) <= sizeof *hull; i += sizeof(uint32_t)) {
        uint32_t word;
        memcpy(&word, bytes + i, sizeof word);
        check = (check ^ word) * UINT64_C(0x100000001B3);
    }
    return check;
}

static bool make_hull(const struct fs_world3 *w, uint32_t row, fs_hull3 *out)
{
    return fs_hull3_make(corners_of(w, row), w->hull.count[row], out) == FS_OK;
}

fs_result fs__hull3_settle(const fs_rel3 *points, size_t count, fs_hull3 *out)
{
    fs_hull3 next;
    fs_result result = fs_hull3_make(points, count, out);
    for (unsigned before = 0; result == FS_OK && before != out->corner_count;) {
        before = out->corner_count;
        result = fs_hull3_make(out->corner, before, &next);
        *out = next;
    }
    return result;
}

bool fs__hull3_row_valid(const struct fs_world3 *w, uint32_t row)
{
    fs_hull3 hull;
    unsigned count = w->hull.count[row];
    if (count > FS_HULL3_MAX_CORNERS || (size_t)(row + 1) * FS_HULL3_MAX_CORNERS > *w->hull_corner.rows)
        return false;
    return make_hull(w, row, &hull) && hull.corner_count == count &&
           memcmp(hull.corner, corners_of(w, row), sizeof hull.corner) == 0;
}

/* ---- the cache ------------------------------------------------------------------------------------------------ */

size_t fs__hull3_cache_size(uint32_t hulls)
{
    return FS_ARENA_BYTES(hulls * sizeof(struct fs__hull3_cache));
}

struct fs__hull3_cache *fs__hull3_cache_open(fs_arena *arena, uint32_t hulls)
{
    struct fs__hull3_cache *cache = fs_arena_take(arena, hulls * sizeof *cache);
    for (uint32_t i = 0; cache != NULL && i < hulls; i++)
        cache[i].synced = 0;
    return cache;
}

static void sync_row(const struct fs_world3 *w, uint32_t row, struct fs__hull3_cache *c)
{
    bool same = c->hull.corner_count == w->hull.count[row] &&
                memcmp(c->hull.corner, corners_of(w, row), sizeof c->hull.corner) == 0 &&
                c->check == check_of(&c->hull);
    if (!same) {
        bool made = make_hull(w, row, &c->hull);
        FS_ASSERT(made);
        (void)made;
        c->check = check_of(&c->hull);
    }
    c->synced = current_sync(w);
}

void fs__hull3_sync(const struct fs_world3 *w)
{
    for (uint32_t row = 0; w->scratch != NULL && row < *w->hull.rows; row++)
        if (fs__world3_row_live(w->hull.gen, row) && w->scratch->hull[row].synced != current_sync(w))
            sync_row(w, row, &w->scratch->hull[row]);
}

const fs_hull3 *fs__hull3_of(const struct fs_world3 *w, uint32_t row, fs_hull3 *hull)
{
    FS_ASSERT(row < *w->hull.rows && fs__world3_row_live(w->hull.gen, row));
    if (w->scratch != NULL && w->scratch->hull[row].synced == current_sync(w))
        return &w->scratch->hull[row].hull;
    return hull != NULL && make_hull(w, row, hull) ? hull : NULL;
}

/* ---- rows ----------------------------------------------------------------------------------------------------- */

static bool is_row_of(const struct fs_world3 *w, uint32_t row, const fs_hull3 *hull)
{
    return fs__world3_row_live(w->hull.gen, row) && w->hull.count[row] == hull->corner_count &&
           memcmp(corners_of(w, row), hull->corner, sizeof hull->corner) == 0;
}

uint32_t fs__hull3_find(const struct fs_world3 *w, const fs_hull3 *hull)
{
    uint32_t row = 0;
    while (row < *w->hull.rows && !is_row_of(w, row, hull))
        row++;
    return row < *w->hull.rows ? row + 1 : 0;
}

fs_result fs__hull3_check_room(struct fs_world3 *w, const fs_hull3 *hull)
{
    if (fs__hull3_find(w, hull) != 0)
        return FS_OK;
    return fs__world3_check_capacity(w, FS__WORLD3_TABLE_HULL, w->hull.gen, *w->hull.rows, 1);
}

static uint32_t create_row(struct fs_world3 *w, const fs_hull3 *hull)
{
    fs_handle handle = { 0, 0 };
    fs_result result = fs__world3_create_row(w, FS__WORLD3_TABLE_HULL, &handle);
    uint32_t row = handle.index1 - 1, corners = *w->hull.rows * FS_HULL3_MAX_CORNERS;
    if (result == FS_OK && *w->hull_corner.rows < corners)
        result = fs__world3_resize_rows(w, FS__WORLD3_TABLE_HULL_CORNER, corners);
    FS_ASSERT(result == FS_OK);
    (void)result;
    w->hull.count[row] = hull->corner_count;
    memcpy(&w->hull_corner.at[(size_t)row * FS_HULL3_MAX_CORNERS], hull->corner, sizeof hull->corner);
    if (w->scratch != NULL)
        sync_row(w, row, &w->scratch->hull[row]);
    return row + 1;
}

uint32_t fs__hull3_take(struct fs_world3 *w, const fs_hull3 *hull)
{
    uint32_t row1 = fs__hull3_find(w, hull);
    if (row1 == 0)
        row1 = create_row(w, hull);
    w->hull.users[row1 - 1]++;
    return row1;
}

void fs__hull3_release(struct fs_world3 *w, uint32_t row1)
{
    uint32_t row = row1 - 1;
    FS_ASSERT(row < *w->hull.rows && w->hull.users[row] > 0);
    if (--w->hull.users[row] != 0)
        return;
    memset(&w->hull_corner.at[(size_t)row * FS_HULL3_MAX_CORNERS], 0, FS_HULL3_MAX_CORNERS * sizeof *w->hull_corner.at);
    (void)fs_pool_destroy(w->state, w->first_table + FS__WORLD3_TABLE_HULL,
                          fs_pool_handle(w->state, w->first_table + FS__WORLD3_TABLE_HULL, row));
    if (w->scratch != NULL)
        w->scratch->hull[row].synced = 0;
}
