/* step.inl: one tick of a world; see world.h of the dimension for its parts.
 *
 * Template: included once by step.c of physics2d and of physics3d, which defines
 *   pair_mass(w, a, b): the mass 1/(1/m_a + 1/m_b) of two bodies in contacts;
 *   first_arm(w, contact): the arm of its first point;
 *   begin_tick(w): what comes once, before the pairs are found;
 *   solve(tick): moves the bodies of this pass.
 */
#include <string.h>

#include "physics/row_scan.h"
#include "physics/world/tick_parts.h"

/* ---- hard impacts --------------------------------------------------------------------------------------------- */

static void record_hit(struct fs_worldN *w, uint32_t c, fs_vel speed, fs_vel impulse)
{
    fs_eventN e;
    memset(&e, 0, sizeof e);
    uint32_t a = w->contact.shape_a[c], b = w->contact.shape_b[c], body_a = w->shape.body[a], body_b = w->shape.body[b];
    e.kind = FS_EVENTN_HIT;
    e.shape_a = fs_shapeN_at(w, a);
    e.shape_b = fs_shapeN_at(w, b);
    e.body_a = fs_bodyN_at(w, body_a);
    e.body_b = fs_bodyN_at(w, body_b);
    e.user_a = w->shape.user[a];
    e.user_b = w->shape.user[b];
    e.at = fs__contactN_point(w, c, first_arm(w, c));
    e.normal = w->contact.normal[c];
    e.speed = speed;
    e.impulse = fs_scaled_apply(pair_mass(w, body_a, body_b),
                                (int64_t)impulse * ((int64_t)1 << (FS_WIDE_FRAC - FS_VEL_FRAC)));
    fs__eventN_record(w, &e);
}

static void record_hits(struct fs__worldN_tick *tick)
{
    struct fs_worldN *w = tick->w;
    if (tick->approach_speed == NULL || tick->total_normal_impulse == NULL)
        return;
    for (uint32_t i = 0; i < tick->contact_count; i++) {
        uint32_t c = tick->contact[i];
        bool hit = tick->approach_speed[i] > *w->rules.restitution_threshold && tick->total_normal_impulse[i] > 0;
        if (hit && (w->contact.flags[c] & FS__CONTACTN_HITS))
            record_hit(w, c, tick->approach_speed[i], tick->total_normal_impulse[i]);
    }
}

/* ---- broken joints ---------------------------------------------------------------------------------------------- */

static void destroy_broken_joints(struct fs__worldN_tick *tick)
{
    struct fs_worldN *w = tick->w;
    if (tick->joint_count == 0)
        return;
    for (uint32_t row = 0; fs__jointN_next_broken(w, &row); row++) {
        fs_eventN e;
        memset(&e, 0, sizeof e);
        e.kind = FS_EVENTN_JOINT_BREAK;
        e.joint = fs_jointN_at(w, row);
        e.body_a = fs_bodyN_at(w, w->joint.body_a[row]);
        e.body_b = fs_bodyN_at(w, w->joint.body_b[row]);
        e.user_a = w->joint.user[row];
        fs__eventN_record(w, &e);
    }
    fs__jointN_destroy_broken(w);
}

static void end_phase(const struct fs_worldN *w, fs_phase phase)
{
    fs_state_end_phase(w->state, phase);
}

/* ---- passes ---------------------------------------------------------------------------------------------------- */

static void move_bodies(struct fs__worldN_tick *tick)
{
    const struct fs_worldN *w = tick->w;
    fs__islandN_build_batches(tick);
    if (tick->solver_body_count <= 1)
        return;
    solve(tick);
    end_phase(w, FS_PHASE_SOLVE);
    record_hits(tick);
    fs__continuousN_run(tick);
    end_phase(w, FS_PHASE_CONTINUOUS);
    fs__worldN_update_fat_aabbs(tick);
    if (fs__worldN_is_last_part(w))
        fs__islandN_update_sleep(tick);
    destroy_broken_joints(tick);
    end_phase(w, FS_PHASE_SLEEP);
}

/* The solver clears them where bodies move. */
static void clear_forces(struct fs_worldN *w)
{
    memset(w->body.force, 0, *w->body.rows * sizeof *w->body.force);
    memset(w->body.torque, 0, *w->body.rows * sizeof *w->body.torque);
}

/* From the manifolds to the new poses, of the bodies of this pass; those that the snapshots call foreign stay. */
static void run_pass(struct fs__worldN_tick *tick)
{
    struct fs_worldN *w = tick->w;
    fs__contactN_renew_stale(tick);
    fs__islandN_wake(tick);
    end_phase(w, FS_PHASE_CONTACTS);
    if (*w->rules.flags & FS_WORLDN_PAUSED)
        clear_forces(w);
    else
        move_bodies(tick);
}

