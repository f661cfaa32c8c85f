/* joint_energy.inl: the joints of a tree do no work.
 *
 * The solver's steps (RATTLE) keep a modified energy: the energy itself swings about it with the square of the way that links turn
 * in a substep, and where that is a tenth of a radian and more, in chains of light links that whirl, it drifts. So at the end
 * of every substep the work of the tree's joints is found and taken back. With the velocities u at the start and v at the end,
 * the masses and moments M, and the change k of the velocities that came from elsewhere, it is
 *
 *     v.M v/2 - u.M u/2 - k.M w,      w = the way of the substep / h + (u - v)/2,
 *
 * where k is that of gravity and forces, which act along the way (velocities stand half a substep before their positions); where
 * contacts, springs, motors and joints outside the tree push the tree, w = (u + v)/2: the work of an impulse.
 *
 * The motion of the links is then made faster or slower: all velocities of a tree that is tied to the ground, and of another those
 * relative to its motion as one rigid body, so that momentum and angular momentum are kept. Velocities along the rows of the
 * joints stay 0 by that. A tree in space that nothing acts on is also turned about its centre of mass: with the same angular
 * momentum another orientation has another energy. Both share the work so that the motion changes least. A tree whose limits act,
 * whose cables have just become taut or which something pushes may take energy, but not give it.
 *
 * Template: included by joint_energy.c of physics2d and of physics3d, which defines
 *   DIRECT(name), DIRECT_CONTEXT, DIRECT_SOLVER, DIRECT_BODY, DIRECT_JOINT, DIRECT_RIGID   as for joint_elimination.h
 *   LINEAR, COMPONENTS                 how many components of a velocity are linear, and all
 *   substep_rate(s), component(b, k)   1/s; a component of the velocity of a solver body (Q21)
 *   begin_spin(b), load_pending(s, b), is_stiff(b)
 *   has_locked_body(s, tree)           whether a locked axis ties a tree to the ground
 *   angular_work(b)                    that of the moments of its joints, twice
 *   add_spin_energy(b, energy)         of the velocities `now`
 *   is_carried_end(s, d, i)            whether a body that joints cannot move carries end i of a joint along
 *   weigh_body(b, least)               the share of a body for the least inverse mass of the tree
 *   turning_energy(m)                  of the rotation of the tree as one body
 *   subtract_rigid(s, tree, i, m, v)   takes that motion from the velocity of body i
 *   struct turning, turning_of(m)      by how much `energy` a turn as one body may change the energy
 *   turn_back(s, tree, m, turning, work)   turns the tree so that it loses `work`; returns what it lost
 */

enum { RESIDUAL_BITS = FS__DIRECT_FINE - FS_VEL_FRAC };

/* In a substep links lose at most 1/4 of the energy of their motion and get at most 1/64; what is left is for the next one. A tree
 * that lost more turns too far in a substep for its loss to be an error of the step alone. */
enum { TAKEN_BITS = 2, GIVEN_BITS = 6 };

/* Of a tree that nothing holds: motion below 1 mm/s, and below 2^-16 of the energy, is that of one rigid body. */
enum { RIGID_BITS = 16 };
#define LEAST_MOTION ((int64_t)1 << (FS__DIRECT_ENERGY_FRAC - 19))

/* Of so little the sign is that of rounding; what is left waits for the next substep. */
enum { ROUNDING = 32 };

static int64_t product(const int64_t a[LINEAR], const int64_t b[LINEAR])
{
    return fs__direct_product(a, b, LINEAR);
}

static void load_velocities(DIRECT_BODY *b)
{
    for (unsigned k = 0; k < COMPONENTS; k++)
        b->now[k] = (int64_t)component(b, k) * (1 << RESIDUAL_BITS) + b->residual[k] + b->pending[k];
}

/* ---- the start of a substep ------------------------------------------------------------------------------------------ */

static fs_scaled least_inverse_mass(const DIRECT_SOLVER *s, const struct fs__joint_tree *tree)
{
    fs_scaled least = { 0, 0 };
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        fs_scaled inverse = s->body[i].inv_mass;
        if (inverse.m != 0 && (least.m == 0 || fs_scaled_cmp(inverse, least) < 0))
            least = inverse;
    }
    return least.m != 0 ? least : fs_scaled_make(1, 0);
}

void DIRECT(weigh_tree)(DIRECT_CONTEXT *s, struct fs__joint_tree *tree)
{
    tree->tied |= has_locked_body(s->direct, tree);
    fs_scaled least = least_inverse_mass(s->direct, tree);
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        load_pending(s, &s->direct->body[i]);
        weigh_body(&s->direct->body[i], least);
    }
}

