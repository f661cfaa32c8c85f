/* pieces.c: the masses and the velocities of the pieces of a body.
 *
 * With shares s_i = m_i / M of the mass, offsets d_i from the common centre of mass c' of the pieces, their inertia I'
 * about it (parallel axis rule) and burst velocities u_i, the pieces move with
 *     v_i = v + a_i - sum s a,  a_i = w' x d_i + u_i,  w' = w + dw
 *     I' dw = (I - I') w + M (c - c') x v - M sum s (d x u)
 * so that M v and I w + M (c - c') x v, the angular momentum about c', are those of the body. The formula gives the
 * difference dw, which is 0 for a body with the inertia of its parts: no rounding of inertias touches w then. Offsets and
 * velocities are Q32.32; everything is divided by M.
 */
#include "physics3d/fracture/pieces.h"

#include "physics3d/body/body.h"
#include "physics3d/mass/mass.h"

/* ---- masses --------------------------------------------------------------------------------------------------- */

/* A weight as an integer in steps of 2^-50 of a number below 2^(top + 31). */
static int64_t weight_of(fs_scaled mass, int32_t top)
{
    int64_t down = (int64_t)top - mass.e;
    return down > 50 || mass.m <= 0 ? 1 : fs_max64(((int64_t)mass.m << 20) >> down, 1);
}

static int32_t find_top(const fs_mass_data3 *data, uint32_t count)
{
    int32_t top = data[0].mass.e;
    for (uint32_t i = 1; i < count; i++)
        top = data[i].mass.m > 0 ? fs_max32(top, data[i].mass.e) : top;
    return top;
}

static fs_inertia3 scale_inertia(fs_inertia3 i, fs_scaled by)
{
    return (fs_inertia3){ fs_scaled_mul(i.xx, by), fs_scaled_mul(i.yy, by), fs_scaled_mul(i.zz, by),
                          fs_scaled_mul(i.xy, by), fs_scaled_mul(i.xz, by), fs_scaled_mul(i.yz, by) };
}

/* Shares rounded to nearest; what is left over, at most half a step a piece, goes to the largest. */
static void divide_mantissa(int64_t mantissa, const fs_mass_data3 *data, uint32_t count, int64_t *share)
{
    int32_t top = find_top(data, count);
    int64_t total = 0, left = mantissa;
    uint32_t largest = 0;
    for (uint32_t i = 0; i < count; i++)
        total += weight_of(data[i].mass, top);
    for (uint32_t i = 0; i < count; i++) {
        share[i] = fs_max64(fs_muldiv64(mantissa, weight_of(data[i].mass, top), total), 1);
        left -= share[i];
        largest = share[i] > share[largest] ? i : largest;
    }
    share[largest] += left;
}

void fs__pieces3_share_mass(fs_scaled mass, fs_mass_data3 *data, uint32_t count)
{
    int64_t share[FS_FRACTURE3_MAX_PIECES];
    FS_ASSERT(count > 0 && count <= FS_FRACTURE3_MAX_PIECES && mass.m > 0);
    divide_mantissa(mass.m, data, count, share);
    for (uint32_t i = 0; i < count; i++) {
        fs_scaled part = fs_scaled_make(share[i], mass.e);
        data[i].inertia = scale_inertia(data[i].inertia, fs_scaled_div(part, data[i].mass));
        data[i].mass = part;
    }
}

/* ---- momentum ------------------------------------------------------------------------------------------------- */

fs_inertia3 fs__body3_world_inertia(const fs_world3 *w, uint32_t row)
{
    fs_mass_data3 data = { .mass = w->body.mass[row] };
    data.inertia.xx = w->body.inertia_x[row];
    data.inertia.yy = w->body.inertia_y[row];
    data.inertia.zz = w->body.inertia_z[row];
    fs_quat axes = fs_quat_normalise(fs_quat_mul(w->body.rot[row], w->body.principal[row]));
    return fs_mass_data3_place(data, (fs_transform3){ fs_rel3_zero(), axes }).inertia;
}

