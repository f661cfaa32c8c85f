/* explosions.c: explosions act on bodies. The law is that of explosion.h. */
#include <fixstep/random.h>

#include "physics3d/force/force.h"

static bool is_movable(const struct fs_world3 *w, uint32_t row)
{
    return fs__world3_row_live(w->body.gen, row) && fs__body3_is_dynamic(w, row) &&
           (w->body.flags[row] & FS_BODY3_DISABLED) == 0;
}

/* The point of a body that the shock hits, world: a function of the explosion and of the body's handle. */
static fs_pos3 shock_point(const struct fs_world3 *w, uint32_t row, uint32_t seed)
{
    fs_rng rng = fs_rng_seed(seed, (uint64_t)w->body.gen[row] << 32 | row);
    int32_t quarter = w->body.extent[row] / 4;
    int32_t x = fs_rng_range(&rng, -quarter, quarter);
    int32_t y = fs_rng_range(&rng, -quarter, quarter);
    int32_t z = fs_rng_range(&rng, -quarter, quarter);
    return fs_pos3_add_rel(w->body.pos[row], fs_quat_rel(w->body.rot[row], fs_rel3_make(x, y, z)));
}

static bool push_body(struct fs_world3 *w, uint32_t row, const fs_explosion *e)
{
    fs_explosion_force f = fs_explosion_force_at(e, *w->world.tick, *w->world.hz, w->body.pos[row], w->body.vel[row]);
    fs_body3 body = fs_body3_at(w, row);
    if (!fs_wide3_is_zero(f.central))
        (void)fs_body3_apply_force(w, body, f.central);
    if (!fs_wide3_is_zero(f.shock))
        (void)fs_body3_apply_force_at(w, body, f.shock, shock_point(w, row, e->seed));
    return !fs_wide3_is_zero(f.central) || !fs_wide3_is_zero(f.shock);
}

static uint32_t push_bodies(struct fs_world3 *w, const fs_explosion *e)
{
    uint32_t count = 0, tick = *w->world.tick;
    if (e->on == 0 || tick < e->start || tick - e->start >= fs_explosion_ticks(e, *w->world.hz))
        return 0;
    for (uint32_t row = 0; row < *w->body.rows; row++)
        if (is_movable(w, row) && push_body(w, row, e))
            count++;
    return count;
}

uint32_t fs_world3_apply_explosions(struct fs_world3 *w, const struct fs_explosions *explosions)
{
    uint32_t count = 0;
    for (uint32_t row = 0; row < explosions->count; row++) {
        fs_explosion e = fs_explosion_get(explosions, row);
        count += push_bodies(w, &e);
    }
    return count;
}
