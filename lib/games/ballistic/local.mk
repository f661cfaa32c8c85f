lib_libgames_la_SOURCES += \
	lib/games/ballistic/ballistic.c lib/games/ballistic/ballistic.h lib/games/ballistic/bots.c \
	lib/games/ballistic/view.c