static fs_wide3 wide_of(fs_vel3 v)
{
    return fs_wide3_make(fs_wide_from_vel(v.x), fs_wide_from_vel(v.y), fs_wide_from_vel(v.z));
}

static fs_vel3 vel_of(fs_wide3 v)
{
    return fs_vel3_make(fs_vel_from_wide(v.x), fs_vel_from_wide(v.y), fs_vel_from_wide(v.z));
}

/* What the passes over the pieces share. */
struct motion {
    const fs_world3 *w;
    const struct fs__broken3 *broken;
    uint32_t count;
    uint32_t row[FS_FRACTURE3_MAX_PIECES];
    fs_scaled share[FS_FRACTURE3_MAX_PIECES]; /* of the mass */
    fs_wide3 arm[FS_FRACTURE3_MAX_PIECES];    /* from the common centre of mass, m */
    fs_wide3 burst[FS_FRACTURE3_MAX_PIECES];  /* m/s */
    fs_wide3 shift;                           /* from the body's centre of mass to the common one, m */
};

/* Offsets in steps of 2^-56 m until they are added up: they are multiplied by speeds of up to 500 m/s. */
static void measure_arms(struct motion *m)
{
    const int64_t more = 1 << 24;
    fs_wide3 sum = fs_wide3_zero();
    for (uint32_t i = 0; i < m->count; i++) {
        m->arm[i] = fs__wide3_from_pos(fs_pos3_sub(m->w->body.pos[m->row[i]], m->broken->centre));
        fs_wide3 fine = fs_wide3_make(fs_sat64_mul(m->arm[i].x, more), fs_sat64_mul(m->arm[i].y, more),
                                      fs_sat64_mul(m->arm[i].z, more));
        sum = fs_wide3_add(sum, fs__wide3_apply_scaled(m->share[i], fine));
    }
    m->shift = fs_wide3_make(fs_round_shift64_sym(sum.x, 24), fs_round_shift64_sym(sum.y, 24),
                             fs_round_shift64_sym(sum.z, 24));
    for (uint32_t i = 0; i < m->count; i++)
        m->arm[i] = fs_wide3_sub(m->arm[i], m->shift);
}

static void make_bursts(struct motion *m, fs_pos3 from, fs_vel speed)
{
    for (uint32_t i = 0; i < m->count; i++) {
        fs_unit3 away = fs_unit3_zero();
        (void)fs_pos3_normalise(fs_pos3_sub(m->w->body.pos[m->row[i]], from), &away);
        fs_wide s = fs_wide_from_vel(speed);
        m->burst[i] = fs_wide3_make(fs_mul64(s, away.x, FS_UNIT_FRAC), fs_mul64(s, away.y, FS_UNIT_FRAC),
                                    fs_mul64(s, away.z, FS_UNIT_FRAC));
    }
}

/* I' of the pieces about their common centre of mass, kg m^2. */
static fs_inertia3 sum_inertia(const struct motion *m)
{
    fs_mass_data3 sum = { .mass = { 0, 0 } };
    for (uint32_t i = 0; i < m->count; i++) {
        fs_mass_data3 part = { .mass = m->w->body.mass[m->row[i]],
                               .inertia = fs__body3_world_inertia(m->w, m->row[i]) };
        part.centre = fs_rel3_make(fs_rel_from_wide(m->arm[i].x), fs_rel_from_wide(m->arm[i].y),
                                   fs_rel_from_wide(m->arm[i].z));
        sum = fs_mass_data3_combine(sum, part);
    }
    return sum.inertia;
}

static fs_scaled subtract(fs_scaled a, fs_scaled b)
{
    return fs_scaled_add(a, fs__scaled_neg(b));
}

