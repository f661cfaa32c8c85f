/* bodies.c: functions shared by games of particles. See <fixstep/kit/bodies.h>. */
#include <fixstep/kit/bodies.h>

#include <fixstep/draw.h>

fs_result fs_kit_tables_fill(fs_state *state, unsigned first, unsigned end)
{
    fs_result result = FS_OK;
    for (unsigned table = first; result == FS_OK && table < end; table++)
        result = fs_rows_resize(state, table, fs_state_capacity(state, table));
    return result;
}

bool fs_kit_tables_full(const fs_state *state, unsigned first, unsigned end)
{
    for (unsigned table = first; table < end; table++)
        if (fs_state_rows(state, table) != fs_state_capacity(state, table))
            return false;
    return true;
}

void fs_kit_particle_clear(struct fs_particles *p, uint32_t row)
{
    fs_particle_def def = { .immovable = true };
    fs_particle_make(p, row, &def);
}

bool fs_kit_particle_world_equal(const struct fs_particles *p, const fs_particle_world_def *def)
{
    return fs_wide3_eq(*p->gravity, def->gravity) && *p->world_damping == def->damping &&
           *p->world_damping_factor == fs_pow_dt(def->damping, p->hz) && *p->max_speed == def->max_speed &&
           *p->integrator == def->integrator;
}

static fs_wide dot(fs_pos3 a, fs_pos3 b)
{
    return fs_wide3_dot(fs_wide3_make(a.x, a.y, a.z), fs_wide3_make(b.x, b.y, b.z));
}

bool fs_kit_path_hits_sphere(fs_pos3 from, fs_pos3 to, fs_pos radius, fs_unit *when)
{
    fs_pos3 path = fs_pos3_sub(to, from);
    fs_wide length_sq = dot(path, path);
    fs_wide along = dot(fs_pos3_neg(from), path);
    *when = length_sq > 0 ? fs_clamp32(fs_unit_from_ratio(along, length_sq), 0, FS_UNIT_ONE) : 0;
    fs_pos3 nearest = fs_pos3_add(from, fs_pos3_scale(path, *when));
    return fs_pos3_dist_sq_cmp(nearest, fs_pos3_zero(), radius) <= 0;
}

uint32_t fs_kit_heading_rotate_toward(uint32_t from, uint32_t to, uint32_t limit)
{
    int32_t difference = fs_turn_signed(to - from);
    int32_t bound = (int32_t)fs_min_u32(limit, INT32_MAX);
    return from + (uint32_t)fs_clamp32(difference, -bound, bound);
}

fs_wide3 fs_kit_heading_vector(uint32_t heading, fs_wide length)
{
    return fs_wide3_make(fs_mul64(length, fs_cos(heading), FS_UNIT_FRAC),
                         fs_mul64(length, fs_sin(heading), FS_UNIT_FRAC), 0);
}

fs_vel3 fs_kit_heading_velocity(uint32_t heading, fs_vel speed)
{
    return fs_vel3_make(fs_mul32_sym(speed, fs_cos(heading), FS_UNIT_FRAC),
                        fs_mul32_sym(speed, fs_sin(heading), FS_UNIT_FRAC), 0);
}

uint32_t fs_kit_player_colour(uint32_t slot)
{
    return fs_draw_player_colour(slot);
}
