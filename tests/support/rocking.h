/* rocking.h: what the tests of rocking on round ground measure, in the plane and in space alike: shares of the energy above the
 * place of rest. A rocker is rolled on a log until it leans.
 */
#ifndef FS_TEST_ROCKING_H
#define FS_TEST_ROCKING_H

#include <math.h>

#include "support/check_main.h"
#include "support/figures.h"

#define ROCKING_RADIUS 0.5 /* m, of the log */
enum { ROCKING_SECONDS = 8, ROCKING_PLANK = 0, ROCKING_SHAPES = 2, ROCKING_SWINGS = 3, ROCKING_CASES = 12 };

struct rocking {
    int shape, hz;
    double swing, thickness; /* rad; half of it, m */
    double x, y;             /* of the rocker's centre from the log's, m */
    double least, start;     /* J: at rest, and above it at the start */
    double most, last;       /* shares: of all ticks, and of those of the last second */
};

/* Shapes and leans at 60 Hz, then at 30 Hz. */
static inline struct rocking rocking_case(int i)
{
    static const double swings[ROCKING_SWINGS] = { 0.1, 0.2, 0.35 };
    struct rocking r = { .shape = i / ROCKING_SWINGS % ROCKING_SHAPES,
                         .hz = i / (ROCKING_SWINGS * ROCKING_SHAPES) == 0 ? 60 : 30,
                         .swing = swings[i % ROCKING_SWINGS] };
    r.thickness = r.shape == ROCKING_PLANK ? 0.03 : 0.05;
    double up = ROCKING_RADIUS + r.thickness, along = ROCKING_RADIUS * r.swing;
    r.x = up * sin(r.swing) - along * cos(r.swing);
    r.y = up * cos(r.swing) + along * sin(r.swing);
    return r;
}

/* mass in kg, energy in J, in gravity of 10 m/s^2. */
static inline void rocking_start(struct rocking *r, double mass, double energy)
{
    r->least = mass * 10 * (ROCKING_RADIUS + r->thickness);
    r->start = energy - r->least;
}

static inline void rocking_note(struct rocking *r, int tick, double energy)
{
    double now = (energy - r->least) / r->start;
    r->most = fmax(r->most, now);
    r->last = tick >= (ROCKING_SECONDS - 1) * r->hz ? fmax(r->last, now) : r->last;
}

static inline void rocking_check(const struct rocking *r)
{
    print_figure("%s that rocks by %g rad at %d Hz: energy at most %.4f of the start's, after %d s %.4f",
                 r->shape == ROCKING_PLANK ? "a plank" : "a capsule", r->swing, r->hz, r->most, ROCKING_SECONDS,
                 r->last);
    ck_assert_msg(r->most <= 1.001, "rose to %.4f", r->most);
    ck_assert_msg(r->last >= (r->hz == 60 ? 0.87 : 0.78), "%.4f left", r->last);
}

#endif
