/* tree_impact.inl: impacts of bodies in trees of joints.
 *
 * What strikes one body of a tree moves all that its joints hold: the mass that an impact meets is that of the tree at the point. So
 * what the substeps gave is not taken back, as from single bodies: the joints answered it with impulses many times as large as
 * what moves a light link. From where it left them the points get the velocities of their rebounds, contact by contact, by
 * impulses that later ones may take back; after each the joints answer, by a solution of the tree. What an impulse does is
 * measured: a unit is given, answered and taken back. So a welded body rebounds as a single one. Friction follows, within the load
 * of the whole tick.
 *
 * Bodies that hit at once, limits and poses that changed in the tick may make the impulses of the rebounds too large. So the trees and
 * bodies of a contact get no more energy than the tick took from them, and from each other no more than it took from all bodies of
 * the batch.
 *
 * The cost grows with joints times contacts. Trees with too many are left without rebounds.
 *
 * Template: included after contact_restitution.inl by contact_restitution.c of physics2d and of physics3d, which first define
 *   COMPONENTS, TANGENTS: of the velocities of a body, angular ones last; of the friction of a contact;
 *   struct fs__solverN_change: changes of these components;
 *   find_trees(s, threshold): before the first call of the others; false: no joints;
 *   trees_of(s), tree_of(s, body), change_of(s, i): the trees; that of a solver body, NO_TREE: none; of body i of the trees;
 *   ready_tree(s, tree), answer_tree(s, tree): the joints answer what impacts gave the bodies; before that once;
 *   component_of(s, body, k): a velocity of a solver body, and what it has below one step (Q51);
 *   fs_velN frame_of(h): the velocity along the normal of the surface that strikes, where that is of a kinematic body: seen from
 *     there it does no work;
 *   lost_by(s, body, frame): of a body, energy at the start of the tick and the work of gravity, less what there is now; J;
 *   total_along(h, t), speed_along(h, t): the impulse of friction in the tick and the velocity along a tangent;
 *   push_along(h, t, impulse): gives such an impulse, and counts it in the total;
 *   stop_speeds(k, v, stop): the impulses that stop the velocities v, of which a unit changes them by k (Q30); 0: nothing does;
 *   limit_friction(h, old, stop, now): the impulses in the tick with these ones, within the load of the tick; what the substeps gave
 *     beyond that stays.
 */

#define UNIT_IMPULSE FS_VEL_ONE                  /* of a pair, whose effect is measured */
#define LEAST_CHANGE_OF_TREE (FS_VEL_ONE / 1024) /* smaller ones are left to the next tick */
#define MAX_EXACT ((int64_t)1 << 61)             /* of a change of a velocity (Q51) */
enum { MAX_TREE_WORK = 512, MAX_HITS_OF_CONTACT = 8 };

/* ---- trees ---------------------------------------------------------------------------------------------------------- */

/* Of the body at an end; NULL: it is immovable, or in none. */
static struct fs__joint_tree *tree_at(const struct hit *h, unsigned end)
{
    const uint32_t tree = is_movable(h, end) ? tree_of(h->s, body_of(h, end)) : NO_TREE;
    return tree != NO_TREE ? &trees_of(h->s)->tree[tree] : NULL;
}

/* Bodies that hang alone, side by side, pass blows on as free ones do: a cradle. */
static bool moves_tree(const struct hit *h)
{
    const uint32_t least = is_movable(h, 0) && is_movable(h, 1) ? 2 : 1;
    for (unsigned end = 0; end < 2; end++) {
        const struct fs__joint_tree *tree = tree_at(h, end);
        if (tree != NULL && tree->body_end - tree->body_first >= least)
            return true;
    }
    return false;
}

typedef void tree_fn(struct fs__solverN *s, struct fs__joint_tree *tree);

static void for_trees(const struct hit *h, tree_fn *act)
{
    struct fs__joint_tree *a = tree_at(h, 0), *b = tree_at(h, 1);
    if (a != NULL)
        act(h->s, a);
    if (b != NULL && b != a)
        act(h->s, b);
}

/* ---- how much of it ------------------------------------------------------------------------------------------------- */

static void count_contact(struct fs__solverN *s, struct fs__joint_tree *tree)
{
    (void)s;
    tree->bounces++;
}

static bool is_large(const struct fs__joint_tree *tree)
{
    return tree != NULL && (uint64_t)tree->bounces * (tree->end - tree->first) > MAX_TREE_WORK;
}

static bool moves_large_tree(const struct hit *h)
{
    return moves_tree(h) && (is_large(tree_at(h, 0)) || is_large(tree_at(h, 1)));
}

static bool is_spent(const struct fs__joint_tree *tree)
{
    return tree != NULL && tree->hits >= MAX_HITS_OF_CONTACT * tree->bounces;
}

