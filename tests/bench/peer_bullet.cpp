/* peer_bullet.cpp: a scene in Bullet 3. See peers3.h.
 *
 * Bullet multiplies the frictions of a pair, so each body has the root of 0.6.
 */
#include "bench/peers3.h"

#include <btBulletDynamicsCommon.h>
#include <memory>
#include <vector>

namespace
{

struct turning_wall;

/* Bodies of one group below 0 do not collide. */
struct group_filter : btOverlapFilterCallback {
    bool needBroadphaseCollision(btBroadphaseProxy *a, btBroadphaseProxy *b) const override
    {
        int group_a = static_cast<btCollisionObject *>(a->m_clientObject)->getUserIndex(),
            group_b = static_cast<btCollisionObject *>(b->m_clientObject)->getUserIndex();
        return (group_a >= 0 || group_a != group_b) && (a->m_collisionFilterGroup & b->m_collisionFilterMask) != 0 &&
               (b->m_collisionFilterGroup & a->m_collisionFilterMask) != 0;
    }
};

struct scene {
    std::vector<turning_wall *> walls;
    std::vector<btRigidBody *> bodies;
    std::unique_ptr<btTriangleMesh> mesh;
    group_filter filter;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{ &configuration };
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{ &dispatcher, &broadphase, &solver, &configuration };
};

btCollisionShape *shape_of(const peer3_body &b)
{
    if (b.type == PEER3_BALL)
        return new btSphereShape((btScalar)b.half[0]);
    if (b.type == PEER3_CAPSULE)
        return new btCapsuleShape((btScalar)b.half[0], (btScalar)(2 * b.half[1]));
    return new btBoxShape(btVector3((btScalar)b.half[0], (btScalar)b.half[1], (btScalar)b.half[2]));
}

double mass_of(const peer3_body &b)
{
    const double pi = 3.14159265358979, round = b.half[0] * b.half[0] * pi;
    if (b.type == PEER3_BALL)
        return b.density * round * b.half[0] * 4 / 3;
    if (b.type == PEER3_CAPSULE)
        return b.density * round * (b.half[0] * 4 / 3 + 2 * b.half[1]);
    return b.density * 8 * b.half[0] * b.half[1] * b.half[2];
}

/* A wall that turns about the z axis of the world; Bullet asks for its place in every tick. */
struct turning_wall : btMotionState {
    btTransform start;
    btScalar spin, angle = 0;

