/* island_batches.c: the input of the solver: awake bodies, their contacts and joints, in batches of islands.
 *
 * Bodies in different islands are independent, so the order in which islands are solved changes nothing. In a large world
 * islands are therefore grouped into batches that stay in the cache of a core through all passes of a tick, and one batch
 * is solved after the other; the solver bodies of a batch are adjacent. Here a kinematic body is in one island with the
 * bodies that it touches, because it moves in every substep. Joints are solved all at once: a world with active joints is
 * one batch.
 */
#include <string.h>

#include "physics3d/body/body.h"
#include "base/union_find.h"
#include "physics3d/joint/joint.h"
#include "physics3d/world/world.h"

/* Largest number of contacts of a batch of several islands: half a megabyte of rows. */
enum { DEFAULT_BATCH_CONTACTS = 2048 };

/* ---- contacts and joints -------------------------------------------------------------------------------------- */

/* Bits in tick->solver_index until the solver bodies are numbered. */
enum { AWAKE = 1, DYNAMIC = 2 };

static void mark_bodies(struct fs__world3_tick *tick)
{
    uint32_t rows = *tick->w->body.rows;
    tick->solver_index = fs_arena_take(&tick->arena, rows * sizeof *tick->solver_index);
    FS_ASSERT(tick->solver_index != NULL);
    for (uint32_t i = 0; i < rows; i++)
        tick->solver_index[i] = (tick->snapshot[i].awake == 1 ? AWAKE : 0u) |
                                (tick->snapshot[i].dynamic ? DYNAMIC : 0u);
}

/* Whether one body of a pair is awake and dynamic. */
static bool is_solved(const struct fs__world3_tick *tick, uint32_t a, uint32_t b)
{
    return ((tick->solver_index[a] | tick->solver_index[b]) & DYNAMIC) != 0;
}

/* Solid contacts with points; speculative ones have points before they touch. */
static void list_contacts(struct fs__world3_tick *tick)
{
    struct fs_world3 *w = tick->w;
    uint32_t n = 0;
    tick->contact = fs_arena_take(&tick->arena, tick->active_contact_count * sizeof *tick->contact);
    tick->ends = fs_arena_take(&tick->arena, tick->active_contact_count * sizeof *tick->ends);
    FS_ASSERT(tick->contact != NULL && tick->ends != NULL);
    for (uint32_t i = 0; i < tick->active_contact_count; i++) {
        uint32_t c = tick->active_contact[i];
        if (w->contact.count[c] == 0 || (w->contact.flags[c] & FS__CONTACT3_SENSOR) != 0)
            continue;
        struct fs__contact3_bodies ends = { w->shape.body[w->contact.shape_a[c]],
                                            w->shape.body[w->contact.shape_b[c]] };
        tick->contact[n] = c;
        tick->ends[n] = ends;
        n += is_solved(tick, ends.a, ends.b);
    }
    tick->contact_count = n;
}

static void list_joints(struct fs__world3_tick *tick)
{
    struct fs_world3 *w = tick->w;
    uint32_t a, b, n = 0;
    tick->joint = fs_arena_take(&tick->arena, *w->joint.rows * sizeof *tick->joint);
    FS_ASSERT(tick->joint != NULL);
    for (uint32_t j = 0; j < *w->joint.rows; j++)
        if (fs__joint3_bodies(w, j, &a, &b) && is_solved(tick, a, b))
            tick->joint[n++] = j;
    tick->joint_count = n;
}

/* ---- islands -------------------------------------------------------------------------------------------------- */

/* A body of the contact that is awake; at least one is. */
static uint32_t awake_body(const struct fs__world3_tick *tick, uint32_t i)
{
    const struct fs__contact3_bodies *e = &tick->ends[i];
    return (tick->solver_index[e->a] & AWAKE) != 0 ? e->a : e->b;
}

/* Leaves the root of its island in every row of `root`, and there, in `size`, the island's contacts. */
static void find_islands(const struct fs__world3_tick *tick, uint32_t *root, uint32_t *size)
{
    uint32_t rows = *tick->w->body.rows;
    fs__union_find_init(root, rows);
    memset(size, 0, rows * sizeof *size);
    for (uint32_t i = 0; i < tick->contact_count; i++) {
        const struct fs__contact3_bodies *e = &tick->ends[i];
        if ((tick->solver_index[e->a] & tick->solver_index[e->b] & AWAKE) != 0)
            fs__union_find_unite(root, e->a, e->b);
        size[awake_body(tick, i)]++;
    }
    for (uint32_t i = 0; i < rows; i++) {
        root[i] = root[root[i]]; /* a root has the lowest row of its set */
        if (root[i] != i)
            size[root[i]] += size[i];
    }
}

/* ---- batches ---------------------------------------------------------------------------------------------------- */

