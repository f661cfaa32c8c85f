/* load_mass.c: bodies that are pressed between others by much more than their own weight.
 *
 * A light body under a heavy one has to pass on impulses that, divided by its mass, exceed the format of velocities,
 * and that the contacts above and below it would have to agree on to one part in the ratio of the masses. What presses
 * a body from both sides does not move it, so its mass hardly matters while it is pressed: it enters contacts with a
 * larger one, by a power of two that follows the load. Its acceleration by gravity and forces is that much smaller, so
 * that its weight is the true one. Contacts then carry impulses of some m/s in velocity units whatever lies on them,
 * and yield as under a light load.
 *
 * The power of two belongs to the state, because impulses are stored in units of the mass. Where the part of a body's
 * impulses that cancels itself is large, the body gets the largest mass that a heavier neighbour justifies, at once: a
 * mass that grew with the load would let a stack sink and throw it up again. Later it falls, by half a tick, while the
 * load is small for it. Without gravity nothing lies on anything, and momentum is exact. Bodies of similar masses keep
 * theirs; so does a body with joints, because joints have the true one.
 */
#include "physics2d/solver/load_mass.h"

#include "physics2d/body/body.h"
#include "physics/world/tick_parts.h"

/* Impulses of a substep of an undivided tick, in velocity units of the body, that press it from both sides. From
 * HIGH_LOAD on, which at 60 Hz with 4 substeps is 12 times its weight, it gets a larger mass; below LOW_LOAD the
 * mass falls. */
#define HIGH_LOAD (FS_VEL_ONE / 2)
#define LOW_LOAD (FS_VEL_ONE / 32)
/* A pressed body stays lighter than a heavy neighbour by this power of two. */
enum { RATIO_BITS = 5 };

/* A body that moves faster against all that presses it keeps its mass: with a larger one it would have more energy. */
#define MAX_SLIDING_SPEED ((int64_t)16 * FS_VEL_ONE)

/* What presses a solver body: its impulses (m/s of the body, Q21), their sum, its least speed against another body
 * (m/s, Q21), and the largest power of two. */
struct load {
    int64_t impulse, x, y, speed;
    int32_t limit, shift;
};

struct job {
    struct fs_world2 *w;
    const struct fs__world2_tick *tick;
    struct load *load; /* by solver body */
};

/* ---- which worlds ------------------------------------------------------------------------------------------------- */

/* Whether there is gravity and the masses of two awake bodies differ enough, or a body has a power of two already. */
static bool may_be_pressed(const struct fs__world2_tick *tick)
{
    const struct fs_body2_view *body = &tick->w->body;
    int32_t least = INT32_MAX, most = INT32_MIN;
    uint32_t bits = 0;
    fs_wide2 gravity = *tick->w->rules.gravity;
    for (uint32_t m = 1; m < tick->solver_body_count; m++) {
        uint32_t row = tick->body_row[m];
        if (body->inv_mass[row].m == 0)
            continue;
        least = fs_min32(least, body->inv_mass[row].e);
        most = fs_max32(most, body->inv_mass[row].e);
        bits |= body->flags[row];
    }
    bool falls = (gravity.x | gravity.y) != 0;
    return (bits & FS__BODY2_LOAD_MASK) != 0 || (falls && (int64_t)most - least > RATIO_BITS);
}

/* ---- loads -------------------------------------------------------------------------------------------------------- */

/* The power of two that a neighbour justifies. One that is pressed itself passes its load on. */
static int32_t limit_beside(const struct fs_world2 *w, uint32_t row, uint32_t beside)
{
    fs_scaled other = fs__body2_contact_inv_mass(w, beside);
    int32_t larger = w->body.inv_mass[row].e - other.e;
    return other.m == 0 ? 0 : larger - (fs__body2_load_shift(w, beside) > 0 ? 0 : RATIO_BITS);
}

/* An upper bound of the speed of a body's points against the centre of another body. */
static int64_t speed_against(const struct fs_world2 *w, uint32_t row, uint32_t beside)
{
    fs_vel2 v = w->body.vel[row], other = w->body.vel[beside];
    int64_t rim = fs_round_shift64((int64_t)fs_uabs32(w->body.angular_velocity[row]) * w->body.extent[row],
                                   FS_REL_FRAC);
    return fs_abs64((int64_t)v.x - other.x) + fs_abs64((int64_t)v.y - other.y) + rim;
}

/* An impulse (m/s of the pair, Q21) pushes the body along `sign` times the normal. */
static void add_load(struct job *job, uint32_t row, uint32_t beside, fs_scaled pair_sum, int64_t impulse,
                     fs_unit2 along)
{
    struct load *load = &job->load[job->tick->solver_index[row]];
    fs_scaled inverse = fs__body2_contact_inv_mass(job->w, row);
    if (inverse.m == 0 || job->tick->solver_index[row] == FS__SOLVER2_STATIC_BODY)
        return;
    int64_t own = fs_scaled_apply(fs_scaled_div(inverse, pair_sum), impulse);
    load->impulse += own;
    load->x += fs_mul64(own, along.x, FS_UNIT_FRAC);
    load->y += fs_mul64(own, along.y, FS_UNIT_FRAC);
    load->limit = fs_max32(load->limit, limit_beside(job->w, row, beside));
    if (impulse > 0)
        load->speed = fs_min64(load->speed, speed_against(job->w, row, beside));
}

