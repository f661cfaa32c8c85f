/* games.h: the games that come with Fixstep, as a list for programs that offer them.
 *
 * In libfixstep-games (pkg-config fixstep-games), beside the engine. The headers in
 * <fixstep/kit/> are the parts that these games share and a game of one's own may use.
 */
#ifndef FIXSTEP_GAMES_H
#define FIXSTEP_GAMES_H

#include <fixstep/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All of them in alphabetical order: what --list-games shows. Constant, never NULL;
 * the library owns the list and the games, for the life of the process. */
FS_API const fs_game_list *fs_builtin_games(void);

#ifdef __cplusplus
}
#endif
#endif
