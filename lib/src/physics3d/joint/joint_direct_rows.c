/* joint_direct_rows.c: the rows of joints in trees: their directions, scales and right-hand sides.
 *
 * A limit that is reached is a row too: otherwise the rows of the tree would undo it. It enters when it carries an
 * impulse or would be passed within a substep, and leaves when its impulse becomes 0.
 */
#include "physics3d/joint/joint_direct.h"
#include "physics3d/joint/joint_solver.h"

enum { LINEAR, ANGULAR };
enum { SOLUTION_FRAC = FS__DIRECT_SOLUTION_FRAC };

static fs_scaled power_of_two(int32_t e)
{
    return (fs_scaled){ (int32_t)1 << 30, e - 30 };
}

/* ---- directions ----------------------------------------------------------------------------------------------------- */

static bool is_movable(const struct fs__solver3 *s, const struct fs__direct3_body *b)
{
    return b != &s->direct->body[0];
}

static struct fs__joint3_place place_of_end(const struct fs__solver3 *s, const struct fs__direct3_joint *d, unsigned i,
                                            bool next)
{
    if (is_movable(s, d->body[i]))
        return next ? (struct fs__joint3_place){ d->body[i]->next_pose, d->body[i]->next_turn }
                    : (struct fs__joint3_place){ d->body[i]->pose, d->body[i]->turn };
    return fs__joint3_place_of(next ? fs__joint3_next_pose(s, d->body_row[i], &s->tick->solver_body[d->solver_body[i]])
                                    : fs__joint3_pose_now(s, d->body_row[i], d->solver_body[i]));
}

/* The rows that the kind has where the bodies are now; those that hold it together where they will be at the end of the
 * substep. */
static void make_rows(const struct fs__solver3 *s, const struct fs__direct3_joint *d, struct fs__joint3_builder *b,
                      bool next)
{
    *b = (struct fs__joint3_builder){ .s = s, .bare = true, .held_only = next, .row = d->joint_row, .rows = b->rows };
    bool point = fs__joint3_is_point(s->w, d->joint_row);
    const struct fs__joint3_place at_a = place_of_end(s, d, 0, next), at_b = place_of_end(s, d, 1, next);
    b->pose = point ? fs__joint3_point_at(s->w, d->joint_row, &at_a, &at_b)
                    : fs__joint3_pose_at(s->w, d->joint_row, &at_a, &at_b);
    fs__joint3_make_rows(b);
}

static void set_row(struct fs__direct3_row *r, const struct fs__joint3_new_row *from)
{
    *r = (struct fs__direct3_row){ .error = from->error,
                                   .curvature = from->curvature,
                                   .slot = from->slot,
                                   .angular = from->angular,
                                   .one_sided = (from->kind & FS__JOINT3_ROW_ONE_SIDED) != 0 };
    for (unsigned i = 0; i < 3; i++) {
        r->n[i] = from->n[i];
        r->end[0].arm[i] = from->arm_a[i];
        r->end[1].arm[i] = from->arm_b[i];
    }
}

static int64_t dot(const int32_t a[3], fs_vel3 v)
{
    return fs_dot3_raw(a[0], a[1], a[2], v.x, v.y, v.z);
}

/* Speed of a row (Q32). */
static int64_t row_velocity(const struct fs__solver3 *s, const struct fs__direct3_joint *d,
                            const struct fs__direct3_row *r)
{
    const struct fs__solver3_body *a = &s->tick->solver_body[d->solver_body[0]],
                                  *b = &s->tick->solver_body[d->solver_body[1]];
    int64_t sum = fs_sat64_sub(dot(r->end[1].arm, b->w), dot(r->end[0].arm, a->w));
    return fs_round_shift64_sym(fs_sat64_add(sum, dot(r->n, fs_vel3_sub(b->v, a->v))),
                                FS_REL_FRAC + FS_VEL_FRAC - FS_WIDE_FRAC);
}

/* A length per substep as a velocity, Q32. */
static int64_t per_substep(const struct fs__solver3 *s, int64_t length)
{
    return length * s->rate.hz * (1 << (FS_WIDE_FRAC - FS_REL_FRAC));
}

