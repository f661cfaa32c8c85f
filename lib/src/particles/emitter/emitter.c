/* emitter.c: slots, boundaries and rates of fireworks and sparks; fragments. See fixstep/emitter.h.
 *
 * This file must never depend on the kind of particle in a slot.
 */
#include <fixstep/motion.h>

#include "particles/emitter/emitter_internal.h"

fs_emitter_def fs_default_emitter_def(void)
{
    return (fs_emitter_def){
        .policy = FS_SLOT_DROP_NEW,
        .boundary = FS_BOUNDARY_OPEN,
        .low = { FS_POS_MIN, FS_POS_MIN, FS_POS_MIN },
        .high = { FS_POS_MAX, FS_POS_MAX, FS_POS_MAX },
        .restitution = FS_UNIT_ONE,
    };
}

static bool box_ordered(fs_pos3 low, fs_pos3 high)
{
    return low.x <= high.x && low.y <= high.y && low.z <= high.z;
}

fs_result fs_emitter_make(struct fs_emitter *emitter, const fs_emitter_def *def)
{
    bool enums = (unsigned)def->policy <= FS_SLOT_RING && (unsigned)def->boundary <= FS_BOUNDARY_BOUNCE;
    bool restitution = def->restitution >= 0 && def->restitution <= FS_UNIT_ONE;
    if (!enums || !restitution || !box_ordered(def->low, def->high))
        return FS_E_ARGUMENT;
    *emitter->rng = fs_rng_seed(def->seed, def->stream);
    *emitter->policy = (uint8_t)def->policy;
    *emitter->boundary = (uint8_t)def->boundary;
    *emitter->next = 0;
    *emitter->dropped = 0;
    *emitter->low = def->low;
    *emitter->high = def->high;
    *emitter->restitution = def->restitution;
    return FS_OK;
}

uint32_t fs_emitter_spawn_count(uint32_t per_second, uint32_t hz, uint32_t tick)
{
    if (hz == 0)
        return 0;
    uint64_t before = (uint64_t)tick * per_second;
    return (uint32_t)((before + per_second) / hz - before / hz);
}

/* --- slots ------------------------------------------------------------------------------- */

uint32_t fs__emitter_next_ring_slot(struct fs_emitter *emitter, uint32_t count)
{
    FS_ASSERT(count > 0);
    uint32_t slot = *emitter->next < count ? *emitter->next : 0;
    *emitter->next = slot + 1 < count ? slot + 1 : 0;
    return slot;
}

void fs__emitter_count_dropped(struct fs_emitter *emitter, uint32_t starts)
{
    *emitter->dropped += fs_min_u32(starts, UINT32_MAX - *emitter->dropped);
}

/* --- boundary ------------------------------------------------------------------------------- */

static bool is_outside(fs_pos p, fs_pos low, fs_pos high)
{
    return p < low || p > high;
}

bool fs__emitter_apply_boundary(const struct fs_emitter *emitter, fs_pos3 *pos, fs_vel3 *vel)
{
    fs_pos3 low = *emitter->low, high = *emitter->high;
    if (*emitter->boundary == FS_BOUNDARY_KILL)
        return is_outside(pos->x, low.x, high.x) || is_outside(pos->y, low.y, high.y) ||
               is_outside(pos->z, low.z, high.z);
    if (*emitter->boundary == FS_BOUNDARY_BOUNCE) {
        fs_axis_bounce(&pos->x, &vel->x, low.x, high.x, *emitter->restitution);
        fs_axis_bounce(&pos->y, &vel->y, low.y, high.y, *emitter->restitution);
        fs_axis_bounce(&pos->z, &vel->z, low.z, high.z, *emitter->restitution);
    }
    return false;
}

/* --- fragments ------------------------------------------------------------------------------ */

static fs_vel3 random_offset(fs_rng *rng, fs_vel spread)
{
    fs_vel limit = fs_abs32(spread);
    fs_vel x = fs_rng_range(rng, -limit, limit);
    fs_vel y = fs_rng_range(rng, -limit, limit);
    fs_vel z = fs_rng_range(rng, -limit, limit);
    return fs_vel3_make(x, y, z);
}

void fs_fragment_velocities(uint64_t seed, uint32_t tick, fs_vel3 vel, fs_vel spread, uint32_t count, fs_vel3 *out)
{
    fs_rng rng = fs_rng_seed(seed, tick);
    for (uint32_t i = 0; i + 1 < count; i += 2) {
        fs_vel3 offset = random_offset(&rng, spread);
        out[i] = fs_vel3_add(vel, offset);
        out[i + 1] = fs_vel3_sub(vel, offset);
    }
    if (count % 2 != 0)
        out[count - 1] = vel;
}
