/* peer_scene3.c: a world of this engine as the scene of the others; see peers3.h. */
#include "bench/peers3.h"

#include <math.h>
#include <stdlib.h>
#include <fixstep/debug3.h>
#include <fixstep/ground3.h>
#include <fixstep/joint3.h>
#include <fixstep/world3.h>

#include "bench/bench.h"

static double from_pos(int64_t q32)
{
    return (double)q32 / (double)FS_POS_ONE;
}

static double from_rel(fs_rel v)
{
    return (double)v / FS_REL_ONE;
}

static double from_vel(fs_vel v)
{
    return (double)v / FS_VEL_ONE;
}

static void *take(size_t count, size_t size)
{
    void *p = calloc(count > 0 ? count : 1, size);
    if (p == NULL)
        bench_die("out of memory");
    return p;
}

/* ---- bodies ---------------------------------------------------------------------------------------------------- */

/* The point of a body that is not rotated. */
static void place_point(const struct fs_world3 *w, uint32_t row, fs_pos3 point, double at[3])
{
    fs_pos3 p = fs_pos3_add(fs_pos3_add_rel(w->body.pos[row], fs_rel3_neg(w->body.centre[row])), point);
    at[0] = from_pos(p.x);
    at[1] = from_pos(p.y);
    at[2] = from_pos(p.z);
}

static void copy_rotation(fs_quat q, double rot[4])
{
    rot[0] = q.x * 0x1p-30;
    rot[1] = q.y * 0x1p-30;
    rot[2] = q.z * 0x1p-30;
    rot[3] = q.w * 0x1p-30;
}

/* The segment of a capsule becomes the y axis of its own frame. */
static void lay_capsule(struct peer3_body *b)
{
    const double *h = b->half, length = sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]);
    double up = h[1] < 0 ? -1 : 1, q[4] = { up * h[2], 0, -up * h[0], length + up * h[1] };
    double size = sqrt(q[0] * q[0] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++)
        b->rot[i] = q[i] / size;
    b->half[1] = length;
}

static int type_of(uint8_t kind)
{
    return kind == FS_GEOMETRY3_SPHERE ? PEER3_BALL : kind == FS_GEOMETRY3_CAPSULE ? PEER3_CAPSULE : PEER3_BOX;
}

static struct peer3_body body_of(const struct fs_world3 *w, uint32_t shape)
{
    uint32_t row = w->shape.body[shape];
    bool moves = w->body.type[row] == FS_BODY3_DYNAMIC;
    fs_wide3 h = w->shape.half[shape];
    fs_vel3 v = w->body.vel[row];
    struct peer3_body b = { .type = type_of(w->shape.kind[shape]),
                            .half = { from_pos(h.x), from_pos(h.y), from_pos(h.z) },
                            .vel = { from_vel(v.x), from_vel(v.y), from_vel(v.z) },
                            .density = moves ? from_pos(w->shape.density[shape]) : 0,
                            .spin = moves ? 0 : from_vel(w->body.angular_velocity[row].z),
                            .group = w->shape.group[shape] };
    place_point(w, row, w->shape.centre[shape], b.at);
    copy_rotation(w->shape.rot[shape], b.rot);
    if (b.type == PEER3_CAPSULE)
        lay_capsule(&b);
    if (b.type != PEER3_BOX)
        b.half[0] = from_rel(w->shape.radius[shape]);
    return b;
}

/* Returns the number of every shape; a surface has none. */
static uint32_t *copy_bodies(const struct fs_world3 *w, struct peer3_scene *out)
{
    uint32_t *number = take(*w->shape.rows, sizeof *number);
    out->body = take(*w->shape.rows, sizeof *out->body);
    for (uint32_t shape = 0; shape < *w->shape.rows; shape++) {
        number[shape] = out->bodies;
        if (w->shape.kind[shape] < FS_SHAPE3_MESH)
            out->body[out->bodies++] = body_of(w, shape);
    }
    return number;
}

/* ---- joints ---------------------------------------------------------------------------------------------------- */

