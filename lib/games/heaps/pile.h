/* pile.h: parts shared by the heaps of boxes (pyramid, rain): players who drop balls and push or pull bodies, bots and
 * the view.
 *
 * A heap is a 2D world (world2.h) with eight players at most. Without input it is exactly the benchmark's scene:
 * players add bodies only when they press a key. Nothing here depends on the kind of heap.
 */
#ifndef FS_GAMES_PILE_H
#define FS_GAMES_PILE_H

#include <fixstep/body2.h>
#include <fixstep/debug2.h>
#include <fixstep/sim.h>
#include <fixstep/kit/random.h>

enum { PILE_MAX_PLAYERS = 8, PILE_BALLS_PER_PLAYER = 8 }; /* balls of one player */

/* ball: row + 1 of its body, PILE_BALLS_PER_PLAYER of each player; 0 before it was first thrown. */
#define PILE_CROSSHAIR_FIELDS(F, t) \
    F(t, POS2, at, "m")             \
    F(t, U32, thrown, "balls")      \
    F(t, U16, wait, "ticks")
#define PILE_BALL_FIELDS(F, t) F(t, U32, body, "")

#define PILE_TABLES(T, P, g)               \
    FS_WORLD2_TABLES(T, P, g)              \
    T(g, crosshair, PILE_CROSSHAIR_FIELDS) \
    T(g, ball, PILE_BALL_FIELDS)
FS_SCHEMA(pile, PILE_TABLES)

/* Limits for `bodies` of the heap, plus ground pieces and the players' balls. */
fs_world2_limits fs__pile_limits(uint32_t bodies, uint32_t players);
void fs__pile_capacities(const fs_config *config, uint32_t bodies, uint32_t *rows);
/* Creates an empty world, with the players' crosshairs at `height`. */
fs_result fs__pile_create_world(fs_state *state, const fs_config *config, bool sleep, fs_pos height,
                                struct fs_world2 *w);
/* Adds a static box, cut into equal pieces short enough for one body; a dynamic box; a dynamic disc. */
fs_result fs__pile_add_wall(struct fs_world2 *w, fs_pos2 centre, int half_x, int half_y);
fs_result fs__pile_add_box(struct fs_world2 *w, fs_pos2 at, fs_rel half);
fs_result fs__pile_add_disc(struct fs_world2 *w, fs_pos2 at, fs_rel radius);

/* One tick. `pull`: players pull bodies to their crosshairs instead of blowing them away. */
void fs__pile_step(fs_state *state, const fs_inputs *inputs, fs_scratch *scratch, bool pull);
bool fs__pile_valid(const fs_state *state, const fs_config *config);
void fs__pile_sanitise(void *input);
void fs__pile_keys(const fs_keys *keys, void *input);

extern const fs_bot fs__pile_bots[2];
#define PILE_CONTROLS "arrows or WASD move the crosshair, space drops a ball, x blows the boxes away"

/* view.c: `width` metres around x = 0, from the ground up. */
void fs__pile_draw(const fs_state *state, fs_draw_list *draw, int width, int height);

#endif
