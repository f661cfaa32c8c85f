/* island_batches.c: what the solver gets to do: awake bodies, their contacts and joints, and in which order.
 *
 * Bodies that nothing ties together do not know of each other: in which order they are solved changes nothing. So in a
 * large world islands are put together to packs, each small enough to stay in the cache of a processor's core through
 * all passes of a tick, and one pack is solved after the other; bodies of a pack have their movers side by side. What a
 * kinematic body touches is one island with it here: it moves along in every substep. Joints are solved all at once, so
 * where there are any there is one pack.
 */
#include <string.h>

#include "physics2d/body/body.h"
#include "base/union_find.h"
#include "physics2d/world/world.h"

/* Contacts of a pack of several islands at most: half a megabyte of rows. */
enum { USUAL_PACK = 2048 };

/* ---- contacts and joints -------------------------------------------------------------------------------------- */

/* What is in tick->solver_index until bodies have their movers. */
enum { AWAKE = 1, DYNAMIC = 2 };

static void mark_bodies(struct fs__world2_tick *tick)
{
    uint32_t rows = *tick->w->body.rows;
    tick->solver_index = fs_arena_take(&tick->arena, rows * sizeof *tick->solver_index);
    FS_ASSERT(tick->solver_index != NULL);
    for (uint32_t i = 0; i < rows; i++)
        tick->solver_index[i] = (tick->snapshot[i].awake == 1 ? AWAKE : 0u) |
                                (tick->snapshot[i].dynamic ? DYNAMIC : 0u);
}

/* Whether the solver has something to do for a pair. */
static bool moves(const struct fs__world2_tick *tick, uint32_t a, uint32_t b)
{
    return ((tick->solver_index[a] | tick->solver_index[b]) & DYNAMIC) != 0;
}

/* Solid contacts with points, whether they touch already or not. */
static void list_contacts(struct fs__world2_tick *tick)
{
    struct fs_world2 *w = tick->w;
    uint32_t n = 0;
    tick->contact = fs_arena_take(&tick->arena, tick->active_contact_count * sizeof *tick->contact);
    tick->ends = fs_arena_take(&tick->arena, tick->active_contact_count * sizeof *tick->ends);
    FS_ASSERT(tick->contact != NULL && tick->ends != NULL);
    for (uint32_t i = 0; i < tick->active_contact_count; i++) {
        uint32_t c = tick->active_contact[i];
        if (w->contact.count[c] == 0 || (w->contact.flags[c] & FS__CONTACT2_SENSOR) != 0)
            continue;
        struct fs__contact2_bodies ends = { w->shape.body[w->contact.shape_a[c]],
                                            w->shape.body[w->contact.shape_b[c]] };
        tick->contact[n] = c;
        tick->ends[n] = ends;
        n += moves(tick, ends.a, ends.b);
    }
    tick->contact_count = n;
}

static void list_joints(struct fs__world2_tick *tick)
{
    struct fs_world2 *w = tick->w;
    uint32_t a, b, n = 0;
    tick->joint = fs_arena_take(&tick->arena, *w->joint.rows * sizeof *tick->joint);
    FS_ASSERT(tick->joint != NULL);
    for (uint32_t j = 0; j < *w->joint.rows; j++)
        if (fs__joint2_bodies(w, j, &a, &b) && moves(tick, a, b))
            tick->joint[n++] = j;
    tick->joint_count = n;
}

/* ---- islands -------------------------------------------------------------------------------------------------- */

/* An end of a contact that is awake: at least one is. */
static uint32_t awake_end(const struct fs__world2_tick *tick, uint32_t i)
{
    const struct fs__contact2_bodies *e = &tick->ends[i];
    return (tick->solver_index[e->a] & AWAKE) != 0 ? e->a : e->b;
}

/* Leaves the root of its island in every row of `root`, and there, in `size`, the island's contacts. */
static void find_islands(const struct fs__world2_tick *tick, uint32_t *root, uint32_t *size)
{
    uint32_t rows = *tick->w->body.rows;
    fs__union_find_init(root, rows);
    memset(size, 0, rows * sizeof *size);
    for (uint32_t i = 0; i < tick->contact_count; i++) {
        const struct fs__contact2_bodies *e = &tick->ends[i];
        if ((tick->solver_index[e->a] & tick->solver_index[e->b] & AWAKE) != 0)
            fs__union_find_unite(root, e->a, e->b);
        size[awake_end(tick, i)]++;
    }
    for (uint32_t i = 0; i < rows; i++) {
        root[i] = root[root[i]]; /* no root comes after what hangs there */
        if (root[i] != i)
            size[root[i]] += size[i];
    }
}