static void count_hit(struct fs__solverN *s, struct fs__joint_tree *tree)
{
    (void)s;
    tree->hits++;
}

/* ---- bodies that an impact moves -------------------------------------------------------------------------------------- */

/* single: for a body in no tree. share: of the changes, Q30. lost: J, seen from where `frame` (m/s) is at rest. */
struct response {
    struct fs__solverN_change single;
    int64_t share;
    fs_scaled lost;
    fs_velN frame;
};

typedef void body_fn(struct fs__solverN *s, uint32_t solver_body, struct fs__solverN_change *c, struct response *r);

static void for_bodies_of_tree(struct fs__solverN *s, const struct fs__joint_tree *tree, body_fn *act,
                               struct response *r)
{
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        act(s, trees_of(s)->body[i], change_of(s, i), r);
}

static void for_bodies(const struct hit *h, body_fn *act, struct response *r)
{
    const struct fs__joint_tree *tree[2] = { tree_at(h, 0), tree_at(h, 1) };
    for (unsigned end = 0; end < 2; end++) {
        if (tree[end] == NULL && is_movable(h, end))
            act(h->s, body_of(h, end), &r->single, r);
        if (tree[end] != NULL && (end == 0 || tree[0] != tree[1]))
            for_bodies_of_tree(h->s, tree[end], act, r);
    }
}

static void keep_velocity(struct fs__solverN *s, uint32_t i, struct fs__solverN_change *c, struct response *r)
{
    (void)r;
    for (unsigned k = 0; k < COMPONENTS; k++) {
        const struct component p = component_of(s, i, k);
        c->from[k] = *p.v;
        c->rest[k] = *p.rest;
    }
}

/* Notes what it changed by, and takes that back. */
static void note_change(struct fs__solverN *s, uint32_t i, struct fs__solverN_change *c, struct response *r)
{
    (void)r;
    for (unsigned k = 0; k < COMPONENTS; k++) {
        const struct component p = component_of(s, i, k);
        c->by[k] = ((int64_t)*p.v - c->from[k]) * FS_UNIT_ONE + *p.rest - c->rest[k];
        *p.v = c->from[k];
        *p.rest = c->rest[k];
    }
}

static void change_velocity(struct fs__solverN *s, uint32_t i, struct fs__solverN_change *c, struct response *r)
{
    for (unsigned k = 0; k < COMPONENTS; k++) {
        const struct component p = component_of(s, i, k);
        const int64_t by = fs_mul64(c->by[k], r->share, FS_UNIT_FRAC);
        *p.rest = c->rest[k];
        *p.v = add_change(c->from[k], fs_clamp64(by, -MAX_EXACT, MAX_EXACT), p.rest);
    }
}

/* ---- energy ---------------------------------------------------------------------------------------------------------- */

static void add_lost(struct fs__solverN *s, uint32_t i, struct fs__solverN_change *c, struct response *r)
{
    (void)c;
    r->lost = fs_scaled_add(r->lost, lost_by(s, i, r->frame));
}

static fs_scaled lost_energy(const struct hit *h)
{
    struct response r = { .lost = { 0, 0 }, .frame = frame_of(h) };
    for_bodies(h, add_lost, &r);
    return r.lost;
}

static bool count_bounces(const struct hit *h, fs_vel threshold)
{
    h->r->excess[h->point][h->lane] = 0;
    if (h->point != 0 || !moves_tree(h) || !bounces(h, threshold))
        return false;
    for_trees(h, count_contact);
    return true;
}

static void count_trees(struct fs__solverN *s, fs_vel threshold)
{
    struct response r = { .lost = { 0, 0 }, .frame = fs_velN_zero() };
    if (!find_trees(s, threshold) || !visit_elastic(s, count_bounces, threshold))
        return;
    for (uint32_t i = s->body_first; i < s->body_end; i++)
        add_lost(s, i, NULL, &r);
    s->lost = r.lost;
}

/* ---- impulses --------------------------------------------------------------------------------------------------------- */

/* What a point got in its rebound, which it may lose again. */
static int32_t *given_to(const struct hit *h)
{
    return &h->r->excess[h->point][h->lane];
}

/* What impulses of the points do to all bodies; velocity: what they make of those of the points. */
static void find_response(const struct meeting *m, const int32_t impulse[], struct response *r, int64_t velocity[])
{
    const struct hit *h = &m->hit[0];
    for_bodies(h, keep_velocity, r);
    for (unsigned i = 0; i < m->count; i++)
        if (impulse[i] != 0)
            apply_impulse(&m->hit[i], impulse[i]);
    for_trees(h, answer_tree);
    for (unsigned i = 0; i < m->count; i++)
        velocity[i] = normal_velocity(&m->hit[i]);
    for_bodies(h, note_change, r);
}

