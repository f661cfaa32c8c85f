/* contact_store.c: the end of a tick's solve: the impulses that the next tick starts from, and which contacts carry load. */
#include "physics2d/dimension.h"

#include "base/parallel_for.h"
#include "physics2d/solver/contact_block.h"

static bool has_impulse(const struct fs__solver2_block *r, unsigned k)
{
    return (r->point[0].total_normal_impulse[k] | r->point[1].total_normal_impulse[k]) != 0;
}

static bool overlaps(const struct fs__solver2_block *r, unsigned k)
{
    return r->point[0].separation[k] < 0 || r->point[1].separation[k] < 0;
}

#include "physics/solver/contact_load.inl"

static void store_lane(struct fs__solver2 *s, uint32_t i, const struct fs__solver2_block *r, unsigned k)
{
    struct fs_contact2_view *c = &s->w->contact;
    uint32_t at = s->batch_order[i], row = s->tick->contact[at];
    int32_t tangent = r->tangent_impulse[k], half = c->count[row] == 2 ? tangent / 2 : 0;
    c->impulse0[row] = fs_vel2_make(fs__solver2_stored_impulse(s, r->point[0].normal_impulse[k]),
                                    fs__solver2_stored_impulse(s, tangent - half));
    c->impulse1[row] = fs_vel2_make(fs__solver2_stored_impulse(s, r->point[1].normal_impulse[k]),
                                    fs__solver2_stored_impulse(s, half));
    bool first = r->point[0].normal_impulse[k] > 0, second = r->point[1].normal_impulse[k] > 0;
    c->flags[row] = (uint8_t)((c->flags[row] & ~FS__CONTACT2_ONE_LOADED) |
                              (first != second ? FS__CONTACT2_ONE_LOADED : 0));
    c->rolling_impulse[row] = (r->extra & FS__SOLVER2_ROLLING_RESISTANCE) != 0
                                  ? fs__solver2_stored_impulse(s, r->rolling_impulse[k])
                                  : 0;
    s->tick->total_normal_impulse[at] = fs__solver2_total_impulse(r, k);
    s->tick->approach_speed[at] = fs_sat32_neg(
        fs_min32(r->initial_normal_velocity[0][k], r->initial_normal_velocity[1][k]));
}

enum { CHUNK_CONTACTS = 256 }; /* fewer contacts are not worth another thread */

static void store_some(void *work, uint32_t chunk, uint32_t from, uint32_t to)
{
    struct fs__solver2 *s = work;
    (void)chunk;
    for (uint32_t i = from; i < to; i++) {
        const struct fs__solver2_block *r = &s->block[s->contact_slot[i].slot / FS__SOLVER2_LANES];
        unsigned k = s->contact_slot[i].slot % FS__SOLVER2_LANES;
        note_load(s, i, r, k);
        store_lane(s, i, r, k);
    }
}

void fs__solver2_store_impulses(struct fs__solver2 *s)
{
    fs__parallel_for(s->tasks, s->contact_count, fs__parallel_for_chunks(s->tasks, s->contact_count, CHUNK_CONTACTS),
                     store_some, s);
    count_loads(s);
}
