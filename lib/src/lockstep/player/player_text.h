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
/* The printable characters of a text, '?' for what is not, without outer blanks, cut between two characters. "" when nothing
 * is left. `out` and `text` may not overlap. */
void fs__chat_clean(char out[FS_MAX_CHAT], const char *text);
/* Whether the text is not empty and clean. */
bool fs__chat_valid(const char *text);

#endif
