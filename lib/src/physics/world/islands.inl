/* islands.inl: islands of a world fall asleep and wake; physics/islands.h finds them.
 *
 * Template: included once by islands.c of physics2d and of physics3d.
 */

/* ---- columns -------------------------------------------------------------------------------------------------- */

_Static_assert((int)FS_BODYN_STATIC == FS__BODY_STATIC && (int)FS_BODYN_KINEMATIC == FS__BODY_KINEMATIC &&
                   (int)FS_BODYN_DYNAMIC == FS__BODY_DYNAMIC,
               "types of bodies");
_Static_assert((int)FS_BODYN_DISABLED == FS__BODY_DISABLED && (int)FS_BODYN_ASLEEP == FS__BODY_ASLEEP &&
                   (int)FS__CONTACTN_TOUCHING == FS__CONTACT_TOUCHING && (int)FS__CONTACTN_SENSOR == FS__CONTACT_SENSOR,
               "flags");

static bool is_moving(const void *world, uint32_t body)
{
    const struct fs_worldN *w = world;
    return !(fs_velN_is_zero(w->body.vel[body]) && fs__angular_vel_is_zero(w->body.angular_velocity[body]));
}

static struct fs__island_columns columns_of(const struct fs_worldN *w)
{
    return (struct fs__island_columns){
        .bodies = *w->body.rows,
        .contacts = *w->contact.rows,
        .joints = *w->joint.rows,
        .body_gen = w->body.gen,
        .body_type = w->body.type,
        .body_flags = w->body.flags,
        .contact_gen = w->contact.gen,
        .shape_a = w->contact.shape_a,
        .shape_b = w->contact.shape_b,
        .shape_body = w->shape.body,
        .contact_flags = w->contact.flags,
        .contact_count = w->contact.count,
        .joint_gen = w->joint.gen,
        .joint_a = w->joint.body_a,
        .joint_b = w->joint.body_b,
        .world = w,
        .is_moving = is_moving,
    };
}

/* ---- waking --------------------------------------------------------------------------------------------------- */

/* Bodies woke since the narrow phase: their contacts become active. */
static void update_active_contacts(struct fs__worldN_tick *tick)
{
    struct fs_worldN *w = tick->w;
    uint32_t n = 0;
    fs__bodyN_take_snapshots(tick);
    for (uint32_t c = 0; c < *w->contact.rows; c++) {
        if (!fs__worldN_row_live(w->contact.gen, c))
            continue;
        uint32_t a = w->shape.body[w->contact.shape_a[c]], b = w->shape.body[w->contact.shape_b[c]];
        uint32_t awake = tick->snapshot[a].awake | tick->snapshot[b].awake;
        if ((awake & (FS__SNAPSHOT_AWAKE | FS__SNAPSHOT_FOREIGN)) != FS__SNAPSHOT_AWAKE)
            continue;
        tick->active_contact[n++] = c;
        fs__contactN_update_separations(tick, c);
    }
    tick->active_contact_count = n;
}

static void wake_islands(struct fs__worldN_tick *tick)
{
    struct fs_worldN *w = tick->w;
    fs_arena before = tick->arena;
    const struct fs__island_columns c = columns_of(w);
    struct fs__island_sets s = fs__islands_find(&c, &tick->arena);
    fs__islands_mark_disturbed(&c, &s, tick->active_contact, tick->active_contact_count);
    for (uint32_t i = 0; i < *w->body.rows; i++)
        if (fs__worldN_row_live(w->body.gen, i) && *fs__islands_mark_of(&s, i) && fs__islands_is_asleep(&c, i))
            fs__bodyN_wake_row(w, i);
    tick->arena = before;
}

void fs__islandN_wake(struct fs__worldN_tick *tick)
{
    struct fs__worldN_scratch *scratch = tick->w->scratch;
    if (scratch->woken_count != 0)
        update_active_contacts(tick);
    if (!tick->touches_sleeping && *tick->w->joint.rows == 0)
        return;
    const struct fs__island_columns c = columns_of(tick->w);
    if (fs__islands_mark_disturbed(&c, NULL, tick->active_contact, tick->active_contact_count))
        wake_islands(tick);
    if (scratch->woken_count != 0)
        update_active_contacts(tick);
}

/* ---- sleeping ------------------------------------------------------------------------------------------------- */

