/* joint_prepare.c: joints as blocks of lanes at the start of a tick. */
#include <string.h>

#include "physics3d/joint/joint_direct.h"
#include "physics3d/joint/joint_point.h"
#include "physics3d/joint/joint_solver.h"
#include "physics3d/body/free_rotation.h"

/* What all joints of a body share while their rows are made. All that cannot be moved is one solver body. */
struct fs__joint3_body {
    struct fs__joint3_place place;
    struct fs__solver3_inertia inertia;
    uint32_t row; /* of body3; FS__JOINT3_NONE: nothing is known */
};

/* ---- memory --------------------------------------------------------------------------------------------------------- */

size_t fs__joint3_arena_size(uint32_t bodies, uint32_t joints)
{
    size_t blocks = fs__colouring_max_blocks(joints, FS__JOINT3_KINDS, FS__SOLVER3_LANES);
    return joints == 0 ? 0
                       : FS_ARENA_BYTES(blocks * sizeof(struct fs__joint3_block)) +
                             FS_ARENA_BYTES(((size_t)bodies + 1) * sizeof(uint32_t)) +
                             FS_ARENA_BYTES(((size_t)bodies + 1) * sizeof(struct fs__joint3_body)) +
                             FS_ARENA_BYTES(((size_t)bodies + 1) * sizeof(struct fs__joint3_given)) +
                             FS_ARENA_BYTES(joints * sizeof(struct fs__joint3_slot)) +
                             fs__joint3_points_arena_size((size_t)bodies + 1, blocks) +
                             FS_ARENA_BYTES(sizeof(struct fs__direct3_solver)) +
                             FS_ARENA_BYTES(((size_t)bodies + 1) * sizeof(uint32_t)) +
                             fs__direct3_arena_size(bodies + 1, joints);
}

bool fs__joint3_alloc(struct fs__solver3 *s, fs_arena *arena)
{
    uint32_t joints = s->tick->joint_count;
    size_t blocks = fs__colouring_max_blocks(joints, FS__JOINT3_KINDS, FS__SOLVER3_LANES);
    if (joints == 0)
        return true;
    s->joint_block = fs_arena_take(arena, blocks * sizeof *s->joint_block);
    s->joint_colours = fs_arena_take(arena, s->tick->solver_body_count * sizeof *s->joint_colours);
    s->joint_body = fs_arena_take(arena, s->tick->solver_body_count * sizeof *s->joint_body);
    s->joint_given = fs_arena_take(arena, s->tick->solver_body_count * sizeof *s->joint_given);
    s->joint_slot = fs_arena_take(arena, joints * sizeof *s->joint_slot);
    s->direct = fs_arena_take(arena, sizeof *s->direct);
    if (s->joint_block == NULL || s->joint_colours == NULL || s->joint_body == NULL || s->joint_given == NULL ||
        s->joint_slot == NULL || s->direct == NULL || !fs__joint3_points_alloc(s, blocks, arena))
        return false;
    s->direct->tree_of = fs_arena_take(arena, s->tick->solver_body_count * sizeof *s->direct->tree_of);
    if (s->direct->tree_of == NULL || !fs__direct3_alloc(s->direct, joints, arena) ||
        !fs__direct3_find_trees(s->direct, s->tick, 1, *arena))
        return false;
    s->tick->trees = s->direct;
    return true;
}

bool fs__joint3_turns(const struct fs__solver3 *s, uint32_t solver_body)
{
    return s->direct != NULL && s->tick->joint_count > 0 && s->direct->tree_of[solver_body] != FS__JOINT3_NONE;
}

/* ---- groups --------------------------------------------------------------------------------------------------------- */

/* Whether the kind has at most FS__JOINT3_FEW_ROWS rows. */
static bool has_few_rows(const struct fs_world3 *w, uint32_t row)
{
    uint8_t kind = w->joint.kind[row];
    return kind == FS_JOINT3_DISTANCE || kind == FS_JOINT3_CABLE || kind == FS_JOINT3_GEAR ||
           fs__joint3_is_point(w, row);
}

