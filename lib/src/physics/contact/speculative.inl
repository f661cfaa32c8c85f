/* speculative.inl: which points of a fast pair's manifold may meet in a tick.
 *
 * Template: included by speculative.c of physics2d and of physics3d, which first define
 *   contact_margin(tick, a, b): points of these bodies closer than this (m) get into a manifold;
 *   speed_bound(velocity, extent): an upper bound for the speed of the points of a body within `extent` of its centre;
 *   speed_at(velocity, arm, normal): the speed along the normal of the point at an arm from the centre of mass.
 */

/* Farthest move of a pair to its time of impact (m); narrow_phase.c follows separations that far. */
#define MAX_ADVANCE (FS_REL_ONE + FS_REL_ONE / 2)

/* ---- moves of a tick ------------------------------------------------------------------------------------------ */

/* The distance (m, Q5.26) that a speed (Q10.21) covers in a tick. */
static fs_rel distance_of(const struct fs__worldN_tick *tick, int64_t speed)
{
    return fs_sat32(fs_div64_round(speed * (1 << (FS_REL_FRAC - FS_VEL_FRAC)), fs__worldN_rate(tick->w)));
}

static struct fs__speculativeN_velocity velocity_of(const struct fs__worldN_tick *tick, uint32_t body)
{
    const struct fs_bodyN_view *b = &tick->w->body;
    if (tick->snapshot[body].awake != 1)
        return (struct fs__speculativeN_velocity){ fs_velN_zero(), fs__angular_vel_zero() };
    return (struct fs__speculativeN_velocity){ b->vel[body], b->angular_velocity[body] };
}

/* False where contacts bounce or report hits: then speeds at the start of the tick count, and the other body must not be
 * stopped yet. */
static bool is_soft(const struct fs_worldN *w, const struct fs__contactN_pair *p)
{
    const fs_unit *restitution = w->material.restitution;
    uint16_t a = w->shape.material[p->shape_a], b = w->shape.material[p->shape_b];
    uint32_t row;
    fs_unit bounce = fs__material_pairN_lookup(w, a, b, &row) ? w->material_pair.restitution[row]
                                                              : restitution[a] | restitution[b];
    return bounce == 0 && (w->contact.flags[p->contact] & FS__CONTACTN_HITS) == 0;
}

/* An upper bound for the speed at which two points close, also if one of the bodies is stopped (`soft`). */
static int64_t closing_bound(const struct fs__speculativeN_velocity *a, fs_rel extent_a,
                             const struct fs__speculativeN_velocity *b, fs_rel extent_b, bool soft)
{
    const struct fs__speculativeN_velocity between = { fs_velN_sub(a->vel, b->vel), fs__angular_vel_zero() };
    int64_t most =
        speed_bound(&between, 0) +
        speed_bound(&(struct fs__speculativeN_velocity){ .angular_velocity = a->angular_velocity }, extent_a) +
        speed_bound(&(struct fs__speculativeN_velocity){ .angular_velocity = b->angular_velocity }, extent_b);
    return soft ? fs_max64(most, fs_max64(speed_bound(a, extent_a), speed_bound(b, extent_b))) : most;
}

/* The distance in which fs__speculativeN_init() looks for points is that of the speed, rounded to nearest. */
bool fs__speculativeN_are_apart(const struct fs__worldN_tick *tick, uint32_t a, uint32_t b, int64_t gap)
{
    int64_t left = gap - contact_margin(tick, a, b) - 1;
    if (left <= 0)
        return false;
    struct fs__speculativeN_velocity of_a = velocity_of(tick, a), of_b = velocity_of(tick, b);
    int64_t most = closing_bound(&of_a, tick->snapshot[a].extent, &of_b, tick->snapshot[b].extent, true);
    return most * (1 << (FS_REL_FRAC - FS_VEL_FRAC)) < left * (int64_t)fs__worldN_rate(tick->w);
}

