/* contact_restitution.inl: impacts at the end of a tick's solve.
 *
 * The substeps stop bodies that meet. Where a contact with restitution had an impact in the tick, what its normal rows
 * gave is taken back, and the impacts are solved one after the other in the order of their speeds, until no such
 * contact approaches. So a blow travels through bodies that touch, and each impact keeps the energy or its share: the
 * sum(impulse * (before + after)) / 2 of an impact is never positive. The points of a contact that meet in the tick are solved
 * together: one after the other they would turn a body that hits flat, and take its energy.
 *
 * Template: included by contact_restitution.c of physics2d and of physics3d, which first define
 *   MAX_SPEED, MAX_GRAVITY: bounds of velocities (Q10.21) and of gravity (Q32.32);
 *   struct hit: with s, r, q (solver, block, point), point and lane;
 *   block_count(s), point_count(r);
 *   impulse_of(h), total_of(h): the point's impulse of the last substep, and its sum over the substeps;
 *   substep_rate(s): substeps per second;
 *   inverse_of(h): the effective mass of the point's normal row, Q1.30;
 *   response_of(h, g): what an impulse at g adds to the velocity of h, two points of one contact; Q30;
 *   separation_of(h): at the start of the tick, m;
 *   normal_velocity(h), closed_distance(h): of the points along the normal, the distance since the start of the tick;
 *   apply_impulse(h, impulse): to the velocities of both bodies;
 *   take_back_friction(h): of the contact, in the tick;
 *   can_rub(h): whether the contact has friction that can be solved with its impact;
 *   struct friction, note_friction(h): its impulses in the tick and tangent velocities; friction_work(h, before): twice the work of
 *     what came since, per pair mass (m^2/s^2, Q30);
 *   rub(h): solves the friction of the contact within the load of its points; returns the change of its impulse;
 *   is_oblique(h): whether the normal has several components;
 *   gravity_along_normal(h, body): of a solver body, m/s^2;
 *   contact_total(h), last_load(h): impulses of all points of the contact, of this tick and (if it rested) the last one;
 *   moves_tree(h): whether an impact moves a tree of joints as a whole, which hit_tree(h, speed) then solves: what the substeps gave
 *     stays; count_trees(s, threshold): before contacts are marked; rub_tree(h, 0): friction after
 *     all impacts, true where it acts; moves_large_tree(h): one too large for that;
 *   find_stops(s, threshold): makes contacts without restitution that stop an approach faster than `threshold` take part in impacts;
 *     true when one does.
 */

#include "physics/solver/contact_lane.inl"

/* Oblique rebounds, and those of several points, are rounded on several axes. Their target is lower by this many velocity steps (2^-21 m/s), so that
 * rounding loses energy on average and a long rally of elastic hits does not gain energy. */
#define OBLIQUE_LOSS 2
/* Bounds of what an impact changes a relative velocity by, and of the impulses of a point in a tick: twice the speed of two bodies
 * that meet at MAX_SPEED does not fit. */
#define MAX_CHANGE_OF_SPEED ((int64_t)1 << 31)
#define MAX_TOTAL INT32_MAX
/* Largest number of passes over the contacts of a batch: a blow passes at least as many bodies in a tick. */
enum { MAX_PASSES = 64 };
/* How often friction of trees follows their impacts, which it changes: with more the time of a tick doubles, and tangent velocities
 * of 0.015 m/s are left of 3. */
enum { MAX_RUBS = 2 };

/* An end: 0 is that of a, 1 of b. */
static bool is_movable(const struct hit *h, unsigned end)
{
    return ((end == 0 ? h->r->write_a : h->r->write_b) >> h->lane & 1) != 0;
}

/* Its solver body. */
static uint32_t body_of(const struct hit *h, unsigned end)
{
    return (uint32_t)(end == 0 ? h->r->a : h->r->b)[h->lane];
}

typedef bool visit_fn(const struct hit *h, fs_vel speed);

static bool visit_block(struct fs__solverN *s, struct fs__solverN_block *r, unsigned lanes, visit_fn *visit,
                        fs_vel speed)
{
    bool any = false;
    for (unsigned k = 0; k < FS__SOLVERN_LANES; k++)
        for (unsigned p = 0; p < point_count(r) && (lanes >> k & 1) != 0; p++)
            any |= visit(&(struct hit){ s, r, &r->point[p], p, k }, speed);
    return any;
}

