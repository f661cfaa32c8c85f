/* narrow_phase.c: manifolds of contacts: kept from the last tick or computed anew.
 *
 * A manifold is kept while the bodies hardly moved and turned against each other since it was computed: normal and arms stay
 * frozen in the axes of the world, and only the separations change. Towers stand because of it: the contacts of a tower that
 * leans a little do not push it further. It also saves most of the time of a pile at rest. Source: contact recycling of
 * Box2D 3.2 and Box3D. Kept and new manifolds differ by bounded amounts, and equally on every machine.
 */
#include "physics2d/dimension.h"

#include <string.h>

#include "base/prefetch.h"
#include "physics2d/body/body.h"
#include "physics2d/contact/speculative.h"
#include "physics2d/solver/contact_block.h"
#include "physics2d/world/world.h"

/* The farthest move of a point of b in the frame of a with which a manifold of two points is kept: in m, and as a share
 * 2^-FACE_SHIFT of the smaller extent. */
#define FACE_PLACE (FS_REL_ONE / 64)
enum { FACE_SHIFT = 4 };
/* The same for fewer points: a corner that is about to lie down, a disc that rolls, or no point yet, which must not come
 * within the margin unnoticed. */
#define POINT_PLACE (FS_REL_ONE / 256)
enum { POINT_SHIFT = 6 };
/* A pair that stands on one point may be tipping or rocking: frozen arms would keep its torque, and a box that rocks on a
 * disc that rolls would be driven by it. It may move and turn by this share of the smaller extent (1/2048). */
enum { TIPPING_SHIFT = 11 };
/* What the roundings of a pair's poses and shapes move at most (m). */
#define ROUNDING (FS_REL_ONE / 16384)

fs_frame2 fs__contact2_frame(const struct fs_world2 *w, const struct fs__contact2_pair *p)
{
    fs_frame2 f = { fs_rot2_inv_rel(p->rot_a, p->anchor_offset), fs_rot2_mul(fs_rot2_conj(p->rot_a), p->rot_b) };
    fs_rel2 a = w->body.centre[p->body_a], b = w->body.centre[p->body_b];
    f.p = fs_rel2_add(f.p, fs_rel2_sub(a, fs_rot2_rel(f.q, b)));
    return f;
}

/* ---- keeping -------------------------------------------------------------------------------------------------- */

static inline bool within(int64_t v, int64_t bound)
{
    return v < bound && v > -bound;
}

/* The move since a manifold was computed: of b from a (m, Q5.26), and the turns of both: cosine less one, sine (Q1.30). */
struct drift {
    int64_t x, y, ca, sa, cb, sb;
};

static const int64_t half = FS_UNIT_ONE / 2;

/* Rounded symmetrically: the sine changes its sign in a mirrored scene. */
static inline int64_t sine(fs_rot2 from, fs_rot2 to)
{
    int64_t v = (int64_t)from.c * to.s - (int64_t)from.s * to.c;
    return fs_asr64(v + half - (v < 0), FS_UNIT_FRAC);
}

static inline int64_t cosine(fs_rot2 from, fs_rot2 to)
{
    return fs_asr64((int64_t)from.c * to.c + (int64_t)from.s * to.s + half, FS_UNIT_FRAC);
}

/* From the poses at which b was at `place` from a. Exact for a move of less than 32 m, however far apart the bodies are. */
static inline struct drift drift_from(fs_rel2 place, fs_rot2 turn_a, fs_rot2 turn_b, const struct fs__body2_snapshot *a,
                                      const struct fs__body2_snapshot *b)
{
    return (struct drift){
        fs__rel_wrap((int64_t)fs__pos_wrapped_sub(b->pos.x, a->pos.x) - place.x),
        fs__rel_wrap((int64_t)fs__pos_wrapped_sub(b->pos.y, a->pos.y) - place.y),
        cosine(turn_a, a->rot) - FS_UNIT_ONE,
        sine(turn_a, a->rot),
        cosine(turn_b, b->rot) - FS_UNIT_ONE,
        sine(turn_b, b->rot),
    };
}

static inline struct drift drift_of(const struct fs__world2_tick *tick, uint32_t c, const struct fs__body2_snapshot *a,
                                    const struct fs__body2_snapshot *b)
{
    const struct fs_contact2_view *k = &tick->w->contact;
    return drift_from(k->anchor_offset[c], k->rotation_a[c], k->rotation_b[c], a, b);
}

