/* debug.inl: a world as a list of things to draw; see debug2.h and debug3.h. Never changes the world.
 *
 * Template: included once by debug.c of physics2d and of physics3d.
 */

void fs_worldN_bind_readonly(const fs_state *state, unsigned first_table, struct fs_worldN *w)
{
    fs_worldN_bind((fs_state *)(uintptr_t)state, first_table, NULL, w);
}

/* ---- shapes ------------------------------------------------------------------------------------------------ */

static uint32_t colour_of(const struct fs_worldN *w, uint32_t shape)
{
    uint32_t body = w->shape.body[shape];
    uint16_t flags = w->body.flags[body];
    if ((w->shape.flags[shape] & FS_SHAPEN_SENSOR) != 0)
        return FS_DRAWN_SENSOR;
    if ((flags & FS_BODYN_DISABLED) != 0)
        return FS_DRAWN_DISABLED;
    if (w->body.type[body] == FS_BODYN_STATIC)
        return FS_DRAWN_STATIC;
    if (w->body.type[body] == FS_BODYN_KINEMATIC)
        return FS_DRAWN_KINEMATIC;
    if ((flags & FS_BODYN_ASLEEP) != 0)
        return FS_DRAWN_ASLEEP;
    return (flags & FS_BODYN_BULLET) != 0 ? FS_DRAWN_BULLET : FS_DRAWN_DYNAMIC;
}

/* Half as bright. */
static uint32_t darken(uint32_t colour)
{
    return colour >> 1 & 0x7F7F7F;
}

void fs_worldN_draw_shape(const struct fs_worldN *w, fs_draw_list *draw, uint32_t row, uint32_t fill, uint32_t outline)
{
    if (row >= *w->shape.rows || !fs__worldN_row_live(w->shape.gen, row))
        return;
    fs__debugN_draw_row(w, row, draw, fill, outline);
}

static void draw_shapes(const struct fs_worldN *w, fs_draw_list *draw)
{
    for (uint32_t i = 0; i < *w->shape.rows; i++)
        if (fs__worldN_row_live(w->shape.gen, i)) {
            uint32_t colour = colour_of(w, i);
            fs_worldN_draw_shape(w, draw, i, darken(colour), colour);
        }
}

static void draw_boxes(const struct fs_worldN *w, fs_draw_list *draw)
{
    for (uint32_t i = 0; i < *w->shape.rows; i++)
        if (fs__worldN_row_live(w->shape.gen, i)) {
            uint32_t colour = (w->shape.flags[i] & FS_SHAPEN_MOVED) != 0 ? 0xBF5F5F : 0x5F3F3F;
            fs_draw_box(draw, fs__debugN_point(w->shape.fat_low[i]), fs__debugN_point(w->shape.fat_high[i]), colour, 0);
        }
}

/* ---- bodies ------------------------------------------------------------------------------------------------ */

static void draw_axis(const struct fs_worldN *w, fs_draw_list *draw, uint32_t body, fs_relN axis, uint32_t colour)
{
    fs_posN tip = fs_posN_add_rel(w->body.pos[body], fs_rotN_rel(w->body.rot[body], axis));
    fs_draw_segment(draw, fs__debugN_point(w->body.pos[body]), fs__debugN_point(tip), colour);
}

static void draw_centres(const struct fs_worldN *w, fs_draw_list *draw)
{
    static const uint32_t colour[] = { 0xFF5F5F, 0x5FFF5F, 0x5F5FFF };
    for (uint32_t i = 0; i < *w->body.rows; i++) {
        if (!fs__worldN_row_live(w->body.gen, i))
            continue;
        fs_rel size = fs_clamp32(w->body.extent[i] / 4, FS_REL_ONE / 64, FS_REL_ONE);
        for (unsigned k = 0; k < FS__DIMENSION; k++)
            draw_axis(w, draw, i, fs__debugN_axis(k, size), colour[k]);
    }
}

/* ---- joints ------------------------------------------------------------------------------------------------ */

