/* impact_timing.c: the motion of two bodies that hit each other, from the time of their impact.
 *
 * The substeps stop the bodies somewhere in the tick and restitution changes their velocities at its end, but the arms
 * of a contact are those of one pose. An impulse that acts at another pose changes the angular momentum of the pair by
 * impulse x (difference of the poses). So where a contact is the only one of both bodies:
 *
 * - Bodies that rebound, and discs, are placed as if all impulses of the tick had acted at the pose of the manifold: free
 *   motion until then, the motion with the final velocities after it. Not where another shape is near.
 * - What is left, and all of other contacts, becomes a change of spin; but not of two discs, which turn by friction only.
 *
 * The angular momentum of the pair is then kept to rounding.
 *
 * Bodies with joints, kinematic bodies and bodies with several loaded contacts stay as they are.
 */
#include "physics2d/body/body.h"
#include "physics2d/geometry/manifold.h"
#include "physics2d/solver/contact_block.h"
#include "physics2d/solver/load_mass.h"

/* Farthest move of a pair to its manifold (m): that of speculative.c. */
#define MAX_ADVANCE (2 * FS_REL_ONE)

/* Two bodies and their contact. */
struct pair {
    uint32_t contact;            /* row */
    uint32_t solver_a, solver_b; /* solver bodies */
    uint32_t a, b;               /* rows of bodies */
};

/* ---- motions ------------------------------------------------------------------------------------------------------- */

/* A component of a body's velocity (Q21): at the start of the tick, at its end without contacts and with them. */
struct component {
    int64_t first, free, last;
};

/* x, y and angle. */
struct motion {
    struct component c[3];
};

static struct motion motion_of(const struct fs__solver2 *s, uint32_t i)
{
    const struct fs__solver2_velocity_part *p = &s->velocity_part[i];
    const struct fs__solver2_body *m = &s->tick->solver_body[i];
    uint32_t row = s->tick->body_row[i];
    fs_vel2 first = s->w->body.vel[row];
    return (struct motion){ { { first.x, (int32_t)(p->vx - p->sum_vx), m->vx },
                              { first.y, (int32_t)(p->vy - p->sum_vy), m->vy },
                              { s->w->body.angular_velocity[row], (int32_t)(p->w - p->sum_w), m->w } } };
}

/* The sum of a component over the substeps (Q21) if contacts change it after the share `time` (Q30) of the tick. */
static int64_t travel_of(struct component c, int64_t substeps, int64_t time)
{
    int64_t twice_free = substeps * (c.first + c.free) + (c.free - c.first);
    int64_t contacts = fs_round_shift64_sym((c.last - c.free) * (FS_UNIT_ONE - time), FS_UNIT_FRAC - 1) * substeps;
    return fs_round_shift64_sym(twice_free + contacts, 1);
}

static int64_t way_of(const struct fs__solver2 *s, int64_t travel)
{
    return fs_div64_round(travel * (1 << (FS_REL_FRAC - FS_VEL_FRAC)), s->rate);
}

/* ---- new contacts -------------------------------------------------------------------------------------------------- */

static int64_t way_to(fs_pos a, fs_pos b, fs_rel offset)
{
    int64_t way = fs__rel_wrap((int64_t)offset - fs__pos_wrapped_sub(b, a));
    return fs_clamp64(way, -MAX_ADVANCE, MAX_ADVANCE);
}

static int64_t relative_velocity(fs_vel a, fs_vel b)
{
    return fs_clamp64((int64_t)b - a, -FS__SOLVER2_MAX_VELOCITY, FS__SOLVER2_MAX_VELOCITY);
}

/* The share of the tick (Q30) after which the bodies, moving with the velocities of its start, have the offset that the
 * manifold has. */
static int64_t time_of_manifold(const struct fs__solver2 *s, const struct pair *p)
{
    const struct fs_body2_view *body = &s->w->body;
    fs_rel2 offset = s->w->contact.anchor_offset[p->contact];
    int64_t x = way_to(body->pos[p->a].x, body->pos[p->b].x, offset.x),
            y = way_to(body->pos[p->a].y, body->pos[p->b].y, offset.y);
    int64_t vx = relative_velocity(body->vel[p->a].x, body->vel[p->b].x),
            vy = relative_velocity(body->vel[p->a].y, body->vel[p->b].y);
    int64_t square = vx * vx + vy * vy, along = x * vx + y * vy;
    if (square == 0 || along <= 0)
        return 0;
    int64_t scale = (int64_t)fs__world2_rate(s->w) << (FS_UNIT_FRAC + FS_VEL_FRAC - FS_REL_FRAC);
    return fs_clamp64(fs_muldiv64(along, scale, square), 0, FS_UNIT_ONE);
}

