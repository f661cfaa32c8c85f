/* tick_parts.h: the parts of the ticks of small or heavily loaded bodies; see tick_parts.inl and island_parts.inl.
 *
 * Template: included after the dimension.h and the world header of physics2d or of physics3d.
 */
#ifndef FS_PHYSICS_WORLD_TICK_PARTS_H
#define FS_PHYSICS_WORLD_TICK_PARTS_H

/* A tick has 1, 2 or 4 parts. The bodies of an island times its parts are at most FS__MAX_PARTS_WORK. */
enum { FS__MAX_PARTS = 4, FS__MAX_PARTS_WORK = 512 };
/* Upper limit of a load, over the weight of the lightest body. */
#define FS__MAX_PARTS_LOAD ((int64_t)1 << 20)

/* What the number of parts follows from, beside sizes and loads. */
struct fs__partsN_rule {
    int64_t gravity;         /* m/s^2, Q26 */
    fs_unitN up;             /* against gravity */
    int64_t hertz, stiffest; /* contact frequency, and its upper limit (Hz) */
    uint32_t hz, max_parts;
};

/* False: no tick of the world is divided. */
bool fs__partsN_rule_of(const struct fs_worldN *w, struct fs__partsN_rule *rule);
/* The parts that a body of this extent needs under a load (over its weight; Q16). */
uint32_t fs__partsN_needed(const struct fs__partsN_rule *r, fs_rel extent, int64_t load);
/* At most those that an island of `count` bodies may have. */
uint32_t fs__partsN_limit(uint32_t parts, uint32_t count);

/* Whether all bodies of a world have the same number of parts, because they are few; and that number: 1, 2 or 4. */
bool fs__worldN_is_small(const struct fs_worldN *w);
uint32_t fs__worldN_count_parts(const struct fs_worldN *w);

/* The mass of a body over that of a lighter one, by their inverse masses; Q16, at most FS__MAX_PARTS_LOAD. */
int64_t fs__partsN_mass_ratio(fs_scaled lighter, fs_scaled of);

struct fs__worldN_tick;

/* Of a world that is not small: fs__contactN_list_active() will list the links of the tick. */
void fs__islandN_begin_links(struct fs__worldN_tick *tick);
/* After fs__contactN_list_active(): sets tick->body_parts; NULL where no island is divided. */
void fs__islandN_find_parts(struct fs__worldN_tick *tick);

/* How many parts the tick of the bodies has that are stepped now; 1 between ticks. */
static inline uint32_t fs__worldN_parts(const struct fs_worldN *w)
{
    return w->parts > 1 ? w->parts : 1;
}

/* Ticks per second, or parts of ticks where ticks are divided. */
static inline uint32_t fs__worldN_rate(const struct fs_worldN *w)
{
    return *w->world.hz * fs__worldN_parts(w);
}

static inline bool fs__worldN_is_divided(const struct fs_worldN *w)
{
    return w->parts > 1;
}

/* Whether this is the first part of a tick. */
static inline bool fs__worldN_is_first_part(const struct fs_worldN *w)
{
    return w->part == 0;
}

/* Whether this is the last part of a tick. */
static inline bool fs__worldN_is_last_part(const struct fs_worldN *w)
{
    return w->part + 1u >= w->parts;
}

#endif
