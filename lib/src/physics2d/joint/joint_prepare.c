/* joint_prepare.c: copies joints from the tables into the solver, and back.
 *
 * Impulses are stored in N s (Q32.32), as of one substep, so that they stay right when masses change.
 */
#include <string.h>

#include "physics/graph_colouring.h"
#include "physics2d/joint/joint_block.h"
#include "physics2d/joint/joint_direct.h"
#include "physics2d/joint/tree_block.h"
#include "physics2d/solver/load_mass.h"
#include "physics/world/tick_parts.h"

#define TWO_PI_Q60 INT64_C(0x6487ED5110B4611A)

/* ---- bodies ---------------------------------------------------------------------------------------------------- */

fs_scaled fs__joint2_inverse_mass(const struct fs__world2_tick *t, uint32_t body)
{
    fs_scaled none = { 0, 0 };
    return t->solver_index[body] == FS__SOLVER2_STATIC_BODY ? none : fs__body2_loaded_inv_mass(t->w, body);
}

fs_scaled fs__joint2_inverse_inertia(const struct fs__world2_tick *t, uint32_t body)
{
    fs_scaled none = { 0, 0 };
    return t->solver_index[body] == FS__SOLVER2_STATIC_BODY ? none : fs__body2_loaded_inv_inertia(t->w, body);
}

static void prepare_end(const struct fs__world2_tick *t, struct fs__joint2_constraint *j, struct fs__joint2_end *e,
                        uint32_t body, fs_rel2 anchor)
{
    e->solver_body = &t->solver_body[t->solver_index[body]];
    e->rot = t->w->body.rot[body];
    e->local = fs_rel2_sub(anchor, t->w->body.centre[body]);
    e->c = fs_unit_from_scaled(fs_scaled_mul(j->m, fs__joint2_inverse_mass(t, body)));
    e->s = fs_unit_from_scaled(fs_scaled_mul(j->j, fs__joint2_inverse_inertia(t, body)));
    e->w = fs__joint_factor_from_scaled(fs_scaled_mul(j->m, fs__joint2_inverse_inertia(t, body)));
}

static fs_scaled parallel_sum(fs_scaled a, fs_scaled b)
{
    return fs_scaled_inverse(fs_scaled_add(a, b));
}

/* Where neither body can be translated, the inertia replaces the mass (times 1 m^2). */
static void prepare_masses(const struct fs__world2_tick *t, struct fs__joint2_constraint *j, uint32_t a, uint32_t b)
{
    j->m = parallel_sum(fs__joint2_inverse_mass(t, a), fs__joint2_inverse_mass(t, b));
    j->j = parallel_sum(fs__joint2_inverse_inertia(t, a), fs__joint2_inverse_inertia(t, b));
    if (j->m.m == 0)
        j->m = j->j;
}

/* A mouse joint pulls body b alone. */
static void prepare_mouse(const struct fs__world2_tick *t, struct fs__joint2_constraint *j, uint32_t b)
{
    const struct fs_world2 *w = t->w;
    j->m = fs_scaled_inverse(fs__joint2_inverse_mass(t, b));
    j->j = fs_scaled_inverse(fs__joint2_inverse_inertia(t, b));
    if (j->m.m == 0)
        j->m = j->j;
    j->a.solver_body = &t->solver_body[FS__SOLVER2_STATIC_BODY];
    j->a.rot = fs_rot2_identity();
    j->a.w = fs__joint_factor_from_scaled((fs_scaled){ 0, 0 });
    prepare_end(t, j, &j->b, b, w->joint.anchor_b[j->row]);
    j->centre_offset0 = fs_pos2_sub_rel(w->body.pos[b], w->joint.target[j->row]);
}

static void prepare_pair(const struct fs__world2_tick *t, struct fs__joint2_constraint *j, uint32_t a, uint32_t b)
{
    const struct fs_world2 *w = t->w;
    prepare_masses(t, j, a, b);
    prepare_end(t, j, &j->a, a, w->joint.anchor_a[j->row]);
    prepare_end(t, j, &j->b, b, w->joint.anchor_b[j->row]);
    j->centre_offset0 = fs_pos2_sub_rel(w->body.pos[b], w->body.pos[a]);
}

