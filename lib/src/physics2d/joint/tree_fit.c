/* tree_fit.c: whether a tree of joints is small, and its numbers for the lanes; see tree_block.h.
 *
 * 32 bits resolve a tree where no pivot of its matrix becomes small: where masses are alike, and no long path carries one end
 * on the other. An anchor is allowed for a wheel on its axle alone: pendulums keep their energy in the wide solver.
 */
#include <string.h>

#include "physics2d/joint/tree_block.h"
#include "physics2d/solver/load_mass.h"
#include "physics/world/tick_parts.h"

enum {
    MAX_PATH = 8,         /* joints */
    MAX_MASS_RATIO = 60,  /* of the bodies of a tree */
    MAX_IMPULSE = 1 << 29 /* what a lane holds */
};

#define MAX_ARM (7 * FS_REL_ONE)
#define MAX_AXLE_ARM (FS_REL_ONE >> 12) /* of a wheel about its axle */
#define MAX_ANGLE (16 * (int64_t)FS_REL_ONE)

/* ---- structure ----------------------------------------------------------------------------------------------------- */

/* The longest path of the tree, in joints. */
static unsigned longest_path(const struct fs__tree2_fit *f)
{
    unsigned first[FS__TREE2_MAX_JOINTS + 1] = { 0 }, second[FS__TREE2_MAX_JOINTS + 1] = { 0 }, longest = 0;
    for (unsigned i = f->joints; i-- > 0;) {
        unsigned above = f->node[i].parent == FS__TREE2_NO_PARENT ? FS__TREE2_MAX_JOINTS : f->node[i].parent;
        unsigned length = first[i] + 1;
        second[above] = length > first[above] ? first[above] : length > second[above] ? length : second[above];
        first[above] = length > first[above] ? length : first[above];
    }
    for (unsigned i = 0; i <= FS__TREE2_MAX_JOINTS; i++)
        longest = first[i] + second[i] > longest ? first[i] + second[i] : longest;
    return longest;
}

/* Bodies of the tree follow the anchor, which is 0. */
static unsigned body_number(const struct fs__joint_tree *tree, uint32_t body)
{
    return body == 0 ? 0 : body - tree->body_first + 1;
}

static void set_nodes(struct fs__tree2_fit *f, const struct fs__joint_trees *trees, const struct fs__joint_tree *tree)
{
    f->joints = tree->end - tree->first;
    f->bodies = 1 + tree->body_end - tree->body_first;
    f->couplings = 0;
    for (uint32_t i = 0; i < f->joints; i++) {
        const struct fs__tree_joint *node = &trees->joint[tree->first + i];
        bool root = node->parent == FS__JOINT_TREE_NO_PARENT;
        f->node[i] = (struct fs__tree2_node){
            .body = { (uint8_t)body_number(tree, node->body[0]), (uint8_t)body_number(tree, node->body[1]) },
            .near_end = node->near_end,
            .parent = root ? FS__TREE2_NO_PARENT : (uint8_t)((uint32_t)node->parent - tree->first),
            .first_sibling = (uint8_t)(node->first_sibling - tree->first),
            .first_coupling = (uint8_t)f->couplings
        };
        f->couplings += fs__tree_joint_neighbours(node, tree->first + i);
    }
}

static void set_bodies(struct fs__tree2_fit *f, const struct fs__joint_trees *trees, const struct fs__joint_tree *tree)
{
    f->solver_body[0] = FS__SOLVER2_STATIC_BODY;
    f->movable[0] = false;
    for (uint32_t i = 1; i < f->bodies; i++) {
        f->solver_body[i] = trees->body[tree->body_first + i - 1];
        f->movable[i] = true;
    }
}

/* ---- constants ----------------------------------------------------------------------------------------------------- */

static const fs_scaled none = { 0, 0 };

static bool set_component(int32_t *to, fs_scaled value, unsigned frac, int64_t limit)
{
    int64_t v = fs_scaled_to_q(value, frac);
    *to = (int32_t)fs_clamp64(v, -limit, limit);
    return fs_abs64(v) < limit;
}

static fs_scaled arm_length(const struct fs__tree2_constants *c, unsigned i)
{
    return fs_scaled_make(fs_rel2_length(c->of.local[i]), -FS_REL_FRAC);
}