/* The kind of the blocks of a joint. */
static uint32_t kind_of(const struct fs__solver3 *s, struct fs__pair3 *pair, uint32_t row,
                        const struct fs__joint3_slot *slot)
{
    if (!has_few_rows(s->w, row))
        return FS__JOINT3_MANY;
    return fs__joint3_fits_lanes(s, pair, row, slot->a, slot->b) ? FS__JOINT3_POINTS : FS__JOINT3_FEW;
}

/* Motors and springs of joints in trees are solved in blocks. */
static bool has_free_rows(const struct fs_joint3_view *j, uint32_t row)
{
    return (j->flags[row] & (FS_JOINT3_MOTOR | FS_JOINT3_SPRING)) != 0;
}

static void list_slots(struct fs__solver3 *s)
{
    const struct fs__direct3_solver *t = s->direct;
    for (uint32_t i = 0; i < s->tick->joint_count; i++)
        s->joint_slot[i] = (struct fs__joint3_slot){ .tree_joint = FS__JOINT3_NONE, .slot = FS__JOINT3_NONE };
    for (uint32_t k = 0; k < t->trees.joint_count; k++)
        s->joint_slot[t->trees.joint[k].index].tree_joint = k;
}

static void colour_joints(struct fs__solver3 *s)
{
    const struct fs_joint3_view *j = &s->w->joint;
    const struct fs__world3_tick *tick = s->tick;
    struct fs__pair3 pair = { .valid = false };
    for (uint32_t i = 0; i < tick->solver_body_count; i++)
        s->joint_colours[i] = i != FS__SOLVER3_STATIC_BODY && fs__solver3_is_movable(s->w, tick->body_row[i])
                                  ? 0
                                  : FS__COLOURING_IMMOVABLE;
    fs__colouring_begin(&s->joint_colouring, s->joint_colours, FS__JOINT3_KINDS);
    for (uint32_t i = 0; i < tick->joint_count; i++) {
        uint32_t row = tick->joint[i];
        struct fs__joint3_slot *slot = &s->joint_slot[i];
        slot->a = tick->solver_index[j->body_a[row]];
        slot->b = tick->solver_index[j->body_b[row]];
        slot->group = FS__JOINT3_NONE;
        if (slot->tree_joint == FS__JOINT3_NONE || has_free_rows(j, row))
            slot->group = fs__colouring_add(&s->joint_colouring, slot->a, slot->b, kind_of(s, &pair, row, slot));
    }
    (void)fs__colouring_lay_out_blocks(&s->joint_colouring, FS__SOLVER3_LANES);
}

/* ---- one joint ------------------------------------------------------------------------------------------------------ */

/* Q10.21; impulses of trees of joints may be larger. */
static fs_vel stored_impulse(const struct fs_joint3_view *j, uint32_t row, unsigned slot)
{
    fs_wide3 v = slot < FS__JOINT3_LINEAR  ? j->angular_rows[row]
                 : slot < FS__JOINT3_EXTRA ? j->linear_rows[row]
                                           : j->extra_rows[row];
    unsigned i = slot % 3;
    return fs_sat32(fs_round_shift64_sym(i == 0 ? v.x : i == 1 ? v.y : v.z, FS_WIDE_FRAC - FS_VEL_FRAC));
}

static void copy_lanes(fs__solver3_lanes3 to, unsigned k, const int32_t from[3])
{
    for (unsigned i = 0; i < 3; i++)
        to[i][k] = from[i];
}

static void copy_shares(fs__solver3_lanes3 to, unsigned k, const int32_t n[3], fs_unit share, uint16_t locks)
{
    for (unsigned i = 0; i < 3; i++)
        to[i][k] = fs__joint3_is_locked(locks, i) ? 0 : fs_mul32_sym(n[i], share, FS_REL_FRAC);
}

