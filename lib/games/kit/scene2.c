/* scene2.c: functions shared by games of 2D bodies. See <fixstep/kit/scene2.h>. */
#include <fixstep/kit/scene2.h>

#include <fixstep/trig.h>

/* --- finer steps -------------------------------------------------------------------------- */

enum { MAX_SUBSTEP_RATE = (1 << 14) - 1 }; /* 1/s, of the solver; a state from outside may ask for 16 substeps */

void fs_kit_world2_split_tick(struct fs_world2 *w, struct fs_kit_split_clock *clock, uint32_t hz, uint32_t tick,
                              uint32_t steps)
{
    clock->hz = hz * steps;
    clock->tick = tick * steps;
    w->world.hz = &clock->hz;
    w->world.tick = &clock->tick;
}

uint32_t fs_kit_world2_split_count(const struct fs_world2 *w, uint32_t hz, fs_rel travel, uint32_t max_steps)
{
    fs_vel fastest = 0;
    for (uint32_t row = 0; row < *w->body.rows; row++)
        if (fs_kit_body2_live(w, row))
            fastest = fs_max32(fastest, fs_vel2_length(w->body.vel[row]));
    /* Rounded up: a fast body may be the only one of its kind. */
    uint64_t per_tick = (uint64_t)fastest << (FS_REL_FRAC - FS_VEL_FRAC);
    uint64_t step_travel = (uint64_t)travel * hz;
    uint32_t most = fs_max_u32(MAX_SUBSTEP_RATE / (hz * fs_max_u32(*w->rules.substeps, 1)), 1);
    return (uint32_t)fs_clamp64((int64_t)((per_tick + step_travel - 1) / step_travel), 1, fs_min_u32(max_steps, most));
}

/* --- bodies --------------------------------------------------------------------------------- */

fs_result fs_kit_body2_add(struct fs_world2 *w, const fs_body2_def *def, const fs_geometry2 *shape,
                           const fs_shape2_def *form, fs_body2 *out)
{
    fs_shape2 made;
    fs_result result = fs_body2_create(w, def, out);
    if (result != FS_OK)
        return result;
    result = fs_shape2_create(w, *out, form, shape, &made);
    if (result != FS_OK) {
        fs_body2_destroy(w, *out);
        *out = (fs_body2){ { 0, 0 } };
    }
    return result;
}

fs_result fs_kit_body2_add_wall(struct fs_world2 *w, fs_pos2 centre, fs_rel half_x, fs_rel half_y, uint16_t material,
                                fs_body2 *out)
{
    fs_body2_def def = fs_default_body2_def();
    fs_shape2_def form = fs_default_shape2_def();
    fs_geometry2 box;
    def.type = FS_BODY2_STATIC;
    def.pos = centre;
    form.material = material;
    fs_result result = fs_geometry2_box(half_x, half_y, fs_rel2_zero(), fs_rot2_identity(), &box);
    return result == FS_OK ? fs_kit_body2_add(w, &def, &box, &form, out) : result;
}

bool fs_kit_body2_geometry(const struct fs_world2 *w, uint32_t row, fs_geometry2 *shape)
{
    if (!fs_kit_body2_live(w, row) || w->body.first_shape[row] == 0)
        return false;
    fs_shape2_geometry(w, w->body.first_shape[row] - 1, shape);
    return true;
}

fs_result fs_kit_body2_set_mass_kg(struct fs_world2 *w, fs_body2 body, uint32_t kg)
{
    uint32_t row;
    fs_geometry2 shape;
    fs_result result = fs_body2_row(w, body, &row);
    if (result != FS_OK)
        return result;
    if (!fs_kit_body2_geometry(w, row, &shape))
        return FS_E_ARGUMENT;
    fs_mass_data2 mass = fs_geometry2_mass(&shape, fs_scaled_make(1, 0));
    fs_scaled wanted = fs_scaled_make(kg, 0);
    mass.inertia = fs_scaled_mul(mass.inertia, fs_scaled_div(wanted, mass.mass));
    mass.mass = wanted;
    return fs_body2_set_mass(w, body, mass);
}

