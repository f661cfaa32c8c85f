/* mesh.c: walks through a triangle mesh. */
#include "physics3d/ground/mesh.h"

static fs_pos3 third_corner(const struct fs__mesh3 *m, uint32_t triangle, fs_pos3 p, fs_pos3 q)
{
    const uint32_t v[3] = { m->a[triangle], m->b[triangle], m->c[triangle] };
    for (unsigned k = 0; k < 3; k++) {
        fs_pos3 at = m->vertex[v[k]];
        if (!fs_pos3_eq(at, p) && !fs_pos3_eq(at, q))
            return at;
    }
    return m->vertex[v[0]];
}

static void read_triangle(const struct fs__mesh3 *m, uint32_t row, struct fs__triangle3 *t)
{
    const uint32_t v[3] = { m->a[row], m->b[row], m->c[row] };
    const uint32_t across[3] = { m->across_a[row], m->across_b[row], m->across_c[row] };
    t->row = row;
    for (unsigned k = 0; k < 3; k++)
        t->corner[k] = m->vertex[v[k]];
    for (unsigned k = 0; k < 3; k++) {
        t->joined[k] = across[k] != FS__MESH3_NO_TRIANGLE;
        t->beyond[k] = t->joined[k] ? third_corner(m, across[k], t->corner[k], t->corner[k == 2 ? 0 : k + 1])
                                    : fs_pos3_zero();
    }
}

static fs_aabb3 triangle_box(const struct fs__mesh3 *m, uint32_t row)
{
    fs_pos3 a = m->vertex[m->a[row]], b = m->vertex[m->b[row]], c = m->vertex[m->c[row]];
    return (fs_aabb3){ fs_pos3_min(fs_pos3_min(a, b), c), fs_pos3_max(fs_pos3_max(a, b), c) };
}

/* The first row from `from` on in a leaf that meets the box. */
static bool next_in_leaf(const struct fs__mesh3 *m, uint32_t node, fs_aabb3 box, uint32_t from, uint32_t *row)
{
    for (uint32_t i = 0; i < m->count[node]; i++) {
        *row = m->first[node] + i;
        if (*row >= from && fs_aabb3_overlaps(triangle_box(m, *row), box))
            return true;
    }
    return false;
}

/* The row after the last triangle below a node. */
static uint32_t end_row(const struct fs__mesh3 *m, uint32_t node)
{
    return m->skip[node] < m->node_count ? m->first[m->skip[node]] : m->triangle_count;
}

/* Leaves come in ascending order of their rows, so the walk goes on from the last leaf. */
static bool next_triangle(const void *ground, fs_aabb3 box, struct fs__ground3_cursor *cursor, struct fs__triangle3 *t)
{
    const struct fs__mesh3 *m = ground;
    for (uint32_t i = cursor->node, row; i < m->node_count;) {
        fs_aabb3 node = { m->low[i], m->high[i] };
        if (end_row(m, i) <= cursor->row || !fs_aabb3_overlaps(node, box)) {
            i = m->skip[i];
        } else if (m->count[i] > 0 && next_in_leaf(m, i, box, cursor->row, &row)) {
            read_triangle(m, row, t);
            cursor->row = row + 1;
            cursor->node = i;
            return true;
        } else {
            i++;
        }
    }
    return false;
}

struct fs__ground3_source fs__mesh3_source(const struct fs__mesh3 *m)
{
    return (struct fs__ground3_source){ NULL, m, next_triangle };
}

fs_aabb3 fs__mesh3_bounds(const struct fs__mesh3 *m)
{
    return (fs_aabb3){ m->low[0], m->high[0] };
}

bool fs__mesh3_valid(const struct fs__mesh3 *m)
{
    uint32_t next_row = 0;
    if (m->triangle_count == 0 || m->triangle_count > FS__MESH3_MAX_TRIANGLES || m->node_count == 0 ||
        m->node_count > fs__mesh3_node_capacity(m->triangle_count))
        return false;
    for (uint32_t i = 0; i < m->triangle_count; i++) {
        if (m->a[i] >= m->vertex_count || m->b[i] >= m->vertex_count || m->c[i] >= m->vertex_count)
            return false;
        const uint32_t across[3] = { m->across_a[i], m->across_b[i], m->across_c[i] };
        for (unsigned k = 0; k < 3; k++)
            if (across[k] != FS__MESH3_NO_TRIANGLE && across[k] >= m->triangle_count)
                return false;
    }
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        fs_pos3 p = m->vertex[i];
        const fs_pos most = FS__GROUND3_MAX_EXTENT;
        if (p.x < -most || p.x > most || p.y < -most || p.y > most || p.z < -most || p.z > most)
            return false;
    }
    for (uint32_t i = 0; i < m->node_count; i++) {
        if (m->skip[i] <= i || m->skip[i] > m->node_count || m->count[i] > FS__MESH3_LEAF)
            return false;
        if (m->first[i] != next_row)
            return false;
        next_row += m->count[i];
    }
    return next_row == m->triangle_count;
}