void fs__bodyN_put_to_sleep(struct fs_worldN *w, uint32_t body)
{
    w->body.flags[body] |= FS_BODYN_ASLEEP;
    w->body.vel[body] = fs_velN_zero();
    w->body.velocity_residual[body] = fs_unitN_zero();
    w->body.angular_velocity_residual[body] = fs__angular_residual_zero();
    w->body.angular_velocity[body] = fs__angular_vel_zero();
    w->body.force[body] = fs_wideN_zero();
    w->body.torque[body] = fs__torque_zero();
    fs__eventN_record_body(w, FS_EVENTN_SLEEP, body);
}

/* |v| + |w| extent < limit, without a root. */
static bool is_slow(const struct fs_worldN *w, uint32_t i, fs_vel limit)
{
    uint64_t rim = fs__bodyN_rim_speed(w->body.angular_velocity[i], w->body.extent[i]);
    if (rim >= (uint64_t)limit)
        return false;
    uint64_t rest = (uint64_t)limit - rim;
    return fs_velN_length_sq(w->body.vel[i]) < rest * rest;
}

/* Counts the ticks of rest; true when a body has rested for sleep_ticks. */
static bool count_still_ticks(struct fs__worldN_tick *tick)
{
    struct fs_worldN *w = tick->w;
    const struct fs__island_columns c = columns_of(w);
    bool any = false;
    for (uint32_t m = 1; m < tick->solver_body_count; m++) {
        uint32_t i = tick->body_row[m];
        uint16_t *still = &w->body.still_ticks[i];
        bool at_rest = fs__bodyN_is_dynamic(w, i) ? is_slow(w, i, *w->rules.sleep_speed)
                                                  : !fs__islands_is_disturbing(&c, i);
        if (!at_rest || (w->body.flags[i] & FS_BODYN_SLEEPLESS))
            *still = 0;
        else if (*still < UINT16_MAX)
            ++*still;
        any = any || *still >= *w->rules.sleep_ticks;
    }
    return any;
}

/* A body on a moving kinematic body does not sleep. */
static void keep_carried_awake(struct fs__worldN_tick *tick)
{
    struct fs_worldN *w = tick->w;
    const struct fs__island_columns c = columns_of(w);
    for (uint32_t i = 0; i < tick->contact_count; i++) {
        uint32_t a = tick->ends[i].a, b = tick->ends[i].b;
        if (!fs__bodyN_is_dynamic(w, a) && fs__islands_is_disturbing(&c, a))
            w->body.still_ticks[b] = 0;
        if (!fs__bodyN_is_dynamic(w, b) && fs__islands_is_disturbing(&c, b))
            w->body.still_ticks[a] = 0;
    }
}

/* Whether an active contact, or a joint, may connect an awake body to one that is asleep or steps in another pass. */
static bool may_reach_others(const struct fs__worldN_tick *tick)
{
    const struct fs_worldN *w = tick->w;
    unsigned awake = 0;
    if (*w->joint.rows > 0 || tick->body_parts != NULL || w->scratch->woken_count > 0)
        return true;
    for (uint32_t i = 0; i < tick->active_contact_count; i++) {
        uint32_t c = tick->active_contact[i];
        awake |= tick->snapshot[w->shape.body[w->contact.shape_a[c]]].awake |
                 tick->snapshot[w->shape.body[w->contact.shape_b[c]]].awake;
    }
    return (awake & ~(unsigned)FS__SNAPSHOT_AWAKE) != 0;
}

/* The islands of awake bodies. Mostly they follow from the active contacts: those of sleeping heaps are left out. */
static struct fs__island_sets find_awake_islands(struct fs__worldN_tick *tick, const struct fs__island_columns *c)
{
    if (may_reach_others(tick))
        return fs__islands_find(c, &tick->arena);
    return fs__islands_find_by_contacts(c, tick->active_contact, tick->active_contact_count, &tick->arena);
}

void fs__islandN_update_sleep(struct fs__worldN_tick *tick)
{
    struct fs_worldN *w = tick->w;
    fs_arena before = tick->arena;
    if ((*w->rules.flags & FS_WORLDN_SLEEP) == 0 || !count_still_ticks(tick))
        return;
    keep_carried_awake(tick);
    const struct fs__island_columns c = columns_of(w);
    struct fs__island_sets s = find_awake_islands(tick, &c);
    for (uint32_t m = 1; m < tick->solver_body_count; m++)
        if (w->body.still_ticks[tick->body_row[m]] < *w->rules.sleep_ticks)
            *fs__islands_mark_of(&s, tick->body_row[m]) = 1;
    for (uint32_t m = 1; m < tick->solver_body_count; m++)
        if (!*fs__islands_mark_of(&s, tick->body_row[m]))
            fs__bodyN_put_to_sleep(w, tick->body_row[m]);
    tick->arena = before;
}
