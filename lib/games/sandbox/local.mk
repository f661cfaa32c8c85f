lib_libgames_la_SOURCES += \
	lib/games/sandbox/bots.c lib/games/sandbox/drag.c lib/games/sandbox/sandbox.c lib/games/sandbox/sandbox.h lib/games/sandbox/scene.c \
	lib/games/sandbox/view.c
