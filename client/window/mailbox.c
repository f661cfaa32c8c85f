/* mailbox.c: six pictures that change hands. See mailbox.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "window/mailbox.h"

bool mailbox_open(mailbox *m)
{
    *m = (mailbox){ .unused_count = 0 };
    pthread_mutex_init(&m->lock, NULL);
    for (unsigned i = 0; i < MAILBOX_PICTURES; i++) {
        if (fs_draw_create(&m->pictures[i].list) != FS_OK || fs_draw_create(&m->pictures[i].beside) != FS_OK)
            return false;
        m->unused[m->unused_count++] = &m->pictures[i];
    }
    m->writing = m->unused[--m->unused_count];
    return true;
}

void mailbox_close(mailbox *m)
{
    for (unsigned i = 0; i < MAILBOX_PICTURES; i++) {
        fs_draw_destroy(m->pictures[i].list);
        fs_draw_destroy(m->pictures[i].beside);
    }
    pthread_mutex_destroy(&m->lock);
}

fs_draw_list *mailbox_begin(mailbox *m)
{
    fs_draw_clear(m->writing->list);
    m->writing->paired = false;
    return m->writing->list;
}

fs_draw_list *mailbox_begin_beside(mailbox *m)
{
    fs_draw_clear(m->writing->beside);
    m->writing->paired = true;
    return m->writing->beside;
}

void mailbox_end(mailbox *m, uint64_t time_us, uint32_t tick_us, uint32_t step_us)
{
    m->writing->time_us = time_us;
    m->writing->tick_us = tick_us;
    m->writing->step_us = step_us;
    pthread_mutex_lock(&m->lock);
    if (m->waiting_count == 2) {
        m->unused[m->unused_count++] = m->waiting[0];
        m->waiting[0] = m->waiting[1];
        m->waiting_count = 1;
    }
    m->waiting[m->waiting_count++] = m->writing;
    FS_ASSERT(m->unused_count > 0);
    m->writing = m->unused[--m->unused_count];
    pthread_mutex_unlock(&m->lock);
}

/* The lock is held. */
static void advance(mailbox *m, tick_picture *next)
{
    if (m->previous != NULL)
        m->unused[m->unused_count++] = m->previous;
    m->previous = m->current;
    m->current = next;
}

bool mailbox_collect(mailbox *m)
{
    pthread_mutex_lock(&m->lock);
    unsigned count = m->waiting_count;
    for (unsigned i = 0; i < count; i++)
        advance(m, m->waiting[i]);
    m->waiting_count = 0;
    pthread_mutex_unlock(&m->lock);
    return count > 0;
}
