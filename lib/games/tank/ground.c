/* ground.c: the hills of the game of tanks: creation, impacts of shells, craters.
 *
 * Whether a shell meets the ground is decided exactly, segment by segment. This file
 * does not depend on tanks.
 */
#include <fixstep/segment.h>

#include "games/tank/tank.h"

enum { WAVES = 4, BASE_DM = 180, REGROWTH_CM = 15 /* a second */ };

/* Four waves of falling height with random phases. */
void fs__tank_build_ground(struct tank_view *v, uint32_t hills)
{
    static const uint8_t height_dm[WAVES] = { 60, 35, 20, 8 };
    static const uint8_t count[WAVES] = { 1, 3, 5, 11 };
    uint32_t phase[WAVES];
    for (int k = 0; k < WAVES; k++)
        phase[k] = fs_rng_u32(&v->world.rng[0]);
    for (uint32_t x = 0; x < TANK_COLUMNS; x++) {
        fs_pos height = fs_pos_from_ratio(BASE_DM, 10);
        for (int k = 0; k < WAVES; k++) {
            uint32_t turn = phase[k] + (uint32_t)(((uint64_t)x * count[k] << 32) / TANK_WIDTH);
            height += fs_mul64(fs_pos_from_ratio((int64_t)height_dm[k] * hills, 1000), fs_sin(turn), FS_UNIT_FRAC);
        }
        v->ground.height[x] = fs_clamp64(height, FS_POS_ONE, TANK_MAX_HEIGHT * FS_POS_ONE);
        v->ground.full_height[x] = v->ground.height[x];
    }
}

/* The column at or to the left of x, and one that has a right neighbour. */
static uint32_t column_at(fs_pos x)
{
    return (uint32_t)fs_clamp64(x / FS_POS_ONE, 0, TANK_COLUMNS - 2);
}

static fs_pos2 corner(const struct tank_view *v, uint32_t column)
{
    return fs_pos2_make((fs_pos)column * FS_POS_ONE, v->ground.height[column]);
}

fs_pos fs__tank_ground_height(const struct tank_view *v, fs_pos x)
{
    uint32_t column = column_at(x);
    fs_pos left = v->ground.height[column], right = v->ground.height[column + 1];
    fs_pos part = fs_clamp64(fs_sat64_sub(x, (fs_pos)column * FS_POS_ONE), 0, FS_POS_ONE);
    return left + fs_mul64(right - left, part, FS_POS_FRAC);
}

bool fs__tank_ground_hit(const struct tank_view *v, fs_pos3 from, fs_pos3 to, fs_unit *when, fs_pos3 *point)
{
    fs_pos2 a = fs_pos2_make(from.x, from.y), b = fs_pos2_make(to.x, to.y);
    int64_t earliest = FS_INTERSECTION_ONE;
    bool hit = false;
    uint32_t last = column_at(fs_max64(a.x, b.x));
    for (uint32_t column = column_at(fs_min64(a.x, b.x)); column <= last; column++) {
        fs_intersection2 c = fs_segment_intersect2(a, b, corner(v, column), corner(v, column + 1));
        if (c.kind == FS_INTERSECTION_NONE || (hit && c.t >= earliest))
            continue;
        hit = true;
        earliest = c.t;
        *point = fs_pos3_make(c.point.x, c.point.y, 0);
    }
    *when = (fs_unit)(earliest >> 32);
    return hit;
}

/* Each column loses the part of it that lies within the disc. */
void fs__tank_dig_crater(struct tank_view *v, fs_pos3 centre, fs_pos radius)
{
    for (uint32_t column = 0; column < TANK_COLUMNS; column++) {
        fs_pos aside = fs_sat64_sub((fs_pos)column * FS_POS_ONE, centre.x);
        if (aside <= -radius || aside >= radius)
            continue;
        fs_wide half = fs_wide_sqrt(fs_wide_mul(radius, radius) - fs_wide_mul(aside, aside));
        fs_pos low = fs_sat64_sub(centre.y, half), high = fs_sat64_add(centre.y, half);
        fs_pos height = v->ground.height[column], lost = fs_sat64_sub(fs_min64(height, high), fs_max64(low, 0));
        if (lost > 0)
            v->ground.height[column] = fs_max64(height - lost, FS_POS_ONE);
    }
}

void fs__tank_regrow_ground(struct tank_view *v)
{
    fs_pos more = fs_pos_from_ratio(REGROWTH_CM, 100) / *v->world.hz;
    for (uint32_t column = 0; column < TANK_COLUMNS; column++)
        v->ground.height[column] = fs_min64(v->ground.height[column] + more, v->ground.full_height[column]);
}
