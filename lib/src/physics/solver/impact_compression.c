/* impact_compression.c: see impact_compression.h.
 *
 * Method: the impulses minimise p.K p / 2 + p.v over p >= 0. A push of all points alike comes first, which is exact for a body
 * that hits flat below its centre of mass; then the points are relaxed one after the other, and after each sweep the way of the
 * sweep is followed to the least of the sum. Every step lowers the sum, so the order of the points does not matter.
 */
#include "physics/solver/impact_compression.h"

#include <stdbool.h>
#include <fixstep/fixed.h>
#include <fixstep/wide.h>

enum { MAX_SWEEPS = 64 };
/* A sweep that changes no impulse by more ends the compression. */
#define TOLERANCE 8
/* A point that responds less (Q30) is not moved by its impulse: its body is locked. */
#define LEAST_RESPONSE (FS_UNIT_ONE >> 12)
/* Bounds of an impulse, and of a step in sweeps (Q16). */
#define MAX_IMPULSE ((int64_t)1 << 42)
#define MAX_STEP ((int64_t)64 << 16)
enum { STEP_FRAC = 16, PRODUCT_SHIFT = 26 };

static void push(struct fs__compression *c, unsigned point, int64_t change)
{
    c->impulse[point] += change;
    for (unsigned i = 0; i < c->points; i++)
        c->velocity[i] = fs_clamp64(c->velocity[i] + fs_mul64(c->response[i][point], change, FS_UNIT_FRAC),
                                    -MAX_IMPULSE, MAX_IMPULSE);
}

static int64_t limited(int64_t change, int64_t impulse)
{
    return fs_clamp64(change, -impulse, MAX_IMPULSE - impulse);
}

static void push_all(struct fs__compression *c)
{
    int64_t velocity = 0, response = 0;
    for (unsigned i = 0; i < c->points; i++) {
        velocity += c->velocity[i];
        for (unsigned j = 0; j < c->points; j++)
            response += c->response[i][j];
    }
    if (velocity >= 0 || response < LEAST_RESPONSE)
        return;
    int64_t change = fs_muldiv64(-velocity, FS_UNIT_ONE, response);
    for (unsigned i = 0; i < c->points; i++)
        push(c, i, limited(change, c->impulse[i]));
}

/* Stops one point after the other; true when an impulse changes. */
static bool sweep(struct fs__compression *c)
{
    bool any = false;
    for (unsigned i = 0; i < c->points; i++) {
        int64_t response = c->response[i][i];
        if (response < LEAST_RESPONSE)
            continue;
        int64_t change = limited(fs_muldiv64(-c->velocity[i], FS_UNIT_ONE, response), c->impulse[i]);
        push(c, i, change);
        any |= fs_abs64(change) > TOLERANCE;
    }
    return any;
}

/* Goes on in the direction of the last sweep as far as the sum falls and no impulse becomes negative. */
static void follow(struct fs__compression *c, const struct fs__compression *before)
{
    int64_t slope = 0, curvature = 0, step, way[FS__COMPRESSION_POINTS];
    for (unsigned i = 0; i < c->points; i++) {
        way[i] = c->impulse[i] - before->impulse[i];
        slope += fs_mul64(way[i], c->velocity[i], PRODUCT_SHIFT);
        curvature += fs_mul64(way[i], c->velocity[i] - before->velocity[i], PRODUCT_SHIFT);
    }
    if (slope >= 0 || curvature <= 0)
        return;
    step = fs_min64(fs_muldiv64(-slope, (int64_t)1 << STEP_FRAC, curvature), MAX_STEP);
    for (unsigned i = 0; i < c->points; i++)
        if (way[i] < 0)
            step = fs_min64(step, fs_muldiv64(c->impulse[i], (int64_t)1 << STEP_FRAC, -way[i]));
    for (unsigned i = 0; i < c->points; i++)
        push(c, i, limited(fs_mul64(way[i], step, STEP_FRAC), c->impulse[i]));
}

void fs__compress(struct fs__compression *c)
{
    push_all(c);
    for (int n = 0; n < MAX_SWEEPS; n++) {
        const struct fs__compression before = *c;
        if (!sweep(c))
            return;
        follow(c, &before);
    }
}