static inline bool turns_little(int64_t c, int64_t s, fs_rel extent, int64_t bound)
{
    return within(c * extent, bound) && within(s * extent, bound);
}

static inline bool moved_little(const struct drift *d, const struct fs__body2_snapshot *a,
                                const struct fs__body2_snapshot *b, bool face)
{
    fs_rel smaller = fs_min32(a->extent, b->extent);
    fs_rel bound = face ? fs_min32(FACE_PLACE, smaller >> FACE_SHIFT) : fs_min32(POINT_PLACE, smaller >> POINT_SHIFT);
    int64_t turn = (int64_t)bound << FS_UNIT_FRAC;
    return within(d->x, bound) && within(d->y, bound) && turns_little(d->ca, d->sa, a->extent, turn) &&
           turns_little(d->cb, d->sb, b->extent, turn);
}

/* Q56 to Q30, symmetric: turned scenes have equal separations. */
static inline int64_t to_unit_frac(int64_t v)
{
    return fs_asr64(v + ((int64_t)1 << (FS_REL_FRAC - 1)) - (v < 0), FS_REL_FRAC);
}

/* The separation now of a point at arms from a and b. */
static inline fs_rel separation_now(const struct drift *d, fs_unit2 normal, fs_rel2 arm, fs_rel2 place, fs_rel gap)
{
    int64_t bx = fs__rel_wrap((int64_t)arm.x - place.x), by = fs__rel_wrap((int64_t)arm.y - place.y);
    int64_t x = d->x * FS_UNIT_ONE + d->cb * bx - d->sb * by - d->ca * arm.x + d->sa * arm.y;
    int64_t y = d->y * FS_UNIT_ONE + d->sb * bx + d->cb * by - d->sa * arm.x - d->ca * arm.y;
    int64_t along = fs_sat32(to_unit_frac(x)) * (int64_t)normal.x + fs_sat32(to_unit_frac(y)) * (int64_t)normal.y;
    return fs_sat32(gap + fs_round_shift64(along, 2 * FS_UNIT_FRAC - FS_REL_FRAC));
}

/* Of the points that there are: many pairs only stay near each other. */
static void set_separations(struct fs__world2_tick *tick, uint32_t c, const struct drift *d)
{
    const struct fs_contact2_view *k = &tick->w->contact;
    if (k->count[c] > 0)
        tick->separation[c].x = separation_now(d, k->normal[c], k->arm0[c], k->anchor_offset[c], k->separation0[c]);
    if (k->count[c] > 1)
        tick->separation[c].y = separation_now(d, k->normal[c], k->arm1[c], k->anchor_offset[c], k->separation1[c]);
}

/* Whether the pair stands on one point and may be tipping or rocking. */
static bool may_tip(const struct fs_world2 *w, uint32_t c)
{
    return (w->contact.flags[c] & FS__CONTACT2_ONE_LOADED) != 0;
}

/* The turn of a body counts where its shape has corners: that of a disc moves no point of the contact. */
static inline bool turned_far(const struct fs_world2 *w, uint32_t shape, int64_t sine, fs_rel extent, int64_t bound)
{
    return w->shape.count[shape] > 1 && !within(sine * extent, bound << FS_UNIT_FRAC);
}

/* Whether b moved or a body turned so far that a pair that may be tipping needs a new manifold. */
static bool tipped_far(const struct fs_world2 *w, uint32_t c, const struct drift *d, const struct fs__body2_snapshot *a,
                       const struct fs__body2_snapshot *b)
{
    int64_t bound = fs_min32(a->extent, b->extent) >> TIPPING_SHIFT;
    return !within(d->x, bound) || !within(d->y, bound) ||
           turned_far(w, w->contact.shape_a[c], d->sa, a->extent, bound) ||
           turned_far(w, w->contact.shape_b[c], d->sb, b->extent, bound);
}

/* At least the length of a vector whose components are so long. */
static inline int64_t length_bound(uint64_t x, uint64_t y)
{
    return (int64_t)(fs_max_u64(x, y) + fs_min_u64(x, y) / 2 + 1);
}