/* Calls `visit` for the points of the contacts in blocks with restitution; true when one call is. */
static bool visit_elastic(struct fs__solverN *s, visit_fn *visit, fs_vel speed)
{
    bool any = false;
    for (uint32_t i = 0; i < block_count(s); i++)
        if ((s->block[i].extra & FS__SOLVERN_RESTITUTION) != 0)
            any |= visit_block(s, &s->block[i], s->block[i].used, visit, speed);
    return any;
}

/* The same for contacts that take part in impacts, from the first block with one. */
static bool visit_bouncing(struct fs__solverN *s, uint32_t first, visit_fn *visit, fs_vel speed)
{
    bool any = false;
    for (uint32_t i = first; i < block_count(s); i = s->block[i].next_bouncing)
        any |= visit_block(s, &s->block[i], s->block[i].bouncing, visit, speed);
    return any;
}

/* Links the blocks with contacts that take part in impacts, and returns the first one. */
static uint32_t link_bouncing(struct fs__solverN *s)
{
    uint32_t next = block_count(s);
    for (uint32_t i = block_count(s); i-- > 0;)
        if (s->block[i].bouncing != 0) {
            s->block[i].next_bouncing = next;
            next = i;
        }
    return next;
}

/* ---- impulses -------------------------------------------------------------------------------------------------- */

/* A velocity, angular ones last, and what it has below one step (Q51). */
struct component {
    fs_vel *v;
    int64_t *rest;
};

/* v + change (Q51), together with the part below one step that earlier changes left in *rest. */
static fs_vel add_change(fs_vel v, int64_t change, int64_t *rest)
{
    int64_t sum = change + *rest, whole = fs_round_shift64_sym(sum, FS_UNIT_FRAC);
    *rest = sum - whole * FS_UNIT_ONE;
    return (fs_vel)fs_clamp64(v + whole, -MAX_SPEED, MAX_SPEED);
}

/* ---- speeds of impact ------------------------------------------------------------------------------------------ */

/* Acceleration with which gravity closes the gap (m/s^2, Q32.32). */
static fs_wide closing_gravity(const struct hit *h)
{
    fs_wide gain = fs_sat64_sub(gravity_along_normal(h, (uint32_t)h->r->a[h->lane]),
                                gravity_along_normal(h, (uint32_t)h->r->b[h->lane]));
    return fs_clamp64(gain, -MAX_GRAVITY * 4, MAX_GRAVITY * 4);
}

/* What gravity adds to a velocity in half a substep (Q21). Velocities are those of half a substep before their positions:
 * they lag by it before an impact and lead by it after. */
static fs_vel half_step_gain(const struct hit *h)
{
    int64_t gain = fs_div64_round(closing_gravity(h), 2 * substep_rate(h->s));
    return fs_sat32(fs_round_shift64_sym(gain, FS_WIDE_FRAC - FS_VEL_FRAC));
}

/* The speed of a fall from speed u over `distance`: v^2 = u^2 + 2 g s, rounded down, so that no rebound gains energy. */
static fs_vel speed_after(int64_t u, fs_wide gravity, int64_t distance)
{
    int64_t gain = fs_mul64(gravity, fs_clamp64(distance, 0, 4 * FS_REL_ONE), FS_REL_FRAC); /* Q32, below 2^47 */
    u = fs_clamp64(u, 0, MAX_SPEED);
    int64_t square = u * u + gain * (1 << (2 * FS_VEL_FRAC - FS_WIDE_FRAC + 1));
    return square <= 0 ? 0 : (fs_vel)fs_min_u64(fs_isqrt64((uint64_t)square), MAX_SPEED);
}

/* m; two that touch are apart by the rounding of their poses. */
#define TOUCHING (FS_REL_ONE >> 13)

/* Whether the contact has that point: blocks repeat the first one. */
static bool is_point(const struct hit *h)
{
    return h->point < h->s->w->contact.count[h->s->tick->contact[h->r->index[h->lane]]];
}

/* A point meets the other surface in the tick if it had an impulse, or would move there without contacts. A raised corner does
 * not. */
static bool meets(const struct hit *h)
{
    if (!is_point(h) || *total_of(h) != 0)
        return is_point(h);
    int64_t speed = 2 * (int64_t)h->s->substeps * half_step_gain(h) - h->r->initial_normal_velocity[h->point][h->lane];
    int64_t closed = fs_div64_round(speed * h->s->substeps * (1 << (FS_REL_FRAC - FS_VEL_FRAC)), substep_rate(h->s));
    return separation_of(h) <= closed + TOUCHING;
}

