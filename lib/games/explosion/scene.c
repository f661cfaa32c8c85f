/* scene.c: the stage and the towers of bars as bodies of the 3D world. */
#include <fixstep/trig.h>

#include "games/explosion/explosion.h"

#define DM(n) ((fs_pos)(n)*FS_POS_ONE / 10)

enum { BAR_HIGH = 5, BAR_WIDE = 4, BAR_APART = 4, BAR_DENSITY = 250 }; /* dm; kg/m^3: a bar of 60 kg */
enum { CIRCLE = 5 };                                                   /* m: radius on which the towers stand */

fs_world3_limits fs__explosion_limits(uint32_t bars)
{
    return (fs_world3_limits){ .bodies = EXPLOSION_FIRST_BAR + bars,
                               .shapes = EXPLOSION_FIRST_BAR + bars,
                               .contacts = 12 * (bars + 1),
                               .joints = 1,
                               .materials = 1 };
}

static fs_pos3 tower_at(uint32_t tower, uint32_t towers)
{
    uint32_t turn = (uint32_t)((uint64_t)tower * (UINT64_C(1) << 32) / towers);
    if (towers == 1)
        return fs_pos3_zero();
    return fs_pos3_make(CIRCLE * fs_pos_from_unit(fs_cos(turn)), 0, CIRCLE * fs_pos_from_unit(fs_sin(turn)));
}

/* Two bars side by side in a layer, those of every second one across. */
static fs_pos3 bar_at(const struct explosion_rules *rules, uint32_t bar, fs_quat *rot)
{
    uint32_t layer = bar / 2 % rules->layers;
    fs_pos3 at = tower_at(bar / 2 / rules->layers, rules->towers);
    fs_pos side = bar % 2 == 0 ? -DM(BAR_APART) : DM(BAR_APART);
    bool across = layer % 2 == 1;
    at.y = DM(BAR_HIGH) / 2 + layer * DM(BAR_HIGH);
    *rot = across ? fs_quat_from_axis_turn(fs_unit3_make(0, FS_UNIT_ONE, 0), FS_TURN_QUARTER) : fs_quat_identity();
    return fs_pos3_add(at, across ? fs_pos3_make(side, 0, 0) : fs_pos3_make(0, 0, side));
}

static fs_result build_bar(struct fs_world3 *w, const struct explosion_rules *rules, uint32_t bar)
{
    fs_body3 body;
    fs_geometry3 box;
    fs_body3_def def = fs_default_body3_def();
    fs_shape3_def form = fs_default_shape3_def();
    def.pos = bar_at(rules, bar, &def.rot);
    form.density = fs_wide_from_int(BAR_DENSITY);
    form.flags = FS_SHAPE3_CONTACT_EVENTS;
    fs_result result = fs_geometry3_box(fs_rel3_make(fs_rel_from_pos(DM(EXPLOSION_BAR_LENGTH) / 2),
                                                     fs_rel_from_pos(DM(BAR_HIGH) / 2),
                                                     fs_rel_from_pos(DM(BAR_WIDE) / 2)),
                                        fs_rel3_zero(), fs_quat_identity(), &box);
    return result == FS_OK ? fs_kit_body3_add(w, &def, &box, &form, &body) : result;
}

fs_result fs__explosion_build(struct fs_world3 *w, const struct explosion_rules *rules, uint32_t hz)
{
    const fs_pos half = EXPLOSION_HALF_STAGE * FS_POS_ONE;
    fs_body3 stage;
    fs_world3_def def = fs_default_world3_def(hz);
    def.substeps = fs_kit_world3_substeps(hz);
    fs_result result = fs_world3_init(w, &def);
    if (result == FS_OK)
        result = fs_kit_body3_add_wall(w, fs_pos3_make(0, -FS_POS_ONE / 2, 0), fs_pos3_make(half, FS_POS_ONE / 2, half),
                                       0, &stage);
    for (uint32_t bar = 0; result == FS_OK && bar < 2 * rules->layers * rules->towers; bar++)
        result = build_bar(w, rules, bar);
    return result;
}

void fs__explosion_stack(struct explosion_view *v, struct fs_world3 *w, const struct explosion_rules *rules)
{
    for (uint32_t bar = 0; bar < *v->bar.rows; bar++) {
        fs_quat rot;
        fs_pos3 at = bar_at(rules, bar, &rot);
        fs_body3 body = fs_body3_at(w, EXPLOSION_FIRST_BAR + bar);
        (void)fs_body3_set_enabled(w, body, true);
        (void)fs_body3_set_pose(w, body, at, rot);
        (void)fs_body3_set_velocity(w, body, fs_vel3_zero(), fs_vel3_zero());
        v->bar.touched[bar] = 0;
    }
}
