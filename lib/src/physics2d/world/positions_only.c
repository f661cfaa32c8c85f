/* positions_only.c: FS_WORLD2_POSITIONS_ONLY: contacts correct positions and change no velocity.
 *
 * The solver runs twice. First on bodies at rest, without gravity, forces and joints: its soft bias then moves bodies out
 * of each other, at most at max_push_out_speed, shared by their masses, and nothing else happens; the velocities that it
 * leaves are dropped. Then without contacts: forces, joints and free motion. Impulses of contacts stay zero, so that
 * neither the next tick nor a world whose flag is cleared starts from them.
 */
#include "physics2d/body/body.h"
#include "physics2d/world/world.h"

/* The motion of a body, put aside while its position is corrected. */
struct motion {
    fs_vel2 vel;
    fs_vel angular_velocity;
    fs_unit2 residual;
    fs_unit angular_residual;
    fs_wide2 force;
    fs_wide torque;
};

static struct motion exchange_motion(fs_world2 *w, uint32_t row, struct motion m)
{
    struct fs_body2_view *b = &w->body;
    struct motion old = { b->vel[row],
                          b->angular_velocity[row],
                          b->velocity_residual[row],
                          b->angular_velocity_residual[row],
                          b->force[row],
                          b->torque[row] };
    b->vel[row] = m.vel;
    b->angular_velocity[row] = m.angular_velocity;
    b->velocity_residual[row] = m.residual;
    b->angular_velocity_residual[row] = m.angular_residual;
    b->force[row] = m.force;
    b->torque[row] = m.torque;
    return old;
}

static void exchange_motions(struct fs__world2_tick *tick, struct motion *of)
{
    for (uint32_t i = FS__SOLVER2_STATIC_BODY + 1; i < tick->solver_body_count; i++)
        of[i] = exchange_motion(tick->w, tick->body_row[i], of[i]);
}

static void clear_impulses(struct fs__world2_tick *tick)
{
    struct fs_contact2_view *c = &tick->w->contact;
    for (uint32_t i = 0; i < tick->contact_count; i++) {
        uint32_t row = tick->contact[i];
        c->impulse0[row] = c->impulse1[row] = fs_vel2_zero();
        c->rolling_impulse[row] = 0;
    }
}

/* Runs the solver in the rest of the arena and gives it back. */
static void run_solver(struct fs__world2_tick *tick)
{
    fs_arena arena = tick->arena;
    FS_ASSERT(tick->solver_body != NULL);
    fs__solver2_run(tick);
    tick->arena = arena;
}

static void correct_positions(struct fs__world2_tick *tick, struct motion *motion)
{
    fs_wide2 gravity = *tick->w->rules.gravity;
    uint32_t joints = tick->joint_count;
    for (uint32_t i = 0; i < tick->solver_body_count; i++)
        motion[i] = (struct motion){ .torque = 0 };
    exchange_motions(tick, motion);
    clear_impulses(tick);
    *tick->w->rules.gravity = fs_wide2_zero();
    tick->joint_count = 0;
    run_solver(tick);
    tick->joint_count = joints;
    *tick->w->rules.gravity = gravity;
    exchange_motions(tick, motion);
    clear_impulses(tick);
}

/* Continuous collision and sleep look at the solver bodies afterwards, so the last run keeps them. */
static void move_freely(struct fs__world2_tick *tick)
{
    uint32_t count = tick->contact_count;
    for (uint32_t k = 0; k <= tick->batch_count; k++)
        tick->batch[k].contact = 0;
    tick->contact_count = 0;
    fs__solver2_run(tick);
    tick->contact_count = count;
    tick->approach_speed = tick->total_normal_impulse = NULL;
}

size_t fs__positions2_arena_size(uint32_t bodies)
{
    return FS_ARENA_BYTES(((size_t)bodies + 1) * sizeof(struct motion));
}

void fs__positions2_solve(struct fs__world2_tick *tick)
{
    fs_arena arena = tick->arena;
    struct motion *motion = fs_arena_take(&tick->arena, tick->solver_body_count * sizeof *motion);
    FS_ASSERT(motion != NULL); /* fs_world2_scratch_size() has room for it */
    correct_positions(tick, motion);
    tick->arena = arena;
    move_freely(tick);
}