static bool is_reached(const struct fs__solver3 *s, struct fs__direct3_joint *d, const struct fs__direct3_row *r)
{
    return d->impulse[r->slot] > 0 || per_substep(s, r->error) + row_velocity(s, d, r) < 0;
}

enum { SETTLING_SUBSTEPS = 3 };

/* Whether a row takes energy: it stops a limit, or closes a joint that is wide open. */
static bool row_yields(const struct fs__solver3 *s, const struct fs__direct3_joint *d, const struct fs__direct3_row *r)
{
    if (r->one_sided)
        return s->w->joint.kind[d->joint_row] != FS_JOINT3_CABLE;
    return !r->angular && fs_abs32(r->error) > d->extent / 64;
}

/* Whether a limit is reached that was not before: a row that has no impulse yet. */
static bool meets_limit(const struct fs__direct3_joint *d)
{
    for (unsigned n = d->rigid_rows; n < d->rows; n++)
        if (d->impulse[d->row[n].slot] == 0)
            return true;
    return false;
}

static void note_rows(struct fs__direct3_joint *d, uint32_t slots)
{
    if (meets_limit(d) || (d->slots & ~slots) != 0)
        d->settling = SETTLING_SUBSTEPS;
    d->slots = slots;
}

void fs__direct3_update_rows(const struct fs__solver3 *s, struct fs__direct3_joint *d)
{
    struct fs__joint3_new_row new_rows[FS__JOINT3_SLOTS];
    struct fs__joint3_builder b = { .rows = new_rows };
    unsigned used = 0;
    make_rows(s, d, &b, false);
    d->rows = d->rigid_rows = 0;
    d->yields = false;
    for (unsigned i = 0; i < b.count && d->rows < FS__DIRECT3_MAX_ROWS; i++) {
        struct fs__direct3_row *r = &d->row[d->rows];
        set_row(r, &b.rows[i]);
        if (r->one_sided && d->reversed[r->slot] != b.rows[i].reversed)
            d->impulse[r->slot] = 0;
        d->reversed[r->slot] = b.rows[i].reversed;
        if (r->one_sided && !is_reached(s, d, r))
            continue;
        used |= 1u << r->slot;
        d->yields |= row_yields(s, d, r);
        d->rows++;
        d->rigid_rows = (uint8_t)(d->rigid_rows + !r->one_sided);
    }
    for (unsigned i = 0; i < FS__JOINT3_SLOTS; i++)
        if ((used >> i & 1u) == 0)
            d->impulse[i] = 0;
    note_rows(d, used);
}

/* ---- responses -------------------------------------------------------------------------------------------------------- */

static void set_linear_part(struct fs__direct3_row *r, struct fs__direct3_end *e, const struct fs__direct3_body *b,
                            fs_unit share)
{
    static const uint16_t lock[3] = { FS_BODY3_LOCK_X, FS_BODY3_LOCK_Y, FS_BODY3_LOCK_Z };
    for (unsigned i = 0; i < 3; i++)
        e->g[i] = (b->locks & lock[i]) != 0 ? 0 : fs_mul32_sym(r->n[i], share, FS_REL_FRAC);
}

/* g = 2^-scale root R^T arm, Q30. Locked axes of the world do not count. */
static void set_angular_part(struct fs__direct3_end *e, const struct fs__direct3_body *b, int32_t scale)
{
    const int32_t x = (b->locks & FS_BODY3_LOCK_ROTATION_X) != 0 ? 0 : e->arm[0],
                  y = (b->locks & FS_BODY3_LOCK_ROTATION_Y) != 0 ? 0 : e->arm[1],
                  z = (b->locks & FS_BODY3_LOCK_ROTATION_Z) != 0 ? 0 : e->arm[2];
    const fs_mat3 *m = &b->axes;
    const int64_t along[3] = { fs_dot3_raw(m->x.x, m->y.x, m->z.x, x, y, z),
                               fs_dot3_raw(m->x.y, m->y.y, m->z.y, x, y, z),
                               fs_dot3_raw(m->x.z, m->y.z, m->z.z, x, y, z) };
    int32_t shift = fs_clamp32(FS_REL_FRAC + scale - b->root_exponent, 0, 127);
    for (unsigned i = 0; i < 3; i++)
        e->g[3 + i] = (int32_t)fs_clamp64(fs_mul64(along[i], b->root[i], (unsigned)shift), -FS_UNIT_ONE, FS_UNIT_ONE);
}

