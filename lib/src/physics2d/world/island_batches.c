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

/* What is in tick->mover_of until bodies have their movers. */
enum { AWAKE = 1, DYNAMIC = 2 };

static void mark_bodies(struct fs__two_tick *tick)
{
    uint32_t rows = *tick->w->body.rows;
    tick->mover_of = fs_arena_take(&tick->arena, rows * sizeof *tick->mover_of);
    FS_ASSERT(tick->mover_of != NULL);
    for (uint32_t i = 0; i < rows; i++)
        tick->mover_of[i] = (tick->seen[i].awake == 1 ? AWAKE : 0u) | (tick->seen[i].dynamic ? DYNAMIC : 0u);
}

/* Whether the solver has something to do for a pair. */
static bool moves(const struct fs__two_tick *tick, uint32_t a, uint32_t b)
{
    return ((tick->mover_of[a] | tick->mover_of[b]) & DYNAMIC) != 0;
}

/* Solid contacts with points, whether they touch already or not. */
static void list_contacts(struct fs__two_tick *tick)
{
    struct fs_world2 *w = tick->w;
    uint32_t n = 0;
    tick->contact = fs_arena_take(&tick->arena, tick->near_count * sizeof *tick->contact);
    tick->ends = fs_arena_take(&tick->arena, tick->near_count * sizeof *tick->ends);
    FS_ASSERT(tick->contact != NULL && tick->ends != NULL);
    for (uint32_t i = 0; i < tick->near_count; i++) {
        uint32_t c = tick->near[i];
        if (w->contact.count[c] == 0 || (w->contact.flags[c] & FS__CONTACT2_SENSOR) != 0)
            continue;
        struct fs__two_ends ends = { w->shape.body[w->contact.shape_a[c]], w->shape.body[w->contact.shape_b[c]] };
        tick->contact[n] = c;
        tick->ends[n] = ends;
        n += moves(tick, ends.a, ends.b);
    }
    tick->contact_count = n;
}

static void list_joints(struct fs__two_tick *tick)
{
    struct fs_world2 *w = tick->w;
    uint32_t a, b, n = 0;
    tick->joint = fs_arena_take(&tick->arena, *w->joint.rows * sizeof *tick->joint);
    FS_ASSERT(tick->joint != NULL);
    for (uint32_t j = 0; j < *w->joint.rows; j++)
        if (fs__two_joint_ends(w, j, &a, &b) && moves(tick, a, b))
            tick->joint[n++] = j;
    tick->joint_count = n;
}

/* ---- islands -------------------------------------------------------------------------------------------------- */

/* An end of a contact that is awake: at least one is. */
static uint32_t awake_end(const struct fs__two_tick *tick, uint32_t i)
{
    const struct fs__two_ends *e = &tick->ends[i];
    return (tick->mover_of[e->a] & AWAKE) != 0 ? e->a : e->b;
}

/* Leaves the root of its island in every row of `root`, and there, in `size`, the island's contacts. */
static void find_islands(const struct fs__two_tick *tick, uint32_t *root, uint32_t *size)
{
    uint32_t rows = *tick->w->body.rows;
    fs__two_sets_start(root, rows);
    memset(size, 0, rows * sizeof *size);
    for (uint32_t i = 0; i < tick->contact_count; i++) {
        const struct fs__two_ends *e = &tick->ends[i];
        if ((tick->mover_of[e->a] & tick->mover_of[e->b] & AWAKE) != 0)
            fs__two_join(root, e->a, e->b);
        size[awake_end(tick, i)]++;
    }
    for (uint32_t i = 0; i < rows; i++) {
        root[i] = root[root[i]];       /* no root comes after what hangs there */
        if (root[i] != i)
            size[root[i]] += size[i];
    }
}

/* ---- packs ---------------------------------------------------------------------------------------------------- */

/* Islands by their first rows; one that finds no room in the last pack begins the next. In place of the sizes every row
 * gets its pack; packs count their movers and contacts. */
static void fill_packs(struct fs__two_tick *tick, const uint32_t *root, uint32_t *size, uint32_t most)
{
    struct fs__two_pack *pack = tick->pack;
    *pack = (struct fs__two_pack){ 0, 0 };
    for (uint32_t i = 0; i < *tick->w->body.rows; i++) {
        if (root[i] == i && size[i] > 0) {
            if (pack->contact > 0 && pack->contact + size[i] > most)
                *++pack = (struct fs__two_pack){ 0, 0 };
            pack->contact += size[i];
        }
        size[i] = root[i] == i ? (uint32_t)(pack - tick->pack) : size[root[i]];
        tick->pack[size[i]].mover += tick->mover_of[i] & AWAKE;
    }
    tick->pack_count = (uint32_t)(pack - tick->pack) + 1;
}

/* Two packs that follow one another have more contacts than fit into one. */
static uint32_t most_packs(uint32_t contacts, uint32_t most)
{
    return 2 * (contacts / most) + 2;
}

/* Counts become the places of the first. */
static void begin_packs(struct fs__two_tick *tick)
{
    uint32_t mover = FS__TWO_STATIC + 1, contact = 0;
    for (uint32_t k = 0; k < tick->pack_count; k++) {
        struct fs__two_pack count = tick->pack[k];
        tick->pack[k] = (struct fs__two_pack){ mover, contact };
        mover += count.mover;
        contact += count.contact;
    }
}

/* Every contact and mover moved the place on by one: it is that of the next pack now. */
static void end_packs(struct fs__two_tick *tick)
{
    for (uint32_t k = tick->pack_count; k > 0; k--)
        tick->pack[k] = tick->pack[k - 1];
    tick->pack[0] = (struct fs__two_pack){ FS__TWO_STATIC + 1, 0 };
}