/* Islands in the order of their lowest rows; an island that does not fit into the last batch begins the next. `size` holds
 * contacts per island before and the batch of every row after; batches count their solver bodies and contacts. */
static void assign_batches(struct fs__world3_tick *tick, const uint32_t *root, uint32_t *size, uint32_t max_contacts)
{
    struct fs__island3_batch *batch = tick->batch;
    *batch = (struct fs__island3_batch){ 0, 0 };
    for (uint32_t i = 0; i < *tick->w->body.rows; i++) {
        if (root[i] == i && size[i] > 0) {
            if (batch->contact > 0 && batch->contact + size[i] > max_contacts)
                *++batch = (struct fs__island3_batch){ 0, 0 };
            batch->contact += size[i];
        }
        size[i] = root[i] == i ? (uint32_t)(batch - tick->batch) : size[root[i]];
        tick->batch[size[i]].solver_body += tick->solver_index[i] & AWAKE;
    }
    tick->batch_count = (uint32_t)(batch - tick->batch) + 1;
}

/* Two adjacent batches have more contacts together than fit into one. */
static uint32_t max_batches(uint32_t contacts, uint32_t max_contacts)
{
    return 2 * (contacts / max_contacts) + 2;
}

/* Turns the counts of each batch into the index of its first solver body and contact. */
static void set_batch_starts(struct fs__world3_tick *tick)
{
    uint32_t solver_body = FS__SOLVER3_STATIC_BODY + 1, contact = 0;
    for (uint32_t k = 0; k < tick->batch_count; k++) {
        struct fs__island3_batch count = tick->batch[k];
        tick->batch[k] = (struct fs__island3_batch){ solver_body, contact };
        solver_body += count.solver_body;
        contact += count.contact;
    }
}

/* Filling advanced every start to that of the next batch: shifts them back. */
static void restore_batch_starts(struct fs__world3_tick *tick)
{
    for (uint32_t k = tick->batch_count; k > 0; k--)
        tick->batch[k] = tick->batch[k - 1];
    tick->batch[0] = (struct fs__island3_batch){ FS__SOLVER3_STATIC_BODY + 1, 0 };
}

static void build_many(struct fs__world3_tick *tick, uint32_t max_contacts)
{
    fs_arena before = tick->arena;
    uint32_t rows = *tick->w->body.rows;
    uint32_t *root = fs_arena_take(&tick->arena, rows * sizeof *root);
    uint32_t *batch_of = fs_arena_take(&tick->arena, rows * sizeof *batch_of);
    FS_ASSERT(root != NULL && batch_of != NULL);
    find_islands(tick, root, batch_of);
    assign_batches(tick, root, batch_of, max_contacts);
    set_batch_starts(tick);
    for (uint32_t i = 0; i < tick->contact_count; i++)
        tick->batch_order[tick->batch[batch_of[awake_body(tick, i)]].contact++] = i;
    for (uint32_t i = 0; i < rows; i++)
        tick->solver_index[i] = (tick->solver_index[i] & AWAKE) != 0 ? tick->batch[batch_of[i]].solver_body++
                                                                     : (uint32_t)FS__SOLVER3_STATIC_BODY;
    restore_batch_starts(tick);
    tick->arena = before;
}

static void build_one(struct fs__world3_tick *tick)
{
    uint32_t n = FS__SOLVER3_STATIC_BODY + 1;
    for (uint32_t i = 0; i < *tick->w->body.rows; i++)
        tick->solver_index[i] = (tick->solver_index[i] & AWAKE) != 0 ? n++ : (uint32_t)FS__SOLVER3_STATIC_BODY;
    for (uint32_t i = 0; i < tick->contact_count; i++)
        tick->batch_order[i] = i;
    tick->batch_count = 1;
    tick->batch[0] = (struct fs__island3_batch){ FS__SOLVER3_STATIC_BODY + 1, 0 };
    tick->batch[1] = (struct fs__island3_batch){ n, tick->contact_count };
}

/* A world that is nearly all one island stays so for some ticks: islands are searched for again after that many. The count
 * lies in scratch, where any value may be found; the tag in its high bits only makes a wrong guess rare. */
enum { SINGLE_ISLAND_TICKS = 15 };
#define SINGLE_ISLAND_TAG UINT32_C(0x6F6E6500)

static bool is_single_island(const struct fs__world3_tick *tick)
{
    uint32_t largest = 0;
    for (uint32_t k = 0; k < tick->batch_count; k++)
        largest = fs_max_u32(largest, tick->batch[k + 1].contact - tick->batch[k].contact);
    return largest > tick->contact_count / 4 * 3;
}

static bool was_single_island(struct fs__world3_scratch *scratch)
{
    uint32_t left = scratch->single_island_ticks - SINGLE_ISLAND_TAG;
    if (left == 0 || left > SINGLE_ISLAND_TICKS)
        return false;
    scratch->single_island_ticks--;
    return true;
}

