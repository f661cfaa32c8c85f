/* time_of_impact.c: times of impact of two shapes that both move and turn.
 *
 * A tick is cut into pieces in which neither moves or turns far, so that fs_geometry2_time_of_impact() can take the path
 * between two frames as straight, and every frame fits its format.
 */
#include "physics2d/geometry/time_of_impact.h"

#include <fixstep/trig.h>

#include "physics2d/geometry/geometry_math.h"

#define ONE_OVER_TWO_PI ((int64_t)683565276) /* Q32 */
/* Largest turn of a piece (rad): fs_geometry2_time_of_impact() turns along the chord, which is right to 2e-5 rad then. */
#define PIECE_TURN (FS_REL_ONE / 8)
#define PIECE_DISTANCE (8 * FS_POS_ONE)
enum { MAX_PIECES = 512 };

/* ---- motions ------------------------------------------------------------------------------------------------ */

static fs_pos part_way(fs_pos from, fs_pos to, fs_unit share)
{
    return fs_sat64_add(from, fs_mul64(fs_sat64_sub(to, from), share, FS_UNIT_FRAC));
}

static fs_rot2 turn_by(fs_rot2 q, int64_t angle)
{
    uint32_t turn = (uint32_t)(uint64_t)fs_round_shift64_sym(angle * ONE_OVER_TWO_PI, FS_REL_FRAC);
    return fs_rot2_normalise(fs_rot2_mul(q, fs_rot2_from_turn(turn)));
}

fs_pose2 fs__motion2_pose(const struct fs__motion2 *m, fs_unit time)
{
    if (time >= m->stop)
        return m->to;
    if (time <= 0)
        return m->from;
    fs_unit share = fs_unit_from_ratio(time, m->stop);
    fs_pose2 pose = { { part_way(m->from.pos.x, m->to.pos.x, share), part_way(m->from.pos.y, m->to.pos.y, share) },
                      m->from.rot };
    if (m->turned != 0)
        pose.rot = turn_by(pose.rot, fs_round_shift64_sym((int64_t)m->turned * share, FS_UNIT_FRAC));
    return pose;
}

/* ---- cores -------------------------------------------------------------------------------------------------- */

static fs_rel2 inner_point(const fs_geometry2 *s)
{
    int64_t x = 0, y = 0;
    for (unsigned i = 0; i < s->count; i++) {
        x += s->corner[i].x;
        y += s->corner[i].y;
    }
    return fs_rel2_make((fs_rel)fs_div64_round(x, s->count), (fs_rel)fs_div64_round(y, s->count));
}

static fs_rel depth_of(const fs_geometry2 *s, unsigned edge, fs_rel2 p)
{
    return fs__geometry2_rel_from_q56(fs__geometry2_dot_difference(s->normal[edge], s->corner[edge], p));
}

/* The corner moved inward so that both its edges move by d: d (n + m) / (1 + n.m). A sharp corner moves less far, as
 * if the angle were wider. */
static fs_rel2 inset(const fs_geometry2 *s, unsigned i, fs_rel d)
{
    fs_unit2 n = s->normal[i], m = s->normal[(i + s->count - 1u) % s->count];
    int64_t cosine = fs_round_shift64_sym((int64_t)n.x * m.x + (int64_t)n.y * m.y, FS_UNIT_FRAC);
    int64_t share = fs_max64(FS_UNIT_ONE + cosine, FS_UNIT_ONE / 8);
    return fs_rel2_sub(s->corner[i], fs_rel2_make(fs_sat32(fs_muldiv64((int64_t)n.x + m.x, d, share)),
                                                  fs_sat32(fs_muldiv64((int64_t)n.y + m.y, d, share))));
}

/* Moves p towards the inner point until it lies at least d deep below every edge. */
static fs_rel2 move_inward(const fs_geometry2 *s, fs_rel2 p, fs_rel2 inner, fs_rel d)
{
    for (unsigned i = 0; i < s->count; i++) {
        int64_t missing = (int64_t)d - depth_of(s, i, p),
                available = (int64_t)depth_of(s, i, inner) - depth_of(s, i, p);
        if (missing <= 0 || available <= 0)
            continue;
        missing = fs_min64(missing, available);
        p = fs_rel2_make(fs_sat32(p.x + fs_muldiv64((int64_t)inner.x - p.x, missing, available)),
                         fs_sat32(p.y + fs_muldiv64((int64_t)inner.y - p.y, missing, available)));
    }
    return p;
}