static int32_t turned_component(fs_unit3 row, const int64_t h[3])
{
    return fs_sat32(fs_round_shift64_sym(row.x * h[0] + row.y * h[1] + row.z * h[2], FS_UNIT_FRAC));
}

/* R root g as mantissas of one exponent; |h| is below 2^30. */
static void set_turn(struct fs__direct3_end *e, const struct fs__direct3_body *b, int32_t tree_scale)
{
    int64_t h[3];
    uint64_t largest = 0;
    for (unsigned i = 0; i < 3; i++) {
        h[i] = (int64_t)e->g[3 + i] * b->root[i];
        largest |= fs_uabs64(h[i]);
    }
    int32_t less = fs_max32(fs_bit_width64(largest) - 30, 0);
    for (unsigned i = 0; i < 3; i++)
        h[i] = fs_round_shift64_sym(h[i], (unsigned)less);
    e->turn[0] = turned_component(b->axes.x, h);
    e->turn[1] = turned_component(b->axes.y, h);
    e->turn[2] = turned_component(b->axes.z, h);
    const int32_t fine = FS_WIDE_FRAC + FS__JOINT_FINE_BITS;
    int32_t shift = SOLUTION_FRAC + FS_UNIT_FRAC - fine - less - b->root_exponent + tree_scale;
    e->turn_shift = fs_clamp32(shift, 2, 94);
    if (shift > 94)
        e->turn[0] = e->turn[1] = e->turn[2] = 0;
}

void fs__direct3_update_responses(struct fs__direct3_joint *d, int32_t tree_scale)
{
    for (unsigned n = 0; n < d->rows; n++) {
        struct fs__direct3_row *r = &d->row[n];
        for (unsigned i = 0; i < 2; i++) {
            set_linear_part(r, &r->end[i], d->body[i], d->share[i]);
            set_angular_part(&r->end[i], d->body[i], d->scale[r->angular]);
            set_turn(&r->end[i], d->body[i], tree_scale);
        }
        r->used = fs__direct3_responds(&r->end[0]) || fs__direct3_responds(&r->end[1]);
    }
}

/* The rows of a tension: rigid ones, and that of a cable. */
static unsigned tension_rows(const struct fs__solver3 *s, const struct fs__direct3_joint *d)
{
    return s->w->joint.kind[d->joint_row] == FS_JOINT3_CABLE ? d->rows : d->rigid_rows;
}

/* ---- stiffness ---------------------------------------------------------------------------------------------------------- */

static int64_t along(fs_wide3 v, fs_unit x, fs_unit y, fs_unit z)
{
    return fs_sat64_add(fs_sat64_add(fs__joint_mul(v.x, x, FS_UNIT_FRAC), fs__joint_mul(v.y, y, FS_UNIT_FRAC)),
                        fs__joint_mul(v.z, z, FS_UNIT_FRAC));
}

/* The diagonal of (r.f) 1 - r f^T in the principal axes. */
static void add_stiffness(struct fs__direct3_body *b, fs_rel3 arm, fs_wide3 force, fs_scaled unit)
{
    fs_rel3 r = fs_mat3_inv_rel(b->axes, arm);
    const int32_t local[3] = { r.x, r.y, r.z };
    const fs_mat3 *m = &b->axes;
    const int64_t f[3] = { along(force, m->x.x, m->y.x, m->z.x), along(force, m->x.y, m->y.y, m->z.y),
                           along(force, m->x.z, m->y.z, m->z.z) };
    int64_t part[3];
    for (unsigned i = 0; i < 3; i++)
        part[i] = fs__joint_mul(fs__direct_clamp(f[i]), local[i], FS_REL_FRAC);
    for (unsigned i = 0; i < 3; i++) {
        int64_t g = fs_sat64_add(part[(i + 1) % 3], part[(i + 2) % 3]);
        b->stiffness[i] = fs_scaled_add(b->stiffness[i], fs_scaled_mul(fs_scaled_make(g, -SOLUTION_FRAC), unit));
    }
}

