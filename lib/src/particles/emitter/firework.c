/* firework.c: fireworks: rules, payloads, fuses; see fixstep/emitter.h.
 *
 * A payload may take any slot, also that of its parent, so parents are copied to the arena before the first child
 * starts. Children start after all fuses have been decremented; otherwise children in lower and higher slots would age
 * differently.
 */
#include "particles/emitter/emitter_internal.h"

/* --- rules -------------------------------------------------------------------------------- */

static bool box_is_ordered(fs_vel3 low, fs_vel3 high)
{
    return low.x <= high.x && low.y <= high.y && low.z <= high.z;
}

static bool payloads_exist(const struct fs_fireworks *f, const fs_firework_rule *rule)
{
    return rule->payloads <= FS_FIREWORK_MAX_PAYLOADS && rule->first_payload <= f->payloads &&
           rule->payloads <= f->payloads - rule->first_payload;
}

static bool type_exists(const struct fs_fireworks *f, uint32_t type)
{
    return type >= 1 && type <= f->rules && type <= UINT16_MAX;
}

fs_result fs_firework_rule_make(struct fs_fireworks *f, uint32_t type, const fs_firework_rule *rule)
{
    bool fuse = rule->fuse_min >= 1 && rule->fuse_min <= rule->fuse_max;
    bool damping = rule->damping >= 0 && rule->damping <= FS_UNIT_ONE;
    if (!type_exists(f, type) || !fuse || !damping || !box_is_ordered(rule->vel_min, rule->vel_max) ||
        !payloads_exist(f, rule))
        return FS_E_ARGUMENT;
#define STORE(t, TYPE, field, unit) f->rule.field[type - 1] = rule->field;
    FS_FIREWORK_RULE_FIELDS(STORE, rule)
#undef STORE
    return FS_OK;
}

fs_result fs_firework_payload_make(struct fs_fireworks *f, uint32_t row, uint32_t type, uint32_t count)
{
    if (row >= f->payloads || !type_exists(f, type) || count > FS_FIREWORK_MAX_COUNT)
        return FS_E_ARGUMENT;
    f->payload_type[row] = (uint16_t)type;
    f->payload_count[row] = (uint16_t)count;
    return FS_OK;
}

/* --- slots --------------------------------------------------------------------------------- */

static void free_slot(struct fs_fireworks *f, uint32_t i)
{
    FS_ASSERT(i < f->p.count);
    f->p.pos[i] = fs_pos3_zero();
    f->p.vel[i] = fs_vel3_zero();
    f->p.velocity_residual[i] = (fs_unit3){ 0, 0, 0 };
    f->p.inv_mass[i] = (fs_scaled){ 0, 0 };
    f->p.mass[i] = 0;
    f->p.damping[i] = 0;
    f->p.damping_factor[i] = 0;
    f->p.acc[i] = fs_wide3_zero();
    f->p.born[i] = 0;
    f->p.kind[i] = 0;
    f->fuse[i] = 0;
}

/* A slot for one more; p.count when there is none. All slots below *from are in use, so that many starts cost one
 * search. */
static uint32_t take_slot(struct fs_fireworks *f, uint32_t *from)
{
    if (f->p.count == 0)
        return 0;
    if (*f->emitter.policy == FS_SLOT_RING)
        return fs__emitter_next_ring_slot(&f->emitter, f->p.count);
    while (*from < f->p.count && f->p.kind[*from] != 0)
        *from += 1;
    return *from;
}

/* --- starting -------------------------------------------------------------------------------- */

static fs_vel3 random_velocity(fs_rng *rng, fs_vel3 low, fs_vel3 high)
{
    fs_vel x = fs_rng_range(rng, low.x, high.x);
    fs_vel y = fs_rng_range(rng, low.y, high.y);
    fs_vel z = fs_rng_range(rng, low.z, high.z);
    return fs_vel3_make(x, y, z);
}

static fs_result start_firework(struct fs_fireworks *f, uint32_t type, fs_pos3 pos, fs_vel3 vel, uint32_t *from)
{
    uint32_t slot = take_slot(f, from), rule = type - 1;
    if (slot >= f->p.count) {
        fs__emitter_count_dropped(&f->emitter, 1);
        return FS_E_CAPACITY;
    }
    fs_rng *rng = f->emitter.rng;
    int64_t fuse = fs_rng_range64(rng, f->rule.fuse_min[rule], f->rule.fuse_max[rule]);
    fs_vel3 relative = random_velocity(rng, f->rule.vel_min[rule], f->rule.vel_max[rule]);
    fs_particle_def def = fs_default_particle_def();
    def.pos = pos;
    def.vel = fs_vel3_add(vel, relative);
    def.damping = fs_clamp32(f->rule.damping[rule], 0, FS_UNIT_ONE);
    def.kind = (uint16_t)type;
    f->fuse[slot] = (uint32_t)fs_max64(fuse, 1);
    return fs_particle_make(&f->p, slot, &def);
}

