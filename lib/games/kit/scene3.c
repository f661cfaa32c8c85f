/* scene3.c: functions shared by games of 3D bodies. See <fixstep/kit/scene3.h>. */
#include <fixstep/kit/scene3.h>

#include <fixstep/trig.h>

/* --- bodies --------------------------------------------------------------------------------- */

fs_result fs_kit_body3_add(struct fs_world3 *w, const fs_body3_def *def, const fs_geometry3 *shape,
                           const fs_shape3_def *form, fs_body3 *out)
{
    fs_result result = fs_body3_create(w, def, out);
    if (result != FS_OK)
        return result;
    result = fs_shape3_create(w, *out, form, shape, NULL);
    if (result != FS_OK) {
        fs_body3_destroy(w, *out);
        *out = (fs_body3){ { 0, 0 } };
    }
    return result;
}

fs_result fs_kit_body3_add_wall(struct fs_world3 *w, fs_pos3 centre, fs_pos3 half, uint16_t material, fs_body3 *out)
{
    fs_body3_def def = fs_default_body3_def();
    fs_shape3_def form = fs_default_shape3_def();
    def.type = FS_BODY3_STATIC;
    def.pos = centre;
    form.material = material;
    fs_result result = fs_body3_create(w, &def, out);
    if (result != FS_OK)
        return result;
    result = fs_shape3_create_box(w, *out, &form, half, NULL);
    if (result != FS_OK) {
        fs_body3_destroy(w, *out);
        *out = (fs_body3){ { 0, 0 } };
    }
    return result;
}

uint32_t fs_kit_world3_substeps(uint32_t hz)
{
    enum { RATE = 240, FEWEST = 4, MOST = 16 };
    uint32_t needed = (RATE + fs_max_u32(hz, 1) - 1) / fs_max_u32(hz, 1);
    return fs_min_u32(fs_max_u32(needed, FEWEST), MOST);
}

/* --- directions ------------------------------------------------------------------------------- */

fs_unit3 fs_kit_aim3_direction(uint32_t heading, uint32_t elevation)
{
    fs_unit level = fs_cos(elevation);
    return fs_unit3_make(-fs_mul32_sym(fs_sin(heading), level, FS_UNIT_FRAC), fs_sin(elevation),
                         -fs_mul32_sym(fs_cos(heading), level, FS_UNIT_FRAC));
}

fs_vel3 fs_kit_aim3_velocity(fs_unit3 direction, fs_vel speed)
{
    return fs_vel3_make(fs_mul32_sym(speed, direction.x, FS_UNIT_FRAC), fs_mul32_sym(speed, direction.y, FS_UNIT_FRAC),
                        fs_mul32_sym(speed, direction.z, FS_UNIT_FRAC));
}

fs_pos3 fs_kit_aim3_point(fs_pos3 from, fs_unit3 direction, fs_pos distance)
{
    return fs_pos3_add(from, fs_pos3_make(fs_mul64(distance, direction.x, FS_UNIT_FRAC),
                                          fs_mul64(distance, direction.y, FS_UNIT_FRAC),
                                          fs_mul64(distance, direction.z, FS_UNIT_FRAC)));
}

fs_vel3 fs_kit_aim3_shot(fs_pos3 from, fs_pos3 to, fs_vel speed, fs_wide gravity)
{
    fs_unit3 along;
    fs_rel3 d = fs_rel3_make(fs_rel_from_pos(fs_sat64_sub(to.x, from.x)), fs_rel_from_pos(fs_sat64_sub(to.y, from.y)),
                             fs_rel_from_pos(fs_sat64_sub(to.z, from.z)));
    if (!fs_rel3_normalise(d, &along))
        along = fs_unit3_make(0, 0, -FS_UNIT_ONE);
    fs_vel3 vel = fs_kit_aim3_velocity(along, speed);
    /* g t / 2 with t = distance / speed */
    fs_wide time = fs_wide_from_ratio(fs_rel3_length(d), (int64_t)speed * (1 << (FS_REL_FRAC - FS_VEL_FRAC)));
    vel.y = fs_sat32_add(vel.y, fs_vel_from_wide(fs_wide_mul(gravity, time) / 2));
    return vel;
}

