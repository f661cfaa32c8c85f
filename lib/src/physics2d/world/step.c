/* step.c: one tick of a 2D world; see world.h for its parts. */
#include <string.h>

#include "physics/row_scan.h"
#include "physics2d/body/body.h"
#include "physics2d/joint/joint.h"
#include "physics2d/solver/load_mass.h"
#include "physics2d/world/tick_parts.h"
#include "physics2d/world/world.h"

/* ---- hard impacts --------------------------------------------------------------------------------------------- */

/* The pair's mass 1/(1/m_a + 1/m_b). */
static fs_scaled pair_mass(const struct fs_world2 *w, uint32_t a, uint32_t b)
{
    return fs_scaled_inverse(fs_scaled_add(fs__body2_contact_inv_mass(w, a), fs__body2_contact_inv_mass(w, b)));
}

static void record_hit(struct fs_world2 *w, uint32_t c, fs_vel speed, fs_vel impulse)
{
    fs_event2 e;
    memset(&e, 0, sizeof e);
    uint32_t a = w->contact.shape_a[c], b = w->contact.shape_b[c], body_a = w->shape.body[a], body_b = w->shape.body[b];
    e.kind = FS_EVENT2_HIT;
    e.shape_a = fs_shape2_at(w, a);
    e.shape_b = fs_shape2_at(w, b);
    e.body_a = fs_body2_at(w, body_a);
    e.body_b = fs_body2_at(w, body_b);
    e.user_a = w->shape.user[a];
    e.user_b = w->shape.user[b];
    e.at = fs__contact2_point(w, c, w->contact.arm0[c]);
    e.normal = w->contact.normal[c];
    e.speed = speed;
    e.impulse = fs_scaled_apply(pair_mass(w, body_a, body_b),
                                (int64_t)impulse * ((int64_t)1 << (FS_WIDE_FRAC - FS_VEL_FRAC)));
    fs__event2_record(w, &e);
}

static void record_hits(struct fs__world2_tick *tick)
{
    struct fs_world2 *w = tick->w;
    if (tick->approach_speed == NULL || tick->total_normal_impulse == NULL)
        return;
    for (uint32_t i = 0; i < tick->contact_count; i++) {
        uint32_t c = tick->contact[i];
        bool hit = tick->approach_speed[i] > *w->rules.restitution_threshold && tick->total_normal_impulse[i] > 0;
        if (hit && (w->contact.flags[c] & FS__CONTACT2_HITS))
            record_hit(w, c, tick->approach_speed[i], tick->total_normal_impulse[i]);
    }
}

/* ---- broken joints ---------------------------------------------------------------------------------------------- */

static void destroy_broken_joints(struct fs__world2_tick *tick)
{
    struct fs_world2 *w = tick->w;
    if (tick->joint_count == 0)
        return;
    for (uint32_t row = 0; fs__joint2_next_broken(w, &row); row++) {
        fs_event2 e;
        memset(&e, 0, sizeof e);
        e.kind = FS_EVENT2_JOINT_BREAK;
        e.joint = fs_joint2_at(w, row);
        e.body_a = fs_body2_at(w, w->joint.body_a[row]);
        e.body_b = fs_body2_at(w, w->joint.body_b[row]);
        e.user_a = w->joint.user[row];
        fs__event2_record(w, &e);
    }
    fs__joint2_destroy_broken(w);
}

static void end_phase(const struct fs_world2 *w, fs_phase phase)
{
    fs_state_end_phase(w->state, phase);
}

/* ---- passes ---------------------------------------------------------------------------------------------------- */

static void move_bodies(struct fs__world2_tick *tick)
{
    const struct fs_world2 *w = tick->w;
    fs__island2_build_batches(tick);
    if (tick->solver_body_count <= 1)
        return;
    if (*w->rules.flags & FS_WORLD2_POSITIONS_ONLY)
        fs__positions2_solve(tick);
    else
        fs__solver2_run(tick);
    end_phase(w, FS_PHASE_SOLVE);
    record_hits(tick);
    fs__continuous2_run(tick);
    end_phase(w, FS_PHASE_CONTINUOUS);
    fs__world2_update_fat_aabbs(tick);
    if (fs__world2_is_last_part(w))
        fs__island2_update_sleep(tick);
    destroy_broken_joints(tick);
    end_phase(w, FS_PHASE_SLEEP);
}

/* The solver clears them where bodies move. */
static void clear_forces(struct fs_world2 *w)
{
    memset(w->body.force, 0, *w->body.rows * sizeof *w->body.force);
    memset(w->body.torque, 0, *w->body.rows * sizeof *w->body.torque);
}

