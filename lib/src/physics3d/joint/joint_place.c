/* joint_place.c: the bodies of a tree of joints are placed by the anchors of its joints, from the root outward, where their
 * own paths would leave joints open.
 *
 * Whips: the solver follows the curvature of paths up to 1/4 rad in a substep. A light link that an impact turns faster
 * opens its joint, by centimetres at 100 rad/s. At the end of the tick the bodies are moved until no joint of points that
 * opened is open by more than 1/64 of the lengths of its arms.
 *
 * Stops: continuous collision stops a tree as a whole; one link that stopped alone would open its joints by the way that it
 * moves in a tick. Every body turns evenly from its orientation at the start of the tick to that at the end. Its centre
 * does not move straight then. The link that met the obstacle is where it met it.
 */
#include "physics3d/contact/motion.h"
#include "physics3d/joint/joint.h"
#include "physics3d/joint/joint_direct.h"
#include "physics3d/solver/reference_pose.h"

#define FAR (FS_REL_ONE * 16)

/* The anchor of end i of a joint from the centre of mass of its body, in the axes of the world. */
static fs_rel3 anchor_arm(const struct fs_world3 *w, const struct fs__direct3_joint *d, unsigned i, fs_quat rot)
{
    fs_rel3 anchor = i == 0 ? w->joint.anchor_a[d->joint_row] : w->joint.anchor_b[d->joint_row];
    return fs_quat_rel(rot, fs_rel3_sub(anchor, w->body.centre[d->body_row[i]]));
}

/* From the anchor of end i to that of the other end, in the axes of the body at end i. */
static fs_rel3 anchors_apart(const struct fs_world3 *w, const struct fs__direct3_joint *d, unsigned i, fs_pose3 near,
                             fs_pose3 far)
{
    fs_pos3 from = fs_pos3_add_rel(near.pos, anchor_arm(w, d, i, near.rot)),
            to = fs_pos3_add_rel(far.pos, anchor_arm(w, d, 1 - i, far.rot));
    return fs_quat_rel(fs_quat_conj(near.rot), fs_pos3_sub_rel(to, from));
}

static fs_pose3 end_pose(const struct fs_world3 *w, const struct fs__direct3_body *b)
{
    return (fs_pose3){ w->body.pos[b->row], w->body.rot[b->row] };
}

/* Locked axes keep their place. */
static fs_pos3 unlocked_pos(fs_pos3 now, fs_pos3 next, uint16_t locks)
{
    return fs_pos3_make((locks & FS_BODY3_LOCK_X) != 0 ? now.x : next.x,
                        (locks & FS_BODY3_LOCK_Y) != 0 ? now.y : next.y,
                        (locks & FS_BODY3_LOCK_Z) != 0 ? now.z : next.z);
}

/* Moves the bodies to their poses; body `fixed` comes to `at`. */
static void move_tree(struct fs__direct3_solver *s, struct fs_world3 *w, const struct fs__joint_tree *tree,
                      const struct fs__direct3_body *fixed, fs_pos3 at)
{
    fs_pos3 shift = fs_pos3_sub(at, fixed->pose.pos);
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        const struct fs__direct3_body *b = &s->body[i];
        w->body.pos[b->row] = unlocked_pos(w->body.pos[b->row], fs_pos3_add(b->pose.pos, shift), b->locks);
        w->body.rot[b->row] = b->pose.rot;
    }
}

/* ---- whips ---------------------------------------------------------------------------------------------------------- */

static bool joins_points(const struct fs_world3 *w, const struct fs__direct3_joint *d)
{
    uint8_t kind = w->joint.kind[d->joint_row];
    return kind == FS_JOINT3_BALL || kind == FS_JOINT3_HINGE || kind == FS_JOINT3_FIXED || kind == FS_JOINT3_UNIVERSAL;
}

static fs_rel scaled_down(fs_rel v, fs_rel length, fs_rel most)
{
    return (fs_rel)fs_div64_round((int64_t)v * most, length);
}

/* How far a joint may be open: 1/64 of its arms, or as far as it was when the tick began. */
static fs_rel largest_gap(const struct fs__world3_tick *tick, const struct fs__direct3_joint *d, unsigned i)
{
    fs_rel3 before = anchors_apart(tick->w, d, i, tick->start_pose[d->solver_body[i]],
                                   tick->start_pose[d->solver_body[1 - i]]);
    return fs_max32(fs_rel3_length(before), (fs_rel)fs_min64(d->extent / 64, INT32_MAX));
}

/* Moves the body away from the root along with the one towards it, and closer where the joint is too wide open; whether it
 * is. */
static bool close_joint(const struct fs__world3_tick *tick, struct fs__direct3_joint *d)
{
    unsigned i = d->node->near_end;
    const struct fs__direct3_body *near = d->body[i];
    struct fs__direct3_body *far = d->body[1 - i];
    if (d->node->body[1 - i] == 0 || d->node->closes)
        return false;
    fs_pose3 near_end = end_pose(tick->w, near), far_end = end_pose(tick->w, far);
    fs_rel3 apart = anchors_apart(tick->w, d, i, near_end, far_end);
    fs_rel length = fs_rel3_length(apart), most = largest_gap(tick, d, i);
    bool open = joins_points(tick->w, d) && length > most;
    far->pose.pos = fs_pos3_add(far_end.pos, fs_pos3_sub(near->pose.pos, near_end.pos));
    if (open) {
        fs_rel3 wanted = fs_rel3_make(scaled_down(apart.x, length, most), scaled_down(apart.y, length, most),
                                      scaled_down(apart.z, length, most));
        far->pose.pos = fs_pos3_add_rel(far->pose.pos, fs_quat_rel(near_end.rot, fs_rel3_sub(wanted, apart)));
    }
    return open;
}

