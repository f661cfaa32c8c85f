/* sync_test.h: --sync-test GAME: a match whose every tick is stepped twice. */
#ifndef FS_CLIENT_SYNC_TEST_H
#define FS_CLIENT_SYNC_TEST_H

#include "settings.h"

/* Runs to the first difference or to the end and returns the exit status: 0 all ticks equal, 1 a difference or a
 * failure, 2 wrong usage. Everything is logged. */
int sync_test_run(const settings *settings);

#endif
