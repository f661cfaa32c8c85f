/* view.c: the picture of the sandbox and the meaning of its keys.
 *
 * It reads the state and never writes it.
 */
#include "games/sandbox/sandbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fixstep/trig.h>
#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>

enum {
    GROUND = 0x141A22,
    EDGE = 0x2C3846,
    FIXED = 0x4A545E,
    FIXED_EDGE = 0x98A4B0,
    BODY = 0x1F3A5C,
    BODY_EDGE = 0x5FA4E8,
    ASLEEP = 0x24303C,
    ASLEEP_EDGE = 0x6C8094,
    SELECTED = 0xF05048,
    BOUNDS = 0x3C5878,
    OVERLAP = 0x40C040,
    TEXT = 0xD8DCE0,
    DIM = 0x9098A0
};

static void draw_thing(const struct sandbox_view *v, const struct fs_world2 *w, uint32_t row, fs_draw_list *draw)
{
    bool fixed = v->thing.mass[row] == 0, asleep = (w->body.flags[row] & FS_BODY2_ASLEEP) != 0;
    fs_kit_body2_draw(w, row, fixed ? FIXED : asleep ? ASLEEP : BODY, FS_DRAW_FILLED, draw);
    fs_kit_body2_draw(w, row, fixed ? FIXED_EDGE : asleep ? ASLEEP_EDGE : BODY_EDGE, 0, draw);
}

/* --- bounding boxes and contacts: with the option `show` ---------------------------------------------------------------- */

static fs_aabb2 body_bounds(const struct fs_world2 *w, uint32_t row)
{
    fs_geometry2 shape;
    fs_kit_body2_geometry(w, row, &shape);
    return fs_geometry2_aabb(&shape, fs_body2_pose(w, row));
}

/* Whether the bounding box of another body overlaps: the broad phase would pass the pair on. */
static bool has_overlap(const struct fs_world2 *w, uint32_t row, fs_aabb2 bounds)
{
    bool found = false;
    for (uint32_t other = 0; !found && other < *w->body.rows; other++)
        found = other != row && fs_kit_body2_live(w, other) && w->body.first_shape[other] != 0 &&
                fs_aabb2_overlaps(bounds, body_bounds(w, other));
    return found;
}

static void draw_bounds(const struct fs_world2 *w, fs_draw_list *draw)
{
    for (uint32_t row = 0; row < *w->body.rows; row++) {
        if (!fs_kit_body2_live(w, row) || w->body.first_shape[row] == 0)
            continue;
        fs_aabb2 box = body_bounds(w, row);
        fs_draw_box(draw, fs_kit_point_from_pos2(box.low), fs_kit_point_from_pos2(box.high),
                    has_overlap(w, row, box) ? OVERLAP : BOUNDS, 0);
    }
}

/* Draws the selections: the player's own in red, those of others in their colours with their numbers. */
static void draw_selection(const struct sandbox_view *v, const struct fs_world2 *w, uint32_t slot, bool own,
                           fs_draw_list *draw)
{
    uint32_t row;
    if (!v->player.active[slot] || !fs__sandbox_selected_row(v, w, slot, &row))
        return;
    uint32_t colour = own ? SELECTED : fs_kit_player_colour(slot);
    fs_draw_set_colour(draw, slot, colour);
    fs_kit_body2_draw(w, row, colour, 0, draw);
    fs_draw_point at = fs_kit_point_from_pos2(w->body.pos[row]);
    fix16_t away = fs_fix16_from_rel(w->body.extent[row]);
    fs_pos2 tip = fs_pos2_advance(w->body.pos[row], w->body.vel[row], 4);
    fs_draw_segment(draw, at, fs_kit_point_from_pos2(tip), colour);
    char number[FS_DRAW_NAME_BYTES];
    fs_draw_get_name(draw, slot, number, sizeof number);
    at.x += away * 3 / 4;
    at.y += away * 3 / 4;
    fs_draw_text(draw, at, fix16_from_int(1), colour, number);
}

/* A number of hundredths as text, with its sign. */
static int to_hundredths(int64_t raw, unsigned frac)
{
    return (int)fs_clamp64(fs_mul64(raw, 100, frac), -9999999, 9999999);
}

static void format_hundredths(char *text, size_t size, int value)
{
    snprintf(text, size, "%s%d.%02d", value < 0 ? "-" : "", abs(value) / 100, abs(value) % 100);
}

static const char *const kind_names[SANDBOX_KINDS] = { "", "wall", "rectangle", "circle", "polygon", "capsule" };