/* ---- packs ---------------------------------------------------------------------------------------------------- */

/* Islands by their first rows; one that finds no room in the last pack begins the next. In place of the sizes every row
 * gets its pack; packs count their movers and contacts. */
static void fill_packs(struct fs__world2_tick *tick, const uint32_t *root, uint32_t *size, uint32_t most)
{
    struct fs__island2_batch *pack = tick->batch;
    *pack = (struct fs__island2_batch){ 0, 0 };
    for (uint32_t i = 0; i < *tick->w->body.rows; i++) {
        if (root[i] == i && size[i] > 0) {
            if (pack->contact > 0 && pack->contact + size[i] > most)
                *++pack = (struct fs__island2_batch){ 0, 0 };
            pack->contact += size[i];
        }
        size[i] = root[i] == i ? (uint32_t)(pack - tick->batch) : size[root[i]];
        tick->batch[size[i]].solver_body += tick->solver_index[i] & AWAKE;
    }
    tick->batch_count = (uint32_t)(pack - tick->batch) + 1;
}

/* Two packs that follow one another have more contacts than fit into one. */
static uint32_t most_packs(uint32_t contacts, uint32_t most)
{
    return 2 * (contacts / most) + 2;
}

/* Counts become the places of the first. */
static void begin_packs(struct fs__world2_tick *tick)
{
    uint32_t mover = FS__SOLVER2_STATIC_BODY + 1, contact = 0;
    for (uint32_t k = 0; k < tick->batch_count; k++) {
        struct fs__island2_batch count = tick->batch[k];
        tick->batch[k] = (struct fs__island2_batch){ mover, contact };
        mover += count.solver_body;
        contact += count.contact;
    }
}

/* Every contact and mover moved the place on by one: it is that of the next pack now. */
static void end_packs(struct fs__world2_tick *tick)
{
    for (uint32_t k = tick->batch_count; k > 0; k--)
        tick->batch[k] = tick->batch[k - 1];
    tick->batch[0] = (struct fs__island2_batch){ FS__SOLVER2_STATIC_BODY + 1, 0 };
}

static void many_packs(struct fs__world2_tick *tick, uint32_t most)
{
    fs_arena before = tick->arena;
    uint32_t rows = *tick->w->body.rows;
    uint32_t *root = fs_arena_take(&tick->arena, rows * sizeof *root);
    uint32_t *pack_of = fs_arena_take(&tick->arena, rows * sizeof *pack_of);
    FS_ASSERT(root != NULL && pack_of != NULL);
    find_islands(tick, root, pack_of);
    fill_packs(tick, root, pack_of, most);
    begin_packs(tick);
    for (uint32_t i = 0; i < tick->contact_count; i++)
        tick->batch_order[tick->batch[pack_of[awake_end(tick, i)]].contact++] = i;
    for (uint32_t i = 0; i < rows; i++)
        tick->solver_index[i] = (tick->solver_index[i] & AWAKE) != 0 ? tick->batch[pack_of[i]].solver_body++
                                                                     : (uint32_t)FS__SOLVER2_STATIC_BODY;
    end_packs(tick);
    tick->arena = before;
}

static void one_pack(struct fs__world2_tick *tick)
{
    uint32_t n = FS__SOLVER2_STATIC_BODY + 1;
    for (uint32_t i = 0; i < *tick->w->body.rows; i++)
        tick->solver_index[i] = (tick->solver_index[i] & AWAKE) != 0 ? n++ : (uint32_t)FS__SOLVER2_STATIC_BODY;
    for (uint32_t i = 0; i < tick->contact_count; i++)
        tick->batch_order[i] = i;
    tick->batch_count = 1;
    tick->batch[0] = (struct fs__island2_batch){ FS__SOLVER2_STATIC_BODY + 1, 0 };
    tick->batch[1] = (struct fs__island2_batch){ n, tick->contact_count };
}

/* A world that is nearly all one heap will be so in the next ticks: islands are looked for again when some are over. What
 * scratch says of this may be noise. */
enum { PATIENCE = 15 };
#define ONE_HEAP UINT32_C(0x6F6E6500)

static bool is_one_heap(const struct fs__world2_tick *tick)
{
    uint32_t largest = 0;
    for (uint32_t k = 0; k < tick->batch_count; k++)
        largest = fs_max_u32(largest, tick->batch[k + 1].contact - tick->batch[k].contact);
    return largest > tick->contact_count / 4 * 3;
}

