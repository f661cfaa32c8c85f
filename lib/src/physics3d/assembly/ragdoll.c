/* ragdoll.c: ragdolls made of bodies and joints. It holds no state of its own. */
#include "physics3d/assembly/assembly.h"

#include <string.h>

#include "physics/assembly/assembly.inl"

/* In 1/64 of the ragdoll's height, x to the right, y up, z forward: the segment of the bone, its radius, and the joint to
 * its parent. Angles in 1/64 turn. A hinge turns about x, from lower to upper limit; a ball has a cone and a twist in
 * both directions about the bone. */
static const struct bone {
    int8_t from[3], to[3], radius, parent, joint[3];
    bool hinge;
    int8_t lower_limit, upper_limit, swing_limit;
} bones[FS_BONE3_COUNT] = {
    [FS_BONE3_PELVIS] = { { -3, 34, 0 }, { 3, 34, 0 }, 4, -1, { 0, 0, 0 }, false, 0, 0, 0 },
    [FS_BONE3_CHEST] = { { 0, 43, 0 }, { 0, 49, 0 }, 5, FS_BONE3_PELVIS, { 0, 38, 0 }, false, -5, 5, 6 },
    [FS_BONE3_HEAD] = { { 0, 58, 0 }, { 0, 60, 0 }, 4, FS_BONE3_CHEST, { 0, 54, 0 }, false, -9, 9, 7 },
    [FS_BONE3_UPPER_ARM_L] = { { -8, 51, 0 }, { -8, 43, 0 }, 2, FS_BONE3_CHEST, { -8, 52, 0 }, false, -12, 12, 24 },
    [FS_BONE3_LOWER_ARM_L] = { { -8, 39, 0 }, { -8, 32, 0 }, 2, FS_BONE3_UPPER_ARM_L, { -8, 41, 0 }, true, -24, 0, 0 },
    [FS_BONE3_HAND_L] = { { -8, 28, 0 }, { -8, 26, 0 }, 2, FS_BONE3_LOWER_ARM_L, { -8, 30, 0 }, false, -3, 3, 8 },
    [FS_BONE3_UPPER_ARM_R] = { { 8, 51, 0 }, { 8, 43, 0 }, 2, FS_BONE3_CHEST, { 8, 52, 0 }, false, -12, 12, 24 },
    [FS_BONE3_LOWER_ARM_R] = { { 8, 39, 0 }, { 8, 32, 0 }, 2, FS_BONE3_UPPER_ARM_R, { 8, 41, 0 }, true, -24, 0, 0 },
    [FS_BONE3_HAND_R] = { { 8, 28, 0 }, { 8, 26, 0 }, 2, FS_BONE3_LOWER_ARM_R, { 8, 30, 0 }, false, -3, 3, 8 },
    [FS_BONE3_UPPER_LEG_L] = { { -4, 30, 0 }, { -4, 20, 0 }, 3, FS_BONE3_PELVIS, { -4, 32, 0 }, false, -6, 6, 14 },
    [FS_BONE3_LOWER_LEG_L] = { { -4, 16, 0 }, { -4, 6, 0 }, 2, FS_BONE3_UPPER_LEG_L, { -4, 18, 0 }, true, 0, 24, 0 },
    [FS_BONE3_FOOT_L] = { { -4, 2, -1 }, { -4, 2, 5 }, 2, FS_BONE3_LOWER_LEG_L, { -4, 4, 0 }, true, -6, 6, 0 },
    [FS_BONE3_UPPER_LEG_R] = { { 4, 30, 0 }, { 4, 20, 0 }, 3, FS_BONE3_PELVIS, { 4, 32, 0 }, false, -6, 6, 14 },
    [FS_BONE3_LOWER_LEG_R] = { { 4, 16, 0 }, { 4, 6, 0 }, 2, FS_BONE3_UPPER_LEG_R, { 4, 18, 0 }, true, 0, 24, 0 },
    [FS_BONE3_FOOT_R] = { { 4, 2, -1 }, { 4, 2, 5 }, 2, FS_BONE3_LOWER_LEG_R, { 4, 4, 0 }, true, -6, 6, 0 },
};

static fs_rel3 place_of(const fs_ragdoll3_def *def, const int8_t at[3])
{
    return fs_rel3_make(fs__fraction_of_height(def->height, at[0]), fs__fraction_of_height(def->height, at[1]),
                        fs__fraction_of_height(def->height, at[2]));
}

fs_ragdoll3_def fs_default_ragdoll3_def(void)
{
    fs_ragdoll3_def def;
    memset(&def, 0, sizeof def);
    def.height = fs_rel_from_ratio(18, 10);
    def.shape = fs_default_shape3_def();
    def.shape.density = fs_wide_from_int(1000);
    def.shape.group = -1;
    return def;
}

static fs_rel3 middle_of(const fs_ragdoll3_def *def, const struct bone *b)
{
    fs_rel3 from = place_of(def, b->from), to = place_of(def, b->to);
    return fs_rel3_make(from.x + (to.x - from.x) / 2, from.y + (to.y - from.y) / 2, from.z + (to.z - from.z) / 2);
}

static fs_body3_def bone_body(const fs_ragdoll3_def *def, const struct bone *b)
{
    fs_body3_def at = fs_default_body3_def();
    at.pos = fs_pos3_add_rel(def->at, middle_of(def, b));
    at.vel = def->vel;
    at.user = def->user;
    return at;
}

static fs_result bone_shape(const fs_ragdoll3_def *def, const struct bone *b, fs_geometry3 *out)
{
    fs_rel3 middle = middle_of(def, b), from = fs_rel3_sub(place_of(def, b->from), middle),
            to = fs_rel3_sub(place_of(def, b->to), middle);
    return fs_geometry3_capsule(from, to, fs__fraction_of_height(def->height, b->radius), out);
}

/* Twists are about the bone, which is along y; hinges about x. */
static fs_result bone_joint(fs_world3 *w, const fs_ragdoll3_def *def, const fs_ragdoll3 *ragdoll, int i,
                            fs_joint3_def *out)
{
    const struct bone *b = &bones[i];
    const fs_unit3 axis = fs_unit3_make(b->hinge ? FS_UNIT_ONE : 0, b->hinge ? 0 : FS_UNIT_ONE, 0);
    fs_pos3 at = fs_pos3_add_rel(def->at, place_of(def, b->joint));
    *out = fs_default_joint3_def(b->hinge ? FS_JOINT3_HINGE : FS_JOINT3_BALL);
    out->body_a = ragdoll->bone[b->parent];
    out->body_b = ragdoll->bone[i];
    fs_result r = fs_joint3_def_set_anchors(w, out, at, at, axis);
    out->flags = FS_JOINT3_LIMIT;
    if (def->stiffness > 0)
        out->flags |= b->hinge ? FS_JOINT3_MOTOR : FS_JOINT3_MOTOR | FS_JOINT3_SPRING;
    out->hertz = 5 * FS_FIX16_ONE;
    out->damping_ratio = FS_FIX16_ONE;
    out->motor_limit = def->stiffness;
    out->lower_limit = fs__angle_of_turn(b->lower_limit);
    out->upper_limit = fs__angle_of_turn(b->upper_limit);
    out->swing_limit = fs__angle_of_turn(b->swing_limit);
    return r;
}

#include "physics/assembly/ragdoll.inl"
