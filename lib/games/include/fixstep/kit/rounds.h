/* rounds.h: rounds of games whose players gather points: who has won one, and the standings of a match.
 *
 * `score` holds the points of this round and `wins` the rounds won, a row for each slot, as columns of a game's table.
 */
#ifndef FIXSTEP_KIT_ROUNDS_H
#define FIXSTEP_KIT_ROUNDS_H

#include <fixstep/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The most points that a slot has; 0 for no rows. */
FS_API uint32_t fs_kit_round_best(const uint32_t *score, uint32_t rows);
/* Everyone with the most points has won, if there are any; all points are 0 then. */
FS_API void fs_kit_round_end(uint32_t *score, uint32_t *wins, uint32_t rows);
/* Fills *out for `slots` slots (1..FS_MAX_PLAYERS) and ranks them: while no round has ended by points, then by rounds won, because
 * the points of the last end are gone; then the match may end. */
FS_API void fs_kit_round_standings(const uint32_t *score, const uint32_t *wins, uint32_t slots, uint32_t rounds,
                                   fs_standings *out);

#ifdef __cplusplus
}
#endif
#endif
