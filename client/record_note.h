/* record_note.h: a recording that stops while the match goes on, told beside the match. */
#ifndef FS_CLIENT_RECORD_NOTE_H
#define FS_CLIENT_RECORD_NOTE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/record.h"
#include "feed.h"
#include "match_info.h"

/* Shows the feed too, after the status was set: the reason stands among the newest lines once, "not recorded" before the status as long as it is so. `told`
 * is kept from call to call. */
void record_note(const app_record *record, bool *told, feed *f, uint64_t now_us, match_info *info);

#endif