/* ---- impulses ---------------------------------------------------------------------------------------------------- */

static int64_t impulse_to_velocity(fs_scaled inverse, fs_wide impulse)
{
    return fs__joint_clamp_impulse(fs_scaled_apply(inverse, impulse));
}

/* Whether limits, motor and spring act on the angle. */
static bool acts_on_angle(const struct fs__joint2_constraint *j)
{
    return j->kind == FS_JOINT2_REVOLUTE;
}

static fs_scaled motor_mass(const struct fs__joint2_constraint *j)
{
    return acts_on_angle(j) || j->kind == FS_JOINT2_WHEEL ? j->j : j->m;
}

/* Moment about anchor b of the impulse of the point rows or across the axis: the solver applies it at another point;
 * see joint_arms.c. */
static fs_wide moment_at_anchor(const struct fs__joint2_constraint *j, fs_wide2 impulse)
{
    if (j->kind == FS_JOINT2_PRISMATIC)
        return fs_mul64(impulse.x, j->shift, FS_REL_FRAC);
    if (j->kind != FS_JOINT2_WELD)
        return 0;
    return fs_sat64_sub(fs_mul64(impulse.y, j->shift2.x, FS_REL_FRAC), fs_mul64(impulse.x, j->shift2.y, FS_REL_FRAC));
}

static void load_impulses(const struct fs_world2 *w, struct fs__joint2_constraint *j)
{
    uint32_t row = j->row;
    fs_wide moment = moment_at_anchor(j, w->joint.impulse[row]);
    fs_scaled m = fs_scaled_inverse(j->m), i = fs_scaled_inverse(j->j), freedom_mass = acts_on_angle(j) ? i : m;
    j->p[0] = impulse_to_velocity(m, w->joint.impulse[row].x);
    j->p[1] = impulse_to_velocity(m, w->joint.impulse[row].y);
    j->angular_impulse = impulse_to_velocity(i, fs_sat64_sub(w->joint.angular_impulse[row], moment));
    j->lower_p = impulse_to_velocity(freedom_mass, w->joint.lower_impulse[row]);
    j->upper_p = impulse_to_velocity(freedom_mass, w->joint.upper_impulse[row]);
    j->spring_p = impulse_to_velocity(freedom_mass, w->joint.spring_impulse[row]);
    j->motor_p = impulse_to_velocity(fs_scaled_inverse(motor_mass(j)), w->joint.motor_impulse[row]);
}

/* Clears the impulses of parts that were switched off since the last tick. */
static void clear_disabled_impulses(struct fs__joint2_constraint *j)
{
    const unsigned soft_flags = FS_JOINT2_SPRING | FS_JOINT2_MOTOR | FS_JOINT2_LIMIT;
    if ((j->flags & FS_JOINT2_SPRING) == 0)
        j->spring_p = 0;
    if ((j->flags & FS_JOINT2_MOTOR) == 0)
        j->motor_p = 0;
    if ((j->flags & FS_JOINT2_LIMIT) == 0) {
        j->lower_p = 0;
        j->upper_p = j->kind == FS_JOINT2_ROPE ? j->upper_p : 0;
    }
    if (j->kind == FS_JOINT2_DISTANCE && (j->flags & soft_flags) != 0)
        j->p[0] = 0;
}

static void store_impulses(struct fs_world2 *w, const struct fs__joint2_constraint *j)
{
    uint32_t row = j->row;
    fs_scaled freedom_mass = acts_on_angle(j) ? j->j : j->m;
    w->joint.impulse[row] = fs_wide2_make(fs_scaled_apply(j->m, j->p[0]), fs_scaled_apply(j->m, j->p[1]));
    fs_wide moment = moment_at_anchor(j, w->joint.impulse[row]);
    w->joint.angular_impulse[row] = fs_sat64_add(fs_scaled_apply(j->j, j->angular_impulse), moment);
    w->joint.lower_impulse[row] = fs_scaled_apply(freedom_mass, j->lower_p);
    w->joint.upper_impulse[row] = fs_scaled_apply(freedom_mass, j->upper_p);
    w->joint.spring_impulse[row] = fs_scaled_apply(freedom_mass, j->spring_p);
    w->joint.motor_impulse[row] = fs_scaled_apply(motor_mass(j), j->motor_p);
}

