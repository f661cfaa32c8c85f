/* scenes2d.c: the 2D scenes of the benchmark. See scenes2d.h. */
#include "bench/scenes2d.h"

#include <math.h>
#include <stdlib.h>

#include "bench/bench.h"

static const double TURN = 6.283185307179586;

/* ---- lists ------------------------------------------------------------------------------------------------------- */

/* Room for one more of `size` bytes; lists grow by doubling. */
static void *grow(void *list, uint32_t count, size_t size)
{
    if (count != 0 && (count & (count - 1)) != 0)
        return list;
    list = realloc(list, (count == 0 ? 1 : 2 * (size_t)count) * size);
    if (list == NULL)
        bench_die("out of memory");
    return list;
}

uint32_t bench_scene_add_body(struct peer_scene *s, const struct peer_body *body)
{
    s->body = grow(s->body, s->bodies, sizeof *s->body);
    s->body[s->bodies] = *body;
    return s->bodies++;
}

void bench_scene_add_shape(struct peer_scene *s, const struct peer_shape *shape)
{
    s->shape = grow(s->shape, s->shapes, sizeof *s->shape);
    s->shape[s->shapes++] = *shape;
}

void bench_scene_add_hinge(struct peer_scene *s, const struct peer_hinge *hinge)
{
    s->hinge = grow(s->hinge, s->hinges, sizeof *s->hinge);
    s->hinge[s->hinges++] = *hinge;
}

void bench_scene_free(struct peer_scene *s)
{
    free(s->body);
    free(s->shape);
    free(s->hinge);
    *s = (struct peer_scene){ 0 };
}

/* ---- parts ------------------------------------------------------------------------------------------------------- */

static uint32_t add_body(struct peer_scene *s, enum peer_body_type type, double x, double y)
{
    return bench_scene_add_body(s, &(struct peer_body){ .type = type, .x = x, .y = y, .density = 1 });
}

static void add_disc(struct peer_scene *s, uint32_t body, double x, double y, double radius)
{
    bench_scene_add_shape(s, &(struct peer_shape){ .body = body, .kind = PEER_DISC, .x = x, .y = y, .half_x = radius });
}

static void add_box(struct peer_scene *s, uint32_t body, double x, double y, double angle, double half_x, double half_y)
{
    bench_scene_add_shape(s, &(struct peer_shape){ .body = body,
                                                   .kind = PEER_BOX,
                                                   .x = x,
                                                   .y = y,
                                                   .angle = angle,
                                                   .half_x = half_x,
                                                   .half_y = half_y });
}

static uint32_t add_block(struct peer_scene *s, enum peer_body_type type, double x, double y, double half_x,
                          double half_y)
{
    uint32_t body = add_body(s, type, x, y);
    add_box(s, body, 0, 0, 0, half_x, half_y);
    return body;
}

/* A floor whose upper side is y = 0 and two walls, `width` apart. */
static void add_trough(struct peer_scene *s, double width, double height)
{
    s->gravity = -10;
    add_block(s, PEER_STATIC, 0, -1, width / 2 + 2, 1);
    add_block(s, PEER_STATIC, -width / 2 - 1, height / 2, 1, height / 2);
    add_block(s, PEER_STATIC, width / 2 + 1, height / 2, 1, height / 2);
}

/* A bar that turns about its middle. */
static void add_paddle(struct peer_scene *s, double x, double y, double half_length, double speed)
{
    uint32_t bar = add_block(s, PEER_KINEMATIC, x, y, half_length, 0.25);
    s->body[bar].angular_velocity = speed;
}

