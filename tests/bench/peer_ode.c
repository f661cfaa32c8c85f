/* peer_ode.c: a scene in ODE with its quick step. See peers3.h. Balls have no limits. */
#include "bench/peers3.h"

#include <ode/ode.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_POINTS = 8 };

struct scene {
    dWorldID world;
    dSpaceID space;
    dJointGroupID contacts;
    dBodyID drum; /* of all walls that turn; NULL: there is none */
    dTriMeshDataID mesh;
    double *vertex; /* of the mesh */
    uint32_t *index;
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

static dGeomID make_geom(struct scene *s, const struct peer3_body *b)
{
    const dReal x = (dReal)b->half[0], y = (dReal)b->half[1], z = (dReal)b->half[2];
    if (b->type == PEER3_BALL)
        return dCreateSphere(s->space, x);
    return b->type == PEER3_CAPSULE ? dCreateCapsule(s->space, x, 2 * y) : dCreateBox(s->space, 2 * x, 2 * y, 2 * z);
}

/* A capsule of ODE lies along its own z. */
static void set_rotation(dBodyID body, const struct peer3_body *b)
{
    const dReal half = (dReal)0.70710678118654752;
    const dQuaternion rot = { (dReal)b->rot[3], (dReal)b->rot[0], (dReal)b->rot[1], (dReal)b->rot[2] },
                      lie = { half, -half, 0, 0 };
    dQuaternion q;
    dQMultiply0(q, rot, lie);
    dBodySetQuaternion(body, b->type == PEER3_CAPSULE ? q : rot);
}

static dMass mass_of(const struct peer3_body *b)
{
    const dReal x = (dReal)b->half[0], y = (dReal)b->half[1], z = (dReal)b->half[2], density = (dReal)b->density;
    dMass mass;
    if (b->type == PEER3_BALL)
        dMassSetSphere(&mass, density, x);
    else if (b->type == PEER3_CAPSULE)
        dMassSetCapsule(&mass, density, 3, x, 2 * y);
    else
        dMassSetBox(&mass, density, 2 * x, 2 * y, 2 * z);
    return mass;
}

static dBodyID make_moving(struct scene *s, dGeomID geom, const struct peer3_body *b)
{
    dBodyID body = dBodyCreate(s->world);
    dMass mass = mass_of(b);
    dBodySetMass(body, &mass);
    dGeomSetBody(geom, body);
    dBodySetPosition(body, (dReal)b->at[0], (dReal)b->at[1], (dReal)b->at[2]);
    set_rotation(body, b);
    dBodySetLinearVel(body, (dReal)b->vel[0], (dReal)b->vel[1], (dReal)b->vel[2]);
    return body;
}

/* NULL for one that does not move. */
static dBodyID add_body(struct scene *s, const struct peer3_body *b)
{
    dGeomID geom = make_geom(s, b);
    dGeomSetData(geom, (void *)(intptr_t)b->group);
    if (b->spin != 0)
        add_turning(s, geom, b);
    else if (b->density > 0)
        return make_moving(s, geom, b);
    else
        dGeomSetPosition(geom, (dReal)b->at[0], (dReal)b->at[1], (dReal)b->at[2]);
    return NULL;
}

static void *copy_of(const void *from, size_t size)
{
    void *to = malloc(size);
    if (to == NULL)
        abort();
    return memcpy(to, from, size);
}

static void add_mesh(struct scene *s, const struct peer3_mesh *m)
{
    s->vertex = copy_of(m->vertex, m->vertices * 3 * sizeof *m->vertex);
    s->index = copy_of(m->index, m->triangles * 3 * sizeof *m->index);
    s->mesh = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildDouble(s->mesh, s->vertex, 3 * sizeof *s->vertex, (int)m->vertices, s->index,
                                (int)(3 * m->triangles), 3 * sizeof *s->index);
    dCreateTriMesh(s->space, s->mesh, NULL, NULL, NULL);
}

static void add_joint(struct scene *s, dBodyID a, dBodyID b, const struct peer3_joint *j)
{
    const dQuaternion rot = { (dReal)j->rot[3], (dReal)j->rot[0], (dReal)j->rot[1], (dReal)j->rot[2] };
    dMatrix3 axes;
    dJointID joint = j->hinge ? dJointCreateHinge(s->world, 0) : dJointCreateBall(s->world, 0);
    dJointAttach(joint, b, a);
    if (!j->hinge) {
        dJointSetBallAnchor(joint, (dReal)j->at[0], (dReal)j->at[1], (dReal)j->at[2]);
        return;
    }
    dRfromQ(axes, rot);
    dJointSetHingeAnchor(joint, (dReal)j->at[0], (dReal)j->at[1], (dReal)j->at[2]);
    dJointSetHingeAxis(joint, axes[0], axes[4], axes[8]);
    if (j->limited) {
        dJointSetHingeParam(joint, dParamLoStop, (dReal)j->lower);
        dJointSetHingeParam(joint, dParamHiStop, (dReal)j->upper);
    }
}

static void fill_world(struct scene *s, const struct peer3_scene *in)
{
    dBodyID *body = malloc((in->bodies + 1) * sizeof *body);
    if (body == NULL)
        abort();
    for (uint32_t i = 0; i < in->bodies; i++)
        body[i] = add_body(s, &in->body[i]);
    if (in->mesh.triangles > 0)
        add_mesh(s, &in->mesh);
    for (uint32_t i = 0; i < in->joints; i++)
        add_joint(s, body[in->joint[i].a], body[in->joint[i].b], &in->joint[i]);
    free(body);
}

static void *open_world(const struct peer3_scene *in)
{
    struct scene *s = malloc(sizeof *s);
    if (s == NULL)
        abort();
    dInitODE2(0);
    *s = (struct scene){ .world = dWorldCreate(), .space = dHashSpaceCreate(NULL), .contacts = dJointGroupCreate(0) };
    dWorldSetGravity(s->world, 0, -10, 0);
    dWorldSetAutoDisableFlag(s->world, in->sleep);
    fill_world(s, in);
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
    intptr_t group = (intptr_t)dGeomGetData(a);
    if ((!moves(body_a) && !moves(body_b)) || (group < 0 && group == (intptr_t)dGeomGetData(b)) ||
        (body_a != NULL && body_b != NULL && dAreConnected(body_a, body_b)))
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
    if (s->mesh != NULL)
        dGeomTriMeshDataDestroy(s->mesh);
    free(s->vertex);
    free(s->index);
    dWorldDestroy(s->world);
    dCloseODE();
    free(s);
}

const struct peer3 peer3_ode = { "ode", open_world, tick, close_world };