/* The body that stays: one at an immovable anchor, else the heaviest, of these the first. */
static const struct fs__direct3_body *fixed_body(const struct fs__direct3_solver *s, const struct fs__joint_tree *tree)
{
    const struct fs__direct3_body *heaviest = &s->body[tree->body_first];
    for (uint32_t k = tree->first; k < tree->end; k++) {
        const struct fs__direct3_joint *d = &s->joint[k];
        if (d->node->body[1 - d->node->near_end] == 0)
            return d->body[d->node->near_end];
    }
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        if (fs_scaled_cmp(s->body[i].inv_mass, heaviest->inv_mass) < 0)
            heaviest = &s->body[i];
    return heaviest;
}

void fs__direct3_close_tree(struct fs__solver3 *s, struct fs__joint_tree *tree)
{
    struct fs__direct3_solver *t = s->direct;
    bool open = false;
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        t->body[i].pose = end_pose(s->w, &t->body[i]);
    for (uint32_t k = tree->first; k < tree->end; k++)
        open |= close_joint(s->tick, &t->joint[k]);
    const struct fs__direct3_body *fixed = fixed_body(t, tree);
    if (!open)
        return;
    fs__direct3_pay_for_lift(s->w, t, tree, fs_pos3_sub(end_pose(s->w, fixed).pos, fixed->pose.pos));
    move_tree(t, s->w, tree, fixed, end_pose(s->w, fixed).pos);
}

/* ---- stops ---------------------------------------------------------------------------------------------------------- */

static struct fs__motion3 motion_of(const struct fs__world3_tick *tick, const struct fs__direct3_body *b)
{
    const struct fs__solver3_body *m = b->solver_body;
    return (struct fs__motion3){ .from = tick->start_pose[m - tick->solver_body], .to = b->next_pose, .stop = m->stop };
}

static fs_rel between(fs_rel from, fs_rel to, fs_unit t)
{
    return fs_sat32(from + fs_round_shift64_sym(((int64_t)to - from) * t, FS_UNIT_FRAC));
}

/* Places the body away from the root so that its anchor is `apart` from that of the body towards it. */
static void place_by_anchor(const struct fs_world3 *w, const struct fs__direct3_joint *d, fs_rel3 apart)
{
    unsigned i = d->node->near_end;
    fs_pose3 near = d->body[i]->pose, *far = &d->body[1 - i]->pose;
    fs_rel3 arm = fs_rel3_add(anchor_arm(w, d, i, near.rot), fs_quat_rel(near.rot, apart));
    far->pos = fs_pos3_add_rel(near.pos, fs_rel3_sub(arm, anchor_arm(w, d, 1 - i, far->rot)));
}

/* The bodies of a tree stop at the same time. */
static void stop_far_body(const struct fs__world3_tick *tick, const struct fs__direct3_joint *d, fs_unit time)
{
    unsigned i = d->node->near_end;
    if (d->node->body[1 - i] == 0 || d->node->closes)
        return;
    const struct fs__motion3 a = motion_of(tick, d->body[i]), b = motion_of(tick, d->body[1 - i]);
    fs_unit t = time >= a.stop ? FS_UNIT_ONE : (fs_unit)(((int64_t)time << FS_UNIT_FRAC) / a.stop);
    fs_rel3 first = anchors_apart(tick->w, d, i, a.from, b.from), last = anchors_apart(tick->w, d, i, a.to, b.to);
    if (fs_max32(fs_rel3_length(first), fs_rel3_length(last)) > FAR)
        return; /* not in the range of a difference of positions: the body keeps its own path */
    place_by_anchor(
        tick->w, d,
        fs_rel3_make(between(first.x, last.x, t), between(first.y, last.y, t), between(first.z, last.z, t)));
}

/* Poses at the end of the tick in next_pose, at the time in `pose`; returns the body that solver body m moves. */
static const struct fs__direct3_body *place_bodies(struct fs__world3_tick *tick, const struct fs__joint_tree *tree,
                                                   uint32_t m, fs_unit time)
{
    struct fs__direct3_solver *s = tick->trees;
    const struct fs__direct3_body *met = NULL;
    for (uint32_t i = tree->body_first; i < tree->body_end; i++) {
        struct fs__direct3_body *b = &s->body[i];
        b->next_pose = end_pose(tick->w, b);
        const struct fs__motion3 motion = motion_of(tick, b);
        b->pose = fs__motion3_pose(&motion, time);
        met = s->trees.body[i] == m ? b : met;
    }
    FS_ASSERT(met != NULL);
    return met;
}

bool fs__direct3_is_in_tree(const struct fs__world3_tick *tick, uint32_t m)
{
    return tick->trees != NULL && tick->trees->tree_of[m] != FS__JOINT3_NONE;
}

bool fs__direct3_stop_tree(struct fs__world3_tick *tick, uint32_t m, fs_unit time)
{
    struct fs__direct3_solver *s = tick->trees;
    if (!fs__direct3_is_in_tree(tick, m))
        return false;
    const struct fs__joint_tree *tree = &s->trees.tree[s->tree_of[m]];
    const struct fs__direct3_body *met = place_bodies(tick, tree, m, time);
    fs_pos3 at = met->pose.pos;
    for (uint32_t k = tree->first; k < tree->end; k++)
        stop_far_body(tick, &s->joint[k], time);
    fs__direct3_pay_for_lift(tick->w, s, tree, fs_pos3_sub(at, met->pose.pos));
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        fs__solver3_turn_spin(tick->w, s->body[i].row, s->body[i].pose.rot);
    move_tree(s, tick->w, tree, met, at);
    for (uint32_t i = tree->body_first; i < tree->body_end; i++)
        s->body[i].solver_body->stop = fs_min32(s->body[i].solver_body->stop, time);
    return true;
}
