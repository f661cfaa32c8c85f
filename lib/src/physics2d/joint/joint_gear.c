/* joint_gear.c: couples two joints of one free direction each: q_a + ratio q_b stays constant.
 *
 * q is the angle of a revolute (rad) or the translation of a prismatic joint (m). Its rate is J v over the up to four
 * bodies of both joints; a body of both joints has the sum of its Jacobians. The impulse is stored multiplied by K, as
 * the change of the coupled speed, so that it needs no unit of its own. J is that of the tick's start.
 */
#include <string.h>

#include "physics2d/joint/joint_row.h"

struct jacobian {
    uint32_t body;
    fs_scaled j[3];
};

static fs_scaled ratio_to_scaled(fix16_t ratio)
{
    return fs_scaled_make(ratio, -FS_FIX16_FRAC);
}

/* The Jacobians of joint `row`'s coordinate, times `ratio`: out[0] of body a, out[1] of body b. They are opposite
 * except for the lever arm. */
static void joint_jacobians(const struct fs_world2 *w, uint32_t row, fs_scaled ratio, struct jacobian out[2])
{
    uint32_t a = w->joint.body_a[row], b = w->joint.body_b[row];
    memset(out, 0, 2 * sizeof *out);
    out[0].body = a;
    out[1].body = b;
    fs_scaled arm[2];
    if (w->joint.kind[row] == FS_JOINT2_REVOLUTE) {
        arm[0] = ratio;
        arm[1] = ratio;
    } else {
        fs_unit2 n = fs_rot2_unit(w->body.rot[a], w->joint.axis[row]);
        fs_rel2 rb = fs_rot2_rel(w->body.rot[b], fs_rel2_sub(w->joint.anchor_b[row], w->body.centre[b]));
        fs_rel2 ra = fs_rel2_add(fs_pos2_sub_rel(w->body.pos[b], w->body.pos[a]), rb);
        arm[0] = fs_scaled_mul(ratio, fs_scaled_make(fs_rel2_cross_unit2_raw(ra, n), -(FS_REL_FRAC + FS_UNIT_FRAC)));
        arm[1] = fs_scaled_mul(ratio, fs_scaled_make(fs_rel2_cross_unit2_raw(rb, n), -(FS_REL_FRAC + FS_UNIT_FRAC)));
        out[1].j[0] = fs_scaled_mul(ratio, fs_scaled_make(n.x, -FS_UNIT_FRAC));
        out[1].j[1] = fs_scaled_mul(ratio, fs_scaled_make(n.y, -FS_UNIT_FRAC));
    }
    out[1].j[2] = arm[1];
    out[0].j[0] = fs__scaled_negate(out[1].j[0]);
    out[0].j[1] = fs__scaled_negate(out[1].j[1]);
    out[0].j[2] = fs__scaled_negate(arm[0]);
}

/* Appends a Jacobian to the list, or adds it to that of the same body; returns the new count. */
static unsigned merge_jacobian(struct jacobian *list, unsigned count, const struct jacobian *add)
{
    unsigned i = 0;
    while (i < count && list[i].body != add->body)
        i++;
    if (i == count) {
        list[i] = *add;
        return count + 1u;
    }
    for (int k = 0; k < 3; k++)
        list[i].j[k] = fs_scaled_add(list[i].j[k], add->j[k]);
    return count;
}

static fs_scaled effective_mass(const struct fs__world2_tick *t, const struct jacobian *list, unsigned count)
{
    fs_scaled k = { 0, 0 };
    for (unsigned i = 0; i < count; i++)
        for (int d = 0; d < 3; d++) {
            fs_scaled jj = fs_scaled_mul(list[i].j[d], list[i].j[d]);
            k = fs_scaled_add(k, fs_scaled_mul(jj, d < 2 ? fs__joint2_inverse_mass(t, list[i].body)
                                                         : fs__joint2_inverse_inertia(t, list[i].body)));
        }
    return k;
}

static int64_t initial_error(const struct fs_world2 *w, uint32_t row)
{
    int64_t a = fs__joint2_gear_coordinate(w, w->joint.other_a[row] - 1u);
    int64_t b = fs_mul64(fs__joint2_gear_coordinate(w, w->joint.other_b[row] - 1u), w->joint.gear_ratio[row],
                         FS_FIX16_FRAC);
    return fs__joint_clamp_impulse(fs_sat64_sub(fs_sat64_add(a, b), w->joint.accumulated_angle[row]));
}

