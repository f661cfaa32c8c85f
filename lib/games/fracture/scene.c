/* scene.c: the stage, the balls and the blocks as bodies of the 3D world. */
#include <fixstep/trig.h>

#include "games/fracture/fracture.h"

#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

enum {
    CIRCLE = 4,
    BLOCK_DENSITY = 400,
    BALL_KG = 30,
    BALL_LITRES_1000 = 65450
}; /* m; kg/m^3; 65.45 l: 4/3 pi 25^3 cm^3 */

fs_world3_limits fs__fracture_limits(uint32_t players, uint32_t blocks, bool angled)
{
    uint32_t bodies = fs__fracture_first_part(players) + fs__fracture_max_parts(blocks);
    return (fs_world3_limits){ .bodies = bodies,
                               .shapes = bodies,
                               .contacts = 10 * bodies,
                               .joints = 1,
                               .materials = 1,
                               .hulls = angled ? bodies : 1 };
}

fs_pos3 fs__fracture_muzzle(uint32_t slot)
{
    return fs_kit_seat3_point(slot, FRACTURE_STAND * FS_POS_ONE, FRACTURE_GUN_HEIGHT * FS_POS_ONE);
}

/* ---- blocks ----------------------------------------------------------------------------------------------------------- */

static fs_pos3 block_at(uint32_t block, uint32_t blocks)
{
    uint32_t turn = (uint32_t)((uint64_t)block * (UINT64_C(1) << 32) / blocks);
    if (blocks == 1)
        return fs_pos3_zero();
    return fs_pos3_make(CIRCLE * fs_pos_from_unit(fs_cos(turn)), 0, CIRCLE * fs_pos_from_unit(fs_sin(turn)));
}

/* Cubes and pillars in turn. */
static fs_rel3 half_of(uint32_t block)
{
    return block % 2 == 0 ? fs_rel3_make(fs_rel_from_pos(CM(60)), fs_rel_from_pos(CM(60)), fs_rel_from_pos(CM(60)))
                          : fs_rel3_make(fs_rel_from_pos(CM(40)), fs_rel_from_pos(CM(120)), fs_rel_from_pos(CM(40)));
}

static fs_result build_block(struct fracture_view *v, struct fs_world3 *w, uint32_t block, uint32_t blocks)
{
    fs_body3 body;
    fs_geometry3 box;
    fs_body3_def def = fs_default_body3_def();
    fs_shape3_def form = fs_default_shape3_def();
    fs_rel3 half = half_of(block);
    def.pos = block_at(block, blocks);
    def.pos.y = fs_pos_from_rel(half.y);
    form.density = fs_wide_from_int(BLOCK_DENSITY);
    form.flags = FS_SHAPE3_HIT_EVENTS;
    fs_result result = fs_geometry3_box(half, fs_rel3_zero(), fs_quat_identity(), &box);
    if (result == FS_OK)
        result = fs_kit_body3_add(w, &def, &box, &form, &body);
    if (result == FS_OK)
        v->part.age[body.handle.index1 - 1] = FRACTURE_WHOLE;
    return result;
}

fs_result fs__fracture_stack(struct fracture_view *v, struct fs_world3 *w, const struct fracture_rules *rules)
{
    fs_result result = FS_OK;
    for (uint32_t row = 0; row < *v->part.rows; row++) {
        if (v->part.age[row] != 0)
            (void)fs_body3_destroy(w, fs_body3_at(w, row));
        v->part.age[row] = v->part.by[row] = 0;
    }
    for (uint32_t block = 0; result == FS_OK && block < rules->blocks; block++)
        result = build_block(v, w, block, rules->blocks);
    return result;
}

/* ---- balls and stage -------------------------------------------------------------------------------------------------- */

static fs_result build_ball(struct fs_world3 *w)
{
    fs_body3 ball;
    fs_geometry3 sphere;
    fs_body3_def def = fs_default_body3_def();
    fs_shape3_def form = fs_default_shape3_def();
    def.flags = FS_BODY3_DISABLED;
    def.pos = fs_pos3_make(0, -20 * FS_POS_ONE, 0);
    form.density = fs_wide_from_ratio((int64_t)BALL_KG * 1000000, BALL_LITRES_1000);
    fs_result result = fs_geometry3_sphere(fs_rel3_zero(), fs_rel_from_pos(CM(FRACTURE_BALL_RADIUS)), &sphere);
    return result == FS_OK ? fs_kit_body3_add(w, &def, &sphere, &form, &ball) : result;
}

fs_result fs__fracture_build(struct fracture_view *v, struct fs_world3 *w, const struct fracture_rules *rules,
                             uint32_t hz)
{
    const fs_pos half = FRACTURE_HALF_STAGE * FS_POS_ONE;
    fs_body3 stage;
    fs_world3_def def = fs_default_world3_def(hz);
    def.substeps = fs_kit_world3_substeps(hz);
    fs_result result = fs_world3_init(w, &def);
    if (result == FS_OK)
        result = fs_kit_body3_add_wall(w, fs_pos3_make(0, -FS_POS_ONE / 2, 0), fs_pos3_make(half, FS_POS_ONE / 2, half),
                                       0, &stage);
    for (uint32_t i = 0; result == FS_OK && i < *v->player.rows * FRACTURE_BALLS; i++)
        result = build_ball(w);
    return result == FS_OK ? fs__fracture_stack(v, w, rules) : result;
}