/* The turn from rotation a to b. */
static inline fs_rot2 turn_between(fs_rot2 a, fs_rot2 b)
{
    return fs_rot2_mul(fs_rot2_conj(a), b);
}

/* An upper bound of the move (m) of the points of the smaller body in the frame of the larger one since the manifold was
 * made: bodies that move and turn together do not come nearer. */
static inline int64_t relative_move(const struct fs_contact2_view *k, uint32_t c, const struct fs__body2_snapshot *a,
                                    const struct fs__body2_snapshot *b)
{
    bool of_a = a->extent >= b->extent;
    fs_rot2 before = of_a ? k->rotation_a[c] : k->rotation_b[c], now = of_a ? a->rot : b->rot;
    fs_rel2 place = fs_rel2_make(fs__pos_wrapped_sub(b->pos.x, a->pos.x), fs__pos_wrapped_sub(b->pos.y, a->pos.y));
    fs_rel2 p = fs_rot2_inv_rel(before, k->anchor_offset[c]), q = fs_rot2_inv_rel(now, place);
    fs_rot2 r = turn_between(k->rotation_a[c], k->rotation_b[c]), s = turn_between(a->rot, b->rot);
    int64_t chord = length_bound(fs_absdiff64(r.c, s.c), fs_absdiff64(r.s, s.s));
    return length_bound(fs_absdiff64(p.x, q.x), fs_absdiff64(p.y, q.y)) +
           fs_asr64(chord * (of_a ? b->extent : a->extent), FS_UNIT_FRAC) + ROUNDING;
}

/* Whether a pair without points, whose surfaces were a known distance apart, still is too far apart for any in this tick.
 * Its bodies are small enough for their offset to be below 32 m while their boxes overlap. */
static inline bool stays_apart(const struct fs__world2_tick *tick, uint32_t c, const struct fs__body2_snapshot *a,
                               const struct fs__body2_snapshot *b)
{
    const struct fs_contact2_view *k = &tick->w->contact;
    if (k->count[c] > 0 || k->separation0[c] <= 0 || (int64_t)a->extent + b->extent > 24 * (int64_t)FS_REL_ONE)
        return false;
    return fs__speculative2_are_apart(tick, (uint32_t)(a - tick->snapshot), (uint32_t)(b - tick->snapshot),
                                      k->separation0[c] - relative_move(k, c, a, b));
}

/* Keeps the manifold if it may be kept; else nothing changes. */
static inline bool keep_manifold(struct fs__world2_tick *tick, uint32_t c, const struct fs__body2_snapshot *a,
                                 const struct fs__body2_snapshot *b)
{
    const struct fs_world2 *w = tick->w;
    if (w->contact.flags[c] & (FS__CONTACT2_STALE | FS__CONTACT2_SENSOR))
        return false;
    if (w->contact.count[c] < 2 && fs__body2_pair_is_fast(a, b))
        return stays_apart(tick, c, a, b);
    struct drift d = drift_of(tick, c, a, b);
    if (!moved_little(&d, a, b, w->contact.count[c] == 2))
        return false;
    if (may_tip(w, c) && tipped_far(w, c, &d, a, b))
        return false;
    set_separations(tick, c, &d);
    return true;
}

/* A move beyond the range in which manifolds are kept and that of speculative.c can only come from a hostile state: it is
 * limited so that nothing overflows. */
static struct drift limit_drift(struct drift d)
{
    const int64_t way = 2 * FS_REL_ONE, turn = FS_UNIT_ONE / 4;
    return (
        struct drift){ fs_clamp64(d.x, -way, way),    fs_clamp64(d.y, -way, way),    fs_clamp64(d.ca, -turn, turn),
                       fs_clamp64(d.sa, -turn, turn), fs_clamp64(d.cb, -turn, turn), fs_clamp64(d.sb, -turn, turn) };
}

void fs__contact2_update_separations(struct fs__world2_tick *tick, uint32_t c)
{
    const struct fs_world2 *w = tick->w;
    uint32_t a = w->shape.body[w->contact.shape_a[c]], b = w->shape.body[w->contact.shape_b[c]];
    struct drift d = limit_drift(drift_of(tick, c, &tick->snapshot[a], &tick->snapshot[b]));
    set_separations(tick, c, &d);
}

/* ---- renewing ------------------------------------------------------------------------------------------------- */

