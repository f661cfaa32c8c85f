/* peer_bullet.cpp: a scene in Bullet 3. See peers3.h.
 *
 * Bullet multiplies the frictions of a pair, so each body has the root of 0.6.
 */
#include "bench/peers3.h"

#include <btBulletDynamicsCommon.h>

namespace
{

struct scene {
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
        return 4.0 / 3 * 3.14159265358979 * b.half[0] * b.half[0] * b.half[0];
    return b.type == PEER3_WALL ? 0 : 8 * b.half[0] * b.half[1] * b.half[2];
}

void add(btDiscreteDynamicsWorld &world, const peer3_body &b, int sleep)
{
    btCollisionShape *shape = shape_of(b);
    btVector3 inertia(0, 0, 0);
    btScalar mass = (btScalar)mass_of(b);
    if (mass > 0)
        shape->calculateLocalInertia(mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, inertia);
    info.m_friction = btSqrt(btScalar(0.6));
    info.m_startWorldTransform.setIdentity();
    info.m_startWorldTransform.setOrigin(btVector3((btScalar)b.at[0], (btScalar)b.at[1], (btScalar)b.at[2]));
    btRigidBody *body = new btRigidBody(info);
    if (!sleep)
        body->setActivationState(DISABLE_DEACTIVATION);
    world.addRigidBody(body);
}

void *open_world(const peer3_body *body, uint32_t count, int sleep)
{
    scene *s = new scene;
    s->world.setGravity(btVector3(0, -10, 0));
    for (uint32_t i = 0; i < count; i++)
        add(s->world, body[i], sleep);
    return s;
}

void tick(void *world)
{
    static_cast<scene *>(world)->world.stepSimulation(btScalar(1) / 60, 1, btScalar(1) / 60);
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
    delete s;
}

}   // namespace

extern "C" {
extern const peer3 peer3_bullet;
const peer3 peer3_bullet = { "bullet", open_world, tick, close_world };
}
