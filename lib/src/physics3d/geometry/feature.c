/* feature.c: faces, sides and edges of placed cores. */
#include "physics3d/geometry/feature.h"

/* The corners of a face of a box: face 2i is the one along +axis i, face 2i + 1 the opposite one. Bit k of a corner is the
 * sign of coordinate k. */
static const uint8_t box_face[6][4] = { { 1, 3, 7, 5 }, { 0, 4, 6, 2 }, { 2, 6, 7, 3 },
                                        { 0, 1, 5, 4 }, { 4, 5, 7, 6 }, { 0, 2, 3, 1 } };

/* A disc lies flat when its rim rises by less than this (m) from the deepest point to the middle. */
#define FLAT_RISE (FS_REL_ONE / 512)
enum { TOP = 0, BOTTOM = 1, SIDE_LABEL = 2 * FS__FEATURE3_RIM_POINTS };

static struct fs__vec3 from_unit(fs_unit3 n)
{
    return fs__vec3_make(n.x, n.y, n.z);
}

static fs_unit3 to_frame(const struct fs__core3 *core, fs_unit3 own)
{
    return fs_mat3_unit(core->m, own);
}

int64_t fs__core3_extreme(const struct fs__core3 *core, fs_unit3 n)
{
    return fs__geometry3_dot(n, fs__core3_support(core, from_unit(n)));
}

static void add_placed(struct fs__feature3 *f, struct fs__vec3 point, unsigned label)
{
    FS_ASSERT(f->count < FS__FEATURE3_MAX_POINTS && label < FS__FEATURE3_LABELS);
    f->point[f->count] = point;
    f->label[f->count++] = (uint16_t)label;
}

static void add_point(struct fs__feature3 *f, const struct fs__core3 *core, struct fs__vec3 own, unsigned label)
{
    add_placed(f, fs__core3_point(core, own), label);
}

/* --- faces ----------------------------------------------------------------------------------------- */

