/* pick.c: questions to the worlds of a state. See pick.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "inspect/pick.h"

#include <fixstep/debug2.h>
#include <fixstep/debug3.h>
#include <fixstep/query2.h>
#include <fixstep/query3.h>

#include "app/view/worlds.h"

enum { MOST_SHAPES = 64 /* that are looked at on one line of sight */ };

/* Longer than every way between two points of a picture (metres); positions of pictures end at 2^15 m. */
static const double FAR = 131072;
/* Positions of worlds end here (metres). */
static const double WORLD_END = 2147483647;
static const double STEPS = 4294967296; /* of a position in a metre */

static fs_pos to_pos(double metres)
{
    double limited = metres < -WORLD_END ? -WORLD_END : metres > WORLD_END ? WORLD_END : metres;
    return (fs_pos)(limited * STEPS);
}

/* Metres from the eye to a point that a ray has met. */
static double distance_to(const fs_draw_ray *sight, fs_pos3 at)
{
    return ((double)at.x / STEPS - sight->origin[0]) * sight->direction[0] +
           ((double)at.y / STEPS - sight->origin[1]) * sight->direction[1] +
           ((double)at.z / STEPS - sight->origin[2]) * sight->direction[2];
}

/* A search through several worlds. */
typedef struct search {
    const fs_state *state;
    const fs_draw_ray *sight;
    picked_body found;
    double distance; /* of `found`, metres; 0 in 2D */
} search;

/* Of two bodies the one that moves, else the nearer one, of equals the later one. */
static void take_body(search *s, const app_world *world, uint32_t row, bool fixed, double distance)
{
    const picked_body *found = &s->found;
    if (found->met && (found->fixed != fixed ? fixed : distance > s->distance))
        return;
    s->found = (picked_body){ true, fixed, (uint16_t)world->bodies, row };
    s->distance = distance;
}

static void search_2d(search *s, const app_world *world)
{
    struct fs_world2 w;
    uint32_t shapes[MOST_SHAPES];
    fs_world2_bind_readonly(s->state, world->first, &w);
    if (*w.rules.rows == 0)
        return;
    fs_pos2 at = { to_pos(s->sight->origin[0]), to_pos(s->sight->origin[1]) };
    uint32_t count = fs_query2_point(&w, at, fs_default_filter2(), shapes, MOST_SHAPES);
    for (uint32_t i = 0; i < count && i < MOST_SHAPES; i++) {
        uint32_t body = w.shape.body[shapes[i]];
        take_body(s, world, body, w.body.type[body] == FS_BODY2_STATIC, 0);
    }
}

static void search_3d(search *s, const app_world *world)
{
    struct fs_world3 w;
    fs_query_hit3 hits[MOST_SHAPES];
    fs_world3_bind_readonly(s->state, world->first, &w);
    if (*w.rules.rows == 0)
        return;
    const double *from = s->sight->origin, *way = s->sight->direction;
    fs_pos3 eye = { to_pos(from[0]), to_pos(from[1]), to_pos(from[2]) };
    fs_wide3 translation = { to_pos(FAR * way[0]), to_pos(FAR * way[1]), to_pos(FAR * way[2]) };
    uint32_t count = fs_query3_ray_all(&w, eye, translation, fs_default_filter3(), hits, MOST_SHAPES);
    for (uint32_t i = 0; i < count && i < MOST_SHAPES; i++) {
        uint32_t body = w.shape.body[hits[i].shape];
        /* Around the eye: the body that the player sees out of, or a wall beside the picture. */
        if (hits[i].fraction == 0)
            continue;
        take_body(s, world, body, w.body.type[body] == FS_BODY3_STATIC, distance_to(s->sight, hits[i].at));
    }
}

picked_body pick_body(const fs_state *state, const fs_draw_ray *sight)
{
    search s = { .state = state, .sight = sight };
    unsigned table = 0;
    app_world world;
    while (app_world_next(fs_state_schema(state), &table, &world))
        (world.dimensions == 2 ? search_2d : search_3d)(&s, &world);
    return s.found;
}