static bool was_one_heap(struct fs__world2_scratch *scratch)
{
    uint32_t left = scratch->single_island_ticks - ONE_HEAP;
    if (left == 0 || left > PATIENCE)
        return false;
    scratch->single_island_ticks--;
    return true;
}

static void make_packs(struct fs__world2_tick *tick)
{
    uint32_t most = tick->w->batch_contacts != 0 ? fs_max_u32(tick->w->batch_contacts, FS__ISLAND2_MIN_BATCH_CONTACTS)
                                                 : USUAL_PACK;
    struct fs__world2_scratch *scratch = tick->w->scratch;
    tick->batch = fs_arena_take(&tick->arena, (most_packs(tick->contact_count, most) + 1) * sizeof *tick->batch);
    tick->batch_order = fs_arena_take(&tick->arena, tick->contact_count * sizeof *tick->batch_order);
    FS_ASSERT(tick->batch != NULL && tick->batch_order != NULL);
    if (tick->contact_count <= most || tick->joint_count > 0 || was_one_heap(scratch)) {
        one_pack(tick);
        return;
    }
    many_packs(tick, most);
    scratch->single_island_ticks = is_one_heap(tick) ? ONE_HEAP + PATIENCE : 0;
}

/* ---- movers --------------------------------------------------------------------------------------------------- */

static void list_movers(struct fs__world2_tick *tick)
{
    uint32_t n = tick->batch[tick->batch_count].solver_body;
    tick->body_row = fs_arena_take(&tick->arena, n * sizeof *tick->body_row);
    tick->start_pose = fs_arena_take(&tick->arena, n * sizeof *tick->start_pose);
    tick->solver_body = fs_arena_take(&tick->arena, n * sizeof *tick->solver_body);
    FS_ASSERT(tick->body_row != NULL && tick->start_pose != NULL && tick->solver_body != NULL);
    tick->body_row[FS__SOLVER2_STATIC_BODY] = 0;
    memset(&tick->start_pose[FS__SOLVER2_STATIC_BODY], 0, sizeof *tick->start_pose);
    memset(&tick->solver_body[FS__SOLVER2_STATIC_BODY], 0, sizeof *tick->solver_body);
    for (uint32_t i = 0; i < *tick->w->body.rows; i++) {
        uint32_t m = tick->solver_index[i];
        if (m == FS__SOLVER2_STATIC_BODY)
            continue;
        tick->body_row[m] = i;
        tick->start_pose[m] = (fs_pose2){ tick->snapshot[i].pos, tick->snapshot[i].rot };
    }
    tick->solver_body_count = n;
}

void fs__island2_build_batches(struct fs__world2_tick *tick)
{
    mark_bodies(tick);
    list_contacts(tick);
    list_joints(tick);
    make_packs(tick);
    list_movers(tick);
}

/* ---- memory --------------------------------------------------------------------------------------------------- */

static size_t room(size_t count, size_t size)
{
    return FS_ARENA_BYTES(count * size);
}

static size_t packs_size(uint32_t bodies, uint32_t contacts)
{
    return room(most_packs(contacts, FS__ISLAND2_MIN_BATCH_CONTACTS) + 1, sizeof(struct fs__island2_batch)) +
           room(contacts, sizeof(uint32_t)) + room(contacts, sizeof(struct fs__contact2_bodies)) +
           2 * room(bodies, sizeof(uint32_t));
}

static size_t pairs_size(uint32_t shapes, uint32_t contacts)
{
    return room((size_t)contacts + shapes, sizeof(fs__broadphase_pair)) +
           room(4 * (size_t)contacts + 64, sizeof(fs__broadphase_pair)) + room(contacts, sizeof(fs__broadphase_pair)) +
           room(shapes, sizeof(uint32_t));
}

size_t fs__island2_arena_size(uint32_t bodies, uint32_t shapes, uint32_t contacts, uint32_t joints)
{
    size_t movers = (size_t)bodies + 1;
    size_t lists = room(bodies, sizeof(struct fs__body2_snapshot)) + 4 * room(contacts, sizeof(uint32_t)) +
                   room(contacts, sizeof(fs_rel2)) + 2 * room(movers, sizeof(uint32_t)) +
                   room(movers, sizeof(fs_pose2)) + room(movers, sizeof(struct fs__solver2_body)) +
                   room(joints, sizeof(uint32_t));
    size_t sets = room(bodies, sizeof(uint32_t)) + room(bodies, 1);
    size_t order = 2 * room((size_t)bodies + contacts + joints, sizeof(uint32_t));
    return lists + packs_size(bodies, contacts) + sets + pairs_size(shapes, contacts) + order +
           fs__contact2_pairs_arena_size();
}
