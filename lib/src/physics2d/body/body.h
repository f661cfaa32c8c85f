/* body.h: internal functions on bodies and shapes; see world.h for the data of a tick. */
#ifndef FS_PHYSICS2D_BODY_BODY_H
#define FS_PHYSICS2D_BODY_BODY_H

#include <string.h>

#include <fixstep/shape2.h>

#include "physics2d/dimension.h"

#include "physics2d/geometry/large_geometry.h"
#include "physics2d/world/error.h"
#include "physics/world/tick_parts.h"

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

/* A shape as it is stored in the tables, in the body's frame. All eight corners are copied, because a copy of fixed length
 * is faster than a loop over `count`; those beyond `count` are undefined. */
static inline void fs__shape2_load_geometry(const struct fs_world2 *w, uint32_t row, fs_geometry2 *out)
{
    size_t first = (size_t)row * FS_GEOMETRY2_MAX_CORNERS;
    FS_ASSERT(first + FS_GEOMETRY2_MAX_CORNERS <= *w->corner.rows);
    memcpy(out->corner, &w->corner.at[first], sizeof out->corner);
    memcpy(out->normal, &w->corner.normal[first], sizeof out->normal);
    out->radius = w->shape.radius[row];
    out->kind = w->shape.kind[row];
    out->count = w->shape.count[row];
}

/* Bit of shape2.flags beside those of shape2.h: the corners are Q32.32 m, their whole metres in corner2.at and their
 * fractions (in 2^-32 m, as bits) in corner2.normal. Only on static bodies; thickness and density of the row are 0. */
enum { FS__SHAPE2_LARGE = 32 };

static inline bool fs__shape2_is_large(const struct fs_world2 *w, uint32_t row)
{
    return (w->shape.flags[row] & FS__SHAPE2_LARGE) != 0;
}

static inline bool fs__shape2_is_one_sided(const struct fs_world2 *w, uint32_t row)
{
    return (w->shape.flags[row] & FS_SHAPE2_ONE_SIDED) != 0;
}

/* A shape as the narrow phase and queries use it near a point: all of an ordinary shape, in the frame of its body; of a
 * large one the part in a window, in a frame with the axes of the body and the origin at the point. */
struct fs__shape2_part {
    fs_geometry2 geometry; /* count 0: nothing of the shape is near */
    fs_rel2 ghost[2];      /* of a one-sided segment: the corners before and after it */
    fs_pos2 shift;         /* from the body to the frame, in the axes of the world: multiples of 2^-26 m; 0: ordinary */
    uint8_t corner[FS_GEOMETRY2_MAX_CORNERS], edge[FS_GEOMETRY2_MAX_CORNERS]; /* of a large shape: see fs__window2 */
    bool large;
};

/* shape_part.c: `near` is the point of interest, `body` the point of the body that it is seen from (its origin or its
 * centre of mass); both world. The two differ by the part's shift, rounded to Q5.26 as fs_pos_sub_rel() rounds. */
void fs__shape2_load_part(const struct fs_world2 *w, uint32_t row, fs_pos2 body, fs_pos2 near,
                          struct fs__shape2_part *out);
void fs__shape2_load_large(const struct fs_world2 *w, uint32_t row, struct fs__large2 *out);
void fs__shape2_store_large(struct fs_world2 *w, uint32_t row, const struct fs__large2 *shape);
/* The corners before and after a one-sided segment, stored as its corners 2 and 3. Both kinds of row. */
void fs__shape2_store_ghosts(struct fs_world2 *w, uint32_t row, const fs_pos2 ghost[2]);
/* Whether the row of a large shape from elsewhere keeps the rules. */
bool fs__shape2_large_valid(const struct fs_world2 *w, uint32_t row);
/* Whether a shape of the body is large, so that the body must stay static. */
bool fs__body2_has_large_shape(const struct fs_world2 *w, uint32_t body);

static inline fs_pos2 fs__shape2_shifted(fs_pos2 p, fs_pos2 shift)
{
    return fs_pos2_make(fs_sat64_add(p.x, shift.x), fs_sat64_add(p.y, shift.y));
}

