/* step.c: one tick of a 3D world; see world.h for its parts. */
#include <string.h>

#include "physics/row_scan.h"
#include "physics3d/body/body.h"
#include "physics3d/body/hull_row.h"
#include "physics3d/force/force.h"
#include "physics3d/joint/joint.h"
#include "physics3d/world/world.h"

/* ---- hard impacts --------------------------------------------------------------------------------------------- */

/* The pair's mass 1/(1/m_a + 1/m_b). */
static fs_scaled pair_mass(const struct fs_world3 *w, uint32_t a, uint32_t b)
{
    return fs_scaled_inverse(fs_scaled_add(w->body.inv_mass[a], w->body.inv_mass[b]));
}

static void record_hit(struct fs_world3 *w, uint32_t c, fs_vel speed, fs_vel impulse)
{
    fs_event3 e;
    memset(&e, 0, sizeof e);
    uint32_t a = w->contact.shape_a[c], b = w->contact.shape_b[c], body_a = w->shape.body[a], body_b = w->shape.body[b];
    e.kind = FS_EVENT3_HIT;
    e.shape_a = fs_shape3_at(w, a);
    e.shape_b = fs_shape3_at(w, b);
    e.body_a = fs_body3_at(w, body_a);
    e.body_b = fs_body3_at(w, body_b);
    e.user_a = w->shape.user[a];
    e.user_b = w->shape.user[b];
    e.at = fs__contact3_point(w, c, w->point.arm[fs__contact3_first_point(c)]);
    e.normal = w->contact.normal[c];
    e.speed = speed;
    e.impulse = fs_scaled_apply(pair_mass(w, body_a, body_b),
                                (int64_t)impulse * ((int64_t)1 << (FS_WIDE_FRAC - FS_VEL_FRAC)));
    fs__event3_record(w, &e);
}

static void record_hits(struct fs__world3_tick *tick)
{
    struct fs_world3 *w = tick->w;
    if (tick->approach_speed == NULL || tick->total_normal_impulse == NULL)
        return;
    for (uint32_t i = 0; i < tick->contact_count; i++) {
        uint32_t c = tick->contact[i];
        bool hit = tick->approach_speed[i] > *w->rules.restitution_threshold && tick->total_normal_impulse[i] > 0;
        if (hit && (w->contact.flags[c] & FS__CONTACT3_HITS))
            record_hit(w, c, tick->approach_speed[i], tick->total_normal_impulse[i]);
    }
}

/* ---- broken joints ---------------------------------------------------------------------------------------------- */

static void destroy_broken_joints(struct fs__world3_tick *tick)
{
    struct fs_world3 *w = tick->w;
    if (tick->joint_count == 0)
        return;
    for (uint32_t row = 0; fs__joint3_next_broken(w, &row); row++) {
        fs_event3 e;
        memset(&e, 0, sizeof e);
        e.kind = FS_EVENT3_JOINT_BREAK;
        e.joint = (fs_joint3){ fs_pool_handle(w->state, w->first_table + FS__WORLD3_TABLE_JOINT, row) };
        e.body_a = fs_body3_at(w, w->joint.body_a[row]);
        e.body_b = fs_body3_at(w, w->joint.body_b[row]);
        e.user_a = w->joint.user[row];
        fs__event3_record(w, &e);
    }
    fs__joint3_destroy_broken(w);
}

static void end_phase(const struct fs_world3 *w, fs_phase phase)
{
    fs_state_end_phase(w->state, phase);
}

/* ---- the tick ------------------------------------------------------------------------------------------------- */

static void move_bodies(struct fs__world3_tick *tick)
{
    const struct fs_world3 *w = tick->w;
    fs__island3_build_batches(tick);
    if (tick->solver_body_count <= 1)
        return;
    fs__solver3_run(tick);
    end_phase(w, FS_PHASE_SOLVE);
    record_hits(tick);
    fs__continuous3_run(tick);
    end_phase(w, FS_PHASE_CONTINUOUS);
    fs__world3_update_fat_aabbs(tick);
    fs__island3_update_sleep(tick);
    destroy_broken_joints(tick);
    end_phase(w, FS_PHASE_SLEEP);
}

/* The solver clears them where bodies move. */
static void clear_forces(struct fs_world3 *w)
{
    memset(w->body.force, 0, *w->body.rows * sizeof *w->body.force);
    memset(w->body.torque, 0, *w->body.rows * sizeof *w->body.torque);
}

static void run_tick(struct fs__world3_tick *tick)
{
    struct fs_world3 *w = tick->w;
    if ((*w->rules.flags & FS_WORLD3_SLEEP) == 0)
        fs__body3_wake_all(w);
    if ((*w->rules.flags & FS_WORLD3_PAUSED) == 0)
        fs__force3_apply(w, tick->arena);
    end_phase(w, FS_PHASE_FORCES);
    fs__contact3_update_pairs(tick);
    end_phase(w, FS_PHASE_PAIRS);
    /* A tick without an awake body ends after the pairs. */
    if (!fs__row_scan_any_awake(w->body.gen, w->body.type, w->body.flags, *w->body.rows))
        return;
    fs__body3_take_snapshots(tick);
    fs__contact3_list_active(tick);
    fs__contact3_renew_stale(tick);
    fs__island3_wake(tick);
    end_phase(w, FS_PHASE_CONTACTS);
    if (*w->rules.flags & FS_WORLD3_PAUSED)
        clear_forces(w);
    else
        move_bodies(tick);
}

void fs_world3_step(struct fs_world3 *w)
{
    FS_ASSERT(w->scratch != NULL && *w->world.hz > 0);
    struct fs__world3_tick tick;
    end_phase(w, FS_PHASE_GAME);
    memset(&tick, 0, sizeof tick);
    tick.w = w;
    tick.arena = w->scratch->arena;
    fs__hull3_sync(w);
    w->scratch->broadphase_synced = false;
    if (*w->rules.rows == 1)
        run_tick(&tick);
    fs__event3_publish(w);
    end_phase(w, FS_PHASE_EVENTS);
    if (w->owned)
        ++*w->world.tick;
}