static void copy_joints(const struct fs_world3 *w, const uint32_t *number, struct peer3_scene *out)
{
    out->joints = *w->joint.rows;
    out->joint = take(out->joints, sizeof *out->joint);
    for (uint32_t i = 0; i < out->joints; i++) {
        struct peer3_joint *j = &out->joint[i];
        uint32_t a = w->joint.body_a[i], b = w->joint.body_b[i];
        fs_rel3 anchor = w->joint.anchor_a[i];
        j->a = number[w->body.first_shape[a] - 1];
        j->b = number[w->body.first_shape[b] - 1];
        place_point(w, a, fs_pos3_add_rel(fs_pos3_zero(), anchor), j->at);
        copy_rotation(w->joint.frame_a[i], j->rot);
        j->hinge = w->joint.kind[i] == FS_JOINT3_HINGE;
        j->limited = (w->joint.flags[i] & FS_JOINT3_LIMIT) != 0;
        j->lower = from_rel(w->joint.lower_limit[i]);
        j->upper = from_rel(w->joint.upper_limit[i]);
        j->swing = from_rel(w->joint.swing_limit[i]);
    }
}

/* ---- surfaces -------------------------------------------------------------------------------------------------- */

static void make_mesh(struct peer3_mesh *m, uint32_t vertices, uint32_t triangles)
{
    m->vertices = vertices;
    m->triangles = triangles;
    m->vertex = take(3 * (size_t)vertices, sizeof *m->vertex);
    m->index = take(3 * (size_t)triangles, sizeof *m->index);
}

static void copy_mesh(const struct fs_world3 *w, uint32_t body, uint32_t row, struct peer3_mesh *m)
{
    uint32_t vertex = w->mesh.first_vertex[row], triangle = w->mesh.first_triangle[row];
    make_mesh(m, w->mesh.vertices[row], w->mesh.triangles[row]);
    for (uint32_t i = 0; i < m->vertices; i++)
        place_point(w, body, w->mesh_vertex.at[vertex + i], m->vertex + 3 * i);
    for (uint32_t i = 0; i < m->triangles; i++) {
        m->index[3 * i] = w->mesh_triangle.a[triangle + i];
        m->index[3 * i + 1] = w->mesh_triangle.b[triangle + i];
        m->index[3 * i + 2] = w->mesh_triangle.c[triangle + i];
    }
}

/* A field without holes, divided as the engine divides it. */
static void copy_field(const struct fs_world3 *w, uint32_t body, uint32_t row, struct peer3_mesh *m)
{
    uint32_t wide = w->height_field.points_x[row], deep = w->height_field.points_z[row], *index;
    const fs_pos *height = w->height_point.height + w->height_field.first_point[row];
    make_mesh(m, wide * deep, 2 * (wide - 1) * (deep - 1));
    for (uint32_t i = 0; i < wide * deep; i++)
        place_point(
            w, body,
            fs_pos3_make(i % wide * w->height_field.spacing[row], height[i], i / wide * w->height_field.spacing[row]),
            m->vertex + 3 * i);
    index = m->index;
    for (uint32_t k = 0; k + 1 < deep; k++)
        for (uint32_t i = 0; i + 1 < wide; i++, index += 6) {
            const uint32_t at = k * wide + i, corner[6] = { at, at + wide + 1, at + 1, at, at + wide, at + wide + 1 };
            for (unsigned c = 0; c < 6; c++)
                index[c] = corner[c];
        }
}

static void copy_surface(const struct fs_world3 *w, struct peer3_mesh *m)
{
    for (uint32_t shape = 0; shape < *w->shape.rows; shape++) {
        if (w->shape.kind[shape] == FS_SHAPE3_MESH)
            copy_mesh(w, w->shape.body[shape], w->shape.hull[shape] - 1, m);
        else if (w->shape.kind[shape] == FS_SHAPE3_HEIGHT_FIELD)
            copy_field(w, w->shape.body[shape], w->shape.hull[shape] - 1, m);
    }
}

void peer3_scene_copy(const struct fs_world3 *w, bool sleep, struct peer3_scene *out)
{
    *out = (struct peer3_scene){ .sleep = sleep };
    uint32_t *number = copy_bodies(w, out);
    copy_joints(w, number, out);
    copy_surface(w, &out->mesh);
    free(number);
}

void peer3_scene_free(struct peer3_scene *scene)
{
    free(scene->body);
    free(scene->joint);
    free(scene->mesh.vertex);
    free(scene->mesh.index);
}
