/* narrow_phase.c: manifolds of contacts: kept from the last tick or computed anew.
 *
 * A manifold is kept while the bodies hardly moved and turned against each other since it was computed: normal and arms stay
 * frozen in the axes of the world, and only the separations change. Towers stand because of it: the contacts of a tower that
 * leans a little do not push it further. It also saves most of the time of a pile at rest. A pair without points is kept
 * while the gap between its surfaces is not used up. Source: contact recycling of Box2D 3.2 and Box3D. Kept and new manifolds differ by bounded amounts, and equally on every machine.
 */
#include "physics3d/dimension.h"

#include <string.h>

#include "base/prefetch.h"
#include "num/quat.h"
#include "physics3d/body/body.h"
#include "physics3d/contact/contact_load.h"
#include "physics3d/contact/contact_points.h"
#include "physics3d/contact/manifold_store.h"
#include "physics3d/contact/surface_contact.h"
#include "physics3d/world/world.h"

/* The farthest move of a point of b in the frame of a with which a manifold of three points or more is kept: in m, and as a share
 * 2^-FACE_SHIFT of the smaller extent. */
#define FACE_PLACE (FS_REL_ONE / 64)
enum { FACE_SHIFT = 4 };
/* The same for fewer points: an edge that is about to lie down, a ball that rolls, or no point yet, which must not come
 * within the margin unnoticed. */
#define POINT_PLACE (FS_REL_ONE / 256)
enum { POINT_SHIFT = 6 };
/* A pair that stands on some of its points alone may be tipping: frozen arms would keep its torque. It may turn by this
 * share of the smaller extent (1/1024). */
enum { TIPPING_SHIFT = 10, EDGE_TIPPING_SHIFT = 12 /* of up to two points */ };
/* What the roundings of a pair's poses and shapes move at most (m). */
#define ROUNDING (FS_REL_ONE / 16384)

/* ---- keeping -------------------------------------------------------------------------------------------------- */

static inline bool within(int64_t v, int64_t bound)
{
    return v < bound && v > -bound;
}

/* The move since a manifold was computed: of b from a (m, Q5.26), and the turns of both. */
struct drift {
    int64_t x, y, z;
    fs_quat a, b;
};

/* to * from^-1; symmetric rounding. Most bodies did not turn at all. */
static inline fs_quat turn_between(fs_quat from, fs_quat to)
{
    if (((from.x ^ to.x) | (from.y ^ to.y) | (from.z ^ to.z) | (from.w ^ to.w)) == 0)
        return fs_quat_identity();
    return fs__quat_mul_unit(to, fs_quat_conj(from));
}

/* How far b moved from a since the manifold was made. Exact for a move of less than 32 m, however far apart the bodies are. */
static inline fs_rel3 move_between(const struct fs_world3 *w, uint32_t c, const struct fs__body3_snapshot *a,
                                   const struct fs__body3_snapshot *b)
{
    fs_rel3 place = w->contact.anchor_offset[c];
    return fs_rel3_make(fs__rel_wrap((int64_t)fs__pos_wrapped_sub(b->pos.x, a->pos.x) - place.x),
                        fs__rel_wrap((int64_t)fs__pos_wrapped_sub(b->pos.y, a->pos.y) - place.y),
                        fs__rel_wrap((int64_t)fs__pos_wrapped_sub(b->pos.z, a->pos.z) - place.z));
}

static void find_drift(const struct fs__world3_tick *tick, uint32_t c, const struct fs__body3_snapshot *a,
                       const struct fs__body3_snapshot *b, struct drift *d)
{
    const struct fs_contact3_view *k = &tick->w->contact;
    const fs_rel3 move = move_between(tick->w, c, a, b);
    d->x = move.x;
    d->y = move.y;
    d->z = move.z;
    d->a = turn_between(k->rotation_a[c], a->rot);
    d->b = turn_between(k->rotation_b[c], b->rot);
}

/* An upper bound of the move of a point within `extent` by the turn, Q56: the angle is below 2.1 |xyz| for turns below a
 * radian, and below the sum of the components. A turn by more than about a quarter is never little. */
static inline bool turns_little(fs_quat q, fs_rel extent, int64_t bound)
{
    int64_t sum = (int64_t)fs_uabs32(q.x) + fs_uabs32(q.y) + fs_uabs32(q.z);
    return q.w > 0 && sum < FS_UNIT_ONE / 4 && 2 * sum * extent < bound;
}

