/* island_batches.c: islands grouped into batches; see island_batches.h. */
#include "physics/island_batches.h"

#include <string.h>

#include <fixstep/num.h>

#include "base/union_find.h"

/* Largest number of contacts of a batch of several islands: half a megabyte of rows. */
enum { DEFAULT_BATCH_CONTACTS = 2048, AWAKE = FS__SOLVER_INDEX_AWAKE };

/* ---- islands -------------------------------------------------------------------------------------------------- */

/* A body of the contact that is awake; at least one is. */
static uint32_t awake_body(const struct fs__island_batches *b, uint32_t i)
{
    const struct fs__contact_bodies *e = &b->ends[i];
    return (b->solver_index[e->a] & AWAKE) != 0 ? e->a : e->b;
}

/* Leaves the root of its island in every row of `root`, and there, in `size`, the island's contacts. */
static void find_islands(const struct fs__island_batches *b, uint32_t *root, uint32_t *size)
{
    fs__union_find_init(root, b->bodies);
    memset(size, 0, b->bodies * sizeof *size);
    for (uint32_t i = 0; i < b->contact_count; i++) {
        const struct fs__contact_bodies *e = &b->ends[i];
        if ((b->solver_index[e->a] & b->solver_index[e->b] & AWAKE) != 0)
            fs__union_find_unite(root, e->a, e->b);
        size[awake_body(b, i)]++;
    }
    for (uint32_t i = 0; i < b->bodies; i++) {
        root[i] = root[root[i]]; /* a root has the lowest row of its set */
        if (root[i] != i)
            size[root[i]] += size[i];
    }
}

/* ---- batches -------------------------------------------------------------------------------------------------- */

/* Islands in the order of their lowest rows; an island that does not fit into the last batch begins the next. `size` holds
 * contacts per island before and the batch of every row after; batches count their solver bodies and contacts. */
static void assign_batches(struct fs__island_batches *b, const uint32_t *root, uint32_t *size, uint32_t max_contacts)
{
    struct fs__island_batch *batch = b->batch;
    *batch = (struct fs__island_batch){ 0, 0 };
    for (uint32_t i = 0; i < b->bodies; i++) {
        if (root[i] == i && size[i] > 0) {
            if (batch->contact > 0 && batch->contact + size[i] > max_contacts)
                *++batch = (struct fs__island_batch){ 0, 0 };
            batch->contact += size[i];
        }
        size[i] = root[i] == i ? (uint32_t)(batch - b->batch) : size[root[i]];
        b->batch[size[i]].solver_body += b->solver_index[i] & AWAKE;
    }
    b->batch_count = (uint32_t)(batch - b->batch) + 1;
}

/* Two adjacent batches have more contacts together than fit into one. */
static uint32_t max_batches(uint32_t contacts, uint32_t max_contacts)
{
    return 2 * (contacts / max_contacts) + 2;
}

/* Turns the counts of each batch into the index of its first solver body and contact. */
static void set_batch_starts(struct fs__island_batches *b)
{
    uint32_t solver_body = FS__STATIC_SOLVER_BODY + 1, contact = 0;
    for (uint32_t k = 0; k < b->batch_count; k++) {
        struct fs__island_batch count = b->batch[k];
        b->batch[k] = (struct fs__island_batch){ solver_body, contact };
        solver_body += count.solver_body;
        contact += count.contact;
    }
}

/* Filling advanced every start to that of the next batch: shifts them back. */
static void restore_batch_starts(struct fs__island_batches *b)
{
    for (uint32_t k = b->batch_count; k > 0; k--)
        b->batch[k] = b->batch[k - 1];
    b->batch[0] = (struct fs__island_batch){ FS__STATIC_SOLVER_BODY + 1, 0 };
}

