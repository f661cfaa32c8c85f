/* ground.c: one shape or ray against a plane, or against all triangles of a mesh or a height field that are near it. */
#include <string.h>

#include "physics3d/geometry/manifold_convex.h"
#include "physics3d/ground/ground.h"

enum { LABEL_BITS = 10, RAY_PIECES = 64, SAME_PLACE = FS_REL_ONE / 4096 };

/* Normals closer than this (cosine of 0.04 degrees, Q1.30) belong to one cluster. */
#define SAME_NORMAL (FS_UNIT_ONE - FS_UNIT_ONE / 4194304)
/* Those closer than this (5 degrees) may belong to one where there are more than four. */
#define LIKE_NORMAL (FS_UNIT_ONE / 1000 * 996)
/* A ray looks for triangles along pieces of at least this length (m, Q32.32). */
#define RAY_PIECE ((fs_pos)32 * FS_POS_ONE)

static fs_aabb3 moved_box(fs_aabb3 box, fs_rel3 way)
{
    const fs_rel3 zero = fs_rel3_zero();
    box.low = fs_pos3_add_rel(box.low, fs_rel3_min(way, zero));
    box.high = fs_pos3_add_rel(box.high, fs_rel3_max(way, zero));
    return box;
}

static fs_aabb3 wider_box(fs_aabb3 box, fs_rel by)
{
    fs_rel3 d = fs_rel3_make(by, by, by);
    box.low = fs_pos3_add_rel(box.low, fs_rel3_neg(d));
    box.high = fs_pos3_add_rel(box.high, d);
    return box;
}

static fs_aabb3 box_of(const struct fs__ground3_probe *probe)
{
    fs_pose3 pose = { fs_pos3_add_rel(probe->window.origin, probe->window.b.p), probe->window.b.q };
    return wider_box(fs_geometry3_aabb(probe->geometry, pose), probe->margin);
}

/* ---- manifolds ------------------------------------------------------------------------------------------------ */

struct cluster {
    fs_unit3 normal, axes[2];
    uint32_t triangle;
    struct fs__candidates3 points;
};

struct clusters {
    struct cluster v[FS__GROUND3_MAX_CLUSTERS];
    unsigned count;
    bool one_point; /* the shape touches a face in one point */
    bool relaxed;   /* like normals are one */
    const struct fs__load3 *load;
};

static fs_rel depth_of(const struct cluster *k)
{
    fs_rel least = FS_REL_MAX;
    for (unsigned i = 0; i < k->points.count; i++)
        least = fs_min32(least, fs_sat32(k->points.v[i].separation));
    return least;
}

/* The first cluster whose normal is that near to n; NULL: none. */
static struct cluster *find_cluster(struct clusters *c, unsigned count, fs_unit3 n)
{
    const int64_t cosine = (int64_t)(c->relaxed ? LIKE_NORMAL : SAME_NORMAL) * FS_UNIT_ONE;
    for (unsigned i = 0; i < count; i++)
        if (fs_unit3_dot(c->v[i].normal, n) >= cosine)
            return &c->v[i];
    return NULL;
}

/* Of a full list: the place of a cluster whose least separation is that: of the shallowest, if that is shallower. */
static struct cluster *replaced_place(struct clusters *c, fs_rel separation)
{
    struct cluster *shallowest = &c->v[0];
    for (unsigned i = 1; i < c->count; i++)
        if (depth_of(&c->v[i]) > depth_of(shallowest))
            shallowest = &c->v[i];
    return depth_of(shallowest) > separation ? shallowest : NULL;
}

static void begin_cluster(struct cluster *k, fs_unit3 n, uint32_t triangle, const struct fs__load3 *load)
{
    bool steep = fs_uabs32(n.x) > (uint32_t)FS_UNIT_ONE / 2;
    k->normal = n;
    k->axes[0] = fs__vec3_unit(fs__vec3_cross(fs__vec3_make(n.x, n.y, n.z), fs__vec3_make(!steep, steep, 0)));
    k->axes[1] = fs_unit3_cross(n, k->axes[0]);
    k->triangle = triangle;
    k->points.count = 0;
    fs__candidates3_set_load(&k->points, load, k->axes[0], k->axes[1], fs__vec3_make(0, 0, 0));
}

