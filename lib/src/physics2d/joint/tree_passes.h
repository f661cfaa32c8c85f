/* tree_passes.h: the passes over a block of small trees of hinges, written once for every instruction set.
 *
 * Included after joint_passes.h, so that all kernels give the same bits. The points of a tree are solved for together, by
 * elimination from its leaves to its root and substitution back (joint_elimination.h). Motors and limits are rows of their own
 * that come before: their masses are those of an angle whose point is held, so that the points take little of them back. Both are
 * repeated, and with bias also because the curvature of the paths follows from the angular velocities that a solution gives.
 *
 * Pivots below 2^-10 count as 2^-10, and impulses and right sides saturate: a tree that is wrong by more is solved over several
 * substeps.
 */

enum {
    TREE_VELOCITY_FRAC = FS__JOINT2_IMPULSE_FRAC,
    TREE_FACTOR_FRAC = 24,
    TREE_PIVOT_FRAC = 20,
    TREE_SPIN_BITS = FS_VEL_FRAC - FS__TREE2_ANGULAR_FRAC /* that velocities have more than impulses of angles */
};

/* Limits of one tree push against each other: they need more passes than the points. A round after the first adds little to them. */
enum { APPROACH_PASSES = 2, AGAIN_PASSES = 1, SOLVE_PASSES = 3, RELAX_PASSES = 3 };

/* A limit that was passed goes back at this part of the rate of large errors: faster, it would throw the body. */
enum { LIMIT_SOFTNESS = 4 };

/* 32 m/s. */
#define MAX_TREE_VELOCITY (1 << (TREE_VELOCITY_FRAC + 5))

struct tree_lanes {
    struct lane_bodies body[FS__TREE2_MAX_JOINTS + 2];
};

/* w / 2^n rounded, within 2^30. */
INLINE V w_round_limited(W w, const int n)
{
    V coarse = w_shift(w, 32), bound = v_set(1 << (n - 2)), max = v_set(1 << 30);
    V fine = v_select(v_above(bound, coarse), w_round(w, n), max);
    return v_select(v_above(v_neg(bound), coarse), v_neg(max), fine);
}

/* 1 / x for x (Q30), which counts as 2^-10 at least. */
INLINE V invert_pivot(V x)
{
    V power = v_set(1), y = reciprocal(v_max(x, v_set(1 << 20)), &power);
    return v_times(y, power, 10);
}

/* 1/xx, xy/xx and 1 / (yy - xy^2/xx) of a matrix of two rows. */
struct tree_pivots {
    V x, factor, y;
};

INLINE struct tree_pivots tree_pivots_of(V xx, V xy, V yy)
{
    struct tree_pivots p = { .x = invert_pivot(xx) };
    p.factor = v_times(xy, p.x, 30 + TREE_PIVOT_FRAC - TREE_FACTOR_FRAC);
    p.y = invert_pivot(v_sub(yy, v_times(xy, p.factor, TREE_FACTOR_FRAC)));
    return p;
}

/* ---- the matrix ---------------------------------------------------------------------------------------------------- */

/* How the angle moves with its point held, whose coupling with it is (x, y): an impulse needs one of the point. The other joints
 * of the tree hold it too, so that the angle of a joint that is not alone counts as half as heavy again (over-relaxation). */
INLINE void hold_point(struct fs__tree2_joint *j, unsigned k, V x, V y, struct tree_pivots p, bool alone)
{
    V second = v_sub(y, v_times(p.factor, x, TREE_FACTOR_FRAC)), scale = v_load(j->angle_scale + k);
    V hold_y = v_times(second, p.y, 30 + TREE_PIVOT_FRAC - TREE_FACTOR_FRAC);
    V hold_x = v_sub(v_times(x, p.x, 30 + TREE_PIVOT_FRAC - TREE_FACTOR_FRAC),
                     v_times(p.factor, hold_y, TREE_FACTOR_FRAC));
    V free = v_sub(v_set(1 << 30), w_round(w_dot(x, y, hold_x, hold_y), TREE_FACTOR_FRAC));
    free = v_clamp(free, v_set(1 << 26), v_set(1 << 30));
    v_store(j->free_angle + k, free);
    V mass = invert_pivot(free);
    v_store(j->angle_mass + k, alone ? mass : v_add(mass, v_half(mass)));
    v_store(j->hold_x + k, v_times(hold_x, scale, FS_REL_FRAC));
    v_store(j->hold_y + k, v_times(hold_y, scale, FS_REL_FRAC));
}