/* The fat AABB of the body's shapes and of their copies moved by (x, y) (m, Q26). */
static fs_aabb2 swept_box(const struct fs_world2 *w, uint32_t shape, int64_t x, int64_t y)
{
    const int64_t to_pos = (int64_t)1 << (FS_POS_FRAC - FS_REL_FRAC);
    fs_pos2 low = w->shape.fat_low[shape], high = w->shape.fat_high[shape];
    return (
        fs_aabb2){ { fs_sat64_add(low.x, fs_min64(x, 0) * to_pos), fs_sat64_add(low.y, fs_min64(y, 0) * to_pos) },
                   { fs_sat64_add(high.x, fs_max64(x, 0) * to_pos), fs_sat64_add(high.y, fs_max64(y, 0) * to_pos) } };
}

/* Whether only the pair's own shapes are where the body's shapes get to when it moves by (x, y). */
static bool has_room(const struct fs__solver2 *s, const struct pair *p, uint32_t body, int64_t x, int64_t y)
{
    enum { FEW = 8 };
    const struct fs_world2 *w = s->w;
    struct fs__broadphase2_aabb_columns boxes = { w->shape.fat_low, w->shape.fat_high, w->shape.gen, *w->shape.rows,
                                                  NULL };
    for (uint32_t next = w->body.first_shape[body]; next != 0; next = w->shape.sibling[next - 1]) {
        uint32_t rows[FEW];
        uint32_t count = fs__broadphase2_query(w->scratch->pair_broadphase, &boxes, swept_box(w, next - 1, x, y), rows,
                                               FEW);
        for (uint32_t i = 0; i < count; i++)
            if (i >= FEW || (w->shape.body[rows[i]] != p->a && w->shape.body[rows[i]] != p->b))
                return false;
    }
    return true;
}

static void place_body(struct fs__solver2 *s, uint32_t i, const int64_t travel[3])
{
    int64_t *old = s->travel + (size_t)i * 4;
    s->tick->solver_body[i].turned += (fs_rel)way_of(s, travel[2] - old[2]);
    for (unsigned k = 0; k < 3; k++)
        old[k] = travel[k];
}

static void find_travel(const struct fs__solver2 *s, uint32_t i, int64_t time, int64_t travel[3])
{
    struct motion m = motion_of(s, i);
    for (unsigned k = 0; k < 3; k++)
        travel[k] = travel_of(m.c[k], s->substeps, time);
}

static bool may_move(const struct fs__solver2 *s, const struct pair *p, uint32_t i, const int64_t travel[3])
{
    const int64_t *old = s->travel + (size_t)i * 4;
    return has_room(s, p, s->tick->body_row[i], way_of(s, travel[0] - old[0]), way_of(s, travel[1] - old[1]));
}

static void time_impact(struct fs__solver2 *s, const struct pair *p)
{
    int64_t time = time_of_manifold(s, p), travel_a[3], travel_b[3];
    find_travel(s, p->solver_a, time, travel_a);
    find_travel(s, p->solver_b, time, travel_b);
    if (!may_move(s, p, p->solver_a, travel_a) || !may_move(s, p, p->solver_b, travel_b))
        return;
    place_body(s, p->solver_a, travel_a);
    place_body(s, p->solver_b, travel_b);
}

/* ---- angular momentum ---------------------------------------------------------------------------------------------- */

/* offset x velocity in m^2/s (Q32), of an offset in Q26 and a velocity in Q21, limited to 32 m and 1024 m/s. */
static int64_t moment_of(int64_t x, int64_t y, int64_t vx, int64_t vy)
{
    const int64_t most = INT32_MAX;
    x = fs_clamp64(x, -most, most);
    y = fs_clamp64(y, -most, most);
    int64_t moment = x * fs_clamp64(vy, -most, most) / 2 - y * fs_clamp64(vx, -most, most) / 2;
    return fs_round_shift64_sym(moment, FS_REL_FRAC + FS_VEL_FRAC - FS_WIDE_FRAC - 1);
}

static int64_t apply_sym(fs_scaled s, int64_t v)
{
    int64_t magnitude = fs_scaled_apply(s, fs_abs64(v));
    return v < 0 ? -magnitude : magnitude;
}

/* The body's moment of inertia over the mass 1 / (1/m_a + 1/m_b) of the pair (m^2). */
static fs_scaled inertia_ratio(const struct fs__solver2 *s, const struct pair *p, uint32_t body)
{
    fs_scaled sum = fs_scaled_add(fs__body2_contact_inv_mass(s->w, p->a), fs__body2_contact_inv_mass(s->w, p->b));
    return fs_scaled_div(sum, fs__body2_contact_inv_inertia(s->w, body));
}

