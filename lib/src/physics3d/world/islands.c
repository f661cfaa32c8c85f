/* islands.c: islands fall asleep and wake.
 *
 * An island is a set of enabled dynamic bodies connected by touching contacts and joints. It falls asleep as a whole when
 * every body of it was slower than sleep_speed for sleep_ticks, and wakes as a whole when an awake body touches it. Islands
 * are computed only in ticks in which one of the two may happen.
 */
#include <string.h>

#include "physics3d/body/body.h"
#include "base/union_find.h"
#include "physics3d/joint/joint.h"
#include "physics3d/world/world.h"

/* ---- islands ----------------------------------------------------------------------------------------------------- */

/* Union-find over body rows; a mark belongs to a root. */
struct island_sets {
    uint32_t *parent;
    uint8_t *mark;
};

static struct island_sets init_sets(struct fs__world3_tick *tick)
{
    uint32_t n = *tick->w->body.rows;
    struct island_sets s = { fs_arena_take(&tick->arena, n * sizeof *s.parent), fs_arena_take(&tick->arena, n) };
    FS_ASSERT(s.parent != NULL && s.mark != NULL);
    fs__union_find_init(s.parent, n);
    memset(s.mark, 0, n);
    return s;
}

/* A body that can be part of an island. */
static bool is_island_body(const struct fs_world3 *w, uint32_t body)
{
    return fs__body3_is_dynamic(w, body) && (w->body.flags[body] & FS_BODY3_DISABLED) == 0;
}

/* The bodies of a touching, solid contact. */
static bool touching_bodies(const struct fs_world3 *w, uint32_t c, uint32_t *a, uint32_t *b)
{
    const uint8_t mask = FS__CONTACT3_TOUCHING | FS__CONTACT3_SENSOR;
    if (!fs__world3_row_live(w->contact.gen, c) || (w->contact.flags[c] & mask) != FS__CONTACT3_TOUCHING)
        return false;
    *a = w->shape.body[w->contact.shape_a[c]];
    *b = w->shape.body[w->contact.shape_b[c]];
    return true;
}

static struct island_sets find_islands(struct fs__world3_tick *tick)
{
    struct fs_world3 *w = tick->w;
    struct island_sets s = init_sets(tick);
    uint32_t a, b;
    for (uint32_t c = 0; c < *w->contact.rows; c++)
        if (touching_bodies(w, c, &a, &b) && is_island_body(w, a) && is_island_body(w, b))
            fs__union_find_unite(s.parent, a, b);
    for (uint32_t j = 0; j < *w->joint.rows; j++)
        if (fs__joint3_bodies(w, j, &a, &b) && is_island_body(w, a) && is_island_body(w, b))
            fs__union_find_unite(s.parent, a, b);
    return s;
}

/* ---- waking --------------------------------------------------------------------------------------------------- */

/* Whether the body wakes what it touches: awake and dynamic, or kinematic and moving. */
static bool is_disturbing(const struct fs_world3 *w, uint32_t body)
{
    if (!fs__body3_is_awake(w, body))
        return false;
    return fs__body3_is_dynamic(w, body) ||
           !(fs_vel3_is_zero(w->body.vel[body]) && fs_vel3_is_zero(w->body.angular_velocity[body]));
}

static bool is_asleep(const struct fs_world3 *w, uint32_t body)
{
    return is_island_body(w, body) && (w->body.flags[body] & FS_BODY3_ASLEEP) != 0;
}

/* Whether one body of a pair sleeps and the other disturbs it; marks the island of the sleeping one. */
static bool mark_disturbed(const struct fs_world3 *w, const struct island_sets *s, uint32_t a, uint32_t b)
{
    bool wake_a = is_asleep(w, a) && is_disturbing(w, b), wake_b = is_asleep(w, b) && is_disturbing(w, a);
    if (s != NULL && wake_a)
        s->mark[fs__union_find_root(s->parent, a)] = 1;
    if (s != NULL && wake_b)
        s->mark[fs__union_find_root(s->parent, b)] = 1;
    return wake_a || wake_b;
}

static bool mark_all_disturbed(const struct fs__world3_tick *tick, const struct island_sets *s)
{
    const struct fs_world3 *w = tick->w;
    bool any = false;
    uint32_t a, b;
    for (uint32_t i = 0; i < tick->active_contact_count; i++)
        if (touching_bodies(w, tick->active_contact[i], &a, &b) && mark_disturbed(w, s, a, b))
            any = true;
    for (uint32_t j = 0; j < *w->joint.rows; j++)
        if (fs__joint3_bodies(w, j, &a, &b) && mark_disturbed(w, s, a, b))
            any = true;
    return any;
}

