/* body.h: internal functions on bodies and shapes; see world.h for the data of a tick. */
#ifndef FS_PHYSICS3D_BODY_BODY_H
#define FS_PHYSICS3D_BODY_BODY_H

#include <string.h>

#include <fixstep/shape3.h>

#include "physics3d/dimension.h"

#include "physics3d/world/error.h"
#include "physics/world/tick_parts.h"

/* The tables of FS_WORLD3_TABLES, counted from first_table. */
enum {
    FS__WORLD3_TABLE_PHYSICS,
    FS__WORLD3_TABLE_BODY,
    FS__WORLD3_TABLE_SHAPE,
    FS__WORLD3_TABLE_HULL,
    FS__WORLD3_TABLE_HULL_CORNER,
    FS__WORLD3_TABLE_MATERIAL,
    FS__WORLD3_TABLE_CONTACT,
    FS__WORLD3_TABLE_CONTACT_POINT,
    FS__WORLD3_TABLE_JOINT
};

/* In shape3.flags: a box beyond the range of fs_geometry3, or a surface; on a static body. */
enum { FS__SHAPE3_LARGE = 32 };

static inline bool fs__shape3_is_large(const struct fs_world3 *w, uint32_t row)
{
    return (w->shape.flags[row] & FS__SHAPE3_LARGE) != 0;
}

/* shape_part.c: an ordinary shape in the frame of its body. A hull is that of the cache; without scratch it is built in
 * `hull`, and kind is 0 where that is NULL. */
void fs__shape3_load_geometry(const struct fs_world3 *w, uint32_t row, fs_geometry3 *out, fs_hull3 *hull);

/* A shape as the narrow phase and queries use it near a point: all of an ordinary shape, in the frame of its body; of a
 * large one the part in a window, in a frame with the axes of the body and the origin at the point. A surface has no such part:
 * see surface.h. */
struct fs__shape3_part {
    fs_geometry3 geometry; /* kind 0: nothing of the shape is near */
    fs_pos3 shift;         /* from the body to the frame, in the axes of the world: multiples of 2^-26 m; 0: ordinary */
    bool large;
};

/* shape_part.c: `near` is the point of interest, `body` the point of the body that it is seen from (its origin or its
 * centre of mass, which coincide where a shape is large); both world. The two differ by the part's shift, rounded to Q5.26
 * as fs_pos_sub_rel() rounds. */
void fs__shape3_load_part(const struct fs_world3 *w, uint32_t row, fs_pos3 body, fs_pos3 near, fs_hull3 *hull,
                          struct fs__shape3_part *out);
/* Whether the row of a shape from elsewhere keeps the rules of its geometry. */
bool fs__shape3_geometry_valid(const struct fs_world3 *w, uint32_t row);
/* Whether a shape of the body is large, so that the body must stay static. */
bool fs__body3_has_large_shape(const struct fs_world3 *w, uint32_t body);

static inline fs_pos3 fs__shape3_shifted(fs_pos3 p, fs_pos3 shift)
{
    return fs_pos3_add(p, shift);
}

/* The low 32 bits of an offset in Q26: a Q5.26 number modulo 64 m. Offsets between bodies are stored so, and differences
 * of stored numbers that are below 32 m are exact however far apart the bodies are. */
static inline fs_rel fs__rel_wrap(int64_t q26)
{
    return (fs_rel)(uint32_t)(uint64_t)q26;
}

static inline fs_rel3 fs__rel3_wrapped_sub(fs_rel3 a, fs_rel3 b)
{
    return fs_rel3_make(fs__rel_wrap((int64_t)a.x - b.x), fs__rel_wrap((int64_t)a.y - b.y),
                        fs__rel_wrap((int64_t)a.z - b.z));
}

static inline fs_rel3 fs__rel3_wrapped_add(fs_rel3 a, fs_rel3 b)
{
    return fs_rel3_make(fs__rel_wrap((int64_t)a.x + b.x), fs__rel_wrap((int64_t)a.y + b.y),
                        fs__rel_wrap((int64_t)a.z + b.z));
}

/* b - a in Q26, nearest, modulo 64 m; fs_pos_sub_rel(b, a) within 32 m. */
static inline fs_rel fs__pos_wrapped_sub(fs_pos b, fs_pos a)
{
    return fs__rel_wrap(fs_round_shift64_sym(fs_sat64_sub(b, a), FS_POS_FRAC - FS_REL_FRAC));
}

static inline fs_rel3 fs__pos3_wrapped_sub(fs_pos3 b, fs_pos3 a)
{
    return fs_rel3_make(fs__pos_wrapped_sub(b.x, a.x), fs__pos_wrapped_sub(b.y, a.y), fs__pos_wrapped_sub(b.z, a.z));
}