static void group_islands(struct fs__world3_tick *tick)
{
    uint32_t max_contacts = tick->w->batch_contacts != 0
                                ? fs_max_u32(tick->w->batch_contacts, FS__ISLAND3_MIN_BATCH_CONTACTS)
                                : DEFAULT_BATCH_CONTACTS;
    struct fs__world3_scratch *scratch = tick->w->scratch;
    tick->batch = fs_arena_take(&tick->arena,
                                (max_batches(tick->contact_count, max_contacts) + 1) * sizeof *tick->batch);
    tick->batch_order = fs_arena_take(&tick->arena, tick->contact_count * sizeof *tick->batch_order);
    FS_ASSERT(tick->batch != NULL && tick->batch_order != NULL);
    if (tick->contact_count <= max_contacts || tick->joint_count > 0 || was_single_island(scratch)) {
        build_one(tick);
        return;
    }
    build_many(tick, max_contacts);
    scratch->single_island_ticks = is_single_island(tick) ? SINGLE_ISLAND_TAG + SINGLE_ISLAND_TICKS : 0;
}

/* ---- solver bodies --------------------------------------------------------------------------------------------------- */

static void list_solver_bodies(struct fs__world3_tick *tick)
{
    uint32_t n = tick->batch[tick->batch_count].solver_body;
    tick->body_row = fs_arena_take(&tick->arena, n * sizeof *tick->body_row);
    tick->start_pose = fs_arena_take(&tick->arena, n * sizeof *tick->start_pose);
    tick->solver_body = fs_arena_take(&tick->arena, n * sizeof *tick->solver_body);
    FS_ASSERT(tick->body_row != NULL && tick->start_pose != NULL && tick->solver_body != NULL);
    tick->body_row[FS__SOLVER3_STATIC_BODY] = 0;
    memset(&tick->start_pose[FS__SOLVER3_STATIC_BODY], 0, sizeof *tick->start_pose);
    memset(&tick->solver_body[FS__SOLVER3_STATIC_BODY], 0, sizeof *tick->solver_body);
    for (uint32_t i = 0; i < *tick->w->body.rows; i++) {
        uint32_t m = tick->solver_index[i];
        if (m == FS__SOLVER3_STATIC_BODY)
            continue;
        tick->body_row[m] = i;
        tick->start_pose[m] = (fs_pose3){ tick->snapshot[i].pos, tick->snapshot[i].rot };
    }
    tick->solver_body_count = n;
}

void fs__island3_build_batches(struct fs__world3_tick *tick)
{
    mark_bodies(tick);
    list_contacts(tick);
    list_joints(tick);
    group_islands(tick);
    list_solver_bodies(tick);
}

/* ---- memory --------------------------------------------------------------------------------------------------- */

static size_t bytes_of(size_t count, size_t size)
{
    return FS_ARENA_BYTES(count * size);
}

static size_t batches_size(uint32_t bodies, uint32_t contacts)
{
    return bytes_of(max_batches(contacts, FS__ISLAND3_MIN_BATCH_CONTACTS) + 1, sizeof(struct fs__island3_batch)) +
           bytes_of(contacts, sizeof(uint32_t)) + bytes_of(contacts, sizeof(struct fs__contact3_bodies)) +
           2 * bytes_of(bodies, sizeof(uint32_t));
}

static size_t pairs_size(uint32_t shapes, uint32_t contacts)
{
    return bytes_of((size_t)contacts + shapes, sizeof(fs__broadphase3_pair)) +
           bytes_of(4 * (size_t)contacts + 64, sizeof(fs__broadphase3_pair)) +
           bytes_of(contacts, sizeof(fs__broadphase3_pair)) + bytes_of(shapes, sizeof(uint32_t));
}

size_t fs__island3_arena_size(uint32_t bodies, uint32_t shapes, uint32_t contacts, uint32_t joints)
{
    size_t solver_bodies = (size_t)bodies + 1;
    size_t lists = bytes_of(bodies, sizeof(struct fs__body3_snapshot)) + 4 * bytes_of(contacts, sizeof(uint32_t)) +
                   bytes_of(contacts, sizeof(struct fs__contact3_separation)) +
                   2 * bytes_of(solver_bodies, sizeof(uint32_t)) + bytes_of(solver_bodies, sizeof(fs_pose3)) +
                   bytes_of(solver_bodies, sizeof(struct fs__solver3_body)) + bytes_of(joints, sizeof(uint32_t));
    size_t sets = bytes_of(bodies, sizeof(uint32_t)) + bytes_of(bodies, 1);
    size_t order = 2 * bytes_of((size_t)bodies + contacts + joints, sizeof(uint32_t));
    return lists + batches_size(bodies, contacts) + sets + pairs_size(shapes, contacts) + order +
           fs__contact3_pairs_arena_size();
}
