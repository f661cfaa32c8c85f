/* view.c: the picture of the chains and the meaning of the keys.
 *
 * It reads the state and never writes it.
 */
#include "games/chain/chain.h"

#include <stdio.h>
#include <string.h>

#include <fixstep/kit/buttons.h>
#include <fixstep/kit/names.h>
#include <fixstep/kit/scene2.h>

enum {
    NIGHT = 0x141A28,
    EARTH = 0x1E2A22,
    GREEN = 0x50C860,
    STAR = 0xF8E070,
    PALE = 0x887C40,
    BASE = 0x343C48,
    BOLT = 0xE8ECF0,
    PAPER = 0xD8DCE0,
    DIM = 0x9098A0,
    REACH = 0x2C3650,
    BOTTOM_DM = -22,
    HEIGHT_DM = 236,
    POINTS = 10 /* of a star's outline */
};

static fs_draw_point point_in_dm(int x, int y)
{
    return (fs_draw_point){ fix16_from_int(x) / 10, fix16_from_int(y) / 10, 0 };
}

static fs_draw_point offset_point(fs_draw_point from, uint32_t heading, fix16_t distance)
{
    from.x += fs_mul32_sym(distance, fs_cos(heading), FS_UNIT_FRAC);
    from.y += fs_mul32_sym(distance, fs_sin(heading), FS_UNIT_FRAC);
    return from;
}

static void draw_floor(fs_draw_list *draw)
{
    const int side = CHAIN_HALF_WIDTH * 10 + 40;
    fs_draw_box(draw, point_in_dm(-side, BOTTOM_DM - 2000), point_in_dm(side, 0), EARTH, FS_DRAW_FILLED);
    fs_draw_segment(draw, point_in_dm(-side, 0), point_in_dm(side, 0), GREEN);
    for (int x = -15; x <= 15; x += 5) {
        char text[16];
        snprintf(text, sizeof text, "%d m", x);
        fs_draw_segment(draw, point_in_dm(x * 10, 0), point_in_dm(x * 10, -4), GREEN);
        fs_draw_text(draw, point_in_dm(x * 10 - 6, -14), FS_FIX16_ONE * 4 / 5, DIM, text);
    }
}

/* The older, the paler and smaller. */
static void draw_stars(const struct chain_view *v, const struct chain_rules *rules, fs_draw_list *draw)
{
    for (uint32_t i = 0; i < *v->star.rows; i++) {
        bool young = v->star.ticks_left[i] > rules->star_ticks / 4;
        fs_draw_point outline[POINTS], middle = fs_kit_point_from_pos2(v->star.pos[i]);
        for (uint32_t k = 0; k < POINTS; k++) {
            fix16_t radius = FS_FIX16_ONE * (k % 2 == 0 ? 9 : 4) / (young ? 18 : 26);
            outline[k] = offset_point(middle, FS_TURN_QUARTER + FS_TURN_DEG(36) * k, radius);
        }
        fs_draw_polygon(draw, outline, POINTS, young ? STAR : PALE, FS_DRAW_FILLED);
    }
}

/* A link, wider at its start. */
static void draw_link(fs_draw_point a, fs_draw_point b, fix16_t wide, uint32_t colour, fs_draw_list *draw)
{
    uint32_t left = fs_atan2(b.y - a.y, b.x - a.x) + FS_TURN_QUARTER;
    const fs_draw_point bar[4] = { offset_point(a, left, wide), offset_point(b, left, wide * 3 / 4),
                                   offset_point(b, left, -(wide * 3 / 4)), offset_point(a, left, -wide) };
    fs_draw_polygon(draw, bar, 4, colour, FS_DRAW_FILLED);
}

static void draw_target(const struct chain_view *v, uint32_t slot, fs_draw_list *draw)
{
    fs_draw_point p = fs_kit_point_from_pos2(v->arm.target[slot]);
    uint32_t colour = fs_kit_player_colour(slot);
    fix16_t arm = FS_FIX16_ONE / 2;
    fs_draw_circle(draw, p, arm * 3 / 4, colour, 0);
    fs_draw_segment(draw, (fs_draw_point){ p.x - arm, p.y, 0 }, (fs_draw_point){ p.x + arm, p.y, 0 }, colour);
    fs_draw_segment(draw, (fs_draw_point){ p.x, p.y - arm, 0 }, (fs_draw_point){ p.x, p.y + arm, 0 }, colour);
}

