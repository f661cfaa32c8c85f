/* broadphase.c: the structures of the broad phase side by side.
 *
 * Boxes of 1 m lie about as densely as bodies in a heap. Microseconds: "idle" an update in which nothing changed,
 * "update" and "pairs" after a tenth of the boxes moved a little, "build" from empty memory.
 */
#include "bench/bench.h"

#include <stdlib.h>
#include <string.h>

#include "physics2d/dimension.h"

#include "physics/broadphase/broadphase.h"

enum { MOST = 10000, MOST_PAIRS = 16 * MOST, PART = 10 };

struct field {
    fs_pos2 low[MOST], high[MOST];
    uint32_t gen[MOST], moved[MOST];
    fs__broadphase_pair pairs[MOST_PAIRS];
    struct fs__broadphase2_aabb_columns boxes;
    uint32_t seed;
};

static uint32_t draw(struct field *f)
{
    f->seed = f->seed * 1664525u + 1013904223u;
    return f->seed >> 16;
}

static int64_t part_of(struct field *f, int64_t most)
{
    return most / 65536 * draw(f);
}

static void fill(struct field *f, uint32_t count)
{
    int64_t wide = 1;
    while ((uint64_t)(wide * wide) < count)
        wide++;
    f->seed = 12345;
    f->boxes = (struct fs__broadphase2_aabb_columns){ f->low, f->high, f->gen, count, NULL };
    for (uint32_t i = 0; i < count; i++) {
        int64_t x = part_of(f, wide * FS_POS_ONE), y = part_of(f, wide * FS_POS_ONE);
        f->gen[i] = 1;
        f->low[i] = fs_pos2_make(x, y);
        f->high[i] = fs_pos2_make(x + FS_POS_ONE, y + FS_POS_ONE);
    }
}

static uint32_t move(struct field *f)
{
    uint32_t n = 0;
    for (uint32_t i = draw(f) % PART; i < f->boxes.count; i += PART) {
        int64_t dx = part_of(f, FS_POS_ONE / 2) - FS_POS_ONE / 4, dy = part_of(f, FS_POS_ONE / 2) - FS_POS_ONE / 4;
        f->low[i] = fs_pos2_make(f->low[i].x + dx, f->low[i].y + dy);
        f->high[i] = fs_pos2_make(f->high[i].x + dx, f->high[i].y + dy);
        f->moved[n++] = i;
    }
    return n;
}

static json_t *microseconds(double ns[BENCH_ROUNDS])
{
    return json_real(bench_median(ns) / 1000.0);
}

/* The clock counts in steps that may be coarse: each figure is the mean of some repetitions. */
static json_t *run(struct field *f, fs__broadphase_kind kind, uint32_t count)
{
    enum { TIMES = 20 };
    double build[BENCH_ROUNDS], idle[BENCH_ROUNDS], update[BENCH_ROUNDS], pairs[BENCH_ROUNDS];
    size_t size = fs__broadphase2_size(kind, MOST);
    void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
    if (memory == NULL)
        bench_die("no memory for the broad phase");
    fill(f, count);
    for (int round = 0; round < BENCH_ROUNDS; round++) {
        memset(memory, 0, size);
        struct fs__broadphase2 *b = fs__broadphase2_open(kind, memory, MOST);
        uint64_t t0 = bench_now(), moving = 0, pairing = 0;
        fs__broadphase2_update(b, &f->boxes);
        build[round] = (double)(bench_now() - t0);
        t0 = bench_now();
        for (int k = 0; k < TIMES; k++)
            fs__broadphase2_update(b, &f->boxes);
        idle[round] = (double)(bench_now() - t0) / TIMES;
        for (int k = 0; k < TIMES; k++) {
            uint32_t n = move(f);
            uint64_t t1 = bench_now();
            fs__broadphase2_update(b, &f->boxes);
            uint64_t t2 = bench_now();
            const struct fs__broadphase_search search = { .moved = f->moved, .moved_count = n };
            if (fs__broadphase2_find_pairs(b, &f->boxes, &search, f->pairs, MOST_PAIRS) > MOST_PAIRS)
                bench_die("too many pairs");
            pairing += bench_now() - t2;
            moving += t2 - t1;
        }
        update[round] = (double)moving / TIMES;
        pairs[round] = (double)pairing / TIMES;
    }
    free(memory);
    return json_pack("{s:o, s:o, s:o, s:o}", "build_us", microseconds(build), "idle_us", microseconds(idle),
                     "update_us", microseconds(update), "pairs_us", microseconds(pairs));
}

json_t *bench_broad(void)
{
    static const char *const names[FS__BROADPHASE_KINDS] = {
        [FS__BROADPHASE_TREE] = "tree",
        [FS__BROADPHASE_HIERARCHICAL_GRID] = "levels",
        [FS__BROADPHASE_UNIFORM_GRID] = "grid",
        [FS__BROADPHASE_CENTRE_GRID] = "centres",
        [FS__BROADPHASE_OCTREE] = "quad",
        [FS__BROADPHASE_BSP] = "bsp",
        [FS__BROADPHASE_BSP_TERNARY] = "bsp_ternary",
        [FS__BROADPHASE_TREE_BUILT] = "tree_built",
        [FS__BROADPHASE_TREE_MERGED] = "tree_merged",
        [FS__BROADPHASE_TREE_INSERTED] = "tree_inserted",
        [FS__BROADPHASE_SWEEP_AND_PRUNE] = "sweep",
        [FS__BROADPHASE_BRUTE_FORCE] = "brute",
        [FS__BROADPHASE_SPHERE_TREE] = "spheres",
        [FS__BROADPHASE_BSP_OF_TREES] = "bsp_of_trees",
        [FS__BROADPHASE_OBJECT_TREES] = "object_trees",
    };
    static const uint32_t counts[] = { 1000, 2000, 10000 };
    struct field *f = calloc(1, sizeof *f);
    if (f == NULL)
        bench_die("no memory for the broad phase");
    json_t *all = json_object();
    for (unsigned k = 0; k < FS__BROADPHASE_KINDS; k++)
        for (unsigned c = 0; c < 3; c++) {
            char name[32];
            if (k == FS__BROADPHASE_BRUTE_FORCE && c == 2)
                continue;
            snprintf(name, sizeof name, "%s_%u", names[k], (unsigned)counts[c]);
            json_object_set_new(all, name, run(f, (fs__broadphase_kind)k, counts[c]));
        }
    free(f);
    return all;
}
