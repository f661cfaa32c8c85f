/* contact_restitution.inl: impacts at the end of a tick's solve.
 *
 * The substeps stop bodies that meet. Where a contact with restitution had an impact in the tick, what its normal rows
 * gave is taken back, and the impacts are solved one after the other in the order of their speeds, until no such
 * contact approaches. So a blow travels through bodies that touch, and each impact keeps the energy or its share: the
 * sum(impulse * (before + after)) / 2 of an impact is never positive.
 *
 * Template: included by contact_restitution.c of physics2d and of physics3d, which first define
 *   MAX_SPEED, MAX_CHANGE_OF_SPEED, MAX_GRAVITY: bounds of velocities, of what an impact changes them by (Q10.21), and of gravity
 *     (Q32.32);
 *   HAS_RESTITUTION: the bit of a block's `extra`;
 *   struct hit: with s, r, q (solver, block, point), point and lane;
 *   block_count(s), point_count(r);
 *   impulse_of(h), total_of(h): the point's impulse of the last substep, and its sum over the substeps;
 *   substep_rate(s): substeps per second;
 *   max_impulse(h): that an impact may give to the point;
 *   inverse_of(h): the effective mass of the point's normal row, Q1.30;
 *   normal_velocity(h), closed_distance(h): of the points along the normal, the distance since the start of the tick;
 *   apply_impulse(h, impulse): to the velocities of both bodies;
 *   is_oblique(h): whether the normal has several components;
 *   gravity_along_normal(h, body): of a solver body, m/s^2;
 *   contact_total(h), last_load(h): impulses of all points of the contact, of this tick and (if it rested) the last one.
 */

/* Oblique rebounds are rounded on several axes. Their target is lower by this many velocity steps (2^-21 m/s), so that
 * rounding loses energy on average and a long rally of elastic hits does not gain energy. */
#define OBLIQUE_LOSS 2
/* Largest number of passes over the contacts of a batch: a blow passes at least as many bodies in a tick. */
enum { MAX_PASSES = 64 };

typedef bool visit_fn(const struct hit *h, fs_vel speed);

static bool visit_block(struct fs__solverN *s, struct fs__solverN_block *r, unsigned lanes, visit_fn *visit,
                        fs_vel speed)
{
    bool any = false;
    for (unsigned k = 0; k < FS__SOLVERN_LANES; k++)
        for (unsigned p = 0; p < point_count(r) && (lanes >> k & 1) != 0; p++)
            any |= visit(&(struct hit){ s, r, &r->point[p], p, k }, speed);
    return any;
}

/* Calls `visit` for the points of all contacts with restitution, or of those that take part in impacts; true when one
 * call is. */
static bool visit_points(struct fs__solverN *s, bool bouncing, visit_fn *visit, fs_vel speed)
{
    bool any = false;
    for (uint32_t i = 0; i < block_count(s); i++) {
        struct fs__solverN_block *r = &s->block[i];
        if ((r->extra & HAS_RESTITUTION) != 0)
            any |= visit_block(s, r, bouncing ? r->bouncing : r->used, visit, speed);
    }
    return any;
}

/* ---- impulses -------------------------------------------------------------------------------------------------- */

/* v + change (Q51), together with the part below one step that earlier changes left in *rest. */
static fs_vel add_change(fs_vel v, int64_t change, int64_t *rest)
{
    int64_t sum = change + *rest, whole = fs_round_shift64_sym(sum, FS_UNIT_FRAC);
    *rest = sum - whole * FS_UNIT_ONE;
    return (fs_vel)fs_clamp64(v + whole, -MAX_SPEED, MAX_SPEED);
}

/* ---- speeds of impact ------------------------------------------------------------------------------------------ */

/* Acceleration with which gravity closes the gap (m/s^2, Q32.32). */
static fs_wide closing_gravity(const struct hit *h)
{
    fs_wide gain = fs_sat64_sub(gravity_along_normal(h, (uint32_t)h->r->a[h->lane]),
                                gravity_along_normal(h, (uint32_t)h->r->b[h->lane]));
    return fs_clamp64(gain, -MAX_GRAVITY * 4, MAX_GRAVITY * 4);
}

/* What gravity adds to a velocity in half a substep (Q21). Velocities are those of half a substep before their positions:
 * they lag by it before an impact and lead by it after. */
static fs_vel half_step_gain(const struct hit *h)
{
    int64_t gain = fs_div64_round(closing_gravity(h), 2 * substep_rate(h->s));
    return fs_sat32(fs_round_shift64_sym(gain, FS_WIDE_FRAC - FS_VEL_FRAC));
}

/* The speed of a fall from speed u over `distance`: v^2 = u^2 + 2 g s, rounded down, so that no rebound gains energy. */
static fs_vel speed_after(int64_t u, fs_wide gravity, int64_t distance)
{
    int64_t gain = fs_mul64(gravity, fs_clamp64(distance, 0, 4 * FS_REL_ONE), FS_REL_FRAC); /* Q32, below 2^47 */
    u = fs_clamp64(u, 0, MAX_SPEED);
    int64_t square = u * u + gain * (1 << (2 * FS_VEL_FRAC - FS_WIDE_FRAC + 1));
    return square <= 0 ? 0 : (fs_vel)fs_min_u64(fs_isqrt64((uint64_t)square), MAX_SPEED);
}

