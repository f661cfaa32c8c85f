/* load_mass.inl: bodies that are pressed between others by much more than their own weight.
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
 * theirs.
 *
 * Joints bear and press as contacts do, and have the same mass: a shelf on a wall is pressed between what lies on it and what
 * holds it. With its own mass in the joints it would have to be stopped there at every substep with the momentum of its load.
 *
 * A body of larger mass that changes its velocity takes momentum from the others that it does not have itself. What a heavy
 * body lies on hardly moves, or moves the ground. What it strikes from the side moves, and with it all that is behind: so only a
 * neighbour that is borne justifies a larger mass, one that its contacts push upwards.
 *
 * Template: included once by load_mass.c of physics2d and of physics3d, which first define
 *   copy_normal(w, contact, n): its components (Q30);
 *   copy_gravity(w, g): its components (m/s^2, Q32.32);
 *   copy_velocity(w, row, v): its components (m/s, Q21);
 *   speed_against(w, row, beside): an upper bound of the speed of a body's points against the centre of another body;
 *   scale_impulses(w, contact, by): all that the contact stores in units of the mass;
 *   copy_joint_force(w, joint, f): the components of its mean force on b in the last tick (N, Q32.32);
 *   scale_joint_impulses(w, joint, by): as for contacts.
 */
#include "physics/world/tick_parts.h"

/* Impulses of a substep of an undivided tick, in velocity units of the body, that press it from both sides. From
 * HIGH_LOAD on, which at 60 Hz with 4 substeps is 12 times its weight, it gets a larger mass; below LOW_LOAD the
 * mass falls. */
#define HIGH_LOAD (FS_VEL_ONE / 2)
#define LOW_LOAD (FS_VEL_ONE / 32)
/* A pressed body stays lighter than a heavy neighbour by this power of two: one without joints, one with; by how much less where it
 * is pushed. */
enum { RATIO_BITS = 5, JOINTED_RATIO_BITS = 4, LESS_BITS_PUSHED = 2 };

/* A body that moves faster against all that presses it keeps its mass: with a larger one it would have more energy. */
#define MAX_SLIDING_SPEED ((int64_t)16 * FS_VEL_ONE)

/* A body on joints that is slower than that against all that presses it rests. */
#define MAX_RESTING_SPEED (FS_VEL_ONE / 4)

/* What presses a solver body: its impulses (m/s of the body, Q21), their sum, its least speed against another body
 * (m/s, Q21), and the largest power of two. */
struct load {
    int64_t impulse, sum[FS__AXES], speed;
    int64_t lift; /* of contacts, against gravity */
    int32_t limit, shift;
    bool held; /* by a joint with an immovable body */
};

struct job {
    struct fs_worldN *w;
    const struct fs__worldN_tick *tick;
    struct load *load;      /* by solver body */
    fs_wide gravity;        /* m/s^2 */
    int64_t down[FS__AXES]; /* the direction of gravity, Q30 */
    int64_t rate;           /* substeps of an undivided tick per second */
};

/* ---- which worlds ------------------------------------------------------------------------------------------------- */

/* Whether there is gravity and the masses of two awake bodies differ enough, or a body has a power of two already. */
static bool may_be_pressed(const struct fs__worldN_tick *tick)
{
    const struct fs_bodyN_view *body = &tick->w->body;
    int32_t least = INT32_MAX, most = INT32_MIN;
    uint32_t bits = 0;
    for (uint32_t m = 1; m < tick->solver_body_count; m++) {
        uint32_t row = tick->body_row[m];
        if (body->inv_mass[row].m == 0)
            continue;
        least = fs_min32(least, body->inv_mass[row].e);
        most = fs_max32(most, body->inv_mass[row].e);
        bits |= body->flags[row];
    }
    bool falls = !fs_wideN_is_zero(*tick->w->rules.gravity);
    return (bits & FS__BODYN_LOAD_MASK) != 0 || (falls && (int64_t)most - least > RATIO_BITS);
}

/* ---- loads -------------------------------------------------------------------------------------------------------- */

static void find_down(struct job *job)
{
    fs_wide axis[FS__AXES];
    job->gravity = fs_wideN_length(*job->w->rules.gravity);
    copy_gravity(job->w, axis);
    for (unsigned k = 0; k < FS__AXES; k++)
        job->down[k] = job->gravity == 0 ? 0 : fs_muldiv64(axis[k], FS_UNIT_ONE, job->gravity);
}

