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

/* ---- the tick ------------------------------------------------------------------------------------------------- */

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

static void run_part(struct fs__world2_tick *tick)
{
    struct fs_world2 *w = tick->w;
    fs__contact2_update_pairs(tick);
    end_phase(w, FS_PHASE_PAIRS);
    /* A tick without an awake body ends after the pairs. */
    if (!fs__row_scan_any_awake(w->body.gen, w->body.type, w->body.flags, *w->body.rows))
        return;
    if (fs__world2_is_first_part(w))
        w->parts = (uint16_t)fs__world2_count_parts(w);
    fs__body2_take_snapshots(tick);
    fs__contact2_narrow_phase(tick);
    fs__island2_wake(tick);
    end_phase(w, FS_PHASE_CONTACTS);
    if (*w->rules.flags & FS_WORLD2_PAUSED)
        clear_forces(w);
    else
        move_bodies(tick);
}

static void run_tick(struct fs_world2 *w)
{
    struct fs__world2_tick tick;
    if ((*w->rules.flags & FS_WORLD2_SLEEP) == 0)
        fs__body2_wake_all(w);
    w->part = w->parts = 0;
    do {
        memset(&tick, 0, sizeof tick);
        tick.w = w;
        tick.arena = w->scratch->arena;
        run_part(&tick);
    } while (++w->part < w->parts);
    w->part = w->parts = 0;
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