/* From the manifolds to the new poses, of the bodies of this pass; those that the snapshots call foreign stay. */
static void run_pass(struct fs__world2_tick *tick)
{
    struct fs_world2 *w = tick->w;
    fs__contact2_renew_stale(tick);
    fs__island2_wake(tick);
    end_phase(w, FS_PHASE_CONTACTS);
    if (*w->rules.flags & FS_WORLD2_PAUSED)
        clear_forces(w);
    else
        move_bodies(tick);
}

/* ---- islands with different numbers of parts ---------------------------------------------------------------------- */

static bool any_has_parts(const struct fs__world2_tick *tick, uint32_t parts)
{
    return memchr(tick->body_parts, (int)parts, *tick->w->body.rows) != NULL;
}

static bool has_sensor(const struct fs_world2 *w, uint32_t contact)
{
    return (w->contact.flags[contact] & FS__CONTACT2_SENSOR) != 0;
}

/* Sensors are tested once a tick, before anything moves: their two bodies may move in different passes. */
static void renew_sensors(struct fs__world2_tick *tick)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < tick->stale_contact_count; i++)
        if (has_sensor(tick->w, tick->stale_contact[i]))
            tick->stale_contact[n++] = tick->stale_contact[i];
    tick->stale_contact_count = n;
    fs__contact2_renew_stale(tick);
}

static void leave_sensors_out(struct fs__world2_tick *tick)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < tick->stale_contact_count; i++)
        if (!has_sensor(tick->w, tick->stale_contact[i]))
            tick->stale_contact[n++] = tick->stale_contact[i];
    tick->stale_contact_count = n;
}

/* Whether a body of this pass got a new fat AABB. */
static bool needs_pairs(const struct fs__world2_tick *tick)
{
    const struct fs_world2 *w = tick->w;
    uint32_t rows = *w->shape.rows;
    for (uint32_t i = 0; (i = fs__row_scan_next(w->shape.flags, FS_SHAPE2_MOVED, i, rows)) < rows; i++)
        if (tick->body_parts[w->shape.body[i]] == w->parts)
            return true;
    return false;
}

/* One part of the ticks of the bodies that have w->parts parts. */
static void run_part(struct fs__world2_tick part)
{
    if (!fs__world2_is_first_part(part.w) && needs_pairs(&part)) {
        fs__contact2_update_pairs(&part);
        end_phase(part.w, FS_PHASE_PAIRS);
    }
    fs__body2_take_snapshots(&part);
    fs__contact2_list_active(&part);
    leave_sensors_out(&part);
    run_pass(&part);
}

/* Bodies of different numbers are not connected in this tick (island_parts.c), so one number comes after the other. */
static void run_divided(struct fs__world2_tick *tick)
{
    struct fs_world2 *w = tick->w;
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
static bool begin_part(struct fs__world2_tick *tick)
{
    struct fs_world2 *w = tick->w;
    fs__contact2_update_pairs(tick);
    end_phase(w, FS_PHASE_PAIRS);
    if (!fs__row_scan_any_awake(w->body.gen, w->body.type, w->body.flags, *w->body.rows))
        return false;
    if (fs__world2_is_first_part(w))
        w->parts = (uint16_t)fs__world2_count_parts(w);
    if (w->by_island)
        fs__island2_begin_links(tick);
    fs__body2_take_snapshots(tick);
    fs__contact2_list_active(tick);
    return true;
}

/* A tick of a small world is divided as a whole. */
static void run_tick(struct fs_world2 *w)
{
    bool small = fs__world2_is_small(w);
    if ((*w->rules.flags & FS_WORLD2_SLEEP) == 0)
        fs__body2_wake_all(w);
    w->part = w->parts = 0;
    w->by_island = !small;
    do {
        struct fs__world2_tick tick = { .w = w, .arena = w->scratch->arena };
        if (!begin_part(&tick))
            continue; /* without an awake body the part ends after the pairs */
        if (!small)
            fs__island2_find_parts(&tick);
        if (tick.body_parts == NULL)
            run_pass(&tick);
        else
            run_divided(&tick);
    } while (!w->by_island && ++w->part < w->parts);
    w->part = w->parts = 0;
    w->by_island = false;
}

void fs_world2_step(struct fs_world2 *w)
{
    FS_ASSERT(w->scratch != NULL && *w->world.hz > 0);
    end_phase(w, FS_PHASE_GAME);
    w->scratch->broadphase_synced = false;
    if (*w->rules.rows == 1)
        run_tick(w);
    fs__event2_publish(w);
    end_phase(w, FS_PHASE_EVENTS);
    if (w->owned)
        ++*w->world.tick;
}
