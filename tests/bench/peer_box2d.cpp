/* peer_box2d.cpp: a scene in Box2D 2.4. See peers.h.
 */
#include "bench/peers.h"

#include <box2d/box2d.h>

#include <vector>

static b2Body *add_body(b2World *world, const peer_body &b)
{
    static const b2BodyType types[] = { b2_staticBody, b2_kinematicBody, b2_dynamicBody };
    b2BodyDef def;
    def.type = types[b.type];
    def.position.Set((float)b.x, (float)b.y);
    def.linearVelocity.Set((float)b.vx, (float)b.vy);
    def.angularVelocity = (float)b.angular_velocity;
    return world->CreateBody(&def);
}

static b2PolygonShape polygon_of(const peer_shape &s)
{
    double corner[PEER_MAX_CORNERS][2];
    b2Vec2 points[PEER_MAX_CORNERS];
    b2PolygonShape polygon;
    int count = peer_shape_corners(&s, corner);
    for (int i = 0; i < count; i++)
        points[i].Set((float)corner[i][0], (float)corner[i][1]);
    if (s.kind == PEER_BOX)
        polygon.SetAsBox((float)s.half_x, (float)s.half_y, b2Vec2((float)s.x, (float)s.y), (float)s.angle);
    else
        polygon.Set(points, count);
    return polygon;
}

static void add_shape(b2Body *body, const peer_shape &s, double density)
{
    b2CircleShape disc;
    b2PolygonShape polygon;
    b2FixtureDef fixture;
    if (s.kind == PEER_DISC) {
        disc.m_p.Set((float)s.x, (float)s.y);
        disc.m_radius = (float)s.half_x;
        fixture.shape = &disc;
    } else {
        polygon = polygon_of(s);
        fixture.shape = &polygon;
    }
    fixture.density = (float)density;
    fixture.friction = 0.6f;
    body->CreateFixture(&fixture);
}

static void add_hinge(b2World *world, const std::vector<b2Body *> &made, const peer_hinge &h)
{
    b2RevoluteJointDef def;
    def.Initialize(made[h.a], made[h.b], b2Vec2((float)h.x, (float)h.y));
    def.enableLimit = h.lower < h.upper;
    def.lowerAngle = (float)h.lower;
    def.upperAngle = (float)h.upper;
    def.enableMotor = h.torque > 0;
    def.motorSpeed = (float)h.speed;
    def.maxMotorTorque = (float)h.torque;
    world->CreateJoint(&def);
}

static void *open_world(const peer_scene *s)
{
    b2World *world = new b2World(b2Vec2(0, (float)s->gravity));
    std::vector<b2Body *> made(s->bodies);
    world->SetAllowSleeping(s->sleep != 0);
    world->SetContinuousPhysics(false);
    for (uint32_t i = 0; i < s->bodies; i++)
        made[i] = add_body(world, s->body[i]);
    for (uint32_t i = 0; i < s->shapes; i++)
        add_shape(made[s->shape[i].body], s->shape[i], s->body[s->shape[i].body].density);
    for (uint32_t i = 0; i < s->hinges; i++)
        add_hinge(world, made, s->hinge[i]);
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
const peer peer_box2d = { "box2d", open_world, tick, close_world };
}
