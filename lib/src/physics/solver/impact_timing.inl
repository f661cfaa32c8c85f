/* impact_timing.inl: the motion of two bodies that hit each other, from the time of their impact.
 *
 * The substeps stop the bodies somewhere in the tick and restitution changes their velocities at its end, but the arms
 * of a contact are those of one pose. An impulse that acts at another pose changes the angular momentum of the pair by
 * impulse x (difference of the poses). So where a contact is the only one of both bodies:
 *
 * - Bodies that rebound, and balls, are placed as if all impulses of the tick had acted at the pose of the manifold: free
 *   motion until then, the motion with the final velocities after it. Not where another shape is near.
 * - What is left, and all of other contacts, becomes a change of spin; but not of two balls, which turn by friction only.
 *
 * The angular momentum of the pair is then kept to rounding.
 *
 * Bodies with joints, kinematic bodies and bodies with several loaded contacts stay as they are.
 *
 * Template: included once by impact_timing.c of physics2d and of physics3d, which first define
 *   substep_rate(s): substeps per second;
 *   ANGULAR_LANE, BODY_LANES: of travel and exact;
 *   motion_of(s, i): of a solver body;
 *   place_turn(s, i, turn): adds to what the continuous collision reads;
 *   set_velocity(s, i, v, w): of a solver body, linear and angular components;
 *   copy_anchor_offset(w, contact, offset): of the centres of mass at the manifold (m, Q26);
 *   struct inertia, inertia_of(s, p, i): of a solver body over the mass of the pair (m^2);
 *   spin_moment(inertia, w, moment), spin_change(inertia, moment, w): angular momentum of an angular velocity (both Q32),
 *     and the reverse;
 *   spin_energy(inertia, a, b): half of a . I b of two angular velocities (Q21), Q32;
 *   fit_turn(s, p, i): changes the turn of a solver body so that it keeps energy and angular momentum there;
 *   halves_of_face(w, contact): body a's share of the change of spin as the contact's features tell, in halves: 0, 1 or 2;
 *   is_round(w, shape): a disc or ball;
 *   may_turn(s, i): whether contacts move and turn the solver body freely.
 */

#include "physics/solver/contact_lane.inl"

/* Farthest move of a pair to its manifold (m): that of speculative.c. */
#define MAX_ADVANCE (2 * FS_REL_ONE)

/* The axis about which plane k turns: planes are spanned by axis k and the next one. */
#define AXIS_OF_PLANE(k) (((k) + 2) % FS__PLANES)

/* ---- motions ------------------------------------------------------------------------------------------------------- */

/* The sum of a component over the substeps (Q21) if contacts change it after the share `time` (Q30) of the tick. */
static int64_t travel_of(struct component c, int64_t substeps, int64_t time)
{
    int64_t twice_free = substeps * (c.first + c.free) + (c.free - c.first);
    int64_t contacts = fs_round_shift64_sym((c.last - c.free) * (FS_UNIT_ONE - time), FS_UNIT_FRAC - 1) * substeps;
    return fs_round_shift64_sym(twice_free + contacts, 1);
}

static int64_t way_of(const struct fs__solverN *s, int64_t travel)
{
    return fs_div64_round(travel * (1 << (FS_REL_FRAC - FS_VEL_FRAC)), substep_rate(s));
}

static const int64_t *old_travel(const struct fs__solverN *s, uint32_t i)
{
    return s->travel + (size_t)i * BODY_LANES;
}

/* ---- new contacts -------------------------------------------------------------------------------------------------- */

/* The offset of b's centre of mass from a's at the start of the tick (m, Q26). */
static void find_offset(const struct fs__solverN *s, const struct pair *p, int64_t offset[FS__AXES])
{
    int64_t a[FS__AXES], b[FS__AXES];
    fs__posN_to_axes(s->w->body.pos[p->a], a);
    fs__posN_to_axes(s->w->body.pos[p->b], b);
    for (unsigned k = 0; k < FS__AXES; k++)
        offset[k] = fs__pos_wrapped_sub(b[k], a[k]);
}

/* The share of the tick (Q30) after which the bodies, moving with the velocities of its start, have the offset that the
 * manifold has. */
