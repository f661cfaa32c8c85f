/* contact_stop.inl: contacts without restitution that are solved as impacts.
 *
 * The rows of the substeps stop the points of a contact one after the other, which turns a body that hits flat and leaves it a part
 * of its velocity. So where a contact of several points stops a blow, is the only one of its bodies to act along it, and its points
 * meet within half a substep, they are stopped together, as those with restitution are (contact_restitution.inl). Contacts across the
 * blow take part, because what pressed the bodies on them in the substeps is gone then.
 *
 * Template: included by contact_restitution.inl. The dimension defines
 *   POINTS_ARE_STOPPED_SINGLY: whether its rows do so.
 */

/* The mark of a body that such a contact stops: its slot + 1 above the number of contacts that give the body a blow against it,
 * which is as good as TOO_MANY from there on. */
enum { BLOW_BITS = 4, TOO_MANY = (1 << BLOW_BITS) - 1 };

/* Marks of the movable bodies of a contact; NULL for others. */
static uint32_t *mark_of(const struct hit *h, const int32_t *index, uint8_t write)
{
    return (write >> h->lane & 1) != 0 ? &h->s->body_mark[index[h->lane]] : NULL;
}

static bool has_joint(const struct hit *h, int32_t solver_body)
{
    return (uint32_t)solver_body != FS__SOLVERN_STATIC_BODY &&
           h->s->w->body.first_joint[h->s->tick->body_row[solver_body]] != 0;
}

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
        const struct hit g = { h->s, h->r, &h->r->point[i], i, h->lane };
        if (!meets(&g))
            continue;
        m.count++;
        m.speed = fs_max64(m.speed, -(int64_t)h->r->initial_normal_velocity[i][h->lane]);
        m.first = fs_min64(m.first, separation_of(&g));
        m.last = fs_max64(m.last, separation_of(&g));
    }
    return m;
}

/* Whether a contact without restitution newly stops several points that approached faster than `threshold`, and they meet
 * within half a substep: those of a tilted body meet one after the other, as the substeps find. */
static bool stops_points(const struct hit *h, fs_vel threshold)
{
    const uint32_t contact = h->s->tick->contact[h->r->index[h->lane]];
    if (restitution_of(h) != 0 || contact_total(h) == 0 || fs__contactN_has_impulse(h->s->w, contact) ||
        has_joint(h, h->r->a[h->lane]) || has_joint(h, h->r->b[h->lane]))
        return false;
    const struct meeting_points m = find_meeting(h);
    return m.count > 1 && m.speed > threshold &&
           (m.last - m.first) * substep_rate(h->s) <= m.speed * (1 << (FS_REL_FRAC - FS_VEL_FRAC)) / 2;
}

static uint32_t slot_of(const struct hit *h)
{
    return (uint32_t)(h->r - h->s->block) * FS__SOLVERN_LANES + h->lane;
}

static bool mark_stopped(const struct hit *h, fs_vel threshold)
{
    if (!stops_points(h, threshold))
        return false;
    uint32_t *a = mark_of(h, h->r->a, h->r->write_a), *b = mark_of(h, h->r->b, h->r->write_b);
    if (a != NULL)
        *a = (slot_of(h) + 1) << BLOW_BITS;
    if (b != NULL)
        *b = (slot_of(h) + 1) << BLOW_BITS;
    return true;
}

/* Whether the contact gives a blow across the one that stops the body of the mark, which meets a face. The blow of an edge turns a
 * body about what it stands on. */
static bool is_across(const struct hit *h, const uint32_t *mark)
{
    const uint32_t slot = (*mark >> BLOW_BITS) - 1;
    struct fs__solverN_block *r = &h->s->block[slot / FS__SOLVERN_LANES];
    const struct hit g = { h->s, r, &r->point[0], 0, slot % FS__SOLVERN_LANES };
    return fs_abs64(normals_product(h, &g)) <= FS_REL_ONE / 4 && find_meeting(&g).count > 2;
}

static void count_blow(const struct hit *h, uint32_t *mark)
{
    if (mark != NULL && *mark != 0 && (*mark & TOO_MANY) != TOO_MANY && !is_across(h, mark))
        *mark += 1;
}

static bool count_blows(const struct hit *h, fs_vel threshold)
{
    uint32_t *a = mark_of(h, h->r->a, h->r->write_a), *b = mark_of(h, h->r->b, h->r->write_b);
    if (contact_total(h) == 0 || rests(h, threshold))
        return false;
    count_blow(h, a);
    count_blow(h, b);
    return false;
}

static bool is_only_blow(const uint32_t *mark)
{
    return mark == NULL || (*mark & TOO_MANY) == 1;
}

/* The share of the tick after which the points meet (Q30), u and v: their speeds at its start and when they do. */
static int32_t closing_time(const struct hit *h, int64_t distance, int64_t u, int64_t v)
{
    int64_t twice = fs_clamp64(distance, 0, 4 * FS_REL_ONE) *
                    ((int64_t)2 << (FS_UNIT_FRAC + FS_VEL_FRAC - FS_REL_FRAC));
    return (int32_t)fs_clamp64(fs_muldiv64(twice, substep_rate(h->s), (u + v) * h->s->substeps), 0, FS_UNIT_ONE);
}