/* Impulses are stored as those of a substep of an undivided tick: multiplies those of the tick's joints by `by` and divides
 * them by `over`. */
static void scale_impulses(struct fs_world2 *w, const struct fs__world2_tick *t, int64_t by, uint32_t over)
{
    struct fs_joint2_view *v = &w->joint;
    fs_wide *const part[] = { v->angular_impulse, v->lower_impulse, v->upper_impulse, v->motor_impulse,
                              v->spring_impulse };
    for (uint32_t i = 0; i < t->joint_count && fs__world2_is_divided(w); i++) {
        uint32_t row = t->joint[i];
        fs_wide2 *p = &v->impulse[row];
        *p = fs_wide2_make(fs_div64_round(fs_sat64_mul(p->x, by), over), fs_div64_round(fs_sat64_mul(p->y, by), over));
        for (unsigned k = 0; k < sizeof part / sizeof *part; k++)
            part[k][row] = fs_div64_round(fs_sat64_mul(part[k][row], by), over);
    }
}

/* ---- one joint
 * ------------------------------------------------------------------------------------------------------ */

int64_t fs__joint2_to_radians(int64_t angle)
{
    return fs_clamp64(fs_mul64(angle, TWO_PI_Q60, 66), -((int64_t)1 << 61), (int64_t)1 << 61);
}

/* The softness of the parts that hertz 0 makes rigid. */
static struct fs__joint_softness spring_softness(const struct fs__joint_solver2 *js,
                                                 const struct fs__joint2_constraint *j)
{
    if (js->w->joint.hertz[j->row] == 0 && j->kind == FS_JOINT2_WELD)
        return js->rigid;
    return fs__joint2_spring_softness(js, j, FS_WIDE_ONE);
}

/* angle: of b against a at the start of the tick. */
static void prepare_joint(struct fs__joint_solver2 *js, const struct fs__world2_tick *t,
                          struct fs__joint2_constraint *j, uint32_t row, int64_t angle, bool in_tree)
{
    struct fs_joint2_view *v = &js->w->joint;
    memset(j, 0, sizeof *j);
    j->row = row;
    j->in_tree = in_tree;
    j->kind = v->kind[row];
    j->flags = (uint8_t)(v->flags[row] & 15u);
    j->soft_angle = j->kind == FS_JOINT2_WELD && v->hertz[row] != 0;
    j->soft_point = j->kind == FS_JOINT2_MOUSE || (j->soft_angle && (j->flags & FS_JOINT2_SPRING) != 0);
    j->length = v->length[row];
    j->lower_limit = v->lower_limit[row];
    j->upper_limit = v->upper_limit[row];
    j->speed = v->motor_speed[row];
    j->axis.n = fs_unit2_make(FS_UNIT_ONE, 0);
    j->spring = spring_softness(js, j);
    if (j->kind == FS_JOINT2_MOUSE)
        prepare_mouse(t, j, v->body_b[row]);
    else
        prepare_pair(t, j, v->body_a[row], v->body_b[row]);
    j->angle0 = fs__joint2_to_radians(angle);
    fs_wide max_impulse = fs_div64_round(v->motor_limit[row], js->rate);
    j->max_motor_impulse = impulse_to_velocity(fs_scaled_inverse(motor_mass(j)), max_impulse);
    fs__joint2_set_point_spring(js, j);
    fs__joint2_update_arms(js, j);
    fs__joint2_set_spring_mass(j);
    fs__joint2_update_spring(js, j);
    j->motor_gain = FS_WIDE_ONE;
    load_impulses(js->w, j);
    clear_disabled_impulses(j);
}