static int64_t time_of_manifold(const struct fs__solverN *s, const struct pair *p)
{
    int64_t start[FS__AXES], offset[FS__AXES], square = 0, along = 0;
    const struct motion a = motion_of(s, p->solver_a), b = motion_of(s, p->solver_b);
    find_offset(s, p, start);
    copy_anchor_offset(s->w, p->contact, offset);
    for (unsigned k = 0; k < FS__AXES; k++) {
        int64_t way = fs_clamp64(fs__rel_wrap(offset[k] - start[k]), -MAX_ADVANCE, MAX_ADVANCE),
                v = fs_clamp64(b.v[k].first - a.v[k].first, -MAX_SPEED, MAX_SPEED);
        square += v * v;
        along += way * v;
    }
    if (square == 0 || along <= 0)
        return 0;
    int64_t scale = (int64_t)fs__worldN_rate(s->w) << (FS_UNIT_FRAC + FS_VEL_FRAC - FS_REL_FRAC);
    return fs_clamp64(fs_muldiv64(along, scale, square), 0, FS_UNIT_ONE);
}

/* The fat AABB of the body's shapes and of their copies moved by `way` (m, Q26). */
static fs_aabbN swept_box(const struct fs_worldN *w, uint32_t shape, const int64_t way[FS__AXES])
{
    const int64_t to_pos = (int64_t)1 << (FS_POS_FRAC - FS_REL_FRAC);
    int64_t low[FS__AXES], high[FS__AXES];
    fs__posN_to_axes(w->shape.fat_low[shape], low);
    fs__posN_to_axes(w->shape.fat_high[shape], high);
    for (unsigned k = 0; k < FS__AXES; k++) {
        low[k] = fs_sat64_add(low[k], fs_min64(way[k], 0) * to_pos);
        high[k] = fs_sat64_add(high[k], fs_max64(way[k], 0) * to_pos);
    }
    return (fs_aabbN){ fs__posN_from_axes(low), fs__posN_from_axes(high) };
}

/* Whether only the pair's own shapes are where the body's shapes get to when it moves by `way`. */
static bool has_room(const struct fs__solverN *s, const struct pair *p, uint32_t body, const int64_t way[FS__AXES])
{
    enum { FEW = 8 };
    const struct fs_worldN *w = s->w;
    struct fs__broadphaseN_aabb_columns boxes = { w->shape.fat_low, w->shape.fat_high, w->shape.gen, *w->shape.rows,
                                                  NULL };
    for (uint32_t next = w->body.first_shape[body]; next != 0; next = w->shape.sibling[next - 1]) {
        uint32_t rows[FEW];
        uint32_t count = fs__broadphaseN_query(w->scratch->pair_broadphase, &boxes, swept_box(w, next - 1, way), rows,
                                               FEW);
        for (uint32_t i = 0; i < count; i++)
            if (i >= FEW || (w->shape.body[rows[i]] != p->a && w->shape.body[rows[i]] != p->b))
                return false;
    }
    return true;
}

/* Sums of the velocities of a body over the substeps. */
struct travel {
    int64_t v[FS__AXES], w[FS__PLANES];
};

static void place_body(struct fs__solverN *s, uint32_t i, const struct travel *travel)
{
    int64_t *old = s->travel + (size_t)i * BODY_LANES, turn[FS__PLANES];
    for (unsigned k = 0; k < FS__AXES; k++)
        old[k] = travel->v[k];
    for (unsigned k = 0; k < FS__PLANES; k++) {
        turn[k] = way_of(s, travel->w[k] - old[ANGULAR_LANE + k]);
        old[ANGULAR_LANE + k] = travel->w[k];
    }
    place_turn(s, i, turn);
}

static struct travel find_travel(const struct fs__solverN *s, uint32_t i, int64_t time)
{
    const struct motion m = motion_of(s, i);
    struct travel t;
    for (unsigned k = 0; k < FS__AXES; k++)
        t.v[k] = travel_of(m.v[k], s->substeps, time);
    for (unsigned k = 0; k < FS__PLANES; k++)
        t.w[k] = travel_of(m.w[k], s->substeps, time);
    return t;
}

static bool may_move(const struct fs__solverN *s, const struct pair *p, uint32_t i, const struct travel *travel)
{
    int64_t way[FS__AXES];
    for (unsigned k = 0; k < FS__AXES; k++)
        way[k] = way_of(s, travel->v[k] - old_travel(s, i)[k]);
    return has_room(s, p, s->tick->body_row[i], way);
}