/* A corner of the moving shape keeps its id from one triangle to the next; all other points belong to their triangle. */
static uint32_t id_on(uint32_t id, uint32_t triangle)
{
    uint32_t in = id >> LABEL_BITS, out = id & ((1u << LABEL_BITS) - 1);
    bool own_corner = in < FS__FEATURE3_LABELS && out < FS__FEATURE3_LABELS;
    return own_corner ? id : id ^ (triangle + 1) * 0x9E3779B1u;
}

static bool is_same_point(const struct fs__candidate3 *c, struct fs__vec3 p, uint32_t id)
{
    struct fs__vec3 d = fs__vec3_sub(c->point, p);
    return c->id == id || (fs_abs64(d.x) < SAME_PLACE && fs_abs64(d.y) < SAME_PLACE && fs_abs64(d.z) < SAME_PLACE);
}

/* Triangles report the same point where they meet. Of points with one id, or within 2^-12 m, the deepest stays. */
static void add_point(struct cluster *k, fs_rel3 point, fs_rel separation, uint32_t id)
{
    struct fs__candidates3 *c = &k->points;
    struct fs__vec3 p = fs__vec3_from_rel(point);
    unsigned i = 0;
    while (i < c->count && !is_same_point(&c->v[i], p, id))
        i++;
    if (i < c->count && c->v[i].separation <= separation)
        return;
    if (i == FS__CLIP3_MAX_POINTS) {
        fs__candidates3_keep_four(c);
        i = c->count;
    }
    c->v[i] = (struct fs__candidate3){ p, fs_round_shift64_sym(fs__geometry3_dot(k->axes[0], p), FS_UNIT_FRAC),
                                       fs_round_shift64_sym(fs__geometry3_dot(k->axes[1], p), FS_UNIT_FRAC), separation,
                                       id };
    if (i == c->count)
        c->count++;
}

/* From here on like normals are one: that of the first cluster. */
static void relax(struct clusters *c)
{
    unsigned kept = 0;
    c->relaxed = true;
    for (unsigned i = 0; i < c->count; i++) {
        struct cluster *into = find_cluster(c, kept, c->v[i].normal);
        if (into == NULL) {
            if (kept < i)
                c->v[kept] = c->v[i];
            kept++;
            continue;
        }
        for (unsigned k = 0; k < c->v[i].points.count; k++) {
            const struct fs__candidate3 *p = &c->v[i].points.v[k];
            add_point(into, fs__vec3_to_rel(p->point), fs_sat32(p->separation), p->id);
        }
    }
    c->count = kept;
}

/* Each face has its own normal: on that of a neighbour a body would be pushed up a slope without losing speed. Only what lies on more than
 * four faces takes like ones for one. */
static struct cluster *cluster_of(struct clusters *c, fs_unit3 n, fs_rel separation, uint32_t triangle)
{
    struct cluster *k = find_cluster(c, c->count, n);
    if (k == NULL && c->count == FS__GROUND3_MAX_CLUSTERS && !c->relaxed && !c->one_point) {
        relax(c);
        k = find_cluster(c, c->count, n);
    }
    if (k != NULL)
        return k;
    k = c->count == FS__GROUND3_MAX_CLUSTERS ? replaced_place(c, separation) : &c->v[c->count++];
    if (k != NULL)
        begin_cluster(k, n, triangle, c->load);
    return k;
}

static void add_manifold(struct clusters *c, const struct fs__manifold3 *m, uint32_t triangle)
{
    fs_rel least = FS_REL_MAX;
    for (unsigned i = 0; i < m->count; i++)
        least = fs_min32(least, m->separation[i]);
    struct cluster *k = m->count > 0 ? cluster_of(c, m->normal, least, triangle) : NULL;
    for (unsigned i = 0; k != NULL && i < m->count; i++)
        add_point(k, m->point[i], m->separation[i], id_on(m->id[i], triangle));
}

/* ---- corners -------------------------------------------------------------------------------------------------- */

/* A contact with a corner of a triangle is real only where no face or edge that ends there is touched: those are nearer, and
 * the corner's normal would catch what slides along them. So contacts with corners wait until all others are known. */
enum { MAX_COVERED = 96, MAX_WAITING = 16 };