static int64_t length_of(const int64_t vector[FS__AXES])
{
    return fs_wideN_length(fs__wideN_from_pos(fs__posN_from_axes(vector)));
}

static int64_t along_down(const struct job *job, const int64_t vector[FS__AXES])
{
    int64_t sum = 0;
    for (unsigned k = 0; k < FS__AXES; k++)
        sum += fs_mul64(vector[k], job->down[k], FS_UNIT_FRAC);
    return sum;
}

/* Tenths of the length of a vector (of any unit) that point down. */
static int64_t down_tenths(const struct job *job, const int64_t vector[FS__AXES])
{
    int64_t length = length_of(vector);
    return length == 0 ? 0 : 10 * along_down(job, vector) / length;
}

/* Whether the body lies on others, and the contact with that normal helps to bear it. What nothing pushes yet is about to. */
static bool lies_on(const struct job *job, uint32_t row, const int64_t normal[FS__AXES])
{
    const struct load *load = &job->load[job->tick->solver_index[row]];
    int64_t steep = fs_abs64(down_tenths(job, normal));
    return load->impulse == 0 ? steep >= 7 : steep >= 5 && down_tenths(job, load->sum) <= -7;
}

static int32_t ratio_bits(const struct fs_worldN *w, uint32_t row)
{
    return w->body.first_joint[row] == 0 ? RATIO_BITS : JOINTED_RATIO_BITS;
}

/* The power of two that a neighbour justifies. One that is pressed itself passes its load on. */
static int32_t limit_beside(const struct fs_worldN *w, uint32_t row, uint32_t beside)
{
    fs_scaled other = fs__bodyN_loaded_inv_mass(w, beside);
    int32_t larger = w->body.inv_mass[row].e - other.e;
    return other.m == 0 ? 0 : larger - (fs__bodyN_load_shift(w, beside) > 0 ? 0 : ratio_bits(w, row));
}

/* An impulse (m/s of the pair, Q21) of a contact pushes the body along `sign` times the normal. */
static void add_load(struct job *job, uint32_t row, fs_scaled pair_sum, int64_t impulse, const int64_t along[FS__AXES],
                     int sign)
{
    struct load *load = &job->load[job->tick->solver_index[row]];
    fs_scaled inverse = fs__bodyN_loaded_inv_mass(job->w, row);
    if (inverse.m == 0 || job->tick->solver_index[row] == FS__SOLVERN_STATIC_BODY)
        return;
    int64_t own = fs_scaled_apply(fs_scaled_div(inverse, pair_sum), impulse), part[FS__AXES];
    load->impulse += own;
    for (unsigned k = 0; k < FS__AXES; k++) {
        part[k] = fs_mul64(own, sign * along[k], FS_UNIT_FRAC);
        load->sum[k] += part[k];
    }
    load->lift += fs_max64(-along_down(job, part), 0);
}

/* The mean force of a joint in the last tick (N, Q32) pulls the body along `sign` times it. */
static void add_force(struct job *job, uint32_t row, const fs_wide force[FS__AXES], int sign)
{
    struct load *load = &job->load[job->tick->solver_index[row]];
    fs_scaled inverse = fs__bodyN_loaded_inv_mass(job->w, row);
    int64_t own[FS__AXES];
    if (inverse.m == 0 || job->tick->solver_index[row] == FS__SOLVERN_STATIC_BODY)
        return;
    for (unsigned k = 0; k < FS__AXES; k++) {
        own[k] = fs_round_shift64_sym(fs_scaled_apply(inverse, force[k]), FS_WIDE_FRAC - FS_VEL_FRAC) / job->rate;
        load->sum[k] = fs_sat64_add(load->sum[k], sign * own[k]);
    }
    load->impulse = fs_sat64_add(load->impulse, length_of(own));
}

static void add_joint(struct job *job, uint32_t i)
{
    uint32_t row = job->tick->joint[i];
    fs_wide force[FS__AXES];
    uint32_t a = job->w->joint.body_a[row], b = job->w->joint.body_b[row];
    copy_joint_force(job->w, row, force);
    add_force(job, a, force, -1);
    add_force(job, b, force, 1);
    job->load[job->tick->solver_index[a]].held |= job->tick->solver_index[b] == FS__SOLVERN_STATIC_BODY;
    job->load[job->tick->solver_index[b]].held |= job->tick->solver_index[a] == FS__SOLVERN_STATIC_BODY;
}