static int32_t largest_response(const struct fs__joint3_new_row *r)
{
    int32_t largest = 0;
    for (unsigned i = 0; i < 3; i++)
        largest = fs_max32(largest, fs_max32(fs_abs32(r->alpha_a[i]), fs_abs32(r->alpha_b[i])));
    return largest;
}

/* 1/K in Q1.30, at most 1. */
static fs_unit inverse_of(int64_t k)
{
    const int64_t one = (int64_t)1 << (FS_REL_FRAC + FS_ALPHA_FRAC);
    return k < one / 4 ? 0 : (fs_unit)fs_min64(fs_muldiv64(one, FS_UNIT_ONE, k), FS_UNIT_ONE);
}

/* bias_rate gets the bits that put it between 2^18 and 2^19 (Q15.16), bias_mass loses them. */
static void stage_softness(const struct fs__solver3 *s, struct fs__joint3_row *q, unsigned k,
                           const struct fs__joint_softness *soft, bool one_sided)
{
    int64_t rate = fs_min64(soft->bias_rate, (int64_t)1 << 45);
    int more = fs_clamp32(19 + 16 - fs_bit_width64((uint64_t)rate), 0, 12);
    int64_t scaled = fs_round_shift64_sym(rate, 16 - (unsigned)more);
    int64_t fastest = one_sided ? fs_max64(scaled, s->constants.per_substep) : scaled;
    q->soft[k] = fs_mul32_sym(q->inverse[k], soft->mass_scale, FS_UNIT_FRAC);
    q->bias_rate[k] = (int32_t)scaled;
    q->bias_mass[k] = (int32_t)fs_round_shift64_sym(q->inverse[k], (unsigned)more);
    q->impulse_scale[k] = soft->impulse_scale;
    q->max_error[k] = (int32_t)fs_min64(((int64_t)1 << 50) / fs_max64(fastest, 1), 1 << 30);
}

/* What the displacements of the bodies since the start of the tick add to the error of a row. */
static int64_t moved_of(const struct fs__joint3_new_row *r, const struct fs__solver3_body *a,
                        const struct fs__solver3_body *b)
{
    int64_t sum = fs_dot3_raw(r->n[0], r->n[1], r->n[2], fs_sat32_sub(b->d.x, a->d.x), fs_sat32_sub(b->d.y, a->d.y),
                              fs_sat32_sub(b->d.z, a->d.z));
    sum = fs_sat64_add(sum, fs_dot3_raw(r->arm_b[0], r->arm_b[1], r->arm_b[2], b->turned.x, b->turned.y, b->turned.z));
    sum = fs_sat64_sub(sum, fs_dot3_raw(r->arm_a[0], r->arm_a[1], r->arm_a[2], a->turned.x, a->turned.y, a->turned.z));
    return fs_clamp64(fs_round_shift64_sym(sum, FS_REL_FRAC), -(1 << 29), 1 << 29);
}

static void stage_row(const struct fs__joint3_builder *b, struct fs__joint3_row *q, unsigned k,
                      const struct fs__joint3_new_row *r, fs_vel impulse)
{
    fs_vel max = FS__SOLVER3_MAX_IMPULSE >> fs_bit_width64((uint32_t)largest_response(r) >> FS_ALPHA_FRAC);
    copy_lanes(q->n, k, r->n);
    copy_shares(q->share_a, k, r->n, b->pair->share_a, b->locks_a);
    copy_shares(q->share_b, k, r->n, b->pair->share_b, b->locks_b);
    copy_lanes(q->arms.arm_a, k, r->arm_a);
    copy_lanes(q->arms.arm_b, k, r->arm_b);
    copy_lanes(q->arms.alpha_a, k, r->alpha_a);
    copy_lanes(q->arms.alpha_b, k, r->alpha_b);
    q->inverse[k] = inverse_of(r->k);
    stage_softness(b->s, q, k, &r->soft, (r->kind & FS__JOINT3_ROW_ONE_SIDED) != 0);
    q->kind[k] = r->kind;
    q->target[k] = r->target;
    q->low[k] = fs_max32(r->low, -max);
    q->high[k] = fs_min32(r->high, max);
    int64_t moved = moved_of(r, &b->s->tick->solver_body[b->a], &b->s->tick->solver_body[b->b]);
    q->error[k] = (fs_rel)fs_clamp64((int64_t)r->error - moved, -(1 << 30), 1 << 30);
    q->error_now[k] = fs_clamp32(r->error, -q->max_error[k], q->max_error[k]);
    q->impulse[k] = fs_clamp32(impulse, q->low[k], q->high[k]);
    q->total[k] = 0;
}

