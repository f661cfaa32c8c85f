/* fat_aabb.inl: snapshots of bodies at the start of a tick, and new fat AABBs for shapes that left theirs.
 *
 * Template: included once by fat_aabb.c of physics2d and of physics3d, which defines
 *   note_motion(tick, body, snapshot): what the snapshot says of the speed of a body;
 *   fits_fat_aabb(w, shape): whether the fat AABB contains the shape, the reach of a fast one in the next tick and half the
 *   contact margin around it. Pairs are then found before their surfaces are as close as the margin, or meet within the
 *   tick. Only for bodies that are awake, so never for large shapes.
 */
#include "base/parallel_for.h"
#include "state/overwrite.h"

enum { CHUNK_ROWS = 512 }; /* fewer bodies or shapes are not worth another thread */

/* In a tick that is not divided equally, bodies of other numbers of parts than that of the pass are foreign to it. One that
 * woke in the tick belongs to the pass in which it woke. */
static bool mark_foreign(const struct fs__worldN_tick *tick, uint32_t body, struct fs__bodyN_snapshot *s)
{
    if (tick->body_parts == NULL || s->awake != FS__SNAPSHOT_AWAKE)
        return false;
    uint8_t *parts = &tick->body_parts[body];
    if (*parts == 0)
        *parts = (uint8_t)fs__worldN_parts(tick->w);
    if (*parts == fs__worldN_parts(tick->w))
        return false;
    s->awake = FS__SNAPSHOT_FOREIGN;
    s->dynamic = 0;
    return true;
}

static void take_some_snapshots(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    const struct fs__worldN_tick *tick = work;
    const struct fs_worldN *w = tick->w;
    (void)chunk;
    for (uint32_t i = from; i < to; i++) {
        struct fs__bodyN_snapshot *s = &tick->snapshot[i];
        bool live = fs__worldN_row_live(w->body.gen, i), awake = live && fs__bodyN_is_awake(w, i);
        bool asleep = live && (w->body.flags[i] & (FS_BODYN_ASLEEP | FS_BODYN_DISABLED)) == FS_BODYN_ASLEEP;
        s->awake = awake ? 1 : asleep ? 2 : 0;
        s->dynamic = awake && fs__bodyN_is_dynamic(w, i);
        if (mark_foreign(tick, i, s))
            continue; /* what else it holds is that of an earlier pass */
        s->pos = w->body.pos[i];
        s->rot = w->body.rot[i];
        s->extent = w->body.extent[i];
        note_motion(tick, i, s);
    }
}

void fs__bodyN_take_snapshots(struct fs__worldN_tick *tick)
{
    struct fs_worldN *w = tick->w;
    uint32_t rows = *w->body.rows;
    if (tick->snapshot == NULL)
        tick->snapshot = fs_arena_take(&tick->arena, rows * sizeof *tick->snapshot);
    FS_ASSERT(tick->snapshot != NULL);
    fs__parallel_for(w->tasks, rows, fs__parallel_for_chunks(w->tasks, rows, CHUNK_ROWS), take_some_snapshots, tick);
    w->scratch->woken_count = 0;
}

static void update_some_fat_aabbs(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    const struct fs__worldN_tick *tick = work;
    struct fs_worldN *w = tick->w;
    (void)chunk;
    for (uint32_t i = from; i < to; i++)
        if (fs__worldN_row_live(w->shape.gen, i) && tick->snapshot[w->shape.body[i]].awake == 1 && !fits_fat_aabb(w, i))
            fs__shapeN_renew_fat_aabb(w, i);
}

void fs__worldN_update_fat_aabbs(struct fs__worldN_tick *tick)
{
    struct fs_worldN *w = tick->w;
    uint32_t rows = *w->shape.rows;
    fs__parallel_for(w->tasks, rows, fs__parallel_for_chunks(w->tasks, rows, CHUNK_ROWS), update_some_fat_aabbs, tick);
    w->scratch->broadphase_synced = false;
}

void fs__worldN_sync_broadphase(const struct fs_worldN *w)
{
    struct fs__broadphaseN_aabb_columns boxes = { w->shape.fat_low, w->shape.fat_high, w->shape.gen, *w->shape.rows,
                                                  NULL };
    uint32_t overwrites = fs__state_overwrites(w->state);
    if (!w->scratch->broadphase_synced || w->scratch->synced_overwrites != overwrites)
        fs__broadphaseN_update(w->scratch->broad, &boxes);
    w->scratch->broadphase_synced = true;
    w->scratch->synced_overwrites = overwrites;
}