static void time_impact(struct fs__solverN *s, const struct pair *p)
{
    int64_t time = time_of_manifold(s, p);
    const struct travel a = find_travel(s, p->solver_a, time), b = find_travel(s, p->solver_b, time);
    if (!may_move(s, p, p->solver_a, &a) || !may_move(s, p, p->solver_b, &b))
        return;
    place_body(s, p->solver_a, &a);
    place_body(s, p->solver_b, &b);
}

/* ---- angular momentum ---------------------------------------------------------------------------------------------- */

/* x vy - y vx in m^2/s (Q32), of an offset in Q26 and a velocity in Q21, limited to 32 m and 1024 m/s. */
static int64_t moment_of(int64_t x, int64_t y, int64_t vx, int64_t vy)
{
    const int64_t most = INT32_MAX;
    x = fs_clamp64(x, -most, most);
    y = fs_clamp64(y, -most, most);
    int64_t moment = x * fs_clamp64(vy, -most, most) / 2 - y * fs_clamp64(vx, -most, most) / 2;
    return fs_round_shift64_sym(moment, FS_REL_FRAC + FS_VEL_FRAC - FS_WIDE_FRAC - 1);
}

/* Adds `sign` times the offset x the velocity. */
static void add_orbit(const int64_t offset[FS__AXES], const int64_t v[FS__AXES], int sign, int64_t moment[FS__PLANES])
{
    for (unsigned k = 0; k < FS__PLANES; k++) {
        unsigned next = (k + 1) % FS__AXES;
        moment[AXIS_OF_PLANE(k)] += sign * moment_of(offset[k], offset[next], v[k], v[next]);
    }
}

static void add_spin(const struct inertia *inertia, const struct component w[FS__PLANES], int64_t moment[FS__PLANES])
{
    int64_t change[FS__PLANES], sum[FS__PLANES];
    for (unsigned k = 0; k < FS__PLANES; k++)
        change[k] = (w[k].last - w[k].free) * (1 << (FS_WIDE_FRAC - FS_VEL_FRAC));
    spin_moment(inertia, change, sum);
    for (unsigned k = 0; k < FS__PLANES; k++)
        moment[k] = fs_sat64_add(moment[k], sum[k]);
}

/* The angular momentum that the contact gave to the pair in the tick, over the mass of the pair (m^2/s, Q32). */
static void find_gain(const struct fs__solverN *s, const struct pair *p, int64_t moment[FS__PLANES])
{
    const struct motion m = motion_of(s, p->solver_a), n = motion_of(s, p->solver_b);
    const int64_t *travel_a = old_travel(s, p->solver_a), *travel_b = old_travel(s, p->solver_b);
    int64_t offset[FS__AXES], free[FS__AXES], v[FS__AXES], free_v[FS__AXES];
    find_offset(s, p, offset);
    for (unsigned k = 0; k < FS__AXES; k++) {
        struct component a = m.v[k], b = n.v[k];
        v[k] = b.last - a.last;
        free_v[k] = b.free - a.free;
        a.last = a.free;
        b.last = b.free;
        free[k] = offset[k] + way_of(s, travel_of(b, s->substeps, 0) - travel_of(a, s->substeps, 0));
        offset[k] += way_of(s, travel_b[k] - travel_a[k]);
    }
    for (unsigned k = 0; k < FS__PLANES; k++)
        moment[k] = 0;
    add_orbit(offset, v, 1, moment);
    add_orbit(free, free_v, -1, moment);
    add_spin(&p->inertia_a, m.w, moment);
    add_spin(&p->inertia_b, n.w, moment);
}

/* halves: the body's share, 0, 1 or 2. */
static void take_moment(struct fs__solverN *s, uint32_t i, const struct inertia *inertia,
                        const int64_t moment[FS__PLANES], int64_t halves)
{
    const struct motion m = motion_of(s, i);
    int64_t share[FS__PLANES], change[FS__PLANES];
    fs_vel v[FS__AXES], w[FS__PLANES];
    for (unsigned k = 0; k < FS__PLANES; k++)
        share[k] = moment[k] / 2 * halves;
    spin_change(inertia, share, change);
    for (unsigned k = 0; k < FS__AXES; k++)
        v[k] = (fs_vel)m.v[k].last;
    for (unsigned k = 0; k < FS__PLANES; k++)
        w[k] = fs__solverN_clamp_speed(
            fs_sat32(fs_sat64_sub(m.w[k].last, fs_round_shift64_sym(change[k], FS_WIDE_FRAC - FS_VEL_FRAC))));
    set_velocity(s, i, v, w);
}

