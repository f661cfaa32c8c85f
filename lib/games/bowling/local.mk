lib_libgames_la_SOURCES += \
	lib/games/bowling/bots.c lib/games/bowling/bowling.c lib/games/bowling/bowling.h lib/games/bowling/scene.c \
	lib/games/bowling/score.c lib/games/bowling/view.c
