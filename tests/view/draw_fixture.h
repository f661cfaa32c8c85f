/* draw_fixture.h: short notation for draw lists in tests. */
#ifndef FS_DRAW_FIXTURE_H
#define FS_DRAW_FIXTURE_H

#include <fixstep/draw.h>

#include "support/check_main.h"

/* Metres as whole numbers and halves, which doubles hold exactly. */
#define M(x) ((fix16_t)((x)*65536))
#define P(x, y, z) ((fs_draw_point){ M(x), M(y), M(z) })

static inline fs_draw_list *new_draw(void)
{
    fs_draw_list *draw;
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    return draw;
}

/* A small generator of test data (xorshift32). */
static inline uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* A number from the range of a state, all magnitudes equally likely. */
static inline fix16_t random_fix16(uint32_t *state)
{
    uint32_t bits = next_random(state);
    return (fix16_t)next_random(state) >> (bits & 31);
}

/* A list with every kind of item and random numbers. */
static inline void random_draw_list(fs_draw_list *draw, uint32_t *state)
{
    fs_draw_clear(draw);
    fs_draw_point p[9];
    uint32_t colour = next_random(state);
    for (int i = 0; i < 9; i++) {
        p[i].x = random_fix16(state);
        p[i].y = random_fix16(state);
        p[i].z = random_fix16(state);
    }
    if (next_random(state) & 1)
        fs_draw_set_camera_3d(draw, p[0], p[1], next_random(state) % 700, colour);
    else
        fs_draw_set_camera_2d(draw, p[0].x, p[0].y, p[1].x, p[1].y, colour);
    for (int i = 0; i < 8; i++) {
        fix16_t size = random_fix16(state);
        fs_draw_circle(draw, p[i], size, next_random(state), (uint32_t)i & 1);
        fs_draw_polygon(draw, p + i, 9 - i, next_random(state), (uint32_t)i >> 1 & 1);
        fs_draw_line(draw, p, i, next_random(state));
        fs_draw_box(draw, p[i], p[i + 1], next_random(state), (uint32_t)i & 1);
        size = random_fix16(state);
        fs_draw_text(draw, p[i], size, next_random(state), "\xff\x1b[2J wide \xe6\xbc\xa2 \xc3");
    }
    fs_draw_hud(draw, next_random(state), "a \x80 line");
}

/* A list with every kind of solid too, mostly with a camera in 3D. */
static inline void random_solid_list(fs_draw_list *draw, uint32_t *state)
{
    fs_draw_point p[9];
    random_draw_list(draw, state);
    for (int i = 0; i < 9; i++)
        p[i] = (fs_draw_point){ random_fix16(state), random_fix16(state), random_fix16(state) };
    if (next_random(state) % 4 > 0)
        fs_draw_set_camera_3d(draw, p[7], p[8], next_random(state) % 700, next_random(state));
    for (int i = 0; i < 5; i++) {
        fs_draw_material m = { next_random(state), next_random(state), next_random(state) };
        fs_draw_sphere(draw, p[i], random_fix16(state), m);
        fs_draw_capsule(draw, p[i], p[i + 1], random_fix16(state), m);
        fs_draw_cylinder(draw, p[i], p[i + 1], random_fix16(state), m);
        fs_draw_cone(draw, p[i], p[i + 1], random_fix16(state), m);
        fs_draw_block(draw, p[i], p[i + 1], p[i + 2], p[i + 3], m);
        fs_draw_mesh(draw, p + i, (size_t)(9 - i), m);
    }
}

#endif