/* The share of body a: a corner keeps its place on its body and slides along the face of the other one, so the body with
 * the face takes all, and a ball nothing. Halves: 0, 1 or 2. */
static int64_t halves_of_a(const struct fs_worldN *w, uint32_t contact)
{
    bool round_a = is_round(w, w->contact.shape_a[contact]), round_b = is_round(w, w->contact.shape_b[contact]);
    if (round_a != round_b)
        return round_b ? 2 : 0;
    return halves_of_face(w, contact);
}

static void keep_moment(struct fs__solverN *s, const struct pair *p)
{
    int64_t moment[FS__PLANES], halves = halves_of_a(s->w, p->contact);
    find_gain(s, p, moment);
    take_moment(s, p->solver_a, &p->inertia_a, moment, halves);
    take_moment(s, p->solver_b, &p->inertia_b, moment, 2 - halves);
}

/* ---- energy -------------------------------------------------------------------------------------------------------- */

/* What a contact did to the energy of a pair, over the mass of the pair (m^2/s^2, Q32): the gain, and the energy of the
 * change of the velocities itself. A share x of the change gains x^2 change - x (change - gain). free: the energy without the
 * contact, of the motion against each other. */
struct energy {
    int64_t gain, change, free;
};

static int64_t half_product(int64_t a, int64_t b)
{
    return fs_mul64(a, b, 2 * FS_VEL_FRAC + 1 - FS_WIDE_FRAC);
}

static struct energy energy_of_spin(const struct inertia *inertia, const struct component w[FS__PLANES])
{
    int64_t turn[FS__PLANES], sum[FS__PLANES], free[FS__PLANES];
    for (unsigned k = 0; k < FS__PLANES; k++) {
        turn[k] = w[k].last - w[k].free;
        sum[k] = w[k].last + w[k].free;
        free[k] = w[k].free;
    }
    return (struct energy){ spin_energy(inertia, turn, sum), spin_energy(inertia, turn, turn),
                            spin_energy(inertia, free, free) };
}

static struct energy energy_of(const struct fs__solverN *s, const struct pair *p)
{
    const struct motion m = motion_of(s, p->solver_a), n = motion_of(s, p->solver_b);
    const struct energy a = energy_of_spin(&p->inertia_a, m.w), b = energy_of_spin(&p->inertia_b, n.w);
    struct energy e = { fs_sat64_add(a.gain, b.gain), fs_sat64_add(a.change, b.change), fs_sat64_add(a.free, b.free) };
    for (unsigned k = 0; k < FS__AXES; k++) {
        int64_t free = n.v[k].free - m.v[k].free, last = n.v[k].last - m.v[k].last;
        e.gain = fs_sat64_add(e.gain, half_product(last - free, last + free));
        e.change = fs_sat64_add(e.change, half_product(last - free, last - free));
        e.free = fs_sat64_add(e.free, half_product(free, free));
    }
    return e;
}

/* *rest: the part of the velocity below one step (Q51). */
static fs_vel shrink_change(struct component c, int64_t share, int64_t *rest)
{
    int64_t change = (c.last - c.free) * share + *rest, whole = fs_round_shift64_sym(change, FS_UNIT_FRAC);
    *rest = change - whole * FS_UNIT_ONE;
    return fs__solverN_clamp_speed(fs_sat32(c.free + whole));
}

static void shrink_changes(struct fs__solverN *s, uint32_t i, int64_t share)
{
    const struct motion m = motion_of(s, i);
    int64_t *rest = s->exact + (size_t)i * BODY_LANES;
    fs_vel v[FS__AXES], w[FS__PLANES];
    for (unsigned k = 0; k < FS__AXES; k++)
        v[k] = shrink_change(m.v[k], share, &rest[k]);
    for (unsigned k = 0; k < FS__PLANES; k++)
        w[k] = shrink_change(m.w[k], share, &rest[ANGULAR_LANE + k]);
    set_velocity(s, i, v, w);
}

/* A rebound with friction, or with a second point, may gain energy: the contact then gives less of everything. That keeps
 * both momenta where the bodies are placed by their new velocities. True when it gained. */
static bool limit_energy(struct fs__solverN *s, const struct pair *p)
{
    struct energy e = energy_of(s, p);
    if (e.gain <= 0 || e.change <= 0 || e.gain >= e.change)
        return false;
    int64_t share = FS_UNIT_ONE - fs_muldiv64(e.gain, FS_UNIT_ONE, e.change);
    shrink_changes(s, p->solver_a, share);
    shrink_changes(s, p->solver_b, share);
    return true;
}