static void prepare_any(struct fs__joint_solver2 *js, const struct fs__world2_tick *t, uint32_t row, bool in_tree)
{
    struct fs__joint2_constraint *j = &js->joint[js->count++];
    if (js->w->joint.kind[row] != FS_JOINT2_GEAR) {
        int64_t *angle = &js->w->joint.accumulated_angle[row];
        *angle = fs__joint2_measure_angle(js->w, row);
        prepare_joint(js, t, j, row, *angle, in_tree);
        return;
    }
    memset(j, 0, sizeof *j);
    j->row = row;
    j->kind = FS_JOINT2_GEAR;
    j->gear = js->gear_count++;
    fs__gear2_prepare(js, j, t);
}

/* Of a tree that is not tied to the ground: fewer converge well in colours, but for those of a loop. */
enum { MIN_FREE_JOINTS = 8 };

/* ---- all
 * ----------------------------------------------------------------------------------------------------------- */

static uint32_t count_gears(const struct fs__world2_tick *tick)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < tick->joint_count; i++)
        n += tick->w->joint.kind[tick->joint[i]] == FS_JOINT2_GEAR;
    return n;
}

static void init_solver(struct fs__joint_solver2 *js, const struct fs__world2_tick *tick)
{
    struct fs_world2 *w = tick->w;
    js->w = w;
    js->tick = tick;
    js->rate = fs__world2_rate(w) * w->rules.substeps[0];
    FS_ASSERT(js->rate > 0);
    js->warm = (w->rules.flags[0] & FS_WORLD2_WARM_START) != 0;
    js->rigid = fs__joint2_rigid_softness(w->rules.joint_hertz[0], w->rules.joint_damping_ratio[0], js->rate);
    js->direct_bias_rate = fs_wide_div(js->rigid.bias_rate,
                                       (fs_wide)js->rigid.mass_scale << (FS_WIDE_FRAC - FS_UNIT_FRAC));
    js->hard.mass_scale = FS_UNIT_ONE;
    js->speculative.mass_scale = FS_UNIT_ONE;
    js->speculative.bias_rate = (int64_t)js->rate * FS_WIDE_ONE;
}

/* ---- order ---------------------------------------------------------------------------------------------------- */

/* Memory for the order of the joints; not needed after prepare. */
struct order {
    uint32_t *used; /* by solver body */
    uint8_t *group; /* of the joints in no tree */
};

static size_t order_bytes(uint32_t bodies, uint32_t joints)
{
    return FS_ARENA_BYTES(sizeof(uint32_t) * ((size_t)bodies + 1)) + FS_ARENA_BYTES(joints);
}

static bool alloc_order(struct order *o, const struct fs__world2_tick *tick, fs_arena *arena)
{
    o->used = fs_arena_take(arena, sizeof *o->used * (size_t)tick->solver_body_count);
    o->group = fs_arena_take(arena, tick->joint_count);
    return o->used != NULL && o->group != NULL;
}

/* Joints of one colour share no movable body, so an error is not carried along a whole chain in one pass: the stiffness
 * of a chain does not depend on the order in which it was made. Within a colour the order is that of the rows. Gears act
 * on four bodies and come last. */
static void prepare_in_colours(struct fs__joint_solver2 *js, const struct fs__world2_tick *tick, struct order *o)
{
    const struct fs_joint2_view *v = &tick->w->joint;
    const uint32_t *rest = js->direct->rest, count = js->direct->rest_count;
    struct fs__colouring c;
    for (uint32_t i = 0; i < tick->solver_body_count; i++)
        o->used[i] = i == FS__SOLVER2_STATIC_BODY ? FS__COLOURING_IMMOVABLE : 0;
    fs__colouring_begin(&c, o->used, 1);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t row = tick->joint[rest[i]];
        bool gear = v->kind[row] == FS_JOINT2_GEAR;
        o->group[i] = (uint8_t)(gear ? c.overflow
                                     : fs__colouring_add(&c, tick->solver_index[v->body_a[row]],
                                                         tick->solver_index[v->body_b[row]], 0));
        c.size[c.overflow] += gear;
    }
    for (uint32_t group = 0; group <= c.overflow; group++)
        for (uint32_t i = 0; c.size[group] > 0 && i < count; i++)
            if (o->group[i] == group)
                prepare_any(js, tick, tick->joint[rest[i]], false);
}

