lib_libgames_la_SOURCES += \
	lib/games/platform2d/bots.c lib/games/platform2d/scene.c lib/games/platform2d/platform2d.c \
	lib/games/platform2d/platform2d.h lib/games/platform2d/view.c