static fs_pose3 pose_at(const struct fs__solver3 *s, uint32_t row, fs_rel3 d, fs_rel3 turned)
{
    fs_wide3 angle = fs_wide3_make(fs_wide_from_rel(turned.x), fs_wide_from_rel(turned.y), fs_wide_from_rel(turned.z));
    return (fs_pose3){ fs_pos3_add_rel(s->w->body.pos[row], d), fs__rotate_by_vector3(s->w->body.rot[row], angle) };
}

fs_pose3 fs__joint3_pose_now(const struct fs__solver3 *s, uint32_t row, uint32_t solver_body)
{
    const struct fs__solver3_body *m = &s->tick->solver_body[solver_body];
    return pose_at(s, row, m->d, m->turned);
}

/* What integrate_positions() adds. */
static fs_rel3 moved(const struct fs__solver3 *s, fs_rel3 d, fs_vel3 v)
{
    int64_t step = s->constants.position_step;
    return fs_rel3_make(fs_sat32(d.x + fs_round_shift64_sym(v.x * step, 30)),
                        fs_sat32(d.y + fs_round_shift64_sym(v.y * step, 30)),
                        fs_sat32(d.z + fs_round_shift64_sym(v.z * step, 30)));
}

fs_pose3 fs__joint3_next_pose(const struct fs__solver3 *s, uint32_t row, const struct fs__solver3_body *m)
{
    return pose_at(s, row, moved(s, m->d, m->v), moved(s, m->turned, m->w));
}

/* The rows that hold a joint of a tree together, and its limits, are the tree's. */
static bool is_in_tree(const struct fs__joint3_builder *b, const struct fs__joint3_slot *slot, unsigned row)
{
    return slot->tree_joint != FS__JOINT3_NONE &&
           (row < b->held || (b->rows[row].kind & FS__JOINT3_ROW_ONE_SIDED) != 0);
}

/* What the joints of a substep share. */
struct row_maker {
    struct fs__pair3 pair; /* the last one */
    struct fs__joint_softness rigid;
};

static struct row_maker begin_rows(struct fs__solver3 *s)
{
    for (uint32_t i = 0; i < s->tick->joint_count; i++) {
        const struct fs__joint3_slot *slot = &s->joint_slot[i];
        s->joint_body[slot->a].row = s->joint_body[slot->b].row = FS__JOINT3_NONE;
    }
    return (struct row_maker){ .pair = { .valid = false }, .rigid = fs__joint3_rigid_softness(s) };
}

static const struct fs__joint3_body *find_body(struct fs__solver3 *s, uint32_t row, uint32_t solver_body)
{
    struct fs__joint3_body *b = &s->joint_body[solver_body];
    if (b->row != row) {
        b->row = row;
        b->place = fs__joint3_place_of(fs__joint3_pose_now(s, row, solver_body));
        b->inertia = fs__solver3_inertia_of(s->w, row, b->place.pose.rot);
    }
    return b;
}

/* Rows that a lane of the joint's block has room for. */
static unsigned rows_of_block(const struct fs__solver3 *s, const struct fs__joint3_slot *slot)
{
    bool any = slot->group == s->joint_colouring.overflow || slot->group % FS__JOINT3_KINDS == FS__JOINT3_MANY;
    return any ? FS__JOINT3_SLOTS : FS__JOINT3_FEW_ROWS;
}

