/* body.h: internal functions on bodies and shapes; see world.h for the data of a tick. */
#ifndef FS_PHYSICS2D_BODY_BODY_H
#define FS_PHYSICS2D_BODY_BODY_H

#include <string.h>

#include <fixstep/body2.h>

/* The tables of FS_WORLD2_TABLES, counted from first_table. */
enum {
    FS__WORLD2_TABLE_PHYSICS,
    FS__WORLD2_TABLE_BODY,
    FS__WORLD2_TABLE_SHAPE,
    FS__WORLD2_TABLE_CORNER,
    FS__WORLD2_TABLE_MATERIAL,
    FS__WORLD2_TABLE_CONTACT,
    FS__WORLD2_TABLE_JOINT
};

/* A shape as it stands in the tables, in the body's frame. All eight places are copied, because a copy of fixed length
 * is done before a loop over the corners has begun; those beyond `count` mean nothing. */
static inline void fs__shape2_load_geometry(const struct fs_world2 *w, uint32_t row, fs_geometry2 *out)
{
    size_t first = (size_t)row * FS_GEOMETRY2_MAX_CORNERS;
    memcpy(out->corner, &w->corner.at[first], sizeof out->corner);
    memcpy(out->normal, &w->corner.normal[first], sizeof out->normal);
    out->radius = w->shape.radius[row];
    out->kind = w->shape.kind[row];
    out->count = w->shape.count[row];
}

/* Margin of a new fat AABB on every side of the shape (m). */
#define FS__SHAPE2_FAT_AABB_MARGIN (FS_REL_ONE / 20)
/* Points closer than this get into a manifold (m). */
#define FS__CONTACT2_MARGIN (FS_REL_ONE / 50)
/* A body is fast when a point of it may move farther than this in a tick (m). The contacts of a body that is not fast are
 * within the margin when the narrow phase runs. */
#define FS__BODY2_FAST_DISTANCE (FS__CONTACT2_MARGIN / 2)

/* Not static, not disabled, not asleep. */
static inline bool fs__body2_is_awake(const struct fs_world2 *w, uint32_t body)
{
    const uint16_t off = FS_BODY2_DISABLED | FS_BODY2_ASLEEP;
    return w->body.type[body] != FS_BODY2_STATIC && (w->body.flags[body] & off) == 0;
}

static inline bool fs__body2_is_dynamic(const struct fs_world2 *w, uint32_t body)
{
    return w->body.type[body] == FS_BODY2_DYNAMIC;
}

/* Whether a point of the body may move farther than FS__BODY2_FAST_DISTANCE in a tick, by linear or angular velocity. */
static inline bool fs__body2_is_fast(const struct fs_world2 *w, uint32_t body)
{
    const uint64_t limit = (uint64_t)(FS__BODY2_FAST_DISTANCE >> (FS_REL_FRAC - FS_VEL_FRAC)) * *w->world.hz;
    fs_vel2 v = w->body.vel[body];
    uint64_t rim = (uint64_t)fs_uabs32(w->body.angular_velocity[body]) * (uint32_t)w->body.extent[body] >> FS_REL_FRAC;
    return fs_uabs32(v.x) > limit || fs_uabs32(v.y) > limit || rim > limit;
}

/* Bodies are created and placed within this distance of the origin on each axis (m): 2^30. */
#define FS__WORLD2_MAX_COORDINATE ((fs_pos)1 << 62)