struct waiting {
    struct fs__manifold3 manifold;
    fs_pos3 corner;
    uint32_t triangle;
};

struct corners {
    fs_pos3 covered[MAX_COVERED]; /* ends of touched faces and edges; further ones are left out */
    struct waiting waiting[MAX_WAITING];
    unsigned covered_count, waiting_count;
};

static void cover(struct corners *c, fs_pos3 corner)
{
    if (c->covered_count < MAX_COVERED)
        c->covered[c->covered_count++] = corner;
}

static bool is_covered(const struct corners *c, fs_pos3 corner)
{
    for (unsigned i = 0; i < c->covered_count; i++)
        if (fs_pos3_eq(c->covered[i], corner))
            return true;
    return false;
}

/* False for a contact with a corner, which now waits. */
static bool sort_out(struct corners *c, const struct fs__triangle3 *t, const struct fs__manifold3 *m)
{
    unsigned touched = m->reference == FS__REFERENCE3_FACE_A ? 7 : fs__triangle3_touched_corners(t, m->normal);
    if ((touched & (touched - 1)) != 0) {
        for (unsigned k = 0; k < 3; k++)
            if (touched & 1u << k)
                cover(c, t->corner[k]);
        return true;
    }
    unsigned k = touched == 1 ? 0 : touched == 2 ? 1 : 2;
    if (c->waiting_count < MAX_WAITING)
        c->waiting[c->waiting_count++] = (struct waiting){ *m, t->corner[k], t->row };
    return false;
}

static void add_corners(const struct corners *c, struct clusters *out)
{
    for (unsigned i = 0; i < c->waiting_count; i++)
        if (!is_covered(c, c->waiting[i].corner))
            add_manifold(out, &c->waiting[i].manifold, c->waiting[i].triangle);
}

static void write_manifolds(struct clusters *c, struct fs__ground3_contacts *out)
{
    out->count = c->count;
    for (unsigned i = 0; i < c->count; i++) {
        fs__candidates3_reduce(&c->v[i].points, &out->manifold[i]);
        out->manifold[i].normal = c->v[i].normal;
        out->manifold[i].reference = FS__REFERENCE3_FACE_A;
        out->triangle[i] = c->v[i].triangle;
    }
}

static void collide_plane(const struct fs__plane3 *plane, const struct fs__ground3_probe *probe,
                          struct fs__ground3_contacts *out)
{
    memset(out, 0, sizeof *out);
    fs__plane3_collide(plane, probe, &out->manifold[0]);
    out->count = out->manifold[0].count > 0;
}

void fs__ground3_collide(const struct fs__ground3_source *source, const struct fs__ground3_probe *probe,
                         struct fs__ground3_contacts *out)
{
    if (source->plane != NULL) {
        collide_plane(source->plane, probe, out);
        return;
    }
    struct clusters clusters;
    struct corners corners;
    struct fs__triangle3 t;
    fs_aabb3 box = probe->sweep != NULL ? probe->sweep->box : box_of(probe);
    struct fs__core3 b;
    fs__core3_place(&b, probe->geometry, &probe->window.b);
    struct fs__vec3 corner[8];
    fs__core3_place_corners(&b, corner);
    b.load = clusters.load = probe->load;
    clusters.one_point = probe->geometry->kind == FS_GEOMETRY3_SPHERE;
    clusters.relaxed = false;
    clusters.count = corners.covered_count = corners.waiting_count = 0;
    memset(out, 0, sizeof *out);
    for (struct fs__ground3_cursor cursor = fs__ground3_begin(); source->next(source->ground, box, &cursor, &t);) {
        struct fs__manifold3 m;
        fs__triangle3_collide(&t, probe, &b, &m);
        if (m.count > 0 && sort_out(&corners, &t, &m))
            add_manifold(&clusters, &m, t.row);
    }
    add_corners(&corners, &clusters);
    write_manifolds(&clusters, out);
}

/* ---- paths ----------------------------------------------------------------------------------------------------- */

static void keep_earlier(struct fs__ground3_hit *best, struct fs__ground3_hit hit)
{
    if (hit.hit && (!best->hit || hit.fraction < best->fraction))
        *best = hit;
}

static struct fs__ground3_hit no_hit(void)
{
    return (struct fs__ground3_hit){ .hit = false, .fraction = FS_UNIT_ONE };
}

