/* ending.c: see ending.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "online/ending.h"

#include <inttypes.h>
#include <stdio.h>

#include "app/log.h"

enum { NEXT_US = 60000000, LOST_US = 120000000 };

void ending_log(const fs_event *event)
{
    static const char *const how[] = { "", "", " by the operator of the server", ": the relay has lost its server" };
    bool lost = event->cause == FS_END_LOST;
    app_log(lost ? APP_WARNING : APP_INFO, "ended",
            json_pack("{s:s, s:I}", "cause", fs_end_cause_text(event->cause), "tick", (json_int_t)event->tick),
            "the match %s at tick %" PRIu32 "%s", lost ? "was cut off" : "ended", event->tick, how[event->cause]);
}

void ending_note_next(ending *e, uint64_t now_us)
{
    e->told_us = now_us;
}

bool ending_waits(ending *e, const fs_session_stats *stats, bool connected, uint64_t now_us)
{
    if (e->since_us == 0)
        e->since_us = e->told_us = now_us;
    if (stats->next != FS_NEXT_ANNOUNCED || !connected)
        return false;
    bool lost = stats->end_cause == FS_END_LOST;
    return lost ? now_us - e->since_us < LOST_US : now_us - e->told_us < NEXT_US;
}

bool ending_is_whole(const fs_session_stats *stats, char why[APP_ERROR_BYTES])
{
    if (stats->end_cause == FS_END_LOST)
        snprintf(why, APP_ERROR_BYTES, "the relay has lost its server: the match was cut off at tick %" PRIu32,
                 stats->tick);
    return stats->end_cause != FS_END_LOST;
}

const char *ending_text(const fs_session_stats *stats, fs_result refusal, bool unanswered, bool reached)
{
    if (unanswered)
        return reached ? fs_end_cause_text(FS_END_LOST) : "unreachable";
    if (stats->phase == FS_SESSION_FAILED)
        return refusal == FS_E_NETWORK ? fs_end_cause_text(FS_END_LOST) : "refused";
    if (stats->phase != FS_SESSION_ENDED)
        return "left";
    return fs_end_cause_text(stats->end_cause != FS_END_NONE ? stats->end_cause : FS_END_FINISHED);
}
