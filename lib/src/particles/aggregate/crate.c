/* crate.c: builds a crate of eight masses and rods. */
#include "particles/aggregate/build.h"

enum { CORNERS = 8, EDGES = 12, FACE_DIAGONALS = 6, SPACE_DIAGONALS = 4 };

fs_crate_def fs_default_crate_def(void)
{
    return (fs_crate_def){ .particle = fs_default_particle_def(), .half = FS_POS_ONE / 2, .braces = 2 };
}

fs_build_counts fs_crate_counts(const fs_crate_def *def)
{
    uint32_t faces = def->braces >= 1 ? FACE_DIAGONALS : 0, space = def->braces >= 2 ? SPACE_DIAGONALS : 0;
    return (fs_build_counts){ CORNERS, EDGES + faces + space };
}

static fs_pos3 corner_position(const fs_crate_def *def, uint32_t k)
{
    fs_pos h = def->half;
    return fs_pos3_add(def->centre, fs_pos3_make(k & 1 ? h : -h, k & 2 ? h : -h, k & 4 ? h : -h));
}

/* Corners that differ in one bit share an edge; each edge once, from its lower end. */
static void build_edges(fs_build_cursor *at)
{
    for (uint32_t k = 0; k < CORNERS; k++)
        for (uint32_t bit = 1; bit < CORNERS; bit *= 2)
            if ((k & bit) == 0)
                fs__build_rod(at, k, k | bit, 0);
}

/* The corners with an even number of bits form a rigid tetrahedron; its sides are one
 * diagonal of each face, and the edges hold each of the other corners by three rods. */
static void build_face_diagonals(fs_build_cursor *at)
{
    static const uint32_t even[] = { 0, 3, 5, 6 };
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t j = i + 1; j < 4; j++)
            fs__build_rod(at, even[i], even[j], 0);
}

static void build_space_diagonals(fs_build_cursor *at)
{
    for (uint32_t k = 0; k < CORNERS / 2; k++)
        fs__build_rod(at, k, CORNERS - 1 - k, 0);
}

fs_result fs_crate_build(fs_build_cursor *at, const fs_crate_def *def)
{
    if (def->half <= 0 || def->braces > 2)
        return FS_E_ARGUMENT;
    fs_build_counts need = fs_crate_counts(def);
    fs_result result = fs__build_check(at, need, &def->particle);
    if (result != FS_OK)
        return result;
    for (uint32_t k = 0; k < CORNERS; k++)
        fs__build_particle(at, k, &def->particle, corner_position(def, k), false);
    build_edges(at);
    if (def->braces >= 1)
        build_face_diagonals(at);
    if (def->braces >= 2)
        build_space_diagonals(at);
    at->particle += need.particles;
    return FS_OK;
}