    turning_wall(const btTransform &at, btScalar speed) : start(at), spin(speed) {}
    void getWorldTransform(btTransform &at) const override
    {
        at = btTransform(btQuaternion(btVector3(0, 0, 1), angle)) * start;
    }
    void setWorldTransform(const btTransform &) override {}
};

void add_body(scene &s, const peer3_body &b, bool sleep)
{
    btCollisionShape *shape = shape_of(b);
    btVector3 inertia(0, 0, 0);
    btScalar mass = (btScalar)mass_of(b);
    if (mass > 0)
        shape->calculateLocalInertia(mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, inertia);
    info.m_friction = btSqrt(btScalar(0.6));
    info.m_startWorldTransform.setOrigin(btVector3((btScalar)b.at[0], (btScalar)b.at[1], (btScalar)b.at[2]));
    info.m_startWorldTransform.setRotation(
        btQuaternion((btScalar)b.rot[0], (btScalar)b.rot[1], (btScalar)b.rot[2], (btScalar)b.rot[3]));
    if (b.spin != 0) {
        s.walls.push_back(new turning_wall(info.m_startWorldTransform, (btScalar)b.spin));
        info.m_motionState = s.walls.back();
    }
    btRigidBody *body = new btRigidBody(info);
    body->setLinearVelocity(btVector3((btScalar)b.vel[0], (btScalar)b.vel[1], (btScalar)b.vel[2]));
    if (b.spin != 0)
        body->setCollisionFlags(body->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
    if (!sleep || b.spin != 0)
        body->setActivationState(DISABLE_DEACTIVATION);
    body->setUserIndex(b.group);
    s.bodies.push_back(body);
    s.world.addRigidBody(body);
}

void add_mesh(scene &s, const peer3_mesh &m)
{
    s.mesh.reset(new btTriangleMesh);
    for (uint32_t i = 0; i < m.triangles; i++) {
        btVector3 corner[3];
        for (int k = 0; k < 3; k++) {
            const double *v = m.vertex + 3 * m.index[3 * i + k];
            corner[k] = btVector3((btScalar)v[0], (btScalar)v[1], (btScalar)v[2]);
        }
        s.mesh->addTriangle(corner[0], corner[1], corner[2]);
    }
    btRigidBody::btRigidBodyConstructionInfo info(0, nullptr, new btBvhTriangleMeshShape(s.mesh.get(), true));
    info.m_friction = btSqrt(btScalar(0.6));
    s.world.addRigidBody(new btRigidBody(info));
}

/* The joint's frame in that of a body; a hinge of Bullet turns about z. */
btTransform frame_in(const btRigidBody *body, const peer3_joint &j)
{
    btTransform frame(btQuaternion((btScalar)j.rot[0], (btScalar)j.rot[1], (btScalar)j.rot[2], (btScalar)j.rot[3]),
                      btVector3((btScalar)j.at[0], (btScalar)j.at[1], (btScalar)j.at[2]));
    if (j.hinge)
        frame = frame * btTransform(btQuaternion(btVector3(0, 1, 0), SIMD_HALF_PI));
    return body->getWorldTransform().inverse() * frame;
}

btTypedConstraint *make_joint(btRigidBody *a, btRigidBody *b, const peer3_joint &j)
{
    btTransform in_a = frame_in(a, j), in_b = frame_in(b, j);
    if (j.hinge) {
        btHingeConstraint *hinge = new btHingeConstraint(*a, *b, in_a, in_b, true);
        if (j.limited)
            hinge->setLimit((btScalar)j.lower, (btScalar)j.upper);
        return hinge;
    }
    if (!j.limited)
        return new btPoint2PointConstraint(*a, *b, in_a.getOrigin(), in_b.getOrigin());
    btConeTwistConstraint *ball = new btConeTwistConstraint(*a, *b, in_a, in_b);
    ball->setLimit((btScalar)j.swing, (btScalar)j.swing, (btScalar)j.upper);
    return ball;
}

void *open_world(const peer3_scene *in)
{
    scene *s = new scene;
    s->world.setGravity(btVector3(0, -10, 0));
    s->world.getPairCache()->setOverlapFilterCallback(&s->filter);
    for (uint32_t i = 0; i < in->bodies; i++)
        add_body(*s, in->body[i], in->sleep);
    if (in->mesh.triangles > 0)
        add_mesh(*s, in->mesh);
    for (uint32_t i = 0; i < in->joints; i++) {
        const peer3_joint &j = in->joint[i];
        s->world.addConstraint(make_joint(s->bodies[j.a], s->bodies[j.b], j), true);
    }
    return s;
}

void tick(void *world)
{
    scene *s = static_cast<scene *>(world);
    for (turning_wall *wall : s->walls)
        wall->angle += wall->spin / 60;
    s->world.stepSimulation(btScalar(1) / 60, 1, btScalar(1) / 60);
}

void close_world(void *world)
{
    scene *s = static_cast<scene *>(world);
    for (int i = s->world.getNumConstraints() - 1; i >= 0; i--) {
        btTypedConstraint *joint = s->world.getConstraint(i);
        s->world.removeConstraint(joint);
        delete joint;
    }
    for (int i = s->world.getNumCollisionObjects() - 1; i >= 0; i--) {
        btCollisionObject *object = s->world.getCollisionObjectArray()[i];
        btCollisionShape *shape = object->getCollisionShape();
        s->world.removeCollisionObject(object);
        delete object;
        delete shape;
    }
    for (turning_wall *wall : s->walls)
        delete wall;
    delete s;
}

}   // namespace

extern "C" {
extern const peer3 peer3_bullet;
const peer3 peer3_bullet = { "bullet", open_world, tick, close_world };
}