static inline bool moved_little(const struct drift *d, const struct fs__body3_snapshot *a,
                                const struct fs__body3_snapshot *b, bool face)
{
    fs_rel smaller = fs_min32(a->extent, b->extent);
    fs_rel bound = face ? fs_min32(FACE_PLACE, smaller >> FACE_SHIFT) : fs_min32(POINT_PLACE, smaller >> POINT_SHIFT);
    int64_t turn = (int64_t)bound << FS_UNIT_FRAC;
    return within(d->x, bound) && within(d->y, bound) && within(d->z, bound) && turns_little(d->a, a->extent, turn) &&
           turns_little(d->b, b->extent, turn);
}

/* Whether a body turned so far that a pair that may tip needs a new manifold. */
static inline bool turned_far(const struct drift *d, const struct fs__body3_snapshot *a,
                              const struct fs__body3_snapshot *b, unsigned points)
{
    const int shift = points <= 2 ? EDGE_TIPPING_SHIFT : TIPPING_SHIFT;
    int64_t turn = (int64_t)fs_min32(a->extent, b->extent) << (FS_UNIT_FRAC - shift);
    return !turns_little(d->a, a->extent, turn) || !turns_little(d->b, b->extent, turn);
}

/* A vector in Q30. */
struct move {
    int64_t x, y, z;
};

static inline int64_t to_move(int64_t q56)
{
    return fs_clamp64(fs_round_shift64_sym(q56, FS_REL_FRAC - 1), -2 * (int64_t)FS_UNIT_ONE, 2 * (int64_t)FS_UNIT_ONE);
}

/* The move of a point at `r` by the turn: 2 w (u x r) + 2 u x (u x r), for moves below 2 m. */
static inline struct move move_of(fs_quat q, fs_rel3 r)
{
    int64_t tx = to_move((int64_t)q.y * r.z - (int64_t)q.z * r.y),
            ty = to_move((int64_t)q.z * r.x - (int64_t)q.x * r.z),
            tz = to_move((int64_t)q.x * r.y - (int64_t)q.y * r.x);
    struct move m = { fs_round_shift64_sym(q.w * tx + q.y * tz - q.z * ty, FS_UNIT_FRAC),
                      fs_round_shift64_sym(q.w * ty + q.z * tx - q.x * tz, FS_UNIT_FRAC),
                      fs_round_shift64_sym(q.w * tz + q.x * ty - q.y * tx, FS_UNIT_FRAC) };
    return m;
}

/* The separation now of a point at arms from a and b. */
static inline fs_rel separation_now(const struct drift *d, fs_unit3 n, fs_rel3 arm, fs_rel3 place, fs_rel separation)
{
    const int64_t up = (int64_t)1 << (FS_UNIT_FRAC - FS_REL_FRAC);
    struct move a = move_of(d->a, arm), b = move_of(d->b, fs__rel3_wrapped_sub(arm, place));
    int64_t along = fs_sat32(d->x * up + b.x - a.x) * (int64_t)n.x + fs_sat32(d->y * up + b.y - a.y) * (int64_t)n.y +
                    fs_sat32(d->z * up + b.z - a.z) * (int64_t)n.z;
    return fs_sat32(separation + fs_round_shift64_sym(along, 2 * FS_UNIT_FRAC - FS_REL_FRAC));
}

static void set_separations(struct fs__world3_tick *tick, uint32_t c, const struct drift *d)
{
    const struct fs_world3 *w = tick->w;
    struct fs__contact3_geometry points = fs__contact3_geometry(tick, c);
    unsigned count = w->contact.count[c];
    for (unsigned i = 0; i < FS__MANIFOLD3_MAX_POINTS; i++)
        tick->separation[c].point[i] = i < count ? separation_now(d, w->contact.normal[c], points.arm[i],
                                                                  w->contact.anchor_offset[c], points.separation[i])
                                                 : 0;
}

/* Whether both shapes have corners or edges: the arm of a ball does not turn with it. */
static inline bool have_corners(const struct fs_world3 *w, uint32_t c)
{
    return w->shape.kind[w->contact.shape_a[c]] != FS_GEOMETRY3_SPHERE &&
           w->shape.kind[w->contact.shape_b[c]] != FS_GEOMETRY3_SPHERE;
}

/* At least the length of a vector whose components, one of which may be 0, are so long. */
static inline int64_t length_bound(uint64_t x, uint64_t y, uint64_t z, uint64_t w)
{
    uint64_t most = fs_max_u64(fs_max_u64(x, y), fs_max_u64(z, w));
    return (int64_t)(most + (x + y + z + w - most) / 2 + 1);
}

