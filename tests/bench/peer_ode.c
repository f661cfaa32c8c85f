/* peer_ode.c: a scene in ODE with its quick step. See peers3.h. */
#include "bench/peers3.h"

#include <ode/ode.h>
#include <stdbool.h>
#include <stdlib.h>

enum { MAX_POINTS = 8 };

struct scene {
    dWorldID world;
    dSpaceID space;
    dJointGroupID contacts;
    dBodyID drum; /* of all walls that turn; NULL: there is none */
};

/* A geom that no contact moves turns with the drum. */
static void add_turning(struct scene *s, dGeomID geom, const struct peer3_body *b)
{
    const dQuaternion rot = { (dReal)b->rot[3], (dReal)b->rot[0], (dReal)b->rot[1], (dReal)b->rot[2] };
    if (s->drum == NULL) {
        s->drum = dBodyCreate(s->world);
        dBodySetKinematic(s->drum);
        dBodySetAngularVel(s->drum, 0, 0, (dReal)b->spin);
    }
    dGeomSetBody(geom, s->drum);
    dGeomSetOffsetPosition(geom, (dReal)b->at[0], (dReal)b->at[1], (dReal)b->at[2]);
    dGeomSetOffsetQuaternion(geom, rot);
}

static void add(struct scene *s, const struct peer3_body *b)
{
    bool ball = b->type == PEER3_BALL;
    dGeomID geom = ball ? dCreateSphere(s->space, (dReal)b->half[0])
                        : dCreateBox(s->space, (dReal)(2 * b->half[0]), (dReal)(2 * b->half[1]),
                                     (dReal)(2 * b->half[2]));
    if (b->type != PEER3_WALL) {
        dBodyID body = dBodyCreate(s->world);
        dMass mass;
        if (ball)
            dMassSetSphere(&mass, (dReal)b->density, (dReal)b->half[0]);
        else
            dMassSetBox(&mass, (dReal)b->density, (dReal)(2 * b->half[0]), (dReal)(2 * b->half[1]),
                        (dReal)(2 * b->half[2]));
        dBodySetMass(body, &mass);
        dGeomSetBody(geom, body);
        dBodySetLinearVel(body, (dReal)b->vel[0], (dReal)b->vel[1], (dReal)b->vel[2]);
    }
    if (b->spin != 0) {
        add_turning(s, geom, b);
        return;
    }
    dGeomSetPosition(geom, (dReal)b->at[0], (dReal)b->at[1], (dReal)b->at[2]);
}

static void *open_world(const struct peer3_body *body, uint32_t count, int sleep)
{
    struct scene *s = malloc(sizeof *s);
    if (s == NULL)
        abort();
    dInitODE2(0);
    *s = (struct scene){ dWorldCreate(), dHashSpaceCreate(NULL), dJointGroupCreate(0), NULL };
    dWorldSetGravity(s->world, 0, -10, 0);
    dWorldSetAutoDisableFlag(s->world, sleep);
    for (uint32_t i = 0; i < count; i++)
        add(s, &body[i]);
    return s;
}

static bool moves(dBodyID body)
{
    return body != NULL && !dBodyIsKinematic(body);
}

static void meet(void *data, dGeomID a, dGeomID b)
{
    struct scene *s = data;
    dContact contact[MAX_POINTS];
    dBodyID body_a = dGeomGetBody(a), body_b = dGeomGetBody(b);
    if (!moves(body_a) && !moves(body_b))
        return;
    int count = dCollide(a, b, MAX_POINTS, &contact[0].geom, sizeof contact[0]);
    for (int i = 0; i < count; i++) {
        contact[i].surface = (dSurfaceParameters){ .mode = dContactApprox1, .mu = (dReal)0.6 };
        dJointAttach(dJointCreateContact(s->world, s->contacts, &contact[i]), body_a, body_b);
    }
}

static void tick(void *world)
{
    struct scene *s = world;
    dSpaceCollide(s->space, s, meet);
    dWorldQuickStep(s->world, (dReal)1 / 60);
    dJointGroupEmpty(s->contacts);
}

static void close_world(void *world)
{
    struct scene *s = world;
    dJointGroupDestroy(s->contacts);
    dSpaceDestroy(s->space);
    dWorldDestroy(s->world);
    dCloseODE();
    free(s);
}

const struct peer3 peer3_ode = { "ode", open_world, tick, close_world };
