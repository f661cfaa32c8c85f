/* view.c: the picture of the heaps in space: ground grey, sleeping bodies blue, awake ones amber, fast ones red. */
#include <stdio.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/names.h>
#include <fixstep/kit/point.h>
#include <fixstep/shape3.h>

#include "games/heaps3d/heap3.h"

enum {
    SKY = 0x101418,
    GROUND = 0x6A7480,
    ASLEEP = 0x4C78A8,
    AWAKE = 0xD8A848,
    FAST = 0xE06048,
    TEXT = 0xB8C4CC,
    GLOSS = 60
};

static uint32_t colour_of(const struct fs_world3 *w, uint32_t body)
{
    fs_vel3 v = w->body.vel[body];
    if ((w->body.flags[body] & FS_BODY3_ASLEEP) != 0)
        return ASLEEP;
    return fs_vel3_length(v) > 4 * FS_VEL_ONE ? FAST : AWAKE;
}

static fs_draw_point corner_at(fs_pos3 c, fs_wide3 half, int x, int z)
{
    return fs_kit_point_from_pos3(fs_pos3_add(c, fs_pos3_make(x * half.x, half.y, z * half.z)));
}

/* The upper face of the largest static box is the ground. */
static void draw_ground(const struct fs_world3 *w, fs_draw_list *draw)
{
    for (uint32_t row = 0; row < *w->shape.rows; row++) {
        uint32_t body = w->shape.body[row];
        if ((w->shape.gen[row] & 1u) == 0 || w->body.type[body] != FS_BODY3_STATIC || w->body.pos[body].y >= 0)
            continue;
        fs_pos3 c = w->body.pos[body];
        fs_wide3 h = w->shape.half[row];
        const fs_draw_point face[4] = { corner_at(c, h, -1, -1), corner_at(c, h, 1, -1), corner_at(c, h, 1, 1),
                                        corner_at(c, h, -1, 1) };
        fs_draw_polygon(draw, face, 4, GROUND, FS_DRAW_FILLED);
    }
}

static void draw_crosshair(fs_pos3 p, uint32_t slot, fs_draw_list *draw)
{
    fs_draw_point top = fs_kit_point_from_pos3(p), foot = top;
    foot.y = 0;
    fs_draw_segment(draw, top, foot, fs_kit_player_colour(slot));
    fs_draw_circle(draw, top, FS_FIX16_ONE / 4, fs_kit_player_colour(slot), 0);
    fs_kit_draw_name(draw, slot, (fs_draw_point){ top.x, top.y + FS_FIX16_ONE / 2, top.z }, FS_FIX16_ONE,
                     fs_kit_player_colour(slot));
}

static bool is_dynamic(const struct fs_world3 *w, uint32_t body)
{
    return (w->body.gen[body] & 1u) != 0 && w->body.type[body] == FS_BODY3_DYNAMIC;
}

static void draw_bodies(const struct fs_world3 *w, fs_draw_list *draw)
{
    for (uint32_t row = 0; row < *w->shape.rows; row++)
        if ((w->shape.gen[row] & 1u) != 0 && is_dynamic(w, w->shape.body[row]))
            fs_world3_draw_solid(w, draw, row,
                                 (fs_draw_material){ .colour = colour_of(w, w->shape.body[row]), .gloss = GLOSS });
}

void fs__heap3_draw(const fs_state *state, fs_draw_list *draw, int distance, int height)
{
    struct heap3_view v;
    struct fs_world3 w;
    char text[96];
    uint32_t touching = 0;
    heap3_peek(state, &v);
    fs_world3_bind_readonly(state, heap3_T_physics3, &w);
    fs_draw_set_camera_3d(
        draw, (fs_draw_point){ fix16_from_int(distance / 3), fix16_from_int(height), fix16_from_int(distance) },
        (fs_draw_point){ 0, fix16_from_int(height / 4), 0 }, 140, SKY);
    draw_ground(&w, draw);
    draw_bodies(&w, draw);
    for (uint32_t slot = 0; slot < *v.crosshair.rows; slot++)
        draw_crosshair(v.crosshair.at[slot], slot, draw);
    for (uint32_t row = 0; row < *w.contact.rows; row++)
        touching += (w.contact.gen[row] & 1u) != 0 && w.contact.count[row] != 0;
    snprintf(text, sizeof text, "%u shape%s, %u contact%s", *w.shape.rows, FS_KIT_S(*w.shape.rows), touching,
             FS_KIT_S(touching));
    fs_draw_hud(draw, TEXT, text);
}
