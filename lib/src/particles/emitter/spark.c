/* spark.c: starts, recolours and ends sparks; see fixstep/emitter.h. Groups of sparks are in burst.c.
 *
 * The colour is written to the slot that was found, and the life of a fading spark is 16 times its limit, as in the
 * source's code; its text says otherwise. Only flickering sparks draw random numbers.
 */
#include "particles/emitter/emitter_internal.h"

/* --- ramps ---------------------------------------------------------------------------------- */

static const struct {
    uint8_t first;
    uint32_t rgb; /* mask of its channels */
} ramps[FS_SPARK_COLOURS] = {
    [FS_SPARK_RED] = { 32, 0xFF0000 },
    [FS_SPARK_GREEN] = { 96, 0x00FF00 },
    [FS_SPARK_BLUE] = { 144, 0x0000FF },
    [FS_SPARK_WHITE] = { 16, 0xFFFFFF },
};

uint8_t fs_ramp_first(fs_spark_colour colour)
{
    return ramps[(unsigned)colour < FS_SPARK_COLOURS ? colour : FS_SPARK_WHITE].first;
}

uint32_t fs_ramp_rgb(uint8_t number)
{
    for (unsigned i = 0; i < FS_SPARK_COLOURS; i++) {
        uint32_t step = (uint32_t)number - ramps[i].first;
        if (step < FS_RAMP_LENGTH) {
            uint32_t level = 255 * (FS_RAMP_LENGTH - step) / FS_RAMP_LENGTH;
            return ramps[i].rgb & (level << 16 | level << 8 | level);
        }
    }
    return 0;
}

/* --- slots ---------------------------------------------------------------------------------- */

static void free_slot(struct fs_sparks *s, uint32_t i)
{
    FS_ASSERT(i < s->p.count);
    s->p.pos[i] = fs_pos3_zero();
    s->p.vel[i] = fs_vel3_zero();
    s->p.inv_mass[i] = (fs_scaled){ 0, 0 };
    s->type[i] = s->colour[i] = s->first[i] = s->last[i] = 0;
    s->count[i] = s->limit[i] = 0;
}

static uint32_t take_slot(struct fs_sparks *s, uint32_t *from)
{
    if (s->p.count > 0 && *s->emitter.policy == FS_SLOT_RING)
        return fs__emitter_next_ring_slot(&s->emitter, s->p.count);
    while (*from < s->p.count && s->type[*from] != FS_SPARK_NONE)
        *from += 1;
    return *from;
}

fs_result fs_spark_start(struct fs_sparks *s, const fs_spark_def *def)
{
    uint32_t from = 0;
    return fs__spark_start_from(s, def, &from);
}

fs_result fs__spark_start_from(struct fs_sparks *s, const fs_spark_def *def, uint32_t *from)
{
    bool type = def->type == FS_SPARK_FLICKER || def->type == FS_SPARK_FADE;
    if (!type || (unsigned)def->colour >= FS_SPARK_COLOURS || def->limit == 0)
        return FS_E_ARGUMENT;
    uint32_t slot = take_slot(s, from);
    if (slot >= s->p.count) {
        fs__emitter_count_dropped(&s->emitter, 1);
        return FS_E_CAPACITY;
    }
    s->p.pos[slot] = def->pos;
    s->p.vel[slot] = def->vel;
    s->p.inv_mass[slot] = (fs_scaled){ 1 << 30, -30 };
    s->type[slot] = (uint8_t)def->type;
    s->first[slot] = s->colour[slot] = fs_ramp_first(def->colour);
    s->last[slot] = (uint8_t)(s->first[slot] + FS_RAMP_LENGTH - 1);
    s->count[slot] = 0;
    s->limit[slot] = def->limit;
    return FS_OK;
}

void fs_sparks_clear(struct fs_sparks *s)
{
    for (uint32_t i = 0; i < s->p.count; i++)
        free_slot(s, i);
}

/* --- a tick ------------------------------------------------------------------------------------ */

/* Counts a tick; at the limit returns true and resets the count. */
static bool limit_reached(struct fs_sparks *s, uint32_t i)
{
    uint32_t count = s->count[i] + 1u;
    bool reached = count >= s->limit[i];
    s->count[i] = reached ? 0 : (uint16_t)count;
    return reached;
}

static bool flicker_ends(struct fs_sparks *s, uint32_t i)
{
    uint32_t step = fs_rng_below(s->emitter.rng, FS_RAMP_LENGTH);
    s->colour[i] = (uint8_t)(s->first[i] + step);
    return limit_reached(s, i);
}

static bool fade_ends(struct fs_sparks *s, uint32_t i)
{
    if (!limit_reached(s, i))
        return false;
    bool last = s->colour[i] >= s->last[i];
    s->colour[i] = (uint8_t)(s->colour[i] + !last);
    return last;
}

static bool spark_ends(struct fs_sparks *s, uint32_t i)
{
    if (fs__emitter_apply_boundary(&s->emitter, &s->p.pos[i], &s->p.vel[i]))
        return true;
    switch (s->type[i]) {
    case FS_SPARK_FLICKER: return flicker_ends(s, i);
    case FS_SPARK_FADE: return fade_ends(s, i);
    default: return true;
    }
}

void fs_sparks_step(struct fs_sparks *s)
{
    for (uint32_t i = 0; i < s->p.count; i++)
        if (s->type[i] != FS_SPARK_NONE && spark_ends(s, i))
            free_slot(s, i);
    fs__particles_end_phase(&s->p, FS_PHASE_EMITTERS);
}

uint32_t fs_sparks_alive(const struct fs_sparks *s)
{
    uint32_t alive = 0;
    for (uint32_t i = 0; i < s->p.count; i++)
        alive += s->type[i] != FS_SPARK_NONE;
    return alive;
}

bool fs_spark_visible(const struct fs_sparks *s, uint32_t i)
{
    fs_pos3 low = *s->emitter.low, high = *s->emitter.high;
    if (i >= s->p.count || s->type[i] == FS_SPARK_NONE)
        return false;
    fs_pos3 p = s->p.pos[i];
    return p.x >= low.x && p.x < high.x && p.y >= low.y && p.y < high.y;
}
