/* note.h: the sentences below a list of the launcher about what has gone wrong. */
#ifndef FS_CLIENT_NOTE_H
#define FS_CLIENT_NOTE_H

#include "menu_info.h"

/* Adds a sentence, which follows its subject, behind those that the note has already. What is new is kept whole as far as MENU_NOTE reaches;
 * what was there before ends in dots then. */
void note_add(char note[MENU_NOTE], const char *subject, const char *sentence);

#endif