/* (J M^-1 J^T)^-1/2 of the joint, with the largest diagonal for all rotations. */
static fs_scaled joint_scale(const struct fs__tree2_constants *c)
{
    fs_scaled diagonal = fs_scaled_add(c->of.inv_mass[0], c->of.inv_mass[1]);
    for (unsigned i = 0; i < 2; i++) {
        fs_scaled arm = arm_length(c, i);
        diagonal = fs_scaled_add(diagonal, fs_scaled_mul(c->of.inv_inertia[i], fs_scaled_mul(arm, arm)));
    }
    return fs__joint_root_of_scaled(fs_scaled_inverse(diagonal));
}

static bool set_end(struct fs__tree2_constants *c, unsigned i, fs_scaled d)
{
    const int64_t most = INT32_MAX, unit = (int64_t)FS_UNIT_ONE + 256;
    fs_scaled root = fs__joint_root_of_scaled(c->of.inv_inertia[i]),
              turn = fs_scaled_mul(c->unit, c->of.inv_inertia[i]);
    c->angle_share[i] = fs_unit_from_scaled(fs_scaled_mul(c->inertia, c->of.inv_inertia[i]));
    return set_component(&c->mass[i], fs_scaled_mul(d, fs__joint_root_of_scaled(c->of.inv_mass[i])), 30, unit) &&
           set_component(&c->lever[i], fs_scaled_mul(d, root), 24, most) &&
           set_component(&c->share[i], fs_scaled_mul(c->unit, c->of.inv_mass[i]), 28, most) &&
           set_component(&c->turn[i], turn, 18, most) &&
           set_component(&c->angle_lever[i], fs_scaled_mul(fs__joint_root_of_scaled(c->inertia), root), 30, unit) &&
           set_component(&c->response[i], fs_scaled_mul(turn, arm_length(c, i)), 22, most);
}

static bool compute_constants(struct fs__tree2_constants *c)
{
    fs_scaled d = joint_scale(c), root = fs__joint_root_of_scaled(c->of.largest), inverse = fs_scaled_inverse(root);
    c->unit = fs_scaled_mul(d, root);
    c->to_unit = fs_scaled_inverse(c->unit);
    c->to_inertia = fs_scaled_add(c->of.inv_inertia[0], c->of.inv_inertia[1]);
    c->inertia = fs_scaled_inverse(c->to_inertia);
    /* The bodies are as far apart as both arms are long. */
    c->small_error = (int32_t)(((int64_t)fs_rel2_length(c->of.local[0]) + fs_rel2_length(c->of.local[1])) >> 5);
    return set_end(c, 0, d) && set_end(c, 1, d) &&
           set_component(&c->scale, fs_scaled_mul(d, inverse), 30, (int64_t)FS_UNIT_ONE + 256) &&
           set_component(&c->angle_scale, fs_scaled_mul(fs__joint_root_of_scaled(c->inertia), inverse), FS_REL_FRAC,
                         INT32_MAX);
}

static bool are_equal(const struct fs__tree2_masses *p, const struct fs__tree2_masses *q)
{
    bool equal = fs_scaled_equal(p->largest, q->largest);
    for (unsigned i = 0; i < 2; i++)
        equal = equal && fs_scaled_equal(p->inv_mass[i], q->inv_mass[i]) &&
                fs_scaled_equal(p->inv_inertia[i], q->inv_inertia[i]) && p->local[i].x == q->local[i].x &&
                p->local[i].y == q->local[i].y;
    return equal;
}

static bool set_constants(struct fs__tree2_constants *c, const struct fs__tree2_masses *m)
{
    if (!c->valid || !are_equal(&c->of, m)) {
        c->of = *m;
        c->fits = compute_constants(c);
        c->valid = true;
    }
    return c->fits;
}

/* ---- joints -------------------------------------------------------------------------------------------------------- */

static bool load_component(int32_t *to, fs_scaled inverse, fs_wide impulse, unsigned frac)
{
    int64_t v = impulse == 0 ? 0 : fs_round_shift64_sym(fs_scaled_apply(inverse, impulse), FS_WIDE_FRAC - frac);
    *to = (int32_t)fs_clamp64(v, -MAX_IMPULSE, MAX_IMPULSE);
    return fs_abs64(v) <= MAX_IMPULSE / 4 * 3;
}

/* The impulses of the last tick; false when a lane cannot hold them. */
static bool load_impulses(struct fs__tree2_fit_joint *j, const struct fs__tree2_constants *c,
                          const struct fs_joint2_view *v)
{
    const unsigned flags = v->flags[j->row], frac = FS__TREE2_ANGULAR_FRAC;
    bool fits = load_component(&j->impulse[0], c->to_unit, v->impulse[j->row].x, FS__TREE2_IMPULSE_FRAC) &&
                load_component(&j->impulse[1], c->to_unit, v->impulse[j->row].y, FS__TREE2_IMPULSE_FRAC);
    if ((flags & FS_JOINT2_LIMIT) != 0)
        fits = fits && load_component(&j->lower_impulse, c->to_inertia, v->lower_impulse[j->row], frac) &&
               load_component(&j->upper_impulse, c->to_inertia, v->upper_impulse[j->row], frac);
    if ((flags & FS_JOINT2_MOTOR) != 0)
        fits = fits && load_component(&j->motor_impulse, c->to_inertia, v->motor_impulse[j->row], frac);
    return fits;
}

