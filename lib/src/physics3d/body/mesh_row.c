/* mesh_row.c: meshes as rows of the tables of a world: see surface_row.c. */
#include "physics3d/dimension.h"

#include <stddef.h>
#include <string.h>

#include "physics/world/tables.h"
#include "physics3d/body/body.h"
#include "physics3d/body/mesh_row.h"
#include "physics3d/body/surface_row.h"
#include "physics3d/world/world.h"

/* ---- tables ------------------------------------------------------------------------------------------------- */

FS__POOL_TABLE(mesh3, FS_MESH3_FIELDS)
FS__PLAIN_TABLE(mesh_vertex3, FS_MESH_VERTEX3_FIELDS)
FS__PLAIN_TABLE(mesh_triangle3, FS_MESH_TRIANGLE3_FIELDS)
FS__PLAIN_TABLE(mesh_node3, FS_MESH_NODE3_FIELDS)

void fs_mesh3_bind(fs_state *state, unsigned first_table, struct fs_world3 *w)
{
    static const fs_table tables[FS_MESH3_TABLE_COUNT] = {
        FS__TABLE(fs_world3, mesh3, mesh, true),
        FS__TABLE(fs_world3, mesh_vertex3, mesh_vertex, false),
        FS__TABLE(fs_world3, mesh_triangle3, mesh_triangle, false),
        FS__TABLE(fs_world3, mesh_node3, mesh_node, false),
    };
    w->first_mesh_table = first_table;
    for (unsigned i = 0; i < FS_MESH3_TABLE_COUNT; i++)
        fs_table_bind(state, first_table + i, &tables[i], w);
}

static unsigned table_of(const struct fs_world3 *w, unsigned table)
{
    return w->first_mesh_table + table;
}

/* Every mesh may end in a leaf that is not full. */
void fs_mesh3_capacities(uint32_t meshes, uint32_t vertices, uint32_t triangles, uint32_t *rows)
{
    uint64_t nodes = 2 * ((uint64_t)triangles / FS__MESH3_LEAF) + meshes;
    rows[FS__MESH3_TABLE_MESH] = meshes;
    rows[FS__MESH3_TABLE_VERTEX] = vertices;
    rows[FS__MESH3_TABLE_TRIANGLE] = triangles;
    rows[FS__MESH3_TABLE_NODE] = (uint32_t)fs_min_u64(nodes, FS_MAX_ROWS);
}

/* ---- columns -------------------------------------------------------------------------------------------------- */

void fs__mesh3_of(const struct fs_world3 *w, uint32_t row, struct fs__mesh3 *out)
{
    const struct fs_mesh_triangle3_view *t = &w->mesh_triangle;
    const struct fs_mesh_node3_view *n = &w->mesh_node;
    FS_ASSERT(row < *w->mesh.rows && fs__world3_row_live(w->mesh.gen, row));
    uint32_t triangle = w->mesh.first_triangle[row], node = w->mesh.first_node[row];
    *out = (struct fs__mesh3){ .vertex = w->mesh_vertex.at + w->mesh.first_vertex[row],
                               .a = t->a + triangle,
                               .b = t->b + triangle,
                               .c = t->c + triangle,
                               .across_a = t->across_ab + triangle,
                               .across_b = t->across_bc + triangle,
                               .across_c = t->across_ca + triangle,
                               .source = t->source + triangle,
                               .low = n->low + node,
                               .high = n->high + node,
                               .skip = n->skip + node,
                               .first = n->first + node,
                               .count = n->count + node,
                               .vertex_count = w->mesh.vertices[row],
                               .triangle_count = w->mesh.triangles[row],
                               .node_count = w->mesh.nodes[row] };
}

/* ---- checks --------------------------------------------------------------------------------------------------- */

static fs_result check_vertices(struct fs_world3 *w, const struct fs__mesh3_input *in)
{
    const fs_pos most = FS_SHAPE3_MAX_EXTENT;
    fs_result result = FS_OK;
    for (uint32_t i = 0; i < in->vertices && result == FS_OK; i++) {
        const struct fs__range ranges[] = { { "vertex.x", in->vertex[i].x, -most, most, FS_POS_FRAC },
                                            { "vertex.y", in->vertex[i].y, -most, most, FS_POS_FRAC },
                                            { "vertex.z", in->vertex[i].z, -most, most, FS_POS_FRAC } };
        result = fs__error3_check_unit(w, ranges, 3, " m", "");
    }
    return result;
}