INLINE void assemble_tree_joint(struct fs__tree2_joint *j, unsigned k, bool alone)
{
    struct fs__tree2_end *a = &j->end[0], *b = &j->end[1];
    V ax = v_load(a->lever_x + k), ay = v_load(a->lever_y + k), bx = v_load(b->lever_x + k),
      by = v_load(b->lever_y + k);
    V mass_a = v_load(a->mass + k), mass_b = v_load(b->mass + k), own_a = v_load(a->angle_lever + k),
      own_b = v_load(b->angle_lever + k);
    W mass = w_dot(mass_a, mass_b, mass_a, mass_b);
    V xx = w_round(w_add(mass, w_dot(ay, by, ay, by)), 30), yy = w_round(w_add(mass, w_dot(ax, bx, ax, bx)), 30);
    V xy = v_neg(w_round(w_dot(ax, bx, ay, by), 30));
    v_store(j->xx + k, xx);
    v_store(j->xy + k, xy);
    v_store(j->yy + k, yy);
    hold_point(j, k, v_neg(w_round(w_dot(own_a, own_b, ay, by), 30)), w_round(w_dot(own_a, own_b, ax, bx), 30),
               tree_pivots_of(xx, xy, yy), alone);
}

/* Coupling of joints through one body. */
INLINE void couple_joints(struct fs__tree2_coupling *c, unsigned k, const struct fs__tree2_end *e,
                          const struct fs__tree2_end *f, bool opposite)
{
    V ex = v_load(e->lever_x + k), ey = v_load(e->lever_y + k), mass = v_load(e->mass + k);
    if (opposite) {
        ex = v_neg(ex);
        ey = v_neg(ey);
        mass = v_neg(mass);
    }
    V fx = v_load(f->lever_x + k), fy = v_load(f->lever_y + k);
    W linear = w_mul(mass, v_load(f->mass + k));
    v_store(c->a[0][0] + k, w_round(w_add(linear, w_mul(ey, fy)), 30));
    v_store(c->a[0][1] + k, v_neg(v_times(ey, fx, 30)));
    v_store(c->a[1][0] + k, v_neg(v_times(ex, fy, 30)));
    v_store(c->a[1][1] + k, w_round(w_add(linear, w_mul(ex, fx)), 30));
}

static inline unsigned tree_neighbours(const struct fs__tree2_node *n, unsigned i)
{
    return (n->parent != FS__TREE2_NO_PARENT) + i - n->first_sibling;
}

static inline unsigned tree_neighbour(const struct fs__tree2_node *n, unsigned nth)
{
    if (n->parent == FS__TREE2_NO_PARENT)
        return n->first_sibling + nth;
    return nth == 0 ? n->parent : n->first_sibling + nth - 1u;
}

INLINE void couple_tree(struct fs__tree2_block *t, unsigned k)
{
    for (unsigned i = 0; i < t->joints; i++) {
        const struct fs__tree2_node *n = &t->node[i];
        for (unsigned nth = 0; nth < tree_neighbours(n, i); nth++) {
            unsigned at = tree_neighbour(n, nth);
            unsigned end = at == n->parent ? 1u - t->node[at].near_end : t->node[at].near_end;
            couple_joints(&t->coupling[n->first_coupling + nth], k, &t->joint[i].end[n->near_end],
                          &t->joint[at].end[end], end != n->near_end);
        }
    }
}

/* ---- elimination --------------------------------------------------------------------------------------------------- */

struct two_by_two {
    V a[2][2];
};

INLINE struct two_by_two load_tree_coupling(const struct fs__tree2_coupling *c, unsigned k)
{
    return (struct two_by_two){ { { v_load(c->a[0][0] + k), v_load(c->a[0][1] + k) },
                                  { v_load(c->a[1][0] + k), v_load(c->a[1][1] + k) } } };
}

INLINE void store_tree_coupling(struct fs__tree2_coupling *c, unsigned k, const struct two_by_two *m)
{
    for (int r = 0; r < 2; r++)
        for (int q = 0; q < 2; q++)
            v_store(c->a[r][q] + k, m->a[r][q]);
}

