/* contact_store.c: stores the impulses that the next tick starts from and that events report, and which contacts carry load. */
#include "physics3d/dimension.h"

#include "physics3d/solver/contact_solver.h"

static bool has_impulse(const struct fs__solver3_block *r, unsigned k)
{
    for (unsigned i = 0; i < r->points; i++)
        if (r->point[i].total[k] != 0)
            return true;
    return false;
}

static bool overlaps(const struct fs__solver3_block *r, unsigned k)
{
    for (unsigned i = 0; i < r->points; i++)
        if (r->point[i].separation[k] < 0)
            return true;
    return false;
}

#include "physics/solver/contact_load.inl"

/* One of `count` equal parts; they add up to v exactly. */
static int32_t part_of(int32_t v, uint32_t i, uint32_t count)
{
    return (int32_t)(fs_div64_floor((int64_t)v * (i + 1), count) - fs_div64_floor((int64_t)v * i, count));
}

/* Friction acts at the middle of the points; each point stores an equal part. */
static void store_points(struct fs__solver3 *s, uint32_t row, const struct fs__solver3_block *r, unsigned k)
{
    struct fs_contact3_view *c = &s->w->contact;
    fs_vel3 *impulse = &s->w->point.impulse[s->w->contact.first_point[row]];
    unsigned loaded = 0;
    for (unsigned i = 0; i < c->count[row]; i++) {
        int32_t first = part_of(r->tangent_impulse[0][k], i, c->count[row]),
                second = part_of(r->tangent_impulse[1][k], i, c->count[row]);
        impulse[i] = fs_vel3_make(fs__solver3_stored_impulse(s, r->point[i].impulse[k]),
                                  fs__solver3_stored_impulse(s, first), fs__solver3_stored_impulse(s, second));
        loaded += r->point[i].impulse[k] > 0;
    }
    fs__contact3_note_load(c, row, loaded > 0);
    /* A body on an edge tips as easily as one on a corner. */
    bool partly = loaded > 0 && (loaded < c->count[row] || c->count[row] <= 2);
    c->flags[row] = (uint8_t)((c->flags[row] & ~FS__CONTACT3_PARTLY_LOADED) |
                              (partly ? FS__CONTACT3_PARTLY_LOADED : 0));
}

/* Rolling impulses in the axes of the world. */
static fs_vel3 rolling_impulse(const struct fs__solver3 *s, const struct fs__solver3_block *r, unsigned k)
{
    int32_t v[3];
    if ((r->extra & FS__SOLVER3_ROLLING_RESISTANCE) == 0)
        return fs_vel3_zero();
    for (unsigned axis = 0; axis < 3; axis++) {
        int64_t sum = (int64_t)r->direction[1].n[axis][k] * r->rolling_impulse[0][k] +
                      (int64_t)r->direction[2].n[axis][k] * r->rolling_impulse[1][k];
        v[axis] = fs__solver3_stored_impulse(s, fs_sat32(fs_round_shift64_sym(sum, FS_REL_FRAC)));
    }
    return fs_vel3_make(v[0], v[1], v[2]);
}

static void store_summary(struct fs__solver3 *s, uint32_t at, const struct fs__solver3_block *r, unsigned k,
                          unsigned points)
{
    int64_t total = 0;
    fs_vel lowest = INT32_MAX;
    for (unsigned i = 0; i < points; i++) {
        total += r->point[i].total[k];
        lowest = fs_min32(lowest, r->initial_normal_velocity[i][k]);
    }
    s->tick->total_normal_impulse[at] = (fs_vel)fs_clamp64(total, 0, FS__SOLVER3_MAX_VELOCITY);
    s->tick->approach_speed[at] = fs_sat32_neg(lowest);
}

static void store_lane(struct fs__solver3 *s, uint32_t i, const struct fs__solver3_block *r, unsigned k)
{
    uint32_t at = s->batch_order[i], row = s->tick->contact[at];
    store_points(s, row, r, k);
    s->w->contact.rolling_impulse[row] = rolling_impulse(s, r, k);
    s->w->contact.spinning_impulse[row] = (r->extra & FS__SOLVER3_TWIST) != 0
                                              ? fs__solver3_stored_impulse(s, r->twist_impulse[k])
                                              : 0;
    store_summary(s, at, r, k, s->w->contact.count[row]);
}

void fs__solver3_store_impulses(struct fs__solver3 *s)
{
    for (uint32_t i = 0; i < s->contact_count; i++) {
        const struct fs__solver3_block *r = &s->block[s->contact_slot[i].slot / FS__SOLVER3_LANES];
        unsigned k = s->contact_slot[i].slot % FS__SOLVER3_LANES;
        note_load(s, i, r, k);
        store_lane(s, i, r, k);
    }
    count_loads(s);
}