struct impulses {
    uint16_t id[2];
    fs_vel2 value[2];
    unsigned count;
};

/* The normal impulse of the point of this id; *found is set where there is one. */
static fs_vel match_impulse(const struct impulses *old, uint16_t id, bool *found)
{
    for (unsigned i = 0; i < old->count; i++)
        if (old->id[i] == id) {
            *found = true;
            return old->value[i].x;
        }
    return 0;
}

/* Friction is one row of the contact, stored as halves at its points: it is kept whole while one of them remains. */
static void keep_impulses(struct fs_world2 *w, uint32_t c, const struct impulses *old, const struct fs__manifold2 *m)
{
    bool found = false;
    fs_vel first = m->count > 0 ? match_impulse(old, m->id[0], &found) : 0;
    fs_vel second = m->count > 1 ? match_impulse(old, m->id[1], &found) : 0;
    fs_vel friction = found ? fs_sat32_add(old->value[0].y, old->value[1].y) : 0;
    fs_vel part = m->count > 1 ? friction / 2 : 0;
    w->contact.impulse0[c] = fs_vel2_make(first, friction - part);
    w->contact.impulse1[c] = fs_vel2_make(second, part);
}

static struct impulses impulses_of(const struct fs_world2 *w, uint32_t c)
{
    struct impulses old = { { w->contact.id0[c], w->contact.id1[c] },
                            { w->contact.impulse0[c], w->contact.impulse1[c] },
                            w->contact.count[c] };
    return old;
}

/* The new manifold of one contact. */
struct found {
    struct fs__contact2_pair pair;
    struct fs__manifold2 m;
    fs_rel2 place, arm[2];      /* as they are stored */
    fs_rel2 separation;         /* now */
    bool fast, touching, moved; /* moved: the pair is not at its poses of now */
    bool round_a, round_b;      /* a disc about its body's centre of mass: its arm does not turn with it */
};

/* From a's own centre of mass, modulo 64 m. */
static fs_rel2 stored_arm(const struct fs_world2 *w, const struct fs__contact2_pair *p, fs_rel2 point, fs_rel2 shift_a)
{
    return fs__rel2_wrapped_add(fs__contact2_pair_arm(w, p, point), shift_a);
}

/* Sets `place` and `arm`. */
static void place_points(const struct fs_world2 *w, struct found *f)
{
    const struct fs__contact2_pair *p = &f->pair;
    fs_rel2 shift_a = fs__shape2_wrapped_shift(p->shift_a), shift_b = fs__shape2_wrapped_shift(p->shift_b);
    f->place = fs__rel2_wrapped_sub(fs__rel2_wrapped_add(p->anchor_offset, shift_a), shift_b);
    for (unsigned i = 0; i < 2; i++)
        f->arm[i] = i < f->m.count ? stored_arm(w, p, f->m.point[i], shift_a) : fs_rel2_zero();
}

static void store_manifold(struct fs_world2 *w, const struct found *f)
{
    const struct fs__contact2_pair *p = &f->pair;
    const struct fs__manifold2 *m = &f->m;
    uint32_t c = p->contact;
    struct impulses old = impulses_of(w, c);
    w->contact.arm0[c] = f->arm[0];
    w->contact.arm1[c] = f->arm[1];
    w->contact.count[c] = m->count;
    w->contact.reference[c] = m->reference;
    w->contact.normal[c] = fs_rot2_unit(p->rot_a, m->normal);
    w->contact.id0[c] = m->id[0];
    w->contact.id1[c] = m->id[1];
    w->contact.separation0[c] = m->count > 0 ? m->separation[0] : p->is_shifted ? 0 : m->gap;
    w->contact.separation1[c] = m->separation[1];
    w->contact.anchor_offset[c] = f->place;
    w->contact.rotation_a[c] = p->rot_a;
    w->contact.rotation_b[c] = p->rot_b;
    keep_impulses(w, c, &old, m);
    if (m->count == 0) {
        w->contact.rolling_impulse[c] = 0;
        w->contact.rest_overlap[c] = 0;
        w->contact.parts[c] = 0;
    }
}

static fs_frame2 invert_frame(fs_frame2 f)
{
    fs_frame2 r = { fs_rel2_neg(fs_rot2_inv_rel(f.q, f.p)), fs_rot2_conj(f.q) };
    return r;
}