/* to -= column t of `c` times column q of the factors. */
INLINE V without_products(V to, const struct two_by_two *c, int t, const struct two_by_two *l, int q)
{
    return v_sub(to, w_round(w_dot(c->a[0][t], c->a[1][t], l->a[0][q], l->a[1][q]), TREE_FACTOR_FRAC));
}

INLINE void eliminate_from_joint(struct fs__tree2_joint *e, unsigned k, const struct two_by_two *c,
                                 const struct two_by_two *l)
{
    v_store(e->xx + k, without_products(v_load(e->xx + k), c, 0, l, 0));
    v_store(e->xy + k, without_products(v_load(e->xy + k), c, 0, l, 1));
    v_store(e->yy + k, without_products(v_load(e->yy + k), c, 1, l, 1));
}

INLINE void eliminate_from_coupling(struct fs__tree2_coupling *to, unsigned k, const struct two_by_two *c,
                                    const struct two_by_two *l)
{
    struct two_by_two m = load_tree_coupling(to, k);
    for (int t = 0; t < 2; t++)
        for (int q = 0; q < 2; q++)
            m.a[t][q] = without_products(m.a[t][q], c, t, l, q);
    store_tree_coupling(to, k, &m);
}

INLINE void eliminate_tree_joint(struct fs__tree2_block *t, unsigned i, unsigned k)
{
    struct two_by_two c[FS__TREE2_MAX_JOINTS], l[FS__TREE2_MAX_JOINTS];
    struct fs__tree2_joint *j = &t->joint[i];
    const struct fs__tree2_node *n = &t->node[i];
    const struct tree_pivots p = tree_pivots_of(v_load(j->xx + k), v_load(j->xy + k), v_load(j->yy + k));
    v_store(j->inverse_x + k, p.x);
    v_store(j->inverse_y + k, p.y);
    v_store(j->factor + k, p.factor);
    for (unsigned nth = 0; nth < tree_neighbours(n, i); nth++) {
        unsigned at = tree_neighbour(n, nth);
        c[nth] = load_tree_coupling(&t->coupling[n->first_coupling + nth], k);
        for (int q = 0; q < 2; q++) {
            c[nth].a[1][q] = v_sub(c[nth].a[1][q], v_times(p.factor, c[nth].a[0][q], TREE_FACTOR_FRAC));
            l[nth].a[0][q] = v_times(c[nth].a[0][q], p.x, 30 + TREE_PIVOT_FRAC - TREE_FACTOR_FRAC);
            l[nth].a[1][q] = v_times(c[nth].a[1][q], p.y, 30 + TREE_PIVOT_FRAC - TREE_FACTOR_FRAC);
        }
        eliminate_from_joint(&t->joint[at], k, &c[nth], &l[nth]);
        for (unsigned m = 0; m < nth; m++)
            eliminate_from_coupling(&t->coupling[t->node[at].first_coupling + m], k, &c[nth], &l[m]);
        store_tree_coupling(&t->coupling[n->first_coupling + nth], k, &l[nth]);
    }
}

/* ---- poses --------------------------------------------------------------------------------------------------------- */

/* Rotates the arm; stores its change in *dx, *dy. */
INLINE void update_tree_end(struct fs__tree2_end *e, unsigned k, V turned, V *dx, V *dy)
{
    struct lane_rotation q = lane_rotation_of(turned);
    V x0 = v_load(e->arm0_x + k), y0 = v_load(e->arm0_y + k), lever = v_load(e->lever + k), turn = v_load(e->turn + k);
    V x = w_round(w_sub(w_mul(q.c, x0), w_mul(q.s, y0)), FS_UNIT_FRAC);
    V y = w_round(w_add(w_mul(q.s, x0), w_mul(q.c, y0)), FS_UNIT_FRAC);
    v_store(e->arm_x + k, x);
    v_store(e->arm_y + k, y);
    v_store(e->lever_x + k, v_times(lever, x, 20));
    v_store(e->lever_y + k, v_times(lever, y, 20));
    v_store(e->turn_x + k, v_times(turn, x, 22));
    v_store(e->turn_y + k, v_times(turn, y, 22));
    *dx = v_sub(x, x0);
    *dy = v_sub(y, y0);
}

