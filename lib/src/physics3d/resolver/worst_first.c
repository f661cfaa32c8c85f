/* worst_first.c: the two loops of the resolver: of all rows of an island the worst one is next; see resolver.h.
 *
 * The rows compete in a tournament tree: the smallest key wins, of equal keys the lowest row, as in a search from the first row
 * to the last that replaces the best by greater ones only. After a row, the rows of its two bodies are updated from the bodies
 * themselves, so nothing accumulates rounding.
 */
#include "base/parallel_for.h"
#include "base/tournament_tree.h"
#include "physics3d/resolver/resolver.h"

enum {
    CHUNK_ISLANDS = 4,         /* fewer islands are not worth another thread */
    MAX_UPDATES_PER_ROW = 4096 /* of a loop, in the mean: a body with 100,000 rows must not take minutes */
};
#define NO_KEY INT64_MAX

/* One loop over the rows of an island. */
struct loop {
    struct fs__resolver3 *r;
    const struct fs__resolver3_island *island;
    struct fs__tournament tournament;
    int64_t (*key_of)(const struct fs__resolver3_rules *rules, const struct fs__resolver3_row *row);
    void (*update)(struct fs__resolver3 *r, struct fs__resolver3_row *row);
    void (*resolve)(struct fs__resolver3 *r, struct fs__resolver3_row *row);
};

static void update_key(struct loop *l, uint32_t row)
{
    struct fs__resolver3_row *at = &l->r->row[row];
    l->update(l->r, at);
    fs__tournament_set(&l->tournament, row - l->island->first, l->key_of(&l->r->rules, at));
}

static void update_rows_of(struct loop *l, uint32_t solver_body)
{
    for (uint32_t i = l->r->first_link[solver_body]; i < l->r->first_link[solver_body + 1]; i++)
        update_key(l, l->r->link[i]);
}

static void resolve_row(struct loop *l, uint32_t row)
{
    struct fs__resolver3_row *at = &l->r->row[row];
    l->resolve(l->r, at);
    if ((at->moves & 1) != 0)
        update_rows_of(l, at->a);
    if ((at->moves & 2) != 0)
        update_rows_of(l, at->b);
}

static void begin_loop(struct loop *l)
{
    uint32_t count = l->island->count;
    l->tournament.key = l->r->key + l->island->first_leaf;
    l->tournament.winner = l->r->winner + l->island->first_leaf;
    l->tournament.leaf_count = fs__tournament_leaf_count(count);
    for (uint32_t i = 0; i < l->tournament.leaf_count; i++) {
        struct fs__resolver3_row *row = &l->r->row[l->island->first + fs_min_u32(i, count - 1)];
        if (i < count)
            l->update(l->r, row);
        l->tournament.key[i] = i < count ? l->key_of(&l->r->rules, row) : NO_KEY;
    }
    fs__tournament_build(&l->tournament);
}

/* Rows that the resolution of a row brings up to date. */
static uint64_t updates_of(const struct loop *l, uint32_t row)
{
    const struct fs__resolver3 *r = l->r;
    const struct fs__resolver3_row *at = &r->row[row];
    uint64_t a = (at->moves & 1) != 0 ? r->first_link[at->a + 1] - r->first_link[at->a] : 0;
    uint64_t b = (at->moves & 2) != 0 ? r->first_link[at->b + 1] - r->first_link[at->b] : 0;
    return a + b;
}

static void run_loop(struct loop *l)
{
    uint64_t left = (uint64_t)MAX_UPDATES_PER_ROW * l->island->count;
    uint64_t iterations = (uint64_t)l->r->rules.iterations * l->island->count;
    begin_loop(l);
    for (uint64_t i = 0; i < iterations; i++) {
        uint32_t worst = fs__tournament_min_index(&l->tournament);
        uint64_t updates = updates_of(l, l->island->first + worst);
        if (l->tournament.key[worst] == NO_KEY || updates > left)
            return;
        left -= updates;
        resolve_row(l, l->island->first + worst);
    }
}