/* ---- the batch ----------------------------------------------------------------------------------------------------- */

static bool is_free(const struct fs__solverN *s, uint32_t solver_body)
{
    return s->body_mark[solver_body] == 1 && s->w->body.first_joint[s->tick->body_row[solver_body]] == 0 &&
           may_turn(s, solver_body);
}

/* Of the contact at place i of the batch. */
static bool is_elastic(const struct fs__solverN *s, uint32_t i)
{
    const uint32_t slot = s->contact_slot[i].slot;
    return lane_restitution(&s->block[slot / FS__SOLVERN_LANES], slot % FS__SOLVERN_LANES) != 0;
}

/* The structure for pairs is empty, or as old as the scratch memory, in a tick in which no fat AABB changed. */
void fs__solverN_prepare_impacts(struct fs__worldN_tick *tick)
{
    const struct fs_worldN *w = tick->w;
    struct fs__broadphaseN_aabb_columns boxes = { w->shape.fat_low, w->shape.fat_high, w->shape.gen, *w->shape.rows,
                                                  NULL };
    for (uint32_t i = 0; !tick->pairs_searched && i < tick->contact_count; i++)
        if (!fs__contactN_has_impulse(w, tick->contact[i])) {
            fs__broadphaseN_update(w->scratch->pair_broadphase, &boxes);
            tick->pairs_searched = true;
        }
}

/* How often an elastic pair gets back what limiting its energy takes of its angular momentum. */
enum { MAX_ROUNDS = 4 };
/* A change of spin may give a pair this share (2^-n) of its energy. */
enum { GAIN_BITS = 6 };

static void restore(struct fs__solverN *s, uint32_t i, const struct motion *m)
{
    fs_vel v[FS__AXES], w[FS__PLANES];
    for (unsigned k = 0; k < FS__AXES; k++)
        v[k] = (fs_vel)m->v[k].last;
    for (unsigned k = 0; k < FS__PLANES; k++)
        w[k] = (fs_vel)m->w[k].last;
    set_velocity(s, i, v, w);
}

/* A change of spin that gives the pair much energy is not made where its contact cannot give less: a deep overlap was pushed
 * apart. */
static void keep_both(struct fs__solverN *s, const struct pair *p, bool elastic, bool placed)
{
    for (int n = 0; n < MAX_ROUNDS; n++) {
        const struct motion a = motion_of(s, p->solver_a), b = motion_of(s, p->solver_b);
        keep_moment(s, p);
        if (elastic && limit_energy(s, p)) {
            if (placed)
                time_impact(s, p);
            continue;
        }
        struct energy e = energy_of(s, p);
        if (e.gain > e.free >> GAIN_BITS) {
            restore(s, p->solver_a, &a);
            restore(s, p->solver_b, &b);
        }
        return;
    }
}

static void solve_pair(struct fs__solverN *s, const struct pair *p, uint8_t load, bool elastic)
{
    bool round = is_round(s->w, s->w->contact.shape_a[p->contact]) && is_round(s->w, s->w->contact.shape_b[p->contact]);
    bool placed = load == FS__SOLVERN_REBOUND || (round && load == FS__SOLVERN_IMPACT);
    if (elastic)
        (void)limit_energy(s, p);
    if (placed)
        time_impact(s, p);
    if (round)
        return;
    keep_both(s, p, elastic, placed);
    fit_turn(s, p, p->solver_a);
    fit_turn(s, p, p->solver_b);
}

void fs__solverN_time_impacts(struct fs__solverN *s)
{
    for (uint32_t i = 0; i < s->contact_count; i++) {
        if (s->group[i] == FS__SOLVERN_UNLOADED)
            continue;
        uint32_t at = s->batch_order[i], a = s->contact_slot[i].a, b = s->contact_slot[i].b;
        if (!is_free(s, a) || !is_free(s, b))
            continue;
        struct pair p = { .contact = s->tick->contact[at],
                          .solver_a = a,
                          .solver_b = b,
                          .a = s->tick->body_row[a],
                          .b = s->tick->body_row[b] };
        p.inertia_a = inertia_of(s, &p, p.solver_a);
        p.inertia_b = inertia_of(s, &p, p.solver_b);
        solve_pair(s, &p, s->group[i], is_elastic(s, i));
    }
}