/* The turn from rotation a to b. */
static inline fs_quat turn_from(fs_quat a, fs_quat b)
{
    return fs_quat_mul(fs_quat_conj(a), b);
}

/* The chord (Q30, at least) on which a turn from `from` to `to` moves a point at distance 1: twice the distance of the quaternions, and
 * never more than 2. */
static inline int64_t chord_bound(fs_quat from, fs_quat to)
{
    int64_t apart = length_bound(fs_absdiff64(from.x, to.x), fs_absdiff64(from.y, to.y), fs_absdiff64(from.z, to.z),
                                 fs_absdiff64(from.w, to.w));
    return 2 * fs_min64(apart, FS_UNIT_ONE);
}

/* Of the turn of b against a since the manifold was made. */
static int64_t relative_chord(const struct fs_contact3_view *k, uint32_t c, const struct fs__body3_snapshot *a,
                              const struct fs__body3_snapshot *b)
{
    return chord_bound(turn_from(k->rotation_a[c], k->rotation_b[c]), turn_from(a->rot, b->rot));
}

/* An upper bound of the move (m) of the points of the smaller body in the frame of the larger one since the manifold was
 * made: bodies that move and turn together do not come nearer. */
static int64_t relative_move(const struct fs_contact3_view *k, uint32_t c, const struct fs__body3_snapshot *a,
                             const struct fs__body3_snapshot *b)
{
    bool of_a = a->extent >= b->extent;
    fs_quat before = of_a ? k->rotation_a[c] : k->rotation_b[c], now = of_a ? a->rot : b->rot;
    fs_rel3 p = fs_quat_rel(fs_quat_conj(before), k->anchor_offset[c]);
    fs_rel3 q = fs_quat_rel(fs_quat_conj(now), fs__pos3_wrapped_sub(b->pos, a->pos));
    int64_t move = length_bound(fs_absdiff64(p.x, q.x), fs_absdiff64(p.y, q.y), fs_absdiff64(p.z, q.z), 0);
    return move + fs_asr64(relative_chord(k, c, a, b) * (of_a ? b->extent : a->extent), FS_UNIT_FRAC) + ROUNDING;
}

/* Whether a pair without points, whose surfaces were a known distance apart, still is too far apart for any in this tick.
 * Its bodies are small enough for their offset to be below 32 m while their boxes overlap. */
static inline bool stays_apart(const struct fs__world3_tick *tick, uint32_t c, const struct fs__body3_snapshot *a,
                               const struct fs__body3_snapshot *b)
{
    const struct fs_world3 *w = tick->w;
    if (w->contact.count[c] > 0)
        return false;
    fs_rel gap = w->contact.gap[c];
    if (gap <= 0 || (int64_t)a->extent + b->extent > 24 * (int64_t)FS_REL_ONE)
        return false;
    return fs__speculative3_are_apart(tick, (uint32_t)(a - tick->snapshot), (uint32_t)(b - tick->snapshot),
                                      gap - relative_move(&w->contact, c, a, b));
}

/* The same for slow bodies: the surfaces were apart by more than those move in a tick, and still are. */
static inline bool stays_far(const struct fs_world3 *w, uint32_t c, const struct fs__body3_snapshot *a,
                             const struct fs__body3_snapshot *b)
{
    const struct fs_contact3_view *k = &w->contact;
    if (k->count[c] > 0)
        return false;
    int64_t spare = (int64_t)w->contact.gap[c] - FS__CONTACT3_MARGIN - ROUNDING;
    if (spare <= 0)
        return false;
    fs_rel3 move = move_between(w, c, a, b);
    int64_t turn_a = chord_bound(k->rotation_a[c], a->rot) * a->extent,
            turn_b = chord_bound(k->rotation_b[c], b->rot) * b->extent;
    return length_bound(fs_uabs32(move.x), fs_uabs32(move.y), fs_uabs32(move.z), 0) + fs_asr64(turn_a, FS_UNIT_FRAC) +
               fs_asr64(turn_b, FS_UNIT_FRAC) <
           spare;
}

