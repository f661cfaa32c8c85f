/* hit.c: the hardest hit of a body in a step, for breaking strains.
 *
 * A contact that begins late in a tick gets its impulse over two ticks. The impulse that stops the approach at the middle
 * of the contact does not depend on when in the tick the bodies met:
 *     p = speed / k,  k = sum over both bodies of 1/m + (d x n) . I^-1 (d x n)
 */
#include <fixstep/event3.h>
#include <fixstep/fracture3.h>

#include "physics3d/body/body.h"
#include "physics3d/world/world.h"

static bool is_same(fs_body3 a, fs_body3 b)
{
    return a.handle.index1 == b.handle.index1 && a.handle.generation == b.handle.generation;
}

/* ---- the impulse that stops an approach -------------------------------------------------------------------------- */

static fs_scaled square_times(fs_rel v, fs_scaled s)
{
    return fs_scaled_mul(fs_scaled_make((int64_t)v * v, -2 * FS_REL_FRAC), s);
}

/* Speed that a unit impulse along n at `arm` from the centre of mass gives that point along n, 1/kg. */
static fs_scaled response_of(const fs_world3 *w, uint32_t row, fs_rel3 arm, fs_unit3 n)
{
    fs_rel3 lever = fs_quat_inv_rel(w->body.rot[row], fs_rel3_cross_unit3(arm, n));
    lever = fs_quat_inv_rel(w->body.principal[row], lever);
    fs_scaled x = square_times(lever.x, w->body.inv_inertia_x[row]);
    fs_scaled y = square_times(lever.y, w->body.inv_inertia_y[row]);
    fs_scaled z = square_times(lever.z, w->body.inv_inertia_z[row]);
    return fs_scaled_add(w->body.inv_mass[row], fs_scaled_add(x, fs_scaled_add(y, z)));
}

/* The middle of the contact points, from a's centre of mass. Arms of large shapes are stored modulo 64 m. */
static fs_rel3 middle_of(const fs_world3 *w, uint32_t contact)
{
    const fs_rel3 *arm = &w->point.arm[w->contact.first_point[contact]];
    uint32_t count = w->contact.count[contact];
    int64_t x = 0, y = 0, z = 0;
    for (uint32_t i = 1; i < count; i++) {
        fs_rel3 apart = fs__rel3_wrapped_sub(arm[i], arm[0]);
        x += apart.x;
        y += apart.y;
        z += apart.z;
    }
    return fs__rel3_wrapped_add(arm[0], fs_rel3_make((fs_rel)fs_div64_round(x, count), (fs_rel)fs_div64_round(y, count),
                                                     (fs_rel)fs_div64_round(z, count)));
}

/* The first row of two shapes that has points; the number of rows: none. */
static uint32_t find_contact(const fs_world3 *w, fs_shape3 a, fs_shape3 b)
{
    uint32_t row = 0;
    while (row < *w->contact.rows &&
           (!fs__world3_row_live(w->contact.gen, row) || w->contact.count[row] == 0 ||
            w->contact.shape_a[row] != a.handle.index1 - 1 || w->contact.shape_b[row] != b.handle.index1 - 1))
        row++;
    return row;
}

/* 0 where the contact is gone. */
static fs_wide stopping_impulse(const fs_world3 *w, const struct fs_event3 *e)
{
    uint32_t contact = find_contact(w, e->shape_a, e->shape_b), a, b;
    if (contact == *w->contact.rows || fs_body3_row(w, e->body_a, &a) != FS_OK ||
        fs_body3_row(w, e->body_b, &b) != FS_OK)
        return 0;
    fs_pos3 middle = fs__contact3_point(w, contact, middle_of(w, contact));
    fs_scaled of_a = response_of(w, a, fs_pos3_sub_rel(middle, w->body.pos[a]), e->normal);
    fs_scaled of_b = response_of(w, b, fs_pos3_sub_rel(middle, w->body.pos[b]), e->normal);
    return fs_scaled_apply(fs_scaled_inverse(fs_scaled_add(of_a, of_b)), fs_wide_from_vel(e->speed));
}

/* ---- hits ------------------------------------------------------------------------------------------------------ */

static fs_hit3 hit_of(const fs_world3 *w, const struct fs_event3 *e, bool is_a)
{
    return (fs_hit3){ .other = is_a ? e->body_b : e->body_a,
                      .at = e->at,
                      .normal = is_a ? fs_unit3_neg(e->normal) : e->normal,
                      .speed = e->speed,
                      .impulse = fs_max64(e->impulse, stopping_impulse(w, e)) };
}

bool fs_body3_hardest_hit(const fs_world3 *w, fs_body3 body, fs_hit3 *out)
{
    fs_hit3 hardest = { .impulse = -1 };
    for (uint32_t i = 0; body.handle.index1 != 0 && i < w->event_count; i++) {
        const struct fs_event3 *e = &w->events[i];
        bool is_a = is_same(e->body_a, body);
        if (e->kind != FS_EVENT3_HIT || (!is_a && !is_same(e->body_b, body)))
            continue;
        fs_hit3 hit = hit_of(w, e, is_a);
        hardest = hit.impulse > hardest.impulse ? hit : hardest;
    }
    bool found = hardest.impulse >= 0;
    if (out != NULL)
        *out = found ? hardest : (fs_hit3){ .impulse = 0 };
    return found;
}
