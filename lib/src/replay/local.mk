lib_libcore_la_SOURCES += \
	lib/src/replay/chat.c lib/src/replay/compare.c lib/src/replay/compatibility.c lib/src/replay/desync.c lib/src/replay/desync_read.c lib/src/replay/desync_values.c lib/src/replay/file.c \
	lib/src/replay/file.h lib/src/replay/format.c lib/src/replay/format.h lib/src/replay/header.c \
	lib/src/replay/playback.c lib/src/replay/prefix.c lib/src/replay/presence.c lib/src/replay/recorder.c lib/src/replay/recording.h lib/src/replay/replay.c lib/src/replay/reproduce.c \
	lib/src/replay/scan.c lib/src/replay/verify.c