void fs_kit_body3_shoot(struct fs_world3 *w, fs_body3 body, fs_pos3 from, fs_pos3 to, fs_vel speed)
{
    (void)fs_body3_set_enabled(w, body, true);
    (void)fs_body3_set_pose(w, body, from, fs_quat_identity());
    (void)fs_body3_set_velocity(w, body, fs_kit_aim3_shot(from, to, speed, -w->rules.gravity->y), fs_vel3_zero());
}

/* --- seats and crosshairs on a stage ------------------------------------------------------------- */

static fs_unit3 right_of(uint32_t heading)
{
    return fs_kit_aim3_direction(heading - FS_TURN_QUARTER, 0);
}

uint32_t fs_kit_seat3_heading(uint32_t slot)
{
    static const uint8_t eighths[8] = { 0, 4, 2, 6, 1, 5, 3, 7 };
    return (uint32_t)eighths[slot % 8] << 29;
}

fs_pos3 fs_kit_seat3_point(uint32_t slot, fs_pos distance, fs_pos height)
{
    fs_unit3 ahead = fs_kit_aim3_direction(fs_kit_seat3_heading(slot), 0);
    return fs_kit_aim3_point(fs_pos3_make(0, height, 0), ahead, -distance);
}

fs_pos3 fs_kit_crosshair3_move(fs_pos3 at, uint32_t heading, const uint8_t *input, fs_pos step, fs_pos edge)
{
    fs_unit3 ahead = fs_kit_aim3_direction(heading, 0);
    at = fs_kit_aim3_point(at, ahead, step * fs_kit_button_axis(input, FS_KEY_DOWN, FS_KEY_UP));
    at = fs_kit_aim3_point(at, right_of(heading), step * fs_kit_button_axis(input, FS_KEY_LEFT, FS_KEY_RIGHT));
    return fs_pos3_make(fs_clamp64(at.x, -edge, edge), 0, fs_clamp64(at.z, -edge, edge));
}

static fs_pos distance_along(fs_pos3 d, fs_unit3 along)
{
    return fs_sat64_add(fs_mul64(d.x, along.x, FS_UNIT_FRAC), fs_mul64(d.z, along.z, FS_UNIT_FRAC));
}

void fs_kit_crosshair3_offset(fs_pos3 d, uint32_t heading, fs_pos *ahead, fs_pos *right)
{
    *ahead = distance_along(d, fs_kit_aim3_direction(heading, 0));
    *right = distance_along(d, right_of(heading));
}

static unsigned choose_key(fs_pos way, fs_pos slack, fs_key minus, fs_key plus)
{
    return way > slack ? (unsigned)plus : way < -slack ? (unsigned)minus : 0;
}

uint8_t fs_kit_crosshair3_keys(fs_pos ahead, fs_pos right, fs_pos slack)
{
    return (uint8_t)(choose_key(ahead, slack, FS_KEY_DOWN, FS_KEY_UP) |
                     choose_key(right, slack, FS_KEY_LEFT, FS_KEY_RIGHT));
}

/* --- courses --------------------------------------------------------------------------------- */

static fs_wide depth_of(fs_pos3 point, fs_pos3 at, fs_unit3 normal)
{
    fs_pos3 d = fs_pos3_sub(point, at);
    fs_wide x = fs_mul64(d.x, normal.x, FS_UNIT_FRAC), z = fs_mul64(d.z, normal.z, FS_UNIT_FRAC);
    return fs_wide_add(fs_wide_add(x, z), fs_mul64(d.y, normal.y, FS_UNIT_FRAC));
}

static fs_pos point_between(fs_pos from, fs_pos to, fs_wide part, fs_wide whole)
{
    return fs_sat64_add(from, fs_muldiv64(fs_sat64_sub(to, from), part, whole));
}

bool fs_kit_path_crosses_plane(fs_pos3 from, fs_pos3 to, fs_pos3 at, fs_unit3 normal, fs_pos3 *where)
{
    fs_wide before = depth_of(from, at, normal), after = depth_of(to, at, normal);
    if (before > 0 || after <= 0)
        return false;
    fs_wide part = fs_sat64_neg(before), whole = fs_sat64_sub(after, before);
    *where = fs_pos3_make(point_between(from.x, to.x, part, whole), point_between(from.y, to.y, part, whole),
                          point_between(from.z, to.z, part, whole));
    return true;
}