struct fs__speculativeN fs__speculativeN_init(const struct fs__worldN_tick *tick, const struct fs__contactN_pair *p)
{
    FS_ASSERT(tick->snapshot != NULL && p->body_a < *tick->w->body.rows && p->body_b < *tick->w->body.rows);
    struct fs__speculativeN h = { .tick = tick, .a = velocity_of(tick, p->body_a), .b = velocity_of(tick, p->body_b) };
    fs_rel extent_a = tick->snapshot[p->body_a].extent, extent_b = tick->snapshot[p->body_b].extent;
    h.soft = is_soft(tick->w, p);
    int64_t most = closing_bound(&h.a, extent_a, &h.b, extent_b, h.soft);
    h.contact_margin = contact_margin(tick, p->body_a, p->body_b);
    h.margin = h.contact_margin + fs_min32(distance_of(tick, most), MAX_ADVANCE);
    return h;
}

/* ---- points --------------------------------------------------------------------------------------------------- */

/* How far a point closes in a tick (m), with both velocities and if one of the bodies stood still. */
struct closing {
    fs_rel both, alone;
};

static struct closing closing_of(const struct fs__speculativeN *h, const struct fs__contactN_pair *p, fs_unitN n,
                                 fs_relN point)
{
    fs_relN arm = fs__contactN_pair_arm(h->tick->w, p, point);
    int64_t a = speed_at(&h->a, arm, n), b = -speed_at(&h->b, fs_relN_sub(arm, p->anchor_offset), n);
    return (struct closing){ distance_of(h->tick, a + b), distance_of(h->tick, fs_max64(a, b)) };
}

/* Of a manifold. */
#define MAX_POINTS (sizeof((struct fs__manifoldN *)NULL)->id / sizeof((struct fs__manifoldN *)NULL)->id[0])

/* Those of all points. */
/* `reach` is how far a blow on one point may let another one close in a tick: a rod that meets the ground with one end
 * swings down with the other, faster than it fell. */
struct closings {
    struct closing point[MAX_POINTS];
    int64_t reach;
};

static struct closings closings_of(const struct fs__speculativeN *h, const struct fs__contactN_pair *p,
                                   const struct fs__manifoldN *m)
{
    fs_unitN n = fs__contactN_pair_direction(p, m->normal);
    struct closings c = { .reach = 0 };
    for (unsigned i = 0; i < m->count; i++) {
        c.point[i] = closing_of(h, p, n, m->point[i]);
        c.reach = fs_max64(c.reach, 2 * (int64_t)c.point[i].both);
    }
    return c;
}

static void keep_point(struct fs__manifoldN *m, unsigned i, unsigned *kept)
{
    FS_ASSERT(*kept <= i && i < m->count);
    m->point[*kept] = m->point[i];
    m->separation[*kept] = m->separation[i];
    m->id[*kept] = m->id[i];
    ++*kept;
}

/* Whether there are points, all of them within the margin. */
static bool are_all_near(const struct fs__speculativeN *h, const struct fs__manifoldN *m)
{
    for (unsigned i = 0; i < m->count; i++)
        if (m->separation[i] > h->contact_margin)
            return false;
    return m->count > 0;
}

bool fs__speculativeN_filter_points(struct fs__speculativeN *h, const struct fs__contactN_pair *p,
                                    struct fs__manifoldN *m)
{
    h->separated = false;
    if (are_all_near(h, m))
        return false;
    const struct closings all = closings_of(h, p, m);
    bool near = false, closes_in = false;
    unsigned kept = 0;
    for (unsigned i = 0; i < m->count; i++) {
        int64_t separation = m->separation[i];
        const struct closing c = all.point[i];
        bool alone = h->soft && c.both <= separation && separation - c.alone <= h->contact_margin;
        if (separation - all.reach > h->contact_margin && !alone)
            continue;
        near |= separation <= h->contact_margin;
        closes_in |= c.both > separation;
        keep_point(m, i, &kept);
    }
    m->count = (uint8_t)kept;
    h->separated = !near && !closes_in;
    return closes_in && !near;
}

/* A point that separates at those poses passed around the other body: it was never in front of the face nearest to it. */
void fs__speculativeN_filter_advanced(struct fs__speculativeN *h, const struct fs__contactN_pair *p,
                                      struct fs__manifoldN *m)
{
    const int64_t reach = closings_of(h, p, m).reach;
    bool near = false;
    unsigned kept = 0;
    for (unsigned i = 0; i < m->count; i++) {
        if (reach == 0 || m->separation[i] - reach > h->contact_margin)
            continue;
        near |= m->separation[i] <= h->contact_margin;
        keep_point(m, i, &kept);
    }
    m->count = near ? (uint8_t)kept : 0;
}