static fs_result check_triangle(struct fs_world3 *w, const struct fs__mesh3_input *in, const uint32_t *index)
{
    fs_pos3 corner[3];
    for (unsigned k = 0; k < 3; k++) {
        const struct fs__range range = { "index", index[k], 0, (int64_t)in->vertices - 1, 0 };
        fs_result result = fs__error3_check_unit(w, &range, 1, "", " of a vertex of a triangle");
        if (result != FS_OK)
            return result;
        corner[k] = in->vertex[index[k]];
    }
    if (fs_unit3_is_zero(fs__triangle3_normal(corner)))
        return fs__error3_set(w, FS_E_DEGENERATE, "a triangle of the mesh has no area");
    return FS_OK;
}

fs_result fs__mesh3_check_input(struct fs_world3 *w, const struct fs__mesh3_input *in)
{
    if (in->vertex == NULL)
        return fs__error3_set(w, FS_E_ARGUMENT, "vertices is NULL");
    if (in->index == NULL)
        return fs__error3_set(w, FS_E_ARGUMENT, "indices is NULL");
    if (in->triangles == 0)
        return fs__error3_set(w, FS_E_DEGENERATE, "the mesh has no triangle");
    if (in->triangles > FS_MESH3_MAX_TRIANGLES)
        return fs__error3_set(w, FS_E_CAPACITY, "the mesh has more than 1048576 triangles");
    if (in->vertices == 0)
        return fs__error3_set(w, FS_E_ARGUMENT, "the mesh has no vertex");
    fs_result result = check_vertices(w, in);
    for (uint32_t i = 0; i < in->triangles && result == FS_OK; i++)
        result = check_triangle(w, in, in->index + 3 * (size_t)i);
    return result;
}

static struct fs__surface3_pool pool_of(const struct fs_world3 *w)
{
    return (struct fs__surface3_pool){ w->mesh.gen, *w->mesh.rows, w->mesh.capacity, table_of(w, FS__MESH3_TABLE_MESH),
                                       FS_SHAPE3_MESH };
}

fs_result fs__mesh3_check_room(struct fs_world3 *w, const struct fs__mesh3_input *in)
{
    if (w->mesh.rows == NULL)
        return fs__error3_set(w, FS_E_CAPACITY, "the world has no tables of meshes: see ground3.h");
    const struct fs__surface3_pool pool = pool_of(w);
    fs_result result = fs__surface3_check_pool(w, &pool);
    if (result == FS_OK)
        result = fs__surface3_check_rows(w, table_of(w, FS__MESH3_TABLE_VERTEX), *w->mesh_vertex.rows,
                                         w->mesh_vertex.capacity, in->vertices);
    if (result == FS_OK)
        result = fs__surface3_check_rows(w, table_of(w, FS__MESH3_TABLE_TRIANGLE), *w->mesh_triangle.rows,
                                         w->mesh_triangle.capacity, in->triangles);
    if (result == FS_OK)
        result = fs__surface3_check_rows(w, table_of(w, FS__MESH3_TABLE_NODE), *w->mesh_node.rows,
                                         w->mesh_node.capacity, fs__mesh3_node_capacity(in->triangles));
    return result;
}

/* ---- rows ----------------------------------------------------------------------------------------------------- */

static void resize(struct fs_world3 *w, unsigned table, uint32_t rows)
{
    fs__surface3_resize(w, table_of(w, table), rows);
}

static void copy_input(const struct fs__mesh3_input *in, struct fs__mesh3 *m)
{
    memcpy(m->vertex, in->vertex, in->vertices * sizeof *m->vertex);
    for (uint32_t i = 0; i < in->triangles; i++) {
        m->a[i] = in->index[3 * (size_t)i];
        m->b[i] = in->index[3 * (size_t)i + 1];
        m->c[i] = in->index[3 * (size_t)i + 2];
    }
}

uint32_t fs__mesh3_take(struct fs_world3 *w, const struct fs__mesh3_input *in)
{
    struct fs__mesh3 m;
    const struct fs__surface3_pool pool = pool_of(w);
    uint32_t row = fs__surface3_create_row(w, &pool);
    w->mesh.first_vertex[row] = *w->mesh_vertex.rows;
    w->mesh.vertices[row] = in->vertices;
    w->mesh.first_triangle[row] = *w->mesh_triangle.rows;
    w->mesh.triangles[row] = in->triangles;
    w->mesh.first_node[row] = *w->mesh_node.rows;
    resize(w, FS__MESH3_TABLE_VERTEX, *w->mesh_vertex.rows + in->vertices);
    resize(w, FS__MESH3_TABLE_TRIANGLE, *w->mesh_triangle.rows + in->triangles);
    resize(w, FS__MESH3_TABLE_NODE, *w->mesh_node.rows + fs__mesh3_node_capacity(in->triangles));
    fs__mesh3_of(w, row, &m);
    copy_input(in, &m);
    fs_result result = fs__mesh3_build(&m);
    FS_ASSERT(result == FS_OK);
    (void)result;
    w->mesh.nodes[row] = m.node_count;
    resize(w, FS__MESH3_TABLE_NODE, w->mesh.first_node[row] + m.node_count);
    return row + 1;
}

