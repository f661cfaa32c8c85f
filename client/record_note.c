/* record_note.c: see record_note.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "record_note.h"

#include <stdio.h>
#include <string.h>

void record_note(const app_record *record, bool *told, feed *f, uint64_t now_us, match_info *info)
{
    if (record->failed && !*told)
        feed_add(f, now_us, "the recording %.140s stopped: %.140s", record->path, record->reason);
    *told = record->failed;
    feed_show(f, now_us, info);
    if (!record->failed)
        return;
    char status[sizeof info->status];
    memcpy(status, info->status, sizeof status);
    snprintf(info->status, sizeof info->status, "not recorded  %.300s", status);
}
