/* joint_store.c: what joints leave at the end of a tick: impulses for the next one, force and torque, breaking. */
#include "physics3d/joint/joint.h"
#include "physics3d/joint/joint_direct.h"
#include "physics3d/joint/joint_solver.h"
#include "physics3d/solver/load_mass.h"

/* Sums over the tick in velocity units (Q21), in the axes of the world: impulse on b, and its moment about b's centre. */
void fs__joint3_add_sums(struct fs__joint3_slot *slot, const struct fs__joint3_block *r, unsigned k)
{
    for (unsigned n = 0; n < slot->rows; n++)
        for (unsigned i = 0; i < 3; i++) {
            int64_t total = r->row[n].total[k];
            slot->linear[i] += fs_round_shift64_sym(r->row[n].n[i][k] * total, FS_REL_FRAC);
            slot->angular[i] += fs_round_shift64_sym(r->row[n].arms.arm_b[i][k] * total, FS_REL_FRAC);
        }
}

/* Mean over the tick, or over the part of a divided tick, of an impulse in velocity units times the pair's mass: N. */
static fs_wide3 force_of(const struct fs__solver3 *s, fs_scaled mass, const int64_t v[3])
{
    fs_wide f[3];
    for (unsigned i = 0; i < 3; i++)
        f[i] = fs_sat64_mul(fs_scaled_apply(mass, fs_sat64_mul(v[i], 1 << (FS_WIDE_FRAC - FS_VEL_FRAC))),
                            fs__world3_rate(s->w));
    return fs_wide3_make(f[0], f[1], f[2]);
}

static fs_wide3 wide_of(fs_rel3 v)
{
    return fs_wide3_make(fs_wide_from_rel(v.x), fs_wide_from_rel(v.y), fs_wide_from_rel(v.z));
}

static bool exceeds(fs_wide3 v, fs_wide limit)
{
    return limit > 0 && fs_wide3_length(v) > limit;
}

/* Impulses are stored as those of a substep of an undivided tick. */
void fs__joint3_scale_impulses(struct fs__solver3 *s, int64_t by, uint32_t over)
{
    const struct fs_joint3_view *j = &s->w->joint;
    fs_wide3 *const part[] = { j->angular_rows, j->linear_rows, j->extra_rows };
    for (uint32_t i = 0; i < s->tick->joint_count && s->parts > 1; i++)
        for (unsigned k = 0; k < sizeof part / sizeof *part; k++) {
            fs_wide3 *p = &part[k][s->tick->joint[i]];
            *p = fs_wide3_make(fs_div64_round(fs_sat64_mul(p->x, by), over),
                               fs_div64_round(fs_sat64_mul(p->y, by), over),
                               fs_div64_round(fs_sat64_mul(p->z, by), over));
        }
}

static void store_force(struct fs__solver3 *s, const struct fs__joint3_slot *sums, uint32_t row)
{
    struct fs_joint3_view *j = &s->w->joint;
    uint32_t a = j->body_a[row], b = j->body_b[row];
    fs_scaled mass = fs_scaled_inverse(
        fs_scaled_add(fs__body3_loaded_inv_mass(s->w, a), fs__body3_loaded_inv_mass(s->w, b)));
    fs_rel3 arm = fs__joint3_pose_of(s->w, row).arm_b;
    j->force[row] = force_of(s, mass, sums->linear);
    j->torque[row] = fs_wide3_sub(force_of(s, mass, sums->angular), fs_wide3_cross(wide_of(arm), j->force[row]));
    if (exceeds(j->force[row], j->break_force[row]) || exceeds(j->torque[row], j->break_torque[row]))
        j->flags[row] |= FS__JOINT3_BROKEN;
}

static void read_block(const struct fs__solver3 *s, struct fs__joint3_slot *slot, fs_wide impulse[FS__JOINT3_SLOTS])
{
    const struct fs__joint3_block *r = &s->joint_block[slot->slot / FS__SOLVER3_LANES];
    unsigned k = slot->slot % FS__SOLVER3_LANES;
    for (unsigned n = 0; n < slot->rows; n++)
        impulse[slot->slot_of_row[n]] = fs_wide_from_vel(fs__joint3_row_impulse(slot, r, n, k));
    fs__joint3_add_sums(slot, r, k);
}

static void read_tree(const struct fs__solver3 *s, const struct fs__joint_tree *tree)
{
    for (uint32_t k = tree->first; k < tree->end; k++) {
        const struct fs__direct3_joint *d = &s->direct->joint[k];
        fs__direct3_store(s, d, tree->scale, &s->joint_slot[d->node->index]);
    }
}

static void store_joint(struct fs__solver3 *s, uint32_t i)
{
    struct fs__joint3_slot *slot = &s->joint_slot[i];
    uint32_t row = s->tick->joint[i];
    fs_wide v[FS__JOINT3_SLOTS];
    for (unsigned n = 0; n < FS__JOINT3_SLOTS; n++)
        v[n] = slot->tree_impulse[n];
    if (slot->slot != FS__JOINT3_NONE)
        read_block(s, slot, v);
    s->w->joint.angular_rows[row] = fs_wide3_make(v[0], v[1], v[2]);
    s->w->joint.linear_rows[row] = fs_wide3_make(v[3], v[4], v[5]);
    s->w->joint.extra_rows[row] = fs_wide3_make(v[6], v[7], v[8]);
    store_force(s, slot, row);
}

void fs__joint3_add_residuals(struct fs__solver3 *s)
{
    if (s->tick->joint_count == 0)
        return;
    fs__direct3_add_residuals(s->direct, s->exact);
    fs__joint3_add_remainders(s);
}

void fs__joint3_store(struct fs__solver3 *s)
{
    if (s->tick->joint_count == 0)
        return;
    for (uint32_t i = 0; i < s->direct->trees.tree_count; i++)
        read_tree(s, &s->direct->trees.tree[i]);
    for (uint32_t i = 0; i < s->tick->joint_count; i++)
        store_joint(s, i);
    fs__joint3_scale_impulses(s, s->parts, 1);
}
