/* view.c: the picture of the fireworks and the meaning of the keys.
 *
 * The sky is drawn from the front without perspective, so that a crosshair covers the fireworks it can set off. It
 * reads the state and never writes it.
 */
#include "games/fireworks/fireworks.h"

#include <stdio.h>
#include <string.h>

#include <fixstep/kit/bodies.h>
#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>

enum {
    NIGHT = 0x0A0E1A,
    GROUND = 0x1C2A20,
    EDGE = 0x34503C,
    WOOD = 0x6A5A48,
    PAPER = 0xD8DCE0,
    DIM = 0x9098A0,
    BELOW = 3,    /* m of ground in the picture */
    TAIL_HZ = 12, /* a tail is the path of 1/12 s */
    STARS = 60
};

static fs_draw_point point_in_metres(int x, int y)
{
    return (fs_draw_point){ fix16_from_int(x), fix16_from_int(y), 0 };
}

/* A colour at so many sixteenths of its brightness. */
static uint32_t dim_colour(uint32_t colour, uint32_t level)
{
    uint32_t red = (colour >> 16 & 255u) * level / 16u, green = (colour >> 8 & 255u) * level / 16u;
    return red << 16 | green << 8 | (colour & 255u) * level / 16u;
}

static void draw_sky(int half, fs_draw_list *draw)
{
    int width = half + 2, height = fs_max32(width * 9 / 8, FIREWORKS_CEILING + BELOW + 2);
    fs_draw_set_camera_2d(draw, 0, fix16_from_int(height) / 2 - fix16_from_int(BELOW), fix16_from_int(2 * width),
                          fix16_from_int(height), NIGHT);
    fs_rng rng = fs_rng_seed(1, 1);
    for (int i = 0; i < STARS; i++) {
        fix16_t x = fs_rng_range(&rng, -fix16_from_int(4 * width), fix16_from_int(4 * width));
        fix16_t y = fs_rng_range(&rng, fix16_from_int(3), fix16_from_int(height));
        fs_draw_circle(draw, (fs_draw_point){ x / 3, y, 0 }, 4000, 0x606C88, FS_DRAW_FILLED);
    }
    fs_draw_box(draw, point_in_metres(-4 * width, -8 * BELOW), point_in_metres(4 * width, 0), GROUND, FS_DRAW_FILLED);
    fs_draw_segment(draw, point_in_metres(-4 * width, 0), point_in_metres(4 * width, 0), EDGE);
}

static void draw_tube(fix16_t x, uint32_t colour, fs_draw_list *draw)
{
    const fix16_t half = 20000;
    fs_draw_box(draw, (fs_draw_point){ x - half, 0, 0 }, (fs_draw_point){ x + half, 3 * half, 0 }, colour,
                FS_DRAW_FILLED);
}

static void draw_wheel(const struct fireworks_view *v, uint32_t slot, fs_draw_point pad, fs_draw_list *draw)
{
    fs_draw_point hub = { pad.x, FS_FIX16_ONE * FIREWORKS_WHEEL_HEIGHT_DM / 10, 0 };
    fix16_t rim = FS_FIX16_ONE * FIREWORKS_WHEEL_RADIUS_DM / 10;
    fs_draw_segment(draw, pad, hub, WOOD);
    fs_draw_circle(draw, hub, rim, v->player.wheel_ticks[slot] > 0 ? fs_kit_player_colour(slot) : WOOD, 0);
    uint32_t turn = v->player.wheel_ticks[slot] > 0 ? fs__fireworks_wheel_angle(*v->world.tick, *v->world.hz) : 0;
    fix16_t dx = fs_mul32_sym(rim, fs_cos(turn), FS_UNIT_FRAC), dy = fs_mul32_sym(rim, fs_sin(turn), FS_UNIT_FRAC);
    fs_draw_segment(draw, (fs_draw_point){ hub.x - dx, hub.y - dy, 0 }, (fs_draw_point){ hub.x + dx, hub.y + dy, 0 },
                    WOOD);
}

static void draw_player(const struct fireworks_view *v, uint32_t slot, fs_draw_list *draw)
{
    fs_draw_point pad = fs_kit_point_from_pos3_flat(fs__fireworks_launch_pos(slot, *v->player.rows));
    bool active = v->player.active[slot] != 0;
    draw_tube(pad.x, active ? fs_kit_player_colour(slot) : WOOD, draw);
    draw_wheel(v, slot, pad, draw);
    if (!active)
        return;
    fs_kit_draw_label(draw, (fs_draw_point){ pad.x, -2 * FS_FIX16_ONE, 0 }, FS_FIX16_ONE * 3 / 2, 9 * FS_FIX16_ONE / 2,
                      fs_kit_player_colour(slot), FS_KIT_NAME(draw, slot));
}

