/* explosions.c: explosions act on particles. The law is that of explosion.h.
 */
#include "particles/force/force_internal.h"

static void apply_explosion(fs_force_context *c, const fs_explosion *e)
{
    const struct fs_particles *p = c->particles;
    if (p->tick < e->start || p->tick - e->start >= fs_explosion_ticks(e, p->hz))
        return;
    for (uint32_t i = 0; i < p->count; i++) {
        if (!fs__is_movable(p, i))
            continue;
        fs_explosion_force f = fs_explosion_force_at(e, p->tick, p->hz, p->pos[i], p->vel[i]);
        fs_force_add(c, i, fs_wide3_add(f.central, f.shock));
    }
}

void fs_explosions_apply(const struct fs_explosions *explosions, const struct fs_particles *p, fs_force_sum *sums)
{
    fs_force_context c = { .particles = p, .sums = sums };
    for (uint32_t row = 0; row < explosions->count; row++) {
        fs_explosion e = fs_explosion_get(explosions, row);
        if (e.on != 0)
            apply_explosion(&c, &e);
    }
    fs__counter_add(p->saturations, c.saturated);
}
