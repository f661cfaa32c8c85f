/* joint_direct_impulses.c: impulses of joints in trees: from the last tick, what solutions of the rows change, and to the next one. */
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

static void add_linear_impulse(struct fs__direct3_body *b, const struct fs__direct3_row *r, int64_t along)
{
    for (unsigned k = 0; k < 3; k++)
        b->sum[k] = fs_sat64_add(b->sum[k], fs__joint_mul(along, r->n[k], FS_REL_FRAC));
}

/* Adds the velocities that a solution x of a row gives to the sums of the bodies. */
static void add_impulse(struct fs__direct3_joint *d, const struct fs__direct3_row *r, int64_t x)
{
    for (unsigned i = 0; i < 2; i++) {
        struct fs__direct3_body *b = d->body[i];
        const struct fs__direct3_end *e = &r->end[i];
        if (b->inv_mass.m == 0 && !fs__direct3_responds(e))
            continue; /* the immovable body is that of many threads */
        int64_t toward = i == 0 ? -x : x;
        if (!r->angular)
            add_linear_impulse(b, r, fs__direct_clamp(fs__joint_apply_factor(d->push[i], toward)));
        for (unsigned k = 0; k < 3; k++)
            b->sum[3 + k] = fs_sat64_add(b->sum[3 + k], fs__joint_mul(toward, e->turn[k], (unsigned)e->turn_shift));
    }
}

void fs__direct3_apply_impulses(struct fs__direct3_joint *d)
{
    for (unsigned n = 0; n < d->rows; n++)
        if (d->row[n].used)
            add_impulse(d, &d->row[n], d->impulse[d->row[n].slot]);
}

static int64_t next_impulse(const struct fs__direct3_joint *d, unsigned n)
{
    return fs__direct_clamp(d->impulse[d->row[n].slot] + d->x[n]);
}

bool fs__direct3_release_limit(struct fs__direct3_joint *d)
{
    bool any = false;
    for (unsigned n = d->rows; n-- > d->rigid_rows;) {
        struct fs__direct3_row *r = &d->row[n];
        if (next_impulse(d, n) >= 0)
            continue;
        add_impulse(d, r, -d->impulse[r->slot]);
        d->impulse[r->slot] = 0;
        d->rows--;
        *r = d->row[d->rows];
        d->x[n] = d->x[d->rows];
        any = true;
    }
    return any;
}

void fs__direct3_take_impulses(struct fs__direct3_joint *d)
{
    for (unsigned n = 0; n < d->rows; n++) {
        if (d->row[n].used)
            add_impulse(d, &d->row[n], -d->impulse[d->row[n].slot]);
        d->impulse[d->row[n].slot] = 0;
    }
}

void fs__direct3_apply_solution(struct fs__direct3_joint *d)
{
    for (unsigned n = 0; n < d->rows; n++) {
        const struct fs__direct3_row *r = &d->row[n];
        if (!r->used)
            continue;
        int64_t before = d->impulse[r->slot], now = fs_max64(next_impulse(d, n), r->one_sided ? 0 : INT64_MIN);
        d->impulse[r->slot] = now;
        add_impulse(d, r, fs__direct_clamp(now - before));
    }
}

static void add_component(fs_wide *to, int64_t impulse, int32_t direction)
{
    *to = fs_sat64_add(*to, fs__joint_mul(impulse, direction, FS_REL_FRAC));
}

void fs__direct3_add_vector(fs_wide3 *to, int64_t impulse, const int32_t direction[3])
{
    add_component(&to->x, impulse, direction[0]);
    add_component(&to->y, impulse, direction[1]);
    add_component(&to->z, impulse, direction[2]);
}

void fs__direct3_add_totals(struct fs__direct3_joint *d)
{
    for (unsigned n = 0; n < d->rows; n++) {
        const struct fs__direct3_row *r = &d->row[n];
        fs__direct3_add_vector(&d->linear, d->impulse[r->slot], r->n);
        fs__direct3_add_vector(&d->angular[r->angular], d->impulse[r->slot], r->end[1].arm);
    }
}

void fs__direct3_add_push(struct fs__direct3_joint *d)
{
    for (unsigned n = 0; n < d->rows; n++)
        if (d->row[n].used)
            add_impulse(d, &d->row[n], d->x[n]);
}