/* Keeps the manifold if it may be kept; else nothing changes. */
static inline bool keep_manifold(struct fs__world3_tick *tick, uint32_t c, const struct fs__body3_snapshot *a,
                                 const struct fs__body3_snapshot *b)
{
    const struct fs_world3 *w = tick->w;
    if (w->contact.flags[c] & (FS__CONTACT3_STALE | FS__CONTACT3_SENSOR))
        return false;
    const bool fast = (a->fast | b->fast) != 0 && w->contact.count[c] < 3;
    if (fast ? stays_apart(tick, c, a, b) : stays_far(w, c, a, b)) {
        memset(&tick->separation[c], 0, sizeof tick->separation[c]);
        return true;
    }
    if (fast)
        return false;
    struct drift d;
    find_drift(tick, c, a, b, &d);
    if (!moved_little(&d, a, b, w->contact.count[c] >= 3))
        return false;
    if ((w->contact.flags[c] & FS__CONTACT3_PARTLY_LOADED) != 0 && turned_far(&d, a, b, w->contact.count[c]) &&
        have_corners(w, c))
        return false;
    set_separations(tick, c, &d);
    return true;
}

/* A move beyond the range in which manifolds are kept and that of speculative.c can only come from a hostile state: it is
 * limited so that nothing overflows. */
static struct drift drift_limited(const struct fs__world3_tick *tick, uint32_t c, const struct fs__body3_snapshot *a,
                                  const struct fs__body3_snapshot *b)
{
    const int64_t way = 2 * FS_REL_ONE;
    struct drift d;
    find_drift(tick, c, a, b, &d);
    d.x = fs_clamp64(d.x, -way, way);
    d.y = fs_clamp64(d.y, -way, way);
    d.z = fs_clamp64(d.z, -way, way);
    return d;
}

void fs__contact3_update_separations(struct fs__world3_tick *tick, uint32_t c)
{
    const struct fs_world3 *w = tick->w;
    uint32_t a = w->shape.body[w->contact.shape_a[c]], b = w->shape.body[w->contact.shape_b[c]];
    struct drift d = drift_limited(tick, c, &tick->snapshot[a], &tick->snapshot[b]);
    set_separations(tick, c, &d);
}

/* ---- renewing ------------------------------------------------------------------------------------------------- */

static void collide_shapes(const struct fs__world3_tick *tick, const struct fs__contact3_pair *p,
                           const struct fs__contact3_shapes *s, fs_rel margin, bool swept, struct fs__manifold3 *m)
{
    const struct fs__load3 load = fs__contact3_load(tick, p);
    const struct fs__manifold3_query query = { margin, tick->w->contact.reference[p->contact], swept, &load };
    fs_transform3 b_in_a;
    if (s->a.geometry.kind == 0 || s->b.geometry.kind == 0) {
        memset(m, 0, sizeof *m);
        return;
    }
    fs__contact3_frame(tick, p, &b_in_a);
    fs__manifold3_collide(&s->a.geometry, &s->b.geometry, &b_in_a, &query, m);
}

/* The new manifold of one contact. */
struct found {
    struct fs__contact3_pair pair;
    struct fs__manifold3 m;
    struct fs__speculative3 speculative;
    bool fast, touching;
    bool at_mean; /* the manifold is that of the mean poses of the tick */
};

/* Whether a pair bears a load. A blow acts where the bodies meet, and may take two passes. */
static inline bool is_loaded(const struct fs_world3 *w, uint32_t contact)
{
    return w->contact.loaded[contact] >= 2;
}

/* The manifold of a loaded pair whose normal turns, where its bodies are on the mean of the tick; no smaller one replaces that of
 * now. */
static void renew_at_mean(struct fs__world3_tick *tick, const struct fs__contact3_shapes *s, struct found *f)
{
    struct fs__contact3_pair there = f->pair;
    struct fs__manifold3 m;
    if (!fs__speculative3_turns_normal(&f->speculative, &there) ||
        !fs__speculative3_move_to_mean(&f->speculative, s, &there))
        return;
    collide_shapes(tick, &there, s, FS__CONTACT3_MARGIN, true, &m);
    if (m.count < f->m.count)
        return;
    f->pair = there;
    f->m = m;
    f->at_mean = true;
}

/* A fast pair that will meet in this tick gets the manifold at the time of impact, with the separations of now. True when
 * it touches. */
static bool renew_fast(struct fs__world3_tick *tick, const struct fs__contact3_shapes *s, struct found *f)
{
    struct fs__contact3_pair *p = &f->pair;
    struct fs__speculative3 *speculative = &f->speculative;
    collide_shapes(tick, p, s, speculative->margin, true, &f->m);
    if (!fs__speculative3_filter_points(speculative, p, &f->m)) {
        bool touching = f->m.count > 0 && !speculative->separated;
        if (touching && is_loaded(tick->w, p->contact))
            renew_at_mean(tick, s, f);
        return touching;
    }
    f->m.count = 0;
    if (!fs__speculative3_advance(speculative, s, p))
        return false;
    collide_shapes(tick, p, s, speculative->margin, true, &f->m);
    fs__speculative3_filter_advanced(speculative, p, &f->m);
    return f->m.count > 0;
}

