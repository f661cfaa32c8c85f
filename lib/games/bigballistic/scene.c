/* scene.c: the ground, the plinths, the shots and the boxes as bodies of the 3D world. */
#include <fixstep/trig.h>

#include "games/bigballistic/bigballistic.h"

#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

enum {
    GROUND = 300,    /* m, half of a side */
    STACK_APART = 5, /* m */
    BOX_HALF_CM = 50,
    GAP_CM = 2,
    PLINTH_WIDE_CM = 170, /* half sides */
    PLINTH_DEEP_CM = 80
};

const struct bigballistic_stack_kind fs__bigballistic_stacks[BIGBALLISTIC_KINDS] = {
    { "crates", 12, 1, 0xC89858 },
    { "barrels", 40, 2, 0x9C6848 },
    { "stones", 400, 3, 0xB8B4AC },
};

fs_world3_limits fs__bigballistic_limits(uint32_t players, uint32_t stacks)
{
    uint32_t bodies = fs__bigballistic_box_row(stacks, players, stacks * BIGBALLISTIC_BOXES);
    return (
        fs_world3_limits){ .bodies = bodies, .shapes = bodies, .contacts = 8 * bodies, .joints = 1, .materials = 1 };
}

/* ---- places ----------------------------------------------------------------------------------------------------------- */

fs_pos3 fs__bigballistic_muzzle(uint32_t slot, uint32_t players)
{
    int64_t place = 2 * (int64_t)slot + 1 - players;
    return fs_pos3_make(place * BIGBALLISTIC_APART * FS_POS_ONE / 2, CM(10 * BIGBALLISTIC_MUZZLE_DM), 0);
}

/* Neighbours stand at different distances. */
fs_pos3 fs__bigballistic_plinth(uint32_t stack, uint32_t stacks)
{
    static const uint8_t metres[3] = { 13, 19, 16 };
    int64_t place = 2 * (int64_t)stack + 1 - stacks;
    return fs_pos3_make(place * STACK_APART * FS_POS_ONE / 2, BIGBALLISTIC_PLINTH * FS_POS_ONE,
                        -metres[stack % 3] * FS_POS_ONE);
}

/* In units of half a box: a pyramid of 3, 2 and 1 boxes, a pillar of 3 layers of 2, a wall of 2 layers of 3. */
static fs_pos3 box_at(uint32_t box, uint32_t stacks)
{
    static const int8_t place[BIGBALLISTIC_KINDS][BIGBALLISTIC_BOXES][2] = {
        { { -2, 0 }, { 0, 0 }, { 2, 0 }, { -1, 1 }, { 1, 1 }, { 0, 2 } },
        { { -1, 0 }, { 1, 0 }, { -1, 1 }, { 1, 1 }, { -1, 2 }, { 1, 2 } },
        { { -2, 0 }, { 0, 0 }, { 2, 0 }, { -2, 1 }, { 0, 1 }, { 2, 1 } },
    };
    uint32_t stack = box / BIGBALLISTIC_BOXES;
    const int8_t *at = place[stack % BIGBALLISTIC_KINDS][box % BIGBALLISTIC_BOXES];
    return fs_pos3_add(fs__bigballistic_plinth(stack, stacks),
                       fs_pos3_make(at[0] * CM(BOX_HALF_CM + GAP_CM), (2 * at[1] + 1) * CM(BOX_HALF_CM), 0));
}

/* ---- bodies ----------------------------------------------------------------------------------------------------------- */

static fs_result build_body(struct fs_world3 *w, const fs_body3_def *def, const fs_geometry3 *shape, fs_scaled kg,
                            fs_body3 *out)
{
    fs_shape3_def form = fs_default_shape3_def();
    form.flags = FS_SHAPE3_CONTACT_EVENTS;
    fs_result result = fs_kit_body3_add(w, def, shape, &form, out);
    if (result != FS_OK)
        return result;
    fs_mass_data3 mass = fs_geometry3_mass(shape, fs_scaled_make(1, 0));
    return fs_body3_set_mass(w, *out, fs_geometry3_mass(shape, fs_scaled_div(kg, mass.mass)));
}