fs_rel fs__geometry2_thickness(const fs_geometry2 *s)
{
    if (s->count < 3)
        return s->radius;
    fs_rel2 inner = inner_point(s);
    fs_rel least = FS_REL_MAX;
    for (unsigned i = 0; i < s->count; i++)
        least = fs_min32(least, depth_of(s, i, inner));
    return fs_sat32_add(fs_max32(least, 0), s->radius);
}

fs_geometry2 fs__geometry2_shrink(const fs_geometry2 *s, fs_rel off)
{
    fs_geometry2 r = *s;
    fs_rel rest = s->count < 3 ? 0 : fs_max32(off - s->radius, 0);
    r.radius = fs_max32(s->radius - off, 0);
    if (rest == 0)
        return r;
    fs_rel2 inner = inner_point(s);
    for (unsigned i = 0; i < s->count; i++)
        r.corner[i] = move_inward(s, inset(s, i, rest), inner, rest);
    return r;
}

struct fs__toi2_core fs__toi2_core_init(const fs_geometry2 *s)
{
    struct fs__toi2_core core = { .inner_point = { .kind = FS_GEOMETRY2_CIRCLE, .count = 1 },
                                  .thickness = fs__geometry2_thickness(s) };
    core.inner_point.corner[0] = inner_point(s);
    core.shape = fs__geometry2_shrink(s, core.thickness / 2);
    return core;
}

/* ---- impact ------------------------------------------------------------------------------------------------- */

/* How a part of the tick is cut into pieces, and how far the bodies may approach each other in a piece (m). */
struct cut {
    int64_t pieces;
    fs_pos travel;
};

static struct cut choose_cut(const struct fs__motion2 *a, const struct fs__motion2 *b, fs_unit from, fs_unit to)
{
    fs_pos2 a0 = fs__motion2_pose(a, from).pos, a1 = fs__motion2_pose(a, to).pos;
    fs_pos2 b0 = fs__motion2_pose(b, from).pos, b1 = fs__motion2_pose(b, to).pos;
    fs_pos x = fs_sat64_sub(fs_sat64_sub(b1.x, b0.x), fs_sat64_sub(a1.x, a0.x));
    fs_pos y = fs_sat64_sub(fs_sat64_sub(b1.y, b0.y), fs_sat64_sub(a1.y, a0.y));
    fs_pos most = fs_max64(fs_abs64(x), fs_abs64(y)) / 2;
    int64_t turn = fs_abs64((int64_t)b->turned - a->turned) / PIECE_TURN;
    struct cut cut = { fs_min64(fs_max64(turn, most / (PIECE_DISTANCE / 2)) + 1, MAX_PIECES), 0 };
    cut.travel = 4 * (most / cut.pieces) + FS_POS_ONE;
    return cut;
}

/* Too far apart to meet in a piece. */
static bool is_far_apart(fs_rel reach, fs_pos travel, fs_pos2 a, fs_pos2 b)
{
    return fs_pos2_dist_sq_cmp(a, b, fs_sat64_add(reach * ((fs_pos)1 << (FS_POS_FRAC - FS_REL_FRAC)), travel)) > 0;
}

/* The least coordinate of b along a's normal, Q56. */
static int64_t nearest_along(const fs_geometry2 *b, fs_frame2 f, fs_unit2 normal)
{
    int64_t least = INT64_MAX;
    for (unsigned i = 0; i < b->count; i++)
        least = fs_min64(least, fs__geometry2_dot_difference(normal, fs__geometry2_transform_point(f, b->corner[i]),
                                                             fs_rel2_zero()));
    return least;
}

/* A piece of the motions, from time t0 to t1. */
struct piece {
    const fs_geometry2 *a, *b;
    const struct fs__motion2 *motion_a, *motion_b;
    const struct fs__large2
        *large; /* not NULL: `a` is its part near b, and motion_a stands at the frame of that part */
    fs_unit t0, t1;
};

static fs_frame2 frame_at(const struct piece *p, fs_unit t)
{
    return fs_frame2_between(fs__motion2_pose(p->motion_a, t), fs__motion2_pose(p->motion_b, t));
}

/* The time of impact in this piece. Shapes that almost touch at its start and part at first may meet later in it: then
 * the rest of the piece is searched. */