FS__PREFETCHES void prefetch_body(const struct fs__world3_tick *tick, uint32_t body)
{
    __builtin_prefetch(&tick->snapshot[body]);
    __builtin_prefetch(&tick->w->body.centre[body]);
    __builtin_prefetch(&tick->w->body.vel[body]);
}

FS__PREFETCHES void prefetch_manifold(const struct fs__world3_tick *tick, uint32_t c)
{
    const struct fs_world3 *w = tick->w;
    prefetch_body(tick, w->shape.body[w->contact.shape_a[c]]);
    prefetch_body(tick, w->shape.body[w->contact.shape_b[c]]);
}

static void find_manifold(struct fs__world3_tick *tick, uint32_t c, struct found *f)
{
    const struct fs_world3 *w = tick->w;
    struct fs__contact3_pair *p = &f->pair;
    struct fs__contact3_shapes shapes;
    *p = fs__contact3_pair_of(w, c);
    bool sensor = (w->contact.flags[c] & FS__CONTACT3_SENSOR) != 0;
    fs__contact3_load_shapes(tick, p, &shapes);
    f->fast = !sensor && (tick->snapshot[p->body_a].fast | tick->snapshot[p->body_b].fast) != 0;
    f->at_mean = false;
    if (f->fast) {
        f->speculative = fs__speculative3_init(tick, p);
        f->touching = renew_fast(tick, &shapes, f);
        return;
    }
    collide_shapes(tick, p, &shapes, sensor ? 0 : FS__CONTACT3_MARGIN, false, &f->m);
    f->touching = f->m.count > 0;
    if (f->touching && !sensor && is_loaded(w, c)) {
        f->speculative = fs__speculative3_init(tick, p);
        renew_at_mean(tick, &shapes, f);
    }
}

/* Of a manifold at the mean poses. */
static void set_separations_before(struct fs__world3_tick *tick, const struct found *f)
{
    const struct fs_contact3_view *k = &tick->w->contact;
    uint32_t c = f->pair.contact;
    struct fs__contact3_geometry points = fs__contact3_geometry(tick, c);
    for (unsigned i = 0; i < f->m.count; i++) {
        fs_rel3 arm_b = fs__rel3_wrapped_sub(points.arm[i], k->anchor_offset[c]);
        tick->separation[c].point[i] = fs__speculative3_separation_before(&f->speculative, k->normal[c], points.arm[i],
                                                                          arm_b, f->m.separation[i]);
    }
}

/* Writes the columns of this contact and its new points only; returns whether touching begins or ends. */
static bool take_manifold(struct fs__world3_tick *tick, const struct found *f)
{
    struct fs_world3 *w = tick->w;
    const struct fs__contact3_pair *p = &f->pair;
    struct fs__contact3_impulses old = { .count = 0 };
    uint32_t c = p->contact;
    w->contact.flags[c] &= (uint8_t)~FS__CONTACT3_STALE;
    fs__contact3_add_impulses(w, c, &old);
    fs__contact3_store_manifold(tick, p, &f->m, &old);
    for (unsigned i = 0; i < FS__MANIFOLD3_MAX_POINTS; i++)
        tick->separation[c].point[i] = i < f->m.count ? f->m.separation[i] : 0;
    if (f->at_mean) {
        set_separations_before(tick, f);
    } else if (f->fast) {
        struct drift d = drift_limited(tick, c, &tick->snapshot[p->body_a], &tick->snapshot[p->body_b]);
        set_separations(tick, c, &d);
    }
    if (f->fast)
        w->contact.flags[c] |= f->m.count > 0 && !f->touching ? FS__CONTACT3_STALE : 0;
    return f->touching != ((w->contact.flags[c] & FS__CONTACT3_TOUCHING) != 0);
}

static void begin_renewal(struct fs__world3_tick *tick)
{
    fs__contact3_begin_points(tick);
}

static void end_renewal(struct fs__world3_tick *tick)
{
    fs__contact3_place_points(tick);
}

static uint32_t renew_groups(struct fs__world3_tick *tick, uint32_t *contact, uint32_t count)
{
    return fs__surface_contact3_renew(tick, contact, count);
}

#include "physics/contact/manifold_update.inl"
