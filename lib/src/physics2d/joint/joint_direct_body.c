/* joint_direct_body.c: the bodies of trees of joints: warm start, changes of velocities, and stiffness under load.
 *
 * A joint pulls a body at an arm. While the body turns, the direction of the arm changes within a substep, which acts as
 * a spring on its angle of stiffness arm . force. From (force arm) h^2 > 2 I on, for example in a chain of links with a
 * load of a few hundred of them, an explicit step with that spring is unstable. The spring is then taken implicitly: with
 * g = h (arm . impulse), the part of g above the inertia is added to it, and of the spin the share I / (I + g) is kept
 * at the start of the substep (M. Tournier et al., "Stable constrained dynamics", 2015). Chains of lighter loads are not
 * changed by this. After the bodies of a tree that is tied to the ground moved, its velocities are projected with the inertia that
 * bodies have: a stiff link that kept its whole spin would give what it does not have, and chains with loads gained energy by that.
 */
#include "physics2d/joint/joint_direct.h"
#include "physics2d/solver/load_mass.h"

static const fs_scaled none = { 0, 0 };

void fs__direct2_load_bodies(struct fs__direct2_solver *s, const struct fs__world2_tick *tick)
{
    for (uint32_t i = 0; i < s->trees.body_count; i++) {
        struct fs__direct2_body *b = &s->body[i];
        const uint32_t row = b->row = i == 0 ? 0 : tick->body_row[b->solver_body - tick->solver_body];
        b->pos = tick->w->body.pos[row];
        b->inv_mass = i == 0 ? none : fs__body2_loaded_inv_mass(tick->w, row);
        b->inv_inertia = i == 0 ? none : fs__body2_loaded_inv_inertia(tick->w, row);
        b->inertia = fs_scaled_inverse(b->inv_inertia);
        b->effective_inv_inertia = b->inv_inertia;
        b->stiffness = b->least_stiffness = none;
        b->kept_spin = FS_UNIT_ONE;
        for (int d = 0; d < 3; d++)
            b->sum[d] = b->given[d] = b->residual[d] = b->push[d] = 0;
    }
}

/* ---- impulses ------------------------------------------------------------------------------------------------------ */

/* An impulse (Q32) times a share (Q30) as a change of a velocity (Q40). */
static int64_t velocity_of(int64_t p, fs_unit share)
{
    return fs__joint_mul(p, share, FS_UNIT_FRAC - FS__JOINT_FINE_BITS);
}

static void add_impulse(struct fs__direct2_body *b, const struct fs__joint2_end *e, int64_t px, int64_t py,
                        int64_t angular)
{
    b->sum[0] = fs_sat64_add(b->sum[0], velocity_of(px, e->c));
    b->sum[1] = fs_sat64_add(b->sum[1], velocity_of(py, e->c));
    b->sum[2] = fs_sat64_add(b->sum[2], fs__joint_velocity_change(e->w, fs__joint_clamp_impulse(angular)));
}

void fs__direct2_add_impulse(const struct fs__direct2_joint *d, const struct fs__direct2_row *r, int64_t p)
{
    const struct fs__joint2_constraint *j = d->joint;
    if (r->angle) {
        int64_t turn = r->arm[0] < 0 ? -p : p;
        d->body[1]->sum[2] = fs_sat64_add(d->body[1]->sum[2], velocity_of(turn, j->b.s));
        d->body[0]->sum[2] = fs_sat64_sub(d->body[0]->sum[2], velocity_of(turn, j->a.s));
        return;
    }
    int64_t px = fs__joint_mul(p, r->n.x, FS_UNIT_FRAC), py = fs__joint_mul(p, r->n.y, FS_UNIT_FRAC);
    add_impulse(d->body[1], &j->b, px, py, fs__joint_mul(p, r->arm[1], FS_REL_FRAC));
    add_impulse(d->body[0], &j->a, -px, -py, -fs__joint_mul(p, r->arm[0], FS_REL_FRAC));
}

void fs__direct2_apply_sum(struct fs__direct2_body *b)
{
    fs_vel *const v[3] = { &b->solver_body->vx, &b->solver_body->vy, &b->solver_body->w };
    for (int d = 0; d < 3; d++) {
        const int64_t change = fs_clamp64(b->sum[d], -((int64_t)1 << 61), (int64_t)1 << 61);
        fs__joint_add_velocity(v[d], change, &b->residual[d]);
        b->given[d] = fs_sat64_add(b->given[d], change);
        b->sum[d] = 0;
    }
    b->seen_spin = b->solver_body->w;
}

void fs__direct2_apply_sums(struct fs__direct2_solver *s, const struct fs__joint_tree *tree)
{
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        fs__direct2_apply_sum(&s->body[i]);
    for (int d = 0; d < 3; d++)
        s->body[0].sum[d] = 0;
}

static bool keep_given_spin(struct fs__direct2_body *b)
{
    const int64_t given = (int64_t)b->solver_body->w - b->seen_spin;
    if (b->kept_spin == FS_UNIT_ONE || given == 0)
        return false;
    b->sum[2] = fs_mul64(given * (1 << (FS_WIDE_FRAC + FS__JOINT_FINE_BITS - FS_VEL_FRAC)), b->kept_spin - FS_UNIT_ONE,
                         FS_UNIT_FRAC);
    return true;
}

