lib_libgames_la_SOURCES += \
	lib/games/platform/bots.c lib/games/platform/platform.c lib/games/platform/platform.h \
	lib/games/platform/view.c
