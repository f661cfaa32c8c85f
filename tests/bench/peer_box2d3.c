/* peer_box2d3.c: a scene in Box2D 3.2, on one thread. See peers.h.
 */
#include "bench/peers.h"

#include <stdlib.h>
#include <box2d/box2d.h>

struct world {
    b2WorldId id;
};

static b2BodyId add_body(b2WorldId world, const struct peer_body *b)
{
    static const b2BodyType types[] = { b2_staticBody, b2_kinematicBody, b2_dynamicBody };
    b2BodyDef def = b2DefaultBodyDef();
    def.type = types[b->type];
    def.position.x = (float)b->x;
    def.position.y = (float)b->y;
    def.linearVelocity = (b2Vec2){ (float)b->vx, (float)b->vy };
    def.angularVelocity = (float)b->angular_velocity;
    return b2CreateBody(world, &def);
}

static b2Polygon polygon_of(const struct peer_shape *s)
{
    double corner[PEER_MAX_CORNERS][2];
    b2Vec2 points[PEER_MAX_CORNERS];
    if (s->kind == PEER_BOX)
        return b2MakeOffsetBox((float)s->half_x, (float)s->half_y, (b2Vec2){ (float)s->x, (float)s->y },
                               b2MakeRot((float)s->angle));
    int count = peer_shape_corners(s, corner);
    for (int i = 0; i < count; i++)
        points[i] = (b2Vec2){ (float)corner[i][0], (float)corner[i][1] };
    b2Hull hull = b2ComputeHull(points, count);
    return b2MakePolygon(&hull, 0);
}

static void add_shape(b2BodyId body, const struct peer_shape *s, double density)
{
    b2ShapeDef def = b2DefaultShapeDef();
    def.density = (float)density;
    def.material.friction = 0.6f;
    if (s->kind == PEER_DISC) {
        b2Circle disc = { { (float)s->x, (float)s->y }, (float)s->half_x };
        b2CreateCircleShape(body, &def, &disc);
    } else {
        b2Polygon polygon = polygon_of(s);
        b2CreatePolygonShape(body, &def, &polygon);
    }
}

/* Bodies start without rotation, so a point of the world differs from that of a body's frame by the body's position. */
static void add_hinge(b2WorldId world, const struct peer_scene *s, const b2BodyId *made, const struct peer_hinge *h)
{
    b2RevoluteJointDef def = b2DefaultRevoluteJointDef();
    def.base.bodyIdA = made[h->a];
    def.base.bodyIdB = made[h->b];
    def.base.localFrameA.p = (b2Vec2){ (float)(h->x - s->body[h->a].x), (float)(h->y - s->body[h->a].y) };
    def.base.localFrameB.p = (b2Vec2){ (float)(h->x - s->body[h->b].x), (float)(h->y - s->body[h->b].y) };
    def.enableLimit = h->lower < h->upper;
    def.lowerAngle = (float)h->lower;
    def.upperAngle = (float)h->upper;
    def.enableMotor = h->torque > 0;
    def.motorSpeed = (float)h->speed;
    def.maxMotorTorque = (float)h->torque;
    b2CreateRevoluteJoint(world, &def);
}

static void *open_world(const struct peer_scene *s)
{
    b2WorldDef def = b2DefaultWorldDef();
    b2BodyId *made = malloc(s->bodies * sizeof *made);
    struct world *world = malloc(sizeof *world);
    if (made == NULL || world == NULL)
        abort();
    def.gravity = (b2Vec2){ 0, (float)s->gravity };
    def.enableSleep = s->sleep != 0;
    world->id = b2CreateWorld(&def);
    for (uint32_t i = 0; i < s->bodies; i++)
        made[i] = add_body(world->id, &s->body[i]);
    for (uint32_t i = 0; i < s->shapes; i++)
        add_shape(made[s->shape[i].body], &s->shape[i], s->body[s->shape[i].body].density);
    for (uint32_t i = 0; i < s->hinges; i++)
        add_hinge(world->id, s, made, &s->hinge[i]);
    free(made);
    return world;
}

static void tick(void *world)
{
    b2World_Step(((struct world *)world)->id, 1.0f / 60, 4);
}

static void close_world(void *world)
{
    b2DestroyWorld(((struct world *)world)->id);
    free(world);
}

const struct peer peer_box2d3 = { "box2d3", open_world, tick, close_world };