/* The low 32 bits of an offset in Q26: a Q5.26 number modulo 64 m. Offsets between bodies are stored so, and differences
 * of stored numbers that are below 32 m are exact however far apart the bodies are. */
static inline fs_rel fs__rel_wrap(int64_t q26)
{
    return (fs_rel)(uint32_t)(uint64_t)q26;
}

static inline fs_rel2 fs__rel2_wrapped_sub(fs_rel2 a, fs_rel2 b)
{
    return fs_rel2_make(fs__rel_wrap((int64_t)a.x - b.x), fs__rel_wrap((int64_t)a.y - b.y));
}

static inline fs_rel2 fs__rel2_wrapped_add(fs_rel2 a, fs_rel2 b)
{
    return fs_rel2_make(fs__rel_wrap((int64_t)a.x + b.x), fs__rel_wrap((int64_t)a.y + b.y));
}

/* b - a in Q26, nearest, modulo 64 m; fs_pos_sub_rel(b, a) within 32 m. */
static inline fs_rel fs__pos_wrapped_sub(fs_pos b, fs_pos a)
{
    return fs__rel_wrap(fs_round_shift64_sym(fs_sat64_sub(b, a), FS_POS_FRAC - FS_REL_FRAC));
}

static inline fs_rel2 fs__shape2_wrapped_shift(fs_pos2 shift)
{
    return fs_rel2_make(fs__rel_wrap(fs_asr64(shift.x, FS_POS_FRAC - FS_REL_FRAC)),
                        fs__rel_wrap(fs_asr64(shift.y, FS_POS_FRAC - FS_REL_FRAC)));
}

/* The world point at an arm from a's centre of mass. Arms of large shapes are stored modulo 64 m: of the points that an arm
 * may mean it is the nearest to b. */
static inline fs_pos2 fs__contact2_point(const struct fs_world2 *w, uint32_t contact, fs_rel2 arm)
{
    fs_pos2 a = w->body.pos[w->shape.body[w->contact.shape_a[contact]]];
    fs_pos2 b = w->body.pos[w->shape.body[w->contact.shape_b[contact]]];
    if (!fs__shape2_is_large(w, w->contact.shape_a[contact]))
        return fs_pos2_add_rel(a, arm);
    fs_rel2 from_b = fs__rel2_wrapped_sub(arm,
                                          fs_rel2_make(fs__pos_wrapped_sub(b.x, a.x), fs__pos_wrapped_sub(b.y, a.y)));
    return fs_pos2_add_rel(b, from_b);
}

/* Lengths of bodies of level 0. Bodies with an extent below 8 margins have smaller ones: each level halves them, and the
 * lengths of a pair are those of its smaller body. */
enum { FS__BODY2_LEVELS = 8 };
/* Margin of a new fat AABB on every side of the shape (m). */
#define FS__SHAPE2_FAT_AABB_MARGIN (FS_REL_ONE / 20)
/* Points closer than this get into a manifold (m). */
#define FS__CONTACT2_MARGIN (FS_REL_ONE / 50)
/* A body is fast when a point of it may move farther than this in a tick (m). The contacts of a pair that is not fast are
 * within the margin when the narrow phase runs. */
#define FS__BODY2_FAST_DISTANCE (FS__CONTACT2_MARGIN / 2)

static inline unsigned fs__body2_level(fs_rel extent)
{
    unsigned level = 0;
    while (level < FS__BODY2_LEVELS - 1 && extent < 8 * FS__CONTACT2_MARGIN >> level)
        level++;
    return level;
}

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

/* Whether the size and the mass of the body do not count for the parts of a tick, because joints hold it. */
static inline bool fs__body2_is_tied(const struct fs_world2 *w, uint32_t body)
{
    (void)w, (void)body;
    return false;
}

/* An upper bound of the speeds of a body's points along each axis, apart from the sum of moving and turning (Q10.21). */
static inline uint64_t fs__body2_largest_speed(const struct fs_world2 *w, uint32_t body)
{
    fs_vel2 v = w->body.vel[body];
    uint64_t rim = (uint64_t)fs_uabs32(w->body.angular_velocity[body]) * (uint32_t)w->body.extent[body] >> FS_REL_FRAC;
    return fs_max_u64(fs_max_u64(fs_uabs32(v.x), fs_uabs32(v.y)), rim);
}