static void draw_numbers(const struct sandbox_view *v, const struct fs_world2 *w, uint32_t row, fs_draw_list *draw)
{
    char text[160], a[16], b[16], c[16], mass[24];
    fs_pos2 at = w->body.pos[row];
    fs_vel2 vel = w->body.vel[row];
    format_hundredths(a, sizeof a, to_hundredths(at.x, FS_POS_FRAC));
    format_hundredths(b, sizeof b, to_hundredths(at.y, FS_POS_FRAC));
    format_hundredths(c, sizeof c,
                      to_hundredths(fs_radians_from_turn(fs_turn_from_rot2(w->body.rot[row])), FS_FIX16_FRAC));
    snprintf(text, sizeof text, "body %u, %s: centre (%s, %s) m, angle %s rad", row,
             kind_names[v->thing.kind[row] % SANDBOX_KINDS], a, b, c);
    fs_draw_hud(draw, SELECTED, text);
    format_hundredths(a, sizeof a, to_hundredths(vel.x, FS_VEL_FRAC));
    format_hundredths(b, sizeof b, to_hundredths(vel.y, FS_VEL_FRAC));
    format_hundredths(c, sizeof c, to_hundredths(w->body.angular_velocity[row], FS_VEL_FRAC));
    snprintf(mass, sizeof mass, v->thing.mass[row] == 0 ? "infinite" : "%u kg", v->thing.mass[row]);
    snprintf(text, sizeof text, "velocity (%s, %s) m/s, spin %s rad/s, mass %s, friction %u.%02u, restitution %u.%02u",
             a, b, c, mass, v->thing.friction[row] / 100u, v->thing.friction[row] % 100u,
             v->thing.restitution[row] / 100u, v->thing.restitution[row] % 100u);
    fs_draw_hud(draw, TEXT, text);
}

static void draw_stage(const struct sandbox_view *v, fs_draw_list *draw)
{
    char text[160];
    snprintf(text, sizeof text, "%u of %u bodies, movement %s, correction %s", v->stage.bodies[0],
             v->rule.max_bodies[0], v->stage.movement[0] ? "on" : "off", v->stage.correction[0] ? "on" : "off");
    fs_draw_hud(draw, DIM, text);
}

void fs__sandbox_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    struct sandbox_view v;
    struct fs_world2 w;
    uint32_t row;
    sandbox_peek(state, &v);
    fs_world2_bind_readonly(state, sandbox_T_physics2, &w);
    fs_draw_set_camera_2d(draw, 0, fix16_from_int(3) / 2, fix16_from_int(42), fix16_from_int(28), GROUND);
    fs_draw_box(draw, (fs_draw_point){ fix16_from_int(-20), -fix16_from_int(45) / 4, 0 },
                (fs_draw_point){ fix16_from_int(20), fix16_from_int(45) / 4, 0 }, EDGE, 0);
    for (row = 0; row < *w.body.rows && row < *v.thing.rows; row++)
        if (fs_kit_body2_live(&w, row))
            draw_thing(&v, &w, row, draw);
    if ((config->options[SANDBOX_OPT_SHOW] & 1) != 0)
        draw_bounds(&w, draw);
    if ((config->options[SANDBOX_OPT_SHOW] & 2) != 0)
        fs_world2_draw(&w, draw, FS_DRAW2_CONTACTS);
    for (uint32_t other = 0; other < *v.player.rows; other++)
        if (other != slot)
            draw_selection(&v, &w, other, false, draw);
    if (slot < *v.player.rows) {
        draw_selection(&v, &w, slot, true, draw);
        if (fs__sandbox_selected_row(&v, &w, slot, &row))
            draw_numbers(&v, &w, row, draw);
    }
    draw_stage(&v, draw);
}

/* The letters W A S D are commands here, not arrows, also while a view reports the arrow as held: step() ignores it. */
void fs__sandbox_keys(const fs_keys *keys, void *input)
{
    static const char letters[] = SANDBOX_LETTERS;
    uint8_t *bytes = input;
    uint32_t c = keys->character;
    if (keys->drags) {
        fs__sandbox_drag_encode(keys->pointer, bytes);
        return;
    }
    if (c >= 'A' && c <= 'Z')
        c += 'a' - 'A';
    const char *found = c > 0 && c < 128 ? strchr(letters, (int)c) : NULL;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
    bytes[1] = found != NULL ? (uint8_t)(found - letters + 1) : 0;
    if (found != NULL && strchr("wasd", (int)c) != NULL)
        bytes[0] &= (uint8_t) ~(FS_KEY_UP | FS_KEY_DOWN | FS_KEY_LEFT | FS_KEY_RIGHT);
}

void fs__sandbox_sanitise(void *input)
{
    if (!fs__sandbox_is_drag(input))
        fs_kit_buttons_sanitise(input, SANDBOX_COMMANDS - 1);
}
