/* blows.h: what a heavy body that strikes or pushes light ones from the side does to their momentum.
 *
 * Template: included by check_load_mass2.c and check_load_mass3.c after dimension.h and the fixture.
 */
#ifndef FS_TEST_BLOWS_H
#define FS_TEST_BLOWS_H

#include <math.h>

#include "support/figures.h"

/* Light boxes of 1 m on slippery ground, from x = 0.5 m on, and a heavy one that meets them from the left. */
struct blow {
    int wide, high;
    double ratio, height, speed; /* of the heavy box: its mass by that of a light one, m, m/s */
    double force;                /* on it, by the mass of a light one, m/s^2 */
};

static const struct blow blows[] = { { 4, 16, 300, 6, 20, 0 },
                                     { 25, 1, 1000, 0.5, 10, 0 },
                                     { 25, 1, 1000, 0.5, 0, 2000 } };
enum { BLOWS = sizeof blows / sizeof blows[0] };

/* Along x, by the mass of a light box, m/s. `heavy` is its row; those of the light ones are before it. */
static double momentum_of(const fs_worldN *w, const struct blow *b, uint32_t heavy)
{
    double sum = (double)w->body.vel[heavy].x * b->ratio;
    for (uint32_t i = heavy - (uint32_t)(b->wide * b->high); i < heavy; i++)
        sum += w->body.vel[i].x;
    return sum / FS_VEL_ONE;
}

/* Whether the heavy box touches a light one from above, by 30 degrees and more. */
static bool comes_down(const fs_worldN *w, uint32_t heavy, uint32_t light)
{
    const uint32_t first = heavy - light;
    for (uint32_t c = 0; c < *w->contact.rows; c++) {
        if (!fs__worldN_row_live(w->contact.gen, c) || w->contact.count[c] == 0)
            continue;
        const uint32_t a = w->shape.body[w->contact.shape_a[c]], b = w->shape.body[w->contact.shape_b[c]];
        const fs_unit up = b == heavy ? w->contact.normal[c].y : -w->contact.normal[c].y;
        if ((a == heavy || b == heavy) && a >= first && b >= first && up > FS_UNIT_ONE / 2)
            return true;
    }
    return false;
}

/* A body of larger mass takes momentum that it does not have: what a heavy body meets from the side keeps its own, until it comes down
 * on a light one, after a quarter of a second and more. `tick` pushes it and steps the world once. */
static void momentum_is_kept(const fs_worldN *w, const struct blow *b, uint32_t heavy, int hz, void (*tick)(void *test),
                             void *test)
{
    double start = momentum_of(w, b, heavy), worst = 0;
    for (int i = 1; i <= hz * 3 / 4; i++) {
        tick(test);
        if (i > hz / 4 && comes_down(w, heavy, (uint32_t)(b->wide * b->high)))
            break;
        double due = start + b->force * i / hz;
        worst = fmax(worst, fabs(momentum_of(w, b, heavy) - due) / due);
    }
    print_figure("%d x %d boxes: momentum wrong by %.7f", b->wide, b->high, worst);
    ck_assert_msg(worst <= 1e-4, "%g", worst);
}

#endif
