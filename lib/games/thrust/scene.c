/* scene.c: ground, base, pads, pods and craft as bodies of the 3D world. */
#include <fixstep/trig.h>

#include "games/thrust/thrust.h"

#define DM(n) ((fs_pos)(n)*FS_POS_ONE / 10)

enum { START_APART = 35 /* dm */, CRAFT_INERTIA = 40 /* kg m^2 */ };

fs_world3_limits fs__thrust_limits(uint32_t players, uint32_t pods)
{
    uint32_t bodies = fs__thrust_craft_row(pods, players);
    return (fs_world3_limits){ .bodies = bodies,
                               .shapes = bodies,
                               .contacts = 10 * bodies,
                               .joints = players,
                               .materials = 1 };
}

/* On a circle, at heights of 3 to 8 m. */
fs_pos3 fs__thrust_pad(uint32_t pad, uint32_t pods)
{
    uint32_t turn = (uint32_t)(((uint64_t)pad << 32) / pods);
    return fs_pos3_make(THRUST_RING * fs_pos_from_unit(fs_sin(turn)), (3 + pad * 3 % 6) * FS_POS_ONE,
                        -THRUST_RING * fs_pos_from_unit(fs_cos(turn)));
}

/* In two rows on the base. */
fs_pos3 fs__thrust_start(uint32_t slot)
{
    int64_t column = 2 * (int64_t)(slot % 4) - 3, row = slot < 4 ? 1 : -1;
    return fs_pos3_make(column * DM(START_APART) / 2, THRUST_BASE_HIGH * FS_POS_ONE + DM(THRUST_CRAFT_HIGH_DM),
                        row * DM(START_APART));
}

static fs_result build_ground(struct fs_world3 *w, uint32_t pods)
{
    const fs_pos far = 2 * THRUST_EDGE * FS_POS_ONE, base = THRUST_BASE * FS_POS_ONE, pad = THRUST_PAD * FS_POS_ONE;
    const fs_pos high = THRUST_BASE_HIGH * FS_POS_ONE / 2;
    fs_body3 body;
    fs_result result = fs_kit_body3_add_wall(w, fs_pos3_make(0, -FS_POS_ONE, 0), fs_pos3_make(far, FS_POS_ONE, far), 0,
                                             &body);
    if (result == FS_OK)
        result = fs_kit_body3_add_wall(w, fs_pos3_make(0, high, 0), fs_pos3_make(base, high, base), 0, &body);
    for (uint32_t i = 0; result == FS_OK && i < pods; i++) {
        fs_pos3 at = fs__thrust_pad(i, pods);
        at.y /= 2;
        result = fs_kit_body3_add_wall(w, at, fs_pos3_make(pad, at.y, pad), 0, &body);
    }
    return result;
}

static fs_result build_pod(struct fs_world3 *w, uint32_t pod, uint32_t pods)
{
    const fs_rel half = fs_rel_from_pos(DM(THRUST_POD_DM));
    fs_body3 body;
    fs_geometry3 box;
    fs_body3_def def = fs_default_body3_def();
    fs_shape3_def form = fs_default_shape3_def();
    def.pos = fs__thrust_pad(pod, pods);
    def.pos.y += DM(THRUST_POD_DM);
    def.angular_damping = FS_FIX16_ONE / 2;
    form.density = THRUST_POD_KG * FS_WIDE_ONE; /* 1 m^3 */
    fs_result result = fs_geometry3_box(fs_rel3_make(half, half, half), fs_rel3_zero(), fs_quat_identity(), &box);
    return result == FS_OK ? fs_kit_body3_add(w, &def, &box, &form, &body) : result;
}

static fs_result build_craft(struct fs_world3 *w, uint32_t slot, const struct thrust_rules *rules)
{
    const fs_rel side = fs_rel_from_pos(DM(THRUST_CRAFT_DM)), high = fs_rel_from_pos(DM(THRUST_CRAFT_HIGH_DM));
    const fs_scaled inertia = fs_scaled_from_wide(fs_wide_from_int(CRAFT_INERTIA));
    const fs_mass_data3 mass = { .mass = fs_scaled_from_wide(fs_wide_from_int(THRUST_CRAFT_KG)),
                                 .inertia = { .xx = inertia, .yy = inertia, .zz = inertia } };
    fs_body3 craft;
    fs_geometry3 hull;
    fs_body3_def def = fs_default_body3_def();
    fs_shape3_def form = fs_default_shape3_def();
    def.pos = fs__thrust_start(slot);
    def.flags = FS_BODY3_DISABLED | FS_BODY3_SLEEPLESS;
    form.flags = FS_SHAPE3_HIT_EVENTS;
    fs_result result = fs_geometry3_box(fs_rel3_make(side, high, side), fs_rel3_zero(), fs_quat_identity(), &hull);
    if (result == FS_OK)
        result = fs_kit_body3_add(w, &def, &hull, &form, &craft);
    if (result == FS_OK)
        result = fs_body3_set_mass(w, craft, mass);
    return result == FS_OK ? fs__thrust_add_generators(w, craft, rules) : result;
}

fs_result fs__thrust_build(struct fs_world3 *w, const struct thrust_rules *rules, uint32_t players, uint32_t hz)
{
    fs_world3_def def = fs_default_world3_def(hz);
    def.gravity = fs_wide3_make(0, -rules->gravity, 0);
    def.substeps = fs_kit_world3_substeps(hz);
    fs_result result = fs_world3_init(w, &def);
    if (result == FS_OK)
        result = build_ground(w, rules->pods);
    for (uint32_t pod = 0; result == FS_OK && pod < rules->pods; pod++)
        result = build_pod(w, pod, rules->pods);
    for (uint32_t slot = 0; result == FS_OK && slot < players; slot++)
        result = build_craft(w, slot, rules);
    return result;
}