static void add_contact(struct job *job, uint32_t i)
{
    const struct fs_contact2_view *c = &job->w->contact;
    const struct fs__contact_bodies *ends = &job->tick->ends[i];
    uint32_t row = job->tick->contact[i];
    int64_t impulse = (int64_t)c->impulse0[row].x + c->impulse1[row].x;
    fs_unit2 n = c->normal[row];
    fs_scaled sum = fs_scaled_add(fs__body2_contact_inv_mass(job->w, ends->a),
                                  fs__body2_contact_inv_mass(job->w, ends->b));
    add_load(job, ends->a, ends->b, sum, impulse, (fs_unit2){ -n.x, -n.y });
    add_load(job, ends->b, ends->a, sum, impulse, n);
}

/* ---- powers of two ------------------------------------------------------------------------------------------------- */

/* may_fall: once a tick. A body that hops between two loads keeps most of its mass. */
static int32_t choose_shift(const struct load *load, int32_t shift, bool may_fall)
{
    int64_t moving = fs_wide2_length(fs_wide2_make(load->x, load->y));
    int64_t pressing = fs_max64((load->impulse - moving) / 2, 0);
    if (pressing > HIGH_LOAD && load->speed < MAX_SLIDING_SPEED)
        shift = FS__BODY2_MAX_LOAD_SHIFT;
    else if (may_fall && shift > 0 && pressing < LOW_LOAD)
        shift--;
    return fs_clamp32(shift, 0, fs_clamp32(load->limit, 0, FS__BODY2_MAX_LOAD_SHIFT));
}

/* Whether a power of two changes. */
static bool choose_shifts(struct job *job)
{
    const struct fs_body2_view *body = &job->w->body;
    bool any = false, may_fall = fs__world2_is_first_part(job->w);
    for (uint32_t m = 1; m < job->tick->solver_body_count; m++) {
        uint32_t row = job->tick->body_row[m];
        int32_t old = fs__body2_load_shift(job->w, row);
        struct load *load = &job->load[m];
        if ((job->w->rules.gravity->x | job->w->rules.gravity->y) == 0)
            load->limit = 0;
        load->shift = body->inv_mass[row].m == 0 || body->first_joint[row] != 0 ? 0 : choose_shift(load, old, may_fall);
        any = any || load->shift != old;
    }
    return any;
}

static fs_scaled new_inv_mass(const struct job *job, uint32_t row)
{
    uint32_t m = job->tick->solver_index[row];
    int32_t shift = m == FS__SOLVER2_STATIC_BODY ? fs__body2_load_shift(job->w, row) : job->load[m].shift;
    return fs__load_mass2_divide(job->w->body.inv_mass[row], shift);
}

static fs_vel2 scale_impulse(fs_scaled by, fs_vel2 impulse)
{
    return fs_vel2_make(fs_sat32(fs_scaled_apply(by, impulse.x)), fs_sat32(fs_scaled_apply(by, impulse.y)));
}

/* Impulses are stored in units of the mass of the pair, 1 / (1/m_a + 1/m_b). */
static void convert_impulses(const struct job *job, uint32_t i)
{
    struct fs_contact2_view *c = &job->w->contact;
    const struct fs__contact_bodies *ends = &job->tick->ends[i];
    uint32_t row = job->tick->contact[i];
    fs_scaled before = fs_scaled_add(fs__body2_contact_inv_mass(job->w, ends->a),
                                     fs__body2_contact_inv_mass(job->w, ends->b));
    fs_scaled after = fs_scaled_add(new_inv_mass(job, ends->a), new_inv_mass(job, ends->b));
    if (before.m == 0 || (before.m == after.m && before.e == after.e))
        return;
    fs_scaled by = fs_scaled_div(after, before);
    c->impulse0[row] = scale_impulse(by, c->impulse0[row]);
    c->impulse1[row] = scale_impulse(by, c->impulse1[row]);
    c->rolling_impulse[row] = fs_sat32(fs_scaled_apply(by, c->rolling_impulse[row]));
}

static void store_shifts(const struct job *job)
{
    for (uint32_t m = 1; m < job->tick->solver_body_count; m++) {
        uint16_t *flags = &job->w->body.flags[job->tick->body_row[m]];
        *flags = (uint16_t)((*flags & ~FS__BODY2_LOAD_MASK) | job->load[m].shift << FS__BODY2_LOAD_BIT);
    }
}

void fs__load_mass2_update(struct fs__world2_tick *tick)
{
    fs_arena arena = tick->arena;
    struct job job = { .w = tick->w, .tick = tick };
    if (!may_be_pressed(tick))
        return;
    tick->has_load_masses = true;
    job.load = fs_arena_take(&arena, tick->solver_body_count * sizeof *job.load);
    if (job.load == NULL)
        return; /* the solver has no memory either */
    for (uint32_t m = 0; m < tick->solver_body_count; m++)
        job.load[m] = (struct load){ .speed = INT64_MAX };
    for (uint32_t i = 0; i < tick->contact_count; i++)
        add_contact(&job, i);
    if (!choose_shifts(&job))
        return;
    for (uint32_t i = 0; i < tick->contact_count; i++)
        convert_impulses(&job, i);
    store_shifts(&job);
}
