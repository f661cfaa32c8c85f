/* peer_chipmunk.c: a scene in Chipmunk 7. See peers.h.
 */
#include "bench/peers.h"

#include <math.h>
#include <stdlib.h>
#include <chipmunk/chipmunk.h>

static cpBody *add_body(cpSpace *space, const struct peer_body *b)
{
    cpBody *body = b->type == PEER_DYNAMIC ? cpBodyNew(0, 0) : /* its shapes give the mass */
                       b->type == PEER_STATIC ? cpBodyNewStatic()
                                              : cpBodyNewKinematic();
    cpBodySetPosition(body, cpv(b->x, b->y));
    cpSpaceAddBody(space, body);
    return body;
}

static cpShape *make_shape(cpBody *body, const struct peer_shape *s)
{
    double corner[PEER_MAX_CORNERS][2];
    cpVect points[PEER_MAX_CORNERS];
    if (s->kind == PEER_DISC)
        return cpCircleShapeNew(body, s->half_x, cpv(s->x, s->y));
    int count = peer_shape_corners(s, corner);
    for (int i = 0; i < count; i++)
        points[i] = cpv(corner[i][0], corner[i][1]);
    return cpPolyShapeNewRaw(body, count, points, 0);
}

static void add_shape(cpSpace *space, cpBody *body, const struct peer_shape *s, double density)
{
    cpShape *shape = make_shape(body, s);
    if (cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC)
        cpShapeSetDensity(shape, density);
    cpShapeSetFriction(shape, sqrt(0.6)); /* a pair has the product */
    cpShapeSetElasticity(shape, 0);
    cpSpaceAddShape(space, shape);
}

static void add_constraint(cpSpace *space, cpConstraint *c)
{
    cpConstraintSetCollideBodies(c, cpFalse);
    cpSpaceAddConstraint(space, c);
}

static void add_hinge(cpSpace *space, cpBody *const *made, const struct peer_hinge *h)
{
    cpBody *a = made[h->a], *b = made[h->b];
    add_constraint(space, cpPivotJointNew(a, b, cpv(h->x, h->y)));
    if (h->lower < h->upper)
        add_constraint(space, cpRotaryLimitJointNew(a, b, h->lower, h->upper));
    if (h->torque > 0) {
        cpConstraint *motor = cpSimpleMotorNew(a, b, -h->speed);
        cpConstraintSetMaxForce(motor, h->torque);
        add_constraint(space, motor);
    }
}

/* After the shapes, which move the centre of mass. */
static void set_motion(cpBody *body, const struct peer_body *b)
{
    if (b->type == PEER_STATIC)
        return;
    cpBodySetVelocity(body, cpv(b->vx, b->vy));
    cpBodySetAngularVelocity(body, b->angular_velocity);
}

static void *open_space(const struct peer_scene *s)
{
    cpSpace *space = cpSpaceNew();
    cpBody **made = malloc(s->bodies * sizeof(cpBody *));
    if (made == NULL)
        abort();
    cpSpaceSetGravity(space, cpv(0, s->gravity));
    cpSpaceSetSleepTimeThreshold(space, s->sleep ? 0.5 : (cpFloat)INFINITY);
    for (uint32_t i = 0; i < s->bodies; i++)
        made[i] = add_body(space, &s->body[i]);
    for (uint32_t i = 0; i < s->shapes; i++)
        add_shape(space, made[s->shape[i].body], &s->shape[i], s->body[s->shape[i].body].density);
    for (uint32_t i = 0; i < s->bodies; i++)
        set_motion(made[i], &s->body[i]);
    for (uint32_t i = 0; i < s->hinges; i++)
        add_hinge(space, made, &s->hinge[i]);
    free(made);
    return space;
}

static void tick(void *world)
{
    cpSpaceStep(world, 1.0 / 60);
}

/* Bodies and shapes are left to the end of the program: a few megabytes. */
static void close_space(void *world)
{
    cpSpaceFree(world);
}

const struct peer peer_chipmunk = { "chipmunk", open_space, tick, close_space };
