/* contact_arms.c: how the points of a contact follow a body to its reference pose.
 *
 * A corner turns with its body. What rolls does not: the lowest point of a ball stays below its centre, and that of a cylinder
 * follows the axis only. Their moments of inertia do not change by rolling either.
 */
#include <fixstep/trig.h>

#include "physics3d/body/body.h"
#include "physics3d/solver/contact_arms.h"

/* The smallest rotation from u to v; nothing for opposite directions. */
static fs_quat swing_between(fs_unit3 u, fs_unit3 v)
{
    fs_unit3 across = fs_unit3_cross(u, v);
    int64_t along = fs_round_shift64_sym(fs_unit3_dot(u, v), FS_UNIT_FRAC);
    return fs_quat_normalise(
        fs_quat_make(across.x / 2, across.y / 2, across.z / 2, (fs_unit)((FS_UNIT_ONE + along) / 2)));
}

static fs_rel3 along(fs_unit3 n, fs_rel distance)
{
    return fs_rel3_make((fs_rel)fs_round_shift64_sym((int64_t)distance * n.x, FS_UNIT_FRAC),
                        (fs_rel)fs_round_shift64_sym((int64_t)distance * n.y, FS_UNIT_FRAC),
                        (fs_rel)fs_round_shift64_sym((int64_t)distance * n.z, FS_UNIT_FRAC));
}

static void set_swing(const struct fs_world3 *w, uint32_t shape, fs_quat from, fs_quat to, struct fs__contact3_turn *t)
{
    uint32_t body = w->shape.body[shape];
    fs_pos3 at = w->shape.centre[shape];
    fs_unit3 axis = fs_quat_unit(w->shape.rot[shape], fs_unit3_make(0, FS_UNIT_ONE, 0));
    fs_rel3 centre = fs_rel3_make(fs_rel_from_pos(at.x), fs_rel_from_pos(at.y), fs_rel_from_pos(at.z));
    t->centre = fs_quat_rel(from, fs_rel3_sub(centre, w->body.centre[body]));
    t->shape = fs_mat3_from_quat(swing_between(fs_quat_unit(from, axis), fs_quat_unit(to, axis)));
    t->swings = true;
}

/* side: 1 for a, whose radius points along the normal, and -1 for b. */
static void find_turn(const struct fs__solver3 *s, uint32_t row, uint32_t solver_body, int side,
                      struct fs__contact3_turn *t)
{
    const struct fs_world3 *w = s->w;
    const struct fs__solver3_reference *r = &s->reference[solver_body];
    t->turned = r->turned != 0;
    t->swings = false;
    if (!t->turned)
        return;
    uint32_t shape = side > 0 ? w->contact.shape_a[row] : w->contact.shape_b[row];
    fs_quat from = side > 0 ? w->contact.rotation_a[row] : w->contact.rotation_b[row];
    t->body = fs_mat3_from_quat(fs_quat_normalise(fs_quat_mul(r->rot, fs_quat_conj(from))));
    if (w->shape.kind[shape] == FS_GEOMETRY3_CYLINDER || w->shape.kind[shape] == FS_GEOMETRY3_CONE)
        set_swing(w, shape, from, r->rot, t);
    t->radius = w->shape.radius[shape];
    t->outward = side > 0 ? w->contact.normal[row] : fs_unit3_neg(w->contact.normal[row]);
}

void fs__contact3_find_turns(const struct fs__solver3 *s, uint32_t row, uint32_t solver_a, uint32_t solver_b,
                             struct fs__contact3_turns *out)
{
    find_turn(s, row, solver_a, 1, &out->a);
    find_turn(s, row, solver_b, -1, &out->b);
    out->offset = s->w->contact.anchor_offset[row];
}

fs_rel3 fs__contact3_turn_arm(const struct fs__contact3_turn *t, fs_rel3 arm, fs_rel separation)
{
    if (!t->turned)
        return arm;
    fs_rel3 kept = along(t->outward, fs_sat32_add(t->radius, separation / 2)), own = fs_rel3_sub(arm, kept);
    if (t->swings)
        own = fs_rel3_add(fs_mat3_rel(t->body, t->centre), fs_mat3_rel(t->shape, fs_rel3_sub(own, t->centre)));
    else
        own = fs_mat3_rel(t->body, own);
    return fs_rel3_add(own, kept);
}
