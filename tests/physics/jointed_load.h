/* jointed_load.h: assemblies of joints that bear loads of many times their mass, in the plane and in space: their sizes, loads, and
 * what is asserted of a load. */
#ifndef FS_TEST_JOINTED_LOAD_H
#define FS_TEST_JOINTED_LOAD_H

#include <check.h>
#include <stdint.h>

#include "support/brief.h"
#include "support/figures.h"

enum { SECONDS = 10, SCENES = 4 };

/* The assemblies, larger or smaller by `size` and heavier by its square, at the tick rate. */
static const struct scene {
    double size;
    uint32_t hz;
} scenes[SCENES] = { { 1, 60 }, { 0.1, 60 }, { 3, 60 }, { 1, 120 } };

static struct scene scene;

static const double loads[] = { 1, 10, 50, 100, 300, 1000, 10000, 100000 };
enum { LOADS = sizeof loads / sizeof *loads };

static inline int runs(void)
{
    return play_brief() ? LOADS : LOADS * SCENES;
}

/* What a load does within SECONDS: the largest rise of the energy over its weight times 1 m, how far it came from where it was
 * laid, and its speed at the end: lengths over the size. */
struct outcome {
    double rise, moved, sunk, speed;
};

/* The most of the same that passes. */
struct bounds {
    double moved, sunk, speed;
};

/* A load comes to rest near where it was laid, or `lower`, and gains no energy. */
static inline void check_load(const char *what, double times, struct outcome o, double lower, struct bounds most)
{
    print_figure("%s of %g m at %u Hz, %g times: rise %.2g, moved %.2g, sunk %.2g, %.2g/s", what, scene.size, scene.hz,
                 times, o.rise, o.moved, o.sunk, o.speed);
    ck_assert_msg(o.rise <= 1e-3, "energy rises by %.2e", o.rise);
    ck_assert_msg(o.moved <= most.moved + lower / 5, "moved by %.3f", o.moved);
    ck_assert_msg(o.sunk >= lower - 0.001 && o.sunk <= lower + most.sunk, "sunk by %.3f", o.sunk);
    ck_assert_msg(o.speed <= most.speed, "moves with %.3f/s", o.speed);
}

#endif