static void many_packs(struct fs__two_tick *tick, uint32_t most)
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
        tick->order[tick->pack[pack_of[awake_end(tick, i)]].contact++] = i;
    for (uint32_t i = 0; i < rows; i++)
        tick->mover_of[i] = (tick->mover_of[i] & AWAKE) != 0 ? tick->pack[pack_of[i]].mover++ : (uint32_t)FS__TWO_STATIC;
    end_packs(tick);
    tick->arena = before;
}

static void one_pack(struct fs__two_tick *tick)
{
    uint32_t n = FS__TWO_STATIC + 1;
    for (uint32_t i = 0; i < *tick->w->body.rows; i++)
        tick->mover_of[i] = (tick->mover_of[i] & AWAKE) != 0 ? n++ : (uint32_t)FS__TWO_STATIC;
    for (uint32_t i = 0; i < tick->contact_count; i++)
        tick->order[i] = i;
    tick->pack_count = 1;
    tick->pack[0] = (struct fs__two_pack){ FS__TWO_STATIC + 1, 0 };
    tick->pack[1] = (struct fs__two_pack){ n, tick->contact_count };
}

/* A world that is nearly all one heap will be so in the next ticks: islands are looked for again when some are over. What
 * scratch says of this may be noise. */
enum { PATIENCE = 15 };
#define ONE_HEAP UINT32_C(0x6F6E6500)

static bool is_one_heap(const struct fs__two_tick *tick)
{
    uint32_t largest = 0;
    for (uint32_t k = 0; k < tick->pack_count; k++)
        largest = fs_max_u32(largest, tick->pack[k + 1].contact - tick->pack[k].contact);
    return largest > tick->contact_count / 4 * 3;
}

static bool was_one_heap(struct fs__two_scratch *scratch)
{
    uint32_t left = scratch->one_heap - ONE_HEAP;
    if (left == 0 || left > PATIENCE)
        return false;
    scratch->one_heap--;
    return true;
}

static void make_packs(struct fs__two_tick *tick)
{
    uint32_t most = tick->w->pack != 0 ? fs_max_u32(tick->w->pack, FS__TWO_LEAST_PACK) : USUAL_PACK;
    struct fs__two_scratch *scratch = tick->w->scratch;
    tick->pack = fs_arena_take(&tick->arena, (most_packs(tick->contact_count, most) + 1) * sizeof *tick->pack);
    tick->order = fs_arena_take(&tick->arena, tick->contact_count * sizeof *tick->order);
    FS_ASSERT(tick->pack != NULL && tick->order != NULL);
    if (tick->contact_count <= most || tick->joint_count > 0 || was_one_heap(scratch)) {
        one_pack(tick);
        return;
    }
    many_packs(tick, most);
    scratch->one_heap = is_one_heap(tick) ? ONE_HEAP + PATIENCE : 0;
}

/* ---- movers --------------------------------------------------------------------------------------------------- */

static void list_movers(struct fs__two_tick *tick)
{
    uint32_t n = tick->pack[tick->pack_count].mover;
    tick->body_of = fs_arena_take(&tick->arena, n * sizeof *tick->body_of);
    tick->start = fs_arena_take(&tick->arena, n * sizeof *tick->start);
    tick->mover = fs_arena_take(&tick->arena, n * sizeof *tick->mover);
    FS_ASSERT(tick->body_of != NULL && tick->start != NULL && tick->mover != NULL);
    tick->body_of[FS__TWO_STATIC] = 0;
    memset(&tick->start[FS__TWO_STATIC], 0, sizeof *tick->start);
    memset(&tick->mover[FS__TWO_STATIC], 0, sizeof *tick->mover);
    for (uint32_t i = 0; i < *tick->w->body.rows; i++) {
        uint32_t m = tick->mover_of[i];
        if (m == FS__TWO_STATIC)
            continue;
        tick->body_of[m] = i;
        tick->start[m] = (fs_pose2){ tick->seen[i].pos, tick->seen[i].rot };
    }
    tick->mover_count = n;
}

void fs__two_lists(struct fs__two_tick *tick)
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
    return room(most_packs(contacts, FS__TWO_LEAST_PACK) + 1, sizeof(struct fs__two_pack)) + room(contacts, sizeof(uint32_t)) +
           room(contacts, sizeof(struct fs__two_ends)) + 2 * room(bodies, sizeof(uint32_t));
}

static size_t pairs_size(uint32_t shapes, uint32_t contacts)
{
    return room((size_t)contacts + shapes, sizeof(fs__row_pair)) + room(4 * (size_t)contacts + 64, sizeof(fs__row_pair)) +
           room(contacts, sizeof(fs__row_pair)) + room(shapes, sizeof(uint32_t));
}

size_t fs__two_lists_size(uint32_t bodies, uint32_t shapes, uint32_t contacts, uint32_t joints)
{
    size_t movers = (size_t)bodies + 1;
    size_t lists = room(bodies, sizeof(struct fs__two_seen)) + 4 * room(contacts, sizeof(uint32_t)) + room(contacts, sizeof(fs_rel2)) +
                   2 * room(movers, sizeof(uint32_t)) + room(movers, sizeof(fs_pose2)) + room(movers, sizeof(struct fs__two_mover)) +
                   room(joints, sizeof(uint32_t));
    size_t sets = room(bodies, sizeof(uint32_t)) + room(bodies, 1);
    size_t order = 2 * room((size_t)bodies + contacts + joints, sizeof(uint32_t));
    return lists + packs_size(bodies, contacts) + sets + pairs_size(shapes, contacts) + order + fs__two_found_size();
}
