/* scores.h: the standings of a match with the names of its players, as text. */
#ifndef FS_CLIENT_SCORES_H
#define FS_CLIENT_SCORES_H

#include <stddef.h>
#include <fixstep/lockstep.h>

/* "ann 3  bob 1" in the order of the scores, as many players as fit; "" for a game without scores. */
void scores_line(char *text, size_t size, const fs_sim *sim, const fs_stream *stream);
/* "ann won" or "ann and bob won"; "" for a game without scores, and while nobody leads. */
void scores_winner(char *text, size_t size, const fs_sim *sim, const fs_stream *stream);

#endif