/* The axis of a cone's limit turns with the body across it, so its torque is a spring for the axes across. */
static void add_cone_stiffness(struct fs__direct3_body *b, const struct fs__direct3_row *r, int64_t torque,
                               fs_scaled unit)
{
    fs_rel3 n = fs_mat3_inv_rel(b->axes, fs_rel3_make(r->end[1].arm[0], r->end[1].arm[1], r->end[1].arm[2]));
    const int32_t along[3] = { n.x, n.y, n.z };
    int64_t spring = fs__direct_clamp(fs__joint_mul(torque, r->curvature, FS_REL_FRAC));
    for (unsigned i = 0; i < 3; i++) {
        int64_t across = (int64_t)1 << (2 * FS_REL_FRAC);
        across = fs_max64(across - (int64_t)along[i] * along[i], 0) >> FS_REL_FRAC;
        int64_t g = fs__joint_mul(spring, fs_sat32(across), FS_REL_FRAC);
        b->stiffness[i] = fs_scaled_add(b->stiffness[i], fs_scaled_mul(fs_scaled_make(g, -SOLUTION_FRAC), unit));
    }
}

static void add_limit_stiffness(const struct fs__solver3 *s, const struct fs__direct3_joint *d, fs_scaled unit)
{
    for (unsigned n = d->rigid_rows; n < d->rows; n++)
        for (unsigned i = 0; i < 2; i++)
            if (d->row[n].curvature > 0 && is_movable(s, d->body[i]))
                add_cone_stiffness(d->body[i], &d->row[n], d->impulse[d->row[n].slot], unit);
}

static fs_wide3 negated(fs_wide3 v)
{
    return fs_wide3_make(-v.x, -v.y, -v.z);
}

void fs__direct3_add_stiffness(const struct fs__solver3 *s, const struct fs__direct3_joint *d, int32_t tree_scale)
{
    fs_wide3 force = fs_wide3_zero();
    const fs_scaled per_second = fs_scaled_inverse(fs_scaled_make(s->rate.hz, 0));
    fs_scaled unit = fs_scaled_mul(per_second, power_of_two(-d->scale[LINEAR] - tree_scale));
    add_limit_stiffness(s, d, fs_scaled_mul(per_second, power_of_two(-d->scale[ANGULAR] - tree_scale)));
    for (unsigned n = 0; n < tension_rows(s, d); n++)
        fs__direct3_add_vector(&force, d->impulse[d->row[n].slot], d->row[n].n);
    force = fs_wide3_make(fs__direct_clamp(force.x), fs__direct_clamp(force.y), fs__direct_clamp(force.z));
    if ((force.x | force.y | force.z) == 0)
        return;
    const struct fs__joint3_place end = place_of_end(s, d, 1, false);
    fs_rel3 arm = fs_mat3_rel(end.turn,
                              fs_rel3_sub(s->w->joint.anchor_b[d->joint_row], s->w->body.centre[d->body_row[1]]));
    fs_pos3 at = fs_pos3_add_rel(end.pose.pos, arm);
    if (is_movable(s, d->body[1]))
        add_stiffness(d->body[1], fs_pos3_sub_rel(at, d->body[1]->pose.pos), force, unit);
    if (is_movable(s, d->body[0]))
        add_stiffness(d->body[0], fs_pos3_sub_rel(at, d->body[0]->pose.pos), negated(force), unit);
}

/* ---- whips --------------------------------------------------------------------------------------------------------------- */

/* Less than 1/16 rad in a substep: no point of an arm, nor of two, moves as far as an eighth of it. */
static bool turns_little(const struct fs__solver3 *s, fs_vel3 w)
{
    const int64_t most = (int64_t)s->rate.hz * (FS_VEL_ONE / 32);
    return fs_abs64(w.x) < most && fs_abs64(w.y) < most && fs_abs64(w.z) < most;
}