static fs_pos3 point_along(fs_pos3 origin, fs_pos3 way, unsigned part, unsigned parts)
{
    return fs_pos3_add(origin, fs_pos3_make(fs_muldiv64(way.x, part, parts), fs_muldiv64(way.y, part, parts),
                                            fs_muldiv64(way.z, part, parts)));
}

static unsigned pieces_of(fs_pos3 way)
{
    uint64_t longest = fs_max_u64(fs_max_u64(fs_uabs64(way.x), fs_uabs64(way.y)), fs_uabs64(way.z));
    return (unsigned)fs_min_u64(longest / (uint64_t)RAY_PIECE + 1, RAY_PIECES);
}

/* Piece by piece, so that a long ray does not look at all triangles of the box around it. */
struct fs__ground3_hit fs__ground3_raycast(const struct fs__ground3_source *source, fs_pos3 origin, fs_pos3 translation)
{
    struct fs__ground3_hit best = no_hit();
    struct fs__triangle3 t;
    if (source->plane != NULL)
        return fs__plane3_raycast(source->plane, origin, translation);
    unsigned pieces = pieces_of(translation);
    for (unsigned i = 0; i < pieces; i++) {
        fs_pos3 from = point_along(origin, translation, i, pieces),
                to = point_along(origin, translation, i + 1, pieces);
        fs_aabb3 box = { fs_pos3_min(from, to), fs_pos3_max(from, to) };
        for (struct fs__ground3_cursor cursor = fs__ground3_begin(); source->next(source->ground, box, &cursor, &t);)
            keep_earlier(&best, fs__triangle3_raycast(&t, origin, translation));
        if (best.hit && best.fraction <= (int64_t)FS_UNIT_ONE * (i + 1) / pieces)
            break;
    }
    return best;
}

struct fs__ground3_hit fs__ground3_cast(const struct fs__ground3_source *source, const struct fs__ground3_probe *probe,
                                        fs_rel3 translation)
{
    struct fs__ground3_hit best = no_hit();
    struct fs__triangle3 t;
    if (source->plane != NULL)
        return fs__plane3_cast(source->plane, probe, translation);
    fs_aabb3 box = wider_box(moved_box(box_of(probe), translation), FS_GEOMETRY3_TOLERANCE);
    for (struct fs__ground3_cursor cursor = fs__ground3_begin(); source->next(source->ground, box, &cursor, &t);)
        keep_earlier(&best, fs__triangle3_cast(&t, probe, translation));
    return best;
}

static bool is_overlap(struct fs__ground3_hit hit)
{
    return hit.hit && hit.fraction == 0 && fs_unit3_is_zero(hit.normal);
}

/* A squared difference, Q52. */
static int64_t square_of(int64_t a, int64_t b)
{
    int64_t d = fs_asr64(a - b, 4);
    return d * d;
}

/* 1 - cos(half the turn), half the squared chord between two rotations, rounded up; Q52. */
static int64_t bulge_of(fs_quat p, fs_quat q)
{
    int64_t near = square_of(p.x, q.x) + square_of(p.y, q.y) + square_of(p.z, q.z) + square_of(p.w, q.w),
            far = square_of(p.x, -(int64_t)q.x) + square_of(p.y, -(int64_t)q.y) + square_of(p.z, -(int64_t)q.z) +
                  square_of(p.w, -(int64_t)q.w);
    return fs_min64(near, far) / 2 + (1 << 29);
}

/* A point turns along an arc, which leaves the line between its ends by its radius times 1 - cos(half the turn) at most. */
static struct fs__ground3_path path_of(const struct fs__ground3_probe *probe, fs_transform3 to, fs_rel extent)
{
    struct fs__ground3_path path = { .sweep = fs__sweep3_make(probe->window.b, to, extent),
                                     .from_place = probe->window.b.p,
                                     .to_place = to.p };
    fs__core3_place(&path.from, probe->geometry, &probe->window.b);
    fs__core3_place(&path.to, probe->geometry, &to);
    path.stray = fs_mul64(extent, bulge_of(probe->window.b.q, to.q), 52) + FS_GEOMETRY3_TOLERANCE + 1;
    return path;
}

