/* joint_direct_rows.c: the rows of joints in trees: their directions, scales and right-hand sides.
 *
 * A limit that is reached is a row too: otherwise the rows of the tree would undo it. It enters when it carries an
 * impulse or would be passed within a substep, and leaves when its impulse becomes 0.
 */
#include "physics2d/joint/joint_direct.h"

/* ---- directions ---------------------------------------------------------------------------------------------------- */

static void set_axis_row(struct fs__direct2_row *r, const struct fs__joint2_axis *x)
{
    r->n = x->n;
    r->arm[0] = x->arm_a;
    r->arm[1] = x->arm_b;
}

static void set_angle_row(struct fs__direct2_row *r)
{
    r->n = fs_unit2_make(0, 0);
    r->arm[0] = r->arm[1] = FS_REL_ONE;
}

static void set_point_rows(struct fs__direct2_row *r, const struct fs__joint2_constraint *j)
{
    r[0].n = fs_unit2_make(FS_UNIT_ONE, 0);
    r[0].arm[0] = fs_sat32_neg(j->pa.y);
    r[0].arm[1] = fs_sat32_neg(j->pb.y);
    r[1].n = fs_unit2_make(0, FS_UNIT_ONE);
    r[1].arm[0] = j->pa.x;
    r[1].arm[1] = j->pb.x;
}

static void set_rigid_rows(struct fs__direct2_joint *d)
{
    const struct fs__joint2_constraint *j = d->joint;
    switch (j->kind) {
    case FS_JOINT2_REVOLUTE:
    case FS_JOINT2_WELD: set_point_rows(d->row, j); return;
    case FS_JOINT2_PRISMATIC:
    case FS_JOINT2_WHEEL: set_axis_row(&d->row[0], &j->across); return;
    default: set_axis_row(&d->row[0], &j->axis); return;
    }
}

static int64_t position_of(const struct fs__joint2_constraint *j)
{
    return j->kind == FS_JOINT2_REVOLUTE ? j->angle : j->along;
}

/* Distance before a limit (m or rad, Q26): negative beyond it. */
static fs_rel limit_distance(const struct fs__joint2_constraint *j, bool lower)
{
    int64_t at = position_of(j);
    return fs_sat32(lower ? at - j->lower_limit : (int64_t)j->upper_limit - at);
}

/* Speed of a row (Q32). */
static int64_t row_velocity(const struct fs__direct2_joint *d, const struct fs__direct2_row *r)
{
    const struct fs__solver2_body *a = d->joint->a.solver_body, *b = d->joint->b.solver_body;
    int64_t linear = ((int64_t)b->vx - a->vx) * r->n.x + ((int64_t)b->vy - a->vy) * r->n.y;
    int64_t angular = (int64_t)b->w * r->arm[1] - (int64_t)a->w * r->arm[0];
    return fs_round_shift64_sym(linear, FS_VEL_FRAC + FS_UNIT_FRAC - FS_WIDE_FRAC) +
           fs_round_shift64_sym(angular, FS_VEL_FRAC + FS_REL_FRAC - FS_WIDE_FRAC);
}

static void set_limit_direction(struct fs__direct2_joint *d, struct fs__direct2_row *r, bool lower)
{
    struct fs__joint2_constraint *j = d->joint;
    if (r->angle)
        set_angle_row(r);
    else
        set_axis_row(r, &j->axis);
    r->impulse = lower ? &j->lower_p : &j->upper_p;
    if (lower)
        return;
    r->n = fs_unit2_make(-r->n.x, -r->n.y);
    r->arm[0] = fs_sat32_neg(r->arm[0]);
    r->arm[1] = fs_sat32_neg(r->arm[1]);
}

/* Whether a limit is a row now; then its direction is set. */
static bool use_limit(struct fs__direct2_joint *d, bool lower, int64_t substep_rate)
{
    struct fs__direct2_row *r = &d->row[d->rigid_rows];
    set_limit_direction(d, r, lower);
    int64_t next = fs__joint_mul(substep_rate, limit_distance(d->joint, lower), FS_REL_FRAC) + row_velocity(d, r);
    return r->used && (*r->impulse > 0 || next < 0);
}