static void measure_responses(const struct meeting *m, struct fs__compression *c)
{
    int64_t velocity[FS__COMPRESSION_POINTS];
    struct response r;
    for (unsigned j = 0; j < m->count; j++) {
        int32_t impulse[FS__COMPRESSION_POINTS] = { 0 };
        impulse[j] = UNIT_IMPULSE;
        find_response(m, impulse, &r, velocity);
        for (unsigned i = 0; i < m->count; i++)
            c->response[i][j] = (velocity[i] - normal_velocity(&m->hit[i])) * (FS_UNIT_ONE / UNIT_IMPULSE);
    }
}

static fs_scaled least_of(fs_scaled a, fs_scaled b)
{
    return fs_scaled_cmp(a, b) < 0 ? a : b;
}

/* What the trees and bodies of the contact may get. What a tree lost to other bodies it must not get again from one of them. */
static fs_scaled gain_allowed(const struct hit *h, fs_scaled lost)
{
    const fs_scaled most = is_movable(h, 0) && is_movable(h, 1) ? least_of(lost, h->s->lost) : lost;
    return most.m > 0 ? most : fs_scaled_make(0, 0);
}

/* Changes velocities by `times` the response (Q30); returns what bodies gain. */
static fs_scaled gain_of(const struct hit *h, struct response *r, int64_t times, fs_scaled lost)
{
    r->share = times;
    for_bodies(h, change_velocity, r);
    return fs_scaled_add(lost, fs__scaled_negate(lost_energy(h)));
}

/* The same, or a share (Q30) of that, which is returned, where they would gain more than they may. */
static int64_t change_within(const struct hit *h, struct response *r, int64_t times)
{
    const fs_scaled lost = lost_energy(h), most = gain_allowed(h, lost);
    fs_scaled gain = gain_of(h, r, times, lost);
    int64_t share = FS_UNIT_ONE;
    if (fs_scaled_cmp(gain, most) > 0) {
        share = fs_scaled_to_q(fs_scaled_div(most, gain), FS_UNIT_FRAC);
        gain = gain_of(h, r, fs_mul64(times, share, FS_UNIT_FRAC), lost);
    }
    if (fs_scaled_cmp(gain, most) > 0) {
        share = 0;
        gain = gain_of(h, r, 0, lost);
    }
    h->s->lost = fs_scaled_add(h->s->lost, fs__scaled_negate(gain));
    return share;
}

/* change: Q21 with FINE_BITS more. */
static void change_impulses(const struct meeting *m, const int64_t change[])
{
    int64_t most = 0, velocity[FS__COMPRESSION_POINTS];
    int32_t unit[FS__COMPRESSION_POINTS];
    struct response r;
    for (unsigned i = 0; i < m->count; i++)
        most = fs_max64(most, fs_abs64(change[i]));
    if (most == 0)
        return;
    for (unsigned i = 0; i < m->count; i++)
        unit[i] = (int32_t)fs_muldiv64(change[i], UNIT_IMPULSE, most);
    find_response(m, unit, &r, velocity);
    const int64_t times = fs_muldiv64(most, FS_UNIT_ONE, (int64_t)UNIT_IMPULSE << FINE_BITS),
                  share = change_within(&m->hit[0], &r, times);
    for (unsigned i = 0; i < m->count; i++) {
        const struct hit *g = &m->hit[i];
        const int64_t impulse = fs_mul64(fs_asr64(change[i], FINE_BITS), share, FS_UNIT_FRAC);
        *total_of(g) += bounded(g, impulse);
        *given_to(g) = fs_sat32(*given_to(g) + impulse);
    }
}

/* ---- impacts ---------------------------------------------------------------------------------------------------------- */

/* The velocity that a rebound gives. */
static int64_t rebound_to(const struct hit *h)
{
    const int64_t impact = fs_sat32_neg(h->r->initial_normal_velocity[h->point][h->lane]);
    if (impact <= h->s->w->rules.restitution_threshold[0] || *total_of(h) == 0)
        return 0;
    return fs_max64(fs_mul64(impact, lane_restitution(h->r, h->lane), FS_UNIT_FRAC) + half_step_gain(h) - OBLIQUE_LOSS,
                    0);
}

/* The points that meet, with velocities relative to those of their rebounds; returns the largest of these that has to change. */
static int64_t find_points(const struct hit *h, struct meeting *m)
{
    int64_t most = 0;
    m->count = 0;
    for (unsigned i = 0; i < point_count(h->r); i++) {
        const struct hit g = { h->s, h->r, &h->r->point[i], i, h->lane };
        if ((h->r->meets[i] >> h->lane & 1) == 0)
            continue;
        const int64_t above = fs_clamp64(normal_velocity(&g) - rebound_to(&g), -MAX_CHANGE_OF_SPEED,
                                         MAX_CHANGE_OF_SPEED);
        most = fs_max64(most, *given_to(&g) > 0 ? fs_abs64(above) : -above);
        m->velocity[m->count] = above;
        m->hit[m->count++] = g;
    }
    return most;
}

