/* view.c: the picture of the heaps: ground grey, sleeping bodies blue, awake ones amber, fast ones red. */
#include <stdio.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/names.h>
#include <fixstep/kit/scene2.h>
#include <fixstep/shape2.h>

#include "games/heaps/pile.h"

enum {
    SKY = 0x101418,
    GROUND = 0x4A525C,
    ASLEEP = 0x4C78A8,
    AWAKE = 0xD8A848,
    FAST = 0xE06048,
    EDGE = 0x20262C,
    TEXT = 0xB8C4CC
};
/* Metres that a crosshair and its name take above its middle, and to a side of it. */
enum { MARK_ROOM = 3, NAME_ROOM = 8 };

static uint32_t colour_of(const struct fs_world2 *w, uint32_t body)
{
    fs_vel2 v = w->body.vel[body];
    if (w->body.type[body] != FS_BODY2_DYNAMIC)
        return GROUND;
    if ((w->body.flags[body] & FS_BODY2_ASLEEP) != 0)
        return ASLEEP;
    return fs_vel2_length(v) > 4 * FS_VEL_ONE ? FAST : AWAKE;
}

/* Three quarters as bright: a mark that does not cut a small disc open. */
static uint32_t darker(uint32_t colour)
{
    return colour - ((colour >> 2) & 0x3F3F3F);
}

static void draw_shape(const struct fs_world2 *w, uint32_t row, fs_draw_list *draw)
{
    fs_geometry2 shape;
    fs_draw_point corner[FS_GEOMETRY2_MAX_CORNERS];
    uint32_t body = w->shape.body[row], colour = colour_of(w, body);
    fs_shape2_geometry(w, row, &shape);
    for (unsigned i = 0; i < shape.count; i++)
        corner[i] = fs_kit_point_from_pos2(fs_body2_to_world(w, body, shape.corner[i]));
    if (shape.kind == FS_GEOMETRY2_CIRCLE) {
        fs_rel2 rim = fs_rel2_add(shape.corner[0], fs_rel2_make(shape.radius, 0));
        fs_draw_circle(draw, corner[0], fs_fix16_from_rel(shape.radius), colour, FS_DRAW_FILLED);
        fs_draw_segment(draw, corner[0], fs_kit_point_from_pos2(fs_body2_to_world(w, body, rim)), darker(colour));
        return;
    }
    fs_draw_polygon(draw, corner, shape.count, colour, FS_DRAW_FILLED);
    fs_draw_polygon(draw, corner, shape.count, EDGE, 0);
}

static void draw_sight(fs_pos2 p, uint32_t slot, fs_draw_list *draw)
{
    fs_draw_point c = fs_kit_point_from_pos2(p), l = c, r = c, d = c, u = c;
    l.x -= FS_FIX16_ONE;
    r.x += FS_FIX16_ONE;
    d.y -= FS_FIX16_ONE;
    u.y += FS_FIX16_ONE;
    fs_draw_segment(draw, l, r, fs_kit_player_colour(slot));
    fs_draw_segment(draw, d, u, fs_kit_player_colour(slot));
    fs_kit_draw_name(draw, slot, (fs_draw_point){ r.x, u.y, 0 }, FS_FIX16_ONE, fs_kit_player_colour(slot));
}

/* As much as is asked for from the ground up, and more when a crosshair with its name would be outside. */
static void set_camera(const struct pile_view *v, int width, int height, fs_draw_list *draw)
{
    fix16_t across = width * FS_FIX16_ONE, top = height * FS_FIX16_ONE;
    for (uint32_t slot = 0; slot < *v->crosshair.rows; slot++) {
        fs_draw_point at = fs_kit_point_from_pos2(v->crosshair.at[slot]);
        fix16_t side = 2 * (fs_abs32(at.x) + NAME_ROOM * FS_FIX16_ONE), up = at.y + MARK_ROOM * FS_FIX16_ONE;
        across = side > across ? side : across;
        top = up > top ? up : top;
    }
    fs_draw_set_camera_2d(draw, 0, top / 2 - FS_FIX16_ONE, across, top + 2 * FS_FIX16_ONE, SKY);
}

void fs__pile_draw(const fs_state *state, fs_draw_list *draw, int width, int height)
{
    struct pile_view v;
    struct fs_world2 w;
    char text[96];
    uint32_t touching = 0;
    pile_peek(state, &v);
    fs_world2_bind_readonly(state, pile_T_physics2, &w);
    set_camera(&v, width, height, draw);
    for (uint32_t row = 0; row < *w.shape.rows; row++)
        if ((w.shape.gen[row] & 1u) != 0)
            draw_shape(&w, row, draw);
    for (uint32_t slot = 0; slot < *v.crosshair.rows; slot++)
        draw_sight(v.crosshair.at[slot], slot, draw);
    for (uint32_t row = 0; row < *w.contact.rows; row++)
        touching += (w.contact.gen[row] & 1u) != 0 && w.contact.count[row] != 0;
    snprintf(text, sizeof text, "%u shape%s, %u contact%s", *w.shape.rows, FS_KIT_S(*w.shape.rows), touching,
             FS_KIT_S(touching));
    fs_draw_hud(draw, TEXT, text);
}