static inline fs_rel3 fs__shape3_wrapped_shift(fs_pos3 shift)
{
    return fs_rel3_make(fs__rel_wrap(fs_asr64(shift.x, FS_POS_FRAC - FS_REL_FRAC)),
                        fs__rel_wrap(fs_asr64(shift.y, FS_POS_FRAC - FS_REL_FRAC)),
                        fs__rel_wrap(fs_asr64(shift.z, FS_POS_FRAC - FS_REL_FRAC)));
}

/* The world point at an arm from a's centre of mass. Arms of large shapes are stored modulo 64 m: of the points that an arm
 * may mean it is the nearest to b. */
static inline fs_pos3 fs__contact3_point(const struct fs_world3 *w, uint32_t contact, fs_rel3 arm)
{
    fs_pos3 a = w->body.pos[w->shape.body[w->contact.shape_a[contact]]];
    fs_pos3 b = w->body.pos[w->shape.body[w->contact.shape_b[contact]]];
    if (!fs__shape3_is_large(w, w->contact.shape_a[contact]))
        return fs_pos3_add_rel(a, arm);
    return fs_pos3_add_rel(b, fs__rel3_wrapped_sub(arm, fs__pos3_wrapped_sub(b, a)));
}

/* A wide vector rotated by a matrix: one rounding per component. */
static inline fs_wide3 fs__mat3_wide(fs_mat3 m, fs_wide3 v)
{
    const int64_t up = (int64_t)1 << (FS_WIDE_FRAC - FS_UNIT_FRAC);
    return fs_wide3_make(fs_wide3_dot(fs_wide3_make(m.x.x * up, m.x.y * up, m.x.z * up), v),
                         fs_wide3_dot(fs_wide3_make(m.y.x * up, m.y.y * up, m.y.z * up), v),
                         fs_wide3_dot(fs_wide3_make(m.z.x * up, m.z.y * up, m.z.z * up), v));
}

/* Margin of a new fat AABB on every side of the shape (m). */
#define FS__SHAPE3_FAT_AABB_MARGIN (FS_REL_ONE / 20)
/* Points closer than this get into a manifold (m). */
#define FS__CONTACT3_MARGIN (FS_REL_ONE / 50)
/* A body is fast when a point of it may move farther than this in a tick (m). The contacts of a body that is not fast are
 * within the margin when the narrow phase runs. */
#define FS__BODY3_FAST_DISTANCE (FS__CONTACT3_MARGIN / 2)

/* Not static, not disabled, not asleep. */
static inline bool fs__body3_is_awake(const struct fs_world3 *w, uint32_t body)
{
    const uint16_t off = FS_BODY3_DISABLED | FS_BODY3_ASLEEP;
    return w->body.type[body] != FS_BODY3_STATIC && (w->body.flags[body] & off) == 0;
}

static inline bool fs__body3_is_dynamic(const struct fs_world3 *w, uint32_t body)
{
    return w->body.type[body] == FS_BODY3_DYNAMIC;
}

/* Whether the size and the mass of the body do not count for the parts of a tick, because joints hold it: trees of joints do
 * not yield, and the limbs of a ragdoll would make every tick three times as long. */
static inline bool fs__body3_is_tied(const struct fs_world3 *w, uint32_t body)
{
    return w->body.first_joint[body] != 0;
}

/* An upper bound of |w| r for an angular velocity (Q21) and a distance (Q26), Q21: with the sum of the components. */
static inline uint64_t fs__body3_rim_speed(fs_vel3 angular_velocity, fs_rel extent)
{
    uint64_t w = (uint64_t)fs_uabs32(angular_velocity.x) + fs_uabs32(angular_velocity.y) +
                 fs_uabs32(angular_velocity.z);
    return w * (uint32_t)extent >> FS_REL_FRAC;
}

/* Whether a point of the body may move farther than FS__BODY3_FAST_DISTANCE in 1/rate s, by linear or angular velocity. */
static inline bool fs__body3_is_fast_at(const struct fs_world3 *w, uint32_t body, uint32_t rate)
{
    const uint64_t limit = (uint64_t)(FS__BODY3_FAST_DISTANCE >> (FS_REL_FRAC - FS_VEL_FRAC)) * rate;
    fs_vel3 v = w->body.vel[body];
    uint64_t rim = fs__body3_rim_speed(w->body.angular_velocity[body], w->body.extent[body]);
    return fs_uabs32(v.x) > limit || fs_uabs32(v.y) > limit || fs_uabs32(v.z) > limit || rim > limit;
}

/* Times a second at which pairs of all bodies are found: those of different islands once a tick. */
static inline uint32_t fs__world3_pair_rate(const struct fs_world3 *w)
{
    return w->by_island ? *w->world.hz : fs__world3_rate(w);
}

