/* votes.h: the end of a round by vote of the players, with a line of chat.
 *
 * In a rotation every person may write /next. When enough of those who play have written it, the round ends as if its
 * rules had ended it. A vote holds until its round ends or its player leaves.
 */
#ifndef FS_SERVER_VOTES_H
#define FS_SERVER_VOTES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct host host;

#define VOTES_COMMAND "/next"

/* Zeroed: nobody has voted. */
typedef struct votes {
    uint64_t slots; /* that have voted, a bit each */
    uint64_t told;  /* of them, those of which the players know */
} votes;

/* Votes that end a round of `persons` players; `percent` is above 0. At least 1. */
uint32_t votes_needed(uint32_t persons, uint32_t percent);
/* Takes a line of chat; lines that are no votes change nothing. */
void votes_take(votes *votes, uint32_t slot, const char *text);
/* Tells the players of new votes; true when the round is to end. `votes` are then empty. */
bool votes_poll(votes *votes, host *host, uint64_t now_us);

#endif
