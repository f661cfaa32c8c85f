/* touches.h: counts the contacts of a game's 2D world that begin to touch, from its state alone: for tests that must not
 * end before anything has touched.
 */
#ifndef FS_TEST_TOUCHES_H
#define FS_TEST_TOUCHES_H

#include <stdlib.h>
#include <string.h>
#include <fixstep/debug2.h>

#include "physics2d/world/world.h"

/* What was seen in the tick before: for each row of the contact table 1 + its generation while it touched, else 0. */
struct touches {
    uint64_t begun; /* a contact that touches, parts and touches again counts twice */
    uint32_t *seen; /* `rows` of them; NULL: the game has no 2D world */
    uint32_t rows;
    unsigned first_table; /* of the world's tables */
};

static inline struct touches touches_start(const fs_state *state)
{
    const fs_schema *schema = fs_state_schema(state);
    struct touches t = { 0, NULL, 0, 0 };
    struct fs_world2 w;
    for (unsigned i = 1; i < schema->table_count && t.first_table == 0; i++)
        if (strcmp(schema->tables[i].name, "physics2") == 0)
            t.first_table = i;
    if (t.first_table == 0)
        return t;
    fs_world2_bind_readonly(state, t.first_table, &w);
    t.rows = w.contact.capacity;
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
    struct fs_world2 w;
    if (t->seen == NULL)
        return;
    fs_world2_bind_readonly(state, t->first_table, &w);
    for (uint32_t row = 0; row < t->rows; row++) {
        bool live = row < *w.contact.rows && (w.contact.gen[row] & 1u) != 0;
        bool touching = live && (w.contact.flags[row] & FS__CONTACT2_TOUCHING) != 0;
        uint32_t now = touching ? w.contact.gen[row] + 1u : 0;
        t->begun += now != 0 && now != t->seen[row];
        t->seen[row] = now;
    }
}

#endif
