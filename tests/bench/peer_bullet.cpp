/* peer_bullet.cpp: a scene in Bullet 3. See peers3.h.
 *
 * Bullet multiplies the frictions of a pair, so each body has the root of 0.6.
 */
#include "bench/peers3.h"

#include <btBulletDynamicsCommon.h>
#include <vector>

namespace
{

struct turning_wall;

struct scene {
    std::vector<turning_wall *> walls;
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
    return new btBoxShape(btVector3((btScalar)b.half[0], (btScalar)b.half[1], (btScalar)b.half[2]));
}

double mass_of(const peer3_body &b)
{
    if (b.type == PEER3_BALL)
        return b.density * 4 / 3 * 3.14159265358979 * b.half[0] * b.half[0] * b.half[0];
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

void add(scene &s, const peer3_body &b, int sleep)
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
    s.world.addRigidBody(body);
}

void *open_world(const peer3_body *body, uint32_t count, int sleep)
{
    scene *s = new scene;
    s->world.setGravity(btVector3(0, -10, 0));
    for (uint32_t i = 0; i < count; i++)
        add(*s, body[i], sleep);
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