/* Whether the pull of the joint stiffens a body: its moment over the rate is above the inertia (joint_direct_body.c). */
static bool stiffens(const struct fs__tree2_fit_joint *j, const struct fs__tree2_constants *c, uint32_t rate)
{
    uint64_t pull = (uint64_t)fs_uabs32(j->impulse[0]) + fs_uabs32(j->impulse[1]);
    uint64_t response = (uint64_t)fs_max32(c->response[0], c->response[1]);
    return pull * response >> (FS__TREE2_IMPULSE_FRAC + 22) > rate;
}

/* The largest impulse of the motor in a substep, and what its rounding leaves. */
static void set_motor(struct fs__tree2_fit_joint *j, const struct fs__tree2_constants *c,
                      const struct fs__joint_solver2 *js)
{
    const struct fs_world2 *w = js->w;
    const unsigned more = 31;
    fs_scaled substep = fs_scaled_inverse(fs_scaled_make(js->rate, 0));
    fs_scaled most = fs_scaled_mul(fs_scaled_mul(fs_scaled_from_wide(w->joint.motor_limit[j->row]), substep),
                                   c->to_inertia);
    uint64_t q = (uint64_t)fs_clamp64(fs_scaled_to_q(most, FS__TREE2_ANGULAR_FRAC + more), 0,
                                      (int64_t)(MAX_IMPULSE - 1) << more);
    uint64_t substeps = (w->world.tick[0] * fs__world2_parts(w) + w->part) * fs_max_u32(w->rules.substeps[0], 1);
    j->max_motor = (int32_t)(q >> more);
    j->motor_fraction = (int32_t)(q & INT32_MAX);
    j->motor_phase = (int32_t)(q * substeps & INT32_MAX);
}

static bool set_limits(struct fs__tree2_fit_joint *j, const struct fs__tree2_constants *c,
                       const struct fs__joint_solver2 *js)
{
    const struct fs_joint2_view *v = &js->w->joint;
    const unsigned flags = v->flags[j->row];
    j->lower_limit = -(1 << 30);
    j->upper_limit = 1 << 30;
    v->accumulated_angle[j->row] = fs__joint2_measure_angle(js->w, j->row);
    if ((flags & FS_JOINT2_MOTOR) != 0) {
        j->motor_speed = v->motor_speed[j->row];
        set_motor(j, c, js);
    }
    if ((flags & FS_JOINT2_LIMIT) == 0)
        return true;
    int64_t angle = fs__joint2_to_radians(v->accumulated_angle[j->row]);
    j->angle = (int32_t)fs_clamp64(angle, -MAX_ANGLE, MAX_ANGLE);
    j->lower_limit = fs_clamp32(v->lower_limit[j->row], -(1 << 30), 1 << 30);
    j->upper_limit = fs_clamp32(v->upper_limit[j->row], -(1 << 30), 1 << 30);
    return fs_abs64(angle) < MAX_ANGLE;
}

static bool is_short(fs_rel2 v, int32_t most)
{
    return fs_uabs32(v.x) <= (uint32_t)most && fs_uabs32(v.y) <= (uint32_t)most;
}

static bool has_kind(const struct fs_joint2_view *v, uint32_t row)
{
    return v->kind[row] == FS_JOINT2_REVOLUTE && (v->flags[row] & FS_JOINT2_SPRING) == 0 && v->break_force[row] == 0;
}

/* The masses of the joint's bodies and its arms in their frames; false where one is beyond what lanes hold. */
static bool load_masses(struct fs__tree2_masses *m, const struct fs__tree2_node *n, const struct fs_world2 *w,
                        uint32_t row)
{
    const uint32_t body[2] = { w->joint.body_a[row], w->joint.body_b[row] };
    const fs_rel2 anchor[2] = { w->joint.anchor_a[row], w->joint.anchor_b[row] };
    bool fits = true;
    for (unsigned i = 0; i < 2; i++) {
        bool movable = n->body[i] != 0, anchored = n->body[1 - i] == 0,
             turns = w->body.type[body[i]] != FS_BODY2_STATIC;
        m->inv_mass[i] = movable ? fs__body2_loaded_inv_mass(w, body[i]) : none;
        m->inv_inertia[i] = movable ? fs__body2_loaded_inv_inertia(w, body[i]) : none;
        m->local[i] = fs_rel2_sub(anchor[i], w->body.centre[body[i]]);
        fits = fits && (!turns || is_short(m->local[i], anchored ? MAX_AXLE_ARM : MAX_ARM)) &&
               (!movable || (m->inv_mass[i].m != 0 && m->inv_inertia[i].m != 0));
    }
    return fits;
}