/* Replaces the velocity at the start of the tick by that of the impact: the speed gained by falling to the surface is
 * kept. True for an impact. */
static bool find_impact_speed(const struct hit *h, fs_vel threshold)
{
    fs_vel *velocity = &h->r->initial_normal_velocity[h->point][h->lane];
    h->r->meets[h->point] |= (uint8_t)((unsigned)meets(h) << h->lane);
    if (*velocity >= -threshold || *total_of(h) == 0)
        return false;
    *velocity = -speed_after((int64_t)half_step_gain(h) - *velocity, closing_gravity(h), closed_distance(h));
    return true;
}

static bool find_elastic_impact(const struct hit *h, fs_vel threshold)
{
    return lane_restitution(h->r, h->lane) != 0 && find_impact_speed(h, threshold);
}

/* ---- contacts that take part ------------------------------------------------------------------------------------- */

/* A contact that carried a load at the end of the last tick and has no impact rests: its rows stay as they are. */
static bool rests(const struct hit *h, fs_vel threshold)
{
    int64_t load = last_load(h);
    if (load <= 0 || contact_total(h) > 2 * load)
        return false;
    for (unsigned i = 0; i < point_count(h->r); i++)
        if (h->r->initial_normal_velocity[i][h->lane] < -threshold)
            return false;
    return true;
}

static bool bounces(const struct hit *h, fs_vel threshold)
{
    return lane_restitution(h->r, h->lane) != 0 && contact_total(h) != 0 && !rests(h, threshold);
}

static bool mark_bouncing(const struct hit *h, fs_vel threshold)
{
    if (bounces(h, threshold) && !moves_large_tree(h))
        h->r->bouncing |= (uint8_t)(1u << h->lane);
    return false;
}

/* ---- what the substeps gave -------------------------------------------------------------------------------------- */

static unsigned meeting_points(const struct hit *h)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < point_count(h->r); i++)
        sum += h->r->meets[i] >> h->lane & 1u;
    return sum;
}

/* Friction answered what stopped the points one after the other, without a rebound: it is solved with the impacts again. */
static bool take_back(const struct hit *h, fs_vel unused)
{
    (void)unused;
    if (moves_tree(h))
        return false;
    apply_impulse(h, -*total_of(h));
    *total_of(h) = *impulse_of(h) = 0;
    if (h->point == 0 && can_rub(h) && meeting_points(h) > 0)
        take_back_friction(h);
    return false;
}

/* After all was taken back: by how much the bodies approach faster at the end of the tick than at the impact. */
static bool find_excess(const struct hit *h, fs_vel unused)
{
    (void)unused;
    if (moves_tree(h))
        return false;
    fs_vel approach = fs_sat32(fs_max64(-normal_velocity(h), 0));
    fs_vel impact = fs_max32(fs_sat32_neg(h->r->initial_normal_velocity[h->point][h->lane]), 0);
    h->r->excess[h->point][h->lane] = fs_sat32_sub(approach, impact);
    return false;
}

/* ---- impacts ----------------------------------------------------------------------------------------------------- */

/* The velocity after an impact. An approach below the threshold is stopped. */
static int64_t rebound_of(const struct hit *h, int64_t approach)
{
    fs_vel *excess = &h->r->excess[h->point][h->lane];
    int64_t impact = approach - *excess, lead = *excess != 0 ? half_step_gain(h) : 0;
    *excess = 0;
    if (impact <= h->s->w->rules.restitution_threshold[0] || lane_restitution(h->r, h->lane) == 0)
        return 0;
    int64_t rebound = fs_mul64(impact, lane_restitution(h->r, h->lane), FS_UNIT_FRAC) + lead -
                      (is_oblique(h) ? OBLIQUE_LOSS : 0);
    return fs_max64(rebound, 0);
}

static int32_t bounded(const struct hit *h, int64_t impulse)
{
    return (int32_t)fs_clamp64(impulse, -*total_of(h), MAX_TOTAL - *total_of(h));
}

static void give(const struct hit *h, int32_t impulse)
{
    *total_of(h) += impulse;
    apply_impulse(h, impulse);
}