/* The next random number, 0..65535. */
static uint32_t draw(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

/* ---- scenes ------------------------------------------------------------------------------------------------------ */

enum { NET_SIDE = 100 };

static bool is_fixed_in_net(uint32_t disc)
{
    return disc % NET_SIDE == 0 && disc / NET_SIDE >= NET_SIDE / 2 - 3 && disc / NET_SIDE <= NET_SIDE / 2 + 3;
}

static void tie(struct peer_scene *s, uint32_t a, uint32_t b)
{
    const struct peer_body *p = &s->body[a], *q = &s->body[b];
    if (p->type == PEER_DYNAMIC || q->type == PEER_DYNAMIC)
        bench_scene_add_hinge(s,
                              &(struct peer_hinge){ .a = a, .b = b, .x = (p->x + q->x) / 2, .y = (p->y + q->y) / 2 });
}

/* Column by column, from the top. */
void bench_scene_net(struct peer_scene *s)
{
    s->gravity = -10;
    for (uint32_t i = 0; i < NET_SIDE * NET_SIDE; i++) {
        enum peer_body_type type = is_fixed_in_net(i) ? PEER_STATIC : PEER_DYNAMIC;
        add_disc(s, add_body(s, type, i / NET_SIDE, -(double)(i % NET_SIDE)), 0, 0, 0.4);
    }
    for (uint32_t i = 0; i < NET_SIDE * NET_SIDE; i++) {
        if (i % NET_SIDE > 0)
            tie(s, i - 1, i);
        if (i >= NET_SIDE)
            tie(s, i - NET_SIDE, i);
    }
}

void bench_scene_drum(struct peer_scene *s)
{
    enum { SIDE = 45 };
    s->gravity = -10;
    uint32_t drum = add_body(s, PEER_KINEMATIC, 0, 10);
    s->body[drum].angular_velocity = 25 * TURN / 360;
    add_box(s, drum, 10, 0, 0, 0.5, 10);
    add_box(s, drum, -10, 0, 0, 0.5, 10);
    add_box(s, drum, 0, 10, 0, 10, 0.5);
    add_box(s, drum, 0, -10, 0, 10, 0.5);
    for (int i = 0; i < SIDE * SIDE; i++)
        add_block(s, PEER_DYNAMIC, (i % SIDE - SIDE / 2) * 0.4, 1.2 + (i / SIDE) * 0.4, 0.125, 0.125);
}

void bench_scene_impact(struct peer_scene *s)
{
    enum { ROWS = 80, COLUMNS = 120 };
    uint32_t block = add_block(s, PEER_DYNAMIC, -20, 0, 4, 4);
    s->body[block].density = 8;
    s->body[block].vx = 40;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        add_block(s, PEER_DYNAMIC, 30 + i / ROWS * 0.4, (i % ROWS - ROWS / 2) * 0.4, 0.2, 0.2);
}

/* One limb of a ragdoll that stands at (x, y): a box, tied at the height `joint` to the limb before it. */
struct limb {
    int parent; /* -1: none */
    double x, y, half_x, half_y, joint;
};

static void add_ragdoll(struct peer_scene *s, double x, double y)
{
    static const struct limb limbs[] = {
        { -1, 0, 0, 0.14, 0.16, 0 },             /* hip */
        { 0, 0, 0.36, 0.16, 0.19, 0.165 },       /* chest */
        { 1, 0, 0.70, 0.11, 0.13, 0.56 },        /* head */
        { 1, -0.24, 0.34, 0.06, 0.16, 0.48 },    /* upper arms */
        { 1, 0.24, 0.34, 0.06, 0.16, 0.48 },     /* */
        { 3, -0.24, 0.04, 0.05, 0.15, 0.18 },    /* lower arms */
        { 4, 0.24, 0.04, 0.05, 0.15, 0.18 },     /* */
        { 0, -0.08, -0.36, 0.07, 0.21, -0.155 }, /* upper legs */
        { 0, 0.08, -0.36, 0.07, 0.21, -0.155 },  /* */
        { 7, -0.08, -0.77, 0.06, 0.21, -0.565 }, /* lower legs */
        { 8, 0.08, -0.77, 0.06, 0.21, -0.565 },  /* */
    };
    uint32_t first = s->bodies;
    for (size_t i = 0; i < sizeof limbs / sizeof limbs[0]; i++) {
        const struct limb *l = &limbs[i];
        uint32_t body = add_block(s, PEER_DYNAMIC, x + l->x, y + l->y, l->half_x, l->half_y);
        if (l->parent >= 0)
            bench_scene_add_hinge(s, &(struct peer_hinge){ .a = first + (uint32_t)l->parent,
                                                           .b = body,
                                                           .x = x + l->x,
                                                           .y = y + l->joint,
                                                           .lower = -0.6,
                                                           .upper = 0.6 });
    }
}

void bench_scene_ragdolls(struct peer_scene *s)
{
    enum { COUNT = 150, COLUMNS = 15 };
    uint32_t seed = 12345;
    add_trough(s, 20, 40);
    for (int i = 0; i < COUNT; i++)
        add_ragdoll(s, (i % COLUMNS - COLUMNS / 2) * 1.2 + (double)(draw(&seed) % 17) / 64, 2 + i / COLUMNS * 2.2);
}

/* A disc, a box or a polygon of 3, 5 or 6 corners, 0.15 to 0.4 m from its middle to its outside. */
static void add_any_shape(struct peer_scene *s, uint32_t body, uint32_t *seed)
{
    static const int corners[] = { 3, 5, 6 };
    uint32_t kind = draw(seed) % 5;
    double size = 0.15 + (double)(draw(seed) % 33) / 128;
    if (kind == 0)
        add_disc(s, body, 0, 0, size);
    else if (kind == 1)
        add_box(s, body, 0, 0, 0, size * 0.8, size * 0.6);
    else
        bench_scene_add_shape(
            s,
            &(struct peer_shape){ .body = body, .kind = PEER_POLYGON, .corners = corners[kind - 2], .half_x = size });
}

void bench_scene_basin(struct peer_scene *s)
{
    enum { COUNT = 6000, COLUMNS = 64 };
    uint32_t seed = 12345;
    add_trough(s, 60, 100);
    add_paddle(s, 0, 6, 8, 1.5);
    for (int i = 0; i < COUNT; i++) {
        double x = (i % COLUMNS - COLUMNS / 2) * 0.9 + (double)(draw(&seed) % 17) / 64;
        add_any_shape(s, add_body(s, PEER_DYNAMIC, x, 15 + i / COLUMNS * 0.9), &seed);
    }
}

void bench_scene_compounds(struct peer_scene *s)
{
    enum { COUNT = 800, COLUMNS = 20 };
    uint32_t seed = 12345;
    add_trough(s, 40, 100);
    for (int i = 0; i < COUNT; i++) {
        double x = (i % COLUMNS - COLUMNS / 2) * 1.9 + (double)(draw(&seed) % 17) / 64;
        uint32_t body = add_body(s, PEER_DYNAMIC, x, 2 + i / COLUMNS * 1.9), kind = draw(&seed) % 3;
        add_box(s, body, 0, 0, 0, 0.6, 0.15);
        if (kind == 0) { /* a cross */
            add_box(s, body, 0, 0.375, 0, 0.15, 0.225);
            add_box(s, body, 0, -0.375, 0, 0.15, 0.225);
        } else { /* an angle, or a tee */
            add_box(s, body, kind == 1 ? 0.45 : 0, 0.5, 0, 0.15, 0.35);
        }
    }
}

/* A disc of 0.8 m with 12 teeth that reach 1.1 m, turned by `phase`, on a hinge to an immovable hub. */
static void add_cog(struct peer_scene *s, double x, double y, double phase, bool driven)
{
    enum { TEETH = 12 };
    uint32_t hub = add_body(s, PEER_STATIC, x, y);
    add_disc(s, hub, 0, 0, 0.1);
    uint32_t cog = add_body(s, PEER_DYNAMIC, x, y);
    add_disc(s, cog, 0, 0, 0.8);
    for (int i = 0; i < TEETH; i++) {
        double angle = phase + TURN * i / TEETH;
        add_box(s, cog, 0.95 * cos(angle), 0.95 * sin(angle), angle, 0.15, 0.08);
    }
    struct peer_hinge hinge = { .a = hub, .b = cog, .x = x, .y = y };
    hinge.speed = driven ? 2 : 0;
    hinge.torque = driven ? 400 : 0;
    bench_scene_add_hinge(s, &hinge);
}

/* Rows of cogs that do not touch each other; in a row, neighbours are turned by half a tooth. */
void bench_scene_gears(struct peer_scene *s)
{
    enum { ROWS = 10, COLUMNS = 20, DISCS = 400, IN_ROW = 40 };
    add_trough(s, 44, 60);
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        int row = i / COLUMNS, column = i % COLUMNS;
        add_cog(s, (column - COLUMNS / 2) * 1.95, 3 + row * 3.2, column % 2 == 0 ? 0 : TURN / 24, column == 0);
    }
    for (int i = 0; i < DISCS; i++)
        add_disc(s, add_body(s, PEER_DYNAMIC, (i % IN_ROW - IN_ROW / 2) * 0.9, 36 + i / IN_ROW * 0.9), 0, 0, 0.3);
}

void bench_scene_mostly_asleep(struct peer_scene *s)
{
    enum { HEAPS = 100, BOXES = 20, ROW = 4 };
    s->gravity = -10;
    s->sleep = 1;
    add_block(s, PEER_STATIC, 0, -1, 400, 1);
    add_paddle(s, 0, 2.5, 2, 1);
    for (int i = 0; i < HEAPS * BOXES; i++) {
        int heap = i / BOXES, column = i % ROW, row = i % BOXES / ROW;
        double x = (heap - HEAPS / 2) * 6 + (column - 1.5) * 1.05 + row % 2 * 0.2;
        add_block(s, PEER_DYNAMIC, x, 0.5 + row + (heap == HEAPS / 2 ? 6 : 0), 0.5,
                  0.5); /* that heap falls on the bar */
    }
}
