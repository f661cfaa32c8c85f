/* contact_share.c: what heavy bodies get from contacts with much lighter ones.
 *
 * The share of an impulse that changes the velocity of a body, m / m_body in Q1.30, has few digits where the other body is
 * lighter by 2^12 and more: 1:1e6 passed on 0.9990 of a force. The passes go on with the short share, because the lighter
 * body is not slower or faster for it; at the end of a tick the heavier one gets what the short share left out.
 */
#include "physics2d/body/body.h"
#include "physics2d/solver/contact_block.h"
#include "physics2d/solver/load_mass.h"

enum { FINE_FRAC = 60 }; /* fraction bits of a fine share */

/* What a component of the normal times the share, rounded to Q1.30, lacks; Q60. The share is below 2^-12. */
static int64_t lacking(fs_unit normal, int64_t share, int32_t rounded)
{
    const int64_t unit = FS_UNIT_ONE;
    int64_t low = fs_round_shift64_sym(normal * (share % unit), FS_UNIT_FRAC);
    return normal * (share / unit) + low - rounded * unit;
}

/* Q60 times an impulse (Q21) to the unit of the exact sums, Q51. */
static uint64_t times(int64_t lack, int32_t impulse)
{
    return (uint64_t)fs_round_shift64_sym(lack * impulse, FINE_FRAC - FS_UNIT_FRAC);
}

struct lane {
    struct fs__solver2 *s;
    const struct fs__solver2_block *r;
    fs_unit2 normal;
    unsigned k;
};

/* `x` and `y`: the rounded products of the normal and the share. */
static void add_lack(const struct lane *l, uint32_t solver_body, int64_t share, int32_t x, int32_t y, bool is_b)
{
    const struct fs__solver2_block *r = l->r;
    uint64_t *sum = (uint64_t *)l->s->exact + (size_t)solver_body * 4;
    int64_t lack_x = lacking(l->normal.x, share, x), lack_y = lacking(l->normal.y, share, y);
    int32_t normal = r->point[0].total_normal_impulse[l->k], tangent = r->total_tangent_impulse[l->k];
    if (l->s->w->contact.count[l->s->tick->contact[r->index[l->k]]] == 2)
        normal = fs_sat32_add(normal, r->point[1].total_normal_impulse[l->k]);
    uint64_t along_x = times(lack_x, normal) + times(lack_y, tangent);
    uint64_t along_y = times(lack_y, normal) - times(lack_x, tangent);
    sum[0] += is_b ? along_x : 0 - along_x;
    sum[1] += is_b ? along_y : 0 - along_y;
}

static void refine_lane(struct fs__solver2 *s, const struct fs__solver2_block *r, unsigned k)
{
    const struct fs__contact_bodies *ends = &s->tick->ends[r->index[k]];
    struct lane l = { s, r, s->w->contact.normal[s->tick->contact[r->index[k]]], k };
    fs_scaled a = fs__body2_loaded_inv_mass(s->w, ends->a), b = fs__body2_loaded_inv_mass(s->w, ends->b);
    fs_scaled sum = fs_scaled_add(a, b);
    int64_t share_a = fs_scaled_to_q(fs_scaled_div(a, sum), FINE_FRAC);
    int64_t share_b = fs_scaled_to_q(fs_scaled_div(b, sum), FINE_FRAC);
    const int64_t most = (int64_t)FS__SOLVER2_SHORT_SHARE << (FINE_FRAC - FS_UNIT_FRAC);
    if (share_a < most)
        add_lack(&l, (uint32_t)r->a[k], share_a, r->ax[k], r->ay[k], false);
    if (share_b < most)
        add_lack(&l, (uint32_t)r->b[k], share_b, r->bx[k], r->by[k], true);
}

void fs__solver2_refine_shares(struct fs__solver2 *s)
{
    for (uint32_t i = 0; i < s->block_count; i++) {
        const struct fs__solver2_block *r = &s->block[i];
        for (unsigned k = 0; (r->extra & FS__SOLVER2_UNEVEN) != 0 && k < FS__SOLVER2_LANES; k++)
            if (((r->write_a & r->write_b) >> k & 1u) != 0)
                refine_lane(s, r, k);
    }
}