static bool fit_joint(struct fs__tree2_fit *f, unsigned i, const struct fs__joint_solver2 *js, fs_scaled largest)
{
    const struct fs_world2 *w = js->w;
    struct fs__tree2_fit_joint *j = &f->joint[i];
    struct fs__tree2_constants *c = &f->constants[i];
    struct fs__tree2_masses m = { .largest = largest };
    const uint32_t body[2] = { w->joint.body_a[j->row], w->joint.body_b[j->row] };
    if (!has_kind(&w->joint, j->row) || !load_masses(&m, &f->node[i], w, j->row) || !set_constants(c, &m))
        return false;
    for (unsigned k = 0; k < 2; k++) {
        j->arm[k] = fs_rot2_rel(w->body.rot[body[k]], m.local[k]);
        if (f->node[i].body[k] == 0)
            f->solver_body[0] = js->tick->solver_index[body[k]];
    }
    fs_rel2 offset = fs_pos2_sub_rel(w->body.pos[body[1]], w->body.pos[body[0]]);
    j->error = fs_rel2_make(fs_sat32((int64_t)offset.x + j->arm[1].x - j->arm[0].x),
                            fs_sat32((int64_t)offset.y + j->arm[1].y - j->arm[0].y));
    for (unsigned k = 0; k < 2; k++)
        if (w->body.type[body[k]] == FS_BODY2_STATIC)
            j->arm[k] = fs_rel2_zero(); /* it may be long, but never turns */
    f->angles |= (w->joint.flags[j->row] & (FS_JOINT2_MOTOR | FS_JOINT2_LIMIT)) != 0;
    return is_short(j->error, MAX_ARM) && set_limits(j, c, js) && (!js->warm || load_impulses(j, c, &w->joint)) &&
           !stiffens(j, c, js->rate);
}

/* Finds the largest mass; false where another is far below it. */
static bool find_largest_mass(const struct fs__tree2_fit *f, const struct fs__joint_solver2 *js, fs_scaled *largest)
{
    fs_scaled least = none, most = none;
    for (uint32_t i = 1; i < f->bodies; i++) {
        fs_scaled inverse = fs__body2_loaded_inv_mass(js->w, js->tick->body_row[f->solver_body[i]]);
        if (inverse.m == 0)
            return false;
        least = i == 1 || fs_scaled_cmp(inverse, least) < 0 ? inverse : least;
        most = i == 1 || fs_scaled_cmp(inverse, most) > 0 ? inverse : most;
    }
    *largest = fs_scaled_inverse(least);
    return fs_scaled_cmp(fs_scaled_mul(most, *largest), fs_scaled_make(MAX_MASS_RATIO, 0)) <= 0;
}

static bool is_of_few_joints(const struct fs__joint_trees *trees, const struct fs__joint_tree *tree)
{
    uint32_t joints = tree->end - tree->first;
    if (tree->loops > 0)
        return false;
    for (uint32_t k = tree->first; k < tree->end; k++)
        if (joints > 1 && (trees->joint[k].body[0] == 0 || trees->joint[k].body[1] == 0))
            return false;
    return joints <= FS__TREE2_MAX_JOINTS;
}

bool fs__tree2_fit(struct fs__tree2_fit *f, const struct fs__joint_solver2 *js, const struct fs__joint_trees *trees,
                   const struct fs__joint_tree *tree)
{
    fs_scaled largest;
    if (!is_of_few_joints(trees, tree))
        return false;
    memset(f->joint, 0, sizeof f->joint);
    f->angles = false;
    set_nodes(f, trees, tree);
    set_bodies(f, trees, tree);
    if (longest_path(f) > MAX_PATH || !find_largest_mass(f, js, &largest))
        return false;
    for (uint32_t i = 0; i < f->joints; i++) {
        f->joint[i].row = js->tick->joint[trees->joint[tree->first + i].index];
        if (!fit_joint(f, i, js, largest))
            return false;
    }
    return true;
}
