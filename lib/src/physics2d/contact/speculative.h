/* speculative.h: contacts of pairs with a fast body before their shapes touch.
 *
 * All of it is for one tick: velocities are those at its start, and nothing is kept.
 */
#ifndef FS_PHYSICS2D_CONTACT_SPECULATIVE_H
#define FS_PHYSICS2D_CONTACT_SPECULATIVE_H

#include "physics2d/body/body.h"
#include "physics2d/geometry/manifold.h"
#include "physics2d/world/world.h"

/* Two bodies of a contact. The position of a body with a large shape is here that of the frame of its part: the other
 * body's centre of mass, `shift` away from its own. */
struct fs__contact2_pair {
    uint32_t contact, shape_a, shape_b, body_a, body_b;
    fs_rel2 anchor_offset; /* b's centre of mass from a's, in the axes of the world */
    fs_rot2 rot_a, rot_b;
    fs_pos2 shift_a, shift_b; /* zero for ordinary shapes */
    bool is_shifted;          /* one of the shapes is large */
};

/* narrow_phase.c: the rows of a contact; its poses come with the shapes. */
struct fs__contact2_pair fs__contact2_pair_of(const struct fs_world2 *w, uint32_t contact);

/* The shapes of a pair, each in the frame of its body. */
struct fs__contact2_shapes {
    struct fs__shape2_part a, b;
};
/* narrow_phase.c: the shapes, and the poses of the bodies that they stand on. */
void fs__contact2_load_shapes(const struct fs__world2_tick *tick, struct fs__contact2_pair *p,
                              struct fs__contact2_shapes *s);
/* narrow_phase.c: the frame of b's origin in that of a. */
fs_frame2 fs__contact2_frame(const struct fs_world2 *w, const struct fs__contact2_pair *p);

/* One axis of the anchor offset of a body that is `shift` away from its own position: rounded as the offset of the bodies'
 * own positions, so that a shift changes no tie. */
static inline fs_rel fs__contact2_shifted_offset(fs_pos a, fs_pos b, fs_pos shift_a, fs_pos shift_b)
{
    int64_t shift = fs_asr64(fs_sat64_sub(shift_a, shift_b), FS_POS_FRAC - FS_REL_FRAC);
    return fs__rel_wrap(fs__pos_wrapped_sub(fs_sat64_sub(b, shift_b), fs_sat64_sub(a, shift_a)) - shift);
}

/* The poses of the centres of mass, with the pair's shifts in them. */
static inline void fs__contact2_pair_set_poses(struct fs__contact2_pair *p, fs_pose2 a, fs_pose2 b)
{
    p->anchor_offset = fs_pos2_sub_rel(b.pos, a.pos);
    if (p->is_shifted)
        p->anchor_offset = fs_rel2_make(fs__contact2_shifted_offset(a.pos.x, b.pos.x, p->shift_a.x, p->shift_b.x),
                                        fs__contact2_shifted_offset(a.pos.y, b.pos.y, p->shift_a.y, p->shift_b.y));
    p->rot_a = a.rot;
    p->rot_b = b.rot;
}

/* A point in the frame of a's origin as an arm from its centre of mass, in the axes of the world. */
static inline fs_rel2 fs__contact2_pair_arm(const struct fs_world2 *w, const struct fs__contact2_pair *p, fs_rel2 point)
{
    return fs_rot2_rel(p->rot_a, fs_rel2_sub(point, w->body.centre[p->body_a]));
}

/* A direction in the frame of a in the axes of the world. */
static inline fs_unit2 fs__contact2_pair_direction(const struct fs__contact2_pair *p, fs_unit2 n)
{
    return fs_rot2_unit(p->rot_a, n);
}

/* Velocities of an awake body; zero for any other. */
struct fs__speculative2_velocity {
    fs_vel2 vel;
    fs_vel angular_velocity;
};

struct fs__speculative2 {
    const struct fs__world2_tick *tick;
    struct fs__speculative2_velocity a, b;
    fs_rel contact_margin; /* points closer than this (m) get into a manifold */
    fs_rel margin;         /* points farther apart than this (m) do not meet in this tick */
    bool soft;             /* keeps points that meet if one of the bodies is stopped within the tick */
    bool separated;        /* after fs__speculative2_filter_points(): no point is met by itself */
};

/* Whether two bodies whose surfaces are at least `gap` apart (m) get no points in this tick, whatever their speeds. */
bool fs__speculative2_are_apart(const struct fs__world2_tick *tick, uint32_t body_a, uint32_t body_b, int64_t gap);
struct fs__speculative2 fs__speculative2_init(const struct fs__world2_tick *tick, const struct fs__contact2_pair *p);
/* Removes points that cannot meet in this tick. True when some will meet though none is within the contact margin: the
 * normal at the time of impact may then differ. */
bool fs__speculative2_filter_points(struct fs__speculative2 *speculative, const struct fs__contact2_pair *p,
                                    struct fs__manifold2 *m);
/* Moves the pair to its poses at the time of impact in this tick, or at the end of the tick; false, and the pair unchanged,
 * when one of the bodies turns or moves too far until then. */
bool fs__speculative2_advance(const struct fs__speculative2 *speculative, const struct fs__contact2_shapes *shapes,
                              struct fs__contact2_pair *p);
/* Whether an awake body turns by more than 2^-turn rad in a tick. */
bool fs__speculative2_is_turning(const struct fs__world2_tick *tick, uint32_t body, unsigned turn);
/* Moves the pair to the poses at which its contacts act best in the tick, by its velocities at the start. */
void fs__speculative2_move_ahead(const struct fs__world2_tick *tick, struct fs__contact2_pair *p);
/* Removes the points of a manifold made there that do not meet by then. */
void fs__speculative2_filter_advanced(struct fs__speculative2 *speculative, const struct fs__contact2_pair *p,
                                      struct fs__manifold2 *m);

#endif
