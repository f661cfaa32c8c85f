/* world_touch.c: whether and where the shapes of each contact touch.
 *
 * A manifold is kept while the bodies hardly moved against each other since it was made: normal and anchors then stay
 * frozen in the bodies' frames and only the solver's separations change. That is what lets towers stand, and most of
 * the time of a pile at rest is saved. Kept and made anew differ by bounded amounts, never by machine.
 */
#include <string.h>

#include "phys/two/body.h"
#include "phys/two/manifold.h"
#include "phys/two/world.h"

/* Bounds on how far points of b may have moved in the frame of a for a manifold to be kept, in m, and as a share of
 * the smaller body. Two points are a face on a face: frozen ones stay good for long. Fewer may be a corner that is about
 * to lie down, a disc that rolls, or nothing yet, which must not come within the margin unseen. */
#define KEEP_FACE (FS_REL_ONE / 64)
#define KEEP_POINT (FS_REL_ONE / 256)
enum { KEEP_FACE_SHIFT = 4, KEEP_POINT_SHIFT = 6 };

/* Two bodies of a contact. */
struct pair {
    uint32_t contact, shape_a, shape_b, body_a, body_b;
    fs_rel2 place;              /* centre of mass of b from that of a, in a's frame */
    fs_rot2 turn;
};

static struct pair pair_of(const struct fs_world2 *w, uint32_t contact)
{
    struct pair p = { .contact = contact, .shape_a = w->contact.shape_a[contact], .shape_b = w->contact.shape_b[contact] };
    p.body_a = w->shape.body[p.shape_a];
    p.body_b = w->shape.body[p.shape_b];
    return p;
}

static void look(struct pair *p, const struct fs__two_seen *a, const struct fs__two_seen *b)
{
    p->place = fs_rot2_inv_rel(a->rot, fs_pos2_sub_rel(b->pos, a->pos));
    p->turn = fs_rot2_mul(fs_rot2_conj(a->rot), b->rot);
}

/* The frame of b's origin in a's. */
static fs_frame2 frame_of(const struct fs_world2 *w, const struct pair *p)
{
    fs_frame2 f = { p->place, p->turn };
    fs_rel2 a = w->body.centre[p->body_a], b = w->body.centre[p->body_b];
    f.p = fs_rel2_add(f.p, fs_rel2_sub(a, fs_rot2_rel(p->turn, b)));
    return f;
}

/* ---- keeping -------------------------------------------------------------------------------------------------- */

static inline bool within(int64_t v, int64_t bound)
{
    return v < bound && v > -bound;
}

/* How b moved against a since a manifold was made, in the frame of a: of its centre of mass (Q26), and the difference
 * of its rotation's columns (Q30). */
struct drift {
    int64_t x, y, c, s;
};

/* Everything saturates far beyond what could be kept. */
static inline struct drift drift_of(const struct fs__two_seen *a, const struct fs__two_seen *b, fs_rel2 place, fs_rot2 turn)
{
    int64_t x = fs_sat32(fs_asr64(fs_sat64_sub(b->pos.x, a->pos.x), FS_POS_FRAC - FS_REL_FRAC));
    int64_t y = fs_sat32(fs_asr64(fs_sat64_sub(b->pos.y, a->pos.y), FS_POS_FRAC - FS_REL_FRAC));
    int64_t c = a->rot.c, s = a->rot.s;
    const int64_t half = FS_UNIT_ONE / 2;
    return (struct drift){
        fs_asr64(c * x + s * y + half, FS_UNIT_FRAC) - place.x,
        fs_asr64(c * y - s * x + half, FS_UNIT_FRAC) - place.y,
        fs_asr64(c * b->rot.c + s * b->rot.s + half, FS_UNIT_FRAC) - turn.c,
        fs_asr64(c * b->rot.s - s * b->rot.c + half, FS_UNIT_FRAC) - turn.s,
    };
}

/* Whether no point of b, `extent` at most from its centre of mass, moved by much more than `bound`. */
static inline bool hardly(struct drift d, fs_rel extent, fs_rel bound)
{
    int64_t turn = (int64_t)bound << FS_UNIT_FRAC;
    return within(d.x, bound) && within(d.y, bound) && within(d.c * extent, turn) && within(d.s * extent, turn);
}

/* The separation now of a point whose arm on b is given. */
static inline fs_rel gap_now(struct drift d, fs_unit2 normal, fs_rel2 arm, fs_rel gap)
{
    int64_t x = fs_asr64(d.x * FS_UNIT_ONE + d.c * arm.x - d.s * arm.y, FS_REL_FRAC);
    int64_t y = fs_asr64(d.y * FS_UNIT_ONE + d.s * arm.x + d.c * arm.y, FS_REL_FRAC);
    int64_t along = fs_sat32(x) * (int64_t)normal.x + fs_sat32(y) * (int64_t)normal.y;
    return fs_sat32(gap + fs_rnd64(along, 2 * FS_UNIT_FRAC - FS_REL_FRAC));
}