fs_result fs_firework_launch(struct fs_fireworks *f, uint32_t type, fs_pos3 pos, fs_vel3 vel)
{
    uint32_t from = 0;
    return type_exists(f, type) ? start_firework(f, type, pos, vel, &from) : FS_E_ARGUMENT;
}

fs_result fs_firework_launch_from_ground(struct fs_fireworks *f, uint32_t type, fs_pos spread)
{
    if (!type_exists(f, type))
        return FS_E_ARGUMENT;
    int32_t side = fs_rng_range(f->emitter.rng, -1, 1);
    return fs_firework_launch(f, type, fs_pos3_make(fs_sat64_mul(spread, side), 0, 0), fs_vel3_zero());
}

/* --- a tick ------------------------------------------------------------------------------------ */

/* A firework that ended in this tick. */
struct ended {
    fs_pos3 pos;
    fs_vel3 vel;
    uint32_t type;
};

size_t fs_fireworks_scratch_size(uint32_t slots)
{
    return FS_ARENA_BYTES((size_t)slots * sizeof(struct ended));
}

static bool burn_fuse(struct fs_fireworks *f, uint32_t i)
{
    bool left_box = fs__emitter_apply_boundary(&f->emitter, &f->p.pos[i], &f->p.vel[i]);
    f->fuse[i] -= f->fuse[i] > 0;
    return left_box || f->fuse[i] == 0;
}

static uint32_t burn_fuses(struct fs_fireworks *f, struct ended *ended)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->p.count; i++) {
        if (f->p.kind[i] == 0 || !burn_fuse(f, i))
            continue;
        ended[count] = (struct ended){ f->p.pos[i], f->p.vel[i], f->p.kind[i] };
        count++;
        free_slot(f, i);
    }
    return count;
}

/* The number of payloads of a rule, limited to the table; valid for any content of the row. */
static uint32_t payload_count(const struct fs_fireworks *f, uint32_t rule)
{
    uint32_t first = fs_min_u32(f->rule.first_payload[rule], f->payloads);
    uint32_t asked = fs_min_u32(f->rule.payloads[rule], FS_FIREWORK_MAX_PAYLOADS);
    return fs_min_u32(asked, f->payloads - first);
}

static void start_payload(struct fs_fireworks *f, const struct ended *parent, uint32_t row, uint32_t *from)
{
    uint32_t count = fs_min_u32(f->payload_count[row], FS_FIREWORK_MAX_COUNT);
    if (!type_exists(f, f->payload_type[row]))
        return;
    for (uint32_t i = 0; i < count; i++) {
        if (start_firework(f, f->payload_type[row], parent->pos, parent->vel, from) == FS_E_CAPACITY) {
            fs__emitter_count_dropped(&f->emitter, count - i - 1);
            return;
        }
    }
}

static void start_payloads(struct fs_fireworks *f, const struct ended *parent, uint32_t *from)
{
    if (!type_exists(f, parent->type))
        return;
    uint32_t rule = parent->type - 1, payloads = payload_count(f, rule);
    for (uint32_t i = 0; i < payloads; i++)
        start_payload(f, parent, f->rule.first_payload[rule] + i, from);
}

fs_result fs_fireworks_step(struct fs_fireworks *f, fs_arena arena)
{
    struct ended *ended = fs_arena_take(&arena, (size_t)f->p.count * sizeof *ended);
    if (ended == NULL)
        return FS_E_MEMORY;
    uint32_t count = burn_fuses(f, ended), from = 0;
    for (uint32_t i = 0; i < count; i++)
        start_payloads(f, &ended[i], &from);
    fs__particles_end_phase(&f->p, FS_PHASE_EMITTERS);
    return FS_OK;
}

uint32_t fs_fireworks_alive(const struct fs_fireworks *f)
{
    uint32_t alive = 0;
    for (uint32_t i = 0; i < f->p.count; i++)
        alive += f->p.kind[i] != 0;
    return alive;
}