void fs__direct2_keep_given_spins(struct fs__direct2_solver *s)
{
    for (uint32_t k = 0; k < s->trees.tree_count; k++) {
        const struct fs__joint_tree *tree = &s->trees.tree[k];
        bool any = false;
        for (uint32_t i = tree->body_first; i < tree->body_end; i++)
            any |= keep_given_spin(&s->body[i]);
        if (any)
            fs__direct2_apply_sums(s, tree);
    }
}

/* Springs, motors and limits along the free direction. */
static void warm_start_free_rows(const struct fs__direct2_joint *d)
{
    const struct fs__joint2_constraint *j = d->joint;
    struct fs__direct2_row angle = { .arm = { FS_REL_ONE, FS_REL_ONE }, .angle = true };
    struct fs__direct2_row axis = { .n = j->axis.n, .arm = { j->axis.arm_a, j->axis.arm_b } };
    switch (j->kind) {
    case FS_JOINT2_REVOLUTE: fs__direct2_add_impulse(d, &angle, fs__joint2_free_impulse(j)); return;
    case FS_JOINT2_WELD: fs__direct2_add_impulse(d, &angle, j->soft_angle ? j->angular_impulse : 0); return;
    case FS_JOINT2_WHEEL: fs__direct2_add_impulse(d, &angle, j->motor_p); /* fall through */
    case FS_JOINT2_PRISMATIC: fs__direct2_add_impulse(d, &axis, fs__joint2_free_impulse(j)); return;
    default: return;
    }
}

static void warm_start_joint(const struct fs__direct2_joint *d)
{
    for (unsigned i = 0; i < d->rigid_rows; i++)
        fs__direct2_add_impulse(d, &d->row[i], *d->row[i].impulse);
    warm_start_free_rows(d);
}

/* Whether a row that closes a loop yields, but not wholly: its pivot is below four times that from which rows yield. */
static bool is_almost_singular(const struct fs__direct2_solver *s, const struct fs__joint_tree *tree)
{
    for (uint32_t k = tree->first; k < tree->first + tree->loops; k++) {
        const struct fs__direct2_joint *d = &s->joint[k];
        for (unsigned i = 0; i < d->rows; i++)
            if (d->row[i].used && d->yield[i] > d->yield_from[d->row[i].angle] >> 6 &&
                d->yield[i] < (int64_t)1 << FS__DIRECT_MATRIX_FRAC)
                return true;
    }
    return false;
}

static void add_impulses(struct fs__direct2_solver *s, const struct fs__joint_tree *tree)
{
    for (uint32_t k = tree->first; k < tree->end; k++)
        warm_start_joint(&s->joint[k]);
}

static void clear_row_impulses(struct fs__direct2_solver *s, const struct fs__joint_tree *tree)
{
    for (uint32_t k = tree->first; k < tree->end; k++)
        for (unsigned i = 0; i < s->joint[k].rows; i++)
            *s->joint[k].row[i].impulse = 0;
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        for (int d = 0; d < 3; d++)
            s->body[i].sum[d] = 0;
}

/* Impulses that would turn a body by more than 2^-3 rad are balanced where the bodies were, and not where they are now: links of a
 * chain that stops a heavy load. Velocities saturated by them, and what saturation took off was energy from nowhere. The tree
 * starts without them; their sum with the solution is the same. Those of a loop that is almost singular are large, too. */
static void warm_start_tree(struct fs__direct2_solver *s, const struct fs__joint_tree *tree, uint32_t rate)
{
    bool cold = is_almost_singular(s, tree);
    if (!cold) {
        add_impulses(s, tree);
        cold = tree->tied && fs__direct2_excess_bits(s, tree, rate, FS__DIRECT_WARM_START_BITS) > 0;
    }
    if (cold) {
        clear_row_impulses(s, tree);
        add_impulses(s, tree);
    }
    fs__direct2_apply_sums(s, tree);
}

void fs__direct2_warm_start(struct fs__direct2_solver *s, uint32_t rate)
{
    for (uint32_t i = 1; i < s->trees.body_count; i++) {
        struct fs__direct2_body *b = &s->body[i];
        if (b->kept_spin == FS_UNIT_ONE)
            continue;
        const fs_vel before = b->solver_body->w;
        b->solver_body->w = fs_mul32_sym(before, b->kept_spin, FS_UNIT_FRAC);
        const int64_t change = ((int64_t)b->solver_body->w - before) * (1 << (FS__DIRECT_FINE - FS_VEL_FRAC));
        b->given[2] = fs_sat64_add(b->given[2], change);
    }
    for (uint32_t i = 0; i < s->trees.tree_count; i++)
        warm_start_tree(s, &s->trees.tree[i], rate);
}