static int64_t spin_moment(fs_scaled ratio, struct component spin)
{
    return apply_sym(ratio, (spin.last - spin.free) * (1 << (FS_WIDE_FRAC - FS_VEL_FRAC)));
}

/* The angular momentum that the contact gave to the pair in the tick, over the mass of the pair (m^2/s, Q32). */
static int64_t gained_moment(const struct fs__solver2 *s, const struct pair *p, fs_scaled ratio_a, fs_scaled ratio_b)
{
    const fs_pos2 *pos = s->w->body.pos;
    struct motion m = motion_of(s, p->solver_a), n = motion_of(s, p->solver_b);
    const int64_t *travel_a = s->travel + (size_t)p->solver_a * 4, *travel_b = s->travel + (size_t)p->solver_b * 4;
    int64_t offset[2] = { fs__pos_wrapped_sub(pos[p->b].x, pos[p->a].x),
                          fs__pos_wrapped_sub(pos[p->b].y, pos[p->a].y) },
            free[2];
    for (unsigned k = 0; k < 2; k++) {
        struct component a = m.c[k], b = n.c[k];
        a.last = a.free;
        b.last = b.free;
        free[k] = offset[k] + way_of(s, travel_of(b, s->substeps, 0) - travel_of(a, s->substeps, 0));
        offset[k] += way_of(s, travel_b[k] - travel_a[k]);
    }
    return moment_of(offset[0], offset[1], n.c[0].last - m.c[0].last, n.c[1].last - m.c[1].last) -
           moment_of(free[0], free[1], n.c[0].free - m.c[0].free, n.c[1].free - m.c[1].free) +
           spin_moment(ratio_a, m.c[2]) + spin_moment(ratio_b, n.c[2]);
}

static void take_moment(struct fs__solver2 *s, uint32_t i, fs_scaled ratio, int64_t moment)
{
    struct fs__solver2_body *m = &s->tick->solver_body[i];
    int64_t change = fs_round_shift64_sym(apply_sym(fs_scaled_inverse(ratio), moment), FS_WIDE_FRAC - FS_VEL_FRAC);
    m->w = fs__solver2_clamp_speed(fs_sat32(fs_sat64_sub(m->w, change)));
}

/* The share of body a: a corner keeps its place on its body and slides along the face of the other one, so the body with
 * the face takes all, and a disc nothing. Halves: 0, 1 or 2. */
static int64_t halves_of_a(const struct fs_world2 *w, uint32_t contact)
{
    unsigned face = w->contact.reference[contact];
    bool round_a = w->shape.count[w->contact.shape_a[contact]] == 1,
         round_b = w->shape.count[w->contact.shape_b[contact]] == 1;
    if (round_a != round_b)
        return round_b ? 2 : 0;
    return face == FS__MANIFOLD2_REFERENCE_A ? 2 : face == FS__MANIFOLD2_REFERENCE_B ? 0 : 1;
}

static void keep_moment(struct fs__solver2 *s, const struct pair *p)
{
    fs_scaled ratio_a = inertia_ratio(s, p, p->a), ratio_b = inertia_ratio(s, p, p->b);
    int64_t moment = gained_moment(s, p, ratio_a, ratio_b), halves = halves_of_a(s->w, p->contact);
    take_moment(s, p->solver_a, ratio_a, moment / 2 * halves);
    take_moment(s, p->solver_b, ratio_b, moment / 2 * (2 - halves));
}

/* ---- energy -------------------------------------------------------------------------------------------------------- */

/* What a contact did to the energy of a pair, over the mass of the pair (m^2/s^2, Q32): the gain, and the energy of the
 * change of the velocities itself. A share x of the change gains x^2 change - x (change - gain). */
struct energy {
    int64_t gain, change;
};

static int64_t half_product(int64_t a, int64_t b)
{
    return fs_round_shift64_sym(a * b, 2 * FS_VEL_FRAC + 1 - FS_WIDE_FRAC);
}

static struct energy energy_of(const struct fs__solver2 *s, const struct pair *p)
{
    struct motion m = motion_of(s, p->solver_a), n = motion_of(s, p->solver_b);
    fs_scaled ratio_a = inertia_ratio(s, p, p->a), ratio_b = inertia_ratio(s, p, p->b);
    int64_t turn_a = m.c[2].last - m.c[2].free, turn_b = n.c[2].last - n.c[2].free;
    struct energy e = { apply_sym(ratio_a, half_product(turn_a, m.c[2].last + m.c[2].free)) +
                            apply_sym(ratio_b, half_product(turn_b, n.c[2].last + n.c[2].free)),
                        apply_sym(ratio_a, half_product(turn_a, turn_a)) +
                            apply_sym(ratio_b, half_product(turn_b, turn_b)) };
    for (unsigned k = 0; k < 2; k++) {
        int64_t free = n.c[k].free - m.c[k].free, last = n.c[k].last - m.c[k].last;
        e.gain += half_product(last - free, last + free);
        e.change += half_product(last - free, last - free);
    }
    return e;
}

