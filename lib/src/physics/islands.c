/* islands.c: sets of bodies that touching contacts and joints connect; see islands.h. Islands are computed only in ticks in
 * which one may wake or fall asleep.
 */
#include "physics/islands.h"

#include <string.h>

#include <fixstep/num.h>

#include "base/union_find.h"

size_t fs__island_sets_size(uint32_t bodies)
{
    return FS_ARENA_BYTES(bodies * sizeof(uint32_t)) + FS_ARENA_BYTES(bodies);
}

static struct fs__island_sets init_sets(uint32_t bodies, fs_arena *arena)
{
    struct fs__island_sets s;
    s.parent = fs_arena_take(arena, bodies * sizeof *s.parent);
    s.mark = fs_arena_take(arena, bodies);
    FS_ASSERT(s.parent != NULL && s.mark != NULL);
    fs__union_find_init(s.parent, bodies);
    memset(s.mark, 0, bodies);
    return s;
}

uint8_t *fs__islands_mark_of(const struct fs__island_sets *s, uint32_t body)
{
    return &s->mark[fs__union_find_root(s->parent, body)];
}

/* ---- connections ---------------------------------------------------------------------------------------------- */

/* A body that can be part of an island. */
static bool is_island_body(const struct fs__island_columns *c, uint32_t body)
{
    return c->body_type[body] == FS__BODY_DYNAMIC && (c->body_flags[body] & FS__BODY_DISABLED) == 0;
}

/* The bodies of a touching, solid contact. */
static bool touching_bodies(const struct fs__island_columns *c, uint32_t contact, uint32_t *a, uint32_t *b)
{
    const uint8_t mask = FS__CONTACT_TOUCHING | FS__CONTACT_SENSOR;
    if (!fs__row_live(c->contact_gen, contact) || (c->contact_flags[contact] & mask) != FS__CONTACT_TOUCHING)
        return false;
    *a = c->shape_body[c->shape_a[contact]];
    *b = c->shape_body[c->shape_b[contact]];
    return true;
}

/* The bodies of a contact that the solver has rows for: touching, or speculative ones that may meet in this tick. A row with
 * a sleeping body would treat it as immovable. */
static bool meeting_bodies(const struct fs__island_columns *c, uint32_t contact, uint32_t *a, uint32_t *b)
{
    if (touching_bodies(c, contact, a, b))
        return true;
    if (!fs__row_live(c->contact_gen, contact) || (c->contact_flags[contact] & FS__CONTACT_SENSOR) != 0)
        return false;
    *a = c->shape_body[c->shape_a[contact]];
    *b = c->shape_body[c->shape_b[contact]];
    return c->contact_count[contact] > 0;
}

static bool joined_bodies(const struct fs__island_columns *c, uint32_t joint, uint32_t *a, uint32_t *b)
{
    *a = c->joint_a[joint];
    *b = c->joint_b[joint];
    return fs__row_live(c->joint_gen, joint);
}

static void unite_contact(const struct fs__island_columns *c, const struct fs__island_sets *s, uint32_t contact)
{
    uint32_t a, b;
    if (touching_bodies(c, contact, &a, &b) && is_island_body(c, a) && is_island_body(c, b))
        fs__union_find_unite(s->parent, a, b);
}

struct fs__island_sets fs__islands_find_by_contacts(const struct fs__island_columns *c, const uint32_t *contact,
                                                    uint32_t count, fs_arena *arena)
{
    struct fs__island_sets s = init_sets(c->bodies, arena);
    for (uint32_t i = 0; i < count; i++)
        unite_contact(c, &s, contact[i]);
    return s;
}

struct fs__island_sets fs__islands_find(const struct fs__island_columns *c, fs_arena *arena)
{
    struct fs__island_sets s = init_sets(c->bodies, arena);
    uint32_t a, b;
    for (uint32_t i = 0; i < c->contacts; i++)
        unite_contact(c, &s, i);
    for (uint32_t j = 0; j < c->joints; j++)
        if (joined_bodies(c, j, &a, &b) && is_island_body(c, a) && is_island_body(c, b))
            fs__union_find_unite(s.parent, a, b);
    return s;
}

/* ---- waking --------------------------------------------------------------------------------------------------- */

static bool is_awake(const struct fs__island_columns *c, uint32_t body)
{
    const uint16_t off = FS__BODY_DISABLED | FS__BODY_ASLEEP;
    return c->body_type[body] != FS__BODY_STATIC && (c->body_flags[body] & off) == 0;
}

bool fs__islands_is_disturbing(const struct fs__island_columns *c, uint32_t body)
{
    return is_awake(c, body) && (c->body_type[body] == FS__BODY_DYNAMIC || c->is_moving(c->world, body));
}

bool fs__islands_is_asleep(const struct fs__island_columns *c, uint32_t body)
{
    return is_island_body(c, body) && (c->body_flags[body] & FS__BODY_ASLEEP) != 0;
}

/* Whether one body of a pair sleeps and the other disturbs it; marks the island of the sleeping one. */
static bool mark_pair(const struct fs__island_columns *c, struct fs__island_sets *s, uint32_t a, uint32_t b)
{
    bool wake_a = fs__islands_is_asleep(c, a) && fs__islands_is_disturbing(c, b);
    bool wake_b = fs__islands_is_asleep(c, b) && fs__islands_is_disturbing(c, a);
    if (s != NULL && wake_a)
        *fs__islands_mark_of(s, a) = 1;
    if (s != NULL && wake_b)
        *fs__islands_mark_of(s, b) = 1;
    return wake_a || wake_b;
}

bool fs__islands_mark_disturbed(const struct fs__island_columns *c, struct fs__island_sets *s, const uint32_t *contact,
                                uint32_t count)
{
    bool any = false;
    uint32_t a, b;
    for (uint32_t i = 0; i < count; i++)
        if (meeting_bodies(c, contact[i], &a, &b) && mark_pair(c, s, a, b))
            any = true;
    for (uint32_t j = 0; j < c->joints; j++)
        if (joined_bodies(c, j, &a, &b) && mark_pair(c, s, a, b))
            any = true;
    return any;
}
