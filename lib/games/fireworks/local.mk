lib_libgames_la_SOURCES += \
	lib/games/fireworks/bots.c lib/games/fireworks/fireworks.c lib/games/fireworks/fireworks.h \
	lib/games/fireworks/view.c
