/* tree_impact.h: impacts of bodies in trees of joints; included by contact_restitution.c.
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
 */

#define UNIT_IMPULSE FS_VEL_ONE                  /* of a pair, whose effect is measured */
#define LEAST_CHANGE_OF_TREE (FS_VEL_ONE / 1024) /* smaller ones are left to the next tick */
enum { MAX_TREE_WORK = 512, MAX_HITS_OF_CONTACT = 8 };

/* ---- trees ---------------------------------------------------------------------------------------------------------- */

static bool is_movable(const struct hit *h, unsigned end)
{
    return ((end == 0 ? h->r->write_a : h->r->write_b) >> h->lane & 1) != 0;
}

static uint32_t body_of(const struct hit *h, unsigned end)
{
    return (uint32_t)(end == 0 ? h->r->a : h->r->b)[h->lane];
}

/* Of the body at an end; NULL: it is immovable, or in none. */
static struct fs__joint_tree *tree_at(const struct hit *h, unsigned end)
{
    struct fs__direct3_solver *t = h->s->direct;
    if (h->s->tick->joint_count == 0 || !is_movable(h, end) || t->tree_of[body_of(h, end)] == FS__JOINT3_NONE)
        return NULL;
    return &t->trees.tree[t->tree_of[body_of(h, end)]];
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

typedef void tree_fn(struct fs__solver3 *s, struct fs__joint_tree *tree);

static void for_trees(const struct hit *h, tree_fn *act)
{
    struct fs__joint_tree *a = tree_at(h, 0), *b = tree_at(h, 1);
    if (a != NULL)
        act(h->s, a);
    if (b != NULL && b != a)
        act(h->s, b);
}

/* ---- how much of it ------------------------------------------------------------------------------------------------- */

static void count_contact(struct fs__solver3 *s, struct fs__joint_tree *tree)
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

static void count_hit(struct fs__solver3 *s, struct fs__joint_tree *tree)
{
    (void)s;
    tree->hits++;
}

/* ---- bodies that an impact moves -------------------------------------------------------------------------------------- */

/* single: for a body in no tree. share: of the changes, Q30. lost: J, seen from where `frame` (m/s) is at rest. */
struct response {
    struct fs__solver3_change single;
    int64_t share;
    fs_scaled lost;
    fs_vel3 frame;
};

typedef void body_fn(struct fs__solver3 *s, uint32_t solver_body, struct fs__solver3_change *c, struct response *r);

static void for_bodies_of_tree(struct fs__solver3 *s, const struct fs__joint_tree *tree, body_fn *act,
                               struct response *r)
{
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        act(s, s->direct->trees.body[i], &s->direct->body[i].change, r);
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

/* A velocity, angular ones last, and what it has below one step (Q51). */
struct component {
    fs_vel *v;
    int64_t *rest;
};

static struct component component_of(struct fs__solver3 *s, uint32_t i, unsigned k)
{
    struct fs__solver3_body *m = &s->tick->solver_body[i];
    fs_vel *const v[6] = { &m->v.x, &m->v.y, &m->v.z, &m->w.x, &m->w.y, &m->w.z };
    return (struct component){ v[k], &s->exact[fs__solver3_exact_at(i, k)] };
}

static void keep_velocity(struct fs__solver3 *s, uint32_t i, struct fs__solver3_change *c, struct response *r)
{
    (void)r;
    for (unsigned k = 0; k < 6; k++) {
        const struct component p = component_of(s, i, k);
        c->from[k] = *p.v;
        c->rest[k] = *p.rest;
    }
}

/* Notes what it changed by, and takes that back. */
static void note_change(struct fs__solver3 *s, uint32_t i, struct fs__solver3_change *c, struct response *r)
{
    (void)r;
    for (unsigned k = 0; k < 6; k++) {
        const struct component p = component_of(s, i, k);
        c->by[k] = ((int64_t)*p.v - c->from[k]) * FS_UNIT_ONE + *p.rest - c->rest[k];
        *p.v = c->from[k];
        *p.rest = c->rest[k];
    }
}

static void change_velocity(struct fs__solver3 *s, uint32_t i, struct fs__solver3_change *c, struct response *r)
{
    for (unsigned k = 0; k < 6; k++) {
        const struct component p = component_of(s, i, k);
        const int64_t by = fs_mul64(c->by[k], r->share, FS_UNIT_FRAC);
        *p.rest = c->rest[k];
        *p.v = add_change(c->from[k], fs_clamp64(by, -MAX_EXACT, MAX_EXACT), p.rest);
    }
}

/* ---- energy ---------------------------------------------------------------------------------------------------------- */

static int64_t square_of(fs_vel3 v)
{
    return fs_sat64_add(fs_sat64_add((int64_t)v.x * v.x, (int64_t)v.y * v.y), (int64_t)v.z * v.z);
}

/* J. w: in 2^unit rad/s. */
static fs_scaled spin_energy(const struct fs__solver3 *s, uint32_t row, uint32_t unit, fs_quat rot, fs_vel3 w)
{
    const struct fs_body3_view *b = &s->w->body;
    const fs_vel3 local = fs_mat3_inv_vel(fs_mat3_from_quat(fs_quat_mul(rot, b->principal[row])), w);
    const fs_vel part[3] = { local.x, local.y, local.z };
    const fs_scaled inverse[3] = { b->inv_inertia_x[row], b->inv_inertia_y[row], b->inv_inertia_z[row] };
    fs_scaled sum = { 0, 0 };
    for (unsigned k = 0; k < 3; k++) {
        const fs_scaled square = fs_scaled_make((int64_t)part[k] * part[k], 2 * (int32_t)unit - 2 * FS_VEL_FRAC - 1);
        sum = fs_scaled_add(sum, fs_scaled_div(square, inverse[k]));
    }
    return sum;
}

/* Of gravity in the tick, m^2/s^2, Q42. */
static int64_t gravity_work(const struct fs__solver3 *s, uint32_t i, uint32_t row, fs_vel3 frame)
{
    const int64_t *travel = s->travel + (size_t)i * 8;
    const fs_wide3 g = s->w->rules.gravity[0];
    const fs_wide component[3] = { g.x, g.y, g.z };
    const fs_vel away[3] = { frame.x, frame.y, frame.z };
    int64_t sum = 0;
    for (unsigned k = 0; k < 3; k++)
        sum = fs_sat64_add(
            sum, fs_mul64(component[k], travel[k] - (int64_t)away[k] * s->substeps, FS_WIDE_FRAC - FS_VEL_FRAC));
    sum = fs_mul64(fs_div64_round(sum, s->rate.hz), s->w->body.gravity_scale[row], FS_FIX16_FRAC);
    return fs_asr64(sum, (unsigned)fs__body3_load_shift(s->w, row));
}

/* Energy at the start of the tick and the work of gravity, less what there is now. */
static void add_lost(struct fs__solver3 *s, uint32_t i, struct fs__solver3_change *c, struct response *r)
{
    const struct fs__solver3_body *m = &s->tick->solver_body[i];
    const uint32_t row = s->tick->body_row[i];
    const struct fs_body3_view *b = &s->w->body;
    const fs_quat now = fs__joint3_pose_now(s, row, i).rot;
    const int64_t lost = (square_of(fs_vel3_sub(b->vel[row], r->frame)) - square_of(fs_vel3_sub(m->v, r->frame))) / 2;
    (void)c;
    const fs_scaled linear = fs_scaled_div(
        fs_scaled_make(fs_sat64_add(lost, gravity_work(s, i, row, r->frame)), -2 * FS_VEL_FRAC), b->inv_mass[row]);
    r->lost = fs_scaled_add(r->lost, linear);
    r->lost = fs_scaled_add(r->lost, spin_energy(s, row, 0, b->rot[row], b->angular_velocity[row]));
    r->lost = fs_scaled_add(r->lost, fs__scaled_negate(spin_energy(s, row, s->inertia[i].unit, now, m->w)));
}

/* The velocity along the normal of the surface that strikes, where that is of a kinematic body: seen from there it does no work. */
static fs_vel3 frame_of(const struct hit *h)
{
    const fs_rel3 n = vector_of(h->r->direction[0].n, h->lane);
    fs_vel3 v[2], w[2];
    for (unsigned end = 0; end < 2; end++) {
        const struct fs__solver3_body *m = body_at(h, end == 0 ? h->r->a : h->r->b);
        v[end] = is_movable(h, end) ? fs_vel3_zero() : m->v;
        w[end] = is_movable(h, end) ? fs_vel3_zero() : m->w;
    }
    int64_t speed = along_normal(h, fs_vel3_sub(v[1], v[0]), w[0], w[1]);
    speed = fs_clamp64(is_movable(h, 0) ? speed : -speed, -MAX_SPEED, MAX_SPEED);
    return fs_vel3_make((fs_vel)fs_mul64(n.x, speed, FS_REL_FRAC), (fs_vel)fs_mul64(n.y, speed, FS_REL_FRAC),
                        (fs_vel)fs_mul64(n.z, speed, FS_REL_FRAC));
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

static void count_trees(struct fs__solver3 *s, fs_vel threshold)
{
    struct response r = { .lost = { 0, 0 }, .frame = fs_vel3_zero() };
    if (s->tick->joint_count == 0 || !visit_elastic(s, count_bounces, threshold))
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
    for_trees(h, fs__direct3_answer_tree);
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
    for_trees(h, fs__direct3_ready_tree);
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
static void find_rub(const struct hit *h, struct tangent_impulse p, struct response *r, int64_t velocity[2])
{
    const int64_t impulse[2] = { p.p, p.q };
    for_bodies(h, keep_velocity, r);
    for (unsigned t = 0; t < 2; t++) {
        apply_friction(h, t, impulse[t]);
        h->r->total_tangent_impulse[t][h->lane] -= (int32_t)impulse[t];
    }
    for_trees(h, fs__direct3_answer_tree);
    for (unsigned t = 0; t < 2; t++)
        velocity[t] = tangent_velocity(h, t);
    for_bodies(h, note_change, r);
}

/* The impulses that stop the contact along its tangents; 0: nothing does. */
static struct tangent_impulse stop_tangents(const struct hit *h)
{
    const int64_t v = tangent_velocity(h, 0), u = tangent_velocity(h, 1);
    int64_t k[2][2];
    struct response r;
    for (unsigned t = 0; t < 2; t++) {
        find_rub(h, (struct tangent_impulse){ t == 0 ? UNIT_IMPULSE : 0, t == 0 ? 0 : UNIT_IMPULSE }, &r, k[t]);
        k[t][0] = (k[t][0] - v) * (FS_UNIT_ONE / UNIT_IMPULSE);
        k[t][1] = (k[t][1] - u) * (FS_UNIT_ONE / UNIT_IMPULSE);
    }
    const int64_t det = fs_mul64(k[0][0], k[1][1], FS_UNIT_FRAC) - fs_mul64(k[0][1], k[1][0], FS_UNIT_FRAC);
    if (det <= 0)
        return (struct tangent_impulse){ 0, 0 };
    const int64_t p = fs_mul64(u, k[1][0], FS_UNIT_FRAC) - fs_mul64(v, k[1][1], FS_UNIT_FRAC),
                  q = fs_mul64(v, k[0][1], FS_UNIT_FRAC) - fs_mul64(u, k[0][0], FS_UNIT_FRAC);
    return (struct tangent_impulse){ fs_muldiv64(p, FS_UNIT_ONE, det), fs_muldiv64(q, FS_UNIT_ONE, det) };
}

/* Within the load of the tick; what the substeps gave beyond that stays. */
static struct tangent_impulse limited_friction(const struct hit *h, struct tangent_impulse old,
                                               struct tangent_impulse stop)
{
    struct tangent_impulse now = bounded_friction(
        (struct tangent_impulse){ fs_sat64_add(old.p, stop.p), fs_sat64_add(old.q, stop.q) });
    const int64_t before = length_of(h, bounded_friction(old)), length = length_of(h, now);
    int64_t limit = friction_limit(h, h->r->static_friction);
    if (length <= fs_max64(limit, before))
        return now;
    if ((h->r->extra & FS__SOLVER3_SLIDING) != 0)
        limit = friction_limit(h, h->r->dynamic_friction);
    limit = fs_max64(limit, before);
    return (struct tangent_impulse){ fs_muldiv64(now.p, limit, length), fs_muldiv64(now.q, limit, length) };
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
    (void)unused;
    if (h->point != 0 || !moves_tree(h) || !rebounds(h) || !can_rub(h))
        return false;
    int32_t *total[2] = { &h->r->total_tangent_impulse[0][h->lane], &h->r->total_tangent_impulse[1][h->lane] };
    const struct tangent_impulse old = { *total[0], *total[1] }, now = limited_friction(h, old, stop_tangents(h)),
                                 change = { now.p - old.p, now.q - old.q };
    const int64_t most = fs_max64(fs_abs64(change.p), fs_abs64(change.q));
    int64_t velocity[2];
    struct response r;
    if (most <= LEAST_CHANGE_OF_TREE)
        return false;
    find_rub(h,
             (struct tangent_impulse){ fs_muldiv64(change.p, UNIT_IMPULSE, most),
                                       fs_muldiv64(change.q, UNIT_IMPULSE, most) },
             &r, velocity);
    const fs_scaled lost = lost_energy(h);
    if (gain_of(h, &r, fs_muldiv64(most, FS_UNIT_ONE, UNIT_IMPULSE), lost).m > 0) {
        (void)gain_of(h, &r, 0, lost);
        return false;
    }
    *total[0] = (int32_t)now.p;
    *total[1] = (int32_t)now.q;
    return true;
}
