/* motion.c: motions of bodies through one tick, and their times of impact; see motion.h.
 *
 * Paths are tested in pieces that are short against the range of a difference of positions and against the part of a large
 * shape that is looked at.
 */
#include "physics3d/contact/motion.h"

#include "physics3d/body/body.h"
#include "physics3d/body/surface.h"

/* Longest piece of a path (m), and most pieces. */
#define PIECE ((fs_pos)4 * FS_POS_ONE)
/* Largest turn of a piece (rad, Q30): the path of a point between two frames is taken as straight. */
#define PIECE_TURN ((uint64_t)FS_UNIT_ONE / 4)
enum { MAX_PIECES = 256 };

struct fs__motion3 fs__motion3_still(fs_pose3 pose)
{
    return (struct fs__motion3){ pose, pose, FS_UNIT_ONE };
}

static fs_pos between(fs_pos from, fs_pos to, fs_unit t)
{
    return fs_sat64_add(from, fs_mul64(fs_sat64_sub(to, from), t, FS_UNIT_FRAC));
}

static fs_unit mix(fs_unit a, fs_unit b, fs_unit t)
{
    int64_t sum = (int64_t)a * (FS_UNIT_ONE - t) + (int64_t)b * t;
    return fs_sat32(fs_round_shift64_sym(sum, FS_UNIT_FRAC));
}

static fs_quat mix_rotations(fs_quat a, fs_quat b, fs_unit t)
{
    int64_t dot = fs_sat64_add(fs_dot2_raw(a.x, a.y, b.x, b.y), fs_dot2_raw(a.z, a.w, b.z, b.w));
    if (dot < 0)
        b = fs_quat_make(fs_sat32_neg(b.x), fs_sat32_neg(b.y), fs_sat32_neg(b.z), fs_sat32_neg(b.w));
    return fs_quat_normalise(fs_quat_make(mix(a.x, b.x, t), mix(a.y, b.y, t), mix(a.z, b.z, t), mix(a.w, b.w, t)));
}

fs_pose3 fs__motion3_pose(const struct fs__motion3 *m, fs_unit time)
{
    if (time >= m->stop)
        return m->to;
    if (time <= 0)
        return m->from;
    fs_unit t = (fs_unit)(((int64_t)time << FS_UNIT_FRAC) / m->stop);
    fs_pose3 pose = { fs_pos3_make(between(m->from.pos.x, m->to.pos.x, t), between(m->from.pos.y, m->to.pos.y, t),
                                   between(m->from.pos.z, m->to.pos.z, t)),
                      mix_rotations(m->from.rot, m->to.rot, t) };
    return pose;
}

fs_geometry3 fs__shape3_about_centre(const struct fs_world3 *w, uint32_t row)
{
    fs_geometry3 geometry;
    FS_ASSERT(!fs__shape3_is_large(w, row));
    fs__shape3_load_geometry(w, row, &geometry, NULL);
    geometry.centre = fs_rel3_sub(geometry.centre, w->body.centre[w->shape.body[row]]);
    return geometry;
}

/* An upper bound of the turn (rad, Q30): angles are below 2.1 |xyz| up to a radian, and below pi/2 of it beyond. */
static uint64_t turn_of(const struct fs__motion3 *m)
{
    fs_quat q = fs_quat_mul(m->to.rot, fs_quat_conj(m->from.rot));
    return 3 * ((uint64_t)fs_uabs32(q.x) + fs_uabs32(q.y) + fs_uabs32(q.z));
}

static uint32_t count_pieces(const struct fs__motion3 *m)
{
    uint64_t x = fs_absdiff64(m->from.pos.x, m->to.pos.x), y = fs_absdiff64(m->from.pos.y, m->to.pos.y),
             z = fs_absdiff64(m->from.pos.z, m->to.pos.z);
    uint64_t most = fs_max_u64(x, fs_max_u64(y, z)) / (uint64_t)PIECE, turns = turn_of(m) / PIECE_TURN;
    return (uint32_t)fs_min_u64(fs_max_u64(most, turns) + 1, MAX_PIECES);
}

/* A piece of the tick, from time t0 to t1: the obstacle, which is at those poses then, and the shape. */
struct piece {
    const struct fs__obstacle3 *obstacle;
    const fs_geometry3 *shape;
    const struct fs__motion3 *motion;
    fs_unit t0, t1;
    fs_geometry3 geometry;
    bool is_surface;
    struct fs__shape3_ground ground; /* of a surface */
    fs_pose3 large_at;
};

static void load_large(struct piece *p, fs_pos3 near)
{
    const struct fs__obstacle3 *o = p->obstacle;
    p->is_surface = fs__shape3_is_surface(o->w, o->shape);
    if (!p->is_surface) {
        fs_shape3_geometry_near(o->w, o->shape, near, &p->geometry, NULL, &p->large_at);
        return;
    }
    fs__shape3_load_ground(o->w, o->shape, near, &p->ground);
    p->large_at = p->ground.pose;
}

