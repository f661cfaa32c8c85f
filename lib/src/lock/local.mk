lib_libcore_la_SOURCES += \
	lib/src/lock/clock.c lib/src/lock/clock.h \
	lib/src/lock/kept.c lib/src/lock/kept.h \
	lib/src/lock/local.c \
	lib/src/lock/match.c lib/src/lock/match_internal.h \
	lib/src/lock/match_peer.c lib/src/lock/match_roots.c lib/src/lock/match_snapshot.c \
	lib/src/lock/match_tick.c lib/src/lock/match_trace.c \
	lib/src/lock/message.c lib/src/lock/message.h lib/src/lock/message_ticks.c lib/src/lock/message_tree.c \
	lib/src/lock/session.c lib/src/lock/session_internal.h \
	lib/src/lock/session_snapshot.c lib/src/lock/session_tick.c lib/src/lock/session_tree.c \
	lib/src/lock/stream.c lib/src/lock/stream.h
pkginclude_HEADERS += lib/include/fixstep/lock.h
