/* build.c: writes the rows of builders; see build.h.
 *
 * This file must never depend on a shape.
 */
#include "particles/aggregate/build.h"

#include "particles/contact/contact_internal.h"

/* Checks what fs_particle_make() checks, before anything is written. */
static bool can_make(const struct fs_particles *p, const fs_particle_def *prototype)
{
    bool values = prototype->mass > 0 && prototype->damping >= 0 && prototype->damping <= FS_UNIT_ONE;
    return values && p->inv_mass != NULL && p->mass != NULL && p->acc != NULL;
}

static bool all_exist(const struct fs_particles *p, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!fs__particle_exists(p, first + i, 0))
            return false;
    return true;
}

fs_result fs__build_check(const fs_build_cursor *at, fs_build_counts need, const fs_particle_def *particle)
{
    if (!can_make(at->particles, particle))
        return FS_E_ARGUMENT;
    bool particles = at->particle <= at->particles->count && need.particles <= at->particles->count - at->particle;
    bool links = at->link <= at->links->count && need.links <= at->links->count - at->link;
    if (!particles || !links)
        return FS_E_CAPACITY;
    return all_exist(at->particles, at->particle, need.particles) ? FS_OK : FS_E_STALE;
}

void fs__build_particle(fs_build_cursor *at, uint32_t index, const fs_particle_def *prototype, fs_pos3 pos, bool held)
{
    fs_particle_def def = *prototype;
    def.pos = pos;
    def.immovable = held || prototype->immovable;
    if (def.immovable)
        def.vel = fs_vel3_zero();
    fs_result made = fs_particle_make(at->particles, at->particle + index, &def);
    FS_ASSERT(made == FS_OK);
    (void)made;
}

void fs__build_link(fs_build_cursor *at, fs_link link)
{
    link.a += at->particle;
    if (link.type < FS_LINK_ANCHORED_ROD)
        link.b += at->particle;
    fs_result made = fs_link_make(at->links, at->link++, &link, at->particles);
    FS_ASSERT(made == FS_OK);
    (void)made;
}

fs_pos fs__build_distance(const fs_build_cursor *at, uint32_t a, uint32_t b)
{
    FS_ASSERT(at->particle + a < at->particles->count && at->particle + b < at->particles->count);
    return fs_pos3_dist(at->particles->pos[at->particle + a], at->particles->pos[at->particle + b]);
}

void fs__build_rod(fs_build_cursor *at, uint32_t a, uint32_t b, fs_wide compliance)
{
    fs_link rod = fs_link_rod(a, b, fs__build_distance(at, a, b));
    rod.compliance = compliance;
    fs__build_link(at, rod);
}

static fs_pos axis_position(fs_pos origin, fs_pos step, uint32_t n)
{
    return fs_sat64_add(origin, fs_sat64_mul(step, n));
}

fs_pos3 fs__build_position(fs_pos3 origin, fs_pos3 step, uint32_t n)
{
    return fs_pos3_make(axis_position(origin.x, step.x, n), axis_position(origin.y, step.y, n),
                        axis_position(origin.z, step.z, n));
}