static unsigned flip_reference(unsigned reference)
{
    return reference == FS__MANIFOLD2_REFERENCE_NONE
               ? FS__MANIFOLD2_REFERENCE_NONE
               : FS__MANIFOLD2_REFERENCE_A + FS__MANIFOLD2_REFERENCE_B - reference;
}

/* A feature of a window as that of the whole shape: corners are 0..7, faces 8..15. */
static unsigned whole_feature(const struct fs__shape2_part *part, unsigned feature)
{
    if (!part->large)
        return feature;
    return feature < FS_GEOMETRY2_MAX_CORNERS
               ? part->corner[feature]
               : FS_GEOMETRY2_MAX_CORNERS + part->edge[feature - FS_GEOMETRY2_MAX_CORNERS];
}

static void set_whole_features(const struct fs__contact2_shapes *s, struct fs__manifold2 *m)
{
    for (unsigned i = 0; i < m->count; i++)
        m->id[i] = (uint16_t)(whole_feature(&s->a, m->id[i] >> 4) << 4 | whole_feature(&s->b, m->id[i] & 15u));
}

static void collide_shapes(const struct fs__world2_tick *tick, const struct fs__contact2_pair *p,
                           const struct fs__contact2_shapes *s, fs_rel margin, struct fs__manifold2 *m)
{
    const struct fs_world2 *w = tick->w;
    const struct fs__polygon2_passes *passes = tick->polygon_passes;
    unsigned reference = w->contact.reference[p->contact];
    const fs_geometry2 *a = &s->a.geometry, *b = &s->b.geometry;
    if (a->count == 0 || b->count == 0) {
        memset(m, 0, sizeof *m);
        return;
    }
    fs_frame2 f = fs__contact2_frame(w, p);
    if (fs__shape2_is_one_sided(w, p->shape_a)) {
        fs__manifold2_collide_chain(passes, a, s->a.ghost, b, f, margin, reference, m);
    } else if (fs__shape2_is_one_sided(w, p->shape_b)) {
        fs__manifold2_collide_chain(passes, b, s->b.ghost, a, invert_frame(f), margin, flip_reference(reference), m);
        fs__manifold2_flip(m, f);
    } else {
        fs__manifold2_collide(passes, a, b, f, margin, reference, m);
    }
    if (s->a.large || s->b.large)
        set_whole_features(s, m);
}

/* A fast pair that will meet in this tick gets the manifold at the time of impact, with the separations of now. True when
 * it touches. */
static bool renew_fast(struct fs__world2_tick *tick, struct fs__contact2_pair *p, const struct fs__contact2_shapes *s,
                       struct fs__manifold2 *m)
{
    struct fs__speculative2 speculative = fs__speculative2_init(tick, p);
    collide_shapes(tick, p, s, speculative.margin, m);
    if (!fs__speculative2_filter_points(&speculative, p, m))
        return m->count > 0 && !speculative.separated;
    m->count = 0;
    if (!fs__speculative2_advance(&speculative, s, p))
        return false;
    collide_shapes(tick, p, s, speculative.margin, m);
    fs__speculative2_filter_advanced(&speculative, p, m);
    return m->count > 0;
}

void fs__contact2_load_shapes(const struct fs__world2_tick *tick, struct fs__contact2_pair *p,
                              struct fs__contact2_shapes *s)
{
    const struct fs__body2_snapshot *a = &tick->snapshot[p->body_a], *b = &tick->snapshot[p->body_b];
    fs__shape2_load_part(tick->w, p->shape_a, a->pos, b->pos, &s->a);
    fs__shape2_load_part(tick->w, p->shape_b, b->pos, a->pos, &s->b);
    p->shift_a = s->a.shift;
    p->shift_b = s->b.shift;
    p->is_shifted = s->a.large || s->b.large;
    fs__contact2_pair_set_poses(p, (fs_pose2){ fs__shape2_shifted(a->pos, p->shift_a), a->rot },
                                (fs_pose2){ fs__shape2_shifted(b->pos, p->shift_b), b->rot });
}

static bool has_point(const struct fs__manifold2 *m, uint16_t id)
{
    return (m->count > 0 && m->id[0] == id) || (m->count > 1 && m->id[1] == id);
}