/* The limit that is a row now: 1 the lower one, -1 the upper one, 0 none. */
static int8_t find_limit(struct fs__direct2_joint *d, int64_t substep_rate)
{
    if (d->joint->kind == FS_JOINT2_WELD || (d->joint->flags & FS_JOINT2_LIMIT) == 0)
        return 0;
    return use_limit(d, true, substep_rate) ? 1 : use_limit(d, false, substep_rate) ? -1 : 0;
}

static bool is_open(const struct fs__direct2_joint *d)
{
    bool open = false;
    for (unsigned i = 0; i < d->rigid_rows; i++)
        open |= !d->row[i].angle && fs_abs64(fs__direct2_rigid_error(d, &d->row[i])) > d->extent / 64;
    return open;
}

enum { SETTLING_SUBSTEPS = 3 };

static void note_limit(struct fs__direct2_joint *d, int8_t limit)
{
    if (limit != d->limit || (limit != 0 && *d->row[d->rigid_rows].impulse == 0))
        d->settling = SETTLING_SUBSTEPS;
    d->yields = limit != 0 || is_open(d);
    d->limit = limit;
}

void fs__direct2_update_rows(struct fs__direct2_joint *d, int64_t substep_rate)
{
    set_rigid_rows(d);
    d->joint->direct_limit = find_limit(d, substep_rate);
    d->rows = (uint8_t)(d->rigid_rows + (d->joint->direct_limit != 0));
    note_limit(d, d->joint->direct_limit);
}

/* ---- scales ------------------------------------------------------------------------------------------------------ */

static fs_scaled arm_squared(const struct fs__joint2_constraint *j)
{
    /* The point of a weld's rows lies between the anchors' balance points: no arm is longer than both together. */
    int64_t a = fs_rel2_length(j->a.arm), b = fs_rel2_length(j->b.arm), error = fs_rel2_length(j->error);
    /* The error of a slide is what leaves its axis alone. */
    bool slides = j->kind == FS_JOINT2_PRISMATIC || j->kind == FS_JOINT2_WHEEL;
    fs_scaled arm = fs_scaled_make(a + b + error + (slides ? fs_abs32(j->along) : 0), -FS_REL_FRAC);
    return fs_scaled_mul(arm, arm);
}

/* A bound of the row's diagonal for all rotations of the bodies. */
static fs_scaled max_diagonal(const struct fs__direct2_joint *d, const struct fs__direct2_row *r)
{
    fs_scaled inertia = fs_scaled_add(d->body[0]->inv_inertia, d->body[1]->inv_inertia);
    if (r->angle)
        return inertia;
    fs_scaled mass = fs_scaled_add(d->body[0]->inv_mass, d->body[1]->inv_mass);
    return fs_scaled_add(mass, fs_scaled_mul(inertia, arm_squared(d->joint)));
}

/* The scale e of a row for a diagonal m 2^k: the smallest with m 2^k 4^-e <= 1. */
static int32_t scale_of(fs_scaled diagonal)
{
    int32_t bits = diagonal.e + 31;
    return bits >= 0 ? (bits + 1) / 2 : -(-bits / 2);
}

static fs_scaled power_of_two(int32_t e)
{
    return (fs_scaled){ (int32_t)1 << 30, e - 30 };
}

/* A solution x of the scaled system is an impulse of x 2^-(scale + tree's scale) (kg m/s). */
static void set_factors(const struct fs__direct2_joint *d, struct fs__direct2_row *r, int32_t tree_scale)
{
    fs_scaled mass = r->angle ? d->joint->j : d->joint->m;
    int32_t e = r->scale + tree_scale, bits = FS__DIRECT_SOLUTION_FRAC - FS_WIDE_FRAC;
    fs_scaled to_impulse = fs_scaled_mul(fs_scaled_inverse(mass), power_of_two(-bits - e));
    r->to_impulse = fs__joint_factor_from_scaled(to_impulse);
    r->to_compliance = fs__joint_factor_from_scaled(fs_scaled_mul(mass, power_of_two(bits + e - d->yield_bits)));
    if (d->node->closes)
        r->to_solution = fs__joint_factor_from_scaled(fs_scaled_mul(mass, power_of_two(bits + e)));
}