/* The speed that FS__BODY2_FAST_DISTANCE in a part of a tick means. */
static inline uint64_t fs__world2_fast_speed(const struct fs_world2 *w)
{
    return (uint64_t)(FS__BODY2_FAST_DISTANCE >> (FS_REL_FRAC - FS_VEL_FRAC)) * fs__world2_rate(w);
}

/* The number of levels, from 0 on, at which no point of the body moves farther in a tick than FS__BODY2_FAST_DISTANCE of
 * that level, by linear or angular velocity. */
static inline unsigned fs__body2_slow_levels(const struct fs_world2 *w, uint32_t body)
{
    const uint64_t limit = fs__world2_fast_speed(w), speed = fs__body2_largest_speed(w, body);
    unsigned levels = 0;
    if (speed <= limit >> (FS__BODY2_LEVELS - 1))
        return FS__BODY2_LEVELS;
    while (speed <= limit >> levels)
        levels++;
    return levels;
}

/* Times a second at which pairs of all bodies are found: those of different islands once a tick. */
static inline uint32_t fs__world2_pair_rate(const struct fs_world2 *w)
{
    return w->by_island ? *w->world.hz : fs__world2_rate(w);
}

/* Whether the body is fast for its own size until pairs are found again. */
static inline bool fs__body2_is_fast(const struct fs_world2 *w, uint32_t body)
{
    const uint64_t limit = (uint64_t)(FS__BODY2_FAST_DISTANCE >> (FS_REL_FRAC - FS_VEL_FRAC)) * fs__world2_pair_rate(w);
    return fs__body2_largest_speed(w, body) > limit >> fs__body2_level(w->body.extent[body]);
}

/* |w| r for an angular velocity (Q21) and a distance (Q26), Q21, rounded down. */
static inline uint64_t fs__body2_rim_speed(fs_vel angular_velocity, fs_rel extent)
{
    return (uint64_t)fs_uabs32(angular_velocity) * (uint32_t)extent >> FS_REL_FRAC;
}

/* Bodies are created and placed within this distance of the origin on each axis (m): 2^30. */
#define FS__WORLD2_MAX_COORDINATE ((fs_pos)1 << 62)

static inline fs_vel2 fs__vel2_clamp(fs_vel2 v, fs_vel max)
{
    return fs_vel2_make(fs_clamp32(v.x, -max, max), fs_clamp32(v.y, -max, max));
}

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
                           FS_WORLD2_PAUSED | FS_WORLD2_RECYCLING | FS_WORLD2_POSITIONS_ONLY | FS_WORLD2_SUBDIVISION
};
/* FS_OK or E_ARGUMENT; the sentence goes to `text` (error_text.h), which may be NULL. */
fs_result fs__world2_check_def(char *text, const fs_world2_def *d);
/* FS_OK or E_ARGUMENT; the sentence goes to w's error, where w is not NULL. */
fs_result fs__material2_check_def(fs_world2 *w, const fs_material2_def *d);
/* The def of a row, and whether two defs have equal numbers. */
fs_material2_def fs__material2_load(const fs_world2 *w, uint32_t row);
bool fs__material2_is_same(const fs_material2_def *a, const fs_material2_def *b);
/* Whether `material` is a row of material2; `name` is that of the parameter. */
fs_result fs__material2_check_row(fs_world2 *w, const char *name, uint16_t material);

/* body.c: fs_body2_row() for calls that change the body: a stale handle is named in the world's error. */
fs_result fs__body2_find(fs_world2 *w, fs_body2 body, uint32_t *row);
/* FS_OK, or E_ARGUMENT with the sentence. */
fs_result fs__body2_check_def(fs_world2 *w, const fs_body2_def *def);

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

/* body_shape.c: how far a fast body's shapes may move in a tick, to each side (m, Q32.32), at most
 * FS__BODY2_MAX_PREDICTED_TRAVEL. Zero for a body that is not fast. */