static void set_gaps(struct fs__two_tick *tick, uint32_t c, struct drift d)
{
    const struct fs_contact2_view *k = &tick->w->contact;
    fs_unit2 normal = k->normal[c];
    tick->gap[c].x = gap_now(d, normal, k->arm_b0[c], k->gap0[c]);
    tick->gap[c].y = gap_now(d, normal, k->arm_b1[c], k->gap1[c]);
}

static inline struct drift drift_at(const struct fs__two_tick *tick, uint32_t c, uint32_t a, uint32_t b)
{
    return drift_of(&tick->seen[a], &tick->seen[b], tick->w->contact.place[c], tick->w->contact.turn[c]);
}

/* Keeps the manifold, or does nothing. */
static inline bool keep(struct fs__two_tick *tick, uint32_t c, uint32_t a, uint32_t b)
{
    const struct fs_world2 *w = tick->w;
    if (w->contact.flags[c] & (FS__CONTACT2_STALE | FS__CONTACT2_SENSOR))
        return false;
    bool face = w->contact.count[c] == 2;
    fs_rel extent = tick->seen[b].extent, smaller = fs_min32(extent, tick->seen[a].extent);
    fs_rel bound = face ? fs_min32(KEEP_FACE, smaller >> KEEP_FACE_SHIFT) : fs_min32(KEEP_POINT, smaller >> KEEP_POINT_SHIFT);
    struct drift d = drift_at(tick, c, a, b);
    if (!hardly(d, extent, bound))
        return false;
    set_gaps(tick, c, d);
    return true;
}

static int64_t limited(int64_t v)
{
    return fs_clamp64(v, -FS_REL_ONE, FS_REL_ONE);
}

void fs__two_gaps(struct fs__two_tick *tick, uint32_t c)
{
    const struct fs_world2 *w = tick->w;
    uint32_t a = w->shape.body[w->contact.shape_a[c]], b = w->shape.body[w->contact.shape_b[c]];
    struct drift d = drift_at(tick, c, a, b);
    set_gaps(tick, c, (struct drift){ limited(d.x), limited(d.y), limited(d.c), limited(d.s) });
}

/* ---- making anew ---------------------------------------------------------------------------------------------- */

struct impulses {
    uint16_t id[2];
    fs_vel2 value[2];
    unsigned count;
};

static fs_vel2 matched(const struct impulses *old, uint16_t id)
{
    for (unsigned i = 0; i < old->count; i++)
        if (old->id[i] == id)
            return old->value[i];
    return fs_vel2_zero();
}

static struct impulses impulses_of(const struct fs_world2 *w, uint32_t c)
{
    struct impulses old = { { w->contact.id0[c], w->contact.id1[c] }, { w->contact.impulse0[c], w->contact.impulse1[c] },
                            w->contact.count[c] };
    return old;
}

/* A manifold's points as arms from the centres of mass, each in its body's frame. */
static void store_arms(struct fs_world2 *w, const struct pair *p, const struct fs__two_manifold *m, fs_frame2 f)
{
    uint32_t c = p->contact;
    fs_rel2 centre_a = w->body.centre[p->body_a], centre_b = w->body.centre[p->body_b];
    fs_rel2 arm[2][2];
    memset(arm, 0, sizeof arm);
    for (unsigned i = 0; i < m->count; i++) {
        arm[i][0] = fs_rel2_sub(m->point[i], centre_a);
        arm[i][1] = fs_rel2_sub(fs_rot2_inv_rel(f.q, fs_rel2_sub(m->point[i], f.p)), centre_b);
    }
    w->contact.arm_a0[c] = arm[0][0];
    w->contact.arm_b0[c] = arm[0][1];
    w->contact.arm_a1[c] = arm[1][0];
    w->contact.arm_b1[c] = arm[1][1];
}

static void store(struct fs_world2 *w, const struct pair *p, const struct fs__two_manifold *m, fs_frame2 f)
{
    uint32_t c = p->contact;
    struct impulses old = impulses_of(w, c);
    store_arms(w, p, m, f);
    w->contact.count[c] = m->count;
    w->contact.reference[c] = m->reference;
    w->contact.normal[c] = m->normal;
    w->contact.id0[c] = m->id[0];
    w->contact.id1[c] = m->id[1];
    w->contact.gap0[c] = m->separation[0];
    w->contact.gap1[c] = m->separation[1];
    w->contact.place[c] = p->place;
    w->contact.turn[c] = p->turn;
    w->contact.impulse0[c] = m->count > 0 ? matched(&old, m->id[0]) : fs_vel2_zero();
    w->contact.impulse1[c] = m->count > 1 ? matched(&old, m->id[1]) : fs_vel2_zero();
    if (m->count == 0)
        w->contact.roll[c] = 0;
}