/* Upper limits of the rules: m/s and rad/s, m/s^2, hertz, damping ratio. */
#define FS__WORLD2_MAX_SPEED ((fs_vel)512 * FS_VEL_ONE)
#define FS__WORLD2_MAX_GRAVITY ((fs_wide)1024 * FS_WIDE_ONE)
#define FS__WORLD2_MAX_HERTZ ((fix16_t)1000 * FS_FIX16_ONE)
#define FS__WORLD2_MAX_DAMPING_RATIO ((fix16_t)100 * FS_FIX16_ONE)
/* 1/s; exp(-1000) is 0 in every format. */
#define FS__BODY2_MAX_DAMPING ((fix16_t)1000 * FS_FIX16_ONE)
enum {
    FS__WORLD2_MAX_TICK_RATE = 1000,
    FS__BODY2_MAX_MASS_EXPONENT = 128, /* of masses, inertias and their inverses: 2^-98..2^158 */
    FS__WORLD2_MAX_SUBSTEPS = 16,
    FS__WORLD2_ALL_FLAGS = FS_WORLD2_SLEEP | FS_WORLD2_CONTINUOUS | FS_WORLD2_WARM_START | FS_WORLD2_CORRECTION |
                           FS_WORLD2_PAUSED | FS_WORLD2_RECYCLING | FS_WORLD2_POSITIONS_ONLY
};
/* FS_OK or E_ARGUMENT; the sentence goes to w's error, where w is not NULL. */
fs_result fs__world2_check_def(fs_world2 *w, const fs_world2_def *d);
fs_result fs__material2_check_def(fs_world2 *w, const fs_material2_def *d);
/* Whether `material` is a row of material2; `name` is that of the parameter. */
fs_result fs__material2_check_row(fs_world2 *w, const char *name, uint16_t material);

/* body.c: fs_body2_row() for calls that change the body: a stale handle is told in the world's error. */
fs_result fs__body2_find(fs_world2 *w, fs_body2 body, uint32_t *row);

/* islands.c: the body alone stops and sleeps. */
void fs__body2_put_to_sleep(struct fs_world2 *w, uint32_t body);
void fs__body2_wake_row(struct fs_world2 *w, uint32_t body);
void fs__body2_wake_all(struct fs_world2 *w);

/* body_mass.c: mass, inertia, centre (the origin keeps its pose) and extent from the shapes of the body, or from the
 * mass data that was set. */
void fs__body2_update_mass(struct fs_world2 *w, uint32_t body);

/* Whether a segment of the body has density. */
bool fs__body2_has_segment_mass(const struct fs_world2 *w, uint32_t body);

/* shape rows of a body: for (s1 = first; s1; s1 = next) with s1 = row + 1. */
static inline uint32_t fs__body2_next_shape(const struct fs_world2 *w, uint32_t shape1)
{
    return w->shape.sibling[shape1 - 1];
}

/* form.c: how far beyond where they are now a fast body's shapes may come in a tick, to each side; more than
 * FS__BODY2_MAX_PREDICTED_TRAVEL is not looked for. Nothing for a body that is not fast. */
#define FS__BODY2_MAX_PREDICTED_TRAVEL ((fs_pos)2 * FS_POS_ONE)
struct fs__body2_predicted_travel {
    fs_pos left, right, down, up;
};
struct fs__body2_predicted_travel fs__body2_predict_travel(const struct fs_world2 *w, uint32_t body);
/* body.c: new fat AABBs for a fast body whose velocity changed: its contacts of the next tick are then found in it. */
void fs__body2_enlarge_fat_aabbs(struct fs_world2 *w, uint32_t body);
/* A new kept box around the shape where it is now and will be in the next tick, and FS_SHAPE2_MOVED. */
void fs__shape2_update_fat_aabb(struct fs_world2 *w, uint32_t shape);
bool fs__shape2_def_valid(const struct fs_world2 *w, const fs_shape2_def *def);
/* A shape that is known to be right, without mass and wake. */
fs_result fs__shape2_add(struct fs_world2 *w, uint32_t body, const fs_geometry2 *geometry, const fs_shape2_def *def,
                         fs_shape2 *out);
/* Destroys the shape: contacts first, off the body's list last. Leaves the mass to the caller. */
void fs__shape2_destroy_row(struct fs_world2 *w, uint32_t shape);

/* contact_end.c */

enum { FS__CONTACT2_ALL_SHAPES = UINT32_MAX };
/* Destroys the contacts of a body's shape, or of all its shapes; what touched it wakes. */
void fs__contact2_destroy_of_body(struct fs_world2 *w, uint32_t body, uint32_t shape);
/* Manifolds of the body's contacts are made anew in the next tick; what touches the body wakes. */
void fs__contact2_mark_stale(struct fs_world2 *w, uint32_t body);

#endif
