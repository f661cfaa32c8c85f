lib_libgames_la_SOURCES += \
	lib/games/trebuchet/bots.c lib/games/trebuchet/machine.c lib/games/trebuchet/scene.c \
	lib/games/trebuchet/trebuchet.c lib/games/trebuchet/trebuchet.h lib/games/trebuchet/view.c