/* For the springs of the joint, from b turned to where its frame is that of a. */
static void find_spring_k(const struct fs__joint3_builder *now, const struct fs__joint3_body *a,
                          struct fs__joint3_slot *slot)
{
    const struct fs_joint3_view *j = &now->s->w->joint;
    uint32_t row = now->row, body = j->body_b[row];
    fs_quat frame = fs_quat_mul(a->place.pose.rot, j->frame_a[row]);
    fs_pose3 pose = { a->place.pose.pos, fs_quat_normalise(fs_quat_mul(frame, fs_quat_conj(j->frame_b[row]))) };
    struct fs__joint3_place place = fs__joint3_place_of(pose);
    struct fs__solver3_inertia inertia = fs__solver3_inertia_of(now->s->w, body, pose.rot);
    struct fs__joint3_new_row rows[FS__JOINT3_SLOTS];
    struct fs__joint3_builder b = *now;
    b.rows = rows;
    b.inertia_b = &inertia;
    b.pose = fs__joint3_pose_at(now->s->w, row, &a->place, &place);
    b.pose.apart = fs_rel3_make(0, 0, 0);
    fs__joint3_find_spring_k(&b, slot->spring_k);
}

/* The joint's rows where its bodies are, with impulses by slot. */
static void make_joint(struct fs__solver3 *s, struct row_maker *maker, uint32_t i,
                       const fs_vel impulse[FS__JOINT3_SLOTS])
{
    struct fs__joint3_slot *slot = &s->joint_slot[i];
    struct fs__joint3_block *r = &s->joint_block[slot->slot / FS__SOLVER3_LANES];
    unsigned k = slot->slot % FS__SOLVER3_LANES;
    uint32_t row = s->tick->joint[i], body_a = s->w->joint.body_a[row], body_b = s->w->joint.body_b[row];
    bool move_a = fs__colouring_is_movable(&s->joint_colouring, slot->a),
         move_b = fs__colouring_is_movable(&s->joint_colouring, slot->b);
    const struct fs__joint3_body a = *find_body(s, body_a, slot->a), b = *find_body(s, body_b, slot->b);
    struct fs__joint3_new_row rows[FS__JOINT3_SLOTS];
    struct fs__joint3_builder builder = { .s = s,
                                          .pair = fs__pair3_find(s, &maker->pair, slot->a, move_a, slot->b, move_b),
                                          .inertia_a = &a.inertia,
                                          .inertia_b = &b.inertia,
                                          .move_a = move_a,
                                          .move_b = move_b,
                                          .locks_a = s->w->body.flags[body_a],
                                          .locks_b = s->w->body.flags[body_b],
                                          .pose = fs__joint3_is_point(s->w, row)
                                                      ? fs__joint3_point_at(s->w, row, &a.place, &b.place)
                                                      : fs__joint3_pose_at(s->w, row, &a.place, &b.place),
                                          .rigid = maker->rigid,
                                          .row = row,
                                          .a = slot->a,
                                          .b = slot->b,
                                          .spring_k = slot->spring_k,
                                          .rows = rows };
    if (slot->spring_k[0] == 0 && slot->spring_k[1] == 0 && fs__joint3_needs_spring_k(s->w, row))
        find_spring_k(&builder, &a, slot);
    fs__joint3_make_rows(&builder);
    slot->rows = 0;
    for (unsigned n = 0; n < builder.count; n++) {
        const struct fs__joint3_new_row *from = &builder.rows[n];
        if (is_in_tree(&builder, slot, n))
            continue;
        FS_ASSERT(slot->rows < rows_of_block(s, slot));
        slot->slot_of_row[slot->rows] = from->slot;
        slot->reversed[slot->rows] = from->reversed;
        stage_row(&builder, &r->row[slot->rows++], k, from,
                  from->reversed ? fs_sat32_neg(impulse[from->slot]) : impulse[from->slot]);
    }
    r->rows = (uint8_t)fs_max_u32(r->rows, slot->rows);
    r->write_a = (uint8_t)(r->write_a | (unsigned)move_a << k);
    r->write_b = (uint8_t)(r->write_b | (unsigned)move_b << k);
}