/* The motor of a joint that is a tree by itself moves more mass than its row; see joint_motor.c. */
static void prepare_motor(const struct fs__direct2_solver *s, const struct fs__joint_tree *tree)
{
    struct fs__joint2_constraint *j = s->joint[tree->first].joint;
    if (tree->end - tree->first == 1 && (j->flags & FS_JOINT2_MOTOR) != 0)
        j->motor_gain = fs__joint2_motor_gain(j);
}

static void prepare_trees(struct fs__joint_solver2 *js, const struct fs__world2_tick *tick)
{
    struct fs__direct2_solver *s = js->direct;
    js->direct_first = js->count;
    for (uint32_t k = 0; k < s->trees.joint_count; k++) {
        s->joint[k].joint = &js->joint[js->count];
        prepare_any(js, tick, tick->joint[s->trees.joint[k].index], true);
    }
    for (uint32_t i = 0; i < s->trees.tree_count; i++)
        prepare_motor(s, &s->trees.tree[i]);
    fs__direct2_prepare(s, tick, js->rate);
    fs__direct2_factor(js);
    if (fs__direct2_has_loops(s)) { /* which loops are almost singular is known only now */
        fs__direct2_update_stiffness(s, js->rate);
        fs__direct2_factor(js);
    }
}

/* ---- trees ------------------------------------------------------------------------------------------------------- */

static void share_rounds_of_tree(struct fs__joint_solver2 *js, struct fs__joint_tree *tree)
{
    const uint32_t *body = js->direct->trees.body;
    tree->rounds = 1;
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        tree->rounds = fs_max_u32(tree->rounds, js->rounds[body[i]]);
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        js->rounds[body[i]] = (uint8_t)tree->rounds;
}

static void share_rounds_of_trees(struct fs__joint_solver2 *js)
{
    for (uint32_t k = 0; k < js->direct->trees.tree_count; k++)
        share_rounds_of_tree(js, &js->direct->trees.tree[k]);
}

void fs__joint_solver2_share_rounds(struct fs__joint_solver2 *js)
{
    fs__tree2_share_rounds(js->trees, js->rounds);
}

static void number_trees(struct fs__joint_solver2 *js)
{
    const struct fs__joint_trees *t = &js->direct->trees;
    for (uint32_t i = 0; i < js->tick->solver_body_count; i++)
        js->tree_of[i] = FS__JOINT2_NO_TREE;
    for (uint32_t k = 0; k < t->tree_count; k++)
        for (uint32_t i = t->tree[k].body_first; i < t->tree[k].body_end; i++)
            js->tree_of[t->body[i]] = k;
}

void fs__joint_solver2_mark_pushed(struct fs__joint_solver2 *js, uint32_t solver_body)
{
    if (js != NULL && js->tree_of[solver_body] != FS__JOINT2_NO_TREE)
        js->direct->trees.tree[js->tree_of[solver_body]].pushed = true;
}

static void mark_ends(struct fs__joint_solver2 *js, uint32_t row)
{
    const struct fs_joint2_view *v = &js->w->joint;
    if (v->kind[row] != FS_JOINT2_MOUSE)
        fs__joint_solver2_mark_pushed(js, js->tick->solver_index[v->body_a[row]]);
    fs__joint_solver2_mark_pushed(js, js->tick->solver_index[v->body_b[row]]);
}

/* Joints in no tree push trees that they act on. */
static void mark_pushed_trees(struct fs__joint_solver2 *js)
{
    const struct fs_joint2_view *v = &js->w->joint;
    for (uint32_t i = 0; i < js->direct->rest_count; i++) {
        const uint32_t row = js->tick->joint[js->direct->rest[i]];
        if (v->kind[row] != FS_JOINT2_GEAR) {
            mark_ends(js, row);
            continue;
        }
        mark_ends(js, v->other_a[row] - 1u);
        mark_ends(js, v->other_b[row] - 1u);
    }
}

void fs__joint_solver2_begin_balance(struct fs__joint_solver2 *js)
{
    if (js != NULL)
        fs__direct2_begin_balance(js);
}