/* Replaces the velocity at the start of the tick by that of the impact: the speed gained by falling to the surface is
 * kept. True for an impact. */
static bool find_impact_speed(const struct hit *h, fs_vel threshold)
{
    fs_vel *velocity = &h->r->initial_normal_velocity[h->point][h->lane];
    if (*velocity >= -threshold || *total_of(h) == 0)
        return false;
    *velocity = -speed_after((int64_t)half_step_gain(h) - *velocity, closing_gravity(h), closed_distance(h));
    return h->r->restitution[h->lane] != 0;
}

/* ---- contacts that take part ------------------------------------------------------------------------------------- */

/* A contact that carried a load at the end of the last tick and has no impact rests: its rows stay as they are. */
static bool rests(const struct hit *h, fs_vel threshold)
{
    int64_t load = last_load(h);
    if (load <= 0 || contact_total(h) > 2 * load)
        return false;
    for (unsigned i = 0; i < point_count(h->r); i++)
        if (h->r->initial_normal_velocity[i][h->lane] < -threshold)
            return false;
    return true;
}

static bool mark_bouncing(const struct hit *h, fs_vel threshold)
{
    if (h->r->restitution[h->lane] != 0 && contact_total(h) != 0 && !rests(h, threshold))
        h->r->bouncing |= (uint8_t)(1u << h->lane);
    return false;
}

static bool take_back(const struct hit *h, fs_vel unused)
{
    (void)unused;
    apply_impulse(h, -*total_of(h));
    *total_of(h) = *impulse_of(h) = 0;
    return false;
}

/* After all was taken back: by how much the bodies approach faster at the end of the tick than at the impact. */
static bool find_excess(const struct hit *h, fs_vel unused)
{
    (void)unused;
    fs_vel approach = fs_sat32(fs_max64(-normal_velocity(h), 0));
    fs_vel impact = fs_max32(fs_sat32_neg(h->r->initial_normal_velocity[h->point][h->lane]), 0);
    h->r->excess[h->point][h->lane] = fs_sat32_sub(approach, impact);
    return false;
}

/* ---- impacts ----------------------------------------------------------------------------------------------------- */

/* The velocity after an impact. An approach below the threshold is stopped. */
static int64_t rebound_of(const struct hit *h, int64_t approach)
{
    const unsigned k = h->lane;
    fs_vel *excess = &h->r->excess[h->point][k];
    int64_t impact = approach - *excess, lead = *excess != 0 ? half_step_gain(h) : 0;
    *excess = 0;
    if (impact <= h->s->w->rules.restitution_threshold[0])
        return 0;
    int64_t rebound = fs_mul64(impact, h->r->restitution[k], FS_UNIT_FRAC) + lead - (is_oblique(h) ? OBLIQUE_LOSS : 0);
    return fs_max64(rebound, 0);
}

/* Solves the impact of a point that approaches faster than `speed`; true when it does. */
static bool hit_point(const struct hit *h, fs_vel speed)
{
    int64_t velocity = normal_velocity(h), room = MAX_SPEED - *total_of(h);
    if (-velocity <= speed)
        return false;
    int64_t change = fs_clamp64(rebound_of(h, -velocity) - velocity, 0, MAX_CHANGE_OF_SPEED);
    int64_t impulse = fs_round_shift64_sym(change * inverse_of(h), FS_UNIT_FRAC);
    impulse = fs_min64(fs_min64(impulse, max_impulse(h)), room);
    if (impulse <= 0)
        return false;
    *total_of(h) += (int32_t)impulse;
    apply_impulse(h, (int32_t)impulse);
    return true;
}

static fs_vel fastest_approach(const struct fs__solverN *s)
{
    fs_vel fastest = 0;
    for (uint32_t i = 0; i < block_count(s); i++)
        for (unsigned k = 0; k < FS__SOLVERN_LANES && s->block[i].bouncing != 0; k++)
            for (unsigned p = 0; p < point_count(&s->block[i]) && (s->block[i].bouncing >> k & 1) != 0; p++)
                fastest = fs_max32(fastest, fs_sat32_neg(s->block[i].initial_normal_velocity[p][k]));
    return fastest;
}

void fs__solverN_apply_restitution(struct fs__solverN *s)
{
    fs_vel threshold = s->w->rules.restitution_threshold[0];
    if (!visit_points(s, false, find_impact_speed, threshold))
        return;
    (void)visit_points(s, false, mark_bouncing, threshold);
    (void)visit_points(s, true, take_back, 0);
    (void)visit_points(s, true, find_excess, 0);
    fs_vel speed = fastest_approach(s) / 2;
    for (int pass = 0; pass < MAX_PASSES; pass++) {
        if (visit_points(s, true, hit_point, speed))
            continue;
        if (speed == 0)
            return;
        speed = speed > threshold ? speed / 2 : 0;
    }
}