static void prepare_tree(struct fs__direct2_solver *s, struct fs__joint_tree *tree)
{
    tree->scale = INT32_MIN;
    for (uint32_t k = tree->first; k < tree->end; k++)
        for (unsigned i = 0; i < s->joint[k].rows; i++) {
            struct fs__direct2_row *r = &s->joint[k].row[i];
            fs_scaled diagonal = max_diagonal(&s->joint[k], r);
            r->used = diagonal.m != 0;
            r->scale = r->used ? scale_of(diagonal) : 0;
            tree->scale = r->used ? fs_max32(tree->scale, r->scale) : tree->scale;
        }
    fs__direct2_set_yields(s, tree);
    for (uint32_t k = tree->first; k < tree->end; k++)
        for (unsigned i = 0; i < s->joint[k].rows; i++)
            if (s->joint[k].row[i].used)
                set_factors(&s->joint[k], &s->joint[k].row[i], tree->scale);
}

static void add_row(struct fs__direct2_joint *d, int64_t *impulse, bool angle, bool limit)
{
    d->row[d->rows++] = (struct fs__direct2_row){ .impulse = impulse, .angle = angle, .limit = limit };
    if (angle)
        set_angle_row(&d->row[d->rows - 1]);
}

/* All rows that the joint may have. */
static void add_rows(struct fs__direct2_joint *d)
{
    struct fs__joint2_constraint *j = d->joint;
    d->extent = (int64_t)fs_rel2_length(j->a.arm) + fs_rel2_length(j->b.arm) + fs_rel2_length(j->centre_offset0);
    bool point = j->kind == FS_JOINT2_REVOLUTE || j->kind == FS_JOINT2_WELD;
    d->rows = 0;
    add_row(d, &j->p[0], false, false);
    if (point)
        add_row(d, &j->p[1], false, false);
    if ((j->kind == FS_JOINT2_WELD && !j->soft_angle) || j->kind == FS_JOINT2_PRISMATIC)
        add_row(d, &j->angular_impulse, true, false);
    d->rigid_rows = d->rows;
    if (j->kind != FS_JOINT2_WELD && (j->flags & FS_JOINT2_LIMIT) != 0)
        add_row(d, &j->lower_p, j->kind == FS_JOINT2_REVOLUTE, true);
}

/* ---- loops --------------------------------------------------------------------------------------------------------- */

static void prepare_joint(struct fs__direct2_joint *d, const struct fs__joint_tree *tree, bool light)
{
    d->light = light;
    d->exact = d->at_once = tree->exact;
    d->limit = 0;
    d->settling = 0;
    add_rows(d);
    for (unsigned i = 0; i < FS__DIRECT2_MAX_ROWS; i++)
        d->yield[i] = 0; /* not known before the first elimination */
}

bool fs__direct2_has_loops(const struct fs__direct2_solver *s)
{
    for (uint32_t i = 0; i < s->trees.tree_count; i++)
        if (s->trees.tree[i].loops > 0)
            return true;
    return false;
}

/* A heavy body that pulls a ring of light ones straight turns them by radians in a substep: their paths cannot be followed. */
void fs__direct2_prepare(struct fs__direct2_solver *s, const struct fs__world2_tick *tick, uint32_t rate)
{
    fs__direct2_load_bodies(s, tick);
    for (uint32_t i = 0; i < s->trees.tree_count; i++) {
        struct fs__joint_tree *tree = &s->trees.tree[i];
        const bool light = tree->exact && fs__direct2_has_like_masses(s, tree, FS__DIRECT_LIKE_MASSES);
        tree->exact = tree->exact && (tree->loops == 0 || light);
        for (uint32_t k = tree->first; k < tree->end; k++)
            prepare_joint(&s->joint[k], tree, light);
        prepare_tree(s, tree);
    }
    fs__direct2_update_stiffness(s, rate);
}

/* ---- right-hand sides ---------------------------------------------------------------------------------------------- */