INLINE void update_tree(struct fs__tree2_block *t, unsigned k, const struct tree_lanes *lanes)
{
    V dax, day, dbx, dby;
    for (unsigned i = 0; i < t->joints; i++) {
        struct fs__tree2_joint *j = &t->joint[i];
        const struct lane_bodies *a = &lanes->body[t->node[i].body[0]], *b = &lanes->body[t->node[i].body[1]];
        update_tree_end(&j->end[0], k, a->turned, &dax, &day);
        update_tree_end(&j->end[1], k, b->turned, &dbx, &dby);
        V x = v_add(v_sub(b->dx, a->dx), v_sub(dbx, dax)), y = v_add(v_sub(b->dy, a->dy), v_sub(dby, day));
        v_store(j->error_x + k, v_add(v_load(j->error0_x + k), x));
        v_store(j->error_y + k, v_add(v_load(j->error0_y + k), y));
        v_store(j->angle + k, v_add(v_load(j->angle0 + k), v_sub(b->turned, a->turned)));
        assemble_tree_joint(j, k, t->joints == 1);
    }
    couple_tree(t, k);
    for (unsigned i = t->joints; i-- > 0;)
        eliminate_tree_joint(t, i, k);
}

/* ---- impulses ------------------------------------------------------------------------------------------------------ */

/* Applies an impulse (x, y), of the sign of the end. */
INLINE void push_tree_body(struct fs__tree2_body *m, struct lane_bodies *v, const struct fs__tree2_end *e, unsigned k,
                           V x, V y)
{
    V share = v_load(e->share + k);
    W turn = w_sub(w_mul(v_load(e->turn_x + k), y), w_mul(v_load(e->turn_y + k), x));
    v->vx = add_with_residual(v->vx, w_mul(share, x), m->residual[0] + k, 27);
    v->vy = add_with_residual(v->vy, w_mul(share, y), m->residual[1] + k, 27);
    v->w = add_with_residual(v->w, turn, m->residual[2] + k, 21);
}

INLINE void push_tree_joint(struct fs__tree2_block *t, unsigned i, unsigned k, struct tree_lanes *lanes, V x, V y)
{
    const uint8_t *body = t->node[i].body;
    const struct fs__tree2_joint *j = &t->joint[i];
    push_tree_body(&t->body[body[1]], &lanes->body[body[1]], &j->end[1], k, x, y);
    push_tree_body(&t->body[body[0]], &lanes->body[body[0]], &j->end[0], k, v_neg(x), v_neg(y));
}

/* An impulse of the angle. */
INLINE void turn_tree_joint(struct fs__tree2_block *t, unsigned i, unsigned k, struct tree_lanes *lanes, V p)
{
    const uint8_t *body = t->node[i].body;
    const struct fs__tree2_joint *j = &t->joint[i];
    for (unsigned end = 0; end < 2; end++) {
        V *w = &lanes->body[body[end]].w, share = v_load(j->end[end].angle_share + k);
        *w = add_with_residual(*w, w_mul(end == 0 ? v_neg(share) : share, p), t->body[body[end]].residual[3] + k,
                               FS_UNIT_FRAC - TREE_SPIN_BITS);
    }
}

/* Adds the solution to an impulse, which stays within 2^29; returns by how much it changed. */
INLINE V add_solution(int32_t *impulse, V y)
{
    V old = v_load(impulse), now = v_clamp_abs(v_add(old, y), 1 << 29);
    v_store(impulse, now);
    return v_sub(now, old);
}

/* ---- angles -------------------------------------------------------------------------------------------------------- */

/* Below 512 rad/s, so that sums of two do not overflow. */
INLINE V limit_spin(V w)
{
    return v_clamp_abs(w, (1 << 30) - 1);
}

/* What the impulse p becomes that takes `wanted` away, within the limits. */
INLINE V next_angular_impulse(V p, V wanted, V mass, V low, V high)
{
    V change = v_neg(w_round_limited(w_mul(v_clamp_abs(wanted, 1 << 30), mass), TREE_PIVOT_FRAC + TREE_SPIN_BITS));
    return v_clamp(v_add(p, v_clamp(change, v_sub(low, p), v_sub(high, p))), low, high);
}