static void draw_sight(const struct fireworks_view *v, const struct fireworks_rules *rules, uint32_t slot, uint32_t own,
                       fs_draw_list *draw)
{
    fs_draw_point c = fs_kit_point_from_pos3_flat(v->player.crosshair[slot]);
    fix16_t r = fs_fix16_from_pos(rules->crosshair_reach), in = r / 2;
    uint32_t colour = slot == own ? PAPER : fs_kit_player_colour(slot);
    fs_draw_circle(draw, c, r, colour, 0);
    fs_draw_segment(draw, (fs_draw_point){ c.x - r - in, c.y, 0 }, (fs_draw_point){ c.x - in, c.y, 0 }, colour);
    fs_draw_segment(draw, (fs_draw_point){ c.x + in, c.y, 0 }, (fs_draw_point){ c.x + r + in, c.y, 0 }, colour);
    fs_draw_segment(draw, (fs_draw_point){ c.x, c.y - r - in, 0 }, (fs_draw_point){ c.x, c.y - in, 0 }, colour);
    fs_draw_segment(draw, (fs_draw_point){ c.x, c.y + in, 0 }, (fs_draw_point){ c.x, c.y + r + in, 0 }, colour);
    fs_kit_draw_label(draw, (fs_draw_point){ c.x, c.y + r + in, 0 }, FS_FIX16_ONE, 4 * r, fs_kit_player_colour(slot),
                      FS_KIT_NAME(draw, slot));
}

/* Fireworks with a payload are drawn larger; they fade before their end. */
static void draw_firework(const struct fireworks_view *v, uint32_t row, fs_draw_list *draw)
{
    uint16_t type = v->firework.kind[row];
    if (type == 0 || type > FIREWORKS_TYPES)
        return;
    uint32_t colour = fs__fireworks_types[type - 1].colour;
    uint32_t level = fs_min_u32(16u, 6u + v->firework.fuse[row] * 40u / *v->world.hz);
    fs_pos3 pos = v->firework.pos[row];
    fs_pos3 tail = fs_pos3_advance(pos, fs_vel3_neg(v->firework.vel[row]), TAIL_HZ);
    fix16_t radius = fs__fireworks_points(type) > 1 ? 15000 : 9500;
    fs_draw_segment(draw, fs_kit_point_from_pos3_flat(tail), fs_kit_point_from_pos3_flat(pos),
                    dim_colour(colour, level * 9 / 16));
    fs_draw_circle(draw, fs_kit_point_from_pos3_flat(pos), radius * 2, dim_colour(colour, level * 5 / 16),
                   FS_DRAW_FILLED);
    fs_draw_circle(draw, fs_kit_point_from_pos3_flat(pos), radius, dim_colour(colour, level), FS_DRAW_FILLED);
}

static void draw_sparks(const struct fireworks_view *v, fs_draw_list *draw)
{
    for (uint32_t i = 0; i < *v->spark.rows; i++) {
        if (v->spark.type[i] == FS_SPARK_NONE)
            continue;
        fs_pos3 pos = v->spark.pos[i];
        uint32_t colour = fs_ramp_rgb(v->spark.colour[i]);
        fs_draw_segment(draw, fs_kit_point_from_pos3_flat(fs_pos3_advance(pos, fs_vel3_neg(v->spark.vel[i]), 40)),
                        fs_kit_point_from_pos3_flat(pos), colour);
        fs_draw_circle(draw, fs_kit_point_from_pos3_flat(pos), 5000, colour, FS_DRAW_FILLED);
    }
}

static uint32_t count_alive(const struct fireworks_view *v)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < *v->firework.rows; i++)
        count += v->firework.kind[i] != 0;
    return count;
}

static void draw_score(const struct fireworks_view *v, const struct fireworks_rules *rules, uint32_t own,
                       fs_draw_list *draw)
{
    char text[FS_DRAW_MAX_TEXT] = "score ";
    for (uint32_t slot = 0; slot < *v->player.rows; slot++)
        if (v->player.active[slot])
            fs_kit_append_score(text, sizeof text, draw, slot, v->player.score[slot]);
    fs_draw_hud(draw, PAPER, text);
    snprintf(text, sizeof text, "%u of %u in the air, %u without a place%s", count_alive(v), *v->firework.rows,
             v->crackle.dropped[0], rules->fuses ? "" : "; only crosshairs set off");
    fs_draw_hud(draw, DIM, text);
    if (own >= *v->player.rows)
        return;
    snprintf(text, sizeof text, "you are %s: launched %u, set off %u", FS_KIT_NAME(draw, own), v->player.launched[own],
             v->player.detonated[own]);
    fs_draw_hud(draw, fs_kit_player_colour(own), text);
}

void fs__fireworks_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    struct fireworks_view v;
    fireworks_peek(state, &v);
    struct fireworks_rules rules = fireworks_rules_load(&v);
    draw_sky((int)(fs__fireworks_half_width(*v.player.rows) / FS_POS_ONE), draw);
    for (uint32_t i = 0; i < *v.player.rows; i++)
        draw_player(&v, i, draw);
    draw_sparks(&v, draw);
    for (uint32_t row = 0; row < *v.firework.rows; row++)
        draw_firework(&v, row, draw);
    for (uint32_t i = 0; i < *v.player.rows; i++)
        if (v.player.active[i])
            draw_sight(&v, &rules, i, slot, draw);
    draw_score(&v, &rules, slot, draw);
}

void fs__fireworks_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
    if (keys->character >= '1' && keys->character <= '9')
        bytes[1] = (uint8_t)(keys->character - '0');
    if (keys->character == '0')
        bytes[1] = FIREWORKS_CHOICE_WHEEL;
}

/* --- standings ------------------------------------------------------------------------- */

void fs__fireworks_standings(const fs_state *state, const fs_config *config, fs_standings *standings)
{
    struct fireworks_view v;
    fireworks_peek(state, &v);
    for (uint32_t slot = 0; slot < config->players; slot++)
        standings->scores[slot] = v.player.score[slot];
    fs_standings_rank(standings, config->players);
}
