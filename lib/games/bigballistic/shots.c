/* shots.c: shots are fired, fly and end; boxes that they hit fall and give points. */
#include <fixstep/trig.h>

#include "games/bigballistic/bigballistic.h"

const struct bigballistic_shot_kind fs__bigballistic_shots[BIGBALLISTIC_WEAPONS] = {
    [BIGBALLISTIC_PISTOL] = { "pistol", 1500, 20, 20, -50, 99, 80, 3, 0xF4F4F4 },
    [BIGBALLISTIC_ARTILLERY] = { "artillery", 200000, 40, 50, -2100, 99, 80, 30, 0x70747C },
    [BIGBALLISTIC_FIREBALL] = { "fireball", 4000, 60, 10, 30, 90, 80, 8, 0xF08830 },
    [BIGBALLISTIC_LASER] = { "laser", 100, 20, 100, 0, 99, 80, 2, 0xF04050 },
};

/* ---- flight ----------------------------------------------------------------------------------------------------------- */

fs_wide fs__bigballistic_acceleration(uint32_t weapon, const struct bigballistic_rules *rules)
{
    return fs_wide_from_ratio((int64_t)fs__bigballistic_shots[weapon].acc_cm * rules->gravity, 10000);
}

static fs_body3 shot_body(const struct bigballistic_view *v, const struct fs_world3 *w, uint32_t shot)
{
    return fs_body3_at(w, fs__bigballistic_shot_row(*v->stack.rows, shot));
}

/* The round of a weapon that is not in flight, or else has been so longest. */
static uint32_t choose_round(const struct bigballistic_view *v, uint32_t slot, uint32_t weapon)
{
    uint32_t best = fs__bigballistic_shot(slot, weapon, 0);
    for (uint32_t number = 1; number < BIGBALLISTIC_ROUNDS; number++) {
        uint32_t shot = fs__bigballistic_shot(slot, weapon, number);
        best = v->shot.left[shot] < v->shot.left[best] ? shot : best;
    }
    return best;
}

void fs__bigballistic_fire(struct bigballistic_view *v, struct fs_world3 *w, const struct bigballistic_rules *rules,
                           uint32_t slot)
{
    uint32_t weapon = v->player.weapon[slot];
    const struct bigballistic_shot_kind *kind = &fs__bigballistic_shots[weapon];
    uint32_t shot = choose_round(v, slot, weapon);
    fs_body3 body = shot_body(v, w, shot);
    fs_unit3 along = fs_kit_aim3_direction((uint32_t)v->player.yaw[slot], (uint32_t)v->player.pitch[slot]);
    (void)fs_body3_set_enabled(w, body, true);
    (void)fs_body3_set_pose(w, body, fs__bigballistic_muzzle(slot, *v->player.rows), fs_quat_identity());
    (void)fs_body3_set_velocity(w, body, fs_kit_aim3_velocity(along, fs_vel_from_int(kind->speed)), fs_vel3_zero());
    v->shot.left[shot] = (uint16_t)rules->life_ticks;
    v->player.reload[slot] = (uint16_t)(kind->reload_ds * *v->world.hz / 10u);
    v->player.shots[slot]++;
}

static void end_shot(struct bigballistic_view *v, struct fs_world3 *w, uint32_t shot)
{
    (void)fs_body3_set_enabled(w, shot_body(v, w, shot), false);
    v->shot.left[shot] = 0;
}

void fs__bigballistic_clear_shots(struct bigballistic_view *v, struct fs_world3 *w, uint32_t slot)
{
    for (uint32_t i = 0; i < BIGBALLISTIC_SHOTS; i++)
        end_shot(v, w, slot * BIGBALLISTIC_SHOTS + i);
}

void fs__bigballistic_expire_shots(struct bigballistic_view *v, struct fs_world3 *w)
{
    const uint64_t range = (uint64_t)BIGBALLISTIC_RANGE * FS_POS_ONE;
    for (uint32_t shot = 0; shot < *v->shot.rows; shot++) {
        fs_pos3 at = w->body.pos[fs__bigballistic_shot_row(*v->stack.rows, shot)];
        bool outside = at.y < 0 || fs_uabs64(at.x) > range || fs_uabs64(at.y) > range || fs_uabs64(at.z) > range;
        if (v->shot.left[shot] > 0 && (--v->shot.left[shot] == 0 || outside))
            end_shot(v, w, shot);
    }
}

/* ---- boxes ------------------------------------------------------------------------------------------------------------ */

/* Who began the movement of a body: slot + 1 of a shot, for a box the player who hit its stack last; 0: nobody. */
static uint32_t mover_of(const struct bigballistic_view *v, uint32_t row)
{
    uint32_t stacks = *v->stack.rows, players = *v->player.rows;
    if (row >= fs__bigballistic_box_row(stacks, players, 0))
        return v->stack.by[(row - fs__bigballistic_box_row(stacks, players, 0)) / BIGBALLISTIC_BOXES];
    return row >= fs__bigballistic_shot_row(stacks, 0)
               ? (row - fs__bigballistic_shot_row(stacks, 0)) / BIGBALLISTIC_SHOTS + 1
               : 0;
}

static void take_contact(struct bigballistic_view *v, uint32_t hit, uint32_t by)
{
    uint32_t first = fs__bigballistic_box_row(*v->stack.rows, *v->player.rows, 0), mover = mover_of(v, by);
    if (hit < first || mover == 0)
        return;
    uint32_t stack = (hit - first) / BIGBALLISTIC_BOXES;
    bool same_stack = by >= first && (by - first) / BIGBALLISTIC_BOXES == stack;
    if (!same_stack)
        v->stack.by[stack] = (uint8_t)mover;
}

static void take_events(struct bigballistic_view *v, const struct fs_world3 *w)
{
    for (uint32_t i = 0; i < w->event_count; i++) {
        uint32_t a, b;
        const fs_event3 *e = &w->events[i];
        if (e->kind != FS_EVENT3_BEGIN || fs_body3_row(w, e->body_a, &a) != FS_OK ||
            fs_body3_row(w, e->body_b, &b) != FS_OK)
            continue;
        take_contact(v, a, b);
        take_contact(v, b, a);
    }
}

uint32_t fs__bigballistic_judge_boxes(struct bigballistic_view *v, const struct fs_world3 *w)
{
    const uint32_t first = fs__bigballistic_box_row(*v->stack.rows, *v->player.rows, 0);
    uint32_t standing = 0;
    take_events(v, w);
    for (uint32_t box = 0; box < *v->box.rows; box++) {
        uint32_t stack = box / BIGBALLISTIC_BOXES, by = v->stack.by[stack];
        if (w->body.pos[first + box].y >= BIGBALLISTIC_PLINTH * FS_POS_ONE || v->box.down[box]) {
            standing += !v->box.down[box];
            continue;
        }
        v->box.down[box] = 1;
        if (by > 0 && v->player.active[by - 1])
            v->player.score[by - 1] += fs__bigballistic_stacks[stack % BIGBALLISTIC_KINDS].points;
    }
    return standing;
}
