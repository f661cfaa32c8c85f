/* view.c: the picture of collisions and the meaning of its keys.
 *
 * It reads the state and never writes it.
 */
#include "games/collisions/collisions.h"

#include <stdio.h>
#include <string.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>

enum {
    GROUND = 0x10151C,
    WALL = 0x4A5560,
    BALL = 0x24466A,
    DENSE = 0x5A3C6C,
    SOFT = 0x6A4A30,
    RIM = 0x9FB4C8,
    TEXT = 0xD8DCE0,
    ARROW = 0x7C8C9C,
    BAR = 0x2A323C,
    ENERGY = 0x58C070,
    GAINED = 0xE8A040,
    SHOWN_SECONDS = 2
};

/* The axes of the source in blue and yellow, fading with age. */
static const uint32_t n_colours[3] = { 0x60A8FF, 0x4070B0, 0x2C4A70 };
static const uint32_t t_colours[3] = { 0xFFE850, 0xB0A040, 0x6C642C };

static fs_draw_point draw_length(int32_t x, int32_t y, int32_t den)
{
    return (fs_draw_point){ fs_fix16_from_ratio(x, den), fs_fix16_from_ratio(y, den), 0 };
}

static int to_hundredths(int64_t raw, unsigned frac)
{
    return (int)fs_clamp64(fs_mul64(raw, 100, frac), -999999999, 999999999);
}

static fs_wide ball_mass(const struct fs_world2 *w, uint32_t ball)
{
    return fs_wide_from_scaled(w->body.mass[ball]);
}

/* --- balls ---------------------------------------------------------------------------------------- */

static void draw_ball(const struct collisions_view *v, const struct fs_world2 *w, uint32_t ball, fs_draw_list *draw)
{
    fs_geometry2 shape;
    if (!fs_kit_body2_geometry(w, ball, &shape))
        return;
    fs_pos2 at = w->body.pos[ball];
    fs_draw_point centre = fs_kit_point_from_pos2(at);
    fix16_t radius = fs_fix16_from_rel(shape.radius);
    bool dense = w->shape.density[w->body.first_shape[ball] - 1] > FS_WIDE_ONE;
    uint32_t colour = v->ball.restitution_share[ball] < 100 ? SOFT : dense ? DENSE : BALL;
    fs_draw_circle(draw, centre, radius, colour, FS_DRAW_FILLED);
    fs_draw_circle(draw, centre, radius, RIM, 0);
    fs_draw_segment(draw, centre, fs_kit_point_from_pos2(fs_pos2_advance(at, w->body.vel[ball], 4)), ARROW);
    char text[24];
    snprintf(text, sizeof text, "%d kg", (to_hundredths(ball_mass(w, ball), FS_WIDE_FRAC) + 50) / 100);
    fs_draw_text(draw, (fs_draw_point){ centre.x - radius * 5 / 8, centre.y - radius / 4, 0 },
                 fs_fix16_from_ratio(2, 5), TEXT, text);
}

static void draw_selections(const struct collisions_view *v, const struct fs_world2 *w, fs_draw_list *draw)
{
    for (uint32_t slot = 0; slot < *v->player.rows; slot++) {
        uint32_t ball = v->player.ball[slot], colour = fs_kit_player_colour(slot);
        if (!v->player.active[slot] || ball >= v->rule.balls[0])
            continue;
        fs_draw_point at = fs_kit_point_from_pos2(w->body.pos[ball]);
        fix16_t radius = fs_fix16_from_rel(w->body.extent[ball]) + fs_fix16_from_ratio(1 + (int32_t)slot % 3, 12);
        fs_draw_circle(draw, at, radius, colour, 0);
        char number[FS_DRAW_NAME_BYTES];
        fs_draw_get_name(draw, slot, number, sizeof number);
        fs_draw_text(draw, (fs_draw_point){ at.x + radius * 3 / 4, at.y + radius * 3 / 4, 0 },
                     fs_fix16_from_ratio(3, 5), colour, number);
    }
}

/* --- hits ------------------------------------------------------------------------------------------- */

/* A metre to either side of the place; its name, where it has one, at the end. */
static void draw_axis(fs_pos2 at, fs_unit2 along, uint32_t colour, const char *name, fs_draw_list *draw)
{
    fs_pos2 arm = fs_pos2_make((fs_pos)along.x * 4, (fs_pos)along.y * 4);
    fs_draw_point tip = fs_kit_point_from_pos2(fs_pos2_add(at, arm));
    fs_draw_segment(draw, fs_kit_point_from_pos2(fs_pos2_sub(at, arm)), tip, colour);
    if (name != NULL)
        fs_draw_text(draw, tip, fs_fix16_from_ratio(2, 5), colour, name);
}