static void add_neighbour(struct job *job, uint32_t row, uint32_t beside, bool pressing, const int64_t normal[FS__AXES])
{
    struct load *load = &job->load[job->tick->solver_index[row]];
    int32_t limit = limit_beside(job->w, row, beside);
    if (limit > load->limit && (fs__bodyN_load_shift(job->w, beside) > 0 || lies_on(job, beside, normal)))
        load->limit = limit;
    if (pressing)
        load->speed = fs_min64(load->speed, speed_against(job->w, row, beside));
}

static void add_contact(struct job *job, uint32_t i)
{
    const struct fs__contact_bodies *ends = &job->tick->ends[i];
    uint32_t row = job->tick->contact[i];
    int64_t impulse = fs__contactN_normal_impulse(job->w, row), n[FS__AXES];
    copy_normal(job->w, row, n);
    fs_scaled sum = fs_scaled_add(fs__bodyN_loaded_inv_mass(job->w, ends->a),
                                  fs__bodyN_loaded_inv_mass(job->w, ends->b));
    add_load(job, ends->a, sum, impulse, n, -1);
    add_load(job, ends->b, sum, impulse, n, 1);
}

static void add_neighbours(struct job *job, uint32_t i)
{
    const struct fs__contact_bodies *ends = &job->tick->ends[i];
    uint32_t row = job->tick->contact[i];
    bool pressing = fs__contactN_normal_impulse(job->w, row) > 0;
    int64_t n[FS__AXES];
    copy_normal(job->w, row, n);
    add_neighbour(job, ends->a, ends->b, pressing, n);
    add_neighbour(job, ends->b, ends->a, pressing, n);
}

/* A body that is pressed itself passes its load on by its joints, too. */
static void add_jointed_neighbour(struct job *job, uint32_t row, uint32_t beside)
{
    struct load *load = &job->load[job->tick->solver_index[row]];
    if (fs__bodyN_load_shift(job->w, beside) > 0)
        load->limit = fs_max32(load->limit, limit_beside(job->w, row, beside));
    load->speed = fs_min64(load->speed, speed_against(job->w, row, beside));
}

static void add_jointed_neighbours(struct job *job, uint32_t i)
{
    uint32_t row = job->tick->joint[i];
    add_jointed_neighbour(job, job->w->joint.body_a[row], job->w->joint.body_b[row]);
    add_jointed_neighbour(job, job->w->joint.body_b[row], job->w->joint.body_a[row]);
}

/* ---- powers of two ------------------------------------------------------------------------------------------------- */

/* may_fall: once a tick. A body that hops between two loads keeps most of its mass. */
static int32_t choose_shift(const struct load *load, int32_t shift, bool may_fall)
{
    int64_t moving = length_of(load->sum);
    int64_t pressing = fs_max64((load->impulse - moving) / 2, 0);
    if (pressing > HIGH_LOAD && load->speed < MAX_SLIDING_SPEED)
        shift = FS__BODYN_MAX_LOAD_SHIFT;
    else if (may_fall && shift > 0 && pressing < LOW_LOAD)
        shift--;
    return fs_clamp32(shift, 0, fs_clamp32(load->limit, 0, FS__BODYN_MAX_LOAD_SHIFT));
}

/* Joints that are tied to nothing pass on what pushes them away, too: all of their bodies would have a larger mass, and what they
 * bear as well as those would move too little. So they have less of it once they move across gravity. */
static bool may_be_pushed(const struct job *job, uint32_t row, const struct load *load)
{
    int64_t v[FS__AXES];
    if (job->w->body.first_joint[row] == 0 || load->held)
        return false;
    copy_velocity(job->w, row, v);
    const int64_t down = along_down(job, v);
    for (unsigned k = 0; k < FS__AXES; k++)
        v[k] -= fs_mul64(down, job->down[k], FS_UNIT_FRAC);
    return length_of(v) > MAX_RESTING_SPEED;
}

/* A body that its contacts lift while it rests on them, with many times its weight: joints hold it down. */
static int32_t limit_between(const struct job *job, uint32_t row, const struct load *load)
{
    fs_wide gravity = job->gravity >> (FS_WIDE_FRAC - FS_VEL_FRAC);
    if (job->w->body.first_joint[row] == 0 || load->speed > MAX_RESTING_SPEED || gravity == 0)
        return 0;
    uint64_t times = (uint64_t)(fs_sat64_mul(load->lift, job->rate) / gravity);
    int32_t shift = fs__bodyN_load_shift(job->w, row),
            limit = fs_bit_width64(times) - 1 + shift - ratio_bits(job->w, row);
    return limit == shift - 1 ? shift : fs_max32(limit, shift - 1); /* not to and fro with the impulse */
}

