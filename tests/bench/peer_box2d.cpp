/* peer_box2d.cpp: a scene in Box2D 2.4. See peers.h.
 */
#include "bench/peers.h"

#include <box2d/box2d.h>

#include <vector>

static b2Body *add(b2World *world, const peer_body &b)
{
    b2BodyDef def;
    def.type = b.type == PEER_WALL ? b2_staticBody : b2_dynamicBody;
    def.position.Set((float)b.x, (float)b.y);
    b2PolygonShape box;
    b2CircleShape disc;
    box.SetAsBox((float)b.half_x, (float)b.half_y);
    disc.m_radius = (float)b.half_x;
    b2FixtureDef fixture;
    fixture.shape = b.type == PEER_DISC ? static_cast<b2Shape *>(&disc) : &box;
    fixture.density = 1;
    fixture.friction = 0.6f;
    b2Body *body = world->CreateBody(&def);
    body->CreateFixture(&fixture);
    return body;
}

static void *open_world(const peer_body *body, uint32_t count, int sleep)
{
    b2World *world = new b2World(b2Vec2(0, -10));
    world->SetAllowSleeping(sleep != 0);
    world->SetContinuousPhysics(false);
    for (uint32_t i = 0; i < count; i++)
        add(world, body[i]);
    return world;
}

static void *open_tied(const peer_body *body, uint32_t count, const peer_hinge *hinge, uint32_t hinges)
{
    b2World *world = new b2World(b2Vec2(0, -10));
    std::vector<b2Body *> made(count);
    world->SetAllowSleeping(false);
    world->SetContinuousPhysics(false);
    for (uint32_t i = 0; i < count; i++)
        made[i] = add(world, body[i]);
    for (uint32_t i = 0; i < hinges; i++) {
        b2RevoluteJointDef def;
        def.Initialize(made[hinge[i].a], made[hinge[i].b], b2Vec2((float)hinge[i].x, (float)hinge[i].y));
        world->CreateJoint(&def);
    }
    return world;
}

static void tick(void *world)
{
    static_cast<b2World *>(world)->Step(1.0f / 60, 8, 3);
}

static void close_world(void *world)
{
    delete static_cast<b2World *>(world);
}

extern "C" {
extern const peer peer_box2d;
const peer peer_box2d = { "box2d", open_world, open_tied, tick, close_world };
}