fs_rel fs__direct2_rigid_error(const struct fs__direct2_joint *d, const struct fs__direct2_row *r)
{
    const struct fs__joint2_constraint *j = d->joint;
    if (r->angle)
        return fs_sat32(j->angle);
    if (j->kind == FS_JOINT2_DISTANCE)
        return fs_sat32_sub(j->along, j->length);
    return r == &d->row[0] ? j->error.x : j->error.y;
}

/* What an arm that turns by w / rate falls behind its tangent in a substep, as a velocity along the row (Q32):
 * w^2 r / (2 rate) + w^3 r' / (6 rate^2), with r' the arm a quarter turn on. The series counts up to 1/8 rad. */
static int64_t curvature_of(const struct fs__direct2_row *r, fs_rel2 arm, fs_vel w, uint32_t rate)
{
    fs_vel most = (fs_vel)fs_min64((int64_t)rate * (FS_VEL_ONE / 8), INT32_MAX);
    fs_rel2 ahead = fs_rel2_make(fs_sat32_neg(arm.y), arm.x);
    int64_t along = fs_round_shift64_sym(fs_unit2_dot_rel2(r->n, arm), FS_UNIT_FRAC);
    int64_t across = fs_round_shift64_sym(fs_unit2_dot_rel2(r->n, ahead), FS_UNIT_FRAC);
    w = fs_clamp32(w, -most, most);
    int64_t square = fs_round_shift64_sym((int64_t)w * w, 2 * FS_VEL_FRAC - FS_WIDE_FRAC);
    int64_t cube = fs_mul64(square, w, FS_VEL_FRAC);
    return fs_sat64_add(fs_div64_round(fs_mul64(square, along, FS_REL_FRAC), 2 * rate),
                        fs_div64_round(fs_div64_round(fs_mul64(cube, across, FS_REL_FRAC), 6 * rate), rate));
}

static int64_t curvature_velocity(const struct fs__direct2_joint *d, const struct fs__direct2_row *r, uint32_t rate)
{
    const struct fs__joint2_constraint *j = d->joint;
    if (!d->exact || r->angle || (j->kind != FS_JOINT2_REVOLUTE && j->kind != FS_JOINT2_WELD))
        return 0;
    return fs_sat64_sub(curvature_of(r, j->pa, j->a.solver_body->w, rate),
                        curvature_of(r, j->pb, j->b.solver_body->w, rate));
}

/* A rigid row of an exact tree ends the substep without error. What joint_direct_push.c removes is left to that. */
static int64_t rigid_bias(const struct fs__direct2_joint *d, const struct fs__direct2_row *r,
                          const struct fs__joint_solver2 *js)
{
    int64_t rate = d->at_once ? js->speculative.bias_rate : js->direct_bias_rate;
    int64_t bias = fs__joint_mul(rate, fs__direct2_rigid_error(d, r), FS_REL_FRAC);
    return fs_sat64_add(fs__joint_mul(bias, d->biased, FS_UNIT_FRAC), curvature_velocity(d, r, js->rate));
}

/* A limit that is not reached yet may close its distance within a substep. */
static int64_t limit_bias(const struct fs__direct2_joint *d, const struct fs__joint_solver2 *js, bool use_bias)
{
    fs_rel distance = limit_distance(d->joint, d->joint->direct_limit > 0);
    int64_t rate = distance > 0 ? js->speculative.bias_rate : use_bias ? js->direct_bias_rate : 0;
    return fs__joint_mul(rate, distance, FS_REL_FRAC);
}

/* The speed at which the error of the row is to decay (Q32). */
static int64_t bias_velocity(const struct fs__direct2_joint *d, const struct fs__direct2_row *r,
                             const struct fs__joint_solver2 *js, bool use_bias)
{
    if (r->limit)
        return limit_bias(d, js, use_bias);
    return use_bias ? rigid_bias(d, r, js) : 0;
}

/* By how much the scale of x differs from that of the row's velocity: a power of two. */
static int32_t scale_to_solution(const struct fs__direct2_row *r, int32_t tree_scale)
{
    return FS__DIRECT_SOLUTION_FRAC - FS_WIDE_FRAC + tree_scale - r->scale;
}