static bool hit_point(const struct hit *h, int64_t velocity)
{
    int64_t change = fs_clamp64(rebound_of(h, -velocity) - velocity, 0, MAX_CHANGE_OF_SPEED);
    int32_t impulse = bounded(h, fs_round_shift64_sym(change * inverse_of(h), FS_UNIT_FRAC));
    if (impulse > 0)
        give(h, impulse);
    return impulse > 0;
}

/* Points of a contact that meet, and their velocities. */
struct meeting {
    unsigned count;
    struct hit hit[FS__COMPRESSION_POINTS];
    int64_t velocity[FS__COMPRESSION_POINTS];
};

/* Bits that velocities and impulses of a compression have below one step. */
enum { FINE_BITS = 10 };

/* Rounds of compression and friction, which act on each other; a smaller change of friction (Q21) ends them. */
enum { MAX_ROUNDS = 8, SMALL_FRICTION = 16 };

static void set_responses(const struct meeting *m, struct fs__compression *c)
{
    c->points = m->count;
    for (unsigned i = 0; i < m->count; i++) {
        c->impulse[i] = 0;
        for (unsigned j = 0; j < m->count; j++)
            c->response[i][j] = response_of(&m->hit[i], &m->hit[j]);
    }
}

static void compress(const struct meeting *m, struct fs__compression *c)
{
    for (unsigned i = 0; i < m->count; i++)
        c->velocity[i] = fs_clamp64(normal_velocity(&m->hit[i]), -MAX_CHANGE_OF_SPEED, MAX_CHANGE_OF_SPEED) *
                         (1 << FINE_BITS);
    fs__compress(c);
}

/* The share of the impulses of compression that the points get again (Q30): the mean of those of their approaches. */
static int64_t share_again(const struct meeting *m, const struct fs__compression *c)
{
    int64_t rebound = 0, approach = 0;
    for (unsigned i = 0; i < m->count; i++) {
        int64_t speed = fs_max64(-m->velocity[i], 0), p = fs_min64(fs_asr64(c->impulse[i], FINE_BITS), MAX_SPEED);
        int64_t again = speed > 0 ? fs_max64(rebound_of(&m->hit[i], speed) - OBLIQUE_LOSS, 0) : 0;
        rebound = fs_sat64_add(rebound, p * again);
        approach = fs_sat64_add(approach, p * speed);
    }
    return approach > 0 ? fs_clamp64(fs_muldiv64(rebound, FS_UNIT_ONE, approach), 0, 2 * (int64_t)FS_UNIT_ONE) : 0;
}

/* Changes what the points got (given) to a share (Q30) of the impulses of compression. Impulses are rounded down in sum, so that
 * no rebound gains energy. */
static void give_share(const struct meeting *m, const struct fs__compression *c, int64_t share, int32_t *given)
{
    int64_t rest = 0;
    for (unsigned i = 0; i < m->count; i++) {
        int64_t fine = fs_mul64(c->impulse[i], share, FS_UNIT_FRAC) + rest, impulse = fs_asr64(fine, FINE_BITS);
        rest = fine - impulse * (1 << FINE_BITS);
        int32_t change = fs_max32(bounded(&m->hit[i], impulse - given[i]), -given[i]);
        given[i] += change;
        give(&m->hit[i], change);
    }
}

/* Twice the work of normal impulses, and of those of compression alone from rest (m^2/s^2, Q30). */
static int64_t normal_work(const struct meeting *m, const int32_t *given)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < m->count; i++)
        sum = fs_sat64_add(sum, fs_mul64(given[i], m->velocity[i] + normal_velocity(&m->hit[i]), 2 * FS_VEL_FRAC - 30));
    return sum;
}

static int64_t compression_work(const struct fs__compression *c)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < c->points; i++) {
        int64_t gain = 0;
        for (unsigned j = 0; j < c->points; j++)
            gain = fs_sat64_add(gain, fs_mul64(c->response[i][j], c->impulse[j], FS_UNIT_FRAC));
        sum = fs_sat64_add(sum, fs_mul64(c->impulse[i], gain, 2 * (FS_VEL_FRAC + FINE_BITS) - 30));
    }
    return sum;
}

/* A share (Q30), lowered where the impulses of compression would give more again than they and friction took: where friction turns a
 * body into the surface they are larger than its approach alone asks for, and the last friction leaves points that part. */
