/* solve.c: the substeps of a tick, in order; see solve.h.
 *
 * Method: soft constraints with substeps and relaxation (E. Catto, "Solver2D", 2024), on rows in velocity units.
 * This file only orders the work; what a row does is in solve_passes.h.
 */
#include "phys/two/solve_rows.h"

/* ---- memory ---------------------------------------------------------------------------------------------- */

size_t fs__two_solve_size(uint32_t bodies, uint32_t contacts, uint32_t joints)
{
    size_t movers = (size_t)bodies + 1;
    return FS_ARENA_BYTES(sizeof(struct fs__two_solver)) + FS_ARENA_BYTES(movers * sizeof(struct fs__two_mover)) +
           FS_ARENA_BYTES(movers * 4 * sizeof(int64_t)) + fs__two_joints_size(joints) + (size_t)contacts * 0;
}

static struct fs__two_solver *open_solver(struct fs__two_tick *tick, fs_arena *arena)
{
    struct fs__two_solver *s = fs_arena_take(arena, sizeof *s);
    if (s == NULL)
        return NULL;
    *s = (struct fs__two_solver){ .tick = tick, .w = tick->w };
    if (tick->mover == NULL)
        tick->mover = fs_arena_take(arena, tick->mover_count * sizeof *tick->mover);
    size_t travel = (size_t)tick->mover_count * 4 * sizeof *s->travel;
    s->travel = fs_arena_take(arena, travel);
    if (tick->mover == NULL || s->travel == NULL)
        return NULL;
    for (size_t i = 0; i < (size_t)tick->mover_count * 4; i++)
        s->travel[i] = 0;
    return s;
}

/* ---- constants of the tick --------------------------------------------------------------------------------- */

static void set_rates(struct fs__two_solver *s)
{
    const struct fs_physics2_view *rules = &s->w->rules;
    s->substeps = rules->substeps[0] == 0 ? 1 : rules->substeps[0];
    s->rate = s->w->world.hz[0] * s->substeps;
    s->first = s->w->world.tick[0] * s->substeps;
    s->soft.per_substep = (int32_t)(s->rate << 16);
    s->soft.reach = fs_sat32((int64_t)FS_REL_ONE * 128 / s->rate);
    s->soft.push = -rules->push_speed[0];
    s->soft.advance = (int32_t)((((int64_t)1 << 35) + s->rate / 2) / s->rate);
}

/* ---- the tick ------------------------------------------------------------------------------------------------ */

static void drift(struct fs__two_solver *s)
{
    for (uint32_t i = 1; i < s->tick->mover_count; i++) {
        struct fs__two_mover *m = &s->tick->mover[i];
        int64_t *sum = s->travel + (size_t)i * 4;
        sum[0] += m->vx;
        sum[1] += m->vy;
        sum[2] += m->w;
        m->dx += fs_mul32(m->vx, s->soft.advance, FS_UNIT_FRAC);
        m->dy += fs_mul32(m->vy, s->soft.advance, FS_UNIT_FRAC);
        m->turned += fs_mul32(m->w, s->soft.advance, FS_UNIT_FRAC);
    }
}

static void substep(struct fs__two_solver *s, uint32_t k)
{
    fs__two_kick(s, k);
    fs__two_joints_warm(s->joints);
    fs__two_joints_solve(s->joints, true);
    drift(s);
    fs__two_joints_solve(s->joints, false);
}

void fs__two_solve(struct fs__two_tick *tick)
{
    struct fs__two_solver *s = open_solver(tick, &tick->arena);
    if (s == NULL)
        return;
    set_rates(s);
    fs__two_fill(s);
    s->joints = fs__two_joints_prepare(tick);
    for (uint32_t k = 0; k < s->substeps; k++)
        substep(s, k);
    fs__two_joints_store(s->joints);
    fs__two_place_bodies(s);
}