/* ---- positions ----------------------------------------------------------------------------------------------------- */

/* A row that moves nothing has no key. */
static int64_t depth_key(const struct fs__resolver3_rules *rules, const struct fs__resolver3_row *row)
{
    (void)rules;
    return row->depth > row->epsilon && row->k[FS__K3_00] > 0 ? -(int64_t)row->depth : NO_KEY;
}

static void update_depth(struct fs__resolver3 *r, struct fs__resolver3_row *row)
{
    fs__resolver3_update_depth(row, &r->move[row->a], &r->move[row->b]);
}

static void resolve_depth(struct fs__resolver3 *r, struct fs__resolver3_row *row)
{
    struct fs__resolver3_split split = fs__resolver3_split_depth(&r->rules, row, row->depth);
    fs__resolver3_displace(row, 0, &split, &r->move[row->a]);
    fs__resolver3_displace(row, 1, &split, &r->move[row->b]);
}

/* ---- velocities ---------------------------------------------------------------------------------------------------- */

static int64_t velocity_key(const struct fs__resolver3_rules *rules, const struct fs__resolver3_row *row)
{
    return row->desired > rules->velocity_epsilon && row->k[FS__K3_00] > 0 ? -(int64_t)row->desired : NO_KEY;
}

static void update_velocity(struct fs__resolver3 *r, struct fs__resolver3_row *row)
{
    const struct fs__solver3_body *body = r->s->tick->solver_body;
    fs__resolver3_update_velocity(&r->rules, row, &body[row->a], &body[row->b]);
}

static void resolve_velocity(struct fs__resolver3 *r, struct fs__resolver3_row *row)
{
    struct fs__solver3_body *body = r->s->tick->solver_body;
    int32_t impulse[3];
    fs__resolver3_find_impulse(row, impulse);
    fs__resolver3_push(row, 0, impulse, &body[row->a], r->s->exact + (size_t)row->a * 8);
    fs__resolver3_push(row, 1, impulse, &body[row->b], r->s->exact + (size_t)row->b * 8);
    for (unsigned i = 0; i < 3; i++)
        row->impulse[i] = fs_clamp32(fs_sat32_add(row->impulse[i], impulse[i]), -FS__SOLVER3_MAX_VELOCITY,
                                     FS__SOLVER3_MAX_VELOCITY);
}

/* The speed with which the points of a contact approach before any impulse. */
static void note_approach(struct fs__resolver3 *r, const struct fs__resolver3_island *island)
{
    for (uint32_t i = island->first; i < island->first + island->count; i++) {
        struct fs__resolver3_row *row = &r->row[i];
        if (row->kind != FS__RESOLVER3_CONTACT)
            return;
        update_velocity(r, row);
        fs_vel *speed = &r->s->tick->approach_speed[row->source];
        *speed = fs_max32(*speed, fs_sat32_neg(row->velocity[0]));
    }
}

/* ---- islands ------------------------------------------------------------------------------------------------------- */

static void resolve_island(struct fs__resolver3 *r, const struct fs__resolver3_island *island)
{
    struct loop positions = { r, island, { NULL, NULL, 0 }, depth_key, update_depth, resolve_depth };
    struct loop velocities = { r, island, { NULL, NULL, 0 }, velocity_key, update_velocity, resolve_velocity };
    note_approach(r, island);
    if ((r->s->w->rules.flags[0] & FS_WORLD3_CORRECTION) != 0)
        run_loop(&positions);
    run_loop(&velocities);
}

static void resolve_some(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    struct fs__resolver3 *r = work;
    (void)chunk;
    for (uint32_t i = from; i < to; i++)
        resolve_island(r, &r->island[i]);
}

void fs__resolver3_resolve_islands(struct fs__resolver3 *r)
{
    const fs_tasks *tasks = r->s->w->tasks;
    uint32_t chunks = fs__parallel_for_fine_chunks(tasks, r->island_count, CHUNK_ISLANDS);
    if (r->island_count > 0)
        fs__parallel_for(tasks, r->island_count, chunks, resolve_some, r);
}