static void draw_line(fs_draw_list *draw, fs_posN from, fs_posN to, uint32_t colour)
{
    fs_draw_segment(draw, fs__debugN_point(from), fs__debugN_point(to), colour);
}

static void draw_joint(const struct fs_worldN *w, fs_draw_list *draw, uint32_t j)
{
    uint32_t a = w->joint.body_a[j], b = w->joint.body_b[j], colour = fs__debugN_joint_colour(w, j);
    fs_posN at_a = fs__debugN_to_world(fs__bodyN_origin_pose(w, a), w->joint.anchor_a[j]);
    fs_posN at_b = fs__debugN_to_world(fs__bodyN_origin_pose(w, b), w->joint.anchor_b[j]);
    if (fs__debugN_draw_own_joint(w, j, at_b, draw))
        return;
    draw_line(draw, w->body.pos[a], at_a, darken(colour));
    draw_line(draw, w->body.pos[b], at_b, darken(colour));
    draw_line(draw, at_a, at_b, colour);
    fs_draw_circle(draw, fs__debugN_point(at_a), FS_FIX16_ONE / 32, colour, FS_DRAW_FILLED);
    fs_draw_circle(draw, fs__debugN_point(at_b), FS_FIX16_ONE / 32, colour, FS_DRAW_FILLED);
}

static void draw_joints(const struct fs_worldN *w, fs_draw_list *draw)
{
    for (uint32_t j = 0; j < *w->joint.rows; j++)
        if (fs__worldN_row_live(w->joint.gen, j))
            draw_joint(w, draw, j);
}

/* ---- contacts ---------------------------------------------------------------------------------------------- */

/* The normal from the point, then the impulse: 1 m for each 4 m/s that the pair got in a substep, up to 2 m. */
static void draw_point(const struct fs_worldN *w, fs_draw_list *draw, uint32_t c, fs_relN arm, fs_vel impulse)
{
    fs_posN at = fs__contactN_point(w, c, arm);
    fs_unitN n = w->contact.normal[c];
    fs_rel push = fs_min32(fs_rel_from_vel(impulse / 4), 2 * FS_REL_ONE);
    fs_relN normal = fs__debugN_rel_from_unit(n, 8), pushed = fs__debugN_scaled(n, push);
    draw_line(draw, at, fs_posN_add_rel(at, normal), 0xDFDFDF);
    draw_line(draw, at, fs_posN_add_rel(at, pushed), 0xFF4F4F);
    fs_draw_circle(draw, fs__debugN_point(at), FS_FIX16_ONE / 40, impulse > 0 ? 0xFF4F4F : 0x4F8FFF, FS_DRAW_FILLED);
}

static void draw_contacts(const struct fs_worldN *w, fs_draw_list *draw)
{
    for (uint32_t c = 0; c < *w->contact.rows; c++) {
        if (!fs__worldN_row_live(w->contact.gen, c) || (w->contact.flags[c] & FS__CONTACTN_SENSOR) != 0)
            continue;
        for (unsigned i = 0; i < w->contact.count[c]; i++) {
            const struct fs__debugN_contact_point point = fs__debugN_contact_point(w, c, i);
            draw_point(w, draw, c, point.arm, point.impulse);
        }
    }
}

/* In the order of the bits of FS_DRAWN_. */
void fs_worldN_draw(const struct fs_worldN *w, fs_draw_list *draw, uint32_t what)
{
    static void (*const draw_part[])(const struct fs_worldN *, fs_draw_list *) = { fs__debugN_draw_tree,
                                                                                   draw_boxes,
                                                                                   draw_shapes,
                                                                                   fs__debugN_draw_islands,
                                                                                   draw_joints,
                                                                                   draw_centres,
                                                                                   draw_contacts,
                                                                                   fs__debugN_draw_sleeping,
                                                                                   fs__debugN_draw_velocities };
    for (unsigned i = 0; i < sizeof draw_part / sizeof draw_part[0]; i++)
        if ((what >> i & 1u) != 0)
            draw_part[i](w, draw);
}