static int64_t bounded_share(const struct meeting *m, const struct fs__compression *c, const int32_t *given,
                             const struct friction *before, int64_t share)
{
    const int64_t again = compression_work(c);
    int64_t taken = fs_sat64_sub(-normal_work(m, given), friction_work(&m->hit[0], before));
    for (unsigned i = 0; i < m->count; i++) {
        int64_t parting = fs_mul64(given[i], normal_velocity(&m->hit[i]), 2 * FS_VEL_FRAC - 30 - 1);
        taken = fs_sat64_sub(taken, fs_mul64(parting, share, FS_UNIT_FRAC));
    }
    if (taken >= again - (again >> 16))
        return share;
    int64_t square = fs_muldiv64(fs_max64(taken, 0), FS_UNIT_ONE, again);
    return fs_mul64(share, (int64_t)fs_isqrt64((uint64_t)square << FS_UNIT_FRAC), FS_UNIT_FRAC);
}

/* rubs: can_rub(). */
static void hit_together(const struct meeting *m, bool rubs)
{
    struct fs__compression c;
    int32_t given[FS__COMPRESSION_POINTS] = { 0 };
    const struct friction before = note_friction(&m->hit[0]);
    set_responses(m, &c);
    for (int round = 0; round < MAX_ROUNDS; round++) {
        compress(m, &c);
        give_share(m, &c, FS_UNIT_ONE, given);
        if (!rubs || rub(&m->hit[0]) <= SMALL_FRICTION)
            break;
    }
    int64_t share = share_again(m, &c);
    if (share > 0 && rubs)
        share = bounded_share(m, &c, given, &before, share);
    give_share(m, &c, FS_UNIT_ONE + share, given);
    if (rubs)
        (void)rub(&m->hit[0]);
}

/* Solves the impact of a contact of which a point approaches faster than `speed`; true when one does. Called by point, it acts
 * once. */
static bool hit_contact(const struct hit *h, fs_vel speed)
{
    struct meeting m = { .count = 0 };
    int64_t fastest = 0;
    if (moves_tree(h))
        return hit_tree(h, speed);
    for (unsigned i = 0; i < point_count(h->r) && h->point == 0; i++) {
        if ((h->r->meets[i] >> h->lane & 1) == 0)
            continue;
        const struct hit g = { h->s, h->r, &h->r->point[i], i, h->lane };
        m.hit[m.count] = g;
        m.velocity[m.count] = fs_clamp64(normal_velocity(&g), -2 * (int64_t)MAX_SPEED, 2 * (int64_t)MAX_SPEED);
        fastest = fs_max64(fastest, -m.velocity[m.count++]);
    }
    if (m.count == 0 || fastest <= speed)
        return false;
    const bool rubs = can_rub(h);
    if (m.count == 1 && !rubs)
        return hit_point(&m.hit[0], m.velocity[0]);
    hit_together(&m, rubs);
    return true;
}

static fs_vel fastest_approach(const struct fs__solverN *s, uint32_t first)
{
    fs_vel fastest = 0;
    for (uint32_t i = first; i < block_count(s); i = s->block[i].next_bouncing)
        for (unsigned k = 0; k < FS__SOLVERN_LANES; k++)
            for (unsigned p = 0; p < point_count(&s->block[i]) && (s->block[i].bouncing >> k & 1) != 0; p++)
                fastest = fs_max32(fastest, fs_sat32_neg(s->block[i].initial_normal_velocity[p][k]));
    return fastest;
}

static void run_passes(struct fs__solverN *s, uint32_t first, fs_vel speed, fs_vel threshold)
{
    for (int pass = 0; pass < MAX_PASSES; pass++) {
        if (visit_bouncing(s, first, hit_contact, speed))
            continue;
        if (speed == 0)
            return;
        speed = speed > threshold ? speed / 2 : 0;
    }
}

void fs__solverN_apply_restitution(struct fs__solverN *s)
{
    fs_vel threshold = s->w->rules.restitution_threshold[0];
    bool elastic = visit_elastic(s, find_elastic_impact, threshold);
    if (elastic) {
        count_trees(s, threshold);
        (void)visit_elastic(s, mark_bouncing, threshold);
    }
    if (!find_stops(s, threshold) && !elastic)
        return;
    uint32_t first = link_bouncing(s);
    (void)visit_bouncing(s, first, take_back, 0);
    (void)visit_bouncing(s, first, find_excess, 0);
    run_passes(s, first, elastic ? fastest_approach(s, first) / 2 : 0, threshold);
    for (int round = 0; round < MAX_RUBS && visit_bouncing(s, first, rub_tree, 0); round++)
        run_passes(s, first, 0, threshold);
}
