/* scores.h: the standings of a match with the names of its players, as text and as a list. */
#ifndef FS_CLIENT_SCORES_H
#define FS_CLIENT_SCORES_H

#include <stddef.h>
#include <fixstep/lockstep.h>

#include "match_info.h"

/* "ann 3  bob 1" in the order of the scores, as many players as fit; "" for a game without scores. */
void scores_line(char *text, size_t size, const fs_sim *sim, const fs_stream *stream);
/* The players of the stream (NULL: none) as match_info lists them; sets listed, listed_count and has_scores. */
void scores_list(match_info *info, const fs_sim *sim, const fs_stream *stream);
/* "ann won" or "ann and bob won" of a match that its length, its points or (`finished` is not needed then) the rules of its
 * game have ended; else "", as for a game without scores and when nobody leads. */
void scores_winner(char *text, size_t size, const fs_sim *sim, const fs_stream *stream, bool finished);

#endif