static fs_result build_shot(struct fs_world3 *w, uint32_t weapon, const struct bigballistic_rules *rules)
{
    const struct bigballistic_shot_kind *kind = &fs__bigballistic_shots[weapon];
    fs_body3 shot;
    fs_geometry3 sphere;
    fs_body3_def def = fs_default_body3_def();
    def.flags = FS_BODY3_DISABLED | FS_BODY3_BULLET;
    def.pos = fs_pos3_make(0, -20 * FS_POS_ONE, 0);
    def.gravity_scale = fs_fix16_from_pos(-fs__bigballistic_acceleration(weapon, rules) / BIGBALLISTIC_GRAVITY);
    fs_result result = fs_geometry3_sphere(fs_rel3_zero(), fs_rel_from_pos(CM(kind->radius_cm)), &sphere);
    if (result == FS_OK)
        result = build_body(w, &def, &sphere, fs_scaled_from_wide(fs_wide_from_ratio(kind->mass_g, 1000)), &shot);
    if (result == FS_OK)
        result = fs_body3_set_retention(w, shot, fs_unit_from_ratio(kind->kept, 100),
                                        fs_unit_from_ratio(kind->kept_turning, 100));
    return result;
}

static fs_result build_box(struct fs_world3 *w, uint32_t box, const struct bigballistic_rules *rules)
{
    const fs_rel half = fs_rel_from_pos(CM(BOX_HALF_CM));
    int64_t kg = fs__bigballistic_stacks[box / BIGBALLISTIC_BOXES % BIGBALLISTIC_KINDS].box_kg;
    fs_body3 body;
    fs_geometry3 cube;
    fs_body3_def def = fs_default_body3_def();
    def.pos = box_at(box, rules->stacks);
    fs_result result = fs_geometry3_box(fs_rel3_make(half, half, half), fs_rel3_zero(), fs_quat_identity(), &cube);
    return result == FS_OK
               ? build_body(w, &def, &cube, fs_scaled_from_wide(fs_wide_from_ratio(kg * rules->mass, 100)), &body)
               : result;
}

static fs_result build_plinths(struct fs_world3 *w, uint32_t stacks)
{
    const fs_pos3 half = fs_pos3_make(CM(PLINTH_WIDE_CM), BIGBALLISTIC_PLINTH * FS_POS_ONE / 2, CM(PLINTH_DEEP_CM));
    fs_body3 body;
    fs_result result = fs_kit_body3_add_wall(w, fs_pos3_make(0, -FS_POS_ONE, 0),
                                             fs_pos3_make(GROUND * FS_POS_ONE, FS_POS_ONE, GROUND * FS_POS_ONE), 0,
                                             &body);
    for (uint32_t stack = 0; result == FS_OK && stack < stacks; stack++) {
        fs_pos3 at = fs__bigballistic_plinth(stack, stacks);
        at.y -= half.y;
        result = fs_kit_body3_add_wall(w, at, half, 0, &body);
    }
    return result;
}

fs_result fs__bigballistic_build(struct fs_world3 *w, const struct bigballistic_rules *rules, uint32_t players,
                                 uint32_t hz)
{
    fs_world3_def def = fs_default_world3_def(hz);
    def.substeps = fs_kit_world3_substeps(hz);
    def.gravity = fs_wide3_make(0, -BIGBALLISTIC_GRAVITY * FS_WIDE_ONE, 0);
    fs_result result = fs_world3_init(w, &def);
    if (result == FS_OK)
        result = build_plinths(w, rules->stacks);
    for (uint32_t shot = 0; result == FS_OK && shot < players * BIGBALLISTIC_SHOTS; shot++)
        result = build_shot(w, shot / BIGBALLISTIC_ROUNDS % BIGBALLISTIC_WEAPONS, rules);
    for (uint32_t box = 0; result == FS_OK && box < rules->stacks * BIGBALLISTIC_BOXES; box++)
        result = build_box(w, box, rules);
    return result;
}

void fs__bigballistic_stack(struct bigballistic_view *v, struct fs_world3 *w)
{
    uint32_t stacks = *v->stack.rows, players = *v->player.rows;
    for (uint32_t box = 0; box < *v->box.rows; box++) {
        fs_body3 body = fs_body3_at(w, fs__bigballistic_box_row(stacks, players, box));
        (void)fs_body3_set_pose(w, body, box_at(box, stacks), fs_quat_identity());
        (void)fs_body3_set_velocity(w, body, fs_vel3_zero(), fs_vel3_zero());
        v->box.down[box] = 0;
    }
    for (uint32_t stack = 0; stack < stacks; stack++)
        v->stack.by[stack] = 0;
}