static void cut_numbers(uint32_t *column, uint32_t first, uint32_t count, uint32_t rows)
{
    fs__surface3_cut_column(column, sizeof *column, first, count, rows);
}

static void cut_vertices(struct fs_world3 *w, uint32_t first, uint32_t count)
{
    uint32_t rows = *w->mesh_vertex.rows;
    fs__surface3_cut_column(w->mesh_vertex.at, sizeof *w->mesh_vertex.at, first, count, rows);
    resize(w, FS__MESH3_TABLE_VERTEX, rows - count);
}

static void cut_triangles(struct fs_world3 *w, uint32_t first, uint32_t count)
{
    const struct fs_mesh_triangle3_view *t = &w->mesh_triangle;
    uint32_t rows = *t->rows;
    uint32_t *const column[] = { t->a, t->b, t->c, t->across_ab, t->across_bc, t->across_ca, t->source };
    for (unsigned i = 0; i < sizeof column / sizeof column[0]; i++)
        cut_numbers(column[i], first, count, rows);
    resize(w, FS__MESH3_TABLE_TRIANGLE, rows - count);
}

static void cut_nodes(struct fs_world3 *w, uint32_t first, uint32_t count)
{
    const struct fs_mesh_node3_view *n = &w->mesh_node;
    uint32_t rows = *n->rows;
    fs__surface3_cut_column(n->low, sizeof *n->low, first, count, rows);
    fs__surface3_cut_column(n->high, sizeof *n->high, first, count, rows);
    cut_numbers(n->skip, first, count, rows);
    cut_numbers(n->first, first, count, rows);
    cut_numbers(n->count, first, count, rows);
    resize(w, FS__MESH3_TABLE_NODE, rows - count);
}

void fs__mesh3_release(struct fs_world3 *w, uint32_t row1)
{
    uint32_t row = row1 - 1;
    FS_ASSERT(row < *w->mesh.rows && fs__world3_row_live(w->mesh.gen, row));
    const struct fs_mesh3_view *m = &w->mesh;
    uint32_t vertex = m->first_vertex[row], triangle = m->first_triangle[row], node = m->first_node[row];
    uint32_t vertices = m->vertices[row], triangles = m->triangles[row], nodes = m->nodes[row];
    cut_vertices(w, vertex, vertices);
    cut_triangles(w, triangle, triangles);
    cut_nodes(w, node, nodes);
    for (uint32_t i = 0; i < *m->rows; i++) {
        fs__surface3_move_down(&m->first_vertex[i], vertex, vertices);
        fs__surface3_move_down(&m->first_triangle[i], triangle, triangles);
        fs__surface3_move_down(&m->first_node[i], node, nodes);
    }
    unsigned table = table_of(w, FS__MESH3_TABLE_MESH);
    (void)fs_pool_destroy(w->state, table, fs_pool_handle(w->state, table, row));
}

/* ---- rows from elsewhere -------------------------------------------------------------------------------------- */

static bool box_valid(const struct fs__mesh3 *m)
{
    fs_aabb3 box = fs__mesh3_bounds(m);
    const fs_pos most = FS_SHAPE3_MAX_EXTENT;
    return box.low.x >= -most && box.low.y >= -most && box.low.z >= -most && box.high.x <= most && box.high.y <= most &&
           box.high.z <= most && box.low.x <= box.high.x && box.low.y <= box.high.y && box.low.z <= box.high.z;
}

bool fs__mesh3_all_valid(const struct fs_world3 *w)
{
    const struct fs_mesh3_view *m = &w->mesh;
    if (m->rows == NULL)
        return true;
    const struct fs__surface3_pool pool = pool_of(w);
    if (!fs__surface3_ranges_valid(&pool, m->first_vertex, m->vertices, *w->mesh_vertex.rows) ||
        !fs__surface3_ranges_valid(&pool, m->first_triangle, m->triangles, *w->mesh_triangle.rows) ||
        !fs__surface3_ranges_valid(&pool, m->first_node, m->nodes, *w->mesh_node.rows))
        return false;
    for (uint32_t i = 0; i < *m->rows; i++) {
        struct fs__mesh3 mesh;
        if (!fs__world3_row_live(m->gen, i))
            continue;
        fs__mesh3_of(w, i, &mesh);
        if (!fs__mesh3_valid(&mesh) || !box_valid(&mesh) || !fs__surface3_has_one_shape(w, &pool, i))
            return false;
    }
    return true;
}