/* A tick's turn (2^-n rad) from which a later time of the tick counts: of a pair that may be tipping, and of other pairs
 * with a shape that has corners. */
enum { TIPPING_TURN = 12, SLIDING_TURN = 5 };

static bool turns_corners(const struct fs__world2_tick *tick, uint32_t shape, uint32_t body, unsigned turn)
{
    return tick->w->shape.count[shape] > 1 && fs__speculative2_is_turning(tick, body, turn);
}

/* A pair that turns gets the arms and the normal of a later time of the tick. Those of its start act late: a tipping pair keeps its
 * torque, and a body that slides along a turning face gets deeper by turn * way / 2. */
static bool is_turning(const struct fs__world2_tick *tick, const struct fs__contact2_pair *p)
{
    unsigned turn = may_tip(tick->w, p->contact) ? TIPPING_TURN : SLIDING_TURN;
    return turns_corners(tick, p->shape_a, p->body_a, turn) || turns_corners(tick, p->shape_b, p->body_b, turn);
}

/* The manifold at that time. */
static void find_ahead(const struct fs__world2_tick *tick, const struct fs__contact2_shapes *shapes, fs_rel margin,
                       struct found *f)
{
    fs__speculative2_move_ahead(tick, &f->pair);
    collide_shapes(tick, &f->pair, shapes, 2 * margin, &f->m);
    f->moved = true;
}

static bool has_same_points(const struct fs__manifold2 *m, const struct fs__manifold2 *other)
{
    if (m->count != other->count || m->reference != other->reference)
        return false;
    for (unsigned i = 0; i < m->count; i++)
        if (!has_point(other, m->id[i]))
            return false;
    return true;
}

/* What has_same_points() asks of the manifold of the last tick. */
static struct fs__manifold2 features_of(const struct fs_world2 *w, uint32_t c)
{
    return (struct fs__manifold2){ .id = { w->contact.id0[c], w->contact.id1[c] },
                                   .count = w->contact.count[c],
                                   .reference = w->contact.reference[c] };
}

static bool is_round(const struct fs_world2 *w, const struct fs__shape2_part *part, uint32_t body)
{
    fs_rel2 corner = part->geometry.corner[0], centre = w->body.centre[body];
    return part->geometry.count == 1 && corner.x == centre.x && corner.y == centre.y;
}

FS__PREFETCHES void prefetch_shape(const struct fs__world2_tick *tick, uint32_t shape)
{
    const struct fs_world2 *w = tick->w;
    uint32_t body = w->shape.body[shape];
    __builtin_prefetch(&w->corner.at[(size_t)shape * FS_GEOMETRY2_MAX_CORNERS]);
    __builtin_prefetch(&w->corner.normal[(size_t)shape * FS_GEOMETRY2_MAX_CORNERS]);
    __builtin_prefetch(&tick->snapshot[body]);
    __builtin_prefetch(&w->body.centre[body]);
    __builtin_prefetch(&w->body.vel[body]);
}

FS__PREFETCHES void prefetch_manifold(const struct fs__world2_tick *tick, uint32_t c)
{
    prefetch_shape(tick, tick->w->contact.shape_a[c]);
    prefetch_shape(tick, tick->w->contact.shape_b[c]);
}

/* The move of a pair from its poses of now to those of its manifold. */
static struct drift drift_of_found(const struct fs__world2_tick *tick, const struct found *f)
{
    const struct fs__contact2_pair *p = &f->pair;
    struct drift d = limit_drift(
        drift_from(f->place, p->rot_a, p->rot_b, &tick->snapshot[p->body_a], &tick->snapshot[p->body_b]));
    if (f->round_a)
        d.ca = d.sa = 0;
    if (f->round_b)
        d.cb = d.sb = 0;
    return d;
}

/* Sets what take_manifold() needs of the points. */
static void measure_points(const struct fs__world2_tick *tick, struct found *f)
{
    const struct fs__manifold2 *m = &f->m;
    place_points(tick->w, f);
    f->separation = fs_rel2_make(m->separation[0], m->separation[1]);
    if (!f->moved || m->count == 0)
        return;
    struct drift d = drift_of_found(tick, f);
    fs_unit2 normal = fs__contact2_pair_direction(&f->pair, m->normal);
    f->separation.x = separation_now(&d, normal, f->arm[0], f->place, m->separation[0]);
    if (m->count > 1)
        f->separation.y = separation_now(&d, normal, f->arm[1], f->place, m->separation[1]);
}