static void resolve_spin_of(struct fs__direct3_body *b, const struct fs__direct3_joint *d, unsigned i, unsigned rows,
                            uint64_t most)
{
    for (unsigned n = 0; n < rows; n++) {
        uint64_t speed = d->row[n].angular ? 0 : fs_uabs64(dot(d->row[n].end[i].arm, b->solver_body->w));
        if (speed > most)
            b->resolved_spin = fs_min32(b->resolved_spin,
                                        (fs_unit)fs_muldiv64((int64_t)(most >> 1), FS_UNIT_ONE, (int64_t)(speed >> 1)));
    }
}

void fs__direct3_resolve_spin(const struct fs__solver3 *s, const struct fs__direct3_joint *d)
{
    const unsigned share = d->exact ? 1 : 3; /* 1/2 or 1/8 */
    uint64_t most = fs_min_u64((uint64_t)d->extent * s->rate.hz, (uint64_t)1 << 42) << (FS_VEL_FRAC - share); /* Q47 */
    for (unsigned i = 0; i < 2; i++)
        if (is_movable(s, d->body[i]) && !turns_little(s, d->body[i]->solver_body->w))
            resolve_spin_of(d->body[i], d, i, tension_rows(s, d), most);
}

/* ---- scales ------------------------------------------------------------------------------------------------------------- */

static fs_scaled largest_inverse(const struct fs__direct3_body *b)
{
    fs_scaled most = b->inv_inertia[0];
    for (unsigned i = 1; i < 3; i++)
        most = fs_scaled_cmp(b->inv_inertia[i], most) > 0 ? b->inv_inertia[i] : most;
    return most;
}

/* The scale e of a row for a diagonal m 2^k: the smallest with m 2^k 4^-e <= 1. */
static int32_t scale_of(fs_scaled diagonal)
{
    int32_t bits = diagonal.e + 31;
    return bits >= 0 ? (bits + 1) / 2 : -(-bits / 2);
}

static fs_scaled inverse_mass(const struct fs__direct3_joint *d)
{
    return fs_scaled_add(d->body[0]->inv_mass, d->body[1]->inv_mass);
}

/* Bounds of the diagonals for all rotations of the bodies. */
static void set_scales(const struct fs__solver3 *s, struct fs__direct3_joint *d)
{
    const struct fs__joint3_place at_a = place_of_end(s, d, 0, false), at_b = place_of_end(s, d, 1, false);
    struct fs__joint3_pose pose = fs__joint3_pose_at(s->w, d->joint_row, &at_a, &at_b);
    int64_t extent = (int64_t)fs_rel3_length(pose.arm_a) + fs_rel3_length(pose.arm_b) + fs_rel3_length(pose.apart);
    fs_scaled arm = fs_scaled_make(extent, -FS_REL_FRAC);
    fs_scaled inertia = fs_scaled_add(largest_inverse(d->body[0]), largest_inverse(d->body[1]));
    fs_scaled linear = fs_scaled_add(inverse_mass(d), fs_scaled_mul(inertia, fs_scaled_mul(arm, arm)));
    d->extent = extent;
    d->small_error = d->exact ? (fs_rel)fs_min64(extent / 64, INT32_MAX) : 0;
    d->scale[LINEAR] = linear.m != 0 ? scale_of(linear) : 0;
    d->scale[ANGULAR] = inertia.m != 0 ? scale_of(inertia) : d->scale[LINEAR];
}

static int32_t tree_scale_of(const struct fs__solver3 *s, const struct fs__joint_tree *tree)
{
    int32_t scale = INT32_MIN;
    for (uint32_t k = tree->first; k < tree->end; k++)
        scale = fs_max32(scale, fs_max32(s->direct->joint[k].scale[0], s->direct->joint[k].scale[1]));
    return scale;
}

static void set_factors(struct fs__direct3_joint *d, int32_t tree_scale)
{
    const int32_t fine = FS_WIDE_FRAC + FS__JOINT_FINE_BITS - SOLUTION_FRAC;
    for (unsigned i = 0; i < 2; i++) {
        fs_scaled push = fs_scaled_mul(d->body[i]->inv_mass, power_of_two(fine - d->scale[LINEAR] - tree_scale));
        d->push[i] = fs__joint_factor_from_scaled(push);
        d->share[i] = fs_unit_from_scaled(fs_scaled_mul(d->body[i]->root_inv_mass, power_of_two(-d->scale[LINEAR])));
    }
}