/* The speed at which a limit is passed: not reached yet, its distance is closed within a substep; passed, it goes back. */
INLINE V limit_bias(V distance, const struct fs__tree2_rates *s, const bool biased)
{
    V d = v_clamp_abs(distance, s->max_limit_error);
    V back = v_set(biased ? s->soft_rate / LIMIT_SOFTNESS : 0),
      rate = v_select(v_above(d, v_set(0)), v_set(s->rate), back);
    return v_times(d, rate, FS_REL_FRAC + FS_FIX16_FRAC - FS_VEL_FRAC);
}

/* Adds an impulse of the angle to those of the tree, and that of the point which keeps it where it is. */
INLINE void push_tree_angle(struct fs__tree2_block *t, unsigned i, unsigned k, struct tree_lanes *lanes, V p)
{
    const int less = TREE_FACTOR_FRAC + FS__TREE2_ANGULAR_FRAC - FS__TREE2_IMPULSE_FRAC;
    struct fs__tree2_joint *j = &t->joint[i];
    V x = add_solution(j->impulse[0] + k, v_neg(w_round_limited(w_mul(v_load(j->hold_x + k), p), less)));
    V y = add_solution(j->impulse[1] + k, v_neg(w_round_limited(w_mul(v_load(j->hold_y + k), p), less)));
    turn_tree_joint(t, i, k, lanes, p);
    push_tree_joint(t, i, k, lanes, x, y);
}

INLINE void solve_tree_angle(struct fs__tree2_block *t, unsigned i, unsigned k, struct tree_lanes *lanes,
                             const struct fs__tree2_rates *s, const bool biased)
{
    struct fs__tree2_joint *j = &t->joint[i];
    const uint8_t *body = t->node[i].body;
    V mass = v_load(j->angle_mass + k), angle = v_load(j->angle + k), free = v_load(j->free_angle + k), none = v_set(0),
      most = v_set(1 << 29), max = v_add(v_load(j->max_motor + k), v_load(j->motor_more + k));
    V motor = v_load(j->motor_impulse + k), lower = v_load(j->lower_impulse + k), upper = v_load(j->upper_impulse + k);
    V spin = limit_spin(v_sub(limit_spin(lanes->body[body[1]].w), limit_spin(lanes->body[body[0]].w)));
    V next_motor = next_angular_impulse(motor, v_sub(spin, v_load(j->motor_speed + k)), mass, v_neg(max), max);
    spin = limit_spin(v_add(spin, v_times(v_sub(next_motor, motor), free, 30 - TREE_SPIN_BITS)));
    V below = limit_bias(v_sub(angle, v_load(j->lower_limit + k)), s, biased);
    V next_lower = next_angular_impulse(lower, v_add(spin, below), mass, none, most);
    spin = limit_spin(v_add(spin, v_times(v_sub(next_lower, lower), free, 30 - TREE_SPIN_BITS)));
    V above = limit_bias(v_sub(v_load(j->upper_limit + k), angle), s, biased);
    V next_upper = next_angular_impulse(upper, v_sub(above, spin), mass, none, most);
    v_store(j->motor_impulse + k, next_motor);
    v_store(j->lower_impulse + k, next_lower);
    v_store(j->upper_impulse + k, next_upper);
    push_tree_angle(t, i, k, lanes,
                    v_add(v_sub(next_motor, motor), v_sub(v_sub(next_lower, lower), v_sub(next_upper, upper))));
}

/* ---- points -------------------------------------------------------------------------------------------------------- */

enum tree_bias { TREE_UNBIASED, TREE_TANGENTS, TREE_PATHS };

/* How far the arms of a body fall behind their tangents in a substep, over the arms, as a rate: along and across, 1/s, Q24:
 * w^2 / (2 rate) and w^3 / (6 rate^2). */
struct tree_curvature {
    V along, across;
};

INLINE struct tree_curvature curvature_of(V w, const struct fs__tree2_rates *s)
{
    w = v_clamp_abs(w, s->max_spin);
    V angle = v_times(w, v_set(s->substep), 26); /* Q30 */
    V along = v_times(angle, w, 28);
    return (struct tree_curvature){ along, v_times(v_times(along, angle, 30), v_set(357913941), 30) };
}

