/* touches.h: counts the contacts of a game's 2D or 3D world that begin to touch, from its state alone: for tests that must
 * not end before anything has touched.
 */
#ifndef FS_TEST_TOUCHES_H
#define FS_TEST_TOUCHES_H

#include <stdlib.h>
#include <string.h>
#include <fixstep/debug2.h>
#include <fixstep/debug3.h>

#include "physics/body_state.h"

/* What was seen in the tick before: for each row of the contact table 1 + its generation while it touched, else 0. */
struct touches {
    uint64_t begun; /* a contact that touches, parts and touches again counts twice */
    uint32_t *seen; /* `rows` of them; NULL: the game has no world of either kind */
    uint32_t rows;
    unsigned first_table; /* of the world's tables */
    bool in_space;        /* the world has three dimensions */
};

/* The columns of a contact table that tell what touches. */
struct touch_columns {
    uint32_t rows, capacity;
    const uint32_t *gen;
    const uint8_t *flags;
};

static inline struct touch_columns touches_columns(const struct touches *t, const fs_state *state)
{
    struct fs_world2 flat;
    struct fs_world3 w;
    if (t->in_space) {
        fs_world3_bind_readonly(state, t->first_table, &w);
        return (struct touch_columns){ *w.contact.rows, w.contact.capacity, w.contact.gen, w.contact.flags };
    }
    fs_world2_bind_readonly(state, t->first_table, &flat);
    return (struct touch_columns){ *flat.contact.rows, flat.contact.capacity, flat.contact.gen, flat.contact.flags };
}

static inline struct touches touches_start(const fs_state *state)
{
    const fs_schema *schema = fs_state_schema(state);
    struct touches t = { 0, NULL, 0, 0, false };
    for (unsigned i = 1; i < schema->table_count && t.first_table == 0; i++) {
        t.in_space = strcmp(schema->tables[i].name, "physics3") == 0;
        if (t.in_space || strcmp(schema->tables[i].name, "physics2") == 0)
            t.first_table = i;
    }
    if (t.first_table == 0)
        return t;
    t.rows = touches_columns(&t, state).capacity;
    t.seen = calloc(t.rows + 1u, sizeof *t.seen);
    return t;
}

static inline void touches_end(struct touches *t)
{
    free(t->seen);
}

/* To be called after every tick. Touches that begin and end within one tick are not seen. */
static inline void touches_update(struct touches *t, const fs_state *state)
{
    if (t->seen == NULL)
        return;
    struct touch_columns c = touches_columns(t, state);
    for (uint32_t row = 0; row < t->rows; row++) {
        bool live = row < c.rows && (c.gen[row] & 1u) != 0;
        bool touching = live && (c.flags[row] & FS__CONTACT_TOUCHING) != 0;
        uint32_t now = touching ? c.gen[row] + 1u : 0;
        t->begun += now != 0 && now != t->seen[row];
        t->seen[row] = now;
    }
}

#endif
