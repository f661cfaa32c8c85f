/* events.h: what the user does with a window. */
#ifndef FS_WINDOW_EVENTS_H
#define FS_WINDOW_EVENTS_H

#include <SDL.h>

#include "window/window_state.h"

/* Takes one event: of the window itself, of a list, of a line that is being typed, or of the game. */
void events_take(window *w, const SDL_Event *event);
/* Hands the keys to the thread of the simulation, and takes the newest information from it. */
void events_publish(window *w);

#endif
