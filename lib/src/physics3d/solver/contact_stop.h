/* contact_stop.h: contacts without restitution that are solved as impacts; included by contact_restitution.c.
 *
 * The rows of the substeps stop the points of a contact one after the other, which turns a body that hits flat and leaves it a part
 * of its velocity. So where a contact newly stops several points, is the only one of its bodies to act along the blow, and its points
 * meet within half a substep, they are stopped together, as those with restitution are (contact_restitution.inl). Contacts across the
 * blow take part, because what pressed the bodies on them in the substeps is gone then. impact_timing.c places the bodies.
 */

static struct hit point_hit(const struct hit *h, unsigned point)
{
    return (struct hit){ h->s, h->r, &h->r->point[point], point, h->lane };
}

/* ---- points that meet ------------------------------------------------------------------------------------------------ */

/* Points of a contact that meet in the tick. */
struct meeting_points {
    unsigned count;
    int64_t speed;       /* of the fastest, Q21 */
    int64_t first, last; /* least and largest separation, Q26 */
};

static struct meeting_points find_meeting(const struct hit *h)
{
    struct meeting_points m = { 0, 0, INT64_MAX, INT64_MIN };
    for (unsigned i = 0; i < point_count(h->r); i++) {
        const struct hit g = point_hit(h, i);
        if (!meets(&g))
            continue;
        m.count++;
        m.speed = fs_max64(m.speed, -(int64_t)h->r->initial_normal_velocity[i][h->lane]);
        m.first = fs_min64(m.first, separation_of(&g));
        m.last = fs_max64(m.last, separation_of(&g));
    }
    return m;
}

static bool has_joint(const struct hit *h, int32_t solver_body)
{
    return (uint32_t)solver_body != FS__SOLVER3_STATIC_BODY &&
           h->s->w->body.first_joint[h->s->tick->body_row[solver_body]] != 0;
}

/* Whether a contact without restitution newly stops several points that approached faster than `threshold`, and they meet
 * within half a substep: those of a tilted body meet one after the other, as the substeps find. */
static bool stops_points(const struct hit *h, fs_vel threshold)
{
    const uint32_t contact = h->s->tick->contact[h->r->index[h->lane]];
    if (lane_restitution(h->r, h->lane) != 0 || contact_total(h) == 0 || fs__contact3_has_impulse(h->s->w, contact) ||
        has_joint(h, h->r->a[h->lane]) || has_joint(h, h->r->b[h->lane]))
        return false;
    const struct meeting_points m = find_meeting(h);
    return m.count > 1 && m.speed > threshold &&
           (m.last - m.first) * substep_rate(h->s) <= m.speed * (1 << (FS_REL_FRAC - FS_VEL_FRAC)) / 2;
}

/* ---- marks of bodies ------------------------------------------------------------------------------------------------- */

/* A body that such a contact stops has its slot + 1 as mark, above the number of contacts that give it a blow along the normal,
 * which is as good as TOO_MANY from there on. 0 blows: the contact takes part. */
enum { BLOW_BITS = 4, TOO_MANY = (1 << BLOW_BITS) - 1 };

/* Those of the bodies of a contact; no_mark for immovable ones. */
struct marks {
    uint32_t *of[2], no_mark;
};

static void find_marks(const struct hit *h, struct marks *m)
{
    const unsigned k = h->lane;
    m->no_mark = 0;
    m->of[0] = (h->r->write_a >> k & 1) != 0 ? &h->s->body_mark[h->r->a[k]] : &m->no_mark;
    m->of[1] = (h->r->write_b >> k & 1) != 0 ? &h->s->body_mark[h->r->b[k]] : &m->no_mark;
}

static bool mark_stopped(const struct hit *h, fs_vel threshold)
{
    struct marks m;
    if (!stops_points(h, threshold))
        return false;
    find_marks(h, &m);
    for (unsigned i = 0; i < 2; i++)
        *m.of[i] = ((uint32_t)(h->r - h->s->block) * FS__SOLVER3_LANES + h->lane + 1) << BLOW_BITS;
    return true;
}

/* Whether the contact gives a blow across the one that stops the body of the mark, which meets a face. The blow of an edge turns a
 * body about what it stands on. */
static bool is_across(const struct hit *h, uint32_t mark)
{
    const uint32_t slot = (mark >> BLOW_BITS) - 1;
    struct fs__solver3_block *r = &h->s->block[slot / FS__SOLVER3_LANES];
    const struct hit g = { h->s, r, &r->point[0], 0, slot % FS__SOLVER3_LANES };
    fs_rel3 n = vector_of(h->r->direction[0].n, h->lane), m = vector_of(r->direction[0].n, g.lane);
    int64_t product = (int64_t)n.x * m.x + (int64_t)n.y * m.y + (int64_t)n.z * m.z;
    return fs_abs64(fs_round_shift64_sym(product, FS_REL_FRAC)) <= FS_REL_ONE / 4 && find_meeting(&g).count > 2;
}

static bool count_blows(const struct hit *h, fs_vel threshold)
{
    struct marks m;
    if (contact_total(h) == 0 || rests(h, threshold))
        return false;
    find_marks(h, &m);
    for (unsigned i = 0; i < 2; i++)
        if (*m.of[i] != 0 && (*m.of[i] & TOO_MANY) != TOO_MANY && !is_across(h, *m.of[i]))
            *m.of[i] += 1;
    return false;
}