/* --- pictures ---------------------------------------------------------------------------------- */

enum { ROUND_POINTS = 8 }; /* of half a circle at the end of a capsule */

static fs_draw_point corner_at(const struct fs_world2 *w, uint32_t row, fs_rel2 local)
{
    return fs_kit_point_from_pos2(fs_body2_to_world(w, row, local));
}

static fs_rel2 rim_point(fs_rel2 centre, fs_rel radius, uint32_t turn)
{
    return fs_rel2_add(centre, fs_rel2_make(fs_mul32_sym(radius, fs_cos(turn), FS_UNIT_FRAC),
                                            fs_mul32_sym(radius, fs_sin(turn), FS_UNIT_FRAC)));
}

static void draw_circle(const struct fs_world2 *w, uint32_t row, const fs_geometry2 *shape, uint32_t colour,
                        uint32_t flags, fs_draw_list *draw)
{
    fs_draw_point centre = corner_at(w, row, shape->corner[0]);
    fs_draw_circle(draw, centre, fs_fix16_from_rel(shape->radius), colour, flags);
    if ((flags & FS_DRAW_FILLED) == 0)
        fs_draw_segment(draw, centre, corner_at(w, row, rim_point(shape->corner[0], shape->radius, FS_TURN_QUARTER)),
                        colour);
}

static void draw_capsule(const struct fs_world2 *w, uint32_t row, const fs_geometry2 *shape, uint32_t colour,
                         uint32_t flags, fs_draw_list *draw)
{
    fs_draw_point points[2 * (ROUND_POINTS + 1)];
    fs_rel2 along = fs_rel2_sub(shape->corner[1], shape->corner[0]);
    uint32_t side = fs_atan2(along.y, along.x) + FS_TURN_QUARTER, n = 0;
    for (unsigned end = 0; end < 2; end++)
        for (uint32_t i = 0; i <= ROUND_POINTS; i++) {
            uint32_t turn = side + end * FS_TURN_HALF + i * (FS_TURN_HALF / ROUND_POINTS);
            points[n++] = corner_at(w, row, rim_point(shape->corner[end], shape->radius, turn));
        }
    fs_draw_polygon(draw, points, n, colour, flags);
}

static void draw_corners(const struct fs_world2 *w, uint32_t row, const fs_geometry2 *shape, uint32_t colour,
                         uint32_t flags, fs_draw_list *draw)
{
    fs_draw_point points[FS_GEOMETRY2_MAX_CORNERS];
    for (unsigned i = 0; i < shape->count && i < FS_GEOMETRY2_MAX_CORNERS; i++)
        points[i] = corner_at(w, row, shape->corner[i]);
    if (shape->count == 2)
        fs_draw_segment(draw, points[0], points[1], colour);
    else
        fs_draw_polygon(draw, points, shape->count, colour, flags);
}

void fs_kit_body2_draw(const struct fs_world2 *w, uint32_t row, uint32_t colour, uint32_t flags, fs_draw_list *draw)
{
    for (uint32_t next = w->body.first_shape[row]; next != 0; next = w->shape.sibling[next - 1]) {
        fs_geometry2 shape;
        fs_shape2_geometry(w, next - 1, &shape);
        if (shape.kind == FS_GEOMETRY2_CIRCLE)
            draw_circle(w, row, &shape, colour, flags, draw);
        else if (shape.kind == FS_GEOMETRY2_CAPSULE)
            draw_capsule(w, row, &shape, colour, flags, draw);
        else
            draw_corners(w, row, &shape, colour, flags, draw);
    }
}

/* --- keys --------------------------------------------------------------------------------------- */

uint8_t fs_kit_key_state_update(struct fs_kit_key_state *keys, uint8_t held, uint8_t apparent, uint8_t *pressed)
{
    keys->muted = (uint8_t)((keys->muted & held) | apparent);
    uint8_t real = (uint8_t)(held & ~keys->muted);
    *pressed = (uint8_t)(real & ~keys->held);
    keys->held = (uint8_t)(held | apparent);
    return real;
}