/* What the impulses of the points have to change by. */
static void find_impulses(const struct meeting *m, int64_t change[])
{
    struct fs__compression c = { .points = m->count };
    measure_responses(m, &c);
    for (unsigned i = 0; i < m->count; i++) {
        c.velocity[i] = m->velocity[i] * (1 << FINE_BITS);
        c.impulse[i] = (int64_t)*given_to(&m->hit[i]) * (1 << FINE_BITS);
        change[i] = -c.impulse[i];
    }
    fs__compress(&c);
    for (unsigned i = 0; i < m->count; i++)
        change[i] += c.impulse[i];
}

static bool hit_tree(const struct hit *h, fs_vel speed)
{
    struct meeting m;
    int64_t change[FS__COMPRESSION_POINTS];
    if (h->point != 0)
        return false;
    for_trees(h, ready_tree);
    if (find_points(h, &m) <= fs_max64(speed, LEAST_CHANGE_OF_TREE) || is_spent(tree_at(h, 0)) ||
        is_spent(tree_at(h, 1)))
        return false;
    for_trees(h, count_hit);
    find_impulses(&m, change);
    change_impulses(&m, change);
    return true;
}

/* ---- friction --------------------------------------------------------------------------------------------------------- */

/* What friction impulses do to all bodies; velocity: along the tangents, with them. */
static void find_rub(const struct hit *h, const int64_t impulse[], struct response *r, int64_t velocity[])
{
    for_bodies(h, keep_velocity, r);
    for (unsigned t = 0; t < TANGENTS; t++) {
        push_along(h, t, impulse[t]);
        *total_along(h, t) -= (int32_t)impulse[t];
    }
    for_trees(h, answer_tree);
    for (unsigned t = 0; t < TANGENTS; t++)
        velocity[t] = speed_along(h, t);
    for_bodies(h, note_change, r);
}

/* The impulses that stop the contact along its tangents. */
static void stop_tangents(const struct hit *h, int64_t stop[])
{
    int64_t k[TANGENTS][TANGENTS], v[TANGENTS];
    struct response r;
    for (unsigned t = 0; t < TANGENTS; t++)
        v[t] = speed_along(h, t);
    for (unsigned t = 0; t < TANGENTS; t++) {
        int64_t impulse[TANGENTS] = { 0 };
        impulse[t] = UNIT_IMPULSE;
        find_rub(h, impulse, &r, k[t]);
        for (unsigned u = 0; u < TANGENTS; u++)
            k[t][u] = (k[t][u] - v[u]) * (FS_UNIT_ONE / UNIT_IMPULSE);
    }
    stop_speeds(k, v, stop);
}

static bool rebounds(const struct hit *h)
{
    int64_t given = 0;
    for (unsigned i = 0; i < point_count(h->r); i++)
        given += *given_to(&(struct hit){ h->s, h->r, &h->r->point[i], i, h->lane });
    return given > 0;
}

/* After the impacts: one after the other they turn bodies, which friction must not stop. True where it acts. */
static bool rub_tree(const struct hit *h, fs_vel unused)
{
    int64_t old[TANGENTS], stop[TANGENTS], now[TANGENTS], change[TANGENTS], velocity[TANGENTS], most = 0;
    struct response r;
    (void)unused;
    if (h->point != 0 || !moves_tree(h) || !rebounds(h) || !can_rub(h))
        return false;
    for (unsigned t = 0; t < TANGENTS; t++)
        old[t] = *total_along(h, t);
    stop_tangents(h, stop);
    limit_friction(h, old, stop, now);
    for (unsigned t = 0; t < TANGENTS; t++)
        most = fs_max64(most, fs_abs64(now[t] - old[t]));
    if (most <= LEAST_CHANGE_OF_TREE)
        return false;
    for (unsigned t = 0; t < TANGENTS; t++)
        change[t] = fs_muldiv64(now[t] - old[t], UNIT_IMPULSE, most);
    find_rub(h, change, &r, velocity);
    const fs_scaled lost = lost_energy(h);
    if (gain_of(h, &r, fs_muldiv64(most, FS_UNIT_ONE, UNIT_IMPULSE), lost).m > 0) {
        (void)gain_of(h, &r, 0, lost);
        return false;
    }
    for (unsigned t = 0; t < TANGENTS; t++)
        *total_along(h, t) = (int32_t)now[t];
    return true;
}
