/* outline.c: the outlines of the game, and the test whether a position is inside. */
#include "games/polygonball/polygonball.h"

const struct polygonball_outline fs__polygonball_outlines[POLYGONBALL_OUTLINES] = {
    { "irregular",
      7,
      { { -120, -50 }, { -40, -78 }, { 70, -70 }, { 130, -20 }, { 95, 60 }, { -10, 80 }, { -105, 45 } } },
    { "bay",
      8,
      { { -130, -70 }, { 130, -70 }, { 130, 70 }, { 50, 70 }, { 35, -10 }, { -35, -10 }, { -50, 70 }, { -130, 70 } } },
    { "star",
      10,
      { { 0, 80 },
        { -33, 36 },
        { -120, 52 },
        { -62, -8 },
        { -110, -75 },
        { 0, -38 },
        { 110, -75 },
        { 62, -8 },
        { 120, 52 },
        { 33, 36 } } },
    { "cross",
      12,
      { { -45, -80 },
        { 45, -80 },
        { 45, -30 },
        { 130, -30 },
        { 130, 30 },
        { 45, 30 },
        { 45, 80 },
        { -45, 80 },
        { -45, 30 },
        { -130, 30 },
        { -130, -30 },
        { -45, -30 } } },
    { "saw",
      11,
      { { -130, -70 },
        { -90, -25 },
        { -50, -70 },
        { -10, -25 },
        { 30, -70 },
        { 70, -25 },
        { 110, -70 },
        { 135, 0 },
        { 100, 75 },
        { -60, 78 },
        { -135, 40 } } },
};

/* Decimetres of Q32.32. */
static fs_pos decimetres(int32_t n)
{
    return fs_pos_from_ratio(n, 10);
}

/* The distance from a place to an edge. */
static fs_pos edge_distance(const int16_t a[2], const int16_t b[2], fs_pos2 at)
{
    fs_pos2 p = fs_pos2_make(decimetres(a[0]), decimetres(a[1]));
    fs_pos2 delta = fs_pos2_make(decimetres(b[0] - a[0]), decimetres(b[1] - a[1]));
    fs_pos2 to = fs_pos2_sub(at, p);
    fs_wide along = fs_wide_add(fs_wide_mul(to.x, delta.x), fs_wide_mul(to.y, delta.y));
    fs_wide whole = fs_wide_add(fs_wide_mul(delta.x, delta.x), fs_wide_mul(delta.y, delta.y));
    fs_unit part = fs_clamp32(fs_unit_from_ratio(along, whole), 0, FS_UNIT_ONE);
    return fs_pos2_length(fs_pos2_sub(to, fs_pos2_scale(delta, part)));
}

/* Whether a ray to the right crosses an edge (even-odd rule). */
static bool edges_cross(const int16_t a[2], const int16_t b[2], fs_pos2 at)
{
    fs_pos ay = decimetres(a[1]), by = decimetres(b[1]);
    if ((ay > at.y) == (by > at.y))
        return false;
    fs_pos x = fs_sat64_add(decimetres(a[0]), fs_muldiv64(fs_sat64_sub(at.y, ay), decimetres(b[0] - a[0]), by - ay));
    return x > at.x;
}

bool fs__polygonball_inside(uint32_t outline, fs_pos2 at, fs_pos margin)
{
    const struct polygonball_outline *o = &fs__polygonball_outlines[outline % POLYGONBALL_OUTLINES];
    bool inside = false;
    for (uint32_t i = 0; i < o->count; i++) {
        const int16_t *a = o->corner[i], *b = o->corner[(i + 1u) % o->count];
        if (edge_distance(a, b, at) < margin)
            return false;
        inside ^= edges_cross(a, b, at);
    }
    return inside;
}