/* Triangles whose time of impact takes closest points wait until all others are known: most of them are met later, or, on
 * flat ground, with them. */
enum { MAX_POSTPONED = 16 };

struct search {
    const struct fs__ground3_probe *probe;
    struct fs__ground3_path path;
    struct fs__ground3_hit best, overlap; /* overlap: from the start */
    struct postponed {
        struct fs__triangle3 triangle;
        struct fs__ground3_approach approach;
    } postponed[MAX_POSTPONED];
    unsigned count;
};

static void try_postponed(struct search *s)
{
    for (unsigned i = 0; i < s->count; i++) {
        const struct postponed *p = &s->postponed[i];
        if (s->best.hit && p->approach.time >= s->best.fraction)
            continue;
        struct fs__ground3_hit hit = fs__triangle3_time_of_impact(&p->triangle, s->probe, &s->path, &p->approach,
                                                                  s->best.fraction);
        keep_earlier(is_overlap(hit) ? &s->overlap : &s->best, hit);
    }
    s->count = 0;
}

static void try_triangle(struct search *s, const struct fs__triangle3 *t)
{
    struct fs__ground3_approach a = fs__triangle3_approach(t, s->probe, &s->path, s->best.fraction);
    if (a.passed)
        return;
    if (a.certain) {
        keep_earlier(&s->best, (struct fs__ground3_hit){ true, a.time, a.normal, t->row });
        return;
    }
    s->postponed[s->count++] = (struct postponed){ *t, a };
    if (s->count == MAX_POSTPONED)
        try_postponed(s);
}

struct fs__ground3_hit fs__ground3_time_of_impact(const struct fs__ground3_source *source,
                                                  const struct fs__ground3_probe *probe, fs_transform3 to)
{
    struct search s;
    struct fs__triangle3 t;
    if (source->plane != NULL)
        return fs__plane3_time_of_impact(source->plane, probe, to);
    fs_rel extent = fs_geometry3_extent(probe->geometry, fs_rel3_zero()),
           reach = fs_sat32_add(extent, FS_GEOMETRY3_TOLERANCE);
    s.probe = probe;
    s.path = path_of(probe, to, extent);
    s.best = s.overlap = no_hit();
    s.count = 0;
    fs_pos3 from = fs_pos3_add_rel(probe->window.origin, probe->window.b.p),
            end = fs_pos3_add_rel(probe->window.origin, to.p);
    fs_aabb3 box = wider_box((fs_aabb3){ fs_pos3_min(from, end), fs_pos3_max(from, end) }, reach);
    for (struct fs__ground3_cursor cursor = fs__ground3_begin(); source->next(source->ground, box, &cursor, &t);)
        try_triangle(&s, &t);
    try_postponed(&s);
    return s.best.hit ? s.best : s.overlap;
}

/* ---- distances -------------------------------------------------------------------------------------------------- */

bool fs__ground3_overlaps(const struct fs__ground3_source *source, const struct fs__ground3_probe *probe)
{
    struct fs__triangle3 t;
    fs_rel3 point;
    fs_unit3 normal;
    fs_aabb3 box = box_of(probe);
    if (source->plane != NULL)
        return fs__plane3_distance(source->plane, probe, &point, &normal) == 0;
    for (struct fs__ground3_cursor cursor = fs__ground3_begin(); source->next(source->ground, box, &cursor, &t);)
        if (fs__triangle3_overlaps(&t, probe))
            return true;
    return false;
}

fs_rel fs__ground3_distance(const struct fs__ground3_source *source, const struct fs__ground3_probe *probe,
                            fs_rel3 *point, fs_unit3 *normal)
{
    struct fs__triangle3 t;
    fs_rel best = FS_REL_MAX;
    if (source->plane != NULL)
        return fs__plane3_distance(source->plane, probe, point, normal);
    fs_aabb3 box = box_of(probe);
    for (struct fs__ground3_cursor cursor = fs__ground3_begin(); source->next(source->ground, box, &cursor, &t);) {
        fs_rel3 p;
        fs_unit3 n;
        fs_rel distance = fs__triangle3_distance(&t, probe, &p, &n);
        if (distance > probe->margin || distance >= best)
            continue;
        best = distance;
        *point = p;
        *normal = n;
    }
    return best;
}