static void take_part(const struct hit *h, fs_vel threshold)
{
    for (unsigned i = 0; i < point_count(h->r); i++)
        (void)find_impact_speed(&(struct hit){ h->s, h->r, &h->r->point[i], i, h->lane }, threshold);
    h->r->bouncing |= (uint8_t)(1u << h->lane);
}

/* Where a body takes several blows the rows share them better than impacts one after the other. A mark without blows remains. */
static bool stop_together(const struct hit *h, fs_vel threshold)
{
    uint32_t *a = mark_of(h, h->r->a, h->r->write_a), *b = mark_of(h, h->r->b, h->r->write_b);
    if (!is_only_blow(a) || !is_only_blow(b) || !stops_points(h, threshold))
        return false;
    const struct meeting_points m = find_meeting(h);
    take_part(h, threshold);
    h->r->closing[h->lane] = closing_time(h, m.first, m.speed, find_meeting(h).speed);
    if (a != NULL)
        *a &= ~(uint32_t)TOO_MANY;
    if (b != NULL)
        *b &= ~(uint32_t)TOO_MANY;
    return true;
}

/* What pressed the body on its ground in the substeps does not when the points are stopped together. */
static bool join_across(const struct hit *h, fs_vel threshold)
{
    const unsigned k = h->lane;
    const uint32_t *a = mark_of(h, h->r->a, h->r->write_a), *b = mark_of(h, h->r->b, h->r->write_b);
    bool joins = (a != NULL && *a != 0 && (*a & TOO_MANY) == 0 && is_across(h, a)) ||
                 (b != NULL && *b != 0 && (*b & TOO_MANY) == 0 && is_across(h, b));
    if (!joins || (h->r->bouncing >> k & 1) != 0 || contact_total(h) == 0 || rests(h, threshold))
        return false;
    take_part(h, threshold);
    h->r->closing[k] = -1;
    return false;
}

/* Calls `visit` for the lanes, each with its first point; true when one call is. */
static bool visit_lanes(struct fs__solverN *s, struct fs__solverN_block *r, unsigned lanes, visit_fn *visit,
                        fs_vel speed)
{
    bool any = false;
    for (unsigned k = 0; lanes >> k != 0; k++)
        if ((lanes >> k & 1) != 0)
            any |= visit(&(struct hit){ s, r, &r->point[0], 0, k }, speed);
    return any;
}

/* Lanes of which a point approached faster than `threshold` at the start of the tick: in most blocks none. */
static unsigned fast_lanes(const struct fs__solverN_block *r, fs_vel threshold)
{
    fs_vel least[FS__SOLVERN_LANES] = { 0 }, least_of_all = 0;
    unsigned fast = 0;
    for (unsigned i = 0; i < point_count(r); i++)
        for (unsigned k = 0; k < FS__SOLVERN_LANES; k++)
            least[k] = fs_min32(least[k], r->initial_normal_velocity[i][k]);
    for (unsigned k = 0; k < FS__SOLVERN_LANES; k++)
        least_of_all = fs_min32(least_of_all, least[k]);
    for (unsigned k = 0; k < FS__SOLVERN_LANES && least_of_all < -threshold; k++)
        fast |= (unsigned)(least[k] < -threshold) << k;
    return fast & r->used;
}

static bool visit_fast(struct fs__solverN *s, visit_fn *visit, fs_vel threshold)
{
    bool any = false;
    for (uint32_t i = 0; i < block_count(s); i++)
        any |= visit_lanes(s, &s->block[i], fast_lanes(&s->block[i], threshold), visit, threshold);
    return any;
}

/* Lanes of which a movable body has a mark. */
static unsigned marked_lanes(const struct fs__solverN *s, const struct fs__solverN_block *r)
{
    unsigned a = 0, b = 0;
    for (unsigned k = 0; k < FS__SOLVERN_LANES; k++) {
        a |= (unsigned)(s->body_mark[r->a[k]] != 0) << k;
        b |= (unsigned)(s->body_mark[r->b[k]] != 0) << k;
    }
    return ((a & r->write_a) | (b & r->write_b)) & r->used;
}

static bool visit_marked(struct fs__solverN *s, visit_fn *visit, fs_vel threshold)
{
    bool any = false;
    for (uint32_t i = 0; i < block_count(s); i++)
        any |= visit_lanes(s, &s->block[i], marked_lanes(s, &s->block[i]), visit, threshold);
    return any;
}

static bool find_stops(struct fs__solverN *s, fs_vel threshold)
{
    if (!POINTS_ARE_STOPPED_SINGLY)
        return false;
    for (uint32_t i = s->body_first; i < s->body_end; i++)
        s->body_mark[i] = 0;
    if (!visit_fast(s, mark_stopped, threshold))
        return false;
    (void)visit_marked(s, count_blows, threshold);
    if (!visit_fast(s, stop_together, threshold))
        return false;
    (void)visit_marked(s, join_across, threshold);
    return true;
}