void fs__direct3_prepare_tree(struct fs__solver3 *s, struct fs__joint_tree *tree)
{
    struct fs__direct3_solver *t = s->direct;
    const bool light = fs__direct3_has_like_masses(t, tree, FS__DIRECT_LIKE_MASSES);
    for (uint32_t k = tree->first; k < tree->end; k++) {
        t->joint[k].exact = tree->exact;
        t->joint[k].split = tree->tied && tree->loops == 0;
        t->joint[k].light = light;
        set_scales(s, &t->joint[k]);
    }
    tree->scale = tree_scale_of(s, tree);
    for (uint32_t k = tree->first; k < tree->end; k++) {
        set_factors(&t->joint[k], tree->scale);
        fs__direct3_load_impulses(s, &t->joint[k], tree->scale);
    }
}

/* ---- right-hand sides ---------------------------------------------------------------------------------------------------- */

/* What the row's error has to be at the end of the substep: none; errors that are large for the joint are removed as softly
 * as elsewhere, or left to joint_direct_push.c. */
static fs_rel wanted_error(const struct fs__solver3 *s, const struct fs__direct3_joint *d,
                           const struct fs__direct3_row *r)
{
    if (d->split)
        return (fs_rel)fs__joint_mul(r->error, FS_UNIT_ONE - d->biased, FS_UNIT_FRAC);
    fs_rel small = r->angular ? FS_REL_ONE / 64 : d->small_error;
    fs_rel large = fs_sat32_sub(r->error, fs_clamp32(r->error, -small, small));
    if (large == 0)
        return 0;
    return fs_sat32_sub(large,
                        fs_sat32(fs_div64_round(fs__joint_mul(s->direct->bias_rate, large, FS_WIDE_FRAC), s->rate.hz)));
}

/* The speed that the row has to lose (Q32), from its error at the end of the substep: curvature of the paths included. */
static int64_t velocity_of_error(const struct fs__solver3 *s, const struct fs__direct3_joint *d,
                                 const struct fs__direct3_row *r, fs_rel error)
{
    int64_t excess = fs_sat64_sub(dot(r->end[1].arm, d->body[1]->excess_spin),
                                  dot(r->end[0].arm, d->body[0]->excess_spin));
    return per_substep(s, (int64_t)error - wanted_error(s, d, r)) +
           fs_round_shift64_sym(excess, FS_REL_FRAC + FS_VEL_FRAC - FS_WIDE_FRAC);
}

/* A limit that is not reached yet may close its distance within a substep. */
static int64_t limit_velocity(const struct fs__solver3 *s, const struct fs__direct3_row *r, bool use_bias)
{
    if (r->error > 0)
        return per_substep(s, r->error);
    return use_bias ? fs__joint_mul(s->direct->bias_rate, r->error, FS_REL_FRAC) : 0;
}

/* What the row yields by, scaled. */
static int64_t yielding_of(const struct fs__direct3_joint *d, unsigned n)
{
    const int64_t impulse = d->impulse[d->row[n].slot], yielding = fs_round_shift64_sym(impulse, d->yield_bits);
    return d->node->closes ? fs_sat64_add(yielding, fs_mul64(impulse, d->yield[n], FS__DIRECT_MATRIX_FRAC)) : yielding;
}

/* The speed at which a share of the row's error decays softly (Q32). */
static int64_t decay_of(const struct fs__solver3 *s, const struct fs__direct3_row *r, fs_unit share)
{
    return fs__joint_mul(fs__joint_mul(s->direct->bias_rate, r->error, FS_REL_FRAC), share, FS_UNIT_FRAC);
}

/* By how much the scale of x differs from that of the row's velocity: a power of two. */
static int32_t scale_to_solution(const struct fs__direct3_joint *d, unsigned n, int32_t tree_scale)
{
    return SOLUTION_FRAC - FS_WIDE_FRAC + tree_scale - d->scale[d->row[n].angular];
}

static int64_t scaled_side(int64_t wanted, int32_t left)
{
    return fs__direct_clamp(
        fs_mul64(wanted, (int64_t)1 << fs_clamp32(left, 0, 62), (unsigned)fs_clamp32(-left, 0, 127)));
}

