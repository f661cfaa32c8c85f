/* joint_direct_store.c: impulses of joints in trees: from the last tick, and to the next one. */
#include "physics3d/joint/joint_direct.h"

/* Whether the row of a slot is an angle. Motors and springs are not rows of a tree. */
static bool is_angular(const struct fs__solver3 *s, const struct fs__direct3_joint *d, unsigned slot)
{
    uint8_t kind = s->w->joint.kind[d->joint_row];
    return slot < FS__JOINT3_LINEAR ||
           (slot >= FS__JOINT3_EXTRA && (kind == FS_JOINT3_BALL || kind == FS_JOINT3_HINGE));
}

/* 1 m/s (Q32) of the pair's mass, and of an angular row with a lever of 1 m, in the units of the tree (Q36). */
static fs_scaled unit_of(const struct fs__direct3_joint *d, int32_t tree_scale, bool angular)
{
    fs_scaled inverse = fs_scaled_add(d->body[0]->inv_mass, d->body[1]->inv_mass);
    int32_t e = d->scale[angular] + tree_scale + FS__DIRECT_SOLUTION_FRAC - FS_WIDE_FRAC;
    return fs_scaled_mul(fs_scaled_inverse(inverse), (fs_scaled){ (int32_t)1 << 30, e - 30 });
}

static int64_t stored_in_units(const fs_wide3 *v, unsigned i, fs_scaled unit)
{
    fs_wide stored = i == 0 ? v->x : i == 1 ? v->y : v->z;
    return fs__direct_clamp(fs_scaled_apply(unit, stored));
}

void fs__direct3_load_impulses(const struct fs__solver3 *s, struct fs__direct3_joint *d, int32_t tree_scale)
{
    const struct fs_joint3_view *j = &s->w->joint;
    const fs_wide3 rows[3] = { j->angular_rows[d->joint_row], j->linear_rows[d->joint_row],
                               j->extra_rows[d->joint_row] };
    bool warm = (s->w->rules.flags[0] & FS_WORLD3_WARM_START) != 0;
    for (unsigned i = 0; i < FS__JOINT3_SLOTS; i++) {
        d->impulse[i] = warm ? stored_in_units(&rows[i / 3], i % 3, unit_of(d, tree_scale, is_angular(s, d, i))) : 0;
        d->reversed[i] = i >= FS__JOINT3_EXTRA && d->impulse[i] < 0;
        d->impulse[i] = d->reversed[i] ? -d->impulse[i] : d->impulse[i];
    }
}

/* Sums are Q21. */
static void add_sums(int64_t to[3], fs_wide3 v, fs_scaled per_unit)
{
    const unsigned less = FS_WIDE_FRAC - FS_VEL_FRAC;
    to[0] = fs_sat64_add(to[0], fs_round_shift64_sym(fs_scaled_apply(per_unit, v.x), less));
    to[1] = fs_sat64_add(to[1], fs_round_shift64_sym(fs_scaled_apply(per_unit, v.y), less));
    to[2] = fs_sat64_add(to[2], fs_round_shift64_sym(fs_scaled_apply(per_unit, v.z), less));
}

void fs__direct3_store(const struct fs__solver3 *s, const struct fs__direct3_joint *d, int32_t tree_scale,
                       struct fs__joint3_slot *slot)
{
    const fs_scaled per_unit[2] = { fs_scaled_inverse(unit_of(d, tree_scale, false)),
                                    fs_scaled_inverse(unit_of(d, tree_scale, true)) };
    for (unsigned i = 0; i < FS__JOINT3_SLOTS; i++)
        slot->tree_impulse[i] = fs_scaled_apply(per_unit[is_angular(s, d, i)],
                                                d->reversed[i] ? -d->impulse[i] : d->impulse[i]);
    add_sums(slot->linear, d->linear, per_unit[0]);
    add_sums(slot->angular, d->angular[0], per_unit[0]);
    add_sums(slot->angular, d->angular[1], per_unit[1]);
}