static unsigned largest_component(struct fs__vec3 d)
{
    int64_t x = fs_abs64(d.x), y = fs_abs64(d.y), z = fs_abs64(d.z);
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

static unsigned nearest_box_face(struct fs__vec3 d, fs_unit3 *normal)
{
    unsigned i = largest_component(d);
    int64_t v = i == 0 ? d.x : i == 1 ? d.y : d.z;
    fs_unit size = v >= 0 ? FS_UNIT_ONE : -FS_UNIT_ONE;
    *normal = fs_unit3_make(i == 0 ? size : 0, i == 1 ? size : 0, i == 2 ? size : 0);
    return 2 * i + (v < 0);
}

static unsigned nearest_hull_face(const fs_hull3 *hull, struct fs__vec3 d, fs_unit3 *normal)
{
    unsigned best = 0;
    int64_t most = INT64_MIN;
    for (unsigned f = 0; f < hull->face_count; f++) {
        int64_t v = fs__geometry3_dot(hull->normal[f], d);
        if (v > most) {
            most = v;
            best = f;
        }
    }
    *normal = hull->normal[best];
    return best;
}

unsigned fs__feature3_nearest_face(const struct fs__core3 *core, fs_unit3 n, fs_unit3 *normal)
{
    const fs_geometry3 *g = core->geometry;
    struct fs__vec3 d = fs__core3_own_direction(core, from_unit(n));
    fs_unit3 own = { 0, 0, 0 };
    unsigned face = FS__FEATURE3_NO_FACE;
    switch (g->kind) {
    case FS_GEOMETRY3_BOX: face = nearest_box_face(d, &own); break;
    case FS_GEOMETRY3_HULL: face = nearest_hull_face(g->hull, d, &own); break;
    case FS_GEOMETRY3_CYLINDER:
    case FS_GEOMETRY3_CONE:
        face = d.y > 0 && g->kind == FS_GEOMETRY3_CYLINDER ? TOP : BOTTOM;
        own.y = face == TOP ? FS_UNIT_ONE : -FS_UNIT_ONE;
        break;
    default: break;
    }
    *normal = to_frame(core, own);
    return face;
}

unsigned fs__feature3_box_corner(unsigned face, unsigned k)
{
    return box_face[face][k];
}

static struct fs__vec3 box_corner(fs_rel3 h, unsigned corner)
{
    return fs__vec3_make(corner & 1 ? h.x : -h.x, corner & 2 ? h.y : -h.y, corner & 4 ? h.z : -h.z);
}

static void add_box_face(const struct fs__core3 *core, unsigned face, struct fs__feature3 *out)
{
    for (unsigned k = 0; k < 4; k++)
        if (core->corner != NULL)
            add_placed(out, core->corner[box_face[face][k]], 4 * face + k);
        else
            add_point(out, core, box_corner(core->geometry->half, box_face[face][k]), 4 * face + k);
}

static void add_hull_face(const struct fs__core3 *core, unsigned face, struct fs__feature3 *out)
{
    const fs_hull3 *hull = core->geometry->hull;
    for (unsigned e = hull->first_edge[face]; e < hull->first_edge[face + 1]; e++)
        add_point(out, core, fs__vec3_from_rel(hull->corner[hull->origin[e]]), e);
}

/* Cosine and sine of k / 16 turns. */
#define RIM_A 992008094
#define RIM_B 759250125
#define RIM_C 410903207
static const fs_rot2 rim_step[FS__FEATURE3_RIM_POINTS] = { { FS_UNIT_ONE, 0 },  { RIM_A, RIM_C },   { RIM_B, RIM_B },
                                                           { RIM_C, RIM_A },    { 0, FS_UNIT_ONE }, { -RIM_C, RIM_A },
                                                           { -RIM_B, RIM_B },   { -RIM_A, RIM_C },  { -FS_UNIT_ONE, 0 },
                                                           { -RIM_A, -RIM_C },  { -RIM_B, -RIM_B }, { -RIM_C, -RIM_A },
                                                           { 0, -FS_UNIT_ONE }, { RIM_C, -RIM_A },  { RIM_B, -RIM_B },
                                                           { RIM_A, -RIM_C } };

/* Point k of the rim of a disc whose point 0 is in the direction (1, 0). Seen from above +y, x turns toward -z counter-clockwise. */
static fs_rot2 rim_point(unsigned face, unsigned k)
{
    return face == TOP ? fs_rot2_conj(rim_step[k]) : rim_step[k];
}

/* Across the axis, where the load acts: of a point that is not in the middle, or of gravity on a slope. */
static bool find_load(const struct fs__core3 *core, fs_unit u[2])
{
    const struct fs__load3 *load = core->load;
    if (load == NULL || load->kind == FS__LOAD3_UNKNOWN)
        return false;
    bool at = load->kind == FS__LOAD3_AT;
    struct fs__vec3 own = fs__core3_own_direction(core, at ? fs__vec3_sub(load->at, core->p) : load->at);
    int64_t least = at ? core->geometry->half.x >> FS__LOAD3_MIDDLE_SHIFT : FS__LOAD3_LEVEL;
    return fs_max64(fs_abs64(own.x), fs_abs64(own.z)) >= least && fs__normalise2(own.x, own.z, u);
}

/* The rim of a flat disc turned by less than half a step, so that its point nearest to `toward` is exactly there: points keep their
 * labels. */
static fs_rot2 turn_to(unsigned face, fs_rot2 toward)
{
    unsigned best = 0;
    int64_t most = INT64_MIN;
    for (unsigned k = 0; k < FS__FEATURE3_RIM_POINTS; k++) {
        fs_rot2 r = rim_point(face, k);
        int64_t along = (int64_t)r.c * toward.c + (int64_t)r.s * toward.s;
        if (along > most) {
            most = along;
            best = k;
        }
    }
    return fs_rot2_mul(toward, fs_rot2_conj(rim_point(face, best)));
}

/* Where point 0 of a rim is: where a tilted disc goes furthest along d. */
static fs_rot2 lay_rim(const struct fs__core3 *core, unsigned face, struct fs__vec3 d)
{
    fs_unit u[2];
    uint64_t across = fs__length64(fs__vec3_length_sq(fs__vec3_make(d.x, 0, d.z)));
    bool flat = fs_mul64((int64_t)across, core->geometry->half.x, FS_UNIT_FRAC) < FLAT_RISE;
    if (!flat && fs__normalise2(d.x, d.z, u))
        return (fs_rot2){ u[0], u[1] };
    return find_load(core, u) ? turn_to(face, (fs_rot2){ u[0], u[1] }) : (fs_rot2){ FS_UNIT_ONE, 0 };
}

static void add_disc(const struct fs__core3 *core, unsigned face, struct fs__vec3 d, struct fs__feature3 *out)
{
    const fs_geometry3 *g = core->geometry;
    fs_rot2 at = lay_rim(core, face, d);
    for (unsigned k = 0; k < FS__FEATURE3_RIM_POINTS; k++) {
        fs_rot2 r = fs_rot2_mul(at, rim_point(face, k));
        add_point(out, core,
                  fs__vec3_make(fs_mul32_sym(r.c, g->half.x, FS_UNIT_FRAC), face == TOP ? g->half.y : -g->half.y,
                                fs_mul32_sym(r.s, g->half.x, FS_UNIT_FRAC)),
                  face * FS__FEATURE3_RIM_POINTS + k);
    }
}

void fs__feature3_face(const struct fs__core3 *core, unsigned face, fs_unit3 n, struct fs__feature3 *out)
{
    out->count = 0;
    switch (core->geometry->kind) {
    case FS_GEOMETRY3_BOX: add_box_face(core, face, out); break;
    case FS_GEOMETRY3_HULL: add_hull_face(core, face, out); break;
    default: add_disc(core, face, fs__core3_own_direction(core, from_unit(n)), out); break;
    }
}

/* --- lines ------------------------------------------------------------------------------------------ */

/* The line along the side of a cylinder or a cone in the direction d. */
static void add_side(const struct fs__core3 *core, struct fs__vec3 d, struct fs__feature3 *out)
{
    const fs_geometry3 *g = core->geometry;
    fs_unit u[2];
    if (!fs__normalise2(d.x, d.z, u))
        u[0] = FS_UNIT_ONE;
    int64_t x = fs_mul32_sym(u[0], g->half.x, FS_UNIT_FRAC), z = fs_mul32_sym(u[1], g->half.x, FS_UNIT_FRAC);
    bool cone = g->kind == FS_GEOMETRY3_CONE;
    add_point(out, core, fs__vec3_make(x, -g->half.y, z), SIDE_LABEL);
    add_point(out, core, fs__vec3_make(cone ? 0 : x, g->half.y, cone ? 0 : z), SIDE_LABEL + 1);
}

static void add_segment(const struct fs__core3 *core, struct fs__feature3 *out)
{
    struct fs__vec3 h = fs__vec3_from_rel(core->geometry->half);
    add_point(out, core, fs__vec3_make(-h.x, -h.y, -h.z), 0);
    add_point(out, core, h, 1);
}

/* --- hulls and boxes: what meets at a corner --------------------------------------------------------- */

static unsigned furthest_corner(const fs_hull3 *hull, struct fs__vec3 d)
{
    unsigned best = 0;
    int64_t most = INT64_MIN;
    for (unsigned i = 0; i < hull->corner_count; i++) {
        int64_t v = fs__vec3_dot(d, fs__vec3_from_rel(hull->corner[i]));
        if (v > most) {
            most = v;
            best = i;
        }
    }
    return best;
}

/* Of the faces at the furthest corner the one whose normal is closest to d. */
static unsigned face_at_corner(const fs_hull3 *hull, struct fs__vec3 d)
{
    unsigned corner = furthest_corner(hull, d), best = 0;
    int64_t most = INT64_MIN;
    for (unsigned e = 0; e < hull->edge_count; e++) {
        if (hull->origin[e] != corner)
            continue;
        int64_t v = fs__geometry3_dot(hull->normal[hull->face[e]], d);
        if (v > most) {
            most = v;
            best = hull->face[e];
        }
    }
    return best;
}

/* How far an edge falls below the plane across d through its start, as a share of its length (Q30). */
static int64_t slope_of(struct fs__vec3 edge, struct fs__vec3 d)
{
    fs_unit3 e = fs__vec3_unit(edge);
    return -fs_round_shift64_sym(e.x * d.x + e.y * d.y + e.z * d.z, FS_UNIT_FRAC);
}

static void add_hull_edge(const struct fs__core3 *core, struct fs__vec3 d, struct fs__feature3 *out)
{
    const fs_hull3 *hull = core->geometry->hull;
    unsigned corner = furthest_corner(hull, d), best = 0;
    int64_t least = INT64_MAX;
    struct fs__vec3 from = fs__vec3_from_rel(hull->corner[corner]);
    for (unsigned e = 0; e < hull->edge_count; e++) {
        if (hull->origin[e] != corner)
            continue;
        struct fs__vec3 to = fs__vec3_from_rel(hull->corner[hull->origin[hull->twin[e]]]);
        int64_t slope = slope_of(fs__vec3_sub(to, from), d);
        if (slope < least) {
            least = slope;
            best = e;
        }
    }
    unsigned e = hull->twin[best] < best ? hull->twin[best] : best;
    add_point(out, core, fs__vec3_from_rel(hull->corner[hull->origin[e]]), e);
    add_point(out, core, fs__vec3_from_rel(hull->corner[hull->origin[hull->twin[e]]]), hull->twin[e]);
}

static void add_box_edge(const struct fs__core3 *core, struct fs__vec3 d, struct fs__feature3 *out)
{
    int64_t x = fs_abs64(d.x), y = fs_abs64(d.y), z = fs_abs64(d.z);
    unsigned axis = x <= y && x <= z ? 0 : y <= z ? 1 : 2;
    unsigned corner = (d.x > 0 ? 1u : 0u) | (d.y > 0 ? 2u : 0u) | (d.z > 0 ? 4u : 0u), bit = 1u << axis;
    add_point(out, core, box_corner(core->geometry->half, corner & ~bit), corner & ~bit);
    add_point(out, core, box_corner(core->geometry->half, corner | bit), corner | bit);
}

/* --- choices ----------------------------------------------------------------------------------------- */

bool fs__feature3_line(const struct fs__core3 *core, fs_unit3 n, struct fs__feature3 *out)
{
    struct fs__vec3 d = fs__core3_own_direction(core, from_unit(n));
    out->count = 0;
    switch (core->geometry->kind) {
    case FS_GEOMETRY3_SPHERE: return false;
    case FS_GEOMETRY3_CAPSULE: add_segment(core, out); return true;
    case FS_GEOMETRY3_BOX: add_box_edge(core, d, out); return true;
    case FS_GEOMETRY3_HULL: add_hull_edge(core, d, out); return true;
    default: add_side(core, d, out); return true;
    }
}

/* Whether a direction is closer to the end of a cylinder or cone than to its side. */
static bool is_toward_end(const fs_geometry3 *g, struct fs__vec3 d)
{
    int64_t across = (int64_t)fs__length64(fs__vec3_length_sq(fs__vec3_make(d.x, 0, d.z)));
    fs_unit k[2];
    if (g->kind == FS_GEOMETRY3_CYLINDER)
        return fs_abs64(d.y) >= across;
    fs__normalise2(2 * (int64_t)g->half.y, g->half.x, k);
    return -d.y * FS_UNIT_ONE >= across * k[0] + d.y * k[1];
}

void fs__feature3_toward(const struct fs__core3 *core, fs_unit3 n, struct fs__feature3 *out)
{
    const fs_geometry3 *g = core->geometry;
    struct fs__vec3 d = fs__core3_own_direction(core, from_unit(n));
    fs_unit3 normal;
    out->count = 0;
    switch (g->kind) {
    case FS_GEOMETRY3_SPHERE: add_point(out, core, fs__vec3_make(0, 0, 0), 0); break;
    case FS_GEOMETRY3_CAPSULE: add_segment(core, out); break;
    case FS_GEOMETRY3_BOX: add_box_face(core, nearest_box_face(d, &normal), out); break;
    case FS_GEOMETRY3_HULL: add_hull_face(core, face_at_corner(g->hull, d), out); break;
    default:
        if (is_toward_end(g, d))
            add_disc(core, d.y > 0 ? TOP : BOTTOM, d, out);
        else
            add_side(core, d, out);
        break;
    }
}
