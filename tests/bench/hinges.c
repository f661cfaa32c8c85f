/* hinges.c: benchmark of joints in loops: a net of 100 x 100 discs of 0.4 m on 19,794 hinges, hung up at seven discs of its
 * upper side, beside other engines. Milliseconds per tick over 20 ticks from rest, the median of rounds in which all take
 * turns.
 */
#include "bench/bench.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <fixstep/world2.h>
#include <fixstep/joint2.h>
#include <fixstep/shape2.h>

#include "app/workers.h"
#include "bench/peers.h"
#include "support/kernel_override.h"

enum { SIDE = 100, DISCS = SIDE * SIDE, MAX_HINGES = 2 * DISCS, TICKS = 20, ROUNDS = 5, MAX_ENGINES = 8 };

static const struct peer *const peers[] = {
#ifdef HAVE_CHIPMUNK
    &peer_chipmunk,
#endif
#ifdef HAVE_BOX2D
    &peer_box2d,
#endif
    NULL
};

struct net {
    struct peer_body body[DISCS]; /* column by column, from the top */
    struct peer_hinge hinge[MAX_HINGES];
    uint32_t hinges;
};

static bool is_fixed(uint32_t disc)
{
    return disc % SIDE == 0 && disc / SIDE >= SIDE / 2 - 3 && disc / SIDE <= SIDE / 2 + 3;
}

static void tie(struct net *n, uint32_t a, uint32_t b)
{
    if (is_fixed(a) && is_fixed(b))
        return;
    n->hinge[n->hinges++] = (struct peer_hinge){ a, b, (n->body[a].x + n->body[b].x) / 2,
                                                 (n->body[a].y + n->body[b].y) / 2 };
}

static struct net *make_net(void)
{
    struct net *n = malloc(sizeof *n);
    if (n == NULL)
        bench_die("out of memory");
    n->hinges = 0;
    for (uint32_t i = 0; i < DISCS; i++)
        n->body[i] = (struct peer_body){ is_fixed(i) ? PEER_WALL : PEER_DISC, i / SIDE, -(double)(i % SIDE), 0.4, 0.4 };
    for (uint32_t i = 0; i < DISCS; i++) {
        if (i % SIDE > 0)
            tie(n, i - 1, i);
        if (i >= SIDE)
            tie(n, i - SIDE, i);
    }
    return n;
}

/* ---- this engine --------------------------------------------------------------------------------------------------- */

FS_SCHEMA(net, FS_WORLD2_TABLES)

struct own_world {
    fs_state *state;
    fs_scratch scratch;
    struct fs_world2 w;
    struct net_view v;
};

static void must(fs_result result)
{
    if (result != FS_OK)
        bench_die("the net cannot be made");
}

static fs_pos position(double metres)
{
    return (fs_pos)(metres * 2) * (FS_POS_ONE / 2); /* multiples of half a metre */
}

static fs_body2 add_disc(struct own_world *t, const struct peer_body *b)
{
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def on_body = fs_default_shape2_def();
    fs_geometry2 disc;
    fs_body2 body;
    fs_shape2 shape;
    def.type = b->type == PEER_WALL ? FS_BODY2_STATIC : FS_BODY2_DYNAMIC;
    def.pos = fs_pos2_make(position(b->x), position(b->y));
    must(fs_body2_create(&t->w, &def, &body));
    must(fs_geometry2_circle(fs_rel2_zero(), FS_REL_ONE / 5 * 2, &disc));
    must(fs_shape2_create(&t->w, body, &on_body, &disc, &shape));
    return body;
}