/* (I - I') w / M, m^2/s. */
static fs_wide3 inertia_change(const struct fs__broken3 *b, const fs_inertia3 *now)
{
    const fs_inertia3 *i = &b->inertia;
    const fs_scaled row[3][3] = { { subtract(i->xx, now->xx), subtract(i->xy, now->xy), subtract(i->xz, now->xz) },
                                  { subtract(i->xy, now->xy), subtract(i->yy, now->yy), subtract(i->yz, now->yz) },
                                  { subtract(i->xz, now->xz), subtract(i->yz, now->yz), subtract(i->zz, now->zz) } };
    fs_wide3 w = wide_of(b->angular_velocity);
    fs_wide out[3];
    for (unsigned k = 0; k < 3; k++) {
        fs_wide x = fs_scaled_apply(fs_scaled_div(row[k][0], b->mass), w.x);
        fs_wide y = fs_scaled_apply(fs_scaled_div(row[k][1], b->mass), w.y);
        out[k] = fs_wide_add(fs_wide_add(x, y), fs_scaled_apply(fs_scaled_div(row[k][2], b->mass), w.z));
    }
    return fs_wide3_make(out[0], out[1], out[2]);
}

/* The angular momentum, divided by M, that the change of the angular velocity must give. */
static fs_wide3 missing_momentum(const struct motion *m, const fs_inertia3 *now)
{
    fs_wide3 sum = inertia_change(m->broken, now);
    sum = fs_wide3_sub(sum, fs_wide3_cross(m->shift, wide_of(m->broken->vel)));
    for (uint32_t i = 0; i < m->count; i++)
        sum = fs_wide3_sub(sum, fs__wide3_apply_scaled(m->share[i], fs_wide3_cross(m->arm[i], m->burst[i])));
    return sum;
}

/* M I'^-1 h; nothing about an axis without inertia. */
static fs_wide3 solve_inertia(const fs_inertia3 *now, fs_scaled mass, fs_wide3 h)
{
    fs_principal3 p = fs_inertia3_principal(*now);
    fs_mat3 axes = fs_mat3_from_quat(p.axes);
    h = fs__mat3_wide(fs_mat3_transpose(axes), h);
    h = fs_wide3_make(fs_scaled_apply(fs_scaled_div(mass, p.moment[0]), h.x),
                      fs_scaled_apply(fs_scaled_div(mass, p.moment[1]), h.y),
                      fs_scaled_apply(fs_scaled_div(mass, p.moment[2]), h.z));
    return fs__mat3_wide(axes, h);
}

static fs_vel3 new_angular_velocity(const struct motion *m)
{
    fs_inertia3 now = sum_inertia(m);
    if (!m->broken->turns)
        return m->broken->angular_velocity;
    fs_wide3 change = solve_inertia(&now, m->broken->mass, missing_momentum(m, &now));
    return vel_of(fs_wide3_add(wide_of(m->broken->angular_velocity), change));
}

static fs_wide3 mean_of(const struct motion *m, const fs_wide3 *v)
{
    fs_wide3 mean = fs_wide3_zero();
    for (uint32_t i = 0; i < m->count; i++)
        mean = fs_wide3_add(mean, fs__wide3_apply_scaled(m->share[i], v[i]));
    return mean;
}

void fs__pieces3_set_velocities(fs_world3 *w, const struct fs__broken3 *broken, const fs_pieces3 *pieces, fs_pos3 from,
                                fs_vel burst_speed)
{
    struct motion m = { .w = w, .broken = broken, .count = pieces->count };
    fs_wide3 extra[FS_FRACTURE3_MAX_PIECES];
    for (uint32_t i = 0; i < m.count; i++) {
        m.row[i] = pieces->body[i].handle.index1 - 1;
        m.share[i] = fs_scaled_div(w->body.mass[m.row[i]], broken->mass);
    }
    measure_arms(&m);
    make_bursts(&m, from, burst_speed);
    fs_vel3 turn = new_angular_velocity(&m);
    for (uint32_t i = 0; i < m.count; i++)
        extra[i] = fs_wide3_add(fs_wide3_cross(wide_of(turn), m.arm[i]), m.burst[i]);
    fs_wide3 base = fs_wide3_sub(wide_of(broken->vel), mean_of(&m, extra));
    for (uint32_t i = 0; i < m.count; i++)
        (void)fs_body3_set_velocity(w, pieces->body[i], vel_of(fs_wide3_add(base, extra[i])), turn);
}
