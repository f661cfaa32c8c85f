/* scene.c: the ground and the bodies of the machines. */
#include <fixstep/trig.h>

#include "games/trebuchet/trebuchet.h"

#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

enum { ARM_HALF_CM = 15, WEIGHT_HALF_CM = 60, MACHINE = 2, SUBSTEPS = 8 };

fs_world3_limits fs__trebuchet_limits(uint32_t players)
{
    uint32_t bodies = fs__trebuchet_row(players, TREBUCHET_FRAME);
    return (fs_world3_limits){ .bodies = bodies,
                               .shapes = bodies,
                               .contacts = 4 * bodies,
                               .joints = 3 * players,
                               .materials = 2 };
}

fs_pos3 fs__trebuchet_pivot(uint32_t slot, uint32_t players)
{
    int64_t half_metres = (2 * (int64_t)slot + 1 - players) * TREBUCHET_APART;
    return fs_pos3_make(half_metres * FS_POS_ONE / 2, TREBUCHET_PIVOT * FS_POS_ONE, 0);
}

/* Machines touch nothing; stones touch the ground alone. */
static fs_result build_part(struct fs_world3 *w, const fs_geometry3 *shape, uint32_t kg, const fs_shape3_def *form)
{
    fs_body3 body;
    fs_body3_def def = fs_default_body3_def();
    def.flags = FS_BODY3_DISABLED;
    fs_result result = fs_kit_body3_add(w, &def, shape, form, &body);
    if (result != FS_OK)
        return result;
    fs_mass_data3 mass = fs_geometry3_mass(shape, fs_scaled_make(1, 0));
    fs_scaled density = fs_scaled_div(fs_scaled_make(kg, 0), mass.mass);
    return fs_body3_set_mass(w, body, fs_geometry3_mass(shape, density));
}

/* Anchors lie within 16 m of their bodies, so every machine stands on a body of its own. */
static fs_result build_frame(struct fs_world3 *w, fs_pos3 pivot)
{
    fs_body3_def def = fs_default_body3_def();
    def.type = FS_BODY3_STATIC;
    def.pos = pivot;
    return fs_body3_create(w, &def, NULL);
}

static fs_result build_machine(struct fs_world3 *w, const struct trebuchet_rules *rules, uint16_t smooth)
{
    const fs_rel arm = fs_rel_from_pos(CM(ARM_HALF_CM)), weight = fs_rel_from_pos(CM(WEIGHT_HALF_CM));
    const fs_rel middle = (TREBUCHET_LONG - TREBUCHET_SHORT) * FS_REL_ONE / 2;
    fs_geometry3 shape;
    fs_shape3_def form = fs_default_shape3_def();
    form.category = MACHINE;
    form.mask = 0;
    form.material = smooth;
    fs_result result = fs_geometry3_box(fs_rel3_make(arm, arm, (TREBUCHET_LONG + TREBUCHET_SHORT) * FS_REL_ONE / 2),
                                        fs_rel3_make(0, 0, middle), fs_quat_identity(), &shape);
    if (result == FS_OK)
        result = build_part(w, &shape, TREBUCHET_ARM_KG, &form);
    if (result == FS_OK)
        result = fs_geometry3_box(fs_rel3_make(weight, weight, weight), fs_rel3_zero(), fs_quat_identity(), &shape);
    if (result == FS_OK)
        result = build_part(w, &shape, rules->counterweight, &form);
    form.mask = 1;
    if (result == FS_OK)
        result = fs_geometry3_sphere(fs_rel3_zero(), fs_rel_from_pos(CM(TREBUCHET_STONE_CM)), &shape);
    return result == FS_OK ? build_part(w, &shape, rules->stone, &form) : result;
}

fs_result fs__trebuchet_build(struct fs_world3 *w, const struct trebuchet_rules *rules, uint32_t players, uint32_t hz)
{
    const fs_pos half = TREBUCHET_MAX_RANGE * FS_POS_ONE;
    uint16_t smooth = 0;
    fs_body3 ground;
    fs_material3_def material = fs_default_material3_def();
    fs_world3_def def = fs_default_world3_def(hz);
    def.substeps = fs_max_u32(fs_kit_world3_substeps(hz), SUBSTEPS);
    def.flags &= ~(uint32_t)FS_WORLD3_SLEEP;
    material.static_friction = material.dynamic_friction = 0; /* the stone slides in its trough */
    fs_result result = fs_world3_init(w, &def);
    if (result == FS_OK)
        result = fs_material3_add(w, &material, &smooth);
    if (result == FS_OK)
        result = fs_kit_body3_add_wall(w, fs_pos3_make(0, -FS_POS_ONE, 0), fs_pos3_make(half, FS_POS_ONE, half), 0,
                                       &ground);
    for (uint32_t slot = 0; result == FS_OK && slot < players; slot++) {
        result = build_frame(w, fs__trebuchet_pivot(slot, players));
        if (result == FS_OK)
            result = build_machine(w, rules, smooth);
    }
    return result;
}