/* ---- islands with different numbers of parts ---------------------------------------------------------------------- */

static bool any_has_parts(const struct fs__worldN_tick *tick, uint32_t parts)
{
    return memchr(tick->body_parts, (int)parts, *tick->w->body.rows) != NULL;
}

static bool has_sensor(const struct fs_worldN *w, uint32_t contact)
{
    return (w->contact.flags[contact] & FS__CONTACTN_SENSOR) != 0;
}

/* Sensors are tested once a tick, before anything moves: their two bodies may move in different passes. */
static void renew_sensors(struct fs__worldN_tick *tick)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < tick->stale_contact_count; i++)
        if (has_sensor(tick->w, tick->stale_contact[i]))
            tick->stale_contact[n++] = tick->stale_contact[i];
    tick->stale_contact_count = n;
    fs__contactN_renew_stale(tick);
}

static void leave_sensors_out(struct fs__worldN_tick *tick)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < tick->stale_contact_count; i++)
        if (!has_sensor(tick->w, tick->stale_contact[i]))
            tick->stale_contact[n++] = tick->stale_contact[i];
    tick->stale_contact_count = n;
}

/* Whether a body of this pass got a new fat AABB. */
static bool needs_pairs(const struct fs__worldN_tick *tick)
{
    const struct fs_worldN *w = tick->w;
    uint32_t rows = *w->shape.rows;
    for (uint32_t i = 0; (i = fs__row_scan_next(w->shape.flags, FS_SHAPEN_MOVED, i, rows)) < rows; i++)
        if (tick->body_parts[w->shape.body[i]] == w->parts)
            return true;
    return false;
}

/* One part of the ticks of the bodies that have w->parts parts. */
static void run_part(struct fs__worldN_tick part)
{
    if (!fs__worldN_is_first_part(part.w) && needs_pairs(&part)) {
        fs__contactN_update_pairs(&part);
        end_phase(part.w, FS_PHASE_PAIRS);
    }
    fs__bodyN_take_snapshots(&part);
    fs__contactN_list_active(&part);
    leave_sensors_out(&part);
    run_pass(&part);
}

/* Bodies of different numbers are not connected in this tick (island_parts.inl), so one number comes after the other. */
static void run_divided(struct fs__worldN_tick *tick)
{
    struct fs_worldN *w = tick->w;
    renew_sensors(tick);
    tick->link = NULL;
    for (uint16_t parts = 1; parts <= FS__MAX_PARTS; parts = (uint16_t)(parts * 2)) {
        if (!any_has_parts(tick, parts))
            continue;
        w->parts = parts;
        for (w->part = 0; w->part < parts; w->part++) {
            run_part(*tick);
            tick->pairs_searched = false; /* boxes may have changed */
        }
    }
}

/* ---- the tick ------------------------------------------------------------------------------------------------- */

/* The start of a tick, or of a part of it: whether a body is awake. */
static bool begin_part(struct fs__worldN_tick *tick)
{
    struct fs_worldN *w = tick->w;
    fs__contactN_update_pairs(tick);
    end_phase(w, FS_PHASE_PAIRS);
    if (!fs__row_scan_any_awake(w->body.gen, w->body.type, w->body.flags, *w->body.rows))
        return false;
    if (fs__worldN_is_first_part(w))
        w->parts = (uint16_t)fs__worldN_count_parts(w);
    if (w->by_island)
        fs__islandN_begin_links(tick);
    fs__bodyN_take_snapshots(tick);
    fs__contactN_list_active(tick);
    return true;
}

/* A tick of a small world is divided as a whole. */
static void run_tick(struct fs_worldN *w)
{
    bool small = fs__worldN_is_small(w);
    if ((*w->rules.flags & FS_WORLDN_SLEEP) == 0)
        fs__bodyN_wake_all(w);
    begin_tick(w);
    w->part = w->parts = 0;
    w->by_island = !small;
    do {
        struct fs__worldN_tick tick = { .w = w, .arena = w->scratch->arena };
        if (!begin_part(&tick))
            continue; /* without an awake body the part ends after the pairs */
        if (!small)
            fs__islandN_find_parts(&tick);
        if (tick.body_parts == NULL)
            run_pass(&tick);
        else
            run_divided(&tick);
    } while (!w->by_island && ++w->part < w->parts);
    w->part = w->parts = 0;
    w->by_island = false;
}

void fs_worldN_step(struct fs_worldN *w)
{
    FS_ASSERT(w->scratch != NULL && *w->world.hz > 0);
    end_phase(w, FS_PHASE_GAME);
    w->scratch->broadphase_synced = false;
    if (*w->rules.rows == 1)
        run_tick(w);
    fs__eventN_publish(w);
    end_phase(w, FS_PHASE_EVENTS);
    if (w->owned)
        ++*w->world.tick;
}