/* Returns the speed that is wrong (Q32): what a joint that closes a loop yields by is no error. */
static int64_t set_component(struct fs__direct3_joint *d, unsigned n, int64_t wanted, int32_t tree_scale, bool use_bias)
{
    const int32_t left = scale_to_solution(d, n, tree_scale);
    const int64_t yielding = use_bias || d->looped ? yielding_of(d, n) : 0;
    d->x[n] = fs__direct_clamp(-fs_sat64_add(scaled_side(wanted, left), yielding));
    if (!d->node->closes)
        return wanted;
    return fs_sat64_add(wanted,
                        fs_mul64(yielding, (int64_t)1 << fs_clamp32(-left, 0, 62), (unsigned)fs_clamp32(left, 0, 127)));
}

/* The errors of a ball, along its rows as they are now: of its poses only the distance of the anchors is needed. */
static void next_errors_of_ball(const struct fs__solver3 *s, const struct fs__direct3_joint *d,
                                fs_rel error[FS__JOINT3_SLOTS])
{
    const struct fs__joint3_place at_a = place_of_end(s, d, 0, true), at_b = place_of_end(s, d, 1, true);
    fs_rel3 apart = fs__joint3_apart_at(s->w, d->joint_row, &at_a, &at_b);
    for (unsigned n = 0; n < d->rigid_rows; n++) {
        const int32_t *to = d->row[n].n;
        error[d->row[n].slot] = fs_sat32(
            fs_round_shift64_sym(fs_dot3_raw(to[0], to[1], to[2], apart.x, apart.y, apart.z), FS_REL_FRAC));
    }
}

/* By slot. */
static void next_errors(const struct fs__solver3 *s, const struct fs__direct3_joint *d, fs_rel error[FS__JOINT3_SLOTS])
{
    struct fs__joint3_new_row new_rows[FS__JOINT3_SLOTS];
    struct fs__joint3_builder b = { .rows = new_rows };
    for (unsigned n = 0; n < d->rows; n++)
        error[d->row[n].slot] = d->row[n].error;
    if (s->w->joint.kind[d->joint_row] == FS_JOINT3_BALL) {
        next_errors_of_ball(s, d, error);
        return;
    }
    make_rows(s, d, &b, true);
    for (unsigned i = 0; i < b.count; i++)
        error[b.rows[i].slot] = b.rows[i].error;
}

int64_t fs__direct3_set_right_side(struct fs__direct3_joint *d, const struct fs__solver3 *s, int32_t tree_scale,
                                   bool use_bias)
{
    int64_t most = 0;
    fs_rel error[FS__JOINT3_SLOTS];
    if (use_bias && d->exact)
        next_errors(s, d, error);
    for (unsigned n = 0; n < d->rows; n++) {
        const struct fs__direct3_row *r = &d->row[n];
        int64_t wanted;
        d->x[n] = 0;
        if (!r->used)
            continue;
        if (use_bias && d->exact && n < tension_rows(s, d))
            wanted = velocity_of_error(s, d, r, error[r->slot]);
        else if (r->one_sided)
            wanted = row_velocity(s, d, r) + limit_velocity(s, r, use_bias);
        else
            wanted = row_velocity(s, d, r) + (use_bias ? decay_of(s, r, d->biased) : 0);
        wanted = fs__joint_clamp_impulse(wanted);
        most = fs_max64(most, fs_abs64(set_component(d, n, wanted, tree_scale, use_bias)));
    }
    return most;
}

/* ---- pushes ---------------------------------------------------------------------------------------------------------- */

int64_t fs__direct3_push_of(const struct fs__solver3 *s, const struct fs__direct3_joint *d,
                            const struct fs__direct3_row *r)
{
    if (!r->used || r->one_sided)
        return 0;
    return decay_of(s, r, FS_UNIT_ONE - d->biased);
}

void fs__direct3_set_push_sides(struct fs__direct3_joint *d, const struct fs__solver3 *s, int32_t tree_scale,
                                unsigned less)
{
    for (unsigned n = 0; n < d->rows; n++)
        d->x[n] = -scaled_side(fs__direct3_push_of(s, d, &d->row[n]),
                               scale_to_solution(d, n, tree_scale) - (int32_t)less);
}