/* Along x and y, Q50. */
INLINE W curved_x(struct tree_curvature c, V arm_x, V arm_y)
{
    return w_sub(w_mul(c.along, arm_x), w_mul(c.across, arm_y));
}

INLINE W curved_y(struct tree_curvature c, V arm_x, V arm_y)
{
    return w_add(w_mul(c.along, arm_y), w_mul(c.across, arm_x));
}

INLINE V tree_bias_velocity(V error, V small, const struct fs__tree2_rates *s)
{
    error = v_clamp_abs(error, s->max_error);
    V at_once = v_clamp(error, v_neg(small), small);
    W velocity = w_add(w_mul(at_once, v_set(s->rate)), w_mul(v_sub(error, at_once), v_set(s->soft_rate)));
    return w_round(velocity, FS_REL_FRAC + FS_FIX16_FRAC - TREE_VELOCITY_FRAC);
}

/* The right side of a row whose velocity has to change by -wanted. */
INLINE V tree_right_side(V wanted, V scale)
{
    return v_neg(v_times(v_clamp_abs(wanted, MAX_TREE_VELOCITY), scale,
                         TREE_VELOCITY_FRAC + FS_UNIT_FRAC - FS__TREE2_IMPULSE_FRAC));
}

INLINE void set_tree_right_side(struct fs__tree2_block *t, unsigned i, unsigned k, const struct tree_lanes *lanes,
                                const struct fs__tree2_rates *s, const enum tree_bias bias)
{
    struct fs__tree2_joint *j = &t->joint[i];
    const struct lane_bodies *a = &lanes->body[t->node[i].body[0]], *b = &lanes->body[t->node[i].body[1]];
    V ax = v_load(j->end[0].arm_x + k), ay = v_load(j->end[0].arm_y + k), bx = v_load(j->end[1].arm_x + k),
      by = v_load(j->end[1].arm_y + k), unit = v_set(FS_REL_ONE), scale = v_load(j->scale + k);
    W across_x = w_sub(w_mul(ay, a->w), w_mul(by, b->w)), across_y = w_sub(w_mul(bx, b->w), w_mul(ax, a->w));
    V x = hinge_velocity(w_add(w_mul(v_sub(b->vx, a->vx), unit), across_x));
    V y = hinge_velocity(w_add(w_mul(v_sub(b->vy, a->vy), unit), across_y));
    if (bias != TREE_UNBIASED) {
        V small = v_load(j->small_error + k);
        x = v_add(x, tree_bias_velocity(v_load(j->error_x + k), small, s));
        y = v_add(y, tree_bias_velocity(v_load(j->error_y + k), small, s));
    }
    if (bias == TREE_PATHS) {
        const int less = TREE_FACTOR_FRAC + FS_REL_FRAC - TREE_VELOCITY_FRAC;
        struct tree_curvature ca = curvature_of(a->w, s), cb = curvature_of(b->w, s);
        x = v_add(x, w_round(w_sub(curved_x(ca, ax, ay), curved_x(cb, bx, by)), less));
        y = v_add(y, w_round(w_sub(curved_y(ca, ax, ay), curved_y(cb, bx, by)), less));
    }
    v_store(j->y[0] + k, tree_right_side(x, scale));
    v_store(j->y[1] + k, tree_right_side(y, scale));
}

INLINE V without_sum(V y, W sum)
{
    return v_clamp_abs(v_sub(y, w_round_limited(sum, TREE_FACTOR_FRAC)), 1 << 29);
}

INLINE void eliminate_tree_right_side(struct fs__tree2_block *t, unsigned i, unsigned k)
{
    struct fs__tree2_joint *j = &t->joint[i];
    const struct fs__tree2_node *n = &t->node[i];
    V x = v_load(j->y[0] + k), y = without_sum(v_load(j->y[1] + k), w_mul(v_load(j->factor + k), x));
    v_store(j->y[1] + k, y);
    for (unsigned nth = 0; nth < tree_neighbours(n, i); nth++) {
        struct fs__tree2_joint *e = &t->joint[tree_neighbour(n, nth)];
        struct two_by_two l = load_tree_coupling(&t->coupling[n->first_coupling + nth], k);
        v_store(e->y[0] + k, without_sum(v_load(e->y[0] + k), w_dot(l.a[0][0], l.a[1][0], x, y)));
        v_store(e->y[1] + k, without_sum(v_load(e->y[1] + k), w_dot(l.a[0][1], l.a[1][1], x, y)));
    }
}

