/* motion.c: motions of bodies through one tick, and their times of impact; see motion.h.
 *
 * Paths are tested in pieces that are short against the range of a difference of positions and against the part of a large
 * shape that is looked at.
 */
#include "physics3d/contact/motion.h"

#include "physics3d/body/body.h"

/* Longest piece of a path (m), and most pieces. */
#define PIECE ((fs_pos)4 * FS_POS_ONE)
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

static uint32_t count_pieces(const struct fs__motion3 *m)
{
    uint64_t x = fs_absdiff64(m->from.pos.x, m->to.pos.x), y = fs_absdiff64(m->from.pos.y, m->to.pos.y),
             z = fs_absdiff64(m->from.pos.z, m->to.pos.z);
    uint64_t most = fs_max_u64(x, fs_max_u64(y, z));
    return (uint32_t)fs_min_u64(most / (uint64_t)PIECE + 1, MAX_PIECES);
}

/* The obstacle on a piece of the path: its geometry, and where it is from and to. */
struct piece {
    fs_geometry3 geometry;
    fs_pose3 from, to;
};

static void load_piece(const struct fs__obstacle3 *o, fs_pos3 near, fs_unit from, fs_unit to, struct piece *p)
{
    if (o->is_large) {
        fs_shape3_geometry_near(o->w, o->shape, near, &p->geometry, NULL, &p->from);
        p->to = p->from;
        return;
    }
    p->geometry = o->geometry;
    p->from = fs__motion3_pose(&o->motion, from);
    p->to = fs__motion3_pose(&o->motion, to);
}

fs_unit fs__motion3_find_impact(const struct fs__obstacle3 *o, const fs_geometry3 *shape,
                                const struct fs__motion3 *motion, bool *overlap)
{
    uint32_t pieces = fs_max_u32(count_pieces(motion), count_pieces(&o->motion));
    *overlap = false;
    for (uint32_t k = 0; k < pieces; k++) {
        fs_unit from = (fs_unit)((int64_t)FS_UNIT_ONE * k / pieces);
        fs_unit to = (fs_unit)((int64_t)FS_UNIT_ONE * (k + 1) / pieces);
        struct piece p;
        fs_pose3 start = fs__motion3_pose(motion, from), end = fs__motion3_pose(motion, to);
        load_piece(o, fs__motion3_pose(motion, from + (to - from) / 2).pos, from, to, &p);
        if (p.geometry.kind == 0)
            continue;
        fs_cast_hit3 hit = fs_geometry3_time_of_impact(&p.geometry, shape, fs_transform3_between(p.from, start),
                                                       fs_transform3_between(p.to, end));
        if (!hit.hit)
            continue;
        *overlap = k == 0 && hit.fraction == 0 && fs_unit3_is_zero(hit.normal);
        return from + fs_mul32_sym(to - from, hit.fraction, FS_UNIT_FRAC);
    }
    return FS_UNIT_MAX;
}
