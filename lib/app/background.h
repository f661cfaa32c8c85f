/* background.h: the thread that a program lends to a match for jobs that may last (fs_background). */
#ifndef FS_APP_BACKGROUND_H
#define FS_APP_BACKGROUND_H

#include <pthread.h>
#include <stdatomic.h>
#include <fixstep/lockstep.h>

/* One at most runs at a time. Zero before its first use; must not move afterwards. */
typedef struct app_background {
    fs_background loan;
    void (*fn)(void *work);
    void *work;
    pthread_t thread;
    atomic_bool returned;
} app_background;

/* What a match takes: valid as long as `*b`. A thread is started for each job. */
const fs_background *app_background_lend(app_background *b);

#endif