/* --- pictures ---------------------------------------------------------------------------------- */

void fs_kit_body3_draw(const struct fs_world3 *w, uint32_t row, fs_draw_material material, fs_draw_list *draw)
{
    if (!fs_kit_body3_live(w, row))
        return;
    for (uint32_t next = w->body.first_shape[row]; next != 0; next = w->shape.sibling[next - 1])
        fs_world3_draw_solid(w, draw, next - 1, material);
}

void fs_kit_draw_floor(fs_draw_list *draw, fs_pos3 centre, fs_pos half_x, fs_pos half_z, uint32_t colour)
{
    fs_pos left = centre.x - half_x, right = centre.x + half_x, far = centre.z - half_z, near = centre.z + half_z;
    const fs_draw_point corner[4] = { fs_kit_point_from_pos3(fs_pos3_make(left, centre.y, near)),
                                      fs_kit_point_from_pos3(fs_pos3_make(right, centre.y, near)),
                                      fs_kit_point_from_pos3(fs_pos3_make(right, centre.y, far)),
                                      fs_kit_point_from_pos3(fs_pos3_make(left, centre.y, far)) };
    fs_draw_polygon(draw, corner, 4, colour, FS_DRAW_FILLED);
}

void fs_kit_draw_tiles(fs_draw_list *draw, fs_pos3 centre, fs_pos half, uint32_t tiles, uint32_t even, uint32_t odd)
{
    int64_t n = fs_clamp64(tiles, 1, 32);
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n; k++) {
            fs_pos x = centre.x + fs_div64_round(half * (2 * i + 1 - n), (uint32_t)n);
            fs_pos z = centre.z + fs_div64_round(half * (2 * k + 1 - n), (uint32_t)n);
            fs_kit_draw_floor(draw, fs_pos3_make(x, centre.y, z), half / n, half / n, (i + k) % 2 == 0 ? even : odd);
        }
}

void fs_kit_draw_block(fs_draw_list *draw, fs_pos3 low, fs_pos3 high, fs_draw_material material)
{
    fs_pos3 c = fs_pos3_make(low.x / 2 + high.x / 2, low.y / 2 + high.y / 2, low.z / 2 + high.z / 2);
    fs_draw_block(draw, fs_kit_point_from_pos3(c), fs_kit_point_from_pos3(fs_pos3_make(high.x, c.y, c.z)),
                  fs_kit_point_from_pos3(fs_pos3_make(c.x, high.y, c.z)),
                  fs_kit_point_from_pos3(fs_pos3_make(c.x, c.y, high.z)), material);
}

/* The block is 2 cm lower than the tiles, so that it does not show through. */
void fs_kit_draw_stage(fs_draw_list *draw, const fs_kit_stage3 *stage)
{
    const fs_pos half = stage->half, lower = -2 * FS_POS_ONE / 100;
    fs_kit_draw_floor(draw, fs_pos3_make(0, -stage->depth, 0), stage->far, stage->far, stage->plain);
    fs_kit_draw_tiles(draw, fs_pos3_zero(), half, stage->tiles, stage->even, stage->odd);
    fs_kit_draw_block(draw, fs_pos3_make(-half, -FS_POS_ONE, -half), fs_pos3_make(half, lower, half),
                      (fs_draw_material){ .colour = stage->side, .gloss = 10 });
}

void fs_kit_camera3_look(fs_draw_list *draw, fs_pos3 eye, fs_pos3 target, uint32_t fov_milliturns, uint32_t background)
{
    fs_draw_set_camera_3d(draw, fs_kit_point_from_pos3(eye), fs_kit_point_from_pos3(target), fov_milliturns,
                          background);
}

void fs_kit_camera3_seat(fs_draw_list *draw, uint32_t slot, fs_pos distance, fs_pos height, fs_pos nearer,
                         uint32_t fov_milliturns, uint32_t background)
{
    fs_kit_camera3_look(draw, fs_kit_seat3_point(slot, distance, height), fs_kit_seat3_point(slot, nearer, 0),
                        fov_milliturns, background);
}