INLINE void substitute_in_tree(struct fs__tree2_block *t, unsigned i, unsigned k)
{
    struct fs__tree2_joint *j = &t->joint[i];
    const struct fs__tree2_node *n = &t->node[i];
    V x = w_round_limited(w_mul(v_load(j->y[0] + k), v_load(j->inverse_x + k)), TREE_PIVOT_FRAC);
    V y = w_round_limited(w_mul(v_load(j->y[1] + k), v_load(j->inverse_y + k)), TREE_PIVOT_FRAC);
    x = v_clamp_abs(x, 1 << 29);
    y = v_clamp_abs(y, 1 << 29);
    for (unsigned nth = 0; nth < tree_neighbours(n, i); nth++) {
        const struct fs__tree2_joint *e = &t->joint[tree_neighbour(n, nth)];
        struct two_by_two l = load_tree_coupling(&t->coupling[n->first_coupling + nth], k);
        V ex = v_load(e->y[0] + k), ey = v_load(e->y[1] + k);
        x = without_sum(x, w_dot(l.a[0][0], l.a[0][1], ex, ey));
        y = without_sum(y, w_dot(l.a[1][0], l.a[1][1], ex, ey));
    }
    v_store(j->y[0] + k, without_sum(x, w_mul(v_load(j->factor + k), y)));
    v_store(j->y[1] + k, y);
}

INLINE void solve_tree_once(struct fs__tree2_block *t, unsigned k, struct tree_lanes *lanes,
                            const struct fs__tree2_rates *s, const enum tree_bias bias)
{
    for (unsigned i = 0; t->angles && i < t->joints; i++)
        solve_tree_angle(t, i, k, lanes, s, bias != TREE_UNBIASED);
    for (unsigned i = 0; i < t->joints; i++)
        set_tree_right_side(t, i, k, lanes, s, bias);
    for (unsigned i = t->joints; i-- > 0;)
        eliminate_tree_right_side(t, i, k);
    for (unsigned i = 0; i < t->joints; i++)
        substitute_in_tree(t, i, k);
    for (unsigned i = 0; i < t->joints; i++) {
        struct fs__tree2_joint *j = &t->joint[i];
        V x = add_solution(j->impulse[0] + k, v_load(j->y[0] + k));
        push_tree_joint(t, i, k, lanes, x, add_solution(j->impulse[1] + k, v_load(j->y[1] + k)));
    }
}

/* ---- passes -------------------------------------------------------------------------------------------------------- */

INLINE void load_tree(const struct fs__tree2_block *t, unsigned k, const struct fs__solver2_body *bodies,
                      struct tree_lanes *lanes, const bool poses)
{
    for (unsigned i = 0; i < t->bodies; i++)
        lanes->body[i] = poses ? load_bodies(t->body[i].index + k, bodies)
                               : load_velocities(t->body[i].index + k, bodies);
}

INLINE void store_tree(const struct fs__tree2_block *t, unsigned k, struct fs__solver2_body *bodies,
                       const struct tree_lanes *lanes)
{
    for (unsigned i = 0; i < t->bodies; i++)
        store_velocities(t->body[i].index + k, t->body[i].write, k, bodies, &lanes->body[i]);
}

FUNCTION void update_tree_lanes(struct fs__tree2_block *t, unsigned k, const struct fs__solver2_body *bodies)
{
    struct tree_lanes lanes;
    load_tree(t, k, bodies, &lanes, true);
    update_tree(t, k, &lanes);
}

/* The largest impulse of the substep: one step more where the fractions add up to one. */
INLINE void advance_motor(struct fs__tree2_joint *j, unsigned k)
{
    V phase = v_add(v_load(j->motor_phase + k), v_load(j->motor_fraction + k));
    M full = v_above(v_set(0), phase);
    v_store(j->motor_phase + k, v_select(full, v_add(phase, v_set(INT32_MIN)), phase));
    v_store(j->motor_more + k, v_select(full, v_set(1), v_set(0)));
}