/* *rest: the part of the velocity below one step (Q51). */
static fs_vel shrink_change(struct component c, int64_t share, int64_t *rest)
{
    int64_t change = (c.last - c.free) * share + *rest, whole = fs_round_shift64_sym(change, FS_UNIT_FRAC);
    *rest = change - whole * FS_UNIT_ONE;
    return fs__solver2_clamp_speed(fs_sat32(c.free + whole));
}

static void shrink_changes(struct fs__solver2 *s, uint32_t i, int64_t share)
{
    struct fs__solver2_body *body = &s->tick->solver_body[i];
    struct motion m = motion_of(s, i);
    int64_t *rest = s->exact + (size_t)i * 4;
    body->vx = shrink_change(m.c[0], share, &rest[0]);
    body->vy = shrink_change(m.c[1], share, &rest[1]);
    body->w = shrink_change(m.c[2], share, &rest[2]);
}

/* A rebound with friction, or with a second point, may gain energy: the contact then gives less of everything. That keeps
 * both momenta. */
static void limit_energy(struct fs__solver2 *s, const struct pair *p)
{
    struct energy e = energy_of(s, p);
    if (e.gain <= 0 || e.change <= 0 || e.gain >= e.change)
        return;
    int64_t share = FS_UNIT_ONE - fs_muldiv64(e.gain, FS_UNIT_ONE, e.change);
    shrink_changes(s, p->solver_a, share);
    shrink_changes(s, p->solver_b, share);
}

/* ---- the batch ----------------------------------------------------------------------------------------------------- */

static bool are_round(const struct fs_world2 *w, uint32_t contact)
{
    return w->shape.count[w->contact.shape_a[contact]] == 1 && w->shape.count[w->contact.shape_b[contact]] == 1;
}

static bool is_free(const struct fs__solver2 *s, uint32_t solver_body)
{
    const struct fs_body2_view *body = &s->w->body;
    uint32_t row = s->tick->body_row[solver_body];
    return s->body_mark[solver_body] == 1 && body->first_joint[row] == 0 && body->inv_mass[row].m != 0 &&
           body->inv_inertia[row].m != 0;
}

static bool is_elastic(const struct fs__solver2 *s, uint32_t i)
{
    const struct fs__solver2_block *r = &s->block[s->contact_slot[i].slot / FS__SOLVER2_LANES];
    return (r->extra & FS__SOLVER2_RESTITUTION) != 0 &&
           r->restitution[s->contact_slot[i].slot % FS__SOLVER2_LANES] != 0;
}

/* Whether a contact may be an impact: the last tick gave it no impulse. */
static bool is_new_load(const struct fs_contact2_view *c, uint32_t row)
{
    return (c->impulse0[row].x | c->impulse1[row].x) == 0;
}

/* The structure for pairs is empty, or as old as the scratch memory, in a tick in which no fat AABB changed. */
void fs__solver2_prepare_impacts(struct fs__world2_tick *tick)
{
    const struct fs_world2 *w = tick->w;
    struct fs__broadphase2_aabb_columns boxes = { w->shape.fat_low, w->shape.fat_high, w->shape.gen, *w->shape.rows,
                                                  NULL };
    for (uint32_t i = 0; !tick->pairs_searched && i < tick->contact_count; i++)
        if (is_new_load(&w->contact, tick->contact[i])) {
            fs__broadphase2_update(w->scratch->pair_broadphase, &boxes);
            tick->pairs_searched = true;
        }
}

static void solve_pair(struct fs__solver2 *s, const struct pair *p, uint8_t load, bool elastic)
{
    bool round = are_round(s->w, p->contact);
    if (elastic)
        limit_energy(s, p);
    if (load == FS__SOLVER2_REBOUND || (round && load == FS__SOLVER2_IMPACT))
        time_impact(s, p);
    if (round)
        return;
    keep_moment(s, p);
    if (elastic)
        limit_energy(s, p);
}

void fs__solver2_time_impacts(struct fs__solver2 *s)
{
    for (uint32_t i = 0; i < s->contact_count; i++) {
        if (s->group[i] == FS__SOLVER2_UNLOADED)
            continue;
        uint32_t at = s->batch_order[i], row_a = s->tick->ends[at].a, row_b = s->tick->ends[at].b;
        struct pair p = { s->tick->contact[at], s->tick->solver_index[row_a], s->tick->solver_index[row_b], row_a,
                          row_b };
        if (!is_free(s, p.solver_a) || !is_free(s, p.solver_b))
            continue;
        solve_pair(s, &p, s->group[i], is_elastic(s, i));
    }
}
