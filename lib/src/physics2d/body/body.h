/* body.h: how the files of the 2D world change bodies and shapes; see world.h for what a tick shares. */
#ifndef FS_PHYS_TWO_BODY_H
#define FS_PHYS_TWO_BODY_H

#include <string.h>

#include <fixstep/body2.h>

/* The tables of FS_WORLD2_TABLES, counted from first_table. */
enum {
    FS__TWO_PHYSICS, FS__TWO_BODY, FS__TWO_SHAPE, FS__TWO_CORNER, FS__TWO_MATERIAL, FS__TWO_CONTACT, FS__TWO_JOINT
};

/* A shape as it stands in the tables, in the body's frame. All eight places are copied, because a copy of fixed length
 * is done before a loop over the corners has begun; those beyond `count` mean nothing. */
static inline void fs__two_shape(const struct fs_world2 *w, uint32_t row, fs_shape2 *out)
{
    size_t first = (size_t)row * FS_SHAPE2_CORNERS;
    memcpy(out->corner, &w->corner.at[first], sizeof out->corner);
    memcpy(out->normal, &w->corner.normal[first], sizeof out->normal);
    out->radius = w->shape.radius[row];
    out->kind = w->shape.kind[row];
    out->count = w->shape.count[row];
}

/* How far a kept box reaches beyond the shape when it is made anew, on every side (m). */
#define FS__TWO_ROOM (FS_REL_ONE / 20)
/* Points closer than this get into a manifold (m). */
#define FS__TWO_MARGIN (FS_REL_ONE / 50)
/* A body of which no point comes farther than this in a tick is not fast (m): what it meets is within the margin when
 * it is looked at. */
#define FS__TWO_NEAR (FS__TWO_MARGIN / 2)

/* Not static, not disabled, not asleep. */
static inline bool fs__two_awake(const struct fs_world2 *w, uint32_t body)
{
    const uint16_t off = FS_BODY2_DISABLED | FS_BODY2_ASLEEP;
    return w->body.type[body] != FS_BODY2_STATIC && (w->body.flags[body] & off) == 0;
}

static inline bool fs__two_dynamic(const struct fs_world2 *w, uint32_t body)
{
    return w->body.type[body] == FS_BODY2_DYNAMIC;
}

/* Whether a point of the body may come farther than FS__TWO_NEAR in a tick, by its centre or by its spin. */
static inline bool fs__two_fast(const struct fs_world2 *w, uint32_t body)
{
    const uint64_t quick = (uint64_t)(FS__TWO_NEAR >> (FS_REL_FRAC - FS_VEL_FRAC)) * *w->world.hz;
    fs_vel2 v = w->body.vel[body];
    uint64_t rim = (uint64_t)fs_uabs32(w->body.spin[body]) * (uint32_t)w->body.extent[body] >> FS_REL_FRAC;
    return fs_uabs32(v.x) > quick || fs_uabs32(v.y) > quick || rim > quick;
}

/* Bodies are made and put within this distance of the origin on each axis (m): 2^30. */
#define FS__TWO_FAR ((fs_pos)1 << 62)

/* The widest rules: m/s and rad/s, m/s^2, hertz, damping ratios. */
#define FS__TWO_SPEED ((fs_vel)512 * FS_VEL_ONE)
#define FS__TWO_GRAVITY ((fs_wide)1024 * FS_WIDE_ONE)
#define FS__TWO_HERTZ ((fix16_t)1000 * FS_FIX16_ONE)
#define FS__TWO_DAMPING ((fix16_t)100 * FS_FIX16_ONE)
enum {
    FS__TWO_HZ = 1000,
    FS__TWO_EXPONENT = 128,       /* of masses, inertias and their inverses: 2^-98..2^158 */
    FS__TWO_SUBSTEPS = 16,
    FS__TWO_RULES = FS_WORLD2_SLEEP | FS_WORLD2_CONTINUOUS | FS_WORLD2_WARM_START | FS_WORLD2_CORRECTION |
                    FS_WORLD2_PAUSED | FS_WORLD2_RECYCLING
};
bool fs__two_def_ok(const fs_world2_def *d);
bool fs__two_material_ok(const fs_material2_def *d);

/* world_islands.c: the body alone stops and sleeps. */
void fs__two_put_to_sleep(struct fs_world2 *w, uint32_t body);
void fs__two_wake(struct fs_world2 *w, uint32_t body);
void fs__two_wake_all(struct fs_world2 *w);

/* body_mass.c: mass, inertia, centre (the origin keeps its pose), extent from the shapes of the body, or from what
 * was set. */
void fs__two_update_mass(struct fs_world2 *w, uint32_t body);

/* Whether a segment of the body claims to have mass. */
bool fs__two_has_segment_mass(const struct fs_world2 *w, uint32_t body);

/* shape rows of a body: for (s1 = first; s1; s1 = next) with s1 = row + 1. */
static inline uint32_t fs__two_next_shape(const struct fs_world2 *w, uint32_t shape1)
{
    return w->shape.sibling[shape1 - 1];
}

/* form.c: how far beyond where they are now a fast body's shapes may come in a tick, to each side; more than
 * FS__TWO_SWEEP is not looked for. Nothing for a body that is not fast. */
#define FS__TWO_SWEEP ((fs_pos)2 * FS_POS_ONE)
struct fs__two_reach {
    fs_pos left, right, down, up;
};
struct fs__two_reach fs__two_reach_of(const struct fs_world2 *w, uint32_t body);
/* body.c: new kept boxes for a body that got another velocity, if it is fast: what it will meet is found in this tick. */
void fs__two_reach_out(struct fs_world2 *w, uint32_t body);
/* A new kept box around the shape where it is now and will be in the next tick, and FS_SHAPE2_MOVED. */
void fs__two_rebox(struct fs_world2 *w, uint32_t shape);
bool fs__two_form_ok(const struct fs_world2 *w, const fs_form2_def *def);
/* A shape that is known to be right, without mass and wake. */
fs_result fs__two_add_shape(struct fs_world2 *w, uint32_t body, const fs_shape2 *shape, const fs_form2_def *def, fs_form2 *out);
/* Destroys the shape: contacts first, off the body's list last. Leaves the mass to the caller. */
void fs__two_drop_shape(struct fs_world2 *w, uint32_t shape);

/* world_contacts.c */

enum { FS__TWO_ALL_SHAPES = UINT32_MAX };
/* Destroys the contacts of a body's shape, or of all its shapes; what touched it wakes. */
void fs__two_drop_contacts(struct fs_world2 *w, uint32_t body, uint32_t shape);
/* Manifolds of the body's contacts are made anew in the next tick; what touches the body wakes. */
void fs__two_stale_contacts(struct fs_world2 *w, uint32_t body);

#endif