static void draw_arm(const struct chain_view *v, const struct chain_rules *rules, uint32_t slot, uint32_t own,
                     fs_draw_list *draw)
{
    fs_pos2 joint[CHAIN_MAX_LINKS + 1];
    uint32_t colour = fs_kit_player_colour(slot), links = fs__chain_arm_links(v, rules, slot).count;
    fix16_t wide = FS_FIX16_ONE * 3 / 10;
    fs__chain_joint_positions(v, rules, slot, joint);
    fs_draw_point base = fs_kit_point_from_pos2(joint[0]), foot = { base.x, 0, 0 };
    if (slot == own)
        fs_draw_circle(draw, base, fs_fix16_from_pos(rules->reach), REACH, 0);
    const fs_draw_point stand[4] = { { foot.x - 3 * wide, 0, 0 },
                                     { foot.x + 3 * wide, 0, 0 },
                                     { base.x + wide, base.y, 0 },
                                     { base.x - wide, base.y, 0 } };
    fs_draw_polygon(draw, stand, 4, BASE, FS_DRAW_FILLED);
    for (uint32_t i = 0; i < links; i++)
        draw_link(fs_kit_point_from_pos2(joint[i]), fs_kit_point_from_pos2(joint[i + 1]), wide, colour, draw);
    for (uint32_t i = 0; i <= links; i++) {
        bool picked = !v->arm.follows_target[slot] && i == v->arm.selected_joint[slot];
        fs_draw_circle(draw, fs_kit_point_from_pos2(joint[i]), picked ? wide * 3 / 2 : wide * 4 / 5,
                       picked ? BOLT : colour, FS_DRAW_FILLED);
    }
    fs_draw_circle(draw, fs_kit_point_from_pos2(joint[links]), fs_fix16_from_pos(rules->catch_radius), colour, 0);
    if (v->arm.follows_target[slot])
        draw_target(v, slot, draw);
    char number[FS_DRAW_NAME_BYTES];
    fs_draw_get_name(draw, slot, number, sizeof number);
    fs_draw_text(draw, (fs_draw_point){ foot.x - FS_FIX16_ONE / 4, FS_FIX16_ONE / 10, 0 }, FS_FIX16_ONE * 4 / 5,
                 slot == own ? PAPER : colour, number);
}

/* Places to a hundredth of a metre. */
static size_t format_position(char *text, size_t size, const char *name, fs_pos2 p)
{
    int64_t x = fs_round_shift64_sym(fs_sat64_mul(p.x, 100), FS_POS_FRAC),
            y = fs_round_shift64_sym(fs_sat64_mul(p.y, 100), FS_POS_FRAC);
    int ax = (int)fs_abs64(x), ay = (int)fs_abs64(y);
    return (size_t)snprintf(text, size, " %s (%s%d.%02d, %s%d.%02d)", name, x < 0 ? "-" : "", ax / 100, ax % 100,
                            y < 0 ? "-" : "", ay / 100, ay % 100);
}

static void draw_own_status(const struct chain_view *v, const struct chain_rules *rules, uint32_t own,
                            fs_draw_list *draw)
{
    static const char *const reaches[] = { "in reach", "too far", "too near", "not there yet", "refused by the floor" };
    char text[160];
    uint32_t reach = fs_min_u32(v->arm.ik_result[own], FS_IK_REFUSED);
    if (v->arm.follows_target[own])
        snprintf(text, sizeof text, "you are %s: links %u, %s, rounds %u%s", FS_KIT_NAME(draw, own), v->arm.links[own],
                 reaches[reach], v->arm.ik_iterations[own],
                 v->arm.links[own] != 2    ? ""
                 : v->arm.elbow_right[own] ? ", elbow to the right"
                                           : ", elbow to the left");
    else
        snprintf(text, sizeof text, "you are %s: links %u, joint %u%s", FS_KIT_NAME(draw, own), v->arm.links[own],
                 v->arm.selected_joint[own] + 1u, reach == FS_IK_REFUSED ? ", refused by the floor" : "");
    fs_draw_hud(draw, fs_kit_player_colour(own), text);
    fs_pos2 joint[CHAIN_MAX_LINKS + 1];
    uint32_t links = fs__chain_arm_links(v, rules, own).count;
    fs__chain_joint_positions(v, rules, own, joint);
    size_t used = format_position(text, sizeof text, "p1", joint[1]);
    if (links >= 2)
        used += format_position(text + used, sizeof text - used, "p2", joint[2]);
    if (links >= 3)
        format_position(text + used, sizeof text - used, "tip", joint[links]);
    fs_draw_hud(draw, DIM, text + 1);
}

void fs__chain_draw(const fs_state *state, const fs_config *config, uint32_t slot, fs_draw_list *draw)
{
    (void)config;
    struct chain_view v;
    chain_peek(state, &v);
    struct chain_rules rules = chain_rules_load(&v);
    char text[FS_DRAW_MAX_TEXT] = "stars ";
    fs_draw_point middle = point_in_dm(0, BOTTOM_DM + HEIGHT_DM / 2);
    fs_draw_set_camera_2d(draw, middle.x, middle.y, fix16_from_int(2 * CHAIN_HALF_WIDTH + 2),
                          fix16_from_int(HEIGHT_DM) / 10, NIGHT);
    draw_floor(draw);
    for (uint32_t i = 0; i < *v.arm.rows; i++) {
        if (!v.arm.active[i])
            continue;
        draw_arm(&v, &rules, i, slot, draw);
        fs_kit_append_score(text, sizeof text, draw, i, v.arm.score[i]);
    }
    draw_stars(&v, &rules, draw);
    fs_draw_hud(draw, PAPER, text);
    if (slot < *v.arm.rows && v.arm.active[slot])
        draw_own_status(&v, &rules, slot, draw);
}

void fs__chain_keys(const fs_keys *keys, void *input)
{
    uint8_t *bytes = input;
    bytes[0] = (uint8_t)(keys->held & FS_KIT_BUTTONS_MASK);
    if (keys->character >= '1' && keys->character <= '0' + CHAIN_MAX_LINKS)
        bytes[1] = (uint8_t)(keys->character - '0');
}

/* --- standings ------------------------------------------------------------------------- */

void fs__chain_standings(const fs_state *state, const fs_config *config, fs_standings *standings)
{
    struct chain_view v;
    chain_peek(state, &v);
    for (uint32_t slot = 0; slot < config->players; slot++)
        standings->scores[slot] = v.arm.score[slot];
    fs_standings_rank(standings, config->players);
}