static void begin_substep(DIRECT_BODY *b)
{
    for (unsigned k = 0; k < COMPONENTS; k++) {
        b->start[k] = b->now[k];
        b->given[k] = 0;
    }
    begin_spin(b);
}

/* Below 1/64 rad in a substep the error of a step is below 1e-4 of the energy of the motion: far below what contacts take, and what
 * falls freely does not swing for long. That of loops of unlike masses is larger. */
static bool turns_little(DIRECT_CONTEXT *s, const struct fs__joint_tree *tree)
{
    const int64_t most = (int64_t)substep_rate(s) * (FS_VEL_ONE / 64);
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        for (unsigned k = LINEAR; k < COMPONENTS; k++)
            if (fs_abs64(component(&s->direct->body[i], k)) > most)
                return false;
    return true;
}

void DIRECT(begin_energy)(DIRECT_CONTEXT *s, struct fs__joint_tree *tree)
{
    bool loaded = tree->watched;
    const bool swings = (tree->tied || tree->loops > 0) && !tree->touched && !tree->pushed;
    tree->watched = tree->balanced && (swings || !turns_little(s, tree));
    for (uint32_t i = tree->body_first; i < tree->body_end && tree->watched; i++) {
        if (!loaded)
            DIRECT(load_now)(&s->direct->body[i]);
        begin_substep(&s->direct->body[i]);
    }
}

/* ---- the balance ------------------------------------------------------------------------------------------------------ */

/* What changed components of the velocity of a body, from `first` on, beside the joints of its tree. */
static void other_change(const DIRECT_BODY *b, unsigned first, unsigned count, int64_t other[])
{
    for (unsigned k = 0; k < count; k++)
        other[k] = fs_sat64_sub(b->now[first + k] - b->start[first + k], b->given[first + k]);
}

static int64_t linear_work(const DIRECT_BODY *b, const int64_t other[LINEAR], bool pushed)
{
    int64_t sum[LINEAR], change[LINEAR], twice[LINEAR];
    for (unsigned k = 0; k < LINEAR; k++) {
        sum[k] = b->now[k] + b->start[k];
        change[k] = b->now[k] - b->start[k];
        twice[k] = pushed ? sum[k] : (int64_t)b->way[k] * (2 << RESIDUAL_BITS) - change[k];
    }
    return fs_sat64_sub(product(change, sum), product(other, twice));
}

/* The work of the joints. */
static int64_t work_of(DIRECT_SOLVER *s, const struct fs__joint_tree *tree)
{
    int64_t work = 0, other[LINEAR];
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        DIRECT_BODY *b = &s->body[i];
        DIRECT(load_now)(b);
        other_change(b, 0, LINEAR, other);
        fs__direct_add(&work, fs__direct_weigh(b->share, linear_work(b, other, tree->touched || tree->pushed)));
        fs__direct_add(&work, angular_work(b));
    }
    return work;
}

/* energy: of the motion, v.M v. lead: k.M v of what acts along the way, by which the energy at the time of the positions changes
 * too; kick: k.M k of it. */
struct balance {
    int64_t energy, lead, kick;
};

/* That of the velocities `now`. */
static void add_energy(const DIRECT_BODY *b, int64_t *energy)
{
    fs__direct_add(energy, fs__direct_weigh(b->share, product(b->now, b->now)));
    add_spin_energy(b, energy);
}

static struct balance balance_of(const DIRECT_SOLVER *s, const struct fs__joint_tree *tree)
{
    struct balance e = { .energy = 0 };
    int64_t other[LINEAR];
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        const DIRECT_BODY *b = &s->body[i];
        add_energy(b, &e.energy);
        if (tree->touched || tree->pushed)
            continue;
        other_change(b, 0, LINEAR, other);
        fs__direct_add(&e.lead, fs__direct_weigh(b->share, product(other, b->now)));
        fs__direct_add(&e.kick, fs__direct_weigh(b->share, product(other, other)));
    }
    return e;
}

/* What is left of `energy` without the motion as one body; 0 where that cannot be told apart. */
static int64_t energy_within(int64_t energy, const DIRECT_RIGID *m)
{
    int64_t left = fs_sat64_sub(energy, turning_energy(m));
    left = fs_sat64_sub(left, fs_mul64(product(m->v, m->v), m->mass, FS__DIRECT_FINE));
    return left < LEAST_MOTION || left < energy >> RIGID_BITS ? 0 : left;
}

/* ---- the correction ----------------------------------------------------------------------------------------------------- */