void fs__gear2_prepare(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j, const struct fs__world2_tick *t)
{
    struct fs__gear2 *g = &js->gears[j->gear];
    struct jacobian jacobian[4], list[4];
    memset(g, 0, sizeof *g);
    joint_jacobians(js->w, js->w->joint.other_a[j->row] - 1u, ratio_to_scaled(FS_FIX16_ONE), &jacobian[0]);
    joint_jacobians(js->w, js->w->joint.other_b[j->row] - 1u, ratio_to_scaled(js->w->joint.gear_ratio[j->row]),
                    &jacobian[2]);
    for (int i = 0; i < 4; i++)
        g->ends = merge_jacobian(list, g->ends, &jacobian[i]);
    g->k = effective_mass(t, list, g->ends);
    for (unsigned i = 0; i < g->ends; i++) {
        g->end[i].solver_body = &t->solver_body[t->solver_index[list[i].body]];
        for (int d = 0; d < 3; d++) {
            fs_scaled gain = fs_scaled_mul(list[i].j[d], d < 2 ? fs__joint2_inverse_mass(t, list[i].body)
                                                               : fs__joint2_inverse_inertia(t, list[i].body));
            g->end[i].j[d] = fs__joint_factor_from_scaled(list[i].j[d]);
            g->end[i].velocity_gain[d] = fs__joint_factor_from_scaled(fs_scaled_div(gain, g->k));
        }
    }
    g->error0 = initial_error(js->w, j->row);
    j->angular_impulse = fs__joint_clamp_impulse(fs_scaled_apply(g->k, js->w->joint.angular_impulse[j->row]));
    j->j = fs_scaled_inverse(g->k);
}

static void apply_gear_impulse(struct fs__gear2 *g, int64_t p)
{
    for (unsigned i = 0; i < g->ends; i++) {
        struct fs__gear2_end *e = &g->end[i];
        fs__joint_add_velocity(&e->solver_body->vx, fs__joint_velocity_change(e->velocity_gain[0], p),
                               &e->velocity_residual[0]);
        fs__joint_add_velocity(&e->solver_body->vy, fs__joint_velocity_change(e->velocity_gain[1], p),
                               &e->velocity_residual[1]);
        fs__joint_add_velocity(&e->solver_body->w, fs__joint_velocity_change(e->velocity_gain[2], p),
                               &e->velocity_residual[2]);
    }
}

/* J . (x, y, w) of one body. */
static int64_t jacobian_times(const struct fs__gear2_end *e, int64_t x, int64_t y, int64_t w)
{
    return fs__joint_apply_factor(e->j[0], x) + fs__joint_apply_factor(e->j[1], y) + fs__joint_apply_factor(e->j[2], w);
}

static int64_t gear_velocity(const struct fs__gear2 *g)
{
    const int64_t q32 = (int64_t)1 << (FS_WIDE_FRAC - FS_VEL_FRAC);
    int64_t sum = 0;
    for (unsigned i = 0; i < g->ends; i++) {
        const struct fs__solver2_body *m = g->end[i].solver_body;
        sum = fs__joint_clamp_impulse(
            sum + fs__joint_clamp_impulse(jacobian_times(&g->end[i], m->vx * q32, m->vy * q32, m->w * q32)));
    }
    return sum;
}

static int64_t current_error(const struct fs__gear2 *g)
{
    const int64_t q32 = (int64_t)1 << (FS_WIDE_FRAC - FS_REL_FRAC);
    int64_t sum = g->error0;
    for (unsigned i = 0; i < g->ends; i++) {
        const struct fs__solver2_body *m = g->end[i].solver_body;
        sum = fs__joint_clamp_impulse(
            sum + fs__joint_clamp_impulse(jacobian_times(&g->end[i], m->dx * q32, m->dy * q32, m->turned * q32)));
    }
    return sum;
}

void fs__gear2_warm_start(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j)
{
    apply_gear_impulse(&js->gears[j->gear], j->angular_impulse);
}

void fs__gear2_solve(struct fs__joint_solver2 *js, struct fs__joint2_constraint *j, bool use_bias)
{
    struct fs__gear2 *g = &js->gears[j->gear];
    fs_rel error = fs_sat32(fs_round_shift64_sym(current_error(g), FS_WIDE_FRAC - FS_REL_FRAC));
    int64_t change = fs__joint2_impulse_change(use_bias ? &js->rigid : &js->hard, gear_velocity(g), error,
                                               j->angular_impulse, FS_UNIT_ONE);
    j->angular_impulse = fs__joint_clamp_impulse(j->angular_impulse + change);
    apply_gear_impulse(g, change);
}