/* Whether they touched changed: events and wakes follow. */
static void set_touching(struct fs_world2 *w, const struct pair *p, bool touching)
{
    uint8_t *flags = &w->contact.flags[p->contact];
    bool before = (*flags & FS__CONTACT2_TOUCHING) != 0, sensor = (*flags & FS__CONTACT2_SENSOR) != 0;
    if (touching == before)
        return;
    *flags ^= FS__CONTACT2_TOUCHING;
    if (touching)
        *flags |= FS__CONTACT2_FRESH;
    if (sensor)
        fs__two_note_contact(w, touching ? FS_EVENT2_SENSOR_BEGIN : FS_EVENT2_SENSOR_END, p->contact);
    else if (*flags & FS__CONTACT2_EVENTS)
        fs__two_note_contact(w, touching ? FS_EVENT2_BEGIN : FS_EVENT2_END, p->contact);
    if (!touching && !sensor) {
        fs__two_wake(w, p->body_a);
        fs__two_wake(w, p->body_b);
    }
}

static bool one_sided(const struct fs_world2 *w, uint32_t shape)
{
    return (w->shape.flags[shape] & FS_SHAPE2_ONE_SIDED) != 0;
}

static fs_frame2 inverse(fs_frame2 f)
{
    fs_frame2 r = { fs_rel2_neg(fs_rot2_inv_rel(f.q, f.p)), fs_rot2_conj(f.q) };
    return r;
}

static const fs_rel2 *ghosts(const struct fs_world2 *w, uint32_t shape)
{
    return &w->corner.at[(size_t)shape * FS_SHAPE2_CORNERS + 2];
}

static unsigned flipped(unsigned reference)
{
    return reference == FS__TWO_REF_NONE ? FS__TWO_REF_NONE : FS__TWO_REF_A + FS__TWO_REF_B - reference;
}

static void collide(const struct fs_world2 *w, const struct pair *p, fs_frame2 f, fs_rel margin, struct fs__two_manifold *m)
{
    unsigned reference = w->contact.reference[p->contact];
    fs_shape2 a, b;
    fs_form2_shape(w, p->shape_a, &a);
    fs_form2_shape(w, p->shape_b, &b);
    if (one_sided(w, p->shape_a)) {
        fs__two_collide_chain(&a, ghosts(w, p->shape_a), &b, f, margin, reference, m);
    } else if (one_sided(w, p->shape_b)) {
        fs__two_collide_chain(&b, ghosts(w, p->shape_b), &a, inverse(f), margin, flipped(reference), m);
        fs__two_manifold_flip(m, f);
    } else {
        fs__two_collide(&a, &b, f, margin, reference, m);
    }
}

static void renew(struct fs_world2 *w, const struct pair *p)
{
    struct fs__two_manifold m;
    uint32_t c = p->contact;
    bool sensor = (w->contact.flags[c] & FS__CONTACT2_SENSOR) != 0;
    fs_frame2 f = frame_of(w, p);
    collide(w, p, f, sensor ? 0 : FS__TWO_MARGIN, &m);
    w->contact.flags[c] &= (uint8_t)~FS__CONTACT2_STALE;
    store(w, p, &m, f);
    set_touching(w, p, m.count > 0);
}

/* Lists contacts with an awake body, and of these the ones that need a new manifold. */
static uint32_t sort_out(struct fs__two_tick *tick, uint32_t *stale)
{
    struct fs_world2 *w = tick->w;
    const struct fs__two_seen *seen = tick->seen;
    const uint32_t *gen = w->contact.gen, *shape_a = w->contact.shape_a, *shape_b = w->contact.shape_b, *body = w->shape.body;
    bool recycling = (*w->rules.flags & FS_WORLD2_RECYCLING) != 0;
    uint32_t n = 0, rows = *w->contact.rows, near = 0, border = 0;
    for (uint32_t c = 0; c < rows; c++) {
        if (!fs__two_live(gen, c))
            continue;
        uint32_t a = body[shape_a[c]], b = body[shape_b[c]];
        uint32_t awake = seen[a].awake | seen[b].awake;
        if ((awake & 1u) == 0)
            continue;
        tick->near[near++] = c;
        border |= awake & 2u;
        if (w->contact.flags[c] & FS__CONTACT2_FRESH)
            w->contact.flags[c] &= (uint8_t)~FS__CONTACT2_FRESH;
        if (!recycling || !keep(tick, c, a, b))
            stale[n++] = c;
    }
    tick->near_count = near;
    tick->border = border != 0;
    return n;
}

void fs__two_touch(struct fs__two_tick *tick)
{
    struct fs_world2 *w = tick->w;
    uint32_t rows = *w->contact.rows;
    tick->near = fs_arena_take(&tick->arena, rows * sizeof *tick->near);
    tick->gap = fs_arena_take(&tick->arena, rows * sizeof *tick->gap);
    fs_arena before = tick->arena;
    uint32_t *stale = fs_arena_take(&tick->arena, rows * sizeof *stale);
    FS_ASSERT(tick->near != NULL && tick->gap != NULL && stale != NULL);
    uint32_t n = sort_out(tick, stale);
    for (uint32_t i = 0; i < n; i++) {
        struct pair p = pair_of(w, stale[i]);
        look(&p, &tick->seen[p.body_a], &tick->seen[p.body_b]);
        renew(w, &p);
        tick->gap[p.contact] = fs_rel2_make(w->contact.gap0[p.contact], w->contact.gap1[p.contact]);
    }
    tick->arena = before;
}
