lib_libgames_la_SOURCES += \
	lib/games/bigballistic/bigballistic.c lib/games/bigballistic/bigballistic.h lib/games/bigballistic/bots.c \
	lib/games/bigballistic/scene.c lib/games/bigballistic/shots.c lib/games/bigballistic/view.c
