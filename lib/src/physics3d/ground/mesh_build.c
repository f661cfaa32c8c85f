/* mesh_build.c: neighbours and the tree of a triangle mesh, made once when the mesh is created.
 *
 * The tree halves a list of triangles at the middle of their order along the longest side of the box of their centres
 * (ties: x, y, z; then the caller's number), so its depth is at most 20. Sorting is in place (heap sort): nothing is
 * allocated.
 */
#include "physics3d/ground/mesh.h"

/* A triangle's place in the order along an axis. */
struct order {
    const struct fs__mesh3 *m;
    unsigned axis;
};

static fs_pos coordinate(fs_pos3 p, unsigned axis)
{
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

static fs_pos3 corner_of(const struct fs__mesh3 *m, uint32_t row, unsigned k)
{
    return m->vertex[k == 0 ? m->a[row] : k == 1 ? m->b[row] : m->c[row]];
}

/* The sum of the corners: three times the centre, below 2^54. */
static fs_pos3 centre_of(const struct fs__mesh3 *m, uint32_t row)
{
    return fs_pos3_add(fs_pos3_add(corner_of(m, row, 0), corner_of(m, row, 1)), corner_of(m, row, 2));
}

/* ---- sorting ---------------------------------------------------------------------------------------------------- */

static bool precedes(const struct order *o, uint32_t i, uint32_t j)
{
    fs_pos p = coordinate(centre_of(o->m, i), o->axis), q = coordinate(centre_of(o->m, j), o->axis);
    return p != q ? p < q : o->m->source[i] < o->m->source[j];
}

static void swap_numbers(uint32_t *v, uint32_t i, uint32_t j)
{
    uint32_t t = v[i];
    v[i] = v[j];
    v[j] = t;
}

static void swap_triangles(const struct order *o, uint32_t i, uint32_t j)
{
    swap_numbers(o->m->a, i, j);
    swap_numbers(o->m->b, i, j);
    swap_numbers(o->m->c, i, j);
    swap_numbers(o->m->source, i, j);
}

/* Moves the triangle at `at` down the heap of `count` rows from `first` on. */
static void sift_down(const struct order *o, uint32_t first, uint32_t at, uint32_t count)
{
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= count)
            return;
        if (child + 1 < count && precedes(o, first + child, first + child + 1))
            child++;
        if (!precedes(o, first + at, first + child))
            return;
        swap_triangles(o, first + at, first + child);
        at = child;
    }
}

static void sort_triangles(const struct order *o, uint32_t first, uint32_t count)
{
    for (uint32_t i = count / 2; i-- > 0;)
        sift_down(o, first, i, count);
    for (uint32_t left = count; left-- > 1;) {
        swap_triangles(o, first, first + left);
        sift_down(o, first, 0, left);
    }
}

/* ---- the tree --------------------------------------------------------------------------------------------------- */