static fs_unit find_impact_in(struct piece p, bool *overlap)
{
    enum { LOOKS = 4 };
    for (int look = 0; look < LOOKS; look++) {
        fs_frame2 from = frame_at(&p, p.t0);
        fs_cast_hit2 hit = fs_geometry2_time_of_impact(p.a, p.b, from, frame_at(&p, p.t1));
        if (!hit.hit)
            return FS_UNIT_MAX;
        *overlap = hit.fraction == 0 && fs_unit2_is_zero(hit.normal);
        if (hit.fraction > 0 || *overlap)
            return fs_sat32(p.t0 + fs_round_shift64_sym((int64_t)(p.t1 - p.t0) * hit.fraction, FS_UNIT_FRAC));
        fs_unit soon = p.t0 + (p.t1 - p.t0) / 16;
        if (nearest_along(p.b, frame_at(&p, soon), hit.normal) < nearest_along(p.b, from, hit.normal))
            return p.t0;
        p.t0 = soon;
    }
    return FS_UNIT_MAX;
}

/* A large shape near b. */
struct near_part {
    struct fs__window2 window;
    struct fs__motion2 motion;
};

/* The part of the large shape around the position of b at t0; false: it is empty. */
static bool load_near_part(struct piece *p, fs_pose2 pose, struct near_part *near)
{
    fs_pos2 b = fs__motion2_pose(p->motion_b, p->t0).pos;
    fs_pos2 to_b = fs_pos2_make(fs_sat64_sub(b.x, pose.pos.x), fs_sat64_sub(b.y, pose.pos.y));
    fs__large2_cut_window(p->large, fs__rot2_inv_pos(pose.rot, to_b), &near->window);
    near->motion = (struct fs__motion2){ .from = { b, pose.rot }, .to = { b, pose.rot }, .stop = FS_UNIT_ONE };
    p->a = &near->window.geometry;
    p->motion_a = &near->motion;
    return near->window.geometry.count > 0;
}

/* Both motions are uniform from time `from` to `to`. */
static fs_unit find_impact_between(struct piece p, fs_unit from, fs_unit to, bool *overlap)
{
    const struct cut cut = choose_cut(p.motion_a, p.motion_b, from, to);
    const fs_pose2 pose_a = p.motion_a->from;
    fs_rel reach = p.large != NULL ? 0
                                   : fs_sat32_add(fs_geometry2_extent(p.a, fs_rel2_zero()),
                                                  fs_geometry2_extent(p.b, fs_rel2_zero()));
    struct near_part near;
    for (int64_t k = 0; k < cut.pieces; k++) {
        p.t0 = (fs_unit)(from + (int64_t)(to - from) * k / cut.pieces);
        p.t1 = (fs_unit)(from + (int64_t)(to - from) * (k + 1) / cut.pieces);
        if (p.large != NULL ? !load_near_part(&p, pose_a, &near)
                            : is_far_apart(reach, cut.travel, fs__motion2_pose(p.motion_a, p.t0).pos,
                                           fs__motion2_pose(p.motion_b, p.t0).pos))
            continue;
        fs_unit time = find_impact_in(p, overlap);
        *overlap = *overlap && p.t0 == 0;
        if (time != FS_UNIT_MAX)
            return time;
    }
    return FS_UNIT_MAX;
}

/* Nothing moves after the later stop; before it the motions are uniform up to the earlier stop and from there on. */
static fs_unit find_impact(const struct piece *p, bool *overlap)
{
    FS_ASSERT(p->motion_a->stop >= 0 && p->motion_a->stop <= FS_UNIT_ONE);
    FS_ASSERT(p->motion_b->stop >= 0 && p->motion_b->stop <= FS_UNIT_ONE);
    fs_unit bend = fs_min32(p->motion_a->stop, p->motion_b->stop), end = fs_max32(p->motion_a->stop, p->motion_b->stop);
    fs_unit time = FS_UNIT_MAX;
    *overlap = false;
    if (bend > 0)
        time = find_impact_between(*p, 0, bend, overlap);
    if (time == FS_UNIT_MAX && end > bend)
        time = find_impact_between(*p, bend, end, overlap);
    return time;
}

fs_unit fs__toi2_find(const fs_geometry2 *a, const struct fs__motion2 *motion_a, const fs_geometry2 *b,
                      const struct fs__motion2 *motion_b, bool *overlap)
{
    const struct piece p = { .a = a, .b = b, .motion_a = motion_a, .motion_b = motion_b };
    return find_impact(&p, overlap);
}

fs_unit fs__toi2_find_large(const struct fs__large2 *a, fs_pose2 pose, const fs_geometry2 *b,
                            const struct fs__motion2 *motion_b, bool *overlap)
{
    const struct fs__motion2 still = { .from = pose, .to = pose, .stop = FS_UNIT_ONE };
    const struct piece p = { .b = b, .motion_a = &still, .motion_b = motion_b, .large = a };
    return find_impact(&p, overlap);
}
