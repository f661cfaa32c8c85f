/* own2d.c: a scene of scenes2d.h in this engine: numbers are rounded to the nearest step of their formats. */
#include "bench/own2d.h"

#include <math.h>
#include <stdlib.h>
#include <fixstep/joint2.h>
#include <fixstep/shape2.h>
#include <fixstep/world2.h>

#include "bench/bench.h"

struct own_world {
    fs_world2 *w;
    fs_body2 *body;
};

static void must(fs_result result)
{
    if (result != FS_OK)
        bench_die("the scene cannot be made");
}

static int64_t rounded(double value, int64_t one)
{
    return (int64_t)floor(value * (double)one + 0.5);
}

static fs_pos position(double metres)
{
    return rounded(metres, FS_POS_ONE);
}

static fs_pos2 point(double x, double y)
{
    return fs_pos2_make(position(x), position(y));
}

static fs_vel velocity(double value)
{
    return (fs_vel)rounded(value, FS_VEL_ONE);
}

static fs_rot2 rotation(double angle)
{
    return fs_rot2_make((fs_unit)rounded(cos(angle), FS_UNIT_ONE), (fs_unit)rounded(sin(angle), FS_UNIT_ONE));
}

static void add_body(struct own_world *t, uint32_t i, const struct peer_body *b)
{
    static const fs_body2_type types[] = { FS_BODY2_STATIC, FS_BODY2_KINEMATIC, FS_BODY2_DYNAMIC };
    fs_body2_def def = fs_default_body2_def();
    def.type = types[b->type];
    def.pos = point(b->x, b->y);
    def.vel = (fs_vel2){ velocity(b->vx), velocity(b->vy) };
    def.angular_velocity = velocity(b->angular_velocity);
    must(fs_body2_create(t->w, &def, &t->body[i]));
}

static fs_result create_shape(fs_world2 *w, fs_body2 body, const fs_shape2_def *def, const struct peer_shape *s)
{
    double corner[PEER_MAX_CORNERS][2];
    fs_pos2 points[PEER_MAX_CORNERS];
    if (s->kind == PEER_DISC)
        return fs_shape2_create_circle(w, body, def, point(s->x, s->y), position(s->half_x), NULL);
    if (s->kind == PEER_BOX)
        return fs_shape2_create_box_at(w, body, def, position(s->half_x), position(s->half_y), point(s->x, s->y),
                                       rotation(s->angle), NULL);
    int count = peer_shape_corners(s, corner);
    for (int i = 0; i < count; i++)
        points[i] = point(corner[i][0], corner[i][1]);
    return fs_shape2_create_polygon(w, body, def, points, (uint32_t)count, 0, NULL);
}

static void add_shape(struct own_world *t, const struct peer_shape *s, double density)
{
    fs_shape2_def def = fs_default_shape2_def();
    def.density = rounded(density, FS_WIDE_ONE);
    must(create_shape(t->w, t->body[s->body], &def, s));
}

static void add_hinge(struct own_world *t, const struct peer_hinge *h)
{
    fs_joint2_def def = fs_default_joint2_def(FS_JOINT2_REVOLUTE);
    fs_pos2 at = point(h->x, h->y);
    def.body_a = t->body[h->a];
    def.body_b = t->body[h->b];
    must(fs_joint2_def_set_anchors(t->w, &def, at, at, fs_unit2_make(FS_UNIT_ONE, 0)));
    if (h->lower < h->upper) {
        def.flags |= FS_JOINT2_LIMIT;
        def.lower_limit = (fs_rel)rounded(h->lower, FS_REL_ONE);
        def.upper_limit = (fs_rel)rounded(h->upper, FS_REL_ONE);
    }
    if (h->torque > 0) {
        def.flags |= FS_JOINT2_MOTOR;
        def.motor_speed = velocity(h->speed);
        def.motor_limit = rounded(h->torque, FS_WIDE_ONE);
    }
    must(fs_joint2_create(t->w, &def, NULL));
}

static fs_world2 *create_world(const struct peer_scene *s)
{
    const fs_world2_limits limits = { .bodies = s->bodies, .shapes = s->shapes, .joints = s->hinges };
    fs_world2_def def = fs_default_world2_def(60);
    fs_world2 *w = NULL;
    def.gravity.y = rounded(s->gravity, FS_WIDE_ONE);
    if (!s->sleep)
        def.flags &= ~(uint32_t)FS_WORLD2_SLEEP;
    must(fs_world2_create(&limits, &def, &w));
    return w;
}

struct own_world *bench_own_open(const struct peer_scene *s, const fs_tasks *tasks)
{
    struct own_world *t = malloc(sizeof *t);
    fs_body2 *body = malloc(s->bodies * sizeof *body);
    if (t == NULL || body == NULL)
        bench_die("out of memory");
    *t = (struct own_world){ create_world(s), body };
    for (uint32_t i = 0; i < s->bodies; i++)
        add_body(t, i, &s->body[i]);
    for (uint32_t i = 0; i < s->shapes; i++)
        add_shape(t, &s->shape[i], s->body[s->shape[i].body].density);
    for (uint32_t i = 0; i < s->hinges; i++)
        add_hinge(t, &s->hinge[i]);
    fs_world2_set_tasks(t->w, tasks);
    return t;
}

void bench_own_tick(void *world)
{
    fs_world2_step(((struct own_world *)world)->w);
}

const struct fs_world2 *bench_own_columns(const struct own_world *t)
{
    return t->w;
}

void bench_own_close(struct own_world *t)
{
    fs_world2_destroy(t->w);
    free(t->body);
    free(t);
}