/* Whether the body is fast until pairs are found again. */
static inline bool fs__body3_is_fast(const struct fs_world3 *w, uint32_t body)
{
    return fs__body3_is_fast_at(w, body, fs__world3_pair_rate(w));
}

/* Bodies are created and placed within this distance of the origin on each axis (m): 2^30. */
#define FS__WORLD3_MAX_COORDINATE ((fs_pos)1 << 62)

static inline fs_vel3 fs__vel3_clamp(fs_vel3 v, fs_vel max)
{
    return fs_vel3_make(fs_clamp32(v.x, -max, max), fs_clamp32(v.y, -max, max), fs_clamp32(v.z, -max, max));
}

/* Upper limits of the rules: m/s and rad/s, m/s^2, hertz, damping ratio. */
#define FS__WORLD3_MAX_SPEED ((fs_vel)512 * FS_VEL_ONE)
/* Largest component of the unit vectors and rotations of a state: one, and what rounding adds to a rotated unit vector. */
#define FS__WORLD3_MAX_COMPONENT (FS_UNIT_ONE + 4)
#define FS__WORLD3_MAX_GRAVITY ((fs_wide)1024 * FS_WIDE_ONE)
#define FS__WORLD3_MAX_HERTZ ((fix16_t)1000 * FS_FIX16_ONE)
#define FS__WORLD3_MAX_DAMPING_RATIO ((fix16_t)100 * FS_FIX16_ONE)
/* 1/s; exp(-1000) is 0 in every format. */
#define FS__BODY3_MAX_DAMPING ((fix16_t)1000 * FS_FIX16_ONE)
enum {
    FS__WORLD3_MAX_TICK_RATE = 1000,
    FS__BODY3_MAX_MASS_EXPONENT = 128, /* of masses, inertias and their inverses: 2^-98..2^158 */
    FS__WORLD3_MAX_SUBSTEPS = 16,
    FS__WORLD3_ALL_FLAGS = FS_WORLD3_SLEEP | FS_WORLD3_CONTINUOUS | FS_WORLD3_WARM_START | FS_WORLD3_CORRECTION |
                           FS_WORLD3_PAUSED | FS_WORLD3_RECYCLING | FS_WORLD3_WORST_FIRST | FS_WORLD3_SUBDIVISION
};
/* FS_OK or E_ARGUMENT; the sentence goes to `text` (error_text.h), which may be NULL. */
fs_result fs__world3_check_def(char *text, const fs_world3_def *d);
/* FS_OK or E_ARGUMENT; the sentence goes to w's error, where w is not NULL. */
fs_result fs__material3_check_def(fs_world3 *w, const fs_material3_def *d);
/* The def of a row, and whether two defs have equal numbers. */
fs_material3_def fs__material3_load(const fs_world3 *w, uint32_t row);
bool fs__material3_is_same(const fs_material3_def *a, const fs_material3_def *b);
/* Whether `material` is a row of material3; `name` is that of the parameter. */
fs_result fs__material3_check_row(fs_world3 *w, const char *name, uint16_t material);

/* body.c: fs_body3_row() for calls that change the body: a stale handle is named in the world's error. */
fs_result fs__body3_find(fs_world3 *w, fs_body3 body, uint32_t *row);
/* FS_OK, or E_ARGUMENT with the sentence. */
fs_result fs__body3_check_def(fs_world3 *w, const fs_body3_def *def);

/* islands.c: the body alone stops and sleeps. */
void fs__body3_put_to_sleep(struct fs_world3 *w, uint32_t body);
void fs__body3_wake_row(struct fs_world3 *w, uint32_t body);
void fs__body3_wake_all(struct fs_world3 *w);

/* body_mass.c: mass, inertia, centre (the origin keeps its pose) and extent from the shapes of the body, or from the
 * mass data that was set. */
void fs__body3_update_mass(struct fs_world3 *w, uint32_t body);
/* Whether a body can be given the mass data: E_ARGUMENT, with the sentence. */
fs_result fs__body3_check_mass(struct fs_world3 *w, fs_mass_data3 data);

/* shape rows of a body: for (s1 = first; s1; s1 = next) with s1 = row + 1. */
static inline uint32_t fs__body3_next_shape(const struct fs_world3 *w, uint32_t shape1)
{
    return w->shape.sibling[shape1 - 1];
}

/* body_shape.c: how far a fast body's shapes may move in a tick, to each side (m, Q32.32), at most
 * FS__BODY3_MAX_PREDICTED_TRAVEL. Zero for a body that is not fast. */
