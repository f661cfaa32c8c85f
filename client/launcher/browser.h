/* browser.h: the list of built-in games on a terminal, from which the player chooses one. */
#ifndef FS_CLIENT_LAUNCHER_BROWSER_H
#define FS_CLIENT_LAUNCHER_BROWSER_H

#include <fixstep/sim.h>

#include "app/options.h"

/* Shows the list until a game is chosen: that game. NULL when the player leaves, with why[0] = 0, and when the terminal cannot
 * show it, with a sentence. */
const fs_game *browser_choose(char why[APP_ERROR_BYTES]);

#endif
