/* repro_cause.h: what a reproduced desync means, for the author of a game. */
#ifndef FS_REPLAY_REPRO_CAUSE_H
#define FS_REPLAY_REPRO_CAUSE_H

#include <fixstep/replay.h>

enum { CAUSE_BYTES = 512 };

/* "server", "client" or "neither". */
const char *repro_side_word(fs_repro_side side);
/* Whether all runs, and both steps of every tick, give the same states. */
bool repro_is_steady(const fs_reproduction *found);
/* 0 this build gives the server's state, 7 the client's, 1 neither, 8 it does not always give the same. */
int repro_exit_code(const fs_reproduction *found);
/* A sentence: with whom this build agrees. Static string. */
const char *repro_verdict(const fs_reproduction *found);
/* A sentence: whether the report's values are all that differed. Static string. */
const char *repro_explanation(const fs_reproduction *found);
/* A sentence: the likely kind of fault, and what to do next. */
void repro_cause(const fs_recorded_desync *recorded, const fs_reproduction *found, char text[CAUSE_BYTES]);

#endif