static struct own_world *open_own(const struct net *n)
{
    const fs_world2_limits limits = { .bodies = DISCS, .shapes = DISCS, .joints = MAX_HINGES, .materials = 1 };
    struct own_world *t = calloc(1, sizeof *t);
    fs_body2 *body = malloc(DISCS * sizeof *body);
    uint32_t rows[net_T_COUNT] = { 1 };
    if (t == NULL || body == NULL)
        bench_die("out of memory");
    fs_world2_capacities(&limits, rows + net_T_physics2);
    must(fs_state_create(&net_schema, rows, &t->state));
    net_bind(t->state, &t->v);
    *t->v.world.hz = 60;
    t->scratch.size = fs_world2_scratch_size(&limits);
    t->scratch.bytes = calloc(1, t->scratch.size);
    fs_world2_def def = fs_default_world2_def(60);
    def.flags &= ~(uint32_t)FS_WORLD2_SLEEP;
    fs_world2_bind(t->state, net_T_physics2, &t->scratch, &t->w);
    must(fs_world2_init(&t->w, &def));
    net_bind(t->state, &t->v);
    for (uint32_t i = 0; i < DISCS; i++)
        body[i] = add_disc(t, &n->body[i]);
    for (uint32_t i = 0; i < n->hinges; i++) {
        const struct peer_hinge *h = &n->hinge[i];
        fs_pos2 at = fs_pos2_make(position(h->x), position(h->y));
        fs_joint2_def joint_def = fs_default_joint2_def(FS_JOINT2_REVOLUTE);
        fs_joint2 joint;
        joint_def.body_a = body[h->a];
        joint_def.body_b = body[h->b];
        must(fs_joint2_def_set_anchors(&t->w, &joint_def, at, at, fs_unit2_make(FS_UNIT_ONE, 0)));
        must(fs_joint2_create(&t->w, &joint_def, &joint));
    }
    free(body);
    return t;
}

static void close_own(struct own_world *t)
{
    free(t->scratch.bytes);
    fs_state_destroy(t->state);
    free(t);
}

static uint64_t wall_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static double time_own(const struct net *n, uint64_t (*now)(void), const fs_tasks *tasks)
{
    struct own_world *t = open_own(n);
    fs_world2_set_tasks(&t->w, tasks);
    uint64_t start = now();
    for (int i = 0; i < TICKS; i++) {
        fs_world2_step(&t->w);
        *t->v.world.tick += 1;
    }
    double ms = (double)(now() - start) / 1e6 / TICKS;
    close_own(t);
    return ms;
}

static double time_peer(const struct net *n, const struct peer *peer)
{
    void *world = peer->open_tied(n->body, DISCS, n->hinge, n->hinges);
    uint64_t start = bench_now();
    for (int i = 0; i < TICKS; i++)
        peer->tick(world);
    double ms = (double)(bench_now() - start) / 1e6 / TICKS;
    peer->close(world);
    return ms;
}

/* ---- rounds -------------------------------------------------------------------------------------------------------- */

static int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median(double *values)
{
    qsort(values, ROUNDS, sizeof values[0], ascending);
    return values[ROUNDS / 2];
}

/* Engines in turn: the kernels of this one, the widest last, then the peers. */
json_t *bench_net(void)
{
    double ms[MAX_ENGINES][ROUNDS], one[ROUNDS], two[ROUNDS];
    int kernels = (int)world_kernel_count();
    struct net *n = make_net();
    app_workers *workers = app_workers_start(2);
    if (workers == NULL || kernels + (int)(sizeof peers / sizeof *peers) > MAX_ENGINES)
        bench_die("the net cannot be timed");
    for (int round = 0; round < ROUNDS; round++) {
        for (int k = 0; k < kernels; k++) {
            kernel_override_set((unsigned)k);
            ms[k][round] = time_own(n, bench_now, NULL);
        }
        kernel_override_clear();
        for (int p = 0; peers[p] != NULL; p++)
            ms[kernels + p][round] = time_peer(n, peers[p]);
        one[round] = time_own(n, wall_now, NULL);
        two[round] = time_own(n, wall_now, app_workers_tasks(workers));
    }
    app_workers_stop(workers);
    json_t *times = json_object(), *ratios = json_object();
    for (int k = 0; k < kernels; k++)
        json_object_set_new(times, world_kernel_name((unsigned)k), json_real(median(ms[k])));
    double own = median(ms[kernels - 1]);
    for (int p = 0; peers[p] != NULL; p++) {
        double theirs = median(ms[kernels + p]);
        json_object_set_new(times, peers[p]->name, json_real(theirs));
        json_object_set_new(ratios, peers[p]->name, json_real(own / theirs));
    }
    uint32_t hinges = n->hinges;
    free(n);
    return json_pack("{s:i, s:o, s:o, s:f, s:f}", "hinges", (int)hinges, "tick_ms", times, "ratio", ratios,
                     "one_wall_ms", median(one), "two_wall_ms", median(two));
}