/* False when nothing of the obstacle is near. */
static bool load_piece(struct piece *p)
{
    p->geometry = p->obstacle->geometry;
    p->is_surface = false;
    if (p->obstacle->is_large)
        load_large(p, fs__motion3_pose(p->motion, p->t0 + (p->t1 - p->t0) / 2).pos);
    return p->is_surface || p->geometry.kind != 0;
}

static fs_transform3 frame_at(const struct piece *p, fs_unit t)
{
    fs_pose3 at = p->obstacle->is_large ? p->large_at : fs__motion3_pose(&p->obstacle->motion, t);
    return fs_transform3_between(at, fs__motion3_pose(p->motion, t));
}

/* The least coordinate of the shape along a normal of the obstacle, Q26. */
static int64_t nearest_along(const fs_geometry3 *shape, fs_transform3 f, fs_unit3 normal)
{
    fs_unit3 back = fs_unit3_neg(fs_quat_unit(fs_quat_conj(f.q), normal));
    fs_rel3 p = fs_rel3_add(f.p, fs_quat_rel(f.q, fs_geometry3_support(shape, back)));
    return fs_round_shift64_sym(fs_unit3_dot_rel3(normal, p), FS_UNIT_FRAC);
}

static fs_cast_hit3 find_hit(const struct piece *p, fs_transform3 from, fs_transform3 to)
{
    if (!p->is_surface)
        return fs_geometry3_time_of_impact(&p->geometry, p->shape, from, to);
    const struct fs__ground3_probe probe = fs__shape3_probe(&p->ground, p->shape, from, 0);
    struct fs__ground3_hit hit = fs__ground3_time_of_impact(&p->ground.surface.source, &probe, to);
    return (fs_cast_hit3){ .hit = hit.hit, .fraction = hit.fraction, .normal = hit.normal };
}

static bool overlaps_at(const struct piece *p, fs_unit time)
{
    fs_transform3 at = frame_at(p, time);
    if (!p->is_surface)
        return fs_geometry3_distance(&p->geometry, p->shape, at).distance == 0;
    const struct fs__ground3_probe probe = fs__shape3_probe(&p->ground, p->shape, at, 0);
    return fs__ground3_overlaps(&p->ground.surface.source, &probe);
}

/* The last time, from a found time of impact back to t0, at which they do not overlap: the bodies do not move straight. */
static fs_unit step_back(const struct piece *p, fs_unit time)
{
    for (int64_t step = (p->t1 - p->t0) / 128 + 1; time > p->t0; step *= 2) {
        if (!overlaps_at(p, time))
            return time;
        time = (fs_unit)fs_max64(time - step, p->t0);
    }
    return time;
}

/* The time of impact in this piece. Shapes that almost touch at its start and part at first may meet later in it: then
 * the rest of the piece is searched. */
static fs_unit find_impact_in(struct piece *p, bool *overlap)
{
    for (int64_t skip = (p->t1 - p->t0) / 16 + 1; p->t0 < p->t1; skip *= 2) {
        fs_transform3 from = frame_at(p, p->t0);
        fs_cast_hit3 hit = find_hit(p, from, frame_at(p, p->t1));
        if (!hit.hit)
            return FS_UNIT_MAX;
        *overlap = hit.fraction == 0 && fs_unit3_is_zero(hit.normal);
        if (hit.fraction > 0 || *overlap)
            return step_back(p, p->t0 + fs_mul32_sym(p->t1 - p->t0, hit.fraction, FS_UNIT_FRAC));
        fs_unit soon = (fs_unit)fs_min64(p->t0 + skip, p->t1);
        if (nearest_along(p->shape, frame_at(p, soon), hit.normal) < nearest_along(p->shape, from, hit.normal))
            return p->t0;
        p->t0 = soon;
    }
    return FS_UNIT_MAX;
}

fs_unit fs__motion3_find_impact(const struct fs__obstacle3 *o, const fs_geometry3 *shape,
                                const struct fs__motion3 *motion, bool *overlap)
{
    uint32_t pieces = fs_max_u32(count_pieces(motion), count_pieces(&o->motion));
    struct piece p = { .obstacle = o, .shape = shape, .motion = motion };
    *overlap = false;
    for (uint32_t k = 0; k < pieces; k++) {
        p.t0 = (fs_unit)((int64_t)FS_UNIT_ONE * k / pieces);
        p.t1 = (fs_unit)((int64_t)FS_UNIT_ONE * (k + 1) / pieces);
        if (!load_piece(&p))
            continue;
        fs_unit time = find_impact_in(&p, overlap);
        *overlap &= k == 0 && time == 0;
        if (time != FS_UNIT_MAX)
            return time;
    }
    return FS_UNIT_MAX;
}