#define FS__BODY2_MAX_PREDICTED_TRAVEL ((fs_pos)2 * FS_POS_ONE)
struct fs__body2_predicted_travel {
    fs_pos left, right, down, up;
};
struct fs__body2_predicted_travel fs__body2_predict_travel(const struct fs_world2 *w, uint32_t body);
/* body.c: new fat AABBs for a fast body that got another velocity: its contacts are then found in this tick. */
void fs__body2_enlarge_fat_aabbs(struct fs_world2 *w, uint32_t body);
/* A new fat AABB around the shape where it is now and will be in the next tick; sets FS_SHAPE2_MOVED. */
void fs__shape2_update_fat_aabb(struct fs_world2 *w, uint32_t shape);
/* The same without noting that the structure for queries must follow: writes the row of this shape only. */
void fs__shape2_renew_fat_aabb(struct fs_world2 *w, uint32_t shape);
/* shape_check.c: FS_OK or E_ARGUMENT, with the sentence. */
fs_result fs__shape2_check_def(struct fs_world2 *w, const fs_shape2_def *def);
/* The numbers that a creator was given, for the sentence on an error. Q32.32 m in the body's frame. */
enum { FS__SHAPE2_MAX_NUMBERS = 5 };
struct fs__shape2_input {
    struct fs__range number[FS__SHAPE2_MAX_NUMBERS]; /* range: of a static body */
    unsigned numbers;
    const fs_pos2 *corner; /* those that are no parameters of their own; may be NULL */
    uint32_t corners;
    const char *invalid; /* the sentence where every number is in its range */
};
/* Writes the sentence on input that gave no shape for the body (`row`), and returns `made`, the result of making it. */
fs_result fs__shape2_explain(struct fs_world2 *w, uint32_t row, const struct fs__shape2_input *input, fs_result made);
/* Rows come from columns, events and query results: one that is not in use is answered as a shape without corners. */
bool fs__shape2_in_use(const struct fs_world2 *w, uint32_t row);
/* fs_shape2_row() for calls that change the shape: a stale handle is named in the world's error. */
fs_result fs__shape2_find(struct fs_world2 *w, fs_shape2 shape, uint32_t *row);
/* shape_surface.c: the material row for a def whose surface numbers are valid: one that exists, or *w->material.rows for
 * one to be made, of which there is room; E_CAPACITY. Then the row, made where it was missing. */
fs_result fs__shape2_find_material(struct fs_world2 *w, const fs_shape2_def *def, uint16_t *material);
uint16_t fs__shape2_make_material(struct fs_world2 *w, const fs_shape2_def *def, uint16_t found);
fs_result fs__shape2_check_surface(struct fs_world2 *w, const fs_shape2_def *def);
/* Bounding box where the shape is, rounded outward. Any size. */
fs_aabb2 fs__shape2_aabb(const struct fs_world2 *w, uint32_t shape);
/* A geometric value of any size. */
struct fs__shape2_value {
    bool is_large;
    fs_geometry2 geometry;   /* is_large false */
    struct fs__large2 large; /* is_large true */
};
/* A shape whose value and def are valid, without mass and wake. E_CAPACITY: nothing changed. */
fs_result fs__shape2_add(struct fs_world2 *w, uint32_t body, const fs_shape2_def *def,
                         const struct fs__shape2_value *value, fs_shape2 *out);
/* Destroys the shape: contacts first, off the body's list last. Leaves the mass to the caller. */
void fs__shape2_destroy_row(struct fs_world2 *w, uint32_t shape);

/* contact_end.c */

enum { FS__CONTACT2_ALL_SHAPES = UINT32_MAX };
/* Destroys the contacts of a body's shape, or of all its shapes; what touched it wakes. */
void fs__contact2_destroy_of_body(struct fs_world2 *w, uint32_t body, uint32_t shape);
/* Manifolds of the body's contacts are made anew in the next tick; what touches the body wakes. */
void fs__contact2_mark_stale(struct fs_world2 *w, uint32_t body);

#endif