static void draw_hits(const struct collisions_view *v, fs_draw_list *draw)
{
    uint32_t shown = SHOWN_SECONDS * *v->world.hz;
    for (uint32_t i = 0; i < COLLISIONS_HITS; i++) {
        uint32_t row = (v->arena.next_hit[0] + i) % COLLISIONS_HITS;
        uint32_t age = *v->world.tick + 1 - v->hit.tick1[row];
        if (v->hit.tick1[row] == 0 || age >= shown)
            continue;
        uint32_t shade = age * 3 / shown;
        fs_unit2 n = v->hit.normal[row];
        draw_axis(v->hit.at[row], fs_unit2_perp(n), t_colours[shade], shade == 0 ? "t" : NULL, draw);
        draw_axis(v->hit.at[row], n, n_colours[shade], shade == 0 ? "n" : NULL, draw);
    }
}

/* --- energy ------------------------------------------------------------------------------------------- */

/* Green up to the energy after the last start or fling, orange for the gain since then. */
static void draw_energy(const struct collisions_view *v, fs_wide energy, fs_draw_list *draw)
{
    const int32_t width = 2 * COLLISIONS_HALF_WIDTH * 100, half = width / 2;
    fs_wide full = fs_max64(v->arena.reference_energy[0], 1);
    int32_t part = (int32_t)fs_clamp64(fs_muldiv64(energy, width * 3 / 4, full), 0, width);
    int32_t green = fs_min32(part, width * 3 / 4);
    fs_draw_box(draw, draw_length(-half, -1010, 100), draw_length(half, -950, 100), BAR, FS_DRAW_FILLED);
    fs_draw_box(draw, draw_length(-half, -1010, 100), draw_length(green - half, -950, 100), ENERGY, FS_DRAW_FILLED);
    if (part > green)
        fs_draw_box(draw, draw_length(green - half, -1010, 100), draw_length(part - half, -950, 100), GAINED,
                    FS_DRAW_FILLED);
    fs_draw_segment(draw, draw_length(half / 2, -1030, 100), draw_length(half / 2, -930, 100), TEXT);
}

static void draw_numbers(const struct collisions_view *v, const struct fs_world2 *w, uint32_t own, fs_wide energy,
                         fs_draw_list *draw)
{
    char text[160];
    int joule = to_hundredths(energy, FS_WIDE_FRAC);
    snprintf(text, sizeof text, "restitution %u.%02u, kinetic energy %d.%02d J, %u hit%s",
             v->arena.restitution[0] / 100u, v->arena.restitution[0] % 100u, joule / 100, joule % 100, v->arena.hits[0],
             FS_KIT_S(v->arena.hits[0]));
    fs_draw_hud(draw, TEXT, text);
    if (own >= *v->player.rows || v->player.ball[own] >= v->rule.balls[0])
        return;
    uint32_t ball = v->player.ball[own];
    int kg = to_hundredths(ball_mass(w, ball), FS_WIDE_FRAC),
        speed = to_hundredths(fs_vel2_length(w->body.vel[ball]), FS_VEL_FRAC);
    snprintf(text, sizeof text, "you are %s: ball %u, %d.%02d kg, %d.%02d m/s, keeps %u percent, %u flings",
             FS_KIT_NAME(draw, own), ball, kg / 100, kg % 100, speed / 100, speed % 100,
             v->ball.restitution_share[ball], v->player.flings[own]);
    fs_draw_hud(draw, fs_kit_player_colour(own), text);
}

void fs__collisions_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    struct collisions_view v;
    struct fs_world2 w;
    collisions_peek(state, &v);
    fs_world2_bind_readonly(state, collisions_T_physics2, &w);
    fs_wide energy = fs_world2_kinetic_energy(&w);
    fs_draw_set_camera_2d(draw, 0, fs_fix16_from_ratio(6, 5), fix16_from_int(31), fs_fix16_from_ratio(47, 2), GROUND);
    for (uint32_t row = v.rule.balls[0]; row < *w.body.rows; row++)
        fs_kit_body2_draw(&w, row, WALL, FS_DRAW_FILLED, draw);
    for (uint32_t ball = 0; ball < v.rule.balls[0]; ball++)
        draw_ball(&v, &w, ball, draw);
    draw_selections(&v, &w, draw);
    draw_hits(&v, draw);
    draw_energy(&v, energy, draw);
    draw_numbers(&v, &w, slot, energy, draw);
}

void fs__collisions_keys(const fs_keys *keys, void *input)
{
    static const char letters[] = COLLISIONS_LETTERS;
    uint8_t *bytes = input;
    uint32_t c = keys->character;
    if (c >= 'A' && c <= 'Z')
        c += 'a' - 'A';
    const char *found = c > 0 && c < 128 ? strchr(letters, (int)c) : NULL;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
    bytes[1] = found != NULL ? (uint8_t)(found - letters + 1) : 0;
}