static unsigned longest_axis(const struct fs__mesh3 *m, uint32_t first, uint32_t count)
{
    fs_pos3 low = centre_of(m, first), high = low;
    for (uint32_t i = 1; i < count; i++) {
        fs_pos3 c = centre_of(m, first + i);
        low = fs_pos3_min(low, c);
        high = fs_pos3_max(high, c);
    }
    fs_pos x = high.x - low.x, y = high.y - low.y, z = high.z - low.z;
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

static void bound_node(struct fs__mesh3 *m, uint32_t node, uint32_t first, uint32_t count)
{
    m->low[node] = m->high[node] = corner_of(m, first, 0);
    for (uint32_t i = 0; i < count; i++)
        for (unsigned k = 0; k < 3; k++) {
            fs_pos3 p = corner_of(m, first + i, k);
            m->low[node] = fs_pos3_min(m->low[node], p);
            m->high[node] = fs_pos3_max(m->high[node], p);
        }
}

/* Half of the triangles in whole leaves, so that the number of leaves stays least. */
static uint32_t first_half(uint32_t count)
{
    uint32_t leaves = (count + FS__MESH3_LEAF - 1) / FS__MESH3_LEAF;
    return (leaves / 2) * FS__MESH3_LEAF;
}

/* The depth is at most log2 of the largest number of triangles. */
static void build_node(struct fs__mesh3 *m, uint32_t first, uint32_t count)
{
    uint32_t node = m->node_count++;
    bound_node(m, node, first, count);
    m->first[node] = first;
    m->count[node] = count <= FS__MESH3_LEAF ? count : 0;
    if (count > FS__MESH3_LEAF) {
        struct order o = { m, longest_axis(m, first, count) };
        uint32_t half = first_half(count);
        sort_triangles(&o, first, count);
        build_node(m, first, half);
        build_node(m, first + half, count - half);
    }
    m->skip[node] = m->node_count;
}

uint32_t fs__mesh3_node_capacity(uint32_t triangles)
{
    uint32_t leaves = triangles / FS__MESH3_LEAF + 1;
    return 2 * leaves - 1;
}

/* ---- neighbours -------------------------------------------------------------------------------------------------- */

static uint32_t *across_of(struct fs__mesh3 *m, uint32_t row, unsigned k)
{
    return k == 0 ? &m->across_a[row] : k == 1 ? &m->across_b[row] : &m->across_c[row];
}

/* Joins side k of a triangle with a free side of another one that runs from q to p. */
static void join_side(struct fs__mesh3 *m, uint32_t row, unsigned k, uint32_t other)
{
    fs_pos3 p = corner_of(m, row, k), q = corner_of(m, row, k == 2 ? 0 : k + 1);
    for (unsigned l = 0; l < 3 && *across_of(m, row, k) == FS__MESH3_NO_TRIANGLE; l++)
        if (*across_of(m, other, l) == FS__MESH3_NO_TRIANGLE && fs_pos3_eq(corner_of(m, other, l), q) &&
            fs_pos3_eq(corner_of(m, other, l == 2 ? 0 : l + 1), p)) {
            *across_of(m, row, k) = other;
            *across_of(m, other, l) = row;
        }
}

/* Rows above `row` whose leaves touch its side. */
static void find_across(struct fs__mesh3 *m, uint32_t row, unsigned k)
{
    fs_pos3 p = corner_of(m, row, k), q = corner_of(m, row, k == 2 ? 0 : k + 1);
    fs_aabb3 box = { fs_pos3_min(p, q), fs_pos3_max(p, q) };
    for (uint32_t i = 0; i < m->node_count && *across_of(m, row, k) == FS__MESH3_NO_TRIANGLE;) {
        fs_aabb3 node = { m->low[i], m->high[i] };
        bool near = fs_aabb3_overlaps(node, box);
        for (uint32_t j = 0; near && j < m->count[i]; j++)
            if (m->first[i] + j > row)
                join_side(m, row, k, m->first[i] + j);
        i = near ? i + 1 : m->skip[i];
    }
}

/* ---- the whole ----------------------------------------------------------------------------------------------------- */

static bool in_reach(fs_pos v)
{
    return v >= -FS__GROUND3_MAX_EXTENT && v <= FS__GROUND3_MAX_EXTENT;
}

static fs_result check_mesh(const struct fs__mesh3 *m)
{
    if (m->triangle_count > FS__MESH3_MAX_TRIANGLES)
        return FS_E_CAPACITY;
    for (uint32_t i = 0; i < m->vertex_count; i++)
        if (!in_reach(m->vertex[i].x) || !in_reach(m->vertex[i].y) || !in_reach(m->vertex[i].z))
            return FS_E_ARGUMENT;
    for (uint32_t i = 0; i < m->triangle_count; i++) {
        if (m->a[i] >= m->vertex_count || m->b[i] >= m->vertex_count || m->c[i] >= m->vertex_count)
            return FS_E_ARGUMENT;
        const fs_pos3 corner[3] = { corner_of(m, i, 0), corner_of(m, i, 1), corner_of(m, i, 2) };
        if (fs_unit3_is_zero(fs__triangle3_normal(corner)))
            return FS_E_DEGENERATE;
    }
    return m->triangle_count == 0 ? FS_E_DEGENERATE : FS_OK;
}

fs_result fs__mesh3_build(struct fs__mesh3 *m)
{
    fs_result result = check_mesh(m);
    if (result != FS_OK)
        return result;
    for (uint32_t i = 0; i < m->triangle_count; i++) {
        m->source[i] = i;
        m->across_a[i] = m->across_b[i] = m->across_c[i] = FS__MESH3_NO_TRIANGLE;
    }
    m->node_count = 0;
    build_node(m, 0, m->triangle_count);
    FS_ASSERT(m->node_count <= fs__mesh3_node_capacity(m->triangle_count));
    for (uint32_t i = 0; i < m->triangle_count; i++)
        for (unsigned k = 0; k < 3; k++)
            if (*across_of(m, i, k) == FS__MESH3_NO_TRIANGLE)
                find_across(m, i, k);
    return FS_OK;
}