/* Clears the rows of a lane: their number may change. */
static void clear_rows(struct fs__joint3_block *r, unsigned k)
{
    for (unsigned n = 0; n < r->rows; n++) {
        struct fs__joint3_row *q = &r->row[n];
        q->low[k] = q->high[k] = q->impulse[k] = q->total[k] = 0;
    }
}

static uint32_t block_count(const struct fs__solver3 *s)
{
    return s->joint_colouring.first[s->joint_colouring.overflow + 1];
}

typedef void joint_fn(struct fs__solver3 *s, struct row_maker *maker, uint32_t i);

/* Calls `make` for all joints in blocks whose rows are not made in lanes, block by block: the lanes of a block are in the same lines of the cache. */
static void for_joints_in_blocks(struct fs__solver3 *s, joint_fn *make)
{
    struct row_maker maker = begin_rows(s);
    for (uint32_t i = 0; i < block_count(s); i++) {
        const struct fs__joint3_block *r = &s->joint_block[i];
        for (unsigned k = 0; k < FS__SOLVER3_LANES && !r->points; k++)
            if ((r->used >> k & 1u) != 0)
                make(s, &maker, (uint32_t)r->index[k]);
    }
}

static void update_joint(struct fs__solver3 *s, struct row_maker *maker, uint32_t i)
{
    struct fs__joint3_slot *slot = &s->joint_slot[i];
    struct fs__joint3_block *r = &s->joint_block[slot->slot / FS__SOLVER3_LANES];
    unsigned k = slot->slot % FS__SOLVER3_LANES;
    fs_vel impulse[FS__JOINT3_SLOTS] = { 0 };
    for (unsigned n = 0; n < slot->rows; n++)
        impulse[slot->slot_of_row[n]] = fs__joint3_row_impulse(slot, r, n, k);
    fs__joint3_add_sums(slot, r, k);
    clear_rows(r, k);
    make_joint(s, maker, i, impulse);
}

static void add_sums_of_points(struct fs__solver3 *s)
{
    for (uint32_t i = 0; i < block_count(s); i++) {
        const struct fs__joint3_block *r = &s->joint_block[i];
        for (unsigned k = 0; k < FS__SOLVER3_LANES && r->points; k++)
            if ((r->used >> k & 1u) != 0)
                fs__joint3_add_sums(&s->joint_slot[r->index[k]], r, k);
    }
}

void fs__joint3_update(struct fs__solver3 *s)
{
    for_joints_in_blocks(s, update_joint);
    add_sums_of_points(s);
    fs__joint3_make_points(s);
}

static void load_joint(struct fs__solver3 *s, struct row_maker *maker, uint32_t i)
{
    bool warm = (s->w->rules.flags[0] & FS_WORLD3_WARM_START) != 0;
    fs_vel impulse[FS__JOINT3_SLOTS];
    for (unsigned n = 0; n < FS__JOINT3_SLOTS; n++)
        impulse[n] = warm ? stored_impulse(&s->w->joint, s->tick->joint[i], n) : 0;
    make_joint(s, maker, i, impulse);
}

