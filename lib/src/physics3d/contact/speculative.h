/* speculative.h: contacts of pairs with a fast body before their shapes touch, and those whose normal turns within a tick.
 *
 * All of it is for one tick: velocities are those at its start, and nothing is kept.
 */
#ifndef FS_PHYSICS3D_CONTACT_SPECULATIVE_H
#define FS_PHYSICS3D_CONTACT_SPECULATIVE_H

#include "physics3d/body/body.h"
#include "physics3d/geometry/manifold.h"
#include "physics3d/world/world.h"

/* Two bodies of a contact. The position of a body with a large shape is here that of the frame of its part: the other
 * body's centre of mass, `shift` away from its own. */
struct fs__contact3_pair {
    uint32_t contact, shape_a, shape_b, body_a, body_b;
    fs_rel3 anchor_offset; /* b's centre of mass from a's, in the axes of the world */
    fs_quat rot_a, rot_b;
    fs_mat3 axes_a;           /* of rot_a */
    fs_pos3 shift_a, shift_b; /* zero for ordinary shapes */
    bool is_shifted;          /* one of the shapes is large */
    bool has_surface;         /* one of the shapes is a surface */
};

/* narrow_phase.c: the rows of a contact; its poses come with the shapes. */
struct fs__contact3_pair fs__contact3_pair_of(const struct fs_world3 *w, uint32_t contact);

/* The shapes of a pair, each in the frame of its body. */
struct fs__contact3_shapes {
    struct fs__shape3_part a, b;
};

/* One axis of the anchor offset of a body that is `shift` away from its own position: rounded as the offset of the bodies'
 * own positions, so that a shift changes no tie. */
static inline fs_rel fs__contact3_shifted_offset(fs_pos a, fs_pos b, fs_pos shift_a, fs_pos shift_b)
{
    int64_t shift = fs_asr64(fs_sat64_sub(shift_a, shift_b), FS_POS_FRAC - FS_REL_FRAC);
    return fs__rel_wrap(fs__pos_wrapped_sub(fs_sat64_sub(b, shift_b), fs_sat64_sub(a, shift_a)) - shift);
}

/* The poses of the centres of mass, with the pair's shifts in them. */
static inline void fs__contact3_pair_set_poses(struct fs__contact3_pair *p, fs_pose3 a, fs_pose3 b)
{
    p->anchor_offset = fs_pos3_sub_rel(b.pos, a.pos);
    if (p->is_shifted)
        p->anchor_offset = fs_rel3_make(fs__contact3_shifted_offset(a.pos.x, b.pos.x, p->shift_a.x, p->shift_b.x),
                                        fs__contact3_shifted_offset(a.pos.y, b.pos.y, p->shift_a.y, p->shift_b.y),
                                        fs__contact3_shifted_offset(a.pos.z, b.pos.z, p->shift_a.z, p->shift_b.z));
    p->rot_a = a.rot;
    p->axes_a = fs_mat3_from_quat(a.rot);
    p->rot_b = b.rot;
}

/* A point in the frame of a's origin as an arm from its centre of mass, in the axes of the world. */
static inline fs_rel3 fs__contact3_pair_arm(const struct fs_world3 *w, const struct fs__contact3_pair *p, fs_rel3 point)
{
    return fs_mat3_rel(p->axes_a, fs_rel3_sub(point, w->body.centre[p->body_a]));
}

/* A direction in the frame of a in the axes of the world. */
static inline fs_unit3 fs__contact3_pair_direction(const struct fs__contact3_pair *p, fs_unit3 n)
{
    return fs_mat3_unit(p->axes_a, n);
}

/* Velocities of an awake body; zero for any other. */
struct fs__speculative3_velocity {
    fs_vel3 vel;
    fs_vel3 angular_velocity;
};

struct fs__speculative3 {
    const struct fs__world3_tick *tick;
    struct fs__speculative3_velocity a, b;
    fs_rel contact_margin; /* points closer than this (m) get into a manifold */
    fs_rel margin;         /* points farther apart than this (m) do not meet in this tick */
    bool soft;             /* keeps points that meet if one of the bodies is stopped within the tick */
    bool separated;        /* after fs__speculative3_filter_points(): no point is met by itself */
};

/* Whether two bodies whose surfaces are at least `gap` apart (m) get no points in this tick, whatever their speeds. */
bool fs__speculative3_are_apart(const struct fs__world3_tick *tick, uint32_t body_a, uint32_t body_b, int64_t gap);
struct fs__speculative3 fs__speculative3_init(const struct fs__world3_tick *tick, const struct fs__contact3_pair *p);
/* Removes points that cannot meet in this tick. True when some will meet though none is within the contact margin: the
 * normal at the time of impact may then differ. */
bool fs__speculative3_filter_points(struct fs__speculative3 *speculative, const struct fs__contact3_pair *p,
                                    struct fs__manifold3 *m);
/* Moves the pair to its poses at the time of impact in this tick, or at the end of the tick; false, and the pair unchanged,
 * when one of the bodies turns or moves too far until then. */
bool fs__speculative3_advance(const struct fs__speculative3 *speculative, const struct fs__contact3_shapes *shapes,
                              struct fs__contact3_pair *p);
/* Removes the points of a manifold made at the poses of fs__speculative3_advance() that do not meet by then. */
void fs__speculative3_filter_advanced(struct fs__speculative3 *speculative, const struct fs__contact3_pair *p,
                                      struct fs__manifold3 *m);

/* Whether the normal of the pair turns while its bodies move: one has a round shape, and no flat one that does not turn holds the
 * normal. */
bool fs__speculative3_turns_normal(const struct fs__speculative3 *speculative, const struct fs__contact3_pair *p);
/* Moves such a pair to its poses at the mean of the times at which the substeps of this tick start: there a normal that holds for
 * all of them belongs. False, and the pair unchanged, when one of the bodies turns too far until then. */
bool fs__speculative3_move_to_mean(const struct fs__speculative3 *speculative, const struct fs__contact3_shapes *shapes,
                                   struct fs__contact3_pair *p);
/* The separation at the start of the tick of a point of a manifold made there: along a straight way it closes as in rows. In the
 * axes of the world, the arms from the centres of mass. */
fs_rel fs__speculative3_separation_before(const struct fs__speculative3 *speculative, fs_unit3 normal, fs_rel3 arm_a,
                                          fs_rel3 arm_b, fs_rel separation);

#endif