/* Whether a power of two changes. */
static bool choose_shifts(struct job *job)
{
    const struct fs_bodyN_view *body = &job->w->body;
    bool any = false, may_fall = fs__worldN_is_first_part(job->w);
    for (uint32_t m = 1; m < job->tick->solver_body_count; m++) {
        uint32_t row = job->tick->body_row[m];
        int32_t old = fs__bodyN_load_shift(job->w, row);
        struct load *load = &job->load[m];
        load->limit = fs_max32(load->limit, limit_between(job, row, load));
        if (may_be_pushed(job, row, load))
            load->limit -= LESS_BITS_PUSHED;
        if (job->gravity == 0)
            load->limit = 0;
        load->shift = body->inv_mass[row].m == 0 ? 0 : choose_shift(load, old, may_fall);
        any = any || load->shift != old;
    }
    return any;
}

static fs_scaled new_inv_mass(const struct job *job, uint32_t row)
{
    uint32_t m = job->tick->solver_index[row];
    int32_t shift = m == FS__SOLVERN_STATIC_BODY ? fs__bodyN_load_shift(job->w, row) : job->load[m].shift;
    return fs__load_massN_divide(job->w->body.inv_mass[row], shift);
}

/* Impulses are stored in units of the mass of the pair, 1 / (1/m_a + 1/m_b). Whether that changes, and by how much. */
static bool changes_unit(const struct job *job, uint32_t a, uint32_t b, fs_scaled *by)
{
    fs_scaled before = fs_scaled_add(fs__bodyN_loaded_inv_mass(job->w, a), fs__bodyN_loaded_inv_mass(job->w, b));
    fs_scaled after = fs_scaled_add(new_inv_mass(job, a), new_inv_mass(job, b));
    if (before.m == 0 || fs_scaled_equal(before, after))
        return false;
    *by = fs_scaled_div(after, before);
    return true;
}

static void convert_impulses(const struct job *job)
{
    fs_scaled by;
    for (uint32_t i = 0; i < job->tick->contact_count; i++)
        if (changes_unit(job, job->tick->ends[i].a, job->tick->ends[i].b, &by))
            scale_impulses(job->w, job->tick->contact[i], by);
    for (uint32_t i = 0; i < job->tick->joint_count; i++) {
        uint32_t row = job->tick->joint[i];
        if (changes_unit(job, job->w->joint.body_a[row], job->w->joint.body_b[row], &by))
            scale_joint_impulses(job->w, row, by);
    }
}

static void store_shifts(const struct job *job)
{
    for (uint32_t m = 1; m < job->tick->solver_body_count; m++) {
        uint16_t *flags = &job->w->body.flags[job->tick->body_row[m]];
        *flags = (uint16_t)((*flags & ~FS__BODYN_LOAD_MASK) | job->load[m].shift << FS__BODYN_LOAD_BIT);
    }
}

void fs__load_massN_update(struct fs__worldN_tick *tick)
{
    fs_arena arena = tick->arena;
    struct job job = { .w = tick->w, .tick = tick, .rate = fs__load_massN_rate(tick->w) };
    if (!may_be_pressed(tick))
        return;
    tick->has_load_masses = true;
    job.load = fs_arena_take(&arena, tick->solver_body_count * sizeof *job.load);
    if (job.load == NULL)
        return; /* the solver has no memory either */
    for (uint32_t m = 0; m < tick->solver_body_count; m++)
        job.load[m] = (struct load){ .speed = INT64_MAX };
    find_down(&job);
    for (uint32_t i = 0; i < tick->contact_count; i++)
        add_contact(&job, i);
    for (uint32_t i = 0; i < tick->joint_count; i++)
        add_joint(&job, i);
    for (uint32_t i = 0; i < tick->contact_count; i++)
        add_neighbours(&job, i);
    for (uint32_t i = 0; i < tick->joint_count; i++)
        add_jointed_neighbours(&job, i);
    if (!choose_shifts(&job))
        return;
    convert_impulses(&job);
    store_shifts(&job);
}