FUNCTION void warm_start_tree_lanes(struct fs__tree2_block *t, unsigned k, struct fs__solver2_body *bodies)
{
    struct tree_lanes lanes;
    load_tree(t, k, bodies, &lanes, false);
    for (unsigned i = 0; i < t->joints; i++) {
        struct fs__tree2_joint *j = &t->joint[i];
        advance_motor(j, k);
        turn_tree_joint(
            t, i, k, &lanes,
            v_add(v_load(j->motor_impulse + k), v_sub(v_load(j->lower_impulse + k), v_load(j->upper_impulse + k))));
        push_tree_joint(t, i, k, &lanes, v_load(j->impulse[0] + k), v_load(j->impulse[1] + k));
    }
    store_tree(t, k, bodies, &lanes);
}

INLINE void solve_tree(struct fs__tree2_block *t, unsigned k, struct fs__solver2_body *bodies,
                       const struct fs__tree2_rates *s, const enum tree_bias bias, const int passes)
{
    struct tree_lanes lanes;
    load_tree(t, k, bodies, &lanes, bias == TREE_UNBIASED);
    if (bias == TREE_UNBIASED)
        update_tree(t, k, &lanes);
    for (int pass = 0; pass < passes; pass++)
        solve_tree_once(t, k, &lanes, s, bias);
    store_tree(t, k, bodies, &lanes);
}

FUNCTION void approach_tree_lanes(struct fs__tree2_block *t, unsigned k, struct fs__solver2_body *bodies,
                                  const struct fs__tree2_rates *s)
{
    solve_tree(t, k, bodies, s, TREE_TANGENTS, APPROACH_PASSES);
}

FUNCTION void approach_tree_lanes_again(struct fs__tree2_block *t, unsigned k, struct fs__solver2_body *bodies,
                                        const struct fs__tree2_rates *s)
{
    solve_tree(t, k, bodies, s, TREE_TANGENTS, AGAIN_PASSES);
}

FUNCTION void solve_tree_lanes(struct fs__tree2_block *t, unsigned k, struct fs__solver2_body *bodies,
                               const struct fs__tree2_rates *s)
{
    solve_tree(t, k, bodies, s, TREE_PATHS, SOLVE_PASSES);
}

/* The poses have changed since the solution with bias. */
FUNCTION void relax_tree_lanes(struct fs__tree2_block *t, unsigned k, struct fs__solver2_body *bodies,
                               const struct fs__tree2_rates *s)
{
    solve_tree(t, k, bodies, s, TREE_UNBIASED, RELAX_PASSES);
}

#define DEFINE_TREE_PASS(name, call)                                                                    \
    FUNCTION void name(struct fs__tree2_block *blocks, uint32_t count, struct fs__solver2_body *bodies, \
                       const struct fs__tree2_rates *rates)                                             \
    {                                                                                                   \
        (void)rates;                                                                                    \
        for (uint32_t i = 0; i < count; i++)                                                            \
            for (unsigned k = 0; k < blocks[i].lanes; k += VECTOR_LANES)                                \
                call;                                                                                   \
    }

DEFINE_TREE_PASS(update_tree_blocks, update_tree_lanes(&blocks[i], k, bodies))
DEFINE_TREE_PASS(warm_start_tree_blocks, warm_start_tree_lanes(&blocks[i], k, bodies))
DEFINE_TREE_PASS(approach_tree_blocks, approach_tree_lanes(&blocks[i], k, bodies, rates))
DEFINE_TREE_PASS(approach_tree_blocks_again, approach_tree_lanes_again(&blocks[i], k, bodies, rates))
DEFINE_TREE_PASS(solve_tree_blocks, solve_tree_lanes(&blocks[i], k, bodies, rates))
DEFINE_TREE_PASS(relax_tree_blocks, relax_tree_lanes(&blocks[i], k, bodies, rates))

#define TREE_PASSES                                         \
    .tree = { .update = update_tree_blocks,                 \
              .warm_start = warm_start_tree_blocks,         \
              .approach = approach_tree_blocks,             \
              .approach_again = approach_tree_blocks_again, \
              .solve = solve_tree_blocks,                   \
              .relax = relax_tree_blocks }