void fs__direct2_set_wanted(struct fs__direct2_joint *d, unsigned row, int64_t wanted, int32_t tree_scale)
{
    int32_t left = scale_to_solution(&d->row[row], tree_scale);
    int64_t scaled = fs_mul64(wanted, (int64_t)1 << fs_clamp32(left, 0, 62), (unsigned)fs_clamp32(-left, 0, 127));
    d->x[row] = -fs__direct_clamp(scaled);
}

/* What the row yields by, scaled. */
static int64_t yielding_of(const struct fs__direct2_joint *d, unsigned i)
{
    const struct fs__direct2_row *r = &d->row[i];
    const int64_t yielding = fs__joint_apply_factor(r->to_compliance, *r->impulse);
    if (!d->node->closes)
        return yielding;
    return fs_sat64_add(
        yielding, fs_mul64(fs__joint_apply_factor(r->to_solution, *r->impulse), d->yield[i], FS__DIRECT_MATRIX_FRAC));
}

/* Sets the right-hand side of a row; returns the speed that is wrong (Q32): what a joint that closes a loop yields by is no error. */
static int64_t set_component(struct fs__direct2_joint *d, unsigned i, int64_t wanted, int32_t tree_scale, bool use_bias)
{
    const int32_t left = scale_to_solution(&d->row[i], tree_scale);
    const int64_t yielding = use_bias || d->looped ? yielding_of(d, i) : 0;
    fs__direct2_set_wanted(d, i, wanted, tree_scale);
    d->x[i] = fs__direct_clamp(fs_sat64_sub(d->x[i], yielding));
    if (!d->node->closes)
        return wanted;
    return fs_sat64_add(wanted,
                        fs_mul64(yielding, (int64_t)1 << fs_clamp32(-left, 0, 62), (unsigned)fs_clamp32(left, 0, 127)));
}

int64_t fs__direct2_set_right_side(struct fs__direct2_joint *d, const struct fs__joint_solver2 *js, int32_t tree_scale,
                                   bool use_bias)
{
    int64_t most = 0;
    for (unsigned i = 0; i < d->rows; i++) {
        const struct fs__direct2_row *r = &d->row[i];
        d->x[i] = 0;
        if (!r->used)
            continue;
        int64_t wanted = fs__joint_clamp_impulse(row_velocity(d, r) + bias_velocity(d, r, js, use_bias));
        most = fs_max64(most, fs_abs64(set_component(d, i, wanted, tree_scale, use_bias)));
    }
    return most;
}

int64_t fs__direct2_solution_impulse(const struct fs__direct2_joint *d, unsigned row)
{
    return fs__joint_apply_factor(d->row[row].to_impulse, d->x[row]);
}

/* The impulse of a row after its change by x. */
static int64_t next_impulse(const struct fs__direct2_joint *d, unsigned row)
{
    return *d->row[row].impulse + fs__direct2_solution_impulse(d, row);
}

bool fs__direct2_release_limit(struct fs__direct2_joint *d)
{
    if (d->joint->direct_limit == 0 || next_impulse(d, d->rigid_rows) >= 0)
        return false;
    const struct fs__direct2_row *r = &d->row[d->rigid_rows];
    fs__direct2_add_impulse(d, r, -*r->impulse);
    *r->impulse = 0;
    d->joint->direct_limit = 0;
    d->rows = d->rigid_rows;
    return true;
}

void fs__direct2_take_impulses(struct fs__direct2_joint *d)
{
    for (unsigned i = 0; i < d->rows; i++) {
        const struct fs__direct2_row *r = &d->row[i];
        if (r->used)
            fs__direct2_add_impulse(d, r, -*r->impulse);
        *r->impulse = 0;
    }
}

void fs__direct2_apply_solution(struct fs__direct2_joint *d)
{
    for (unsigned i = 0; i < d->rows; i++) {
        const struct fs__direct2_row *r = &d->row[i];
        if (!r->used)
            continue;
        int64_t before = *r->impulse;
        *r->impulse = fs_clamp64(next_impulse(d, i), r->limit ? 0 : -FS__JOINT_MAX_IMPULSE, FS__JOINT_MAX_IMPULSE);
        fs__direct2_add_impulse(d, r, *r->impulse - before);
    }
}