struct fs__joint_solver2 *fs__joint_solver2_prepare(struct fs__world2_tick *tick,
                                                    const struct fs__joint2_passes *passes,
                                                    const struct fs__tree2_passes *tree_passes, uint8_t *rounds,
                                                    const fs_tasks *tasks)
{
    struct fs__joint_solver2 *js = fs_arena_take(&tick->arena, sizeof *js);
    struct fs__direct2_solver *direct = fs_arena_take(&tick->arena, sizeof *direct);
    struct fs__joint2_blocks *blocks = fs_arena_take(&tick->arena, sizeof *blocks);
    struct fs__tree2_blocks *trees = fs_arena_take(&tick->arena, sizeof *trees);
    struct order order;
    if (js == NULL || direct == NULL || blocks == NULL || trees == NULL)
        return NULL;
    memset(js, 0, sizeof *js);
    memset(direct, 0, sizeof *direct);
    *blocks = (struct fs__joint2_blocks){ .passes = passes, .tasks = tasks };
    *trees = (struct fs__tree2_blocks){ .passes = tree_passes, .tasks = tasks };
    js->direct = direct;
    js->blocks = blocks;
    js->trees = trees;
    js->joint = fs_arena_take(&tick->arena, sizeof *js->joint * (size_t)tick->joint_count);
    js->gears = fs_arena_take(&tick->arena, sizeof *js->gears * (size_t)count_gears(tick));
    js->tree_of = fs_arena_take(&tick->arena, sizeof *js->tree_of * (size_t)tick->solver_body_count);
    js->rounds = rounds;
    if (js->joint == NULL || js->gears == NULL || js->tree_of == NULL ||
        !fs__direct2_alloc(direct, tick->joint_count, &tick->arena) ||
        !fs__joint2_alloc_blocks(blocks, tick->joint_count, &tick->arena) ||
        !fs__tree2_alloc_blocks(trees, tick->joint_count, &tick->arena))
        return NULL;
    fs_arena work = tick->arena;
    if (!alloc_order(&order, tick, &work) || !fs__direct2_find_trees(direct, tick, MIN_FREE_JOINTS, work))
        return NULL;
    init_solver(js, tick);
    number_trees(js);
    mark_pushed_trees(js);
    share_rounds_of_trees(js);
    scale_impulses(js->w, tick, 1, fs__world2_parts(js->w));
    if (!fs__joint2_fill_blocks(blocks, js, tick, direct->rest, &direct->rest_count, work) ||
        !fs__tree2_fill_blocks(trees, js, work))
        return NULL;
    fs__joint2_run_blocks(blocks, passes->update);
    fs__tree2_run_blocks(trees, tree_passes->update);
    prepare_in_colours(js, tick, &order);
    prepare_trees(js, tick);
    number_trees(js);
    return js;
}

size_t fs__joint_solver2_arena_size(uint32_t bodies, uint32_t joints)
{
    return order_bytes(bodies, joints) + fs__direct2_arena_size(bodies, joints) +
           fs__joint2_blocks_arena_size(bodies, joints) + FS_ARENA_BYTES(sizeof(struct fs__joint2_blocks)) +
           fs__tree2_blocks_arena_size(joints) + FS_ARENA_BYTES(sizeof(struct fs__tree2_blocks)) +
           FS_ARENA_BYTES(sizeof(struct fs__joint_solver2)) + FS_ARENA_BYTES(sizeof(struct fs__direct2_solver)) +
           FS_ARENA_BYTES(sizeof(struct fs__joint2_constraint) * joints) +
           FS_ARENA_BYTES(sizeof(struct fs__gear2) * joints) + FS_ARENA_BYTES(sizeof(uint32_t) * ((size_t)bodies + 1));
}

/* A gear breaks when a joint that it couples breaks. */
static void break_gears(struct fs__joint_solver2 *js)
{
    struct fs_joint2_view *v = &js->w->joint;
    for (uint32_t i = 0; i < js->count; i++) {
        uint32_t row = js->joint[i].row;
        if (v->kind[row] == FS_JOINT2_GEAR &&
            ((v->flags[v->other_a[row] - 1u] | v->flags[v->other_b[row] - 1u]) & FS__JOINT2_BROKEN) != 0)
            v->flags[row] |= FS__JOINT2_BROKEN;
    }
}

