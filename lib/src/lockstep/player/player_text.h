/* player_text.h: names and chat lines of players: what they may contain, so that they can do no harm in a terminal, a log,
 * a file name or a picture.
 */
#ifndef FS_LOCKSTEP_PLAYER_TEXT_H
#define FS_LOCKSTEP_PLAYER_TEXT_H

#include <stdbool.h>
#include <fixstep/lockstep.h>

/* Whether the text is a name: ASCII letters, digits and -_.+, and letters of scripts that are written from left to right
 * without combining marks; no dot first. "" is one: the server chooses. */
bool fs__player_name_valid(const char *name);
/* Whether the text is not empty and clean (fs_chat_clean()). */
bool fs__chat_valid(const char *text);

#endif
