/* hand.c: what players do to ragdolls: shots, grips and blasts. */
#include "games/ragdoll/ragdoll.h"

#include <fixstep/joint3.h>
#include <fixstep/trig.h>

#define CM(n) ((fs_pos)(n)*FS_POS_ONE / 100)

enum {
    AIM_HEIGHT_CM = 90,   /* above the stage: the chest of a standing ragdoll is higher, its legs are lower */
    HAND_HEIGHT_CM = 220, /* a ragdoll hangs free of the stage */
    REACH_CM = 150,       /* of a grip */
    GRIP_FORCE = 4000,    /* N */
    BLAST_REACH_CM = 450,
    BLAST_DEPTH_CM = 50 /* the middle of a blast is below the stage, so it lifts */
};

/* ---- shots -------------------------------------------------------------------------------------------------------- */

void fs__ragdoll_shoot(struct ragdoll_view *v, const struct ragdoll_rules *rules, struct fs_world3 *w, uint32_t slot)
{
    uint32_t number = v->player.shots[slot] % RAGDOLL_BALLS;
    uint32_t row = fs__ragdoll_ball_row(*v->doll.rows, *v->player.rows, slot, number);
    fs_body3 ball = fs_body3_at(w, row);
    fs_pos3 to = v->player.at[slot];
    to.y = CM(AIM_HEIGHT_CM);
    fs_kit_body3_shoot(w, ball, fs__ragdoll_muzzle(slot), to, rules->ball_speed);
    v->player.shots[slot]++;
}

/* ---- grips -------------------------------------------------------------------------------------------------------- */

/* The bone whose centre is nearest to the column above the crosshair; ties go to the lower row. UINT32_MAX: none. */
static uint32_t find_bone(const struct ragdoll_view *v, const struct fs_world3 *w, fs_pos3 at)
{
    uint32_t best = UINT32_MAX;
    fs_pos nearest = CM(REACH_CM);
    for (uint32_t row = fs__ragdoll_bone_row(0, 0); row < fs__ragdoll_hand_row(*v->doll.rows, 0); row++) {
        fs_pos3 p = w->body.pos[row];
        fs_pos d = fs_pos3_dist(fs_pos3_make(p.x, 0, p.z), fs_pos3_make(at.x, 0, at.z));
        if (d < nearest && p.y > -FS_POS_ONE) {
            nearest = d;
            best = row;
        }
    }
    return best;
}

void fs__ragdoll_grip(struct ragdoll_view *v, struct fs_world3 *w, uint32_t slot)
{
    uint32_t row = find_bone(v, w, v->player.at[slot]), joint_row;
    fs_joint3_def def = fs_default_joint3_def(FS_JOINT3_POSE);
    fs_joint3 joint;
    if (row == UINT32_MAX || v->player.grip[slot] != 0)
        return;
    def.body_a = fs_body3_at(w, fs__ragdoll_hand_row(*v->doll.rows, slot));
    def.body_b = fs_body3_at(w, row);
    def.length = 0;
    def.motor_limit = GRIP_FORCE * FS_WIDE_ONE;
    if (fs_joint3_create(w, &def, &joint) != FS_OK || fs_joint3_row(w, joint, &joint_row) != FS_OK)
        return;
    v->player.grip[slot] = joint_row + 1;
    v->doll.touched[fs__ragdoll_of_row(*v->doll.rows, row)] = (uint8_t)(slot + 1);
}

void fs__ragdoll_release(struct ragdoll_view *v, struct fs_world3 *w, uint32_t slot)
{
    if (v->player.grip[slot] == 0)
        return;
    (void)fs_joint3_destroy(w, fs_joint3_at(w, v->player.grip[slot] - 1));
    v->player.grip[slot] = 0;
}

void fs__ragdoll_move_hand(struct ragdoll_view *v, struct fs_world3 *w, uint32_t slot)
{
    fs_pos3 at = v->player.at[slot];
    fs_body3 hand = fs_body3_at(w, fs__ragdoll_hand_row(*v->doll.rows, slot));
    at.y = CM(HAND_HEIGHT_CM);
    (void)fs_body3_set_pose(w, hand, at, fs_quat_identity());
    if (v->player.grip[slot] == 0)
        return;
    uint32_t held = w->joint.body_b[v->player.grip[slot] - 1];
    (void)fs_body3_wake(w, fs_body3_at(w, held));
    uint32_t doll = fs__ragdoll_of_row(*v->doll.rows, held);
    if (doll < *v->doll.rows)
        v->doll.touched[doll] = (uint8_t)(slot + 1);
}

/* ---- blasts ------------------------------------------------------------------------------------------------------- */

/* The change of velocity at a distance: all of it at the middle, none from the reach on. */
static fs_vel blast_at(const struct ragdoll_rules *rules, fs_pos distance)
{
    fs_unit share = fs_unit_from_ratio(CM(BLAST_REACH_CM) - distance, CM(BLAST_REACH_CM));
    return share <= 0 ? 0 : fs_mul32_sym(rules->blast_speed, share, FS_UNIT_FRAC);
}

void fs__ragdoll_blast(struct ragdoll_view *v, const struct ragdoll_rules *rules, struct fs_world3 *w, uint32_t slot)
{
    fs_pos3 at = v->player.at[slot];
    at.y = -CM(BLAST_DEPTH_CM);
    for (uint32_t row = fs__ragdoll_bone_row(0, 0); row < fs__ragdoll_hand_row(*v->doll.rows, 0); row++) {
        fs_unit3 away;
        fs_vel gain = blast_at(rules, fs_pos3_dist(w->body.pos[row], at));
        if (gain == 0 || !fs_rel3_normalise(fs_pos3_sub_rel(w->body.pos[row], at), &away))
            continue;
        fs_vel3 vel = fs_vel3_add(w->body.vel[row], fs_kit_aim3_velocity(away, gain));
        (void)fs_body3_set_velocity(w, fs_body3_at(w, row), vel, w->body.angular_velocity[row]);
        v->doll.touched[fs__ragdoll_of_row(*v->doll.rows, row)] = (uint8_t)(slot + 1);
    }
}
