/* mailbox.h: draw lists on their way from the thread of the simulation to the thread of the window.
 *
 * The writer always finds an empty list: when the reader is slow, the oldest list
 * that it has not seen is dropped. The lock is held for the exchange of pointers only.
 */
#ifndef FS_WINDOW_MAILBOX_H
#define FS_WINDOW_MAILBOX_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <fixstep/draw.h>

typedef struct tick_picture {
    fs_draw_list *list;
    fs_draw_list *beside; /* the second picture of the tick, when `paired` */
    bool paired;
    uint64_t time_us; /* when the tick was due */
    uint32_t tick_us; /* to the tick before; 0: not connected with it */
    uint32_t step_us;
} tick_picture;

/* Two that the reader shows, two on their way, one being written, one spare. */
enum { MAILBOX_PICTURES = 6 };

typedef struct mailbox {
    pthread_mutex_t lock;
    tick_picture pictures[MAILBOX_PICTURES];
    tick_picture *unused[MAILBOX_PICTURES];
    unsigned unused_count;
    tick_picture *waiting[2]; /* the older first */
    unsigned waiting_count;
    tick_picture *writing;            /* of the writer */
    tick_picture *previous, *current; /* of the reader; NULL: none yet */
} mailbox;

/* False when out of memory; mailbox_close() is needed in any case. */
bool mailbox_open(mailbox *m);
void mailbox_close(mailbox *m);
/* Writer: the list to fill, emptied. */
fs_draw_list *mailbox_begin(mailbox *m);
/* Writer, after mailbox_begin(): the list of a second picture, emptied. */
fs_draw_list *mailbox_begin_beside(mailbox *m);
void mailbox_end(mailbox *m, uint64_t time_us, uint32_t tick_us, uint32_t step_us);
/* Reader: takes what arrived into `previous` and `current`; whether there was something. */
bool mailbox_collect(mailbox *m);

#endif