/* A ball joint whose rows are made in lanes: its stage, and what of its rows stays the same in a tick. */
static void load_point(struct fs__solver3 *s, struct row_maker *maker, uint32_t i)
{
    bool warm = (s->w->rules.flags[0] & FS_WORLD3_WARM_START) != 0;
    struct fs__joint3_slot *slot = &s->joint_slot[i];
    struct fs__joint3_block *r = &s->joint_block[slot->slot / FS__SOLVER3_LANES];
    struct fs__joint3_point_stage *stage = &s->joint_stage[slot->slot / FS__SOLVER3_LANES];
    unsigned k = slot->slot % FS__SOLVER3_LANES;
    bool move_a = fs__colouring_is_movable(&s->joint_colouring, slot->a),
         move_b = fs__colouring_is_movable(&s->joint_colouring, slot->b);
    fs__joint3_stage_point(s, slot, s->tick->joint[i],
                           fs__pair3_find(s, &maker->pair, slot->a, move_a, slot->b, move_b));
    slot->rows = r->rows = FS__JOINT3_FEW_ROWS;
    for (unsigned n = 0; n < FS__JOINT3_FEW_ROWS; n++) {
        struct fs__joint3_row *q = &r->row[n];
        slot->slot_of_row[n] = (uint8_t)(FS__JOINT3_LINEAR + n);
        q->inverse[k] = FS_UNIT_ONE;
        stage_softness(s, q, k, &maker->rigid, false);
        q->impulse[k] = warm ? stored_impulse(&s->w->joint, s->tick->joint[i], FS__JOINT3_LINEAR + n) : 0;
    }
    stage->mass_scale[k] = maker->rigid.mass_scale;
    stage->bias_share[k] = r->row[0].bias_mass[k]; /* of 1/K = 1 */
    r->write_a = (uint8_t)(r->write_a | (unsigned)move_a << k);
    r->write_b = (uint8_t)(r->write_b | (unsigned)move_b << k);
}

static void load_points(struct fs__solver3 *s)
{
    struct row_maker maker = begin_rows(s);
    fs__joint3_begin_points(s);
    for (uint32_t i = 0; i < s->tick->joint_count; i++)
        if (s->joint_slot[i].slot != FS__JOINT3_NONE &&
            s->joint_block[s->joint_slot[i].slot / FS__SOLVER3_LANES].points)
            load_point(s, &maker, i);
    fs__joint3_make_points(s);
}

static void place_joint(struct fs__solver3 *s, uint32_t i, uint32_t place)
{
    struct fs__joint3_slot *slot = &s->joint_slot[i];
    struct fs__joint3_block *r = &s->joint_block[place / FS__SOLVER3_LANES];
    unsigned k = place % FS__SOLVER3_LANES;
    slot->slot = place;
    r->a[k] = (int32_t)slot->a;
    r->b[k] = (int32_t)slot->b;
    r->index[k] = (int32_t)i;
    r->used = (uint8_t)(r->used | 1u << k);
}

/* Clears the blocks of a group; blocks of few rows never have the others. */
static void clear_blocks(struct fs__solver3 *s, uint32_t group)
{
    bool many = group == s->joint_colouring.overflow || group % FS__JOINT3_KINDS == FS__JOINT3_MANY,
         points = !many && group % FS__JOINT3_KINDS == FS__JOINT3_POINTS;
    size_t size = many ? sizeof(struct fs__joint3_block) : offsetof(struct fs__joint3_block, row[FS__JOINT3_FEW_ROWS]);
    for (uint32_t i = s->joint_colouring.first[group]; i < s->joint_colouring.first[group + 1]; i++) {
        memset(&s->joint_block[i], 0, size);
        s->joint_block[i].points = points;
        if (points)
            memset(&s->joint_stage[i], 0, sizeof s->joint_stage[i]);
    }
}

void fs__joint3_prepare(struct fs__solver3 *s)
{
    uint32_t next[FS__COLOURING_MAX_GROUPS] = { 0 };
    if (s->tick->joint_count == 0)
        return;
    fs__joint3_scale_impulses(s, 1, s->parts);
    list_slots(s);
    colour_joints(s);
    for (uint32_t group = 0; group <= s->joint_colouring.overflow; group++)
        clear_blocks(s, group);
    for (uint32_t i = 0; i < s->tick->joint_count; i++) {
        uint32_t group = s->joint_slot[i].group;
        if (group != FS__JOINT3_NONE)
            place_joint(s, i, s->joint_colouring.first[group] * FS__SOLVER3_LANES + next[group]++);
    }
    for_joints_in_blocks(s, load_joint);
    load_points(s);
    fs__joint3_clear_given(s);
    fs__direct3_prepare(s);
}
