/* drag.c: a body that follows the pointer of a player.
 *
 * An input of two bytes is either keys and a command, or with the bit SANDBOX_DRAG the place of the pointer: its column of
 * 256 in byte 0 and its row of 128 in byte 1, cells of 0.16 m by 0.18 m. The body is pulled by a force, so it still
 * collides, and players can pull against each other.
 */
#include "games/sandbox/sandbox.h"

#include <fixstep/sim.h>

enum {
    COLUMNS = 256,
    ROWS = 128,
    WIDTH = 40,    /* m, of the stage; its height is WIDTH * 9 / 16 */
    HEIGHT_2 = 45, /* twice its height */
    HURRY = 6,     /* 1/s: wanted speed for a metre of distance */
    FASTEST = 20,  /* m/s, wanted on either axis */
    GRIP = 12, /* 1/s: acceleration for 1 m/s of speed that is missing; below FS_MIN_HZ, so that it never overshoots */
    STRONGEST = 400 /* m/s^2 on either axis */
};
_Static_assert((int)GRIP < (int)FS_MIN_HZ, "one tick takes away less than the whole difference of the speeds");

/* The cell of a coordinate on an axis of `size` metres with its middle at 0. */
static uint8_t cell_of(fix16_t x, fix16_t size, int32_t cells)
{
    int64_t from_border = (int64_t)x + size / 2;
    return (uint8_t)fs_clamp64(from_border > 0 ? from_border * cells / size : 0, 0, cells - 1);
}

void fs__sandbox_drag_encode(fs_draw_point at, uint8_t input[2])
{
    input[0] = cell_of(at.x, fix16_from_int(WIDTH), COLUMNS);
    input[1] = (uint8_t)(SANDBOX_DRAG | cell_of(at.y, fix16_from_int(HEIGHT_2) / 2, ROWS));
}

/* The middle of a cell. */
static fs_pos2 pointer_of(const uint8_t *input)
{
    int64_t column = 2 * input[0] + 1 - COLUMNS, row = 2 * (input[1] & ~SANDBOX_DRAG) + 1 - ROWS;
    return fs_pos2_make(fs_pos_from_ratio(column * WIDTH, 2 * COLUMNS), fs_pos_from_ratio(row * HEIGHT_2, 4 * ROWS));
}

bool fs__sandbox_find_at(const struct sandbox_view *v, const struct fs_world2 *w, const uint8_t *input, uint32_t *row)
{
    fs_query_hit2 hit = fs_query2_closest(w, pointer_of(input), FS_REL_ONE / 2, fs_default_filter2());
    if (!hit.hit)
        return false;
    *row = w->shape.body[hit.shape];
    return fs__sandbox_selectable(v, w, *row);
}

/* Acceleration (m/s^2) on one axis toward a place `away` metres off. */
static fs_wide pull_of(fs_pos away, fs_vel speed)
{
    int64_t limit = (int64_t)FASTEST * FS_VEL_ONE;
    int64_t wanted = fs_clamp64((int64_t)fs_vel_from_pos(away) * HURRY, -limit, limit);
    return fs_clamp64(fs_requantise((wanted - speed) * GRIP, FS_VEL_FRAC, FS_WIDE_FRAC),
                      -(int64_t)STRONGEST * FS_WIDE_ONE, (int64_t)STRONGEST * FS_WIDE_ONE);
}

void fs__sandbox_drag_body(const struct sandbox_view *v, struct fs_world2 *w, uint32_t row, const uint8_t *input)
{
    fs_pos2 to = pointer_of(input), at = w->body.pos[row];
    fs_wide2 gravity = w->rules.gravity[0];
    int64_t mass = v->thing.mass[row];
    fs_wide right = pull_of(fs_sat64_sub(to.x, at.x), w->body.vel[row].x) - gravity.x;
    fs_wide up = pull_of(fs_sat64_sub(to.y, at.y), w->body.vel[row].y) - gravity.y;
    fs_body2_apply_force(w, fs_body2_at(w, row), fs_wide2_make(mass * right, mass * up));
}