void fs__direct2_add_residuals(const struct fs__direct2_solver *s, const struct fs__solver2_body *bodies,
                               int64_t *exact)
{
    for (uint32_t i = 1; i < s->trees.body_count; i++)
        fs__joint2_add_residual(bodies, s->body[i].solver_body, s->body[i].residual, exact);
}

/* ---- stiffness ------------------------------------------------------------------------------------------------------ */

/* arm . impulse / rate, kg m^2. */
static fs_scaled stiffness_of(const struct fs__joint2_constraint *j, fs_rel2 arm, int64_t px, int64_t py, uint32_t rate)
{
    int64_t sum = fs_sat64_add(fs__joint_mul(px, arm.x, FS_REL_FRAC), fs__joint_mul(py, arm.y, FS_REL_FRAC));
    return fs_scaled_mul(fs_scaled_make(fs_div64_round(sum, rate), -FS_WIDE_FRAC), j->m);
}

static void add_stiffness(const struct fs__direct2_joint *d, uint32_t rate)
{
    const struct fs__joint2_constraint *j = d->joint;
    if (j->kind != FS_JOINT2_REVOLUTE && j->kind != FS_JOINT2_WELD)
        return;
    int64_t px = j->p[0], py = j->p[1];
    d->body[1]->stiffness = fs_scaled_add(d->body[1]->stiffness, stiffness_of(j, j->pb, px, py, rate));
    d->body[0]->stiffness = fs_scaled_add(d->body[0]->stiffness, stiffness_of(j, j->pa, -px, -py, rate));
}

/* The impulses of a loop that is almost singular turn with none of its bodies. */
static void add_stiffness_of_tree(struct fs__direct2_solver *s, const struct fs__joint_tree *tree, uint32_t rate)
{
    if (is_almost_singular(s, tree))
        return;
    for (uint32_t k = tree->first; k < tree->end; k++)
        add_stiffness(&s->joint[k], rate);
}

static void set_inertia(struct fs__direct2_body *b, bool stiff)
{
    const bool less = fs_scaled_cmp(b->stiffness, b->least_stiffness) < 0;
    const fs_scaled stiffness = less ? b->least_stiffness : b->stiffness;
    const fs_scaled more = fs_scaled_add(stiffness, fs__scaled_negate(b->inertia));
    b->effective_inv_inertia = b->inv_inertia;
    b->kept_spin = FS_UNIT_ONE;
    if (!stiff || more.m <= 0 || b->inertia.m == 0)
        return;
    b->effective_inv_inertia = fs_scaled_inverse(stiffness); /* inertia + more */
    b->kept_spin = fs_unit_from_scaled(fs_scaled_mul(b->inertia, b->effective_inv_inertia));
}

static void set_end(struct fs__joint2_constraint *j, struct fs__joint2_end *e, const struct fs__direct2_body *b)
{
    e->s = fs_unit_from_scaled(fs_scaled_mul(j->j, b->effective_inv_inertia));
    e->w = fs__joint_factor_from_scaled(fs_scaled_mul(j->m, b->effective_inv_inertia));
}

static void set_stiffness_of_tree(struct fs__direct2_solver *s, const struct fs__joint_tree *tree, uint32_t rate)
{
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        s->body[i].stiffness = none;
    add_stiffness_of_tree(s, tree, rate);
}

static void set_inertia_of_tree(struct fs__direct2_solver *s, const struct fs__joint_tree *tree, bool stiff)
{
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        set_inertia(&s->body[i], stiff);
    for (uint32_t k = tree->first; k < tree->end; k++) {
        set_end(s->joint[k].joint, &s->joint[k].joint->a, s->joint[k].body[0]);
        set_end(s->joint[k].joint, &s->joint[k].joint->b, s->joint[k].body[1]);
    }
}

void fs__direct2_update_stiffness(struct fs__direct2_solver *s, uint32_t rate)
{
    for (uint32_t i = 0; i < s->trees.tree_count; i++) {
        set_stiffness_of_tree(s, &s->trees.tree[i], rate);
        set_inertia_of_tree(s, &s->trees.tree[i], true);
    }
}

void fs__direct2_relax_stiffness(struct fs__direct2_solver *s, uint32_t rate)
{
    for (uint32_t i = 0; i < s->trees.tree_count; i++) {
        const struct fs__joint_tree *tree = &s->trees.tree[i];
        set_stiffness_of_tree(s, tree, rate);
        set_inertia_of_tree(s, tree, !tree->tied);
    }
}

/* The impulses of the next substep are between those with bias and without: as stiff as by the larger. By the lesser a
 * few of 320 chains with loads gained energy or stayed open. */
static void restore_stiffness_of_tree(struct fs__direct2_solver *s, const struct fs__joint_tree *tree, uint32_t rate)
{
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        s->body[i].least_stiffness = s->body[i].stiffness;
    set_stiffness_of_tree(s, tree, rate);
    set_inertia_of_tree(s, tree, true);
}

void fs__direct2_restore_stiffness(struct fs__direct2_solver *s, uint32_t rate)
{
    for (uint32_t i = 0; i < s->trees.tree_count; i++)
        if (s->trees.tree[i].tied)
            restore_stiffness_of_tree(s, &s->trees.tree[i], rate);
}
