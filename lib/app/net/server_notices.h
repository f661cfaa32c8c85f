/* server_notices.h: sentences of a server that its clients know: why a match stands still. The protocol has them as notices. */
#ifndef FS_APP_SERVER_NOTICES_H
#define FS_APP_SERVER_NOTICES_H

/* Chat is part of the ticks, so that it waits too. */
#define APP_NOTICE_PAUSED "the operator has paused the match; chat waits until it goes on"
#define APP_NOTICE_RESUMED "the operator has let the match go on"
/* The library's own, before the name of a player whose input is late (--strict). */
#define APP_NOTICE_WAITING "waiting for "

#endif