/* Marks the joint when its mean force over the tick, or over the part of a divided tick, exceeds break_force. */
static void mark_if_broken(struct fs__joint_solver2 *js, const struct fs__joint2_constraint *j)
{
    struct fs_joint2_view *v = &js->w->joint;
    fs_wide max_impulse = v->break_force[j->row];
    if (max_impulse == 0)
        return;
    fs_wide2 impulse = fs_wide2_make(fs_scaled_apply(j->m, j->sum[0]), fs_scaled_apply(j->m, j->sum[1]));
    if (fs_sat64_mul(fs_wide2_length(impulse), fs__world2_rate(js->w)) > max_impulse)
        v->flags[j->row] |= FS__JOINT2_BROKEN;
}

/* Residuals are Q40. */
void fs__joint2_add_residual(const struct fs__solver2_body *bodies, const struct fs__solver2_body *body,
                             const int32_t residual[3], int64_t *exact)
{
    int64_t *sum = exact + (body - bodies) * 4;
    for (int d = 0; d < 3; d++)
        sum[d] += (int64_t)residual[d] * (1 << (51 - FS_WIDE_FRAC - FS__JOINT_FINE_BITS));
}

static void add_residuals(const struct fs__joint_solver2 *js, const struct fs__joint2_constraint *j,
                          const struct fs__solver2_body *bodies, int64_t *exact)
{
    if (j->kind != FS_JOINT2_GEAR) {
        fs__joint2_add_residual(bodies, j->a.solver_body, j->a.velocity_residual, exact);
        fs__joint2_add_residual(bodies, j->b.solver_body, j->b.velocity_residual, exact);
        return;
    }
    const struct fs__gear2 *g = &js->gears[j->gear];
    for (unsigned i = 0; i < g->ends; i++)
        fs__joint2_add_residual(bodies, g->end[i].solver_body, g->end[i].velocity_residual, exact);
}

void fs__joint_solver2_store(struct fs__joint_solver2 *js, const struct fs__solver2_body *bodies, int64_t *exact)
{
    if (js == NULL)
        return;
    for (uint32_t i = 0; i < js->count; i++) {
        struct fs__joint2_constraint *j = &js->joint[i];
        store_impulses(js->w, j);
        add_residuals(js, j, bodies, exact);
        mark_if_broken(js, j);
        if (j->kind == FS_JOINT2_GEAR)
            continue;
        fs__joint2_add_angle(&js->w->joint, j->row, (int64_t)j->b.solver_body->turned - j->a.solver_body->turned);
    }
    fs__direct2_add_residuals(js->direct, bodies, exact);
    fs__joint2_store_blocks(js->blocks, exact);
    fs__tree2_store_blocks(js->trees, exact);
    scale_impulses(js->w, js->tick, fs__world2_parts(js->w), 1);
    break_gears(js);
}

/* ---- impacts ----------------------------------------------------------------------------------------------------- */

/* What the substeps used is not needed any more. Bodies have the inertia of their masses alone: tension makes none of them stiff. */
bool fs__joint_solver2_find_struck_trees(struct fs__joint_solver2 *js)
{
    if (js == NULL || !fs__direct2_find_trees(js->direct, js->tick, 1, js->tick->arena))
        return false;
    struct fs__direct2_solver *s = js->direct;
    for (uint32_t k = 0; k < s->trees.joint_count; k++) {
        struct fs__joint2_constraint *j = s->joint[k].joint = &js->joint[k];
        const uint32_t row = js->tick->joint[s->trees.joint[k].index];
        prepare_joint(js, js->tick, j, row, fs__joint2_measure_angle(js->w, row), true);
        j->p[0] = j->p[1] = 0;
    }
    fs__direct2_prepare(s, js->tick, js->rate);
    fs__direct2_factor(js);
    number_trees(js);
    return s->trees.tree_count > 0;
}
