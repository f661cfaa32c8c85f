/* heap3.h: parts shared by the heaps of boxes in space (pyramid3d, rain3d): players who drop balls and blow bodies away,
 * bots and the view.
 *
 * A heap is a 3D world (world3.h) with eight players at most. Without input it is exactly the benchmark's scene: players
 * add bodies only when they press a key. Nothing here depends on the kind of heap.
 */
#ifndef FS_GAMES_HEAP3_H
#define FS_GAMES_HEAP3_H

#include <fixstep/shape3.h>
#include <fixstep/debug3.h>
#include <fixstep/sim.h>
#include <fixstep/kit/random.h>

enum { HEAP3_MAX_PLAYERS = 8, HEAP3_BALLS_PER_PLAYER = 8, HEAP3_WALLS = 5 }; /* balls of one player */

/* The option of both games that chooses the structure which finds pairs: it changes no result. */
enum { HEAP3_OPT_BROAD_PHASE = 2 };
#define HEAP3_BROAD_PHASE_OPTION                                                                                     \
    {                                                                                                                \
        "broad_phase", 0, 0, 15,                                                                                     \
            "finds pairs: 1 tree, 2-4 grids, 5 oct-tree, 6-7 planes, 8-10 trees made anew, 11 sweep, 12 all, 13-15 " \
            "more trees; 0 as 1"                                                                                     \
    }

/* The option of both games that chooses the solver of contacts. */
enum { HEAP3_OPT_SOLVER = HEAP3_OPT_BROAD_PHASE + 1, HEAP3_OPTIONS };
#define HEAP3_SOLVER_OPTION                                                                                         \
    {                                                                                                               \
        "solver", 0, 0, 1, "solves contacts: 0 substeps with soft constraints, 1 a textbook's worst-first resolver" \
    }

/* ball: row + 1 of its body, HEAP3_BALLS_PER_PLAYER of each player; 0 before it was first thrown. */
#define HEAP3_CROSSHAIR_FIELDS(F, t) \
    F(t, POS3, at, "m")              \
    F(t, U32, thrown, "balls")       \
    F(t, U16, wait, "ticks")
#define HEAP3_BALL_FIELDS(F, t) F(t, U32, body, "")

#define HEAP3_TABLES(T, P, g)               \
    FS_WORLD3_TABLES(T, P, g)               \
    T(g, crosshair, HEAP3_CROSSHAIR_FIELDS) \
    T(g, ball, HEAP3_BALL_FIELDS)
FS_SCHEMA(heap3, HEAP3_TABLES)

/* Limits for `bodies` of the heap, plus walls and the players' balls. */
fs_world3_limits fs__heap3_limits(uint32_t bodies, uint32_t players);
void fs__heap3_capacities(const fs_config *config, uint32_t bodies, uint32_t *rows);
/* Creates an empty world, with the players' crosshairs at `height`. */
fs_result fs__heap3_create_world(fs_state *state, const fs_config *config, bool sleep, fs_pos height,
                                 struct fs_world3 *w);
/* Adds a static box; a dynamic cube; a dynamic ball. Whole metres. */
fs_result fs__heap3_add_wall(struct fs_world3 *w, const int centre[3], const int half[3]);
fs_result fs__heap3_add_cube(struct fs_world3 *w, fs_pos3 at, fs_pos half);
fs_result fs__heap3_add_ball(struct fs_world3 *w, fs_pos3 at, fs_pos radius);

void fs__heap3_step(fs_state *state, const fs_config *config, const fs_inputs *inputs, fs_scratch *scratch);
bool fs__heap3_valid(const fs_state *state, const fs_config *config);
void fs__heap3_sanitise(void *input);
void fs__heap3_keys(const fs_keys *keys, void *input);

extern const fs_bot fs__heap3_bots[2];
#define HEAP3_CONTROLS "arrows or WASD move the crosshair, space drops a ball, x blows the bodies away"

/* view.c: seen from `distance` metres away and `height` metres up. Static bodies above the ground are not drawn. */
void fs__heap3_draw(const fs_state *state, fs_draw_list *draw, int distance, int height);

#endif