static void build_many(struct fs__island_batches *b, fs_arena arena, uint32_t max_contacts)
{
    uint32_t *root = fs_arena_take(&arena, b->bodies * sizeof *root);
    uint32_t *batch_of = fs_arena_take(&arena, b->bodies * sizeof *batch_of);
    FS_ASSERT(root != NULL && batch_of != NULL);
    find_islands(b, root, batch_of);
    assign_batches(b, root, batch_of, max_contacts);
    set_batch_starts(b);
    for (uint32_t i = 0; i < b->contact_count; i++)
        b->batch_order[b->batch[batch_of[awake_body(b, i)]].contact++] = i;
    for (uint32_t i = 0; i < b->bodies; i++)
        b->solver_index[i] = (b->solver_index[i] & AWAKE) != 0 ? b->batch[batch_of[i]].solver_body++
                                                               : (uint32_t)FS__STATIC_SOLVER_BODY;
    restore_batch_starts(b);
}

static void build_one(struct fs__island_batches *b)
{
    uint32_t n = FS__STATIC_SOLVER_BODY + 1;
    for (uint32_t i = 0; i < b->bodies; i++)
        b->solver_index[i] = (b->solver_index[i] & AWAKE) != 0 ? n++ : (uint32_t)FS__STATIC_SOLVER_BODY;
    for (uint32_t i = 0; i < b->contact_count; i++)
        b->batch_order[i] = i;
    b->batch_count = 1;
    b->batch[0] = (struct fs__island_batch){ FS__STATIC_SOLVER_BODY + 1, 0 };
    b->batch[1] = (struct fs__island_batch){ n, b->contact_count };
}

/* ---- single islands ------------------------------------------------------------------------------------------- */

/* A world that is nearly all one island stays so for some ticks: islands are searched for again after that many. The count
 * lies in scratch, where any value may be found; the tag in its high bits only makes a wrong guess rare. */
enum { SINGLE_ISLAND_TICKS = 15 };
#define SINGLE_ISLAND_TAG UINT32_C(0x6F6E6500)

static bool is_single_island(const struct fs__island_batches *b)
{
    uint32_t largest = 0;
    for (uint32_t k = 0; k < b->batch_count; k++)
        largest = fs_max_u32(largest, b->batch[k + 1].contact - b->batch[k].contact);
    return largest > b->contact_count / 4 * 3;
}

static bool was_single_island(uint32_t *single_island_ticks)
{
    uint32_t left = *single_island_ticks - SINGLE_ISLAND_TAG;
    if (left == 0 || left > SINGLE_ISLAND_TICKS)
        return false;
    --*single_island_ticks;
    return true;
}

void fs__island_batches_build(struct fs__island_batches *b, fs_arena *arena)
{
    uint32_t max_contacts = b->max_contacts != 0 ? fs_max_u32(b->max_contacts, FS__ISLAND_MIN_BATCH_CONTACTS)
                                                 : DEFAULT_BATCH_CONTACTS;
    b->batch = fs_arena_take(arena, (max_batches(b->contact_count, max_contacts) + 1) * sizeof *b->batch);
    b->batch_order = fs_arena_take(arena, b->contact_count * sizeof *b->batch_order);
    FS_ASSERT(b->batch != NULL && b->batch_order != NULL);
    if (b->contact_count <= max_contacts || b->is_one || was_single_island(b->single_island_ticks)) {
        build_one(b);
        return;
    }
    build_many(b, *arena, max_contacts);
    *b->single_island_ticks = is_single_island(b) ? SINGLE_ISLAND_TAG + SINGLE_ISLAND_TICKS : 0;
}

size_t fs__island_batches_size(uint32_t bodies, uint32_t contacts)
{
    return FS_ARENA_BYTES((max_batches(contacts, FS__ISLAND_MIN_BATCH_CONTACTS) + 1) *
                          sizeof(struct fs__island_batch)) +
           FS_ARENA_BYTES(contacts * sizeof(uint32_t)) + 2 * FS_ARENA_BYTES(bodies * sizeof(uint32_t));
}