#define FS__BODY3_MAX_PREDICTED_TRAVEL ((fs_pos)2 * FS_POS_ONE)
struct fs__body3_predicted_travel {
    fs_pos3 low, high; /* 0 or more */
};
struct fs__body3_predicted_travel fs__body3_predict_travel(const struct fs_world3 *w, uint32_t body);
/* body.c: new fat AABBs for a fast body that got another velocity: its contacts are then found in this tick. */
void fs__body3_enlarge_fat_aabbs(struct fs_world3 *w, uint32_t body);
/* A new fat AABB around the shape where it is now and will be in the next tick; sets FS_SHAPE3_MOVED. */
void fs__shape3_update_fat_aabb(struct fs_world3 *w, uint32_t shape);
/* The same without noting that the structure for queries must follow: writes the row of this shape only. */
void fs__shape3_renew_fat_aabb(struct fs_world3 *w, uint32_t shape);
/* shape_check.c: FS_OK or E_ARGUMENT, with the sentence. */
fs_result fs__shape3_check_def(struct fs_world3 *w, const fs_shape3_def *def);
/* Rows come from columns, events and query results: one that is not in use is answered as a shape without corners. */
bool fs__shape3_in_use(const struct fs_world3 *w, uint32_t row);
/* fs_shape3_row() for calls that change the shape: a stale handle is named in the world's error. */
fs_result fs__shape3_find(struct fs_world3 *w, fs_shape3 shape, uint32_t *row);
/* shape_surface.c: the material row for a def whose surface numbers are valid: one that exists, or *w->material.rows for
 * one to be made, of which there is room; E_CAPACITY. Then the row, made where it was missing. */
fs_result fs__shape3_find_material(struct fs_world3 *w, const fs_shape3_def *def, uint16_t *material);
uint16_t fs__shape3_make_material(struct fs_world3 *w, const fs_shape3_def *def, uint16_t found);
fs_result fs__shape3_check_surface(struct fs_world3 *w, const fs_shape3_def *def);
/* Bounding box where the shape is, rounded outward. Any size. */
fs_aabb3 fs__shape3_aabb(const struct fs_world3 *w, uint32_t shape);
/* The world position of the middle of a large box. */
fs_pos3 fs__shape3_large_centre(const struct fs_world3 *w, uint32_t shape);
/* A geometric value of any size. */
struct fs__shape3_value {
    fs_geometry3 geometry; /* of a large box kind and rotation; a hull is borrowed and settled (hull_row.h) */
    bool is_large;         /* a box beyond the range of fs_geometry3, or a surface */
    fs_pos3 half, centre;  /* of a large box */
    const struct fs__surface3_input *surface; /* NULL: not a surface; valid */
};
/* shape_core.c: from an inner point to the nearest side (m); the shape without an outer layer of depth `off`, at most half
 * of that; its core, without a layer of half of it, which may not pass through an obstacle; a ball of a quarter of it
 * around the inner point. A smaller hull, of which only the corners count, is made in `memory`. */
fs_rel fs__geometry3_thickness(const fs_geometry3 *geometry);
fs_geometry3 fs__geometry3_shrink(const fs_geometry3 *geometry, fs_rel off, fs_hull3 *memory);
fs_geometry3 fs__geometry3_core(const fs_geometry3 *geometry, fs_hull3 *memory);
fs_geometry3 fs__geometry3_inner_ball(const fs_geometry3 *geometry);
/* A shape whose value and def are valid, without mass and wake. E_CAPACITY: nothing changed. */
fs_result fs__shape3_add(struct fs_world3 *w, uint32_t body, const fs_shape3_def *def,
                         const struct fs__shape3_value *value, fs_shape3 *out);
/* shape_create.c: the same after a check of the def, with mass and wake. */
fs_result fs__shape3_add_valid(struct fs_world3 *w, uint32_t body, const fs_shape3_def *def,
                               const struct fs__shape3_value *value, fs_shape3 *out);
/* surface.c: the row of a static body, or the error with its sentence. */
fs_result fs__body3_find_static(struct fs_world3 *w, fs_body3 body, const char *message, uint32_t *row);
/* Destroys the shape: contacts first, off the body's list last. Leaves the mass to the caller. */
void fs__shape3_destroy_row(struct fs_world3 *w, uint32_t shape);

/* contact_end.c */

enum { FS__CONTACT3_ALL_SHAPES = UINT32_MAX };
/* Destroys the contacts of a body's shape, or of all its shapes; what touched it wakes. */
void fs__contact3_destroy_of_body(struct fs_world3 *w, uint32_t body, uint32_t shape);
/* Manifolds of the body's contacts are made anew in the next tick; what touches the body wakes. */
void fs__contact3_mark_stale(struct fs_world3 *w, uint32_t body);

#endif