/* Bodies woke since the narrow phase: their contacts become active. */
static void update_active_contacts(struct fs__world3_tick *tick)
{
    struct fs_world3 *w = tick->w;
    uint32_t n = 0;
    fs__body3_take_snapshots(tick);
    for (uint32_t c = 0; c < *w->contact.rows; c++) {
        if (!fs__world3_row_live(w->contact.gen, c))
            continue;
        uint32_t a = w->shape.body[w->contact.shape_a[c]], b = w->shape.body[w->contact.shape_b[c]];
        if (((tick->snapshot[a].awake | tick->snapshot[b].awake) & 1u) == 0)
            continue;
        tick->active_contact[n++] = c;
        fs__contact3_update_separations(tick, c);
    }
    tick->active_contact_count = n;
}

static void wake_islands(struct fs__world3_tick *tick)
{
    struct fs_world3 *w = tick->w;
    fs_arena before = tick->arena;
    struct island_sets s = find_islands(tick);
    mark_all_disturbed(tick, &s);
    for (uint32_t i = 0; i < *w->body.rows; i++)
        if (fs__world3_row_live(w->body.gen, i) && s.mark[fs__union_find_root(s.parent, i)] && is_asleep(w, i))
            fs__body3_wake_row(w, i);
    tick->arena = before;
}

void fs__island3_wake(struct fs__world3_tick *tick)
{
    struct fs__world3_scratch *scratch = tick->w->scratch;
    if (scratch->woken_count != 0)
        update_active_contacts(tick);
    if (!tick->touches_sleeping && *tick->w->joint.rows == 0)
        return;
    if (mark_all_disturbed(tick, NULL))
        wake_islands(tick);
    if (scratch->woken_count != 0)
        update_active_contacts(tick);
}

/* ---- sleeping ------------------------------------------------------------------------------------------------- */

void fs__body3_put_to_sleep(struct fs_world3 *w, uint32_t body)
{
    w->body.flags[body] |= FS_BODY3_ASLEEP;
    w->body.vel[body] = fs_vel3_zero();
    w->body.velocity_residual[body] = fs_unit3_zero();
    w->body.angular_velocity_residual[body] = fs_unit3_zero();
    w->body.angular_velocity[body] = fs_vel3_zero();
    w->body.force[body] = fs_wide3_zero();
    w->body.torque[body] = fs_wide3_zero();
    fs__event3_record_body(w, FS_EVENT3_SLEEP, body);
}

/* |v| + |w| extent < limit, without a root. */
static bool is_slow(const struct fs_world3 *w, uint32_t i, fs_vel limit)
{
    uint64_t rim = fs__body3_rim_speed(w->body.angular_velocity[i], w->body.extent[i]);
    if (rim >= (uint64_t)limit)
        return false;
    uint64_t rest = (uint64_t)limit - rim;
    return fs_vel3_length_sq(w->body.vel[i]) < rest * rest;
}

/* Counts the ticks of rest; true when a body has rested for sleep_ticks. */
static bool count_still_ticks(struct fs__world3_tick *tick)
{
    struct fs_world3 *w = tick->w;
    bool any = false;
    for (uint32_t m = 1; m < tick->solver_body_count; m++) {
        uint32_t i = tick->body_row[m];
        uint16_t *still = &w->body.still_ticks[i];
        bool at_rest = fs__body3_is_dynamic(w, i) ? is_slow(w, i, *w->rules.sleep_speed) : !is_disturbing(w, i);
        if (!at_rest || (w->body.flags[i] & FS_BODY3_SLEEPLESS))
            *still = 0;
        else if (*still < UINT16_MAX)
            ++*still;
        any = any || *still >= *w->rules.sleep_ticks;
    }
    return any;
}

/* A body on a moving kinematic body does not sleep. */
static void keep_carried_awake(struct fs__world3_tick *tick)
{
    struct fs_world3 *w = tick->w;
    for (uint32_t i = 0; i < tick->contact_count; i++) {
        uint32_t a = tick->ends[i].a, b = tick->ends[i].b;
        if (!fs__body3_is_dynamic(w, a) && is_disturbing(w, a))
            w->body.still_ticks[b] = 0;
        if (!fs__body3_is_dynamic(w, b) && is_disturbing(w, b))
            w->body.still_ticks[a] = 0;
    }
}

void fs__island3_update_sleep(struct fs__world3_tick *tick)
{
    struct fs_world3 *w = tick->w;
    fs_arena before = tick->arena;
    if ((*w->rules.flags & FS_WORLD3_SLEEP) == 0 || !count_still_ticks(tick))
        return;
    keep_carried_awake(tick);
    struct island_sets s = find_islands(tick);
    for (uint32_t m = 1; m < tick->solver_body_count; m++)
        if (w->body.still_ticks[tick->body_row[m]] < *w->rules.sleep_ticks)
            s.mark[fs__union_find_root(s.parent, tick->body_row[m])] = 1;
    for (uint32_t m = 1; m < tick->solver_body_count; m++)
        if (!s.mark[fs__union_find_root(s.parent, tick->body_row[m])])
            fs__body3_put_to_sleep(w, tick->body_row[m]);
    tick->arena = before;
}
