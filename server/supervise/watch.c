/* watch.c: see watch.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "watch.h"

static void enter(watch *w, watch_state state, uint64_t now_us)
{
    w->state = state;
    w->since_us = now_us;
}

static watch_action abort_process(watch *w, uint64_t now_us)
{
    w->hangs++;
    enter(w, WATCH_HUNG, now_us);
    return WATCH_ABORT;
}

/* A killed process leaves its state when it has exited, so the kill is repeated after the same time. */
static watch_action kill_when_due(watch *w, uint64_t limit_us, uint64_t now_us)
{
    if (now_us - w->since_us < limit_us)
        return WATCH_NOTHING;
    w->since_us = now_us;
    return WATCH_KILL;
}

watch_action watch_poll(watch *w, const watch_rules *rules, uint64_t now_us)
{
    bool up = w->state == WATCH_STARTING || w->state == WATCH_RUNNING;
    if (up && (w->stopping || w->renewing)) {
        w->renewing = false;
        enter(w, WATCH_ENDING, now_us);
        return WATCH_END;
    }
    switch (w->state) {
    case WATCH_DOWN: return !w->stopping && now_us >= w->due_us ? WATCH_START : WATCH_NOTHING;
    case WATCH_STARTING:
        return now_us - w->started_us >= WATCH_START_LIMIT_US ? abort_process(w, now_us) : WATCH_NOTHING;
    case WATCH_RUNNING: return now_us - w->heard_us >= rules->hang_us ? abort_process(w, now_us) : WATCH_NOTHING;
    case WATCH_HUNG: return kill_when_due(w, WATCH_ABORT_LIMIT_US, now_us);
    case WATCH_ENDING: return kill_when_due(w, rules->end_us, now_us);
    }
    return WATCH_NOTHING;
}

void watch_started(watch *w, uint64_t now_us)
{
    enter(w, WATCH_STARTING, now_us);
    w->started_us = w->heard_us = now_us;
    w->starts++;
}

void watch_heard(watch *w, bool ready, uint64_t now_us)
{
    w->heard_us = now_us;
    if (w->state != WATCH_STARTING || !ready)
        return;
    w->tried = true;
    enter(w, WATCH_RUNNING, now_us);
}

static uint64_t next_backoff(watch *w)
{
    uint64_t backoff = w->backoff_us > 0 ? w->backoff_us : WATCH_FIRST_BACKOFF_US;
    w->backoff_us = backoff < WATCH_MAX_BACKOFF_US / 2 ? 2 * backoff : WATCH_MAX_BACKOFF_US;
    return backoff;
}

void watch_exited(watch *w, bool good, uint64_t now_us)
{
    bool steady = now_us - w->started_us >= WATCH_STEADY_US;
    bool asked = w->state == WATCH_ENDING;
    w->tried = true;
    w->renewing = false;
    w->ends += good;
    w->failures += !good;
    if (steady || asked)
        w->backoff_us = 0;
    w->due_us = now_us + ((good && steady) || asked ? 0 : next_backoff(w));
    enter(w, WATCH_DOWN, now_us);
}

void watch_stop(watch *w)
{
    w->stopping = true;
}

void watch_renew(watch *w)
{
    w->renewing = w->state == WATCH_STARTING || w->state == WATCH_RUNNING;
}

void watch_resume(watch *w, uint64_t now_us)
{
    w->stopping = false;
    w->backoff_us = 0;
    if (w->due_us > now_us)
        w->due_us = now_us;
}

void watch_excuse(watch *w, uint64_t now_us)
{
    w->heard_us = now_us;
}

const char *watch_state_name(const watch *w)
{
    static const char *const names[] = { "down", "starting", "running", "hung", "ending" };
    return names[w->state];
}