/* Whether a pair that turns touches at the later time as in the last one, with points that are within the margin now:
 * then it touches so now, and its manifold of now is not needed. */
static bool keeps_points(const struct fs__world2_tick *tick, const struct fs__contact2_shapes *shapes, fs_rel margin,
                         struct found *f)
{
    const struct fs__manifold2 last = features_of(tick->w, f->pair.contact);
    find_ahead(tick, shapes, margin, f);
    if (!has_same_points(&f->m, &last))
        return false;
    measure_points(tick, f);
    return f->separation.x <= margin && (f->m.count < 2 || f->separation.y <= margin);
}

/* The manifold of now, or that of the later time where the pair turns: not where a point is found at one of the
 * times only. `ahead`: the latter, where it is known. */
static void find_now(struct fs__world2_tick *tick, const struct fs__contact2_shapes *shapes, fs_rel margin,
                     bool turning, const struct found *ahead, struct found *f)
{
    if (f->fast) {
        f->touching = renew_fast(tick, &f->pair, shapes, &f->m);
    } else {
        collide_shapes(tick, &f->pair, shapes, margin, &f->m);
        f->touching = f->m.count > 0;
    }
    if (turning && f->touching) {
        struct found then = *f;
        if (ahead != NULL)
            then = *ahead;
        else
            find_ahead(tick, shapes, margin, &then);
        then.touching = true;
        if (has_same_points(&then.m, &f->m))
            *f = then;
    }
    measure_points(tick, f);
}

static void find_manifold(struct fs__world2_tick *tick, uint32_t c, struct found *f)
{
    const struct fs_world2 *w = tick->w;
    struct fs__contact2_pair *p = &f->pair;
    struct fs__contact2_shapes shapes;
    *p = fs__contact2_pair_of(w, c);
    bool sensor = (w->contact.flags[c] & FS__CONTACT2_SENSOR) != 0;
    fs__contact2_load_shapes(tick, p, &shapes);
    const struct fs__body2_snapshot *a = &tick->snapshot[p->body_a], *b = &tick->snapshot[p->body_b];
    f->fast = !sensor && fs__body2_pair_is_fast(a, b);
    f->moved = f->fast;
    f->round_a = is_round(w, &shapes.a, p->body_a);
    f->round_b = is_round(w, &shapes.b, p->body_b);
    fs_rel margin = sensor ? 0 : FS__CONTACT2_MARGIN >> fs__body2_pair_level(a, b);
    bool turning = !sensor && is_turning(tick, p);
    if (!turning || w->contact.count[c] == 0) {
        find_now(tick, &shapes, margin, turning, NULL, f);
        return;
    }
    struct found ahead = *f;
    ahead.touching = true;
    if (keeps_points(tick, &shapes, margin, &ahead))
        *f = ahead;
    else
        find_now(tick, &shapes, margin, true, &ahead, f);
}

/* Writes the columns of this contact only; returns whether touching begins or ends. */
static bool take_manifold(struct fs__world2_tick *tick, const struct found *f)
{
    struct fs_world2 *w = tick->w;
    uint32_t c = f->pair.contact;
    w->contact.flags[c] &= (uint8_t)~FS__CONTACT2_STALE;
    store_manifold(w, f);
    tick->separation[c] = f->separation;
    if (f->fast && f->m.count > 0 && !f->touching)
        w->contact.flags[c] |= FS__CONTACT2_STALE;
    return f->touching != ((w->contact.flags[c] & FS__CONTACT2_TOUCHING) != 0);
}

static void begin_renewal(struct fs__world2_tick *tick)
{
    tick->polygon_passes = fs__solver2_choose_kernel(tick->w)->polygon_passes;
}

/* Points are columns of their contact's row. */
static void end_renewal(struct fs__world2_tick *tick)
{
    (void)tick;
}

/* Every contact has a manifold of its own. */
static uint32_t renew_groups(struct fs__world2_tick *tick, uint32_t *contact, uint32_t count)
{
    (void)tick, (void)contact;
    return count;
}

#include "physics/contact/manifold_update.inl"