/* ---- contacts that take part ------------------------------------------------------------------------------------------- */

/* The share of the tick after which the points meet (Q30), u and v: their speeds at its start and when they do. */
static int32_t closing_time(const struct hit *h, int64_t distance, int64_t u, int64_t v)
{
    int64_t twice = fs_clamp64(distance, 0, 4 * FS_REL_ONE) *
                    ((int64_t)2 << (FS_UNIT_FRAC + FS_VEL_FRAC - FS_REL_FRAC));
    return (int32_t)fs_clamp64(fs_muldiv64(twice, substep_rate(h->s), (u + v) * h->s->substeps), 0, FS_UNIT_ONE);
}

static void take_part(const struct hit *h, fs_vel threshold)
{
    for (unsigned i = 0; i < point_count(h->r); i++) {
        const struct hit g = point_hit(h, i);
        (void)find_impact_speed(&g, threshold);
    }
    h->r->bouncing |= (uint8_t)(1u << h->lane);
}

/* Where a body takes several blows the rows share them better than impacts one after the other. */
static bool stop_together(const struct hit *h, fs_vel threshold)
{
    struct marks m;
    find_marks(h, &m);
    for (unsigned i = 0; i < 2; i++)
        if (m.of[i] != &m.no_mark && (*m.of[i] & TOO_MANY) != 1)
            return false;
    if (!stops_points(h, threshold))
        return false;
    const struct meeting_points before = find_meeting(h);
    take_part(h, threshold);
    h->r->stopping |= (uint8_t)(1u << h->lane);
    h->r->closing[h->lane] = closing_time(h, before.first, before.speed, find_meeting(h).speed);
    for (unsigned i = 0; i < 2; i++)
        *m.of[i] &= ~(uint32_t)TOO_MANY;
    return true;
}

static bool join_across(const struct hit *h, fs_vel threshold)
{
    struct marks m;
    bool joins = false;
    find_marks(h, &m);
    for (unsigned i = 0; i < 2; i++)
        joins |= *m.of[i] != 0 && (*m.of[i] & TOO_MANY) == 0 && is_across(h, *m.of[i]);
    if (joins && !moves_tree(h) && (h->r->bouncing >> h->lane & 1) == 0 && contact_total(h) != 0 &&
        !rests(h, threshold))
        take_part(h, threshold);
    return false;
}

/* ---- passes ---------------------------------------------------------------------------------------------------------- */

/* Calls `visit` for the lanes, each with its first point; true when one call is. */
static bool visit_lanes(struct fs__solver3 *s, struct fs__solver3_block *r, unsigned lanes, visit_fn *visit,
                        fs_vel speed)
{
    bool any = false;
    for (unsigned k = 0; lanes >> k != 0; k++)
        if ((lanes >> k & 1) != 0)
            any |= visit(&(struct hit){ s, r, &r->point[0], 0, k }, speed);
    return any;
}

/* Lanes of which a point approached faster than `threshold` at the start of the tick: in most blocks none. */
static unsigned fast_lanes(const struct fs__solver3_block *r, fs_vel threshold)
{
    fs_vel least[FS__SOLVER3_LANES] = { 0 }, least_of_all = 0;
    unsigned fast = 0;
    for (unsigned i = 0; i < point_count(r); i++)
        for (unsigned k = 0; k < FS__SOLVER3_LANES; k++)
            least[k] = fs_min32(least[k], r->initial_normal_velocity[i][k]);
    for (unsigned k = 0; k < FS__SOLVER3_LANES; k++)
        least_of_all = fs_min32(least_of_all, least[k]);
    for (unsigned k = 0; k < FS__SOLVER3_LANES && least_of_all < -threshold; k++)
        fast |= (unsigned)(least[k] < -threshold) << k;
    return fast & r->used;
}

static bool visit_fast(struct fs__solver3 *s, visit_fn *visit, fs_vel threshold)
{
    bool any = false;
    for (uint32_t i = 0; i < block_count(s); i++)
        any |= visit_lanes(s, &s->block[i], fast_lanes(&s->block[i], threshold), visit, threshold);
    return any;
}

/* Lanes of which a movable body has a mark. */
static unsigned marked_lanes(const struct fs__solver3 *s, const struct fs__solver3_block *r)
{
    unsigned a = 0, b = 0;
    for (unsigned k = 0; k < FS__SOLVER3_LANES; k++) {
        a |= (unsigned)(s->body_mark[r->a[k]] != 0) << k;
        b |= (unsigned)(s->body_mark[r->b[k]] != 0) << k;
    }
    return ((a & r->write_a) | (b & r->write_b)) & r->used;
}

static void visit_marked(struct fs__solver3 *s, visit_fn *visit, fs_vel threshold)
{
    for (uint32_t i = 0; i < block_count(s); i++)
        (void)visit_lanes(s, &s->block[i], marked_lanes(s, &s->block[i]), visit, threshold);
}

static bool find_stops(struct fs__solver3 *s, fs_vel threshold)
{
    for (uint32_t i = s->body_first; i < s->body_end; i++)
        s->body_mark[i] = 0;
    s->stops = false;
    if (!visit_fast(s, mark_stopped, threshold))
        return false;
    visit_marked(s, count_blows, threshold);
    s->stops = visit_fast(s, stop_together, threshold);
    if (s->stops)
        visit_marked(s, join_across, threshold);
    return s->stops;
}
