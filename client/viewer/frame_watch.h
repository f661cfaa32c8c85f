/* frame_watch.h: ends the process that is asked to stop while it draws a frame, when that frame takes longer than a second.
 *
 * A frame of a software renderer may take minutes, and nothing in a graphics driver can be called off. So a thread beside it
 * waits for SIGINT and SIGTERM.
 */
#ifndef FS_CLIENT_FRAME_WATCH_H
#define FS_CLIENT_FRAME_WATCH_H

#include <pthread.h>
#include <stdbool.h>

typedef struct frame_watch {
    pthread_t thread;
    pthread_mutex_t lock;
    bool draws, ended;
    void (*leave)(void *context);
    void *context;
} frame_watch;

/* `leave` is called in the thread of the watch, while the one that draws stays where it is, and must end the process with
 * _exit(). False when there is no thread. */
bool frame_watch_begin(frame_watch *w, void (*leave)(void *context), void *context);
void frame_watch_end(frame_watch *w);
/* Around the drawing of a frame; the second one does not return once `leave` is called. */
void frame_watch_enter(frame_watch *w);
void frame_watch_exit(frame_watch *w);

#endif
