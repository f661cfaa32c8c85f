/* scene.c: the stage, the ragdolls, hands and balls as bodies of the 3D world. */
#include "games/ragdoll/ragdoll.h"

#include <fixstep/trig.h>

#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

enum { BALL_RADIUS_CM = 16, GROUP = -1 };

fs_world3_limits fs__ragdoll_limits(uint32_t dolls, uint32_t players)
{
    uint32_t bones = dolls * RAGDOLL_BONES, balls = players * RAGDOLL_BALLS;
    return (fs_world3_limits){ .bodies = 1 + bones + players + balls,
                               .shapes = RAGDOLL_STAGE_SHAPES + bones + balls,
                               .contacts = 32 * bones + 16 * balls,
                               .joints = bones + players,
                               .materials = 3 };
}

/* ---- the stage -------------------------------------------------------------------------------------------------- */

/* Boxes by their corners, cm: the stage, a pillar in its middle, steps at two corners. */
static const struct block {
    int16_t low[3], high[3];
} blocks[] = {
    { { -800, -100, -800 }, { 800, 0, 800 } }, { { -60, 0, -60 }, { 60, 260, 60 } },
    { { -700, 0, -700 }, { -460, 40, -460 } }, { { -700, 40, -700 }, { -540, 80, -540 } },
    { { 460, 0, 460 }, { 700, 40, 700 } },     { { 540, 40, 540 }, { 700, 80, 700 } },
};
_Static_assert(sizeof blocks / sizeof blocks[0] <= RAGDOLL_STAGE_SHAPES, "room for the shapes of the stage");

static fs_result build_stage(struct fs_world3 *w)
{
    fs_body3 stage;
    fs_body3_def def = fs_default_body3_def();
    def.type = FS_BODY3_STATIC;
    fs_result result = fs_body3_create(w, &def, &stage);
    for (size_t i = 0; result == FS_OK && i < sizeof blocks / sizeof blocks[0]; i++) {
        const struct block *b = &blocks[i];
        fs_pos3 half = fs_pos3_make(CM(b->high[0] - b->low[0]) / 2, CM(b->high[1] - b->low[1]) / 2,
                                    CM(b->high[2] - b->low[2]) / 2);
        fs_pos3 centre = fs_pos3_make(CM(b->high[0] + b->low[0]) / 2, CM(b->high[1] + b->low[1]) / 2,
                                      CM(b->high[2] + b->low[2]) / 2);
        result = fs_shape3_create_box_at(w, stage, NULL, half, centre, fs_quat_identity(), NULL);
    }
    return result;
}

/* ---- ragdolls ---------------------------------------------------------------------------------------------------- */

fs_pos3 fs__ragdoll_random_place(struct ragdoll_view *v)
{
    fs_rng *rng = &v->world.rng[0];
    int32_t x = fs_rng_range(rng, -600, 600);
    int32_t z = fs_rng_range(rng, -600, 600);
    return fs_pos3_make(CM(x), FS_POS_ONE, CM(z));
}

void fs__ragdoll_stand(struct ragdoll_view *v, struct fs_world3 *w, uint32_t doll, fs_pos3 at)
{
    for (uint32_t bone = 0; bone < RAGDOLL_BONES; bone++) {
        fs_body3 body = fs_body3_at(w, fs__ragdoll_bone_row(doll, bone));
        (void)fs_body3_set_pose(w, body, fs_pos3_add_rel(at, v->bone.place[bone]), fs_quat_identity());
        (void)fs_body3_set_velocity(w, body, fs_vel3_zero(), fs_vel3_zero());
    }
    v->doll.touched[doll] = 0;
    v->doll.wait[doll] = 0;
}

static fs_result build_doll(struct ragdoll_view *v, struct fs_world3 *w, fs_wide stiffness)
{
    fs_ragdoll3_def def = fs_default_ragdoll3_def();
    fs_ragdoll3 doll;
    def.at = fs__ragdoll_random_place(v);
    def.stiffness = stiffness;
    def.shape.group = GROUP;
    def.shape.flags = FS_SHAPE3_CONTACT_EVENTS;
    fs_result result = fs_ragdoll3_create(w, &def, &doll);
    for (uint32_t bone = 0; result == FS_OK && bone < RAGDOLL_BONES; bone++)
        v->bone.place[bone] = fs_pos3_sub_rel(fs_body3_position(w, doll.bone[bone]), def.at);
    return result;
}

/* ---- hands and balls ------------------------------------------------------------------------------------------------ */

static fs_result build_hand(struct fs_world3 *w)
{
    fs_body3_def def = fs_default_body3_def();
    def.type = FS_BODY3_KINEMATIC;
    def.pos = fs_pos3_make(0, 2 * FS_POS_ONE, 0);
    return fs_body3_create(w, &def, NULL);
}

static fs_result build_ball(struct fs_world3 *w, uint32_t kg)
{
    fs_body3 ball;
    fs_geometry3 sphere;
    fs_body3_def def = fs_default_body3_def();
    fs_shape3_def form = fs_default_shape3_def();
    def.flags = FS_BODY3_DISABLED;
    def.pos = fs_pos3_make(0, -20 * FS_POS_ONE, 0);
    /* The volume is 17.157 l. */
    form.density = fs_wide_from_ratio((int64_t)kg * 1000000, 17157);
    form.flags = FS_SHAPE3_CONTACT_EVENTS;
    fs_result result = fs_geometry3_sphere(fs_rel3_zero(), fs_rel_from_pos(CM(BALL_RADIUS_CM)), &sphere);
    return result == FS_OK ? fs_kit_body3_add(w, &def, &sphere, &form, &ball) : result;
}

fs_pos3 fs__ragdoll_muzzle(uint32_t slot)
{
    return fs_kit_seat3_point(slot, RAGDOLL_STAND * FS_POS_ONE, RAGDOLL_EYE_HEIGHT * FS_POS_ONE);
}

fs_result fs__ragdoll_build(struct ragdoll_view *v, struct fs_world3 *w, uint32_t hz, const struct ragdoll_build *build)
{
    fs_world3_def def = fs_default_world3_def(hz);
    def.gravity = fs_wide3_make(0, -build->gravity, 0);
    def.substeps = fs_kit_world3_substeps(hz);
    fs_result result = fs_world3_init(w, &def);
    if (result == FS_OK)
        result = build_stage(w);
    for (uint32_t i = 0; result == FS_OK && i < build->dolls; i++)
        result = build_doll(v, w, build->stiffness);
    for (uint32_t i = 0; result == FS_OK && i < build->players; i++)
        result = build_hand(w);
    for (uint32_t i = 0; result == FS_OK && i < build->players * RAGDOLL_BALLS; i++)
        result = build_ball(w, build->ball_kg);
    return result;
}
