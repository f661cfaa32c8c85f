/* peer_chipmunk.c: a scene in Chipmunk 7. See peers.h.
 */
#include "bench/peers.h"

#include <math.h>
#include <stdlib.h>
#include <chipmunk/chipmunk.h>

static cpBody *add(cpSpace *space, const struct peer_body *b)
{
    cpFloat mass = b->type == PEER_DISC ? CP_PI * b->half_x * b->half_x : 4 * b->half_x * b->half_y;
    cpFloat moment = b->type == PEER_DISC ? cpMomentForCircle(mass, 0, b->half_x, cpvzero)
                                          : cpMomentForBox(mass, 2 * b->half_x, 2 * b->half_y);
    cpBody *body = b->type == PEER_WALL ? cpBodyNewStatic() : cpBodyNew(mass, moment);
    cpBodySetPosition(body, cpv(b->x, b->y));
    cpSpaceAddBody(space, body);
    cpShape *shape = b->type == PEER_DISC ? cpCircleShapeNew(body, b->half_x, cpvzero)
                                          : cpBoxShapeNew(body, 2 * b->half_x, 2 * b->half_y, 0);
    cpShapeSetFriction(shape, sqrt(0.6)); /* a pair has the product */
    cpShapeSetElasticity(shape, 0);
    cpSpaceAddShape(space, shape);
    return body;
}

static void *open_space(const struct peer_body *body, uint32_t count, int sleep)
{
    cpSpace *space = cpSpaceNew();
    cpSpaceSetGravity(space, cpv(0, -10));
    cpSpaceSetSleepTimeThreshold(space, sleep ? 0.5 : (cpFloat)INFINITY);
    for (uint32_t i = 0; i < count; i++)
        add(space, &body[i]);
    return space;
}

static void *open_tied(const struct peer_body *body, uint32_t count, const struct peer_hinge *hinge, uint32_t hinges)
{
    cpSpace *space = cpSpaceNew();
    cpBody **made = malloc(count * sizeof(cpBody *));
    if (made == NULL)
        abort();
    cpSpaceSetGravity(space, cpv(0, -10));
    for (uint32_t i = 0; i < count; i++)
        made[i] = add(space, &body[i]);
    for (uint32_t i = 0; i < hinges; i++) {
        cpConstraint *c = cpPivotJointNew(made[hinge[i].a], made[hinge[i].b], cpv(hinge[i].x, hinge[i].y));
        cpConstraintSetCollideBodies(c, cpFalse);
        cpSpaceAddConstraint(space, c);
    }
    free(made);
    return space;
}

static void tick(void *world)
{
    cpSpaceStep(world, 1.0 / 60);
}

/* Bodies and shapes are left to the end of the program: a few hundred kilobytes. */
static void close_space(void *world)
{
    cpSpaceFree(world);
}

const struct peer peer_chipmunk = { "chipmunk", open_space, open_tied, tick, close_space };
