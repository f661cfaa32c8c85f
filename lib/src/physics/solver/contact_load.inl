/* contact_load.inl: which contacts carried load in a tick, and how many each body has.
 *
 * Template: included once by contact_store.c of physics2d and of physics3d, which first define
 *   has_impulse(r, k): whether a lane of a block gave an impulse in the tick;
 *   overlaps(r, k): whether one of its points overlapped at the start of the tick.
 */

#include "physics/solver/contact_lane.inl"

/* Bits of a contact's `group` between the passes: which of its bodies it moves and loads. */
enum { MOVES_A_BIT = 4, MOVES_B_BIT = 8, LOAD_MASK = 3 };

/* Keeps the load of a contact, before the impulses of the last tick are replaced. A contact changes the motion of its
 * bodies by impulses, and by pushing an overlap apart; an impulse that it had and loses moves them for a part of the tick. */
static void note_load(struct fs__solverN *s, uint32_t i, const struct fs__solverN_block *r, unsigned k)
{
    const uint32_t contact = s->tick->contact[s->batch_order[i]];
    const bool move_a = (r->write_a >> k & 1u) != 0, move_b = (r->write_b >> k & 1u) != 0, pushed = has_impulse(r, k);
    const bool had_impulse = fs__contactN_has_impulse(s->w, contact);
    unsigned load = FS__SOLVERN_UNLOADED;
    s->group[i] = FS__SOLVERN_UNLOADED;
    if (!pushed && !overlaps(r, k) && !had_impulse)
        return;
    if (move_a && move_b && (!pushed || had_impulse))
        load = FS__SOLVERN_LOADED;
    else if (move_a && move_b)
        load = (r->bouncing >> k & 1u) != 0 && lane_restitution(r, k) != 0 ? FS__SOLVERN_REBOUND : FS__SOLVERN_IMPACT;
    s->group[i] = (uint8_t)(load | (move_a ? MOVES_A_BIT : 0u) | (move_b ? MOVES_B_BIT : 0u));
}

/* Counts the loaded contacts of movable bodies, on one thread: contacts of one body are counted together. */
static void count_loads(struct fs__solverN *s)
{
    for (uint32_t i = s->body_first; i < s->body_end; i++)
        s->body_mark[i] = 0;
    for (uint32_t i = 0; i < s->contact_count; i++) {
        if ((s->group[i] & MOVES_A_BIT) != 0)
            s->body_mark[s->contact_slot[i].a]++;
        if ((s->group[i] & MOVES_B_BIT) != 0)
            s->body_mark[s->contact_slot[i].b]++;
        s->group[i] &= LOAD_MASK;
    }
}
