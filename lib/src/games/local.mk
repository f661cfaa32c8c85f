lib_libcore_la_SOURCES += lib/src/games/airhockey.c lib/src/games/airhockey.h lib/src/games/airhockey_bots.c \
	lib/src/games/airhockey_rink.c lib/src/games/airhockey_view.c lib/src/games/games.h
lib_libcore_la_SOURCES += lib/src/games/particles.c
pkginclude_HEADERS +=