/* Whether a body that joints cannot move carries the tree along. */
static bool is_carried(DIRECT_CONTEXT *s, const struct fs__joint_tree *tree)
{
    for (uint32_t k = tree->first; k < tree->end; k++)
        for (unsigned i = 0; i < 2; i++)
            if (s->direct->joint[k].node->body[i] == 0 && is_carried_end(s, &s->direct->joint[k], i))
                return true;
    return false;
}

/* Whether the joints may take energy in this substep. */
static bool may_lose(DIRECT_SOLVER *s, const struct fs__joint_tree *tree)
{
    bool may = tree->touched || tree->pushed;
    for (uint32_t k = tree->first; k < tree->end; k++) {
        DIRECT_JOINT *d = &s->joint[k];
        may |= d->yields || d->settling > 0;
        d->settling = (uint8_t)(d->settling - (d->settling > 0));
    }
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        may |= is_stiff(&s->body[i]);
    return may;
}

/* The share s of the motion with energy (2 s + s^2) + lead s = -work; 0 where that is not near. */
static int64_t share_for(const struct balance *e, int64_t work)
{
    int64_t slope = fs_sat64_add(fs_sat64_add(e->energy, e->energy), e->lead), share = 0;
    if (e->energy == 0 || slope < e->energy)
        return 0;
    for (int i = 0; i < 3; i++) {
        int64_t square = fs_mul64(fs_mul64(share, share, FS__DIRECT_FINE), e->energy, FS__DIRECT_FINE);
        share = fs_muldiv64(fs_sat64_sub(0, fs_sat64_add(work, square)), FS__DIRECT_FINE_ONE, slope);
    }
    return share;
}

static void scale_motion(DIRECT_SOLVER *s, const struct fs__joint_tree *tree, const DIRECT_RIGID *m, int64_t share)
{
    int64_t v[COMPONENTS];
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        DIRECT_BODY *b = &s->body[i];
        for (unsigned k = 0; k < COMPONENTS; k++)
            v[k] = b->now[k];
        if (!m->tied)
            subtract_rigid(s, tree, i, m, v);
        for (unsigned k = 0; k < COMPONENTS; k++)
            b->sum[k] = fs_mul64(v[k], share, FS__DIRECT_FINE);
        DIRECT(apply_sum)(b);
        DIRECT(load_now)(b);
    }
}

static int64_t turn_back(DIRECT_CONTEXT *s, const struct fs__joint_tree *tree, DIRECT_RIGID *m, struct turning t,
                         int64_t work);

/* Takes back what the joints gave, as far as the motion allows: `work` with what is left of the substeps before. Of a tree that
 * nothing acts on a part is that of its rotation as one body; returns whether the tree was turned by that. */
static bool take_back(DIRECT_CONTEXT *s, struct fs__joint_tree *tree, int64_t work)
{
    DIRECT_SOLVER *t = s->direct;
    struct balance e = balance_of(t, tree);
    DIRECT_RIGID m = { .tied = tree->tied };
    struct turning turning = { .energy = 0 };
    if (!m.tied) {
        bool turns = DIRECT(find_rigid)(t, tree, &m);
        e.energy = turns ? energy_within(e.energy, &m) : 0;
        e.lead = 0;
        if (turns && !tree->touched && !tree->pushed)
            turning = turning_of(&m);
    }
    int64_t most = fs_sat64_add(e.energy, turning.energy);
    if (work < -(fs_sat64_add(most, e.kick) >> GIVEN_BITS)) {
        tree->excess = 0;
        return false;
    }
    int64_t taken = fs_clamp64(work, -(most >> GIVEN_BITS), most >> TAKEN_BITS);
    int64_t of_motion = most > 0 ? fs_muldiv64(taken, e.energy, most) : 0, share = share_for(&e, of_motion);
    if (share != 0) {
        tree->excess = fs_sat64_sub(work, of_motion);
        scale_motion(t, tree, &m, share);
    }
    int64_t turned = turn_back(s, tree, &m, turning, fs_sat64_sub(taken, of_motion));
    tree->excess = fs_sat64_sub(tree->excess, turned);
    return turned != 0;
}

bool DIRECT(restore_energy)(DIRECT_CONTEXT *s, struct fs__joint_tree *tree)
{
    if (!tree->watched)
        return false;
    bool may = may_lose(s->direct, tree);
    int64_t work = fs_sat64_add(work_of(s->direct, tree), tree->excess);
    tree->excess = may ? fs_max64(work, 0) : work;
    if (fs_abs64(work) > ROUNDING && (work > 0 || !may) && !is_carried(s, tree))
        return take_back(s, tree, work);
    return false;
}
