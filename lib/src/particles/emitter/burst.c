/* burst.c: groups of sparks: explosions, shock waves, trails, jets; see fixstep/emitter.h.
 *
 * Slots are reserved before random numbers are drawn for them. This file must never make two draws in one statement.
 */
#include <fixstep/trig.h>

#include "particles/emitter/emitter_internal.h"

enum { BURST_MAX = 1 << 16, TRAIL_ONE_IN = 10 };

fs_burst fs_default_burst(void)
{
    return (fs_burst){
        .type = FS_SPARK_FADE,
        .colour = FS_SPARK_WHITE,
        .number = 16,
        .jitter = 4,
        .jitter_step = FS_POS_ONE,
        .speed_min = 2,
        .speed_max = 5,
        .speed_step = FS_VEL_ONE,
        .limit_min = 1,
        .limit_max = 4,
    };
}

static bool burst_valid(const fs_burst *b)
{
    bool type = b->type == FS_SPARK_FLICKER || b->type == FS_SPARK_FADE;
    bool ranges = b->speed_min <= b->speed_max && b->limit_min <= b->limit_max && b->limit_min > 0;
    bool sizes = b->number <= BURST_MAX && b->jitter <= BURST_MAX && b->speed_max <= BURST_MAX;
    return type && ranges && sizes && (unsigned)b->colour < FS_SPARK_COLOURS;
}

/* --- draws ----------------------------------------------------------------------------------- */

static fs_pos draw_position(fs_rng *rng, fs_pos at, const fs_burst *b)
{
    int32_t steps = fs_rng_range(rng, -(int32_t)b->jitter, (int32_t)b->jitter);
    return fs_sat64_add(at, fs_sat64_mul(b->jitter_step, steps));
}

static fs_vel draw_speed(fs_rng *rng, const fs_burst *b)
{
    int32_t steps = fs_rng_range(rng, (int32_t)b->speed_min, (int32_t)b->speed_max);
    return fs_sat32((int64_t)b->speed_step * steps);
}

static fs_vel draw_component(fs_rng *rng, const fs_burst *b)
{
    int32_t steps = fs_rng_range(rng, -(int32_t)b->speed_max, (int32_t)b->speed_max);
    return fs_sat32((int64_t)b->speed_step * steps);
}

static uint32_t draw_direction(fs_rng *rng)
{
    int32_t degrees = fs_rng_range(rng, 0, 359);
    return FS_TURN_DEG(degrees);
}

static uint16_t draw_limit(fs_rng *rng, const fs_burst *b)
{
    return (uint16_t)fs_rng_range(rng, b->limit_min, b->limit_max);
}

static fs_vel3 in_direction(fs_vel speed, uint32_t turn)
{
    return fs_vel3_make(fs_mul32_sym(speed, fs_cos(turn), FS_UNIT_FRAC),
                        fs_mul32_sym(speed, fs_sin(turn), FS_UNIT_FRAC), 0);
}

/* --- groups ------------------------------------------------------------------------------------ */

/* The number of sparks of a group that find a slot; the others are counted as dropped. */
static uint32_t reserve_slots(struct fs_sparks *s, uint32_t number)
{
    if (*s->emitter.policy == FS_SLOT_RING)
        return s->p.count == 0 ? 0 : number;
    uint32_t free = s->p.count - fs_sparks_alive(s), fit = fs_min_u32(free, number);
    fs__emitter_count_dropped(&s->emitter, number - fit);
    return fit;
}

static void start_spark(struct fs_sparks *s, const fs_burst *b, fs_pos3 pos, fs_vel3 relative, uint16_t limit,
                        uint32_t *from)
{
    fs_spark_def def = { pos, fs_vel3_add(b->vel, relative), b->type, b->colour, limit };
    (void)fs__spark_start_from(s, &def, from);
}

uint32_t fs_sparks_explode(struct fs_sparks *s, const fs_burst *b)
{
    fs_rng *rng = s->emitter.rng;
    uint32_t number = burst_valid(b) ? reserve_slots(s, b->number) : 0, from = 0;
    for (uint32_t i = 0; i < number; i++) {
        fs_pos x = draw_position(rng, b->at.x, b);
        fs_pos y = draw_position(rng, b->at.y, b);
        uint32_t turn = draw_direction(rng);
        fs_vel speed = draw_speed(rng, b);
        uint16_t limit = draw_limit(rng, b);
        start_spark(s, b, fs_pos3_make(x, y, b->at.z), in_direction(speed, turn), limit, &from);
    }
    return number;
}

uint32_t fs_sparks_ring(struct fs_sparks *s, const fs_burst *b)
{
    fs_rng *rng = s->emitter.rng;
    if (!burst_valid(b))
        return 0;
    fs_vel speed = draw_speed(rng, b);
    uint32_t number = reserve_slots(s, b->number), from = 0;
    for (uint32_t i = 0; i < number; i++) {
        uint32_t turn = draw_direction(rng);
        uint16_t limit = draw_limit(rng, b);
        start_spark(s, b, b->at, in_direction(speed, turn), limit, &from);
    }
    return number;
}

uint32_t fs_sparks_trail(struct fs_sparks *s, const fs_burst *b)
{
    fs_rng *rng = s->emitter.rng;
    if (!burst_valid(b) || !fs_rng_chance(rng, 1, TRAIL_ONE_IN))
        return 0;
    uint32_t number = reserve_slots(s, b->number), from = 0;
    for (uint32_t i = 0; i < number; i++) {
        fs_pos x = draw_position(rng, b->at.x, b);
        fs_pos y = draw_position(rng, b->at.y, b);
        fs_vel vx = draw_component(rng, b);
        fs_vel vy = draw_component(rng, b);
        uint16_t limit = draw_limit(rng, b);
        start_spark(s, b, fs_pos3_make(x, y, b->at.z), fs_vel3_make(vx, vy, 0), limit, &from);
    }
    return number;
}

uint32_t fs_sparks_jet(struct fs_sparks *s, const fs_burst *b, uint32_t turn, uint32_t spread)
{
    fs_rng *rng = s->emitter.rng;
    uint32_t number = burst_valid(b) && spread <= 180 ? reserve_slots(s, b->number) : 0, from = 0;
    for (uint32_t i = 0; i < number; i++) {
        int32_t degrees = fs_rng_range(rng, -(int32_t)spread, (int32_t)spread);
        fs_vel speed = draw_speed(rng, b);
        uint16_t limit = draw_limit(rng, b);
        start_spark(s, b, b->at, in_direction(speed, turn + FS_TURN_DEG(degrees)), limit, &from);
    }
    return number;
}
